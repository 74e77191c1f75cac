"""Landscapes for people: what `rulebound map` asks about map files and generated boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rulebound.envs.brick_civilization import sites
from rulebound.envs.brick_civilization.maps import bundled_names, check_map, map_of, map_of_record, map_problems, read_map
from rulebound.envs.brick_civilization.render import View, board_lines
from rulebound.envs.brick_civilization.state import Terrain, Water
from rulebound.envs.core.game import MapSheet, MapTools
from rulebound.envs.core.jit import entry

if TYPE_CHECKING:
    from rulebound.envs.core.game import Game
    from rulebound.envs.core.position import Position

MEASURES = ("field studs", "groves", "to a quarry site", "to a mill site", "to water", "fishing studs")


@entry
def measure_starts(states, rules, i, out):
    """Write what the start sites of a game offer: a row for each, in the order of MEASURES."""
    s, r = states[i], rules[i]
    cells = s.rows * s.cols
    survey = np.zeros((sites.SURVEYS, cells), np.int64)
    steps, queue = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    sites.survey_land(s, r, survey)
    for k in range(s.candidates):
        row, column, shape = s.candidate[k] // s.cols, s.candidate[k] % s.cols, s.candidate_variant[k]
        out[k, 0] = sites.count_fields(s, row, column, shape, steps, queue)
        out[k, 1] = sites.groves_near(s, survey[sites.Survey.GROVES], row, column, shape)
        out[k, 2] = sites.nearest(s, survey[sites.Survey.QUARRY], row, column, shape)
        out[k, 3] = sites.nearest(s, survey[sites.Survey.MILL], row, column, shape)
        out[k, 4] = sites.nearest(s, survey[sites.Survey.WATER], row, column, shape)
        out[k, 5] = sites.fishing_studs(s, row, column, shape)


def start_measures(position: Position) -> np.ndarray:
    """What each start site offers: [site, measure]; walking costs beyond the limits of start sites are `sites.FAR`."""
    out = np.zeros((int(position.record.candidates), len(MEASURES)), np.int64)
    measure_starts(position.states, position.rules, 0, out)
    out[:, 2:5] = np.where(out[:, 2:5] > 60, sites.FAR, out[:, 2:5])
    return out


# ------------------------------------------------------------------------------------------------ what the command asks
def check_file(path: Path) -> tuple[str, list[str]]:
    """What a map file holds in words, and everything that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return "", ["it is no text"]
    problems = map_problems(text)
    if problems:
        return "", problems
    drawn = read_map(text)
    if not drawn.starts and not drawn.has_room():
        return "", [f"there is no room for the villages of {drawn.players} civilizations"]
    groves = len(drawn.trunks())
    named = f", {len(drawn.starts)} start sites" if drawn.starts else ""
    return f"map of {drawn.rows} x {drawn.cols} studs for {drawn.players} players, {groves} groves{named}", []


def deal_on(game: Game, name: str) -> Position:
    """A game dealt on a bundled map or a map file, for as many players as it has room for."""
    drawn = map_of(check_map(name))
    if drawn is None:
        raise ValueError("a generated board has no file: make one with 'rulebound map generate'")
    return game.new(num_players=drawn.players, rules={"map": drawn.text})


def map_sheet(position: Position) -> MapSheet:
    """A landscape with what it is made of and what its start sites offer."""
    view = View(position)
    terrain, water = view.layer("terrain"), view.layer("water")
    share = {name: f"{np.mean(terrain == code):.0%}" for name, code in (("rock", Terrain.ROCK), ("water", Terrain.WATER))}
    groves, wooded = int(view.s.groves), float(np.mean(view.layer("tree") > 0))
    facts = [
        ("size", f"{view.rows} x {view.cols} studs"),
        ("players", str(view.players)),
        ("grass", f"{np.mean((terrain == Terrain.GRASS) & (view.layer('tree') == 0)):.0%} open"),
        ("groves", f"{groves}, {wooded:.0%} of the board"),
        ("rock", share["rock"]),
        ("water", f"{share['water']}, of it {int(np.sum((water & Water.RIVER) > 0))} studs of river"),
        ("impassable", f"{np.mean(terrain == Terrain.IMPASSABLE):.0%}"),
        ("heights", f"{int(view.layer('ground').min())} to {int(view.layer('ground').max())}"),
    ]
    rows = []
    for k, values in enumerate(start_measures(position)):
        row, column = divmod(int(view.s.candidate[k]), view.cols)
        costs = ["far" if value >= sites.FAR else str(value) for value in values]
        rows.append((str(k), f"({row}, {column})", str(int(view.s.candidate_variant[k])), *costs))
    title = f"{view.rows} x {view.cols} studs for {view.players} players"
    return MapSheet(title, "\n".join(board_lines(view)), facts, ("site", "hall", "shape", *MEASURES), rows)


def map_text(position: Position) -> str:
    """The landscape of a game as a map file."""
    return map_of_record(position.record).text


TOOLS = MapTools(names=bundled_names, check=check_file, deal=deal_on, sheet=map_sheet, text=map_text)
