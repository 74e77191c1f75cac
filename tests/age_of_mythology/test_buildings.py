"""Prices, limits and loss of buildings; house, wall and tower (AOM-031 to AOM-044, AOM-054)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS
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
    random_game,
    scene,
    stock,
)

PRICES = {
    "house": (2, 2, 0, 0),
    "wall": (0, 3, 3, 0),
    "tower": (0, 3, 3, 0),
    "storehouse": (2, 2, 2, 2),
    "market": (0, 0, 3, 2),
    "armory": (0, 3, 2, 0),
    "quarry": (4, 0, 1, 0),
    "monument": (3, 0, 2, 0),
    "granary": (0, 2, 3, 0),
    "gold_mint": (3, 2, 0, 0),
    "wood_workshop": (2, 0, 3, 0),
    "siege_engine_workshop": (0, 3, 2, 0),
    "great_temple": (4, 4, 4, 4),
    "wonder": (10, 10, 10, 10),
}
NOTHING = cubes(0, 0, 0, 0)
RICH = cubes(9, 9, 9, 9)
SIX = dict.fromkeys(("wall", "tower", "market", "armory", "monument", "granary"), 1)


def can_build(p: Position) -> set[str]:
    """What the Build card in hand of seat 0 offers; nothing if it cannot be played."""
    return offered(p.play("play build"), "build") if "play build" in p.legal() else set()


def won_city(buildings_there: Mapping, **attacker: object) -> Position:
    """Seat 0 has just won a battle for the city of seat 1 with a Troll."""
    p = battle({"troll": 1}, {"hoplite": 1}, "city", attacker=attacker, defender={"buildings": buildings_there})
    dice = 5 if "wall" in buildings_there and "siege_engine_workshop" not in attacker.get("buildings", {}) else 3
    return clash(p, "troll", "hoplite", (1, 6, 0, dice))


# ------------------------------------------------------------------------------------------------ prices and limits
@pytest.mark.rule("AOM-031")
@pytest.mark.parametrize("building", BUILDINGS)
def test_prices(building: str) -> None:
    """A building costs exactly its printed price; with one cube less of any part it cannot be built."""
    price = PRICES[building]
    p = scene({"hand": ["build"], "age": "mythic", "resources": cubes(*price)}, {"resources": NOTHING}, {"resources": NOTHING})
    before = bank(p)
    p.play("play build", f"build {building}")
    assert buildings(p, 0) == {building: 1}
    assert stock(p, 0) == (0, 0, 0, 0)
    assert bank(p) == tuple(held + paid for held, paid in zip(before, price, strict=True))
    for k in range(4):
        if price[k]:
            less = [amount - (place == k) for place, amount in enumerate(price)]
            p = scene({"hand": ["build"], "age": "mythic", "resources": cubes(*less)}, {"resources": NOTHING}, {"resources": NOTHING})
            assert building not in can_build(p)


@pytest.mark.rule("AOM-031")
def test_cubes_paid_per_type() -> None:
    """In the order of the data, the prices are 4 6 6 8 5 5 5 5 5 5 5 5 16 40 cubes."""
    assert [sum(PRICES[name]) for name in BUILDINGS] == [4, 6, 6, 8, 5, 5, 5, 5, 5, 5, 5, 5, 16, 40]


@pytest.mark.rule("AOM-032")
def test_a_city_has_sixteen_squares() -> None:
    """With fifteen buildings one more can be built, with sixteen none."""
    five = dict.fromkeys(list(SIX)[:5], 1)
    p = scene({"hand": ["build_2"], "resources": RICH, "buildings": {"house": 10, **five}}, {}, {})
    p.play("play build_2", "build granary")
    assert prompt(p) == (1, Prompt.PLAY_CARD)  # the second purchase finds no square
    p = scene({"hand": ["build_2"], "resources": RICH, "buildings": {"house": 10, **SIX}}, {}, {})
    assert p.legal() == ["drop build_2"]


@pytest.mark.rule("AOM-033")
@pytest.mark.parametrize("destroyed", [True, False])
def test_a_full_city_builds_again_after_a_loss(destroyed: bool) -> None:
    """Sixteen buildings and one house destroyed: a house can be built; without the loss it cannot."""
    full = {"hand": ["build"], "resources": cubes(2, 2, 0, 0), "buildings": {"house": 10, **SIX}}
    p = arrange(full, {"culture": "norse", "hand": ["njord"]}, {"culture": "greek"}, start=1)
    if destroyed:
        p.play("play njord power only", "destroy house")
        assert prompt(p) == (0, Prompt.PLAY_CARD)
        assert can_build(p) == {"house"}
    else:
        p.play("drop njord")
        assert p.legal() == ["drop build"]


@pytest.mark.rule("AOM-034")
@pytest.mark.parametrize("building", [name for name in BUILDINGS if name not in ("house", "wonder")])
def test_one_of_each_type(building: str) -> None:
    """Whoever owns a building cannot build another of its type; all other types stay open."""
    p = scene({"hand": ["build"], "resources": RICH, "buildings": {building: 1}}, {}, {})
    assert can_build(p) == set(BUILDINGS) - {building, "wonder"}


@pytest.mark.rule("AOM-034")
def test_one_of_each_type_within_one_action() -> None:
    """A wall just bought cannot be bought again with the same card; a second house can."""
    p = scene({"hand": ["build_3"], "resources": RICH}, {}, {}).play("play build_3", "build wall")
    assert "wall" not in offered(p, "build")
    p.play("build house")
    assert "house" in offered(p, "build")


@pytest.mark.rule("AOM-035")
def test_at_most_ten_houses() -> None:
    """The tenth house can be built, an eleventh not although six squares are free."""
    p = scene({"hand": ["build_2"], "resources": RICH, "buildings": {"house": 9}}, {}, {}).play("play build_2")
    assert "house" in offered(p, "build")
    p.play("build house")
    assert "house" not in offered(p, "build")
    assert "wall" in offered(p, "build")
    p = scene({"hand": ["build"], "resources": cubes(2, 2, 0, 0), "buildings": {"house": 10}}, {}, {})
    assert p.legal() == ["drop build"]


# ------------------------------------------------------------------------------------------------ destruction
@pytest.mark.rule("AOM-036")
def test_only_horus_strikes_the_own_city() -> None:
    """Horus may name his owner, Njord may not, and a victorious attacker destroys the loser's buildings only."""
    p = scene({"culture": "egyptian", "hand": ["horus"], "buildings": {"wall": 1}}, {"buildings": {"tower": 1}}, {})
    p.play("play horus power only")
    assert set(p.legal()) == {"player player_0", "player player_1"}
    p.play("player player_0")
    assert buildings(p, 0) == {}

    p = scene({"culture": "norse", "hand": ["njord"], "buildings": {"wall": 1}}, {"buildings": {"tower": 1}}, {"buildings": {"house": 1}})
    assert set(p.play("play njord power only").legal()) == {"player player_1", "player player_2"}

    p = won_city({"tower": 1, "market": 1}, buildings={"armory": 1, "tower": 1})
    assert offered(p, "destroy") == {"tower", "market"}
    p.play("destroy tower")
    assert (buildings(p, 0), buildings(p, 1)) == ({"armory": 1, "tower": 1}, {"market": 1})


@pytest.mark.slow
@pytest.mark.rule("AOM-036")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_no_phase_offers_the_own_buildings(players: int, seed: int) -> None:
    """Whenever a building can be destroyed it is another player's, unless Horus is in play."""
    found = 0
    for p in random_game(players, seed):
        if not p.over and offered(p, "destroy"):
            found += 1
            owner = p.record.defender if ask(p, Prompt.RAZE) else p.record.target
            assert owner != p.seat or CARDS[p.record.card] == "horus"
            assert offered(p, "destroy") == set(buildings(p, owner))
    assert found


@pytest.mark.rule("AOM-037")
def test_a_destroyed_building_may_be_built_again() -> None:
    """The owner of a destroyed wall buys another one for its price."""
    owner = {"hand": ["build"], "resources": cubes(0, 3, 3, 0), "buildings": {"wall": 1}}
    p = arrange(owner, {"culture": "norse", "hand": ["njord"]}, {"culture": "greek"}, start=1).play("play njord power only")
    assert buildings(p, 0) == {}
    assert can_build(p) >= {"wall", "tower"}
    assert buildings(p.play("build wall"), 0) == {"wall": 1}


@pytest.mark.rule("AOM-038")
def test_a_house_brings_an_idle_villager() -> None:
    """Three tiles without worker: the new villager stays in the holding area all the same."""
    p = scene({"hand": ["build"], "tiles": ["fertile_food2", "fertile_food2", "forest_wood2"]}, {}, {})
    p.play("play build", "build house")
    assert (p.record.idle_villagers[0], p.record.villager_on[0].sum()) == (1, 0)
    p = scene({"hand": ["build"]}, {}, {}).play("play build", "build gold_mint")
    assert p.record.idle_villagers[0] == 0  # other buildings bring none


# ------------------------------------------------------------------------------------------------ wall and tower
@pytest.mark.rule("AOM-039")
def test_a_wall_adds_two_dice_in_every_encounter() -> None:
    """Elephant behind a wall against Hoplite: 3+2+2 dice against 4, and again in the second encounter."""
    p = battle({"hoplite": 2}, {"elephant": 2}, "city", defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (0, 4, 1, 7))
    clash(p, "hoplite", "elephant", (1, 4, 0, 7))
    assert p.record.dice.tolist() == [4, 7]


@pytest.mark.rule("AOM-040")
@pytest.mark.parametrize(("area", "dice"), [("city", 7), ("production", 5), ("holding", 5)])
def test_a_wall_protects_the_city_only(area: str, dice: int) -> None:
    """The same pairing over another area: 5 dice against 4."""
    p = battle({"hoplite": 2}, {"elephant": 2}, area, defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (1, 4, 0, dice))


@pytest.mark.rule("AOM-040")
def test_a_wall_does_not_help_its_owner_to_attack() -> None:
    """An Egyptian wall owner attacks a Greek city: Elephant 5 dice, Hoplite 4."""
    p = battle({"elephant": 2}, {"hoplite": 2}, "city", attacker={"buildings": {"wall": 1, "tower": 1}})
    clash(p, "elephant", "hoplite", (1, 5, 0, 4))


@pytest.mark.rule("AOM-041", "AOM-054")
@pytest.mark.parametrize(
    ("attackers", "city", "dice"),
    [({"hoplite": 2}, {}, 7), ({"hoplite": 2}, {"siege_engine_workshop": 1}, 5), ({"hoplite": 2, "cyclops": 1}, {}, 5)],
)
def test_a_wall_is_negated(attackers: Mapping, city: Mapping, dice: int) -> None:
    """By the attacker's Siege Engine Workshop, or by a Cyclops in the battle although a Hoplite fights."""
    p = battle(attackers, {"elephant": 2}, "city", attacker={"buildings": city}, defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (1, 4, 0, dice))


@pytest.mark.rule("AOM-041")
def test_a_cyclops_at_home_negates_nothing() -> None:
    """The negating unit must be in the battle: one left in the holding area does not count."""
    p = battle({"hoplite": 2}, {"elephant": 2}, "city", attacker={"units": {"cyclops": 1}}, defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (1, 4, 0, 7))


@pytest.mark.rule("AOM-041")
def test_a_wall_counts_again_when_the_negating_unit_is_gone() -> None:
    """From the round after the Cyclops was eliminated the wall gives its dice."""
    p = battle({"hoplite": 2, "cyclops": 1}, {"elephant": 2}, "city", defender={"buildings": {"wall": 1}})
    clash(p, "cyclops", "elephant", (0, 10, 1, 3))
    assert "cyclops" not in in_battle(p, 0)
    clash(p, "hoplite", "elephant", (1, 4, 0, 7))


@pytest.mark.rule("AOM-042")
def test_a_wall_outlives_a_lost_battle() -> None:
    """The attacker picks a house: the wall stands, one house is gone."""
    p = won_city({"house": 2, "wall": 1})
    assert buildings(p, 1) == {"house": 2, "wall": 1}
    p.play("destroy house")
    assert buildings(p, 1) == {"house": 1, "wall": 1}


@pytest.mark.rule("AOM-042")
def test_a_wall_goes_when_it_is_chosen() -> None:
    """The attacker may pick the wall itself, and a god power may strike it."""
    assert buildings(won_city({"house": 2, "wall": 1}).play("destroy wall"), 1) == {"house": 2}
    p = scene({"culture": "norse", "hand": ["njord"]}, {"buildings": {"wall": 1, "house": 1}}, {})
    assert buildings(p.play("play njord power only", "destroy wall"), 1) == {"house": 1}


@pytest.mark.rule("AOM-043")
@pytest.mark.parametrize(("area", "dice"), [("production", 5), ("city", 3), ("holding", 3)])
def test_a_tower_protects_the_production_area_only(area: str, dice: int) -> None:
    """Spearman with a tower against Troll: 5 dice against 6 there, 3 elsewhere; again in the second encounter."""
    p = battle({"troll": 2}, {"spearman": 2}, area, defender={"buildings": {"tower": 1}})
    clash(p, "troll", "spearman", (0, 6, 1, dice))
    clash(p, "troll", "spearman", (0, 6, 1, dice))


@pytest.mark.rule("AOM-044", "AOM-054")
@pytest.mark.parametrize(
    ("attackers", "city", "dice"),
    [({"troll": 2}, {}, 5), ({"troll": 2}, {"siege_engine_workshop": 1}, 3), ({"troll": 1, "dwarf": 1}, {}, 3)],
)
def test_a_tower_is_negated(attackers: Mapping, city: Mapping, dice: int) -> None:
    """By the attacker's Siege Engine Workshop, or by a Dwarf among the attackers."""
    p = battle(attackers, {"spearman": 2}, "production", attacker={"buildings": city}, defender={"buildings": {"tower": 1}})
    clash(p, "troll", "spearman", (1, 6, 0, dice))


@pytest.mark.rule("AOM-044")
def test_a_tower_outlives_a_lost_battle() -> None:
    """A production area lost does not cost the tower."""
    p = battle({"troll": 1}, {"spearman": 1}, "production", defender={"buildings": {"tower": 1}, "tiles": ["desert_gold1"]})
    clash(p, "troll", "spearman", (1, 6, 0, 5))
    p.play("tile desert_gold1")
    assert buildings(p, 1) == {"tower": 1}
