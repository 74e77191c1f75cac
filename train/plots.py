"""The plots of a report: each function draws one figure from a comparison's result and gives it as an SVG data address.

Matplotlib is imported where it is used: it comes with the extra `eval`.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

import numpy as np

from rulebound.envs.core.game import Game
from rulebound.train.compare import ComparisonResult
from rulebound.train.stats import optional
from rulebound.train.trace import CHOICES_AT, GAMES_AT, LEGAL_AT, Games, PieceShare

COLOURS = ("#2b6a99", "#d1731f", "#4a8c57", "#8a4f9e")  # one per variant, told apart by the colour-blind too
INK, FAINT = "#2b2b2b", "#d9d9d9"
WIDTH = 7.2  # inches
CURVE_BINS = 40  # points of a curve along the game
RARE = 0.99  # quantile of the lead changes from which games are shown together
MOST_PIECES = 40  # that the plot of pieces has room for: half of them from either end
CURVE_END = 0.98  # share of the games' decisions that a curve covers: the few longest games are noise


# ------------------------------------------------------------------------------------------------ figures
def new_figure(height: float, columns: int = 1) -> tuple:
    """An empty figure in the style of the report, and its axes."""
    figure = optional("matplotlib.figure").Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)[0]
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
        one.spines[["left", "bottom"]].set_color("#888888")
        one.tick_params(colors=INK, labelsize=9)
        one.grid(color=FAINT, linewidth=0.6)
        one.set_axisbelow(True)
    return figure, axes


def address(figure) -> str:
    """A figure as a data address that an <img> shows without the network."""
    file = io.StringIO()
    with optional("matplotlib").rc_context({"svg.hashsalt": "rulebound"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(file.getvalue().encode()).decode()


def _legend(axes, result: ComparisonResult) -> None:
    if len(result.variants) > 1:
        axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(result.variants), borderaxespad=0.1)


def _offsets(many: int, width: float) -> list[float]:
    """Where the bars or points of several variants stand around their common place."""
    return [(place - (many - 1) / 2) * width for place in range(many)]


def percent_axis(axis) -> None:
    axis.set_major_formatter(optional("matplotlib.ticker").PercentFormatter(1.0, decimals=None))


# ------------------------------------------------------------------------------------------------ plots
def seats(result: ComparisonResult) -> str:
    """First places of the starting seat and of every seat, with intervals."""
    keys = ["starter_share", *(f"seat_{seat}_share" for seat in range(result.num_players))]
    labels = ["starting\nseat", *(f"seat {seat}" for seat in range(result.num_players))]
    figure, (axes,) = new_figure(3.0)
    for place, shift in enumerate(_offsets(len(result.variants), 0.16)):
        values = [result.row(key).values[place] for key in keys]
        _points(axes, np.arange(len(keys)) + shift, values, COLOURS[place], result.variants[place])
    axes.axhline(1 / result.num_players, color=INK, linewidth=1, linestyle="--")
    axes.annotate(
        "parity", (len(keys) - 0.5, 1 / result.num_players), xytext=(0, 3), textcoords="offset points", ha="right", fontsize=8.5, color=INK
    )
    axes.set_xlim(-0.5, len(keys) - 0.5)
    axes.set_xticks(range(len(keys)), labels)
    axes.set_ylabel("share of first places")
    axes.grid(axis="x", visible=False)
    percent_axis(axes.yaxis)
    _legend(axes, result)
    return address(figure)


def _points(axes, x: np.ndarray, values: Sequence, colour: str, label: str) -> None:
    means = np.array([value.mean for value in values])
    arms = np.array([[value.mean - value.low, value.high - value.mean] for value in values]).T
    axes.errorbar(x, means, yerr=np.nan_to_num(arms), fmt="o", color=colour, capsize=3, markersize=5.5, linewidth=1.4, label=label)


def lengths(result: ComparisonResult) -> str:
    """How long games are."""
    figure, (axes,) = new_figure(2.8)
    all_lengths = [trace.decisions.ravel() for trace in result.traces]
    edges = np.histogram_bin_edges(np.concatenate(all_lengths), bins=40)
    for place, values in enumerate(all_lengths):
        weights = np.full(len(values), 1 / len(values))
        filled = {"alpha": 0.75 if len(all_lengths) == 1 else 0.3}
        axes.hist(values, edges, weights=weights, color=COLOURS[place], **filled)
        axes.hist(values, edges, weights=weights, histtype="step", color=COLOURS[place], linewidth=1.5, label=result.variants[place])
        axes.axvline(np.median(values), color=COLOURS[place], linewidth=1.3, linestyle="--")
    axes.set_xlabel("decisions per game (dashed: median)")
    axes.set_ylabel("share of games")
    percent_axis(axes.yaxis)
    _legend(axes, result)
    return address(figure)


def bars(result: ComparisonResult, keys: Sequence[str], labels: Sequence[str], unit: str) -> str:
    """Shares with intervals as horizontal bars, one group per key."""
    many = len(result.variants)
    figure, (axes,) = new_figure(0.8 + 0.32 * len(keys) * max(many, 1.4))
    height = 0.75 / many
    for place, shift in enumerate(_offsets(many, height)):
        values = [result.row(key).values[place] for key in keys]
        where = np.arange(len(keys)) + shift
        arms = np.nan_to_num(np.array([[v.mean - v.low, v.high - v.mean] for v in values]).T)
        axes.barh(where, [v.mean for v in values], height, color=COLOURS[place], alpha=0.8, label=result.variants[place])
        axes.errorbar([v.mean for v in values], where, xerr=arms, fmt="none", ecolor=INK, capsize=2.5, linewidth=1.1)
    axes.set_yticks(range(len(keys)), labels)
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel(unit)
    axes.grid(axis="y", visible=False)
    percent_axis(axes.xaxis)
    _legend(axes, result)
    return address(figure)


def binned_curve(trace: Games) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Decision number, mean legal actions and share of real choices along the game, in bins."""
    played = np.cumsum(trace.curve[GAMES_AT])
    last = int(np.searchsorted(played, CURVE_END * played[-1])) + 1
    width = max(1, -(-last // CURVE_BINS))
    starts = np.arange(0, last, width)
    sums = np.add.reduceat(trace.curve[:, :last], starts, axis=1).astype(np.float64)
    ends = np.minimum(starts + width, last)
    return (starts + ends + 1) / 2, sums[LEGAL_AT] / sums[GAMES_AT], sums[CHOICES_AT] / sums[GAMES_AT]


def along(result: ComparisonResult) -> str:
    """Legal actions and share of real choices by decision number."""
    figure, (left, right) = new_figure(2.9, 2)
    for place, trace in enumerate(result.traces):
        x, legal, choices = binned_curve(trace)
        left.plot(x, legal, color=COLOURS[place], linewidth=1.7, label=result.variants[place])
        right.plot(x, choices, color=COLOURS[place], linewidth=1.7)
    left.set_ylim(bottom=0)
    right.set_ylim(0, 1.03)
    left.set_ylabel("legal actions, mean")
    right.set_ylabel("decisions with a choice")
    percent_axis(right.yaxis)
    for axes in (left, right):
        axes.set_xlabel("decision number in the game")
    _legend(left, result)
    return address(figure)


def lead_changes(result: ComparisonResult) -> str:
    """How often the lead changes in a game."""
    figure, (axes,) = new_figure(2.6)
    most = max(1, *(int(np.quantile(trace.lead_changes, RARE)) for trace in result.traces))
    width = 0.8 / len(result.traces)
    for place, shift in enumerate(_offsets(len(result.traces), width)):
        changes = np.minimum(result.traces[place].lead_changes.ravel(), most)
        shares = np.bincount(changes, minlength=most + 1) / len(changes)
        axes.bar(np.arange(most + 1) + shift, shares, width, color=COLOURS[place], alpha=0.85, label=result.variants[place])
    axes.set_xticks(range(most + 1), [*map(str, range(most)), f"{most}+"])
    axes.set_xlabel("lead changes per game")
    axes.set_ylabel("share of games")
    axes.grid(axis="x", visible=False)
    percent_axis(axes.yaxis)
    _legend(axes, result)
    return address(figure)


def usage(game: Game, result: ComparisonResult) -> str:
    """For every block of actions: the share of decisions where it was legal, and where it was chosen."""
    names = [block.name.replace("_", " ") for block in game.actions.blocks]
    figure, panels = new_figure(1.0 + 0.2 * len(names) * max(1, 0.7 * len(result.traces)), 2)
    height = 0.8 / len(result.traces)
    for place, shift in enumerate(_offsets(len(result.traces), height)):
        trace = result.traces[place]
        total = trace.decisions.sum()
        for axes, counts in zip(panels, (trace.block_legal, trace.block_chosen), strict=True):
            where = np.arange(len(names)) + shift
            axes.barh(where, counts.sum(axis=(0, 1)) / total, height, color=COLOURS[place], alpha=0.85, label=result.variants[place])
    for axes, label in zip(panels, ("legal, share of decisions", "chosen, share of decisions"), strict=True):
        axes.set_yticks(range(len(names)), names if axes is panels[0] else [])
        axes.invert_yaxis()
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlabel(label)
        axes.grid(axis="y", visible=False)
        percent_axis(axes.xaxis)
    _legend(panels[1], result)
    return address(figure)


def differences(result: ComparisonResult, place: int = 0) -> str:
    """Paired differences in units of their own spread over deals: which metrics moved, at one glance."""
    rows = [row for row in result.rows if row.differences[place].high > row.differences[place].low]
    figure, (axes,) = new_figure(0.8 + 0.27 * max(1, len(rows)))
    for height, row in enumerate(rows):
        one = row.differences[place]
        spread = float(np.std(np.subtract(row.deals[place + 1], row.deals[0]), ddof=1))
        colour = COLOURS[place + 1] if one.p_holm < 0.05 else "#999999"
        arms = np.array([[one.mean - one.low], [one.high - one.mean]]) / spread
        axes.errorbar(one.mean / spread, height, xerr=arms, fmt="o", color=colour, capsize=3, markersize=5.5, linewidth=1.4)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_yticks(range(len(rows)), [row.metric.title for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("difference / its standard deviation over deals")
    axes.set_title(f"{result.variants[place + 1]} minus {result.variants[0]}", fontsize=10, loc="left", color=INK)
    return address(figure)


def judged_pieces(shares: Sequence[Sequence[PieceShare]]) -> list[dict[str, PieceShare]]:
    """Those pieces of each variant whose difference has an interval, by label."""
    return [{one.label: one for one in listed if one.difference.low == one.difference.low} for listed in shares]


def pieces(result: ComparisonResult, shares: Sequence[Sequence[PieceShare]]) -> str:
    """Difference of first places with and without a piece, with intervals, from the highest to the lowest."""
    judged = judged_pieces(shares)
    means = {
        label: float(np.mean([one[label].difference.mean for one in judged if label in one])) for listed in judged for label in listed
    }  # fmt: skip
    labels = sorted(means, key=lambda label: (-means[label], label))
    if len(labels) > MOST_PIECES:
        labels = labels[: MOST_PIECES // 2] + labels[-MOST_PIECES // 2 :]
    many = len(result.variants)
    figure, (axes,) = new_figure(0.8 + 0.19 * len(labels) * max(1, 0.6 * many))
    for place, shift in enumerate(_offsets(many, 0.7 / many)):
        shown = [(height + shift, judged[place][label].difference) for height, label in enumerate(labels) if label in judged[place]]
        arms = np.array([[one.mean - one.low, one.high - one.mean] for _, one in shown]).reshape(-1, 2).T
        axes.errorbar(
            [one.mean for _, one in shown], [height for height, _ in shown], xerr=arms, fmt="o", color=COLOURS[place], capsize=2,
            markersize=4, linewidth=1.2, label=result.variants[place],
        )  # fmt: skip
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlabel("first places with it minus without it")
    percent_axis(axes.xaxis)
    _legend(axes, result)
    return address(figure)
