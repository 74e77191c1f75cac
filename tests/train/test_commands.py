"""The commands that show and prepare: games, variants, bench, warm-up, and the program as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebound.envs import GAMES, game
from rulebound.train.variants import rule_words, short_names
from tests.train.conftest import GAME

ONE = game(GAME)


def program(*words: str, **options) -> subprocess.CompletedProcess:
    """Run the command line as a process of its own."""
    command = [sys.executable, "-m", "rulebound.train.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


COMMANDS = ("games", "play", "watch", "match", "tournament", "compare", "report", "train", "bench", "warmup", "replay", "variant", "deck")


# ------------------------------------------------------------------------------------------------ the program
def test_help_and_version(run: Callable) -> None:
    assert run("--version").stdout.startswith("rulebound ")
    for words in ([], ["--help"]):
        result = run(*words)
        assert result.exit_code == 0
        for command in COMMANDS:
            assert command in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Callable, command: str) -> None:
    assert run(command, "--help").exit_code == 0


def test_starting_imports_no_game() -> None:
    code = "import rulebound.train.cli, sys; print([m for m in ('numba', 'numpy', 'gymnasium', 'rulebound.envs') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_words(refused: Callable) -> None:
    assert "nonsense" in refused("nonsense")
    assert "--nonsense" in refused("games", "--nonsense")
    assert "Missing" in refused("match")


def test_as_a_process() -> None:
    done = program("match", GAME, "--agents", "random", "--players", "2", "--seeds", "2")
    assert done.returncode == 0, done.stderr
    assert "Student's t" in done.stdout
    done = program("match", "nothing")
    assert done.returncode == 2
    assert done.stderr.startswith("error: no game is called 'nothing'")
    assert "Traceback" not in done.stderr


def test_a_terminal_without_unicode() -> None:
    done = program("games", env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr
    assert ONE.id in done.stdout


def test_a_reader_that_goes_away() -> None:
    command = [sys.executable, "-m", "rulebound.train.cli", "watch", GAME, "--agents", "random", "--delay", "0.01"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


# ------------------------------------------------------------------------------------------------ games
def test_games(run: Callable) -> None:
    result = run("games")
    assert result.exit_code == 0
    for name in GAMES:
        facts = game(name).facts
        for text in (game(name).id, facts.title, facts.chance, str(facts.max_decisions), str(game(name).actions.size)):
            assert text in result.stdout


def test_games_as_json(run: Callable) -> None:
    documents = json.loads(run("games", "--json").stdout)
    assert [document["name"] for document in documents] == list(GAMES)
    for document in documents:
        one = game(document["name"])
        assert document["observation"] == one.observation.size
        assert document["players"] == list(one.facts.players)
        assert document["presets"] == list(one.rules.presets)


# ------------------------------------------------------------------------------------------------ variants
@pytest.mark.parametrize("preset", list(ONE.rules.presets))
def test_variant_show(run: Callable, preset: str) -> None:
    result = run("variant", "show", GAME, preset)
    assert result.exit_code == 0, result.output
    variant = ONE.variant(preset)
    assert variant.hash in result.stdout
    lines = result.stdout.splitlines()
    for path, parameter in ONE.rules.parameters.items():
        shown = [line for line in lines if line.split()[:1] == [path]]
        assert bool(shown) != parameter.fixed
        if path in variant.to_dict():
            assert f"{path} *" in shown[0]
            assert f"(default {rule_words(parameter.default)})" in shown[0]
    assert f"{len(variant.to_dict())} changed" in result.stdout


def test_variant_show_all(run: Callable) -> None:
    words = {line.split()[0] for line in run("variant", "show", GAME, "--all").stdout.splitlines() if line.split()}
    assert set(ONE.rules.parameters) <= words


def test_every_knob_is_shown() -> None:
    assert {name.partition("[")[0] for name in short_names(ONE.rules).values()} == set(ONE.rules.knobs)


def test_rule_words() -> None:
    assert rule_words({"a": 1, "b": True}) == "a 1, b true"
    assert rule_words([]) == "none"
    assert rule_words(["x", "y"]) == "x, y"


def a_change() -> tuple[str, int, object]:
    """A parameter, another value that is allowed, and one that is not."""
    for path, parameter in ONE.rules.parameters.items():
        if not parameter.fixed and isinstance(parameter.default, int) and not parameter.options and path != ONE.rules.players:
            value = parameter.low if parameter.default != parameter.low else parameter.high
            try:
                ONE.variant({path: value})
            except ValueError:
                continue
            return path, value, parameter.high + 1
    raise AssertionError("no numeric rule")


@pytest.fixture
def variant_file(tmp_path: Path) -> Callable[[str], Path]:
    def make(text: str) -> Path:
        path = tmp_path / "variant.yaml"
        path.write_text(text)
        return path

    return make


def test_variant_check(run: Callable, variant_file: Callable) -> None:
    path, value, _ = a_change()
    file = variant_file(f"game: {GAME}\nname: My rules\nrules:\n  {path}: {value}\n")
    result = run("variant", "check", file)
    assert result.exit_code == 0, result.output
    assert "My rules" in result.stdout
    assert ONE.variant({path: value}).hash in result.stdout
    assert f"{path} = {value} (default" in result.stdout
    assert "My rules" in run("variant", "show", GAME, file).stdout


def test_variant_check_refuses(refused: Callable, variant_file: Callable, tmp_path: Path) -> None:
    path, _, wrong = a_change()
    for text, reason in (
        (f"game: {GAME}\nname: x\nrules:\n  {path}: {wrong}\n", "must be a whole number"),
        (f"game: {GAME}\nname: x\nrules:\n  nonsense: 1\n", "no such rule"),
        (f"game: {GAME}\n", "name"),
        ("game: chess_like\nname: x\n", "no game is called"),
        ("game: [1]\nname: x\n", "no game is called"),
        ("name: x\n", "does not name its game"),
        ("[1, 2\n", "is not YAML"),
        ("just words\n", "does not name its game"),
        ("", "does not name its game"),
    ):
        line = refused("variant", "check", variant_file(text))
        assert reason in line
        assert "variant.yaml" in line
    assert "No such file" in refused("variant", "check", tmp_path / "none.yaml")
    assert "cannot read" in refused("variant", "check", tmp_path)


def test_variant_check_reports_every_bad_file(run: Callable, variant_file: Callable, tmp_path: Path) -> None:
    good = variant_file(f"game: {GAME}\nname: fine\n")
    result = run("variant", "check", tmp_path / "a.yaml", good, tmp_path / "b.yaml")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert "fine" in result.stdout


def test_variant_show_refuses(refused: Callable) -> None:
    assert GAME in refused("variant", "show", "nothing")
    assert "no preset" in refused("variant", "show", GAME, "nonsense")


# ------------------------------------------------------------------------------------------------ bench and warm-up
def test_bench(run: Callable) -> None:
    result = run("bench", GAME, "--seconds", 0.05)
    assert result.exit_code == 0, result.output
    numbers = [int(word.replace(",", "")) for line in result.stdout.splitlines() if ONE.id in line for word in line.split()[2:]]
    assert len(numbers) == 2
    assert min(numbers) > 100


def test_bench_refuses(refused: Callable) -> None:
    assert GAME in refused("bench", "nothing")
    assert "--seconds" in refused("bench", "--seconds", -1)


def test_warmup(run: Callable) -> None:
    result = run("warmup", GAME, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert f"{GAME}: ready after" in result.stdout
    assert "random" in result.stdout


def test_warmup_refuses(refused: Callable) -> None:
    assert GAME in refused("warmup", "nothing")
    assert "--jobs" in refused("warmup", "--jobs", 0)
