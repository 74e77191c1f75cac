"""Palace, village, storehouse, mill and gate (BRC-249 to BRC-263, BRC-280)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.brick_civilization.variant import SHAPES
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cell,
    flat,
    goods_of,
    idle_to,
    idle_until,
    march,
    owner,
    piece,
    place,
    pull,
    reach,
    scene,
    sites,
    store,
    studs_of,
    worker,
)

PLAIN = flat(11, 12)
RIVER = ["~~........"] * 8
LEVELS = "1" * 12
VILLAGES = [shape["name"] for shape in SHAPES if shape["kind"] == "village"]


def terrace(columns: str) -> list[str]:
    """Levels of the plain with these in row 5."""
    return [LEVELS] * 5 + [columns] + [LEVELS] * 5


# ------------------------------------------------------------------------------------------------ palace
def quarryman(progress: int = 0, stone: int = 12, **more: object) -> Position:
    """A worker on (5,5) beside stores with stone, and perhaps a palace in progress on (6,5) to (7,7)."""
    stores = [piece("storehouse_row", 5, 3, stone=min(8, stone), fish=0), piece("storehouse_row", 4, 4, stone=max(0, stone - 8))]
    palace = [piece("palace_rows", 6, 5, progress=progress)] if progress else []
    settings: dict = {"stage": "build", "actions": (7, 7), **more}
    pawns = settings.pop("pawns", {0: [worker(5, 5, fish=2)]})
    return scene(PLAIN, pawns=pawns, structures=[*stores, *palace], **settings)


@pytest.mark.rule("BRC-249", "BRC-253")
def test_a_palace_costs_twelve_stone_and_seven_actions():
    """Site and first column, five columns, roof: exactly that [B6]."""
    p = build(quarryman(), "palace_rows", (6, 5))
    assert (p.record.actions[0], goods_of(p, 0).get("stone"), int(p.record.progress[2])) == (6, 11, 1)
    for columns in range(2, 7):
        assert "palace_roof" not in builds(p)
        build(p, "palace_column", (6, 5))
        assert p.record.progress[2] == columns
    assert (p.record.actions[0], goods_of(p, 0).get("stone")) == (1, 6)
    build(p, "palace_roof", (6, 5))
    assert (p.record.actions[0], goods_of(p, 0).get("stone", 0), int(p.record.progress[2])) == (0, 0, 7)
    assert [cell(p, "struct", stud) for stud in studs_of("palace_rows", 6, 5)] == [3] * 6


@pytest.mark.rule("BRC-249")
def test_a_palace_has_two_shapes():
    """Two rows of three or three rows of two."""
    p = quarryman(stone=1)
    assert {"palace_rows", "palace_columns"} <= builds(p)
    assert sorted(studs_of("palace_columns", 0, 0)) == [(row, column) for row in range(3) for column in range(2)]


@pytest.mark.rule("BRC-250")
def test_a_palace_may_be_built_over_several_rounds():
    """A column in round 3, another one in round 4."""
    p = build(quarryman(actions=(1, 1)), "palace_rows", (6, 5))
    idle_to(p, Prompt.BUILD_TOP, 0, 4)
    build(p, "palace_column", (6, 5))
    assert p.record.progress[2] == 2


@pytest.mark.rule("BRC-251")
@pytest.mark.parametrize(("columns", "roof"), [(1, False), (5, False), (6, True)])
def test_the_roof_needs_six_columns(columns, roof):
    """Masked with five columns, offered with six, when no further column is offered [B6]."""
    offer = builds(quarryman(columns))
    assert ("palace_roof" in offer) == roof
    assert ("palace_column" in offer) != roof


@pytest.mark.rule("BRC-251")
def test_the_roof_costs_six_stone():
    """With five stone it is masked."""
    assert "palace_roof" not in builds(quarryman(6, stone=5))
    assert "palace_roof" in builds(quarryman(6, stone=6))


@pytest.mark.rule("BRC-252")
def test_the_counter_of_a_palace_starts_with_the_round_of_its_roof():
    """Six columns count nothing at the end of the round; with the roof the counter is one [B6]."""
    p = quarryman(6)
    bare = idle_until(p.clone(), lambda q: q.record.round_number == 4)
    assert bare.record.palace_turns[2] == 0
    build(p, "palace_roof", (6, 5))
    assert p.record.palace_turns[2] == 0
    idle_until(p, lambda q: q.record.round_number == 4)
    assert p.record.palace_turns[2] == 1


@pytest.mark.rule("BRC-252")
def test_six_columns_score_nothing():
    """When the game is scored after this round the roof decides the game, six columns do not."""
    rules = {"turn_cap": 3}
    pawns = {0: [worker(5, 5, fish=2)], 1: [worker(10, 11, fish=2)]}
    p = quarryman(6, rules=rules, pawns=pawns)
    bare = idle_until(p.clone(), lambda q: q.over)
    built = idle_until(build(p, "palace_roof", (6, 5)), lambda q: q.over)
    assert bare.outcome()[0][0] == bare.outcome()[1][0]
    assert built.outcome()[0][0] > built.outcome()[1][0]


@pytest.mark.rule("BRC-253")
@pytest.mark.parametrize("seat", [0, 1])
def test_only_workers_of_the_controller_continue_a_palace(seat):
    """A friend's worker beside the site with stone gets no offer for a column."""
    pawns = {seat: [worker(5, 5, stone=2)], 1 - seat: [worker(0, 0)]}
    p = scene(PLAIN, pawns=pawns, structures=[piece("palace_rows", 6, 5, progress=2)], stage="build", turn=seat)
    assert ("palace_column" in builds(p)) == (seat == 0)


@pytest.mark.rule("BRC-253")
@pytest.mark.parametrize(("seat", "offer"), [(0, True), (1, False)])
def test_a_palace_that_changed_hands_is_continued_by_its_new_controller(seat, offer):
    """Begun by player 1, controlled by player 0: only player 0's worker adds a column."""
    pawns = {seat: [worker(5, 5, stone=2)], 1 - seat: [worker(0, 0)]}
    palace = piece("palace_rows", 6, 5, 0, builder=1, progress=2)
    p = scene(PLAIN, pawns=pawns, structures=[palace], stage="build", turn=seat)
    assert ("palace_column" in builds(p)) == offer


# ------------------------------------------------------------------------------------------------ village and storehouse
@pytest.mark.rule("BRC-254")
@pytest.mark.parametrize(("wood", "legal"), [(8, True), (7, False)])
def test_a_village_costs_eight_wood(wood, legal):
    """Eight wood in the store beside the worker, not seven."""
    p = scene(flat(8, 8), pawns={0: [worker(4, 4)]}, structures=[piece("storehouse_row", 4, 2, wood_raw=wood)], stage="build")
    assert bool({name for name in builds(p) if name.startswith("village")}) == legal


@pytest.mark.rule("BRC-255")
def test_the_twelve_shapes_of_a_village():
    """A hall of two studs and a dwelling that shares an edge with it: six shapes each way, all different."""
    shapes = [studs_of(name, 0, 0) for name in VILLAGES]
    assert len(shapes) == 12
    for hall_1, hall_2, dwelling in shapes:
        assert abs(hall_1[0] - hall_2[0]) + abs(hall_1[1] - hall_2[1]) == 1
        assert 1 in [abs(dwelling[0] - row) + abs(dwelling[1] - column) for row, column in (hall_1, hall_2)]
    assert len({(frozenset(studs[:2]), studs[2]) for studs in shapes}) == 12


@pytest.mark.rule("BRC-255")
@pytest.mark.parametrize("name", VILLAGES)
def test_each_shape_of_a_village_stands_wherever_one_of_its_studs_is_next_to_the_worker(name):
    """On open ground the anchors are exactly those that the site rule gives."""
    p = scene(flat(8, 8), pawns={0: [worker(4, 4)]}, stage="build", structures=[piece("storehouse_row", 0, 0, wood_raw=8)],
              rules={"payment": "global"})  # fmt: skip
    expected = set()
    for anchor in [(row, column) for row in range(8) for column in range(8)]:
        studs = studs_of(name, *anchor)
        inside = all(0 <= row < 8 and 0 <= column < 8 for row, column in studs) and not {(4, 4), (0, 0), (0, 1)} & set(studs)
        if inside and any(abs(row - 4) + abs(column - 4) == 1 for row, column in studs):
            expected.add(anchor)
    assert sites(p, name) == expected


@pytest.mark.rule("BRC-256")
@pytest.mark.parametrize(("dwelling", "legal"), [(1, True), (3, True), (4, False)])
def test_the_dwelling_may_stand_up_to_two_levels_from_the_hall(dwelling, legal):
    """Hall on (5,7), (5,8) at level 1, dwelling on (5,9) [B10]."""
    heights = terrace("111111111" + str(dwelling) + "11")
    p = scene(PLAIN, heights, pawns={0: [worker(5, 6)]}, structures=[piece("storehouse_row", 5, 4, wood_raw=8)], stage="build")
    assert ((5, 7) in sites(p, "village_row_e")) == legal


@pytest.mark.rule("BRC-256")
def test_the_hall_itself_is_level():
    """Levels 1 and 2 under the two studs of the hall: no village."""
    p = scene(
        PLAIN, terrace("111111112211"), pawns={0: [worker(5, 6)]}, structures=[piece("storehouse_row", 5, 4, wood_raw=8)], stage="build"
    )
    assert (5, 7) not in sites(p, "village_row_e")


@pytest.mark.rule("BRC-257")
@pytest.mark.parametrize(("wood", "legal"), [(2, True), (1, False)])
def test_a_storehouse_costs_two_wood(wood, legal):
    """Two studs in a row or a column for two wood."""
    p = scene(PLAIN, pawns={0: [worker(5, 5, wood_raw=wood)]}, stage="build")
    assert ({"storehouse_row", "storehouse_column"} <= builds(p)) == legal
    assert ("storehouse_row" in builds(p)) == legal
    if legal:
        build(p, "storehouse_column", (6, 5))
        assert [cell(p, "struct", stud) for stud in ((6, 5), (7, 5), (6, 6))] == [1, 1, 0]
        assert (p.record.actions[0], goods_of(p, 0)) == (0, {})


@pytest.mark.rule("BRC-258")
def test_a_storehouse_far_from_every_village_stores_eight():
    """Five studs from the village it is free standing and takes eight units."""
    pawns = {0: [worker(5, 10, fish=1), worker(5, 10, stone=1)]}
    p = scene(PLAIN, pawns=pawns, structures=[piece("village_row_e", 5, 0), piece("storehouse_row", 5, 8, wood_raw=7)], stage="logistics")
    assert p.record.complex[1] == 0
    pull(p, "structure 1", "fish")
    assert store(p, 1) == {"wood_raw": 7, "fish": 1}
    assert "structure 1" not in p.legal()


# ------------------------------------------------------------------------------------------------ mill and gate
def miller(board: list[str], heights: object = 1, wood: int = 4, at: Stud = (2, 3)) -> Position:
    """A worker with wood, two units in its hands and the rest on companions."""
    loads = [min(2, max(0, wood - 2 * k)) for k in range(2)]
    return scene(board, heights, pawns={0: [worker(*at, wood_raw=n) for n in loads]}, stage="build")  # type: ignore[arg-type]


@pytest.mark.rule("BRC-259")
@pytest.mark.parametrize(("wood", "legal"), [(4, True), (3, False)])
def test_a_mill_costs_four_wood(wood, legal):
    """Two by two studs beside the river for four wood."""
    p = miller(RIVER, wood=wood)
    assert ("mill_west" in builds(p)) == legal
    if legal:
        build(p, "mill_west", (3, 2))
        assert [cell(p, "struct", stud) for stud in studs_of("mill_west", 3, 2)] == [1] * 4
        assert (p.record.actions[0], goods_of(p, 0)) == (0, {})


@pytest.mark.rule("BRC-260")
@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_the_wheel_side_of_a_mill_is_at_the_river(side):
    """Beside a river in the west only the wheel to the west serves, and only next to the bank."""
    p = miller(RIVER)
    expected = {(3, 2), (0, 2)} if side == "west" else set()
    found = sites(p, f"mill_{side}")
    assert found == expected


@pytest.mark.rule("BRC-260")
def test_a_lake_shore_is_no_mill_site():
    """A lake of five by five is no river [B11]."""
    lake = ["..........", *["..~~~~~..."] * 5, "..........", ".........."]
    for at in ((3, 1), (7, 4)):
        offer = builds(miller(lake, at=at))
        assert "storehouse_row" in offer
        assert not {name for name in offer if name.startswith("mill")}


@pytest.mark.rule("BRC-260")
def test_both_studs_of_the_wheel_side_are_river():
    """Where the river ends one stud short the mill is illegal."""
    bend = ["~~........"] * 4 + [".........."] * 4
    found = sites(miller(bend, at=(4, 4)), "mill_west") | sites(miller(bend, at=(3, 4)), "mill_west")
    assert (2, 2) in found
    assert (3, 2) not in found


@pytest.mark.rule("BRC-261", "BRC-262")
@pytest.mark.parametrize(("bank", "water", "legal"), [("1", "1", True), ("2", "1", True), ("3", "1", False), ("1", "2", False)])
def test_a_mill_stands_at_most_one_above_and_never_below_the_river(bank, water, legal):
    """Base equal to the surface or one above it; two above or one below is refused [B11]."""
    p = miller(RIVER, [water * 2 + bank * 8] * 8)
    assert ("mill_west" in builds(p)) == legal


@pytest.mark.rule("BRC-263")
def test_a_mill_touching_the_village_is_part_of_it():
    """A pawn that walks into the mill is in the village."""
    p = scene(RIVER, pawns={0: [worker(5, 3)]}, structures=[piece("village_row_e", 3, 4), piece("mill_west", 3, 2)])
    entered = reach(p) & set(studs_of("mill_west", 3, 2) + studs_of("village_row_e", 3, 4))
    march(p, min(entered))
    assert place(p, 0, 0) == (3, 4)
    p = scene(RIVER, pawns={0: [worker(3, 4)]}, structures=[piece("village_row_e", 3, 4, wood_raw=4)], stage="build")
    build(p, "mill_west", (3, 2))
    assert p.record.complex[1] == 1


@pytest.mark.rule("BRC-263")
def test_a_free_standing_mill_works():
    """Far from the village one raw wood still becomes two milled wood."""
    structures = [piece("village_row_e", 7, 7), piece("mill_west", 1, 2, wood_raw=1)]
    p = scene(RIVER, pawns={0: [worker(7, 7)]}, structures=structures, stage="income")
    assert (int(p.record.complex[1]), store(p, 1)) == (0, {"wood_milled": 2})


@pytest.mark.rule("BRC-280")
@pytest.mark.parametrize(
    ("rule", "wood", "stone", "offer"),
    [
        ("either", 2, 0, {"gate_row_wood", "gate_column_wood"}),
        ("either", 0, 2, {"gate_row_stone", "gate_column_stone"}),
        ("either", 1, 1, set()),
        ("both", 2, 0, set()),
        ("both", 0, 2, set()),
        ("both", 2, 2, {"gate_row_wood", "gate_column_wood"}),
    ],
)
def test_a_gate_is_paid_in_one_material(rule, wood, stone, offer):
    """Two wood or two stone; with gate_cost both it takes both [B12]."""
    structures = [piece("storehouse_row", 5, 3, wood_raw=wood, stone=stone)]
    p = scene(PLAIN, pawns={0: [worker(5, 5)]}, structures=structures, stage="build", rules={"gate_cost": rule})
    assert {name for name in builds(p) if name.startswith("gate")} == offer
    if offer:
        build(p, min(offer), (6, 5))
        assert goods_of(p, 0) == {}
        assert owner(p, 1) == 0
