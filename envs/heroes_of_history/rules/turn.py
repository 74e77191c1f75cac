"""The frame of a turn of Heroes of History: Beginning Phase, End Phase, and the next player.

Rulebook chapters "Let's Begin!" and "End Phase". Read `decks.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Kind, Trigger
from rulebound.envs.heroes_of_history.rules.battle import end_battle
from rulebound.envs.heroes_of_history.rules.ending import FINISH, next_living, put_out, reach_turn_cap
from rulebound.envs.heroes_of_history.rules.interpreter import ask
from rulebound.envs.heroes_of_history.rules.queue import trigger_phase
from rulebound.envs.heroes_of_history.rules.zones import (
    battlefield_to_museum,
    clear_round,
    clear_turn,
    draw_cards,
    is_first_copy,
    take_from_hand,
    to_museum,
)
from rulebound.envs.heroes_of_history.state import SLOTS, Phase, Prompt, WinKind

DRAW_UP_TO = 5
CHOICE, FILL = 0, 1  # turn.draw_mode
ON_EMPTY = 1  # ending.deckout
DRAWN = 1  # step of the Beginning Phase: the cards are drawn
CLEARED = 1  # step of the End Phase: its rows are resolved


# ------------------------------------------------------------------------------------------------ Beginning Phase
@kernel
def begin_phase(s, r):
    """HOH-046, HOH-047: own round effects end, counters start anew, cards are drawn, begin rows resolve, AP1 follows."""
    if s.step == DRAWN:
        s.phase = Phase.ACTION_1
        s.step = 0
        for slot in range(SLOTS):
            s.switches[s.active, slot] = 0
        return
    start_turn(s)
    if s.deck_size[s.active] == 0:
        put_out(s, s.active, WinKind.DECK_OUT)  # HOH-130
    elif r.turn_draw_mode == CHOICE or s.battlefield[s.active] != 0:
        ask(s, s.active, Prompt.DRAW)
    else:
        draw(s, r, most_draws(s) if r.turn_draw_mode == FILL else 1)


@kernel
def start_turn(s):
    """HOH-047: what the active player's effects held for a round ends, and nothing has been done this turn."""
    s.plain_played = 0
    s.exceptional_played = 0
    s.mustered = 0
    s.battlefield_played = 0
    s.weapons_moved = 0
    s.holds_moved = 0
    s.rearmed = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.trench[seat, slot] != 0:
                clear_round(s, seat, slot, s.active)


@kernel
def most_draws(s):
    """HOH-042..HOH-044: up to five cards in hand, at least one, never more than the deck has."""
    return min(max(1, DRAW_UP_TO - s.hand_size[s.active]), s.deck_size[s.active])


@kernel
def legal_draw(s, r, mask):
    """HOH-043, HOH-045, HOH-048: how many cards to draw, or first discard the own Battlefield free of charge."""
    most = most_draws(s)
    fewest = most if r.turn_draw_mode == FILL else 1
    if r.turn_draw_mode > FILL:
        most = 1
    for cards in range(fewest, most + 1):
        mask[ID.draw + cards - 1] = 1
    if s.battlefield[s.seat] != 0:
        mask[ID.discard_battlefield] = 1


@kernel
def apply_draw(s, r, action):
    """HOH-048, HOH-049: discard the Battlefield before the draw, or draw."""
    if action == ID.discard_battlefield:
        battlefield_to_museum(s, s.seat)
        ask(s, s.seat, Prompt.DRAW)
    else:
        draw(s, r, action - ID.draw + 1)


@kernel
def draw(s, r, cards):
    """Draw, then let the begin rows wait."""
    draw_cards(s, s.active, cards)
    s.step = DRAWN
    trigger_phase(s, r, Trigger.BEGIN, s.active)


# ------------------------------------------------------------------------------------------------ End Phase
@kernel
def end_phase(s, r):
    """HOH-127: end rows, Actions to the Museum, hand limit, expiry of turn effects, the next player."""
    if s.step == 0:
        s.step = CLEARED
        trigger_phase(s, r, Trigger.END, s.active)
    elif s.step == CLEARED:
        clear_actions(s, r)
        s.step = FINISH
    elif s.hand_size[s.active] > r.turn_hand_limit:
        ask(s, s.active, Prompt.DISCARD)  # HOH-035
    else:
        finish_turn(s, r)


@kernel
def clear_actions(s, r):
    """HOH-072: used Actions go to the Museum."""
    for place in range(SLOTS):
        card = s.command[s.active, place]
        if r.card[card, Feature.KIND] == Kind.ACTION:
            to_museum(s, s.active, card)
            s.command[s.active, place] = 0


@kernel
def legal_discard(s, mask):
    """HOH-036: any card of the hand."""
    for place in range(s.hand_size[s.seat]):
        if is_first_copy(s, s.seat, place):
            mask[ID.hand + place] = 1


@kernel
def apply_discard(s, action):
    """HOH-036: an excess card goes to the Museum without effect."""
    to_museum(s, s.seat, take_from_hand(s, s.seat, action - ID.hand))


@kernel
def finish_turn(s, r):
    """HOH-128, HOH-132, HOH-134: turn effects end, the turn is counted, the next living player begins."""
    end_battle(s)
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.trench[seat, slot] != 0:
                clear_turn(s, seat, slot)
    s.turn += 1
    if s.alive[s.active] != 0:
        s.turns[s.active] += 1
        if r.ending_deckout == ON_EMPTY and s.deck_size[s.active] == 0:
            put_out(s, s.active, WinKind.DECK_OUT)
    if s.over == 0 and r.turn_most > 0 and s.turn >= r.turn_most:
        reach_turn_cap(s)
    if s.over == 0:
        s.active = next_living(s, s.active)
        s.phase = Phase.BEGINNING
        s.step = 0
