"""The commands for maps: what is shown, what is refused and where it stands, what is written and plays again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebound.envs import game
from rulebound.envs.brick_civilization.maps import bundled_names, map_of_record, read_map

GAME = game("brick_civilization")
GOOD = "\n".join(["brickmap 1", "size 12 14", "players 2", "terrain", *["." * 14] * 12, "height", *["2" * 14] * 12]) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "mine.txt") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


# ------------------------------------------------------------------------------------------------ check
def test_a_good_map(run: Callable, file: Callable) -> None:
    path = file(GOOD)
    result = run("map", "check", path)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"ok: {path}: map of 12 x 14 studs for 2 players, 0 groves\n"


def test_every_problem_is_named_with_line_and_column(run: Callable, file: Callable) -> None:
    path = file(GOOD.replace("." * 14, "." * 13 + "x", 1).replace("2" * 14, "2" * 13 + "z", 1))
    result = run("map", "check", path)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"error: {path}: line 5, column 14: the letter 'x' is unknown; there are . r ~ # T",
        f"error: {path}: line 18, column 14: the level 'z' is 35, the highest is 20",
    ]


def test_a_map_without_room_is_refused(run: Callable, file: Callable) -> None:
    path = file(GOOD.replace(".", "#"))
    result = run("map", "check", path)
    assert result.exit_code == 1
    assert "no room for the villages of 2 civilizations" in result.stderr


def test_a_missing_file(run: Callable, tmp_path: Path) -> None:
    result = run("map", "check", tmp_path / "none.txt")
    assert result.exit_code == 2
    assert "cannot read" in result.stderr


# ------------------------------------------------------------------------------------------------ show
def test_the_bundled_maps_are_listed(run: Callable) -> None:
    result = run("map", "show")
    assert result.exit_code == 0, result.output
    assert all(name in result.stdout for name in bundled_names())


def test_a_map_is_shown_with_its_start_sites(run: Callable, tmp_path: Path) -> None:
    picture = tmp_path / "map.png"
    result = run("map", "show", "crossroads", "--picture", picture)
    assert result.exit_code == 0, result.output
    assert "32 x 32 studs for 4 players" in result.stdout
    assert "start sites" in result.stdout
    assert "field studs" in result.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_file_is_shown(run: Callable, file: Callable) -> None:
    result = run("map", "show", file(GOOD))
    assert result.exit_code == 0, result.output
    assert "12 x 14 studs for 2 players" in result.stdout


def test_an_unknown_map_is_refused(refused: Callable) -> None:
    assert "crossroads" in refused("map", "show", "atlantis")


# ------------------------------------------------------------------------------------------------ generate
def test_a_generated_map_plays_again(run: Callable, tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    result = run("map", "generate", "--seed", 7, "--players", 3, "--out", path)
    assert result.exit_code == 0, result.output
    dealt = map_of_record(GAME.new(num_players=3, seed=7).record)
    assert path.read_text(encoding="utf-8") == dealt.text
    assert run("map", "check", path).exit_code == 0
    again = GAME.new(num_players=3, rules={"map": str(path)})
    assert map_of_record(again.record).text == dealt.text


def test_a_map_on_the_terminal(run: Callable) -> None:
    result = run("map", "generate", "--seed", 5, "--size", 24, "--rules", "mini")
    assert result.exit_code == 0, result.output
    assert read_map(result.stdout).rows == 24


def test_a_size_beyond_the_limits_is_refused(refused: Callable) -> None:
    assert "board.size" in refused("map", "generate", "--size", 20)


def test_a_game_without_maps_is_refused(refused: Callable) -> None:
    assert "age_of_heroes is played without maps" in refused("map", "show", "--game", "age_of_heroes")
