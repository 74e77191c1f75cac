"""Heroes and their displays: abilities, experience, skills, armies, quests' progress and transfers of units.

Rulebook chapters 4, 8.11, 16.1, 17.2 and 19.20. Read `setup.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import GARRISON, ID, NUM_HOLDERS, OTHER, POOL
from rulebound.envs.heroes_vs_warlords.components import MARKER_BONUS, MERCENARY, SITE_OBJECTIVE, Objective, QuestEvent
from rulebound.envs.heroes_vs_warlords.rules.world import (
    army_size,
    ask,
    is_resource,
    owns_place_at,
    recruitment_seat,
    shares_hex,
    site_at,
    store,
    treasury,
)
from rulebound.envs.heroes_vs_warlords.state import HEROES, MOST_EXPERIENCE, MOST_UNITS, NUM_SECTIONS, Prompt

ATTACK, DEFENSE, INITIATIVE, MOVEMENT = range(4)
TRADE, DIPLOMATIC, TRIBAL = range(3)  # skills


# ------------------------------------------------------------------------------------------------ abilities
@kernel
def ability(s, seat, hero, kind):
    """HVW-028: an ability with equipment; markers 2k and 2k + 1 raise ability k."""
    first = s.equipment[seat, hero, 2 * kind] * MARKER_BONUS[2 * kind]
    return s.ability[seat, hero, kind] + first + s.equipment[seat, hero, 2 * kind + 1] * MARKER_BONUS[2 * kind + 1]


@kernel
def level_price(s, r, seat, hero):
    """HVW-265, HVW-462, HVW-463: experience for the next level."""
    return r.experience_per_level_basic if r.combat_mode == 1 else r.experience_per_level_advanced * s.hero_level[seat, hero]


@kernel
def gain_experience(s, r, seat, hero, points):
    """HVW-265, HVW-267, HVW-339: experience turns into levels at once; each raises an ability, and a skill."""
    s.hero_ep[seat, hero] = min(MOST_EXPERIENCE, s.hero_ep[seat, hero] + points)
    while s.hero_level[seat, hero] < r.limits_hero_level and s.hero_ep[seat, hero] >= level_price(s, r, seat, hero):
        s.hero_ep[seat, hero] -= level_price(s, r, seat, hero)
        s.hero_level[seat, hero] += 1
        s.ability_points[seat, hero] += 1
        s.pending = 1
        if r.modules_skills != 0:
            s.skill_points[seat, hero] += 1


@kernel
def gain_honor(s, r, seat, hero, points):
    """HVW-464, HVW-465: honor points up to the limit."""
    if r.modules_honor != 0:
        s.hero_honor[seat, hero] = max(s.hero_honor[seat, hero], min(r.limits_honor, s.hero_honor[seat, hero] + points))


@kernel
def can_raise_ability(s, r, seat, hero):
    """HVW-045: some ability is below its limit."""
    for kind in range(4):
        if s.ability[seat, hero, kind] < r.limits_ability:
            return True
    return False


@kernel
def can_raise_skill(s, r, seat, hero):
    """HVW-340: some skill is below its limit."""
    for kind in range(3):
        if s.skill[seat, hero, kind] < r.limits_skill:
            return True
    return False


@kernel
def ask_growth(s, r):
    """Ask for the next ability or skill to be raised; False if none is due. Points without use are dropped."""
    for seat in range(s.num_players):
        for hero in range(HEROES):
            if s.ability_points[seat, hero] > 0:
                if can_raise_ability(s, r, seat, hero):
                    s.chosen = hero
                    ask(s, seat, Prompt.ABILITY)
                    return True
                s.ability_points[seat, hero] = 0
            if s.skill_points[seat, hero] > 0:
                if can_raise_skill(s, r, seat, hero):
                    s.chosen = hero
                    ask(s, seat, Prompt.SKILL)
                    return True
                s.skill_points[seat, hero] = 0
    return False


@kernel
def legal_growth(s, r, mask):
    """Abilities or skills below their limits."""
    if s.prompt == Prompt.ABILITY:
        for kind in range(4):
            mask[ID.ability + kind] = s.ability[s.seat, s.chosen, kind] < r.limits_ability
    else:
        for kind in range(3):
            mask[ID.skill + kind] = s.skill[s.seat, s.chosen, kind] < r.limits_skill


@kernel
def apply_growth(s, action):
    """Raise the chosen ability or skill by one."""
    hero = s.chosen
    if s.prompt == Prompt.ABILITY:
        s.ability[s.seat, hero, action - ID.ability] += 1
        s.ability_points[s.seat, hero] -= 1
    else:
        s.skill[s.seat, hero, action - ID.skill] += 1
        s.skill_points[s.seat, hero] -= 1
    s.chosen = -1
    s.prompt = Prompt.NONE


@kernel
def progress_quest(s, r, seat, hero, event, count):
    """HVW-357..HVW-359: an event of the hero counts for his open quest; a fulfilled one pays and is discarded."""
    if s.hero_quest[seat, hero] != event + 1 or count <= 0:
        return
    s.hero_progress[seat, hero] = min(100, s.hero_progress[seat, hero] + count)
    if s.hero_progress[seat, hero] < r.quest_count[event]:
        return
    s.hero_quest[seat, hero] = 0
    s.hero_progress[seat, hero] = 0
    s.quest_card[event] = 2
    for resource in range(4):
        store(s, treasury(s, seat), resource, r.quest_reward[event, resource])
    gain_experience(s, r, seat, hero, r.quest_reward[event, 4])


# ------------------------------------------------------------------------------------------------ sections
@kernel
def mercenary_section(s, seat, hero):
    """HVW-350: the one section of mercenaries, or -1."""
    for section in range(NUM_SECTIONS):
        if s.section_unit[seat, hero, section] == MERCENARY:
            return section
    return -1


@kernel
def room_for(s, r, seat, hero, unit):
    """How many more units of a kind a display can take."""
    room = 0
    alone = unit == MERCENARY and mercenary_section(s, seat, hero) >= 0
    for section in range(NUM_SECTIONS):
        held = s.section_unit[seat, hero, section]
        if held == unit:
            room += r.limits_stack_max - s.section_count[seat, hero, section]
        elif held == 0 and not alone:
            room += r.limits_stack_max
            alone = unit == MERCENARY
    return max(0, room)


@kernel
def add_units(s, r, seat, hero, unit, number):
    """HVW-117, HVW-118: units join their sections in order, then empty ones; those without room are lost."""
    for pass_ in range(2):
        for section in range(NUM_SECTIONS):
            held = s.section_unit[seat, hero, section]
            if number > 0 and held == (unit if pass_ == 0 else 0):
                if pass_ == 1 and unit == MERCENARY and mercenary_section(s, seat, hero) >= 0:
                    return
                joined = max(0, min(number, r.limits_stack_max - s.section_count[seat, hero, section]))
                if joined > 0:
                    s.section_unit[seat, hero, section] = unit
                    s.section_count[seat, hero, section] += joined
                    number -= joined


@kernel
def take_from_section(s, seat, hero, section, number):
    """Units leave a section; an empty one forgets its kind."""
    s.section_count[seat, hero, section] -= number
    if s.section_count[seat, hero, section] == 0:
        s.section_unit[seat, hero, section] = 0


# ------------------------------------------------------------------------------------------------ transfers
@kernel
def pool_seat(s, seat, hex):
    """HVW-018, HVW-286: the seat whose pool a hero here may take from, or -1."""
    site = site_at(s, hex)
    if site < 0 or SITE_OBJECTIVE[site] != Objective.RECRUITMENT:
        return -1
    owner = recruitment_seat(s, site)
    return owner if owner >= 0 and (owner == seat or s.alive[owner] == 0) and s.pool_active[owner] != 0 else -1


@kernel
def holder_unit(s, seat, hero, holder):
    """The unit that a holder at the acting hero's hex keeps or would keep, 0 for an empty section."""
    if holder < OTHER:
        return s.section_unit[seat, hero, holder]
    if holder < GARRISON:
        return s.section_unit[seat, 1 - hero, holder - OTHER]
    if holder < POOL:
        return s.faction[seat] * 6 + holder - GARRISON + 1
    owner = pool_seat(s, seat, s.hero_hex[seat, hero])
    return s.faction[seat] * 6 + 1 if owner == seat else MERCENARY


@kernel
def holder_count(s, seat, hero, holder):
    """The units that a holder at the acting hero's hex keeps."""
    hex = s.hero_hex[seat, hero]
    if holder < OTHER:
        return s.section_count[seat, hero, holder]
    if holder < GARRISON:
        return s.section_count[seat, 1 - hero, holder - OTHER] if shares_hex(s, seat, hero) else 0
    place = owns_place_at(s, seat, hex)
    if holder < POOL:
        if place >= 0:
            return s.place_garrison[place, holder - GARRISON]
        site = site_at(s, hex)
        return s.garrison[site, holder - GARRISON] if is_resource(site) and s.control[site] == seat + 1 else 0
    if place >= 0:
        return s.mercenaries[place]
    owner = pool_seat(s, seat, hex)
    return s.pool[owner] if owner >= 0 else 0


@kernel
def change_holder(s, seat, hero, holder, unit, change):
    """Units leave or join a holder."""
    hex = s.hero_hex[seat, hero]
    if holder < GARRISON:
        owner = hero if holder < OTHER else 1 - hero
        section = holder if holder < OTHER else holder - OTHER
        s.section_unit[seat, owner, section] = unit
        take_from_section(s, seat, owner, section, -change)
        return
    place = owns_place_at(s, seat, hex)
    if holder < POOL:
        if place >= 0:
            s.place_garrison[place, holder - GARRISON] += change
        else:
            s.garrison[site_at(s, hex), holder - GARRISON] += change
    elif place >= 0:
        s.mercenaries[place] += change
    else:
        s.pool[pool_seat(s, seat, hex)] += change


@kernel
def may_exchange(s, seat, hero, source, target, unit):
    """HVW-048..HVW-053: which holders may exchange units here."""
    hex = s.hero_hex[seat, hero]
    at_home = owns_place_at(s, seat, hex) >= 0
    if source < GARRISON and target < GARRISON:
        together = shares_hex(s, seat, hero)
        return (at_home or together) and ((source < OTHER and target < OTHER) or together)
    if (OTHER <= source < GARRISON or OTHER <= target < GARRISON) and not (at_home and shares_hex(s, seat, hero)):
        return False
    if source >= GARRISON and target >= GARRISON:
        return False
    if source == POOL:
        return True  # a holder without units is no source
    if target == POOL:
        return at_home and unit == MERCENARY
    if source < GARRISON and unit != holder_unit(s, seat, hero, target):
        return False  # a garrison holds the own tribe by level (HVW-351)
    if at_home:
        return True
    site = site_at(s, hex)
    return is_resource(site) and s.control[site] == seat + 1 and (source < GARRISON or s.hero_moved[seat, hero] == 0)


@kernel
def may_part_with_all(s, seat, hero, source, target):
    """HVW-055: a hero keeps a unit, unless he is in an own place, or drops it on a Resource when his movement is over."""
    if owns_place_at(s, seat, s.hero_hex[seat, hero]) >= 0:
        return True
    return source < OTHER and GARRISON <= target < POOL and s.hero_mp[seat, hero] == 0


@kernel
def most_transferred(s, r, seat, hero, source, target):
    """How many units may go from one holder to another at most; 0 if none may."""
    number = holder_count(s, seat, hero, source)
    if number == 0 or source == target:
        return 0
    unit = holder_unit(s, seat, hero, source)
    if not may_exchange(s, seat, hero, source, target, unit):
        return 0
    if target < GARRISON:
        owner = hero if target < OTHER else 1 - hero
        held = holder_unit(s, seat, hero, target)
        if held != 0 and held != unit:
            return 0  # HVW-047
        if held == 0 and unit == MERCENARY and mercenary_section(s, seat, owner) >= 0:
            return 0
        number = min(number, r.limits_stack_max - holder_count(s, seat, hero, target))
    elif target < POOL:
        number = min(number, r.limits_garrison_per_type - holder_count(s, seat, hero, target))
    else:
        number = min(number, r.limits_garrison_per_type - s.mercenaries[owns_place_at(s, seat, s.hero_hex[seat, hero])])
    if source < GARRISON and (source < OTHER) != (target < OTHER) and not may_part_with_all(s, seat, hero, source, target):
        number = min(number, army_size(s, seat, hero if source < OTHER else 1 - hero) - 1)
    return max(0, min(number, MOST_UNITS))


@kernel
def has_target(s, r, seat, hero, source):
    """Units of this holder can go somewhere."""
    if holder_count(s, seat, hero, source) == 0:
        return False
    for target in range(NUM_HOLDERS):
        if most_transferred(s, r, seat, hero, source, target) > 0:
            return True
    return False


@kernel
def can_transfer(s, r, seat, hero):
    """HVW-048, HVW-056: some transfer is possible, and the limit of the turn is not reached."""
    if s.hero_transfers[seat, hero] >= r.limits_transfers_per_turn:
        return False
    hex = s.hero_hex[seat, hero]
    site = site_at(s, hex)
    if site < 0 and owns_place_at(s, seat, hex) < 0 and not shares_hex(s, seat, hero):
        return False
    for source in range(NUM_HOLDERS):
        if has_target(s, r, seat, hero, source):
            return True
    return False


@kernel
def legal_transfer(s, r, mask):
    """From where, to where, how many."""
    seat = s.seat
    hero = s.acting
    if s.prompt == Prompt.TRANSFER_NUMBER:
        for number in range(most_transferred(s, r, seat, hero, s.chosen, s.chosen_to)):
            mask[ID.number + number] = 1
        return
    mask[ID.pass_] = 1
    for holder in range(NUM_HOLDERS):
        if s.prompt == Prompt.TRANSFER_FROM:
            mask[ID.holder + holder] = has_target(s, r, seat, hero, holder)
        else:
            mask[ID.holder + holder] = most_transferred(s, r, seat, hero, s.chosen, holder) > 0


@kernel
def apply_transfer(s, r, action):
    """One step of the dialogue; the number moves the units."""
    seat = s.seat
    hero = s.acting
    if action == ID.pass_:
        end_dialogue(s)
    elif s.prompt == Prompt.TRANSFER_FROM:
        s.chosen = action - ID.holder
        s.prompt = Prompt.TRANSFER_TO
    elif s.prompt == Prompt.TRANSFER_TO:
        s.chosen_to = action - ID.holder
        s.prompt = Prompt.TRANSFER_NUMBER
    else:
        number = action - ID.number + 1
        unit = holder_unit(s, seat, hero, s.chosen)
        at_home = owns_place_at(s, seat, s.hero_hex[seat, hero]) >= 0
        change_holder(s, seat, hero, s.chosen, unit, -number)
        change_holder(s, seat, hero, s.chosen_to, unit, number)
        if not at_home and s.chosen_to >= GARRISON:
            progress_quest(s, r, seat, hero, QuestEvent.UNIT_LEFT_AS_GUARD, number)
        if not at_home and s.chosen == POOL:
            progress_quest(s, r, seat, hero, QuestEvent.RECRUIT_PICKED_UP, number)
        end_dialogue(s)


@kernel
def end_dialogue(s):
    """Forget the choices of a dialogue."""
    s.chosen = -1
    s.chosen_to = -1
    s.prompt = Prompt.NONE
