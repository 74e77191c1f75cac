"""The ways of the scripted player of Brick Civilization: walking costs, missing road segments, the own network and the project
that roads are laid for. Costs spread from their goals by a queue that takes up a stud again whenever it has become cheaper.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.agents.scripted.brick_people import count_kind
from rulebound.envs.brick_civilization.rules.board import base, footing, neighbour, on_board, studs, surface
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.state import SLOTS, Footing, Kind, Terrain
from rulebound.envs.core.jit import kernel

FAR = 10_000
STEEP = 3  # levels between neighbouring studs of a road


class Project(IntEnum):
    """What wood is saved and roads are laid for."""

    NONE = 0
    QUARRY = 1
    LINK = 2


@kernel
def walk_costs(s, cost):
    """Lower `cost` to what the way on foot to the studs with cost 0 costs, in half base studs."""
    n = studs(s)
    queue, queued = np.zeros(n, np.int64), np.zeros(n, np.int64)
    filled = waiting = taken = 0
    for i in range(n):
        if cost[i] == 0:
            queue[filled] = i
            queued[i] = 1
            filled += 1
            waiting += 1
    while waiting > 0:
        b = queue[taken % n]
        taken += 1
        waiting -= 1
        queued[b] = 0
        under = footing(s, b)
        for d in range(4):
            a = neighbour(s, b, d)
            if a < 0 or (s.terrain[a] == Terrain.IMPASSABLE and s.deck[a] == 0):
                continue
            height = abs(surface(s, a) - surface(s, b))
            if height >= 4:
                continue
            step = 2 * (1 + height)
            if under == Footing.WATER:
                step += 4
            elif under == Footing.ROAD and height <= 1:
                step = 1
            elif s.struct[a] != 0 and s.struct[b] != 0 and s.complex[s.struct[a] - 1] == s.complex[s.struct[b] - 1]:
                step = 0 if s.complex[s.struct[a] - 1] != 0 else step
            if cost[b] + step < cost[a]:
                cost[a] = cost[b] + step
                if queued[a] == 0:
                    queue[filled % n] = a
                    queued[a] = 1
                    filled += 1
                    waiting += 1


@kernel
def lay_cost(s, seat, pawns, i):
    """Road segments that a stud of land still needs to be part of a network: 0 for roads and friendly buildings."""
    if s.struct[i] != 0:
        k = s.struct[i] - 1
        kind = s.struct_kind[k]
        usable = s.struct_owner[k] >= 0 and friendly(s, s.struct_owner[k], seat) != 0 and kind != Kind.GATE and kind != Kind.TOWER
        return 0 if usable else FAR
    if footing(s, i) == Footing.ROAD:
        return 0
    if s.tree[i] != 0 or s.wall[i] != 0 or s.terrain[i] == Terrain.IMPASSABLE or s.terrain[i] == Terrain.WATER:
        return FAR
    return 8 if pawns[i] != 0 else 4 if s.field[i] != 0 else 1


@kernel
def road_costs(s, seat, pawns, cost):
    """Lower `cost` to the road segments that are missing between a stud and the studs with cost 0; bridges of two studs count."""
    n = studs(s)
    queue, queued = np.zeros(n, np.int64), np.zeros(n, np.int64)
    filled = waiting = taken = 0
    for i in range(n):
        if cost[i] == 0:
            queue[filled] = i
            queued[i] = 1
            filled += 1
            waiting += 1
    while waiting > 0:
        b = queue[taken % n]
        taken += 1
        waiting -= 1
        queued[b] = 0
        for d in range(4):
            water, a = 0, neighbour(s, b, d)
            while a >= 0 and water < 2 and footing(s, a) == Footing.WATER and footing(s, b) != Footing.WATER:
                water += 1
                a = neighbour(s, a, d)
            if a < 0 or footing(s, a) == Footing.WATER or abs(base(s, a) - base(s, b)) > STEEP:
                continue
            value = cost[b] + water + lay_cost(s, seat, pawns, a)
            if value >= cost[a] or value >= FAR:
                continue
            cost[a] = value
            over = neighbour(s, b, d)
            for k in range(water):
                cost[over] = min(cost[over], cost[b] + k + 1)
                over = neighbour(s, over, d)
            if queued[a] == 0:
                queue[filled % n] = a
                queued[a] = 1
                filled += 1
                waiting += 1


@kernel
def mark_network(s, seat, net):
    """Roads and friendly buildings that hang together with the own villages."""
    n = studs(s)
    queue = np.zeros(n, np.int64)
    filled = taken = 0
    for i in range(n):
        net[i] = 0
        if s.struct[i] != 0:
            village = s.complex[s.struct[i] - 1] - 1
            if village >= 0 and s.struct_owner[village] == seat:
                net[i] = 1
                queue[filled] = i
                filled += 1
    pawns = np.zeros(n, np.int64)
    while taken < filled:
        i = queue[taken]
        taken += 1
        for d in range(4):
            j = neighbour(s, i, d)
            if j >= 0 and net[j] == 0 and abs(base(s, i) - base(s, j)) <= STEEP and lay_cost(s, seat, pawns, j) == 0:
                net[j] = 1
                queue[filled] = j
                filled += 1


@kernel
def mark_pawns(s, pawns):
    """Studs on which somebody stands on foot."""
    for i in range(studs(s)):
        pawns[i] = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0:
                pawns[s.cell[seat, slot]] = 1


@kernel
def reaches(s, place, i):
    """Whether a worker at a place can build on a stud: it is beside the place, or beside what was built in this turn."""
    for d in range(4):
        j = neighbour(s, i, d)
        if j < 0:
            continue
        if j == place or s.built_now[j] != 0 or (s.tree[place] != 0 and s.tree[j] == s.tree[place]):
            return True
        if s.struct[place] != 0 and s.struct[j] != 0:
            village = s.complex[s.struct[place] - 1]
            if village != 0 and s.complex[s.struct[j] - 1] == village:
                return True
    return False


@kernel
def project_of(s, seat):
    """What the roads are laid for now."""
    if count_kind(s, seat, Kind.QUARRY) == 0:
        return Project.QUARRY
    for other in range(s.num_players):
        if other != seat and s.out[other] == 0 and friendly(s, seat, other) != 0:
            return Project.LINK
    return Project.NONE


@kernel
def is_vacant(s, pawns, i):
    """Land on which a building could stand now."""
    land = s.terrain[i] == Terrain.GRASS or s.terrain[i] == Terrain.ROCK
    return land and s.tree[i] == 0 and s.struct[i] == 0 and s.wall[i] == 0 and pawns[i] == 0


@kernel
def is_cliff(s, i, level):
    """Rock that towers above a quarry."""
    return i >= 0 and s.terrain[i] == Terrain.ROCK and s.struct[i] == 0 and s.ground[i] >= level + 2


@kernel
def mark_quarry_sites(s, pawns, cost):
    """Cost 0 on the studs of every free place for a quarry; how many there are."""
    goals = 0
    for i in range(studs(s)):
        for d in range(1, 3):
            j = neighbour(s, i, d)
            if j < 0 or not is_vacant(s, pawns, i) or not is_vacant(s, pawns, j) or base(s, i) != base(s, j):
                continue
            for turn in range(1, 4, 2):
                side = (d + turn) % 4
                if is_cliff(s, neighbour(s, i, side), base(s, i)) and is_cliff(s, neighbour(s, j, side), base(s, i)):
                    cost[i] = cost[j] = 0
                    goals += 1
    return goals


@kernel
def mark_goals(s, seat, project, pawns, cost):
    """Cost 0 on the studs that the road of a project leads to; how many there are."""
    n = studs(s)
    for i in range(n):
        cost[i] = FAR
    goals = 0
    if project == Project.QUARRY:
        goals = mark_quarry_sites(s, pawns, cost)
    if project == Project.LINK:
        for i in range(n):
            if s.struct[i] == 0:
                continue
            village = s.complex[s.struct[i] - 1] - 1
            if village < 0 or s.struct_owner[village] < 0 or s.struct_owner[village] == seat:
                continue
            if friendly(s, seat, s.struct_owner[village]) != 0:
                cost[i] = 0
                goals += 1
    return goals


@kernel
def plan_road(s, seat, project, cost, net):
    """Fill `cost` with the missing road segments to the project's goal and `net` with the own network; the stud of the network
    from which the road goes on, or -1."""
    pawns = np.zeros(studs(s), np.int64)
    mark_pawns(s, pawns)
    goals = mark_goals(s, seat, project, pawns, cost)
    if goals == 0 and project == Project.QUARRY:
        goals = mark_goals(s, seat, Project.LINK, pawns, cost)
    mark_network(s, seat, net)
    if goals == 0:
        return -1
    road_costs(s, seat, pawns, cost)
    best = -1
    for i in range(studs(s)):
        if net[i] != 0 and cost[i] < FAR and (best < 0 or cost[i] < cost[best]):
            best = i
    return best


@kernel
def linked(project, frontier, road):
    """Whether the road to a neighbour is finished."""
    return project == Project.LINK and frontier >= 0 and road[frontier] == 0


@kernel
def extends(s, net, i):
    """Whether a stud lies beside the network."""
    for d in range(4):
        j = neighbour(s, i, d)
        if j >= 0 and net[j] != 0 and abs(base(s, i) - base(s, j)) <= STEEP:
            return True
    return False


@kernel
def next_stud(s, frontier, cost, net):
    """The stud on which the road goes on, or -1."""
    best = -1
    for i in range(studs(s)):
        if frontier >= 0 and net[i] == 0 and cost[i] <= cost[frontier] and (best < 0 or cost[i] < cost[best]) and extends(s, net, i):
            best = i
    return best


@kernel
def best_segment(s, place, cost, net, value):
    """The stud on which a worker at a place can lay a segment that is part of a road of `value` segments, or -1."""
    best = -1
    for i in range(studs(s)):
        if not 0 < cost[i] <= value or s.struct[i] != 0 or footing(s, i) == Footing.ROAD:
            continue
        if (best < 0 or cost[i] < cost[best]) and extends(s, net, i) and reaches(s, place, i):
            best = i
    return best


@kernel
def touches_goal(s, place, cost):
    """Whether a worker at a place is beside a goal of the project."""
    for i in range(studs(s)):
        if cost[i] == 0 and s.struct[i] == 0 and reaches(s, place, i) and footing(s, i) != Footing.ROAD:
            return True
    return False


@kernel
def touches_struct(s, place, k):
    """Whether a worker at a place is beside a structure."""
    for i in range(studs(s)):
        if s.struct[i] == k + 1 and reaches(s, place, i):
            return True
    return False


@kernel
def is_fed(s, seat, i, net):
    """Whether a worker on a stud is fed: on or beside the network or an own field."""
    if net[i] != 0 or (s.field[i] != 0 and (s.field[i] - 1) // SLOTS == seat):
        return True
    for d in range(4):
        j = neighbour(s, i, d)
        if j >= 0 and (net[j] != 0 or (s.field[j] != 0 and (s.field[j] - 1) // SLOTS == seat)):
            return True
    return False
