"""Our games beside the games of other libraries, in one run: single games, batches, clones and the time to the first step.

    pip install "rulebound[peers]"
    python -m rulebound.benchmarks.peers [--library pgx] [--seconds 0.3] [--out peers.json] [--plot peers.png]

Random legal play everywhere, through the interface that the library's own documentation shows. What a figure includes differs
between libraries and is written beside it: a mask, an observation, both or none. A library that is not installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import clone_seconds, play_aec, rate, write_result
from rulebound.benchmarks.throughput import batch_rate
from rulebound.envs import GAMES, VERSIONS, game
from rulebound.envs.core.aec import GameEnv

DECISIONS = 300  # of one measured piece of single play
PGX_BATCHES = (64, 1024)


@dataclass
class Row:
    """One game of one library; a figure that the library cannot have is None."""

    library: str
    game: str
    single: float | None  # decisions per second of one game through the public interface
    single_includes: str
    batch: float | None  # decisions per second of the best batched mode
    batch_includes: str
    clone: float | None  # seconds to copy a game
    first_step: float | None  # seconds from a fresh process to the first step


# ------------------------------------------------------------------------------------------------ measuring
def first_step(code: str) -> float:
    """Seconds from a fresh process to the end of `code`, the better of two: a cache that the library keeps is warm then."""
    best = float("inf")
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache, "RULEBOUND_QUIET": "1", "PYTHONWARNINGS": "ignore"}
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.DEVNULL)
            best = min(best, time.perf_counter() - began)
    return best


def choose(legal, played: int) -> int:
    """One of the legal actions, by the same cheap rule for every library."""
    return int(legal[played * 7919 % len(legal)])


# ------------------------------------------------------------------------------------------------ ours
def ours(seconds: float) -> Iterator[Row]:
    """Every game of this package at its usual table."""
    for name in GAMES:
        one = game(name)
        players = one.facts.usual_players
        env = GameEnv(one, num_players=players, illegal="lose")
        position = one.new(players, seed=1)
        best = max(
            (batch_rate(one, size, seconds, players, "scaled", threads), size, threads)
            for size, threads in ((1024, 1), (1024, 2), (4096, 2))
        )
        code = (
            f"from rulebound.envs import {name}_v{VERSIONS[name]} as m\nenv = m.env()\nenv.reset(seed=1)\n"
            "env.step(int(env.last()[0]['action_mask'].nonzero()[0][0]))"
        )
        yield Row(
            "Rulebound", f"{one.facts.title}, {players} players", rate(lambda env=env: play_aec(env, DECISIONS), seconds),
            "env(): mask, observation", best[0], f"{best[1]} games, {best[2]} threads: mask, observation",
            clone_seconds(position.clone, seconds), first_step(code),
        )  # fmt: skip


# ------------------------------------------------------------------------------------------------ PettingZoo
def pettingzoo(seconds: float) -> Iterator[Row]:
    """Classic games through `env()`."""
    import copy

    for name in ("connect_four_v3", "leduc_holdem_v4", "chess_v6"):
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=1)
        code = (
            f"from pettingzoo.classic import {name} as m\nenv = m.env()\nenv.reset(seed=1)\n"
            "env.step(int(env.last()[0]['action_mask'].nonzero()[0][0]))"
        )
        try:
            cost = clone_seconds(lambda env=env: copy.deepcopy(env), seconds)
        except Exception:  # not every environment can be copied
            cost = None
        single = rate(lambda env=env: play_aec(env, DECISIONS), seconds)
        yield Row("PettingZoo", name, single, "env(): mask, observation", None, "none", cost, first_step(code))


# ------------------------------------------------------------------------------------------------ OpenSpiel
def openspiel(seconds: float) -> Iterator[Row]:
    """C++ games through the Python interface; chance is drawn as its documentation does."""
    import pyspiel

    for name in ("connect_four", "backgammon", "gin_rummy", "chess"):
        one = pyspiel.load_game(name)
        generator = np.random.default_rng(1)

        def play(one=one, generator=generator) -> int:
            state, played = one.new_initial_state(), 0
            while played < DECISIONS:
                if state.is_terminal():
                    state = one.new_initial_state()
                elif state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(generator.choice(outcomes, p=chances)))
                else:
                    legal = state.legal_actions()
                    mask = np.zeros(one.num_distinct_actions(), np.int8)
                    mask[legal] = 1
                    np.asarray(state.observation_tensor(), np.float32)
                    state.apply_action(choose(legal, played))
                    played += 1
            return played

        state = one.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        code = (
            f"import pyspiel\ns = pyspiel.load_game('{name}').new_initial_state()\n"
            "while s.is_chance_node(): s.apply_action(s.chance_outcomes()[0][0])\n"
            "s.observation_tensor()\ns.apply_action(s.legal_actions()[0])"
        )
        cost = clone_seconds(state.clone, seconds)
        yield Row("OpenSpiel", name, rate(play, seconds), "Python: mask, observation", None, "none", cost, first_step(code))


# ------------------------------------------------------------------------------------------------ RLCard
def rlcard(seconds: float) -> Iterator[Row]:
    """Card games through `reset` and `step`."""
    import rlcard as library

    for name in ("leduc-holdem", "uno", "mahjong", "no-limit-holdem"):
        env = library.make(name, config={"seed": 1})

        def play(env=env) -> int:
            played = 0
            while played < DECISIONS:
                state, _ = env.reset()
                while not env.is_over():
                    state, _ = env.step(choose(list(state["legal_actions"]), played))
                    played += 1
            return played

        code = f"import rlcard\nenv = rlcard.make('{name}')\nstate, _ = env.reset()\nenv.step(list(state['legal_actions'])[0])"
        yield Row("RLCard", name, rate(play, seconds), "step: legal list, observation", None, "none", None, first_step(code))


# ------------------------------------------------------------------------------------------------ Pgx
def pgx(seconds: float) -> Iterator[Row]:
    """JAX games: one jitted step per call, and a jitted scan over a batch of games that start anew when they end."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    for name in ("connect_four", "backgammon", "chess"):
        env = library.make(name)
        init, step = jax.jit(env.init), jax.jit(env.step)
        keys = jax.random.split(jax.random.PRNGKey(1), DECISIONS)

        def play(init=init, step=step, keys=keys) -> int:
            state = init(keys[0])
            for played in range(DECISIONS):
                if bool(state.terminated | state.truncated):
                    state = init(keys[played])
                legal = np.flatnonzero(np.asarray(state.legal_action_mask))
                state = step(state, choose(legal, played), keys[played])
            return DECISIONS

        best = (0.0, 0)
        for size in PGX_BATCHES:
            many = auto_reset(env.step, env.init)

            def turn(state, key, many=many, size=size):
                noise = jax.random.gumbel(key, state.legal_action_mask.shape)
                action = jnp.argmax(jnp.where(state.legal_action_mask, noise, -jnp.inf), axis=-1)
                return jax.vmap(many)(state, action, jax.random.split(key, size)), state.observation.sum()

            run = jax.jit(lambda state, key, turn=turn: jax.lax.scan(turn, state, jax.random.split(key, 16)))
            state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(2), size))
            work = lambda run=run, state=state, size=size, key=keys[0]: jax.block_until_ready(run(state, key))[1].size * size  # noqa: E731
            best = max(best, (rate(work, seconds, 3), size))
        code = (
            f"import jax, pgx\nenv = pgx.make('{name}')\ns = jax.jit(env.init)(jax.random.PRNGKey(0))\n"
            "s = jax.jit(env.step)(s, int(s.legal_action_mask.argmax()), jax.random.PRNGKey(1))\ns.observation.block_until_ready()"
        )
        includes = f"scan of {best[1]} games, all threads: mask, observation"
        yield Row("Pgx", name, rate(play, seconds, 3), "jitted step: mask, observation", best[0], includes, 0.0, first_step(code))


# ------------------------------------------------------------------------------------------------ Catanatron
def catanatron(seconds: float) -> Iterator[Row]:
    """Two random players; a tick makes the list of legal actions, chooses and plays."""
    from catanatron import Color, Game, RandomPlayer

    def fresh() -> Game:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])

    def play() -> int:
        one, played = fresh(), 0
        while played < DECISIONS:
            if one.winning_color() is not None:
                one = fresh()
            one.play_tick()
            played += 1
        return played

    code = (
        "from catanatron import Game, RandomPlayer, Color\n"
        "Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play_tick()"
    )  # fmt: skip
    cost = clone_seconds(fresh().copy, seconds)
    yield Row("Catanatron", "2 players", rate(play, seconds), "tick: legal list", None, "none", cost, first_step(code))


# ------------------------------------------------------------------------------------------------ report
LIBRARIES: dict[str, tuple[str, Callable[[float], Iterator[Row]]]] = {
    "rulebound": ("rulebound", ours),
    "pettingzoo": ("pettingzoo", pettingzoo),
    "open_spiel": ("open_spiel", openspiel),
    "rlcard": ("rlcard", rlcard),
    "pgx": ("pgx", pgx),
    "catanatron": ("catanatron", catanatron),
}


def installed(names: list[str]) -> dict[str, str]:
    """The versions of those libraries that are there."""
    found = {}
    for name in names:
        try:
            found[name] = version(LIBRARIES[name][0])
        except PackageNotFoundError:
            continue
    return found


def show(rows: list[Row], console: Console) -> None:
    """The rows as a table."""
    table = Table("library", "game", "one game", "includes", "best batch", "includes", "clone", "first step", title_justify="left")
    for row in rows:
        table.add_row(
            row.library, row.game, _count(row.single), row.single_includes, _count(row.batch), row.batch_includes,
            "-" if row.clone is None else f"{row.clone * 1e6:,.1f} us", "-" if row.first_step is None else f"{row.first_step:.2f} s",
        )  # fmt: skip
    console.print(table)


def _count(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:,.0f}/s"


def plot(rows: list[Row], path: str | Path) -> None:
    """Decisions per second of one game and of the best batch as bars on a logarithmic axis."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 0.34 * len(rows) + 1.2), constrained_layout=True)
    places = np.arange(len(rows))
    axes.barh(places - 0.2, [row.single or 0 for row in rows], 0.38, label="one game, public interface", color="#8fa8c8")
    axes.barh(places + 0.2, [row.batch or 0 for row in rows], 0.38, label="best batched mode", color="#c8743c")
    axes.set_yticks(places, [f"{row.library}: {row.game}" for row in rows])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("decisions per second, random legal play")
    axes.legend(loc="lower right")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", choices=LIBRARIES, action="append", help="library to measure (default: all that are installed)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds of one run; each figure is the best of several")
    parser.add_argument("--out", help="JSON file to write")
    parser.add_argument("--plot", help="picture to draw")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    console = Console()
    names = options.library or list(LIBRARIES)
    versions = installed(names)
    for name in names:
        if name not in versions:
            console.print(f'{name} is not installed: pip install "rulebound\\[peers]"')
    rows: list[Row] = []
    for name in versions:
        for row in LIBRARIES[name][1](options.seconds):
            rows.append(row)
            show([row], console)
    show(rows, console)
    write_result(options.out, {"versions": versions, "peers": [asdict(row) for row in rows]})
    if options.plot:
        plot(rows, options.plot)


if __name__ == "__main__":
    main()
