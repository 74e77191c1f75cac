"""Rules of what a war gains and of the way home (AOH-126 to AOH-137)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_heroes.state import Building, Card, Prompt
from tests.age_of_heroes.helpers import at_market, at_prompt, commit, discarded, hand, home_armies, idle, prompt, table, war


@pytest.mark.rule("AOH-126")
@pytest.mark.parametrize(("cities", "survivors", "moved"), [(4, 1, 1), (4, 2, 1), (4, 3, 2), (4, 4, 2), (2, 3, 2), (1, 3, 1)])
def test_conquest_moves_one_city_or_two(cities, survivors, moved):
    """One city with 1 or 2 surviving armies, two with 3 or more, never more than there are; the supply is not touched."""
    p = table([{"armies": survivors}, {}, {"cities": cities, "hand": ["gold"]}])
    war(p, 2, "conquest", (survivors,))
    assert p.record.cities[[0, 2]].tolist() == [1 + moved, cities - moved]
    assert p.record.supply[Building.CITY] == 12


@pytest.mark.rule("AOH-126", "AOH-130", "AOH-127")
@pytest.mark.parametrize("goal", ["conquest", "destruction", "plunder"])
def test_the_spoils_count_survivors_not_the_armies_sent(goal):
    """Three armies go and one falls: the spoils are those of two."""
    p = table([{"armies": 3}, {}, {"cities": 3, "progress": 3, "hand": ["gold", "iron", "stone", "grain", "hero"]}], queue=[1, 6, 6, 1])
    war(p, 2, goal, (3,), (1,))
    assert p.record.armies[0] == 2
    assert p.record.cities[2] == (2 if goal == "conquest" else 3)
    assert p.record.progress[2] == (2 if goal == "destruction" else 3)
    assert p.record.hand[2].sum() == (1 if goal == "plunder" else 5)


@pytest.mark.rule("AOH-127")
@pytest.mark.parametrize(("survivors", "cards", "moved"), [(2, 5, 4), (1, 1, 1), (1, 2, 2), (1, 5, 2), (3, 5, 5)])
def test_plunder_moves_two_cards_per_surviving_army(survivors, cards, moved):
    """Two cards per army go to the attacker's hand, never more than there are."""
    stock = ["gold", "iron", "stone", "grain", "hero"][:cards]
    p = table([{"armies": survivors}, {}, {"hand": stock}])
    war(p, 2, "plunder", (survivors,))
    assert p.record.hand[[0, 2]].sum(axis=1).tolist() == [moved, cards - moved]
    assert (p.record.hand[0] + p.record.hand[2]).sum() == cards
    assert sorted([*hand(p, 0), *hand(p, 2)]) == sorted(stock)
    assert discarded(p) == {}


@pytest.mark.statistical
@pytest.mark.rule("AOH-128")
def test_plundered_cards_are_drawn_at_random():
    """Two of Gold and three Iron are stolen: Gold is among them in half of 4000 games."""
    start = table([{}, {}, {"hand": ["gold", "iron", "iron", "iron"]}]).play("war player_2 plunder")
    commit(start, 1).play("commit 0 armies")
    stolen = 0
    for seed in range(4000):
        p = start.clone()
        p.record.key = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        p.play("commit 0 heroes")
        assert p.record.hand[0].sum() == 2
        stolen += int(p.record.hand[0, Card.GOLD])
    assert 0.46 <= stolen / 4000 <= 0.54


@pytest.mark.rule("AOH-129")
def test_any_card_can_be_plundered_specials_included():
    """The victim's own special and the thief's special both move."""
    p = table([{"hand": ["stone"] * 5}, {}, {"hand": ["special_2", "special_0"]}])
    war(p, 2, "plunder", (1,))
    assert prompt(p) == (0, Prompt.DISCARD)  # before anything is collected
    assert hand(p, 0) == {"stone": 5, "special_0": 1, "special_2": 1}
    assert hand(p, 2) == {}


@pytest.mark.rule("AOH-129")
@pytest.mark.parametrize("card", ["population_growth", "hunger", "barbarians", "earthquake", "olympics", "hero", "fortune", "special_1"])
def test_every_kind_of_card_can_be_plundered(card):
    """Events and the specials of third seats move as well; none of them takes effect."""
    p = table([{"hand": ["grain", "iron"]}, {}, {"hand": [card]}])
    p.play("war player_2 plunder")
    if card == "olympics":
        p.play("olympics keep")
    commit(p, 1)
    commit(p, 0)
    assert hand(p, 0) == {"grain": 1, "iron": 1, card: 1}
    assert p.record.cities[0] == 1


@pytest.mark.rule("AOH-130")
@pytest.mark.parametrize(("progress", "survivors", "left"), [(4, 1, 3), (4, 2, 3), (4, 3, 2), (4, 4, 2), (1, 3, 0), (1, 1, 0)])
def test_destruction_lowers_progress(progress, survivors, left):
    """One step with 1 or 2 surviving armies, two with 3 or more, not below zero; the attacker gains none."""
    p = table([{"armies": survivors}, {}, {"progress": progress}])
    war(p, 2, "destruction", (survivors,))
    assert p.record.progress[[0, 2]].tolist() == [0, left]


@pytest.mark.rule("AOH-131")
def test_army_heroes_count_for_the_spoils():
    """A Hero alone plunders two of four cards and is discarded."""
    p = table([{"armies": 0, "hand": ["hero"]}, {}, {"hand": ["gold", "iron", "stone", "grain"]}])
    war(p, 2, "plunder", (0, 1))
    assert p.record.hand[[0, 2]].sum(axis=1).tolist() == [2, 2]
    assert "hero" not in hand(p, 0)
    assert discarded(p) == {"hero": 1}


@pytest.mark.rule("AOH-131")
def test_an_army_hero_can_make_the_third_survivor():
    """Two armies and an army-Hero take two cities; a leading Hero does not count."""
    for forces, moved in (((2, 1), 2), ((2, 0, "hero"), 1)):
        p = table([{"armies": 2, "hand": ["hero"]}, {}, {"cities": 3}])
        war(p, 2, "conquest", forces)
        assert p.record.cities[2] == 3 - moved


@pytest.mark.rule("AOH-132")
@pytest.mark.parametrize("goal", ["plunder", "conquest", "destruction"])
def test_a_war_the_defender_wins_changes_nothing(goal):
    """The attacker loses both armies: hand, cities and progress of the defender stay, its army is not doubled."""
    p = table(
        [{"armies": 2}, {}, {"armies": 1, "fortresses": 1, "cities": 3, "progress": 2, "hand": ["gold", "iron"]}],
        queue=[3, 2, 2, 4, 1, 3],
    )
    war(p, 2, goal, (2,), (1,))
    assert p.record.queued == 0
    assert hand(p, 2) == {"gold": 1, "iron": 1}
    assert hand(p, 0) == {}
    assert p.record.cities[[0, 2]].tolist() == [1, 3]
    assert p.record.progress[[0, 2]].tolist() == [0, 2]
    assert p.record.armies[[0, 2]].tolist() == [0, 1]


@pytest.mark.rule("AOH-133")
def test_surviving_defenders_are_not_added_again():
    """The defender owns and sends 3 armies, loses 1 and wins: it owns 2."""
    p = table([{"armies": 1}, {}, {"armies": 3, "cities": 2}], queue=[6, 1, 1, 6])
    war(p, 2, "conquest", (1,), (3,))
    assert p.record.armies[[0, 2]].tolist() == [0, 2]
    assert p.record.supply[Building.ARMY] == 12 + 2


@pytest.mark.rule("AOH-133")
@pytest.mark.parametrize("road", [{}, {"2-0": 1}])
def test_surviving_attackers_are_not_added_again(road):
    """The attacker owns and sends 3 armies, loses 1 and wins: it owns 2, with a road or without."""
    named = {"road": {"2-3": 1}} if road else {}  # the last gap in use joins seats 2 and 0
    p = table([{"armies": 3}, {}, {"armies": 1, "cities": 2}], queue=[1, 6, 6, 1], **named)
    war(p, 2, "conquest", (3,), (1,))
    assert p.record.armies[[0, 2]].tolist() == [2, 0]
    assert p.record.armies_away[0] == (0 if road else 2)
    idle(p, at_prompt(0, Prompt.MAIN, day=4))
    assert p.record.armies[0] == home_armies(p, 0) == 2


@pytest.mark.rule("AOH-134")
def test_the_defenders_survivors_are_home_at_once():
    """A defender who has won with 2 armies and is attacked again the same day can send both."""
    p = table([{"armies": 1}, {"armies": 1}, {"armies": 2, "generals": 1, "cities": 2}], queue=[1, 6])
    war(p, 2, "conquest", (1,), (2, 0, "general"))
    assert home_armies(p, 2) == 2
    p.play("war player_2 conquest")
    commit(p, 1)
    assert prompt(p) == (2, Prompt.ARMIES)
    assert p.legal() == ["commit 0 armies", "commit 1 armies", "commit 2 armies"]
    assert "lead with general" in p.play("commit 2 armies", "commit 0 heroes").legal()


@pytest.mark.rule("AOH-135")
@pytest.mark.parametrize("second", [1, 2])
@pytest.mark.parametrize(("road", "available"), [({}, 0), ({"0-1": 1}, 3)])
def test_the_attackers_survivors_are_away_unless_a_road_joins_the_players(road, available, second):
    """Attacked before its next turn, the old attacker defends with 0 of its 3 armies, or with 3 over a road."""
    p = table([{"armies": 3}, {"cities": 4, "armies": 1}, {"armies": 1}], road=road, deck=["grain"] * 6)
    war(p, 1, "conquest", (3,))
    assert p.record.cities[0] == 3
    idle(p, at_prompt(second, Prompt.MAIN)).play("war player_0 conquest")
    commit(p, 1)
    assert prompt(p) == (0, Prompt.ARMIES)
    assert p.legal() == [f"commit {k} armies" for k in range(available + 1)]


@pytest.mark.rule("AOH-135")
def test_armies_that_stayed_home_can_defend():
    """Only the armies sent are away; the one left behind defends."""
    p = table([{"armies": 3}, {"cities": 3, "armies": 1}, {}])
    war(p, 1, "conquest", (2,))
    assert (p.record.armies_away[0], home_armies(p, 0)) == (2, 1)


@pytest.mark.rule("AOH-135")
def test_a_road_elsewhere_does_not_bring_the_attackers_home():
    """A road of the attacker to a third player is no way home."""
    p = table([{"armies": 3}, {}, {"cities": 3}, {}], road={"0-1": 1})
    war(p, 2, "conquest", (3,))
    assert p.record.armies_away[0] == 3


@pytest.mark.rule("AOH-136")
def test_only_a_direct_road_counts_for_the_return():
    """Roads 0-1 and 1-2 do not bring seat 0's armies home from seat 2."""
    p = table([{"armies": 2}, {}, {"cities": 2}, {}], road={"0-1": 1, "1-2": 1})
    war(p, 2, "conquest", (2,))
    assert (p.record.armies_away[0], home_armies(p, 0)) == (2, 0)


@pytest.mark.rule("AOH-137")
@pytest.mark.parametrize(("road", "away"), [({}, 1), ({"0-1": 1}, 0)])
def test_a_committed_general_travels_even_when_all_armies_died(road, away):
    """The beaten attacker's general is away until its owner's next turn starts, or home at once over a road."""
    p = table([{"armies": 1, "generals": 1}, {"cities": 2}, {}], road=road, queue=[1, 6], deck=["grain"] * 12)
    war(p, 1, "conquest", (1, 0, "general"), (1,))
    assert (p.record.armies[0], p.record.generals[0]) == (0, 1)
    assert p.record.generals_away[0] == away
    idle(p, at_market(4))
    assert p.record.generals_away[0] == away
    idle(p, at_prompt(0, Prompt.MAIN))
    assert (p.record.generals[0], p.record.generals_away[0]) == (1, 0)


@pytest.mark.rule("AOH-137")
def test_a_general_travels_with_surviving_armies_and_alone_if_the_others_stay():
    """One of two generals leads: it is away with the army, the other one is home."""
    p = table([{"armies": 1, "generals": 2}, {"cities": 2}, {}])
    war(p, 1, "conquest", (1, 0, "general"))
    assert (p.record.armies_away[0], p.record.generals[0], p.record.generals_away[0]) == (1, 2, 1)
