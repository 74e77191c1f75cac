"""The state of Heroes of History: its words as enums, its sizes, and the record with one line per field.

A card is a number from 1 over all sets of the game, 0 is no card. A Combatant in a Trench is spread over the
fields that have an axis "slot". Read `actions.py` next, then the folder `rules`.
"""

from __future__ import annotations

from enum import IntEnum

from rulebound.envs.core.record import Field, StateLayout
from rulebound.envs.heroes_of_history.cards import MOST_ROWS, MOST_TITLES, STANDARD, catalogue
from rulebound.envs.heroes_of_history.decks import MOST_CARDS, SEATS
from rulebound.envs.heroes_of_history.variant import DRAFT_ROW

SLOTS = 5  # of a Trench and of a Command Zone
HAND = 12  # cards that a hand can hold during a turn
MOST_POINTS = 99
MOST_POOL = MOST_TITLES * 3
MOST_CHOICES = 16  # candidates that one choice offers
MOST_CHANGE = 99  # that lasting effects of one kind can add to a value, up or down
MOST_SERIAL = 32_000
WAITING = 256  # effect rows that can wait; rules/queue.py shows that more never do
MOST_TURNS = 4 * MOST_CARDS


class Phase(IntEnum):
    """The phases of a turn, and the draft before the first."""

    DRAFT = 0
    BEGINNING = 1
    ACTION_1 = 2
    BATTLE = 3
    ACTION_2 = 4
    END = 5


class Prompt(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    DRAFT = 1  # a card of the open row
    DRAW = 2  # how many cards, or first discard the Battlefield
    ACT = 3  # any move of an Action Phase
    ATTACK = 4  # which Combatant attacks, or no more
    TARGET = 5  # whom it attacks
    TRIBUTE = 6  # the next Combatant card to pay with
    MODE = 7  # the mode in which a Combatant enters
    ATTACH = 8  # the bearer of a weapon or hold
    PICK_MINE = 9  # an own Combatant for an effect
    PICK_THEIRS = 10  # an enemy Combatant for an effect
    CHOOSE = 11  # a card out of deck or Museum
    ORDER = 12  # a Combatant in hand for a special order
    DUMP = 13  # a card in hand to discard for an effect
    OPPONENT = 14  # the opponent whom the card means
    DISCARD = 15  # a card above the hand limit


class Mode(IntEnum):
    """How a Combatant stands."""

    ATTACK = 0
    DEFENSE = 1


class Power(IntEnum):
    """What a Combatant is granted or forbidden, as bits."""

    GUARD = 1
    PIERCE = 2
    RAID = 4
    WARD = 8
    STUN = 16
    LOCK = 32


class WinKind(IntEnum):
    """How the game ended."""

    NONE = 0
    STATE_POINTS = 1  # the last opponent lost all State Points
    DECK_OUT = 2  # the last opponent had no card to draw
    TURN_CAP = 3  # most State Points when the cap of turns was reached
    DRAWN = 4  # equal State Points at that cap


class Stream(IntEnum):
    """Sources of luck. DECK_0 + k belongs to the deck of seat k."""

    FIRST_PLAYER = 0
    DRAFT = 1
    TOSS = 2
    DECK_0 = 3
    DECK_1 = 4
    DECK_2 = 5
    DECK_3 = 6
    LIST_0 = 7  # the making of random decks
    LIST_1 = 8
    LIST_2 = 9
    LIST_3 = 10


def names(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as lower-case words."""
    return tuple(member.name.lower() for member in enum)


# Cards of further sets are called by their number: their keys belong to the rule variant.
CARDS = tuple(card.key for card in catalogue([STANDARD]).cards)
CARDS = (*CARDS, *(f"card_{number}" for number in range(len(CARDS) + 1, MOST_TITLES + 1)))
NAMES = ("none", *CARDS)

STATE = StateLayout(
    seats=SEATS,
    streams=names(Stream),
    axes={
        "slot": SLOTS,
        "place": HAND,
        "pile": MOST_CARDS,
        "title": NAMES,
        "creator": SEATS,
        "open": DRAFT_ROW,
        "pool": MOST_POOL,
        "waiting": WAITING,
    },
    own=(
        # ---- public: the course of the game
        Field("phase", "i1", "phase of the turn", labels=names(Phase)),
        Field("step", "i1", "how far the phase has come", high=2),
        Field("prompt", "i1", "what the seat to act is asked", labels=names(Prompt)),
        Field("active", "i1", "whose turn it is", high=SEATS - 1),
        Field("first_player", "i1", "who had the first turn", high=SEATS - 1),
        Field("turn", "i2", "turns that have ended, of all players", high=MOST_TURNS),
        Field("winner", "i1", "the winning seat, or -1", low=-1, high=SEATS - 1),
        Field("win_kind", "i1", "how the game ended", labels=names(WinKind)),
        Field("falls", "i1", "players out so far", high=SEATS),
        # ---- public: what the active player has done this turn
        Field("plain_played", "i1", "plain Combatants played", high=100),
        Field("exceptional_played", "i1", "Exceptional Combatants played", high=100),
        Field("mustered", "i1", "further Combatants that may be played, by effects", high=100),
        Field("battlefield_played", "i1", "1 if a Battlefield was played"),
        Field("weapons_moved", "i1", "weapons attached", high=100),
        Field("holds_moved", "i1", "holds attached", high=100),
        Field("rearmed", "i1", "further weapons and holds that may be attached, by effects", high=100),
        # ---- public: a move under way
        Field("card", "u1", "the Combatant that waits for its tribute or mode", labels=NAMES),
        Field("place", "i1", "slot of the attacker that seeks a target, or place of the card to attach", high=SLOTS - 1),
        Field("due", "i1", "tributes still to pay, or cards still to discard for an effect", high=20),
        Field("attacker_seat", "i1", "controller of the attacker in the battle being resolved, or -1", low=-1, high=SEATS - 1),
        Field("attacker_slot", "i1", "its slot", high=SLOTS - 1),
        Field("attacker_serial", "i2", "its serial number", high=MOST_SERIAL),
        Field("attacker_card", "u1", "the card it is", labels=NAMES),
        Field("target_seat", "i1", "the attacked player", high=SEATS - 1),
        Field("target_slot", "i1", "slot of the attacked Combatant, or -1 in a direct attack", low=-1, high=SLOTS - 1),
        Field("target_serial", "i2", "its serial number", high=MOST_SERIAL),
        Field("target_card", "u1", "the card it is", labels=NAMES),
        Field("clashed", "i1", "1 once the totals of this battle were compared"),
        # ---- public: effect rows that wait to be resolved, the next one at `queue_next`; what they refer to
        Field("queue_next", "i2", "the row to resolve next", high=WAITING),
        Field("queue_end", "i2", "where the next row is added", high=WAITING),
        Field("it_seat", "i1", "controller of the Combatant picked for the card being resolved, or -1", low=-1, high=SEATS - 1),
        Field("it_slot", "i1", "its slot", high=SLOTS - 1),
        Field("it_serial", "i2", "its serial number", high=MOST_SERIAL),
        Field("opponent", "i1", "the opponent chosen for the card being resolved, or -1", low=-1, high=SEATS - 1),
        Field("serial", "i2", "serial number of the last Combatant that entered a Trench", high=MOST_SERIAL),
        # ---- public: the draft
        Field("picks", "i2", "cards picked so far", high=MOST_POOL),
        Field("draft_row", "u1", "cards that lie open", ("open",), labels=NAMES),
        Field("draft_pool_size", "i2", "cards left in the pool", high=MOST_POOL),
        # ---- public: the seats
        Field("state_points", "i1", "State Points", ("seat",), high=MOST_POINTS),
        Field("alive", "i1", "1 until out", ("seat",)),
        Field("fallen", "i1", "as which player the seat went out, 0 if it is in", ("seat",), high=SEATS),
        Field("turns", "i2", "own turns that have ended", ("seat",), high=MOST_CARDS),
        Field("owned", "u1", "cards of the seat, wherever they are", ("seat",), high=MOST_CARDS),
        Field("battlefield", "u1", "active Battlefield", ("seat",), labels=NAMES),
        Field("command", "u1", "cards in the Command Zone", ("seat", "slot"), labels=NAMES),
        Field("museum", "u1", "cards in the Museum", ("seat", "title"), high=MOST_CARDS),
        Field("deck_size", "u1", "cards in the deck", ("seat",), high=MOST_CARDS),
        Field("hand_size", "i1", "cards in hand", ("seat",), high=HAND),
        # ---- public: the Combatants in the Trenches
        Field("trench", "u1", "the Combatant", ("seat", "slot"), labels=NAMES),
        Field("mode", "i1", "its mode", ("seat", "slot"), labels=names(Mode)),
        Field("weapon", "u1", "its weapon", ("seat", "slot"), labels=NAMES),
        Field("hold", "u1", "its hold", ("seat", "slot"), labels=NAMES),
        Field("serials", "i2", "its serial number", ("seat", "slot"), high=MOST_SERIAL),
        Field("attacks", "i1", "attacks made this turn", ("seat", "slot"), high=127),
        Field("extra_attacks", "i1", "further attacks this turn, by effects", ("seat", "slot"), high=127),
        Field("switches", "i1", "switches of mode this phase", ("seat", "slot"), high=3),
        Field("activated", "i1", "1 if its ability was used this turn", ("seat", "slot")),
        Field("warded", "i1", "1 if a ward has saved it this turn", ("seat", "slot")),
        Field("turn_atk", "i1", "change of ATK this turn", ("seat", "slot"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("turn_def", "i1", "change of DEF this turn", ("seat", "slot"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("stay_atk", "i1", "change of ATK while it stays", ("seat", "slot"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("stay_def", "i1", "change of DEF while it stays", ("seat", "slot"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("turn_powers", "i1", "powers this turn: bits of Power", ("seat", "slot"), high=63),
        Field("round_atk", "i1", "change of ATK until the creator's turn", ("seat", "slot", "creator"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("round_def", "i1", "change of DEF until the creator's turn", ("seat", "slot", "creator"), low=-MOST_CHANGE, high=MOST_CHANGE),
        Field("round_powers", "i1", "powers until the creator's turn", ("seat", "slot", "creator"), high=63),
        # ---- public: the rows that wait (far from the fields above: most positions have none, and memory is read in lines)
        Field("queue_row", "i2", "row of the table of effects", ("waiting",), high=MOST_ROWS - 1),
        Field("queue_seat", "i1", "its controller", ("waiting",), high=SEATS - 1),
        Field("queue_slot", "i1", "slot of its source or bearer, or -1", ("waiting",), low=-1, high=SLOTS - 1),
        Field("queue_serial", "i2", "serial number of that Combatant", ("waiting",), high=MOST_SERIAL),
        Field("queue_opponent", "i1", "the other side of its battle, or -1", ("waiting",), low=-1, high=SEATS - 1),
        Field("queue_starts", "i1", "1 if it is the first row of its card in this resolution", ("waiting",)),
        # ---- hidden
        Field("hand", "u1", "cards in hand, by rising number", ("seat", "place"), labels=NAMES, seen="owner", count="hand_size"),
        Field("deck", "u1", "the deck; in a draft the cards picked", ("seat", "pile"), labels=NAMES, seen="nobody", count="deck_size"),
        Field("draft_pool", "u1", "the pool of a draft", ("pool",), labels=NAMES, seen="nobody", count="draft_pool_size"),
    ),
)  # fmt: skip
