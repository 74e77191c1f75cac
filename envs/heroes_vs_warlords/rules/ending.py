"""Clean-up, the victory check, the final categories and the outcome of a game.

Rulebook chapters 12 and 20. Read `__init__.py` for how the chapters are joined.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.components import NUM_LEVELS, NUM_SITES, UNIT_LEVEL
from rulebound.envs.heroes_vs_warlords.rules.aftermath import check_survivors, eliminate, end_game
from rulebound.envs.heroes_vs_warlords.rules.world import is_resource
from rulebound.envs.heroes_vs_warlords.state import HEROES, NUM_SECTIONS, SEATS, Stage, Status, WinKind

RESOURCES, LEVELS, STRENGTH = range(3)  # the categories
SHARED = 1  # scoring.category_tie
MERCENARY_LEVEL = 2


# ------------------------------------------------------------------------------------------------ the end of a round
@kernel
def clean_up(s, r):
    """HVW-019, HVW-304..HVW-307, HVW-466: marks off, pools and guards grow; then the victory check."""
    for site in range(NUM_SITES):
        s.visited[site] = 0
        reinforce(s, r, site)
    for seat in range(s.num_players):
        if s.pool_active[seat] != 0:
            s.pool[seat] = max(s.pool[seat], min(r.limits_recruitment_pool, s.pool[seat] + 1))
    check_capitals(s)
    if s.over != 0:
        return
    if s.game_round >= r.length_max_rounds:
        score_categories(s, r)  # HVW-130
        return
    s.game_round += 1
    s.stage = Stage.ROUND


@kernel
def reinforce(s, r, site):
    """HVW-306, HVW-307: one unit of the lowest level present joins the guards."""
    for level in range(NUM_LEVELS):
        if s.guards[site, level] > 0:
            s.guards[site, level] = max(s.guards[site, level], min(r.limits_guards_per_level, s.guards[site, level] + 1))
            return


@kernel
def check_capitals(s):
    """HVW-062, HVW-308: whose capital is in enemy hands is out, unless he has had no turn since it fell with hero 1."""
    out = 0
    for seat in range(s.num_players):
        if s.alive[seat] != 0 and s.place_owner[seat] != seat + 1 and s.place_owner[seat] != 0:
            if s.deadline[seat] == 1:
                s.deadline[seat] = 2
            else:
                out |= 1 << seat
    for seat in range(s.num_players):
        if out >> seat & 1 != 0:
            eliminate(s, seat)
    if out != 0:
        check_survivors(s)


# ------------------------------------------------------------------------------------------------ categories
@kernel
def category(s, seat, kind):
    """HVW-311, HVW-312, HVW-315: Resources controlled, levels of heroes on the map, strength of the army."""
    total = 0
    if kind == RESOURCES:
        for site in range(NUM_SITES):
            total += s.control[site] == seat + 1 and is_resource(site)
    elif kind == LEVELS:
        for hero in range(HEROES):
            total += s.hero_level[seat, hero] if s.hero_status[seat, hero] == Status.ON_MAP else 0
    else:
        total = army_strength(s, seat)
    return total


@kernel
def army_strength(s, seat):
    """HVW-312: level times number of all units in displays and garrisons, those in a battle included."""
    total = 0
    for hero in range(HEROES):
        for section in range(NUM_SECTIONS):
            total += s.section_count[seat, hero, section] * UNIT_LEVEL[s.section_unit[seat, hero, section]]
    for site in range(NUM_SITES):
        if s.control[site] == seat + 1:
            for level in range(NUM_LEVELS):
                total += s.garrison[site, level] * (level + 1)
    for place in range(s.num_players):
        if s.place_owner[place] == seat + 1:
            total += s.mercenaries[place] * MERCENARY_LEVEL
            for level in range(NUM_LEVELS):
                total += (s.place_garrison[place, level] + s.natives[place, level]) * (level + 1)
    for side in range(2):
        if s.battle_seat[side] == seat:
            for slot in range(7):
                total += s.slot_count[side, slot] * UNIT_LEVEL[s.slot_unit[side, slot]]
    return total


@kernel
def count_categories(s, r, won):
    """HVW-311, HVW-314: how many categories each living player leads; a shared lead counts for nobody or for all."""
    for kind in range(3):
        most = -1
        leaders = 0
        for seat in range(s.num_players):
            if s.alive[seat] != 0:
                value = category(s, seat, kind)
                if value > most:
                    most = value
                    leaders = 0
                leaders += value == most
        for seat in range(s.num_players):
            if s.alive[seat] != 0 and category(s, seat, kind) == most and (leaders == 1 or r.scoring_category_tie == SHARED):
                won[seat] += 1


@kernel
def score_categories(s, r):
    """HVW-313: most categories win; an equal maximum is a draw."""
    won = np.zeros(SEATS, np.int64)
    count_categories(s, r, won)
    most = -1
    winner = -1
    for seat in range(s.num_players):
        if s.alive[seat] != 0:
            if won[seat] > most:
                most = won[seat]
                winner = seat
            elif won[seat] == most:
                winner = -1
    end_game(s, winner, WinKind.CATEGORIES if winner >= 0 else WinKind.DRAWN)


# ------------------------------------------------------------------------------------------------ outcome
@kernel
def write_scores(s, out):
    """A seat's mean share of the three categories, in [0, 1]; the winner has 1, the fallen 0."""
    n = s.num_players
    for seat in range(n):
        out[seat, 2] = 0.0
    for kind in range(3):
        total = 0
        for seat in range(n):
            total += category(s, seat, kind)
        for seat in range(n):
            out[seat, 2] += (category(s, seat, kind) / total if total > 0 else 1.0 / n) / 3.0
    for seat in range(n):
        if s.winner == seat:
            out[seat, 2] = 1.0
        elif s.alive[seat] == 0:
            out[seat, 2] = 0.0
        else:
            out[seat, 2] = min(1.0, out[seat, 2])


@kernel
def outcome(s, r, out):
    """Per seat: result in [-1, 1], place from 1 (ties share the mean place), score in [0, 1].

    The winner gets 1 and the others share -1; a draw and a game stopped by the limit of a face give nothing.
    """
    n = s.num_players
    write_scores(s, out)
    won = np.zeros(SEATS, np.int64)
    if s.win_kind == WinKind.DRAWN:
        count_categories(s, r, won)
    for seat in range(n):
        out[seat, 0] = 0.0
        if s.winner >= 0:
            out[seat, 0] = 1.0 if seat == s.winner else -1.0 / (n - 1)
    for seat in range(n):
        place = 1.0
        for other in range(n):
            if other != seat:
                ahead = lead(s, won, out, other) - lead(s, won, out, seat)
                if ahead > 1e-6:
                    place += 1.0
                elif ahead > -1e-6:
                    place += 0.5
        out[seat, 1] = place


@kernel
def lead(s, won, out, seat):
    """What places are ordered by: the winner, the living by score (in a draw by categories), the fallen, latest first."""
    if s.winner == seat:
        return 9.0
    if s.alive[seat] == 0:
        return s.fallen[seat] / 8.0
    return 1.0 + (won[seat] if s.win_kind == WinKind.DRAWN else out[seat, 2])
