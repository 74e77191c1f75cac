"""Card sets of Heroes of History: reading and checking card files, and the tables of numbers that kernels read.

A set is a file of the form of `cards.yaml`: cards with their effect rows, and ready-made decks. Whatever is wrong
with one is said with the file, the line and the card. Read `decks.py` next.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.language import (
    BY_CHOICE,
    MOST_REPEATS,
    MOST_STEPS,
    Column,
    Condition,
    Kind,
    Op,
    Row,
    RowError,
    Selector,
    Subtype,
    Trigger,
    compile_row,
    words,
)  # fmt: skip

FOLDER = Path(__file__).parent
STANDARD = "standard"  # the name of the set that comes with the game
MOST_TITLES = 120  # that the arrays have room for, over all sets of a game
MOST_ROWS = 320
MOST_COPIES, MOST_EXCEPTIONAL = 3, 2  # of one title in a deck
LINE = "__line__"

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Small = Annotated[int, Field(ge=0, le=20)]


class CardError(RulesError):
    """A card file or a deck that is refused: the message names the place, the card and what is wrong."""


class Feature(IntEnum):
    """The columns of the table of cards."""

    KIND = 0
    SET = 1
    SUBTYPE = 2
    STARS = 3
    ATK = 4
    DEF = 5
    LIMIT = 6
    STATION = 7  # 1: a Hold that works from the Command Zone
    WORTH = 8  # cards that it counts as when tributed
    ABILITY = 9  # its first activate row plus 1, or 0
    TRIGGERS = 10  # one bit per trigger of its rows
    PAY = 11  # State Points that playing it (an Action) or using it (a Combatant) costs


# ------------------------------------------------------------------------------------------------ as written
class Card(BaseModel):
    """One card as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: int
    key: Key
    title: str = Field(min_length=1, max_length=60)
    set: Key
    type: Literal[words(Kind)[1:]]  # type: ignore[valid-type]
    stars: Small = 0
    sub: Literal[words(Subtype)[1:]] | None = None  # type: ignore[valid-type]
    atk: Small = 0
    defense: Small = Field(0, alias="def")
    limit: Annotated[int, Field(ge=1, le=MOST_COPIES)] | None = None
    station: Literal["trench", "command"] = "trench"
    source: str = ""
    known: list[str] = []
    note: str = ""
    fx: list[Row] = []

    @property
    def kind(self) -> Kind:
        return Kind[self.type.upper()]

    @property
    def copies(self) -> int:
        """Copies that a deck may hold."""
        most = MOST_EXCEPTIONAL if self.kind == Kind.EXCEPTIONAL else MOST_COPIES
        return most if self.limit is None else self.limit


class Deck(BaseModel):
    """A ready-made deck as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = ""
    source: str = ""
    cards: dict[Key, Annotated[int, Field(ge=1)]]


class CardFile(BaseModel):
    """A card file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1] = Field(alias="schema")
    game: Literal["heroes_of_history"]
    sets: list[Key] = Field(min_length=1)
    types: list[str] = []
    subtypes: list[str] = []
    curve: dict[str, Annotated[list[int], Field(min_length=2, max_length=2)]] = {}
    cards: list[Card] = Field(min_length=1)
    decks: dict[Key, Deck] = {}


class _LinedLoader(yaml.SafeLoader):
    """A YAML reader that notes the line of every mapping and refuses names given twice."""

    def construct_mapping(self, node, deep=False):
        names = [key.value for key, _ in node.value]
        for (key, _), name in zip(node.value, names, strict=True):
            if names.count(name) > 1:
                raise yaml.MarkedYAMLError(problem=f"{name!r} is given twice", problem_mark=key.start_mark)
        return {**super().construct_mapping(node, deep=deep), LINE: node.start_mark.line + 1}


def read_lined(path: Path) -> object:
    """The data of a YAML file, with the line of every mapping under LINE."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _LinedLoader)
    except OSError as error:
        raise CardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CardError(f"{path.name} is not YAML: it is no text") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise CardError(f"{path.name}, line {line}: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise CardError(f"{path.name} is not YAML: {' '.join(str(error).split())}") from None


def without_lines(data: object) -> object:
    """The same data without the lines."""
    if isinstance(data, Mapping):
        return {name: without_lines(value) for name, value in data.items() if name != LINE}
    return [without_lines(value) for value in data] if isinstance(data, list) else data


def _line(data: object, path: Sequence[object]) -> int:
    """The line of the innermost mapping on a path into the data; 0 if nothing is known of it."""
    line = 0
    for step in (None, *path):
        try:
            data = data if step is None else data[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            break
        line = data.get(LINE, line) if isinstance(data, Mapping) else line
    return line


# ------------------------------------------------------------------------------------------------ checking
class _Checker:
    """Checks one card file; every error names the file, the line and the card."""

    def __init__(self, data: object, name: str) -> None:
        self.data, self.name = data, name
        try:
            self.file = CardFile.model_validate(without_lines(data))
        except ValidationError as error:
            first = error.errors()[0]
            place = [
                step for step in first["loc"] if isinstance(step, int) or step in ("cards", "fx", "decks", "only") or step in _keys(data)
            ]
            what = f"{first['loc'][-1]}: {first['msg']}" if first["loc"] else first["msg"]
            raise self.error(place, what) from None
        for number, card in enumerate(self.file.cards):
            try:
                self._check_card(number, card)
            except ValueError as error:
                raise self.error(("cards", number), str(error)) from None

    def error(self, place: Sequence[object], what: str) -> CardError:
        """The error at a place of the file."""
        words_of = [self.name]
        line = _line(self.data, place)
        if line:
            words_of.append(f"line {line}")
        card = ""
        if len(place) > 1 and place[0] in ("cards", "decks"):
            entry = self.data[place[0]]  # type: ignore[index]
            try:
                card = f"{entry[place[1]]['key']}: " if place[0] == "cards" else f"deck {place[1]}: "
            except (KeyError, IndexError, TypeError):
                card = f"{place[0]}[{place[1]}]: "
        return CardError(f"{', '.join(words_of)}: {card}{what}")

    def _check_card(self, number: int, card: Card) -> None:
        if card.id != number + 1:
            raise ValueError(f"id = {card.id}: the cards of a file are numbered from 1 without gaps, this is number {number + 1}")
        if card.set not in self.file.sets:
            raise ValueError(f"set = {card.set!r}: the sets of this file are {', '.join(self.file.sets)}")
        fights = card.kind in (Kind.EXCEPTIONAL, Kind.COMBATANT)
        if fights != (card.sub is not None):
            raise ValueError(f"sub: Combatants have one of {', '.join(words(Subtype)[1:])}, other cards none")
        if not fights and (card.atk or card.defense or card.stars):
            raise ValueError("only Combatants have atk, def and stars")
        if card.kind == Kind.EXCEPTIONAL and not 1 <= card.stars <= 3:
            raise ValueError(f"stars = {card.stars}: Exceptional Combatants have 1 to 3")
        if card.kind == Kind.COMBATANT and card.stars:
            raise ValueError(f"stars = {card.stars}: plain Combatants have none")
        if card.kind == Kind.EXCEPTIONAL and card.copies > MOST_EXCEPTIONAL:
            raise ValueError(f"limit = {card.limit}: of an Exceptional title a deck holds at most {MOST_EXCEPTIONAL}")
        if card.station == "command" and card.kind != Kind.HOLD:
            raise ValueError("station: only Holds work from the Command Zone")
        if fights:
            self._check_curve(card)

    def _check_curve(self, card: Card) -> None:
        name = "combatant" if card.kind == Kind.COMBATANT else f"exceptional_{card.stars}"
        low, high = {**_CURVE, **self.file.curve}[name]
        if not low <= card.atk + card.defense <= high:
            raise ValueError(
                f"atk + def = {card.atk + card.defense}: for {name.replace('_', ' with stars ')} it lies between {low} and {high}"
            )


_CURVE = {"combatant": [3, 8], "exceptional_1": [9, 11], "exceptional_2": [12, 13], "exceptional_3": [14, 16]}


def _keys(data: object) -> set:
    """The names of the decks of a file, which are steps of a path into it."""
    decks = data.get("decks") if isinstance(data, Mapping) else None
    return set(decks) if isinstance(decks, Mapping) else set()


# ------------------------------------------------------------------------------------------------ catalogue
@dataclass(frozen=True, eq=False)
class Catalogue:
    """The cards of a game, numbered from 1 over all its sets, and the tables that kernels read."""

    cards: tuple[Card, ...]
    sets: dict[str, int]  # number of each set, from 1
    starters: dict[str, dict[str, int]]  # ready-made decks: copies by key
    table: np.ndarray = field(repr=False)  # [title, Feature]
    rows: np.ndarray = field(repr=False)  # [row, Column]
    first: np.ndarray = field(repr=False)  # rows of title c are first[c] .. first[c + 1] - 1

    @property
    def ids(self) -> dict[str, int]:
        """The number of each card by its key."""
        return {card.key: number for number, card in enumerate(self.cards, 1)}

    def card(self, number: int) -> Card:
        """A card by its number."""
        return self.cards[number - 1]

    def key(self, number: int) -> str:
        """The key of a card; "none" for 0."""
        return self.cards[number - 1].key if number else "none"

    def title(self, number: int) -> str:
        """The title of a card; a dash for 0."""
        return self.cards[number - 1].title if number else "-"


def read_set(path: Path) -> dict:
    """A card file as checked plain data."""
    data = read_lined(path)
    _build(((path.name, data),) if path == FOLDER / "cards.yaml" else (_standard(), (path.name, data)))
    return without_lines(data)  # type: ignore[return-value]


@lru_cache(1)
def _standard() -> tuple[str, object]:
    return "cards.yaml", read_lined(FOLDER / "cards.yaml")


def catalogue(sets: Sequence[str | Mapping]) -> Catalogue:
    """The catalogue of a list of sets: `standard` or the data of a card file."""
    return _catalogue(json.dumps(list(sets), sort_keys=True))


@lru_cache(32)
def _catalogue(text: str) -> Catalogue:
    sets = json.loads(text)
    return _build([_standard() if one == STANDARD else (f"card set {'/'.join(one['sets'])}", one) for one in sets])


def _build(files: Sequence[tuple[str, object]]) -> Catalogue:
    """Check card files together and compile them."""
    checkers = [_Checker(data, name) for name, data in files]
    cards: list[Card] = []
    sets: dict[str, int] = {}
    keys: dict[str, str] = {}
    for checker in checkers:
        for name in checker.file.sets:
            if name in sets or name == "mixed":
                raise CardError(f"{checker.name}: the set {name!r} exists already")
            sets[name] = len(sets) + 1
        for number, card in enumerate(checker.file.cards):
            for word in (card.key, card.title):
                if word in keys:
                    raise checker.error(("cards", number), f"{word!r} is the name of another card, in {keys[word]}")
            keys.update({card.key: checker.name, card.title: checker.name})
            cards.append(card)
    if len(cards) > MOST_TITLES:
        raise CardError(f"{len(cards)} cards in all sets: there is room for {MOST_TITLES}")
    ids = {card.key: number for number, card in enumerate(cards, 1)}
    table, rows, first = _compile(checkers, ids, sets)
    starters = _starters(checkers, ids, cards)
    return Catalogue(tuple(cards), sets, starters, table, rows, first)


def _compile(checkers: Sequence[_Checker], ids: Mapping[str, int], sets: Mapping[str, int]) -> tuple[np.ndarray, ...]:
    table = np.zeros((MOST_TITLES + 1, len(Feature)), np.int16)
    rows: list[list[int]] = []
    first = np.zeros(MOST_TITLES + 2, np.int16)
    number = 0
    for checker in checkers:
        for place, card in enumerate(checker.file.cards):
            number += 1
            first[number] = len(rows)
            for k, row in enumerate(card.fx):
                try:
                    rows.append(compile_row(row, number, card.kind, ids, sets))
                except RowError as error:
                    raise checker.error(("cards", place, "fx", k), str(error)) from None
            own = np.array(rows[first[number] :]).reshape(-1, len(Column))
            problem = _unsound(own)
            if problem:
                raise checker.error(("cards", place), problem)
            table[number] = _features(card, own, first[number], sets)
    if len(rows) > MOST_ROWS:
        raise CardError(f"{len(rows)} effect rows in all sets: there is room for {MOST_ROWS}")
    first[number + 1 :] = len(rows)
    return table, np.array(rows, np.int16).reshape(-1, len(Column)), first


def _unsound(own: np.ndarray) -> str | None:
    """What the rows of one card cannot be together."""
    when = own[:, Column.WHEN]
    for trigger in np.unique(when):
        most = MOST_STEPS if trigger in BY_CHOICE or trigger == Trigger.CONT else MOST_REPEATS
        if (when == trigger).sum() > most:
            return f"{(when == trigger).sum()} rows for {Trigger(trigger).name.lower()}: at most {most}"
    for trigger in BY_CHOICE:
        mine = own[when == trigger]
        if mine[1:, Column.PAY].any():
            return "pay stands in the first row of its trigger only"
        picks = np.isin(mine[:, Column.TO], (Selector.PICK_MINE, Selector.PICK_THEIRS))
        if (mine[:, Column.TO] == Selector.IT).any() and not picks[: int(np.argmax(mine[:, Column.TO] == Selector.IT))].any():
            return "it needs an earlier row of the same card that picks a Combatant"
    return None


def _features(card: Card, own: np.ndarray, first: int, sets: Mapping[str, int]) -> list[int]:
    """One line of the table of cards."""
    when = own[:, Column.WHEN]
    activate = np.flatnonzero(when == Trigger.ACTIVATE)
    worth = own[own[:, Column.OP] == Op.WORTH, Column.AMT]
    priced = when == (Trigger.ACTIVATE if card.kind in (Kind.COMBATANT, Kind.EXCEPTIONAL) else Trigger.PLAY)
    return [
        card.kind, sets[card.set], Subtype[card.sub.upper()] if card.sub else 0, card.stars, card.atk, card.defense, card.copies,
        card.station == "command", int(worth.max(initial=1)), int(first + activate[0] + 1) if len(activate) else 0,
        int(sum(1 << int(trigger) for trigger in np.unique(when))), int(own[priced, Column.PAY].max(initial=0)),
    ]  # fmt: skip


def _starters(checkers: Sequence[_Checker], ids: Mapping[str, int], cards: Sequence[Card]) -> dict[str, dict[str, int]]:
    """The ready-made decks of all files, checked card by card."""
    starters: dict[str, dict[str, int]] = {}
    for checker in checkers:
        for name, deck in checker.file.decks.items():
            if name in starters:
                raise checker.error(("decks", name), "another file has a deck of this name")
            problem = copies_problem(deck.cards, ids, cards)
            if problem:
                raise checker.error(("decks", name, "cards"), problem)
            starters[name] = dict(deck.cards)
    return starters


def copies_problem(deck: Mapping[str, int], ids: Mapping[str, int], cards: Sequence[Card]) -> str | None:
    """What is wrong with the cards of a deck, whatever their number: unknown keys and too many copies."""
    for key, copies in deck.items():
        if key not in ids:
            near = [other for other in ids if other.startswith(key[:3])]
            return f"no card is called {key!r}{f'; did you mean {near[0]}?' if near else ''}"
        card = cards[ids[key] - 1]
        if copies > card.copies:
            return f"{copies} copies of {card.title}: a deck holds at most {card.copies}"
    return None


def reaches_enemies(rows: np.ndarray) -> bool:
    """Whether any continuous row changes Combatants of opponents."""
    return bool(((rows[:, Column.WHEN] == Trigger.CONT) & (rows[:, Column.TO] == Selector.THEIRS)).any())


def conditions(rows: np.ndarray) -> set[Condition]:
    """The conditions that some row has."""
    return {Condition(int(code)) for code in np.unique(rows[:, Column.IF])}
