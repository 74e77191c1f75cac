"""Rivers and start sites of a landscape: which water is a river, where villages may begin, and how good those places are.

A site is measured as a place of three studs, as a village is one (clarifications 3.2, step 7). Read `landscape.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.maps import VILLAGES
from rulebound.envs.brick_civilization.state import Terrain
from rulebound.envs.core.jit import kernel

FAR = 1000  # a cost beyond every limit
FIELD_STEPS = 8
SPACING = 3  # studs between two candidates
RIVER_CELLS = 4  # fewer narrow studs are a bump of a shoreline
CLIFF = 4  # a step of this height is impossible
SHAPES = len(VILLAGES)


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
    wide = np.zeros(cells, np.uint8)
    for row in range(rows - 2):
        for column in range(columns - 2):
            corner = row * columns + column
            wet = 0
            for k in range(9):
                wet += s.terrain[corner + k // 3 * columns + k % 3] == Terrain.WATER
            if wet == 9:
                for k in range(9):
                    wide[corner + k // 3 * columns + k % 3] = 1
    seen = wide.copy()
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
    cost = np.full(cells, FAR, np.int64)
    for cell in range(cells):
        near[cell] = 0
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
