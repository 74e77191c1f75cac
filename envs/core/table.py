"""A table: a batch of games in which a learner sits among opponents that play by themselves.

The single-agent faces (Gymnasium, Gymnasium vector, SB3) are all built on it. The learner meets its own
decisions only; everything that its opponents do in between, and what that pays, is part of one transition.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game

EMPTY_GAMES = 100  # games in a row that may end before the learner has a decision


class Table:
    """`size` games with one learner each.

    opponents  name of an agent, or a list of names for the seats after the learner's
    seat       the learner's seat, or None: the seat moves on by one with every game
    """

    def __init__(
        self,
        game: Game,
        size: int = 1,
        opponents: str | Sequence = "random",
        seat: int | None = None,
        num_players: int | None = None,
        rules: object = None,
        seed: int = 0,
        threads: int = 1,
        **options,
    ) -> None:
        from rulebound.agents import make  # agents are built on environments; only this face needs them back

        self.game = game
        self.batch = Batch(game, size, rules, num_players, seed, threads, autoreset=False, **options)
        players = int(self.batch.players[0])
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat = {seat}: must be None or between 0 and {players - 1}")
        names = [opponents] if not isinstance(opponents, list | tuple) else list(opponents)
        if len(names) not in (1, players - 1):
            raise ValueError(f"opponents: {len(names)} names for {players - 1} opponents; give one, or one for each")
        agents = [make(name, game, seed + 1 + k) for k, name in enumerate(names)]
        self.opponents = agents * (players - 1) if len(agents) == 1 else agents
        self.players = players
        self.fixed_seat = seat
        self.learner = np.zeros(size, np.int64)
        self.reward = np.zeros(size, np.float64)
        self._actions = np.full(size, -1, np.int64)
        self._view = tuple(np.zeros_like(array) for array in (self.batch.raw, self.batch.observation, self.batch.mask))
        self.reset(seed)

    @property
    def observation(self) -> np.ndarray:
        """What the learners see (valid where their games go on)."""
        return self.batch.observation

    @property
    def mask(self) -> np.ndarray:
        """The legal actions of the learners."""
        return self.batch.mask

    def reset(self, seed: int | Sequence[int] | None = None, rows: np.ndarray | None = None) -> None:
        """Deal new games and let the opponents play up to the learners' first decisions.

        Games that end before the learner has decided anything are dealt again.
        """
        self.batch.reset(seed, rows)
        if seed is not None:
            first = seed if isinstance(seed, int | np.integer) else seed[0]
            for k, agent in enumerate(self.opponents):
                agent.reseed(int(first) + 1 + k)
        rows = np.arange(self.batch.size) if rows is None else np.asarray(rows)
        for _ in range(EMPTY_GAMES):
            self._seat_learners(rows)
            self.reward[rows] = 0.0
            self._play_opponents()
            rows = rows[self.batch.finished[rows] != 0]
            if not len(rows):
                return
            self.batch.reset(None, rows)
        raise RuntimeError(f"{EMPTY_GAMES} games in a row ended before the learner had a decision")

    def _seat_learners(self, rows: np.ndarray) -> None:
        if self.fixed_seat is not None:
            self.learner[rows] = self.fixed_seat
        else:
            self.learner[rows] = (rows + self.batch.episode[rows]) % self.players

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play the learners' actions and then the opponents'; rewards, terminated and truncated per game."""
        self.reward[:] = 0.0
        self._advance(np.asarray(actions, np.int64))
        self._play_opponents()
        over = self.batch.finished != 0
        truncated = over & (self.batch.states["truncated"] != 0)
        return self.reward.copy(), over & ~truncated, truncated

    def _advance(self, actions: np.ndarray) -> None:
        self.batch.step(actions)
        self.reward += self.batch.reward[np.arange(self.batch.size), self.learner]

    def _play_opponents(self) -> None:
        batch = self.batch
        while True:
            waiting = np.flatnonzero((batch.finished == 0) & (batch.seat != self.learner))
            if not len(waiting):
                return
            self._actions[:] = -1
            place = (batch.seat[waiting] - self.learner[waiting] - 1) % self.players
            for k in np.unique(place):
                rows = waiting[place == k]
                self._actions[rows] = self.opponents[k].act(batch, rows)
            self._advance(self._actions)

    def final_observation(self) -> np.ndarray:
        """What the learners see now, whoever is to act; for games that are over, the final view."""
        self.batch.look(self.learner, *self._view)
        return self._view[1].copy()

    def close(self) -> None:
        """End the threads."""
        self.batch.close()
