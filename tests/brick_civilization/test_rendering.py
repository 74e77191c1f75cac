"""The text and the picture of Brick Civilization: right facts in a size that fits, at every question of a game."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.brick_civilization.render import QUESTIONS, View, picture, text
from rulebound.envs.brick_civilization.state import Kind, Pawn, Phase, Prompt, Shape
from rulebound.envs.core.position import Position

GAME = game("brick_civilization")
FLAT = "\n".join(["brickmap 1", "size 12 14", "players 2", "terrain", *["." * 14] * 12, "height", *["2" * 14] * 12]) + "\n"


@cache
def random_positions(players: int = 2, every: int = 40, rules: str = "mini") -> tuple[Position, ...]:
    """Positions of a game of random moves, the last one included."""
    position, chance, found, step = GAME.new(num_players=players, seed=4, rules=rules), np.random.default_rng(4), [], 0
    while not position.over:
        if step % every == 0:
            found.append(position.clone())
        position.play(int(chance.choice(position.legal_ids())))
        step += 1
    return (*found, position)


def scene() -> Position:
    """A flat board with something of everything, written straight into the record."""
    position = GAME.new(rules={"map": FLAT})
    s = position.record
    s.phase, s.prompt, s.round_number = Phase.BUILD, Prompt.BUILD_TOP, 7
    things = (
        (Kind.VILLAGE, 0, Shape.VILLAGE, (1, 2), 0), (Kind.VILLAGE, 1, Shape.VILLAGE + 7, (8, 11), 0),
        (Kind.STOREHOUSE, 0, Shape.STOREHOUSE, (3, 1), 0), (Kind.QUARRY, 0, Shape.QUARRY, (5, 5), 0),
        (Kind.TOWER, 1, Shape.TOWER, (9, 3), 0), (Kind.PALACE, 0, Shape.PALACE, (6, 8), 4), (Kind.PALACE, 1, Shape.PALACE, (3, 8), 7),
    )  # fmt: skip
    for k, (kind, owner, shape, (row, column), progress) in enumerate(things):
        s.struct_kind[k], s.struct_owner[k], s.struct_shape[k] = kind, owner, shape
        s.struct_cell[k], s.progress[k] = row * 14 + column, progress
    s.structs = len(things)
    s.store[0, 2], s.store[2, 3] = 3, 2
    for seat, slot, pawn, stud in ((0, 0, Pawn.WORKER, (1, 2)), (0, 1, Pawn.WARRIOR, (5, 2)), (1, 0, Pawn.WORKER, (11, 0))):
        s.pawn[seat, slot], s.cell[seat, slot] = pawn, stud[0] * 14 + stud[1]
    s.cargo[0, 1, 5] = 2
    s.road[4 * 14 + 4] = 1
    s.wall[10 * 14 + 9], s.wall_owner[10 * 14 + 9] = 3, 2
    s.stance[0, 1] = 0
    return position


def row(shown: str, number: int) -> str:
    """A row of the board in a text."""
    return next(line for line in shown.splitlines() if line.startswith(f"{number:2} "))


# ------------------------------------------------------------------------------------------------ text
def test_pieces_and_heights_on_the_board():
    shown = text(scene())
    assert row(shown, 1) == " 1 . V0VaV0. . . . . . . . . .  22222222222222"
    assert row(shown, 4) == " 4 . . . . = . . . P1P1P1. . .  22223222222222"
    assert row(shown, 5) == " 5 . . .A. . Q0Q0. . . . . . .  22222222222222"
    assert row(shown, 6).split()[9:10] == ["p0p0p0."]
    assert row(shown, 10) == "10 . . . O1O1. . . . %1. V1. .  22222222252222"
    assert row(shown, 11).startswith("11 .b")


def test_a_line_for_every_civilization():
    shown = text(scene())
    red = next(line for line in shown.splitlines() if line[1:].startswith("Red (0)"))
    assert red.split()[2:] == [f"{View(scene()).score(0):g}", "0", "1", "1", "0", "0", "0", "0", "0", "0", "3", "2", "0", "2"]
    assert "Red (0)      1 village, 1 storehouse, 1 quarry, 1 palace site 4/7; unfriendly with Blue (1)" in shown
    assert "round 7 of 60" in shown


def test_large_boards_show_their_heights_below():
    shown = text(GAME.new(num_players=4, seed=1))
    assert "heights" in shown.splitlines()
    assert all(len(line) <= 100 for line in shown.splitlines())
    assert len(row(shown, 0)) == len("00 ") + 2 * 48 - 1 or len(row(shown, 0)) == len("00 ") + 2 * 48


def test_every_question_has_words():
    assert set(QUESTIONS) == set(Prompt) - {Prompt.NONE}
    for position in random_positions():
        shown = text(position)
        assert "{" not in shown
        assert View(position).question() or position.over


def test_the_end_names_the_winner():
    position = random_positions()[-1]
    assert "The game is over: " in text(position)
    assert View(position).result()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_see_the_same(players):
    position = GAME.new(num_players=players, seed=3)
    assert {text(position, seat) for seat in (None, *range(players))} == {text(position)}
    with pytest.raises(ValueError, match="seat"):
        text(position, players)


# ------------------------------------------------------------------------------------------------ picture
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_of_every_table(players):
    seen = picture(GAME.new(num_players=players, seed=2))
    assert seen.dtype == np.uint8
    assert seen.ndim == 3
    assert seen.shape[2] == 3
    assert seen.std() > 20


def test_pictures_follow_the_game():
    shown = [picture(position) for position in (*random_positions()[:4], random_positions()[-1])]
    assert len({one.tobytes() for one in shown}) == len(shown)
    assert len({one.shape for one in shown}) == 1


def test_every_structure_is_drawn():
    position = scene()
    whole = picture(position)
    for k in range(int(position.record.structs)):
        fewer = scene()
        fewer.record.struct_kind[k], fewer.record.struct_shape[k] = Kind.CANOE, Shape.CANOE
        assert not np.array_equal(whole, picture(fewer))


def test_pictures_need_pillow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"rulebound\[render\]"):
        picture(scene())
