"""Card files and decks as a whole: what is refused, with the file, the line and the card or deck (HOH-236)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebound.envs.core.rules import RulesError
from tests.heroes_of_history.helpers import GAME

HEAD = "schema: 1\ngame: heroes_of_history\nsets: [made]\ncards:\n"
GOOD = '- {id: 1, key: good, title: "The Good One", set: made, type: combatant, sub: soldier, atk: 3, def: 3}\n'
STAR = '- {id: 2, key: star, title: "The Star", set: made, type: exceptional, stars: 1, sub: soldier, atk: 5, def: 5}\n'
RARE = '- {id: 3, key: rare, title: "The Rare One", set: made, type: weapon, limit: 1}\n'
CARDS = HEAD + GOOD + STAR + RARE  # seven lines
WEAPONS, OTHERS = ("xiphos", "dory", "sarissa", "kopis", "labrys"), ("aspis", "ambrosia", "delphi", "forge")
FULL = dict.fromkeys((*WEAPONS, *OTHERS, "marathon", "troy", "olympus", "thermopylae"), 3)  # 39 cards


def written(folder: Path, text: str | bytes, name: str = "made.yaml") -> Path:
    """A file with a text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(**rules: object) -> str:
    """What the game says to rules that it refuses."""
    with pytest.raises(RulesError) as caught:
        GAME.variant(rules)
    return str(caught.value)


def of_set(path: Path) -> str:
    """What the game says to a card file that it refuses."""
    return refusal(card_sets=["standard", str(path)])


# ------------------------------------------------------------------------------------------------ files
@pytest.mark.rule("HOH-236")
def test_a_sound_file_is_accepted(tmp_path):
    """The file that the mistakes below are put into."""
    assert GAME.variant({"card_sets": ["standard", str(written(tmp_path, CARDS))]})


@pytest.mark.rule("HOH-236")
def test_a_missing_file_is_named(tmp_path):
    """The name of a file that is not there is in the message."""
    assert "nowhere.yaml" in of_set(tmp_path / "nowhere.yaml")


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize("text", ["", "just words", "- a\n- b\n", "42"], ids=["empty", "words", "list", "number"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path, text):
    """The file is named."""
    assert "made.yaml" in of_set(written(tmp_path, text))


@pytest.mark.rule("HOH-236")
def test_a_file_that_is_no_text_is_refused(tmp_path):
    """The file is named."""
    assert "made.yaml" in of_set(written(tmp_path, b"\xff\xfe\x00\x81"))


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("last", "line"),
    [
        ("- {id: 4, key: [broken\n", (8, 9)),
        ("\t- {id: 4}\n", (8,)),
        ('- {id: 4, key: "never closed\n', (8, 9)),
        ("- {id: 4, key: twice, key: again}\n", (8,)),
    ],
    ids=["open bracket", "tab", "open quote", "key twice"],
)
def test_broken_yaml_is_named_with_its_line(tmp_path, last, line):
    """File and line of the place that cannot be read."""
    message = of_set(written(tmp_path, CARDS + last))
    assert any(f"made.yaml, line {number}: " in message for number in line)


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("schema: 1", "schema: 2", "schema"),
        ("schema: 1\n", "", "schema"),
        ("heroes_of_history", "chess", "game"),
        ("sets: [made]", "sets: []", "sets"),
        ("sets: [made]", "sets: [made]\nsett: []", "sett"),
        ("sets: [made]", "sets: [made]\ncurve: {combatant: [3]}", "combatant"),
        ("sets: [made]", "sets: [greeks, made]", "greeks"),
        ("sets: [made]", "sets: [mixed, made]", "mixed"),
    ],
)
def test_wrong_heads_are_refused(tmp_path, old, new, word):
    """The file and the wrong word are named."""
    message = of_set(written(tmp_path, CARDS.replace(old, new)))
    assert "made.yaml" in message
    assert word in message


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize("sets", ["standard", [], ["pirates"], [7], ["standard", "standard"]])
def test_card_sets_are_a_list_of_standard_and_files(sets):
    """Anything else is refused with the name of the rule."""
    assert refusal(card_sets=sets)


@pytest.mark.rule("HOH-236")
def test_the_same_file_twice_is_refused(tmp_path):
    """Its cards would have the same titles."""
    path = str(written(tmp_path, CARDS))
    assert "made" in refusal(card_sets=["standard", path, path])


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(("further", "accepted"), [(26, True), (27, False)])
def test_there_is_room_for_a_hundred_and_twenty_titles(tmp_path, further, accepted):
    """94 standard titles and 26 more; one more is refused."""
    lines = [f"- {{id: {k}, key: extra_{k}, title: Extra {k}, set: made, type: weapon}}\n" for k in range(1, further + 1)]
    path = written(tmp_path, HEAD + "".join(lines))
    if accepted:
        assert GAME.variant({"card_sets": ["standard", str(path)]})
    else:
        assert "121" in of_set(path)


# ------------------------------------------------------------------------------------------------ decks in card files
@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("{good: 3, nobody: 1}", "nobody"),
        ("{good: 4}", "The Good One"),
        ("{star: 3}", "The Star"),
        ("{rare: 2}", "The Rare One"),
        ("{mjolnir: 2}", "Mjolnir"),
        ("{good: 0}", "good"),
        ("{good: -1}", "good"),
        ("{good: two}", "good"),
        ("{good: 1.5}", "good"),
        ("[good]", "cards"),
        ("{}, colour: red", "colour"),
    ],
)
def test_mistakes_of_a_deck_in_a_card_file_are_named(tmp_path, cards, word):
    """File, line, deck, and the card or word that is wrong."""
    message = of_set(written(tmp_path, f"{CARDS}decks:\n  raiders: {{title: Raiders, cards: {cards}}}\n"))
    assert "made.yaml, line 9: deck raiders: " in message
    assert word in message


@pytest.mark.rule("HOH-236")
def test_a_deck_without_cards_is_named(tmp_path):
    """A deck that lists none is refused."""
    assert "made.yaml, line 9: deck raiders: cards" in of_set(written(tmp_path, f"{CARDS}decks:\n  raiders: {{title: Raiders}}\n"))


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(("key", "copies"), [("nobody", 1), ("star", 3), ("rare", "many")])
def test_the_line_is_that_of_the_card_if_a_deck_takes_several(tmp_path, key, copies):
    """A deck written over many lines: the mistake is on line 13."""
    text = f"{CARDS}decks:\n  raiders:\n    title: Raiders\n    cards:\n      good: 3\n      {key}: {copies}\n      xiphos: 1\n"
    message = of_set(written(tmp_path, text))
    assert "made.yaml, line 13: deck raiders: " in message


@pytest.mark.rule("HOH-236")
def test_a_deck_needs_a_name_of_its_own(tmp_path):
    """A second deck called vikings is refused."""
    assert "made.yaml, line 9: deck vikings: " in of_set(written(tmp_path, f"{CARDS}decks:\n  vikings: {{cards: {{good: 3}}}}\n"))


# ------------------------------------------------------------------------------------------------ decks in files of their own
def listed(cards: dict) -> str:
    """A deck file with one card on each line."""
    return "".join(f"{key}: {copies}\n" for key, copies in cards.items())


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize("form", ["plain", "titled"])
def test_a_sound_deck_file_is_accepted(tmp_path, form):
    """39 cards and Rollo: 40, as a mapping alone or under `cards`."""
    text = listed(FULL | {"rollo": 1})
    if form == "titled":
        text = "title: Mine\ncards:\n" + "".join(f"  {line}\n" for line in text.splitlines())
    path = written(tmp_path, text, "mine.yaml")
    p = GAME.new(rules={"decks": [str(path)]})
    assert p.record.owned[:2].tolist() == [40, 40]


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("key", "copies", "word"),
    [
        ("rollo", 0, "rollo"),
        ("rollo", -2, "rollo"),
        ("rollo", "many", "rollo"),
        ("rollo", "1.5", "rollo"),
        ("rollo", "true", "rollo"),
        ("rollo", "", "rollo"),
        ("7", 1, "7"),
        ("zeus", 1, "zeus"),
        ("lagertha", 4, "Lagertha"),
        ("thor", 3, "Thor"),
        ("mjolnir", 2, "Mjolnir"),
    ],
)
@pytest.mark.parametrize("before", [0, 5])
def test_mistakes_of_a_deck_file_are_named(tmp_path, key, copies, word, before):
    """File, line and card, wherever in the file it stands: copies that are no number, unknown cards, too many."""
    lines = listed(FULL).splitlines(keepends=True)
    lines.insert(before, f"{key}: {copies}\n")
    message = refusal(decks=[str(written(tmp_path, "".join(lines), "mine.yaml"))], players=2)
    assert f"mine.yaml, line {before + 1}: " in message
    assert word in message


@pytest.mark.rule("HOH-236")
def test_a_card_that_stands_twice_in_a_deck_file_is_named(tmp_path):
    """Xiphos on lines 1 and 14: one of the two lines is named."""
    message = refusal(decks=[str(written(tmp_path, listed(FULL) + "xiphos: 1\n", "mine.yaml"))])
    assert "'xiphos'" in message
    assert "mine.yaml, line 1: " in message or "mine.yaml, line 14: " in message


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("text", "word"),
    [("", "mine.yaml"), ("- xiphos\n", "mine.yaml"), ("cards: {}\n", "mine.yaml"), ("cards: {xiphos: 3}\ncolour: red\n", "colour")],
    ids=["empty", "list", "no cards", "unknown word"],
)
def test_deck_files_that_are_no_deck_are_refused(tmp_path, text, word):
    """The file is named."""
    message = refusal(decks=[str(written(tmp_path, text, "mine.yaml"))])
    assert "mine.yaml" in message
    assert word in message


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(("rollos", "dropped", "size"), [(0, 0, 39), (1, 3, 37)])
def test_a_deck_of_the_wrong_size_is_refused_with_its_size_and_the_limits(tmp_path, rollos, dropped, size):
    """Fewer than 40 cards for two players."""
    cards = FULL | ({"rollo": rollos} if rollos else {})
    if dropped:
        del cards["thermopylae"]
    message = refusal(decks=[str(written(tmp_path, listed(cards), "mine.yaml"))], players=2)
    assert all(str(number) in message for number in (size, 40, 80))


@pytest.mark.rule("HOH-236")
def test_a_missing_deck_is_named(tmp_path):
    """Neither a file that is not there nor a deck that nobody has made."""
    assert "gone.yaml" in refusal(decks=[str(tmp_path / "gone.yaml")])
    assert "romans" in refusal(decks=["romans"])


@pytest.mark.rule("HOH-236")
def test_a_deck_given_as_a_mapping_names_the_card():
    """No file and no line, but the card: unknown, too many, or copies that are no number."""
    for cards, word in (
        ({"zeus": 1}, "zeus"),
        ({"rollo": 4}, "Rollo"),
        ({"rollo": "many"}, "rollo"),
        ({"rollo": 0}, "rollo"),
        ({7: 1}, "7"),
    ):
        assert word in refusal(decks=[FULL | cards], players=2)
