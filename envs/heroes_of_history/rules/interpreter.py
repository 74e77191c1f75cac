"""The one interpreter of all card effects of Heroes of History: it resolves the front row of the queue.

A row whose controller is out, whose condition is false or that strikes nothing is dropped. A row that needs a choice
asks the active player; the answer comes back through `apply_effect`. Everything else happens at once.
Read `action.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.language import Column, Duration, Op, Selector, Trigger
from rulebound.envs.heroes_of_history.rules.ending import gain_points, lose_points, next_living
from rulebound.envs.heroes_of_history.rules.queue import drop_front, has_room, trigger_card
from rulebound.envs.heroes_of_history.rules.totals import (
    SHARED,
    amount,
    any_battlefield,
    card_passes,
    condition_holds,
    fighting_total,
    has_power,
    timed_power,
    unit_passes,
)
from rulebound.envs.heroes_of_history.rules.zones import (
    add_to_hand,
    battlefield_to_museum,
    draw_cards,
    free_trench_slot,
    is_first_copy,
    is_there,
    mill,
    take_from_deck,
    take_from_hand,
    to_museum,
    toss_card,
    unit_to_museum,
)
from rulebound.envs.heroes_of_history.state import HAND, MOST_CHANGE, MOST_CHOICES, MOST_POINTS, SLOTS, Power, Prompt

FLIP = 2  # amount of `mode`
MOST_COUNT = 100  # of further plays, moves and attacks


@kernel
def ask(s, seat, prompt):
    """Put a question to a seat."""
    s.seat = seat
    s.prompt = prompt


# ------------------------------------------------------------------------------------------------ whom a row strikes
@kernel
def opponent_of(s, r, row, seat, opponent):
    """HOH-188: whom `opp` and `killer` mean: the other side of the battle, the chosen opponent, or the next living player."""
    if opponent >= 0:
        return opponent
    when = r.row[row, Column.WHEN]
    if (when == Trigger.PLAY or when == Trigger.ACTIVATE) and s.opponent >= 0:
        return s.opponent
    return next_living(s, seat)


@kernel
def asks_for_opponent(s, r, row):
    """HOH-188: with several opponents the player chooses one, once for all rows of the card."""
    when = r.row[row, Column.WHEN]
    by_choice = when == Trigger.PLAY or when == Trigger.ACTIVATE
    return by_choice and r.row[row, Column.TO] == Selector.OPP and s.opponent < 0 and s.num_players - s.falls > 2


@kernel
def strikes_player(s, r, row, seat, opponent, other):
    """Does a row strike a player?"""
    to = r.row[row, Column.TO]
    if s.alive[other] == 0:
        return False
    if to == Selector.ME:
        return other == seat
    if to == Selector.EACH_OPP:
        return other != seat
    return other == opponent_of(s, r, row, seat, opponent)


@kernel
def is_foe(s, seat, slot, other, place):
    """HOH-179: is a Combatant the other one of the battle that (seat, slot) fights?"""
    if s.attacker_seat < 0 or s.target_slot < 0:
        return False
    if s.attacker_seat == seat and s.attacker_slot == slot:
        return s.target_seat == other and s.target_slot == place and s.serials[other, place] == s.target_serial
    return s.attacker_seat == other and s.attacker_slot == place and s.serials[other, place] == s.attacker_serial


@kernel
def could_strike(s, r, row, seat, slot, other, place):
    """Is a Combatant among those that a row strikes or may be pointed at?"""
    if s.trench[other, place] == 0:
        return False
    to = r.row[row, Column.TO]
    if to == Selector.IT:
        return s.it_seat == other and s.it_slot == place and s.serials[other, place] == s.it_serial
    if to == Selector.SELF:
        inside = other == seat and place == slot
    elif to == Selector.MINE or to == Selector.PICK_MINE:
        inside = other == seat
    elif to == Selector.OTHERS:
        inside = other == seat and place != slot
    elif to == Selector.FOE:
        inside = is_foe(s, seat, slot, other, place)
    else:
        inside = other != seat
    return inside and unit_passes(s, r, row, other, place)


@kernel
def strikes_any(s, r, row, seat, slot):
    """Is there a Combatant that a row could strike?"""
    for other in range(s.num_players):
        for place in range(SLOTS):
            if could_strike(s, r, row, seat, slot, other, place):
                return True
    return False


@kernel
def extreme_unit(s, r, row, seat, slot):
    """HOH-185, HOH-186: the weakest or strongest enemy Combatant, as SLOTS * seat + slot; ties: nearest seat, lowest slot."""
    n = s.num_players
    sign = 1 if r.row[row, Column.TO] == Selector.STRONG_THEIRS else -1
    best = -1
    best_total = 0
    for distance in range(1, n):
        other = (seat + distance) % n
        for place in range(SLOTS):
            if could_strike(s, r, row, seat, slot, other, place):
                total = sign * fighting_total(s, r, other, place)
                if best < 0 or total > best_total:
                    best = SLOTS * other + place
                    best_total = total
    return best


# ------------------------------------------------------------------------------------------------ candidates
@kernel
def lies_in_zone(s, r, row, seat, title):
    """Is a title among those that a row may bring from deck or Museum?"""
    if not card_passes(r, row, title):
        return False
    op = r.row[row, Column.OP]
    if op == Op.RECALL or op == Op.RAISE:
        return s.museum[seat, title] != 0
    for place in range(s.deck_size[seat]):
        if s.deck[seat, place] == title:
            return True
    return False


@kernel
def candidate(s, r, row, seat, wanted):
    """HOH-235: the candidate number `wanted`: distinct titles by stars, ATK and number; 0 if there are fewer."""
    found = 0
    for k in range(r.titles):
        title = r.by_rank[k]
        if lies_in_zone(s, r, row, seat, title):
            if found == wanted:
                return title
            found += 1
    return 0


@kernel
def candidates(s, r, row, seat):
    """How many candidates are offered."""
    found = 0
    for k in range(r.titles):
        if lies_in_zone(s, r, row, seat, r.by_rank[k]):
            found += 1
            if found == MOST_CHOICES:
                break
    return found


@kernel
def holds_match(s, r, row, seat):
    """Is there a card in hand that passes the filter of a row?"""
    for place in range(s.hand_size[seat]):
        if card_passes(r, row, s.hand[seat, place]):
            return True
    return False


@kernel
def zone_offers(s, r, row, seat, held):
    """HOH-037, HOH-201..HOH-205: can a card be brought by a row, to the Trench or to a hand of `held` cards?"""
    op = r.row[row, Column.OP]
    if op == Op.FETCH or op == Op.RECALL:
        return held < HAND and candidate(s, r, row, seat, 0) != 0
    if free_trench_slot(s, r, seat) < 0 or not has_room(s):
        return False
    return holds_match(s, r, row, seat) if op == Op.ORDER else candidate(s, r, row, seat, 0) != 0


# ------------------------------------------------------------------------------------------------ resolving
@kernel
def resolve(s, r):
    """HOH-230, HOH-231: take the front row; carry it out, ask for what it needs, or drop it."""
    front = s.queue_next
    row, seat, slot, serial = s.queue_row[front], s.queue_seat[front], s.queue_slot[front], s.queue_serial[front]
    opponent = s.queue_opponent[front]
    if s.queue_starts[front] != 0:
        s.queue_starts[front] = 0
        s.it_seat = -1
        s.it_slot = 0
        s.it_serial = 0
        s.opponent = -1
    if slot >= 0 and not is_there(s, seat, slot, serial):
        slot = -1  # the source has left play: it is no `self` any more and has no conditions of its own
    if s.alive[seat] == 0 or not condition_holds(s, r, row, seat, slot):
        drop_front(s)
    elif asks_for_opponent(s, r, row):
        ask(s, seat, Prompt.OPPONENT)
    elif r.row[row, Column.TO] >= Selector.ME:
        resolve_for_players(s, r, row, seat, slot, opponent)
    else:
        resolve_for_units(s, r, row, seat, slot)


@kernel
def resolve_for_units(s, r, row, seat, slot):
    """Operations on Combatants."""
    to = r.row[row, Column.TO]
    if to == Selector.PICK_MINE or to == Selector.PICK_THEIRS:
        if strikes_any(s, r, row, seat, slot):
            ask(s, seat, Prompt.PICK_MINE if to == Selector.PICK_MINE else Prompt.PICK_THEIRS)
        else:
            drop_front(s)
        return
    if to == Selector.WEAK_THEIRS or to == Selector.STRONG_THEIRS:
        found = extreme_unit(s, r, row, seat, slot)
        if found >= 0:
            strike_unit(s, r, row, seat, slot, found // SLOTS, found % SLOTS)
    elif r.row[row, Column.OP] == Op.SLAY:
        slay_all(s, r, row, seat, slot)
    else:
        for other in range(s.num_players):
            for place in range(SLOTS):
                if could_strike(s, r, row, seat, slot, other, place):
                    strike_unit(s, r, row, seat, slot, other, place)
    drop_front(s)  # last, because the Combatant picked for a card is forgotten with its last row


@kernel
def strike_unit(s, r, row, seat, slot, other, place):
    """HOH-191..HOH-193, HOH-206..HOH-216: one operation on one Combatant."""
    op = r.row[row, Column.OP]
    if op <= Op.BOTH:
        change_values(s, r, row, seat, slot, other, place)
    elif op == Op.SLAY:
        trigger_death(s, r, other, place)
        unit_to_museum(s, other, place)
    elif op == Op.DISARM:
        to_museum(s, other, s.weapon[other, place])
        s.weapon[other, place] = 0
    elif op == Op.MODE:
        wanted = r.row[row, Column.AMT]
        s.mode[other, place] = 1 - s.mode[other, place] if wanted == FLIP else wanted
    elif op == Op.AGAIN:
        s.extra_attacks[other, place] = min(MOST_COUNT, s.extra_attacks[other, place] + amount(s, r, row, seat, slot))
    elif r.row[row, Column.FOR] == Duration.ROUND:
        s.round_powers[other, place, seat] |= power_of(op)
    else:
        s.turn_powers[other, place] |= power_of(op)


@kernel
def power_of(op):
    """The bit of a power that an operation grants."""
    if op == Op.STUN:
        return Power.STUN
    return Power.LOCK if op == Op.LOCK else 1 << (op - Op.GUARD)


@kernel
def changed(value, change):
    """A lasting change after a further one; what a position can hold is far beyond any game."""
    return max(-MOST_CHANGE, min(MOST_CHANGE, value + change))


@kernel
def change_values(s, r, row, seat, slot, other, place):
    """HOH-226..HOH-228: change ATK, DEF or both for a turn, a round or as long as the Combatant stays."""
    op = r.row[row, Column.OP]
    value = amount(s, r, row, seat, slot)
    atk = 0 if op == Op.DEF else value
    defense = 0 if op == Op.ATK else value
    lasting = r.row[row, Column.FOR]
    if lasting == Duration.TURN:
        s.turn_atk[other, place] = changed(s.turn_atk[other, place], atk)
        s.turn_def[other, place] = changed(s.turn_def[other, place], defense)
    elif lasting == Duration.ROUND:
        s.round_atk[other, place, seat] = changed(s.round_atk[other, place, seat], atk)
        s.round_def[other, place, seat] = changed(s.round_def[other, place, seat], defense)
    else:
        s.stay_atk[other, place] = changed(s.stay_atk[other, place], atk)
        s.stay_def[other, place] = changed(s.stay_def[other, place], defense)


@kernel
def trigger_death(s, r, seat, slot):
    """HOH-160: rows of a Combatant that is slain, and of its cards."""
    serial = s.serials[seat, slot]
    trigger_card(s, r, s.trench[seat, slot], Trigger.DEATH, seat, slot, serial, -1)
    trigger_card(s, r, s.weapon[seat, slot], Trigger.DEATH, seat, slot, serial, -1)
    trigger_card(s, r, s.hold[seat, slot], Trigger.DEATH, seat, slot, serial, -1)


@kernel
def slay_all(s, r, row, seat, slot):
    """HOH-206: slay every Combatant that a row strikes; the rows of Combatants wait before those of their cards."""
    n = s.num_players
    for layer in range(4):
        for distance in range(n):
            other = (s.active + distance) % n
            for place in range(SLOTS):
                if not could_strike(s, r, row, seat, slot, other, place):
                    continue
                serial = s.serials[other, place]
                if layer == 0:
                    trigger_card(s, r, s.trench[other, place], Trigger.DEATH, other, place, serial, -1)
                elif layer == 1:
                    trigger_card(s, r, s.weapon[other, place], Trigger.DEATH, other, place, serial, -1)
                elif layer == 2:
                    trigger_card(s, r, s.hold[other, place], Trigger.DEATH, other, place, serial, -1)
                else:
                    unit_to_museum(s, other, place)


@kernel
def resolve_for_players(s, r, row, seat, slot, opponent):
    """Operations on players."""
    op = r.row[row, Column.OP]
    if op == Op.DUMP:
        s.due = min(amount(s, r, row, seat, slot), s.hand_size[seat])
        if s.due > 0:
            ask(s, seat, Prompt.DUMP)
        else:
            drop_front(s)
        return
    if Op.FETCH <= op <= Op.LEVY:
        if zone_offers(s, r, row, seat, s.hand_size[seat]):
            ask(s, seat, Prompt.ORDER if op == Op.ORDER else Prompt.CHOOSE)
        else:
            drop_front(s)
        return
    n = s.num_players
    value = amount(s, r, row, seat, slot)
    # Whom the row means is settled before it strikes: a player it puts out must not change the others.
    meant = opponent_of(s, r, row, seat, opponent)
    drop_front(s)
    for distance in range(n):
        other = (seat + distance) % n
        if s.over == 0 and strikes_player(s, r, row, seat, meant, other):
            strike_player(s, r, op, value, seat, other)


@kernel
def strike_player(s, r, op, value, seat, other):
    """HOH-194..HOH-200, HOH-208, HOH-219, HOH-220: one operation on one player."""
    if op == Op.GAIN:
        gain_points(s, other, value)
    elif op == Op.LOSE:
        lose_points(s, other, value)
    elif op == Op.STEAL:
        gain_points(s, seat, value)
        lose_points(s, other, value)
    elif op == Op.DRAW:
        draw_cards(s, other, value)
    elif op == Op.TOSS:
        for _ in range(min(value, s.hand_size[other])):
            toss_card(s, other)
    elif op == Op.MILL:
        mill(s, other, value)
    elif op == Op.RAZE:
        raze(s, r, other)
    elif other == s.active:  # further plays and moves are of this turn, so they are the active player's
        if op == Op.MUSTER:
            s.mustered = min(MOST_COUNT, s.mustered + value)
        else:
            s.rearmed = min(MOST_COUNT, s.rearmed + value)


@kernel
def raze(s, r, other):
    """HOH-208: a player's active Battlefield goes to its owner's Museum; shared, the one on the table does."""
    for owner in range(s.num_players):
        if owner == other or r.zones_battlefield_scope == SHARED:
            battlefield_to_museum(s, owner)


# ------------------------------------------------------------------------------------------------ choices
@kernel
def legal_effect(s, r, mask):
    """The answers to the question that the front row asks."""
    seat, prompt, n = s.seat, s.prompt, s.num_players
    row, slot = s.queue_row[s.queue_next], source_slot(s)
    if prompt == Prompt.OPPONENT:
        for distance in range(1, n):
            if s.alive[(seat + distance) % n] != 0:
                mask[ID.player + distance - 1] = 1
    elif prompt == Prompt.PICK_MINE:
        for place in range(SLOTS):
            if could_strike(s, r, row, seat, slot, seat, place):
                mask[ID.own + place] = 1
    elif prompt == Prompt.PICK_THEIRS:
        for distance in range(1, n):
            for place in range(SLOTS):
                if could_strike(s, r, row, seat, slot, (seat + distance) % n, place):
                    mask[ID.enemy + (distance - 1) * SLOTS + place] = 1
    elif prompt == Prompt.CHOOSE:
        for k in range(candidates(s, r, row, seat)):
            mask[ID.choice + k] = 1
    else:
        for place in range(s.hand_size[seat]):
            if is_first_copy(s, seat, place) and (prompt == Prompt.DUMP or card_passes(r, row, s.hand[seat, place])):
                mask[ID.hand + place] = 1


@kernel
def source_slot(s):
    """The slot of the front row's source, or -1 if it has none or has left play."""
    front = s.queue_next
    slot = s.queue_slot[front]
    return slot if is_there(s, s.queue_seat[front], slot, s.queue_serial[front]) else -1


@kernel
def apply_effect(s, r, prompt, action):
    """Carry out the front row with the answer to its question."""
    seat, n = s.seat, s.num_players
    row, slot = s.queue_row[s.queue_next], source_slot(s)
    if prompt == Prompt.OPPONENT:
        s.opponent = (seat + 1 + action - ID.player) % n
    elif prompt == Prompt.PICK_MINE:
        pick(s, r, row, seat, slot, seat, action - ID.own)
    elif prompt == Prompt.PICK_THEIRS:
        distance, place = (action - ID.enemy) // SLOTS + 1, (action - ID.enemy) % SLOTS
        pick(s, r, row, seat, slot, (seat + distance) % n, place)
    elif prompt == Prompt.CHOOSE:
        title = candidate(s, r, row, seat, action - ID.choice)
        drop_front(s)
        bring(s, r, r.row[row, Column.OP], seat, title)
    elif prompt == Prompt.ORDER:
        drop_front(s)
        s.card = take_from_hand(s, seat, action - ID.hand)
        ask(s, seat, Prompt.MODE)
    else:
        to_museum(s, seat, take_from_hand(s, seat, action - ID.hand))
        s.due -= 1
        if s.due > 0:
            ask(s, seat, Prompt.DUMP)
        else:
            drop_front(s)


@kernel
def pick(s, r, row, seat, slot, other, place):
    """HOH-178, HOH-183, HOH-184: strike the picked Combatant and remember it for the further rows of the card."""
    s.it_seat = other
    s.it_slot = place
    s.it_serial = s.serials[other, place]
    strike_unit(s, r, row, seat, slot, other, place)
    drop_front(s)


@kernel
def bring(s, r, op, seat, title):
    """HOH-201, HOH-202, HOH-204, HOH-205: a chosen card comes to hand, or asks for its mode on the way to the Trench."""
    if op == Op.FETCH or op == Op.LEVY:
        take_from_deck(s, seat, title)
    else:
        s.museum[seat, title] -= 1
    if op == Op.FETCH or op == Op.RECALL:
        add_to_hand(s, seat, title)
    else:
        s.card = title
        ask(s, seat, Prompt.MODE)


# ------------------------------------------------------------------------------------------------ what a row could do
@kernel
def can_start(s, r, row, seat, slot):
    """HOH-234: would the first row of a card do something? A player as target always counts."""
    if not condition_holds(s, r, row, seat, slot):
        return False
    if r.row[row, Column.TO] < Selector.ME:
        return strikes_any(s, r, row, seat, slot)
    op = r.row[row, Column.OP]
    held = s.hand_size[seat] if slot >= 0 else s.hand_size[seat] - 1  # an Action that is asked about is still in hand
    return op < Op.FETCH or op > Op.LEVY or zone_offers(s, r, row, seat, held)


@kernel
def would_change(s, r, row, seat, slot):
    """Could a row of an ability change anything now?"""
    if r.row[row, Column.TO] == Selector.IT:
        return True
    if not can_start(s, r, row, seat, slot):
        return False
    op = r.row[row, Column.OP]
    if op == Op.DUMP:
        return s.hand_size[seat] > 0
    if Op.FETCH <= op <= Op.LEVY:
        return True
    n = s.num_players
    for other in range(n):
        if r.row[row, Column.TO] >= Selector.ME:
            struck = other != seat if r.row[row, Column.TO] != Selector.ME else other == seat
            if struck and s.alive[other] != 0 and changes_player(s, r, op, other):
                return True
        else:
            for place in range(SLOTS):
                if could_strike(s, r, row, seat, slot, other, place) and changes_unit(s, r, row, seat, slot, other, place):
                    return True
    return False


@kernel
def changes_player(s, r, op, other):
    """Would an operation change anything for a player?"""
    if op == Op.GAIN:
        return s.state_points[other] < MOST_POINTS
    if op == Op.DRAW:
        return s.deck_size[other] > 0 and s.hand_size[other] < HAND
    if op == Op.TOSS:
        return s.hand_size[other] > 0
    if op == Op.MILL:
        return s.deck_size[other] > 0
    if op == Op.RAZE:
        return any_battlefield(s, r, other)
    return True


@kernel
def changes_unit(s, r, row, seat, slot, other, place):
    """Would an operation change anything for a Combatant?"""
    op = r.row[row, Column.OP]
    if op <= Op.BOTH or op == Op.AGAIN:
        return amount(s, r, row, seat, slot) != 0
    if op == Op.DISARM:
        return s.weapon[other, place] != 0
    if op == Op.MODE:
        return r.row[row, Column.AMT] == FLIP or s.mode[other, place] != r.row[row, Column.AMT]
    if op == Op.STUN or op == Op.LOCK:
        return not timed_power(s, other, place, power_of(op))
    return op == Op.SLAY or not has_power(s, r, other, place, power_of(op))
