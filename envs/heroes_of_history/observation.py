"""What a seat of Heroes of History sees, and a fair guess at what it does not see.

Everything is ego-centric: seats are counted from the observer. Cards are shown by their number (a network embeds
them, see `Slice.codes`), Museums and the own deck as counts per title. `redeal` replaces what the observer cannot
know: other hands, the order of all decks and future luck.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.rng import shuffle
from rulebound.envs.heroes_of_history.actions import ACTIONS
from rulebound.envs.heroes_of_history.cards import MOST_TITLES, Feature
from rulebound.envs.heroes_of_history.language import Column
from rulebound.envs.heroes_of_history.rules import legal
from rulebound.envs.heroes_of_history.rules.action import exceptional_left, hold_moves_left, plain_left, weapon_moves_left
from rulebound.envs.heroes_of_history.rules.decks import DRAFT, NUM_GROUPS, RANDOM, group_of, random_title
from rulebound.envs.heroes_of_history.rules.totals import totals
from rulebound.envs.heroes_of_history.rules.zones import draw_cards
from rulebound.envs.heroes_of_history.state import (
    CARDS,
    HAND,
    MOST_CARDS,
    MOST_POINTS,
    MOST_POOL,
    SEATS,
    SLOTS,
    Phase,
    Power,
    Prompt,
    Stream,
    names,
)
from rulebound.envs.heroes_of_history.variant import DRAFT_ROW

RELATIVE = ("me", *(f"+{k}" for k in range(1, SEATS)))
SLOT = tuple(map(str, range(SLOTS)))
PLACE = tuple(map(str, range(HAND)))
SHOWN_TOTAL = 40  # larger totals look like this one
SHOWN_COPIES = 4

OBSERVATION = ObservationLayout((
    Slice("phase", "phase of the turn", axes=(names(Phase),), one_hot=True),
    Slice("prompt", "what the seat to act is asked", axes=(names(Prompt),), one_hot=True),
    Slice("active", "whose turn it is", axes=(RELATIVE,), one_hot=True),
    Slice("players", "number of players", high=SEATS),
    Slice("hand_limit", "cards kept at the end of a turn", high=10),
    Slice("attack_cost", "State Points that an attack costs", high=2),
    Slice("move_cost", "State Points that moving a card in play costs", high=4),
    Slice("plain_left", "plain Combatants that may still be played this turn", high=8),
    Slice("exceptional_left", "1 if an Exceptional Combatant may still be played this turn", high=8),
    Slice("battlefield_left", "1 if a Battlefield may still be played this turn"),
    Slice("weapon_moves_left", "weapons that may still be attached this turn", high=8),
    Slice("hold_moves_left", "holds that may still be attached this turn", high=8),
    Slice("card", "the Combatant that waits for its tribute or mode", high=MOST_TITLES, codes=True),
    Slice("due", "tributes still to pay, or cards still to discard for an effect", high=20),
    Slice("place", "slot of the attacker that seeks a target, or place of the card to attach", axes=(SLOT,), one_hot=True),
    Slice("effect", "the card whose effect asks", high=MOST_TITLES, codes=True),
    Slice("hand", "the observer's own cards, by place", high=MOST_TITLES, axes=(PLACE,), codes=True),
    Slice("draft_row", "cards that lie open in a draft", high=MOST_TITLES, axes=(tuple(map(str, range(DRAFT_ROW))),), codes=True),
    Slice("alive", "seats still in the game", axes=(RELATIVE,)),
    Slice("state_points", "State Points", high=MOST_POINTS, axes=(RELATIVE,)),
    Slice("deck_size", "cards in the deck", high=MOST_CARDS, axes=(RELATIVE,)),
    Slice("hand_size", "cards in hand", high=HAND, axes=(RELATIVE,)),
    Slice("first_turn", "1 if the seat has not yet ended a turn", axes=(RELATIVE,)),
    Slice("battlefield", "active Battlefield", high=MOST_TITLES, axes=(RELATIVE,), codes=True),
    Slice("command", "cards in the Command Zone", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("trench", "Combatants in the Trench", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("weapon", "their weapons", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("hold", "their holds", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("defending", "1 in defense mode", axes=(RELATIVE, SLOT)),
    Slice("attack", f"total ATK, at most {SHOWN_TOTAL}", high=SHOWN_TOTAL, axes=(RELATIVE, SLOT)),
    Slice("defense", f"total DEF, at most {SHOWN_TOTAL}", high=SHOWN_TOTAL, axes=(RELATIVE, SLOT)),
    Slice("attacks_left", "attacks that it may still make this turn", high=8, axes=(RELATIVE, SLOT)),
    Slice("guard", "attacks on its player must be aimed at a guard", axes=(RELATIVE, SLOT)),
    Slice("pierce", "beating a defender costs its controller the difference", axes=(RELATIVE, SLOT)),
    Slice("raid", "may attack a player past Combatants", axes=(RELATIVE, SLOT)),
    Slice("ward", "survives the next defeat of this turn", axes=(RELATIVE, SLOT)),
    Slice("stunned", "cannot attack", axes=(RELATIVE, SLOT)),
    Slice("locked", "cannot switch its mode", axes=(RELATIVE, SLOT)),
    Slice("ability", "1 if it has an ability not used this turn", axes=(RELATIVE, SLOT)),
    Slice("museum", "cards in the Museum; in a draft the cards picked", high=SHOWN_COPIES, axes=(RELATIVE, CARDS)),
    Slice("deck", "the observer's own deck, without its order", high=SHOWN_COPIES, axes=(CARDS,)),
))  # fmt: skip

AT = OBSERVATION.at
NUM_CARDS, NUM_ACTIONS = len(CARDS), ACTIONS.size
MOST_SHOWN = np.uint8(SHOWN_COPIES)
SHOWN_COUNT = 8  # larger counts of what is left look like this one
REDEAL_TRIES = 200
OUT, BACK = 0, 1  # the ways of `gather`


# ------------------------------------------------------------------------------------------------ observe
@kernel
def observe(s, r, seat, out):
    """HOH-015..HOH-018: write what `seat` may know into a row of zeros."""
    n = s.num_players
    observe_turn(s, r, seat, out)
    for place in range(s.hand_size[seat]):
        out[AT.hand + place] = s.hand[seat, place]
    for place in range(s.deck_size[seat]):
        at = AT.deck + s.deck[seat, place] - 1
        out[at] += out[at] < SHOWN_COPIES
    for distance in range(n):
        other = seat + distance if seat + distance < n else seat + distance - n
        observe_seat(s, other, distance, out)
        for slot in range(SLOTS):
            if s.trench[other, slot] != 0:
                observe_unit(s, r, other, slot, distance * SLOTS + slot, out)
    if s.phase == Phase.DRAFT:
        observe_draft(s, seat, out)


@kernel
def observe_turn(s, r, seat, out):
    """Whose turn it is, what is asked, and what the active player may still do."""
    n = s.num_players
    out[AT.phase + s.phase] = 1
    out[AT.players] = n
    out[AT.hand_limit] = r.turn_hand_limit
    out[AT.attack_cost] = r.state_points_attack_cost
    out[AT.move_cost] = r.state_points_move_cost
    out[AT.active + (s.active - seat if s.active >= seat else s.active - seat + n)] = 1
    out[AT.plain_left] = min(plain_left(s, r), SHOWN_COUNT)
    out[AT.exceptional_left] = min(exceptional_left(s, r), SHOWN_COUNT)
    out[AT.battlefield_left] = 1 - s.battlefield_played
    out[AT.weapon_moves_left] = min(weapon_moves_left(s), SHOWN_COUNT)
    out[AT.hold_moves_left] = min(hold_moves_left(s), SHOWN_COUNT)
    if s.over != 0:
        return
    prompt = s.prompt
    out[AT.prompt + prompt] = 1
    out[AT.card] = s.card
    out[AT.due] = s.due
    if prompt == Prompt.TARGET or prompt == Prompt.ATTACH:
        out[AT.place + s.place] = 1
    elif Prompt.PICK_MINE <= prompt <= Prompt.OPPONENT:
        out[AT.effect] = r.row[s.queue_row[s.queue_next], Column.CARD]


@kernel
def observe_seat(s, other, distance, out):
    """The zones of one seat; of hand and deck the sizes."""
    out[AT.alive + distance] = s.alive[other]
    out[AT.state_points + distance] = s.state_points[other]
    out[AT.deck_size + distance] = s.deck_size[other]
    out[AT.hand_size + distance] = s.hand_size[other]
    out[AT.first_turn + distance] = s.turns[other] == 0
    out[AT.battlefield + distance] = s.battlefield[other]
    for slot in range(SLOTS):
        out[AT.command + distance * SLOTS + slot] = s.command[other, slot]
    # Slices that start at 0 and bytes compared with bytes: so the compiler copies many counts at once.
    first = AT.museum + distance * NUM_CARDS
    shown, museum = out[first : first + NUM_CARDS], s.museum[other, 1:]
    for card in range(NUM_CARDS):
        shown[card] = museum[card] if museum[card] < MOST_SHOWN else MOST_SHOWN


@kernel
def observe_unit(s, r, other, slot, at, out):
    """One Combatant: cards, mode, totals and powers."""
    card = s.trench[other, slot]
    atk, defense, powers = totals(s, r, other, slot)
    out[AT.trench + at] = card
    out[AT.weapon + at] = s.weapon[other, slot]
    out[AT.hold + at] = s.hold[other, slot]
    out[AT.defending + at] = s.mode[other, slot]
    out[AT.attack + at] = min(atk, SHOWN_TOTAL)
    out[AT.defense + at] = min(defense, SHOWN_TOTAL)
    out[AT.attacks_left + at] = min(max(0, 1 + s.extra_attacks[other, slot] - s.attacks[other, slot]), SHOWN_COUNT)
    out[AT.guard + at] = powers & Power.GUARD != 0
    out[AT.pierce + at] = powers & Power.PIERCE != 0
    out[AT.raid + at] = powers & Power.RAID != 0
    out[AT.ward + at] = powers & Power.WARD != 0 and s.warded[other, slot] == 0
    out[AT.stunned + at] = powers & Power.STUN != 0
    out[AT.locked + at] = powers & Power.LOCK != 0
    out[AT.ability + at] = r.card[card, Feature.ABILITY] != 0 and s.activated[other, slot] == 0


@kernel
def observe_draft(s, seat, out):
    """HOH-150: the open row and everything that was picked is public."""
    n = s.num_players
    for place in range(DRAFT_ROW):
        out[AT.draft_row + place] = s.draft_row[place]
    for distance in range(n):
        other = seat + distance if seat + distance < n else seat + distance - n
        for place in range(s.deck_size[other]):
            at = AT.museum + distance * NUM_CARDS + s.deck[other, place] - 1
            out[at] += out[at] < SHOWN_COPIES


# ------------------------------------------------------------------------------------------------ redeal
@kernel
def redeal(s, r, seat, key):
    """Replace the other hands, the order of all decks and all future luck by a fair sample.

    Which cards the others hold and have in their decks: with fixed decks the lists are known, so only what of them is
    in hand is dealt anew; after a draft they can be any cards that the observer has not seen; a random deck is made
    up anew around its cards that lie open. If so few hands fit the question asked of another seat that no try meets
    one, the cards stay as they are.
    """
    s.key = key
    s.queued = 0
    for place in range(len(s.queue)):
        s.queue[place] = 0
    counts = np.zeros(NUM_CARDS + 1, np.int64)
    mix_pile(s, Stream.DRAFT, s.draft_pool, s.draft_pool_size, counts)
    if s.phase == Phase.DRAFT:
        return
    mix_pile(s, Stream.DECK_0 + seat, s.deck[seat], s.deck_size[seat], counts)
    kept_hand, kept_deck = s.hand.copy(), s.deck.copy()
    kept_pool = s.draft_pool.copy()
    mask, copies = np.zeros(NUM_ACTIONS, np.int8), np.zeros(NUM_CARDS + 1, np.uint8)
    for _ in range(REDEAL_TRIES):
        if r.decks_mode == DRAFT:
            mix_unseen(s, seat, counts)
        for other in range(s.num_players):
            if other != seat:
                if r.decks_mode == RANDOM:
                    make_up_hidden(s, r, other, copies)
                deal_hidden(s, other, counts)
        if s.over != 0 or s.seat == seat or can_answer(s, r, mask):
            return
    s.hand[:] = kept_hand
    s.deck[:] = kept_deck
    s.draft_pool[:] = kept_pool


@kernel
def mix_pile(s, stream, pile, size, counts):
    """Shuffle the first cards of a pile, from their order by number: how they lay before must not show in the result."""
    for title in range(len(counts)):
        counts[title] = 0
    for place in range(size):
        counts[pile[place]] += 1
    place = 0
    for title in range(len(counts)):
        for _ in range(counts[title]):
            pile[place] = title
            place += 1
    shuffle(s, stream, pile, size)


@kernel
def can_answer(s, r, mask):
    """Has the seat to act, with the cards it was dealt, an answer to what it is asked?"""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    legal(s, r, mask)
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            return True
    return False


@kernel
def deal_hidden(s, seat, counts):
    """Put hand and deck of a seat together, shuffle them and deal as many cards to the hand as before."""
    size = s.hand_size[seat]
    for place in range(size):
        s.deck[seat, s.deck_size[seat]] = s.hand[seat, place]
        s.deck_size[seat] += 1
        s.hand[seat, place] = 0
    s.hand_size[seat] = 0
    mix_pile(s, Stream.DECK_0 + seat, s.deck[seat], s.deck_size[seat], counts)
    draw_cards(s, seat, size)


@kernel
def mix_unseen(s, seat, counts):
    """Exchange the hidden cards of all other seats and the cards left over from the draft at random."""
    unseen = np.empty(SEATS * (MOST_CARDS + HAND) + MOST_POOL, np.uint8)
    size = gather(s, seat, unseen, OUT)
    mix_pile(s, Stream.DRAFT, unseen, size, counts)
    gather(s, seat, unseen, BACK)


@kernel
def gather(s, seat, unseen, way):
    """Copy all cards that a seat cannot see into an array, or back out of it; their number."""
    size = 0
    for other in range(s.num_players):
        if other == seat:
            continue
        for place in range(s.deck_size[other]):
            if way == BACK:
                s.deck[other, place] = unseen[size]
            else:
                unseen[size] = s.deck[other, place]
            size += 1
        for place in range(s.hand_size[other]):
            if way == BACK:
                s.hand[other, place] = unseen[size]
            else:
                unseen[size] = s.hand[other, place]
            size += 1
    for place in range(s.draft_pool_size):
        if way == BACK:
            s.draft_pool[place] = unseen[size]
        else:
            unseen[size] = s.draft_pool[place]
        size += 1
    return size


@kernel
def make_up_hidden(s, r, seat, copies):
    """Replace the hidden cards of a random deck: of each group as many as are hidden, drawn as the deck was (HOH-146).

    All of them go into the deck, from where `deal_hidden` deals the hand; only their groups are read before.
    """
    hidden = np.zeros(NUM_GROUPS, np.int64)
    for place in range(s.deck_size[seat]):
        hidden[group_of(r, s.deck[seat, place])] += 1
    for place in range(s.hand_size[seat]):
        hidden[group_of(r, s.hand[seat, place])] += 1
    count_open(s, seat, copies)
    made = 0
    for group in range(NUM_GROUPS):
        for _ in range(hidden[group]):
            title = random_title(s, r, Stream.LIST_0 + seat, group, copies)
            if title == 0:
                return  # only in a position by hand with more copies than a deck may hold: its other cards stay
            copies[title] += 1
            if made < s.deck_size[seat]:
                s.deck[seat, made] = title
            else:
                s.hand[seat, made - s.deck_size[seat]] = title
            made += 1


@kernel
def count_open(s, seat, copies):
    """Copies of every title of a seat that lie open."""
    for title in range(len(copies)):
        copies[title] = s.museum[seat, title]
    for slot in range(SLOTS):
        copies[s.trench[seat, slot]] += 1
        copies[s.weapon[seat, slot]] += 1
        copies[s.hold[seat, slot]] += 1
        copies[s.command[seat, slot]] += 1
    copies[s.battlefield[seat]] += 1
    if seat == s.active:
        copies[s.card] += 1
