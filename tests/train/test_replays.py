"""Recorded games: shown, verified, and damaged in many ways."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebound.envs.core.replay import Replay
from tests.train.conftest import GAME


@pytest.fixture
def damaged(replay_file: Path, tmp_path: Path) -> Callable[..., Path]:
    """A copy of the recorded game with some entries replaced; None removes one."""

    def make(**changes: object) -> Path:
        document = json.loads(replay_file.read_text()) | changes
        path = tmp_path / "damaged.json"
        path.write_text(json.dumps({name: value for name, value in document.items() if value is not None}))
        return path

    return make


def test_verify(run: Callable, replay_file: Path) -> None:
    result = run("replay", "verify", replay_file, replay_file)
    assert result.exit_code == 0, result.output
    assert len([line for line in result.stdout.splitlines() if line.startswith("ok: ")]) == 2


def test_a_game_that_plays_differently(refused: Callable, damaged: Callable, replay_file: Path) -> None:
    replay = Replay.load(replay_file)
    assert "does not verify: before action 3" in refused("replay", "verify", damaged(hashes=_with(replay.hashes, 3, "0" * 16)), code=1)
    line = refused("replay", "verify", damaged(actions=replay.actions[:5], hashes=replay.hashes[:6]), code=1)
    assert "damaged.json: does not verify" in line
    assert "not over" in line
    assert "does not verify" in refused("replay", "verify", damaged(result=[0.5] * replay.num_players), code=1)
    assert "does not verify" in refused("replay", "verify", damaged(result=[]), code=1)
    assert "does not verify" in refused("replay", "verify", damaged(seed=replay.seed + 1), code=1)


def _with(values: list, place: int, value: object) -> list:
    return [*values[:place], value, *values[place + 1 :]]


def test_unreadable_files(refused: Callable, damaged: Callable, tmp_path: Path) -> None:
    assert "No such file" in refused("replay", "verify", tmp_path / "none.json")
    for changes in ({"format": "other"}, {"schema": 99}, {"env": "chess_v0"}, {"actions": None}, {"actions": [10**9]}, {"rules_hash": "x"}):
        assert "damaged.json" in refused("replay", "verify", damaged(**changes))
    for content in (b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b'{"format": "rulebound-replay"}'):
        path = tmp_path / "bytes.json"
        path.write_bytes(content)
        assert "bytes.json" in refused("replay", "verify", path)
        assert "bytes.json" in refused("replay", "show", path)
    assert "Is a directory" in refused("replay", "verify", tmp_path)


def test_the_worst_file_decides_and_all_are_checked(run: Callable, damaged: Callable, replay_file: Path, tmp_path: Path) -> None:
    bad = damaged(result=[])
    result = run("replay", "verify", tmp_path / "none.json", bad, replay_file)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert "ok: " in result.stdout
    assert run("replay", "verify", bad, replay_file).exit_code == 1


def test_show(run: Callable, replay_file: Path) -> None:
    replay = Replay.load(replay_file)
    result = run("replay", "show", replay_file)
    assert result.exit_code == 0, result.output
    assert replay.game.id in result.stdout
    assert replay.variant.hash in result.stdout
    assert sum("(random): " in line for line in result.stdout.splitlines()) == len(replay.actions)
    assert "place 1" in result.stdout


def test_show_a_part(run: Callable, replay_file: Path) -> None:
    result = run("replay", "show", replay_file, "--from", 4, "--to", 7)
    numbers = [int(line.split()[0]) for line in result.stdout.splitlines() if "(random): " in line]
    assert numbers == [4, 5, 6, 7]
    assert "place 1" not in result.stdout


def test_show_as_one_seat(run: Callable, replay_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[int | None] = []
    monkeypatch.setattr("rulebound.envs.core.position.Position.text", lambda self, seat=None: seats.append(seat) or "a view")
    result = run("replay", "show", replay_file, "--seat", 1, "--turns", "--to", 60)
    assert result.exit_code == 0
    assert set(seats) == {1}
    assert len(seats) >= 2


def test_show_refuses(refused: Callable, replay_file: Path) -> None:
    assert "has the actions 0 to" in refused("replay", "show", replay_file, "--from", 10**6)
    assert "has the actions 0 to" in refused("replay", "show", replay_file, "--to", 10**6)
    assert "has the actions 0 to" in refused("replay", "show", replay_file, "--from", 5, "--to", 4)
    assert "seat 50 does not exist" in refused("replay", "show", replay_file, "--seat", 50)
    assert "Missing" in refused("replay", "show")
    assert "Missing" in refused("replay")


def test_the_recorded_game_is_the_wanted_one(replay_file: Path) -> None:
    replay = Replay.load(replay_file)
    assert replay.game.name == GAME
    assert replay.seed == 5
    assert set(replay.agents) == {"random"}
