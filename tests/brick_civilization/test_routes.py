"""Rules of trade routes: what links two places, for which goods, and how goods are relocated (BRC-126 to BRC-140)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    cargo,
    flat,
    idle_to,
    offered,
    piece,
    prompt,
    pull,
    pulls,
    scene,
    store,
    worker,
)

GOODS = {"wheat_raw": 1, "fish": 1, "wood_raw": 1, "stone": 1}
MILLED = {"wheat_milled": 1, "wood_milled": 1}


def marked(rows: int, cols: int, parts: Mapping[int, Iterable[Stud]]) -> list[int]:
    """A layer in which studs belong to workers (1 + 64 * seat + slot)."""
    out = [0] * (rows * cols)
    for value, studs in parts.items():
        for r, c in studs:
            out[r * cols + c] = value
    return out


def two_shops(terrain, heights=1, left: Stud = (0, 0), right: Stud = (0, 5), content: Mapping = GOODS, **more) -> Position:
    """Two storehouses of seat 0; the first one holds goods. Relocation of Gather."""
    shops = [piece("storehouse_row", *left, **content), piece("storehouse_row", *right), *more.pop("structures", [])]
    return scene(terrain, heights, structures=shops, stage="logistics", **more)


def linked(p: Position) -> bool:
    """Whether stone goes from the first storehouse to the second."""
    return "stone" in pulls(p, "structure 1")


# ------------------------------------------------------------------------------------------------ when goods move
@pytest.mark.rule("BRC-126")
@pytest.mark.parametrize("stage", ["logistics", "consume"])
def test_goods_move_free_of_charge_in_gather_and_consume(stage):
    """A worker beside its village brings its wheat in; no action is spent."""
    village = [piece("village_row_e", 2, 1)]
    p = scene(flat(6, 7), pawns={0: [worker(3, 1, wheat_raw=2)]}, structures=village, stage=stage, actions=(1, 1))
    before = p.record.actions[0]
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert pulls(p, "structure 0") == {"wheat_raw"}
    pull(p, "structure 0", "wheat_raw", "wheat_raw")
    assert store(p, 0) == {"wheat_raw": 2}
    assert cargo(p, 0, 0) == {}
    assert p.record.actions[0] == before


@pytest.mark.rule("BRC-126")
@pytest.mark.parametrize("stage", ["move", "build", "deploy", "populate"])
def test_goods_do_not_move_in_the_other_phases(stage):
    """No relocation is offered in Move, Build, Deploy and Populate."""
    village = [piece("village_row_e", 2, 1)]
    p = scene(flat(6, 7), pawns={0: [worker(3, 1, wheat_raw=2)]}, structures=village, stage=stage, actions=(1, 1))
    assert p.seat == 0
    assert not offered(p, "structure")
    assert not offered(p, "goods")
    assert "haul" not in p.legal()


@pytest.mark.rule("BRC-126")
def test_hauling_brings_everything_home_and_ends_the_step():
    """One action carries the cargo into connected storage."""
    village = [piece("village_row_e", 2, 1)]
    p = scene(flat(6, 7), pawns={0: [worker(3, 1, wheat_raw=2)]}, structures=village, stage="logistics")
    p.play("haul")
    assert store(p, 0) == {"wheat_raw": 2}
    assert p.seat == 1 or prompt(p) != (0, Prompt.LOGISTICS)


# ------------------------------------------------------------------------------------------------ infrastructure
def lake_country(boat: bool = True, content: Mapping = GOODS, **more) -> Position:
    """Village A, a road to a lake, and on the other shore a storehouse and village B (the rulebook's example)."""
    rows = ["." * 14] * 3 + ["....." + "~~~~~" + "...."] * 5 + ["." * 14]
    pieces = [piece("village_row_e", 1, 1, **content), piece("storehouse_row", 5, 10), piece("village_row_sw", 5, 12)]
    if boat:
        pieces.append(piece("sailboat", 6, 8))
    return scene(rows, structures=pieces, roads=[(1, 4), (2, 4), (3, 4)], stage="logistics", **more)


@pytest.mark.rule("BRC-127", "BRC-128")
@pytest.mark.parametrize("content", [GOODS, MILLED])
def test_roads_boats_and_buildings_carry_every_kind_of_goods(content):
    """A, road, lake with a boat, storehouse, B: one network for all six kinds."""
    p = lake_country(content=content)
    assert pulls(p, "structure 1") == set(content)
    assert pulls(p, "structure 2") == set(content)


@pytest.mark.rule("BRC-128", "BRC-039")
def test_without_the_boat_the_shores_are_apart():
    """Water alone links nothing."""
    p = lake_country(boat=False)
    assert pulls(p, "structure 1") == set()
    assert pulls(p, "structure 2") == set()


@pytest.mark.rule("BRC-128")
def test_a_boat_of_a_friend_links_the_shores_too():
    """A friend's boat serves; after turning unfriendly it does not."""
    rows = ["." * 14] * 3 + ["....." + "~~~~~" + "...."] * 5 + ["." * 14]
    pieces = [piece("village_row_e", 1, 1, **GOODS), piece("storehouse_row", 5, 10), piece("sailboat", 6, 8, owner=1)]
    p = scene(rows, structures=pieces, roads=[(1, 4), (2, 4), (3, 4)], stage="logistics")
    assert pulls(p, "structure 1") == set(GOODS)
    p.play("change stance to player_1")
    assert pulls(p, "structure 1") == set()


@pytest.mark.rule("BRC-129")
def test_one_stud_of_open_ground_cuts_a_road():
    """Six studs of road with a gap: not linked; a road segment closes it."""
    whole = [(2, c) for c in range(3, 9)]
    pieces = [piece("village_row_e", 2, 0, stone=1), piece("village_row_e", 2, 9)]
    gap = scene(flat(6, 12), structures=pieces, roads=[s for s in whole if s != (2, 5)], stage="logistics")
    assert pulls(gap, "structure 1") == set()
    filled = scene(flat(6, 12), structures=pieces, roads=whole, stage="logistics")
    assert pulls(filled, "structure 1") == {"stone"}


@pytest.mark.rule("BRC-129")
def test_a_road_segment_built_in_play_closes_the_gap():
    """A worker at the gap lays the missing stud in Build; in Consume the goods pass."""
    roads = [(2, c) for c in range(3, 9) if c != 5]
    pieces = [piece("village_row_e", 2, 0, stone=1), piece("village_row_e", 2, 9)]
    p = scene(flat(6, 12), pawns={0: [worker(3, 5, wood_raw=1, fish=1)]}, structures=pieces, roads=roads, stage="build")
    build(p, "road", (2, 5)).play("end")
    idle_to(p, Prompt.LOGISTICS, 0)
    assert p.record.phase == 4
    assert "stone" in pulls(p, "structure 1")


@pytest.mark.rule("BRC-129")
def test_open_ground_and_diagonals_link_nothing():
    """Storehouses that touch at an edge are linked, at a corner or a stud apart they are not."""
    assert linked(two_shops(flat(6, 8), right=(0, 2)))
    assert not linked(two_shops(flat(6, 8), right=(0, 3)))
    assert not linked(two_shops(flat(6, 8), right=(1, 2)))


@pytest.mark.rule("BRC-130")
@pytest.mark.parametrize(("upper", "joined"), [(4, True), (5, False)])
def test_route_steps_are_at_most_three_high(upper, joined):
    """Neighbouring road studs on surfaces 1 and 4 are linked, on 1 and 5 not."""
    heights = ["110" + str(upper - 1) + str(upper) * 2]
    p = two_shops(["......"], heights, right=(0, 4), roads=[(0, 2), (0, 3)])
    assert linked(p) == joined


@pytest.mark.rule("BRC-130")
@pytest.mark.parametrize(("level", "joined"), [(4, True), (5, False)])
def test_adjoining_buildings_need_no_more_than_three_levels(level, joined):
    """Storehouses side by side on floors 1 and 4 are linked, on 1 and 5 not."""
    assert linked(two_shops(["...."], ["11" + str(level) * 2], right=(0, 2))) == joined


# ------------------------------------------------------------------------------------------------ boats
def strait(width: int, *canoes: Stud, heights=1, decks=None) -> Position:
    """A strait from edge to edge with storehouses on both shores: 0 with goods in the north-west, 1 in the south-west, 2 east."""
    rows = [".." + "~" * width + ".."] * 8
    pieces = [
        piece("storehouse_row", 1, 0, stone=1),
        piece("storehouse_row", 6, 0),
        piece("storehouse_row", 3, 2 + width),
        *(piece("canoe", *canoe) for canoe in canoes),
    ]
    return scene(rows, heights, pawns={0: [worker(0, 0)], 1: [worker(0, 1)]}, structures=pieces, stage="logistics", decks=decks)


@pytest.mark.rule("BRC-131")
@pytest.mark.parametrize(("width", "across"), [(4, True), (5, False)])
def test_an_empty_canoe_links_what_its_water_reaches(width, across):
    """In a strait of four studs a canoe reaches both shores, in one of five only its own."""
    p = strait(width, (4, 2))
    assert pulls(p, "structure 1") == {"stone"}
    assert (pulls(p, "structure 2") == {"stone"}) == across


@pytest.mark.rule("BRC-131")
def test_without_the_canoe_nothing_is_linked():
    """Even two storehouses on the same shore are apart."""
    p = strait(4)
    assert pulls(p, "structure 1") == pulls(p, "structure 2") == set()


@pytest.mark.rule("BRC-131")
def test_a_waterfall_splits_the_water_of_a_boat():
    """One level of difference in the middle of the strait: only the shore of the boat is linked."""
    p = strait(4, (4, 2), heights=["11112222"] * 8)
    assert pulls(p, "structure 1") == {"stone"}
    assert pulls(p, "structure 2") == set()


@pytest.mark.rule("BRC-131")
def test_there_is_no_landing_under_a_deck():
    """A storehouse whose only water lies under a high deck is not linked by the boat; without the deck it is."""
    rows = ["########", "..~~~~##", "#.~~~~##", "##~~~~..", "########", "#......."]
    heights = ["11111111", "11111155", "15111155", "11111111", "11111111", "11111111"]
    shops = [piece("storehouse_row", 1, 0, stone=1), piece("storehouse_row", 3, 6), piece("sailboat", 2, 4)]
    free = scene(rows, heights, pawns={1: [worker(5, 2)]}, structures=shops, stage="logistics")
    assert linked(free)
    decked = scene(rows, heights, pawns={1: [worker(5, 2)]}, structures=shops, decks={(1, 2): 5}, stage="logistics")
    assert not linked(decked)


# ------------------------------------------------------------------------------------------------ whose infrastructure
@pytest.mark.rule("BRC-132")
def test_buildings_of_friends_carry_goods_until_the_friendship_ends():
    """Road, a friend's storehouse, road: linked; after a change of stance cut."""
    p = two_shops(flat(6, 9), right=(0, 7), roads=[(0, 2), (0, 3), (0, 6)], structures=[piece("storehouse_row", 0, 4, owner=1)])
    assert linked(p)
    p.play("change stance to player_1")
    assert not linked(p)


@pytest.mark.rule("BRC-132")
@pytest.mark.parametrize("owner", [0, 1])
def test_walls_carry_goods_of_their_owner_and_its_friends(owner):
    """A wall of one's own or of a friend links; one of an unfriendly player does not."""
    walls = {(0, c): (1, owner) for c in (2, 3, 4)}
    assert linked(two_shops(flat(6, 8), walls=walls))
    assert linked(two_shops(flat(6, 8), walls=walls, unfriendly=[(0, 1)])) == (owner == 0)


@pytest.mark.rule("BRC-132")
def test_roads_belong_to_nobody():
    """Roads carry goods whoever is unfriendly."""
    assert linked(two_shops(flat(6, 8), roads=[(0, 2), (0, 3), (0, 4)], unfriendly=[(0, 1)]))


# ------------------------------------------------------------------------------------------------ attachment
def beside_a_road(column: int, heights=1, **rules) -> bool:
    """Whether the stone of a worker in row 5 reaches the storehouse (5, 3), (5, 4) with a road stud on (5, 5)."""
    shop = [piece("storehouse_row", 5, 3)]
    pawns = {0: [worker(5, column, stone=1)]}
    p = scene(flat(8, 10), heights, pawns=pawns, structures=shop, roads=[(5, 5)], stage="logistics", rules=rules)
    return pulls(p, "structure 0") == {"stone"}


@pytest.mark.rule("BRC-133")
@pytest.mark.parametrize(("column", "attached"), [(5, True), (6, True), (7, False)])
def test_a_pawn_beside_a_route_stud_is_attached(column, attached):
    """On the road and beside it, but not two studs away."""
    assert beside_a_road(column) == attached


@pytest.mark.rule("BRC-133")
@pytest.mark.parametrize(("column", "attached"), [(5, True), (6, False), (4, True)])
def test_without_attachment_from_beside_only_route_studs_count(column, attached):
    """adjacent_attach=False: the pawn must be on the road or in the building."""
    assert beside_a_road(column, adjacent_attach=False) == attached


@pytest.mark.rule("BRC-133")
@pytest.mark.parametrize(("level", "attached"), [("5", True), ("6", False)])
def test_a_pawn_is_attached_over_at_most_three_levels(level, attached):
    """The road lies on surface 2: a pawn on 5 is attached, on 6 not."""
    heights = ["1111111111"] * 8
    heights[5] = "111111" + level + "111"
    assert beside_a_road(6, heights) == attached


# ------------------------------------------------------------------------------------------------ segments of one resource
def groves(*worked: int, content: Mapping = GOODS, carried: Mapping | None = None) -> Position:
    """Three groves in a line and a village at the third one; workers in some of them, the first carrying goods."""
    row = [list("." * 14) for _ in range(7)]
    for c in (2, 5, 8):
        row[3][c] = "T"
    pawns = [worker(3, c, **((carried or {}) if k == 0 else {})) for k, c in enumerate(worked)]
    village = [piece("village_row_e", 3, 10, **content)]
    return scene(["".join(r) for r in row], pawns={0: pawns}, structures=village, stage="logistics")


@pytest.mark.rule("BRC-134")
def test_wood_moves_through_groves_that_each_have_a_worker():
    """The wood of the first grove reaches the village; with the middle grove empty it does not."""
    assert pulls(groves(2, 5, 8, content={}, carried={"wood_raw": 1}), "structure 0") == {"wood_raw"}
    assert pulls(groves(2, 8, content={}, carried={"wood_raw": 1}), "structure 0") == set()


@pytest.mark.rule("BRC-135", "BRC-137")
@pytest.mark.parametrize("kind", ["wheat_raw", "fish", "stone"])
def test_groves_carry_nothing_but_wood(kind):
    """Goods of the village reach the worker in the grove beside it, not the ones behind."""
    p = groves(2, 5, 8, content={kind: 1})
    assert pulls(p, "pawn 2") == {kind}
    assert pulls(p, "pawn 1") == pulls(p, "pawn 0") == set()


@pytest.mark.rule("BRC-139", "BRC-134")
def test_milled_wood_moves_where_raw_wood_does():
    """Milled wood passes a line of three worked groves, in both directions."""
    assert pulls(groves(2, 5, 8, content={}, carried={"wood_milled": 1}), "structure 0") == {"wood_milled"}
    assert pulls(groves(2, 5, 8, content={"wood_milled": 1}), "pawn 0") == {"wood_milled"}
    assert pulls(groves(2, 8, content={}, carried={"wood_milled": 1}), "structure 0") == set()


def fields(*owners: int, content: Mapping = GOODS, gap: bool = False, **more) -> Position:
    """A village and a chain of four fields of 2 x 4 to the east of it, worked by these seats."""
    pawns: dict[int, list] = {0: [], 1: []}
    parts = {}
    for k, seat in enumerate(owners):
        first = 3 + 4 * k + (1 if gap and k == 3 else 0)
        parts[1 + 64 * seat + len(pawns[seat])] = [(r, c) for r in (0, 1) for c in range(first, first + 4)]
        pawns[seat].append(worker(0, first if k == 0 else first + 1))
    cols, idle = 20, not pawns[1]
    village = [piece("village_row_e", 0, 0, **content)]
    field = marked(8 if idle else 6, cols, parts)
    rows = flat(2, cols) + ["#" * cols] * 4
    return scene(rows, pawns=pawns, structures=village, stage="logistics", field=field, **more)


@pytest.mark.rule("BRC-136", "BRC-137")
def test_wheat_moves_through_a_chain_of_fields_and_nothing_else_does():
    """Wheat of the village reaches the last of four farmers; fish, wood and stone do not."""
    p = fields(0, 0, 0, 0)
    assert pulls(p, "pawn 3") == {"wheat_raw"}
    assert pulls(p, "pawn 1") == {"wheat_raw"}
    assert pulls(p, "pawn 0") == set(GOODS)  # it stands beside the village


@pytest.mark.rule("BRC-136")
def test_fields_that_do_not_touch_carry_no_wheat():
    """One stud between the third and the fourth field: the last farmer gets none."""
    p = fields(0, 0, 0, 0, gap=True)
    assert pulls(p, "pawn 2") == {"wheat_raw"}
    assert pulls(p, "pawn 3") == set()


@pytest.mark.rule("BRC-139", "BRC-136")
def test_milled_wheat_moves_where_raw_wheat_does():
    """Milled wheat passes the chain of four fields."""
    p = fields(0, 0, 0, 0, content={"wheat_milled": 1, "fish": 1})
    assert pulls(p, "pawn 3") == {"wheat_milled"}


@pytest.mark.rule("BRC-138")
def test_fields_of_friends_carry_wheat():
    """A friend's field in the middle of the chain carries the wheat on, an unfriendly one does not."""
    assert pulls(fields(0, 1, 0, 0), "pawn 2") == {"wheat_raw"}
    assert pulls(fields(0, 1, 0, 0, unfriendly=[(0, 1)]), "pawn 2") == set()


def fishing(first: int = 1, second: int = 2, level: str = "1", content: Mapping | None = None) -> Position:
    """Villages A and B with two water studs between them, fished by workers of seat 0 in the slots 0 and 1."""
    rows = flat(8, 10)
    rows[4] = "....~~...."
    heights = ["1111111111"] * 8
    heights[4] = "11111" + level + "1111"
    villages = [piece("village_row_e", 4, 1, **(content or {"fish": 1, "wheat_raw": 1, "stone": 1})), piece("village_row_e", 4, 6)]
    pawns = {0: [worker(4, 1), worker(4, 6)], 1: [worker(0, 0)]}
    fished = marked(8, 10, {value: [stud] for value, stud in ((first, (4, 4)), (second, (4, 5))) if value})
    return scene(rows, heights, pawns=pawns, structures=villages, stage="logistics", fished=fished)


@pytest.mark.rule("BRC-138", "BRC-137")
def test_fish_moves_through_adjacent_fished_studs():
    """Fish goes from A to B over the two fished studs; wheat and stone do not."""
    assert pulls(fishing(), "structure 1") == {"fish"}


@pytest.mark.rule("BRC-138")
def test_unfished_water_and_waterfalls_carry_no_fish():
    """With one of the studs unfished, or one level higher, nothing moves."""
    assert pulls(fishing(second=0), "structure 1") == set()
    assert pulls(fishing(level="2"), "structure 1") == set()


# ------------------------------------------------------------------------------------------------ single-unit pulls
@pytest.mark.rule("BRC-140")
def test_a_unit_comes_from_the_pawn_with_most_cargo():
    """Destination storehouse: attached pawns first, the fullest one before the others, before other buildings."""
    shops = [piece("storehouse_row", 2, 1), piece("storehouse_row", 2, 3, wood_raw=1)]
    pawns = {0: [worker(3, 1, wood_raw=1), worker(3, 2, wood_raw=2), worker(1, 1, wood_raw=1)]}
    p = scene(flat(6, 7), pawns=pawns, structures=shops, stage="logistics")
    pull(p, "structure 0", "wood_raw")
    assert [cargo(p, 0, k).get("wood_raw", 0) for k in range(3)] == [1, 1, 1]
    assert (store(p, 0), store(p, 1)) == ({"wood_raw": 1}, {"wood_raw": 1})
    pull(p, "structure 0", "wood_raw", "wood_raw", "wood_raw")
    assert [cargo(p, 0, k).get("wood_raw", 0) for k in range(3)] == [0, 0, 0]
    assert (store(p, 0), store(p, 1)) == ({"wood_raw": 4}, {"wood_raw": 1})
    pull(p, "structure 0", "wood_raw")
    assert (store(p, 0), store(p, 1)) == ({"wood_raw": 5}, {})


@pytest.mark.rule("BRC-140")
def test_a_pawn_is_served_by_buildings_before_pawns():
    """Destination pawn: storehouse, then village, then another pawn."""
    pieces = [piece("village_row_e", 2, 1, stone=1), piece("storehouse_row", 2, 4, stone=1)]
    pawns = {0: [worker(1, 1), worker(3, 1, stone=2), worker(1, 2)]}
    p = scene(flat(6, 7), pawns=pawns, structures=pieces, stage="logistics")
    pull(p, "pawn 0", "stone")
    assert (store(p, 0), store(p, 1), cargo(p, 0, 1)) == ({"stone": 1}, {}, {"stone": 2})
    pull(p, "pawn 0", "stone")
    assert (store(p, 0), store(p, 1), cargo(p, 0, 1)) == ({}, {}, {"stone": 2})
    assert cargo(p, 0, 0) == {"stone": 2}
    assert "pawn 0" not in p.legal()  # full
    pull(p, "pawn 2", "stone")
    assert sum(cargo(p, 0, k).get("stone", 0) for k in (0, 1)) == 3


@pytest.mark.rule("BRC-140")
@pytest.mark.parametrize(
    ("shape", "content", "kinds"),
    [
        ("village_row_e", {"stone": 4}, set()),
        ("village_row_e", {"stone": 3}, {"wood_raw"}),
        ("storehouse_row", {"stone": 8}, set()),
        ("storehouse_row", {"stone": 7}, {"wood_raw"}),
    ],
)
def test_a_destination_takes_no_more_than_its_capacity(shape, content, kinds):
    """A village holds four units, a storehouse eight."""
    p = scene(flat(6, 7), pawns={0: [worker(3, 1, wood_raw=1)]}, structures=[piece(shape, 2, 1, **content)], stage="logistics")
    assert pulls(p, "structure 0") == kinds


@pytest.mark.rule("BRC-140")
def test_a_mill_takes_two_units_of_wheat_and_wood_only():
    """Stone and fish never enter a mill, and a third unit does not either."""
    rows = ["~~......"] * 8
    carried = {"wood_raw": 1, "stone": 1}

    def mill(**content: int) -> Position:
        pawns = {0: [worker(3, 4, **carried), worker(4, 4, wheat_raw=1, fish=1)]}
        return scene(rows, pawns=pawns, structures=[piece("mill_west", 3, 2, **content)], stage="logistics")

    assert pulls(mill(), "structure 0") == {"wood_raw", "wheat_raw"}
    assert pulls(mill(wood_raw=1), "structure 0") == {"wood_raw", "wheat_raw"}
    assert pulls(mill(wood_raw=1, wheat_raw=1), "structure 0") == set()


@pytest.mark.rule("BRC-140")
@pytest.mark.parametrize("most", [16, 3])
def test_there_is_a_limit_to_the_pulls_of_a_turn(most):
    """Sixteen units by default: the next one is masked although there is room."""
    rules = {} if most == 16 else {"max_relocations": most}
    p = two_shops(flat(6, 7), right=(0, 2), content={"stone": 8}, rules=rules)
    for k in range(most):
        pull(p, "structure 1" if k < 8 else "structure 0", "stone")
    assert not offered(p, "structure")
    assert not offered(p, "pawn")
    assert "end" in p.legal()
    assert len(store(p, 0)) + len(store(p, 1)) == (1 if most == 16 else 2)


@pytest.mark.rule("BRC-140")
def test_the_source_may_be_named_with_the_knob():
    """explicit_sources=True: after the kind the player says from where."""
    pawns = {0: [worker(3, 1, wood_raw=1), worker(3, 2, wood_raw=2)]}
    shop = [piece("storehouse_row", 2, 1)]
    p = scene(flat(6, 7), pawns=pawns, structures=shop, stage="logistics", rules={"explicit_sources": True})
    p.play("structure 0", "goods wood_raw")
    assert prompt(p) == (0, Prompt.PULL_SOURCE)
    assert {"pawn 0", "pawn 1"} == {action for action in p.legal() if action.startswith(("pawn", "structure"))}
    p.play("pawn 0")
    assert (cargo(p, 0, 0), cargo(p, 0, 1), store(p, 0)) == ({}, {"wood_raw": 2}, {"wood_raw": 1})


@pytest.mark.rule("BRC-087")
def test_goods_never_rest_with_another_player():
    """A friend's storehouse in the same network is no destination."""
    shops = [piece("storehouse_row", 2, 1), piece("storehouse_row", 2, 3, owner=1)]
    p = scene(flat(6, 7), pawns={0: [worker(3, 1, wheat_raw=1)]}, structures=shops, stage="logistics")
    assert {action for action in p.legal() if action.startswith("structure")} == {"structure 0"}
    p.play("haul")
    assert (store(p, 0), store(p, 1)) == ({"wheat_raw": 1}, {})
    alone = scene(flat(6, 7), pawns={0: [worker(3, 3, wheat_raw=1)]}, structures=shops[1:], stage="logistics")
    assert not offered(alone, "structure")
