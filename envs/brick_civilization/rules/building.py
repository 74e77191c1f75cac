"""Build: where a worker may build what, and how a building comes to stand; roads and walls are in `roads.py`."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    base,
    footing,
    is_open_water,
    join_complexes,
    neighbour,
    offset,
    on_board,
    owned,
    place_studs,
    stud_at,
    studs,
    target_id,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.goods import measure_purse, pay
from rulebound.envs.brick_civilization.rules.movement import drop_unit, pay_action
from rulebound.envs.brick_civilization.rules.ranges import blockade
from rulebound.envs.brick_civilization.rules.roads import is_vacant, lay_segment, may_lay
from rulebound.envs.brick_civilization.state import (
    COLUMNS,
    GATE_1X1,
    MOST_STUDS,
    NUM_BUILDS,
    PALACE_DONE,
    RADIUS,
    SHAPE_COL,
    SHAPE_KIND,
    SHAPE_ROW,
    SHAPE_SIZE,
    SLOTS,
    STRUCTS,
    TOWER_1X1,
    WHEEL_COL,
    WHEEL_ROW,
    Footing,
    Kind,
    Material,
    Pawn,
    Price,
    Prompt,
    Purse,
    Shape,
    Terrain,
    Water,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

DWELLING = 2  # the stud of a village beside its hall
DWELLING_STEP = 2  # levels between dwelling and hall
CLIFF_ABOVE = 2  # levels of a quarry's cliff above its floor
PRICE_OF = np.array([-1, *range(Price.VILLAGE, Price.QUARRY + 1), -1], np.int64)  # [kind]: row of the table of prices


# ------------------------------------------------------------------------------------------------ prices
@kernel
def price(r, shape, material):
    """Wood or stone that a build costs."""
    if shape == Shape.ROAD:
        return np.int64(r.price[Price.ROAD, material])
    if shape == Shape.WALL:
        return np.int64(r.price[Price.WALL, material])
    if shape == Shape.PALACE_ROOF:
        return np.int64(r.structures_palace_roof_cost[material])
    kind = SHAPE_KIND[shape]
    if kind == Kind.PALACE:
        return np.int64(r.structures_palace_column_cost[material])
    if kind == Kind.GATE and r.structures_gate_cost_rule == 0:
        wanted = Material.STONE if shape >= Shape.GATE_STONE else Material.WOOD
        return np.int64(r.price[Price.GATE, material]) if material == wanted else np.int64(0)
    return np.int64(r.price[PRICE_OF[kind], material])


@kernel
def is_offered(r, shape):
    """Whether a variant of a build exists under these rules: with combined prices gates have no second pair, and gates of
    one stud have no directions."""
    if shape >= Shape.GATE_STONE and shape < Shape.WALL and r.structures_gate_cost_rule != 0:
        return 0
    if r.fortification_shapes != 0 and (shape == Shape.GATE_WOOD + 1 or shape == Shape.GATE_STONE + 1):
        return 0
    return 1


@kernel
def standing_shape(r, shape):
    """The shape in which a build stands: gates and towers take one stud under the rule 1x1."""
    if r.fortification_shapes != 0:
        if SHAPE_KIND[shape] == Kind.GATE:
            return GATE_1X1
        if SHAPE_KIND[shape] == Kind.TOWER:
            return TOWER_1X1
    return shape


# ------------------------------------------------------------------------------------------------ sites
@kernel
def mark_sites(s, r, seat, slot, site):
    """BRC-208: mark the studs beside the worker's place and beside what its player has built in this phase."""
    n = studs(s)
    for i in range(n):
        site[i] = 0
    part = scratch(MOST_STUDS, np.int64)
    count = 1
    part[0] = s.cell[seat, slot]
    if s.aboard[seat, slot] == 0:
        count = place_studs(s, r, s.cell[seat, slot], part)
    for k in range(count):
        mark_beside(s, part[k], site)
    for i in range(n):
        if s.built_now[i] != 0:
            mark_beside(s, i, site)


@kernel
def mark_beside(s, i, site):
    """Mark the four studs beside one."""
    for d in range(4):
        j = neighbour(s, i, d)
        if j >= 0:
            site[j] = 1


@kernel
def mark_pawns(s, pawns):
    """Mark the studs on which pawns stand: nothing is built there."""
    for i in range(studs(s)):
        pawns[i] = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0:
                pawns[s.cell[seat, slot]] = 1


@kernel
def is_building_land(s, i, pawns, barred):
    """BRC-211: a building needs a free stud of land, a surfaced pillar or a deck."""
    if is_vacant(s, i, pawns, barred) == 0 or s.wall[i] != 0 or footing(s, i) == Footing.WATER:
        return 0
    return 1 if s.terrain[i] != Terrain.IMPASSABLE or s.deck[i] != 0 else 0


@kernel
def stud_of(s, shape, anchor, n):
    """Stud number `n` of a shape at an anchor, or -1 beyond the edge."""
    return offset(s, anchor, SHAPE_ROW[shape, n], SHAPE_COL[shape, n])


@kernel
def is_level(s, shape, anchor, pawns, barred):
    """BRC-212: every stud of a rigid piece is building land on one level; a dwelling may differ from its hall."""
    floor = base(s, anchor)
    for n in range(SHAPE_SIZE[shape]):
        i = stud_of(s, shape, anchor, n)
        if i < 0 or is_building_land(s, i, pawns, barred) == 0:
            return 0
        if base(s, i) != floor and not (SHAPE_KIND[shape] == Kind.VILLAGE and n == DWELLING):
            return 0
    return 1


@kernel
def dwelling_fits(s, shape, anchor):
    """BRC-255: the dwelling shares an edge with the hall, at most two levels up or down from it."""
    return 1 if abs(base(s, stud_of(s, shape, anchor, DWELLING)) - base(s, anchor)) <= DWELLING_STEP else 0


@kernel
def wheel_turns(s, shape, anchor):
    """BRC-261: both studs outside the wheel side are unfilled river, at most one level below the mill."""
    for n in range(2):
        i = offset(s, anchor, WHEEL_ROW[shape, n], WHEEL_COL[shape, n])
        if i < 0 or (s.water[i] & Water.RIVER) == 0 or is_open_water(s, i) == 0:
            return 0
        above = base(s, anchor) - s.ground[i]
        if above < 0 or above > 1:
            return 0
    return 1


@kernel
def has_cliff(s, shape, anchor):
    """BRC-297: both studs along one long side are rock, at least two levels above the quarry."""
    along = 1 if shape == Shape.QUARRY else 0  # a quarry along a row has its cliff to the north or south
    for side in range(2):
        high = 0
        for n in range(2):
            across = 2 * side - 1
            rows = across if along != 0 else n
            cols = n if along != 0 else across
            i = offset(s, anchor, rows, cols)
            if i >= 0 and s.terrain[i] == Terrain.ROCK and s.ground[i] >= base(s, anchor) + CLIFF_ABOVE:
                high += 1
        if high == 2:
            return 1
    return 0


@kernel
def floats(s, shape, i, pawns, barred):
    """BRC-265: a boat is built on its kind of water, not under a deck and not beside another boat on the stud."""
    if is_vacant(s, i, pawns, barred) == 0 or s.deck[i] != 0:
        return 0
    need = Water.CANOE if shape == Shape.CANOE else Water.SAIL
    return 1 if (s.water[i] & need) != 0 else 0


@kernel
def fits(s, shape, anchor, pawns, barred):
    """Whether the ground allows a building there, whoever builds it."""
    kind = SHAPE_KIND[shape]
    if kind == Kind.CANOE or kind == Kind.SAILBOAT:
        return floats(s, shape, anchor, pawns, barred)
    if is_level(s, shape, anchor, pawns, barred) == 0:
        return 0
    if kind == Kind.VILLAGE:
        return dwelling_fits(s, shape, anchor)
    if kind == Kind.MILL:
        return wheel_turns(s, shape, anchor)
    if kind == Kind.QUARRY:
        return has_cliff(s, shape, anchor)
    return 1


@kernel
def at_site(s, shape, anchor, site):
    """BRC-209: at least one stud of the piece is at the building site."""
    for n in range(SHAPE_SIZE[shape]):
        i = stud_of(s, shape, anchor, n)
        if i >= 0 and site[i] != 0:
            return 1
    return 0


@kernel
def continues_palace(s, seat, shape, i, site, barred):
    """BRC-252: a column goes on a palace that lacks some, the roof on one with all of them; only its controller builds on."""
    k = s.struct[i] - 1
    if k < 0 or s.struct_kind[k] != Kind.PALACE or s.struct_owner[k] != seat or barred[i] != 0:
        return 0
    if shape == Shape.PALACE_ROOF:
        if s.progress[k] != COLUMNS:
            return 0
    elif s.progress[k] >= COLUMNS:
        return 0
    return at_site(s, s.struct_shape[k], s.struct_cell[k], site)


@kernel
def may_stand(s, r, seat, shape, i, site, pawns, barred):
    """Whether a build may have its anchor on a stud; a bundle, its next segment there."""
    if shape == Shape.ROAD or shape == Shape.WALL:
        return may_lay(s, seat, shape, s.decking, i, pawns, barred) if site[i] != 0 else 0
    if shape == Shape.PALACE_COLUMN or shape == Shape.PALACE_ROOF:
        return continues_palace(s, seat, shape, i, site, barred)
    body = standing_shape(r, shape)
    if at_site(s, body, i, site) == 0:
        return 0
    return fits(s, body, i, pawns, barred)


# ------------------------------------------------------------------------------------------------ what is legal
@kernel
def legal_builders(s, mask):
    """Workers that may build while an action is left."""
    if s.actions[s.seat] == 0:
        return
    for slot in range(SLOTS):
        if on_board(s, s.seat, slot) != 0 and s.pawn[s.seat, slot] == Pawn.WORKER and s.locked[s.seat, slot] == 0:
            mask[ID.pawn + slot] = 1


@kernel
def select_builder(s, r, slot):
    """A worker is taken in hand to build."""
    s.unit = slot + 1
    s.group[slot] = 1
    s.focus = s.cell[s.turn, slot]
    measure_purse(s, r, s.turn, slot)


@kernel
def is_affordable(s, r, seat, shape):
    """Whether the goods in reach of the worker pay for a build, and the limit of structures allows it."""
    if is_offered(r, shape) == 0:
        return 0
    if price(r, shape, Material.WOOD) > s.purse[Purse.WOOD] or price(r, shape, Material.STONE) > s.purse[Purse.STONE]:
        return 0
    if SHAPE_KIND[shape] == Kind.NONE or shape >= Shape.PALACE_COLUMN:
        return 1
    return 1 if s.structs < STRUCTS and owned(s, seat) < r.limits_structures_per_player else 0


@kernel
def window_corner(s, focus, side):
    """The lowest or highest (side 0 or 1) row and column of the window around the focus, on the board."""
    row, col = focus // s.cols, focus % s.cols
    if side == 0:
        return max(0, row - RADIUS), max(0, col - RADIUS)
    return min(s.rows - 1, row + RADIUS), min(s.cols - 1, col + RADIUS)


@kernel
def survey(s, r, seat, slot, site, pawns, barred):
    """Everything about the ground that the legality of a build depends on."""
    mark_sites(s, r, seat, slot, site)
    mark_pawns(s, pawns)
    blockade(s, r, seat, barred)


@kernel
def any_anchor(s, r, seat, shape, site, pawns, barred):
    """Whether a build has at least one legal anchor in the window."""
    top, west = window_corner(s, s.focus, 0)
    bottom, east = window_corner(s, s.focus, 1)
    for row in range(top, bottom + 1):
        for col in range(west, east + 1):
            i = row * s.cols + col
            if near_site(s, i, site) != 0 and may_stand(s, r, seat, shape, i, site, pawns, barred) != 0:
                return 1
    return 0


@kernel
def near_site(s, i, site):
    """A quick look whether a piece with its anchor here can touch the site: pieces are at most three studs long."""
    row, col = i // s.cols, i % s.cols
    for rows in range(-1, 3):
        for cols in range(-1, 3):
            j = stud_at(s, row + rows, col + cols)
            if j >= 0 and site[j] != 0:
                return 1
    return 0


@kernel
def legal_builds(s, r, mask):
    """What the worker in hand can pay for and has room for."""
    seat, slot = s.turn, s.unit - 1
    mask[ID.end] = 1
    site, pawns, barred = scratch(CELLS, np.int8), scratch(CELLS, np.int8), scratch(CELLS, np.int8)
    survey(s, r, seat, slot, site, pawns, barred)
    for shape in range(NUM_BUILDS):
        if is_affordable(s, r, seat, shape) == 0:
            continue
        if any_anchor(s, r, seat, shape, site, pawns, barred) != 0 or (shape == Shape.ROAD and any_deck(s, seat, site, pawns, barred) != 0):
            mask[ID.build + shape] = 1


@kernel
def any_deck(s, seat, site, pawns, barred):
    """Whether a deck can be laid anywhere in the window."""
    for i in range(studs(s)):
        if site[i] != 0 and target_id(s, i) >= 0 and may_lay(s, seat, Shape.ROAD, 1, i, pawns, barred) != 0:
            return 1
    return 0


@kernel
def legal_anchors(s, r, mask):
    """Where the chosen build may stand; a bundle may also be ended, and roads switch between fill and deck."""
    seat, slot, shape = s.turn, s.unit - 1, np.int64(s.blueprint)
    n = studs(s)
    site, pawns, barred = scratch(CELLS, np.int8), scratch(CELLS, np.int8), scratch(CELLS, np.int8)
    survey(s, r, seat, slot, site, pawns, barred)
    for i in range(n):
        action = target_id(s, i)
        if action >= 0 and may_stand(s, r, seat, shape, i, site, pawns, barred) != 0:
            mask[action] = 1
    if s.prompt == Prompt.BUILD_SEGMENTS:
        mask[ID.end] = 1
        if shape == Shape.ROAD and may_switch(s, seat, site, pawns, barred) != 0:
            mask[ID.deck] = 1


@kernel
def may_switch(s, seat, site, pawns, barred):
    """Whether the other sort of road segment could be laid somewhere."""
    for i in range(studs(s)):
        if site[i] != 0 and target_id(s, i) >= 0 and may_lay(s, seat, Shape.ROAD, 1 - s.decking, i, pawns, barred) != 0:
            return 1
    return 0


# ------------------------------------------------------------------------------------------------ what it does
@kernel
def choose_build(s, r, shape):
    """A build is chosen; its stud comes next. A road begins with a deck only where nothing can be filled."""
    s.blueprint = shape
    s.prompt = Prompt.BUILD_CELL
    if shape == Shape.ROAD or shape == Shape.WALL:
        s.prompt = Prompt.BUILD_SEGMENTS
        s.segments = r.structures_road_segments if shape == Shape.ROAD else r.structures_wall_segments
        s.decking = 0
        site, pawns, barred = scratch(CELLS, np.int8), scratch(CELLS, np.int8), scratch(CELLS, np.int8)
        survey(s, r, s.turn, s.unit - 1, site, pawns, barred)
        if any_anchor(s, r, s.turn, shape, site, pawns, barred) == 0:
            s.decking = 1


@kernel
def pay_build(s, r):
    """The action and the goods of a build are paid."""
    pay_action(s)
    pay(s, r, s.turn, s.unit - 1, price(r, s.blueprint, Material.WOOD), price(r, s.blueprint, Material.STONE))


@kernel
def build_at(s, r, i):
    """The chosen build, or the next segment of it, goes up; with the last one the worker is free again."""
    seat = s.turn
    if s.paid == 0:
        pay_build(s, r)
    if s.blueprint == Shape.ROAD or s.blueprint == Shape.WALL:
        lay_segment(s, seat, s.blueprint, s.decking, i)
        s.segments -= 1
        if s.segments > 0:
            return
    elif s.blueprint >= Shape.PALACE_COLUMN:
        raise_palace(s, seat, s.struct[i] - 1)
    else:
        erect(s, r, seat, standing_shape(r, s.blueprint), i)
    end_build(s)


@kernel
def end_build(s):
    """Nothing is being built any more."""
    s.blueprint = 0
    s.segments = 0
    s.decking = 0
    for material in range(3):
        s.purse[material] = 0
    drop_unit(s)
    s.prompt = Prompt.NONE


@kernel
def erect(s, r, seat, shape, anchor):
    """A structure comes to stand."""
    k = s.structs
    s.structs = k + 1
    kind = SHAPE_KIND[shape]
    s.struct_kind[k] = kind
    s.struct_owner[k] = seat
    s.struct_builder[k] = seat
    s.struct_shape[k] = shape
    s.struct_cell[k] = anchor
    if kind == Kind.CANOE or kind == Kind.SAILBOAT:
        s.boat[anchor] = k + 1
        s.built_now[anchor] = 1
        return
    for n in range(SHAPE_SIZE[shape]):
        i = stud_of(s, shape, anchor, n)
        s.struct[i] = k + 1
        s.built_now[i] = 1
    if kind == Kind.PALACE:
        s.progress[k] = 1
    join_complexes(s, r)


@kernel
def raise_palace(s, seat, k):
    """BRC-251: a column, or the roof on all of them; who places the first roof of the game is remembered."""
    s.progress[k] += 1
    for n in range(SHAPE_SIZE[s.struct_shape[k]]):
        s.built_now[stud_of(s, s.struct_shape[k], s.struct_cell[k], n)] = 1
    if s.progress[k] < PALACE_DONE:
        return
    s.roof_rank[k] = 1
    for other in range(s.structs):
        if other != k and s.roof_rank[other] != 0:
            s.roof_rank[k] = 2
    s.roof_seat[k] = seat


@kernel
def clear_built(s):
    """A Build turn is over: what was built in it is ground like any other."""
    for i in range(studs(s)):
        s.built_now[i] = 0
