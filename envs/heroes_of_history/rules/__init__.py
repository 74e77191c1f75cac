"""The rules of Heroes of History: setup, proceed, legal and apply over the chapters in this folder.

The game is a small machine: `phase` and `step` say where it goes on, the queue which effects wait, `prompt` what a
seat is asked. `proceed` runs on until somebody is asked something; `apply` carries out the answer and proceeds.
Read `zones.py`, `totals.py`, `queue.py`, `ending.py` and `interpreter.py`, then the chapters in the rulebook's order:
`action.py`, `battle.py`, `turn.py`, and `decks.py` for what comes before the first turn.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.rules.action import (
    apply_act,
    apply_attach,
    apply_mode,
    apply_tribute,
    legal_act,
    legal_attach,
    legal_tribute,
)
from rulebound.envs.heroes_of_history.rules.battle import apply_attack, apply_target, fight, legal_attack, legal_target
from rulebound.envs.heroes_of_history.rules.decks import (
    DRAFT,
    FIXED,
    apply_draft,
    bring_decks,
    draft,
    lay_out_draft,
    legal_draft,
    make_random_deck,
    start_game,
)
from rulebound.envs.heroes_of_history.rules.ending import outcome
from rulebound.envs.heroes_of_history.rules.interpreter import apply_effect, ask, legal_effect, resolve
from rulebound.envs.heroes_of_history.rules.turn import apply_discard, apply_draw, begin_phase, end_phase, legal_discard, legal_draw
from rulebound.envs.heroes_of_history.state import Phase, Prompt

__all__ = ["apply", "legal", "outcome", "proceed", "setup"]

FULL_GAME, HALF_GAME = 50, 25  # State Points at the start, for two players and for more


@kernel
def setup(s, r):
    """Deal a new game: State Points, decks or a draft, opening hands; then play on to the first decision."""
    s.winner = -1
    s.attacker_seat = -1
    s.it_seat = -1
    s.opponent = -1
    for seat in range(s.num_players):
        s.alive[seat] = 1
        s.state_points[seat] = starting_points(s, r)
    if r.decks_mode == DRAFT:
        lay_out_draft(s, r)
    else:
        if r.decks_mode == FIXED:
            bring_decks(s, r)
        else:
            for seat in range(s.num_players):
                make_random_deck(s, r, seat)
        start_game(s, r)
    proceed(s, r)


@kernel
def starting_points(s, r):
    """HOH-001, HOH-002, HOH-138: 50 State Points for two players, 25 for more, or what the rules say."""
    if r.state_points_start > 0:
        return r.state_points_start
    return FULL_GAME if s.num_players == 2 else HALF_GAME


@kernel
def proceed(s, r):
    """HOH-038: run the game on until some seat has to decide, or it is over."""
    while s.over == 0 and s.prompt == Prompt.NONE:
        if s.queue_end > 0:
            resolve(s, r)
        elif s.phase == Phase.BEGINNING:
            begin_phase(s, r)
        elif s.phase == Phase.ACTION_1 or s.phase == Phase.ACTION_2:
            ask(s, s.active, Prompt.ACT)
        elif s.phase == Phase.BATTLE:
            fight(s, r)
        elif s.phase == Phase.END:
            end_phase(s, r)
        else:
            draft(s, r)


@kernel
def legal(s, r, mask):
    """Write the legal actions of the seat to act into a mask of zeros."""
    prompt = s.prompt
    if prompt == Prompt.ACT:
        legal_act(s, r, mask)
    elif prompt == Prompt.ATTACK:
        legal_attack(s, mask)
    elif prompt == Prompt.TARGET:
        legal_target(s, r, mask)
    elif prompt == Prompt.MODE:
        mask[ID.mode] = 1
        mask[ID.mode + 1] = 1
    elif prompt == Prompt.TRIBUTE:
        legal_tribute(s, r, mask)
    elif prompt == Prompt.ATTACH:
        legal_attach(s, r, mask)
    elif prompt == Prompt.DRAW:
        legal_draw(s, r, mask)
    elif prompt == Prompt.DISCARD:
        legal_discard(s, mask)
    elif prompt == Prompt.DRAFT:
        legal_draft(s, mask)
    else:
        legal_effect(s, r, mask)


@kernel
def apply(s, r, action):
    """Carry out a legal action and play on to the next decision."""
    prompt = s.prompt
    s.prompt = Prompt.NONE
    if prompt == Prompt.ACT:
        apply_act(s, r, action)
    elif prompt == Prompt.ATTACK:
        apply_attack(s, action)
    elif prompt == Prompt.TARGET:
        apply_target(s, r, action)
    elif prompt == Prompt.MODE:
        apply_mode(s, r, action)
    elif prompt == Prompt.TRIBUTE:
        apply_tribute(s, r, action)
    elif prompt == Prompt.ATTACH:
        apply_attach(s, r, action)
    elif prompt == Prompt.DRAW:
        apply_draw(s, r, action)
    elif prompt == Prompt.DISCARD:
        apply_discard(s, action)
    elif prompt == Prompt.DRAFT:
        apply_draft(s, action)
    else:
        apply_effect(s, r, prompt, action)
    proceed(s, r)
