"""Rules of trees: footprints, forests, wood, and walking in and out of groves (BRC-033 to BRC-036, BRC-107 to BRC-115)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    cargo,
    flat,
    go,
    idle_to,
    layer,
    march,
    offered,
    piece,
    place,
    pulls,
    reach,
    scene,
    sites,
    targets,
    warrior,
    worker,
)


def wooded(rows: int, cols: int, *trunks: Stud) -> list[str]:
    """Grass with groves."""
    board = [list(row) for row in flat(rows, cols)]
    for r, c in trunks:
        board[r][c] = "T"
    return ["".join(row) for row in board]


def around(trunk: Stud) -> set[Stud]:
    """The 3 x 3 studs around a trunk."""
    return {(trunk[0] + r, trunk[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1)}


def footprints(p: Position) -> set[Stud]:
    """All studs in groves."""
    return {(int(r), int(c)) for r, c in np.argwhere(layer(p, "tree") > 0)}


def over(p: Position) -> bool:
    """Whether the unit in hand can go no further."""
    return p.record.prompt == Prompt.MOVE_TOP or not targets(p)


def enter(p: Position, trunk: Stud, slot: int = 0) -> Position:
    """Walk into a grove, by whichever of its studs is offered."""
    return march(p, min(reach(p, slot) & around(trunk)), slot=slot)


GROVE = wooded(7, 16, (3, 4))


# ------------------------------------------------------------------------------------------------ footprints
@pytest.mark.rule("BRC-033")
def test_a_tree_is_a_grove_of_nine_studs():
    """On flat ground the footprint is the 3 x 3 square around the trunk."""
    p = scene(GROVE, 2, pawns={0: [worker(3, 1)]})
    assert footprints(p) == around((3, 4))
    assert p.record.groves == 1
    assert divmod(int(p.record.trunk[0]), int(p.record.cols)) == (3, 4)


@pytest.mark.rule("BRC-114")
def test_a_stud_three_below_the_trunk_is_outside_the_footprint():
    """Trunk on 5: a stud on 2 is outside, studs on 3 and on 9 are inside."""
    rows = wooded(6, 7, (2, 2))
    heights = ["5555555", "5255555", "5553555", "5595555", "5555555", "5555555"]
    p = scene(rows, heights, pawns={0: [worker(0, 0)]})
    assert footprints(p) == around((2, 2)) - {(1, 1)}


@pytest.mark.rule("BRC-034", "BRC-113")
def test_groves_that_share_an_edge_are_a_forest_for_wood():
    """Trunks three apart: the wood of the first reaches the village behind the second; four apart it does not."""
    for second, reaches in ((7, True), (8, False)):
        rows = wooded(7, 14, (3, 4), (3, second))
        village = [piece("village_row_e", 3, second + 2)]
        p = scene(rows, pawns={0: [worker(3, 4, wood_raw=1), worker(3, second)]}, structures=village, stage="logistics")
        assert ("wood_raw" in pulls(p, "structure 0")) == reaches


@pytest.mark.rule("BRC-035")
def test_nothing_is_built_in_a_grove():
    """Beside a grove no segment and no building stands on a footprint stud; beside it they do."""
    p = scene(GROVE, pawns={0: [worker(3, 6, wood_raw=9, stone=9)]}, stage="build")
    assert (3, 5) not in sites(p, "road")
    assert (3, 7) in sites(p, "road")
    assert (3, 5) not in sites(p, "wall")
    assert (2, 5) not in sites(p, "storehouse_row")
    assert {(3, 7), (2, 6), (4, 6)} <= sites(p, "storehouse_row")


# ------------------------------------------------------------------------------------------------ wood
@pytest.mark.rule("BRC-107")
@pytest.mark.parametrize("workers", [1, 3])
def test_a_grove_yields_one_wood_however_many_work_in_it(workers):
    """One raw wood with one worker and with three."""
    p = scene(GROVE, pawns={0: [worker(3, 4)] * workers}, stage="claims")
    assert [cargo(p, 0, slot) for slot in range(workers)] == [{"wood_raw": 1}] + [{}] * (workers - 1)


@pytest.mark.rule("BRC-107", "BRC-089")
def test_a_warrior_cuts_no_wood():
    """A grove with a warrior only yields nothing."""
    p = scene(GROVE, pawns={0: [warrior(3, 4)]}, stage="claims")
    assert cargo(p, 0, 0) == {}


@pytest.mark.rule("BRC-107")
def test_every_grove_yields_its_own_wood():
    """Workers in two groves gather one wood each, and no wheat."""
    p = scene(wooded(7, 16, (3, 4), (3, 9)), pawns={0: [worker(3, 4), worker(3, 9)]}, stage="claims")
    assert cargo(p, 0, 0) == cargo(p, 0, 1) == {"wood_raw": 1}


@pytest.mark.rule("BRC-108")
def test_a_worker_anywhere_in_the_footprint_cuts_wood():
    """A worker that entered at a corner gathers one wood in the next Gather."""
    p = scene(GROVE, pawns={0: [worker(2, 2, fish=2)]})
    enter(p, (3, 4))
    assert place(p, 0, 0) == (3, 4)
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    assert cargo(p, 0, 0) == {"fish": 1, "wood_raw": 1}


@pytest.mark.rule("BRC-109")
@pytest.mark.parametrize(("first", "second", "chosen"), [(1, 0, 1), (0, 1, 0), (1, 1, 0)])
def test_the_wood_goes_to_the_worker_with_least_cargo(first, second, chosen):
    """Least cargo first, the lowest slot on ties."""
    p = scene(GROVE, pawns={0: [worker(3, 4, fish=first), worker(3, 4, fish=second)]}, stage="claims")
    assert [cargo(p, 0, slot).get("wood_raw", 0) for slot in (0, 1)] == [int(chosen == 0), int(chosen == 1)]


# ------------------------------------------------------------------------------------------------ walking
@pytest.mark.rule("BRC-111")
def test_entering_a_grove_ends_the_action():
    """The worker stands on the trunk, two base studs are lost, and nothing beyond the grove was in reach."""
    p = scene(GROVE, 2, pawns={0: [worker(3, 1)]}, actions=(2, 1))
    assert not {(r, c) for r, c in reach(p) if c > 5}
    enter(p, (3, 4))
    assert place(p, 0, 0) == (3, 4)
    assert over(p)


@pytest.mark.rule("BRC-111")
def test_the_way_through_a_grove_is_no_short_cut():
    """Two studs from the far side through the grove, but nobody passes through it in one action."""
    p = scene(GROVE, pawns={0: [worker(1, 4)]})
    assert (5, 4) not in reach(p)
    bare = scene(flat(7, 16), pawns={0: [worker(1, 4)]})
    assert (5, 4) in reach(bare)


@pytest.mark.rule("BRC-112")
def test_leaving_a_grove_counts_from_its_edge():
    """From the trunk (3, 4) the fourth stud to the east of the footprint is (3, 9)."""
    p = scene(GROVE, 2, pawns={0: [worker(3, 4)]})
    assert (3, 9) in reach(p)
    assert (3, 10) not in reach(p)
    assert march(p.clone(), (3, 9)).record.left == 0
    assert march(p.clone(), (3, 6)).record.left == 3
    assert march(p.clone(), (1, 3)).record.left == 3


@pytest.mark.rule("BRC-112")
def test_one_action_in_and_one_action_out():
    """The walk of the two actions together."""
    p = scene(GROVE, 2, pawns={0: [worker(3, 1)]}, actions=(2, 1))
    enter(p, (3, 4))
    if p.record.prompt != Prompt.MOVE_TOP:
        p.play("end")
    march(p, (3, 9))
    assert place(p, 0, 0) == (3, 9)
    assert p.record.actions[0] == 0


@pytest.mark.rule("BRC-113")
def test_walking_into_the_next_grove_is_one_step_that_ends_the_action():
    """From one grove into its neighbour, and no further."""
    p = scene(wooded(7, 16, (3, 4), (3, 7)), 2, pawns={0: [worker(3, 4)]})
    assert not {(r, c) for r, c in reach(p) if c > 8}
    enter(p, (3, 7))
    assert place(p, 0, 0) == (3, 7)
    assert over(p)


# ------------------------------------------------------------------------------------------------ places
@pytest.mark.rule("BRC-115")
def test_a_grove_holds_pawns_of_one_player_only():
    """A grove with a foreign worker cannot be entered; an empty one and one with an own worker can."""
    taken = scene(GROVE, pawns={0: [worker(3, 2)], 1: [worker(3, 4)]})
    assert not reach(taken) & around((3, 4))
    assert reach(scene(GROVE, pawns={0: [worker(3, 2)]})) & around((3, 4))
    assert reach(scene(GROVE, pawns={0: [worker(3, 2), worker(3, 4)]})) & around((3, 4))


@pytest.mark.rule("BRC-110")
@pytest.mark.parametrize(("column", "in_range"), [(1, False), (2, True)])
def test_distances_to_a_pawn_in_a_grove_are_measured_to_the_trunk(column, in_range):
    """A warrior three studs from the trunk cannot reach the pawn in the grove, one two studs away can."""
    pawns = {0: [warrior(3, column)], 1: [worker(3, 4)]}
    p = scene(GROVE, pawns=pawns, stage="deploy", unfriendly=[(0, 1)])
    p.play("pawn 0", "yes")
    assert bool(offered(p, "detachment ")) == in_range


@pytest.mark.rule("BRC-110")
@pytest.mark.parametrize(("column", "in_range"), [(7, False), (6, True)])
def test_distances_from_a_pawn_in_a_grove_are_measured_from_the_trunk(column, in_range):
    """A warrior in the grove reaches two studs from the trunk, that is one stud beyond the footprint."""
    pawns = {0: [warrior(3, 4)], 1: [worker(3, column)]}
    p = scene(GROVE, pawns=pawns, stage="deploy", unfriendly=[(0, 1)])
    p.play("pawn 0", "yes")
    assert bool(offered(p, "detachment ")) == in_range


@pytest.mark.rule("BRC-108", "BRC-112")
def test_a_walk_out_of_a_grove_may_start_at_any_side():
    """North, west and south of the footprint are one step away as well."""
    p = scene(GROVE, 2, pawns={0: [worker(3, 4)]})
    for stud in ((1, 5), (5, 3), (4, 2), (2, 6)):
        assert go(p.clone().play("pawn 0"), stud).record.left == 3
