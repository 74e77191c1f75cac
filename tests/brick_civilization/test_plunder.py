"""Rules of plunder and of infrastructure seized in a skirmish (BRC-344 to BRC-348)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    cargo,
    critical,
    flat,
    go,
    goods_of,
    listed,
    march,
    on_board,
    owner,
    piece,
    place,
    prompt,
    reach,
    scene,
    store,
    warrior,
    worker,
)

HOMES = (piece("village_row_e", 0, 0, 0), piece("village_row_e", 0, 6, 1))
PREY = (5, 5)


def strike(p0, p1, *, structures=(), **more) -> Position:
    """p0's first warrior deploys without moving and hits the first pawn of p1, which stands at (5, 5)."""
    p = scene(
        flat(9, 9), pawns={0: list(p0), 1: list(p1)}, structures=[*HOMES, *structures], unfriendly=[(0, 1)], stage="deploy",
        rules={"interrupts": "none"}, **more
    )  # fmt: skip
    p.queue_dice(1).play("pawn 0", "yes")
    p.play(f"detachment {listed(p).index((1, PREY))}", "yes")
    while p.record.prompt == Prompt.RESPOND:
        p.play("yes")
    assert list(critical(p, 1)) == [0]
    return p


@pytest.mark.rule("BRC-344")
def test_cargo_that_nobody_can_take_is_removed():
    """The only pawn in range is full: the 2 wheat of the casualty leave the game."""
    p = strike([warrior(5, 7, stone=2)], [worker(*PREY, wheat_raw=2), worker(8, 8)])
    assert goods_of(p, 0) == {"stone": 2}
    assert goods_of(p, 1) == {}


@pytest.mark.rule("BRC-344")
def test_cargo_is_taken_at_once():
    """The warrior in range holds the cargo before anybody reacts."""
    p = strike([warrior(5, 7)], [worker(*PREY, wheat_raw=2), worker(8, 8)])
    assert cargo(p, 0, 0) == {"wheat_raw": 2}
    assert cargo(p, 1, 0) == {}


@pytest.mark.rule("BRC-344")
def test_pawns_out_of_range_take_nothing():
    """A worker 3 studs away gets nothing of what is left over."""
    p = strike([warrior(5, 7, stone=2)], [worker(*PREY, wheat_raw=2), worker(5, 2)])
    assert cargo(p, 1, 1) == {}


@pytest.mark.rule("BRC-345", "BRC-346")
def test_c8_at_equal_distance_the_own_side_comes_first():
    """[C8] 2 wheat at (5, 5), p1's worker with 1 stone at (5, 3), p0's empty warrior at (5, 7): 1 wheat each."""
    p = strike([warrior(5, 7)], [worker(*PREY, wheat_raw=2), worker(5, 3, stone=1)])
    assert cargo(p, 1, 1) == {"wheat_raw": 1, "stone": 1}
    assert cargo(p, 0, 0) == {"wheat_raw": 1}


@pytest.mark.rule("BRC-345")
def test_the_nearest_pawn_is_served_first():
    """The warrior 1 stud away takes everything before the own worker 2 studs away."""
    p = strike([warrior(5, 6)], [worker(*PREY, wheat_raw=2), worker(5, 3)])
    assert cargo(p, 0, 0) == {"wheat_raw": 2}
    assert cargo(p, 1, 1) == {}


@pytest.mark.rule("BRC-345")
def test_at_equal_distance_two_empty_pawns_favour_the_casualtys_side():
    """Both have room for everything: the own worker takes it."""
    p = strike([warrior(5, 7)], [worker(*PREY, wheat_raw=2), worker(5, 3)])
    assert cargo(p, 1, 1) == {"wheat_raw": 2}
    assert cargo(p, 0, 0) == {}


@pytest.mark.rule("BRC-346")
def test_a_full_pawn_takes_nothing_and_the_next_is_served():
    """The own worker next to the casualty has 2 units already: the warrior at distance 2 gets the cargo."""
    p = strike([warrior(5, 7)], [worker(*PREY, wheat_raw=2), worker(5, 4, stone=2)])
    assert cargo(p, 1, 1) == {"stone": 2}
    assert cargo(p, 0, 0) == {"wheat_raw": 2}


@pytest.mark.rule("BRC-347")
def test_a_worker_in_the_open_plunders_within_two_studs():
    """Picking up is not fighting: a p0 worker in the open beside the full warrior takes the cargo."""
    p = strike([warrior(5, 7, stone=2), worker(4, 6)], [worker(*PREY, fish=1, wood_raw=1), worker(8, 8)])
    assert cargo(p, 0, 1) == {"fish": 1, "wood_raw": 1}


@pytest.mark.rule("BRC-347")
@pytest.mark.parametrize(("column", "taken"), [(1, {"fish": 2}), (0, {})])
def test_a_pawn_in_a_tower_plunders_within_three_studs(column, taken):
    """From a tower 3 studs away the cargo is taken, not from 4."""
    tower = piece("tower", 5, column, 1)
    p = strike([warrior(5, 7, stone=2)], [worker(*PREY, fish=2), worker(5, column + 1)], structures=[tower])
    assert cargo(p, 1, 1) == taken


@pytest.mark.rule("BRC-347")
def test_the_last_tie_goes_by_slot():
    """Of two own workers at the same distance the lower slot is served first."""
    p = strike([warrior(5, 7, stone=2)], [worker(*PREY, fish=2), worker(3, 5), worker(7, 5)])
    assert cargo(p, 1, 1) == {"fish": 2}
    assert cargo(p, 1, 2) == {}


# ------------------------------------------------------------------------------------------------ seized infrastructure
LAKE = ["." * 9, *[".~~~~~~~."] * 5, "." * 9]


@pytest.mark.rule("BRC-348")
def test_k5_a_boat_seized_in_deploy_is_sailed_at_once():
    """[K5] p0's warrior boards an empty unfriendly boat: it is p0's and may be sailed with p0's next deploy action."""
    p = scene(
        LAKE,
        pawns={0: [warrior(0, 2)], 1: [worker(6, 8)]},
        structures=[piece("sailboat", 1, 3, 1)],
        unfriendly=[(0, 1)],
        actions=(2, 1),
        stage="deploy",
    )
    march(p, (1, 3)).play("end")
    assert place(p, 0, 0) == (1, 3)
    assert owner(p, 0) == 0
    assert (5, 7) in reach(p)
    march(p, (5, 7))
    assert int(p.record.struct_cell[0]) == 5 * 9 + 7


@pytest.mark.rule("BRC-348")
def test_a_building_changes_hands_with_its_goods_when_its_last_defender_falls():
    """Both are in p1's storehouse; when p1's worker falls, p0's warrior owns it and the 5 goods in it."""
    barn = piece("storehouse_row", 5, 5, 1, fish=5)
    p = scene(
        flat(9, 9), pawns={0: [warrior(5, 6)], 1: [worker(*PREY), worker(8, 8)]}, structures=[*HOMES, barn], unfriendly=[(0, 1)],
        stage="deploy",
    )  # fmt: skip
    assert owner(p, 2) == 1
    p.queue_dice(1).play("pawn 0", "yes", "detachment 0", "yes")
    assert on_board(p, 1) == [1]
    assert owner(p, 2) == 0
    assert store(p, 2) == {"fish": 5}


@pytest.mark.rule("BRC-348")
def test_with_a_defender_inside_nothing_changes_hands():
    """As long as a pawn of the owner is in the building it stays the owner's."""
    barn = piece("storehouse_row", 5, 5, 1, fish=5)
    p = scene(
        flat(9, 9), pawns={0: [warrior(5, 7)], 1: [worker(*PREY), worker(8, 8)]}, structures=[*HOMES, barn], unfriendly=[(0, 1)],
        stage="deploy",
    )  # fmt: skip
    go(p.play("pawn 0"), (5, 6)).play("end")
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)
    assert owner(p, 2) == 1
