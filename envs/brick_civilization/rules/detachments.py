"""Detachments: all pawns of one player at one place; which of them see each other, and the lists players choose from."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import on_board
from rulebound.envs.brick_civilization.rules.movement import leader
from rulebound.envs.brick_civilization.rules.ranges import (
    FAR,
    FRONT,
    cost_to,
    effective_at,
    far_costs,
    forget,
    is_afloat,
    may_be_near,
    range_at,
    spread,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import LISTED, NUM_GOODS, SLOTS, Side
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch


@kernel
def size_of(s, seat, place):
    """Pawns of a player at a place."""
    count = 0
    for slot in range(SLOTS):
        if s.cell[seat, slot] == place and on_board(s, seat, slot) != 0:
            count += 1
    return count


@kernel
def first_at(s, seat, place):
    """The lowest slot of a player at a place."""
    for slot in range(SLOTS):
        if s.cell[seat, slot] == place and on_board(s, seat, slot) != 0:
            return slot
    return -1


@kernel
def all_alike(s, seat, place):
    """Whether the pawns of a detachment differ neither in type nor in cargo."""
    first = first_at(s, seat, place)
    for slot in range(first + 1, SLOTS):
        if s.cell[seat, slot] != place or on_board(s, seat, slot) == 0:
            continue
        if s.pawn[seat, slot] != s.pawn[seat, first]:
            return 0
        for good in range(NUM_GOODS):
            if s.cargo[seat, slot, good] != s.cargo[seat, first, good]:
                return 0
    return 1


@kernel
def deploying_place(s):
    """Where the unit that uses the deploy action is, or -1 if nobody of it is left."""
    chief = leader(s)
    return np.int64(s.cell[s.turn, chief]) if chief >= 0 else np.int64(-1)


@kernel
def sight(s, r, seat, place, goal, cost, front):
    """The distance at which pawns of a player at a place have another place in range, or FAR."""
    radius = range_at(s, r, place)
    if may_be_near(s, place, goal, radius) == 0:
        return FAR
    count = spread(s, r, seat, place, is_afloat(s, seat, place), radius, cost, front)
    far = cost_to(s, r, goal, cost)
    forget(cost, front, count)
    return far if far <= radius else FAR


@kernel
def engaged_number(s, seat, place):
    """The number of a detachment in the skirmish, or -1."""
    for e in range(s.engaged):
        if s.engaged_seat[e] == seat and s.engaged_cell[e] == place:
            return e
    return -1


# ------------------------------------------------------------------------------------------------ lists
@kernel
def clear_list(s):
    """Nothing is listed."""
    for k in range(LISTED):
        s.listed_seat[k] = 0
        s.listed_cell[k] = 0
        s.picked[k] = 0
    s.listed = 0


@kernel
def enter(s, far, seat, place, keys):
    """Enter a detachment into the list, ordered by distance, seat and stud; once only, and no more than fit."""
    for k in range(s.listed):
        if s.listed_seat[k] == seat and s.listed_cell[k] == place:
            return
    key = (far * 8 + seat) * 8192 + place
    at = s.listed
    while at > 0 and keys[at - 1] > key:
        at -= 1
    if at >= LISTED:
        return
    last = min(s.listed, LISTED - 1)
    for k in range(last, at, -1):
        keys[k] = keys[k - 1]
        s.listed_seat[k] = s.listed_seat[k - 1]
        s.listed_cell[k] = s.listed_cell[k - 1]
    keys[at] = key
    s.listed_seat[at] = seat
    s.listed_cell[at] = place
    s.listed = last + 1


@kernel
def list_enemies(s, r):
    """BRC-313, BRC-314: unfriendly detachments in range of the unit that uses the deploy action, nearest first."""
    clear_list(s)
    place = deploying_place(s)
    if place < 0:
        return
    keys = scratch(LISTED, np.int64)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    radius = range_at(s, r, place)
    ready = 0
    for q in range(s.num_players):
        if friendly(s, s.turn, q) != 0:
            continue
        for slot in range(SLOTS):
            if on_board(s, q, slot) == 0 or may_be_near(s, place, s.cell[q, slot], radius) == 0:
                continue
            if ready == 0:
                spread(s, r, s.turn, place, is_afloat(s, s.turn, place), radius, cost, front)
                ready = 1
            far = cost_to(s, r, s.cell[q, slot], cost)
            if far <= radius:
                enter(s, far, q, s.cell[q, slot], keys)


@kernel
def list_watchers(s, r, seat):
    """BRC-316: detachments of an inactive player that have the deploying unit in effective range, nearest first."""
    clear_list(s)
    goal = deploying_place(s)
    if goal < 0 or friendly(s, s.turn, seat) != 0:
        return
    keys = scratch(LISTED, np.int64)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    for slot in range(SLOTS):
        if on_board(s, seat, slot) != 0 and effective_at(s, seat, s.cell[seat, slot]) != 0:
            far = sight(s, r, seat, s.cell[seat, slot], goal, cost, front)
            if far < FAR:
                enter(s, far, seat, s.cell[seat, slot], keys)


@kernel
def list_helpers(s, r, seat):
    """BRC-318: further detachments of a challenged player that have a declaring pawn in effective range, nearest first."""
    clear_list(s)
    keys = scratch(LISTED, np.int64)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    for slot in range(SLOTS):
        place = s.cell[seat, slot]
        if on_board(s, seat, slot) == 0 or effective_at(s, seat, place) == 0 or engaged_number(s, seat, place) >= 0:
            continue
        nearest = FAR
        for e in range(s.engaged):
            if s.engaged_side[e] == Side.DECLARER:
                nearest = min(nearest, sight(s, r, seat, place, s.engaged_cell[e], cost, front))
        if nearest < FAR:
            enter(s, nearest, seat, place, keys)


@kernel
def list_targets(s, r, seat, slot):
    """BRC-325: engaged enemy detachments in range of an engaged pawn, in the order in which they were engaged."""
    clear_list(s)
    place = s.cell[seat, slot]
    own = engaged_number(s, seat, place)
    radius = range_at(s, r, place)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    spread(s, r, seat, place, is_afloat(s, seat, place), radius, cost, front)
    for e in range(s.engaged):
        if s.engaged_side[e] == s.engaged_side[own] or size_of(s, s.engaged_seat[e], s.engaged_cell[e]) == 0:
            continue
        if cost_to(s, r, s.engaged_cell[e], cost) <= radius and s.listed < LISTED:
            s.listed_seat[s.listed] = s.engaged_seat[e]
            s.listed_cell[s.listed] = s.engaged_cell[e]
            s.listed += 1


@kernel
def pick_all(s):
    """Everything listed is chosen."""
    for k in range(s.listed):
        s.picked[k] = 1


@kernel
def any_picked(s):
    """Whether something listed is chosen."""
    for k in range(s.listed):
        if s.picked[k] != 0:
            return 1
    return 0
