"""Play: a turn with its draw, Tax Collection, Construction and the end of the turn.

Rulebook chapters "Play Phase", "Tax Collection", "Construction", "Do Nothing" and "End of Turn". Read `war.py`
next.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.actions import ID, absolute_card
from rulebound.envs.age_of_heroes.rules.cards import draw, hand_size, lose
from rulebound.envs.age_of_heroes.rules.ending import check_cities, check_elimination, collect, end_game
from rulebound.envs.age_of_heroes.rules.preparation import OWN_TURN, ask, begin_event, legal_disaster, play_disaster
from rulebound.envs.age_of_heroes.rules.war import declare_war, legal_war
from rulebound.envs.age_of_heroes.state import NUM_CARDS, NUM_CONVENTIONAL, Building, Card, Event, Prompt, Stage, WinKind  # fmt: skip
from rulebound.envs.core.jit import kernel

ALL_PLAY_DRAWS = 1  # events.play_trigger_scope
HUNGER, BARBARIANS = 0, 1  # order of the options of events.play_trigger
LEFT, RIGHT = 0, 1


# ------------------------------------------------------------------------------------------------ a turn
@kernel
def begin_turn(s, r):
    """AOH-146, AOH-066: armies and generals come home, disabled armies recover, then the turn's draw."""
    seat = s.turn_seat
    if s.alive[seat] == 0:
        s.stage = Stage.NEXT_TURN
        return
    s.armies_away[seat] = 0
    s.armies_disabled[seat] = 0
    s.generals_away[seat] = 0
    s.refused = 0
    s.taxing = 0
    s.draws_left = r.turn_draw
    s.stage = Stage.DRAW


@kernel
def draw_step(s, r):
    """Draw one card of the turn player, or go on when there is nothing left to draw.

    AOH-067, AOH-068, AOH-070: Hunger and Barbarians take effect at once, on every day; other events stay in
    hand. With the default scope only the draw at the start of the turn triggers. AOH-074: a player
    eliminated by the draw takes no action.
    """
    seat = s.turn_seat
    if s.alive[seat] == 0:
        s.draws_left = 0
        s.stage = Stage.NEXT_TURN
        return
    if s.draws_left == 0:
        s.stage = Stage.TURN_END if s.taxing != 0 else Stage.MAIN
        return
    s.draws_left -= 1
    card = draw(s)
    if card < 0:
        s.draws_left = 0
    elif triggers(s, r, card):
        s.discard[card] += 1
        begin_event(s, Event.HUNGER if card == Card.HUNGER else Event.BARBARIANS, seat)
    else:
        s.hand[seat, card] += 1


@kernel
def triggers(s, r, card):
    """Does a card drawn in Play take effect at once?"""
    if s.taxing != 0 and r.events_play_trigger_scope != ALL_PLAY_DRAWS:
        return False
    if card == Card.HUNGER:
        return r.events_play_trigger[HUNGER] != 0
    return card == Card.BARBARIANS and r.events_play_trigger[BARBARIANS] != 0


@kernel
def tax(s, r):
    """AOH-075, AOH-076: one card per city; without cities one card is exchanged."""
    seat = s.turn_seat
    s.taxing = 1
    s.stage = Stage.DRAW
    s.draws_left = s.cities[seat] * r.turn_tax_cards_per_city
    if s.cities[seat] == 0 and hand_size(s, seat) > 0:
        ask(s, seat, Prompt.EXCHANGE)


@kernel
def end_turn(s, r):
    """AOH-139, AOH-140, AOH-160: discard down to the limit, then collect, then check for elimination."""
    seat = s.turn_seat
    if s.alive[seat] != 0:
        if hand_size(s, seat) > r.turn_hand_limit:
            ask(s, seat, Prompt.DISCARD)
            return
        collect(s, r, seat)
        check_elimination(s, r)
    s.stage = Stage.NEXT_TURN


@kernel
def next_turn(s, r):
    """AOH-065, AOH-003: the next seat; after the last one a new day begins with its Preparation.

    AOH-165: after the last day the game stops without a winner.
    """
    s.taxing = 0
    s.refused = 0
    s.turn_seat = (s.turn_seat + 1) % s.num_players
    s.stage = Stage.TURN
    if s.turn_seat != s.starter:
        return
    if s.day >= r.days_max_days:
        s.truncated = 1
        end_game(s, -1, WinKind.TRUNCATED)
        return
    s.day += 1
    s.stage = Stage.PREPARATION
    s.preparing = s.starter
    s.prepared = 0


# ------------------------------------------------------------------------------------------------ construction
@kernel
def gold_needed(s, r, seat, building):
    """Gold that a building costs a seat: its own, and what stands for missing resources (AOH-084, AOH-086).

    A resource that Gold cannot replace counts as out of reach.
    """
    gold = r.cost[building, Card.GOLD]
    for resource in range(NUM_CONVENTIONAL):
        missing = r.cost[building, resource] - s.hand[seat, resource]
        if missing > 0:
            if r.construction_gold_replaces[resource] == 0:
                return 999
            gold += missing * r.construction_gold_per_missing_card
    return gold


@kernel
def can_build(s, r, seat, building):
    """AOH-092: affordable and in supply."""
    return s.supply[building] > 0 and gold_needed(s, r, seat, building) <= s.hand[seat, Card.GOLD]


@kernel
def pay(s, r, seat, building):
    """AOH-085, AOH-090: held resources first, Gold only for the shortfall; all to the discard pile."""
    gold = gold_needed(s, r, seat, building)
    for resource in range(NUM_CONVENTIONAL):
        lose(s, seat, resource, min(r.cost[building, resource], s.hand[seat, resource]))
    lose(s, seat, Card.GOLD, gold)
    s.supply[building] -= 1


@kernel
def build(s, r, building):
    """AOH-079..AOH-082: pay and place an army, city, fortress or general."""
    seat = s.turn_seat
    pay(s, r, seat, building)
    if building == Building.ARMY:
        s.armies[seat] += 1
    elif building == Building.CITY:
        s.cities[seat] += 1
        check_cities(s, r, seat)
    elif building == Building.FORTRESS:
        s.fortresses[seat] += 1
    else:
        s.generals[seat] += 1
    s.stage = Stage.CONSTRUCTION


@kernel
def road_gap(s, seat, side):
    """The gap between a seat and its left or right neighbour; two players share a single one."""
    if s.num_players == 2:
        return 0
    return seat if side == RIGHT else (seat + s.num_players - 1) % s.num_players


@kernel
def neighbour(s, seat, side):
    """The seat to the left or right."""
    return (seat + (1 if side == RIGHT else s.num_players - 1)) % s.num_players


@kernel
def can_ask_road(s, r, seat, side):
    """AOH-093, AOH-094, AOH-097, AOH-162: to a living neighbour that has not refused this turn, one road a pair."""
    if s.num_players == 2 and side == LEFT:
        return False
    if s.alive[neighbour(s, seat, side)] == 0 or s.road[road_gap(s, seat, side)] != 0:
        return False
    if (s.refused >> side) & 1:
        return False
    return can_build(s, r, seat, Building.ROAD)


@kernel
def can_build_anything(s, r, seat):
    """AOH-089: is there anything left to build or ask for?"""
    for building in range(Building.ROAD):
        if can_build(s, r, seat, building):
            return True
    return can_ask_road(s, r, seat, LEFT) or can_ask_road(s, r, seat, RIGHT)


@kernel
def construct(s, r):
    """AOH-087..AOH-089: go on building while anything is possible."""
    if can_build_anything(s, r, s.turn_seat):
        ask(s, s.turn_seat, Prompt.BUILD)
    else:
        s.stage = Stage.TURN_END


@kernel
def reply_road(s, r, accepted):
    """AOH-095..AOH-097: an accepted road is paid and serves both; a refusal costs nothing but the asking."""
    seat = s.turn_seat
    if accepted:
        pay(s, r, seat, Building.ROAD)
        s.road[road_gap(s, seat, s.road_side)] = 1
    else:
        s.refused |= 1 << s.road_side
    s.road_side = 0
    s.stage = Stage.CONSTRUCTION


# ------------------------------------------------------------------------------------------------ decisions
@kernel
def legal_build(s, r, mask):
    """The buildings and roads that can be built now."""
    for building in range(Building.ROAD):
        if can_build(s, r, s.seat, building):
            mask[ID.build + building] = 1
    for side in (LEFT, RIGHT):
        if can_ask_road(s, r, s.seat, side):
            mask[ID.road + side] = 1


@kernel
def legal_play(s, r, mask):
    """Legal answers to the prompts of a turn, war aside."""
    seat = s.seat
    if s.prompt == Prompt.MAIN:
        mask[ID.tax] = 1  # AOH-073
        mask[ID.do_nothing] = 1
        legal_build(s, r, mask)
        legal_war(s, r, mask)
        if r.events_disaster_timing == OWN_TURN and s.day > r.days_event_grace_days:
            if s.hand[seat, Card.EARTHQUAKE] > 0:
                legal_disaster(s, r, mask, ID.earthquake)
            if s.hand[seat, Card.ERUPTION] > 0:
                legal_disaster(s, r, mask, ID.eruption)
    elif s.prompt == Prompt.BUILD:
        mask[ID.stop_building] = 1
        legal_build(s, r, mask)
    elif s.prompt == Prompt.ROAD_REPLY:
        mask[ID.road_reply] = 1
        mask[ID.road_reply + 1] = 1
    else:  # exchange or discard: any card in hand
        n = s.num_players
        for card in range(NUM_CARDS):
            if Card.SPECIAL + n <= card < Card.POPULATION_GROWTH:
                continue
            if s.hand[seat, absolute_card(card, seat, n)] > 0:
                mask[ID.card + card] = 1


@kernel
def apply_play(s, r, action):
    """Carry out an answer to a prompt of a turn, war aside."""
    prompt = s.prompt
    seat = s.seat
    n = s.num_players
    s.prompt = Prompt.NONE
    if prompt == Prompt.ROAD_REPLY:
        reply_road(s, r, action == ID.road_reply)
    elif prompt == Prompt.EXCHANGE:
        lose(s, seat, absolute_card(action - ID.card, seat, n), 1)  # AOH-077: given before the draw
        s.draws_left = 1
    elif prompt == Prompt.DISCARD:
        lose(s, seat, absolute_card(action - ID.card, seat, n), 1)
    elif action == ID.tax:
        tax(s, r)
    elif action == ID.do_nothing or action == ID.stop_building:
        s.stage = Stage.TURN_END
    elif action < ID.road:
        build(s, r, action - ID.build)
    elif action < ID.stop_building:
        s.road_side = action - ID.road
        ask(s, neighbour(s, seat, s.road_side), Prompt.ROAD_REPLY)
    elif action < ID.armies:
        declare_war(s, (seat + (action - ID.war) // 3 + 1) % n, (action - ID.war) % 3)
    elif action < ID.eruption:
        play_disaster(s, seat, Card.EARTHQUAKE, (seat + action - ID.earthquake + 1) % n)
    else:
        play_disaster(s, seat, Card.ERUPTION, (seat + action - ID.eruption + 1) % n)
