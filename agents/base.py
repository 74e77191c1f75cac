"""The interface of an agent: it acts on a batch of games."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry
from rulebound.envs.core.rng import episode_key, mix, seed_key


@entry
def words(key, rows, seeds, episode, decisions, bits):
    """A random word for each row, which is at its decision decisions[k]."""
    for k in range(len(rows)):
        i = rows[k]
        bits[k] = mix(key ^ episode_key(seeds[i], episode[i]), i, decisions[k])


class AgentError(ValueError):
    """An agent that does not exist or cannot play this game."""


class Agent(ABC):
    """Chooses an action for each of some games of a batch.

    An agent may look at `batch.observation`, `batch.mask` and `batch.seat`; an agent that reads
    `batch.states` must use only what the seat to act may know (proven by: same move after `redeal`).
    """

    name: str

    @property
    def identity(self) -> str:
        """What tells the agent from others of its name; one that plays by a file adds the file's fingerprint."""
        return self.name

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start the agent's own luck anew; the same seed and games give the same actions."""
        self.key = np.uint64(seed_key(seed, 1))

    def luck(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """A random 64-bit word for each row.

        It hangs on the agent's seed, the row with its deal and the number of the decision, and on nothing that was
        asked before: games under two rule variants meet the same luck for as long as they go the same way.
        """
        bits = np.empty(len(rows), np.uint64)
        # A copy of the rows: as a view of the records, a batch of one game would be another type and be compiled once more.
        words(self.key, rows, batch.seeds, batch.episode, batch.states["decisions"][rows], bits)
        return bits

    def warm(self) -> None:  # noqa: B027  (optional: agents without compiled parts need nothing)
        """Compile or load what acting needs, before a clock runs."""

    def act_once(self) -> None:
        """Act in a game of its own: the simplest way to warm up for an agent that remembers nothing."""
        self.act(Batch(self.game, 1), np.zeros(1, np.int64))

    @abstractmethod
    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """One legal action for each of the given rows, in their order."""

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.id}>"
