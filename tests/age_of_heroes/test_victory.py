"""Rules of winning, elimination and the end of the game (AOH-149 to AOH-165)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Prompt, WinKind
from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rules import RulesError
from tests.age_of_heroes.helpers import (
    GAME,
    IDLE,
    at_market,
    at_prompt,
    commit,
    discarded,
    hand,
    hand_sizes,
    idle,
    prompt,
    random_steps,
    road_actions,
    supplies,
    table,
    war,
    wars,
)

CITY = ["wood", "wood", "stone"]
GONE = {"alive": 0, "cities": 0, "armies": 0}


def end(p: Position) -> tuple[int, WinKind]:
    """Winner and kind of a game that is over."""
    assert p.over
    return int(p.record.winner), WinKind(p.record.win_kind)


def check_random_winners(games: int, players: int) -> None:
    """Play random games to their end: every winner has won in one of the three ways."""
    for seed in range(games):
        p = GAME.new(num_players=players, seed=seed)
        for _ in random_steps(p, seed):
            pass
        winner, kind = end(p)
        if winner >= 0:
            assert kind in (WinKind.CITIES, WinKind.MONUMENT, WinKind.LAST_TRIBE)
            assert p.record.alive[winner]
            assert {
                WinKind.CITIES: p.record.cities[winner] >= 5,
                WinKind.MONUMENT: p.record.progress[winner] == 5,
                WinKind.LAST_TRIBE: p.record.alive.sum() == 1,
            }[kind]
        else:
            assert kind in (WinKind.TRUNCATED, WinKind.DRAWN)


@pytest.mark.rule("AOH-149")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_are_won_by_cities_monument_or_as_last_tribe(players):
    """Random games: every winner meets the condition by which it is said to have won."""
    check_random_winners(40, players)


@pytest.mark.slow
@pytest.mark.rule("AOH-149")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_are_won_by_cities_monument_or_as_last_tribe_a_thousand_times(players):
    """The same in a thousand games."""
    check_random_winners(1000, players)


@pytest.mark.rule("AOH-150")
@pytest.mark.parametrize(("cities", "wins"), [(3, False), (4, True)])
def test_5_built_cities_win(cities, wins):
    """The fifth city wins, the fourth does not."""
    p = table([{"cities": cities, "hand": CITY}, {}]).play("build city")
    assert p.record.cities[0] == cities + 1
    assert p.over is wins
    if wins:
        assert end(p) == (0, WinKind.CITIES)


@pytest.mark.rule("AOH-150")
def test_more_than_5_cities_win():
    """Two cities conquered on top of four win with six."""
    p = table([{"cities": 4, "armies": 3}, {"cities": 3}, {}])
    war(p, 1, "conquest", (3,))
    assert p.record.cities[:2].tolist() == [6, 1]
    assert end(p) == (0, WinKind.CITIES)


@pytest.mark.rule("AOH-151")
@pytest.mark.parametrize(("target", "cities", "wins"), [(3, 1, False), (3, 2, True), (7, 5, False), (7, 6, True)])
def test_the_city_target_can_be_set(target, cities, wins):
    """With 3 the third city wins; with 7 the sixth does not and the seventh does."""
    p = table([{"cities": cities, "hand": CITY}, {}], rules={"victory_cities": target}).play("build city")
    assert p.over is wins


@pytest.mark.rule("AOH-151")
@pytest.mark.parametrize("target", [2, 8])
def test_a_city_target_outside_3_to_7_is_refused(target):
    """2 and 8 are no targets."""
    with pytest.raises(RulesError, match=f"{target}.*3 and 7"):
        GAME.variant({"victory_cities": target})


@pytest.mark.rule("AOH-152")
def test_the_last_city_wins_at_once_when_built():
    """Six cards are left and own specials lie in hand, but nothing is discarded or collected any more."""
    p = table([{"cities": 4, "hand": [*CITY, *["iron"] * 5, "special_0"]}, {}]).play("build city")
    assert end(p) == (0, WinKind.CITIES)
    assert hand(p, 0) == {"iron": 5, "special_0": 1}
    assert p.record.progress[0] == 0


@pytest.mark.rule("AOH-152")
def test_the_last_city_wins_at_once_when_conquered():
    """The attacker with six cards wins without a discard prompt."""
    p = table([{"cities": 4, "hand": ["iron"] * 6}, {"cities": 2}, {}])
    war(p, 1, "conquest", (1,))
    assert end(p) == (0, WinKind.CITIES)
    assert hand(p, 0) == {"iron": 6}


@pytest.mark.rule("AOH-152")
def test_the_last_city_wins_at_once_when_grown():
    """Two Population Growth on day 1 win a game to 3 cities before the Fair; seat 1's cards stay untouched."""
    players = [{"hand": ["population_growth"] * 2}, {"hand": ["hunger"]}]
    p = table(players, day=1, stage="preparation", rules={"victory_cities": 3})
    assert end(p) == (0, WinKind.CITIES)
    assert p.record.cities[0] == 3
    assert hand(p, 0) == {}
    assert hand(p, 1) == {"hunger": 1}


@pytest.mark.rule("AOH-153")
def test_5_collected_specials_win_when_they_are_collected():
    """With progress 4 the special in hand wins at the end of the turn, not during it."""
    p = table([{"progress": 4, "hand": ["special_0"] + ["iron"] * 5}, {}], stage="turn", deck=["gold"])
    assert prompt(p) == (0, Prompt.MAIN)
    p.play("build general")
    assert end(p) == (0, WinKind.MONUMENT)
    p = table([{"progress": 4, "hand": ["special_0"] + ["iron"] * 5}, {}]).play("do nothing")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert not p.over
    p.play("card iron")
    assert end(p) == (0, WinKind.MONUMENT)
    assert p.record.progress[0] == 5


@pytest.mark.rule("AOH-153")
def test_4_collected_specials_do_not_win():
    """Progress 3 and one special: the game goes on."""
    p = table([{"progress": 3, "hand": ["special_0"]}, {}]).play("do nothing")
    assert p.record.progress[0] == 4
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-153", "AOH-160")
def test_the_monument_wins_before_elimination_is_checked():
    """A player without city whose last card completes the monument has won."""
    p = table([{"cities": 0, "progress": 4, "hand": ["special_0"]}, {}, {}]).play("do nothing")
    assert end(p) == (0, WinKind.MONUMENT)


@pytest.mark.rule("AOH-154")
def test_a_player_with_no_city_and_no_card_is_eliminated():
    """The plundered seat is out; the other two go on."""
    p = table([{}, {}, {"cities": 0, "hand": ["gold", "iron"]}])
    war(p, 2, "plunder", (1,))
    assert p.record.alive[:3].tolist() == [1, 1, 0]
    assert not p.over
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-155")
def test_a_player_with_a_card_but_no_city_plays_on_in_full():
    """It draws at the Fair, is asked at the market, can be attacked and has a turn."""
    p = table([{}, {"cities": 0, "hand": ["gold"]}, {}], deck=["iron"] * 3 + ["grain"] * 3, stage="preparation")
    assert hand_sizes(p) == [1, 2, 1]
    p.play("wait")
    assert prompt(p) == (1, Prompt.MARKET)
    idle(p, at_prompt(0, Prompt.MAIN))
    assert "player_1 plunder" in wars(p)
    p.play("do nothing")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand_sizes(p)[1] == 3
    assert "tax" in p.legal()


@pytest.mark.rule("AOH-155")
def test_a_player_with_a_city_but_no_card_plays_on():
    """Plundered to the last card, the defender with a city lives and draws at its next turn."""
    p = table([{}, {"hand": ["gold", "iron"]}, {}])
    war(p, 1, "plunder", (1,))
    assert p.record.alive[1] == 1
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 1) == {"wood": 1}


@pytest.mark.rule("AOH-156")
def test_the_last_living_player_wins():
    """With its only rival plundered out, the attacker wins as last tribe, seven cards in hand."""
    p = table([{"hand": ["iron"] * 5}, {"cities": 0, "hand": ["gold", "stone"]}])
    war(p, 1, "plunder", (1,))
    assert end(p) == (0, WinKind.LAST_TRIBE)
    assert hand(p, 0) == {"iron": 5, "gold": 1, "stone": 1}


@pytest.mark.rule("AOH-157")
def test_elimination_is_checked_after_an_event_card():
    """Hunger takes the last card of a seat without city: it is out in Preparation and draws nothing at the Fair."""
    p = table([{"hand": ["hunger"]}, {"cities": 0, "hand": ["grain"]}, {}], day=2, stage="preparation")
    assert p.record.alive[:3].tolist() == [1, 0, 1]
    assert Prompt(p.record.prompt) is Prompt.MARKET
    assert hand_sizes(p) == [1, 0, 1]


@pytest.mark.rule("AOH-157")
@pytest.mark.parametrize(
    ("holder", "victim", "actions", "alive"),
    [
        ({"cities": 0, "hand": ["barbarians"]}, {}, (), [0, 1, 1]),  # the owner's last card was the event
        ({"hand": ["earthquake"]}, {"cities": 0, "armies": 2, "hand": ["fortune"]}, ("earthquake player_1", "block fortune"), [1, 0, 1]),
        ({"hand": ["eruption"]}, {"cities": 1}, ("eruption player_1",), [1, 0, 1]),
        ({"hand": ["eruption"]}, {"cities": 1, "hand": ["olympics"]}, ("eruption player_1", "block olympics"), [1, 1, 1]),
        ({"cities": 0, "hand": ["population_growth"]}, {}, (), [1, 1, 1]),
        ({"cities": 0, "hand": ["earthquake"]}, {"armies": 2}, ("earthquake player_1",), [0, 1, 1]),
    ],
)
def test_the_check_after_an_event_covers_owner_and_blocker(holder, victim, actions, alive):
    """Whoever is left without city and card by an event, its owner and a blocker included, is out."""
    p = table([holder, victim, {}], day=2, stage="preparation").play(*actions)
    assert p.record.alive[:3].tolist() == alive


@pytest.mark.rule("AOH-157", "AOH-164")
@pytest.mark.parametrize("third", [None, GONE])
def test_if_nobody_is_left_those_eliminated_together_draw(third):
    """Hunger takes the last cards of both: a draw between them, and whoever fell earlier has lost."""
    players = [{"cities": 0, "hand": ["hunger", "grain"]}, {"cities": 0, "hand": ["grain"]}]
    if third:
        players.append({**third, "fallen": 1})
    p = table(players, day=2, stage="preparation", **({"falls": 1} if third else {}))
    assert end(p) == (-1, WinKind.DRAWN)
    outcome = p.outcome()
    assert outcome[0].tolist() == outcome[1].tolist()
    if third:
        assert outcome[2, 0] < outcome[0, 0]  # a worse result ...
        assert outcome[2, 1] > outcome[0, 1]  # ... and a worse place


@pytest.mark.rule("AOH-157", "AOH-156")
def test_elimination_by_an_event_can_leave_the_last_tribe():
    """Hunger removes the only rival: its holder, who has a city, wins in Preparation."""
    p = table([{"hand": ["hunger", "grain"]}, {"cities": 0, "hand": ["grain"]}], day=2, stage="preparation")
    assert end(p) == (0, WinKind.LAST_TRIBE)


@pytest.mark.rule("AOH-158")
def test_elimination_is_checked_after_a_cancelled_war():
    """A cityless defender who cancels with its last card is out before the attacker discards."""
    p = table([{"hand": ["iron"] * 7}, {}, {"cities": 0, "hand": ["olympics"]}]).play("war player_2 plunder", "olympics cancel")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert p.record.alive[2] == 0


@pytest.mark.rule("AOH-158", "AOH-111")
@pytest.mark.parametrize("dice", [(1, 6), (6, 1)])
def test_elimination_after_a_war_covers_committed_heroes(dice):
    """A cityless side whose last card was the Hero it committed is out, whoever won."""
    p = table([{"hand": ["stone"] * 6}, {}, {"cities": 0, "armies": 0, "progress": 1, "hand": ["hero"]}], queue=list(dice))
    war(p, 2, "destruction", (1,), (0, 1))
    assert prompt(p) == (0, Prompt.DISCARD)
    assert p.record.alive[2] == 0


@pytest.mark.rule("AOH-158")
def test_an_attacker_can_be_eliminated_by_its_own_war():
    """A cityless attacker loses its only Hero and is out; the next seat plays."""
    p = table([{"cities": 0, "armies": 0, "hand": ["hero"]}, {}, {"cities": 2}], queue=[1, 6])
    war(p, 2, "conquest", (0, 1), (1,))
    assert p.record.alive[:3].tolist() == [0, 1, 1]
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-158", "AOH-159")
def test_a_conquered_city_saves_the_attacker():
    """A cityless attacker whose last card fights and wins a city lives."""
    p = table([{"cities": 0, "armies": 0, "hand": ["hero"]}, {}, {"cities": 2}])
    war(p, 2, "conquest", (0, 1))
    assert p.record.alive[:3].tolist() == [1, 1, 1]
    assert p.record.cities[[0, 2]].tolist() == [1, 1]


@pytest.mark.rule("AOH-159")
def test_elimination_is_not_checked_inside_construction():
    """The last cards for a city save a cityless player; for an army they end its game with the turn."""
    p = table([{"cities": 0, "hand": CITY}, {}, {}]).play("build city")
    assert (p.record.alive[0], p.record.cities[0]) == (1, 1)
    p = table([{"cities": 0, "hand": ["iron", "grain", "grain"]}, {}, {}]).play("build army")
    assert p.record.alive[0] == 0
    assert prompt(p) == (1, Prompt.MAIN)
    p = table([{"cities": 0, "armies": 1, "hand": ["iron", "grain", "grain", *CITY]}, {}, {}]).play("build army", "build city")
    assert (p.record.alive[0], p.record.armies[0], p.record.cities[0]) == (1, 2, 1)


@pytest.mark.rule("AOH-159")
def test_elimination_is_not_checked_inside_an_exchange():
    """A cityless player exchanges its only card and lives with the new one."""
    p = table([{"cities": 0, "hand": ["iron"]}, {}, {}], deck=["gold", "wood"]).play("tax", "card iron")
    assert p.record.alive[0] == 1
    assert hand(p, 0) == {"gold": 1}


@pytest.mark.rule("AOH-160")
def test_at_the_end_of_a_turn_elimination_comes_after_collecting():
    """The last card of a cityless player goes to the monument; then it is out."""
    p = table([{"cities": 0, "progress": 1, "hand": ["special_0"]}, {}, {}]).play("do nothing")
    assert p.record.progress[0] == 2
    assert discarded(p) == {"special_0": 1}
    assert p.record.alive[0] == 0
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-161")
def test_pieces_and_roads_of_an_eliminated_player_return_to_the_supply():
    """2 armies, 1 general, 1 fortress and 2 roads go back; the former neighbours draw 1 card at the next Fair."""
    victim = {"cities": 0, "armies": 2, "generals": 1, "fortresses": 1, "hand": ["gold", "iron"]}
    left = {"army": 5, "city": 6, "fortress": 3, "general": 2, "road": 1}
    p = table([{}, victim, {}, {}], road={"0-1": 1, "1-2": 1}, supply=left, deck=["grain"] * 8)
    war(p, 1, "plunder", (1,))
    assert p.record.alive[1] == 0
    assert supplies(p) == [7, 6, 4, 3, 3]
    assert not p.record.road.any()
    assert (p.record.armies[1], p.record.generals[1], p.record.fortresses[1]) == (0, 0, 0)
    idle(p, at_prompt(3, Prompt.MAIN))
    before = hand_sizes(p)
    idle(p, at_market(4))
    assert [after - old for after, old in zip(hand_sizes(p), before, strict=True)] == [1, 0, 1, 1]


@pytest.mark.rule("AOH-162")
def test_the_circle_does_not_close_over_an_eliminated_seat():
    """Seat 0 beside the empty seat 1 can build towards seat 3 only, seat 2 as well."""
    for seat, side in ((0, "left"), (2, "right")):
        p = table([{"hand": ["stone"] * 2}, GONE, {"hand": ["stone"] * 2}, {}], turn_seat=seat)
        assert road_actions(p) == {side}
        assert p.play(f"build road {side}").seat == 3


@pytest.mark.rule("AOH-163")
@pytest.mark.parametrize("seed", range(10))
def test_an_eliminated_player_takes_no_further_part(seed):
    """From its elimination on a seat draws nothing, is asked nothing and is nobody's target."""
    p = table([{"hand": ["earthquake", "eruption"]}, {"cities": 2}, {"cities": 0, "hand": ["gold"]}], deck=(), seed=seed)
    war(p, 2, "plunder", (1,))
    assert p.record.alive[2] == 0
    played = 0
    for _ in random_steps(p, seed):
        assert p.record.hand[2].sum() == 0
        assert p.record.alive[2] == 0
        if not p.over:
            assert p.seat != 2
            assert not any("player_2" in action for action in p.legal())
            played += 1
    assert played > 20
    assert p.record.winner != 2


@pytest.mark.rule("AOH-163")
def test_an_eliminated_player_is_no_target_of_disasters():
    """The prompts for Earthquake and Eruption name the other living seat only."""
    p = table([{"hand": ["earthquake", "eruption"]}, {}, GONE], stage="preparation")
    assert set(p.legal()) == {"earthquake player_1", "hold"}
    assert set(p.play("hold").legal()) == {"eruption player_1", "hold"}


def won_by(kind: WinKind) -> Position:
    """A game that seat 0 has just won in a certain way."""
    if kind is WinKind.CITIES:
        return table([{"cities": 4, "hand": CITY}, {}]).play("build city")
    if kind is WinKind.MONUMENT:
        return table([{"progress": 4, "hand": ["special_0"]}, {}]).play("do nothing")
    return war(table([{}, {"cities": 0, "hand": ["gold"]}]), 1, "plunder", (1,))


@pytest.mark.rule("AOH-164")
@pytest.mark.parametrize("kind", [WinKind.CITIES, WinKind.MONUMENT, WinKind.LAST_TRIBE])
def test_the_first_condition_met_ends_the_game(kind):
    """One winner, no legal action for anybody, and the state stays as it is."""
    p = won_by(kind)
    assert end(p) == (0, kind)
    assert p.outcome()[:, 1].tolist().count(1) == 1
    assert (p.outcome()[:, 0] > 0).tolist() == [True, False]
    assert p.legal() == []
    for seat in range(p.num_players):
        assert not p.mask(seat).any()
    before = p.hash()
    for action in range(GAME.actions.size):
        with pytest.raises(IllegalAction):
            p.play(action)
    assert p.hash() == before


@pytest.mark.rule("AOH-164", "AOH-152")
def test_the_city_victory_comes_before_the_elimination_of_the_defender():
    """The last city of a rival without cards is also the fifth: the game is won by cities."""
    p = table([{"cities": 4}, {"cities": 1}])
    war(p, 1, "conquest", (1,))
    assert end(p) == (0, WinKind.CITIES)


@pytest.mark.rule("AOH-165")
def test_the_game_stops_after_the_last_day():
    """With 10 days and idle players it is over after the last turn of day 10, without a winner."""
    cards = (["iron"] * 12 + ["wood"] * 12 + ["grain"] * 12 + ["stone"] * 12)[:40]
    p = table(2, day=1, stage="preparation", deck=cards, rules={"max_days": 10})
    turns = []
    while not p.over:
        if Prompt(p.record.prompt) is Prompt.MAIN:
            turns.append((int(p.record.day), p.seat))
        p.play(IDLE.get(Prompt(p.record.prompt), p.legal_ids()[0]))
    assert turns == [(day, seat) for day in range(1, 11) for seat in (0, 1)]
    assert end(p) == (-1, WinKind.TRUNCATED)
    assert p.record.day == 10


@pytest.mark.rule("AOH-165")
@pytest.mark.parametrize(("day", "over"), [(99, False), (100, True)])
def test_the_default_cap_is_100_days(day, over):
    """Day 99 is followed by another one, day 100 is not."""
    p = table(2, day=day, turn_seat=1).play("do nothing")
    assert p.over is over
    if over:
        assert end(p) == (-1, WinKind.TRUNCATED)
    else:
        assert p.record.day == 100


@pytest.mark.rule("AOH-165", "AOH-164")
def test_a_win_in_the_last_turn_of_the_last_day_counts():
    """The cap does not take away a victory met in the turn that reaches it."""
    p = table([{}, {"progress": 4, "hand": ["special_1"]}], day=100, turn_seat=1).play("do nothing")
    assert end(p) == (1, WinKind.MONUMENT)


@pytest.mark.rule("AOH-158")
def test_elimination_waits_for_the_end_of_the_war():
    """A cityless defender with one card is still asked to commit; elimination waits for the result."""
    p = table([{}, {}, {"cities": 0, "hand": ["hero"]}]).play("war player_2 plunder")
    commit(p, 1).play("commit 0 armies", "commit 1 heroes")
    assert prompt(p) == (2, Prompt.LEADER)
    assert p.record.alive[2] == 1
