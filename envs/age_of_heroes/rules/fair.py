"""The Fair: the draw by road network and the trading auction.

Rulebook chapter "Fair Phase (Trading)". The real-time auction becomes rounds in which every trader acts once
(AOH-060). Read `play.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.actions import ID, absolute_card
from rulebound.envs.age_of_heroes.rules.cards import draw_to_hand, trade_card
from rulebound.envs.age_of_heroes.rules.preparation import ask
from rulebound.envs.age_of_heroes.state import NUM_CARDS, NUM_RESOURCES, NUM_WISHES, SEATS, Card, Prompt, Stage, Wish
from rulebound.envs.core.jit import kernel


# ------------------------------------------------------------------------------------------------ draw
@kernel
def connected(s, seat):
    """AOH-047, AOH-048: other tribes joined to a seat by road, directly or through others."""
    n = s.num_players
    joined = 0
    place = seat
    while joined < n - 1 and s.road[place] != 0:
        joined += 1
        place = (place + 1) % n
    place = (seat + n - 1) % n
    while joined < n - 1 and s.road[place] != 0:
        joined += 1
        place = (place + n - 1) % n
    return joined


@kernel
def fair_draw(s, r):
    """AOH-046: every living player draws, in day order, before any trading."""
    n = s.num_players
    for place in range(n):
        seat = (s.starter + place) % n
        if s.alive[seat] != 0:
            draw_to_hand(s, seat, r.fair_base_draw + r.fair_draw_per_connected_tribe * connected(s, seat))
    open_market(s, r)


# ------------------------------------------------------------------------------------------------ market
@kernel
def open_market(s, r):
    """Nobody has stopped and no offer stands."""
    s.stage = Stage.MARKET
    s.market_round = 1
    s.market_seat = s.starter
    s.offered = 0
    clear_market(s)
    if r.fair_rounds == 0:
        close_market(s)


@kernel
def clear_market(s):
    """No offers, nobody stopped."""
    for seat in range(SEATS):
        s.stopped[seat] = 0
        s.offer_give[seat] = -1
        s.offer_wish[seat] = -1


@kernel
def close_market(s):
    """The Fair is over; Play begins with the starter, or the next living seat after it (AOH-005)."""
    clear_market(s)
    s.market_round = 0
    s.offered = 0
    s.market_seat = s.starter
    s.turn_seat = s.starter
    s.stage = Stage.TURN


@kernel
def trade(s, r):
    """Ask the next trader of the round (AOH-060).

    AOH-063, AOH-064: the Fair is over when nobody, or only one, still trades.
    """
    traders = 0
    for seat in range(s.num_players):
        traders += s.alive[seat] != 0 and s.stopped[seat] == 0
    if traders <= 1:
        close_market(s)
        return
    seat = s.market_seat
    if s.alive[seat] != 0 and s.stopped[seat] == 0:
        ask(s, seat, Prompt.MARKET)
    else:
        next_trader(s, r)


@kernel
def next_trader(s, r):
    """Pass the market on. AOH-061: past the last seat the round is over, and with it the Fair if it was the
    last round or nobody made an offer."""
    s.market_seat = (s.market_seat + 1) % s.num_players
    if s.market_seat != s.starter:
        return
    if s.offered == 0 or s.market_round >= r.fair_rounds:
        close_market(s)
    else:
        s.market_round += 1
        s.offered = 0


@kernel
def wish_met(wish, card, seat):
    """AOH-053: does a card satisfy the wish of a seat?"""
    if wish == Wish.ANY:
        return True
    if wish == Wish.OWN_SPECIAL:
        return card == Card.SPECIAL + seat
    if wish == Wish.FORTUNE:
        return card == Card.FORTUNE
    if wish == Wish.OLYMPICS:
        return card == Card.OLYMPICS
    if wish == Wish.HERO:
        return card == Card.HERO
    return card == wish - Wish.IRON


@kernel
def may_receive(card, seat):
    """AOH-056: a special goes only to its own tribe."""
    return card < Card.SPECIAL or card >= Card.POPULATION_GROWTH or card == Card.SPECIAL + seat


@kernel
def match_offer(s, poster):
    """AOH-054, AOH-059: the new offer trades with the first standing one that it satisfies and that satisfies it."""
    n = s.num_players
    give = s.offer_give[poster]
    wish = s.offer_wish[poster]
    for distance in range(1, n):
        other = (poster + distance) % n
        back = s.offer_give[other]
        if back < 0 or not wish_met(wish, back, poster) or not wish_met(s.offer_wish[other], give, other):
            continue
        if may_receive(back, poster) and may_receive(give, other):
            trade_card(s, poster, other, give)
            trade_card(s, other, poster, back)
            s.offer_give[poster] = -1
            s.offer_wish[poster] = -1
            s.offer_give[other] = -1
            s.offer_wish[other] = -1
            return


# ------------------------------------------------------------------------------------------------ decisions
@kernel
def same_kind(give, wish):
    """AOH-053: giving and wishing one kind is no offer."""
    if wish == Wish.FORTUNE:
        return give == Card.FORTUNE
    if wish == Wish.OLYMPICS:
        return give == Card.OLYMPICS
    if wish == Wish.HERO:
        return give == Card.HERO
    return Wish.IRON <= wish < Wish.IRON + NUM_RESOURCES and give == wish - Wish.IRON


@kernel
def legal_market(s, r, mask):
    """AOH-051..AOH-053: wait, stop, or offer any held card but the own special for any wish."""
    mask[ID.wait] = 1
    mask[ID.stop_trading] = 1
    seat = s.seat
    n = s.num_players
    for give in range(NUM_CARDS):
        # Give is counted from the seat: SPECIAL itself is the own special, seats beyond the table have none.
        if give == Card.SPECIAL or Card.SPECIAL + n <= give < Card.POPULATION_GROWTH:
            continue
        if s.hand[seat, absolute_card(give, seat, n)] > 0:
            for wish in range(NUM_WISHES):
                if not same_kind(give, wish):
                    mask[ID.offer + give * NUM_WISHES + wish] = 1


@kernel
def apply_market(s, r, action):
    """Offer, wait or stop; then the next trader acts."""
    seat = s.seat
    s.prompt = Prompt.NONE
    if action == ID.stop_trading:  # AOH-062
        s.stopped[seat] = 1
        s.offer_give[seat] = -1
        s.offer_wish[seat] = -1
    elif action >= ID.offer:
        give = absolute_card((action - ID.offer) // NUM_WISHES, seat, s.num_players)
        s.offer_give[seat] = give  # AOH-058: a new offer replaces the old one
        s.offer_wish[seat] = (action - ID.offer) % NUM_WISHES
        s.offered = 1
        if s.shown[seat, give] == 0:
            s.shown[seat, give] = 1  # an offer is backed, so everybody now knows of this card
        match_offer(s, seat)
    next_trader(s, r)
