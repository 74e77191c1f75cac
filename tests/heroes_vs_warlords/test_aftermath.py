"""After a battle: experience, levels and the death of heroes (HVW-263 to HVW-267, HVW-279 to HVW-282, HVW-287 to HVW-289)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    abilities,
    arrange,
    asked,
    dice_left,
    guarded,
    heroes,
    hex_of,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    strike,
    walk,
)

MINE = "T03_NW"


def beaten_guards(number: int, level: int = 1, rules: object = None, **hero: object) -> Position:
    """Hero 1 of seat 0 has just killed all guards of the gold mine with one stroke of twenty units."""
    p = arrange(player("T03_C", (20, "K1"), **hero), rules=rules, **guarded(MINE, **{f"level_{level}": number})).play("hero 1")
    walk(p, MINE)
    while not (p.seat == 0 and asked(p)[1] == Prompt.ATTACK):
        p.play("pass")
    return strike(p, 0, 20, 1)


def killed_hero(
    number: int = 1, attacker: dict | None = None, victim: dict | None = None, dice: tuple[int, ...] = (), **fields
) -> Position:
    """Hero 1 of seat 0 has just wiped out the army of hero 1 of seat 1 on T03_C; then these dice."""
    rival = {**player("T03_C", (number, "B1")), **(victim or {})}
    p = arrange(player("T03_S", (20, "K1")), rival, **fields).play("hero 1")
    walk(p, "T03_C")
    while p.seat == 1:
        p.play("pass")
    return strike(p, 0, 20, 1, *dice)


def points(p: Position, seat: int = 0) -> int:
    """All experience of hero 1 in the basic system: ten for each level above the first, and what is left."""
    return 10 * (int(p.record.hero_level[seat, 0]) - 1) + int(p.record.hero_ep[seat, 0])


# ------------------------------------------------------------------------------------------------ experience
@pytest.mark.rule("HVW-263")
@pytest.mark.parametrize(("number", "level"), [(14, 1), (14, 2), (5, 6)])
def test_a_kill_is_worth_one_point(number: int, level: int) -> None:
    """8.11: fourteen killed units are fourteen points, whatever their level."""
    assert points(beaten_guards(number, level)) == number


@pytest.mark.rule("HVW-264")
def test_a_killed_hero_is_worth_ten() -> None:
    """8.11: five units and their hero are fifteen points."""
    p = killed_hero(5)
    assert points(p) == 15
    assert p.record.hero_status[1, 0] == Status.DEAD


@pytest.mark.rule("HVW-265")
def test_ten_points_buy_a_level_and_an_ability() -> None:
    """8.11: 8 + 14 points: two levels, two choices, two points left."""
    p = beaten_guards(14, hero_ep=[8, 0])
    assert asked(p) == (0, Prompt.ABILITY)
    assert p.legal() == ["raise attack", "raise defense", "raise initiative", "raise movement"]
    p.play("raise defense")
    assert asked(p) == (0, Prompt.ABILITY)
    p.play("raise initiative")
    assert asked(p) == (0, Prompt.ACT)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (3, 2)
    assert p.record.ability[0, 0].tolist() == [2, 4, 7, 6]


@pytest.mark.rule("HVW-265")
def test_nine_points_buy_nothing() -> None:
    """8.11: below ten no level."""
    p = beaten_guards(9)
    assert asked(p) == (0, Prompt.ACT)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (1, 9)


@pytest.mark.rule("HVW-266")
def test_who_withdraws_neither_wins_nor_loses_points() -> None:
    """8.11: seven points before and after, though five guards fell."""
    p = arrange(player("T03_C", (5, "K1"), hero_ep=[7, 0]), **guarded(MINE, level_1=9)).play("hero 1")
    walk(p, MINE).play("pass")
    p = pass_until(strike(p, 0, 20, 1), Prompt.WITHDRAW).queue_dice(1).play("yes")
    assert p.record.hero_ep[0, 0] == 7
    assert p.record.hero_level[0, 0] == 1


@pytest.mark.rule("HVW-266")
def test_a_defender_who_withdraws_has_none_either() -> None:
    """8.11: he killed five units before he left; only the other side is paid, for its kills."""
    p = arrange(player("T03_S", (9, "K1")), player("T03_C", (5, "B1"), hero_ep=[3, 0])).play("hero 1")
    p = strike(walk(p, "T03_C"), 0, 20, 1)
    p = pass_until(pass_until(p, Prompt.WITHDRAW).play("pass"), Prompt.WITHDRAW)
    assert p.seat == 1
    p.queue_dice(1).play("yes")
    assert p.record.hero_ep[:2, 0].tolist() == [0, 3]


@pytest.mark.rule("HVW-267")
def test_a_level_is_gained_before_the_next_action() -> None:
    """8.11: with ten points the hero cannot go on before he has chosen."""
    p = beaten_guards(10)
    assert asked(p) == (0, Prompt.ABILITY)
    assert not any(action.startswith("go") or action == "pass" for action in p.legal())
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (2, 0)


@pytest.mark.rule("HVW-267", "HVW-281")
def test_a_garrison_without_hero_earns_nothing() -> None:
    """8.11: it kills a hero and his army, and nobody has points for it; his equipment is out of play."""
    p = arrange(
        player("T03_C", (3, "K1"), equipment=[{"attack_1": 1, "movement_2": 1}, {}]), player("T12_S", (9, "B1")),
        control={MINE: "player_1"}, activated={MINE: 1}, garrison={MINE: {"level_1": 5}},
        cup={"attack_1": 3, "movement_2": 1},
    ).play("hero 1")  # fmt: skip
    strike(walk(p, MINE), 0, 20, 1, 6, 6)
    assert p.record.hero_status[0, 0] == Status.DEAD
    assert (points(p, 1), p.record.equipment[1].sum()) == (0, 0)
    assert p.record.equipment[0, 0].sum() == 0
    assert (p.record.cup[0], p.record.cup[7]) == (3, 1)
    assert p.record.control[SITES.index(MINE)] == 2


# ------------------------------------------------------------------------------------------------ death
@pytest.mark.rule("HVW-279")
def test_a_hero_dies_with_his_last_unit() -> None:
    """8.13: he leaves the map; the kill is counted against his player."""
    p = killed_hero(3)
    assert (p.record.hero_status[1, 0], p.record.hero_hex[1, 0]) == (Status.DEAD, -1)
    assert (p.record.hero_kills[1], p.record.hero_killed[1, 0]) == (1, 1)
    assert sections(p, 1) == []


@pytest.mark.rule("HVW-279")
def test_a_hero_with_a_unit_left_lives() -> None:
    """8.13: one survivor keeps him alive."""
    p = arrange(player("T03_S", (3, "K1")), player("T03_C", (4, "B1"))).play("hero 1")
    walk(p, "T03_C").play("pass")
    strike(p, 0, 20, 1)
    assert in_battle(p)
    assert p.record.hero_status[1, 0] == Status.ON_MAP


@pytest.mark.rule("HVW-279")
def test_an_attacking_hero_dies_too() -> None:
    """8.13: guards wipe out the army of the hero who came."""
    p = arrange(player("T03_C", (3, "K1")), **guarded(MINE, level_1=5)).play("hero 1")
    strike(walk(p, MINE), 0, 20, 1)
    assert p.record.hero_status[0, 0] == Status.DEAD
    assert p.record.guards[SITES.index(MINE)].tolist() == [5, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-280", "HVW-281")
def test_each_marker_of_a_dead_hero_is_rolled_for() -> None:
    """8.13: two markers, 4 and 3: the first is captured, the second out of play; the cup stays as it is."""
    markers = {"equipment": [{"attack_1": 1, "initiative_2": 1}, {}]}
    p = killed_hero(victim=markers, dice=(4, 3), cup={"attack_1": 3, "initiative_2": 0})
    assert dice_left(p) == 0
    assert p.record.equipment[0, 0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert p.record.equipment[1, 0].sum() == 0
    assert (p.record.cup[0], p.record.cup[5]) == (3, 0)


@pytest.mark.rule("HVW-280")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_even_die_captures_a_marker(die: int) -> None:
    """8.13: 2, 4 and 6 capture it, 1, 3 and 5 do not."""
    p = killed_hero(victim={"equipment": [{"defense_1": 1}, {}]}, dice=(die,), cup={"defense_1": 3})
    assert p.record.equipment[0, 0, 2] == (die % 2 == 0)


@pytest.mark.rule("HVW-281")
def test_two_markers_of_a_kind_are_two_dice() -> None:
    """8.13: every piece is rolled for on its own."""
    p = killed_hero(victim={"equipment": [{"attack_1": 3}, {}]}, dice=(2, 5, 6), cup={"attack_1": 1})
    assert dice_left(p) == 0
    assert p.record.equipment[0, 0, 0] == 2


@pytest.mark.rule("HVW-281")
def test_guards_take_no_equipment() -> None:
    """8.13: without a victorious hero all markers are out of play, no die is rolled."""
    hero = player("T03_C", (3, "K1"), equipment=[{"attack_1": 1}, {}])
    p = arrange(hero, cup={"attack_1": 3}, **guarded(MINE, level_1=5)).play("hero 1")
    strike(walk(p, MINE), 0, 20, 1)
    assert p.record.equipment.sum() == 0
    assert p.record.cup[0] == 3


@pytest.mark.rule("HVW-282")
def test_death_costs_points_but_no_level() -> None:
    """8.13: a hero of level 4 with 6 points, honor, training and a searched tower dies and is bought back."""
    grown = {"hero_level": [4, 1], "hero_ep": [6, 0], "hero_honor": [5, 0], "hero_trained": [1, 0],
             "ability": heroes(abilities(attack=5)), "skill": [{"trade": 2, "tribe": 1}, {}], "stock": {"gold": 20}}  # fmt: skip
    p = killed_hero(victim=grown, searched={"T01_SE": 4}, rules={"honor": True, "skills": True})
    s = p.record
    assert (s.hero_ep[1, 0], s.hero_honor[1, 0], s.hero_level[1, 0]) == (0, 0, 4)
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 1:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("buy hero 1")
    assert s.hero_status[1, 0] == Status.ON_MAP
    assert (s.hero_ep[1, 0], s.hero_honor[1, 0], s.hero_level[1, 0], s.hero_trained[1, 0]) == (0, 0, 4, 1)
    assert s.ability[1, 0, 0] == 5
    assert s.skill[1, 0].tolist() == [2, 0, 1]
    assert s.searched[SITES.index("T01_SE")] == 4
    assert s.stock[1, 0] <= 20 + 3 - 12


# ------------------------------------------------------------------------------------------------ afterwards
@pytest.mark.rule("HVW-287")
def test_after_a_victory_the_hero_moves_on() -> None:
    """8.14: six points, two steps, a victory, four more steps."""
    p = arrange(player("T03_S", (20, "K1")), **guarded(MINE, level_1=5), rules={"tables.reaction.level_1": 0}).play("hero 1")
    walk(p, "T03_C", MINE).play("pass")
    strike(p, 0, 20, 1)
    assert (asked(p), p.record.hero_mp[0, 0]) == ((0, Prompt.ACT), 4)
    walk(p, "T03_C", "T03_N", "T03_C", "T03_S")
    assert p.record.hero_mp[0, 0] == 0
    assert p.record.hero_hex[0, 0] == hex_of("T03_S")


def enemy_wood(garrison: dict[str, int], war: bool = True) -> Position:
    """Hero 1 of seat 0 beside the wood T01_N of seat 1."""
    face_up = [int((slot < 12 and (war or slot != 11)) or slot in (12, 18)) for slot in range(37)]
    return arrange(
        player("T01_C", (9, "K1")), control={"T01_N": "player_1"}, activated={"T01_N": 1},
        garrison={"T01_N": garrison}, revealed=face_up, dice=(6,),
    ).play("hero 1")  # fmt: skip


@pytest.mark.rule("HVW-288")
def test_an_undefended_resource_changes_hands() -> None:
    """9.1: in war the marker changes at once, without guards and without a die; in peace it cannot be entered."""
    p = walk(enemy_wood({}), "T01_N")
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 1)
    assert p.record.control[SITES.index("T01_N")] == 1
    assert p.record.guards.sum() == 0
    assert "go n" not in enemy_wood({}, war=False).legal()


@pytest.mark.rule("HVW-289")
def test_a_garrison_must_be_beaten_before_the_marker_changes() -> None:
    """9.1: three units there mean a battle; the marker changes after the victory, and the garrison is gone."""
    p = walk(enemy_wood({"level_1": 3}), "T01_N")
    assert in_battle(p)
    assert p.record.control[SITES.index("T01_N")] == 2
    p.record.queued = 0
    strike(p.play("pass"), 0, 20, 1)
    assert not in_battle(p)
    assert p.record.control[SITES.index("T01_N")] == 1
    assert p.record.garrison.sum() == 0


@pytest.mark.rule("HVW-289")
def test_a_withdrawal_leaves_the_marker() -> None:
    """9.1: without a victory the owner stays."""
    p = walk(enemy_wood({"level_1": 3}), "T01_N")
    p.record.queued = 0
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    assert p.record.control[SITES.index("T01_N")] == 2
    assert p.record.garrison[SITES.index("T01_N")].tolist() == [3, 0, 0, 0, 0, 0]
    assert p.record.hero_hex[0, 0] == spot("T01_C")
