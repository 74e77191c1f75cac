"""Effect rows of Heroes of History that wait to be resolved: first in, first out.

An event adds the rows that it triggers to the end of the queue; `interpreter.py` takes them from its front.
The queue cannot overflow: a card has at most 2 rows of one trigger (4 of `play` and `activate`), so at the most 102
rows of one battle wait, 120 further ones of twenty Combatants slain with their cards, and special orders, the only
effects that bring in new rows again and again, are not carried out while fewer than 124 places are free. Read `ending.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Trigger
from rulebound.envs.heroes_of_history.rules.totals import has_trigger
from rulebound.envs.heroes_of_history.state import SLOTS, WAITING

RESERVED = 124  # places that special orders leave to the rows of slain Combatants and of the newcomer


@kernel
def wait(s, row, seat, slot, serial, opponent, starts):
    """Add one row to the end of the queue."""
    if s.queue_end == WAITING:
        close_up(s)
    end = s.queue_end
    s.queue_row[end] = row
    s.queue_seat[end] = seat
    s.queue_slot[end] = slot
    s.queue_serial[end] = serial
    s.queue_opponent[end] = opponent
    s.queue_starts[end] = starts
    s.queue_end = end + 1


@kernel
def close_up(s):
    """Move the waiting rows to the beginning of their arrays."""
    moved = s.queue_next
    for k in range(moved, s.queue_end):
        s.queue_row[k - moved] = s.queue_row[k]
        s.queue_seat[k - moved] = s.queue_seat[k]
        s.queue_slot[k - moved] = s.queue_slot[k]
        s.queue_serial[k - moved] = s.queue_serial[k]
        s.queue_opponent[k - moved] = s.queue_opponent[k]
        s.queue_starts[k - moved] = s.queue_starts[k]
    for k in range(s.queue_end - moved, s.queue_end):
        erase(s, k)
    s.queue_end -= moved
    s.queue_next = 0


@kernel
def erase(s, k):
    """Leave nothing of a row in its place, so that equal positions have equal bytes."""
    s.queue_row[k] = 0
    s.queue_seat[k] = 0
    s.queue_slot[k] = 0
    s.queue_serial[k] = 0
    s.queue_opponent[k] = 0
    s.queue_starts[k] = 0


@kernel
def drop_front(s):
    """The front row is done; nothing is left to drop once the game has ended."""
    if s.queue_end == 0:
        return
    erase(s, s.queue_next)
    s.queue_next += 1
    if s.queue_next == s.queue_end:
        s.queue_next = 0
        s.queue_end = 0
        s.it_seat = -1
        s.it_slot = 0
        s.it_serial = 0
        s.opponent = -1


@kernel
def clear_queue(s):
    """Nothing waits any more."""
    while s.queue_end > 0:
        drop_front(s)


@kernel
def has_room(s):
    """May a special order bring in further rows?"""
    return WAITING - (s.queue_end - s.queue_next) >= RESERVED


# ------------------------------------------------------------------------------------------------ events
@kernel
def trigger_card(s, r, card, trigger, seat, slot, serial, opponent):
    """Add the rows of one card that an event triggers, in the order of its file."""
    if not has_trigger(r, card, trigger):
        return
    starts = 1
    for row in range(r.first[card], r.first[card + 1]):
        if r.row[row, Column.WHEN] == trigger:
            wait(s, row, seat, slot, serial, opponent, starts)
            starts = 0


@kernel
def trigger_unit(s, r, trigger, seat, slot, opponent):
    """Rows of a Combatant in play, then of its weapon, then of its hold."""
    serial = s.serials[seat, slot]
    trigger_card(s, r, s.trench[seat, slot], trigger, seat, slot, serial, opponent)
    trigger_card(s, r, s.weapon[seat, slot], trigger, seat, slot, serial, opponent)
    trigger_card(s, r, s.hold[seat, slot], trigger, seat, slot, serial, opponent)


@kernel
def trigger_units(s, r, trigger, seat, opponent):
    """Rows of all Combatants of a seat, by slot."""
    for slot in range(SLOTS):
        trigger_card(s, r, s.trench[seat, slot], trigger, seat, slot, s.serials[seat, slot], opponent)


@kernel
def trigger_other_cards(s, r, trigger, seat, opponent):
    """Rows of a seat's other active cards: weapons, holds, holds of the Command Zone, Battlefield."""
    for slot in range(SLOTS):
        trigger_card(s, r, s.weapon[seat, slot], trigger, seat, slot, s.serials[seat, slot], opponent)
    for slot in range(SLOTS):
        trigger_card(s, r, s.hold[seat, slot], trigger, seat, slot, s.serials[seat, slot], opponent)
    for place in range(SLOTS):
        if r.card[s.command[seat, place], Feature.STATION] != 0:
            trigger_card(s, r, s.command[seat, place], trigger, seat, -1, 0, opponent)
    trigger_card(s, r, s.battlefield[seat], trigger, seat, -1, 0, opponent)


@kernel
def trigger_phase(s, r, trigger, seat):
    """HOH-162, HOH-163: Beginning or End Phase of a seat; Combatants come first (HOH-082)."""
    trigger_units(s, r, trigger, seat, -1)
    trigger_other_cards(s, r, trigger, seat, -1)


@kernel
def trigger_play(s, r, card, seat, slot):
    """HOH-155: a card was put into play."""
    trigger_card(s, r, card, Trigger.PLAY, seat, slot, s.serials[seat, slot] if slot >= 0 else 0, -1)
