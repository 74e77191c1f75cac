"""Rules of deploying and of combat range: heights, water, groves, walls, and who may fight when (BRC-298 to BRC-306, BRC-313)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    aims,
    flat,
    go,
    listed,
    march,
    offered,
    piece,
    place,
    prompt,
    reach,
    scene,
    sites,
    targets,
    warrior,
    worker,
)


def face(terrain: Sequence[str], heights: int | Sequence[str], x: Stud, *ys: Stud, rules=None, **more) -> Position:
    """p0's warrior at x and unfriendly workers of p1 at ys, in Deploy, where nobody interrupts."""
    pawns = {0: [warrior(*x)], 1: [worker(*y) for y in ys]}
    if len(terrain) == 1:  # a lane gets an islet with room for a village, so that no search for one is needed
        cols = max(6, len(terrain[0]))
        levels = [str(heights) * cols] if isinstance(heights, int) else [heights[0].ljust(cols, "0")]
        terrain, heights = [terrain[0].ljust(cols, "#"), "#" * cols, "." * cols], [*levels, "0" * cols, "1" * cols]
    return scene(terrain, heights, pawns=pawns, unfriendly=[(0, 1)], stage="deploy", rules={"interrupts": "none", **(rules or {})}, **more)


def reached(*scenery, **more) -> set[Stud]:
    """The studs of p1's workers whom p0's warrior reaches."""
    return {stud for _, stud in aims(face(*scenery, **more))}


# ------------------------------------------------------------------------------------------------ deploying
@pytest.mark.rule("BRC-298")
def test_a_warrior_in_the_open_deploys_four_studs():
    """One deploy action moves one warrior by up to 4 base studs."""
    p = scene(flat(11, 11), pawns={0: [warrior(5, 5), worker(0, 0)]}, stage="deploy")
    assert reach(p) == {(r, c) for r in range(11) for c in range(11) if 0 < abs(r - 5) + abs(c - 5) <= 4}


@pytest.mark.rule("BRC-298")
@pytest.mark.parametrize(("count", "column"), [(1, 9), (2, 8), (3, 7)])
def test_a_group_of_warriors_on_a_road_loses_a_stud_for_each_further_one(count, column):
    """Three warriors on one road stud go 8 - 2 = 6 road studs with one action."""
    roads = [(1, c) for c in range(1, 13)]
    p = scene(flat(3, 14), pawns={0: [warrior(1, 1)] * count}, roads=roads, stage="deploy")
    p.play("pawn 0", *(f"pawn {k}" for k in range(1, count)))
    assert max(c for r, c in targets(p) if r == 1) == column
    go(p, (1, 3))
    assert [place(p, 0, k) for k in range(count)] == [(1, 3)] * count


@pytest.mark.rule("BRC-298")
def test_workers_do_not_deploy():
    """Only warriors act in Deploy, only workers in Move."""
    pawns = {0: [warrior(5, 5), worker(5, 6)]}
    assert offered(scene(flat(9, 9), pawns=pawns, stage="deploy"), "pawn ") == ["0"]
    assert offered(scene(flat(9, 9), pawns=pawns, stage="move"), "pawn ") == ["1"]


@pytest.mark.rule("BRC-298")
def test_a_warrior_sails_a_canoe_in_deploy():
    """A boat with a warrior aboard moves 12 boat studs with one deploy action, and not in Move."""
    terrain = ["." * 15, "~" * 15, "." * 15]
    more = {"pawns": {0: [warrior(1, 0)]}, "structures": [piece("canoe", 1, 0, 0)]}
    p = scene(terrain, stage="deploy", **more)
    assert {(1, c) for c in range(1, 13)} <= reach(p)
    assert (1, 13) not in reach(p)
    assert offered(scene(terrain, stage="move", **more), "pawn ") == []


# ------------------------------------------------------------------------------------------------ distance
@pytest.mark.rule("BRC-301")
def test_combat_range_is_two():
    """On level ground whoever is 2 studs away is in range, at 3 not."""
    ys = [(4, 6), (2, 4), (5, 5), (4, 7), (6, 5), (1, 4), (3, 3), (2, 2)]
    assert reached(flat(9, 9), 1, (4, 4), *ys) == {(4, 6), (2, 4), (5, 5), (3, 3)}


@pytest.mark.rule("BRC-301")
@pytest.mark.parametrize(
    ("levels", "y", "hit"),
    [("233", (0, 2), False), ("233", (0, 1), True), ("244", (0, 1), False), ("222", (0, 2), True), ("332", (0, 2), True)],
)
def test_heights_count_in_range(levels, y, hit):
    """A step costs 1 plus its height: levels 2, 3, 3 put the third stud 3 away."""
    assert reached(["..."], [levels], (0, 0), y) == ({y} if hit else set())


@pytest.mark.rule("BRC-302")
def test_a_pawn_in_a_grove_measures_from_the_trunk():
    """A warrior in the grove around (3, 4) reaches (3, 6), not (3, 7), although it came in at (3, 5)."""
    terrain = [row if k != 3 else "....T......" for k, row in enumerate(flat(7, 11))]
    p = face(terrain, 1, (3, 8), (3, 6), (3, 7), (2, 6), actions=(2, 1))
    march(p, (3, 4))
    assert place(p, 0, 0) == (3, 4)
    if p.record.prompt != Prompt.DEPLOY_TOP:
        assert {stud for _, stud in listed(p)} == {(3, 6)}
        p.play("end")
    assert {stud for _, stud in aims(p)} == {(3, 6)}


@pytest.mark.rule("BRC-302")
def test_a_pawn_in_a_grove_is_reached_at_the_trunk():
    """A worker in a grove is 2 studs away from (3, 6) and 3 from (3, 7), wherever its footprint ends."""
    terrain = [row if k != 3 else "....T......" for k, row in enumerate(flat(7, 11))]
    assert reached(terrain, 1, (3, 6), (3, 4)) == {(3, 4)}
    assert reached(terrain, 1, (3, 7), (3, 4)) == set()


@pytest.mark.rule("BRC-304")
def test_roads_do_not_lengthen_the_range():
    """A target 3 road studs away is not in range, one 2 road studs away is."""
    roads = [(4, c) for c in range(1, 8)]
    assert reached(flat(9, 9), 1, (4, 2), (4, 4), (4, 5), roads=roads) == {(4, 4)}


@pytest.mark.rule("BRC-304")
def test_smooth_roads_count_without_height_in_range():
    """Along a road a difference of one level is free, as in movement."""
    assert reached(["..."], ["123"], (0, 0), (0, 2), roads=[(0, 0), (0, 1), (0, 2)]) == {(0, 2)}
    assert reached(["..."], ["123"], (0, 0), (0, 2)) == set()


@pytest.mark.rule("BRC-304")
def test_walls_do_not_lengthen_the_range():
    """A warrior on a long wall reaches 2 studs along its top, not 3."""
    walls = {(4, c): (1, 0) for c in range(1, 6)} | {(4, 6): (1, 1)}
    assert reached(flat(9, 9), 1, (4, 3), (4, 6), walls=walls) == set()
    assert reached(flat(9, 9), 1, (4, 4), (4, 6), walls=walls) == {(4, 6)}


@pytest.mark.rule("BRC-305")
def test_one_water_stud_is_too_wide_for_a_warrior_ashore():
    """Entering water costs 3: a target across a single water stud is not in range."""
    strait = [".~." + "." * 5, *["#" * 8] * 5]
    assert reached(strait, 1, (0, 0), (0, 2)) == set()
    assert reached(["..." + "." * 5, *["#" * 8] * 5], 1, (0, 0), (0, 2)) == {(0, 2)}


@pytest.mark.rule("BRC-305")
@pytest.mark.parametrize(("column", "hit"), [(3, True), (4, False)])
def test_from_a_boat_water_costs_one(column, hit):
    """A warrior in a boat reaches a boat 2 water studs away, not one 3 away."""
    sea = [*["~" * 8] * 5, "." * 8]
    p = face(sea, 1, (2, 1), (2, column), structures=[piece("sailboat", 2, 1, 0), piece("sailboat", 2, column, 1)])
    assert aims(p) == ({(1, (2, column))} if hit else set())


@pytest.mark.rule("BRC-305")
def test_impassable_ground_stops_the_range():
    """Range does not cross impassable studs unless a deck spans them."""
    assert reached([".#."], 1, (0, 0), (0, 2)) == set()
    assert reached([".#."], 1, (0, 0), (0, 2), decks={(0, 1): 1}) == {(0, 2)}


@pytest.mark.rule("BRC-306")
def test_c5_range_goes_down_a_slope_that_it_cannot_go_up():
    """[C5] From level 5 the warrior reaches the next stud 3 below; from there nobody reaches back."""
    row, levels = ["....."], ["55222"]
    assert reached(row, levels, (0, 1), (0, 2)) == {(0, 2)}
    assert reached(row, levels, (0, 2), (0, 1)) == set()


@pytest.mark.rule("BRC-306")
def test_downhill_completion_of_range_can_be_switched_off():
    """range_downhill=False: neither reaches the other."""
    row, levels, off = ["....."], ["55222"], {"range_downhill": False}
    assert reached(row, levels, (0, 1), (0, 2), rules=off) == set()
    assert reached(row, levels, (0, 2), (0, 1), rules=off) == set()


@pytest.mark.rule("BRC-306")
def test_the_downhill_step_uses_up_the_range():
    """After a step down that was not covered nothing is left for a further stud."""
    assert reached(["....."], ["55222"], (0, 1), (0, 3)) == set()
    assert reached(["....."], ["55522"], (0, 1), (0, 3)) == {(0, 3)}  # one level stud first, then down


@pytest.mark.rule("BRC-306")
def test_a_cliff_of_four_stops_the_range_downhill_too():
    """A difference of 4 blocks in both directions."""
    assert reached(["..."], ["662"], (0, 1), (0, 2)) == set()
    assert reached(["..."], ["662"], (0, 2), (0, 1)) == set()
    assert reached(["..."], ["663"], (0, 1), (0, 2)) == {(0, 2)}


# ------------------------------------------------------------------------------------------------ fortifications
@pytest.mark.rule("BRC-301", "BRC-308")
def test_c4_a_wall_cuts_the_range_between_its_sides():
    """[C4] Over a wall of one segment neither reaches the other; whoever stands on it reaches both sides."""
    lane = ["........."]
    assert reached(lane, 1, (0, 4), (0, 6), walls={(0, 5): (1, 0)}) == set()
    assert reached(lane, 1, (0, 5), (0, 4), (0, 6), walls={(0, 5): (1, 0)}) == {(0, 4), (0, 6)}
    assert reached(lane, 1, (0, 4), (0, 5), walls={(0, 5): (3, 1)}) == {(0, 5)}


@pytest.mark.rule("BRC-301")
@pytest.mark.parametrize("segments", [1, 4, 8])
def test_the_height_of_a_fortification_does_not_count_in_range(segments):
    """A warrior on a wall of any height reaches 2 studs away on the ground."""
    assert reached(flat(9, 9), 1, (4, 4), (4, 6), (4, 7), walls={(4, 4): (segments, 0)}) == {(4, 6)}


@pytest.mark.rule("BRC-301")
def test_the_own_fortress_does_not_cut_the_range():
    """Studs of the connected fortress of either pawn may be crossed, those of another one not."""
    lane, walls = ["........."], {(0, 4): (2, 1), (0, 5): (2, 1)}
    assert reached(lane, 1, (0, 3), (0, 5), walls=walls) == {(0, 5)}
    own = {(0, 4): (2, 0), (0, 5): (2, 0)}
    assert reached(lane, 1, (0, 4), (0, 6), walls=own) == {(0, 6)}
    assert reached(lane, 1, (0, 3), (0, 5), walls={(0, 4): (2, 1)}) == set()


@pytest.mark.rule("BRC-301")
@pytest.mark.parametrize("fort", ["gate_1x1", "tower_1x1"])
def test_gates_and_towers_cut_the_range_even_when_open(fort):
    """An empty gate or tower between two pawns bars the range, though both could walk through."""
    small = {"fort_shapes": "1x1"}
    assert reached(["........."], 1, (0, 4), (0, 6), structures=[piece(fort, 0, 5, 1)], rules=small) == set()
    assert reached(["........."], 1, (0, 4), (0, 6), rules=small) == {(0, 6)}


@pytest.mark.rule("BRC-301", "BRC-310")
def test_range_is_measured_from_the_nearest_stud_of_a_village():
    """A warrior in a village over (4, 2), (4, 3), (4, 4) reaches (4, 6), and a worker in it is reached from there."""
    home = [piece("village_row_e", 4, 2, 0)]
    assert reached(flat(9, 9), 1, (4, 2), (4, 6), (4, 7), structures=home) == {(4, 6)}
    theirs = [piece("village_row_e", 4, 2, 1)]
    assert reached(flat(9, 9), 1, (4, 6), (4, 2), structures=theirs) == {(4, 2)}
    assert reached(flat(9, 9), 1, (4, 7), (4, 2), structures=theirs) == set()


@pytest.mark.rule("BRC-303", "BRC-318")
@pytest.mark.parametrize("spot", ["open", "village", "storehouse", "road"])
def test_a_worker_outside_fortifications_is_never_asked(spot):
    """A p1 worker in the open, in a village or another building, or on a road beside p0's warrior cannot declare."""
    structures = {
        "village": [piece("village_row_e", 5, 6, 1)],
        "storehouse": [piece("storehouse_row", 5, 6, 1)],
    }.get(spot, [])
    roads = [(5, 6)] if spot == "road" else []
    p = scene(
        flat(9, 9),
        pawns={0: [warrior(5, 4)], 1: [worker(5, 6)]},
        structures=structures,
        roads=roads,
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    march(p, (5, 5))
    assert prompt(p) == (0, Prompt.UNIT_MOVING)
    assert prompt(p.play("end")) == (0, Prompt.DEPLOY_TOP)


@pytest.mark.rule("BRC-303", "BRC-311")
def test_a_worker_in_a_village_rolls_no_die_when_challenged():
    """Challenged in its village, a worker draws nothing from the dice."""
    p = face(flat(9, 9), 1, (5, 5), (5, 6), structures=[piece("village_row_e", 5, 6, 1), piece("village_row_e", 0, 0, 0)])
    p.queue_dice(6, 1)
    p.play("pawn 0", "yes", "detachment 0", "yes")
    assert p.record.queued == 1
    assert p.record.status[0][0] == 0


@pytest.mark.rule("BRC-303")
def test_workers_in_the_open_do_not_blockade():
    """A p1 worker in the open keeps nobody from building next to it, a warrior does."""
    for pawn, legal in ((worker, True), (warrior, False)):
        pawns = {0: [worker(4, 4, stone=1)], 1: [pawn(4, 7)]}
        p = scene(flat(9, 9), pawns=pawns, unfriendly=[(0, 1)], stage="build")
        assert ((4, 5) in sites(p, "wall")) == legal


# ------------------------------------------------------------------------------------------------ when
@pytest.mark.rule("BRC-299")
@pytest.mark.parametrize("stage", ["logistics", "move", "build", "consume", "populate"])
def test_combat_takes_place_only_in_deploy(stage):
    """Beside an enemy nothing but Deploy offers a challenge."""
    p = scene(
        flat(9, 9),
        pawns={0: [warrior(5, 5, fish=2), worker(4, 5, fish=2)], 1: [worker(5, 6, fish=2)]},
        structures=[piece("village_row_e", 0, 0, 0, fish=4)],
        unfriendly=[(0, 1)],
        stage=stage,
    )
    assert p.seat == 0
    if stage == "move":
        march(p, (4, 6), slot=1)
    assert not offered(p, "detachment ")
    assert p.record.skirmish == 0


@pytest.mark.rule("BRC-299", "BRC-318")
def test_a_round_without_deploy_actions_has_no_skirmish():
    """Two unfriendly warriors next to each other for a whole round: nobody is asked anything about fighting."""
    p = scene(flat(9, 9), pawns={0: [warrior(5, 5, fish=2)], 1: [warrior(5, 6, fish=2)]}, unfriendly=[(0, 1)], stage="move", actions=(3, 3))
    while p.record.round_number == 3:
        assert p.record.prompt not in range(Prompt.INTERRUPT, Prompt.STARVE)
        p.play("end" if "end" in p.legal() else p.legal()[0])
    assert len([s for s in (0, 1) if p.record.pawn[s][0]]) == 2


@pytest.mark.rule("BRC-300")
def test_a_skirmish_costs_no_action():
    """With no action left after deploying, the player may still declare."""
    p = march(face(flat(9, 9), 1, (5, 3), (5, 7)), (5, 5))
    assert p.record.actions[0] == 0
    assert offered(p, "detachment ") == ["0"]
    p.queue_dice(6)
    p.play("detachment 0", "yes")
    assert p.record.actions[0] == 0
    assert p.record.press == 1


@pytest.mark.rule("BRC-313")
def test_only_the_deploying_warriors_targets_count():
    """An idle p0 warrior has an enemy in range, the deploying one has not: no challenge."""
    pawns = {0: [warrior(0, 0), warrior(5, 6)], 1: [worker(5, 7)]}
    p = scene(flat(9, 9), pawns=pawns, unfriendly=[(0, 1)], stage="deploy", rules={"interrupts": "none"})
    assert aims(p, 0) == set()
    assert aims(p, 1) == {(1, (5, 7))}


@pytest.mark.rule("BRC-313")
def test_friends_are_no_targets():
    """[C9] Nobody is challenged among friends; after a flip of the stance it is possible in the same turn."""
    p = scene(flat(9, 9), pawns={0: [warrior(5, 5)], 1: [worker(5, 7)]}, stage="deploy")
    assert aims(p) == set()
    p.play("change stance to player_1")
    assert aims(p) == {(1, (5, 7))}
