"""The commands for decks, and decks and card sets out of files: what is shown, what is refused and where it stands."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from rulebound.envs import game
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import STANDARD, catalogue
from rulebound.envs.heroes_of_history.decks import read_deck
from rulebound.envs.heroes_of_history.variant import quotas
from rulebound.envs.heroes_of_history.wording import card_words
from rulebound.train import decks
from rulebound.train.decks import DeckGame, deck_game

ONE = game("heroes_of_history")
CARDS = catalogue([STANDARD])
BY_KEY = {card.key: card for card in CARDS.cards}
TYPES = ("exceptional", "combatant", "weapon", "battlefield", "action", "hold")

SET = """schema: 1
game: heroes_of_history
sets: [romans]
cards:
- {id: 1, key: caesar, title: Julius Caesar, set: romans, type: exceptional, stars: 2, sub: general, atk: 6, def: 6}
- {id: 2, key: legion, title: Tenth Legion, set: romans, type: combatant, sub: soldier, atk: 4, def: 3}
- {id: 3, key: gladius, title: Gladius, set: romans, type: weapon, limit: 1, fx: [{when: cont, to: self, op: atk, amt: 1}]}
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "mine.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def listed(**changes: int) -> str:
    """The ready-made deck of the Greeks with changes, one card on each line from line 3; 0 takes a card away."""
    cards = {key: copies for key, copies in (CARDS.starters["greeks"] | changes).items() if copies}
    return "title: Mine\ncards:\n" + "".join(f"  {key}: {copies}\n" for key, copies in cards.items())


def line_of(path: Path, word: str) -> int:
    """The line of a file that has a word."""
    return next(number for number, line in enumerate(path.read_text().splitlines(), 1) if word in line)


def problems(result) -> list[str]:
    """The errors of a command without their first word."""
    lines = result.stderr.splitlines()
    assert all(line.startswith("error: ") for line in lines)
    return [line.removeprefix("error: ") for line in lines]


# ------------------------------------------------------------------------------------------------ check
def test_a_legal_deck(run: Callable, file: Callable) -> None:
    path = file(listed())
    result = run("deck", "check", path)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"ok: {path}: deck of 40 cards\n"


def test_every_problem_of_a_deck_is_named_with_its_line(run: Callable, file: Callable) -> None:
    path = file(listed(rollo=4, zeus=1, thor=3, mjolnir=2) + "  xiphos_: many\n  7: 1\ncolour: red\n")
    result = run("deck", "check", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    found = problems(result)
    assert len(found) == 7
    for word, reason in (
        ("rollo:", "4 copies of Rollo: a deck holds at most 3"),
        ("zeus:", "no card is called 'zeus'"),
        ("thor:", "3 copies of Thor: a deck holds at most 2"),
        ("mjolnir:", "2 copies of Mjolnir: a deck holds at most 1"),
        ("xiphos_:", "xiphos_ = 'many': copies are a whole number from 1 to 80"),
        ("7:", "7 is no card key"),
        ("colour:", "'colour' is unknown"),
    ):
        assert any(one.startswith(f"{path}, line {line_of(path, word)}: {reason}") for one in found), reason


def test_a_near_name_is_suggested(run: Callable, file: Callable) -> None:
    result = run("deck", "check", file(listed(leonidas=0) + "  Leonidas: 1\n"))
    assert problems(result)[0].endswith("no card is called 'Leonidas'; did you mean leonidas?")


def test_the_size_depends_on_the_table(run: Callable, file: Callable) -> None:
    path = file(listed(alexander=0))
    result = run("deck", "check", path)
    assert result.exit_code == 1
    assert problems(result) == [f"{path}, line 3: 39 cards: with 2 players a deck holds 40 to 80"]
    for players in (3, 4):
        assert run("deck", "check", path, "--players", players).exit_code == 0


def test_every_file_is_checked_and_the_worst_counts(run: Callable, file: Callable, tmp_path: Path) -> None:
    good, bad = file(listed()), file(listed(zeus=1), "bad.yaml")
    result = run("deck", "check", bad, good)
    assert (result.exit_code, len(problems(result))) == (1, 1)
    assert str(good) in result.stdout
    result = run("deck", "check", tmp_path / "none.yaml", bad, tmp_path, good)
    assert result.exit_code == 2
    found = problems(result)
    assert found[0] == f"cannot read {tmp_path / 'none.yaml'}: No such file or directory"
    assert "zeus" in found[1]
    assert found[2] == f"cannot read {tmp_path}: Is a directory"


@pytest.mark.parametrize(
    "text", ["", "- a\n", "just words\n", "cards: 3\n", "a: [\n", "cards: {}\n", "xiphos: 1\nxiphos: 1\n", "a: 2020-13-13\n", "[" * 3000]
)
def test_files_that_are_neither_deck_nor_set(run: Callable, file: Callable, text: str) -> None:
    path = file(text)
    result = run("deck", "check", path)
    assert result.exit_code == 1
    assert problems(result)[0].startswith(str(path))
    assert "Traceback" not in result.output


# ------------------------------------------------------------------------------------------------ card sets
def test_a_card_set_is_told_from_a_deck(run: Callable, file: Callable) -> None:
    cards = "legion: 3, rollo: 3, lagertha: 3, aspis: 3, xiphos: 3, dory: 3, troy: 3, delphi: 4"
    path = file(f"{SET}decks:\n  legions: {{cards: {{{cards}}}}}\n")
    result = run("deck", "check", path)
    assert problems(result) == [f"{path}, line 9: deck legions: 4 copies of Oracle of Delphi: a deck holds at most 3"]
    path.write_text(path.read_text().replace("delphi: 4", "delphi: 3, forge: 3"))
    result = run("deck", "check", path)
    assert result.exit_code == 0, result.output
    assert "card set romans, 3 titles; decks: legions with 27 cards" in result.stdout
    path.write_text(path.read_text().replace("delphi: 3, forge: 3", "delphi: 3"))
    assert problems(run("deck", "check", path))[0].startswith(f"{path}, line 9: deck legions: 24 cards")


def test_the_standard_set_itself(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ONE.folder)
    result = run("deck", "check", "cards.yaml")
    assert result.exit_code == 0, result.output
    assert "card set greeks, vikings, 94 titles; decks: greeks with 40 cards" in result.stdout


def test_every_problem_of_a_card_set_is_named(run: Callable, file: Callable) -> None:
    path = file(
        SET
        + """- {id: 5, key: brutus, title: Thor, set: gauls, type: combatant, sub: civilian, atk: 9, def: 3}
- id: 5
  key: cato
  title: Cato
  set: romans
  type: action
  limit: 9
  fx:
  - {when: play, to: me, op: heal, amt: 1}
- id: 6
  key: nero
  title: Nero
  set: romans
  type: action
  fx:
  - {when: play, to: me, op: gain}
  - {when: cont, if: [with, cato], to: me, op: cheapen, amt: 1}
- {id: 7, key: legion, title: Other, set: romans, type: hold, atk: 1}
"""
    )
    found = problems(run("deck", "check", path))
    for line, card, reason in (
        (8, "brutus", "id = 5"),
        (8, "brutus", "set = 'gauls'"),
        (8, "brutus", "atk + def = 12"),
        (8, "brutus", "'Thor' is the name of another card"),
        (14, "cato", "limit: "),
        (16, "cato", "op: "),
        (23, "nero", "gain needs amt"),
        (24, "nero", "Actions have play rows only"),
        (25, "legion", "only Combatants have atk"),
        (25, "legion", "'legion' is the name of another card"),
    ):
        assert any(one.startswith(f"{path}, line {line}: {card}: {reason}") for one in found), reason
    assert len(found) == 10


def test_a_deck_of_further_cards_needs_their_set(run: Callable, file: Callable) -> None:
    cards, deck = file(SET, "romans.yaml"), file(listed(alexander=0, caesar=1, gladius=1))
    result = run("deck", "check", deck)
    assert [one.partition("; ")[0] for one in problems(result)] == [
        f"{deck}, line {line_of(deck, 'caesar')}: no card is called 'caesar'",
        f"{deck}, line {line_of(deck, 'gladius')}: no card is called 'gladius'",
    ]
    assert run("deck", "check", deck, "--cards", cards).exit_code == 0
    assert "Julius Caesar" in run("deck", "show", deck, "--cards", cards).stdout
    assert run("deck", "check", cards, deck, "--cards", cards).exit_code == 0


def test_sets_may_build_on_each_other(run: Callable, file: Callable) -> None:
    """The second set names a card of the first: it is sound beside it only."""
    rows = "[{when: cont, if: [with, caesar], to: self, op: atk, amt: 1}]"
    first = file(SET, "romans.yaml")
    card = f"{{id: 1, key: lucterius, title: Lucterius, set: gauls, type: combatant, sub: general, atk: 3, def: 3, fx: {rows}}}"
    second = file(f"{SET.partition('cards:')[0].replace('romans', 'gauls')}cards:\n- {card}\n", "gauls.yaml")
    assert "the key of a card" in problems(run("deck", "check", second))[0]
    assert run("deck", "check", second, "--cards", first).exit_code == 0
    assert ONE.variant({"card_sets": ["standard", str(first), str(second)]})
    with pytest.raises(RulesError, match=r"gauls\.yaml, line 5: lucterius: .*the key of a card"):
        ONE.variant({"card_sets": ["standard", str(second)]})


def test_an_illegal_further_set_is_refused(refused: Callable, file: Callable) -> None:
    path = file(SET.replace("atk: 4", "atk: 9").replace("stars: 2", "stars: 3"), "romans.yaml")
    for words in (("show", "greeks"), ("check", file(listed())), ("random", "--seed", 1)):
        line = refused("deck", *words, "--cards", path)
        assert "romans.yaml, line 5: caesar: " in line
        assert "2 problems" in line


# ------------------------------------------------------------------------------------------------ show
@pytest.mark.parametrize("name", list(CARDS.starters))
def test_a_deck_is_shown_card_by_card(run: Callable, name: str) -> None:
    result = run("deck", "show", name)
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for key, copies in CARDS.starters[name].items():
        card = BY_KEY[key]
        values = f"{card.sub} {card.atk}/{card.defense} " if card.sub else ""
        stars = f"{'*' * card.stars} " if card.stars else ""
        begins = f"{copies} {card.title} {stars}{values}"
        assert any(line.startswith(begins + card_words(card, CARDS)[:40]) for line in lines), begins
    assert CARDS.starter_titles[name] in lines[0]
    assert lines[-1] == "Legal with 2 players."


def test_the_curve_of_a_deck(run: Callable) -> None:
    """Alexander 7/6, Achilles 9/6, Leonidas 5/5, Odysseus 5/5, Hippolyta 6/4: 32 and 26 over five."""
    lines = [" ".join(line.split()) for line in run("deck", "show", "greeks").stdout.splitlines()]
    assert "Exceptional Combatant 5 5 12% 6.4 5.2" in lines
    assert "Weapon 4 5 12%" in lines
    fighters = [BY_KEY[key] for key, copies in CARDS.starters["greeks"].items() for _ in range(copies) if BY_KEY[key].sub]
    means = [sum(values) / len(fighters) for values in zip(*((card.atk, card.defense) for card in fighters), strict=True)]
    assert f"All 32 40 100% {means[0]:.1f} {means[1]:.1f}" in lines


def test_an_illegal_deck_is_shown_with_its_problems(run: Callable, file: Callable) -> None:
    path = file(listed(rollo=4, zeus=1))
    result = run("deck", "show", path)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert f"illegal: mine.yaml, line {line_of(path, 'rollo')}: 4 copies of Rollo: a deck holds at most 3" in lines
    assert any(line.startswith(f"illegal: mine.yaml, line {line_of(path, 'zeus')}: no card is called 'zeus'") for line in lines)
    assert "Legal" not in result.stdout


def test_show_refuses(refused: Callable, file: Callable, tmp_path: Path) -> None:
    assert "there are greeks, vikings, mixed" in refused("deck", "show", "romans")
    assert "cannot read" in refused("deck", "show", tmp_path / "none.yaml")
    assert "mine.yaml: this is a card set" in refused("deck", "show", file(SET))
    assert "mine.yaml, line 1: rollo = 'x'" in refused("deck", "show", file("rollo: x\n"))


# ------------------------------------------------------------------------------------------------ random
@pytest.mark.parametrize(
    ("words", "size", "players"),
    [((), 40, 2), (("--size", 55, "--pool", "vikings"), 55, 2), (("--players", 3, "--pool", "greeks"), 25, 3)],
)
def test_a_random_deck_follows_the_quotas_and_is_legal(run: Callable, tmp_path: Path, words: tuple, size: int, players: int) -> None:
    path = tmp_path / "deep" / "random.yaml"
    result = run("deck", "random", "--seed", 5, "--out", path, *words)
    assert result.exit_code == 0, result.output
    assert str(path) in result.stderr
    assert run("deck", "check", path, "--players", players).stdout == f"ok: {path}: deck of {size} cards\n"
    cards = yaml.safe_load(path.read_text())["cards"]
    counts = [sum(copies for key, copies in cards.items() if BY_KEY[key].type == kind) for kind in TYPES]
    assert (*counts[:4], counts[4] + counts[5]) == quotas(size)
    if "--pool" in words:
        assert {BY_KEY[key].set for key in cards} == {words[-1]}


def test_a_seed_is_a_deck(run: Callable) -> None:
    first, again, other = (run("deck", "random", "--seed", seed).stdout for seed in (5, 5, 6))
    assert first == again
    assert yaml.safe_load(first)["cards"] != yaml.safe_load(other)["cards"]
    dealt = ONE.new(2, {"deck_mode": "random"}, 5).record
    held = sorted(CARDS.key(int(card)) for card in (*dealt.deck[0], *dealt.hand[0]) if card)
    assert sorted(key for key, copies in yaml.safe_load(first)["cards"].items() for _ in range(copies)) == held


def test_a_deck_without_a_seed_names_its_own(run: Callable) -> None:
    text = run("deck", "random").stdout
    seed = yaml.safe_load(text)["title"].split()[-1]
    assert run("deck", "random", "--seed", seed).stdout == text


def test_a_random_deck_of_further_cards(run: Callable, file: Callable, tmp_path: Path) -> None:
    """An own set large enough to be a pool, one of its keys a word that YAML would take for true."""
    kinds = ["exceptional"] * 2 + ["combatant"] * 4 + ["weapon"] * 2 + ["battlefield"] * 1 + ["action"] * 4
    cards = [
        {"id": k, "key": f"own_{k}" if k != 7 else "on", "title": f"Own {k}", "set": "own", "type": kind}
        | ({"sub": "soldier", "atk": 5, "def": 5, "stars": 1} if kind == "exceptional" else {})
        | ({"sub": "soldier", "atk": 3, "def": 3} if kind == "combatant" else {})
        for k, kind in enumerate(kinds, 1)
    ]
    path = file(yaml.safe_dump({"schema": 1, "game": "heroes_of_history", "sets": ["own"], "cards": cards}), "own.yaml")
    out = tmp_path / "deck.yaml"
    for seed in range(3):
        result = run("deck", "random", "--seed", seed, "--pool", "own", "--players", 4, "--cards", path, "--out", out)
        assert result.exit_code == 0, result.output
        assert run("deck", "check", out, "--players", 4, "--cards", path).exit_code == 0
        assert "on" in yaml.safe_load(out.read_text())["cards"]
    assert run("deck", "check", out, "--players", 4).exit_code == 1


def test_random_refuses(refused: Callable, tmp_path: Path) -> None:
    assert "decks.pool = 'romans': must be mixed or one of greeks, vikings" in refused("deck", "random", "--pool", "romans")
    assert "40 to 80" in refused("deck", "random", "--size", 39)
    assert "decks.size = 81" in refused("deck", "random", "--size", 81)
    assert "--size" in refused("deck", "random", "--size", 0)
    assert "folder" in refused("deck", "random", "--out", tmp_path)


# ------------------------------------------------------------------------------------------------ the game
def test_players_and_games_that_do_not_fit(refused: Callable, run: Callable) -> None:
    for players in (1, 5):
        assert f"--players {players}: heroes_of_history is played by 2 to 4" in refused("deck", "show", "greeks", "--players", players)
    line = refused("deck", "show", "greeks", "--game", "age_of_heroes")
    assert "age_of_heroes is played without decks; heroes_of_history has some" in line
    assert "no game is called 'chess_like'" in refused("deck", "show", "greeks", "--game", "chess_like")
    assert run("deck", "show", "greeks", "--game", ONE.name).exit_code == 0
    for command in ("check", "show", "random"):
        assert command in run("deck", "--help").stdout


def test_a_second_game_with_decks(monkeypatch: pytest.MonkeyPatch, file: Callable, capsys: pytest.CaptureFixture) -> None:
    """The command asks `Game.decks` and nothing else: a game that answers takes part."""
    tools = SimpleNamespace(check=lambda path, cards, players: ("", [f"{path.name}, line 1: {players} seats", "and so on"]))
    other = SimpleNamespace(name="other", decks=tools, facts=ONE.facts)
    monkeypatch.setattr(decks, "GAMES", (ONE.name, "other"))
    monkeypatch.setattr(decks, "game", lambda name: {ONE.name: ONE, "other": other}[name])
    with pytest.raises(ValueError, match=f"{ONE.name}, other have decks"):
        deck_game(None)
    path = file("")
    assert decks.check_decks(DeckGame("other", players=3), [path]) == 1
    assert capsys.readouterr().err == f"error: {path}, line 1: 3 seats\nerror: {path}: and so on\n"


# ------------------------------------------------------------------------------------------------ decks of a variant
def test_a_deck_out_of_a_file_is_a_plain_mapping_but_for_its_lines(file: Callable) -> None:
    path = file(listed())
    deck, plain = read_deck(path), CARDS.starters["greeks"]
    assert deck == plain
    assert json.dumps(deck) == json.dumps(plain)
    assert type(pickle.loads(pickle.dumps(deck))) is dict
    from_file, written = (ONE.variant({"decks": [one, "vikings"]}) for one in (str(path), dict(plain)))
    assert from_file.hash == written.hash
    assert from_file == written
    again = pickle.loads(pickle.dumps(from_file))
    assert again == written
    assert ONE.variant(json.loads(json.dumps(from_file.to_dict()))) == written


@pytest.mark.parametrize(
    ("changes", "word", "reason"),
    [
        ({"zeus": 1}, "zeus", "no card is called 'zeus'"),
        ({"hector": 4}, "hector", "4 copies of Hector"),
        ({"paris": 0}, "alexander", "39 cards"),
    ],
)
def test_a_variant_names_the_line_of_a_deck_that_it_refuses(run: Callable, file: Callable, changes: dict, word: str, reason: str) -> None:
    path = file(listed(**changes))
    place = f"decks.lists, deck of seat 1: mine.yaml, line {line_of(path, word)}: {reason}"
    with pytest.raises(RulesError) as caught:
        ONE.variant({"decks": ["mixed", str(path)], "players": 2})
    assert str(caught.value).startswith(place)
    variant = file("game: heroes_of_history\nname: Mine\nrules:\n  players: 2\n  decks: [mixed, mine.yaml]\n", "variant.yaml")
    result = run("variant", "check", variant)
    assert result.exit_code == 2
    assert place in result.stderr
