"""Players, days, tribes, setup dice and the deal (AOH-001 to AOH-017)."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np
import pytest

from rulebound.envs.age_of_heroes.state import SPECIALS, TRIBES, Building, Card, Event, Prompt, Stage
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from tests.age_of_heroes.helpers import (
    GAME,
    NO_FAIR_DRAW,
    OUT,
    arrange,
    asked,
    cards,
    close_market,
    discarded,
    hand,
    hand_sizes,
    holds,
    pass_on,
    pass_until,
    supply,
)


def set_up(num_players: int, dice: list[int], deck: list[str] | None = None, rules: object = None) -> Position:
    """A game whose setup dice, two for each seat from seat 0 on, and first cards are given."""
    deck = deck or (["iron"] * 12 + ["wood"] * 12 + ["stone"] * 6)[: 5 * num_players]
    return GAME.position({"stage": "setup", "queue": dice, "deck": deck}, num_players=num_players, rules=rules)


def turn_seats(p: Position, turns: int) -> list[tuple[int, int]]:
    """Day and seat of the next main actions when everybody passes."""
    found = []
    while len(found) < turns:
        pass_until(p, Prompt.MAIN)
        found.append((int(p.record.day), p.seat))
        pass_on(p)
    return found


@pytest.mark.rule("AOH-001")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_two_to_six_players_start(num_players: int) -> None:
    """A game starts for every number of players from 2 to 6."""
    p = GAME.new(num_players=num_players, seed=1)
    assert p.num_players == num_players
    assert p.record.alive.tolist() == [1] * num_players + [0] * (6 - num_players)
    assert p.legal()


@pytest.mark.rule("AOH-001")
@pytest.mark.parametrize("num_players", [1, 7])
def test_other_numbers_of_players_are_refused(num_players: int) -> None:
    """One player or seven cannot play."""
    with pytest.raises(RulesError, match="2 to 6"):
        GAME.new(num_players=num_players)


@pytest.mark.rule("AOH-002", "AOH-003")
def test_days_repeat_preparation_fair_play_and_count_from_one() -> None:
    """One setup, then Preparation, Fair and Play of day 1, then of day 2."""
    # Without a harmless first day the holder of an Earthquake is asked in every Preparation, so each part shows up as a prompt.
    deck = ["earthquake", *["iron"] * 4, *["wood"] * 5]
    p = set_up(2, [6, 6, 1, 1], deck + ["stone"] * 8, rules={"event_grace_days": 0})
    assert hand(p, 0) == cards("earthquake", *["iron"] * 4)  # set up: starter found, hands dealt, nothing else done
    assert hand(p, 1) == cards(*["wood"] * 5)
    seen: list[tuple[int, str]] = []
    while (int(p.record.day), asked(p)) != (2, Prompt.MAIN):
        seen.append((int(p.record.day), p.describe(p.seat)["phase"]))
        pass_on(p)  # discards Iron and Wood first
    seen.append((int(p.record.day), p.describe(p.seat)["phase"]))
    parts = ["preparation", "fair", "play"]
    assert [key for key, _ in groupby(seen)] == [(1, part) for part in parts] + [(2, part) for part in parts]


@pytest.mark.rule("AOH-002", "AOH-003")
def test_day_rises_with_the_second_preparation() -> None:
    """Day 1 lasts from the deal through Play, and the second Preparation is already day 2."""
    p = set_up(2, [6, 6, 1, 1], ["iron"] * 5 + ["wood"] * 5 + ["stone"] * 2 + ["earthquake", "stone"])
    assert (p.record.day, asked(p)) == (1, Prompt.MARKET)
    close_market(p)
    assert (p.record.day, asked(p), p.seat) == (1, Prompt.MAIN, 0)
    p.play("do nothing", "card iron", "card iron")
    assert (p.record.day, asked(p), p.seat) == (1, Prompt.MAIN, 1)
    p.play("do nothing", "card wood", "card wood")
    assert (p.record.day, asked(p), p.seat) == (2, Prompt.DISASTER, 0)


@pytest.mark.rule("AOH-004")
def test_fair_draws_run_in_day_order() -> None:
    """The starter draws first, then the rising seats."""
    p = arrange({}, {}, {}, {}, stage="fair", starter=2, deck=["iron", "wood", "grain", "stone"])
    assert [hand(p, seat) for seat in (2, 3, 0, 1)] == [cards("iron"), cards("wood"), cards("grain"), cards("stone")]


@pytest.mark.rule("AOH-004")
def test_fair_draws_skip_eliminated_seats() -> None:
    """Only living seats take part in a loop."""
    p = arrange({}, {}, {}, OUT, stage="fair", starter=2, deck=["iron", "wood", "grain"])
    assert [hand(p, seat) for seat in (2, 3, 0, 1)] == [cards("iron"), {}, cards("wood"), cards("grain")]


@pytest.mark.rule("AOH-004")
@pytest.mark.parametrize("owner", [0, 1, 2, 3])
@pytest.mark.parametrize("stage", ["preparation", "turn"])
def test_hunger_asks_in_day_order(owner: int, stage: str) -> None:
    """Whoever brings the Hunger, its victims are asked from the starter on."""
    players = [holds("grain", "fortune") for _ in range(4)]
    if stage == "preparation":
        players[owner] = holds("grain", "fortune", "hunger")
    p = arrange(*players, day=2, stage=stage, starter=2, turn_seat=owner, deck=["hunger"], rules={"cards.fortune.count": 4})
    order = []
    while asked(p) == Prompt.BLOCK:
        order.append(p.seat)
        p.play("block fortune")
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("AOH-004")
def test_preparation_runs_in_day_order() -> None:
    """Mandatory cards are worked through seat by seat from the starter on."""
    p = arrange(holds("earthquake"), holds("earthquake"), holds("eruption"), holds("eruption"), day=2, stage="preparation", starter=2)
    order = []
    while asked(p) == Prompt.DISASTER:
        order.append(p.seat)
        p.play("hold")
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("AOH-005")
def test_starter_leads_every_day() -> None:
    """The first turn of every day belongs to the same seat."""
    p = arrange({}, {}, {}, stage="preparation", starter=1)
    assert turn_seats(p, 9) == [(day, seat) for day in (1, 2, 3) for seat in (1, 2, 0)]


@pytest.mark.rule("AOH-005")
def test_next_living_seat_leads_once_the_starter_is_eliminated() -> None:
    """An eliminated starter is replaced by the next living seat, on this day and the following."""
    p = arrange({}, holds("barbarians", "iron", cities=0), {}, day=2, stage="preparation", starter=1)
    assert not p.record.alive[1]
    assert (asked(p), p.seat) == (Prompt.MARKET, 2)
    assert turn_seats(p, 4) == [(2, 2), (2, 0), (3, 2), (3, 0)]


@pytest.mark.rule("AOH-005", "AOH-074")
def test_starter_eliminated_on_its_own_turn_is_replaced() -> None:
    """The day goes on with the next seats, and the next one leads from then on."""
    p = arrange(holds("iron", cities=0), {}, {}, day=2, stage="turn", deck=["barbarians", *["wood"] * 8])
    assert turn_seats(p, 6) == [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)]


@pytest.mark.rule("AOH-005", "AOH-065")
@pytest.mark.parametrize(("attacker", "turns"), [(2, [(3, 0), (4, 2), (4, 0)]), (0, [(4, 2), (4, 0), (5, 2)])])
def test_starter_eliminated_on_a_later_turn_is_replaced(attacker: int, turns: list[tuple[int, int]]) -> None:
    """Whoever eliminates the starter, the day runs to its end and seat 2 leads the next."""
    starter = holds("gold", cities=0, armies=0)
    p = arrange({}, starter, {}, day=3, starter=1, turn_seat=attacker, deck=["wood"] * 12)
    p.play("war player_1 plunder", "commit 1 armies", "commit 0 heroes", "lead with none", "commit 0 armies", "commit 0 heroes")
    assert not p.record.alive[1]
    assert turn_seats(p, 3) == turns


@pytest.mark.statistical
@pytest.mark.rule("AOH-006")
def test_tribes_are_drawn_from_all_six() -> None:
    """Each tribe comes to a seat about equally often."""
    games = [GAME.new(num_players=2, seed=seed) for seed in range(6000)]
    for seat in (0, 1):
        drawn = Counter(int(p.record.tribe[seat]) for p in games)
        assert sorted(drawn) == list(range(6))
        assert all(850 <= count <= 1150 for count in drawn.values())


@pytest.mark.rule("AOH-007")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_tribes_are_distinct(num_players: int) -> None:
    """No two seats have the same tribe."""
    for seed in range(200):
        tribes = GAME.new(num_players=num_players, seed=seed).record.tribe[:num_players].tolist()
        assert len(set(tribes)) == num_players
        assert set(tribes) <= set(range(6))


@pytest.mark.rule("AOH-008")
def test_specials_named_by_the_rulebook() -> None:
    """Egyptians collect Limestone, Romans Concrete, Greeks Marble."""
    special = dict(zip(TRIBES, SPECIALS, strict=True))
    assert (special["egyptians"], special["romans"], special["greeks"]) == ("limestone", "concrete", "marble")


@pytest.mark.rule("AOH-009")
def test_specials_of_the_other_tribes() -> None:
    """Babylonians collect Bricks, Celts Sandstone, Chinese Granite."""
    special = dict(zip(TRIBES, SPECIALS, strict=True))
    assert (special["babylonians"], special["celts"], special["chinese"]) == ("bricks", "sandstone", "granite")


@pytest.mark.rule("AOH-010")
@pytest.mark.parametrize(("num_players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4), (6, 5)])
def test_tribe_gives_no_ability(num_players: int, seed: int) -> None:
    """With the tribe names of two seats exchanged the same game is played, step by step, to its end."""
    p = GAME.new(num_players=num_players, seed=seed)
    q = p.clone()
    q.record.tribe[[0, 1]] = p.record.tribe[[1, 0]]
    assert q.record.tribe[0] != p.record.tribe[0]
    luck = np.random.default_rng(seed)
    same = [name for name in p.record.dtype.names if name != "tribe"]
    while not p.over:
        assert p.legal_ids() == q.legal_ids()
        action = int(luck.choice(p.legal_ids()))
        p.play(action)
        q.play(action)
        assert all(np.array_equal(p.record[name], q.record[name]) for name in same)
    assert q.over
    assert np.array_equal(p.outcome(), q.outcome())


def games_without_growth(num_players: int) -> list[Position]:
    """New games in which no Population Growth was dealt, so that the first Preparation changed no board."""
    games = [GAME.new(num_players=num_players, seed=seed) for seed in range(40)]
    found = [p for p in games if not p.record.discard[Card.POPULATION_GROWTH]]
    assert len(found) > 5
    return found


@pytest.mark.rule("AOH-011")
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_every_seat_starts_with_one_city_and_one_army(num_players: int) -> None:
    """A seat starts with one city and one army, both usable, and nothing else; there are no roads."""
    for p in games_without_growth(num_players):
        n, s = num_players, p.record
        assert s.cities[:n].tolist() == s.armies[:n].tolist() == [1] * n
        for name in ("generals", "fortresses", "progress", "armies_away", "armies_disabled"):
            assert not s[name].any()
        assert not s.road.any()


@pytest.mark.rule("AOH-012")
@pytest.mark.parametrize("num_players", [2, 6])
def test_starting_pieces_are_not_from_the_supply(num_players: int) -> None:
    """With a city and an army in play for each seat the supply still has twelve of each."""
    for p in games_without_growth(num_players):
        assert p.record.cities.sum() == p.record.armies.sum() == num_players
        assert supply(p, Building.CITY) == supply(p, Building.ARMY) == 12


@pytest.mark.rule("AOH-013")
@pytest.mark.parametrize(
    ("dice", "starter"),
    [
        ([3, 4, 5, 6, 4, 5, 2, 2], 1),  # totals 7, 11, 9, 4
        ([6, 6, 5, 6, 4, 5, 2, 2], 0),
        ([1, 1, 1, 2, 2, 2, 1, 4], 3),
        ([6, 1, 6, 2, 5, 5, 6, 3], 2),  # the total counts, not the best die
    ],
)
def test_highest_setup_total_starts(dice: list[int], starter: int) -> None:
    """Everybody rolls two dice; the highest total is the starter."""
    p = set_up(4, dice)
    assert p.record.starter == starter
    assert p.seat == starter
    assert p.record.queued == 0


@pytest.mark.rule("AOH-014")
def test_only_tied_players_roll_again() -> None:
    """Totals 8, 8, 7: only the first two roll again, until one is higher; the 7 is out."""
    p = set_up(3, [4, 4, 2, 6, 3, 4] + [1, 1, 1, 1] + [1, 1, 1, 2])
    assert p.record.starter == 1
    assert p.record.queued == 0  # exactly two dice for each of two players in two more rolls


@pytest.mark.rule("AOH-014")
def test_tie_of_the_lower_totals_is_no_tie() -> None:
    """Equal totals below the highest are not rolled again."""
    p = set_up(3, [1, 2, 6, 5, 2, 1, 6, 6])
    assert p.record.starter == 1
    assert p.record.queued == 2


@pytest.mark.rule("AOH-014")
def test_three_tied_players_narrow_down() -> None:
    """Who falls behind in a reroll is out of the next one."""
    p = set_up(3, [3, 3, 3, 3, 3, 3] + [4, 4, 1, 1, 4, 4] + [1, 1, 1, 2])
    assert p.record.starter == 2
    assert p.record.queued == 0


@pytest.mark.rule("AOH-015", "AOH-014")
def test_setup_dice_choose_only_the_starter() -> None:
    """After the starter the others follow by seat, not by total."""
    p = set_up(4, [3, 4, 4, 5, 4, 5, 2, 2] + [2, 3, 4, 4])
    assert p.record.starter == 2
    order = []
    while asked(p) == Prompt.MARKET:
        order.append(p.seat)
        p.play("wait")
    assert order == [2, 3, 0, 1]
    assert [seat for _, seat in turn_seats(p, 4)] == [2, 3, 0, 1]


@pytest.mark.rule("AOH-016")
def test_five_cards_are_dealt() -> None:
    """Two players get five cards each, 74 stay in the draw pile, none is discarded."""
    p = set_up(2, [6, 6, 1, 1], rules=NO_FAIR_DRAW)
    assert hand_sizes(p) == [5, 5]
    assert p.record.deck_size == 74
    assert discarded(p) == {}


@pytest.mark.rule("AOH-016")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_five_cards_are_dealt_in_any_game(num_players: int) -> None:
    """What is dealt but not in hand any more was discarded by the first Preparation."""
    for seed in range(30):
        p = GAME.new(num_players=num_players, rules=NO_FAIR_DRAW, seed=seed)
        mandatory = range(Card.POPULATION_GROWTH, Card.BARBARIANS + 1)
        assert sum(hand_sizes(p)) + p.record.discard[mandatory].sum() == 5 * num_players
        assert max(hand_sizes(p)) <= 5
        assert p.record.deck_size == 72 + 6 * num_players - 5 * num_players
        assert p.record.event == Event.NONE
        assert p.record.stage == Stage.MARKET


@pytest.mark.rule("AOH-017")
def test_hands_are_dealt_whole_in_day_order() -> None:
    """The starter gets its five cards first, then the next seat."""
    p = set_up(2, [1, 1, 6, 6], ["iron"] * 5 + ["wood"] * 5, rules=NO_FAIR_DRAW)
    assert hand(p, 1) == cards(*["iron"] * 5)
    assert hand(p, 0) == cards(*["wood"] * 5)


@pytest.mark.rule("AOH-017", "AOH-004")
def test_deal_wraps_around() -> None:
    """With starter 2 of 3 the deal goes 2, 0, 1."""
    p = set_up(3, [1, 1, 1, 2, 6, 6], ["iron"] * 5 + ["wood"] * 5 + ["stone"] * 5, rules=NO_FAIR_DRAW)
    assert [hand(p, seat) for seat in (2, 0, 1)] == [cards(*[name] * 5) for name in ("iron", "wood", "stone")]
