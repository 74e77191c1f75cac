"""Setting up a game: cultures, bank, units, decks, and the draft of the starting tiles.

Rulebook chapter "Preparing the game". Read `turns.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.pieces import ask, fits, return_shown, show_tiles, take_shown
from rulebound.envs.age_of_mythology.state import (
    CARD_CULTURE,
    FIRST_GOD,
    FIRST_UNIT,
    NUM_CARDS,
    NUM_CULTURES,
    NUM_PERMANENT,
    NUM_RESOURCES,
    NUM_TILES,
    Prompt,
    Stage,
    Stream,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import DATA
from rulebound.envs.core.deck import draw_counted
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below, shuffle

THREE_CULTURES = 0  # seating.four_player_mode
SKIP = 1  # setup.draft
STARTING_TYPES = 3  # the first units of every culture are its mortals
# [pattern, seat]: which of the shuffled cultures sits where; -1 beyond the table.
_PATTERNS = DATA["seating"]["patterns"]
SEATING = np.array([["abc".index(x) for x in row["letters"]] + [-1] * (8 - row["players"]) for row in _PATTERNS.values()], np.int64)
PATTERN_OF = np.array([list(_PATTERNS).index(name) for name in ("two", "three", "four", "five", "six", "seven", "eight")], np.int64)
TWO_BY_TWO = list(_PATTERNS).index("two_by_two")


# ------------------------------------------------------------------------------------------------ the table
@kernel
def seat_cultures(s, r):
    """AOM-061..AOM-066: cultures at random in the pattern of the table, or as the rules fix them."""
    n = s.num_players
    pattern = PATTERN_OF[n - 2]
    if n == 4 and r.seating_four_player_mode != THREE_CULTURES:
        pattern = TWO_BY_TWO
    cultures = np.zeros(NUM_CULTURES, np.int8)
    for culture in range(NUM_CULTURES):
        cultures[culture] = culture
    shuffle(s, Stream.SEATING, cultures, NUM_CULTURES)
    for seat in range(n):
        fixed = r.culture_of[seat]
        s.culture[seat] = fixed - 1 if fixed > 0 else cultures[SEATING[pattern, seat]]


@kernel
def choose_start(s, r):
    """AOM-067: the start player is a random seat, or the one that the rules fix."""
    seat = below(s, Stream.START, s.num_players)
    s.start = r.setup_start_seat - 1 if r.setup_start_seat > 0 else seat


@kernel
def fill_bank(s, r):
    """AOM-074, AOM-075, AOM-077: the bank, out of which every player gets the starting cubes."""
    n = s.num_players
    for resource in range(NUM_RESOURCES):
        s.bank[resource] = r.setup_bank_per_resource[n - 2] - n * r.setup_start_resources
        for seat in range(n):
            s.resources[seat, resource] = r.setup_start_resources
    s.vp_bank = r.setup_victory_cubes


@kernel
def copies_of(s, r, culture, card):
    """AOM-173..AOM-175: how many cards of a kind lie in a culture's random deck."""
    if card < FIRST_GOD:
        return r.copies[card - NUM_PERMANENT, culture]
    return 1 if CARD_CULTURE[card] == culture else 0


@kernel
def lay_out(s, r):
    """AOM-010, AOM-069, AOM-070, AOM-078, AOM-079: tiles into the pool, decks, and the starting units."""
    n = s.num_players
    s.last_winner = -1
    s.met[0] = -1
    s.met[1] = -1
    clear_table(s)
    for tile in range(NUM_TILES):
        s.pool[tile] = r.tile_count[tile] * r.setup_tile_sheets[n - 2]
    for seat in range(n):
        culture = s.culture[seat]
        for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture] + STARTING_TYPES):
            s.units[seat, unit] = r.setup_start_units
        for card in range(NUM_PERMANENT, NUM_CARDS):
            s.draw[culture, card - NUM_PERMANENT] = copies_of(s, r, culture, card)


@kernel
def clear_table(s):
    """Nothing is in play: no card, no target, no battle."""
    s.card = -1
    s.mode = 0
    s.left = 0
    s.target = -1
    s.tile_chosen = -1
    s.scope = -1
    s.ordered = -1
    s.quarry = 0
    s.house_owner = -1
    s.cursor = 0
    s.attacker = -1
    s.defender = -1
    s.area = 0
    s.declared = 0
    s.isis_left = 0
    s.hydra_kills = 0
    s.won = 0
    for side in range(2):
        s.limit[side] = 0
        s.pick[side] = -1
        s.special[side] = 0
    for resource in range(NUM_RESOURCES):
        s.price[resource] = 0
        s.gave[resource] = 0
        s.got[resource] = 0


# ------------------------------------------------------------------------------------------------ starting tiles
@kernel
def begin_draft(s, r):
    """AOM-081, AOM-083: tiles are shown for the draft; without one everybody is dealt tiles that fit."""
    if r.setup_draft == SKIP:
        for place in range(s.num_players):
            deal_tiles(s, r, (s.start + place) % s.num_players)
        s.stage = Stage.PLACE
        s.turn = 1
        return
    s.stage = Stage.DRAFT
    show_tiles(s, s.num_players * r.setup_tiles_shown_per_player)


@kernel
def deal_tiles(s, r, seat):
    """Random tiles out of those in the pool that fit the seat's board."""
    fitting = np.zeros(NUM_TILES, np.int8)
    for _ in range(r.setup_tile_picks_per_player):
        for tile in range(NUM_TILES):
            fitting[tile] = s.pool[tile] if fits(s, r, seat, tile) else 0
        tile = draw_counted(s, Stream.TILES, fitting)
        if tile < 0:
            return
        s.pool[tile] -= 1
        s.tiles[seat, tile] += 1


@kernel
def draft(s, r):
    """AOM-082, AOM-083, AOM-087: pass after pass in snake order; at the end the rest goes back to the pool."""
    n = s.num_players
    if s.step >= n * r.setup_tile_picks_per_player:
        return_shown(s)
        s.stage = Stage.PLACE
        s.step = 0
        s.turn = 1
        return
    place = s.step % n
    if (s.step // n) % 2 == 1:
        place = n - 1 - place
    ask(s, (s.start + place) % n, Prompt.DRAFT)


@kernel
def legal_shown(s, r, mask):
    """AOM-084..AOM-086, AOM-122, AOM-123: a shown tile that fits, or a pass."""
    mask[ID.done] = 1
    for tile in range(NUM_TILES):
        if s.shown[tile] > 0 and fits(s, r, s.seat, tile):
            mask[ID.tile + tile] = 1


@kernel
def apply_draft(s, action):
    """One opportunity is used."""
    if action != ID.done:
        take_shown(s, s.seat, action - ID.tile)
    s.step += 1
    s.prompt = Prompt.NONE
