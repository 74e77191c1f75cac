"""What the scripted player of Brick Civilization knows of its people: jobs, goods, structures and farmland."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.envs.brick_civilization.rules.board import footing, neighbour, on_board, studs
from rulebound.envs.brick_civilization.rules.council import post_of
from rulebound.envs.brick_civilization.rules.fields import has_field, is_field_land
from rulebound.envs.brick_civilization.state import PALACE_DONE, SLOTS, Footing, Good, Kind, Pawn, Terrain
from rulebound.envs.core.jit import kernel

FIELD = 8  # studs of a field


class Job(IntEnum):
    """What a worker does, by its place."""

    IDLE = 0
    FARMER = 1
    FISHER = 2
    WOODCUTTER = 3
    MASON = 4
    ENVOY = 5
    KEEPER = 6  # at home without fishing


@kernel
def building_at(s, i):
    """The kind of building on a stud."""
    return s.struct_kind[s.struct[i] - 1] if s.struct[i] != 0 else 0


@kernel
def is_worker(s, seat, slot):
    """Whether there is a worker in a slot, on the board."""
    return on_board(s, seat, slot) != 0 and s.pawn[seat, slot] == Pawn.WORKER


@kernel
def mark_fishers(s, seat, fishing):
    """The slots of the workers who had fish in the last Gather."""
    for i in range(studs(s)):
        if s.fished[i] != 0 and (s.fished[i] - 1) // SLOTS == seat:
            fishing[(s.fished[i] - 1) % SLOTS] = 1


@kernel
def at_home(s, seat, slot):
    """Whether a pawn is in an own village."""
    k = s.struct[s.cell[seat, slot]] - 1
    return k >= 0 and s.aboard[seat, slot] == 0 and s.complex[k] != 0 and s.struct_owner[s.complex[k] - 1] == seat


@kernel
def count_home(s, seat):
    """Own pawns in own villages."""
    count = 0
    for slot in range(SLOTS):
        count += on_board(s, seat, slot) != 0 and at_home(s, seat, slot)
    return count


@kernel
def job_of(s, seat, slot, fishing):
    """What a worker does."""
    place = s.cell[seat, slot]
    if fishing[slot] != 0:
        return Job.FISHER
    if s.struct[place] != 0:
        k = s.struct[place] - 1
        if s.struct_kind[k] == Kind.QUARRY:
            return Job.MASON
        if s.complex[k] != 0:
            return Job.KEEPER if s.struct_owner[s.complex[k] - 1] == seat else Job.ENVOY
        return Job.IDLE
    if s.tree[place] != 0:
        return Job.WOODCUTTER
    return Job.FARMER if has_field(s, seat, slot) != 0 else Job.IDLE


@kernel
def count_jobs(s, seat, jobs):
    """Count the workers by job; the number of warriors."""
    fishing = np.zeros(SLOTS, np.int64)
    mark_fishers(s, seat, fishing)
    warriors = 0
    for slot in range(SLOTS):
        if on_board(s, seat, slot) != 0:
            if s.pawn[seat, slot] == Pawn.WORKER:
                jobs[job_of(s, seat, slot, fishing)] += 1
            else:
                warriors += 1
    return warriors


@kernel
def count_pawns(s, seat):
    """Pawns of a seat on the board."""
    count = 0
    for slot in range(SLOTS):
        count += on_board(s, seat, slot) != 0
    return count


@kernel
def crowd(s):
    """Pawns on the board."""
    count = 0
    for seat in range(s.num_players):
        count += count_pawns(s, seat)
    return count


@kernel
def workers_at(s, seat, place):
    """Own workers at a place."""
    count = 0
    for slot in range(SLOTS):
        count += is_worker(s, seat, slot) and s.cell[seat, slot] == place
    return count


@kernel
def workers_in(s, seat, number):
    """Own workers in a structure, given by its number plus 1."""
    count = 0
    for slot in range(SLOTS):
        count += is_worker(s, seat, slot) and s.aboard[seat, slot] == 0 and s.struct[s.cell[seat, slot]] == number
    return count


@kernel
def owned(s, seat, good):
    """Units of a kind of goods that a seat owns."""
    units = 0
    for slot in range(SLOTS):
        if s.pawn[seat, slot] != 0:
            units += s.cargo[seat, slot, good]
    for k in range(s.structs):
        if s.struct_owner[k] == seat:
            units += s.store[k, good]
    return units


@kernel
def wood_of(s, seat):
    """Wood of a seat."""
    return owned(s, seat, Good.WOOD_RAW) + owned(s, seat, Good.WOOD_MILLED)


@kernel
def count_kind(s, seat, kind):
    """Structures of a kind that a seat owns."""
    count = 0
    for k in range(s.structs):
        count += s.struct_kind[k] == kind and s.struct_owner[k] == seat
    return count


@kernel
def open_palace(s, seat):
    """The own palace that has no roof yet, or -1."""
    for k in range(s.structs):
        if s.struct_kind[k] == Kind.PALACE and s.struct_owner[k] == seat and s.progress[k] < PALACE_DONE:
            return k
    return -1


@kernel
def roofs(s, seat):
    """Own palaces with a roof."""
    count = 0
    for k in range(s.structs):
        count += s.struct_kind[k] == Kind.PALACE and s.struct_owner[k] == seat and s.progress[k] >= PALACE_DONE
    return count


@kernel
def has_envoy(s, seat, village):
    """Own diplomats in a village."""
    count = 0
    for slot in range(SLOTS):
        count += post_of(s, seat, slot) == village
    return count


@kernel
def is_open_land(s, seat, own, i):
    """Field land that nobody uses, or with `own` nobody else."""
    return is_field_land(s, i) != 0 and (s.field[i] == 0 or (own != 0 and (s.field[i] - 1) // SLOTS == seat))


@kernel
def survey_land(s, seat, own, part, land, waiting):
    """Field land that is free, with `own` also one's own, since borders can be drawn anew: for every stud its part, and for the
    first stud of a part its size and the own workers there."""
    n = studs(s)
    queue = np.zeros(n, np.int64)
    for i in range(n):
        part[i], land[i], waiting[i] = -1, 0, 0
    for start in range(n):
        if part[start] >= 0 or not is_open_land(s, seat, own, start):
            continue
        part[start] = start
        queue[0] = start
        filled, taken = 1, 0
        while taken < filled:
            i = queue[taken]
            taken += 1
            for d in range(4):
                j = neighbour(s, i, d)
                if j < 0 or part[j] >= 0 or not is_open_land(s, seat, own, j) or abs(s.ground[i] - s.ground[j]) > 1:
                    continue
                part[j] = start
                queue[filled] = j
                filled += 1
        land[start] = filled
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and s.aboard[seat, slot] == 0:
            i = s.cell[seat, slot]
            if part[i] >= 0:
                waiting[part[i]] += 1


@kernel
def field_room(part, land, waiting, i):
    """Fields that still fit on the free land around a stud."""
    return land[part[i]] // FIELD - waiting[part[i]] if part[i] >= 0 else 0


@kernel
def food_now(s, seat):
    """Food that the last Gather brought."""
    food = 0
    for slot in range(SLOTS):
        food += 2 * (is_worker(s, seat, slot) and has_field(s, seat, slot))
    for i in range(studs(s)):
        food += 2 * (s.fished[i] != 0 and (s.fished[i] - 1) // SLOTS == seat)
    return food


@kernel
def food_next(s, seat):
    """Food that the next Gather should bring: new farmers find a field on free land, and perhaps on the land of a companion."""
    food = food_now(s, seat)
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and s.aboard[seat, slot] == 0 and is_field_land(s, s.cell[seat, slot]) and not has_field(s, seat, slot):
            food += 2 if s.field[s.cell[seat, slot]] == 0 else 1
    return food


@kernel
def fish_room(s, seat, place):
    """Fishing studs at an own village that nobody there uses yet."""
    village = s.complex[s.struct[place] - 1]
    room = 0
    for i in range(studs(s)):
        if s.terrain[i] != Terrain.WATER or s.deck[i] != 0 or footing(s, i) != Footing.WATER:
            continue
        for d in range(4):
            j = neighbour(s, i, d)
            if j >= 0 and s.struct[j] != 0 and s.complex[s.struct[j] - 1] == village and village != 0:
                room += 1
                break
    for slot in range(SLOTS):
        room -= is_worker(s, seat, slot) and s.cell[seat, slot] == place
    return room
