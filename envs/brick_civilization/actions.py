"""The actions of Brick Civilization: blocks of ids and their words.

Seats are counted clockwise from the acting one, studs from the focus (the selected unit, the village, the sector), own
structures by their order on the board, so an id means the same in every position. Read `rules/__init__.py` next.
"""

from __future__ import annotations

from rulebound.envs.brick_civilization.maps import MOST_STARTS
from rulebound.envs.brick_civilization.state import LISTED, NUM_BUILDS, OWNED, RADIUS, SHAPE_NAMES, SLOTS
from rulebound.envs.brick_civilization.variant import GOODS, ORDER, SEATS
from rulebound.envs.core.layout import ActionLayout, Axis, Block, rivals

_STEPS = tuple(f"{step:+d}" for step in range(-RADIUS, RADIUS + 1))
MOST_UNITS = 4  # of one item of a trade
ITEMS = (
    "nothing",
    *(f"{units}_{kind}" for kind in GOODS for units in range(1, MOST_UNITS + 1)),
    *(f"{units}_actions" for units in range(1, MOST_UNITS + 1)),
    "structure",
    "pawn",
)
ITEM_ACTIONS = 1 + len(GOODS) * MOST_UNITS  # the first item of actions
ITEM_STRUCTURE, ITEM_PAWN = len(ITEMS) - 2, len(ITEMS) - 1
SECTORS = 6  # along each side of the board, for free set-up
_PARTS = tuple(str(k + 1) for k in range(SECTORS))
RIVAL = rivals(SEATS)
ITEM = Axis("item", ITEMS)


def _numbered(name: str, count: int) -> tuple[Axis, ...]:
    return (Axis(name, tuple(str(k) for k in range(count))),)


ACTIONS = ActionLayout((
    Block("end", "end", "pass, finish, decline, no, stay"),
    Block("yes", "yes", "accept, confirm, hold position, call the council"),
    Block("pawn", "pawn {slot}", "own pawn: select, companion, goods to or from it, casualty, starving, traded", _numbered("slot", SLOTS),
          rows="pawns"),
    Block("struct", "structure {place}", "own structure by its order: goods to or from it, gate, traded", _numbered("place", OWNED),
          rows="structures.own_place"),
    Block("target", "target {row} {column}", "stud of the 27 x 27 window around the focus",
          (Axis("row", _STEPS), Axis("column", _STEPS)), window="focus"),
    Block("build", "build {what}", "kind and variant", (Axis("what", SHAPE_NAMES[:NUM_BUILDS]),)),
    Block("res", "goods {kind}", "kind of goods to relocate", (Axis("kind", GOODS),)),
    Block("partner", "offer to {rival}", "open an offer", (RIVAL,)),
    Block("give", "give {item}", "what the offer gives", (ITEM,)),
    Block("want", "want {item}", "what the offer wants", (ITEM,)),
    Block("stance", "change stance to {rival}", "become friendly or unfriendly", (RIVAL,)),
    Block("sector", "sector {row} {column}", "part of the board, in free set-up", (Axis("row", _PARTS), Axis("column", _PARTS))),
    Block("cand", "site {number}", "start site on offer", _numbered("number", MOST_STARTS)),
    Block("det", "detachment {number}", "listed detachment: challenge, commit, join, target", _numbered("number", LISTED)),
    Block("react", "react {how}", "reaction in a skirmish", (Axis("how", ("retreat", "complete", "redeploy")),)),
    Block("dir", "go {direction}", "direction of a retreat", (Axis("direction", tuple(ORDER["directions"])),)),
    Block("pop", "raise {pawn}", "pawn that a village makes", (Axis("pawn", tuple(ORDER["pawns"][1:])),)),
    Block("field", "field {bias}", "direction in which a field grows; none also surveys the fields again",
          (Axis("bias", ("none", *ORDER["directions"])),)),
    Block("food", "eat {food} first", "order of feeding", (Axis("food", ("fish", "wheat")),)),
    Block("gate", "gate {policy}", "policy of the chosen gate or tower",
          (Axis("policy", ("closed_to_unfriendly", "open_to_all", "closed_to_others")),)),
    Block("deck", "deck", "switch the next road segment between fill and deck"),
    Block("haul", "haul", "haul goods into storage and end the relocation"),
))  # fmt: skip

ID = ACTIONS.first
