"""The rule parameters of Heroes of History: the numbers of `data.yaml`, the cards, the decks, and what cannot be played.

Read `state.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import yaml

from rulebound.envs.core.rules import Kind, RuleSchema
from rulebound.envs.heroes_of_history.cards import (
    FOLDER,
    MOST_ROWS,
    MOST_TITLES,
    CardError,
    Catalogue,
    Feature,
    catalogue,
    reaches_enemies,
)
from rulebound.envs.heroes_of_history.decks import (
    MOST_CARDS,
    SEATS,
    check_card_sets,
    check_decks,
    check_pool,
    deck_array,
    deck_of_seat,
    deck_problems,
    fewest_cards,
)
from rulebound.envs.heroes_of_history.language import Column

DATA = yaml.safe_load((FOLDER / "data.yaml").read_text(encoding="utf-8"))
DRAFT_ROW = 12  # cards that lie open in a draft
MIXED = "mixed"


def cards_of(values: Mapping[str, object]) -> Catalogue:
    """The cards of a variant, from its values (`variant.values`)."""
    return catalogue(values["cards.sets"])  # type: ignore[arg-type]


def deck_size(values: Mapping[str, object], players: int) -> int:
    """Cards in a random or drafted deck."""
    return values["decks.size"] or fewest_cards(players)  # type: ignore[return-value]


def pool_cards(cards: Catalogue, pool: str) -> list[int]:
    """The titles of a pool by number."""
    return [number for number, card in enumerate(cards.cards, 1) if pool in (MIXED, card.set)]


# ------------------------------------------------------------------------------------------------ what cannot be played
def _cards_are_sound(values: Mapping[str, object], players: int) -> str | None:
    try:
        cards_of(values)
    except CardError as error:
        return f"cards.sets: {error}"
    return None


def _start_is_played(values: Mapping[str, object], players: int) -> str | None:
    start = values["state_points.start"]
    return None if start == 0 or start >= 10 else f"state_points.start = {start}: must be 0 (by the number of players) or 10 to 99"  # type: ignore[operator]


def _first_player_sits(values: Mapping[str, object], players: int) -> str | None:
    first = values["turn.first_player"]
    if first != "random" and first >= players:  # type: ignore[operator]
        return f"turn.first_player = {first}: {players} players have the seats 0 to {players - 1}"
    return None


def _decks_are_legal(values: Mapping[str, object], players: int) -> str | None:
    if values["decks.mode"] != "fixed":
        return None
    lists, cards = values["decks.lists"], cards_of(values)
    if 1 < len(lists) < players:  # type: ignore[arg-type]
        return f"decks.lists has {len(lists)} decks for {players} players; give one for all, or one for each"  # type: ignore[arg-type]
    for seat in range(players):
        try:
            problems = deck_problems(deck_of_seat(lists, seat, cards), cards, players)  # type: ignore[arg-type]
        except CardError as error:
            problems = [str(error)]
        if problems:
            return f"decks.lists, deck of seat {seat}: {problems[0]}"
    return None


def _pool_is_large_enough(values: Mapping[str, object], players: int) -> str | None:
    if values["decks.mode"] == "fixed":
        return None
    cards, pool, size = cards_of(values), str(values["decks.pool"]), deck_size(values, players)
    if pool != MIXED and pool not in cards.sets:
        return f"decks.pool = {pool!r}: must be {MIXED} or one of {', '.join(cards.sets)}"
    if not fewest_cards(players) <= size <= MOST_CARDS:
        return f"decks.size = {size}: with {players} players a deck holds {fewest_cards(players)} to {MOST_CARDS}"
    titles = pool_cards(cards, pool)
    copies = {number: int(cards.table[number, Feature.LIMIT]) for number in titles}
    if values["decks.mode"] == "draft":
        if values["decks.draft_rounds"] > size:  # type: ignore[operator]
            return f"decks.draft_rounds = {values['decks.draft_rounds']}: a deck has {size} cards"
        needed = players * size + DRAFT_ROW
        if needed > sum(copies.values()):
            return (
                f"decks.size = {size}: {players} players need {needed} cards with the open row; the pool {pool} has {sum(copies.values())}"
            )
        return None
    for kinds, wanted in zip(GROUPS, quotas(size), strict=True):
        there = sum(copies[number] for number in titles if cards.table[number, Feature.KIND] in kinds)
        if there < wanted:
            return f"decks.size = {size}: the pool {pool} has {there} cards for {wanted} places of a random deck"
    return None


# The groups of kinds of cards (language.Kind) that a random deck is filled with, in this order.
GROUPS = ((1,), (2,), (5,), (6,), (3, 4))


def quotas(size: int) -> tuple[int, ...]:
    """HOH-146: how many cards of each group a random deck has."""
    exceptional, half = size // 8, size // 2
    weapons, battlefields = (13 * size + 50) // 100, (8 * size + 50) // 100
    return exceptional, half - exceptional, weapons, battlefields, size - half - weapons - battlefields


# ------------------------------------------------------------------------------------------------ tables
TABLES = {
    "card": (MOST_TITLES + 1, len(Feature)),  # [title, feature]
    "row": (MOST_ROWS, len(Column)),  # [row, column]
    "first": (MOST_TITLES + 2,),  # the rows of title c are first[c] .. first[c + 1] - 1
    "by_rank": (MOST_TITLES,),  # titles in the order in which choices list them (HOH-235), then zeros
    "titles": (),  # number of titles
    "rows": (),  # number of rows
    "reaches_enemies": (),  # 1 if some continuous row changes Combatants of opponents
    "deck_list": (SEATS, MOST_CARDS),  # mode fixed: the cards of each seat
    "in_pool": (MOST_TITLES + 1,),  # modes random and draft: 1 for titles of the pool
}


def _tables(values: Mapping[str, object]) -> dict[str, np.ndarray]:
    """The tables that kernels read."""
    cards = cards_of(values)
    number = len(cards.cards)
    ranked = sorted(range(1, number + 1), key=lambda c: (-cards.table[c, Feature.STARS], -cards.table[c, Feature.ATK], c))
    rows, in_pool, decks = np.zeros(TABLES["row"], np.int16), np.zeros(TABLES["in_pool"], np.int16), np.zeros(TABLES["deck_list"], np.int16)
    rows[: len(cards.rows)] = cards.rows
    in_pool[pool_cards(cards, str(values["decks.pool"]))] = 1
    for seat in range(SEATS):
        if values["decks.mode"] == "fixed":
            decks[seat] = deck_array(deck_of_seat(values["decks.lists"], seat, cards), cards.ids)  # type: ignore[arg-type]
    return {
        "card": cards.table,
        "row": rows,
        "first": cards.first,
        "by_rank": np.array(ranked + [0] * (MOST_TITLES - number), np.int16),
        "titles": np.array(number),
        "rows": np.array(len(cards.rows)),
        "reaches_enemies": np.array(reaches_enemies(cards.rows)),
        "deck_list": decks,
        "in_pool": in_pool,
    }


RULES = RuleSchema.from_data(
    DATA,
    stacks={},
    constraints=(_cards_are_sound, _start_is_played, _first_player_sits, _decks_are_legal, _pool_is_large_enough),
    kinds={
        "decks": Kind("a list of decks: names of ready-made ones, mappings of copies by card, or .yaml files", check_decks),
        "card_sets": Kind("a list of card sets: standard and .yaml files", check_card_sets),
        "pool": Kind("mixed, or the name of a card set", check_pool),
    },
    tables=TABLES,
    fill=_tables,
)
