"""The state of Heroes vs Warlords: its words as enums, its sizes, and the record with one line per field.

A place is the home City or Camp of a seat, whoever owns it now, so fields of places have the axis "seat".
Heroes 1 and 2 are entries 0 and 1 of the axis "hero". Units fighting in a battle have left their display or
garrison for a slot of the battle and go back when it ends; what is still there is the reserve.
Read `actions.py` next, then the folder `rules`.
"""

from __future__ import annotations

from enum import IntEnum

from rulebound.envs.core.record import Field, StateLayout
from rulebound.envs.heroes_vs_warlords.components import (
    ABILITIES,
    CELLS,
    NUM_CELLS,
    NUM_DIRECTIONS,
    NUM_HEXES,
    NUM_MARKERS,
    NUM_QUESTS,
    NUM_SITES,
    NUM_SLOTS,
    SITES,
    TILES,
    UNITS,
)
from rulebound.envs.heroes_vs_warlords.variant import EQUIPMENT, FACILITIES, FACTIONS, QUESTS, RESOURCES

SEATS = 3
HEROES = 2
GUARDS = 3  # stands for the neutrals where a seat is named
NUM_SECTIONS = 6
BATTLE_SLOTS = 7
MOST_STOCK = 99
MOST_GARRISON = 99
MOST_GUARDS = 40
MOST_UNITS = 20  # in one stack
MOST_EXPERIENCE = 9999
MOST_ROUNDS = 40
TARGETS = 11  # wall hexes and towers of the walled display; the arena's wall is number 0


class Stage(IntEnum):
    """Where the game goes on when nobody is asked anything."""

    SETUP = 0  # the first roll for initiative
    START_TILES = 1  # start tiles are placed in order
    ARMIES = 2  # armies are bought in order
    ROUND = 3  # a round begins: initiative
    TURN = 4  # a player turn begins
    CAMP = 5  # the Camp may move
    HEROES = 6  # a hero is chosen
    ACT = 7  # the chosen hero acts
    ENTRY = 8  # he has entered a hex
    BATTLE = 9
    TURN_END = 10
    INCOME = 11
    PRODUCTION = 12
    CLEAN_UP = 13


class Prompt(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    START_SLOT = 1
    ARMY = 2
    ARMY_NUMBER = 3
    CAMP = 4
    CAMP_STEP = 5
    RIDE = 6
    HERO = 7
    ACT = 8
    TRANSFER_FROM = 9
    TRANSFER_TO = 10
    TRANSFER_NUMBER = 11
    DEPOSIT_NUMBER = 12
    ABILITY = 13
    SKILL = 14
    REACT = 15
    CAMP_FLIGHT = 16
    RETREAT = 17
    LEAVE = 18
    DIPLOMACY = 19
    MAN_TOWER = 20
    SPLIT = 21
    DEPLOY = 22
    STRENGTHEN = 23
    STRENGTHEN_NUMBER = 24
    DEFECT = 25
    BREACH = 26
    TOWER = 27
    AIM = 28
    SCATTER = 29
    ATTACK = 30
    MARCH = 31
    STRIKE = 32
    TRIBE_SKILL = 33
    SEIZE = 34
    WITHDRAW = 35
    PLACE = 36
    ITEM = 37
    RECRUIT_NUMBER = 38
    HIRE_NUMBER = 39


class Status(IntEnum):
    """Where a hero is."""

    UNSEEN = 0
    ON_MAP = 1
    DEAD = 2


class Entry(IntEnum):
    """How far the entry of a hex has gone (rule 7.1.3)."""

    HOSTILES = 0  # whoever holds the hex is fought
    PLACE = 1  # an undefended City or Camp falls
    REACTIONS = 2  # who may react: before the objective if nobody was fought, else after it
    REACT = 3  # heroes are asked, then guards test
    GUARDS = 4  # guards of the objective are looked for and fought
    OBJECTIVE = 5  # its benefit
    FRESH = 6  # a Camp flees guards that appeared and survived
    BYSTANDERS = 7  # and they may react against a hero beside them
    DONE = 8


class Cause(IntEnum):
    """How a battle came about."""

    NONE = 0
    ENTERED = 1  # a hero met hostile units in a hex
    OBJECTIVE = 2  # guards appeared
    HERO_REACTION = 3
    GUARD_REACTION = 4
    BYSTANDER = 5  # guards that somebody else woke


class Terrain(IntEnum):
    """Where a battle takes place."""

    OPEN = 0
    RESOURCE = 1
    SIEGE = 2


class Step(IntEnum):
    """How far a battle has gone: preparations, then the steps of each combat round."""

    LEAVE = 0
    DIPLOMACY = 1
    DEPLOY_FIRST = 2
    DEPLOY_SECOND = 3
    OPENING = 4
    STRENGTHEN = 5
    DEFECT_FIRST = 6
    DEFECT_SECOND = 7
    BREACH = 8
    RANGED_FIRST = 9
    RANGED_SECOND = 10
    CAVALRY_FIRST = 11
    CAVALRY_SECOND = 12
    CLOSE_FIRST = 13
    CLOSE_SECOND = 14
    SEIZE = 15
    WITHDRAW_FIRST = 16
    WITHDRAW_SECOND = 17
    CLOSING = 18
    OVER = 19


class Pass(IntEnum):
    """The parts of a step on the battle display."""

    MOVE = 0
    NAME = 1
    RESOLVE = 2


class Clash(IntEnum):
    """How far one attack has gone."""

    NONE = 0
    ROLLED = 1  # Cleverness may change a total
    HITS = 2  # hits are counted
    FURY = 3  # Fury may add hits
    SUFFERED = 4  # Military Experience may take hits off
    STRUCK = 5  # hits are taken
    ATTRITION = 6  # Military Experience may take hits in return off
    RETURNED = 7  # hits in return are taken


class Flag(IntEnum):
    """Bits of a battle stack."""

    DONE = 1  # has had its turn in this step
    MOVED = 2  # has moved this round
    FIRED = 4  # has fired this round
    PINNED = 8  # began its movement next to an enemy and stayed: must attack
    EXEMPT = 16  # began a movement next to an enemy in this combat: no duty to act any more
    HELPED = 32  # has had the help of a special building


class WinKind(IntEnum):
    """How the game ended."""

    NONE = 0
    LAST_PLAYER = 1
    CATEGORIES = 2
    DRAWN = 3


class Stream(IntEnum):
    """Sources of luck."""

    TILES = 0
    INITIATIVE = 1
    GUARDS = 2
    REACTION = 3
    COMBAT = 4
    OUTPOST = 5
    CONQUEST = 6
    CUP = 7
    CAPTURE = 8
    HOLY = 9
    QUEST = 10
    BYSTANDER = 11
    REDEAL = 12


# Where the units of a battle stack go back to.
FROM_HERO = 0  # sections of hero 1, then of hero 2
FROM_GARRISON = 12  # by level
FROM_NATIVES = 18
FROM_MERCENARIES = 24
FROM_GUARDS = 25
DEFECTED = 31


def names(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as lower-case words."""
    return tuple(member.name.lower() for member in enum)


LEVELS = tuple(f"level_{k}" for k in range(1, 7))
SEAT_WORDS = ("none", *(f"player_{k}" for k in range(SEATS)))
SIDES = ("attacker", "defender")
TARGET_WORDS = (*(f"wall_{k}" for k in range(9)), "tower_0", "tower_1")
MOST_FLAGS = sum(Flag)

STATE = StateLayout(
    seats=SEATS,
    streams=names(Stream),
    axes={
        "slot": NUM_SLOTS,
        "site": SITES,
        "level": LEVELS,
        "place in order": SEATS,
        "hero": HEROES,
        "any hero": SEATS * HEROES,
        "section": NUM_SECTIONS,
        "ability": ABILITIES,
        "skill": ("trade", "diplomacy", "tribe"),
        "marker": EQUIPMENT,
        "resource": RESOURCES,
        "facility": FACILITIES,
        "card": QUESTS,
        "side": 2,
        "battle slot": BATTLE_SLOTS,
        "target": TARGET_WORDS,
        "tower": 2,
        "reactor": 4,
    },
    own=(
        # ---- public: the course of the game
        Field("game_round", "i1", "round, from 1", low=1, high=MOST_ROUNDS),
        Field("sequence", "i1", "sequence of the round, from 0", high=4),
        Field("order", "i1", "seats in this round's order", ("place in order",), high=SEATS - 1),
        Field("turn", "i1", "place in the order of the player whose turn it is", high=SEATS - 1),
        Field("stage", "i1", "where the game goes on", labels=names(Stage)),
        Field("prompt", "i1", "what the seat to act is asked", labels=names(Prompt), seen="owner"),
        Field("war", "i1", "1 once players may be attacked"),
        Field("explored_all", "i1", "1 once the last tile is turned up; war begins with the next turn"),
        Field("winner", "i1", "the winning seat, or -1", low=-1, high=SEATS - 1),
        Field("win_kind", "i1", "how the game ended", labels=names(WinKind)),
        Field("falls", "i1", "moments at which players were eliminated", high=SEATS),
        # ---- public: the turn in hand
        Field("acting", "i1", "the hero who acts, or -1", low=-1, high=HEROES - 1),
        Field("entry", "i1", "how far the entry of a hex has gone", labels=names(Entry)),
        Field("came_from", "i2", "the hex that the acting hero came from, or -1", low=-1, high=NUM_HEXES - 1),
        Field("fought", "i1", "hostile units of the entered hex that were fought: 1 of players, 2 guards", high=2),
        Field("fresh", "i1", "site whose guards appeared in this entry", low=-1, labels=("none", *SITES)),
        Field("reactors", "i1", "heroes (seat * 2 + hero) still to be asked for a reaction, then -1", ("reactor",), low=-1, high=5),
        Field("reacted", "i1", "1 if that hero has tried to react against hero 1 or 2 of the turn", ("hero", "any hero")),
        Field("camp_moved", "i1", "1 if the Camp has moved or the offer is over in this turn"),
        Field("camp_from", "i2", "the hex that the Camp has just left, or -1", low=-1, high=NUM_HEXES - 1),
        Field("rider", "i1", "the hero asked whether he rides along", high=HEROES - 1),
        Field("pending", "i1", "1 if a hero may have to grow or be replaced, or a Camp to flee, before the game goes on"),
        Field("flight", "i1", "1 while a Camp has to leave guards that appeared"),
        Field("chosen", "i1", "first choice of a dialogue (holder, level or stack), or -1", low=-1, high=18, seen="owner"),
        Field("chosen_to", "i1", "second choice of a dialogue, or -1", low=-1, high=18, seen="owner"),
        Field("army_gold", "i1", "gold left for the army that is being bought", high=60),
        Field("army_third", "i1", "units of level 3 bought for it", high=20),
        Field("replacing", "i1", "the seat that buys the army of a replacement hero, or -1", low=-1, high=SEATS - 1),
        # ---- public: production; the choices of others only when it is over
        Field("producer", "i1", "place in the order of the player who produces", high=SEATS),
        Field("place", "i1", "the place in which he produces, or -1", low=-1, high=SEATS - 1, seen="owner"),
        # ---- public: the world; of a tile that lies face down only the slot
        Field("tile", "i1", "the tile in each slot", ("slot",), low=-1, labels=("none", *TILES), seen="nobody"),
        Field("revealed", "i1", "1 if it lies face up", ("slot",)),
        Field("control", "i1", "who controls a Resource", ("site",), labels=SEAT_WORDS),
        Field("activated", "i1", "1 once guards have been looked for", ("site",)),
        Field("explored", "i1", "1 for a ruin that has given its marker", ("site",)),
        Field("visited", "i1", "1 for an outpost or holy place used this round", ("site",)),
        Field("tried", "i1", "1 if the guards have tried to react this turn", ("site",)),
        Field("searched", "i1", "heroes who have searched a tower, bit seat * 2 + hero", ("site",), high=63),
        Field("guards", "i1", "neutral guards", ("site", "level"), high=MOST_GUARDS),
        Field("garrison", "i1", "units that the owner of a Resource left there", ("site", "level"), high=MOST_GARRISON),
        Field("cup", "i1", "equipment markers in the cup", ("marker",), high=4),
        Field("quest_card", "i1", "where a quest card is: 0 deck, 1 with a hero, 2 discarded", ("card",), high=2),
        # ---- public: the players
        Field("faction", "i1", "the tribe", ("seat",), labels=FACTIONS),
        Field("alive", "i1", "1 until eliminated", ("seat",)),
        Field("fallen", "i1", "at which moment the seat was eliminated, 0 if it lives", ("seat",), high=SEATS),
        Field("hero_kills", "i1", "own hero kills suffered", ("seat",), high=100),
        Field("deadline", "i1", "1: the capital fell with hero 1, no turn since; 2: one more turn to retake it", ("seat",), high=2),
        Field("replacement", "i1", "1 if hero 2 has to take the place of hero 1", ("seat",)),
        Field("pool_active", "i1", "1 once the Recruitment Location is active", ("seat",)),
        Field("pool", "i1", "units gathered there; mercenaries once the player is out", ("seat",), high=20),
        # ---- public: the heroes
        Field("hero_status", "i1", "where a hero is", ("seat", "hero"), labels=names(Status)),
        Field("hero_killed", "i1", "1 if he was ever killed", ("seat", "hero")),
        Field("hero_hex", "i2", "his hex, or -1", ("seat", "hero"), low=-1, high=NUM_HEXES - 1),
        Field("hero_level", "i1", "level", ("seat", "hero"), low=1, high=10),
        Field("hero_ep", "i2", "experience points", ("seat", "hero"), high=MOST_EXPERIENCE),
        Field("hero_honor", "i1", "honor points", ("seat", "hero"), high=20),
        Field("hero_mp", "i1", "movement points left", ("seat", "hero"), high=40),
        Field("hero_done", "i1", "1 if he has finished this turn", ("seat", "hero")),
        Field("hero_moved", "i1", "1 if he has moved this turn", ("seat", "hero")),
        Field("hero_new", "i1", "1 if he arrived in a place and has not moved since", ("seat", "hero")),
        Field("hero_trained", "i1", "1 if he has used a Training Area", ("seat", "hero")),
        Field("hero_entered", "i1", "the side by which he entered his hex, or -1", ("seat", "hero"), low=-1, high=NUM_DIRECTIONS - 1),
        Field("hero_transfers", "i1", "transfers begun this turn", ("seat", "hero"), high=20),
        Field("hero_quest", "i1", "open quest card", ("seat", "hero"), labels=("none", *QUESTS)),
        Field("hero_progress", "i1", "progress of that quest", ("seat", "hero"), high=100),
        Field("ability_points", "i1", "abilities still to be raised", ("seat", "hero"), high=30),
        Field("skill_points", "i1", "skills still to be raised", ("seat", "hero"), high=30),
        Field("ability", "i1", "attack, defense, initiative, movement without equipment", ("seat", "hero", "ability"), high=15),
        Field("skill", "i1", "trade, diplomacy and the skill of the tribe", ("seat", "hero", "skill"), high=9),
        Field("equipment", "i1", "equipment markers", ("seat", "hero", "marker"), high=4),
        Field("section_unit", "i1", "unit of each section of the display", ("seat", "hero", "section"), labels=UNITS),
        Field("section_count", "i1", "units in it", ("seat", "hero", "section"), high=MOST_UNITS),
        # ---- public: the home place of each seat
        Field("place_owner", "i1", "who owns it", ("seat",), labels=SEAT_WORDS),
        Field("place_hex", "i2", "its hex, or -1", ("seat",), low=-1, high=NUM_HEXES - 1),
        Field("conquered", "i1", "1 once it was conquered", ("seat",)),
        Field("facility", "i1", "1 if it stands there", ("seat", "facility")),
        Field("stock", "i1", "resources kept there", ("seat", "resource"), high=MOST_STOCK),
        Field("place_garrison", "i1", "units of the owner's tribe", ("seat", "level"), high=MOST_GARRISON),
        Field("natives", "i1", "units of the native tribe, which a conqueror recruited", ("seat", "level"), high=MOST_GARRISON),
        Field("mercenaries", "i1", "mercenaries left there", ("seat",), high=MOST_GARRISON),
        Field("stored_honor", "i1", "honor points in the special building", ("seat",), high=20),
        Field("place_done", "i1", "1 if production there is finished", ("seat",), seen="owner"),
        # ---- public: what others see during production, as it was when it began
        Field("shown_facility", "i1", "facility", ("seat", "facility")),
        Field("shown_stock", "i1", "stock", ("seat", "resource"), high=MOST_STOCK),
        Field("shown_garrison", "i1", "place_garrison", ("seat", "level"), high=MOST_GARRISON),
        Field("shown_natives", "i1", "natives", ("seat", "level"), high=MOST_GARRISON),
        Field("shown_status", "i1", "hero_status", ("seat", "hero"), labels=names(Status)),
        Field("shown_mercenaries", "i1", "mercenaries with a hero", ("seat", "hero"), high=MOST_UNITS),
        # ---- public: a battle
        Field("battle_cause", "i1", "how it came about", labels=names(Cause)),
        Field("battle_terrain", "i1", "where it takes place", labels=names(Terrain)),
        Field("battle_hex", "i2", "its hex, or -1", low=-1, high=NUM_HEXES - 1),
        Field("battle_origin", "i2", "the hex the attacker came from, or -1", low=-1, high=NUM_HEXES - 1),
        Field("battle_place", "i1", "the besieged place, or -1", low=-1, high=SEATS - 1),
        Field("battle_site", "i1", "the site of the guards", low=-1, labels=("none", *SITES)),
        Field("battle_seat", "i1", "who fights on each side: a seat, 3 for guards, or -1", ("side",), low=-1, high=GUARDS),
        Field("battle_hero", "i1", "the commanding hero of each side, or -1", ("side",), low=-1, high=HEROES - 1),
        Field("battle_init", "i1", "the side with the combat initiative", high=1),
        Field("battle_set_up", "i1", "the side that deployed first", high=1),
        Field("battle_round", "i1", "combat round, from 1", high=100),
        Field("battle_step", "i1", "step of the battle", labels=names(Step)),
        Field("battle_pass", "i1", "part of a step on the display", labels=names(Pass)),
        Field("battle_cursor", "i1", "stack whose turn it is", high=BATTLE_SLOTS),
        Field("battle_idle", "i1", "rounds in a row without an attack", high=20),
        Field("battle_acted", "i1", "1 if there was an attack or breach this round"),
        Field("battle_left", "i1", "the side that withdrew, or -1", low=-1, high=1),
        Field("battle_seized", "i1", "1 if that side has tried to change the initiative, 2 if it gets it next round", ("side",), high=2),
        Field("battle_skilled", "i1", "1 if that side has used its tribe's skill", ("side",)),
        Field("battle_kills", "i2", "units lost by that side", ("side", "level"), high=20000),
        Field("battle_stacks", "i2", "stacks of that side destroyed", ("side", "level"), high=20000),
        Field("battle_ep", "i2", "experience that diplomacy has earned", high=200),
        Field("slot_unit", "i1", "unit of each stack", ("side", "battle slot"), labels=UNITS),
        Field("slot_count", "i1", "units in it", ("side", "battle slot"), high=MOST_UNITS),
        Field("slot_wounds", "i1", "wounds of its first unit", ("side", "battle slot"), high=5),
        Field("slot_start", "i1", "units it began with", ("side", "battle slot"), high=MOST_UNITS),
        Field("slot_origin", "i1", "where its units go back to", ("side", "battle slot"), high=DEFECTED),
        Field("slot_cell", "i1", "its cell on the display", ("side", "battle slot"), low=-1, labels=("none", *CELLS)),
        Field("slot_flags", "i1", "bits: done, moved, fired, pinned, exempt, helped", ("side", "battle slot"), high=MOST_FLAGS),
        Field("slot_bonus", "i1", "attack (Blacksmith) or defense (Temple) points", ("side", "battle slot"), high=6),
        Field("wall", "i1", "0 intact, 1 damaged, 2 destroyed; in the arena the wall is number 0", ("target",), high=2),
        Field("manned", "i1", "1 if a stack was placed in that tower", ("tower",)),
        Field("aim", "i1", "target of the breach that is being rolled, or -1", low=-1, high=TARGETS - 1),
        Field("march_mp", "i1", "movement points left of the stack that moves", high=8),
        Field("march_from", "i1", "the cell it started from", low=-1, labels=("none", *CELLS)),
        Field("named", "i1", "attacks named in this step", high=BATTLE_SLOTS),
        Field("named_slot", "i1", "attacking stacks in the order named", ("battle slot",), high=BATTLE_SLOTS - 1),
        Field("named_target", "i1", "their targets", ("battle slot",), high=BATTLE_SLOTS - 1),
        Field("postponed", "i1", "stacks passed over since the last attack was named", high=BATTLE_SLOTS),
        Field("clash", "i1", "how far the attack in hand has gone", labels=names(Clash)),
        Field("clash_side", "i1", "the attacking side", high=1),
        Field("clash_slot", "i1", "the attacking stack", high=BATTLE_SLOTS - 1),
        Field("clash_target", "i1", "the attacked stack", high=BATTLE_SLOTS - 1),
        Field("clash_ranged", "i1", "1 for ranged fire"),
        Field("clash_total", "i1", "totals of the attacking and the attacked stack", ("side",), low=-20, high=120),
        Field("clash_loser", "i1", "the side that is hit, or -1", low=-1, high=1),
        Field("clash_hits", "i2", "hits", high=300),
    ),
)
assert len(CELLS) == NUM_CELLS
assert (len(SITES), len(EQUIPMENT), len(QUESTS)) == (NUM_SITES, NUM_MARKERS, NUM_QUESTS)
