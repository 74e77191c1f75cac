"""Uniform choice among legal actions, in compiled code; the same for every game.

`Discrete(n).sample(mask)` costs about 40 microseconds a call; this costs about one.
"""

from __future__ import annotations

from rulebound.envs.core.jit import entry, kernel
from rulebound.envs.core.rng import mix, scaled


@kernel
def sample_row(mask, bits):
    """The uniform legal action of one mask that a random word picks; -1 if there is none."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] != 0
    if count == 0:
        return -1
    place = scaled(bits, count)
    for action in range(len(mask)):
        place -= mask[action] != 0
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
