"""Copying past the cache: every byte arrives, whatever the address and length, and nothing beside it changes."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.core import streaming
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.drivers import SHOW, STREAMED
from rulebound.envs.core.jit import entry


@entry
def copy(source, row):
    streaming.stream(source, row)
    streaming.drained()


@entry
def copy_scaled(source, scale, row):
    streaming.stream_scaled(source, scale, row)
    streaming.drained()


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
