"""Asking a seat, and going round the table: the words in which every chapter of the rules speaks to the machine."""

from __future__ import annotations

from rulebound.envs.brick_civilization.state import Phase, Prompt
from rulebound.envs.core.jit import kernel


@kernel
def ask(s, seat, prompt):
    """Ask a seat something."""
    s.seat = seat
    s.prompt = prompt


@kernel
def answered(s):
    """Nobody is asked anything any more: the stage goes on."""
    s.prompt = Prompt.NONE


@kernel
def relative(s, seat, distance):
    """The seat that many places to the left."""
    return (seat + distance) % s.num_players


@kernel
def begin_turns(s):
    """Every player will have a turn in this stage, from the starting player on."""
    s.step = 0
    s.turn = s.start
    begin_turn(s)
    pass_over(s)


@kernel
def begin_turn(s):
    """The turn of one player begins."""
    s.part = 0
    s.cursor = 0
    s.asked = 0
    s.turn_decisions = 0


@kernel
def next_turn(s):
    """The next player's turn in this stage."""
    s.step += 1
    s.turn = relative(s, s.turn, 1)
    begin_turn(s)
    pass_over(s)


@kernel
def pass_over(s):
    """BRC-416: a civilization that is out of the game has no turns."""
    while s.step < s.num_players and s.out[s.turn] != 0:
        s.step += 1
        s.turn = relative(s, s.turn, 1)


@kernel
def top_prompt(s):
    """The question in which the player whose turn it is may trade or change stances."""
    if s.phase == Phase.MOVE:
        return Prompt.MOVE_TOP
    if s.phase == Phase.BUILD:
        return Prompt.BUILD_TOP
    if s.phase == Phase.DEPLOY:
        return Prompt.DEPLOY_TOP
    if s.phase == Phase.POPULATE:
        return Prompt.POP_KIND
    return Prompt.LOGISTICS
