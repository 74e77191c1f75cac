"""`rulebound train`: a run on the command line, stopped by Ctrl-C and resumed, with its page and its refusals."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

GAME = "age_of_heroes"
SMALL = [
    "players=[2]", "games=8", "length=8", "minibatch=32", "network={width: 16, depth: 1}", "threads=1",
    "evaluation={every: 3, deals: 2, against: [random]}",
]  # fmt: skip


def words(out: Path, *changes: str) -> list[str]:
    given = [word for change in (*SMALL, *changes) for word in ("--set", change)]
    return ["train", GAME, "--out", str(out), *given]


def test_a_run_from_start_to_page(run: Callable, refused: Callable, tmp_path: Path) -> None:
    """Trains, evaluates, writes policy, page, picture and curves; the folder is then taken; the policy plays by its name."""
    out = tmp_path / "run"
    result = run(*words(out, "decisions=256"))
    assert result.exit_code == 0, result.output
    assert "random" in result.output
    assert {path.name for path in out.iterdir()} >= {
        "checkpoint.pt",
        "policy.pt",
        "history.json",
        "report.html",
        "curve.png",
        "config.yaml",
    }
    assert list((out / "tensorboard").iterdir())
    history = json.loads((out / "history.json").read_text())
    assert [entry["updates"] for entry in history] == [3, 4]
    page = (out / "report.html").read_text()
    assert "Strength" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert yaml.safe_load((out / "config.yaml").read_text())["games"] == 8
    assert "holds a run already" in refused(*words(out))
    assert run("match", GAME, "--agents", f"ppo:{out},random", "--players", "2", "--seeds", "2").exit_code == 0


def test_a_run_is_lengthened(run: Callable, refused: Callable, tmp_path: Path) -> None:
    """--resume goes on where the run ended; only its length may change."""
    out = tmp_path / "run"
    assert run(*words(out, "decisions=128")).exit_code == 0
    assert run("train", GAME, "--out", str(out), "--resume", "--set", "decisions=256").exit_code == 0
    assert [entry["updates"] for entry in json.loads((out / "history.json").read_text())] == [2, 3, 4]
    assert "can only be lengthened" in refused("train", GAME, "--out", str(out), "--resume", "--set", "seed=3")
    assert "leave --config away" in refused("train", GAME, "--out", str(out), "--resume", "--config", "x.yaml")


def test_the_other_trainer(run: Callable, refused: Callable, tmp_path: Path) -> None:
    """--trainer sb3 trains MaskablePPO into a folder, goes on there, and its model plays by name."""
    out = tmp_path / "run"
    small = ["envs=2", "n_steps=16", "batch_size=32", "net_arch=[16]", "evaluate_deals=2", "evaluate_against=[random]"]
    changes = [word for change in small for word in ("--set", change)]
    assert run("train", GAME, "--trainer", "sb3", "--out", str(out), *changes, "--set", "total_steps=64").exit_code == 0
    assert run("train", GAME, "--trainer", "sb3", "--out", str(out), "--resume", "--set", "total_steps=128").exit_code == 0
    assert json.loads((out / "model.json").read_text())["steps"] == 128
    assert run("match", GAME, "--agents", f"sb3:{out / 'model.zip'},random", "--players", "2", "--seeds", "2").exit_code == 0
    assert "no trainer is called" in refused("train", GAME, "--trainer", "dqn")


def test_refusals(refused: Callable, tmp_path: Path) -> None:
    """Wrong words give one line and leave nothing behind."""
    assert "learning_rate = 7" in refused("train", GAME, "--out", str(tmp_path / "a"), "--set", "learning_rate=7")
    assert "cannot read" in refused("train", GAME, "--out", str(tmp_path / "a"), "--resume")
    assert "no game is called" in refused("train", "chess")
    assert not (tmp_path / "a").exists()


@pytest.mark.slow
def test_ctrl_c_saves(tmp_path: Path) -> None:
    """Ctrl-C ends the run after the update in hand with exit code 130; --resume goes on from there."""
    out = tmp_path / "run"
    program = [sys.executable, "-m", "rulebound.train.cli"]
    process = subprocess.Popen([*program, *words(out, "decisions=100_000_000")], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (out / "checkpoint.pt").exists():
        assert time.monotonic() < deadline, "the run did not come to its first evaluation"
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "--resume" in said
    assert "Traceback" not in said
    updates = json.loads((out / "history.json").read_text())[-1]["updates"]
    done = subprocess.run([*program, "train", GAME, "--out", str(out), "--resume", "--set", "decisions=1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads((out / "history.json").read_text())[-1]["updates"] >= updates
