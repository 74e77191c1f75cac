"""Consume: relocation, feeding, shortage, saving, revival, and goods into storage.

Rulebook chapters "Consume", "Starvation", "Critical Condition" and "Resources to Storage". Read `populate.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import has_room, on_board, place_of, seats_at
from rulebound.envs.brick_civilization.rules.control import check_control
from rulebound.envs.brick_civilization.rules.gather import load
from rulebound.envs.brick_civilization.rules.goods import (
    FISH_FIRST,
    FOOD,
    HAUL_ORDER,
    LOGISTICS,
    NOWHERE,
    WHEAT_FIRST,
    add_units,
    ask_logistics,
    eats_wheat_first,
    food_of,
    list_own,
    measure_village_purse,
    pay_food,
    room_on,
    storage_for,
    units_at,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.links import (
    MOST_LABELS,
    connected,
    label_pawn,
    label_struct,
    link,
    may_store,
    measure_steps,
    steps_to_pawn,
    steps_to_struct,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.pawns import die, hand_over, lay_critical, may_join, revive
from rulebound.envs.brick_civilization.rules.plunder import plunder
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.rules.routes import ALL, PARENTS, RESOURCE, RESOURCES, chart, network_of, survey
from rulebound.envs.brick_civilization.rules.turns import answered, ask
from rulebound.envs.brick_civilization.state import MOST_STUDS, NUM_GOODS, OWNED, SLOTS, Good, Kind, Prompt, Status
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

FEEDING, NAMING, SAVING, REVIVAL = LOGISTICS + 1, LOGISTICS + 2, LOGISTICS + 3, LOGISTICS + 4  # parts of the stage
FOOD_KINDS = 3
SUPPLIES = FOOD_KINDS * (SLOTS + OWNED)  # food of one kind at one location
NONE = -1


@kernel
def begin_consume(s):
    """BRC-083: unspent actions are lost when Consume begins."""
    for seat in range(s.num_players):
        s.actions[seat] = 0


@kernel
def advance_consume(s, r):
    """BRC-351, BRC-369: the Consume of the player whose turn it is; 1 when it is finished, 0 when somebody is asked."""
    seat = s.turn
    if s.part == LOGISTICS:
        ask_logistics(s, r)
        return 0
    if s.part == FEEDING:
        s.hungry = count_unfed(s, r, seat)
        s.part = NAMING
    if s.part == NAMING:
        if s.hungry > 0 and ask_starving(s, r, seat):
            return 0
        eat(s, r, seat)
        s.part = SAVING
        s.cursor = 0
    if s.part == SAVING:
        if ask_saver(s, r, seat):
            return 0
        s.part = REVIVAL
        s.cursor = 0
    if ask_revival(s, r, seat):
        return 0
    s.food_choice = 0
    return 1


# ------------------------------------------------------------------------------------------------ feeding
@kernel
def list_supplies(s, r, seat, own, count, place, good, amount):
    """BRC-354: write the food of a seat in the order in which it is used: by kind, within a kind pawns, mills, villages,
    storehouses; the number of entries."""
    kinds = WHEAT_FIRST if eats_wheat_first(s, r) else FISH_FIRST
    total = 0
    for n in range(FOOD_KINDS):
        for turn in range(4):
            for location in range(SLOTS + count):
                if turn != supply_turn(s, own, location):
                    continue
                units = units_at(s, seat, own, location, kinds[n])
                if units > 0:
                    place[total] = location
                    good[total] = kinds[n]
                    amount[total] = units
                    total += 1
    return total


@kernel
def supply_turn(s, own, location):
    """BRC-354: pawns, mills, villages, storehouses."""
    if location < SLOTS:
        return 0
    kind = s.struct_kind[own[location - SLOTS]]
    return 1 if kind == Kind.MILL else 2 if kind == Kind.VILLAGE else 3


@kernel
def on_own_stud(s, seat, slot, location):
    """Whether food is carried on the pawn's own stud."""
    return location < SLOTS and s.cell[seat, location] == s.cell[seat, slot] and s.aboard[seat, location] == s.aboard[seat, slot]


@kernel
def can_eat(s, slot, location, good):
    """BRC-352: whether food can reach a pawn."""
    return location == slot or connected(s, good, slot, location)


@kernel
def reach_supplies(s, seat, eater, place, good, amount, used, total, eaten, seen, reacher, queue, queued):
    """The pawns that would have to eat something else so that the first in the queue can eat, breadth first: the supply
    with food left that ends the search, or -1. `seen` are supplies, `queue` pawns, `reacher` who reached a supply."""
    at = 0
    while at < queued[0]:
        slot = queue[at]
        at += 1
        first = 0
        while first < total:
            last = first
            while last < total and good[last] == good[first]:
                last += 1
            for turn in range(2):  # its own stud before all others
                for n in range(first, last):
                    if seen[n] != 0 or (turn == 0) != on_own_stud(s, seat, slot, place[n]) or not can_eat(s, slot, place[n], good[n]):
                        continue
                    seen[n] = 1
                    reacher[n] = slot
                    if used[n] < amount[n]:
                        return n
                    for other in range(SLOTS):
                        if eaten[other] == n and eater[other] == 1:
                            eater[other] = 2
                            queue[queued[0]] = other
                            queued[0] += 1
            first = last
    return NONE


@kernel
def match_food(s, r, seat, own, count, place, good, amount, eaten, nameable):
    """BRC-349, BRC-353, BRC-356: feed as many pawns as possible that are not named to starve, lowest slots first; how many
    stay hungry. `eaten` gets the supply of each pawn, `nameable` a 1 for those without which the others eat as well."""
    total = list_supplies(s, r, seat, own, count, place, good, amount)
    used = cleared(SUPPLIES, np.int64)
    seen = cleared(SUPPLIES, np.int8)
    reacher = cleared(SUPPLIES, np.int64)
    queue = cleared(SLOTS, np.int64)
    queued = cleared(1, np.int64)
    eater = cleared(SLOTS, np.int8)  # 1: takes part, 2: in the queue
    for slot in range(SLOTS):
        eaten[slot] = NONE
        nameable[slot] = 0
        eater[slot] = 1 if on_board(s, seat, slot) != 0 and s.starving[slot] == 0 and s.fed[seat, slot] == 0 else 0
    hungry = 0
    for slot in range(SLOTS):
        if eater[slot] == 0:
            continue
        for n in range(total):
            seen[n] = 0
        for other in range(SLOTS):
            if eater[other] == 2:
                eater[other] = 1
        eater[slot] = 2
        queue[0] = slot
        queued[0] = 1
        n = reach_supplies(s, seat, eater, place, good, amount, used, total, eaten, seen, reacher, queue, queued)
        if n == NONE:
            hungry += 1
            nameable[slot] = 1
            continue
        used[n] += 1
        while n != NONE:
            before = eaten[reacher[n]]
            eaten[reacher[n]] = n
            n = before
    if hungry > 0:  # who is on a path from a hungry pawn could be named in its stead
        queued[0] = 0
        for n in range(total):
            seen[n] = 0
        for slot in range(SLOTS):
            if eater[slot] != 0:
                eater[slot] = 2 if nameable[slot] != 0 else 1
            if nameable[slot] != 0:
                queue[queued[0]] = slot
                queued[0] += 1
        reach_supplies(s, seat, eater, place, good, amount, used, total, eaten, seen, reacher, queue, queued)
        for k in range(queued[0]):
            nameable[queue[k]] = 1
    return hungry


@kernel
def count_unfed(s, r, seat):
    """BRC-353: how many pawns get no food when as many as possible do."""
    for slot in range(SLOTS):
        s.starving[slot] = 0
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    place = scratch(SUPPLIES, np.int64)
    good = scratch(SUPPLIES, np.int64)
    amount = scratch(SUPPLIES, np.int64)
    eaten = scratch(SLOTS, np.int64)
    return match_food(s, r, seat, own, count, place, good, amount, eaten, s.nameable)


@kernel
def eat(s, r, seat):
    """BRC-349: the pawns that are not named to starve eat one food each."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    place = scratch(SUPPLIES, np.int64)
    good = scratch(SUPPLIES, np.int64)
    amount = scratch(SUPPLIES, np.int64)
    eaten = scratch(SLOTS, np.int64)
    match_food(s, r, seat, own, count, place, good, amount, eaten, s.nameable)
    for slot in range(SLOTS):
        s.nameable[slot] = 0
        if eaten[slot] != NONE:
            add_units(s, seat, own, place[eaten[slot]], good[eaten[slot]], -1)


# ------------------------------------------------------------------------------------------------ shortage
@kernel
def ask_starving(s, r, seat):
    """BRC-356: the owner names a pawn that starves, if there is a choice; says whether it is asked."""
    choices = 0
    for slot in range(SLOTS):
        choices += s.nameable[slot]
    if choices > s.hungry:
        ask(s, seat, Prompt.STARVE)
        return True
    for slot in range(SLOTS):
        if s.nameable[slot] != 0:
            s.starving[slot] = 1
    s.hungry = 0
    return False


@kernel
def name_starving(s, r, slot):
    """BRC-356: a pawn is named; the others are matched with the food again."""
    s.starving[slot] = 1
    left = s.hungry - 1
    own = scratch(OWNED, np.int64)
    count = list_own(s, s.turn, own)
    place = scratch(SUPPLIES, np.int64)
    good = scratch(SUPPLIES, np.int64)
    amount = scratch(SUPPLIES, np.int64)
    eaten = scratch(SLOTS, np.int64)
    match_food(s, r, s.turn, own, count, place, good, amount, eaten, s.nameable)
    s.hungry = left


# ------------------------------------------------------------------------------------------------ saving
@kernel
def nearest_food(s, r, seat, slot, saver):
    """BRC-357, BRC-358: the closest food of another player that can reach a starving pawn, as
    (steps * 8 + place of its kind in FISH_FIRST) * 128 + location; -1 if there is none."""
    own = scratch(OWNED, np.int64)
    count = list_own(s, saver, own)
    size = s.rows * s.cols
    node = scratch(CELLS, np.int8)
    steps = np.empty(2 * size, np.int16)
    chart(s, r, seat, saver, 1, ALL, node, scratch(CELLS, np.int16))
    best = -1
    resource = -1
    for n in range(FOOD_KINDS):
        good = FISH_FIRST[n]
        if RESOURCE[good] != resource:
            resource = RESOURCE[good]
            measure_steps(s, r, node, resource, seat, slot, steps)
        for location in range(SLOTS + count):
            if units_at(s, saver, own, location, good) == 0:
                continue
            if location >= SLOTS:
                found = steps_to_struct(s, own[location - SLOTS], steps)
            elif s.cell[saver, location] == s.cell[seat, slot] and s.aboard[saver, location] == s.aboard[seat, slot]:
                found = 0
            else:
                found = steps_to_pawn(s, r, node, resource, saver, location, steps)
            key = (found * 8 + n) * 128 + location
            if found >= 0 and (best < 0 or key < best):
                best = key
    return best


@kernel
def next_saver(s, r, seat, slot):
    """BRC-357, BRC-358, BRC-360: who is asked next to save a starving pawn: the nearest food first, then in turn order;
    -1 if nobody is left."""
    best = -1
    best_steps = 0
    for k in range(s.num_players):
        saver = (s.start + k) % s.num_players
        if saver == seat or s.out[saver] != 0 or s.savers_asked & (1 << saver) != 0:
            continue
        if food_of(s, saver) == 0 or not may_join(s, r, seat, slot, saver):
            continue
        food = nearest_food(s, r, seat, slot, saver)
        if food >= 0 and (best < 0 or food // 1024 < best_steps):
            best = saver
            best_steps = food // 1024
    return best


@kernel
def ask_saver(s, r, seat):
    """BRC-357..BRC-362: others are asked to save the starving pawns one by one; who is not saved becomes critical. Says
    whether somebody is asked."""
    while s.cursor < SLOTS:
        slot = s.cursor
        if s.starving[slot] != 0:
            saver = next_saver(s, r, seat, slot)
            if saver >= 0:
                s.starver = slot + 1
                s.focus = s.cell[seat, slot]
                ask(s, saver, Prompt.SAVE)
                return True
            starve(s, r, seat, slot)
        s.savers_asked = 0
        s.cursor += 1
    s.starver = 0
    return False


@kernel
def starve(s, r, seat, slot):
    """BRC-361, BRC-362: an unsaved pawn becomes critical; its cargo is plundered."""
    s.starving[slot] = 0
    plunder(s, r, seat, slot)
    lay_critical(s, r, seat, slot)
    check_control(s, r)


@kernel
def save(s, r, seat, slot, saver):
    """BRC-357, BRC-359: the saver pays one food, which the pawn eats, and owns it."""
    own = scratch(OWNED, np.int64)
    list_own(s, saver, own)
    food = nearest_food(s, r, seat, slot, saver)
    add_units(s, saver, own, food % 128, FISH_FIRST[food // 128 % 8], -1)
    s.starving[slot] = 0
    s.fed[saver, hand_over(s, r, seat, slot, saver)] = 1
    check_control(s, r)


# ------------------------------------------------------------------------------------------------ revival
@kernel
def ask_revival(s, r, seat):
    """BRC-363..BRC-369: the owner may revive each pawn that is due and for which it can pay; the others die. Says whether
    it is asked."""
    while s.cursor < SLOTS:
        slot = s.cursor
        if s.status[seat, slot] == Status.CRITICAL and s.due[seat, slot] <= s.round_number:
            village = s.bed[seat, slot] - 1
            place = place_of(s, r, s.struct_cell[village])
            measure_village_purse(s, r, seat, village)
            if s.lost[village] == 0 and s.purse[FOOD] >= r.critical_revive_cost and has_room(s, r, seat, place, seats_at(s, place)) != 0:
                s.due_slot = slot + 1
                s.village = village + 1
                s.focus = s.struct_cell[village]
                ask(s, seat, Prompt.REVIVE)
                return True
            die(s, seat, slot)
        s.cursor += 1
    return False


@kernel
def decide_revival(s, r, wanted):
    """BRC-363, BRC-366: the pawn is revived for 2 food, or dies."""
    slot = s.due_slot - 1
    if wanted != 0:
        pay_food(s, r, s.turn, s.village - 1, r.critical_revive_cost)
        revive(s, r, s.turn, slot)
        check_control(s, r)
    else:
        die(s, s.turn, slot)
    s.due_slot = 0
    s.village = 0
    s.cursor += 1


# ------------------------------------------------------------------------------------------------ answers
@kernel
def legal_consume(s, r, mask):
    """BRC-356, BRC-357, BRC-363: a pawn to starve, or yes and no."""
    if s.prompt == Prompt.STARVE:
        for slot in range(SLOTS):
            mask[ID.pawn + slot] = s.nameable[slot]
        return
    mask[ID.end] = 1
    mask[ID.yes] = 1


@kernel
def apply_consume(s, r, action):
    """One answer in Consume."""
    if s.prompt == Prompt.STARVE:
        name_starving(s, r, action - ID.pawn)
    elif s.prompt == Prompt.SAVE:
        if action == ID.yes:
            save(s, r, s.turn, s.starver - 1, s.seat)
        else:
            s.savers_asked |= 1 << s.seat
    else:
        decide_revival(s, r, 1 if action == ID.yes else 0)
    answered(s)


# ------------------------------------------------------------------------------------------------ into storage
@kernel
def find_forced_storage(s, r, own, count, slot, good):
    """Where goods must be stored: villages first, then storehouses, then mills."""
    storage = storage_for(s, r, own, count, slot, Kind.VILLAGE, good)
    if storage == NOWHERE:
        storage = storage_for(s, r, own, count, slot, Kind.STOREHOUSE, good)
    if storage == NOWHERE:
        storage = storage_for(s, r, own, count, slot, Kind.MILL, good)
    return storage


@kernel
def accepts(s, k, good):
    """Whether a structure could hold a kind of goods at all."""
    if s.struct_kind[k] == Kind.MILL:
        return good != Good.FISH and good != Good.STONE
    return may_store(s.struct_kind[k])


@kernel
def has_own_storage(s, own, count, slot, good):
    """BRC-370: whether a pawn's goods are connected to storage of its owner, full or not."""
    for place in range(count):
        if accepts(s, own[place], good) and connected(s, good, slot, place + SLOTS):
            return True
    return False


@kernel
def has_friends_storage(s, r, node, parent, networks, seat, slot, good):
    """BRC-372: whether a pawn's goods are connected to storage of a friend; `networks` is what the survey returned."""
    mine = np.empty((RESOURCES, MOST_LABELS), np.int16)
    theirs = np.empty((RESOURCES, MOST_LABELS), np.int16)
    counts = scratch(RESOURCES, np.int16)
    their_counts = scratch(RESOURCES, np.int16)
    studs = scratch(MOST_STUDS, np.int64)
    resource = network_of(networks, RESOURCE[good])
    label_pawn(s, r, node, parent, networks, seat, slot, studs, mine, counts)
    for k in range(s.structs):
        if s.struct_owner[k] == seat or friendly(s, s.struct_owner[k], seat) == 0 or not accepts(s, k, good):
            continue
        label_struct(s, node, parent, networks, k, studs, theirs, their_counts)
        for b in range(their_counts[resource]):
            for a in range(counts[resource]):
                if mine[resource, a] == theirs[resource, b]:
                    return True
    return False


@kernel
def carries_goods(s, seat):
    """Whether some pawn of a seat carries goods."""
    for slot in range(SLOTS):
        if load(s, seat, slot) > 0:
            return True
    return False


@kernel
def store_cargo(s, r, seat):
    """BRC-370..BRC-372: cargo that is connected to storage goes there or is removed; other pawns keep two units."""
    link(s, r, seat, -1)
    own = scratch(OWNED, np.int64)
    count = list_own(s, seat, own)
    for n in range(NUM_GOODS):
        good = HAUL_ORDER[n]
        for slot in range(SLOTS):
            while s.cargo[seat, slot, good] > 0:
                storage = find_forced_storage(s, r, own, count, slot, good)
                if storage == NOWHERE:
                    break
                s.cargo[seat, slot, good] -= 1
                add_units(s, seat, own, storage, good, 1)
    if carries_goods(s, seat):
        remove_cargo(s, r, seat, own, count)


@kernel
def remove_cargo(s, r, seat, own, count):
    """BRC-370, BRC-372: what found no room in connected storage is removed, and what is above the limit of a pawn."""
    node = scratch(CELLS, np.int8)
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    networks = survey(s, r, seat, seat, 1, ALL, node, parent)
    for n in range(NUM_GOODS):
        good = HAUL_ORDER[n]
        for slot in range(SLOTS):
            if s.cargo[seat, slot, good] == 0:
                continue
            stored = has_own_storage(s, own, count, slot, good)
            if stored or has_friends_storage(s, r, node, parent, networks, seat, slot, good):
                s.cargo[seat, slot, good] = 0
            while room_on(s, r, seat, slot) < 0 and s.cargo[seat, slot, good] > 0:
                s.cargo[seat, slot, good] -= 1


@kernel
def end_consume(s, r):
    """BRC-370..BRC-373: after all players have eaten, goods go to storage and the food left is noted as surplus."""
    for k in range(s.num_players):
        seat = (s.start + k) % s.num_players
        if carries_goods(s, seat):
            store_cargo(s, r, seat)
        s.surplus[seat] = food_of(s, seat)
        for slot in range(SLOTS):
            s.fed[seat, slot] = 0
