"""Rules of the specials of Greek units (AOM-262 to AOM-271)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import battle, buildings, clash, cubes, in_battle, prompt, units, vp

MYTHIC = {"age": "mythic"}
FOUR = {"wall": 1, "tower": 1, "market": 1, "quarry": 1}


# ------------------------------------------------------------------------------------------------ Cyclops
@pytest.mark.rule("AOM-262")
@pytest.mark.parametrize(("area", "building"), [("city", "wall"), ("production", "tower")])
def test_a_cyclops_in_the_attacking_army_cancels_wall_and_tower(area, building):
    """Spearman 3 dice against Cyclops 10, and against a Hoplite beside it 3 dice too."""
    fort = {"buildings": {building: 1}}
    clash(battle({"cyclops": 1}, {"spearman": 2}, area, defender=fort), "cyclops", "spearman", (1, 10, 0, 3), declare=["done"])
    clash(battle({"cyclops": 1, "hoplite": 1}, {"spearman": 2}, area, defender=fort), "hoplite", "spearman", (1, 4, 0, 3))
    clash(battle({"hydra": 1, "hoplite": 1}, {"spearman": 2}, area, defender=fort), "hoplite", "spearman", (1, 4, 0, 5))


@pytest.mark.rule("AOM-263")
@pytest.mark.parametrize("side", [0, 1])
def test_a_thrown_unit_leaves_the_battle_alive(side):
    """The Priest stands in the holding area of his owner; attacking or defending."""
    army, foes = {"cyclops": 1}, {"priest": 1, "spearman": 1}
    p = battle(army, foes, defender=MYTHIC) if side == 0 else battle(foes, army, attacker=MYTHIC)
    if side == 0:
        clash(p, "cyclops", "priest", (2, 9, 1, 9), declare=["confirm"])
    else:
        clash(p, "priest", "cyclops", (1, 9, 2, 9), declare=["confirm"])
    assert (units(p, 1 - side), in_battle(p, 1 - side)) == ({"priest": 1}, {"spearman": 1})
    assert in_battle(p, side) == {"cyclops": 1}
    assert p.record.prompt == Prompt.FIGHT_ATT


@pytest.mark.rule("AOM-263")
@pytest.mark.parametrize("side", [0, 1])
def test_throwing_the_last_unit_wins_the_battle(side):
    """Nobody of the enemy is left in the battle, though nobody has died."""
    p = battle({"cyclops": 1}, {"spearman": 1}) if side == 0 else battle({"spearman": 1}, {"cyclops": 1})
    rolls = (1, 13, 0, 3) if side == 0 else (0, 3, 1, 13)
    clash(p, *(("cyclops", "spearman") if side == 0 else ("spearman", "cyclops")), rolls, declare=["confirm"])
    assert vp(p) == ([3, 0, 0] if side == 0 else [0, 3, 0])
    assert units(p, 1 - side) == {"spearman": 1}


@pytest.mark.rule("AOM-263")
def test_a_throw_is_no_kill():
    """A thrown unit is not kept by Isis: she still saves the next loss."""
    p = battle({"spearman": 3}, {"cyclops": 2}, card="play isis with power")
    clash(p, "spearman", "cyclops", (0, 3, 1, 13), declare=["confirm"])
    assert (units(p, 0), in_battle(p, 0)) == ({"spearman": 1}, {"spearman": 2})
    clash(p, "spearman", "cyclops", (0, 3, 1, 10), declare=["done"])
    assert in_battle(p, 0) == {"spearman": 2}
    clash(p, "spearman", "cyclops", (0, 3, 1, 10), declare=["done"])
    assert in_battle(p, 0) == {"spearman": 1}


@pytest.mark.rule("AOM-263")
def test_a_thrown_phoenix_is_not_bought_back():
    """It is alive at home: nothing is asked and no favor is paid."""
    egyptian = {"resources": cubes(0, 0, 0, 9), **MYTHIC}
    p = battle({"cyclops": 1}, {"phoenix": 1, "priest": 1}, defender=egyptian)
    clash(p, "cyclops", "phoenix", (1, 9, 0, 6), declare=["confirm"])
    assert (prompt(p), units(p, 1)) == ((0, Prompt.FIGHT_ATT), {"phoenix": 1})
    assert p.record.resources[1, 3] == 9


@pytest.mark.rule("AOM-263")
def test_a_cyclops_may_fight_without_throwing():
    """Declined: 10 dice against a Spearman, who is eliminated."""
    p = battle({"cyclops": 1}, {"spearman": 2})
    clash(p, "cyclops", "spearman", (1, 10, 0, 3), declare=["done"])
    assert (units(p, 1), in_battle(p, 1)) == ({}, {"spearman": 1})


@pytest.mark.rule("AOM-264")
@pytest.mark.parametrize(("giant", "dice"), [("scorpion_man", (6, 5)), ("elephant", (10, 3)), ("frost_giant", (6, 7))])
def test_giants_are_not_thrown(giant, dice):
    """Against a giant nothing is asked and no dice are added."""
    clash(battle({"cyclops": 1}, {giant: 2}), "cyclops", giant, (1, dice[0], 0, dice[1]))


@pytest.mark.rule("AOM-264")
def test_a_cyclops_whose_throw_fails_is_eliminated():
    """1 : 2 sixes: the Cyclops is gone."""
    p = battle({"cyclops": 2}, {"spearman": 1})
    clash(p, "cyclops", "spearman", (1, 13, 2, 3), declare=["confirm"])
    assert (in_battle(p, 0), in_battle(p, 1)) == ({"cyclops": 1}, {"spearman": 1})
    p.play("retreat", "fight with spearman")
    assert units(p, 0) == {"cyclops": 1}


@pytest.mark.rule("AOM-264")
def test_equal_sixes_of_a_throw_are_rolled_again():
    """A throw is no berserk: the second roll decides."""
    p = battle({"cyclops": 1}, {"spearman": 2})
    clash(p, "cyclops", "spearman", (1, 13, 1, 3), (1, 13, 0, 3), declare=["confirm"])
    assert units(p, 1) == {"spearman": 1}


@pytest.mark.rule("AOM-265")
@pytest.mark.parametrize(
    ("rules", "dice"), [(None, 13), ({"cyclops_throw_keeps_bonus": True}, 13), ({"cyclops_throw_keeps_bonus": False}, 9)]
)
def test_type_bonuses_count_while_throwing(rules, dice):
    """Against a Spearman 6 + 4 + 3; with cyclops_throw_keeps_bonus = false 6 + 3."""
    clash(battle({"cyclops": 1}, {"spearman": 2}, rules=rules), "cyclops", "spearman", (1, dice, 0, 3), declare=["confirm"])


@pytest.mark.rule("AOM-265")
def test_the_bonus_counts_without_a_throw_in_any_case():
    """The knob touches throws only."""
    p = battle({"cyclops": 1}, {"spearman": 2}, rules={"cyclops_throw_keeps_bonus": False})
    clash(p, "cyclops", "spearman", (1, 10, 0, 3), declare=["done"])


# ------------------------------------------------------------------------------------------------ Hydra
@pytest.mark.rule("AOM-266")
@pytest.mark.parametrize("side", [0, 1])
def test_a_hydra_grows_with_every_kill(side):
    """6, then 7, then 8 dice; attacking or defending; bank and stocks stay as they are."""
    p = battle({"hydra": 1}, {"mummy": 4}) if side == 0 else battle({"mummy": 4}, {"hydra": 1})
    before = p.record.bank.tolist(), p.record.resources.tolist()
    for dice in (6, 7, 8):
        fighters = ("hydra", "mummy") if side == 0 else ("mummy", "hydra")
        clash(p, *fighters, (1, dice, 0, 5) if side == 0 else (0, 5, 1, dice))
        assert (p.record.bank.tolist(), p.record.resources.tolist()) == before
    assert in_battle(p, 1 - side) == {"mummy": 1}


@pytest.mark.rule("AOM-266")
def test_a_hydra_is_small_again_in_the_next_battle():
    """The Egyptian attacks the Greek after a battle in which his Hydra killed once: 6 dice."""
    p = battle({"hydra": 1}, {"mummy": 2}, defender={"hand": ["attack"]})
    clash(p, "hydra", "mummy", (1, 6, 0, 5))
    p.play("fight with hydra", "retreat")
    p.play("play attack", "player player_0", "attack city", "commit mummy", "done", "commit hydra", "done")
    clash(p, "mummy", "hydra", (1, 5, 0, 6))


@pytest.mark.rule("AOM-266")
def test_kills_of_other_units_do_not_grow_a_hydra():
    """A Minotaur kills first; the Hydra begins with 6 dice."""
    p = battle({"hydra": 1, "minotaur": 1}, {"mummy": 3})
    clash(p, "minotaur", "mummy", (1, 5, 0, 5))
    clash(p, "hydra", "mummy", (1, 6, 0, 5))


@pytest.mark.rule("AOM-267")
def test_kills_count_per_figure_and_the_best_hydra_fights():
    """Two Hydras: the one with two kills rolls 8; after its loss the other one rolls 6."""
    p = battle({"hydra": 2}, {"mummy": 4})
    clash(p, "hydra", "mummy", (1, 6, 0, 5))
    clash(p, "hydra", "mummy", (1, 7, 0, 5))
    clash(p, "hydra", "mummy", (0, 8, 1, 5))
    assert in_battle(p, 0) == {"hydra": 1}
    clash(p, "hydra", "mummy", (1, 6, 0, 5))
    assert in_battle(p, 1) == {"mummy": 1}


# ------------------------------------------------------------------------------------------------ Medusa, Minotaur
@pytest.mark.rule("AOM-268")
@pytest.mark.parametrize("sixes", [0, 1, 4])
@pytest.mark.parametrize("side", [0, 1])
def test_medusa_wins_with_equal_sixes(sixes, side):
    """Also with none at all, and without a second roll."""
    p = battle({"medusa": 1}, {"mummy": 2}) if side == 0 else battle({"mummy": 2}, {"medusa": 1})
    clash(p, *(("medusa", "mummy") if side == 0 else ("mummy", "medusa")), (sixes, 5, sixes, 5))
    assert (in_battle(p, side), in_battle(p, 1 - side)) == ({"medusa": 1}, {"mummy": 1})


@pytest.mark.rule("AOM-268")
def test_medusa_loses_with_fewer_sixes():
    """Only a tie is hers."""
    p = clash(battle({"medusa": 2}, {"mummy": 2}), "medusa", "mummy", (1, 5, 2, 5))
    assert (in_battle(p, 0), in_battle(p, 1)) == ({"medusa": 1}, {"mummy": 2})


@pytest.mark.rule("AOM-269")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_surviving_minotaur_may_destroy_up_to_two_buildings(number):
    """A city with four buildings: none, one or two go."""
    p = battle({"minotaur": 1}, {"spearman": 1}, defender={"buildings": FOUR})
    clash(p, "minotaur", "spearman", (1, 5, 0, 5))
    p.play(*["destroy wall", "destroy tower"][:number], *["done"] * (number < 2))
    assert sum(buildings(p, 1).values()) == 4 - number
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-269")
def test_a_defending_minotaur_destroys_nothing():
    """It wins without spoils, and a victorious attacker destroys one building as ever."""
    p = battle({"jarl": 1}, {"minotaur": 1}, attacker={"buildings": FOUR}, defender={"buildings": FOUR})
    clash(p, "jarl", "minotaur", (0, 3, 1, 11))
    assert (prompt(p), buildings(p, 0), buildings(p, 1)) == ((1, Prompt.PLAY_CARD), FOUR, FOUR)
    p = battle({"jarl": 1}, {"minotaur": 1}, attacker={"buildings": FOUR}, defender={"buildings": FOUR})
    p.play("fight with jarl", "retreat", "destroy wall")
    assert prompt(p) == (1, Prompt.PLAY_CARD)


# ------------------------------------------------------------------------------------------------ heroes
def rout(attack: dict, defence: dict, fighters: tuple[str, str], roll: tuple[int, int, int, int], **fields) -> Position:
    """An encounter of two heroes in a battle for the holding area."""
    p = battle(attack, defence, "holding", attacker=MYTHIC, defender=MYTHIC, **fields)
    return clash(p, *fighters, roll)


@pytest.mark.rule("AOM-270")
def test_eliminating_a_hero_routs_the_enemy_army():
    """The Pharaoh falls, three Egyptian units retreat at once: they live, and the Greek side has won."""
    p = rout({"heroic_greek_hero": 1}, {"pharaoh": 1, "spearman": 3}, ("heroic_greek_hero", "pharaoh"), (1, 6, 0, 6))
    assert vp(p) == [3, 0, 0]
    assert (units(p, 0), units(p, 1)) == ({"heroic_greek_hero": 1}, {"spearman": 3})
    assert prompt(p) == (0, Prompt.TAKE_CUBES)


@pytest.mark.rule("AOM-270")
def test_a_defending_hero_routs_the_attackers():
    """The defender wins the battle and takes the cubes."""
    p = rout({"pharaoh": 1, "spearman": 3}, {"heroic_greek_hero": 1, "hoplite": 1}, ("pharaoh", "heroic_greek_hero"), (0, 6, 1, 6))
    assert (vp(p), units(p, 0), prompt(p)) == ([0, 3, 0], {"spearman": 3}, (1, Prompt.PLAY_CARD))


@pytest.mark.rule("AOM-270")
@pytest.mark.parametrize(("foe", "dice"), [("spearman", (6, 7)), ("mummy", (10, 5))])
def test_eliminating_somebody_else_routs_nobody(foe, dice):
    """A mortal or a myth unit: the battle goes on."""
    p = rout({"heroic_greek_hero": 1}, {foe: 1, "elephant": 1}, ("heroic_greek_hero", foe), (1, dice[0], 0, dice[1]))
    assert (prompt(p), in_battle(p, 1)) == ((0, Prompt.FIGHT_ATT), {"elephant": 1})


@pytest.mark.rule("AOM-270")
@pytest.mark.parametrize(("hero", "dice"), [("classical_greek_hero", 5), ("mythical_greek_hero", 11)])
def test_other_heroes_rout_nobody(hero, dice):
    """Only the Heroic Greek Hero does."""
    p = rout({hero: 1}, {"pharaoh": 1, "spearman": 1}, (hero, "pharaoh"), (1, dice, 0, 6))
    assert (prompt(p), in_battle(p, 1)) == ((0, Prompt.FIGHT_ATT), {"spearman": 1})


@pytest.mark.rule("AOM-231", "AOM-270")
def test_a_hero_kept_by_isis_still_routs_his_army():
    """The Pharaoh counts as eliminated: his side retreats, and he lives."""
    army, foes = {"pharaoh": 1, "spearman": 1}, {"heroic_greek_hero": 1, "hoplite": 1}
    p = rout(army, foes, ("pharaoh", "heroic_greek_hero"), (0, 6, 1, 6), card="play isis with power")
    assert (vp(p), units(p, 0)) == ([0, 3, 0], {"pharaoh": 1, "spearman": 1})


@pytest.mark.rule("AOM-230", "AOM-270")
def test_a_hero_is_bought_back_before_the_rout():
    """The Son of Osiris returns for four favor and his army retreats all the same."""
    p = battle({"heroic_greek_hero": 1}, {"son_of_osiris": 1, "priest": 1}, attacker=MYTHIC, defender=MYTHIC)
    clash(p, "heroic_greek_hero", "son_of_osiris", (1, 6, 0, 8))
    assert prompt(p) == (1, Prompt.RESURRECT)
    p.play("confirm")
    assert (vp(p), units(p, 1)) == ([3, 0, 0], {"son_of_osiris": 1, "priest": 1})


@pytest.mark.rule("AOM-271")
@pytest.mark.parametrize(
    ("foe", "dice"),
    [("frost_giant", (12, 7)), ("spearman", (8, 7)), ("son_of_osiris", (13, 8)), ("jarl", (8, 7)), ("dwarf", (9, 4))],
)
@pytest.mark.parametrize("side", [0, 1])
def test_the_mythical_hero_adds_the_printed_dice_of_the_opponent(foe, dice, side):
    """Without the opponent's bonuses: a Spearman's +4 against heroes does not count for the hero."""
    hero = "mythical_greek_hero"
    p = battle({hero: 1}, {foe: 2}, "holding") if side == 0 else battle({foe: 2}, {hero: 1}, "holding")
    rolls = (1, dice[0], 0, dice[1]) if side == 0 else (0, dice[1], 1, dice[0])
    clash(p, *((hero, foe) if side == 0 else (foe, hero)), rolls)


@pytest.mark.rule("AOM-271")
def test_the_mythical_hero_adds_no_declared_dice():
    """A berserk Huskarl rolls 5; the hero adds its printed 3."""
    p = battle({"mythical_greek_hero": 1}, {"huskarl": 2}, "holding")
    clash(p, "mythical_greek_hero", "huskarl", (1, 8, 0, 5), declare=["confirm"])
    assert in_battle(p, 1) == {"huskarl": 1}
