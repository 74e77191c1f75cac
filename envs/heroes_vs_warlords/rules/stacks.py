"""The stacks of a battle: how they leave displays and garrisons, take hits and go home.

Rulebook chapters 8.2, 8.6, 8.10, 19.15 and 19.19. Side 0 is the original attacker, side 1 the original
defender. Read `clash.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.components import AMAZON_5, MERCENARY, NEUTRALS, NUM_LEVELS, UNIT_CLASS, UNIT_LEVEL, UnitClass
from rulebound.envs.heroes_vs_warlords.rules.heroes import INITIATIVE, ability, add_units, take_from_section
from rulebound.envs.heroes_vs_warlords.rules.setup import clear_slot
from rulebound.envs.heroes_vs_warlords.rules.world import shares_hex, site_at
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    DEFECTED,
    FROM_GARRISON,
    FROM_GUARDS,
    FROM_HERO,
    FROM_MERCENARIES,
    FROM_NATIVES,
    GUARDS,
    NUM_SECTIONS,
    Cause,
    Terrain,
)

ATTACKER, DEFENDER = 0, 1
CAVALRY = int(UnitClass.CAVALRY)
TOWER_SLOT = 5  # the first of the arena's two tower boxes
LAST_ORIGIN = FROM_GUARDS + NUM_LEVELS


# ------------------------------------------------------------------------------------------------ combat modes
@kernel
def on_display(r):
    """HVW-371: modes 2 and 4 are fought on the battle display."""
    return r.combat_mode % 2 == 0


@kernel
def advanced_hits(r):
    """HVW-371: modes 3 and 4 count hits by level."""
    return r.combat_mode >= 3


@kernel
def unit_class(r, unit):
    """HVW-069, HVW-070: ranged, cavalry or close combat."""
    if unit == AMAZON_5 and r.units_amazon_level5_cavalry != 0:
        return CAVALRY
    return UNIT_CLASS[unit]


@kernel
def initiative(s, side):
    """The commanding hero's initiative, 0 without a hero."""
    return ability(s, s.battle_seat[side], s.battle_hero[side], INITIATIVE) if s.battle_hero[side] >= 0 else 0


# ------------------------------------------------------------------------------------------------ holders
@kernel
def holder_left(s, side, origin):
    """Units of a side still with one of its holders (`slot_origin`)."""
    seat = s.battle_seat[side]
    if seat == GUARDS:
        return s.guards[s.battle_site, origin - FROM_GUARDS] if FROM_GUARDS <= origin < LAST_ORIGIN else 0
    if origin < FROM_GARRISON:
        hero = origin // NUM_SECTIONS
        return s.section_count[seat, hero, origin % NUM_SECTIONS] if fights_along(s, side, hero) else 0
    if side == ATTACKER or origin >= FROM_GUARDS:
        return 0
    place = s.battle_place
    if origin < FROM_NATIVES:
        if place >= 0:
            return s.place_garrison[place, origin - FROM_GARRISON]
        return s.garrison[garrison_site(s), origin - FROM_GARRISON] if s.battle_terrain == Terrain.RESOURCE else 0
    if place < 0:
        return 0
    return s.natives[place, origin - FROM_NATIVES] if origin < FROM_MERCENARIES else s.mercenaries[place]


@kernel
def garrison_site(s):
    """The Resource whose garrison defends it; guards that react have come from another site."""
    return site_at(s, s.battle_hex)


@kernel
def fights_along(s, side, hero):
    """HVW-195: the commander, and on the defending side the other hero in the hex."""
    commander = s.battle_hero[side]
    return commander == hero or (side == DEFENDER and commander >= 0 and shares_hex(s, s.battle_seat[side], commander))


@kernel
def holder_kind(s, side, origin):
    """The unit that a holder keeps."""
    seat = s.battle_seat[side]
    if origin >= FROM_GUARDS:
        return NEUTRALS * NUM_LEVELS + origin - FROM_GUARDS + 1
    if origin < FROM_GARRISON:
        return s.section_unit[seat, origin // NUM_SECTIONS, origin % NUM_SECTIONS]
    if origin < FROM_NATIVES:
        return s.faction[seat] * NUM_LEVELS + origin - FROM_GARRISON + 1
    return s.faction[s.battle_place] * NUM_LEVELS + origin - FROM_NATIVES + 1 if origin < FROM_MERCENARIES else MERCENARY


@kernel
def change_left(s, side, origin, change):
    """Units leave a holder for a slot, or come back. A section in battle keeps its kind."""
    seat = s.battle_seat[side]
    place = s.battle_place
    if origin >= FROM_GUARDS:
        s.guards[s.battle_site, origin - FROM_GUARDS] += change
    elif origin < FROM_GARRISON:
        s.section_count[seat, origin // NUM_SECTIONS, origin % NUM_SECTIONS] += change
    elif origin < FROM_NATIVES:
        if place >= 0:
            s.place_garrison[place, origin - FROM_GARRISON] += change
        else:
            s.garrison[garrison_site(s), origin - FROM_GARRISON] += change
    elif origin < FROM_MERCENARIES:
        s.natives[place, origin - FROM_NATIVES] += change
    else:
        s.mercenaries[place] += change


@kernel
def origin_in_order(s, side, k):
    """HVW-197: holders in the order of deployment: sections, garrison and natives by falling level, mercenaries."""
    if s.battle_seat[side] == GUARDS:
        return FROM_GUARDS + k if k < NUM_LEVELS else LAST_ORIGIN
    if k < FROM_GARRISON:  # the commander's sections first
        return FROM_HERO + (k + NUM_SECTIONS * max(0, s.battle_hero[side])) % FROM_GARRISON
    if k < FROM_NATIVES:
        return FROM_GARRISON + FROM_NATIVES - 1 - k
    return FROM_NATIVES + FROM_MERCENARIES - 1 - k if k < FROM_MERCENARIES else FROM_MERCENARIES


@kernel
def next_origin(s, side):
    """The holder from which the next stack comes, or -1 if the reserve is empty."""
    for k in range(FROM_MERCENARIES + 1):
        origin = origin_in_order(s, side, k)
        if origin < LAST_ORIGIN and holder_left(s, side, origin) > 0:
            return origin
    return -1


@kernel
def is_free(s, side, slot):
    """An empty slot, but not the box of a tower that was manned: nobody enters a tower later."""
    return s.slot_count[side, slot] == 0 and (side == ATTACKER or slot < TOWER_SLOT or s.manned[slot - TOWER_SLOT] == 0)


@kernel
def take_slot(s, r, side, slot, origin):
    """A stack as large as allowed leaves a holder for a slot."""
    number = min(holder_left(s, side, origin), r.limits_stack_max)
    clear_slot(s, side, slot)
    s.slot_unit[side, slot] = holder_kind(s, side, origin)
    s.slot_count[side, slot] = number
    s.slot_start[side, slot] = number
    s.slot_origin[side, slot] = origin
    change_left(s, side, origin, -number)


@kernel
def fill_slots(s, r, side, slots):
    """HVW-191, HVW-194: empty slots take the next stacks, as large as allowed; the rest waits in reserve."""
    for slot in range(slots):
        if is_free(s, side, slot):
            origin = next_origin(s, side)
            if origin < 0:
                return
            take_slot(s, r, side, slot, origin)


@kernel
def in_slots(s, side):
    """Some stack of a side stands in the battle."""
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0:
            return True
    return False


@kernel
def side_alive(s, side):
    """HVW-194, HVW-253: a side is beaten when slots and reserve are empty."""
    return in_slots(s, side) or next_origin(s, side) >= 0


@kernel
def stacks_alive(s, side):
    """Stacks of a side in its slots."""
    stacks = 0
    for slot in range(BATTLE_SLOTS):
        stacks += s.slot_count[side, slot] > 0
    return stacks


@kernel
def return_units(s, r, side):
    """HVW-262, HVW-460: survivors go back, healed; defectors take a section of the commander or are lost."""
    seat = s.battle_seat[side]
    hero = s.battle_hero[side]
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0 and s.slot_origin[side, slot] != DEFECTED:
            change_left(s, side, s.slot_origin[side, slot], s.slot_count[side, slot])
    if seat == GUARDS:
        return
    for other in range(2):
        for section in range(NUM_SECTIONS):
            take_from_section(s, seat, other, section, 0)
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0 and s.slot_origin[side, slot] == DEFECTED and hero >= 0:
            add_units(s, r, seat, hero, MERCENARY, s.slot_count[side, slot])


# ------------------------------------------------------------------------------------------------ hits
@kernel
def hit_points(s, r, side, slot):
    """HVW-218, HVW-435: hits that a stack can take."""
    if not advanced_hits(r):
        return s.slot_count[side, slot]
    return s.slot_count[side, slot] * UNIT_LEVEL[s.slot_unit[side, slot]] - s.slot_wounds[side, slot]


@kernel
def take_hits(s, r, side, slot, hits):
    """HVW-217, HVW-218, HVW-435, HVW-436: as many units as possible die, the rest is a wound or lost."""
    level = UNIT_LEVEL[s.slot_unit[side, slot]]
    kills = hits
    if advanced_hits(r):
        total = s.slot_wounds[side, slot] + hits
        kills = total // level
        s.slot_wounds[side, slot] = total % level
    remove_units(s, side, slot, min(kills, s.slot_count[side, slot]))


@kernel
def remove_units(s, side, slot, kills):
    """Units die; a destroyed stack leaves its slot empty and counts for honor."""
    level = UNIT_LEVEL[s.slot_unit[side, slot]]
    s.battle_kills[side, level - 1] += kills
    s.slot_count[side, slot] -= kills
    if s.slot_count[side, slot] == 0:
        s.battle_stacks[side, level - 1] += 1
        clear_slot(s, side, slot)


# ------------------------------------------------------------------------------------------------ who decides
@kernel
def deciding_seat(s, side):
    """HVW-165, HVW-188: the seat that plays a side; guards are played by the left neighbour of their opponent."""
    seat = s.battle_seat[side]
    if seat != GUARDS:
        return seat
    seat = s.battle_seat[1 - side]
    for distance in range(1, s.num_players):
        other = (seat + distance) % s.num_players
        if s.alive[other] != 0:
            return other
    return seat


@kernel
def is_scripted(s, r, side):
    """HVW-189: guards play by themselves."""
    return s.battle_seat[side] == GUARDS and r.combat_guards_controller != 0


@kernel
def is_guard_reaction(s):
    """Guards attack a hero outside their hex."""
    return s.battle_cause == Cause.GUARD_REACTION or s.battle_cause == Cause.BYSTANDER
