"""The text and the picture of Age of Heroes: right facts, hidden secrets, and a size that fits."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.age_of_heroes.render import picture, text
from rulebound.envs.age_of_heroes.state import Card, Leader, Prompt, Stage, WinKind
from rulebound.envs.core.position import Position

GAME = game("age_of_heroes")
TABLES = range(2, 7)

WAR = {
    "day": 4,
    "players": [
        {"tribe": "romans", "hand": ["iron", "hero"], "cities": 3, "armies": 4, "generals": 1},
        {"tribe": "greeks", "hand": ["wood", "fortune"], "cities": 2, "armies": 3, "fortresses": 2},
        {"tribe": "celts", "hand": ["stone"]},
    ],
    "queue": [5, 1],
}


def random_game(players: int, seed: int, every: int = 1, **options) -> Iterator[Position]:
    """Positions of a game of random moves, the last one included."""
    position = GAME.new(num_players=players, seed=seed, **options)
    chance = np.random.default_rng(seed)
    step = 0
    while not position.over:
        if step % every == 0:
            yield position
        position.play(int(chance.choice(position.legal_ids())))
        step += 1
    yield position


def row(shown: str, start: str) -> str:
    """The only line that begins with some words."""
    lines = [line for line in shown.splitlines() if line[1:].startswith(start) or line.startswith(start)]
    assert lines, f"no line begins with {start!r} in\n{shown}"
    return lines[0]


def altered(position: Position, **fields) -> Position:
    """A copy with other values in its record; a pair (place, value) changes one member of an array."""
    copy = position.clone()
    for name, value in fields.items():
        if isinstance(value, tuple):
            copy.record[name][value[0]] = value[1]
        else:
            copy.record[name] = value
    return copy


# ------------------------------------------------------------------------------------------------ facts
def test_a_seat_is_one_row_of_facts():
    position = GAME.position(
        {
            "players": [
                {
                    "tribe": "celts", "hand": ["iron", "gold"], "cities": 3, "armies": 6, "armies_away": 2, "armies_disabled": 1,
                    "generals": 3, "generals_away": 1, "fortresses": 4, "progress": 2,
                },
                {"tribe": "chinese"},
                {"alive": 0, "cities": 0, "armies": 0},
            ],
            "road": {"0-1": 1},
        }
    )  # fmt: skip
    shown = text(position)
    assert row(shown, "0 Celts").split() == [">0", "Celts", "sandstone", "3/5", "3/2/1", "2/1", "4", "2/5", "2", "to", "1"]
    assert row(shown, "1 Chinese").split() == ["1", "Chinese", "granite", "1/5", "1/0/0", "0/0", "0", "0/5", "0", "-"]
    assert row(shown, "2 Greeks").endswith("eliminated")


def test_the_header_tells_day_phase_turn_and_question():
    position = GAME.position({"day": 3, "stage": "main", "turn_seat": 1, "starter": 0, "players": [{}, {}]})
    first, second = text(position).splitlines()[:2]
    assert first == "Age of Heroes · day 3 · play · turn of Romans (1) · Egyptians (0) lead"
    assert second == "Romans (1) to act: tax, build, wage war or do nothing?"


def test_the_market_shows_rounds_and_offers():
    position = GAME.position({"stage": "market", "players": [{"hand": ["iron", "special_1"]}, {"hand": ["wood"]}, {}]})
    position.play("offer special_1 for own_special", "stop trading")
    shown = text(position)
    assert "fair · round 1 of 3, Greeks (2) trade" in shown
    assert row(shown, "0 Egyptians").endswith("concrete for limestone")
    assert row(shown, "1 Romans").endswith("stopped trading")


def test_preparation_names_the_disaster_and_the_event_its_owner():
    position = GAME.position({"day": 2, "stage": "preparation", "players": [{"hand": ["eruption"]}, {"hand": ["fortune"], "cities": 2}]})
    assert "preparation · cards of Egyptians (0)" in text(position)
    assert "Egyptians (0) to act: whom does the eruption strike, or is it held?" in text(position)
    position.play("eruption player_1")
    assert "Romans (1) to act: block the eruption of Egyptians (0)?" in text(position)
    assert "Event: eruption of Egyptians (0)" in text(position, 0)


def test_supply_and_piles():
    position = GAME.position({"players": [{}, {}], "discard": {"gold": 2, "special_1": 3, "population_growth": 1}, "supply": {"army": 1}})
    shown = text(position)
    assert "1 army, 0 cities, 0 fortresses, 0 generals, 0 roads" in row(shown, "supply")
    assert row(shown, "discard pile").endswith("6 cards: 2 gold, 3 concrete (Romans), population growth")
    assert row(shown, "draw pile").split()[2] == str(position.record.deck_size) == "78"


def test_two_seats_share_their_road():
    shown = text(GAME.position({"players": [{}, {}], "road": {"0-1": 1}}))
    assert row(shown, "0 Egyptians").endswith("to 1")
    assert row(shown, "1 Romans").endswith("to 0")


def test_a_war_shows_forces_and_totals():
    position = GAME.position(WAR).play("war player_1 plunder", "commit 3 armies", "commit 1 heroes", "lead with general")
    position.play("commit 2 armies", "commit 0 heroes", "lead with none")
    for viewer in (None, 0, 1, 2):
        shown = text(position, viewer)
        assert "Romans (0) attack Greeks (1), goal plunder" in shown
        assert "Romans (0): 3 armies, 1 hero, led by a general; rolls 5 + 2 = 7" in shown
        assert "Greeks (1): 2 armies; rolls 1 + 2 = 3" in shown


# ------------------------------------------------------------------------------------------------ secrets
def test_hands_are_named_only_to_their_owner():
    position = GAME.position({"players": [{"hand": ["iron", "special_1"]}, {"hand": ["hero", "fortune"], "shown": ["hero"]}]})
    hands = text(position, 0).partition("hands\n")[2]
    assert hands.splitlines()[0].split(maxsplit=2)[2] == "iron, concrete (Romans)"
    assert hands.splitlines()[1].split(maxsplit=2)[2] == "2 cards, among them hero"
    assert "fortune" in text(position, 1)
    assert "fortune" in text(position)


def test_commitments_are_secret_until_both_sides_are_in():
    position = GAME.position(WAR).play("war player_1 plunder", "commit 3 armies")
    assert "3 armies" in row(text(position, 0), "attacker")
    assert row(text(position, 1), "attacker").endswith("committing now")
    position.play("commit 1 heroes", "lead with general", "commit 2 armies")
    assert row(text(position, 1), "attacker").endswith("committed in secret")
    assert "2 armies" in row(text(position, 1), "defender")
    assert row(text(position, 0), "defender").endswith("committing now")
    assert "led by a general" in row(text(position), "attacker")


def test_a_defender_asked_for_the_olympics_does_not_look_like_a_committing_attacker():
    players = [{"armies": 2}, {"hand": ["olympics"]}]
    position = GAME.position({"players": players}).play("war player_1 plunder")
    assert position.record.prompt == Prompt.OLYMPICS
    assert row(text(position, 0), "attacker").endswith("not yet committed")


def test_only_the_seat_to_act_reads_its_question():
    position = GAME.position({"players": [{"hand": {"stone": 2}}, {}, {}]}).play("build road right")
    assert "Romans (1) to act: accept a road to Egyptians (0)?" in text(position, 1)
    for viewer in (0, 2):
        assert "Romans (1) to act\n" in text(position, viewer)
        assert "road to Egyptians" not in text(position, viewer)


def test_only_the_turn_player_reads_of_refused_roads():
    position = GAME.position({"players": [{"hand": {"stone": 2}}, {}, {}]}).play("build road right", "road decline")
    assert "Roads refused this turn by Romans (1)" in text(position, 0)
    assert "refused" not in text(position, 1)


@pytest.mark.parametrize("players", TABLES)
def test_what_a_seat_cannot_know_does_not_change_its_text(players: int):
    changed = 0
    for position in random_game(players, seed=players, every=19):
        for seat in range(players):
            other = position.clone().redeal(seat, key=7)
            assert text(other, seat) == text(position, seat)
            changed += text(other) != text(position)
    assert changed > 5  # the redeals did deal anew


@pytest.mark.parametrize("players", TABLES)
def test_what_a_seat_cannot_know_does_not_change_its_picture(players: int):
    for place, position in enumerate(random_game(players, seed=40 + players, every=90)):
        seat = place % players
        assert np.array_equal(picture(position.clone().redeal(seat, key=place), seat), picture(position, seat))


def test_secret_fields_show_to_their_owner_alone():
    """A redeal keeps the question and the refusals, so these are altered by hand."""
    position = GAME.position(WAR).play("war player_1 plunder", "commit 3 armies", "commit 1 heroes")
    for changes in ({"prompt": Prompt.HEROES}, {"war_armies": (0, 1)}, {"war_heroes": (0, 0)}, {"refused": 2}):
        other = altered(position, **changes)
        assert text(other, 0) != text(position, 0)
        for viewer in (1, 2):
            assert text(other, viewer) == text(position, viewer)
            assert np.array_equal(picture(other, viewer), picture(position, viewer))


@pytest.mark.parametrize("render", [text, picture])
@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_is_refused(render, seat: int):
    with pytest.raises(ValueError, match=f"seat {seat} does not exist"):
        render(GAME.position(WAR), seat)


# ------------------------------------------------------------------------------------------------ size
@pytest.mark.parametrize("players", TABLES)
def test_text_fits_a_terminal(players: int):
    stages = set()
    for position in random_game(players, seed=players + 10, every=3):
        stages.add(Stage(position.record.stage))
        for viewer in (None, 0):
            assert max(map(len, text(position, viewer).splitlines())) <= 100
    assert {Stage.MARKET, Stage.MAIN, Stage.COMMIT} <= stages


def test_the_widest_facts_fit_a_terminal():
    holder = {
        "tribe": "babylonians", "cities": 19, "armies": 19, "generals": 6, "fortresses": 9, "hand": ["population_growth"],
        "offer_give": "population_growth", "offer_wish": "own_special", "shown": ["population_growth"],
    }  # fmt: skip
    rivals = [{"tribe": tribe} for tribe in ("egyptians", "romans", "greeks", "celts", "chinese")]
    position = GAME.position({"day": 1000, "stage": "market", "players": [holder, *rivals], "rest": "player_1"}, rules={"max_days": 1000})
    assert row(text(position), "0 Babylonians").endswith("population growth for bricks")
    assert max(map(len, text(position).splitlines())) <= 100
    assert picture(position).shape == (720, 960, 3)


# ------------------------------------------------------------------------------------------------ picture
@pytest.mark.parametrize("players", TABLES)
def test_picture_is_an_image_and_the_same_every_time(players: int):
    position = GAME.new(num_players=players, seed=1)
    image = picture(position)
    assert image.shape == (720, 960, 3)
    assert image.dtype == np.uint8
    assert np.array_equal(image, picture(position.clone()))
    assert image.std() > 20  # something is drawn


@pytest.mark.parametrize(
    "changes",
    [
        {"day": 9},
        {"seat": 2},
        {"starter": 1},
        {"tribe": (1, 5)},
        {"cities": (1, 4)},
        {"armies": (1, 5)},
        {"armies_away": (1, 1)},
        {"armies_disabled": (1, 1)},
        {"generals": (1, 1)},
        {"fortresses": (1, 3)},
        {"progress": (1, 3)},
        {"road": (2, 1)},
        {"supply": (0, 3)},
        {"deck_size": 20},
        {"discard": (Card.GOLD, 2)},
        {"shown": ((1, Card.WOOD), 1)},
        {"stopped": (1, 1)},
        {"over": 1, "winner": 2, "win_kind": WinKind.CITIES},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_picture_shows_every_public_fact(changes: dict):
    position = GAME.position(WAR)
    assert not np.array_equal(picture(altered(position, **changes), 0), picture(position, 0))


def test_picture_shows_the_battle():
    position = GAME.position(WAR).play("war player_1 plunder", "commit 3 armies", "commit 1 heroes", "lead with general")
    position.play("commit 2 armies", "commit 0 heroes", "lead with none")
    image = picture(position, 2)
    for changes in ({"war_die": (0, 6)}, {"war_armies": (1, 1)}, {"war_heroes": (0, 0)}, {"war_leader": (1, Leader.HERO)}, {"war_goal": 2}):
        assert not np.array_equal(picture(altered(position, **changes), 2), image)


def test_picture_shows_the_own_hand_and_hides_the_others():
    position = GAME.position(WAR)
    other = position.clone()
    other.record.hand[1, [Card.WOOD, Card.GOLD]] = 0, 1
    assert not np.array_equal(picture(other, 1), picture(position, 1))
    assert not np.array_equal(picture(other), picture(position))
    assert np.array_equal(picture(other, 0), picture(position, 0))


def test_picture_without_pillow_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r'pip install "rulebound\[render\]"'):
        picture(GAME.position(WAR))


# ------------------------------------------------------------------------------------------------ the end
def end_by_cities() -> Position:
    position = GAME.position({"players": [{"cities": 2, "hand": {"wood": 2, "stone": 1}}, {}]}, rules={"victory_cities": 3})
    return position.play("build city")


def end_by_monument() -> Position:
    return GAME.position({"players": [{"progress": 4, "hand": ["special_0"]}, {}]}).play("do nothing")


def end_by_elimination() -> Position:
    fallen = {"alive": 0, "cities": 0, "armies": 0, "fallen": 1}
    return GAME.position({"over": 1, "winner": 1, "win_kind": "last_tribe", "falls": 1, "players": [fallen, {}]})


def end_by_common_fall() -> Position:
    fallen = {"alive": 0, "cities": 0, "armies": 0, "fallen": 1}
    return GAME.position({"over": 1, "win_kind": "drawn", "falls": 1, "players": [fallen] * 6})


def end_by_days() -> Position:
    return GAME.position({"day": 10, "turn_seat": 1, "players": [{}, {}]}, rules={"max_days": 10}).play("do nothing")


def end_by_decisions() -> Position:
    return GAME.position({"players": [{}, {}]}, max_decisions=1).play("do nothing")


def end_by_illegal_action() -> Position:
    return altered(GAME.position({"players": [{}, {}]}), over=1, offender=1)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (end_by_cities, "Egyptians (0) win: an empire of 3 cities"),
        (end_by_monument, "Egyptians (0) win: a complete monument of limestone"),
        (end_by_elimination, "Romans (1) win: the last tribe standing"),
        (end_by_common_fall, "draw: Egyptians (0), Romans (1), Greeks (2)"),
        (end_by_days, "nobody wins: truncated on day 10"),
        (end_by_decisions, "nobody wins: truncated on day 1"),
        (end_by_illegal_action, "Romans (1) lose by an illegal action"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_the_end_tells_who_won_and_how(end, words: str):
    position = end()
    assert position.over
    for viewer in (None, 0, 1):
        shown = text(position, viewer)
        assert f"The game is over: {words}" in shown
        assert "to act" not in shown
        assert max(map(len, shown.splitlines())) <= 100
        assert picture(position, viewer).shape == (720, 960, 3)


def test_the_winner_is_marked_in_its_row():
    shown = text(end_by_cities())
    assert row(shown, "0 Egyptians").startswith("*")
    assert row(shown, "0 Egyptians").endswith("wins")
