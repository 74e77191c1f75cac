"""Skirmishes: declaring, responding, targets, dice, casualties, reactions and pressing the attack.

`s.skirmish` says which step goes on. A round of skirmish runs RESPOND, TARGETS, CASUALTIES, REACT, PRESS; before it the
inactive players WATCH the deploying unit. `s.asked` counts the players that a step has gone through.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import (
    boat_water,
    closed_forts,
    distance,
    footing,
    has_room,
    neighbour,
    on_board,
    place_of,
    seats_at,
    struct_at,
    surface,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.control import check_control
from rulebound.envs.brick_civilization.rules.detachments import (
    all_alike,
    any_picked,
    clear_list,
    deploying_place,
    engaged_number,
    first_at,
    list_enemies,
    list_helpers,
    list_targets,
    list_watchers,
    pick_all,
    size_of,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.fields import lapse
from rulebound.envs.brick_civilization.rules.movement import drop_path, drop_unit, group_size, leader, pay_action, sail_to
from rulebound.envs.brick_civilization.rules.pawns import lay_critical
from rulebound.envs.brick_civilization.rules.plunder import plunder
from rulebound.envs.brick_civilization.rules.ranges import has_range, strength
from rulebound.envs.brick_civilization.rules.relations import friendly
from rulebound.envs.brick_civilization.rules.turns import answered, ask, relative
from rulebound.envs.brick_civilization.state import (
    ENGAGED,
    SLOTS,
    STRUCTS,
    Footing,
    Mode,
    Prompt,
    Side,
    Skirmish,
    Stream,
    Terrain,
)  # fmt: skip
from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import scratch

EVERY_STEP, FIRST, NEVER = range(3)  # options of combat.interrupts
ALL = 1  # option of combat.commit
RETREAT, COMPLETE, REDEPLOY = range(3)  # entries of the action block `react`
SIDES = 6  # of a die


# ------------------------------------------------------------------------------------------------ watching a deploy action
@kernel
def begin_watch(s):
    """Inactive players may now declare against the deploying unit."""
    s.skirmish = Skirmish.WATCH
    s.asked = 0


@kernel
def may_watch(s, r, seat):
    """Whether an inactive player is asked at all: completing a deploy concerns the parties only."""
    if r.combat_interrupts == NEVER or s.press >= r.combat_max_press or s.out[seat] != 0:
        return 0
    return 1 if s.completing == 0 or s.party[seat] != 0 else 0


@kernel
def watch(s, r):
    """BRC-321: each unfriendly player in seat order that has the deploying unit in range is asked; then the action goes
    on, or is over if its player has ended it."""
    while s.asked < s.num_players - 1:
        s.asked += 1
        seat = relative(s, s.turn, s.asked)
        if may_watch(s, r, seat) == 0:
            continue
        list_watchers(s, r, seat)
        before = s.watched[seat]
        s.watched[seat] = 1 if s.listed > 0 else 0
        if s.listed > 0 and (r.combat_interrupts == EVERY_STEP or before == 0 or s.closing != 0):
            ask(s, seat, Prompt.INTERRUPT)
            return
    clear_list(s)
    s.skirmish = Skirmish.NONE
    if s.closing != 0 or deploying_place(s) < 0:
        finish_action(s, r)


@kernel
def may_stop(s, r):
    """BRC-322: nobody is asked while the unit passes a stud on which it may not stay; where a leg ends it may."""
    if s.path_at >= s.path_length:
        return 1
    chief = leader(s)
    place = np.int64(s.cell[s.turn, chief])
    boat = s.aboard[s.turn, chief]
    if boat != 0:
        return 1 if s.deck[place] == 0 and s.boat[place] == boat and seats_at(s, place) == 0 else 0
    return has_room(s, r, s.turn, place, seats_at(s, place)) if s.boat[place] == 0 else 0


@kernel
def end_action(s, r):
    """The player in turn ends its deploy action: others may still declare; after a completed one the parties may press."""
    s.closing = 1
    if s.completing != 0:
        s.skirmish = Skirmish.PRESS
        s.asked = 0
    else:
        begin_watch(s)


@kernel
def finish_action(s, r):
    """A deploy action is over."""
    clear_skirmish(s)
    s.skirmish = Skirmish.NONE
    s.press = 0
    s.closing = 0
    s.completing = 0
    for seat in range(s.num_players):
        s.party[seat] = 0
        s.watched[seat] = 0
    drop_unit(s)
    check_control(s, r)


@kernel
def clear_skirmish(s):
    """Nobody is engaged."""
    clear_list(s)
    for e in range(ENGAGED):
        s.engaged_seat[e] = 0
        s.engaged_cell[e] = 0
        s.engaged_side[e] = 0
        s.hits[e] = 0
        s.retreated[e] = 0
    s.engaged = 0
    s.retreating = 0
    s.redeploying = 0
    s.shooter = 0
    s.cursor = 0
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            s.target[seat, slot] = 0


# ------------------------------------------------------------------------------------------------ declaring
@kernel
def legal_interrupt(s, mask):
    """Declare, or let them pass."""
    mask[ID.yes] = 1
    mask[ID.end] = 1


@kernel
def apply_interrupt(s, r, action):
    """BRC-316, BRC-323: an inactive player declares and chooses what it commits, or lets the unit pass."""
    if action == ID.end:
        answered(s)
    else:
        declare_inactive(s, r, s.seat)


@kernel
def declare_inactive(s, r, seat):
    """An inactive player challenges the deploying detachment with its listed detachments."""
    s.declarer = seat
    if r.combat_commit == ALL:
        pick_all(s)
        engage(s)
    else:
        ask(s, seat, Prompt.COMMIT)


@kernel
def legal_picks(s, mask):
    """Listed detachments that are not chosen yet; a choice is closed with yes. Helpers may be left out altogether."""
    for k in range(s.listed):
        if s.picked[k] == 0:
            mask[ID.det + k] = 1
    if s.prompt == Prompt.RESPOND or any_picked(s) != 0:
        mask[ID.yes] = 1


@kernel
def legal_challenge(s, mask):
    """The first detachment of a challenge, while the action goes on."""
    for k in range(s.listed):
        mask[ID.det + k] = 1


@kernel
def begin_challenge(s, k):
    """The player in turn challenges a listed detachment, and may name more."""
    s.declarer = s.turn
    s.picked[k] = 1
    ask(s, s.turn, Prompt.CHALLENGE)


@kernel
def apply_picks(s, action):
    """A detachment is chosen, or the choice is closed."""
    if action != ID.yes:
        s.picked[action - ID.det] = 1
    elif s.prompt == Prompt.RESPOND:
        engage_picked(s, Side.RESPONDER)
        clear_list(s)
        answered(s)
    else:
        engage(s)


@kernel
def add_engaged(s, seat, place, side):
    """A detachment takes part."""
    if s.engaged < ENGAGED and engaged_number(s, seat, place) < 0:
        s.engaged_seat[s.engaged] = seat
        s.engaged_cell[s.engaged] = place
        s.engaged_side[s.engaged] = side
        s.engaged += 1


@kernel
def engage_picked(s, side):
    """The chosen detachments take part."""
    for k in range(s.listed):
        if s.picked[k] != 0:
            add_engaged(s, s.listed_seat[k], s.listed_cell[k], side)


@kernel
def engage(s):
    """BRC-317: the declared round of skirmish begins; challenged pawns must take part. The leg under way is cut short."""
    if s.declarer == s.turn:
        add_engaged(s, s.turn, deploying_place(s), Side.DECLARER)
        engage_picked(s, Side.RESPONDER)
    else:
        engage_picked(s, Side.DECLARER)
        add_engaged(s, s.turn, deploying_place(s), Side.RESPONDER)
    for seat in range(s.num_players):
        s.party[seat] = 0
    for e in range(s.engaged):
        s.party[s.engaged_seat[e]] = 1
    clear_list(s)
    drop_path(s)
    s.press += 1
    s.skirmish = Skirmish.RESPOND
    s.asked = 0
    answered(s)


# ------------------------------------------------------------------------------------------------ a round of skirmish
@kernel
def advance_skirmish(s, r):
    """One step of the skirmish goes on."""
    step = s.skirmish
    if step == Skirmish.WATCH:
        watch(s, r)
    elif step == Skirmish.RESPOND:
        gather_helpers(s, r)
    elif step == Skirmish.TARGETS:
        take_aim(s, r)
    elif step == Skirmish.CASUALTIES:
        take_casualties(s, r)
    elif step == Skirmish.REACT:
        ask_reactions(s, r)
    else:
        press_attack(s, r)


@kernel
def gather_helpers(s, r):
    """BRC-318: challenged players may add detachments that could target the declaring pawns."""
    while s.asked < s.num_players - 1:
        s.asked += 1
        seat = relative(s, s.declarer, s.asked)
        if s.party[seat] == 0 or s.engaged >= ENGAGED:
            continue
        list_helpers(s, r, seat)
        if s.listed > 0:
            ask(s, seat, Prompt.RESPOND)
            return
    clear_list(s)
    s.skirmish = Skirmish.TARGETS
    s.cursor = 0


@kernel
def may_roll(s, r, seat, slot):
    """BRC-312: engaged pawns with effective range and strength roll; of an active declarer only those that deploy."""
    if has_range(s, seat, slot) == 0 or engaged_number(s, seat, s.cell[seat, slot]) < 0 or strength(s, r, seat, slot) <= 0:
        return 0
    return 1 if seat != s.declarer or seat != s.turn or s.group[slot] != 0 else 0


@kernel
def take_aim(s, r):
    """BRC-325..BRC-327: each pawn takes a target in range, the declarer's first, then by seat; a single one by itself."""
    while s.cursor < s.num_players * SLOTS:
        seat = relative(s, s.declarer, s.cursor // SLOTS)
        slot = s.cursor % SLOTS
        s.cursor += 1
        if may_roll(s, r, seat, slot) == 0:
            continue
        list_targets(s, r, seat, slot)
        if s.listed == 1:
            s.target[seat, slot] = engaged_number(s, s.listed_seat[0], s.listed_cell[0]) + 1
        elif s.listed > 1:
            s.shooter = 1 + seat * SLOTS + slot
            s.focus = s.cell[seat, slot]
            ask(s, seat, Prompt.SK_TARGET)
            return
    clear_list(s)
    s.shooter = 0
    roll_dice(s, r)
    s.skirmish = Skirmish.CASUALTIES
    s.cursor = 0


@kernel
def apply_target(s, action):
    """A pawn takes its target."""
    k = action - ID.det
    slot = (s.shooter - 1) % SLOTS
    s.target[s.seat, slot] = engaged_number(s, s.listed_seat[k], s.listed_cell[k]) + 1
    s.shooter = 0
    answered(s)


@kernel
def roll_dice(s, r):
    """BRC-328, BRC-329: the declarer rolls first, then the others by seat; a die up to the strength hits."""
    for number in range(s.num_players):
        seat = relative(s, s.declarer, number)
        for slot in range(SLOTS):
            if s.target[seat, slot] != 0 and roll(s, Stream.DICE, SIDES) <= strength(s, r, seat, slot):
                s.hits[s.target[seat, slot] - 1] += 1


@kernel
def take_casualties(s, r):
    """BRC-330..BRC-333: each hit takes a pawn of its detachment, chosen by the controller where they differ."""
    while s.cursor < s.engaged:
        e = s.cursor
        seat, place = s.engaged_seat[e], s.engaged_cell[e]
        alive = size_of(s, seat, place)
        if s.hits[e] == 0 or alive == 0:
            s.hits[e] = 0
            s.cursor += 1
        elif s.hits[e] >= alive or all_alike(s, seat, place) != 0:
            casualty(s, r, seat, first_at(s, seat, place))
            s.hits[e] -= 1
        else:
            s.focus = place
            ask(s, seat, Prompt.SK_CASUALTY)
            return
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            s.target[seat, slot] = 0
    check_control(s, r)
    s.skirmish = Skirmish.REACT
    s.asked = 0
    s.cursor = 0


@kernel
def legal_casualty(s, mask):
    """Any pawn of the detachment that was hit."""
    e = s.cursor
    for slot in range(SLOTS):
        if s.cell[s.seat, slot] == s.engaged_cell[e] and on_board(s, s.seat, slot) != 0:
            mask[ID.pawn + slot] = 1


@kernel
def apply_casualty(s, r, action):
    """The controller names the pawn that falls."""
    s.hits[s.cursor] -= 1
    casualty(s, r, s.seat, action - ID.pawn)
    answered(s)


@kernel
def casualty(s, r, seat, slot):
    """A pawn falls: its cargo is plundered, and it lies in critical condition."""
    plunder(s, r, seat, slot)
    lay_critical(s, r, seat, slot)
    if seat == s.turn:
        s.group[slot] = 0
        s.unit = leader(s) + 1


# ------------------------------------------------------------------------------------------------ reactions
@kernel
def ask_reactions(s, r):
    """BRC-334: each party may react, the challenged first by seat, the declarer last."""
    if s.retreating != 0:
        if ask_retreat(s, r) != 0:
            return
        s.retreating = 0
    while s.asked < s.num_players:
        s.asked += 1
        seat = relative(s, s.declarer, s.asked)
        if s.party[seat] != 0 and (may_complete(s, seat) != 0 or may_redeploy(s, seat) != 0 or may_retreat(s, r, seat) != 0):
            ask(s, seat, Prompt.SK_REACT)
            return
    if s.redeploying != 0:
        redeploy(s, r)
    elif s.completing != 0 and s.closing == 0:
        clear_skirmish(s)
        s.skirmish = Skirmish.NONE
    else:
        s.completing = 0
        s.skirmish = Skirmish.PRESS
        s.asked = 0


@kernel
def may_complete(s, seat):
    """BRC-339: the player in turn has movement left in the interrupted action."""
    if seat != s.turn or s.closing != 0 or s.ended != 0 or leader(s) < 0:
        return 0
    return 1 if s.left > 0 or s.credit > 0 else 0


@kernel
def may_redeploy(s, seat):
    """BRC-341: the player in turn has another action for the unit."""
    return 1 if seat == s.turn and s.actions[seat] > 0 and leader(s) >= 0 else 0


@kernel
def may_retreat(s, r, seat):
    """Whether a surviving engaged detachment of a player has somewhere to go."""
    for e in range(s.engaged):
        if s.engaged_seat[e] == seat and can_retreat(s, r, e) != 0:
            return 1
    return 0


@kernel
def can_retreat(s, r, e):
    """Whether a detachment has a direction to retreat in."""
    for d in range(4):
        if retreat_to(s, r, e, d) >= 0:
            return 1
    return 0


@kernel
def legal_reaction(s, r, mask):
    """Retreat, complete the action, deploy again, or nothing."""
    mask[ID.end] = 1
    if may_retreat(s, r, s.seat) != 0:
        mask[ID.react + RETREAT] = 1
    if may_complete(s, s.seat) != 0:
        mask[ID.react + COMPLETE] = 1
    if may_redeploy(s, s.seat) != 0:
        mask[ID.react + REDEPLOY] = 1


@kernel
def apply_reaction(s, r, action):
    """BRC-334, BRC-340: one reaction for each player; whoever does not complete its movement loses the rest."""
    if s.seat == s.turn:
        s.completing = 1 if action == ID.react + COMPLETE else 0
        s.redeploying = 1 if action == ID.react + REDEPLOY else 0
    if action == ID.react + RETREAT:
        s.retreating = s.seat + 1
        s.cursor = 0
    answered(s)


@kernel
def redeploy(s, r):
    """BRC-341: the unit begins another deploy action."""
    clear_skirmish(s)
    s.skirmish = Skirmish.NONE
    s.press = 0
    s.closing = 0
    s.completing = 0
    pay_action(s)
    s.left = r.movement_studs
    s.mode = Mode.OPEN
    s.credit = 0
    s.penalty = (group_size(s) - 1) * r.movement_group_penalty
    s.transfers = 0
    s.ended = 0
    for seat in range(s.num_players):
        s.party[seat] = 0
        s.watched[seat] = 0


@kernel
def nearest_enemy(s, e, place):
    """Manhattan distance of a place to the nearest surviving engaged enemy of a detachment."""
    nearest = 1 << 20
    for other in range(s.engaged):
        if s.engaged_side[other] != s.engaged_side[e] and size_of(s, s.engaged_seat[other], s.engaged_cell[other]) > 0:
            nearest = min(nearest, distance(s, place, s.engaged_cell[other]))
    return nearest


@kernel
def retreat_to(s, r, e, d):
    """BRC-335..BRC-338: where a detachment comes to in a direction, or -1: one stud farther from the nearest enemy, at most
    one level up or down, not into water; a manned boat shifts by one stud of its water."""
    seat, place = s.engaged_seat[e], np.int64(s.engaged_cell[e])
    if size_of(s, seat, place) == 0 or s.retreated[e] != 0:
        return -1
    slot = first_at(s, seat, place)
    boat = s.aboard[seat, slot] - 1
    inside = place
    b = neighbour(s, inside, d)
    while b >= 0 and boat < 0 and place_of(s, r, b) == place:
        inside = b
        b = neighbour(s, inside, d)
    if b < 0:
        return -1
    to = b if boat >= 0 else place_of(s, r, b)
    if nearest_enemy(s, e, to) <= nearest_enemy(s, e, place):
        return -1
    if boat >= 0:
        return to if boat_may_shift(s, seat, boat, b) != 0 else -1
    return to if may_step_back(s, r, seat, inside, b) != 0 else -1


@kernel
def boat_may_shift(s, seat, boat, b):
    """Whether a boat can retreat onto a stud."""
    if friendly(s, seat, s.struct_owner[boat]) == 0 or (s.water[b] & boat_water(s.struct_kind[boat])) == 0:
        return 0
    if s.ground[b] != s.ground[s.struct_cell[boat]] or s.deck[b] != 0 or s.boat[b] != 0:
        return 0
    return 1 if seats_at(s, b) == 0 else 0


@kernel
def may_step_back(s, r, seat, a, b):
    """Whether pawns on foot can retreat from one stud to the next."""
    if footing(s, b) == Footing.WATER or (s.terrain[b] == Terrain.IMPASSABLE and s.deck[b] == 0):
        return 0
    if abs(surface(s, b) - surface(s, a)) > 1:
        return 0
    k = struct_at(s, b)
    if k >= 0:
        closed = scratch(STRUCTS, np.int8)
        closed_forts(s, seat, closed)
        if closed[k] != 0:
            return 0
    to = place_of(s, r, b)
    return has_room(s, r, seat, to, seats_at(s, to))


@kernel
def ask_retreat(s, r):
    """Ask for the next detachment of the retreating player; whether somebody was asked."""
    while s.cursor < s.engaged:
        if s.engaged_seat[s.cursor] == s.retreating - 1 and can_retreat(s, r, s.cursor) != 0:
            s.focus = s.engaged_cell[s.cursor]
            ask(s, s.retreating - 1, Prompt.SK_RETREAT)
            return 1
        s.cursor += 1
    return 0


@kernel
def legal_retreat(s, r, mask):
    """The directions in which the detachment may retreat; end: it stays."""
    mask[ID.end] = 1
    for d in range(4):
        if retreat_to(s, r, s.cursor, d) >= 0:
            mask[ID.dir + d] = 1


@kernel
def apply_retreat(s, r, action):
    """A detachment steps back or stays."""
    e = s.cursor
    if action != ID.end:
        step_back(s, e, retreat_to(s, r, e, action - ID.dir))
        check_control(s, r)
    s.retreated[e] = 1
    s.cursor += 1
    answered(s)


@kernel
def step_back(s, e, to):
    """All pawns of a detachment go to a place, in their boat if they have one."""
    seat, place = s.engaged_seat[e], s.engaged_cell[e]
    boat = s.aboard[seat, first_at(s, seat, place)] - 1
    if boat >= 0:
        for other in range(s.engaged):  # passengers of friends travel along
            if s.engaged_cell[other] == place:
                s.engaged_cell[other] = to
        sail_to(s, boat, to)
        return
    for slot in range(SLOTS):
        if s.cell[seat, slot] == place and on_board(s, seat, slot) != 0:
            lapse(s, seat, slot)
            s.cell[seat, slot] = to
    s.engaged_cell[e] = to


# ------------------------------------------------------------------------------------------------ pressing the attack
@kernel
def press_attack(s, r):
    """BRC-342..BRC-344: the previous declarer, then the other parties by seat, may declare again; if nobody does the
    skirmish and the deploy action are over."""
    previous = s.declarer
    if s.asked == 0:
        clear_skirmish(s)
    while s.asked < s.num_players and s.press < r.combat_max_press and deploying_place(s) >= 0:
        seat = relative(s, previous, s.asked)
        s.asked += 1
        if s.party[seat] == 0:
            continue
        if seat == s.turn:
            list_enemies(s, r)
        else:
            list_watchers(s, r, seat)
        if s.listed > 0:
            ask(s, seat, Prompt.SK_PRESS)
            return
    finish_action(s, r)


@kernel
def apply_press(s, r, action):
    """A party declares another round, or declines."""
    if action == ID.end:
        clear_list(s)
        answered(s)
    elif s.seat == s.turn:
        s.declarer = s.turn
        ask(s, s.turn, Prompt.CHALLENGE)
    else:
        declare_inactive(s, r, s.seat)
