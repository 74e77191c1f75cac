"""Random numbers as a pure function of (key, stream, counter), kept inside the position.

Every chance source of a game (each deck, each kind of dice, the set-up) owns a named stream. A draw mixes the
game's key, the stream's number and the stream's counter, then adds one to the counter. So a copied position
carries its luck with it, a batch needs no generators, and two rule variants played from one seed meet the
same luck stream by stream, which is what makes paired comparisons of rules work.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import DISABLED, kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_STREAM = np.uint64(0xD1B54A32D192ED03)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def scramble(x):
    """A bijection of 64-bit words in which every input bit reaches every output bit."""
    x = (x ^ (x >> _S30)) * _MIX_1
    x = (x ^ (x >> _S27)) * _MIX_2
    return x ^ (x >> _S31)


@kernel
def mix(key, stream, counter):
    """The random 64-bit word number `counter` of stream `stream` under `key`."""
    return scramble(scramble(key + np.uint64(stream + 1) * _STREAM) + np.uint64(counter + 1) * _GOLDEN)


@kernel
def word(s, stream):
    """The next random 64-bit word of a stream of position `s`."""
    counter = np.int64(s.streams[stream])
    s.streams[stream] = counter + 1
    return mix(s.key, stream, counter)


@kernel
def scaled(bits, n):
    """Map a random word to 0..n-1 by its upper 32 bits; the bias is below n / 2**32."""
    return np.int64(((bits >> _S32) * np.uint64(n)) >> _S32)


@kernel
def below(s, stream, n):
    """A uniform integer in 0..n-1 from a stream of position `s`; n >= 1."""
    return scaled(word(s, stream), n)


@kernel
def episode_key(seed, episode):
    """The key of game number `episode` of a seeded row; `seed_key` is the same sum in Python."""
    return scramble(scramble(seed + _GOLDEN) + np.uint64(episode) * _STREAM)


@kernel
def shuffle(s, stream, items, n):
    """Put the first `n` entries of `items` into uniform random order."""
    for last in range(n - 1, 0, -1):
        other = below(s, stream, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


if DISABLED:
    # Plain Python has no wrapping 64-bit words without a warning per product, so do the sums on Python ints.
    _ALL = (1 << 64) - 1

    def scramble(x):
        x = int(x)
        x = ((x ^ (x >> 30)) * int(_MIX_1)) & _ALL
        x = ((x ^ (x >> 27)) * int(_MIX_2)) & _ALL
        return np.uint64(x ^ (x >> 31))

    def mix(key, stream, counter):
        inner = int(scramble((int(key) + (int(stream) + 1) * int(_STREAM)) & _ALL))
        return scramble((inner + (int(counter) + 1) * int(_GOLDEN)) & _ALL)

    def episode_key(seed, episode):
        return np.uint64(seed_key(int(seed), int(episode)))

    def scaled(bits, n):
        return ((int(bits) >> 32) * int(n)) >> 32


def seed_key(seed: int, episode: int = 0) -> int:
    """The key of a game: seed and number of the episode, folded into one 64-bit word.

    The same function serves single games and batches, so `reset(seed=7)` and game 7 of a batch seeded 0 are
    the same game. Any integer is accepted; it is taken modulo 2**64.
    """
    mask = (1 << 64) - 1

    def fold(x: int) -> int:
        x &= mask
        x = ((x ^ (x >> 30)) * int(_MIX_1)) & mask
        x = ((x ^ (x >> 27)) * int(_MIX_2)) & mask
        return x ^ (x >> 31)

    return fold(fold(seed + int(_GOLDEN)) + episode * int(_STREAM))
