"""Plunder: the cargo of a pawn that falls goes to those around it."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import on_board
from rulebound.envs.brick_civilization.rules.gather import load
from rulebound.envs.brick_civilization.rules.goods import room_on
from rulebound.envs.brick_civilization.rules.ranges import FAR, FRONT, cost_to, far_costs, forget, may_be_near, range_at, spread
from rulebound.envs.brick_civilization.state import NUM_GOODS, SLOTS
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch


@kernel
def plunder(s, r, seat, slot):
    """BRC-345..BRC-348: what a falling pawn carries goes at once to pawns with its place in their range, nearest first,
    its own side first among equals, each up to its limit; the rest leaves the game. Picking up is not fighting, so
    workers count everywhere."""
    place = s.cell[seat, slot]
    served = np.zeros((s.num_players, SLOTS), np.int8)
    cost, front = far_costs(s), scratch(FRONT, np.int64)
    while load(s, seat, slot) > 0:
        best, best_seat, best_slot = 4 * FAR, -1, -1
        for q in range(s.num_players):
            last, far = -1, FAR
            for other in range(SLOTS):
                if served[q, other] != 0 or on_board(s, q, other) == 0 or room_on(s, r, q, other) <= 0 or (q == seat and other == slot):
                    continue
                if s.cell[q, other] != last:
                    last, far = s.cell[q, other], reach_from(s, r, q, other, place, cost, front)
                key = 2 * far + (0 if q == seat else 1)
                if far < FAR and key < best:
                    best, best_seat, best_slot = key, q, other
        if best_seat < 0:
            break
        served[best_seat, best_slot] = 1
        take(s, r, seat, slot, best_seat, best_slot)
    for good in range(NUM_GOODS):
        s.cargo[seat, slot, good] = 0


@kernel
def reach_from(s, r, seat, slot, place, cost, front):
    """The distance at which a pawn has a place in its range, or FAR."""
    here = s.cell[seat, slot]
    radius = range_at(s, r, here)
    if may_be_near(s, here, place, radius) == 0:
        return FAR
    count = spread(s, r, seat, here, 1 if s.aboard[seat, slot] != 0 else 0, radius, cost, front)
    far = cost_to(s, r, place, cost)
    forget(cost, front, count)
    return far if far <= radius else FAR


@kernel
def take(s, r, seat, slot, to, other):
    """A pawn picks up as much as it can carry."""
    for good in range(NUM_GOODS):
        while s.cargo[seat, slot, good] > 0 and room_on(s, r, to, other) > 0:
            s.cargo[seat, slot, good] -= 1
            s.cargo[to, other, good] += 1
