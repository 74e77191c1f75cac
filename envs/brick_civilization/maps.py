"""Map files: landscapes as plain text, read with errors that name line and column, written back, and bundled with the game.

    brickmap 1
    size 8 10                 rows and columns, 6 to 64 each
    players 2                 civilizations that it has room for
    legend s GRASS            an extra letter for one of the four classes (optional, any number)
    terrain                   then a line per row: . grass, r rock, ~ water, # impassable, T grass with a trunk
    height                    then a line per row: levels in base 36, at most k = 20
    starts                    optional: row, column and shape of a village, a line each

A line that begins with a hash and a space is a comment. Read `variant.py` next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import yaml

HEADER = "brickmap 1"
GENERATE = "generate"
SMALLEST, LARGEST = 6, 64
CELLS = LARGEST * LARGEST
MOST_STARTS = 16
HIGHEST = 20  # level
DROP = 3  # a stud this much below the trunk is outside the grove
GRASS, ROCK, WATER, IMPASSABLE, TRUNK = range(5)
LETTERS = ".r~#T"
CLASSES = {"GRASS": GRASS, "ROCK": ROCK, "WATER": WATER, "IMPASSABLE": IMPASSABLE}
FOLDER = Path(__file__).parent / "maps"
BLOCKS = ("size", "players", "legend", "terrain", "height", "starts")
# The studs of a village of each shape, hall first, as (row, column) from its anchor.
VILLAGES = tuple(
    tuple((row, column) for row, column in shape["cells"])
    for shape in yaml.safe_load((FOLDER.parent / "data.yaml").read_text(encoding="utf-8"))["shapes"]
    if shape["kind"] == "village"
)


class MapError(ValueError):
    """A map that is refused: the message names line, column and what is wrong there."""


@dataclass(frozen=True, eq=False)
class BrickMap:
    """A landscape by hand: terrain (TRUNK for grass with a trunk) and ground of each stud, and its start sites."""

    players: int
    terrain: np.ndarray  # [row, column]
    ground: np.ndarray
    starts: tuple[tuple[int, int, int], ...] = ()  # row, column and shape of a village

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return self.terrain.shape[0]

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return self.terrain.shape[1]

    @property
    def text(self) -> str:
        """The map file, in its one canonical form."""
        lines = [HEADER, f"size {self.rows} {self.cols}", f"players {self.players}", "terrain"]
        lines += ["".join(LETTERS[code] for code in row) for row in self.terrain]
        lines += ["height", *("".join(np.base_repr(level, 36).lower() for level in row) for row in self.ground)]
        if self.starts:
            lines += ["starts", *(f"{row} {column} {shape}" for row, column, shape in self.starts)]
        return "\n".join(lines) + "\n"

    def tables(self) -> dict[str, np.ndarray]:
        """The map as kernels read it; the names are those of the tables in `variant.py`."""
        cells = self.terrain.size
        terrain, ground = np.zeros(CELLS, np.int16), np.zeros(CELLS, np.int16)
        terrain[:cells], ground[:cells] = self.terrain.ravel(), self.ground.ravel()
        anchor, shape = np.zeros(MOST_STARTS, np.int16), np.zeros(MOST_STARTS, np.int16)
        for k, (row, column, variant) in enumerate(self.starts):
            anchor[k], shape[k] = row * self.cols + column, variant
        return {
            "map_rows": np.array(self.rows),
            "map_cols": np.array(self.cols),
            "map_terrain": terrain,
            "map_ground": ground,
            "map_starts": np.array(len(self.starts)),
            "map_start_cell": anchor,
            "map_start_shape": shape,
        }

    # -------------------------------------------------------------------------------------------- what stands where
    def footprint(self, row: int, column: int) -> set[tuple[int, int]]:
        """The studs of the grove around a trunk that is not on the border."""
        around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        return {stud for stud in around if self.ground[stud] > self.ground[row, column] - DROP}

    def trunks(self) -> list[tuple[int, int]]:
        """The trunks, row by row."""
        return [(int(row), int(column)) for row, column in np.argwhere(self.terrain == TRUNK)]

    @cached_property
    def wooded(self) -> set[tuple[int, int]]:
        """The studs of all groves."""
        return set().union(*(self.footprint(*trunk) for trunk in self.trunks()))

    def village(self, row: int, column: int, shape: int) -> list[tuple[int, int]]:
        """The studs of a village."""
        return [(row + down, column + right) for down, right in VILLAGES[shape]]

    def village_problem(self, row: int, column: int, shape: int) -> str | None:
        """Why no village can stand here, or None."""
        studs = self.village(row, column, shape)
        for r, c in studs:
            if not (0 <= r < self.rows and 0 <= c < self.cols):
                return f"the stud ({r}, {c}) is off the board"
            if self.terrain[r, c] in (WATER, IMPASSABLE):
                return f"the stud ({r}, {c}) is {'water' if self.terrain[r, c] == WATER else 'impassable'}"
            if (r, c) in self.wooded:
                return f"the stud ({r}, {c}) is in a grove"
        levels = [int(self.ground[stud]) for stud in studs]
        if levels[0] != levels[1]:
            return f"the hall stands on levels {levels[0]} and {levels[1]}"
        if abs(levels[2] - levels[0]) > 2:
            return f"the dwelling stands {abs(levels[2] - levels[0])} levels from the hall"
        return None

    def has_room(self) -> bool:
        """Whether every civilization finds a place for a village."""
        taken: set[tuple[int, int]] = set()
        placed = 0
        for row, column in np.ndindex(self.rows, self.cols):
            for shape in range(len(VILLAGES)):
                studs = set(self.village(row, column, shape))
                if not studs & taken and self.village_problem(row, column, shape) is None:
                    taken |= studs
                    placed += 1
                    break
            if placed == self.players:
                return True
        return False


# ------------------------------------------------------------------------------------------------ reading
class _Reader:
    """One pass over the text of a map; whatever is wrong is noted with line and column, both from 1."""

    def __init__(self, text: str) -> None:
        self.problems: list[str] = []
        lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
        self.lines = [(number, line) for number, line in lines if line and line != "#" and not line.startswith("# ")]
        self.letters = dict(zip(LETTERS, range(5), strict=True))
        self.size: tuple[int, int] | None = None
        self.players: int | None = None
        self.rows: dict[str, list[tuple[int, str]]] = {}
        self.starts: list[tuple[int, list[int]]] = []
        self.map: BrickMap | None = None
        self.read()

    def refuse(self, line: int, column: int, problem: str) -> None:
        self.problems.append(f"line {line}, column {column}: {problem}")

    def read(self) -> None:
        if not self.lines or self.lines[0][1] != HEADER:
            self.refuse(self.lines[0][0] if self.lines else 1, 1, f"a map begins with {HEADER!r}")
            return
        rest = iter(self.lines[1:])
        waiting: list[tuple[int, str]] = []
        while line := (waiting.pop() if waiting else next(rest, None)):
            number, words = line[0], line[1].split()
            if words[0] == "size":
                self.size = self._numbers(number, line[1], 2, SMALLEST, LARGEST)  # type: ignore[assignment]
            elif words[0] == "players":
                found = self._numbers(number, line[1], 1, 2, 4)
                self.players = found[0] if found else None
            elif words[0] == "legend":
                self._legend(number, words)
            elif words[0] in ("terrain", "height"):
                self._block(number, words[0], rest)
            elif words[0] == "starts":
                waiting = self._starts(rest)
            else:
                self.refuse(number, 1, f"{words[0]!r} is none of {', '.join(BLOCKS)}")
                return
        for name, there in (
            ("size", self.size),
            ("players", self.players),
            *((name, self.rows.get(name)) for name in ("terrain", "height")),
        ):
            if there is None and not self.problems:
                self.refuse(self.lines[-1][0], 1, f"the map has no {name}")
        if not self.problems:
            self._assemble()

    def _numbers(self, number: int, line: str, count: int, low: int, high: int) -> tuple[int, ...] | None:
        words = line.split()[1:]
        if len(words) != count or not all(word.isdigit() and low <= int(word) <= high for word in words):
            each = f"{count} whole numbers" if count > 1 else "a whole number"
            self.refuse(number, len(line.split()[0]) + 2, f"{line.split()[0]} is followed by {each} between {low} and {high}")
            return None
        return tuple(int(word) for word in words)

    def _legend(self, number: int, words: list[str]) -> None:
        if len(words) != 3 or len(words[1]) != 1 or words[2].upper() not in CLASSES:
            self.refuse(number, 8, f"legend is followed by a letter and one of {', '.join(CLASSES)}")
        elif words[1] in self.letters:
            self.refuse(number, 8, f"the letter {words[1]!r} has a meaning already")
        else:
            self.letters[words[1]] = CLASSES[words[2].upper()]

    def _block(self, number: int, name: str, rest: Iterator[tuple[int, str]]) -> None:
        """The rows of the terrain or of the heights."""
        if self.size is None:
            if not self.problems:
                self.refuse(number, 1, f"the size must be named before the {name}")
            for _ in rest:
                pass
            return
        rows, columns = self.size
        found: list[tuple[int, str]] = []
        while len(found) < rows and (line := next(rest, None)):
            if line[1].split()[0] in BLOCKS:
                self.refuse(line[0], 1, f"the {name} has {len(found)} rows, the size says {rows}")
                for _ in rest:
                    pass
                return
            found.append(line)
            if len(line[1]) != columns:
                where = min(len(line[1]), columns) + 1
                self.refuse(line[0], where, f"row {len(found) - 1} of the {name} has {len(line[1])} studs, the size says {columns}")
                continue
            for column, letter in enumerate(line[1]):
                self._letter(line[0], column, name, letter)
        if len(found) < rows:
            self.refuse(self.lines[-1][0], 1, f"the {name} has {len(found)} rows, the size says {rows}")
        self.rows[name] = found

    def _letter(self, number: int, column: int, name: str, letter: str) -> None:
        if name == "terrain":
            if letter not in self.letters:
                self.refuse(number, column + 1, f"the letter {letter!r} is unknown; there are {' '.join(self.letters)}")
        elif not (letter.isascii() and letter.isalnum()):
            self.refuse(number, column + 1, f"{letter!r} is no level; levels are 0 to 9 and a to k")
        elif int(letter, 36) > HIGHEST:
            self.refuse(number, column + 1, f"the level {letter!r} is {int(letter, 36)}, the highest is {HIGHEST}")

    def _starts(self, rest: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
        """The start sites; the line that ends them, if there is one."""
        for number, line in rest:
            if line.split()[0] in BLOCKS:
                return [(number, line)]
            words = line.split()
            if len(words) != 3 or not all(word.isdigit() for word in words) or int(words[2]) >= len(VILLAGES):
                self.refuse(number, 1, f"a start site is a row, a column and a shape of a village (0 to {len(VILLAGES) - 1})")
            else:
                self.starts.append((number, [int(word) for word in words]))
        return []

    def _assemble(self) -> None:
        """The map, and what cannot be on it."""
        terrain = np.array([[self.letters[letter] for letter in line] for _, line in self.rows["terrain"]], np.int64)
        ground = np.array([[int(letter, 36) for letter in line] for _, line in self.rows["height"]], np.int64)
        starts = tuple((row, column, shape) for _, (row, column, shape) in self.starts)
        drawn = BrickMap(self.players or 2, terrain, ground, starts)
        self._check_groves(drawn)
        if self.problems:
            return
        for number, (row, column, shape) in self.starts:
            problem = drawn.village_problem(row, column, shape)
            if problem:
                self.refuse(number, 1, f"no village of shape {shape} can stand at ({row}, {column}): {problem}")
        if self.starts and not drawn.players <= len(self.starts) <= MOST_STARTS:
            self.refuse(self.starts[-1][0], 1, f"there are {len(self.starts)} start sites, allowed are {drawn.players} to {MOST_STARTS}")
        if not self.problems:
            self.map = drawn

    def _check_groves(self, drawn: BrickMap) -> None:
        """Trunks off the border, footprints on land and apart from each other (BRC-011)."""
        line_of = [number for number, _ in self.rows["terrain"]]
        taken: dict[tuple[int, int], tuple[int, int]] = {}
        for row, column in drawn.trunks():
            if not (0 < row < drawn.rows - 1 and 0 < column < drawn.cols - 1):
                self.refuse(line_of[row], column + 1, f"the trunk ({row}, {column}) is on the border")
                continue
            for stud in sorted(drawn.footprint(row, column)):
                if drawn.terrain[stud] in (WATER, IMPASSABLE):
                    what = "water" if drawn.terrain[stud] == WATER else "impassable"
                    self.refuse(line_of[row], column + 1, f"the grove of the trunk ({row}, {column}) covers the {what} stud {stud}")
                    break
                if stud in taken:
                    self.refuse(line_of[row], column + 1, f"the groves of the trunks {taken[stud]} and ({row}, {column}) overlap at {stud}")
                    break
                taken[stud] = (row, column)


def map_problems(text: str) -> list[str]:
    """Everything that is wrong with the text of a map."""
    return _Reader(text).problems


def read_map(text: str) -> BrickMap:
    """The map that a text holds; a MapError names the first thing that is wrong, and how many more there are."""
    reader = _Reader(text)
    if reader.map is None:
        more = len(reader.problems) - 1
        raise MapError(reader.problems[0] + (f" (and {more} more)" if more else ""))
    return reader.map


# ------------------------------------------------------------------------------------------------ bundled maps
@cache
def bundled_map(name: str) -> BrickMap:
    """A map that comes with the game."""
    return read_map((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def bundled_names() -> tuple[str, ...]:
    """The maps that come with the game, smallest first."""
    return tuple(sorted((path.stem for path in FOLDER.glob("*.txt")), key=lambda name: (bundled_map(name).rows, name)))


def _fallback_starts() -> np.ndarray:
    """The start sites of the bundled maps: [map, site, (row, column, shape)], -1 where a map has fewer."""
    table = np.full((len(bundled_names()), MOST_STARTS, 3), -1)
    for k, name in enumerate(bundled_names()):
        table[k, : len(bundled_map(name).starts)] = bundled_map(name).starts
    return table


# The bundled maps one after the other, for a generator that finds no board; studs of map k begin at FALLBACK_FIRST[k].
FALLBACK_SIDE = np.array([bundled_map(name).rows for name in bundled_names()])
FALLBACK_FIRST = np.concatenate([[0], np.cumsum(FALLBACK_SIDE**2)])
FALLBACK_TERRAIN = np.concatenate([bundled_map(name).terrain.ravel() for name in bundled_names()]).astype(np.int8)
FALLBACK_GROUND = np.concatenate([bundled_map(name).ground.ravel() for name in bundled_names()]).astype(np.int8)
FALLBACK_STARTS = _fallback_starts()


# ------------------------------------------------------------------------------------------------ maps in rules
def check_map(value: object, folder: Path | None = None) -> str:
    """The canonical value of the rule `board.map`: "generate", a bundled name, or the text of a map.

    A path becomes the text of its file, so that replays and positions carry their map.
    """
    if not isinstance(value, str | Path) or not str(value).strip():
        raise MapError(f"{value!r} must be {GENERATE}, one of {', '.join(bundled_names())}, a path, or the text of a map")
    text = str(value)
    if text == GENERATE or text in bundled_names():
        return text
    if text.startswith(HEADER.split()[0]) and "\n" in text:
        return read_map(text).text
    path = (folder or Path()) / text
    try:
        found = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise MapError(
            f"cannot read the map {text}: {reason}; a map is {GENERATE}, one of {', '.join(bundled_names())}, a path, or its text"
        ) from None
    try:
        return read_map(found).text
    except MapError as error:
        raise MapError(f"{path.name}, {error}") from None


@cache
def map_of(value: str) -> BrickMap | None:
    """The map that a checked value of `board.map` names; None for a generated one."""
    if value == GENERATE:
        return None
    return bundled_map(value) if value in bundled_names() else read_map(value)


def map_of_record(s: np.record) -> BrickMap:
    """The landscape of a state, with its candidates as start sites."""
    rows, columns = int(s.rows), int(s.cols)
    terrain = np.asarray(s.terrain)[: rows * columns].astype(np.int64)
    terrain[np.asarray(s.trunk)[: int(s.groves)]] = TRUNK
    ground = np.asarray(s.ground)[: rows * columns].astype(np.int64)
    sites = zip(np.asarray(s.candidate)[: int(s.candidates)], np.asarray(s.candidate_variant), strict=False)
    starts = tuple((int(cell) // columns, int(cell) % columns, int(shape)) for cell, shape in sites)
    return BrickMap(int(s.num_players), terrain.reshape(rows, columns), ground.reshape(rows, columns), starts)
