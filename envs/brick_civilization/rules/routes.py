"""Trade routes: which studs carry goods for a player or for two partners, and what hangs together on them.

Rulebook chapters "Trade: Movement of Resources" and "Blockades". A survey marks the studs that carry goods and joins them
into networks, once for each resource: built infrastructure carries everything, fields only wheat, worked groves only
wood, fished studs only fish. A stud under a deck can be part of two networks, one on the deck and one on the water, so
a place in a network is a stud (on land) or a stud plus the number of studs (on the water). Read `links.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    boat_water,
    grove_studs,
    is_closed,
    neighbour,
    struct_studs,
    surface,
)
from rulebound.envs.brick_civilization.rules.fields import seat_of
from rulebound.envs.brick_civilization.rules.ranges import blockade, is_threatened
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import (
    DEPTH,
    IS_BOAT,
    IS_FORT,
    SLOTS,
    STRUCTS,
    Kind,
    Pawn,
    Status,
    Terrain,
)  # fmt: skip
from rulebound.envs.brick_civilization.variant import DATA, SEATS
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

WHEAT, FISH, WOOD, STONE = 0, 1, 2, 3
RESOURCES = 4
ALL = (1 << RESOURCES) - 1  # the set of all resources
RESOURCE = np.array([WHEAT, WHEAT, FISH, WOOD, WOOD, STONE], np.int64)  # [good]
STEP = DATA["routes"]["step_max"]["value"]
FIELD_STEP = DATA["fields"]["step_max"]["value"]

# What a stud is to a survey, as bits.
INFRA = 1  # road, deck, pillar, wall or building
FIELD = 2  # stud of a field
GROVE = 4  # in the footprint of a worked grove
CANOE_REGION = 8  # water that a canoe of theirs can reach
SAIL_REGION = 16  # water that a sailboat of theirs can reach
FISHED = 32  # fished stud
BLOCKED = 64  # blockaded
REGION = CANOE_REGION | SAIL_REGION
ON_LAND = np.array([INFRA | FIELD, INFRA, INFRA | GROVE, INFRA], np.int64)  # [resource]
ON_WATER = np.array([REGION, REGION | FISHED, REGION, REGION], np.int64)  # [resource]
OWN_BITS = np.array([FIELD, FISHED, GROVE, 0], np.int64)  # [resource]: what carries this resource only
GENERAL = 1 << STONE  # a set of resources: only that of the general network

PARENTS = RESOURCES * 2 * CELLS  # places of networks on the largest board
STRUCT_STUDS = 6  # of the largest structure
GROVE_STUDS = 9


# ------------------------------------------------------------------------------------------------ what carries goods
@kernel
def find_usable_seats(s, p, q, usable):
    """BRC-060, BRC-132: whose walls, buildings, boats and crops serve both partners: their own and those of common
    friends. Of one player (p = q): its own and its friends'."""
    for seat in range(s.num_players):
        usable[seat] = friendly(s, seat, p) * friendly(s, seat, q)
    usable[p] = 1
    usable[q] = 1


@kernel
def find_usable_structs(s, p, q, usable, carries):
    """BRC-132, BRC-243, BRC-283, BRC-284: buildings and boats of usable seats, without villages out of control; gates
    and towers of anybody unless they are closed to one of the two."""
    for k in range(s.structs):
        owner = s.struct_owner[k]
        carries[k] = 1 if owner >= 0 and usable[owner] != 0 else 0
        if IS_FORT[s.struct_kind[k]] != 0:
            barred = (owner != q and is_closed(s, k, p) != 0) or (owner != p and is_closed(s, k, q) != 0)
            carries[k] = 0 if barred else 1
        elif s.complex[k] != 0 and s.lost[s.complex[k] - 1] != 0:
            carries[k] = 0


@kernel
def mark_blockades(s, r, p, q, node):
    """BRC-143..BRC-148: studs in the range of units that are unfriendly to one of the partners."""
    size = s.rows * s.cols
    mask = scratch(CELLS, np.int8)
    for seat in range(s.num_players):
        if (seat != p and seat != q) or not is_threatened(s, seat):
            continue
        blockade(s, r, seat, mask)
        for i in range(size):
            if mask[i] != 0:
                node[i] = BLOCKED


@kernel
def mark_studs(s, usable, carries, wanted, node, active):
    """BRC-127, BRC-132, BRC-136, BRC-138: roads, walls, buildings, and if wanted fields and fished studs, that are not
    blockaded. Studs that carry anything are listed in `active`; their number."""
    count = 0
    size = s.rows * s.cols
    worth = scratch(CELLS, np.int16)
    parts = (size + 3) // 4
    for i in range(size, 4 * parts):
        worth[i] = 0
    # Nothing is decided here, so that the compiler makes it vector instructions; four studs at once are passed over below.
    if wanted == GENERAL:
        for i in range(size):
            worth[i] = s.road[i] | s.wall[i] | s.deck[i] | s.struct[i]
    else:
        for i in range(size):
            worth[i] = s.road[i] | s.wall[i] | s.deck[i] | s.struct[i] | s.field[i] | s.fished[i]
    fours = worth.view(np.int64)
    for four in range(parts):
        if fours[four] == 0:
            continue
        for i in range(4 * four, 4 * four + 4):
            bits = stud_bits(s, usable, carries, i) if worth[i] != 0 and node[i] == 0 else 0
            if bits != 0:
                node[i] = bits
                active[count] = i
                count += 1
    return count


@kernel
def stud_bits(s, usable, carries, i):
    """What a stud with something on it carries, as bits."""
    bits = 0
    if s.wall[i] != 0:
        bits = INFRA if s.wall_owner[i] != 0 and usable[s.wall_owner[i] - 1] != 0 else 0
    elif s.struct[i] != 0:
        bits = INFRA if carries[s.struct[i] - 1] != 0 else 0
    elif s.deck[i] != 0:
        bits = INFRA
    elif s.road[i] != 0:
        bits = INFRA if s.terrain[i] != Terrain.WATER or s.road[i] >= DEPTH else 0
    elif s.field[i] != 0:
        bits = FIELD if usable[seat_of(s.field[i])] != 0 else 0
    if s.fished[i] != 0 and usable[seat_of(s.fished[i])] != 0:
        bits |= FISHED
    return bits


@kernel
def mark_groves(s, usable, node, active, count):
    """BRC-134: footprints of groves in which a worker of a usable seat is; the number of active studs then."""
    studs = scratch(GROVE_STUDS, np.int64)
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.pawn[seat, slot] != Pawn.WORKER or usable[seat] == 0 or s.status[seat, slot] != Status.BOARD or s.aboard[seat, slot] != 0:
                continue
            grove = s.tree[s.cell[seat, slot]] - 1
            if grove < 0:
                continue
            for n in range(grove_studs(s, grove, studs)):
                if node[studs[n]] == 0:
                    node[studs[n]] = GROVE
                    active[count] = studs[n]
                    count += 1
    return count


@kernel
def mark_regions(s, carries, node, active, count):
    """BRC-128, BRC-131: the water of its own kind and level that a boat can reach without crossing a blockade; the number
    of active studs then."""
    queue = scratch(CELLS, np.int16)
    for k in range(s.structs):
        kind = s.struct_kind[k]
        bit = CANOE_REGION if kind == Kind.CANOE else SAIL_REGION
        water = boat_water(kind)
        start = s.struct_cell[k]
        if IS_BOAT[kind] == 0 or carries[k] == 0 or node[start] & (bit | BLOCKED) != 0:
            continue
        if node[start] == 0:
            active[count] = start
            count += 1
        node[start] |= bit
        queue[0] = start
        waiting = 1
        at = 0
        while at < waiting:
            i = queue[at]
            at += 1
            for direction in range(4):
                j = neighbour(s, i, direction)
                if j < 0 or s.water[j] & water == 0 or node[j] & (bit | BLOCKED) != 0 or s.ground[i] != s.ground[j]:
                    continue
                if node[j] == 0:
                    active[count] = j
                    count += 1
                node[j] |= bit
                queue[waiting] = j
                waiting += 1
    return count


# ------------------------------------------------------------------------------------------------ joining
@kernel
def root(parent, a):
    """The representative of a network."""
    while parent[a] != a:
        parent[a] = parent[parent[a]]
        a = parent[a]
    return a


@kernel
def unite(parent, a, b):
    """Two places of a network belong together."""
    a = root(parent, a)
    b = root(parent, b)
    if a < b:
        parent[b] = a
    else:
        parent[a] = b


@kernel
def lands_join(s, bits, next_bits, i, j):
    """BRC-130, BRC-134, BRC-136: steps between neighbouring studs on land."""
    if (bits | next_bits) & INFRA != 0:
        return abs(surface(s, i) - surface(s, j)) <= STEP
    return bits & GROVE != 0 or abs(s.ground[i] - s.ground[j]) <= FIELD_STEP


@kernel
def waters_join(s, bits, next_bits, i, j):
    """BRC-131, BRC-138: neighbouring studs of one boat's water, or fished studs, on one level."""
    return s.ground[i] == s.ground[j] and (bits & next_bits & REGION != 0 or (bits | next_bits) & FISHED != 0)


@kernel
def shore_joins(s, land, water):
    """BRC-130, BRC-131: goods are landed on a neighbouring stud at most 3 higher or lower, never from under a deck."""
    return s.deck[water] == 0 and abs(surface(s, land) - s.ground[water]) <= STEP


@kernel
def join_pair(s, node, parent, resource, i, j):
    """Join two neighbouring studs as far as they carry a resource."""
    size = s.rows * s.cols
    land = node[i] & ON_LAND[resource]
    water = node[i] & ON_WATER[resource]
    next_land = node[j] & ON_LAND[resource]
    next_water = node[j] & ON_WATER[resource]
    if land != 0 and next_land != 0 and lands_join(s, land, next_land, i, j):
        unite(parent, i, j)
    if water != 0 and next_water != 0 and waters_join(s, water, next_water, i, j):
        unite(parent, size + i, size + j)
    if land != 0 and next_water != 0 and shore_joins(s, i, j):
        unite(parent, i, size + j)
    if water != 0 and next_land != 0 and shore_joins(s, j, i):
        unite(parent, size + i, j)


@kernel
def join_structs(s, node, parent):
    """BRC-147, BRC-217: the free studs of a structure belong together, and those of a village complex."""
    first = cleared(STRUCTS, np.int16)  # the first stud plus 1
    studs = scratch(STRUCT_STUDS, np.int64)
    for k in range(s.structs):
        if IS_BOAT[s.struct_kind[k]] != 0:
            continue
        whole = s.complex[k] - 1 if s.complex[k] != 0 else k
        for n in range(struct_studs(s, k, studs)):
            if node[studs[n]] & INFRA == 0:
                continue
            if first[whole] == 0:
                first[whole] = studs[n] + 1
            else:
                unite(parent, first[whole] - 1, studs[n])


@kernel
def join_groves(s, node, parent, active, count):
    """BRC-134: the free studs of a worked grove belong together."""
    first = np.zeros(s.groves + 1, np.int16)  # the first stud plus 1
    for n in range(count):
        i = active[n]
        if node[i] & GROVE == 0:
            continue
        if first[s.tree[i]] == 0:
            first[s.tree[i]] = i + 1
        else:
            unite(parent, first[s.tree[i]] - 1, i)


@kernel
def join_general(s, node, parent, active, count):
    """BRC-127..BRC-132: the network of built infrastructure."""
    size = s.rows * s.cols
    for n in range(count):
        parent[active[n]] = active[n]
        parent[size + active[n]] = size + active[n]
    for n in range(count):
        i = active[n]
        if node[i] & (INFRA | REGION) == 0:
            continue
        row = i // s.cols
        if i + 1 < (row + 1) * s.cols and node[i + 1] != 0:
            join_pair(s, node, parent, STONE, i, i + 1)
        if row + 1 < s.rows and node[i + s.cols] != 0:
            join_pair(s, node, parent, STONE, i, i + s.cols)
    join_structs(s, node, parent)


@kernel
def join_special(s, node, parent, active, count, resource):
    """BRC-134..BRC-138: the network of wheat, fish or wood: the general one with what carries only that."""
    size = s.rows * s.cols
    own = OWN_BITS[resource]
    for n in range(count):
        i = active[n]
        parent[resource, i] = parent[STONE, i]
        parent[resource, size + i] = parent[STONE, size + i]
    for n in range(count):
        i = active[n]
        row = i // s.cols
        if i + 1 < (row + 1) * s.cols and node[i + 1] != 0 and (node[i] | node[i + 1]) & own != 0:
            join_pair(s, node, parent[resource], resource, i, i + 1)
        if row + 1 < s.rows and node[i + s.cols] != 0 and (node[i] | node[i + s.cols]) & own != 0:
            join_pair(s, node, parent[resource], resource, i, i + s.cols)
    if resource == WOOD:
        join_groves(s, node, parent[WOOD], active, count)


@kernel
def chart(s, r, p, q, blockades, wanted, node, active):
    """Write what every stud carries for two partners, or for one player (p = q), and list the studs that carry anything;
    their number. Actions change hands regardless of blockades (BRC-080). `wanted` is the set of resources."""
    for i in range(s.rows * s.cols):
        node[i] = 0
    usable = cleared(SEATS, np.int8)
    carries = cleared(STRUCTS, np.int8)
    find_usable_seats(s, p, q, usable)
    find_usable_structs(s, p, q, usable, carries)
    if blockades != 0:
        mark_blockades(s, r, p, q, node)
    count = mark_studs(s, usable, carries, wanted, node, active)
    if wanted & (1 << WOOD) != 0:
        count = mark_groves(s, usable, node, active, count)
    return mark_regions(s, carries, node, active, count)


@kernel
def join(s, node, active, count, wanted, parent):
    """Join what was charted into networks, one set for each resource wanted. Returns the set of resources that have
    networks of their own; the others move on the general one (that of stone)."""
    join_general(s, node, parent[STONE], active, count)
    bits = 0
    for n in range(count):
        bits |= node[active[n]]
    own = GENERAL
    for resource in range(STONE):
        if wanted & (1 << resource) != 0 and bits & OWN_BITS[resource] != 0:
            join_special(s, node, parent, active, count, resource)
            own |= 1 << resource
    return own


@kernel
def network_of(own, resource):
    """The resource on whose networks a resource moves: its own, or those of stone."""
    return resource if own & (1 << resource) != 0 else STONE


@kernel
def survey(s, r, p, q, blockades, wanted, node, parent):
    """Chart and join in one: `node` says what every stud carries, `parent` holds the networks. Returns what `join` does."""
    active = scratch(CELLS, np.int16)
    count = chart(s, r, p, q, blockades, wanted, node, active)
    return join(s, node, active, count, wanted, parent)
