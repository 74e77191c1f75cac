"""Card effects in words: every row of the shipped cards, and every row that the effect language allows."""

from __future__ import annotations

import itertools
import re

import pytest
import yaml

from rulebound.envs.heroes_of_history import wording
from rulebound.envs.heroes_of_history.cards import STANDARD, Card, catalogue
from rulebound.envs.heroes_of_history.language import (
    Condition,
    Duration,
    Kind,
    Op,
    Row,
    RowError,
    Scale,
    Selector,
    Trigger,
    compile_row,
    words,
)
from rulebound.envs.heroes_of_history.wording import card_words, row_words

CARDS = catalogue([STANDARD])
BY_KEY = {card.key: card for card in CARDS.cards}
FIGHTER, AXE, FEAST = BY_KEY["rollo"], BY_KEY["dane_axe"], BY_KEY["blot"]


def row(text: str) -> Row:
    """A row as it stands in a card file."""
    return Row.model_validate(yaml.safe_load(f"{{{text}}}"))


def card(*rows: str, like: Card = FIGHTER) -> Card:
    """A card of the kind of another one with these rows."""
    return like.model_copy(update={"fx": [row(text) for text in rows]})


def is_plain(text: str) -> bool:
    """Readable words: something is said, no code word, number or placeholder of the language is left over."""
    codes = {word for enum in (Trigger, Condition, Selector, Scale) for word in words(enum) if "_" in word}
    return bool(text.strip()) and not re.search(r"[{}_]|None|\bamt\b|  | [,;:]|[,;:] *$", text) and not any(code in text for code in codes)


# ------------------------------------------------------------------------------------------------ shipped cards
@pytest.mark.parametrize("card", CARDS.cards, ids=lambda card: card.key)
def test_every_shipped_card_has_words_for_each_of_its_rows(card: Card) -> None:
    text = card_words(card, CARDS)
    assert is_plain(text)
    for one in card.fx:
        clause = row_words(one, card, CARDS)
        assert is_plain(clause)
        assert clause in text
        for number in (one.amt, one.cap, *(part for part in one.condition if isinstance(part, int))):
            assert number is None or one.op == "mode" or str(abs(number)) in clause
        assert one.pay is None or f"for {one.pay} State Point" in text


def test_rows_that_differ_are_worded_differently() -> None:
    """No column is forgotten: two rows of the same kind of card read alike only if they are alike."""
    seen: dict[tuple[bool, str], str] = {}
    for card in CARDS.cards:
        for one in card.fx:
            said = card_words(card.model_copy(update={"fx": [one]}), CARDS)
            bears, meant = card.type in ("weapon", "hold"), repr(one)
            assert seen.setdefault((bears, said), meant) == meant, said


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("alexander", "other Greeks: +1 ATK"),
        ("ragnar", "when it kills: steal 2 from that opponent"),
        ("paris", "when another own Combatant is killed: the killer's owner loses 3 State Points"),
        ("leonidas", "guard (must be attacked first), +1 DEF per other own soldier (at most 3)"),
        ("bellerophon", "once a turn, for 2 State Points: raid (may attack a player past Combatants) this turn"),
        ("companion_cavalry", "+2 ATK if Alexander the Great is in your Trench"),
        ("labrys", "+3 ATK, -1 DEF"),
        ("mjolnir", "+2 ATK, +2 ATK if its bearer is Thor"),
        ("coin_of_charon", "when its bearer is destroyed: gain 4 State Points"),
        ("raven_banner", "own warriors in attack mode: +1 ATK"),
        ("longship", "when your turn begins: the next opponent loses 1 State Point"),
        ("ostracism", "for 2 State Points: destroy the strongest enemy Combatant that is not Exceptional"),
        ("ragnarok", "for 3 State Points: destroy all enemy Combatants, destroy all own Combatants"),
        ("berserkergang", "one own Combatant gets +1 ATK this turn, that Combatant may attack 1 more time this turn"),
        ("forge", "you may attach 1 more weapon and 1 more hold this turn, take a weapon from your deck into your hand"),
        ("trojan_horse", "for 2 State Points: put a plain soldier from your deck into your Trench"),
        ("loki_trick", "switch the mode of one enemy Combatant, that Combatant gets -2 ATK and DEF this turn"),
        (
            "gungnir",
            "+1 ATK; when its bearer attacks: the enemy Combatant gets -1 ATK and DEF this turn; +1 ATK and DEF if its bearer is Odin",
        ),
    ],
)
def test_some_cards(key: str, text: str) -> None:
    assert card_words(BY_KEY[key], CARDS) == text


# ------------------------------------------------------------------------------------------------ the language
def test_every_word_of_the_language_has_words() -> None:
    assert set(wording.TRIGGERS) == set(Trigger) - {Trigger.NONE}
    assert set(wording.CONDITIONS) == set(Condition) - {Condition.ALWAYS}
    assert set(wording.DURATIONS) == set(Duration) - {Duration.NONE}
    assert set(wording.SCALES) == set(Scale) - {Scale.NONE}
    assert set(wording.KINDS) == set(Kind) - {Kind.NONE}
    worded = {*wording.STATS, *wording.POWERS, *wording.DEEDS, *wording.FATES, *wording.FORBIDDEN}
    assert worded | {Op.STEAL, Op.RAZE, Op.MODE, Op.AGAIN, Op.WORTH} == set(Op) - {Op.NONE}


@pytest.mark.parametrize("like", [FIGHTER, AXE, FEAST], ids=lambda card: card.type)
def test_every_row_that_the_language_allows_has_words(like: Card) -> None:
    allowed = 0
    for when, to, op, lasting in itertools.product(
        words(Trigger)[1:], words(Selector)[1:], words(Op)[1:], (None, *words(Duration)[1:])
    ):  # fmt: skip
        for amount in (None, 2):
            named = {"when": when, "to": to, "op": op, "amt": amount, "for": lasting, "only": {"kind": "combatant"}}
            one = Row.model_validate({name: value for name, value in named.items() if value is not None})
            try:
                compile_row(one, 1, like.kind, CARDS.ids, CARDS.sets)
            except RowError:
                continue
            allowed += 1
            clause = row_words(one, like, CARDS)
            assert is_plain(clause), clause
            assert amount is None or op == "mode" or "2" in clause
            assert (lasting is None) == (not re.search("this turn|until your next turn|stay", clause)) or op in ("muster", "rearm")
    assert allowed > (50 if like is FEAST else 300)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("[attacking]", "while it attacks"),
        ("[defending]", "while it is attacked"),
        ("[armed]", "if it has a weapon"),
        ("[holding]", "if it has a hold"),
        ("[bearer_is, thor]", "if it is Thor"),
        ("[bearer_sub, warrior]", "if it is a warrior"),
        ("[foe_star]", "against an Exceptional Combatant"),
        ("[with, odin]", "if Odin is in your Trench"),
        ("[mine_ge, general, 3]", "if you have 3 or more generals"),
        ("[theirs_ge, 4]", "if opponents have 4 or more Combatants"),
        ("[sp_le, 9]", "if you have 9 or fewer State Points"),
        ("[museum_ge, 7]", "if 7 or more Combatants are in your Museum"),
        ("[field]", "if you have a Battlefield"),
    ],
)
def test_conditions(condition: str, text: str) -> None:
    one = f"when: cont, if: {condition}, to: self, op: atk, amt: 1"
    assert card_words(card(one), CARDS) == f"+1 ATK {text}"
    assert card_words(card(one, like=AXE), CARDS) == f"+1 ATK {text.replace('it ', 'its bearer ')}"


@pytest.mark.parametrize(
    ("only", "text"),
    [
        ("{}", "own Combatants"),
        ("{sub: soldier}", "own soldiers"),
        ("{set: vikings}", "own Vikings"),
        ("{set: vikings, sub: soldier}", "own soldiers of the Vikings"),
        ("{set: vikings, mode: attack}", "own Vikings in attack mode"),
        ("{set: made, mode: attack}", "own Combatants of the Made in attack mode"),
        ("{kind: exceptional}", "own Exceptional Combatants"),
        ("{kind: combatant}", "own plain Combatants"),
        ("{kind: combatant, sub: general}", "own plain generals"),
        ("{star: true}", "own Exceptional Combatants"),
        ("{star: true, sub: warrior}", "own Exceptional warriors"),
        ("{star: false}", "own Combatants that are not Exceptional"),
    ],
)
def test_filters(only: str, text: str) -> None:
    assert card_words(card(f"when: cont, to: mine, only: {only}, op: def, amt: -1"), CARDS) == f"{text}: -1 DEF"


def test_the_opponent_that_is_meant() -> None:
    """In a battle the other side, on playing one of choice, else the next."""
    for when, who in (("kill", "that opponent"), ("play", "an opponent"), ("end", "the next opponent")):
        assert card_words(card(f"when: {when}, to: opp, op: lose, amt: 2"), CARDS).endswith(f": {who} loses 2 State Points")
    assert card_words(card("when: attack, to: each_opp, op: mill, amt: 1"), CARDS) == (
        "when it attacks: each opponent puts 1 card from the top of the deck into the Museum"
    )


def test_singular_and_plural() -> None:
    assert card_words(card("when: cont, to: self, only: {sub: soldier}, op: atk, amt: 1"), CARDS) == "+1 ATK if it is a soldier"
    assert (
        card_words(card("when: play, to: weak_theirs, only: {set: greeks}, op: slay"), CARDS)
        == "when played: destroy the weakest enemy Greek"
    )
    assert card_words(card("when: play, to: mine, op: atk, amt: 1, for: stay"), CARDS) == (
        "when played: own Combatants get +1 ATK while they stay in the Trench"
    )
