"""RLlib's multi-agent environment over the AEC face, and its PPO configured for masked self-play (new API stack).

    from rulebound.envs.core.adapters.rllib import self_play
    algorithm = self_play("age_of_heroes", num_players=4).build_algo()

Only the seat to act gets an observation, which is RLlib's way of taking turns. Every seat is paid in every step, whoever
acts, and at the end all seats get a last observation with their result and the same flag: RLlib hangs on games whose seats
end differently, and drops the reward of a truncated seat that it does not see again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces

from rulebound.envs import GAMES
from rulebound.envs import game as game_named
from rulebound.envs.core.aec import GameEnv

try:
    from ray import tune
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
except ImportError as error:
    raise ImportError(f'{error}; RLlib comes with: pip install "rulebound[rllib]"', name=error.name) from error

POLICY = "shared"  # the one policy that plays all seats in self-play
OPTIONS = ("rules", "num_players", "reward", "shaping", "skip_forced", "max_decisions", "illegal")


class RLlibEnv(MultiAgentEnv):
    """A game as RLlib wants it: `RLlibEnv({"game": "age_of_heroes", "num_players": 4})`.

    The config is plain data, so that Tune can write it to a file: `game` is the name of a game, everything else an
    argument of `GameEnv` (`rules` as a preset, a file or a mapping of changes). Observations are
    {"observations": float32 in [0, 1], "action_mask": float32 0 or 1}, the names and types of RLlib's
    action-masking module.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        options = dict(config)
        name = options.pop("game", None)
        if name is None:
            raise ValueError(f"the environment's config names no game; there are {', '.join(GAMES)}")
        unknown = sorted(set(options) - set(OPTIONS))
        if unknown:
            raise ValueError(f"the environment's config has {', '.join(unknown)}; there are game, {', '.join(OPTIONS)}")
        self.env = GameEnv(game_named(name), **options)
        self.possible_agents = list(self.env.possible_agents)
        self.agents = list(self.possible_agents)
        seen = spaces.Box(0, 1, (self.env.view.size,), np.float32)
        mask = spaces.Box(0, 1, (self.env.game.actions.size,), np.float32)
        space = spaces.Dict({"observations": seen, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.env.action_space(self.possible_agents[0]))
        super().__init__()

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Deal a new game; what the seat to act sees."""
        self.env.reset(seed, options)
        return self._seen_to_act(), {}

    def step(self, action_dict: Mapping[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Play the action of the seat to act."""
        env = self.env
        agent = env.agent_selection
        if agent not in action_dict:
            raise ValueError(f"{agent} is to act, but there are only actions for {', '.join(action_dict) or 'nobody'}")
        env.step(int(action_dict[agent]))
        rewards = dict(env.rewards)
        terminated, truncated = env.terminations[agent], env.truncations[agent]
        if not terminated and not truncated:
            return self._seen_to_act(), rewards, {"__all__": False}, {"__all__": False}, {}
        return (
            {seat: self._seen_at_the_end(seat) for seat in self.possible_agents},
            rewards,
            dict.fromkeys([*self.possible_agents, "__all__"], terminated),
            dict.fromkeys([*self.possible_agents, "__all__"], truncated),
            {seat: dict(env.infos[seat]) for seat in self.possible_agents},
        )

    def _seen_to_act(self) -> dict[str, dict[str, np.ndarray]]:
        agent = self.env.agent_selection
        seen = self.env.observe(agent)
        return {agent: {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}}

    def _seen_at_the_end(self, agent: str) -> dict[str, np.ndarray]:
        """The last view. Nothing is chosen from it, but learners send it through their network: an empty mask would make
        their probabilities nan, and with them the gradient of the whole batch."""
        mask = np.ones(self.env.game.actions.size, np.float32)
        return {"observations": self.env.observe(agent)["observation"], "action_mask": mask}

    def close(self) -> None:
        """Nothing to release."""


def register() -> None:
    """Make every game known to RLlib and Tune by its id, e.g. `PPOConfig().environment("age_of_heroes_v0")`."""
    for name in GAMES:
        tune.register_env(game_named(name).id, partial(_create, name))


def _create(game: str, config: Mapping[str, Any]) -> RLlibEnv:
    return RLlibEnv({"game": game, **config})


def self_play(game: str, **options: Any) -> PPOConfig:
    """RLlib's PPO in which one masked policy plays all seats; `options` as in `RLlibEnv`.

    The usual methods of the config change it further: `self_play("age_of_heroes").training(lr=1e-4)`.
    """
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [256, 256], "vf_share_layers": False})
    return (
        PPOConfig()
        # RLlib's check plays actions that are not legal, which this environment refuses.
        .environment(RLlibEnv, env_config={"game": game, **options}, disable_env_checking=True)
        .multi_agent(policies={POLICY}, policy_mapping_fn=_everybody)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        # A reward comes at the end of some hundred decisions.
        .training(gamma=1.0, lambda_=0.95, entropy_coeff=0.01)
    )


def _everybody(agent: str, *_: object, **__: object) -> str:
    return POLICY
