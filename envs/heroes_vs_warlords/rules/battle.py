"""A battle from start to finish: sides, the steps of a combat round, initiative, withdrawal, the end.

Rulebook chapters 8.0 to 8.11, 16.1.2, 19.6, 19.16 and 19.18. Read `arena.py` and `display.py` beside it.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import DIPLOMACY, NEIGHBOUR, NUM_LEVELS, QUEST_LEVEL, UNIT_LEVEL, QuestEvent
from rulebound.envs.heroes_vs_warlords.rules.aftermath import conquer, eliminate_heroless, free_of_own_hero, hostile_hex, kill_hero
from rulebound.envs.heroes_vs_warlords.rules.arena import (
    apply_attack,
    apply_breach,
    apply_man,
    apply_split,
    apply_tower,
    arena_step,
    man_towers,
    may_attack,
    may_man,
    offer_arena_breach,
)
from rulebound.envs.heroes_vs_warlords.rules.clash import apply_skill, resolve_clash
from rulebound.envs.heroes_vs_warlords.rules.display import (
    apply_aim,
    apply_march,
    apply_strike,
    deploy,
    display_step,
    legal_aim,
    legal_deploy,
    legal_march,
    legal_strike,
    offer_display_breach,
    place_late_stacks,
)
from rulebound.envs.heroes_vs_warlords.rules.heroes import DIPLOMATIC, gain_experience, gain_honor, progress_quest
from rulebound.envs.heroes_vs_warlords.rules.honor import (
    apply_defection,
    apply_strength,
    legal_strength,
    most_subverted,
    offer_defection,
    offer_strength,
)
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, clear_battle
from rulebound.envs.heroes_vs_warlords.rules.stacks import (
    ATTACKER,
    DEFENDER,
    advanced_hits,
    fill_slots,
    initiative,
    is_guard_reaction,
    on_display,
    return_units,
    side_alive,
    take_hits,
)
from rulebound.envs.heroes_vs_warlords.rules.world import (
    ask,
    direction_to,
    forbidden_location,
    is_resource,
    owns_place_at,
    side_open,
    site_at,
)
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    GUARDS,
    HEROES,
    Cause,
    Flag,
    Prompt,
    Stage,
    Status,
    Step,
    Stream,
    Terrain,
)

KEPT_FLAGS = int(Flag.EXEMPT) + int(Flag.HELPED)  # those that last for the whole combat
TENT_CELLS = 6
SEIZED = 2  # the initiative was won and changes hands with the next round


# ------------------------------------------------------------------------------------------------ the start
@kernel
def start_battle(s, r, cause, hex, attacker, attacking_hero, defender, defending_hero, site, origin):
    """HVW-159, HVW-164, HVW-173, HVW-187, HVW-190, HVW-402: who fights where; the defender has the initiative.

    Guards that react count as the attacker, but they deploy first and have the initiative.
    """
    clear_battle(s)
    s.battle_cause = cause
    s.battle_hex = hex
    s.battle_origin = origin
    s.battle_seat[ATTACKER] = attacker
    s.battle_hero[ATTACKER] = attacking_hero
    s.battle_seat[DEFENDER] = defender
    s.battle_hero[DEFENDER] = defending_hero
    s.battle_site = site
    if defender != GUARDS:
        own = site_at(s, hex)
        place = owns_place_at(s, defender, hex)
        if place >= 0:
            s.battle_terrain = Terrain.SIEGE
            s.battle_place = place
        elif is_resource(own) and s.control[own] == defender + 1:
            s.battle_terrain = Terrain.RESOURCE
            if attacker != GUARDS:
                s.battle_site = own
    s.battle_init = ATTACKER if is_guard_reaction(s) else DEFENDER
    s.battle_set_up = s.battle_init
    s.battle_step = Step.LEAVE
    s.stage = Stage.BATTLE


@kernel
def acting_side(s):
    """The side whose step it is: in each pair first the side with the initiative."""
    step = s.battle_step
    if step == Step.DEPLOY_FIRST or step == Step.DEPLOY_SECOND:
        return s.battle_set_up if step == Step.DEPLOY_FIRST else 1 - s.battle_set_up
    if step == Step.DEFECT_FIRST or step == Step.DEFECT_SECOND:
        return s.battle_init if step == Step.DEFECT_FIRST else 1 - s.battle_init
    if step == Step.WITHDRAW_FIRST or step == Step.WITHDRAW_SECOND:
        return 1 - s.battle_init if step == Step.WITHDRAW_FIRST else s.battle_init  # HVW-250, HVW-251
    return s.battle_init if (step - Step.RANGED_FIRST) % 2 == 0 else 1 - s.battle_init


@kernel
def acting_class(s):
    """The class of units whose step it is."""
    return (s.battle_step - Step.RANGED_FIRST) // 2


@kernel
def hero_side(s):
    """Against guards: the side of the hero; -1 in a battle of two players."""
    if s.battle_seat[ATTACKER] == GUARDS:
        return DEFENDER
    return ATTACKER if s.battle_seat[DEFENDER] == GUARDS else -1


# ------------------------------------------------------------------------------------------------ the steps
@kernel
def fight(s, r):
    """HVW-200, HVW-202, HVW-402: one part of the battle, in the order of `Step`."""
    step = s.battle_step
    if s.clash != 0:
        resolve_clash(s, r)
        end_if_beaten(s)
    elif step == Step.LEAVE:
        offer_to_leave(s, r)
    elif step == Step.DIPLOMACY:
        offer_diplomacy(s, r)
    elif step <= Step.DEPLOY_SECOND:
        if on_display(r):
            deploy(s, r, acting_side(s))
        else:
            man_towers(s, r)
    elif step == Step.OPENING:
        open_round(s, r)
    elif step == Step.STRENGTHEN:
        offer_strength(s, r)
    elif step <= Step.DEFECT_SECOND:
        offer_defection(s, r, acting_side(s))
    elif step == Step.BREACH:
        if on_display(r):
            place_late_stacks(s, r, ATTACKER)  # defectors
            place_late_stacks(s, r, DEFENDER)
            offer_display_breach(s, r)
        else:
            offer_arena_breach(s, r)
        end_if_beaten(s)
    elif step <= Step.CLOSE_SECOND:
        if on_display(r):
            display_step(s, r, acting_side(s), acting_class(s))
        else:
            arena_step(s, r, acting_side(s), acting_class(s))
    elif step == Step.SEIZE:
        offer_initiative(s)
    elif step <= Step.WITHDRAW_SECOND:
        offer_withdrawal(s, r, acting_side(s))
    elif step == Step.CLOSING:
        close_round(s, r)
    else:
        finish_battle(s, r)


@kernel
def end_if_beaten(s):
    """HVW-253: combat ends the moment one side has no units."""
    if s.clash == 0 and not (side_alive(s, ATTACKER) and side_alive(s, DEFENDER)):
        s.prompt = Prompt.NONE
        s.battle_step = Step.OVER


@kernel
def end_if_destroyed(s):
    """The same after a breach, unless it has a further question."""
    if s.prompt == Prompt.NONE:
        end_if_beaten(s)


@kernel
def offer_to_leave(s, r):
    """HVW-442: in modes 3 and 4 a hero may leave a guarded Resource before the fight."""
    s.battle_step = Step.DIPLOMACY
    allowed = is_resource(s.battle_site) or r.combat_early_withdraw_everywhere != 0
    if advanced_hits(r) and s.battle_seat[DEFENDER] == GUARDS and allowed:
        ask(s, s.battle_seat[ATTACKER], Prompt.LEAVE)


@kernel
def apply_leave(s, action):
    """HVW-442: d20 up to the initiative; the guards stay active."""
    s.prompt = Prompt.NONE
    if action == ID.yes and roll(s, Stream.COMBAT, D20) <= initiative(s, ATTACKER):
        s.battle_left = ATTACKER
        s.battle_step = Step.OVER


@kernel
def slots_of(s, r, side):
    """HVW-196: seven slots; on the display as many as there are tents for the side that uses them."""
    return TENT_CELLS if on_display(r) and side != s.battle_set_up else BATTLE_SLOTS


@kernel
def offer_diplomacy(s, r):
    """HVW-191, HVW-342: stacks are formed; against neutrals a hero may first turn his diplomacy on one of them."""
    for side in range(2):
        fill_slots(s, r, side, slots_of(s, r, side))
    s.battle_step = Step.DEPLOY_FIRST
    end_if_beaten(s)
    side = hero_side(s)
    if r.modules_skills == 0 or side < 0 or s.battle_hero[side] < 0 or s.battle_step == Step.OVER:
        return
    for slot in range(BATTLE_SLOTS):
        if may_persuade(s, side, slot):
            ask(s, s.battle_seat[side], Prompt.DIPLOMACY)
            return


@kernel
def may_persuade(s, side, slot):
    """HVW-342: a guard stack of a level that the tribe may address."""
    seat = s.battle_seat[side]
    if s.slot_count[1 - side, slot] == 0 or s.skill[seat, s.battle_hero[side], DIPLOMATIC] == 0:
        return False
    return DIPLOMACY[s.faction[seat], UNIT_LEVEL[s.slot_unit[1 - side, slot]] - 1] != 0


@kernel
def apply_diplomacy(s, r, action):
    """HVW-343, HVW-344: as many hits as the skill; these kills give experience whatever happens."""
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        return
    side = hero_side(s)
    take_hits(s, r, 1 - side, action - ID.target, s.skill[s.battle_seat[side], s.battle_hero[side], DIPLOMATIC])
    s.battle_ep = kill_experience(s, r, 1 - side)
    end_if_beaten(s)


@kernel
def open_round(s, r):
    """HVW-194, HVW-246: a combat round begins: the initiative, reserves for free slots, stacks may act again."""
    s.battle_round += 1
    s.battle_acted = 0
    s.battle_cursor = 0
    s.battle_pass = 0
    for side in range(2):
        if s.battle_seized[side] == SEIZED:
            s.battle_seized[side] = 1
            s.battle_init = side
        fill_slots(s, r, side, slots_of(s, r, side))
        for slot in range(BATTLE_SLOTS):
            s.slot_flags[side, slot] &= KEPT_FLAGS
        if on_display(r):
            place_late_stacks(s, r, side)
    s.battle_step = Step.STRENGTHEN
    end_if_beaten(s)


@kernel
def offer_initiative(s):
    """HVW-245, HVW-247: the side without the initiative, once per hero and combat."""
    side = 1 - s.battle_init
    s.battle_step = Step.WITHDRAW_FIRST
    if s.battle_hero[side] >= 0 and s.battle_seized[side] == 0:
        ask(s, s.battle_seat[side], Prompt.SEIZE)


@kernel
def apply_seize(s, action):
    """HVW-245, HVW-246: d20 up to the hero's initiative."""
    s.prompt = Prompt.NONE
    if action == ID.yes:
        side = 1 - s.battle_init
        s.battle_seized[side] = SEIZED if roll(s, Stream.COMBAT, D20) <= initiative(s, side) else 1


@kernel
def close_round(s, r):
    """HVW-458, HVW-459: after idle rounds, or too many, the attacker must retreat; else the next round."""
    s.battle_idle = 0 if s.battle_acted != 0 else s.battle_idle + 1
    if s.battle_idle >= r.combat_idle_rounds or s.battle_round >= r.combat_max_rounds:
        s.battle_left = ATTACKER
        s.battle_step = Step.OVER
    else:
        s.battle_step = Step.OPENING


# ------------------------------------------------------------------------------------------------ withdrawal
@kernel
def may_retreat_to(s, r, direction):
    """HVW-257, HVW-258: where a withdrawing original defender may go."""
    seat = s.battle_seat[DEFENDER]
    hex = NEIGHBOUR[s.battle_hex, direction]
    if hex < 0 or hex == s.battle_origin or s.tile[hex // 7] < 0 or s.revealed[hex // 7] == 0:
        return False
    if not side_open(s, r, s.battle_hex, direction) or hostile_hex(s, seat, hex) or not free_of_own_hero(s, seat, hex):
        return False
    return not forbidden_location(s, seat, site_at(s, hex))


@kernel
def can_retreat(s, r):
    """Some hex is open to a withdrawing defender."""
    for direction in range(6):
        if may_retreat_to(s, r, direction):
            return True
    return False


@kernel
def offer_withdrawal(s, r, side):
    """HVW-249..HVW-252, HVW-258: each side with a hero may try once a round; never out of a siege."""
    s.battle_step += 1
    if s.battle_hero[side] < 0 or (side == DEFENDER and (s.battle_terrain == Terrain.SIEGE or not can_retreat(s, r))):
        return
    s.battle_cursor = side
    ask(s, s.battle_seat[side], Prompt.WITHDRAW)


@kernel
def withdraw_limit(s, r, side):
    """HVW-249, HVW-440, HVW-441: the roll that still succeeds."""
    own = initiative(s, side)
    if advanced_hits(r) and s.battle_hero[1 - side] >= 0:
        return max(1, 2 * own - initiative(s, 1 - side))
    return max(1, own) if advanced_hits(r) else own


@kernel
def apply_withdraw(s, r, action):
    """HVW-249, HVW-254: a success ends the battle; the defender then chooses where he goes."""
    side = s.battle_cursor
    s.prompt = Prompt.NONE
    s.battle_cursor = 0
    if action == ID.yes and roll(s, Stream.COMBAT, D20) <= withdraw_limit(s, r, side):
        s.battle_left = side
        s.battle_step = Step.OVER
        if side == DEFENDER:
            ask(s, s.battle_seat[side], Prompt.RETREAT)


@kernel
def apply_retreat(s, action):
    """HVW-257, HVW-259: heroes of the defender leave the hex; nothing is triggered."""
    seat = s.battle_seat[DEFENDER]
    direction = action - ID.go
    s.prompt = Prompt.NONE
    for hero in range(HEROES):
        if s.hero_status[seat, hero] == Status.ON_MAP and s.hero_hex[seat, hero] == s.battle_hex:
            move_back(s, seat, hero, NEIGHBOUR[s.battle_hex, direction], (direction + 3) % 6)


@kernel
def move_back(s, seat, hero, hex, entered):
    """A hero who left a battle stands on another hex and is done for this turn."""
    s.hero_hex[seat, hero] = hex
    s.hero_entered[seat, hero] = entered
    s.hero_done[seat, hero] = 1
    s.hero_new[seat, hero] = 0


@kernel
def fall_back(s, r):
    """HVW-166, HVW-174, HVW-256: the attacker who left returns to where he came from; reactors never left it."""
    if s.battle_cause != Cause.ENTERED and s.battle_cause != Cause.OBJECTIVE:
        return
    seat = s.battle_seat[ATTACKER]
    hero = s.battle_hero[ATTACKER]
    hex = s.battle_origin
    if not free_of_own_hero(s, seat, hex):
        for direction in range(6):  # clockwise from north, the first free passable hex around
            other = NEIGHBOUR[s.battle_origin, direction]
            if other < 0 or s.tile[other // 7] < 0 or s.revealed[other // 7] == 0 or other == s.battle_hex:
                continue
            closed = hostile_hex(s, seat, other) or forbidden_location(s, seat, site_at(s, other))
            if not closed and side_open(s, r, s.battle_origin, direction) and free_of_own_hero(s, seat, other):
                hex = other
                break
    move_back(s, seat, hero, hex, direction_to(hex, s.battle_hex))


# ------------------------------------------------------------------------------------------------ the end
@kernel
def kill_experience(s, r, side):
    """HVW-263, HVW-461: what the lost units of a side are worth."""
    points = 0
    for level in range(NUM_LEVELS):
        worth = r.experience_per_kill_basic if r.combat_mode == 1 else r.experience_per_unit_level_advanced * (level + 1)
        points += s.battle_kills[side, level] * worth
    return points


@kernel
def finish_battle(s, r):
    """HVW-253, HVW-261..HVW-264: units go home, the loser's heroes die or are gone, the winner is rewarded."""
    winner = ATTACKER if side_alive(s, ATTACKER) else DEFENDER
    if s.battle_left >= 0:
        winner = 1 - s.battle_left
    loser = 1 - winner
    for side in range(2):
        return_units(s, r, side)
    victor = s.battle_seat[winner]
    victor_hero = s.battle_hero[winner]
    loser_seat = s.battle_seat[loser]
    fallen = 0
    wiped_out = s.battle_left < 0
    if wiped_out and loser_seat != GUARDS:
        fallen = bury_heroes(s, r, loser, victor, victor_hero)
        if loser == DEFENDER and s.battle_terrain == Terrain.SIEGE:
            place = s.battle_place
            conquer(s, r, victor, place)
            if place == loser_seat and fallen > 0 and s.replacement[loser_seat] != 0:
                s.deadline[loser_seat] = 1  # HVW-062
    if victor_hero >= 0:
        reward(s, r, winner, fallen)
    if not wiped_out and s.battle_hero[loser] >= 0:
        gain_experience(s, r, loser_seat, s.battle_hero[loser], s.battle_ep)  # HVW-344
        count_neutrals(s, r, loser)
    if s.battle_left == ATTACKER:
        fall_back(s, r)
    clear_battle(s)
    s.stage = Stage.ENTRY
    eliminate_heroless(s, loser_seat)


@kernel
def bury_heroes(s, r, side, victor, victor_hero):
    """HVW-195, HVW-279: the heroes of a side that was wiped out die; their number."""
    seat = s.battle_seat[side]
    fallen = 0
    for hero in range(HEROES):
        there = s.hero_status[seat, hero] == Status.ON_MAP and s.hero_hex[seat, hero] == s.battle_hex
        if (side == DEFENDER and there) or (side == ATTACKER and hero == s.battle_hero[ATTACKER]):
            kill_hero(s, r, seat, hero, victor, victor_hero)
            fallen += 1
    return fallen


@kernel
def reward(s, r, winner, fallen):
    """HVW-263, HVW-264, HVW-464: experience and honor of the winning hero."""
    seat = s.battle_seat[winner]
    hero = s.battle_hero[winner]
    honor = 0
    for level in range(NUM_LEVELS):
        honor += s.battle_stacks[1 - winner, level] * r.tables_honor[level]
    gain_honor(s, r, seat, hero, honor)
    count_neutrals(s, r, winner)
    if s.battle_hero[1 - winner] >= 0:
        progress_quest(s, r, seat, hero, QuestEvent.ENEMY_HERO_COMBAT_WON, 1)
    gain_experience(s, r, seat, hero, kill_experience(s, r, 1 - winner) + fallen * r.experience_per_hero_killed)


@kernel
def count_neutrals(s, r, side):
    """HVW-359: quests count killed guards and destroyed stacks of high level."""
    if s.battle_seat[1 - side] != GUARDS:
        return
    units = 0
    stacks = 0
    for level in range(NUM_LEVELS):
        units += s.battle_kills[1 - side, level]
        stacks += s.battle_stacks[1 - side, level] if level + 1 >= QUEST_LEVEL else 0
    progress_quest(s, r, s.battle_seat[side], s.battle_hero[side], QuestEvent.NEUTRAL_UNIT_KILLED, units)
    progress_quest(s, r, s.battle_seat[side], s.battle_hero[side], QuestEvent.NEUTRAL_STACK_DEFEATED, stacks)


# ------------------------------------------------------------------------------------------------ questions
@kernel
def legal_battle(s, r, mask):
    """What the seat to act may answer in a battle."""
    prompt = s.prompt
    if prompt == Prompt.ATTACK:
        mask[ID.pass_] = 1
        for target in range(BATTLE_SLOTS):
            mask[ID.target + target] = may_attack(s, r, acting_side(s), s.battle_cursor, target)
    elif prompt == Prompt.MARCH:
        legal_march(s, r, acting_side(s), mask)
    elif prompt == Prompt.STRIKE:
        legal_strike(s, r, acting_side(s), acting_class(s), mask)
    elif prompt == Prompt.DEPLOY:
        legal_deploy(s, r, acting_side(s), mask)
    elif prompt == Prompt.RETREAT:
        for direction in range(6):
            mask[ID.go + direction] = may_retreat_to(s, r, direction)
    elif prompt == Prompt.AIM or prompt == Prompt.SCATTER:
        legal_aim(s, r, mask)
    elif prompt == Prompt.TOWER:
        mask[ID.tower] = 1
        mask[ID.tower + 1] = 1
    elif prompt == Prompt.STRENGTHEN or prompt == Prompt.STRENGTHEN_NUMBER:
        legal_strength(s, r, mask)
    else:
        mask[ID.pass_] = 1
        legal_offer(s, r, mask)


@kernel
def legal_offer(s, r, mask):
    """What is offered beside declining."""
    prompt = s.prompt
    if prompt == Prompt.DEFECT:
        for number in range(most_subverted(s, acting_side(s))):
            mask[ID.number + number] = 1
    elif prompt == Prompt.MAN_TOWER:
        for slot in range(BATTLE_SLOTS):
            mask[ID.target + slot] = may_man(s, r, s.battle_cursor, slot)
    elif prompt == Prompt.DIPLOMACY:
        for slot in range(BATTLE_SLOTS):
            mask[ID.target + slot] = may_persuade(s, hero_side(s), slot)
    else:
        mask[ID.yes] = 1


@kernel
def apply_battle(s, r, action):
    """Carry out an answer given in a battle."""
    prompt = s.prompt
    if prompt == Prompt.ATTACK:
        apply_attack(s, r, acting_side(s), acting_class(s), action)
    elif prompt == Prompt.MARCH:
        apply_march(s, r, acting_side(s), action)
    elif prompt == Prompt.STRIKE:
        apply_strike(s, r, acting_side(s), acting_class(s), action)
    elif prompt == Prompt.DEPLOY:
        s.slot_cell[acting_side(s), s.battle_cursor] = action - ID.cell
        s.prompt = Prompt.NONE
    elif prompt == Prompt.RETREAT:
        apply_retreat(s, action)
    elif prompt == Prompt.LEAVE:
        apply_leave(s, action)
    elif prompt == Prompt.DIPLOMACY:
        apply_diplomacy(s, r, action)
    elif prompt == Prompt.MAN_TOWER:
        apply_man(s, r, action)
    elif prompt == Prompt.SPLIT:
        apply_split(s, action)
    elif prompt == Prompt.STRENGTHEN or prompt == Prompt.STRENGTHEN_NUMBER:
        apply_strength(s, r, action)
    elif prompt == Prompt.DEFECT:
        apply_defection(s, r, acting_side(s), action)
        end_if_beaten(s)
    elif prompt == Prompt.BREACH:
        apply_breach(s, r, action)
        end_if_destroyed(s)
    elif prompt == Prompt.TOWER:
        apply_tower(s, action)
        end_if_beaten(s)
    elif prompt == Prompt.AIM or prompt == Prompt.SCATTER:
        apply_aim(s, r, action)
        end_if_destroyed(s)
    elif prompt == Prompt.TRIBE_SKILL:
        apply_skill(s, action)
    elif prompt == Prompt.SEIZE:
        apply_seize(s, action)
    else:
        apply_withdraw(s, r, action)
