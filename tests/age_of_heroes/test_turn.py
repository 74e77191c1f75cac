"""Turns: the draw, the events it triggers, the one action, and Tax Collection (AOH-065 to AOH-078)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Card, Prompt
from tests.age_of_heroes.helpers import (
    OUT,
    arrange,
    asked,
    boards,
    cards,
    discarded,
    hand,
    hand_sizes,
    held,
    holds,
    pass_on,
    supply,
)


@pytest.mark.rule("AOH-065")
def test_each_player_has_one_turn_per_day_in_day_order() -> None:
    """Starter 2 of 3: turns 2, 0, 1, then the Preparation of day 2."""
    p = arrange(holds("earthquake"), {}, {}, stage="turn", starter=2, deck=["iron"] * 3)
    turns = []
    while asked(p) == Prompt.MAIN:
        turns.append((int(p.record.day), p.seat))
        p.play("do nothing")
    assert turns == [(1, 2), (1, 0), (1, 1)]
    assert (int(p.record.day), asked(p), p.seat) == (2, Prompt.DISASTER, 0)


@pytest.mark.rule("AOH-065")
def test_eliminated_players_have_no_turn() -> None:
    """Living seats only, the day ends after the last of them."""
    p = arrange(OUT, {}, {}, OUT, stage="turn", starter=2, deck=["iron"] * 2)
    assert (asked(p), p.seat) == (Prompt.MAIN, 2)
    p.play("do nothing")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    p.play("do nothing")
    assert (p.record.day, asked(p)) == (2, Prompt.MARKET)


@pytest.mark.rule("AOH-066")
def test_turn_starts_with_one_draw() -> None:
    """Three cards become four before the main action."""
    p = arrange(holds("wood", "wood", "gold"), {}, stage="turn", deck=["iron"])
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("wood", "wood", "gold", "iron")
    assert p.record.deck_size == 84 - 3 - 1
    assert hand(p, 1) == {}


@pytest.mark.rule("AOH-067")
def test_hunger_drawn_takes_effect_at_once() -> None:
    """Everybody loses a Grain before the main action; the Hunger is discarded."""
    p = arrange(holds("grain"), holds("grain"), day=2, stage="turn", deck=["hunger"])
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == hand(p, 1) == {}
    assert discarded(p) == cards("hunger", "grain", "grain")


@pytest.mark.rule("AOH-067")
def test_barbarians_drawn_take_effect_at_once() -> None:
    """The drawing player loses two of three conventional cards, its choice, and nobody else any."""
    p = arrange(holds("iron", "wood", "stone"), holds("iron", "wood"), day=2, stage="turn", deck=["barbarians"])
    assert (asked(p), p.seat) == (Prompt.LOSE_CARD, 0)
    assert discarded(p) == cards("barbarians")
    p.play("card stone", "card iron")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("wood")
    assert hand(p, 1) == cards("iron", "wood")
    assert discarded(p) == cards("barbarians", "stone", "iron")


@pytest.mark.rule("AOH-067")
def test_event_of_the_second_seat_leads_back_to_its_turn() -> None:
    """After a block by another seat the main action belongs to the drawing player."""
    p = arrange(holds("grain", "fortune"), holds("grain"), {}, day=2, stage="turn", turn_seat=1, deck=["hunger"])
    assert (asked(p), p.seat) == (Prompt.BLOCK, 0)
    p.play("block fortune")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert (hand(p, 0), hand(p, 1)) == (cards("grain"), {})


@pytest.mark.rule("AOH-068")
def test_turn_draw_triggers_barbarians_on_day_one() -> None:
    """The harmless first day is for Preparation only."""
    p = arrange(holds("iron", "wood", "stone"), {}, day=1, stage="turn", deck=["barbarians"])
    assert asked(p) == Prompt.LOSE_CARD
    p.play("card iron", "card wood")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("stone")


@pytest.mark.rule("AOH-068")
def test_turn_draw_triggers_hunger_on_day_one() -> None:
    """Hunger as well."""
    p = arrange(holds("grain", "grain"), holds("grain"), day=1, stage="turn", deck=["hunger"])
    assert asked(p) == Prompt.MAIN
    assert (hand(p, 0), hand(p, 1)) == (cards("grain"), {})


@pytest.mark.rule("AOH-069")
@pytest.mark.parametrize("day", [1, 2])
@pytest.mark.parametrize("card", ["fortune", "olympics"])
def test_triggered_barbarians_can_be_blocked(card: str, day: int) -> None:
    """Fortune or Olympics saves both cards."""
    p = arrange(holds(card, "iron", "wood"), {}, day=day, stage="turn", deck=["barbarians"])
    assert p.legal() == ["block none", f"block {card}"]
    p.play(f"block {card}")
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("iron", "wood")
    assert discarded(p) == cards("barbarians", card)


@pytest.mark.rule("AOH-069")
def test_triggered_hunger_is_not_blocked_by_olympics() -> None:
    """As in Preparation: no question, the Grain is lost."""
    p = arrange(holds("olympics", "grain"), {}, day=2, stage="turn", deck=["hunger"])
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("olympics")


@pytest.mark.rule("AOH-069")
def test_triggered_hunger_can_be_blocked_with_fortune() -> None:
    """Fortune keeps the Grain of its owner."""
    p = arrange(holds("fortune", "grain"), holds("grain"), day=2, stage="turn", deck=["hunger"])
    assert p.legal() == ["block none", "block fortune"]
    p.play("block fortune")
    assert (hand(p, 0), hand(p, 1)) == (cards("grain"), {})


@pytest.mark.rule("AOH-070")
@pytest.mark.parametrize("event", ["population_growth", "earthquake", "eruption", "olympics", "hero", "fortune"])
@pytest.mark.parametrize("day", [1, 2])
def test_other_events_drawn_go_to_the_hand(event: str, day: int) -> None:
    """They change nothing and ask nothing."""
    p = arrange(holds("iron"), {}, day=day, stage="turn", deck=[event])
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert hand(p, 0) == cards("iron", event)
    assert p.record.cities[:2].tolist() == [1, 1]
    assert discarded(p) == {}
    assert not any(text.startswith(("earthquake", "eruption", "hold")) for text in p.legal())


@pytest.mark.rule("AOH-071")
def test_plundered_event_does_not_trigger() -> None:
    """Plundered Barbarians wait for the next Preparation."""
    deck = ["stone", *["gold"] * 2]
    p = arrange(holds("iron", "wood"), holds("barbarians"), day=2, deck=deck)
    p.play("war player_1 plunder", "commit 1 armies", "commit 0 heroes", "lead with none", "commit 0 armies", "commit 0 heroes")
    while p.record.day == 2:
        assert hand(p, 0) == cards("iron", "wood", "barbarians")
        pass_on(p)
    assert held(p, 0, Card.BARBARIANS) == held(p, 0, Card.IRON) == held(p, 0, Card.WOOD) == 0
    assert discarded(p) == cards("barbarians", "iron", "wood")


@pytest.mark.rule("AOH-071")
@pytest.mark.parametrize("event", ["hunger", "barbarians"])
def test_traded_event_does_not_trigger(event: str) -> None:
    """A harmful event taken in trade waits for the next Preparation, on the giver's side too."""
    p = arrange(holds("iron", "grain", "wood"), holds(event, "grain"), day=2, stage="market", deck=["stone"] * 2)
    p.play("offer iron for any", f"offer {event} for iron")
    while p.record.day == 2:
        assert {event, "grain", "wood"} <= set(hand(p, 0))
        assert {"iron", "grain"} <= set(hand(p, 1))
        pass_on(p)
    assert event not in hand(p, 0)


@pytest.mark.rule("AOH-072")
@pytest.mark.parametrize("action", ["tax", "do nothing"])
def test_turn_has_exactly_one_action(action: str) -> None:
    """After Tax or nothing the next question goes to the next seat."""
    p = arrange(holds("wood"), {}, stage="turn", deck=["wood", "iron", "stone"] if action == "tax" else ["wood", "stone"])
    assert (asked(p), hand_sizes(p)[0]) == (Prompt.MAIN, 2)
    p.play(action)
    assert hand_sizes(p)[0] == (3 if action == "tax" else 2)
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-072")
def test_turn_is_over_after_a_war_and_after_construction() -> None:
    """A war or a building is the one action, too."""
    p = arrange(holds("wood", "wood", "stone"), holds("gold"), deck=["iron"])
    assert {"build city", "war player_1 plunder", "tax"} <= set(p.legal())
    war = ("war player_1 plunder", "commit 1 armies", "commit 0 heroes", "lead with none", "commit 0 armies", "commit 0 heroes")
    for actions in (("build city",), war):
        q = p.clone().play(*actions)
        assert (asked(q), q.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-073")
def test_only_tax_and_nothing_without_means() -> None:
    """No army and a single Wood: nothing else is possible."""
    p = arrange(holds("wood", armies=0), holds("gold", progress=1), day=3)
    assert p.legal() == ["tax", "do nothing"]


@pytest.mark.rule("AOH-073")
@pytest.mark.parametrize("player", [holds(armies=0), holds("wood", "wood", "stone", armies=3), holds("iron", cities=0)])
def test_tax_and_nothing_are_always_legal(player: dict) -> None:
    """Whatever else is possible, these two are."""
    p = arrange(player, holds("gold"), day=3)
    assert {"tax", "do nothing"} <= set(p.legal())


@pytest.mark.rule("AOH-074")
def test_player_eliminated_by_its_own_draw_has_no_action() -> None:
    """The last card goes to the Barbarians it drew; the next main action is the next seat's."""
    p = arrange(holds("iron", cities=0), {}, {}, day=2, stage="turn", deck=["barbarians", "wood"])
    assert not p.record.alive[0]
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert hand(p, 1) == cards("wood")
    assert discarded(p) == cards("barbarians", "iron")
    assert p.record.armies[0] == 0


@pytest.mark.rule("AOH-074")
def test_player_eliminated_by_its_own_hunger_has_no_action() -> None:
    """The same with Hunger, for the last seat of the day: the next day begins."""
    p = arrange({}, {}, holds("grain", cities=0), day=2, stage="turn", turn_seat=2, deck=["hunger"])
    assert not p.record.alive[2]
    assert (p.record.day, asked(p), p.seat) == (3, Prompt.MARKET, 0)


@pytest.mark.rule("AOH-075")
@pytest.mark.parametrize("cities", [1, 2, 3, 4])
def test_tax_draws_one_card_per_city(cities: int) -> None:
    """The draw pile gives as many cards as there are cities; nothing is discarded."""
    p = arrange(holds("gold", cities=cities), {}, deck=["iron"] * cities + ["wood"])
    before = int(p.record.deck_size)
    p.play("tax")
    assert hand(p, 0) == {"gold": 1, "iron": cities}
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)  # five cards or fewer: no discard
    assert p.record.deck_size == before - cities - 1  # and the turn draw of seat 1
    assert discarded(p) == {}


@pytest.mark.rule("AOH-075", "AOH-066")
def test_tax_with_three_cities_after_the_turn_draw() -> None:
    """Two cards after the draw and three cities make a hand of five."""
    p = arrange(holds("gold", cities=3), {}, stage="turn", deck=["stone", "iron", "iron", "wood", "grain"])
    assert hand_sizes(p)[0] == 2
    p.play("tax")
    assert hand(p, 0) == cards("gold", "stone", "iron", "iron", "wood")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert discarded(p) == {}


@pytest.mark.rule("AOH-076")
def test_tax_without_cities_exchanges_a_card() -> None:
    """The player picks a card from the hand and draws one for it."""
    p = arrange(holds("iron", "grain", cities=0), {}, deck=["gold", "wood"]).play("tax")
    assert (asked(p), p.seat) == (Prompt.EXCHANGE, 0)
    assert set(p.legal()) == {"card iron", "card grain"}
    p.play("card iron")
    assert hand(p, 0) == cards("grain", "gold")
    assert discarded(p) == cards("iron")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)


@pytest.mark.rule("AOH-076")
def test_any_card_can_be_exchanged() -> None:
    """Specials and events can be given as well as resources."""
    p = arrange(holds("iron", "gold", "special_0", "special_1", "hunger", "hero", cities=0), {}).play("tax")
    assert set(p.legal()) == {f"card {name}" for name in ("iron", "gold", "own_special", "special_1", "hunger", "hero")}


@pytest.mark.rule("AOH-077")
def test_exchanged_card_is_discarded_before_the_draw() -> None:
    """With both piles empty the given Iron is reshuffled and drawn again."""
    p = arrange(holds("iron", cities=0), {}, rest="player_1")
    assert p.record.deck_size == 0
    assert discarded(p) == {}
    p.play("tax", "card iron")
    assert hand(p, 0) == cards("iron")
    assert p.record.alive[0]


@pytest.mark.rule("AOH-078")
def test_population_growth_drawn_by_tax_waits() -> None:
    """It stays in hand to the end of the turn and grows a city in the next Preparation."""
    p = arrange(holds(cities=2), {}, deck=["population_growth", "iron", "wood"]).play("tax")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert p.record.cities[0] == 2
    assert hand(p, 0) == cards("population_growth", "iron")
    assert boards(p) == boards(arrange(holds(cities=2), {}))
    p.play("do nothing")
    assert p.record.day == 2
    assert p.record.cities[0] == 3
    assert supply(p, Building.CITY) == 11
