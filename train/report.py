"""The report: one self-contained HTML page about one rule variant, or about two beside each other.

Everything on it comes from a comparison's result (`compare.py`); nothing is loaded from the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from rulebound.envs.core.game import Game
from rulebound.train import plots
from rulebound.train.compare import (
    ComparisonResult,
    Row,
    difference_text,
    lineup_text,
    value_text,
)  # fmt: skip
from rulebound.train.html import document, picture, section, table
from rulebound.train.stats import p_text, percent
from rulebound.train.trace import FEWEST_DEALS, FEWEST_PLACES, Games, PieceShare, by_piece

MOST_VARIANTS = len(plots.COLOURS)
LISTED = 400  # actions that a list of unused ones names


def page(game: Game, result: ComparisonResult) -> str:
    """The whole page."""
    title = f"{game.facts.title}: " + " and ".join(result.variants)
    sections = [
        _facts(game, result),
        _differences(result),
        _seats(result),
        _lengths(result),
        _kinds(result),
        _along(result),
        _leads(result),
        _first_agent(result),
        _usage(game, result),
        _pieces(game, result),
        _all_metrics(result),
        _rules(game, result),
        _method(result),
    ]
    return document(title, _subtitle(result), [_cards(result), *sections])


def _subtitle(result: ComparisonResult) -> str:
    stopped = "" if result.complete else f"; stopped after {len(result.seeds):,} of {result.wanted:,} deals"
    many = "" if len(result.variants) == 1 else " per variant"
    return (
        f"{result.num_players} players, {lineup_text(result.lineup)}; {result.games:,} games on {len(result.seeds):,} deals{many}{stopped}"
    )


# ------------------------------------------------------------------------------------------------ parts of a page
def _key(result: ComparisonResult, place: int) -> str:
    """The colour of a variant, where there are several."""
    return f'<i class="key" style="background:{plots.COLOURS[place]}"></i>' if len(result.variants) > 1 else ""


def _cards(result: ComparisonResult) -> str:
    """The headline numbers."""
    shown = (
        ("starter_share", f"first places of the starting seat (parity {percent(1 / result.num_players)})"),
        ("decisions", "decisions per game"),
        ("branching", "legal actions per decision"),
        ("decision_share", "decisions with a choice"),
        ("lead_changes", "lead changes per game"),
    )
    cards = []
    for key, text in shown:
        row = result.row(key)
        values = "".join(f"<b>{_key(result, place)}{escape(_short(row, place))}</b>" for place in range(len(result.variants)))
        cards.append(f'<div class="card">{values}<span>{escape(text)}</span></div>')
    return '<div class="cards">' + "\n".join(cards) + "</div>"


def _short(row: Row, place: int) -> str:
    value = row.values[place].mean
    return percent(value) if row.metric.unit == "share" else f"{value:.{3 if row.metric.unit == 'score' else 1}f}"


# ------------------------------------------------------------------------------------------------ sections
def _facts(game: Game, result: ComparisonResult) -> str:
    facts = game.facts
    rows = [
        ("implements", facts.edition),
        ("players", f"{facts.players[0]} to {facts.players[1]}, here {result.num_players}"),
        ("hidden information", facts.hidden_information),
        ("chance", facts.chance),
        ("actions", f"{game.actions.size} in {len(game.actions.blocks)} blocks"),
        ("limit", f"{facts.max_decisions} decisions"),
        *((f"rules: {name}", code) for name, code in zip(result.variants, result.rules_hashes, strict=True)),
    ]
    cells = "\n".join(
        f"<tr><td>{escape(name)}</td><td style='text-align:left;white-space:normal'>{escape(str(value))}</td></tr>" for name, value in rows
    )
    return section("The game", escape(facts.summary), f"<table>{cells}</table>")


def _differences(result: ComparisonResult) -> str:
    if len(result.variants) < 2:
        return ""
    parts = []
    for place, name in enumerate(result.variants[1:]):
        rows = [_difference_cells(row, place) for row in result.rows]
        marked = [row.differences[place].p_holm < 0.05 for row in result.rows]
        if any(row.differences[place].high > row.differences[place].low for row in result.rows):
            parts.append(picture(plots.differences(result, place), f"Paired differences between {name} and {result.variants[0]}"))
        parts.append(table(["metric", result.variants[0], name, "difference [95 % interval]", "p (Holm)"], rows, marked))
    text = (
        f"Differences to {escape(result.variants[0])} on the same deals, paired within each deal, with 95 % intervals. Coloured points and "
        "marked rows: significant at 5 % after Holm's correction over the whole family. Differences of shares are in percentage points."
    )
    return section("What the change of rules does", text, *parts)


def _difference_cells(row: Row, place: int) -> tuple[str, ...]:
    """A metric in the first variant and in another, and how they differ."""
    unit, one = row.metric.unit, row.differences[place]
    return row.metric.title, _short(row, 0), _short(row, place + 1), difference_text(one, unit), p_text(one.p_holm)


def _seats(result: ComparisonResult) -> str:
    text = (
        "Share of first places by seat (%), whoever sits there: every line-up is rotated through all seats, so differences "
        "come from the seat. The starting seat differs from deal to deal. Bars: 95 % intervals over deals."
    )
    return section("Seat advantage", text, picture(plots.seats(result), "First places by seat with intervals"))


def _lengths(result: ComparisonResult) -> str:
    rows = []
    for name, trace in zip(result.variants, result.traces, strict=True):
        values = trace.decisions.ravel()
        low, median, high = np.percentile(values, [5, 50, 95])
        cut = percent(float(trace.truncated.mean()))
        rows.append(
            (name, f"{values.mean():.1f}", f"{values.std():.1f}", f"{low:.0f}", f"{median:.0f}", f"{high:.0f}", f"{values.max()}", cut)
        )
    titles = ["variant", "mean", "sd", "5 %", "median", "95 %", "longest", "ended by the limit"]
    return section(
        "Length",
        "Decisions of all seats together from the deal to the end, per game.",
        picture(plots.lengths(result), "Histogram of decisions per game"),
        table(titles, rows),
    )


def _kinds(result: ComparisonResult) -> str:
    rows = [row for row in result.rows if row.metric.key.startswith("win_")]
    if not rows:
        return ""
    labels = [row.metric.key.removeprefix("win_").replace("_", " ") for row in rows]
    drawn = plots.bars(result, [row.metric.key for row in rows], labels, "share of games")
    return section("Ways of winning", "How games end, share of games (%) with 95 % intervals.", picture(drawn, "Ways of winning"))


def _along(result: ComparisonResult) -> str:
    text = (
        "Left: legal actions per decision (mean). Right: share of decisions (%) with more than one legal action. "
        "Both by the number of the decision in its game, over the games that last so long; "
        "the last 2 % of all decisions, those of a few very long games, are left out."
    )
    return section("Branching and choice along the game", text, picture(plots.along(result), "Branching and choice along the game"))


def _leads(result: ComparisonResult) -> str:
    text = (
        "A seat leads when its score is above all others; the lead changes when another seat leads than the last one that did. "
        "The score is the game's own measure of nearness to winning, looked at before every decision and at the end. "
    )
    drama = result.row("drama")
    said = "; ".join(f"{name} {value_text(value, 'score')}" for name, value in zip(result.variants, drama.values, strict=True))
    text += f"The eventual winner was behind the best seat by, on average over decisions (score from 0 to 1): {escape(said)}."
    return section("Lead changes", text, picture(plots.lead_changes(result), "Histogram of lead changes per game"))


def _first_agent(result: ComparisonResult) -> str:
    row = next((row for row in result.rows if row.metric.key == "first_agent_share"), None)
    if row is None:
        return ""
    text = (
        f"Share of first places (%) of {escape(result.lineup[0])} in the line-up {escape(lineup_text(result.lineup))}, "
        f"over all seats; parity is {percent(row.metric.parity or 0)}."
    )
    drawn = plots.bars(result, [row.metric.key], [result.lineup[0]], "share of first places")
    rows = [(name, value_text(value, "share")) for name, value in zip(result.variants, row.values, strict=True)]
    return section("The first agent", text, picture(drawn, "Share of the first agent"), table(["variant", "share [95 % interval]"], rows))


def _usage(game: Game, result: ComparisonResult) -> str:
    text = (
        "Blocks of actions: the share of all decisions (%) at which some action of the block was legal, and at which one was chosen; "
        "below, how often a legal block was chosen, and in how many games it was used at all. Actions that belong to seats beyond this "
        "table are among those that were never legal."
    )
    parts = [picture(plots.usage(game, result), "Use of the blocks of actions")]
    for place in range(len(result.variants)):
        parts += [_usage_table(game, result, place), _unused(game, result, place)]
    return section("Use of actions", text, *parts)


def _usage_table(game: Game, result: ComparisonResult, place: int) -> str:
    """How often the blocks were legal and chosen under one variant."""
    trace = result.traces[place]
    rows = []
    for number, block in enumerate(game.actions.blocks):
        legal, chosen = (int(counts[..., number].sum()) for counts in (trace.block_legal, trace.block_chosen))
        games = float((trace.block_chosen[..., number] > 0).mean())
        rows.append((block.name.replace("_", " "), f"{legal:,}", f"{chosen:,}", percent(chosen / legal) if legal else "-", percent(games)))
    blocks = table(["block", "decisions where legal", "chosen", "chosen where legal", "games used in"], rows)
    opened = "" if len(result.variants) > 1 else " open"
    return f"<details{opened}><summary>{_key(result, place)}{escape(result.variants[place])}: all blocks</summary>{blocks}</details>"


def unused(game: Game, trace: Games) -> tuple[list[str], list[str]]:
    """The actions that were never legal, and those that were legal and never chosen, in words."""
    never = np.flatnonzero(trace.action_legal == 0)
    idle = np.flatnonzero((trace.action_legal > 0) & (trace.action_chosen == 0))
    return [game.actions.text(int(action)) for action in never], [game.actions.text(int(action)) for action in idle]


def _unused(game: Game, result: ComparisonResult, place: int) -> str:
    never, idle = unused(game, result.traces[place])
    return "\n".join(_list_of_actions(game, result, place, *one) for one in ((never, "never legal"), (idle, "legal but never chosen")))


def _list_of_actions(game: Game, result: ComparisonResult, place: int, actions: Sequence[str], text: str) -> str:
    title = f"{_key(result, place)}{escape(result.variants[place])}: {len(actions)} of {game.actions.size} actions were {text}"
    return f"<details><summary>{title}</summary><p>{_names(actions)}</p></details>"


def _names(actions: Sequence[str]) -> str:
    shown = ", ".join(f"<code>{escape(action)}</code>" for action in actions[:LISTED])
    return (shown + (f" and {len(actions) - LISTED} more" if len(actions) > LISTED else "")) or "none"


def _pieces(game: Game, result: ComparisonResult) -> str:
    """Who wins with what was played, if the game tells."""
    if game.played is None:
        return ""
    name = game.played.name
    labels = [game.played.labels(game.variant(changes)) for changes in result.changes]
    shares = [by_piece(trace, known, result.interval) for trace, known in zip(result.traces, labels, strict=True)]
    judged = len({label for listed in plots.judged_pieces(shares) for label in listed})
    parts = [picture(plots.pieces(result, shares), f"First places with and without each {name}")] if judged else []
    for place, known in enumerate(labels):
        parts += [_piece_table(name, result, place, shares[place]), _never_played(name, result, place, known)]
    half = plots.MOST_PIECES // 2
    cut = f" The plot shows the {half} highest and the {half} lowest." if judged > plots.MOST_PIECES else ""
    text = (
        f"In how many of the {result.games:,} games a seat played a {name} (it lay in play at some decision), the share of first places "
        f"of the seats that did, and of the same seats in games where they did not, with the difference in percentage points. "
        f"Intervals: 95 % over {len(result.seeds):,} deals; none where fewer than {FEWEST_DEALS} deals, {FEWEST_PLACES} first places or "
        f"{FEWEST_PLACES} other places stand on either side. Marked rows: significant at 5 % after Holm's correction over all of them.{cut}"
    )
    bias = (
        f"A difference is not what the {name} is worth. A {name} is played by who drew it and could afford it, which is more often who was "
        f"ahead anyway; long games show more {name}s than short ones; and where decks differ from deal to deal, those that win may "
        f"just contain it more often."
    )
    parts = [f"<p class='soft'>{escape(bias)}</p>", *parts]
    return section(f"Win share by {name} played", text, *parts)


def _piece_table(name: str, result: ComparisonResult, place: int, shares: Sequence[PieceShare]) -> str:
    """The pieces of one variant, from the highest difference to the lowest."""
    rows = [
        (
            one.label, f"{one.games:,}", percent(one.games / result.games), percent(one.share_with), percent(one.share_without),
            difference_text(one.difference, "share") if one.difference.mean == one.difference.mean else "-", p_text(one.difference.p_holm),
        )
        for one in shares
    ]  # fmt: skip
    titles = [name, "games", "of all games", "share with it", "share without it", "difference [95 % interval]", "p (Holm)"]
    listed = table(titles, rows, [one.difference.p_holm < 0.05 for one in shares])
    title = f"{_key(result, place)}{escape(result.variants[place])}: all {name}s played"
    return f"<details{'' if len(result.variants) > 1 else ' open'}><summary>{title}</summary>{listed}</details>"


def _never_played(name: str, result: ComparisonResult, place: int, labels: Sequence[str]) -> str:
    seen = result.traces[place].played.any(axis=(0, 1, 2))
    never = [label for label, there in zip(labels, seen, strict=True) if not there]
    title = f"{_key(result, place)}{escape(result.variants[place])}: {len(never)} of {len(labels)} {name}s were never played"
    return f"<details><summary>{title}</summary><p>{escape(', '.join(never)) or 'none'}</p></details>"


def _all_metrics(result: ComparisonResult) -> str:
    if len(result.variants) > 1:
        return ""  # they are in the table of differences
    rows = [
        (row.metric.title, value_text(row.values[0], row.metric.unit), "" if row.metric.parity is None else percent(row.metric.parity))
        for row in result.rows
    ]
    return section("All numbers", "Means over deals with 95 % intervals.", table(["metric", "mean [95 % interval]", "parity"], rows))


def _rules(game: Game, result: ComparisonResult) -> str:
    """The parameters in which a variant differs from the standard rules, or variants from each other."""
    parameters = game.rules.parameters
    paths = [path for path in parameters if any(path in changes for changes in result.changes)]
    if not paths:
        return ""
    rows = [(path, *(_word(changes.get(path, parameters[path].default)) for changes in result.changes)) for path in paths]
    text = f"Rule parameters that differ from the standard rules; all others have their standard values ({len(parameters)} in all)."
    return section("Rules", text, table(["parameter", *result.variants], rows))


def _word(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _method(result: ComparisonResult) -> str:
    rules = ", ".join(f"{name} {code}" for name, code in zip(result.variants, result.rules_hashes, strict=True))
    told = ", ".join(f"{name} {value}" for name, value in result.versions.items())
    return section("How this was measured", escape(result.method), f"<p class='soft'>Rules: {escape(rules)}. Versions: {escape(told)}.</p>")
