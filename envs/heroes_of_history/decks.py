"""Decks of Heroes of History: how they are named in a rule variant, read from files, checked and shown.

A deck is the name of a ready-made one, a mapping of copies by card, or a YAML file that holds such a mapping.
Random decks and drafts are made by the rules themselves (`rules/decks.py`). Read `variant.py` next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import yaml

from rulebound.envs.core.game import DeckSheet, Game
from rulebound.envs.heroes_of_history.cards import (
    STANDARD,
    Card,
    CardError,
    Catalogue,
    build,
    catalogue,
    copies_problems,
    named,
    place_of,
    read_lined,
    read_set,
)
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.wording import KINDS, card_words

MOST_CARDS = 80  # in a deck
FEWEST_TWO, FEWEST_MORE = 40, 25  # in a deck, for two players and for three or four
SEATS = 4
FIGHTERS = (Kind.EXCEPTIONAL, Kind.COMBATANT)
DECK_FILE = ("cards", "title", "source", "note")  # what a deck file may have beside the copies


def fewest_cards(players: int) -> int:
    """The smallest deck at a table."""
    return FEWEST_TWO if players == 2 else FEWEST_MORE


def deck_problems(deck: Mapping[str, int], cards: Catalogue, players: int) -> list[str]:
    """Why a deck may not be played at a table; of a deck out of a file with its name and the line."""
    wrong = dict(_entry_problems(deck))
    sound = {key: copies for key, copies in deck.items() if key not in wrong}
    listed = (*wrong.items(), *copies_problems(sound, cards.ids, cards.cards))
    found = [f"{place_of(deck, key)}{problem}" for key, problem in listed]
    size, fewest = sum(sound.values()), fewest_cards(players)
    if not wrong and not fewest <= size <= MOST_CARDS:
        found.append(f"{place_of(deck)}{size} cards: with {players} players a deck holds {fewest} to {MOST_CARDS}")
    return found


# ------------------------------------------------------------------------------------------------ files
def read_deck(path: Path) -> Mapping[str, int]:
    """Copies by card from a file: either the mapping alone or under `cards`. It remembers file and lines for later messages."""
    deck, problems = _written_deck(path)
    problems += [f"{place_of(deck, key)}{problem}" for key, problem in _entry_problems(deck)]
    if problems:
        raise CardError(*problems)
    return deck


def _written_deck(path: Path) -> tuple[Mapping, list[str]]:
    """The mapping that a deck file holds, whatever is in it, and what the file should not have beside it."""
    data = read_lined(path)
    cards = data.get("cards", data) if isinstance(data, Mapping) else data
    if isinstance(cards, list) and cards is not data:
        raise CardError(f"{path.name}: this is a card set; a deck is a mapping of card keys to copies")
    if not isinstance(cards, Mapping):
        raise CardError(f"{path.name}: a deck is a mapping of card keys to copies")
    unknown = [] if cards is data else [name for name in data if name not in DECK_FILE]  # type: ignore[union-attr]
    return cards, [f"{place_of(data, name)}{name!r} is unknown; a deck file has {', '.join(DECK_FILE)}" for name in unknown]  # type: ignore[arg-type]


def _entry_problems(deck: Mapping) -> Iterator[tuple[object, str]]:
    """The entries of a deck that are no copies of a card, whichever cards there are."""
    for key, copies in deck.items():
        if not isinstance(key, str):
            yield key, f"{key!r} is no card key"
        elif isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_CARDS:
            yield key, f"{key} = {copies!r}: copies are a whole number from 1 to {MOST_CARDS}"
    if not deck:
        yield None, "a deck without cards"


# ------------------------------------------------------------------------------------------------ as rules
def check_decks(value: object, folder: Path | None) -> list:
    """The decks of a rule variant in canonical form: names of ready-made decks and mappings of copies."""
    if not isinstance(value, list | tuple) or len(value) not in (1, 2, 3, 4):
        raise ValueError(f"{value!r}: must be a list of one deck for all seats, or of one for each seat")
    return [_check_deck(deck, folder) for deck in value]


def _check_deck(deck: object, folder: Path | None) -> str | Mapping[str, int]:
    if isinstance(deck, str) and deck.endswith((".yaml", ".yml")):
        return read_deck((folder or Path()) / deck)
    if isinstance(deck, str):
        return deck
    if isinstance(deck, Mapping):
        for _, problem in _entry_problems(deck):
            raise ValueError(problem)
        return deck if isinstance(deck, dict) else dict(deck)
    raise ValueError(f"{deck!r}: a deck is the name of a ready-made one, a mapping of copies by card, or a .yaml file")


def check_card_sets(value: object, folder: Path | None) -> list:
    """The card sets of a rule variant: `standard` and the data of card files."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{value!r}: must be a list of card sets: standard and .yaml files")
    files = []
    for one in value:
        if one == STANDARD or isinstance(one, Mapping):
            files.append(named(one))
        elif isinstance(one, str) and one.endswith((".yaml", ".yml")):
            path = (folder or Path()) / one
            files.append((path.name, read_lined(path)))
        else:
            raise ValueError(f"{one!r}: a card set is {STANDARD} or a .yaml file")
    build(files)
    return [STANDARD if one == STANDARD else data for one, (_, data) in zip(value, files, strict=True)]


def check_pool(value: object, folder: Path | None) -> str:
    """The pool of a rule variant: mixed, or the name of a set (whether it exists is known once all sets are)."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r}: must be mixed or the name of a card set")
    return value


def deck_of_seat(lists: list, seat: int, cards: Catalogue) -> Mapping[str, int]:
    """Copies by card of the deck of a seat; CardError if no ready-made deck has that name."""
    deck = lists[seat % len(lists)] if len(lists) > 1 else lists[0]
    return ready_made(deck, cards) if isinstance(deck, str) else deck


def ready_made(name: str, cards: Catalogue) -> dict[str, int]:
    """A ready-made deck by name; CardError if there is none."""
    if name not in cards.starters:
        raise CardError(f"no deck is called {name!r}; there are {', '.join(cards.starters)} (or give a .yaml file)")
    return cards.starters[name]


def deck_array(deck: Mapping[str, int], ids: Mapping[str, int]) -> np.ndarray:
    """The cards of a deck by number, in rising order, filled up with zeros."""
    cards = sorted(number for key, copies in deck.items() for number in [ids[key]] * copies)
    return np.array(cards + [0] * (MOST_CARDS - len(cards)), np.int16)


# ------------------------------------------------------------------------------------------------ for people
# What `rulebound deck` asks (`core.game.DeckTools`).
COLUMNS = ("copies", "card", "stars", "sub-type", "ATK/DEF", "effect")
SUM_COLUMNS = ("type", "titles", "cards", "share", "mean ATK", "mean DEF")


def check_file(path: Path, cards: Sequence[Path], players: int) -> tuple[str, Sequence[str]]:
    """What a file holds, a deck or a card set, and everything that is wrong with it."""
    sets = _card_sets(one for one in cards if one.resolve() != path.resolve())
    try:
        data = read_lined(path)
        if isinstance(data, Mapping) and isinstance(data.get("cards"), list):
            return _check_set(read_set(path, sets[1:]))
        deck, problems = _written_deck(path)
    except CardError as error:
        return "", error.problems
    problems += deck_problems(deck, catalogue(sets), players)
    return "" if problems else f"deck of {sum(deck.values())} cards", problems


def _check_set(data: Mapping) -> tuple[str, Sequence[str]]:
    """A sound card set in words, and those of its decks that no table may play."""
    decks = {name: sum(deck["cards"].values()) for name, deck in data.get("decks", {}).items()}
    problems = [
        f"{place_of(data['decks'], name)}deck {name}: {size} cards: a deck holds {FEWEST_TWO} to {MOST_CARDS}, "
        f"with three or four players {FEWEST_MORE} to {MOST_CARDS}"
        for name, size in decks.items()
        if not FEWEST_MORE <= size <= MOST_CARDS
    ]
    listed = ", ".join(f"{name} with {size} cards" for name, size in decks.items())
    return f"card set {', '.join(data['sets'])}, {len(data['cards'])} titles{f'; decks: {listed}' if listed else ''}", problems


def _card_sets(files: Iterable[Path]) -> list:
    """The standard set and those in files, as `cards.sets` has them."""
    return check_card_sets([STANDARD, *map(str, files)], None)


def deck_sheet(name: str, cards: Sequence[Path], players: int) -> DeckSheet:
    """A ready-made deck or one in a file, card by card with its effects, and summed up by type."""
    known = catalogue(_card_sets(cards))
    if name.endswith((".yaml", ".yml")):
        deck, title = read_deck(Path(name)), Path(name).name
    else:
        deck = ready_made(name, known)
        title = f"{name}: {known.starter_titles[name]}" if known.starter_titles[name] else name
    held = [(known.card(number), deck[known.key(number)]) for number in sorted(known.ids[key] for key in deck if key in known.ids)]
    groups = {_heading(kind): [_line_of(card, copies, known) for card, copies in held if card.kind == kind] for kind in KINDS}
    return DeckSheet(
        title=f"{title}, {sum(deck.values())} cards",
        columns=COLUMNS,
        groups={heading: lines for heading, lines in groups.items() if lines},
        sum_columns=SUM_COLUMNS,
        sums=_sums(held),
        problems=tuple(deck_problems(deck, known, players)),
    )


def _heading(kind: Kind) -> str:
    return f"{KINDS[kind][0].upper()}{KINDS[kind][1:]}"


def _line_of(card: Card, copies: int, known: Catalogue) -> tuple[str, ...]:
    fights = card.kind in FIGHTERS
    values = (card.sub or "", f"{card.atk}/{card.defense}") if fights else ("", "")
    return str(copies), card.title, "*" * card.stars, *values, card_words(card, known)


def _sums(held: Sequence[tuple[Card, int]]) -> list[tuple[str, ...]]:
    """Titles, cards, share of the deck and mean values by type; the last line is the whole deck."""
    size = sum(copies for _, copies in held)
    lines = []
    for kind in (*KINDS, None):
        mine = [(card, copies) for card, copies in held if kind in (None, card.kind)]
        if not mine:
            continue
        number = sum(copies for _, copies in mine)
        fighters = [card for card, copies in mine if card.kind in FIGHTERS for _ in range(copies)]
        means = [sum(values) / len(values) for values in zip(*((card.atk, card.defense) for card in fighters), strict=True)]
        shown = [f"{mean:.1f}" for mean in means] or ["", ""]
        lines.append(("All" if kind is None else _heading(kind), str(len(mine)), str(number), f"{number / size:.0%}", *shown))
    return lines


def random_deck(game: Game, seed: int, size: int | None, pool: str | None, cards: Sequence[Path], players: int) -> str:
    """A deck file with the deck that the rules for random decks make of a seed: that of seat 0."""
    rules = {"deck_mode": "random", "deck_size": size or 0, "card_sets": _card_sets(cards), **({"pool": pool} if pool else {})}
    position = game.new(players, rules, seed)
    known, record = catalogue(position.variant["card_sets"]), position.record  # type: ignore[arg-type]
    held = Counter(int(card) for card in (*record.deck[0], *record.hand[0]) if card)
    document = {
        "title": f"Random deck {seed}",
        "note": f"seed {seed}, pool {position.variant['pool']} of the sets {', '.join(known.sets)}, {players} players",
        "cards": {known.key(number): held[number] for number in sorted(held)},
    }
    return yaml.safe_dump(document, sort_keys=False, width=140)
