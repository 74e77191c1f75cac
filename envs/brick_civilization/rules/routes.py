"""Trade routes: which studs carry goods for a player or for two partners, and what hangs together on them.

Rulebook chapters "Trade: Movement of Resources" and "Blockades". A survey marks the studs that carry goods and joins them
into networks, once for each resource: built infrastructure carries everything, fields only wheat, worked groves only
wood, fished studs only fish. A stud under a deck can be part of two networks, one on the deck and one on the water, so
a place in a network is a stud (on land) or a stud plus the number of studs (on the water). Read `goods.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import (
    boat_water,
    footing,
    grove_studs,
    is_closed,
    neighbour,
    place_studs,
    struct_studs,
    surface,
)
from rulebound.envs.brick_civilization.rules.fields import seat_of
from rulebound.envs.brick_civilization.rules.ranges import blockade
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import (
    DEPTH,
    IS_BOAT,
    IS_FORT,
    MOST_STUDS,
    OWNED,
    SLOTS,
    STRUCTS,
    Footing,
    Kind,
    Pawn,
    Status,
    Terrain,
)  # fmt: skip
from rulebound.envs.brick_civilization.variant import DATA, SEATS
from rulebound.envs.core.jit import kernel

WHEAT, FISH, WOOD, STONE = 0, 1, 2, 3
RESOURCES = 4
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

STRUCT_STUDS = 6  # of the largest structure
GROVE_STUDS = 9
GUEST = SLOTS + OWNED  # the location of the village at which somebody pays
LOCATIONS = GUEST + 1  # pawns by slot, own structures by their order, the village in hand
BITS = 63  # networks that a set of links can name
MOST_LABELS = 32  # networks that one place hangs on


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
    mask = np.zeros(size, np.int8)
    for seat in range(s.num_players):
        if seat != p and seat != q:
            continue
        blockade(s, r, seat, mask)
        for i in range(size):
            if mask[i] != 0:
                node[i] = BLOCKED


@kernel
def mark_studs(s, usable, carries, node, active):
    """BRC-127, BRC-132, BRC-136, BRC-138: roads, walls, buildings, fields and fished studs that are not blockaded. Studs
    that carry anything are listed in `active`; their number."""
    count = 0
    for i in range(s.rows * s.cols):
        if (s.road[i] | s.wall[i] | s.deck[i] | s.struct[i] | s.field[i] | s.fished[i]) == 0 or node[i] != 0:
            continue
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
        if bits != 0:
            node[i] = bits
            active[count] = i
            count += 1
    return count


@kernel
def mark_groves(s, usable, node, active, count):
    """BRC-134: footprints of groves in which a worker of a usable seat is; the number of active studs then."""
    studs = np.empty(GROVE_STUDS, np.int64)
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
    queue = np.empty(s.rows * s.cols, np.int16)
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
    first = np.zeros(STRUCTS, np.int16)  # the first stud plus 1
    studs = np.empty(STRUCT_STUDS, np.int64)
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
def join_special(s, node, parent, active, count):
    """BRC-134..BRC-138: the networks of wheat, fish and wood: the general one with what carries only them."""
    size = s.rows * s.cols
    for resource in range(STONE):
        for n in range(count):
            parent[resource, active[n]] = parent[STONE, active[n]]
            parent[resource, size + active[n]] = parent[STONE, size + active[n]]
    for n in range(count):
        i = active[n]
        row = i // s.cols
        for turn in range(2):
            j = i + 1 if turn == 0 else i + s.cols
            if (j == (row + 1) * s.cols if turn == 0 else row + 1 == s.rows) or node[j] == 0:
                continue
            for resource in range(STONE):
                if (node[i] | node[j]) & OWN_BITS[resource] != 0:
                    join_pair(s, node, parent[resource], resource, i, j)
    join_groves(s, node, parent[WOOD], active, count)


@kernel
def survey(s, r, p, q, blockades, special, node, parent):
    """The networks that serve two partners, or one player (p = q): `node` says what every stud carries, `parent` holds
    the networks of each resource, without `special` only the general one (that of stone). Actions change hands
    regardless of blockades (BRC-080)."""
    size = s.rows * s.cols
    for i in range(size):
        node[i] = 0
    usable = np.zeros(SEATS, np.int8)
    carries = np.zeros(STRUCTS, np.int8)
    active = np.empty(size, np.int16)
    find_usable_seats(s, p, q, usable)
    find_usable_structs(s, p, q, usable, carries)
    if blockades != 0:
        mark_blockades(s, r, p, q, node)
    count = mark_studs(s, usable, carries, node, active)
    count = mark_groves(s, usable, node, active, count)
    count = mark_regions(s, carries, node, active, count)
    join_general(s, node, parent[STONE], active, count)
    if special != 0:
        join_special(s, node, parent, active, count)


# ------------------------------------------------------------------------------------------------ what hangs on them
@kernel
def add_label(labels, counts, resource, label):
    """Add a network to those that a place hangs on."""
    count = counts[resource]
    for n in range(count):
        if labels[resource, n] == label:
            return
    if count < MOST_LABELS:
        labels[resource, count] = label
        counts[resource] = count + 1


@kernel
def is_frozen(s, i):
    """BRC-243: whether a stud is in a village out of control."""
    k = s.struct[i] - 1
    return k >= 0 and s.complex[k] != 0 and s.lost[s.complex[k] - 1] != 0


@kernel
def shared_label(s, i, aboard):
    """Pawns and stores at one place share it even without any network. Numbers above those of the networks: by stud, of
    a building by its anchor, of a boat by its stud."""
    size = s.rows * s.cols
    if aboard != 0:
        return 3 * size + i
    k = s.struct[i] - 1
    if k < 0:
        return 2 * size + i
    if s.complex[k] != 0:
        k = s.complex[k] - 1
    return 2 * size + s.struct_cell[k]


@kernel
def hangs_on_land(s, r, node, resource, level, j):
    """BRC-133: whether a pawn at some level hangs on the land network of the stud beside it."""
    return node[j] & ON_LAND[resource] != 0 and r.routes_adjacent_attach != 0 and abs(level - surface(s, j)) <= STEP


@kernel
def is_fished_from(s, seat, slot, j):
    """Whether a stud is fished by a pawn at the place of another one of the same player."""
    if s.fished[j] == 0 or seat_of(s.fished[j]) != seat:
        return False
    fisher = (s.fished[j] - 1) % SLOTS
    return s.cell[seat, fisher] == s.cell[seat, slot] and s.aboard[seat, fisher] == s.aboard[seat, slot]


@kernel
def hangs_on_water(s, r, node, resource, level, j, seat, slot):
    """BRC-133: whether a pawn at some level hangs on the water network of the stud beside it, or of one fished there."""
    if node[j] & ON_WATER[resource] == 0:
        return False
    if r.routes_adjacent_attach != 0 and s.deck[j] == 0 and abs(level - s.ground[j]) <= STEP:
        return True
    return resource == FISH and is_fished_from(s, seat, slot, j)


@kernel
def stud_level(s, i, afloat):
    """The level of a pawn on a stud, or in a boat or swimming there."""
    return s.ground[i] if afloat != 0 else surface(s, i)


@kernel
def pawn_studs(s, r, seat, slot, studs):
    """Write the studs of a pawn's place; their number. Nothing moves in or out of a village out of control."""
    i = s.cell[seat, slot]
    if s.aboard[seat, slot] != 0 or (s.tree[i] == 0 and s.struct[i] == 0):
        studs[0] = i
        return 1
    return 0 if is_frozen(s, i) else place_studs(s, r, i, studs)


@kernel
def is_afloat(s, seat, slot, i):
    """1 for a pawn in a boat or swimming."""
    return 1 if s.aboard[seat, slot] != 0 or footing(s, i) == Footing.WATER else 0


@kernel
def add_stud(s, r, node, parent, first, seat, slot, i, labels, counts):
    """BRC-133, BRC-146: the networks that a pawn on a stud hangs on: the stud's own and those beside it at most 3 higher
    or lower, nothing from a blockaded stud. For each resource from `first` on."""
    if node[i] & BLOCKED != 0:
        return
    size = s.rows * s.cols
    afloat = is_afloat(s, seat, slot, i)
    level = stud_level(s, i, afloat)
    for resource in range(first, RESOURCES):
        if node[i] & (ON_WATER[resource] if afloat != 0 else ON_LAND[resource]) != 0:
            add_label(labels, counts, resource, root(parent[resource], i + size * afloat))
    for direction in range(4):
        j = neighbour(s, i, direction)
        if j < 0 or node[j] == 0:
            continue
        for resource in range(first, RESOURCES):
            if hangs_on_water(s, r, node, resource, level, j, seat, slot):
                add_label(labels, counts, resource, root(parent[resource], size + j))
            if hangs_on_land(s, r, node, resource, level, j):
                add_label(labels, counts, resource, root(parent[resource], j))


@kernel
def label_pawn(s, r, node, parent, first, seat, slot, studs, labels, counts):
    """Write the networks of each resource that a pawn hangs on, and its place."""
    for resource in range(first, RESOURCES):
        counts[resource] = 1
        labels[resource, 0] = shared_label(s, s.cell[seat, slot], s.aboard[seat, slot])
    for n in range(pawn_studs(s, r, seat, slot, studs)):
        add_stud(s, r, node, parent, first, seat, slot, studs[n], labels, counts)


@kernel
def label_struct(s, node, parent, first, k, studs, labels, counts):
    """Write the network of each resource that a structure hangs on, and its place: none in a village out of control."""
    boat = IS_BOAT[s.struct_kind[k]]
    total = struct_studs(s, k, studs)
    for resource in range(first, RESOURCES):
        counts[resource] = 0
        if boat == 0 and is_frozen(s, studs[0]):
            continue
        counts[resource] = 1
        labels[resource, 0] = shared_label(s, studs[0], boat)
        for n in range(total):
            if node[studs[n]] & (REGION if boat != 0 else INFRA) != 0:
                add_label(labels, counts, resource, root(parent[resource], studs[n] + boat * s.rows * s.cols))


@kernel
def may_store(kind):
    """Villages, storehouses and mills."""
    return kind == Kind.VILLAGE or kind == Kind.STOREHOUSE or kind == Kind.MILL


@kernel
def label_locations(s, r, node, parent, first, seat, guest, labels, counts):
    """Write the networks of each resource from `first` on that every own location hangs on, and the village in hand.
    Only structures that store goods count."""
    studs = np.empty(MOST_STUDS, np.int64)
    for location in range(LOCATIONS):
        for resource in range(RESOURCES):
            counts[location, resource] = 0
    for slot in range(SLOTS):
        if s.pawn[seat, slot] == Pawn.NONE or s.status[seat, slot] != Status.BOARD:
            continue
        twin = slot
        for other in range(slot):
            if counts[other, STONE] > 0 and s.cell[seat, other] == s.cell[seat, slot] and s.aboard[seat, other] == s.aboard[seat, slot]:
                twin = other
                break
        if twin == slot:
            label_pawn(s, r, node, parent, first, seat, slot, studs, labels[slot], counts[slot])
            continue
        for resource in range(first, RESOURCES):  # pawns at one place share it
            counts[slot, resource] = counts[twin, resource]
            for n in range(counts[twin, resource]):
                labels[slot, resource, n] = labels[twin, resource, n]
    location = SLOTS
    for k in range(s.structs):
        if s.struct_owner[k] == seat and location < GUEST:
            if may_store(s.struct_kind[k]):
                label_struct(s, node, parent, first, k, studs, labels[location], counts[location])
            location += 1
    if guest >= 0:
        label_struct(s, node, parent, first, guest, studs, labels[GUEST], counts[GUEST])


# ------------------------------------------------------------------------------------------------ links of one player
@kernel
def write_links(s, resource, labels, counts, bit):
    """Give every network that joins at least two locations a bit, and every location the bits of its networks.

    A player can name 63 networks; more of them with two locations each do not fit into the bounds of the game's pawns
    and structures except on a board made for it.
    """
    for location in range(LOCATIONS):
        for n in range(counts[location, resource]):
            bit[labels[location, resource, n]] -= 1  # counted downwards from 0
    used = 0
    for location in range(LOCATIONS):
        links = np.int64(0)
        for n in range(counts[location, resource]):
            label = labels[location, resource, n]
            if bit[label] <= -2 and used < BITS:
                used += 1
                bit[label] = used
            if bit[label] > 0:
                links |= np.int64(1) << np.int64(bit[label] - 1)
        s.links[resource, location] = links
    for location in range(LOCATIONS):
        for n in range(counts[location, resource]):
            bit[labels[location, resource, n]] = 0


@kernel
def link(s, r, seat, guest):
    """Survey the networks of a player and keep in `links` what hangs together; `guest` is a village at which it pays,
    or -1."""
    size = s.rows * s.cols
    node = np.empty(size, np.int8)
    parent = np.empty((RESOURCES, 2 * size), np.int16)
    survey(s, r, seat, seat, 1, 1, node, parent)
    labels = np.empty((LOCATIONS, RESOURCES, MOST_LABELS), np.int16)
    counts = np.empty((LOCATIONS, RESOURCES), np.int16)
    bit = np.zeros(4 * size, np.int8)
    label_locations(s, r, node, parent, 0, seat, guest, labels, counts)
    for resource in range(RESOURCES):
        write_links(s, resource, labels, counts, bit)
    s.links_of = seat + 1


@kernel
def connected(s, good, a, b):
    """Whether a kind of goods can go from one own location to another, as last surveyed."""
    resource = RESOURCE[good]
    return s.links[resource, a] & s.links[resource, b] != 0


# ------------------------------------------------------------------------------------------------ distances
@kernel
def step_to(steps, queue, count, a, distance):
    """A place of a network is reached; the new length of the queue."""
    if steps[a] >= 0:
        return count
    steps[a] = distance
    queue[count] = a
    return count + 1


@kernel
def step_around(s, node, resource, a, steps, queue, count):
    """Reach the neighbours of a place of a network."""
    size = s.rows * s.cols
    i = a % size
    afloat = a >= size
    bits = node[i] & (ON_WATER[resource] if afloat else ON_LAND[resource])
    for direction in range(4):
        j = neighbour(s, i, direction)
        if j < 0:
            continue
        land = node[j] & ON_LAND[resource]
        water = node[j] & ON_WATER[resource]
        if land != 0 and (shore_joins(s, j, i) if afloat else lands_join(s, bits, land, i, j)):
            count = step_to(steps, queue, count, j, steps[a] + 1)
        if water != 0 and (waters_join(s, bits, water, i, j) if afloat else shore_joins(s, i, j)):
            count = step_to(steps, queue, count, size + j, steps[a] + 1)
    return count


@kernel
def step_inside(s, node, a, steps, queue, count):
    """Reach the other studs of a building, a village complex or a grove."""
    size = s.rows * s.cols
    if a >= size or (s.struct[a] == 0 and node[a] & GROVE == 0):
        return count
    place = shared_label(s, a, 0)
    for j in range(size):
        same = s.tree[j] == s.tree[a] if s.struct[a] == 0 else s.struct[j] != 0 and shared_label(s, j, 0) == place
        if same and node[j] & (INFRA | GROVE) != 0:
            count = step_to(steps, queue, count, j, steps[a] + 1)
    return count


@kernel
def measure_steps(s, r, node, resource, seat, slot, steps):
    """BRC-358: the steps from a pawn to every place of the networks that it hangs on; -1 for those out of reach."""
    size = s.rows * s.cols
    queue = np.empty(2 * size, np.int16)
    studs = np.empty(MOST_STUDS, np.int64)
    total = pawn_studs(s, r, seat, slot, studs)
    count = 0
    for a in range(2 * size):
        steps[a] = -1
    for turn in range(2):  # the place itself, then what is beside it
        for n in range(total):
            i = studs[n]
            afloat = is_afloat(s, seat, slot, i)
            if node[i] & BLOCKED != 0:
                continue
            if turn == 0:
                if node[i] & (ON_WATER[resource] if afloat != 0 else ON_LAND[resource]) != 0:
                    count = step_to(steps, queue, count, i + size * afloat, 0)
                continue
            for direction in range(4):
                j = neighbour(s, i, direction)
                if j >= 0 and hangs_on_land(s, r, node, resource, stud_level(s, i, afloat), j):
                    count = step_to(steps, queue, count, j, 1)
                if j >= 0 and hangs_on_water(s, r, node, resource, stud_level(s, i, afloat), j, seat, slot):
                    count = step_to(steps, queue, count, size + j, 1)
    at = 0
    while at < count:
        count = step_around(s, node, resource, queue[at], steps, queue, count)
        count = step_inside(s, node, queue[at], steps, queue, count)
        at += 1


@kernel
def steps_to_pawn(s, r, node, resource, seat, slot, steps):
    """The steps measured to the place of a pawn, or -1."""
    size = s.rows * s.cols
    studs = np.empty(MOST_STUDS, np.int64)
    best = -1
    for n in range(pawn_studs(s, r, seat, slot, studs)):
        i = studs[n]
        afloat = is_afloat(s, seat, slot, i)
        if node[i] & BLOCKED != 0:
            continue
        found = steps[i + size * afloat]
        if found >= 0 and (best < 0 or found < best):
            best = found
        for direction in range(4):
            j = neighbour(s, i, direction)
            if j < 0:
                continue
            found = steps[j] if hangs_on_land(s, r, node, resource, stud_level(s, i, afloat), j) else -1
            if found >= 0 and (best < 0 or found + 1 < best):
                best = found + 1
            on_water = hangs_on_water(s, r, node, resource, stud_level(s, i, afloat), j, seat, slot)
            found = steps[size + j] if on_water else -1
            if found >= 0 and (best < 0 or found + 1 < best):
                best = found + 1
    return best


@kernel
def steps_to_struct(s, k, steps):
    """The steps measured to a building, or -1."""
    studs = np.empty(STRUCT_STUDS, np.int64)
    best = -1
    for n in range(struct_studs(s, k, studs)):
        found = steps[studs[n]]
        if found >= 0 and (best < 0 or found < best):
            best = found
    return best
