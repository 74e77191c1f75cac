"""The zones of Heroes of History: hands, decks, Museums, Trenches and Command Zones, and cards moving between them.

Rulebook chapter "Special Terms". Nothing here asks whether a move is allowed. Read `totals.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below, shuffle
from rulebound.envs.heroes_of_history.state import HAND, MOST_SERIAL, SEATS, SLOTS, Stream

ENTERED = 3  # switches noted for a Combatant in the phase it enters: as many as any rule allows (HOH-078)


# ------------------------------------------------------------------------------------------------ Museum
@kernel
def to_museum(s, seat, card):
    """HOH-013: a card goes to its owner's Museum; nothing happens with no card."""
    if card != 0:
        s.museum[seat, card] += 1


# ------------------------------------------------------------------------------------------------ hand
@kernel
def add_to_hand(s, seat, card):
    """HOH-018: hands are sorted by card number."""
    place = s.hand_size[seat]
    while place > 0 and s.hand[seat, place - 1] > card:
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card
    s.hand_size[seat] += 1


@kernel
def take_from_hand(s, seat, place):
    """The card at a place of a hand, which closes up."""
    card = s.hand[seat, place]
    last = s.hand_size[seat] - 1
    for k in range(place, last):
        s.hand[seat, k] = s.hand[seat, k + 1]
    s.hand[seat, last] = 0
    s.hand_size[seat] = last
    return card


@kernel
def is_first_copy(s, seat, place):
    """HOH-041: of identical cards in hand only the one at the lowest place is offered."""
    return place == 0 or s.hand[seat, place] != s.hand[seat, place - 1]


@kernel
def toss_card(s, seat):
    """HOH-198: discard a random card from hand."""
    to_museum(s, seat, take_from_hand(s, seat, below(s, Stream.TOSS, s.hand_size[seat])))


# ------------------------------------------------------------------------------------------------ deck
@kernel
def top_of_deck(s, seat):
    """Take the top card of a deck that has one."""
    last = s.deck_size[seat] - 1
    card = s.deck[seat, last]
    s.deck[seat, last] = 0
    s.deck_size[seat] = last
    return card


@kernel
def draw_cards(s, seat, cards):
    """HOH-037, HOH-197: draw, stopping silently at an empty deck or a full hand."""
    for _ in range(cards):
        if s.deck_size[seat] == 0 or s.hand_size[seat] == HAND:
            return
        add_to_hand(s, seat, top_of_deck(s, seat))


@kernel
def mill(s, seat, cards):
    """HOH-200: top cards of a deck go to the Museum."""
    for _ in range(min(cards, s.deck_size[seat])):
        to_museum(s, seat, top_of_deck(s, seat))


@kernel
def shuffle_deck(s, seat):
    """HOH-029: put a deck into random order."""
    shuffle(s, Stream.DECK_0 + seat, s.deck[seat], s.deck_size[seat])


@kernel
def take_from_deck(s, seat, card):
    """HOH-201, HOH-205: take a card that lies in the deck, then shuffle."""
    size = s.deck_size[seat]
    for place in range(size):
        if s.deck[seat, place] == card:
            s.deck[seat, place] = s.deck[seat, size - 1]
            s.deck[seat, size - 1] = 0
            s.deck_size[seat] = size - 1
            shuffle_deck(s, seat)
            return


# ------------------------------------------------------------------------------------------------ Trench
@kernel
def free_trench_slot(s, r, seat):
    """HOH-007, HOH-014: the lowest free slot of a Trench, or -1."""
    for slot in range(r.zones_trench_slots):
        if s.trench[seat, slot] == 0:
            return slot
    return -1


@kernel
def units_of(s, seat):
    """Combatants in a Trench."""
    units = 0
    for slot in range(SLOTS):
        units += s.trench[seat, slot] != 0
    return units


@kernel
def enter_trench(s, r, seat, card, mode):
    """HOH-076: a Combatant takes the lowest free slot, face up; its slot."""
    slot = free_trench_slot(s, r, seat)
    s.serial = s.serial + 1 if s.serial < MOST_SERIAL else 1
    s.trench[seat, slot] = card
    s.mode[seat, slot] = mode
    s.serials[seat, slot] = s.serial
    s.switches[seat, slot] = ENTERED
    return slot


@kernel
def clear_slot(s, seat, slot):
    """Empty a slot of a Trench with everything that was noted of its Combatant."""
    s.trench[seat, slot] = 0
    s.mode[seat, slot] = 0
    s.weapon[seat, slot] = 0
    s.hold[seat, slot] = 0
    s.serials[seat, slot] = 0
    s.switches[seat, slot] = 0
    s.stay_atk[seat, slot] = 0
    s.stay_def[seat, slot] = 0
    clear_turn(s, seat, slot)
    for creator in range(SEATS):
        clear_round(s, seat, slot, creator)


@kernel
def clear_turn(s, seat, slot):
    """HOH-226: what holds for one turn ends."""
    s.attacks[seat, slot] = 0
    s.extra_attacks[seat, slot] = 0
    s.activated[seat, slot] = 0
    s.warded[seat, slot] = 0
    s.turn_atk[seat, slot] = 0
    s.turn_def[seat, slot] = 0
    s.turn_powers[seat, slot] = 0


@kernel
def clear_round(s, seat, slot, creator):
    """HOH-227: what a creator's effect holds for a round ends."""
    s.round_atk[seat, slot, creator] = 0
    s.round_def[seat, slot, creator] = 0
    s.round_powers[seat, slot, creator] = 0


@kernel
def unit_to_museum(s, seat, slot):
    """HOH-079, HOH-109: a Combatant goes to the Museum with everything attached."""
    to_museum(s, seat, s.trench[seat, slot])
    to_museum(s, seat, s.weapon[seat, slot])
    to_museum(s, seat, s.hold[seat, slot])
    clear_slot(s, seat, slot)


@kernel
def is_there(s, seat, slot, serial):
    """Is the Combatant with that serial number still in its slot?"""
    return slot >= 0 and s.trench[seat, slot] != 0 and s.serials[seat, slot] == serial


# ------------------------------------------------------------------------------------------------ Command Zone, Battlefield
@kernel
def free_command_slot(s, r, seat):
    """HOH-009, HOH-014: the lowest free slot of a Command Zone, or -1."""
    for slot in range(r.zones_command_slots):
        if s.command[seat, slot] == 0:
            return slot
    return -1


@kernel
def battlefield_to_museum(s, seat):
    """The active Battlefield of a seat goes to its Museum."""
    to_museum(s, seat, s.battlefield[seat])
    s.battlefield[seat] = 0
