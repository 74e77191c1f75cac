"""Movement: steps of heroes, exploration, the order of things when a hex is entered, reactions.

Rulebook chapters 7.1 to 7.3, 7.5 and 18. Read `objectives.py` and `camp.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import NEIGHBOUR, NUM_SLOTS, QuestEvent
from rulebound.envs.heroes_vs_warlords.rules.aftermath import conquer
from rulebound.envs.heroes_vs_warlords.rules.battle import start_battle
from rulebound.envs.heroes_vs_warlords.rules.camp import camp_must_flee
from rulebound.envs.heroes_vs_warlords.rules.heroes import INITIATIVE, ability, progress_quest
from rulebound.envs.heroes_vs_warlords.rules.objectives import find_guards, take_objective
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_reactors
from rulebound.envs.heroes_vs_warlords.rules.world import (
    army_size,
    ask,
    defending_seat,
    enemy_hero_at,
    forbidden_location,
    guards_at,
    hero_at,
    highest_guard,
    is_resource,
    owns_place_at,
    place_at,
    reaches,
    shares_hex,
    side_open,
    site_at,
    site_hex,
    step_cost,
)
from rulebound.envs.heroes_vs_warlords.state import GUARDS, HEROES, Cause, Entry, Prompt, Stage, Status, Stream


# ------------------------------------------------------------------------------------------------ steps
@kernel
def can_step(s, r, seat, hero, direction):
    """HVW-140, HVW-141, HVW-145, HVW-322, HVW-337, HVW-369: may the hero step in this direction?"""
    hex = s.hero_hex[seat, hero]
    to = NEIGHBOUR[hex, direction]
    points = s.hero_mp[seat, hero]
    if to < 0 or points < 1 or s.tile[to // 7] < 0 or army_size(s, seat, hero) == 0:
        return False
    if s.hero_entered[seat, hero] != direction and not side_open(s, r, hex, direction):
        return False
    if s.revealed[to // 7] == 0:
        return True
    cost = step_cost(s, r, hex, direction)
    if cost > points and r.modules_adv_movement == 0:
        return False
    return may_enter(s, seat, hero, to, points - cost)


@kernel
def may_enter(s, seat, hero, hex, left):
    """HVW-020, HVW-065, HVW-149..HVW-151: hexes closed by other players, or by the own other hero."""
    site = site_at(s, hex)
    if forbidden_location(s, seat, site):
        return False
    if s.war == 0:
        if enemy_hero_at(s, seat, hex) >= 0:
            return False
        if is_resource(site) and s.control[site] != 0 and s.control[site] != seat + 1:
            return False
        place = place_at(s, hex)
        if place >= 0 and s.place_owner[place] != 0 and s.place_owner[place] != seat + 1:
            return False
    other = 1 - hero
    if left < 1 and s.hero_status[seat, other] == Status.ON_MAP and s.hero_hex[seat, other] == hex:
        return s.hero_new[seat, other] != 0 and owns_place_at(s, seat, hex) >= 0
    return True


@kernel
def begin_step(s, r, seat, hero, direction):
    """HVW-145, HVW-152: turn up the tile, pay, and stand on the new hex; the rest follows in order."""
    hex = s.hero_hex[seat, hero]
    to = NEIGHBOUR[hex, direction]
    if s.revealed[to // 7] == 0:
        reveal(s, r, seat, hero, to // 7)
    s.hero_mp[seat, hero] = max(0, s.hero_mp[seat, hero] - step_cost(s, r, hex, direction))
    s.hero_hex[seat, hero] = to
    s.hero_entered[seat, hero] = (direction + 3) % 6
    s.hero_moved[seat, hero] = 1
    s.hero_new[seat, hero] = 0
    s.camp_moved = 1  # HVW-178: a Camp moves before the heroes
    s.came_from = hex
    s.fought = 0
    s.fresh = -1
    s.entry = Entry.HOSTILES
    s.stage = Stage.ENTRY


@kernel
def reveal(s, r, seat, hero, slot):
    """HVW-145, HVW-152: a tile is turned up; the last one brings war from the next turn on."""
    s.revealed[slot] = 1
    progress_quest(s, r, seat, hero, QuestEvent.TILE_REVEALED, 1)
    for other in range(NUM_SLOTS):
        if s.tile[other] >= 0 and s.revealed[other] == 0:
            return
    s.explored_all = 1


# ------------------------------------------------------------------------------------------------ entering a hex
@kernel
def enter(s, r):
    """HVW-143, HVW-146..HVW-148: one part of entering a hex, in the order of `Entry`."""
    seat = s.order[s.turn]
    hero = s.acting
    entry = s.entry
    here = s.alive[seat] != 0 and s.hero_status[seat, hero] == Status.ON_MAP and s.hero_done[seat, hero] == 0
    if not here and entry < Entry.FRESH:
        clear_reactors(s)
        s.entry = Entry.FRESH
    elif entry == Entry.HOSTILES:
        meet_hostiles(s, r, seat, hero)
    elif entry == Entry.PLACE:
        place = place_at(s, s.hero_hex[seat, hero])
        if place >= 0 and s.place_owner[place] != seat + 1:
            conquer(s, r, seat, place)  # HVW-186
        s.entry = Entry.GUARDS if s.fought != 0 else Entry.REACTIONS
    elif entry == Entry.REACTIONS:
        if s.war != 0:
            list_reactors(s, r, seat, hero)
        s.entry = Entry.REACT
    elif entry == Entry.REACT:
        if s.reactors[0] >= 0:
            ask(s, s.reactors[0] // 2, Prompt.REACT)
        else:
            s.entry = after_reactions(s)
            guards_react(s, r, seat, hero)
    elif entry == Entry.GUARDS:
        s.entry = Entry.OBJECTIVE
        if find_guards(s, r, seat, hero):
            site = site_at(s, s.hero_hex[seat, hero])
            start_battle(s, r, Cause.OBJECTIVE, s.hero_hex[seat, hero], seat, hero, GUARDS, -1, site, s.came_from)
    elif entry == Entry.OBJECTIVE:
        take_objective(s, r, seat, hero)
        s.entry = Entry.REACTIONS if s.fought != 0 else Entry.FRESH
    elif entry == Entry.FRESH:
        s.entry = Entry.BYSTANDERS
        if s.fresh >= 0 and guards_at(s, s.fresh) > 0:
            camp_must_flee(s, r, s.fresh)
        else:
            s.fresh = -1
    elif entry == Entry.BYSTANDERS:
        s.entry = Entry.DONE
        if s.fresh >= 0:
            wake_bystander(s, r, seat, hero, s.fresh)
    else:
        s.fresh = -1
        s.fought = 0
        s.came_from = -1
        s.entry = Entry.HOSTILES
        s.stage = Stage.ACT


@kernel
def meet_hostiles(s, r, seat, hero):
    """HVW-147, HVW-187: whoever holds the hex is fought, again if a garrison is left behind by its hero."""
    hex = s.hero_hex[seat, hero]
    other = defending_seat(s, seat, hex)
    if other < 0:
        s.entry = Entry.PLACE
        return
    s.fought = 2 if other == GUARDS else 1
    site = site_at(s, hex)
    start_battle(s, r, Cause.ENTERED, hex, seat, hero, other, commander(s, other, hex), site, s.came_from)


@kernel
def commander(s, seat, hex):
    """HVW-195: of two heroes the one of higher level commands, hero 1 on a tie; -1 without a hero."""
    if seat == GUARDS:
        return -1
    first = hero_at(s, seat, hex)
    if first == 0 and shares_hex(s, seat, 0) and s.hero_level[seat, 1] > s.hero_level[seat, 0]:
        return 1
    return first


@kernel
def after_reactions(s):
    """Reactions come before the objective, or after it if hostile units of the hex were fought."""
    return Entry.FRESH if s.fought != 0 else Entry.GUARDS


# ------------------------------------------------------------------------------------------------ reactions of heroes
@kernel
def list_reactors(s, r, seat, hero):
    """HVW-168..HVW-172, HVW-177: adjacent enemy heroes by falling initiative, ties by a die."""
    hex = s.hero_hex[seat, hero]
    if place_at(s, hex) >= 0:
        return
    found = 0
    value = np.zeros(4, np.int64)
    for other in range(s.num_players):
        for rival in range(HEROES):
            if other == seat or s.hero_status[other, rival] != Status.ON_MAP or s.reacted[hero, 2 * other + rival] != 0:
                continue
            if army_size(s, other, rival) > 0 and reaches(s, r, hex, s.hero_hex[other, rival]):
                s.reactors[found] = 2 * other + rival
                value[found] = 100 * ability(s, other, rival, INITIATIVE)
                found += 1
    break_ties(s, value, found)
    for last in range(found - 1, 0, -1):
        for k in range(last):
            if value[k] < value[k + 1]:
                value[k], value[k + 1] = value[k + 1], value[k]
                kept = s.reactors[k]
                s.reactors[k] = s.reactors[k + 1]
                s.reactors[k + 1] = kept


@kernel
def break_ties(s, value, count):
    """HVW-158, HVW-172: everybody who shares a value with another rolls a d20, which decides between them."""
    kept = np.zeros(6, np.int64)
    for k in range(count):
        kept[k] = value[k]
    for k in range(count):
        for other in range(count):
            if other != k and kept[other] == kept[k]:
                value[k] += roll(s, Stream.REACTION, D20)
                break


@kernel
def apply_react(s, r, action):
    """HVW-169..HVW-176: declining passes the question on; a try silences everybody else in this hex."""
    seat = s.order[s.turn]
    hero = s.acting
    reactor = s.reactors[0]
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        for place in range(3):
            s.reactors[place] = s.reactors[place + 1]
        s.reactors[3] = -1
        return
    clear_reactors(s)
    s.reacted[hero, reactor] = 1
    s.entry = after_reactions(s)
    if roll(s, Stream.REACTION, D20) <= ability(s, reactor // 2, reactor % 2, INITIATIVE):
        hex = s.hero_hex[seat, hero]
        origin = s.hero_hex[reactor // 2, reactor % 2]
        start_battle(s, r, Cause.HERO_REACTION, hex, reactor // 2, reactor % 2, seat, commander(s, seat, hex), -1, origin)


# ------------------------------------------------------------------------------------------------ reactions of guards
@kernel
def guards_react(s, r, seat, hero):
    """HVW-155..HVW-163: adjacent guards test from the highest level down until one succeeds."""
    hex = s.hero_hex[seat, hero]
    if place_at(s, hex) >= 0:
        return
    found = 0
    near = np.zeros(6, np.int64)
    value = np.zeros(6, np.int64)
    for direction in range(6):
        other = NEIGHBOUR[hex, direction]
        site = site_at(s, other) if other >= 0 else -1
        if site >= 0 and s.tried[site] == 0 and guards_at(s, site) > 0 and side_open(s, r, hex, direction):
            place = found
            while place > 0 and near[place - 1] > other:  # by hex index
                near[place] = near[place - 1]
                place -= 1
            near[place] = other
            found += 1
    for k in range(found):
        value[k] = 100 * highest_guard(s, site_at(s, near[k]))
    break_ties(s, value, found)
    for _ in range(found):
        best = -1
        for k in range(found):
            if value[k] > 0 and (best < 0 or value[k] > value[best]):
                best = k
        value[best] = 0
        site = site_at(s, near[best])
        if test_guards(s, r, site):
            start_battle(s, r, Cause.GUARD_REACTION, hex, GUARDS, -1, seat, commander(s, seat, hex), site, near[best])
            return


@kernel
def test_guards(s, r, site):
    """HVW-157, HVW-162: one attempt a turn, d20 up to twice the highest level."""
    s.tried[site] = 1
    return roll(s, Stream.REACTION, D20) <= r.tables_reaction[highest_guard(s, site) - 1]


@kernel
def wake_bystander(s, r, seat, hero, site):
    """HVW-160, HVW-161: guards that were uncovered and not beaten test against one random hero beside them."""
    from_hex = site_hex(s, site)
    found = 0
    near = np.zeros(6, np.int64)
    for other in range(s.num_players):
        for rival in range(HEROES):
            hex = s.hero_hex[other, rival]
            if s.hero_status[other, rival] != Status.ON_MAP or (other == seat and rival == hero):
                continue
            if reaches(s, r, from_hex, hex) and place_at(s, hex) < 0:
                near[found] = 2 * other + rival
                found += 1
    s.fresh = -1
    if found == 0:
        return
    chosen = near[below(s, Stream.BYSTANDER, found)]
    if test_guards(s, r, site):
        hex = s.hero_hex[chosen // 2, chosen % 2]
        start_battle(s, r, Cause.BYSTANDER, hex, GUARDS, -1, chosen // 2, commander(s, chosen // 2, hex), site, from_hex)
