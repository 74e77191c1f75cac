"""How a game ends: victory cubes are awarded and counted, and each seat gets its result.

Rulebook chapter "End of the game and winning". Read `preparation.py` next.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.rules.pieces import army_size, city_size, cubes_of
from rulebound.envs.age_of_mythology.state import Building, Prompt, VictoryCard, WinKind
from rulebound.envs.age_of_mythology.variant import SEATS
from rulebound.envs.core.jit import kernel

SPLIT_DOWN = 1  # scoring.army_building_ties
LAST_WINNER = 1  # scoring.leftover_last_battle
TEAMS = 2  # seating.four_player_mode


@kernel
def contest(s, card, seat):
    """What a seat brings into the contest for a victory card."""
    return army_size(s, seat) if card == VictoryCard.LARGEST_ARMY else city_size(s, seat)


@kernel
def due(s, r, card, seat):
    """AOM-287..AOM-295: cubes of a victory card that a seat would get if the game ended now."""
    if card == VictoryCard.WONDER:
        return s.vp_card[card] if s.buildings[seat, Building.WONDER] > 0 else 0
    if card == VictoryCard.LAST_BATTLE:
        return s.vp_card[card] if r.scoring_leftover_last_battle == LAST_WINNER and s.last_winner == seat else 0
    own = contest(s, card, seat)
    tied = 0
    for other in range(s.num_players):
        theirs = contest(s, card, other)
        if theirs > own:
            return 0
        tied += theirs == own
    if tied == 1:
        return s.vp_card[card]
    if r.scoring_army_building_ties == SPLIT_DOWN and own > 0:
        return s.vp_card[card] // tied
    return 0


@kernel
def end_game(s, r, kind):
    """AOM-281, AOM-286: the cubes on the victory cards are awarded; what nobody gets stays there."""
    s.win_kind = kind
    s.prompt = Prompt.NONE
    s.over = 1
    for card in range(len(s.vp_card)):
        given = 0
        for seat in range(s.num_players):
            cubes = due(s, r, card, seat)
            s.vp[seat] += cubes
            given += cubes
        s.vp_card[card] -= given


# ------------------------------------------------------------------------------------------------ outcome
@kernel
def points(s, r, seat):
    """Victory cubes of a seat; before the end with those it would get now."""
    cubes = s.vp[seat]
    if s.win_kind == WinKind.NONE:
        for card in range(len(s.vp_card)):
            cubes += due(s, r, card, seat)
    return cubes


@kernel
def standing(s, r, seat):
    """AOM-297, AOM-298: points first, then resource cubes; those of a team are added up."""
    rank = 1000 * points(s, r, seat) + cubes_of(s, seat)
    if in_teams(s, r):
        mate = (seat + 2) % 4
        rank += 1000 * points(s, r, mate) + cubes_of(s, mate)
    return rank


@kernel
def in_teams(s, r):
    """Whether the players opposite each other win and lose together."""
    return s.num_players == 4 and r.seating_four_player_mode == TEAMS


@kernel
def outcome(s, r, out):
    """Per seat: result in [-1, 1], place from 1 (ties share the mean place), score in [0, 1].

    A single winner gets 1 and the others share -1; winners that share the game (AOM-299) each get what an even
    lottery among them would give. In teams both winners get 1 and both losers -1. Nobody gets anything when the limit
    of decisions ends the game.
    """
    n = s.num_players
    rank = np.zeros(SEATS, np.int64)
    for seat in range(n):
        rank[seat] = standing(s, r, seat)
        out[seat, 2] = points(s, r, seat) / r.setup_victory_cubes
    best = rank[:n].max()
    sharing = 0
    for seat in range(n):
        sharing += rank[seat] == best
    loss = -1.0 / (n - 1)
    for seat in range(n):
        if s.win_kind == WinKind.NONE:
            out[seat, 0] = 0.0
        elif in_teams(s, r):
            out[seat, 0] = 0.0 if sharing == n else 1.0 if rank[seat] == best else -1.0
        else:
            out[seat, 0] = (1.0 + (sharing - 1) * loss) / sharing if rank[seat] == best else loss
        out[seat, 1] = 1.0
        for other in range(n):
            if other != seat:
                out[seat, 1] += 1.0 if rank[other] > rank[seat] else 0.5 if rank[other] == rank[seat] else 0.0
