"""Rules of the shared supply and of roads (AOH-091 to AOH-099)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Prompt
from tests.age_of_heroes.helpers import (
    FULL_SUPPLY,
    GAME,
    at_market,
    at_prompt,
    commit,
    hand,
    hand_sizes,
    idle,
    prompt,
    random_steps,
    road_actions,
    supplies,
    table,
)

MATERIAL = {
    "army": ["iron", "grain", "grain"],
    "city": ["wood", "wood", "stone"],
    "fortress": ["iron", "wood", "stone"],
    "general": ["iron", "gold"],
    "road": ["stone", "stone"],
}


@pytest.mark.rule("AOH-091")
@pytest.mark.parametrize("players", [2, 6])
def test_all_build_from_one_supply_of_12_12_9_6_6(players):
    """The supply starts full at any player count, and every seat's buildings come out of it."""
    dealt = ["iron"] + ["grain"] * 4 + ["iron", "gold"] + ["grain"] * 3 + (["wood"] * 12 + ["stone"] * 8)[: 5 * (players - 2)]
    fair = ["grain"] * 2 + ["stone"] * (players - 2)
    dice = [6, 6] + [1, 1] * (players - 1)
    p = GAME.position({"stage": "setup", "deck": dealt + fair + ["grain", "grain"], "queue": dice}, num_players=players)
    assert prompt(p) == (0, Prompt.MARKET)
    assert supplies(p) == [12, 12, 9, 6, 6]
    idle(p, at_prompt(0, Prompt.MAIN)).play("build army")
    assert supplies(p) == [11, 12, 9, 6, 6]
    assert prompt(p) == (1, Prompt.MAIN)
    p.play("build general")
    assert supplies(p) == [11, 12, 9, 5, 6]


@pytest.mark.rule("AOH-092")
@pytest.mark.parametrize("building", list(MATERIAL))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_empty_supply_cannot_be_built_by_anyone(building, seat):
    """With none of a kind left nobody may build it, whatever is in hand; with one left it is legal."""
    actions = {"build road left", "build road right"} if building == "road" else {f"build {building}"}
    for left, legal in ((0, False), (1, True)):
        players = [{"hand": MATERIAL[building]} for _ in range(3)]
        p = table(players, turn_seat=seat, rules={f"buildings.{building}.supply": left})
        assert p.seat == seat
        assert bool(actions & set(p.legal())) is legal


@pytest.mark.rule("AOH-092")
def test_the_last_piece_closes_that_building_during_construction():
    """Once the last city is built, more material does not give another one in the same action."""
    cards = ["wood"] * 4 + ["stone"] * 2 + ["iron", "gold"]
    p = table([{"hand": cards}, {}], supply={**FULL_SUPPLY, "city": 1}).play("build city")
    assert prompt(p) == (0, Prompt.BUILD)
    assert p.record.supply[Building.CITY] == 0
    assert "build city" not in p.legal()
    assert "build general" in p.legal()


@pytest.mark.rule("AOH-093")
def test_roads_join_neighbouring_seats_only():
    """A builder can ask exactly the two seats next to it."""
    p = table([{"hand": ["stone", "stone"]}, {}, {}, {}, {}])
    asked = {side: p.clone().play(f"build road {side}").seat for side in road_actions(p)}
    assert asked == {"left": 4, "right": 1}


@pytest.mark.rule("AOH-094")
@pytest.mark.parametrize(("seat", "left_over"), [(0, {"left"}), (1, {"right"})])
def test_a_pair_of_neighbours_has_one_road_at_most(seat, left_over):
    """Neither end of an existing road can ask for it again; the other side stays open."""
    p = table([{"hand": ["stone"] * 2}, {"hand": ["stone"] * 2}, {}, {}], road={"0-1": 1}, turn_seat=seat)
    assert road_actions(p) == left_over


@pytest.mark.rule("AOH-094")
@pytest.mark.parametrize("seat", [0, 1])
def test_two_players_have_one_road_in_total(seat):
    """Two players can ask for one road, and for none once it exists."""
    players = [{"hand": ["stone"] * 4}, {"hand": ["stone"] * 4}]
    p = table(players, turn_seat=seat)
    assert len(road_actions(p)) == 1
    assert road_actions(table(players, turn_seat=seat, road={"0-1": 1})) == set()
    p.play(f"build road {road_actions(p).pop()}")
    assert p.seat == 1 - seat
    p.play("road accept")
    assert p.record.road.tolist() == [1, 0, 0, 0, 0, 0]
    for other in (1 - seat, seat):
        idle(p, at_prompt(other, Prompt.MAIN))
        assert hand(p, other)["stone"] >= 2
        assert road_actions(p) == set()
        p.play("do nothing")


@pytest.mark.rule("AOH-094", "AOH-096")
@pytest.mark.parametrize("builder", [0, 1])
def test_the_road_of_two_players_serves_both_whoever_built_it(builder):
    """Both draw two cards at the next Fair, and the armies of either come home over it at once."""
    players = [{"hand": ["stone"] * 2}, {"hand": ["stone"] * 2}]
    p = table(players, turn_seat=builder, deck=["grain"] * 8).play("build road right", "road accept")
    idle(p, lambda q: q.record.day == 4 and q.seat == 0)
    # The builder spent its two Stone; after a road of seat 0 seat 1 has had a turn draw.
    assert hand_sizes(p) == ([0 + 2, 2 + 1 + 2] if builder == 0 else [2 + 2, 0 + 2])
    for attacker in (0, 1):
        q = idle(p.clone(), at_prompt(attacker, Prompt.MAIN))
        q.play(f"war player_{1 - attacker} plunder")
        commit(q, 1)
        commit(q, 0)
        assert q.record.armies_away[attacker] == 0


@pytest.mark.rule("AOH-095")
def test_the_neighbour_is_asked_and_may_decline():
    """The neighbour alone decides; a refusal costs nothing and builds nothing."""
    p = table([{"hand": ["stone", "stone"]}, {}, {}, {}]).play("build road right")
    assert prompt(p) == (1, Prompt.ROAD_REPLY)
    assert set(p.legal()) == {"road accept", "road decline"}
    assert hand(p, 0) == {"stone": 2}
    p.play("road decline")
    assert hand(p, 0) == {"stone": 2}
    assert p.record.supply[Building.ROAD] == 6
    assert not p.record.road.any()


@pytest.mark.rule("AOH-096")
def test_an_accepted_road_is_paid_and_serves_both():
    """Two Stone are spent, the supply shrinks and both ends draw two cards at the next Fair."""
    p = table([{"hand": ["stone", "stone"]}, {}, {}, {}], deck=["wood"] * 3 + ["iron"] * 6).play("build road right", "road accept")
    assert hand(p, 0) == {}
    assert p.record.discard.sum() == 2
    assert p.record.supply[Building.ROAD] == 5
    assert p.record.road[0] == 1
    before = [0, 1, 1, 1]  # the turn draws of the others
    idle(p, at_market(4))
    assert [after - old for after, old in zip(hand_sizes(p), before, strict=True)] == [2, 2, 1, 1]


@pytest.mark.rule("AOH-097")
def test_a_declined_road_uses_the_action_and_bars_that_neighbour_for_the_turn():
    """After a refusal other builds or stopping remain; the neighbour can be asked again next turn."""
    p = table([{"hand": ["stone", "stone", "wood", "wood"]}, {}, {}, {}], deck=["grain"] * 8).play("build road right", "road decline")
    assert prompt(p) == (0, Prompt.BUILD)
    assert set(p.legal()) == {"build road left", "build city", "stop building"}
    p.play("stop building")
    assert prompt(p) == (1, Prompt.MAIN)
    idle(p, at_prompt(0, Prompt.MAIN, day=4))
    assert road_actions(p) == {"left", "right"}


@pytest.mark.rule("AOH-098")
@pytest.mark.parametrize("with_general", [False, True])
def test_nothing_destroys_fortresses_or_generals(with_general):
    """Earthquake, Eruption and a lost war leave the fortresses and the general where they are."""
    victim = {"cities": 2, "armies": 1, "fortresses": 2, "generals": 1, "hand": ["gold"]}
    events = ["eruption"] if with_general else ["earthquake", "eruption"]
    p = table([{"hand": events, "armies": 3}, victim, {}], stage="preparation", queue=[6, 1])
    p.play(*(f"{event} player_1" for event in events))
    assert p.record.cities[1] == 1
    assert p.record.armies_disabled[1] == (0 if with_general else 1)
    idle(p, at_prompt(0, Prompt.MAIN)).play("war player_1 plunder")
    commit(p, 3)
    commit(p, *((1, 0, "general") if with_general else (0,)))
    assert p.record.armies[1] == (0 if with_general else 1)
    assert p.record.alive[1] == 1
    assert (p.record.fortresses[1], p.record.generals[1], p.record.generals_away[1]) == (2, 1, 0)
    assert supplies(p)[Building.FORTRESS] == 7
    assert supplies(p)[Building.GENERAL] == 5


def roads_lost_in_random_games(games: int) -> int:
    """Play random games and check every road that goes; how many did."""
    lost = built = 0
    for seed in range(games):
        # Starting without cities makes eliminations frequent.
        p = GAME.new(num_players=3 + seed % 4, rules={"start_cities": seed % 2, "victory_cities": 7}, seed=seed)
        n = p.num_players
        road, alive = p.record.road.copy(), p.record.alive.copy()
        for _ in random_steps(p, seed):
            for gap in range(n):
                if road[gap] and not p.record.road[gap]:
                    ends = (gap, (gap + 1) % n)
                    assert any(alive[end] and not p.record.alive[end] for end in ends)
                    lost += 1
                built += p.record.road[gap] > road[gap]
                if p.record.road[gap] and not p.over:
                    assert p.record.alive[gap]
                    assert p.record.alive[(gap + 1) % n]
            road, alive = p.record.road.copy(), p.record.alive.copy()
    assert built > games
    return lost


@pytest.mark.rule("AOH-099")
def test_a_road_stays_as_long_as_both_its_players_live():
    """A road only disappears in the step in which one of its two seats is eliminated."""
    assert roads_lost_in_random_games(60) > 0


@pytest.mark.slow
@pytest.mark.rule("AOH-099")
def test_a_road_stays_as_long_as_both_its_players_live_in_many_games():
    """The same in more games."""
    assert roads_lost_in_random_games(300) > 0
