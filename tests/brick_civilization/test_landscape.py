"""The generator: symmetry, relief, water, ridges, groves, start sites and the knobs that change them (BRC-012 to BRC-031).

Distances and measures are worked out here a second time, in plain Python.
"""

from __future__ import annotations

import heapq
from collections import deque
from functools import cache

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.brick_civilization.atlas import start_measures
from rulebound.envs.brick_civilization.maps import BrickMap, bundled_map, map_of_record
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError

GAME = game("brick_civilization")
GRASS, ROCK, WATER, IMPASSABLE, TRUNK = range(5)
RIVER = 1
TABLES = (2, 3, 4)
SEEDS = range(50)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
LAYERS = ("terrain", "ground", "tree", "water")


@cache
def deal(seed: int, players: int = 2, **rules: object) -> Position:
    """A freshly dealt game."""
    return GAME.new(num_players=players, rules=rules, seed=seed)


@cache
def drawn(seed: int, players: int = 2, **rules: object) -> BrickMap:
    """The landscape of a deal."""
    return map_of_record(deal(seed, players, **rules).record)


def board(position: Position, layer: str) -> np.ndarray:
    """A layer of the board: [row, column]."""
    s = position.record
    return np.asarray(s[layer])[: int(s.rows) * int(s.cols)].reshape(int(s.rows), int(s.cols)).astype(int)


def turns_of(players: int) -> int:
    """Half-turns for two players, quarter-turns for more."""
    return 2 if players == 2 else 4


def turned(layer: np.ndarray, players: int) -> np.ndarray:
    """A layer after one turn that leaves the board unchanged."""
    return np.rot90(layer, 2 if players == 2 else -1)


def land_steps(one: BrickMap) -> np.ndarray:
    """Height differences between neighbouring studs of land that is no rock."""
    land = np.isin(one.terrain, (GRASS, TRUNK, IMPASSABLE))
    found = []
    for axis in (0, 1):
        both = land & np.roll(land, -1, axis)
        step = np.abs(one.ground - np.roll(one.ground, -1, axis))
        inner = (slice(None, -1), slice(None)) if axis == 0 else (slice(None), slice(None, -1))
        found.append(step[inner][both[inner]])
    return np.concatenate(found)


def water_distance(one: BrickMap) -> np.ndarray:
    """Steps to the nearest water stud."""
    distance = np.where(one.terrain == WATER, 0, 999)
    queue = deque(map(tuple, np.argwhere(one.terrain == WATER)))
    while queue:
        row, column = queue.popleft()
        for down, right in STEPS:
            r, c = row + down, column + right
            if 0 <= r < one.rows and 0 <= c < one.cols and distance[r, c] == 999:
                distance[r, c] = distance[row, column] + 1
                queue.append((r, c))
    return distance


def parts(mask: np.ndarray) -> list[list[tuple[int, int]]]:
    """The connected parts of a mask."""
    left, found = {tuple(stud) for stud in np.argwhere(mask).tolist()}, []
    while left:
        part, queue = [], [left.pop()]
        while queue:
            row, column = queue.pop()
            part.append((row, column))
            for down, right in STEPS:
                near = (row + down, column + right)
                if near in left:
                    left.remove(near)
                    queue.append(near)
        found.append(part)
    return found


def walk(one: BrickMap, starts: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Walking and swimming costs from studs to all others."""
    cost, heap = dict.fromkeys(starts, 0), [(0, start) for start in starts]
    while heap:
        value, (row, column) = heapq.heappop(heap)
        if value > cost[row, column]:
            continue
        for down, right in STEPS:
            r, c = row + down, column + right
            if not (0 <= r < one.rows and 0 <= c < one.cols) or one.terrain[r, c] == IMPASSABLE:
                continue
            height = abs(int(one.ground[r, c]) - int(one.ground[row, column]))
            if height >= 4 or (one.terrain[r, c] == WATER and not beside_land(one, r, c)):
                continue
            step = (3 if one.terrain[r, c] == WATER else 1) + height
            if value + step < cost.get((r, c), 10_000):
                cost[r, c] = value + step
                heapq.heappush(heap, (value + step, (r, c)))
    return cost


def beside_land(one: BrickMap, row: int, column: int) -> bool:
    """Whether a water stud has land beside it."""
    near = [(row + down, column + right) for down, right in STEPS]
    return any(0 <= r < one.rows and 0 <= c < one.cols and one.terrain[r, c] != WATER for r, c in near)


def field_studs(one: BrickMap, village: list[tuple[int, int]]) -> int:
    """Field studs within 8 steps of contiguous grass."""
    steps, queue = dict.fromkeys(village, 0), deque(village)
    while queue:
        row, column = queue.popleft()
        for down, right in STEPS if steps[row, column] < 8 else ():
            r, c = row + down, column + right
            inside = 0 <= r < one.rows and 0 <= c < one.cols and (r, c) not in steps
            if not inside or one.terrain[r, c] != GRASS or (r, c) in one.wooded:
                continue
            if abs(int(one.ground[r, c]) - int(one.ground[row, column])) <= 1:
                steps[r, c] = steps[row, column] + 1
                queue.append((r, c))
    return len(steps) - len(village)


def free(one: BrickMap, row: int, column: int) -> bool:
    """Whether a building can stand on a stud."""
    inside = 0 <= row < one.rows and 0 <= column < one.cols
    return inside and one.terrain[row, column] in (GRASS, ROCK) and (row, column) not in one.wooded


@cache
def quarry_studs(one: BrickMap) -> frozenset[tuple[int, int]]:
    """The studs of all places for a quarry."""
    found = set()
    for row, column in np.ndindex(one.rows, one.cols):
        for other, sides in (((row, column + 1), ((-1, 0), (1, 0))), ((row + 1, column), ((0, -1), (0, 1)))):
            if not free(one, row, column) or not free(one, *other) or one.ground[row, column] != one.ground[other]:
                continue
            for down, right in sides:
                cliff = [(row + down, column + right), (other[0] + down, other[1] + right)]
                rock = all(free(one, *stud) and one.terrain[stud] == ROCK for stud in cliff)
                if rock and all(one.ground[stud] >= one.ground[row, column] + 2 for stud in cliff):
                    found |= {(row, column), other}
    return frozenset(found)


def mill_studs(one: BrickMap, river: np.ndarray) -> set[tuple[int, int]]:
    """The studs of all places for a mill."""
    found = set()
    for row, column in np.ndindex(one.rows - 1, one.cols - 1):
        square = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if not all(free(one, *stud) for stud in square) or len({int(one.ground[stud]) for stud in square}) > 1:
            continue
        for side in (
            [(row - 1, column), (row - 1, column + 1)], [(row, column + 2), (row + 1, column + 2)],
            [(row + 2, column), (row + 2, column + 1)], [(row, column - 1), (row + 1, column - 1)],
        ):  # fmt: skip
            wheel = all(0 <= r < one.rows and 0 <= c < one.cols and river[r, c] for r, c in side)
            if wheel and all(0 <= one.ground[row, column] - one.ground[stud] <= 1 for stud in side):
                found |= set(square)
    return found


def measures(position: Position, one: BrickMap, village: list[tuple[int, int]]) -> tuple[int, ...]:
    """Field studs, groves within walking cost 7, and the walking costs to a quarry site, a mill site and water."""
    cost = walk(one, village)
    groves = sum(min(cost.get(stud, 999) for stud in one.footprint(*trunk)) <= 7 for trunk in one.trunks())
    mills = mill_studs(one, board(position, "water") & RIVER > 0)
    near = [min((cost.get(stud, 999) for stud in studs), default=999) for studs in (quarry_studs(one), mills)]
    water = min((cost.get(tuple(stud), 999) for stud in np.argwhere(one.terrain == WATER).tolist()), default=999)
    return field_studs(one, village), groves, *near, water


def sector(one: BrickMap, players: int, stud: tuple[int, int]) -> int:
    """The sector of an even board: top and bottom half, or the quarters clockwise from the top left."""
    low, right = stud[0] >= one.rows // 2, stud[1] >= one.cols // 2
    return int(low) if players == 2 else (3 - int(right) if low else int(right))


# ------------------------------------------------------------------------------------------------ size and seed
@pytest.mark.rule("BRC-012", "BRC-013")
@pytest.mark.parametrize(("players", "side"), [(2, 32), (3, 40), (4, 48)])
def test_the_side_follows_the_number_of_players(players, side):
    assert (int(deal(1, players).record.rows), int(deal(1, players).record.cols)) == (side, side)


@pytest.mark.rule("BRC-013")
def test_sizes_beyond_the_limits_are_refused():
    for size in (1, 23, 65):
        with pytest.raises(RulesError, match=r"board\.size"):
            GAME.variant({"size": size})
    for size in (24, 37, 64):
        assert int(deal(0, 2, size=size).record.rows) == size


@pytest.mark.rule("BRC-015")
def test_the_seed_makes_the_board():
    for players in TABLES:
        once, again, other = deal(1, players), GAME.new(num_players=players, seed=1), deal(2, players)
        assert map_of_record(once.record).text == map_of_record(again.record).text
        assert all(np.array_equal(board(once, layer), board(again, layer)) for layer in LAYERS)
        assert map_of_record(once.record).text != map_of_record(other.record).text


@pytest.mark.rule("BRC-016")
@pytest.mark.parametrize("players", TABLES)
def test_the_board_is_unchanged_by_a_turn(players):
    for seed in SEEDS:
        one = drawn(seed, players)
        assert np.array_equal(one.terrain, turned(one.terrain, players))
        assert np.array_equal(one.ground, turned(one.ground, players))
        river = board(deal(seed, players), "water") & RIVER
        assert np.array_equal(river, turned(river, players))


@pytest.mark.parametrize("side", [25, 33, 47])
def test_odd_boards_are_symmetric_too(side):
    for players in TABLES:
        one = drawn(3, players, size=side)
        assert np.array_equal(one.terrain, turned(one.terrain, players))
        assert np.array_equal(one.ground, turned(one.ground, players))


# ------------------------------------------------------------------------------------------------ land and water
@pytest.mark.rule("BRC-018")
def test_land_rises_by_single_levels():
    for seed in SEEDS:
        one = drawn(seed)
        land = np.isin(one.terrain, (GRASS, TRUNK))
        assert one.ground[land].min() >= 1
        assert one.ground[land].max() <= 5
        assert land_steps(one).max() <= 1


@pytest.mark.rule("BRC-019")
def test_water_lies_at_level_one_in_one_of_three_layouts():
    layouts = set()
    for players in TABLES:
        for seed in SEEDS:
            one, position = drawn(seed, players), deal(seed, players)
            assert (one.ground[one.terrain == WATER] == 1).all()
            rivers = parts(board(position, "water") & RIVER > 0)
            for number in range(turns_of(players)):
                assert any(sector(one, players, stud) == number for river in rivers for stud in river)
            layouts.add(int(position.record.water_layout))
    assert layouts == {1, 2, 3}


def test_edge_seas_are_three_studs_deep():
    """Ruling 6: the sea of an edge is no river."""
    for seed in SEEDS:
        position = deal(seed)
        if int(position.record.water_layout) == 2:
            assert (drawn(seed).terrain[:3] == WATER).all()
            assert (board(position, "water")[:3] & RIVER == 0).all()


@pytest.mark.rule("BRC-020")
def test_banks_are_flat():
    for seed in SEEDS:
        one = drawn(seed)
        distance, land = water_distance(one), np.isin(one.terrain, (GRASS, TRUNK))
        assert (one.ground[land] <= 1 + np.maximum(0, distance[land] - 2)).all()


@pytest.mark.rule("BRC-021")
@pytest.mark.parametrize("players", TABLES)
def test_ridges(players):
    for seed in SEEDS:
        one = drawn(seed, players)
        ridges = parts(one.terrain == ROCK)
        numbers = [sum(sector(one, players, ridge[0]) == number for ridge in ridges) for number in range(turns_of(players))]
        assert set(numbers) <= {2, 3}
        assert len(set(numbers)) == 1
        for ridge in ridges:
            rows, columns = [row for row, _ in ridge], [column for _, column in ridge]
            top, left = min(rows), min(columns)
            height, width = max(rows) - top + 1, max(columns) - left + 1
            assert len(ridge) == height * width
            assert min(height, width) in (2, 3)
            assert max(height, width) in (3, 4, 5)
            assert len({int(one.ground[stud]) for stud in ridge}) == 1
            around = np.zeros_like(one.terrain, bool)
            around[max(0, top - 2) : top + height + 2, max(0, left - 2) : left + width + 2] = True
            around[top : top + height, left : left + width] = False
            assert not np.isin(one.terrain[around], (WATER, ROCK)).any()
            foot = [stud for stud in map(tuple, np.argwhere(around).tolist()) if beside(stud, ridge)]
            assert 2 <= int(one.ground[ridge[0]]) - max(int(one.ground[stud]) for stud in foot) <= 5
            assert any(beside(stud, ridge) for stud in quarry_studs(one))


def beside(stud: tuple[int, int], part: list[tuple[int, int]]) -> bool:
    """Whether a stud has a neighbour in a part."""
    return any((stud[0] + down, stud[1] + right) in part for down, right in STEPS)


@pytest.mark.rule("BRC-022")
@pytest.mark.parametrize("players", TABLES)
def test_groves(players):
    shares = []
    for seed in SEEDS:
        one = drawn(seed, players)
        studs = [stud for trunk in one.trunks() for stud in one.footprint(*trunk)]
        assert len(studs) == len(set(studs)) == 9 * len(one.trunks())
        for row, column in one.trunks():
            around = one.ground[row - 1 : row + 2, column - 1 : column + 2]
            assert np.abs(around - one.ground[row, column]).max() <= 1
            assert np.isin(one.terrain[row - 1 : row + 2, column - 1 : column + 2], (GRASS, TRUNK)).all()
        shares.append(len(studs) / one.terrain.size)
    assert 0.12 < np.mean(shares) < 0.20


@pytest.mark.rule("BRC-022")
def test_groves_form_forests():
    """More than half of the groves share an edge with another one."""
    joined = alone = 0
    for seed in SEEDS:
        one = drawn(seed)
        prints = [one.footprint(*trunk) for trunk in one.trunks()]
        for k, footprint in enumerate(prints):
            edge = {(row + down, column + right) for row, column in footprint for down, right in STEPS}
            together = any(edge & other for n, other in enumerate(prints) if n != k)
            joined, alone = joined + together, alone + (not together)
    assert joined > alone


@pytest.mark.rule("BRC-031")
@pytest.mark.parametrize("players", TABLES)
def test_mostly_grassland_with_everything_in_every_sector(players):
    for seed in SEEDS:
        one = drawn(seed, players)
        assert np.isin(one.terrain, (GRASS, TRUNK)).mean() > 0.5
        for kind in (ROCK, WATER, TRUNK):
            there = {sector(one, players, tuple(stud)) for stud in np.argwhere(one.terrain == kind).tolist()}
            assert there == set(range(turns_of(players)))


# ------------------------------------------------------------------------------------------------ start sites
@pytest.mark.rule("BRC-025")
@pytest.mark.parametrize("players", TABLES)
def test_every_candidate_offers_the_five_measures(players):
    for seed in range(4):
        position, one = deal(seed, players), drawn(seed, players)
        told = start_measures(position)
        for k, (row, column, shape) in enumerate(one.starts):
            assert one.village_problem(row, column, shape) is None
            fields, groves, quarry, mill, water = measures(position, one, one.village(row, column, shape))
            assert fields >= 56
            assert groves >= 2
            assert (quarry <= 16, mill <= 20, water <= 10) == (True, True, True)
            assert told[k, 0] == fields
            assert told[k, 1] <= groves
            assert told[k, 2:5].tolist() == [quarry, mill, water]


@pytest.mark.rule("BRC-025")
def test_a_site_with_one_grove_is_dropped():
    position, one = deal(0), drawn(0)
    row, column, shape = map_of_record(on_map(one).record).starts[0]
    cost = walk(one, one.village(row, column, shape))
    near = [trunk for trunk in one.trunks() if min(cost.get(stud, 999) for stud in one.footprint(*trunk)) <= 7]
    terrain = one.terrain.copy()
    for trunk in near[1:]:
        terrain[trunk] = GRASS
    thinned = BrickMap(2, terrain, one.ground)
    assert measures(position, thinned, one.village(row, column, shape))[1] == 1
    assert (row, column, shape) not in map_of_record(on_map(thinned).record).starts


def on_map(one: BrickMap) -> Position:
    """A game on a map whose start sites are searched for."""
    return GAME.new(rules={"map": BrickMap(one.players, one.terrain, one.ground).text})


@pytest.mark.rule("BRC-026")
@pytest.mark.parametrize("players", TABLES)
def test_images_are_far_and_can_be_reached(players):
    for seed in range(10):
        position, one = deal(seed, players), drawn(seed, players)
        sectors = np.asarray(position.record.candidate_sector)[: len(one.starts)].tolist()
        for k in range(0, len(one.starts), players):
            assert sectors[k : k + players] == list(range(1, players + 1))
            villages = [one.village(*start) for start in one.starts[k : k + players]]
            cost = walk(one, villages[0])
            for other in villages[1:]:
                assert any(stud in cost for stud in other)
                for a in villages[0]:
                    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= one.rows / 2 for b in other)


@pytest.mark.rule("BRC-027")
@pytest.mark.parametrize("players", TABLES)
def test_every_sector_has_the_same_sites(players):
    for seed in SEEDS:
        position = deal(seed, players)
        told = start_measures(position)
        sectors = np.asarray(position.record.candidate_sector)[: len(told)]
        lists = [sorted(map(tuple, told[sectors == number].tolist())) for number in range(1, players + 1)]
        assert lists[0]
        assert all(one == lists[0] for one in lists)


@pytest.mark.rule("BRC-017", "BRC-028")
@pytest.mark.parametrize("players", TABLES)
def test_at_most_sixteen_candidates_apart_from_each_other(players):
    for seed in SEEDS:
        one = drawn(seed, players)
        assert players <= len(one.starts) <= 16 // players * players
        where = [{sector(one, players, stud) for stud in one.village(*start)} for start in one.starts]
        assert all(len(found) == 1 for found in where)
        numbers = [next(iter(found)) for found in where]
        assert set(numbers) == set(range(players))
        assert max(numbers.count(number) for number in range(players)) <= 16 // players
        for k, start in enumerate(one.starts):
            for other in one.starts[:k]:
                assert abs(start[0] - other[0]) + abs(start[1] - other[1]) >= 3


# ------------------------------------------------------------------------------------------------ knobs
@pytest.mark.rule("BRC-023")
def test_scarcity_removes_terrain():
    for seed in range(5):
        assert not drawn(seed, woods=0).trunks()
        assert not (drawn(seed, ridges=0).terrain == ROCK).any()
        assert not (board(deal(seed, rivers=0, lakes=0), "terrain") == WATER).any()
        for rules in (
            {"woods": 0},
            {"ridges": 0},
            {"rivers": 0},
            {"rivers": 0, "lakes": 0},
            {"woods": 0, "ridges": 0, "rivers": 0, "lakes": 0},
        ):
            assert 1 <= int(deal(seed, **rules).record.tries) <= 64
            assert len(drawn(seed, **rules).starts) >= 2


@pytest.mark.rule("BRC-023")
def test_scarcity_multiplies():
    def mean(count, **rules: object) -> float:
        return float(np.mean([count(drawn(seed, **rules)) for seed in range(20)]))

    def groves(one: BrickMap) -> int:
        return len(one.trunks())

    def ridges(one: BrickMap) -> int:
        return len(parts(one.terrain == ROCK))

    assert 0.35 < mean(groves, woods=0.5) / mean(groves) < 0.65
    assert mean(groves, woods=1.5) > 1.2 * mean(groves)
    assert mean(ridges, ridges=1.6) > 1.2 * mean(ridges)
    assert 0.3 < mean(ridges, ridges=0.5) / mean(ridges) < 0.7
    assert mean(lambda one: (one.terrain == WATER).sum(), lakes=2) > mean(lambda one: (one.terrain == WATER).sum())


@pytest.mark.rule("BRC-024")
def test_impassable_blobs():
    for seed in range(20):
        assert not (drawn(seed).terrain == IMPASSABLE).any()
        one = drawn(seed, impassable=0.02)
        lava = one.terrain == IMPASSABLE
        assert 10 <= lava.sum() <= 30
        assert np.array_equal(lava, turned(lava, 2))


@pytest.mark.rule("BRC-029")
@pytest.mark.parametrize(("size", "name"), [(24, "hearth"), (32, "crossroads"), (40, "pinwheel"), (48, "four_lakes"), (64, "great_island")])
def test_after_sixty_four_failures_a_bundled_map(size, name):
    for players in TABLES:
        position = deal(0, players, size=size, **{"generator.start_site.field_studs": 1000})
        one, bundled = map_of_record(position.record), bundled_map(name)
        assert int(position.record.tries) == 65
        assert np.array_equal(one.terrain, bundled.terrain)
        assert np.array_equal(one.ground, bundled.ground)
        assert set(one.starts) <= set(bundled.starts)
        sectors = np.asarray(position.record.candidate_sector)[: len(one.starts)]
        assert set(sectors.tolist()) == set(range(1, players + 1))


@pytest.mark.rule("BRC-029")
def test_a_bundled_map_goes_on_to_the_edge_of_a_larger_board():
    one = drawn(0, 2, size=36, **{"generator.start_site.field_studs": 1000})
    inner = bundled_map("crossroads")
    assert np.array_equal(one.terrain[2:34, 2:34], inner.terrain)
    assert np.array_equal(one.terrain[0, 2:34], inner.terrain[0])
    assert all(one.village_problem(*start) is None for start in one.starts)


@pytest.mark.rule("BRC-030")
@pytest.mark.parametrize("players", TABLES)
def test_without_symmetry(players):
    unlike = 0
    for seed in range(1, 4):
        position, one = deal(seed, players, symmetry="none"), drawn(seed, players, symmetry="none")
        unlike += not np.array_equal(one.terrain, turned(one.terrain, players))
        sectors = np.asarray(position.record.candidate_sector)[: len(one.starts)].tolist()
        assert set(sectors) == set(range(1, players + 1))
        assert land_steps(one).max() <= 1
        for start in one.starts[::3]:
            fields, groves, quarry, mill, water = measures(position, one, one.village(*start))
            assert fields >= 56
            assert groves >= 2
            assert (quarry <= 16, mill <= 20, water <= 10) == (True, True, True)
    assert unlike == 3
