"""Trades: offers of one item for another between two players, and their execution.

Rulebook chapter "General Overview" (trade) and "Actions". What cannot be delivered cannot be offered, so an accepted offer
is carried out at once. Read `pawns.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID, ITEM_ACTIONS, ITEM_PAWN, ITEM_STRUCTURE, ITEMS, MOST_UNITS
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import join_complexes, on_board, own_struct, owned
from rulebound.envs.brick_civilization.rules.control import check_control
from rulebound.envs.brick_civilization.rules.gather import load
from rulebound.envs.brick_civilization.rules.goods import add_units, list_own, room_at, units_at
from rulebound.envs.brick_civilization.rules.links import (
    LOCATION_COUNTS,
    LOCATION_LABELS,
    LOCATIONS,
    MOST_LABELS,
    are_linked,
    come_close,
    forget,
    label_locations,
    share_network,
)
from rulebound.envs.brick_civilization.rules.pawns import hand_over, may_join, note_out, rehouse
from rulebound.envs.brick_civilization.rules.routes import ALL, GENERAL, PARENTS, RESOURCE, RESOURCES, chart, join, survey
from rulebound.envs.brick_civilization.rules.turns import answered, ask, relative
from rulebound.envs.brick_civilization.state import NUM_GOODS, OWNED, SLOTS, Kind, Pawn, Phase, Prompt
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

NO_TRADE, BASIC, FULL = 0, 1, 2  # trading.protocol
NOTHING = 0
NUM_ITEMS = len(ITEMS)
MOST_ACTIONS = 400  # that one player can hold


# ------------------------------------------------------------------------------------------------ what can be delivered
@kernel
def goods_change_hands(s):
    """BRC-056: goods only in Gather (after income) and Consume."""
    return s.phase == Phase.GATHER or s.phase == Phase.CONSUME


@kernel
def actions_change_hands(s):
    """BRC-081: actions from Gather (after income) to the end of Deploy."""
    return s.phase <= Phase.DEPLOY


@kernel
def count_units(s, seat, own, count, good, labels, counts, units):
    """Add up for every network the units of a kind that a player has on it."""
    resource = RESOURCE[good]
    for location in range(SLOTS + count):
        if counts[location, resource] == 0:
            continue
        held = units_at(s, seat, own, location, good)
        for n in range(counts[location, resource] if held > 0 else 0):
            units[labels[location, resource, n]] += held


@kernel
def best_network(s, r, seat, own, count, good, labels, counts, units, room):
    """The network over which most units can come to a player, as units * 2^16 + network; the first one where several are
    equal, 0 if there is none. `units` is what is on each network; `room` is 0 before and after."""
    resource = RESOURCE[good]
    best = 0
    for location in range(SLOTS + count):
        free = room_at(s, r, seat, own, location, good) if counts[location, resource] > 0 else 0
        for n in range(counts[location, resource] if free > 0 else 0):
            label = labels[location, resource, n]
            room[label] += free
            able = np.int64(min(units[label], room[label]))
            if able > best >> 16:
                best = (able << 16) + label
    forget(labels, counts, SLOTS + count, resource, room)
    return best


@kernel
def offer_goods(s, r, p, q, node, parent, networks, give, want):
    """BRC-057, BRC-059: mark the quantities of each kind that can go from p to q (`give`) and from q to p (`want`);
    `networks` is what the survey returned."""
    size = s.rows * s.cols
    own = scratch(OWNED, np.int64)
    theirs = scratch(OWNED, np.int64)
    own_count = list_own(s, p, own)
    their_count = list_own(s, q, theirs)
    labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    other_labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    other_counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    label_locations(s, r, node, parent, networks, p, -1, labels, counts)
    label_locations(s, r, node, parent, networks, q, -1, other_labels, other_counts)
    units = np.zeros(4 * size, np.int16)
    room = np.zeros(4 * size, np.int16)
    for good in range(NUM_GOODS):
        resource = RESOURCE[good]
        if not share_network(labels, counts, other_labels, other_counts, resource, units):
            continue
        count_units(s, p, own, own_count, good, labels, counts, units)
        mark_units(give, good, best_network(s, r, q, theirs, their_count, good, other_labels, other_counts, units, room) >> 16)
        forget(labels, counts, SLOTS + own_count, resource, units)
        count_units(s, q, theirs, their_count, good, other_labels, other_counts, units)
        mark_units(want, good, best_network(s, r, p, own, own_count, good, labels, counts, units, room) >> 16)
        forget(other_labels, other_counts, SLOTS + their_count, resource, units)


@kernel
def mark_units(items, good, able):
    """Mark the quantities of a kind up to what can be delivered."""
    for quantity in range(min(able, MOST_UNITS)):
        items[1 + good * MOST_UNITS + quantity] = 1


@kernel
def can_hand_struct(s, r, seat, k, to):
    """BRC-061: whether a structure may change hands: under control, and within the receiver's limit."""
    if s.struct_owner[k] != seat or (s.complex[k] != 0 and s.lost[s.complex[k] - 1] != 0):
        return False
    count = 1
    if s.struct_kind[k] == Kind.VILLAGE:
        count = 0
        for part in range(s.structs):
            count += s.complex[part] == k + 1
    return owned(s, to) + count <= r.limits_structures_per_player


@kernel
def can_hand_pawn(s, r, seat, slot, to):
    """BRC-062: whether a pawn may change hands where it stands."""
    return s.pawn[seat, slot] != Pawn.NONE and on_board(s, seat, slot) != 0 and may_join(s, r, seat, slot, to)


@kernel
def offer_pieces(s, r, p, q, items):
    """BRC-061, BRC-062: mark whether p can hand q a structure or a pawn."""
    for k in range(s.structs):
        if can_hand_struct(s, r, p, k, q):
            items[ITEM_STRUCTURE] = 1
            break
    for slot in range(SLOTS):
        if can_hand_pawn(s, r, p, slot, q):
            items[ITEM_PAWN] = 1
            break


@kernel
def can_give_action(s, p, q):
    """Whether one of two players can give the other an action in this phase, if they are linked."""
    if not actions_change_hands(s):
        return False
    return (s.actions[p] > 0 and s.actions[q] < MOST_ACTIONS) or (s.actions[q] > 0 and s.actions[p] < MOST_ACTIONS)


@kernel
def offer_actions(s, p, q, items):
    """BRC-057: mark the actions that p can give q."""
    for quantity in range(1, MOST_UNITS + 1):
        if s.actions[p] >= quantity and s.actions[q] + quantity <= MOST_ACTIONS:
            items[ITEM_ACTIONS + quantity - 1] = 1


@kernel
def find_items(s, r, p, q, known, all_items, give, want):
    """Mark the items that p can give q and q can give p in this phase; says whether there is any. Without `all_items`
    that answer is enough; `known` says that the two are known to share a route."""
    if r.trading_protocol == FULL:
        offer_pieces(s, r, p, q, give)
        offer_pieces(s, r, q, p, want)
    actions = actions_change_hands(s) and s.actions[p] + s.actions[q] > 0
    goods = goods_change_hands(s)
    if (not actions and not goods) or (all_items == 0 and is_any(give, want)):
        return is_any(give, want)
    node = scratch(CELLS, np.int8)
    active = scratch(CELLS, np.int16)
    count = 0
    if known == 0 and not come_close(s, p, q, node, 0):
        return is_any(give, want)
    if actions or known == 0:
        count = chart(s, r, p, q, 0, ALL if goods else GENERAL, node, active)
        if known == 0 and not come_close(s, p, q, node, 1):
            return is_any(give, want)
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    if actions:
        join(s, node, active, count, GENERAL, parent)
        if are_linked(s, r, p, q, node, parent):
            offer_actions(s, p, q, give)
            offer_actions(s, q, p, want)
    if goods and (all_items != 0 or not is_any(give, want)):
        networks = survey(s, r, p, q, 1, ALL, node, parent)
        offer_goods(s, r, p, q, node, parent, networks, give, want)
    return is_any(give, want)


@kernel
def is_any(give, want):
    """Whether any item is marked."""
    for item in range(NUM_ITEMS):
        if give[item] != 0 or want[item] != 0:
            return True
    return False


# ------------------------------------------------------------------------------------------------ making an offer
@kernel
def legal_partners(s, r, mask):
    """BRC-055, BRC-058: the players to whom an offer can be made at this question."""
    seat = s.turn
    if r.trading_protocol == NO_TRADE or s.offers[seat] >= r.trading_max_offers:
        return
    if s.phase == Phase.POPULATE and r.trading_protocol != FULL:
        return
    known = 1 if s.prompt == Prompt.LOGISTICS and r.trading_protocol != FULL else 0  # relocating goods changes no route
    for away in range(1, s.num_players):
        partner = relative(s, seat, away)
        if known != 0 and s.routes_to & (1 << partner) == 0:
            continue
        if known != 0 and s.general_to & (1 << partner) != 0 and can_give_action(s, seat, partner):
            mask[ID.partner + away - 1] = 1
            continue
        give = cleared(NUM_ITEMS, np.int8)
        want = cleared(NUM_ITEMS, np.int8)
        if s.out[partner] == 0 and find_items(s, r, seat, partner, known, 0, give, want):
            mask[ID.partner + away - 1] = 1


@kernel
def open_offer(s, r, action):
    """BRC-058: an offer to a partner begins, and counts."""
    s.partner = relative(s, s.turn, action - ID.partner + 1)
    s.offers[s.turn] += 1
    s.give = NOTHING
    s.want = NOTHING
    s.give_id = 0
    s.want_id = 0
    ask(s, s.turn, Prompt.OFFER_GIVE)


@kernel
def legal_offer(s, r, mask):
    """BRC-057..BRC-059: what can be given or wanted; one side may be nothing; the partner accepts or declines."""
    if s.prompt == Prompt.OFFER_REPLY:
        mask[ID.end] = 1
        mask[ID.yes] = 1
    elif s.prompt == Prompt.OFFER_GIVE_ID:
        legal_pieces(s, r, s.turn, s.partner, s.give, mask)
    elif s.prompt == Prompt.OFFER_WANT_ID:
        legal_pieces(s, r, s.partner, s.turn, s.want, mask)
    else:
        legal_items(s, r, mask)


@kernel
def legal_items(s, r, mask):
    """Items that can be delivered. Nothing for nothing is no offer."""
    give = cleared(NUM_ITEMS, np.int8)
    want = cleared(NUM_ITEMS, np.int8)
    find_items(s, r, s.turn, s.partner, 0, 1, give, want)
    for item in range(1, NUM_ITEMS):
        if s.prompt == Prompt.OFFER_WANT:
            mask[ID.want + item] = want[item]
            continue
        mask[ID.give + item] = give[item]
        if want[item] != 0:
            mask[ID.give + NOTHING] = 1
    if s.prompt == Prompt.OFFER_WANT and s.give != NOTHING:
        mask[ID.want + NOTHING] = 1


@kernel
def legal_pieces(s, r, seat, to, item, mask):
    """The structures, by their order, or the pawns of a seat that may change hands."""
    if item == ITEM_STRUCTURE:
        place = 0
        for k in range(s.structs):
            if s.struct_owner[k] == seat:
                if can_hand_struct(s, r, seat, k, to):
                    mask[ID.struct + place] = 1
                place += 1
    else:
        for slot in range(SLOTS):
            if can_hand_pawn(s, r, seat, slot, to):
                mask[ID.pawn + slot] = 1


@kernel
def apply_offer(s, r, action):
    """One step of an offer."""
    if s.prompt == Prompt.OFFER_GIVE:
        s.give = action - ID.give
        ask(s, s.turn, Prompt.OFFER_GIVE_ID if s.give >= ITEM_STRUCTURE else Prompt.OFFER_WANT)
    elif s.prompt == Prompt.OFFER_GIVE_ID:
        s.give_id = piece(s, s.turn, s.give, action)
        ask(s, s.turn, Prompt.OFFER_WANT)
    elif s.prompt == Prompt.OFFER_WANT:
        s.want = action - ID.want
        if s.want >= ITEM_STRUCTURE:
            ask(s, s.turn, Prompt.OFFER_WANT_ID)
        else:
            ask(s, s.partner, Prompt.OFFER_REPLY)
    elif s.prompt == Prompt.OFFER_WANT_ID:
        s.want_id = piece(s, s.partner, s.want, action)
        ask(s, s.partner, Prompt.OFFER_REPLY)
    else:
        if action == ID.yes:
            exchange(s, r)
        close_offer(s)


@kernel
def piece(s, seat, item, action):
    """The structure or slot that an action names."""
    return own_struct(s, seat, action - ID.struct) if item == ITEM_STRUCTURE else action - ID.pawn


@kernel
def close_offer(s):
    """The offer is answered; the player in turn goes on."""
    s.partner = 0
    s.give = NOTHING
    s.want = NOTHING
    s.give_id = 0
    s.want_id = 0
    answered(s)


# ------------------------------------------------------------------------------------------------ carrying it out
@kernel
def exchange(s, r):
    """BRC-054, BRC-057: both items change hands at once; goods and actions before pieces, whose stores and hands they
    may need."""
    hand_units(s, r, s.turn, s.partner, s.give)
    hand_units(s, r, s.partner, s.turn, s.want)
    hand_piece(s, r, s.turn, s.partner, s.give, s.give_id)
    hand_piece(s, r, s.partner, s.turn, s.want, s.want_id)
    if s.give >= ITEM_STRUCTURE or s.want >= ITEM_STRUCTURE:
        join_complexes(s, r)
        note_out(s)
        rehouse(s, r)
        check_control(s, r)


@kernel
def hand_units(s, r, seat, to, item):
    """Actions or goods change hands."""
    if item == NOTHING or item >= ITEM_STRUCTURE:
        return
    if item >= ITEM_ACTIONS:
        quantity = item - ITEM_ACTIONS + 1
        s.actions[seat] -= quantity
        s.actions[to] += quantity
    else:
        deliver(s, r, seat, to, (item - 1) // MOST_UNITS, (item - 1) % MOST_UNITS + 1)


@kernel
def hand_piece(s, r, seat, to, item, piece_id):
    """A structure with its contents, a village with its improvements, or a pawn changes hands."""
    if item == ITEM_PAWN:
        hand_over(s, r, seat, piece_id, to)
    elif item == ITEM_STRUCTURE:
        s.struct_owner[piece_id] = to
        for k in range(s.structs):
            if s.struct_kind[piece_id] == Kind.VILLAGE and s.complex[k] == piece_id + 1:
                s.struct_owner[k] = to


@kernel
def on_network(labels, counts, location, resource, label):
    """Whether a location hangs on a network."""
    for n in range(counts[location, resource]):
        if labels[location, resource, n] == label:
            return True
    return False


@kernel
def source_rank(s, seat, own, location):
    """BRC-140: pawns with the most cargo first, then mills, storehouses, villages."""
    if location < SLOTS:
        return 1000 - load(s, seat, location)
    kind = s.struct_kind[own[location - SLOTS]]
    return 2000 if kind == Kind.MILL else 3000 if kind == Kind.STOREHOUSE else 4000


@kernel
def room_rank(s, own, location):
    """Received goods go to storehouses, then villages, pawns, mills."""
    if location < SLOTS:
        return 3
    kind = s.struct_kind[own[location - SLOTS]]
    return 1 if kind == Kind.STOREHOUSE else 2 if kind == Kind.VILLAGE else 4


@kernel
def find_unit(s, seat, own, count, good, labels, counts, resource, label):
    """The location from which the next unit leaves."""
    best = -1
    for location in range(SLOTS + count):
        if units_at(s, seat, own, location, good) == 0 or not on_network(labels, counts, location, resource, label):
            continue
        if best < 0 or source_rank(s, seat, own, location) < source_rank(s, seat, own, best):
            best = location
    return best


@kernel
def find_room(s, r, seat, own, count, good, labels, counts, resource, label):
    """The location to which the next unit comes."""
    best = -1
    for location in range(SLOTS + count):
        if not on_network(labels, counts, location, resource, label) or room_at(s, r, seat, own, location, good) <= 0:
            continue
        if best < 0 or room_rank(s, own, location) < room_rank(s, own, best):
            best = location
    return best


@kernel
def deliver(s, r, seat, to, good, quantity):
    """BRC-059: units of a kind go from one player to another over the network that carries most of them."""
    size = s.rows * s.cols
    node = scratch(CELLS, np.int8)
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    networks = survey(s, r, seat, to, 1, ALL, node, parent)
    own = scratch(OWNED, np.int64)
    theirs = scratch(OWNED, np.int64)
    own_count = list_own(s, seat, own)
    their_count = list_own(s, to, theirs)
    labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    other_labels = scratch(LOCATION_LABELS, np.int16).reshape(LOCATIONS, RESOURCES, MOST_LABELS)
    other_counts = scratch(LOCATION_COUNTS, np.int16).reshape(LOCATIONS, RESOURCES)
    units = np.zeros(4 * size, np.int16)
    room = np.zeros(4 * size, np.int16)
    resource = RESOURCE[good]
    label_locations(s, r, node, parent, networks, seat, -1, labels, counts)
    label_locations(s, r, node, parent, networks, to, -1, other_labels, other_counts)
    count_units(s, seat, own, own_count, good, labels, counts, units)
    label = best_network(s, r, to, theirs, their_count, good, other_labels, other_counts, units, room) & 0xFFFF
    for _ in range(quantity):
        source = find_unit(s, seat, own, own_count, good, labels, counts, resource, label)
        target = find_room(s, r, to, theirs, their_count, good, other_labels, other_counts, resource, label)
        add_units(s, seat, own, source, good, -1)
        add_units(s, to, theirs, target, good, 1)
