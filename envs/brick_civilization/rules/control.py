"""Control of infrastructure: who is inside what, seizure, and how villages change hands."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import join_complexes, on_board, owned, struct_at
from rulebound.envs.brick_civilization.rules.pawns import note_out
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import SEATS, SLOTS, STRUCTS, Kind
from rulebound.envs.core.jit import kernel


@kernel
def count_inside(s, inside):
    """Count the pawns of each player in every structure; those in a complex count in its village."""
    for k in range(s.structs):
        for seat in range(s.num_players):
            inside[k, seat] = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) == 0:
                continue
            k = s.aboard[seat, slot] - 1
            if k < 0:
                k = struct_at(s, s.cell[seat, slot])
                if k >= 0 and s.complex[k] != 0:
                    k = s.complex[k] - 1
            if k >= 0:
                inside[k, seat] += 1


@kernel
def intruder(s, k, inside):
    """BRC-237: who is in control of a structure in which all pawns, at least one, are unfriendly to its owner; -1 if
    nobody is: the most pawns, then the player in turn, then the lowest seat."""
    found, most = -1, 0
    for seat in range(s.num_players):
        if inside[k, seat] == 0:
            continue
        if friendly(s, s.struct_owner[k], seat) != 0:
            return -1
        if inside[k, seat] > most or (inside[k, seat] == most and seat == s.turn):
            found, most = seat, np.int64(inside[k, seat])
    return found


@kernel
def give(s, r, k, seat):
    """A structure passes to a player with its goods; beyond the limit of structures it belongs to nobody."""
    s.struct_owner[k] = seat if owned(s, seat) < r.limits_structures_per_player else -1
    s.policy[k] = 0


@kernel
def check_control(s, r):
    """BRC-236: after every action, casualty, retreat, change of stance, trade and placement: who is inside what decides.

    A village that only unfriendly pawns are in is out of control; anything else is theirs at once."""
    inside = np.empty((STRUCTS, SEATS), np.int16)
    count_inside(s, inside)
    changed = 0
    for k in range(s.structs):
        taker = intruder(s, k, inside)
        if s.struct_kind[k] == Kind.VILLAGE and s.struct_owner[k] >= 0:
            if taker < 0:
                s.lost[k] = 0
            elif s.lost[k] == 0:
                s.lost[k] = 1
        elif taker >= 0 and (s.complex[k] == 0 or s.complex[k] == k + 1):
            before = s.struct_owner[k]
            give(s, r, k, taker)
            if s.struct_owner[k] != before:
                changed = 1
    if changed != 0:
        join_complexes(s, r)
    seize_walls(s)
    note_out(s)


@kernel
def seize_walls(s):
    """BRC-241: a stretch of wall belongs to whoever stands on it."""
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0:
                i = s.cell[seat, slot]
                if s.wall[i] != 0 and friendly(s, s.wall_owner[i] - 1, seat) == 0:
                    s.wall_owner[i] = seat + 1


@kernel
def pass_villages(s, r):
    """BRC-243: a village that was out of control at the end of one Populate and ever since until the end of the next
    passes with its improvements to those inside."""
    inside = np.empty((STRUCTS, SEATS), np.int16)
    count_inside(s, inside)
    changed = 0
    for k in range(s.structs):
        if s.struct_kind[k] != Kind.VILLAGE or s.lost[k] == 0:
            continue
        if s.lost[k] == 1:
            s.lost[k] = 2
            continue
        taker = intruder(s, k, inside)
        for part in range(s.structs):
            if s.complex[part] == k + 1:
                give(s, r, part, taker)
        s.lost[k] = 0
        changed = 1
    if changed != 0:
        join_complexes(s, r)
        check_control(s, r)
    return changed
