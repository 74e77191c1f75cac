"""Continuous effects of Heroes of History: conditions, filters, amounts, and what a Combatant's values add up to.

A continuous row is true as long as its source is active: Combatants in Trenches, cards attached to them, holds that
work from the Command Zone, Battlefields. Nothing here reads a total while totals are being added up, so the order of
the sources does not matter. Read `queue.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Condition, Kind, Op, Scale, Selector, Trigger
from rulebound.envs.heroes_of_history.rules.zones import units_of
from rulebound.envs.heroes_of_history.state import SLOTS, Mode

SHARED = 1  # zones.battlefield_scope
EXCEPTIONAL_ONLY = 1  # column F_STAR


@kernel
def has_trigger(r, card, trigger):
    """Has a card any row of that trigger?"""
    return (r.card[card, Feature.TRIGGERS] >> trigger) & 1 != 0


@kernel
def is_combatant(r, card):
    """Plain or Exceptional."""
    kind = r.card[card, Feature.KIND]
    return kind == Kind.EXCEPTIONAL or kind == Kind.COMBATANT


# ------------------------------------------------------------------------------------------------ counting
@kernel
def own_of_subtype(s, r, seat, subtype, except_slot):
    """Own Combatants of a sub-type, leaving out one slot (-1: none)."""
    found = 0
    for slot in range(SLOTS):
        if slot != except_slot and s.trench[seat, slot] != 0:
            found += r.card[s.trench[seat, slot], Feature.SUBTYPE] == subtype
    return found


@kernel
def enemy_units(s, seat):
    """Combatants of all opponents."""
    found = 0
    for other in range(s.num_players):
        if other != seat:
            found += units_of(s, other)
    return found


@kernel
def museum_combatants(s, r, seat):
    """HOH-175: Combatant cards in a Museum, Exceptional ones included."""
    found = 0
    for title in range(1, r.titles + 1):
        if s.museum[seat, title] != 0 and is_combatant(r, title):
            found += s.museum[seat, title]
    return found


@kernel
def has_title(s, seat, card):
    """HOH-171: is a title in the Trench of a seat?"""
    for slot in range(SLOTS):
        if s.trench[seat, slot] == card:
            return True
    return False


@kernel
def any_battlefield(s, r, seat):
    """HOH-176: a seat has an active Battlefield; shared, everybody has the one on the table."""
    if r.zones_battlefield_scope != SHARED:
        return s.battlefield[seat] != 0
    for other in range(s.num_players):
        if s.battlefield[other] != 0:
            return True
    return False


# ------------------------------------------------------------------------------------------------ conditions
@kernel
def condition_holds(s, r, row, seat, slot):
    """HOH-164..HOH-176: is the condition of a row true? `slot` is that of its source or bearer, -1 if it has none."""
    condition = r.row[row, Column.IF]
    if condition == Condition.ALWAYS:
        return True
    number = r.row[row, Column.IF_N]
    if condition == Condition.WITH:
        return has_title(s, seat, r.row[row, Column.IF_A])
    if condition == Condition.MINE_GE:
        return own_of_subtype(s, r, seat, r.row[row, Column.IF_A], -1) >= number
    if condition == Condition.THEIRS_GE:
        return enemy_units(s, seat) >= number
    if condition == Condition.SP_LE:
        return s.state_points[seat] <= number
    if condition == Condition.MUSEUM_GE:
        return museum_combatants(s, r, seat) >= number
    if condition == Condition.FIELD:
        return any_battlefield(s, r, seat)
    return slot >= 0 and bearer_condition_holds(s, r, row, seat, slot)


@kernel
def bearer_condition_holds(s, r, row, seat, slot):
    """The conditions that look at the Combatant itself, or at its battle."""
    condition = r.row[row, Column.IF]
    if condition == Condition.ARMED:
        return s.weapon[seat, slot] != 0
    if condition == Condition.HOLDING:
        return s.hold[seat, slot] != 0
    if condition == Condition.BEARER_IS:
        return s.trench[seat, slot] == r.row[row, Column.IF_A]
    if condition == Condition.BEARER_SUB:
        return r.card[s.trench[seat, slot], Feature.SUBTYPE] == r.row[row, Column.IF_A]
    attacks = s.attacker_seat == seat and s.attacker_slot == slot
    defends = s.attacker_seat >= 0 and s.target_seat == seat and s.target_slot == slot
    if condition == Condition.ATTACKING:
        return attacks
    if condition == Condition.DEFENDING:
        return defends
    # foe_star
    if attacks:
        return r.card[s.target_card, Feature.KIND] == Kind.EXCEPTIONAL
    return defends and r.card[s.attacker_card, Feature.KIND] == Kind.EXCEPTIONAL


# ------------------------------------------------------------------------------------------------ filters and amounts
@kernel
def card_passes(r, row, card):
    """HOH-221, HOH-222: does a card pass the filter of a row?"""
    kind, subtype, group = r.row[row, Column.F_KIND], r.row[row, Column.F_SUB], r.row[row, Column.F_SET]
    if kind != 0 and r.card[card, Feature.KIND] != kind:
        return False
    if subtype != 0 and r.card[card, Feature.SUBTYPE] != subtype:
        return False
    if group != 0 and r.card[card, Feature.SET] != group:
        return False
    star = r.row[row, Column.F_STAR]
    return star == 0 or (r.card[card, Feature.KIND] == Kind.EXCEPTIONAL) == (star == EXCEPTIONAL_ONLY)


@kernel
def unit_passes(s, r, row, seat, slot):
    """Does a Combatant pass the filter of a row, its mode included?"""
    mode = r.row[row, Column.F_MODE]
    return (mode == 0 or s.mode[seat, slot] == mode - 1) and card_passes(r, row, s.trench[seat, slot])


@kernel
def amount(s, r, row, seat, slot):
    """HOH-223..HOH-225: how much a row changes, scaled and capped."""
    value = r.row[row, Column.AMT]
    per = r.row[row, Column.PER]
    if per == Scale.NONE:
        return value
    if per == Scale.MINE_SUB:
        value *= own_of_subtype(s, r, seat, r.row[row, Column.PER_A], slot)
    elif per == Scale.THEIRS:
        value *= enemy_units(s, seat)
    else:
        value *= museum_combatants(s, r, seat)
    cap = r.row[row, Column.CAP]
    return max(-cap, min(cap, value))


# ------------------------------------------------------------------------------------------------ totals
@kernel
def reaches(s, r, row, owner, bearer, seat, slot):
    """Does a continuous row of a source reach a Combatant?"""
    to = r.row[row, Column.TO]
    if to == Selector.THEIRS:
        if owner == seat:
            return False
    elif owner != seat or (to == Selector.SELF and bearer != slot) or (to == Selector.OTHERS and bearer == slot):
        return False
    return unit_passes(s, r, row, seat, slot)


@kernel
def add_source(s, r, card, owner, bearer, seat, slot, atk, defense, powers):
    """Add what one active card gives to a Combatant's ATK, DEF and powers."""
    for row in range(r.first[card], r.first[card + 1]):
        op = r.row[row, Column.OP]
        if r.row[row, Column.WHEN] != Trigger.CONT or op >= Op.CHEAPEN or not reaches(s, r, row, owner, bearer, seat, slot):
            continue
        if not condition_holds(s, r, row, owner, bearer):
            continue
        if op > Op.BOTH:
            powers |= 1 << (op - Op.GUARD)
            continue
        value = amount(s, r, row, owner, bearer)
        if op != Op.DEF:
            atk += value
        if op != Op.ATK:
            defense += value
    return atk, defense, powers


@kernel
def add_seat(s, r, owner, seat, slot, atk, defense, powers):
    """Add what all active cards of one seat give to a Combatant."""
    for bearer in range(SLOTS):
        card = s.trench[owner, bearer]
        if card == 0:
            continue
        if has_trigger(r, card, Trigger.CONT):
            atk, defense, powers = add_source(s, r, card, owner, bearer, seat, slot, atk, defense, powers)
        if s.weapon[owner, bearer] != 0:
            atk, defense, powers = add_source(s, r, s.weapon[owner, bearer], owner, bearer, seat, slot, atk, defense, powers)
        if s.hold[owner, bearer] != 0:
            atk, defense, powers = add_source(s, r, s.hold[owner, bearer], owner, bearer, seat, slot, atk, defense, powers)
    for place in range(SLOTS):
        card = s.command[owner, place]
        if card != 0 and r.card[card, Feature.STATION] != 0:
            atk, defense, powers = add_source(s, r, card, owner, -1, seat, slot, atk, defense, powers)
    if s.battlefield[owner] != 0:
        atk, defense, powers = add_source(s, r, s.battlefield[owner], owner, -1, seat, slot, atk, defense, powers)
    return atk, defense, powers


@kernel
def totals(s, r, seat, slot):
    """HOH-103..HOH-106, HOH-229: total ATK, total DEF and powers of a Combatant; no total counts below 0."""
    card = s.trench[seat, slot]
    atk = r.card[card, Feature.ATK] + s.turn_atk[seat, slot] + s.stay_atk[seat, slot]
    defense = r.card[card, Feature.DEF] + s.turn_def[seat, slot] + s.stay_def[seat, slot]
    powers = s.turn_powers[seat, slot]
    for creator in range(s.num_players):
        atk += s.round_atk[seat, slot, creator]
        defense += s.round_def[seat, slot, creator]
        powers |= s.round_powers[seat, slot, creator]
    atk, defense, powers = add_seat(s, r, seat, seat, slot, atk, defense, powers)
    if r.reaches_enemies != 0:
        for other in range(s.num_players):
            if other != seat and s.alive[other] != 0:
                atk, defense, powers = add_seat(s, r, other, seat, slot, atk, defense, powers)
    return max(0, atk), max(0, defense), powers


@kernel
def fighting_total(s, r, seat, slot):
    """HOH-105, HOH-106: ATK in attack mode, DEF in defense mode."""
    atk, defense, _ = totals(s, r, seat, slot)
    return atk if s.mode[seat, slot] == Mode.ATTACK else defense


@kernel
def has_power(s, r, seat, slot, power):
    """Has a Combatant a power, by continuous rows or for a time?"""
    _, _, powers = totals(s, r, seat, slot)
    return powers & power != 0


@kernel
def timed_power(s, seat, slot, power):
    """Has a Combatant a power for a time? Stun and lock come in no other way."""
    powers = s.turn_powers[seat, slot]
    for creator in range(s.num_players):
        powers |= s.round_powers[seat, slot, creator]
    return powers & power != 0


@kernel
def cheapening(s, r, seat):
    """HOH-217: how many tributes fewer Exceptional Combatants of a seat need."""
    fewer = 0
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0:
            fewer += cheapened_by(s, r, s.trench[seat, slot], seat, slot)
            fewer += cheapened_by(s, r, s.weapon[seat, slot], seat, slot)
            fewer += cheapened_by(s, r, s.hold[seat, slot], seat, slot)
        if r.card[s.command[seat, slot], Feature.STATION] != 0:
            fewer += cheapened_by(s, r, s.command[seat, slot], seat, -1)
    return fewer + cheapened_by(s, r, s.battlefield[seat], seat, -1)


@kernel
def cheapened_by(s, r, card, seat, slot):
    """What one active card takes off the tribute."""
    fewer = 0
    for row in range(r.first[card], r.first[card + 1]):
        if r.row[row, Column.OP] == Op.CHEAPEN and condition_holds(s, r, row, seat, slot):
            fewer += r.row[row, Column.AMT]
    return fewer
