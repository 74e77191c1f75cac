"""Gather, first step: actions, wheat, fish, wood, stone, promotions and industry of one player after the other.

Rulebook chapter "Gather" with "Fishery", "Tree", "Quarry", "Promotions" and "Industry". Goods appear on the worker that
gathered them. Read `routes.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import base, complex_studs, is_bridge, neighbour, offset, on_board, struct_studs
from rulebound.envs.brick_civilization.rules.fields import has_field, lapse, seat_of, worker_number
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.rules.turns import answered, ask
from rulebound.envs.brick_civilization.state import (
    DEPTH,
    MOST_STUDS,
    NUM_GOODS,
    SLOTS,
    WHEEL_COL,
    WHEEL_ROW,
    Good,
    Kind,
    Pawn,
    Prompt,
    Terrain,
    Water,
)  # fmt: skip
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

MILLED_UNITS = DATA["industry"]["output_per_raw_unit"]["value"]
WHEEL_ABOVE = 1  # levels that a mill may stand above its river
MOST_CATCH = 160  # water studs around one place
INCOME, PROMOTIONS, INDUSTRY = 0, 1, 2  # parts of the stage


@kernel
def is_worker(s, seat, slot):
    """Whether a slot holds a worker on the board."""
    return s.pawn[seat, slot] == Pawn.WORKER and on_board(s, seat, slot) != 0


@kernel
def load(s, seat, slot):
    """Goods on a pawn."""
    units = 0
    for good in range(NUM_GOODS):
        units += s.cargo[seat, slot, good]
    return units


@kernel
def building_of(s, seat, slot):
    """The building that a pawn is in, or -1."""
    if s.aboard[seat, slot] != 0 or s.wall[s.cell[seat, slot]] != 0:
        return -1
    return s.struct[s.cell[seat, slot]] - 1


@kernel
def begin_gather(s):
    """A new Gather: nothing is fished yet, every tower may promote and every village make a pawn again."""
    for i in range(s.rows * s.cols):
        s.fished[i] = 0
    for k in range(s.structs):
        s.used[k] = 0


@kernel
def advance_income(s, r):
    """BRC-073, BRC-074: the income of the player whose turn it is, in the order of the printed numbers; 1 when it is
    finished, 0 when a promotion is asked about."""
    seat = s.turn
    if s.part == INCOME:
        take_actions(s, r, seat)
        take_wheat(s, r, seat)
        fish(s, r, seat)
        take_fish(s, r, seat)
        take_wood(s, r, seat)
        take_stone(s, r, seat)
        s.part = PROMOTIONS
        s.cursor = 0
    if s.part == PROMOTIONS:
        if ask_promotion(s, seat):
            return 0
        s.part = INDUSTRY
    mill_goods(s, r, seat)
    return 1


# ------------------------------------------------------------------------------------------------ actions, wheat
@kernel
def take_actions(s, r, seat):
    """BRC-076..BRC-078: the base income and one action for each warrior on the board."""
    s.actions[seat] = r.income_actions_base
    for slot in range(SLOTS):
        if s.pawn[seat, slot] == Pawn.WARRIOR and on_board(s, seat, slot) != 0:
            s.actions[seat] += r.income_actions_amount


@kernel
def take_wheat(s, r, seat):
    """BRC-088, BRC-092: every field feeds its worker's hands."""
    for slot in range(SLOTS):
        if has_field(s, seat, slot):
            s.cargo[seat, slot, Good.WHEAT_RAW] += r.income_wheat_amount


# ------------------------------------------------------------------------------------------------ fish
@kernel
def is_fishable(s, i):
    """BRC-120, BRC-121: water without a surfaced pillar or a deck; a boat on it does not matter."""
    return s.terrain[i] == Terrain.WATER and s.road[i] < DEPTH and s.deck[i] == 0


@kernel
def fishing_place(s, seat, slot, studs):
    """BRC-090, BRC-117, BRC-119, BRC-120, BRC-122: the studs from which a worker fishes; 0 if it is nowhere to fish from."""
    i = s.cell[seat, slot]
    if s.aboard[seat, slot] != 0:
        studs[0] = i
        return 1
    if s.wall[i] != 0:
        return 0
    k = s.struct[i] - 1
    if k >= 0:
        if s.complex[k] != 0:
            return complex_studs(s, s.complex[k] - 1, studs)
        if s.struct_kind[k] == Kind.STOREHOUSE or s.struct_kind[k] == Kind.MILL:
            return struct_studs(s, k, studs)
        return 0
    if is_bridge(s, i) != 0:
        studs[0] = i
        return 1
    return 0


@kernel
def find_catch(s, seat, slot, studs, catch):
    """The water studs that a worker can fish and that no other player fishes, in their order; their number."""
    count = 0
    for n in range(fishing_place(s, seat, slot, studs)):
        for direction in range(4):
            j = neighbour(s, studs[n], direction)
            if j < 0 or not is_fishable(s, j) or (s.fished[j] != 0 and seat_of(s.fished[j]) != seat) or count == MOST_CATCH:
                continue
            at = count
            while at > 0 and catch[at - 1] > j:
                at -= 1
            if at > 0 and catch[at - 1] == j:
                continue
            for k in range(count, at, -1):
                catch[k] = catch[k - 1]
            catch[at] = j
            count += 1
    return count


@kernel
def cast(s, seat, slot, studs, catch, stud_of, taker, queue):
    """BRC-118, BRC-123: find a stud for one more worker, moving others to different studs if need be; what was looked at
    is left in `taker` as 0 again. Studs and takers are counted from 1 there."""
    queue[0] = slot
    count = 1
    at = 0
    free = -1
    while at < count and free < 0:
        worker = queue[at]
        at += 1
        for n in range(find_catch(s, seat, worker, studs, catch)):
            j = catch[n]
            if taker[j] != 0:
                continue
            taker[j] = worker + 1
            if s.fished[j] == 0:
                free = j
                break
            queue[count] = (s.fished[j] - 1) % SLOTS
            count += 1
    while free >= 0:
        worker = taker[free] - 1
        before = stud_of[worker] - 1
        s.fished[free] = worker_number(seat, worker)
        stud_of[worker] = free + 1
        free = before
    for i in range(s.rows * s.cols):
        taker[i] = 0


@kernel
def fish(s, r, seat):
    """BRC-116..BRC-123: as many workers of a seat as possible fish a water stud each, lowest slots first."""
    studs = scratch(MOST_STUDS, np.int64)
    catch = scratch(MOST_CATCH, np.int64)
    stud_of = cleared(SLOTS, np.int64)
    taker = np.zeros(s.rows * s.cols, np.int8)
    queue = np.empty(SLOTS + 1, np.int64)
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and fishing_place(s, seat, slot, studs) > 0:
            cast(s, seat, slot, studs, catch, stud_of, taker, queue)


@kernel
def take_fish(s, r, seat):
    """BRC-116: every fished stud feeds its fisher's hands."""
    for i in range(s.rows * s.cols):
        if s.fished[i] != 0 and seat_of(s.fished[i]) == seat:
            s.cargo[seat, (s.fished[i] - 1) % SLOTS, Good.FISH] += r.income_fish_amount


@kernel
def count_fished(s, seat):
    """BRC-405: studs that a seat fishes."""
    count = 0
    for i in range(s.rows * s.cols):
        count += s.fished[i] != 0 and seat_of(s.fished[i]) == seat
    return count


# ------------------------------------------------------------------------------------------------ wood, stone
@kernel
def in_grove(s, seat, slot):
    """Whether a slot holds a worker in a grove."""
    return is_worker(s, seat, slot) and s.aboard[seat, slot] == 0 and s.tree[s.cell[seat, slot]] != 0


@kernel
def is_first_in_grove(s, seat, slot):
    """Whether a worker is the one with the lowest slot in its grove."""
    if not in_grove(s, seat, slot):
        return False
    for other in range(slot):
        if in_grove(s, seat, other) and s.cell[seat, other] == s.cell[seat, slot]:
            return False
    return True


@kernel
def take_wood(s, r, seat):
    """BRC-107..BRC-109: one wood for a worked grove, to the worker there with the least cargo, then the lowest slot."""
    for slot in range(SLOTS):
        if not is_first_in_grove(s, seat, slot):
            continue
        best = slot
        for other in range(slot + 1, SLOTS):
            if in_grove(s, seat, other) and s.cell[seat, other] == s.cell[seat, slot] and load(s, seat, other) < load(s, seat, best):
                best = other
        s.cargo[seat, best, Good.WOOD_RAW] += r.income_wood_amount


@kernel
def count_groves(s, seat):
    """BRC-405: groves that a seat works."""
    count = 0
    for slot in range(SLOTS):
        count += is_first_in_grove(s, seat, slot)
    return count


@kernel
def quarry_of(s, seat, slot):
    """The quarry in which a worker is, or -1."""
    if not is_worker(s, seat, slot):
        return -1
    k = building_of(s, seat, slot)
    return k if k >= 0 and s.struct_kind[k] == Kind.QUARRY else -1


@kernel
def mason_rank(seat, slot, owner):
    """BRC-125: the order in which a quarry feeds workers: its owner's first, then by seat and slot."""
    return slot if seat == owner else (seat + 1) * SLOTS + slot


@kernel
def is_productive(s, r, seat, slot):
    """BRC-124, BRC-125: whether a worker is among the two that a quarry feeds."""
    quarry = quarry_of(s, seat, slot)
    if quarry < 0:
        return False
    owner = s.struct_owner[quarry]
    rank = mason_rank(seat, slot, owner)
    ahead = 0
    for other in range(s.num_players):
        for rival in range(SLOTS):
            if mason_rank(other, rival, owner) < rank and quarry_of(s, other, rival) == quarry:
                ahead += 1
    return ahead < r.quarry_masons


@kernel
def take_stone(s, r, seat):
    """BRC-124: one stone for every productive mason."""
    for slot in range(SLOTS):
        if is_productive(s, r, seat, slot):
            s.cargo[seat, slot, Good.STONE] += r.income_stone_amount


@kernel
def count_masons(s, r, seat):
    """BRC-405: productive masons of a seat."""
    count = 0
    for slot in range(SLOTS):
        count += is_productive(s, r, seat, slot)
    return count


# ------------------------------------------------------------------------------------------------ promotions
@kernel
def trainee(s, seat, tower):
    """BRC-160: the worker with the lowest slot in a tower, or -1."""
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and building_of(s, seat, slot) == tower:
            return slot
    return -1


@kernel
def ask_promotion(s, seat):
    """BRC-157..BRC-160: ask about the next tower of the player or of a friend that holds a worker of the player; says
    whether there is one."""
    while s.cursor < s.structs:
        k = s.cursor
        if s.struct_kind[k] == Kind.TOWER and s.used[k] == 0 and friendly(s, s.struct_owner[k], seat) != 0 and trainee(s, seat, k) >= 0:
            s.focus = s.struct_cell[k]
            ask(s, seat, Prompt.PROMOTE)
            return True
        s.cursor += 1
    return False


@kernel
def legal_promote(s, r, mask):
    """A promotion may be declined."""
    mask[ID.end] = 1
    mask[ID.yes] = 1


@kernel
def apply_promote(s, r, action):
    """BRC-157: the worker becomes a warrior, with its cargo."""
    if action == ID.yes:
        slot = trainee(s, s.turn, s.cursor)
        lapse(s, s.turn, slot)
        s.pawn[s.turn, slot] = Pawn.WARRIOR
        s.used[s.cursor] = 1
    s.cursor += 1
    answered(s)


# ------------------------------------------------------------------------------------------------ industry
@kernel
def mill_works(s, k):
    """BRC-166, BRC-260..BRC-262: both studs beyond the wheel are river without a surfaced pillar, and the mill stands at
    most 1 above them and not below."""
    shape = s.struct_shape[k]
    floor = base(s, s.struct_cell[k])
    for n in range(2):
        i = offset(s, s.struct_cell[k], WHEEL_ROW[shape, n], WHEEL_COL[shape, n])
        if i < 0 or s.water[i] & Water.RIVER == 0 or s.road[i] >= DEPTH:
            return False
        if not 0 <= floor - s.ground[i] <= WHEEL_ABOVE:
            return False
    return True


@kernel
def count_mills(s, seat):
    """BRC-408: working mills of a seat."""
    count = 0
    for k in range(s.structs):
        count += s.struct_kind[k] == Kind.MILL and s.struct_owner[k] == seat and mill_works(s, k)
    return count


@kernel
def mill_raw(s, r, k, raw, milled):
    """BRC-161, BRC-162, BRC-165: raw units become two milled ones as far as there is room; how many milled ones."""
    room = r.storage_mill - s.store[k, raw] - s.store[k, milled]
    units = min(s.store[k, raw], max(0, room) // (MILLED_UNITS - 1))
    s.store[k, raw] -= units
    s.store[k, milled] += units * MILLED_UNITS
    return units * MILLED_UNITS


@kernel
def mill_goods(s, r, seat):
    """BRC-161..BRC-166: every working mill of a seat that holds only wheat or only wood mills it. Nothing was carried into
    a mill since Gather began, so what lies there lay there then (BRC-164)."""
    s.milled_last[seat] = 0
    for k in range(s.structs):
        if s.struct_kind[k] != Kind.MILL or s.struct_owner[k] != seat or not mill_works(s, k):
            continue
        wheat = s.store[k, Good.WHEAT_RAW] + s.store[k, Good.WHEAT_MILLED]
        wood = s.store[k, Good.WOOD_RAW] + s.store[k, Good.WOOD_MILLED]
        if wheat > 0 and wood > 0:
            continue
        s.milled_last[seat] += mill_raw(s, r, k, Good.WHEAT_RAW, Good.WHEAT_MILLED)
        s.milled_last[seat] += mill_raw(s, r, k, Good.WOOD_RAW, Good.WOOD_MILLED)
    s.milled_total[seat] += s.milled_last[seat]
