"""Fields: which studs can be farmed, how workers claim them, how a field grows again after something was built on it.

Rulebook chapter "Fields". A field is kept in the layer `field` as the number of its worker, so every stud belongs to
at most one. Read `gather.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import neighbour, target_id, target_stud
from rulebound.envs.brick_civilization.rules.turns import answered, ask
from rulebound.envs.brick_civilization.state import COL_STEP, ROW_STEP, SLOTS, Pawn, Phase, Prompt, Status, Terrain
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared

SIZE = DATA["fields"]["size"]["value"]
STEP = DATA["fields"]["step_max"]["value"]
COUNT_RADIUS = DATA["fields"]["count_radius"]["value"]
DEMAND_RADIUS = DATA["fields"]["demand_radius"]["value"]
AUTO, BIAS, CELL_BY_CELL = 0, 1, 2  # fields.claim
NO_BIAS = 0
NEVER = 1 << 60


@kernel
def worker_number(seat, slot):
    """The number under which a worker's studs are kept in `field` and `fished`."""
    return 1 + seat * SLOTS + slot


@kernel
def seat_of(number):
    """The seat of a worker's number."""
    return (number - 1) // SLOTS


@kernel
def is_field_land(s, i):
    """BRC-032, BRC-036, BRC-100: grass without road, deck, wall, structure or grove; pawns do not matter."""
    return s.terrain[i] == Terrain.GRASS and s.tree[i] == 0 and s.road[i] == 0 and s.deck[i] == 0 and s.wall[i] == 0 and s.struct[i] == 0


@kernel
def is_farmer(s, seat, slot):
    """BRC-089, BRC-090, BRC-101: a worker that stands on field land."""
    if s.pawn[seat, slot] != Pawn.WORKER or s.status[seat, slot] != Status.BOARD or s.aboard[seat, slot] != 0:
        return False
    return is_field_land(s, s.cell[seat, slot])


@kernel
def has_field(s, seat, slot):
    """Whether a worker stands on a field of its own."""
    return is_farmer(s, seat, slot) and s.field[s.cell[seat, slot]] == worker_number(seat, slot)


@kernel
def count_fields(s, seat):
    """BRC-405: the fields of a seat."""
    fields = 0
    for slot in range(SLOTS):
        fields += has_field(s, seat, slot)
    return fields


@kernel
def lapse(s, seat, slot):
    """BRC-102: the field of a worker that leaves it, is promoted, starves or dies is free at once."""
    number = worker_number(seat, slot)
    for i in range(s.rows * s.cols):
        if s.field[i] == number:
            s.field[i] = 0


@kernel
def lapse_all(s, seat):
    """All fields of a seat are given up."""
    for i in range(s.rows * s.cols):
        if s.field[i] != 0 and seat_of(s.field[i]) == seat:
            s.field[i] = 0


# ------------------------------------------------------------------------------------------------ what still holds
@kernel
def is_whole(s, seat, slot):
    """BRC-092..BRC-096: whether the worker stands on its own 8 contiguous studs of field land."""
    if not has_field(s, seat, slot):
        return False
    number = worker_number(seat, slot)
    studs = cleared(SIZE, np.int64)
    studs[0] = s.cell[seat, slot]
    count = 1
    at = 0
    while at < count:
        i = studs[at]
        at += 1
        for direction in range(4):
            j = neighbour(s, i, direction)
            if j < 0 or s.field[j] != number or not is_field_land(s, j) or abs(s.ground[i] - s.ground[j]) > STEP:
                continue
            known = False
            for k in range(count):
                known |= studs[k] == j
            if not known:
                if count == SIZE:
                    return False
                studs[count] = j
                count += 1
    return count == SIZE


@kernel
def lapse_broken(s, seat, broken):
    """BRC-098, BRC-099: fields that no longer hold lapse; `broken` gets a 1 for each worker that still stands on field
    land and lost its field. Returns how many those are."""
    holds = cleared(SLOTS, np.int8)
    for slot in range(SLOTS):
        holds[slot] = 1 if is_whole(s, seat, slot) else 0
    for i in range(s.rows * s.cols):
        if s.field[i] == 0 or seat_of(s.field[i]) != seat:
            continue
        slot = (s.field[i] - 1) % SLOTS
        if holds[slot] == 0:
            broken[slot] = 1
            s.field[i] = 0
    count = 0
    for slot in range(SLOTS):
        if broken[slot] != 0 and not is_farmer(s, seat, slot):
            broken[slot] = 0
        count += broken[slot]
    return count


# ------------------------------------------------------------------------------------------------ the canonical claim
@kernel
def spread(s, land, start, radius, near, change, queue, seen):
    """The free studs within some contiguous steps of a worker: their number. Those within the radius of demand count
    for or no longer count for the worker in `near`. `seen` is zero before and after."""
    queue[0] = start
    seen[start] = 1
    count = 1
    at = 0
    while at < count:
        i = queue[at]
        steps = seen[i]
        at += 1
        if steps <= DEMAND_RADIUS + 1:
            near[i] += change
        if steps > radius:
            continue
        for direction in range(4):
            j = neighbour(s, i, direction)
            if j >= 0 and seen[j] == 0 and land[j] != 0 and abs(s.ground[i] - s.ground[j]) <= STEP:
                seen[j] = steps + 1
                queue[count] = j
                count += 1
    for k in range(count):
        seen[queue[k]] = 0
    return count


@kernel
def grow(s, land, near, waiting, number, start, bias):
    """BRC-103, BRC-105: add the free stud with the smallest key until the field is whole; says whether it became so.

    `near` holds how many waiting workers have a stud close by, `waiting` the studs on which they stand.
    """
    patch = cleared(SIZE, np.int64)
    count = 0
    row, col = start // s.cols, start % s.cols
    for i in range(max(0, row - SIZE) * s.cols, min(s.rows, row + SIZE + 1) * s.cols):  # what was chosen stud by stud
        if s.field[i] == number:
            patch[count] = i
            count += 1
    if count == 0:
        s.field[start] = number
        patch[0] = start
        count = 1
    while count < SIZE:
        best = -1
        best_key = NEVER
        for k in range(count):
            for direction in range(4):
                j = neighbour(s, patch[k], direction)
                if j < 0 or land[j] == 0 or s.field[j] != 0 or waiting[j] != 0 or abs(s.ground[patch[k]] - s.ground[j]) > STEP:
                    continue
                down, right = j // s.cols - row, j % s.cols - col
                ahead = down * ROW_STEP[bias - 1] + right * COL_STEP[bias - 1] if bias != NO_BIAS else 0
                key = ((np.int64(near[j]) * 32 + SIZE - ahead) * 256 + down * down + right * right) * 4096 + j
                if key < best_key:
                    best_key = key
                    best = j
        if best < 0:
            for k in range(count):
                s.field[patch[k]] = 0
            return False
        s.field[best] = number
        patch[count] = best
        count += 1
    return True


@kernel
def find_claimants(s, seat, allowed, claimant, land):
    """BRC-101: the workers that look for a field, one for each free stud, lowest slot first; their number. Those studs are
    marked in `land`."""
    count = 0
    for slot in range(SLOTS):
        claimant[slot] = 0
        if allowed[slot] == 0 or not is_farmer(s, seat, slot):
            continue
        i = s.cell[seat, slot]
        if land[i] == 0 and s.field[i] == 0 and is_field_land(s, i):
            land[i] = 1  # taken by this worker
            claimant[slot] = 1
            count += 1
    return count


@kernel
def mark_free(s, land):
    """Mark every stud on which a field may grow."""
    for i in range(s.rows * s.cols):
        taken = s.field[i] | s.tree[i] | s.road[i] | s.deck[i] | s.wall[i] | s.struct[i]
        land[i] = (taken == 0) & (s.terrain[i] == Terrain.GRASS)


@kernel
def first_claimant(claimant, studs):
    """BRC-103: the worker with the fewest free studs around it, then the lowest slot; -1 if nobody waits."""
    best = -1
    for slot in range(SLOTS):
        if claimant[slot] != 0 and (best < 0 or studs[slot] < studs[best]):
            best = slot
    return best


@kernel
def lay_out(s, seat, allowed):
    """BRC-103: the canonical claims of the allowed workers; how many of them got no field."""
    size = s.rows * s.cols
    land = np.zeros(size, np.int8)
    claimant = cleared(SLOTS, np.int8)
    if find_claimants(s, seat, allowed, claimant, land) == 0:
        return 0
    mark_free(s, land)
    near = np.zeros(size, np.int16)
    waiting = np.zeros(size, np.int8)
    seen = np.zeros(size, np.int8)
    queue = np.zeros(size, np.int16)
    studs = cleared(SLOTS, np.int64)
    for slot in range(SLOTS):
        if claimant[slot] != 0:
            i = s.cell[seat, slot]
            waiting[i] = 1
            studs[slot] = spread(s, land, i, COUNT_RADIUS, near, 1, queue, seen)
    failed = 0
    slot = first_claimant(claimant, studs)
    while slot >= 0:
        i = s.cell[seat, slot]
        claimant[slot] = 0
        waiting[i] = 0
        spread(s, land, i, DEMAND_RADIUS, near, -1, queue, seen)
        if s.field[i] != 0 or not grow(s, land, near, waiting, worker_number(seat, slot), i, NO_BIAS):
            failed += 1
        slot = first_claimant(claimant, studs)
    return failed


@kernel
def is_crowded(s, seat, allowed):
    """Whether a worker without a field stands on the field of a companion on another stud: drawn anew, the borders may leave
    room for both."""
    for slot in range(SLOTS):
        if allowed[slot] == 0 or not is_farmer(s, seat, slot) or has_field(s, seat, slot):
            continue
        number = np.int64(s.field[s.cell[seat, slot]])
        if number > 0 and seat_of(number) == seat and s.cell[seat, (number - 1) % SLOTS] != s.cell[seat, slot]:
            return True
    return False


@kernel
def claim(s, seat, allowed):
    """BRC-102..BRC-104: valid fields are kept and the allowed workers without one claim theirs; if one of them fails,
    all fields of the seat are laid out anew, which counts only if there are more of them then."""
    if lay_out(s, seat, allowed) == 0 and not is_crowded(s, seat, allowed):
        return
    size = s.rows * s.cols
    before = count_fields(s, seat)
    kept = np.zeros(size, np.int16)
    for i in range(size):
        kept[i] = s.field[i]
    farmers = cleared(SLOTS, np.int8)
    for slot in range(SLOTS):
        farmers[slot] = 1 if allowed[slot] != 0 or has_field(s, seat, slot) else 0
    lapse_all(s, seat)
    lay_out(s, seat, farmers)
    if count_fields(s, seat) <= before:
        for i in range(size):
            s.field[i] = kept[i]


@kernel
def claim_all(s, seat):
    """The claims of all workers of a seat by the canonical rule."""
    broken = cleared(SLOTS, np.int8)
    lapse_broken(s, seat, broken)
    claim(s, seat, np.ones(SLOTS, np.int8))


@kernel
def regrow(s):
    """BRC-098, BRC-099: at the end of Build, the only phase in which pieces are placed, fields with something built on
    them grow again, players in turn order; those that cannot lapse."""
    for k in range(s.num_players):
        seat = (s.start + k) % s.num_players
        broken = cleared(SLOTS, np.int8)
        if lapse_broken(s, seat, broken) > 0:
            claim(s, seat, broken)


# ------------------------------------------------------------------------------------------------ claims by choice
@kernel
def ask_claim(s, r, seat):
    """BRC-105, BRC-106: ask for the next worker without a field that was not served yet; says whether there is one."""
    size = s.rows * s.cols
    land = np.zeros(size, np.int8)
    claimant = cleared(SLOTS, np.int8)
    allowed = cleared(SLOTS, np.int8)
    for slot in range(SLOTS):
        allowed[slot] = 1 - s.served[slot]
    if find_claimants(s, seat, allowed, claimant, land) == 0:
        s.claimer = 0
        s.claim_left = 0
        for slot in range(SLOTS):
            s.served[slot] = 0
        return False
    mark_free(s, land)
    near = np.zeros(size, np.int16)
    seen = np.zeros(size, np.int8)
    queue = np.zeros(size, np.int16)
    studs = cleared(SLOTS, np.int64)
    for slot in range(SLOTS):
        if claimant[slot] != 0:
            studs[slot] = spread(s, land, s.cell[seat, slot], COUNT_RADIUS, near, 1, queue, seen)
    slot = first_claimant(claimant, studs)
    s.claimer = slot + 1
    if r.fields_claim == CELL_BY_CELL:
        s.field[s.cell[seat, slot]] = worker_number(seat, slot)
        s.claim_left = SIZE - 1
    s.focus = s.cell[seat, slot]
    ask(s, seat, Prompt.FIELD)
    return True


@kernel
def advance_claims(s, r):
    """BRC-102: the claims of the player whose turn it is; 1 when they are done, 0 when the player is asked."""
    seat = s.turn
    if r.fields_claim == AUTO:
        claim_all(s, seat)
        return 1
    if s.part == 0:
        s.part = 1
        lapse_broken(s, seat, cleared(SLOTS, np.int8))
    return 0 if ask_claim(s, r, seat) else 1


@kernel
def may_resurvey(s, r, seat):
    """BRC-106: with fields laid out stud by stud, once per phase if there is a field."""
    return r.fields_claim == CELL_BY_CELL and s.surveyed[seat] == 0 and count_fields(s, seat) > 0


@kernel
def resurvey(s, r):
    """BRC-106: the farmers of the player whose turn it is lay out their fields again."""
    seat = s.turn
    s.surveyed[seat] = 1
    for slot in range(SLOTS):
        s.served[slot] = 0 if has_field(s, seat, slot) else 1
    lapse_all(s, seat)
    ask_claim(s, r, seat)


@kernel
def legal_field(s, r, mask):
    """A direction, or the next stud (END: the rest by the canonical rule)."""
    if r.fields_claim == BIAS:
        for direction in range(5):
            mask[ID.field + direction] = 1
        return
    mask[ID.end] = 1
    number = worker_number(s.turn, s.claimer - 1)
    for i in range(s.rows * s.cols):
        if s.field[i] != number:
            continue
        for direction in range(4):
            j = neighbour(s, i, direction)
            if j >= 0 and s.field[j] == 0 and is_field_land(s, j) and abs(s.ground[i] - s.ground[j]) <= STEP:
                mask[target_id(s, j)] = 1


@kernel
def finish_claim(s, bias):
    """The canonical rule finishes the field of the worker in hand; other waiting workers keep their own studs."""
    seat = s.turn
    slot = s.claimer - 1
    size = s.rows * s.cols
    number = worker_number(seat, slot)
    land = np.zeros(size, np.int8)
    claimant = cleared(SLOTS, np.int8)
    allowed = cleared(SLOTS, np.int8)
    for other in range(SLOTS):
        allowed[other] = 1 if s.served[other] == 0 and other != slot else 0
    find_claimants(s, seat, allowed, claimant, land)
    mark_free(s, land)
    near = np.zeros(size, np.int16)
    waiting = np.zeros(size, np.int8)
    seen = np.zeros(size, np.int8)
    queue = np.zeros(size, np.int16)
    for other in range(SLOTS):
        if claimant[other] != 0 and s.cell[seat, other] != s.cell[seat, slot]:
            waiting[s.cell[seat, other]] = 1
            spread(s, land, s.cell[seat, other], DEMAND_RADIUS, near, 1, queue, seen)
    grow(s, land, near, waiting, number, s.cell[seat, slot], bias)


@kernel
def apply_field(s, r, action):
    """One answer about a field; the next worker is asked about when it is done."""
    seat = s.turn
    if action >= ID.field:
        finish_claim(s, action - ID.field)
    elif action == ID.end:
        finish_claim(s, NO_BIAS)
    else:
        s.field[target_stud(s, action)] = worker_number(seat, s.claimer - 1)
        s.claim_left -= 1
        if s.claim_left > 0:
            return
    s.served[s.claimer - 1] = 1
    s.claimer = 0
    s.claim_left = 0
    answered(s)
    if s.phase != Phase.GATHER:
        ask_claim(s, r, seat)  # a new survey goes on; after it the stage asks its top question again
