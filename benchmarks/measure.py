"""How the benchmarks measure and report: the best of several short runs, a peer beside it, JSON at the end."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np

from rulebound.envs.core.position import write_text

RUNS = 5
CLONES = 200  # copies between two looks at the clock


def rate(work: Callable[[], int], seconds: float, runs: int = RUNS) -> float:
    """Units of work per second: the best of several runs of at least `seconds` each.

    Other processes only ever slow a run down, so the best one is the least disturbed.
    """
    work()
    best = 0.0
    for _ in range(runs):
        done, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < seconds or not done:
            done += work()
        best = max(best, done / elapsed)
    return best


def clone_seconds(copy: Callable[[], object], seconds: float) -> float:
    """Seconds of one copy, each dropped before the next: kept copies measure how the system hands out fresh memory."""

    def work() -> int:
        for _ in range(CLONES):
            copy()
        return CLONES

    return 1 / rate(work, seconds)


def play_aec(env, decisions: int, seed: int = 1) -> int:
    """Random legal play through `last()` and `step()`, the way a user's loop reads.

    The choice is made from the mask with NumPy for every environment alike: `space.sample(mask)` alone would
    take longer than the games.
    """
    env.reset(seed=seed)
    played = 0
    while played < decisions:
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[(played * 7919 + seed) % len(legal)]))
            played += 1
        env.reset()
    return played


def connect_four():
    """The peer: PettingZoo's Connect Four through `env()`, as its documentation makes it."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()


def machine() -> dict[str, object]:
    """Where the figures come from."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processors": os.cpu_count(),
        **{name: version(name) for name in ("rulebound", "numpy", "numba", "pettingzoo")},
    }


def write_result(path: str | Path | None, figures: dict) -> None:
    """Write the figures as JSON, if a path is given."""
    if path is not None:
        write_text(path, json.dumps({"machine": machine(), **figures}, indent=1, default=_plain) + "\n")


def _plain(value: object) -> object:
    return value.item() if isinstance(value, np.generic) else str(value)
