"""The vector faces of a table of learners: Gymnasium's VectorEnv and Stable-Baselines3's VecEnv.

Both run every game in one compiled batch. A finished game is dealt anew in the same step; its final view is
in the infos, as each library wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rulebound.envs import game as game_named
from rulebound.envs.core.game import Game
from rulebound.envs.core.table import Table


class SoloVectorEnv(VectorEnv):
    """`num_envs` learners in one compiled batch; arguments as in `SoloEnv`.

    `gymnasium.make_vec("rulebound/AgeOfHeroes-v0", num_envs=64, vectorization_mode="vector_entry_point")`.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponents: str | Sequence = "random",
        seat: int | None = None,
        num_players: int | None = None,
        rules: object = None,
        threads: int = 1,
        **options,
    ) -> None:
        super().__init__()
        self.game = game_named(game) if isinstance(game, str) else game
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.table = Table(self.game, num_envs, opponents, seat, num_players, rules, threads=threads, illegal="lose", **options)
        self.single_observation_space = spaces.Box(0, 1, (self.table.batch.view.size,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """New games in all rows; a single seed s gives row i the seed s + i."""
        self.table.reset(seed)
        return self.table.observation.copy(), {"action_mask": self.table.mask.copy()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        """One action of every learner; finished games are dealt anew."""
        rewards, terminated, truncated = self.table.step(actions)
        over = terminated | truncated
        infos: dict[str, Any] = {}
        if over.any():
            infos["final_obs"] = self.table.final_observation()
            infos["_final_obs"] = over
            infos["final_return"] = self.table.batch.returns[np.arange(self.num_envs), self.table.learner]
            infos["_final_return"] = over
            self.table.reset(None, np.flatnonzero(over))
        infos["action_mask"] = self.table.mask.copy()
        return self.table.observation.copy(), rewards, terminated, truncated, infos

    def action_masks(self) -> np.ndarray:
        """The learners' legal actions as booleans."""
        return self.table.mask.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        self.table.close()


def sb3_vec_env(game: str | Game, num_envs: int = 8, **arguments):
    """The games as a Stable-Baselines3 VecEnv for MaskablePPO; arguments as in `SoloVectorEnv`.

    A function, so that Stable-Baselines3 (and torch) is imported only where it is used.
    """
    try:
        from rulebound.envs.core.sb3 import TableVecEnv
    except ImportError as error:
        raise ImportError(f'{error}; Stable-Baselines3 comes with: pip install "rulebound[sb3]"') from error
    return TableVecEnv(game, num_envs, **arguments)
