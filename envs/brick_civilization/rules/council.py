"""The end: turns of palaces, the high council, the last civilization standing, and the scores.

Rulebook chapters "End of Game Triggers", "Palace Construction", "Superlative Categories" and "Penalties".
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.maps import CELLS
from rulebound.envs.brick_civilization.rules.board import on_board
from rulebound.envs.brick_civilization.rules.fields import claim_all, count_fields
from rulebound.envs.brick_civilization.rules.gather import (
    building_of,
    count_fished,
    count_groves,
    count_masons,
    count_mills,
    fish,
    is_worker,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.routes import GENERAL, INFRA, PARENTS, RESOURCES, STONE, root, survey
from rulebound.envs.brick_civilization.rules.turns import answered, ask, relative
from rulebound.envs.brick_civilization.state import PALACE_DONE, SLOTS, STRUCTS, Kind, Prompt, WinKind
from rulebound.envs.brick_civilization.variant import SEATS
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.memory import cleared, scratch

AUTO = 1  # council.call
CONTROLLER = 1  # scoring.palace_points_to
LAST, TOTAL = 1, 2  # scoring.industry_measure
MOST_TURNS = 127
CATEGORIES = 10
LEAST_POINTS, SPAN = -20, 100  # points that count as the scores 0 and 1


# ------------------------------------------------------------------------------------------------ conditions
@kernel
def count_palaces(s, r):
    """BRC-252, BRC-386: at the end of a round every finished palace counts one more turn for the controller it had at the
    end of the last one, or the first turn for a new one."""
    for k in range(s.structs):
        if s.struct_kind[k] != Kind.PALACE or s.progress[k] < PALACE_DONE:
            continue
        owner = s.struct_owner[k]
        if owner < 0:
            s.palace_turns[k] = 0
        elif s.palace_turns[k] > 0 and s.palace_seat[k] == owner:
            s.palace_turns[k] = min(MOST_TURNS, s.palace_turns[k] + 1)
        else:
            s.palace_turns[k] = 1
            s.palace_seat[k] = owner


@kernel
def population(s, seat):
    """BRC-391, BRC-406: the pawns of a seat on the board."""
    count = 0
    for slot in range(SLOTS):
        count += on_board(s, seat, slot)
    return count


@kernel
def post_of(s, seat, slot):
    """BRC-387, BRC-388: the village in which a worker is a diplomat, another player's and under that player's control; -1
    if it is none."""
    if not is_worker(s, seat, slot):
        return -1
    k = building_of(s, seat, slot)
    if k < 0 or s.complex[k] == 0:
        return -1
    village = s.complex[k] - 1
    owner = s.struct_owner[village]
    return village if owner >= 0 and owner != seat and s.lost[village] == 0 else -1


@kernel
def count_diplomats(s, seat):
    """BRC-401: diplomats that a seat has sent."""
    count = 0
    for slot in range(SLOTS):
        count += post_of(s, seat, slot) >= 0
    return count


@kernel
def count_envoys(s, seat):
    """BRC-402: players whose diplomats are in villages of a seat."""
    count = 0
    for other in range(s.num_players):
        for slot in range(SLOTS):
            village = post_of(s, other, slot)
            if village >= 0 and s.struct_owner[village] == seat:
                count += 1
                break
    return count


@kernel
def has_diplomats_everywhere(s, seat):
    """BRC-389: whether a seat has a diplomat in every village that an opponent controls, and there is one."""
    visited = cleared(STRUCTS, np.int8)
    for slot in range(SLOTS):
        village = post_of(s, seat, slot)
        if village >= 0:
            visited[village] = 1
    villages = 0
    for k in range(s.structs):
        if s.struct_kind[k] == Kind.VILLAGE and s.struct_owner[k] >= 0 and s.struct_owner[k] != seat and s.lost[k] == 0:
            if visited[k] == 0:
                return False
            villages += 1
    return villages > 0


@kernel
def somebody_qualifies(s, r):
    """BRC-385: somebody has held a palace long enough or has a diplomat in every opposing village."""
    for k in range(s.structs):
        if s.struct_kind[k] == Kind.PALACE and s.palace_turns[k] >= r.council_palace_turns:
            return True
    for seat in range(s.num_players):
        if has_diplomats_everywhere(s, seat):
            return True
    return False


@kernel
def count_villages(s, seat):
    """BRC-403: villages of a seat."""
    count = 0
    for k in range(s.structs):
        count += s.struct_kind[k] == Kind.VILLAGE and s.struct_owner[k] == seat
    return count


@kernel
def villages_linked(s, r, p, q, node, parent):
    """BRC-384: whether a village of one player and one of another hang on one network that nobody blockades."""
    survey(s, r, p, q, 1, GENERAL, node, parent)
    reached = np.zeros(s.rows * s.cols * 2, np.int8)
    for turn in range(2):
        for i in range(s.rows * s.cols):
            k = s.struct[i] - 1
            if k < 0 or node[i] & INFRA == 0 or s.struct_kind[k] != Kind.VILLAGE or s.struct_owner[k] != (p if turn == 0 else q):
                continue
            network = root(parent[STONE], i)
            if turn == 0:
                reached[network] = 1
            elif reached[network] != 0:
                return True
    return False


@kernel
def all_linked(s, r):
    """BRC-384, BRC-391: the players who own a village are linked with each other, directly or through others."""
    node = scratch(CELLS, np.int8)
    parent = scratch(PARENTS, np.int16).reshape(RESOURCES, 2 * CELLS)
    group = scratch(SEATS, np.int64)
    for seat in range(SEATS):
        group[seat] = seat
    for p in range(s.num_players):
        for q in range(p + 1, s.num_players):
            if count_villages(s, p) == 0 or count_villages(s, q) == 0 or group[p] == group[q]:
                continue
            if villages_linked(s, r, p, q, node, parent):
                merged = group[q]
                for seat in range(SEATS):
                    if group[seat] == merged:
                        group[seat] = group[p]
    first = -1
    for seat in range(s.num_players):
        if count_villages(s, seat) == 0:
            continue
        if first >= 0 and group[seat] != first:
            return False
        first = group[seat]
    return True


@kernel
def council_possible(s, r):
    """BRC-383..BRC-385: population first, then palaces and diplomats, then the links."""
    pawns = 0
    for seat in range(s.num_players):
        pawns += population(s, seat)
    if pawns < r.council_population_per_player * s.num_players or not somebody_qualifies(s, r):
        return False
    return all_linked(s, r)


# ------------------------------------------------------------------------------------------------ the council
@kernel
def advance_council(s, r):
    """BRC-382, BRC-390, BRC-392: once a round, from the starting player on, everybody may call the high council if it is
    possible; 1 when nobody is left to ask or the game is over, 0 when somebody is asked."""
    if s.asked == 0:
        if not council_possible(s, r):
            return 1
        if r.council_call == AUTO:
            end_game(s, r, WinKind.COUNCIL)
            return 1
    while s.asked < s.num_players:
        seat = relative(s, s.start, s.asked)
        if s.out[seat] == 0:
            ask(s, seat, Prompt.COUNCIL)
            return 0
        s.asked += 1
    return 1


@kernel
def legal_council(s, r, mask):
    """Call it or not."""
    mask[ID.end] = 1
    mask[ID.yes] = 1


@kernel
def apply_council(s, r, action):
    """BRC-382: the first call ends the game."""
    answered(s)
    if action == ID.yes:
        end_game(s, r, WinKind.COUNCIL)
    else:
        s.asked += 1


@kernel
def check_last_standing(s, r):
    """BRC-395: the game ends when only one player has pawns or villages left."""
    left = 0
    for seat in range(s.num_players):
        left += 1 - s.out[seat]
    if left <= 1 and s.over == 0:
        end_game(s, r, WinKind.LAST_STANDING)


@kernel
def end_game(s, r, kind):
    """BRC-394, BRC-405: the game is over; fields are claimed and water is fished as for an income step now, because the
    scores count what it would yield. The cap of rounds is reported as a truncation."""
    s.win_kind = kind
    s.over = 1
    s.truncated = 1 if kind == WinKind.TURN_CAP else 0
    answered(s)
    for i in range(s.rows * s.cols):
        s.fished[i] = 0
    for k in range(s.num_players):
        seat = relative(s, s.start, k)
        claim_all(s, seat)
        fish(s, r, seat)


# ------------------------------------------------------------------------------------------------ scores
@kernel
def measure(s, r, category, seat):
    """BRC-401..BRC-409: what a seat shows in a category."""
    if category == 0:
        return count_diplomats(s, seat)
    if category == 1:
        return count_envoys(s, seat)
    if category == 2:
        return count_villages(s, seat)
    if category == 3:
        return count_fields(s, seat)
    if category == 4:
        return count_fished(s, seat)
    if category == 5:
        return count_groves(s, seat)
    if category == 6:
        return count_masons(s, r, seat)
    if category == 7:
        return population(s, seat)
    if category == 8:
        if r.scoring_industry_measure == LAST:
            return s.milled_last[seat]
        return s.milled_total[seat] if r.scoring_industry_measure == TOTAL else count_mills(s, seat)
    return s.surplus[seat]


@kernel
def category_points(r, category):
    """BRC-401..BRC-409: points of a category."""
    if category == 0:
        return r.scoring_diplomats_sent
    if category == 1:
        return r.scoring_diplomats_received
    if category == 2:
        return r.scoring_villages
    if category == 3:
        return r.scoring_wheat
    if category == 4:
        return r.scoring_fish
    if category == 5:
        return r.scoring_wood
    if category == 6:
        return r.scoring_stone
    if category == 7:
        return r.scoring_population
    return r.scoring_industry if category == 8 else r.scoring_food_surplus


@kernel
def award(r, values, players, points, halves):
    """BRC-399, BRC-400: the best player scores, two share, three or more get nothing; nor does anybody for a best value
    of 0. `halves` are half points."""
    best = values[0]
    for seat in range(1, players):
        best = max(best, values[seat])
    if best == 0 and r.scoring_zero_best_scores == 0:
        return
    leaders = 0
    for seat in range(players):
        leaders += values[seat] == best
    if leaders > 2:
        return
    for seat in range(players):
        if values[seat] == best:
            halves[seat] += 2 * points // leaders


@kernel
def add_palaces(s, r, halves):
    """BRC-396..BRC-398: 10 points for the first palace of the game, 7 for every other one, to whoever placed the roof."""
    for k in range(s.structs):
        if s.struct_kind[k] != Kind.PALACE or s.progress[k] < PALACE_DONE:
            continue
        seat = s.struct_owner[k] if r.scoring_palace_points_to == CONTROLLER else s.roof_seat[k]
        if seat >= 0:
            halves[seat] += 2 * (r.scoring_first_palace if s.roof_rank[k] == 1 else r.scoring_other_palace)


@kernel
def score(s, r, halves):
    """BRC-396..BRC-410: the civilization points of all seats, doubled so that they are whole."""
    for seat in range(SEATS):
        halves[seat] = 0
    add_palaces(s, r, halves)
    values = cleared(SEATS, np.int64)
    for category in range(CATEGORIES):
        for seat in range(s.num_players):
            values[seat] = measure(s, r, category, seat)
        award(r, values, s.num_players, category_points(r, category), halves)
    for seat in range(s.num_players):
        halves[seat] += 2 * r.scoring_death * s.deaths[seat]


@kernel
def outcome(s, r, out):
    """BRC-001, BRC-002: per seat the result in [-1, 1], the place from 1 (ties share the mean place), the score in [0, 1].

    The winners share 1 and the others -1; nobody gets anything if all are equal. Before the end the result is 0, also
    when the limit of decisions ends the game.
    """
    n = s.num_players
    halves = cleared(SEATS, np.int64)
    score(s, r, halves)
    best = halves[0]
    for seat in range(1, n):
        best = max(best, halves[seat])
    winners = 0
    for seat in range(n):
        winners += halves[seat] == best
    for seat in range(n):
        out[seat, 0] = 0.0
        if s.win_kind != WinKind.NONE and winners < n:
            out[seat, 0] = 1.0 / winners if halves[seat] == best else -1.0 / (n - winners)
        out[seat, 1] = 1.0
        for other in range(n):
            if other != seat:
                out[seat, 1] += 1.0 if halves[other] > halves[seat] else 0.5 if halves[other] == halves[seat] else 0.0
        out[seat, 2] = min(1.0, max(0.0, (halves[seat] / 2 - LEAST_POINTS) / SPAN))
