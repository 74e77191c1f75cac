"""Moving on foot: studs, hills, roads, walls, groups and swimming (BRC-168 to BRC-184, BRC-192 to BRC-203)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Mode, Prompt, Status
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    cargo,
    flat,
    idle_until,
    march,
    offered,
    piece,
    place,
    prompt,
    reach,
    scene,
    targets,
    warrior,
    worker,
)

ROAD_ROW = [(1, column) for column in range(1, 13)]


def diamond(row: int, column: int, studs: int) -> set[Stud]:
    """All studs within that many steps, without the centre."""
    span = range(-studs, studs + 1)
    return {(row + r, column + c) for r in span for c in span if 0 < abs(r) + abs(c) <= studs}


def left(p: Position) -> int:
    """Base studs left of the action."""
    return int(p.record.left)


def after(p: Position, stud: Stud, slot: int = 0) -> tuple[int, Mode, int]:
    """Base studs left, mode and credit after one leg to a stud."""
    q = march(p.clone(), stud, slot=slot)
    return left(q), Mode(q.record.mode), int(q.record.credit)


def row_of(p: Position, row: int = 0, slot: int = 0) -> set[int]:
    """The columns of a row that a pawn reaches with one leg."""
    return {column for r, column in reach(p, slot) if r == row}


# ------------------------------------------------------------------------------------------------ one action
@pytest.mark.rule("BRC-168")
def test_one_action_reaches_every_stud_within_four_steps():
    """On level ground the reach set is the diamond of four steps; the fourth step leaves nothing [M1]."""
    p = scene(flat(11, 11), 2, pawns={0: [worker(5, 5)]})
    assert reach(p) == diamond(5, 5, 4)
    assert after(p, (5, 9))[0] == 0
    assert after(p, (5, 6))[0] == 3


@pytest.mark.rule("BRC-169")
def test_warriors_are_not_moved_in_the_move_phase():
    """Three actions, a warrior and a worker: only the worker is selectable, and in Deploy only the warrior."""
    pieces = {"pawns": {0: [warrior(2, 2), worker(4, 4)]}, "actions": (3, 1)}
    assert offered(scene(flat(8, 8), **pieces), "pawn ") == ["1"]
    assert offered(scene(flat(8, 8), stage="deploy", **pieces), "pawn ") == ["0"]


@pytest.mark.rule("BRC-170")
def test_several_actions_may_go_to_the_same_worker():
    """Two actions carry a worker from column 1 to column 9, and no third follows."""
    p = scene(flat(3, 14), 2, pawns={0: [worker(1, 1)]}, actions=(2, 1))
    march(p, (1, 5)).play("end")
    assert (1, 9) in reach(p)
    assert (1, 10) not in reach(p)
    march(p, (1, 9)).play("end")
    assert place(p, 0, 0) == (1, 9)
    assert p.record.actions[0] == 0
    assert "pawn 0" not in p.legal() or p.seat != 0


@pytest.mark.rule("BRC-171", "BRC-172")
@pytest.mark.parametrize("hostile", [(), ((0, 1),)])
def test_the_stud_of_a_foreign_pawn_is_passed_but_not_kept(hostile):
    """A pawn of another player on (5,7), friendly or not: no end there, but (5,8) behind it [M21]."""
    p = scene(flat(11, 11), 2, pawns={0: [worker(5, 5)], 1: [worker(5, 7)]}, unfriendly=hostile)
    assert (5, 7) not in reach(p)
    assert (5, 8) in reach(p)


@pytest.mark.rule("BRC-172")
def test_passing_a_foreign_pawn_is_the_straight_way():
    """In a corridor one stud wide the only way leads through the foreign pawn."""
    p = scene(["......"], pawns={0: [worker(0, 0)], 1: [worker(0, 2)]})
    assert row_of(p) == {1, 3, 4}
    assert after(p, (0, 4))[0] == 0


@pytest.mark.rule("BRC-173")
def test_own_pawns_stack_without_limit():
    """A sixth worker joins five on one stud."""
    p = scene(flat(8, 8), pawns={0: [worker(3, 3)] + [worker(3, 5)] * 5})
    assert (3, 5) in reach(p)
    march(p, (3, 5))
    assert [place(p, 0, slot) for slot in range(6)] == [(3, 5)] * 6


@pytest.mark.rule("BRC-173")
@pytest.mark.parametrize(("guests", "enters"), [((0, 1), True), ((0, 1, 2), False)])
def test_a_village_of_three_studs_holds_pawns_of_three_players(guests, enters):
    """With pawns of two players inside a third may enter, a fourth not."""
    pawns = {seat: [worker(4, 3)] for seat in guests} | {3: [worker(4, 1)]}
    if 2 not in guests:
        pawns[2] = [worker(0, 7)]
    p = scene(flat(8, 8), pawns=pawns, structures=[piece("village_row_e", 4, 3)], players=4, turn=3)
    assert bool(reach(p) & {(4, 3), (4, 4), (4, 5)}) == enters


@pytest.mark.rule("BRC-173")
def test_a_grove_holds_pawns_of_one_player():
    """Own pawns may follow into a grove, those of a friend not."""
    wood = [".......", "..T....", "......."]
    p = scene(wood, pawns={0: [worker(1, 2), worker(1, 4)], 1: [worker(1, 5)]})
    assert (1, 2) in reach(p, slot=1)
    p = scene(wood, pawns={0: [worker(1, 2)], 1: [worker(1, 4)]}, turn=1)
    assert not {stud for stud in reach(p) if stud[1] in (1, 2, 3)}


# ------------------------------------------------------------------------------------------------ legs
@pytest.mark.rule("BRC-174")
def test_short_legs_use_up_the_same_action():
    """A leg of one and a leg of three end like one leg of four: nothing left and no further target."""
    p = march(scene(flat(11, 11), 2, pawns={0: [worker(5, 5)]}), (5, 6))
    assert (left(p), prompt(p)) == (3, (0, Prompt.UNIT_MOVING))
    assert targets(p) == diamond(5, 6, 3)
    march_on = p.play("target +0 +3")
    assert left(march_on) == 0
    assert targets(march_on) == set()
    assert p.record.actions[0] == 0


@pytest.mark.rule("BRC-174")
def test_unspent_studs_are_not_carried_to_the_next_action():
    """After a leg of one and the end of the action the next one has four studs again, not seven."""
    p = scene(flat(3, 14), 2, pawns={0: [worker(1, 1)]}, actions=(2, 1))
    march(p, (1, 2)).play("end")
    assert max(row_of(p, 1)) == 6


@pytest.mark.rule("BRC-174")
@pytest.mark.parametrize(("watcher", "stopped"), [((2, 5), True), ((7, 6), False)])
def test_equal_paths_go_north_first(watcher, stopped):
    """From (5,5) to (4,6) the step to (4,5) comes first, so only a warrior who sees that stud is asked."""
    pawns = {0: [warrior(5, 5)], 1: [warrior(*watcher)]}
    p = march(scene(flat(11, 11), pawns=pawns, stage="deploy", unfriendly=[(0, 1)]), (4, 6))
    assert (prompt(p) == (1, Prompt.INTERRUPT)) == stopped
    assert place(p, 0, 0) == ((4, 5) if stopped else (4, 6))


# ------------------------------------------------------------------------------------------------ hills
@pytest.mark.rule("BRC-175")
def test_height_counts_toward_the_studs():
    """Levels 2, 2, 5: the top is out of reach from the far stud, and takes everything from the near one [M3]."""
    assert row_of(scene(["..."], ["225"], pawns={0: [worker(0, 0)]})) == {1}
    p = scene(["..."], ["225"], pawns={0: [worker(0, 1)]})
    assert row_of(p) == {0, 2}
    assert after(p, (0, 2))[0] == 0


@pytest.mark.rule("BRC-175")
@pytest.mark.parametrize(("levels", "rest"), [("12", 2), ("13", 1), ("21", 2), ("31", 1)])
def test_each_level_costs_a_stud_up_and_down(levels, rest):
    """One stud and its height: level 1 to 2 costs two studs, level 1 to 3 three."""
    assert after(scene([".."], [levels], pawns={0: [worker(0, 0)]}), (0, 1))[0] == rest


@pytest.mark.rule("BRC-176")
def test_a_pawn_that_runs_out_of_studs_downhill_reaches_the_ground():
    """Rodrick: two forward and three down take one action [M2]."""
    p = scene(["...."], ["5522"], pawns={0: [worker(0, 0)]})
    assert row_of(p) == {1, 2}
    assert after(p, (0, 2))[0] == 0


@pytest.mark.rule("BRC-176")
def test_the_downhill_gift_needs_the_horizontal_stud():
    """With no stud left nobody steps down, and uphill there is no gift."""
    p = scene(["......"], ["555552"], pawns={0: [worker(0, 0)]})
    assert row_of(p) == {1, 2, 3, 4}
    p = scene(["......"], ["555522"], pawns={0: [worker(0, 0)]})
    assert row_of(p) == {1, 2, 3, 4}
    p = scene(["...."], ["2255"], pawns={0: [worker(0, 0)]})
    assert row_of(p) == {1}


@pytest.mark.rule("BRC-177")
@pytest.mark.parametrize("start", [0, 1])
def test_a_step_of_four_levels_is_never_taken(start):
    """Levels 2 and 6: neither up nor down, whatever the number of actions [M4]."""
    p = scene([".."], ["26"], pawns={0: [worker(0, start)]}, actions=(9, 1))
    assert reach(p) == set()
    p = scene([".."], ["25"], pawns={0: [worker(0, start)]}, actions=(9, 1))
    assert reach(p) == {(0, 1 - start)}


@pytest.mark.rule("BRC-178")
@pytest.mark.parametrize(("owners", "hostile", "rest"), [((0, 0), (), 3), ((1, 1), (), 3), ((0, 1), (), 3), ((0, 1), ((0, 1),), 1)])
def test_height_is_free_between_touching_friendly_buildings(owners, hostile, rest):
    """Storehouses on bases 1 and 3: crossing costs one stud, unless one of them is unfriendly."""
    houses = [piece("storehouse_row", 0, 0, owners[0]), piece("storehouse_row", 0, 2, owners[1])]
    p = scene(["...."], ["1133"], pawns={0: [worker(0, 1)]}, structures=houses, unfriendly=hostile)
    assert after(p, (0, 2))[0] == rest


@pytest.mark.rule("BRC-178")
def test_height_counts_on_open_ground_and_between_buildings_that_do_not_touch():
    """Levels 1 and 3 in the open cost three studs; storehouses on bases 1 and 4 do not touch and cost four."""
    assert after(scene(["...."], ["1133"], pawns={0: [worker(0, 1)]}), (0, 2))[0] == 1
    houses = [piece("storehouse_row", 0, 0), piece("storehouse_row", 0, 2)]
    assert after(scene(["...."], ["1144"], pawns={0: [worker(0, 1)]}, structures=houses), (0, 2))[0] == 0


@pytest.mark.rule("BRC-179")
def test_single_inclines_are_free_along_a_road():
    """Levels 1, 1, 2, 2, 3, 3 with a road on every stud: five road studs, one base stud and a credit left [M9]."""
    p = scene(["......"], ["112233"], pawns={0: [worker(0, 0)]}, roads=[(0, column) for column in range(6)])
    assert after(p, (0, 5)) == (1, Mode.ROAD, 1)


@pytest.mark.rule("BRC-179", "BRC-194")
def test_single_steps_onto_and_off_a_road_are_free():
    """The road on (0,1) stands one level above its neighbours: stepping on is road travel, stepping off one stud."""
    p = scene(["..."], 1, pawns={0: [worker(0, 0)]}, roads=[(0, 1)])
    assert after(p, (0, 1)) == (3, Mode.ROAD, 1)
    p = scene(["..."], 1, pawns={0: [worker(0, 1)]}, roads=[(0, 1)])
    assert after(p, (0, 0))[0] == 3
    assert after(scene(["..."], ["121"], pawns={0: [worker(0, 1)]}), (0, 0))[0] == 2


@pytest.mark.rule("BRC-180")
def test_steeper_steps_on_roads_count_in_full():
    """Road studs at surfaces 2 and 4: three road studs, two base studs and a credit of one."""
    p = scene([".."], ["13"], pawns={0: [worker(0, 0)]}, roads=[(0, 0), (0, 1)])
    assert after(p, (0, 1)) == (2, Mode.ROAD, 1)


# ------------------------------------------------------------------------------------------------ roads and walls
@pytest.mark.rule("BRC-181")
def test_roads_double_the_studs():
    """One action on a road leads eight studs, from column 1 to column 9 [M6]."""
    p = scene(flat(3, 14), 2, pawns={0: [worker(1, 1)]}, roads=ROAD_ROW)
    assert max(row_of(p, 1)) == 9
    assert after(p, (1, 9))[0] == 0


@pytest.mark.rule("BRC-182")
def test_walls_double_the_studs_along_their_top():
    """A flat wall of ten studs: eight of them with one action."""
    p = scene(flat(1, 12), pawns={0: [worker(0, 0)]}, walls={(0, column): (3, 0) for column in range(10)})
    assert max(row_of(p)) == 8
    assert after(p, (0, 8))[0] == 0
    assert after(p, (0, 1)) == (3, Mode.WALL, 1)


WALLS = {(1, 2): (2, 0), (1, 3): (2, 0), (1, 4): (3, 0), (1, 5): (3, 0)}


@pytest.mark.rule("BRC-183")
def test_single_differences_along_a_wall_top_are_free():
    """Walls 2, 2, 3, 3: from the first to the last three wall studs, two base studs [M13]."""
    p = scene(flat(3, 7), 2, pawns={0: [worker(1, 2)]}, walls=WALLS)
    assert after(p, (1, 5))[0] == 2
    steep = {(1, 2): (1, 0), (1, 3): (3, 0)}
    assert after(scene(flat(3, 7), 2, pawns={0: [worker(1, 2)]}, walls=steep), (1, 3)) == (2, Mode.WALL, 1)


@pytest.mark.rule("BRC-184")
def test_the_height_of_a_wall_counts_from_the_ground():
    """Up a wall of two three studs, then two wall studs; down again three [M13]."""
    p = scene(flat(3, 7), 2, pawns={0: [worker(1, 1)]}, walls=WALLS)
    assert after(p, (1, 2))[0] == 1
    assert after(p, (1, 4))[0] == 0
    assert (1, 5) not in reach(p)
    assert after(scene(flat(3, 7), 2, pawns={0: [worker(1, 2)]}, walls=WALLS), (1, 1))[0] == 1


@pytest.mark.rule("BRC-184", "BRC-229")
def test_a_wall_of_four_cannot_be_climbed():
    """A wall of three takes the whole action, a wall of four is out of reach, and so is what lies behind it [M14]."""
    p = scene(flat(1, 3), 2, pawns={0: [worker(0, 0)]}, walls={(0, 1): (3, 0)}, actions=(9, 1))
    assert reach(p) == {(0, 1)}
    assert after(p, (0, 1))[0] == 0
    p = scene(flat(1, 3), 2, pawns={0: [worker(0, 0)]}, walls={(0, 1): (4, 0)}, actions=(9, 1))
    assert reach(p) == set()


# ------------------------------------------------------------------------------------------------ mixed travel
@pytest.mark.rule("BRC-192", "BRC-193")
def test_the_credit_of_a_road_is_lost_on_open_ground():
    """Roads at columns 1 and 3: each stretch is rounded up on its own [M7]."""
    p = scene(flat(1, 6), pawns={0: [worker(0, 0)]}, roads=[(0, 1), (0, 3)])
    assert after(p, (0, 3)) == (1, Mode.ROAD, 1)


@pytest.mark.rule("BRC-192", "BRC-193")
def test_three_road_studs_cost_two_base_studs():
    """Roads at columns 1 to 3: two open studs remain behind them [M8]."""
    p = scene(flat(1, 9), pawns={0: [worker(0, 0)]}, roads=[(0, 1), (0, 2), (0, 3)])
    assert max(row_of(p)) == 5
    assert after(p, (0, 5))[0] == 0


@pytest.mark.rule("BRC-193")
def test_the_credit_survives_between_legs_on_the_same_road():
    """Two legs of one road stud cost one base stud together."""
    p = march(scene(flat(3, 14), 2, pawns={0: [worker(1, 1)]}, roads=ROAD_ROW), (1, 2), (1, 3))
    assert (left(p), int(p.record.credit)) == (3, 0)


@pytest.mark.rule("BRC-194")
def test_a_bridge_of_two_studs_is_road_travel():
    """Onto the bridge and along it one base stud, then two open studs behind it [M20]."""
    p = scene(["..~~.."], ["221122"], pawns={0: [worker(0, 1)]}, decks={(0, 2): 2, (0, 3): 2})
    assert after(p, (0, 3))[0] == 3
    assert after(p, (0, 5))[0] == 1


@pytest.mark.rule("BRC-176", "BRC-179")
def test_on_a_road_the_downhill_gift_needs_one_road_stud():
    """Seven level road studs leave a credit of one, which is enough to be put down three levels onto the road below."""
    roads = [(0, column) for column in range(10)]
    p = scene(flat(1, 10), ["4444444411"], pawns={0: [worker(0, 0)]}, roads=roads)
    assert max(row_of(p)) == 8
    assert after(p, (0, 8))[::2] == (0, 0)
    p = scene(flat(1, 10), ["4444444441"], pawns={0: [worker(0, 0)]}, roads=roads)
    assert max(row_of(p)) == 8


# ------------------------------------------------------------------------------------------------ groups
@pytest.mark.rule("BRC-195")
def test_workers_on_one_stud_move_together_for_one_action():
    """Two workers, one action: both arrive; a worker elsewhere is no companion, and a companion may be left out."""
    p = scene(flat(3, 14), 2, pawns={0: [worker(1, 1), worker(1, 1), worker(1, 2)]}).play("pawn 0")
    assert offered(p, "pawn ") == ["1"]
    alone = p.clone().play("target +0 +2")
    assert [place(alone, 0, slot) for slot in (0, 1)] == [(1, 3), (1, 1)]
    p.play("pawn 1", "target +0 +3")
    assert [place(p, 0, slot) for slot in (0, 1)] == [(1, 4), (1, 4)]
    assert p.record.actions[0] == 0


@pytest.mark.rule("BRC-195")
def test_a_companion_can_be_taken_back():
    """Choosing a companion twice leaves it behind, and the penalty is gone."""
    p = scene(flat(3, 14), 2, pawns={0: [worker(1, 1), worker(1, 1)]}).play("pawn 0", "pawn 1", "pawn 1", "target +0 +4")
    assert [place(p, 0, slot) for slot in (0, 1)] == [(1, 5), (1, 1)]


def farthest(p: Position, n: int) -> int:
    """The last column of row 1 that n workers reach together, or their own."""
    p.play("pawn 0", *(f"pawn {k}" for k in range(1, n)))
    return max([column for row, column in targets(p) if row == 1], default=1)


@pytest.mark.rule("BRC-196")
@pytest.mark.parametrize(("n", "column"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)])
def test_a_group_in_the_open_loses_a_stud_for_each_companion(n, column):
    """One to five workers walk 4, 3, 2, 1 and 0 studs, and so do warriors in Deploy [M5]."""
    assert farthest(scene(flat(3, 14), 2, pawns={0: [worker(1, 1)] * n}), n) == column
    assert farthest(scene(flat(3, 14), 2, pawns={0: [warrior(1, 1)] * n}, stage="deploy"), n) == column


@pytest.mark.rule("BRC-196")
@pytest.mark.parametrize(("n", "column"), [(1, 9), (2, 8), (3, 7)])
def test_a_group_on_a_road_loses_road_studs(n, column):
    """The penalty comes after the factor: eight, seven and six road studs [M6]."""
    assert farthest(scene(flat(3, 14), 2, pawns={0: [worker(1, 1)] * n}, roads=ROAD_ROW), n) == column


@pytest.mark.rule("BRC-196")
@pytest.mark.parametrize(("n", "column"), [(1, 9), (2, 8), (3, 7)])
def test_a_group_on_a_wall_loses_wall_studs(n, column):
    """The penalty holds on walls as on roads."""
    walls = dict.fromkeys(ROAD_ROW, (3, 0))
    assert farthest(scene(flat(3, 14), 2, pawns={0: [worker(1, 1)] * n}, walls=walls), n) == column


@pytest.mark.rule("BRC-197")
def test_a_group_pays_its_penalty_with_its_first_step():
    """Three workers, first step in the open: three base studs, the last one is worth two road studs."""
    p = scene(flat(1, 8), pawns={0: [worker(0, 0)] * 3}, roads=[(0, 2), (0, 3), (0, 4), (0, 5)])
    p.play("pawn 0", "pawn 1", "pawn 2")
    assert targets(p) == {(0, 1), (0, 2), (0, 3)}
    p.play("target +0 +1")
    assert left(p) == 1


@pytest.mark.rule("BRC-197")
def test_a_group_whose_first_step_is_on_a_road_pays_in_road_studs():
    """Two workers, one road stud and then open ground: one base stud for step and penalty, three for the rest."""
    p = scene(flat(1, 8), pawns={0: [worker(0, 0)] * 2}, roads=[(0, 1)]).play("pawn 0", "pawn 1")
    assert max(column for _, column in targets(p)) == 4
    p.play("target +0 +1")
    assert (left(p), int(p.record.credit)) == (3, 0)


@pytest.mark.rule("BRC-195", "BRC-196")
def test_workers_in_a_village_are_together():
    """Two workers inside leave as a group from any stud of it, three studs far."""
    p = scene(flat(7, 12), pawns={0: [worker(3, 2), worker(3, 2)]}, structures=[piece("village_row_e", 3, 2)])
    p.play("pawn 0", "pawn 1")
    assert (3, 7) in targets(p)
    assert (3, 8) not in targets(p)


@pytest.mark.rule("BRC-199")
@pytest.mark.parametrize(("stage", "chief"), [("move", 0), ("deploy", 1)])
def test_workers_and_warriors_form_no_group_on_land(stage, chief):
    """A worker and a warrior on one stud: whoever is selected is offered no companion."""
    p = scene(flat(8, 8), pawns={0: [worker(5, 5), warrior(5, 5)]}, stage=stage).play(f"pawn {chief}")
    assert offered(p, "pawn ") == []


# ------------------------------------------------------------------------------------------------ swimming
@pytest.mark.rule("BRC-200")
def test_each_water_stud_costs_three():
    """A river two wide takes two actions [M10]."""
    p = scene(["..~~.."], pawns={0: [worker(0, 1)]}, actions=(2, 1))
    assert row_of(p) == {0, 2}
    march(p, (0, 2))
    assert left(p) == 1
    assert targets(p) == {(0, 1)}
    p.play("end")
    assert after(p, (0, 3))[0] == 1
    march(p, (0, 4))
    assert left(p) == 0
    assert place(p, 0, 0) == (0, 4)


@pytest.mark.rule("BRC-201")
def test_water_without_land_beside_it_is_never_entered():
    """Water three wide: its middle has no land next to it [M11]."""
    p = scene(["..~~~.."] * 3, pawns={0: [worker(1, 2)]}, actions=(5, 1))
    assert (1, 3) not in reach(p)
    assert (1, 1) in reach(p)
    assert (0, 2) in reach(p)


@pytest.mark.rule("BRC-201")
def test_pillars_and_decks_are_no_land_for_swimmers():
    """A surfaced pillar in a lake does not make the water beside it swimmable."""
    lake = ["~~~~~", "~~~~~", "~~~~~", "~~~~~", "....."]
    p = scene(lake, pawns={0: [worker(1, 1)]}, roads={(1, 1): 3})
    assert reach(p) & {(0, 1), (1, 0), (1, 2), (2, 1)} == set()
    p = scene(lake, pawns={0: [worker(3, 1)]}, roads={(1, 1): 3})
    assert (2, 1) not in reach(p)
    assert (3, 2) in reach(p)


@pytest.mark.rule("BRC-202")
@pytest.mark.parametrize(("bank", "enters", "climbs"), [("2", 0, 1), ("3", 0, 0), ("4", None, None), ("0", 1, 3), ("1", 0, 2)])
def test_the_bank_adds_its_height_to_the_water_step(bank, enters, climbs):
    """Into the water three studs and the height, with the downhill gift; out of it one stud and the height; never four [M12]."""
    p = scene([".~"], [bank + "0"], pawns={0: [worker(0, 0)]})
    assert reach(p) == ({(0, 1)} if enters is not None else set())
    if enters is not None:
        assert after(p, (0, 1))[0] == enters
    p = scene([".~"], [bank + "0"], pawns={0: [worker(0, 1)]})
    assert reach(p) == ({(0, 0)} if climbs is not None else set())
    if climbs is not None:
        assert after(p, (0, 0))[0] == climbs


@pytest.mark.rule("BRC-200", "BRC-196")
@pytest.mark.parametrize(("n", "swims"), [(1, True), (2, True), (3, False)])
def test_a_swimming_group_pays_its_penalty(n, swims):
    """Three studs for the water and one for each companion."""
    p = scene([".~."], pawns={0: [worker(0, 0)] * n}).play("pawn 0", *(f"pawn {k}" for k in range(1, n)))
    assert ((0, 1) in targets(p)) == swims
    if swims:
        p.play("target +0 +1")
        assert left(p) == 2 - n


@pytest.mark.rule("BRC-203")
def test_a_swimmer_goes_critical_at_the_end_of_the_round():
    """Pawns on water after Populate lie in the nearest friendly village without their cargo; those in boats do not [S6]."""
    lake = [*flat(5, 12), "~" * 12, "~" * 12]
    homes = [piece("village_row_e", 0, 0, fish=4), piece("village_row_e", 3, 7, fish=4), piece("canoe", 5, 1)]
    p = scene(lake, pawns={0: [worker(5, 6, stone=1), worker(5, 1)], 1: [worker(4, 11)]}, structures=homes, stage="populate")
    idle_until(p, lambda q: q.record.round_number == 4)
    assert p.record.status[0][0] == Status.CRITICAL
    assert (int(p.record.bed[0][0]), int(p.record.due[0][0])) == (2, 4)
    assert cargo(p, 0, 0) == {}
    assert p.record.status[0][1] == Status.BOARD
