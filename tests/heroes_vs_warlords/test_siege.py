"""Sieges in the arena: towers, walls, breaches and defensive modifiers (HVW-192, HVW-198 to HVW-199, HVW-220 to HVW-244)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import UNITS
from rulebound.envs.heroes_vs_warlords.state import Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    arrange,
    asked,
    in_battle,
    pass_until,
    player,
    spot,
    stacks,
    strike,
    walk,
)

INTACT, DAMAGED, DESTROYED = range(3)
TOWER = (9, 10)  # the towers among the targets of a breach
Stacks = list[tuple[int, str]]


def siege(
    attacker: Stacks, garrison: dict[str, int] | None = None, hero: Stacks | None = None, works: int = 1, towers: int = 0, level: int = 1
) -> Position:
    """Barbarians have entered the City of the Knights, defended by a garrison and perhaps a hero."""
    built = {"wall_2": int(works > 1), "wall_3": int(works > 2), "tower_1": int(towers > 0), "tower_2": int(towers > 1)}
    at_home = player(spot("SK_C"), *hero) if hero else player("T01_C", (9, "K1"))
    p = arrange(
        {**at_home, "place_garrison": garrison or {}, "facility": built},
        player(spot("SK_NE"), *attacker, hero_level=[level, 1]),
        order=[1, 0, 0],
    ).play("hero 1")  # fmt: skip
    return walk(p, "SK_C")


def camp_siege(works: int) -> Position:
    """Knights have entered the Barbarian Camp, defended by five units."""
    built = {"wall_2": int(works > 1), "wall_3": int(works > 2)}
    owner = player("T12_S", (9, "B1"), place_garrison={"level_1": 5}, facility=built)
    return walk(arrange(player(spot("SB_N"), (9, "K1")), owner).play("hero 1"), "SB_C")


def breach(p: Position, roll: int) -> Position:
    """The attacking hero tries to breach with this roll."""
    assert asked(p)[1] == Prompt.BREACH
    return p.queue_dice(roll).play("yes")


def next_round(p: Position) -> Position:
    """Nothing more happens in this round; the next one begins."""
    now = int(p.record.battle_round)
    while p.record.battle_round == now:
        p.play("pass")
    return p


def slots(p: Position, side: int) -> Stacks:
    """All seven slots of a side as (number, unit)."""
    s = p.record
    return [(int(s.slot_count[side, k]), UNITS[s.slot_unit[side, k]]) for k in range(7)]


def acting(p: Position) -> str:
    """The unit of the stack in turn, at the prompt for an attack."""
    s = p.record
    side = int(s.battle_init) ^ int((s.battle_step - Step.RANGED_FIRST) % 2)
    return UNITS[s.slot_unit[side, s.battle_cursor]]


def until_unit(p: Position, unit: str) -> Position:
    """Pass until a stack of this unit is in turn."""
    while not (asked(p)[1] == Prompt.ATTACK and acting(p) == unit):
        p.play("pass")
    return p


def targets(p: Position) -> list[int]:
    """The slots that the stack in turn may attack."""
    assert asked(p)[1] == Prompt.ATTACK
    return [int(action.split()[1]) for action in p.legal() if action.startswith("target")]


def decisions(p: Position) -> list[tuple[int, Prompt, str]]:
    """Everything that is asked in this round while everybody passes."""
    log, now = [], int(p.record.battle_round)
    while p.record.battle_round == now and in_battle(p):
        seat, prompt = asked(p)
        log.append((seat, prompt, acting(p) if prompt == Prompt.ATTACK else ""))
        p.play("pass")
    return log


# ------------------------------------------------------------------------------------------------ deployment
@pytest.mark.rule("HVW-192")
def test_the_defender_deploys_before_the_attacker_decides() -> None:
    """8.2: with two towers and two stacks of shooters the City is asked twice, then the attacker for a breach."""
    p = siege([(9, "B1")], hero=[(4, "K3"), (5, "K3")], towers=2)
    asked_for = [asked(p)]
    asked_for.append(asked(p.play(p.legal()[1])))
    asked_for.append(asked(p.play(p.legal()[1])))
    assert asked_for == [(0, Prompt.MAN_TOWER), (0, Prompt.MAN_TOWER), (1, Prompt.BREACH)]
    assert sorted(slots(p, DEFENDER)[5:]) == [(4, "K3"), (5, "K3")]


@pytest.mark.rule("HVW-198")
def test_one_tower_takes_one_stack_of_shooters() -> None:
    """8.2.2: the other stack of shooters and everybody else stand in the five boxes behind the wall."""
    p = siege([(9, "B1")], hero=[(4, "K3"), (5, "K3"), (6, "K1")], towers=1).play("target 1")
    assert asked(p) == (1, Prompt.BREACH)
    assert slots(p, DEFENDER)[5:] == [(5, "K3"), (0, "none")]
    assert sorted(stack for stack in slots(p, DEFENDER)[:5] if stack[0]) == [(4, "K3"), (6, "K1")]


@pytest.mark.rule("HVW-199", "HVW-220")
@pytest.mark.parametrize(("die", "left"), [(13, 7), (12, 2)])
def test_the_box_of_an_unbuilt_tower_is_no_tower(die: int, left: int) -> None:
    """8.2.2: the sixth stack stands in slot 5 with the bonus of the works only, and takes all hits."""
    p = siege([(5, "B3")], hero=[(1, "K1"), (1, "K1"), (1, "K2"), (1, "K4"), (1, "K5"), (7, "K6")])
    assert asked(p) == (1, Prompt.BREACH)
    assert slots(p, DEFENDER)[5:] == [(7, "K6"), (0, "none")]
    breach(p, 9)
    strike(p, 5, 9, die)  # 9 + 5 against die + 1
    assert slots(p, DEFENDER)[5][0] == left


@pytest.mark.rule("HVW-199", "HVW-225")
def test_a_surplus_stack_counts_as_behind_the_wall() -> None:
    """8.2.2: while the wall stands the box of an unused tower cannot be shot at, and its stack does not act."""
    p = siege([(5, "B3")], hero=[(1, "K1"), (1, "K1"), (1, "K2"), (1, "K4"), (1, "K5"), (7, "K3")])
    assert decisions(p) == [(1, Prompt.BREACH, ""), (1, Prompt.SEIZE, ""), (1, Prompt.WITHDRAW, "")]


@pytest.mark.rule("HVW-220")
def test_towers_are_manned_only_if_built_and_only_by_shooters() -> None:
    """8.7: without a tower nobody is asked; with one only the stack of shooters is offered."""
    army = [(6, "K1"), (4, "K3"), (2, "K5")]
    assert asked(siege([(9, "B1")], hero=army)) == (1, Prompt.BREACH)
    p = siege([(9, "B1")], hero=army, towers=1)
    assert (asked(p), p.legal()) == ((0, Prompt.MAN_TOWER), ["pass", "target 1"])
    assert asked(siege([(9, "B1")], {"level_1": 6, "level_5": 3}, towers=2)) == (1, Prompt.BREACH)


@pytest.mark.rule("HVW-221")
@pytest.mark.parametrize(("answer", "tower", "wall"), [("pass", 0, 5), ("target 0", 5, 0)])
def test_manning_a_tower_is_optional(answer: str, tower: int, wall: int) -> None:
    """8.7: a stack that is not sent into the tower stands behind the wall."""
    p = siege([(9, "B1")], {"level_3": 5}, towers=1).play(answer)
    assert asked(p) == (1, Prompt.BREACH)
    counts = [number for number, _ in slots(p, DEFENDER)]
    assert (counts[5], sum(counts[:5])) == (tower, wall)


@pytest.mark.rule("HVW-222")
@pytest.mark.parametrize(("number", "split"), [(7, (4, 3)), (6, (3, 3)), (2, (1, 1))])
def test_a_single_stack_may_be_split_over_two_towers(number: int, split: tuple[int, int]) -> None:
    """8.7: half of it, rounded up, stands in tower 0 and the rest in tower 1."""
    p = siege([(9, "B1")], {"level_3": number}, towers=2).play("target 0")
    assert asked(p) == (0, Prompt.SPLIT)
    p.play("yes")
    assert tuple(n for n, _ in slots(p, DEFENDER)[5:]) == split
    assert asked(p) == (1, Prompt.BREACH)


@pytest.mark.rule("HVW-222")
def test_one_unit_cannot_be_split() -> None:
    """8.7: a stack of one is not asked."""
    p = siege([(9, "B1")], {"level_3": 1}, towers=2).play("target 0")
    assert asked(p) == (1, Prompt.BREACH)


@pytest.mark.rule("HVW-223")
def test_a_declined_split_leaves_the_second_tower_out() -> None:
    """8.7: all seven stand in tower 0; damage strikes it without a choice, and tower 1 holds nobody."""
    p = siege([(9, "B1")], {"level_3": 7}, towers=2).play("target 0", "pass")
    assert slots(p, DEFENDER)[5:] == [(7, "K3"), (0, "none")]
    breach(p, 4)
    assert asked(p)[1] != Prompt.TOWER
    assert p.record.wall[list(TOWER)].tolist() == [DAMAGED, INTACT]
    assert slots(p, DEFENDER)[5] == (4, "K3")


# ------------------------------------------------------------------------------------------------ before and after the breach
@pytest.mark.rule("HVW-224")
@pytest.mark.parametrize(
    ("garrison", "towers"), [({"level_1": 5, "level_3": 5}, 0), ({"level_1": 5, "level_5": 2}, 2), ({"level_1": 5, "level_3": 5}, 1)]
)
def test_with_empty_towers_nobody_attacks_before_the_breach(garrison: dict[str, int], towers: int) -> None:
    """8.7: only breach, initiative and withdrawal are decided while the wall stands."""
    p = siege([(5, "B1"), (5, "B3"), (5, "B5")], garrison, towers=towers)
    if asked(p)[1] == Prompt.MAN_TOWER:
        p.play("pass")
    assert decisions(p) == [(1, Prompt.BREACH, ""), (1, Prompt.SEIZE, ""), (1, Prompt.WITHDRAW, "")]


@pytest.mark.rule("HVW-225")
def test_before_the_breach_only_towers_and_shooters_act() -> None:
    """8.7: tower stacks may shoot at everybody, attacking shooters only at the towers, nobody else acts."""
    p = siege([(5, "B1"), (5, "B3"), (5, "B5")], hero=[(4, "K1"), (3, "K3"), (2, "K5"), (6, "K3")], towers=2)
    p.play("target 1", "target 3").play("pass")
    assert (p.seat, acting(p), targets(p)) == (0, "K3", [0, 1, 2])
    p.play("pass")
    assert (p.seat, acting(p), targets(p)) == (0, "K3", [0, 1, 2])
    p.play("pass")
    assert (p.seat, acting(p), targets(p)) == (1, "B3", [5, 6])
    p.play("pass")
    assert asked(p) == (1, Prompt.SEIZE)


@pytest.mark.rule("HVW-225")
def test_a_damaged_wall_still_protects() -> None:
    """8.7: only a destroyed wall is breached."""
    p = breach(siege([(5, "B1")], {"level_1": 5}), 4)
    assert p.record.wall[0] == DAMAGED
    assert asked(p) == (1, Prompt.SEIZE)


@pytest.mark.rule("HVW-226")
def test_after_the_breach_everybody_fights() -> None:
    """8.7: the wall falls in step 1; in the same round the stacks behind it act and may be attacked."""
    p = breach(siege([(5, "B1"), (4, "B3")], {"level_1": 5}), 9)
    assert (p.seat, acting(p), targets(p)) == (1, "B3", [0])
    p.play("pass")
    assert (p.seat, acting(p)) == (0, "K1")
    p.play("pass")
    assert (p.seat, acting(p), targets(p)) == (1, "B1", [0])


# ------------------------------------------------------------------------------------------------ towers
@pytest.mark.rule("HVW-227")
def test_damage_and_destruction_strike_the_only_tower() -> None:
    """8.7: the wall is damaged and three of six die; it is destroyed and so do the other three."""
    p = siege([(9, "B1")], {"level_1": 5, "level_3": 6}, towers=1).play("target 0")
    breach(p, 4)
    assert slots(p, DEFENDER)[5] == (3, "K3")
    assert (p.record.wall[0], p.record.wall[9]) == (DAMAGED, DAMAGED)
    breach(next_round(p), 9)
    assert slots(p, DEFENDER)[5] == (0, "none")
    assert (p.record.wall[0], p.record.wall[9]) == (DESTROYED, DESTROYED)
    assert stacks(p, DEFENDER) == [(5, "K1")]


def two_towers(attacker: Stacks | None = None, behind: int = 5) -> Position:
    """A siege with 6 shooters in tower 0, 5 in tower 1 and Levies behind the wall."""
    army = [(6, "K3"), (5, "K3"), (behind, "K1")]
    return siege(attacker or [(9, "B1")], hero=army, towers=2).play("target 0", "target 1")


@pytest.mark.rule("HVW-228")
@pytest.mark.parametrize(("tower", "left"), [(0, [3, 5]), (1, [6, 3])])
def test_the_attacker_picks_the_struck_tower(tower: int, left: list[int]) -> None:
    """8.7: with two towers one is struck and the other stays whole."""
    p = breach(two_towers(), 4)
    assert (asked(p), p.legal()) == ((1, Prompt.TOWER), ["tower 0", "tower 1"])
    p.play(f"tower {tower}")
    assert [n for n, _ in slots(p, DEFENDER)[5:]] == left
    assert p.record.wall[TOWER[1 - tower]] == INTACT


@pytest.mark.rule("HVW-228")
def test_a_destroyed_wall_takes_one_tower_with_it() -> None:
    """8.7: everybody in the chosen tower dies, nobody in the other."""
    p = breach(two_towers(), 9).play("tower 1")
    assert [n for n, _ in slots(p, DEFENDER)[5:]] == [6, 0]
    assert p.record.wall[[0, 9, 10]].tolist() == [DESTROYED, INTACT, DESTROYED]


@pytest.mark.rule("HVW-229")
@pytest.mark.parametrize(("shooters", "left"), [(5, 2), (4, 3), (1, 4)])
def test_a_stack_in_a_tower_takes_half_the_hits(shooters: int, left: int) -> None:
    """8.7: five hits on five shooters kill three, four kill two, one kills one."""
    p = siege([(shooters, "B3")], {"level_3": 5}, towers=1).play("target 0", "pass", "pass")
    strike(p, 5, 20, 1)
    assert slots(p, DEFENDER)[5] == (left, "K3")


@pytest.mark.rule("HVW-230")
def test_close_stacks_do_not_reach_a_tower() -> None:
    """8.7: the wall is down and a tower stands; three close stacks against one may not attack the shooters in it."""
    p = breach(two_towers([(9, "B1"), (9, "B2"), (9, "B5"), (2, "B3")], behind=2), 9).play("tower 0")
    assert targets(until_unit(p, "B3")) == [2, 6]
    assert targets(until_unit(p, "B5")) == [2]
    strike(p, 2, 20, 1)
    assert stacks(p, DEFENDER) == [(5, "K3")]
    while p.seat == 1 and asked(p)[1] == Prompt.ATTACK:
        assert targets(p) == []
        p.play("pass")


# ------------------------------------------------------------------------------------------------ breaching
@pytest.mark.rule("HVW-231", "HVW-233")
@pytest.mark.parametrize(
    ("works", "level", "roll", "wall"),
    [
        (1, 1, 9, DESTROYED), (1, 1, 8, DAMAGED), (1, 1, 4, DAMAGED), (1, 1, 3, INTACT),
        (1, 3, 7, DESTROYED), (1, 3, 6, DAMAGED), (1, 3, 2, DAMAGED), (1, 3, 1, INTACT),
        (2, 1, 19, DESTROYED), (2, 1, 18, DAMAGED), (2, 1, 9, DAMAGED), (2, 1, 8, INTACT),
        (3, 1, 20, DAMAGED), (3, 1, 19, DAMAGED), (3, 1, 18, INTACT),
    ],
)  # fmt: skip
def test_breaching_a_city(works: int, level: int, roll: int, wall: int) -> None:
    """8.7.1: d20 + level against 10, 20 or 40 points: all of them destroy the wall, half of them damage it."""
    p = breach(siege([(9, "B1")], {"level_1": 5}, works=works, level=level), roll)
    assert p.record.wall[0] == wall


@pytest.mark.rule("HVW-231", "HVW-233")
@pytest.mark.parametrize(
    ("works", "roll", "wall"),
    [
        (1, 4, DESTROYED), (1, 3, DAMAGED), (1, 2, DAMAGED), (1, 1, INTACT), (2, 9, DESTROYED),
        (2, 4, DAMAGED), (2, 3, INTACT), (3, 19, DESTROYED), (3, 9, DAMAGED), (3, 8, INTACT),
    ],
)  # fmt: skip
def test_breaching_a_camp(works: int, roll: int, wall: int) -> None:
    """8.7.1: a Camp has 5, 10 or 20 points; half of 5 is reached by 3."""
    assert breach(camp_siege(works), roll).record.wall[0] == wall


@pytest.mark.rule("HVW-231", "HVW-224")
def test_a_breach_is_optional() -> None:
    """8.7.1: the hero may let it be; the wall stands."""
    p = siege([(9, "B1")], {"level_1": 5})
    assert p.legal() == ["pass", "yes"]
    assert p.play("pass").record.wall[0] == INTACT


@pytest.mark.rule("HVW-232")
def test_the_breach_comes_before_the_first_shot() -> None:
    """8.7.1: in every round it is step 1, before the shooters of either side."""
    p = siege([(9, "B3")], {"level_3": 5}, towers=1).play("target 0")
    for combat_round in (1, 2):
        log = decisions(p)
        assert log[:3] == [(1, Prompt.BREACH, ""), (0, Prompt.ATTACK, "K3"), (1, Prompt.ATTACK, "B3")]
        assert p.record.battle_round == combat_round + 1


@pytest.mark.rule("HVW-234")
def test_a_second_damage_destroys_the_wall() -> None:
    """8.7.1: 40 points, level 1: 19 and 19 damage and destroy it, and an 18 between them does nothing."""
    p = breach(siege([(9, "B1")], {"level_1": 5}, works=3), 19)
    assert p.record.wall[0] == DAMAGED
    assert breach(next_round(p), 18).record.wall[0] == DAMAGED
    assert breach(next_round(p), 19).record.wall[0] == DESTROYED


@pytest.mark.rule("HVW-234", "HVW-227")
def test_a_second_damage_destroys_the_damaged_tower_too() -> None:
    """8.7.1: the destruction of the wall by a second damage strikes the tower like any other."""
    p = siege([(9, "B1")], {"level_1": 5, "level_3": 6}, towers=1).play("target 0")
    breach(next_round(breach(p, 4)), 4)
    assert (p.record.wall[0], p.record.wall[9]) == (DESTROYED, DESTROYED)
    assert stacks(p, DEFENDER) == [(5, "K1")]


@pytest.mark.rule("HVW-235")
@pytest.mark.parametrize("tower", [0, 1])
def test_the_later_strike_falls_on_the_damaged_tower(tower: int) -> None:
    """8.7.1: the attacker has no second choice."""
    p = breach(two_towers(), 4).play(f"tower {tower}")
    breach(next_round(p), 9)
    assert asked(p)[1] != Prompt.TOWER
    assert p.record.wall[TOWER[tower]] == DESTROYED
    assert p.record.wall[TOWER[1 - tower]] == INTACT
    assert slots(p, DEFENDER)[5 + tower] == (0, "none")


@pytest.mark.rule("HVW-236")
@pytest.mark.parametrize(("number", "left"), [(5, 3), (1, 1), (2, 1), (20, 10)])
def test_a_damaged_tower_loses_half_rounded_down(number: int, left: int) -> None:
    """8.7.1: of five shooters two die, of one none; when it is destroyed nobody is left."""
    p = siege([(9, "B1")], {"level_1": 5, "level_3": number}, towers=1).play("target 0")
    assert slots(breach(p, 4), DEFENDER)[5] == (left, "K3")
    assert slots(breach(next_round(p), 9), DEFENDER)[5] == (0, "none")


@pytest.mark.rule("HVW-237")
@pytest.mark.parametrize(("roll", "state", "left"), [(9, DESTROYED, 0), (4, DAMAGED, 3), (3, INTACT, 5)])
def test_the_remaining_tower_may_be_breached(roll: int, state: int, left: int) -> None:
    """8.7.1: once wall and tower 0 are down, tower 1 is breached by the same roll."""
    p = next_round(breach(two_towers(), 9).play("tower 0"))
    breach(p, roll)
    assert p.record.wall[10] == state
    assert slots(p, DEFENDER)[6][0] == left


@pytest.mark.rule("HVW-237")
def test_with_nothing_left_to_breach_nobody_is_asked() -> None:
    """8.7.1: wall and only tower are down: round 2 begins with the attacks."""
    p = siege([(9, "B1")], {"level_1": 5, "level_3": 6}, towers=1).play("target 0")
    next_round(breach(p, 9))
    assert (asked(p), acting(p)) == ((0, Prompt.ATTACK), "K1")


@pytest.mark.rule("HVW-238")
def test_units_lost_with_a_tower_count_as_kills() -> None:
    """8.7.1: three shooters crushed in their tower are worth three points to the winner."""
    p = siege([(9, "B1")], {"level_3": 3}, towers=1).play("target 0")
    breach(p, 9)
    assert not in_battle(p)
    assert p.record.hero_ep[1, 0] == 3
    assert p.record.place_owner[0] == 2


@pytest.mark.rule("HVW-238")
def test_siege_damage_is_gone_after_the_combat() -> None:
    """8.7.1: the next siege begins with a whole wall."""
    p = breach(siege([(9, "B1")], {"level_1": 5}), 4)
    assert p.record.wall[0] == DAMAGED
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    p = pass_until(p, Prompt.HERO)
    while p.seat != 1:
        p = pass_until(p.play("pass"), Prompt.HERO)
    walk(p.play("hero 1"), "SK_C")
    assert asked(p) == (1, Prompt.BREACH)
    assert p.record.wall[0] == INTACT
    assert breach(p, 4).record.wall[0] == DAMAGED
