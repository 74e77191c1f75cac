"""The battle display: deployment, movement, fire and close combat on 99 cells, breaches of single wall hexes.

Rulebook chapters 19.4 to 19.13 and 19.17, combat modes 2 and 4. In every step all movements of a side come
before its attacks; in close combat all attacks are named before the first die. Read `battle.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import (
    CELL_NEIGHBOUR,
    CITY_CELL,
    DRAWBRIDGE,
    GROUND,
    NUM_CELLS,
    NUM_WALLS,
    ROWS,
    SETUP_AREA,
    STEP_Q,
    STEP_R,
    TENTS,
    TOWER_WALLS,
    UNIT_LEVEL,
    WALL_AT,
    WALL_CELL,
    Ground,
    UnitClass,
)
from rulebound.envs.heroes_vs_warlords.rules.arena import breach_result, strike_tower
from rulebound.envs.heroes_vs_warlords.rules.clash import (
    DESTROYED,
    TOWER_TARGET,
    begin_clash,
    cell_distance,
    in_tower,
    printed_range,
    towers_built,
    works_level,
)
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_names
from rulebound.envs.heroes_vs_warlords.rules.stacks import (
    ATTACKER,
    DEFENDER,
    deciding_seat,
    initiative,
    is_scripted,
    remove_units,
    unit_class,
)
from rulebound.envs.heroes_vs_warlords.rules.world import ask
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, GUARDS, MOST_FLAGS, Flag, Pass, Prompt, Step, Stream, Terrain

ALL_BUT_DONE = MOST_FLAGS - int(Flag.DONE)
CLOSED = 99  # the cost of a cell that cannot be entered


# ------------------------------------------------------------------------------------------------ cells
@kernel
def walled(s):
    """HVW-376: 1 on the side with the wall."""
    return 1 if s.battle_terrain == Terrain.SIEGE else 0


@kernel
def standing_tower_on(s, cell):
    """A constructed tower on this cell that is not destroyed."""
    target = WALL_AT[cell]
    if s.battle_terrain != Terrain.SIEGE or target < TOWER_TARGET:
        return False
    return towers_built(s, s.battle_place) > target - TOWER_TARGET and s.wall[target] < DESTROYED


@kernel
def stack_on(s, side, cell):
    """The stack of a side on a cell, or -1."""
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0 and s.slot_cell[side, slot] == cell:
            return slot
    return -1


@kernel
def next_to_enemy(s, r, side, cell):
    """HVW-447: an enemy stack stands on an adjacent cell; stacks in towers hold nobody up."""
    for slot in range(BATTLE_SLOTS):
        beside = s.slot_count[1 - side, slot] > 0 and cell_distance(cell, s.slot_cell[1 - side, slot]) == 1
        if beside and not in_tower(s, r, 1 - side, slot):
            return True
    return False


@kernel
def nearest_enemy(s, side, cell):
    """Hexes to the nearest enemy stack."""
    nearest = 99
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[1 - side, slot] > 0:
            nearest = min(nearest, cell_distance(cell, s.slot_cell[1 - side, slot]))
    return nearest


# ------------------------------------------------------------------------------------------------ deployment
@kernel
def may_deploy(s, r, side, slot, cell):
    """HVW-381, HVW-394, HVW-399..HVW-401, HVW-448: a free cell of the own area; a tower takes only ranged stacks."""
    area = SETUP_AREA[walled(s), cell] if side == s.battle_set_up else TENTS[walled(s), cell]
    if area == 0 or stack_on(s, side, cell) >= 0 or stack_on(s, 1 - side, cell) >= 0:
        return False
    return not standing_tower_on(s, cell) or unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED


@kernel
def first_cell(s, r, side, slot):
    """The first free cell of the own area in reading order, or -1."""
    for row in range(ROWS):
        for column in range(NUM_CELLS // ROWS):
            cell = column * ROWS + row
            if may_deploy(s, r, side, slot, cell) and not standing_tower_on(s, cell):
                return cell
    return -1


@kernel
def deploy(s, r, side):
    """HVW-399: every stack in slot order."""
    while s.battle_cursor < BATTLE_SLOTS:
        slot = s.battle_cursor
        if s.slot_count[side, slot] > 0 and s.slot_cell[side, slot] < 0:
            if not is_scripted(s, r, side):
                ask(s, deciding_seat(s, side), Prompt.DEPLOY)
                return
            s.slot_cell[side, slot] = first_cell(s, r, side, slot)
        s.battle_cursor += 1
    s.battle_cursor = 0
    s.battle_step += 1


@kernel
def legal_deploy(s, r, side, mask):
    """The cells on which the stack may be placed."""
    for cell in range(NUM_CELLS):
        if may_deploy(s, r, side, s.battle_cursor, cell):
            mask[ID.cell + cell] = 1


@kernel
def place_late_stacks(s, r, side):
    """Reserves and defectors appear on the first free cell of their area; without one they are eliminated."""
    for slot in range(BATTLE_SLOTS):
        if s.slot_count[side, slot] > 0 and s.slot_cell[side, slot] < 0:
            cell = first_cell(s, r, side, slot)
            if cell >= 0:
                s.slot_cell[side, slot] = cell
            else:
                remove_units(s, side, slot, s.slot_count[side, slot])


# ------------------------------------------------------------------------------------------------ movement
@kernel
def entry_cost(s, r, side, slot, cell):
    """HVW-380, HVW-382, HVW-386..HVW-398: movement points to enter a cell, CLOSED if the stack may not."""
    ground = GROUND[walled(s), cell]
    if ground == Ground.GRAVEYARD or stack_on(s, 1 - side, cell) >= 0 or standing_tower_on(s, cell):
        return CLOSED
    if ground == Ground.WALL:
        passes = s.wall[WALL_AT[cell]] == DESTROYED or (side == DEFENDER and WALL_AT[cell] == DRAWBRIDGE)
        return 1 if passes else CLOSED
    if walled(s) != 0 and side == ATTACKER and CITY_CELL[cell] != 0 and unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED:
        return CLOSED
    return 2 if r.combat_mode == 4 and (ground == Ground.STONE or ground == Ground.FORD) else 1


@kernel
def may_stop(s, side, slot, cell, farthest):
    """HVW-391, HVW-403, HVW-416: not on a friend, not on the standing drawbridge, not farther from the enemy."""
    for friend in range(BATTLE_SLOTS):
        if friend != slot and s.slot_count[side, friend] > 0 and s.slot_cell[side, friend] == cell:
            return False
    if GROUND[walled(s), cell] == Ground.WALL and s.wall[WALL_AT[cell]] < DESTROYED:
        return False
    return nearest_enemy(s, side, cell) <= farthest


@kernel
def has_duty(s, side, slot):
    """HVW-406: everybody must act, except guards, the besieged, and stacks that once began next to an enemy."""
    if s.battle_seat[side] == GUARDS or (side == DEFENDER and s.battle_terrain == Terrain.SIEGE):
        return False
    return s.slot_flags[side, slot] & Flag.EXEMPT == 0


@kernel
def find_ends(s, r, side, slot, points, costs, near, ends):
    """Write from which cells, with how many points left, a movement can still end legally: ends[points, cell]."""
    farthest = nearest_enemy(s, side, s.march_from) if has_duty(s, side, slot) else 99
    here = s.slot_cell[side, slot]
    for cell in range(NUM_CELLS):
        if cell_distance(cell, here) > points + 1:
            costs[cell] = CLOSED
            continue
        costs[cell] = entry_cost(s, r, side, slot, cell)
        near[cell] = next_to_enemy(s, r, side, cell)
        if costs[cell] < CLOSED and may_stop(s, side, slot, cell, farthest):
            for left in range(points + 1):
                ends[left, cell] = 1
    for left in range(1, points + 1):
        for cell in range(NUM_CELLS):
            if costs[cell] == CLOSED or near[cell] != 0 or ends[left, cell] != 0:
                continue
            for direction in range(6):
                to = CELL_NEIGHBOUR[cell, direction]
                if to >= 0 and costs[to] <= left and ends[left - costs[to], to] != 0:
                    ends[left, cell] = 1


@kernel
def legal_march(s, r, side, mask):
    """HVW-391, HVW-403..HVW-406, HVW-415..HVW-420: the next step of a stack, or its end."""
    slot = s.battle_cursor
    cell = s.slot_cell[side, slot]
    points = s.march_mp
    moved = s.slot_flags[side, slot] & Flag.MOVED != 0
    costs = np.full(NUM_CELLS, CLOSED, np.int8)
    near = np.zeros(NUM_CELLS, np.int8)
    ends = np.zeros((points + 1, NUM_CELLS), np.int8)
    find_ends(s, r, side, slot, points, costs, near, ends)
    adjacent = next_to_enemy(s, r, side, cell)
    steps = 0
    if not (moved and adjacent):
        for direction in range(6):
            to = CELL_NEIGHBOUR[cell, direction]
            if to < 0 or costs[to] > points or ends[points - costs[to], to] == 0:
                continue
            if moved or not adjacent or near[to] == 0:
                mask[ID.go + direction] = 1
                steps += 1
    if moved:
        farthest = nearest_enemy(s, side, s.march_from) if has_duty(s, side, slot) else 99
        mask[ID.pass_] = steps == 0 or may_stop(s, side, slot, cell, farthest)
    else:
        mask[ID.pass_] = steps == 0 or adjacent or not has_duty(s, side, slot) or can_attack_from_here(s, r, side, slot)


@kernel
def can_attack_from_here(s, r, side, slot):
    """The stack has a target without moving."""
    ranged = unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED
    for target in range(BATTLE_SLOTS):
        if ranged and may_fire(s, r, side, slot, target):
            return True
        if may_strike(s, r, side, slot, target):
            return True
    return False


@kernel
def move_stacks(s, r, side, kind):
    """HVW-421: the movements of a step, stack by stack in slot order."""
    while s.battle_cursor < BATTLE_SLOTS:
        slot = s.battle_cursor
        if s.slot_count[side, slot] > 0 and unit_class(r, s.slot_unit[side, slot]) == kind and s.slot_flags[side, slot] & Flag.DONE == 0:
            s.march_mp = r.units_movement[s.slot_unit[side, slot] - 1]
            s.march_from = s.slot_cell[side, slot]
            if next_to_enemy(s, r, side, s.march_from):
                s.slot_flags[side, slot] |= Flag.EXEMPT
            if not is_scripted(s, r, side):
                ask(s, deciding_seat(s, side), Prompt.MARCH)
                return
            end_march(s, r, side)
        else:
            s.battle_cursor += 1
    clear_done(s, side)
    s.battle_cursor = 0
    s.battle_pass = Pass.NAME


@kernel
def clear_done(s, side):
    """All stacks may be asked again in the next part of the step."""
    for slot in range(BATTLE_SLOTS):
        s.slot_flags[side, slot] &= ALL_BUT_DONE


@kernel
def end_march(s, r, side):
    """HVW-418, HVW-420: a stack that began next to an enemy and stayed must attack, unless it is safe inside."""
    slot = s.battle_cursor
    cell = s.slot_cell[side, slot]
    stayed = s.slot_flags[side, slot] & Flag.MOVED == 0
    inside = side == DEFENDER and s.battle_terrain == Terrain.SIEGE and CITY_CELL[cell] != 0
    if stayed and not inside and next_to_enemy(s, r, side, cell):
        s.slot_flags[side, slot] |= Flag.PINNED
    s.slot_flags[side, slot] |= Flag.DONE
    s.march_mp = 0
    s.march_from = -1
    s.battle_cursor += 1


@kernel
def apply_march(s, r, side, action):
    """One step, or the end of the movement."""
    slot = s.battle_cursor
    if action == ID.pass_:
        s.prompt = Prompt.NONE
        end_march(s, r, side)
        return
    to = CELL_NEIGHBOUR[s.slot_cell[side, slot], action - ID.go]
    s.march_mp -= entry_cost(s, r, side, slot, to)
    s.slot_cell[side, slot] = to
    s.slot_flags[side, slot] |= Flag.MOVED


# ------------------------------------------------------------------------------------------------ fire
@kernel
def sight_blocked(s, r, a, b):
    """HVW-319, HVW-383, HVW-384: a stone next to the target, on one straight row with the shooter."""
    if r.combat_mode != 4:
        return False
    distance = cell_distance(a, b)
    q = b // ROWS - a // ROWS
    row = b % ROWS - a % ROWS
    for direction in range(6):
        if distance >= 2 and q == distance * STEP_Q[direction] and row == distance * STEP_R[direction]:
            beside = CELL_NEIGHBOUR[b, (direction + 3) % 6]
            return GROUND[walled(s), beside] == Ground.STONE
    return False


@kernel
def may_fire(s, r, side, slot, target):
    """HVW-385, HVW-395, HVW-397, HVW-423..HVW-427: range, sight, and nobody inside a City."""
    if s.slot_count[1 - side, target] == 0 or s.slot_flags[side, slot] & Flag.MOVED != 0:
        return False
    cell = s.slot_cell[side, slot]
    aim = s.slot_cell[1 - side, target]
    if walled(s) != 0 and CITY_CELL[aim] != 0 and not in_tower(s, r, 1 - side, target):
        return False
    if in_tower(s, r, side, slot):
        return True
    if next_to_enemy(s, r, side, cell):
        return False
    reach = printed_range(r, s.slot_unit[side, slot])
    if r.combat_mode == 4 and GROUND[walled(s), cell] == Ground.STONE:
        reach += 1
    return cell_distance(cell, aim) <= reach and not sight_blocked(s, r, cell, aim)


@kernel
def nearest_target(s, r, side, slot):
    """HVW-422: the nearest target of fire, or -1."""
    best = -1
    for target in range(BATTLE_SLOTS):
        if may_fire(s, r, side, slot, target):
            distance = cell_distance(s.slot_cell[side, slot], s.slot_cell[1 - side, target])
            if best < 0 or distance < cell_distance(s.slot_cell[side, slot], s.slot_cell[1 - side, best]):
                best = target
    return best


@kernel
def fire_stacks(s, r, side):
    """HVW-423: ranged stacks that held their place may fire, one after the other."""
    while s.battle_cursor < BATTLE_SLOTS:
        slot = s.battle_cursor
        if s.slot_count[side, slot] > 0 and unit_class(r, s.slot_unit[side, slot]) == UnitClass.RANGED:
            target = nearest_target(s, r, side, slot)
            if target >= 0 and not is_scripted(s, r, side):
                ask(s, deciding_seat(s, side), Prompt.STRIKE)
                return
            if target >= 0:
                s.battle_cursor += 1
                begin_clash(s, r, side, slot, target, 1, 0)
                return
        s.battle_cursor += 1
    next_step(s)


# ------------------------------------------------------------------------------------------------ close combat
@kernel
def may_strike(s, r, side, slot, target):
    """HVW-428, HVW-446: an adjacent stack; one in a tower only from a City hex or a breach."""
    if s.slot_count[1 - side, target] == 0:
        return False
    cell = s.slot_cell[side, slot]
    if cell_distance(cell, s.slot_cell[1 - side, target]) != 1:
        return False
    return not in_tower(s, r, 1 - side, target) or CITY_CELL[cell] != 0 or GROUND[1, cell] == Ground.WALL


@kernel
def heaviest_neighbour(s, r, side, slot):
    """HVW-422: the adjacent enemy with most count x level, or -1."""
    best = -1
    most = 0
    for target in range(BATTLE_SLOTS):
        weight = s.slot_count[1 - side, target] * UNIT_LEVEL[s.slot_unit[1 - side, target]]
        if weight > most and may_strike(s, r, side, slot, target):
            most = weight
            best = target
    return best


@kernel
def can_name(s, r, side, slot, kind):
    """HVW-427, HVW-428: a stack that acts in this step; ranged stacks that did not fire join the last one."""
    if s.slot_count[side, slot] == 0 or s.slot_flags[side, slot] & Flag.DONE != 0:
        return False
    own = unit_class(r, s.slot_unit[side, slot])
    if own != kind and not (own == UnitClass.RANGED and kind == UnitClass.CLOSE and s.slot_flags[side, slot] & Flag.FIRED == 0):
        return False
    return heaviest_neighbour(s, r, side, slot) >= 0


@kernel
def waiting_attackers(s, r, side, kind):
    """Stacks that have still to name their attack."""
    waiting = 0
    for slot in range(BATTLE_SLOTS):
        waiting += can_name(s, r, side, slot, kind)
    return waiting


@kernel
def name_attacks(s, r, side, kind):
    """HVW-419, HVW-429: the attacks of a step are named, in slot order or in the order the player prefers."""
    for _ in range(BATTLE_SLOTS):
        slot = s.battle_cursor % BATTLE_SLOTS
        if can_name(s, r, side, slot, kind):
            s.battle_cursor = slot
            if not is_scripted(s, r, side):
                ask(s, deciding_seat(s, side), Prompt.STRIKE)
                return
            name_attack(s, side, slot, heaviest_neighbour(s, r, side, slot))
        s.battle_cursor = (slot + 1) % BATTLE_SLOTS
    if waiting_attackers(s, r, side, kind) == 0:
        clear_done(s, side)
        s.battle_cursor = 0
        s.battle_pass = Pass.RESOLVE


@kernel
def name_attack(s, side, slot, target):
    """One attack is announced."""
    s.named_slot[s.named] = slot
    s.named_target[s.named] = target
    s.named += 1
    s.postponed = 0
    s.slot_flags[side, slot] |= Flag.DONE


@kernel
def resolve_named(s, r, side):
    """HVW-430..HVW-432: the named attacks in their order; one whose target is gone lapses."""
    k = s.battle_cursor
    if k >= s.named:
        clear_names(s)
        next_step(s)
        return
    s.battle_cursor += 1
    slot = s.named_slot[k]
    target = s.named_target[k]
    earlier = 0
    for other in range(k):
        earlier += s.named_target[other] == target
    if s.slot_count[side, slot] > 0 and s.slot_count[1 - side, target] > 0:
        begin_clash(s, r, side, slot, target, 0, earlier)


@kernel
def next_step(s):
    """The next step of the combat round."""
    s.battle_cursor = 0
    s.battle_pass = Pass.MOVE
    s.battle_step += 1


@kernel
def display_step(s, r, side, kind):
    """HVW-402, HVW-421: movement, then attacks, of one class of one side."""
    if s.battle_pass == Pass.MOVE:
        move_stacks(s, r, side, kind)
    elif kind == UnitClass.RANGED:
        fire_stacks(s, r, side)
    elif s.battle_pass == Pass.NAME:
        name_attacks(s, r, side, kind)
    else:
        resolve_named(s, r, side)


@kernel
def legal_strike(s, r, side, kind, mask):
    """Targets of fire or close combat; a stack under duty or pinned has to attack."""
    slot = s.battle_cursor
    fires = kind == UnitClass.RANGED
    for target in range(BATTLE_SLOTS):
        mask[ID.target + target] = may_fire(s, r, side, slot, target) if fires else may_strike(s, r, side, slot, target)
    if fires:
        mask[ID.pass_] = not has_duty(s, side, slot)
    else:
        mask[ID.pass_] = s.slot_flags[side, slot] & Flag.PINNED == 0
        mask[ID.later] = s.postponed + 1 < waiting_attackers(s, r, side, kind)


@kernel
def apply_strike(s, r, side, kind, action):
    """Fire at once, or name the target of a close attack."""
    slot = s.battle_cursor
    s.prompt = Prompt.NONE
    s.battle_cursor += 1
    if action == ID.later:
        s.postponed += 1
    elif kind == UnitClass.RANGED:
        if action != ID.pass_:
            begin_clash(s, r, side, slot, action - ID.target, 1, 0)
    elif action == ID.pass_:
        s.slot_flags[side, slot] |= Flag.DONE
        s.postponed = 0
    else:
        name_attack(s, side, slot, action - ID.target)


# ------------------------------------------------------------------------------------------------ breaching
@kernel
def may_aim(s, target):
    """HVW-389, HVW-452, HVW-456: a standing wall hex, or a constructed tower next to a destroyed one."""
    if s.wall[target] == DESTROYED:
        return False
    if target < NUM_WALLS:
        return True
    tower = target - TOWER_TARGET
    if towers_built(s, s.battle_place) <= tower:
        return False
    return s.wall[TOWER_WALLS[tower, 0]] == DESTROYED or s.wall[TOWER_WALLS[tower, 1]] == DESTROYED


@kernel
def offer_display_breach(s, r):
    """HVW-452: the catapults of the attacking hero."""
    s.battle_step = Step.RANGED_FIRST
    if s.battle_terrain != Terrain.SIEGE or s.battle_hero[ATTACKER] < 0:
        return
    for target in range(len(s.wall)):
        if may_aim(s, target):
            ask(s, s.battle_seat[ATTACKER], Prompt.AIM)
            return


@kernel
def legal_aim(s, r, mask):
    """HVW-452, HVW-453: the attacker's mark, or where the defender may shift a mark that missed."""
    if s.prompt == Prompt.AIM:
        mask[ID.pass_] = 1
        for target in range(len(s.wall)):
            mask[ID.wall + target] = may_aim(s, target)
        return
    scatter = r.tables_catapult_scatter[works_level(s, s.battle_place) - 1]
    for target in range(NUM_WALLS):
        mask[ID.wall + target] = s.wall[target] < DESTROYED and abs(target - s.aim) <= scatter


@kernel
def apply_aim(s, r, action):
    """HVW-452..HVW-457: accuracy by initiative; a missed wall hex may be shifted; then the effect."""
    prompt = s.prompt
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        return
    s.aim = action - ID.wall
    s.battle_acted = 1
    if prompt == Prompt.AIM:
        missed = roll(s, Stream.COMBAT, D20) > initiative(s, ATTACKER)
        if missed and s.aim < NUM_WALLS and r.tables_catapult_scatter[works_level(s, s.battle_place) - 1] > 0:
            ask(s, s.battle_seat[DEFENDER], Prompt.SCATTER)
            return
    result = breach_result(s, r)
    if result > 0:
        slot = stack_on(s, DEFENDER, WALL_CELL[s.aim]) if s.aim >= NUM_WALLS else -1
        strike_tower(s, s.aim, slot, result)
    s.aim = -1
