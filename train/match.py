"""Seat-rotated matches: every deal is played once under each rotation of the line-up.

The deal is the statistical unit: games of one deal are not independent, so an agent's share is averaged within
each deal first, and the interval is computed over the deals.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from rulebound.agents import Agent, AgentError, make
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.rules import Variant
from rulebound.train.interval import mean_interval
from rulebound.train.terminal import plain_table

CHUNK = 2048  # games played together
METHOD = (
    "share: part of the first places, a shared one counting in part; parity: the share if all seats were equally strong; "
    "result: mean per seat and game. CI: Student's t over deal seeds, of each the mean over all seat rotations."
)
REPORT_EVERY = 32  # steps between two calls of `progress`

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class AgentScore:
    """How one agent did. A game counts once for it, however many seats it has there."""

    name: str
    seats: int  # seats of the line-up that it holds
    games: int
    wins: int  # the first place is its own
    draws: int  # it shares the first place with another agent
    losses: int
    share: float  # mean over deals of its part of the first places
    low: float  # 95 % interval of the share; nan if there is one deal only
    high: float
    parity: float  # the share if all seats were equally strong
    mean_result: float  # per seat and game
    deal_shares: tuple[float, ...]  # the share in each deal, in the order of the seeds


@dataclass(frozen=True)
class MatchResult:
    """A match as played; complete unless it was stopped."""

    game: str
    rules: str
    rules_hash: str
    num_players: int
    lineup: tuple[str, ...]
    seed: int  # of the agents' luck
    seeds: tuple[int, ...]  # the deals that were played
    wanted: int  # the deals that were asked for
    scores: tuple[AgentScore, ...]
    seat_shares: tuple[float, ...]  # part of the first places that each seat got, whoever sat there
    decisions: int
    truncated: int  # games ended by the limit of decisions
    win_kinds: dict[str, int]  # games by the way they ended, if the game tells
    seconds: float = field(compare=False, default=0.0)

    @property
    def games(self) -> int:
        return len(self.seeds) * self.num_players

    @property
    def complete(self) -> bool:
        return len(self.seeds) == self.wanted

    @property
    def decisions_per_game(self) -> float:
        return self.decisions / self.games

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds > 0 else math.nan

    def score(self, name: str) -> AgentScore:
        """The score of an agent by name."""
        return next(score for score in self.scores if score.name == name)

    def to_dict(self) -> dict:
        """Plain data, as JSON has it: a missing interval is null."""
        document = asdict(self)
        document |= {"games": self.games, "complete": self.complete, "method": METHOD}
        document |= {"decisions_per_game": self.decisions_per_game, "decisions_per_second": self.decisions_per_second}
        return plain_data(document)


class Match:
    """A match that can be stopped: `run` plays, `result` sums up the deals that are complete.

    agents       names or agents: one for all seats, two (the first once, the second in all other seats), or one per seat
    seeds        the deals: a number n for seed, seed + 1, ..., seed + n - 1, or the seeds themselves
    seed         of the agents' luck; the same arguments give the same match
    chunk        games played together; it is part of what determines the agents' luck
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[str | Agent],
        seeds: int | Iterable[int] = 200,
        num_players: int | None = None,
        rules: object = None,
        *,
        seed: int = 0,
        threads: int = 1,
        chunk: int = CHUNK,
    ) -> None:
        self.game = game
        self.variant = game.variant(rules)
        self.players = game.players(num_players, self.variant)
        self.seed = int(seed)
        self.seeds = deal_seeds(seeds, self.seed, "a match")
        self.deals_at_once = deals_at_once(chunk, self.players)
        self.referee = Referee(game, agents, self.variant, self.players, seed=self.seed, threads=threads)
        self.referee.warm()
        self.names, self.slots, self.seating = self.referee.names, self.referee.slots, self.referee.seating
        self.seconds = 0.0
        self._parts: list[Part] = []

    @property
    def done(self) -> int:
        """Deals that are complete."""
        return sum(len(part.results) for part in self._parts)

    def run(self, progress: Progress | None = None) -> MatchResult:
        """Play on to the end and give the result. Ctrl-C loses the chunk in play only: its finished games are the short ones."""
        total = len(self.seeds) * self.players
        while self.done < len(self.seeds):
            first = self.done
            begin = time.perf_counter()
            deals = self.seeds[first : first + self.deals_at_once]
            part = self._play(deals, None if progress is None else lambda over, first=first: progress(first * self.players + over, total))
            self.seconds += time.perf_counter() - begin
            self._parts.append(part)
        return self.result()

    def _play(self, deals: list[int], tell: Callable[[int], None] | None) -> Part:
        return self.referee.play(deals, len(self._parts), tell)

    @property
    def results(self) -> np.ndarray:
        """The results of the complete deals by (deal, rotation, seat)."""
        return np.concatenate([part.results for part in self._parts] or [np.zeros((0, self.players, self.players))])

    @property
    def _tells_kinds(self) -> bool:
        kind = self.game.state.fields.get("win_kind")
        return kind is not None and kind.labels is not None

    def result(self) -> MatchResult:
        """What the complete deals say; ValueError if there is none."""
        if not self._parts:
            raise ValueError("the match was stopped before any deal was complete")
        results = self.results
        kinds = np.concatenate([part.kinds for part in self._parts])
        return MatchResult(
            game=self.game.id,
            rules=self.variant.name,
            rules_hash=self.variant.hash,
            num_players=self.players,
            lineup=tuple(self.names[slot] for slot in self.slots),
            seed=self.seed,
            seeds=tuple(self.seeds[: len(results)]),
            wanted=len(self.seeds),
            scores=score(results, self.seating, self.names),
            seat_shares=tuple(first_places(results).mean(axis=(0, 1)).tolist()),
            decisions=int(sum(part.decisions.sum() for part in self._parts)),
            truncated=int(sum(part.truncated.sum() for part in self._parts)),
            win_kinds=self._kinds(kinds) if self._tells_kinds else {},
            seconds=self.seconds,
        )

    def _kinds(self, kinds: np.ndarray) -> dict[str, int]:
        declared = self.game.state.fields["win_kind"]
        counts = np.bincount(kinds - declared.low, minlength=len(declared.labels or ()))
        return {label: int(count) for label, count in zip(declared.labels or (), counts, strict=True) if count}


def deal_seeds(seeds: int | Iterable[int], first: int, what: str) -> list[int]:
    """The deals of a number of them, or those given; ValueError if there is none."""
    found = list(range(first, first + seeds)) if isinstance(seeds, int | np.integer) else [int(seed) for seed in seeds]
    if not found:
        raise ValueError(f"{what} needs at least one seed")
    return found


def deals_at_once(chunk: int, players: int) -> int:
    """Deals of a chunk of games, each with all of its rotations."""
    if chunk < players:
        raise ValueError(f"chunk = {chunk}: must be at least {players}, the rotations of one deal")
    return chunk // players


# ------------------------------------------------------------------------------------------------ play
@dataclass(frozen=True)
class Part:
    """The complete games of some deals: results by (deal, rotation, seat), the rest by game."""

    results: np.ndarray
    decisions: np.ndarray
    truncated: np.ndarray
    kinds: np.ndarray


class Referee:
    """Plays deals under one rule variant, each under every rotation of the line-up; arguments as in `Match`.

    What `play` gives hangs on its arguments alone, so that parts of a measurement may be played in any order and, as a
    referee can be pickled, anywhere.
    """

    def __init__(
        self, game: Game, agents: Sequence[str | Agent], variant: Variant, players: int, *, seed: int = 0, threads: int = 1
    ) -> None:
        self.game, self.variant, self.players, self.seed, self.threads = game, variant, players, int(seed), threads
        self.names, self.agents, self.slots = seat_agents(game, lineup(agents, players), self.seed)
        self.seating = rotations(self.slots)

    def warm(self) -> None:
        """Let everything be compiled, or loaded, before a clock runs."""
        batch = Batch(self.game, 1, self.variant, self.players)
        batch.step(batch.sample())
        for agent in self.agents:
            agent.warm()

    def play(self, deals: Sequence[int], part: int = 0, progress: Callable[[int], None] | None = None):
        """All rotations of some deals in one batch; `part` numbers such calls, `progress` is told the games that are over."""
        n = self.players
        for number, agent in enumerate(self.agents):
            agent.reseed(seed_key(seed_key(self.seed, 1 + number), part))
        batch = Batch(self.game, len(deals) * n, self.variant, n, threads=self.threads, autoreset=False)
        try:
            batch.reset(seed=np.repeat(np.array(deals, object), n).tolist())
            found = self._measure(batch, np.tile(self.seating, (len(deals), 1)), progress)
        finally:
            batch.close()
        if progress is not None:
            progress(batch.size)
        return found

    def _measure(self, batch: Batch, owners: np.ndarray, progress: Callable[[int], None] | None) -> Part:
        """Play a batch to its end and note what came of it."""
        for step, _ in enumerate(chosen_actions(batch, self.agents, owners)):
            if progress is not None and step % REPORT_EVERY == 0:
                progress(int(np.count_nonzero(batch.finished)))
        return Part(
            batch.returns[:, : self.players].astype(np.float64).reshape(-1, self.players, self.players),
            batch.states["decisions"].astype(np.int64),
            batch.states["truncated"] != 0,
            win_kinds(batch),
        )


def win_kinds(batch: Batch) -> np.ndarray:
    """How each game was won, by the number in its state; 0 if the game does not tell."""
    told = "win_kind" in batch.game.state.fields
    return batch.states["win_kind"].astype(np.int64) if told else np.zeros(batch.size, np.int64)


def chosen_actions(batch: Batch, agents: Sequence[Agent], owners: np.ndarray) -> Iterator[np.ndarray]:
    """Play a batch to its end, each agent in all games where it has to act; owners[row, seat] is an agent's number.

    Yields the actions of each step before it is made, -1 for games that are over: who measures a game looks at
    the batch as it was when they were chosen.
    """
    actions = np.empty(batch.size, np.int64)
    while len(waiting := np.flatnonzero(batch.finished == 0)):
        actions[:] = -1
        acting = owners[waiting, batch.seat[waiting]]
        for number, agent in enumerate(agents):
            rows = waiting[acting == number]
            if len(rows):
                actions[rows] = agent.act(batch, rows)
        yield actions
        batch.step(actions)


# ------------------------------------------------------------------------------------------------ line-ups
def lineup(agents: Sequence[str | Agent], players: int) -> list[str | Agent]:
    """One agent per seat, from one, two or all of them."""
    agents = list(agents)
    if len(agents) == players:
        return agents
    if len(agents) == 1:
        return agents * players
    if len(agents) == 2:
        return [agents[0]] + [agents[1]] * (players - 1)
    raise AgentError(f"{len(agents)} agents for {players} players; give one, two (the second fills the seats), or {players}")


def seat_agents(game: Game, wanted: Sequence[str | Agent], seed: int) -> tuple[list[str], list[Agent], list[int]]:
    """The different agents of a line-up with their names, and for each place the number of its agent.

    The same name means the same agent; different agents of one name are told apart as name#2, name#3.
    """
    keys: list[object] = []
    names: list[str] = []
    made: list[Agent] = []
    slots = []
    for one in wanted:
        key: object = id(one) if isinstance(one, Agent) else one
        if key not in keys:
            name = one.name if isinstance(one, Agent) else str(one)
            twins = sum(other.partition("#")[0] == name for other in names)
            keys.append(key)
            names.append(f"{name}#{twins + 1}" if twins else name)
            made.append(make(one, game, seed_key(seed, 1 + len(made))))
        slots.append(keys.index(key))
    return names, made, slots


def rotations(slots: Sequence[int]) -> np.ndarray:
    """Who sits where: [k, seat] is the agent in a seat after the line-up has moved on by k seats."""
    places = np.asarray(slots, np.int64)
    return np.array([np.roll(places, k) for k in range(len(places))])


# ------------------------------------------------------------------------------------------------ statistics
def first_places(results: np.ndarray) -> np.ndarray:
    """Each seat's part of the first place in its game: 1 for a sole winner, 1/k for one of k best, else 0."""
    best = np.isclose(results, results.max(axis=-1, keepdims=True), atol=1e-6)
    return best / best.sum(axis=-1, keepdims=True)


def score(results: np.ndarray, seating: np.ndarray, names: Sequence[str]) -> tuple[AgentScore, ...]:
    """The scores of all agents from results by (deal, rotation, seat)."""
    places = first_places(results)
    scores = []
    for number, name in enumerate(names):
        mine = seating == number
        parts = (places * mine).sum(axis=-1)  # by deal and rotation
        wins, losses = int((parts > 1 - 1e-9).sum()), int((parts < 1e-9).sum())
        shares = parts.mean(axis=1)
        mean, low, high = mean_interval(shares)
        seats = int(mine[0].sum())
        scores.append(
            AgentScore(
                name=name,
                seats=seats,
                games=parts.size,
                wins=wins,
                draws=parts.size - wins - losses,
                losses=losses,
                share=mean,
                low=max(0.0, low) if low == low else low,
                high=min(1.0, high) if high == high else high,
                parity=seats / results.shape[-1],
                mean_result=float(results[:, mine].mean()),
                deal_shares=tuple(shares.tolist()),
            )
        )
    return tuple(scores)


def plain_data(value: object) -> object:
    """Data that JSON can hold: nan becomes None."""
    if isinstance(value, dict):
        return {key: plain_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# ------------------------------------------------------------------------------------------------ for people
def show_match(result: MatchResult, console) -> None:
    """The result as a table."""
    stopped = "" if result.complete else f", stopped after {len(result.seeds)} of {result.wanted} deals"
    table = plain_table(f"{result.game}, rules {result.rules}, {result.num_players} players, {result.games} games{stopped}")
    table.add_column("agent", overflow="fold")
    for heading in ("seats", "games", "won", "drawn", "lost", "share", "95 % CI", "parity", "result"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in result.scores:
        interval = f"{100 * one.low:.1f}-{one.high:.1%}" if one.low == one.low else "-"
        counts = (str(count) for count in (one.seats, one.games, one.wins, one.draws, one.losses))
        table.add_row(one.name, *counts, f"{one.share:.1%}", interval, f"{one.parity:.1%}", f"{round(one.mean_result, 3) + 0.0:+.3f}")
    console.print(table)
    console.print(METHOD)
    console.print("First places by seat: " + ", ".join(f"{seat}: {share:.1%}" for seat, share in enumerate(result.seat_shares)))
    if result.win_kinds:
        console.print("Ends: " + ", ".join(f"{kind} {count} ({count / result.games:.1%})" for kind, count in result.win_kinds.items()))
    if result.truncated:
        console.print(f"Ended by the limit of decisions: {result.truncated}")
    speed = f"{result.decisions_per_second:,.0f} decisions/s, {result.seconds:.1f} s"
    console.print(f"{result.decisions_per_game:.1f} decisions per game; {speed}")
