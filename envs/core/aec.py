"""The PettingZoo AEC face: one game, one seat to act at a time.

`raw_env()` refuses an illegal action with an error and leaves the game as it was; `env()` ends the game as a
loss for whoever made it, so that generic checkers cannot crash it. There are no wrappers: their checks are in
`step`, and the customary three cost more than the whole game here.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rulebound.envs.core.drivers import DEAL, FORFEIT, LOOK, SHOW
from rulebound.envs.core.game import Game
from rulebound.envs.core.layout import ObservationLayout
from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.rules import REWARDS

NO_KEY = np.uint64(0)
RENDER_MODES = ("human", "ansi", "rgb_array")


class GameEnv(AECEnv):
    """One game of any number of players.

    rules          preset name, YAML file, mapping of overrides, or a Variant; default "standard"
    num_players    seats at the table; default what the rules say
    reward         win, rank, margin or shaped (see `core/drivers.py`, settle)
    shaping        size of the shaped reward's steps
    skip_forced    play decisions with a single legal action without asking
    max_decisions  truncate the game after this many actions
    illegal        "raise" or "lose": what an illegal action does
    render_mode    human, ansi or rgb_array

    Observations are {"observation": float32 in [0, 1], "action_mask": int8}; the mask is all zero for a seat
    that is not to act. All seats end together, with the same flag; an eliminated seat is simply never asked
    again. At the end `infos` holds each seat's result, place and score.
    """

    def __init__(
        self,
        game: Game,
        rules: object = None,
        num_players: int | None = None,
        render_mode: str | None = None,
        reward: str = "win",
        shaping: float = 0.1,
        skip_forced: bool = False,
        max_decisions: int | None = None,
        illegal: str = "raise",
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode = {render_mode!r}: must be None or one of {', '.join(RENDER_MODES)}")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal = {illegal!r}: must be raise or lose")
        self.game = game
        self.variant = game.variant(rules)
        self.metadata = {"name": game.id, "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False}
        self.render_mode = render_mode
        self.illegal = illegal
        self._options = {"reward": reward, "shaping": shaping, "skip_forced": skip_forced, "max_decisions": max_decisions}
        self._pays_on_the_way = reward == REWARDS[-1]
        self._seed, self._episode = secrets.randbits(63), -1
        number = game.players(num_players, self.variant)
        self.possible_agents = [f"player_{seat}" for seat in range(number)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        shape = (self.view.size,)
        self._observation_space = spaces.Dict(
            {"observation": spaces.Box(0, 1, shape, np.float32), "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8)}
        )
        self._action_space = spaces.Discrete(game.actions.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._action_space)
        self.state_space = spaces.Box(0, 1, (game.seats * shape[0],), np.float32)
        position, _ = Position._empty(game, number, self.variant, self._options)
        self._take(position)

    def _take(self, position: Position) -> None:
        """Make a position the game in play."""
        self.position = position
        self._states, self._rules = position.states, position.rules
        # Arrays of its own: looking at `env.position` must not disturb what the seat to act is shown.
        self._seen = tuple(np.zeros_like(array) if k != 1 else array for k, array in enumerate(position.seen))
        _, _, self._observation, self._mask = self._seen
        self._seat, self._over = self._states["seat"], self._states["over"]
        self._scratch = tuple(np.zeros_like(array) if k != 1 else array for k, array in enumerate(self._seen))
        self._step_one, self._zero = self.game.drivers.step_one, self.game.zero

    @property
    def view(self) -> ObservationLayout:
        """The layout of the observations at this table."""
        return self.game.view(self.variant, len(self.possible_agents))

    # -------------------------------------------------------------------------------------------- spaces
    def observation_space(self, agent: str) -> spaces.Space:
        """The observation space, one object for all seats."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space:
        """The action space, one object for all seats."""
        return self._action_space

    # -------------------------------------------------------------------------------------------- play
    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game. A seed fixes it; without one the next game of the last seed is dealt.

        options["position"], a Position or nested names, starts from there instead.
        """
        if seed is not None:
            self._seed, self._episode = seed, 0
        else:
            self._episode += 1
        start = (options or {}).get("position")
        if start is None:
            self._drive(DEAL, seed_key(self._seed, self._episode), len(self.possible_agents))
        else:
            if not isinstance(start, Position):
                start = self.game.position(start, len(self.possible_agents), self.variant, seed or 0, **self._options)
            self.set_state(start.to_bytes())
        self._begin()

    def _begin(self) -> None:
        """All seats alive, nothing paid yet, the seat to act asked."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ended = False
        self.agent_selection = self.possible_agents[int(self._seat[0])]
        if self._over[0]:
            self._finish()

    def step(self, action: int | None) -> None:
        """Play an action of the seat to act; None once the game is over."""
        if self._ended:
            self._was_dead_step(action)
            return
        if not self.agents:
            raise RuntimeError("no game is in play: call reset() first")
        mask = self._mask
        if action is None or not 0 <= action < len(mask) or not mask[action]:
            self._refuse(action)
        else:
            self._step_one(self._states, self._rules, self._zero, 0, int(action), NO_KEY, 0, *self._seen)
        if self._over[0]:
            self._finish()
            return
        if self._pays_on_the_way:
            self._cumulative_rewards[self.agent_selection] = 0.0
            self._pay()
        self.agent_selection = self.possible_agents[self._seat[0]]

    def _drive(self, order: int, key: int = 0, number: int = 0) -> None:
        """Follow an order (`core/drivers.py`, step_one) and note what the seat to act sees then."""
        self._step_one(self._states, self._rules, self._zero, 0, order, np.uint64(key), number, *self._seen)

    def _refuse(self, action: int | None) -> None:
        """What happens to an illegal action."""
        if self.illegal == "raise" or action is None or not 0 <= action < len(self._mask):
            reason = "None is only for a finished game" if action is None else self.position.refusal(int(action))
            raise IllegalAction(reason)
        self._drive(FORFEIT)

    def _pay(self) -> None:
        for agent, reward in zip(self.possible_agents, self.position.rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _finish(self) -> None:
        """All seats end together, with the same flag."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._pay()
        truncated = bool(self._states["truncated"][0])
        for agent, outcome in zip(self.possible_agents, self.position.outcome().tolist(), strict=True):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = dict(zip(("result", "place", "score"), outcome, strict=True))
        self._ended = True

    # -------------------------------------------------------------------------------------------- look
    def last(self, observe: bool = True) -> tuple:
        """Observation, reward since the last turn, flags and info of the seat to act."""
        agent = self.agent_selection
        observation = self.observe(agent) if observe else None
        return observation, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat sees; valid for every seat at any time."""
        seat = self._seats[agent]
        if seat == self._seat[0] and not self._over[0]:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        _, _, observation, mask = self._scratch
        self._step_one(self._states, self._rules, self._zero, 0, SHOW, NO_KEY, seat, *self._scratch)
        return {"observation": observation.copy(), "action_mask": mask.copy()}

    def state(self) -> np.ndarray:
        """Everything that any seat sees, seat after seat, for centralised critics."""
        out = np.zeros(self.state_space.shape, np.float32)
        size = self.view.size
        for seat in range(len(self.possible_agents)):
            self._step_one(self._states, self._rules, self._zero, 0, SHOW, NO_KEY, seat, *self._scratch)
            out[seat * size : (seat + 1) * size] = self._scratch[2]
        return out

    def describe(self, observation: np.ndarray) -> dict:
        """An observation in words."""
        return self.view.describe(observation)

    # -------------------------------------------------------------------------------------------- positions
    def get_state(self) -> bytes:
        """The whole position, its luck included."""
        return self.position.to_bytes()

    def set_state(self, state: bytes) -> None:
        """Go on from a position of `get_state`; a damaged one is refused and nothing changes."""
        self.position.set_bytes(state)
        self._drive(LOOK)
        self._begin()

    def clone(self) -> GameEnv:
        """An independent copy in the same position."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __deepcopy__(self, memo: dict) -> GameEnv:
        return self.clone()

    def __getstate__(self) -> dict:
        keep = {name: value for name, value in self.__dict__.items() if name not in ("_step_one", "_zero", "_seat", "_over")}
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in keep:
                keep[name] = dict(keep[name])
        keep["agents"] = list(self.agents)
        keep["position"] = self.position.clone()
        for name in ("_states", "_rules", "_seen", "_observation", "_mask", "_scratch"):
            del keep[name]
        return keep

    def __setstate__(self, state: dict) -> None:
        self.__dict__.update(state)
        self._take(self.position)
        self._drive(LOOK)

    # -------------------------------------------------------------------------------------------- picture
    def render(self) -> str | np.ndarray | None:
        """The game as text (ansi, human) or picture (rgb_array), everything face up."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.game.picture(self.position)
        text = self.position.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to release."""
