"""Battles in the arena: sides, stacks, the steps of a round and who may be attacked (HVW-187 to HVW-207)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES, UNITS
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Prompt, Status, Step, Terrain
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    abilities,
    arrange,
    asked,
    dice_left,
    fallen,
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


def meet_guards(*units: tuple[int, str], rules: object = None, **levels: int) -> Position:
    """Hero 1 of seat 0 enters the gold mine T03_NW with guards on it."""
    p = arrange(player("T03_C", *units), rules=rules, **guarded(MINE, **levels)).play("hero 1")
    return walk(p, MINE)


def duel(attacker: list[tuple[int, str]], defender: list[tuple[int, str]], rules: object = None, **fields) -> Position:
    """Hero 1 of seat 0 attacks hero 1 of seat 1 on the plain hex T03_C."""
    p = arrange(player("T03_S", *attacker), player("T03_C", *defender), rules=rules, **fields).play("hero 1")
    return walk(p, "T03_C")


def held_mine(attacker: list[tuple[int, str]], hero: list[tuple[int, str]], garrison: dict[str, int], rules: object = None) -> Position:
    """Hero 1 of seat 0 attacks a gold mine of seat 1 with a garrison, and a hero if he has an army."""
    owner = player(MINE, *hero) if hero else player("T12_S", (4, "B1"))
    p = arrange(
        player("T03_C", *attacker), owner, rules=rules,
        control={MINE: "player_1"}, activated={MINE: 1}, garrison={MINE: garrison},
    ).play("hero 1")  # fmt: skip
    return walk(p, MINE)


def acting(p: Position) -> str:
    """The unit of the stack in turn, at the prompt for an attack."""
    s = p.record
    side = int(s.battle_init) ^ int((s.battle_step - Step.RANGED_FIRST) % 2)
    return UNITS[s.slot_unit[side, s.battle_cursor]]


def slots(p: Position, side: int) -> list[tuple[int, str]]:
    """All seven slots of a side as (number, unit)."""
    s = p.record
    return [(int(s.slot_count[side, k]), UNITS[s.slot_unit[side, k]]) for k in range(7)]


def targets(p: Position) -> list[int]:
    """The slots that the stack in turn may attack."""
    assert asked(p)[1] == Prompt.ATTACK
    return [int(action.split()[1]) for action in p.legal() if action.startswith("target")]


# ------------------------------------------------------------------------------------------------ sides
@pytest.mark.rule("HVW-187")
def test_the_active_player_attacks() -> None:
    """8.0: who enters a hex with guards or an enemy hero is the attacker, and the other side has the initiative."""
    p = meet_guards((9, "K1"), level_1=4)
    assert (p.record.battle_seat.tolist(), p.record.battle_init) == ([0, GUARDS], DEFENDER)
    p = duel([(9, "K1")], [(9, "B1")])
    assert (p.record.battle_seat.tolist(), p.record.battle_init) == ([0, 1], DEFENDER)


@pytest.mark.rule("HVW-188")
@pytest.mark.parametrize(("players", "controller"), [(2, 1), (3, 1), (-3, 2)])
def test_the_left_neighbour_plays_the_neutrals(players: int, controller: int) -> None:
    """8.0: seat 1 chooses their targets against seat 0; if seat 1 is out, seat 2 does."""
    others = {2: [{}], 3: [{}, {}], -3: [fallen(), {}]}[players]
    p = arrange(player("T03_C", (9, "K1")), *others, falls=int(players < 0), **guarded(MINE, level_1=4)).play("hero 1")
    walk(p, MINE)
    assert asked(p) == (controller, Prompt.ATTACK)
    assert acting(p) == "N1"


@pytest.mark.rule("HVW-189")
@pytest.mark.parametrize(
    ("units", "left"),
    [
        ([(4, "K1"), (3, "K2")], [(4, "K1"), (1, "K2")]),  # 4 against 6
        ([(4, "K1"), (2, "K2")], [(2, "K1"), (2, "K2")]),  # 4 against 4: the lower slot
        ([(9, "K3"), (3, "K1")], [(9, "K3"), (1, "K1")]),  # shooters are no legal target
    ],
)
def test_scripted_guards_attack_the_strongest_legal_stack(units: list, left: list) -> None:
    """8.0: count times level decides, without asking anybody."""
    p = arrange(player("T03_C", *units), rules={"guards_controller": "scripted"}, **guarded(MINE, level_1=2)).play("hero 1")
    walk(p.queue_dice(20, 1), MINE)
    if acting(p) == "K3":
        p.play("pass")  # the shooters come before the guards
    assert (p.seat, dice_left(p)) == (0, 0)
    assert stacks(p, ATTACKER) == left


@pytest.mark.rule("HVW-190")
def test_a_battle_for_a_camp_is_a_siege() -> None:
    """8.1: attacking a Camp begins with the breach of works of 5 points."""
    p = arrange(player(spot("SB_N"), (9, "K1")), player("T12_S", (9, "B1"), place_garrison={"level_1": 5})).play("hero 1")
    walk(p, "SB_C")
    assert p.record.battle_terrain == Terrain.SIEGE
    assert asked(p) == (0, Prompt.BREACH)
    p.queue_dice(4).play("yes")
    assert p.record.wall[0] == 2


@pytest.mark.rule("HVW-190")
def test_every_other_battle_is_in_the_open() -> None:
    """8.1: against a garrison of a Resource or in a plain hex there is nothing to breach."""
    p = held_mine([(9, "K1")], [], {"level_1": 5})
    assert (p.record.battle_terrain, asked(p)) == (Terrain.RESOURCE, (1, Prompt.ATTACK))
    p = duel([(9, "K1")], [(5, "B1")])
    assert (p.record.battle_terrain, asked(p)) == (Terrain.OPEN, (1, Prompt.ATTACK))


# ------------------------------------------------------------------------------------------------ stacks and slots
@pytest.mark.rule("HVW-191")
def test_guards_form_as_few_stacks_as_possible() -> None:
    """8.2: 23 guards of level 1 and two of level 2 are stacks of 20, 3 and 2."""
    p = meet_guards((9, "K1"), level_1=23, level_2=2)
    assert stacks(p, DEFENDER) == [(20, "N1"), (3, "N1"), (2, "N2")]


@pytest.mark.rule("HVW-193")
def test_stacks_stay_in_their_box() -> None:
    """8.2: the middle stack falls in round 1; five rounds long the others keep their slots."""
    p = duel([(9, "K1"), (9, "K2")], [(5, "B1"), (4, "B2"), (6, "B4")])
    for _ in range(3):
        p.play("pass")
    strike(p, 1, 20, 1)
    for combat_round in range(2, 6):
        p = pass_until(p, Prompt.WITHDRAW)
        p = pass_until(p.play("pass"), Prompt.ATTACK)
        assert p.record.battle_round == combat_round
        assert slots(p, DEFENDER)[:3] == [(5, "B1"), (0, "none"), (6, "B4")]
        assert slots(p, ATTACKER)[:2] == [(9, "K1"), (9, "K2")]
        strike(p, 0, 8, 20 - 11)  # B1 with its hero: 8 + 3 + 3 = 14 against 9 + 2 + 3: nothing
    assert in_battle(p)


@pytest.mark.rule("HVW-194", "HVW-196", "HVW-197")
def test_stacks_beyond_seven_wait_in_reserve() -> None:
    """8.2: a hero with six stacks and a garrison of three levels: seven fight, and the next one fills the first gap."""
    hero = [(1, "B1"), (2, "B2"), (3, "B4"), (4, "B5"), (5, "B6"), (6, "B1")]
    p = held_mine([(20, "K6")], hero, {"level_1": 7, "level_2": 8, "level_4": 9})
    assert slots(p, DEFENDER) == [*hero, (9, "B4")]
    reserve = p.record.garrison[SITES.index(MINE)]
    assert reserve.tolist() == [7, 8, 0, 0, 0, 0]
    while p.seat == 1:
        p.play("pass")
    strike(p, 1, 20, 1)
    p = pass_until(pass_until(p, Prompt.WITHDRAW).play("pass"), Prompt.ATTACK)
    assert p.record.battle_round == 2
    assert slots(p, DEFENDER) == [(1, "B1"), (8, "B2"), (3, "B4"), (4, "B5"), (5, "B6"), (6, "B1"), (9, "B4")]
    assert reserve.tolist() == [7, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-194", "HVW-202")
def test_a_side_with_a_reserve_is_not_beaten() -> None:
    """8.2: all seven stacks in slots fall in one round, the eighth fights on in the next."""
    p = held_mine([(4, "K6")] * 6, [], {"level_1": 32}, rules={"limits.stack_max": 4})
    assert stacks(p, DEFENDER) == [(4, "B1")] * 7
    strike(p, 0, 1, 20)  # the first stack attacks and loses
    while p.seat == 1:
        p.play("pass")
    for slot in range(1, 7):
        strike(p, slot, 20, 1)
    assert in_battle(p)
    p = pass_until(p, Prompt.ATTACK)
    assert (p.record.battle_round, stacks(p, DEFENDER)) == (2, [(4, "B1")])
    p.play("pass")
    strike(p, targets(p)[0], 20, 1)
    assert not in_battle(p)
    p = pass_until(p, Prompt.ACT)  # the hero has gained levels
    assert p.record.control[SITES.index(MINE)] == 1


def two_heroes_at_home(first: int, second: int, garrison: int = 0, players: int = 2) -> dict[str, object]:
    """Both Barbarian heroes in the Camp with these levels; hero 1 has attack 9, hero 2 attack 1."""
    return {
        "hero_status": ["on_map", "on_map"], "hero_hex": [spot("SB_C", players)] * 2, "hero_level": [first, second],
        "ability": heroes(abilities(attack=9, defense=8), abilities(attack=1, defense=0)),
        "section_unit": [["B1"], ["B2"]], "section_count": [[3], [4]], "place_garrison": {"level_4": garrison},
    }  # fmt: skip


@pytest.mark.rule("HVW-195")
@pytest.mark.parametrize(("levels", "attack", "chief"), [((4, 2), 9, 0), ((2, 4), 1, 1), ((3, 3), 9, 0)])
def test_the_higher_of_two_heroes_lends_his_values(levels: tuple[int, int], attack: int, chief: int) -> None:
    """8.2: heroes and garrison fight together; the hero of higher level, on ties hero 1, leads all of them."""
    p = arrange(player(spot("SB_N"), (20, "K1")), two_heroes_at_home(*levels, garrison=5)).play("hero 1")
    walk(p, "SB_C").queue_dice(19).play("yes")
    assert sorted(stacks(p, DEFENDER)) == [(3, "B1"), (4, "B2"), (5, "B4")]
    assert p.record.battle_hero[DEFENDER] == chief
    unit = {"B1": 3, "B2": 5, "B4": 7}
    for _ in range(3):
        value = unit[acting(p)] + attack
        strike(p, 0, 3, 3 + value - 5)  # K1 has DV 2 and its hero defense 3: a tie
    assert stacks(p, ATTACKER) == [(20, "K1")]
    assert sorted(stacks(p, DEFENDER)) == [(3, "B1"), (4, "B2"), (5, "B4")]


@pytest.mark.rule("HVW-195", "HVW-279")
def test_both_heroes_die_with_their_side() -> None:
    """8.2: if the side is wiped out neither of the two survives, and the victor has ten points for each."""
    knights = player(spot("SB_N", 3), (20, "K1"), (20, "K2"))
    p = arrange(knights, two_heroes_at_home(4, 2, players=3), {}, dice=(19,)).play("hero 1")
    walk(p, "SB_C").play("yes", "pass", "pass")
    strike(p, 0, 20, 1)
    strike(p, 1, 20, 1)
    assert not in_battle(p)
    assert p.record.hero_status[1].tolist() == [Status.DEAD, Status.DEAD]
    assert p.record.alive.tolist() == [1, 0, 1]
    assert 10 * (p.record.hero_level[0, 0] - 1) + p.record.hero_ep[0, 0] == 7 + 20


@pytest.mark.rule("HVW-197")
def test_guards_deploy_by_rising_level() -> None:
    """8.2.1: four guards of level 1 stand before two of level 3."""
    p = meet_guards((9, "K1"), level_1=4, level_3=2)
    assert slots(p, DEFENDER)[:3] == [(4, "N1"), (2, "N3"), (0, "none")]


@pytest.mark.rule("HVW-197")
def test_sections_deploy_in_order_before_the_garrison() -> None:
    """8.2.1: the attacker's and the defender's sections as they are, then the garrison by falling level."""
    p = held_mine([(5, "K4"), (6, "K1"), (7, "K3")], [(3, "B2"), (2, "B5")], {"level_1": 4, "level_6": 1})
    assert stacks(p, ATTACKER) == [(5, "K4"), (6, "K1"), (7, "K3")]
    assert stacks(p, DEFENDER) == [(3, "B2"), (2, "B5"), (1, "B6"), (4, "B1")]


@pytest.mark.rule("HVW-197")
def test_natives_and_mercenaries_deploy_last() -> None:
    """8.2.1: in a conquered place the owner's units come first, then the natives, then mercenaries."""
    lost = player("T12_S", (9, "B1"), place_owner="player_0", conquered=1, natives={"level_1": 3, "level_2": 2},
                  place_garrison={"level_4": 1, "level_5": 2}, mercenaries=6)  # fmt: skip
    p = arrange({}, {**lost, "hero_hex": [spot("SB_N"), -1]}, order=[1, 0, 0]).play("hero 1")
    walk(p, "SB_C")
    assert stacks(p, DEFENDER) == [(2, "K5"), (1, "K4"), (2, "B2"), (3, "B1"), (6, "M")]


# ------------------------------------------------------------------------------------------------ the combat round
@pytest.mark.rule("HVW-200", "HVW-232", "HVW-252")
def test_the_steps_of_a_round() -> None:
    """8.3: breach, ranged, cavalry, close, initiative, withdrawal; in each class the defender first."""
    every = [(2, "{0}1"), (2, "{0}3"), (2, "{0}5")]
    p = arrange(
        player(spot("SB_N"), *((n, unit.format("K")) for n, unit in every)),
        player(spot("SB_C"), *((n, unit.format("B")) for n, unit in every)),
    ).play("hero 1")  # fmt: skip
    walk(p, "SB_C")
    log = []
    while p.record.battle_round == 1:
        seat, prompt = asked(p)
        log.append((seat, prompt, acting(p) if prompt == Prompt.ATTACK else ""))
        p.queue_dice(19).play("yes") if prompt == Prompt.BREACH else p.play("pass")
    assert log == [
        (0, Prompt.BREACH, ""),
        (1, Prompt.ATTACK, "B3"),
        (0, Prompt.ATTACK, "K3"),
        (1, Prompt.ATTACK, "B5"),
        (0, Prompt.ATTACK, "K5"),
        (1, Prompt.ATTACK, "B1"),
        (0, Prompt.ATTACK, "K1"),
        (0, Prompt.SEIZE, ""),
        (0, Prompt.WITHDRAW, ""),
    ]


@pytest.mark.rule("HVW-201")
def test_a_destroyed_stack_no_longer_acts() -> None:
    """8.3: the defender's shooters wipe out the attacker's shooters, who then have no step 3."""
    p = duel([(2, "K3"), (5, "K1")], [(3, "B3"), (5, "B1")])
    assert acting(p) == "B3"
    strike(p, 0, 20, 1)
    assert stacks(p, ATTACKER) == [(5, "K1")]
    assert (p.seat, acting(p)) == (1, "B1")


@pytest.mark.rule("HVW-202")
def test_rounds_repeat_while_both_sides_have_units() -> None:
    """8.3: step 9 is followed by the first step of round 2."""
    p = duel([(5, "K1")], [(5, "B1")])
    p = pass_until(p, Prompt.WITHDRAW).play("pass")
    assert asked(p) == (1, Prompt.WITHDRAW)
    assert p.record.battle_round == 1
    p.play("pass")
    assert (p.record.battle_round, asked(p), acting(p)) == (2, (1, Prompt.ATTACK), "B1")


@pytest.mark.rule("HVW-203")
def test_each_stack_acts_once_and_may_pass() -> None:
    """8.3: slot 0 is asked, then slot 1; after that the other side."""
    p = duel([(9, "K1")], [(5, "B1"), (4, "B2")])
    asked_for = []
    while p.seat == 1:
        asked_for.append((acting(p), int(p.record.battle_cursor)))
        assert p.legal() == ["pass", "target 0"]
        p.play("pass")
    assert asked_for == [("B1", 0), ("B2", 1)]
    assert (p.seat, acting(p)) == (0, "K1")


# ------------------------------------------------------------------------------------------------ targets
@pytest.mark.rule("HVW-204")
def test_shooters_may_shoot_at_any_stack() -> None:
    """8.4.1: all living enemy slots are legal, shooters included."""
    p = meet_guards((3, "K3"), level_1=4, level_3=2, level_5=1, level_6=1)
    assert acting(p) == "N3"
    p.play("pass")
    assert (acting(p), targets(p)) == ("K3", [0, 1, 2, 3])


@pytest.mark.rule("HVW-205")
@pytest.mark.parametrize("unit", ["K1", "K5"])
def test_close_combat_reaches_cavalry_and_close_stacks(unit: str) -> None:
    """8.4.2: three such stacks of the enemy are all legal, for cavalry and foot alike."""
    p = duel([(3, unit)], [(5, "B1"), (5, "B5"), (5, "B6")])
    while p.seat == 1:
        p.play("pass")
    assert (acting(p), targets(p)) == (unit, [0, 1, 2])


@pytest.mark.rule("HVW-206")
def test_shooters_are_reached_by_the_side_with_more_close_stacks() -> None:
    """8.4.2: two stacks against two do not reach the shooters; once one has fallen they do."""
    p = duel([(9, "K1"), (9, "K2")], [(5, "B3"), (5, "B1"), (5, "B2")])
    while p.seat == 1:
        p.play("pass")
    assert (acting(p), targets(p)) == ("K1", [1, 2])
    strike(p, 1, 20, 1)
    assert (acting(p), targets(p)) == ("K2", [0, 2])


@pytest.mark.rule("HVW-206")
def test_cavalry_counts_and_shooters_do_not() -> None:
    """8.4.2: cavalry and foot are counted together on both sides, own shooters are not."""
    p = duel([(2, "K3"), (2, "K5"), (2, "K1")], [(5, "B3"), (5, "B5")])
    while not (p.seat == 0 and acting(p) == "K5"):
        p.play("pass")
    assert targets(p) == [0, 1]
    p = duel([(2, "K3"), (2, "K3"), (2, "K1")], [(5, "B3"), (5, "B5")])
    while not (p.seat == 0 and acting(p) == "K1"):
        p.play("pass")
    assert targets(p) == [1]


@pytest.mark.rule("HVW-207")
def test_the_reserve_does_not_protect_shooters() -> None:
    """8.4.2: one close stack in slots and one in reserve count as one."""
    hero = [(1, "B3"), (2, "B3"), (3, "B3"), (4, "B3"), (5, "B3"), (6, "B2")]
    p = held_mine([(9, "K1"), (9, "K2")], hero, {"level_1": 7, "level_3": 8})
    assert slots(p, DEFENDER) == [*hero, (8, "B3")]
    while p.seat == 1:
        p.play("pass")
    assert (acting(p), targets(p)) == ("K1", [0, 1, 2, 3, 4, 5, 6])
    assert sections(p, 0) == []  # all units of the attacker are in the battle
