"""Dice for every game: single rolls, pools and sums, with outcomes that a test or a puzzle can force.

A position carries a short queue of forced faces (`queue`, `queued`). While it holds any, a roll takes the
next face from it instead of the random stream; `redeal` empties it, because nobody may foresee dice.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below


@kernel
def roll(s, stream, sides):
    """One die with faces 1..sides."""
    if s.queued > 0:
        face = s.queue[0]
        for k in range(1, s.queued):
            s.queue[k - 1] = s.queue[k]
        s.queued -= 1
        s.queue[s.queued] = 0
        return face
    return below(s, stream, sides) + 1


@kernel
def roll_sum(s, stream, dice, sides):
    """The sum of several equal dice, rolled one after the other."""
    total = 0
    for _ in range(dice):
        total += roll(s, stream, sides)
    return total


@kernel
def roll_pool(s, stream, dice, sides, target):
    """How many of several equal dice show `target` or more."""
    hits = 0
    for _ in range(dice):
        if roll(s, stream, sides) >= target:
            hits += 1
    return hits
