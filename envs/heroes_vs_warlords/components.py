"""The printed components as tables: units, world hexes, terrain tiles and the battle display, made from `data.yaml`.

The world is a lattice of 37 tile slots of seven hexes each. A hex is slot * 7 + position, the positions being

          N
      NW     NE
          C             C = 0, then clockwise from north: N = 1, NE = 2, SE = 3, S = 4, SW = 5, NW = 6
      SW     SE
          S

Whatever happens on the map happens on a `site`: a hex with an objective on one of the 21 tiles. Sites are
numbered kind by kind, and the record keeps 48 of them instead of 259 hexes. Read `state.py` next.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.envs.heroes_vs_warlords.variant import DATA, EQUIPMENT, FACILITIES, FACTIONS, QUESTS

DIRECTIONS = tuple(DATA["order"]["directions"])
ABILITIES = tuple(DATA["order"]["abilities"])
POSITIONS = ("C", *DIRECTIONS)
NUM_DIRECTIONS = 6
NUM_SLOTS = 37
NUM_HEXES = NUM_SLOTS * 7
NUM_LEVELS = 6
NUM_FACILITIES = len(FACILITIES)
REGULAR_TILES = 18


class Objective(IntEnum):
    """What a hex offers; the first four after NONE are the Resources, in the order of the stock plus one."""

    NONE = 0
    GOLD = 1
    CRYSTAL = 2
    STONE = 3
    WOOD = 4
    RUIN = 5
    TOWER = 6
    OUTPOST = 7
    RECRUITMENT = 8
    HOLY = 9
    CITY = 10


class Facility(IntEnum):
    """What is built in a City or Camp; the Hamlet always stands."""

    WALL_2 = 0
    WALL_3 = 1
    TOWER_1 = 2
    TOWER_2 = 3
    BARRACKS = 4
    SHOOTING_RANGE = 5
    ACADEMY = 6
    TILTYARD = 7
    GARDE = 8
    TRAINING_AREA = 9
    TAVERN = 10
    TOWN_HALL = 11
    CITY_HALL = 12
    PALACE = 13
    TRADE_HALL = 14
    STOREHOUSE = 15
    SPECIAL = 16


class UnitClass(IntEnum):
    """The step of a combat round in which a unit acts."""

    RANGED = 0
    CAVALRY = 1
    CLOSE = 2


class QuestEvent(IntEnum):
    """What the quest cards count."""

    RESOURCE_CAPTURED = 0
    RUIN_EXPLORED = 1
    OUTPOST_COLLECTED = 2
    NEUTRAL_UNIT_KILLED = 3
    NEUTRAL_STACK_DEFEATED = 4
    TILE_REVEALED = 5
    TOWER_SEARCHED = 6
    HOLY_PLACE_ROLLED = 7
    ENEMY_HERO_COMBAT_WON = 8
    ENEMY_RESOURCE_CAPTURED = 9
    UNIT_LEFT_AS_GUARD = 10
    RECRUIT_PICKED_UP = 11


# ------------------------------------------------------------------------------------------------ units, facilities, markers
KNIGHTS, BARBARIANS, AMAZONS = range(3)
NEUTRALS = 3  # the fourth tribe of the unit ids
MERCENARY = 25
UNITS = ("none", *(unit["key"] for unit in DATA["unit_list"]))
UNIT_LEVEL = np.array([0] + [unit["level"] for unit in DATA["unit_list"]], np.int32)
UNIT_CLASS = np.array([2] + [("ranged", "cavalry", "close").index(unit["type"]) for unit in DATA["unit_list"]], np.int32)
AMAZON_5 = UNITS.index("A5")

_facts = [DATA["facilities"][name]["facts"] for name in FACILITIES]
_needs = [[need for need in facts["prerequisites"] if need != "hamlet"] for facts in _facts]
NEEDS = np.array([FACILITIES.index(need[0]) if need else -1 for need in _needs], np.int32)
MILITARY = np.array([f["military"] for f in _facts], np.int32)
IS_CAMP = np.array([DATA["factions"][name]["home"] == "camp" for name in FACTIONS], np.int32)  # [faction]
DIPLOMACY = np.array([[level in DATA["factions"][name]["diplomacy_levels"] for level in range(1, 7)] for name in FACTIONS], np.int32)

MARKER_ABILITY = np.array([ABILITIES.index(DATA["equipment"][name]["ability"]) for name in EQUIPMENT], np.int32)
MARKER_BONUS = np.array([DATA["equipment"][name]["bonus"] for name in EQUIPMENT], np.int32)
NUM_MARKERS = len(EQUIPMENT)
assert MARKER_ABILITY.tolist() == [marker // 2 for marker in range(NUM_MARKERS)]  # two kinds of markers for each ability

NUM_QUESTS = len(QUESTS)
assert [DATA["quests"][name]["id"] for name in QUESTS] == list(range(1, NUM_QUESTS + 1))
QUEST_LEVEL = int(DATA["quests"]["monster_hunt"]["min_level"])
SURVEYOR, PILGRIM = QUESTS.index("surveyor"), QUESTS.index("pilgrim")  # the cards that can be impossible

# ------------------------------------------------------------------------------------------------ the world
STEP_Q = np.array([DATA["world"]["direction_vectors"][name][0] for name in DIRECTIONS], np.int32)
STEP_R = np.array([DATA["world"]["direction_vectors"][name][1] for name in DIRECTIONS], np.int32)
HEX_Q, HEX_R = np.zeros(NUM_HEXES, np.int32), np.zeros(NUM_HEXES, np.int32)
for _slot in DATA["world"]["slots"]:
    for _position in range(7):
        _hex = _slot["slot"] * 7 + _position
        HEX_Q[_hex] = _slot["q"] + (STEP_Q[_position - 1] if _position else 0)
        HEX_R[_hex] = _slot["r"] + (STEP_R[_position - 1] if _position else 0)
_at = {(int(q), int(r)): k for k, (q, r) in enumerate(zip(HEX_Q, HEX_R, strict=True))}
assert len(_at) == NUM_HEXES
HEX_AT = np.full((21, 21), -1, np.int32)  # [q + 10, r + 10]
for (_q, _r), _hex in _at.items():
    HEX_AT[_q + 10, _r + 10] = _hex
# The hex in each direction, or -1 outside the lattice.
NEIGHBOUR = np.full((NUM_HEXES, NUM_DIRECTIONS), -1, np.int32)
for (_q, _r), _hex in _at.items():
    NEIGHBOUR[_hex] = [_at.get((_q + int(dq), _r + int(dr)), -1) for dq, dr in zip(STEP_Q, STEP_R, strict=True)]
# The slots that touch a slot, -1 filled up to six.
TOUCHING = np.full((NUM_SLOTS, NUM_DIRECTIONS), -1, np.int32)
for _slot in range(NUM_SLOTS):
    _near = sorted({int(h) // 7 for h in NEIGHBOUR[_slot * 7 : _slot * 7 + 7].ravel() if h >= 0} - {_slot})
    TOUCHING[_slot, : len(_near)] = _near

TILES = tuple(tile["key"] for tile in DATA["tiles"])
NUM_TILES = len(TILES)
START_TILE = np.array([TILES.index(DATA["factions"][name]["start_tile"]) for name in FACTIONS], np.int32)  # [faction]


def _sides(tile: dict, position: int, kind: str, value: str | None = None) -> int:
    """The sides of a hex that list something, one bit per direction."""
    listed = tile["hexes"][position][kind]
    return sum(1 << k for k, name in enumerate(DIRECTIONS) if name in listed and (value is None or listed[name] == value))


def _grid(entry) -> np.ndarray:
    """One number per tile and position."""
    return np.array([[entry(tile, position) for position in range(7)] for tile in DATA["tiles"]], np.int32)


assert all([h["pos"] for h in tile["hexes"]] == list(POSITIONS) for tile in DATA["tiles"])
TERRAIN = _grid(lambda tile, k: DATA["order"]["terrain"].index(tile["hexes"][k]["terrain"]))
OBJECTIVE = _grid(lambda tile, k: DATA["order"]["objectives"].index(tile["hexes"][k]["objective"]))
BLOCKED = _grid(lambda tile, k: _sides(tile, k, "blocked"))
BRIDGED = _grid(lambda tile, k: _sides(tile, k, "bridge", "intact"))
ROADS = _grid(lambda tile, k: _sides(tile, k, "road"))

# ------------------------------------------------------------------------------------------------ sites
SITE = np.full((NUM_TILES, 7), -1, np.int32)  # [tile, position]
# Resources first, then ruins, towers, outposts, holy places and Recruitment Locations, so that whatever belongs
# to one kind of site lies together.
_sites = [(t, k) for t in range(NUM_TILES) for k in range(7) if OBJECTIVE[t, k] not in (Objective.NONE, Objective.CITY)]
_kinds = [Objective.RUIN, Objective.TOWER, Objective.OUTPOST, Objective.HOLY, Objective.RECRUITMENT]
_sites.sort(key=lambda site: 1 + _kinds.index(OBJECTIVE[site]) if OBJECTIVE[site] > Objective.WOOD else 0)
for _number, (_tile, _position) in enumerate(_sites):
    SITE[_tile, _position] = _number
NUM_SITES = len(_sites)
SITES = tuple(f"{TILES[t]}_{POSITIONS[k]}" for t, k in _sites)
SITE_OBJECTIVE = np.array([OBJECTIVE[t, k] for t, k in _sites], np.int32)
SITE_TILE = np.array([t for t, _ in _sites], np.int32)
SITE_POSITION = np.array([k for _, k in _sites], np.int32)
# Where each kind of site begins.
FIRST_RUIN, FIRST_TOWER, FIRST_OUTPOST, _, FIRST_RECRUITMENT = (int(np.argmax(kind == SITE_OBJECTIVE)) for kind in _kinds)

# ------------------------------------------------------------------------------------------------ the battle display
# Nine columns A..I of eleven hexes; a cell is column * 11 + row, row 0 at the attacker's edge. Side 0 is open
# ground, side 1 the walled one. The same six directions as in the world.
ROWS = DATA["battle_displays"]["rows_per_column"]
NUM_CELLS = DATA["battle_displays"]["cells"]
NUM_WALLS = 9
TOWER_TARGETS = (9, 10)  # the towers as targets of a breach
_columns = DATA["battle_displays"]["columns"]
_top = [DATA["battle_displays"]["top_number"][name] for name in _columns]
CELLS = tuple(f"{name}{row + _top[column]}" for column, name in enumerate(_columns) for row in range(ROWS))
CELL_NEIGHBOUR = np.full((NUM_CELLS, NUM_DIRECTIONS), -1, np.int32)
for _cell in range(NUM_CELLS):
    for _direction in range(NUM_DIRECTIONS):
        _q, _s = _cell // ROWS + STEP_Q[_direction], _cell % ROWS + STEP_R[_direction]
        if 0 <= _q < len(_columns) and 0 <= _s < ROWS:
            CELL_NEIGHBOUR[_cell, _direction] = _q * ROWS + _s


class Ground(IntEnum):
    """Features of a display cell."""

    PLAIN = 0
    STONE = 1
    WOODS = 2
    FORD = 3
    GRAVEYARD = 4
    WALL = 5


DRAWBRIDGE = int(DATA["battle_displays"]["sides"][1]["drawbridge"]["wall_index"])
GROUND = np.zeros((2, NUM_CELLS), np.int32)
TENTS = np.zeros((2, NUM_CELLS), np.int32)
SETUP_AREA = np.zeros((2, NUM_CELLS), np.int32)
WALL_CELL = np.zeros(len(TOWER_TARGETS) + NUM_WALLS, np.int32)  # wall hexes A..I, then the towers
WALL_AT = np.full(NUM_CELLS, -1, np.int32)  # which of those stands on a cell
CITY_CELL = np.zeros(NUM_CELLS, np.int32)  # behind the wall, graveyards apart
TOWER_WALLS = np.zeros((2, 2), np.int32)  # the two wall hexes next to each tower
for _side, _data in enumerate(DATA["battle_displays"]["sides"]):
    for _kind, _ground in (("stones", Ground.STONE), ("woods", Ground.WOODS), ("fords", Ground.FORD)):
        for _name in _data[_kind]["hexes"]:
            GROUND[_side, CELLS.index(_name)] = _ground
    for _name in _data["graveyards"]["attacker"] + _data["graveyards"]["defender"]:
        GROUND[_side, CELLS.index(_name)] = Ground.GRAVEYARD
    for _name in _data["tents"]["hexes"]:
        TENTS[_side, CELLS.index(_name)] = 1
    for _name in _data["defender_setup"]["hexes"]:
        SETUP_AREA[_side, CELLS.index(_name)] = 1
    if "walls" in _data:
        for _number, _name in enumerate(_data["walls"]["hexes"] + _data["towers"]["hexes"]):
            WALL_CELL[_number] = CELLS.index(_name)
            WALL_AT[CELLS.index(_name)] = _number
            if _number < NUM_WALLS:
                GROUND[_side, CELLS.index(_name)] = Ground.WALL
        CITY_CELL[:] = SETUP_AREA[_side]
        TOWER_WALLS[:] = [[_data["walls"]["hexes"].index(name) for name in pair] for pair in _data["towers"]["adjacent_walls"]]
