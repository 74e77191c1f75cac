"""Declared action blocks and observation slices, from which sizes, names, texts and docs tables are made.

A game lists its blocks and slices once. Kernels read the offsets (`ACTIONS.first`, `OBSERVATION.at`), people
read the texts, and the game's README shows the tables; none of them can drift apart.
"""

from __future__ import annotations

import itertools
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

LISTED = 30  # names beyond which a table shows only the first and the last


def listing(names: Sequence[str]) -> str:
    """Names for a cell of a table, a long list by its ends."""
    if len(names) <= LISTED:
        return ", ".join(names)
    return f"{', '.join(names[:3])}, ... {names[-1]} ({len(names)} names)"


# ------------------------------------------------------------------------------------------------ actions
@dataclass(frozen=True)
class Axis:
    """One choice inside an action: its possible values by name.

    `labels` are relative to the acting seat (an id means the same in every position); `absolute`, if given,
    turns an index into the name that a person at the table would use: (index, acting seat, players) -> name.
    """

    name: str
    labels: tuple[str, ...]
    absolute: Callable[[int, int, int], str] | None = None

    def label(self, index: int, seat: int | None, players: int | None) -> str:
        """The name of value `index`, absolute when the acting seat is known."""
        if self.absolute is None or seat is None or players is None:
            return self.labels[index]
        return self.absolute(index, seat, players)


def rivals(most: int) -> Axis:
    """The axis of the other seats, counted from the acting one: +1 is the next seat."""
    labels = tuple(f"+{distance}" for distance in range(1, most))

    def absolute(index: int, seat: int, players: int) -> str:
        if index + 1 >= players:
            return labels[index]  # no such seat at this table; the id is never legal here
        return f"player_{(seat + index + 1) % players}"

    return Axis("rival", labels, absolute)


@dataclass(frozen=True)
class Block:
    """A run of action ids of one kind: `text` with one {name} per axis, e.g. "war {rival} {goal}".

    `secret` says what the table is not told when it is played: everything (True), or the actions whose last
    label is listed, such as declining to use a card that nobody knows of.

    `window` says that the ids are the cells of a square of a map, row by row, around the cell that the observation
    slice of that name shows as (row, column): networks can then choose among cells as they see the map.

    `rows` says that the ids are rows of the observation table of that name, in its order or, with "table.feature", by that
    feature, which counts from 1: networks can then choose among rows as they read them.
    """

    name: str
    text: str
    doc: str
    axes: tuple[Axis, ...] = ()
    secret: bool | tuple[str, ...] = False
    window: str | None = None
    rows: str | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis.labels) for axis in self.axes)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))


@dataclass(frozen=True)
class ActionLayout:
    """All action ids of a game, block after block."""

    blocks: tuple[Block, ...]
    _texts: dict = field(default_factory=dict, repr=False, compare=False)  # (seat, players) -> text to id

    @cached_property
    def starts(self) -> dict[str, int]:
        """The first id of every block."""
        return dict(zip((b.name for b in self.blocks), itertools.accumulate((b.size for b in self.blocks), initial=0), strict=False))

    @cached_property
    def size(self) -> int:
        """Number of action ids."""
        return sum(block.size for block in self.blocks)

    @cached_property
    def first(self) -> tuple:
        """The first ids as a named tuple that kernels read: `ID.build`, `ID.war`."""
        return namedtuple("First", self.starts)(**self.starts)

    def parts(self, action: int) -> tuple[Block, tuple[int, ...]]:
        """The block of an action id and its index along each axis."""
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} does not exist: ids run from 0 to {self.size - 1}")
        for block in reversed(self.blocks):
            start = self.starts[block.name]
            if action >= start:
                return block, tuple(int(k) for k in np.unravel_index(action - start, block.shape)) if block.axes else ()
        raise AssertionError("unreachable: the first block starts at id 0")

    def text(self, action: int, seat: int | None = None, players: int | None = None) -> str:
        """The action in words; with the acting seat and the number of players, in words of that table."""
        block, indices = self.parts(int(action))
        labels = {axis.name: axis.label(k, seat, players) for axis, k in zip(block.axes, indices, strict=True)}
        return block.text.format(**labels)

    def is_secret(self, action: int) -> bool:
        """Whether the other seats are not told of an action."""
        block, indices = self.parts(int(action))
        if isinstance(block.secret, bool):
            return block.secret
        return block.axes[-1].labels[indices[-1]] in block.secret

    def parse(self, text: str, seat: int | None = None, players: int | None = None) -> int:
        """The id of an action given in words; the inverse of `text`, and it accepts the relative words too."""
        wanted = " ".join(str(text).lower().split())
        for context in ((seat, players), (None, None)):
            if context not in self._texts:
                self._texts[context] = {self.text(a, *context): a for a in range(self.size)}
            if wanted in self._texts[context]:
                return self._texts[context][wanted]
        raise ValueError(f"no action is called {text!r}; the forms are: {', '.join(b.text for b in self.blocks)}")

    def table(self) -> str:
        """The ids as a markdown table."""
        rows = ["| ids | count | action | meaning |", "|---|---|---|---|"]
        for block in self.blocks:
            start = self.starts[block.name]
            ids = f"{start}" if block.size == 1 else f"{start}..{start + block.size - 1}"
            axes = "; ".join(f"{axis.name}: {listing(axis.labels)}" for axis in block.axes)
            rows.append(f"| {ids} | {block.size} | `{block.text}` | {block.doc}{f' ({axes})' if axes else ''} |")
        return "\n".join(rows)


# ------------------------------------------------------------------------------------------------ observations
@dataclass(frozen=True)
class Slice:
    """A named run of observation values: whole numbers from 0 to `high`, of which faces show raw / high.

    `axes` are label tuples; a slice without axes is one value. `one_hot` says that at most one entry of the
    last axis is set, so that it reads back as a name. `codes` says that the numbers are names, not amounts (the
    number of a card, 0 for none): networks embed them, all code slices with the same `high` through one table.
    `plane` says that the axes are the rows and columns of a map; planes are the last slices of a layout, all of one
    shape, and networks look at them as a picture. `table` says that the last axis names the features of a row and the axes
    before it count rows: networks read all rows alike. The features of a table may have a `high` each.
    """

    name: str
    doc: str
    high: int | tuple[int, ...] = 1
    axes: tuple[tuple[str, ...], ...] = ()
    one_hot: bool = False
    codes: bool = False
    plane: bool = False
    table: bool = False

    def __post_init__(self) -> None:
        each = self.high if isinstance(self.high, tuple) else (self.high,)
        if not all(1 <= high <= 255 for high in each):
            raise ValueError(f"slice {self.name}: high = {self.high}, but raw observations are bytes (1 to 255)")
        if isinstance(self.high, tuple) and not (self.table and len(each) == len(self.axes[-1])):
            raise ValueError(f"slice {self.name}: {len(each)} values of high, but only the features of a table have one each")
        if self.table and len(self.axes) < 2:
            raise ValueError(f"slice {self.name}: a table has axes that count its rows and one of features")
        if self.plane and len(self.axes) != 2:
            raise ValueError(f"slice {self.name}: a plane has two axes, rows and columns, not {len(self.axes)}")

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(labels) for labels in self.axes)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))

    @property
    def highs(self) -> np.ndarray:
        """The highest number of every value."""
        return np.broadcast_to(np.array(self.high, np.float32), self.shape).reshape(-1)


@dataclass(frozen=True)
class ObservationLayout:
    """All values that a seat sees, slice after slice."""

    slices: tuple[Slice, ...]

    def __post_init__(self) -> None:
        planes = self.planes
        if planes and (self.slices[-len(planes) :] != planes or len({part.shape for part in planes}) > 1):
            raise ValueError("planes must be the last slices of a layout, all of one shape")

    @cached_property
    def planes(self) -> tuple[Slice, ...]:
        """The slices that are planes of a map."""
        return tuple(part for part in self.slices if part.plane)

    @cached_property
    def tables(self) -> tuple[Slice, ...]:
        """The slices that are tables."""
        return tuple(part for part in self.slices if part.table)

    @cached_property
    def starts(self) -> dict[str, int]:
        """The first index of every slice."""
        return dict(zip((s.name for s in self.slices), itertools.accumulate((s.size for s in self.slices), initial=0), strict=False))

    @cached_property
    def size(self) -> int:
        """Number of observation values."""
        return sum(part.size for part in self.slices)

    @cached_property
    def scale(self) -> np.ndarray:
        """What the raw numbers are multiplied with, so that every value lies in [0, 1]."""
        highs = np.concatenate([part.highs for part in self.slices])
        scale = 1 / highs
        return np.where(highs * scale > 1, np.nextafter(scale, np.float32(0)), scale)

    @cached_property
    def codes(self) -> dict[int, np.ndarray]:
        """The indices of all values outside the planes that are codes, by the highest code."""
        found: dict[int, list[int]] = {}
        for part in self.slices:
            if part.codes and not part.plane:
                found.setdefault(part.high, []).extend(range(self.starts[part.name], self.starts[part.name] + part.size))
        return {high: np.array(indices) for high, indices in found.items()}

    @cached_property
    def at(self) -> tuple:
        """The first indices as a named tuple that kernels read: `AT.hand`, `AT.cities`."""
        return namedtuple("At", self.starts)(**self.starts)

    def read(self, observation: np.ndarray, name: str) -> np.ndarray:
        """The raw whole numbers of one slice, from a raw observation (uint8) or a scaled one."""
        part = next((p for p in self.slices if p.name == name), None)
        if part is None:
            raise ValueError(f"no observation slice is called {name!r}; there are {', '.join(self.starts)}")
        start = self.starts[name]
        values = np.asarray(observation)[start : start + part.size]
        raw = values if values.dtype == np.uint8 else np.rint(values.astype(np.float64) * part.highs)
        return raw.astype(np.int64).reshape(part.shape)

    def describe(self, observation: np.ndarray) -> dict:
        """The observation in words: every slice by name, zero entries left out."""
        observation = np.asarray(observation)
        if observation.shape != (self.size,):
            raise ValueError(f"an observation has shape ({self.size},), not {observation.shape}")
        return {part.name: _named(self.read(observation, part.name), part.axes, part.one_hot) for part in self.slices}

    def table(self) -> str:
        """The slices as a markdown table."""
        rows = ["| index | count | name | range | meaning |", "|---|---|---|---|---|"]
        for part in self.slices:
            start = self.starts[part.name]
            span = f"{start}" if part.size == 1 else f"{start}..{start + part.size - 1}"
            kind, high, labels = "codes 0.." if part.codes else "0..", part.high, list(part.axes)
            if isinstance(high, tuple):
                labels[-1] = tuple(f"{label} 0..{most}" for label, most in zip(labels[-1], high, strict=True))
                high = max(high)
            axes = "; ".join(listing(names) for names in labels)
            rows.append(f"| {span} | {part.size} | `{part.name}` | {kind}{high} | {part.doc}{f' ({axes})' if axes else ''} |")
        return "\n".join(rows)


def _named(values: np.ndarray, axes: Sequence[tuple[str, ...]], one_hot: bool) -> object:
    """Nested names for an array of raw values."""
    if not axes:
        return int(values)
    if len(axes) == 1 and one_hot:
        chosen = np.flatnonzero(values)
        return axes[0][chosen[0]] if len(chosen) else None
    named = {label: _named(value, axes[1:], one_hot) for label, value in zip(axes[0], values, strict=True)}
    return {label: value for label, value in named.items() if value not in (0, None, {})}
