"""The state of Age of Mythology: its words as enums, its component tables, and the record with one line per field.

Units, cards and tiles are counted by kind, under one numbering for all cultures: units 0..11 are Egyptian, 12..23
Greek, 24..34 Norse; cards 0..6 are permanent, 7..20 the plain random ones, 21..55 the god cards. Read `actions.py`
next, then the folder `rules`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulebound.envs.age_of_mythology.variant import (
    BUILDINGS,
    CARDS,
    CULTURES,
    DATA,
    GODS,
    MOST_FIGURES,
    ORDER,
    PERMANENT,
    PLAIN,
    RESOURCES,
    SEATS,
    TILES,
    UNITS,
)  # fmt: skip
from rulebound.envs.core.record import Field, StateLayout

NUM_RESOURCES = len(RESOURCES)
NUM_CULTURES = len(CULTURES)
NUM_BUILDINGS = len(BUILDINGS)
NUM_TILES = len(TILES)
NUM_UNITS = len(UNITS)
NUM_CARDS = len(CARDS)
NUM_PERMANENT = len(PERMANENT)
NUM_PLAIN = len(PLAIN)
NUM_GODS = len(GODS)
NUM_RANDOM = NUM_PLAIN + NUM_GODS
FIRST_GOD = NUM_PERMANENT + NUM_PLAIN
NUM_TERRAINS = len(ORDER["terrains"])
NUM_TAGS = len(ORDER["tags"])
MOST_CUBES = 100  # of one resource
MOST_VP = 60
MOST_TURNS = MOST_VP + 1  # every turn places a victory cube
MOST_OF_TILE = 72  # of one kind in the game: 24 on each of three sheets
MOST_SQUARES = 16  # of one terrain on a board
MOST_COPIES = 9  # of one card in a deck
MOST_HAND = 9
MOST_DICE = 99
STACK = 64  # forced tiles or cards that a position can hold


class Resource(IntEnum):
    """Resource cubes."""

    FOOD = 0
    WOOD = 1
    GOLD = 2
    FAVOR = 3


class Age(IntEnum):
    """Ages."""

    ARCHAIC = 0
    CLASSICAL = 1
    HEROIC = 2
    MYTHIC = 3


class Culture(IntEnum):
    """Cultures."""

    EGYPTIAN = 0
    GREEK = 1
    NORSE = 2


class ActionKind(IntEnum):
    """What a card lets its player do, in the order of the permanent cards."""

    EXPLORE = 0
    GATHER = 1
    BUILD = 2
    RECRUIT = 3
    TRADE = 4
    ATTACK = 5
    NEXT_AGE = 6


class VictoryCard(IntEnum):
    """Where victory cubes lie."""

    LARGEST_ARMY = 0
    MOST_BUILDINGS = 1
    LAST_BATTLE = 2
    WONDER = 3


class Area(IntEnum):
    """What an attack aims at."""

    CITY = 0
    PRODUCTION = 1
    HOLDING = 2


class Tag(IntEnum):
    """Types of units, which bonuses refer to."""

    MORTAL = 0
    MYTH = 1
    HERO = 2
    WARRIOR = 3
    ARCHER = 4
    CAVALRY = 5
    FLYER = 6
    GIANT = 7
    GIANT_KILLER = 8


class Building(IntEnum):
    """Buildings."""

    HOUSE = 0
    WALL = 1
    TOWER = 2
    STOREHOUSE = 3
    MARKET = 4
    ARMORY = 5
    QUARRY = 6
    MONUMENT = 7
    GRANARY = 8
    GOLD_MINT = 9
    WOOD_WORKSHOP = 10
    SIEGE_ENGINE_WORKSHOP = 11
    GREAT_TEMPLE = 12
    WONDER = 13


class Unit(IntEnum):
    """The units that a rule names."""

    MUMMY = UNITS.index("mummy")
    WADJET = UNITS.index("wadjet")
    PRIEST = UNITS.index("priest")
    TOXOTES = UNITS.index("toxotes")
    HYDRA = UNITS.index("hydra")
    DWARF = UNITS.index("dwarf")
    RETREAT = NUM_UNITS  # in the place of a unit chosen to fight


class Special(IntEnum):
    """Specials of units, as bits: a unit may have two."""

    NEGATE_FORTIFICATIONS = 1
    THROW = 2
    GROW_PER_KILL = 4
    WINS_TIES = 8
    RAZE_TWO = 16
    ROUT_ON_HERO_KILL = 32
    ADD_OPPONENT_BASE_DICE = 64
    CONVERT_KILL = 128
    RESURRECT_WITH_PRIEST = 256
    RESURRECTOR = 512
    GUARDS_PHARAOH = 1024
    GUARDED_BY_WADJET = 2048
    BERSERK = 4096
    FAVOR_PER_KILL = 8192
    REINFORCE_PER_KILL = 16384
    WORKER = 32768


class Power(IntEnum):
    """God powers."""

    NONE = 0
    MORTALS_TO_MUMMIES = 1
    MORTAL_PRICE = 2
    REMOVE_TILE = 3
    DESTROY_BUILDING = 4
    FIRST_LOSS_RETURNS = 5
    BUILD_DISCOUNT = 6
    FREE_HERO_OF_CURRENT_AGE = 7
    PICK_TWO_FIRST = 8
    EXTRA_PER_FOOD_TILE = 9
    OWN_LIMIT = 10
    SWAP_TILE_SAME_TERRAIN = 11
    FOURTH_ACTION = 12
    REMOVE_ENEMY_AT_START = 13
    FREE_UNITS = 14
    EXTRA_PER_FOOD_TILE_ALONE = 15
    SACRIFICE_FOR_RESOURCES = 16
    FREE_HOUSE = 17
    GAIN_ANY = 18
    GAIN = 19
    EXPLORE_ALONE = 20
    ALL_OWN_DICE = 21
    NO_LIMIT_BOTH = 22
    STEAL = 23
    GATHER_ALONE = 24
    KILL_MYTH_UNIT = 25
    ALL_OWN_BERSERK = 26


class Scope(IntEnum):
    """What is gathered: 0..5 a terrain, 6..9 a resource."""

    TERRAIN = 0
    RESOURCE = 6
    ALL = 10


class Mode(IntEnum):
    """How the card in play is played."""

    NONE = 0
    ACTION = 1
    POWER_AND_ACTION = 2
    POWER_ONLY = 3


class Stage(IntEnum):
    """Where the game goes on when nobody is asked anything."""

    DRAFT = 0  # starting tiles, seat by seat
    PLACE = 1  # a turn begins: victory cubes
    HANDS = 2  # permanent cards are picked in secret, then hands are filled
    ROUND = 3  # the next seat plays a card
    POWER = 4  # the power of the card in play
    ACTION = 5  # the action of the card in play begins
    EXPLORE = 6  # shown tiles are picked
    GATHER = 7  # the scope is named; workers
    COLLECT = 8  # everybody takes cubes
    BUILD = 9
    RECRUIT = 10
    TRADE = 11
    COMMIT = 12  # the attacker's army
    COMMIT_DEFENCE = 13  # the defender's army
    REVEAL = 14  # both armies are shown
    FIGHT = 15  # a round of battle: both choose a unit
    CLASH = 16  # the units are shown: declarations, dice
    REWARDS = 17  # what the winner of the encounter gets for it
    SPOILS = 18  # what a victorious attacker takes
    CARD_END = 19
    TURN_END = 20  # cards go home, end check, spoilage
    DISCARD = 21  # cards are dropped, seat by seat


class Prompt(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    DRAFT = 1
    PLACE_VP = 2
    PICK_HAND = 3
    PLAY_CARD = 4
    EXPLORE_PICK = 5
    GATHER_CHOICE = 6
    WORKERS_KEEP = 7
    ASSIGN_VILLAGER = 8
    ASSIGN_DWARF = 9
    BUILD_PICK = 10
    BUILD_DISCOUNT = 11
    RECRUIT_PICK = 12
    TRADE_COST = 13
    TRADE_EXCHANGE = 14
    TRADE_VP = 15
    ATTACK_TARGET = 16
    ATTACK_AREA = 17
    COMMIT_ATT = 18
    COMMIT_DEF = 19
    APHRODITE = 20
    FIGHT_ATT = 21
    FIGHT_DEF = 22
    PHARAOH_SWAP = 23
    SPECIAL_ATT = 24
    SPECIAL_DEF = 25
    RESURRECT = 26
    REINFORCE = 27
    RAZE = 28
    LOOT_TILE = 29
    TAKE_CUBES = 30
    VILLAGER_LOSS = 31
    POWER_PLAYER = 32
    POWER_TILE = 33
    POWER_OWN_TILE = 34
    POWER_BUILDING = 35
    POWER_UNIT = 36
    POWER_FREE_UNIT = 37
    POWER_TRADE_UNIT = 38
    POWER_SACRIFICE = 39
    POWER_GAIN_ANY = 40
    DISCARD = 41


class WinKind(IntEnum):
    """How the game ended."""

    NONE = 0
    CUBES = 1  # the last victory cube left the bank
    WONDER = 2


class Stream(IntEnum):
    """Sources of luck."""

    SEATING = 0
    START = 1
    TILES = 2
    EGYPTIAN_DECK = 3  # EGYPTIAN_DECK + k is the deck of culture k
    GREEK_DECK = 4
    NORSE_DECK = 5
    DICE = 6


def names(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as lower-case words."""
    return tuple(member.name.lower() for member in enum)


# ------------------------------------------------------------------------------------------------ component tables
def _column(rows: str, name: str, part: str) -> np.ndarray:
    """One property of every row of a table of `data.yaml`, as indices into the list `order.<part>`."""
    return np.array([ORDER[part].index(row[name]) for row in DATA[rows].values()], np.int64)


_UNITS, _CARDS = DATA["units"].values(), DATA["cards"].values()
TILE_TERRAIN = _column("tiles", "terrain", "terrains")
TILE_RESOURCE = _column("tiles", "resource", "resources")
FIRST_TILE = np.array([TILE_TERRAIN.tolist().index(terrain) for terrain in range(NUM_TERRAINS)] + [NUM_TILES], np.int64)
UNIT_CULTURE = _column("units", "culture", "cultures")
UNIT_CLASS = np.array([ORDER["tags"].index(row["class"]) for row in _UNITS], np.int64)  # MORTAL, MYTH or HERO
UNIT_TAGS = np.array([[tag in row["tags"] for tag in ORDER["tags"]] for row in _UNITS], np.int64)
UNIT_AGE = _column("units", "min_age", "ages")
UNIT_SPECIAL = np.array([sum(Special[code.upper()] for code in row["special"]) for row in _UNITS], np.int64)
FIRST_UNIT = np.array([UNIT_CULTURE.tolist().index(culture) for culture in range(NUM_CULTURES)] + [NUM_UNITS], np.int64)
HERO_OF = np.array(  # [culture, age]: the hero that comes with an age, -1 in the archaic age
    [[-1] + [FIRST_UNIT[culture + 1] - 3 + age for age in range(3)] for culture in range(NUM_CULTURES)], np.int64
)
BONUS_RESOURCE = np.array([RESOURCES.index(row["resource"]) if "resource" in row else -1 for row in DATA["buildings"].values()], np.int64)
CARD_ACTION = _column("cards", "action", "actions")
_SCOPES = {"type_or_terrain": -1, "food": Scope.RESOURCE + Resource.FOOD, "all": Scope.ALL}
CARD_SCOPE = np.array([_SCOPES[row.get("scope", "all")] for row in _CARDS], np.int64)  # -1: the player names it
CARD_POWER = np.array([Power[row.get("code", "none").upper()] for row in _CARDS], np.int64)
CARD_CULTURE = np.array([CULTURES.index(row["culture"]) if "culture" in row else -1 for row in _CARDS], np.int64)
FIRST_GOD_OF = np.array([CARD_CULTURE.tolist().index(culture) for culture in range(NUM_CULTURES)] + [NUM_CARDS], np.int64)
CARD_STANDALONE = np.array([bool(row.get("standalone", False)) for row in _CARDS], np.int64)
_PARAMS = [row.get("params", {}) for row in _CARDS]
POWER_ON_OWN = np.array([params.get("owner") == "any" for params in _PARAMS], np.int64)  # may strike its owner too
POWER_RESOURCE = np.array([RESOURCES.index(p["resource"]) if p.get("resource") in RESOURCES else -1 for p in _PARAMS], np.int64)
POWER_UNIT = np.array([UNITS.index(p["unit"]) if p.get("unit") in UNITS else -1 for p in _PARAMS], np.int64)  # -1: any mortal

NO_UNIT = "none"
FIGHTERS = (NO_UNIT, *UNITS, "retreat")
SCOPES = (*ORDER["terrains"], *RESOURCES, "all")
SIDES = ("attacker", "defender")
RANDOM_CARDS = CARDS[NUM_PERMANENT:]

STATE = StateLayout(
    seats=SEATS,
    streams=names(Stream),
    axes={
        "resource": RESOURCES,
        "victory_card": tuple(ORDER["victory_cards"]),
        "culture": CULTURES,
        "tile": TILES,
        "building": BUILDINGS,
        "unit": UNITS,
        "card": CARDS,
        "random_card": RANDOM_CARDS,
        "side": SIDES,
        "stack": STACK,
    },
    queue=64,
    own=(
        # ---- public: the course of the game
        Field("stage", "i1", "where the game goes on", labels=names(Stage)),
        Field("prompt", "i1", "what the seat to act is asked", labels=names(Prompt)),
        Field("turn", "i1", "turn, from 1; 0 during the draft", high=MOST_TURNS),
        Field("round_number", "i1", "round of the turn, from 1; the one after the last is that of the fourth actions", high=6),
        Field("start", "i1", "the start player", high=SEATS - 1),
        Field("step", "i1", "seats (in the draft: opportunities) done in this loop over the players", high=64),
        Field("win_kind", "i1", "how the game ended", labels=names(WinKind)),
        Field("last_winner", "i1", "the winner of the last battle, or -1", low=-1, high=SEATS - 1),
        Field("bank", "i1", "resource cubes in the bank", ("resource",), high=MOST_CUBES),
        Field("vp_bank", "i1", "victory cubes in the bank", high=MOST_VP),
        Field("vp_card", "i1", "victory cubes on the victory cards", ("victory_card",), high=MOST_VP),
        Field("pool", "i1", "production tiles in the face-down pool, by kind", ("tile",), high=MOST_OF_TILE),
        Field("shown", "i1", "production tiles shown to be picked", ("tile",), high=MOST_OF_TILE),
        Field("discard", "i1", "face-up pile of each culture", ("culture", "random_card"), high=MOST_COPIES),
        # ---- public: the card in play
        Field("active", "i1", "whose card is in play", high=SEATS - 1),
        Field("card", "i1", "the card in play", low=-1, labels=("none", *CARDS)),
        Field("mode", "i1", "how it is played", labels=names(Mode)),
        Field("left", "i1", "picks, purchases or cubes still to come", high=MOST_CUBES),
        Field("target", "i1", "the player that the power or the taking of cubes strikes, or -1", low=-1, high=SEATS - 1),
        Field("tile_chosen", "i1", "the tile that a power has chosen", low=-1, labels=("none", *TILES)),
        Field("scope", "i1", "what is gathered", low=-1, labels=("none", *SCOPES)),
        Field("quarry", "i1", "1 if the builder owned a Quarry when the Build began"),
        Field("ordered", "i1", "the building whose price is being reduced", low=-1, labels=("none", *BUILDINGS)),
        Field("price", "i1", "what it still costs", ("resource",), high=20),
        Field("gave", "i1", "1 for a resource given in this trade", ("resource",)),
        Field("got", "i1", "1 for a resource received in this trade", ("resource",)),
        Field("house_owner", "i1", "who has to remove a villager for a lost house, or -1", low=-1, high=SEATS - 1),
        Field("cursor", "i1", "the lowest id still open in a pick of several things", high=NUM_CARDS, seen="owner"),
        # ---- public: a battle; army and fighter only once both sides have chosen
        Field("attacker", "i1", "the attacking seat, or -1", low=-1, high=SEATS - 1),
        Field("defender", "i1", "the attacked seat, or -1", low=-1, high=SEATS - 1),
        Field("area", "i1", "what is attacked", labels=tuple(ORDER["areas"])),
        Field("limit", "i1", "most units of each side", ("side",), high=MOST_DICE),
        Field("in_battle", "i1", "units in the battle; before the reveal, chosen", ("side", "unit"), high=MOST_FIGURES, seen="owner"),
        Field("pick", "i1", "the unit that fights this round", ("side",), low=-1, labels=FIGHTERS, seen="owner"),
        Field("declared", "i1", "declarations of this encounter that are done", high=3),
        Field("special", "i1", "1 if that side throws or goes berserk in this encounter", ("side",)),
        Field("isis_left", "i1", "1 while the attacker's next loss stays in the battle"),
        Field("hydra_kills", "i1", "units eliminated in this battle by the Hydra that fights", high=MOST_DICE),
        Field("won", "i1", "the side that won the last encounter: 0 attacker, 1 defender"),
        Field("met", "i1", "the units of the last encounter", ("side",), low=-1, labels=("none", *UNITS)),
        Field("dice", "i1", "dice of each side in the last encounter", ("side",), high=MOST_DICE),
        Field("sixes", "i1", "sixes of each side in the last roll", ("side",), high=MOST_DICE),
        # ---- public: the seats
        Field("culture", "i1", "the culture", ("seat",), labels=CULTURES),
        Field("age", "i1", "the age", ("seat",), labels=names(Age)),
        Field("vp", "i1", "victory cubes", ("seat",), high=MOST_VP),
        Field("resources", "i1", "resource cubes", ("seat", "resource"), high=MOST_CUBES),
        Field("tiles", "i1", "production tiles, by kind", ("seat", "tile"), high=MOST_SQUARES),
        Field("villager_on", "i1", "of those, with a villager", ("seat", "tile"), high=MOST_SQUARES),
        Field("dwarf_on", "i1", "of those, with a Dwarf", ("seat", "tile"), high=MOST_SQUARES),
        Field("idle_villagers", "i1", "villagers in the holding area", ("seat",), high=10),
        Field("buildings", "i1", "buildings in the city", ("seat", "building"), high=10),
        Field("units", "i1", "units in the holding area", ("seat", "unit"), high=MOST_FIGURES),
        Field("extra_action", "i1", "1 if a fourth action was granted this turn", ("seat",)),
        Field("used", "i1", "cards played or dropped in this turn's rounds", ("seat", "card"), high=MOST_COPIES),
        Field("hand_permanent", "i1", "permanent cards in hand; known once all hands are picked", ("seat",), high=MOST_HAND),
        Field("hand_random", "i1", "random cards in hand, likewise", ("seat",), high=MOST_HAND),
        # ---- hidden
        Field("hand", "i1", "cards in hand", ("seat", "card"), high=MOST_COPIES, seen="owner"),
        Field("draw", "i1", "face-down pile of each culture, by kind", ("culture", "random_card"), high=MOST_COPIES, seen="nobody"),
        Field("tiles_forced", "i1", "forced tiles still waiting", high=STACK, seen="nobody"),
        Field("stacked_tiles", "i1", "tiles drawn next, if in the pool", ("stack",), labels=TILES, seen="nobody", count="tiles_forced"),
        Field("cards_forced", "i1", "forced cards still waiting", high=STACK, seen="nobody"),
        Field("stacked_cards", "i1", "cards drawn next, if there", ("stack",), labels=RANDOM_CARDS, seen="nobody", count="cards_forced"),
    ),
)  # fmt: skip
