"""How a game ends: victory, elimination and the outcome of each seat.

Rulebook chapter "Scoring". Read `preparation.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.rules.cards import hand_size, lose
from rulebound.envs.age_of_heroes.state import NUM_CARDS, Building, Card, Prompt, WinKind
from rulebound.envs.core.jit import kernel

NO_CITIES = 1  # elimination.rule: without a city a seat is out, whatever it holds
SET_ASIDE = 1  # deck.collected_specials: collected cards stay out of the game


@kernel
def end_game(s, winner, kind):
    """AOH-164: the first condition met ends the game at once."""
    s.winner = winner
    s.win_kind = kind
    s.prompt = Prompt.NONE
    s.over = 1


@kernel
def check_cities(s, r, seat):
    """AOH-150, AOH-152: enough cities win at once, however the last one was gained."""
    if s.over == 0 and s.cities[seat] >= r.victory_cities:
        end_game(s, seat, WinKind.CITIES)


@kernel
def is_eliminated(s, r, seat):
    """AOH-154: no city and no card (with the knob: no city)."""
    if s.cities[seat] > 0:
        return False
    return r.elimination_rule == NO_CITIES or hand_size(s, seat) == 0


@kernel
def remove(s, seat):
    """AOH-161: the pieces of an eliminated player, and the roads at that seat, return to the supply.

    Cards still in hand (possible with the knob only) go to the discard pile: no card leaves the game.
    """
    n = s.num_players
    s.alive[seat] = 0
    s.fallen[seat] = s.falls
    s.supply[Building.ARMY] += s.armies[seat]
    s.supply[Building.GENERAL] += s.generals[seat]
    s.supply[Building.FORTRESS] += s.fortresses[seat]
    s.armies[seat] = 0
    s.armies_away[seat] = 0
    s.armies_disabled[seat] = 0
    s.generals[seat] = 0
    s.generals_away[seat] = 0
    s.fortresses[seat] = 0
    for gap in (seat, (seat + n - 1) % n):
        s.supply[Building.ROAD] += s.road[gap]
        s.road[gap] = 0
    for card in range(NUM_CARDS):
        lose(s, seat, card, s.hand[seat, card])


@kernel
def check_elimination(s, r):
    """AOH-156, AOH-157: eliminate whoever has nothing left; the last living player wins.

    If nobody is left, the players eliminated by this very check share the game.
    """
    if s.over != 0:
        return
    fell = False
    living = 0
    last = -1
    for seat in range(s.num_players):
        if s.alive[seat] == 0:
            continue
        if is_eliminated(s, r, seat):
            if not fell:
                s.falls += 1
                fell = True
            remove(s, seat)
        else:
            living += 1
            last = seat
    if living == 1:
        end_game(s, last, WinKind.LAST_TRIBE)
    elif living == 0:
        end_game(s, -1, WinKind.DRAWN)


@kernel
def collect(s, r, seat):
    """AOH-141, AOH-143, AOH-153: own specials move from the hand to the monument; a complete one wins."""
    special = Card.SPECIAL + seat
    cards = min(s.hand[seat, special], r.victory_monument_size - s.progress[seat])
    if cards > 0:
        lose(s, seat, special, cards)
        s.progress[seat] += cards
        if r.deck_collected_specials == SET_ASIDE:
            s.discard[special] -= cards
    if s.progress[seat] >= r.victory_monument_size:
        end_game(s, seat, WinKind.MONUMENT)


@kernel
def lower_progress(s, r, seat, steps):
    """AOH-130: progress is lost; specials that were set aside come back through the discard pile."""
    lost = min(steps, s.progress[seat])
    s.progress[seat] -= lost
    if r.deck_collected_specials == SET_ASIDE:
        s.discard[Card.SPECIAL + seat] += lost


# ------------------------------------------------------------------------------------------------ outcome
@kernel
def score(s, r, seat):
    """How near a seat is to winning, in [0, 1]: the nearer of cities and monument; 1 for the winner."""
    if s.winner == seat:
        return 1.0
    if s.alive[seat] == 0:
        return 0.0
    return min(1.0, max(s.cities[seat] / r.victory_cities, s.progress[seat] / r.victory_monument_size))


@kernel
def outcome(s, r, out):
    """Per seat: result in [-1, 1], place from 1 (ties share the mean place), score in [0, 1].

    The winner gets 1 and the others share -1. Players who fell together as the last ones each get what an
    even lottery among them would give. Nobody gets anything when the limit of days ends the game.
    """
    n = s.num_players
    loss = -1.0 / (n - 1)
    sharing = 0
    for seat in range(n):
        if s.win_kind == WinKind.DRAWN and s.fallen[seat] == s.falls:
            sharing += 1
    for seat in range(n):
        if s.winner >= 0:
            out[seat, 0] = 1.0 if seat == s.winner else loss
        elif sharing > 0:
            shares = s.fallen[seat] == s.falls
            out[seat, 0] = (1.0 + (sharing - 1) * loss) / sharing if shares else loss
        else:
            out[seat, 0] = 0.0
        out[seat, 2] = score(s, r, seat)
    for seat in range(n):
        place = 1.0
        for other in range(n):
            if other != seat:
                ahead = lead(s, out, other) - lead(s, out, seat)
                if ahead > 1e-6:
                    place += 1.0
                elif ahead > -1e-6:
                    place += 0.5
        out[seat, 1] = place


@kernel
def lead(s, out, seat):
    """What places are ordered by: the winner, then the living by score, then the fallen, latest first."""
    if s.winner == seat:
        return 3.0
    if s.alive[seat] != 0:
        return 1.0 + out[seat, 2]
    return s.fallen[seat] / 8.0
