"""Preparation: mandatory event cards, disasters and how a victim blocks them.

Rulebook chapter "Preparation Phase". Hunger and Barbarians drawn at the start of a turn are resolved by the
same functions. Read `fair.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.actions import ID, absolute_card
from rulebound.envs.age_of_heroes.rules.cards import conventional, lose
from rulebound.envs.age_of_heroes.rules.ending import check_cities, check_elimination
from rulebound.envs.age_of_heroes.state import MANDATORY, NUM_CONVENTIONAL, Building, Card, Event, Prompt, Stage, Stream  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below

OWN_TURN = 1  # events.disaster_timing
AUTO = 1  # events.block_mode
RANDOM = 1  # events.barbarians.pick
FORTUNE, OLYMPICS = 0, 1  # order of the options of blocked_by
NUM_MANDATORY = len(MANDATORY)


@kernel
def ask(s, seat, prompt):
    """The next decision belongs to this seat."""
    s.seat = seat
    s.prompt = prompt


@kernel
def home_armies(s, seat):
    """Armies that can be committed: owned, not away, not disabled (AOH-031, AOH-135)."""
    return s.armies[seat] - s.armies_away[seat] - s.armies_disabled[seat]


# ------------------------------------------------------------------------------------------------ the loop
@kernel
def prepare(s, r):
    """Work through the next mandatory card of the day (AOH-018, AOH-019); then comes the Fair.

    Held disasters are passed over by counting their kind as prepared, so they come up again next day.
    """
    seat = s.preparing
    if s.alive[seat] == 0 or s.prepared == NUM_MANDATORY:
        s.prepared = 0
        s.preparing = (seat + 1) % s.num_players
        if s.preparing == s.starter:
            s.stage = Stage.FAIR
        return
    card = MANDATORY[s.prepared]
    if s.hand[seat, card] == 0:
        s.prepared += 1
    elif card == Card.EARTHQUAKE or card == Card.ERUPTION:
        prepare_disaster(s, r, seat, card)
    else:
        lose(s, seat, card, 1)  # AOH-020: discarded before its effect
        if card == Card.POPULATION_GROWTH:
            grow(s, r, seat)
        elif s.day > r.days_event_grace_days:
            begin_event(s, Event.HUNGER if card == Card.HUNGER else Event.BARBARIANS, seat)
        else:
            check_elimination(s, r)  # AOH-023: harmless on the first day


@kernel
def prepare_disaster(s, r, seat, card):
    """AOH-023..AOH-028: discarded on the first day, later the holder names a target or holds."""
    if r.events_disaster_timing == OWN_TURN:
        s.prepared += 1
    elif s.day <= r.days_event_grace_days:
        lose(s, seat, card, 1)
        check_elimination(s, r)
    else:
        ask(s, seat, Prompt.DISASTER)


@kernel
def grow(s, r, seat):
    """AOH-021, AOH-022: Population Growth gives a city from the supply, on every day."""
    cities = min(r.events_population_growth_cities_gained, s.supply[Building.CITY])
    s.supply[Building.CITY] -= cities
    s.cities[seat] += cities
    check_cities(s, r, seat)
    check_elimination(s, r)


# ------------------------------------------------------------------------------------------------ events
@kernel
def begin_event(s, event, owner):
    """Hunger strikes every living player in day order (AOH-034), Barbarians their holder (AOH-035)."""
    s.event = event
    s.event_owner = owner
    s.losses_left = 0
    if event == Event.HUNGER:
        s.victim = s.starter
        s.victims_left = s.num_players
    else:
        s.victim = owner
        s.victims_left = 1


@kernel
def play_disaster(s, owner, card, target):
    """AOH-024: an Earthquake or Eruption is played against one other player."""
    lose(s, owner, card, 1)
    s.event = Event.EARTHQUAKE if card == Card.EARTHQUAKE else Event.ERUPTION
    s.event_owner = owner
    s.victim = target
    s.victims_left = 1
    s.losses_left = 0


@kernel
def resolve_event(s, r):
    """One step of the event in effect: a loss, the next victim's block or harm, or its end."""
    if s.losses_left > 0:
        take_conventional(s, r)
    elif s.victims_left == 0:
        s.event = Event.NONE
        check_elimination(s, r)  # AOH-157: once the card is fully resolved
    elif s.alive[s.victim] == 0:
        next_victim(s)
    elif r.events_block_mode == AUTO:
        if can_block(s, r, FORTUNE):
            block(s, Card.FORTUNE)
        elif can_block(s, r, OLYMPICS):
            block(s, Card.OLYMPICS)
        else:
            accept(s, r)
    elif harms(s) and (can_block(s, r, FORTUNE) or can_block(s, r, OLYMPICS)):
        ask(s, s.victim, Prompt.BLOCK)  # AOH-043, AOH-044
    else:
        accept(s, r)


@kernel
def next_victim(s):
    """The following seat, for events that strike several."""
    s.victim = (s.victim + 1) % s.num_players
    s.victims_left -= 1


@kernel
def harms(s):
    """AOH-044: would the victim lose anything?"""
    if s.event == Event.EARTHQUAKE:
        return home_armies(s, s.victim) > 0
    if s.event == Event.ERUPTION:
        return s.cities[s.victim] > 0
    if s.event == Event.HUNGER:
        return s.hand[s.victim, Card.GRAIN] > 0
    return conventional(s, s.victim) > 0


@kernel
def can_block(s, r, blocker):
    """AOH-039..AOH-042: the victim holds the card and it works against this event."""
    if s.hand[s.victim, Card.FORTUNE if blocker == FORTUNE else Card.OLYMPICS] == 0:
        return False
    if s.event == Event.EARTHQUAKE:
        return r.events_earthquake_blocked_by[blocker] != 0
    if s.event == Event.ERUPTION:
        return r.events_eruption_blocked_by[blocker] != 0
    if s.event == Event.HUNGER:
        return r.events_hunger_blocked_by[blocker] != 0
    return r.events_barbarians_blocked_by[blocker] != 0


@kernel
def block(s, card):
    """AOH-045: the blocking card is discarded and cancels the whole effect for this victim (AOH-040)."""
    lose(s, s.victim, card, 1)
    next_victim(s)


@kernel
def accept(s, r):
    """The event takes its effect on the victim."""
    victim = s.victim
    if s.event == Event.EARTHQUAKE:
        s.armies_disabled[victim] += home_armies(s, victim)  # AOH-029, AOH-030
    elif s.event == Event.ERUPTION:
        cities = min(r.events_eruption_cities_lost, s.cities[victim])  # AOH-032, AOH-033
        s.cities[victim] -= cities
        s.supply[Building.CITY] += cities
    elif s.event == Event.HUNGER:
        lose(s, victim, Card.GRAIN, min(r.events_hunger_grain_lost, s.hand[victim, Card.GRAIN]))
    else:
        s.losses_left = min(r.events_barbarians_conventional_lost, conventional(s, victim))  # AOH-036
    next_victim(s)


@kernel
def take_conventional(s, r):
    """AOH-037: the victim of Barbarians picks the lost cards, unless there is nothing to choose."""
    victim = s.event_owner
    cards = conventional(s, victim)
    kinds = 0
    for card in range(NUM_CONVENTIONAL):
        kinds += s.hand[victim, card] > 0
    if r.events_barbarians_pick == RANDOM:
        place = below(s, Stream.BARBARIANS, cards)
        for card in range(NUM_CONVENTIONAL):
            place -= s.hand[victim, card]
            if place < 0:
                lose_to_barbarians(s, victim, card)
                return
    elif kinds > 1 and cards > s.losses_left:
        ask(s, victim, Prompt.LOSE_CARD)
    else:
        for card in range(NUM_CONVENTIONAL):
            if s.hand[victim, card] > 0:
                lose_to_barbarians(s, victim, card)
                return


@kernel
def lose_to_barbarians(s, victim, card):
    """One conventional card is gone."""
    lose(s, victim, card, 1)
    s.losses_left -= 1


# ------------------------------------------------------------------------------------------------ decisions
@kernel
def legal_disaster(s, r, mask, first):
    """AOH-024, AOH-025: any other living player is a target."""
    n = s.num_players
    for rival in range(1, n):
        if s.alive[(s.seat + rival) % n] != 0:
            mask[first + rival - 1] = 1


@kernel
def legal_preparation(s, r, mask):
    """Legal answers to the prompts of Preparation and of events."""
    if s.prompt == Prompt.DISASTER:
        card = MANDATORY[s.prepared]
        legal_disaster(s, r, mask, ID.earthquake if card == Card.EARTHQUAKE else ID.eruption)
        mask[ID.hold] = 1
    elif s.prompt == Prompt.BLOCK:
        mask[ID.block] = 1
        if can_block(s, r, FORTUNE):
            mask[ID.block + 1] = 1
        if can_block(s, r, OLYMPICS):
            mask[ID.block + 2] = 1
    else:
        for card in range(NUM_CONVENTIONAL):
            if s.hand[s.seat, card] > 0:
                mask[ID.card + card] = 1


@kernel
def apply_preparation(s, r, action):
    """Carry out an answer to a prompt of Preparation or of an event."""
    prompt = s.prompt
    seat = s.seat
    n = s.num_players
    s.prompt = Prompt.NONE
    if prompt == Prompt.DISASTER:
        if action == ID.hold:
            s.prepared += 1  # AOH-026, AOH-027
        elif action >= ID.eruption:
            play_disaster(s, seat, Card.ERUPTION, (seat + action - ID.eruption + 1) % n)
        else:
            play_disaster(s, seat, Card.EARTHQUAKE, (seat + action - ID.earthquake + 1) % n)
    elif prompt == Prompt.BLOCK:
        if action == ID.block:
            accept(s, r)
        else:
            block(s, Card.FORTUNE if action == ID.block + 1 else Card.OLYMPICS)
    else:
        lose_to_barbarians(s, seat, absolute_card(action - ID.card, seat, n))
