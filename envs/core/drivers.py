"""The loops that run a game, written once as templates and bound to every game's kernels.

The names `setup`, `proceed`, `legal`, `apply`, `outcome`, `observe` and `redeal` are not defined here: `bind`
makes a copy of each template whose globals are the game's kernels and compiles it (see `jit.rebind`).
Templates listed in `INNER` become kernels, those in `ENTRIES` can be called from Python.
"""
# ruff: noqa: F821  (the kernels' names are bound per game)

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace

import numpy as np

from rulebound.envs.core import rng
from rulebound.envs.core.jit import entry, kernel, rebind
from rulebound.envs.core.memory import drained, stream, stream_scaled
from rulebound.envs.core.sampling import sample_row

WIN, RANK, MARGIN, SHAPED = range(4)  # the order of rules.REWARDS
RESULT, PLACE, SCORE = range(3)  # columns of an outcome
STREAMED = 1 << 25  # bytes of observations of a batch above which they go straight to memory: more than most caches hold
LOOK, DEAL, PROCEED, FORFEIT, KEEP, SHOW = range(-1, -7, -1)  # orders in the place of an action; see step_one, step_batch


# ------------------------------------------------------------------------------------------------ inner templates
def judge(s, r, out):
    """The outcome of each seat: result in [-1, 1], place from 1, score in [0, 1]."""
    outcome(s, r, out)
    if s.offender >= 0:
        # Whoever made an illegal move has lost the game to everybody else, whatever the standing was.
        n = s.num_players
        for seat in range(n):
            out[seat, RESULT] = 1.0 / (n - 1)
            out[seat, PLACE] = n / 2
        out[s.offender, RESULT] = -1.0
        out[s.offender, PLACE] = n


def margin(n, out, seat):
    """How far a seat's score lies above the mean of the others, in [-1, 1]."""
    others = 0.0
    for other in range(n):
        if other != seat:
            others += out[other, SCORE]
    return out[seat, SCORE] - others / (n - 1)


def settle(s, r):
    """Pay each seat for what happened since the last reward.

    win     the result, once, at the end
    rank    1 for the first place down to -1 for the last, at the end
    margin  the difference of scores, at the end
    shaped  the result at the end plus `shaping` times the change of the margin on the way; the margin counts
            as zero before the first action and after the last, so the sum is the result
    """
    for seat in range(len(s.reward)):
        s.reward[seat] = 0.0
    if s.over == 0 and r.reward != SHAPED:
        return
    n = s.num_players
    out = np.zeros((len(s.reward), 3), np.float32)
    judge(s, r, out)
    for seat in range(n):
        if r.reward == SHAPED:
            potential = 0.0 if s.over != 0 else margin(n, out, seat)
            s.reward[seat] = r.shaping * (potential - s.standing[seat])
            s.standing[seat] = potential
            if s.over != 0:
                s.reward[seat] += out[seat, RESULT]
        elif r.reward == RANK:
            s.reward[seat] = 1.0 - 2.0 * (out[seat, PLACE] - 1.0) / (n - 1)
        elif r.reward == MARGIN:
            s.reward[seat] = margin(n, out, seat)
        else:
            s.reward[seat] = out[seat, RESULT]


def clear(mask):
    """Nothing is legal."""
    for action in range(len(mask)):
        mask[action] = 0


def write_mask(s, r, mask):
    """Write the legal actions of the seat to act; none once the game is over."""
    clear(mask)
    if s.over == 0:
        legal(s, r, mask)


def only_action(mask):
    """The single legal action, or -1 if there are more or none."""
    only = -1
    for action in range(len(mask)):
        if mask[action] != 0:
            if only >= 0:
                return -1
            only = action
    return only


def advance(s, r, action):
    """Play one action and count it; the limit of decisions ends the game without a winner."""
    apply(s, r, action)
    s.decisions += 1
    if s.over == 0 and s.decisions >= r.max_decisions:
        s.over = 1
        s.truncated = 1


def skip_forced(s, r, mask):
    """With the option on, play on while a seat has a single legal action; leaves the mask written."""
    write_mask(s, r, mask)
    while r.skip_forced != 0:
        action = only_action(mask)
        if action < 0:
            return
        advance(s, r, action)
        write_mask(s, r, mask)


def begin(states, rules, zero, i, key, players, ruleset, mask):
    """Deal a new game into record i.

    A game that is decided before anybody had a decision (or by forced moves alone) is dealt again: no face
    can hand out a game that is already over.
    """
    s = states[i]
    r = rules[ruleset]
    for _ in range(100):
        states[i] = zero[0]
        s.key = key
        s.num_players = players
        s.ruleset = ruleset
        s.offender = -1
        setup(s, r)
        skip_forced(s, r, mask)
        if s.over == 0:
            break
        key = rng.scramble(key)


def play(s, r, action, mask):
    """Play one action of the seat to act: the game, the limit, forced moves, rewards, the next mask."""
    advance(s, r, action)
    skip_forced(s, r, mask)
    settle(s, r)


def forfeit(s, r, mask):
    """End the game as a loss of the seat to act, for an illegal action."""
    s.offender = s.seat
    s.over = 1
    s.decisions += 1
    clear(mask)
    settle(s, r)


def see(s, r, seat, raw, scale, observation):
    """Write what a seat sees: raw whole numbers, and scaled to [0, 1] where the scaled form is wanted."""
    for k in range(len(raw)):
        raw[k] = 0
    observe(s, r, seat, raw)
    for k in range(len(observation)):
        observation[k] = np.float32(raw[k]) * scale[k]


def see_row(s, r, seat, i, sketch, raw, scale, observation):
    """Write what a seat sees into row i, where arrays for it are given.

    Rows of arrays that are larger than a cache are drawn on `sketch` and go from there straight to memory: they would drive
    the games out of the cache, and would not be there any more when somebody reads them.
    """
    if len(raw) == 0:
        return
    row = sketch if len(sketch) > 0 else raw[i]
    for k in range(len(row)):
        row[k] = 0
    observe(s, r, seat, row)
    if len(sketch) > 0:
        stream(sketch, raw[i])
    if len(observation) > 0:
        scaled = observation[i]
        if len(sketch) > 0:
            stream_scaled(sketch, scale, scaled)
        else:
            for k in range(len(scaled)):
                scaled[k] = np.float32(row[k]) * scale[k]


def sketch_for(raw, observation):
    """Room to draw a row on before it is streamed; none if the arrays are small and rows are written in place."""
    large = raw.nbytes + observation.nbytes > STREAMED
    return np.empty(raw.shape[1] if large else 0, np.uint8)


def finish_row(s, r, i, over, truncated, returns):
    """Flags and results of a game that has just ended."""
    over[i] = 1
    truncated[i] = s.truncated
    out = np.zeros((len(s.reward), 3), np.float32)
    judge(s, r, out)
    for k in range(returns.shape[1]):
        returns[i, k] = out[k, RESULT]


# ------------------------------------------------------------------------------------------------ entry templates
# Every entry that reaches the rules costs a second or two of compiling, so few of them do several things.
def step_one(states, rules, zero, i, action, key, number, raw, scale, observation, mask):
    """Play a legal action in game i, or do what one of the orders says; then write what the seat to act sees.

    DEAL deals a new game under `key` to `number` players, PROCEED runs a hand-written position on until some seat has
    to decide, FORFEIT ends the game as a loss of the seat to act, LOOK does nothing. SHOW does nothing either and writes what
    seat `number` sees, and its legal actions if it has to act.
    """
    s = states[i]
    r = rules[s.ruleset]
    if action >= 0:
        play(s, r, action, mask)
    elif action == DEAL:
        begin(states, rules, zero, i, key, number, s.ruleset, mask)
    elif action == PROCEED:
        proceed(s, r)
        write_mask(s, r, mask)
    elif action == FORFEIT:
        forfeit(s, r, mask)
    elif action == SHOW and number != s.seat:
        clear(mask)
    else:
        write_mask(s, r, mask)
    see(s, r, number if action == SHOW else s.seat, raw, scale, observation)


def judge_one(states, rules, i, out):
    """Write result, place and score of every seat of game i as it stands."""
    s = states[i]
    judge(s, rules[s.ruleset], out)


def redeal_one(states, rules, i, seat, key):
    """Replace everything in game i that `seat` cannot know by a fair sample of what it could be."""
    s = states[i]
    redeal(s, rules[s.ruleset], seat, key)


def step_batch(
    states, rules, zero, lo, hi, actions, seeds, episode, players, rulesets, autoreset, forgiving,
    raw, scale, observation, mask, seat, reward, over, truncated, returns,
):  # fmt: skip
    """Play one action in each of the games lo..hi-1 and write everything a learner reads.

    LOOK passes: nothing happens in that game. KEEP leaves its row as it is, DEAL deals a new game. With
    `forgiving` an illegal action loses the game; without it the caller has checked all actions. With
    `autoreset` a finished game is dealt anew in the same step: its row then holds the first decision of the
    next game beside the flags and returns of the last.
    """
    sketch = sketch_for(raw, observation)
    for i in range(lo, hi):
        action = actions[i]
        if action == KEEP:
            continue
        s = states[i]
        r = rules[rulesets[i]]
        over[i] = 0
        truncated[i] = 0
        deal = action == DEAL
        if deal or action == LOOK or s.over != 0:
            for k in range(reward.shape[1]):
                reward[i, k] = 0.0
            if not deal:
                continue
        else:
            if forgiving and (action < 0 or action >= mask.shape[1] or mask[i, action] == 0):
                forfeit(s, r, mask[i])
            else:
                play(s, r, action, mask[i])
            for k in range(reward.shape[1]):
                reward[i, k] = s.reward[k]
            if s.over != 0:
                finish_row(s, r, i, over, truncated, returns)
                if autoreset:
                    episode[i] += 1
                    deal = True
        if deal:
            begin(states, rules, zero, i, rng.episode_key(seeds[i], episode[i]), players[i], rulesets[i], mask[i])
        seat[i] = s.seat
        see_row(s, r, s.seat, i, sketch, raw, scale, observation)
    if len(sketch) > 0:
        drained()


def look_batch(states, rules, lo, hi, seats, raw, scale, observation, mask):
    """Write what the given seat of each game sees, and its legal actions if it has to act."""
    sketch = sketch_for(raw, observation)
    for i in range(lo, hi):
        s = states[i]
        r = rules[s.ruleset]
        if seats[i] == s.seat:
            write_mask(s, r, mask[i])
        else:
            clear(mask[i])
        see_row(s, r, seats[i], i, sketch, raw, scale, observation)
    if len(sketch) > 0:
        drained()


def roll_out(states, rules, zero, lo, hi, steps, key, mask):
    """Random legal play without observations: `steps` decisions in each game, new games as needed."""
    finished = 0
    for i in range(lo, hi):
        s = states[i]
        r = rules[s.ruleset]
        write_mask(s, r, mask)
        for step in range(steps):
            if s.over != 0:
                finished += 1
                begin(states, rules, zero, i, rng.mix(key, i, -1 - step), s.num_players, s.ruleset, mask)
            play(s, r, sample_row(mask, rng.mix(key, i, step)), mask)
    return finished


INNER = (
    judge, margin, settle, clear, write_mask, only_action, advance, skip_forced, begin, play, forfeit, see, see_row, sketch_for, finish_row,
)  # fmt: skip
ENTRIES = (step_one, judge_one, redeal_one, step_batch, look_batch, roll_out)
KERNELS = ("setup", "proceed", "legal", "apply", "outcome", "observe", "redeal")


def bind(game: str, kernels: Mapping[str, Callable]) -> SimpleNamespace:
    """The drivers of one game: every template, bound to the game's kernels and ready to compile on first use."""
    module = f"rulebound.envs.{game}"
    shared = {"np": np, "rng": rng, "sample_row": sample_row, "stream": stream, "stream_scaled": stream_scaled, "drained": drained}
    namespace = {**shared, "__name__": module, **{name: kernels[name] for name in KERNELS}}
    namespace.update({name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)})
    for template in INNER:
        namespace[template.__name__] = kernel(rebind(template, namespace, module))
    return SimpleNamespace(**{template.__name__: entry(rebind(template, namespace, module)) for template in ENTRIES})
