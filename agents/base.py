"""The interface of an agent: it acts on a batch of games."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.rng import seed_key


class AgentError(ValueError):
    """An agent that does not exist or cannot play this game."""


class Agent(ABC):
    """Chooses an action for each of some games of a batch.

    An agent may look at `batch.observation`, `batch.mask` and `batch.seat`; an agent that reads
    `batch.states` must use only what the seat to act may know (proven by: same move after `redeal`).
    """

    name: str

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the agent's own luck anew; the same seed and games give the same actions."""
        self.key = np.uint64(seed_key(seed, 1))
        self.turns = 0

    def warm(self) -> None:  # noqa: B027  (optional: agents without compiled parts need nothing)
        """Compile or load what acting needs, before a clock runs."""

    @abstractmethod
    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """One legal action for each of the given rows, in their order."""

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.id}>"
