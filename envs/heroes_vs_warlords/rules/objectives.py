"""Objectives: Resources, ruins, towers, outposts and Recruitment Locations, and the guards that come with them.

Rulebook chapters 3.3, 3.5, 7.1.2 and 9.1. Read `battle.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.deck import draw_counted
from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.components import NUM_LEVELS, REGULAR_TILES, SITE_OBJECTIVE, SITE_TILE, Objective, QuestEvent
from rulebound.envs.heroes_vs_warlords.rules.heroes import TRADE, progress_quest
from rulebound.envs.heroes_vs_warlords.rules.world import guards_at, recruitment_seat, site_at, store, treasury
from rulebound.envs.heroes_vs_warlords.state import Stream

WOOD_STONE, GOLD_CRYSTAL, RUIN, TOWER = range(4)  # columns of the Guards Table
FOUGHT_GUARDS = 2
D6 = 6


@kernel
def place_guards(s, r, site, column):
    """HVW-009..HVW-011, HVW-024, HVW-031: a d6 on the Guards Table; True if there are any."""
    s.activated[site] = 1
    s.fresh = site
    row = column * 6 + roll(s, Stream.GUARDS, D6) - 1
    for level in range(NUM_LEVELS):
        s.guards[site, level] = min(r.guard_table[row, level], r.limits_guards_per_level)
    return guards_at(s, site) > 0


@kernel
def place_start_guards(s, r, site):
    """HVW-012: a Resource on a start tile is held by five level-1 guards, without a die."""
    s.activated[site] = 1
    s.fresh = site
    for level in range(NUM_LEVELS):
        s.guards[site, level] = r.setup_start_tile_guards[level]
    return guards_at(s, site) > 0


@kernel
def find_guards(s, r, seat, hero):
    """HVW-023, HVW-030, HVW-034, HVW-035, HVW-142: look for guards where nobody has; True if there is a fight."""
    site = site_at(s, s.hero_hex[seat, hero])
    if site < 0:
        return False
    objective = SITE_OBJECTIVE[site]
    if objective <= Objective.WOOD:
        if s.activated[site] != 0 or s.control[site] != 0:
            return False
        if SITE_TILE[site] >= REGULAR_TILES:
            return place_start_guards(s, r, site)
        return place_guards(s, r, site, WOOD_STONE if objective >= Objective.STONE else GOLD_CRYSTAL)
    if objective == Objective.RUIN:
        return s.activated[site] == 0 and s.explored[site] == 0 and place_guards(s, r, site, RUIN)
    if objective == Objective.TOWER and s.searched[site] >> (2 * seat + hero) & 1 == 0 and s.fought != FOUGHT_GUARDS:
        return place_guards(s, r, site, TOWER)
    return False


@kernel
def take_objective(s, r, seat, hero):
    """HVW-013, HVW-042: the benefit of a hex without guards."""
    site = site_at(s, s.hero_hex[seat, hero])
    if site < 0 or guards_at(s, site) > 0:
        return
    objective = SITE_OBJECTIVE[site]
    if objective <= Objective.WOOD:
        take_control(s, r, seat, hero, site)
    elif objective == Objective.RUIN:
        explore_ruin(s, r, seat, hero, site)
    elif objective == Objective.TOWER:
        search_tower(s, r, seat, hero, site)
    elif objective == Objective.OUTPOST:
        visit_outpost(s, r, seat, hero, site)
    elif objective == Objective.RECRUITMENT and recruitment_seat(s, site) == seat and s.pool_active[seat] == 0:
        s.pool_active[seat] = 1  # HVW-017
        s.pool[seat] = 1


@kernel
def take_control(s, r, seat, hero, site):
    """HVW-013, HVW-015, HVW-144, HVW-288: the control marker changes."""
    if s.control[site] == seat + 1:
        return
    enemy = s.control[site] != 0
    s.control[site] = seat + 1
    s.activated[site] = 1
    progress_quest(s, r, seat, hero, QuestEvent.RESOURCE_CAPTURED, 1)
    if enemy:
        progress_quest(s, r, seat, hero, QuestEvent.ENEMY_RESOURCE_CAPTURED, 1)


@kernel
def explore_ruin(s, r, seat, hero, site):
    """HVW-025, HVW-026, HVW-029: one marker from the cup, once per game."""
    if s.explored[site] != 0:
        return
    s.explored[site] = 1
    marker = draw_counted(s, Stream.CUP, s.cup)
    if marker >= 0:
        s.equipment[seat, hero, marker] += 1
    progress_quest(s, r, seat, hero, QuestEvent.RUIN_EXPLORED, 1)


@kernel
def search_tower(s, r, seat, hero, site):
    """HVW-032, HVW-033: one ability of the hero rises, once per hero."""
    bit = 1 << (2 * seat + hero)
    if s.searched[site] & bit != 0:
        return
    s.searched[site] |= bit
    s.ability_points[seat, hero] += 1
    s.pending = 1
    progress_quest(s, r, seat, hero, QuestEvent.TOWER_SEARCHED, 1)


@kernel
def visit_outpost(s, r, seat, hero, site):
    """HVW-038..HVW-040, HVW-341: a random resource for the first visitor of the round, more of it by Trade."""
    if s.visited[site] != 0:
        return
    s.visited[site] = 1
    resource = r.outpost_table[roll(s, Stream.OUTPOST, D6) - 1]
    store(s, treasury(s, seat), resource, r.tables_outpost_amount + s.skill[seat, hero, TRADE])
    progress_quest(s, r, seat, hero, QuestEvent.OUTPOST_COLLECTED, 1)
