"""Rules of terrain: rock, quarries, rivers, lakes and boat water (BRC-037 to BRC-043)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cargo,
    flat,
    layer,
    march,
    piece,
    reach,
    scene,
    sites,
    worker,
)

RIVER, CANOE, SAIL = 1, 2, 4


def water(p: Position, bit: int) -> set[Stud]:
    """The studs with a kind of water."""
    return {(int(r), int(c)) for r, c in np.argwhere(layer(p, "water") & bit)}


def with_water(rows: int, cols: int, *blocks: tuple[range, range]) -> list[str]:
    """Grass with blocks of water, each given by its rows and columns."""
    board = [list(row) for row in flat(rows, cols)]
    for down, right in blocks:
        for r in down:
            for c in right:
                board[r][c] = "~"
    return ["".join(row) for row in board]


def rivers(rows: list[str], **rules) -> set[Stud]:
    """The river studs of a board."""
    return water(scene(rows, pawns={0: [worker(0, 0)], 1: [worker(0, 1)]}, rules=rules), RIVER)


# ------------------------------------------------------------------------------------------------ rock
@pytest.mark.rule("BRC-037")
@pytest.mark.parametrize(
    ("letters", "levels", "legal"),
    [("rr", "33", True), ("rr", "32", False), ("rr", "22", False), ("..", "44", False), ("r.", "33", False), ("rr", "39", True)],
    ids=["rock +2", "+2 and +1", "+1", "grass +3", "half grass", "+2 and +8"],
)
def test_quarries_need_a_cliff_of_rock(letters, levels, legal):
    """Both studs along a long side are rock at least two levels above the quarry."""
    rows = ["......", ".." + letters + "..", "......", "......", "......", "......"]
    heights = ["111111", "11" + levels + "11", "111111", "111111", "111111", "111111"]
    p = scene(rows, heights, pawns={0: [worker(3, 2, wood_raw=4)]}, stage="build")
    assert ((2, 2) in sites(p, "quarry_row")) == legal


@pytest.mark.rule("BRC-038")
def test_rock_is_ordinary_ground_for_walking_and_building():
    """Three studs over rock cost three, and a storehouse stands on rock."""
    p = scene([".rr."], 2, pawns={0: [worker(0, 0)]})
    assert march(p, (0, 3)).record.left == 1
    q = scene([".rr."], 2, pawns={0: [worker(0, 0, wood_raw=2)]}, stage="build")
    assert sites(q, "storehouse_row") == {(0, 1)}


@pytest.mark.rule("BRC-039")
def test_open_ground_beside_water_is_no_fishing_place():
    """A worker on grass at the lake farms if it can, and catches nothing."""
    rows = ["~~~~~~", "......", "......", "......", "......", "......"]
    p = scene(rows, pawns={0: [worker(1, 2)]}, stage="claims")
    assert cargo(p, 0, 0) == {"wheat_raw": 2}


# ------------------------------------------------------------------------------------------------ rivers and lakes
LAKE = (range(1, 8), range(1, 8))


@pytest.mark.rule("BRC-040")
@pytest.mark.parametrize(("width", "river"), [(1, True), (2, True), (3, False)])
def test_a_river_is_at_most_two_studs_wide(width, river):
    """An arm of eight studs out of a lake of 7 x 7 is a river when it is one or two wide."""
    arm = (range(3, 3 + width), range(8, 16))
    found = rivers(with_water(9, 18, LAKE, arm))
    assert found == ({(r, c) for r in arm[0] for c in arm[1]} if river else set())


@pytest.mark.rule("BRC-041")
@pytest.mark.parametrize(("length", "river"), [(3, False), (4, True)])
def test_a_bump_of_the_shore_is_no_river(length, river):
    """Three narrow studs are a bump, four are a river."""
    arm = (range(4, 5), range(8, 8 + length))
    assert rivers(with_water(9, 14, LAKE, arm)) == ({(4, c) for c in arm[1]} if river else set())


@pytest.mark.rule("BRC-041")
def test_narrow_water_at_the_edge_is_a_river_unless_the_knob_says_no():
    """A ditch of 2 x 6 that reaches the edge; inside the land it is no river."""
    at_edge = with_water(8, 10, (range(3, 5), range(0, 6)))
    assert len(rivers(at_edge)) == 12
    assert rivers(at_edge, edge_rivers=False) == set()
    assert rivers(with_water(8, 10, (range(3, 5), range(1, 7)))) == set()


@pytest.mark.rule("BRC-041")
def test_diagonal_water_does_not_connect_a_river():
    """Four narrow studs that touch each other at corners only are no river."""
    steps = [(range(2 + k, 3 + k), range(8 + k, 9 + k)) for k in range(4)]
    assert rivers(with_water(10, 14, LAKE, *steps)) == set()


@pytest.mark.rule("BRC-042")
def test_a_pond_takes_no_mill():
    """A 2 x 6 pond inside the land is a lake; the same water at the edge is a river and takes a mill."""

    def mills(first: int) -> bool:
        rows = with_water(9, 10, (range(1, 3), range(first, first + 6)))
        p = scene(rows, pawns={0: [worker(5, 3, wood_raw=4)], 1: [worker(8, 8)]}, stage="build")
        return (3, 3) in sites(p, "mill_north")

    assert not mills(1)
    assert mills(0)


@pytest.mark.rule("BRC-042")
@pytest.mark.parametrize("edge", [False, True])
def test_lakes_and_seas_are_the_same(edge):
    """Water of 5 x 5 at the edge and inside the land carries the same boats and the same fish, and is no river."""
    first = 0 if edge else 2
    rows = with_water(10, 10, (range(first, first + 5), range(2, 7)))
    shore = first + 5
    p = scene(rows, pawns={0: [worker(shore, 4, wood_raw=4)], 1: [worker(9, 9)]}, stage="build")
    assert water(p, RIVER) == set()
    assert {"canoe", "sailboat"} <= builds(p)
    shop = [piece("storehouse_row", shore, 4)]
    q = scene(rows, pawns={0: [worker(shore, 4)], 1: [worker(9, 9)]}, structures=shop, stage="claims")
    assert cargo(q, 0, 0) == {"fish": 2}


@pytest.mark.rule("BRC-043")
def test_a_pillar_changes_boat_water_but_no_river():
    """The third segment in a river of two studs: the river stays a river, the stud is closed to boats."""
    rows = ["..~~...."] * 8
    p = scene(rows, pawns={0: [worker(3, 1, wood_raw=1)], 1: [worker(7, 7)]}, roads={(3, 2): 2}, stage="build")
    before = water(p, RIVER)
    assert before == {(r, c) for r in range(8) for c in (2, 3)}
    assert (3, 2) in water(p, CANOE) & water(p, SAIL)
    build(p, "road", (3, 2))
    assert layer(p, "road")[3, 2] == 3
    assert water(p, RIVER) == before
    assert (3, 2) not in water(p, CANOE) | water(p, SAIL)
    assert (3, 3) in water(p, CANOE)
    assert (3, 3) not in water(p, SAIL)  # only one stud of open water is left beside the pillar


@pytest.mark.rule("BRC-043")
def test_canoe_and_sail_water():
    """A lake of 7 x 7: canoes keep to its two outer rings, sailboats go everywhere; a channel of one stud has no sail water."""
    p = scene(with_water(9, 9, LAKE), pawns={0: [worker(0, 0)], 1: [worker(0, 8)]})
    assert len(water(p, CANOE)) == 40
    assert len(water(p, SAIL)) == 49
    assert not {(r, c) for r in (3, 4, 5) for c in (3, 4, 5)} & water(p, CANOE)
    channel = scene(with_water(8, 8, (range(0, 8), range(3, 4))), pawns={0: [worker(0, 0)], 1: [worker(0, 7)]})
    assert water(channel, SAIL) == set()
    assert len(water(channel, CANOE)) == 8


@pytest.mark.rule("BRC-039")
def test_nobody_walks_far_into_water():
    """A swimmer enters water only beside land."""
    p = scene(["..~~~..."] * 6, pawns={0: [worker(2, 1)], 1: [worker(5, 7)]}, actions=(3, 1))
    assert (2, 2) in reach(p)
    assert (2, 3) not in reach(p)
