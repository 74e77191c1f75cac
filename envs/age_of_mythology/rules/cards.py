"""Playing a card: which ways of playing are open, and how its action begins.

Rulebook chapter "The action cards". Read `production.py`, `purchases.py`, `powers.py` and `battle.py` for what the
cards do.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.battle import begin_attack
from rulebound.envs.age_of_mythology.rules.pieces import cubes_of, has_unit, pay
from rulebound.envs.age_of_mythology.rules.powers import has_effect
from rulebound.envs.age_of_mythology.rules.production import begin_explore, begin_gather
from rulebound.envs.age_of_mythology.rules.purchases import (
    advance_age,
    begin_build,
    begin_trade,
    can_age,
    can_build_any,
    can_recruit_any,
    trade_cost,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.turns import use_card
from rulebound.envs.age_of_mythology.state import (
    CARD_ACTION,
    CARD_POWER,
    CARD_STANDALONE,
    FIRST_GOD,
    FIRST_GOD_OF,
    NUM_GODS,
    NUM_TILES,
    ActionKind,
    Mode,
    Power,
    Prompt,
    Resource,
    Stage,
)  # fmt: skip
from rulebound.envs.core.jit import kernel

STANDALONE = 0  # gods.power_only


# ------------------------------------------------------------------------------------------------ what is open
@kernel
def pool_is_empty(s):
    """Whether no production tile is left to be found."""
    for tile in range(NUM_TILES):
        if s.pool[tile] > 0:
            return False
    return True


@kernel
def can_act(s, r, seat, card, power, spent):
    """AOM-027, AOM-028: whether the action of a card can do something, `spent` favor being paid for the power used."""
    kind = CARD_ACTION[card]
    if kind == ActionKind.GATHER:
        return True
    if kind == ActionKind.EXPLORE:
        return not pool_is_empty(s)
    if kind == ActionKind.BUILD:
        return can_build_any(s, r, seat, r.god_amount[card - FIRST_GOD] if power == Power.BUILD_DISCOUNT else 0, spent)
    if kind == ActionKind.RECRUIT:
        return can_recruit_any(s, r, seat, r.god_amount[card - FIRST_GOD] if power == Power.MORTAL_PRICE else -1, spent)
    if kind == ActionKind.TRADE:
        return cubes_of(s, seat) - spent >= trade_cost(s, r, seat, card)
    if kind == ActionKind.NEXT_AGE:
        return can_age(s, r, seat, card, spent)
    return has_unit(s, seat)


@kernel
def can_use_power(s, r, seat, card):
    """AOM-022, AOM-029: the favor is at hand and the power finds a target or a gain; a power that only changes its own
    action needs that action to be possible."""
    favor = r.god_favor[card - FIRST_GOD]
    if s.resources[seat, Resource.FAVOR] < favor:
        return False
    if CARD_STANDALONE[card] == 0:
        return can_act(s, r, seat, card, CARD_POWER[card], favor)
    return has_effect(s, r, seat, card, favor)


@kernel
def legal_play(s, r, mask):
    """AOM-002, AOM-024..AOM-026, AOM-030, AOM-164: every card in hand may be dropped, and played as far as it does
    something."""
    seat = s.seat
    for card in range(FIRST_GOD):
        if s.hand[seat, card] > 0:
            mask[ID.drop + card] = 1
            if can_act(s, r, seat, card, Power.NONE, 0):
                mask[ID.play + card] = 1
    for card in range(FIRST_GOD_OF[s.culture[seat]], FIRST_GOD_OF[s.culture[seat] + 1]):
        if s.hand[seat, card] == 0:
            continue
        mask[ID.drop + card] = 1
        if can_act(s, r, seat, card, Power.NONE, 0):
            mask[ID.play + card] = 1
        if can_use_power(s, r, seat, card):
            mask[ID.invoke + card - FIRST_GOD] = 1
            if CARD_STANDALONE[card] != 0 and r.gods_power_only == STANDALONE:
                mask[ID.power + card - FIRST_GOD] = 1


# ------------------------------------------------------------------------------------------------ playing it
@kernel
def apply_play(s, r, action):
    """AOM-022, AOM-164: a card is dropped, or played in one of its ways; favor for a power is paid at once."""
    s.prompt = Prompt.NONE
    if action >= ID.drop:
        use_card(s, s.seat, action - ID.drop)
        return
    if action >= ID.invoke:
        s.mode = Mode.POWER_AND_ACTION if action < ID.power else Mode.POWER_ONLY
        god = (action - ID.invoke) % NUM_GODS
        s.card = FIRST_GOD + god
        s.stage = Stage.POWER
        pay(s, s.seat, Resource.FAVOR, r.god_favor[god])
    else:
        s.mode = Mode.ACTION
        s.card = action - ID.play
        s.stage = Stage.ACTION
    use_card(s, s.seat, s.card)


@kernel
def begin_action(s, r):
    """The action of the card in play begins; after a power it may have nothing left to do."""
    s.stage = Stage.CARD_END
    power = CARD_POWER[s.card] if s.mode == Mode.POWER_AND_ACTION else Power.NONE
    if not can_act(s, r, s.active, s.card, power, 0):
        return
    kind = CARD_ACTION[s.card]
    if kind == ActionKind.EXPLORE:
        begin_explore(s, r)
    elif kind == ActionKind.GATHER:
        begin_gather(s)
    elif kind == ActionKind.BUILD:
        begin_build(s, r)
    elif kind == ActionKind.RECRUIT:
        s.left = r.card_number[s.card]
        s.stage = Stage.RECRUIT
    elif kind == ActionKind.TRADE:
        begin_trade(s, r)
    elif kind == ActionKind.NEXT_AGE:
        advance_age(s, r)
    else:
        begin_attack(s)
