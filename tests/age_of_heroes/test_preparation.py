"""Mandatory cards, disasters and blocking (AOH-018 to AOH-045)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Card, Prompt, Stage, WinKind
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_heroes.helpers import (
    OUT,
    arrange,
    asked,
    boards,
    cards,
    close_market,
    discarded,
    hand,
    held,
    holds,
    home_armies,
    pass_until,
    prepare,
    supply,
)


def at_market(p: Position) -> bool:
    """Preparation is over and nobody was asked anything after the last answer."""
    return asked(p) == Prompt.MARKET


@pytest.mark.rule("AOH-018")
def test_mandatory_cards_resolve_by_themselves() -> None:
    """Population Growth, Hunger and Barbarians leave the hand without a question."""
    p = prepare(holds("population_growth", "hunger", "barbarians", "gold"), holds("gold"))
    assert at_market(p)
    assert hand(p, 0) == hand(p, 1) == cards("gold")
    assert discarded(p) == cards("population_growth", "hunger", "barbarians")


@pytest.mark.rule("AOH-018")
def test_mandatory_cards_resolve_with_the_usual_fair_draw() -> None:
    """The same before an ordinary Fair, where each seat then draws one card."""
    players = holds("population_growth", "hunger", "barbarians", "gold"), holds("gold")
    p = arrange(*players, day=2, stage="preparation", deck=["hero", "hero"])
    assert at_market(p)
    assert hand(p, 0) == hand(p, 1) == cards("gold", "hero")


@pytest.mark.rule("AOH-018", "AOH-157")
def test_preparation_goes_on_after_an_elimination() -> None:
    """The starter starves itself; the mandatory cards of the following seats are still resolved."""
    p = prepare(holds("hunger", "grain", cities=0), holds("population_growth", "gold"), holds("barbarians", "iron", "gold"))
    assert at_market(p)
    assert p.seat == 1
    assert p.record.alive[:3].tolist() == [0, 1, 1]
    assert p.record.cities[:3].tolist() == [0, 2, 1]
    assert [hand(p, seat) for seat in range(3)] == [{}, cards("gold"), cards("gold")]


@pytest.mark.rule("AOH-019")
def test_one_hand_is_processed_in_fixed_order() -> None:
    """Growth, Earthquake, Eruption, Hunger, Barbarians, whatever the order in hand."""
    p = prepare(holds("barbarians", "hunger", "eruption", "earthquake", "population_growth", "grain", "iron", "iron"), holds("gold"))
    assert p.record.cities[0] == 2
    assert p.legal() == ["earthquake player_1", "hold"]
    assert hand(p, 0) == cards("barbarians", "hunger", "eruption", "earthquake", "grain", "iron", "iron")
    p.play("earthquake player_1")
    assert p.legal() == ["eruption player_1", "hold"]
    assert hand(p, 0) == cards("barbarians", "hunger", "eruption", "grain", "iron", "iron")
    p.play("eruption player_1")
    # Were the Barbarians first, Grain and Iron would leave a choice.
    assert at_market(p)
    assert hand(p, 0) == {}
    assert discarded(p) == cards("barbarians", "hunger", "eruption", "earthquake", "population_growth", "grain", "iron", "iron")


@pytest.mark.rule("AOH-019")
def test_hunger_comes_before_barbarians() -> None:
    """Block prompts show the order of the two: Hunger first."""
    p = prepare(holds("barbarians", "hunger", "fortune", "grain", "grain", "iron"), holds("gold"))
    assert asked(p) == Prompt.BLOCK
    assert held(p, 0, Card.HUNGER) == 0
    assert held(p, 0, Card.BARBARIANS) == 1
    p.play("block none")
    assert asked(p) == Prompt.BLOCK
    assert held(p, 0, Card.BARBARIANS) == 0
    assert hand(p, 0) == cards("fortune", "grain", "iron")


@pytest.mark.rule("AOH-020")
def test_card_is_discarded_before_its_effect() -> None:
    """While the victim thinks about blocking, the card already lies on the discard pile."""
    p = prepare(holds("barbarians", "fortune", "iron", "wood"), holds("gold"))
    assert (asked(p), p.seat) == (Prompt.BLOCK, 0)
    assert discarded(p) == cards("barbarians")
    assert hand(p, 0) == cards("fortune", "iron", "wood")


@pytest.mark.rule("AOH-020")
@pytest.mark.parametrize("disaster", ["earthquake", "eruption"])
def test_disaster_is_discarded_before_its_effect(disaster: str) -> None:
    """A played disaster too is discarded while its victim is asked."""
    p = prepare(holds(disaster), holds("fortune")).play(f"{disaster} player_1")
    assert (asked(p), p.seat) == (Prompt.BLOCK, 1)
    assert discarded(p) == cards(disaster)
    assert hand(p, 0) == {}


@pytest.mark.rule("AOH-021")
@pytest.mark.parametrize("day", [1, 2])
@pytest.mark.parametrize("copies", [1, 2])
def test_population_growth_gives_a_city(day: int, copies: int) -> None:
    """Each copy is one free city from the supply, on the first day too."""
    growth = ["population_growth"] * copies
    p = prepare(holds(*growth, "wood", "wood", "stone"), holds("gold"), day=day)
    assert at_market(p)
    assert p.record.cities[:2].tolist() == [1 + copies, 1]
    assert supply(p, Building.CITY) == 12 - copies
    assert hand(p, 0) == cards("wood", "wood", "stone")
    assert discarded(p) == cards(*growth)


@pytest.mark.rule("AOH-021", "AOH-152")
@pytest.mark.parametrize("day", [1, 2])
def test_population_growth_to_the_city_target_wins_before_the_fair(day: int) -> None:
    """Two copies reach a target of three cities and end the game at once."""
    p = arrange(holds("population_growth", "population_growth"), {}, day=day, stage="preparation", rules={"victory_cities": 3})
    assert p.over
    assert (p.record.winner, p.record.win_kind) == (0, WinKind.CITIES)
    assert hand(p, 0) == hand(p, 1) == {}


@pytest.mark.rule("AOH-022")
def test_population_growth_without_supply_is_spent() -> None:
    """No city in the supply: the card is discarded and nothing grows."""
    p = prepare(holds("population_growth"), {}, rules={"buildings.city.supply": 0})
    assert p.record.cities[0] == 1
    assert supply(p, Building.CITY) == 0
    assert hand(p, 0) == {}
    assert discarded(p) == cards("population_growth")


@pytest.mark.rule("AOH-022")
def test_second_population_growth_finds_the_supply_empty() -> None:
    """The last city goes to the first copy; the second one has no effect."""
    p = prepare(holds("population_growth", "population_growth"), {}, rules={"buildings.city.supply": 1})
    assert p.record.cities[0] == 2
    assert supply(p, Building.CITY) == 0
    assert discarded(p) == cards("population_growth", "population_growth")


@pytest.mark.rule("AOH-023")
def test_day_one_discards_harmful_events() -> None:
    """On day 1 the four harmful events are discarded; nobody is asked or loses anything."""
    p = prepare(holds("hunger", "barbarians", "earthquake", "eruption", "grain"), holds("grain"), day=1)
    before = boards(arrange({}, {}))
    assert at_market(p)
    assert hand(p, 0) == hand(p, 1) == cards("grain")
    assert discarded(p) == cards("hunger", "barbarians", "earthquake", "eruption")
    assert boards(p) == before


@pytest.mark.rule("AOH-024")
@pytest.mark.parametrize("disaster", ["earthquake", "eruption"])
@pytest.mark.parametrize("day", [2, 3])
def test_holder_may_name_any_other_player(disaster: str, day: int) -> None:
    """The holder chooses one of the others or HOLD."""
    p = prepare({}, holds(disaster), {}, {}, day=day)
    assert p.seat == 1
    assert set(p.legal()) == {f"{disaster} player_0", f"{disaster} player_2", f"{disaster} player_3", "hold"}


@pytest.mark.rule("AOH-025")
def test_target_may_have_nothing_to_lose_but_must_live() -> None:
    """A tribe without an army can be named, an eliminated one cannot."""
    p = prepare(holds("earthquake"), holds(armies=0), holds(armies=2), OUT)
    assert set(p.legal()) == {"earthquake player_1", "earthquake player_2", "hold"}
    before = boards(p)
    p.play("earthquake player_1")
    assert discarded(p) == cards("earthquake")
    assert hand(p, 0) == {}
    assert boards(p) == before


@pytest.mark.rule("AOH-025")
def test_eruption_may_name_a_tribe_without_city() -> None:
    """Eruption on a cityless tribe is legal, spends the card and changes no board."""
    p = prepare(holds("eruption"), holds("gold", cities=0), {}, OUT)
    assert set(p.legal()) == {"eruption player_1", "eruption player_2", "hold"}
    before = boards(p)
    p.play("eruption player_1")
    assert discarded(p) == cards("eruption")
    assert boards(p) == before


@pytest.mark.rule("AOH-026")
@pytest.mark.parametrize("disaster", ["earthquake", "eruption"])
def test_hold_keeps_the_disaster(disaster: str) -> None:
    """HOLD leaves everything as it was."""
    p = prepare(holds(disaster), {})
    before = boards(p)
    p.play("hold")
    assert at_market(p)
    assert hand(p, 0) == cards(disaster)
    assert discarded(p) == {}
    assert boards(p) == before


@pytest.mark.rule("AOH-027")
def test_hold_covers_all_copies_of_one_type_until_the_next_preparation() -> None:
    """One HOLD for two Earthquakes, one more question for the Eruption, and all again on the next day."""
    p = arrange(holds("earthquake", "earthquake", "eruption"), {}, day=2, stage="preparation", deck=["iron"] * 4)
    assert p.legal() == ["earthquake player_1", "hold"]
    p.play("hold")
    assert p.legal() == ["eruption player_1", "hold"]
    p.play("hold")
    assert at_market(p)
    pass_until(p, Prompt.DISASTER, day=3)
    assert (p.record.day, p.seat) == (3, 0)
    assert held(p, 0, Card.EARTHQUAKE) == 2
    assert p.legal() == ["earthquake player_1", "hold"]


@pytest.mark.rule("AOH-027")
def test_second_copy_is_asked_after_the_first_was_played() -> None:
    """Only HOLD covers the other copies; after a played one the next comes up."""
    p = prepare(holds("earthquake", "earthquake"), {}, {})
    p.play("earthquake player_1")
    assert (asked(p), p.seat) == (Prompt.DISASTER, 0)
    p.play("hold")
    assert at_market(p)
    assert hand(p, 0) == cards("earthquake")


@pytest.mark.rule("AOH-027")
def test_hold_of_one_seat_does_not_bind_another() -> None:
    """Each holder is asked for itself."""
    p = prepare(holds("earthquake"), holds("earthquake"))
    p.play("hold")
    assert (asked(p), p.seat) == (Prompt.DISASTER, 1)


@pytest.mark.rule("AOH-028")
@pytest.mark.parametrize("stage", ["turn", "main"])
def test_disasters_are_not_played_on_a_turn(stage: str) -> None:
    """No Earthquake or Eruption is legal at the main action."""
    p = arrange(holds("earthquake", "eruption"), holds("gold"), day=3, stage=stage, deck=["iron"])
    assert (asked(p), p.seat) == (Prompt.MAIN, 0)
    assert not any(text.startswith(("earthquake", "eruption")) for text in p.legal())
    assert not p.mask()[65:75].any()
    with pytest.raises(IllegalAction):
        p.play("earthquake player_1")


@pytest.mark.rule("AOH-029")
def test_earthquake_disables_every_home_army() -> None:
    """The target has no home army left but still owns them all."""
    p = prepare(holds("earthquake"), holds(armies=3), {}).play("earthquake player_1")
    assert at_market(p)
    assert (home_armies(p, 1), p.record.armies[1], p.record.armies_disabled[1]) == (0, 3, 3)
    assert supply(p, Building.ARMY) == 12
    assert home_armies(p, 0) == home_armies(p, 2) == 1


@pytest.mark.rule("AOH-030")
def test_earthquake_spares_armies_away_generals_and_fortresses() -> None:
    """Only what stands at home as an army is disabled."""
    p = prepare(holds("earthquake"), holds(armies=3, armies_away=1, generals=1, fortresses=2)).play("earthquake player_1")
    s = p.record
    assert (s.armies[1], s.armies_disabled[1], s.armies_away[1]) == (3, 2, 1)
    assert (s.generals[1], s.generals_away[1], s.fortresses[1]) == (1, 0, 2)


@pytest.mark.rule("AOH-031")
def test_disabled_armies_neither_fight_nor_die() -> None:
    """Attacked before its next turn the target commits nothing, loses, and keeps its three armies."""
    p = prepare(holds("earthquake"), holds("gold", "gold", "gold", armies=3), deck=["iron"] * 2).play("earthquake player_1")
    close_market(p)
    p.play("war player_1 plunder", "commit 1 armies", "commit 0 heroes", "lead with none")
    assert (p.seat, asked(p)) == (1, Prompt.ARMIES)
    assert p.legal() == ["commit 0 armies"]
    p.play("commit 0 armies", "commit 0 heroes")
    assert held(p, 0, Card.GOLD) == 2
    # Seat 1's own turn has come: its armies are back (AOH-146), all three of them.
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert (p.record.armies[1], home_armies(p, 1)) == (3, 3)
    assert supply(p, Building.ARMY) == 12


@pytest.mark.rule("AOH-031")
def test_disabled_armies_are_still_disabled_after_a_lost_war() -> None:
    """With another seat in between the target of the lost war still owns three disabled armies."""
    p = prepare(holds("earthquake"), {}, holds("gold", "gold", "gold", armies=3), deck=["iron"] * 2).play("earthquake player_2")
    close_market(p)
    p.play("war player_2 plunder", "commit 1 armies", "commit 0 heroes", "lead with none")
    assert p.legal() == ["commit 0 armies"]
    p.play("commit 0 armies", "commit 0 heroes")
    assert (asked(p), p.seat) == (Prompt.MAIN, 1)
    assert (p.record.armies[2], p.record.armies_disabled[2], home_armies(p, 2)) == (3, 3, 0)


@pytest.mark.rule("AOH-032")
@pytest.mark.parametrize(("cities", "left", "returned"), [(2, 1, 1), (0, 0, 0)])
def test_eruption_removes_one_city_to_the_supply(cities: int, left: int, returned: int) -> None:
    """One city goes back to the supply; without a city nothing changes."""
    p = prepare(holds("eruption"), holds("gold", cities=cities)).play("eruption player_1")
    assert p.record.cities[:2].tolist() == [1, left]
    assert supply(p, Building.CITY) == 12 + returned
    assert hand(p, 1) == cards("gold")
    assert discarded(p) == cards("eruption")


@pytest.mark.rule("AOH-033")
def test_eruption_spares_the_monument() -> None:
    """Progress stays as it is."""
    p = prepare(holds("eruption"), holds(cities=2, progress=4)).play("eruption player_1")
    assert (p.record.cities[1], p.record.progress[1]) == (1, 4)
    assert supply(p, Building.CITY) == 13


@pytest.mark.rule("AOH-034")
def test_hunger_takes_one_grain_from_everybody() -> None:
    """Holder included; Gold and Iron are safe, and who has no Grain loses nothing."""
    p = prepare(holds("hunger", "grain"), holds("grain", "grain"), holds("gold", "iron"))
    assert at_market(p)
    assert [hand(p, seat) for seat in range(3)] == [{}, cards("grain"), cards("gold", "iron")]
    assert discarded(p) == cards("hunger", "grain", "grain")


@pytest.mark.rule("AOH-034")
def test_each_hunger_takes_its_own_grain() -> None:
    """Two copies in one hand are two famines."""
    p = prepare(holds("hunger", "hunger", "grain", "grain", "grain"), holds("grain"))
    assert [held(p, seat, Card.GRAIN) for seat in (0, 1)] == [1, 0]
    assert discarded(p) == cards("hunger", "hunger", "grain", "grain", "grain")


@pytest.mark.rule("AOH-035")
def test_barbarians_cost_only_their_holder() -> None:
    """The holder loses two conventional resources, the neighbour none."""
    p = prepare(holds("barbarians", "iron", "wood", "gold"), holds("iron", "wood"))
    assert at_market(p)
    assert hand(p, 0) == cards("gold")
    assert hand(p, 1) == cards("iron", "wood")
    assert discarded(p) == cards("barbarians", "iron", "wood")


@pytest.mark.rule("AOH-036")
@pytest.mark.parametrize(
    ("kept", "lost"),
    [
        (("gold", "special_0", "hero"), ("iron",)),
        (("gold",), ()),
        (("gold", "gold", "hero"), ("iron", "wood")),
        (("special_0", "special_1", "olympics"), ()),
    ],
)
def test_barbarians_take_only_conventional_resources(kept: tuple[str, ...], lost: tuple[str, ...]) -> None:
    """Gold, specials and events stay; who has fewer than two loses what there is."""
    p = prepare(holds("barbarians", *kept, *lost), {})
    if asked(p) == Prompt.BLOCK:
        p.play("block none")
    assert at_market(p)
    assert hand(p, 0) == cards(*kept)
    assert discarded(p) == cards("barbarians", *lost)


@pytest.mark.rule("AOH-037")
def test_victim_picks_what_barbarians_take() -> None:
    """Two picks, one card at a time, among the conventional types held."""
    p = prepare(holds("barbarians", "iron", "wood", "stone", "gold"), {})
    assert (asked(p), p.seat) == (Prompt.LOSE_CARD, 0)
    assert set(p.legal()) == {"card iron", "card wood", "card stone"}
    p.play("card stone")
    assert (asked(p), p.seat) == (Prompt.LOSE_CARD, 0)
    assert hand(p, 0) == cards("iron", "wood", "gold")
    assert set(p.legal()) == {"card iron", "card wood"}
    p.play("card iron")
    assert at_market(p)
    assert hand(p, 0) == cards("wood", "gold")


@pytest.mark.rule("AOH-037")
def test_no_pick_with_one_conventional_type() -> None:
    """Three Iron leave nothing to choose."""
    p = prepare(holds("barbarians", "iron", "iron", "iron"), {})
    assert at_market(p)
    assert hand(p, 0) == cards("iron")


@pytest.mark.rule("AOH-037")
def test_no_second_pick_when_one_type_is_left() -> None:
    """Once only one type is left the second card goes without a question."""
    p = prepare(holds("barbarians", "iron", "iron", "wood"), {})
    assert set(p.legal()) == {"card iron", "card wood"}
    p.play("card wood")
    assert at_market(p)
    assert hand(p, 0) == cards("iron")


@pytest.mark.rule("AOH-037")
def test_no_pick_with_exactly_two_conventional_cards() -> None:
    """Two cards, both are lost: nothing to choose."""
    p = prepare(holds("barbarians", "grain", "stone", "hero"), {})
    assert at_market(p)
    assert hand(p, 0) == cards("hero")


@pytest.mark.rule("AOH-038")
def test_olympics_hero_and_fortune_stay_in_hand() -> None:
    """They are not mandatory."""
    p = prepare(holds("olympics", "hero", "fortune"), {})
    assert at_market(p)
    assert hand(p, 0) == cards("olympics", "hero", "fortune")
    assert discarded(p) == {}


@pytest.mark.rule("AOH-039")
@pytest.mark.parametrize(
    ("event", "goods"),
    [
        ("hunger", holds("fortune", "grain")),
        ("barbarians", holds("fortune", "barbarians", "iron", "iron")),
        ("earthquake", holds("fortune", armies=2)),
        ("eruption", holds("fortune", cities=1)),
    ],
)
def test_fortune_blocks_every_harmful_event(event: str, goods: dict) -> None:
    """The victim spends Fortune and loses nothing."""
    p = prepare(holds("gold") if event == "barbarians" else holds(event, "gold"), goods)
    if event in ("earthquake", "eruption"):
        p.play(f"{event} player_1")
    before = boards(p)
    assert (asked(p), p.seat) == (Prompt.BLOCK, 1)
    assert p.legal() == ["block none", "block fortune"]
    p.play("block fortune")
    assert at_market(p)
    assert boards(p) == before
    assert home_armies(p, 1) == goods.get("armies", 1)
    assert hand(p, 1) == cards(*(card for card in goods["hand"] if card not in ("fortune", "barbarians")))
    assert discarded(p) == cards(event, "fortune")


@pytest.mark.rule("AOH-040")
def test_block_protects_only_its_owner() -> None:
    """Under Hunger the blocker keeps its Grain and the others lose theirs."""
    p = prepare(holds("hunger", "grain"), holds("fortune", "grain", "grain"), holds("grain"))
    assert (asked(p), p.seat) == (Prompt.BLOCK, 1)
    p.play("block fortune")
    assert at_market(p)
    assert [held(p, seat, Card.GRAIN) for seat in range(3)] == [0, 2, 0]
    assert discarded(p) == cards("hunger", "fortune", "grain", "grain")


@pytest.mark.rule("AOH-040")
def test_block_cards_of_others_do_not_help() -> None:
    """Eruption on a seat without a block card asks nobody, whatever the others hold."""
    p = prepare(holds("eruption", "fortune", "olympics"), holds("gold", cities=2), holds("fortune", "olympics"))
    p.play("eruption player_1")
    assert at_market(p)
    assert p.record.cities[:3].tolist() == [1, 1, 1]
    assert hand(p, 0) == hand(p, 2) == cards("fortune", "olympics")


@pytest.mark.rule("AOH-041")
def test_olympics_blocks_barbarians() -> None:
    """Iron and Wood are kept, Olympics and Barbarians are discarded."""
    p = prepare(holds("barbarians", "olympics", "iron", "wood"), {})
    assert p.legal() == ["block none", "block olympics"]
    p.play("block olympics")
    assert at_market(p)
    assert hand(p, 0) == cards("iron", "wood")
    assert discarded(p) == cards("barbarians", "olympics")


@pytest.mark.rule("AOH-041")
def test_olympics_blocks_eruption() -> None:
    """The city stands, both cards are discarded."""
    p = prepare(holds("eruption"), holds("olympics")).play("eruption player_1")
    assert p.seat == 1
    assert p.legal() == ["block none", "block olympics"]
    p.play("block olympics")
    assert at_market(p)
    assert p.record.cities[1] == 1
    assert supply(p, Building.CITY) == 12
    assert discarded(p) == cards("eruption", "olympics")


@pytest.mark.rule("AOH-042")
def test_olympics_does_not_block_hunger() -> None:
    """No question; the Grain is lost and Olympics stays."""
    p = prepare(holds("hunger"), holds("olympics", "grain", armies=3))
    assert at_market(p)
    assert hand(p, 1) == cards("olympics")


@pytest.mark.rule("AOH-042")
def test_olympics_does_not_block_earthquake() -> None:
    """No question; the home armies are down and Olympics stays."""
    p = prepare(holds("earthquake"), holds("olympics", "grain", armies=3)).play("earthquake player_1")
    assert at_market(p)
    assert (home_armies(p, 1), p.record.armies[1]) == (0, 3)
    assert hand(p, 1) == cards("olympics", "grain")


@pytest.mark.rule("AOH-042", "AOH-039")
def test_only_fortune_is_offered_against_hunger_and_earthquake() -> None:
    """With both cards in hand Olympics is not among the answers."""
    p = prepare(holds("hunger", "earthquake"), holds("olympics", "fortune", "grain", armies=3)).play("earthquake player_1")
    assert p.legal() == ["block none", "block fortune"]
    p.play("block none")
    assert home_armies(p, 1) == 0
    assert p.legal() == ["block none", "block fortune"]
    p.play("block none")
    assert at_market(p)
    assert hand(p, 1) == cards("olympics", "fortune")


@pytest.mark.rule("AOH-043")
@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("none", ("fortune", "olympics")),
        ("fortune", ("olympics", "iron", "iron")),
        ("olympics", ("fortune", "iron", "iron")),
    ],
)
def test_victim_decides_how_to_block(answer: str, left: tuple[str, ...]) -> None:
    """Accept, Fortune or Olympics: the victim's choice."""
    p = prepare(holds("barbarians", "fortune", "olympics", "iron", "iron"), {})
    assert set(p.legal()) == {"block none", "block fortune", "block olympics"}
    p.play(f"block {answer}")
    assert at_market(p)
    assert hand(p, 0) == cards(*left)


@pytest.mark.rule("AOH-043", "AOH-037")
def test_accepted_barbarians_are_followed_by_the_picks() -> None:
    """Who accepts still chooses what is lost."""
    p = prepare(holds("barbarians", "fortune", "iron", "wood", "stone"), {}).play("block none")
    assert (asked(p), p.seat) == (Prompt.LOSE_CARD, 0)
    p.play("card iron", "card wood")
    assert at_market(p)
    assert hand(p, 0) == cards("fortune", "stone")


@pytest.mark.rule("AOH-043")
def test_accepted_eruption_costs_the_city_and_no_card() -> None:
    """Accepting keeps the block cards."""
    p = prepare(holds("eruption"), holds("fortune", "olympics")).play("eruption player_1")
    assert set(p.legal()) == {"block none", "block fortune", "block olympics"}
    p.play("block none")
    assert p.record.cities[1] == 0
    assert hand(p, 1) == cards("fortune", "olympics")


@pytest.mark.rule("AOH-044")
@pytest.mark.parametrize("event", ["hunger", "earthquake", "eruption"])
def test_no_block_prompt_with_nothing_to_lose(event: str) -> None:
    """No Grain, no army, no city: Fortune is not asked for and stays."""
    p = prepare(holds(event), holds("fortune", "gold", cities=0, armies=0))
    if event != "hunger":
        p.play(f"{event} player_1")
    assert at_market(p)
    assert hand(p, 1) == cards("fortune", "gold")
    assert discarded(p) == cards(event)


@pytest.mark.rule("AOH-044")
def test_no_block_prompt_for_barbarians_without_conventional_cards() -> None:
    """Gold is safe, so there is nothing to protect."""
    p = prepare(holds("barbarians", "fortune", "olympics", "gold"), {})
    assert at_market(p)
    assert hand(p, 0) == cards("fortune", "olympics", "gold")


@pytest.mark.rule("AOH-044")
@pytest.mark.parametrize("state", ["armies_away", "armies_disabled"])
def test_no_block_prompt_for_earthquake_without_home_armies(state: str) -> None:
    """Armies away or disabled already cannot be hit."""
    p = prepare(holds("earthquake"), holds("fortune", armies=2, **{state: 2})).play("earthquake player_1")
    assert at_market(p)
    assert hand(p, 1) == cards("fortune")
    assert p.record[state][1] == 2


@pytest.mark.rule("AOH-045")
def test_one_block_cancels_one_event_card_in_whole() -> None:
    """Fortune saves both cards from the first Barbarians and none from the second."""
    p = prepare(holds("barbarians", "barbarians", "fortune", "iron", "iron", "iron", "iron"), {})
    assert asked(p) == Prompt.BLOCK
    p.play("block fortune")
    assert at_market(p)
    assert hand(p, 0) == cards("iron", "iron")
    assert discarded(p) == cards("barbarians", "barbarians", "fortune", "iron", "iron")


@pytest.mark.rule("AOH-045")
def test_blocked_barbarians_leave_the_whole_hand() -> None:
    """Between the two cards the block has cost nothing but Fortune."""
    p = prepare(holds("barbarians", "barbarians", "fortune", "olympics", "iron", "iron", "iron", "iron"), {})
    p.play("block fortune")
    assert asked(p) == Prompt.BLOCK  # the second card, Olympics is left against it
    assert hand(p, 0) == cards("olympics", "iron", "iron", "iron", "iron")
    p.play("block none")
    assert hand(p, 0) == cards("olympics", "iron", "iron")
    assert p.record.stage == Stage.MARKET
