"""The battle display: its cells and ground, lines of sight, deployment, the order of steps and the duty to act (19.4 to 19.7)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import CELL_NEIGHBOUR, CELLS, DIRECTIONS, GROUND, SETUP_AREA, TENTS, WALL_CELL, Ground
from rulebound.envs.heroes_vs_warlords.state import Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    arrange,
    asked,
    cell_of,
    deployed,
    display_field,
    guarded,
    hex_of,
    in_battle,
    marching,
    on_cells,
    pass_until,
    player,
    stacks,
)

OPEN_GRAVES = ("C2", "D3", "E3", "F4", "G4", "C12", "D13", "E13", "F14", "G14")


def _distance(one: str, other: str) -> int:
    (q, s), (r, t) = ((CELLS.index(cell) // 11, CELLS.index(cell) % 11) for cell in (one, other))
    return max(abs(q - r), abs(s - t), abs(q - r + s - t))


def _guard_march(mode: int, cell: str, enemy: str = "I5") -> Position:
    """Five N1, which need not act, are about to move from a cell."""
    p = display_field(mode, [(5, "K1")], [enemy], {"level_1": 5}, [cell])
    assert asked(p) == (1, Prompt.MARCH)
    return p


def _sees(mode: int, shooters: str, at: str, target: str, others: Sequence[tuple[int, str, str]] = ()) -> bool:
    """May these shooters hold their place and fire at guards on a cell? Only a stack with a target may hold."""
    units = [(3, shooters), *((number, unit) for number, unit, _ in others)]
    p = display_field(mode, units, [at, *(cell for _, _, cell in others)], {"level_1": 5}, [target])
    assert asked(p) == (0, Prompt.MARCH)
    return "pass" in p.legal()


def _siege(mode: int = 2, attackers: Sequence[tuple[int, str]] = ((5, "K1"),), **camp: object) -> Position:
    """Knights attack the Camp, which has a garrison and no hero."""
    hex = int(arrange({}, {}).record.place_hex[1])
    defender = {"hero_hex": [hex_of("T01_C"), -1], "place_garrison": {"level_1": 5}, **camp}
    p = arrange(player(hex + 1, *attackers), defender, rules={"combat_mode": mode})
    return p.play("hero 1", "go s")


def _ends(p: Position) -> set[str]:
    """Every cell on which the marching stack may end its movement."""
    found, seen, open_ = set(), set(), [p]
    slot, side = int(p.record.battle_cursor), 0 if p.seat == 0 else 1
    while open_:
        q = open_.pop()
        key = (cell_of(q, side, slot), int(q.record.march_mp))
        if key in seen:
            continue
        seen.add(key)
        for action in q.legal():
            after = q.clone().play(action)
            if action == "pass" or after.record.march_from != q.record.march_from or asked(after)[1] != Prompt.MARCH:
                found.add(cell_of(after, side, slot))
            else:
                open_.append(after)
    return found


# ------------------------------------------------------------------------------------------------ cells and features
@pytest.mark.rule("HVW-376")
def test_walls_only_in_places() -> None:
    """19.4: a City or Camp is fought for on the walled side, everything else in the open."""
    p = pass_until(deployed(_siege()), Prompt.AIM)
    assert asked(p) == (0, Prompt.AIM)
    assert [action for action in p.legal() if action.startswith("wall")] == [f"wall {k}" for k in range(9)]
    field = arrange(player("T01_C", (5, "K1")), rules={"combat_mode": 2}, **guarded("T01_N", level_1=5)).play("hero 1", "go n")
    assert "cell a8" not in field.legal()  # a City hex, but not in the open
    field = marching(field)
    while in_battle(field):
        assert asked(field)[1] != Prompt.AIM
        field.play("pass" if "pass" in field.legal() else field.legal()[0])


@pytest.mark.rule("HVW-377")
def test_nine_columns_of_eleven() -> None:
    """19.4: 99 cells whose steps measure the hex distance."""
    assert len(CELLS) == 99
    assert {name[0] for name in CELLS} == set("ABCDEFGHI")
    assert _distance("E5", "E8") == 3
    assert _distance("C9", "A1") == 9
    for start in ("A1", "E7", "C9", "I15"):
        reached, edge = {CELLS.index(start): 0}, [CELLS.index(start)]
        while edge:
            cell = edge.pop(0)
            for other in CELL_NEIGHBOUR[cell]:
                if other >= 0 and int(other) not in reached:
                    reached[int(other)] = reached[cell] + 1
                    edge.append(int(other))
        assert reached == {k: _distance(start, CELLS[k]) for k in range(99)}


@pytest.mark.rule("HVW-379", "HVW-381", "HVW-382")
@pytest.mark.parametrize(
    ("side", "kind", "cells"),
    [
        (0, Ground.STONE, "E7 C8 H10"),
        (0, Ground.WOODS, "B6 D8 F10 I11"),
        (0, Ground.FORD, "E9 G8 B8"),
        (1, Ground.STONE, "D6 G8"),
        (1, Ground.WOODS, "B6 H8"),
        (1, Ground.FORD, "E8 C5"),
        (0, Ground.GRAVEYARD, " ".join(OPEN_GRAVES)),
        (1, Ground.GRAVEYARD, " ".join(OPEN_GRAVES)),
        (1, Ground.WALL, "A7 B8 C8 D9 E9 F10 G10 H11 I11"),
        (0, Ground.WALL, ""),
    ],
)
def test_features(side: int, kind: Ground, cells: str) -> None:
    """19.4.1: stones, woods, fords, graveyards and walls of both sides of the display."""
    assert {CELLS[k] for k in np.flatnonzero(GROUND[side] == kind)} == set(cells.split())


@pytest.mark.rule("HVW-390")
def test_walls_and_towers() -> None:
    """19.4.1.6: nine wall hexes from A to I, the drawbridge being the fifth, and two towers."""
    assert [CELLS[k] for k in WALL_CELL] == ["A7", "B8", "C8", "D9", "E9", "F10", "G10", "H11", "I11", "C9", "G11"]


@pytest.mark.rule("HVW-400")
@pytest.mark.parametrize(("side", "count", "first"), [(0, 22, 8), (1, 31, 7)])
def test_setup_areas(side: int, count: int, first: int) -> None:
    """19.5: the rows from 8 in the open and from 7 behind the wall, without graveyards."""
    cells = np.flatnonzero(SETUP_AREA[side]).tolist()
    assert len(cells) == count
    assert cells == [k for k in range(99) if k % 11 >= first and CELLS[k] not in OPEN_GRAVES]


# ------------------------------------------------------------------------------------------------ prices of ground
@pytest.mark.rule("HVW-378", "HVW-380", "HVW-386", "HVW-387", "HVW-388")
@pytest.mark.parametrize(
    ("cell", "to", "basic", "advanced"),
    [("E6", "E7", 2, 1), ("D9", "D8", 2, 2), ("E8", "E9", 2, 1), ("A5", "A6", 2, 2), ("F8", "G8", 2, 1), ("H9", "H10", 2, 1)],
)
def test_prices_of_ground(cell: str, to: str, basic: int, advanced: int) -> None:
    """19.4.1: stones and fords cost 2 in mode 4, woods and plain ground 1; in mode 2 everything costs 1."""
    step = f"go {DIRECTIONS[CELL_NEIGHBOUR[CELLS.index(cell)].tolist().index(CELLS.index(to))].lower()}"
    for mode, left in ((2, basic), (4, advanced)):
        p = _guard_march(mode, cell).play(step)
        assert cell_of(p, DEFENDER) == to
        assert p.record.march_mp == left


@pytest.mark.rule("HVW-386")
def test_leaving_a_stone_costs_nothing_extra() -> None:
    """19.4.1.3: two points onto the stone E7, one point off it; with one point left it is out of reach."""
    p = _guard_march(4, "E6").play("go s", "go s")
    assert cell_of(p, DEFENDER) == "E8"
    late = _guard_march(4, "E4").play("go s", "go s")
    assert late.record.march_mp == 1
    assert "go s" not in late.legal()
    assert "go sw" in late.legal()


@pytest.mark.rule("HVW-380")
def test_three_points_cross_three_cells() -> None:
    """19.4.1: a hex costs one point, and there is nothing beyond the 99 cells."""
    p = _guard_march(2, "A1", enemy="I10")
    assert {action for action in p.legal() if action.startswith("go")} == {"go se", "go s"}
    p.play("go s", "go s", "go s")
    assert cell_of(p, DEFENDER) == "A4"
    assert asked(p) != (1, Prompt.MARCH)


@pytest.mark.rule("HVW-381")
def test_tents() -> None:
    """19.4.1.1: the attacker deploys on six tents, which cost 1 later."""
    assert {CELLS[k] for k in np.flatnonzero(TENTS[0])} == {"H5", "G6", "H6", "I6", "I7", "I8"}
    assert {CELLS[k] for k in np.flatnonzero(TENTS[1])} == {"A2", "B2", "A3", "B3", "I5", "I6"}
    for p in (
        _siege(),
        arrange(player("T01_C", (5, "K1")), rules={"combat_mode": 2}, **guarded("T01_N", level_1=5)).play("hero 1", "go n"),
    ):
        while asked(p)[1] == Prompt.DEPLOY and p.seat == 1:
            p.play(p.legal()[0])
        tents = {f"cell {CELLS[k].lower()}" for k in np.flatnonzero(TENTS[int(p.record.battle_place >= 0)])}
        assert set(p.legal()) == tents
    assert _guard_march(4, "H7", enemy="A1").play("go n").record.march_mp == 2


@pytest.mark.rule("HVW-382")
@pytest.mark.parametrize("walled", [False, True])
def test_graveyards_cannot_be_entered(walled: bool) -> None:
    """19.4.1.2: no step leads onto a graveyard, on either side."""
    field = marching(_siege()) if walled else _guard_march(4, "A5")
    for grave in OPEN_GRAVES:
        for direction, beside in enumerate(CELL_NEIGHBOUR[CELLS.index(grave)]):
            if beside < 0 or CELLS[beside] in OPEN_GRAVES:
                continue
            into = f"go {DIRECTIONS[(direction + 3) % 6].lower()}"
            p = on_cells(field.clone(), ["I5"], [CELLS[beside]])
            assert asked(p) == (1, Prompt.MARCH)
            assert into not in p.legal()


# ------------------------------------------------------------------------------------------------ lines of sight
@pytest.mark.rule("HVW-383", "HVW-384")
@pytest.mark.parametrize(
    ("at", "target", "sees"),
    [
        ("E6", "E8", False),
        ("E5", "E8", False),
        ("D7", "E8", True),
        ("D7", "F8", False),  # the row from D7 over E7
        ("C6", "F8", False),
        ("D6", "F8", True),
        ("D8", "F7", False),  # the third axis
        ("D7", "F7", True),
        ("E6", "E9", True),  # the stone is not next to the target
        ("E6", "E10", True),
        ("E9", "E6", False),  # and from the other end
    ],
)
def test_stones_block_only_the_straight_row_behind_them(at: str, target: str, sees: bool) -> None:
    """19.4.1.3: no fire along one of the three axes over a stone next to the target; Amazon shooters reach 4."""
    assert _sees(4, "A3", at, target) == sees
    assert _sees(2, "A3", at, target)  # ignored in mode 2


@pytest.mark.rule("HVW-319")
@pytest.mark.parametrize(("at", "target"), [("G7", "G9"), ("D7", "D9"), ("B7", "B9"), ("F9", "F11")])
def test_woods_and_fords_never_block(at: str, target: str) -> None:
    """14.0: only stones cut a line of sight."""
    assert _sees(4, "A3", at, target)


@pytest.mark.rule("HVW-319")
def test_stacks_never_block() -> None:
    """14.0: friends and enemies in between do not matter."""
    assert _sees(4, "K3", "A4", "A7", [(5, "K1", "A5")])
    p = display_field(4, [(3, "K3")], ["A4"], {"level_1": 5, "level_2": 4}, ["A6", "A7"])
    p.play("pass")
    assert asked(p) == (0, Prompt.STRIKE)
    assert {"target 0", "target 1"} <= set(p.legal())


@pytest.mark.rule("HVW-385", "HVW-378")
@pytest.mark.parametrize(("mode", "target", "reaches"), [(4, "E11", True), (4, "E12", False), (2, "E10", True), (2, "E11", False)])
def test_range_from_a_stone(mode: int, target: str, reaches: bool) -> None:
    """19.4.1.3: a shooter with attack 5 on the stone E7 reaches 4 hexes in mode 4, 3 in mode 2."""
    assert _sees(mode, "B3", "E7", target) == reaches


@pytest.mark.rule("HVW-387", "HVW-378")
@pytest.mark.parametrize(("mode", "die", "left"), [(4, 16, 8), (4, 15, 5), (2, 17, 8), (2, 16, 5)])
def test_fire_at_woods(mode: int, die: int, left: int) -> None:
    """19.4.1.4: A3 with attack 7 rolls d20 + 6 at a stack in the woods B6 in mode 4, d20 + 7 in mode 2."""
    p = display_field(mode, [(1 if mode == 4 else 3, "A3")], ["B4"], {"level_1": 8}, ["B6"])
    p.queue_dice(10, die).play("pass")
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert stacks(p, DEFENDER)[0] == (left, "N1")


@pytest.mark.rule("HVW-387", "HVW-378")
@pytest.mark.parametrize(("mode", "woods", "die", "left"), [(4, "B6", 12, 8), (4, "B5", 12, 5), (2, "B6", 12, 5), (2, "B6", 13, 8)])
def test_close_combat_in_woods(mode: int, woods: str, die: int, left: int) -> None:
    """19.4.1.4: in woods a stack defends with one more: 15 against 12 + 2 + 1 is even."""
    above = f"B{int(woods[1:]) - 1}"
    p = display_field(mode, [(3, "K1")], [f"B{int(woods[1:]) - 2}"], {"level_1": 8}, [woods])
    while p.seat == 1:
        p.play("pass")
    p.play("go s")
    assert cell_of(p, ATTACKER) == above
    assert asked(p) == (0, Prompt.STRIKE)
    p.queue_dice(10, die).play("target 0")
    assert stacks(p, DEFENDER)[0] == (left, "N1")
    assert stacks(p, ATTACKER) == [(3, "K1")]


# ------------------------------------------------------------------------------------------------ deployment
@pytest.mark.rule("HVW-399")
def test_the_defender_deploys_first() -> None:
    """19.5: guards in their set-up area, then the attacker on the six tents, one stack to a cell."""
    p = arrange(player("T01_C", (5, "K1"), (5, "K2")), rules={"combat_mode": 2}, **guarded("T01_N", level_1=5, level_2=5))
    p.play("hero 1", "go n")
    assert asked(p) == (1, Prompt.DEPLOY)
    assert len(p.legal()) == 22
    p.play("cell e11")
    assert asked(p) == (1, Prompt.DEPLOY)
    assert "cell e11" not in p.legal()
    p.play("cell e12")
    assert asked(p) == (0, Prompt.DEPLOY)
    assert len(p.legal()) == 6
    p.play("cell g6")
    assert len(p.legal()) == 5
    p.play("cell h5")
    assert asked(p)[1] != Prompt.DEPLOY


@pytest.mark.rule("HVW-400")
def test_the_setup_area_of_a_place() -> None:
    """19.5: 31 cells behind the wall."""
    p = _siege()
    assert asked(p) == (1, Prompt.DEPLOY)
    assert len(p.legal()) == 31
    assert "cell a8" in p.legal()
    assert "cell c12" not in p.legal()


@pytest.mark.rule("HVW-401")
def test_reacting_guards_use_the_setup_area() -> None:
    """19.5: in a guard reaction the guards deploy first, in the set-up area, and the hero on the tents."""
    p = arrange(player("T01_SW", (5, "K1")), rules={"combat_mode": 2}, **guarded("T01_N", level_1=6))
    p.play("hero 1").queue_dice(2).play("go ne")
    assert asked(p) == (1, Prompt.DEPLOY)
    assert "cell e11" in p.legal()
    assert len(p.legal()) == 22
    p.play("cell e11")
    assert asked(p) == (0, Prompt.DEPLOY)
    assert set(p.legal()) == {f"cell {name}" for name in ["h5", "g6", "h6", "i6", "i7", "i8"]}


@pytest.mark.rule("HVW-412")
def test_late_stacks_stand_in_their_own_area() -> None:
    """19.8: defectors without friends to join appear on a set-up cell of their new side."""
    p = arrange(
        player("T01_C", (5, "K1"), hero_honor=[5, 0]), player("T01_NE", (9, "M"), (5, "B1")), rules={"combat_mode": 2, "honor": True}
    )
    p = deployed(p.play("hero 1", "go ne"))
    assert asked(p) == (0, Prompt.DEFECT)
    p.queue_dice(20, 1).play("number 5")
    assert stacks(p, ATTACKER) == [(5, "K1"), (5, "M")]
    p = pass_until(p, Prompt.MARCH)
    assert TENTS[0][CELLS.index(cell_of(p, ATTACKER, 1))]
    assert cell_of(p, ATTACKER, 1) != cell_of(p, ATTACKER, 0)


@pytest.mark.rule("HVW-412")
def test_late_stacks_without_a_cell_are_lost() -> None:
    """19.8: with stacks on all six tents there is no room for defectors."""
    six = [(1, f"K{k}") for k in range(1, 7)]
    p = arrange(player("T01_C", *six, hero_honor=[5, 0]), player("T01_NE", (9, "M"), (5, "B1")), rules={"combat_mode": 2, "honor": True})
    p = deployed(p.play("hero 1", "go ne"))
    assert asked(p) == (0, Prompt.DEFECT)
    p.queue_dice(20, 1).play("number 5")
    p = pass_until(p, Prompt.MARCH)
    assert stacks(p, ATTACKER) == six
    assert stacks(p, DEFENDER) == [(4, "M"), (5, "B1")]


# ------------------------------------------------------------------------------------------------ steps
@pytest.mark.rule("HVW-402")
def test_order_of_steps() -> None:
    """19.6: ranged, cavalry and the rest, the defender before the attacker in each; then initiative and withdrawal."""
    p = arrange(
        player("T01_C", (5, "K1"), (5, "K3"), (5, "K5")), player("T01_NE", (5, "B1"), (5, "B3"), (5, "B5")), rules={"combat_mode": 2}
    )
    p = marching(p.play("hero 1", "go ne"))
    found: list[tuple[int, Step]] = []
    while asked(p)[1] in (Prompt.MARCH, Prompt.STRIKE):
        entry = (p.seat, Step(int(p.record.battle_step)))
        if entry not in found:
            found.append(entry)
        p.play("pass" if "pass" in p.legal() else p.legal()[0])
    assert found == [
        (1, Step.RANGED_FIRST),
        (0, Step.RANGED_SECOND),
        (1, Step.CAVALRY_FIRST),
        (0, Step.CAVALRY_SECOND),
        (1, Step.CLOSE_FIRST),
        (0, Step.CLOSE_SECOND),
    ]
    assert asked(p) == (0, Prompt.SEIZE)
    p.play("pass")
    assert asked(p) == (0, Prompt.WITHDRAW)
    p.play("pass")
    assert asked(p) == (1, Prompt.WITHDRAW)
    p.play("pass")
    assert (asked(p), int(p.record.battle_round)) == ((1, Prompt.MARCH), 2)


# ------------------------------------------------------------------------------------------------ the duty to act
@pytest.mark.rule("HVW-403")
def test_nobody_ends_farther_from_the_enemy() -> None:
    """19.7: with the nearest enemy 4 away a stack moves and ends at most 4 away."""
    p = display_field(2, [(5, "K1")], ["E5"], {"level_1": 5}, ["E9"])
    p.play("pass")
    assert asked(p) == (0, Prompt.MARCH)
    assert "pass" not in p.legal()
    ends = _ends(p)
    assert max(min(_distance(cell, "E9"), _distance(cell, "I15")) for cell in ends) == 4
    far = [c for c in CELLS if c not in OPEN_GRAVES and _distance(c, "E5") <= 3 and _distance(c, "E9") == 4 and c != "E5"]
    assert set(far) <= ends
    assert not [cell for cell in ends if _distance(cell, "E9") > 4]


@pytest.mark.rule("HVW-405")
def test_a_stack_without_a_way_may_stand() -> None:
    """19.7: a stack shut in by friends, without a target, may stand still."""
    moves = {"units.movement.K1": 1}
    shut = display_field(2, [(5, "K1"), (5, "K2"), (5, "K4")], ["A1", "A2", "B2"], {"level_1": 5}, ["I12"], **moves)
    shut.play("pass")
    assert cell_of(shut, ATTACKER) == "A1"
    assert (asked(shut), int(shut.record.battle_cursor)) == ((0, Prompt.MARCH), 1)  # the first stack had nothing to choose
    free = display_field(2, [(5, "K1"), (5, "K2"), (5, "K4")], ["A1", "A2", "C4"], {"level_1": 5}, ["I12"], **moves)
    free.play("pass")
    if free.record.battle_cursor == 0:
        assert "pass" not in free.legal()
        free.play("go se")
    assert cell_of(free, ATTACKER) == "B2"


@pytest.mark.rule("HVW-406")
def test_guards_and_besieged_need_not_act() -> None:
    """19.7.1: guards far away and the defender of a Camp may hold their place, an attacker may not."""
    assert "pass" in _guard_march(2, "A5", enemy="G6").legal()
    p = on_cells(marching(_siege()), ["A2"], ["I12"])
    assert asked(p) == (1, Prompt.MARCH)
    assert "pass" in p.legal()
    p.play("pass")
    assert asked(p) == (0, Prompt.MARCH)
    assert "pass" not in p.legal()


@pytest.mark.rule("HVW-406")
def test_a_stack_once_next_to_an_enemy_is_free() -> None:
    """19.7.1: having started next to an enemy, a stack may stand or go away for the rest of the combat."""
    p = display_field(2, [(5, "K5")], ["F6"], {"level_1": 5}, ["F7"], **{"units.movement.K5": 2})
    assert asked(p) == (0, Prompt.MARCH)
    p.play("go n")
    while asked(p) == (0, Prompt.MARCH):
        p.play("pass" if "pass" in p.legal() else "go n")
    away = cell_of(p, ATTACKER)
    assert _distance(away, "F7") == 2
    while asked(p) != (0, Prompt.MARCH):
        p.play("pass")
    assert p.record.battle_round == 2
    assert "pass" in p.legal()
    ends = _ends(p)
    assert away in ends
    assert max(_distance(cell, "F7") for cell in ends) > 2
