"""The arena: boxes without positions, targets, sieges with one wall and two tower boxes.

Rulebook chapters 8.2 to 8.4 and 8.7, combat modes 1 and 3. In a siege slots 5 and 6 of the defender are the
tower boxes. Read `display.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import UNIT_LEVEL, UnitClass
from rulebound.envs.heroes_vs_warlords.rules.clash import (
    DESTROYED,
    TOWER_TARGET,
    begin_clash,
    in_tower,
    towers_built,
    works_level,
)
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_slot
from rulebound.envs.heroes_vs_warlords.rules.stacks import (
    ATTACKER,
    DEFENDER,
    TOWER_SLOT,
    change_left,
    deciding_seat,
    fill_slots,
    holder_kind,
    holder_left,
    is_scripted,
    origin_in_order,
    remove_units,
    take_slot,
    unit_class,
)
from rulebound.envs.heroes_vs_warlords.rules.world import ask, is_camp
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, FROM_MERCENARIES, Prompt, Step, Stream, Terrain

ARENA_WALL = 0


# ------------------------------------------------------------------------------------------------ manning the towers
@kernel
def may_man(s, r, tower, slot):
    """HVW-220: a ranged stack that is not yet in a tower."""
    taken = slot >= TOWER_SLOT and s.manned[slot - TOWER_SLOT] != 0
    return s.slot_count[DEFENDER, slot] > 0 and not taken and unit_class(r, s.slot_unit[DEFENDER, slot]) == UnitClass.RANGED


@kernel
def ranged_stacks(s, r):
    """Ranged stacks of the defender, one of the reserve included."""
    stacks = 1 if shooters_in_reserve(s, r) >= 0 else 0
    for slot in range(BATTLE_SLOTS):
        stacks += s.slot_count[DEFENDER, slot] > 0 and unit_class(r, s.slot_unit[DEFENDER, slot]) == UnitClass.RANGED
    return stacks


@kernel
def shooters_in_reserve(s, r):
    """The first holder of ranged units of the defender that found no box, or -1."""
    for k in range(FROM_MERCENARIES + 1):
        origin = origin_in_order(s, DEFENDER, k)
        if holder_left(s, DEFENDER, origin) > 0 and unit_class(r, holder_kind(s, DEFENDER, origin)) == UnitClass.RANGED:
            return origin
    return -1


@kernel
def stand_back(s, slot):
    """A stack of the defender goes back into reserve, before the first round."""
    change_left(s, DEFENDER, s.slot_origin[DEFENDER, slot], s.slot_count[DEFENDER, slot])
    clear_slot(s, DEFENDER, slot)


@kernel
def call_shooters(s, r, tower):
    """HVW-198: shooters of the reserve come to the box of a tower; the stack that stood there goes back."""
    origin = shooters_in_reserve(s, r)
    if origin < 0:
        return False
    stand_back(s, TOWER_SLOT + tower)
    take_slot(s, r, DEFENDER, TOWER_SLOT + tower, origin)
    return True


@kernel
def line_up_again(s, r):
    """HVW-197: a tower stays empty: all boxes but those of manned towers are filled in the general order."""
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[DEFENDER, slot] > 0 and (slot < TOWER_SLOT or s.manned[slot - TOWER_SLOT] == 0):
            stand_back(s, slot)
    fill_slots(s, r, DEFENDER, BATTLE_SLOTS)


@kernel
def man_towers(s, r):
    """HVW-192, HVW-198, HVW-220..HVW-223: the defender mans constructed towers, one after the other."""
    if s.battle_terrain == Terrain.SIEGE:
        while s.battle_cursor < towers_built(s, s.battle_place):
            for slot in range(BATTLE_SLOTS):
                if may_man(s, r, s.battle_cursor, slot):
                    ask(s, s.battle_seat[DEFENDER], Prompt.MAN_TOWER)
                    return
            if call_shooters(s, r, s.battle_cursor):
                ask(s, s.battle_seat[DEFENDER], Prompt.MAN_TOWER)
                return
            s.battle_cursor += 1
        close_ranks(s)
    s.battle_cursor = 0
    s.battle_step = Step.OPENING


@kernel
def apply_man(s, r, action):
    """HVW-222, HVW-223: a stack goes into the tower; the only one may be split over both."""
    s.prompt = Prompt.NONE
    tower = s.battle_cursor
    if action == ID.pass_:
        line_up_again(s, r)
    else:
        swap_slots(s, action - ID.target, TOWER_SLOT + tower)
        s.manned[tower] = 1
        only = tower == 0 and towers_built(s, s.battle_place) == 2 and ranged_stacks(s, r) == 1
        if only and s.slot_count[DEFENDER, TOWER_SLOT] >= 2:
            ask(s, s.seat, Prompt.SPLIT)
            return
    s.battle_cursor += 1


@kernel
def apply_split(s, action):
    """HVW-222: the larger half stays in tower 0, the other half mans tower 1, whose box is cleared for it."""
    s.prompt = Prompt.NONE
    s.battle_cursor = 2
    if action != ID.yes:
        return
    free = BATTLE_SLOTS - 1
    while free > 0 and s.slot_count[DEFENDER, free] > 0:
        free -= 1
    if s.slot_count[DEFENDER, free] == 0:
        swap_slots(s, TOWER_SLOT + 1, free)
    else:
        stand_back(s, TOWER_SLOT + 1)
    number = s.slot_count[DEFENDER, TOWER_SLOT]
    clear_slot(s, DEFENDER, TOWER_SLOT + 1)
    s.slot_unit[DEFENDER, TOWER_SLOT + 1] = s.slot_unit[DEFENDER, TOWER_SLOT]
    s.slot_origin[DEFENDER, TOWER_SLOT + 1] = s.slot_origin[DEFENDER, TOWER_SLOT]
    s.slot_count[DEFENDER, TOWER_SLOT + 1] = number // 2
    s.slot_start[DEFENDER, TOWER_SLOT + 1] = number // 2
    s.slot_count[DEFENDER, TOWER_SLOT] = number - number // 2
    s.slot_start[DEFENDER, TOWER_SLOT] = number - number // 2
    s.manned[1] = 1


@kernel
def swap_slots(s, a, b):
    """Two stacks of the defender change their boxes, before the first round."""
    unit = s.slot_unit[DEFENDER, a]
    count = s.slot_count[DEFENDER, a]
    start = s.slot_start[DEFENDER, a]
    origin = s.slot_origin[DEFENDER, a]
    wounds = s.slot_wounds[DEFENDER, a]
    s.slot_unit[DEFENDER, a] = s.slot_unit[DEFENDER, b]
    s.slot_count[DEFENDER, a] = s.slot_count[DEFENDER, b]
    s.slot_start[DEFENDER, a] = s.slot_start[DEFENDER, b]
    s.slot_origin[DEFENDER, a] = s.slot_origin[DEFENDER, b]
    s.slot_wounds[DEFENDER, a] = s.slot_wounds[DEFENDER, b]
    s.slot_unit[DEFENDER, b] = unit
    s.slot_count[DEFENDER, b] = count
    s.slot_start[DEFENDER, b] = start
    s.slot_origin[DEFENDER, b] = origin
    s.slot_wounds[DEFENDER, b] = wounds


@kernel
def close_ranks(s):
    """HVW-199: stacks behind the wall fill the five boxes before they use the box of an unused tower."""
    for slot in range(TOWER_SLOT):
        if s.slot_count[DEFENDER, slot] == 0:
            for tower in range(2):
                if s.manned[tower] == 0 and s.slot_count[DEFENDER, TOWER_SLOT + tower] > 0:
                    swap_slots(s, slot, TOWER_SLOT + tower)
                    break


# ------------------------------------------------------------------------------------------------ attacks
@kernel
def melee_stacks(s, r, side):
    """HVW-207: living cavalry and close combat stacks in the slots of a side."""
    stacks = 0
    for slot in range(BATTLE_SLOTS):
        stacks += s.slot_count[side, slot] > 0 and unit_class(r, s.slot_unit[side, slot]) != UnitClass.RANGED
    return stacks


@kernel
def may_attack(s, r, side, slot, target):
    """HVW-204..HVW-206, HVW-224..HVW-226, HVW-230: whom a stack may attack in the arena."""
    if s.slot_count[1 - side, target] == 0:
        return False
    ranged = unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED
    target_in_tower = in_tower(s, r, 1 - side, target)
    if s.battle_terrain == Terrain.SIEGE and s.wall[ARENA_WALL] < DESTROYED:
        if side == ATTACKER:
            return ranged and target_in_tower
        return in_tower(s, r, side, slot)
    if ranged:
        return True
    if target_in_tower:
        return False
    if unit_class(r, s.slot_unit[1 - side, target]) != UnitClass.RANGED:
        return True
    return melee_stacks(s, r, side) > melee_stacks(s, r, 1 - side)


@kernel
def heaviest_target(s, r, side, slot):
    """HVW-189: the legal target with most count x level, lowest slot on ties; -1 without one."""
    best = -1
    most = 0
    for target in range(BATTLE_SLOTS):
        weight = s.slot_count[1 - side, target] * UNIT_LEVEL[s.slot_unit[1 - side, target]]
        if weight > most and may_attack(s, r, side, slot, target):
            most = weight
            best = target
    return best


@kernel
def arena_step(s, r, side, kind):
    """HVW-200, HVW-203: the stacks of one class act once each, in slot order; losses count at once."""
    while s.battle_cursor < BATTLE_SLOTS:
        slot = s.battle_cursor
        if s.slot_count[side, slot] > 0 and unit_class(r, s.slot_unit[side, slot]) == kind:
            target = heaviest_target(s, r, side, slot)
            if target >= 0 and not is_scripted(s, r, side):
                ask(s, deciding_seat(s, side), Prompt.ATTACK)
                return
            if target >= 0:
                s.battle_cursor += 1
                begin_clash(s, r, side, slot, target, 1 if kind == UnitClass.RANGED else 0, 0)
                return
        s.battle_cursor += 1
    s.battle_cursor = 0
    s.battle_step += 1


@kernel
def apply_attack(s, r, side, kind, action):
    """A stack attacks, or lets its turn pass."""
    slot = s.battle_cursor
    s.prompt = Prompt.NONE
    s.battle_cursor += 1
    if action != ID.pass_:
        begin_clash(s, r, side, slot, action - ID.target, 1 if kind == UnitClass.RANGED else 0, 0)


# ------------------------------------------------------------------------------------------------ breaching
@kernel
def standing_tower(s):
    """The tower that a strike falls on: the only manned one left, or the damaged one; 2 if A chooses, else -1."""
    first = s.manned[0] != 0 and s.wall[TOWER_TARGET] < DESTROYED
    second = s.manned[1] != 0 and s.wall[TOWER_TARGET + 1] < DESTROYED
    if first and second:
        if s.wall[TOWER_TARGET] > 0:
            return 0
        return 1 if s.wall[TOWER_TARGET + 1] > 0 else 2
    if first:
        return 0
    return 1 if second else -1


@kernel
def structure_points(s, r, place):
    """HVW-078, HVW-079: structure points of the defensive works."""
    return r.works_points[1 if is_camp(s, place) else 0, works_level(s, place) - 1]


@kernel
def breach_result(s, r):
    """HVW-067, HVW-231, HVW-233: d20 + level of the hero: 2 destroys, 1 damages, 0 does nothing."""
    seat = s.battle_seat[ATTACKER]
    total = roll(s, Stream.COMBAT, D20) + s.hero_level[seat, s.battle_hero[ATTACKER]]
    points = structure_points(s, r, s.battle_place)
    return 2 if total >= points else 1 if 2 * total >= points else 0


@kernel
def offer_arena_breach(s, r):
    """HVW-224, HVW-231, HVW-232, HVW-237: the attacking hero may try the wall, later the tower that is left."""
    s.battle_step = Step.RANGED_FIRST
    if s.battle_terrain != Terrain.SIEGE or s.battle_hero[ATTACKER] < 0:
        return
    tower = standing_tower(s)
    if s.wall[ARENA_WALL] < DESTROYED or (tower >= 0 and s.slot_count[DEFENDER, TOWER_SLOT + tower % 2] > 0):
        ask(s, s.battle_seat[ATTACKER], Prompt.BREACH)


@kernel
def apply_breach(s, r, action):
    """HVW-227, HVW-228, HVW-231..HVW-237: the roll, its effect on the wall and the tower that is struck with it."""
    s.prompt = Prompt.NONE
    if action != ID.yes:
        return
    s.battle_acted = 1
    result = breach_result(s, r)
    if result == 0:
        return
    if s.wall[ARENA_WALL] < DESTROYED:
        s.wall[ARENA_WALL] = min(DESTROYED, s.wall[ARENA_WALL] + result)
        result = s.wall[ARENA_WALL]
    tower = standing_tower(s)
    if tower == 2:
        s.aim = result
        ask(s, s.battle_seat[ATTACKER], Prompt.TOWER)
    elif tower >= 0:
        strike_tower(s, TOWER_TARGET + tower, TOWER_SLOT + tower, result)


@kernel
def apply_tower(s, action):
    """HVW-228: the attacker picks one of two whole towers."""
    tower = action - ID.tower
    s.prompt = Prompt.NONE
    strike_tower(s, TOWER_TARGET + tower, TOWER_SLOT + tower, s.aim)
    s.aim = -1


@kernel
def strike_tower(s, target, slot, result):
    """HVW-227, HVW-236, HVW-238, HVW-456: a damaged tower loses half its units, a destroyed one all."""
    s.wall[target] = min(DESTROYED, s.wall[target] + result)
    if slot >= 0 and s.slot_count[DEFENDER, slot] > 0:
        number = s.slot_count[DEFENDER, slot]
        kills = number if s.wall[target] == DESTROYED else number // 2
        if kills > 0:
            remove_units(s, DEFENDER, slot, kills)
