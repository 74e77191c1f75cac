"""What a seat of Age of Mythology sees, and a fair guess at what it does not see.

Everything is ego-centric: seats are counted clockwise from the observer. Hidden are the other hands, the face-down
decks, and armies and fighters until both sides have chosen. `redeal` replaces what the observer cannot know.
"""

from __future__ import annotations

import itertools

import numpy as np

from rulebound.envs.age_of_mythology.actions import PLAYER_WORDS
from rulebound.envs.age_of_mythology.rules.ending import in_teams
from rulebound.envs.age_of_mythology.rules.pieces import ATTACKER, DEFENDER, available, hand_size, revealed, seat_of
from rulebound.envs.age_of_mythology.state import (
    CARD_CULTURE,
    FIRST_GOD,
    FIRST_GOD_OF,
    FIRST_UNIT,
    MOST_COPIES,
    MOST_CUBES,
    MOST_DICE,
    MOST_HAND,
    MOST_OF_TILE,
    MOST_SQUARES,
    MOST_TURNS,
    MOST_VP,
    NUM_BUILDINGS,
    NUM_CARDS,
    NUM_CULTURES,
    NUM_GODS,
    NUM_PERMANENT,
    NUM_PLAIN,
    NUM_RANDOM,
    NUM_RESOURCES,
    NUM_TILES,
    NUM_UNITS,
    SCOPES,
    SEATS,
    SIDES,
    UNIT_CULTURE,
    Mode,
    Prompt,
    Stage,
    Stream,
    Unit,
    names,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, CULTURES, GODS, ORDER, PERMANENT, PLAIN, RESOURCES, TILES, UNITS
from rulebound.envs.core.deck import draw_counted, total
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.rng import below

SEAT = PLAYER_WORDS
# Units are shown by their place within their culture, e.g. 0 is spearman, hoplite or huskarl.
NUM_SLOTS = int(max(FIRST_UNIT[1:] - FIRST_UNIT[:-1]))
_RANGES = list(itertools.pairwise(FIRST_UNIT))
SLOTS = tuple("/".join(UNITS[first + slot] for first, end in _RANGES if first + slot < end) for slot in range(NUM_SLOTS))
FIGHTER_SLOTS = (*SLOTS, "retreat")

OBSERVATION = ObservationLayout((
    Slice("prompt", "what the seat to act is asked", axes=(names(Prompt),), one_hot=True),
    Slice("actor", "who has to act", axes=(SEAT,), one_hot=True),
    Slice("players", "number of players", high=SEATS),
    Slice("teams", "1 if players opposite each other are a team"),
    Slice("turn", "turn", high=MOST_TURNS),
    Slice("round", "round of the turn", high=6),
    Slice("start", "the start player", axes=(SEAT,), one_hot=True),
    Slice("active", "whose card is in play", axes=(SEAT,), one_hot=True),
    Slice("bank", "resource cubes in the bank", high=MOST_CUBES, axes=(RESOURCES,)),
    Slice("vp_bank", "victory cubes in the bank", high=MOST_VP),
    Slice("vp_card", "victory cubes on the victory cards", high=MOST_VP, axes=(tuple(ORDER["victory_cards"]),)),
    Slice("pool", "production tiles in the pool", high=MOST_OF_TILE, axes=(TILES,)),
    Slice("shown", "production tiles shown to be picked", high=MOST_OF_TILE, axes=(TILES,)),
    Slice("discard_plain", "plain cards in the face-up piles", high=MOST_COPIES, axes=(CULTURES, PLAIN)),
    Slice("discard_god", "god cards in the face-up piles", axes=(GODS,)),
    Slice("used_permanent", "permanent cards used this turn", axes=(SEAT, PERMANENT)),
    Slice("used_plain", "plain random cards used this turn, by culture", high=MOST_COPIES, axes=(CULTURES, PLAIN)),
    Slice("used_god", "god cards used this turn", axes=(GODS,)),
    Slice("hand", "the observer's own cards", high=MOST_COPIES, axes=(CARDS,)),
    Slice("hand_size", "cards in hand, as publicly known", high=MOST_HAND, axes=(SEAT,)),
    Slice("hand_permanent", "permanent ones among them, if backs are shown", high=MOST_HAND, axes=(SEAT,)),
    Slice("card", "the card in play", axes=(CARDS,), one_hot=True),
    Slice("mode", "how it is played", axes=(names(Mode)[1:],), one_hot=True),
    Slice("left", "picks, purchases or cubes still to come", high=MOST_CUBES),
    Slice("target", "whom a power or the taking of cubes strikes", axes=(SEAT,), one_hot=True),
    Slice("tile_chosen", "the tile that a power has chosen", axes=(TILES,), one_hot=True),
    Slice("scope", "what is gathered", axes=(SCOPES,), one_hot=True),
    Slice("ordered", "the building whose price is being reduced", axes=(BUILDINGS,), one_hot=True),
    Slice("price", "what it still costs", high=20, axes=(RESOURCES,)),
    Slice("gave", "resources given in this trade", axes=(RESOURCES,)),
    Slice("got", "resources received in this trade", axes=(RESOURCES,)),
    Slice("attacker", "who attacks", axes=(SEAT,), one_hot=True),
    Slice("defender", "who is attacked", axes=(SEAT,), one_hot=True),
    Slice("area", "what is attacked", axes=(tuple(ORDER["areas"]),), one_hot=True),
    Slice("limit", "most units of each side", high=MOST_DICE, axes=(SIDES,)),
    Slice("in_battle", "units in the battle: the own ones, and all once both armies are shown", high=MOST_DICE, axes=(SIDES, SLOTS)),
    Slice("pick", "who fights this round: the own unit, and both once both are shown", axes=(SIDES, FIGHTER_SLOTS), one_hot=True),
    Slice("special", "sides that throw or go berserk", axes=(SIDES,)),
    Slice("isis_left", "1 while the attacker's next loss stays in the battle"),
    Slice("hydra_kills", "kills of the Hydra in this battle", high=MOST_DICE),
    Slice("met", "the units of the last encounter", axes=(SIDES, SLOTS), one_hot=True),
    Slice("dice", "dice in the last encounter", high=MOST_DICE, axes=(SIDES,)),
    Slice("sixes", "sixes in the last roll", high=MOST_DICE, axes=(SIDES,)),
    Slice("culture", "culture", axes=(SEAT, CULTURES), one_hot=True),
    Slice("age", "age, from 0", high=3, axes=(SEAT,)),
    Slice("vp", "victory cubes", high=MOST_VP, axes=(SEAT,)),
    Slice("idle_villagers", "villagers in the holding area", high=10, axes=(SEAT,)),
    Slice("extra_action", "fourth actions granted", axes=(SEAT,)),
    Slice("resources", "resource cubes", high=MOST_CUBES, axes=(SEAT, RESOURCES)),
    Slice("tiles", "production tiles", high=MOST_SQUARES, axes=(SEAT, TILES)),
    Slice("villager_on", "of those, with a villager", high=MOST_SQUARES, axes=(SEAT, TILES)),
    Slice("dwarf_on", "of those, with a Dwarf", high=MOST_SQUARES, axes=(SEAT, TILES)),
    Slice("buildings", "buildings", high=10, axes=(SEAT, BUILDINGS)),
    Slice("units", "units in the holding area", high=MOST_DICE, axes=(SEAT, SLOTS)),
))  # fmt: skip

AT = OBSERVATION.at
REDEAL_TRIES = 100


# ------------------------------------------------------------------------------------------------ observe
@kernel
def observe(s, r, seat, out):
    """Write what `seat` may know into a row of zeros (AOM-100..AOM-102, AOM-118, AOM-119)."""
    observe_table(s, r, seat, out)
    observe_piles(s, out)
    observe_seats(s, r, seat, out)
    if s.card >= 0:
        observe_card(s, seat, out)
    if s.attacker >= 0:
        observe_battle(s, seat, out)


@kernel
def distance(s, seat, other):
    """How many places `other` sits after `seat`."""
    return other - seat if other >= seat else other - seat + s.num_players


@kernel
def observe_table(s, r, seat, out):
    """Turn and question, bank, victory cards and tiles."""
    if s.over == 0:
        out[AT.prompt + s.prompt] = 1
        out[AT.actor + distance(s, seat, s.seat)] = 1
    out[AT.players] = s.num_players
    out[AT.teams] = in_teams(s, r)
    out[AT.turn] = s.turn
    out[AT.round] = s.round_number
    out[AT.start + distance(s, seat, s.start)] = 1
    out[AT.vp_bank] = s.vp_bank
    for k in range(NUM_RESOURCES):
        out[AT.bank + k] = s.bank[k]
        out[AT.vp_card + k] = s.vp_card[k]
    for tile in range(NUM_TILES):
        out[AT.pool + tile] = s.pool[tile]
        out[AT.shown + tile] = s.shown[tile]
    for side in range(2):
        if s.met[side] >= 0:
            out[AT.met + NUM_SLOTS * side + s.met[side] - FIRST_UNIT[UNIT_CULTURE[s.met[side]]]] = 1
        out[AT.dice + side] = s.dice[side]
        out[AT.sixes + side] = s.sixes[side]


@kernel
def observe_piles(s, out):
    """AOM-118: the face-up piles of all cultures."""
    for culture in range(NUM_CULTURES):
        for card in range(NUM_PLAIN):
            out[AT.discard_plain + NUM_PLAIN * culture + card] = s.discard[culture, card]
    for god in range(NUM_GODS):
        out[AT.discard_god + god] = s.discard[CARD_CULTURE[FIRST_GOD + god], NUM_PLAIN + god]


@kernel
def observe_seats(s, r, seat, out):
    """The boards of all seats, the own hand, and what is known of the others."""
    for card in range(NUM_CARDS):
        out[AT.hand + card] = s.hand[seat, card]
    for place in range(s.num_players):
        other = seat + place if seat + place < s.num_players else seat + place - s.num_players
        culture = s.culture[other]
        out[AT.culture + NUM_CULTURES * place + culture] = 1
        out[AT.age + place] = s.age[other]
        out[AT.vp + place] = s.vp[other]
        out[AT.idle_villagers + place] = s.idle_villagers[other]
        out[AT.extra_action + place] = s.extra_action[other]
        out[AT.hand_size + place] = s.hand_permanent[other] + s.hand_random[other]
        if r.hands_reveal_backs != 0:
            out[AT.hand_permanent + place] = s.hand_permanent[other]
        for resource in range(NUM_RESOURCES):
            out[AT.resources + NUM_RESOURCES * place + resource] = s.resources[other, resource]
        for tile in range(NUM_TILES):
            out[AT.tiles + NUM_TILES * place + tile] = s.tiles[other, tile]
        for tile in range(NUM_TILES):
            out[AT.villager_on + NUM_TILES * place + tile] = s.villager_on[other, tile]
        for tile in range(NUM_TILES):
            out[AT.dwarf_on + NUM_TILES * place + tile] = s.dwarf_on[other, tile]
        for building in range(NUM_BUILDINGS):
            out[AT.buildings + NUM_BUILDINGS * place + building] = s.buildings[other, building]
        for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
            out[AT.units + NUM_SLOTS * place + unit - FIRST_UNIT[culture]] = s.units[other, unit]
        for card in range(NUM_PERMANENT):
            out[AT.used_permanent + NUM_PERMANENT * place + card] = s.used[other, card]
        for card in range(NUM_PLAIN):
            out[AT.used_plain + NUM_PLAIN * culture + card] += s.used[other, NUM_PERMANENT + card]
        for card in range(FIRST_GOD_OF[culture], FIRST_GOD_OF[culture + 1]):
            if s.used[other, card] > 0:
                out[AT.used_god + card - FIRST_GOD] = 1


@kernel
def observe_card(s, seat, out):
    """The card in play and how far it is."""
    out[AT.active + distance(s, seat, s.active)] = 1
    out[AT.card + s.card] = 1
    out[AT.mode + s.mode - 1] = 1
    out[AT.left] = s.left
    if s.target >= 0:
        out[AT.target + distance(s, seat, s.target)] = 1
    if s.tile_chosen >= 0:
        out[AT.tile_chosen + s.tile_chosen] = 1
    if s.scope >= 0:
        out[AT.scope + s.scope] = 1
    if s.ordered >= 0:
        out[AT.ordered + s.ordered] = 1
    for resource in range(NUM_RESOURCES):
        out[AT.price + resource] = s.price[resource]
        out[AT.gave + resource] = s.gave[resource]
        out[AT.got + resource] = s.got[resource]


@kernel
def observe_battle(s, seat, out):
    """AOM-213, AOM-214: sides and area are public, armies and fighters only once both sides have chosen."""
    out[AT.attacker + distance(s, seat, s.attacker)] = 1
    if s.defender < 0:
        return
    out[AT.defender + distance(s, seat, s.defender)] = 1
    if s.prompt != Prompt.ATTACK_AREA:
        out[AT.area + s.area] = 1
    out[AT.isis_left] = s.isis_left
    out[AT.hydra_kills] = s.hydra_kills
    for side in range(2):
        own = seat_of(s, side) == seat
        first = FIRST_UNIT[s.culture[seat_of(s, side)]]
        end = FIRST_UNIT[s.culture[seat_of(s, side)] + 1]
        out[AT.limit + side] = s.limit[side]
        out[AT.special + side] = s.special[side]
        if own or revealed(s):
            for unit in range(first, end):
                out[AT.in_battle + NUM_SLOTS * side + unit - first] = s.in_battle[side, unit]
        if s.pick[side] >= 0 and (own or s.stage > Stage.FIGHT):
            slot = NUM_SLOTS if s.pick[side] == Unit.RETREAT else s.pick[side] - first
            out[AT.pick + (NUM_SLOTS + 1) * side + slot] = 1


# ------------------------------------------------------------------------------------------------ redeal
@kernel
def redeal(s, r, seat, key):
    """Replace the other hands, the face-down decks, hidden choices and all future luck by a fair sample.

    Random cards are dealt evenly out of those that could be there. Permanent cards, armies and fighters that were
    chosen in secret are drawn as a player choosing evenly would have chosen them.
    """
    s.key = key
    s.queued = 0
    for place in range(len(s.queue)):
        s.queue[place] = 0
    s.tiles_forced = 0
    s.cards_forced = 0
    for place in range(len(s.stacked_tiles)):
        s.stacked_tiles[place] = 0
        s.stacked_cards[place] = 0
    for _ in range(REDEAL_TRIES):
        deal_hands(s, r, seat)
        if s.prompt != Prompt.DISCARD or s.seat == seat or has_card_from(s, s.seat, s.cursor):
            break
    rechoose(s, seat)


@kernel
def has_card_from(s, seat, first):
    """Whether a hand holds a card of this id or a later one: who has none is not asked for more discards."""
    for card in range(first, NUM_CARDS):
        if s.hand[seat, card] > 0:
            return True
    return False


@kernel
def deal_hands(s, r, seat):
    """Deal the hands of all other seats anew: their backs are known, and which cards cannot be in them."""
    n = s.num_players
    for other in range(n):
        if other != seat:
            for card in range(NUM_PERMANENT):
                s.hand[other, card] = 0
            for card in range(NUM_RANDOM):
                s.draw[s.culture[other], card] += s.hand[other, NUM_PERMANENT + card]
                s.hand[other, NUM_PERMANENT + card] = 0
    for other in range(n):
        if other == seat:
            continue
        if r.hands_reveal_backs == 0:
            redraw_backs(s, other)
        add_permanent(s, other, s.hand_permanent[other], NUM_PERMANENT)
        pile = s.draw[s.culture[other]]
        for _ in range(s.hand_random[other]):
            card = draw_counted(s, Stream.EGYPTIAN_DECK + s.culture[other], pile)
            if card >= 0:
                s.hand[other, NUM_PERMANENT + card] += 1
        if s.stage == Stage.HANDS:
            repick(s, r, other)


@kernel
def redraw_backs(s, other):
    """Where backs are hidden: how many cards of a hand are permanent, evenly out of what is possible."""
    cards = s.hand_permanent[other] + s.hand_random[other]
    unused = 0
    for card in range(NUM_PERMANENT):
        unused += s.used[other, card] == 0
    most = min(cards, unused)
    fewest = max(0, cards - total(s.draw[s.culture[other]]))
    if fewest < most:
        s.hand_permanent[other] = fewest + below(s, Stream.START, most - fewest + 1)
        s.hand_random[other] = cards - s.hand_permanent[other]


@kernel
def add_permanent(s, other, cards, end):
    """Put that many different permanent cards below `end` into a hand, out of those neither held nor used; the last
    one's id, or -1."""
    open_cards = 0
    for card in range(end):
        open_cards += s.hand[other, card] == 0 and s.used[other, card] == 0
    last = -1
    for card in range(end):
        if s.hand[other, card] == 0 and s.used[other, card] == 0:
            if below(s, Stream.START, open_cards) < cards:
                s.hand[other, card] = 1
                cards -= 1
                last = card
            open_cards -= 1
    return last


@kernel
def repick(s, r, other):
    """AOM-101: while hands are being picked, the permanent cards that a seat may have taken so far."""
    n = s.num_players
    place = (other - s.start + n) % n
    room = r.ages_hand[s.age[other]] - hand_size(s, other)
    open_cards = 0
    for card in range(NUM_PERMANENT):
        open_cards += s.hand[other, card] == 0
    if place < s.step - 1:
        add_permanent(s, other, below(s, Stream.START, min(room, open_cards) + 1), NUM_PERMANENT)
    elif place == s.step - 1 and s.prompt == Prompt.PICK_HAND:
        # It is still asked, so there is room for one card more and one of a later id is open.
        s.cursor = 0
        last_open = NUM_PERMANENT - 1
        while last_open > 0 and s.hand[other, last_open] != 0:
            last_open -= 1
        most = min(room, open_cards) - 1
        if most > 0:
            s.cursor = add_permanent(s, other, below(s, Stream.START, most + 1), last_open) + 1


@kernel
def rechoose(s, seat):
    """Draw anew what others have chosen in secret for a battle."""
    if s.prompt == Prompt.COMMIT_ATT and s.attacker != seat:
        rearm(s, ATTACKER, 0)
    elif s.prompt == Prompt.COMMIT_DEF:
        if s.attacker != seat:
            cursor = s.cursor
            rearm(s, ATTACKER, 1)
            s.cursor = cursor
        if s.defender != seat:
            rearm(s, DEFENDER, 0)
    elif s.prompt == Prompt.FIGHT_DEF and s.attacker != seat:
        kinds = 1
        for unit in range(NUM_UNITS):
            kinds += s.in_battle[ATTACKER, unit] > 0
        chosen = below(s, Stream.START, kinds)
        s.pick[ATTACKER] = Unit.RETREAT
        for unit in range(NUM_UNITS):
            if s.in_battle[ATTACKER, unit] > 0:
                if chosen == 0:
                    s.pick[ATTACKER] = unit
                chosen -= 1


@kernel
def rearm(s, side, fewest):
    """An army of random size and composition, at least `fewest` units."""
    seat = seat_of(s, side)
    culture = s.culture[seat]
    units = np.zeros(NUM_UNITS, np.int8)
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        units[unit] = available(s, seat, unit)
        s.in_battle[side, unit] = 0
    most = min(s.limit[side], total(units))
    s.cursor = 0
    for _ in range(fewest + below(s, Stream.START, most - fewest + 1)):
        unit = draw_counted(s, Stream.START, units)
        s.in_battle[side, unit] += 1
        s.cursor = max(s.cursor, unit)
