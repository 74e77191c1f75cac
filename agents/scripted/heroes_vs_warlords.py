"""A sensible player of Heroes vs Warlords, compiled: it explores, fights what it can beat, builds and recruits.

It walks to whatever is worth most for its distance, weighs armies before a fight and single attacks by their
expected losses, and spends its gold on a second hero, halls and units. It reads only what the seat to act may
know: nothing of face-down tiles, nothing that others do in production. The functions take the state record `s`
and the rules record `r`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.sampling import sample_row
from rulebound.envs.heroes_vs_warlords.actions import ACTIONS, GARRISON, ID, NUM_HOLDERS, OTHER, POOL
from rulebound.envs.heroes_vs_warlords.components import (
    CELL_NEIGHBOUR,
    NEIGHBOUR,
    NUM_HEXES,
    NUM_LEVELS,
    REGULAR_TILES,
    SITE_OBJECTIVE,
    SITE_TILE,
    UNIT_LEVEL,
    Facility,
    Objective,
    UnitClass,
)
from rulebound.envs.heroes_vs_warlords.rules.battle import acting_class, acting_side
from rulebound.envs.heroes_vs_warlords.rules.clash import attack_total, cell_distance, defense_total
from rulebound.envs.heroes_vs_warlords.rules.display import nearest_enemy
from rulebound.envs.heroes_vs_warlords.rules.heroes import ATTACK, DEFENSE, ability, holder_unit, pool_seat
from rulebound.envs.heroes_vs_warlords.rules.production import hero_price
from rulebound.envs.heroes_vs_warlords.rules.stacks import advanced_hits, hit_points, holder_left, unit_class
from rulebound.envs.heroes_vs_warlords.rules.world import (
    army_size,
    forbidden_location,
    garrison_at,
    guards_at,
    hero_at,
    hex_distance,
    is_resource,
    owns_place_at,
    place_at,
    recruitment_seat,
    side_open,
    site_at,
)
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, GUARDS, HEROES, NUM_SECTIONS, Prompt, Status

# ------------------------------------------------------------------------------------------------ weights
# What a target is worth; it is divided by its distance. Set by hand; only CAUTION and SMALL_ARMY were chosen by
# matches, against random play.
RESOURCE = 12.0
ENEMY_RESOURCE = 14.0
RUIN = 6.0
TOWER = 8.0
OUTPOST = 5.0
RECRUITMENT = 7.0
RECRUITS = 2.0  # for each unit waiting there
HIDDEN = 6.0
HOME_UNITS = 1.5  # for each unit to be fetched from the own place
CAPITAL = 40.0
ENEMY_HERO = 15.0
LOST_HOME = 100.0

CAUTION = 2.5  # how much stronger an army must be than what it attacks
DESPAIR = 0.9  # how much weaker it withdraws
HERO_SHARE = 0.06  # what a point of a hero's attack or defense adds to every unit
FAR = 40
SMALL_ARMY = 12  # a hero with fewer units goes home, and does not leave it
SHELTER = 3.0
ROUNDS_FOR_HALL = 2  # a hall pays for itself in this many rounds
SAVED_FOR_DEFENSE = 6  # units that stay in the own place in war
# Strength to be expected behind unknown guards, by objective: wood and stone, gold and crystal, ruin, tower.
UNKNOWN = (0.0, 18.0, 18.0, 12.0, 12.0, 22.0, 9.0, 0.0, 0.0, 0.0, 0.0)
UNKNOWN_HEX = 9.0  # behind a face-down hex
START_TILE_GUARDS = 10.0

NUM_ACTIONS = ACTIONS.size
BUILDING_ORDER = (
    Facility.TAVERN,
    Facility.TOWN_HALL,
    Facility.TRAINING_AREA,
    Facility.CITY_HALL,
    Facility.WALL_2,
    Facility.SPECIAL,
    Facility.TOWER_1,
)


# ------------------------------------------------------------------------------------------------ strength
@kernel
def hero_factor(s, seat, hero):
    """How much a hero improves his units."""
    return 1.0 + HERO_SHARE * (ability(s, seat, hero, ATTACK) + ability(s, seat, hero, DEFENSE))


@kernel
def army_power(s, seat, hero):
    """The strength of a hero's army."""
    power = 0.0
    for section in range(NUM_SECTIONS):
        power += s.section_count[seat, hero, section] * (UNIT_LEVEL[s.section_unit[seat, hero, section]] + 1.0)
    return power * hero_factor(s, seat, hero)


@kernel
def guard_power(s, site):
    """The strength of the guards that stand on a site."""
    power = 0.0
    for level in range(NUM_LEVELS):
        power += s.guards[site, level] * (level + 2.0)
    return power


@kernel
def garrison_power(s, site):
    """The strength of the units left on a Resource."""
    power = 0.0
    for level in range(NUM_LEVELS):
        power += s.garrison[site, level] * (level + 2.0)
    return power


@kernel
def place_power(s, place):
    """The strength of a City or Camp, its walls included."""
    power = s.mercenaries[place] * 3.0
    for level in range(NUM_LEVELS):
        power += (s.place_garrison[place, level] + s.natives[place, level]) * (level + 2.0)
    walls = 1.0 + 0.3 * (s.facility[place, Facility.WALL_2] + s.facility[place, Facility.WALL_3] + s.facility[place, Facility.TOWER_1])
    return power * 1.2 * walls


@kernel
def heroes_power(s, seat, hex):
    """The strength of a player's heroes on a hex."""
    power = 0.0
    for hero in range(HEROES):
        if s.hero_status[seat, hero] == Status.ON_MAP and s.hero_hex[seat, hero] == hex:
            power += army_power(s, seat, hero)
    return power


@kernel
def enemy_power(s, seat, hex):
    """The strength of everything hostile that is known to stand on a hex."""
    power = 0.0
    for other in range(s.num_players):
        if other != seat:
            power += heroes_power(s, other, hex)
    site = site_at(s, hex)
    if site >= 0:
        power += guard_power(s, site)
        if s.control[site] != seat + 1:
            power += garrison_power(s, site)
    place = place_at(s, hex)
    if place >= 0 and s.place_owner[place] != seat + 1:
        power += place_power(s, place)
    return power


# ------------------------------------------------------------------------------------------------ where to go
@kernel
def target_value(s, seat, hero, hex, power):
    """What it is worth to stand on a hex, 0 for nothing."""
    if s.revealed[hex // 7] == 0:
        return HIDDEN if power > CAUTION * UNKNOWN_HEX else 0.0
    place = place_at(s, hex)
    if place >= 0:
        if s.place_owner[place] == seat + 1:
            return home_value(s, seat, hero, place)
        if s.war == 0 and s.place_owner[place] != 0:
            return 0.0
        prize = LOST_HOME if place == seat else CAPITAL
        return prize if power > CAUTION * enemy_power(s, seat, hex) else 0.0
    for other in range(s.num_players):
        if other != seat and hero_at(s, other, hex) >= 0:
            return ENEMY_HERO if s.war != 0 and power > CAUTION * enemy_power(s, seat, hex) else 0.0
    site = site_at(s, hex)
    return site_value(s, seat, hero, hex, site, power) if site >= 0 else 0.0


@kernel
def home_value(s, seat, hero, place):
    """Units wait at home, or a Training Area."""
    if s.hero_hex[seat, hero] == s.place_hex[place]:
        return 0.0
    units = 0
    for level in range(NUM_LEVELS):
        units += s.place_garrison[place, level] * (level + 1)
    units -= SAVED_FOR_DEFENSE if s.war != 0 else 0
    value = HOME_UNITS * units if units > 2 else 0.0
    if army_size(s, seat, hero) < SMALL_ARMY:
        value += SHELTER
    return value + (4.0 if s.facility[place, Facility.TRAINING_AREA] != 0 and s.hero_trained[seat, hero] == 0 else 0.0)


@kernel
def site_value(s, seat, hero, hex, site, power):
    """What an objective is worth to a hero, if he can beat whoever holds it."""
    objective = SITE_OBJECTIVE[site]
    facing = enemy_power(s, seat, hex)
    fresh = s.activated[site] == 0 and s.control[site] == 0
    if objective == Objective.TOWER:
        fresh = facing == 0.0
    if fresh:
        facing = START_TILE_GUARDS if SITE_TILE[site] >= REGULAR_TILES and objective <= Objective.WOOD else UNKNOWN[objective]
    if facing > 0.0 and power < CAUTION * facing:
        return 0.0
    if objective <= Objective.WOOD:
        if s.control[site] == seat + 1:
            return 0.0
        return ENEMY_RESOURCE if s.control[site] != 0 else RESOURCE
    if objective == Objective.RUIN:
        return RUIN if s.explored[site] == 0 else 0.0
    if objective == Objective.TOWER:
        return TOWER if s.searched[site] >> (2 * seat + hero) & 1 == 0 else 0.0
    if objective == Objective.OUTPOST:
        return OUTPOST if s.visited[site] == 0 else 0.0
    if objective == Objective.RECRUITMENT:
        owner = recruitment_seat(s, site)
        if owner == seat or (owner >= 0 and s.alive[owner] == 0):
            return (RECRUITMENT if s.pool_active[owner] == 0 else 0.0) + RECRUITS * s.pool[owner]
    return 0.0


@kernel
def is_open_way(s, seat, hex):
    """A hero can walk through: nobody hostile, nothing forbidden, face up."""
    if s.tile[hex // 7] < 0 or s.revealed[hex // 7] == 0:
        return False
    site = site_at(s, hex)
    if forbidden_location(s, seat, site):
        return False
    if site >= 0 and (guards_at(s, site) > 0 or (s.activated[site] == 0 and is_resource(site))):
        return False
    if site >= 0 and SITE_OBJECTIVE[site] == Objective.RUIN and s.explored[site] == 0:
        return False
    if site >= 0 and s.control[site] != 0 and s.control[site] != seat + 1 and (s.war == 0 or garrison_at(s, site) > 0):
        return False
    place = place_at(s, hex)
    if place >= 0 and s.place_owner[place] != seat + 1:
        return False
    for other in range(s.num_players):
        if other != seat and hero_at(s, other, hex) >= 0:
            return False
    return True


@kernel
def may_attack_hex(s, seat, hex):
    """War or peace: may a hero step onto this hex at all?"""
    site = site_at(s, hex)
    if forbidden_location(s, seat, site):
        return False
    if s.war != 0:
        return True
    place = place_at(s, hex)
    foreign = site >= 0 and is_resource(site) and s.control[site] != 0 and s.control[site] != seat + 1
    return not foreign and (place < 0 or s.place_owner[place] == 0 or s.place_owner[place] == seat + 1)


@kernel
def choose_step(s, r, mask):
    """The first step towards the best target, or -1: a flood from the hero over hexes he can walk through."""
    seat = s.seat
    hero = s.acting
    start = s.hero_hex[seat, hero]
    power = army_power(s, seat, hero)
    first = np.full(NUM_HEXES, -1, np.int8)
    steps = np.zeros(NUM_HEXES, np.int16)
    queue = np.zeros(NUM_HEXES, np.int16)
    queue[0] = start
    head = 0
    tail = 1
    best = 0.0
    action = -1
    while head < tail:
        hex = queue[head]
        head += 1
        if hex != start and not is_open_way(s, seat, hex):
            continue
        for direction in range(6):
            to = NEIGHBOUR[hex, direction]
            if to < 0 or to == start or first[to] >= 0 or s.tile[to // 7] < 0:
                continue
            if hex == start:
                if mask[ID.go + direction] == 0:
                    continue
            elif not side_open(s, r, hex, direction):
                continue
            first[to] = first[hex] if hex != start else direction
            steps[to] = steps[hex] + 1
            queue[tail] = to
            tail += 1
            if not may_attack_hex(s, seat, to):
                continue
            value = target_value(s, seat, hero, to, power) / (steps[to] + 1.5)
            if value > best:
                best = value
                action = ID.go + first[to]
    return action


# ------------------------------------------------------------------------------------------------ a turn
@kernel
def wants_units(s, seat, hero):
    """Units wait where the hero stands and have room with him."""
    hex = s.hero_hex[seat, hero]
    place = owns_place_at(s, seat, hex)
    if place >= 0:
        units = 0
        for level in range(NUM_LEVELS):
            units += s.place_garrison[place, level]
        return units > (SAVED_FOR_DEFENSE if s.war != 0 and army_size(s, seat, hero) > 0 else 0)
    owner = pool_seat(s, seat, hex)
    return owner >= 0 and s.pool[owner] > 0


@kernel
def has_room(s, r, seat, hero, unit):
    """Some section takes units of this kind."""
    for section in range(NUM_SECTIONS):
        held = s.section_unit[seat, hero, section]
        if held == 0 or (held == unit and s.section_count[seat, hero, section] < r.limits_stack_max):
            return True
    return False


@kernel
def choose_act(s, r, mask):
    """Take units along, train, draw a quest, walk to the best target, or stop."""
    seat = s.seat
    hero = s.acting
    if mask[ID.train] != 0:
        return ID.train
    if mask[ID.quest] != 0:
        return ID.quest
    if mask[ID.deposit] != 0 and s.hero_honor[seat, hero] > 4:
        return ID.deposit
    if mask[ID.transfer] != 0 and s.hero_transfers[seat, hero] < 6 and wants_units(s, seat, hero):
        return ID.transfer
    sheltered = army_size(s, seat, hero) < SMALL_ARMY and owns_place_at(s, seat, s.hero_hex[seat, hero]) >= 0
    step = choose_step(s, r, mask)
    if step >= 0 and not (sheltered and mask[ID.pass_] != 0):
        return step
    if mask[ID.holy] != 0:
        return ID.holy
    if mask[ID.pass_] != 0:
        return ID.pass_
    for direction in range(6):
        if mask[ID.go + direction] != 0:
            return ID.go + direction
    return -1


@kernel
def choose_transfer(s, r, mask):
    """From the garrison or pool to a section of the acting hero, as many as possible."""
    seat = s.seat
    hero = s.acting
    if s.prompt == Prompt.TRANSFER_NUMBER:
        return highest(mask, ID.number, 20)
    if s.prompt == Prompt.TRANSFER_FROM:
        if mask[ID.holder + POOL] != 0 and has_room(s, r, seat, hero, holder_unit(s, seat, hero, POOL)):
            return ID.holder + POOL
        for holder in range(POOL - 1, GARRISON - 1, -1):
            if mask[ID.holder + holder] != 0 and has_room(s, r, seat, hero, holder_unit(s, seat, hero, holder)):
                return ID.holder + holder
        return ID.pass_
    unit = holder_unit(s, seat, hero, s.chosen)
    for section in range(OTHER):
        if mask[ID.holder + section] != 0 and s.section_unit[seat, hero, section] == unit:
            return ID.holder + section
    for holder in range(NUM_HOLDERS):
        if mask[ID.holder + holder] != 0:
            return ID.holder + holder
    return ID.pass_


@kernel
def highest(mask, first, count):
    """The last legal action of a block, or -1."""
    for k in range(count - 1, -1, -1):
        if mask[first + k] != 0:
            return first + k
    return -1


@kernel
def lowest(mask, first, count):
    """The first legal action of a block, or -1."""
    for k in range(count):
        if mask[first + k] != 0:
            return first + k
    return -1


@kernel
def choose_hero(s, mask):
    """A hero with an army, then one who may fetch one, then the end of the turn."""
    for hero in range(HEROES):
        if mask[ID.hero + hero] != 0 and (army_size(s, s.seat, hero) > 0 or wants_units(s, s.seat, hero)):
            return ID.hero + hero
    return ID.pass_


@kernel
def choose_growth(s, mask):
    """Attack and defense in turn, movement up to eight now and then; the tribe's skill first."""
    if s.prompt == Prompt.SKILL:
        return highest(mask, ID.skill, 3)
    attack = s.ability[s.seat, s.chosen, ATTACK]
    defense = s.ability[s.seat, s.chosen, DEFENSE]
    wish = ID.ability + (ATTACK if attack <= defense else DEFENSE)
    return wish if mask[wish] != 0 else lowest(mask, ID.ability, 4)


# ------------------------------------------------------------------------------------------------ production
@kernel
def choose_army(s, mask):
    """Three units of level 3, the rest of level 1: a basic hit kills one unit whatever its level."""
    if s.prompt == Prompt.ARMY_NUMBER:
        return highest(mask, ID.number, 20)
    if mask[ID.recruit + 2] != 0:
        return ID.recruit + 2
    return ID.recruit if mask[ID.recruit] != 0 else ID.pass_ if mask[ID.pass_] != 0 else lowest(mask, ID.recruit, 6)


@kernel
def choose_item(s, r, mask):
    """A second hero, mercenaries, halls while they pay, then units for all the gold."""
    seat = s.seat
    place = s.place
    if s.prompt != Prompt.ITEM:
        if s.prompt == Prompt.PLACE:
            return max(ID.pass_, lowest(mask, ID.place, 3))
        return highest(mask, ID.amount, 20)
    left = r.length_max_rounds - s.game_round
    heroes = 0
    for hero in range(HEROES):
        heroes += s.hero_status[seat, hero] == Status.ON_MAP
    for k in range(len(BUILDING_ORDER)):
        facility = BUILDING_ORDER[k]
        if mask[ID.build + facility] != 0 and wants_building(s, facility, heroes, left):
            return ID.build + facility
    if heroes < 2 and left >= 1:
        for hero in range(HEROES):
            if mask[ID.buy + hero] != 0 and s.stock[place, 0] >= hero_price(s, r, seat) + 2:
                return ID.buy + hero
    for hero in range(HEROES):
        if mask[ID.hire + hero] != 0:
            return ID.hire + hero
    saved = 3 if s.hero_status[seat, 1] == Status.UNSEEN and place == seat and left > 1 and s.facility[place, Facility.TAVERN] == 0 else 0
    if mask[ID.recruit] != 0 and s.stock[place, 0] > saved:
        return ID.recruit
    return ID.pass_


@kernel
def wants_building(s, facility, heroes, left):
    """Does a facility still pay before the game ends?"""
    if facility == Facility.TAVERN:
        return s.hero_status[s.seat, 1] == Status.UNSEEN and left >= 1
    if facility == Facility.TOWN_HALL or facility == Facility.CITY_HALL:
        return left >= ROUNDS_FOR_HALL
    if facility == Facility.TRAINING_AREA:
        return left >= 3
    return left >= 2 and s.stock[s.place, 0] >= 5


# ------------------------------------------------------------------------------------------------ battles
@kernel
def side_power(s, side):
    """The strength of a side in battle, its reserve included."""
    power = 0.0
    for slot in range(BATTLE_SLOTS):
        power += s.slot_count[side, slot] * (UNIT_LEVEL[s.slot_unit[side, slot]] + 1.0)
    seat = s.battle_seat[side]
    if seat == GUARDS:
        for level in range(NUM_LEVELS):
            power += s.guards[s.battle_site, level] * (level + 2.0)
        return power
    for origin in range(12):
        if holder_left(s, side, origin) > 0:
            power += holder_left(s, side, origin) * (UNIT_LEVEL[s.section_unit[seat, origin // 6, origin % 6]] + 1.0)
    return power * (hero_factor(s, seat, s.battle_hero[side]) if s.battle_hero[side] >= 0 else 1.0)


@kernel
def chance_above(lead):
    """The chance that one d20 plus `lead` beats another d20."""
    if lead >= 20:
        return 1.0
    if lead <= -20:
        return 0.0
    below = 20 - lead if lead >= 0 else 20 + lead
    if lead > 0:
        return 1.0 - below * (below + 1) / 800.0
    return (below - 1) * below / 800.0


@kernel
def attack_value(s, r, side, slot, target, ranged):
    """Expected losses of the enemy minus own ones, in levels."""
    lead = attack_total(s, r, side, slot, target, ranged) - defense_total(s, r, 1 - side, target, ranged, 0)
    own = UNIT_LEVEL[s.slot_unit[side, slot]]
    other = UNIT_LEVEL[s.slot_unit[1 - side, target]]
    dealt = s.slot_count[side, slot] * (own if advanced_hits(r) else 1)
    taken = s.slot_count[1 - side, target] * (other if advanced_hits(r) else 1)
    scale = 1.0 if advanced_hits(r) else 1.0 * other
    value = chance_above(lead) * min(dealt, hit_points(s, r, 1 - side, target)) * scale
    if ranged == 0:
        scale = 1.0 if advanced_hits(r) else 1.0 * own
        value -= chance_above(-lead) * min(taken, hit_points(s, r, side, slot)) * scale
    return value


@kernel
def choose_target(s, r, mask):
    """The attack with the best expectation; a bad one is left out if it may be."""
    side = acting_side(s)
    slot = s.battle_cursor
    ranged = 1 if acting_class(s) == UnitClass.RANGED else 0
    best = -1000.0
    action = -1
    for target in range(BATTLE_SLOTS):
        if mask[ID.target + target] != 0:
            value = attack_value(s, r, side, slot, target, ranged)
            if value > best:
                best = value
                action = ID.target + target
    # Idle rounds make an attacker leave, so a slightly bad attack is better than none.
    return ID.pass_ if mask[ID.pass_] != 0 and (action < 0 or best < -1.5) else action


@kernel
def choose_march(s, r, mask):
    """Close in; shooters stay where they can fire, guards where they are."""
    side = acting_side(s)
    slot = s.battle_cursor
    here = nearest_enemy(s, side, s.slot_cell[side, slot])
    if mask[ID.pass_] != 0 and (here == 1 or s.battle_seat[side] == GUARDS):
        return ID.pass_
    if mask[ID.pass_] != 0 and unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED:
        return ID.pass_
    best = here if mask[ID.pass_] != 0 else 99
    action = ID.pass_ if mask[ID.pass_] != 0 else -1
    for direction in range(6):
        if mask[ID.go + direction] != 0:
            distance = nearest_enemy(s, side, CELL_NEIGHBOUR[s.slot_cell[side, slot], direction])
            if distance < best:
                best = distance
                action = ID.go + direction
    return action


@kernel
def choose_deploy(s, r, mask):
    """Close to the enemy, once he stands; shooters behind, and in towers."""
    side = acting_side(s)
    ranged = unit_class(r, s.slot_unit[side, s.battle_cursor]) == UnitClass.RANGED
    best = -1
    action = -1
    for cell in range(99):
        if mask[ID.cell + cell] != 0:
            distance = nearest_enemy(s, side, cell) if side != s.battle_set_up else cell_distance(cell, 60)
            worth = distance if ranged else 50 - distance
            if worth > best:
                best = worth
                action = ID.cell + cell
    return action


@kernel
def choose_retreat(s, mask):
    """Towards home."""
    seat = s.seat
    home = s.place_hex[seat]
    best = FAR
    action = -1
    for direction in range(6):
        if mask[ID.go + direction] != 0:
            distance = hex_distance(NEIGHBOUR[s.battle_hex, direction], home)
            if distance < best:
                best = distance
                action = ID.go + direction
    return action


@kernel
def own_battle_side(s):
    """The side on which the seat to act fights, or whose guards it plays."""
    for side in range(2):
        if s.battle_seat[side] == s.seat:
            return side
    return 0 if s.battle_seat[0] == GUARDS else 1


@kernel
def choose_battle(s, r, mask):
    """An answer in a battle."""
    prompt = s.prompt
    if prompt == Prompt.ATTACK or prompt == Prompt.STRIKE:
        return choose_target(s, r, mask)
    if prompt == Prompt.MARCH:
        return choose_march(s, r, mask)
    if prompt == Prompt.DEPLOY:
        return choose_deploy(s, r, mask)
    if prompt == Prompt.RETREAT:
        return choose_retreat(s, mask)
    side = own_battle_side(s)
    if prompt == Prompt.WITHDRAW:
        losing = side_power(s, side) < DESPAIR * side_power(s, 1 - side)
        return ID.yes if losing else ID.pass_
    if prompt == Prompt.LEAVE:
        return ID.yes if army_power(s, s.seat, s.battle_hero[side]) < guard_power(s, s.battle_site) else ID.pass_
    if prompt == Prompt.DEFECT or prompt == Prompt.STRENGTHEN_NUMBER:
        return highest(mask, ID.number, 20)
    if prompt == Prompt.DIPLOMACY or prompt == Prompt.MAN_TOWER or prompt == Prompt.STRENGTHEN:
        return lowest(mask, ID.target, BATTLE_SLOTS)
    if prompt == Prompt.AIM or prompt == Prompt.SCATTER:
        return choose_wall(s, mask)
    if prompt == Prompt.TOWER:
        return ID.tower
    return ID.pass_ if prompt == Prompt.SPLIT else ID.yes


@kernel
def choose_wall(s, mask):
    """The attacker finishes a damaged wall hex, the defender spreads the damage."""
    action = -1
    for target in range(len(s.wall)):
        if mask[ID.wall + target] != 0:
            damaged = s.wall[target] > 0
            if action < 0 or damaged == (s.prompt == Prompt.AIM):
                action = ID.wall + target
    return action


@kernel
def choose_reaction(s, mask):
    """React against a weaker hero."""
    seat = s.order[s.turn]
    hex = s.hero_hex[seat, s.acting]
    reactor = s.reactors[0]
    return ID.yes if army_power(s, s.seat, reactor % 2) > CAUTION * enemy_power(s, s.seat, hex) else ID.pass_


# ------------------------------------------------------------------------------------------------ the choice
@kernel
def choose(s, r, mask, bits):
    """The action of a sensible player; any legal one where it has no opinion."""
    prompt = s.prompt
    action = -1
    if prompt == Prompt.ACT:
        action = choose_act(s, r, mask)
    elif Prompt.RETREAT <= prompt <= Prompt.WITHDRAW:
        action = choose_battle(s, r, mask)
    elif prompt >= Prompt.PLACE:
        action = choose_item(s, r, mask)
    elif prompt == Prompt.HERO:
        action = choose_hero(s, mask)
    elif Prompt.TRANSFER_FROM <= prompt <= Prompt.TRANSFER_NUMBER:
        action = choose_transfer(s, r, mask)
    elif prompt == Prompt.DEPOSIT_NUMBER:
        action = highest(mask, ID.number, 20)
    elif prompt == Prompt.ABILITY or prompt == Prompt.SKILL:
        action = choose_growth(s, mask)
    elif prompt == Prompt.ARMY or prompt == Prompt.ARMY_NUMBER:
        action = choose_army(s, mask)
    elif prompt == Prompt.REACT:
        action = choose_reaction(s, mask)
    elif prompt == Prompt.CAMP or prompt == Prompt.CAMP_STEP:
        action = ID.pass_
    elif prompt == Prompt.RIDE:
        action = ID.yes
    if action < 0 or mask[action] == 0:
        return sample_row(mask, bits)
    return action
