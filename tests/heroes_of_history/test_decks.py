"""Types, sub-types and stats of the cards, and which decks may be played (HOH-020 to HOH-028)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import STANDARD, Feature, catalogue
from rulebound.envs.heroes_of_history.language import Kind, Subtype
from rulebound.envs.heroes_of_history.state import CARDS
from tests.heroes_of_history.helpers import GAME, deck, extra_cards, hand, play, points, side, stats, table, trench

STANDARD_CARDS = catalogue([STANDARD])
TABLE = STANDARD_CARDS.table[1:95]
COMBATANTS = (Kind.EXCEPTIONAL, Kind.COMBATANT)
LIMITED_TO_1 = ["artemis_bow", "golden_fleece", "winged_sandals", "olympic_truce", "mjolnir", "gungnir", "draupnir", "ragnarok"]
PLAIN = {"combatant": ("lagertha", "Lagertha"), "action": ("ambrosia", "Ambrosia"), "hold": ("aspis", "Aspis"), "weapon": ("seax", "Seax")}


def deck_with(size: int, **copies: int) -> dict[str, int]:
    """A deck of that size with these copies, filled up with other cards within their limits."""
    found = dict(copies)
    for card in STANDARD_CARDS.cards:
        left = size - sum(found.values())
        if card.key not in found and left > 0:
            found[card.key] = min(card.copies, left)
    return found


def deal(cards: Mapping[str, int] | str, players: int = 2) -> Position:
    """A game in which everybody has this deck."""
    return GAME.new(num_players=players, rules={"decks": [cards]}, seed=1)


# ------------------------------------------------------------------------------------------------ cards
@pytest.mark.rule("HOH-020")
def test_every_card_has_one_of_six_types() -> None:
    """16 exceptional, 34 combatant, 14 action, 10 hold, 12 weapon and 8 battlefield cards are 94."""
    counts = Counter(Kind(int(kind)).name.lower() for kind in TABLE[:, Feature.KIND])
    assert counts == {"exceptional": 16, "combatant": 34, "action": 14, "hold": 10, "weapon": 12, "battlefield": 8}
    assert len(STANDARD_CARDS.cards) == 94


@pytest.mark.rule("HOH-021")
def test_combatants_and_nobody_else_have_a_subtype() -> None:
    """50 titles are general, civilian, soldier or warrior; the other 44 have code 0."""
    having = TABLE[:, Feature.SUBTYPE] > 0
    assert having.sum() == 50
    assert {Subtype(int(code)).name.lower() for code in TABLE[having, Feature.SUBTYPE]} == {"general", "civilian", "soldier", "warrior"}
    for features in TABLE:
        assert (features[Feature.SUBTYPE] > 0) == (features[Feature.KIND] in COMBATANTS)


@pytest.mark.rule("HOH-022")
@pytest.mark.parametrize(("card", "atk", "defense"), [("thor", 9, 7), ("rollo", 4, 4), ("paris", 3, 2)])
def test_combatants_have_atk_and_def(card: str, atk: int, defense: int) -> None:
    """The printed values are those of the table, and those that the Combatant has alone in a Trench."""
    features = TABLE[CARDS.index(card)]
    assert (features[Feature.ATK], features[Feature.DEF]) == (atk, defense)
    p = table({**side(), "trench": [card]}, side())
    assert stats(p) == (atk, defense)


@pytest.mark.rule("HOH-022")
def test_other_cards_have_no_stats() -> None:
    """The 44 cards that are no Combatants read 0/0, every Combatant has some."""
    others = [features for features in TABLE if features[Feature.KIND] not in COMBATANTS]
    assert len(others) == 44
    assert all(features[Feature.ATK] == features[Feature.DEF] == 0 for features in others)
    assert all(features[Feature.ATK] + features[Feature.DEF] > 0 for features in TABLE if features[Feature.KIND] in COMBATANTS)


@pytest.mark.rule("HOH-023")
@pytest.mark.parametrize("rows", [{"fx": []}, {}])
def test_a_card_may_lack_an_effect(tmp_path: Path, rows: dict) -> None:
    """A 3/3 Combatant without rows loads; playing it queues nothing."""
    rules = extra_cards(tmp_path, {"key": "drummer", "type": "combatant", "sub": "civilian", "atk": 3, "def": 3, **rows})
    p = table(side(hand=["card_95"]), side(), rules=rules)
    play(p, "card_95", "mode attack")
    assert trench(p)[0] == "card_95"
    assert stats(p) == (3, 3)
    assert points(p) == [50, 50]
    assert p.record.queue_next == p.record.queue_end
    assert "end turn" in p.legal()


# ------------------------------------------------------------------------------------------------ size
@pytest.mark.rule("HOH-024")
@pytest.mark.parametrize("size", [40, 41, 79, 80])
def test_decks_of_40_to_80_cards_are_accepted(size: int) -> None:
    """All cards of the deck are dealt or lie in the deck (T42)."""
    p = deal(deck_with(size))
    for seat in (0, 1):
        assert Counter(deck(p, seat)) + Counter(hand(p, seat)) == Counter(deck_with(size))
        assert p.record.deck_size[seat] == size - 5


@pytest.mark.rule("HOH-024")
@pytest.mark.parametrize("size", [1, 25, 39, 81])
def test_smaller_and_larger_decks_are_refused(size: int) -> None:
    """The error names the size and the limits (T42)."""
    assert sum(deck_with(size).values()) == size
    with pytest.raises(RulesError, match=rf"\b{size}\b.*\b40\b.*\b80\b"):
        deal(deck_with(size))


@pytest.mark.rule("HOH-024")
def test_every_seats_deck_is_checked() -> None:
    """A good deck of seat 0 does not help seat 1."""
    with pytest.raises(RulesError, match=r"\b39\b"):
        GAME.new(num_players=2, rules={"decks": ["greeks", deck_with(39)]})


@pytest.mark.rule("HOH-024")
def test_25_cards_are_enough_for_three_players_only() -> None:
    """The lower bound of 40 is that of two players (T42)."""
    assert deal(deck_with(25), players=3).record.deck_size[:3].tolist() == [20, 20, 20]
    with pytest.raises(RulesError, match=r"\b25\b"):
        deal(deck_with(25), players=2)


# ------------------------------------------------------------------------------------------------ copies
@pytest.mark.rule("HOH-025")
@pytest.mark.parametrize(("key", "title"), [*PLAIN.values(), ("marathon", "Marathon")])
def test_three_copies_of_a_title_are_the_most(key: str, title: str) -> None:
    """Three are accepted, of whatever type; a fourth is refused by name (T42)."""
    p = deal(deck_with(40, **{key: 3}))
    assert deck(p, 0).count(key) + hand(p, 0).get(key, 0) == 3
    with pytest.raises(RulesError, match=title):
        deal(deck_with(40, **{key: 4}))


@pytest.mark.rule("HOH-026")
def test_two_copies_of_an_exceptional_title_are_the_most() -> None:
    """Two Thor beside two Alexander are accepted; three Thor are refused by name (T42)."""
    p = deal(deck_with(40, thor=2, alexander=2))
    assert [deck(p, 0).count(key) + hand(p, 0).get(key, 0) for key in ("thor", "alexander")] == [2, 2]
    with pytest.raises(RulesError, match="Thor"):
        deal(deck_with(40, thor=3))
    with pytest.raises(RulesError, match="Alexander"):
        deal(deck_with(40, alexander=3))


@pytest.mark.rule("HOH-026")
def test_all_exceptional_titles_have_the_limit_of_two() -> None:
    """No Exceptional Combatant may be there three times."""
    for card in STANDARD_CARDS.cards:
        if card.kind == Kind.EXCEPTIONAL:
            assert deal(deck_with(40, **{card.key: 2}))
            with pytest.raises(RulesError):
                deal(deck_with(40, **{card.key: 3}))


@pytest.mark.rule("HOH-027")
@pytest.mark.parametrize("key", LIMITED_TO_1)
def test_some_titles_are_limited_to_one(key: str) -> None:
    """One Mjolnir is accepted, two are refused, and so for the other seven titles (T42)."""
    assert deal(deck_with(40, **{key: 1}))
    with pytest.raises(RulesError, match=STANDARD_CARDS.card(STANDARD_CARDS.ids[key]).title):
        deal(deck_with(40, **{key: 2}))


@pytest.mark.rule("HOH-027")
def test_dragon_prow_longship_is_limited_to_two() -> None:
    """Two are accepted, three are refused."""
    assert deal(deck_with(40, longship=2))
    with pytest.raises(RulesError, match="Dragon-Prow Longship"):
        deal(deck_with(40, longship=3))


@pytest.mark.rule("HOH-025", "HOH-026", "HOH-027")
def test_no_other_title_has_a_limit_of_its_own() -> None:
    """The limits of all titles: 1 for eight, 2 for Exceptional Combatants and the Longship, else 3."""
    for key, features in zip(CARDS, TABLE, strict=False):
        expected = 1 if key in LIMITED_TO_1 else 2 if key == "longship" or features[Feature.KIND] == Kind.EXCEPTIONAL else 3
        assert features[Feature.LIMIT] == expected


@pytest.mark.rule("HOH-028")
def test_sets_may_be_mixed() -> None:
    """The starter 'mixed' holds cards of both sets and is accepted, as is half of each."""
    p = deal("mixed")
    numbers = [CARDS.index(card) + 1 for card in [*deck(p, 0), *Counter(hand(p, 0)).elements()]]
    assert len(numbers) == 40
    assert min(numbers) <= 47 < max(numbers)
    assert deal({**dict.fromkeys(CARDS[27:47], 1), **dict.fromkeys(CARDS[74:94], 1)})


@pytest.mark.rule("HOH-024", "HOH-028")
@pytest.mark.parametrize("name", ["greeks", "vikings", "mixed"])
def test_the_starters_are_accepted(name: str) -> None:
    """All three have 40 cards (T42)."""
    assert deal(name).record.deck_size[:2].tolist() == [35, 35]
