"""The rule parameters of Brick Civilization: every number of `data.yaml`, the map, and what cannot be played.

Read `state.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import yaml

from rulebound.envs.brick_civilization.maps import CELLS, MOST_STARTS, check_map, map_of
from rulebound.envs.core.rules import Kind, RuleSchema

FOLDER = Path(__file__).parent
DATA = yaml.safe_load((FOLDER / "data.yaml").read_text(encoding="utf-8"))
ORDER = DATA["order"]
GOODS = tuple(ORDER["goods"])
STRUCTURES = tuple(ORDER["structures"])
SHAPES = tuple(DATA["shapes"])
SEATS = DATA["players"]["count"]["range"][1]
SMALLEST = 24  # side of a generated board
PRICED = ("village", "storehouse", "mill", "canoe", "sailboat", "gate", "tower", "quarry", "road", "wall")


# ------------------------------------------------------------------------------------------------ what cannot be played
def _size_is_played(values: Mapping[str, object], players: int) -> str | None:
    size = values["board.size"]
    if 0 < size < SMALLEST:  # type: ignore[operator]
        return f"board.size = {size}: must be 0 (by the number of players) or {SMALLEST} to 64"
    return None


def _map_seats(values: Mapping[str, object], players: int) -> str | None:
    drawn = map_of(values["board.map"])
    if drawn is not None and drawn.players and players > drawn.players:
        return f"board.map is drawn for {drawn.players} players, not for {players}"
    return None


# ------------------------------------------------------------------------------------------------ numbers with fractions
def _number(value: object, high: int, what: str) -> float | int:
    """A number of 0 to `high`, whole where it is whole, so that 1 and 1.0 are the same rules."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= high:
        raise ValueError(f"{value!r} must be {what}")
    thousandths = round(value * 1000)
    return thousandths // 1000 if thousandths % 1000 == 0 else thousandths / 1000


def _multiplier(value: object, folder: Path | None) -> float | int:
    return _number(value, 2, "a number between 0 and 2")


def _share(value: object, folder: Path | None) -> float | int:
    return _number(value, 1, "a share between 0 and 1")


# ------------------------------------------------------------------------------------------------ tables
TABLES = {
    "map_rows": (),  # 0: the landscape is generated
    "map_cols": (),
    "map_terrain": (CELLS,),  # terrain of each stud; 4 = grass with a trunk
    "map_ground": (CELLS,),
    "map_starts": (),  # number of start sites that the map names
    "map_start_cell": (MOST_STARTS,),
    "map_start_shape": (MOST_STARTS,),
    "woods": (),  # multipliers of the generator in thousandths
    "ridges": (),
    "rivers": (),
    "lakes": (),
    "impassable": (),
}


def _tables(values: Mapping[str, object]) -> dict[str, np.ndarray]:
    """The tables that kernels read."""
    scarcity = ("woods", "ridges", "rivers", "lakes", "impassable")
    tables = {name: np.array(round(values[f"generator.{name}"] * 1000)) for name in scarcity}  # type: ignore[operator]
    drawn = map_of(values["board.map"])  # type: ignore[arg-type]
    return tables if drawn is None else {**tables, **drawn.tables()}


RULES = RuleSchema.from_data(
    DATA,
    stacks={
        "price": [f"structures.{name}.cost" for name in PRICED],  # [thing, wood or stone]
    },
    constraints=(_size_is_played, _map_seats),
    kinds={
        "map": Kind("generate, the name of a bundled map, a path, or the text of a map", check_map),
        "multiplier": Kind("a number between 0 and 2", _multiplier),
        "share": Kind("a share between 0 and 1", _share),
    },
    tables=TABLES,
    fill=_tables,
)
