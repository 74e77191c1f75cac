"""Cards moving between draw pile, hands and discard pile, and what everybody knows of a hand.

Rulebook chapter "The Deck". Every card that leaves a hand goes through `lose` or `pass_on`, so the public
knowledge (`shown`) is kept in one place.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.state import NUM_CARDS, NUM_CONVENTIONAL, Stream
from rulebound.envs.core.deck import draw_counted, reshuffle, total
from rulebound.envs.core.jit import kernel


@kernel
def hand_size(s, seat):
    """Number of cards in a hand."""
    return total(s.hand[seat])


@kernel
def draw(s):
    """The next card of the draw pile, or -1 if both piles are empty.

    AOH-171, AOH-172: the discard pile is shuffled into a new draw pile when a draw is due and the pile is
    used up. AOH-173: with both empty there is nothing to draw.
    """
    if s.deck_size == 0:
        s.deck_size = reshuffle(s, Stream.DECK, s.discard, s.deck, 0)
        if s.deck_size == 0:
            return -1
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


@kernel
def draw_to_hand(s, seat, cards):
    """Draw cards without looking whether they are events."""
    for _ in range(cards):
        card = draw(s)
        if card < 0:
            return
        s.hand[seat, card] += 1


@kernel
def forget(s, seat, card):
    """One card of this kind left the hand in public: at least one fewer is known to be there."""
    if s.shown[seat, card] > 0:
        s.shown[seat, card] -= 1


@kernel
def lose(s, seat, card, copies):
    """AOH-176: cards of one kind go from a hand to the discard pile, face up."""
    for _ in range(copies):
        forget(s, seat, card)
    s.hand[seat, card] -= copies
    s.discard[card] += copies


@kernel
def trade_card(s, giver, taker, card):
    """AOH-178: a card changes hands in public."""
    forget(s, giver, card)
    s.hand[giver, card] -= 1
    s.hand[taker, card] += 1
    s.shown[taker, card] += 1


@kernel
def steal_random(s, victim, thief, cards):
    """AOH-128, AOH-180: cards drawn at random from a hand, seen by thief and victim only."""
    for _ in range(cards):
        card = draw_counted(s, Stream.PLUNDER, s.hand[victim])
        if card < 0:
            return
        s.hand[thief, card] += 1
        # The others cannot tell whether a card they knew of is among the stolen ones.
        for known in range(NUM_CARDS):
            forget(s, victim, known)


@kernel
def conventional(s, seat):
    """Number of conventional resources in a hand."""
    cards = 0
    for card in range(NUM_CONVENTIONAL):
        cards += s.hand[seat, card]
    return cards
