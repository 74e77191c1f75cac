"""A runner for commands and a recorded game that several tests read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rulebound.envs import GAMES
from rulebound.train.cli import app

GAME = GAMES[0]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command; wide enough that no table wraps."""
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *words, text=None: CliRunner().invoke(app, [str(word) for word in words], input=text)


@pytest.fixture
def refused(run: Callable[..., Result]) -> Callable[..., str]:
    """Run a command that must be refused: exit code 2 and one line on stderr, which is returned."""

    def check(*words: object, code: int = 2) -> str:
        result = run(*words)
        assert result.exit_code == code, result.output
        lines = result.stderr.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("error: ")
        assert "Traceback" not in result.output
        return lines[0]

    return check


@pytest.fixture(scope="session")
def replay_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game between random agents, recorded by `watch`."""
    path = tmp_path_factory.mktemp("replays") / "game.json"
    result = CliRunner().invoke(app, ["watch", GAME, "--agents", "random", "--seed", "5", "--delay", "0", "--save", str(path)])
    assert result.exit_code == 0, result.output
    return path
