"""Income and production: what places and Resources yield, building, recruiting, trading, heroes, mercenaries.

Rulebook chapters 4.3, 9.2, 11 and 17.1. Production is simultaneous: the players decide one after the other, and
nobody sees what the others did before all have finished. Read `ending.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID, TRADES
from rulebound.envs.heroes_vs_warlords.components import (
    MERCENARY,
    MILITARY,
    NEEDS,
    NUM_FACILITIES,
    NUM_LEVELS,
    NUM_SITES,
    SITE_OBJECTIVE,
    Facility,
)
from rulebound.envs.heroes_vs_warlords.rules.aftermath import put_on_map
from rulebound.envs.heroes_vs_warlords.rules.heroes import add_units, end_dialogue, mercenary_section, room_for
from rulebound.envs.heroes_vs_warlords.rules.world import ask, is_resource, store, treasury
from rulebound.envs.heroes_vs_warlords.state import HEROES, MOST_STOCK, MOST_UNITS, SEATS, Prompt, Stage, Status

GOLD, CRYSTAL = 0, 1
GIVES = tuple(give for give, _ in TRADES)
GETS = tuple(get for _, get in TRADES)


# ------------------------------------------------------------------------------------------------ income
@kernel
def collect_income(s, r):
    """HVW-007, HVW-008, HVW-099, HVW-290..HVW-293: halls pay into their place, Resources into the home stock."""
    for place in range(s.num_players):
        if s.place_owner[place] != 0:
            halls = s.facility[place, Facility.TOWN_HALL] + s.facility[place, Facility.CITY_HALL]
            halls += s.facility[place, Facility.PALACE] + s.facility[place, Facility.STOREHOUSE]
            store(s, place, GOLD, r.income_per_place + halls * r.income_per_hall)
    for site in range(NUM_SITES):
        if s.control[site] != 0 and is_resource(site):
            store(s, treasury(s, s.control[site] - 1), SITE_OBJECTIVE[site] - 1, r.income_per_resource)
    s.sequence += 1
    s.stage = Stage.TURN
    if s.sequence >= r.length_sequences_per_round:
        s.sequence = 0
        begin_production(s)


@kernel
def begin_production(s):
    """HVW-294, HVW-296: what everybody shows to the others until production is over."""
    s.producer = 0
    s.stage = Stage.PRODUCTION
    for seat in range(s.num_players):
        s.place_done[seat] = 0
        for facility in range(NUM_FACILITIES):
            s.shown_facility[seat, facility] = s.facility[seat, facility]
        for resource in range(4):
            s.shown_stock[seat, resource] = s.stock[seat, resource]
        for level in range(NUM_LEVELS):
            s.shown_garrison[seat, level] = s.place_garrison[seat, level]
            s.shown_natives[seat, level] = s.natives[seat, level]
        for hero in range(HEROES):
            s.shown_status[seat, hero] = s.hero_status[seat, hero]
            s.shown_mercenaries[seat, hero] = held_mercenaries(s, seat, hero)


@kernel
def held_mercenaries(s, seat, hero):
    """Mercenaries on a display."""
    section = mercenary_section(s, seat, hero)
    return s.section_count[seat, hero, section] if section >= 0 else 0


@kernel
def end_production(s, r):
    """HVW-110, HVW-296: stocks are cut, and everything is shown again."""
    for seat in range(SEATS):
        s.place_done[seat] = 0
        for resource in range(4):
            s.stock[seat, resource] = min(s.stock[seat, resource], r.limits_stock_after_production)
            s.shown_stock[seat, resource] = 0
        for facility in range(NUM_FACILITIES):
            s.shown_facility[seat, facility] = 0
        for level in range(NUM_LEVELS):
            s.shown_garrison[seat, level] = 0
            s.shown_natives[seat, level] = 0
        for hero in range(HEROES):
            s.shown_status[seat, hero] = 0
            s.shown_mercenaries[seat, hero] = 0
    s.producer = 0
    s.place = -1
    s.stage = Stage.CLEAN_UP


# ------------------------------------------------------------------------------------------------ whose production
@kernel
def produce(s, r):
    """HVW-296: in the round's order, one player finishing before the next; a place once left is finished."""
    if s.producer >= s.num_players:
        end_production(s, r)
        return
    seat = s.order[s.producer]
    if s.place >= 0:
        ask(s, seat, Prompt.ITEM)
        return
    open_places = 0
    places = 0
    last = -1
    for place in range(s.num_players):
        if s.place_owner[place] == seat + 1 and s.alive[seat] != 0:
            places += 1
            if s.place_done[place] == 0:
                open_places += 1
                last = place
    if open_places == 0:
        s.producer += 1
    elif places == 1:
        s.place = last
    else:
        ask(s, seat, Prompt.PLACE)


# ------------------------------------------------------------------------------------------------ what can be produced
@kernel
def cost_row(s, place, facility):
    """HVW-275: the price list of the native tribe."""
    return s.faction[place] * NUM_FACILITIES + facility


@kernel
def can_build(s, r, place, facility):
    """HVW-077, HVW-085, HVW-274, HVW-295, HVW-363: once each, after its prerequisite, for its price."""
    if s.facility[place, facility] != 0 or (NEEDS[facility] >= 0 and s.facility[place, NEEDS[facility]] == 0):
        return False
    foreign = s.place_owner[place] != place + 1
    if foreign and MILITARY[facility] != 0:
        return False
    if facility == Facility.SPECIAL and (r.modules_special_buildings == 0 or s.conquered[place] != 0 or foreign):
        return False
    for resource in range(4):
        if s.stock[place, resource] < r.cost[cost_row(s, place, facility), resource]:
            return False
    return True


@kernel
def training_level(s, place):
    """HVW-087..HVW-092: the highest level that a place trains."""
    level = 1
    while level < NUM_LEVELS and s.facility[place, Facility.BARRACKS + level - 1] != 0:
        level += 1
    return level


@kernel
def most_recruited(s, r, place, level):
    """HVW-276, HVW-299..HVW-303: units of a level that the stock pays for and the garrison has room for."""
    if level > training_level(s, place):
        return 0
    native = s.place_owner[place] == place + 1
    held = s.place_garrison[place, level - 1] if native else s.natives[place, level - 1]
    number = min(s.stock[place, GOLD] // r.units_gold[level - 1], r.limits_garrison_per_type - held)
    if r.units_crystal[level - 1] > 0:
        number = min(number, s.stock[place, CRYSTAL] // r.units_crystal[level - 1])
    return max(0, min(number, MOST_UNITS))


@kernel
def trade_rate(s, r, place):
    """HVW-106, HVW-108: how many equal resources buy one of another kind; 0 without a Trade Hall."""
    if s.facility[place, Facility.STOREHOUSE] != 0:
        return r.trade_storehouse
    return r.trade_trade_hall if s.facility[place, Facility.TRADE_HALL] != 0 else 0


@kernel
def hero_price(s, r, seat):
    """HVW-057, HVW-063: dearer with every hero lost."""
    return r.heroes_price * (s.hero_kills[seat] + 1)


@kernel
def can_buy_hero(s, r, place, hero):
    """HVW-057, HVW-063, HVW-064: at home, a hero who is not on the map."""
    seat = s.place_owner[place] - 1
    return seat == place and s.hero_status[seat, hero] != Status.ON_MAP and s.stock[place, GOLD] >= hero_price(s, r, seat)


@kernel
def most_hired(s, r, place, hero):
    """HVW-352, HVW-353, HVW-355: mercenaries for a hero present in a place with a Tavern."""
    seat = s.place_owner[place] - 1
    if r.modules_mercenaries == 0 or s.facility[place, Facility.TAVERN] == 0:
        return 0
    if s.hero_status[seat, hero] != Status.ON_MAP or s.hero_hex[seat, hero] != s.place_hex[place]:
        return 0
    return max(0, min(s.stock[place, GOLD] // r.units_mercenary_gold, room_for(s, r, seat, hero, MERCENARY), MOST_UNITS))


# ------------------------------------------------------------------------------------------------ questions
@kernel
def legal_production(s, r, mask):
    """A place, an item, a number."""
    place = s.place
    if s.prompt == Prompt.RECRUIT_NUMBER:
        for number in range(most_recruited(s, r, place, s.chosen)):
            mask[ID.amount + number] = 1
        return
    if s.prompt == Prompt.HIRE_NUMBER:
        for number in range(most_hired(s, r, place, s.chosen)):
            mask[ID.amount + number] = 1
        return
    mask[ID.pass_] = 1
    if s.prompt == Prompt.PLACE:
        for distance in range(s.num_players):
            other = (s.seat + distance) % s.num_players
            mask[ID.place + distance] = s.place_owner[other] == s.seat + 1 and s.place_done[other] == 0
        return
    for facility in range(NUM_FACILITIES):
        mask[ID.build + facility] = can_build(s, r, place, facility)
    for level in range(1, NUM_LEVELS + 1):
        mask[ID.recruit + level - 1] = most_recruited(s, r, place, level) > 0
    rate = trade_rate(s, r, place)
    if rate > 0:
        for trade in range(len(GIVES)):
            mask[ID.trade + trade] = s.stock[place, GIVES[trade]] >= rate and s.stock[place, GETS[trade]] < MOST_STOCK
    for hero in range(HEROES):
        mask[ID.buy + hero] = can_buy_hero(s, r, place, hero)
        mask[ID.hire + hero] = most_hired(s, r, place, hero) > 0


@kernel
def apply_production(s, r, action):
    """HVW-297, HVW-298: items in any number and order; passing finishes the place, then the player."""
    prompt = s.prompt
    place = s.place
    s.prompt = Prompt.NONE
    if prompt == Prompt.PLACE:
        if action == ID.pass_:
            s.producer += 1
        else:
            s.place = (s.seat + action - ID.place) % s.num_players
    elif action == ID.pass_:
        s.place_done[place] = 1
        s.place = -1
    elif prompt == Prompt.RECRUIT_NUMBER:
        recruit(s, r, place, s.chosen, action - ID.amount + 1)
        end_dialogue(s)
    elif prompt == Prompt.HIRE_NUMBER:
        number = action - ID.amount + 1
        s.stock[place, GOLD] -= number * r.units_mercenary_gold
        add_units(s, r, s.seat, s.chosen, MERCENARY, number)
        end_dialogue(s)
    elif action < ID.recruit:
        build(s, r, place, action - ID.build)
    elif action < ID.trade:
        s.chosen = action - ID.recruit + 1
        s.prompt = Prompt.RECRUIT_NUMBER
    elif action < ID.buy:
        s.stock[place, GIVES[action - ID.trade]] -= trade_rate(s, r, place)
        store(s, place, GETS[action - ID.trade], 1)
    elif action < ID.hire:
        s.stock[place, GOLD] -= hero_price(s, r, s.seat)
        put_on_map(s, s.seat, action - ID.buy, s.place_hex[place])
    else:
        s.chosen = action - ID.hire
        s.prompt = Prompt.HIRE_NUMBER


@kernel
def build(s, r, place, facility):
    """HVW-097, HVW-098, HVW-295: pay and build; the Tavern brings hero 2 if he has never been seen."""
    for resource in range(4):
        s.stock[place, resource] -= r.cost[cost_row(s, place, facility), resource]
    s.facility[place, facility] = 1
    seat = s.seat
    if facility == Facility.TAVERN and s.hero_status[seat, 1] == Status.UNSEEN:
        put_on_map(s, seat, 1, s.place_hex[seat if s.place_owner[seat] == seat + 1 else place])


@kernel
def recruit(s, r, place, level, number):
    """HVW-299, HVW-301, HVW-303: recruits join the garrison; in a conquered place they are natives."""
    s.stock[place, GOLD] -= number * r.units_gold[level - 1]
    s.stock[place, CRYSTAL] -= number * r.units_crystal[level - 1]
    if s.place_owner[place] == place + 1:
        s.place_garrison[place, level - 1] += number
    else:
        s.natives[place, level - 1] += number
