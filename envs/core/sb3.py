"""The Stable-Baselines3 VecEnv over a table of learners, with the masks that sb3-contrib asks for.

Import it through `vector.sb3_vec_env`; importing this module imports Stable-Baselines3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from rulebound.envs.core.game import Game
from rulebound.envs.core.vector import SoloVectorEnv


class TableVecEnv(VecEnv):
    """A `SoloVectorEnv` in the words of Stable-Baselines3."""

    def __init__(self, game: str | Game, num_envs: int = 8, **arguments) -> None:
        self.vector = SoloVectorEnv(game, num_envs, **arguments)
        self.render_mode = None
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.vector.single_observation_space, self.vector.single_action_space)

    def reset(self) -> np.ndarray:
        """New games in all rows; seeded if `seed` was called."""
        seed, self._seeds = self._seeds[0], [None] * self.num_envs
        observation, _ = self.vector.reset(seed=seed)
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """One action of every learner; the last view of a finished game is in its info."""
        observation, rewards, terminated, truncated, infos = self.vector.step(self._actions)
        over = terminated | truncated
        listed: list[dict] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over):
            listed[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
                "result": float(infos["final_return"][row]),
            }
        return observation, rewards.astype(np.float32), over, listed

    def action_masks(self) -> np.ndarray:
        """The learners' legal actions as booleans."""
        return self.vector.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list:
        """A method of every row; `action_masks` is the one that trainers call."""
        rows = self._rows(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in rows]
        return [getattr(self.vector, method_name)(*args, **kwargs) for _ in rows]

    def get_attr(self, attr_name: str, indices: Any = None) -> list:
        """An attribute, the same for every row."""
        return [getattr(self, attr_name) if attr_name in ("render_mode", "action_masks") else getattr(self.vector, attr_name)] * len(
            self._rows(indices)
        )

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the rows share one batch."""
        raise AttributeError(f"{attr_name} cannot be set: all environments are rows of one batch; pass it when constructing")

    def has_attr(self, attr_name: str) -> bool:
        """Whether the rows have an attribute."""
        return hasattr(self, attr_name) or hasattr(self.vector, attr_name)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Rows of a batch are never wrapped."""
        return [False] * len(self._rows(indices))

    def _rows(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else list(indices)

    def close(self) -> None:
        """End the threads."""
        self.vector.close()
