"""Rules of what is public and what is hidden (AOH-174 to AOH-180)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rulebound.envs.age_of_heroes.state import Card, Prompt
from rulebound.envs.core.position import Position
from tests.age_of_heroes.helpers import FULL_SUPPLY, GAME, all_cards, commit, hand, hand_sizes, prompt, random_steps, table, war


def same(a: Position, b: Position, *observers: int) -> bool:
    """Whether these seats see the same in both positions."""
    return all(np.array_equal(a.observe(seat), b.observe(seat)) for seat in observers)


def changes(a: dict, b: dict) -> set[str]:
    """The parts of two described observations that differ."""
    return {name for name in a if a[name] != b[name]}


@pytest.mark.rule("AOH-174")
@pytest.mark.parametrize("stage", ["main", "market"])
def test_a_hand_is_seen_by_its_owner_only(stage):
    """Other cards of the same number in seat 1's hand change what seat 1 sees, and nobody else."""
    first = table([{"hand": ["iron"]}, {"hand": ["gold", "hero", "fortune", "special_0", "hunger"]}, {}], stage=stage)
    second = table([{"hand": ["iron"]}, {"hand": ["iron", "wood", "grain", "stone", "special_1"]}, {}], stage=stage)
    assert same(first, second, 0, 2)
    assert not same(first, second, 1)
    assert first.describe(1)["hand"] == {"gold": 1, "hero": 1, "fortune": 1, "special+2": 1, "hunger": 1}


@pytest.mark.rule("AOH-174")
def test_the_size_of_a_hand_is_public():
    """A sixth card of seat 1 shows for seat 0."""
    first = table([{}, {"hand": ["iron"] * 5}, {"hand": ["iron"] * 3}])
    second = table([{}, {"hand": ["iron"] * 6}, {"hand": ["iron"] * 2}])
    assert not same(first, second, 0)
    assert changes(first.describe(0), second.describe(0)) == {"hand_size"}
    assert second.describe(0)["hand_size"] == {"+1": 6, "+2": 2}


@pytest.mark.rule("AOH-174", "AOH-175", "AOH-179")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_nothing_hidden_shows_anywhere_in_a_game(players):
    """At every decision of random games, another deal of everything hidden looks the same to each seat."""
    for seed in range(3):
        p = GAME.new(num_players=players, seed=seed)
        for step, _ in enumerate(random_steps(p, seed)):
            seat = step % players
            other = p.clone().redeal(seat, step)
            assert same(p, other, seat)
            assert hand(p, seat) == hand(other, seat)
            assert hand_sizes(p) == hand_sizes(other)
            assert all_cards(p) == all_cards(other)
            if seat == p.seat and not p.over:
                assert p.legal() == other.legal()


@pytest.mark.rule("AOH-175")
def test_the_order_of_the_draw_pile_is_hidden_and_its_size_public():
    """Reversing the pile changes no observation; one card fewer changes all of them."""
    p = table([{"hand": ["iron"]}, {"hand": ["gold"]}, {}])
    turned = p.clone()
    turned.record.deck[: p.record.deck_size] = p.record.deck[: p.record.deck_size][::-1].copy()
    assert turned.record.deck.tolist() != p.record.deck.tolist()
    assert same(p, turned, 0, 1, 2)
    fewer = table([{"hand": ["iron"]}, {"hand": ["gold"]}, {}], discard={"stone": 1})
    for seat in range(3):
        assert changes(p.describe(seat), fewer.describe(seat)) == {"deck_size", "discard"}
        assert fewer.describe(seat)["deck_size"] == p.describe(seat)["deck_size"] - 1


@pytest.mark.rule("AOH-176")
@pytest.mark.parametrize(
    ("how", "card"),
    [
        ("discarded", "gold"),
        ("spent", "gold"),
        ("lost", "iron"),
        ("exchanged", "gold"),
        ("blocking", "fortune"),
        ("collected", "special+1"),
    ],
)
def test_the_discard_pile_is_public(how, card):
    """A card that seat 1 discards, spends, loses, exchanges, blocks with or collects shows in the pile for seat 0."""
    hands = {
        "discarded": ["gold"] + ["iron"] * 5,
        "spent": ["gold", "iron"],
        "lost": ["iron", "iron"],
        "exchanged": ["gold"],
        "blocking": ["fortune", "iron"],
        "collected": ["special_1"],
    }
    actions = {
        "discarded": ["do nothing", "card gold"],
        "spent": ["build general"],
        "exchanged": ["tax", "card gold"],
        "blocking": ["block fortune"],
        "collected": ["do nothing"],
    }
    event = how in ("lost", "blocking")
    deck = ["barbarians", "wood"] if event else ["wood", "wood"]
    player = {"hand": hands[how], "cities": int(how != "exchanged")}
    p = table([{}, player, {}], turn_seat=1, stage="turn" if event else "main", deck=deck)
    p.play(*actions.get(how, ()))
    assert p.describe(0)["discard"][card] == (2 if how == "lost" else 1)


@pytest.mark.rule("AOH-177")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tribe", "chinese"),
        ("cities", 3),
        ("armies", 3),
        ("armies_away", 1),
        ("armies_disabled", 1),
        ("generals", 3),
        ("generals_away", 1),
        ("fortresses", 2),
        ("progress", 2),
    ],
)
def test_the_boards_are_public(field, value):
    """Every piece of seat 1, at home, away or disabled, shows for the others."""
    board = {"cities": 2, "armies": 2, "generals": 2, "fortresses": 1, "progress": 1}
    first = table([{}, board, {}])
    second = table([{}, {**board, field: value}, {}])
    assert not same(first, second, 0)
    assert not same(first, second, 2)


@pytest.mark.rule("AOH-177")
def test_armies_at_home_away_and_disabled_are_told_apart():
    """The three states of seat 1's armies are seen as such."""
    p = table([{}, {"armies": 6, "armies_away": 2, "armies_disabled": 1, "generals": 3, "generals_away": 2}])
    seen = p.describe(0)
    assert (seen["armies_home"]["+1"], seen["armies_away"]["+1"], seen["armies_disabled"]["+1"]) == (3, 2, 1)
    assert (seen["generals_home"]["+1"], seen["generals_away"]["+1"]) == (1, 2)


@pytest.mark.rule("AOH-177")
@pytest.mark.parametrize("piece", list(FULL_SUPPLY))
def test_the_supply_is_public(piece):
    """One piece fewer of any kind shows for everybody."""
    first, second = table(3), table(3, supply={**FULL_SUPPLY, piece: 2})
    for seat in range(3):
        assert changes(first.describe(seat), second.describe(seat)) == {"supply"}


@pytest.mark.rule("AOH-177")
@pytest.mark.parametrize("gap", ["0-1", "1-2", "2-3", "3-4"])
def test_roads_are_public(gap):
    """Every road shows for everybody."""
    first, second = table(4), table(4, road={gap: 1})
    for seat in range(4):
        assert changes(first.describe(seat), second.describe(seat)) == {"road"}


@pytest.mark.rule("AOH-178")
def test_standing_offers_are_public():
    """Seat 1's offer of Iron for Wood is seen by the others with its giver."""
    p = table([{"hand": ["gold"]}, {"hand": ["iron"]}, {"hand": ["grain"]}], stage="market").play("wait", "offer iron for wood")
    for seat, giver in ((0, "+1"), (2, "+2")):
        seen = p.describe(seat)
        assert seen["offer_give"] == {giver: "iron"}
        assert seen["offer_wish"] == {giver: "wood"}


@pytest.mark.rule("AOH-178")
def test_executed_trades_are_public():
    """After a swap the third seat knows where the two cards are, and that the offers are gone."""
    p = table([{"hand": ["wood"]}, {"hand": ["iron"]}, {"hand": ["grain"]}], stage="market")
    p.play("offer wood for iron", "offer iron for wood")
    assert (hand(p, 0), hand(p, 1)) == ({"iron": 1}, {"wood": 1})
    seen = p.describe(2)
    assert seen["offer_give"] == seen["offer_wish"] == {}
    assert seen["shown"] == {"+1": {"iron": 1}, "+2": {"wood": 1}}


@pytest.mark.rule("AOH-179")
@pytest.mark.parametrize("goal", ["conquest", "plunder", "destruction"])
def test_target_and_goal_of_a_war_are_public(goal):
    """Everybody sees who attacks whom and for what as soon as it is declared."""
    p = table([{"armies": 3}, {"hand": ["gold"], "progress": 2}, {}]).play(f"war player_1 {goal}")
    names = {0: ("me", "+1"), 1: ("+2", "me"), 2: ("+1", "+2")}
    for seat, (attacker, defender) in names.items():
        seen = p.describe(seat)
        assert (seen["attacker"], seen["defender"], seen["war_goal"]) == (attacker, defender, goal)


@pytest.mark.rule("AOH-179")
def test_commitments_are_hidden_until_both_are_in_and_public_then():
    """2 or 3 armies look the same to seats 1 and 2 until the defender has committed; then both forces are seen."""
    # The attacker's Fortune stops the game in the first round, which it is losing.
    players = [{"armies": 3, "generals": 1, "hand": ["fortune", "hero"]}, {"armies": 2, "hand": ["hero"], "cities": 2}, {}]
    games = {forces: table(players, queue=[1, 6]).play("war player_1 conquest") for forces in ((2, 0, "none"), (3, 1, "general"))}
    few, many = games.values()
    for forces, p in games.items():
        commit(p, *forces)
    assert same(few, many, 1, 2)
    for answer in ("commit 1 armies", "commit 1 heroes"):
        few.play(answer)
        many.play(answer)
        assert same(few, many, 1, 2)
    for (armies, heroes, leader), p in games.items():
        before = p.observe(2)
        p.play("lead with none")
        assert prompt(p) == (0, Prompt.REROLL)
        assert not np.array_equal(before, p.observe(2))
        for seat in range(3):
            seen = p.describe(seat)
            assert seen["war_armies"] == {"attacker": armies, "defender": 1}
            assert seen["war_heroes"] == {side: n for side, n in (("attacker", heroes), ("defender", 1)) if n}
            assert seen["war_leader"] == {"attacker": leader, "defender": "none"}
            assert seen["war_die"] == {"attacker": 1, "defender": 6}
    assert not same(few, many, 1)
    assert not same(few, many, 2)


@pytest.mark.rule("AOH-179")
def test_the_attacker_does_not_see_what_the_defender_is_committing():
    """While the defender answers its prompts, the attacker and a third seat cannot tell 0 from 2 armies."""
    p = table([{}, {"armies": 2, "generals": 1, "hand": ["hero", "gold"]}, {}]).play("war player_1 plunder")
    commit(p, 1)
    few, many = p.clone().play("commit 1 armies"), p.clone().play("commit 2 armies")
    assert same(few, many, 0, 2)
    few.play("commit 0 heroes")
    many.play("commit 1 heroes")
    assert same(few, many, 0, 2)


@pytest.mark.rule("AOH-180")
@pytest.mark.parametrize("shown", [{}, {"gold": 1, "hero": 1}])
def test_plundered_cards_are_known_to_thief_and_victim_only(shown):
    """Whichever two cards move, a third seat sees the same: two hand sizes change, and nothing else."""
    views, loot = set(), set()
    for seed in range(40):
        p = table(
            [{"hand": ["stone"] * 5}, {"hand": ["gold", "hero", "iron", "grain", "fortune"], "shown": shown}, {}],
            road={"0-1": 1},
            seed=seed,
        )
        before = p.describe(2)
        war(p, 1, "plunder", (1,))
        assert prompt(p) == (0, Prompt.DISCARD)
        after = p.describe(2)
        allowed = {"hand_size", "shown"} if shown else {"hand_size"}
        assert changes(before, after) <= allowed
        assert after["hand_size"] == {"+1": 7, "+2": 3}
        assert p.describe(0)["hand"].get("stone") == 5
        assert p.describe(0)["hand"] == hand(p, 0)
        assert p.describe(1)["hand"] == hand(p, 1)
        views.add(p.observe(2).tobytes())
        loot.add(tuple(p.record.hand[0].tolist()))
    assert len(views) == 1
    assert len(loot) > 5


# ---------------------------------------------------------------------------- asked and declined: nobody sees it
def olympics(card: str) -> Position:
    p = table([{"armies": 2}, {"hand": [card, "gold"]}, {}]).play("war player_1 plunder")
    return p.play("olympics keep") if card == "olympics" else p


def reroll(side: int) -> Callable[[str], Position]:
    def start(card: str) -> Position:
        players = [{}, {"armies": 2}, {"cities": 2}]
        players[2 * side]["hand"] = [card]
        p = table(players, queue=[2, 5] if side == 0 else [5, 2])
        war(p, 2, "conquest", (1,), (1,))
        return p.play("keep roll") if card == "fortune" else p

    return start


def reroll_then_next_round(card: str) -> Position:
    p = table([{"armies": 2, "hand": ["fortune"]}, {}, {"armies": 2, "cities": 2, "hand": [card]}], queue=[5, 2, 2, 5])
    war(p, 2, "conquest", (2,), (2,))
    if card == "fortune":
        p.play("keep roll")
    assert prompt(p) == (0, Prompt.REROLL)
    return p


def block(card: str) -> Position:
    p = table([{"hand": ["hunger"]}, {"hand": [card, "grain"]}, {}], day=2, stage="preparation")
    return p.play("block none") if card == "fortune" else p


def block_barbarians_in_play(card: str) -> Position:
    p = table([{}, {"hand": [card, "iron", "wood"]}, {}], day=2, stage="turn", turn_seat=1, deck=["barbarians", "wood"])
    return p.play("block none") if card == "olympics" else p


def hold(card: str) -> Position:
    p = table([{}, {"hand": [card]}, {}], day=2, stage="preparation")
    return p.play("hold") if card in ("earthquake", "eruption") else p


@pytest.mark.rule("AOH-174", "AOH-176")
@pytest.mark.parametrize(
    ("start", "asked", "unasked", "observers"),
    [
        (olympics, "olympics", "hero", (0, 2)),
        (reroll(0), "fortune", "gold", (1, 2)),
        (reroll(1), "fortune", "gold", (0, 1)),
        (reroll_then_next_round, "fortune", "gold", (0, 1)),
        (block, "fortune", "gold", (0, 2)),
        (block_barbarians_in_play, "olympics", "gold", (0, 2)),
        (hold, "earthquake", "gold", (0, 2)),
        (hold, "eruption", "gold", (0, 2)),
    ],
)
def test_that_a_seat_was_asked_and_declined_is_not_shown(start, asked, unasked, observers):
    """The others see the same whether a card was held back or never held."""
    assert same(start(asked), start(unasked), *observers)


@pytest.mark.rule("AOH-174")
def test_a_declined_road_is_not_shown_to_third_seats():
    """Asking, being refused and stopping looks like doing nothing to those who were not part of it."""
    players = [{"hand": ["stone", "stone"]}, {}, {}, {}]
    asked = table(players).play("build road right", "road decline", "stop building")
    idle = table(players).play("do nothing")
    assert prompt(asked) == prompt(idle) == (1, Prompt.MAIN)
    assert same(asked, idle, 1, 2, 3)


@pytest.mark.rule("AOH-174", "AOH-179")
def test_an_open_olympics_question_is_not_shown_to_third_seats():
    """While the defender thinks about Olympics, a third seat sees what it sees when the attacker commits."""
    asked = table([{"armies": 2}, {"hand": ["olympics", "gold"]}, {}]).play("war player_1 plunder")
    unasked = table([{"armies": 2}, {"hand": ["hero", "gold"]}, {}]).play("war player_1 plunder")
    assert prompt(asked) == (1, Prompt.OLYMPICS)
    assert prompt(unasked) == (0, Prompt.ARMIES)
    assert same(asked, unasked, 2)


@pytest.mark.rule("AOH-176")
def test_a_played_card_is_public():
    """A Fortune spent on a reroll shows in the discard pile, and so does the new die."""
    p = table([{"armies": 2, "hand": ["fortune"]}, {}, {"armies": 2, "cities": 2, "hand": ["fortune"]}], queue=[5, 2, 6])
    war(p, 2, "conquest", (2,), (2,)).play("repeat roll")
    assert prompt(p) == (0, Prompt.REROLL)
    seen = p.describe(1)
    assert seen["discard"] == {"fortune": 1}
    assert seen["war_die"] == {"attacker": 5, "defender": 6}
    assert p.record.discard[Card.FORTUNE] == 1
