"""Rules of chapter IX on what a won battle brings (AOM-234 to AOM-244), and the worked battle (AOM-245)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt, VictoryCard
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import battle, buildings, clash, cubes, in_battle, offered, prompt, stock, tiles, units, vp

MANDATORY = {"spoils_optional": False}
SHOW_ALL = {"auto_skip_forced": False}


def won(area: str, attack: dict | None = None, attacker: dict | None = None, defender: dict | None = None, **fields) -> Position:
    """The defender has retreated in the first round of a battle for an area."""
    army = attack or {"jarl": 1}
    p = battle(army, {"hoplite": 1}, area, attacker=attacker, defender=defender, **fields)
    return p.play(f"fight with {next(iter(army))}", "retreat")


def lost(area: str, defender: dict) -> Position:
    """The attacker has retreated in the first round of a battle for an area."""
    return battle({"jarl": 1}, {"hoplite": 1}, area, defender=defender).play("retreat", "fight with hoplite")


# ------------------------------------------------------------------------------------------------ victory cubes
@pytest.mark.rule("AOM-234")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("card", [0, 1, 3])
def test_the_winner_takes_all_cubes_of_the_last_battle_card(winner, card):
    """Attacker or defender, at once; the other victory cards keep their cubes."""
    p = battle({"jarl": 1}, {"hoplite": 1}, vp_card={"last_battle": card, "wonder": 2}, defender={"vp": 4})
    clash(p, "jarl", "hoplite", (winner == 0, 3, winner == 1, 7))
    assert vp(p) == ([card, 4, 0] if winner == 0 else [0, 4 + card, 0])
    assert p.record.vp_card.tolist() == [0, 0, 0, 2]
    assert p.record.last_winner == winner


@pytest.mark.rule("AOM-235")
@pytest.mark.parametrize("area", ["city", "production", "holding"])
def test_a_victorious_defender_takes_no_spoils(area):
    """No building, no tile, no cube changes hands."""
    p = lost(area, {"buildings": {"wall": 1}, "tiles": {"hills_gold2": 1}})
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (buildings(p, 1), tiles(p, 1), tiles(p, 0)) == ({"wall": 1}, {"hills_gold2": 1}, {})
    assert (stock(p, 0), stock(p, 1)) == ((4, 4, 4, 4), (4, 4, 4, 4))
    assert vp(p) == [0, 3, 0]


# ------------------------------------------------------------------------------------------------ city
@pytest.mark.rule("AOM-236")
@pytest.mark.parametrize("choice", ["wall", "house"])
def test_the_attacker_chooses_one_building_to_destroy(choice):
    """A Wall and a house: two choices and the refusal; the chosen one is gone."""
    p = won("city", defender={"buildings": {"wall": 1, "house": 1}})
    assert p.legal() == ["done", "destroy house", "destroy wall"]
    p.play(f"destroy {choice}")
    assert buildings(p, 1) == ({"house": 1} if choice == "wall" else {"wall": 1})
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (tiles(p, 1), stock(p, 1)) == ({}, (4, 4, 4, 4))


@pytest.mark.rule("AOM-236")
def test_a_lost_house_costs_its_owner_a_villager():
    """The owner says which one: on a tile or idle."""
    city = {"buildings": {"house": 2, "wall": 1}, "tiles": {"hills_gold2": 1}, "villager_on": {"hills_gold2": 1}}
    p = won("city", defender=city).play("destroy house")
    assert prompt(p) == (1, Prompt.VILLAGER_LOSS)
    assert p.legal() == ["done", "villager hills_gold2"]
    p.play("done")
    assert (p.record.idle_villagers[1], p.record.villager_on[1].sum(), buildings(p, 1)) == (0, 1, {"house": 1, "wall": 1})


@pytest.mark.rule("AOM-236")
def test_an_empty_city_yields_nothing():
    """Nothing is asked; the cubes of the card are the only gain."""
    p = won("city")
    assert (prompt(p), vp(p)) == ((1, Prompt.PLAY_CARD), [3, 0, 0])


FOUR = {"wall": 1, "tower": 1, "market": 1, "quarry": 1}


def razed(p: Position) -> int:
    """How many buildings the attacker may destroy."""
    number = 0
    while p.record.prompt == Prompt.RAZE:
        p.play(next(text for text in p.legal() if text.startswith("destroy")))
        number += 1
    assert sum(buildings(p, 1).values()) == 4 - number
    return number


@pytest.mark.rule("AOM-237")
def test_a_siege_engine_workshop_destroys_two_buildings():
    """The attacker's workshop, not the defender's."""
    workshop = {"siege_engine_workshop": 1}
    assert razed(won("city", attacker={"buildings": workshop}, defender={"buildings": FOUR})) == 2
    three = {"wall": 1, "tower": 1, "market": 1}
    assert razed(won("city", defender={"buildings": {**three, **workshop}})) == 1
    assert razed(won("city", defender={"buildings": FOUR})) == 1


def minotaur(survives: bool, at_home: bool = False) -> Position:
    """A Greek city attack with a Minotaur in the battle (or at home), won by the Hoplite."""
    army = {"hoplite": 1} if at_home else {"hoplite": 1, "minotaur": 1}
    p = battle(army, {"spearman": 1}, attacker={"units": {"minotaur": 1}} if at_home else {}, defender={"buildings": FOUR})
    if not survives:
        clash(p, "minotaur", "spearman", (0, 5, 1, 5))
    return p.play("fight with hoplite", "retreat")


@pytest.mark.rule("AOM-237")
def test_a_surviving_minotaur_destroys_two_buildings():
    """It need not have fought; eliminated or left at home it does nothing."""
    assert razed(minotaur(survives=True)) == 2
    assert razed(minotaur(survives=False)) == 1
    assert razed(minotaur(survives=True, at_home=True)) == 1


@pytest.mark.rule("AOM-237")
def test_the_second_building_may_be_left_standing():
    """After the first the attacker may stop; a single building is all there can be in a city with one."""
    p = won("city", attacker={"buildings": {"siege_engine_workshop": 1}}, defender={"buildings": FOUR}).play("destroy wall", "done")
    assert buildings(p, 1) == {"tower": 1, "market": 1, "quarry": 1}
    p = won("city", attacker={"buildings": {"siege_engine_workshop": 1}}, defender={"buildings": {"wall": 1}}).play("destroy wall")
    assert (buildings(p, 1), prompt(p)) == ({}, (1, Prompt.PLAY_CARD))


@pytest.mark.rule("AOM-238")
def test_never_more_than_two_buildings():
    """A workshop and two surviving Minotaurs: two."""
    workshop = {"buildings": {"siege_engine_workshop": 1}}
    p = battle({"minotaur": 2}, {"spearman": 1}, attacker=workshop, defender={"buildings": FOUR})
    assert razed(p.play("fight with minotaur", "retreat")) == 2


# ------------------------------------------------------------------------------------------------ production
@pytest.mark.rule("AOM-239")
def test_the_attacker_takes_a_tile_of_choice():
    """It lies on the attacker's board afterwards; the pool is as before."""
    p = won("production", defender={"tiles": {"hills_gold2": 2, "swamp_wood1": 1}})
    pool = p.record.pool.tolist()
    assert p.legal() == ["done", "tile hills_gold2", "tile swamp_wood1"]
    p.play("tile hills_gold2")
    assert (tiles(p, 0), tiles(p, 1)) == ({"hills_gold2": 1}, {"hills_gold2": 1, "swamp_wood1": 1})
    assert p.record.pool.tolist() == pool
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-239")
@pytest.mark.parametrize("army", [{"nidhogg": 1}, {"jarl": 1}])
def test_only_one_tile_is_taken(army):
    """Also by those who would destroy two buildings."""
    workshop = {"buildings": {"siege_engine_workshop": 1}}
    p = won("production", army, attacker=workshop, defender={"tiles": {"hills_gold2": 3}}).play("tile hills_gold2")
    assert (tiles(p, 0), tiles(p, 1)) == ({"hills_gold2": 1}, {"hills_gold2": 2})
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-240")
def test_a_tile_without_a_free_square_goes_to_the_pool():
    """The only Norse desert square is taken: the tile leaves the loser's board and the pool grows."""
    p = won("production", attacker={"tiles": {"desert_gold1": 1}}, defender={"tiles": {"desert_favor2": 1, "hills_gold2": 1}})
    pool = p.record.pool.copy()
    p.play("tile desert_favor2")
    assert (tiles(p, 0), tiles(p, 1)) == ({"desert_gold1": 1}, {"hills_gold2": 1})
    assert p.record.pool.sum() == pool.sum() + 1
    assert p.record.pool[15] == pool[15] + 1


@pytest.mark.rule("AOM-240")
def test_a_terrain_that_the_board_does_not_have_goes_to_the_pool():
    """Egyptian boards have no mountains."""
    p = battle({"spearman": 1}, {"hoplite": 1}, "production", defender={"tiles": {"mountains_gold2": 1}})
    pool = int(p.record.pool.sum())
    p.play("fight with spearman", "retreat", "tile mountains_gold2")
    assert (tiles(p, 0), tiles(p, 1), p.record.pool.sum()) == ({}, {}, pool + 1)


@pytest.mark.rule("AOM-241")
@pytest.mark.parametrize("free", [True, False])
def test_a_villager_on_a_captured_tile_stays_with_its_owner(free):
    """Idle, whether the tile goes to the attacker's board or to the pool."""
    city = {"tiles": {"desert_favor2": 1}, "villager_on": {"desert_favor2": 1}, "buildings": {"house": 2}}
    p = won("production", attacker={} if free else {"tiles": {"desert_gold1": 1}}, defender=city).play("tile desert_favor2")
    assert tiles(p, 0) == ({"desert_favor2": 1} if free else {"desert_gold1": 1})
    assert (p.record.idle_villagers[1], p.record.idle_villagers[0]) == (2, 0)
    assert p.record.villager_on.sum() == 0


@pytest.mark.rule("AOM-241")
def test_a_dwarf_on_a_captured_tile_stays_with_its_owner():
    """It stands in the holding area of the Norse who lost the tile."""
    norse = {"tiles": {"hills_gold2": 1}, "dwarf_on": {"hills_gold2": 1}}
    p = battle({"hoplite": 1}, {"jarl": 1}, "production", defender=norse).play("fight with hoplite", "retreat")
    p.play("tile hills_gold2")
    assert (tiles(p, 0), units(p, 1), p.record.dwarf_on.sum()) == ({"hills_gold2": 1}, {"jarl": 1, "dwarf": 1}, 0)


# ------------------------------------------------------------------------------------------------ holding
@pytest.mark.rule("AOM-242")
def test_the_attacker_takes_five_cubes_of_choice():
    """Of four food and four gold: all the gold and a food."""
    p = won("holding", defender={"resources": cubes(4, 0, 4, 0), "vp": 5}, rules=SHOW_ALL)
    assert prompt(p) == (0, Prompt.TAKE_CUBES)
    before = p.record.bank.tolist()
    p.play("cube food")
    assert offered(p, "cube") == {"food", "gold"}
    p.play(*["cube gold"] * 4)
    assert (stock(p, 0), stock(p, 1)) == ((5, 4, 8, 4), (3, 0, 0, 0))
    assert p.record.bank.tolist() == before
    assert vp(p) == [3, 5, 0]  # victory cubes are never taken


@pytest.mark.rule("AOM-242")
@pytest.mark.parametrize(
    "kinds", [("food",) * 4 + ("wood",), ("food", "wood", "gold", "favor", "favor"), ("wood", "gold", "gold", "gold", "gold")]
)
def test_any_five_cubes_may_be_taken(kinds):
    """Every mix of the loser's cubes can be chosen."""
    p = won("holding", rules=SHOW_ALL).play(*[f"cube {kind}" for kind in kinds])
    taken = tuple(kinds.count(kind) for kind in ("food", "wood", "gold", "favor"))
    assert stock(p, 0) == tuple(4 + number for number in taken)
    assert stock(p, 1) == tuple(4 - number for number in taken)


@pytest.mark.rule("AOM-243")
@pytest.mark.parametrize("optional", [True, False])
def test_cubes_must_be_taken_and_no_more_than_there_are(optional):
    """Three cubes: all three move, and the attacker cannot stop before."""
    p = won("holding", defender={"resources": cubes(1, 0, 2, 0)}, rules={"spoils_optional": optional})
    while p.record.prompt == Prompt.TAKE_CUBES:
        assert "done" not in p.legal()
        p.play(p.legal()[0])
    assert (stock(p, 0), stock(p, 1)) == ((5, 4, 6, 4), (0, 0, 0, 0))


@pytest.mark.rule("AOM-243")
def test_five_cubes_move_although_cubes_are_named_in_order():
    """Of 4 food, 2 gold and 2 favor at least one food is taken: the order of naming never leaves fewer than five."""
    p = won("holding", defender={"resources": cubes(4, 0, 2, 2)}, rules=SHOW_ALL)
    assert p.legal() == ["cube food"]
    p.play("cube food")
    assert p.legal() == ["cube food", "cube gold"]
    p.play("cube gold")
    assert p.legal() == ["cube gold"]
    p.play("cube gold", "cube favor", "cube favor")
    assert (stock(p, 0), stock(p, 1)) == ((5, 4, 6, 6), (3, 0, 0, 0))


@pytest.mark.rule("AOM-243")
def test_a_loser_without_cubes_loses_none():
    """Nothing is asked."""
    p = won("holding", defender={"resources": cubes(0, 0, 0, 0)})
    assert (prompt(p), stock(p, 0)) == ((1, Prompt.PLAY_CARD), (4, 4, 4, 4))


# ------------------------------------------------------------------------------------------------ refusing
@pytest.mark.rule("AOM-244")
@pytest.mark.parametrize("area", ["city", "production"])
def test_buildings_and_tiles_may_be_left_alone(area):
    """The attacker declines and nothing happens."""
    p = won(area, defender={"buildings": {"wall": 1}, "tiles": {"hills_gold2": 1}})
    assert "done" in p.legal()
    p.play("done")
    assert (buildings(p, 1), tiles(p, 1), tiles(p, 0)) == ({"wall": 1}, {"hills_gold2": 1}, {})
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-244")
@pytest.mark.parametrize("area", ["city", "production"])
def test_with_mandatory_spoils_a_target_must_be_chosen(area):
    """With spoils_optional = false there is no refusal while a target exists."""
    p = won(area, defender={"buildings": {"wall": 1, "tower": 1}, "tiles": {"hills_gold2": 1, "swamp_wood1": 1}}, rules=MANDATORY)
    assert "done" not in p.legal()
    assert len(p.legal()) == 2


@pytest.mark.rule("AOM-244")
def test_with_mandatory_spoils_the_second_building_goes_too():
    """Two buildings with a workshop, then the battle is over."""
    p = won("city", attacker={"buildings": {"siege_engine_workshop": 1}}, defender={"buildings": FOUR}, rules=MANDATORY)
    p.play("destroy wall")
    assert "done" not in p.legal()
    p.play("destroy tower")
    assert (buildings(p, 1), prompt(p)) == ({"market": 1, "quarry": 1}, (1, Prompt.PLAY_CARD))


# ------------------------------------------------------------------------------------------------ the worked battle
@pytest.mark.rule("AOM-245")
def test_the_worked_battle_ends_as_printed():
    """Sixes 0:3, 1:1 and 3:2, 1:1 and 2:3, 1:2 with a throw, then the Egyptian retreat."""
    army = {"priest": 1, "mummy": 1, "scorpion_man": 1, "spearman": 1}
    foes = {"hydra": 1, "medusa": 1, "cyclops": 1, "classical_greek_hero": 1}
    p = battle(army, foes, "production", attacker={"age": "classical"}, defender={"age": "classical", "tiles": {"hills_gold2": 2}})
    clash(p, "scorpion_man", "medusa", (0, 5, 3, 9))
    clash(p, "mummy", "classical_greek_hero", (1, 5, 1, 9), (3, 5, 2, 9))
    assert (in_battle(p, 0), units(p, 0)) == ({"priest": 1, "mummy": 1, "spearman": 1}, {"mummy": 1})
    clash(p, "mummy", "hydra", (1, 5, 1, 6), (2, 5, 3, 6))
    clash(p, "priest", "cyclops", (1, 9, 2, 9), declare=["confirm"])
    assert in_battle(p, 0) == {"spearman": 1}
    p.play("retreat", "fight with medusa")
    assert units(p, 0) == {"spearman": 1, "priest": 1, "mummy": 1}
    assert units(p, 1) == {"hydra": 1, "medusa": 1, "cyclops": 1}
    assert (vp(p), p.record.vp_card[VictoryCard.LAST_BATTLE]) == ([0, 3, 0], 0)
    assert (tiles(p, 0), tiles(p, 1)) == ({}, {"hills_gold2": 2})
