"""The worked examples of the rulebook about goods: milling, trade routes, blockades, wood and wheat in a forest."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import flat, idle_until, march, piece, pulls, scene, store, warrior, worker

RIVER = [".....~~....", *[".....~~...."] * 7]  # two studs wide, from edge to edge
LAKE = [row if not 3 <= r <= 7 else ".....~~~~~...." for r, row in enumerate(flat(9, 14))]
ALL_KINDS = {"wheat_raw": 1, "fish": 1, "wood_raw": 1, "stone": 1}
FOREST = [row if r != 3 else "..T..T..T....." for r, row in enumerate(flat(7, 14))]


def milled(**goods: int) -> dict[str, int]:
    """What a working mill holds after the income step, if it held these goods before."""
    p = scene(RIVER, structures=[piece("mill_east", 3, 3, **goods)], pawns={0: [worker(7, 0)]}, stage="income")
    return store(p, 0)


@pytest.mark.rule("BRC-161")
def test_one_raw_wood_becomes_two_milled_wood():
    """Scenario E13."""
    assert milled(wood_raw=1) == {"wood_milled": 2}


@pytest.mark.rule("BRC-163")
def test_a_mill_with_wood_and_wheat_mills_nothing():
    """Scenario E14."""
    assert milled(wood_raw=1, wheat_raw=1) == {"wood_raw": 1, "wheat_raw": 1}


# ------------------------------------------------------------------------------------------------ routes
def two_villages(boat: bool = True, **more) -> Position:
    """Village A, a road, a lake with a sailboat, a storehouse and village B; A holds one unit of each resource."""
    structures = [
        piece("village_row_e", 1, 1, **ALL_KINDS),
        piece("storehouse_row", 5, 10),
        piece("village_row_sw", 5, 12),
        *([piece("sailboat", 6, 8)] if boat else []),
    ]
    return scene(LAKE, structures=structures, roads=[(1, 4), (2, 4), (3, 4)], stage="logistics", **more)


@pytest.mark.rule("BRC-127", "BRC-128")
def test_road_lake_with_a_boat_and_storehouse_link_two_villages():
    """Scenarios R1 and R2: every kind goes from A to B and to the storehouse; without the boat nothing does."""
    p = two_villages()
    assert pulls(p, "structure 1") == pulls(p, "structure 2") == set(ALL_KINDS)
    assert pulls(two_villages(boat=False), "structure 2") == set()


@pytest.mark.rule("BRC-143", "BRC-148")
@pytest.mark.parametrize(("unfriendly", "reaches"), [([(0, 1)], set()), ([], set(ALL_KINDS))])
def test_a_warrior_beside_the_road_blockades_it_for_the_unfriendly(unfriendly, reaches):
    """Scenario R3: the warrior on (3,2) covers the road's end on (3,4)."""
    p = two_villages(pawns={1: [warrior(3, 2)]}, unfriendly=unfriendly)
    assert pulls(p, "structure 2") == reaches


@pytest.mark.rule("BRC-144")
def test_a_worker_blockades_from_a_gate_only():
    """Scenario R4: the road is cut while the worker is in the gate, and open once it has stepped out."""
    storehouses = [piece("storehouse_row", 5, 0, **ALL_KINDS), piece("storehouse_row", 5, 10), piece("gate_row_wood", 7, 5, owner=1)]
    road = [(5, column) for column in range(2, 10)]
    arranged = {"structures": storehouses, "roads": road, "unfriendly": [(0, 1)]}
    p = scene(flat(10, 14), pawns={1: [worker(7, 5)]}, stage="logistics", **arranged)
    assert pulls(p, "structure 1") == set()
    p = scene(flat(10, 14), pawns={1: [worker(7, 5)]}, stage="move", turn=1, step=1, **arranged)
    march(p, (8, 5)).play("end")
    idle_until(p, lambda q: q.seat == 0 and "haul" not in q.legal() and "structure 1" in q.legal())
    assert pulls(p, "structure 1") == set(ALL_KINDS)


# ------------------------------------------------------------------------------------------------ segments of one resource
def forest(*columns: int, **goods: int) -> Position:
    """Groves with trunks in columns 2, 5 and 8 of row 3, a village beside the third; workers in some of them."""
    pawns = {0: [worker(3, column) for column in columns]}
    village = piece("village_row_e", 3, 10, **goods)
    return scene(FOREST, structures=[village], pawns=pawns, stage="logistics")


@pytest.mark.rule("BRC-134")
def test_wood_moves_through_worked_groves():
    """Scenario R5: from the village to the first grove as long as the middle one is worked."""
    assert pulls(forest(2, 5, 8, wood_raw=1), "pawn 0") == {"wood_raw"}
    assert pulls(forest(2, 8, wood_raw=1), "pawn 0") == set()


@pytest.mark.rule("BRC-135")
def test_wheat_does_not_move_through_groves():
    """Scenario R6: it reaches only the worker whose grove touches the village."""
    p = forest(2, 5, 8, wheat_raw=1)
    assert [pulls(p, f"pawn {slot}") for slot in range(3)] == [set(), set(), {"wheat_raw"}]
