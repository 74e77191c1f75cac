"""The state of Age of Heroes: its words as enums, its sizes, and the record with one line per field.

Cards are counted by kind. A special resource is named by the seat that collects it (tribes have no powers),
so kinds 5..10 are the specials of seats 0..5. Read `actions.py` next, then the folder `rules`.
"""

from __future__ import annotations

from enum import IntEnum

from rulebound.envs.age_of_heroes.variant import BUILDINGS, DATA, DECK_LIMIT
from rulebound.envs.core.record import Field, StateLayout

SEATS = 6
NUM_CARDS = 19
NUM_CONVENTIONAL = 4
NUM_RESOURCES = 5  # the conventional ones and Gold
NUM_WISHES = 10
MOST_PIECES = 24  # armies or cities of one kind: a supply of 12 and two at the start of each of six seats
MOST_HEROES = 3


class Card(IntEnum):
    """Kinds of cards."""

    IRON = 0
    WOOD = 1
    GRAIN = 2
    STONE = 3
    GOLD = 4
    SPECIAL = 5  # of seat 0; SPECIAL + k is the special of seat k
    POPULATION_GROWTH = 11
    EARTHQUAKE = 12
    ERUPTION = 13
    HUNGER = 14
    BARBARIANS = 15
    OLYMPICS = 16
    HERO = 17
    FORTUNE = 18


class Building(IntEnum):
    """What the shared supply holds."""

    ARMY = 0
    CITY = 1
    FORTRESS = 2
    GENERAL = 3
    ROAD = 4


class Stage(IntEnum):
    """Where the game goes on when nobody is asked anything."""

    SETUP = 0  # roll for the starter and deal
    PREPARATION = 1  # mandatory cards, seat by seat
    FAIR = 2  # the draw by road network
    MARKET = 3  # trading, seat by seat
    TURN = 4  # a turn begins
    DRAW = 5  # cards are drawn, one by one
    MAIN = 6  # the main action is chosen
    CONSTRUCTION = 7  # something was built; perhaps more can be
    DECLARED = 8  # a war is declared
    COMMIT = 9  # forces are committed, attacker first
    BATTLE = 10  # rounds of combat
    TURN_END = 11  # discard, collect, check
    NEXT_TURN = 12  # the next seat, or the next day


class Prompt(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    DISASTER = 1  # target of an Earthquake or Eruption, or hold
    BLOCK = 2  # cancel an event with Fortune or Olympics
    LOSE_CARD = 3  # which card the Barbarians take
    MARKET = 4
    MAIN = 5
    BUILD = 6  # construction goes on
    ROAD_REPLY = 7
    EXCHANGE = 8  # Tax without a city
    OLYMPICS = 9  # cancel a war
    ARMIES = 10
    HEROES = 11
    LEADER = 12
    REROLL = 13
    DISCARD = 14


class Event(IntEnum):
    """The event card that is being resolved."""

    NONE = 0
    EARTHQUAKE = 1
    ERUPTION = 2
    HUNGER = 3
    BARBARIANS = 4


class Goal(IntEnum):
    """War goals."""

    CONQUEST = 0
    PLUNDER = 1
    DESTRUCTION = 2


class Leader(IntEnum):
    """Who leads a side in battle."""

    NONE = 0
    GENERAL = 1
    HERO = 2


class Wish(IntEnum):
    """What an offer asks for; IRON + k is resource k."""

    ANY = 0
    IRON = 1
    OWN_SPECIAL = 6
    FORTUNE = 7
    OLYMPICS = 8
    HERO = 9


class WinKind(IntEnum):
    """How the game ended."""

    NONE = 0
    CITIES = 1
    MONUMENT = 2
    LAST_TRIBE = 3
    TRUNCATED = 4
    DRAWN = 5  # the last players were eliminated together


class Stream(IntEnum):
    """Sources of luck."""

    TRIBES = 0
    SETUP_DICE = 1
    DECK = 2
    BATTLE_DICE = 3
    PLUNDER = 4
    BARBARIANS = 5


def names(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as lower-case words."""
    return tuple(member.name.lower() for member in enum)


TRIBES = tuple(DATA["order"]["tribes"])
SPECIALS = tuple(DATA["tribes"][tribe]["special"] for tribe in TRIBES)
CARDS = tuple(name.replace("special_seat_", "special_") for name in DATA["order"]["cards"])
WISHES = tuple(DATA["fair"]["wishes"]["value"])
GOALS = tuple(DATA["order"]["war_goals"])
WIN_KINDS = names(WinKind)
# The mandatory cards in the order in which one hand is worked through (AOH-019).
MANDATORY = (Card.POPULATION_GROWTH, Card.EARTHQUAKE, Card.ERUPTION, Card.HUNGER, Card.BARBARIANS)
MOST_DAYS = 1000

STATE = StateLayout(
    seats=SEATS,
    streams=names(Stream),
    axes={
        "card": CARDS,
        "building": BUILDINGS,
        "pile": DECK_LIMIT,
        "gap": tuple(f"{k}-{k + 1}" for k in range(SEATS - 1)) + (f"{SEATS - 1}-0",),
        "side": ("attacker", "defender"),
    },
    own=(
        # ---- public: the course of the game
        Field("day", "i2", "day, from 1", low=1, high=MOST_DAYS),
        Field("stage", "i1", "where the game goes on", labels=names(Stage)),
        Field("prompt", "i1", "what the seat to act is asked", labels=names(Prompt), seen="owner"),
        Field("starter", "i1", "the seat that leads every day", high=SEATS - 1),
        Field("turn_seat", "i1", "whose turn it is in Play", high=SEATS - 1),
        Field("winner", "i1", "the winning seat, or -1", low=-1, high=SEATS - 1),
        Field("win_kind", "i1", "how the game ended", labels=WIN_KINDS),
        Field("falls", "i1", "eliminations so far, counting those of one moment once", high=SEATS),
        Field("supply", "i1", "pieces left to build", ("building",), high=MOST_PIECES),
        Field("deck_size", "i2", "cards in the draw pile", high=DECK_LIMIT),
        Field("discard", "i1", "discard pile, by kind", ("card",), high=24),
        Field("road", "i1", "a road between neighbouring seats; the last used gap joins the last seat and seat 0", ("gap",)),
        # ---- public: Preparation and events
        Field("preparing", "i1", "whose mandatory cards are worked through", high=SEATS - 1),
        Field("prepared", "i1", "kinds of mandatory cards of that seat already done", high=len(MANDATORY)),
        Field("event", "i1", "the event card in effect", labels=names(Event)),
        Field("event_owner", "i1", "who held that card", high=SEATS - 1),
        Field("victim", "i1", "whom it strikes next", high=SEATS - 1),
        Field("victims_left", "i1", "how many it still has to strike", high=SEATS),
        Field("losses_left", "i1", "cards the Barbarians still take", high=4),
        # ---- public: the Fair
        Field("market_round", "i1", "round of trading, from 1", high=6),
        Field("market_seat", "i1", "who trades next", high=SEATS - 1),
        Field("offered", "i1", "1 if somebody made an offer this round"),
        # ---- public: a turn
        Field("draws_left", "i1", "cards still to be drawn", high=MOST_PIECES * 2),
        Field("taxing", "i1", "1 while the draw is that of the main action, not of the turn's start"),
        Field("road_side", "i1", "the side of the road asked for: 0 left, 1 right"),
        Field("refused", "i1", "roads refused this turn: 1 left, 2 right, 3 both", high=3, seen="owner"),
        # ---- public: a war; the forces only once both sides have committed
        Field("war_goal", "i1", "goal of the war", labels=GOALS),
        Field("attacker", "i1", "the attacking seat, or -1", low=-1, high=SEATS - 1),
        Field("defender", "i1", "the attacked seat, or -1", low=-1, high=SEATS - 1),
        Field("committing", "i1", "the side that commits: 0 attacker, 1 defender, 2 both have", high=2),
        Field("war_armies", "i1", "armies in the battle", ("side",), high=MOST_PIECES, seen="owner"),
        Field("war_heroes", "i1", "Heroes fighting as armies", ("side",), high=MOST_HEROES, seen="owner"),
        Field("war_leader", "i1", "who leads", ("side",), labels=names(Leader), seen="owner"),
        Field("war_die", "i1", "the dice of this round, 0 before the roll", ("side",), high=6),
        Field("war_reroll", "i1", "1 if that side has used a Fortune this round", ("side",)),
        # ---- public: the seats
        Field("tribe", "i1", "the tribe", ("seat",), labels=TRIBES),
        Field("alive", "i1", "1 until eliminated", ("seat",)),
        Field("fallen", "i1", "at which elimination the seat left, 0 if it lives", ("seat",), high=SEATS),
        Field("cities", "i1", "cities", ("seat",), high=MOST_PIECES),
        Field("armies", "i1", "armies owned, wherever they are", ("seat",), high=MOST_PIECES),
        Field("armies_away", "i1", "of those, on the way home from a war", ("seat",), high=MOST_PIECES),
        Field("armies_disabled", "i1", "of those, disabled by an Earthquake", ("seat",), high=MOST_PIECES),
        Field("generals", "i1", "generals owned", ("seat",), high=6),
        Field("generals_away", "i1", "of those, on the way home from a war", ("seat",), high=6),
        Field("fortresses", "i1", "fortresses", ("seat",), high=9),
        Field("progress", "i1", "special resources collected for the monument", ("seat",), high=6),
        Field("stopped", "i1", "1 if the seat trades no more at this Fair", ("seat",)),
        Field("offer_give", "i1", "card given by the standing offer", ("seat",), low=-1, labels=("none", *CARDS)),
        Field("offer_wish", "i1", "card wished for by the standing offer", ("seat",), low=-1, labels=("none", *WISHES)),
        Field("shown", "i1", "cards that everybody knows the seat to hold, from offers and trades", ("seat", "card"), high=24),
        # ---- hidden
        Field("hand", "i1", "cards in hand, by kind", ("seat", "card"), high=24, seen="owner"),
        Field("deck", "i1", "draw pile", ("pile",), labels=CARDS, seen="nobody", count="deck_size"),
    ),
)
