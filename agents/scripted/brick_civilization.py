"""A sensible player of Brick Civilization, compiled: it feeds its people, cuts wood, opens a quarry, builds a palace, joins the
neighbours by road, sends envoys and calls the high council when it leads.

New pawns go where work waits: fields and fishing while food is short, then groves, then the quarry. Actions go to one
project at a time: a road to the nearest cliff, the quarry there, then a road to a neighbour's village. The functions take
the state record `s` and the rules record `r`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.agents.scripted.brick_people import (
    Job,
    at_home,
    building_at,
    count_home,
    count_jobs,
    count_kind,
    count_pawns,
    crowd,
    field_room,
    fish_room,
    food_next,
    food_now,
    has_envoy,
    is_worker,
    job_of,
    mark_fishers,
    open_palace,
    owned,
    roofs,
    survey_land,
    wood_of,
    workers_at,
    workers_in,
)
from rulebound.agents.scripted.brick_ways import (
    FAR,
    Project,
    best_segment,
    extends,
    is_cliff,
    is_fed,
    linked,
    mark_network,
    next_stud,
    plan_road,
    project_of,
    touches_goal,
    touches_struct,
    walk_costs,
)
from rulebound.envs.brick_civilization import sites
from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import footing, neighbour, studs, target_id, target_stud
from rulebound.envs.brick_civilization.rules.council import score
from rulebound.envs.brick_civilization.rules.fields import is_field_land
from rulebound.envs.brick_civilization.state import (
    COLUMNS,
    SEATS,
    SHAPE_COL,
    SHAPE_ROW,
    SHAPE_SIZE,
    SLOTS,
    WINDOW,
    Footing,
    Good,
    Kind,
    Material,
    Pawn,
    Phase,
    Price,
    Prompt,
    Shape,
)
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.sampling import sample_row

# ------------------------------------------------------------------------------------------------ weights
# Set by hand; WOODCUTTERS, SPARE, BESIDE and the sums of `choose_site` were chosen by matches against random play (preset mini).
MOST_WARRIORS = 6
PAWNS_PER_WARRIOR = 3
WOODCUTTERS = 2
GROVE_BESIDE = 40  # what a grove beside the first village is worth, in field studs
FISH_BESIDE = 12
ENVOY_SHARE = 50  # percent of the rounds after which envoys go out without a palace
PAWNS_PER_STORE = 10
RICH = 6  # food in store with which a warrior is raised although the harvest feeds nobody more
SPARE = 5  # food that the next harvest brings beyond the pawns, before other work is done
BESIDE = 15  # what an open stud beside the first village is worth
WORTH = np.array([0, 5, 5, 2, 4, 6, 1])  # of a worker by job, when somebody has to starve


class Task(IntEnum):
    """Why a worker moves, most urgent first."""

    HOME = 0
    FARMER = 1
    PALACE = 2
    MASON = 3
    WOODCUTTER = 4
    ROADER = 5
    ENVOY = 6


TASKS, NUM_JOBS = len(Task), len(Job)
# How much it costs, in half studs, to take a worker from its job for a task: [task, job]; FAR for never.
TAKEN = np.array([
    [0, FAR, FAR, FAR, FAR, FAR, FAR],
    [0, FAR, FAR, 16, FAR, FAR, 4],
    [0, 8, 8, 20, 40, FAR, 2],
    [0, 8, 8, 40, FAR, FAR, 2],
    [0, 8, 8, FAR, FAR, FAR, 2],
    [0, 16, 12, 40, FAR, FAR, 2],
    [0, 12, 12, 40, 60, FAR, 2],
])  # fmt: skip


@kernel
def choose_site(s, r, mask):
    """The start site with groves and fish beside it, near a cliff."""
    n = studs(s)
    survey = np.zeros((sites.SURVEYS, n), np.int64)
    steps, queue = np.zeros(n, np.int64), np.zeros(n, np.int64)
    sites.survey_land(s, r, survey)
    best, most = -1, 0
    for k in range(s.candidates):
        if mask[ID.cand + k] == 0:
            continue
        row, column, shape = s.candidate[k] // s.cols, s.candidate[k] % s.cols, s.candidate_variant[k]
        value = 1000 + 2 * min(140, sites.count_fields(s, row, column, shape, steps, queue))
        value += FISH_BESIDE * min(2, sites.fishing_studs(s, row, column, shape))
        value -= 3 * min(40, sites.nearest(s, survey[sites.Survey.QUARRY], row, column, shape))
        value += GROVE_BESIDE * min(2, sites.groves_beside(s, row, column, shape)) + BESIDE * sites.grass_beside(s, row, column, shape)
        if value > most:
            best, most = k, value
    return ID.cand + best if best >= 0 else -1


@kernel
def choose_place(s, r, mask):
    """Where a new pawn begins: warriors at home, workers where work waits."""
    seat = s.seat
    n = studs(s)
    part, land, waiting = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    cost, net = np.zeros(n, np.int64), np.zeros(n, np.int64)
    survey_land(s, seat, 1, part, land, waiting)
    jobs = np.zeros(NUM_JOBS, np.int64)
    count_jobs(s, seat, jobs)
    pawns = count_pawns(s, seat)
    hungry = s.prompt == Prompt.SETUP_WORKER or food_next(s, seat) < pawns + (SPARE if pawns >= SPARE else 1)
    frontier = plan_road(s, seat, project_of(s, seat), cost, net)
    way = next_stud(s, frontier, cost, net)
    warrior = s.prompt == Prompt.POP_CELL and s.pop_kind == Pawn.WARRIOR
    best, most = -1, -1.0
    for action in range(ID.target, ID.target + WINDOW * WINDOW):
        if mask[action] == 0:
            continue
        i = target_stud(s, action)
        value = place_value(s, seat, i, jobs, hungry, part, land, waiting)
        if warrior:
            value = 1.0 if building_at(s, i) == Kind.VILLAGE else 0.0
        elif i == way:
            value = 0.05  # the way of the road stays free
        if value > most:
            best, most = action, value
    return best


@kernel
def place_value(s, seat, i, jobs, hungry, part, land, waiting):
    """What a new worker at a place is worth."""
    if s.tree[i] != 0:
        place = s.trunk[s.tree[i] - 1]
        if workers_at(s, seat, place) > 0 or jobs[Job.WOODCUTTER] >= WOODCUTTERS:
            return 0.3
        return 1.0 if hungry else 4.0
    kind = building_at(s, i)
    if kind == Kind.QUARRY:
        return 0.2 if workers_at(s, seat, i) >= 2 else 0.8 if hungry else 5.0
    if kind != 0:
        if fish_room(s, seat, i) > 0:
            return 3.2 if hungry else 2.2
        return 1.5 if count_home(s, seat) == 0 else 0.5
    if footing(s, i) == Footing.ROAD:
        return 0.1
    if field_room(part, land, waiting, i) > 0 and workers_at(s, seat, i) == 0:
        return (3.0 if hungry else 2.0) + 0.5 * (s.field[i] == 0) + 0.001 * land[part[i]]
    return 0.2


@kernel
def choose_pawn(s, r, mask):
    """A warrior if the next harvest feeds everybody, and there are not enough."""
    seat = s.seat
    jobs = np.zeros(NUM_JOBS, np.int64)
    warriors = count_jobs(s, seat, jobs)
    pawns = count_pawns(s, seat)
    fed = food_next(s, seat) + (s.purse[0] >= RICH) >= pawns + 1
    wanted = min(MOST_WARRIORS, pawns // PAWNS_PER_WARRIOR)
    return ID.pop + 1 if fed and warriors < wanted and mask[ID.pop + 1] != 0 else ID.pop


@kernel
def goal_of(s, r, seat, task, cost, road, net, frontier):
    """Mark the studs that a task sends a worker to by cost 0 (all others FAR); whether there are any."""
    n = studs(s)
    for i in range(n):
        cost[i] = FAR
    found = False
    if task == Task.ROADER:
        if frontier >= 0:
            cost[frontier] = 0
            found = True
    elif task == Task.PALACE:
        palace = open_palace(s, seat)
        for i in range(n):
            if s.struct[i] == 0 and (net[i] != 0 or extends(s, net, i)) and touches_struct(s, i, palace) and s.tree[i] == 0:
                cost[i] = 0
                found = True
    elif task == Task.MASON:
        for i in range(n):
            mine = building_at(s, i) == Kind.QUARRY and s.struct_owner[s.struct[i] - 1] == seat
            if mine and workers_in(s, seat, s.struct[i]) < 2:
                cost[i] = 0
                found = True
    elif task == Task.WOODCUTTER:
        for i in range(n):
            if s.tree[i] != 0 and workers_at(s, seat, s.trunk[s.tree[i] - 1]) == 0 and is_fed(s, seat, i, net):
                cost[i] = 0
                cost[s.trunk[s.tree[i] - 1]] = 0
                found = True
    elif task == Task.HOME:
        for i in range(n):
            if s.struct[i] != 0 and s.complex[s.struct[i] - 1] != 0 and s.struct_owner[s.complex[s.struct[i] - 1] - 1] == seat:
                cost[i] = 0
                found = True
    elif task == Task.ENVOY:
        for i in range(n):
            if s.struct[i] == 0 or s.complex[s.struct[i] - 1] == 0:
                continue
            village = s.complex[s.struct[i] - 1] - 1
            if s.struct_owner[village] >= 0 and s.struct_owner[village] != seat and has_envoy(s, seat, village) == 0:
                cost[i] = 0
                found = True
    return found


@kernel
def is_hungry(s, seat):
    """Whether the last harvest would not feed one more."""
    return food_now(s, seat) < count_pawns(s, seat) + 1


@kernel
def wanted_task(s, r, seat, task, jobs, hungry, wood, road, net, frontier, project):
    """Whether a task is worth an action now."""
    if task == Task.HOME:
        return count_home(s, seat) == 0 and not hungry
    if task == Task.FARMER:
        return hungry
    if task == Task.PALACE:
        palace = open_palace(s, seat)
        return palace >= 0 and owned(s, seat, Good.STONE) > 0 and not somebody_touches(s, seat, palace)
    if task == Task.MASON:
        return not hungry and jobs[Job.MASON] < 2 * count_kind(s, seat, Kind.QUARRY)
    if task == Task.WOODCUTTER:
        return not hungry and jobs[Job.WOODCUTTER] < (1 if count_pawns(s, seat) < 8 else WOODCUTTERS)
    if task == Task.ROADER:
        if frontier < 0 or wood == 0 or (project == Project.LINK and road[frontier] == 0):
            return False
        return not somebody_builds(s, seat, road, net, frontier, project)
    if task == Task.ENVOY:
        late = 100 * s.round_number >= ENVOY_SHARE * r.ending_turn_cap or roofs(s, seat) > 0
        return (late or crowd(s) >= r.council_population_per_player * s.num_players) and linked(project, frontier, road)
    return False


@kernel
def somebody_touches(s, seat, k):
    """Whether an own worker stands beside a structure."""
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and s.aboard[seat, slot] == 0 and touches_struct(s, s.cell[seat, slot], k):
            return True
    return False


@kernel
def somebody_builds(s, seat, road, net, frontier, project):
    """Whether a worker stands where the project goes on."""
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and s.aboard[seat, slot] == 0:
            place = s.cell[seat, slot]
            if best_segment(s, place, road, net, road[frontier]) >= 0 or (project == Project.QUARRY and touches_goal(s, place, road)):
                return True
    return False


@kernel
def mark_farmland(s, seat, part, land, waiting, net, way, cost):
    """Cost 0 on free land with room for a field, beside the network or an own field; whether there is any."""
    found = False
    for i in range(studs(s)):
        cost[i] = FAR
        if i != way and field_room(part, land, waiting, i) > 0 and workers_at(s, seat, i) == 0 and is_fed(s, seat, i, net):
            cost[i] = 0
            found = True
    return found


@kernel
def find_errand(s, r, seat, cost, mask):
    """The worker that should move now, and in `cost` the way to where it goes; -1 for nobody.

    While a unit is in hand, only that one is asked for.
    """
    n = studs(s)
    part, land, waiting = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    road, net = np.zeros(n, np.int64), np.zeros(n, np.int64)
    survey_land(s, seat, 0, part, land, waiting)
    jobs = np.zeros(NUM_JOBS, np.int64)
    count_jobs(s, seat, jobs)
    hungry = is_hungry(s, seat)
    wood, project = wood_of(s, seat), project_of(s, seat)
    frontier = plan_road(s, seat, project, road, net)
    fishing = np.zeros(SLOTS, np.int64)
    mark_fishers(s, seat, fishing)
    for task in range(TASKS):
        if not wanted_task(s, r, seat, task, jobs, hungry, wood, road, net, frontier, project):
            continue
        if task == Task.FARMER:
            found = mark_farmland(s, seat, part, land, waiting, net, next_stud(s, frontier, road, net), cost)
        else:
            found = goal_of(s, r, seat, task, cost, road, net, frontier)
        if not found:
            continue
        walk_costs(s, cost)
        best, least = -1, FAR
        for slot in range(SLOTS):
            if not is_worker(s, seat, slot) or s.aboard[seat, slot] != 0 or (s.unit != 0 and s.unit - 1 != slot):
                continue
            if s.unit == 0 and mask[ID.pawn + slot] == 0:
                continue
            job = job_of(s, seat, slot, fishing)
            if (hungry and task != Task.HOME and (job == Job.FARMER or job == Job.FISHER)) or (
                job == Job.KEEPER and count_home(s, seat) < 2
            ):
                continue
            way = cost[s.cell[seat, slot]]
            price = way + TAKEN[task, job]
            if way > 0 and price < least:
                best, least = slot, price
        if best >= 0:
            return best
    return -1


@kernel
def choose_mover(s, r, mask):
    """The worker that moves next; an action is kept for a build that can be made at once."""
    seat = s.seat
    cost = np.zeros(studs(s), np.int64)
    # Half of the actions of a hungry people go to its fields; a build that can be made at once keeps the last action.
    moves_first = s.actions[seat] > 1 or (is_hungry(s, seat) and s.round_number % 2 == 0)
    if not moves_first and best_builder(s, r, seat) >= 0:
        return ID.end
    slot = find_errand(s, r, seat, cost, mask)
    return ID.pawn + slot if slot >= 0 else ID.end


@kernel
def choose_step(s, r, mask):
    """The target that brings the unit in hand nearest to its goal."""
    cost = np.zeros(studs(s), np.int64)
    if find_errand(s, r, s.seat, cost, mask) < 0:
        return ID.end
    net = np.zeros(studs(s), np.int64)
    mark_network(s, s.seat, net)
    best, least = ID.end, cost[s.cell[s.seat, s.unit - 1]]
    for action in range(ID.target, ID.target + WINDOW * WINDOW):
        if mask[action] != 0 and cost[target_stud(s, action)] < least:
            i = target_stud(s, action)
            if footing(s, i) != Footing.WATER and (cost[i] == 0 or is_fed(s, s.seat, i, net)):
                best, least = action, cost[i]
    return best


@kernel
def builder_value(s, r, seat, slot, wood, stone, road, frontier, project, palace, stores, net):
    """How much a worker can build from where it stands, 0 for nothing."""
    place = s.cell[seat, slot]
    home = at_home(s, seat, slot)
    if palace >= 0 and stone >= (6 if s.progress[palace] >= COLUMNS else 1) and touches_struct(s, place, palace):
        return 10
    if stores < wanted_stores(s, seat) and wood >= 2 and (home or extends(s, net, place)):
        return 9
    if project == Project.QUARRY and frontier >= 0:
        if wood >= r.price[Price.QUARRY, Material.WOOD] and touches_goal(s, place, road):
            return 9
        if road[frontier] > 0 and wood > 0 and best_segment(s, place, road, net, road[frontier]) >= 0:
            return 7
    if palace < 0 and stone >= 3 and roofs(s, seat) == 0 and (home or net[place] != 0):
        return 8 if home else 6
    if (
        project == Project.LINK
        and frontier >= 0
        and road[frontier] > 0
        and wood > 0
        and best_segment(s, place, road, net, road[frontier]) >= 0
    ):
        return 4
    return 0


@kernel
def best_builder(s, r, seat):
    """The worker that should build next, or -1."""
    n = studs(s)
    road, net = np.zeros(n, np.int64), np.zeros(n, np.int64)
    project = project_of(s, seat)
    frontier = plan_road(s, seat, project, road, net)
    wood, stone, palace = wood_of(s, seat), owned(s, seat, Good.STONE), open_palace(s, seat)
    stores = count_kind(s, seat, Kind.STOREHOUSE)
    best, most = -1, 0
    for slot in range(SLOTS):
        if is_worker(s, seat, slot) and s.aboard[seat, slot] == 0 and s.locked[seat, slot] == 0:
            value = builder_value(s, r, seat, slot, wood, stone, road, frontier, project, palace, stores, net)
            if value > most:
                best, most = slot, value
    return best


@kernel
def choose_builder(s, r, mask):
    """The worker that builds next."""
    slot = best_builder(s, r, s.seat)
    return ID.pawn + slot if slot >= 0 and mask[ID.pawn + slot] != 0 else ID.end


@kernel
def wanted_stores(s, seat):
    """Storehouses for so many people."""
    return 1 + count_pawns(s, seat) // PAWNS_PER_STORE


@kernel
def first_build(mask, first, last):
    """The first legal build of a range of shapes, or -1."""
    for shape in range(first, last):
        if mask[ID.build + shape] != 0:
            return ID.build + shape
    return -1


@kernel
def choose_build(s, r, mask):
    """What the worker in hand builds."""
    seat = s.seat
    if mask[ID.build + Shape.PALACE_ROOF] != 0:
        return ID.build + Shape.PALACE_ROOF
    if mask[ID.build + Shape.PALACE_COLUMN] != 0:
        return ID.build + Shape.PALACE_COLUMN
    action = first_build(mask, Shape.QUARRY, Shape.PALACE)
    if action >= 0 and count_kind(s, seat, Kind.QUARRY) == 0:
        return action
    action = first_build(mask, Shape.PALACE, Shape.PALACE_COLUMN)
    if action >= 0 and open_palace(s, seat) < 0 and roofs(s, seat) == 0 and owned(s, seat, Good.STONE) >= 3:
        return action
    action = first_build(mask, Shape.STOREHOUSE, Shape.MILL)
    if action >= 0 and count_kind(s, seat, Kind.STOREHOUSE) < wanted_stores(s, seat):
        return action
    if mask[ID.build + Shape.ROAD] != 0:
        n = studs(s)
        road, net = np.zeros(n, np.int64), np.zeros(n, np.int64)
        frontier = plan_road(s, seat, project_of(s, seat), road, net)
        if frontier >= 0 and road[frontier] > 0 and best_segment(s, s.cell[seat, s.unit - 1], road, net, road[frontier]) >= 0:
            return ID.build + Shape.ROAD
    return ID.end


@kernel
def beside_home(s, seat, anchor, shape):
    """Whether a piece would touch an own village."""
    for k in range(SHAPE_SIZE[shape]):
        stud = anchor + SHAPE_ROW[shape, k] * s.cols + SHAPE_COL[shape, k]
        for d in range(4):
            j = neighbour(s, stud, d)
            if j >= 0 and building_at(s, j) == Kind.VILLAGE and s.struct_owner[s.struct[j] - 1] == seat:
                return True
    return False


@kernel
def choose_anchor(s, r, mask):
    """Where a building stands: on few field studs, near the worker."""
    best, least = -1, FAR
    for action in range(ID.target, ID.target + WINDOW * WINDOW):
        if mask[action] == 0:
            continue
        i = target_stud(s, action)
        place = s.cell[s.seat, s.unit - 1]
        price = abs(i // s.cols - place // s.cols) + abs(i % s.cols - place % s.cols)
        if SHAPE_SIZE[s.blueprint] == 2 and not beside_home(s, s.seat, i, s.blueprint):
            price += 6
        for k in range(6):
            row, column = i // s.cols + SHAPE_ROW[s.blueprint, k], i % s.cols + SHAPE_COL[s.blueprint, k]
            if 0 <= row < s.rows and 0 <= column < s.cols:
                stud = row * s.cols + column
                price += 4 * (s.field[stud] != 0)
                for d in range(4):
                    price += 3 * (s.blueprint < Shape.QUARRY and is_cliff(s, neighbour(s, stud, d), s.ground[stud]))
        if price < least:
            best, least = action, price
    return best


@kernel
def choose_segment(s, r, mask):
    """The next segment of the road, as a deck over water; nothing more once the goal is reached."""
    seat = s.seat
    n = studs(s)
    road, net = np.zeros(n, np.int64), np.zeros(n, np.int64)
    frontier = plan_road(s, seat, project_of(s, seat), road, net)
    if frontier < 0 or road[frontier] == 0:
        return ID.end
    place = s.cell[seat, s.unit - 1]
    best = best_segment(s, place, road, net, road[frontier])
    if best < 0 or target_id(s, best) < 0:
        return ID.end
    water = footing(s, best) == Footing.WATER
    if water != (s.decking != 0):
        return ID.deck if mask[ID.deck] != 0 else ID.end
    return target_id(s, best) if mask[target_id(s, best)] != 0 else ID.end


@kernel
def choose_victim(s, mask):
    """Who starves: an idle worker before one with work, a warrior last."""
    best, least = -1, FAR
    fishing = np.zeros(SLOTS, np.int64)
    mark_fishers(s, s.seat, fishing)
    for slot in range(SLOTS):
        if mask[ID.pawn + slot] != 0:
            i = s.cell[s.seat, slot]
            value = 10 if s.pawn[s.seat, slot] == Pawn.WARRIOR else WORTH[job_of(s, s.seat, slot, fishing)]
            if value == 0 and is_field_land(s, i) != 0:
                value = 3  # about to have a field
            if value < least:
                best, least = ID.pawn + slot, value
    return best


@kernel
def leads(s, r, seat):
    """Whether nobody has more points."""
    halves = np.zeros(SEATS, np.int64)
    score(s, r, halves)
    best = halves[0]
    for other in range(1, s.num_players):
        best = max(best, halves[other])
    return halves[seat] >= best


@kernel
def choose_growth(s, r, mask):
    """Set-up and Populate."""
    if s.prompt == Prompt.SETUP_SITE:
        return choose_site(s, r, mask)
    if s.prompt == Prompt.POP_KIND:
        return choose_pawn(s, r, mask)
    return choose_place(s, r, mask)


@kernel
def choose_work(s, r, mask):
    """Move and Build."""
    prompt = s.prompt
    if prompt == Prompt.MOVE_TOP:
        return choose_mover(s, r, mask)
    if prompt == Prompt.UNIT:
        return choose_step(s, r, mask) if s.phase == Phase.MOVE else ID.end
    if prompt == Prompt.UNIT_MOVING:
        return ID.end
    if prompt == Prompt.BUILD_TOP:
        return choose_builder(s, r, mask)
    if prompt == Prompt.BUILD_KIND:
        return choose_build(s, r, mask)
    return choose_anchor(s, r, mask) if prompt == Prompt.BUILD_CELL else choose_segment(s, r, mask)


@kernel
def choose(s, r, mask, bits):
    """The action of a sensible player; any legal one where it has no opinion."""
    prompt = s.prompt
    action = -1
    if prompt == Prompt.SETUP_SITE or prompt == Prompt.SETUP_WORKER or prompt == Prompt.POP_KIND or prompt == Prompt.POP_CELL:
        action = choose_growth(s, r, mask)
    elif Prompt.MOVE_TOP <= prompt <= Prompt.UNIT_MOVING or Prompt.BUILD_TOP <= prompt <= Prompt.BUILD_SEGMENTS:
        action = choose_work(s, r, mask)
    elif prompt == Prompt.LOGISTICS:
        action = ID.haul if mask[ID.haul] != 0 else ID.end
    elif prompt == Prompt.STARVE:
        action = choose_victim(s, mask)
    elif prompt == Prompt.COUNCIL:
        action = ID.yes if leads(s, r, s.seat) else ID.end
    elif prompt == Prompt.REVIVE or prompt == Prompt.PROMOTE or prompt == Prompt.RESPOND or prompt == Prompt.COMMIT:
        action = ID.yes
    elif prompt == Prompt.OFFER_REPLY:
        action = ID.yes if s.want == 0 else ID.end
    elif mask[ID.end] != 0:
        action = ID.end
    if action < 0 or mask[action] == 0:
        return sample_row(mask, bits)
    return action
