"""Rules of the stud grid: winners, distances, heights, impassable studs, and what stays as it is (BRC-001 to BRC-006, BRC-008)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from tests.brick_civilization.helpers import (
    build,
    builds,
    flat,
    go,
    layer,
    march,
    piece,
    place,
    plane,
    reach,
    scene,
    sites,
    targets,
    warrior,
    worker,
)


# ------------------------------------------------------------------------------------------------ who wins
def last_round(palaces: list[tuple[int, int]], villages: list[int], pawns: dict, players: int = 2, seats: dict | None = None) -> Position:
    """The end of the last round: palaces as (who placed the roof, rank), owners of villages, pawns on rock.

    Nothing is cultivated and nobody is a diplomat, so palaces, villages, population and deaths decide.
    """
    rows = ["r" * 24] * 12
    pieces = [
        piece("palace_rows", 3 * (k // 6), 4 * (k % 6), owner=seat, progress=7, roof_rank=rank, roof_seat=seat)
        for k, (seat, rank) in enumerate(palaces)
    ]
    pieces += [piece("village_row_e", 6, 4 * k, owner=seat) for k, seat in enumerate(villages)]
    places = {seat: [warrior(9, 6 * seat + k) for k in range(count)] for seat, count in pawns.items()}
    return scene(
        rows,
        pawns=places,
        structures=pieces,
        players=players,
        stage="round_end",
        phase="populate",
        rules={"turn_cap": 3},
        seats=seats or {},
    )


def points(p: Position) -> list[str]:
    """The totals as the table of the text shows them, seat by seat."""
    lines = [line for line in p.text().splitlines() if line[1:].startswith(("Red (0)", "Blue (1)"))]
    return [line.split(")")[1].split()[0] for line in lines if line.split(")")[1].split()[0].replace(".", "").isdigit()][:2]


@pytest.mark.rule("BRC-001")
def test_the_highest_total_wins_alone():
    """28 points (three palaces, most villages) against 16 (two palaces, largest population, two deaths)."""
    palaces = [(0, 1), (0, 2), (0, 2), (1, 2), (1, 2)]
    p = last_round(palaces, [0], {1: 3}, seats={1: {"deaths": 2}})
    assert p.over
    assert points(p) == ["28", "16"]
    assert p.outcome()[:, 0].tolist() == [1, -1]
    assert p.outcome()[:, 1].tolist() == [1, 2]


@pytest.mark.rule("BRC-001")
def test_seat_and_order_of_play_do_not_decide():
    """The same points with the seats exchanged: seat 1 wins."""
    palaces = [(1, 1), (1, 2), (1, 2), (0, 2), (0, 2)]
    p = last_round(palaces, [1], {0: 3}, seats={0: {"deaths": 2}})
    assert p.over
    assert p.outcome()[:, 0].tolist() == [-1, 1]


@pytest.mark.rule("BRC-002")
def test_equal_totals_share_the_win():
    """Three seats, two of them level in front: 0.5, 0.5 and -1."""
    p = last_round([], [0, 1], {0: 1, 1: 1, 2: 1}, players=3)
    assert p.over
    assert p.outcome()[:, 0].tolist() == [0.5, 0.5, -1]
    places = p.outcome()[:, 1].tolist()
    assert places[0] == places[1] < places[2]


@pytest.mark.rule("BRC-002")
def test_two_seats_with_the_same_total_draw():
    """Nobody wins and nobody loses."""
    p = last_round([], [0, 1], {0: 1, 1: 1})
    assert p.over
    assert p.outcome()[:, 0].tolist() == [0, 0]


# ------------------------------------------------------------------------------------------------ distances and heights
@pytest.mark.rule("BRC-003")
def test_distances_are_walks_on_the_square_grid():
    """On level ground one action reaches the studs at Manhattan distance of at most 4."""
    p = scene(flat(11, 11), 2, pawns={0: [worker(5, 5)]})
    diamond = {(r, c) for r in range(11) for c in range(11) if abs(r - 5) + abs(c - 5) <= 4}
    assert len(diamond) == 41
    assert reach(p) | {(5, 5)} == diamond
    march(p, (5, 9))
    assert place(p, 0, 0) == (5, 9)
    assert p.record.left == 0


@pytest.mark.rule("BRC-003")
def test_legs_of_one_action_share_its_four_studs():
    """Three studs, then one more, then none."""
    p = scene(flat(11, 11), 2, pawns={0: [worker(5, 5)]})
    march(p, (5, 8))
    assert p.record.left == 1
    assert targets(p) == {(4, 8), (6, 8), (5, 7), (5, 9)}


@pytest.mark.rule("BRC-004")
@pytest.mark.parametrize(("level", "left"), [(2, 3), (3, 2), (4, 1), (5, 0), (1, 2), (0, 1)])
def test_a_level_counts_as_one_stud(level, left):
    """A step to a stud some levels away costs one stud and one for each level."""
    p = scene(["..."], [f"2{level}{level}"], pawns={0: [worker(0, 0)]})
    go(p.play("pawn 0"), (0, 1))
    assert p.record.left == left


@pytest.mark.rule("BRC-004")
@pytest.mark.parametrize(("level", "part"), [(1, 1), (3, 1), (4, 0)])
def test_a_brick_is_three_plates_tall(level, part):
    """A body on base 1 fills the levels 1 to 3: a storehouse on 3 touches it and improves the village, on 4 it does not."""
    heights = ["111" + str(level) * 3] * 2 + ["1" * 6] * 4
    pawns = {0: [worker(1, 4, wood_raw=2)]}
    p = scene(flat(6, 6), heights, pawns=pawns, structures=[piece("village_row_e", 0, 0)], stage="build")
    build(p, "storehouse_row", (0, 3))
    assert p.record.structs == 2
    assert p.record.complex[1] == part


@pytest.mark.rule("BRC-008")
def test_surface_and_base_of_a_stud():
    """Ground 2 with a road and two walls: one stands on 5, the base is 3."""
    p = scene(["......"] * 6, 2, pawns={0: [worker(2, 1)]}, roads=[(2, 2), (2, 4)], walls={(2, 2): (2, 0)})
    assert plane(p, "surface")[2, 2] == 5
    assert plane(p, "surface")[2, 4] == 3
    assert plane(p, "surface")[2, 1] == 2
    go(p.play("pawn 0"), (2, 2))
    assert p.record.left == 0  # one stud and three levels


@pytest.mark.rule("BRC-008")
def test_walls_do_not_count_in_combat_distance():
    """A warrior on a wall of four has a neighbour on the ground in range, because bases are compared."""
    pawns = {0: [warrior(2, 2)], 1: [worker(2, 3)]}
    p = scene(flat(6, 6), pawns=pawns, walls={(2, 2): (4, 0)}, stage="deploy", unfriendly=[(0, 1)])
    p.play("pawn 0", "yes")
    assert any(action.startswith("detachment") for action in p.legal())


@pytest.mark.rule("BRC-008")
def test_a_deck_is_the_base_of_its_stud():
    """Over water on level 1 a deck on level 4 is stood upon at 4."""
    rows = ["..~~.."] * 6
    p = scene(rows, ["441144"] * 6, pawns={0: [worker(2, 1)]}, decks={(2, 2): 4, (2, 3): 4})
    assert plane(p, "surface")[2, 2] == 4
    assert plane(p, "surface")[1, 2] == 1
    march(p, (2, 4))
    assert place(p, 0, 0) == (2, 4)


@pytest.mark.rule("BRC-008")
@pytest.mark.parametrize(("segments", "surface"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_a_pillar_reaches_the_surface_with_its_third_segment(segments, surface):
    """Water is three deep: the fourth segment is the first above it."""
    p = scene(["..~~.."] * 6, pawns={0: [worker(2, 1)]}, roads={(2, 2): segments})
    assert plane(p, "surface")[2, 2] == surface


# ------------------------------------------------------------------------------------------------ impassable studs
@pytest.mark.rule("BRC-005")
def test_nobody_enters_impassable_terrain():
    """A stud without studs is never a target, nor what lies behind it."""
    p = scene([".#."], 2, pawns={0: [worker(0, 0)]}, actions=(4, 1))
    assert not reach(p) & {(0, 1), (0, 2)}
    assert (0, 1) in reach(scene(["..."], 2, pawns={0: [worker(0, 0)]}))


@pytest.mark.rule("BRC-005")
def test_nothing_stands_on_impassable_terrain_but_a_deck_over_it():
    """No building, no wall and no fill; a deck may span it."""
    pawns = {0: [worker(0, 1, wood_raw=9, stone=9)], 1: [worker(5, 5)]}
    p = scene(["..#...", "......", *["......"] * 4], 2, pawns=pawns, stage="build")
    assert "road" in builds(p)
    p.play("pawn 0", "build road")
    assert targets(p) == {(0, 0), (1, 1)}
    with pytest.raises(IllegalAction):
        go(p, (0, 2))
    p.play("deck")
    assert targets(p) == {(0, 2)}
    go(p, (0, 2))
    assert (layer(p, "deck")[0, 2] > 0, layer(p, "road")[0, 2]) == (True, 0)


@pytest.mark.rule("BRC-005")
def test_a_building_beside_impassable_terrain_stays_off_it():
    """Of the places around a worker those with an impassable stud are left out."""
    rows = ["......", "......", "...#..", "......", "......", "......"]
    p = scene(rows, pawns={0: [worker(2, 2, wood_raw=2, stone=1)]}, stage="build")
    assert (2, 3) not in sites(p, "wall")
    assert (1, 2) in sites(p, "wall")
    assert (2, 3) not in sites(p, "storehouse_row")
    assert {(1, 2), (3, 2), (2, 0)} <= sites(p, "storehouse_row")


# ------------------------------------------------------------------------------------------------ neighbours
@pytest.mark.rule("BRC-006")
def test_diagonal_studs_are_two_steps_away():
    """From (2, 2) to (3, 3) costs two base studs."""
    p = scene(flat(5, 5), pawns={0: [worker(2, 2)]})
    march(p, (3, 3))
    assert p.record.left == 2


@pytest.mark.rule("BRC-006")
def test_sites_share_an_edge_with_the_worker():
    """Road segments lie on the four studs around the worker, not at its corners."""
    p = scene(flat(6, 6), pawns={0: [worker(2, 2, wood_raw=1)]}, stage="build")
    assert sites(p, "road") == {(1, 2), (3, 2), (2, 1), (2, 3)}


@pytest.mark.rule("BRC-006")
def test_a_pawn_at_a_corner_is_no_neighbour_for_the_range():
    """Diagonally adjacent warriors are two apart; behind impassable studs at both sides they are out of range."""
    pawns = {0: [warrior(2, 2)], 1: [worker(3, 3)]}
    rows = ["......", "......", "...#..", "..#...", "......", "......"]
    blocked = scene(rows, pawns=pawns, stage="deploy", unfriendly=[(0, 1)]).play("pawn 0", "yes")
    assert not any(action.startswith("detachment") for action in blocked.legal())
    free = scene(flat(6, 6), pawns=pawns, stage="deploy", unfriendly=[(0, 1)]).play("pawn 0", "yes")
    assert any(action.startswith("detachment") for action in free.legal())
