"""Pillars in boat water, crews on the shore, and swimmers at the end of the round (BRC-173, 186 to 191, 203, 226, 227, 276)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Status, Water
from tests.brick_civilization.helpers import (
    build,
    builds,
    flat,
    idle_until,
    layer,
    march,
    piece,
    place,
    reach,
    scene,
    sites,
    targets,
    worker,
)

LAKE = [".........", *[".~~~~~~~."] * 7, "........."]  # 7 x 7
SHORE = ["......", "~~~~~~", "~~~~~~", "......"]


# ------------------------------------------------------------------------------------------------ pillars
@pytest.mark.rule("BRC-186", "BRC-276")
def test_a_pillar_is_no_land_for_canoes():
    """A pillar in the middle of a lake is no boat water itself and adds none around it."""
    p = scene(LAKE, pawns={0: [worker(4, 3, wood_raw=1)]}, structures=[piece("sailboat", 4, 3)], stage="build")
    before = layer(p, "water")
    assert before[4, 4] == Water.SAIL
    build(p, "road", (4, 4), (4, 4)).play("end")
    assert (layer(p, "water") == before).all()
    p = scene(LAKE, pawns={0: [worker(4, 3, wood_raw=1)]}, structures=[piece("sailboat", 4, 3)], stage="build")
    build(p, "road", (4, 4), (4, 4), (4, 4)).play("end")
    water = layer(p, "water")
    assert (water[4, 4] & (Water.CANOE | Water.SAIL)) == 0
    assert ((water & Water.CANOE) > 0).sum() == 40
    assert ((water & Water.SAIL) > 0).sum() == 48


@pytest.mark.rule("BRC-188", "BRC-276")
def test_a_pillar_may_make_water_too_narrow_for_sailboats():
    """A pond of two by two with one stud filled is no sail water any more."""
    pond = ["......", ".~~...", ".~~...", "......"]
    crew = [worker(0, 1, wood_raw=2), worker(0, 1, wood_raw=2), worker(0, 1, wood_raw=1), worker(3, 2)]
    p = scene(pond, pawns={0: crew}, stage="build", actions=(3, 1), rules={"payment": "global"})
    assert (2, 2) in sites(p, "sailboat", 3)
    build(p, "road", (1, 1), (1, 1), (1, 1)).play("end")
    assert "sailboat" not in builds(p, 3)
    assert (2, 2) in sites(p, "canoe", 3)


# ------------------------------------------------------------------------------------------------ crews
@pytest.mark.rule("BRC-226")
@pytest.mark.parametrize(
    ("kind", "aboard", "group", "boards"),
    [("canoe", 0, 1, True), ("canoe", 0, 2, False), ("sailboat", 2, 2, True), ("sailboat", 3, 2, False)],
)
def test_a_group_boards_only_if_there_is_room_for_all(kind, aboard, group, boards):
    """One place in a canoe, four in a sailboat."""
    crew = [worker(0, 2)] * group + [worker(1, 2)] * aboard
    p = scene(SHORE, pawns={0: crew}, structures=[piece(kind, 1, 2)]).play("pawn 0", *(f"pawn {k}" for k in range(1, group)))
    assert ((1, 2) in targets(p)) == boards
    if boards:
        p.play("target +1 +0")
        assert [int(boat) for boat in p.record.aboard[0][:group]] == [1] * group
        assert p.record.left == 4


@pytest.mark.rule("BRC-190")
def test_one_boards_from_any_stud_of_a_village():
    """The worker in the village on (0,0) to (0,2) steps into the boat beside the dwelling, free of charge, and back."""
    p = scene(SHORE, pawns={0: [worker(0, 0)]}, structures=[piece("village_row_e", 0, 0), piece("sailboat", 1, 2)])
    march(p, (1, 2))
    assert (p.record.aboard[0][0], p.record.left) == (2, 4)
    village = targets(p) & {(0, 0), (0, 1), (0, 2)}
    assert village
    row, column = min(village)
    p.play(f"target {row - 1:+d} {column - 2:+d}")
    assert place(p, 0, 0) == (0, 0)


@pytest.mark.rule("BRC-173", "BRC-227")
@pytest.mark.parametrize(("hostile", "boards"), [([], True), ([(0, 2)], False)])
def test_passengers_of_a_boat_are_friends_of_each_other(hostile, boards):
    """Player 1's sailboat carries player 2's worker: player 0 boards only as a friend of both."""
    pawns = {0: [worker(0, 2)], 1: [worker(3, 5)], 2: [worker(1, 2)]}
    p = scene(SHORE, pawns=pawns, structures=[piece("sailboat", 1, 2, 1)], players=3, unfriendly=hostile)
    assert ((1, 2) in reach(p)) == boards


# ------------------------------------------------------------------------------------------------ drowning
@pytest.mark.rule("BRC-203")
def test_a_swimmer_without_any_friendly_village_dies():
    """Its civilization has no village and no friend with one: the pawn is dead at once."""
    board = [*flat(4, 8), "~~~~~~~~"]
    p = scene(board, pawns={0: [worker(4, 3), worker(0, 0, fish=2)], 1: [worker(0, 7, fish=2)]}, stage="populate")
    idle_until(p, lambda q: q.record.round_number == 4)
    assert (int(p.record.pawn[0][0]), int(p.record.deaths[0])) == (0, 1)


@pytest.mark.rule("BRC-203")
@pytest.mark.parametrize(("hostile", "bed"), [([], 2), ([(0, 1)], 1)])
def test_a_swimmer_goes_to_the_nearest_friendly_village(hostile, bed):
    """Player 1's village is nearer: it takes the swimmer in as long as the players are friends."""
    board = [*flat(5, 12), "~" * 12]
    homes = [piece("village_row_e", 0, 0, fish=4), piece("village_row_e", 3, 7, 1, fish=4)]
    pawns = {0: [worker(5, 8)], 1: [worker(3, 7)]}
    p = scene(board, pawns=pawns, structures=homes, stage="populate", unfriendly=hostile)
    idle_until(p, lambda q: q.record.round_number == 4)
    assert p.record.status[0][0] == Status.CRITICAL
    assert p.record.bed[0][0] == bed
