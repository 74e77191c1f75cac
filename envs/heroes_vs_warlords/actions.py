"""The actions of Heroes vs Warlords: blocks of ids and their words.

One id serves several questions: `pass` ends, declines or stops, `yes` accepts, a direction steps, retreats or
moves a stack, a number answers how many. Places and enemy homes are counted from the acting seat, everything
else is absolute. Read `rules/__init__.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.layout import ActionLayout, Axis, Block
from rulebound.envs.heroes_vs_warlords.components import ABILITIES, CELLS, DIRECTIONS, NUM_SLOTS
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, NUM_SECTIONS, SEATS, TARGETS
from rulebound.envs.heroes_vs_warlords.variant import FACILITIES, RESOURCES


def _numbers(name: str, count: int, first: int = 0) -> Axis:
    return Axis(name, tuple(str(k) for k in range(first, first + count)))


def _place_name(index: int, seat: int, players: int) -> str:
    """A place by the player whose home it is."""
    return f"player_{(seat + index) % players}" if index < players else f"+{index}"


# Holders of units in a transfer.
OWN, OTHER, GARRISON, POOL = 0, NUM_SECTIONS, 2 * NUM_SECTIONS, 3 * NUM_SECTIONS
HOLDERS = (
    *(f"section {k}" for k in range(NUM_SECTIONS)),
    *(f"other section {k}" for k in range(NUM_SECTIONS)),
    *(f"garrison {k}" for k in range(1, 7)),
    "pool",
)
NUM_HOLDERS = len(HOLDERS)
HOLDER = Axis("holder", HOLDERS)
DIRECTION = Axis("direction", tuple(name.lower() for name in DIRECTIONS))
PLACE = Axis("place", ("home", *(f"+{k}" for k in range(1, SEATS))), _place_name)
TRADES = tuple((give, get) for give in range(4) for get in range(4) if give != get)

TRADE = Axis("trade", tuple(f"{RESOURCES[give]} for {RESOURCES[get]}" for give, get in TRADES))

ACTIONS = ActionLayout((
    Block("pass_", "pass", "end the hero's or the own turn, decline, stop moving, finish production"),
    Block("yes", "yes", "react, ride along, try initiative or withdrawal, use a skill, split a stack, breach"),
    Block("hero", "hero {hero}", "choose a hero", (_numbers("hero", 2, 1),)),
    Block("go", "go {direction}", "step, Camp step, retreat, step on the battle display", (DIRECTION,)),
    Block("transfer", "transfer", "move units between holders: from, to, number"),
    Block("train", "train", "use the Training Area"),
    Block("deposit", "deposit honor", "store honor points in the special building"),
    Block("quest", "draw quest", "draw a quest card"),
    Block("holy", "stop at holy place", "stop at a holy place and roll"),
    Block("camp", "move camp", "move the Camp one hex"),
    Block("holder", "holder {holder}", "from or to: sections, garrison by level, recruitment pool or a place's mercenaries", (HOLDER,)),
    Block("number", "number {number}", "how many units or points", (_numbers("number", 20, 1),)),
    Block("amount", "amount {number}", "how many units to recruit or hire in production", (_numbers("number", 20, 1),), True),
    Block("place", "place {place}", "produce in a place, named by the player whose home it is", (PLACE,), True),
    Block("build", "build {facility}", "build a facility", (Axis("facility", FACILITIES),), True),
    Block("recruit", "recruit level {level}", "recruit units of a level; also when an army is bought", (_numbers("level", 6, 1),), True),
    Block("trade", "trade {trade}", "trade equal resources for one of another kind", (TRADE,), True),
    Block("buy", "buy hero {hero}", "buy a hero", (_numbers("hero", 2, 1),), True),
    Block("hire", "hire mercenaries for hero {hero}", "hire mercenaries in a Tavern", (_numbers("hero", 2, 1),), True),
    Block("start", "start tile on slot {slot}", "place the start tile", (_numbers("slot", NUM_SLOTS),)),
    Block("target", "target {stack}", "an enemy stack; an own one for towers and special buildings", (_numbers("stack", BATTLE_SLOTS),)),
    Block("later", "attack later", "name the attack of this stack after those of the others"),
    Block("tower", "tower {tower}", "the tower struck by a breach", (_numbers("tower", 2),)),
    Block("wall", "wall {target}", "aim at a wall hex (0 to 8, A to I) or a tower (9, 10) of the display", (_numbers("target", TARGETS),)),
    Block("cell", "cell {cell}", "deploy on a cell of the battle display", (Axis("cell", tuple(name.lower() for name in CELLS)),)),
    Block("ability", "raise {ability}", "raise an ability of the hero", (Axis("ability", ABILITIES),)),
    Block("skill", "learn {skill}", "raise a skill of the hero", (Axis("skill", ("trade", "diplomacy", "tribe")),)),
))  # fmt: skip

ID = ACTIONS.first
