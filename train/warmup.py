"""Compile everything before it is needed: each game in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from rulebound.agents import NAMES, AgentError, make
from rulebound.envs import GAMES, game


def warm_game(name: str) -> tuple[float, list[str]]:
    """Compile or load the drivers and agents of a game; the seconds it took and the agents that it has."""
    begin = time.perf_counter()
    one = game(name)
    one.warm()
    found = []
    for agent in NAMES:
        try:
            make(agent, one).warm()
        except AgentError:
            continue
        found.append(agent)
    return time.perf_counter() - begin, found


def warm_games(names: Sequence[str] = (), jobs: int | None = None) -> Iterator[tuple[str, float, list[str]]]:
    """Warm games in parallel; yields name, seconds and agents of each as it is done."""
    names = list(dict.fromkeys(names)) or list(GAMES)
    for name in names:
        game(name)  # refuses a wrong name before anything is started
    workers = min(len(names), jobs or os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_quiet) as pool:
        waiting = {pool.submit(warm_game, name): name for name in names}
        for done in as_completed(waiting):
            yield waiting[done], *done.result()


def _quiet() -> None:
    """The workers say nothing themselves."""
    os.environ["RULEBOUND_QUIET"] = "1"


def show_warmup(names: Sequence[str], jobs: int | None, progress: Callable[[int, int], None], say: Callable[[str], None] = print) -> None:
    """Warm games with a line for each."""
    total = len(set(names)) or len(GAMES)
    progress(0, total)
    for done, (name, seconds, agents) in enumerate(warm_games(names, jobs), 1):
        progress(done, total)
        say(f"{name}: ready after {seconds:.1f} s, agents: {', '.join(agents)}")
