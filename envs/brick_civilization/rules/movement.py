"""Movement: where the selected unit can go with what is left of its action, and the way it takes there.

A leg is chosen by its destination: a walk that may end in a boat, a voyage of the boat, or a step ashore. The search goes
step by step over (place, base studs left, credit) and keeps a label only if no earlier one at that place is as good, so
that the first label with the best rest is the canonical way: fewest base studs, most credit, fewest steps, then the
directions north, east, south, west at the first difference.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    boat_water,
    closed_forts,
    crew,
    footing,
    has_room,
    is_shore,
    neighbour,
    on_board,
    place_of,
    place_studs,
    seats_on,
    struct_at,
    studs,
    surface,
    target_id,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.fields import lapse
from rulebound.envs.brick_civilization.rules.ranges import counted_height, one_fortress
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import (
    CAPACITY,
    CLIFF,
    MOST_STUDS,
    PATH,
    SLOTS,
    STRUCTS,
    Footing,
    Mode,
    Pawn,
    Phase,
    Prompt,
    Terrain,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

LABELS = 3072
PLACE, LEFT, CREDIT, MODE, PARENT, ENDED, STEPS = range(7)  # columns of a label
NONE = -1
LANDING = 3  # levels between a boat and the stud beside it


# ------------------------------------------------------------------------------------------------ the unit in hand
@kernel
def moves_now(s):
    """The type of pawn that moves in this phase."""
    return Pawn.WARRIOR if s.phase == Phase.DEPLOY else Pawn.WORKER


@kernel
def legal_units(s, mask):
    """Pawns that may be selected while an action is left."""
    if s.actions[s.seat] == 0:
        return
    for slot in range(SLOTS):
        if on_board(s, s.seat, slot) != 0 and s.pawn[s.seat, slot] == moves_now(s) and s.locked[s.seat, slot] == 0:
            mask[ID.pawn + slot] = 1


@kernel
def select_unit(s, r, slot):
    """A pawn is taken in hand."""
    s.unit = slot + 1
    s.group[slot] = 1
    s.focus = s.cell[s.turn, slot]
    s.left = r.movement_studs
    s.paid = 0


@kernel
def drop_unit(s):
    """Nothing is in hand any more."""
    s.unit = 0
    s.paid = 0
    s.left = 0
    s.mode = Mode.OPEN
    s.credit = 0
    s.penalty = 0
    s.transfers = 0
    s.ended = 0
    drop_path(s)
    for slot in range(SLOTS):
        s.group[slot] = 0


@kernel
def drop_path(s):
    """The rest of the leg is not walked."""
    for k in range(s.path_length):
        s.path[k] = 0
        s.path_left[k] = 0
        s.path_mode[k] = 0
        s.path_credit[k] = 0
    s.path_length = 0
    s.path_at = 0
    s.path_boards = 0


@kernel
def release_unit(s):
    """BRC-417: a unit released without paying stays where it is until the next paid action or the end of the phase."""
    for slot in range(SLOTS):
        if s.group[slot] != 0:
            s.locked[s.turn, slot] = 1
    drop_unit(s)


@kernel
def unlock(s, seat):
    """Released units may be selected again."""
    for slot in range(SLOTS):
        s.locked[seat, slot] = 0


@kernel
def pay_action(s):
    """The action is paid, with the first leg, the holding of a position or the first piece built."""
    s.actions[s.turn] -= 1
    s.paid = 1
    unlock(s, s.turn)


@kernel
def leader(s):
    """The first pawn of the group, or -1."""
    for slot in range(SLOTS):
        if s.group[slot] != 0:
            return slot
    return -1


@kernel
def group_size(s):
    """Pawns that act together."""
    count = 0
    for slot in range(SLOTS):
        count += s.group[slot]
    return count


@kernel
def legal_companions(s, mask):
    """BRC-196: pawns of the same type at the same place may go along, on land and in boats alike."""
    seat = s.turn
    chief = s.unit - 1
    for slot in range(SLOTS):
        if (
            slot != chief
            and on_board(s, seat, slot) != 0
            and s.pawn[seat, slot] == s.pawn[seat, chief]
            and s.cell[seat, slot] == s.cell[seat, chief]
            and s.aboard[seat, slot] == s.aboard[seat, chief]
            and s.locked[seat, slot] == 0
        ):
            mask[ID.pawn + slot] = 1


@kernel
def toggle_companion(s, r, slot):
    """A companion joins or leaves; each one beyond the first costs the group a stud on land."""
    s.group[slot] = 1 - s.group[slot]
    s.penalty = (group_size(s) - 1) * r.movement_group_penalty


# ------------------------------------------------------------------------------------------------ one step on foot
@kernel
def rest(left, credit, mode):
    """What is left after a step, in one number that orders by base studs, then credit."""
    return (left * 8 + credit) * 4 + mode


@kernel
def step_on_foot(s, r, seat, a, b, left, credit, mode, penalty, closed):
    """What is left after a step from stud `a` to stud `b`, or -1 if it cannot be made."""
    if s.terrain[b] == Terrain.IMPASSABLE and s.deck[b] == 0:
        return NONE
    k = struct_at(s, b)
    if k >= 0 and closed[k] != 0:
        return NONE
    fall = surface(s, b) - surface(s, a)
    height = counted_height(s, r, seat, a, b, abs(fall))
    if height >= CLIFF:
        return NONE
    level, factor, kind = 1, 1, np.int64(Mode.OPEN)
    onto = footing(s, b)
    if onto == Footing.WATER:
        if is_shore(s, b) == 0:
            return NONE
        level = r.movement_water_stud
    elif onto == Footing.ROAD:
        factor, kind = r.movement_road_factor, np.int64(Mode.ROAD)
    elif (onto == Footing.WALL and footing(s, a) == Footing.WALL) or one_fortress(s, seat, a, b) != 0:
        factor, kind = r.movement_wall_factor, np.int64(Mode.WALL)
    level += penalty
    kept = credit if mode == kind and kind != Mode.OPEN else 0
    if level + height > left * factor + kept:
        # Downhill the last step may fall deeper than the rest allows, and uses it up.
        return rest(0, 0, kind) if fall < 0 and level <= left * factor + kept else NONE
    lacking = level + height - kept
    if lacking <= 0:
        return rest(left, -lacking, kind)
    opened = (lacking + factor - 1) // factor
    return rest(left - opened, opened * factor - lacking, kind)


# ------------------------------------------------------------------------------------------------ searches
@kernel
def first_label(s, place, labels, best):
    """The search begins where the unit is, with what it has left."""
    for i in range(studs(s)):
        best[i] = -1
    labels[0, PLACE] = place
    labels[0, LEFT] = s.left
    labels[0, CREDIT] = s.credit
    labels[0, MODE] = s.mode
    labels[0, PARENT] = NONE
    labels[0, ENDED] = s.ended
    labels[0, STEPS] = 0
    best[place] = 127


@kernel
def add_label(s, place, after, parent, ended, labels, best, count):
    """Keep a label if it is better than every earlier one at its place; the number of labels."""
    if after < 0 or after // 4 <= best[place] or count >= LABELS or labels[parent, STEPS] >= PATH - 1:
        return count
    best[place] = after // 4
    labels[count, PLACE] = place
    labels[count, LEFT] = after // 32
    labels[count, CREDIT] = after // 4 % 8
    labels[count, MODE] = after % 4
    labels[count, PARENT] = parent
    labels[count, ENDED] = ended
    labels[count, STEPS] = labels[parent, STEPS] + 1
    return count + 1


@kernel
def walk(s, r, seat, place, labels, best):
    """All labels of a walk from a place; their number."""
    closed = scratch(STRUCTS, np.int8)
    closed_forts(s, seat, closed)
    part = scratch(MOST_STUDS, np.int64)
    first_label(s, place, labels, best)
    count = 1
    k = 0
    while k < count:
        if labels[k, ENDED] == 0:
            here = labels[k, PLACE]
            penalty = s.penalty if k == 0 else 0
            for n in range(place_studs(s, r, here, part)):
                for d in range(4):
                    b = neighbour(s, part[n], d)
                    if b < 0:
                        continue
                    to = place_of(s, r, b)
                    if to == here:
                        continue
                    after = step_on_foot(s, r, seat, part[n], b, labels[k, LEFT], labels[k, CREDIT], labels[k, MODE], penalty, closed)
                    count = add_label(s, to, after, k, 1 if s.tree[to] != 0 else 0, labels, best, count)
        k += 1
    return count


@kernel
def voyage(s, r, boat, labels, best):
    """All labels of a voyage of a boat; their number."""
    need = boat_water(s.struct_kind[boat])
    factor = r.movement_boat_factor
    first_label(s, s.struct_cell[boat], labels, best)
    if s.mode != Mode.BOAT:
        labels[0, CREDIT] = 0
    count = 1
    k = 0
    while k < count:
        here = labels[k, PLACE]
        left, credit = labels[k, LEFT], labels[k, CREDIT]
        if credit > 0:
            after = rest(left, credit - 1, Mode.BOAT)
        elif left > 0:
            after = rest(left - 1, factor - 1, Mode.BOAT)
        else:
            after = NONE
        for d in range(4):
            b = neighbour(s, here, d)
            if b >= 0 and (s.water[b] & need) != 0 and s.ground[b] == s.ground[here]:
                count = add_label(s, b, after, k, 0, labels, best, count)
        k += 1
    return count


# ------------------------------------------------------------------------------------------------ where a leg may end
@kernel
def may_stay(s, r, seat, place, held):
    """Whether a unit on foot may end a leg at a place; swimmers and boats do not share a stud."""
    if s.boat[place] != 0:
        return 0
    return has_room(s, r, seat, place, held[place])


@kernel
def boat_may_stay(s, place, held):
    """Whether a boat may end a voyage on a stud: not under a deck, with another boat or over swimmers."""
    return 1 if s.deck[place] == 0 and s.boat[place] == 0 and held[place] == 0 else 0


@kernel
def may_board(s, seat, boat, pawns):
    """Whether so many pawns of a player may step into a boat: room for all, and nobody unfriendly aboard."""
    if crew(s, boat) + pawns > CAPACITY[s.struct_kind[boat]]:
        return 0
    for q in range(s.num_players):
        for slot in range(SLOTS):
            if s.aboard[q, slot] == boat + 1 and friendly(s, seat, q) == 0:
                return 0
    return 1


@kernel
def may_land(s, r, seat, boat, b, held, closed):
    """Whether one can step ashore from a boat onto the stud `b` beside it."""
    if footing(s, b) == Footing.WATER or (s.terrain[b] == Terrain.IMPASSABLE and s.deck[b] == 0):
        return 0
    k = struct_at(s, b)
    if k >= 0 and closed[k] != 0:
        return 0
    if abs(surface(s, b) - s.ground[s.struct_cell[boat]]) > LANDING:
        return 0
    return may_stay(s, r, seat, place_of(s, r, b), held)


@kernel
def boat_to_board(s, r, seat, labels, k, d, n, part):
    """The boat beside stud number `n` of a label's place in direction `d` that the group may board, or -1."""
    b = neighbour(s, part[n], d)
    if b < 0 or s.boat[b] == 0 or footing(s, part[n]) == Footing.WATER:
        return NONE
    if abs(surface(s, part[n]) - s.ground[b]) > LANDING or (labels[k, ENDED] != 0 and k > 0):
        return NONE
    return s.boat[b] - 1 if may_board(s, seat, s.boat[b] - 1, group_size(s)) != 0 else NONE


@kernel
def legal_legs(s, r, mask):
    """The studs at which the next leg of the selected unit may end."""
    seat = s.turn
    chief = leader(s)
    if s.ended != 0:
        return
    labels = np.empty((LABELS, 7), np.int16)
    best = scratch(CELLS, np.int8)
    held = scratch(CELLS, np.int8)
    seats_on(s, held)
    if s.aboard[seat, chief] == 0:
        legal_walks(s, r, seat, s.cell[seat, chief], labels, best, held, mask)
    else:
        legal_voyages(s, r, seat, s.aboard[seat, chief] - 1, labels, best, held, mask)


@kernel
def allow(s, place, mask):
    """A stud is a legal target, if it lies in the window."""
    action = target_id(s, place)
    if action >= 0:
        mask[action] = 1


@kernel
def legal_walks(s, r, seat, place, labels, best, held, mask):
    """Where a unit on foot may go: studs where it may stay, and boats."""
    part = scratch(MOST_STUDS, np.int64)
    for k in range(walk(s, r, seat, place, labels, best)):
        here = labels[k, PLACE]
        if k > 0 and may_stay(s, r, seat, here, held) != 0:
            allow(s, here, mask)
        if s.transfers < r.movement_transfers:
            for n in range(place_studs(s, r, here, part)):
                for d in range(4):
                    boat = boat_to_board(s, r, seat, labels, k, d, n, part)
                    if boat >= 0:
                        allow(s, s.struct_cell[boat], mask)


@kernel
def legal_voyages(s, r, seat, boat, labels, best, held, mask):
    """Where a unit afloat may go: the boat over its water, or the unit ashore."""
    if friendly(s, seat, s.struct_owner[boat]) != 0:
        for k in range(1, voyage(s, r, boat, labels, best)):
            if boat_may_stay(s, labels[k, PLACE], held) != 0:
                allow(s, labels[k, PLACE], mask)
    if s.transfers < r.movement_transfers:
        closed = scratch(STRUCTS, np.int8)
        closed_forts(s, seat, closed)
        for d in range(4):
            b = neighbour(s, s.struct_cell[boat], d)
            if b >= 0 and may_land(s, r, seat, boat, b, held, closed) != 0:
                allow(s, place_of(s, r, b), mask)


# ------------------------------------------------------------------------------------------------ the way
@kernel
def plan_leg(s, r, target):
    """Write the way to a legal target into the state; it is then walked step by step."""
    seat = s.turn
    chief = leader(s)
    labels = np.empty((LABELS, 7), np.int16)
    best = scratch(CELLS, np.int8)
    if s.aboard[seat, chief] == 0:
        count = walk(s, r, seat, s.cell[seat, chief], labels, best)
        if s.boat[target] != 0:
            write_path(s, labels, way_aboard(s, r, seat, target, labels, count))
            add_step(s, target, s.left if s.path_length == 0 else s.path_left[s.path_length - 1])
            s.path_boards = 1
        else:
            write_path(s, labels, label_at(labels, count, target))
    elif (s.water[target] & boat_water(s.struct_kind[s.aboard[seat, chief] - 1])) != 0 and footing(s, target) == Footing.WATER:
        count = voyage(s, r, s.aboard[seat, chief] - 1, labels, best)
        write_path(s, labels, label_at(labels, count, target))
    else:
        s.path_length = 0
        add_step(s, target, s.left)
        s.path_boards = 1
    s.path_at = 0


@kernel
def label_at(labels, count, place):
    """The best label at a place: the last one kept there."""
    for k in range(count - 1, 0, -1):
        if labels[k, PLACE] == place:
            return k
    return 0


@kernel
def way_aboard(s, r, seat, target, labels, count):
    """The first label with the best rest from which the boat on a stud can be boarded."""
    part = scratch(MOST_STUDS, np.int64)
    found, most = 0, -1
    for k in range(count):
        value = labels[k, LEFT] * 8 + labels[k, CREDIT]
        if value > most:
            for n in range(place_studs(s, r, labels[k, PLACE], part)):
                for d in range(4):
                    if neighbour(s, part[n], d) == target and boat_to_board(s, r, seat, labels, k, d, n, part) >= 0:
                        found, most = k, value
    return found


@kernel
def write_path(s, labels, k):
    """Copy the way to a label into the state."""
    s.path_length = labels[k, STEPS]
    while labels[k, PARENT] >= 0:
        n = labels[k, STEPS] - 1
        s.path[n] = labels[k, PLACE]
        s.path_left[n] = labels[k, LEFT]
        s.path_mode[n] = labels[k, MODE]
        s.path_credit[n] = labels[k, CREDIT]
        k = labels[k, PARENT]


@kernel
def add_step(s, place, left):
    """The way ends with a step into or out of a boat, which costs nothing."""
    n = s.path_length
    s.path[n] = place
    s.path_left[n] = left
    s.path_mode[n] = Mode.OPEN
    s.path_credit[n] = 0
    s.path_length = n + 1


@kernel
def take_step(s, r):
    """The unit takes the next step of its leg."""
    n = s.path_at
    place = s.path[n]
    afloat = s.aboard[s.turn, leader(s)]
    boards = 1 if s.path_boards != 0 and n == s.path_length - 1 else 0
    if boards == 0 and afloat != 0:
        sail_to(s, afloat - 1, place)
    else:
        go_to(s, place, boards)
    s.left = s.path_left[n]
    s.mode = s.path_mode[n]
    s.credit = s.path_credit[n]
    s.focus = place
    s.path_at = n + 1
    if s.path_at == s.path_length:
        drop_path(s)


@kernel
def go_to(s, place, boards):
    """The group steps to a place; with `boards` into the boat there, or out of its boat."""
    boat = s.boat[place] if boards != 0 else 0
    for slot in range(SLOTS):
        if s.group[slot] != 0:
            lapse(s, s.turn, slot)
            s.cell[s.turn, slot] = place
            s.aboard[s.turn, slot] = boat
    if boards != 0:
        s.transfers += 1
    else:
        s.penalty = 0
    if s.tree[place] != 0:
        s.ended = 1


@kernel
def sail_to(s, boat, place):
    """A boat goes to a stud with everybody aboard."""
    if s.boat[s.struct_cell[boat]] == boat + 1:
        s.boat[s.struct_cell[boat]] = 0
    s.struct_cell[boat] = place
    if s.boat[place] == 0:
        s.boat[place] = boat + 1
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.aboard[seat, slot] == boat + 1:
                s.cell[seat, slot] = place


@kernel
def unit_prompt(s):
    """Whether the selected unit has paid its action yet."""
    return Prompt.UNIT_MOVING if s.paid != 0 else Prompt.UNIT
