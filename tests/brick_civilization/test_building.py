"""Who builds, where, and on what (BRC-204 to BRC-216)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cell,
    flat,
    go,
    goods_of,
    idle_to,
    offered,
    piece,
    place,
    plane,
    prompt,
    scene,
    sites,
    targets,
    warrior,
    worker,
)

FIELD = flat(9, 9)
AROUND = {(3, 4), (5, 4), (4, 3), (4, 5)}  # of a worker on (4,4)


def site(*pawns: dict, board: list[str] = FIELD, heights: object = 1, **more: object) -> Position:
    """Player 0 at the top of its Build turn."""
    seats = {0: list(pawns), **more.pop("others", {})}  # type: ignore[dict-item]
    return scene(board, heights, pawns=seats, stage=more.pop("stage", "build"), **more)  # type: ignore[arg-type]


def mason(*at: int, wood: int = 0, stone: int = 0) -> list[dict]:
    """A worker with up to two units, and companions on its stud who carry the rest."""
    goods = ["wood_raw"] * wood + ["stone"] * stone
    loads = [goods[k : k + 2] for k in range(0, len(goods), 2)] or [[]]
    return [worker(*at, **{kind: load.count(kind) for kind in set(load)}) for load in loads]


# ------------------------------------------------------------------------------------------------ cost and builder
@pytest.mark.rule("BRC-204")
def test_a_build_costs_one_action_and_the_goods():
    """Two actions and four wood make two storehouses and leave nothing."""
    p = site(*mason(4, 4, wood=4), actions=(2, 1))
    build(p, "storehouse_row", (4, 5))
    assert (p.record.actions[0], goods_of(p, 0)) == (1, {"wood_raw": 2})
    build(p, "storehouse_row", (3, 4))
    assert (p.record.actions[0], goods_of(p, 0)) == (0, {})
    assert offered(p, "pawn ") == [] or p.seat == 1


@pytest.mark.rule("BRC-204")
def test_without_goods_or_without_actions_nothing_is_built():
    """A third action does not help without wood, and wood does not help without an action."""
    p = build(site(*mason(4, 4, wood=2), actions=(3, 1)), "storehouse_row", (4, 5))
    assert "storehouse_row" not in builds(p)
    p = build(site(*mason(4, 4, wood=4), actions=(1, 1)), "storehouse_row", (4, 5))
    assert p.seat == 1 or offered(p, "pawn ") == []


@pytest.mark.rule("BRC-205")
def test_only_workers_build():
    """A warrior beside a free stud with eight wood in the store next to it is not selectable."""
    p = site(warrior(4, 4), worker(0, 8), structures=[piece("storehouse_row", 4, 5, wood_raw=8)])
    assert offered(p, "pawn ") == ["1"]


@pytest.mark.rule("BRC-206")
def test_the_builder_stays_and_may_build_again():
    """One worker lays three road bundles in one phase and has not moved."""
    p = site(worker(4, 4), structures=[piece("storehouse_row", 4, 2, wood_raw=3)], actions=(3, 1))
    for row in (3, 2, 1):
        build(p, "road", *((row, column) for column in (4, 5, 6, 7)))
    assert place(p, 0, 0) == (4, 4)
    assert (p.record.actions[0], goods_of(p, 0)) == (0, {})
    assert all(cell(p, "road", (row, column)) == 1 for row in (1, 2, 3) for column in (4, 5, 6, 7))


# ------------------------------------------------------------------------------------------------ site rules
@pytest.mark.rule("BRC-207", "BRC-210")
def test_one_stud_of_the_piece_next_to_the_worker_is_enough():
    """Storehouses in a row around (4,4): each covers a neighbour of the worker, so (4,5) is legal and (4,6) not [B1]."""
    p = site(*mason(4, 4, wood=2))
    expected = {(3, 3), (3, 4), (5, 3), (5, 4), (4, 5), (4, 2)}
    assert sites(p, "storehouse_row") == expected
    assert sites(p, "storehouse_column") == {(column, row) for row, column in expected}


@pytest.mark.rule("BRC-207")
def test_a_worker_in_a_grove_builds_around_the_whole_footprint():
    """From the trunk on (4,4) the studs next to the footprint are sites, those inside are not."""
    board = [*flat(4, 9), "....T....", *flat(4, 9)]
    p = site(*mason(4, 4, wood=1), board=board)
    ring = {(2, c) for c in (3, 4, 5)} | {(6, c) for c in (3, 4, 5)} | {(r, 2) for r in (3, 4, 5)} | {(r, 6) for r in (3, 4, 5)}
    assert sites(p, "road") == ring


@pytest.mark.rule("BRC-208")
def test_a_worker_in_a_village_builds_beside_any_of_its_studs():
    """From the village on (5,4) to (5,6) a storehouse on (5,7), (5,8); one stud farther it is illegal."""
    p = site(worker(5, 4), structures=[piece("village_row_e", 5, 4, wood_raw=4)])
    assert (5, 7) in sites(p, "storehouse_row")
    assert (5, 8) not in sites(p, "storehouse_row")
    ring = {(4, 4), (4, 5), (4, 6), (6, 4), (6, 5), (6, 6), (5, 3), (5, 7)}
    assert sites(p, "road") == ring


@pytest.mark.rule("BRC-208")
def test_a_village_includes_its_improvements_for_building():
    """From the complex a road may begin beside its storehouse."""
    p = site(worker(5, 2), structures=[piece("village_row_e", 5, 2, wood_raw=4), piece("storehouse_row", 5, 5)])
    assert {(5, 7), (4, 6), (6, 5)} <= sites(p, "road")


@pytest.mark.rule("BRC-208")
def test_a_worker_in_a_boat_builds_beside_it():
    """From a canoe road segments go on the next water studs and on the banks."""
    channel = ["......", "~~~~~~", "......"]
    p = site(worker(1, 2, wood_raw=1), board=channel, structures=[piece("canoe", 1, 2)])
    assert sites(p, "road") == {(1, 1), (1, 3), (0, 2), (2, 2)}


@pytest.mark.rule("BRC-209")
def test_what_was_built_in_this_phase_carries_further_builds():
    """After a road on (4,5) a storehouse on (4,6) is legal, in the next Build phase not any more [B2]."""
    stock = [piece("storehouse_row", 4, 2, wood_raw=5, fish=3)]
    p = site(worker(4, 4), structures=stock, actions=(2, 1))
    assert (4, 6) not in sites(p, "storehouse_row")
    build(p, "road", (4, 5)).play("end")
    assert (4, 6) in sites(p, "storehouse_row")
    p.play("end")
    idle_to(p, Prompt.BUILD_TOP, 0, 4)
    assert place(p, 0, 0) == (4, 4)
    assert (4, 6) not in sites(p, "storehouse_row")
    assert (4, 6) not in sites(p, "road")
    assert (4, 5) in sites(p, "storehouse_row") or (3, 4) in sites(p, "storehouse_row")


@pytest.mark.rule("BRC-208")
def test_a_worker_in_another_building_builds_beside_its_own_stud_only():
    """In a free standing storehouse on (5,4), (5,5) the worker on (5,4) does not reach (5,6)."""
    p = site(worker(5, 4), structures=[piece("storehouse_row", 5, 4, wood_raw=4)])
    assert sites(p, "road") == {(4, 4), (6, 4), (5, 3)}


@pytest.mark.rule("BRC-209")
def test_a_boat_of_this_phase_carries_further_builds():
    """Beside the canoe built on (1,3) a road segment may go into the water on (1,4)."""
    p = site(*mason(0, 3, wood=3), board=["......", "~~~~~~", "......"], actions=(2, 1))
    assert (1, 4) not in sites(p, "road")
    build(p, "canoe", (1, 3))
    assert (1, 4) in sites(p, "road")


@pytest.mark.rule("BRC-209")
def test_buildings_of_this_phase_carry_further_builds_too():
    """Beside a storehouse built in this phase another one may stand, and another worker may build it."""
    p = site(*mason(4, 4, wood=4), worker(0, 0), actions=(2, 1), rules={"payment": "global"})
    build(p, "storehouse_row", (4, 5))
    assert (4, 7) in sites(p, "storehouse_row")
    assert (4, 7) in sites(p, "storehouse_row", slot=2)


@pytest.mark.rule("BRC-210")
def test_builds_of_other_players_carry_nothing():
    """Player 1 lays a road on (4,5) in this phase: for player 0 on (4,4) the stud (4,6) is still no site."""
    others = {1: [worker(3, 5, wood_raw=1)]}
    p = site(*mason(4, 4, wood=2), others=others, start=1, turn=1)
    build(p, "road", (4, 5)).play("end")
    idle_to(p, Prompt.BUILD_TOP, 0)
    assert cell(p, "road", (4, 5)) == 1
    assert (4, 6) not in sites(p, "storehouse_row")


# ------------------------------------------------------------------------------------------------ stud rules
@pytest.mark.rule("BRC-211")
def test_the_builders_own_stud_is_no_site():
    """Road segments go on the four neighbours, never under the worker."""
    assert sites(site(*mason(4, 4, wood=1)), "road") == AROUND


@pytest.mark.rule("BRC-211")
@pytest.mark.parametrize("seat", [0, 1])
def test_studs_with_pawns_are_no_sites(seat):
    """A pawn on (4,6), own or a friend's, forbids a storehouse on (4,5), (4,6) and a road on its stud."""
    crew = [*mason(4, 4, wood=2), *([worker(4, 6)] if seat == 0 else [])]
    p = site(*crew, others={1: [worker(4, 6) if seat == 1 else worker(0, 0)]})
    assert (4, 5) not in sites(p, "storehouse_row")
    build(p, "road", (4, 5))
    assert (4, 6) not in targets(p)
    assert (3, 5) in targets(p)


@pytest.mark.rule("BRC-212")
def test_buildings_may_stand_on_roads():
    """A storehouse on two road studs has its floor one level above the ground."""
    p = site(*mason(4, 4, wood=2), roads=[(4, 5), (4, 6)])
    build(p, "storehouse_row", (4, 5))
    assert cell(p, "struct", (4, 6)) == 1
    assert plane(p, "surface")[4, 6] == 2
    assert plane(p, "surface")[4, 7] == 1


@pytest.mark.rule("BRC-212")
def test_buildings_and_walls_may_stand_on_decks():
    """A bridge of two level studs carries a storehouse, and a wall on its nearer stud."""
    river = ["....~~..."] * 6
    p = site(*mason(2, 3, wood=2, stone=1), board=river, decks={(2, 4): 1, (2, 5): 1})
    assert (2, 4) in sites(p, "storehouse_row")
    assert (2, 4) in sites(p, "wall")
    bare = site(*mason(2, 3, wood=2, stone=1), board=river)
    assert (2, 4) not in sites(bare, "storehouse_row")
    assert (2, 4) not in sites(bare, "wall")


@pytest.mark.rule("BRC-213")
def test_no_structure_covers_another():
    """A quarry on (4,5), (4,6): no storehouse, wall or road on its studs."""
    board = [*flat(3, 9), ".....rr..", *flat(5, 9)]
    heights = ["1" * 9] * 3 + ["111113311"] + ["1" * 9] * 5
    p = site(*mason(4, 4, wood=2, stone=2), board=board, heights=heights, structures=[piece("quarry_row", 4, 5)])
    assert (4, 5) not in sites(p, "storehouse_row")
    assert sites(p, "wall") == AROUND - {(4, 5)}
    assert sites(p, "road") == AROUND - {(4, 5)}


@pytest.mark.rule("BRC-213")
def test_buildings_and_roads_do_not_go_on_walls_but_walls_go_on_walls_and_roads():
    """A wall on (4,5) and a road on (3,4): walls stack on both, roads on the road only, a storehouse on neither wall."""
    more = {"walls": {(4, 5): (1, 0)}, "roads": [(3, 4)]}
    p = site(*mason(4, 4, wood=2, stone=2), **more)
    assert sites(p, "wall") == AROUND
    assert sites(p, "road") == AROUND - {(4, 5)}
    assert (4, 5) not in sites(p, "storehouse_row")


@pytest.mark.rule("BRC-213")
def test_nothing_is_built_in_a_grove():
    """The footprint of the grove beside the worker is no site."""
    board = [*flat(4, 9), "......T..", *flat(4, 9)]
    p = site(*mason(4, 4, wood=2, stone=1), board=board)
    assert sites(p, "road") == AROUND - {(4, 5)}
    assert sites(p, "wall") == AROUND - {(4, 5)}
    assert (4, 5) not in sites(p, "storehouse_row")


@pytest.mark.rule("BRC-214")
def test_nothing_is_built_in_the_range_of_an_unfriendly_warrior():
    """With the warrior on (4,7) the stud (4,5) is blockaded; after peace it is not [B8]."""
    stances = {0: {"stance": {"player_0": "friendly", "player_1": "unfriendly"}}}
    p = site(*mason(4, 4, wood=2), others={1: [warrior(4, 7)]}, seats=stances)
    assert (4, 5) not in sites(p, "storehouse_row")
    assert (3, 3) in sites(p, "storehouse_row")
    p.play("change stance to player_1")
    assert (4, 5) in sites(p, "storehouse_row")


@pytest.mark.rule("BRC-214")
def test_every_stud_of_a_building_must_be_free_of_blockade():
    """Warrior on (4,8): (4,5) is free, (4,6) blockaded, so a storehouse on both is illegal."""
    p = site(*mason(4, 4, wood=2), others={1: [warrior(4, 8)]}, unfriendly=[(0, 1)])
    assert (4, 5) not in sites(p, "storehouse_row")
    assert (4, 5) in sites(p, "storehouse_column")


@pytest.mark.rule("BRC-215")
def test_roads_are_not_laid_on_blockaded_studs():
    """Only (4,5) is blockaded: the other neighbours and (3,3) take one bundle."""
    p = site(*mason(4, 4, wood=1), others={1: [warrior(4, 7)]}, unfriendly=[(0, 1)])
    assert sites(p, "road") == AROUND - {(4, 5)}
    build(p, "road", (3, 4), (5, 4), (4, 3), (3, 3))
    assert sum(cell(p, "road", stud) for stud in ((3, 4), (5, 4), (4, 3), (3, 3))) == 4
    assert prompt(p)[1] == Prompt.BUILD_TOP


@pytest.mark.rule("BRC-215")
@pytest.mark.parametrize(("hostile", "free"), [([(0, 1)], False), ([], True)])
def test_walls_and_boats_are_not_built_on_blockaded_studs(hostile, free):
    """A wall on (4,5) and a canoe on (4,5) need a stud that no unfriendly warrior covers, on land or in a boat."""
    p = site(*mason(4, 4, stone=1), others={1: [warrior(4, 7)]}, unfriendly=hostile)
    assert ((4, 5) in sites(p, "wall")) == free
    strait = [*flat(4, 9), "....~~~~~", "....~~~~~", *flat(3, 9)]  # from a boat a water stud counts one
    more = {"board": strait, "structures": [piece("canoe", 4, 7, 1)], "unfriendly": hostile}
    p = site(*mason(3, 5, wood=2), others={1: [warrior(4, 7)]}, **more)
    assert ((4, 5) in sites(p, "canoe")) == free


@pytest.mark.rule("BRC-216")
def test_a_rigid_piece_needs_one_level():
    """Levels 1 and 2: no storehouse; after a road segment on the lower stud it stands on base 2 [B9]."""
    heights = ["1" * 9] * 4 + ["111111211"] + ["1" * 9] * 4
    p = site(*mason(4, 4, wood=3), heights=heights, actions=(2, 1))
    assert (4, 5) not in sites(p, "storehouse_row")
    build(p, "road", (4, 5)).play("end")
    assert (4, 5) in sites(p, "storehouse_row")
    build(p, "storehouse_row", (4, 5))
    assert [int(plane(p, "surface")[4, column]) for column in (5, 6)] == [2, 2]


@pytest.mark.rule("BRC-216")
@pytest.mark.parametrize(("shape", "goods"), [("tower", {"stone": 4}), ("palace_rows", {"stone": 1}), ("gate_row_wood", {"wood": 2})])
def test_larger_pieces_need_level_ground_as_well(shape, goods):
    """One higher stud among those they would cover forbids the site, the level one beside it is legal."""
    heights = ["1" * 9] * 4 + ["111111211"] + ["1" * 9] * 4
    p = site(*mason(4, 4, **goods), heights=heights)
    found: set[Stud] = sites(p, shape)
    assert (4, 5) not in found
    assert (5, 4) in found


@pytest.mark.rule("BRC-211")
def test_a_site_beyond_the_edge_is_none():
    """In a corner only what fits on the board is offered."""
    p = site(*mason(0, 0, wood=2))
    assert sites(p, "storehouse_row") == {(0, 1), (1, 0)}
    assert go(p.play("pawn 0", "build storehouse_column"), (0, 1)).record.structs == 1
