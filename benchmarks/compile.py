"""Cold and warm start of every game: seconds from a fresh process to the first step of env().

    python -m rulebound.benchmarks.compile [--game age_of_heroes] [--out results.json]

Cold: an empty cache folder, everything is compiled. Warm: the same folder again. Connect Four's start in a
fresh process is measured beside it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import write_result
from rulebound.envs import GAMES

STEP = """
env.reset(seed=1)
observation = env.last()[0]
env.step(int(observation["action_mask"].nonzero()[0][0]))
"""
OURS = "import importlib\nenv = importlib.import_module('rulebound.envs.{game}_v{version}').env()" + STEP
BATCH = "from rulebound.envs import game\nfrom rulebound.envs.core.batch import Batch\nb = Batch(game('{game}'), 8)\nb.step(b.sample())"
WARMUP = "from rulebound.envs import game\ngame('{game}').warm()"
PEER = (
    "import warnings\nwarnings.simplefilter('ignore')\nfrom pettingzoo.classic import connect_four_v3\nenv = connect_four_v3.env()" + STEP
)


def seconds(code: str, cache: str, runs: int = 1) -> float:
    """Wall time of a fresh Python process, the best of some runs."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache, "RULEBOUND_QUIET": "1"}
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        best = min(best, time.perf_counter() - began)
    return best


def measure(name: str) -> dict[str, float]:
    """The start-up times of one game."""
    from rulebound.envs import VERSIONS

    first_step = OURS.format(game=name, version=VERSIONS[name])
    figures = {}
    with tempfile.TemporaryDirectory() as cache:
        figures["first step of env(), empty cache"] = seconds(first_step, cache)
        figures["first step of env(), warm cache"] = seconds(first_step, cache, 3)
        figures["then the first step of a batch"] = seconds(BATCH.format(game=name), cache)
        figures["first step of a batch, warm cache"] = seconds(BATCH.format(game=name), cache, 3)
    with tempfile.TemporaryDirectory() as cache:
        figures["every driver at once, empty cache"] = seconds(WARMUP.format(game=name), cache)
    return figures


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    console, results = Console(), {}
    with tempfile.TemporaryDirectory() as cache:
        peer = seconds(PEER, cache, 3)
    for name in options.game or GAMES:
        figures = measure(name)
        table = Table("", "seconds", "x Connect Four", title=f"{name}, fresh process", title_justify="left")
        table.add_row("PettingZoo Connect Four, first step", f"{peer:.2f}", "1")
        for label, figure in figures.items():
            table.add_row(label, f"{figure:.2f}", f"{figure / peer:.1f}")
        console.print(table)
        results[name] = {"connect_four": peer, "seconds": figures}
    write_result(options.out, {"compile": results})


if __name__ == "__main__":
    main()
