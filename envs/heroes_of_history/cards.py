"""Card sets of Heroes of History: reading and checking card files, and the tables of numbers that kernels read.

A set is a file of the form of `cards.yaml`: cards with their effect rows, and ready-made decks. Whatever is wrong
with one is said with the file, the line and the card. Read `decks.py` next.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
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

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Small = Annotated[int, Field(ge=0, le=20)]


class CardError(RulesError):
    """A card file or a deck that is refused: the message names the place, the card and what is wrong.

    It tells the first problem; `problems` are all that were found.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)

    @property
    def problems(self) -> tuple[str, ...]:
        return self.args

    def __str__(self) -> str:
        return self.args[0] + (f" (the first of {len(self.args)} problems)" if len(self.args) > 1 else "")


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


# ------------------------------------------------------------------------------------------------ files with lines
class Lined(dict):
    """A mapping out of a file: a dict that knows its file, its line and the line of each of its keys.

    Copies and pickles are plain dicts: where a mapping stood matters only until it has been checked.
    """

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file, self.line = file, line
        self.lines: dict[object, int] = {}

    def __reduce__(self):
        return dict, (dict(self),)


def place_of(data: Mapping, key: object = None) -> str:
    """Where a mapping or one of its keys stands, as the beginning of a message; nothing if it comes from no file."""
    return f"{data.file}, line {data.lines.get(key, data.line)}: " if isinstance(data, Lined) else ""


class _LinedLoader(yaml.SafeLoader):
    """A YAML reader that makes `Lined` mappings and refuses names given twice."""

    file = ""

    def construct_lined(self, node: yaml.MappingNode) -> Iterator[Lined]:
        names = [key.value for key, _ in node.value]
        for (key, _), name in zip(node.value, names, strict=True):
            if names.count(name) > 1:
                raise yaml.MarkedYAMLError(problem=f"{name!r} is given twice", problem_mark=key.start_mark)
        data = Lined(self.file, node.start_mark.line + 1)
        yield data  # before its members, which may refer to it
        data.update(self.construct_mapping(node))
        data.lines.update({self.construct_object(key, deep=True): key.start_mark.line + 1 for key, _ in node.value})


_LinedLoader.add_constructor("tag:yaml.org,2002:map", _LinedLoader.construct_lined)


def read_lined(path: Path) -> object:
    """The data of a YAML file, its mappings with their lines."""
    try:
        loader = _LinedLoader(path.read_text(encoding="utf-8"))
        loader.file = path.name
        return loader.get_single_data()
    except OSError as error:
        raise CardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CardError(f"{path.name} is not YAML: it is no text") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise CardError(f"{path.name}, line {line}: {error.problem or error.context}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise CardError(f"{path.name} is not YAML: {' '.join(str(error).split())}") from None


def _line(data: object, path: Sequence[object]) -> int:
    """The line of the innermost place on a path into the data that has one; 0 if nothing is known of it."""
    line = data.line if isinstance(data, Lined) else 0
    for step in path:
        try:
            inner = data[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(data, Lined):
            line = data.lines.get(step, line)
        elif isinstance(inner, Lined):
            line = inner.line
        data = inner
    return line


# ------------------------------------------------------------------------------------------------ checking
class _Checker:
    """One card file under check: `problems` gathers all that is wrong with it, with the file, the line and the card."""

    def __init__(self, name: str, data: object) -> None:
        self.name, self.data = name, data
        self.problems: list[str] = []
        self.sets: list[str] = []
        self.curve = _CURVE
        self.cards: list[Card | None] = []  # None where the entry is none
        self.decks: dict[str, Deck] = {}
        self.known = self._read()  # whether the head could be read: without it nothing else can be judged
        for number, card in enumerate(self.cards):
            for problem in self._card_problems(number, card) if card else ():
                self.add(("cards", number), problem)

    def _read(self) -> bool:
        """Take over what is well formed."""
        broken = set()
        try:
            CardFile.model_validate(self.data)
        except ValidationError as error:
            for one in error.errors():
                self.add(one["loc"], f"{one['loc'][-1]}: {one['msg']}" if one["loc"] else one["msg"])
                broken.add(one["loc"][:2])
        if any(len(place) < 2 or place[0] not in ("cards", "decks") for place in broken):
            return False
        data: Mapping = self.data  # type: ignore[assignment]
        self.sets, self.curve = data["sets"], {**_CURVE, **data.get("curve", {})}
        self.cards = [None if ("cards", k) in broken else Card.model_validate(entry) for k, entry in enumerate(data["cards"])]
        self.decks = {
            name: Deck.model_validate(deck) for name, deck in data.get("decks", {}).items() if ("decks", name) not in broken
        }  # fmt: skip
        return True

    @property
    def keys(self) -> list[str | None]:
        """The keys of all cards, also of those that are wrong: others may refer to them."""
        keys = [entry.get("key") if isinstance(entry, Mapping) else None for entry in self.data["cards"]]  # type: ignore[index]
        return [key if isinstance(key, str) else None for key in keys]

    def add(self, place: Sequence[object], what: str) -> None:
        """Note a problem at a place of the file."""
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
        self.problems.append(f"{', '.join(words_of)}: {card}{what}")

    def _card_problems(self, number: int, card: Card) -> Iterator[str]:
        if card.id != number + 1:
            yield f"id = {card.id}: the cards of a file are numbered from 1 without gaps, this is number {number + 1}"
        if card.set not in self.sets:
            yield f"set = {card.set!r}: the sets of this file are {', '.join(self.sets)}"
        fights = card.kind in (Kind.EXCEPTIONAL, Kind.COMBATANT)
        if fights != (card.sub is not None):
            yield f"sub: Combatants have one of {', '.join(words(Subtype)[1:])}, other cards none"
        if not fights and (card.atk or card.defense or card.stars):
            yield "only Combatants have atk, def and stars"
        starred = card.kind != Kind.EXCEPTIONAL or 1 <= card.stars <= 3
        if not starred:
            yield f"stars = {card.stars}: Exceptional Combatants have 1 to 3"
        if card.kind == Kind.COMBATANT and card.stars:
            yield f"stars = {card.stars}: plain Combatants have none"
        if card.kind == Kind.EXCEPTIONAL and card.copies > MOST_EXCEPTIONAL:
            yield f"limit = {card.limit}: of an Exceptional title a deck holds at most {MOST_EXCEPTIONAL}"
        if card.station == "command" and card.kind != Kind.HOLD:
            yield "station: only Holds work from the Command Zone"
        if fights and starred:
            yield from self._curve_problems(card)

    def _curve_problems(self, card: Card) -> Iterator[str]:
        name = "combatant" if card.kind == Kind.COMBATANT else f"exceptional_{card.stars}"
        low, high = self.curve[name]
        if not low <= card.atk + card.defense <= high:
            yield f"atk + def = {card.atk + card.defense}: for {name.replace('_', ' with stars ')} it lies between {low} and {high}"


_CURVE = {"combatant": [3, 8], "exceptional_1": [9, 11], "exceptional_2": [12, 13], "exceptional_3": [14, 16]}


# ------------------------------------------------------------------------------------------------ catalogue
@dataclass(frozen=True, eq=False)
class Catalogue:
    """The cards of a game, numbered from 1 over all its sets, and the tables that kernels read."""

    cards: tuple[Card, ...]
    sets: dict[str, int]  # number of each set, from 1
    starters: dict[str, dict[str, int]]  # ready-made decks: copies by key
    starter_titles: dict[str, str]
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


def read_set(path: Path, others: Sequence[str | Mapping] = ()) -> Mapping:
    """The checked data of a card file that is to be used beside the standard set and others."""
    data = read_lined(path)
    beside = () if path.resolve() == (FOLDER / "cards.yaml").resolve() else (STANDARD, *others)
    build([*map(named, beside), (path.name, data)])
    return data  # type: ignore[return-value]


@lru_cache(1)
def _standard() -> tuple[str, object]:
    return "cards.yaml", read_lined(FOLDER / "cards.yaml")


def named(one: str | Mapping) -> tuple[str, object]:
    """A card set and what messages call it: its file if it comes from one."""
    if isinstance(one, str):
        return _standard()
    if isinstance(one, Lined):
        return one.file, one
    sets = one.get("sets")
    return f"card set {'/'.join(map(str, sets)) if isinstance(sets, list) else sets}", one


def catalogue(sets: Sequence[str | Mapping]) -> Catalogue:
    """The catalogue of a list of sets: `standard` or the data of a card file."""
    return _catalogue(json.dumps(list(sets), sort_keys=True))


@lru_cache(32)
def _catalogue(text: str) -> Catalogue:
    return build([named(one) for one in json.loads(text)])


def build(files: Sequence[tuple[str, object]]) -> Catalogue:
    """Check card files, given by name and data, together and compile them; CardError has everything that is wrong."""
    checkers = [_Checker(name, data) for name, data in files]
    if all(checker.known for checker in checkers):
        sets = _numbered_sets(checkers)
        _check_names(checkers)
        cards = [card for checker in checkers for card in checker.cards]
        if len(cards) > MOST_TITLES:
            checkers[-1].add((), f"{len(cards)} cards in all sets: there is room for {MOST_TITLES}")
        else:
            keys = [key for checker in checkers for key in checker.keys]
            ids = {key: number for number, key in enumerate(keys, 1) if key is not None}
            table, rows, first = _compile(checkers, ids, sets)
            starters = _starters(checkers, ids, cards)
    problems = [problem for checker in checkers for problem in checker.problems]
    if problems:
        raise CardError(*problems)
    titles = {name: deck.title for checker in checkers for name, deck in checker.decks.items()}
    return Catalogue(tuple(cards), sets, starters, titles, table, rows, first)  # type: ignore[arg-type]


def _numbered_sets(checkers: Sequence[_Checker]) -> dict[str, int]:
    """The number of each set, from 1."""
    sets: dict[str, int] = {}
    for checker in checkers:
        for name in checker.sets:
            if name in sets or name == "mixed":
                checker.add(("sets",), f"the set {name!r} exists already")
            sets.setdefault(name, len(sets) + 1)
    return sets


def _check_names(checkers: Sequence[_Checker]) -> None:
    """No two cards share a key or a title."""
    taken: dict[str, str] = {}
    for checker in checkers:
        for number, card in enumerate(checker.cards):
            for word in dict.fromkeys((card.key, card.title)) if card else ():
                if word in taken:
                    checker.add(("cards", number), f"{word!r} is the name of another card, in {taken[word]}")
                taken.setdefault(word, checker.name)


def _compile(checkers: Sequence[_Checker], ids: Mapping[str, int], sets: Mapping[str, int]) -> tuple[np.ndarray, ...]:
    table = np.zeros((MOST_TITLES + 1, len(Feature)), np.int16)
    rows: list[list[int]] = []
    first = np.zeros(MOST_TITLES + 2, np.int16)
    number = 0
    for checker in checkers:
        for place, card in enumerate(checker.cards):
            number += 1
            first[number] = len(rows)
            if card is None or card.set not in sets:
                continue
            for k, row in enumerate(card.fx):
                try:
                    rows.append(compile_row(row, number, card.kind, ids, sets))
                except RowError as error:
                    checker.add(("cards", place, "fx", k), str(error))
            own = np.array(rows[first[number] :]).reshape(-1, len(Column))
            problem = _unsound(own) if len(own) == len(card.fx) else None
            if problem:
                checker.add(("cards", place), problem)
            table[number] = _features(card, own, first[number], sets)
    if len(rows) > MOST_ROWS:
        checkers[-1].add((), f"{len(rows)} effect rows in all sets: there is room for {MOST_ROWS}")
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


def _starters(checkers: Sequence[_Checker], ids: Mapping[str, int], cards: Sequence[Card | None]) -> dict[str, dict[str, int]]:
    """The ready-made decks of all files, checked card by card."""
    starters: dict[str, dict[str, int]] = {}
    for checker in checkers:
        for name, deck in checker.decks.items():
            if name in starters:
                checker.add(("decks", name), "another file has a deck of this name")
            for key, problem in copies_problems(deck.cards, ids, cards):
                checker.add(("decks", name, "cards", key), problem)
            starters[name] = dict(deck.cards)
    return starters


def copies_problems(deck: Mapping[str, int], ids: Mapping[str, int], cards: Sequence[Card | None]) -> Iterator[tuple[str, str]]:
    """What is wrong with the cards of a deck, whatever their number: unknown keys and too many copies."""
    for key, copies in deck.items():
        if key not in ids:
            near = get_close_matches(key.lower().replace(" ", "_"), ids, 1)
            yield key, f"no card is called {key!r}{f'; did you mean {near[0]}?' if near else ''}"
            continue
        card = cards[ids[key] - 1]
        if card is not None and copies > card.copies:
            yield key, f"{copies} copies of {card.title}: a deck holds at most {card.copies}"


def reaches_enemies(rows: np.ndarray) -> bool:
    """Whether any continuous row changes Combatants of opponents."""
    return bool(((rows[:, Column.WHEN] == Trigger.CONT) & (rows[:, Column.TO] == Selector.THEIRS)).any())
