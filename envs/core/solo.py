"""The Gymnasium face: one learner against opponents that are part of the environment.

`gymnasium.make("rulebound/AgeOfHeroes-v0", opponents="scripted", num_players=4)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rulebound.envs import game as game_named
from rulebound.envs.core.aec import RENDER_MODES
from rulebound.envs.core.game import Game
from rulebound.envs.core.table import Table


class SoloEnv(gymnasium.Env):
    """One learner at a table of opponents; see `Table` and `GameEnv` for the arguments.

    The observation is the plain vector; legal actions are in `action_masks()` and `info["action_mask"]`.
    An illegal action loses the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  (Gymnasium reads it before it makes one)

    def __init__(
        self,
        game: str | Game,
        opponents: str | Sequence = "random",
        seat: int | None = None,
        num_players: int | None = None,
        rules: object = None,
        render_mode: str | None = None,
        **options,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode = {render_mode!r}: must be None or one of {', '.join(RENDER_MODES)}")
        self.game = game_named(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.table = Table(self.game, 1, opponents, seat, num_players, rules, illegal="lose", **options)
        self.observation_space = spaces.Box(0, 1, (self.table.batch.view.size,), np.float32)
        self.action_space = spaces.Discrete(self.game.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """A new game, played up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is None and self.table.batch.episode[0] == 0 and not self.table.batch.states["decisions"].any():
            seed = int(self.np_random.integers(2**62))
        self.table.reset(seed, None if seed is not None else np.arange(1))
        return self.table.observation[0].copy(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Play the learner's action and everybody else's up to its next decision or the end."""
        if self.table.batch.finished[0]:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        reward, terminated, truncated = self.table.step(np.array([action]))
        over = bool(terminated[0] or truncated[0])
        observation = self.table.final_observation()[0] if over else self.table.observation[0].copy()
        return observation, float(reward[0]), bool(terminated[0]), bool(truncated[0]), self._info()

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions as booleans (the name that sb3-contrib looks for)."""
        return self.table.mask[0].astype(bool)

    def _info(self) -> dict:
        return {"action_mask": self.table.mask[0].copy(), "seat": int(self.table.learner[0])}

    def render(self) -> str | np.ndarray | None:
        """The game as the learner may see it."""
        if self.render_mode is None:
            return None
        position, seat = self.table.batch.position(0), int(self.table.learner[0])
        if self.render_mode == "rgb_array":
            return self.game.picture(position, seat)
        text = position.text(seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """End the threads."""
        self.table.close()
