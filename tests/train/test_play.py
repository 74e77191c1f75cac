"""A person at the terminal: input, secrecy, endings; and watching agents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rulebound.agents import AgentError
from rulebound.envs import game
from rulebound.envs.core.position import Position
from rulebound.envs.core.replay import Replay
from rulebound.train.play import Menu, play_game
from rulebound.train.session import PERSON, Session, fill_seats
from rulebound.train.witness import witnessed
from tests.train.conftest import GAME

ONE = game(GAME)
PLAY = ("play", GAME, "--opponents", "random", "--seed", "1")


def first_legal(text: str = "1") -> Callable[[str], str]:
    """Somebody who always answers the same."""
    return lambda prompt: text


# ------------------------------------------------------------------------------------------------ the command
def test_quit(run: Callable) -> None:
    result = run(*PLAY, text="quit\n")
    assert result.exit_code == 0
    assert "You are player_0" in result.stdout
    assert "You left the game." in result.stdout


def test_end_of_input(run: Callable) -> None:
    result = run(*PLAY, text="")
    assert result.exit_code == 0
    assert "input ended" in result.stdout
    assert result.stderr == ""


def test_interrupt(run: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulebound.train.play.play_game", lambda session, seat: interrupt(""))
    result = run(*PLAY)
    assert result.exit_code == 130
    assert "You left the game." in result.stdout


def test_wrong_input_gets_one_line_and_another_chance(run: Callable) -> None:
    result = run(*PLAY, text="9999\nxyzzy\n0\n\n?\nshow\nhand\nlegal\nlegal xyzzy\nquit\n")
    assert result.exit_code == 0
    answers = result.stdout.split("> ")
    assert answers[1].startswith("9999 is not on the list")
    assert len(answers[1].splitlines()) == 2  # the line and the next prompt
    assert "no legal action begins with 'xyzzy'" in answers[2]
    assert "0 is not on the list" in answers[3]
    assert answers[4] == "player_0"
    assert answers[5].startswith("Type an action")
    assert "no legal action contains 'xyzzy'" in answers[9]
    assert "You left the game." in answers[10]


def test_a_whole_game_is_saved_and_verifies(run: Callable, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    result = run("play", GAME, "--opponents", "random", "--players", 2, "--seat", 1, "--seed", 2, "--save", path, text="1\n" * 20_000)
    assert result.exit_code == 0, result.output
    assert "The game is over" in result.stdout or "ended by its limit" in result.stdout
    assert "place 1" in result.stdout
    replay = Replay.load(path)
    assert replay.agents == ["random", PERSON]
    replay.verify()


def test_an_unfinished_game_is_not_saved(run: Callable, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    result = run(*PLAY, "--save", path, text="quit\n")
    assert result.exit_code == 0
    assert "not written" in result.stderr
    assert not path.exists()


def test_command_refuses(refused: Callable, tmp_path: Path) -> None:
    assert GAME in refused("play", "nothing")
    assert "seat 9 does not exist" in refused("play", GAME, "--seat", 9)
    assert "seat -1 does not exist" in refused("play", GAME, "--seat", -1)
    assert "2 agents for 3 seats" in refused("play", GAME, "--players", 4, "--opponents", "random,random")
    assert "no agent is called 'me'" in refused("play", GAME, "--opponents", "me")
    assert "folder" in refused("play", GAME, "--opponents", "random", "--save", tmp_path)
    assert "no preset" in refused("play", GAME, "--rules", "nonsense")
    file = tmp_path / "file"
    file.write_text("")
    assert "not a folder" in refused("play", GAME, "--opponents", "random", "--save", file / "x.json")


# ------------------------------------------------------------------------------------------------ the menu
@pytest.fixture(scope="module")
def long_menu() -> Menu:
    """The first position of a game with many legal actions."""
    for seed in range(50):
        menu = Menu.of(ONE.new(seed=seed))
        if len(menu.ids) > 30:
            return menu
    raise AssertionError("no game opens with many actions")


def test_every_action_is_found_by_number_and_words(long_menu: Menu) -> None:
    for place, (action, text) in enumerate(zip(long_menu.ids, long_menu.texts, strict=True)):
        assert long_menu.find(str(place + 1)) == action
        assert long_menu.find(f"  {text.upper()} ") == action


def test_beginnings_are_enough_if_they_are_unique(long_menu: Menu) -> None:
    found = 0
    for action, text in zip(long_menu.ids, long_menu.texts, strict=True):
        begun = [word[:-1] if len(word) > 3 else word for word in text.split()]
        if sum(all(map(str.startswith, other.split(), begun)) for other in long_menu.texts if len(other.split()) >= len(begun)) == 1:
            assert long_menu.find(" ".join(begun)) == action
            found += 1
    assert found
    with pytest.raises(ValueError, match=r"could be .* more: type more of it"):
        long_menu.find(long_menu.texts[-1].split()[0])


def test_an_action_that_is_not_legal_is_named(long_menu: Menu) -> None:
    position = long_menu.position
    wrong = next(a for a in range(ONE.actions.size) if a not in long_menu.ids)
    with pytest.raises(ValueError, match="is not legal now"):
        long_menu.find(position.action_text(wrong))


def test_long_menus_are_grouped(long_menu: Menu) -> None:
    assert len(long_menu.lines()) < len(long_menu.ids) / 2
    assert any("ways" in line for line in long_menu.lines())
    assert len(long_menu.matching("")) == len(long_menu.ids)


def test_enter_takes_the_only_action() -> None:
    said: list[str] = []
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return "" if "[Enter" in prompt else "1"

    session = Session(ONE, [PERSON, "random"], seed=3)
    assert play_game(session, 0, said.append, ask)
    assert prompts


# ------------------------------------------------------------------------------------------------ secrecy
@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats for which a position was put into words; every hand is in the words of its own seat."""
    seats: list[int | None] = []

    def text(self: Position, seat: int | None = None) -> str:
        seats.append(seat)
        return f"what {seat} sees: SECRET-{seat}"

    monkeypatch.setattr(Position, "text", text)
    return seats


def test_only_the_own_seat_is_ever_shown(asked_for: list[int | None], run: Callable) -> None:
    result = run("play", GAME, "--opponents", "random", "--seat", 1, "--players", 2, "--seed", 4, text="show\nhand\n" + "1\n" * 20_000)
    assert result.exit_code == 0
    assert set(asked_for) == {1}
    assert "SECRET-1" in result.stdout
    assert "SECRET-0" not in result.stdout
    assert "SECRET-None" not in result.stdout


def test_the_shown_position_does_not_depend_on_what_the_seat_cannot_know() -> None:
    position, luck = ONE.new(3, seed=6), np.random.default_rng(6)
    while not position.over and position.record.decisions < 60:
        for seat in range(3):
            assert position.text(seat) == position.clone().redeal(seat, 77).text(seat)
        position.play(int(luck.choice(position.legal_ids())))


def test_public_actions_are_told() -> None:
    """Whatever is not declared secret is told to everybody, and everybody is told of its own actions."""
    position, luck = ONE.new(3, seed=2), np.random.default_rng(2)
    told = 0
    while not position.over:
        action = int(luck.choice(position.legal_ids()))
        for observer in range(3):
            line = witnessed(position, action, observer)
            if observer == position.seat or not ONE.actions.is_secret(action):
                assert line == position.action_text(action)
                told += 1
            else:
                assert line is None
        position.play(action)
    assert told > 100


def test_hidden_forces_are_not_told() -> None:
    """Whatever an attacker commits, the others hear nothing until both sides are in."""
    position = next(p for p in (ONE.new(3, seed=s) for s in range(200)) if _reach(p, "commit"))
    observer = next(seat for seat in range(3) if seat != position.seat)
    for action in position.legal_ids():
        assert witnessed(position, action, observer) is None


def _reach(position: Position, word: str) -> bool:
    """Play on, wars first, until an action begins with a word."""
    luck = np.random.default_rng(0)
    for _ in range(150):
        if position.over:
            return False
        legal = position.legal()
        if legal[0].startswith(word):
            return True
        wars = [text for text in legal if text.startswith("war")]
        position.play(wars[0] if wars else str(luck.choice(legal)))
    return False


def test_declining_is_never_told() -> None:
    for seed in range(300):
        position = ONE.new(3, seed=seed)
        if _reach(position, "earthquake") or "hold" in position.legal():
            break
    action = ONE.actions.parse("hold")
    for observer in set(range(3)) - {position.seat}:
        assert witnessed(position, action, observer) is None
    assert witnessed(position, action, position.seat) == "hold"


# ------------------------------------------------------------------------------------------------ sessions
def test_seats_are_filled() -> None:
    assert fill_seats(ONE, ["random"], 3, None, 1) == ["random", PERSON, "random"]
    assert fill_seats(ONE, ["a", "b"], 3, None, 0) == [PERSON, "a", "b"]
    with pytest.raises(AgentError):
        Session(ONE, [PERSON, PERSON]).choose()


def test_a_seed_fixes_the_game() -> None:
    def lines(seed: int) -> list[str]:
        said: list[str] = []
        play_game(Session(ONE, [PERSON, "random", "random"], seed=seed), 0, said.append, first_legal())
        return said

    assert lines(8) == lines(8)
    assert lines(8) != lines(9)


# ------------------------------------------------------------------------------------------------ watch
def test_watch(run: Callable, tmp_path: Path) -> None:
    result = run("watch", GAME, "--agents", "random", "--players", 2, "--seed", 3, "--delay", 0)
    assert result.exit_code == 0, result.output
    assert "    0  player_" in result.stdout
    assert "(random): " in result.stdout
    assert "place 1" in result.stdout
    assert run("watch", GAME, "--agents", "random", "--players", 2, "--seed", 3, "--delay", 0).stdout == result.stdout


def test_watch_shows_everything_once_a_turn(asked_for: list[int | None], run: Callable) -> None:
    result = run("watch", GAME, "--agents", "random", "--players", 2, "--seed", 3, "--delay", 0)
    assert set(asked_for) == {None}
    actions = sum("(random): " in line for line in result.stdout.splitlines())
    assert 2 <= len(asked_for) <= actions


def test_watch_interrupted(run: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    result = run("watch", GAME, "--agents", "random", "--save", tmp_path / "x.json")
    assert result.exit_code == 130
    assert "Stopped." in result.stdout
    assert not (tmp_path / "x.json").exists()


def test_watch_refuses(refused: Callable) -> None:
    assert GAME in refused("watch", "nothing")
    assert "no agent is called" in refused("watch", GAME, "--agents", "nobody")
    assert "--delay" in refused("watch", GAME, "--delay", -1)
