"""A sensible player of Age of Mythology, compiled: it weighs cards in victory cubes and answers questions by rules of thumb.

It reads only what the seat to act may know: its own hand, the public boards, and armies and fighters once they are
shown. The functions take the state record `s` and the rules record `r`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.battle import dice_of, troops
from rulebound.envs.age_of_mythology.rules.ending import points
from rulebound.envs.age_of_mythology.rules.pieces import (
    ATTACKER,
    DEFENDER,
    army_size,
    available,
    city_size,
    cubes_of,
    fits,
    free_squares,
    hand_size,
    seat_of,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.production import in_scope
from rulebound.envs.age_of_mythology.rules.purchases import age_price, trade_cost
from rulebound.envs.age_of_mythology.state import (
    BONUS_RESOURCE,
    CARD_ACTION,
    CARD_SCOPE,
    FIRST_GOD,
    FIRST_UNIT,
    NUM_BUILDINGS,
    NUM_CARDS,
    NUM_PERMANENT,
    NUM_RESOURCES,
    NUM_TAGS,
    NUM_TERRAINS,
    NUM_TILES,
    NUM_UNITS,
    TILE_RESOURCE,
    UNIT_TAGS,
    ActionKind,
    Age,
    Area,
    Building,
    Prompt,
    Resource,
    Scope,
    VictoryCard,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.sampling import sample_row

# ------------------------------------------------------------------------------------------------ weights
# In victory cubes. Found by matches against random play and of the agent against itself.
CUBE = 0.16  # a resource cube
RIVAL_CUBE = 0.08  # a cube that a rival gets, shared among the rivals
UNIT = 0.35  # a unit, before what the largest-army card promises
ARMY_CUBE = 0.10  # for each cube on that card
BUILDING = 0.45  # a building, before what the most-buildings card promises
CITY_CUBE = 0.12  # for each cube on that card
TILE = 0.55  # a tile found by exploring, early in the game
NEXT_AGE = 1.5  # the classical age; later ones less
SPOILS = 0.7  # of a won attack, beside the cubes of the last-battle card
RISK = 0.9  # what a lost attack costs
POWER = 0.7  # a god power, before its favor
KEEP = 0.55  # a card worth this much stays in the hand for the next turn
DROPPED = 0.02  # what it costs to drop a permanent card; a random one costs ten times that
# Of a building beside its number: house, wall, tower, storehouse, market, armory, quarry, ..., wonder.
WORTH = np.array([0.30, 0.05, 0.05, 0.25, 0.15, 0.20, 0.35, 0.40, 0.45, 0.45, 0.40, 0.20, 0.60, 0.0])


# ------------------------------------------------------------------------------------------------ what things are worth
@kernel
def turns_left(s, r):
    """Turns until the victory cubes run out, this one included."""
    placers = min(s.num_players, r.setup_cubes_placed_per_turn)
    return 1 + (s.vp_bank + placers - 1) // placers


@kernel
def bonus_against(s, r, unit, foe):
    """Bonus dice of a unit, on average over the units that a rival has at home."""
    added = 0.0
    units = 0
    culture = s.culture[foe]
    for other in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        number = available(s, foe, other)
        units += number
        if number > 0:
            for tag in range(NUM_TAGS):
                added += number * UNIT_TAGS[other, tag] * r.unit_bonus[unit, tag]
    return added / units if units > 0 else 0.0


@kernel
def army_power(s, r, seat, foe, limit, chosen):
    """Dice of the best units of a seat against a rival, as many as the limit lets fight; writes how many of each."""
    culture = s.culture[seat]
    value = np.zeros(NUM_UNITS, np.float64)
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        value[unit] = r.unit_dice[unit] + bonus_against(s, r, unit, foe)
        chosen[unit] = 0
    power = 0.0
    for _ in range(limit):
        best = -1
        for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
            if available(s, seat, unit) > chosen[unit] and (best < 0 or value[unit] > value[best]):
                best = unit
        if best < 0:
            break
        chosen[best] += 1
        power += value[best]
    return power


@kernel
def win_chance(s, r, seat, foe, limit, chosen):
    """A guess at the chance that an attack on a rival is won."""
    mine = army_power(s, r, seat, foe, limit, chosen)
    theirs = army_power(s, r, foe, seat, limit, chosen)
    return mine**3 / (mine**3 + theirs**3 + 1e-6)


@kernel
def attack_value(s, r, seat, foe, limit, chosen):
    """What an attack on a rival promises."""
    chance = win_chance(s, r, seat, foe, limit, chosen)
    prize = s.vp_card[VictoryCard.LAST_BATTLE] + SPOILS
    return chance * prize - (1.0 - chance) * RISK


@kernel
def best_target(s, r, seat, limit, chosen):
    """The neighbour whom an attack on promises most, as a distance."""
    n = s.num_players
    left = attack_value(s, r, seat, (seat + 1) % n, limit, chosen)
    right = attack_value(s, r, seat, (seat + n - 1) % n, limit, chosen)
    return 1 if left >= right else n - 1


@kernel
def income(s, r, seat, scope):
    """Cubes that a gathering gives a seat, as far as the bank has them."""
    cubes = 0
    for resource in range(NUM_RESOURCES):
        due = 0
        for tile in range(NUM_TILES):
            if TILE_RESOURCE[tile] == resource and in_scope(scope, tile):
                due += s.tiles[seat, tile] * r.tile_amount[tile] + s.villager_on[seat, tile]
        cubes += min(due, s.bank[resource])
    return cubes


@kernel
def gather_value(s, r, seat, scope):
    """What a gathering is worth to its player: own cubes and villagers, less those of the rivals."""
    mine = 1.0 * income(s, r, seat, scope)
    for building in range(NUM_BUILDINGS):
        if BONUS_RESOURCE[building] >= 0 and s.buildings[seat, building] > 0:
            mine += r.limits_gather_building_bonus
    places = 0
    for tile in range(NUM_TILES):
        if in_scope(scope, tile):
            places += s.tiles[seat, tile] - s.villager_on[seat, tile]
    mine += min(places, s.idle_villagers[seat])
    rivals = 0.0
    for other in range(s.num_players):
        if other != seat:
            rivals += income(s, r, other, scope)
    return CUBE * mine - RIVAL_CUBE * rivals / (s.num_players - 1)


@kernel
def best_scope(s, r, seat):
    """The terrain or resource to gather."""
    best = 0
    most = -1e9
    for scope in range(Scope.ALL):
        value = gather_value(s, r, seat, scope)
        if value > most:
            most = value
            best = scope
    return best


@kernel
def affordable_buildings(s, r, seat, number):
    """A guess at how many buildings a Build card buys."""
    houses = min(s.resources[seat, Resource.FOOD] // 2, s.resources[seat, Resource.WOOD] // 2)
    rest = cubes_of(s, seat) - 4 * houses
    room = r.limits_city_squares - city_size(s, seat)
    return max(1, min(min(number, room), houses + rest // 6))


@kernel
def affordable_units(s, r, seat, number):
    """A guess at how many units a Recruit card buys."""
    return max(1, min(number, cubes_of(s, seat) // 3))


@kernel
def race(s, card, seat):
    """How hotly a victory card is contested for a seat: 1 if a few pieces more or less decide it."""
    mine = army_size(s, seat) if card == VictoryCard.LARGEST_ARMY else city_size(s, seat)
    best = 0
    for other in range(s.num_players):
        if other != seat:
            best = max(best, army_size(s, other) if card == VictoryCard.LARGEST_ARMY else city_size(s, other))
    lead = mine - best
    return 1.0 if -4 <= lead <= 2 else 0.5


@kernel
def action_value(s, r, seat, card, chosen):
    """What the action of a card is worth now."""
    kind = CARD_ACTION[card]
    number = r.card_number[card]
    left = turns_left(s, r)
    if kind == ActionKind.GATHER:
        scope = CARD_SCOPE[card]
        return gather_value(s, r, seat, best_scope(s, r, seat) if scope < 0 else scope)
    if kind == ActionKind.BUILD:
        each = BUILDING + CITY_CUBE * s.vp_card[VictoryCard.MOST_BUILDINGS] * race(s, VictoryCard.MOST_BUILDINGS, seat)
        return each * affordable_buildings(s, r, seat, number)
    if kind == ActionKind.RECRUIT:
        each = UNIT + ARMY_CUBE * s.vp_card[VictoryCard.LARGEST_ARMY] * race(s, VictoryCard.LARGEST_ARMY, seat)
        return each * affordable_units(s, r, seat, number)
    if kind == ActionKind.TRADE:
        if s.buildings[seat, Building.GREAT_TEMPLE] > 0:
            cubes = cubes_of(s, seat) - trade_cost(s, r, seat, card)
            return 1.0 * min(cubes // r.limits_favor_per_victory_cube, s.vp_bank) + 0.05
        return 0.05
    if kind == ActionKind.NEXT_AGE:
        return (NEXT_AGE - 0.4 * s.age[seat]) * min(1.0, 0.2 * left)
    if kind == ActionKind.EXPLORE:
        free = 0
        for terrain in range(NUM_TERRAINS):
            free += free_squares(s, r, seat, terrain)
        return TILE * min(1.0, 0.15 * left) * min(1.0, 0.25 * free)
    n = s.num_players
    foe = (seat + best_target(s, r, seat, number, chosen)) % n
    return attack_value(s, r, seat, foe, number, chosen)


# ------------------------------------------------------------------------------------------------ cards
@kernel
def choose_play(s, r, mask):
    """The way of playing or dropping a card that promises most."""
    chosen = np.zeros(NUM_UNITS, np.int64)
    best = -1
    most = -1e9
    for card in range(NUM_CARDS):
        if s.hand[s.seat, card] == 0:
            continue
        value = action_value(s, r, s.seat, card, chosen)
        if mask[ID.play + card] != 0 and value > most:
            most = value
            best = ID.play + card
        if card >= FIRST_GOD:
            god = card - FIRST_GOD
            extra = POWER - CUBE * r.god_favor[god]
            if mask[ID.invoke + god] != 0 and value + extra > most:
                most = value + extra
                best = ID.invoke + god
            if mask[ID.power + god] != 0 and extra > most:
                most = extra
                best = ID.power + god
        loss = DROPPED if card < NUM_PERMANENT else 10.0 * DROPPED
        if -loss > most:
            most = -loss
            best = ID.drop + card
    return best


@kernel
def choose_hand(s, r, mask):
    """Permanent cards for what is planned; the deck gives the rest of the hand."""
    seat = s.seat
    chosen = np.zeros(NUM_UNITS, np.int64)
    room = r.ages_hand[s.age[seat]] - hand_size(s, seat)
    if room <= 1:
        return ID.done  # a random card is better on average
    cubes = cubes_of(s, seat)
    for card in range(NUM_PERMANENT):
        if mask[ID.take + card] == 0:
            continue
        kind = CARD_ACTION[card]
        wanted = kind == ActionKind.GATHER
        if kind == ActionKind.BUILD or kind == ActionKind.RECRUIT:
            wanted = cubes >= 8 or (kind == ActionKind.BUILD) == (s.turn % 2 == 0)
        elif kind == ActionKind.NEXT_AGE:
            poorest = 99
            for resource in range(NUM_RESOURCES):
                poorest = min(poorest, s.resources[seat, resource])
            wanted = s.age[seat] < Age.MYTHIC and turns_left(s, r) > 3 and poorest >= age_price(s, r, seat, card) - 1
        elif kind == ActionKind.TRADE:
            wanted = s.buildings[seat, Building.GREAT_TEMPLE] > 0
        elif kind == ActionKind.ATTACK:
            wanted = action_value(s, r, seat, card, chosen) > 0.9
        elif kind == ActionKind.EXPLORE:
            wanted = s.turn <= 2
        if wanted:
            return ID.take + card
    return ID.done


@kernel
def choose_discard(s, r, mask):
    """Keep the random cards that promise much, at most two; permanent cards come back anyway."""
    chosen = np.zeros(NUM_UNITS, np.int64)
    for card in range(s.cursor, NUM_CARDS):
        if s.hand[s.seat, card] == 0:
            continue
        if card < NUM_PERMANENT or s.hand_random[s.seat] > 2 or action_value(s, r, s.seat, card, chosen) < KEEP:
            return ID.drop + card
    return ID.done


@kernel
def choose_place(s, r):
    """Cubes go where they will come to me: a contest that I lead or a battle that I would win; else to the Wonder."""
    seat = s.seat
    chosen = np.zeros(NUM_UNITS, np.int64)
    n = s.num_players
    army = army_size(s, seat)
    city = city_size(s, seat)
    for other in range(n):
        if other != seat:
            army = min(army, army_size(s, seat) - army_size(s, other))
            city = min(city, city_size(s, seat) - city_size(s, other))
    left = win_chance(s, r, seat, (seat + 1) % n, 5, chosen)
    right = win_chance(s, r, seat, (seat + n - 1) % n, 5, chosen)
    if army > 2 and army >= city:
        return ID.place + VictoryCard.LARGEST_ARMY
    if city > 0:
        return ID.place + VictoryCard.MOST_BUILDINGS
    if max(left, right) > 0.7:
        return ID.place + VictoryCard.LAST_BATTLE
    return ID.place + (VictoryCard.LARGEST_ARMY if army > 0 else VictoryCard.WONDER)


# ------------------------------------------------------------------------------------------------ production
@kernel
def tile_value(s, r, seat, tile):
    """A tile: its amount, and more of what the seat produces little of."""
    made = 0
    for other in range(NUM_TILES):
        if TILE_RESOURCE[other] == TILE_RESOURCE[tile]:
            made += s.tiles[seat, other] * r.tile_amount[other]
    return r.tile_amount[tile] + 1.0 / (1.0 + made)


@kernel
def choose_tile(s, r, mask):
    """The best tile on offer; also to loot, remove or swap. An own tile to be given away is the worst one."""
    best = -1
    most = -1e9
    for tile in range(NUM_TILES):
        if mask[ID.tile + tile] == 0:
            continue
        value = tile_value(s, r, s.seat, tile)
        if s.prompt == Prompt.POWER_OWN_TILE:
            value = -value
        elif s.prompt == Prompt.LOOT_TILE and fits(s, r, s.seat, tile):
            value += 2.0
        if value > most:
            most = value
            best = ID.tile + tile
    return best if best >= 0 else ID.done


@kernel
def choose_workers(s):
    """Workers are rearranged if one is idle or stands where nothing is gathered."""
    misplaced = s.idle_villagers[s.seat] > 0
    for tile in range(NUM_TILES):
        if s.villager_on[s.seat, tile] > 0 and not in_scope(s.scope, tile):
            misplaced = True
    return ID.done if misplaced else ID.confirm


@kernel
def choose_post(s, mask, first):
    """A worker goes to a tile that pays now, or else to any."""
    other = -1
    for tile in range(NUM_TILES):
        if mask[first + tile] != 0:
            if in_scope(s.scope, tile):
                return first + tile
            if other < 0:
                other = first + tile
    return other if other >= 0 else ID.done


# ------------------------------------------------------------------------------------------------ purchases
@kernel
def choose_building(s, r, mask):
    """The Wonder if it wins; else the building worth most for its cubes."""
    seat = s.seat
    if mask[ID.build + Building.WONDER] != 0 and wonder_wins(s, r):
        return ID.build + Building.WONDER
    best = ID.done
    most = 0.0
    for building in range(NUM_BUILDINGS):
        if mask[ID.build + building] == 0 or building == Building.WONDER:
            continue
        price = 0
        for resource in range(NUM_RESOURCES):
            price += r.building_cost[building, resource]
        early = min(1.0, 0.2 * turns_left(s, r))
        count = BUILDING + CITY_CUBE * s.vp_card[VictoryCard.MOST_BUILDINGS] * race(s, VictoryCard.MOST_BUILDINGS, seat)
        value = (count + WORTH[building] * early) / (3.0 + price)
        if value > most:
            most = value
            best = ID.build + building
    return best


@kernel
def wonder_wins(s, r):
    """Whether the game would be won if it ended now with the Wonder."""
    mine = points(s, r, s.seat) + s.vp_card[VictoryCard.WONDER]
    for other in range(s.num_players):
        if other != s.seat and points(s, r, other) >= mine:
            return False
    return True


@kernel
def choose_recruit(s, r, mask):
    """Dice for cubes; late in the game, when numbers count, the cheapest."""
    late = turns_left(s, r) <= 3
    best = ID.done
    most = -1e9
    for unit in range(NUM_UNITS):
        if mask[ID.recruit + unit] == 0:
            continue
        price = 0
        for resource in range(NUM_RESOURCES):
            price += r.unit_cost[unit, resource]
        foe = (s.seat + 1) % s.num_players
        dice = r.unit_dice[unit] + bonus_against(s, r, unit, foe)
        value = -1.0 * price + 0.1 * dice if late else dice / (price + 1.5)
        if value > most:
            most = value
            best = ID.recruit + unit
    return best


@kernel
def extreme(s, seat, mask, first, sign):
    """The open resource of which a seat has most (sign 1), or least (sign -1)."""
    best = -1
    for resource in range(NUM_RESOURCES):
        if mask[first + resource] != 0 and (best < 0 or sign * (s.resources[seat, resource] - s.resources[seat, best]) > 0):
            best = resource
    return first + best if best >= 0 else ID.done


@kernel
def choose_trade(s, r, mask):
    """With a Great Temple everything becomes favor and victory cubes; else a shortage is filled from a surplus."""
    if mask[ID.buy] != 0:
        return ID.buy
    seat = s.seat
    temple = s.buildings[seat, Building.GREAT_TEMPLE] > 0 and s.vp_bank > 0
    if temple and cubes_of(s, seat) >= r.limits_favor_per_victory_cube:
        for given in range(NUM_RESOURCES):
            action = ID.exchange + NUM_RESOURCES * given + Resource.FAVOR
            if given != Resource.FAVOR and mask[action] != 0:
                return action
    best = ID.done
    most = 2
    for given in range(NUM_RESOURCES):
        for received in range(NUM_RESOURCES):
            gap = s.resources[seat, given] - s.resources[seat, received]
            if mask[ID.exchange + NUM_RESOURCES * given + received] != 0 and gap > most:
                most = gap
                best = ID.exchange + NUM_RESOURCES * given + received
    return best


# ------------------------------------------------------------------------------------------------ battle
@kernel
def choose_player(s, r, mask):
    """The neighbour easiest to beat; for a power the player with most points."""
    if s.prompt == Prompt.ATTACK_TARGET:
        return ID.player + best_target(s, r, s.seat, r.card_number[s.card], np.zeros(NUM_UNITS, np.int64))
    best = -1
    most = -1
    for distance in range(1, s.num_players):
        other = (s.seat + distance) % s.num_players
        value = 10 * points(s, r, other) + cubes_of(s, other)
        if mask[ID.player + distance] != 0 and value > most:
            most = value
            best = ID.player + distance
    return best if best >= 0 else ID.player


@kernel
def choose_area(s):
    """Cubes if there are enough of them, else a building, else a tile."""
    if cubes_of(s, s.defender) >= 5:
        return ID.attack + Area.HOLDING
    return ID.attack + (Area.CITY if city_size(s, s.defender) > 0 else Area.PRODUCTION)


@kernel
def choose_army(s, r):
    """The best units for this enemy, as many as the limit allows."""
    side = ATTACKER if s.prompt == Prompt.COMMIT_ATT else DEFENDER
    wanted = np.zeros(NUM_UNITS, np.int64)
    army_power(s, r, s.seat, seat_of(s, 1 - side), s.limit[side], wanted)
    for unit in range(s.cursor, NUM_UNITS):
        if s.in_battle[side, unit] < wanted[unit]:
            return ID.commit + unit
    return ID.done


@kernel
def duel_dice(r, unit, foe):
    """Dice of a unit against another one, specials left aside."""
    dice = 1.0 * r.unit_dice[unit]
    for tag in range(NUM_TAGS):
        dice += UNIT_TAGS[foe, tag] * r.unit_bonus[unit, tag]
    return dice


@kernel
def choose_fighter(s, r):
    """The unit with the best chances against what the enemy has left; a hopeless side retreats."""
    side = ATTACKER if s.prompt == Prompt.FIGHT_ATT else DEFENDER
    best = -1
    most = -1.0
    hope = 0.0
    for unit in range(NUM_UNITS):
        if s.in_battle[side, unit] == 0:
            continue
        chance = 0.0
        for foe in range(NUM_UNITS):
            if s.in_battle[1 - side, foe] > 0:
                mine = duel_dice(r, unit, foe)
                chance += s.in_battle[1 - side, foe] * mine / (mine + duel_dice(r, foe, unit))
        chance /= troops(s, 1 - side)
        hope += s.in_battle[side, unit] * chance / (1.05 - chance)
        if chance > most:
            most = chance
            best = unit
    stakes = s.vp_card[VictoryCard.LAST_BATTLE] + (2.0 if side == DEFENDER else 1.0)
    if hope < 0.35 * troops(s, 1 - side) and stakes < 4.0:
        return ID.retreat
    return ID.fight + best


@kernel
def choose_special(s, r):
    """A throw where the dice are not clearly better anyway; nobody goes berserk, since equal sixes are common."""
    side = ATTACKER if s.prompt == Prompt.SPECIAL_ATT else DEFENDER
    thrower = s.culture[s.seat] == 1
    return ID.confirm if thrower and dice_of(s, r, side) <= 1.5 * dice_of(s, r, 1 - side) else ID.done


@kernel
def choose_unit(s, r, mask):
    """An enemy or a gain: the unit with most dice; to be given up: the one with fewest."""
    give = s.prompt == Prompt.POWER_SACRIFICE or s.prompt == Prompt.POWER_TRADE_UNIT
    best = -1
    most = -1e9
    for unit in range(NUM_UNITS):
        if mask[ID.choose + unit] != 0:
            value = -r.unit_dice[unit] if give else r.unit_dice[unit]
            if value > most:
                most = value
                best = ID.choose + unit
    return best if best >= 0 else ID.done


@kernel
def choose_ruin(s, mask):
    """The most expensive building first."""
    for building in range(NUM_BUILDINGS - 1, -1, -1):
        if mask[ID.destroy + building] != 0:
            return ID.destroy + building
    return ID.done


# ------------------------------------------------------------------------------------------------ answers
@kernel
def answer(s, r, mask):
    """The answer to the prompt."""
    prompt = s.prompt
    if prompt == Prompt.PLAY_CARD:
        return choose_play(s, r, mask)
    if prompt == Prompt.PICK_HAND:
        return choose_hand(s, r, mask)
    if prompt == Prompt.PLACE_VP:
        return choose_place(s, r)
    if prompt == Prompt.DISCARD:
        return choose_discard(s, r, mask)
    if prompt <= Prompt.TRADE_VP:
        return answer_action(s, r, mask)
    if prompt <= Prompt.VILLAGER_LOSS:
        return answer_battle(s, r, mask)
    if prompt == Prompt.POWER_PLAYER:
        return choose_player(s, r, mask)
    if prompt == Prompt.POWER_TILE or prompt == Prompt.POWER_OWN_TILE:
        return choose_tile(s, r, mask)
    if prompt == Prompt.POWER_BUILDING:
        return choose_ruin(s, mask)
    if prompt == Prompt.POWER_GAIN_ANY:
        return extreme(s, s.seat, mask, ID.cube, -1)
    return choose_unit(s, r, mask)


@kernel
def answer_action(s, r, mask):
    """Answers in the draft and in peaceful actions."""
    prompt = s.prompt
    if prompt == Prompt.DRAFT or prompt == Prompt.EXPLORE_PICK:
        return choose_tile(s, r, mask)
    if prompt == Prompt.GATHER_CHOICE:
        return ID.gather + best_scope(s, r, s.seat)
    if prompt == Prompt.WORKERS_KEEP:
        return choose_workers(s)
    if prompt == Prompt.ASSIGN_VILLAGER:
        return choose_post(s, mask, ID.villager)
    if prompt == Prompt.ASSIGN_DWARF:
        return choose_post(s, mask, ID.dwarf)
    if prompt == Prompt.BUILD_PICK:
        return choose_building(s, r, mask)
    if prompt == Prompt.BUILD_DISCOUNT:
        return extreme(s, s.seat, mask, ID.discount, -1)
    if prompt == Prompt.RECRUIT_PICK:
        return choose_recruit(s, r, mask)
    if prompt == Prompt.TRADE_COST:
        return extreme(s, s.seat, mask, ID.pay, 1)
    return choose_trade(s, r, mask)


@kernel
def answer_battle(s, r, mask):
    """Answers in an attack and after it."""
    prompt = s.prompt
    if prompt == Prompt.FIGHT_ATT or prompt == Prompt.FIGHT_DEF:
        return choose_fighter(s, r)
    if prompt == Prompt.COMMIT_ATT or prompt == Prompt.COMMIT_DEF:
        return choose_army(s, r)
    if prompt == Prompt.ATTACK_TARGET:
        return choose_player(s, r, mask)
    if prompt == Prompt.ATTACK_AREA:
        return choose_area(s)
    if prompt == Prompt.SPECIAL_ATT or prompt == Prompt.SPECIAL_DEF:
        return choose_special(s, r)
    if prompt == Prompt.PHARAOH_SWAP:
        return ID.done
    if prompt == Prompt.RESURRECT:
        return ID.confirm
    if prompt == Prompt.RAZE:
        return choose_ruin(s, mask)
    if prompt == Prompt.LOOT_TILE:
        return choose_tile(s, r, mask)
    if prompt == Prompt.TAKE_CUBES:
        return extreme(s, s.target, mask, ID.cube, 1)
    if prompt == Prompt.VILLAGER_LOSS:
        return ID.done if mask[ID.done] != 0 else choose_post(s, mask, ID.villager)
    return choose_unit(s, r, mask)


@kernel
def choose(s, r, mask, bits):
    """The action that a sensible player takes; `mask` holds the legal actions, `bits` a random word for ties."""
    action = answer(s, r, mask)
    return action if mask[action] != 0 else sample_row(mask, bits)
