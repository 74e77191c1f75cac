"""Rules of battle rounds and losses (AOH-112 to AOH-121) and of Fortune in battle (AOH-122 to AOH-125)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Prompt
from rulebound.envs.core.position import Position
from tests.age_of_heroes.helpers import FULL_SUPPLY, commit, discarded, hand, prompt, table, war


def battle(attacker: dict, defender: dict, dice: list[int], attack: tuple, defence: tuple, **fields) -> Position:
    """Seat 0 attacks seat 2 of three for a city; the defender has two."""
    p = table([attacker, {}, {"cities": 2, **defender}], queue=dice, **fields)
    return war(p, 2, "conquest", attack, defence)


def won(p: Position) -> bool:
    """Whether the attacker has taken a city."""
    return p.record.cities[[0, 2]].tolist() == [2, 1]


@pytest.mark.rule("AOH-112")
def test_the_higher_total_destroys_one_committed_army_of_the_other():
    """Two armies each, 5 against 2: one defending army is gone, both attacking ones are there in the next round."""
    # The attacker's Fortune stops the game in the second round, which it is losing.
    p = battle({"armies": 2, "hand": ["fortune"]}, {"armies": 2}, [5, 2, 2, 5], (2,), (2,))
    assert prompt(p) == (0, Prompt.REROLL)
    assert p.record.war_armies.tolist() == [2, 1]
    assert p.record.armies[[0, 2]].tolist() == [2, 1]


@pytest.mark.rule("AOH-112")
def test_the_defender_destroys_an_army_with_the_higher_total():
    """The same the other way round."""
    p = battle({"armies": 2}, {"armies": 2, "hand": ["fortune"]}, [2, 5, 5, 2], (2,), (2,))
    assert prompt(p) == (2, Prompt.REROLL)
    assert p.record.war_armies.tolist() == [1, 2]


@pytest.mark.rule("AOH-113")
def test_equal_totals_destroy_nothing():
    """A draw of 3 and 3 leaves both armies and is followed by another round."""
    p = battle({"hand": ["fortune"]}, {}, [3, 3, 2, 5], (1,), (1,))
    assert prompt(p) == (0, Prompt.REROLL)
    assert p.record.war_die.tolist() == [2, 5]
    assert p.record.war_armies.tolist() == [1, 1]
    assert p.record.armies[[0, 2]].tolist() == [1, 1]


@pytest.mark.rule("AOH-114")
@pytest.mark.parametrize("generals", [1, 3])
def test_a_leader_adds_2_to_every_roll(generals):
    """Led by a general, 4 against 5 wins round after round, with one general or three."""
    p = battle({"generals": generals}, {"armies": 2}, [4, 5, 4, 5], (1, 0, "general"), (2,))
    assert p.record.armies[[0, 2]].tolist() == [1, 0]
    assert won(p)


@pytest.mark.rule("AOH-114")
@pytest.mark.parametrize("generals", [1, 3])
def test_more_generals_do_not_add_more(generals):
    """Led, 4 against 6 is a draw, however many generals there are."""
    p = battle({"generals": generals, "hand": ["fortune"]}, {}, [4, 6, 3, 6], (1, 0, "general"), (1,))
    assert prompt(p) == (0, Prompt.REROLL)
    assert p.record.war_die.tolist() == [3, 6]
    assert p.record.war_armies.tolist() == [1, 1]


@pytest.mark.rule("AOH-114")
@pytest.mark.parametrize("leader", ["general", "hero"])
def test_a_leader_of_the_defender_adds_2_as_well(leader):
    """A led defender beats 5 with a 4."""
    p = battle({}, {"generals": 1, "hand": ["hero"]}, [5, 4], (1,), (1, 0, leader))
    assert p.record.armies[[0, 2]].tolist() == [0, 1]
    assert not won(p)


@pytest.mark.rule("AOH-115")
@pytest.mark.parametrize("side", [0, 1])
def test_a_general_left_at_home_gives_no_bonus(side):
    """A general that is owned but does not lead leaves 4 against 5 lost."""
    sides = [{"generals": 1}, {}] if side == 0 else [{}, {"generals": 1}]
    p = battle(*sides, [4, 5] if side == 0 else [5, 4], (1,), (1,))
    assert p.record.armies[[0, 2]].tolist() == ([0, 1] if side == 0 else [1, 0])


@pytest.mark.rule("AOH-116")
def test_only_the_defender_adds_its_fortresses_to_every_roll():
    """Two fortresses of the defender beat 4 with 3 in each round; three of the attacker count nothing."""
    p = battle({"armies": 2, "fortresses": 3}, {"fortresses": 2}, [4, 3, 4, 3], (2,), (1,))
    assert p.record.queued == 0
    assert p.record.armies[[0, 2]].tolist() == [0, 1]
    assert not won(p)


@pytest.mark.rule("AOH-116")
def test_each_fortress_adds_exactly_one():
    """Two fortresses make 5 against 3 a draw and leader and fortresses add up."""
    p = battle({"hand": ["fortune"]}, {"fortresses": 2}, [5, 3, 1, 6], (1,), (1,))
    assert prompt(p) == (0, Prompt.REROLL)
    assert p.record.war_armies.tolist() == [1, 1]
    p = battle({}, {"fortresses": 2, "generals": 1}, [5, 2], (1,), (1, 0, "general"))
    assert p.record.armies[[0, 2]].tolist() == [0, 1]


@pytest.mark.rule("AOH-117")
def test_rounds_go_on_until_one_side_has_no_army_left():
    """Draw, attacker's loss, defender's loss: won with one army after exactly three rounds; 2 cards are taken."""
    p = table(
        [{"armies": 2}, {}, {"armies": 1, "fortresses": 1, "hand": ["gold", "iron", "stone"]}],
        queue=[3, 2, 2, 4, 5, 3, 6, 6],
        supply={**FULL_SUPPLY, "army": 9, "fortress": 8},
    )
    war(p, 2, "plunder", (2,), (1,))
    assert p.record.queued == 2
    assert sum(hand(p, 0).values()) == 2
    assert sum(hand(p, 2).values()) == 1
    assert (p.record.armies[0], p.record.armies_away[0], p.record.armies[2]) == (1, 1, 0)
    assert p.record.supply[Building.ARMY] == 11


@pytest.mark.rule("AOH-118")
def test_a_side_without_an_army_loses_without_a_roll():
    """Against an empty defence no die is rolled and all three armies survive: two cities change hands."""
    p = table([{"armies": 3}, {}, {"armies": 2, "cities": 4, "fortresses": 3}], queue=[1, 6])
    war(p, 2, "conquest", (3,), (0,))
    assert p.record.queued == 2
    assert p.record.armies[[0, 2]].tolist() == [3, 2]
    assert p.record.cities[[0, 2]].tolist() == [3, 2]


@pytest.mark.rule("AOH-119")
@pytest.mark.parametrize("side", [0, 1])
def test_army_heroes_are_lost_before_armies(side):
    """With an army and an army-Hero, the first loss is the Hero: the army is still owned after the victory."""
    sides = [{"hand": ["hero"]}, {}] if side == 0 else [{}, {"hand": ["hero"]}]
    dice = [2, 5, 5, 2] if side == 0 else [5, 2, 2, 5]
    p = battle(*sides, dice, *(((1, 1), (1,)) if side == 0 else ((1,), (1, 1))))
    assert p.record.queued == 0
    assert p.record.armies[2 * side] == 1
    assert p.record.armies[2 - 2 * side] == 0
    assert p.record.supply[Building.ARMY] == 13
    assert won(p) is (side == 0)


@pytest.mark.rule("AOH-120")
@pytest.mark.parametrize("dice", [(6, 1), (1, 6)])
def test_a_destroyed_army_returns_to_the_supply(dice):
    """Whoever loses it, the army goes back to the supply."""
    p = battle({"armies": 3}, {"armies": 3}, list(dice), (1,), (1,), supply={**FULL_SUPPLY, "army": 10})
    assert p.record.supply[Building.ARMY] == 11
    assert p.record.armies[[0, 2]].tolist() == ([3, 2] if dice == (6, 1) else [2, 3])


@pytest.mark.rule("AOH-121")
@pytest.mark.parametrize("side", [0, 1])
def test_uncommitted_armies_and_leaders_are_never_lost(side):
    """One army and the general are sent and beaten: the other two armies and the general remain."""
    sides = [{"armies": 3, "generals": 1}, {}] if side == 0 else [{}, {"armies": 3, "generals": 1}]
    dice = [1, 6] if side == 0 else [6, 1]
    p = battle(*sides, dice, *(((1, 0, "general"), (1,)) if side == 0 else ((1,), (1, 0, "general"))))
    seat = 2 * side
    assert p.record.queued == 0
    assert (p.record.armies[seat], p.record.generals[seat]) == (2, 1)
    assert p.record.supply[[Building.ARMY, Building.GENERAL]].tolist() == [13, 5]


@pytest.mark.rule("AOH-122")
@pytest.mark.parametrize("side", [0, 1])
def test_fortune_rerolls_the_own_die(side):
    """The losing side spends Fortune, rolls a 6 and wins the round."""
    sides = [{"hand": ["fortune"]}, {}] if side == 0 else [{}, {"hand": ["fortune"]}]
    p = battle(*sides, [2, 5, 6] if side == 0 else [5, 2, 6], (1,), (1,))
    assert prompt(p) == (2 * side, Prompt.REROLL)
    assert set(p.legal()) == {"repeat roll", "keep roll"}
    p.play("repeat roll")
    assert p.record.queued == 0
    assert p.record.armies[[0, 2]].tolist() == ([1, 0] if side == 0 else [0, 1])
    assert discarded(p) == {"fortune": 1}
    assert hand(p, 2 * side) == {}


@pytest.mark.rule("AOH-122")
@pytest.mark.parametrize("side", [0, 1])
def test_fortune_may_be_kept_in_battle(side):
    """Keeping the roll loses the army and keeps the card."""
    sides = [{"hand": ["fortune"]}, {}] if side == 0 else [{}, {"hand": ["fortune"]}]
    p = battle(*sides, [2, 5, 6] if side == 0 else [5, 2, 6], (1,), (1,)).play("keep roll")
    assert p.record.queued == 1
    assert p.record.armies[[0, 2]].tolist() == ([0, 1] if side == 0 else [1, 0])
    assert discarded(p) == {}
    assert hand(p, 2 * side) == {"fortune": 1}


@pytest.mark.rule("AOH-123")
@pytest.mark.parametrize(("dice", "asked"), [([5, 2], 2), ([2, 5], 0), ([4, 4, 5, 2], 2), ([4, 4, 2, 5], 0)])
def test_the_reroll_is_offered_to_the_side_losing_the_round(dice, asked):
    """Both hold Fortune: the loser is asked, and nobody on a draw (the question comes one round later)."""
    p = battle({"hand": ["fortune"]}, {"hand": ["fortune"]}, dice, (1,), (1,))
    assert prompt(p) == (asked, Prompt.REROLL)
    assert p.record.war_die.tolist() == dice[-2:]
    assert p.record.queued == 0


@pytest.mark.rule("AOH-123")
def test_the_winner_of_a_round_is_not_asked():
    """Fortune in the hand of the winning side, or of a third seat, brings no question."""
    p = table([{"hand": ["fortune"]}, {"hand": ["fortune"]}, {"cities": 2}], queue=[5, 2])
    war(p, 2, "conquest", (1,), (1,))
    assert prompt(p) == (1, Prompt.MAIN)
    assert won(p)


@pytest.mark.rule("AOH-123")
def test_bonuses_decide_who_is_losing():
    """With a fortress the attacker loses 3 against 3 and is asked."""
    p = battle({"hand": ["fortune"]}, {"fortresses": 1, "hand": ["fortune"]}, [3, 3], (1,), (1,))
    assert prompt(p) == (0, Prompt.REROLL)


@pytest.mark.rule("AOH-124")
@pytest.mark.parametrize("new", [1, 4])
def test_the_rerolled_value_stands_even_if_it_is_worse(new):
    """A reroll that still loses costs the army, and the other die is not rolled again."""
    p = battle({}, {"hand": ["fortune"]}, [5, 3, new, 6, 6], (1,), (1,)).play("repeat roll")
    assert p.record.queued == 2
    assert p.record.armies[[0, 2]].tolist() == [1, 0]
    assert discarded(p) == {"fortune": 1}
    assert won(p)


@pytest.mark.rule("AOH-124")
def test_a_reroll_to_equality_makes_the_round_a_draw():
    """3 against 5 rerolled to 5 destroys nothing; another round follows."""
    p = battle({}, {"hand": ["fortune"]}, [5, 3, 5, 1, 6], (1,), (1,)).play("repeat roll")
    assert p.record.queued == 0  # the draw 5:5 was followed by one more round
    assert p.record.armies[[0, 2]].tolist() == [0, 1]


@pytest.mark.rule("AOH-125")
def test_the_other_side_may_answer_a_reroll_with_its_own_fortune():
    """5:2, rerolled to 5:6, answered to 6:6: no loss and both cards spent."""
    p = battle({"hand": ["fortune"]}, {"hand": ["fortune"]}, [5, 2, 6, 6, 4, 3], (1,), (1,))
    assert prompt(p) == (2, Prompt.REROLL)
    p.play("repeat roll")
    assert prompt(p) == (0, Prompt.REROLL)
    assert p.record.war_die.tolist() == [5, 6]
    assert p.record.war_armies.tolist() == [1, 1]
    p.play("repeat roll")
    assert discarded(p) == {"fortune": 2}
    assert p.record.queued == 0  # the draw was followed by the round 4:3
    assert p.record.armies[[0, 2]].tolist() == [1, 0]


@pytest.mark.rule("AOH-125")
def test_the_other_side_is_not_asked_if_it_still_wins():
    """After a reroll that does not help, the winning side keeps its Fortune unasked."""
    p = battle({"hand": ["fortune"]}, {"hand": ["fortune"]}, [5, 2, 4], (1,), (1,)).play("repeat roll")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 0) == {"fortune": 1}
    assert won(p)


@pytest.mark.rule("AOH-125", "AOH-122")
def test_a_side_uses_one_fortune_per_round_at_most():
    """A second Fortune is not offered in the same round but is in the next one."""
    p = battle({"armies": 2}, {"armies": 2, "hand": ["fortune", "fortune"]}, [5, 2, 1, 5, 2, 6], (2,), (2,)).play("repeat roll")
    assert prompt(p) == (2, Prompt.REROLL)
    assert p.record.war_armies.tolist() == [2, 1]  # the first round was lost after one reroll
    assert p.record.war_die.tolist() == [5, 2]
    p.play("repeat roll")
    assert discarded(p) == {"fortune": 2}


@pytest.mark.rule("AOH-125")
def test_no_second_fortune_as_an_answer_to_the_answer():
    """The defender has rerolled once; beaten by the attacker's reroll it is not asked again this round."""
    p = table(
        [{"hand": ["fortune"]}, {}, {"cities": 2, "hand": ["fortune", "fortune"]}],
        queue=[4, 2, 5, 6],
        rules={"cards.fortune.count": 3},
    )
    war(p, 2, "conquest", (1,), (1,)).play("repeat roll", "repeat roll")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 2) == {"fortune": 1}
    assert won(p)


@pytest.mark.rule("AOH-122", "AOH-125")
def test_a_kept_roll_ends_the_round():
    """Once the losing side keeps its roll the loss stands and the other side is not asked."""
    p = table([{"hand": ["fortune"]}, {}, {"cities": 2, "hand": ["fortune"]}], queue=[5, 2])
    p.play("war player_2 conquest")
    commit(p, 1)
    commit(p, 1).play("keep roll")
    assert prompt(p) == (1, Prompt.MAIN)
    assert won(p)
