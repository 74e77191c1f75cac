"""Positions of Brick Civilization by hand: what they start from, what is filled in, and what cannot be.

Beside the fields of the state a position may list its pieces in words, which is easier to write:

    structures   [{"shape": "village_row_e", "seat": 0, "at": [5, 4], "store": {"fish": 2}}, ...]
    pawns        [{"seat": 0, "type": "worker", "at": [5, 2], "cargo": {"stone": 1}}, ...]
    roads, walls, decks   [[row, column, segments], ...], [[row, column, segments, seat], ...], [[row, column, level], ...]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.observation import layout
from rulebound.envs.brick_civilization.state import (
    CAPACITY,
    DEPTH,
    ENGAGED,
    IS_BOAT,
    LISTED,
    NUM_SHAPES,
    SHAPE_COL,
    SHAPE_KIND,
    SHAPE_NAMES,
    SHAPE_ROW,
    SHAPE_SIZE,
    SLOTS,
    STATE,
    STRUCTS,
    Kind,
    Mode,
    Pawn,
    Phase,
    Prompt,
    Shape,
    Skirmish,
    Stage,
    Status,
    Terrain,
    names,
)  # fmt: skip
from rulebound.envs.brick_civilization.variant import GOODS, ORDER
from rulebound.envs.core.drivers import DEAL
from rulebound.envs.core.record import PositionError

SEATED = ("seat", "start", "turn", "declarer", "partner")
EXTRA_NAMES = ("roads", "walls", "decks", "structures", "pawns")  # in the order in which they are laid out
COMPLETED_NAMES = ("phase", "step", "terrain", "rows", "cols")
LANDSCAPE = (
    "rows", "cols", "groves", "trunk", "terrain", "ground", "tree", "water", "candidates", "candidate", "candidate_variant",
    "candidate_sector", "water_layout", "tries",
)  # fmt: skip
LAYERS = tuple(f.name for f in STATE.own if f.axes == ("cell",))
STRUCT_FIELDS = tuple(f.name for f in STATE.own if f.axes[:1] == ("struct",))
PAWN_FIELDS = ("status", "cell", "aboard", "cargo", "bed", "due", "locked", "target")
PHASE_OF = {
    Stage.SETUP: (Phase.SETUP,),
    Stage.ROUND: (Phase.SETUP, Phase.POPULATE),
    Stage.CLAIMS: (Phase.GATHER,),
    Stage.INCOME: (Phase.GATHER,),
    Stage.LOGISTICS: (Phase.GATHER,),
    Stage.MOVE: (Phase.MOVE,),
    Stage.BUILD: (Phase.BUILD,),
    Stage.DEPLOY: (Phase.DEPLOY,),
    Stage.CONSUME: (Phase.CONSUME,),
    Stage.POPULATE: (Phase.POPULATE,),
    Stage.ROUND_END: (Phase.POPULATE,),
    Stage.COUNCIL: (Phase.POPULATE,),
}
_OFFER = tuple(range(Prompt.OFFER_GIVE, Prompt.OFFER_REPLY + 1))
PROMPTS_OF = {
    Stage.SETUP: (Prompt.SETUP_SITE, Prompt.SETUP_SECTOR, Prompt.SETUP_CELL, Prompt.SETUP_WORKER),
    Stage.CLAIMS: (Prompt.FIELD,),
    Stage.INCOME: (Prompt.PROMOTE,),
    Stage.LOGISTICS: (Prompt.LOGISTICS, Prompt.PULL_KIND, Prompt.PULL_SOURCE, *_OFFER),
    Stage.MOVE: (Prompt.MOVE_TOP, Prompt.UNIT, Prompt.UNIT_MOVING, Prompt.GATE, Prompt.FIELD, *_OFFER),
    Stage.BUILD: (Prompt.BUILD_TOP, Prompt.BUILD_KIND, Prompt.BUILD_CELL, Prompt.BUILD_SEGMENTS, Prompt.GATE, *_OFFER),
    Stage.DEPLOY: (
        Prompt.DEPLOY_TOP, Prompt.UNIT, Prompt.UNIT_MOVING, Prompt.GATE, Prompt.FIELD, *_OFFER, *range(Prompt.INTERRUPT, Prompt.STARVE)
    ),
    Stage.CONSUME: (Prompt.LOGISTICS, Prompt.PULL_KIND, Prompt.PULL_SOURCE, *_OFFER, Prompt.STARVE, Prompt.SAVE, Prompt.REVIVE),
    Stage.POPULATE: (Prompt.POP_KIND, Prompt.POP_CELL, *_OFFER),
    Stage.COUNCIL: (Prompt.COUNCIL,),
}  # fmt: skip
OTHERS_ASKED = (Prompt.OFFER_REPLY, Prompt.SAVE, Prompt.COUNCIL, *range(Prompt.INTERRUPT, Prompt.STARVE))  # not the seat in turn
# Fields that are 0 unless something is in hand, and unless a deploy action is under way.
IN_HAND = ("unit", "group", "paid", "left", "mode", "credit", "penalty", "transfers", "ended")
ON_THE_WAY = ("path_length", "path_at", "path", "path_left", "path_mode", "path_credit", "path_boards")
IN_SKIRMISH = (
    "skirmish", "press", "party", "watched", "completing", "closing", "redeploying", "retreating", "engaged", "engaged_seat",
    "engaged_cell", "engaged_side", "hits", "retreated", "target", "shooter", "listed", "listed_seat", "listed_cell", "picked",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ making a position
def blank(s: np.record, r: np.record) -> None:
    """Seat 0 begins its Move in round 1 on a board without pieces; stances as the rules say."""
    s.stage = Stage.MOVE
    s.phase = Phase.MOVE
    s.round_number = 1
    n = int(s.num_players)
    s.stance[:n, :n] = int(r.relations_initial_stance)
    s.stance[range(n), range(n)] = 1


def complete(s: np.record, r: np.record, named: Mapping) -> None:
    """Lay out the landscape of the rules and the key, put the listed pieces on it, and fill in the phase and the step."""
    if "terrain" not in named:
        _lay_landscape(s, r)
    if "phase" not in named:
        s.phase = PHASE_OF[Stage(int(s.stage))][-1]
    if "step" not in named:
        s.step = (int(s.turn) - int(s.start)) % int(s.num_players)
    if "queued" not in named and "queue" in named:
        s.queued = min(len(named["queue"]), STATE.queue)
    for name in EXTRA_NAMES:
        rows = named.get(name, ())
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise PositionError(f"position.{name} must be a list")
        for k, row in enumerate(rows):
            _PIECES[name](s, r, row, f"position.{name}[{k}]")
        if name == "structures" and rows and "complex" not in named:
            _join_complexes(s, r)


def _lay_landscape(s: np.record, r: np.record) -> None:
    """The landscape that a game dealt under these rules and this key would have."""
    from rulebound.envs.brick_civilization import GAME

    states, rules = np.zeros(1, STATE.dtype), np.zeros(1, GAME.rules.dtype)
    rules[0] = r
    view = layout(_board(r, int(s.num_players)))
    seen = (np.zeros(view.size, np.uint8), view.scale, np.zeros(view.size, np.float32), np.zeros(GAME.actions.size, np.int8))
    GAME.drivers.step_one(states, rules, GAME.zero, 0, DEAL, np.uint64(s.key), int(s.num_players), *seen)
    for name in LANDSCAPE:
        s[name] = states[0][name]


def _board(r: np.record, players: int) -> tuple[int, int]:
    """Rows and columns of the boards of a record of rules."""
    if r.map_rows:
        return int(r.map_rows), int(r.map_cols)
    side = int(r.board_size) or (32, 40, 48)[players - 2]
    return side, side


def _entry(row: object, where: str, allowed: tuple[str, ...]) -> Mapping:
    if not isinstance(row, Mapping):
        raise PositionError(f"{where} must be a mapping of {', '.join(allowed)}")
    for name in row:
        if name not in allowed:
            raise PositionError(f"{where}.{name}: no such name; there are {', '.join(allowed)}")
    return row


def _stud(s: np.record, at: object, where: str) -> int:
    """A stud given as [row, column]."""
    if not isinstance(at, Sequence) or len(at) < 2 or any(isinstance(x, bool) or not isinstance(x, int | np.integer) for x in at[:2]):
        raise PositionError(f"{where} = {at!r}: must be [row, column]")
    row, col = int(at[0]), int(at[1])
    if not (0 <= row < s.rows and 0 <= col < s.cols):
        raise PositionError(f"{where} = {at!r}: the board has {s.rows} rows and {s.cols} columns")
    return row * int(s.cols) + col


def _number(value: object, low: int, high: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise PositionError(f"{where} = {value!r}: must be a whole number between {low} and {high}")
    return int(value)


def _goods(values: object, where: str) -> list[int]:
    if not isinstance(values, Mapping):
        raise PositionError(f"{where} must be a mapping of goods to units")
    for name in values:
        if name not in GOODS:
            raise PositionError(f"{where}.{name}: no such goods; there are {', '.join(GOODS)}")
    return [_number(values.get(name, 0), 0, STATE.fields["cargo"].high, f"{where}.{name}") for name in GOODS]


def _add_structure(s: np.record, r: np.record, row: object, where: str) -> None:
    allowed = ("shape", "seat", "at", "store", "progress", "policy", "builder", "lost", "roof", "palace_turns")
    row = _entry(row, where, allowed)
    if row.get("shape") not in SHAPE_NAMES or SHAPE_KIND[SHAPE_NAMES.index(row["shape"])] == Kind.NONE:
        raise PositionError(f"{where}.shape = {row.get('shape')!r}: must be one of {', '.join(SHAPE_NAMES)}")
    shape, k, n = SHAPE_NAMES.index(row["shape"]), int(s.structs), int(s.num_players)
    if k >= STRUCTS:
        raise PositionError(f"{where}: there is room for {STRUCTS} structures")
    anchor = _stud(s, row.get("at"), f"{where}.at")
    kind = int(SHAPE_KIND[shape])
    s.structs = k + 1
    s.struct_kind[k] = kind
    s.struct_shape[k] = shape
    s.struct_cell[k] = anchor
    s.struct_owner[k] = _number(row.get("seat", 0), -1, n - 1, f"{where}.seat")
    s.struct_builder[k] = _number(row.get("builder", max(0, int(s.struct_owner[k]))), 0, n - 1, f"{where}.builder")
    s.progress[k] = _number(row.get("progress", 1 if kind == Kind.PALACE else 0), 0, STATE.fields["progress"].high, f"{where}.progress")
    s.palace_turns[k] = _number(row.get("palace_turns", 0), 0, 127, f"{where}.palace_turns")
    s.palace_seat[k] = max(0, int(s.struct_owner[k])) if s.palace_turns[k] else 0
    s.lost[k] = _number(row.get("lost", 0), 0, 2, f"{where}.lost")
    s.policy[k] = _number(row.get("policy", 0), 0, STATE.fields["policy"].high, f"{where}.policy")
    s.store[k] = _goods(row.get("store", {}), f"{where}.store")
    if kind == Kind.PALACE and s.progress[k] == STATE.fields["progress"].high:
        s.roof_rank[k] = _number(row.get("roof", 1 if not s.roof_rank.any() else 2), 1, 2, f"{where}.roof")
        s.roof_seat[k] = s.struct_builder[k]
    if kind == Kind.VILLAGE:
        s.complex[k] = k + 1
    for i in _studs_of(s, k, where):
        layer = s.boat if IS_BOAT[kind] else s.struct
        if s.struct[i] or s.boat[i]:
            raise PositionError(f"{where}: another structure is on [{i // s.cols}, {i % s.cols}]")
        layer[i] = k + 1


def _studs_of(s: np.record, k: int, where: str) -> list[int]:
    """The studs of a structure; refused beyond the edge."""
    shape, anchor, cols = int(s.struct_shape[k]), int(s.struct_cell[k]), int(s.cols)
    studs = []
    for n in range(SHAPE_SIZE[shape]):
        row, col = anchor // cols + int(SHAPE_ROW[shape, n]), anchor % cols + int(SHAPE_COL[shape, n])
        if not (0 <= row < s.rows and 0 <= col < cols):
            raise PositionError(f"{where}: reaches beyond the edge of the board")
        studs.append(row * cols + col)
    return studs


def _base(s: np.record, stud: int) -> int:
    """The level of a stud without its walls."""
    if s.deck[stud]:
        return int(s.deck[stud]) - 1
    sunk = DEPTH if s.terrain[stud] == Terrain.WATER else 0
    return int(s.ground[stud]) + max(0, int(s.road[stud]) - sunk)


def _join_complexes(s: np.record, r: np.record) -> None:
    """Storehouses and mills that touch a village of their owner are part of it."""
    cols = int(s.cols)
    for k in range(int(s.structs)):
        if s.struct_kind[k] not in (Kind.STOREHOUSE, Kind.MILL) or s.struct_owner[k] < 0:
            continue
        homes = set()
        for i in _studs_of(s, k, f"structure {k}"):
            beside = [i - cols, i + cols] + [i - 1] * (i % cols > 0) + [i + 1] * (i % cols < cols - 1)
            for j in beside:
                home = int(s.struct[j]) - 1 if 0 <= j < cols * int(s.rows) else -1
                if home >= 0 and s.struct_kind[home] == Kind.VILLAGE and s.struct_owner[home] == s.struct_owner[k]:
                    homes |= {home} if abs(_base(s, i) - _base(s, j)) <= r.board_touch_limit else set()
        s.complex[k] = min(homes) + 1 if homes else 0


def _place_of(s: np.record, r: np.record, stud: int) -> int:
    """Where a pawn on a stud is kept: at the trunk, at the anchor of the village, or there."""
    if s.tree[stud]:
        return int(s.trunk[int(s.tree[stud]) - 1])
    village = int(s.complex[int(s.struct[stud]) - 1]) if s.struct[stud] else 0
    return int(s.struct_cell[village - 1]) if village and r.places_village_single_place else stud


def _add_pawn(s: np.record, r: np.record, row: object, where: str) -> None:
    row = _entry(row, where, ("seat", "type", "at", "slot", "cargo", "critical", "due", "bed"))
    seat = _number(row.get("seat", 0), 0, int(s.num_players) - 1, f"{where}.seat")
    if row.get("type", "worker") not in ORDER["pawns"][1:]:
        raise PositionError(f"{where}.type = {row.get('type')!r}: must be worker or warrior")
    free = np.flatnonzero(np.asarray(s.pawn[seat]) == Pawn.NONE)
    if not len(free):
        raise PositionError(f"{where}: a civilization has at most {SLOTS} pawns")
    slot = _number(row.get("slot", int(free[0])), 0, SLOTS - 1, f"{where}.slot")
    if s.pawn[seat, slot] != Pawn.NONE:
        raise PositionError(f"{where}.slot = {slot}: another pawn is there")
    stud = _stud(s, row.get("at"), f"{where}.at")
    s.pawn[seat, slot] = ORDER["pawns"].index(row.get("type", "worker"))
    s.cargo[seat, slot] = _goods(row.get("cargo", {}), f"{where}.cargo")
    if row.get("critical"):
        village = int(s.complex[int(s.struct[stud]) - 1]) if s.struct[stud] else 0
        if not village:
            raise PositionError(f"{where}: a critical pawn lies in a village")
        s.status[seat, slot] = Status.CRITICAL
        s.bed[seat, slot] = village
        s.cell[seat, slot] = s.struct_cell[village - 1]
        s.due[seat, slot] = _number(row.get("due", int(s.round_number)), 0, STATE.fields["due"].high, f"{where}.due")
        return
    if s.boat[stud]:
        s.aboard[seat, slot] = s.boat[stud]
    s.cell[seat, slot] = _place_of(s, r, stud)


def _add_road(s: np.record, r: np.record, row: object, where: str) -> None:
    stud = _stud(s, row, where)
    s.road[stud] = _number(row[2] if len(row) > 2 else 1, 1, STATE.fields["road"].high, f"{where}[2]")  # type: ignore[arg-type,index]


def _add_wall(s: np.record, r: np.record, row: object, where: str) -> None:
    stud = _stud(s, row, where)
    s.wall[stud] = _number(row[2] if len(row) > 2 else 1, 1, STATE.fields["wall"].high, f"{where}[2]")  # type: ignore[arg-type,index]
    s.wall_owner[stud] = 1 + _number(row[3] if len(row) > 3 else 0, 0, int(s.num_players) - 1, f"{where}[3]")  # type: ignore[arg-type,index]


def _add_deck(s: np.record, r: np.record, row: object, where: str) -> None:
    stud = _stud(s, row, where)
    level = row[2] if len(row) > 2 else int(s.ground[stud])  # type: ignore[arg-type,index]
    s.deck[stud] = 1 + _number(level, 0, STATE.fields["deck"].high - 1, f"{where}[2]")


_PIECES = {"structures": _add_structure, "pawns": _add_pawn, "roads": _add_road, "walls": _add_wall, "decks": _add_deck}


# ------------------------------------------------------------------------------------------------ what cannot be
def check(s: np.record, r: np.record) -> list[str]:
    """What cannot be in a game, beyond the ranges of the fields."""
    n = int(s.num_players)
    found = [
        f"{name} = {s[name]}: seats run from 0 to {n - 1}" for name in ("seat", "start", "turn", "declarer", "partner") if s[name] >= n
    ]
    if (int(s.rows), int(s.cols)) != _board(r, n):
        found.append(f"rows, cols = {s.rows}, {s.cols}: boards of these rules have {' and '.join(map(str, _board(r, n)))}")
    if found:
        return found
    found = _check_studs(s)
    if found:
        return found
    found = _check_landscape(s) + _check_structures(s) + _check_pawns(s, r) + _check_works(s)
    for f in STATE.own:
        if f.axes[:1] == ("seat",) and np.asarray(s[f.name])[n:].any():
            found.append(f"{f.name}: a seat beyond the {n} players of this table owns something")
    return found or _check_moment(s, r) or _check_hand(s, r) or _check_goods(s) or _check_skirmish(s)


def _check_studs(s: np.record) -> list[str]:
    """Is everything on the board?"""
    size = int(s.rows) * int(s.cols)
    found = [f"{name}: something lies beyond the edge of the board" for name in LAYERS if np.asarray(s[name])[size:].any()]
    for name in ("focus", "trunk", "candidate", "struct_cell", "cell", "path", "engaged_cell", "listed_cell"):
        if (np.asarray(s[name]) >= size).any():
            found.append(f"{name}: the studs of this board run from 0 to {size - 1}")
    return found


def _check_landscape(s: np.record) -> list[str]:
    """Are groves and water where they can be?"""
    found = []
    groves, cols, size = int(s.groves), int(s.cols), int(s.rows) * int(s.cols)
    tree, terrain = np.asarray(s.tree)[:size], np.asarray(s.terrain)[:size]
    trunks = np.asarray(s.trunk)[:groves].astype(int)
    if (tree > groves).any() or np.asarray(s.trunk)[groves:].any():
        found.append(f"tree, trunk: there are {groves} groves")
    elif groves and (tree[trunks] != np.arange(1, groves + 1)).any():
        found.append("trunk: every grove stands around its trunk")
    else:
        inside = np.flatnonzero(tree)
        home = trunks[tree[inside] - 1] if groves else inside
        away = np.maximum(abs(inside // cols - home // cols), abs(inside % cols - home % cols))
        if (away > 1).any():
            found.append("tree: a grove covers at most the 3 x 3 studs around its trunk")
        if (terrain[inside] == Terrain.WATER).any() or (terrain[inside] == Terrain.IMPASSABLE).any():
            found.append("tree: groves stand on land")
    if np.asarray(s.water)[:size][terrain != Terrain.WATER].any():
        found.append("water: only water is a river or carries boats")
    k = int(s.candidates)
    if np.asarray(s.candidate)[k:].any() or np.asarray(s.candidate_variant)[k:].any() or np.asarray(s.candidate_sector)[k:].any():
        found.append(f"candidate: there are {k} start sites")
    return found


def _check_structures(s: np.record) -> list[str]:
    """Do the layers of buildings and boats show exactly the structures of the list?"""
    found = []
    count, n = int(s.structs), int(s.num_players)
    size = int(s.rows) * int(s.cols)
    for name in STRUCT_FIELDS:
        if np.asarray(s[name])[count:].any():
            found.append(f"{name}: there are {count} structures")
    struct, boat = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    for k in range(count):
        kind, shape = int(s.struct_kind[k]), int(s.struct_shape[k])
        if kind == Kind.NONE or shape in (Shape.PALACE_COLUMN, Shape.PALACE_ROOF) or SHAPE_KIND[shape] != kind:
            return [*found, f"structure {k}: its shape is none of its kind"]
        if s.struct_owner[k] >= n or s.struct_builder[k] >= n or s.palace_seat[k] >= n or s.roof_seat[k] >= n:
            found.append(f"structure {k}: seats run from 0 to {n - 1}")
        try:
            studs = _studs_of(s, k, f"structure {k}")
        except PositionError as error:
            return [*found, str(error)]
        layer = boat if IS_BOAT[kind] else struct
        if layer[studs].any():
            found.append(f"structure {k}: another structure is there")
        layer[studs] = k + 1
        if IS_BOAT[kind] and (s.terrain[studs[0]] != Terrain.WATER or s.road[studs[0]] >= DEPTH or s.deck[studs[0]]):
            found.append(f"structure {k}: boats float on open water")
        if kind != Kind.PALACE and (s.progress[k] or s.palace_turns[k] or s.roof_rank[k] or s.roof_seat[k] or s.palace_seat[k]):
            found.append(f"structure {k}: only palaces have columns and roofs")
        if kind == Kind.PALACE and (not s.progress[k] or bool(s.roof_rank[k]) != (s.progress[k] == STATE.fields["progress"].high)):
            found.append(f"structure {k}: a palace has columns, and a rank with its roof")
        if kind != Kind.VILLAGE and s.lost[k]:
            found.append(f"structure {k}: only villages are out of control")
        village = int(s.complex[k])
        if village > count or (village and (s.struct_kind[village - 1] != Kind.VILLAGE or (kind == Kind.VILLAGE and village != k + 1))):
            found.append(f"structure {k}: it is part of no village")
        if kind == Kind.VILLAGE and not village:
            found.append(f"structure {k}: a village is part of itself")
    if (np.asarray(s.struct) != struct).any() or (np.asarray(s.boat) != boat).any():
        found.append("struct, boat: the layers do not show the structures of the list")
    if np.asarray(s.tree)[:size][struct[:size] > 0].any() or np.asarray(s.wall)[:size][struct[:size] > 0].any():
        found.append("struct: buildings stand neither in groves nor on walls")
    return found


def _check_pawns(s: np.record, r: np.record) -> list[str]:
    """Is every pawn somewhere where it can be?"""
    found: list[str] = []
    crew = np.zeros(STRUCTS + 1, np.int64)
    kinds = np.asarray(s.pawn)
    used = np.zeros(kinds.shape, bool)
    for name in PAWN_FIELDS:
        used |= np.asarray(s[name]).reshape(*kinds.shape, -1).any(axis=2)
    for seat in range(int(s.num_players)):
        for slot in np.flatnonzero((kinds[seat] != Pawn.NONE) | used[seat]):
            place = f"players[{seat}].pawn[{slot}]"
            if kinds[seat, slot] == Pawn.NONE:
                found.append(f"{place}: there is no pawn to which this could belong")
                continue
            if slot >= r.limits_pawns_per_player:
                found.append(f"{place}: a civilization has at most {r.limits_pawns_per_player} pawns")
            found += (
                _check_critical(s, seat, slot, place)
                if s.status[seat, slot] == Status.CRITICAL
                else _check_place(s, r, seat, slot, place, crew)
            )
    for k in range(int(s.structs)):
        if crew[k + 1] > CAPACITY[s.struct_kind[k]]:
            found.append(f"structure {k}: it carries {CAPACITY[s.struct_kind[k]]} pawns, not {crew[k + 1]}")
    return found


def _check_critical(s: np.record, seat: int, slot: int, place: str) -> list[str]:
    bed = int(s.bed[seat, slot])
    if not bed or bed > s.structs or s.struct_kind[bed - 1] != Kind.VILLAGE or s.cell[seat, slot] != s.struct_cell[bed - 1]:
        return [f"{place}: a critical pawn lies in a village"]
    return [f"{place}: a critical pawn carries nothing and is in no boat"] if s.aboard[seat, slot] or s.cargo[seat, slot].any() else []


def _check_place(s: np.record, r: np.record, seat: int, slot: int, place: str, crew: np.ndarray) -> list[str]:
    stud, boat = int(s.cell[seat, slot]), int(s.aboard[seat, slot])
    if s.bed[seat, slot] or s.due[seat, slot]:
        return [f"{place}: only critical pawns lie in a bed"]
    if boat:
        crew[boat] += 1
        return [f"{place}: the boat is elsewhere"] if s.boat[stud] != boat else []
    if s.terrain[stud] == Terrain.IMPASSABLE and not s.deck[stud]:
        return [f"{place}: nobody stands on impassable ground"]
    if s.boat[stud]:
        return [f"{place}: swimmers and boats do not share a stud"]
    if s.tree[stud] and s.trunk[int(s.tree[stud]) - 1] != stud:
        return [f"{place}: pawns in a grove are kept at its trunk"]
    k = int(s.struct[stud]) - 1
    if k >= 0 and s.complex[k] and r.places_village_single_place and s.struct_cell[int(s.complex[k]) - 1] != stud:
        return [f"{place}: pawns in a village are kept at its anchor"]
    return []


def _check_works(s: np.record) -> list[str]:
    """Fields, fishing grounds, walls and decks."""
    found = []
    n, size = int(s.num_players), int(s.rows) * int(s.cols)
    for name in ("field", "fished"):
        for number in np.unique(np.asarray(s[name])[:size]):
            seat, slot = divmod(int(number) - 1, SLOTS)
            if number and (seat >= n or (s.pawn[seat, slot] == Pawn.NONE and name == "field")):
                found.append(f"{name}: player_{seat} has no worker {slot}")
    wall, owner = np.asarray(s.wall), np.asarray(s.wall_owner)
    if ((wall > 0) != (owner > 0)).any() or (owner > n).any():
        found.append("wall_owner: every wall has an owner, and nothing else has")
    terrain = np.asarray(s.terrain)[:size]
    if (np.asarray(s.deck)[:size][(terrain == Terrain.GRASS) | (terrain == Terrain.ROCK)]).any():
        found.append("deck: decks span water and impassable ground")
    if np.asarray(s.road)[:size][terrain == Terrain.IMPASSABLE].any():
        found.append("road: nothing is built on impassable ground")
    if np.asarray(s.field)[:size][terrain != Terrain.GRASS].any() or np.asarray(s.fished)[:size][terrain != Terrain.WATER].any():
        found.append("field, fished: fields lie on grass, fishing grounds in water")
    if (s.stance[range(n), range(n)] != 1).any():
        found.append("stance: everybody is friendly with itself")
    return found


# ------------------------------------------------------------------------------------------------ the moment
def _check_moment(s: np.record, r: np.record) -> list[str]:
    """Do stage, phase, question and seat go together?"""
    stage, prompt, n = Stage(int(s.stage)), Prompt(int(s.prompt)), int(s.num_players)
    found = []
    if Phase(int(s.phase)) not in PHASE_OF[stage]:
        found.append(f"phase = {names(Phase)[s.phase]}: not at stage {stage.name.lower()}")
    if prompt != Prompt.NONE and prompt not in PROMPTS_OF.get(stage, ()):
        found.append(f"prompt = {prompt.name.lower()}: not asked at stage {stage.name.lower()}")
    if s.step < n and s.turn != (int(s.start) + int(s.step)) % n and stage < Stage.ROUND_END:
        found.append(f"step = {s.step}: after so many players it is not player_{s.turn}'s turn")
    if prompt != Prompt.NONE and prompt not in OTHERS_ASKED and s.seat != s.turn:
        found.append(f"seat = {s.seat}: player_{s.turn} is in turn")
    if prompt != Prompt.NONE and s.step >= n and stage < Stage.ROUND_END:
        found.append(f"step = {s.step}: everybody is done, nobody can be asked")
    if (s.round_number == 0) != (stage == Stage.SETUP or (stage == Stage.ROUND and s.phase == Phase.SETUP)):
        found.append(f"round_number = {s.round_number}: rounds are counted from 1, after the set-up")
    if not s.over and s.round_number > r.ending_turn_cap:
        found.append(f"round_number = {s.round_number}: the game ends after round {r.ending_turn_cap}")
    if (s.prompt == Prompt.OFFER_REPLY and s.seat != s.partner) or (s.prompt in _OFFER and s.partner == s.turn):
        found.append(f"partner = {s.partner}: an offer goes to another player")
    if not s.over and all(s.out[:n]):
        found.append("out: somebody is still in the game")
    if stage == Stage.SETUP:
        found += _check_setup(s, r)
    elif Stage.MOVE <= stage <= Stage.DEPLOY and s.part > 1:
        found.append(f"part = {s.part}: a turn of this stage goes on (0) or is over (1)")
    if prompt in (Prompt.SETUP_SECTOR, Prompt.SETUP_CELL) and s.blueprint >= Shape.STOREHOUSE:
        found.append("blueprint: the first building is a village")
    if prompt == Prompt.GATE and (not s.goal or s.goal > s.structs):
        found.append(f"goal = {s.goal}: a gate or tower of the board")
    return found


def _check_setup(s: np.record, r: np.record) -> list[str]:
    n, step = int(s.num_players), int(s.step)
    placed = [(int(s.start) + k) % n for k in range(min(n, step + (s.part > 0)))]
    if s.part > r.setup_workers + 1 or step > n or (s.part and step >= n):
        return [f"part = {s.part}: a player places its village and {r.setup_workers} workers"]
    if [int(x) for x in s.struct_owner[: int(s.structs)]] != placed or (np.asarray(s.struct_kind)[: len(placed)] != Kind.VILLAGE).any():
        return ["structs: in the set-up every player before has a village, and nothing else is built"]
    if (s.prompt == Prompt.SETUP_WORKER and not s.part) or (
        s.prompt in (Prompt.SETUP_SITE, Prompt.SETUP_SECTOR, Prompt.SETUP_CELL) and s.part
    ):
        return [f"part = {s.part}: not with this question"]
    if s.prompt == Prompt.SETUP_WORKER and (s.focus != s.struct_cell[int(s.structs) - 1] or s.part > r.setup_workers):
        return [f"focus = {s.focus}: workers are placed around the village"]
    return []


def _check_hand(s: np.record, r: np.record) -> list[str]:
    """Is the unit in hand one unit, and nothing in hand when nobody is?"""
    acting = Stage.MOVE <= s.stage <= Stage.DEPLOY
    found = []
    if not s.unit and not (s.stage == Stage.DEPLOY and s.skirmish != Skirmish.NONE):
        found += [f"{name}: nothing is in hand" for name in IN_HAND if np.any(s[name])]
    if s.unit and not acting:
        found.append("unit: units act in Move, Build and Deploy")
    if not s.unit and s.prompt in (Prompt.UNIT, Prompt.UNIT_MOVING, Prompt.BUILD_KIND, Prompt.BUILD_CELL, Prompt.BUILD_SEGMENTS):
        found.append("unit: this question is about the unit in hand")
    if s.unit and s.prompt in (Prompt.MOVE_TOP, Prompt.BUILD_TOP, Prompt.DEPLOY_TOP, Prompt.GATE, Prompt.FIELD, *_OFFER):
        found.append("unit: nothing is in hand at this question")
    if s.unit:
        seat, chief = int(s.turn), int(s.unit) - 1
        wanted = Pawn.WARRIOR if s.stage == Stage.DEPLOY else Pawn.WORKER
        if not s.group[chief]:
            found.append("group: the selected pawn leads its group")
        for slot in np.flatnonzero(s.group):
            if s.pawn[seat, slot] != wanted or s.status[seat, slot] != Status.BOARD:
                found.append(f"group: pawn {slot} does not act in this phase")
            elif s.cell[seat, slot] != s.cell[seat, chief] or s.aboard[seat, slot] != s.aboard[seat, chief]:
                found.append("group: pawns that act together are at one place")
        if s.left > r.movement_studs or s.credit > 4 or (s.mode == Mode.OPEN and s.credit):
            found.append(f"left = {s.left}: an action has {r.movement_studs} base studs")
        if s.prompt in (Prompt.UNIT, Prompt.UNIT_MOVING, Prompt.BUILD_KIND, Prompt.BUILD_CELL) and s.focus != s.cell[seat, chief]:
            found.append("focus: targets are counted from the unit in hand")
        if (
            (s.prompt == Prompt.UNIT and s.paid)
            or (s.prompt == Prompt.UNIT_MOVING and not s.paid)
            or (s.prompt == Prompt.UNIT and not s.actions[seat])
        ):
            found.append("paid: a unit that moves has paid its action")
        if s.stage == Stage.BUILD and not s.paid and not s.actions[seat]:
            found.append("actions: the builder has no action left")
    elif s.blueprint and s.stage != Stage.SETUP:
        found.append("blueprint: nothing is being built")
    if (s.segments or s.decking) and s.prompt != Prompt.BUILD_SEGMENTS:
        found.append("segments: no bundle is being laid")
    if s.prompt == Prompt.BUILD_SEGMENTS and (not s.segments or s.blueprint not in (Shape.ROAD, Shape.WALL)):
        found.append("segments: a bundle has segments left while it is laid")
    if s.prompt == Prompt.BUILD_CELL and s.blueprint >= NUM_SHAPES - 2:
        found.append("blueprint: no such build")
    if s.prompt in (Prompt.BUILD_KIND, Prompt.BUILD_CELL) and s.paid:
        found.append("paid: a build is paid with its first stud")
    return found + _check_path(s)


def _check_path(s: np.record) -> list[str]:
    n = int(s.path_length)
    if not n:
        return [f"{name}: no leg is under way" for name in ON_THE_WAY if np.any(s[name])]
    if s.stage != Stage.DEPLOY or not s.unit or s.path_at >= n:
        return ["path_length: legs are interrupted in Deploy only"]
    if any(np.asarray(s[name])[n:].any() for name in ("path", "path_left", "path_mode", "path_credit")):
        return [f"path: the leg has {n} steps"]
    seat, chief, cols = int(s.turn), int(s.unit) - 1, int(s.cols)
    boat = int(s.aboard[seat, chief])
    for k in range(int(s.path_at), n):
        stud = int(s.path[k])
        last = k == n - 1
        if s.terrain[stud] == Terrain.IMPASSABLE and not s.deck[stud]:
            return ["path: nobody walks on impassable ground"]
        if s.tree[stud] and s.trunk[int(s.tree[stud]) - 1] != stud:
            return ["path: groves are entered at the trunk"]
        building = int(s.struct[stud]) - 1
        if building >= 0 and s.complex[building] and s.struct_cell[int(s.complex[building]) - 1] != stud:
            return ["path: villages are entered at the anchor"]
        if boat and not (last and s.path_boards) and (s.terrain[stud] != Terrain.WATER or (last and s.boat[stud] not in (0, boat))):
            return ["path: boats stay on the water"]
        if last and s.path_boards and bool(boat) == bool(s.boat[stud]):
            return ["path_boards: the leg ends in no boat"]
        if not boat and s.boat[stud] and not s.path_boards:
            return ["path: swimmers and boats do not share a stud"]
    return [] if abs(int(s.path[n - 1]) // cols - int(s.focus) // cols) < 64 else ["path: too long"]


def _check_goods(s: np.record) -> list[str]:
    """Do the questions about goods, food, fields and new pawns refer to something?"""
    seat, found = int(s.turn), []
    owned = int((np.asarray(s.struct_owner)[: int(s.structs)] == seat).sum())

    def pawn(number: int, status: int) -> bool:
        return bool(number) and s.pawn[seat, number - 1] != Pawn.NONE and s.status[seat, number - 1] == status

    def village(number: int) -> bool:
        return 0 < number <= s.structs and s.struct_kind[number - 1] == Kind.VILLAGE and s.struct_owner[number - 1] == seat

    nowhere = s.pull_dest >= SLOTS + owned or (s.pull_dest < SLOTS and not pawn(int(s.pull_dest) + 1, Status.BOARD))
    if s.prompt in (Prompt.PULL_KIND, Prompt.PULL_SOURCE) and nowhere:
        found.append(f"pull_dest = {s.pull_dest}: no own pawn or structure")
    if s.prompt == Prompt.FIELD and not pawn(int(s.claimer), Status.BOARD):
        found.append(f"claimer = {s.claimer}: a worker lays out its field")
    if s.prompt == Prompt.FIELD and (s.focus != s.cell[seat, int(s.claimer) - 1] or s.tree[s.focus]):
        found.append("focus: a field is laid out around its worker")
    if s.prompt == Prompt.SAVE and not pawn(int(s.starver), Status.BOARD):
        found.append(f"starver = {s.starver}: a starving pawn may be saved")
    if s.prompt == Prompt.SAVE and s.seat == s.turn:
        found.append("seat: pawns are saved by others")
    if s.prompt == Prompt.REVIVE and not pawn(int(s.due_slot), Status.CRITICAL):
        found.append(f"due_slot = {s.due_slot}: a critical pawn may be revived")
    if s.prompt in (Prompt.POP_KIND, Prompt.POP_CELL) and not village(int(s.village)):
        found.append(f"village = {s.village}: a village makes a pawn")
    if s.prompt == Prompt.POP_CELL and s.pop_kind == Pawn.NONE:
        found.append("pop_kind: a worker or a warrior is placed")
    if s.village > s.structs or (s.village and s.struct_kind[int(s.village) - 1] != Kind.VILLAGE):
        found.append(f"village = {s.village}: no such village")
    return found


def _check_skirmish(s: np.record) -> list[str]:
    """Does the skirmish have its parties, and is there none outside of a deploy action?"""
    n = int(s.num_players)
    step, prompt = Skirmish(int(s.skirmish)), Prompt(int(s.prompt))
    if s.stage != Stage.DEPLOY or (not s.unit and step == Skirmish.NONE):
        return [f"{name}: there is no deploy action" for name in IN_SKIRMISH if np.any(s[name])]
    wanted = {
        Prompt.INTERRUPT: (Skirmish.WATCH,),
        Prompt.COMMIT: (Skirmish.WATCH, Skirmish.PRESS),
        Prompt.CHALLENGE: (Skirmish.NONE, Skirmish.PRESS),
        Prompt.RESPOND: (Skirmish.RESPOND,),
        Prompt.SK_TARGET: (Skirmish.TARGETS,),
        Prompt.SK_CASUALTY: (Skirmish.CASUALTIES,),
        Prompt.SK_REACT: (Skirmish.REACT,),
        Prompt.SK_RETREAT: (Skirmish.REACT,),
        Prompt.SK_PRESS: (Skirmish.PRESS,),
        Prompt.NONE: tuple(Skirmish),
    }.get(prompt, (Skirmish.NONE,))
    found = [] if step in wanted else [f"skirmish = {step.name.lower()}: not with this question"]
    engaged, listed = int(s.engaged), int(s.listed)
    if (np.asarray(s.engaged_seat)[:engaged] >= n).any() or (np.asarray(s.listed_seat)[:listed] >= n).any():
        found.append(f"engaged_seat, listed_seat: seats run from 0 to {n - 1}")
    for name in ("engaged_seat", "engaged_cell", "engaged_side", "hits", "retreated"):
        if np.asarray(s[name])[engaged:ENGAGED].any():
            found.append(f"{name}: {engaged} detachments are engaged")
    for name in ("listed_seat", "listed_cell", "picked"):
        if np.asarray(s[name])[listed:LISTED].any():
            found.append(f"{name}: {listed} detachments are listed")
    if (np.asarray(s.target) > engaged).any():
        found.append(f"target: {engaged} detachments are engaged")
    if not s.unit and step in (Skirmish.NONE, Skirmish.WATCH):
        found.append("unit: nobody deploys")
    if step in (Skirmish.RESPOND, Skirmish.TARGETS, Skirmish.CASUALTIES, Skirmish.REACT) and not engaged:
        found.append("engaged: nobody is engaged")
    if s.asked > n or s.cursor > n * SLOTS:
        found.append(f"asked, cursor: there are {n} players")
    if prompt in (Prompt.SK_CASUALTY, Prompt.SK_RETREAT) and (s.cursor >= engaged or s.engaged_seat[int(s.cursor)] != s.seat):
        found.append(f"cursor = {s.cursor}: no such detachment of player_{s.seat}")
    if prompt == Prompt.SK_RETREAT and s.retreating != s.seat + 1:
        found.append(f"retreating = {s.retreating}: player_{s.seat} retreats")
    if prompt == Prompt.SK_TARGET:
        seat, slot = divmod(int(s.shooter) - 1, SLOTS)
        if seat != s.seat or s.pawn[seat, slot] == Pawn.NONE:
            found.append(f"shooter = {s.shooter}: a pawn of player_{s.seat} takes aim")
    return found
