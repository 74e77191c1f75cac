"""Small arrays on the stack keep to themselves; copied past the cache every byte arrives, and nothing beside it changes."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.errors import TypingError

from rulebound.envs import game
from rulebound.envs.core import memory
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.drivers import SHOW, STREAMED
from rulebound.envs.core.jit import DISABLED, entry, kernel

SMALL = 6


@kernel
def fill(values, value):
    for k in range(len(values)):
        values[k] += value


@kernel
def one_more(value):
    fresh = memory.cleared(SMALL, np.int16)
    fill(fresh, value)
    return fresh.sum()


@entry
def use_small_arrays(rounds):
    """Every round clears one array again, and calls something with an array of its own."""
    first, total = memory.scratch(SMALL, np.int64), 0
    for k in range(SMALL):
        first[k] = 100
    for k in range(rounds):
        second = memory.cleared(SMALL, np.int8)
        fill(second, k)
        total += second.sum() + one_more(k)
    return total, first.sum(), first.view(np.int8).size


@entry
def copy(source, row):
    memory.stream(source, row)
    memory.drained()


@entry
def copy_scaled(source, scale, row):
    memory.stream_scaled(source, scale, row)
    memory.drained()


def test_small_arrays_are_as_long_as_asked_for_and_apart() -> None:
    assert use_small_arrays(5) == (2 * SMALL * (0 + 1 + 2 + 3 + 4), 100 * SMALL, 8 * SMALL)


def test_the_size_of_a_small_array_is_a_constant() -> None:
    @entry
    def wrong(count):
        return memory.scratch(count, np.int64)[0]

    with pytest.raises(TypeError if DISABLED else TypingError):
        wrong(2.5 if DISABLED else 3)


@pytest.mark.parametrize("length", [0, 1, 3, 63, 64, 65, 127, 200, 1000])
def test_bytes_arrive_at_any_address(length: int) -> None:
    source = np.random.default_rng(length).integers(1, 255, length).astype(np.uint8)
    for start in range(0, 130, 3):
        room = np.zeros(start + length + 70, np.uint8)
        copy(source, room[start : start + length])
        assert (room[start : start + length] == source).all()
        assert not room[:start].any()
        assert not room[start + length :].any()


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 40, 250])
def test_scaled_floats_arrive_at_any_address(length: int) -> None:
    luck = np.random.default_rng(length)
    source, scale = luck.integers(1, 256, length).astype(np.uint8), luck.random(length).astype(np.float32)
    for start in range(20):
        room = np.zeros(start + length + 20, np.float32)
        copy_scaled(source, scale, room[start : start + length])
        assert (room[start : start + length] == source.astype(np.float32) * scale).all()
        assert not room[:start].any()
        assert not room[start + length :].any()


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_batch_shows_what_its_games_show(threads: int) -> None:
    one = game("brick_civilization")
    size = STREAMED // one.view(one.variant("mini"), 2).size // 5 + 10
    batch = Batch(one, size, "mini", num_players=2, seed=3, threads=threads)
    assert batch.raw.nbytes + batch.observation.nbytes > STREAMED
    for _ in range(5):
        batch.step(batch.sample())
    raw, observation, mask = np.zeros_like(batch.raw[0]), np.zeros_like(batch.observation[0]), np.zeros_like(batch.mask[0])
    for row in range(0, size, 7):
        seat = int(batch.seat[row])
        one.drivers.step_one(batch.states, batch.rules, one.zero, row, SHOW, np.uint64(0), seat, raw, batch.scale, observation, mask)
        assert (batch.raw[row] == raw).all()
        assert (batch.observation[row] == observation).all()
        assert (batch.mask[row] == mask).all()
    batch.close()
