"""Links: which networks pawns and structures hang on, what of one player hangs together, and how far it is.

Rulebook chapter "Trade: Movement of Resources". An own location is a pawn (by slot) or an own structure (after the slots,
by its order on the board); the last location is a village at which the player pays. Read `goods.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import footing, neighbour, on_board, place_studs, struct_studs, surface
from rulebound.envs.brick_civilization.rules.fields import seat_of
from rulebound.envs.brick_civilization.rules.routes import (
    BLOCKED,
    FISH,
    GROVE,
    INFRA,
    ON_LAND,
    ON_WATER,
    REGION,
    RESOURCE,
    RESOURCES,
    STEP,
    STONE,
    STRUCT_STUDS,
    lands_join,
    root,
    shore_joins,
    survey,
    waters_join,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.turns import relative
from rulebound.envs.brick_civilization.state import IS_BOAT, MOST_STUDS, OWNED, SLOTS, Footing, Kind, Pawn, Status
from rulebound.envs.core.jit import kernel

GUEST = SLOTS + OWNED  # the location of the village at which somebody pays
LOCATIONS = GUEST + 1
BITS = 63  # networks that a set of links can name
MOST_LABELS = 32  # networks that one place hangs on


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
    counts = np.empty(RESOURCES, np.int16)
    studs = np.empty(MOST_STUDS, np.int64)
    for turn in range(2):
        seat = p if turn == 0 else q
        for location in range(SLOTS + s.structs):
            counts[STONE] = 0
            if location >= SLOTS:
                if s.struct_owner[location - SLOTS] == seat:
                    label_struct(s, node, parent, STONE, location - SLOTS, studs, labels, counts)
            elif on_board(s, seat, location) != 0:
                label_pawn(s, r, node, parent, STONE, seat, location, studs, labels, counts)
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
def have_route(s, r, p, q):
    """Whether two players share any network at all, blockaded or not: without one there is nothing to trade."""
    size = s.rows * s.cols
    node = np.empty(size, np.int8)
    parent = np.empty((RESOURCES, 2 * size), np.int16)
    survey(s, r, p, q, 0, 1, node, parent)
    if are_linked(s, r, p, q, node, parent):
        return True
    labels = np.empty((LOCATIONS, RESOURCES, MOST_LABELS), np.int16)
    counts = np.empty((LOCATIONS, RESOURCES), np.int16)
    other_labels = np.empty((LOCATIONS, RESOURCES, MOST_LABELS), np.int16)
    other_counts = np.empty((LOCATIONS, RESOURCES), np.int16)
    marked = np.zeros(4 * size, np.int16)
    label_locations(s, r, node, parent, 0, p, -1, labels, counts)
    label_locations(s, r, node, parent, 0, q, -1, other_labels, other_counts)
    for resource in range(STONE):
        if share_network(labels, counts, other_labels, other_counts, resource, marked):
            return True
    return False


@kernel
def find_routes(s, r, seat):
    """Note the players with whom a player shares a network while it relocates goods."""
    s.routes_to = 0
    for away in range(1, s.num_players):
        other = relative(s, seat, away)
        if s.out[other] == 0 and have_route(s, r, seat, other):
            s.routes_to |= 1 << other


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
