"""Battles in positions written by hand: what cannot be.

Part of `position.py`, which checks everything else. A battle position is strict, because kernels index by its
fields; the easy way to write one is to write the moment before and to play into it.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.heroes_vs_warlords.components import MERCENARY, NEIGHBOUR, NUM_HEXES, SITE, UNIT_LEVEL, UNITS, Facility
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    DEFECTED,
    FROM_GARRISON,
    FROM_GUARDS,
    FROM_NATIVES,
    GUARDS,
    STATE,
    Cause,
    Clash,
    Pass,
    Prompt,
    Stage,
    Status,
    Step,
    Terrain,
)


def check_battle(s: np.record, r: np.record, empty: np.record) -> list[str]:
    """The fields of a battle, or that there is none."""
    names = [f.name for f in STATE.own if f.name.startswith(("battle_", "slot_", "clash", "march_", "named")) or f.name in _LOOSE]
    if s.stage != Stage.BATTLE:
        if s.over:  # a game that a limit ended in the middle of a battle keeps it
            return []
        return [f"{name}: there is no battle" for name in names if not np.array_equal(s[name], empty[name])]
    if s.over:
        return []
    return _check_sides(s) or _check_stacks(s, r) or _check_steps(s, r)


_LOOSE = ("wall", "manned", "aim", "postponed")


def _check_sides(s: np.record) -> list[str]:
    """Who fights whom, where, and why."""
    found, n = [], int(s.num_players)
    attacker, defender = (int(k) for k in s.battle_seat)
    guards = GUARDS in (attacker, defender)
    if (
        s.battle_cause == Cause.NONE
        or not 0 <= s.battle_hex < NUM_HEXES
        or s.tile[s.battle_hex // 7] < 0
        or not s.revealed[s.battle_hex // 7]
    ):
        return ["a battle has a cause and takes place on a face-up hex"]
    if min(attacker, defender) < 0 or attacker == defender or any(k != GUARDS and (k >= n or not s.alive[k]) for k in (attacker, defender)):
        return ["battle_seat: two living players, or one and the guards (3), fight each other"]
    wanted = {
        Cause.ENTERED: attacker == s.order[s.turn],
        Cause.OBJECTIVE: attacker == s.order[s.turn] and defender == GUARDS,
        Cause.HERO_REACTION: not guards and defender == s.order[s.turn],
        Cause.GUARD_REACTION: attacker == GUARDS and defender == s.order[s.turn],
        Cause.BYSTANDER: attacker == GUARDS,
    }[Cause(s.battle_cause)]
    if not wanted:
        found.append(f"battle_cause {Cause(s.battle_cause).name.lower()} does not go with these sides")
    for side, seat in enumerate((attacker, defender)):
        hero = int(s.battle_hero[side])
        if seat == GUARDS and hero >= 0:
            found.append("battle_hero: guards have no hero")
        elif seat != GUARDS and hero >= 0 and s.hero_status[seat, hero] != Status.ON_MAP:
            found.append("battle_hero: that hero is not on the map")
        elif seat != GUARDS and hero < 0 and side == 0:
            found.append("battle_hero: a player attacks with a hero")
    found += _check_places(s, guards)
    siege = s.battle_terrain == Terrain.SIEGE
    if siege != (s.battle_place >= 0) or (siege and (s.battle_place >= n or s.place_owner[s.battle_place] != defender + 1)):
        found.append("battle_place: a siege is fought for a place of the defender")
    elif siege and s.place_hex[s.battle_place] != s.battle_hex:
        found.append("battle_place: the siege takes place where the place stands")
    if s.battle_terrain == Terrain.RESOURCE and (s.battle_site < 0 or defender == GUARDS):
        found.append("battle_terrain: a Resource is defended by its owner")
    if s.battle_left == 1 and s.prompt != Prompt.RETREAT:
        found.append("battle_left: the defender who has left is asked where to go")
    return found


def _check_places(s: np.record, guards: bool) -> list[str]:
    """The battle takes place where its fighters stand, and the attacker came from where he was."""
    found, here = [], _site_on(s, int(s.battle_hex))
    entered = s.battle_cause in (Cause.ENTERED, Cause.OBJECTIVE)
    reaction = s.battle_cause in (Cause.GUARD_REACTION, Cause.BYSTANDER)
    site = int(s.battle_site)
    if (
        (guards and (site < 0 or not s.activated[site]))
        or (entered and site != here)
        or (s.battle_cause == Cause.HERO_REACTION and site not in (-1, here))
    ):
        found.append("battle_site: guards come from an activated site, other battles have the site of their hex")
    mover = int(s.hero_hex[s.order[s.turn], s.acting]) if s.acting >= 0 else -1
    left = s.battle_left == 1
    if not left and s.battle_cause != Cause.BYSTANDER and mover != s.battle_hex:
        found.append(f"battle_hex = {s.battle_hex}: the acting hero does not stand there")
    if not left and s.battle_hero[1] >= 0 and s.hero_hex[s.battle_seat[1], s.battle_hero[1]] != s.battle_hex:
        found.append(f"battle_hex = {s.battle_hex}: the defending hero does not stand there")
    origin = int(s.battle_origin)
    if origin < 0 or origin not in NEIGHBOUR[s.battle_hex] or s.tile[origin // 7] < 0 or not s.revealed[origin // 7]:
        found.append("battle_origin: the attacker came from a face-up hex beside the battle")
    elif entered and origin != s.came_from:
        found.append("battle_origin: the acting hero came from came_from")
    elif reaction and _site_on(s, origin) != site:
        found.append("battle_origin: guards come from their site")
    elif s.battle_cause == Cause.HERO_REACTION and s.hero_hex[s.battle_seat[0], s.battle_hero[0]] != origin:
        found.append("battle_origin: the reacting hero stands there")
    return found


def _site_on(s: np.record, hex: int) -> int:
    """The site on a face-up hex, or -1."""
    return int(SITE[s.tile[hex // 7], hex % 7]) if s.tile[hex // 7] >= 0 and s.revealed[hex // 7] else -1


def _check_stacks(s: np.record, r: np.record) -> list[str]:
    """Stacks in slots: units that this side can have, cells on the display."""
    found, display = [], r.combat_mode % 2 == 0
    cells: set[int] = set()
    for side in range(2):
        seat = int(s.battle_seat[side])
        for slot in range(BATTLE_SLOTS):
            unit, count, origin = (int(s[name][side, slot]) for name in ("slot_unit", "slot_count", "slot_origin"))
            where = f"slot_unit[{side}][{slot}]"
            if (unit > 0) != (count > 0):
                found.append(f"{where}: a stack has a unit and a number")
                continue
            if not unit:
                if s.slot_cell[side, slot] >= 0 or s.slot_wounds[side, slot] or s.slot_flags[side, slot] or s.slot_start[side, slot]:
                    found.append(f"{where}: an empty slot holds nothing")
                continue
            if not _origin_fits(s, seat, side, unit, origin):
                found.append(f"slot_origin[{side}][{slot}] = {origin}: {UNITS[unit]} cannot come from there")
            if s.slot_wounds[side, slot] >= UNIT_LEVEL[unit] or count > r.limits_stack_max:
                found.append(f"{where}: {count} units with {s.slot_wounds[side, slot]} wounds cannot be")
            cell = int(s.slot_cell[side, slot])
            if display and cell < 0 and s.battle_step > Step.DEPLOY_SECOND and s.battle_step not in (Step.DEFECT_FIRST, Step.DEFECT_SECOND):
                found.append(f"slot_cell[{side}][{slot}]: every stack stands on the display")
            if not display and cell >= 0:
                found.append(f"slot_cell[{side}][{slot}]: the arena has no cells")
            if cell >= 0 and cell in cells and s.prompt != Prompt.MARCH:
                found.append(f"slot_cell[{side}][{slot}]: two stacks stand on one cell")
            cells.add(cell)
    return found


def _origin_fits(s: np.record, seat: int, side: int, unit: int, origin: int) -> bool:
    """Units go back to a holder of their own side and kind."""
    level = int(UNIT_LEVEL[unit])
    if seat == GUARDS:
        return origin == FROM_GUARDS + level - 1 and unit == 18 + level
    if origin == DEFECTED:
        return unit == MERCENARY
    if origin < FROM_GARRISON:
        return int(s.section_unit[seat, origin // 6, origin % 6]) == unit
    if side == 0 or origin >= FROM_GUARDS:
        return False
    if origin < FROM_NATIVES:
        held = s.battle_place >= 0 or s.battle_terrain == Terrain.RESOURCE
        return held and origin - FROM_GARRISON == level - 1 and unit == 6 * int(s.faction[seat]) + level
    if s.battle_place < 0:
        return False
    if origin < FROM_GUARDS - 1:
        return origin - FROM_NATIVES == level - 1 and unit == 6 * int(s.faction[s.battle_place]) + level
    return unit == MERCENARY


# The steps at which a battle asks.
ASKED = {
    Prompt.LEAVE: (Step.DIPLOMACY,), Prompt.DIPLOMACY: (Step.DEPLOY_FIRST,), Prompt.MAN_TOWER: (Step.DEPLOY_FIRST,),
    Prompt.SPLIT: (Step.DEPLOY_FIRST,), Prompt.DEPLOY: (Step.DEPLOY_FIRST, Step.DEPLOY_SECOND), Prompt.STRENGTHEN: (Step.STRENGTHEN,),
    Prompt.STRENGTHEN_NUMBER: (Step.STRENGTHEN,), Prompt.DEFECT: (Step.DEFECT_FIRST, Step.DEFECT_SECOND),
    Prompt.SEIZE: (Step.WITHDRAW_FIRST,), Prompt.WITHDRAW: (Step.WITHDRAW_SECOND, Step.CLOSING), Prompt.RETREAT: (Step.OVER,),
    **dict.fromkeys((Prompt.BREACH, Prompt.TOWER, Prompt.AIM, Prompt.SCATTER), (Step.RANGED_FIRST,)),
    **dict.fromkeys((Prompt.ATTACK, Prompt.MARCH, Prompt.STRIKE, Prompt.TRIBE_SKILL), tuple(Step)[Step.RANGED_FIRST : Step.SEIZE + 1]),
}  # fmt: skip


SIEGE_PROMPTS = (
    Prompt.BREACH, Prompt.AIM, Prompt.SCATTER, Prompt.TOWER, Prompt.STRENGTHEN, Prompt.STRENGTHEN_NUMBER, Prompt.MAN_TOWER, Prompt.SPLIT,
)  # fmt: skip


def _check_steps(s: np.record, r: np.record) -> list[str]:
    """The question fits the step, and the one who is asked fights."""
    found, prompt, step = [], Prompt(s.prompt), Step(s.battle_step)
    display = r.combat_mode % 2 == 0
    if prompt not in ASKED or step not in ASKED[prompt]:
        return [f"prompt {prompt.name.lower()} does not occur at step {step.name.lower()} of a battle"]
    if prompt in (Prompt.MARCH, Prompt.STRIKE, Prompt.DEPLOY, Prompt.AIM, Prompt.SCATTER) and not display:
        found.append("the arena has no display")
    if prompt in (Prompt.ATTACK, Prompt.BREACH, Prompt.TOWER, Prompt.MAN_TOWER, Prompt.SPLIT) and display:
        found.append("the display has no arena")
    if (s.clash != Clash.NONE) != (prompt == Prompt.TRIBE_SKILL):
        found.append("clash: an attack is interrupted only by the question for a skill")
    early = step < Step.OPENING
    if early != (s.battle_round == 0) or s.battle_round > r.combat_max_rounds or s.battle_idle >= r.combat_idle_rounds:
        found.append("battle_round and battle_idle do not go with this step")
    guards = GUARDS in s.battle_seat.tolist()
    if not guards and s.seat not in s.battle_seat.tolist():
        found.append("the one who is asked takes no part in the battle")
    if not early and not s.slot_count.any(axis=1).all() and step < Step.SEIZE and s.clash != Clash.ATTRITION:
        found.append("both sides have units in a battle")
    if early and s.slot_flags.any():
        found.append("slot_flags: nobody has acted yet")
    towers = int(s.facility[s.battle_place, [Facility.TOWER_1, Facility.TOWER_2]].sum()) if s.battle_place >= 0 else 0
    if s.battle_place < 0 and (s.wall.any() or s.manned.any()):
        found.append("wall and manned belong to a siege")
    if any(s.manned[k] and (k >= towers or display) for k in range(2)):
        found.append("manned: only constructed towers of the arena are manned")
    if not display and s.wall[1:9].any():
        found.append("wall: the arena has one wall, number 0, and two towers")
    if prompt in SIEGE_PROMPTS and s.battle_place < 0:
        found.append(f"prompt {prompt.name.lower()} belongs to a siege")
    aims = {Prompt.SCATTER: range(9), Prompt.TOWER: (1, 2)}.get(prompt, (-1,))
    if int(s.aim) not in aims:
        found.append(f"aim = {s.aim}: does not go with prompt {prompt.name.lower()}")
    return found + _check_cursor(s, r, prompt, step) + _check_clash(s, prompt)


def _acting_side(s: np.record, step: Step) -> int:
    """The side whose step it is (`rules.battle.acting_side`)."""
    first = {Step.DEPLOY_FIRST: int(s.battle_set_up), Step.DEPLOY_SECOND: 1 - int(s.battle_set_up)}
    if step in first:
        return first[step]
    second = step in (Step.DEFECT_SECOND,) or (step >= Step.RANGED_FIRST and (step - Step.RANGED_FIRST) % 2 == 1)
    return int(s.battle_init) ^ int(second)


def _check_cursor(s: np.record, r: np.record, prompt: Prompt, step: Step) -> list[str]:
    """The stack or side whose turn it is exists."""
    found, cursor = [], int(s.battle_cursor)
    side = _acting_side(s, step)
    if prompt in (Prompt.ATTACK, Prompt.MARCH, Prompt.STRIKE, Prompt.DEPLOY):
        if cursor >= BATTLE_SLOTS or not s.slot_count[side, cursor]:
            return [f"battle_cursor = {cursor}: there is no such stack"]
        if prompt in (Prompt.MARCH, Prompt.STRIKE) and s.slot_cell[side, cursor] < 0:
            found.append("slot_cell: the acting stack stands on the display")
    elif prompt == Prompt.WITHDRAW:
        if cursor > 1 or s.battle_hero[cursor] < 0 or s.battle_seat[cursor] != s.seat:
            found.append(f"battle_cursor = {cursor}: that side does not withdraw")
    elif prompt in (Prompt.MAN_TOWER, Prompt.SPLIT):
        if cursor > 1 or s.seat != s.battle_seat[1]:
            found.append(f"battle_cursor = {cursor}: there are two towers")
    elif prompt not in (Prompt.TRIBE_SKILL,) and cursor:
        found.append(f"battle_cursor = {cursor}: nobody's turn")
    wanted = {Prompt.MARCH: (Pass.MOVE,), Prompt.STRIKE: (Pass.NAME,), Prompt.TRIBE_SKILL: tuple(Pass)}.get(prompt, (Pass.MOVE,))
    if s.battle_pass not in wanted:
        found.append(f"battle_pass {Pass(s.battle_pass).name.lower()} does not go with prompt {prompt.name.lower()}")
    if (prompt == Prompt.MARCH) != (s.march_from >= 0) or (prompt != Prompt.MARCH and s.march_mp):
        found.append("march_from and march_mp belong to the movement of a stack")
    heroes = {Prompt.BREACH: 0, Prompt.TOWER: 0, Prompt.AIM: 0, Prompt.LEAVE: 0, Prompt.SEIZE: 1 - int(s.battle_init), Prompt.DEFECT: side}
    if prompt in heroes and (s.battle_hero[heroes[prompt]] < 0 or s.battle_seat[heroes[prompt]] != s.seat):
        found.append(f"prompt {prompt.name.lower()} is put to the owner of that side's hero")
    others = {Prompt.SCATTER: 1, Prompt.RETREAT: 1}
    if prompt in others and s.battle_seat[others[prompt]] != s.seat:
        found.append(f"prompt {prompt.name.lower()} is put to the defender")
    if prompt == Prompt.DIPLOMACY and (GUARDS not in s.battle_seat.tolist() or s.seat not in s.battle_seat.tolist()):
        found.append("diplomacy is used against guards")
    elif prompt == Prompt.DIPLOMACY and s.battle_hero[s.battle_seat.tolist().index(s.seat)] < 0:
        found.append("diplomacy needs a hero")
    if prompt in (Prompt.STRENGTHEN, Prompt.STRENGTHEN_NUMBER) and (s.seat != s.battle_place or s.battle_seat[1] != s.seat):
        found.append("a special building serves its owner in his own home")
    naming = prompt == Prompt.STRIKE and step >= Step.CAVALRY_FIRST
    resolving = prompt == Prompt.TRIBE_SKILL and s.battle_pass == Pass.RESOLVE
    if s.named and not naming and not resolving:
        found.append("named: attacks are named only in close combat")
    if s.postponed >= BATTLE_SLOTS or (s.postponed and not naming):
        found.append("postponed: attacks are put off only while they are named")
    if s.named_slot[int(s.named) :].any() or s.named_target[int(s.named) :].any():
        found.append("named_slot and named_target end with the last named attack")
    return found


def _check_clash(s: np.record, prompt: Prompt) -> list[str]:
    """The attack in hand is between two stacks that exist."""
    if prompt != Prompt.TRIBE_SKILL:
        empty = not (s.clash_side or s.clash_slot or s.clash_target or s.clash_ranged or s.clash_hits or s.clash_total.any())
        return [] if empty and s.clash_loser < 0 else ["clash: there is no attack in hand"]
    if s.clash not in (Clash.ROLLED, Clash.FURY, Clash.SUFFERED, Clash.ATTRITION):
        return [f"clash {Clash(s.clash).name.lower()}: no skill is asked for"]
    side, winner_lives = int(s.clash_side), s.clash == Clash.ATTRITION
    found = []
    if not s.slot_count[side, s.clash_slot] and not (winner_lives and s.clash_loser != side):
        found.append("clash_slot: there is no such stack")
    if not s.slot_count[1 - side, s.clash_target] and not (winner_lives and s.clash_loser == side):
        found.append("clash_target: there is no such stack")
    if (s.clash == Clash.ROLLED) != (s.clash_loser < 0) or (s.clash == Clash.ROLLED and s.clash_hits):
        found.append("clash_loser and clash_hits are known once the hits are counted")
    own = [k for k in range(2) if s.battle_seat[k] == s.seat]
    if not own or s.battle_hero[own[0]] < 0:
        found.append("a skill is asked of a player with a hero in the battle")
    return found
