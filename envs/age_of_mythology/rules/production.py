"""Explore and Gather: tiles are found and placed, workers are arranged, and everybody collects cubes.

Rulebook chapter "The action cards", sections on exploring and gathering. Read `purchases.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.pieces import (
    ask,
    can_place_shown,
    dwarfs_on_tiles,
    power_in_force,
    receive,
    return_shown,
    show_tiles,
    take_shown,
)  # fmt: skip
from rulebound.envs.age_of_mythology.state import (
    BONUS_RESOURCE,
    CARD_SCOPE,
    FIRST_GOD,
    NUM_BUILDINGS,
    NUM_RESOURCES,
    NUM_TILES,
    TILE_RESOURCE,
    TILE_TERRAIN,
    Power,
    Prompt,
    Resource,
    Scope,
    Stage,
    Unit,
)  # fmt: skip
from rulebound.envs.core.deck import total
from rulebound.envs.core.jit import kernel


# ------------------------------------------------------------------------------------------------ explore
@kernel
def begin_explore(s, r):
    """AOM-120, AOM-168, AOM-183, AOM-191, AOM-199: tiles are shown, and `left` picks are to come."""
    show_tiles(s, s.num_players + r.card_number[s.card])
    s.left = 2 if power_in_force(s, Power.PICK_TWO_FIRST) else 1
    s.left += other_explorers(s)
    s.stage = Stage.EXPLORE


@kernel
def other_explorers(s):
    """How many players pick after the active one."""
    return 0 if power_in_force(s, Power.EXPLORE_ALONE) else s.num_players - 1


@kernel
def explore(s, r):
    """AOM-121, AOM-124, AOM-125: the next pick, clockwise from the active player; who has no tile to place is skipped."""
    while s.left > 0:
        others = other_explorers(s)
        seat = s.active if s.left > others else (s.active + others - s.left + 1) % s.num_players
        s.left -= 1
        if can_place_shown(s, r, seat):
            ask(s, seat, Prompt.EXPLORE_PICK)
            return
    return_shown(s)
    s.stage = Stage.CARD_END


@kernel
def apply_explore(s, action):
    """AOM-122: at most one tile a pick."""
    if action != ID.done:
        take_shown(s, s.seat, action - ID.tile)
    s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ gather: scope and workers
@kernel
def begin_gather(s):
    """AOM-128, AOM-169: the card fixes what is gathered, or the active player names it."""
    s.scope = CARD_SCOPE[s.card]
    s.stage = Stage.GATHER
    if s.scope < 0:
        ask(s, s.active, Prompt.GATHER_CHOICE)


@kernel
def legal_scope(mask):
    """AOM-128: six terrains and four resources."""
    for scope in range(Scope.ALL):
        mask[ID.gather + scope] = 1


@kernel
def apply_scope(s, action):
    """AOM-129: the choice binds all players."""
    s.scope = action - ID.gather
    s.prompt = Prompt.NONE


@kernel
def offer_workers(s):
    """AOM-133: the active player, and nobody else, may rearrange the workers before the collection."""
    s.stage = Stage.COLLECT
    workers = s.idle_villagers[s.active] + total(s.villager_on[s.active])
    workers += s.units[s.active, Unit.DWARF] + dwarfs_on_tiles(s, s.active)
    if workers > 0 and total(s.tiles[s.active]) > 0:
        ask(s, s.active, Prompt.WORKERS_KEEP)


@kernel
def apply_keep(s, action):
    """AOM-134, AOM-138: the workers stay, or all are lifted and placed again."""
    s.prompt = Prompt.NONE
    if action == ID.confirm:
        return
    seat = s.seat
    for tile in range(NUM_TILES):
        s.idle_villagers[seat] += s.villager_on[seat, tile]
        s.units[seat, Unit.DWARF] += s.dwarf_on[seat, tile]
        s.villager_on[seat, tile] = 0
        s.dwarf_on[seat, tile] = 0
    s.cursor = 0
    if s.idle_villagers[seat] > 0:
        s.prompt = Prompt.ASSIGN_VILLAGER
    else:
        turn_to_dwarfs(s)


@kernel
def turn_to_dwarfs(s):
    """After the villagers the Dwarfs are placed."""
    s.cursor = 0
    s.prompt = Prompt.ASSIGN_DWARF if s.units[s.seat, Unit.DWARF] > 0 else Prompt.NONE


@kernel
def legal_assign(s, r, mask):
    """AOM-135, AOM-275: a tile without a worker; Dwarfs stand on gold tiles only."""
    mask[ID.done] = 1
    seat = s.seat
    dwarf = s.prompt == Prompt.ASSIGN_DWARF
    for tile in range(s.cursor, NUM_TILES):
        if s.tiles[seat, tile] <= s.villager_on[seat, tile] + s.dwarf_on[seat, tile]:
            continue
        if not dwarf:
            mask[ID.villager + tile] = 1
        elif TILE_RESOURCE[tile] == Resource.GOLD or r.gather_dwarf_on_any_tile != 0:
            mask[ID.dwarf + tile] = 1


@kernel
def apply_assign(s, action):
    """AOM-138: workers are placed in the order of the tiles; done leaves the rest idle."""
    seat = s.seat
    if s.prompt == Prompt.ASSIGN_VILLAGER:
        if action != ID.done:
            s.cursor = action - ID.villager
            s.idle_villagers[seat] -= 1
            s.villager_on[seat, s.cursor] += 1
        if action == ID.done or s.idle_villagers[seat] == 0:
            turn_to_dwarfs(s)
        return
    if action != ID.done:
        s.cursor = action - ID.dwarf
        s.units[seat, Unit.DWARF] -= 1
        s.dwarf_on[seat, s.cursor] += 1
    if action == ID.done or s.units[seat, Unit.DWARF] == 0:
        s.cursor = 0
        s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ gather: collection
@kernel
def in_scope(scope, tile):
    """AOM-130..AOM-132: whether a tile pays."""
    if scope >= Scope.RESOURCE:
        return scope == Scope.ALL or TILE_RESOURCE[tile] == scope - Scope.RESOURCE
    return TILE_TERRAIN[tile] == scope


@kernel
def collect(s, r):
    """AOM-139, AOM-141, AOM-192, AOM-208: the active player first, then the others clockwise, unless he gathers alone."""
    alone = power_in_force(s, Power.GATHER_ALONE) or power_in_force(s, Power.EXTRA_PER_FOOD_TILE_ALONE)
    for place in range(1 if alone else s.num_players):
        collect_seat(s, r, (s.active + place) % s.num_players)
    s.stage = Stage.CARD_END


@kernel
def collect_seat(s, r, seat):
    """AOM-136, AOM-137, AOM-140, AOM-274: tiles, villagers and Dwarfs pay, as far as the bank can."""
    income = np.zeros(NUM_RESOURCES, np.int64)
    for tile in range(NUM_TILES):
        if s.tiles[seat, tile] > 0 and in_scope(s.scope, tile):
            resource = TILE_RESOURCE[tile]
            income[resource] += s.tiles[seat, tile] * r.tile_amount[tile] + s.villager_on[seat, tile] * r.limits_villager_yield
            if resource == Resource.GOLD:
                income[resource] += s.dwarf_on[seat, tile] * r.unit_amount[Unit.DWARF]
    if seat == s.active:
        add_bonuses(s, r, income)
    for resource in range(NUM_RESOURCES):
        receive(s, seat, resource, income[resource])


@kernel
def add_bonuses(s, r, income):
    """AOM-050..AOM-053, AOM-184, AOM-192: what only the player of the card gets, whatever is gathered."""
    for building in range(NUM_BUILDINGS):
        if BONUS_RESOURCE[building] >= 0 and s.buildings[s.active, building] > 0:
            income[BONUS_RESOURCE[building]] += r.limits_gather_building_bonus
    if power_in_force(s, Power.EXTRA_PER_FOOD_TILE) or power_in_force(s, Power.EXTRA_PER_FOOD_TILE_ALONE):
        for tile in range(NUM_TILES):
            if TILE_RESOURCE[tile] == Resource.FOOD:
                income[Resource.FOOD] += s.tiles[s.active, tile] * r.god_amount[s.card - FIRST_GOD]
