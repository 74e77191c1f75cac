"""The batch face: many games at once, arrays in, arrays out.

One call plays one action in every game and writes observation, mask, seat to act, rewards and flags into
arrays that the caller may own. Games may differ in rules and in the number of players. Nothing is allocated
after construction, and the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rulebound.envs.core.drivers import DEAL, KEEP, LOOK
from rulebound.envs.core.game import Game
from rulebound.envs.core.layout import ObservationLayout
from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.sampling import first_illegal, sample_batch

SMALLEST_SHARE = 256  # games per thread below which a thread costs more than it saves


class Batch:
    """`size` games of one kind.

    rules          as in `GameEnv`, or a list of them: game i is then played under rules[i % len(rules)]
    num_players    a number, or one per game
    seed           game i of a batch seeded s is the game that `reset(seed=s + i)` deals in the AEC face
    threads        threads that share the games
    autoreset      deal a new game in the step that ended the last one
    observe        "scaled" writes float32 observations in [0, 1] as the AEC face shows them, "raw" only their
                   whole numbers as bytes (a quarter of the memory: scale them on the way into a network with
                   `batch.scale`), None nothing (search and rollouts need none)
    illegal        "raise": refuse the whole step, all games unchanged; "lose": that game is lost
    buffers        arrays of the caller to write into, by attribute name, e.g. {"mask": my_array}
    options        reward, shaping, skip_forced, max_decisions as in `GameEnv`

    After `reset` and each `step`, per game: `observation`, `raw` and `mask` of the seat to act, `seat`; `reward` per
    seat for this step; `over` (1 in the step that ended a game), `truncated`, and `returns`, the results of
    the last finished game per seat.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        rules: object = None,
        num_players: int | Sequence[int] | None = None,
        seed: int | Sequence[int] = 0,
        threads: int = 1,
        autoreset: bool = True,
        observe: str | None = "scaled",
        illegal: str = "raise",
        buffers: dict[str, np.ndarray] | None = None,
        **options,
    ) -> None:
        if size < 1:
            raise ValueError(f"size = {size}: a batch has at least 1 game")
        if threads < 1:
            raise ValueError(f"threads = {threads}: must be at least 1")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal = {illegal!r}: must be raise or lose")
        if observe not in ("scaled", "raw", None):
            raise ValueError(f"observe = {observe!r}: must be scaled, raw or None")
        game.ready("batch")
        self.game = game
        self.size = size
        self.threads = threads
        self.autoreset = bool(autoreset)
        self.forgiving = illegal == "lose"
        many = rules if isinstance(rules, list | tuple) else [rules]
        self.variants = [game.variant(one) for one in many]
        self.rules = np.zeros(len(self.variants), game.rules.dtype)
        for row, variant in enumerate(self.variants):
            self.rules[row] = game.rules_record(variant, **options)
        self.rulesets = np.arange(size, dtype=np.int64) % len(self.variants)
        self.players = self._players(num_players)
        self.view_key, self.view = self._view()
        self.states = np.zeros(size, game.state.dtype)
        self.finished = self.states["over"]  # a view: 1 for games that are over (without autoreset)
        self._pool: ThreadPoolExecutor | None = None

        shapes = {
            "raw": ((size if observe else 0, self.view.size), np.uint8),
            "observation": ((size if observe == "scaled" else 0, self.view.size), np.float32),
            "mask": ((size, game.actions.size), np.int8),
            "seat": ((size,), np.int32),
            "reward": ((size, game.seats), np.float32),
            "over": ((size,), np.int8),
            "truncated": ((size,), np.int8),
            "returns": ((size, game.seats), np.float32),
        }
        given = dict(buffers or {})
        for name, (shape, dtype) in shapes.items():
            array = given.pop(name, None)
            if array is None:
                array = np.zeros(shape, dtype)
            elif array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
                raise ValueError(f"buffers[{name!r}] must be a contiguous {np.dtype(dtype)} array of shape {shape}")
            setattr(self, name, array)
        if given:
            raise ValueError(f"buffers: unknown names {', '.join(given)}; there are {', '.join(shapes)}")
        self.scale = self.view.scale
        self.raw: np.ndarray
        self.observation: np.ndarray
        self.mask: np.ndarray
        self.seat: np.ndarray
        self.reward: np.ndarray
        self.over: np.ndarray
        self.truncated: np.ndarray
        self.returns: np.ndarray
        self.reset(seed)

    def _players(self, num_players: int | Sequence[int] | None) -> np.ndarray:
        wanted = num_players if isinstance(num_players, list | tuple | np.ndarray) else [num_players] * self.size
        if len(wanted) != self.size:
            raise ValueError(f"num_players has {len(wanted)} entries for {self.size} games")
        known: dict[tuple, int] = {}
        players = np.zeros(self.size, np.int64)
        for i, number in enumerate(wanted):
            case = (None if number is None else int(number), int(self.rulesets[i]))
            if case not in known:
                known[case] = self.game.players(case[0], self.variants[case[1]])
            players[i] = known[case]
        return players

    def _view(self) -> tuple[tuple[int, ...], ObservationLayout]:
        """The layout of observations, one for all games of a batch, and its key."""
        tables = sorted({(int(ruleset), int(players)) for ruleset, players in zip(self.rulesets, self.players, strict=True)})
        keys = {self.game.view_key(self.variants[ruleset], players) for ruleset, players in tables}
        if len(keys) > 1:
            shown = " and ".join(str(list(key)) for key in sorted(keys)[:3])
            raise ValueError(f"games of one batch must look alike, but these have views {shown}: choose rules that fix one for all")
        key = keys.pop()
        return key, self.game.view_by_key(key)

    # -------------------------------------------------------------------------------------------- play
    def reset(self, seed: int | Sequence[int] | None = None, rows: np.ndarray | None = None) -> None:
        """Deal new games, in all rows or in some; without a seed the next games of the same seeds.

        A single seed s gives game i the seed s + i; a sequence gives each game its own.
        """
        if seed is not None:
            seeds = [seed + i for i in range(self.size)] if isinstance(seed, int | np.integer) else list(seed)
            if len(seeds) != self.size:
                raise ValueError(f"{len(seeds)} seeds for {self.size} games")
            self.seeds = np.array([int(s) % 2**64 for s in seeds], np.uint64)
            self.episode = np.zeros(self.size, np.int64)
            self._sampler, self._samples = np.uint64(seed_key(int(seeds[0]), -1)), 0
            self.over[:] = self.truncated[:] = 0
            self.reward[:] = self.returns[:] = 0
        else:
            self.episode[slice(None) if rows is None else rows] += 1
        orders = np.full(self.size, DEAL if rows is None else KEEP, np.int64)
        if rows is not None:
            orders[rows] = DEAL
        self._drive(orders)

    def step(self, actions: np.ndarray) -> None:
        """Play one action in every game; -1 leaves a game alone.

        IllegalAction names the first offender, and no game has changed (unless illegal="lose").
        """
        actions = np.asarray(actions, np.int64)
        if actions.shape != (self.size,):
            raise ValueError(f"actions have shape {actions.shape}; there must be one for each of the {self.size} games")
        if self.forgiving:
            actions = np.where(actions < LOOK, self.game.actions.size, actions)  # no order, just an action that does not exist
        else:
            row = first_illegal(self.mask, actions, 0, self.size)
            if row >= 0:
                raise IllegalAction(f"game {row}: {self.position(row).refusal(int(actions[row]))}")
        self._drive(actions)

    def _drive(self, actions: np.ndarray) -> None:
        """Play actions that were checked, or follow orders (`core/drivers.py`, step_batch)."""
        self._share(
            self.size,
            lambda lo, hi: self.game.drivers.step_batch(
                self.states, self.rules, self.game.zero, lo, hi, actions, self.seeds, self.episode, self.players, self.rulesets,
                self.autoreset, self.forgiving, self.raw, self.scale, self.observation, self.mask, self.seat, self.reward, self.over,
                self.truncated, self.returns,
            ),
        )  # fmt: skip

    def sample(self, actions: np.ndarray | None = None) -> np.ndarray:
        """A uniform legal action for every game; -1 for games that are over."""
        if actions is None:
            actions = np.empty(self.size, np.int64)
        self._samples += 1
        self._share(self.size, lambda lo, hi: sample_batch(self.mask, lo, hi, self._sampler, self._samples, actions))
        return actions

    def look(self, seats: np.ndarray, raw: np.ndarray, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write what the given seat of each game sees, into arrays of the caller (shapes as in this batch)."""
        seats = np.asarray(seats, np.int32)
        self._share(
            self.size,
            lambda lo, hi: self.game.drivers.look_batch(self.states, self.rules, lo, hi, seats, raw, self.scale, observation, mask),
        )

    def _share(self, rows: int, work) -> None:
        """Do work(lo, hi) over all rows, shared among the threads (the kernels release the lock of Python)."""
        threads = min(self.threads, max(1, rows // SMALLEST_SHARE))
        if threads == 1:
            work(0, rows)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads - 1)
        bounds = [rows * k // threads for k in range(threads + 1)]
        waiting = [self._pool.submit(work, bounds[k], bounds[k + 1]) for k in range(1, threads)]
        work(bounds[0], bounds[1])
        for job in waiting:
            job.result()

    # -------------------------------------------------------------------------------------------- positions
    def position(self, row: int) -> Position:
        """A copy of one game."""
        states = self.states[row : row + 1].copy()
        rules = self.rules[int(states[0].ruleset)][None].copy()
        states["ruleset"] = 0
        return Position(self.game, self.variants[int(self.rulesets[row])], states, np.atleast_1d(rules))

    def set_position(self, row: int, position: Position) -> None:
        """Put a game into a row. It must be of this game and have the row's rules."""
        if position.game is not self.game or position.variant.hash != self.variants[int(self.rulesets[row])].hash:
            raise ValueError(f"row {row} is played under {self.variants[int(self.rulesets[row])]}, the position under {position.variant}")
        if position.view is not self.view:
            raise ValueError(f"row {row}: the position is of another view than the games of this batch")
        position.validate()
        self.states[row] = position.states[0]
        self.states["ruleset"][row] = self.rulesets[row]
        self.players[row] = position.num_players
        self.seat[row] = position.seat
        self.mask[row] = position.mask()
        if len(self.raw):
            self.raw[row] = position._look(position.seat)[0]
        if len(self.observation):
            self.observation[row] = position.observe(position.seat)

    def save(self) -> dict[str, np.ndarray]:
        """Everything needed to go on from here, as plain arrays."""
        return {
            "states": self.states.view(np.uint8).reshape(self.size, -1).copy(),
            "seeds": self.seeds.copy(),
            "episode": self.episode.copy(),
            "players": self.players.copy(),
            "returns": self.returns.copy(),
            "samples": np.array([self._samples]),
            "sampler": np.array([self._sampler]),
        }

    def load(self, saved: dict[str, np.ndarray]) -> None:
        """Go on from what `save` returned; refused, and nothing changed, if it does not fit this batch."""
        states = np.ascontiguousarray(saved["states"])
        if states.shape != (self.size, self.states.dtype.itemsize) or states.dtype != np.uint8:
            raise ValueError(f"saved states have shape {states.shape}; this batch needs ({self.size}, {self.states.dtype.itemsize}) bytes")
        records = states.reshape(-1).view(self.states.dtype)
        for row in range(self.size):
            ruleset = int(self.rulesets[row])
            if records[row].ruleset != ruleset:
                raise ValueError(f"saved game {row}: rules {records[row].ruleset}, but this row is played under {ruleset}")
            one = Position(self.game, self.variants[ruleset], records[row : row + 1].copy(), self.rules[ruleset : ruleset + 1])
            one.states["ruleset"] = 0
            try:
                one.validate()
            except PositionError as error:
                raise ValueError(f"saved game {row}: {error}") from None
            if one.view is not self.view:
                raise ValueError(f"saved game {row}: it is of another view than the games of this batch")
        self.states.view(np.uint8)[:] = states.reshape(-1)
        for name in ("seeds", "episode", "players", "returns"):
            getattr(self, name)[:] = saved[name]
        self._samples, self._sampler = int(saved["samples"][0]), np.uint64(saved["sampler"][0])
        self.over[:] = self.truncated[:] = 0
        self.reward[:] = 0
        self.seat[:] = self.states["seat"]
        self.look(self.seat, self.raw, self.observation, self.mask)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __repr__(self) -> str:
        return f"<Batch of {self.size} games of {self.game.id}>"
