"""Relocating goods, blockades, the room of stores and pawns, and payment (BRC-141 to BRC-156)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulebound.envs.brick_civilization.state import Prompt, Status
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    build,
    builds,
    cargo,
    flat,
    go,
    goods_of,
    idle_to,
    march,
    offered,
    piece,
    prompt,
    pull,
    pulls,
    scene,
    store,
    warrior,
    worker,
)

RIVER = ["~~........"] * 8  # the two western columns are a river
HOUSES = (piece("storehouse_row", 5, 0), piece("storehouse_row", 5, 10, stone=2))
ROAD = [(5, column) for column in range(2, 10)]
LAKE = ["." * 14] * 3 + ["....." + "~" * 5 + "...."] * 5 + ["." * 14]
TOWNS = (
    piece("village_row_e", 1, 1),
    piece("village_row_sw", 5, 12, stone=2),
    piece("storehouse_row", 5, 10),
    piece("sailboat", 6, 8),
)


def depot(*pawns: dict, foes: tuple[dict, ...] = (), structures: tuple = HOUSES, roads: object = ROAD, **more: object) -> Position:
    """Two storehouses of player 0, five studs of level ground around their road; the second holds two stones."""
    seats = {0: list(pawns) or [worker(5, 0)], 1: list(foes) or [worker(0, 13)]}
    settings: dict = {"unfriendly": [(0, 1)], "stage": "logistics", **more}
    return scene(flat(10, 14), pawns=seats, structures=structures, roads=roads, **settings)


# ------------------------------------------------------------------------------------------------ hauling
@pytest.mark.rule("BRC-141")
def test_hauling_brings_cargo_into_storage_as_far_as_there_is_room():
    """Two attached pawns with two wheat each and three free places: three stored, one stays on a pawn; the step is over."""
    pawns = {0: [worker(4, 3, wheat_raw=2), worker(4, 6, wheat_raw=2)]}
    p = scene(flat(8, 10), pawns=pawns, structures=[piece("storehouse_row", 4, 4, stone=5)], stage="logistics").play("haul")
    assert store(p, 0) == {"stone": 5, "wheat_raw": 3}
    assert sum(cargo(p, 0, slot).get("wheat_raw", 0) for slot in (0, 1)) == 1
    assert p.seat == 1


@pytest.mark.rule("BRC-141")
def test_hauling_in_gather_loads_no_mill():
    """Raw wood beside an empty mill stays on the pawn, while another pawn brings its stone into a storehouse."""
    structures = [piece("mill_west", 3, 2), piece("storehouse_row", 7, 8)]
    pawns = {0: [worker(3, 4, wood_raw=2), worker(7, 7, stone=1)]}
    p = scene(RIVER, pawns=pawns, structures=structures, stage="logistics").play("haul")
    assert (store(p, 0), store(p, 1)) == ({}, {"stone": 1})
    assert cargo(p, 0, 0) == {"wood_raw": 2}


@pytest.mark.rule("BRC-141")
def test_hauling_empties_milled_goods_from_mills():
    """Milled wood leaves the mill for the storehouse beside it, raw wood stays in it."""
    structures = [piece("mill_west", 3, 2, wood_raw=1, wood_milled=1), piece("storehouse_row", 3, 4)]
    p = scene(RIVER, pawns={0: [worker(7, 9)]}, structures=structures, stage="logistics").play("haul")
    assert store(p, 0) == {"wood_raw": 1}
    assert store(p, 1) == {"wood_milled": 1}


@pytest.mark.rule("BRC-141")
def test_hauling_fills_storehouses_before_villages():
    """A pawn in a village with a storehouse: everything goes to the storehouse."""
    structures = [piece("village_row_e", 4, 2), piece("storehouse_row", 4, 5)]
    p = scene(flat(8, 10), pawns={0: [worker(4, 2, stone=1, fish=1)]}, structures=structures, stage="logistics").play("haul")
    assert (store(p, 0), store(p, 1)) == ({}, {"stone": 1, "fish": 1})


@pytest.mark.rule("BRC-141")
@pytest.mark.parametrize(
    ("first", "second"),
    list(pairwise(("stone", "wood_milled", "wood_raw", "wheat_raw", "wheat_milled", "fish"))),
)
def test_hauling_stores_goods_in_their_order(first, second):
    """One free place goes to stone, milled wood, raw wood, raw wheat, milled wheat, fish in this order."""
    structures = [piece("storehouse_row", 4, 4, stone=7)]
    p = scene(flat(8, 10), pawns={0: [worker(4, 3, **{first: 1, second: 1})]}, structures=structures, stage="logistics").play("haul")
    assert cargo(p, 0, 0) == {second: 1}


@pytest.mark.rule("BRC-141")
@pytest.mark.parametrize(("goods", "loaded"), [({"wood_raw": 1, "wheat_raw": 1}, "wood_raw"), ({"wheat_raw": 2}, "wheat_raw")])
def test_hauling_in_consume_first_loads_an_empty_mill(goods, loaded):
    """One raw wood, else one raw wheat, enters the mill; what the pawn needs to eat lies in the storehouse."""
    structures = [piece("mill_west", 3, 2), piece("storehouse_row", 3, 4, fish=2)]
    p = scene(RIVER, pawns={0: [worker(3, 4, **goods)]}, structures=structures, stage="consume").play("haul")
    assert store(p, 0) == {loaded: 1}


@pytest.mark.rule("BRC-142")
def test_the_owner_may_choose_the_source():
    """Three connected sources of raw wood: a choice among them follows destination and kind; by default there is none."""
    structures = [piece("storehouse_row", 4, 4), piece("village_row_e", 4, 6, wood_raw=1)]
    pawns = {0: [worker(4, 3, wood_raw=1), worker(3, 4, wood_raw=1)]}
    house = scene(flat(8, 10), pawns=pawns, structures=structures, stage="logistics", rules={"explicit_sources": True})
    house.play("structure 0", "goods wood_raw")
    assert prompt(house) == (0, Prompt.PULL_SOURCE)
    assert {text for text in house.legal() if text != "end"} == {"pawn 0", "pawn 1", "structure 1"}
    house.play("structure 1")
    assert (store(house, 0), store(house, 1)) == ({"wood_raw": 1}, {})
    plain = scene(flat(8, 10), pawns=pawns, structures=structures, stage="logistics").play("structure 0", "goods wood_raw")
    assert prompt(plain) == (0, Prompt.LOGISTICS)


# ------------------------------------------------------------------------------------------------ blockades
@pytest.mark.rule("BRC-143", "BRC-148")
@pytest.mark.parametrize(("hostile", "linked"), [([(0, 1)], False), ([], True)])
def test_a_warrior_cuts_the_road_that_it_covers(hostile, linked):
    """The warrior on (3,2) covers the road stud (3,4): village A is cut off, unless the warrior is a friend's [R3]."""
    settings = {"structures": TOWNS, "roads": [(1, 4), (2, 4), (3, 4)], "stage": "logistics", "unfriendly": hostile}
    p = scene(LAKE, pawns={0: [worker(5, 12)], 1: [warrior(3, 2)]}, **settings)
    assert ("stone" in pulls(p, "structure 0")) == linked
    p = scene(LAKE, pawns={0: [worker(5, 12)], 1: [warrior(8, 0)]}, **settings)
    assert "stone" in pulls(p, "structure 0")


@pytest.mark.rule("BRC-143")
def test_a_warrior_covers_thirteen_studs():
    """On a plain of roads the goods of every pawn within two steps of the warrior are cut off, those of the others not."""
    away = {(row, column): abs(row - 4) + abs(column - 4) for row in range(9) for column in range(9)}
    crew = [stud for stud, far in away.items() if 0 < far <= 3]
    roads = [stud for stud in away if stud not in ((0, 0), (0, 1))]
    p = scene(flat(9, 9), pawns={0: [worker(*stud, stone=1) for stud in crew], 1: [warrior(4, 4)]}, roads=roads, stage="logistics",
              structures=[piece("storehouse_row", 0, 0)], unfriendly=[(0, 1)], rules={"explicit_sources": True})  # fmt: skip
    sources = {crew[int(slot)] for slot in offered(p.play("structure 0", "goods stone"), "pawn ")}
    assert sources == {stud for stud in crew if away[stud] == 3}
    assert len(crew) - len(sources) + 1 == 13


@pytest.mark.rule("BRC-144")
@pytest.mark.parametrize(("guard", "linked"), [((7, 5), False), ((8, 5), True)])
def test_a_worker_blockades_only_from_a_fortification(guard, linked):
    """In the gate it cuts the road two studs away; one step outside it does not [R4]."""
    gate = piece("gate_row_wood", 7, 5, 1)
    p = depot(foes=(worker(*guard),), structures=(*HOUSES, gate))
    assert ("stone" in pulls(p, "structure 0")) == linked


@pytest.mark.rule("BRC-143", "BRC-144")
@pytest.mark.parametrize(
    ("fort", "guard", "linked"),
    [("wall", (7, 5), False), ("wall", (8, 5), True), ("tower", (8, 5), False), ("gate", (8, 5), True)],
)
def test_workers_on_walls_and_in_towers_blockade(fort, guard, linked):
    """From a wall and a gate the range is two studs, from a tower three."""
    more: dict = {"walls": {guard: (2, 1)}} if fort == "wall" else {}
    forts = {"tower": [piece("tower", *guard, 1)], "gate": [piece("gate_row_wood", *guard, 1)]}.get(fort, [])
    p = depot(foes=(worker(*guard),), structures=(*HOUSES, *forts), **more)
    assert ("stone" in pulls(p, "structure 0")) == linked


@pytest.mark.rule("BRC-143")
@pytest.mark.parametrize("critical", [False, True])
def test_a_critical_warrior_blockades_nothing(critical):
    """In its bed beside the road it has no range."""
    town = piece("village_row_e", 7, 5, 1)
    bed = {1: {"status": ["critical"], "bed": [3], "due": [3]}} if critical else {}
    p = depot(foes=(warrior(7, 5),), structures=(*HOUSES, town), seats=bed)
    assert ("stone" in pulls(p, "structure 0")) == critical


@pytest.mark.rule("BRC-145")
def test_a_blockade_needs_no_action():
    """A warrior raised in Populate two studs from the road cuts it in the next Gather."""
    town = piece("village_row_e", 8, 4, 1, fish=4)
    p = depot(worker(5, 0, fish=2), foes=(worker(0, 13, fish=2),), structures=(*HOUSES, town), stage="populate", round_number=4)
    assert prompt(p) == (1, Prompt.POP_KIND)
    calm = idle_to(go(p.clone().play("raise worker"), (7, 5)), Prompt.LOGISTICS, 0, 5)
    assert "stone" in pulls(calm, "structure 0")
    p = idle_to(go(p.play("raise warrior"), (7, 5)), Prompt.LOGISTICS, 0, 5)
    assert "stone" not in pulls(p, "structure 0")
    assert p.record.actions[1] == 2


@pytest.mark.rule("BRC-146")
@pytest.mark.parametrize(("hostile", "open_"), [([(0, 1)], False), ([], True)])
def test_goods_neither_leave_nor_enter_a_blockaded_stud(hostile, open_):
    """A worker on a road stud in range of a warrior: its goods stay, and nothing comes to it."""
    p = depot(worker(5, 5, fish=1), foes=(warrior(7, 5),), roads=ROAD[:4], unfriendly=hostile)
    assert ("fish" in pulls(p, "structure 0")) == open_
    p = depot(worker(5, 5), foes=(warrior(7, 5),), roads=ROAD[:4], structures=(piece("storehouse_row", 5, 0, fish=1),), unfriendly=hostile)
    assert ("fish" in pulls(p, "pawn 0")) == open_


@pytest.mark.rule("BRC-146")
@pytest.mark.parametrize(("hostile", "fed"), [([(0, 1)], False), ([], True)])
def test_a_pawn_on_a_blockaded_stud_is_not_fed_from_the_network(hostile, fed):
    """Food enough in the storehouse, but the road stud of the worker is in range of a warrior."""
    structures = (piece("storehouse_row", 5, 0, fish=2), piece("village_row_e", 0, 0))
    p = depot(worker(5, 5), foes=(warrior(7, 5, fish=2),), structures=structures, stage="consume", unfriendly=hostile)
    p.play("end")
    if prompt(p) == (0, Prompt.STARVE):
        p.play("pawn 0")
    assert p.record.status[0][0] == (Status.BOARD if fed else Status.CRITICAL)
    assert store(p, 0) == ({"fish": 1} if fed else {"fish": 2})


@pytest.mark.rule("BRC-147")
@pytest.mark.parametrize(("at", "reached"), [((5, 7), True), ((5, 6), False)])
def test_a_structure_is_reached_through_its_free_stud(at, reached):
    """Storehouse on (5,4), (5,5): with only (5,5) in range it is reached through (5,4)."""
    p = depot(worker(5, 3, stone=1), foes=(warrior(*at),), structures=(piece("storehouse_row", 5, 4),), roads=())
    assert ("stone" in pulls(p, "structure 0")) == reached


# ------------------------------------------------------------------------------------------------ room
@pytest.mark.rule("BRC-149", "BRC-150")
@pytest.mark.parametrize(("shape", "room"), [("village_row_e", 4), ("storehouse_row", 8)])
def test_a_full_store_takes_no_more(shape, room):
    """A village holds four units, a storehouse eight; the next one is masked."""
    for stored, open_ in ((room - 1, True), (room, False)):
        p = scene(flat(8, 10), pawns={0: [worker(4, 2, fish=1)]}, structures=[piece(shape, 4, 3, stone=stored)], stage="logistics")
        assert ("fish" in pulls(p, "structure 0")) == open_


@pytest.mark.rule("BRC-149", "BRC-150", "BRC-151")
def test_stores_keep_their_goods_between_rounds():
    """Village, storehouse and mill hold the same in the next Gather."""
    structures = [piece("village_row_e", 0, 5, stone=4), piece("storehouse_row", 6, 7, stone=8), piece("mill_west", 3, 2, wood_milled=2)]
    p = scene(RIVER, pawns={0: [worker(3, 8, fish=1)], 1: [worker(7, 5, fish=2)]}, structures=structures, stage="consume")
    idle_to(p, Prompt.LOGISTICS, 0, 4)
    assert [store(p, k) for k in range(3)] == [{"stone": 4}, {"stone": 8}, {"wood_milled": 2}]


@pytest.mark.rule("BRC-150")
def test_a_village_with_a_storehouse_holds_four_and_eight():
    """Twelve units in the complex; with eleven the last place is the storehouse's."""
    for stored, open_ in ((7, {"fish"}), (8, set())):
        structures = [piece("village_row_e", 4, 3, stone=4), piece("storehouse_row", 4, 6, stone=stored)]
        p = scene(flat(8, 10), pawns={0: [worker(4, 3, fish=1)]}, structures=structures, stage="logistics")
        assert pulls(p, "structure 0") == set()
        assert pulls(p, "structure 1") & {"fish"} == open_


@pytest.mark.rule("BRC-151")
def test_a_mill_holds_two_units():
    """A third unit is masked, a second is not."""
    for stored, open_ in ((1, True), (2, False)):
        structures = [piece("mill_west", 3, 2, wood_milled=stored)]
        p = scene(RIVER, pawns={0: [worker(3, 4, wood_raw=1)]}, structures=structures, stage="logistics")
        assert ("wood_raw" in pulls(p, "structure 0")) == open_


@pytest.mark.rule("BRC-152")
def test_a_mill_takes_only_wheat_and_wood():
    """Of all six kinds beside an empty mill the four of wheat and wood may enter."""
    kinds = ("wheat_raw", "wheat_milled", "fish", "wood_raw", "wood_milled", "stone")
    structures = [piece("mill_west", 3, 2), piece("storehouse_row", 3, 4, **dict.fromkeys(kinds, 1))]
    p = scene(RIVER, pawns={0: [worker(7, 9)]}, structures=structures, stage="logistics")
    assert pulls(p, "structure 0") == {"wheat_raw", "wheat_milled", "wood_raw", "wood_milled"}


@pytest.mark.rule("BRC-153")
@pytest.mark.parametrize("pawn", [worker, warrior])
def test_a_pawn_carries_two_units(pawn):
    """A third unit is masked for workers and warriors alike."""
    p = scene(flat(8, 10), pawns={0: [pawn(4, 2)]}, structures=[piece("storehouse_row", 4, 3, stone=8)], stage="logistics")
    pull(p, "pawn 0", "stone", "stone")
    assert cargo(p, 0, 0) == {"stone": 2}
    assert pulls(p, "pawn 0") == set()


@pytest.mark.rule("BRC-153")
def test_a_pawn_carries_goods_to_a_site_elsewhere():
    """One stone pulled in Gather is carried in Move and spent on a wall in Build, away from every road [R11]."""
    p = scene(flat(9, 12), pawns={0: [worker(4, 2)]}, structures=[piece("village_row_e", 4, 2, stone=4)], stage="logistics", actions=(2, 1))
    idle_to(pull(p, "pawn 0", "stone").play("end"), Prompt.MOVE_TOP, 0)
    march(p, (4, 8)).play("end")
    assert cargo(p, 0, 0) == {"stone": 1}
    idle_to(p, Prompt.BUILD_TOP, 0)
    build(p, "wall", (4, 9))
    assert cargo(p, 0, 0) == {}
    assert store(p, 0) == {"stone": 3}


@pytest.mark.rule("BRC-154")
def test_cargo_above_the_limit_goes_to_connected_storage_and_is_lost_beyond():
    """Four fish and one free place: one stored, two kept, one removed."""
    p = scene(flat(8, 10), pawns={0: [worker(4, 2, fish=4)]}, structures=[piece("village_row_e", 4, 3, stone=3)], stage="logistics")
    p.play("end")
    assert store(p, 0) == {"stone": 3, "fish": 1}
    assert cargo(p, 0, 0) == {"fish": 2}


@pytest.mark.rule("BRC-154")
def test_cargo_above_the_limit_goes_to_connected_pawns_after_storage():
    """The unit without a place in the village goes to the worker inside who has room."""
    pawns = {0: [worker(4, 2, fish=4), worker(4, 3, stone=1)]}
    p = scene(flat(8, 10), pawns=pawns, structures=[piece("village_row_e", 4, 3, stone=3)], stage="logistics").play("end")
    assert store(p, 0) == {"stone": 3, "fish": 1}
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == ({"fish": 2}, {"fish": 1, "stone": 1})


@pytest.mark.rule("BRC-154")
def test_the_excess_of_an_unconnected_pawn_is_removed():
    """A fisher on a private pond keeps two of four fish, and the stones of a mixed load go first [R8]."""
    for load, kept in (({"fish": 4}, {"fish": 2}), ({"fish": 2, "stone": 2}, {"fish": 2}), ({"fish": 2}, {"fish": 2})):
        p = scene(flat(8, 10), pawns={0: [worker(4, 2, **load)]}, stage="logistics").play("end")
        assert cargo(p, 0, 0) == kept


# ------------------------------------------------------------------------------------------------ payment
def crew_with(wood: int, **more: object) -> Position:
    """Four workers on one stud off every network, with so much wood between them."""
    loads = [min(2, max(0, wood - 2 * k)) for k in range(4)]
    return scene(flat(9, 9), pawns={0: [worker(4, 4, wood_raw=n) for n in loads]}, stage="build", **more)


@pytest.mark.rule("BRC-155", "BRC-156", "BRC-254")
@pytest.mark.parametrize("payment", ["connected", "local"])
def test_four_workers_together_pay_for_a_village(payment):
    """Eight wood on one stud build a village and are spent, seven do not [R10]."""
    p = crew_with(8, rules={"payment": payment})
    build(p, "village_row_e", (4, 5))
    assert goods_of(p, 0) == {}
    assert p.record.actions[0] == 0
    assert not any(name.startswith("village") for name in builds(crew_with(7, rules={"payment": payment})))


@pytest.mark.rule("BRC-155")
def test_the_builder_pays_first_then_its_neighbours_then_the_network():
    """A storehouse for two wood takes one from the builder and one from the pawn beside it, none from the store."""
    pawns = {0: [worker(4, 4, wood_raw=1), worker(3, 4, wood_raw=2)]}
    structures = [piece("storehouse_row", 4, 2, wood_raw=4)]
    p = build(scene(flat(9, 9), pawns=pawns, structures=structures, stage="build"), "storehouse_row", (5, 4))
    assert (cargo(p, 0, 0), cargo(p, 0, 1), store(p, 0)) == ({}, {"wood_raw": 1}, {"wood_raw": 4})


@pytest.mark.rule("BRC-155")
def test_a_pawn_two_studs_away_does_not_pay():
    """Off the network only the builder's stud and its neighbours count."""
    for helper, paid in (((3, 4), True), ((2, 4), False), ((3, 3), False)):
        p = scene(flat(9, 9), pawns={0: [worker(4, 4), worker(*helper, wood_raw=2)]}, stage="build")
        assert ("storehouse_row" in builds(p)) == paid


@pytest.mark.rule("BRC-155")
def test_milled_wood_is_paid_before_raw_wood():
    """A road bundle takes the milled unit of the builder."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, wood_raw=1, wood_milled=1)]}, stage="build")
    build(p, "road", (4, 5))
    assert cargo(p, 0, 0) == {"wood_raw": 1}


@pytest.mark.rule("BRC-156")
@pytest.mark.parametrize(("payment", "legal"), [("local", False), ("connected", False), ("global", True)])
def test_wood_in_a_far_village_pays_only_with_global_payment(payment, legal):
    """The builder is off the network of the village that holds the wood."""
    structures = [piece("village_row_e", 0, 0, wood_raw=2)]
    p = scene(flat(9, 9), pawns={0: [worker(6, 6)]}, structures=structures, stage="build", rules={"payment": payment})
    assert ("storehouse_row" in builds(p)) == legal
    assert offered(p, "pawn ") == ["0"]


@pytest.mark.rule("BRC-156")
@pytest.mark.parametrize(("payment", "legal"), [("local", False), ("connected", True), ("global", True)])
def test_wood_in_a_connected_store_pays_unless_payment_is_local(payment, legal):
    """The builder stands next to the storehouse that holds the wood."""
    structures = [piece("storehouse_row", 6, 4, wood_raw=2)]
    p = scene(flat(9, 9), pawns={0: [worker(6, 6)]}, structures=structures, stage="build", rules={"payment": payment})
    assert ("storehouse_row" in builds(p)) == legal


@pytest.mark.rule("BRC-155", "BRC-146")
@pytest.mark.parametrize(("hostile", "paid"), [([(0, 1)], False), ([], True)])
def test_a_blockaded_builder_pays_from_its_hands_only(hostile, paid):
    """The warrior covers the builder's stud and the storehouse beside it, but not the stud (4,3) where a road may go."""
    structures = [piece("storehouse_row", 4, 5, wood_raw=2)]
    settings = {"structures": structures, "stage": "build", "unfriendly": hostile}
    p = scene(flat(9, 9), pawns={0: [worker(4, 4)], 1: [warrior(3, 5)]}, **settings)
    assert ("road" in builds(p)) == paid
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, wood_raw=1)], 1: [warrior(3, 5)]}, **settings)
    assert "road" in builds(p)
