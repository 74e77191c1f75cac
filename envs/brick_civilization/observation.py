"""What a seat of Brick Civilization sees: everything, with itself as player 0.

Values are bytes. A fixed part comes first: the moment, the civilizations, the unit in hand, offers, the skirmish, and
tables of all pawns and structures. The planes of the board follow, one slice each, so that plane k begins at
FIXED + k * rows * cols and only their size depends on the board. Seats are counted from the observer: 1 is itself, 2 the
next one; 0 is nobody.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from rulebound.envs.brick_civilization.actions import ITEMS
from rulebound.envs.brick_civilization.maps import MOST_STARTS, map_of
from rulebound.envs.brick_civilization.rules.board import struct_studs, surface
from rulebound.envs.brick_civilization.state import (
    ENGAGED,
    LEVELS,
    LISTED,
    MOST_CARGO,
    NUM_GOODS,
    NUM_SHAPES,
    OWNED,
    PALACE_DONE,
    SEATS,
    SIDE,
    SLOTS,
    STRUCTS,
    Mode,
    Pawn,
    Phase,
    Policy,
    Prompt,
    Skirmish,
    Stage,
    Status,
    names,
)  # fmt: skip
from rulebound.envs.brick_civilization.variant import GOODS, ORDER, STRUCTURES
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.memory import scratch
from rulebound.envs.core.rng import scramble
from rulebound.envs.core.rules import Variant

MOST = 255  # a byte: larger amounts are shown as this
SEAT_WORDS = ("me", *(f"+{k}" for k in range(1, SEATS)))
SLOT_WORDS = tuple(str(k) for k in range(SLOTS))
STRUCT_WORDS = tuple(str(k) for k in range(STRUCTS))
PLACE_WORDS = ("row", "column")
OWNERLESS = SEATS + 1
SIDES = {2: 32, 3: 40, 4: 48}  # of a generated board, by players
PAWN_FEATURES = {  # name and highest value
    "type": len(ORDER["pawns"]) - 1, "critical": 1, "row": SIDE, "column": SIDE, "aboard": STRUCTS, **dict.fromkeys(GOODS, MOST_CARGO),
    "rounds_left": MOST, "locked": 1, "in_group": 1, "starving": 1, "named": 1, "target": ENGAGED, "bed": STRUCTS,
}  # fmt: skip
STRUCT_FEATURES = {
    "kind": len(STRUCTURES) - 1, "owner": OWNERLESS, "own_place": OWNED, "row": SIDE, "column": SIDE, "shape": NUM_SHAPES - 1,
    "progress": PALACE_DONE, "village": STRUCTS, "policy": len(Policy) - 1, "lost": 2, "palace_turns": 127, "palace_seat": SEATS,
    "roof": 2, "roof_seat": SEATS, "builder": SEATS, "used": 1, **dict.fromkeys(GOODS, MOST_CARGO),
}  # fmt: skip
SITE_FEATURES = ("row", "column", "shape", "sector")
LISTED_FEATURES = ("seat", "row", "column", "picked")
ENGAGED_FEATURES = ("seat", "row", "column", "responder", "hits", "retreated")
(P_TYPE, P_CRITICAL, P_ROW, P_COLUMN, P_ABOARD, P_CARGO) = range(6)
P_DUE, P_LOCKED, P_GROUP, P_STARVING, P_NAMED, P_TARGET, P_BED = range(P_CARGO + NUM_GOODS, P_CARGO + NUM_GOODS + 7)
S_KIND, S_OWNER, S_PLACE, S_ROW, S_COLUMN, S_SHAPE, S_PROGRESS, S_VILLAGE, S_POLICY, S_LOST, S_TURNS = range(11)
S_SEAT, S_ROOF, S_ROOF_SEAT, S_BUILDER, S_USED, S_STORE = range(11, 17)


NUM_PAWN_FEATURES, NUM_STRUCT_FEATURES = len(PAWN_FEATURES), len(STRUCT_FEATURES)


def _seat(name: str, doc: str) -> Slice:
    return Slice(name, doc, axes=(SEAT_WORDS,), one_hot=True)


FIXED_SLICES = (
    Slice("phase", "phase of the round", axes=(names(Phase),), one_hot=True),
    Slice("prompt", "what the seat to act is asked", axes=(names(Prompt),), one_hot=True),
    Slice("stage", "where the game goes on", axes=(names(Stage),), one_hot=True),
    Slice("num_players", "seats at the table", axes=(tuple(str(k) for k in range(2, SEATS + 1)),), one_hot=True),
    _seat("to_act", "who has to act"),
    _seat("turn", "whose turn it is"),
    _seat("start", "the starting player"),
    Slice("round_number", "round", high=MOST),
    Slice("rounds", "rounds until the game is scored as it stands", high=MOST),
    Slice("turn_decisions", "decisions of this turn", high=MOST),
    Slice("part", "how far the turn has come", high=100),
    Slice("asked", "players asked so far", high=SEATS),
    Slice("board", "size of the board", high=SIDE, axes=(("rows", "columns"),)),
    Slice("focus", "centre of the window of targets", high=SIDE, axes=(PLACE_WORDS,)),
    # ---- civilizations, the observer first
    Slice("actions", "actions left", high=MOST, axes=(SEAT_WORDS,)),
    Slice("deaths", "pawns that died", high=MOST, axes=(SEAT_WORDS,)),
    Slice("milled_last", "units milled in the last Gather", high=MOST, axes=(SEAT_WORDS,)),
    Slice("milled_total", "units milled in the game", high=MOST, axes=(SEAT_WORDS,)),
    Slice("surplus", "food left after the last Consume", high=MOST, axes=(SEAT_WORDS,)),
    Slice("offers", "offers made in this phase", high=MOST, axes=(SEAT_WORDS,)),
    Slice("surveyed", "fields were surveyed again in this phase", axes=(SEAT_WORDS,)),
    Slice("out", "out of the game", axes=(SEAT_WORDS,)),
    Slice("stance", "friendly stance of the first towards the second", axes=(SEAT_WORDS, SEAT_WORDS)),
    Slice("flipped", "that stance was changed in this round", axes=(SEAT_WORDS, SEAT_WORDS)),
    # ---- what is in hand
    Slice("unit", "slot of the selected pawn, plus 1", high=SLOTS),
    Slice("paid", "the action is paid"),
    Slice("left", "base studs left", high=12),
    Slice("mode", "on what the credit may be used", axes=(names(Mode),), one_hot=True),
    Slice("credit", "studs left of the base stud begun", high=4),
    Slice("penalty", "studs that the group still has to pay", high=MOST),
    Slice("transfers", "boardings and landings", high=100),
    Slice("ended", "the unit can go no further"),
    Slice("path", "studs of the leg under way, and of them done", high=48, axes=(("length", "done"),)),
    Slice("blueprint", "what is being built, plus 1", high=NUM_SHAPES, codes=True),
    Slice("segments", "segments left of the bundle", high=8),
    Slice("decking", "the next road segment is a deck"),
    Slice("goal", "the gate or tower whose policy is set, plus 1", high=STRUCTS),
    Slice("purse", "what the payer can reach", high=MOST, axes=(("food", "wood", "stone"),)),
    Slice("pulls", "goods relocated in this step", high=100),
    Slice("pull_dest", "where the unit goes to: pawn, then own structure", high=SLOTS + OWNED),
    Slice("pull_kind", "what it is", axes=(GOODS,), one_hot=True),
    Slice("food_choice", "order of feeding: not chosen, fish or wheat first", high=2, codes=True),
    _seat("partner", "to whom an offer is made"),
    Slice("give", "what is offered", high=len(ITEMS), codes=True),
    Slice("give_id", "the structure or slot offered", high=STRUCTS),
    Slice("want", "what is wanted", high=len(ITEMS), codes=True),
    Slice("want_id", "the structure or slot wanted", high=STRUCTS),
    Slice("hungry", "pawns still to be named to starve", high=SLOTS),
    Slice("starver", "slot of the starving pawn, plus 1", high=SLOTS),
    Slice("due_slot", "slot of the pawn that may be revived, plus 1", high=SLOTS),
    Slice("village", "the village that makes a pawn, plus 1", high=STRUCTS),
    Slice("pop_kind", "the pawn that it makes", axes=(tuple(ORDER["pawns"]),), one_hot=True),
    Slice("claimer", "slot of the worker whose field is laid out, plus 1", high=SLOTS),
    Slice("claim_left", "studs still to be chosen for it", high=8),
    # ---- a skirmish
    Slice("skirmish", "step of the skirmish", axes=(names(Skirmish),), one_hot=True),
    _seat("declarer", "who declared"),
    Slice("press", "rounds fought in this deploy action", high=127),
    Slice("party", "parties of the skirmish", axes=(SEAT_WORDS,)),
    Slice("watched", "the unit was in that player's range", axes=(SEAT_WORDS,)),
    Slice("course", "how the deploy action goes on", axes=(("completing", "closing", "redeploying", "retreating"),)),
    Slice("cursor", "place in the loop of the step, in steps of 16", high=MOST),
    Slice("shooter", "whose target is chosen: seat from 1, slot", high=SLOTS, axes=(("seat", "slot"),)),
    Slice("listed", "detachments to choose from", high=SIDE, axes=(tuple(str(k) for k in range(LISTED)), LISTED_FEATURES)),
    Slice("engaged", "detachments in the skirmish", high=127, axes=(tuple(str(k) for k in range(ENGAGED)), ENGAGED_FEATURES)),
    # ---- tables
    Slice("sites", "start sites on offer", high=SIDE, axes=(tuple(str(k) for k in range(MOST_STARTS)), SITE_FEATURES)),
    Slice("pawns", "all pawns", tuple(PAWN_FEATURES.values()), (SEAT_WORDS, SLOT_WORDS, tuple(PAWN_FEATURES)), table=True),
    Slice(
        "structures",
        "all structures in the order of building",
        tuple(STRUCT_FEATURES.values()),
        (STRUCT_WORDS, tuple(STRUCT_FEATURES)),
        table=True,
    ),
)

# Name, meaning, highest value and whether the numbers are names.
PLANES = (
    ("terrain", "grass, rock, water, impassable", 3, True),
    ("ground", "height", 20, False),
    ("surface", "level on which one stands", LEVELS, False),
    ("grove", "footprint 1, trunk 2", 2, True),
    ("water", "river 1, canoe 2, sail 4", 7, True),
    ("road", "road segments", 15, False),
    ("deck", "level of the deck, plus 1", LEVELS + 1, False),
    ("wall", "wall segments", 8, False),
    ("wall_owner", "owner of the wall", SEATS, True),
    ("structure", "building or boat", len(STRUCTURES) - 1, True),
    ("structure_owner", "its owner; 5: nobody", OWNERLESS, True),
    ("out_of_control", "village out of control", 1, False),
    ("worked_by", "whose field or fishing ground it is", SEATS, True),
    ("worked_slot", "slot of the worker there, plus 1", SLOTS, False),
    ("built_now", "built in this turn", 1, False),
    ("own_workers", "own workers", SLOTS, False),
    ("own_warriors", "own warriors", SLOTS, False),
    ("workers", "workers of others", MOST, False),
    ("warriors", "warriors of others", MOST, False),
    ("seat", "the last other player there", SEATS, True),
    ("own_goods", "own goods stored or carried", MOST, False),
    ("goods", "goods of others", MOST, False),
    ("critical", "pawns in critical condition", MOST, False),
    ("selected", "the unit in hand", 1, False),
)
PL_TERRAIN, PL_GROUND, PL_SURFACE, PL_GROVE, PL_WATER, PL_ROAD, PL_DECK, PL_WALL, PL_WALL_OWNER, PL_STRUCTURE = range(10)
PL_OWNER, PL_LOST, PL_WORKED, PL_SLOT, PL_BUILT, PL_WORKERS, PL_WARRIORS, PL_OTHERS, PL_OTHER_WARRIORS = range(10, 19)
PL_SEAT, PL_GOODS, PL_OTHER_GOODS, PL_CRITICAL, PL_SELECTED = range(19, 24)


@cache
def layout(key: tuple[int, ...]) -> ObservationLayout:
    """The layout of boards of that many rows and columns."""
    rows, cols = key
    if not (6 <= rows <= SIDE and 6 <= cols <= SIDE):
        raise ValueError(f"a board has 6 to {SIDE} rows and columns, not {rows} and {cols}")
    axes = (tuple(str(k) for k in range(rows)), tuple(str(k) for k in range(cols)))
    planes = tuple(Slice(f"{name}_plane", doc, high=high, axes=axes, codes=codes, plane=True) for name, doc, high, codes in PLANES)
    return ObservationLayout((*FIXED_SLICES, *planes))


def key(variant: Variant, players: int) -> tuple[int, int]:
    """Rows and columns of the boards of a variant."""
    drawn = map_of(variant.values["board.map"])
    if drawn is not None:
        return drawn.rows, drawn.cols
    side = variant.values["board.size"] or SIDES[players]
    return side, side


AT = ObservationLayout(FIXED_SLICES).at
FIXED = ObservationLayout(FIXED_SLICES).size
OBSERVATION = layout((32, 32))


# ------------------------------------------------------------------------------------------------ writing
@kernel
def seen_seat(s, seat, other):
    """A seat counted from the observer: 1 is itself; 0 for nobody."""
    return (other - seat + s.num_players) % s.num_players + 1 if other >= 0 else 0


@kernel
def observe(s, r, seat, out):
    """Write what a seat sees into an array of zeros."""
    write_moment(s, r, seat, out)
    write_civilizations(s, seat, out)
    write_hand(s, seat, out)
    write_skirmish(s, seat, out)
    write_sites(s, out)
    write_land(s, out)
    write_works(s, seat, out)
    write_structures(s, seat, out)
    write_pawns(s, seat, out)


@kernel
def write_moment(s, r, seat, out):
    """Phase, question and board."""
    out[AT.phase + s.phase] = 1
    out[AT.prompt + s.prompt] = 1
    out[AT.stage + s.stage] = 1
    out[AT.num_players + s.num_players - 2] = 1
    out[AT.to_act + seen_seat(s, seat, s.seat) - 1] = 1
    out[AT.turn + seen_seat(s, seat, s.turn) - 1] = 1
    out[AT.start + seen_seat(s, seat, s.start) - 1] = 1
    out[AT.round_number] = min(s.round_number, MOST)
    out[AT.rounds] = max(0, r.ending_turn_cap - s.round_number)
    out[AT.turn_decisions] = min(s.turn_decisions, MOST)
    out[AT.part] = s.part
    out[AT.asked] = s.asked
    out[AT.board] = s.rows
    out[AT.board + 1] = s.cols
    cols = max(1, s.cols)  # a record without a board may be looked at
    out[AT.focus] = s.focus // cols
    out[AT.focus + 1] = s.focus % cols


@kernel
def write_civilizations(s, seat, out):
    """The figures of every civilization, the observer first."""
    for k in range(s.num_players):
        q = (seat + k) % s.num_players
        out[AT.actions + k] = min(s.actions[q], MOST)
        out[AT.deaths + k] = min(s.deaths[q], MOST)
        out[AT.milled_last + k] = min(s.milled_last[q], MOST)
        out[AT.milled_total + k] = min(s.milled_total[q], MOST)
        out[AT.surplus + k] = min(s.surplus[q], MOST)
        out[AT.offers + k] = s.offers[q]
        out[AT.surveyed + k] = s.surveyed[q]
        out[AT.out + k] = s.out[q]
        out[AT.party + k] = s.party[q]
        out[AT.watched + k] = s.watched[q]
        for j in range(s.num_players):
            other = (seat + j) % s.num_players
            out[AT.stance + k * SEATS + j] = s.stance[q, other]
            out[AT.flipped + k * SEATS + j] = s.flipped[q, other]


@kernel
def write_hand(s, seat, out):
    """The unit or build in hand, goods on the move, the offer."""
    out[AT.unit] = s.unit
    out[AT.paid] = s.paid
    out[AT.left] = s.left
    out[AT.mode + s.mode] = 1
    out[AT.credit] = s.credit
    out[AT.penalty] = min(s.penalty, MOST)
    out[AT.transfers] = s.transfers
    out[AT.ended] = s.ended
    out[AT.path] = s.path_length
    out[AT.path + 1] = s.path_at
    out[AT.blueprint] = s.blueprint + 1 if s.prompt == Prompt.BUILD_CELL or s.prompt == Prompt.BUILD_SEGMENTS or s.blueprint > 0 else 0
    out[AT.segments] = s.segments
    out[AT.decking] = s.decking
    out[AT.goal] = s.goal
    for k in range(3):
        out[AT.purse + k] = min(s.purse[k], MOST)
    out[AT.pulls] = s.pulls
    out[AT.pull_dest] = s.pull_dest
    out[AT.pull_kind + s.pull_kind] = 1
    out[AT.food_choice] = s.food_choice
    out[AT.partner + seen_seat(s, seat, s.partner) - 1] = 1
    out[AT.give] = s.give
    out[AT.give_id] = s.give_id
    out[AT.want] = s.want
    out[AT.want_id] = s.want_id
    out[AT.hungry] = s.hungry
    out[AT.starver] = s.starver
    out[AT.due_slot] = s.due_slot
    out[AT.village] = s.village
    out[AT.pop_kind + s.pop_kind] = 1
    out[AT.claimer] = s.claimer
    out[AT.claim_left] = s.claim_left


@kernel
def write_skirmish(s, seat, out):
    """The skirmish and the detachments that can be chosen."""
    out[AT.skirmish + s.skirmish] = 1
    out[AT.declarer + seen_seat(s, seat, s.declarer) - 1] = 1
    out[AT.press] = s.press
    out[AT.course] = s.completing
    out[AT.course + 1] = s.closing
    out[AT.course + 2] = s.redeploying
    out[AT.course + 3] = 1 if s.retreating != 0 else 0
    out[AT.cursor] = min(s.cursor // 16, MOST)
    if s.shooter != 0:
        out[AT.shooter] = seen_seat(s, seat, (s.shooter - 1) // SLOTS)
        out[AT.shooter + 1] = (s.shooter - 1) % SLOTS
    for k in range(s.listed):
        at = AT.listed + k * 4
        out[at] = seen_seat(s, seat, s.listed_seat[k])
        out[at + 1] = s.listed_cell[k] // s.cols
        out[at + 2] = s.listed_cell[k] % s.cols
        out[at + 3] = s.picked[k]
    for k in range(s.engaged):
        at = AT.engaged + k * 6
        out[at] = seen_seat(s, seat, s.engaged_seat[k])
        out[at + 1] = s.engaged_cell[k] // s.cols
        out[at + 2] = s.engaged_cell[k] % s.cols
        out[at + 3] = s.engaged_side[k]
        out[at + 4] = s.hits[k]
        out[at + 5] = s.retreated[k]


@kernel
def write_sites(s, out):
    """The start sites, while villages are placed."""
    if s.stage != Stage.SETUP:
        return
    for k in range(s.candidates):
        at = AT.sites + k * 4
        out[at] = s.candidate[k] // s.cols
        out[at + 1] = s.candidate[k] % s.cols
        out[at + 2] = s.candidate_variant[k]
        out[at + 3] = s.candidate_sector[k]


@kernel
def write_land(s, out):
    """The planes of the landscape."""
    n = s.rows * s.cols
    for i in range(n):
        out[FIXED + PL_TERRAIN * n + i] = s.terrain[i]
    for i in range(n):
        out[FIXED + PL_GROUND * n + i] = s.ground[i]
    for i in range(n):
        out[FIXED + PL_SURFACE * n + i] = surface(s, i)
    for i in range(n):
        out[FIXED + PL_GROVE * n + i] = 1 if s.tree[i] != 0 else 0
    for i in range(n):
        out[FIXED + PL_WATER * n + i] = s.water[i]
    for k in range(s.groves):
        out[FIXED + PL_GROVE * n + s.trunk[k]] = 2


@kernel
def write_works(s, seat, out):
    """The planes of roads, walls and fields."""
    n = s.rows * s.cols
    for i in range(n):
        out[FIXED + PL_ROAD * n + i] = s.road[i]
    for i in range(n):
        out[FIXED + PL_DECK * n + i] = s.deck[i]
    for i in range(n):
        out[FIXED + PL_WALL * n + i] = s.wall[i]
    for i in range(n):
        out[FIXED + PL_BUILT * n + i] = s.built_now[i]
    players = s.num_players
    # Seats are turned by hand, without branches and with nothing of the record but the plane: so the compiler looks at many
    # studs at once.
    for i in range(n):
        away = s.wall_owner[i] - 1 - seat
        away += players if away < 0 else 0
        out[FIXED + PL_WALL_OWNER * n + i] = away + 1 if s.wall_owner[i] != 0 else 0
    for i in range(n):
        number = s.field[i] | s.fished[i]  # never both
        away = ((number - 1) >> 6) - seat
        away += players if away < 0 else 0
        out[FIXED + PL_WORKED * n + i] = away + 1 if number != 0 else 0
    for i in range(n):
        number = s.field[i] | s.fished[i]
        out[FIXED + PL_SLOT * n + i] = ((number - 1) & (SLOTS - 1)) + 1 if number != 0 else 0


@kernel
def write_structures(s, seat, out):
    """The table and the planes of structures."""
    n = s.rows * s.cols
    part = scratch(6, np.int64)
    place = 0
    for k in range(s.structs):
        at = AT.structures + k * NUM_STRUCT_FEATURES
        owner = seen_seat(s, seat, s.struct_owner[k]) if s.struct_owner[k] >= 0 else OWNERLESS
        goods = 0
        for good in range(NUM_GOODS):
            out[at + S_STORE + good] = s.store[k, good]
            goods += s.store[k, good]
        if owner == 1:
            place += 1
            out[at + S_PLACE] = place
        out[at + S_KIND] = s.struct_kind[k]
        out[at + S_OWNER] = owner
        out[at + S_ROW] = s.struct_cell[k] // s.cols
        out[at + S_COLUMN] = s.struct_cell[k] % s.cols
        out[at + S_SHAPE] = s.struct_shape[k]
        out[at + S_PROGRESS] = s.progress[k]
        out[at + S_VILLAGE] = s.complex[k]
        out[at + S_POLICY] = s.policy[k]
        out[at + S_LOST] = s.lost[k]
        out[at + S_TURNS] = s.palace_turns[k]
        out[at + S_SEAT] = seen_seat(s, seat, s.palace_seat[k]) if s.palace_turns[k] > 0 else 0
        out[at + S_ROOF] = s.roof_rank[k]
        out[at + S_ROOF_SEAT] = seen_seat(s, seat, s.roof_seat[k]) if s.roof_rank[k] > 0 else 0
        out[at + S_BUILDER] = seen_seat(s, seat, s.struct_builder[k])
        out[at + S_USED] = s.used[k]
        for j in range(struct_studs(s, k, part)):
            i = part[j]
            out[FIXED + PL_STRUCTURE * n + i] = s.struct_kind[k]
            out[FIXED + PL_OWNER * n + i] = owner
            out[FIXED + PL_LOST * n + i] = 1 if s.lost[k] != 0 else 0
            plane = PL_GOODS if owner == 1 else PL_OTHER_GOODS
            out[FIXED + plane * n + i] = min(goods, MOST)


@kernel
def write_pawns(s, seat, out):
    """The table and the planes of pawns."""
    for k in range(s.num_players):
        q = (seat + k) % s.num_players
        for slot in range(SLOTS):
            if s.pawn[q, slot] != Pawn.NONE:
                write_pawn(s, seat, k, q, slot, out)


@kernel
def write_pawn(s, seat, k, q, slot, out):
    """One pawn."""
    n = s.rows * s.cols
    i = s.cell[q, slot]
    at = AT.pawns + (k * SLOTS + slot) * NUM_PAWN_FEATURES
    goods = 0
    for good in range(NUM_GOODS):
        out[at + P_CARGO + good] = s.cargo[q, slot, good]
        goods += s.cargo[q, slot, good]
    out[at + P_TYPE] = s.pawn[q, slot]
    out[at + P_CRITICAL] = s.status[q, slot]
    out[at + P_ROW] = i // s.cols
    out[at + P_COLUMN] = i % s.cols
    out[at + P_ABOARD] = s.aboard[q, slot]
    out[at + P_LOCKED] = s.locked[q, slot]
    out[at + P_TARGET] = s.target[q, slot]
    out[at + P_BED] = s.bed[q, slot]
    if q == s.turn:
        out[at + P_GROUP] = s.group[slot]
        out[at + P_STARVING] = s.starving[slot]
        out[at + P_NAMED] = s.nameable[slot]
        if s.group[slot] != 0:
            out[FIXED + PL_SELECTED * n + i] = 1
    if s.status[q, slot] == Status.CRITICAL:
        out[at + P_DUE] = max(0, s.due[q, slot] - s.round_number)
        out[FIXED + PL_CRITICAL * n + i] += 1
        return
    warrior = 1 if s.pawn[q, slot] == Pawn.WARRIOR else 0
    plane = FIXED + ((PL_WORKERS if k == 0 else PL_OTHERS) + warrior) * n + i
    out[plane] = min(out[plane] + 1, MOST)
    if k > 0:
        out[FIXED + PL_SEAT * n + i] = k + 1
    stock = FIXED + (PL_GOODS if k == 0 else PL_OTHER_GOODS) * n + i
    out[stock] = min(out[stock] + goods, MOST)


@kernel
def redeal(s, r, seat, key):
    """Everything is open: only the dice to come are unknown. The key is scrambled, so that no redeal is the game that a seed
    deals."""
    s.key = scramble(key)
    for k in range(s.queued):
        s.queue[k] = 0
    s.queued = 0
