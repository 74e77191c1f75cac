"""Relations between civilizations: who is friendly with whom, and the changing of stances."""

from __future__ import annotations

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.turns import relative
from rulebound.envs.brick_civilization.state import Phase
from rulebound.envs.core.jit import kernel


@kernel
def friendly(s, p, q):
    """Two players are friendly if both want to be; everybody is friendly with itself. Nobody is friendly with seat -1."""
    if p == q:
        return 1
    if p < 0 or q < 0:
        return 0
    return 1 if s.stance[p, q] != 0 and s.stance[q, p] != 0 else 0


@kernel
def set_stances(s, r):
    """The stances at the start of the game."""
    for p in range(s.num_players):
        for q in range(s.num_players):
            s.stance[p, q] = 1 if p == q else r.relations_initial_stance


@kernel
def legal_stances(s, r, mask):
    """A player may change its stance to each other one once a round, in Gather, Move, Build and Deploy."""
    if r.relations_stances != 0 or s.phase > Phase.DEPLOY:
        return
    for distance in range(1, s.num_players):
        if s.flipped[s.seat, relative(s, s.seat, distance)] == 0:
            mask[ID.stance + distance - 1] = 1
