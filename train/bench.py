"""A quick look at speed: random legal play through the single-game face and through a batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.faces import faces
from rulebound.envs.core.game import Game
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.sampling import sample_batch
from rulebound.train.terminal import plain_table

BATCH = 1024
STRIDE = 256  # single decisions between two looks at the clock


def single_speed(one: Game, seconds: float) -> float:
    """Decisions per second of one game through env(): last, a random legal action, step."""
    env = faces(one)[0]()
    key, action, count = np.uint64(seed_key(0)), np.zeros(1, np.int64), 0

    def some() -> int:
        nonlocal count
        for _ in range(STRIDE):
            if not env.agents or all(env.terminations.values()) or all(env.truncations.values()):
                env.reset(seed=count)
            observation = env.last()[0]
            sample_batch(observation["action_mask"][None], 0, 1, key, count, action)
            env.step(int(action[0]))
            count += 1
        return STRIDE

    return _rate(some, seconds)


def batch_speed(one: Game, seconds: float, threads: int = 1) -> float:
    """Decisions per second of a batch with observations, masks and new games as needed."""
    batch = Batch(one, BATCH, threads=threads)
    actions = np.zeros(BATCH, np.int64)

    def some() -> int:
        batch.step(batch.sample(actions))
        return BATCH

    try:
        return _rate(some, seconds)
    finally:
        batch.close()


def _rate(some: Callable[[], int], seconds: float) -> float:
    """How many decisions per second `some` makes, after one call to warm up."""
    some()
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds or not done:
        done += some()
    return done / spent


def show_bench(names: Sequence[str], seconds: float, threads: int, console) -> None:
    """The speeds of some games as a table."""

    games = [game(name) for name in names]
    table = plain_table("random legal play, decisions per second")
    table.add_column("game")
    for heading in ("players", "one game, env()", f"batch of {BATCH}, {threads} thread{'s' if threads > 1 else ''}"):
        table.add_column(heading, justify="right")
    for one in games:
        players = str(one.players(None, one.variant()))
        table.add_row(one.id, players, f"{single_speed(one, seconds):,.0f}", f"{batch_speed(one, seconds, threads):,.0f}")
    console.print(table)
