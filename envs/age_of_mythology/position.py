"""Positions of Age of Mythology written by hand: where they start from, how they are completed and checked.

What a position does not mention follows from the components: cubes of the resources not with players are in the bank,
victory cubes in theirs, tiles in the pool, random cards in the face-down decks. Villagers whose place is not named are
idle.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rulebound.envs.age_of_mythology.rules.preparation import PATTERN_OF, SEATING, STARTING_TYPES, TWO_BY_TWO
from rulebound.envs.age_of_mythology.state import (
    CARD_ACTION,
    CARD_CULTURE,
    CARD_POWER,
    CARD_SCOPE,
    CARD_STANDALONE,
    FIRST_GOD,
    FIRST_UNIT,
    NUM_CULTURES,
    NUM_PERMANENT,
    NUM_PLAIN,
    NUM_RANDOM,
    POWER_UNIT,
    STATE,
    TILE_TERRAIN,
    UNIT_CLASS,
    UNIT_CULTURE,
    UNIT_SPECIAL,
    UNIT_TAGS,
    ActionKind,
    Area,
    Building,
    Mode,
    Power,
    Prompt,
    Resource,
    Special,
    Stage,
    Tag,
    Unit,
    WinKind,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, CULTURES, MOST_FIGURES, RESOURCES, TILES, UNITS

EXTRA_NAMES: tuple[str, ...] = ()
FOLLOWING = ("bank", "vp_bank", "pool", "draw")  # what is not on the table lies here
COMPLETED_NAMES = (*FOLLOWING, "seat", "active", "queued")
UNLIMITED = 1  # figures.limit
SEAT_FIELDS = [f.name for f in STATE.own if f.axes[:1] == ("seat",)]
# What describes the card in play, and its value when there is none.
IN_PLAY = {
    **dict.fromkeys(("card", "target", "tile_chosen", "scope", "ordered", "attacker", "defender", "pick"), -1),
    **dict.fromkeys(("mode", "left", "quarry", "price", "gave", "got", "area", "limit", "declared", "special", "isis_left"), 0),
    **dict.fromkeys(("hydra_kills", "won", "in_battle"), 0),
}


# ------------------------------------------------------------------------------------------------ components
def decks(s: np.record, r: np.record) -> np.ndarray:
    """Random cards of every kind in the game, by culture."""
    counts = np.zeros((NUM_CULTURES, NUM_RANDOM), np.int64)
    for culture in {int(c) for c in s.culture[: int(s.num_players)]}:
        counts[culture, :NUM_PLAIN] = r.copies[:, culture]
        counts[culture, NUM_PLAIN:] = CARD_CULTURE[FIRST_GOD:] == culture
    return counts


def placed_cards(s: np.record) -> np.ndarray:
    """Random cards of every kind in hands, on the table and in the face-up piles, by culture."""
    counts = s.discard.astype(np.int64)
    for seat in range(int(s.num_players)):
        counts[s.culture[seat]] += s.hand[seat, NUM_PERMANENT:].astype(np.int64) + s.used[seat, NUM_PERMANENT:]
    return counts


def tile_counts(s: np.record, r: np.record) -> np.ndarray:
    """Production tiles of every kind in the game."""
    return r.tile_count.astype(np.int64) * int(r.setup_tile_sheets[int(s.num_players) - 2])


def placed_tiles(s: np.record) -> np.ndarray:
    """Production tiles of every kind on boards and shown."""
    return s.tiles.astype(np.int64).sum(axis=0) + s.shown


def cubes(s: np.record, r: np.record) -> int:
    """Cubes of each resource in the game."""
    return int(r.setup_bank_per_resource[int(s.num_players) - 2])


def figures(s: np.record, r: np.record) -> np.ndarray:
    """Figures of every unit type that each player has."""
    if r.figures_limit == UNLIMITED:
        return np.full(len(UNITS), MOST_FIGURES)
    per_tint = np.array([r.figures_per_tint_mortal, r.figures_per_tint_myth, r.figures_per_tint_hero])
    return per_tint[UNIT_CLASS] * int(r.figures_tints_per_player[int(s.num_players) - 2])


def armies_revealed(s: np.record) -> bool:
    """Whether the units of a battle have left their boards."""
    return s.attacker >= 0 and Stage.FIGHT <= s.stage <= Stage.REWARDS


def units_owned(s: np.record) -> np.ndarray:
    """Units of every type in play, by seat."""
    owned = s.units.astype(np.int64)
    owned[:, Unit.DWARF] += s.dwarf_on.astype(np.int64).sum(axis=1)
    if armies_revealed(s):
        for side, seat in enumerate((s.attacker, s.defender)):
            owned[seat] += s.in_battle[side]
    return owned


# ------------------------------------------------------------------------------------------------ making a position
def blank(s: np.record, r: np.record) -> None:
    """Seat 0 leads the first round of turn 1; everybody has the starting cubes and units, no tiles and no cards."""
    n = int(s.num_players)
    s.stage = Stage.ROUND
    s.turn = s.round_number = 1
    for name in ("last_winner", "card", "target", "tile_chosen", "scope", "ordered", "house_owner", "attacker", "defender"):
        s[name] = -1
    s.pick[:] = -1
    s.met[:] = -1
    pattern = SEATING[TWO_BY_TWO if n == 4 and r.seating_four_player_mode else PATTERN_OF[n - 2]]
    for seat in range(n):
        s.culture[seat] = r.culture_of[seat] - 1 if r.culture_of[seat] else pattern[seat]
        give_starting_units(s, r, seat)
    s.resources[:n] = r.setup_start_resources


def give_starting_units(s: np.record, r: np.record, seat: int) -> None:
    """Two of each mortal type of the seat's culture, and nothing else."""
    first = int(FIRST_UNIT[int(s.culture[seat])])
    s.units[seat] = 0
    s.units[seat, first : first + STARTING_TYPES] = r.setup_start_units


def complete(s: np.record, r: np.record, named: Mapping) -> None:
    """Give players that name none the starting units of their culture, and put what is not mentioned into its place."""
    n = int(s.num_players)
    players = list(named.get("players", ()))
    players += [{}] * (n - len(players))
    for seat, player in enumerate(players[:n]):
        if "units" not in player:
            give_starting_units(s, r, seat)
        if "idle_villagers" not in player:
            s.idle_villagers[seat] = max(0, int(s.buildings[seat, Building.HOUSE]) - int(s.villager_on[seat].sum()))
        picked = s.stage == Stage.HANDS and (seat - s.start) % n < s.step  # then the backs known are those of the cards kept
        if "hand_permanent" not in player and "hand_random" not in player and not picked:
            most = STATE.fields["hand_permanent"].high
            s.hand_permanent[seat] = min(int(s.hand[seat, :NUM_PERMANENT].sum()), most)
            s.hand_random[seat] = min(int(s.hand[seat, NUM_PERMANENT:].sum()), most)
    if "bank" not in named:
        s.bank[:] = np.clip(cubes(s, r) - s.resources.astype(np.int64).sum(axis=0), 0, STATE.fields["bank"].high)
    if "vp_bank" not in named:
        s.vp_bank = max(0, int(r.setup_victory_cubes) - int(s.vp.sum()) - int(s.vp_card.sum()))
    if "pool" not in named:
        s.pool[:] = np.maximum(0, tile_counts(s, r) - placed_tiles(s))
    if "draw" not in named:
        s.draw[:] = np.maximum(0, decks(s, r) - placed_cards(s))
    if "active" not in named and s.prompt != Prompt.NONE and "seat" in named:
        s.active = s.seat
    if "queued" not in named and "queue" in named:
        s.queued = min(len(named["queue"]), STATE.queue)


# ------------------------------------------------------------------------------------------------ what cannot be
def check(s: np.record, r: np.record) -> list[str]:
    """What cannot be in a game, beyond the ranges of the fields."""
    n = int(s.num_players)
    names = ("seat", "start", "active", "last_winner", "target", "house_owner", "attacker", "defender")
    found = [f"{name} = {s[name]}: seats run from 0 to {n - 1}" for name in names if s[name] >= n]
    if found:
        return found
    found = _check_supply(s, r)
    owned, limits = units_owned(s), figures(s, r)
    for seat in range(n):
        found += _check_board(s, r, seat) + _check_army(s, seat, owned[seat], limits) + _check_hand(s, seat)
    for name in SEAT_FIELDS:
        if s[name][n:].any():
            found.append(f"{name}: a seat beyond the {n} players of this table owns something")
    return found or _check_card(s) or _check_battle(s, r) or _check_moment(s, r)


def _check_supply(s: np.record, r: np.record) -> list[str]:
    """Is every cube, tile and card there once?"""
    found = []
    in_play = s.resources.astype(np.int64).sum(axis=0) + s.bank
    for k in np.flatnonzero(in_play != cubes(s, r)):
        found.append(f"{RESOURCES[k]}: {cubes(s, r)} cubes are in the game, {in_play[k]} in this position")
    victory = int(s.vp.sum()) + int(s.vp_card.sum()) + int(s.vp_bank)
    if victory != r.setup_victory_cubes:
        found.append(f"vp: {r.setup_victory_cubes} victory cubes are in the game, {victory} in this position")
    tiles = placed_tiles(s) + s.pool
    for k in np.flatnonzero(tiles != tile_counts(s, r)):
        found.append(f"{TILES[k]}: {tile_counts(s, r)[k]} tiles are in the game, {tiles[k]} in this position")
    cards = placed_cards(s) + s.draw
    there_are = decks(s, r)
    for culture, k in np.argwhere(cards != there_are):
        have, there = there_are[culture, k], cards[culture, k]
        found.append(f"{CARDS[NUM_PERMANENT + k]}: {have} cards are in the {CULTURES[culture]} deck, {there} in this position")
    if not s.over and s.turn + s.vp_bank > STATE.fields["turn"].high:
        found.append(f"turn = {s.turn}: too late with {s.vp_bank} victory cubes in the bank")
    return found


def _check_board(s: np.record, r: np.record, seat: int) -> list[str]:
    """Can these tiles, workers and buildings be on one board?"""
    found = []
    culture = int(s.culture[seat])
    place = f"players[{seat}]"
    if s.culture[(seat + 1) % int(s.num_players)] == culture:
        found.append(f"{place}: the next seat has the same culture, {CULTURES[culture]}")
    used = np.bincount(TILE_TERRAIN, weights=s.tiles[seat], minlength=6)
    if (used > r.squares[culture]).any():
        found.append(f"{place}: more tiles than squares of a terrain on the {CULTURES[culture]} board")
    if (s.villager_on[seat].astype(int) + s.dwarf_on[seat] > s.tiles[seat]).any():
        found.append(f"{place}: at most one worker on a tile")
    villagers = int(s.villager_on[seat].sum()) + int(s.idle_villagers[seat])
    homes = int(s.buildings[seat, Building.HOUSE]) + int(s.house_owner == seat)
    if villagers != homes:
        found.append(f"{place}: {villagers} villagers for {homes} houses")
    for k in np.flatnonzero(s.buildings[seat] > r.building_max):
        found.append(f"{place}.buildings.{BUILDINGS[k]} = {s.buildings[seat, k]}: at most {r.building_max[k]}")
    if s.buildings[seat].sum() > r.limits_city_squares:
        found.append(f"{place}: more buildings than the {r.limits_city_squares} squares of a city")
    if s.buildings[seat, Building.WONDER] and not s.over:
        found.append(f"{place} has built the Wonder, but the game is not over")
    return found


def _check_army(s: np.record, seat: int, owned: np.ndarray, limits: np.ndarray) -> list[str]:
    """Are the units of this culture, with a figure for each?"""
    found = []
    culture = int(s.culture[seat])
    for k in np.flatnonzero(owned):
        if UNIT_CULTURE[k] != culture:
            found.append(f"players[{seat}]: {UNITS[k]} is not {CULTURES[culture]}")
        elif owned[k] > limits[k]:
            found.append(f"players[{seat}]: {owned[k]} units of type {UNITS[k]}, figures for {limits[k]}")
    return found


def _check_hand(s: np.record, seat: int) -> list[str]:
    """Can a player hold and have used these cards?"""
    found = []
    place, culture = f"players[{seat}]", int(s.culture[seat])
    cards = s.hand[seat].astype(int) + s.used[seat]
    if (cards[:NUM_PERMANENT] > 1).any():
        found.append(f"{place}: every permanent card exists once")
    for k in np.flatnonzero(cards[FIRST_GOD:]) + FIRST_GOD:
        if CARD_CULTURE[k] != culture:
            found.append(f"{place}: {CARDS[k]} is not {CULTURES[culture]}")
    permanent, random = int(s.hand[seat, :NUM_PERMANENT].sum()), int(s.hand[seat, NUM_PERMANENT:].sum())
    picking = s.stage == Stage.HANDS
    if not picking and (s.hand_permanent[seat], s.hand_random[seat]) != (permanent, random):
        found.append(f"{place}: hand_permanent and hand_random must count the hand, {permanent} and {random}")
    if picking and (s.hand_permanent[seat] > permanent or s.hand_random[seat] != random):
        found.append(f"{place}: hand_permanent and hand_random must count the cards kept")
    if permanent + random > STATE.fields["hand_permanent"].high:
        found.append(f"{place}: at most {STATE.fields['hand_permanent'].high} cards in hand")
    if (s.stage < Stage.ROUND or s.stage > Stage.TURN_END) and s.used[seat].any():
        found.append(f"{place}: cards are used in the rounds of a turn only")
    return found


ACTION_OF = {
    Stage.EXPLORE: ActionKind.EXPLORE,
    Stage.GATHER: ActionKind.GATHER,
    Stage.COLLECT: ActionKind.GATHER,
    Stage.BUILD: ActionKind.BUILD,
    Stage.RECRUIT: ActionKind.RECRUIT,
    Stage.TRADE: ActionKind.TRADE,
    **dict.fromkeys(map(Stage, range(Stage.COMMIT, Stage.SPOILS + 1)), ActionKind.ATTACK),
}


def _check_card(s: np.record) -> list[str]:
    """Does the card in play belong to this stage?"""
    stage, card = Stage(s.stage), int(s.card)
    if stage < Stage.POWER or stage > Stage.CARD_END:
        wrong = [name for name, value in IN_PLAY.items() if np.any(s[name] != value)]
        return [f"{name} belongs to a card in play, and there is none at stage {stage.name.lower()}" for name in wrong]
    if card < 0 or s.mode == Mode.NONE:
        return [f"stage {stage.name.lower()} needs card and mode"] if stage != Stage.CARD_END else []
    found = []
    if not s.used[s.active, card]:
        found.append(f"card = {CARDS[card]}: the active player must have it among the cards used")
    if s.mode != Mode.ACTION and card < FIRST_GOD:
        found.append(f"mode = {Mode(s.mode).name.lower()}: {CARDS[card]} has no power")
    elif s.mode == Mode.POWER_ONLY and (not CARD_STANDALONE[card] or stage in ACTION_OF or stage == Stage.ACTION):
        found.append(f"mode = power_only: {CARDS[card]} is not used so at stage {stage.name.lower()}")
    if stage in ACTION_OF and CARD_ACTION[card] != ACTION_OF[stage]:
        found.append(f"stage {stage.name.lower()} needs another card than {CARDS[card]}")
    if s.mode == Mode.ACTION and stage == Stage.POWER:
        found.append("stage power needs a card played with its power")
    if stage == Stage.COLLECT and s.scope < 0:
        found.append("stage collect needs a scope")
    if stage == Stage.GATHER and s.scope < 0 and s.prompt != Prompt.GATHER_CHOICE:
        found.append("stage gather needs a scope")
    if s.scope >= 0 and (CARD_ACTION[card] != ActionKind.GATHER or CARD_SCOPE[card] not in (-1, s.scope)):
        found.append(f"scope: {CARDS[card]} fixes what is gathered")
    return found


def _check_battle(s: np.record, r: np.record) -> list[str]:
    """Are the two sides of a battle there, with armies and fighters of their own?"""
    stage, prompt = Stage(s.stage), Prompt(s.prompt)
    n, battle = int(s.num_players), Stage.COMMIT <= stage <= Stage.SPOILS
    if not battle:
        known = s.attacker >= 0 and stage != Stage.CARD_END
        return ["attacker, defender and in_battle belong to an attack"] if known or s.in_battle.any() else []
    if s.attacker != s.active:
        return ["the attacker is the player whose card is in play"]
    if prompt == Prompt.ATTACK_TARGET:
        return ["no army before the target is named"] if s.in_battle.any() or s.defender >= 0 or stage != Stage.COMMIT else []
    if s.defender < 0 or (s.defender - s.attacker) % n not in (1, n - 1):
        return ["the defender is a neighbour of the attacker"]
    found = []
    for side, seat in enumerate((int(s.attacker), int(s.defender))):
        wrong = [UNITS[k] for k in np.flatnonzero(s.in_battle[side]) if UNIT_CULTURE[k] != s.culture[seat]]
        if wrong:
            found.append(f"in_battle: {wrong[0]} does not belong to player_{seat}")
        if stage < Stage.FIGHT and (s.in_battle[side] > units_owned(s)[seat]).any():
            found.append(f"in_battle: player_{seat} has not so many units")
        pick = int(s.pick[side])
        if 0 <= pick < Unit.RETREAT:
            if UNIT_CULTURE[pick] != s.culture[seat]:
                found.append(f"pick: {UNITS[pick]} does not belong to player_{seat}")
            elif stage == Stage.CLASH and not s.in_battle[side, pick]:
                found.append(f"pick: no {UNITS[pick]} of player_{seat} is in the battle")
        if (stage == Stage.REWARDS and not 0 <= pick < Unit.RETREAT) or (stage == Stage.CLASH and pick < 0):
            found.append(f"stage {stage.name.lower()} needs a fighter of each side")
        if s.special[side] and (stage not in (Stage.CLASH, Stage.REWARDS, Stage.FIGHT) or not _may_declare(s, side)):
            found.append("special: this fighter has none to declare")
    word = stage.name.lower()
    if stage in (Stage.COMMIT, Stage.SPOILS) and s.in_battle.any():
        found.append(f"no army is in battle at stage {word}")
    if stage == Stage.COMMIT_DEFENCE and s.in_battle[1].any():
        found.append(f"the defender has not chosen an army at stage {word}")
    if stage in (Stage.COMMIT_DEFENCE, Stage.REVEAL) and prompt != Prompt.COMMIT_ATT and not s.in_battle[0].any():
        found.append("the attacker must commit a unit")
    if stage == Stage.SPOILS and s.area == Area.HOLDING and s.left > 0 and s.target != s.defender:
        found.append("target: the cubes are those of the defender")
    return found


def _may_declare(s: np.record, side: int) -> bool:
    """Whether the fighter of a side can throw or go berserk."""
    pick, foe = int(s.pick[side]), int(s.pick[1 - side])
    if not (0 <= pick < Unit.RETREAT and 0 <= foe < Unit.RETREAT):
        return False
    tyr = s.mode == Mode.POWER_AND_ACTION and CARD_POWER[s.card] == Power.ALL_OWN_BERSERK
    if UNIT_SPECIAL[pick] & Special.THROW and not UNIT_TAGS[foe, Tag.GIANT]:
        return True
    return bool(UNIT_SPECIAL[pick] & Special.BERSERK) or (side == 0 and tyr)


# Where a question is asked: the stages, who is asked (a field with the seat, or None), and whether `left` counts it.
AFTER_POWER = (Stage.ACTION, Stage.CARD_END)
ASKED = {
    Prompt.DRAFT: ((Stage.DRAFT,), None, False),
    Prompt.PLACE_VP: ((Stage.PLACE,), None, False),
    Prompt.PICK_HAND: ((Stage.HANDS,), None, False),
    Prompt.PLAY_CARD: ((Stage.ROUND,), "active", False),
    Prompt.EXPLORE_PICK: ((Stage.EXPLORE,), None, False),
    Prompt.GATHER_CHOICE: ((Stage.GATHER,), "active", False),
    Prompt.WORKERS_KEEP: ((Stage.COLLECT,), "active", False),
    Prompt.ASSIGN_VILLAGER: ((Stage.COLLECT,), "active", False),
    Prompt.ASSIGN_DWARF: ((Stage.COLLECT,), "active", False),
    Prompt.BUILD_PICK: ((Stage.BUILD,), "active", True),
    Prompt.BUILD_DISCOUNT: ((Stage.BUILD,), "active", True),
    Prompt.RECRUIT_PICK: ((Stage.RECRUIT,), "active", True),
    Prompt.TRADE_COST: ((Stage.TRADE,), "active", True),
    Prompt.TRADE_EXCHANGE: ((Stage.TRADE,), "active", False),
    Prompt.TRADE_VP: ((Stage.TRADE,), "active", False),
    Prompt.ATTACK_TARGET: ((Stage.COMMIT,), "attacker", False),
    Prompt.ATTACK_AREA: ((Stage.COMMIT,), "attacker", False),
    Prompt.COMMIT_ATT: ((Stage.COMMIT_DEFENCE,), "attacker", False),
    Prompt.COMMIT_DEF: ((Stage.REVEAL,), "defender", False),
    Prompt.APHRODITE: ((Stage.FIGHT,), "attacker", False),
    Prompt.FIGHT_ATT: ((Stage.FIGHT,), "attacker", False),
    Prompt.FIGHT_DEF: ((Stage.FIGHT,), "defender", False),
    Prompt.PHARAOH_SWAP: ((Stage.CLASH,), None, False),
    Prompt.SPECIAL_ATT: ((Stage.CLASH,), "attacker", False),
    Prompt.SPECIAL_DEF: ((Stage.CLASH,), "defender", False),
    Prompt.RESURRECT: ((Stage.REWARDS,), None, False),
    Prompt.REINFORCE: ((Stage.FIGHT,), None, True),
    Prompt.RAZE: ((Stage.SPOILS,), "attacker", True),
    Prompt.LOOT_TILE: ((Stage.SPOILS,), "attacker", True),
    Prompt.TAKE_CUBES: ((Stage.SPOILS, *AFTER_POWER), "active", True),
    Prompt.VILLAGER_LOSS: ((Stage.SPOILS, *AFTER_POWER), "house_owner", False),
    Prompt.POWER_PLAYER: (AFTER_POWER, "active", False),
    Prompt.POWER_TILE: (AFTER_POWER, "active", False),
    Prompt.POWER_OWN_TILE: (AFTER_POWER, "active", False),
    Prompt.POWER_BUILDING: (AFTER_POWER, "active", False),
    Prompt.POWER_UNIT: (AFTER_POWER, "active", False),
    Prompt.POWER_FREE_UNIT: (AFTER_POWER, "active", True),
    Prompt.POWER_TRADE_UNIT: (AFTER_POWER, "active", True),
    Prompt.POWER_SACRIFICE: (AFTER_POWER, "active", False),
    Prompt.POWER_GAIN_ANY: (AFTER_POWER, "active", True),
    Prompt.DISCARD: ((Stage.DISCARD,), None, False),
}
POWERS_ASKING = {
    Prompt.TAKE_CUBES: (Power.STEAL,),
    Prompt.POWER_PLAYER: (
        Power.STEAL, Power.DESTROY_BUILDING, Power.REMOVE_TILE, Power.SWAP_TILE_SAME_TERRAIN, Power.KILL_MYTH_UNIT,
    ),
    Prompt.POWER_TILE: (Power.REMOVE_TILE, Power.SWAP_TILE_SAME_TERRAIN),
    Prompt.POWER_OWN_TILE: (Power.SWAP_TILE_SAME_TERRAIN,),
    Prompt.POWER_BUILDING: (Power.DESTROY_BUILDING,),
    Prompt.POWER_UNIT: (Power.KILL_MYTH_UNIT,),
    Prompt.POWER_FREE_UNIT: (Power.FREE_UNITS,),
    Prompt.POWER_TRADE_UNIT: (Power.MORTALS_TO_MUMMIES,),
    Prompt.POWER_SACRIFICE: (Power.SACRIFICE_FOR_RESOURCES,),
    Prompt.POWER_GAIN_ANY: (Power.GAIN_ANY, Power.SACRIFICE_FOR_RESOURCES),
}  # fmt: skip
IN_ORDER = (Prompt.PLACE_VP, Prompt.PICK_HAND, Prompt.DISCARD, Prompt.PLAY_CARD)  # asked in a loop over the players
TARGETED = (Prompt.TAKE_CUBES, Prompt.POWER_TILE, Prompt.POWER_OWN_TILE, Prompt.POWER_BUILDING, Prompt.POWER_UNIT)


def _check_moment(s: np.record, r: np.record) -> list[str]:
    """Is somebody there to answer the question that is asked?"""
    if s.over:
        return []
    if s.win_kind != WinKind.NONE:
        return ["win_kind is known, but the game is not over"]
    stage, prompt = Stage(s.stage), Prompt(s.prompt)
    n, step = int(s.num_players), int(s.step)
    if s.house_owner >= 0 and prompt not in (Prompt.NONE, Prompt.VILLAGER_LOSS):
        return ["a lost house is settled before anything else"]
    if s.house_owner >= 0 and stage not in (Stage.SPOILS, *AFTER_POWER):
        return [f"no house is lost at stage {stage.name.lower()}"]
    if stage > Stage.DRAFT and (s.turn < 1 or step > n):
        return [f"turn = {s.turn}, step = {step}: turns count from 1, and a loop over the players has {n} steps"]
    if prompt == Prompt.NONE:
        return []
    stages, asked, counted = ASKED[prompt]
    word = prompt.name.lower()
    found = []
    if stage not in stages:
        return [f"prompt {word} does not occur at stage {stage.name.lower()}"]
    if asked is not None and s[asked] != s.seat:
        found.append(f"prompt {word} is put to player_{s[asked]}")
    if prompt in IN_ORDER and (step < 1 or (s.start + step - 1) % n != s.seat):
        found.append(f"prompt {word} is put to the players in order: seat, start and step do not agree")
    if counted and s.left < 1:
        found.append(f"prompt {word} needs left of at least 1")
    if prompt in TARGETED and (s.target < 0 or (s.target == s.seat and prompt == Prompt.TAKE_CUBES)):
        found.append(f"prompt {word} needs a target")
    power = CARD_POWER[s.card] if s.mode in (Mode.POWER_AND_ACTION, Mode.POWER_ONLY) else Power.NONE
    if prompt in POWERS_ASKING and stage != Stage.SPOILS and power not in POWERS_ASKING[prompt]:
        found.append(f"prompt {word} does not belong to the card in play")
    return found or _check_question(s, r, prompt)


def _check_question(s: np.record, r: np.record, prompt: Prompt) -> list[str]:
    """What single questions need beyond their place in the game."""
    seat = int(s.seat)
    dead = 1 - int(s.won)
    needs = {
        Prompt.PLACE_VP: lambda: s.vp_bank > 0,
        Prompt.DRAFT: lambda: s.step < s.num_players * r.setup_tile_picks_per_player,
        Prompt.PLAY_CARD: lambda: s.hand[seat].any() and s.round_number > 0,
        Prompt.ASSIGN_VILLAGER: lambda: s.idle_villagers[seat] > 0,
        Prompt.ASSIGN_DWARF: lambda: s.units[seat, Unit.DWARF] > 0,
        Prompt.BUILD_DISCOUNT: lambda: _discount_is_open(s, r),
        Prompt.TAKE_CUBES: lambda: s.stage != Stage.SPOILS or s.target == s.defender,
        Prompt.POWER_OWN_TILE: lambda: s.tile_chosen >= 0 and s.tiles[s.target, s.tile_chosen] > 0,
        Prompt.POWER_FREE_UNIT: lambda: POWER_UNIT[s.card] < 0,
        Prompt.POWER_TRADE_UNIT: lambda: units_owned(s)[seat, Unit.MUMMY] < figures(s, r)[Unit.MUMMY],
        Prompt.RAZE: lambda: s.area == Area.CITY,
        Prompt.LOOT_TILE: lambda: s.area == Area.PRODUCTION,
        Prompt.FIGHT_ATT: lambda: s.in_battle.any(axis=1).all(),
        Prompt.FIGHT_DEF: lambda: s.in_battle.any(axis=1).all() and _can_fight(s, 0),
        Prompt.PHARAOH_SWAP: lambda: _guarded_side(s) >= 0 and (s.attacker, s.defender)[_guarded_side(s)] == seat,
        Prompt.SPECIAL_ATT: lambda: _may_declare(s, 0),
        Prompt.SPECIAL_DEF: lambda: _may_declare(s, 1),
        Prompt.REINFORCE: lambda: (s.attacker, s.defender)[s.won] == seat,
        Prompt.RESURRECT: lambda: (s.attacker, s.defender)[dead] == seat and _can_return(s, r, int(s.pick[dead])),
    }
    fulfilled = needs.get(prompt, lambda: True)
    return [] if fulfilled() else [f"prompt {prompt.name.lower()} cannot be asked of player_{seat} here"]


def _can_fight(s: np.record, side: int) -> bool:
    """Whether the fighter of a side is chosen: a unit in the battle, or retreat."""
    pick = int(s.pick[side])
    return pick == Unit.RETREAT or (pick >= 0 and s.in_battle[side, pick] > 0)


def _guarded_side(s: np.record) -> int:
    """The side whose Pharaoh fights and has a Wadjet in the battle, or -1."""
    for side in range(2):
        if 0 <= s.pick[side] < Unit.RETREAT and UNIT_SPECIAL[s.pick[side]] & Special.GUARDED_BY_WADJET and s.in_battle[side, Unit.WADJET]:
            return side if 0 <= s.pick[1 - side] < Unit.RETREAT else -1
    return -1


def _can_return(s: np.record, r: np.record, unit: int) -> bool:
    """Whether a unit that was eliminated can be bought back."""
    if not UNIT_SPECIAL[unit] & Special.RESURRECT_WITH_PRIEST or units_owned(s)[s.seat, unit] >= figures(s, r)[unit]:
        return False
    return s.resources[s.seat, Resource.FAVOR] >= r.unit_amount[unit]


def _discount_is_open(s: np.record, r: np.record) -> bool:
    """Whether a cube may still come off the price, and the rest can be paid."""
    if s.ordered < 0 or (s.price > r.building_cost[s.ordered]).any():
        return False
    owned = s.buildings[s.seat]
    if owned[s.ordered] >= r.building_max[s.ordered] or owned.sum() >= r.limits_city_squares:
        return False
    cubes_off = int(r.limits_quarry_discount) if s.quarry else 0
    if s.ordered != Building.HOUSE and s.mode == Mode.POWER_AND_ACTION and CARD_POWER[s.card] == Power.BUILD_DISCOUNT:
        cubes_off += int(r.god_amount[s.card - FIRST_GOD])
    cost = r.building_cost[s.ordered].astype(int)
    left = min(cubes_off, int(cost.sum())) - int((cost - s.price).sum())
    missing = int(np.maximum(0, s.price.astype(int) - s.resources[s.seat]).sum())
    return left >= max(1, missing)
