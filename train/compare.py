"""Comparisons: two or more rule variants on the same deals, with the same agents and the same luck.

Every deal is played under all seat rotations in every variant; a metric's difference to the first variant is taken
within each deal, so what the deal itself brings cancels. The p-values are corrected over all differences shown.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version

import numpy as np

from rulebound.agents import Agent
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import source_hash
from rulebound.envs.core.rules import Variant
from rulebound.train.match import CHUNK, Progress, deal_seeds, deals_at_once, plain_data
from rulebound.train.shards import Backend, LocalBackend, Shard, cut
from rulebound.train.stats import INTERVALS, Difference, Estimate, estimate, holm, p_text, paired_difference, percent
from rulebound.train.terminal import plain_table
from rulebound.train.trace import Games, Metric, Tracer, by_deal, metrics

INTERVAL_NAMES = {"t": "Student's t", "bca": "bias-corrected and accelerated bootstrap"}


@dataclass(frozen=True)
class Row:
    """One metric: its value in each variant and its difference to the first, one entry per further variant."""

    metric: Metric
    values: tuple[Estimate, ...]
    differences: tuple[Difference, ...]
    deals: tuple[tuple[float, ...], ...] = field(repr=False, default=())  # the value in each deal, by variant


@dataclass(frozen=True)
class ComparisonResult:
    """A comparison as played, with the deals that are complete in every variant."""

    game: str
    num_players: int
    lineup: tuple[str, ...]
    variants: tuple[str, ...]
    rules_hashes: tuple[str, ...]
    changes: tuple[dict, ...]  # what each variant changes of the standard rules
    seed: int  # of the agents' luck
    seeds: tuple[int, ...]
    wanted: int
    interval: str
    rows: tuple[Row, ...]
    versions: dict[str, str]
    traces: tuple[Games, ...] = field(repr=False, compare=False, default=())
    seconds: float = field(compare=False, default=0.0)

    @property
    def games(self) -> int:
        """Games of each variant."""
        return len(self.seeds) * self.num_players

    @property
    def complete(self) -> bool:
        return len(self.seeds) == self.wanted

    def row(self, key: str) -> Row:
        """A metric by its key."""
        return next(row for row in self.rows if row.metric.key == key)

    @property
    def method(self) -> str:
        """How it was measured, as a paragraph."""
        line = lineup_text(self.lineup)
        tested = sum(len(row.differences) for row in self.rows)
        text = (
            f"{self.games:,} games of {self.game} per variant: {len(self.seeds):,} deals (seeds {self.seeds[0]} to {self.seeds[-1]}), "
            f"each under all {self.num_players} rotations of the seats, played by {line} (agents' seed {self.seed}). "
            f"The deal is the statistical unit: a metric is averaged over the games of a deal first; 95 % intervals by "
            f"{INTERVAL_NAMES[self.interval]} over deals."
        )
        if len(self.variants) > 1:
            text += (
                f" All variants were played on the same deals and luck; differences to {self.variants[0]} are paired within each "
                f"deal, p-values are those of the paired t test, corrected by Holm over all {tested} differences."
            )
        return text + " What is found holds for these agents."

    def to_dict(self) -> dict:
        """Plain data, as JSON has it."""
        keep = ("game", "num_players", "lineup", "seed", "seeds", "wanted", "interval", "versions", "seconds")
        document = {name: getattr(self, name) for name in keep} | {"games": self.games, "complete": self.complete, "method": self.method}
        document["variants"] = [
            {"name": name, "hash": code, "changes": changes}
            for name, code, changes in zip(self.variants, self.rules_hashes, self.changes, strict=True)
        ]
        document["metrics"] = [_row_document(row, self.variants) for row in self.rows]
        return plain_data(document)


def _row_document(row: Row, names: Sequence[str]) -> dict:
    values = {name: asdict(value) for name, value in zip(names, row.values, strict=True)}
    differences = {name: asdict(difference) for name, difference in zip(names[1:], row.differences, strict=True)}
    deals = dict(zip(names, row.deals, strict=True))
    return {**asdict(row.metric), "values": values, "differences": differences, "deals": deals}


# ------------------------------------------------------------------------------------------------ play
class Comparison:
    """A comparison that can be stopped: `run` plays, `result` sums up the deals complete in every variant.

    rules      presets, files or variants; the first is what the others are compared with (one alone is measured)
    interval   "t" or "bca"
    backend    what plays the games (`shards.py`); the result does not depend on it
    Other arguments as in `match.Match`.
    """

    def __init__(
        self,
        game: Game,
        rules: Sequence[object],
        agents: Sequence[str | Agent] = ("scripted",),
        seeds: int | Iterable[int] = 200,
        num_players: int | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        chunk: int = CHUNK,
        interval: str = "t",
        backend: Backend | None = None,
    ) -> None:
        if interval not in INTERVALS:
            raise ValueError(f"interval = {interval!r}: must be one of {', '.join(INTERVALS)}")
        self.game, self.seed, self.interval = game, int(seed), interval
        self.variants = [game.variant(one) for one in rules]  # type: ignore[arg-type]
        if not self.variants:
            raise ValueError("a comparison needs rules")
        self.players = _common_players(game, self.variants, num_players)
        self.seeds = deal_seeds(seeds, self.seed, "a comparison")
        self.groups = cut(self.seeds, deals_at_once(chunk, self.players))
        self.backend = backend or LocalBackend()
        self.tracers = [Tracer(game, agents, variant, self.players, seed=seed, threads=threads) for variant in self.variants]
        self.seconds = 0.0
        self._games: list[Games] = []  # by variant, of the parts that are complete and in order
        self._parts = 0
        self._ahead: dict[tuple[int, int], Games] = {}  # by part and variant: what was played before its turn

    @property
    def done(self) -> int:
        """Deals that are complete in every variant."""
        return self._games[0].deals if self._games else 0

    def run(self, progress: Progress | None = None) -> ComparisonResult:
        """Play on to the end and give the result. Ctrl-C loses chunks in play only."""
        places = [(part, place) for part in range(self._parts, len(self.groups)) for place in range(len(self.tracers))]
        places = [one for one in places if one not in self._ahead]
        shards = [Shard(self.tracers[place], self.groups[part], part) for part, place in places]
        total = len(self.seeds) * self.players * len(self.tracers)
        before = total - sum(shard.games for shard in shards)
        begin = time.perf_counter()
        for number, games in self.backend.play(shards, None if progress is None else lambda over: progress(before + over, total)):
            self._ahead[places[number]] = games
            self._put_together()
            self.seconds += time.perf_counter() - begin
            begin = time.perf_counter()
        return self.result()

    def _put_together(self) -> None:
        """Add the next parts, as far as all variants have them."""
        variants = range(len(self.tracers))
        while all((self._parts, place) in self._ahead for place in variants):
            new = [self._ahead.pop((self._parts, place)) for place in variants]
            self._games = [old + one for old, one in zip(self._games, new, strict=True)] if self._games else new
            self._parts += 1

    def result(self) -> ComparisonResult:
        """What the complete deals say; ValueError if there is none."""
        if not self._games:
            raise ValueError("the comparison was stopped before any deal was complete")
        first = self.tracers[0]
        return ComparisonResult(
            game=self.game.id,
            num_players=self.players,
            lineup=tuple(first.names[slot] for slot in first.slots),
            variants=tuple(_labels(self.variants)),
            rules_hashes=tuple(variant.hash for variant in self.variants),
            changes=tuple(variant.to_dict() for variant in self.variants),
            seed=self.seed,
            seeds=tuple(self.seeds[: self.done]),
            wanted=len(self.seeds),
            interval=self.interval,
            rows=tuple(_rows(self.tracers, self._games, self.interval)),
            versions=versions(),
            traces=tuple(self._games),
            seconds=self.seconds,
        )


def _common_players(game: Game, variants: Sequence[Variant], num_players: int | None) -> int:
    """The number of players at all tables."""
    named = {variant.num_players for variant in variants}
    if num_players is None and len(named) > 1:
        raise ValueError(f"the variants name {' and '.join(map(str, sorted(named)))} players; say how many with --players")
    players = {game.players(num_players, variant) for variant in variants}
    return players.pop()


def _labels(variants: Sequence[Variant]) -> list[str]:
    """The variants' names, those that occur again as name#2."""
    labels: list[str] = []
    for variant in variants:
        twins = sum(label.partition("#")[0] == variant.name for label in labels)
        labels.append(f"{variant.name}#{twins + 1}" if twins else variant.name)
    return labels


def versions() -> dict[str, str]:
    """What the numbers depend on beside rules, agents and seeds."""
    return {"rulebound": version("rulebound"), "sources": source_hash()}


# ------------------------------------------------------------------------------------------------ statistics
def _rows(tracers: Sequence[Tracer], games: Sequence[Games], interval: str) -> list[Row]:
    """All metrics with their differences, corrected as one family."""
    kinds = sorted({int(kind) for one in games for kind in np.unique(one.kinds)})
    values = [by_deal(tracer, one, kinds) for tracer, one in zip(tracers, games, strict=True)]
    rows = []
    for metric in metrics(tracers[0], kinds):
        deals = [one[metric.key] for one in values]
        rows.append(
            Row(
                metric,
                tuple(_bounded(estimate(one, interval), metric) for one in deals),
                tuple(paired_difference(one, deals[0], interval) for one in deals[1:]),
                tuple(tuple(one.tolist()) for one in deals),
            )
        )
    return corrected(rows)


def _bounded(value: Estimate, metric: Metric) -> Estimate:
    """A share's interval stays within 0 and 1."""
    if metric.unit != "share" or value.low != value.low:
        return value
    return Estimate(value.mean, max(0.0, value.low), min(1.0, value.high))


def corrected(rows: Sequence[Row]) -> list[Row]:
    """The rows with Holm's correction over all of their differences."""
    adjusted = iter(holm([difference.p for row in rows for difference in row.differences]))
    return [replace(row, differences=tuple(replace(one, p_holm=next(adjusted)) for one in row.differences)) for row in rows]


# ------------------------------------------------------------------------------------------------ for people
def lineup_text(lineup: Sequence[str]) -> str:
    """A line-up in words, equal neighbours together: "scripted, 3 x random"."""
    runs = [(name, len(list(group))) for name, group in itertools.groupby(lineup)]
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in runs)


def value_text(value: Estimate, unit: str) -> str:
    """A mean with its interval."""
    show = _writer(unit)
    return f"{show(value.mean)} [{show(value.low)}, {show(value.high)}]" if value.low == value.low else show(value.mean)


def difference_text(value: Difference, unit: str) -> str:
    """A difference with its interval: shares in percentage points."""
    scale, digits = (100.0, 1) if unit == "share" else (1.0, 3 if unit == "score" else 2)

    def show(number: float) -> str:
        return f"{round(scale * number, digits) + 0.0:+.{digits}f}"

    return f"{show(value.mean)} [{show(value.low)}, {show(value.high)}]" if value.low == value.low else show(value.mean)


def _writer(unit: str) -> Callable[[float], str]:
    if unit == "share":
        return percent
    return lambda value: f"{value:.{3 if unit == 'score' else 2}f}"


def unit_text(unit: str) -> str:
    """The unit of a difference."""
    return "points" if unit == "share" else unit


def heading(result: ComparisonResult) -> str:
    """The title of a comparison."""
    stopped = "" if result.complete else f", stopped after {len(result.seeds)} of {result.wanted} deals"
    return f"{result.game}, {result.num_players} players, {result.games} games per variant{stopped}"


def show_comparison(result: ComparisonResult, console) -> None:
    """The metrics and, for each further variant, its paired differences as tables."""
    table = plain_table(heading(result))
    table.add_column("metric", overflow="fold")
    for name in result.variants:
        table.add_column(f"{name} [95 % CI]", justify="right")
    for row in result.rows:
        table.add_row(row.metric.title, *(value_text(value, row.metric.unit) for value in row.values))
    console.print(table)
    for place, name in enumerate(result.variants[1:]):
        table = plain_table(f"{name} minus {result.variants[0]}, paired within deals")
        table.add_column("metric", overflow="fold")
        table.add_column("unit")
        for title in ("difference [95 % CI]", "p", "p (Holm)"):
            table.add_column(title, justify="right", no_wrap=True)
        table.add_column("")
        for row in result.rows:
            one = row.differences[place]
            table.add_row(row.metric.title, unit_text(row.metric.unit), *_tested(one, row.metric.unit))
        console.print(table)
    console.print(result.method)


def _tested(one: Difference, unit: str) -> tuple[str, str, str, str]:
    return difference_text(one, unit), p_text(one.p), p_text(one.p_holm), "*" if one.p_holm < 0.05 else ""


def markdown(result: ComparisonResult) -> str:
    """The comparison as a markdown page."""
    lines = [f"# {heading(result)}", "", "| metric | " + " | ".join(f"{name} [95 % CI]" for name in result.variants) + " |"]
    lines.append("|---|" + "---:|" * len(result.variants))
    lines += [
        f"| {row.metric.title} | " + " | ".join(value_text(value, row.metric.unit) for value in row.values) + " |" for row in result.rows
    ]
    for place, name in enumerate(result.variants[1:]):
        lines += ["", f"## {name} minus {result.variants[0]}", "", "| metric | unit | difference [95 % CI] | p | p (Holm) | |"]
        lines.append("|---|---|---:|---:|---:|---|")
        for row in result.rows:
            tested = " | ".join(_tested(row.differences[place], row.metric.unit)).replace("*", "\\*")
            lines.append(f"| {row.metric.title} | {unit_text(row.metric.unit)} | {tested} |")
    lines += ["", "## Rules", ""]
    lines += [f"- {name}: `{code}`" for name, code in zip(result.variants, result.rules_hashes, strict=True)]
    lines += ["", "## Method", "", result.method, "", "Versions: " + ", ".join(f"{k} {v}" for k, v in result.versions.items()), ""]
    return "\n".join(lines)
