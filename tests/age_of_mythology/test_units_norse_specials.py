"""Rules of the specials of Norse units (AOM-272 to AOM-280)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import TILES
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import battle, buildings, clash, cubes, in_battle, offered, prompt, scene, stock, units, vp

NOTHING = cubes(0, 0, 0, 0)
GOLD = TILES.index("mountains_gold2")


def either_way(side: int, own: str, foe: str, own_roll: tuple[int, int], foe_roll: tuple[int, int], declare: list, **kwargs) -> Position:
    """The Norse unit attacks (side 0) or defends (side 1); there are two units of each kind."""
    if side == 0:
        return clash(battle({own: 2}, {foe: 2}, "holding", **kwargs), own, foe, (*own_roll, *foe_roll), declare=declare)
    return clash(battle({foe: 2}, {own: 2}, "holding", **kwargs), foe, own, (*foe_roll, *own_roll), declare=declare)


# ------------------------------------------------------------------------------------------------ berserk
@pytest.mark.rule("AOM-272")
@pytest.mark.parametrize("side", [0, 1])
def test_a_berserk_huskarl_rolls_two_more_dice_and_loses_ties(side):
    """Against a Spearman 5 : 3; with equal sixes, also none, the Huskarl is eliminated without a second roll."""
    for sixes in (0, 1):
        p = either_way(side, "huskarl", "spearman", (sixes, 5), (sixes, 3), ["confirm"])
        assert (in_battle(p, side), in_battle(p, 1 - side)) == ({"huskarl": 1}, {"spearman": 2})
    p = either_way(side, "huskarl", "spearman", (2, 5), (1, 3), ["confirm"])
    assert (in_battle(p, side), in_battle(p, 1 - side)) == ({"huskarl": 2}, {"spearman": 1})


@pytest.mark.rule("AOM-272")
@pytest.mark.parametrize("side", [0, 1])
def test_a_calm_huskarl_rolls_again_with_equal_sixes(side):
    """3 : 3 dice and a second roll."""
    fighters = ("huskarl", "spearman") if side == 0 else ("spearman", "huskarl")
    p = battle({fighters[0]: 2}, {fighters[1]: 2}, "holding")
    clash(p, *fighters, (1, 3, 1, 3), (1, 3, 0, 3), declare=["done"])
    assert in_battle(p, 1) == {fighters[1]: 1}


@pytest.mark.rule("AOM-272")
def test_berserk_is_asked_in_every_encounter_and_adds_to_bonuses():
    """Against cavalry 3 + 4 + 2 dice; the next time calm with 7."""
    p = battle({"huskarl": 1}, {"hippokon": 3}, "holding")
    clash(p, "huskarl", "hippokon", (1, 9, 0, 3), declare=["confirm"])
    clash(p, "huskarl", "hippokon", (1, 7, 0, 3), declare=["done"])


@pytest.mark.rule("AOM-278")
@pytest.mark.parametrize("side", [0, 1])
def test_a_berserk_heroic_norse_hero_rolls_two_more_dice_and_loses_ties(side):
    """Against a Mummy 6 + 4 + 2 = 12; with equal sixes the hero is eliminated."""
    p = either_way(side, "heroic_norse_hero", "mummy", (1, 12), (1, 5), ["confirm"])
    assert (in_battle(p, side), in_battle(p, 1 - side)) == ({"heroic_norse_hero": 1}, {"mummy": 2})
    p = either_way(side, "heroic_norse_hero", "mummy", (1, 12), (0, 5), ["confirm"])
    assert (in_battle(p, side), in_battle(p, 1 - side)) == ({"heroic_norse_hero": 2}, {"mummy": 1})


@pytest.mark.rule("AOM-278")
def test_a_calm_heroic_norse_hero_rolls_again_with_equal_sixes():
    """10 : 5 dice and a second roll."""
    p = battle({"heroic_norse_hero": 2}, {"mummy": 2}, "holding")
    clash(p, "heroic_norse_hero", "mummy", (1, 10, 1, 5), (1, 10, 0, 5), declare=["done"])
    assert in_battle(p, 1) == {"mummy": 1}


@pytest.mark.rule("AOM-272", "AOM-278")
@pytest.mark.parametrize(
    ("unit", "dice"), [("jarl", 3), ("throwing_axeman", 6), ("troll", 6), ("classical_norse_hero", 5), ("mythic_norse_hero", 8)]
)
def test_no_other_norse_unit_goes_berserk(unit, dice):
    """Nothing is asked."""
    foe = {"jarl": 6, "classical_norse_hero": 7, "mythic_norse_hero": 7}.get(unit, 3)
    clash(battle({unit: 1}, {"spearman": 2}, "holding"), unit, "spearman", (1, dice, 0, foe))


# ------------------------------------------------------------------------------------------------ Dwarf
@pytest.mark.rule("AOM-273")
@pytest.mark.parametrize(("area", "building"), [("city", "wall"), ("production", "tower")])
def test_a_dwarf_in_the_attacking_army_cancels_wall_and_tower(area, building):
    """The Hoplite defends against a Jarl with 7 dice; without a Dwarf with 9."""
    fort = {"buildings": {building: 1}}
    clash(battle({"jarl": 1, "dwarf": 1}, {"hoplite": 2}, area, defender=fort), "jarl", "hoplite", (1, 3, 0, 7))
    clash(battle({"jarl": 1, "troll": 1}, {"hoplite": 2}, area, defender=fort), "jarl", "hoplite", (1, 3, 0, 9))


@pytest.mark.rule("AOM-273")
def test_a_dwarf_on_a_tile_or_eliminated_cancels_nothing():
    """It must be in the battle."""
    norse = {"tiles": {"mountains_gold2": 1}, "dwarf_on": {"mountains_gold2": 1}}
    wall = {"buildings": {"wall": 1}}
    clash(battle({"jarl": 1}, {"hoplite": 2}, attacker=norse, defender=wall), "jarl", "hoplite", (1, 3, 0, 9))
    p = battle({"jarl": 1, "dwarf": 1}, {"hoplite": 2}, defender=wall)
    clash(p, "dwarf", "hoplite", (0, 4, 1, 3))
    clash(p, "jarl", "hoplite", (1, 3, 0, 9))


def gathering(scope: str, active: int, tiles: dict, dwarf_on: dict, **fields) -> Position:
    """Somebody gathers; the Norse player on seat 0 or 1 has workers on tiles and no cubes."""
    norse = {"culture": "norse", "resources": NOTHING, "tiles": tiles, "dwarf_on": dwarf_on, "units": {"jarl": 1}, **fields}
    players = [{**norse, "hand": ["gather"]}, {}, {}] if active == 0 else [{"hand": ["gather"]}, norse, {}]
    p = scene(*players).play("play gather", f"gather {scope}")
    return p.play("confirm") if p.record.prompt == Prompt.WORKERS_KEEP else p


@pytest.mark.rule("AOM-274")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("scope", ["gold", "mountains"])
def test_a_dwarf_adds_two_gold_to_its_tile(active, scope):
    """2 + 2 gold, whoever gathers, by resource or by terrain."""
    p = gathering(scope, active, {"mountains_gold2": 1}, {"mountains_gold2": 1})
    assert stock(p, active) == (0, 0, 4, 0)


@pytest.mark.rule("AOM-274")
def test_a_dwarf_adds_nothing_idle_or_outside_the_scope():
    """At home it yields nothing, and a tile that is not gathered yields nothing at all."""
    assert stock(gathering("gold", 1, {"mountains_gold2": 1}, {}, units={"dwarf": 1}), 1) == (0, 0, 2, 0)
    assert stock(gathering("desert", 1, {"mountains_gold2": 1, "desert_favor2": 1}, {"mountains_gold2": 1}), 1) == (0, 0, 0, 2)


@pytest.mark.rule("AOM-274")
def test_a_dwarf_is_moved_to_a_gold_tile_before_gathering():
    """The player of the card puts it there and gets 1 + 2 gold."""
    norse = {"culture": "norse", "hand": ["gather"], "resources": NOTHING, "units": {"dwarf": 1}}
    p = scene({**norse, "tiles": {"desert_gold1": 1, "hills_gold2": 1}}, {}, {}).play("play gather", "gather desert")
    assert prompt(p) == (0, Prompt.WORKERS_KEEP)
    p.play("done")
    assert prompt(p) == (0, Prompt.ASSIGN_DWARF)
    p.play("dwarf desert_gold1")
    assert stock(p, 0) == (0, 0, 3, 0)
    assert (p.record.dwarf_on[0, TILES.index("desert_gold1")], units(p, 0)) == (1, {})


@pytest.mark.rule("AOM-275")
@pytest.mark.parametrize(
    ("anywhere", "places"),
    [(False, {"fertile_gold1", "mountains_gold2"}), (True, {"fertile_gold1", "mountains_gold2", "desert_favor2", "forest_wood2"})],
)
def test_only_gold_tiles_take_a_dwarf(anywhere, places):
    """Tiles of other resources are no place, unless dwarf_on_any_tile is set."""
    tiles = {"fertile_gold1": 1, "mountains_gold2": 1, "desert_favor2": 1, "forest_wood2": 1}
    norse = {"culture": "norse", "hand": ["gather"], "tiles": tiles, "units": {"dwarf": 1}}
    p = scene(norse, {}, {}, rules={"dwarf_on_any_tile": anywhere}).play("play gather", "gather gold", "done")
    assert prompt(p) == (0, Prompt.ASSIGN_DWARF)
    assert offered(p, "dwarf") == places


@pytest.mark.rule("AOM-275")
def test_desert_gold_takes_a_dwarf_and_desert_favor_does_not():
    """With a favor tile alone there is nothing to assign."""
    norse = {"culture": "norse", "hand": ["gather"], "units": {"dwarf": 1}}
    p = scene({**norse, "tiles": {"desert_gold1": 1}}, {}, {}).play("play gather", "gather gold", "done")
    assert offered(p, "dwarf") == {"desert_gold1"}
    p = scene({**norse, "tiles": {"desert_favor2": 1}}, {}, {}).play("play gather", "gather gold")
    while p.record.prompt == Prompt.WORKERS_KEEP:
        p.play("done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert p.record.dwarf_on.sum() == 0


# ------------------------------------------------------------------------------------------------ Nidhogg, Valkyrie
@pytest.mark.rule("AOM-276")
def test_a_surviving_nidhogg_destroys_two_buildings():
    """Two houses go, and two villagers with them."""
    p = battle({"nidhogg": 1}, {"hoplite": 1}, defender={"buildings": {"house": 2}})
    clash(p, "nidhogg", "hoplite", (1, 7, 0, 3))
    p.play("destroy house", "destroy house")
    assert (buildings(p, 1), p.record.idle_villagers[1]) == ({}, 0)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-276")
def test_an_eliminated_nidhogg_destroys_no_second_building():
    """The Jarl wins the battle after its loss: one building."""
    p = battle({"nidhogg": 1, "jarl": 1}, {"hoplite": 1}, defender={"buildings": {"house": 2, "market": 1}})
    clash(p, "nidhogg", "hoplite", (0, 7, 1, 3))
    p.play("fight with jarl", "retreat", "destroy house")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert buildings(p, 1) == {"house": 1, "market": 1}


@pytest.mark.rule("AOM-277")
@pytest.mark.parametrize("side", [0, 1])
def test_a_valkyrie_earns_two_favor_for_every_kill(side):
    """Two kills: four favor from the bank; attacking or defending."""
    fighters = ("valkyrie", "mummy") if side == 0 else ("mummy", "valkyrie")
    p = battle({"valkyrie": 1}, {"mummy": 3}, "holding") if side == 0 else battle({"mummy": 3}, {"valkyrie": 1}, "holding")
    favor = int(p.record.bank[3])
    for kills in (1, 2):
        clash(p, *fighters, (1, 5, 0, 5) if side == 0 else (0, 5, 1, 5))
        assert (stock(p, side), p.record.bank[3]) == ((4, 4, 4, 4 + 2 * kills), favor - 2 * kills)


@pytest.mark.rule("AOM-277")
@pytest.mark.parametrize(("in_bank", "gained"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_a_valkyrie_earns_what_the_bank_has(in_bank, gained):
    """One favor in the bank: one favor."""
    egyptian = {"resources": cubes(4, 4, 4, 25 - 8 - in_bank)}
    p = battle({"valkyrie": 1}, {"mummy": 2}, "holding", defender=egyptian)
    assert p.record.bank[3] == in_bank
    clash(p, "valkyrie", "mummy", (1, 5, 0, 5))
    assert stock(p, 0)[3] == 4 + gained


@pytest.mark.rule("AOM-277")
def test_kills_of_others_and_lost_encounters_earn_nothing():
    """A Troll kills, then the Valkyrie falls: no favor."""
    p = battle({"valkyrie": 1, "troll": 1}, {"hydra": 2}, "holding")
    clash(p, "troll", "hydra", (1, 6, 0, 10))
    clash(p, "valkyrie", "hydra", (0, 5, 1, 6))
    assert stock(p, 0) == (4, 4, 4, 4)


# ------------------------------------------------------------------------------------------------ Mythic Norse Hero
HERO = "mythic_norse_hero"


@pytest.mark.rule("AOM-279")
@pytest.mark.parametrize("side", [0, 1])
def test_a_kill_of_the_mythic_hero_brings_a_reinforcement(side):
    """Four units fight, the limit of the card; after the kill a fifth joins from the holding area."""
    army, home = {HERO: 1, "jarl": 3}, {"units": {"troll": 1, "huskarl": 1}}
    if side == 0:
        p = clash(battle(army, {"mummy": 3}, "holding", attacker=home), HERO, "mummy", (1, 12, 0, 5))
    else:
        p = clash(battle({"mummy": 3}, army, "holding", defender=home), "mummy", HERO, (0, 5, 1, 12))
    assert prompt(p) == (side, Prompt.REINFORCE)
    assert offered(p, "choose") == {"troll", "huskarl"}
    p.play("choose troll")
    assert (in_battle(p, side), units(p, side)) == ({**army, "troll": 1}, {"huskarl": 1})
    assert p.record.prompt == Prompt.FIGHT_ATT


@pytest.mark.rule("AOM-279")
def test_every_kill_brings_one_more_and_it_fights_along():
    """Two kills, two reinforcements; the newcomer may be chosen."""
    p = battle({HERO: 1}, {"mummy": 4}, "holding", attacker={"units": {"troll": 2}})
    clash(p, HERO, "mummy", (1, 12, 0, 5)).play("choose troll")
    clash(p, HERO, "mummy", (1, 12, 0, 5)).play("choose troll")
    assert in_battle(p, 0) == {HERO: 1, "troll": 2}
    clash(p, "troll", "mummy", (1, 6, 0, 5))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)  # the Troll's kill brings nobody


@pytest.mark.rule("AOM-279")
def test_a_reinforcement_may_be_declined():
    """Nobody joins and the battle goes on."""
    p = battle({HERO: 1}, {"mummy": 2}, "holding", attacker={"units": {"troll": 1}})
    clash(p, HERO, "mummy", (1, 12, 0, 5)).play("done")
    assert (prompt(p), in_battle(p, 0), units(p, 0)) == ((0, Prompt.FIGHT_ATT), {HERO: 1}, {"troll": 1})


@pytest.mark.rule("AOM-279")
@pytest.mark.parametrize("owner", [{}, {"tiles": {"mountains_gold2": 1}, "dwarf_on": {"mountains_gold2": 1}}])
def test_reinforcements_come_from_the_holding_area_only(owner):
    """Without a unit at home nobody is asked, not even for a Dwarf on a tile."""
    p = battle({HERO: 1}, {"mummy": 2}, "holding", attacker=owner)
    clash(p, HERO, "mummy", (1, 12, 0, 5))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    assert in_battle(p, 0) == {HERO: 1}


@pytest.mark.rule("AOM-279")
def test_a_lost_encounter_brings_nobody():
    """Only the hero's kills count."""
    p = battle({HERO: 1, "jarl": 1}, {"mummy": 2}, "holding", attacker={"units": {"troll": 1}})
    clash(p, HERO, "mummy", (0, 12, 1, 5))
    assert (prompt(p), in_battle(p, 0)) == ((0, Prompt.FIGHT_ATT), {"jarl": 1})


@pytest.mark.rule("AOM-280")
@pytest.mark.parametrize("side", [0, 1])
def test_no_reinforcement_is_asked_when_the_battle_is_over(side):
    """The last enemy falls: the battle is won at once."""
    home = {"units": {"troll": 1}}
    if side == 0:
        p = clash(battle({HERO: 1}, {"mummy": 1}, attacker=home), HERO, "mummy", (1, 12, 0, 5))
    else:
        p = clash(battle({"mummy": 1}, {HERO: 1}, defender=home), "mummy", HERO, (0, 5, 1, 12))
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert vp(p)[side] == 3
    assert units(p, side) == {HERO: 1, "troll": 1}
