"""Redealing is fair: compared with every possible deal, listed one by one, in positions small enough for that."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from rulebound.envs import game
from rulebound.envs.age_of_heroes.state import CARDS, Card, Prompt
from rulebound.envs.core.position import Position

GAME = game("age_of_heroes")
SAMPLES = 20_000

# Eleven cards: three iron, two wood, one gold, two Fortune, three of one special; too few to play, enough to deal.
SMALL = {
    **{f"cards.{name}.count": 0 for name in ("grain", "stone", "population_growth", "earthquake", "eruption", "hunger", "barbarians")},
    **{"cards.olympics.count": 0, "cards.hero.count": 0, "cards.iron.count": 3, "cards.wood.count": 2, "cards.gold.count": 1},
    **{"cards.fortune.count": 2, "cards.special.per_tribe_in_play": 3, "setup.initial_hand": 3},
}  # fmt: skip


def deals(unseen: list[str], sizes: list[int]) -> Counter:
    """How many ways lead to each combination of hands, all cards being told apart."""
    ways: Counter = Counter()

    def hand_out(left: tuple[int, ...], hands: tuple, seats: list[int]) -> None:
        if not seats:
            ways[hands] += 1
            return
        for chosen in itertools.combinations(left, seats[0]):
            hand = tuple(sorted(unseen[k] for k in chosen))
            hand_out(tuple(k for k in left if k not in chosen), (*hands, hand), seats[1:])

    hand_out(tuple(range(len(unseen))), (), sizes)
    return ways


def hands_of(position: Position, seats: list[int]) -> tuple:
    """The hands of some seats as sorted tuples of card names."""
    return tuple(tuple(sorted(np.repeat(CARDS, position.record.hand[seat]).tolist())) for seat in seats)


def sampled(position: Position, seat: int, others: list[int]) -> Counter:
    """Hands of the others in many redeals."""
    found: Counter = Counter()
    for key in range(SAMPLES):
        found[hands_of(position.clone().redeal(seat, key), others)] += 1
    return found


def assert_fair(found: Counter, expected: Counter) -> None:
    """Chi-square against the exact chances; a deal that is impossible must never come up."""
    assert set(found) <= set(expected)
    total = sum(expected.values())
    cells = sorted(expected, key=expected.__getitem__)
    rare: list = []  # cells too small for the test are pooled
    observed, chances = [], []
    for cell in cells:
        if expected[cell] / total * SAMPLES < 8:
            rare.append(cell)
        else:
            observed.append(found[cell])
            chances.append(expected[cell] / total * SAMPLES)
    if rare:
        observed.append(sum(found[cell] for cell in rare))
        chances.append(sum(expected[cell] for cell in rare) / total * SAMPLES)
    assert len(observed) > 5
    assert stats.chisquare(observed, chances).pvalue > 1e-4


def unseen_by(position: Position, seat: int) -> list[str]:
    """All cards that a seat cannot see."""
    counts = position.record.hand.astype(int).sum(axis=0) - position.record.hand[seat]
    counts += np.bincount(position.record.deck[: int(position.record.deck_size)], minlength=len(CARDS))
    return np.repeat(CARDS, counts).tolist()


@pytest.mark.statistical
def test_hands_are_dealt_as_all_deals_are_counted() -> None:
    """With nothing known, every deal of the unseen cards is equally likely."""
    position = GAME.position(
        {"stage": "main", "players": [{"hand": ["iron", "gold"]}, {"hand": ["iron", "wood", "fortune"]}, {"hand": ["special_1", "wood"]}]},
        rules=SMALL,
    )
    assert_fair(sampled(position, 0, [1, 2]), deals(unseen_by(position, 0), [3, 2]))


@pytest.mark.statistical
def test_known_cards_stay_and_the_rest_is_fair() -> None:
    """A rival known to hold iron holds it in every deal; among such deals all are equally likely."""
    position = GAME.position(
        {"players": [{"hand": ["gold"]}, {"hand": ["iron", "wood", "fortune"], "shown": {"iron": 1}}, {"hand": ["iron", "wood"]}]},
        rules=SMALL,
    )
    every = deals(unseen_by(position, 0), [3, 2])
    assert_fair(sampled(position, 0, [1, 2]), Counter({hands: ways for hands, ways in every.items() if "iron" in hands[0]}))


@pytest.mark.statistical
def test_two_rivals_with_known_cards() -> None:
    """Known cards of several rivals, of one kind and of two, are respected together."""
    position = GAME.position(
        {
            "stage": "main",
            "players": [
                {"hand": ["gold"]},
                {"hand": ["iron", "iron", "fortune"], "shown": {"iron": 2}},
                {"hand": ["iron", "wood"], "shown": {"iron": 1}},
            ],
        },
        rules=SMALL,
    )
    every = deals(unseen_by(position, 0), [3, 2])
    fitting = Counter({hands: ways for hands, ways in every.items() if hands[0].count("iron") >= 2 and "iron" in hands[1]})
    assert_fair(sampled(position, 0, [1, 2]), fitting)


@pytest.mark.statistical
def test_a_question_tells_of_the_hand() -> None:
    """Whoever is asked about a reroll holds Fortune in every deal, and such deals are equally likely."""
    position = GAME.position(
        {
            "stage": "battle",
            "attacker": 0,
            "defender": 1,
            "committing": 2,
            "war_goal": "plunder",
            "war_armies": {"attacker": 1, "defender": 1},
            "queue": [5, 2],
            "players": [{"hand": ["gold"]}, {"hand": ["iron", "wood", "fortune"]}, {"hand": ["iron", "wood"]}],
        },
        rules=SMALL,
    )
    assert position.record.prompt == Prompt.REROLL
    every = deals(unseen_by(position, 0), [3, 2])
    fitting = Counter({hands: ways for hands, ways in every.items() if "fortune" in hands[0]})
    assert_fair(sampled(position, 0, [1, 2]), fitting)
    # Seat 2 draws the same conclusion about seat 1, whom it sees asked.
    every = deals(unseen_by(position, 2), [1, 3])
    assert_fair(sampled(position, 2, [0, 1]), Counter({hands: ways for hands, ways in every.items() if "fortune" in hands[1]}))


@pytest.mark.statistical
def test_hidden_commitments_are_drawn_anew() -> None:
    """The defender cannot tell what the attacker has committed: every number of armies comes up, evenly."""
    position = GAME.position({"players": [{"armies": 4, "hand": ["iron"]}, {"armies": 1, "hand": ["iron", "gold"]}]})
    position.play("war player_1 plunder", "commit 3 armies", "commit 0 heroes", "lead with none")
    found: Counter = Counter()
    for key in range(SAMPLES):
        other = position.clone().redeal(1, key)
        if not other.record.hand[0, Card.HERO]:
            found[int(other.record.war_armies[0])] += 1
    assert set(found) == {1, 2, 3, 4}
    assert stats.chisquare(list(found.values())).pvalue > 1e-4


@pytest.mark.statistical
def test_the_draw_pile_is_in_random_order() -> None:
    """The top card of the redealt draw pile is each unseen card with equal chance."""
    position = GAME.position({"stage": "main", "players": [{"hand": ["iron", "gold"]}, {"hand": ["iron", "wood"]}]}, rules=SMALL)
    unseen = Counter(unseen_by(position, 0))
    tops: Counter = Counter()
    for key in range(SAMPLES):
        other = position.clone().redeal(0, key)
        tops[CARDS[other.record.deck[int(other.record.deck_size) - 1]]] += 1
    total = sum(unseen.values())
    cards = sorted(unseen)
    assert stats.chisquare([tops[c] for c in cards], [unseen[c] / total * SAMPLES for c in cards]).pvalue > 1e-4


def test_nobody_recalls_mandatory_cards_in_prepared_hands() -> None:
    """In Preparation, seats that were worked through today hold no mandatory card in any deal."""
    position = GAME.position(
        {
            "day": 2,
            "stage": "preparation",
            "players": [{"hand": ["iron", "iron", "gold"]}, {"hand": ["wood", "grain"]}, {"hand": ["eruption", "iron"]}],
        }
    )
    assert position.record.prompt == Prompt.DISASTER
    assert position.seat == 2
    gone = [Card.POPULATION_GROWTH, Card.HUNGER, Card.BARBARIANS]
    for key in range(400):
        other = position.clone().redeal(0, key)
        assert not other.record.hand[1, gone].any()
        assert other.record.hand[2, Card.ERUPTION] > 0
        assert not other.record.hand[2, Card.POPULATION_GROWTH]
