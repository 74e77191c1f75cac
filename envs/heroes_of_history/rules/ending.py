"""State Points, going out and the end of a game of Heroes of History.

Rulebook chapter "Winning". Read `interpreter.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.drivers import PLACE, RESULT, SCORE
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_of_history.rules.queue import clear_queue
from rulebound.envs.heroes_of_history.rules.zones import clear_round, clear_slot
from rulebound.envs.heroes_of_history.state import HAND, MOST_CARDS, MOST_POINTS, SLOTS, Phase, WinKind

FINISH = 2  # the last step of the End Phase


@kernel
def gain_points(s, seat, points):
    """HOH-004, HOH-194: State Points rise, to 99 at most."""
    s.state_points[seat] = min(MOST_POINTS, s.state_points[seat] + points)


@kernel
def lose_points(s, seat, points):
    """HOH-004, HOH-129, HOH-195: State Points fall; whoever has none left is out at once."""
    if s.alive[seat] == 0:
        return
    s.state_points[seat] = max(0, s.state_points[seat] - points)
    if s.state_points[seat] == 0:
        put_out(s, seat, WinKind.STATE_POINTS)


@kernel
def can_pay(s, r, seat, cost):
    """HOH-070: a voluntary payment leaves at least 1 State Point, unless lethal costs are allowed."""
    return cost == 0 or s.state_points[seat] > cost or (r.state_points_lethal_costs != 0 and s.state_points[seat] == cost)


@kernel
def put_out(s, seat, kind):
    """HOH-143, HOH-144: a player is out; the own cards leave the game, round effects that the player created end.

    Out in the own turn, the player's pending move vanishes and the turn is over. Rows of others that already wait are
    still resolved, the own ones are dropped when their time comes. If that ends the game, everything stays where it lies.
    """
    s.alive[seat] = 0
    s.falls += 1
    s.fallen[seat] = s.falls
    if s.num_players - s.falls == 1:
        end_game(s, last_living(s), kind)
        return
    clear_zones(s, seat)
    for other in range(s.num_players):
        for slot in range(SLOTS):
            clear_round(s, other, slot, seat)
    if seat == s.active and s.phase != Phase.DRAFT:
        s.card = 0
        s.due = 0
        s.phase = Phase.END
        s.step = FINISH


@kernel
def clear_zones(s, seat):
    """Every card of a seat leaves the game."""
    s.owned[seat] = 0
    s.battlefield[seat] = 0
    s.hand_size[seat] = 0
    s.deck_size[seat] = 0
    for place in range(HAND):
        s.hand[seat, place] = 0
    for place in range(MOST_CARDS):
        s.deck[seat, place] = 0
    for title in range(s.museum.shape[1]):
        s.museum[seat, title] = 0
    for slot in range(SLOTS):
        s.command[seat, slot] = 0
        clear_slot(s, seat, slot)


@kernel
def last_living(s):
    """The highest living seat."""
    seat = s.num_players - 1
    while s.alive[seat] == 0:
        seat -= 1
    return seat


@kernel
def next_living(s, seat):
    """The next living seat after a seat."""
    while True:
        seat = seat + 1 if seat + 1 < s.num_players else 0
        if s.alive[seat] != 0:
            return seat


@kernel
def end_game(s, winner, kind):
    """HOH-133: the game is over, and no effect is resolved any more."""
    clear_queue(s)
    s.over = 1
    s.winner = winner
    s.win_kind = kind


@kernel
def reach_turn_cap(s):
    """HOH-134: at the cap of turns most State Points win, equal ones are a draw; the game counts as cut short."""
    best = -1
    tied = False
    for seat in range(s.num_players):
        if s.alive[seat] != 0:
            if best < 0 or s.state_points[seat] > s.state_points[best]:
                best = seat
                tied = False
            elif s.state_points[seat] == s.state_points[best]:
                tied = True
    s.truncated = 1
    if tied:
        end_game(s, -1, WinKind.DRAWN)
    else:
        end_game(s, best, WinKind.TURN_CAP)


# ------------------------------------------------------------------------------------------------ outcome
@kernel
def standing(s, seat):
    """What places are compared by: the winner, then State Points of the living, then who went out later."""
    if s.winner == seat:
        return 1000
    return 100 + s.state_points[seat] if s.alive[seat] != 0 else s.fallen[seat]


@kernel
def outcome(s, r, out):
    """HOH-136: the winner gets 1, the others share -1; places by standing, equal ones shared; scores by State Points."""
    n = s.num_players
    for seat in range(n):
        better = 0
        equal = 0
        for other in range(n):
            if other != seat:
                better += standing(s, other) > standing(s, seat)
                equal += standing(s, other) == standing(s, seat)
        out[seat, PLACE] = 1.0 + better + equal / 2.0
        out[seat, SCORE] = s.state_points[seat] / 100.0 if s.alive[seat] != 0 else 0.0
        out[seat, RESULT] = 0.0
        if s.winner >= 0:
            out[seat, RESULT] = 1.0 if s.winner == seat else -1.0 / (n - 1)
