"""Traces against games that are played one by one."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.agents import Agent
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.train.match import Match
from rulebound.train.trace import CHOICES_AT, GAMES_AT, LEGAL_AT, Games, Tracer, by_deal, metrics
from tests.train.conftest import GAME

ONE = game(GAME)
PLAYERS = ONE.facts.players[0] + 1
DEALS = [4, 9]


class Edge(Agent):
    """Plays the first or the last legal action."""

    def __init__(self, last: bool) -> None:
        super().__init__(ONE)
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
