"""Random play of Heroes of History meets the whole effect language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_random_play_meets_every_word_of_the_language() -> None:
    """Every trigger, condition, selector, operation, scaling and duration is executed in random games.

    The program runs in plain Python, where the functions that resolve rows can be watched.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.heroes_of_history.coverage"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"when": [], "if": [], "to": [], "op": [], "per": [], "for": []}
