"""Rolls of ranged and close combat, hits and casualties in the basic hit system (HVW-208 to HVW-219)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    abilities,
    arrange,
    asked,
    dice_left,
    guarded,
    heroes,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    stacks,
    strike,
    walk,
)

MINE = "T03_NW"


def meet_guards(
    *units: tuple[int, str], attacker: dict | None = None, rules: object = None, world: dict | None = None, **levels: int
) -> Position:
    """Hero 1 of seat 0 enters the gold mine T03_NW with guards on it, who let their close combat step pass."""
    p = arrange(player("T03_C", *units, **(attacker or {})), **guarded(MINE, **levels), **(world or {})).play("hero 1")
    walk(p, MINE)
    while p.seat == 1:
        p.play("pass")
    return p


def duel(attacker: tuple[int, str], defender: tuple[int, str], first: dict | None = None, second: dict | None = None) -> Position:
    """Hero 1 of seat 0 attacks hero 1 of seat 1 on a plain hex, who lets his steps pass."""
    p = arrange(player("T03_S", attacker, **(first or {})), player("T03_C", defender, **(second or {}))).play("hero 1")
    walk(p, "T03_C")
    while p.seat == 1:
        p.play("pass")
    return p


# ------------------------------------------------------------------------------------------------ ranged fire
@pytest.mark.rule("HVW-208", "HVW-216")
@pytest.mark.parametrize(("dice", "left"), [((9, 14), 2), ((9, 15), 5), ((9, 16), 5), ((14, 9), 2)])
def test_ranged_fire_compares_with_a_plain_die(dice: tuple[int, int], left: int) -> None:
    """8.5.1: attack 6 and a 9 beat 14, whatever the target's defense; the shooter's die comes first."""
    p = strike(meet_guards((3, "K3"), level_6=5), 0, *dice)
    assert stacks(p, DEFENDER) == ([(left, "N6")])
    assert stacks(p, ATTACKER) == [(3, "K3")]


@pytest.mark.rule("HVW-209")
@pytest.mark.parametrize("target", [15, 20])
def test_a_missed_shot_hurts_nobody(target: int) -> None:
    """8.5.1: an equal or lower total does nothing, to the shooters neither."""
    p = strike(meet_guards((3, "K3"), level_1=5), 0, 9, target)
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([(3, "K3")], [(5, "N1")])


@pytest.mark.rule("HVW-210")
@pytest.mark.parametrize(("dice", "left"), [((4, 10), 5), ((4, 9), 2)])
def test_no_hero_value_enters_a_ranged_roll(dice: tuple[int, int], left: int) -> None:
    """8.5.1: attack 6 and a 4 are 10 with a hero of attack 5; a hero of defense 4 does not help the target."""
    p = duel((3, "K3"), (5, "B1"), {"ability": heroes(abilities(attack=5))}, {"ability": heroes(abilities(defense=4))})
    strike(p, 0, *dice)
    assert stacks(p, DEFENDER) == [(left, "B1")]


@pytest.mark.rule("HVW-211", "HVW-239")
@pytest.mark.parametrize(("towers", "die", "left"), [(1, 13, 5), (1, 12, 2), (2, 11, 5), (2, 10, 2), (0, 15, 5), (0, 14, 2)])
def test_a_target_of_fire_adds_its_location_bonus(towers: int, die: int, left: int) -> None:
    """8.5.1, 8.7.2.1: units in an own Resource hex add 2 or 4 for one or two towers at home."""
    built = {"tower_1": int(towers > 0), "tower_2": int(towers > 1)}
    p = arrange(
        player("T03_C", (3, "K3")), player("T12_S", (9, "B1"), facility=built),
        control={MINE: "player_1"}, activated={MINE: 1}, garrison={MINE: {"level_1": 5}},
    ).play("hero 1")  # fmt: skip
    strike(walk(p, MINE), 0, 9, die)
    assert stacks(p, DEFENDER) == [(left, "B1")]


# ------------------------------------------------------------------------------------------------ close combat
@pytest.mark.rule("HVW-212")
@pytest.mark.parametrize(("dice", "outcome"), [((8, 9), (3, 2)), ((8, 11), (3, 5)), ((8, 12), (0, 5)), ((8, 10), (3, 2))])
def test_close_combat_adds_units_and_heroes(dice: tuple[int, int], outcome: tuple[int, int]) -> None:
    """8.5.2: die + 4 + 5 against die + 2 + 4; 17 beats 15 and 16, ties with 17 and loses to 18."""
    p = duel((3, "K2"), (5, "B1"), {"ability": heroes(abilities(attack=5))}, {"ability": heroes(abilities(defense=4))})
    strike(p, 0, *dice)
    left = p.record.slot_count[:, 0].tolist() if in_battle(p) else [0, sections(p, 1)[0][0]]
    assert tuple(left) == outcome


@pytest.mark.rule("HVW-213")
def test_an_attacking_stack_can_lose() -> None:
    """8.5.2: four attackers lose to a stack of seven and all die; the seven are unharmed."""
    p = meet_guards((4, "K1"), (9, "K2"), level_1=7)
    strike(p, 0, 1, 20)
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([(9, "K2")], [(7, "N1")])


@pytest.mark.rule("HVW-213")
def test_the_loser_takes_as_many_hits_as_the_winner_has_units() -> None:
    """8.5.2: nine attackers lose to a stack of four: four die."""
    p = strike(meet_guards((9, "K1"), level_1=4), 0, 1, 20)
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([(5, "K1")], [(4, "N1")])


@pytest.mark.rule("HVW-213")
def test_equal_totals_change_nothing() -> None:
    """8.5.2: 10 + 3 + 2 against 13 + 2."""
    p = strike(meet_guards((9, "K1"), level_1=4), 0, 10, 13)
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([(9, "K1")], [(4, "N1")])


@pytest.mark.rule("HVW-214")
@pytest.mark.parametrize(("number", "hits"), [(1, 1), (20, 20)])
@pytest.mark.parametrize(("die", "hit"), [(13, True), (14, False)])
def test_the_size_of_a_stack_changes_hits_but_not_totals(number: int, hits: int, die: int, hit: bool) -> None:
    """8.5.2: one or twenty units of attack 4 total 8 + 4 + 2 = 14, which beats 13 and ties with 14."""
    p = strike(meet_guards((number, "K2"), level_2=20, level_1=1), 1, 8, die - 3)
    left = 20 - hits if hit else 20
    assert stacks(p, DEFENDER) == [(1, "N1"), (left, "N2")][: 1 + (left > 0)]
    assert stacks(p, ATTACKER) == [(number, "K2")]


@pytest.mark.rule("HVW-215")
@pytest.mark.parametrize(("markers", "left"), [({"attack_1": 1}, 14), ({"attack_2": 1}, 14), ({}, 20), ({"defense_1": 1}, 20)])
def test_every_stack_profits_from_hero_and_equipment(markers: dict[str, int], left: int) -> None:
    """8.5.2: with attack 2 and a marker of 1 all six stacks add 3: 5 + 3 + 3 beats 8 + 2, without it is a tie."""
    cup = {"attack_1": 4, "attack_2": 1, "defense_1": 4}
    taken = {name: cup[name] - number for name, number in markers.items()}
    p = meet_guards(*[(1, "K1")] * 6, attacker={"equipment": [markers, {}]}, world={"cup": taken} if taken else None, level_1=20)
    for _ in range(6):
        strike(p, 0, 5, 8)
    assert stacks(p, DEFENDER) == [(left, "N1")]
    assert stacks(p, ATTACKER) == [(1, "K1")] * 6


@pytest.mark.rule("HVW-215")
@pytest.mark.parametrize(("markers", "left"), [({"defense_1": 1}, 4), ({}, 2)])
def test_equipment_helps_in_defense_too(markers: dict[str, int], left: int) -> None:
    """8.5.2: two guards attack with 10 + 3; 7 + 2 + 3 loses by one, with a marker it holds."""
    hero = player("T03_C", (4, "K1"), equipment=[markers, {}])
    p = arrange(hero, cup={"defense_1": 4 - len(markers)}, **guarded(MINE, level_1=2)).play("hero 1")
    strike(walk(p, MINE), 0, 10, 7)
    assert stacks(p, ATTACKER) == [(left, "K1")]


@pytest.mark.rule("HVW-216")
def test_the_attacker_rolls_first() -> None:
    """8.5.2: dice 9 and 10 are 9 for the attacking guards and 10 for the hero's stack."""
    p = arrange(player("T03_C", (4, "K1")), **guarded(MINE, level_1=2)).play("hero 1")
    walk(p, MINE)
    assert asked(p) == (1, Prompt.ATTACK)
    strike(p, 0, 20, 1)
    assert (stacks(p, ATTACKER), dice_left(p)) == ([(2, "K1")], 0)


# ------------------------------------------------------------------------------------------------ hits
@pytest.mark.rule("HVW-217")
@pytest.mark.parametrize("level", [1, 3, 6])
def test_each_unit_kills_one_unit_of_any_level(level: int) -> None:
    """8.6.1: three units of level 1 kill three guards, whatever their level."""
    p = strike(meet_guards((3, "K1"), **{f"level_{level}": 5}), 0, 20, 1)
    assert stacks(p, DEFENDER) == [(2, f"N{level}")]


@pytest.mark.rule("HVW-218")
def test_surplus_hits_are_lost() -> None:
    """8.6.1: seven hits on a stack of four kill four, the next stack is unharmed."""
    p = strike(meet_guards((7, "K1"), level_1=4, level_2=5), 0, 20, 1)
    assert stacks(p, DEFENDER) == [(5, "N2")]


@pytest.mark.rule("HVW-219", "HVW-302")
def test_killed_units_can_be_recruited_again() -> None:
    """8.6.2: twenty Levies fall; in the next production Levies can be bought."""
    p = arrange(player("T03_C", (20, "K1"), (5, "K2"), stock={"gold": 20}), **guarded(MINE, level_1=20)).play("hero 1")
    walk(p, MINE)
    strike(p, 0, 20, 1)
    assert stacks(p, ATTACKER) == [(5, "K2")]
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("recruit level 1", "amount 20")
    assert p.record.place_garrison[0].tolist() == [20, 0, 0, 0, 0, 0]
    assert p.record.hero_hex[0, 0] == spot("T03_C")
