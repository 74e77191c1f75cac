"""Decisions per second of every game: one game through env(), batches of all sizes, rollouts, clones, threads.

    python -m rulebound.benchmarks.throughput [--game age_of_heroes] [--seconds 0.3] [--out results.json]

Random legal play. Every figure is printed with its ratio to PettingZoo's Connect Four (`env()`, `last()` and
`step()`) measured in the same run, because absolute figures wander with the machine.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import clone_seconds, connect_four, play_aec, rate, write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry

SIZES = (1, 16, 256, 1024, 4096)


@entry
def copy_records(states, copies):
    """Copy one record many times, back and forth and each time another one, so that no copy can be left out."""
    for k in range(copies):
        states[k & 1].decisions = k
        states[1 - (k & 1)] = states[k & 1]


@entry
def write_only(observation, mask, value):
    """Write arrays of the sizes of a step's observation and mask, and nothing else: the ceiling of any batch."""
    for i in range(len(observation)):
        for k in range(observation.shape[1]):
            observation[i, k] = value
        for k in range(mask.shape[1]):
            mask[i, k] = 1


def batch_rate(one: Game, size: int, seconds: float, players: int, observe: str | None = "scaled", threads: int = 1) -> float:
    """Decisions per second of a batch with masks and sampling."""
    batch = Batch(one, size, num_players=players, seed=1, observe=observe, threads=threads)
    actions, steps = np.empty(size, np.int64), max(1, 2048 // size)

    def work() -> int:
        for _ in range(steps):
            batch.sample(actions)
            batch.step(actions)
        return size * steps

    result = rate(work, seconds)
    batch.close()
    return result


def rollout_rate(one: Game, seconds: float, players: int) -> float:
    """Decisions per second of compiled random play with masks and without observations, as search uses it."""
    batch = Batch(one, 64, num_players=players, seed=1, observe=None)
    mask, keys = np.zeros(one.actions.size, np.int8), iter(range(1, 10**9))
    return rate(lambda: 64 * 64 + 0 * one.drivers.roll_out(
        batch.states, batch.rules, one.zero, 0, 64, 64, np.uint64(next(keys)), mask), seconds)  # fmt: skip


def copy_costs(one: Game, seconds: float) -> tuple[float, float]:
    """Seconds to copy a game: inside compiled code, and from Python."""
    states = np.zeros(2, one.state.dtype)
    position = one.new(seed=1)
    inside = 1 / rate(lambda: copy_records(states, 10_000) or 10_000, seconds / 2)
    return inside, clone_seconds(position.clone, seconds / 2)


def ceiling_rate(one: Game, players: int, seconds: float) -> float:
    """Rows per second of a kernel that only writes observation and mask."""
    size = one.view(one.variant(), players).size
    observation, mask = np.zeros((1024, size), np.float32), np.zeros((1024, one.actions.size), np.int8)
    return rate(lambda: write_only(observation, mask, np.float32(0.5)) or 1024, seconds)


def measure(one: Game, players: int, seconds: float) -> dict[str, float]:
    """All figures of one game."""
    env = GameEnv(one, num_players=players, illegal="lose")
    figures = {"env(), one game": rate(lambda: play_aec(env, 2000), seconds)}
    for size in SIZES:
        figures[f"batch of {size}"] = batch_rate(one, size, seconds, players)
    figures["batch of 1024, raw observations"] = batch_rate(one, 1024, seconds, players, "raw")
    figures["batch of 1024, without observations"] = batch_rate(one, 1024, seconds, players, None)
    figures["batch of 1024, two threads"] = batch_rate(one, 1024, seconds, players, threads=2)
    figures["batch of 1024, raw observations, two threads"] = batch_rate(one, 1024, seconds, players, "raw", 2)
    figures["batch of 4096, two threads"] = batch_rate(one, 4096, seconds, players, threads=2)
    figures["rollouts"] = rollout_rate(one, seconds, players)
    figures["ceiling: arrays written only"] = ceiling_rate(one, players, seconds)
    return figures


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds of one run; each figure is the best of five")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    console, peer = Console(), connect_four()
    results: dict[str, dict] = {}
    for name in options.game or GAMES:
        one = game(name)
        players = one.facts.usual_players
        before = rate(lambda: play_aec(peer, 300), options.seconds)
        figures = measure(one, players, options.seconds)
        # The peer again at the end: the machine may have changed its speed in between.
        c4 = max(before, rate(lambda: play_aec(peer, 300), options.seconds))
        inside, outside = copy_costs(one, options.seconds)
        table = Table("", "decisions/s", "x Connect Four", title=f"{one.id}, {players} players, random legal play", title_justify="left")
        table.add_row("PettingZoo Connect Four, env()", f"{c4:,.0f}", "1")
        for label, figure in figures.items():
            table.add_row(label, f"{figure:,.0f}", f"{figure / c4:,.1f}")
        console.print(table)
        threads = figures["batch of 4096, two threads"] / figures["batch of 4096"]
        console.print(
            f"two threads over one, batch of 4096: {threads:.2f}; clone: {inside * 1e6:.2f} us compiled, {outside * 1e6:.2f} in Python\n"
        )
        results[name] = {
            "players": players,
            "connect_four": c4,
            "decisions_per_second": figures,
            "ratio": {label: figure / c4 for label, figure in figures.items()},
            "two_threads_over_one": threads,
            "clone_seconds": {"compiled": inside, "python": outside},
        }
    write_result(options.out, {"throughput": results})


if __name__ == "__main__":
    main()
