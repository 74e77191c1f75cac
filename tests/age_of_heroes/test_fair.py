"""The Fair: draws by road network, offers, trades and the end of trading (AOH-046 to AOH-064)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebound.envs.age_of_heroes.state import CARDS, WISHES, Card, Prompt
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_heroes.helpers import (
    OUT,
    arrange,
    asked,
    cards,
    close_market,
    discarded,
    hand,
    hand_sizes,
    held,
    holds,
    pass_on,
    pass_until,
    random_game,
)


def market(*players: Mapping, **fields: object) -> Position:
    """A market with nothing offered yet."""
    return arrange(*players, stage="market", **fields)


def offer(p: Position, seat: int) -> tuple[str, str] | None:
    """The standing offer of a seat: card given, card wished for."""
    give, wish = int(p.record.offer_give[seat]), int(p.record.offer_wish[seat])
    return (CARDS[give], WISHES[wish]) if give >= 0 else None


def offers_in(legal: list[str]) -> list[str]:
    """The offers among the legal actions."""
    return [text for text in legal if text.startswith("offer ")]


def market_seats(p: Position, action: str, limit: int = 100) -> list[int]:
    """Who is asked at the market while everybody plays the same action."""
    order: list[int] = []
    while asked(p) == Prompt.MARKET and len(order) < limit:
        order.append(p.seat)
        p.play(action)
    return order


@pytest.mark.rule("AOH-046")
def test_everybody_draws_before_trading() -> None:
    """Without roads each hand grows by one card before the first market prompt."""
    p = arrange({}, holds("iron"), holds("iron", "wood"), {}, stage="fair")
    assert (asked(p), p.seat) == (Prompt.MARKET, 0)
    assert hand_sizes(p) == [1, 2, 3, 1]
    assert p.record.deck_size == 96 - 3 - 4
    assert discarded(p) == {}


@pytest.mark.rule("AOH-046")
def test_only_living_players_draw() -> None:
    """An eliminated seat draws nothing."""
    p = arrange({}, {}, OUT, {}, stage="fair")
    assert hand_sizes(p) == [1, 1, 0, 1]
    assert p.record.deck_size == 93


@pytest.mark.rule("AOH-047")
def test_a_road_adds_a_card_at_both_ends() -> None:
    """One road: its two tribes draw two, the others one."""
    p = arrange({}, {}, {}, {}, stage="fair", road={"0-1": 1})
    assert hand_sizes(p) == [2, 2, 1, 1]


@pytest.mark.rule("AOH-047", "AOH-048")
def test_roads_to_both_neighbours_draw_three() -> None:
    """The tribe in the middle of two roads draws three."""
    p = arrange({}, {}, {}, {}, {}, stage="fair", road={"1-2": 1, "2-3": 1})
    assert hand_sizes(p) == [1, 3, 3, 3, 1]


@pytest.mark.rule("AOH-047")
def test_two_players_with_their_road_draw_two() -> None:
    """The only road of a two-player game counts once for each."""
    p = arrange({}, {}, stage="fair", road={"0-1": 1})
    assert hand_sizes(p) == [2, 2]


@pytest.mark.rule("AOH-048")
@pytest.mark.parametrize(
    ("num_players", "road", "draws"),
    [
        (4, ["0-1", "1-2"], [3, 3, 3, 1]),
        (5, ["0-1", "1-2", "2-3", "3-4", "4-5"], [5, 5, 5, 5, 5]),  # the last gap in use joins seats 4 and 0
        (4, ["0-1", "1-2", "2-3"], [4, 4, 4, 4]),  # a chain reaches everybody as well as a ring
        (4, ["3-4"], [2, 1, 1, 2]),
        (6, ["0-1", "2-3", "3-4", "5-0"], [3, 3, 3, 3, 3, 3]),
        (6, ["0-1", "5-0"], [3, 3, 1, 1, 1, 3]),
        (3, ["0-1", "1-2", "2-3"], [3, 3, 3]),
    ],
)
def test_whole_road_network_counts(num_players: int, road: list[str], draws: list[int]) -> None:
    """Tribes reached through other tribes add a card each."""
    p = arrange(*[{}] * num_players, stage="fair", road=dict.fromkeys(road, 1))
    assert hand_sizes(p) == draws
    assert p.record.deck_size == 72 + 6 * num_players - sum(draws)


@pytest.mark.rule("AOH-049")
@pytest.mark.parametrize("seat", [0, 2])
def test_no_hand_limit_at_the_fair(seat: int) -> None:
    """Eight cards after the Fair stay in hand until the end of the own turn."""
    players = [holds(*["iron"] * 5) if k == seat else {} for k in range(4)]
    p = arrange(*players, stage="fair", road={"0-1": 1, "1-2": 1}, deck=["wood"] * 10 + ["stone"] * 4)
    assert hand_sizes(p)[seat] == 8
    assert asked(p) == Prompt.MARKET
    close_market(p)
    while p.seat != seat:
        assert asked(p) == Prompt.MAIN
        p.play("do nothing")
        assert asked(p) == Prompt.MAIN
    assert (asked(p), hand_sizes(p)[seat]) == (Prompt.MAIN, 9)
    p.play("do nothing")
    assert (asked(p), p.seat) == (Prompt.DISCARD, seat)


@pytest.mark.rule("AOH-050")
def test_event_drawn_at_the_fair_waits_for_the_next_preparation() -> None:
    """A Hunger drawn at the Fair of day 2 takes the Grain only in the Preparation of day 3."""
    p = arrange({}, holds("grain"), day=2, stage="fair", deck=["hunger", "wood", "iron", "iron", "stone", "stone"])
    assert (held(p, 0, Card.HUNGER), held(p, 1, Card.GRAIN)) == (1, 1)
    while p.record.day == 2:
        assert (held(p, 0, Card.HUNGER), held(p, 1, Card.GRAIN)) == (1, 1)
        pass_on(p)
    assert (p.record.day, asked(p)) == (3, Prompt.MARKET)
    assert (held(p, 0, Card.HUNGER), held(p, 1, Card.GRAIN)) == (0, 0)
    assert discarded(p) == cards("hunger", "grain")


@pytest.mark.rule("AOH-050")
@pytest.mark.parametrize("event", ["population_growth", "earthquake", "eruption", "barbarians"])
def test_other_events_drawn_at_the_fair_do_nothing_yet(event: str) -> None:
    """They go to the hand like any card."""
    p = arrange(holds("iron", "wood"), {}, day=2, stage="fair", deck=[event, "wood"])
    assert (asked(p), p.seat) == (Prompt.MARKET, 0)
    assert hand(p, 0) == cards("iron", "wood", event)
    assert p.record.cities[:2].tolist() == [1, 1]


@pytest.mark.rule("AOH-051")
def test_any_held_card_can_be_given() -> None:
    """Resources, harmful events and other tribes' specials can be offered; cards not held cannot."""
    p = market({}, holds("iron", "barbarians", "special_0"), starter=1)
    given = {text.split()[1] for text in offers_in(p.legal())}
    assert given == {"iron", "barbarians", "special_0"}
    assert {"offer iron for wood", "offer barbarians for any", "offer special_0 for own_special"} <= set(p.legal())
    with pytest.raises(IllegalAction):
        p.play("offer wood for iron")


@pytest.mark.rule("AOH-051")
def test_every_kind_of_card_but_the_own_special_can_be_given() -> None:
    """Whoever holds everything may give everything, one card per offer."""
    everything = [name for name in CARDS if name not in ("special_3", "special_4", "special_5")]
    p = market(holds(*everything), {}, {})
    assert {text.split()[1] for text in offers_in(p.legal())} == set(everything) - {"special_0"}


@pytest.mark.rule("AOH-052")
@pytest.mark.parametrize("tribe", ["egyptians", "chinese"])
def test_own_special_cannot_be_offered(tribe: str) -> None:
    """The Egyptians keep their Limestone, and whoever sits there keeps the own special."""
    p = market(holds("special_0", "iron", tribe=tribe), holds(tribe="romans"))
    assert {text.split()[1] for text in offers_in(p.legal())} == {"iron"}
    for wish in WISHES:
        with pytest.raises(IllegalAction):
            p.play(f"offer own_special for {wish}")


@pytest.mark.rule("AOH-053")
def test_ten_wishes_for_a_card_that_is_no_wish() -> None:
    """A Hunger can be offered for each of the ten wishes, no other tribe's special among them."""
    p = market(holds("hunger"), {}, {})
    wishes = ["any", "iron", "wood", "grain", "stone", "gold", "own_special", "fortune", "olympics", "hero"]
    assert sorted(p.legal()) == sorted(["wait", "stop trading", *(f"offer hunger for {wish}" for wish in wishes)])


@pytest.mark.rule("AOH-053")
@pytest.mark.parametrize("card", ["iron", "wood", "grain", "stone", "gold", "fortune", "olympics", "hero"])
def test_the_type_given_is_no_wish(card: str) -> None:
    """Nine wishes are left for a card that could be wished for itself."""
    p = market(holds(card), {})
    offers = offers_in(p.legal())
    assert len(offers) == 9
    assert f"offer {card} for {card}" not in offers


@pytest.mark.rule("AOH-054")
def test_matching_offers_trade_at_once() -> None:
    """Iron for Wood meets Wood for any: the cards swap and both offers are gone."""
    p = market(holds("iron"), holds("wood"))
    p.play("offer iron for wood")
    assert offer(p, 0) == ("iron", "wood")
    p.play("offer wood for any")
    assert (asked(p), p.seat) == (Prompt.MARKET, 0)
    assert (hand(p, 0), hand(p, 1)) == (cards("wood"), cards("iron"))
    assert offer(p, 0) is offer(p, 1) is None
    assert discarded(p) == {}


@pytest.mark.rule("AOH-054")
@pytest.mark.parametrize(
    ("given", "wish", "answer", "counter"),
    [
        ("iron", "any", "wood", "any"),
        ("hero", "fortune", "fortune", "hero"),
        ("gold", "olympics", "olympics", "gold"),
        ("special_1", "grain", "grain", "own_special"),
    ],
)
def test_every_kind_of_wish_can_be_met(given: str, wish: str, answer: str, counter: str) -> None:
    """Wishes for events and the own special match like those for resources."""
    p = market(holds(given), holds(answer)).play(f"offer {given} for {wish}", f"offer {answer} for {counter}")
    assert (hand(p, 0), hand(p, 1)) == (cards(answer), cards(given))


@pytest.mark.rule("AOH-055")
def test_no_trade_when_a_wish_is_not_met() -> None:
    """Iron for Wood does not meet Wood for Stone; both stay open."""
    p = market(holds("iron"), holds("wood"), {})
    p.play("offer iron for wood", "offer wood for stone")
    assert (hand(p, 0), hand(p, 1)) == (cards("iron"), cards("wood"))
    assert (offer(p, 0), offer(p, 1)) == (("iron", "wood"), ("wood", "stone"))


@pytest.mark.rule("AOH-055")
def test_no_trade_when_only_the_newcomer_is_satisfied() -> None:
    """Grain for Iron would please its poster, but the other wants Wood."""
    p = market(holds("iron"), holds("grain"), {})
    p.play("offer iron for wood", "offer grain for iron")
    assert (hand(p, 0), hand(p, 1)) == (cards("iron"), cards("grain"))
    assert (offer(p, 0), offer(p, 1)) == (("iron", "wood"), ("grain", "iron"))


@pytest.mark.rule("AOH-056")
def test_special_goes_only_to_its_tribe() -> None:
    """Limestone for any finds no taker but the Egyptians."""
    p = market(holds("iron", tribe="egyptians"), holds("iron", tribe="romans"), holds("special_0", tribe="greeks"), starter=2)
    p.play("offer special_0 for any")
    p.play("wait", "offer iron for any")
    assert (hand(p, 1), hand(p, 2)) == (cards("iron"), cards("special_0"))
    assert (offer(p, 1), offer(p, 2)) == (("iron", "any"), ("special_0", "any"))
    p.play("wait", "offer iron for own_special")
    assert (hand(p, 0), hand(p, 2)) == (cards("special_0"), cards("iron"))
    assert hand(p, 1) == cards("iron")
    assert offer(p, 0) is offer(p, 2) is None
    assert offer(p, 1) == ("iron", "any")


@pytest.mark.rule("AOH-056")
def test_any_card_accepts_the_own_special() -> None:
    """The tribe that needs the special may get it under the wish for any card."""
    p = market(holds("iron"), holds("special_0")).play("offer iron for any", "offer special_0 for any")
    assert (hand(p, 0), hand(p, 1)) == (cards("special_0"), cards("iron"))


@pytest.mark.rule("AOH-056")
def test_two_specials_swap_only_if_each_goes_home() -> None:
    """Both specials of a swap have to go to their tribe."""
    p = market(holds("special_1"), holds("special_0"), {}).play("offer special_1 for any", "offer special_0 for any")
    assert (hand(p, 0), hand(p, 1)) == (cards("special_0"), cards("special_1"))
    p = market(holds("special_1"), holds("special_2"), {}).play("offer special_1 for any", "offer special_2 for any")
    assert (hand(p, 0), hand(p, 1)) == (cards("special_1"), cards("special_2"))


@pytest.mark.rule("AOH-057")
@pytest.mark.parametrize("event", ["hunger", "barbarians", "earthquake", "eruption", "population_growth"])
def test_any_card_accepts_harmful_events(event: str) -> None:
    """Who asks for any card may get a Hunger."""
    p = market(holds("iron"), holds(event)).play("offer iron for any", f"offer {event} for iron")
    assert (hand(p, 0), hand(p, 1)) == (cards(event), cards("iron"))


@pytest.mark.rule("AOH-058")
def test_wait_keeps_the_offer() -> None:
    """After WAIT the offer still stands and can be met."""
    p = market(holds("iron", "grain"), holds("wood", "grain"))
    p.play("offer iron for wood", "offer grain for hero", "wait")
    assert offer(p, 0) == ("iron", "wood")
    p.play("offer wood for iron")
    assert (hand(p, 0), hand(p, 1)) == (cards("wood", "grain"), cards("iron", "grain"))


@pytest.mark.rule("AOH-058")
def test_new_offer_replaces_the_old_one() -> None:
    """After Grain for Stone the Iron is no longer on offer."""
    p = market(holds("iron", "grain"), holds("wood"), {})
    p.play("offer iron for wood", "wait", "wait", "offer grain for stone")
    assert offer(p, 0) == ("grain", "stone")
    p.play("offer wood for iron")
    assert (hand(p, 0), hand(p, 1)) == (cards("iron", "grain"), cards("wood"))
    assert (offer(p, 0), offer(p, 1)) == (("grain", "stone"), ("wood", "iron"))


@pytest.mark.rule("AOH-059")
def test_new_offer_trades_once_from_the_next_seat_on() -> None:
    """Seat 2 finds seat 3 before seat 0, and only one of the two trades."""
    p = market(holds("iron"), {}, holds("wood", "wood"), holds("iron"))
    p.play("offer iron for wood", "wait", "wait", "offer iron for wood")
    p.play("wait", "wait", "offer wood for iron")
    assert [hand(p, seat) for seat in (0, 2, 3)] == [cards("iron"), cards("wood", "iron"), cards("wood")]
    assert offer(p, 0) == ("iron", "wood")
    assert offer(p, 2) is offer(p, 3) is None


@pytest.mark.rule("AOH-059")
def test_comparison_wraps_around_past_seats_that_do_not_match() -> None:
    """From seat 2 the first match may be seat 1, after 3 and 0."""
    p = market(holds("iron"), holds("iron"), holds("wood"), holds("iron"))
    p.play("offer iron for gold", "offer iron for wood", "wait", "offer iron for stone")
    p.play("wait", "wait", "offer wood for iron")
    assert [hand(p, seat) for seat in range(4)] == [cards("iron"), cards("wood"), cards("iron"), cards("iron")]
    assert (offer(p, 0), offer(p, 3)) == (("iron", "gold"), ("iron", "stone"))


@pytest.mark.rule("AOH-060")
def test_market_rounds_run_in_day_order() -> None:
    """Starter 1 of 3: 1, 2, 0, three times."""
    p = market(holds("iron"), holds("iron"), holds("iron"), starter=1)
    assert market_seats(p, "offer iron for gold") == [1, 2, 0] * 3


@pytest.mark.rule("AOH-060")
def test_market_skips_eliminated_seats() -> None:
    """Only living seats trade."""
    p = market(holds("iron"), OUT, holds("iron"), holds("iron"), starter=2)
    assert market_seats(p, "offer iron for gold") == [2, 3, 0] * 3


@pytest.mark.rule("AOH-060")
def test_trader_acts_once_per_round_after_a_trade_too() -> None:
    """A trade gives nobody an extra move and takes nobody's away."""
    p = market(holds("iron"), holds("wood"), holds("stone")).play("offer iron for wood", "offer wood for iron")
    assert p.seat == 2
    p.play("offer stone for gold")
    assert p.seat == 0


@pytest.mark.rule("AOH-061")
@pytest.mark.parametrize("stage", ["fair", "market"])
def test_market_ends_after_three_rounds(stage: str) -> None:
    """Two players who always post unmatched offers are asked six times, then Play begins."""
    p = arrange(holds("iron"), holds("iron"), stage=stage, deck=["wood"] * 3)
    assert market_seats(p, "offer iron for gold") == [0, 1] * 3
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-061")
@pytest.mark.parametrize("stage", ["fair", "market"])
def test_market_ends_after_a_round_without_offer(stage: str) -> None:
    """Three players who all wait are asked once each, then Play begins."""
    p = arrange(holds("iron"), holds("iron"), holds("iron"), stage=stage, deck=["wood"] * 4)
    assert market_seats(p, "wait") == [0, 1, 2]
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-061")
def test_second_round_without_offer_ends_the_market_although_offers_stand() -> None:
    """Standing offers do not keep the market open; new ones do."""
    p = market(holds("iron"), holds("iron"), holds("iron")).play("wait", "offer iron for gold", "wait")
    assert market_seats(p, "wait") == [0, 1, 2]
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-061")
def test_a_matched_offer_counts_as_an_offer_of_the_round() -> None:
    """A round with a trade is no round without offers."""
    p = market(holds("iron"), holds("wood")).play("offer iron for wood", "offer wood for iron")
    assert (asked(p), p.seat) == (Prompt.MARKET, 0)


@pytest.mark.rule("AOH-062")
def test_stopping_withdraws_the_offer_and_is_final() -> None:
    """Who has stopped neither trades nor is asked again at this Fair, but at the next one."""
    p = market(holds("iron"), holds("wood"), holds("stone"), deck=["grain"] * 6)
    p.play("offer iron for wood", "wait", "wait")
    p.play("stop trading")
    assert offer(p, 0) is None
    p.play("offer wood for iron", "wait")
    assert (hand(p, 0), hand(p, 1)) == (cards("iron"), cards("wood"))
    third = market_seats(p, "wait")
    assert third == [1, 2]
    pass_until(p, Prompt.MARKET, day=2)
    assert (p.record.day, p.seat) == (2, 0)
    assert p.record.stopped[:3].tolist() == [0, 0, 0]
    assert [offer(p, seat) for seat in range(3)] == [None, None, None]


@pytest.mark.rule("AOH-063")
def test_fair_goes_on_without_those_who_stopped() -> None:
    """Seat 0 stops in round 1; rounds go on with 1, 2, 3 until they have stopped too."""
    p = market(*[holds("iron")] * 4)
    p.play("stop trading", *["offer iron for gold"] * 3)
    order = []
    for action in ("offer iron for gold", "offer iron for gold", "offer iron for gold"):
        order.append(p.seat)
        p.play(action)
    assert order == [1, 2, 3]
    assert (asked(p), p.seat) == (Prompt.MARKET, 1)
    p.play("stop trading")
    assert (asked(p), p.seat) == (Prompt.MARKET, 2)
    p.play("stop trading")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-063")
def test_fair_ends_in_the_round_in_which_all_stop() -> None:
    """In round 2 the stops of 1 and 2 leave only seat 3, so Play begins."""
    p = market(*[holds("iron")] * 4)
    p.play("stop trading", *["offer iron for gold"] * 3)
    p.play("stop trading", "stop trading")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-064")
def test_last_trader_is_not_asked() -> None:
    """Seats 0 and 1 stop, seat 2 alone cannot trade: seat 0 takes its turn."""
    p = market({}, {}, {}, deck=["iron"]).play("stop trading", "stop trading")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand_sizes(p) == [1, 0, 0]


@pytest.mark.rule("AOH-064")
def test_two_players_one_stop_ends_the_fair() -> None:
    """With two players the first stop ends trading, in any round."""
    p = market(holds("iron"), holds("iron")).play("offer iron for gold", "stop trading")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)


@pytest.mark.rule("AOH-051", "AOH-052", "AOH-053")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_legal_offers_of_random_games(num_players: int) -> None:
    """Always exactly: a held card but the own special, for any wish but its own type; or WAIT; or STOP."""
    for seed in range(5):
        for p in random_game(num_players, seed):
            if asked(p) != Prompt.MARKET:
                continue
            given = [name for name in hand(p, p.seat) if name != f"special_{p.seat}"]
            expected = {f"offer {give} for {wish}" for give in given for wish in WISHES if wish != give}
            assert set(p.legal()) == expected | {"wait", "stop trading"}
            assert not p.record.stopped[p.seat]
