"""Combat range: how far a pawn's reach spreads from its place, who is in range of whom, and what is blockaded."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import (
    base,
    complex_studs,
    distance,
    footing,
    neighbour,
    on_board,
    place_studs,
    struct_at,
    studs,
    touching,
    village_at,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import CLIFF, IS_FORT, MOST_STUDS, SLOTS, STAIRS, Footing, Kind, Pawn, Terrain
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

FAR = 99
FRONT = 512  # studs that a spread can reach
LONGEST_COMPLEX = 12  # studs between two ends of a complex, and a step


# ------------------------------------------------------------------------------------------------ steps
@kernel
def friendly_building(s, seat, i):
    """The friendly building on a stud, or -1."""
    k = struct_at(s, i)
    return k if k >= 0 and friendly(s, seat, s.struct_owner[k]) != 0 else -1


@kernel
def one_fortress(s, seat, a, b):
    """Whether a step leads between a friendly wall and a friendly gate or tower beside it."""
    if (s.wall[a] == 0 and s.wall[b] == 0) or (s.wall[a] != 0 and s.wall[b] != 0):
        return 0
    wall = a if s.wall[a] != 0 else b
    k = friendly_building(s, seat, a + b - wall)
    return 1 if k >= 0 and IS_FORT[s.struct_kind[k]] != 0 and friendly(s, seat, s.wall_owner[wall] - 1) != 0 else 0


@kernel
def counted_height(s, r, seat, a, b, height):
    """What a difference of level counts in a step from `a` to `b`; CLIFF if the step is impossible.

    A complex and friendly buildings that touch are one floor, friendly walls have stairs to the gates and towers beside them, and on
    roads and along walls a difference of one is nothing."""
    if village_at(s, a) >= 0 and village_at(s, a) == village_at(s, b):
        return 0
    fortress = one_fortress(s, seat, a, b)
    if fortress != 0 and s.wall[a] + s.wall[b] <= STAIRS:
        return 0
    if height >= CLIFF:
        return CLIFF
    if fortress != 0:
        return 0
    on_a = footing(s, a)
    on_b = footing(s, b)
    if height <= 1 and (on_a == Footing.ROAD or on_b == Footing.ROAD or (on_a == Footing.WALL and on_b == Footing.WALL)):
        return 0
    if height > 0 and on_a == Footing.BUILDING and on_b == Footing.BUILDING:
        here = friendly_building(s, seat, a)
        there = friendly_building(s, seat, b)
        if here >= 0 and there >= 0 and (here == there or touching(s, r, here, there) != 0):
            return 0
    return height


@kernel
def is_fort(s, i):
    """Whether a stud is fortified: wall, gate or tower."""
    if s.wall[i] != 0:
        return 1
    k = struct_at(s, i)
    return IS_FORT[s.struct_kind[k]] if k >= 0 else 0


# ------------------------------------------------------------------------------------------------ spreading
@kernel
def mark_fortress(s, i, zone, number):
    """Give all studs of the fortress around a fortified stud the same number."""
    stack = np.empty(studs(s), np.int64)
    stack[0] = i
    zone[i] = number
    count = 1
    while count > 0:
        count -= 1
        here = stack[count]
        for d in range(4):
            j = neighbour(s, here, d)
            if j >= 0 and zone[j] == 0 and is_fort(s, j) != 0:
                zone[j] = number
                stack[count] = j
                count += 1


@kernel
def reach_stud(s, r, seat, i, spent, cost, front, count):
    """A stud is reached at that cost, and with it the whole complex it is part of; the new number of studs in front."""
    if cost[i] <= spent:
        return count
    village = village_at(s, i)
    if village < 0 or r.places_village_single_place == 0:
        cost[i] = spent
        front[count] = i
        return count + 1
    part = scratch(MOST_STUDS, np.int64)
    for n in range(complex_studs(s, village, part)):
        if cost[part[n]] > spent and count < FRONT:
            cost[part[n]] = spent
            front[count] = part[n]
            count += 1
    return count


@kernel
def range_cost(s, r, seat, a, b, afloat, left):
    """Base studs of the range that a step takes, with `left` of it to spend; FAR if it cannot be made.

    Like a step on foot, but on bases and without speed; from a boat a stud of water counts 1."""
    if s.terrain[b] == Terrain.IMPASSABLE and s.deck[b] == 0:
        return FAR
    fall = base(s, b) - base(s, a)
    height = counted_height(s, r, seat, a, b, abs(fall))
    if height >= CLIFF:
        return FAR
    studs_of_step = 1
    if footing(s, b) == Footing.WATER and afloat == 0:
        studs_of_step = r.movement_water_stud
    if studs_of_step + height <= left:
        return studs_of_step + height
    if fall < 0 and r.combat_range_downhill != 0 and studs_of_step <= left:
        return left
    return FAR


@kernel
def far_costs(s):
    """Costs of a spread that has not begun: FAR everywhere."""
    return np.full(studs(s), FAR, np.int8)


@kernel
def forget(cost, front, count):
    """Set the studs that a spread reached back to FAR, so that its arrays can be used again."""
    for k in range(count):
        cost[front[k]] = FAR


@kernel
def spread_pass(s, r, seat, place, afloat, radius, zone, allowed, cost, front):
    """Fill `cost` with the range spent to reach each stud, through open studs, the own fortress (zone 1) and the
    fortress `allowed`; the number of studs written to `front`. Without fortresses `zone` is empty."""
    count = 0
    if s.tree[place] != 0:
        cost[place] = 0
        front[0] = place
        count = 1
    else:
        count = reach_stud(s, r, seat, place, 0, cost, front, 0)
    for spent in range(radius):
        k = 0
        while k < count:
            here = front[k]
            k += 1
            if cost[here] != spent:
                continue
            for d in range(4):
                j = neighbour(s, here, d)
                if j < 0 or cost[j] <= spent:
                    continue
                if is_fort(s, j) != 0 and (len(zone) == 0 or (zone[j] != 1 and zone[j] != allowed)):
                    continue
                step = range_cost(s, r, seat, here, j, afloat, radius - spent)
                if step < FAR and count < FRONT - MOST_STUDS:
                    count = reach_stud(s, r, seat, j, spent + step, cost, front, count)
    return count


@kernel
def meets_fort(s, radius, cost, front, count):
    """Whether a fortress cuts a spread."""
    for k in range(count):
        for d in range(4):
            j = neighbour(s, front[k], d)
            if j >= 0 and cost[front[k]] < radius and cost[j] > radius and is_fort(s, j) != 0:
                return 1
    return 0


@kernel
def spread(s, r, seat, place, afloat, radius, cost, front):
    """The combat range around a place of a player: the range spent to reach each stud is written into `cost`, which
    holds FAR elsewhere; the number of studs in `front` that `forget` has to clear.

    Fortifications cut it, except those of the fortress that the place is in and of the one that is looked at."""
    zone = np.empty(0, np.int16)
    if is_fort(s, place) != 0:
        zone = np.zeros(studs(s), np.int16)
        mark_fortress(s, place, zone, 1)
    count = spread_pass(s, r, seat, place, afloat, radius, zone, -1, cost, front)
    if meets_fort(s, radius, cost, front, count) == 0:
        return count
    if len(zone) == 0:
        zone = np.zeros(studs(s), np.int16)
    return spread_into_forts(s, r, seat, place, afloat, radius, zone, cost, front, count)


@kernel
def spread_into_forts(s, r, seat, place, afloat, radius, zone, cost, front, count):
    """Add the studs of other fortresses that are reached through nothing but themselves and open studs."""
    number = 1
    for k in range(count):
        for d in range(4):
            j = neighbour(s, front[k], d)
            if j >= 0 and cost[front[k]] < radius and is_fort(s, j) != 0 and zone[j] == 0:
                number += 1
                mark_fortress(s, j, zone, number)
    behind = far_costs(s)
    far = scratch(FRONT, np.int64)
    for other in range(2, number + 1):
        reached = spread_pass(s, r, seat, place, afloat, radius, zone, other, behind, far)
        for k in range(reached):
            i = far[k]
            if zone[i] == other and behind[i] < cost[i] and count < FRONT:
                cost[i] = behind[i]
                front[count] = i
                count += 1
        forget(behind, far, reached)
    return count


# ------------------------------------------------------------------------------------------------ pawns
@kernel
def has_range(s, seat, slot):
    """BRC-302: whether a pawn's range is effective: a warrior's always, a worker's only in a fortification."""
    if on_board(s, seat, slot) == 0:
        return 0
    if s.pawn[seat, slot] == Pawn.WARRIOR:
        return 1
    return is_fort(s, s.cell[seat, slot]) if s.aboard[seat, slot] == 0 else 0


@kernel
def range_at(s, r, place):
    """The range of pawns at a place: one more in a tower."""
    k = struct_at(s, place)
    if k >= 0 and s.struct_kind[k] == Kind.TOWER:
        return r.combat_range + r.combat_tower_range_bonus
    return np.int64(r.combat_range)


@kernel
def strength(s, r, seat, slot):
    """The number up to which a die hits."""
    own = r.combat_units_warrior_strength if s.pawn[seat, slot] == Pawn.WARRIOR else r.combat_units_worker_strength
    if s.aboard[seat, slot] == 0 and is_fort(s, s.cell[seat, slot]) != 0:
        own += r.combat_fort_strength_bonus
    return own


@kernel
def cost_to(s, r, place, cost):
    """The least cost of a spread at the studs of a place; groves are measured at the trunk."""
    if s.tree[place] != 0:
        return np.int64(cost[place])
    part = scratch(MOST_STUDS, np.int64)
    least = np.int64(FAR)
    for n in range(place_studs(s, r, place, part)):
        least = min(least, np.int64(cost[part[n]]))
    return least


@kernel
def may_be_near(s, a, b, radius):
    """A quick look whether two places can be within a range: every step of it may cross a complex of some length."""
    return 1 if distance(s, a, b) <= LONGEST_COMPLEX * radius else 0


@kernel
def is_afloat(s, seat, place):
    """Whether the pawns of a player at a place are in a boat."""
    boat = s.boat[place]
    if boat != 0:
        for slot in range(SLOTS):
            if s.aboard[seat, slot] == boat:
                return 1
    return 0


@kernel
def effective_at(s, seat, place):
    """Whether a player has a pawn with effective range at a place."""
    for slot in range(SLOTS):
        if s.cell[seat, slot] == place and has_range(s, seat, slot) != 0:
            return 1
    return 0


# ------------------------------------------------------------------------------------------------ blockade
@kernel
def blockade(s, r, seat, out):
    """BRC-144: mark the studs that pawns of unfriendly players cover: goods cannot pass them, nothing is built on them."""
    n = studs(s)
    for i in range(n):
        out[i] = 0
    for q in range(s.num_players):
        if friendly(s, seat, q) == 0:
            cover(s, r, q, out)


@kernel
def is_threatened(s, seat):
    """Whether somebody unfriendly has a pawn with effective range anywhere."""
    for q in range(s.num_players):
        if friendly(s, seat, q) != 0:
            continue
        for slot in range(SLOTS):
            if has_range(s, q, slot) != 0:
                return True
    return False


@kernel
def cover(s, r, seat, out):
    """Mark the studs within the effective range of a player's pawns."""
    done = np.zeros(studs(s), np.int8)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    for slot in range(SLOTS):
        if has_range(s, seat, slot) == 0 or done[s.cell[seat, slot]] != 0:
            continue
        place = s.cell[seat, slot]
        done[place] = 1
        radius = range_at(s, r, place)
        count = spread(s, r, seat, place, 1 if s.aboard[seat, slot] != 0 else 0, radius, cost, front)
        for k in range(count):
            if cost[front[k]] <= radius:
                out[front[k]] = 1
        forget(cost, front, count)
