"""The rules of Heroes vs Warlords: setup, proceed, legal, apply and outcome over the chapters in this folder.

The game is a small machine: `stage` says where it goes on, `prompt` what a seat is asked. Entering a hex and
fighting a battle are machines of their own inside it (`entry`, `battle_step`, `clash`). A question with a single
answer is answered without asking (HVW-138).
Read `world.py` and `heroes.py`, then the chapters in the rulebook's order: `setup.py`, `turn.py`, `camp.py`,
`movement.py`, `objectives.py`; the battle: `stacks.py`, `clash.py`, `arena.py`, `display.py`, `honor.py`,
`battle.py`, `aftermath.py`; then `production.py` and `ending.py`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ACTIONS, ID
from rulebound.envs.heroes_vs_warlords.rules.aftermath import replace_hero
from rulebound.envs.heroes_vs_warlords.rules.battle import apply_battle, fight, legal_battle
from rulebound.envs.heroes_vs_warlords.rules.camp import apply_camp, ask_flight, legal_camp, offer_camp
from rulebound.envs.heroes_vs_warlords.rules.ending import clean_up, outcome, score_categories
from rulebound.envs.heroes_vs_warlords.rules.heroes import apply_growth, apply_transfer, ask_growth, legal_growth, legal_transfer
from rulebound.envs.heroes_vs_warlords.rules.movement import apply_react, can_step, enter
from rulebound.envs.heroes_vs_warlords.rules.production import apply_production, collect_income, legal_production, produce
from rulebound.envs.heroes_vs_warlords.rules.setup import (
    apply_army,
    ask_army,
    ask_start_tile,
    lay_out,
    legal_army,
    may_start_on,
    place_start_tile,
    roll_initiative,
)
from rulebound.envs.heroes_vs_warlords.rules.stacks import on_display
from rulebound.envs.heroes_vs_warlords.rules.turn import (
    act,
    apply_act,
    apply_deposit,
    apply_hero,
    begin_round,
    begin_turn,
    choose_hero,
    end_turn,
    legal_act,
    legal_hero,
    most_deposited,
    must_move_on,
)
from rulebound.envs.heroes_vs_warlords.state import Prompt, Stage, Status

__all__ = ["apply", "legal", "outcome", "proceed", "setup"]

NUM_ACTIONS = ACTIONS.size


@kernel
def setup(s, r):
    """HVW-001: lay out the game and play on to the first decision."""
    lay_out(s, r)
    proceed(s, r)


@kernel
def proceed(s, r):
    """HVW-138: run the game on until some seat has a choice, or it is over."""
    run(s, r)
    while s.over == 0:
        action = only_answer(s, r)
        if action < 0:
            return
        answer(s, r, action)
        run(s, r)


@kernel
def apply(s, r, action):
    """Carry out a legal action and play on to the next decision; the game's own cap scores it (HVW-132)."""
    answer(s, r, action)
    proceed(s, r)
    if s.over == 0 and s.decisions + 1 >= r.length_decision_cap[1 if on_display(r) else 0]:
        score_categories(s, r)
        s.truncated = 1


@kernel
def only_answer(s, r):
    """The answer to the question now asked if there is just one, else -1. Offers can always be declined."""
    if surely_a_choice(s, r):
        return -1
    mask = np.zeros(NUM_ACTIONS, np.int8)
    legal(s, r, mask)
    only = -1
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            if only >= 0:
                return -1
            only = action
    return only


@kernel
def surely_a_choice(s, r):
    """A cheap answer for the most frequent questions: offers can be declined, a hero who can move can also stop."""
    prompt = s.prompt
    if prompt == Prompt.ACT:
        if must_move_on(s, s.seat, s.acting):
            return False
        for direction in range(6):
            if can_step(s, r, s.seat, s.acting, direction):
                return True
        return False
    if prompt == Prompt.HERO:
        return s.hero_done[s.seat, 0] == 0 and s.hero_status[s.seat, 0] == Status.ON_MAP
    return prompt == Prompt.ATTACK or prompt == Prompt.CAMP or prompt == Prompt.REACT or Prompt.TRIBE_SKILL <= prompt <= Prompt.WITHDRAW


# ------------------------------------------------------------------------------------------------ the machine
@kernel
def run(s, r):
    """HVW-133: run the stages until some seat is asked something, or the game is over."""
    while s.over == 0 and s.prompt == Prompt.NONE:
        if s.stage == Stage.BATTLE:
            fight(s, r)
        elif s.pending != 0:
            interrupt(s, r)
        elif s.stage == Stage.ENTRY:
            enter(s, r)
        elif s.stage == Stage.ACT:
            act(s, r)
        elif s.stage == Stage.HEROES:
            choose_hero(s, r)
        elif s.stage == Stage.CAMP:
            offer_camp(s, r)
        elif s.stage == Stage.TURN:
            begin_turn(s, r)
        elif s.stage == Stage.TURN_END:
            end_turn(s, r)
        elif s.stage == Stage.INCOME:
            collect_income(s, r)
        elif s.stage == Stage.PRODUCTION:
            produce(s, r)
        elif s.stage == Stage.CLEAN_UP:
            clean_up(s, r)
        elif s.stage == Stage.ROUND:
            begin_round(s, r)
        elif s.stage == Stage.ARMIES:
            ask_army(s, r)
        elif s.stage == Stage.START_TILES:
            ask_start_tile(s, r)
        else:
            roll_initiative(s)
            s.stage = Stage.START_TILES


@kernel
def interrupt(s, r):
    """What comes before the game goes on: growing heroes, a replacement hero, a Camp that flees; then nothing."""
    if ask_growth(s, r):
        return
    for seat in range(s.num_players):
        if s.replacement[seat] != 0:
            replace_hero(s, r, seat)
            return
    if s.flight != 0:
        ask_flight(s)
        return
    s.pending = 0


@kernel
def legal(s, r, mask):
    """Write the legal actions of the seat to act into a mask of zeros."""
    prompt = s.prompt
    if prompt == Prompt.ACT:
        legal_act(s, r, mask)
    elif Prompt.RETREAT <= prompt <= Prompt.WITHDRAW:
        legal_battle(s, r, mask)
    elif prompt >= Prompt.PLACE:
        legal_production(s, r, mask)
    elif prompt == Prompt.HERO:
        legal_hero(s, r, mask)
    elif Prompt.TRANSFER_FROM <= prompt <= Prompt.TRANSFER_NUMBER:
        legal_transfer(s, r, mask)
    elif prompt == Prompt.ABILITY or prompt == Prompt.SKILL:
        legal_growth(s, r, mask)
    elif Prompt.CAMP <= prompt <= Prompt.RIDE or prompt == Prompt.CAMP_FLIGHT:
        legal_camp(s, r, mask)
    elif prompt == Prompt.REACT:
        mask[ID.pass_] = 1
        mask[ID.yes] = 1
    elif prompt == Prompt.ARMY or prompt == Prompt.ARMY_NUMBER:
        legal_army(s, r, mask)
    elif prompt == Prompt.DEPOSIT_NUMBER:
        for number in range(most_deposited(s, r, s.seat, s.acting)):
            mask[ID.number + number] = 1
    elif prompt == Prompt.START_SLOT:
        for slot in range(len(s.tile)):
            mask[ID.start + slot] = may_start_on(s, slot)


@kernel
def answer(s, r, action):
    """Carry out the answer to the question now asked."""
    prompt = s.prompt
    if prompt == Prompt.ACT:
        apply_act(s, r, action)
    elif Prompt.RETREAT <= prompt <= Prompt.WITHDRAW:
        apply_battle(s, r, action)
    elif prompt >= Prompt.PLACE:
        apply_production(s, r, action)
    elif prompt == Prompt.HERO:
        apply_hero(s, action)
    elif Prompt.TRANSFER_FROM <= prompt <= Prompt.TRANSFER_NUMBER:
        apply_transfer(s, r, action)
    elif prompt == Prompt.ABILITY or prompt == Prompt.SKILL:
        apply_growth(s, action)
    elif Prompt.CAMP <= prompt <= Prompt.RIDE or prompt == Prompt.CAMP_FLIGHT:
        apply_camp(s, r, action)
    elif prompt == Prompt.REACT:
        apply_react(s, r, action)
    elif prompt == Prompt.ARMY or prompt == Prompt.ARMY_NUMBER:
        apply_army(s, r, action)
    elif prompt == Prompt.DEPOSIT_NUMBER:
        apply_deposit(s, action)
    else:
        s.prompt = Prompt.NONE
        place_start_tile(s, r, s.seat, action - ID.start)
