"""Short words for arranging positions of Brick Civilization by hand and reading them back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from rulebound.envs import game
from rulebound.envs.brick_civilization.maps import VILLAGES, read_map
from rulebound.envs.brick_civilization.state import IS_BOAT, SHAPE_COL, SHAPE_KIND, SHAPE_NAMES, SHAPE_ROW, SHAPE_SIZE, Prompt
from rulebound.envs.brick_civilization.variant import GOODS
from rulebound.envs.core.position import Position

GAME = game("brick_civilization")
SMALLEST = 6
Stud = tuple[int, int]


# ------------------------------------------------------------------------------------------------ boards
def flat(rows: int, cols: int) -> list[str]:
    """Rows of grass."""
    return ["." * cols] * rows


def _levels(terrain: Sequence[str], heights: int | Sequence[str]) -> list[str]:
    return [f"{heights:x}" * len(row) for row in terrain] if isinstance(heights, int) else list(heights)


def board(terrain: Sequence[str], heights: int | Sequence[str] = 1, players: int = 4) -> str:
    """The text of a map; what is smaller than 6 x 6 gets impassable studs to the south and east."""
    levels = _levels(terrain, heights)
    rows, cols = max(SMALLEST, len(terrain)), max(SMALLEST, max(len(row) for row in terrain))
    terrain = [row.ljust(cols, "#") for row in terrain] + ["#" * cols] * (rows - len(terrain))
    levels = [row.ljust(cols, "0") for row in levels] + ["0" * cols] * (rows - len(levels))
    return "\n".join(["brickmap 1", f"size {rows} {cols}", f"players {players}", "terrain", *terrain, "height", *levels]) + "\n"


def _with_starts(text: str) -> str:
    """The same map with start sites, all the same one: it spares positions by hand the search for good ones, slow in plain Python."""
    drawn = read_map(text)
    anchors = ((row, column, shape) for row in range(drawn.rows) for column in range(drawn.cols) for shape in range(len(VILLAGES)))
    site = next((anchor for anchor in anchors if drawn.village_problem(*anchor) is None), None)
    return text if site is None else text + "\n".join(["starts", *[" ".join(map(str, site))] * drawn.players]) + "\n"


# ------------------------------------------------------------------------------------------------ pieces
def worker(row: int, column: int, **goods: int) -> dict:
    """A worker with its cargo; on the stud of a boat it is aboard."""
    return {"pawn": "worker", "at": (row, column), "goods": goods}


def warrior(row: int, column: int, **goods: int) -> dict:
    """A warrior with its cargo."""
    return {"pawn": "warrior", "at": (row, column), "goods": goods}


def piece(shape: str, row: int, column: int, owner: int = 0, **more: object) -> dict:
    """A structure by the name of its shape and its anchor, with goods and other fields of structures."""
    return {"shape": shape, "at": (row, column), "owner": owner, **more}


def studs_of(shape: str, row: int, column: int) -> list[Stud]:
    """The studs that a shape covers."""
    k = SHAPE_NAMES.index(shape)
    return [(row + int(SHAPE_ROW[k, n]), column + int(SHAPE_COL[k, n])) for n in range(SHAPE_SIZE[k])]


# ------------------------------------------------------------------------------------------------ positions
def _complexes(structures: Sequence[Mapping], base: Mapping[Stud, int], limit: int) -> list[int]:
    """Of each structure the number of the first own village that it is or improves, from 1; 0 if there is none."""
    studs = [studs_of(part["shape"], *part["at"]) for part in structures]

    def touches(a: int, b: int) -> bool:
        near = [(x, y) for x in studs[a] for y in studs[b] if abs(x[0] - y[0]) + abs(x[1] - y[1]) == 1]
        return any(abs(base[x] - base[y]) <= limit for x, y in near)

    found = []
    for k, part in enumerate(structures):
        kind = str(part["shape"]).split("_")[0]
        homes = [v for v, other in enumerate(structures) if str(other["shape"]).startswith("village") and other["owner"] == part["owner"]]
        improved = [v + 1 for v in homes if kind in ("storehouse", "mill") and touches(k, v)]
        found.append(k + 1 if kind == "village" else improved[0] if improved else 0)
    return found


def scene(
    terrain: Sequence[str],
    heights: int | Sequence[str] = 1,
    *,
    pawns: Mapping[int, Sequence[Mapping]] | None = None,
    structures: Sequence[Mapping] = (),
    roads: Iterable[Stud] | Mapping[Stud, int] = (),
    decks: Mapping[Stud, int] | None = None,
    walls: Mapping[Stud, tuple[int, int]] | None = None,
    unfriendly: Iterable[tuple[int, int]] = (),
    actions: Sequence[int] = (1, 1, 1, 1),
    players: int = 2,
    stage: str = "move",
    turn: int = 0,
    rules: Mapping | None = None,
    options: Mapping | None = None,
    seats: Mapping[int, Mapping] | None = None,
    **fields: object,
) -> Position:
    """A position on a board given by rows of terrain and heights; it runs on from the stage until somebody is asked.

    pawns       seat -> workers and warriors, by slot; a seat without any piece gets a worker with two fish on an islet to the south
    roads       studs, or stud -> segments; decks: stud -> level; walls: stud -> (segments, owner)
    unfriendly  pairs of seats
    seats       seat -> further fields of that player; `fields` are those of the position
    """
    pawns = {seat: list((pawns or {}).get(seat, ())) for seat in range(players)}
    levels = _levels(terrain, heights)
    settled = {int(p["owner"]) for p in structures if str(p["shape"]).startswith("village")}
    idle = [seat for seat in range(players) if not pawns[seat] and seat not in settled]
    if idle:  # an islet of six studs, too small for a field, behind impassable ones
        cols = max(SMALLEST, max(len(row) for row in terrain))
        terrain = [*(row.ljust(cols, "#") for row in terrain), "#" * cols, "......".ljust(cols, "#")]
        levels = [*(row.ljust(cols, "0") for row in levels), "0" * cols, "1" * cols]
        for seat in idle:
            pawns[seat].append(worker(len(terrain) - 1, seat, fish=2))
    text = _with_starts(board(terrain, levels))
    cols = max(SMALLEST, max(len(row) for row in terrain))
    cells = cols * max(SMALLEST, len(terrain))

    def index(stud: Stud) -> int:
        return stud[0] * cols + stud[1]

    def layer(values: Mapping[Stud, int]) -> list[int]:
        filled = [0] * cells
        for stud, value in values.items():
            filled[index(stud)] = value
        return filled

    named: dict = {"stage": stage, "turn": turn, "round_number": 3, **fields}
    segments = roads if isinstance(roads, Mapping) else dict.fromkeys(roads, 1)
    named["road"] = layer(segments)
    named["deck"] = layer({stud: level + 1 for stud, level in (decks or {}).items()})
    named["wall"] = layer({stud: segments for stud, (segments, _) in (walls or {}).items()})
    named["wall_owner"] = layer({stud: owner + 1 for stud, (_, owner) in (walls or {}).items()})
    boats = [IS_BOAT[SHAPE_KIND[SHAPE_NAMES.index(part["shape"])]] for part in structures]
    boat = {tuple(part["at"]): k + 1 for k, part in enumerate(structures) if boats[k]}
    named["structures"] = [
        {
            "shape": part["shape"],
            "seat": part["owner"],
            "at": list(part["at"]),
            "store": {good: part[good] for good in GOODS if good in part},
            **{name: part[name] for name in ("progress", "policy", "builder", "lost", "roof", "palace_turns") if name in part},
        }
        for part in structures
    ]
    base = {(r, c): int(level, 36) for r, row in enumerate(levels) for c, level in enumerate(row)}
    base |= {stud: base[stud] + more for stud, more in segments.items()} | dict(decks or {})
    named["complex"] = _complexes(structures, base, int((rules or {}).get("touch_limit", 2)))
    hostile = {frozenset(pair) for pair in unfriendly}
    named["players"] = [
        {
            "pawn": [pawn["pawn"] for pawn in pawns[seat]],
            "cell": [index(pawn["at"]) for pawn in pawns[seat]],
            "cargo": [dict(pawn["goods"]) for pawn in pawns[seat]],
            "aboard": [boat.get(tuple(pawn["at"]), 0) for pawn in pawns[seat]],
            "actions": actions[seat],
            "stance": {f"player_{k}": "unfriendly" if {seat, k} in hostile else "friendly" for k in range(players)},
            **(seats or {}).get(seat, {}),
        }
        for seat in range(players)
    ]
    return GAME.position(named, players, rules={"map": text, **(rules or {})}, **(options or {}))


# ------------------------------------------------------------------------------------------------ reading
def prompt(p: Position) -> tuple[int, Prompt]:
    """Who is asked, and what."""
    return p.seat, Prompt(p.record.prompt)


def stud_of(p: Position, cell: int) -> Stud:
    """Row and column of a stud."""
    return divmod(int(cell), int(p.record.cols))


def place(p: Position, seat: int, slot: int) -> Stud:
    """Where a pawn is."""
    return stud_of(p, p.record.cell[seat][slot])


def cell(p: Position, name: str, stud: Stud) -> int:
    """What a layer of the board says about a stud."""
    return int(p.record[name][stud[0] * int(p.record.cols) + stud[1]])


def _goods(amounts: Iterable[int]) -> dict[str, int]:
    return {good: int(n) for good, n in zip(GOODS, amounts, strict=True) if n}


def cargo(p: Position, seat: int, slot: int) -> dict[str, int]:
    """Goods on a pawn."""
    return _goods(p.record.cargo[seat][slot])


def store(p: Position, struct: int) -> dict[str, int]:
    """Goods in a structure, by its number from 0."""
    return _goods(p.record.store[struct])


def owner(p: Position, struct: int) -> int:
    """Who owns a structure."""
    return int(p.record.struct_owner[struct])


def offered(p: Position, start: str) -> list[str]:
    """The legal actions that begin with these words, without them."""
    return [text[len(start) :].strip() for text in p.legal() if text.startswith(start)]


def targets(p: Position) -> set[Stud]:
    """The studs that may be chosen now."""
    row, column = stud_of(p, p.record.focus)
    steps = (step.split() for step in offered(p, "target "))
    return {(row + int(down), column + int(right)) for down, right in steps}


# ------------------------------------------------------------------------------------------------ playing
def go(p: Position, *studs: Stud) -> Position:
    """Choose studs, one after the other."""
    for stud in studs:
        row, column = stud_of(p, p.record.focus)
        p.play(f"target {stud[0] - row:+d} {stud[1] - column:+d}")
    return p


def builds(p: Position, slot: int = 0) -> set[str]:
    """What a worker may build now, by the names of shapes; asked at the top of a Build turn."""
    if f"pawn {slot}" not in p.legal():
        return set()
    return set(offered(p.clone().play(f"pawn {slot}"), "build "))


def sites(p: Position, shape: str, slot: int = 0) -> set[Stud]:
    """The anchors at which a worker may build a shape, or the studs for the first segment of a bundle."""
    if f"pawn {slot}" not in p.legal():
        return set()
    asked = p.clone().play(f"pawn {slot}")
    return targets(asked.play(f"build {shape}")) if f"build {shape}" in asked.legal() else set()


def build(p: Position, shape: str, *studs: Stud, slot: int = 0) -> Position:
    """Let a worker build: an anchor, or the segments of a bundle one by one."""
    return go(p.play(f"pawn {slot}", f"build {shape}"), *studs)


def pulls(p: Position, destination: str) -> set[str]:
    """The goods that may be relocated to "pawn k" or "structure k" (k-th own structure) now."""
    return set(offered(p.clone().play(destination), "goods ")) if destination in p.legal() else set()


def pull(p: Position, destination: str, *kinds: str) -> Position:
    """Relocate units to a destination, one by one."""
    for kind in kinds:
        p.play(destination, f"goods {kind}")
    return p


def reach(p: Position, slot: int = 0) -> set[Stud]:
    """The studs that a pawn may walk or sail to with one leg; asked at the top of a Move or Deploy turn."""
    return targets(p.clone().play(f"pawn {slot}")) if f"pawn {slot}" in p.legal() else set()


def march(p: Position, *studs: Stud, slot: int = 0, group: Iterable[int] = ()) -> Position:
    """Select a pawn and companions and go some legs; the action is not ended."""
    return go(p.play(f"pawn {slot}", *(f"pawn {k}" for k in group)), *studs)


# ------------------------------------------------------------------------------------------------ reading more
def layer(p: Position, name: str) -> np.ndarray:
    """A layer of the board: [row, column]."""
    rows, cols = int(p.record.rows), int(p.record.cols)
    return np.asarray(p.record[name])[: rows * cols].reshape(rows, cols).astype(int)


def plane(p: Position, name: str, seat: int = 0) -> np.ndarray:
    """A plane of the board as a seat sees it: [row, column]."""
    return np.asarray(p.view.read(p.observe(seat), f"{name}_plane")).reshape(int(p.record.rows), int(p.record.cols)).astype(int)


def field_of(p: Position, seat: int, slot: int) -> set[Stud]:
    """The studs of a worker's field."""
    return {(int(r), int(c)) for r, c in np.argwhere(layer(p, "field") == 1 + seat * 64 + slot)}


def fished_by(p: Position, seat: int, slot: int) -> set[Stud]:
    """The studs that a worker fishes."""
    return {(int(r), int(c)) for r, c in np.argwhere(layer(p, "fished") == 1 + seat * 64 + slot)}


def goods_of(p: Position, seat: int) -> dict[str, int]:
    """All goods of a civilization, in structures and on pawns."""
    own = [p.record.store[k] for k in range(int(p.record.structs)) if p.record.struct_owner[k] == seat]
    return _goods(sum(np.asarray(part, int) for part in [*own, *p.record.cargo[seat]]))


def gives(p: Position, partner: str) -> set[str]:
    """What could be offered to another player ("player_1") now; nothing if no offer can be opened."""
    action = f"offer to {partner}"
    return set(offered(p.clone().play(action), "give ")) if action in p.legal() else set()


def wants(p: Position, partner: str, give: str) -> set[str]:
    """What could be wanted in exchange for an item."""
    return set(offered(p.clone().play(f"offer to {partner}", f"give {give}"), "want "))


# ------------------------------------------------------------------------------------------------ playing on
def idle(p: Position) -> Position:
    """Play the action that does least: end where it is legal, else a worker, else the first legal one."""
    legal = p.legal()
    return p.play(next((action for action in ("end", "raise worker", "target +0 +0") if action in legal), legal[0]))


def idle_until(p: Position, reached: Callable[[Position], bool], most: int = 400) -> Position:
    """Let everybody do as little as possible until something is so; nothing happens if it is so already."""
    for _ in range(most):
        if reached(p):
            return p
        assert not p.over, "the game ended before it came to that"
        idle(p)
    raise AssertionError("it never came to that")


def idle_to(p: Position, wanted: Prompt, seat: int | None = None, round_number: int | None = None) -> Position:
    """Let everybody do as little as possible until a question is asked, perhaps of a certain seat in a certain round."""

    def reached(q: Position) -> bool:
        return q.record.prompt == wanted and seat in (None, q.seat) and round_number in (None, int(q.record.round_number))

    return idle_until(p, reached)


# ------------------------------------------------------------------------------------------------ fights, beds and points
def listed(p: Position) -> list[tuple[int, Stud]]:
    """The detachments that may be chosen now, in their order: controller and place."""
    numbers = [int(text) for text in offered(p, "detachment ")]
    return [(int(p.record.listed_seat[k]), stud_of(p, p.record.listed_cell[k])) for k in numbers]


def aims(p: Position, slot: int = 0) -> set[tuple[int, Stud]]:
    """Whom a warrior has in range if it deploys without moving; asked at the top of a Deploy turn, where nobody interrupts."""
    return set(listed(p.clone().play(f"pawn {slot}", "yes")))


def critical(p: Position, seat: int) -> dict[int, int]:
    """Pawns of a civilization in critical condition: slot -> number of the village from 0."""
    lying = np.flatnonzero(np.asarray(p.record.status[seat]) == 1)
    return {int(slot): int(p.record.bed[seat][slot]) - 1 for slot in lying}


def on_board(p: Position, seat: int) -> list[int]:
    """Slots of the pawns of a civilization that are on the board."""
    here = (np.asarray(p.record.pawn[seat]) > 0) & (np.asarray(p.record.status[seat]) == 0)
    return [int(slot) for slot in np.flatnonzero(here)]


def in_bed(pawns: int, beds: Mapping[int, tuple[int, int]]) -> dict:
    """Fields of a player with critical pawns: slot -> number of the village from 0, and the round in which the pawn is due."""
    return {
        "status": ["critical" if k in beds else "board" for k in range(pawns)],
        "bed": [beds[k][0] + 1 if k in beds else 0 for k in range(pawns)],
        "due": [beds[k][1] if k in beds else 0 for k in range(pawns)],
    }


def points(p: Position) -> list[float]:
    """Civilization points of each seat as they stand, read from the scores: a score is (20 + points) / 100."""
    return [round(2 * (100 * float(score) - 20)) / 2 for score in p.outcome()[:, 2]]
