"""A turn: victory cubes, hands, rounds of cards, spoilage, discards, the next start player.

Rulebook chapter "The turns". Read `cards.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.ending import end_game
from rulebound.envs.age_of_mythology.rules.pieces import ask, count_backs, draw_card, hand_size, leave_hand, pay
from rulebound.envs.age_of_mythology.state import NUM_CARDS, NUM_PERMANENT, NUM_RESOURCES, Building, Prompt, Stage, WinKind
from rulebound.envs.core.jit import kernel

NUM_VICTORY_CARDS = 4


@kernel
def next_in_order(s):
    """AOM-104: the next seat clockwise from the start player in a loop over all players; it counts as done."""
    seat = (s.start + s.step) % s.num_players
    s.step += 1
    return seat


# ------------------------------------------------------------------------------------------------ victory cubes
@kernel
def place_cubes(s, r):
    """AOM-088..AOM-092: the first players each place a cube, as long as the bank has one."""
    if s.step >= min(s.num_players, r.setup_cubes_placed_per_turn) or s.vp_bank == 0:
        s.stage = Stage.HANDS
        s.step = 0
        return
    ask(s, next_in_order(s), Prompt.PLACE_VP)


@kernel
def legal_place(mask):
    """AOM-019, AOM-091: any of the four victory cards."""
    for card in range(NUM_VICTORY_CARDS):
        mask[ID.place + card] = 1


@kernel
def apply_place(s, action):
    """A cube goes from the bank to a victory card."""
    s.vp_bank -= 1
    s.vp_card[action - ID.place] += 1
    s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ hands
@kernel
def pick_hands(s, r):
    """AOM-101, AOM-102: every player picks in secret; then all hands are filled and their backs counted.

    Nobody's random cards are drawn before the last pick: a pile that runs out would betray a hand.
    """
    if s.step < s.num_players:
        s.cursor = 0
        ask(s, next_in_order(s), Prompt.PICK_HAND)
        return
    for place in range(s.num_players):
        seat = (s.start + place) % s.num_players
        for _ in range(r.ages_hand[s.age[seat]] - hand_size(s, seat)):
            draw_card(s, seat)  # AOM-095, AOM-098
        count_backs(s, seat)
    s.cursor = 0
    s.stage = Stage.ROUND
    s.round_number = 1
    s.step = 0


@kernel
def legal_hand(s, r, mask):
    """AOM-020, AOM-093..AOM-097: permanent cards not in hand, up to the hand maximum of the age."""
    mask[ID.done] = 1
    if hand_size(s, s.seat) >= r.ages_hand[s.age[s.seat]]:
        return
    for card in range(s.cursor, NUM_PERMANENT):
        if s.hand[s.seat, card] == 0:
            mask[ID.take + card] = 1


@kernel
def apply_hand(s, action):
    """Take one permanent card, or let the deck fill the hand."""
    if action == ID.done:
        s.prompt = Prompt.NONE
        s.cursor = 0
        return
    card = action - ID.take
    s.hand[s.seat, card] += 1
    s.cursor = card + 1


# ------------------------------------------------------------------------------------------------ rounds
@kernel
def next_player(s, r):
    """AOM-103..AOM-107: who plays a card next; after the last round those with a fourth action."""
    rounds = r.limits_rounds_per_turn
    while s.round_number <= rounds + 1:
        while s.step < s.num_players:
            seat = next_in_order(s)
            entitled = s.round_number <= rounds or s.extra_action[seat] != 0
            if entitled and hand_size(s, seat) > 0:
                s.active = seat
                ask(s, seat, Prompt.PLAY_CARD)
                return
        s.round_number += 1
        s.step = 0
    s.round_number = 0
    s.stage = Stage.TURN_END


@kernel
def use_card(s, seat, card):
    """A card is played or dropped in a round; it lies before its player until the rounds are over."""
    leave_hand(s, seat, card)
    s.used[seat, card] += 1


# ------------------------------------------------------------------------------------------------ end of a turn
@kernel
def end_turn(s, r):
    """AOM-108..AOM-110, AOM-282, AOM-283: cards go home; without victory cubes in the bank the game is over."""
    for seat in range(s.num_players):
        s.extra_action[seat] = 0
        for card in range(NUM_CARDS):
            if s.used[seat, card] > 0:
                if card >= NUM_PERMANENT:
                    s.discard[s.culture[seat], card - NUM_PERMANENT] += s.used[seat, card]
                s.used[seat, card] = 0
    if s.vp_bank == 0:
        end_game(s, r, WinKind.CUBES)
        return
    for seat in range(s.num_players):
        spoil(s, r, seat)
    s.stage = Stage.DISCARD


@kernel
def spoil(s, r, seat):
    """AOM-045, AOM-111: what is above the limit returns to the bank."""
    most = r.limits_keep_resource
    if s.buildings[seat, Building.STOREHOUSE] > 0:
        most = r.limits_keep_resource_storehouse
    for resource in range(NUM_RESOURCES):
        pay(s, seat, resource, max(0, s.resources[seat, resource] - most))


@kernel
def discard_cards(s, r):
    """AOM-114, AOM-115: the players discard in order; then the next turn begins with the next start player."""
    while s.step < s.num_players:
        seat = next_in_order(s)
        if hand_size(s, seat) > 0:
            s.cursor = 0
            ask(s, seat, Prompt.DISCARD)
            return
    s.start = (s.start + 1) % s.num_players
    s.turn += 1
    s.stage = Stage.PLACE
    s.step = 0


@kernel
def legal_discard(s, mask):
    """AOM-112: any cards, in rising order; the rest is kept."""
    mask[ID.done] = 1
    for card in range(s.cursor, NUM_CARDS):
        if s.hand[s.seat, card] > 0:
            mask[ID.drop + card] = 1


@kernel
def apply_discard(s, action):
    """AOM-113: a permanent card goes back to its owner's stack, a random one to the face-up pile at once."""
    if action == ID.done:
        s.prompt = Prompt.NONE
        s.cursor = 0
        return
    card = action - ID.drop
    leave_hand(s, s.seat, card)
    if card >= NUM_PERMANENT:
        s.discard[s.culture[s.seat], card - NUM_PERMANENT] += 1
    s.cursor = card
