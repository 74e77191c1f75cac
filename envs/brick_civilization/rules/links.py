"""Links: which networks pawns and structures hang on, what of one player hangs together, and how far it is.

Rulebook chapter "Trade: Movement of Resources". An own location is a pawn (by slot) or an own structure (after the slots,
by its order on the board); the last location is a village at which the player pays. Read `goods.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    complex_studs,
    footing,
    grove_studs,
    neighbour,
    on_board,
    place_studs,
    struct_studs,
    surface,
    village_at,
)
from rulebound.envs.brick_civilization.rules.fields import seat_of
from rulebound.envs.brick_civilization.rules.routes import (
    ALL,
    BLOCKED,
    FISH,
    GENERAL,
    GROVE,
    INFRA,
    ON_LAND,
    ON_WATER,
    PARENTS,
    REGION,
    RESOURCE,
    RESOURCES,
    STEP,
    STONE,
    STRUCT_STUDS,
    chart,
    join,
    lands_join,
    root,
    shore_joins,
    survey,
    waters_join,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.turns import relative
from rulebound.envs.brick_civilization.state import IS_BOAT, MOST_STUDS, OWNED, SLOTS, Footing, Kind, Pawn, Status, Water
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

GUEST = SLOTS + OWNED  # the location of the village at which somebody pays
LOCATIONS = GUEST + 1
BITS = 63  # networks that a set of links can name
MOST_LABELS = 32  # networks that one place hangs on
LOCATION_COUNTS = LOCATIONS * RESOURCES  # values of a table by location and resource
LOCATION_LABELS = LOCATION_COUNTS * MOST_LABELS


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
def add_stud(s, r, node, parent, own, seat, slot, i, labels, counts):
    """BRC-133, BRC-146: the networks that a pawn on a stud hangs on: the stud's own and those beside it at most 3 higher
    or lower, nothing from a blockaded stud. For each resource of a set."""
    if node[i] & BLOCKED != 0:
        return
    size = s.rows * s.cols
    afloat = is_afloat(s, seat, slot, i)
    level = stud_level(s, i, afloat)
    for resource in range(RESOURCES):
        if own & (1 << resource) != 0 and node[i] & (ON_WATER[resource] if afloat != 0 else ON_LAND[resource]) != 0:
            add_label(labels, counts, resource, root(parent[resource], i + size * afloat))
    for direction in range(4):
        j = neighbour(s, i, direction)
        if j < 0 or node[j] == 0:
            continue
        for resource in range(RESOURCES):
            if own & (1 << resource) == 0:
                continue
            if hangs_on_water(s, r, node, resource, level, j, seat, slot):
                add_label(labels, counts, resource, root(parent[resource], size + j))
            if hangs_on_land(s, r, node, resource, level, j):
                add_label(labels, counts, resource, root(parent[resource], j))


@kernel
def label_pawn(s, r, node, parent, own, seat, slot, studs, labels, counts):
    """Write the networks of each resource of a set that a pawn hangs on, and its place."""
    place = shared_label(s, s.cell[seat, slot], s.aboard[seat, slot])
    for resource in range(RESOURCES):
        counts[resource] = 1
        labels[resource, 0] = place
    for n in range(pawn_studs(s, r, seat, slot, studs)):
        add_stud(s, r, node, parent, own, seat, slot, studs[n], labels, counts)


@kernel
def label_struct(s, node, parent, own, k, studs, labels, counts):
    """Write the network of each resource of a set that a structure hangs on, and its place: none in a village out of
    control."""
    boat = IS_BOAT[s.struct_kind[k]]
    total = struct_studs(s, k, studs)
    for resource in range(RESOURCES):
        counts[resource] = 0
        if own & (1 << resource) == 0 or (boat == 0 and is_frozen(s, studs[0])):
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
def copy_labels(labels, counts, resource, from_labels, from_counts, from_resource):
    """A place hangs on the networks that another place or another resource hangs on."""
    counts[resource] = from_counts[from_resource]
    for n in range(from_counts[from_resource]):
        labels[resource, n] = from_labels[from_resource, n]


@kernel
def label_locations(s, r, node, parent, own, seat, guest, labels, counts):
    """Write the networks of each resource that every own location hangs on, and the village in hand. Only structures that
    store goods count. `own` is the set of resources that have networks of their own."""
    studs = scratch(MOST_STUDS, np.int64)
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
            label_pawn(s, r, node, parent, own, seat, slot, studs, labels[slot], counts[slot])
            continue
        for resource in range(RESOURCES):  # pawns at one place share it
            copy_labels(labels[slot], counts[slot], resource, labels[twin], counts[twin], resource)
    location = SLOTS
    for k in range(s.structs):
        if s.struct_owner[k] == seat and location < GUEST:
            if may_store(s.struct_kind[k]):
                label_struct(s, node, parent, own, k, studs, labels[location], counts[location])
            location += 1
    if guest >= 0:
        label_struct(s, node, parent, own, guest, studs, labels[GUEST], counts[GUEST])
    for resource in range(STONE):
        if own & (1 << resource) == 0:
            for location in range(LOCATIONS):
                copy_labels(labels[location], counts[location], resource, labels[location], counts[location], STONE)


# ------------------------------------------------------------------------------------------------ links of one player
@kernel
def write_links(s, resource, live, total, labels, counts, bit):
    """Give every network that joins at least two locations a bit, and every location the bits of its networks.

    `live` lists the locations that hang on anything. A player can name 63 networks; more of them with two locations each do
    not fit into the bounds of the game's pawns and structures except on a board made for it.
    """
    for location in range(LOCATIONS):
        s.links[resource, location] = 0
    for k in range(total):
        location = live[k]
        for n in range(counts[location, resource]):
            bit[labels[location, resource, n]] -= 1  # counted downwards from 0
    used = 0
    for k in range(total):
        location = live[k]
        links = np.int64(0)
        for n in range(counts[location, resource]):
            label = labels[location, resource, n]
            if bit[label] <= -2 and used < BITS:
                used += 1
                bit[label] = used
            if bit[label] > 0:
                links |= np.int64(1) << np.int64(bit[label] - 1)
        s.links[resource, location] = links
    for k in range(total):
        location = live[k]
        for n in range(counts[location, resource]):
            bit[labels[location, resource, n]] = 0


@kernel
def link(s, r, seat, guest):
    """Survey the networks of a player and keep in `links` what hangs together; `guest` is a village at which it pays,
    or -1."""
    size = s.rows * s.cols
    node = scratch(CELLS, np.int8)
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    own = survey(s, r, seat, seat, 1, ALL, node, parent)
    labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    bit = np.zeros(4 * size, np.int8)
    label_locations(s, r, node, parent, own, seat, guest, labels, counts)
    live = scratch(LOCATIONS, np.int16)
    total = 0
    for location in range(LOCATIONS):
        if counts[location, STONE] > 0:
            live[total] = location
            total += 1
    for resource in range(STONE, -1, -1):
        if own & (1 << resource) != 0:
            write_links(s, resource, live, total, labels, counts, bit)
            continue
        for location in range(LOCATIONS):
            s.links[resource, location] = s.links[STONE, location]


@kernel
def connected(s, good, a, b):
    """Whether a kind of goods can go from one own location to another, as last surveyed."""
    resource = RESOURCE[good]
    return s.links[resource, a] & s.links[resource, b] != 0


# ------------------------------------------------------------------------------------------------ links of two players
@kernel
def are_linked(s, r, p, q, node, parent):
    """BRC-080: whether some place of one player and some place of another hang on one general network."""
    marked = np.zeros(4 * s.rows * s.cols, np.int8)
    labels = np.empty((RESOURCES, MOST_LABELS), np.int16)
    counts = scratch(RESOURCES, np.int16)
    studs = scratch(MOST_STUDS, np.int64)
    for turn in range(2):
        seat = p if turn == 0 else q
        for location in range(SLOTS + s.structs):
            counts[STONE] = 0
            if location >= SLOTS:
                if s.struct_owner[location - SLOTS] == seat:
                    label_struct(s, node, parent, GENERAL, location - SLOTS, studs, labels, counts)
            elif on_board(s, seat, location) != 0:
                label_pawn(s, r, node, parent, GENERAL, seat, location, studs, labels, counts)
            for n in range(counts[STONE]):
                if turn == 0:
                    marked[labels[STONE, n]] = 1
                elif marked[labels[STONE, n]] != 0:
                    return True
    return False


@kernel
def forget(labels, counts, total, resource, figures):
    """Set what was counted for networks back to 0."""
    for location in range(total):
        for n in range(counts[location, resource]):
            figures[labels[location, resource, n]] = 0


@kernel
def share_network(labels, counts, other_labels, other_counts, resource, marked):
    """Whether places of two players hang on one network of a resource; `marked` is 0 before and after."""
    for location in range(LOCATIONS):
        for n in range(counts[location, resource]):
            marked[labels[location, resource, n]] = 1
    shared = False
    for location in range(LOCATIONS):
        for n in range(other_counts[location, resource]):
            shared |= marked[other_labels[location, resource, n]] != 0
    forget(labels, counts, LOCATIONS, resource, marked)
    return shared


@kernel
def whole_studs(s, i, studs):
    """Write the studs of the building, the village complex or the grove that a stud is part of; their number."""
    village = village_at(s, i)
    if village >= 0:
        return complex_studs(s, village, studs)
    if s.struct[i] != 0:
        return struct_studs(s, s.struct[i] - 1, studs)
    if s.tree[i] != 0:
        return grove_studs(s, s.tree[i] - 1, studs)
    studs[0] = i
    return 1


@kernel
def list_places(s, seat, places):
    """List the studs of all places of a player, some of them more than once; their number."""
    studs = scratch(MOST_STUDS, np.int64)
    count = 0
    for location in range(SLOTS + s.structs):
        if location < SLOTS:
            if on_board(s, seat, location) == 0:
                continue
            i = s.cell[seat, location]
            single = s.aboard[seat, location] != 0
        else:
            if s.struct_owner[location - SLOTS] != seat:
                continue
            i = s.struct_cell[location - SLOTS]
            single = IS_BOAT[s.struct_kind[location - SLOTS]] != 0
        if single:
            places[count] = i
            count += 1
            continue
        for n in range(whole_studs(s, i, studs)):
            places[count] = studs[n]
            count += 1
    return count


@kernel
def may_carry(s, node, charted, sailed, j):
    """Whether a stud carries goods for two players; before it is charted, whether it could for any two. `sailed` is water for
    boats, if there are any."""
    if charted != 0:
        return node[j] != 0
    built = s.road[j] | s.wall[j] | s.deck[j] | s.struct[j]
    return (built | s.field[j] | s.fished[j] | s.tree[j] | (s.water[j] & sailed)) != 0


@kernel
def come_close(s, p, q, node, charted):
    """A quick look whether networks of two players can meet: as if all neighbouring studs that carry anything were joined.
    In most positions they cannot, and this is much quicker than charting the board, and that than joining the networks."""
    size = s.rows * s.cols
    places = np.empty((SLOTS + s.structs) * MOST_STUDS, np.int16)
    reached = scratch(CELLS, np.int8)
    for i in range(size):
        reached[i] = 0
    sailed = 0
    for k in range(s.structs):
        if IS_BOAT[s.struct_kind[k]] != 0:
            sailed = Water.CANOE | Water.SAIL
    queue = scratch(CELLS, np.int16)
    count = 0
    for n in range(list_places(s, p, places)):
        if reached[places[n]] == 0:
            reached[places[n]] = 1
            queue[count] = places[n]
            count += 1
    at = 0
    while at < count:
        for direction in range(4):
            j = neighbour(s, queue[at], direction)
            if j >= 0 and reached[j] == 0 and may_carry(s, node, charted, sailed, j):
                reached[j] = 1
                queue[count] = j
                count += 1
        at += 1
    for n in range(list_places(s, q, places)):
        i = places[n]
        if reached[i] != 0:
            return True
        for direction in range(4):
            j = neighbour(s, i, direction)
            if j >= 0 and reached[j] != 0:
                return True
    return False


@kernel
def have_route(s, r, p, q):
    """Whether two players share any network at all, blockaded or not: 2 for a general one, 1 for one of some resource, 0 for
    none; then there is nothing to trade."""
    size = s.rows * s.cols
    node = scratch(CELLS, np.int8)
    active = scratch(CELLS, np.int16)
    if not come_close(s, p, q, node, 0):
        return 0
    count = chart(s, r, p, q, 0, ALL, node, active)
    if not come_close(s, p, q, node, 1):
        return 0
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    own = join(s, node, active, count, ALL, parent)
    if are_linked(s, r, p, q, node, parent):
        return 2
    labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    other_labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    other_counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    marked = np.zeros(4 * size, np.int16)
    label_locations(s, r, node, parent, own, p, -1, labels, counts)
    label_locations(s, r, node, parent, own, q, -1, other_labels, other_counts)
    for resource in range(STONE):
        if own & (1 << resource) != 0 and share_network(labels, counts, other_labels, other_counts, resource, marked):
            return 1
    return 0


@kernel
def find_routes(s, r, seat):
    """Note the players with whom a player shares a network while it relocates goods."""
    s.routes_to = 0
    s.general_to = 0
    for away in range(1, s.num_players):
        other = relative(s, seat, away)
        if s.out[other] != 0:
            continue
        shared = have_route(s, r, seat, other)
        if shared > 0:
            s.routes_to |= 1 << other
        if shared > 1:
            s.general_to |= 1 << other


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
    if a >= s.rows * s.cols or (s.struct[a] == 0 and node[a] & GROVE == 0):
        return count
    studs = scratch(MOST_STUDS, np.int64)
    for n in range(whole_studs(s, a, studs)):
        if node[studs[n]] & (INFRA | GROVE) != 0:
            count = step_to(steps, queue, count, studs[n], steps[a] + 1)
    return count


@kernel
def measure_steps(s, r, node, resource, seat, slot, steps):
    """BRC-358: the steps from a pawn to every place of the networks that it hangs on; -1 for those out of reach."""
    size = s.rows * s.cols
    queue = np.empty(2 * size, np.int16)
    studs = scratch(MOST_STUDS, np.int64)
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
    studs = scratch(MOST_STUDS, np.int64)
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
    studs = scratch(STRUCT_STUDS, np.int64)
    best = -1
    for n in range(struct_studs(s, k, studs)):
        found = steps[studs[n]]
        if found >= 0 and (best < 0 or found < best):
            best = found
    return best
