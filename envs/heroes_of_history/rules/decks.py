"""Decks of Heroes of History before the first turn: fixed lists, random decks by quota, and the draft.

Rulebook chapter "Before the Game". Read `__init__.py` for how the chapters are joined.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below, shuffle
from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.decks import FEWEST_MORE, FEWEST_TWO, MOST_CARDS
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.rules.interpreter import ask
from rulebound.envs.heroes_of_history.rules.zones import draw_cards, shuffle_deck
from rulebound.envs.heroes_of_history.state import Phase, Prompt, Stream
from rulebound.envs.heroes_of_history.variant import DRAFT_ROW

FIXED, RANDOM, DRAFT = range(3)  # decks.mode
OPENING_HAND = 5
NUM_GROUPS = 5


@kernel
def deck_size_of(s, r):
    """HOH-146, HOH-147: cards in a random or drafted deck."""
    if r.decks_size > 0:
        return r.decks_size
    return FEWEST_TWO if s.num_players == 2 else FEWEST_MORE


@kernel
def add_to_deck(s, seat, card):
    """Lay a card on top of a deck."""
    s.deck[seat, s.deck_size[seat]] = card
    s.deck_size[seat] += 1


# ------------------------------------------------------------------------------------------------ fixed and random
@kernel
def bring_decks(s, r):
    """HOH-145: every player brings the deck that the rules name."""
    for seat in range(s.num_players):
        for place in range(MOST_CARDS):
            if r.deck_list[seat, place] != 0:
                add_to_deck(s, seat, r.deck_list[seat, place])


@kernel
def group_of(r, card):
    """The group of a random deck that a card belongs to, in the order in which the groups are filled."""
    kind = r.card[card, Feature.KIND]
    if kind == Kind.EXCEPTIONAL:
        return 0
    if kind == Kind.COMBATANT:
        return 1
    if kind == Kind.WEAPON:
        return 2
    return 3 if kind == Kind.BATTLEFIELD else 4


@kernel
def quota(size, group):
    """HOH-146: how many cards of a group a random deck has; `variant.quotas` is the same sum in Python."""
    weapons, battlefields = (13 * size + 50) // 100, (8 * size + 50) // 100
    if group == 0:
        return size // 8
    if group == 1:
        return size // 2 - size // 8
    if group == 2:
        return weapons
    return battlefields if group == 3 else size - size // 2 - weapons - battlefields


@kernel
def random_title(s, r, stream, group, counts):
    """HOH-146: a uniform title of a group among those below their limit; 0 if there is none. `counts` are copies so far."""
    open_titles = 0
    for title in range(1, r.titles + 1):
        if r.in_pool[title] != 0 and group_of(r, title) == group and counts[title] < r.card[title, Feature.LIMIT]:
            open_titles += 1
    if open_titles == 0:
        return 0
    wanted = below(s, stream, open_titles)
    for title in range(1, r.titles + 1):
        if r.in_pool[title] != 0 and group_of(r, title) == group and counts[title] < r.card[title, Feature.LIMIT]:
            if wanted == 0:
                return title
            wanted -= 1
    return 0


@kernel
def make_random_deck(s, r, seat):
    """HOH-146: fill a deck group by group. Copies are counted in the Museum, which is emptied again."""
    for group in range(NUM_GROUPS):
        for _ in range(quota(deck_size_of(s, r), group)):
            title = random_title(s, r, Stream.LIST_0 + seat, group, s.museum[seat])
            s.museum[seat, title] += 1
            add_to_deck(s, seat, title)
    for title in range(1, r.titles + 1):
        s.museum[seat, title] = 0


# ------------------------------------------------------------------------------------------------ draft
@kernel
def lay_out_draft(s, r):
    """HOH-148, HOH-149: the pool holds every title up to its limit, shuffled; a row of twelve lies open."""
    size = 0
    for title in range(1, r.titles + 1):
        if r.in_pool[title] != 0:
            for _ in range(r.card[title, Feature.LIMIT]):
                s.draft_pool[size] = title
                size += 1
    s.draft_pool_size = size
    shuffle(s, Stream.DRAFT, s.draft_pool, size)
    for place in range(DRAFT_ROW):
        s.draft_row[place] = take_from_pool(s)


@kernel
def take_from_pool(s):
    """The top card of the pool; 0 if it is empty."""
    if s.draft_pool_size == 0:
        return 0
    last = s.draft_pool_size - 1
    card = s.draft_pool[last]
    s.draft_pool[last] = 0
    s.draft_pool_size = last
    return card


@kernel
def drafting_seat(s):
    """HOH-150: picks go in snake order."""
    n = s.num_players
    place = s.picks % n
    return place if (s.picks // n) % 2 == 0 else n - 1 - place


@kernel
def draft(s, r):
    """HOH-147, HOH-151: ask for the next pick; after the last one deal the rest and start the game."""
    size = deck_size_of(s, r)
    rounds = size if r.decks_draft_rounds < 0 else r.decks_draft_rounds
    if s.picks < rounds * s.num_players:
        ask(s, drafting_seat(s), Prompt.DRAFT)
        return
    for _ in range(rounds, size):
        for seat in range(s.num_players):
            add_to_deck(s, seat, take_from_pool(s))
    # What was not picked stays out of the game, face down: only its number is known.
    for place in range(DRAFT_ROW):
        s.draft_pool[s.draft_pool_size] = s.draft_row[place]
        s.draft_pool_size += 1
        s.draft_row[place] = 0
    start_game(s, r)


@kernel
def legal_draft(s, mask):
    """HOH-149: any card of the open row."""
    for place in range(DRAFT_ROW):
        if s.draft_row[place] != 0:
            mask[ID.choice + place] = 1


@kernel
def apply_draft(s, action):
    """HOH-149: a card of the row is picked, its place is filled from the pool."""
    place = action - ID.choice
    add_to_deck(s, s.seat, s.draft_row[place])
    s.draft_row[place] = take_from_pool(s)
    s.picks += 1


# ------------------------------------------------------------------------------------------------ the start
@kernel
def start_game(s, r):
    """HOH-029, HOH-031, HOH-033: shuffle every deck, deal five cards each, find the first player."""
    for seat in range(s.num_players):
        s.owned[seat] = s.deck_size[seat]
        shuffle_deck(s, seat)
        draw_cards(s, seat, OPENING_HAND)
    if r.turn_first_player == 0:
        s.first_player = below(s, Stream.FIRST_PLAYER, s.num_players)
    else:
        s.first_player = r.turn_first_player - 1
    s.active = s.first_player
    s.phase = Phase.BEGINNING
