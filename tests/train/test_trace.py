"""Traces against games that are played one by one."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from rulebound.agents import Agent
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.train.match import Match
from rulebound.train.trace import CHOICES_AT, FEWEST_DEALS, GAMES_AT, LEGAL_AT, Games, Tracer, by_deal, by_piece, metrics
from tests.heroes_of_history.helpers import side, table, unit
from tests.train.conftest import GAME

ONE = game(GAME)
PLAYERS = ONE.facts.players[0] + 1
DEALS = [4, 9]
CARDS = game("heroes_of_history")  # the game whose pieces are counted


class Edge(Agent):
    """Plays the first or the last legal action."""

    def __init__(self, last: bool, one: Game = ONE) -> None:
        super().__init__(one)
        self.name, self.last = ("last" if last else "first"), last

    def pick(self, mask: np.ndarray) -> int:
        return int(np.flatnonzero(mask)[-1 if self.last else 0])

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        return np.array([self.pick(batch.mask[row]) for row in rows])


AGENTS = [Edge(False), Edge(True), Edge(False)]


@pytest.fixture(scope="module")
def traced() -> Games:
    return Tracer(ONE, AGENTS, ONE.variant(), PLAYERS).play(DEALS)


def by_hand(deal: int, rotation: int) -> dict:
    """One game, measured in plain Python."""
    position = ONE.new(PLAYERS, seed=deal)
    legal, scores, chosen = [], [], []
    while not position.over:
        mask = position.mask()
        legal.append(int(mask.sum()))
        scores.append(position.outcome()[:, 2])
        chosen.append(AGENTS[(position.seat - rotation) % PLAYERS].pick(mask))
        position.play(chosen[-1])
    leaders = []
    for score in [*scores, position.outcome()[:, 2]]:
        best = np.flatnonzero(score > score.max() - 1e-6)
        if len(best) == 1 and leaders[-1:] != [int(best[0])]:
            leaders.append(int(best[0]))
    return {
        "legal": sum(legal),
        "choices": sum(count > 1 for count in legal),
        "decisions": len(legal),
        "lead_changes": max(0, len(leaders) - 1),
        "deficit": np.sum([score.max() - score for score in scores], axis=0),
        "results": position.outcome()[:, 0],
        "chosen": chosen,
    }


def test_a_trace_is_what_single_games_say(traced: Games) -> None:
    chosen = []
    for row, deal in enumerate(DEALS):
        for rotation in range(PLAYERS):
            expected = by_hand(deal, rotation)
            for name in ("legal", "choices", "decisions", "lead_changes"):
                assert getattr(traced, name)[row, rotation] == expected[name], name
            assert traced.results[row, rotation] == pytest.approx(expected["results"])
            assert traced.deficit[row, rotation] == pytest.approx(expected["deficit"], rel=1e-4, abs=1e-3)
            chosen += expected["chosen"]
    assert np.bincount(chosen, minlength=ONE.actions.size).tolist() == traced.action_chosen.tolist()


def test_sums_agree(traced: Games) -> None:
    decisions = traced.decisions.sum()
    assert traced.action_chosen.sum() == traced.block_chosen.sum() == traced.curve[GAMES_AT].sum() == decisions
    assert traced.action_legal.sum() == traced.legal.sum() == traced.curve[LEGAL_AT].sum()
    assert traced.curve[CHOICES_AT].sum() == traced.choices.sum()
    assert (traced.block_chosen <= traced.block_legal).all()
    assert (traced.action_chosen <= traced.action_legal).all()
    assert traced.curve[GAMES_AT, 0] == len(DEALS) * PLAYERS


def test_a_trace_plays_the_games_of_a_match() -> None:
    agents, deals = ["random"], list(range(5))
    traced = Tracer(ONE, agents, ONE.variant(), PLAYERS, seed=3).play(deals)
    match = Match(ONE, agents, deals, PLAYERS, seed=3).run()
    assert traced.decisions.sum() == match.decisions
    tracer = Tracer(ONE, agents, ONE.variant(), PLAYERS, seed=3)
    shares = by_deal(tracer, traced, [])
    assert [shares[f"seat_{seat}_share"].mean() for seat in range(PLAYERS)] == pytest.approx(list(match.seat_shares))


def test_parts_add_up(traced: Games) -> None:
    tracer = Tracer(ONE, AGENTS, ONE.variant(), PLAYERS)
    parts = tracer.play(DEALS[:1]) + tracer.play(DEALS[1:])
    for name in ("results", "decisions", "legal", "lead_changes", "block_legal", "action_legal", "curve"):
        assert np.array_equal(getattr(parts, name), getattr(traced, name)), name


def test_every_metric_has_a_value_per_deal(traced: Games) -> None:
    tracer = Tracer(ONE, AGENTS, ONE.variant(), PLAYERS)
    kinds = sorted(set(traced.kinds.ravel().tolist()))
    values = by_deal(tracer, traced, kinds)
    assert set(values) == {metric.key for metric in metrics(tracer, kinds)}
    for metric in metrics(tracer, kinds):
        assert values[metric.key].shape == (len(DEALS),)
        if metric.unit == "share":
            assert ((values[metric.key] >= 0) & (values[metric.key] <= 1)).all()
    assert sum(values[f"seat_{seat}_share"] for seat in range(PLAYERS)) == pytest.approx(np.ones(len(DEALS)))


def test_progress_is_told() -> None:
    seen: list[int] = []
    Tracer(ONE, ["random"], ONE.variant(), 2).play([1, 2], progress=seen.append)
    assert seen
    assert seen == sorted(seen)


# ------------------------------------------------------------------------------------------------ pieces
def test_what_was_played_is_what_lay_in_play_at_some_decision() -> None:
    """Two games of each deal, played again one by one: zone by zone, before every action and at the end."""
    agents = [Edge(False, CARDS), Edge(True, CARDS)]
    traced = Tracer(CARDS, agents, CARDS.variant(), 2).play(DEALS)
    titles = CARDS.played.labels(CARDS.variant())
    assert traced.played.shape == (len(DEALS), 2, 2, len(titles))
    for row, deal in enumerate(DEALS):
        for rotation in range(2):
            expected: list[set] = [set(), set()]
            position = CARDS.new(2, seed=deal)
            while True:
                for seat in range(2):
                    for zone in ("trench", "weapon", "hold", "command"):
                        expected[seat] |= {int(card) for card in position.record[zone][seat]}
                    expected[seat].add(int(position.record.battlefield[seat]))
                if position.over:
                    break
                position.play(agents[(position.seat - rotation) % 2].pick(position.mask()))
            for seat in range(2):
                assert {0, *np.flatnonzero(traced.played[row, rotation, seat]) + 1} == expected[seat]
            assert max(map(len, expected)) > 5


def test_cards_count_in_all_zones_of_play_and_in_no_other() -> None:
    """Trench, weapon, hold, Command Zone and Battlefield of each seat; not hand, deck and Museum."""
    mine = side(unit("rollo", "a", "xiphos", "aspis"), command=["seax"], battlefield="troy", hand=["thor"], museum=["odin"])
    position = table(mine, side(unit("hector", "d")))
    titles = CARDS.played.labels(position.variant)
    places = CARDS.played.places(position.states)[0]
    assert {titles[number - 1] for number in places[0] if number} == {"Rollo", "Xiphos", "Aspis", "Seax", "Plains of Troy"}
    assert {titles[number - 1] for number in places[1] if number} == {"Hector"}
    assert not places[2:].any()


def test_games_without_pieces_have_none(traced: Games) -> None:
    assert ONE.played is None
    assert traced.played.shape == (len(DEALS), PLAYERS, PLAYERS, 0)
    assert by_piece(traced, []) == []


def made(traced: Games, played: np.ndarray, first: np.ndarray) -> Games:
    """Games of two seats in which these pieces were played [deal, rotation, seat, piece] and this seat came first."""
    results = np.where(np.arange(2) == first[..., None], 1.0, -1.0)
    return replace(traced, results=results, played=played)


def test_shares_with_and_without_a_piece(traced: Games) -> None:
    """40 deals of two games. Seat 0 has the piece in the first game of each deal and wins 30 of them, without it 10 of 40."""
    played = np.zeros((40, 2, 2, 2), bool)
    played[:, 0, 0, 0] = True
    first = np.ones((40, 2), np.int64)
    first[:30, 0] = 0
    first[:10, 1] = 0
    (one,) = by_piece(made(traced, played, first), ["sword", "never played"])
    assert (one.label, one.games, one.played) == ("sword", 40, 40)
    assert (one.share_with, one.share_without) == (0.75, 0.25)
    assert one.difference.mean == 0.5
    # Within each deal the difference is 0 (10 deals), 1 (20 deals) or 0 (10 deals).
    half = 2.022691 * math.sqrt(0.25 * 40 / 39 / 40)
    assert (one.difference.low, one.difference.high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-5)
    assert one.difference.p == pytest.approx(one.difference.p_holm)
    assert one.difference.p < 1e-6


def test_a_seat_is_compared_with_itself(traced: Games) -> None:
    """Seat 0 wins four games of five, with or without what it alone can have (banner) or has more often (horn): no difference.

    Of the horn seat 0 has 100 games with 80 wins, seat 1 has 25 with 5: 68 %, and as many from 4/5 and 1/5 in these parts.
    """
    deals = np.arange(100)
    first = np.stack([deals % 5 == 0, (deals + 1) % 5 == 0], axis=1).astype(np.int64)
    played = np.zeros((100, 2, 2, 2), bool)
    played[:, 0, 0] = True
    played[:25, 1, 1, 1] = True
    found = {one.label: one for one in by_piece(made(traced, played, first), ["banner", "horn"])}
    for label, share in (("banner", 0.8), ("horn", 0.68)):
        assert (found[label].share_with, found[label].share_without) == pytest.approx((share, share))
        assert found[label].difference.low == pytest.approx(-found[label].difference.high)
        assert found[label].difference.high > 0.05
        assert found[label].difference.p == pytest.approx(1)


def test_the_deal_is_the_unit(traced: Games) -> None:
    """The same games counted twice within each deal tell nothing new; counted as further deals they would."""
    generator = np.random.default_rng(2)
    first, played = generator.integers(0, 2, (60, 1)), generator.random((60, 1, 2, 1)) < 0.5
    once = by_piece(made(traced, played, first), ["x"])[0].difference
    twice = by_piece(made(traced, np.repeat(played, 2, 1), np.repeat(first, 2, 1)), ["x"])[0].difference
    more = by_piece(made(traced, np.repeat(played, 2, 0), np.repeat(first, 2, 0)), ["x"])[0].difference
    assert (twice.mean, twice.low, twice.high) == pytest.approx((once.mean, once.low, once.high))
    assert more.high - more.low == pytest.approx((once.high - once.low) / math.sqrt(2), rel=0.05)


def test_the_error_is_that_of_leaving_out_deals(traced: Games) -> None:
    """The jackknife over 150 deals gives the same error, where in each deal another seat has the piece and seat 0 wins three of four."""
    generator = np.random.default_rng(4)
    favoured = generator.random((150, 1, 2)) * [1.0, 0.6]
    games = made(traced, (generator.random((150, 2, 2)) < favoured)[..., None], (generator.random((150, 2)) > 0.75).astype(np.int64))
    one = by_piece(games, ["x"])[0].difference
    others = [np.delete(np.arange(150), deal) for deal in range(150)]
    means = [by_piece(replace(games, results=games.results[kept], played=games.played[kept]), ["x"])[0].difference.mean for kept in others]
    error = math.sqrt(149 / 150 * np.square(means - np.mean(means)).sum())
    assert (one.high - one.low) / 2 / 1.976013 == pytest.approx(error, rel=0.03)


def test_pieces_that_cannot_be_compared_come_last(traced: Games) -> None:
    """One that always lay there, one in too few deals, one that always won, beside one that can be judged."""
    first = np.tile([0, 1], (40, 1))
    played = np.zeros((40, 2, 2, 4), bool)
    played[:, :, 0, 0] = True
    played[: FEWEST_DEALS - 1, :, 0, 1] = True
    played[:, 0, 0, 2] = True
    played[::2, :, 1, 3] = True
    found = by_piece(made(traced, played, first), ["always", "rare", "sure", "fair"])
    assert found[0].label == "fair"
    assert found[0].difference.low <= 0 <= found[0].difference.high
    assert {one.label for one in found[1:]} == {"always", "rare", "sure"}
    assert all(math.isnan(one.difference.low) and math.isnan(one.difference.p_holm) for one in found[1:])
    by_label = {one.label: one for one in found}
    assert math.isnan(by_label["always"].difference.mean)
    assert (by_label["sure"].share_with, by_label["sure"].share_without) == (1.0, 0.0)


@pytest.mark.statistical
@pytest.mark.parametrize("often", [0.5, 0.9])
def test_intervals_of_pieces_cover(traced: Games, often: float) -> None:
    """95 % of the intervals hold the truth, where deals favour a seat and the piece adds a tenth to the chance of winning."""
    generator = np.random.default_rng(3)
    held, sets, deals = 0, 600, 120
    for _ in range(sets):
        played = np.zeros((deals, 2, 2, 1), bool)
        played[:, :, 0, 0] = generator.random((deals, 2)) < often
        chance = generator.beta(4, 4, (deals, 1)) * 0.9 + 0.1 * played[:, :, 0, 0]
        one = by_piece(made(traced, played, (generator.random((deals, 2)) > chance).astype(np.int64)), ["x"])[0].difference
        held += one.low <= 0.1 <= one.high
    assert held / sets == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / sets) + 0.01)
