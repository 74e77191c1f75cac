"""Heroes of History for people: text and picture show what a seat may know, in every phase, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from tests.conformance.cases import random_play
from tests.heroes_of_history.helpers import GAME, attack, extra_cards, side, table, unit

SHAPE = (720, 960, 3)


def pictures_differ(one: Position, other: Position, seat: int | None = None) -> bool:
    """Do two positions look different?"""
    return not np.array_equal(GAME.picture(one, seat), GAME.picture(other, seat))


def busy() -> Position:
    """A position with something in every zone."""
    return table(
        side(unit("alexander", "a", "xiphos"), unit("rollo", "d", "none", "aspis"), hand=["thor", "ambrosia"], battlefield="troy"),
        side(unit("huscarl", "d"), sp=7, hand=["loki_trick"], command=["long_walls", "seax"], museum=["paris", "paris"]),
    )


def test_the_text_names_everything_in_play() -> None:
    """Titles with totals, modes, attachments, powers, zones, piles and the question."""
    text = busy().text(0)
    for words in (
        "0 Alexander the Great* 9/6 attacks with Xiphos",
        "1 Rollo 4/6 defends with Aspis",
        "0 Huscarl 3/6 defends (guard)",
        "battlefield: Plains of Troy",
        "0 Long Walls, 1 Seax",
        "museum: 2 x Paris",
        "0 Ambrosia, 1 Thor",
        "player_1: 7 State Points, 20 cards in deck, 1 in hand",
        "player_0: play, move or switch cards, attack, end the turn?",
    ):
        assert words in text


@pytest.mark.parametrize("seat", [0, 1])
def test_other_hands_are_hidden(seat: int) -> None:
    """A seat reads its own hand and only the size of the other; a viewer of everything reads both."""
    position = busy()
    own, other = (("Thor", "Loki's Trick"), ("Loki's Trick", "Thor"))[seat]
    assert own in position.text(seat)
    assert other not in position.text(seat)
    assert own in position.text(None)
    assert other in position.text(None)


def test_a_choice_from_the_own_deck_is_shown_to_its_player_alone() -> None:
    """Candidates of a fetch are secret, those of the public Museum are not."""
    position = table(side(hand=["archimedes"], deck=["labrys", "xiphos", "rollo"]), side()).play("hand 0", "mode defense")
    assert "choices: 0 Xiphos, 1 Labrys" in position.text(0)
    assert "Labrys" not in position.text(1)
    assert "Archimedes: which card?" in position.text(1)


@pytest.mark.parametrize("preset", GAME.rules.presets)
def test_every_moment_of_random_games_is_drawn(preset: str) -> None:
    """Whatever is asked, text and picture can be made, and fit their frame."""
    asked = set()
    for players in (2, 4):
        position = GAME.new(players, preset, players)
        for number, here in enumerate(random_play(position, players)):
            asked.add(int(here.record.prompt))
            if number % 12 == 0:
                text = here.text(number % players)
                assert max(map(len, text.splitlines())) <= 100
            if number % 60 == 0:
                assert GAME.picture(here, number % players).shape == SHAPE
        assert "wins" in position.text()
        assert GAME.picture(position).dtype == np.uint8
    assert len(asked) > 5


def test_the_picture_changes_with_what_happens() -> None:
    """A lost Combatant, a switched mode, a spent point and a discarded card all show."""
    before = busy()
    for words in (("switch 0",), ("trash unit 1",), ("hand 0",), ("discard battlefield",)):
        assert pictures_differ(before, before.clone().play(*words), 0), words
    fought = attack(before.clone(), 0, "enemy player_1 0")
    assert pictures_differ(before, fought, 1)


@pytest.mark.parametrize("preset", ["standard", "random", "draft"])
def test_what_a_seat_cannot_know_does_not_show(preset: str) -> None:
    """Redealing everything hidden from a seat leaves its text and its picture alone."""
    position = GAME.new(3, preset, 4)
    for number, here in enumerate(random_play(position, 4, 120)):
        if number % 30 == 10:
            for seat in range(3):
                other = here.clone().redeal(seat, number)
                assert other.text(seat) == here.text(seat)
                assert not pictures_differ(here, other, seat)


def test_long_titles_of_further_sets_stay_inside(tmp_path) -> None:
    """A made-up card with a long title is drawn and written like any other."""
    card = {
        "key": "longest", "title": "The Everlasting Company of the Northern Lanterns", "type": "combatant",
        "sub": "soldier", "atk": 3, "def": 3,
    }  # fmt: skip
    position = table(side(unit("card_95", "d"), hand=["card_95"]), side(unit("rollo")), rules=extra_cards(tmp_path, card))
    assert card["title"] in " ".join(position.text(0).split())
    assert GAME.picture(position, 0).shape == SHAPE


def test_a_seat_that_does_not_exist_is_refused() -> None:
    """The error names the seat and those there are."""
    with pytest.raises(ValueError, match="seat 2 does not exist: seats run from 0 to 1"):
        busy().text(2)
