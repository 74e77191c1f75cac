"""A sensible player of Heroes of History, compiled: it tries every move on a copy of the game and takes the best one.

A move is tried with its follow-up (target, mode, bearer, ...), and what comes of it is weighed in State Points. It knows
only what its seat may know: decks and other hands count by their size, and cards that a tried move draws count as any
card, so the order of the own deck changes nothing. Because the rules themselves say what a card does, it plays further
card sets too.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import mix
from rulebound.envs.heroes_of_history.actions import ACTIONS, ID
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.rules import apply, legal
from rulebound.envs.heroes_of_history.rules.action import bears, hold_moves_left, weapon_moves_left
from rulebound.envs.heroes_of_history.rules.battle import attacks_allowed, may_attack
from rulebound.envs.heroes_of_history.rules.decks import deck_size_of, group_of, quota
from rulebound.envs.heroes_of_history.rules.totals import totals
from rulebound.envs.heroes_of_history.state import SEATS, SLOTS, STATE, Mode, Phase, Power, Prompt

# ------------------------------------------------------------------------------------------------ weights
# All in State Points. Found by matches of the agent against itself and against random play.
WIN = 1000.0
OUT = 30.0  # an opponent out of a game that goes on
LOW_POINTS = 12  # below this a State Point counts half as much again
STRONG, WEAK = 0.9, 0.3  # the higher and the lower value of a Combatant
POWERS = ((Power.WARD, 1.5), (Power.GUARD, 1.0), (Power.RAID, 1.0), (Power.PIERCE, 0.5))
CARD = 1.4  # a card in hand that nothing is known of
SPARE_CARD = 0.3  # one beyond what may be kept
READY = 1.7  # a weapon or hold that can be attached this turn
LOOSE = 0.7  # one that cannot
STANDING = 1.5  # a hold that works from the Command Zone
BATTLEFIELD = 1.6
TRIBUTE = 2.0  # a tribute still to be paid
DECK = 0.12  # a card in the deck, up to SAFE_DECK
THIN_DECK = 0.8  # one of the last
SAFE_DECK, LAST_CARDS = 20, 6
CHANCE = 0.85  # of what an attack could gain this turn
DANGER = 0.7  # of what attacks on this seat could cost
LATER = 0.2  # of that danger, while modes can still be switched after the battle
GAIN = 0.4  # what a move for State Points must gain, so that none is made twice
WRONG_GROUP = 6.0  # a card of which a drafted deck has enough

NUM_ACTIONS, STATE_DTYPE = ACTIONS.size, STATE.dtype
ATK, DEF, POWER = range(3)  # layers of the table of values


# ------------------------------------------------------------------------------------------------ what things are worth
@kernel
def worth(atk, defense, powers):
    """What a Combatant with these totals is worth to its controller."""
    value = STRONG * max(atk, defense) + WEAK * min(atk, defense)
    for power, more in POWERS:
        if powers & power != 0:
            value += more
    return value


@kernel
def card_worth(r, card):
    """What a card in hand is worth."""
    kind = r.card[card, Feature.KIND]
    if kind == Kind.EXCEPTIONAL or kind == Kind.COMBATANT:
        value = worth(r.card[card, Feature.ATK], r.card[card, Feature.DEF], 0)
        return 0.2 + 0.25 * value + 0.3 * (r.card[card, Feature.WORTH] - 1) - 0.35 * r.card[card, Feature.STARS]
    return CARD if kind == Kind.ACTION else 0.9 * CARD if kind == Kind.WEAPON else 0.7 * CARD


@kernel
def value_table(s, r, values):
    """ATK, DEF and powers of every Combatant on the table."""
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if s.trench[seat, slot] != 0:
                atk, defense, powers = totals(s, r, seat, slot)
                values[seat, slot, ATK] = atk
                values[seat, slot, DEF] = defense
                values[seat, slot, POWER] = powers


@kernel
def points_worth(points):
    """State Points count more when few are left."""
    return points + 0.5 * min(points, LOW_POINTS)


@kernel
def side_worth(s, r, values, seat):
    """What a seat has on the table: State Points, Combatants, other cards in play, and its deck."""
    value = points_worth(s.state_points[seat])
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0:
            value += worth(values[seat, slot, ATK], values[seat, slot, DEF], values[seat, slot, POWER])
        value += supply_worth(s, r, seat, s.command[seat, slot])
    if s.battlefield[seat] != 0:
        value += BATTLEFIELD
    size = s.deck_size[seat]
    return value + DECK * min(size, SAFE_DECK) + THIN_DECK * min(size, LAST_CARDS)


@kernel
def supply_worth(s, r, seat, card):
    """What a card in the Command Zone is worth."""
    kind = r.card[card, Feature.KIND]
    if kind != Kind.WEAPON and kind != Kind.HOLD:
        return 0.0
    if r.card[card, Feature.STATION] != 0:
        return STANDING
    moves = weapon_moves_left(s) if kind == Kind.WEAPON else hold_moves_left(s)
    if seat != s.active or moves == 0:
        return LOOSE
    for slot in range(SLOTS):
        if s.trench[seat, slot] != 0 and not bears(s, r, card, seat, slot):
            return READY
    return LOOSE


@kernel
def hand_worth(s, r, before, held, me):
    """The own hand after a move: known cards by what they are, cards that the move brought as any card."""
    value = 0.0
    place = 0
    kept = 0
    for k in range(s.hand_size[me]):
        card = s.hand[me, k]
        while place < held and before[place] < card:
            place += 1
        if place < held and before[place] == card:
            value += card_worth(r, card)
            place += 1
            kept += 1
    limit = r.turn_hand_limit + (1 if s.active != me else 0)
    new = s.hand_size[me] - kept
    room = max(0, min(new, limit - kept))
    return value + CARD * room + SPARE_CARD * (new - room)


@kernel
def fighting(s, values, seat, slot):
    """The total that a Combatant defends itself with."""
    return values[seat, slot, ATK] if s.mode[seat, slot] == Mode.ATTACK else values[seat, slot, DEF]


@kernel
def blow(s, values, seat, slot, other, place):
    """What the controller of a Combatant would win by attacking another one, in State Points of difference."""
    atk, total = values[seat, slot, ATK], fighting(s, values, other, place)
    own = worth(atk, values[seat, slot, DEF], values[seat, slot, POWER])
    foe = worth(values[other, place, ATK], values[other, place, DEF], values[other, place, POWER])
    if atk == total:
        return foe - own
    if atk < total:
        return -own - (total - atk)
    pierces = s.mode[other, place] == Mode.ATTACK or values[seat, slot, POWER] & Power.PIERCE != 0
    return foe + (atk - total if pierces else 0)


@kernel
def chances(s, r, values, me):
    """What the attacks that the seat can still make this turn could gain."""
    if s.active != me or (s.phase != Phase.ACTION_1 and s.phase != Phase.BATTLE) or not attacks_allowed(s, r, me):
        return 0.0
    gain = 0.0
    for slot in range(SLOTS):
        if s.trench[me, slot] == 0 or not may_attack(s, me, slot):
            continue
        best = 0.0
        for other in range(s.num_players):
            if other == me or s.alive[other] == 0:
                continue
            empty = True
            for place in range(SLOTS):
                if s.trench[other, place] != 0:
                    empty = False
                    best = max(best, blow(s, values, me, slot, other, place))
            if empty or values[me, slot, POWER] & Power.RAID != 0:
                best = max(best, 1.0 * values[me, slot, ATK])
        gain += best
    return gain


@kernel
def dangers(s, r, values, me):
    """What the Combatants of opponents could cost the seat before its next turn."""
    loss = 0.0
    for other in range(s.num_players):
        if other == me or s.alive[other] == 0:
            continue
        for place in range(SLOTS):
            if s.trench[other, place] == 0 or s.round_powers[other, place, me] & Power.STUN != 0:
                continue
            worst = 0.0
            empty = True
            for slot in range(SLOTS):
                if s.trench[me, slot] != 0:
                    empty = False
                    worst = max(worst, blow(s, values, other, place, me, slot))
            loss += worst if not empty else values[other, place, ATK]
    return loss


@kernel
def pending_worth(s, r, me):
    """The Combatant that waits for its tribute or mode, as if it were in play, less what it still costs."""
    if s.card == 0 or s.active != me:
        return 0.0
    return worth(r.card[s.card, Feature.ATK], r.card[s.card, Feature.DEF], 0) - TRIBUTE * s.due


@kernel
def weigh(s, r, values, before, held, me):
    """How good a position is for a seat that held the cards `before` when it thought about its move."""
    if s.over != 0:
        return WIN if s.winner == me else -WIN if s.winner >= 0 else 0.0
    if s.alive[me] == 0:
        return -WIN
    value_table(s, r, values)
    rivals = 0.0
    living = 0
    for other in range(s.num_players):
        if other != me and s.alive[other] != 0:
            rivals += side_worth(s, r, values, other) + CARD * s.hand_size[other]
            living += 1
    value = side_worth(s, r, values, me) + hand_worth(s, r, before, held, me) + pending_worth(s, r, me)
    value += OUT * (s.num_players - 1 - living) - rivals / living
    switches_later = s.active == me and (s.phase == Phase.ACTION_1 or s.phase == Phase.BATTLE)
    value -= DANGER * (LATER if switches_later else 1.0) * dangers(s, r, values, me)
    return value + CHANCE * chances(s, r, values, me)


# ------------------------------------------------------------------------------------------------ trying moves
@kernel
def follows_up(s, me):
    """Is the seat asked something that belongs to the move it has just begun?"""
    asked = s.prompt != Prompt.ACT and s.prompt != Prompt.ATTACK and s.prompt != Prompt.DRAW and s.prompt != Prompt.DISCARD
    return s.over == 0 and s.seat == me and asked


@kernel
def try_move(s, r, action, trials, mask, values, before, held, me):
    """How good a move is, with the best follow-up; `trials` are two records to play on."""
    trials[0] = s
    trial = trials[0]
    apply(trial, r, action)
    if not follows_up(trial, me):
        return weigh(trial, r, values, before, held, me)
    for k in range(NUM_ACTIONS):
        mask[k] = 0
    legal(trial, r, mask)
    best = -2 * WIN
    for answer in range(NUM_ACTIONS):
        if mask[answer] != 0:
            trials[1] = trial
            apply(trials[1], r, answer)
            best = max(best, weigh(trials[1], r, values, before, held, me))
    return best


@kernel
def costs_points(action):
    """Is an action one of those that cost State Points and could be made again and again?"""
    return ID.trash_unit <= action < ID.own


@kernel
def draft_worth(s, r, seat, card):
    """What a card is worth to a deck that is being drafted."""
    group = group_of(r, card)
    have = 0
    for place in range(s.deck_size[seat]):
        have += group_of(r, s.deck[seat, place]) == group
    value = card_worth(r, card)
    return value - WRONG_GROUP if have >= quota(deck_size_of(s, r), group) else value


@kernel
def draw_worth(s, cards):
    """Cards are good, but whoever runs out of them first loses."""
    return 1.0 * cards if s.deck_size[s.seat] > 2 * LAST_CARDS else -1.0 * cards


@kernel
def choose(s, r, mask, bits):
    """The action of the seat to act: the best of all that are legal."""
    me = s.seat
    only = -1
    number = 0
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            only = action
            number += 1
    if number == 1:
        return only
    trials = np.empty(2, STATE_DTYPE)
    values = np.zeros((SEATS, SLOTS, 3), np.int64)
    answers = np.zeros(NUM_ACTIONS, np.int8)
    before = s.hand[me].copy()
    held = s.hand_size[me]
    now = weigh(s, r, values, before, held, me)
    best = -1
    best_value = 0.0
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        if s.prompt == Prompt.DRAFT:
            value = draft_worth(s, r, me, s.draft_row[action - ID.choice])
        elif s.prompt == Prompt.DRAW:
            value = draw_worth(s, action - ID.draw + 1) if action < ID.discard_battlefield else -100.0
        else:
            value = try_move(s, r, action, trials, answers, values, before, held, me)
        if costs_points(action) and value < now + GAIN:
            continue
        value += 1e-6 * np.float64(mix(bits, action, 0) >> np.uint64(44))  # among equals, any
        if best < 0 or value > best_value:
            best = action
            best_value = value
    return best
