"""Traces: games played by agents and measured at every decision, for any game.

`Tracer.play` plays all rotations of some deals in one batch and gives `Games`, one number per game for everything
that `compare` and `report` look at. Two tracers with the same seeds and line-up differ in their rules only: deals,
dice and the agents' luck come from the same streams.
"""
# ruff: noqa: F821  (`outcome` is bound per game)

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache

import numpy as np

from rulebound.agents import Agent
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry, rebind
from rulebound.envs.core.rules import Variant
from rulebound.train.match import REPORT_EVERY, Referee, chosen_actions, first_places, win_kinds
from rulebound.train.stats import Difference, estimate, holm, mean_p_value

LEGAL, CHOICES, CHANGES, LEADER = range(4)  # columns of the counts that a game keeps
GAMES_AT, LEGAL_AT, CHOICES_AT = range(3)  # rows of the sums by decision number
TIE = 1e-6  # scores nearer than this are equal
# Below so many deals, first places and other places with a piece, or without it, no difference is judged.
FEWEST_DEALS, FEWEST_PLACES = 10, 5


# ------------------------------------------------------------------------------------------------ compiled
def note_rows(states, rules, mask, actions, block_of, counts, deficit, block_legal, block_chosen, action_legal, action_chosen, curve):
    """Measure every game at the decision it is at, or its final position (action -1); a template.

    A seat leads when its score is above all others; the lead changes when another seat leads than the last one
    that did. `deficit` sums how far each seat's score is below the best.
    """
    out = np.zeros((deficit.shape[1], 3), np.float32)
    for i in range(len(actions)):
        s = states[i]
        if actions[i] < 0 and counts[i, LEADER] == -2:
            continue  # over, and its final position is measured
        outcome(s, rules[s.ruleset], out)
        best = -1.0
        leader = -1
        for seat in range(s.num_players):
            if out[seat, 2] > best + TIE:
                best = out[seat, 2]
                leader = seat
            elif out[seat, 2] > best - TIE:
                leader = -1
        if leader >= 0 and leader != counts[i, LEADER]:
            if counts[i, LEADER] >= 0:
                counts[i, CHANGES] += 1
            counts[i, LEADER] = leader
        if actions[i] < 0:
            counts[i, LEADER] = -2
            continue
        for seat in range(s.num_players):
            deficit[i, seat] += best - out[seat, 2]
        legal = 0
        last = -1
        for action in range(mask.shape[1]):
            if mask[i, action] != 0:
                legal += 1
                action_legal[action] += 1
                if block_of[action] != last:
                    last = block_of[action]
                    block_legal[i, last] += 1
        action_chosen[actions[i]] += 1
        block_chosen[i, block_of[actions[i]]] += 1
        counts[i, LEGAL] += legal
        curve[GAMES_AT, s.decisions] += 1
        curve[LEGAL_AT, s.decisions] += legal
        if legal > 1:
            counts[i, CHOICES] += 1
            curve[CHOICES_AT, s.decisions] += 1


@cache
def _bound(game: Game) -> Callable:
    """The measuring loop of one game, compiled or found in the disk cache."""
    module = f"rulebound.envs.{game.name}"  # the disk cache imports it: it must exist, and differ between games
    names = {name: value for name, value in globals().items() if name.isupper()}
    namespace = {"__name__": module, "np": np, "range": range, "len": len, "outcome": game.kernels["outcome"], **names}
    return entry(rebind(note_rows, namespace, module))


# ------------------------------------------------------------------------------------------------ games
@dataclass(frozen=True)
class Games:
    """Measured games: the first axes are deal and rotation, except in the sums at the end."""

    results: np.ndarray  # [deal, rotation, seat] from -1 to 1
    decisions: np.ndarray  # [deal, rotation]
    truncated: np.ndarray  # ended by the limit of decisions
    kinds: np.ndarray  # the state's win_kind, 0 if the game has none
    starters: np.ndarray  # the seat that starts: the state's `starter`, else the seat of the first decision
    legal: np.ndarray  # sum over decisions of the number of legal actions
    choices: np.ndarray  # decisions with more than one legal action
    lead_changes: np.ndarray
    deficit: np.ndarray  # [deal, rotation, seat] sum over decisions of the distance to the best score
    block_legal: np.ndarray  # [deal, rotation, block] decisions at which some action of the block was legal
    block_chosen: np.ndarray
    played: np.ndarray  # [deal, rotation, seat, piece] the seat had it in play at some decision; no pieces if the game has none
    action_legal: np.ndarray  # [action] decisions at which it was legal, over all games
    action_chosen: np.ndarray
    curve: np.ndarray  # [games / legal actions / choices, decision number], over all games

    @property
    def deals(self) -> int:
        return len(self.results)

    def __add__(self, other: Games) -> Games:
        """The games of both."""
        merged = {}
        for item in fields(self):
            mine, theirs = getattr(self, item.name), getattr(other, item.name)
            sums = item.name in ("action_legal", "action_chosen", "curve")
            merged[item.name] = mine + theirs if sums else np.concatenate([mine, theirs])
        return Games(**merged)


class Tracer(Referee):
    """Plays and measures deals under one rule variant."""

    def __init__(
        self, game: Game, agents: Sequence[str | Agent], variant: Variant, players: int, *, seed: int = 0, threads: int = 1
    ) -> None:
        super().__init__(game, agents, variant, players, seed=seed, threads=threads)
        sizes = [block.size for block in game.actions.blocks]
        self._block_of = np.repeat(np.arange(len(sizes)), sizes)
        self._pieces = 0 if game.played is None else len(game.played.labels(variant))

    def warm(self) -> None:
        """Let everything be compiled, or loaded: the measuring loop sees games that are over at once."""
        super().warm()
        batch = Batch(self.game, self.players, self.variant, self.players, autoreset=False)
        batch.finished[:] = 1
        self._measure(batch, self.seating, None)

    def _measure(self, batch: Batch, owners: np.ndarray, progress: Callable[[int], None] | None) -> Games:
        """Play a batch to its end and measure it."""
        blocks, actions, limit = len(self.game.actions.blocks), self.game.actions.size, int(batch.rules["max_decisions"][0])
        counts = np.zeros((batch.size, 4), np.int64)
        counts[:, LEADER] = -1
        deficit = np.zeros((batch.size, self.game.seats))
        per_block = np.zeros((2, batch.size, blocks), np.int64)
        per_action = np.zeros((2, actions), np.int64)
        curve = np.zeros((3, limit), np.int64)
        played = np.zeros((batch.size, self.players, self._pieces), np.bool_)
        declared = self.game.state.fields
        starters = (batch.states["starter"] if "starter" in declared else batch.seat).astype(np.int64)
        measure = _bound(self.game)

        def note(chosen: np.ndarray) -> None:
            measure(
                batch.states, batch.rules, batch.mask, chosen, self._block_of, counts, deficit, *per_block, *per_action, curve,
            )  # fmt: skip

        for step, chosen in enumerate(chosen_actions(batch, self.agents, owners)):
            note(chosen)
            self._note_played(batch.states, np.flatnonzero(chosen >= 0), played)
            if progress is not None and step % REPORT_EVERY == 0:
                progress(int(np.count_nonzero(batch.finished)))
        note(np.full(batch.size, -1, np.int64))
        self._note_played(batch.states, np.arange(batch.size), played)

        def by_deal(values: np.ndarray) -> np.ndarray:
            return values.reshape(batch.size // self.players, self.players, *values.shape[1:])

        return Games(
            results=by_deal(batch.returns[:, : self.players].astype(np.float64)),
            decisions=by_deal(batch.states["decisions"].astype(np.int64)),
            truncated=by_deal(batch.states["truncated"] != 0),
            kinds=by_deal(win_kinds(batch)),
            starters=by_deal(starters),
            legal=by_deal(counts[:, LEGAL]),
            choices=by_deal(counts[:, CHOICES]),
            lead_changes=by_deal(counts[:, CHANGES]),
            deficit=by_deal(deficit[:, : self.players]),
            block_legal=by_deal(per_block[0]),
            block_chosen=by_deal(per_block[1]),
            played=by_deal(played),
            action_legal=per_action[0],
            action_chosen=per_action[1],
            curve=curve,
        )

    def _note_played(self, states: np.ndarray, rows: np.ndarray, played: np.ndarray) -> None:
        """Add what lies in play now in some of the games."""
        if self.game.played is not None:
            numbers = self.game.played.places(states)[rows, : self.players]
            row, seat, place = np.nonzero(numbers)
            played[rows[row], seat, numbers[row, seat, place].astype(np.int64) - 1] = True


# ------------------------------------------------------------------------------------------------ metrics
@dataclass(frozen=True)
class Metric:
    """A number per deal: its meaning, its unit and, if it has one, the value of a fair game."""

    key: str
    title: str
    unit: str  # "share" (of games or decisions), or what is counted
    parity: float | None = None


def kind_labels(game: Game) -> dict[int, str]:
    """The ways of winning by the number in the state; empty if the game does not tell."""
    kind = game.state.fields.get("win_kind")
    if kind is None or kind.labels is None:
        return {}
    return {kind.low + place: label for place, label in enumerate(kind.labels)}


def metrics(tracer: Tracer, kinds: Sequence[int]) -> list[Metric]:
    """What is measured: the ways of winning are those given, the first agent's share needs a second agent."""
    n, labels = tracer.players, kind_labels(tracer.game)
    found = [Metric("starter_share", "first places of the starting seat", "share", 1 / n)]
    found += [Metric(f"seat_{seat}_share", f"first places of seat {seat}", "share", 1 / n) for seat in range(n)]
    found += [
        Metric("decisions", "decisions per game", "decisions"),
        Metric("branching", "legal actions per decision", "actions"),
        Metric("decision_share", "decisions with more than one legal action", "share"),
        Metric("truncated", "games ended by the limit of decisions", "share"),
        Metric("lead_changes", "lead changes per game", "changes"),
        Metric("drama", "winner's mean distance to the leader", "score"),
    ]
    found += [
        Metric(f"win_{labels[kind]}", f"games ended by {labels[kind].replace('_', ' ')}", "share") for kind in kinds if kind in labels
    ]
    if len(tracer.names) > 1:
        seats = tracer.slots.count(0)
        found.append(Metric("first_agent_share", f"first places of {tracer.names[0]}", "share", seats / n))
    return found


def by_deal(tracer: Tracer, games: Games, kinds: Sequence[int]) -> dict[str, np.ndarray]:
    """Every metric's value in each deal: the mean over its rotations, each game counting the same."""
    places, labels = first_places(games.results), kind_labels(tracer.game)
    decisions = np.maximum(games.decisions, 1)
    values = {"starter_share": np.take_along_axis(places, games.starters[..., None], -1)[..., 0]}
    values |= {f"seat_{seat}_share": places[..., seat] for seat in range(tracer.players)}
    values |= {
        "decisions": games.decisions,
        "branching": games.legal / decisions,
        "decision_share": games.choices / decisions,
        "truncated": games.truncated,
        "lead_changes": games.lead_changes,
        "drama": (games.deficit * places).sum(axis=-1) / decisions,
    }
    values |= {f"win_{labels[kind]}": games.kinds == kind for kind in kinds if kind in labels}
    if len(tracer.names) > 1:
        values["first_agent_share"] = (places * (tracer.seating == 0)).sum(axis=-1)
    return {name: value.mean(axis=1, dtype=np.float64) for name, value in values.items()}


# ------------------------------------------------------------------------------------------------ pieces
@dataclass(frozen=True)
class PieceShare:
    """How often seats that had a piece in play came first, and how often the same seats did without it."""

    label: str
    games: int  # games in which some seat played it
    played: int  # seats that played it, over all games
    share_with: float  # of the first places; nan if there is nothing to compare
    share_without: float
    difference: Difference  # interval and p-value are nan if too few games stand on either side


def by_piece(games: Games, labels: Sequence[str], interval: str = "t") -> list[PieceShare]:
    """The pieces that were played, by falling difference; those that cannot be compared at the end.

    Seats may hold different decks and have different chances: seats without a piece are weighted as the seats with
    it are, and a seat that always or never played it is not compared. The deal is the statistical unit: a share is a
    ratio of two sums over deals, and its error is that of the ratio's linear part in each deal.
    """
    places = first_places(games.results)
    found = []
    for number, label in enumerate(labels):
        having = games.played[..., number]
        if having.any():
            found.append(_piece_share(label, having, places, interval))
    adjusted = holm([one.difference.p for one in found])
    found = [replace(one, difference=replace(one.difference, p_holm=p)) for one, p in zip(found, adjusted, strict=True)]
    return sorted(found, key=lambda one: (one.difference.p != one.difference.p, -_or_zero(one.difference.mean), -one.played, one.label))


def _or_zero(value: float) -> float:
    return value if value == value else 0.0


def _piece_share(label: str, having: np.ndarray, places: np.ndarray, interval: str) -> PieceShare:
    """One piece, from [deal, rotation, seat]: who had it, and the first places."""
    games, played = int(having.any(axis=-1).sum()), int(having.sum())
    compared = having.any(axis=(0, 1)) & ~having.all(axis=(0, 1))  # by seat
    having, places = having[..., compared], places[..., compared]
    # by deal and seat: how many games with and without it, and the first places in them
    number_with, number_without = having.sum(axis=1, dtype=np.float64), (~having).sum(axis=1, dtype=np.float64)
    first_with, first_without = (places * having).sum(axis=1), (places * ~having).sum(axis=1)
    if not number_with.size or not number_with.any():
        nothing = Difference(math.nan, math.nan, math.nan, math.nan)
        return PieceShare(label, games, played, math.nan, math.nan, nothing)
    total, weights = number_with.sum(), number_with.sum(axis=0) / number_with.sum()
    share_with = float(first_with.sum() / total)
    seat_without = first_without.sum(axis=0) / number_without.sum(axis=0)
    share_without = float((weights * seat_without).sum())
    # What each deal adds to the difference beyond the mean deal, to first order.
    deals = len(having)
    from_with = (first_with.sum(axis=1) - share_with * number_with.sum(axis=1)) / (total / deals)
    from_weights = ((number_with - weights * number_with.sum(axis=1, keepdims=True)) * seat_without).sum(axis=1) / (total / deals)
    from_without = (weights * (first_without - seat_without * number_without) / (number_without.sum(axis=0) / deals)).sum(axis=1)
    values = share_with - share_without + from_with - from_weights - from_without
    enough = _enough(number_with, first_with) and _enough(number_without, first_without)
    mean, low, high, p = share_with - share_without, math.nan, math.nan, math.nan
    if enough:
        bounds = estimate(values, interval)
        low, high, p = bounds.low, bounds.high, mean_p_value(values)
    return PieceShare(label, games, played, share_with, share_without, Difference(mean, low, high, p))


def _enough(number: np.ndarray, first: np.ndarray) -> bool:
    """Whether the normal approximation of a share may be trusted: games and first places by deal and seat."""
    deals, places, others = (number.sum(axis=1) > 0).sum(), first.sum(), (number - first).sum()
    return bool(deals >= FEWEST_DEALS and min(places, others) >= FEWEST_PLACES)
