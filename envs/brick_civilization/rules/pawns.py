"""Pawns: new ones, those that change hands, fall into critical condition or die, and civilizations that are out.

Rulebook chapters "Critical Condition" and "Starvation". Read `consume.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import (
    complex_studs,
    distance,
    free_slot,
    is_open_water,
    on_board,
    others,
    place_of,
    village_at,
)
from rulebound.envs.brick_civilization.rules.fields import lapse, worker_number
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import MOST_STUDS, NUM_GOODS, SLOTS, Kind, Pawn, Phase, Status
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

FARTHEST = 1 << 20


# ------------------------------------------------------------------------------------------------ slots
@kernel
def clear_slot(s, seat, slot):
    """A slot is empty again."""
    s.pawn[seat, slot] = Pawn.NONE
    s.status[seat, slot] = Status.BOARD
    s.cell[seat, slot] = 0
    s.aboard[seat, slot] = 0
    s.bed[seat, slot] = 0
    s.due[seat, slot] = 0
    s.fed[seat, slot] = 0
    s.locked[seat, slot] = 0
    s.target[seat, slot] = 0
    for good in range(NUM_GOODS):
        s.cargo[seat, slot, good] = 0


@kernel
def new_pawn(s, r, seat, kind, stud):
    """A new pawn on a stud, in the grove or village there, or in the boat; its slot, or -1 at the limit."""
    slot = free_slot(s, r, seat)
    if slot < 0:
        return slot
    clear_slot(s, seat, slot)
    s.pawn[seat, slot] = kind
    if s.boat[stud] != 0 and is_open_water(s, stud) != 0:
        s.aboard[seat, slot] = s.boat[stud]
        s.cell[seat, slot] = stud
    else:
        s.cell[seat, slot] = place_of(s, r, stud)
    return slot


# ------------------------------------------------------------------------------------------------ changing hands
@kernel
def may_join(s, r, seat, slot, to):
    """BRC-062, BRC-360: whether a pawn could belong to another player where it stands: that player has a slot free and
    no stranger shares the stud then; a village has room for as many players as it has studs, a boat for friends."""
    if free_slot(s, r, to) < 0:
        return False
    held = 0
    for other in range(s.num_players):
        for rival in range(SLOTS):
            if (other == seat and rival == slot) or on_board(s, other, rival) == 0:
                continue
            if s.cell[other, rival] == s.cell[seat, slot] and s.aboard[other, rival] == s.aboard[seat, slot]:
                held |= 1 << other
    if s.aboard[seat, slot] != 0:
        for other in range(s.num_players):
            if held & (1 << other) != 0 and friendly(s, other, to) == 0:
                return False
        return True
    strangers = others(s, held, to)
    village = village_at(s, s.cell[seat, slot])
    if strangers == 0 or village < 0 or r.places_village_single_place == 0:
        return strangers == 0
    return strangers < complex_studs(s, village, scratch(MOST_STUDS, np.int64))


@kernel
def hand_over(s, r, seat, slot, to):
    """BRC-062, BRC-359: a pawn belongs to another player, with its cargo and its field, where it stands; its new slot."""
    new = free_slot(s, r, to)
    clear_slot(s, to, new)
    s.pawn[to, new] = s.pawn[seat, slot]
    s.cell[to, new] = s.cell[seat, slot]
    s.aboard[to, new] = s.aboard[seat, slot]
    for good in range(NUM_GOODS):
        s.cargo[to, new, good] = s.cargo[seat, slot, good]
    before = worker_number(seat, slot)
    after = worker_number(to, new)
    for i in range(s.rows * s.cols):
        if s.field[i] == before:
            s.field[i] = after
        if s.fished[i] == before:
            s.fished[i] = after
    clear_slot(s, seat, slot)
    note_out(s)
    return new


# ------------------------------------------------------------------------------------------------ critical condition
@kernel
def village_distance(s, i, village):
    """BRC-332: Manhattan distance of a stud to the closest stud of a village with its improvements."""
    studs = scratch(MOST_STUDS, np.int64)
    best = FARTHEST
    for n in range(complex_studs(s, village, studs)):
        best = min(best, distance(s, i, studs[n]))
    return best


@kernel
def nearest_bed(s, seat, i):
    """BRC-331, BRC-332: the closest village under the control of the player or a friend, own ones before friends' and
    lower numbers first; -1 if there is none."""
    best = -1
    best_key = 2 * FARTHEST
    for k in range(s.structs):
        if s.struct_kind[k] != Kind.VILLAGE or s.lost[k] != 0 or friendly(s, s.struct_owner[k], seat) == 0:
            continue
        key = 2 * village_distance(s, i, k) + (s.struct_owner[k] != seat)
        if key < best_key:
            best_key = key
            best = k
    return best


@kernel
def lay_critical(s, r, seat, slot):
    """BRC-331, BRC-361, BRC-364: a pawn lies in critical condition in the nearest friendly village, or dies if there is
    none. Its cargo is gone by now. It is due in the next Consume that begins."""
    village = nearest_bed(s, seat, s.cell[seat, slot])
    if village < 0:
        die(s, seat, slot)
        return
    kind = s.pawn[seat, slot]
    lapse(s, seat, slot)
    clear_slot(s, seat, slot)
    s.pawn[seat, slot] = kind
    s.status[seat, slot] = Status.CRITICAL
    s.bed[seat, slot] = village + 1
    s.cell[seat, slot] = s.struct_cell[village]
    s.due[seat, slot] = s.round_number if s.phase < Phase.CONSUME else s.round_number + 1


@kernel
def revive(s, r, seat, slot):
    """BRC-365: a critical pawn is back on the board, in the village where it lay."""
    village = s.bed[seat, slot] - 1
    s.status[seat, slot] = Status.BOARD
    s.bed[seat, slot] = 0
    s.due[seat, slot] = 0
    s.cell[seat, slot] = place_of(s, r, s.struct_cell[village])


@kernel
def rehouse(s, r):
    """BRC-248: critical pawns whose host is no longer friendly move to the nearest friendly village with the same
    deadline, or die. For changes of stance and of a village's owner."""
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.status[seat, slot] != Status.CRITICAL or friendly(s, s.struct_owner[s.bed[seat, slot] - 1], seat) != 0:
                continue
            village = nearest_bed(s, seat, s.cell[seat, slot])
            if village < 0:
                die(s, seat, slot)
            else:
                s.bed[seat, slot] = village + 1
                s.cell[seat, slot] = s.struct_cell[village]


@kernel
def die(s, seat, slot):
    """BRC-366, BRC-410: a pawn leaves the game and counts as a death."""
    lapse(s, seat, slot)
    clear_slot(s, seat, slot)
    s.deaths[seat] += 1
    note_out(s)


# ------------------------------------------------------------------------------------------------ out of the game
@kernel
def is_alive(s, seat):
    """BRC-072: whether a civilization has a pawn, critical ones included, or a village."""
    for slot in range(SLOTS):
        if s.pawn[seat, slot] != Pawn.NONE:
            return True
    for k in range(s.structs):
        if s.struct_kind[k] == Kind.VILLAGE and s.struct_owner[k] == seat:
            return True
    return False


@kernel
def note_out(s):
    """BRC-072: civilizations without pawns and villages are out. Called when a pawn or a village is lost."""
    for seat in range(s.num_players):
        s.out[seat] = 0 if is_alive(s, seat) else 1
