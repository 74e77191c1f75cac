"""Goods: where they lie, how they are relocated and hauled, what a pawn must shed, and how things are paid.

Rulebook chapters "Trade: Movement of Resources" and "Storage of Resources". An own location is a pawn (by slot) or an own
structure (after the slots, by its order on the board); `links` says which of them hang together. Read `trades.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import distance, on_board, place_studs
from rulebound.envs.brick_civilization.rules.gather import load, mill_works
from rulebound.envs.brick_civilization.rules.links import GUEST, connected, find_routes, is_frozen, link
from rulebound.envs.brick_civilization.rules.routes import RESOURCE
from rulebound.envs.brick_civilization.rules.turns import answered, ask
from rulebound.envs.brick_civilization.state import IS_FOOD, MOST_STUDS, NUM_GOODS, OWNED, SLOTS, Good, Kind, Pawn, Phase, Prompt
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

HAUL_ORDER = np.array([Good.STONE, Good.WOOD_MILLED, Good.WOOD_RAW, Good.WHEAT_RAW, Good.WHEAT_MILLED, Good.FISH], np.int64)
MILL_ORDER = np.array([Good.WOOD_RAW, Good.WHEAT_RAW], np.int64)
WOOD_KINDS = np.array([Good.WOOD_MILLED, Good.WOOD_RAW], np.int64)  # milled first
STONE_KINDS = np.array([Good.STONE], np.int64)
FISH_FIRST = np.array([Good.FISH, Good.WHEAT_MILLED, Good.WHEAT_RAW], np.int64)
WHEAT_FIRST = np.array([Good.WHEAT_MILLED, Good.WHEAT_RAW, Good.FISH], np.int64)
FOOD, WOOD, STONE = 0, 1, 2  # entries of the purse
CONNECTED, LOCAL, GLOBAL = 0, 1, 2  # payment.mode
FOOD_FISH, FOOD_WHEAT, FOOD_ASK = 0, 1, 2  # consume.food_first
CHOSEN_FISH, CHOSEN_WHEAT = 1, 2  # food_choice
LOGISTICS = 0  # part of the stages in which goods are relocated
NOWHERE = -1


# ------------------------------------------------------------------------------------------------ locations
@kernel
def list_own(s, seat, own):
    """Write the structures of a seat in their order; their number."""
    count = 0
    for k in range(s.structs):
        if s.struct_owner[k] == seat and count < OWNED:
            own[count] = k
            count += 1
    return count


@kernel
def list_locations(s, seat, count, places):
    """Write the own locations of goods, the slots of pawns before the structures; their number."""
    number = 0
    for slot in range(SLOTS):
        if s.pawn[seat, slot] != Pawn.NONE:
            places[number] = slot
            number += 1
    for place in range(count):
        places[number] = SLOTS + place
        number += 1
    return number


@kernel
def stored(s, k):
    """Goods in a structure."""
    units = 0
    for good in range(NUM_GOODS):
        units += s.store[k, good]
    return units


@kernel
def room_in(s, r, k, good):
    """BRC-149..BRC-152: units of a kind that still fit into a structure."""
    kind = s.struct_kind[k]
    if kind == Kind.VILLAGE:
        return r.storage_village - stored(s, k)
    if kind == Kind.STOREHOUSE:
        return r.storage_storehouse - stored(s, k)
    if kind == Kind.MILL and good != Good.FISH and good != Good.STONE:
        return r.storage_mill - stored(s, k)
    return 0


@kernel
def room_on(s, r, seat, slot):
    """BRC-153: units that a pawn can still carry."""
    return r.storage_pawn - load(s, seat, slot)


@kernel
def units_at(s, seat, own, location, good):
    """Units of a kind at an own location."""
    return s.cargo[seat, location, good] if location < SLOTS else s.store[own[location - SLOTS], good]


@kernel
def room_at(s, r, seat, own, location, good):
    """Units of a kind that an own location can still take."""
    return room_on(s, r, seat, location) if location < SLOTS else room_in(s, r, own[location - SLOTS], good)


@kernel
def add_units(s, seat, own, location, good, units):
    """Goods appear at, or with a negative number disappear from, an own location."""
    if location < SLOTS:
        s.cargo[seat, location, good] += units
    else:
        s.store[own[location - SLOTS], good] += units


@kernel
def kind_at(s, own, location):
    """The kind of structure at a location behind the slots."""
    return s.struct_kind[own[location - SLOTS]]


# ------------------------------------------------------------------------------------------------ sources and storage
@kernel
def fullest_pawn(s, seat, destination, good):
    """The connected pawn with that kind and the most cargo, then the lowest slot."""
    best = NOWHERE
    most = 0
    for slot in range(SLOTS):
        if slot != destination and s.cargo[seat, slot, good] > 0 and connected(s, good, slot, destination) and load(s, seat, slot) > most:
            best = slot
            most = load(s, seat, slot)
    return best


@kernel
def storage_with(s, own, count, destination, kind, good):
    """The first connected own structure of a kind that holds such a unit."""
    for place in range(count):
        k = own[place]
        location = place + SLOTS
        if s.struct_kind[k] == kind and s.store[k, good] > 0 and location != destination and connected(s, good, location, destination):
            return location
    return NOWHERE


@kernel
def find_source(s, seat, own, count, destination, good, with_mills):
    """BRC-140: where a unit comes from: for a structure pawns first, then mills, storehouses, villages; for a pawn the
    pawns last."""
    if destination >= SLOTS:
        source = fullest_pawn(s, seat, destination, good)
        if source != NOWHERE:
            return source
    source = storage_with(s, own, count, destination, Kind.MILL, good) if with_mills != 0 else NOWHERE
    if source == NOWHERE:
        source = storage_with(s, own, count, destination, Kind.STOREHOUSE, good)
    if source == NOWHERE:
        source = storage_with(s, own, count, destination, Kind.VILLAGE, good)
    if source == NOWHERE and destination < SLOTS:
        source = fullest_pawn(s, seat, destination, good)
    return source


@kernel
def storage_for(s, r, own, count, location, kind, good):
    """The first connected own structure of a kind with room for a unit."""
    for place in range(count):
        k = own[place]
        storage = place + SLOTS
        if s.struct_kind[k] == kind and storage != location and room_in(s, r, k, good) > 0 and connected(s, good, storage, location):
            return storage
    return NOWHERE


@kernel
def find_storage(s, r, own, count, location, good):
    """BRC-141: where a unit is hauled to: storehouses before villages."""
    storage = storage_for(s, r, own, count, location, Kind.STOREHOUSE, good)
    if storage == NOWHERE:
        storage = storage_for(s, r, own, count, location, Kind.VILLAGE, good)
    return storage


# ------------------------------------------------------------------------------------------------ relocating
@kernel
def refresh(s, r):
    """Survey the networks of the player in turn again, after something has changed them."""
    link(s, r, s.turn, s.village - 1)
    find_routes(s, r, s.turn)


@kernel
def advance_logistics(s, r):
    """BRC-126: in Gather, after all income, a player relocates its goods; 1 when that is done, 0 when it is asked."""
    if s.part == LOGISTICS:
        ask_logistics(s, r)
        return 0
    shed_all(s, r, s.turn)
    return 1


@kernel
def ask_logistics(s, r):
    """The player in turn may relocate goods."""
    refresh(s, r)
    ask(s, s.turn, Prompt.LOGISTICS)


@kernel
def end_logistics(s):
    """The player leaves its goods where they are now."""
    s.pulls = 0
    s.part = LOGISTICS + 1
    answered(s)


@kernel
def legal_logistics(s, r, mask):
    """BRC-140, BRC-141, BRC-355: end, haul, a destination for one unit, the order of eating."""
    mask[ID.end] = 1
    own = scratch(OWNED, np.int64)
    count = list_own(s, s.turn, own)
    places = scratch(GUEST, np.int64)
    number = list_locations(s, s.turn, count, places)
    if can_haul(s, r, s.turn, own, count, places, number):
        mask[ID.haul] = 1
    if s.pulls < r.routes_max_relocations:
        for good in range(NUM_GOODS):
            legal_destinations(s, r, s.turn, own, places, number, good, mask)
    if s.phase == Phase.CONSUME and r.consume_food_first == FOOD_ASK and s.food_choice == 0:
        mask[ID.food] = 1
        mask[ID.food + 1] = 1


@kernel
def legal_destinations(s, r, seat, own, places, number, good, mask):
    """The locations with room to which a unit of a kind can come from another one."""
    resource = RESOURCE[good]
    once = np.int64(0)  # networks with one source
    twice = np.int64(0)  # networks with several
    for n in range(number):
        location = places[n]
        if units_at(s, seat, own, location, good) > 0:
            twice |= once & s.links[resource, location]
            once |= s.links[resource, location]
    if once == 0:
        return
    for n in range(number):
        location = places[n]
        links = s.links[resource, location]
        sources = twice if units_at(s, seat, own, location, good) > 0 else once
        if links & sources != 0 and room_at(s, r, seat, own, location, good) > 0:
            mask[ID.pawn + location] = 1  # the block `structure` follows the block `pawn`


@kernel
def apply_logistics(s, r, action):
    """One answer of a player who relocates goods."""
    if action == ID.end:
        end_logistics(s)
    elif action == ID.haul:
        haul(s, r, s.turn)
        end_logistics(s)
    elif action >= ID.food and action < ID.food + 2:
        s.food_choice = action - ID.food + 1
    else:
        s.pull_dest = action - ID.pawn
        ask(s, s.turn, Prompt.PULL_KIND)


@kernel
def legal_pull_kind(s, r, mask):
    """The kinds that can come to the chosen location."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, s.turn, own)
    for good in range(NUM_GOODS):
        if room_at(s, r, s.turn, own, s.pull_dest, good) > 0 and find_source(s, s.turn, own, count, s.pull_dest, good, 1) != NOWHERE:
            mask[ID.res + good] = 1


@kernel
def apply_pull_kind(s, r, action):
    """BRC-140, BRC-142: one unit comes from the canonical source, or its owner chooses the source."""
    s.pull_kind = action - ID.res
    if r.routes_explicit_sources != 0:
        ask(s, s.turn, Prompt.PULL_SOURCE)
        return
    own = scratch(OWNED, np.int64)
    count = list_own(s, s.turn, own)
    pull(s, own, find_source(s, s.turn, own, count, s.pull_dest, s.pull_kind, 1))


@kernel
def legal_pull_source(s, r, mask):
    """BRC-142: every connected location that holds the kind."""
    own = scratch(OWNED, np.int64)
    for location in range(SLOTS + list_own(s, s.turn, own)):
        if (
            location != s.pull_dest
            and units_at(s, s.turn, own, location, s.pull_kind) > 0
            and connected(s, s.pull_kind, location, s.pull_dest)
        ):
            mask[ID.pawn + location] = 1


@kernel
def apply_pull_source(s, r, action):
    """The unit comes from there."""
    own = scratch(OWNED, np.int64)
    list_own(s, s.turn, own)
    pull(s, own, action - ID.pawn)


@kernel
def pull(s, own, source):
    """One unit of the chosen kind goes to the chosen location."""
    add_units(s, s.turn, own, source, s.pull_kind, -1)
    add_units(s, s.turn, own, s.pull_dest, s.pull_kind, 1)
    s.pulls += 1
    s.pull_dest = 0
    s.pull_kind = 0
    ask(s, s.turn, Prompt.LOGISTICS)


# ------------------------------------------------------------------------------------------------ hauling
@kernel
def raw_for_mill(s, seat, own, count, location):
    """BRC-141: the raw unit that an empty working mill takes, wood before wheat, as source * 8 + kind; or -1."""
    k = own[location - SLOTS]
    if s.phase != Phase.CONSUME or s.struct_kind[k] != Kind.MILL or stored(s, k) > 0 or not mill_works(s, k):
        return -1
    for n in range(len(MILL_ORDER)):
        good = MILL_ORDER[n]
        source = find_source(s, seat, own, count, location, good, 0)
        if source != NOWHERE:
            return source * 8 + good
    return -1


@kernel
def haul_from(s, r, seat, own, count, location, good):
    """Units of a kind leave a location for storage as long as there is room."""
    while units_at(s, seat, own, location, good) > 0:
        storage = find_storage(s, r, own, count, location, good)
        if storage == NOWHERE:
            return
        add_units(s, seat, own, location, good, -1)
        add_units(s, seat, own, storage, good, 1)


@kernel
def haul(s, r, seat):
    """BRC-141: in Consume empty mills are loaded; milled goods leave the mills; cargo goes to storage."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    for location in range(SLOTS, SLOTS + count):
        unit = raw_for_mill(s, seat, own, count, location)
        if unit >= 0 and r.storage_mill > 0:
            add_units(s, seat, own, unit // 8, unit % 8, -1)
            add_units(s, seat, own, location, unit % 8, 1)
    for location in range(SLOTS, SLOTS + count):
        if kind_at(s, own, location) == Kind.MILL:
            haul_from(s, r, seat, own, count, location, Good.WOOD_MILLED)
            haul_from(s, r, seat, own, count, location, Good.WHEAT_MILLED)
    for n in range(NUM_GOODS):
        for slot in range(SLOTS):
            haul_from(s, r, seat, own, count, slot, HAUL_ORDER[n])


@kernel
def can_haul(s, r, seat, own, count, places, number):
    """Whether hauling would move anything."""
    for n in range(number):
        location = places[n]
        if location >= SLOTS and kind_at(s, own, location) != Kind.MILL:
            continue
        if location >= SLOTS and r.storage_mill > 0 and raw_for_mill(s, seat, own, count, location) >= 0:
            return True
        for good in range(NUM_GOODS):
            leaves = location < SLOTS or good == Good.WHEAT_MILLED or good == Good.WOOD_MILLED
            if leaves and units_at(s, seat, own, location, good) > 0 and find_storage(s, r, own, count, location, good) != NOWHERE:
                return True
    return False


# ------------------------------------------------------------------------------------------------ the limit of a pawn
@kernel
def pawn_with_room(s, r, seat, slot, good):
    """The first other connected pawn that can carry more."""
    for other in range(SLOTS):
        if other != slot and on_board(s, seat, other) != 0 and connected(s, good, slot, other) and room_on(s, r, seat, other) > 0:
            return other
    return NOWHERE


@kernel
def shed(s, r, seat, own, count, slot):
    """BRC-091, BRC-154: what a pawn holds above its limit goes to connected storage, then to other pawns; the rest is
    removed from the game."""
    for step in range(3):
        for n in range(NUM_GOODS):
            good = HAUL_ORDER[n]
            while room_on(s, r, seat, slot) < 0 and s.cargo[seat, slot, good] > 0:
                target = NOWHERE
                if step == 0:
                    target = find_storage(s, r, own, count, slot, good)
                elif step == 1:
                    target = pawn_with_room(s, r, seat, slot, good)
                if target == NOWHERE and step < 2:
                    break
                s.cargo[seat, slot, good] -= 1
                if target != NOWHERE:
                    add_units(s, seat, own, target, good, 1)


@kernel
def shed_all(s, r, seat):
    """BRC-091: the limit of two applies when a player's relocation in Gather ends."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    for slot in range(SLOTS):
        if s.pawn[seat, slot] != Pawn.NONE and room_on(s, r, seat, slot) < 0:
            shed(s, r, seat, own, count, slot)


# ------------------------------------------------------------------------------------------------ paying
@kernel
def is_near(s, r, seat, slot, other):
    """BRC-155: whether another own pawn is on the stud of a worker or on an adjacent one."""
    if on_board(s, seat, other) == 0:
        return False
    here = scratch(MOST_STUDS, np.int64)
    there = scratch(MOST_STUDS, np.int64)
    here[0] = s.cell[seat, slot]
    there[0] = s.cell[seat, other]
    count = 1 if s.aboard[seat, slot] != 0 else place_studs(s, r, s.cell[seat, slot], here)
    others = 1 if s.aboard[seat, other] != 0 else place_studs(s, r, s.cell[seat, other], there)
    for a in range(count):
        for b in range(others):
            if distance(s, here[a], there[b]) <= 1:
                return True
    return False


@kernel
def find_payers(s, r, seat, slot, own, count, near):
    """Which own locations a worker can pay from in any case: 1 itself, 2 pawns beside it, 3 everything if goods may come
    from anywhere."""
    for location in range(SLOTS + count):
        near[location] = 0
        if location == slot:
            near[location] = 1
        elif location < SLOTS and is_near(s, r, seat, slot, location):
            near[location] = 2
        elif r.payment_mode == GLOBAL and not (location >= SLOTS and is_frozen(s, s.struct_cell[own[location - SLOTS]])):
            near[location] = 3


@kernel
def turn_to_pay(s, r, near, payer, location, good):
    """BRC-155, BRC-156: when a location is drawn on: 1 the payer itself, 2 beside it, 3 connected; 0 never."""
    if near[location] != 0:
        return near[location]
    if (payer == GUEST or r.payment_mode == CONNECTED) and connected(s, good, payer, location):
        return 3
    return 0


@kernel
def within_reach(s, r, seat, own, count, near, payer, kinds):
    """Units of some kinds that the payer can draw on."""
    units = 0
    for n in range(len(kinds)):
        for location in range(SLOTS + count):
            held = units_at(s, seat, own, location, kinds[n])
            if held > 0 and turn_to_pay(s, r, near, payer, location, kinds[n]) != 0:
                units += held
    return units


@kernel
def draw(s, r, seat, own, count, near, payer, kinds, units):
    """BRC-155: pay units of some kinds: the payer's own first, then beside it, then connected; milled first."""
    for turn in range(1, 4):
        for n in range(len(kinds)):
            for location in range(SLOTS + count):
                held = units_at(s, seat, own, location, kinds[n])
                if held > 0 and units > 0 and turn_to_pay(s, r, near, payer, location, kinds[n]) == turn:
                    paid = min(held, units)
                    add_units(s, seat, own, location, kinds[n], -paid)
                    units -= paid


@kernel
def measure_purse(s, r, seat, slot):
    """BRC-155: the wood and stone that a worker can pay with."""
    link(s, r, seat, -1)
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    near = cleared(GUEST, np.int8)
    find_payers(s, r, seat, slot, own, count, near)
    s.purse[FOOD] = 0
    s.purse[WOOD] = within_reach(s, r, seat, own, count, near, slot, WOOD_KINDS)
    s.purse[STONE] = within_reach(s, r, seat, own, count, near, slot, STONE_KINDS)


@kernel
def pay(s, r, seat, slot, wood, stone):
    """BRC-155: a worker pays for what it builds; the purse was measured when it was selected, and holds the rest."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    near = cleared(GUEST, np.int8)
    find_payers(s, r, seat, slot, own, count, near)
    draw(s, r, seat, own, count, near, slot, WOOD_KINDS, wood)
    draw(s, r, seat, own, count, near, slot, STONE_KINDS, stone)
    s.purse[WOOD] -= wood
    s.purse[STONE] -= stone


@kernel
def eats_wheat_first(s, r):
    """BRC-354, BRC-355: the order in which food is used."""
    return r.consume_food_first == FOOD_WHEAT or (r.consume_food_first == FOOD_ASK and s.food_choice == CHOSEN_WHEAT)


@kernel
def mark_complex(s, own, count, village, near):
    """The stores of a village complex are drawn on first."""
    for place in range(count):
        near[place + SLOTS] = 1 if s.complex[own[place]] == village + 1 and s.lost[village] == 0 else 0


@kernel
def measure_village_purse(s, r, seat, village):
    """BRC-363, BRC-376: the food with which a player can pay in a village, its own or a friend's."""
    if food_of(s, seat) == 0:
        for k in range(len(s.purse)):
            s.purse[k] = 0
        return
    link(s, r, seat, village)
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    near = cleared(GUEST, np.int8)
    mark_complex(s, own, count, village, near)
    s.purse[FOOD] = within_reach(s, r, seat, own, count, near, GUEST, FISH_FIRST)
    s.purse[WOOD] = 0
    s.purse[STONE] = 0


@kernel
def pay_food(s, r, seat, village, food):
    """BRC-363, BRC-376: food is paid in a village, from its complex first."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    near = cleared(GUEST, np.int8)
    mark_complex(s, own, count, village, near)
    if eats_wheat_first(s, r):
        draw(s, r, seat, own, count, near, GUEST, WHEAT_FIRST, food)
    else:
        draw(s, r, seat, own, count, near, GUEST, FISH_FIRST, food)
    s.purse[FOOD] -= food


@kernel
def food_of(s, seat):
    """BRC-373: the food of a seat on the board."""
    food = 0
    for good in range(NUM_GOODS):
        if IS_FOOD[good] == 0:
            continue
        for slot in range(SLOTS):
            food += s.cargo[seat, slot, good]
        for k in range(s.structs):
            if s.struct_owner[k] == seat:
                food += s.store[k, good]
    return food
