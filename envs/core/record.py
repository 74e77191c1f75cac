"""Declared state fields: one list gives the record's dtype, its ranges, its docs and positions by name.

Every state begins with the same header (`HEADER`), so that drivers, faces and agents work for all games.
A game adds its own fields, each with its meaning, range and who may see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rulebound.envs.core.jit import DISABLED
from rulebound.envs.core.layout import listing

QUEUE = 24  # forced dice that a position can hold, unless its game asks for more
SEEN = ("public", "owner", "nobody")


class _PlainArray(np.ndarray):
    """A sub-array whose entries are Python numbers."""

    def __getitem__(self, place):
        value = super().__getitem__(place)
        return value.item() if isinstance(value, np.generic) else value


class _PlainRecord(np.record):
    """A record whose fields are Python numbers, for rules that run uncompiled: compiled code does all sums in
    64 bits, where a NumPy scalar of eight bits would overflow."""

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if isinstance(value, np.ndarray):
            return value.view(_PlainArray)
        return value.item() if isinstance(value, np.generic) else value


RECORD_TYPE = _PlainRecord if DISABLED else np.record


class PositionError(ValueError):
    """A position that cannot be: the message names the field, the value and what is allowed."""


@dataclass(frozen=True)
class Field:
    """One field of the state record.

    axes    names of axes (looked up in the layout's `axes`); a first axis "seat" makes it a player's field.
    labels  names of the values, if they are not numbers; the first one stands for `low`.
    seen    public, owner (that seat only) or nobody; hidden fields are what `redeal` replaces.
    count   for an ordered pile: the field that says how many entries count. The last one is the top; what lies
            above it is zero. A pile may belong to a seat: then its count does too.
    """

    name: str
    type: str
    doc: str
    axes: tuple[str, ...] = ()
    low: int = 0
    high: int = 1
    labels: tuple[str, ...] | None = None
    seen: str = "public"
    count: str | None = None

    def __post_init__(self) -> None:
        if self.seen not in SEEN:
            raise ValueError(f"field {self.name}: seen is {self.seen!r}, allowed are {', '.join(SEEN)}")
        if self.labels is not None:
            object.__setattr__(self, "high", self.low + len(self.labels) - 1)
        info = np.iinfo(self.type) if np.dtype(self.type).kind in "iu" else None
        if info is not None and not info.min <= self.low <= self.high <= info.max:
            raise ValueError(f"field {self.name}: {self.low}..{self.high} does not fit {self.type}")


def header(seats: int, queue: int = QUEUE) -> tuple[Field, ...]:
    """The fields that every game's state begins with."""
    return (
        Field("key", "u8", "key of all random draws of this game", high=2**64 - 1, seen="nobody"),
        Field("streams", "u4", "draws made so far from each random stream", ("stream",), high=2**32 - 1, seen="nobody"),
        Field("ruleset", "i4", "row of the table of rules that this game is played under", high=2**31 - 1),
        Field("decisions", "i4", "actions taken so far", high=2**31 - 1, seen="nobody"),
        Field("num_players", "i1", "seats at this table", low=2, high=seats),
        Field("seat", "i1", "the seat that has to act", high=seats - 1),
        Field("over", "i1", "1 once the game has ended by its rules or by its limit"),
        Field("truncated", "i1", "1 if it was ended by its limit"),
        Field("offender", "i1", "the seat that lost the game by an illegal action, or -1", low=-1, high=seats - 1),
        Field("queued", "i1", "forced dice still waiting", high=queue, seen="nobody"),
        Field("queue", "i1", "faces of forced dice, next one first", ("queue",), high=127, seen="nobody"),
        Field("reward", "f4", "reward of each seat for the last action", ("seat",)),
        Field("standing", "f4", "each seat's potential when it was last rewarded", ("seat",)),
    )


@dataclass(frozen=True)
class StateLayout:
    """All fields of a game's state: common header first, then the game's own."""

    seats: int
    streams: tuple[str, ...]
    axes: Mapping[str, Sequence[str] | int]  # name of an axis -> labels of its entries, or just their number
    own: tuple[Field, ...]
    queue: int = QUEUE  # forced dice that a position can hold

    @cached_property
    def fields(self) -> dict[str, Field]:
        return {f.name: f for f in (*header(self.seats, self.queue), *self.own)}

    @cached_property
    def counts(self) -> set[str]:
        """Fields that only say how long a pile is; by name they follow from the pile."""
        return {f.count for f in self.fields.values() if f.count is not None}

    def labels(self, axis: str) -> Sequence[str] | None:
        """The entries' names along an axis, or None where they are only numbered."""
        if axis == "seat":
            return tuple(f"player_{k}" for k in range(self.seats))
        if axis == "stream":
            return self.streams
        entries = self.queue if axis == "queue" else self.axes[axis]
        return None if isinstance(entries, int) else entries

    def length(self, axis: str) -> int:
        """Number of entries along an axis."""
        labels = self.labels(axis)
        if labels is not None:
            return len(labels)
        return self.queue if axis == "queue" else int(self.axes[axis])  # type: ignore[arg-type]

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a field."""
        return tuple(self.length(axis) for axis in self.fields[name].axes)

    @cached_property
    def dtype(self) -> np.dtype:
        """The record: wide fields first and filled up to whole words, so that it has no gaps whose bytes
        nobody sets (copies compare and hash by their bytes).

        Of type np.record, so that `states[0].cities` works in plain Python as in a kernel (and crosses into
        compiled code faster than a plain structured dtype: 0.5 against 1.1 microseconds).
        """
        names = [(f.name, f.type, self.shape(f.name)) for f in self.fields.values()]
        names.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        size = sum(np.dtype(kind).itemsize * int(np.prod(shape, dtype=int)) for _, kind, shape in names)
        filled = np.dtype([*names, ("filling", "i1", (-size % 8,))], align=True)
        assert filled.itemsize == size + -size % 8
        return np.dtype((RECORD_TYPE, filled))

    # -------------------------------------------------------------------------------------------- ranges
    def problems(self, record: np.record) -> list[str]:
        """Every field of a record that lies outside its declared range, in words."""
        found = []
        for f in self.fields.values():
            if np.dtype(f.type).kind == "f":
                continue
            values = np.asarray(record[f.name])
            if f.count is not None:
                values = values[np.arange(values.shape[-1]) < np.asarray(record[f.count])[..., None]]
            bad = values[(values < f.low) | (values > f.high)] if values.ndim else values[None][(values < f.low) | (values > f.high)]
            if len(bad):
                found.append(f"{f.name} = {bad.flat[0]}: must be between {f.low} and {f.high}")
        return found

    # -------------------------------------------------------------------------------------------- names
    def to_names(self, record: np.record, blank: np.record | None = None, always: Sequence[str] = ()) -> dict:
        """A record as nested names and values; what equals `blank` is left out, except the fields in `always`."""
        named: dict = {}
        players: list[dict] = [{} for _ in range(int(record.num_players))]
        for f in self.fields.values():
            if f.name in self.counts:
                continue
            value = record[f.name]
            if f.count is not None and f.axes[:1] == ("seat",):
                for seat, player in enumerate(players):
                    player[f.name] = self._listed(f, value[seat], record[f.count][seat])
            elif f.count is not None:
                named[f.name] = self._listed(f, value, record[f.count])
            elif f.axes[:1] == ("seat",):
                for seat, player in enumerate(players):
                    if blank is None or not np.array_equal(value[seat], blank[f.name][seat]):
                        player[f.name] = self._value(f, value[seat], f.axes[1:])
            elif blank is None or f.name in always or not np.array_equal(value, blank[f.name]):
                named[f.name] = self._value(f, value, f.axes)
        named["players"] = players
        return named

    def _listed(self, f: Field, pile: np.ndarray, count: int) -> list:
        """A pile in words, top first."""
        return [self._word(f, card) for card in pile[: int(count)][::-1]]

    def _word(self, f: Field, value: object) -> object:
        if f.labels is not None:
            return f.labels[int(value) - f.low]  # type: ignore[call-overload]
        return float(value) if np.dtype(f.type).kind == "f" else int(value)  # type: ignore[arg-type]

    def _value(self, f: Field, value: np.ndarray, axes: tuple[str, ...]) -> object:
        if not axes:
            return self._word(f, value)
        labels = self.labels(axes[0])
        parts = [self._value(f, part, axes[1:]) for part in value]
        if labels is None:
            return parts if len(axes) > 1 else _without_tail(parts, self._word(f, 0) if f.low <= 0 <= f.high else None)
        default = self._word(f, 0) if f.low <= 0 <= f.high else None
        return {label: part for label, part in zip(labels, parts, strict=True) if part != default and part != {}}

    def from_names(self, record: np.record, named: Mapping, where: str = "position") -> None:
        """Write nested names and values into a record; a PositionError leaves the record half written, so
        pass a copy."""
        if not isinstance(named, Mapping):
            raise PositionError(f"{where} must be a mapping of field names, not {type(named).__name__}")
        for name, value in named.items():
            if name == "players":
                self._players(record, value, where)
                continue
            f = self._field(name, where)
            if name in self.counts:
                raise PositionError(f"{where}.{name} follows from the pile that it counts: write that")
            if f.axes[:1] == ("seat",) and f.name not in ("reward", "standing"):
                raise PositionError(f"{where}.{name} belongs to a player: write it in the list 'players'")
            if f.count is not None:
                record[f.count] = self._pile(record[f.name], f, value, f"{where}.{name}")
            else:
                self._assign(record, f, value, (), f.axes, f"{where}.{name}")

    def _field(self, name: str, where: str) -> Field:
        if name not in self.fields:
            raise PositionError(f"{where}.{name}: no such field; there are {', '.join(self.fields)}")
        return self.fields[name]

    def _players(self, record: np.record, players: object, where: str) -> None:
        if not isinstance(players, Sequence) or len(players) > int(record.num_players):
            raise PositionError(f"{where}.players must be a list of at most {int(record.num_players)} players")
        for seat, player in enumerate(players):
            place = f"{where}.players[{seat}]"
            if not isinstance(player, Mapping):
                raise PositionError(f"{place} must be a mapping of field names, not {type(player).__name__}")
            for name, value in player.items():
                f = self._field(name, place)
                if f.axes[:1] != ("seat",):
                    raise PositionError(f"{place}.{name} is not a field of one player")
                if name in self.counts:
                    raise PositionError(f"{place}.{name} follows from the pile that it counts: write that")
                if f.count is not None:
                    record[f.count][seat] = self._pile(record[f.name][seat], f, value, f"{place}.{name}")
                else:
                    self._assign(record, f, value, (seat,), f.axes[1:], f"{place}.{name}")

    def _pile(self, pile: np.ndarray, f: Field, value: object, where: str) -> int:
        """Write a pile given top first; the number of its entries."""
        room = len(pile)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > room:
            raise PositionError(f"{where} must be a list of at most {room} entries, top first")
        pile[:] = 0
        for place, word in enumerate(reversed(value)):
            pile[place] = self._number(f, word, where)
        return len(value)

    def _assign(self, record, f: Field, value: object, index: tuple, axes: tuple[str, ...], where: str) -> None:
        if not axes:
            number = self._number(f, value, where)
            if index:
                record[f.name][index] = number
            else:
                record[f.name] = number
            return
        labels = self.labels(axes[0])
        if isinstance(value, Mapping) and labels is not None:
            for k in range(len(labels)):
                self._assign(record, f, 0, (*index, k), axes[1:], where) if len(axes) == 1 and f.low <= 0 <= f.high else None
            for label, part in value.items():
                if label not in labels:
                    raise PositionError(f"{where}.{label}: unknown name; allowed are {', '.join(labels)}")
                self._assign(record, f, part, (*index, list(labels).index(label)), axes[1:], f"{where}.{label}")
        elif isinstance(value, Sequence) and not isinstance(value, str) and labels is None and len(value) <= self.length(axes[0]):
            if len(axes) == 1 and f.low <= 0 <= f.high:
                record[f.name][index] = 0
            for k, part in enumerate(value):
                self._assign(record, f, part, (*index, k), axes[1:], f"{where}[{k}]")
        elif isinstance(value, Sequence) and not isinstance(value, str) and labels is not None and all(v in labels for v in value):
            counted: dict = {}
            for label in value:  # a hand may be written as a list of cards
                counted[label] = counted.get(label, 0) + 1
            self._assign(record, f, counted, index, axes, where)
        else:
            allowed = f"names out of {', '.join(labels)}" if labels is not None else f"a list of at most {self.length(axes[0])}"
            raise PositionError(f"{where} = {value!r}: must be {allowed}")

    def _number(self, f: Field, value: object, where: str) -> int | float:
        if f.labels is not None and isinstance(value, str):
            if value not in f.labels:
                raise PositionError(f"{where} = {value!r}: must be one of {', '.join(f.labels)}")
            return f.labels.index(value) + f.low
        if np.dtype(f.type).kind == "f":
            if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
                raise PositionError(f"{where} = {value!r}: must be a finite number")
            return float(value)
        if isinstance(value, bool | np.bool_):
            value = int(value)
        if not isinstance(value, int | np.integer) or not f.low <= value <= f.high:
            raise PositionError(f"{where} = {value!r}: must be a whole number between {f.low} and {f.high}")
        return int(value)

    # -------------------------------------------------------------------------------------------- docs
    def table(self) -> str:
        """The fields as a markdown table."""
        rows = ["| field | axes | range | seen by | meaning |", "|---|---|---|---|---|"]
        for f in self.fields.values():
            span = listing(f.labels) if f.labels is not None else f"{f.low}..{f.high}"
            if f.high >= 2**31 - 1:
                span = "64 bit" if f.type == "u8" else "32 bit"
            rows.append(f"| `{f.name}` | {' x '.join(f.axes) or '-'} | {span} | {f.seen} | {f.doc} |")
        return "\n".join(rows)


def _without_tail(parts: list, default: object) -> list:
    """A list without the defaults at its end, which reading fills in again."""
    length = len(parts)
    while length and parts[length - 1] == default:
        length -= 1
    return parts[:length]
