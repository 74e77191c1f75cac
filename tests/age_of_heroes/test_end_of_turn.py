"""Rules of Do Nothing, the end of a turn and the worked example (AOH-138 to AOH-148)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Card, Prompt
from tests.age_of_heroes.helpers import (
    GAME,
    all_cards,
    at_market,
    at_prompt,
    discarded,
    everything,
    hand,
    home_armies,
    idle,
    prompt,
    table,
    war,
)


@pytest.mark.rule("AOH-138")
def test_do_nothing_changes_nothing():
    """Boards, hands, supply and piles are the same up to the next seat's turn draw."""
    board = {"cities": 2, "armies": 3, "generals": 1, "fortresses": 1, "progress": 2}
    players = [{**board, "hand": ["iron", "gold", "hero", "special_1", "grain"]}, {"hand": ["special_1"]}, {"hand": ["gold"]}]
    p = table(players, road={"0-1": 1}, discard={"stone": 2}, deck=["stone"])
    expected = everything(p)
    p.play("do nothing")
    assert prompt(p) == (1, Prompt.MAIN)
    expected["hand"][1][Card.STONE] += 1
    expected["deck_size"] -= 1
    assert everything(p) == expected


@pytest.mark.rule("AOH-139")
def test_a_hand_above_5_is_discarded_down_to_5():
    """With 8 cards there are three questions over all types held; the chosen cards go to the discard pile."""
    p = table([{"hand": ["iron"] * 2 + ["gold"] * 3 + ["hunger", "special_1", "hero"]}, {}]).play("do nothing")
    for card in ("gold", "hero", "gold"):
        assert prompt(p) == (0, Prompt.DISCARD)
        assert set(p.legal()) == {f"card {name}" for name in hand(p, 0)}
        p.play(f"card {card}")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 0) == {"iron": 2, "gold": 1, "hunger": 1, "special_1": 1}
    assert discarded(p) == {"gold": 2, "hero": 1}


@pytest.mark.rule("AOH-139")
def test_a_hand_of_5_is_kept():
    """Five cards bring no question."""
    p = table([{"hand": ["iron"] * 5}, {}]).play("do nothing")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 0) == {"iron": 5}
    assert discarded(p) == {}


@pytest.mark.rule("AOH-140")
def test_own_specials_count_against_the_limit():
    """Seven cards with two own specials: two are discarded first, then the specials are collected."""
    p = table([{"hand": ["special_0"] * 2 + ["iron"] * 3 + ["wood"] * 2, "progress": 2}, {}]).play("do nothing")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert set(p.legal()) == {"card own_special", "card iron", "card wood"}
    assert p.record.progress[0] == 2
    p.play("card wood")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert p.record.progress[0] == 2
    p.play("card wood")
    assert p.record.progress[0] == 4
    assert hand(p, 0) == {"iron": 3}


@pytest.mark.rule("AOH-140")
def test_a_discarded_own_special_is_not_collected():
    """Who gives up a special for the hand limit gets no progress from it."""
    p = table([{"hand": ["special_0"] + ["iron"] * 5, "progress": 2}, {}]).play("do nothing", "card own_special")
    assert p.record.progress[0] == 2
    assert discarded(p) == {"special_0": 1}


@pytest.mark.rule("AOH-141")
@pytest.mark.parametrize("action", ["do nothing", "tax", "build army", "war player_2 plunder"])
def test_own_specials_are_collected_at_the_end_of_the_own_turn(action):
    """Whatever the action, the special moves to the monument without a question."""
    cards = ["special_0", "iron", *(["grain"] * 2 if action == "build army" else [])]
    p = table([{"hand": cards, "progress": 1}, {}, {"hand": ["gold"]}]).play(action)
    if action.startswith("war"):
        p.play("commit 1 armies", "commit 0 heroes", "lead with none", "commit 0 armies", "commit 0 heroes")
    left = {"do nothing": {"iron": 1}, "tax": {"iron": 1, "wood": 1}, "build army": {}, "war player_2 plunder": {"iron": 1, "gold": 1}}
    assert prompt(p) == (1, Prompt.MAIN)
    assert p.record.progress[0] == 2
    assert hand(p, 0) == left[action]


@pytest.mark.rule("AOH-142")
def test_specials_are_collected_at_no_other_time_and_from_no_other_tribe():
    """Seat 1 keeps its own special through the turn of seat 0 and a foreign one through its own turn."""
    dealt = ["iron"] * 5 + ["special_1", "special_0", "wood", "wood", "wood"]
    p = GAME.position({"stage": "setup", "deck": [*dealt, *["stone"] * 8], "queue": [6, 6, 1, 1]}, num_players=2)
    for moment in (at_market(1), at_prompt(0, Prompt.MAIN), at_prompt(1, Prompt.MAIN)):
        idle(p, moment)
        assert hand(p, 1)["special_1"] == 1
        assert p.record.progress[:2].tolist() == [0, 0]
    idle(p, lambda p: p.record.day == 2)
    assert p.record.progress[:2].tolist() == [0, 1]
    assert hand(p, 1)["special_0"] == 1
    assert "special_1" not in hand(p, 1)


@pytest.mark.rule("AOH-143")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_collected_specials_go_to_the_discard_pile(players):
    """Two specials collected lie in the discard pile; no card has left the game."""
    p = table([{"hand": ["special_0", "special_0", "iron"]}] + [{}] * (players - 1)).play("do nothing")
    assert p.record.progress[0] == 2
    assert discarded(p) == {"special_0": 2}
    assert sum(all_cards(p)) == 72 + 6 * players


@pytest.mark.rule("AOH-144")
@pytest.mark.parametrize("action", ["nothing", "lost war", "won war"])
def test_only_the_player_whose_turn_ends_discards(action):
    """Seat 1 keeps more than 5 cards while the turn of seat 0 ends, also when it was attacked."""
    p = table(
        [{}, {"hand": ["gold"] * 3 + ["iron"] * 4, "cities": 2}, {"hand": ["stone"] * 7}], queue=[1, 6] if action == "lost war" else [6, 1]
    )
    if action == "nothing":
        p.play("do nothing")
    else:
        war(p, 1, "conquest", (1,), (1,))
        assert p.record.queued == 0
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 1) == {"gold": 3, "iron": 4, "wood": 1}
    assert hand(p, 2) == {"stone": 7}


@pytest.mark.rule("AOH-144")
def test_the_attacker_discards_after_a_war():
    """After a Plunder that fills its hand the attacker is the one who discards."""
    p = table([{"hand": ["stone"] * 5}, {"hand": ["gold"] * 2 + ["iron"] * 6}, {}])
    war(p, 1, "plunder", (1,))
    assert prompt(p) == (0, Prompt.DISCARD)
    p.play("card stone", "card stone")
    assert prompt(p) == (1, Prompt.MAIN)
    assert p.record.hand[1].sum() == 7


@pytest.mark.rule("AOH-145")
def test_events_discarded_for_the_hand_limit_have_no_effect():
    """Hunger and Barbarians thrown away cost nobody a card."""
    p = table(
        [{"hand": ["hunger", "barbarians", "iron", "wood", "grain", "grain", "gold"]}, {"hand": ["grain", "iron"]}, {"hand": ["grain"]}],
        day=2,
    )
    p.play("do nothing", "card hunger", "card barbarians")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 0) == {"iron": 1, "wood": 1, "grain": 2, "gold": 1}
    assert hand(p, 1) == {"grain": 1, "iron": 1, "wood": 1}
    assert hand(p, 2) == {"grain": 1}
    assert discarded(p) == {"hunger": 1, "barbarians": 1}


@pytest.mark.rule("AOH-146")
def test_units_away_come_home_when_their_owners_next_turn_starts():
    """Two armies and a general away on day 3 are home at the owner's main action of day 4, and not before."""
    p = table([{"armies": 2, "generals": 1}, {"cities": 2}, {}], deck=["grain"] * 12)
    war(p, 1, "conquest", (2, 0, "general"))
    for moment in (at_prompt(2, Prompt.MAIN), at_market(4)):
        idle(p, moment)
        assert (p.record.armies_away[0], p.record.generals_away[0]) == (2, 1)
    idle(p, at_prompt(0, Prompt.MAIN, day=4))
    assert (p.record.armies_away[0], p.record.generals_away[0]) == (0, 0)
    assert (home_armies(p, 0), p.record.generals[0]) == (2, 1)


@pytest.mark.rule("AOH-146")
def test_disabled_armies_recover_when_their_owners_next_turn_starts():
    """Three armies disabled in the Preparation of day 2 are down until their owner's turn that day."""
    p = table([{"hand": ["earthquake"]}, {"armies": 3}, {}], day=2, stage="preparation").play("earthquake player_1")
    for moment in (at_market(2), at_prompt(0, Prompt.MAIN)):
        idle(p, moment)
        assert (p.record.armies_disabled[1], home_armies(p, 1)) == (3, 0)
    idle(p, at_prompt(1, Prompt.MAIN, day=2))
    assert (p.record.armies_disabled[1], home_armies(p, 1)) == (0, 3)


@pytest.mark.rule("AOH-147")
def test_the_worked_example_plays_as_printed():
    """Draw Iron, tax for Gold and Stone, discard both Iron; next turn a city is paid with Gold for one Wood."""
    me = {"tribe": "romans", "cities": 2, "armies": 2, "fortresses": 1, "progress": 2, "hand": ["iron", "wood", "stone", "grain"]}
    p = table([me, {"tribe": "greeks"}], stage="turn", deck=["iron", "gold", "stone"] + ["grain"] * 4)
    assert prompt(p) == (0, Prompt.MAIN)
    assert hand(p, 0) == {"iron": 2, "wood": 1, "stone": 1, "grain": 1}
    p.play("tax")
    assert hand(p, 0) == {"iron": 2, "wood": 1, "stone": 2, "grain": 1, "gold": 1}
    assert prompt(p) == (0, Prompt.DISCARD)
    p.play("card iron", "card iron")
    assert hand(p, 0) == {"wood": 1, "stone": 2, "grain": 1, "gold": 1}
    assert prompt(p) == (1, Prompt.MAIN)
    idle(p, at_prompt(0, Prompt.MAIN, day=4)).play("build city")
    assert p.record.cities[0] == 3
    assert hand(p, 0) == {"stone": 1, "grain": 3}


@pytest.mark.rule("AOH-148")
def test_the_cost_list_rules_over_the_example():
    """The hand that the example calls useless pays for a fortress."""
    p = table([{"hand": ["iron", "iron", "wood", "stone", "grain"], "cities": 2}, {}])
    p.play("build fortress")
    assert p.record.fortresses[0] == 1
    assert hand(p, 0) == {"iron": 1, "grain": 1}
