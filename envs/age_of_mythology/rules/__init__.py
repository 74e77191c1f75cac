"""The rules of Age of Mythology: setup, the machine that runs the stages, what is legal, and what an action does.

The game is a small machine: `stage` says where it goes on, `prompt` what a seat is asked. `proceed` runs the stages
until somebody is asked something; `apply` carries out the answer and proceeds. Read `pieces.py` and `ending.py`, then
the chapters in the rulebook's order: `preparation.py`, `turns.py`, `cards.py`, `production.py`, `purchases.py`,
`powers.py`, `battle.py`, `spoils.py`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.actions import ACTIONS, ID
from rulebound.envs.age_of_mythology.rules.battle import (
    NUM_AREAS,
    apply_area,
    apply_commit,
    apply_enemy,
    apply_fight,
    apply_special,
    apply_swap,
    apply_target,
    clash,
    commit,
    legal_commit,
    legal_enemy,
    legal_fight,
    legal_target,
    legal_yes_no,
    next_round,
    reveal,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.cards import apply_play, begin_action, legal_play
from rulebound.envs.age_of_mythology.rules.ending import outcome
from rulebound.envs.age_of_mythology.rules.pieces import ask
from rulebound.envs.age_of_mythology.rules.powers import apply_power, legal_power, use_power
from rulebound.envs.age_of_mythology.rules.preparation import (
    apply_draft,
    begin_draft,
    choose_start,
    clear_table,
    draft,
    fill_bank,
    lay_out,
    legal_shown,
    seat_cultures,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.production import (
    apply_assign,
    apply_explore,
    apply_keep,
    apply_scope,
    collect,
    explore,
    legal_assign,
    legal_scope,
    offer_workers,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.purchases import (
    apply_build,
    apply_cost,
    apply_discount,
    apply_gain,
    apply_recruit,
    apply_take,
    apply_trade,
    build,
    legal_build,
    legal_cost,
    legal_discount,
    legal_gain,
    legal_recruit,
    legal_take,
    legal_trade,
    recruit,
    trade,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.spoils import (
    apply_reinforce,
    apply_resurrect,
    apply_spoils,
    apply_villager_loss,
    legal_reinforce,
    legal_spoils,
    legal_villager_loss,
    reward,
    take_spoils,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.turns import (
    apply_discard,
    apply_hand,
    apply_place,
    discard_cards,
    end_turn,
    legal_discard,
    legal_hand,
    legal_place,
    next_player,
    pick_hands,
    place_cubes,
)  # fmt: skip
from rulebound.envs.age_of_mythology.state import Prompt, Stage
from rulebound.envs.core.jit import kernel

__all__ = ["apply", "legal", "outcome", "proceed", "setup"]

NO_ACTION = -1


@kernel
def setup(s, r):
    """Set up a new game and play on to the first decision."""
    seat_cultures(s, r)
    choose_start(s, r)
    fill_bank(s, r)
    lay_out(s, r)
    begin_draft(s, r)
    run(s, r, NO_ACTION)


# ------------------------------------------------------------------------------------------------ the machine
@kernel
def proceed(s, r):
    """Run the game on until some seat has to decide, or it is over."""
    run(s, r, NO_ACTION)


@kernel
def apply(s, r, action):
    """Carry out a legal action and play on to the next decision."""
    run(s, r, action)


@kernel
def run(s, r, action):
    """Carry out an action, if there is one, then the stages and the answers that are forced."""
    while True:
        if action >= 0:
            answer(s, r, action)
        while s.over == 0 and s.prompt == Prompt.NONE:
            advance(s, r)
        if s.over != 0:
            return
        action = forced_answer(s, r)
        if action < 0:
            return


@kernel
def may_be_skipped(prompt):
    """AOM-117: in the draft, in card play and in the hidden choices of a battle everybody is asked even if there is
    only one answer."""
    if prompt == Prompt.DRAFT or prompt == Prompt.PLAY_CARD:
        return False
    if prompt == Prompt.COMMIT_ATT or prompt == Prompt.COMMIT_DEF:
        return False
    return prompt != Prompt.FIGHT_ATT and prompt != Prompt.FIGHT_DEF


@kernel
def forced_answer(s, r):
    """AOM-117: the only answer to the question asked, or -1 if there are several or it has to be asked."""
    if r.turn_auto_skip_forced == 0 or not may_be_skipped(s.prompt):
        return NO_ACTION
    mask = np.zeros(ACTIONS_SIZE, np.int8)
    legal(s, r, mask)
    only = NO_ACTION
    for action in range(ACTIONS_SIZE):
        if mask[action] != 0:
            if only >= 0:
                return NO_ACTION
            only = action
    return only


ACTIONS_SIZE = ACTIONS.size


@kernel
def advance(s, r):
    """Go one step on from where nobody is asked anything."""
    stage = s.stage
    if s.house_owner >= 0:
        ask(s, s.house_owner, Prompt.VILLAGER_LOSS)
    elif stage == Stage.DRAFT:
        draft(s, r)
    elif stage == Stage.PLACE:
        place_cubes(s, r)
    elif stage == Stage.HANDS:
        pick_hands(s, r)
    elif stage == Stage.ROUND:
        next_player(s, r)
    elif stage == Stage.POWER:
        use_power(s, r)
    elif stage == Stage.ACTION:
        begin_action(s, r)
    elif stage <= Stage.TRADE:
        advance_action(s, r)
    elif stage <= Stage.SPOILS:
        advance_battle(s, r)
    elif stage == Stage.CARD_END:
        clear_table(s)
        s.stage = Stage.ROUND
    elif stage == Stage.TURN_END:
        end_turn(s, r)
    else:
        discard_cards(s, r)


@kernel
def advance_action(s, r):
    """The action of the card in play goes on."""
    stage = s.stage
    if stage == Stage.EXPLORE:
        explore(s, r)
    elif stage == Stage.GATHER:
        offer_workers(s)
    elif stage == Stage.COLLECT:
        collect(s, r)
    elif stage == Stage.BUILD:
        build(s, r)
    elif stage == Stage.RECRUIT:
        recruit(s, r)
    else:
        trade(s, r)


@kernel
def advance_battle(s, r):
    """A battle goes on."""
    stage = s.stage
    if stage <= Stage.COMMIT_DEFENCE:
        commit(s)
    elif stage == Stage.REVEAL:
        reveal(s)
    elif stage == Stage.FIGHT:
        next_round(s, r)
    elif stage == Stage.CLASH:
        clash(s, r)
    elif stage == Stage.REWARDS:
        reward(s, r)
    else:
        take_spoils(s)


# ------------------------------------------------------------------------------------------------ what is legal
@kernel
def legal(s, r, mask):
    """Write the legal actions of the seat to act into a mask of zeros."""
    prompt = s.prompt
    if prompt == Prompt.PLAY_CARD:
        legal_play(s, r, mask)
    elif prompt == Prompt.DRAFT or prompt == Prompt.EXPLORE_PICK:
        legal_shown(s, r, mask)
    elif prompt == Prompt.PLACE_VP:
        legal_place(mask)
    elif prompt == Prompt.PICK_HAND:
        legal_hand(s, r, mask)
    elif prompt == Prompt.DISCARD:
        legal_discard(s, mask)
    elif prompt <= Prompt.TRADE_VP:
        legal_action(s, r, mask)
    elif prompt <= Prompt.VILLAGER_LOSS:
        legal_battle(s, r, mask)
    elif prompt == Prompt.POWER_GAIN_ANY:
        legal_gain(s, mask)
    else:
        legal_power(s, r, mask)


@kernel
def legal_action(s, r, mask):
    """What is open in the action of the card in play."""
    prompt = s.prompt
    if prompt == Prompt.GATHER_CHOICE:
        legal_scope(mask)
    elif prompt == Prompt.WORKERS_KEEP:
        legal_yes_no(mask)
    elif prompt == Prompt.ASSIGN_VILLAGER or prompt == Prompt.ASSIGN_DWARF:
        legal_assign(s, r, mask)
    elif prompt == Prompt.BUILD_PICK:
        legal_build(s, r, mask)
    elif prompt == Prompt.BUILD_DISCOUNT:
        legal_discount(s, r, mask)
    elif prompt == Prompt.RECRUIT_PICK:
        legal_recruit(s, r, mask)
    elif prompt == Prompt.TRADE_COST:
        legal_cost(s, mask)
    else:
        legal_trade(s, r, mask)


@kernel
def legal_battle(s, r, mask):
    """What is open in an attack and after it."""
    prompt = s.prompt
    if prompt == Prompt.FIGHT_ATT or prompt == Prompt.FIGHT_DEF:
        legal_fight(s, mask)
    elif prompt == Prompt.COMMIT_ATT or prompt == Prompt.COMMIT_DEF:
        legal_commit(s, mask)
    elif prompt == Prompt.ATTACK_TARGET:
        legal_target(s, mask)
    elif prompt == Prompt.ATTACK_AREA:
        for area in range(NUM_AREAS):  # AOM-003
            mask[ID.attack + area] = 1
    elif prompt == Prompt.APHRODITE:
        legal_enemy(s, mask)
    elif prompt == Prompt.REINFORCE:
        legal_reinforce(s, mask)
    elif prompt == Prompt.RAZE or prompt == Prompt.LOOT_TILE:
        legal_spoils(s, r, mask)
    elif prompt == Prompt.TAKE_CUBES:
        legal_take(s, mask)
    elif prompt == Prompt.VILLAGER_LOSS:
        legal_villager_loss(s, mask)
    else:
        legal_yes_no(mask)


# ------------------------------------------------------------------------------------------------ what an action does
@kernel
def answer(s, r, action):
    """Carry out the answer of the seat to act."""
    prompt = s.prompt
    if prompt == Prompt.PLAY_CARD:
        apply_play(s, r, action)
    elif prompt == Prompt.DRAFT:
        apply_draft(s, action)
    elif prompt == Prompt.EXPLORE_PICK:
        apply_explore(s, action)
    elif prompt == Prompt.PLACE_VP:
        apply_place(s, action)
    elif prompt == Prompt.PICK_HAND:
        apply_hand(s, action)
    elif prompt == Prompt.DISCARD:
        apply_discard(s, action)
    elif prompt <= Prompt.TRADE_VP:
        answer_action(s, r, action)
    elif prompt <= Prompt.VILLAGER_LOSS:
        answer_battle(s, r, action)
    elif prompt == Prompt.POWER_GAIN_ANY:
        apply_gain(s, action)
    else:
        apply_power(s, r, action)


@kernel
def answer_action(s, r, action):
    """Carry out an answer in the action of the card in play."""
    prompt = s.prompt
    if prompt == Prompt.GATHER_CHOICE:
        apply_scope(s, action)
    elif prompt == Prompt.WORKERS_KEEP:
        apply_keep(s, action)
    elif prompt == Prompt.ASSIGN_VILLAGER or prompt == Prompt.ASSIGN_DWARF:
        apply_assign(s, action)
    elif prompt == Prompt.BUILD_PICK:
        apply_build(s, r, action)
    elif prompt == Prompt.BUILD_DISCOUNT:
        apply_discount(s, r, action)
    elif prompt == Prompt.RECRUIT_PICK:
        apply_recruit(s, r, action)
    elif prompt == Prompt.TRADE_COST:
        apply_cost(s, action)
    else:
        apply_trade(s, r, action)


@kernel
def answer_battle(s, r, action):
    """Carry out an answer in an attack and after it."""
    prompt = s.prompt
    if prompt == Prompt.FIGHT_ATT or prompt == Prompt.FIGHT_DEF:
        apply_fight(s, action)
    elif prompt == Prompt.COMMIT_ATT or prompt == Prompt.COMMIT_DEF:
        apply_commit(s, action)
    elif prompt == Prompt.ATTACK_TARGET:
        apply_target(s, action)
    elif prompt == Prompt.ATTACK_AREA:
        apply_area(s, r, action)
    elif prompt == Prompt.APHRODITE:
        apply_enemy(s, action)
    elif prompt == Prompt.PHARAOH_SWAP:
        apply_swap(s, action)
    elif prompt == Prompt.SPECIAL_ATT or prompt == Prompt.SPECIAL_DEF:
        apply_special(s, action)
    elif prompt == Prompt.RESURRECT:
        apply_resurrect(s, r, action)
    elif prompt == Prompt.REINFORCE:
        apply_reinforce(s, action)
    elif prompt == Prompt.RAZE or prompt == Prompt.LOOT_TILE:
        apply_spoils(s, r, action)
    elif prompt == Prompt.TAKE_CUBES:
        apply_take(s, action)
    else:
        apply_villager_loss(s, action)
