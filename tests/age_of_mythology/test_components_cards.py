"""Permanent, random and god cards, and when they may be played (AOM-020 to AOM-030)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import CARDS, CULTURES, DATA, GODS, ORDER, PERMANENT, TILES
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import (
    arrange,
    bank,
    buildings,
    cubes,
    hand,
    offered,
    prompt,
    random_game,
    same,
    scene,
    stock,
    tiles,
)

STANDALONE = {
    *("anubis", "hathor", "horus", "osiris", "set", "thoth"),
    *("apollo", "hades", "hephaestos", "hera", "hermes", "poseidon", "zeus"),
    *("forseti", "freyja", "hel", "loki", "njord", "odin", "thor"),
}
FAVOR = {"heimdall": 4, **dict.fromkeys(("sekhmet", "ares", "tyr"), 3)}
FAVOR |= dict.fromkeys(("nephthys", "osiris", "ra", "aphrodite", "dionysus", "hephaestos", "zeus", "bragi", "loki"), 2)
NOTHING = cubes(0, 0, 0, 0)
MYTH_UNIT = {"egyptian": "mummy", "greek": "hydra", "norse": "troll"}


def ready(god: str, favor: int = 5, **fields: object) -> Position:
    """The owner of a god card, heroic, with a target for every power."""
    culture = DATA["cards"][god]["culture"]
    others = [
        {
            "culture": other,
            "hand": ["gather"],
            "tiles": ["fertile_food2", "fertile_wood1"],
            "buildings": {"house": 1, "wall": 1},
            "units": {MYTH_UNIT[other]: 1},
        }
        for other in CULTURES
        if other != culture
    ]
    owner = {"culture": culture, "age": "heroic", "hand": [god], "resources": cubes(5, 5, 5, favor), "tiles": ["fertile_food2"]}
    return arrange(owner, *others, **fields)


# ------------------------------------------------------------------------------------------------ cards
@pytest.mark.rule("AOM-020")
def test_seven_permanent_cards_for_everybody() -> None:
    """In turn 1 each of three players chooses among all seven."""
    p = arrange({}, {}, {}, stage="hands")
    for seat in range(3):
        assert prompt(p) == (seat, Prompt.PICK_HAND)
        assert offered(p, "take") == set(PERMANENT)
        p.play("take attack", "done")
    assert {DATA["cards"][card]["action"] for card in PERMANENT} == set(ORDER["actions"])
    assert len(PERMANENT) == 7


@pytest.mark.slow
@pytest.mark.rule("AOM-021")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_hands_hold_gods_of_the_own_culture_only(players: int, seed: int) -> None:
    """Through whole games no hand and no played card is a god of another culture."""
    gods = set()
    for p in random_game(players, seed):
        for seat in range(players):
            for card in np.flatnonzero(p.record.hand[seat] + p.record.used[seat]):
                if CARDS[card] in GODS:
                    assert DATA["cards"][CARDS[card]]["culture"] == CULTURES[p.record.culture[seat]]
                    gods.add(CARDS[card])
    assert gods


@pytest.mark.rule("AOM-021")
def test_random_cards_are_drawn_unseen() -> None:
    """What will be drawn changes no observation before it is drawn, and then only that of the drawer."""
    draws = ["zeus", "hades", "ares", "build_2"], ["apollo", "attack_7", "trade_1", "gather_all"]
    full = ["take explore", "take gather", "take build", "take recruit"]
    first, second = (arrange({"culture": "greek"}, {"culture": "norse"}, stage="hands", stacked_cards=cards) for cards in draws)
    assert same(first, second, 0, 1)
    for p, cards in zip((first, second), draws, strict=True):
        p.play("done", *full)
        assert set(hand(p, 0)) == set(cards)
    assert same(first, second, 1)
    assert not same(first, second, 0)


@pytest.mark.rule("AOM-022")
def test_favor_is_paid_before_the_power_acts() -> None:
    """Loki with exactly 2 favor: they are in the bank before a victim is named."""
    p = scene({"culture": "norse", "hand": ["loki"], "resources": cubes(0, 0, 0, 2)}, {}, {})
    before = bank(p)
    p.play("play loki with power")
    assert prompt(p) == (0, Prompt.POWER_PLAYER)
    assert stock(p, 0) == (0, 0, 0, 0)
    assert bank(p) == (*before[:3], before[3] + 2)


@pytest.mark.rule("AOM-022")
@pytest.mark.parametrize("god", GODS)
def test_a_power_needs_its_favor(god: str) -> None:
    """With one favor less than printed no way of using the power is offered; with exactly as much it is."""
    price = FAVOR.get(god, 1)
    assert not any("power" in action for action in ready(god, favor=price - 1).legal())
    assert f"play {god} with power" in ready(god, favor=price).legal()


@pytest.mark.rule("AOM-023")
def test_the_power_comes_before_the_action() -> None:
    """Five food stolen by Loki are exchanged in the same card's trade for 4 favor and 1 wood."""
    p = scene({"culture": "norse", "hand": ["loki"], "resources": cubes(0, 0, 0, 2)}, {"resources": cubes(5, 1, 1, 1)}, {})
    p.play("play loki with power", "player player_1", *["cube food"] * 5)
    assert stock(p, 0) == (5, 0, 0, 0)
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)
    p.play("exchange food for wood", *["exchange food for favor"] * 4)
    assert stock(p, 0) == (0, 1, 0, 4)
    assert stock(p, 1) == (0, 1, 1, 1)


@pytest.mark.rule("AOM-024")
def test_a_god_card_for_its_action_alone() -> None:
    """Poseidon without favor gathers as any card, and brings no food."""
    p = scene({"culture": "greek", "hand": ["poseidon"], "resources": NOTHING, "tiles": ["hills_gold2"]}, {}, {})
    assert p.legal() == ["play poseidon", "drop poseidon"]
    p.play("play poseidon", "gather gold")
    assert stock(p, 0) == (0, 0, 2, 0)


@pytest.mark.rule("AOM-024")
def test_an_action_alone_costs_no_favor() -> None:
    """A rich player who plays Poseidon for its action keeps his favor and gains no five food."""
    p = scene({"culture": "greek", "hand": ["poseidon"], "tiles": ["hills_gold2"]}, {}, {})
    assert stock(p.play("play poseidon", "gather gold"), 0) == (4, 4, 6, 4)


@pytest.mark.rule("AOM-025")
def test_a_god_card_for_its_power_alone() -> None:
    """Odin's power at the mythic age costs 1 favor, grants a fourth action and leaves the age alone."""
    p = scene({"culture": "norse", "age": "mythic", "hand": ["odin", "gather"]}, {}, {})
    assert "play odin" not in p.legal()
    p.play("play odin power only")
    assert stock(p, 0) == (4, 4, 4, 3)
    assert (p.record.age[0], p.record.extra_action[0]) == (3, 1)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-025")
def test_a_power_alone_skips_the_action() -> None:
    """Poseidon's power alone brings five food; nobody gathers."""
    p = scene({"culture": "greek", "hand": ["poseidon"], "tiles": ["hills_gold2"]}, {"tiles": ["hills_gold2"]}, {})
    p.play("play poseidon power only")
    assert (stock(p, 0), stock(p, 1)) == ((9, 4, 4, 3), (4, 4, 4, 4))
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-026")
@pytest.mark.parametrize("god", GODS)
def test_power_only_is_for_powers_that_act_by_themselves(god: str) -> None:
    """20 of the 35 god cards offer it, and none under power_only = never."""
    assert (len(STANDALONE), len(GODS)) == (20, 35)
    assert (f"play {god} power only" in ready(god).legal()) == (god in STANDALONE)
    never = ready(god, rules={"power_only": "never"}).legal()
    assert f"play {god} power only" not in never
    assert f"play {god} with power" in never


# ------------------------------------------------------------------------------------------------ actions that can do something
@pytest.mark.rule("AOM-027")
def test_without_cubes_nothing_can_be_bought() -> None:
    """Build, Recruit, Trade and Next Age need cubes; Gather, Explore and Attack do not, and any card may be dropped."""
    p = scene({"hand": PERMANENT, "resources": NOTHING}, {}, {})
    assert offered(p, "play") == {"explore", "gather", "attack"}
    assert offered(p, "drop") == set(PERMANENT)


@pytest.mark.rule("AOM-027")
@pytest.mark.parametrize(
    ("card", "enough", "too_few"),
    [
        ("build", cubes(2, 2, 0, 0), cubes(2, 1, 2, 4)),
        ("recruit", cubes(1, 1, 0, 0), cubes(3, 0, 0, 0)),
        ("trade", cubes(1, 0, 0, 1), cubes(0, 0, 1, 0)),
        ("trade_1", cubes(0, 0, 1, 0), NOTHING),
        ("next_age", cubes(4, 4, 4, 4), cubes(9, 9, 9, 3)),
        ("next_age_cheap", cubes(3, 3, 3, 3), cubes(9, 9, 2, 9)),
    ],
)
def test_an_action_needs_its_cheapest_price(card: str, enough: Mapping, too_few: Mapping) -> None:
    """Exactly the price of one purchase is enough, one cube less is not."""
    assert offered(scene({"hand": [card], "resources": enough}, {}, {}), "play") == {card}
    assert offered(scene({"hand": [card], "resources": too_few}, {}, {}), "play") == set()


@pytest.mark.rule("AOM-027")
@pytest.mark.parametrize(("age", "legal"), [("archaic", True), ("classical", True), ("heroic", True), ("mythic", False)])
def test_next_age_ends_with_the_mythic(age: str, legal: bool) -> None:
    """The richest player cannot leave the mythic age."""
    p = scene({"hand": ["next_age"], "age": age, "resources": cubes(9, 9, 9, 9)}, {}, {})
    assert offered(p, "play") == ({"next_age"} if legal else set())


@pytest.mark.rule("AOM-027")
def test_a_market_makes_a_trade_payable() -> None:
    """Its owner pays no cost, so a Trade is legal with fewer cubes than the card names."""
    p = scene({"hand": ["trade"], "resources": cubes(1, 0, 0, 0), "buildings": {"market": 1}}, {}, {})
    assert offered(p, "play") == {"trade"}


@pytest.mark.rule("AOM-027")
@pytest.mark.parametrize(
    ("army", "legal"),
    [({"units": {}}, False), ({"units": {"jarl": 1}}, True), ({"units": {}, "tiles": ["hills_gold2"], "dwarf_on": ["hills_gold2"]}, True)],
)
def test_an_attack_needs_an_own_unit(army: Mapping, legal: bool) -> None:
    """A unit in the holding area or a Dwarf on a tile is enough, a villager is not."""
    p = scene({"culture": "norse", "hand": ["attack"], "buildings": {"house": 2}, **army}, {}, {})
    assert offered(p, "play") == ({"attack"} if legal else set())


@pytest.mark.rule("AOM-027", "AOM-126")
def test_exploring_needs_a_pool() -> None:
    """With no tile in the pool an Explore card can only be dropped."""
    empty = {f"tiles.{name}.count": 0 for name in TILES}
    assert scene({"hand": ["explore"]}, {}, {}, rules=empty).legal() == ["drop explore"]
    assert "play explore" in scene({"hand": ["explore"]}, {}, {}, rules={**empty, "tiles.swamp_food1.count": 1}).legal()


@pytest.mark.rule("AOM-028")
def test_gather_is_always_legal() -> None:
    """Without tiles and with an empty bank a Gather is legal and changes nothing."""
    p = scene({"hand": ["gather"], "resources": NOTHING}, {"resources": cubes(20, 20, 20, 20)})
    assert bank(p) == (0, 0, 0, 0)
    p.play("play gather", "gather food")
    assert (stock(p, 0), stock(p, 1)) == ((0, 0, 0, 0), (20, 20, 20, 20))


# ------------------------------------------------------------------------------------------------ powers with a target
@pytest.mark.rule("AOM-029")
@pytest.mark.parametrize(
    ("god", "own", "other"),
    [
        ("thor", {"units": {"troll": 1}}, {}),
        ("poseidon", {"resources": cubes(25, 4, 4, 4)}, {"resources": cubes(0, 4, 4, 4)}),
        ("freyja", {"resources": cubes(4, 4, 25, 4)}, {"resources": cubes(4, 4, 0, 4)}),
        ("loki", {}, {"resources": NOTHING}),
        ("njord", {"buildings": {"wall": 1}}, {}),
        ("horus", {}, {}),
        ("hathor", {"tiles": ["fertile_food2"]}, {"tiles": ["hills_gold2"]}),
        ("hephaestos", {}, {}),
        ("set", {"tiles": ["fertile_food2"]}, {"tiles": ["hills_gold2"]}),
        ("hades", {"units": {"hydra": 1}}, {}),
        ("anubis", {"units": {"mummy": 1}}, {}),
        ("osiris", {"age": "archaic"}, {}),
        ("zeus", {"age": "classical", "units": {"classical_greek_hero": 2}}, {}),
        ("apollo", {"units": {"toxotes": 8}}, {}),
        ("hel", {"units": {"huskarl": 8, "throwing_axeman": 8, "jarl": 8}}, {}),
        ("hera", {"buildings": {"house": 10}}, {}),
    ],
)
def test_a_power_without_target_or_gain_is_not_offered(god: str, own: Mapping, other: Mapping) -> None:
    """Favor is there, but the power could do nothing: both ways of using it are masked, the drop is not."""
    culture = DATA["cards"][god]["culture"]
    p = scene({"culture": culture, "hand": [god], **own}, other, other)
    assert not [action for action in p.legal() if "power" in action]
    assert f"drop {god}" in p.legal()
    assert {f"play {god} with power", f"play {god} power only"} <= set(ready(god).legal())


@pytest.mark.rule("AOM-030")
def test_power_with_action_is_offered_when_the_power_is_legal() -> None:
    """Archaic with 3 of each, Hathor removes the tile for 1 favor; the price of the age is then missing and the action skipped."""
    p = scene({"hand": ["hathor"], "resources": cubes(3, 3, 3, 3)}, {"tiles": ["hills_food1"]}, {})
    assert p.legal() == ["play hathor", "play hathor with power", "play hathor power only", "drop hathor"]
    p.play("play hathor with power")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (stock(p, 0), p.record.age[0]) == ((3, 3, 3, 2), 0)
    assert tiles(p, 1) == {}


@pytest.mark.rule("AOM-030")
def test_the_action_alone_keeps_the_favor_for_its_price() -> None:
    """With the same 3 of each the action alone reaches the classical age; with 4 favor both work."""
    p = scene({"hand": ["hathor"], "resources": cubes(3, 3, 3, 3)}, {"tiles": ["hills_food1"]}, {}).play("play hathor")
    assert (stock(p, 0), p.record.age[0], tiles(p, 1)) == ((0, 0, 0, 0), 1, {"hills_food1": 1})
    p = scene({"hand": ["hathor"], "resources": cubes(3, 3, 3, 4)}, {"tiles": ["hills_food1"]}, {}).play("play hathor with power")
    assert (stock(p, 0), p.record.age[0], tiles(p, 1)) == ((0, 0, 0, 0), 1, {})


@pytest.mark.rule("AOM-030")
def test_the_action_is_tested_after_the_power() -> None:
    """In a full city Horus makes room by his power; the Build that was impossible before follows."""
    city = {"house": 10, "wall": 1, "tower": 1, "market": 1, "armory": 1, "quarry": 1, "monument": 1}
    p = scene({"hand": ["horus"], "resources": cubes(3, 2, 0, 1), "buildings": city}, {}, {})
    assert "play horus" not in p.legal()
    p.play("play horus with power", "destroy wall")
    assert prompt(p) == (0, Prompt.BUILD_PICK)
    assert "gold_mint" in offered(p, "build")
    assert buildings(p, 0) == {name: count for name, count in city.items() if name != "wall"}
