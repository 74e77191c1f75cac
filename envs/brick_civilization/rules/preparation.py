"""Set-up: the landscape is laid out, and every player in turn places a village and its first workers."""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID, SECTORS
from rulebound.envs.brick_civilization.landscape import generate
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import (
    chart_water,
    studs,
    target_id,
    target_stud,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.building import erect, fits, mark_pawns
from rulebound.envs.brick_civilization.rules.pawns import new_pawn
from rulebound.envs.brick_civilization.rules.populate import legal_places
from rulebound.envs.brick_civilization.rules.relations import set_stances
from rulebound.envs.brick_civilization.rules.turns import answered, ask, begin_turns
from rulebound.envs.brick_civilization.state import (
    Pawn,
    Phase,
    Prompt,
    Shape,
    Stage,
    Stream,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch
from rulebound.envs.core.rng import below

FREE = 1  # option of setup.start_choice


@kernel
def prepare(s, r):
    """Lay out the board and draw the starting player."""
    generate(s, r)
    chart_water(s)
    set_stances(s, r)
    s.start = below(s, Stream.FIRST_SEAT, s.num_players) if r.setup_random_first != 0 else 0
    s.phase = Phase.SETUP
    s.stage = Stage.SETUP
    begin_turns(s)


@kernel
def advance_setup(s, r):
    """BRC-045..BRC-053: a player chooses the site of its village, then places its workers; 1 when that is done.

    A board without any room for the village cannot be played: the game is over at once, without a result."""
    if s.part == 0:
        if any_site(s, r) == 0:
            s.over = 1
            s.truncated = 1
            return 0
        ask(s, s.turn, Prompt.SETUP_SITE)
        return 0
    if s.part <= r.setup_workers:
        s.focus = s.struct_cell[s.structs - 1]
        ask(s, s.turn, Prompt.SETUP_WORKER)
        return 0
    for i in range(studs(s)):
        s.built_now[i] = 0
    return 1


# ------------------------------------------------------------------------------------------------ sites
@kernel
def site_fits(s, shape, anchor, pawns, barred):
    """Whether a first village may stand there: like any other, without worker, price and blockade."""
    return fits(s, shape, anchor, pawns, barred)


@kernel
def candidate_fits(s, k, pawns, barred):
    """BRC-047: whether a start site is still free: its ground is, and no village stands in its sector yet."""
    if site_fits(s, s.candidate_variant[k], s.candidate[k], pawns, barred) == 0:
        return 0
    for other in range(s.candidates):
        if s.candidate_sector[other] == s.candidate_sector[k] and s.candidate_sector[k] != 0 and s.struct[s.candidate[other]] != 0:
            return 0
    return 1


@kernel
def any_site(s, r):
    """Whether the player in turn has a site to choose from."""
    n = studs(s)
    pawns, barred = scratch(CELLS, np.int8), np.zeros(n, np.int8)
    mark_pawns(s, pawns)
    if r.setup_start_choice == FREE:
        for shape in range(Shape.STOREHOUSE):
            if any_free_site(s, shape, -1, pawns, barred) != 0:
                return 1
        return 0
    for k in range(s.candidates):
        if candidate_fits(s, k, pawns, barred) != 0:
            return 1
    return 0


@kernel
def sector_of(s, i):
    """The part of the board that a stud lies in, of 6 x 6."""
    return (i // s.cols * SECTORS // s.rows) * SECTORS + i % s.cols * SECTORS // s.cols


@kernel
def any_free_site(s, shape, sector, pawns, barred):
    """Whether a village of a shape fits anywhere in a sector; -1 for the whole board."""
    for i in range(studs(s)):
        if (sector < 0 or sector_of(s, i) == sector) and site_fits(s, shape, i, pawns, barred) != 0:
            return 1
    return 0


@kernel
def legal_site(s, r, mask):
    """BRC-046: a start site on offer; or, in free set-up, the shape, the sector and the stud of the village."""
    n = studs(s)
    pawns, barred = scratch(CELLS, np.int8), np.zeros(n, np.int8)
    mark_pawns(s, pawns)
    if s.prompt == Prompt.SETUP_SECTOR:
        for i in range(n):
            if mask[ID.sector + sector_of(s, i)] == 0 and site_fits(s, s.blueprint, i, pawns, barred) != 0:
                mask[ID.sector + sector_of(s, i)] = 1
    elif s.prompt == Prompt.SETUP_CELL:
        for i in range(n):
            if sector_of(s, i) == s.cursor and target_id(s, i) >= 0 and site_fits(s, s.blueprint, i, pawns, barred) != 0:
                mask[target_id(s, i)] = 1
    elif r.setup_start_choice == FREE:
        for shape in range(Shape.STOREHOUSE):
            if any_free_site(s, shape, -1, pawns, barred) != 0:
                mask[ID.build + shape] = 1
    else:
        for k in range(s.candidates):
            if candidate_fits(s, k, pawns, barred) != 0:
                mask[ID.cand + k] = 1


@kernel
def apply_site(s, r, action):
    """One step towards the village."""
    if s.prompt == Prompt.SETUP_SITE and action >= ID.cand:
        found_village(s, r, s.candidate_variant[action - ID.cand], s.candidate[action - ID.cand])
    elif s.prompt == Prompt.SETUP_SITE:
        s.blueprint = action - ID.build
        ask(s, s.turn, Prompt.SETUP_SECTOR)
    elif s.prompt == Prompt.SETUP_SECTOR:
        sector = action - ID.sector
        s.cursor = sector
        s.focus = middle(s.rows, sector // SECTORS) * s.cols + middle(s.cols, sector % SECTORS)
        ask(s, s.turn, Prompt.SETUP_CELL)
    else:
        found_village(s, r, s.blueprint, target_stud(s, action))


@kernel
def middle(side, part):
    """The middle line of one of the six parts of a side: its first line is the first one that belongs to the part."""
    first = (part * side + SECTORS - 1) // SECTORS
    last = ((part + 1) * side + SECTORS - 1) // SECTORS - 1
    return (first + last) // 2


@kernel
def found_village(s, r, shape, anchor):
    """The first village of a player stands."""
    erect(s, r, s.turn, shape, anchor)
    s.blueprint = 0
    s.cursor = 0
    s.part = 1
    answered(s)


# ------------------------------------------------------------------------------------------------ workers
@kernel
def legal_worker_places(s, r, mask):
    """BRC-050: where the village could place a pawn that it makes."""
    legal_places(s, r, s.turn, s.structs - 1, mask)


@kernel
def apply_worker_place(s, r, action):
    """A first worker is placed."""
    new_pawn(s, r, s.turn, Pawn.WORKER, target_stud(s, action))
    s.part += 1
    answered(s)
