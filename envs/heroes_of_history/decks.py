"""Decks of Heroes of History: how they are named in a rule variant, read from files and checked.

A deck is the name of a ready-made one, a mapping of copies by card, or a YAML file that holds such a mapping.
Random decks and drafts are made by the rules themselves (`rules/decks.py`). Read `variant.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from rulebound.envs.heroes_of_history.cards import LINE, STANDARD, CardError, Catalogue, copies_problem, read_lined, read_set

MOST_CARDS = 80  # in a deck
FEWEST_TWO, FEWEST_MORE = 40, 25  # in a deck, for two players and for three or four
SEATS = 4


def fewest_cards(players: int) -> int:
    """The smallest deck at a table."""
    return FEWEST_TWO if players == 2 else FEWEST_MORE


def deck_problem(deck: Mapping[str, int], catalogue: Catalogue, players: int) -> str | None:
    """Why a deck may not be played at a table, or None."""
    problem = copies_problem(deck, catalogue.ids, catalogue.cards)
    if problem:
        return problem
    size, fewest = sum(deck.values()), fewest_cards(players)
    if not fewest <= size <= MOST_CARDS:
        return f"{size} cards: with {players} players a deck holds {fewest} to {MOST_CARDS}"
    return None


def read_deck(path: Path) -> dict[str, int]:
    """Copies by card from a file: either the mapping alone or under `cards`. Wrong entries are named with their line."""
    data = read_lined(path)
    cards = data.get("cards", data) if isinstance(data, Mapping) else data
    if not isinstance(cards, Mapping):
        raise CardError(f"{path.name}: a deck is a mapping of card keys to copies")
    known = ("cards", "title", "source", "note")
    if isinstance(data, Mapping) and cards is not data:
        extra = [name for name in data if name not in (*known, LINE)]
        if extra:
            raise CardError(f"{path.name}, line {data[LINE]}: {extra[0]!r} is unknown; a deck file has {', '.join(known)}")
    try:
        return _copies({key: value for key, value in cards.items() if key != LINE})
    except ValueError as error:
        raise CardError(f"{path.name}, line {_line_of(path, str(error))}: {error}") from None


def line_of_card(path: Path, key: str) -> int:
    """The line of a deck file on which a card stands."""
    return _line_of(path, f"'{key}'")


def _line_of(path: Path, message: str) -> int:
    """The line that names the card of an error message; the first one if none does."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.replace("{", " ").replace(",", " ").split("#")[0].split(":")[0].split()
        if any(f"'{word}'" in message or f"{word} =" in message for word in words):
            return number
    return 1


def _copies(deck: Mapping) -> dict[str, int]:
    for key, copies in deck.items():
        if not isinstance(key, str):
            raise ValueError(f"{key!r} is no card key")
        if isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_CARDS:
            raise ValueError(f"{key} = {copies!r}: copies are a whole number from 1")
    if not deck:
        raise ValueError("a deck without cards")
    return dict(deck)


# ------------------------------------------------------------------------------------------------ as rules
def check_decks(value: object, folder: Path | None) -> list:
    """The decks of a rule variant in canonical form: names of ready-made decks and mappings of copies."""
    if not isinstance(value, list | tuple) or len(value) not in (1, 2, 3, 4):
        raise ValueError(f"{value!r}: must be a list of one deck for all seats, or of one for each seat")
    return [_check_deck(deck, folder) for deck in value]


def _check_deck(deck: object, folder: Path | None) -> str | dict[str, int]:
    if isinstance(deck, str) and deck.endswith((".yaml", ".yml")):
        return read_deck((folder or Path()) / deck)
    if isinstance(deck, str):
        return deck
    if isinstance(deck, Mapping):
        return _copies(deck)
    raise ValueError(f"{deck!r}: a deck is the name of a ready-made one, a mapping of copies by card, or a .yaml file")


def check_card_sets(value: object, folder: Path | None) -> list:
    """The card sets of a rule variant: `standard` and the data of card files."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{value!r}: must be a list of card sets: standard and .yaml files")
    found = []
    for one in value:
        if one == STANDARD or isinstance(one, Mapping):
            found.append(dict(one) if isinstance(one, Mapping) else one)
        elif isinstance(one, str) and one.endswith((".yaml", ".yml")):
            found.append(read_set((folder or Path()) / one))
        else:
            raise ValueError(f"{one!r}: a card set is {STANDARD} or a .yaml file")
    return found


def check_pool(value: object, folder: Path | None) -> str:
    """The pool of a rule variant: mixed, or the name of a set (whether it exists is known once all sets are)."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r}: must be mixed or the name of a card set")
    return value


def deck_of_seat(lists: list, seat: int, catalogue: Catalogue) -> dict[str, int]:
    """Copies by card of the deck of a seat; CardError if no ready-made deck has that name."""
    deck = lists[seat % len(lists)] if len(lists) > 1 else lists[0]
    if isinstance(deck, str):
        if deck not in catalogue.starters:
            raise CardError(f"no deck is called {deck!r}; there are {', '.join(catalogue.starters)} (or give a .yaml file)")
        return catalogue.starters[deck]
    return deck


def deck_array(deck: Mapping[str, int], ids: Mapping[str, int]) -> np.ndarray:
    """The cards of a deck by number, in rising order, filled up with zeros."""
    cards = sorted(number for key, copies in deck.items() for number in [ids[key]] * copies)
    return np.array(cards + [0] * (MOST_CARDS - len(cards)), np.int16)
