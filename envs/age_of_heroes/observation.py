"""What a seat of Age of Heroes sees, and a fair guess at what it does not see.

Everything is ego-centric: seats are counted from the observer, special resources from the observer's own.
The question put to a seat is shown to that seat alone, because being asked can betray a hand (a block prompt
means that the victim holds Fortune). `redeal` replaces what the observer cannot know.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_heroes.actions import RELATIVE_CARDS, relative_card
from rulebound.envs.age_of_heroes.rules.cards import conventional, hand_size
from rulebound.envs.age_of_heroes.rules.play import can_build, can_build_anything
from rulebound.envs.age_of_heroes.rules.preparation import AUTO, FORTUNE, OLYMPICS, OWN_TURN, can_block, harms, home_armies
from rulebound.envs.age_of_heroes.rules.war import ATTACKER, DEFENDER, seat_of
from rulebound.envs.age_of_heroes.state import (
    BUILDINGS,
    GOALS,
    MANDATORY,
    MOST_HEROES,
    MOST_PIECES,
    NUM_CARDS,
    NUM_CONVENTIONAL,
    NUM_WISHES,
    SEATS,
    WISHES,
    Building,
    Card,
    Event,
    Leader,
    Prompt,
    Stage,
    Stream,
    names,
)  # fmt: skip
from rulebound.envs.age_of_heroes.variant import DECK_LIMIT
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.rng import shuffle, word

RELATIVE = ("me", *(f"+{k}" for k in range(1, SEATS)))
SIDES = ("attacker", "defender")
PHASES = ("preparation", "fair", "play")
SHOWN_DAYS = 20  # later days look like this one

OBSERVATION = ObservationLayout((
    Slice("phase", "part of the day", axes=(PHASES,), one_hot=True),
    Slice("day", f"day, at most {SHOWN_DAYS}", high=SHOWN_DAYS),
    Slice("conquest_open", "1 if Conquest is allowed today"),
    Slice("events_live", "1 if this day's Preparation is not exempt"),
    Slice("players", "number of players", high=SEATS),
    Slice("victory_cities", "cities that win", high=7),
    Slice("monument_size", "progress that wins", high=6),
    Slice("hand_limit", "cards kept at the end of a turn", high=10),
    Slice("starter", "who leads the day", axes=(RELATIVE,), one_hot=True),
    Slice("turn", "whose turn it is in Play", axes=(RELATIVE,), one_hot=True),
    Slice("supply", "pieces left to build", high=MOST_PIECES, axes=(BUILDINGS,)),
    Slice("deck_size", "cards in the draw pile", high=DECK_LIMIT),
    Slice("discard", "discard pile", high=24, axes=(RELATIVE_CARDS,)),
    Slice("road", "road between this seat and the next one (two players: at me)", axes=(RELATIVE,)),
    Slice("alive", "seats still in the game", axes=(RELATIVE,)),
    Slice("tribe", "tribe, numbered from 1", high=SEATS, axes=(RELATIVE,)),
    Slice("hand_size", "cards in hand, at most 24", high=24, axes=(RELATIVE,)),
    Slice("cities", "cities", high=MOST_PIECES, axes=(RELATIVE,)),
    Slice("armies_home", "armies at home", high=MOST_PIECES, axes=(RELATIVE,)),
    Slice("armies_away", "armies on the way home", high=MOST_PIECES, axes=(RELATIVE,)),
    Slice("armies_disabled", "armies disabled by an Earthquake", high=MOST_PIECES, axes=(RELATIVE,)),
    Slice("generals_home", "generals at home", high=6, axes=(RELATIVE,)),
    Slice("generals_away", "generals on the way home", high=6, axes=(RELATIVE,)),
    Slice("fortresses", "fortresses", high=9, axes=(RELATIVE,)),
    Slice("progress", "specials collected for the monument", high=6, axes=(RELATIVE,)),
    Slice("hand", "the observer's own cards", high=24, axes=(RELATIVE_CARDS,)),
    Slice("shown", "cards that everybody knows a rival to hold", high=24, axes=(RELATIVE[1:], RELATIVE_CARDS)),
    Slice("market_round", "round of trading", high=6),
    Slice("stopped", "seats that trade no more at this Fair", axes=(RELATIVE,)),
    Slice("offer_give", "card given by the standing offer", axes=(RELATIVE, RELATIVE_CARDS), one_hot=True),
    Slice("offer_wish", "card wished for by the standing offer", axes=(RELATIVE, WISHES), one_hot=True),
    Slice("attacker", "who attacks", axes=(RELATIVE,), one_hot=True),
    Slice("defender", "who is attacked", axes=(RELATIVE,), one_hot=True),
    Slice("war_goal", "goal of the war", axes=(GOALS,), one_hot=True),
    Slice("war_armies", "armies in the battle: the own ones, and both once both are committed", high=MOST_PIECES, axes=(SIDES,)),
    Slice("war_heroes", "Heroes fighting as armies, likewise", high=MOST_HEROES, axes=(SIDES,)),
    Slice("war_leader", "leader, likewise", axes=(SIDES, names(Leader)), one_hot=True),
    Slice("war_die", "dice of this round", high=6, axes=(SIDES,)),
    Slice("prompt", "what the observer is asked, if it has to act", axes=(names(Prompt),), one_hot=True),
    Slice("event", "the event the observer is asked about", axes=(names(Event),), one_hot=True),
    Slice("asker", "who plays that event or asks for that road", axes=(RELATIVE,), one_hot=True),
    Slice("losses_left", "cards the observer still loses to Barbarians", high=4),
    Slice("refused", "roads refused to the observer this turn", axes=(("left", "right"),)),
))  # fmt: skip

AT = OBSERVATION.at
REDEAL_TRIES = 4000


# ------------------------------------------------------------------------------------------------ observe
@kernel
def observe(s, r, seat, out):
    """Write what `seat` may know into a row of zeros (AOH-174..AOH-180)."""
    observe_table(s, r, seat, out)
    observe_cards(s, seat, out)
    observe_seats(s, seat, out)
    if s.stage == Stage.MARKET:
        observe_market(s, seat, out)
    if s.attacker >= 0:
        observe_war(s, seat, out)
    if s.seat == seat and s.over == 0:
        observe_question(s, seat, out)


@kernel
def distance(seat, other, players):
    """How many places `other` sits after `seat`."""
    return other - seat if other >= seat else other - seat + players


@kernel
def observe_table(s, r, seat, out):
    """Day, rules in force, supply and draw pile."""
    n = s.num_players
    phase = 0
    if s.stage >= Stage.TURN:
        phase = 2
    elif s.stage >= Stage.FAIR:
        phase = 1
    out[AT.phase + phase] = 1
    out[AT.day] = min(s.day, SHOWN_DAYS)
    out[AT.conquest_open] = s.day >= r.days_conquest_day
    out[AT.events_live] = s.day > r.days_event_grace_days
    out[AT.players] = n
    out[AT.victory_cities] = r.victory_cities
    out[AT.monument_size] = r.victory_monument_size
    out[AT.hand_limit] = r.turn_hand_limit
    out[AT.starter + distance(seat, s.starter, n)] = 1
    if phase == 2:
        out[AT.turn + distance(seat, s.turn_seat, n)] = 1
        if s.turn_seat == seat:
            out[AT.refused] = s.refused & 1
            out[AT.refused + 1] = s.refused >> 1
    for building in range(len(s.supply)):
        out[AT.supply + building] = s.supply[building]
    out[AT.deck_size] = s.deck_size


@kernel
def observe_cards(s, seat, out):
    """The discard pile, the own hand and the cards that rivals are known to hold.

    Written straight from the record, in loops of fixed length: half the time of a helper that gets arrays.
    """
    n = s.num_players
    for card in range(NUM_CARDS):
        out[AT.discard + card] = s.discard[card]
    for card in range(NUM_CARDS):
        out[AT.hand + card] = s.hand[seat, card]
    for rival in range(1, SEATS):
        if rival < n:
            other = seat + rival if seat + rival < n else seat + rival - n
            for card in range(NUM_CARDS):
                out[AT.shown + (rival - 1) * NUM_CARDS + card] = s.shown[other, card]
    if seat > 0:
        turn_specials(s, seat, out)


@kernel
def turn_specials(s, seat, out):
    """Write the specials once more, turned so that the observer's own comes first."""
    n = s.num_players
    for place in range(n):
        owner = seat + place if seat + place < n else seat + place - n
        special = Card.SPECIAL + place
        out[AT.discard + special] = s.discard[Card.SPECIAL + owner]
        out[AT.hand + special] = s.hand[seat, Card.SPECIAL + owner]
        for rival in range(1, n):
            other = seat + rival if seat + rival < n else seat + rival - n
            out[AT.shown + (rival - 1) * NUM_CARDS + special] = s.shown[other, Card.SPECIAL + owner]


@kernel
def observe_seats(s, seat, out):
    """The boards of all seats."""
    n = s.num_players
    for place in range(n):
        other = seat + place if seat + place < n else seat + place - n
        if n > 2 or place == 0:
            out[AT.road + place] = s.road[other if n > 2 else 0]
        out[AT.alive + place] = s.alive[other]
        out[AT.tribe + place] = s.tribe[other] + 1
        out[AT.hand_size + place] = min(hand_size(s, other), 24)
        out[AT.cities + place] = s.cities[other]
        out[AT.armies_home + place] = home_armies(s, other)
        out[AT.armies_away + place] = s.armies_away[other]
        out[AT.armies_disabled + place] = s.armies_disabled[other]
        out[AT.generals_home + place] = s.generals[other] - s.generals_away[other]
        out[AT.generals_away + place] = s.generals_away[other]
        out[AT.fortresses + place] = s.fortresses[other]
        out[AT.progress + place] = s.progress[other]


@kernel
def observe_market(s, seat, out):
    """AOH-178: standing offers are public."""
    n = s.num_players
    out[AT.market_round] = s.market_round
    for place in range(n):
        other = seat + place if seat + place < n else seat + place - n
        out[AT.stopped + place] = s.stopped[other]
        if s.offer_give[other] >= 0:
            out[AT.offer_give + place * NUM_CARDS + relative_card(s.offer_give[other], seat, n)] = 1
            out[AT.offer_wish + place * NUM_WISHES + s.offer_wish[other]] = 1


@kernel
def observe_war(s, seat, out):
    """AOH-179: target and goal are public, the forces only once both sides have committed."""
    n = s.num_players
    out[AT.attacker + distance(seat, s.attacker, n)] = 1
    out[AT.defender + distance(seat, s.defender, n)] = 1
    out[AT.war_goal + s.war_goal] = 1
    for side in (ATTACKER, DEFENDER):
        if s.stage == Stage.BATTLE or seat_of(s, side) == seat:
            out[AT.war_armies + side] = s.war_armies[side]
            out[AT.war_heroes + side] = s.war_heroes[side]
            out[AT.war_leader + 3 * side + s.war_leader[side]] = 1
        out[AT.war_die + side] = s.war_die[side]


@kernel
def observe_question(s, seat, out):
    """What the observer itself is asked, and by whom."""
    n = s.num_players
    out[AT.prompt + s.prompt] = 1
    if s.prompt == Prompt.ROAD_REPLY:
        out[AT.asker + distance(seat, s.turn_seat, n)] = 1
    elif s.prompt == Prompt.DISASTER:
        out[AT.event + (Event.EARTHQUAKE if MANDATORY[s.prepared] == Card.EARTHQUAKE else Event.ERUPTION)] = 1
        out[AT.asker] = 1
    elif s.prompt == Prompt.BLOCK or s.prompt == Prompt.LOSE_CARD:
        out[AT.event + s.event] = 1
        out[AT.asker + distance(seat, s.event_owner, n)] = 1
        out[AT.losses_left] = s.losses_left


# ------------------------------------------------------------------------------------------------ redeal
@kernel
def redeal(s, r, seat, key):
    """Replace the other hands, the draw pile, hidden commitments and all future luck by a fair sample.

    Every deal of the unseen cards that agrees with the hand sizes, with the cards the others are known to
    hold and with the question now asked is equally likely; see `deal_unseen`. Commitments not yet revealed
    are drawn as a player choosing evenly at each step would make them.
    """
    s.key = key
    s.queued = 0
    for place in range(len(s.queue)):
        s.queue[place] = 0
    sizes = np.zeros(SEATS, np.int64)
    for other in range(s.num_players):
        sizes[other] = hand_size(s, other)
    unseen = np.zeros(NUM_CARDS, np.int64)
    for card in range(NUM_CARDS):
        for other in range(s.num_players):
            if other != seat:
                unseen[card] += s.hand[other, card]
    for place in range(s.deck_size):
        unseen[s.deck[place]] += 1
    kept = np.zeros((SEATS, NUM_CARDS), np.int8)
    for other in range(s.num_players):
        for card in range(NUM_CARDS):
            kept[other, card] = s.hand[other, card]
    for _ in range(REDEAL_TRIES):
        if deal_unseen(s, seat, sizes, unseen) and consistent(s, r, seat):
            recommit(s, seat)
            return
    # Practically never: so rare a hand that no try met it. The true hands are one of the possible deals.
    for other in range(s.num_players):
        for card in range(NUM_CARDS):
            unseen[card] -= kept[other, card] if other != seat else 0
            s.hand[other, card] = kept[other, card]
    s.deck_size = 0
    for card in range(NUM_CARDS):
        for _ in range(unseen[card]):
            s.deck[s.deck_size] = card
            s.deck_size += 1
    shuffle(s, Stream.DECK, s.deck, s.deck_size)
    recommit(s, seat)


@kernel
def deal_unseen(s, seat, sizes, unseen):
    """One random deal; False if it has to be thrown away.

    The cards a rival is known to hold are put aside for it first, which makes deals with further copies of
    them too likely: such a deal arises in as many ways as the known copies can be chosen among the held
    ones. Keeping it with one over that number restores equal chances for every deal.
    """
    n = s.num_players
    pile = np.empty(DECK_LIMIT, np.int8)
    size = 0
    for card in range(NUM_CARDS):
        left = unseen[card]
        for other in range(n):
            if other != seat:
                s.hand[other, card] = s.shown[other, card]
                left -= s.shown[other, card]
        for _ in range(left):
            pile[size] = card
            size += 1
    shuffle(s, Stream.DECK, pile, size)
    for other in range(n):
        if other != seat:
            for _ in range(sizes[other] - hand_size(s, other)):
                size -= 1
                s.hand[other, pile[size]] += 1
    for place in range(size):
        s.deck[place] = pile[place]
    ways = 1.0
    for other in range(n):
        if other != seat:
            for card in range(NUM_CARDS):
                known = s.shown[other, card]
                for k in range(known):
                    ways *= (s.hand[other, card] - k) / (k + 1)
    return ways <= 1.0 or uniform(s) * ways < 1.0


@kernel
def uniform(s):
    """A random number in [0, 1)."""
    return np.float64(word(s, Stream.DECK) >> np.uint64(11)) / 9007199254740992.0


@kernel
def consistent(s, r, seat):
    """Would the game stand where it stands if the cards lay like this?"""
    if s.over != 0:
        return True
    if s.stage == Stage.PREPARATION and not prepared_hands(s, r, seat):
        return False
    attacks_with_hero = s.stage == Stage.COMMIT and s.attacker != seat and home_armies(s, s.attacker) == 0
    if attacks_with_hero and s.hand[s.attacker, Card.HERO] == 0:
        return False
    if s.prompt == Prompt.ROAD_REPLY and s.turn_seat != seat:
        return can_build(s, r, s.turn_seat, Building.ROAD)
    asked = s.seat
    if asked == seat:
        return True
    if s.prompt == Prompt.DISASTER:
        return s.hand[asked, MANDATORY[s.prepared]] > 0
    if s.prompt == Prompt.BLOCK:
        return (r.events_block_mode == AUTO or harms(s)) and (can_block(s, r, FORTUNE) or can_block(s, r, OLYMPICS))
    if s.prompt == Prompt.LOSE_CARD:
        kinds = 0
        for card in range(NUM_CONVENTIONAL):
            kinds += s.hand[asked, card] > 0
        return kinds > 1 and conventional(s, asked) > s.losses_left
    if s.prompt == Prompt.BUILD:
        return can_build_anything(s, r, asked)
    if s.prompt == Prompt.LEADER and home_armies(s, asked) == 0:
        return s.hand[asked, Card.HERO] > 0  # only a side with some force is asked for a leader
    if s.prompt == Prompt.OLYMPICS:
        return s.hand[asked, Card.OLYMPICS] > 0
    if s.prompt == Prompt.REROLL:
        return s.hand[asked, Card.FORTUNE] > 0
    return True


@kernel
def prepared_hands(s, r, seat):
    """Seats whose mandatory cards were worked through today hold none of them any more."""
    n = s.num_players
    for place in range(n):
        other = (s.starter + place) % n
        done = len(MANDATORY)
        if other == s.preparing:
            done = s.prepared
        if other != seat:
            for k in range(done):
                card = MANDATORY[k]
                disaster = card == Card.EARTHQUAKE or card == Card.ERUPTION
                may_be_held = disaster and (s.day > r.days_event_grace_days or r.events_disaster_timing == OWN_TURN)
                if s.hand[other, card] > 0 and not may_be_held:
                    return False
        if other == s.preparing:
            return True
    return True


@kernel
def pick(s, fewest, most):
    """An even choice from fewest..most."""
    return fewest + np.int64(uniform(s) * (most - fewest + 1))


@kernel
def recommit(s, seat):
    """Draw anew what the other side has secretly committed so far."""
    if s.stage != Stage.COMMIT:
        return
    for side in (ATTACKER, DEFENDER):
        other = seat_of(s, side)
        here = s.committing == side
        if other == seat or s.committing < side or (here and s.prompt != Prompt.HEROES and s.prompt != Prompt.LEADER):
            continue
        heroes = s.hand[other, Card.HERO]
        s.war_armies[side] = pick(s, 1 if side == ATTACKER and heroes == 0 else 0, home_armies(s, other))
        if here and s.prompt == Prompt.HEROES:
            continue
        needed = side == ATTACKER or here  # a side that is asked for its leader has committed somebody
        if needed and s.war_armies[side] == 0 and heroes == 0:
            s.war_armies[side] = pick(s, 1, home_armies(s, other))
        s.war_heroes[side] = pick(s, 1 if needed and s.war_armies[side] == 0 else 0, heroes)
        if here:
            continue
        s.war_leader[side] = Leader.NONE
        if s.war_armies[side] + s.war_heroes[side] > 0:
            general = s.generals[other] > s.generals_away[other]
            hero = heroes > s.war_heroes[side]
            chosen = pick(s, 0, general + hero)
            if chosen == 1:
                s.war_leader[side] = Leader.GENERAL if general else Leader.HERO
            elif chosen == 2:
                s.war_leader[side] = Leader.HERO
