"""Rules of fishing and quarrying: who fishes which stud, and how many masons produce (BRC-006, BRC-116 to BRC-125)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    cargo,
    fished_by,
    flat,
    idle_to,
    layer,
    march,
    piece,
    place,
    scene,
    warrior,
    worker,
)

VILLAGE = piece("village_row_e", 2, 1)  # on (2, 1), (2, 2) and (2, 3)
FISH = {"fish": 2}


def with_water(rows: int, cols: int, *studs: Stud, letter: str = "~") -> list[str]:
    """Grass with single studs of water."""
    board = [list(row) for row in flat(rows, cols)]
    for r, c in studs:
        board[r][c] = letter
    return ["".join(row) for row in board]


def income(terrain: list[str], *pawns: dict, heights=1, **more) -> Position:
    """Seat 0 with these pawns after the income of Gather."""
    return scene(terrain, heights, pawns={0: list(pawns)}, stage="claims", **more)


def fish(p: Position, seat: int = 0, slots: int = 4) -> int:
    """Fish that the first pawns of a seat carry."""
    return sum(cargo(p, seat, slot).get("fish", 0) for slot in range(slots))


# ------------------------------------------------------------------------------------------------ studs and workers
@pytest.mark.rule("BRC-116", "BRC-118")
@pytest.mark.parametrize(("water", "caught"), [([], 0), ([(1, 3)], 2), ([(1, 2), (1, 3)], 4), ([(1, 1), (1, 2), (1, 3)], 4)])
def test_each_fished_stud_yields_two_fish(water, caught):
    """Two workers in a village: one stud gives 2 fish in total, two studs give 4, a third has no worker."""
    p = income(with_water(6, 6, *water), worker(2, 1), worker(2, 1), structures=[VILLAGE])
    assert fish(p) == caught
    assert (layer(p, "fished") > 0).sum() == caught // 2


@pytest.mark.rule("BRC-118")
def test_a_worker_fishes_one_stud_only():
    """One worker beside three water studs: 2 fish."""
    p = income(with_water(6, 6, (1, 1), (1, 2), (1, 3)), worker(2, 1), structures=[VILLAGE])
    assert cargo(p, 0, 0) == FISH
    assert len(fished_by(p, 0, 0)) == 1


@pytest.mark.rule("BRC-006")
def test_a_stud_at_a_corner_is_not_adjacent():
    """A water stud that touches the village only at a corner is not fished from it."""
    assert fish(income(with_water(6, 6, (1, 4)), worker(2, 1), structures=[VILLAGE])) == 0
    assert fish(income(with_water(6, 6, (2, 4)), worker(2, 1), structures=[VILLAGE])) == 2


@pytest.mark.rule("BRC-089", "BRC-116")
def test_warriors_do_not_fish():
    """A warrior alone in a lakeside village catches nothing."""
    p = income(with_water(6, 6, (1, 2), (1, 3)), warrior(2, 1), structures=[VILLAGE])
    assert cargo(p, 0, 0) == {}
    assert not layer(p, "fished").any()


@pytest.mark.rule("BRC-116")
def test_fishing_has_no_height_limit():
    """A village high above the water fishes as well."""
    rows = with_water(6, 6, (1, 3))
    heights = ["999999", "999199", "999999", "999999", "999999", "999999"]
    assert fish(income(rows, worker(2, 1), heights=heights, structures=[VILLAGE])) == 2


# ------------------------------------------------------------------------------------------------ where fishers are
SHORE = ["~~~~~~", "......", "......", "......", "......", "......"]


@pytest.mark.rule("BRC-117", "BRC-039")
@pytest.mark.parametrize(
    "thing",
    [
        {},
        {"roads": [(1, 2)]},
        {"structures": [piece("tower", 1, 2)]},
        {"structures": [piece("gate_row_wood", 1, 2)]},
        {"walls": {(1, 2): (1, 0)}},
        {"structures": [piece("palace_rows", 1, 2, progress=1)]},
    ],
    ids=["open grass", "road on the shore", "tower", "gate", "wall", "palace"],
)
def test_no_fish_without_eligible_infrastructure(thing):
    """On open ground, a road, a tower, a gate, a wall or a palace beside the water nobody fishes."""
    p = income(SHORE, worker(1, 2), **thing)
    assert fish(p) == 0
    assert not layer(p, "fished").any()


@pytest.mark.rule("BRC-119")
@pytest.mark.parametrize("column", [2, 3])
def test_a_free_standing_storehouse_is_a_fishing_place(column):
    """One worker in a storehouse on the shore: 2 fish, whichever of its studs it is on."""
    p = income(SHORE, worker(1, column), structures=[piece("storehouse_row", 1, 2)])
    assert cargo(p, 0, 0) == FISH
    assert fished_by(p, 0, 0) <= {(0, 2), (0, 3)}


@pytest.mark.rule("BRC-119")
def test_a_free_standing_mill_is_a_fishing_place():
    """A worker in a mill at the river catches 2 fish."""
    rows = ["~~......"] * 8
    p = income(rows, worker(3, 2), structures=[piece("mill_west", 3, 2)])
    assert cargo(p, 0, 0) == FISH
    assert fished_by(p, 0, 0) <= {(3, 1), (4, 1)}


@pytest.mark.rule("BRC-119")
def test_a_village_fishes_from_its_improvements():
    """A village away from the water whose storehouse touches it: 2 fish; without the storehouse none."""
    rows = with_water(8, 8, (2, 6))
    improved = income(rows, worker(2, 1), structures=[VILLAGE, piece("storehouse_row", 2, 4)])
    assert cargo(improved, 0, 0) == FISH
    assert fished_by(improved, 0, 0) == {(2, 6)}
    assert fish(income(rows, worker(2, 1), structures=[VILLAGE])) == 0


@pytest.mark.rule("BRC-119")
def test_a_storehouse_two_studs_away_is_no_part_of_the_village():
    """A worker in the village does not fish from a storehouse that stands apart."""
    rows = with_water(8, 9, (2, 7))
    assert fish(income(rows, worker(2, 1), structures=[VILLAGE, piece("storehouse_row", 2, 5)])) == 0
    assert fish(income(rows, worker(2, 5), structures=[VILLAGE, piece("storehouse_row", 2, 5)])) == 2


# ------------------------------------------------------------------------------------------------ bridges and boats
RIVER = ["..~~...."] * 8


@pytest.mark.rule("BRC-120")
def test_a_worker_on_a_bridge_fishes_beside_it():
    """The stud to the north of the deck comes first; never a stud under a deck."""
    p = income(RIVER, worker(3, 2), decks={(3, 2): 1, (3, 3): 1})
    assert cargo(p, 0, 0) == FISH
    assert fished_by(p, 0, 0) == {(2, 2)}


@pytest.mark.rule("BRC-120", "BRC-123")
def test_a_worker_on_a_bridge_takes_what_earlier_players_left():
    """The northern stud is fished by an earlier player: the southern one is taken."""
    pawns = {0: [worker(3, 2)], 1: [worker(2, 0)]}
    shop = [piece("storehouse_row", 2, 0, owner=1)]
    p = scene(RIVER, pawns=pawns, structures=shop, decks={(3, 2): 1, (3, 3): 1}, stage="claims", start=1, turn=1)
    assert fished_by(p, 1, 0) == {(2, 2)}
    assert fished_by(p, 0, 0) == {(4, 2)}
    assert fish(p) == 2


@pytest.mark.rule("BRC-120")
def test_a_worker_on_a_pillar_fishes_too():
    """Road on a surfaced pillar is a bridge stud."""
    p = income(RIVER, worker(3, 2), roads={(3, 2): 3})
    assert cargo(p, 0, 0) == FISH
    assert fished_by(p, 0, 0) <= {(2, 2), (4, 2), (3, 3)}


@pytest.mark.rule("BRC-120")
def test_the_end_of_a_bridge_does_not_serve_the_whole_bridge():
    """A worker fishes beside its own stud: in a river of one stud under deck there is nothing left to fish."""
    rows = ["......", "..~...", "..~...", "..~...", "......", "......"]
    decks = {(1, 2): 1, (2, 2): 1}
    assert fished_by(income(rows, worker(2, 2), decks=decks), 0, 0) == {(3, 2)}
    assert fish(income(rows, worker(1, 2), decks=decks)) == 0


@pytest.mark.rule("BRC-121")
@pytest.mark.parametrize(
    ("thing", "caught"),
    [
        ({}, 2),
        ({"decks": {(1, 3): 1}}, 0),
        ({"roads": {(1, 3): 3}}, 0),
        ({"roads": {(1, 3): 2}}, 2),
        ({"structures": [piece("canoe", 1, 3, owner=1)]}, 2),
    ],
    ids=["open water", "deck", "surfaced pillar", "submerged pillar", "boat"],
)
def test_covered_and_filled_water_is_not_fished(thing, caught):
    """A village touching one water stud: no fish under a deck or on a pillar; a boat there does not matter."""
    structures = [VILLAGE, *thing.pop("structures", [])]
    assert fish(income(with_water(6, 6, (1, 3)), worker(2, 1), structures=structures, **thing)) == caught


LAKE = ["........."] + [".~~~~~~~."] * 7 + ["........."]


@pytest.mark.rule("BRC-122")
def test_workers_in_a_boat_fish_around_it():
    """A sailboat with two workers and a warrior: 4 fish from studs beside the boat."""
    p = income(LAKE, worker(4, 4), worker(4, 4), warrior(4, 4), structures=[piece("sailboat", 4, 4)])
    beside = {(3, 4), (4, 3), (4, 5), (5, 4)}
    assert fish(p) == 4
    assert cargo(p, 0, 2) == {}
    assert fished_by(p, 0, 0) | fished_by(p, 0, 1) < beside
    assert fished_by(p, 0, 0) != fished_by(p, 0, 1)


@pytest.mark.rule("BRC-122")
def test_a_boat_that_moved_fishes_elsewhere():
    """After a move the next Gather fishes beside the new place."""
    p = income(LAKE, worker(4, 4), structures=[piece("sailboat", 4, 4)])
    before = fished_by(p, 0, 0)
    idle_to(p, Prompt.MOVE_TOP, 0)
    march(p, (2, 2))
    assert place(p, 0, 0) == (2, 2)
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    after = fished_by(p, 0, 0)
    assert before < {(3, 4), (4, 3), (4, 5), (5, 4)}
    assert after < {(1, 2), (2, 1), (2, 3), (3, 2)}
    assert len(after) == 1


# ------------------------------------------------------------------------------------------------ the matching


@pytest.mark.rule("BRC-123")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_studs_are_matched_so_that_most_workers_fish(order):
    """A reaches two studs, B only one of them: both fish, in whatever order they were made."""
    rows = with_water(7, 7, (1, 2), (2, 3))
    # The storehouse on (2, 1), (2, 2) touches both studs, the one on (0, 2), (0, 3) only (1, 2).
    shops = [piece("storehouse_row", 2, 1), piece("storehouse_row", 0, 2)]
    places = [(2, 1), (0, 2)]
    p = income(rows, *(worker(*places[k]) for k in order), structures=shops)
    assert fish(p) == 4
    assert fished_by(p, 0, order.index(1)) == {(1, 2)}
    assert fished_by(p, 0, order.index(0)) == {(2, 3)}


@pytest.mark.rule("BRC-123")
def test_studs_of_earlier_players_are_gone():
    """With the shared stud taken by an earlier player only one of the two workers fishes."""
    rows = with_water(7, 7, (1, 2), (2, 3))
    shops = [piece("storehouse_row", 2, 1), piece("storehouse_row", 0, 2), piece("storehouse_row", 1, 0, owner=1)]
    pawns = {0: [worker(2, 1), worker(0, 2)], 1: [worker(1, 0)]}
    p = scene(rows, pawns=pawns, structures=shops, stage="claims", start=1, turn=1)
    assert fished_by(p, 1, 0) == {(1, 2)}
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == (FISH, {})


@pytest.mark.rule("BRC-123")
def test_slots_and_studs_are_served_in_ascending_order():
    """Two workers beside three studs: the lower slot has the lower stud."""
    p = income(with_water(6, 6, (1, 1), (1, 2), (1, 3)), worker(2, 1), worker(2, 1), structures=[VILLAGE])
    assert fished_by(p, 0, 0) == {(1, 1)}
    assert fished_by(p, 0, 1) == {(1, 2)}


# ------------------------------------------------------------------------------------------------ quarries
CLIFF = ["......", "..rr..", "......", "......", "......", "......"]
CLIFF_HEIGHTS = ["111111", "113311", "111111", "111111", "111111", "111111"]


@pytest.mark.rule("BRC-124")
@pytest.mark.parametrize(("workers", "stone"), [(1, 1), (2, 2), (3, 2)])
def test_a_quarry_supports_two_masons(workers, stone):
    """One stone for each of the first two workers."""
    p = income(CLIFF, *[worker(2, 2)] * workers, heights=CLIFF_HEIGHTS, structures=[piece("quarry_row", 2, 2)])
    assert [cargo(p, 0, k).get("stone", 0) for k in range(workers)] == [1] * stone + [0] * (workers - stone)


@pytest.mark.rule("BRC-124", "BRC-089")
def test_a_warrior_in_a_quarry_produces_nothing():
    """Nor does it take the place of a mason."""
    p = income(CLIFF, warrior(2, 2), worker(2, 2), worker(2, 2), heights=CLIFF_HEIGHTS, structures=[piece("quarry_row", 2, 2)])
    assert [cargo(p, 0, k) for k in range(3)] == [{}, {"stone": 1}, {"stone": 1}]


@pytest.mark.rule("BRC-125")
@pytest.mark.parametrize(("owners", "friends", "stones"), [(1, 2, ([1], [1, 0])), (2, 1, ([1, 1], [0])), (0, 3, ([], [1, 1, 0]))])
def test_the_limit_counts_all_players_owner_first(owners, friends, stones):
    """Two masons in all: the owner's workers come first although the friend sits before it, then slot by slot."""
    pawns = {0: [worker(2, 3)] * friends, 1: [worker(2, 2)] * owners or [worker(5, 5)]}
    quarry = [piece("quarry_row", 2, 2, owner=1)]
    p = scene(CLIFF, CLIFF_HEIGHTS, pawns=pawns, structures=quarry, stage="claims")
    assert [cargo(p, 1, k).get("stone", 0) for k in range(owners)] == stones[0]
    assert [cargo(p, 0, k).get("stone", 0) for k in range(friends)] == stones[1]
