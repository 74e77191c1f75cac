"""One attack: the dice, the totals, the tribes' skills, the hits and the hits in return.

Rulebook chapters 8.5, 8.6, 8.7.2, 16.1.3 to 16.1.5 and 19.10 to 19.16. Read `arena.py` and `display.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import (
    AMAZONS,
    BARBARIANS,
    CITY_CELL,
    GROUND,
    KNIGHTS,
    ROWS,
    UNIT_LEVEL,
    WALL_AT,
    Facility,
    Ground,
    UnitClass,
)
from rulebound.envs.heroes_vs_warlords.rules.heroes import ATTACK, DEFENSE, TRIBAL, ability
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_clash
from rulebound.envs.heroes_vs_warlords.rules.stacks import (
    ATTACKER,
    DEFENDER,
    TOWER_SLOT,
    advanced_hits,
    hit_points,
    next_origin,
    on_display,
    stacks_alive,
    take_hits,
    unit_class,
)
from rulebound.envs.heroes_vs_warlords.rules.world import ask
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Clash, Flag, Prompt, Stream, Terrain

TOWER_TARGET = 9  # the towers among the targets of a breach
DESTROYED = 2


# ------------------------------------------------------------------------------------------------ towers and bonuses
@kernel
def towers_built(s, place):
    """HVW-082: constructed towers of a place."""
    return s.facility[place, Facility.TOWER_1] + s.facility[place, Facility.TOWER_2]


@kernel
def works_level(s, place):
    """HVW-078, HVW-079: the level of the defensive works, from 1."""
    return 1 + s.facility[place, Facility.WALL_2] + s.facility[place, Facility.WALL_3]


@kernel
def in_tower(s, r, side, slot):
    """The stack stands in a constructed tower that is not destroyed."""
    if side != DEFENDER or s.battle_terrain != Terrain.SIEGE:
        return False
    if not on_display(r):
        return slot >= TOWER_SLOT and s.manned[slot - TOWER_SLOT] != 0 and s.wall[TOWER_TARGET + slot - TOWER_SLOT] < DESTROYED
    cell = s.slot_cell[side, slot]
    target = WALL_AT[cell] if cell >= 0 else -1
    return target >= TOWER_TARGET and towers_built(s, s.battle_place) > target - TOWER_TARGET and s.wall[target] < DESTROYED


@kernel
def location_bonus(s, r, side, slot):
    """HVW-084, HVW-239..HVW-244, HVW-392, HVW-396, HVW-444, HVW-455: what the place adds for the original defender."""
    if side != DEFENDER:
        return 0
    if s.battle_terrain == Terrain.RESOURCE:
        home = s.battle_seat[DEFENDER]
        towers = towers_built(s, home) if s.place_owner[home] == home + 1 else 0
        return r.towers_resource_bonus[towers - 1] if towers > 0 else 0
    if s.battle_terrain != Terrain.SIEGE:
        return 0
    bonus = r.works_bonus[works_level(s, s.battle_place) - 1]
    if on_display(r):
        return bonus if CITY_CELL[s.slot_cell[side, slot]] != 0 else 0
    if in_tower(s, r, side, slot):
        bonus = max(bonus, r.towers_stack_bonus[towers_built(s, s.battle_place) - 1])
    return bonus


@kernel
def ground_under(s, r, side, slot):
    """HVW-378: stones, woods and fords count in mode 4 only."""
    return GROUND[1 if s.battle_terrain == Terrain.SIEGE else 0, s.slot_cell[side, slot]] if r.combat_mode == 4 else 0


@kernel
def hero_value(s, r, side, slot, kind):
    """HVW-215, HVW-433: a hero helps every stack in close combat, on the display not the ranged ones."""
    if s.battle_hero[side] < 0 or (on_display(r) and unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED):
        return 0
    return ability(s, s.battle_seat[side], s.battle_hero[side], kind)


@kernel
def building_bonus(s, side, slot, faction):
    """HVW-365, HVW-368: points of the Blacksmith (attack, Knights) or the Temple (defense, Amazons)."""
    seat = s.battle_seat[side]
    return s.slot_bonus[side, slot] if seat != GUARDS and s.faction[seat] == faction else 0


@kernel
def attack_total(s, r, side, slot, target, ranged):
    """HVW-208, HVW-210, HVW-212, HVW-387, HVW-433: what the attacking stack adds to its die."""
    unit = s.slot_unit[side, slot]
    value = r.units_attack[unit - 1] + building_bonus(s, side, slot, KNIGHTS)
    if ranged != 0:
        return value - (ground_under(s, r, 1 - side, target) == Ground.WOODS)
    if on_display(r) and unit_class(r, unit) == UnitClass.RANGED:
        return value // 2
    return value + hero_value(s, r, side, slot, ATTACK)


@kernel
def defense_total(s, r, side, slot, ranged, earlier):
    """HVW-211, HVW-212, HVW-387, HVW-432: what the attacked stack adds; `earlier` attackers came before."""
    value = location_bonus(s, r, side, slot)
    if ranged != 0:
        return value
    value += r.units_defense[s.slot_unit[side, slot] - 1] + hero_value(s, r, side, slot, DEFENSE)
    value += building_bonus(s, side, slot, AMAZONS) + (ground_under(s, r, side, slot) == Ground.WOODS)
    if r.combat_mode == 4:
        value -= min(earlier * r.tables_several_attackers[0], r.tables_several_attackers[1])
    return value


# ------------------------------------------------------------------------------------------------ the attack
@kernel
def begin_clash(s, r, side, slot, target, ranged, earlier):
    """HVW-216: the attacker or shooter rolls first, then the other side."""
    s.battle_acted = 1
    s.clash = Clash.ROLLED
    s.clash_side = side
    s.clash_slot = slot
    s.clash_target = target
    s.clash_ranged = ranged
    first = roll(s, Stream.COMBAT, D20)
    second = roll(s, Stream.COMBAT, D20)
    s.clash_total[0] = first + attack_total(s, r, side, slot, target, ranged)
    s.clash_total[1] = second + defense_total(s, r, 1 - side, target, ranged, earlier)
    if ranged != 0:
        s.slot_flags[side, slot] |= Flag.FIRED


@kernel
def clash_slot_of(s, side):
    """The stack of a side that takes part in the attack."""
    return s.clash_slot if side == s.clash_side else s.clash_target


@kernel
def resolve_clash(s, r):
    """One part of an attack, up to the next question about a skill."""
    if s.clash == Clash.ROLLED:
        side = skilled_side(s, r, AMAZONS)
        s.clash = Clash.HITS
        if side >= 0 and cleverness_helps(s, side):
            ask_skill(s, side, Clash.ROLLED)
    elif s.clash == Clash.HITS:
        count_hits(s, r)
    elif s.clash == Clash.FURY:
        side = skilled_side(s, r, BARBARIANS)
        s.clash = Clash.SUFFERED
        loser = s.clash_loser
        if side >= 0 and side != loser and s.clash_hits < hit_points(s, r, loser, clash_slot_of(s, loser)):
            ask_skill(s, side, Clash.FURY)
    elif s.clash == Clash.SUFFERED:
        s.clash = Clash.STRUCK
        if experience_helps(s, r):
            ask_skill(s, s.clash_loser, Clash.SUFFERED)
    elif s.clash == Clash.STRUCK:
        strike(s, r)
    elif s.clash == Clash.ATTRITION:
        s.clash = Clash.RETURNED
        if experience_helps(s, r):
            ask_skill(s, s.clash_loser, Clash.ATTRITION)
    else:
        if s.clash_hits > 0:
            take_hits(s, r, s.clash_loser, clash_slot_of(s, s.clash_loser), s.clash_hits)
        clear_clash(s)


@kernel
def count_hits(s, r):
    """HVW-209, HVW-213, HVW-229, HVW-434, HVW-445: who is hit, and how often."""
    lead = s.clash_total[0] - s.clash_total[1]
    if lead == 0 or (lead < 0 and s.clash_ranged != 0):
        clear_clash(s)
        return
    winner = s.clash_side if lead > 0 else 1 - s.clash_side
    slot = clash_slot_of(s, winner)
    loser = 1 - winner
    hits = s.slot_count[winner, slot]
    if advanced_hits(r):
        hits = fire_hits(s, r, winner, slot) if s.clash_ranged != 0 else hits * UNIT_LEVEL[s.slot_unit[winner, slot]]
    if in_tower(s, r, loser, clash_slot_of(s, loser)):
        hits = hits // 2 if on_display(r) else (hits + 1) // 2
    s.clash_loser = loser
    s.clash_hits = hits
    if hits > 0:
        s.clash = Clash.FURY
    else:
        clear_clash(s)


@kernel
def fire_hits(s, r, side, slot):
    """HVW-426, HVW-450, HVW-451: hits of advanced fire; from a tower of the display they fall off with distance."""
    number = s.slot_count[side, slot]
    unit = s.slot_unit[side, slot]
    full = number * UNIT_LEVEL[unit]
    if not on_display(r) or not in_tower(s, r, side, slot):
        return full
    reach = printed_range(r, unit)
    distance = cell_distance(s.slot_cell[side, slot], s.slot_cell[1 - side, s.clash_target])
    if distance <= reach:
        return full
    return full // 2 if distance <= 2 * reach and r.combat_tower_fire_bands == 0 else number


@kernel
def printed_range(r, unit):
    """HVW-424: half the attack value, rounded up."""
    return (r.units_attack[unit - 1] + r.units_range_divisor - 1) // r.units_range_divisor


@kernel
def cell_distance(a, b):
    """HVW-377: steps between two cells of the display."""
    q = a // ROWS - b // ROWS
    row = a % ROWS - b % ROWS
    return max(abs(q), abs(row), abs(q + row))


@kernel
def strike(s, r):
    """HVW-438, HVW-439: the hits are taken; in advanced close combat some come back."""
    loser = s.clash_loser
    slot = clash_slot_of(s, loser)
    taken = min(s.clash_hits, hit_points(s, r, loser, slot))
    if taken > 0:
        take_hits(s, r, loser, slot, taken)
    returned = taken // r.tables_attrition_divisor if advanced_hits(r) and s.clash_ranged == 0 else 0
    winner = 1 - loser
    if stacks_alive(s, winner) == 1 and next_origin(s, winner) < 0:  # attrition spares the last unit of a side
        returned = min(returned, hit_points(s, r, winner, clash_slot_of(s, winner)) - 1)
    if returned > 0:
        s.clash = Clash.ATTRITION
        s.clash_loser = winner
        s.clash_hits = returned
    else:
        clear_clash(s)


# ------------------------------------------------------------------------------------------------ skills of the tribes
@kernel
def skilled_side(s, r, faction):
    """HVW-345..HVW-348: the side of a tribe whose hero has its skill and has not used it in this combat, or -1."""
    if r.modules_skills == 0:
        return -1
    for side in range(2):
        seat = s.battle_seat[side]
        hero = s.battle_hero[side]
        unused = seat != GUARDS and hero >= 0 and s.battle_skilled[side] == 0
        if unused and s.faction[seat] == faction and s.skill[seat, hero, TRIBAL] > 0:
            return side
    return -1


@kernel
def tribe_skill(s, side):
    """The level of the tribe's skill."""
    return s.skill[s.battle_seat[side], s.battle_hero[side], TRIBAL]


@kernel
def cleverness_helps(s, side):
    """HVW-347, HVW-348: a higher total would turn a loss or a tie; the target of fire has no total."""
    if s.clash_ranged != 0:
        return side == s.clash_side and s.clash_total[0] <= s.clash_total[1] < s.clash_total[0] + tribe_skill(s, side)
    own = s.clash_total[0 if side == s.clash_side else 1]
    other = s.clash_total[1 if side == s.clash_side else 0]
    return (own < other or own == other) and own + tribe_skill(s, side) >= other


@kernel
def experience_helps(s, r):
    """HVW-345, HVW-349: fewer hits would leave more of the own stack."""
    side = s.clash_loser
    if skilled_side(s, r, KNIGHTS) != side:
        return False
    return s.clash_hits - tribe_skill(s, side) < hit_points(s, r, side, clash_slot_of(s, side))


@kernel
def ask_skill(s, side, moment):
    """Ask a hero's owner; `clash` keeps the moment until he has answered."""
    s.clash = moment
    ask(s, s.battle_seat[side], Prompt.TRIBE_SKILL)


@kernel
def apply_skill(s, action):
    """HVW-345..HVW-347: use the skill on this attack, or keep it."""
    moment = s.clash
    s.prompt = Prompt.NONE
    side = ATTACKER if s.battle_seat[ATTACKER] == s.seat else DEFENDER
    if action == ID.yes:
        points = tribe_skill(s, side)
        s.battle_skilled[side] = 1
        if moment == Clash.ROLLED:
            s.clash_total[0 if side == s.clash_side else 1] += points
        elif moment == Clash.FURY:
            s.clash_hits += points
        else:
            s.clash_hits = max(0, s.clash_hits - points)
    # Asked or not, the attack goes on behind the moment of this skill.
    if moment == Clash.ROLLED:
        s.clash = Clash.HITS
    elif moment == Clash.FURY:
        s.clash = Clash.SUFFERED
    elif moment == Clash.SUFFERED:
        s.clash = Clash.STRUCK
    else:
        s.clash = Clash.RETURNED
