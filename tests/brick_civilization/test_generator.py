"""Rules of the seeded generator: size, symmetry, relief, water, ridges, groves and start sites (BRC-012 to BRC-031).

Every measure is computed here from the terrain alone, independently of the game's own.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest

from rulebound.envs.brick_civilization.maps import bundled_map, bundled_names
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from tests.brick_civilization.helpers import GAME, Stud, layer, studs_of

GRASS, ROCK, WATER, IMPASSABLE = range(4)
VILLAGES = [shape["name"] for shape in DATA["shapes"] if shape["kind"] == "village"]
SEEDS = {2: range(30), 3: range(3), 4: range(3)}
FAR = 10**6
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
WHEELS = (((-1, 0), (-1, 1)), ((0, 2), (1, 2)), ((2, 0), (2, 1)), ((0, -1), (1, -1)))  # from the corner of a mill


@cache
def deal(players: int = 2, seed: int = 0, **rules: object) -> Position:
    """A generated board."""
    return GAME.new(num_players=players, rules=rules, seed=seed)


def boards(players: int = 2) -> list[Position]:
    """Generated boards under the standard rules."""
    return [deal(players, seed) for seed in SEEDS[players]]


def terrain(p: Position) -> np.ndarray:
    return layer(p, "terrain")


def ground(p: Position) -> np.ndarray:
    return layer(p, "ground")


def turned(players: int, one: np.ndarray) -> np.ndarray:
    """The board after a half-turn with two players, a quarter-turn with more."""
    return np.rot90(one, 2 if players == 2 else 1)


def inside(p: Position, stud: Stud) -> bool:
    return 0 <= stud[0] < p.record.rows and 0 <= stud[1] < p.record.cols


def beside(p: Position, stud: Stud) -> list[Stud]:
    """The neighbours of a stud on the board."""
    return [near for near in ((stud[0] + r, stud[1] + c) for r, c in STEPS) if inside(p, near)]


def studs(mask: np.ndarray) -> set[Stud]:
    return {(int(r), int(c)) for r, c in np.argwhere(mask)}


def parts(p: Position, members: Iterable[Stud]) -> list[set[Stud]]:
    """Connected parts of a set of studs."""
    left, found = set(members), []
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            here = queue.pop()
            part.add(here)
            for near in beside(p, here):
                if near in left:
                    left.discard(near)
                    queue.append(near)
        found.append(part)
    return found


def distance_to_water(p: Position) -> np.ndarray:
    """Steps to the nearest water stud."""
    water = np.argwhere(terrain(p) == WATER)
    rows, cols = np.indices(terrain(p).shape)
    return np.min([abs(rows - r) + abs(cols - c) for r, c in water], axis=0)


def walking(p: Position, starts: Iterable[Stud]) -> dict[Stud, int]:
    """Cost on foot from some studs to all others, swimming included."""
    kinds, levels = terrain(p), ground(p)
    cost = dict.fromkeys(starts, 0)
    queue = [(0, start) for start in cost]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > cost[here]:
            continue
        for near in beside(p, here):
            climb = abs(int(levels[near]) - int(levels[here]))
            if kinds[near] == IMPASSABLE or climb > 3:
                continue
            if kinds[near] == WATER and all(kinds[other] == WATER for other in beside(p, near)):
                continue
            step = spent + (3 if kinds[near] == WATER else 1) + climb
            if step < cost.get(near, FAR):
                cost[near] = step
                heapq.heappush(queue, (step, near))
    return cost


def field_studs(p: Position, village: set[Stud]) -> int:
    """Field studs within eight steps of contiguous grass from a village."""
    kinds, levels, trees = terrain(p), ground(p), layer(p, "tree")
    reached, edge = set(village), set(village)
    for _ in range(8):
        edge = {
            near
            for here in edge
            for near in beside(p, here)
            if kinds[near] == GRASS and not trees[near] and abs(levels[near] - levels[here]) <= 1
        } - reached
        reached |= edge
    return len(reached - village)


def open_land(p: Position) -> np.ndarray:
    """Studs on which buildings may stand."""
    return np.isin(terrain(p), (GRASS, ROCK)) & (layer(p, "tree") == 0)


@cache
def quarry_studs(players: int, seed: int, **rules: object) -> frozenset[Stud]:
    """Studs of all places for a quarry."""
    p = deal(players, seed, **rules)
    kinds, levels, free = terrain(p), ground(p), open_land(p)
    found = set()
    for (r, c), (down, right) in ((stud, step) for stud in studs(free) for step in ((0, 1), (1, 0))):
        other = (r + down, c + right)
        if not inside(p, other) or not free[other] or levels[other] != levels[r, c]:
            continue
        for side in ((right, down), (-right, -down)):
            cliff = [(r + side[0], c + side[1]), (other[0] + side[0], other[1] + side[1])]
            if all(inside(p, stud) and kinds[stud] == ROCK and levels[stud] >= levels[r, c] + 2 for stud in cliff):
                found |= {(r, c), other}
    return frozenset(found)


@cache
def mill_studs(players: int, seed: int, **rules: object) -> frozenset[Stud]:
    """Studs of all places for a mill."""
    p = deal(players, seed, **rules)
    levels, free, river = ground(p), open_land(p), (layer(p, "water") & 1) > 0
    found = set()
    for r, c in studs(free):
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if not all(inside(p, stud) and free[stud] and levels[stud] == levels[r, c] for stud in square):
            continue
        for wheel in ([(r + down, c + right) for down, right in side] for side in WHEELS):
            if all(inside(p, stud) and river[stud] and 0 <= levels[r, c] - levels[stud] <= 1 for stud in wheel):
                found.update(square)
    return frozenset(found)


def candidates(p: Position) -> list[tuple[Stud, str, int]]:
    """Anchor, shape and sector of every start site."""
    s = p.record
    return [
        (divmod(int(s.candidate[k]), int(s.cols)), VILLAGES[int(s.candidate_variant[k])], int(s.candidate_sector[k]))
        for k in range(int(s.candidates))
    ]


@cache
def measures(players: int, seed: int, **rules: object) -> list[tuple[int, tuple[int, int, int, int, int]]]:
    """Of every start site its sector and: field studs, groves within cost 7, cost to a quarry, to a mill, to water."""
    p = deal(players, seed, **rules)
    groves = [studs(layer(p, "tree") == k + 1) for k in range(int(p.record.groves))]
    shore = {near for stud in studs(terrain(p) == WATER) for near in beside(p, stud)}
    out = []
    for anchor, shape, sector in candidates(p):
        village = set(studs_of(shape, *anchor))
        cost = walking(p, village)
        nearest = [min((cost.get(stud, FAR) for stud in place), default=FAR) for place in groves]
        quarry = min((cost.get(stud, FAR) for stud in quarry_studs(players, seed, **rules)), default=FAR)
        mill = min((cost.get(stud, FAR) for stud in mill_studs(players, seed, **rules)), default=FAR)
        water = min((cost.get(stud, FAR) for stud in shore), default=FAR)
        out.append((sector, (field_studs(p, village), sum(value <= 7 for value in nearest), quarry, mill, water)))
    return out


def apart(one: Iterable[Stud], other: Iterable[Stud]) -> int:
    """Distance between the nearest studs of two villages."""
    return min(abs(a - c) + abs(b - d) for a, b in one for c, d in other)


# ------------------------------------------------------------------------------------------------ size and seed
@pytest.mark.slow
@pytest.mark.rule("BRC-012", "BRC-013")
@pytest.mark.parametrize(("players", "rules", "side"), [(2, {}, 32), (3, {}, 40), (4, {}, 48), (2, {"size": 24}, 24)])
def test_the_side_follows_the_number_of_players(players, rules, side):
    """32 studs for two civilizations, 40 for three, 48 for four, unless another size is chosen."""
    assert terrain(deal(players, 0, **rules)).shape == (side, side)


@pytest.mark.rule("BRC-013")
@pytest.mark.parametrize("size", [23, 65, 1, -1])
def test_sizes_below_24_and_above_64_are_refused(size):
    """Generated boards have sides of 24 to 64."""
    with pytest.raises(RulesError):
        GAME.new(rules={"size": size})


@pytest.mark.slow
@pytest.mark.rule("BRC-015")
def test_the_seed_decides_the_landscape():
    """The same seed gives the same board and sites, another seed another board."""
    again = GAME.new(num_players=2, seed=1)
    for name in ("terrain", "ground", "tree", "water", "trunk", "candidate", "candidate_variant"):
        assert np.array_equal(again.record[name], deal(2, 1).record[name]), name
    assert not np.array_equal(terrain(deal(2, 1)), terrain(deal(2, 2)))


# ------------------------------------------------------------------------------------------------ the land
@pytest.mark.slow
@pytest.mark.rule("BRC-016", "BRC-017")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_are_symmetric(players):
    """Terrain, ground, footprints and trunks are unchanged by the turn."""
    for p in boards(players):
        trunks = np.zeros(terrain(p).size, bool)
        trunks[np.asarray(p.record.trunk)[: int(p.record.groves)]] = True
        for one in (terrain(p), ground(p), layer(p, "tree") > 0, trunks.reshape(terrain(p).shape)):
            assert np.array_equal(one, turned(players, one))


@pytest.mark.slow
@pytest.mark.rule("BRC-018", "BRC-020")
def test_slopes_are_gentle_and_banks_low():
    """Land outside ridges lies on 1 to 5 and changes by at most 1; near water it is capped by the distance."""
    for p in boards():
        kinds, levels, far = terrain(p), ground(p).astype(int), distance_to_water(p)
        land = kinds == GRASS
        assert levels[land].min() >= 1
        assert levels[land].max() <= 5
        assert (levels[land] <= 1 + np.maximum(0, far[land] - 2)).all()
        across = np.abs(np.diff(levels, axis=1))[land[:, 1:] & land[:, :-1]]
        down = np.abs(np.diff(levels, axis=0))[land[1:] & land[:-1]]
        assert max(across.max(), down.max()) <= 1


@pytest.mark.slow
@pytest.mark.rule("BRC-019")
def test_water_lies_on_level_one_in_three_layouts():
    """Every water stud has ground 1, there is a river in each sector, and all three layouts occur."""
    layouts = set()
    for p in boards():
        kinds = terrain(p)
        assert set(ground(p)[kinds == WATER].tolist()) == {1}
        rivers = parts(p, studs((layer(p, "water") & 1) > 0))
        assert len(rivers) >= 2
        assert all(len(river) >= 4 for river in rivers)
        layouts.add(int(p.record.water_layout))
    assert layouts == {1, 2, 3}


@pytest.mark.slow
@pytest.mark.rule("BRC-019")
def test_edge_seas_are_seas():
    """A sea along the edge is covered by blocks of 3 x 3, so it is no river."""
    seas = [p for p in boards() if p.record.water_layout == 2]
    assert seas
    for p in seas:
        wet = terrain(p) == WATER
        blocks = [(r, c) for r in range(30) for c in range(30) if wet[r : r + 3, c : c + 3].all()]
        assert any(r in (0, 29) or c in (0, 29) for r, c in blocks)


@pytest.mark.slow
@pytest.mark.rule("BRC-021")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ridges_are_rectangles_of_rock_with_room_for_a_quarry(players):
    """Two or three in each sector, 2-3 by 3-5 studs, flat on top, clear of water and of each other."""
    sectors = 2 if players == 2 else 4
    for seed, p in zip(SEEDS[players], boards(players), strict=True):
        levels, far = ground(p), distance_to_water(p)
        ridges = parts(p, studs(terrain(p) == ROCK))
        assert 2 * sectors <= len(ridges) <= 3 * sectors
        for ridge in ridges:
            tall = max(r for r, _ in ridge) - min(r for r, _ in ridge) + 1
            wide = max(c for _, c in ridge) - min(c for _, c in ridge) + 1
            assert len(ridge) == tall * wide
            assert 2 <= min(tall, wide) <= 3
            assert 3 <= max(tall, wide) <= 5
            assert len({int(levels[stud]) for stud in ridge}) == 1
            assert all(far[stud] > 2 for stud in ridge)
            assert all(apart(ridge, other) > 2 for other in ridges if other is not ridge)
            edge = {near for stud in ridge for near in beside(p, stud)} - ridge
            assert edge & quarry_studs(players, seed)
            below = [int(levels[near]) for near in edge]
            assert int(levels[next(iter(ridge))]) >= max(below) + 2


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("BRC-022")
def test_about_a_sixth_of_the_board_is_wooded():
    """The mean share of footprints is near 0.16; groves are whole, on grass, apart, and nearly flat."""
    shares = []
    for p in boards():
        trees, kinds, levels = layer(p, "tree"), terrain(p), ground(p).astype(int)
        for k in range(int(p.record.groves)):
            r, c = divmod(int(p.record.trunk[k]), int(p.record.cols))
            assert studs(trees == k + 1) == {(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
            assert (kinds[r - 1 : r + 2, c - 1 : c + 2] == GRASS).all()
            assert np.abs(levels[r - 1 : r + 2, c - 1 : c + 2] - levels[r, c]).max() <= 1
        shares.append((trees > 0).mean())
    assert 0.12 <= np.mean(shares) <= 0.20


@pytest.mark.slow
@pytest.mark.rule("BRC-031", "BRC-024")
def test_a_default_board_is_mostly_grass_and_has_everything():
    """More than half is grass; both halves have water, rock and groves; nothing is impassable."""
    for p in boards():
        kinds = terrain(p)
        assert (kinds == GRASS).mean() > 0.5
        assert not (kinds == IMPASSABLE).any()
        for half in (slice(0, 16), slice(16, 32)):
            assert {GRASS, ROCK, WATER} <= set(kinds[half].ravel().tolist())
            assert layer(p, "tree")[half].any()


# ------------------------------------------------------------------------------------------------ knobs
@pytest.mark.slow
@pytest.mark.rule("BRC-023")
def test_a_terrain_can_be_left_out():
    """woods=0: no grove; ridges=0: no rock; start sites are found all the same."""
    bare = deal(2, 3, size=24, woods=0)
    assert bare.record.groves == 0
    assert bare.record.candidates >= 2
    assert bare.record.tries <= 64
    soft = deal(2, 3, size=24, ridges=0)
    assert not (terrain(soft) == ROCK).any()
    assert soft.record.candidates >= 2
    assert soft.record.tries <= 64


@pytest.mark.slow
@pytest.mark.rule("BRC-023")
def test_scarcity_thins_out():
    """Half the woods: fewer groves on the same seeds."""
    few = sum(int(deal(2, seed, size=24, woods=0.5).record.groves) for seed in range(3))
    many = sum(int(deal(2, seed, size=24).record.groves) for seed in range(3))
    assert 0 < few < many


@pytest.mark.slow
@pytest.mark.rule("BRC-024")
def test_impassable_blobs_are_small_and_symmetric():
    """A share of 0.02 on 32 x 32: 10 to 30 studs in blobs of 2 to 4, unchanged by the half-turn."""
    p = deal(2, 1, impassable=0.02)
    lava = terrain(p) == IMPASSABLE
    assert 10 <= lava.sum() <= 30
    assert np.array_equal(lava, turned(2, lava))
    assert all(len(blob) >= 2 for blob in parts(p, studs(lava)))


@pytest.mark.slow
@pytest.mark.rule("BRC-029")
def test_a_bundled_board_replaces_one_that_is_never_good():
    """Sites that cannot be: after the last try the bundled board of that size is laid out."""
    assert DATA["generator"]["sub_seeds"]["value"] == 64
    rules = {"generator.start_site.field_studs": 1000, "generator.sub_seeds": 2}
    p = GAME.new(num_players=2, rules=rules, seed=5)
    assert p.record.tries == 65
    drawn = [bundled_map(name) for name in bundled_names() if bundled_map(name).rows == 32]
    assert any(np.array_equal(np.where(one.terrain == 4, GRASS, one.terrain), terrain(p)) for one in drawn)
    assert p.record.candidates >= 2


@pytest.mark.slow
@pytest.mark.rule("BRC-029")
def test_a_good_board_needs_no_bundled_one():
    """The usual boards are drawn at one of the first tries."""
    assert all(1 <= p.record.tries <= 64 for p in boards())


@pytest.mark.slow
@pytest.mark.rule("BRC-030", "BRC-025")
def test_symmetry_can_be_switched_off():
    """The board is no longer its own image, and every site still passes the five measures."""
    p = deal(2, 1, symmetry="none")
    assert not np.array_equal(terrain(p), turned(2, terrain(p)))
    assert p.record.candidates >= 2
    for _, (fields, groves, quarry, mill, water) in measures(2, 1, symmetry="none"):
        assert fields >= 56
        assert groves >= 2
        assert (quarry <= 16, mill <= 20, water <= 10) == (True, True, True)


# ------------------------------------------------------------------------------------------------ start sites
@pytest.mark.slow
@pytest.mark.rule("BRC-025")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_start_site_offers_the_five_measures(players):
    """56 field studs, two groves within 7, a quarry within 16, a mill within 20, water within 10."""
    for seed in SEEDS[players]:
        for _, (fields, groves, quarry, mill, water) in measures(players, seed):
            assert fields >= 56
            assert groves >= 2
            assert quarry <= 16
            assert mill <= 20
            assert water <= 10


@pytest.mark.slow
@pytest.mark.rule("BRC-025")
def test_a_stricter_measure_drops_sites():
    """With four groves asked for, only sites with four are left."""
    rules = {"generator.start_site.groves": 4}
    p = GAME.new(num_players=2, rules=rules, seed=2)
    groves = [studs(layer(p, "tree") == k + 1) for k in range(int(p.record.groves))]
    assert p.record.tries <= 64
    for anchor, shape, _ in candidates(p):
        cost = walking(p, studs_of(shape, *anchor))
        assert sum(min(cost.get(stud, FAR) for stud in grove) <= 7 for grove in groves) >= 4


@pytest.mark.slow
@pytest.mark.rule("BRC-026")
def test_the_images_of_a_site_are_far_apart_and_joined():
    """At least half the side between a site and its image, and a way on foot or swimming."""
    for p in boards():
        for anchor, shape, _ in candidates(p):
            village = studs_of(shape, *anchor)
            image = [(31 - r, 31 - c) for r, c in village]
            assert apart(village, image) >= 16
            assert walking(p, village).get(image[0], FAR) < FAR


@pytest.mark.slow
@pytest.mark.rule("BRC-027", "BRC-017")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_sector_has_equal_sites(players):
    """The sorted measures are the same in every sector in use, and there are as many sectors as players."""
    for seed in SEEDS[players]:
        by_sector: dict[int, list] = {}
        for sector, values in measures(players, seed):
            by_sector.setdefault(sector, []).append(values)
        assert len(by_sector) == players
        first, *others = (sorted(values) for values in by_sector.values())
        assert all(values == first for values in others)


@pytest.mark.slow
@pytest.mark.rule("BRC-028", "BRC-017")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sites_are_few_and_apart(players):
    """At most 16 in all and 16 / P in a sector, three studs from each other."""
    for p in boards(players):
        sites = candidates(p)
        assert players <= len(sites) <= 16
        for sector in {sector for _, _, sector in sites}:
            villages = [studs_of(shape, *anchor) for anchor, shape, here in sites if here == sector]
            assert 1 <= len(villages) <= 16 // players
            assert all(apart(one, other) >= 3 for k, one in enumerate(villages) for other in villages[:k])


@pytest.mark.slow
@pytest.mark.rule("BRC-017")
def test_one_sector_stays_empty_with_three_players():
    """Four equal sectors, three in use, at most five sites in each; a sector is used by one village."""
    for p in boards(3):
        sectors = [sector for _, _, sector in candidates(p)]
        assert len(set(sectors)) == 3
        assert len(sectors) <= 15
    p = deal(3, 0).clone()
    used = []
    for seat in range(3):
        assert p.seat == seat
        first = next(action for action in p.legal() if action.startswith("site"))
        used.append(candidates(p)[int(first.split()[1])][2])
        p.play(first, "target +0 +0", "target +0 +0")
    assert len(set(used)) == 3


@pytest.mark.slow
@pytest.mark.rule("BRC-047")
def test_a_sector_holds_one_village():
    """After the first choice only sites of the other half are left."""
    p = deal(2, 0).clone()
    sectors = [sector for _, _, sector in candidates(p)]
    assert len(set(sectors)) == 2
    p.play("site 0", "target +0 +0", "target +0 +0")
    assert p.seat == 1
    open_sites = [int(action.split()[1]) for action in p.legal() if action.startswith("site")]
    assert open_sites == [k for k, sector in enumerate(sectors) if sector != sectors[0]]
