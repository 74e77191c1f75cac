"""Brick Civilization for people: a text for the terminal and a picture.

`View` puts a position into words and layers; `text` below and the drawing in `picture.py` only arrange what it tells.
Everything in this game lies open, so every seat sees the same. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from rulebound.envs.brick_civilization.actions import ID, ITEMS
from rulebound.envs.brick_civilization.rules.council import LEAST_POINTS, SPAN
from rulebound.envs.brick_civilization.state import (
    DEPTH,
    IS_BOAT,
    PALACE_DONE,
    RADIUS,
    SHAPE_COL,
    SHAPE_NAMES,
    SHAPE_ROW,
    SHAPE_SIZE,
    WINDOW,
    Kind,
    Pawn,
    Phase,
    Prompt,
    Status,
    Terrain,
    Water,
    WinKind,
)
from rulebound.envs.brick_civilization.variant import GOODS, STRUCTURES

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 100
SEAT_NAMES = ("Red", "Blue", "Yellow", "Violet")
KIND_LETTERS = " VSMcsGOQP"  # by kind of structure; P with its roof, p before
TERRAIN_LETTERS = ".^~#"
LEGEND = (
    ". grass  : field  ^ rock  ~ water  - river  # impassable  t grove  T trunk  = road  % wall",
    "V village  S storehouse  M mill  G gate  O tower  Q quarry  P palace  p site  c canoe  s sailboat",
    "second letter: 0-3 owner, a-d worker, A-D warrior of seats 0-3 (* several), ! the focus",
)

QUESTIONS = {
    Prompt.SETUP_SITE: "where does the village stand?",
    Prompt.SETUP_SECTOR: "in which part of the board does the village stand?",
    Prompt.SETUP_CELL: "on which stud does the town hall begin?",
    Prompt.SETUP_WORKER: "where does a worker begin?",
    Prompt.FIELD: "which way does the field of {worker} grow?",
    Prompt.PROMOTE: "does a worker in the tower become a warrior?",
    Prompt.LOGISTICS: "which goods go where?",
    Prompt.PULL_KIND: "which goods go there?",
    Prompt.PULL_SOURCE: "from where do they come?",
    Prompt.OFFER_GIVE: "what is offered to {partner}?",
    Prompt.OFFER_GIVE_ID: "which one is offered?",
    Prompt.OFFER_WANT: "what is wanted for it?",
    Prompt.OFFER_WANT_ID: "which one is wanted?",
    Prompt.OFFER_REPLY: "accept {give} for {want}?",
    Prompt.MOVE_TOP: "which worker moves?",
    Prompt.UNIT: "where does {unit} go, and with whom?",
    Prompt.UNIT_MOVING: "where does {unit} go on? ({left} studs left)",
    Prompt.GATE: "to whom is the gate closed?",
    Prompt.BUILD_TOP: "which worker builds?",
    Prompt.BUILD_KIND: "what does {unit} build?",
    Prompt.BUILD_CELL: "where does the {shape} stand?",
    Prompt.BUILD_SEGMENTS: "where does the next segment lie? ({segments} left)",
    Prompt.DEPLOY_TOP: "which warrior deploys?",
    Prompt.INTERRUPT: "declare a skirmish?",
    Prompt.COMMIT: "which detachments take part?",
    Prompt.CHALLENGE: "which detachments are challenged?",
    Prompt.RESPOND: "which detachments join?",
    Prompt.SK_TARGET: "at whom does it aim?",
    Prompt.SK_CASUALTY: "who is hit?",
    Prompt.SK_REACT: "retreat, complete, deploy again, or stay?",
    Prompt.SK_RETREAT: "where does the detachment retreat?",
    Prompt.SK_PRESS: "press the attack?",
    Prompt.STARVE: "who starves? ({hungry} to name)",
    Prompt.SAVE: "save the starving pawn and take it over?",
    Prompt.REVIVE: "revive the critical pawn?",
    Prompt.POP_KIND: "does the village raise a worker or a warrior?",
    Prompt.POP_CELL: "where does the new pawn begin?",
    Prompt.COUNCIL: "call the high council?",
}
ENDS = {
    WinKind.COUNCIL: "the high council has met",
    WinKind.LAST_STANDING: "no other civilization is left",
    WinKind.TURN_CAP: "the last round is over",
}


def words(name: str) -> str:
    """A name as people write it."""
    return name.replace("_", " ")


def counted(number: int, name: str) -> str:
    """So many things in words."""
    plain = words(name)
    return f"{number} {plain if number == 1 else plain[:-1] + 'ies' if plain.endswith('ry') else plain + 's'}"


@dataclass(frozen=True)
class Structure:
    """A structure on the board."""

    number: int
    kind: Kind
    owner: int  # -1 for nobody
    studs: tuple[int, ...]
    progress: int
    lost: bool
    store: tuple[int, ...]

    @property
    def letter(self) -> str:
        """How the text shows it."""
        return "p" if self.kind == Kind.PALACE and self.progress < PALACE_DONE else KIND_LETTERS[self.kind]


class View:
    """A position in words and layers. `viewer` is checked but changes nothing: the game has no secrets."""

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.position = position
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")
        self.rows, self.cols = int(self.s.rows), int(self.s.cols)
        self.studs = self.rows * self.cols

    # -------------------------------------------------------------------------------------------- the board
    def layer(self, name: str) -> np.ndarray:
        """One layer of the board, by stud."""
        return np.asarray(self.s[name])[: self.studs].astype(int)

    def surface(self) -> np.ndarray:
        """The level on which a pawn stands, by stud."""
        ground, road, deck = self.layer("ground"), self.layer("road"), self.layer("deck")
        water = self.layer("terrain") == Terrain.WATER
        base = np.where(water, ground + np.maximum(0, road - DEPTH), ground + road)
        return np.where(deck > 0, deck - 1, base) + self.layer("wall")

    def roads(self) -> np.ndarray:
        """Where one walks on a road, a deck or a pillar, by stud."""
        road, water = self.layer("road"), self.layer("terrain") == Terrain.WATER
        return (self.layer("deck") > 0) | (road >= np.where(water, DEPTH, 1))

    def structures(self) -> list[Structure]:
        """Everything with walls or sails, in the order in which it was built."""
        s, found = self.s, []
        for k in range(int(s.structs)):
            kind, shape, anchor = Kind(int(s.struct_kind[k])), int(s.struct_shape[k]), int(s.struct_cell[k])
            size = 1 if IS_BOAT[kind] else int(SHAPE_SIZE[shape])
            studs = tuple(anchor + int(SHAPE_ROW[shape, n]) * self.cols + int(SHAPE_COL[shape, n]) for n in range(size))
            store = tuple(int(units) for units in s.store[k])
            found.append(Structure(k, kind, int(s.struct_owner[k]), studs, int(s.progress[k]), bool(s.lost[k]), store))
        return found

    def pawns(self) -> Iterator[tuple[int, int, Pawn, int]]:
        """Seat, slot, type and place of every pawn on the board."""
        s = self.s
        for seat in range(self.players):
            for slot in np.flatnonzero((np.asarray(s.pawn[seat]) != Pawn.NONE) & (np.asarray(s.status[seat]) == Status.BOARD)):
                yield seat, int(slot), Pawn(int(s.pawn[seat][slot])), int(s.cell[seat][slot])

    def detachments(self) -> dict[int, dict[tuple[int, Pawn], int]]:
        """How many pawns of each seat and type are at each place."""
        found: dict[int, dict[tuple[int, Pawn], int]] = {}
        for seat, _, pawn, place in self.pawns():
            there = found.setdefault(place, {})
            there[seat, pawn] = there.get((seat, pawn), 0) + 1
        return found

    # -------------------------------------------------------------------------------------------- civilizations
    def label(self, seat: int) -> str:
        """The colour and the seat."""
        return f"{SEAT_NAMES[seat]} ({seat})"

    def to_act(self, seat: int) -> bool:
        """Is the game waiting for this seat?"""
        return not self.s.over and self.s.seat == seat

    def people(self, seat: int) -> tuple[int, int, int]:
        """Workers, warriors and critical pawns of a seat."""
        pawn, critical = np.asarray(self.s.pawn[seat]), np.asarray(self.s.status[seat]) == Status.CRITICAL
        there = (pawn != Pawn.NONE) & ~critical
        return (
            int((there & (pawn == Pawn.WORKER)).sum()),
            int((there & (pawn == Pawn.WARRIOR)).sum()),
            int((critical & (pawn != Pawn.NONE)).sum()),
        )

    def goods(self, seat: int) -> np.ndarray:
        """Everything that a seat owns, in structures and on pawns, by kind of goods."""
        cargo = np.asarray(self.s.cargo[seat]).astype(int).sum(axis=0)
        stores = [structure.store for structure in self.structures() if structure.owner == seat]
        return cargo + np.array(stores, int).reshape(-1, len(GOODS)).sum(axis=0)

    def built(self, seat: int) -> dict[str, int]:
        """Structures of a seat by name; an unfinished palace is a palace site."""
        found: dict[str, int] = {}
        for structure in self.structures():
            if structure.owner == seat:
                name = STRUCTURES[structure.kind]
                if structure.kind == Kind.PALACE and structure.progress < PALACE_DONE:
                    name = f"palace_site_{structure.progress}/{PALACE_DONE}"
                found[name] = found.get(name, 0) + 1
        return found

    def work(self, seat: int) -> tuple[int, int]:
        """Fields and fished studs of a seat."""
        field, fished = self.layer("field"), self.layer("fished")
        slots = np.asarray(self.s.pawn[seat]).shape[0]
        mine = [np.unique(layer[(layer > 0) & ((layer - 1) // slots == seat)]).size for layer in (field, fished)]
        return mine[0], mine[1]

    def score(self, seat: int) -> float:
        """Civilization points as they stand."""
        return round(2 * (LEAST_POINTS + SPAN * float(self.outcome[seat, 2]))) / 2

    @cached_property
    def outcome(self) -> np.ndarray:
        """Result, rank and civilization points of every seat as they stand."""
        return self.position.outcome()

    def unfriendly(self, seat: int) -> list[int]:
        """Players with whom a seat is not at peace."""
        stance = np.asarray(self.s.stance)
        return [other for other in range(self.players) if other != seat and not (stance[seat, other] and stance[other, seat])]

    # -------------------------------------------------------------------------------------------- the moment
    def phase(self) -> str:
        """Round and phase."""
        s = self.s
        phase = Phase(int(s.phase)).name.capitalize()
        return "Set-up" if s.phase == Phase.SETUP else f"round {int(s.round_number)} of {int(self.rules.ending_turn_cap)} · {phase}"

    def question(self) -> str:
        """What the seat to act is asked."""
        s = self.s
        if s.over or s.prompt == Prompt.NONE:
            return ""
        return QUESTIONS[Prompt(int(s.prompt))].format(
            worker=f"worker {int(s.claimer) - 1}",
            partner=self.label(int(s.partner)),
            give=words(ITEMS[int(s.give)]),
            want=words(ITEMS[int(s.want)]),
            unit=self.unit(),
            left=int(s.left),
            shape=words(SHAPE_NAMES[int(s.blueprint)]),
            segments=int(s.segments),
            hungry=int(s.hungry),
        )

    def unit(self) -> str:
        """The pawn in hand and those with it."""
        s = self.s
        if s.unit <= 0:
            return "the unit"
        slot = int(s.unit) - 1
        kind = Pawn(int(s.pawn[int(s.turn)][slot])).name.lower()
        companions = int(np.asarray(s.group).sum()) - 1
        return f"{kind} {slot}" + (f" with {companions} more" if companions > 0 else "")

    def result(self) -> str:
        """Who won and how; empty before the end."""
        s = self.s
        if not s.over:
            return ""
        if s.offender >= 0:
            return f"{self.label(int(s.offender))} loses by an illegal action"
        winners = [self.label(seat) for seat in range(self.players) if self.wins(seat)]
        how = ENDS.get(WinKind(int(s.win_kind)), "the game was cut short")
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}: {how}" if winners else how

    def wins(self, seat: int) -> bool:
        """Has this seat won?"""
        result = self.outcome[: self.players, 0]
        return bool(self.s.over and result[seat] == result.max() and result.max() > result.min())

    def sites(self) -> list[list[int]]:
        """The studs of the start sites, while they are chosen."""
        s = self.s
        if s.over or s.prompt != Prompt.SETUP_SITE:
            return []
        shapes = [(int(s.candidate[k]), int(s.candidate_variant[k])) for k in range(int(s.candidates))]
        return [[cell + int(SHAPE_ROW[shape, n]) * self.cols + int(SHAPE_COL[shape, n]) for n in range(3)] for cell, shape in shapes]

    def targets(self) -> list[int]:
        """Studs that the seat to act may choose."""
        if self.s.over:
            return []
        row, column = divmod(int(self.s.focus), self.cols)
        chosen = np.flatnonzero(self.position.mask(int(self.s.seat))[ID.target : ID.target + WINDOW * WINDOW])
        return [(row + int(k) // WINDOW - RADIUS) * self.cols + column + int(k) % WINDOW - RADIUS for k in chosen]


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal: what is asked, a line per civilization, the board with its heights."""
    view = View(position, seat)
    lines = [*header_lines(view), "", *seat_lines(view), "", *board_lines(view), "", *LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def header_lines(view: View) -> list[str]:
    """Round, phase, and what is asked of whom."""
    s = view.s
    header = f"Brick Civilization · {view.phase()}"
    if s.phase != Phase.SETUP:
        header += f" · {view.label(int(s.start))} starts"
    if s.over:
        return [header, *wrapped("The game is over: ", view.result())]
    return [header, *wrapped(f"{view.label(int(s.seat))} to act: ", view.question())]


def seat_lines(view: View) -> list[str]:
    """A table with one row per civilization, and what it has built below."""
    short = "wheat mill fish wood mill stone"
    lines = [f"{'seat':12} {'points':>6} acts workers warriors critical dead fields fish {short}"]
    for seat in range(view.players):
        mark = ">" if view.to_act(seat) else "*" if view.wins(seat) else " "
        workers, warriors, critical = view.people(seat)
        fields, fished = view.work(seat)
        goods = view.goods(seat)
        lines.append(
            f"{mark}{view.label(seat):11} {view.score(seat):6g} {int(view.s.actions[seat]):4} {workers:7} {warriors:8} {critical:8} "
            f"{int(view.s.deaths[seat]):4} {fields:6} {fished:4} "
            + " ".join(f"{units:{len(name)}}" for name, units in zip(short.split(), goods.tolist(), strict=True))
        )
    for seat in range(view.players):
        built = listed(view.built(seat).items()) or "nothing"
        enemies = view.unfriendly(seat)
        at_odds = f"; unfriendly with {' and '.join(view.label(other) for other in enemies)}" if enemies else ""
        lines += wrapped(f"{view.label(seat):12} ", built + at_odds)
    return lines


def listed(things: Iterable[tuple[str, int]]) -> str:
    """Things in words, with their numbers."""
    return ", ".join(counted(number, name) for name, number in things)


def board_lines(view: View) -> list[str]:
    """The board, two letters a stud, with the heights at its side if they fit, else below."""
    drawn = board_letters(view)
    levels = ["".join(np.base_repr(level, 36).lower() for level in row) for row in view.surface().reshape(view.rows, view.cols)]
    ruler = "   " + "".join(f"{column:<10}" for column in range(0, view.cols, 5))[: 2 * view.cols]
    pieces = [f"{row:2} {''.join(drawn[row * view.cols : (row + 1) * view.cols])}" for row in range(view.rows)]
    if 3 + 3 * view.cols + 1 <= COLUMNS:
        return [ruler, *(f"{line} {level}" for line, level in zip(pieces, levels, strict=True))]
    return [ruler, *pieces, "", "heights", *(f"{row:2} {level}" for row, level in enumerate(levels))]


def board_letters(view: View) -> list[str]:
    """Two letters for every stud: what it is or what stands there, and whose it is or who is there."""
    terrain, tree, water, wall = view.layer("terrain"), view.layer("tree"), view.layer("water"), view.layer("wall")
    ground = [TERRAIN_LETTERS[code] for code in terrain]
    roads, fields, owner = view.roads(), view.layer("field"), view.layer("wall_owner")
    who = [" "] * view.studs
    for stud in range(view.studs):
        if water[stud] & Water.RIVER:
            ground[stud] = "-"
        if tree[stud]:
            ground[stud] = "t"
        elif wall[stud]:
            ground[stud], who[stud] = "%", str(owner[stud] - 1)
        elif roads[stud]:
            ground[stud] = "="
        elif fields[stud]:
            ground[stud] = ":"
    for trunk in np.asarray(view.s.trunk)[: int(view.s.groves)]:
        ground[int(trunk)] = "T"
    for structure in view.structures():
        for stud in structure.studs:
            ground[stud] = structure.letter
            who[stud] = "?" if structure.owner < 0 else str(structure.owner)
    for place, there in view.detachments().items():
        (seat, pawn), _ = max(there.items(), key=lambda item: (item[0][1], item[1]))
        who[place] = "abcd"[seat] if pawn == Pawn.WORKER else "ABCD"[seat]
        if sum(there.values()) > 1 and len(there) > 1:
            who[place] = "*"
    if not view.s.over and who[int(view.s.focus)] == " ":
        who[int(view.s.focus)] = "!"
    return [left + right for left, right in zip(ground, who, strict=True)]


def wrapped(start: str, line: str) -> list[str]:
    """A long line broken at the width of the terminal, indented below its beginning."""
    indent = " " * min(len(start), 20)
    return textwrap.wrap(line, COLUMNS, initial_indent=start, subsequent_indent=indent) or [start]


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image, uint8 (height, width, 3)."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise ImportError('pictures are drawn with Pillow, which is missing: pip install "rulebound[render]"') from None
    from rulebound.envs.brick_civilization.picture import draw

    return draw(View(position, seat))
