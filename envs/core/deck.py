"""Decks for every game: ordered piles (a draw pile) and counted piles (a hand, a discard pile).

An ordered pile is an array and the number of cards in it; the top card is the last one, so that drawing is
shortening. A counted pile is one counter per kind of card. Tests stack an ordered pile by writing it.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below, shuffle


@kernel
def total(counts):
    """Number of cards in a counted pile."""
    cards = 0
    for kind in range(len(counts)):
        cards += counts[kind]
    return cards


@kernel
def spread(counts, pile, size):
    """Lay every card of a counted pile on top of an ordered one; the new size. The counts stay."""
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            pile[size] = kind
            size += 1
    return size


@kernel
def reshuffle(s, stream, counts, pile, size):
    """Move a counted pile onto an ordered one and shuffle the whole; the new size."""
    size = spread(counts, pile, size)
    for kind in range(len(counts)):
        counts[kind] = 0
    shuffle(s, stream, pile, size)
    return size


@kernel
def draw_counted(s, stream, counts):
    """Take a uniform random card out of a counted pile and return its kind; -1 if it is empty."""
    cards = total(counts)
    if cards == 0:
        return -1
    place = below(s, stream, cards)
    for kind in range(len(counts)):
        place -= counts[kind]
        if place < 0:
            counts[kind] -= 1
            return kind
    return -1
