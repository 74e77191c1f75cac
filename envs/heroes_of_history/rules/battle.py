"""The Battle Phase of Heroes of History: who may attack whom, the clash of totals, and what it triggers.

Rulebook chapters "Attack Step" and "Damage Step". Read `turn.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.language import Trigger
from rulebound.envs.heroes_of_history.rules.ending import can_pay, lose_points
from rulebound.envs.heroes_of_history.rules.interpreter import ask
from rulebound.envs.heroes_of_history.rules.queue import trigger_card, trigger_other_cards, trigger_unit, trigger_units
from rulebound.envs.heroes_of_history.rules.totals import fighting_total, has_power, timed_power, totals
from rulebound.envs.heroes_of_history.rules.zones import is_there, unit_to_museum, units_of
from rulebound.envs.heroes_of_history.state import SLOTS, Mode, Phase, Power, Prompt


# ------------------------------------------------------------------------------------------------ who may attack
@kernel
def may_attack(s, seat, slot):
    """HOH-097, HOH-098, HOH-210, HOH-212: in attack mode, not stunned, with an attack left."""
    ready = s.trench[seat, slot] != 0 and s.mode[seat, slot] == Mode.ATTACK and s.attacks[seat, slot] <= s.extra_attacks[seat, slot]
    return ready and not timed_power(s, seat, slot, Power.STUN)


@kernel
def attacks_allowed(s, r, seat):
    """HOH-034, HOH-099: not in the own first turn, and the price of an attack can be paid."""
    later = s.turns[seat] > 0 or r.turn_first_turn_attack != 0
    return later and can_pay(s, r, seat, r.state_points_attack_cost)


@kernel
def can_attack(s, r, seat):
    """Is any attack legal? Whoever may attack has a target: a Combatant, or a player without any."""
    if not attacks_allowed(s, r, seat):
        return False
    for slot in range(SLOTS):
        if may_attack(s, seat, slot):
            return True
    return False


@kernel
def legal_attack(s, mask):
    """HOH-093: attack with a Combatant, or no more."""
    mask[ID.next_phase] = 1
    for slot in range(SLOTS):
        if may_attack(s, s.seat, slot):
            mask[ID.attack + slot] = 1


@kernel
def is_guarded(s, r, seat):
    """HOH-213: does a guard stand in a Trench?"""
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0 and has_power(s, r, seat, slot, Power.GUARD):
            return True
    return False


@kernel
def legal_target(s, r, mask):
    """HOH-100, HOH-114, HOH-115, HOH-213, HOH-215: Combatants of any opponent, only guards where there are some; a player
    without Combatants, or with a raid one without a guard."""
    seat, n = s.seat, s.num_players
    for distance in range(1, n):
        other = (seat + distance) % n
        if s.alive[other] == 0:
            continue
        guarded = is_guarded(s, r, other)
        for slot in range(SLOTS):
            if s.trench[other, slot] != 0 and (not guarded or has_power(s, r, other, slot, Power.GUARD)):
                mask[ID.enemy + (distance - 1) * SLOTS + slot] = 1
        if units_of(s, other) == 0 or (not guarded and has_power(s, r, seat, s.place, Power.RAID)):
            mask[ID.player + distance - 1] = 1


# ------------------------------------------------------------------------------------------------ an attack
@kernel
def apply_attack(s, action):
    """The attacker is named, or the Battle Phase ends."""
    if action == ID.next_phase:
        leave_battle(s)
    else:
        s.place = action - ID.attack
        ask(s, s.seat, Prompt.TARGET)


@kernel
def apply_target(s, r, action):
    """HOH-107, HOH-157: the attack is declared and counted, its price paid; then its rows wait."""
    seat, slot, n = s.seat, s.place, s.num_players
    s.place = 0
    s.attacks[seat, slot] += 1
    s.attacker_seat = seat
    s.attacker_slot = slot
    s.attacker_serial = s.serials[seat, slot]
    s.attacker_card = s.trench[seat, slot]
    s.clashed = 0
    if action >= ID.player:
        s.target_seat = (seat + 1 + action - ID.player) % n
        s.target_slot = -1
    else:
        s.target_seat = (seat + 1 + (action - ID.enemy) // SLOTS) % n
        s.target_slot = (action - ID.enemy) % SLOTS
        s.target_serial = s.serials[s.target_seat, s.target_slot]
        s.target_card = s.trench[s.target_seat, s.target_slot]
    lose_points(s, seat, r.state_points_attack_cost)
    if s.alive[seat] != 0:
        trigger_unit(s, r, Trigger.ATTACK, seat, slot, s.target_seat)


@kernel
def fight(s, r):
    """HOH-096: resolve the declared attack, ask for the next one, or leave the phase when no attack is left."""
    if s.attacker_seat >= 0:
        if s.clashed != 0:
            end_battle(s)
        else:
            s.clashed = 1
            clash(s, r)
    elif can_attack(s, r, s.active):
        ask(s, s.active, Prompt.ATTACK)
    else:
        leave_battle(s)


@kernel
def end_battle(s):
    """No battle is being resolved any more."""
    s.attacker_seat = -1
    s.attacker_slot = 0
    s.attacker_serial = 0
    s.attacker_card = 0
    s.target_seat = 0
    s.target_slot = 0
    s.target_serial = 0
    s.target_card = 0
    s.clashed = 0


@kernel
def leave_battle(s):
    """HOH-078, HOH-122: Action Phase 2 begins, every Combatant may switch again."""
    s.phase = Phase.ACTION_2
    for slot in range(SLOTS):
        s.switches[s.active, slot] = 0


@kernel
def clash(s, r):
    """HOH-108: compare the totals, unless attacker or target has gone."""
    seat, slot, other = s.attacker_seat, s.attacker_slot, s.target_seat
    if not is_there(s, seat, slot, s.attacker_serial) or s.alive[other] == 0:
        return
    if s.target_slot < 0:
        strike_directly(s, r, seat, slot, other)
    elif is_there(s, other, s.target_slot, s.target_serial):
        duel(s, r, seat, slot, other, s.target_slot)


@kernel
def strike_directly(s, r, seat, slot, other):
    """HOH-114, HOH-158: a player loses the attacker's total ATK; rows follow if that player is still in."""
    atk, _, _ = totals(s, r, seat, slot)
    lose_points(s, other, atk)
    if s.alive[other] != 0:
        trigger_unit(s, r, Trigger.DIRECT, seat, slot, other)


@kernel
def duel(s, r, seat, slot, other, place):
    """HOH-109..HOH-113, HOH-118: the higher total wins; losers leave, then State Points are lost, then rows wait."""
    atk, _, powers = totals(s, r, seat, slot)
    defense = fighting_total(s, r, other, place)
    defends = s.mode[other, place] == Mode.DEFENSE
    attacker_falls = atk <= defense and not is_warded(s, r, seat, slot)
    target_falls = atk >= defense and not is_warded(s, r, other, place)
    # The cards of whoever falls are needed for their rows after they have left.
    one = (s.trench[seat, slot], s.weapon[seat, slot], s.hold[seat, slot])
    two = (s.trench[other, place], s.weapon[other, place], s.hold[other, place])
    if attacker_falls:
        unit_to_museum(s, seat, slot)
    if target_falls:
        unit_to_museum(s, other, place)
    if atk > defense and (not defends or powers & Power.PIERCE != 0):
        lose_points(s, other, atk - defense)  # HOH-110, HOH-111, HOH-214
    elif atk < defense and (not defends or r.battle_recoil_vs_defense != 0):
        lose_points(s, seat, defense - atk)  # HOH-110, HOH-112
    if s.over == 0:
        won = 0 if atk == defense else 1 if atk > defense else -1
        trigger_result(s, r, attacker_falls, target_falls, won, one, two)


@kernel
def is_warded(s, r, seat, slot):
    """HOH-216: a ward keeps a Combatant, the first time in each turn; asked only when it would fall."""
    if s.warded[seat, slot] != 0 or not has_power(s, r, seat, slot, Power.WARD):
        return False
    s.warded[seat, slot] = 1
    return True


@kernel
def trigger_result(s, r, attacker_falls, target_falls, won, one, two):
    """HOH-119, HOH-120, HOH-121: rows of all Combatants before those of any other card, the attacker's side first.

    `won` is 1 if the attacker has the higher total, -1 if the target has, 0 if nobody has: then nobody has killed.
    """
    seat, slot, other, place = s.attacker_seat, s.attacker_slot, s.target_seat, s.target_slot
    attacker_kills, target_kills = won > 0 and target_falls, won < 0 and attacker_falls
    trigger_fighters(s, r, attacker_falls, attacker_kills, one[0], seat, slot, s.attacker_serial, other)
    trigger_fighters(s, r, target_falls, target_kills, two[0], other, place, s.target_serial, seat)
    trigger_attached(s, r, attacker_falls, attacker_kills, one, seat, slot, s.attacker_serial, other)
    trigger_attached(s, r, target_falls, target_kills, two, other, place, s.target_serial, seat)


@kernel
def trigger_fighters(s, r, falls, kills, card, seat, slot, serial, other):
    """The rows of Combatants on one side of a battle: the one who fought, then the allies of one who fell."""
    if falls:
        trigger_card(s, r, card, Trigger.DEATH, seat, slot, serial, other)
        trigger_units(s, r, Trigger.ALLY_KILLED, seat, other)
    elif kills:
        trigger_card(s, r, card, Trigger.KILL, seat, slot, serial, other)


@kernel
def trigger_attached(s, r, falls, kills, cards, seat, slot, serial, other):
    """The rows of all other cards on one side of a battle: those of the one who fought first."""
    if falls:
        trigger_card(s, r, cards[1], Trigger.DEATH, seat, slot, serial, other)
        trigger_card(s, r, cards[2], Trigger.DEATH, seat, slot, serial, other)
        trigger_other_cards(s, r, Trigger.ALLY_KILLED, seat, other)
    elif kills:
        trigger_card(s, r, cards[1], Trigger.KILL, seat, slot, serial, other)
        trigger_card(s, r, cards[2], Trigger.KILL, seat, slot, serial, other)
