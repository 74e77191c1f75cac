"""The landscape of a deal: the seeded generator of section 3.2 of the clarifications, or the board of a map file.

`generate` fills the landscape fields of a record and is called once a deal. Everything is whole numbers, so that a seed
gives the same board on every machine. The start sites are found by `sites.py`; read that next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization import sites
from rulebound.envs.brick_civilization.maps import (
    FALLBACK_FIRST,
    FALLBACK_GROUND,
    FALLBACK_SIDE,
    FALLBACK_STARTS,
    FALLBACK_TERRAIN,
    MOST_STARTS,
    TRUNK,
)
from rulebound.envs.brick_civilization.state import CELLS, GROVES, Stream, Terrain
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below

SIDES = np.array([32, 40, 48])  # default sides for 2, 3 and 4 players
CENTRAL_LAKE, EDGE_SEA, SECTOR_LAKES = 1, 2, 3  # values of `water_layout`; 0 is a map
BUNDLED = 65  # value of `tries` for a bundled map
OCTAVES = np.array([8, 4])  # studs between the lattice points of the noise, coarse and fine
WEIGHTS = np.array([1, 2])  # the weights of the fine octave's sixteenths: half the height of the coarse one
LEVELS = 5
RIDGES = 2  # ridges of a sector at least; one more is drawn
TRIES = 40  # places that are tried for one ridge or grove
GROVE_SHARE = 16  # percent of the board under footprints
CLUSTERS = 4  # forests on the whole board
CLUSTERED = 60  # percent of the groves that stand in them


# ------------------------------------------------------------------------------------------------ relief
@kernel
def raise_relief(s, turns, symmetric):
    """Two octaves of value noise, summed over the images of each stud and scaled to levels 1 to 5 (BRC-018)."""
    side = s.rows
    noise = np.zeros(side * side, np.int64)
    for octave in range(2):
        step = OCTAVES[octave]
        across = side // step + 2
        lattice = np.zeros(across * across, np.int64)
        for k in range(across * across):
            lattice[k] = below(s, Stream.MAP, 256) * WEIGHTS[octave]
        for row in range(side):
            for column in range(side):
                corner = row // step * across + column // step
                down, right = row % step, column % step
                top = lattice[corner] * (step - right) + lattice[corner + 1] * right
                bottom = lattice[corner + across] * (step - right) + lattice[corner + across + 1] * right
                noise[row * side + column] += top * (step - down) + bottom * down
    height = np.zeros(side * side, np.int64)
    low, high = 1 << 40, 0
    for cell in range(side * side):
        for times in range(turns if symmetric else 1):
            height[cell] += noise[sites.turned(side, turns, cell, times)]
        low, high = min(low, height[cell]), max(high, height[cell])
    for cell in range(side * side):
        s.ground[cell] = 1 + LEVELS * (height[cell] - low) // (high - low + 1)


@kernel
def smooth_land(s):
    """Banks and slopes: land at distance d from water is at most level 1 + max(0, d - 2), neighbours differ by at most 1
    (BRC-018, BRC-020); the water itself lies at level 1."""
    side, cells = s.rows, s.rows * s.cols
    reached = np.zeros(cells, np.int64)  # distance from water + 1
    queue = np.zeros(cells, np.int64)
    filled = 0
    for cell in range(cells):
        if s.terrain[cell] == Terrain.WATER:
            s.ground[cell], reached[cell], queue[filled] = 1, 1, cell
            filled += 1
    taken = 0
    while taken < filled:
        cell = queue[taken]
        taken += 1
        for d in range(4):
            near = sites.beside(side, side, cell, d)
            if near >= 0 and reached[near] == 0:
                reached[near] = reached[cell] + 1
                s.ground[near] = min(s.ground[near], max(1, reached[near] - 2))
                queue[filled] = near
                filled += 1
    for level in range(1, LEVELS):
        for cell in range(cells):
            if s.ground[cell] == level and s.terrain[cell] != Terrain.WATER:
                for d in range(4):
                    near = sites.beside(side, side, cell, d)
                    if near >= 0 and s.ground[near] > level + 1:
                        s.ground[near] = level + 1


# ------------------------------------------------------------------------------------------------ water
@kernel
def amount(s, thousandths):
    """How many of something are drawn, on average `thousandths` / 1000."""
    return thousandths // 1000 + (1 if below(s, Stream.MAP, 1000) < thousandths % 1000 else 0)


@kernel
def cover(s, turns, images, row, column, terrain):
    """Give a stud and the images it has a terrain."""
    if 0 <= row < s.rows and 0 <= column < s.cols:
        for times in range(images):
            s.terrain[sites.turned(s.rows, turns, row * s.cols + column, times)] = terrain


@kernel
def dig_lake(s, turns, images, row, column, square):
    """A lake around a point, given in half studs, of a squared radius in quarters of squared studs."""
    for r in range(s.rows):
        for c in range(s.cols):
            if (2 * r - row) ** 2 + (2 * c - column) ** 2 <= square:
                cover(s, turns, images, r, c, Terrain.WATER)


@kernel
def run_river(s, turns, images, row, column, target, down, length):
    """A river two studs wide from a stud up or down the board. It winds towards the column `target` and then around it; between
    two bends it runs straight for at least three studs, so that mills find a place."""
    straight = 0
    for _ in range(length):
        cover(s, turns, images, row, column, Terrain.WATER)
        cover(s, turns, images, row, column + 1, Terrain.WATER)
        row += 1 if down else -1
        straight += 1
        if straight >= 3 and below(s, Stream.MAP, 4) > 0:
            bend = 1 if target > column else -1
            if abs(target - column) <= 1:
                bend = below(s, Stream.MAP, 3) - 1
            column += bend
            straight = 0


@kernel
def lay_water(s, r, turns, images):
    """The water of one sector, by the layout of this board (BRC-019)."""
    side, half = s.rows, s.rows // 2
    room = half if turns == 4 else side  # columns of the sector
    lakes, rivers = r.lakes, amount(s, r.rivers)
    if s.water_layout == CENTRAL_LAKE:
        share = 13 + below(s, Stream.MAP, 4)
        dig_lake(s, turns, images, side - 1, side - 1, 4 * (share * side) ** 2 // 10_000 * lakes // 1000)
        for k in range(rivers):
            target = room * (k + 1) // (rivers + 1) + below(s, Stream.MAP, room // 4) - room // 8
            run_river(s, turns, images, half - 1, half - 2, target, 0, half)
    elif s.water_layout == EDGE_SEA:
        depth = 3
        for column in range(room * min(lakes, 1000) // 1000):
            if column % 3 == 0:
                depth = 3 + below(s, Stream.MAP, 2) + (lakes > 1000)
            for row in range(depth):
                cover(s, turns, images, row, column, Terrain.WATER)
        for k in range(rivers):
            column = room * (k + 1) // (rivers + 1) + below(s, Stream.MAP, room // 3) - room // 6
            target = room // 4 + below(s, Stream.MAP, room // 2)
            run_river(s, turns, images, 0, column, target, 1, depth + side // 3)
    else:
        row = side * (25 + below(s, Stream.MAP, 9)) // 100
        column = room // 4 + below(s, Stream.MAP, room // 2)
        dig_lake(s, turns, images, 2 * row, 2 * column + (turns == 2), 29 * lakes // 1000)
        for k in range(rivers):
            target = room * (k + 1) // (rivers + 1) + below(s, Stream.MAP, room // 4) - room // 8
            run_river(s, turns, images, row, column, target, 0, row + 1)


# ------------------------------------------------------------------------------------------------ ridges
@kernel
def ridge_fits(s, turns, images, top, left, height, width):
    """Whether a ridge may stand here: within the first sector, two studs clear of water, other ridges and its own images, with two
    level studs along one of its sides for a quarry (BRC-021)."""
    side = s.rows
    for row in range(top - 2, top + height + 2):
        for column in range(left - 2, left + width + 2):
            if 0 <= row < side and 0 <= column < side:
                cell = row * side + column
                if s.terrain[cell] != Terrain.GRASS:
                    return False
                for times in range(1, images):
                    image = sites.turned(side, turns, cell, times)
                    if top <= image // side < top + height and left <= image % side < left + width:
                        return False
    for row in range(top - 1, top + height + 1):
        for column in range(left - 1, left + width + 1):
            along_row = top <= row < top + height - 1 and (column == left - 1 or column == left + width)
            along_column = left <= column < left + width - 1 and (row == top - 1 or row == top + height)
            cell = row * side + column
            if along_row and s.ground[cell] == s.ground[cell + side]:
                return True
            if along_column and s.ground[cell] == s.ground[cell + 1]:
                return True
    return False


@kernel
def raise_ridge(s, turns, images):
    """Try to raise one ridge of 2-3 by 3-5 studs, three levels above the highest ground below it (BRC-021)."""
    side = s.rows
    rows, columns = side // 2, (side + 1) // 2 if turns == 4 else side
    for _ in range(TRIES):
        height, width = 2 + below(s, Stream.MAP, 2), 3 + below(s, Stream.MAP, 3)
        if below(s, Stream.MAP, 2):
            height, width = width, height
        top, left = 1 + below(s, Stream.MAP, rows - height), 1 + below(s, Stream.MAP, columns - width - 1)
        if not ridge_fits(s, turns, images, top, left, height, width):
            continue
        level = 0
        for row in range(top, top + height):
            for column in range(left, left + width):
                level = max(level, s.ground[row * side + column])
        for row in range(top, top + height):
            for column in range(left, left + width):
                for times in range(images):
                    cell = sites.turned(side, turns, row * side + column, times)
                    s.terrain[cell], s.ground[cell] = Terrain.ROCK, level + 3
        return True
    return False


# ------------------------------------------------------------------------------------------------ groves
@kernel
def grove_fits(s, turns, images, row, column):
    """Whether a grove may stand around a trunk: on free grass with a relief of at most one level, beside no rock, clear of its own
    images (BRC-022)."""
    side = s.rows
    if not (0 < row < side - 1 and 0 < column < side - 1):
        return False
    trunk = row * side + column
    for times in range(1, images):
        image = sites.turned(side, turns, trunk, times)
        if abs(image // side - row) < 3 and abs(image % side - column) < 3:
            return False
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            cell = r * side + c
            if s.terrain[cell] != Terrain.GRASS or s.tree[cell] > 0 or abs(s.ground[cell] - s.ground[trunk]) > 1:
                return False
            for d in range(4):
                near = sites.beside(side, side, cell, d)
                if near >= 0 and s.terrain[near] == Terrain.ROCK:
                    return False
    return True


@kernel
def plant(s, turns, images, row, column):
    """A grove and its images, as marks in `tree`: `number_groves` makes numbers of them."""
    for times in range(images):
        trunk = sites.turned(s.rows, turns, row * s.cols + column, times)
        for down in range(-1, 2):
            for right in range(-1, 2):
                s.tree[trunk + down * s.cols + right] = 1
        s.tree[trunk] = 2


@kernel
def plant_groves(s, r, turns, images):
    """The groves of one sector: 60 percent in forests, which grow stud by stud along an edge, the others alone (BRC-022)."""
    side = s.rows
    rows, columns = (side + 1) // 2, (side + 1) // 2 if turns == 4 else side
    wanted = (GROVE_SHARE * r.woods * side * side + 450_000 * turns) // (900_000 * turns)
    forests = CLUSTERS // turns
    clustered = wanted * CLUSTERED // 100
    planted = np.zeros(wanted + 1, np.int64)
    number = start = 0
    for k in range(wanted):
        if number == clustered * (k * forests // max(1, clustered)) // forests or number >= clustered:
            start = number  # a new forest, or a grove alone
        for _ in range(TRIES):
            row, column = below(s, Stream.MAP, rows), below(s, Stream.MAP, columns)
            if number > start:
                beside, shift = planted[start + below(s, Stream.MAP, number - start)], below(s, Stream.MAP, 3) - 1
                across, sign = below(s, Stream.MAP, 2), 6 * below(s, Stream.MAP, 2) - 3
                row = beside // side + (sign if across else shift)
                column = beside % side + (shift if across else sign)
            if grove_fits(s, turns, images, row, column):
                plant(s, turns, images, row, column)
                planted[number] = row * side + column
                number += 1
                break


@kernel
def number_groves(s):
    """Give the groves their numbers, row by row: `tree` holds a mark at each trunk before and the grove of every footprint stud
    after. A perimeter stud three or more below its trunk is outside (clarifications 2.2)."""
    s.groves = 0
    cells = s.rows * s.cols
    for cell in range(cells):
        if s.tree[cell] == 2:
            s.trunk[s.groves] = cell
            s.groves += 1
    for cell in range(cells):
        s.tree[cell] = 0
    for grove in range(s.groves):
        trunk = s.trunk[grove]
        for down in range(-1, 2):
            for right in range(-1, 2):
                cell = trunk + down * s.cols + right
                if s.ground[cell] > s.ground[trunk] - 3:
                    s.tree[cell] = grove + 1


# ------------------------------------------------------------------------------------------------ impassable studs
@kernel
def pour_lava(s, r, turns, images):
    """Impassable blobs of 2 to 4 studs in one sector, as a share of the area (BRC-024)."""
    side = s.rows
    rows, columns = (side + 1) // 2, (side + 1) // 2 if turns == 4 else side
    wanted = r.impassable * side * side // (1000 * turns)
    poured = 0
    for _ in range(TRIES * side):
        if poured + 2 > wanted:
            return
        row, column = below(s, Stream.MAP, rows), below(s, Stream.MAP, columns)
        for _ in range(min(2 + below(s, Stream.MAP, 3), wanted - poured)):
            cell = row * side + column
            if s.terrain[cell] != Terrain.GRASS or s.tree[cell] > 0:
                break
            cover(s, turns, images, row, column, Terrain.IMPASSABLE)
            poured += 1
            near = sites.beside(side, side, cell, below(s, Stream.MAP, 4))
            if near >= 0:
                row, column = near // side, near % side


# ------------------------------------------------------------------------------------------------ boards
@kernel
def clear(s, rows, columns):
    """An empty board of a size: flat grass at level 1."""
    s.rows, s.cols = rows, columns
    s.groves = s.candidates = 0
    for cell in range(CELLS):
        s.terrain[cell] = Terrain.GRASS
        s.ground[cell] = 1 if cell < rows * columns else 0
        s.tree[cell] = 0
        s.water[cell] = 0


@kernel
def turn_board(s, turns):
    """Turn the whole board once, so that the next sector lies where the first one was."""
    cells = s.rows * s.cols
    before = np.zeros((3, cells), np.int64)
    for cell in range(cells):
        before[0, cell], before[1, cell], before[2, cell] = s.terrain[cell], s.ground[cell], s.tree[cell]
    for cell in range(cells):
        image = sites.turned(s.rows, turns, cell, 1)
        s.terrain[image], s.ground[image], s.tree[image] = before[0, cell], before[1, cell], before[2, cell]


@kernel
def draw_board(s, r, side, turns, symmetric):
    """One sub-seed of the generator; whether every sector got its ridges.

    A symmetric board is drawn once, every piece with all its images. Otherwise each sector is drawn for itself, always as the
    first one, and the board is turned in between.
    """
    clear(s, side, side)
    s.water_layout = CENTRAL_LAKE + below(s, Stream.MAP, 3)
    raise_relief(s, turns, symmetric)
    images, sectors = (turns, 1) if symmetric else (1, turns)
    for _ in range(sectors):
        lay_water(s, r, turns, images)
        if not symmetric:
            turn_board(s, turns)
    smooth_land(s)
    for _ in range(sectors):
        for k in range(amount(s, (RIDGES + below(s, Stream.MAP, 2)) * r.ridges)):
            if not raise_ridge(s, turns, images) and k < RIDGES:
                return False
        plant_groves(s, r, turns, images)
        pour_lava(s, r, turns, images)
        if not symmetric:
            turn_board(s, turns)
    number_groves(s)
    return True


@kernel
def lay_stud(s, cell, terrain, ground):
    """One stud of a map, which may hold a trunk."""
    s.terrain[cell], s.ground[cell] = terrain, ground
    if terrain == TRUNK:
        s.terrain[cell], s.tree[cell] = Terrain.GRASS, 2


@kernel
def lay_map(s, r):
    """The landscape of a map file (BRC-009)."""
    clear(s, r.map_rows, r.map_cols)
    for cell in range(s.rows * s.cols):
        lay_stud(s, cell, r.map_terrain[cell], r.map_ground[cell])
    number_groves(s)


@kernel
def lay_bundled(s, side, turns):
    """The largest bundled map that fits, with its start sites; its outermost studs go on to the edge of a larger board (BRC-029)."""
    chosen = 0
    for k in range(len(FALLBACK_SIDE)):
        if FALLBACK_SIDE[k] <= side:
            chosen = k
    inner, margin = FALLBACK_SIDE[chosen], (side - FALLBACK_SIDE[chosen]) // 2
    clear(s, side, side)
    for cell in range(side * side):
        row = min(max(cell // side - margin, 0), inner - 1)
        column = min(max(cell % side - margin, 0), inner - 1)
        place = FALLBACK_FIRST[chosen] + row * inner + column
        lay_stud(s, cell, FALLBACK_TERRAIN[place], FALLBACK_GROUND[place])
    number_groves(s)
    for k in range(MOST_STARTS):
        cell = (FALLBACK_STARTS[chosen, k, 0] + margin) * side + FALLBACK_STARTS[chosen, k, 1] + margin
        sector = sites.sector_of(side, turns, cell)
        if FALLBACK_STARTS[chosen, k, 0] >= 0 and sector < s.num_players:
            sites.add_candidate(s, cell, FALLBACK_STARTS[chosen, k, 2], sector + 1)


# ------------------------------------------------------------------------------------------------ the landscape of a deal
@kernel
def draw_accepted(s, r):
    """Draw boards until one has good start sites in every sector; after the last try, take a bundled map (BRC-029)."""
    side = r.board_size if r.board_size > 0 else SIDES[s.num_players - 2]
    turns, symmetric = (2 if s.num_players == 2 else 4), r.generator_symmetry == 0
    for _ in range(r.generator_sub_seeds):
        s.tries += 1
        if draw_board(s, r, side, turns, symmetric):
            sites.find_rivers(s, r.water_edge_rivers)
            if sites.offer_sectors(s, r, turns, symmetric):
                return
    s.water_layout, s.tries = 0, BUNDLED
    lay_bundled(s, side, turns)
    sites.find_rivers(s, r.water_edge_rivers)


@kernel
def generate(s, r):
    """Fill the landscape of a new game and the start sites on offer (BRC-009 to BRC-031); the boat water is charted later."""
    s.water_layout = s.tries = 0
    if r.map_rows > 0:
        lay_map(s, r)
        sites.find_rivers(s, r.water_edge_rivers)
        for k in range(r.map_starts):
            sites.add_candidate(s, r.map_start_cell[k], r.map_start_shape[k], 0)
        if r.map_starts == 0:
            sites.offer_any(s, r)
    else:
        draw_accepted(s, r)
    for k in range(s.candidates, MOST_STARTS):  # what boards that were not accepted left behind
        s.candidate[k] = s.candidate_variant[k] = s.candidate_sector[k] = 0
    for grove in range(s.groves, GROVES):
        s.trunk[grove] = 0
