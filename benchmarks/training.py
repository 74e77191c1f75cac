"""Samples per second of training: our PPO, the same loop without an environment, and sb3-contrib's MaskablePPO.

    python -m rulebound.benchmarks.training [--game age_of_heroes] [--seconds 5] [--out results.json]

A sample is a decision that is learned from. All use the same game, network size and processors. MaskablePPO runs
with 8 environments, once with its own defaults and once with our number of epochs and minibatch size; its opponents
are random, which costs it almost nothing.
"""

from __future__ import annotations

import argparse
import tempfile
import time

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import rate, write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game
from rulebound.envs.core.vector import sb3_vec_env
from rulebound.train.config import default_path, load
from rulebound.train.ppo import PPOConfig, Trainer

ENVIRONMENTS = 8
RUNS = 3
SELF_PLAY = ("opponents.past=0", "opponents.scripted=0")  # every decision is a sample


def ppo_rate(one: Game, config: PPOConfig, seconds: float, empty: bool = False) -> float:
    """Samples per second of whole updates; with `empty` the games stand still, and all the rest is done as ever."""
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(one, config, folder)
        for _ in range(2):
            trainer.update()
        if empty:
            # Standing games have no next decisions: let all of the window be ready, as it is in play but for a few.
            window = np.arange(trainer.window.ready.size)[trainer.window.seats * config.games :]
            trainer.batch.step = lambda actions: None
            trainer.window.finish = lambda *_: window

        def work() -> int:
            trainer.update()
            return config.games * config.length

        figure = rate(work, seconds, RUNS)
        trainer.close()
        return figure


def maskable_rate(one: Game, config: PPOConfig, seconds: float, players: int, alike: bool) -> float:
    """Samples per second of MaskablePPO, learning included."""
    from sb3_contrib import MaskablePPO

    env = sb3_vec_env(one, ENVIRONMENTS, opponents="random", num_players=players, seed=1)
    settings = {"n_epochs": config.epochs, "batch_size": config.minibatch} if alike else {}
    layers = {"net_arch": [config.network.width] * config.network.depth}
    model = MaskablePPO("MlpPolicy", env, n_steps=2048 // ENVIRONMENTS, policy_kwargs=layers, device="cpu", seed=1, **settings)
    model.learn(2048)
    best = 0.0
    for _ in range(RUNS):
        done, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < seconds or not done:
            model.learn(2048, reset_num_timesteps=False)
            done += 2048
        best = max(best, done / elapsed)
    env.close()
    return best


def measure(one: Game, seconds: float) -> dict[str, float]:
    """All figures of one game."""
    config = load(PPOConfig, default_path(one.name, "ppo"), SELF_PLAY)
    torch.set_num_threads(config.threads)
    players = config.players[0]
    return {
        "PPO": ppo_rate(one, config, seconds),
        "the same loop, games standing still": ppo_rate(one, config, seconds, empty=True),
        "MaskablePPO, 8 environments": maskable_rate(one, config, seconds, players, alike=False),
        "MaskablePPO, 8 environments, our epochs and minibatch": maskable_rate(one, config, seconds, players, alike=True),
    }


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of one run; each figure is the best of three")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    results: dict[str, dict] = {}
    for name in options.game or GAMES:
        figures = measure(game(name), options.seconds)
        results[name] = {"samples_per_second": figures, "ratio": {label: figures["PPO"] / figure for label, figure in figures.items()}}
        table = Table("", "samples/s", "PPO is", title=f"{name}, training", title_justify="left")
        for label, figure in figures.items():
            table.add_row(label, f"{figure:,.0f}", f"{figures['PPO'] / figure:.2f} x")
        Console().print(table)
    write_result(options.out, {"training": results})


if __name__ == "__main__":
    main()
