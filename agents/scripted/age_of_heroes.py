"""A sensible player of Age of Heroes, compiled: it weighs its options in cards and takes the best one.

It reads only what the seat to act may know: its own hand, the public fields, `shown` and the sizes of other
hands. The functions take the state record `s` and the rules record `r`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_heroes.actions import ID, absolute_card
from rulebound.envs.age_of_heroes.rules import copies_of
from rulebound.envs.age_of_heroes.rules.cards import hand_size
from rulebound.envs.age_of_heroes.rules.ending import NO_CITIES
from rulebound.envs.age_of_heroes.rules.fair import connected, may_receive, wish_met
from rulebound.envs.age_of_heroes.rules.play import gold_needed, neighbour
from rulebound.envs.age_of_heroes.rules.preparation import OWN_TURN, home_armies
from rulebound.envs.age_of_heroes.rules.war import ATTACKER, DEFENDER, HIGH, LOW, direct_road
from rulebound.envs.age_of_heroes.state import NUM_CARDS, NUM_CONVENTIONAL, Building, Card, Event, Goal, Leader, Prompt
from rulebound.envs.core.deck import total
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import mix, scaled
from rulebound.envs.core.sampling import sample_row

# ------------------------------------------------------------------------------------------------ weights
# All in cards: 1 is a card drawn blindly. Found by matches of the agent against itself and against random play.
WIN = 1000.0  # above any sum of the others
CITY = 9.0  # three good cards, an income and a fifth of a victory
SPECIAL = 1.8  # a step of a monument: few games are won by it
LAST_STEP = 3.0  # times more for somebody one step from winning
NEXT_STEP = 1.5  # times more for somebody two steps from winning
ARMY = 9.0  # to build one while a rival has as many, and to lose one: armies take cities again and again
ARMY_AHEAD = 2.5  # to build more than every rival has
FORTRESS = 2.8  # the first one; half of that the second
GENERAL = 3.2  # the first one; another changes nothing
ROAD = 3.0  # for each tribe that it joins
PERIL = 3.1  # times more for all defence where the last city takes its owner out of the game
EXPOSED = 5.0  # armies away, for each rival that could strike meanwhile
QUAKED = 1.5  # an own army that cannot defend

CITY_CARD = 2.0  # a resource that the next city needs
ARMY_CARD = 0.9  # one that the next army needs
OTHER_CARD = 0.6  # one that another building needs
SECOND = 0.5  # of that, for a copy that only the building after the next needs
SPARE = 0.2  # a resource that nothing needs
GOLD = 2.2  # stands for any missing card
DENIED = 0.5  # a rival's special, of what it is worth to its owner: a chip to trade, and kept from them
OLYMPICS = 1.8
FORTUNE = 1.6
HERO = 3.4
ERUPTION = 2.5
EARTHQUAKE = 0.8
HUNGER = -0.3  # harmful at the next Preparation
BARBARIANS = -2.5

DRAWN = 1.0  # a card that has room in the hand
CHOICE = 0.5  # a card beyond the limit, which only improves the choice at the discard
LOOT = 1.1  # a card lost in a war
MARGIN = 0.3  # what a trade must gain
GIFT = 0.5  # of what a traded card is worth to its new holder

VALUE, ARMIES, HEROES, LEADER = range(4)  # entries of a battle plan
# The card of each wish, counted from the seat that wishes; -1 for any.
WISHED = (-1, *range(Card.SPECIAL), int(Card.SPECIAL), int(Card.FORTUNE), int(Card.OLYMPICS), int(Card.HERO))


# ------------------------------------------------------------------------------------------------ what things are worth
@kernel
def share(s):
    """How much of a rival's loss is a gain of mine: all of it once two players are left."""
    living = 0
    for seat in range(s.num_players):
        living += s.alive[seat] != 0
    return 1.0 / max(1, living - 1)


@kernel
def urgency(r, steps):
    """A step counts more for somebody close to victory."""
    return LAST_STEP if steps <= 1 else NEXT_STEP if steps == 2 else 1.0


@kernel
def ruin(s, r, seat):
    """What the elimination of a seat is worth: everything, if it is me or my last rival."""
    return WIN if seat == s.seat or share(s) == 1.0 else CITY


@kernel
def city_gain(s, r, seat, cities):
    """What more cities are worth to a seat."""
    steps = r.victory_cities - s.cities[seat]
    return WIN if cities >= steps else CITY * cities * urgency(r, steps - 1)


@kernel
def city_loss(s, r, seat, cities):
    """What losing cities costs a seat."""
    if cities >= s.cities[seat] and r.elimination_rule == NO_CITIES:
        return ruin(s, r, seat)
    return CITY * min(cities, s.cities[seat]) * urgency(r, r.victory_cities - s.cities[seat])


@kernel
def monument_step(s, r, seat):
    """What one step of a seat's monument is worth."""
    return SPECIAL * urgency(r, r.victory_monument_size - s.progress[seat])


@kernel
def peril(s, r):
    """How much more defence counts: one war could take the last city, and the game with it."""
    return PERIL if r.elimination_rule == NO_CITIES and s.cities[s.seat] <= r.war_conquest_cities[HIGH] else 1.0


@kernel
def draw_worth(s, r, seat, cards):
    """What more cards are worth to a seat."""
    room = min(cards, max(0, r.turn_hand_limit - hand_size(s, seat)))
    return DRAWN * room + CHOICE * (cards - room)


@kernel
def resource_worth(s, r, card, copy):
    """A conventional resource, by the most useful building that needs this copy of it."""
    most = SPARE
    for building in range(len(s.supply)):
        cost = r.cost[building, card]
        if s.supply[building] > 0 and copy <= 2 * cost:
            each = CITY_CARD if building == Building.CITY else ARMY_CARD * peril(s, r) if building == Building.ARMY else OTHER_CARD
            most = max(most, each if copy <= cost else each * SECOND)
    return most


@kernel
def special_worth(s, r, owner, copy):
    """A special: mine builds the monument, a rival's can be traded and is kept from it."""
    missing = r.victory_monument_size - s.progress[owner]
    if owner == s.seat and copy == missing:
        return WIN
    useful = copy < missing if owner == s.seat else s.alive[owner] != 0
    return monument_step(s, r, owner) * (1.0 if owner == s.seat else DENIED * share(s)) if useful else 0.0


@kernel
def worth(s, r, card, copy):
    """What the given copy of a card is worth in the hand of the seat to act."""
    if card < NUM_CONVENTIONAL:
        return resource_worth(s, r, card, copy)
    if card == Card.GOLD:
        return GOLD
    if card < Card.POPULATION_GROWTH:
        return special_worth(s, r, card - Card.SPECIAL, copy)
    if card == Card.POPULATION_GROWTH:
        return city_gain(s, r, s.seat, r.events_population_growth_cities_gained) if s.supply[Building.CITY] > 0 else 0.0
    return (EARTHQUAKE, ERUPTION, HUNGER, BARBARIANS, OLYMPICS, HERO, FORTUNE)[card - Card.EARTHQUAKE]


@kernel
def building_worth(s, r, building, side):
    """What a new building is worth to the seat to act; a road also depends on its side."""
    seat = s.seat
    if building == Building.CITY:
        return city_gain(s, r, seat, 1)
    if building == Building.ROAD:  # it serves the neighbour as well, so between two players it gains nothing
        return ROAD * (1.0 - share(s)) * (1 + connected(s, neighbour(s, seat, side))) * r.fair_draw_per_connected_tribe
    if building == Building.FORTRESS:
        return peril(s, r) * FORTRESS / (1 + s.fortresses[seat])
    if building == Building.GENERAL:
        return peril(s, r) * GENERAL if s.generals[seat] == 0 else 0.0
    for rival in range(s.num_players):
        if rival != seat and s.armies[rival] >= s.armies[seat]:
            return peril(s, r) * ARMY
    return peril(s, r) * ARMY_AHEAD


@kernel
def payment(s, r, building):
    """What the cards that pay for a building are worth."""
    cost = GOLD * gold_needed(s, r, s.seat, building)
    for card in range(NUM_CONVENTIONAL):
        held = s.hand[s.seat, card]
        for paid in range(min(held, r.cost[building, card])):
            cost += worth(s, r, card, held - paid)
    return cost


# ------------------------------------------------------------------------------------------------ battles
@kernel
def chance_held(s, r, rival, card):
    """Chance that a rival holds a card, judged by the cards that lie open."""
    if s.shown[rival, card] > 0:
        return 1.0
    copies = copies_of(s, r, card) - s.hand[s.seat, card] - s.discard[card]
    hidden = s.deck_size
    for seat in range(s.num_players):
        if seat != s.seat:
            copies -= s.shown[seat, card]
            hidden += hand_size(s, seat) - total(s.shown[seat])
    return min(1.0, copies * (hand_size(s, rival) - total(s.shown[rival])) / max(1, hidden))


@kernel
def round_odds(r, lead):
    """Chance that the attacker wins a decided round, its bonus being `lead` above the defender's."""
    won = 0
    lost = 0
    for attack in range(r.war_die_sides):
        for defence in range(r.war_die_sides):
            won += attack + lead > defence
            lost += attack + lead < defence
    return won / (won + lost)


@kernel
def spoils(s, r, attacker, defender, goal, survivors):
    """What a won war is worth to the one of its sides that has to act."""
    size = HIGH if survivors >= r.war_spoils_threshold else LOW
    gain = 0.0
    if goal == Goal.CONQUEST:
        cities = min(r.war_conquest_cities[size], s.cities[defender])
        gain = city_gain(s, r, attacker, cities)
        loss = city_loss(s, r, defender, cities)
    elif goal == Goal.PLUNDER:
        cards = min(r.war_plunder_per_army * survivors, hand_size(s, defender))
        gain = draw_worth(s, r, attacker, cards)
        loss = ruin(s, r, defender) if cards == hand_size(s, defender) and s.cities[defender] == 0 else LOOT * cards
    else:
        loss = min(r.war_destruction_progress[size], s.progress[defender]) * monument_step(s, r, defender)
    own = gain if s.seat == attacker else loss
    other = loss if s.seat == attacker else gain
    return own + (other if other >= WIN else other * share(s))


@kernel
def battle_value(s, r, attacker, defender, goal, attackers, defenders, heroes, p):
    """What a battle of so many units is worth to the side that has to act; `heroes` of its units are Heroes."""
    value = 0.0
    rest = 1.0
    chance = p**defenders  # of winning without a loss
    for lost in range(attackers):
        prize = spoils(s, r, attacker, defender, goal, attackers - lost)
        value += chance * outcome_value(s, r, attacker, prize, lost, defenders, heroes)
        rest -= chance
        chance *= (1.0 - p) * (defenders + lost) / (lost + 1)
    # Where the defender holds, it has lost about as many as the odds of a round say.
    fallen = min(defenders / 2.0, attackers * p / max(0.01, 1.0 - p))
    return value + rest * outcome_value(s, r, attacker, 0.0, attackers, fallen, heroes)


@kernel
def outcome_value(s, r, attacker, prize, attackers, defenders, heroes):
    """A prize won by the attacker and so many units lost, as the side to act sees it."""
    if s.seat == attacker:
        return prize + ARMY * (share(s) * defenders - max(0.0, attackers - heroes))
    return ARMY * (share(s) * attackers - max(0.0, defenders - heroes)) - prize


@kernel
def exposure(s, r, rival, armies):
    """The risk of sending armies away: rivals that are then stronger than what stays at home."""
    stronger = 0
    for seat in range(s.num_players):
        stronger += seat != s.seat and s.armies[seat] > s.armies[s.seat] - armies
    return 0.0 if direct_road(s, s.seat, rival) else EXPOSED * peril(s, r) * stronger


@kernel
def plan_battle(s, r, rival, goal, attacking, least, most, fewest, heroes, facing, plan):
    """Write the best commitment of least..most armies and fewest..heroes Heroes against `facing` armies."""
    seat = s.seat
    against = r.war_general_bonus if s.generals[rival] > s.generals_away[rival] else 0
    walls = r.war_fortress_bonus * s.fortresses[rival if attacking else seat]
    surprise = chance_held(s, r, rival, Card.HERO)  # one more unit on the other side
    plan[VALUE] = -10.0 * WIN
    for leader in range(3):
        if leader == Leader.GENERAL and s.generals[seat] == s.generals_away[seat]:
            continue
        lead = (0 if leader == Leader.NONE else r.war_general_bonus) - against
        p = round_odds(r, (lead if attacking else -lead) - walls)
        for knights in range(fewest, heroes + 1):
            if leader == Leader.HERO and knights == s.hand[seat, Card.HERO]:
                continue
            for armies in range(least, most + 1):
                units = armies + knights
                if units == 0 and (attacking or leader != Leader.NONE):
                    continue
                value = -HERO * (knights + (leader == Leader.HERO)) - (exposure(s, r, rival, armies) if attacking else 0.0)
                for more in range(2):
                    others = facing + more if attacking else max(1, facing + more)
                    chance = surprise if more == 1 else 1.0 - surprise
                    if chance == 0.0:
                        continue
                    if attacking:
                        value += chance * battle_value(s, r, seat, rival, goal, units, others, knights, p)
                    else:
                        value += chance * battle_value(s, r, rival, seat, goal, others, units, knights, p)
                if value > plan[VALUE]:
                    plan[VALUE] = value
                    plan[ARMIES] = armies
                    plan[HEROES] = knights
                    plan[LEADER] = leader


@kernel
def war_value(s, r, rival, goal, armies, facing, plan):
    """What attacking with up to so many armies is worth, the rival having `facing` at home."""
    plan_battle(s, r, rival, goal, True, 0, armies, 0, s.hand[s.seat, Card.HERO], facing, plan)
    if r.war_olympics_cancel == 0 or plan[VALUE] < 0.0:
        return plan[VALUE]
    return plan[VALUE] * (1.0 - chance_held(s, r, rival, Card.OLYMPICS))


@kernel
def choose_commitment(s, r):
    """Armies, then Heroes, then a leader, each the best with what is already committed."""
    side = s.committing
    plan = np.zeros(4, np.float64)
    most = home_armies(s, s.seat) if s.prompt == Prompt.ARMIES else np.int64(s.war_armies[side])
    least = 0 if s.prompt == Prompt.ARMIES else most
    heroes = s.war_heroes[side] if s.prompt == Prompt.LEADER else s.hand[s.seat, Card.HERO]
    fewest = heroes if s.prompt == Prompt.LEADER else 0
    rival = s.defender if side == ATTACKER else s.attacker
    plan_battle(s, r, rival, s.war_goal, side == ATTACKER, least, most, fewest, heroes, home_armies(s, rival), plan)
    if s.prompt == Prompt.ARMIES:
        return ID.armies + np.int64(plan[ARMIES])
    return ID.heroes + np.int64(plan[HEROES]) if s.prompt == Prompt.HEROES else ID.leader + np.int64(plan[LEADER])


@kernel
def choose_olympics(s, r):
    """Cancel a war that costs more than the card, however well it is fought."""
    plan = np.zeros(4, np.float64)
    armies = home_armies(s, s.seat)
    plan_battle(s, r, s.attacker, s.war_goal, False, 0, armies, 0, s.hand[s.seat, Card.HERO], home_armies(s, s.attacker), plan)
    return ID.olympics if plan[VALUE] < -OLYMPICS else ID.olympics + 1


@kernel
def choose_reroll(s, r):
    """Spend Fortune if the chance to save the unit is worth it; with the last one goes the stake of the war."""
    side = ATTACKER if s.seat == s.attacker else DEFENDER
    lead = r.war_general_bonus * ((s.war_leader[side] != Leader.NONE) - (s.war_leader[1 - side] != Leader.NONE))
    walls = r.war_fortress_bonus * s.fortresses[s.defender]
    lead += walls if side == DEFENDER else -walls
    saved = 0
    for face in range(1, r.war_die_sides + 1):
        saved += face + lead >= s.war_die[1 - side]
    stake = ARMY
    if s.war_armies[side] + s.war_heroes[side] == 1:
        stake += spoils(s, r, s.attacker, s.defender, s.war_goal, 1) / 2.0
    return ID.reroll if saved * stake > FORTUNE * r.war_die_sides else ID.reroll + 1


# ------------------------------------------------------------------------------------------------ events
@kernel
def choose_eruption(s, r):
    """Strike the rival whose city counts most, once somebody has more than one; -1 to wait."""
    target = -1
    most = 0.0
    for distance in range(1, s.num_players):
        rival = (s.seat + distance) % s.num_players
        harm = city_loss(s, r, rival, r.events_eruption_cities_lost) * s.cities[rival]
        if s.alive[rival] != 0 and harm > most and (s.cities[rival] > 1 or r.elimination_rule == NO_CITIES):
            most = harm
            target = ID.eruption + distance - 1
    return target


@kernel
def choose_earthquake(s, r):
    """Strike the rival whom it opens most to a war of mine before its armies recover; -1 to wait."""
    n = s.num_players
    plan = np.zeros(4, np.float64)
    armies = s.armies[s.seat] - s.armies_disabled[s.seat]
    target = -1
    most = EARTHQUAKE
    for distance in range(1, n):
        rival = (s.seat + distance) % n
        facing = home_armies(s, rival)
        in_time = r.events_disaster_timing == OWN_TURN or (s.seat - s.starter + n) % n < (rival - s.starter + n) % n
        for goal in range(3):
            if armies > 0 and facing > 0 and in_time and s.day >= r.war_day[goal]:
                gain = war_value(s, r, rival, goal, armies, 0, plan) - max(0.0, war_value(s, r, rival, goal, armies, facing, plan))
                if gain > most:
                    most = gain
                    target = ID.earthquake + distance - 1
    return target


@kernel
def choose_disaster(s, r, mask):
    """The disaster that can be played now and serves best; -1 to wait."""
    action = choose_eruption(s, r)
    if (action < 0 or mask[action] == 0) and s.hand[s.seat, Card.EARTHQUAKE] > 0:
        action = choose_earthquake(s, r)
    return action if action >= 0 and mask[action] != 0 else -1


@kernel
def raid_cost(s, r):
    """What the Barbarians would take: the least useful conventional cards."""
    taken = np.zeros(NUM_CONVENTIONAL, np.int64)
    cost = 0.0
    for _ in range(r.events_barbarians_conventional_lost):
        least = -1
        for card in range(NUM_CONVENTIONAL):
            left = s.hand[s.seat, card] - taken[card]
            if left > 0 and (least < 0 or worth(s, r, card, left) < worth(s, r, least, s.hand[s.seat, least] - taken[least])):
                least = card
        if least >= 0:
            cost += worth(s, r, least, s.hand[s.seat, least] - taken[least])
            taken[least] += 1
    return cost


@kernel
def choose_block(s, r, mask):
    """Block what costs more than the blocking card."""
    if s.event == Event.EARTHQUAKE:
        harm = QUAKED * home_armies(s, s.seat)
    elif s.event == Event.ERUPTION:
        harm = city_loss(s, r, s.seat, r.events_eruption_cities_lost)
    elif s.event == Event.HUNGER:
        harm = r.events_hunger_grain_lost * worth(s, r, Card.GRAIN, s.hand[s.seat, Card.GRAIN])
    else:
        harm = raid_cost(s, r)
    if mask[ID.block + 1] != 0 and harm > FORTUNE:
        return ID.block + 1
    return ID.block + 2 if mask[ID.block + 2] != 0 and harm > OLYMPICS else ID.block


@kernel
def choose_card(s, r, mask):
    """The least useful card that may go."""
    least = -1
    price = 2.0 * WIN
    for relative in range(NUM_CARDS):
        card = absolute_card(relative, s.seat, s.num_players)
        if mask[ID.card + relative] != 0 and worth(s, r, card, s.hand[s.seat, card]) < price:
            price = worth(s, r, card, s.hand[s.seat, card])
            least = relative
    return ID.card + least


# ------------------------------------------------------------------------------------------------ the Fair
@kernel
def partner(s, give, wish):
    """The seat whose standing offer an offer of mine would meet first; -1 for none."""
    for distance in range(1, s.num_players):
        other = (s.seat + distance) % s.num_players
        back = s.offer_give[other]
        met = back >= 0 and wish_met(wish, back, s.seat) and wish_met(s.offer_wish[other], give, other)
        if met and may_receive(back, s.seat) and may_receive(give, other):
            return other
    return -1


@kernel
def trade_gain(s, r, give, back):
    """What swapping two cards gains, less what the new holder gets out of mine; -1 as `back` counts for nothing."""
    gift = DRAWN
    if Card.SPECIAL <= give < Card.POPULATION_GROWTH:
        owner = give - Card.SPECIAL
        gift = WIN if s.progress[owner] + 1 >= r.victory_monument_size else monument_step(s, r, owner)
    received = worth(s, r, back, s.hand[s.seat, back] + 1) if back >= 0 else 0.0
    return received - worth(s, r, give, s.hand[s.seat, give]) - GIFT * share(s) * gift


@kernel
def choose_market(s, r, mask, bits):
    """Take the best standing offer by its mirror image; else stand any useful offer; else wait."""
    best = -1
    most = MARGIN
    useful = 0
    stand = -1
    for give in range(NUM_CARDS):
        card = absolute_card(give, s.seat, s.num_players)
        for wish in range(len(WISHED)):
            action = ID.offer + give * len(WISHED) + wish
            if mask[action] == 0:
                continue
            other = partner(s, card, wish)
            wished = absolute_card(WISHED[wish], s.seat, s.num_players)
            gain = trade_gain(s, r, card, s.offer_give[other] if other >= 0 else wished)
            if other >= 0 and gain >= most:  # of equal ones the last, which names the card
                most = gain
                best = action
            elif other < 0 and gain > MARGIN:
                useful += 1
                if scaled(mix(bits, 0, useful), useful) == 0:  # each useful offer alike
                    stand = action
    if best >= 0 or stand >= 0:
        return best if best >= 0 else stand
    return ID.wait if s.market_round < r.fair_rounds else ID.stop_trading


# ------------------------------------------------------------------------------------------------ the turn
@kernel
def best_building(s, r, mask, plan):
    """The legal building that gains most over its cards, or -1; the gain goes to plan[VALUE]."""
    best = -1
    plan[VALUE] = 0.0
    for action in range(ID.build, ID.stop_building):
        building = min(action - ID.build, np.int64(Building.ROAD))
        if mask[action] != 0:
            gain = building_worth(s, r, building, action - ID.road) - payment(s, r, building)
            if gain > plan[VALUE]:
                plan[VALUE] = gain
                best = action
    return best


@kernel
def choose_main(s, r, mask):
    """Disasters first, which cost no action; then the best of building, war and Tax."""
    action = choose_disaster(s, r, mask)
    if action >= 0:
        return action
    plan = np.zeros(4, np.float64)
    choice = ID.tax
    most = draw_worth(s, r, s.seat, s.cities[s.seat] * r.turn_tax_cards_per_city)
    action = best_building(s, r, mask, plan)
    if plan[VALUE] > most:
        choice = action
        most = plan[VALUE]
    if most > WIN / 2.0:
        return choice  # a victory that needs no dice
    for action in range(ID.war, ID.armies):
        rival = (s.seat + (action - ID.war) // 3 + 1) % s.num_players
        if mask[action] != 0:
            value = war_value(s, r, rival, (action - ID.war) % 3, home_armies(s, s.seat), home_armies(s, rival), plan)
            if value > most:
                choice = action
                most = value
    return choice


@kernel
def choose_road_reply(s, r):
    """Roads serve both sides; refuse only somebody about to win."""
    steps = min(r.victory_cities - s.cities[s.turn_seat], r.victory_monument_size - s.progress[s.turn_seat])
    return ID.road_reply + 1 if steps <= 1 else ID.road_reply


@kernel
def answer(s, r, mask, bits):
    """The answer to the prompt."""
    prompt = s.prompt
    if prompt == Prompt.MARKET:
        return choose_market(s, r, mask, bits)
    if prompt == Prompt.MAIN:
        return choose_main(s, r, mask)
    if prompt == Prompt.BUILD:
        action = best_building(s, r, mask, np.zeros(4, np.float64))
        return action if action >= 0 else ID.stop_building
    if prompt == Prompt.DISASTER:
        action = choose_disaster(s, r, mask)
        return action if action >= 0 else ID.hold
    if prompt == Prompt.BLOCK:
        return choose_block(s, r, mask)
    if prompt == Prompt.ROAD_REPLY:
        return choose_road_reply(s, r)
    if prompt == Prompt.OLYMPICS:
        return choose_olympics(s, r)
    if prompt == Prompt.REROLL:
        return choose_reroll(s, r)
    if Prompt.ARMIES <= prompt <= Prompt.LEADER:
        return choose_commitment(s, r)
    return choose_card(s, r, mask)  # lost to Barbarians, exchanged or discarded


@kernel
def choose(s, r, mask, bits):
    """The action that a sensible player takes; `mask` holds the legal actions, `bits` a random word for ties."""
    action = answer(s, r, mask, bits)
    return action if mask[action] != 0 else sample_row(mask, bits)
