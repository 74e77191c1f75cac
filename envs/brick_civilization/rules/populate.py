"""Populate: every village makes one pawn, inside it, next to it, or in infrastructure that touches it.

Rulebook chapter "Populate"; the workers of the set-up are placed by the same rule. Read `council.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ACTIONS, ID
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    base,
    complex_studs,
    crew,
    footing,
    free_slot,
    has_room,
    is_closed,
    is_open_water,
    neighbour,
    place_of,
    seats_on,
    struct_studs,
    surface,
    target_id,
    target_stud,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.control import check_control
from rulebound.envs.brick_civilization.rules.goods import FOOD, measure_village_purse, pay_food
from rulebound.envs.brick_civilization.rules.pawns import new_pawn
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.rules.turns import answered, ask
from rulebound.envs.brick_civilization.state import CAPACITY, MOST_STUDS, SLOTS, Footing, Kind, Pawn, Prompt, Terrain
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

NUM_ACTIONS = ACTIONS.size
STEP = DATA["populate"]["step_max"]["value"]


# ------------------------------------------------------------------------------------------------ places
@kernel
def boat_takes(s, seat, boat):
    """BRC-379: whether a boat of the player or a friend has room for a pawn, among friends only."""
    if friendly(s, s.struct_owner[boat], seat) == 0 or crew(s, boat) >= CAPACITY[s.struct_kind[boat]]:
        return False
    for other in range(s.num_players):
        for slot in range(SLOTS):
            if s.aboard[other, slot] == boat + 1 and friendly(s, other, seat) == 0:
                return False
    return True


@kernel
def may_settle(s, r, seat, i, floor, beside_village):
    """BRC-378..BRC-380: whether a pawn may be placed on a stud next to a village (`beside_village`) or to an improvement of
    it with that floor: on solid ground only next to the village itself; in own or friendly infrastructure anywhere."""
    if s.boat[i] != 0 and is_open_water(s, i) != 0:
        return abs(s.ground[i] - floor) <= STEP and boat_takes(s, seat, s.boat[i] - 1)
    stands_on = footing(s, i)
    if stands_on == Footing.WATER or (s.terrain[i] == Terrain.IMPASSABLE and s.deck[i] == 0):
        return False
    within_step = abs(surface(s, i) - floor) <= STEP
    touching = abs(base(s, i) - floor) <= r.board_touch_limit
    if stands_on == Footing.WALL:
        return friendly(s, s.wall_owner[i] - 1, seat) != 0 and (touching or (beside_village != 0 and within_step))
    if stands_on == Footing.BUILDING:
        k = s.struct[i] - 1
        if friendly(s, s.struct_owner[k], seat) == 0 or is_closed(s, k, seat) != 0:
            return False
        return touching or (beside_village != 0 and within_step)
    return within_step and (stands_on == Footing.ROAD or beside_village != 0)


@kernel
def mark_place(s, r, seat, held, i, mask):
    """A place is open if no other player's pawns are there; it may lie outside the window of targets."""
    place = place_of(s, r, i)
    afloat = s.boat[i] != 0 and is_open_water(s, i) != 0
    if (afloat or has_room(s, r, seat, place, held[place]) != 0) and target_id(s, place) >= 0:
        mask[target_id(s, place)] = 1


@kernel
def mark_around(s, r, seat, village, part, held, mask):
    """BRC-378, BRC-379: the places next to one building of a village complex."""
    studs = scratch(6, np.int64)
    for n in range(struct_studs(s, part, studs)):
        for direction in range(4):
            j = neighbour(s, studs[n], direction)
            if j < 0 or (s.struct[j] != 0 and s.complex[s.struct[j] - 1] == village + 1):
                continue
            if may_settle(s, r, seat, j, base(s, studs[n]), 1 if part == village else 0):
                mark_place(s, r, seat, held, j, mask)


@kernel
def legal_places(s, r, seat, village, mask):
    """BRC-049, BRC-377..BRC-380: where a new pawn of a village may be placed, as targets around the village's anchor."""
    held = scratch(CELLS, np.int8)
    seats_on(s, held)
    studs = scratch(MOST_STUDS, np.int64)
    for n in range(complex_studs(s, village, studs)):
        if place_of(s, r, studs[n]) == studs[n]:  # a complex is one place: only its anchor is listed
            mark_place(s, r, seat, held, studs[n], mask)
    for part in range(s.structs):
        if s.complex[part] == village + 1:
            mark_around(s, r, seat, village, part, held, mask)


@kernel
def has_place(s, r, seat, village):
    """Whether a village has any place for a new pawn."""
    mask = np.zeros(NUM_ACTIONS, np.int8)
    legal_places(s, r, seat, village, mask)
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            return True
    return False


# ------------------------------------------------------------------------------------------------ the stage
@kernel
def makes_pawn(s, seat, k):
    """BRC-242, BRC-374: a village under its owner's control makes a pawn, once a round."""
    return s.struct_kind[k] == Kind.VILLAGE and s.struct_owner[k] == seat and s.lost[k] == 0 and s.used[k] == 0


@kernel
def advance_populate(s, r):
    """BRC-374, BRC-381: the villages of the player whose turn it is, by their order; 1 when all had their pawn, 0 when the
    player is asked. At the limit of pawns there are none."""
    seat = s.turn
    while s.cursor < s.structs and free_slot(s, r, seat) >= 0:
        k = s.cursor
        if makes_pawn(s, seat, k):
            s.focus = s.struct_cell[k]
            if has_place(s, r, seat, k):
                measure_village_purse(s, r, seat, k)
                s.village = k + 1
                ask(s, seat, Prompt.POP_KIND)
                return 0
        s.cursor += 1
    return 1


@kernel
def legal_populate(s, r, mask):
    """BRC-375: a worker, or a warrior if its food can be paid; then the place."""
    if s.prompt == Prompt.POP_CELL:
        legal_places(s, r, s.turn, s.village - 1, mask)
        return
    mask[ID.pop] = 1
    if s.purse[FOOD] >= r.populate_warrior_food:
        mask[ID.pop + 1] = 1


@kernel
def apply_populate(s, r, action):
    """BRC-374..BRC-376: choose the pawn, then place it; a warrior is paid for."""
    if s.prompt == Prompt.POP_KIND:
        s.pop_kind = Pawn.WORKER if action == ID.pop else Pawn.WARRIOR
        ask(s, s.turn, Prompt.POP_CELL)
        return
    if s.pop_kind == Pawn.WARRIOR:
        pay_food(s, r, s.turn, s.village - 1, r.populate_warrior_food)
    new_pawn(s, r, s.turn, s.pop_kind, target_stud(s, action))
    s.used[s.village - 1] = 1
    s.village = 0
    s.pop_kind = Pawn.NONE
    check_control(s, r)
    answered(s)
