"""What storehouse, market, armory, quarry, the gathering buildings, workshop, temple and Wonder do (AOM-045 to AOM-060)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebound.envs.age_of_mythology.state import SCOPES, Prompt, VictoryCard
from rulebound.envs.age_of_mythology.variant import RESOURCES
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import (
    arrange,
    ask,
    bank,
    battle,
    buildings,
    clash,
    cubes,
    in_battle,
    offered,
    prompt,
    scene,
    stock,
    vp,
)

NOTHING = cubes(0, 0, 0, 0)
BONUS = {"monument": "favor", "granary": "food", "gold_mint": "gold", "wood_workshop": "wood"}


def can_build(p: Position) -> set[str]:
    """What the Build card in hand of seat 0 offers; nothing if it cannot be played."""
    return offered(p.play("play build"), "build") if "play build" in p.legal() else set()


def won_city(buildings_there: Mapping, **attacker: object) -> Position:
    """Seat 0 has just won a battle for the city of seat 1 with a Troll."""
    p = battle({"troll": 1}, {"hoplite": 1}, "city", attacker=attacker, defender={"buildings": buildings_there})
    dice = 5 if "wall" in buildings_there and "siege_engine_workshop" not in attacker.get("buildings", {}) else 3
    return clash(p, "troll", "hoplite", (1, 6, 0, dice))


# ------------------------------------------------------------------------------------------------ storehouse, market, armory, quarry
@pytest.mark.rule("AOM-045")
@pytest.mark.parametrize(("action", "expected"), [("drop njord", (7, 0, 8, 0)), ("play njord power only", (5, 0, 5, 0))])
def test_a_storehouse_keeps_eight_if_it_stands(action: str, expected: tuple) -> None:
    """9 gold and 7 food become 8 and 7; if it is destroyed in round 3, they become 5 and 5."""
    owner = {"resources": cubes(7, 0, 9, 0), "buildings": {"storehouse": 1}}
    p = arrange(owner, {"culture": "norse", "hand": ["njord"]}, {"culture": "greek"}, round_number=3).play(action)
    assert ask(p, Prompt.PLACE_VP)
    assert stock(p, 0) == expected


@pytest.mark.rule("AOM-045")
def test_a_storehouse_built_in_the_last_round_counts() -> None:
    """It stands at spoilage, so 9 gold left after its price become 8."""
    p = arrange({"hand": ["build"], "resources": cubes(2, 2, 11, 9)}, {}, {}, round_number=3).play("play build", "build storehouse")
    assert stock(p, 0) == (0, 0, 8, 7)


@pytest.mark.rule("AOM-046")
@pytest.mark.parametrize("card", ["trade", "trade_1"])
def test_a_market_makes_trades_free(card: str) -> None:
    """With 8 wood four exchanges for gold leave 4 wood and 4 gold; nothing is paid."""
    p = scene({"hand": [card], "resources": cubes(0, 8, 0, 0), "buildings": {"market": 1}}, {}, {})
    p.play(f"play {card}")
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)
    p.play(*["exchange wood for gold"] * 4, "done")
    assert stock(p, 0) == (0, 4, 4, 0)


@pytest.mark.rule("AOM-046")
def test_without_a_market_the_cost_is_paid() -> None:
    """The neighbour's market does not help: two wood are paid before four are exchanged."""
    p = scene({"hand": ["trade"], "resources": cubes(0, 8, 0, 0)}, {"buildings": {"market": 1}}, {})
    p.play("play trade")
    while ask(p, Prompt.TRADE_COST):
        p.play("pay wood")
    p.play(*["exchange wood for gold"] * 4, "done")
    assert stock(p, 0) == (0, 2, 4, 0)


@pytest.mark.rule("AOM-047")
@pytest.mark.parametrize(("attacker", "defender"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_an_armory_adds_a_unit_for_its_owner(attacker: int, defender: int) -> None:
    """Attack 4: four units on each side, five for a side with an armory."""
    p = scene({"hand": ["attack"], "buildings": {"armory": attacker}}, {"buildings": {"armory": defender}}, {})
    p.play("play attack", "player player_1", "attack holding")
    for bonus in (attacker, defender):
        committed = 0
        while offered(p, "commit"):
            p.play(next(action for action in p.legal() if action.startswith("commit")))
            committed += 1
        assert committed == 4 + bonus
        p.play("done")
    assert sum(in_battle(p, 0).values()) == 4 + attacker
    assert sum(in_battle(p, 1).values()) == 4 + defender


@pytest.mark.rule("AOM-048")
@pytest.mark.parametrize(("saved", "left"), [("wood", (0, 1, 0, 0)), ("gold", (0, 0, 1, 0))])
def test_a_quarry_saves_one_cube_of_choice(saved: str, left: tuple) -> None:
    """A tower (3 wood 3 gold) costs its owner 5 cubes; he says which one he keeps."""
    p = scene({"hand": ["build"], "resources": cubes(0, 3, 3, 0), "buildings": {"quarry": 1}}, {}, {})
    p.play("play build", "build tower")
    assert prompt(p) == (0, Prompt.BUILD_DISCOUNT)
    assert p.legal() == ["discount wood", "discount gold"]
    p.play(f"discount {saved}")
    assert stock(p, 0) == left
    assert buildings(p, 0) == {"quarry": 1, "tower": 1}


@pytest.mark.rule("AOM-048")
def test_a_quarry_makes_up_for_a_missing_cube() -> None:
    """With 2 wood 3 gold the tower is within reach of the quarry owner, who can save only wood; with 2 wood 2 gold it is not."""
    p = scene({"hand": ["build"], "resources": cubes(0, 2, 3, 0), "buildings": {"quarry": 1}}, {}, {}).play("play build", "build tower")
    assert (stock(p, 0), buildings(p, 0)) == ((0, 0, 0, 0), {"quarry": 1, "tower": 1})
    assert "tower" not in can_build(scene({"hand": ["build"], "resources": cubes(0, 2, 2, 0), "buildings": {"quarry": 1}}, {}, {}))
    assert "tower" not in can_build(scene({"hand": ["build"], "resources": cubes(0, 2, 3, 0)}, {}, {}))


@pytest.mark.rule("AOM-048")
def test_a_quarry_saves_a_cube_of_every_building() -> None:
    """Two houses with Build 2 cost 3 cubes each."""
    p = scene({"hand": ["build_2"], "resources": cubes(4, 4, 0, 0), "buildings": {"quarry": 1}}, {}, {})
    p.play("play build_2", "build house", "discount food", "build house", "discount wood")
    assert stock(p, 0) == (1, 1, 0, 0)


@pytest.mark.rule("AOM-049")
def test_a_new_quarry_saves_nothing_in_its_own_action() -> None:
    """Build 2 with 4 food 3 wood 4 gold: quarry and wall take everything."""
    p = scene({"hand": ["build_2"], "resources": cubes(4, 3, 4, 0)}, {}, {})
    p.play("play build_2", "build quarry", "build wall")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert buildings(p, 0) == {"quarry": 1, "wall": 1}


@pytest.mark.rule("AOM-049")
def test_a_new_quarry_saves_a_cube_in_the_next_action() -> None:
    """The tower of the second round costs 5 cubes."""
    p = arrange({"hand": ["build_2", "build"], "resources": cubes(4, 6, 7, 0)}, {}, {})
    p.play("play build_2", "build quarry", "build wall")
    assert (p.record.round_number, stock(p, 0)) == (2, (0, 3, 3, 0))
    p.play("play build", "build tower", "discount gold")
    assert buildings(p, 0) == {"quarry": 1, "wall": 1, "tower": 1}
    assert stock(p, 0) == (0, 0, 1, 0)


# ------------------------------------------------------------------------------------------------ gathering buildings
@pytest.mark.rule("AOM-050", "AOM-051", "AOM-052", "AOM-053")
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("building", BONUS)
def test_gathering_buildings_pay_two_whatever_is_gathered(building: str, scope: str) -> None:
    """Their owner without tiles gets 2 of the resource when he gathers, and nothing when somebody else does."""
    card = "gather_all" if scope == "all" else "gather"
    play = [f"play {card}"] if scope == "all" else [f"play {card}", f"gather {scope}"]
    p = scene({"hand": [card], "resources": NOTHING, "buildings": {building: 1}}, {"hand": [card], "resources": NOTHING}, {})
    p.play(*play)
    expected = tuple(2 * (name == BONUS[building]) for name in RESOURCES)
    assert (stock(p, 0), stock(p, 1)) == (expected, (0, 0, 0, 0))
    p.play(*play)
    assert stock(p, 0) == expected


@pytest.mark.rule("AOM-050", "AOM-052")
def test_a_gathering_building_pays_besides_the_tiles() -> None:
    """Monument and mint: wood worth 5 brings 5 wood, 2 gold and 2 favor."""
    city = {"monument": 1, "gold_mint": 1}
    tiles = ["forest_wood2", "forest_wood2", "swamp_wood1"]
    p = scene({"culture": "norse", "hand": ["gather"], "resources": NOTHING, "tiles": tiles, "buildings": city}, {}, {})
    assert stock(p.play("play gather", "gather wood"), 0) == (0, 5, 2, 2)


@pytest.mark.rule("AOM-052", "AOM-050")
def test_a_gathering_building_is_silent_for_others() -> None:
    """An opponent gathers the desert: the mint owner's desert_gold1 pays 1 gold, the mint nothing."""
    owner = {"resources": NOTHING, "tiles": ["desert_gold1"], "buildings": {"gold_mint": 1, "monument": 1}}
    p = scene({"hand": ["gather"]}, owner, {}).play("play gather", "gather desert")
    assert stock(p, 1) == (0, 0, 1, 0)


# ------------------------------------------------------------------------------------------------ siege, temple, wonder
@pytest.mark.rule("AOM-054")
@pytest.mark.parametrize(("area", "building"), [("production", "tower"), ("city", "wall")])
def test_the_workshop_of_the_defender_changes_nothing(area: str, building: str) -> None:
    """It works for an attacking owner only: the defender still rolls 5 dice."""
    city = {building: 1, "siege_engine_workshop": 1}
    p = battle({"troll": 2}, {"spearman": 2}, area, defender={"buildings": city})
    clash(p, "troll", "spearman", (1, 6, 0, 5))


@pytest.mark.rule("AOM-055")
def test_a_workshop_razes_a_second_building() -> None:
    """Of three buildings up to two are destroyed and one is left."""
    p = won_city({"tower": 1, "market": 1, "armory": 1}, buildings={"siege_engine_workshop": 1}).play("destroy market")
    assert prompt(p) == (0, Prompt.RAZE)
    p.play("destroy armory")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert buildings(p, 1) == {"tower": 1}


@pytest.mark.rule("AOM-055")
def test_the_second_building_is_optional_and_needs_the_workshop() -> None:
    """The owner may stop after one; without a workshop one is all."""
    p = won_city({"tower": 1, "market": 1, "armory": 1}, buildings={"siege_engine_workshop": 1}).play("destroy market", "done")
    assert buildings(p, 1) == {"tower": 1, "armory": 1}
    p = won_city({"tower": 1, "market": 1, "armory": 1}).play("destroy market")
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-056")
def test_the_great_temple_sells_victory_cubes() -> None:
    """17 favor and a free trade: two cubes at 8 favor each."""
    p = scene({"culture": "greek", "hand": ["hermes"], "resources": cubes(0, 0, 0, 17), "buildings": {"great_temple": 1}}, {}, {})
    before = p.record.vp_bank, bank(p)[3]
    p.play("play hermes", "buy victory cube", "buy victory cube")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (0, 0, 0, 1)
    assert (vp(p)[0], p.record.vp_bank, bank(p)[3]) == (2, before[0] - 2, before[1] + 16)


@pytest.mark.rule("AOM-056")
@pytest.mark.parametrize(("temple", "favor"), [(0, 17), (1, 7)])
def test_victory_cubes_need_temple_and_favor(temple: int, favor: int) -> None:
    """Without the temple, or with 7 favor, none is for sale; and no other card sells them."""
    player = {"culture": "greek", "resources": cubes(0, 0, 0, favor), "buildings": {"great_temple": temple}}
    p = scene({**player, "hand": ["hermes"]}, {}, {}).play("play hermes")
    assert "buy victory cube" not in p.legal()
    p = scene({**player, "hand": ["gather"]}, {}, {}).play("play gather")
    assert "buy victory cube" not in p.legal()


@pytest.mark.rule("AOM-057")
def test_exchanges_come_before_the_temple() -> None:
    """Trade 0 with 5 favor 3 gold: three gold become favor, one cube is bought."""
    p = scene({"culture": "greek", "hand": ["hermes"], "resources": cubes(0, 0, 3, 5), "buildings": {"great_temple": 1}}, {}, {})
    p.play("play hermes")
    assert "buy victory cube" not in p.legal()
    p.play(*["exchange gold for favor"] * 3, "buy victory cube")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert vp(p)[0] == 1


@pytest.mark.rule("AOM-058")
@pytest.mark.parametrize("age", ["archaic", "classical", "heroic", "mythic"])
def test_the_wonder_needs_the_mythic_age(age: str) -> None:
    """With 20 of each it is masked before the mythic age; there it is legal."""
    p = scene({"hand": ["build"], "age": age, "resources": cubes(20, 20, 20, 20)}, {"resources": NOTHING}, {"resources": NOTHING})
    assert ("wonder" in can_build(p)) == (age == "mythic")


@pytest.mark.rule("AOM-059")
def test_the_wonder_ends_the_game_at_once() -> None:
    """Build 3 with cubes left: no second purchase, no further card."""
    p = scene({"hand": ["build_3", "gather"], "age": "mythic", "resources": cubes(17, 17, 17, 17)}, {}, {})
    p.play("play build_3", "build wonder")
    assert p.over
    assert p.legal() == []
    assert stock(p, 0) == (7, 7, 7, 7)  # nothing spoils either


@pytest.mark.rule("AOM-060")
def test_the_builder_takes_the_cubes_of_the_wonder() -> None:
    """7 cubes on the card and 5 owned make 12; no rival gets any, and nobody without the Wonder."""
    players = {"age": "mythic", "vp": 5, "hand": ["build"], "resources": cubes(10, 10, 10, 10)}, {"buildings": {"house": 3}}, {}
    p = scene(*players, vp_card={"wonder": 7}).play("play build", "build wonder")
    assert vp(p) == [12, 0, 0]
    assert p.record.vp_card[VictoryCard.WONDER] == 0


@pytest.mark.rule("AOM-060")
def test_nobody_takes_the_cubes_without_a_wonder() -> None:
    """A game that ends with the last cube leaves those of the wonder card where they are."""
    p = arrange({"hand": ["gather"], "age": "mythic"}, {}, {}, round_number=3, vp_card={"wonder": 30}).play("drop gather")
    assert p.over
    assert vp(p) == [0, 0, 0]
