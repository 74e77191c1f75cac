"""The rules of Age of Heroes: setup, proceed, legal, apply and outcome over the chapters in this folder.

The game is a small machine: `stage` says where it goes on, `prompt` what a seat is asked. `proceed` runs the
stages until somebody is asked something; `apply` carries out the answer and proceeds.
Read `cards.py` and `ending.py`, then the chapters in the rulebook's order: `preparation.py`, `fair.py`,
`play.py`, `war.py`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_heroes.actions import ID
from rulebound.envs.age_of_heroes.rules.cards import draw_to_hand
from rulebound.envs.age_of_heroes.rules.ending import outcome
from rulebound.envs.age_of_heroes.rules.fair import apply_market, clear_market, fair_draw, legal_market, trade
from rulebound.envs.age_of_heroes.rules.play import (
    apply_play,
    begin_turn,
    construct,
    draw_step,
    end_turn,
    legal_play,
    next_turn,
)  # fmt: skip
from rulebound.envs.age_of_heroes.rules.preparation import apply_preparation, ask, legal_preparation, prepare, resolve_event
from rulebound.envs.age_of_heroes.rules.war import (
    answer_declaration,
    apply_commit,
    apply_olympics,
    apply_reroll,
    commit,
    fight,
    legal_commit,
)  # fmt: skip
from rulebound.envs.age_of_heroes.state import NUM_RESOURCES, SEATS, Card, Event, Prompt, Stage, Stream
from rulebound.envs.core.dice import roll_sum
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import shuffle

__all__ = ["apply", "legal", "outcome", "proceed", "setup"]

KEEP_OTHERS = 1  # setup.tie_reroll: totals of players who were not tied stay in the contest


# ------------------------------------------------------------------------------------------------ setup
@kernel
def setup(s, r):
    """Deal a new game: tribes, pieces, deck, starter, hands; then play on to the first decision."""
    lay_out(s, r)
    deal_tribes(s)
    s.deck_size = stack_deck(s, r)
    shuffle(s, Stream.DECK, s.deck, s.deck_size)
    s.stage = Stage.SETUP
    proceed(s, r)


@kernel
def lay_out(s, r):
    """AOH-011, AOH-012: the starting pieces of every seat, and a full supply."""
    s.day = 1
    s.winner = -1
    s.attacker = -1
    s.defender = -1
    clear_market(s)
    for building in range(len(s.supply)):
        s.supply[building] = r.supply[building]
    for seat in range(s.num_players):
        s.alive[seat] = 1
        s.cities[seat] = r.start_cities
        s.armies[seat] = r.start_armies


@kernel
def deal_tribes(s):
    """AOH-006, AOH-007: distinct tribes at random out of all six."""
    tribes = np.zeros(SEATS, np.int8)
    for tribe in range(SEATS):
        tribes[tribe] = tribe
    shuffle(s, Stream.TRIBES, tribes, SEATS)
    for seat in range(s.num_players):
        s.tribe[seat] = tribes[seat]


@kernel
def copies_of(s, r, card):
    """AOH-166..AOH-169: how many cards of a kind are in the game."""
    if card < NUM_RESOURCES:
        return r.copies[card]
    if card < Card.SPECIAL + s.num_players:
        return r.cards_special_per_tribe_in_play
    if card < Card.POPULATION_GROWTH:
        return 0  # specials of tribes not in play are left out
    return r.copies[NUM_RESOURCES + card - Card.POPULATION_GROWTH]


@kernel
def stack_deck(s, r):
    """Lay all cards into the draw pile, in order; their number."""
    size = 0
    for card in range(len(s.discard)):
        for _ in range(copies_of(s, r, card)):
            s.deck[size] = card
            size += 1
    return size


@kernel
def choose_starter(s, r):
    """AOH-013..AOH-015: the highest total of the setup dice starts; those tied for it roll again."""
    n = s.num_players
    totals = np.zeros(SEATS, np.int64)
    rolling = np.ones(SEATS, np.int64)
    while True:
        for seat in range(n):
            if rolling[seat]:
                totals[seat] = roll_sum(s, Stream.SETUP_DICE, r.setup_dice, r.setup_die_sides)
            elif r.setup_tie_reroll != KEEP_OTHERS:
                totals[seat] = 0
        highest = 0
        for seat in range(n):
            highest = max(highest, totals[seat])
        tied = 0
        for seat in range(n):
            rolling[seat] = totals[seat] == highest
            if rolling[seat]:
                tied += 1
                s.starter = seat
        if tied == 1:
            return


@kernel
def deal(s, r):
    """AOH-016, AOH-017: choose the starter and deal whole hands in day order; day 1 begins."""
    choose_starter(s, r)
    n = s.num_players
    for place in range(n):
        draw_to_hand(s, (s.starter + place) % n, r.setup_initial_hand)
    s.preparing = s.starter
    s.turn_seat = s.starter
    s.market_seat = s.starter
    s.stage = Stage.PREPARATION


# ------------------------------------------------------------------------------------------------ the machine
@kernel
def proceed(s, r):
    """AOH-002: run the game on until some seat has to decide, or it is over."""
    while s.over == 0 and s.prompt == Prompt.NONE:
        if s.event != Event.NONE:
            resolve_event(s, r)
        elif s.stage == Stage.PREPARATION:
            prepare(s, r)
        elif s.stage == Stage.FAIR:
            fair_draw(s, r)
        elif s.stage == Stage.MARKET:
            trade(s, r)
        elif s.stage == Stage.TURN:
            begin_turn(s, r)
        elif s.stage == Stage.DRAW:
            draw_step(s, r)
        elif s.stage == Stage.MAIN:
            ask(s, s.turn_seat, Prompt.MAIN)
        elif s.stage == Stage.CONSTRUCTION:
            construct(s, r)
        elif s.stage == Stage.DECLARED:
            answer_declaration(s, r)
        elif s.stage == Stage.COMMIT:
            commit(s, r)
        elif s.stage == Stage.BATTLE:
            fight(s, r)
        elif s.stage == Stage.TURN_END:
            end_turn(s, r)
        elif s.stage == Stage.NEXT_TURN:
            next_turn(s, r)
        else:
            deal(s, r)


@kernel
def legal(s, r, mask):
    """Write the legal actions of the seat to act into a mask of zeros."""
    prompt = s.prompt
    if prompt == Prompt.MARKET:
        legal_market(s, r, mask)
    elif prompt <= Prompt.LOSE_CARD:
        legal_preparation(s, r, mask)
    elif prompt == Prompt.OLYMPICS:
        mask[ID.olympics] = 1
        mask[ID.olympics + 1] = 1
    elif prompt == Prompt.REROLL:
        mask[ID.reroll] = 1
        mask[ID.reroll + 1] = 1
    elif Prompt.ARMIES <= prompt <= Prompt.LEADER:
        legal_commit(s, r, mask)
    else:
        legal_play(s, r, mask)


@kernel
def apply(s, r, action):
    """Carry out a legal action and play on to the next decision."""
    prompt = s.prompt
    if prompt == Prompt.MARKET:
        apply_market(s, r, action)
    elif prompt <= Prompt.LOSE_CARD:
        apply_preparation(s, r, action)
    elif prompt == Prompt.OLYMPICS:
        apply_olympics(s, r, action)
    elif prompt == Prompt.REROLL:
        apply_reroll(s, r, action)
    elif Prompt.ARMIES <= prompt <= Prompt.LEADER:
        apply_commit(s, r, action)
    else:
        apply_play(s, r, action)
    proceed(s, r)
