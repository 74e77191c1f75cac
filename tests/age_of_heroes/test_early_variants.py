"""Variant rules of setup, Preparation and Fair, each next to the default that it replaces."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebound.envs.age_of_heroes.state import Building, Prompt
from tests.age_of_heroes.helpers import GAME, arrange, asked, cards, discarded, hand, hand_sizes, holds, home_armies, prepare, supply

OWN_TURN = {"disaster_timing": "own_turn"}
AUTO = {"block_mode": "auto"}


@pytest.mark.rule("AOH-014")
@pytest.mark.parametrize(("tie_reroll", "starter"), [("tied_only", 1), ("keep_others", 2)])
def test_totals_of_the_others_may_stay_in_the_contest(tie_reroll: str, starter: int) -> None:
    """Totals 8, 8, 7 and rerolls 2 and 3: with `keep_others` the 7 wins."""
    p = GAME.position({"stage": "setup", "queue": [4, 4, 4, 4, 3, 4, 1, 1, 1, 2]}, num_players=3, rules={"tie_reroll": tie_reroll})
    assert p.record.starter == starter


@pytest.mark.rule("AOH-016")
@pytest.mark.parametrize("size", [3, 7])
def test_initial_hand_can_be_set(size: int) -> None:
    """The deal follows the knob."""
    p = GAME.position({"stage": "setup", "deck": ["iron"] * 12 + ["wood"] * 4}, num_players=2, rules={"initial_hand": size})
    assert hand_sizes(p) == [size + 1, size + 1]  # and one card of the Fair


@pytest.mark.rule("AOH-011", "AOH-012")
@pytest.mark.parametrize(("cities", "armies"), [(0, 0), (2, 2)])
def test_starting_pieces_can_be_set(cities: int, armies: int) -> None:
    """They stay outside the supply."""
    p = GAME.new(num_players=4, rules={"start_cities": cities, "start_armies": armies, "cards.population_growth.count": 0}, seed=1)
    assert p.record.cities[:4].tolist() == [cities] * 4
    assert p.record.armies[:4].tolist() == [armies] * 4
    assert supply(p, Building.CITY) == supply(p, Building.ARMY) == 12


@pytest.mark.rule("AOH-023")
@pytest.mark.parametrize(("day", "harmless"), [(1, True), (2, True), (3, False)])
def test_harmless_days_can_be_two(day: int, harmless: bool) -> None:
    """With two days of grace Hunger bites from day 3."""
    p = prepare(holds("hunger", "grain"), holds("grain"), day=day, rules={"event_grace_days": 2})
    assert hand(p, 1) == (cards("grain") if harmless else {})
    assert "hunger" not in hand(p, 0)


@pytest.mark.rule("AOH-028")
@pytest.mark.parametrize("day", [1, 2])
def test_own_turn_disasters_stay_in_hand_during_preparation(day: int) -> None:
    """With `own_turn` they are neither asked for nor discarded in Preparation, on any day."""
    p = prepare(holds("earthquake", "eruption"), {}, day=day, rules=OWN_TURN)
    assert asked(p) == Prompt.MARKET
    assert hand(p, 0) == cards("earthquake", "eruption")


@pytest.mark.rule("AOH-028")
def test_own_turn_disasters_are_played_before_the_main_action() -> None:
    """Any number of them from day 2 on, none on day 1."""
    first = arrange(holds("earthquake", "eruption"), {}, {}, day=1, rules=OWN_TURN)
    assert not any(text.startswith(("earthquake", "eruption")) for text in first.legal())
    p = arrange(holds("earthquake", "eruption", "eruption"), holds("gold", armies=3), holds("gold"), day=2, rules=OWN_TURN)
    disasters = {f"{name} player_{seat}" for name in ("earthquake", "eruption") for seat in (1, 2)}
    assert disasters <= set(p.legal())
    p.play("earthquake player_1", "eruption player_2", "eruption player_1")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert (home_armies(p, 1), p.record.armies[1]) == (0, 3)
    assert p.record.cities[:3].tolist() == [1, 0, 0]
    assert discarded(p) == cards("earthquake", "eruption", "eruption")
    assert {"tax", "do nothing", "war player_1 plunder"} <= set(p.legal())


@pytest.mark.rule("AOH-028", "AOH-039")
def test_own_turn_disaster_can_be_blocked() -> None:
    """The victim is asked, then the main action goes on."""
    p = arrange(holds("earthquake"), holds("fortune", armies=3), day=2, rules=OWN_TURN).play("earthquake player_1")
    assert (asked(p), p.seat) == (Prompt.BLOCK, 1)
    p.play("block fortune")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert home_armies(p, 1) == 3


@pytest.mark.rule("AOH-043")
@pytest.mark.parametrize(
    ("names", "left"),
    [
        (("fortune", "olympics", "iron", "iron"), ("olympics", "iron", "iron")),
        (("olympics", "iron", "iron"), ("iron", "iron")),
        (("fortune", "gold"), ("gold",)),  # spent even with nothing to lose
    ],
)
def test_automatic_block_against_barbarians(names: tuple[str, ...], left: tuple[str, ...]) -> None:
    """With `auto` Fortune, else Olympics, is always spent without a question."""
    p = prepare(holds("barbarians", *names), {}, rules=AUTO)
    assert asked(p) == Prompt.MARKET
    assert hand(p, 0) == cards(*left)


@pytest.mark.rule("AOH-042", "AOH-043", "AOH-044")
def test_automatic_block_against_hunger_and_earthquake() -> None:
    """Olympics is no block against these with `auto` either; Fortune goes even from a victim with nothing to lose."""
    p = prepare(holds("hunger"), holds("olympics", "grain"), holds("fortune", "gold"), rules=AUTO)
    assert asked(p) == Prompt.MARKET
    assert (hand(p, 1), hand(p, 2)) == (cards("olympics"), cards("gold"))
    p = prepare(holds("earthquake"), holds("olympics", armies=2), rules=AUTO).play("earthquake player_1")
    assert (home_armies(p, 1), hand(p, 1)) == (0, cards("olympics"))
    p = prepare(holds("eruption"), holds("olympics", cities=2), rules=AUTO).play("eruption player_1")
    assert (int(p.record.cities[1]), hand(p, 1)) == (2, {})


@pytest.mark.statistical
@pytest.mark.rule("AOH-037")
def test_random_barbarians_ask_nobody() -> None:
    """With `random` the two cards are drawn by luck: Iron is one of two lost out of three about two times in three."""
    kept: Counter[str] = Counter()
    for seed in range(1500):
        players = holds("barbarians", "iron", "wood", "stone", "gold"), {}
        rules = {"fair.base_draw": 0, "barbarian_pick": "random"}
        p = arrange(*players, day=2, stage="preparation", rules=rules, seed=seed)
        assert asked(p) == Prompt.MARKET
        assert hand_sizes(p)[0] == 2
        kept.update(hand(p, 0))
    assert kept["gold"] == 1500
    assert all(430 <= kept[name] <= 570 for name in ("iron", "wood", "stone"))


@pytest.mark.rule("AOH-061")
def test_no_rounds_means_no_trading() -> None:
    """With `fair_rounds=0` the Fair only draws."""
    p = arrange(holds("iron"), holds("iron"), stage="fair", rules={"fair_rounds": 0}, deck=["wood"] * 3)
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand_sizes(p) == [3, 2]


@pytest.mark.rule("AOH-061")
@pytest.mark.parametrize("rounds", [1, 6])
def test_number_of_rounds_can_be_set(rounds: int) -> None:
    """The market lasts as many rounds as the knob says."""
    p = arrange(holds("iron"), holds("iron"), stage="market", rules={"fair_rounds": rounds})
    prompts = 0
    while asked(p) == Prompt.MARKET:
        p.play("offer iron for gold")
        prompts += 1
    assert prompts == 2 * rounds
