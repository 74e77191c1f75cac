"""Moving, shooting and close combat of stacks on the battle display (19.9 to 19.13)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Flag, Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    abilities,
    arrange,
    asked,
    cell_of,
    display_field,
    guarded,
    heroes,
    marching,
    on_cells,
    player,
    stacks,
)

# Cells two steps from F7 and the step that leads next to it, clockwise from north.
AROUND_F7 = (("F5", "go s"), ("H6", "go sw"), ("H8", "go nw"), ("F9", "go n"), ("D8", "go ne"), ("D6", "go se"))


def _to_attacker(p: Position) -> Position:
    """The guards hold their places until a stack of the hero may move."""
    while asked(p) != (0, Prompt.MARCH):
        assert p.seat == 1
        p.play("pass")
    return p


# ------------------------------------------------------------------------------------------------ movement
@pytest.mark.rule("HVW-415")
@pytest.mark.parametrize(("unit", "cells"), [("K1", 3), ("K5", 6), ("K6", 4)])
def test_movement_value(unit: str, cells: int) -> None:
    """19.9: a stack moves as many plain hexes as its movement value, or fewer."""
    p = _to_attacker(display_field(2, [(5, unit)], ["A1"], {"level_1": 5}, ["I12"]))
    for k in range(cells):
        assert p.record.march_mp == cells - k
        p.play("go s")
    assert cell_of(p, ATTACKER) == f"A{1 + cells}"
    assert asked(p) != (0, Prompt.MARCH)
    short = _to_attacker(display_field(2, [(5, unit)], ["A1"], {"level_1": 5}, ["I12"])).play("go s", "pass")
    assert cell_of(short, ATTACKER) == "A2"


@pytest.mark.rule("HVW-416")
def test_friends_are_passed_but_not_stopped_on() -> None:
    """19.9: through a friend at the normal price; nobody ends on his cell."""
    p = _to_attacker(display_field(2, [(5, "K5"), (5, "K1")], ["A4", "A5"], {"level_1": 5}, ["I12"]))
    assert p.record.battle_cursor == 0
    p.play("go s")
    assert "pass" not in p.legal()
    p.play("go s")
    assert cell_of(p, ATTACKER) == "A6"
    assert p.record.march_mp == 4
    assert "pass" in p.legal()


@pytest.mark.rule("HVW-416")
def test_the_last_point_does_not_lead_onto_a_friend() -> None:
    """19.9: with one point left a friend's cell is closed."""
    p = _to_attacker(display_field(2, [(5, "K5"), (5, "K1")], ["A1", "A7"], {"level_1": 5}, ["I12"]))
    p.play("go s", "go s", "go s", "go s", "go s")
    assert p.record.march_mp == 1
    assert "go s" not in p.legal()
    assert "go se" in p.legal()


@pytest.mark.rule("HVW-416", "HVW-417")
def test_a_stack_stops_next_to_an_enemy() -> None:
    """19.9: entering a hex next to an enemy ends the movement, and the enemy's hex is closed."""
    p = _to_attacker(display_field(2, [(5, "K5")], ["F5"], {"level_1": 5}, ["F7"]))
    p.play("go s")
    assert cell_of(p, ATTACKER) == "F6"
    assert asked(p) == (0, Prompt.STRIKE)
    near = _to_attacker(display_field(2, [(5, "K5")], ["F6"], {"level_1": 5}, ["F7"]))
    assert "go s" not in near.legal()


@pytest.mark.rule("HVW-418")
def test_starting_next_to_an_enemy() -> None:
    """19.9: the first step leads to a hex next to no enemy; the next may lead back beside one."""
    p = _to_attacker(display_field(2, [(5, "K5")], ["F6"], {"level_1": 5}, ["F7"]))
    assert set(p.legal()) == {"pass", "go n", "go ne", "go nw"}  # G6 and E6 touch the enemy
    away = p.clone().play("go nw")
    assert {"pass", "go s"} <= set(away.legal())
    away.play("go s")
    assert cell_of(away, ATTACKER) == "E6"
    assert asked(away) == (0, Prompt.STRIKE)
    assert {"pass", "target 0"} <= set(away.legal())  # it came there and may choose


@pytest.mark.rule("HVW-418")
def test_who_stays_must_attack() -> None:
    """19.9: a stack that starts next to an enemy and stays has to attack."""
    p = _to_attacker(display_field(2, [(5, "K5")], ["F6"], {"level_1": 5, "level_2": 5}, ["F7", "G6"]))
    p.play("pass")
    assert asked(p) == (0, Prompt.STRIKE)
    assert set(p.legal()) == {"target 0", "target 1"}


@pytest.mark.rule("HVW-418")
def test_no_way_out_means_attack() -> None:
    """19.9: if every free neighbour touches an enemy the stack can only stay and attack."""
    guards = {"level_1": 5, "level_2": 5, "level_4": 5}
    p = display_field(2, [(5, "K5")], ["F7"], guards, ["F6", "G7", "E8"])
    if asked(p) == (0, Prompt.MARCH):
        assert p.legal() == ["pass"]
        p.play("pass")
    assert asked(p) == (0, Prompt.STRIKE)
    assert "pass" not in p.legal()


@pytest.mark.rule("HVW-419")
def test_one_target_only() -> None:
    """19.9: of two adjacent enemies a stack attacks one."""
    p = _to_attacker(display_field(2, [(2, "K5")], ["F6"], {"level_1": 9, "level_2": 9}, ["F7", "G6"]))
    p.queue_dice(20, 1).play("pass", "target 1")
    assert stacks(p, DEFENDER) == [(9, "N1"), (7, "N2"), (1, "N3")]
    assert asked(p)[0] == 1  # the guards are next
    assert p.record.queued == 0


@pytest.mark.rule("HVW-421")
def test_all_movements_come_before_the_attacks() -> None:
    """19.9: two cavalry stacks move, move, then attack, attack."""
    units = [(5, "K5"), (5, "K5")]
    p = _to_attacker(display_field(2, units, ["F5", "G5"], {"level_1": 9}, ["F7"]))
    p.queue_dice(10, 15, 10, 15)
    found = []
    for action in ("go s", "go s", "target 0", "target 0"):
        found.append((asked(p)[1], int(p.record.battle_cursor)))
        p.play(action)
    assert found == [(Prompt.MARCH, 0), (Prompt.MARCH, 1), (Prompt.STRIKE, 0), (Prompt.STRIKE, 1)]


# ------------------------------------------------------------------------------------------------ scripted guards
def _scripted(units: list[tuple[int, str]], at: list[str], levels: dict, cells: list[str], dice: tuple[int, ...] = ()) -> Position:
    """Guards that act by their script, on cells of their own, at the first movement of the hero's stacks of close combat."""
    rules = {"combat_mode": 2, "guards_controller": "scripted"}
    p = arrange(player("T01_C", *units, ability=heroes(abilities())), rules=rules, **guarded("T01_N", **levels))
    p = marching(p.play("hero 1", "go n"))
    assert asked(p) == (0, Prompt.MARCH)
    on_cells(p, at, cells)
    return p.queue_dice(*dice)


@pytest.mark.rule("HVW-422")
def test_scripted_guards_stand_still() -> None:
    """19.9: guards of close combat with nobody next to them do not move, and nobody is asked for them."""
    p = _scripted([(5, "K1")], ["A1"], {"level_1": 5}, ["F9"])
    p.play("go s", "pass")
    while asked(p) != (0, Prompt.MARCH):
        assert p.seat == 0
        p.play("pass")
    assert p.record.battle_round == 2
    assert cell_of(p, DEFENDER) == "F9"


@pytest.mark.rule("HVW-422")
def test_scripted_guards_attack_the_strongest_neighbour() -> None:
    """19.9: next to two stacks they attack the one with most number times level."""
    p = _scripted([(5, "K5"), (3, "K1"), (2, "K4")], ["A1", "F8", "E7"], {"level_1": 9}, ["F7"], dice=(20, 1))
    p.play("go s", "pass")  # the cavalry moves far away, then the guards strike
    assert stacks(p, ATTACKER)[1:] == [(3, "K1")]  # two K4 count 8, three K1 count 3; nine hits


@pytest.mark.rule("HVW-422")
def test_scripted_shooters_fire_at_the_nearest() -> None:
    """19.9: guards with targets 2 and 3 hexes away fire at the nearer one."""
    rules = {"combat_mode": 2, "guards_controller": "scripted"}
    p = arrange(player("T01_C", (9, "K1"), (9, "K2"), ability=heroes(abilities())), rules=rules, **guarded("T01_N", level_3=2))
    p = marching(p.play("hero 1", "go n"))
    assert asked(p) == (0, Prompt.MARCH)
    on_cells(p, ["A4", "B7"], ["A9"])
    p.play("go s", "pass", "go s")  # K1 to A5, 4 away; K2 to B8, 2 away
    if asked(p) == (0, Prompt.MARCH):
        p.play("pass")
    on_cells(p, ["A6", "B8"], ["A9"])
    p.queue_dice(20, 1)
    while asked(p) != (0, Prompt.MARCH):
        assert p.seat == 0
        p.play("pass")
    assert p.record.battle_round == 2
    assert stacks(p, ATTACKER) == [(9, "K1"), (7, "K2")]
    assert p.record.queued == 0


# ------------------------------------------------------------------------------------------------ ranged combat
@pytest.mark.rule("HVW-423")
def test_shooters_move_or_fire() -> None:
    """19.10: shooters that moved do not fire in this round; those that held do."""
    p = _to_attacker(display_field(2, [(3, "K3")], ["A5"], {"level_1": 9}, ["A8"]))
    assert p.record.battle_step == Step.RANGED_SECOND
    moved = p.clone().play("go s", "pass")
    assert asked(moved)[1] != Prompt.STRIKE
    while moved.record.battle_round == 1 and moved.record.battle_step < Step.SEIZE:
        assert asked(moved) != (0, Prompt.STRIKE)
        moved.play("pass")
    p.queue_dice(20, 1).play("pass")
    assert stacks(p, DEFENDER)[0] == (6, "N1")
    assert p.record.slot_flags[ATTACKER, 0] & Flag.FIRED


@pytest.mark.rule("HVW-424")
@pytest.mark.parametrize(("unit", "reach"), [("K3", 3), ("A3", 4), ("B3", 3)])
def test_range_is_half_the_attack(unit: str, reach: int) -> None:
    """19.10: attack 6, 7 and 5 reach 3, 4 and 3 hexes."""
    for distance in (2, reach, reach + 1):
        p = _to_attacker(display_field(2, [(3, unit)], ["A3"], {"level_1": 9}, [f"A{3 + distance}"]))
        assert ("pass" in p.legal()) == (distance <= reach)


@pytest.mark.rule("HVW-425")
@pytest.mark.parametrize(("die", "left"), [(13, 6), (14, 9), (15, 9)])
def test_a_shot(die: int, left: int) -> None:
    """19.10: 9 + 5 hits against 13, not against 14; neither hero nor DV of the target count."""
    p = _to_attacker(display_field(2, [(3, "B3")], ["A5"], {"level_4": 9}, ["A8"]))
    p = on_cells(p, ["A5"], ["I15", "A8"])
    p.queue_dice(9, die).play("pass")
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 1")
    assert stacks(p, DEFENDER)[1] == (left, "N4")
    assert stacks(p, ATTACKER) == [(3, "B3")]


@pytest.mark.rule("HVW-426")
@pytest.mark.parametrize(("mode", "left"), [(2, 7), (4, 3)])
def test_hits_of_a_shot(mode: int, left: int) -> None:
    """19.10: two K3 that hit kill two in mode 2 and deal six hits in mode 4; nothing comes back."""
    p = _to_attacker(display_field(mode, [(2, "K3")], ["A5"], {"level_1": 9}, ["A8"]))
    p.queue_dice(20, 1).play("pass")
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert stacks(p, DEFENDER)[0] == (left, "N1")
    assert stacks(p, ATTACKER) == [(2, "K3")]


@pytest.mark.rule("HVW-427")
def test_shooters_next_to_an_enemy_do_not_fire() -> None:
    """19.10: they may leave, or stay and fight hand-to-hand in step 7."""
    p = _to_attacker(display_field(2, [(3, "K3")], ["F6"], {"level_1": 9}, ["F7"]))
    assert p.record.battle_step == Step.RANGED_SECOND
    p.play("pass")
    assert asked(p)[1] != Prompt.STRIKE  # the guards move
    assert asked(p) == (1, Prompt.MARCH)
    p.queue_dice(10, 10, 20, 1).play("pass")  # they must attack: 10 + 3 against 10 + 3; then the K3 must, with 20 + 3
    while asked(p)[1] == Prompt.STRIKE:
        assert p.record.battle_step == (Step.CLOSE_FIRST if p.seat == 1 else Step.CLOSE_SECOND)
        p.play("target 0")
    assert p.record.queued == 0
    assert stacks(p, DEFENDER)[0] == (6, "N1")
    assert not p.record.slot_flags[ATTACKER, 0] & Flag.FIRED


@pytest.mark.rule("HVW-427", "HVW-423")
def test_shooters_strike_by_hand_only_if_they_have_not_fired() -> None:
    """19.10: who fired in step 3 does not attack in step 7, even if an enemy came close."""
    p = _to_attacker(display_field(2, [(3, "K3")], ["A5"], {"level_1": 9}, ["A7"]))
    p.queue_dice(1, 20).play("pass")
    assert asked(p) == (1, Prompt.MARCH)
    p.play("go n")
    if asked(p) == (1, Prompt.STRIKE):
        p.play("pass")
    while p.record.battle_round == 1 and asked(p)[1] not in (Prompt.SEIZE, Prompt.WITHDRAW):
        assert asked(p) != (0, Prompt.STRIKE)
        p.play("pass")
    assert stacks(p, DEFENDER)[0] == (9, "N1")


# ------------------------------------------------------------------------------------------------ close combat
@pytest.mark.rule("HVW-428")
def test_close_combat_needs_a_neighbour() -> None:
    """19.11: at distance 2 there is no target, at distance 1 there is."""
    far = _to_attacker(display_field(2, [(3, "K1")], ["A3"], {"level_1": 9}, ["A7"]))
    far.play("go s", "go s", "pass")
    assert asked(far)[1] != Prompt.STRIKE
    near = _to_attacker(display_field(2, [(3, "K1")], ["A4"], {"level_1": 9}, ["A7"]))
    near.play("go s", "go s")
    assert asked(near) == (0, Prompt.STRIKE)


@pytest.mark.rule("HVW-428")
def test_cavalry_strikes_before_the_others() -> None:
    """19.11: cavalry attacks in step 5, the rest in step 7."""
    p = _to_attacker(display_field(2, [(3, "K1"), (3, "K5")], ["E6", "F5"], {"level_1": 9}, ["F7"]))
    assert (int(p.record.battle_cursor), Step(int(p.record.battle_step))) == (1, Step.CAVALRY_SECOND)
    p.play("go s")
    assert asked(p) == (0, Prompt.STRIKE)
    p.queue_dice(10, 16).play("target 0")
    assert asked(p) == (1, Prompt.MARCH)
    assert p.record.battle_step == Step.CLOSE_FIRST


def _around(mode: int, number: int) -> Position:
    """Stacks of five K1 (attack 3 + 2) have closed in on nine N4 (DV 5) on F7; their attacks are to be named."""
    units = [(5, "K1")] * number
    p = arrange(player("T01_C", *units, ability=heroes(abilities())), rules={"combat_mode": mode}, **guarded("T01_N", level_4=9))
    p = marching(p.play("hero 1", "go n"))
    assert asked(p) == (1, Prompt.MARCH)
    on_cells(p, [cell for cell, _ in AROUND_F7[:number]], ["F7"]).play("pass")
    for _, step in AROUND_F7[:number]:
        assert asked(p) == (0, Prompt.MARCH)
        p.play(step)
    assert asked(p) == (0, Prompt.STRIKE)
    return p


@pytest.mark.rule("HVW-429")
def test_attacks_are_named_before_the_dice() -> None:
    """19.11: three attackers name three targets, then three pairs of dice are rolled."""
    p = _around(2, 3)
    p.queue_dice(10, 10, 10, 10, 10, 10)
    for named in range(3):
        assert asked(p) == (0, Prompt.STRIKE)
        assert p.record.queued == 6
        assert p.record.battle_cursor == named
        p.play("target 0")
    assert p.record.queued == 0


@pytest.mark.rule("HVW-430", "HVW-432")
def test_attacks_are_resolved_in_the_order_named() -> None:
    """19.11: in mode 4 the first named faces DV 5, the second DV 4, whoever the player names first."""
    p = _around(4, 2)
    p.record.slot_count[ATTACKER, 1] = 1  # the second stack has one unit
    swap = p.clone()
    p.queue_dice(11, 10, 10, 11).play("target 0", "target 0")  # 16 : 15 for five units, then 15 : 15
    assert stacks(p, DEFENDER) == [(8, "N4")]
    assert p.record.slot_wounds[DEFENDER, 0] == 1
    assert "attack later" in swap.legal()
    swap.queue_dice(11, 10, 10, 11).play("attack later", "target 0", "target 0")  # the single unit goes first
    assert stacks(swap, DEFENDER) == [(9, "N4")]
    assert swap.record.slot_wounds[DEFENDER, 0] == 1


@pytest.mark.rule("HVW-431")
def test_an_attack_on_a_stack_that_is_gone_lapses() -> None:
    """19.11: the first attack destroys the target, the second rolls nothing."""
    units = [(5, "K1"), (5, "K1")]
    p = _to_attacker(display_field(2, units, ["F5", "G5"], {"level_1": 4}, ["F7"]))
    p.play("go s", "go s").queue_dice(20, 1, 7, 7)
    p.play("target 0", "target 0")
    assert stacks(p, DEFENDER) == [(1, "N3")]
    assert p.record.queued == 2


@pytest.mark.rule("HVW-432", "HVW-374")
@pytest.mark.parametrize(("mode", "dice"), [(4, (10, 11, 12, 13, 14, 15)), (2, (10, 10, 10, 10, 10, 10))])
def test_several_attackers(mode: int, dice: tuple[int, ...]) -> None:
    """19.12: DV 5 falls to 4, 3, 2, 1, 0 against attackers two to six in mode 4 and stays 5 in mode 2: six ties."""
    p = _around(mode, 6)
    for die in dice:
        p.queue_dice(10, die)
    for _ in range(6):
        p.play("target 0")
    assert p.record.queued == 0
    assert stacks(p, DEFENDER) == [(9, "N4")]
    assert stacks(p, ATTACKER) == [(5, "K1")] * 6
    assert not p.record.slot_wounds.any()


@pytest.mark.rule("HVW-372", "HVW-432")
def test_second_attacker_in_both_methods() -> None:
    """19.12: 15 against 10 + 5 - 1: the second attacker hits in mode 4 and not in mode 2."""
    for mode, wounded in ((4, True), (2, False)):
        p = _around(mode, 2).queue_dice(10, 10, 10, 10).play("target 0", "target 0")
        assert (stacks(p, DEFENDER) != [(9, "N4")]) == wounded


# ------------------------------------------------------------------------------------------------ shooters hand-to-hand
def _archers(mode: int, strong: bool = True) -> Position:
    """Five A3 whose hero has attack and defense 4 stand next to nine N1, which are about to act."""
    rules = {"combat_mode": mode, "players.faction_0": "amazons", "players.faction_1": "knights"}
    hero = heroes(abilities(4, 4)) if strong else heroes(abilities(0, 0))
    p = arrange(player("T01_C", (5, "A3"), ability=hero), rules=rules, **guarded("T01_N", level_1=9))
    p.play("hero 1", "go n")
    if asked(p)[1] == Prompt.LEAVE:
        p.play("pass")
    if asked(p)[1] != Prompt.DEPLOY:
        return p
    p = marching(p)
    assert asked(p) == (0, Prompt.MARCH)
    on_cells(p, ["F6"], ["F7"])
    return p.play("pass")


@pytest.mark.rule("HVW-433", "HVW-374")
@pytest.mark.parametrize("mode", [2, 4])
@pytest.mark.parametrize("strong", [True, False])
def test_archers_fight_badly_hand_to_hand(mode: int, strong: bool) -> None:
    """19.13: attack 7 becomes 3, DV stays 3, and no hero helps: 10 + 3 against 10 + 3, then 10 + 3 against 11 + 2."""
    p = _archers(mode, strong)
    assert asked(p) == (1, Prompt.MARCH)
    p.queue_dice(10, 10, 10, 11).play("pass")  # both must attack: two ties
    while asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert p.record.queued == 0
    assert stacks(p, ATTACKER) == [(5, "A3")]
    assert stacks(p, DEFENDER) == [(9, "N1")]
    for dice, hurt in (((11, 10, 10, 10), ATTACKER), ((10, 10, 11, 11), DEFENDER)):
        q = _archers(mode, strong).queue_dice(*dice).play("pass")
        while asked(q)[1] == Prompt.STRIKE:
            q.play("target 0")
        assert stacks(q, hurt) != ([(5, "A3")] if hurt == ATTACKER else [(9, "N1")])


@pytest.mark.rule("HVW-433")
@pytest.mark.parametrize("mode", [1, 3])
def test_archers_in_the_arena_have_their_hero(mode: int) -> None:
    """19.13 is no rule of the arena: A3 defends with 3 and its hero's 4: 10 + 3 against 6 + 7 is even."""
    p = _archers(mode)
    while asked(p)[0] == 0:
        p.play("pass")
    assert asked(p) == (1, Prompt.ATTACK)
    p.queue_dice(10, 6).play("target 0")
    assert stacks(p, ATTACKER) == [(5, "A3")]
    assert stacks(p, DEFENDER) == [(9, "N1")]
