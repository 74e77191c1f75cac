"""The board: heights, footing, neighbours, what structures and places cover, and who may stand where.

A pawn has one place: its stud, the trunk of its grove, the anchor of its village complex, or the stud of its boat.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import (
    DEPTH,
    IS_FORT,
    IS_IMPROVEMENT,
    MOST_STUDS,
    RADIUS,
    SHAPE_COL,
    SHAPE_ROW,
    SHAPE_SIZE,
    SLOTS,
    WINDOW,
    Footing,
    Kind,
    Pawn,
    Policy,
    Status,
    Terrain,
    Water,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch


# ------------------------------------------------------------------------------------------------ studs
@kernel
def studs(s):
    """Number of studs of the board."""
    return s.rows * s.cols


@kernel
def neighbour(s, i, d):
    """The stud next to `i` in direction `d` (north, east, south, west), or -1 beyond the edge."""
    cols = s.cols
    if d == 0:
        return i - cols if i >= cols else -1
    if d == 1:
        return i + 1 if i % cols != cols - 1 else -1
    if d == 2:
        return i + cols if i + cols < s.rows * cols else -1
    return i - 1 if i % cols != 0 else -1


@kernel
def stud_at(s, row, col):
    """The stud in a row and column, or -1 if there is none."""
    if row < 0 or col < 0 or row >= s.rows or col >= s.cols:
        return -1
    return row * s.cols + col


@kernel
def offset(s, i, rows, cols):
    """The stud that many rows south and columns east of `i`, or -1 beyond the edge."""
    return stud_at(s, i // s.cols + rows, i % s.cols + cols)


@kernel
def target_id(s, i):
    """The action that names a stud of the window around the focus, or -1 if it lies outside."""
    down = i // s.cols - s.focus // s.cols + RADIUS
    right = i % s.cols - s.focus % s.cols + RADIUS
    if down < 0 or right < 0 or down >= WINDOW or right >= WINDOW:
        return -1
    return ID.target + down * WINDOW + right


@kernel
def target_stud(s, action):
    """The stud that an action names."""
    place = action - ID.target
    return offset(s, s.focus, place // WINDOW - RADIUS, place % WINDOW - RADIUS)


@kernel
def distance(s, a, b):
    """Manhattan distance of two studs."""
    return abs(a // s.cols - b // s.cols) + abs(a % s.cols - b % s.cols)


@kernel
def base(s, i):
    """BRC-008: the level of the floor: ground and roads, or the deck; fortifications do not count."""
    if s.deck[i] != 0:
        return s.deck[i] - 1
    if s.terrain[i] == Terrain.WATER:
        return s.ground[i] + max(0, s.road[i] - DEPTH)
    return s.ground[i] + s.road[i]


@kernel
def surface(s, i):
    """BRC-008: the level on which a pawn stands."""
    return base(s, i) + s.wall[i]


@kernel
def is_filled(s, i):
    """Whether a pillar in water reaches the surface."""
    return 1 if s.terrain[i] == Terrain.WATER and s.road[i] >= DEPTH else 0


@kernel
def is_open_water(s, i):
    """Water without a surfaced pillar; a deck may be above it."""
    return 1 if s.terrain[i] == Terrain.WATER and s.road[i] < DEPTH else 0


@kernel
def footing(s, i):
    """What a pawn on the stud stands on: the first that fits of wall, building, road, water, tree, open."""
    if s.wall[i] != 0:
        return Footing.WALL
    if s.struct[i] != 0:
        return Footing.BUILDING
    if s.deck[i] != 0:
        return Footing.ROAD
    if s.terrain[i] == Terrain.WATER:
        return Footing.ROAD if s.road[i] >= DEPTH else Footing.WATER
    if s.road[i] != 0:
        return Footing.ROAD
    return Footing.TREE if s.tree[i] != 0 else Footing.OPEN


@kernel
def is_bridge(s, i):
    """A deck, or a road on a pillar: a stud from which one can fish on both sides."""
    return 1 if s.deck[i] != 0 or is_filled(s, i) != 0 else 0


@kernel
def is_shore(s, i):
    """Whether a stud has land beside it; land is every stud whose terrain is not water."""
    for d in range(4):
        j = neighbour(s, i, d)
        if j >= 0 and s.terrain[j] != Terrain.WATER:
            return 1
    return 0


# ------------------------------------------------------------------------------------------------ boats' water
@kernel
def chart_water(s):
    """BRC-066: mark the water that canoes and sailboats can use; again whenever a pillar surfaces."""
    for i in range(studs(s)):
        s.water[i] &= Water.RIVER
        if is_open_water(s, i) != 0:
            if near_land(s, i) != 0:
                s.water[i] |= Water.CANOE
            if in_open_block(s, i) != 0:
                s.water[i] |= Water.SAIL


@kernel
def near_land(s, i):
    """Land within two studs."""
    for rows in range(-2, 3):
        for cols in range(abs(rows) - 2, 3 - abs(rows)):
            j = offset(s, i, rows, cols)
            if j >= 0 and s.terrain[j] != Terrain.WATER:
                return 1
    return 0


@kernel
def in_open_block(s, i):
    """Part of a square of 2 x 2 unfilled water studs."""
    for rows in range(-1, 1):
        for cols in range(-1, 1):
            block = 0
            for k in range(4):
                j = offset(s, i, rows + k // 2, cols + k % 2)
                if j >= 0 and is_open_water(s, j) != 0:
                    block += 1
            if block == 4:
                return 1
    return 0


@kernel
def boat_water(kind):
    """The bit of the layer `water` that a boat needs."""
    return Water.CANOE if kind == Kind.CANOE else Water.SAIL


# ------------------------------------------------------------------------------------------------ structures
@kernel
def struct_studs(s, k, out):
    """Write the studs of a structure; their number."""
    if s.struct_kind[k] == Kind.CANOE or s.struct_kind[k] == Kind.SAILBOAT:
        out[0] = s.struct_cell[k]
        return 1
    shape = s.struct_shape[k]
    for n in range(SHAPE_SIZE[shape]):
        out[n] = s.struct_cell[k] + SHAPE_ROW[shape, n] * s.cols + SHAPE_COL[shape, n]
    return SHAPE_SIZE[shape]


@kernel
def touches(s, r, k, i):
    """Whether the stud `i` has a neighbour that belongs to structure `k`, with bases that overlap."""
    for d in range(4):
        j = neighbour(s, i, d)
        if j >= 0 and s.struct[j] == k + 1 and abs(base(s, i) - base(s, j)) <= r.board_touch_limit:
            return 1
    return 0


@kernel
def touching(s, r, a, b):
    """BRC-219: two structures touch when studs of theirs share an edge and their bases differ by at most the limit."""
    out = scratch(6, np.int64)
    for n in range(struct_studs(s, a, out)):
        if touches(s, r, b, out[n]) != 0:
            return 1
    return 0


@kernel
def join_complexes(s, r):
    """BRC-218: a village and the storehouses and mills of its owner that touch it are one complex.

    Called when a structure is built or changes hands. A building that touches two own villages belongs to the first.
    """
    for k in range(s.structs):
        s.complex[k] = 0
        if s.struct_kind[k] == Kind.VILLAGE:
            s.complex[k] = k + 1
        elif IS_IMPROVEMENT[s.struct_kind[k]] != 0 and s.struct_owner[k] >= 0:
            for v in range(s.structs):
                if s.struct_kind[v] == Kind.VILLAGE and s.struct_owner[v] == s.struct_owner[k] and touching(s, r, k, v) != 0:
                    s.complex[k] = v + 1
                    break
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.pawn[seat, slot] != Pawn.NONE and s.status[seat, slot] == Status.BOARD and s.aboard[seat, slot] == 0:
                s.cell[seat, slot] = place_of(s, r, s.cell[seat, slot])


@kernel
def struct_at(s, i):
    """The building on a stud, or -1."""
    return s.struct[i] - 1


@kernel
def village_at(s, i):
    """The village whose complex a stud is part of, or -1."""
    k = s.struct[i] - 1
    return s.complex[k] - 1 if k >= 0 else -1


@kernel
def complex_of(s, k):
    """The village whose complex a structure is part of, or -1."""
    return s.complex[k] - 1


@kernel
def own_struct(s, seat, place):
    """The structure that is number `place` among those of a seat, or -1; the order of the action block `structure`."""
    for k in range(s.structs):
        if s.struct_owner[k] == seat:
            if place == 0:
                return k
            place -= 1
    return -1


@kernel
def owned(s, seat):
    """Number of structures of a seat."""
    count = 0
    for k in range(s.structs):
        if s.struct_owner[k] == seat:
            count += 1
    return count


# ------------------------------------------------------------------------------------------------ places
@kernel
def place_of(s, r, i):
    """The place of a pawn that stands on stud `i`: trunk, anchor of the complex, or the stud itself."""
    if s.tree[i] != 0 and s.struct[i] == 0:
        return np.int64(s.trunk[s.tree[i] - 1])
    village = village_at(s, i)
    if village >= 0 and r.places_village_single_place != 0:
        return np.int64(s.struct_cell[village])
    return np.int64(i)


@kernel
def place_studs(s, r, place, out):
    """Write the studs of a place: a grove's footprint, the studs of a complex, or one stud; their number.

    `out` has room for MOST_STUDS."""
    if s.tree[place] != 0:
        return grove_studs(s, s.tree[place] - 1, out)
    village = village_at(s, place)
    if village >= 0 and r.places_village_single_place != 0:
        return complex_studs(s, village, out)
    out[0] = place
    return 1


@kernel
def grove_studs(s, grove, out):
    """Write the footprint of a grove; the number of its studs."""
    count = 0
    for rows in range(-1, 2):
        for cols in range(-1, 2):
            j = offset(s, s.trunk[grove], rows, cols)
            if j >= 0 and s.tree[j] == grove + 1:
                out[count] = j
                count += 1
    return count


@kernel
def complex_studs(s, village, out):
    """Write the studs of a village and its improvements; their number."""
    count = 0
    part = scratch(6, np.int64)
    for k in range(s.structs):
        if s.complex[k] == village + 1:
            for n in range(struct_studs(s, k, part)):
                if count < MOST_STUDS:
                    out[count] = part[n]
                    count += 1
    return count


@kernel
def same_place(s, r, a, b):
    """Whether two studs are one place."""
    return 1 if place_of(s, r, a) == place_of(s, r, b) else 0


@kernel
def on_board(s, seat, slot):
    """Whether there is a pawn in that slot, on the board."""
    return 1 if s.pawn[seat, slot] != Pawn.NONE and s.status[seat, slot] == Status.BOARD else 0


@kernel
def free_slot(s, r, seat):
    """The first free slot for a pawn, or -1 at the limit."""
    for slot in range(r.limits_pawns_per_player):
        if s.pawn[seat, slot] == Pawn.NONE:
            return slot
    return -1


# ------------------------------------------------------------------------------------------------ who may stand where
@kernel
def seats_on(s, held):
    """Write for every stud the seats that have pawns there on foot, as bits."""
    for i in range(studs(s)):
        held[i] = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0:
                held[s.cell[seat, slot]] |= 1 << seat


@kernel
def seats_at(s, place):
    """The seats that have pawns on foot at one place, as bits."""
    held = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.cell[seat, slot] == place and on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0:
                held |= 1 << seat
    return held


@kernel
def others(s, held, seat):
    """Number of other seats in a set of seats."""
    count = 0
    for q in range(s.num_players):
        if q != seat and (held >> q) & 1 != 0:
            count += 1
    return count


@kernel
def has_room(s, r, seat, place, held):
    """BRC-173: nobody stays where another player's pawns are, but a complex of k studs has room for k players.

    `held` are the seats at that place, as bits."""
    strangers = others(s, held, seat)
    if strangers == 0:
        return 1
    village = village_at(s, place)
    if village < 0 or r.places_village_single_place == 0:
        return 0
    out = scratch(MOST_STUDS, np.int64)
    return 1 if strangers < complex_studs(s, village, out) else 0


@kernel
def crew(s, boat):
    """Number of pawns aboard a boat."""
    count = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.aboard[seat, slot] == boat + 1:
                count += 1
    return count


@kernel
def gatekeeper(s, k):
    """The player who opens and closes a gate or tower, or -1 if it is empty and therefore open.

    Whoever is inside alone; the owner if pawns of several players are inside."""
    held = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0 and s.struct[s.cell[seat, slot]] == k + 1:
                held |= 1 << seat
    if held == 0:
        return -1
    for seat in range(s.num_players):
        if held == 1 << seat:
            return seat
    return np.int64(s.struct_owner[k])


@kernel
def is_closed(s, k, seat):
    """BRC-283: whether a gate or tower bars a player: only a garrisoned one does, by its policy."""
    if IS_FORT[s.struct_kind[k]] == 0 or s.policy[k] == Policy.OPEN_TO_ALL:
        return 0
    keeper = gatekeeper(s, k)
    if keeper < 0 or keeper == seat:
        return 0
    if s.policy[k] == Policy.CLOSED_TO_OTHERS:
        return 1
    return 1 - friendly(s, keeper, seat)


@kernel
def closed_forts(s, seat, closed):
    """Write which structures bar a player: 1 for closed gates and towers, 0 for everything else."""
    for k in range(s.structs):
        closed[k] = is_closed(s, k, seat)
