"""A further set of cards needs no code: every word of the effect language runs on it, and it is played to the end."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
import yaml

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import STANDARD, catalogue
from rulebound.envs.heroes_of_history.language import Column, Condition, Duration, Kind, Op, Scale, Selector, Subtype, Trigger
from rulebound.envs.heroes_of_history.state import NAMES
from tests.heroes_of_history.helpers import (
    GAME,
    attack,
    battlefield,
    hand,
    legal,
    museum,
    play,
    playable,
    points,
    random_games,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
)

FILE = Path(__file__).parent / "extra_set.yaml"
DATA = yaml.safe_load(FILE.read_text(encoding="utf-8"))
BOTH = {"card_sets": ["standard", str(FILE)]}
ALONE = {"card_sets": [str(FILE)]}
FIRST = 95  # the number of the set's first card beside the standard set
NAME = {card["key"]: NAMES[FIRST - 1 + card["id"]] for card in DATA["cards"]}  # as positions call them
CARDS = catalogue([STANDARD, DATA])


# ------------------------------------------------------------------------------------------------ every word of the language
@dataclass(frozen=True, eq=False)
class Scene:
    """A position in which one row of one card decides what `read` finds after the moves; "@key" plays a card."""

    card: str
    row: int
    players: tuple[dict, ...]
    moves: tuple[str, ...]
    read: Callable[[Position], object]
    found: object
    fields: dict = field(default_factory=dict)

    def run(self, cards: object) -> object:
        """What is found with a set of cards, or None if a move is not legal."""
        p = table(*self.players, rules={"card_sets": ["standard", cards]}, **self.fields)
        try:
            for move in self.moves:
                if move.startswith("@"):
                    play(p, NAME.get(move[1:], move[1:]))
                else:
                    p.play(move)
        except IllegalAction:
            return None
        return self.read(p)

    def words(self) -> set[tuple[Column, int]]:
        """The words of the row in its compiled form."""
        numbers = CARDS.rows[CARDS.first[CARDS.ids[self.card]] + self.row]
        return {(column, int(numbers[column])) for column in (Column.WHEN, Column.IF, Column.TO, Column.OP)}


def one(key: str, mode: str = "a", weapon: str = "none", hold: str = "none") -> dict:
    """A Combatant, with cards of either set by their keys."""
    return unit(NAME.get(key, key), mode, NAME.get(weapon, weapon), NAME.get(hold, hold))


def held(*keys: str) -> list[str]:
    """Cards of either set by their keys."""
    return [NAME.get(key, key) for key in keys]


FIGHT = ("next phase", "attack with 0", "enemy player_1 0")
DIRECT = ("next phase", "attack with 0", "player player_1")
NOBODY = side()


def totals(seat: int = 0, slot: int = 0) -> Callable[[Position], tuple[int, int]]:
    """A reading: ATK and DEF of a Combatant."""
    return lambda p: stats(p, seat, slot)


def first_of(seat: int = 0) -> Callable[[Position], str]:
    """A reading: who stands in the first slot."""
    return lambda p: trench(p, seat)[0]


KING = ("@ferry_king", "own 0", "mode attack", "enemy player_1 0")
SCENES = [
    Scene("dusk_marshal", 0, (side(one("dusk_marshal"), one("lamp_bearer")), NOBODY), (), totals(0, 1), (2, 4)),
    Scene("dusk_marshal", 1, (side(one("dusk_marshal")), side(one("ajax"), one("paris"))), (), totals(), (10, 7)),
    Scene("night_huntress", 0, (side(one("night_huntress")), side(one("rollo", "d"))), FIGHT, points, [52, 48]),
    Scene("night_huntress", 1, (side(one("night_huntress")), side(one("leonidas"))), FIGHT, points, [52, 44]),
    Scene("ferry_king", 0, (side(one("thrall"), hand=held("ferry_king")), side(one("ajax"))), KING, lambda p: shown(p, "stunned")[1, 0], 1),
    Scene("ferry_king", 1, (side(one("thrall"), hand=held("ferry_king")), side(one("ajax"))), KING, lambda p: shown(p, "locked")[1, 0], 1),
    Scene(
        "veiled_oracle",
        0,
        (side(one("thrall"), hand=held("veiled_oracle"), deck=held("storm_cloak", "rollo")), NOBODY),
        ("@veiled_oracle", "own 0", "mode attack", "choice 0"),
        hand,
        {NAME["storm_cloak"]: 1},
    ),
    Scene(
        "veiled_oracle",
        1,
        (side(one("veiled_oracle"), museum=held("ash_dancer")), NOBODY),
        ("activate 0", "choice 0"),
        hand,
        {NAME["ash_dancer"]: 1},
    ),
    Scene("lamp_bearer", 0, (side(one("lamp_bearer")), NOBODY), ("draw 1",), points, [51, 50], {"phase": "beginning"}),
    Scene("toll_keeper", 0, (side(one("rollo")), side(one("toll_keeper"), one("paris"))), FIGHT[:2], legal, {"enemy player_1 0"}),
    Scene("toll_keeper", 1, (side(one("toll_keeper"), battlefield="hedeby"), NOBODY), (), totals(), (3, 5)),
    Scene(
        "road_warden",
        0,
        (side(one("road_warden", "a", "xiphos"), one("huscarl", "d")), side(one("pericles", "d"))),
        FIGHT,
        points,
        [50, 48],
    ),
    Scene("dune_lancer", 0, (side(one("dune_lancer")), NOBODY), DIRECT, points, [50, 45]),
    Scene("dune_lancer", 1, (side(one("dune_lancer")), side(hand=["ajax"])), DIRECT, lambda p: museum(p, 1), {"ajax": 1}),
    Scene(
        "mule_driver",
        0,
        (side(hand=held("alexander", "mule_driver")), NOBODY),
        ("@alexander", "hand 0", "mode attack"),
        first_of(),
        "alexander",
    ),
    Scene("paired_scouts", 0, (side(hand=held("rollo", "paired_scouts")), NOBODY), ("@paired_scouts", "mode attack"), playable, {"rollo"}),
    Scene("last_hermit", 0, (side(one("alexander")), side(one("last_hermit", "d"))), FIGHT, points, [48, 50]),
    Scene("oath_brother", 0, (side(one("alexander")), side(one("rollo", "d"), one("oath_brother"))), FIGHT, museum, {"pericles": 1}),
    Scene("oath_brother", 1, (side(one("alexander")), side(one("rollo", "d"), one("oath_brother"))), FIGHT, totals(1, 1), (5, 3)),
    Scene(
        "gate_captain",
        0,
        (side(hand=held("huscarl", "gate_captain")), NOBODY),
        ("@gate_captain", "mode attack", "hand 0", "mode attack"),
        lambda p: trench(p)[1],
        "huscarl",
    ),
    Scene("gate_captain", 1, (side(one("gate_captain", "a", "none", "aspis")), NOBODY), (), totals(), (4, 7)),
    Scene("ash_dancer", 0, (side(one("ash_dancer")), side(one("paris", "d"))), ("activate 0", *DIRECT), points, [49, 47]),
    Scene("ash_dancer", 1, (side(one("alexander")), side(one("ash_dancer", "d"), sp=15)), FIGHT, first_of(1), NAME["ash_dancer"]),
    Scene("hooked_lance", 0, (side(one("rollo", "a", "hooked_lance")), NOBODY), (), totals(), (5, 4)),
    Scene(
        "hooked_lance",
        1,
        (side(one("rollo", "a", "hooked_lance")), side(one("thor", "d", "xiphos"))),
        FIGHT,
        lambda p: museum(p, 1),
        {"xiphos": 1},
    ),
    Scene("hooked_lance", 2, (side(one("lagertha", "a", "hooked_lance")), NOBODY), (), totals(), (6, 3)),
    Scene(
        "moon_bow",
        1,
        (side(one("rollo", "a", "moon_bow")), side(one("paris", "d"))),
        ("draw 1",),
        totals(1),
        (3, 1),
        {"phase": "beginning"},
    ),
    Scene("moon_bow", 2, (side(one("night_huntress", "a", "moon_bow")), NOBODY), (), totals(), (11, 5)),
    Scene("storm_cloak", 0, (side(one("lagertha")), side(one("rollo", "a", "none", "storm_cloak"))), FIGHT, points, [48, 50]),
    Scene("storm_cloak", 1, (side(one("rollo", "a", "seax", "storm_cloak")), NOBODY), (), totals(), (5, 6)),
    Scene("signal_fire", 0, (side(command=held("signal_fire"), deck=["rollo", "ajax"]), NOBODY), ("end turn",), hand, {"rollo": 1}),
    Scene("grave_lantern", 0, (side(one("rollo", "a", "none", "grave_lantern"), museum=["ajax", "thor"]), NOBODY), (), totals(), (6, 4)),
    Scene("grave_lantern", 1, (side(one("rollo", "a", "none", "grave_lantern"), museum=["ajax"] * 3), NOBODY), (), totals(), (7, 5)),
    Scene(
        "midnight_ambush",
        0,
        (side(one("rollo"), hand=held("midnight_ambush")), NOBODY),
        ("@midnight_ambush", "own 0"),
        lambda p: shown(p, "attacks_left")[0, 0],
        2,
    ),
    Scene(
        "midnight_ambush", 1, (side(one("rollo"), hand=held("midnight_ambush")), NOBODY), ("@midnight_ambush", "own 0"), totals(), (5, 4)
    ),
    Scene(
        "false_beacon",
        0,
        (side(hand=held("false_beacon")), side(one("rollo"), one("thor"), one("ajax", "d"))),
        ("@false_beacon",),
        lambda p: p.record.mode[1, :3].tolist(),
        [1, 0, 0],
    ),
    Scene(
        "broken_bridge",
        0,
        (side(hand=held("broken_bridge")), side(one("ajax"), one("thor"))),
        ("@broken_bridge",),
        lambda p: museum(p, 1),
        {"thor": 1},
    ),
    Scene(
        "burned_map", 0, (side(hand=held("burned_map")), side(battlefield="hedeby")), ("@burned_map",), lambda p: battlefield(p, 1), "none"
    ),
    Scene("burned_map", 1, (side(hand=held("ajax", "rollo", "burned_map")), NOBODY), ("@burned_map", "hand 1"), museum, {"rollo": 1}),
    Scene(
        "burned_map",
        2,
        (side(one("rollo"), one("ajax"), hand=held("burned_map"), command=["xiphos", "seax"]), NOBODY),
        ("attach 0", "own 0", "@burned_map", "attach 1", "own 1"),
        lambda p: p.record.weapon[0, :2].tolist(),
        [NAMES.index("xiphos"), NAMES.index("seax")],
    ),
    Scene(
        "dawn_levy",
        0,
        (side(hand=held("dawn_levy"), deck=["rollo", "huscarl"]), NOBODY),
        ("@dawn_levy", "choice 0", "mode attack"),
        first_of(),
        "huscarl",
    ),
    Scene(
        "second_watch",
        0,
        (side(hand=held("second_watch"), museum=["ajax"]), NOBODY),
        ("@second_watch", "choice 0", "mode attack"),
        first_of(),
        "ajax",
    ),
    Scene(
        "lantern_pass",
        0,
        (side(hand=["leonidas"], battlefield=NAME["lantern_pass"]), NOBODY),
        ("@leonidas", "mode attack"),
        first_of(),
        "leonidas",
    ),
    Scene("lantern_pass", 1, (side(one("rollo"), battlefield=NAME["lantern_pass"]), side(*[one("ajax")] * 3)), (), totals(), (4, 5)),
]


def without(card: str, row: int) -> dict:
    """The set with one row taken out, and rows on its pick with it."""
    data = deepcopy(DATA)
    fx = next(one for one in data["cards"] if one["key"] == card)["fx"]
    picked = fx.pop(row)["to"].startswith("pick")
    fx[:] = [kept for kept in fx if not (picked and kept["to"] == "it")]
    return data


@lru_cache(None)
def outcomes(place: int) -> tuple[object, object]:
    """What a scene finds with the set as it is, and without its row."""
    scene = SCENES[place]
    return scene.run(DATA), scene.run(without(scene.card, scene.row))


WORDS = [
    (column, word)
    for column, enum in ((Column.WHEN, Trigger), (Column.IF, Condition), (Column.TO, Selector), (Column.OP, Op))
    for word in enum
    if word
]


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(("column", "word"), WORDS, ids=[f"{column.name.lower()} {word.name.lower()}" for column, word in WORDS])
def test_every_word_of_the_effect_language_is_run(column, word):
    """Each of 10 triggers, 13 conditions, 14 selectors and 30 operations: a row with it has its effect, and without the row it has not."""
    places = [place for place, scene in enumerate(SCENES) if (column, int(word)) in scene.words()]
    assert places
    for place in places:
        as_it_is, without_row = outcomes(place)
        assert as_it_is == SCENES[place].found
        assert without_row != SCENES[place].found


def test_there_are_67_words():
    """The table above leaves none out."""
    assert [sum(column == wanted for column, _ in WORDS) for wanted in (Column.WHEN, Column.IF, Column.TO, Column.OP)] == [10, 13, 14, 30]


# ------------------------------------------------------------------------------------------------ the set as a whole
@pytest.mark.rule("HOH-236", "HOH-028")
def test_the_set_loads_beside_the_standard_set_and_alone():
    """26 titles, numbered after the 94 standard ones or from 1."""
    assert len(DATA["cards"]) >= 20
    assert (len(CARDS.cards), CARDS.sets) == (94 + 26, {"greeks": 1, "vikings": 2, "lantern_road": 3})
    alone = catalogue([DATA])
    assert (len(alone.cards), alone.sets, alone.key(1)) == (26, {"lantern_road": 1}, "dusk_marshal")
    assert (GAME.variant(BOTH)["card_sets"][1]["cards"][0]["key"], CARDS.key(FIRST)) == ("dusk_marshal",) * 2


@pytest.mark.rule("HOH-236")
def test_the_set_has_every_kind_sub_type_scaling_and_duration():
    """Nothing of the language is left to the standard set alone."""
    cards = catalogue([DATA])
    assert {card.kind for card in cards.cards} == set(Kind) - {Kind.NONE}
    assert {card.sub for card in cards.cards if card.sub} == {word.name.lower() for word in Subtype if word}
    assert set(cards.rows[:, Column.FOR].tolist()) == set(Duration)
    assert set(cards.rows[:, Column.PER].tolist()) == set(Scale)


@pytest.mark.rule("HOH-145")
@pytest.mark.parametrize(
    ("name", "players", "legal_there"),
    [("lantern_riders", 2, True), ("lantern_riders", 4, True), ("lantern_watch", 2, False), ("lantern_watch", 3, True)],
)
def test_its_decks_are_legal(name, players, legal_there):
    """40 cards for any table, 25 cards for three or four players."""
    if not legal_there:
        with pytest.raises(RulesError, match="25 cards"):
            GAME.new(num_players=players, rules=BOTH | {"decks": [name]})
    else:
        p = GAME.new(num_players=players, rules=BOTH | {"decks": [name]})
        assert p.record.owned[:players].tolist() == [sum(CARDS.starters[name].values())] * players
        assert p.record.hand[0, :5].min() >= FIRST


@pytest.mark.rule("HOH-025", "HOH-026", "HOH-027")
@pytest.mark.parametrize(("key", "most"), [("oath_brother", 3), ("dusk_marshal", 2), ("signal_fire", 2), ("moon_bow", 3)])
def test_its_copies_are_limited_like_those_of_the_standard_set(key, most):
    """Three of a title, two of an Exceptional one or as the card says."""
    deck = CARDS.starters["lantern_riders"] | {key: most}
    assert GAME.variant(BOTH | {"decks": [deck]})
    with pytest.raises(RulesError, match=CARDS.card(CARDS.ids[key]).title):
        GAME.variant(BOTH | {"decks": [deck | {key: most + 1}]})


MIXED_DECK = {
    **{"dusk_marshal": 2, "ferry_king": 2, "toll_keeper": 3, "oath_brother": 3, "paired_scouts": 3, "hooked_lance": 3, "second_watch": 3},
    **{"thor": 2, "rollo": 3, "lagertha": 3, "xiphos": 3, "long_walls": 1},
    **{"alexander": 2, "paris": 3, "phalanx": 2, "marathon": 2},
}  # 40 cards of three sets
GAMES = {
    "alone": (ALONE | {"decks": ["lantern_riders"]}, 2),
    "alone, three players": (ALONE | {"decks": ["lantern_watch"]}, 3),
    "alone, random decks": (ALONE | {"deck_mode": "random", "pool": "lantern_road"}, 2),
    "against the Vikings": (BOTH | {"decks": ["lantern_riders", "vikings"]}, 2),
    "against the Greeks": (BOTH | {"decks": ["greeks", "lantern_riders"]}, 2),
    "three sets in a deck": (BOTH | {"decks": [MIXED_DECK]}, 2),
    "random decks of its own": (BOTH | {"deck_mode": "random", "pool": "lantern_road"}, 2),
    "random decks of all sets": (BOTH | {"deck_mode": "random", "pool": "mixed"}, 4),
    "draft of all sets": (BOTH | {"deck_mode": "draft"}, 2),
}


def played(rules: dict, players: int, games: int, seed: int) -> np.ndarray:
    """The last states of random games, every one ended by its rules, with all cards of those still in accounted for."""
    for batch in random_games(games, players, rules, seed):
        states = batch.states
    assert not states["truncated"].any()
    assert (states["winner"] >= 0).all()
    for state in states:
        for seat in range(players):
            if state["alive"][seat]:
                zones = ("trench", "weapon", "hold", "command")
                there = int(state["museum"][seat].sum()) + int(state["deck_size"][seat]) + int(state["hand_size"][seat])
                there += sum(int((state[zone][seat] > 0).sum()) for zone in zones) + int(state["battlefield"][seat] > 0)
                assert there == state["owned"][seat]
    return states


@pytest.mark.rule("HOH-133", "HOH-236")
@pytest.mark.parametrize("name", GAMES)
def test_random_games_end(name):
    """Alone and mixed with the standard set, with ready-made, random and drafted decks."""
    rules, players = GAMES[name]
    states = played(rules, players, games=3, seed=5)
    if "alone" in name:
        assert all(int(np.flatnonzero(state["museum"].sum(axis=0)).max(initial=0)) <= 26 for state in states)


@pytest.mark.slow
@pytest.mark.rule("HOH-133", "HOH-236")
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_end(name):
    """The same over three hundred games each."""
    rules, players = GAMES[name]
    played(rules, players, games=300, seed=77)


@pytest.mark.rule("HOH-152")
def test_a_draft_of_the_set_alone_is_refused_because_it_is_too_small():
    """Two players need 92 cards with the open row; the set has 72."""
    with pytest.raises(RulesError, match="72"):
        GAME.variant(ALONE | {"deck_mode": "draft", "players": 2})


@pytest.mark.slow
@pytest.mark.rule("HOH-236")
def test_every_title_of_the_set_comes_into_play():
    """Over random games of the set alone each of its 26 titles is seen in a Museum at the end."""
    rules, players = GAMES["alone, random decks"]
    seen = played(rules, players, games=60, seed=3)["museum"].sum(axis=(0, 1))
    assert (seen[1:27] > 0).all()


# ------------------------------------------------------------------------------------------------ the set in rules and files
@pytest.mark.rule("HOH-236")
def test_a_variant_file_may_name_the_set_beside_it(tmp_path):
    """Paths start from the folder of the variant file."""
    (tmp_path / "lanterns.yaml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    variant = tmp_path / "night.yaml"
    variant.write_text(
        "game: heroes_of_history\nname: night\nrules: {card_sets: [standard, lanterns.yaml], decks: [lantern_riders]}\n", encoding="utf-8"
    )
    assert GAME.variant(variant) == GAME.variant(BOTH | {"decks": ["lantern_riders"]})


@pytest.mark.rule("HOH-236")
def test_a_saved_game_carries_its_cards(tmp_path):
    """A position with cards of a further set is read again without the card file, and goes on in the same way."""
    path = tmp_path / "lanterns.yaml"
    path.write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    p = table(side(one("dune_lancer")), side(hand=["ajax"]), rules={"card_sets": ["standard", str(path)]})
    p.save(tmp_path / "game.json")
    path.unlink()
    again = Position.load(tmp_path / "game.json")
    assert again.variant == p.variant
    assert museum(attack(again, 0, "player player_1"), 1) == museum(attack(p, 0, "player player_1"), 1) == {"ajax": 1}


@pytest.mark.rule("HOH-236")
def test_everybody_sees_cards_of_the_set_by_their_numbers():
    """Dune Lancer with a Hooked Lance is 102 with 109, for both players."""
    p = table(side(one("dune_lancer", "a", "hooked_lance")), side(), rules=BOTH)
    assert [shown(p, "trench", seat)[seat, 0] for seat in range(2)] == [102, 102]
    assert [shown(p, "weapon", seat)[seat, 0] for seat in range(2)] == [109, 109]
