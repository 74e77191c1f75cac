"""Random streams, dice and decks: uniform, independent, and forced where a test wants it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rulebound.envs.core import deck, dice, rng
from rulebound.envs.core.jit import entry

RECORD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8"),
                ("streams", "u4", (4,)),
                ("queue", "i1", (8,)),
                ("queued", "i1"),
                ("counts", "i1", (5,)),
                ("pile", "i1", (30,)),
            ],
            align=True,
        ),
    )
)


@entry
def draw_many(states, stream, n, out):
    """out[k] = below(n), one after the other."""
    s = states[0]
    for k in range(len(out)):
        out[k] = rng.below(s, stream, n)


@entry
def roll_many(states, sides, out):
    """out[k] = one die."""
    s = states[0]
    for k in range(len(out)):
        out[k] = dice.roll(s, 0, sides)


@entry
def pools(states, count, sides, target):
    """The sum and the hits of two rolls of `count` dice."""
    s = states[0]
    return dice.roll_sum(s, 0, count, sides), dice.roll_pool(s, 0, count, sides, target)


@entry
def words(key, stream, first, out):
    """out[k] = mix(key, stream, first + k)."""
    for k in range(len(out)):
        out[k] = rng.mix(key, stream, first + k)


@entry
def keys(seed, episode):
    """The compiled key of a game."""
    return rng.episode_key(seed, episode)


@entry
def shuffled(states, n):
    """Shuffle the first n cards of the pile."""
    rng.shuffle(states[0], 1, states[0].pile, n)


@entry
def reshuffled(states):
    """Move the counted cards onto the pile."""
    s = states[0]
    return deck.reshuffle(s, 1, s.counts, s.pile, 0)


@entry
def drawn(states):
    """A random card out of the counted pile."""
    s = states[0]
    return deck.draw_counted(s, 2, s.counts)


def _state(key: int = 1) -> np.ndarray:
    states = np.zeros(1, RECORD)
    states["key"] = key
    return states


@pytest.mark.statistical
@pytest.mark.parametrize("n", [2, 3, 6, 7, 19, 108])
def test_numbers_are_uniform(n: int) -> None:
    """A chi-square test finds nothing, for many sizes."""
    out = np.zeros(200_000, np.int64)
    draw_many(_state(7), 0, n, out)
    assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-4
    pairs = np.bincount(out[:-1] * n + out[1:], minlength=n * n)
    assert stats.chisquare(pairs).pvalue > 1e-4


@pytest.mark.statistical
def test_streams_keys_and_counters_are_independent() -> None:
    """Words of neighbouring streams, keys and counters share no bits beyond chance, and every bit is fair."""
    base, out = np.zeros(20_000, np.uint64), np.zeros(20_000, np.uint64)
    words(np.uint64(5), 0, 0, base)
    for key, stream, first in ((5, 1, 0), (6, 0, 0), (5, 0, 1)):
        words(np.uint64(key), stream, first, out)
        same = np.unpackbits((base ^ out).view(np.uint8)).mean()
        assert abs(same - 0.5) < 4 * 0.5 / np.sqrt(64 * len(base))
    bits = np.unpackbits(base.view(np.uint8).reshape(-1, 8), axis=1).mean(axis=0)
    assert (np.abs(bits - 0.5) < 5 * 0.5 / np.sqrt(len(base))).all()
    assert len(np.unique(base)) == len(base)


def test_a_stream_does_not_disturb_another() -> None:
    """Drawing from one stream leaves the numbers of another as they are."""
    alone, mixed = np.zeros(20, np.int64), np.zeros(20, np.int64)
    draw_many(_state(), 1, 100, alone)
    states = _state()
    draw_many(states, 0, 100, np.zeros(7, np.int64))
    draw_many(states, 1, 100, mixed)
    np.testing.assert_array_equal(alone, mixed)
    np.testing.assert_array_equal(states["streams"][0], [7, 20, 0, 0])


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64 + 5, 10**30])
def test_keys_are_the_same_in_python_and_in_kernels(seed: int) -> None:
    """Single games and batches make their keys by the same sum."""
    for episode in (0, 1, 2, 1000):
        assert int(keys(np.uint64(seed % 2**64), episode)) == rng.seed_key(seed, episode)


@pytest.mark.statistical
def test_dice_are_fair_and_in_range() -> None:
    """Faces run from 1 to the number of sides, equally often."""
    out = np.zeros(60_000, np.int64)
    roll_many(_state(3), 6, out)
    assert out.min() == 1
    assert out.max() == 6
    assert stats.chisquare(np.bincount(out)[1:]).pvalue > 1e-4


def test_dice_can_be_forced() -> None:
    """Queued faces come first, in their order; then the stream goes on as if nothing had been rolled."""
    states, free = _state(4), np.zeros(3, np.int64)
    roll_many(_state(4), 6, free)
    states["queue"][0, :4] = [6, 1, 5, 2]
    states["queued"] = 4
    out = np.zeros(7, np.int64)
    roll_many(states, 6, out)
    np.testing.assert_array_equal(out, [6, 1, 5, 2, *free])
    assert not states["queue"].any()


def test_sums_and_pools() -> None:
    """Sums add the faces; pools count those at or above the target."""
    states = _state()
    states["queue"][0, :6] = [6, 1, 4, 5, 3, 2]
    states["queued"] = 6
    assert pools(states, 3, 6, 3) == (11, 2)


@pytest.mark.statistical
def test_shuffles_are_uniform() -> None:
    """All 24 orders of four cards come up equally often, and cards beyond the pile stay."""
    counts: dict[tuple, int] = {}
    states = _state(9)
    for _ in range(24_000):
        states["pile"][0, :5] = [0, 1, 2, 3, 9]
        shuffled(states, 4)
        assert states["pile"][0, 4] == 9
        order = tuple(states["pile"][0, :4].tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_reshuffling_moves_every_card() -> None:
    """The counted pile is empty afterwards and the ordered one holds its cards."""
    states = _state(2)
    states["counts"] = [3, 0, 5, 1, 2]
    assert reshuffled(states) == 11
    assert not states["counts"].any()
    np.testing.assert_array_equal(np.bincount(states["pile"][0, :11], minlength=5), [3, 0, 5, 1, 2])


@pytest.mark.statistical
def test_drawing_from_a_counted_pile_is_fair() -> None:
    """Kinds come up in proportion to their cards; an empty pile gives -1."""
    states, found = _state(6), np.zeros(5, int)
    for _ in range(20_000):
        states["counts"] = [1, 0, 2, 3, 4]
        found[drawn(states)] += 1
    assert found[1] == 0
    assert stats.chisquare(found[[0, 2, 3, 4]], 2_000 * np.array([1, 2, 3, 4])).pvalue > 1e-4
    states["counts"] = 0
    assert drawn(states) == -1
