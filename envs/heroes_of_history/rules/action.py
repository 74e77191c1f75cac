"""The Action Phases of Heroes of History: playing cards, tribute, attaching and moving cards, switching, abilities.

Rulebook chapters "Action Phase 1" and "Action Phase 2". Per-turn limits cover both phases together (HOH-124).
Read `battle.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.actions import ID, PAIRS
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Kind, Trigger
from rulebound.envs.heroes_of_history.rules.battle import can_attack
from rulebound.envs.heroes_of_history.rules.ending import can_pay, lose_points
from rulebound.envs.heroes_of_history.rules.interpreter import ask, can_start, would_change
from rulebound.envs.heroes_of_history.rules.queue import trigger_card, trigger_play
from rulebound.envs.heroes_of_history.rules.totals import SHARED, any_battlefield, cheapening, is_combatant, timed_power
from rulebound.envs.heroes_of_history.rules.zones import (
    battlefield_to_museum,
    enter_trench,
    free_command_slot,
    free_trench_slot,
    is_first_copy,
    take_from_hand,
    to_museum,
    unit_to_museum,
)
from rulebound.envs.heroes_of_history.state import SLOTS, Phase, Power, Prompt

ONE_ALLOWANCE = 1  # combatants.summon_slots: plain and Exceptional plays share it
SAME_SUBTYPE = 1  # combatants.tribute_filter


# ------------------------------------------------------------------------------------------------ allowances
@kernel
def plain_left(s, r):
    """HOH-074, HOH-090, HOH-219: plain Combatants that may still be played this turn."""
    played = s.plain_played
    if r.combatants_summon_slots == ONE_ALLOWANCE:
        played += s.exceptional_played
    return max(0, 1 + s.mustered - played)


@kernel
def exceptional_left(s, r):
    """HOH-089, HOH-090: Exceptional Combatants that may still be played this turn."""
    return plain_left(s, r) if r.combatants_summon_slots == ONE_ALLOWANCE else max(0, 1 - s.exceptional_played)


@kernel
def weapon_moves_left(s):
    """HOH-057, HOH-220: weapons that may still be attached this turn."""
    return max(0, 1 + s.rearmed - s.weapons_moved)


@kernel
def hold_moves_left(s):
    """HOH-058, HOH-220: holds that may still be attached this turn."""
    return max(0, 1 + s.rearmed - s.holds_moved)


# ------------------------------------------------------------------------------------------------ tribute
@kernel
def may_pay_for(r, card, payer):
    """HOH-085: may a card be tributed for another one?"""
    if not is_combatant(r, payer):
        return False
    same = r.card[payer, Feature.SUBTYPE] == r.card[card, Feature.SUBTYPE]
    return same or r.combatants_tribute_filter != SAME_SUBTYPE


@kernel
def tribute_of(s, r, seat, card):
    """HOH-083, HOH-217: cards that an Exceptional Combatant costs."""
    return max(0, r.card[card, Feature.STARS] - cheapening(s, r, seat))


@kernel
def can_tribute(s, r, seat, card):
    """HOH-083..HOH-088: can the tribute for a card in hand be paid, and is there room afterwards?

    With a full Trench the first tribute comes from there, so a slot gets free.
    """
    cost = tribute_of(s, r, seat, card)
    full = free_trench_slot(s, r, seat) < 0
    if cost == 0:
        return not full
    worth = 0
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0 and may_pay_for(r, card, s.trench[seat, slot]):
            worth += r.card[s.trench[seat, slot], Feature.WORTH]
    if full and worth == 0:
        return False
    for place in range(s.hand_size[seat]):
        if may_pay_for(r, card, s.hand[seat, place]):
            worth += r.card[s.hand[seat, place], Feature.WORTH]
    if may_pay_for(r, card, card):
        worth -= r.card[card, Feature.WORTH]  # a card does not pay for itself
    return worth >= cost


@kernel
def legal_tribute(s, r, mask):
    """HOH-084, HOH-088: Combatants of the Trench, and of the hand unless the Trench is full."""
    seat = s.seat
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0 and may_pay_for(r, s.card, s.trench[seat, slot]):
            mask[ID.own + slot] = 1
    if free_trench_slot(s, r, seat) < 0:
        return
    for place in range(s.hand_size[seat]):
        if is_first_copy(s, seat, place) and may_pay_for(r, s.card, s.hand[seat, place]):
            mask[ID.hand + place] = 1


@kernel
def apply_tribute(s, r, action):
    """HOH-086, HOH-087: one card is paid, without any effect; payment stops once the cost is met."""
    seat = s.seat
    if action >= ID.own:
        slot = action - ID.own
        payer = s.trench[seat, slot]
        unit_to_museum(s, seat, slot)
    else:
        payer = take_from_hand(s, seat, action - ID.hand)
        to_museum(s, seat, payer)
    s.due = max(0, s.due - r.card[payer, Feature.WORTH])
    ask(s, seat, Prompt.TRIBUTE if s.due > 0 else Prompt.MODE)


@kernel
def apply_mode(s, r, action):
    """HOH-076, HOH-092: a Combatant enters in the chosen mode, and its play rows fire."""
    card = s.card
    s.card = 0
    slot = enter_trench(s, r, s.seat, card, action - ID.mode)
    trigger_play(s, r, card, s.seat, slot)


# ------------------------------------------------------------------------------------------------ what can be played
@kernel
def battlefield_cost(s, r, seat):
    """HOH-012, HOH-051, HOH-052: what playing a Battlefield costs: nothing unless it replaces one."""
    return r.state_points_move_cost if any_battlefield(s, r, seat) else 0


@kernel
def can_play(s, r, seat, card):
    """May a card be played from hand now?"""
    kind = r.card[card, Feature.KIND]
    if kind == Kind.COMBATANT:
        return plain_left(s, r) > 0 and free_trench_slot(s, r, seat) >= 0
    if kind == Kind.EXCEPTIONAL:
        return exceptional_left(s, r) > 0 and can_tribute(s, r, seat, card)
    if kind == Kind.BATTLEFIELD:
        return s.battlefield_played == 0 and can_pay(s, r, seat, battlefield_cost(s, r, seat))
    if free_command_slot(s, r, seat) < 0:
        return False
    return kind != Kind.ACTION or can_play_action(s, r, seat, card)


@kernel
def can_play_action(s, r, seat, card):
    """HOH-233, HOH-234: an Action's price can be paid and its first row would do something."""
    return can_pay(s, r, seat, r.card[card, Feature.PAY]) and can_start(s, r, r.first[card], seat, -1)


@kernel
def can_activate(s, r, seat, slot):
    """HOH-156, HOH-233: an ability not used this turn, whose price can be paid and that could change something."""
    card = s.trench[seat, slot]
    if r.card[card, Feature.ABILITY] == 0 or s.activated[seat, slot] != 0 or not can_pay(s, r, seat, r.card[card, Feature.PAY]):
        return False
    for row in range(r.first[card], r.first[card + 1]):
        if r.row[row, Column.WHEN] == Trigger.ACTIVATE and would_change(s, r, row, seat, slot):
            return True
    return False


@kernel
def can_switch(s, r, seat, slot):
    """HOH-077, HOH-078, HOH-211: may a Combatant switch its mode now?"""
    return s.switches[seat, slot] < r.turn_switches_per_phase and not timed_power(s, seat, slot, Power.LOCK)


@kernel
def bears(s, r, card, seat, slot):
    """HOH-059: does a Combatant already bear a card of the kind of this one?"""
    return (s.weapon[seat, slot] if r.card[card, Feature.KIND] == Kind.WEAPON else s.hold[seat, slot]) != 0


@kernel
def can_attach(s, r, seat, card):
    """HOH-055..HOH-060: may a card of the Command Zone be attached to some Combatant now?"""
    kind = r.card[card, Feature.KIND]
    if kind == Kind.WEAPON:
        left = weapon_moves_left(s)
    elif kind == Kind.HOLD and r.card[card, Feature.STATION] == 0:
        left = hold_moves_left(s)
    else:
        return False
    if left == 0:
        return False
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0 and not bears(s, r, card, seat, slot):
            return True
    return False


@kernel
def legal_attach(s, r, mask):
    """HOH-056, HOH-059: own Combatants that do not bear such a card yet."""
    card = s.command[s.seat, s.place]
    for slot in range(SLOTS):
        if s.trench[s.seat, slot] != 0 and not bears(s, r, card, s.seat, slot):
            mask[ID.own + slot] = 1


# ------------------------------------------------------------------------------------------------ legal moves
@kernel
def legal_act(s, r, mask):
    """HOH-122, HOH-125: every move of an Action Phase."""
    seat = s.seat
    mask[ID.end_turn] = 1
    if s.phase == Phase.ACTION_1 and can_attack(s, r, seat):
        mask[ID.next_phase] = 1  # HOH-094
    for place in range(s.hand_size[seat]):
        if is_first_copy(s, seat, place) and can_play(s, r, seat, s.hand[seat, place]):
            mask[ID.hand + place] = 1
    paid = can_pay(s, r, seat, r.state_points_move_cost)
    if paid and s.battlefield[seat] != 0:
        mask[ID.discard_battlefield] = 1
    room = free_command_slot(s, r, seat) >= 0
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0:
            legal_unit(s, r, seat, slot, paid, room, mask)
        card = s.command[seat, slot]
        if card != 0:
            if can_attach(s, r, seat, card):
                mask[ID.attach + slot] = 1
            if paid and r.card[card, Feature.KIND] != Kind.ACTION:
                mask[ID.trash_command + slot] = 1  # HOH-067
    if paid:
        legal_swaps(s, seat, mask)


@kernel
def legal_unit(s, r, seat, slot, paid, room, mask):
    """What may be done with one Combatant: switch, activate, trash it or its weapon, return its weapon."""
    if can_switch(s, r, seat, slot):
        mask[ID.switch + slot] = 1
    if can_activate(s, r, seat, slot):
        mask[ID.activate + slot] = 1
    if paid:
        mask[ID.trash_unit + slot] = 1
        if s.weapon[seat, slot] != 0:
            mask[ID.trash_weapon + slot] = 1
            if room:
                mask[ID.return_weapon + slot] = 1


@kernel
def legal_swaps(s, seat, mask):
    """HOH-063, HOH-064: two own Combatants with different weapons, one of which may be none."""
    for pair in range(len(PAIRS)):
        one, two = PAIRS[pair]
        if s.trench[seat, one] != 0 and s.trench[seat, two] != 0 and s.weapon[seat, one] != s.weapon[seat, two]:
            mask[ID.swap + pair] = 1


# ------------------------------------------------------------------------------------------------ moves
@kernel
def apply_act(s, r, action):
    """Carry out a move of an Action Phase."""
    seat = s.seat
    if action == ID.next_phase:
        s.phase = Phase.BATTLE
    elif action == ID.end_turn:
        s.phase = Phase.END
        s.step = 0
    elif ID.hand <= action < ID.switch:
        play_card(s, r, seat, take_from_hand(s, seat, action - ID.hand))
    elif ID.switch <= action < ID.activate:
        slot = action - ID.switch
        s.mode[seat, slot] = 1 - s.mode[seat, slot]
        s.switches[seat, slot] += 1
    elif ID.activate <= action < ID.attack:
        activate(s, r, seat, action - ID.activate)
    elif ID.attach <= action < ID.trash_unit:
        s.place = action - ID.attach
        ask(s, seat, Prompt.ATTACH)
    else:
        apply_paid_move(s, r, seat, action)


@kernel
def play_card(s, r, seat, card):
    """HOH-005, HOH-006, HOH-008: a card goes from hand to its zone."""
    kind = r.card[card, Feature.KIND]
    if kind == Kind.COMBATANT:
        s.plain_played += 1
        s.card = card
        ask(s, seat, Prompt.MODE)
    elif kind == Kind.EXCEPTIONAL:
        s.exceptional_played += 1
        s.card = card
        s.due = tribute_of(s, r, seat, card)
        ask(s, seat, Prompt.TRIBUTE if s.due > 0 else Prompt.MODE)
    elif kind == Kind.BATTLEFIELD:
        play_battlefield(s, r, seat, card)
    else:
        s.command[seat, free_command_slot(s, r, seat)] = card
        lose_points(s, seat, r.card[card, Feature.PAY])
        if s.alive[seat] != 0:
            trigger_play(s, r, card, seat, -1)


@kernel
def play_battlefield(s, r, seat, card):
    """HOH-050..HOH-052, HOH-012: a Battlefield replaces the own one, or the one on the table, for State Points."""
    cost = battlefield_cost(s, r, seat)
    s.battlefield_played = 1
    for owner in range(s.num_players):
        if owner == seat or r.zones_battlefield_scope == SHARED:
            battlefield_to_museum(s, owner)
    s.battlefield[seat] = card
    lose_points(s, seat, cost)
    if s.alive[seat] != 0:
        trigger_play(s, r, card, seat, -1)


@kernel
def activate(s, r, seat, slot):
    """HOH-156, HOH-233: pay for an ability and let its rows wait."""
    s.activated[seat, slot] = 1
    card, serial = s.trench[seat, slot], s.serials[seat, slot]
    lose_points(s, seat, r.card[card, Feature.PAY])
    if s.alive[seat] != 0:
        trigger_card(s, r, card, Trigger.ACTIVATE, seat, slot, serial, -1)


@kernel
def apply_attach(s, r, action):
    """HOH-056: a weapon or hold moves from the Command Zone under a Combatant."""
    seat, slot = s.seat, action - ID.own
    card = s.command[seat, s.place]
    s.command[seat, s.place] = 0
    s.place = 0
    if r.card[card, Feature.KIND] == Kind.WEAPON:
        s.weapon[seat, slot] = card
        s.weapons_moved += 1
    else:
        s.hold[seat, slot] = card
        s.holds_moved += 1


@kernel
def apply_paid_move(s, r, seat, action):
    """HOH-053, HOH-063..HOH-069, HOH-079: the moves that cost State Points at every occurrence."""
    if action == ID.discard_battlefield:
        battlefield_to_museum(s, seat)
    elif action < ID.trash_weapon:
        unit_to_museum(s, seat, action - ID.trash_unit)
    elif action < ID.return_weapon:
        slot = action - ID.trash_weapon
        to_museum(s, seat, s.weapon[seat, slot])
        s.weapon[seat, slot] = 0
    elif action < ID.trash_command:
        slot = action - ID.return_weapon
        s.command[seat, free_command_slot(s, r, seat)] = s.weapon[seat, slot]
        s.weapon[seat, slot] = 0
    elif action < ID.swap:
        place = action - ID.trash_command
        to_museum(s, seat, s.command[seat, place])
        s.command[seat, place] = 0
    else:
        one, two = PAIRS[action - ID.swap]
        kept = s.weapon[seat, one]
        s.weapon[seat, one] = s.weapon[seat, two]
        s.weapon[seat, two] = kept
    lose_points(s, seat, r.state_points_move_cost)
