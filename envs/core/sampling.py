"""Uniform choice among legal actions, in compiled code; the same for every game.

`Discrete(n).sample(mask)` costs about 40 microseconds a call; this costs about one.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import entry, kernel
from rulebound.envs.core.rng import mix, scaled

BLOCK = 32  # actions that are skipped at once while counting down to the chosen one; halves the time


@kernel
def sample_row(mask, bits):
    """The uniform legal action of one mask that a random word picks; -1 if there is none."""
    count = 0
    for action in range(len(mask)):
        count += np.int64(mask[action])
    if count == 0:
        return -1
    place = scaled(bits, count)
    first = 0
    while first + BLOCK <= len(mask):
        inside = 0
        for k in range(BLOCK):
            inside += np.int64(mask[first + k])
        if place < inside:
            break
        place -= inside
        first += BLOCK
    for action in range(first, len(mask)):
        place -= np.int64(mask[action])
        if place < 0:
            return action
    return -1


@entry
def sample_batch(mask, lo, hi, key, step, actions):
    """A uniform legal action for each of the rows lo..hi-1; -1 where nothing is legal."""
    for i in range(lo, hi):
        actions[i] = sample_row(mask[i], mix(key, i, step))


@entry
def first_illegal(mask, actions, lo, hi):
    """The first row whose action is not legal (an action of -1 passes), or -1."""
    for i in range(lo, hi):
        action = actions[i]
        if action == -1:
            continue
        if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
            return i
    return -1
