"""A pool of opponents: whoever sits in a seat is drawn anew for every game and stays to its end.

Members are agents for good or, written None, frozen copies of a learner, the oldest of which make room for new ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from rulebound.agents.base import Agent
from rulebound.agents.random import RandomAgent
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.rng import seed_key


class PoolAgent(Agent):
    """Plays every seat of a game by a member drawn for it.

    members  agents; None is one of the snapshots. All are equally likely; who is listed twice comes twice as often
    keep     snapshots that are kept
    newest   probability that a snapshot is the newest one; otherwise all are equally likely

    As long as there is no snapshot, a random agent stands in for it: an untrained policy plays no better.
    """

    name = "pool"

    def __init__(self, game: Game, members: Sequence[Agent | None], seed: int = 0, keep: int = 10, newest: float = 0.5) -> None:
        self.members = tuple(members)
        self.newest = newest
        self.snapshots: deque[Agent] = deque(maxlen=keep)
        self._stand_in = RandomAgent(game)
        super().__init__(game, seed)

    def reseed(self, seed: int) -> None:
        """Start the pool's luck and that of all members anew, and forget who sat where."""
        super().reseed(seed)
        self._luck = np.random.default_rng(seed_key(seed, 2))
        for number, agent in enumerate(self._everybody()):
            agent.reseed(seed_key(seed, 3 + number))
        self._episode = np.zeros(0, np.int64)
        self._holder = np.zeros((0, 0), object)

    def warm(self) -> None:
        """Warm all members."""
        for agent in self._everybody():
            agent.warm()

    def _everybody(self) -> list[Agent]:
        return [*(agent for agent in self.members if agent is not None), *self.snapshots, self._stand_in]

    def add(self, snapshot: Agent) -> None:
        """Let a frozen copy of the learner sit down in games that begin from now on."""
        self.snapshots.append(snapshot)

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        rows = np.asarray(rows, np.int64)
        if len(self._episode) != batch.size:
            self._episode = np.full(batch.size, -1, np.int64)
            self._holder = np.empty((batch.size, self.game.seats), object)
        for row in rows[self._episode[rows] != batch.episode[rows]]:
            self._holder[row] = [self._draw() for _ in range(self.game.seats)]
            self._episode[row] = batch.episode[row]
        holders = self._holder[rows, batch.seat[rows]]
        actions = np.empty(len(rows), np.int64)
        for agent in dict.fromkeys(holders):
            mine = holders == agent
            actions[mine] = agent.act(batch, rows[mine])
        return actions

    def _draw(self) -> Agent:
        member = self.members[self._luck.integers(len(self.members))]
        if member is not None:
            return member
        if not self.snapshots:
            return self._stand_in
        if self._luck.random() < self.newest:
            return self.snapshots[-1]
        return self.snapshots[self._luck.integers(len(self.snapshots))]
