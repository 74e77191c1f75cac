"""Setting up: the world, start tiles, homes, armies, and the roll for initiative.

Rulebook chapter 5. The army of a replacement hero (4.1) is bought by the same questions.
Read `turn.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import shuffle
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import NUM_SLOTS, REGULAR_TILES, START_TILE, TOUCHING
from rulebound.envs.heroes_vs_warlords.rules.heroes import add_units, end_dialogue, room_for
from rulebound.envs.heroes_vs_warlords.rules.world import army_size, ask
from rulebound.envs.heroes_vs_warlords.state import HEROES, MOST_UNITS, SEATS, Prompt, Stage, Status, Stream

D20 = 20


# ------------------------------------------------------------------------------------------------ the table
@kernel
def lay_out(s, r):
    """HVW-001, HVW-016, HVW-027, HVW-043, HVW-044, HVW-115, HVW-124, HVW-125: everything before the first roll."""
    empty_table(s)
    s.war = r.peace_until_explored == 0
    tiles = np.zeros(REGULAR_TILES, np.int8)
    for tile in range(REGULAR_TILES):
        tiles[tile] = tile
    shuffle(s, Stream.TILES, tiles, REGULAR_TILES)
    for slot in range(r.setup_tile_count):
        s.tile[slot] = tiles[slot]
    for marker in range(len(s.cup)):
        s.cup[marker] = r.marker_copies[marker]
    for seat in range(s.num_players):
        s.faction[seat] = r.faction[seat]
        s.alive[seat] = 1
        for resource in range(4):
            s.stock[seat, resource] = r.setup_stock[resource]
        for hero in range(HEROES):
            s.hero_level[seat, hero] = r.heroes_level
            for kind in range(4):
                s.ability[seat, hero, kind] = r.hero_start[s.faction[seat] * 2 + hero, kind]
    s.stage = Stage.SETUP


@kernel
def empty_table(s):
    """The values of fields that are not zero where nothing is."""
    s.game_round = 1
    s.winner = -1
    s.acting = -1
    s.came_from = -1
    s.fresh = -1
    s.camp_from = -1
    s.chosen = -1
    s.chosen_to = -1
    s.replacing = -1
    s.place = -1
    clear_reactors(s)
    clear_battle(s)
    for slot in range(NUM_SLOTS):
        s.tile[slot] = -1
    for seat in range(SEATS):
        s.place_hex[seat] = -1
        for hero in range(HEROES):
            s.hero_level[seat, hero] = 1
            s.hero_hex[seat, hero] = -1
            s.hero_entered[seat, hero] = -1


@kernel
def clear_reactors(s):
    """Nobody is left to be asked for a reaction."""
    for place in range(len(s.reactors)):
        s.reactors[place] = -1


@kernel
def clear_battle(s):
    """No battle: its fields hold nothing."""
    s.battle_cause = 0
    s.battle_terrain = 0
    s.battle_hex = -1
    s.battle_origin = -1
    s.battle_place = -1
    s.battle_site = -1
    s.battle_init = 0
    s.battle_set_up = 0
    s.battle_round = 0
    s.battle_step = 0
    s.battle_pass = 0
    s.battle_cursor = 0
    s.battle_idle = 0
    s.battle_acted = 0
    s.battle_left = -1
    s.battle_ep = 0
    s.aim = -1
    s.march_mp = 0
    s.march_from = -1
    s.postponed = 0
    clear_names(s)
    clear_clash(s)
    for target in range(len(s.wall)):
        s.wall[target] = 0
    for side in range(2):
        s.manned[side] = 0
        s.battle_seat[side] = -1
        s.battle_hero[side] = -1
        s.battle_seized[side] = 0
        s.battle_skilled[side] = 0
        for level in range(6):
            s.battle_kills[side, level] = 0
            s.battle_stacks[side, level] = 0
        for slot in range(7):
            clear_slot(s, side, slot)


@kernel
def clear_slot(s, side, slot):
    """An empty slot of a battle."""
    s.slot_unit[side, slot] = 0
    s.slot_count[side, slot] = 0
    s.slot_wounds[side, slot] = 0
    s.slot_start[side, slot] = 0
    s.slot_origin[side, slot] = 0
    s.slot_cell[side, slot] = -1
    s.slot_flags[side, slot] = 0
    s.slot_bonus[side, slot] = 0


@kernel
def clear_names(s):
    """No attack is named."""
    s.named = 0
    for place in range(7):
        s.named_slot[place] = 0
        s.named_target[place] = 0


@kernel
def clear_clash(s):
    """No attack is in hand."""
    s.clash = 0
    s.clash_side = 0
    s.clash_slot = 0
    s.clash_target = 0
    s.clash_ranged = 0
    s.clash_loser = -1
    s.clash_hits = 0
    for side in range(2):
        s.clash_total[side] = 0


# ------------------------------------------------------------------------------------------------ initiative
@kernel
def roll_initiative(s):
    """HVW-119..HVW-121: the highest d20 is first, those tied for it roll again, the others follow clockwise."""
    n = s.num_players
    totals = np.zeros(SEATS, np.int64)
    rolling = np.zeros(SEATS, np.int64)
    for seat in range(n):
        rolling[seat] = s.alive[seat]
    first = 0
    tied = 2
    while tied > 1:
        highest = 0
        for seat in range(n):
            if rolling[seat] != 0:
                totals[seat] = roll(s, Stream.INITIATIVE, D20)
                highest = max(highest, totals[seat])
        tied = 0
        for seat in range(n):
            rolling[seat] = rolling[seat] != 0 and totals[seat] == highest
            if rolling[seat] != 0:
                tied += 1
                first = seat
    for place in range(n):
        s.order[place] = (first + place) % n
    s.turn = 0


# ------------------------------------------------------------------------------------------------ start tiles
@kernel
def may_start_on(s, slot):
    """HVW-127, HVW-128: a free slot that touches two tiles (three linked hexes) and no start tile."""
    if s.tile[slot] >= 0:
        return False
    linked = 0
    for k in range(6):
        other = TOUCHING[slot, k]
        if other >= 0 and s.tile[other] >= 0:
            if s.tile[other] >= REGULAR_TILES:
                return False
            linked += 1
    return linked >= 2


@kernel
def place_start_tile(s, r, seat, slot):
    """HVW-128, HVW-129: the tile lies face up, the home and hero 1 stand on its centre."""
    s.tile[slot] = START_TILE[s.faction[seat]]
    s.revealed[slot] = 1
    s.place_hex[seat] = slot * 7
    s.place_owner[seat] = seat + 1
    s.hero_status[seat, 0] = Status.ON_MAP
    s.hero_hex[seat, 0] = slot * 7
    s.turn += 1


@kernel
def ask_start_tile(s, r):
    """HVW-127: start tiles in initiative order, then the armies."""
    if s.turn < s.num_players:
        ask(s, s.order[s.turn], Prompt.START_SLOT)
    else:
        s.turn = 0
        s.stage = Stage.ARMIES


# ------------------------------------------------------------------------------------------------ armies
@kernel
def begin_purchase(s, r, gold):
    """HVW-058, HVW-112: a purse of gold for an army."""
    s.army_gold = gold
    s.army_third = 0


@kernel
def ask_army(s, r):
    """HVW-118: armies in initiative order, then the first round."""
    if s.turn == s.num_players:
        s.turn = 0
        s.stage = Stage.ROUND
    elif s.army_gold == 0:
        if army_size(s, s.order[s.turn], 0) > 0:
            s.turn += 1
        else:
            begin_purchase(s, r, r.setup_army_gold)
            ask(s, s.order[s.turn], Prompt.ARMY)
    else:
        ask(s, s.order[s.turn], Prompt.ARMY)


@kernel
def most_bought(s, r, seat, hero, level):
    """HVW-113, HVW-114: how many units of a level the purse, the limit of level 3 and the display allow."""
    if level > r.setup_army_highest_level and level > 1:
        return 0
    number = min(s.army_gold // r.units_gold[level - 1], room_for(s, r, seat, hero, s.faction[seat] * 6 + level))
    if level == 3:
        number = min(number, r.setup_army_level_3_most - s.army_third)
    if level == 1 and number == 0 and army_size(s, seat, hero) == 0:
        number = 1  # HVW-116: at least one unit, whatever the variant's prices
    return max(0, min(number, MOST_UNITS))


@kernel
def legal_army(s, r, mask):
    """A level, or enough; then a number."""
    hero = 1 if s.replacing >= 0 else 0
    if s.prompt == Prompt.ARMY_NUMBER:
        for number in range(most_bought(s, r, s.seat, hero, s.chosen)):
            mask[ID.number + number] = 1
        return
    mask[ID.pass_] = army_size(s, s.seat, hero) > 0
    for level in range(1, 7):
        mask[ID.recruit + level - 1] = most_bought(s, r, s.seat, hero, level) > 0


@kernel
def apply_army(s, r, action):
    """HVW-112: what is left of the gold when the purchase ends is lost."""
    hero = 1 if s.replacing >= 0 else 0
    if action == ID.pass_:
        s.army_gold = 0
        s.army_third = 0
        s.replacing = -1
        end_dialogue(s)
        if s.stage == Stage.ARMIES:
            s.turn += 1
    elif s.prompt == Prompt.ARMY:
        s.chosen = action - ID.recruit + 1
        s.prompt = Prompt.ARMY_NUMBER
    else:
        number = action - ID.number + 1
        add_units(s, r, s.seat, hero, s.faction[s.seat] * 6 + s.chosen, number)
        s.army_gold = max(0, s.army_gold - number * r.units_gold[s.chosen - 1])
        if s.chosen == 3:
            s.army_third += number
        s.chosen = -1
        s.prompt = Prompt.ARMY
