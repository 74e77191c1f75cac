"""Honor in battle: special buildings strengthen the besieged, mercenaries are led to defect.

Rulebook chapters 17.3, 19.8 and 19.21. Both happen at the start of a combat round. Read `battle.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import BARBARIANS, MERCENARY, UNIT_LEVEL, Facility
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_slot
from rulebound.envs.heroes_vs_warlords.rules.stacks import DEFENDER, advanced_hits, initiative, is_free
from rulebound.envs.heroes_vs_warlords.rules.world import ask
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, DEFECTED, GUARDS, MOST_UNITS, Flag, Prompt, Step, Stream, Terrain

LEVEL_2 = 1  # index of the level of mercenaries


# ------------------------------------------------------------------------------------------------ special buildings
@kernel
def building_points(s):
    """HVW-361: stored honor points, and those of a hero who is present."""
    points = s.stored_honor[s.battle_place]
    hero = s.battle_hero[DEFENDER]
    return points + s.hero_honor[s.battle_seat[DEFENDER], hero] if hero >= 0 else points


@kernel
def most_strengthened(s, r, slot):
    """HVW-365..HVW-368: what a stack can get: points up to its level, or units or hit points to be revived."""
    if s.slot_count[DEFENDER, slot] == 0 or s.slot_flags[DEFENDER, slot] & Flag.HELPED != 0:
        return 0
    points = building_points(s)
    level = UNIT_LEVEL[s.slot_unit[DEFENDER, slot]]
    if s.faction[s.battle_place] != BARBARIANS:
        return min(points, level)
    fallen = s.slot_start[DEFENDER, slot] - s.slot_count[DEFENDER, slot]
    if advanced_hits(r):
        return max(0, min(points, fallen * level + s.slot_wounds[DEFENDER, slot], MOST_UNITS))
    return max(0, min(points // level, fallen))


@kernel
def offer_strength(s, r):
    """HVW-361, HVW-362: from the second round of a siege on, by the owner in his own home."""
    s.battle_step = Step.DEFECT_FIRST
    place = s.battle_place
    if r.modules_special_buildings == 0 or s.battle_terrain != Terrain.SIEGE or s.battle_round < 2:
        return
    if s.facility[place, Facility.SPECIAL] == 0 or s.battle_seat[DEFENDER] != place:
        return
    for slot in range(BATTLE_SLOTS):
        if most_strengthened(s, r, slot) > 0:
            s.battle_step = Step.STRENGTHEN
            ask(s, place, Prompt.STRENGTHEN)
            return


@kernel
def legal_strength(s, r, mask):
    """A stack, then how much."""
    if s.prompt == Prompt.STRENGTHEN:
        mask[ID.pass_] = 1
        for slot in range(BATTLE_SLOTS):
            mask[ID.target + slot] = most_strengthened(s, r, slot) > 0
    else:
        for number in range(most_strengthened(s, r, s.chosen)):
            mask[ID.number + number] = 1


@kernel
def apply_strength(s, r, action):
    """HVW-365..HVW-368: Blacksmith and Temple lend points for this combat, the Shaman Tent revives."""
    if action == ID.pass_:
        s.prompt = Prompt.NONE
        s.battle_step = Step.DEFECT_FIRST
        return
    if s.prompt == Prompt.STRENGTHEN:
        s.chosen = action - ID.target
        s.prompt = Prompt.STRENGTHEN_NUMBER
        return
    slot = s.chosen
    number = action - ID.number + 1
    level = UNIT_LEVEL[s.slot_unit[DEFENDER, slot]]
    s.slot_flags[DEFENDER, slot] |= Flag.HELPED
    if s.faction[s.battle_place] != BARBARIANS:
        s.slot_bonus[DEFENDER, slot] = number
        spend_honor(s, number)
    else:
        before = s.slot_count[DEFENDER, slot]
        health = before * level - s.slot_wounds[DEFENDER, slot] + (number if advanced_hits(r) else number * level)
        s.slot_count[DEFENDER, slot] = (health + level - 1) // level
        s.slot_wounds[DEFENDER, slot] = s.slot_count[DEFENDER, slot] * level - health
        s.battle_kills[DEFENDER, level - 1] -= s.slot_count[DEFENDER, slot] - before
        spend_honor(s, number if advanced_hits(r) else number * level)
    s.chosen = -1
    s.prompt = Prompt.NONE


@kernel
def spend_honor(s, points):
    """HVW-362: stored points first, then the hero's."""
    stored = min(points, s.stored_honor[s.battle_place])
    s.stored_honor[s.battle_place] -= stored
    if points > stored:
        s.hero_honor[s.battle_seat[DEFENDER], s.battle_hero[DEFENDER]] -= points - stored


# ------------------------------------------------------------------------------------------------ defection
@kernel
def mercenary_slot(s, side):
    """The first stack of mercenaries of a side, or -1."""
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0 and s.slot_unit[side, slot] == MERCENARY:
            return slot
    return -1


@kernel
def most_subverted(s, side):
    """HVW-407, HVW-414: enemy mercenaries that a side's hero has honor points for."""
    hero = s.battle_hero[side]
    if hero < 0 or s.battle_seat[side] == GUARDS:
        return 0
    slot = mercenary_slot(s, 1 - side)
    return min(s.hero_honor[s.battle_seat[side], hero], s.slot_count[1 - side, slot]) if slot >= 0 else 0


@kernel
def offer_defection(s, r, side):
    """HVW-407, HVW-413: the initiative side first, again and again while it has points and aims."""
    if r.modules_honor != 0 and r.combat_mode > 1 and most_subverted(s, side) > 0:
        ask(s, s.battle_seat[side], Prompt.DEFECT)
    else:
        s.battle_step += 1


@kernel
def apply_defection(s, r, side, action):
    """HVW-408..HVW-412: a higher total wins the mercenaries over, else they run away as losses."""
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        s.battle_step += 1
        return
    number = action - ID.number + 1
    s.hero_honor[s.battle_seat[side], s.battle_hero[side]] -= number
    first = roll(s, Stream.COMBAT, D20) + initiative(s, side)
    second = roll(s, Stream.COMBAT, D20) + initiative(s, 1 - side)
    slot = mercenary_slot(s, 1 - side)
    s.slot_count[1 - side, slot] -= number
    if s.slot_count[1 - side, slot] == 0:
        clear_slot(s, 1 - side, slot)
    if first > second:
        join_mercenaries(s, r, side, number)
    else:
        s.battle_kills[1 - side, LEVEL_2] += number


@kernel
def join_mercenaries(s, r, side, number):
    """HVW-411, HVW-412: defectors join the own stack or a free slot; those without room are lost."""
    slot = mercenary_slot(s, side)
    if slot >= 0:
        s.slot_count[side, slot] = min(r.limits_stack_max, s.slot_count[side, slot] + number)
        s.slot_start[side, slot] = max(s.slot_start[side, slot], s.slot_count[side, slot])
        return
    for free in range(BATTLE_SLOTS):
        if is_free(s, side, free):
            clear_slot(s, side, free)
            s.slot_unit[side, free] = MERCENARY
            s.slot_count[side, free] = number
            s.slot_start[side, free] = number
            s.slot_origin[side, free] = DEFECTED
            return
