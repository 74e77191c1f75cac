"""The state of Brick Civilization: its words as enums, its component tables, and the record with one line per field.

Layers of the board have room for 64 x 64 studs and are indexed `i = row * cols + column`, so that a small board
touches only their first part. What may be missing is stored as its number plus 1, with 0 for none: a structure, a
grove, the pawn that works a stud. Read `actions.py` next, then the folder `rules`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.envs.brick_civilization.maps import CELLS, MOST_STARTS
from rulebound.envs.brick_civilization.variant import DATA, GOODS, ORDER, SEATS, SHAPES, STRUCTURES
from rulebound.envs.core.record import Field, StateLayout

SLOTS = 64  # pawns of one civilization
OWNED = 48  # structures of one civilization
STRUCTS = OWNED * SEATS  # structures on the board
GROVES = DATA["limits"]["groves"]["value"]
NUM_GOODS = len(GOODS)
SIDE = 64
WINDOW = 27  # side of the window of targets around the focus
RADIUS = WINDOW // 2
MOST_STUDS = 64  # of one place: a village with everything that touches it, a grove
PATH = 48  # studs of one leg
LISTED = 8  # detachments that are listed for a choice
ENGAGED = 16  # detachments in a skirmish
MOST_CARGO = 120  # on one pawn, before the limit is enforced
CLIFF = DATA["movement"]["cliff_limit"]["value"]
STAIRS = DATA["movement"]["stairs"]["value"]
FORT_HEIGHT = DATA["fortification"]["height"]["value"]
DEPTH = DATA["water"]["depth"]["value"]
MOST_ROAD = DATA["limits"]["road_segments_per_stud"]["value"]
MOST_WALL = DATA["limits"]["wall_segments_per_stud"]["value"]
TURN_DECISIONS = DATA["limits"]["decisions_per_phase_turn"]["value"]
COLUMNS = DATA["structures"]["palace"]["columns"]["value"]
PALACE_DONE = COLUMNS + 1  # progress of a palace with its roof


class Terrain(IntEnum):
    """What a stud is."""

    GRASS = 0
    ROCK = 1
    WATER = 2
    IMPASSABLE = 3


class Footing(IntEnum):
    """What one stands on."""

    WALL = 0
    BUILDING = 1
    ROAD = 2
    WATER = 3
    TREE = 4
    OPEN = 5


class Water(IntEnum):
    """Kinds of water, as bits of the layer `water`."""

    RIVER = 1
    CANOE = 2
    SAIL = 4


class Good(IntEnum):
    """Goods."""

    WHEAT_RAW = 0
    WHEAT_MILLED = 1
    FISH = 2
    WOOD_RAW = 3
    WOOD_MILLED = 4
    STONE = 5


class Kind(IntEnum):
    """Structures."""

    NONE = 0
    VILLAGE = 1
    STOREHOUSE = 2
    MILL = 3
    CANOE = 4
    SAILBOAT = 5
    GATE = 6
    TOWER = 7
    QUARRY = 8
    PALACE = 9


class Resource(IntEnum):
    """Resources, each with trade routes of its own; stone only has the general ones."""

    WHEAT = 0
    FISH = 1
    WOOD = 2
    STONE = 3


class Purse(IntEnum):
    """What prices are paid in."""

    FOOD = 0
    WOOD = 1
    STONE = 2


class Price(IntEnum):
    """Rows of the table of prices `r.price`."""

    VILLAGE = 0
    STOREHOUSE = 1
    MILL = 2
    CANOE = 3
    SAILBOAT = 4
    GATE = 5
    TOWER = 6
    QUARRY = 7
    ROAD = 8
    WALL = 9


class Material(IntEnum):
    """Columns of the table of prices."""

    WOOD = 0
    STONE = 1


class Pawn(IntEnum):
    """Types of pawns."""

    NONE = 0
    WORKER = 1
    WARRIOR = 2


class Status(IntEnum):
    """Where a pawn is."""

    BOARD = 0
    CRITICAL = 1


class Direction(IntEnum):
    """Neighbours of a stud."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Phase(IntEnum):
    """Phases of a round, and the set-up."""

    GATHER = 0
    MOVE = 1
    BUILD = 2
    DEPLOY = 3
    CONSUME = 4
    POPULATE = 5
    SETUP = 6


class Policy(IntEnum):
    """To whom a garrisoned gate or tower is closed."""

    CLOSED_TO_UNFRIENDLY = 0
    OPEN_TO_ALL = 1
    CLOSED_TO_OTHERS = 2


class Mode(IntEnum):
    """On what a unit travels, as far as the rest of a base stud is concerned."""

    OPEN = 0
    ROAD = 1
    WALL = 2
    BOAT = 3


class Side(IntEnum):
    """Sides of a skirmish."""

    DECLARER = 0
    RESPONDER = 1


class Stage(IntEnum):
    """Where the game goes on when nobody is asked anything.

    From CLAIMS on every stage but the last two goes round the seats: `turn` is the seat, `step` counts those done.
    """

    SETUP = 0  # villages and workers are placed
    ROUND = 1  # a round begins
    CLAIMS = 2  # fields are claimed
    INCOME = 3  # actions, goods, promotions, industry
    LOGISTICS = 4  # goods are relocated and traded
    MOVE = 5
    BUILD = 6
    DEPLOY = 7
    CONSUME = 8  # relocation, feeding, shortage, saving, revival
    POPULATE = 9
    ROUND_END = 10  # swimmers, ownership of villages, palaces
    COUNCIL = 11  # the high council may be called


class Skirmish(IntEnum):
    """Steps of a skirmish; they go on before the stage does."""

    NONE = 0
    WATCH = 1  # inactive players may declare
    RESPOND = 2
    TARGETS = 3
    CASUALTIES = 4
    REACT = 5
    PRESS = 6


class Prompt(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    SETUP_SITE = 1
    SETUP_SECTOR = 2
    SETUP_CELL = 3
    SETUP_WORKER = 4
    FIELD = 5
    PROMOTE = 6
    LOGISTICS = 7
    PULL_KIND = 8
    PULL_SOURCE = 9
    OFFER_GIVE = 10
    OFFER_GIVE_ID = 11
    OFFER_WANT = 12
    OFFER_WANT_ID = 13
    OFFER_REPLY = 14
    MOVE_TOP = 15
    UNIT = 16
    UNIT_MOVING = 17
    GATE = 18
    BUILD_TOP = 19
    BUILD_KIND = 20
    BUILD_CELL = 21
    BUILD_SEGMENTS = 22
    DEPLOY_TOP = 23
    INTERRUPT = 24
    COMMIT = 25
    CHALLENGE = 26
    RESPOND = 27
    SK_TARGET = 28
    SK_CASUALTY = 29
    SK_REACT = 30
    SK_RETREAT = 31
    SK_PRESS = 32
    STARVE = 33
    SAVE = 34
    REVIVE = 35
    POP_KIND = 36
    POP_CELL = 37
    COUNCIL = 38


class WinKind(IntEnum):
    """How the game ended."""

    NONE = 0
    COUNCIL = 1
    LAST_STANDING = 2
    TURN_CAP = 3


class Stream(IntEnum):
    """Sources of luck."""

    MAP = 0
    DICE = 1
    FIRST_SEAT = 2


def names(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as lower-case words."""
    return tuple(member.name.lower() for member in enum)


# ------------------------------------------------------------------------------------------------ component tables
# Shapes 0..32 are the entries of the action block `build`; two more are gates and towers of one stud.
GATE_1X1, TOWER_1X1 = len(SHAPES), len(SHAPES) + 1
NUM_BUILDS = len(SHAPES)
_SHAPES = (*SHAPES, {"name": "gate_1x1", "kind": "gate", "cells": [[0, 0]]}, {"name": "tower_1x1", "kind": "tower", "cells": [[0, 0]]})
NUM_SHAPES = len(_SHAPES)
SHAPE_NAMES = tuple(shape["name"] for shape in _SHAPES)
SHAPE_KIND = np.array([STRUCTURES.index(shape["kind"]) for shape in _SHAPES], np.int64)
SHAPE_SIZE = np.array([len(shape["cells"]) for shape in _SHAPES], np.int64)


def _offsets(part: str, axis: int, width: int) -> np.ndarray:
    table = np.zeros((NUM_SHAPES, width), np.int64)
    for k, shape in enumerate(_SHAPES):
        cells = [cell[axis] for cell in shape.get(part, ())]
        table[k, : len(cells)] = cells
    return table


SHAPE_ROW, SHAPE_COL = _offsets("cells", 0, 6), _offsets("cells", 1, 6)  # [shape, stud]: offsets from the anchor
WHEEL_ROW, WHEEL_COL = _offsets("wheel", 0, 2), _offsets("wheel", 1, 2)  # [shape, stud]: of mills only


class Shape(IntEnum):
    """First entries of kinds in the action block `build`."""

    VILLAGE = 0
    STOREHOUSE = 12
    MILL = 14
    CANOE = 18
    SAILBOAT = 19
    ROAD = 20
    GATE_WOOD = 21
    GATE_STONE = 23
    WALL = 25
    TOWER = 26
    QUARRY = 27
    PALACE = 29
    PALACE_COLUMN = 31
    PALACE_ROOF = 32


ROW_STEP = np.array([-1, 0, 1, 0], np.int64)  # [direction]
COL_STEP = np.array([0, 1, 0, -1], np.int64)
CAPACITY = np.array([0, 0, 0, 0, 1, 4, 0, 0, 0, 0], np.int64)  # [kind]: pawns that a boat carries
IS_BOAT = np.array([0, 0, 0, 0, 1, 1, 0, 0, 0, 0], np.int64)  # [kind]
IS_FORT = np.array([0, 0, 0, 0, 0, 0, 1, 1, 0, 0], np.int64)  # [kind]: gates and towers; walls are no structures
IS_IMPROVEMENT = np.array([0, 0, 1, 1, 0, 0, 0, 0, 0, 0], np.int64)  # [kind]: part of a village that it touches
RESOURCE_OF = np.array([0, 0, 1, 2, 2, 3], np.int64)  # [good]
IS_FOOD = np.array([1, 1, 1, 0, 0, 0], np.int64)  # [good]

MOST_ROUNDS = 250
LEVELS = 60  # highest surface: ground, road and wall

STATE = StateLayout(
    seats=SEATS,
    streams=names(Stream),
    axes={
        "cell": CELLS,
        "grove": GROVES,
        "struct": STRUCTS,
        "slot": SLOTS,
        "goods": GOODS,
        "start_site": MOST_STARTS,
        "purse": ("food", "wood", "stone"),
        "resource": ("wheat", "fish", "wood", "stone"),
        "location": SLOTS + OWNED + 1,  # pawns by slot, own structures by their order, the village at which somebody pays
        "toward": tuple(f"player_{k}" for k in range(SEATS)),
        "path": PATH,
        "listed": LISTED,
        "engaged": ENGAGED,
    },
    queue=96,
    own=(
        # ---- the course of the game
        Field("stage", "i1", "where the game goes on", labels=names(Stage)),
        Field("prompt", "i1", "what the seat to act is asked", labels=names(Prompt)),
        Field("phase", "i1", "phase of the round", labels=names(Phase)),
        Field("round_number", "i2", "round, from 1; 0 during the set-up", high=MOST_ROUNDS + 1),
        Field("start", "i1", "the starting player of the round", high=SEATS - 1),
        Field("turn", "i1", "the player whose turn it is in this stage", high=SEATS - 1),
        Field("step", "i1", "players who have finished this stage", high=SEATS),
        Field("part", "i1", "how far the turn of that player has come in this stage", high=100),
        Field("cursor", "i2", "the place in a loop over things inside a part", high=CELLS),
        Field("asked", "i1", "players asked so far in a question that goes round the table", high=SEATS),
        Field("turn_decisions", "i2", "decisions of this turn in this stage", high=TURN_DECISIONS + 1),
        Field("win_kind", "i1", "how the game ended", labels=names(WinKind)),
        Field("focus", "i2", "the stud at the centre of the window of targets", high=CELLS - 1),
        # ---- the landscape
        Field("rows", "i1", "rows of the board", high=SIDE),
        Field("cols", "i1", "columns of the board", high=SIDE),
        Field("groves", "i2", "groves on the board", high=GROVES),
        Field("trunk", "i2", "the stud of each grove's trunk", ("grove",), high=CELLS - 1),
        Field("terrain", "i1", "what a stud is", ("cell",), labels=tuple(ORDER["terrains"])),
        Field("ground", "i1", "its height; of water, that of the surface", ("cell",), high=20),
        Field("tree", "i2", "the grove whose footprint it is in, plus 1", ("cell",), high=GROVES),
        Field("water", "i1", "kinds of water as bits: river 1, canoe 2, sail 4", ("cell",), high=7),
        Field("candidates", "i1", "start sites on offer", high=MOST_STARTS),
        Field("candidate", "i2", "anchor of each start site", ("start_site",), high=CELLS - 1),
        Field("candidate_variant", "i1", "shape of the village there", ("start_site",), high=11),
        Field("candidate_sector", "i1", "its sector of the board, plus 1; 0 on maps without", ("start_site",), high=SEATS),
        Field("water_layout", "i1", "how the generator laid out water", labels=("map", "central_lake", "edge_sea", "sector_lakes")),
        Field("tries", "i1", "landscapes that the generator drew before one was accepted; 65: a bundled map", high=65),
        # ---- what is built, by stud
        Field("road", "i1", "road segments", ("cell",), high=MOST_ROAD),
        Field("deck", "i1", "level of a bridge deck plus 1", ("cell",), high=LEVELS + 1),
        Field("wall", "i1", "wall segments", ("cell",), high=MOST_WALL),
        Field("wall_owner", "i1", "owner of the wall, plus 1", ("cell",), high=SEATS),
        Field("struct", "i2", "the building on it, plus 1", ("cell",), high=STRUCTS),
        Field("boat", "i2", "the boat on it, plus 1", ("cell",), high=STRUCTS),
        Field("field", "i2", "the worker whose field it is in: 1 + seat * 64 + slot", ("cell",), high=SEATS * SLOTS),
        Field("fished", "i2", "the worker who fishes it: 1 + seat * 64 + slot", ("cell",), high=SEATS * SLOTS),
        Field("built_now", "i1", "1 if the player whose Build turn it is built here in it", ("cell",)),
        # ---- structures, in the order in which they were built
        Field("structs", "i2", "structures on the board", high=STRUCTS),
        Field("struct_kind", "i1", "kind", ("struct",), labels=STRUCTURES),
        Field("struct_owner", "i1", "owner, -1 for nobody", ("struct",), low=-1, high=SEATS - 1),
        Field("struct_builder", "i1", "who built it", ("struct",), high=SEATS - 1),
        Field("struct_shape", "i1", "shape, by number of the table of shapes", ("struct",), high=NUM_SHAPES - 1),
        Field("struct_cell", "i2", "anchor; of a boat, where it is", ("struct",), high=CELLS - 1),
        Field("progress", "i1", "of a palace: columns, 7 with the roof", ("struct",), high=PALACE_DONE),
        Field("complex", "i2", "the village that it is part of, plus 1", ("struct",), high=STRUCTS),
        Field("policy", "i1", "to whom a garrisoned gate or tower is closed", ("struct",), labels=names(Policy)),
        Field("lost", "i1", "of a village: 1 out of control now, 2 since before the last Populate ended", ("struct",), high=2),
        Field("palace_turns", "i1", "of a palace: ends of rounds under the same controller", ("struct",), high=127),
        Field("palace_seat", "i1", "of a palace: who controlled it at the last of them", ("struct",), high=SEATS - 1),
        Field("used", "i1", "1 if this tower promoted somebody or this village made a pawn in this round", ("struct",)),
        Field("store", "i1", "goods in it", ("struct", "goods"), high=MOST_CARGO),
        Field("roof_rank", "i1", "of a palace: 1 if its roof was the first of the game, 2 if a later one", ("struct",), high=2),
        Field("roof_seat", "i1", "of a palace: who placed the roof", ("struct",), high=SEATS - 1),
        # ---- civilizations
        Field("actions", "i2", "actions left", ("seat",), high=400),
        Field("deaths", "i2", "pawns that died", ("seat",), high=32000),
        Field("milled_last", "i2", "units milled in the last Gather", ("seat",), high=32000),
        Field("milled_total", "i2", "units milled in the game", ("seat",), high=32000),
        Field("surplus", "i2", "food left after the last Consume", ("seat",), high=32000),
        Field("offers", "i1", "offers made in this phase", ("seat",), high=100),
        Field("surveyed", "i1", "1 if fields were surveyed again in this phase", ("seat",)),
        Field("stance", "i1", "stance towards each other player", ("seat", "toward"), labels=("unfriendly", "friendly")),
        Field("flipped", "i1", "1 if that stance was changed in this round", ("seat", "toward")),
        Field("out", "i1", "1 if the civilization is out of the game", ("seat",)),
        # ---- pawns
        Field("pawn", "i1", "type of each pawn", ("seat", "slot"), labels=tuple(ORDER["pawns"])),
        Field("status", "i1", "1 in critical condition", ("seat", "slot"), labels=names(Status)),
        Field("cell", "i2", "its place: stud, trunk, anchor of the village, stud of the boat", ("seat", "slot"), high=CELLS - 1),
        Field("aboard", "i2", "the boat that carries it, plus 1", ("seat", "slot"), high=STRUCTS),
        Field("cargo", "i1", "goods on it", ("seat", "slot", "goods"), high=MOST_CARGO),
        Field("bed", "i2", "the village in which it lies in critical condition, plus 1", ("seat", "slot"), high=STRUCTS),
        Field("due", "i2", "the round in which a critical pawn is revived or dies", ("seat", "slot"), high=MOST_ROUNDS + 1),
        Field("fed", "i1", "1 if it has eaten in this Consume already, because it was saved", ("seat", "slot")),
        Field("locked", "i1", "1 if it was released without acting", ("seat", "slot")),
        # ---- the unit or worker in hand
        Field("unit", "i1", "slot of the selected pawn plus 1", high=SLOTS),
        Field("group", "i1", "1 for the pawns that act together", ("slot",)),
        Field("paid", "i1", "1 once the action is paid"),
        Field("left", "i1", "base studs left of the action", high=12),
        Field("mode", "i1", "on what the credit may be used", labels=names(Mode)),
        Field("credit", "i1", "studs left of the base stud begun", high=4),
        Field("penalty", "i2", "studs that the group still has to pay", high=400),
        Field("transfers", "i1", "boardings and landings of this action", high=100),
        Field("ended", "i1", "1 if the action can go no further (a grove was entered)"),
        Field("path_length", "i1", "studs of the leg under way", high=PATH),
        Field("path_at", "i1", "studs of it that are done", high=PATH),
        Field("path", "i2", "the leg: the place after each step", ("path",), high=CELLS - 1),
        Field("path_left", "i1", "base studs left after each step", ("path",), high=12),
        Field("path_mode", "i1", "mode after each step", ("path",), labels=names(Mode)),
        Field("path_credit", "i1", "credit after each step", ("path",), high=4),
        Field("path_boards", "i1", "1 if the leg ends by stepping into a boat or out of one"),
        Field("goal", "i2", "a gate or tower whose policy is being set, a palace or a boat that a choice refers to, plus 1", high=STRUCTS),
        Field("blueprint", "i1", "what is being built", high=NUM_SHAPES - 1),
        Field("segments", "i1", "segments left of the bundle", high=8),
        Field("decking", "i1", "1 if the next road segment is a deck"),
        # ---- goods on the move, offers, feeding
        Field("pulls", "i1", "goods relocated in this step", high=100),
        Field("pull_dest", "i2", "destination of the unit: slot of a pawn, or 64 + place among the own structures", high=SLOTS + OWNED - 1),
        Field("pull_kind", "i1", "kind of the unit", labels=GOODS),
        Field("food_choice", "i1", "what the player in turn eats first", labels=("not_chosen", "fish", "wheat")),
        Field("offer_prompt", "i1", "the question to which an offer goes back", labels=names(Prompt)),
        Field("partner", "i1", "to whom the offer is made", high=SEATS - 1),
        Field("give", "i1", "what is offered, by number of the action block", high=30),
        Field("give_id", "i2", "the structure or slot offered", high=STRUCTS - 1),
        Field("want", "i1", "what is wanted", high=30),
        Field("want_id", "i2", "the structure or slot wanted", high=STRUCTS - 1),
        Field("purse", "i2", "food, wood and stone that the payer in hand can reach", ("purse",), high=32000),
        Field("links", "i8", "networks that each own location hangs on, as bits", ("resource", "location"), high=2**63 - 1),
        Field("routes_to", "i1", "players with whom the player who relocates goods shares a route, as bits", high=15),
        Field("general_to", "i1", "those of them with whom it shares a route for everything, as bits", high=15),
        Field("hungry", "i1", "pawns still to be named to starve", high=SLOTS),
        Field("starving", "i1", "1 for the pawns of the player in turn that are named to starve", ("slot",)),
        Field("nameable", "i1", "1 for the pawns that may be named to starve", ("slot",)),
        Field("starver", "i1", "slot of the starving pawn that may be saved, plus 1", high=SLOTS),
        Field("savers_asked", "i1", "players asked to save it, as bits", high=15),
        Field("due_slot", "i1", "slot of the critical pawn that may be revived, plus 1", high=SLOTS),
        Field("village", "i2", "the village that makes a pawn, plus 1", high=STRUCTS),
        Field("pop_kind", "i1", "the pawn that it makes", labels=tuple(ORDER["pawns"])),
        Field("claimer", "i1", "slot of the worker whose field is laid out, plus 1", high=SLOTS),
        Field("claim_left", "i1", "studs still to be chosen for it", high=8),
        Field("served", "i1", "1 for the workers whose fields are laid out already", ("slot",)),
        # ---- a skirmish
        Field("skirmish", "i1", "step of the skirmish", labels=names(Skirmish)),
        Field("declarer", "i1", "who declared it", high=SEATS - 1),
        Field("press", "i1", "rounds of skirmish fought in this deploy action", high=127),
        Field("party", "i1", "1 for the parties of the last skirmish of this deploy action", ("seat",)),
        Field("watched", "i1", "1 if the unit was in that player's range after the last step", ("seat",)),
        Field("completing", "i1", "1 if the deploy action is being completed after a skirmish"),
        Field("closing", "i1", "1 once the player in turn has ended its action and others may still declare"),
        Field("redeploying", "i1", "1 if the player in turn reacts with another deploy action"),
        Field("retreating", "i1", "the player whose detachments retreat, plus 1", high=SEATS),
        Field("engaged", "i1", "detachments in the skirmish", high=ENGAGED),
        Field("engaged_seat", "i1", "their controller", ("engaged",), high=SEATS - 1),
        Field("engaged_cell", "i2", "their place", ("engaged",), high=CELLS - 1),
        Field("engaged_side", "i1", "their side", ("engaged",), labels=names(Side)),
        Field("hits", "i1", "hits on them", ("engaged",), high=127),
        Field("retreated", "i1", "1 once a detachment has retreated or stayed", ("engaged",)),
        Field("target", "i1", "the detachment that an engaged pawn aims at, plus 1", ("seat", "slot"), high=ENGAGED),
        Field("shooter", "i2", "the pawn whose target is chosen: 1 + seat * 64 + slot", high=SEATS * SLOTS),
        Field("listed", "i1", "detachments listed for the choice", high=LISTED),
        Field("listed_seat", "i1", "their controller", ("listed",), high=SEATS - 1),
        Field("listed_cell", "i2", "their place", ("listed",), high=CELLS - 1),
        Field("picked", "i1", "1 for those chosen", ("listed",)),
    ),
)  # fmt: skip
