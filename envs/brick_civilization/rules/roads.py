"""Roads: landfill, pillars and decks, segment by segment; and walls, which are laid in the same way."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.rules.board import base, chart_water, footing, is_filled, is_open_water, neighbour
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import DEPTH, MOST_ROAD, MOST_WALL, Footing, Shape, Terrain
from rulebound.envs.core.jit import kernel

SPAN = 2  # studs between two supports of a bridge


@kernel
def is_vacant(s, i, pawns, barred):
    """BRC-211: a stud on which no building, boat, grove or pawn is, and which is not blockaded against the builder."""
    if s.struct[i] != 0 or s.boat[i] != 0 or s.tree[i] != 0:
        return 0
    return 1 if pawns[i] == 0 and barred[i] == 0 else 0


@kernel
def may_fill(s, i, pawns, barred):
    """BRC-272: a road segment raises a land stud or a pillar in water; not under decks and walls."""
    if is_vacant(s, i, pawns, barred) == 0 or s.wall[i] != 0 or s.deck[i] != 0:
        return 0
    return 1 if s.terrain[i] != Terrain.IMPASSABLE and s.road[i] < MOST_ROAD else 0


@kernel
def is_support(s, i):
    """A land stud or a surfaced pillar."""
    return 1 if s.terrain[i] == Terrain.GRASS or s.terrain[i] == Terrain.ROCK or is_filled(s, i) != 0 else 0


@kernel
def support_beyond(s, i, d):
    """The first support from a stud in one direction, or -1 if there is none within a span."""
    j = np.int64(i)
    for _ in range(SPAN + 1):
        j = neighbour(s, j, d)
        if j < 0:
            return -1
        if is_support(s, j) != 0:
            return j
    return -1


@kernel
def gap(s, a, b):
    """Studs between two supports on one line."""
    return abs(a // s.cols - b // s.cols) + abs(a % s.cols - b % s.cols) - 1


@kernel
def deck_level(s, i):
    """BRC-275: the level of a deck over a stud: that of the higher support of the first axis (west to east, then north to
    south) on which the gap is at most two studs; -1 if it cannot be spanned."""
    for axis in range(2):
        a = support_beyond(s, i, 3 if axis == 0 else 0)
        b = support_beyond(s, i, 1 if axis == 0 else 2)
        if a >= 0 and b >= 0 and gap(s, a, b) <= SPAN:
            return max(max(base(s, a), base(s, b)), np.int64(s.ground[i]))
    return np.int64(-1)


@kernel
def may_deck(s, i, pawns, barred):
    """BRC-274: a deck goes over unfilled water or impassable ground, where it can be spanned."""
    if is_vacant(s, i, pawns, barred) == 0 or s.deck[i] != 0:
        return 0
    if is_open_water(s, i) == 0 and s.terrain[i] != Terrain.IMPASSABLE:
        return 0
    return 1 if deck_level(s, i) >= 0 else 0


@kernel
def may_wall(s, seat, i, pawns, barred):
    """BRC-289: a wall segment goes on land, pillars and decks, or on a wall of one's own or a friend's."""
    if is_vacant(s, i, pawns, barred) == 0 or footing(s, i) == Footing.WATER or s.wall[i] >= MOST_WALL:
        return 0
    if s.terrain[i] == Terrain.IMPASSABLE and s.deck[i] == 0:
        return 0
    return 1 if s.wall[i] == 0 else friendly(s, seat, s.wall_owner[i] - 1)


@kernel
def may_lay(s, seat, shape, decking, i, pawns, barred):
    """Whether a segment of a bundle may be laid on a stud."""
    if shape == Shape.WALL:
        return may_wall(s, seat, i, pawns, barred)
    return may_deck(s, i, pawns, barred) if decking != 0 else may_fill(s, i, pawns, barred)


@kernel
def lay_segment(s, seat, shape, decking, i):
    """A segment of a bundle is laid."""
    s.built_now[i] = 1
    if shape == Shape.WALL:
        s.wall[i] += 1
        if s.wall_owner[i] == 0:
            s.wall_owner[i] = seat + 1
    elif decking != 0:
        s.deck[i] = deck_level(s, i) + 1
    else:
        s.road[i] += 1
        if s.terrain[i] == Terrain.WATER and s.road[i] == DEPTH:
            chart_water(s)
