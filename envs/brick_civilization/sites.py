"""Rivers and start sites of a landscape: which water is a river, where villages may begin, and how good those places are.

A site is measured as a place of three studs, as a village is one (clarifications 3.2, step 7). Read `landscape.py` next.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.envs.brick_civilization.maps import MOST_STARTS, VILLAGES
from rulebound.envs.brick_civilization.state import COL_STEP, ROW_STEP, SHAPE_COL, SHAPE_ROW, Terrain, Water
from rulebound.envs.core.jit import kernel

FAR = 1000  # a cost beyond every limit
FIELD_STEPS = 8
SPACING = 3  # studs between two candidates
RIVER_CELLS = 4  # fewer narrow studs are a bump of a shoreline
CLIFF = 4  # a step of this height is impossible
SHAPES = len(VILLAGES)


def _turned_shapes() -> list[int]:
    """The shape of each village after a quarter-turn of the board, which takes (row, column) to (column, -row)."""
    studs = [frozenset((column, -row) for row, column in village) for village in VILLAGES]
    lowest = [(min(r for r, _ in hall), min(c for _, c in hall)) for hall in ([(c, -r) for r, c in village[:2]] for village in VILLAGES)]
    moved = [frozenset((r - low[0], c - low[1]) for r, c in village) for village, low in zip(studs, lowest, strict=True)]
    halls = [village[1] for village in VILLAGES]
    return [
        next(k for k, other in enumerate(VILLAGES) if frozenset(other) == shape and halls[k] == (halls[number][1], halls[number][0]))
        for number, shape in enumerate(moved)
    ]


TURNED_SHAPE = np.array(_turned_shapes())


@kernel
def beside(rows, columns, cell, direction):
    """The neighbour of a stud to the north, east, south or west, or -1 beyond the edge."""
    row = cell // columns + ROW_STEP[direction]
    column = cell % columns + COL_STEP[direction]
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else -1


# ------------------------------------------------------------------------------------------------ rivers
@kernel
def find_rivers(s, edge_rivers):
    """Rivers: water under no full 3x3 block of water, four studs connected or more, that touches such a block or the edge
    (BRC-040, BRC-041)."""
    rows, columns = s.rows, s.cols
    cells = rows * columns
    wide, seen = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    for row in range(rows - 2):
        for column in range(columns - 2):
            corner = row * columns + column
            wet = 0
            for k in range(9):
                wet += s.terrain[corner + k // 3 * columns + k % 3] == Terrain.WATER
            if wet == 9:
                for k in range(9):
                    wide[corner + k // 3 * columns + k % 3] = seen[corner + k // 3 * columns + k % 3] = 1
    queue = np.zeros(cells, np.int64)
    for start in range(cells):
        s.water[start] = 0
    for start in range(cells):
        if s.terrain[start] != Terrain.WATER or seen[start]:
            continue
        queue[0] = start
        seen[start] = 1
        filled, taken, joined = 1, 0, False
        while taken < filled:
            cell = queue[taken]
            taken += 1
            for d in range(4):
                near = beside(rows, columns, cell, d)
                if near < 0:
                    joined = joined or edge_rivers != 0
                elif wide[near]:
                    joined = True
                elif s.terrain[near] == Terrain.WATER and not seen[near]:
                    seen[near] = 1
                    queue[filled] = near
                    filled += 1
        if joined and filled >= RIVER_CELLS:
            for k in range(filled):
                s.water[queue[k]] = Water.RIVER


# ------------------------------------------------------------------------------------------------ walking
@kernel
def swimmable(s, cell):
    """Whether a water stud lies beside land."""
    for d in range(4):
        near = beside(s.rows, s.cols, cell, d)
        if near >= 0 and s.terrain[near] != Terrain.WATER:
            return True
    return False


@kernel
def step_cost(s, start, end):
    """What one step on foot costs on the bare landscape, FAR if it is impossible."""
    height = abs(s.ground[start] - s.ground[end])
    if height >= CLIFF or s.terrain[end] == Terrain.IMPASSABLE or s.terrain[start] == Terrain.IMPASSABLE:
        return FAR
    if s.terrain[end] == Terrain.WATER:
        return 3 + height if swimmable(s, end) else FAR
    return 1 + height


@kernel
def walk_back(s, cost, limit, top, bottom, left, right):
    """Lower `cost` of every stud of a window to what it costs to walk from there to the studs whose cost is 0, up to a limit.

    One pass over the window for every value of the cost: it is small, and no heap is needed.
    """
    for value in range(limit):
        for row in range(top, bottom):
            for column in range(left, right):
                end = row * s.cols + column
                if cost[end] != value:
                    continue
                for d in range(4):
                    start = beside(s.rows, s.cols, end, d)
                    if start >= 0 and cost[start] > value:
                        cost[start] = min(cost[start], value + step_cost(s, start, end))


@kernel
def label_walks(s, part):
    """Number the parts of the landscape between which nobody can walk or swim."""
    cells = s.rows * s.cols
    queue = np.zeros(cells, np.int64)
    number = 0
    for cell in range(cells):
        part[cell] = 0
    for start in range(cells):
        if part[start] or s.terrain[start] == Terrain.IMPASSABLE or s.terrain[start] == Terrain.WATER:
            continue
        number += 1
        part[start] = number
        queue[0] = start
        filled, taken = 1, 0
        while taken < filled:
            cell = queue[taken]
            taken += 1
            for d in range(4):
                near = beside(s.rows, s.cols, cell, d)
                if near >= 0 and part[near] == 0 and step_cost(s, cell, near) < FAR:
                    part[near] = number
                    queue[filled] = near
                    filled += 1


# ------------------------------------------------------------------------------------------------ what a place offers
@kernel
def buildable(s, cell):
    """Whether a building can stand on a stud of the bare landscape."""
    return s.terrain[cell] != Terrain.WATER and s.terrain[cell] != Terrain.IMPASSABLE and s.tree[cell] == 0


@kernel
def village_fits(s, row, column, shape):
    """Whether a village of a shape can stand here: free land, a level hall, the dwelling at most two levels away (BRC-046)."""
    for k in range(3):
        r, c = row + SHAPE_ROW[shape, k], column + SHAPE_COL[shape, k]
        if not (0 <= r < s.rows and 0 <= c < s.cols) or not buildable(s, r * s.cols + c):
            return False
    hall = row * s.cols + column
    other = (row + SHAPE_ROW[shape, 1]) * s.cols + column + SHAPE_COL[shape, 1]
    dwelling = (row + SHAPE_ROW[shape, 2]) * s.cols + column + SHAPE_COL[shape, 2]
    return s.ground[hall] == s.ground[other] and abs(s.ground[dwelling] - s.ground[hall]) <= 2


@kernel
def mark_quarries(s, cost):
    """Cost 0 on every stud of a place for a quarry: two level studs with rock at least two higher along a long side."""
    rows, columns = s.rows, s.cols
    for cell in range(rows * columns):
        for d in range(1, 3):  # the second stud is to the east or to the south
            other = beside(rows, columns, cell, d)
            if other < 0 or not buildable(s, cell) or not buildable(s, other) or s.ground[cell] != s.ground[other]:
                continue
            for turn in range(1, 4, 2):  # both long sides
                near, far = beside(rows, columns, cell, (d + turn) % 4), beside(rows, columns, other, (d + turn) % 4)
                if near < 0 or far < 0 or s.terrain[near] != Terrain.ROCK or s.terrain[far] != Terrain.ROCK:
                    continue
                if s.ground[near] >= s.ground[cell] + 2 and s.ground[far] >= s.ground[cell] + 2:
                    cost[cell] = cost[other] = 0


@kernel
def mark_mills(s, cost):
    """Cost 0 on every stud of a place for a mill: a level 2x2 square with two river studs at one side, at most one level below."""
    rows, columns = s.rows, s.cols
    for row in range(rows - 1):
        for column in range(columns - 1):
            level, fits = s.ground[row * columns + column], True
            for k in range(4):
                cell = (row + k // 2) * columns + column + k % 2
                fits = fits and buildable(s, cell) and s.ground[cell] == level
            if not fits:
                continue
            for d in range(4):
                first = row * columns + column  # the two studs of the square on the side d
                if d == 1:
                    first += 1
                elif d == 2:
                    first += columns
                near, far = beside(rows, columns, first, d), beside(rows, columns, first + (columns if d % 2 else 1), d)
                if near < 0 or not s.water[near] & Water.RIVER or not s.water[far] & Water.RIVER:
                    continue
                if 0 <= level - s.ground[near] <= 1 and 0 <= level - s.ground[far] <= 1:
                    for k in range(4):
                        cost[(row + k // 2) * columns + column + k % 2] = 0


@kernel
def count_groves(s, limit, near):
    """For every stud, the groves within a walking cost."""
    cells = s.rows * s.cols
    cost = np.zeros(cells, np.int64)
    for cell in range(cells):
        near[cell], cost[cell] = 0, FAR
    for grove in range(s.groves):
        row, column = s.trunk[grove] // s.cols, s.trunk[grove] % s.cols
        top, bottom = max(0, row - 1 - limit), min(s.rows, row + 2 + limit)
        left, right = max(0, column - 1 - limit), min(s.cols, column + 2 + limit)
        for k in range(9):
            cell = s.trunk[grove] + (k // 3 - 1) * s.cols + k % 3 - 1
            if s.tree[cell] == grove + 1:
                cost[cell] = 0
        walk_back(s, cost, limit, top, bottom, left, right)
        for r in range(top, bottom):
            for c in range(left, right):
                near[r * s.cols + c] += cost[r * s.cols + c] <= limit
                cost[r * s.cols + c] = FAR


@kernel
def count_fields(s, row, column, shape, steps, queue):
    """Field studs within 8 steps of contiguous grass around a village; `steps` is scratch and comes and goes as zeros."""
    filled = 0
    for k in range(3):
        queue[filled] = (row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]
        steps[queue[filled]] = 1
        filled += 1
    taken = 0
    while taken < filled:
        cell = queue[taken]
        taken += 1
        if steps[cell] > FIELD_STEPS:
            break
        for d in range(4):
            near = beside(s.rows, s.cols, cell, d)
            if near < 0 or steps[near] or s.terrain[near] != Terrain.GRASS or s.tree[near] > 0:
                continue
            if abs(s.ground[near] - s.ground[cell]) <= 1:
                steps[near] = steps[cell] + 1
                queue[filled] = near
                filled += 1
    for k in range(filled):
        steps[queue[k]] = 0
    return filled - 3


@kernel
def fishing_studs(s, row, column, shape):
    """Water studs beside a village."""
    found = 0
    for k in range(3):
        cell = (row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]
        for d in range(4):
            near = beside(s.rows, s.cols, cell, d)
            found += near >= 0 and s.terrain[near] == Terrain.WATER
    return found


@kernel
def groves_beside(s, row, column, shape):
    """Groves that a village touches."""
    found, last = 0, 0
    for k in range(3):
        cell = (row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]
        for d in range(4):
            near = beside(s.rows, s.cols, cell, d)
            if near >= 0 and s.tree[near] > 0 and s.tree[near] != last:
                found += 1
                last = s.tree[near]
    return found


@kernel
def grass_beside(s, row, column, shape):
    """Open grass studs beside a village: places where new farmers begin."""
    found = 0
    for k in range(3):
        cell = (row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]
        for d in range(4):
            near = beside(s.rows, s.cols, cell, d)
            found += near >= 0 and s.terrain[near] == Terrain.GRASS and s.tree[near] == 0
    return found


# ------------------------------------------------------------------------------------------------ good sites
class Survey(IntEnum):
    """Rows of a survey: for every stud the groves nearby and the walking costs."""

    GROVES = 0
    QUARRY = 1
    MILL = 2
    WATER = 3


SURVEYS = len(Survey)


@kernel
def survey_land(s, r, survey):
    """Fill a survey of the landscape, up to the costs that start sites must keep."""
    cells = s.rows * s.cols
    count_groves(s, r.generator_start_site_grove_cost, survey[Survey.GROVES])
    for row in range(Survey.QUARRY, Survey.WATER + 1):
        for cell in range(cells):
            survey[row, cell] = FAR
    mark_quarries(s, survey[Survey.QUARRY])
    mark_mills(s, survey[Survey.MILL])
    for cell in range(cells):
        if s.terrain[cell] == Terrain.WATER:
            survey[Survey.WATER, cell] = 0
    walk_back(s, survey[Survey.QUARRY], r.generator_start_site_quarry_cost, 0, s.rows, 0, s.cols)
    walk_back(s, survey[Survey.MILL], r.generator_start_site_mill_cost, 0, s.rows, 0, s.cols)
    walk_back(s, survey[Survey.WATER], r.generator_start_site_water_cost, 0, s.rows, 0, s.cols)


@kernel
def nearest(s, survey, row, column, shape):
    """The smallest value of one row of a survey on the studs of a village."""
    best = FAR
    for k in range(3):
        best = min(best, survey[(row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]])
    return best


@kernel
def groves_near(s, survey, row, column, shape):
    """Groves near a village: as many as the stud has that has most."""
    most = 0
    for k in range(3):
        most = max(most, survey[(row + SHAPE_ROW[shape, k]) * s.cols + column + SHAPE_COL[shape, k]])
    return most


@kernel
def score_site(s, r, survey, row, column, shape, steps, queue):
    """How good a start site is, or -1 if it misses one of the five measures (BRC-025).

    A measure that needs terrain which the rules have removed is left out (clarifications, ruling 7).
    """
    groves = groves_near(s, survey[Survey.GROVES], row, column, shape)
    quarry = nearest(s, survey[Survey.QUARRY], row, column, shape)
    mill = nearest(s, survey[Survey.MILL], row, column, shape)
    water = nearest(s, survey[Survey.WATER], row, column, shape)
    if r.woods > 0 and groves < r.generator_start_site_groves:
        return -1
    if r.ridges > 0 and quarry > r.generator_start_site_quarry_cost:
        return -1
    if r.rivers > 0 and mill > r.generator_start_site_mill_cost:
        return -1
    if r.rivers + r.lakes > 0 and water > r.generator_start_site_water_cost:
        return -1
    fields = count_fields(s, row, column, shape, steps, queue)
    if fields < r.generator_start_site_field_studs:
        return -1
    near = min(quarry, 60) + min(mill, 60) // 2  # of what wins games: stone first, then mills
    beside_it = 12 * min(2, fishing_studs(s, row, column, shape)) + 24 * min(2, groves_beside(s, row, column, shape))
    beside_it += 10 * min(8, grass_beside(s, row, column, shape))
    return 200 + min(fields, 120) + 10 * min(groves, 4) + beside_it - near


@kernel
def best_shape(s, row, column):
    """The shape of a village that fits here and touches most groves and water, or -1."""
    best, most = -1, -1
    for shape in range(SHAPES):
        if village_fits(s, row, column, shape):
            touched = 3 * groves_beside(s, row, column, shape) + fishing_studs(s, row, column, shape) + grass_beside(s, row, column, shape)
            if touched > most:
                best, most = shape, touched
    return best


@kernel
def sector_of(side, turns, cell):
    """The sector of a square board: a half from top to bottom, or a quarter clockwise from the top left."""
    row, column = cell // side, cell % side
    low, high = side // 2, (side + 1) // 2  # they differ on boards with a middle stud
    if turns == 2:
        return 0 if row < low or (row < high and column < high) else 1
    if row < low and column < high:
        return 0
    if row < high and column >= high:
        return 1
    if row >= high and column >= low:
        return 2
    return 3 if row >= low and column < low else 0


@kernel
def turned(side, turns, cell, times):
    """The image of a stud of a square board under `times` half-turns (turns 2) or quarter-turns (turns 4)."""
    if turns == 2:
        return side * side - 1 - cell if times % 2 else cell
    row, column = cell // side, cell % side
    for _ in range(times):
        row, column = column, side - 1 - row
    return row * side + column


@kernel
def apart(s, cell, shape, other, other_shape):
    """The distance between the nearest studs of two villages."""
    least = FAR
    for a in range(3):
        row, column = cell // s.cols + SHAPE_ROW[shape, a], cell % s.cols + SHAPE_COL[shape, a]
        for b in range(3):
            down = other // s.cols + SHAPE_ROW[other_shape, b] - row
            right = other % s.cols + SHAPE_COL[other_shape, b] - column
            least = min(least, abs(down) + abs(right))
    return least


@kernel
def images_apart(s, turns, cell, shape):
    """Whether the images of a village are half a side away or more (BRC-026)."""
    for times in range(1, turns):
        for a in range(3):
            stud = cell + SHAPE_ROW[shape, a] * s.cols + SHAPE_COL[shape, a]
            image = turned(s.rows, turns, stud, times)
            for b in range(3):
                other = cell + SHAPE_ROW[shape, b] * s.cols + SHAPE_COL[shape, b]
                if 2 * (abs(image // s.cols - other // s.cols) + abs(image % s.cols - other % s.cols)) < s.rows:
                    return False
    return True


@kernel
def add_candidate(s, cell, shape, sector):
    """Offer one more start site; `sector` is 0 where there are none, else its number plus 1."""
    if s.candidates < MOST_STARTS:
        s.candidate[s.candidates], s.candidate_variant[s.candidates] = cell, shape
        s.candidate_sector[s.candidates] = sector
        s.candidates += 1


@kernel
def add_images(s, turns, cell, shape):
    """Offer a site of the first sector with its images in the others (BRC-027)."""
    for sector in range(turns):
        add_candidate(s, cell, shape, sector + 1)
        for _ in range(4 // turns):
            hall = cell + s.cols if SHAPE_ROW[shape, 1] else cell  # the stud of the hall that becomes its top or left one
            cell, shape = turned(s.rows, 4, hall, 1), TURNED_SHAPE[shape]


# ------------------------------------------------------------------------------------------------ candidates
@kernel
def rate_sites(s, r, survey, turns, images, sector, part, score, variant):
    """Rate the sites of a sector (all of them if `sector` is -1); the image conditions hold for boards with images.

    score, variant   for every stud as an anchor: how good the site is, -1 for none, and the shape of the village
    """
    cells = s.rows * s.cols
    steps, queue = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    for cell in range(cells):
        score[cell] = -1
        row, column = cell // s.cols, cell % s.cols
        shape = best_shape(s, row, column)
        if shape < 0 or (sector >= 0 and not in_sector(s, turns, cell, shape, sector)):
            continue
        if images > 1 and (not images_apart(s, turns, cell, shape) or not images_joined(s, turns, cell, part)):
            continue
        score[cell] = score_site(s, r, survey, row, column, shape, steps, queue)
        variant[cell] = shape


@kernel
def in_sector(s, turns, cell, shape, sector):
    """Whether a whole village lies in a sector."""
    for k in range(3):
        if sector_of(s.rows, turns, cell + SHAPE_ROW[shape, k] * s.cols + SHAPE_COL[shape, k]) != sector:
            return False
    return True


@kernel
def images_joined(s, turns, cell, part):
    """Whether one can walk or swim from a stud to its images (BRC-026)."""
    for times in range(1, turns):
        if part[turned(s.rows, turns, cell, times)] != part[cell]:
            return False
    return True


@kernel
def best_site(s, score, part, joined):
    """The best site that is left, or -1; `joined` is the part of the landscape that it must lie in, or 0."""
    best = -1
    for cell in range(s.rows * s.cols):
        if score[cell] >= 0 and (joined == 0 or part[cell] == joined) and (best < 0 or score[cell] > score[best]):
            best = cell
    return best


@kernel
def strike_near(s, score, variant, first):
    """Strike off the sites that are too near to a candidate; those before `first` have been looked at."""
    for cell in range(s.rows * s.cols):
        for k in range(first, s.candidates):
            if score[cell] >= 0 and apart(s, cell, variant[cell], s.candidate[k], s.candidate_variant[k]) < SPACING:
                score[cell] = -1


@kernel
def offer_sectors(s, r, turns, symmetric):
    """The good sites of a generated board, best first, as many in each sector; whether every sector has one (BRC-028)."""
    cells = s.rows * s.cols
    part, score, variant = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    survey = np.zeros((SURVEYS, cells), np.int64)
    label_walks(s, part)
    survey_land(s, r, survey)
    s.candidates = joined = 0
    for sector in range(1 if symmetric else s.num_players):
        rate_sites(s, r, survey, turns, turns if symmetric else 1, sector, part, score, variant)
        strike_near(s, score, variant, 0)
        for k in range(MOST_STARTS // s.num_players):
            best, first = best_site(s, score, part, joined), s.candidates
            if best < 0 and k == 0:
                return False
            if best < 0:
                break
            if symmetric:
                add_images(s, turns, best, variant[best])
            else:
                joined = part[best]
                add_candidate(s, best, variant[best], sector + 1)
            strike_near(s, score, variant, first)
            s.candidates = min(s.candidates, first + s.num_players)  # with three players the fourth sector stays empty
    return True


@kernel
def offer_any(s, r):
    """The good sites of a map, best first; if they are too few, legal ones as far as possible from those on offer (BRC-014)."""
    cells = s.rows * s.cols
    part, score, variant = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    survey = np.zeros((SURVEYS, cells), np.int64)
    survey_land(s, r, survey)
    s.candidates = 0
    rate_sites(s, r, survey, 2, 1, -1, part, score, variant)
    for _ in range(MOST_STARTS):
        best = best_site(s, score, part, 0)
        if best >= 0:
            add_candidate(s, best, variant[best], 0)
            strike_near(s, score, variant, s.candidates - 1)
    if s.candidates >= s.num_players:
        return
    for cell in range(cells):
        variant[cell] = best_shape(s, cell // s.cols, cell % s.cols)
    while s.candidates < MOST_STARTS:
        farthest, most = -1, 0
        for cell in range(cells):
            if variant[cell] < 0:
                continue
            distance = FAR
            for k in range(s.candidates):
                distance = min(distance, apart(s, cell, variant[cell], s.candidate[k], s.candidate_variant[k]))
            if distance > most:
                farthest, most = cell, distance
        if farthest < 0:
            return
        add_candidate(s, farthest, variant[farthest], 0)
