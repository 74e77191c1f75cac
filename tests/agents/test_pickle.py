"""Agents travel: a pickled agent plays as the one it was made from, and takes no compiled code or work room with it."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from rulebound.agents import make
from rulebound.envs import GAMES, game
from rulebound.envs.core.batch import Batch


def check(name: str, env: str, most_bytes: int) -> None:
    one = game(env)
    agent, batch, rows = make(name, one, seed=7), Batch(one, 6, seed=3), np.arange(6)
    for _ in range(20):
        batch.step(batch.sample())
    expected = agent.act(batch, rows)  # its work room is full now
    content = pickle.dumps(agent)
    assert len(content) < most_bytes
    assert np.array_equal(pickle.loads(content).act(batch, rows), expected)


@pytest.mark.parametrize("env", GAMES)
@pytest.mark.parametrize("name", ["random", "scripted"])
def test_simple_agents(name: str, env: str) -> None:
    check(name, env, 1_000)


def test_search() -> None:
    check("search:20", GAMES[0], 1_000)


def test_a_network() -> None:
    check("ppo:age_of_heroes", "age_of_heroes", 10_000_000)
