"""Rules of the specials of Egyptian units (AOM-255 to AOM-261)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import battle, clash, commit, cubes, faces, in_battle, prompt, scene, stock, units, vp

WALL = {"buildings": {"wall": 1}}
MYTHIC = {"age": "mythic"}


# ------------------------------------------------------------------------------------------------ Elephant
@pytest.mark.rule("AOM-255")
@pytest.mark.parametrize(("area", "building"), [("city", "wall"), ("production", "tower")])
def test_an_elephant_in_the_attacking_army_cancels_wall_and_tower(area, building):
    """A Spearman fights beside it: the Hoplite has 3 + 1 dice; without an Elephant 3 + 1 + 2."""
    fort = {"buildings": {building: 1}}
    clash(battle({"spearman": 1, "elephant": 1}, {"hoplite": 2}, area, defender=fort), "spearman", "hoplite", (1, 3, 0, 4))
    clash(battle({"spearman": 1, "sphinx": 1}, {"hoplite": 2}, area, defender=fort), "spearman", "hoplite", (1, 3, 0, 6))


@pytest.mark.rule("AOM-255")
def test_an_eliminated_or_absent_elephant_cancels_nothing():
    """From the round after its loss the Wall counts; an Elephant at home never helped."""
    p = battle({"spearman": 2, "elephant": 1}, {"hoplite": 3}, defender=WALL)
    clash(p, "elephant", "hoplite", (0, 5, 1, 4))
    clash(p, "spearman", "hoplite", (1, 3, 0, 6))
    p = battle({"spearman": 1}, {"hoplite": 2}, attacker={"units": {"elephant": 1}}, defender=WALL)
    clash(p, "spearman", "hoplite", (1, 3, 0, 6))


@pytest.mark.rule("AOM-255")
def test_a_defending_elephant_keeps_its_own_wall():
    """Hoplite 4, Elephant 3 + 2 + 2."""
    clash(battle({"hoplite": 1}, {"elephant": 2}, defender=WALL), "hoplite", "elephant", (1, 4, 0, 7))


# ------------------------------------------------------------------------------------------------ Mummy
@pytest.mark.rule("AOM-256")
@pytest.mark.parametrize("side", [0, 1])
def test_a_mummy_turns_the_unit_it_eliminates_into_a_mummy(side):
    """Attacking or defending: one more in the holding area, not in the battle."""
    foes = {"classical_greek_hero": 2}
    p = battle({"mummy": 1}, foes) if side == 0 else battle(foes, {"mummy": 1})
    if side == 0:
        clash(p, "mummy", "classical_greek_hero", (1, 5, 0, 9))
    else:
        clash(p, "classical_greek_hero", "mummy", (0, 9, 1, 5))
    assert (in_battle(p, side), units(p, side)) == ({"mummy": 1}, {"mummy": 1})
    assert in_battle(p, 1 - side) == {"classical_greek_hero": 1}


@pytest.mark.rule("AOM-256")
def test_every_kill_makes_a_mummy_and_a_lost_mummy_none():
    """Two kills, two Mummies; other Egyptian units convert nobody."""
    p = battle({"mummy": 1, "wadjet": 1}, {"hydra": 4})
    clash(p, "mummy", "hydra", (1, 5, 0, 6))
    clash(p, "mummy", "hydra", (1, 5, 0, 6))
    assert units(p, 0) == {"mummy": 2}
    clash(p, "wadjet", "hydra", (1, 5, 0, 10))
    assert units(p, 0) == {"mummy": 2}
    clash(p, "mummy", "hydra", (1, 5, 0, 6))
    assert (units(p, 0), vp(p)) == ({"mummy": 4, "wadjet": 1}, [3, 0, 0])


@pytest.mark.rule("AOM-256")
@pytest.mark.parametrize(("at_home", "after"), [(3, 3), (2, 3), (0, 1)])
def test_a_new_mummy_needs_a_figure(at_home, after):
    """Four players: with four Mummies in all there is no fifth."""
    first = {"culture": "egyptian", "hand": ["attack"], "units": {"mummy": 1 + at_home}}
    p = scene(first, {"culture": "greek", "units": {"hydra": 2}}, {}, {}).play("play attack", "player player_1", "attack city")
    commit(commit(p, {"mummy": 1}), {"hydra": 2})
    clash(p, "mummy", "hydra", (1, 5, 0, 6))
    assert (in_battle(p, 0), units(p, 0)) == ({"mummy": 1}, {"mummy": after})


# ------------------------------------------------------------------------------------------------ Phoenix, Son of Osiris, Priest
def fallen(unit: str, favor: int, army: dict, side: int = 0, home: dict | None = None) -> Position:
    """The unit was beaten by a Troll; its owner has that much favor and is asked, or not."""
    egyptian = {"resources": cubes(0, 0, 0, favor), "units": home or {}, **MYTHIC}
    dice = {"phoenix": 6, "son_of_osiris": 12}[unit]
    if side == 0:
        return clash(battle(army, {"troll": 2}, attacker=egyptian), unit, "troll", (0, dice, 1, 6))
    return clash(battle({"troll": 2}, army, defender=egyptian), "troll", unit, (1, 6, 0, dice))


@pytest.mark.rule("AOM-257", "AOM-259")
@pytest.mark.parametrize("side", [0, 1])
def test_a_phoenix_is_bought_back_for_two_favor(side):
    """With a Priest in the battle: on the board again, not in the battle; attacking or defending."""
    p = fallen("phoenix", 3, {"phoenix": 1, "priest": 1}, side)
    assert prompt(p) == (side, Prompt.RESURRECT)
    assert p.legal() == ["done", "confirm"]
    before = int(p.record.bank[3])
    p.play("confirm")
    assert (stock(p, side), p.record.bank[3]) == ((0, 0, 0, 1), before + 2)
    assert (units(p, side), in_battle(p, side)) == ({"phoenix": 1}, {"priest": 1})
    assert p.record.prompt == Prompt.FIGHT_ATT


@pytest.mark.rule("AOM-257")
def test_a_phoenix_may_be_let_go():
    """Declined: no favor is paid and the figure is gone."""
    p = fallen("phoenix", 3, {"phoenix": 1, "priest": 1}).play("done")
    assert (stock(p, 0), units(p, 0), in_battle(p, 0)) == ((0, 0, 0, 3), {}, {"priest": 1})


@pytest.mark.rule("AOM-257", "AOM-259")
@pytest.mark.parametrize(
    ("favor", "army", "home"),
    [(1, {"phoenix": 1, "priest": 1}, {}), (9, {"phoenix": 1, "pharaoh": 1}, {}), (9, {"phoenix": 1, "spearman": 1}, {"priest": 1})],
)
def test_a_phoenix_is_gone_without_favor_or_a_priest_in_the_battle(favor, army, home):
    """One favor, no Priest, or a Priest at home: nobody is asked."""
    p = fallen("phoenix", favor, army, home=home)
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    assert "phoenix" not in {**in_battle(p, 0), **units(p, 0)}


@pytest.mark.rule("AOM-257", "AOM-259")
def test_a_priest_who_has_fallen_resurrects_nobody():
    """The Priest is eliminated first, the Phoenix afterwards."""
    egyptian = {"resources": cubes(0, 0, 0, 9), **MYTHIC}
    p = battle({"phoenix": 1, "priest": 1, "spearman": 1}, {"troll": 2}, attacker=egyptian)
    clash(p, "priest", "troll", (0, 9, 1, 6))
    clash(p, "phoenix", "troll", (0, 6, 1, 6))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    assert (in_battle(p, 0), units(p, 0)) == ({"spearman": 1}, {})


@pytest.mark.rule("AOM-257", "AOM-259")
def test_each_phoenix_is_bought_back_for_itself():
    """Two Phoenixes and one Priest: two favor each time."""
    p = fallen("phoenix", 5, {"phoenix": 2, "priest": 1}).play("confirm")
    clash(p, "phoenix", "troll", (0, 6, 1, 6))
    assert prompt(p) == (0, Prompt.RESURRECT)
    p.play("confirm")
    assert (stock(p, 0)[3], units(p, 0), in_battle(p, 0)) == (1, {"phoenix": 2}, {"priest": 1})


@pytest.mark.rule("AOM-259", "AOM-261")
@pytest.mark.parametrize("side", [0, 1])
def test_the_son_of_osiris_is_bought_back_for_four_favor(side):
    """Five favor, a Priest in the battle: one favor is left and he stands on the board."""
    p = fallen("son_of_osiris", 5, {"son_of_osiris": 1, "priest": 1}, side)
    assert prompt(p) == (side, Prompt.RESURRECT)
    p.play("confirm")
    assert (stock(p, side), units(p, side), in_battle(p, side)) == ((0, 0, 0, 1), {"son_of_osiris": 1}, {"priest": 1})


@pytest.mark.rule("AOM-261")
def test_the_son_of_osiris_may_be_let_go():
    """Declined: the figure returns to the supply."""
    p = fallen("son_of_osiris", 5, {"son_of_osiris": 1, "priest": 1}).play("done")
    assert (stock(p, 0)[3], units(p, 0), in_battle(p, 0)) == (5, {}, {"priest": 1})


@pytest.mark.rule("AOM-259", "AOM-261")
@pytest.mark.parametrize(
    ("favor", "army", "home", "asked"),
    [
        (4, {"son_of_osiris": 1, "priest": 1}, {}, True),
        (3, {"son_of_osiris": 1, "priest": 1}, {}, False),
        (9, {"son_of_osiris": 1, "spearman": 1}, {"priest": 1}, False),
        (9, {"son_of_osiris": 1, "pharaoh": 1}, {}, False),
    ],
)
def test_the_son_of_osiris_needs_four_favor_and_a_priest_in_the_battle(favor, army, home, asked):
    """Four favor and a Priest who fights along, not one at home."""
    p = fallen("son_of_osiris", favor, army, home=home)
    assert (prompt(p)[1] == Prompt.RESURRECT) is asked


@pytest.mark.rule("AOM-259")
def test_a_priest_brings_back_nobody_else():
    """An eliminated Spearman or a second Priest is not asked for."""
    egyptian = {"resources": cubes(0, 0, 0, 9), **MYTHIC}
    p = battle({"spearman": 1, "priest": 2}, {"troll": 2}, attacker=egyptian)
    clash(p, "spearman", "troll", (0, 3, 1, 6))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    clash(p, "priest", "troll", (0, 9, 1, 6))
    assert (prompt(p), in_battle(p, 0)) == ((0, Prompt.FIGHT_ATT), {"priest": 1})


# ------------------------------------------------------------------------------------------------ Pharaoh and Wadjet
def pharaoh(army: dict, side: int, home: dict | None = None) -> Position:
    """The Pharaoh has been revealed against a Troll."""
    egyptian = {"units": home or {}, **MYTHIC}
    if side == 0:
        return battle(army, {"troll": 2}, attacker=egyptian).play("fight with pharaoh", "fight with troll")
    return battle({"troll": 2}, army, defender=egyptian).play("fight with troll", "fight with pharaoh")


@pytest.mark.rule("AOM-258", "AOM-260")
@pytest.mark.parametrize("side", [0, 1])
def test_a_wadjet_steps_in_for_the_pharaoh_and_takes_the_risk(side):
    """It rolls its 5 dice; when it loses, the Wadjet is gone and the Pharaoh still in the battle."""
    p = pharaoh({"pharaoh": 1, "wadjet": 1}, side)
    assert prompt(p) == (side, Prompt.PHARAOH_SWAP)
    assert p.legal() == ["done", "confirm"]
    rolls = (*faces(0, 5), *faces(1, 6)) if side == 0 else (*faces(1, 6), *faces(0, 5))
    p.queue_dice(*rolls).play("confirm")
    assert (p.record.dice.tolist(), p.record.queued) == ([5, 6] if side == 0 else [6, 5], 0)
    assert in_battle(p, side) == {"pharaoh": 1}


@pytest.mark.rule("AOM-258", "AOM-260")
@pytest.mark.parametrize("side", [0, 1])
def test_the_pharaoh_may_fight_himself(side):
    """Declined: he rolls 6 + 4 against the Troll and is lost himself."""
    p = pharaoh({"pharaoh": 1, "wadjet": 1}, side)
    rolls = (*faces(0, 10), *faces(1, 6)) if side == 0 else (*faces(1, 6), *faces(0, 10))
    p.queue_dice(*rolls).play("done")
    assert (p.record.dice.tolist(), p.record.queued) == ([10, 6] if side == 0 else [6, 10], 0)
    assert in_battle(p, side) == {"wadjet": 1}


@pytest.mark.rule("AOM-258", "AOM-260")
@pytest.mark.parametrize(("army", "home"), [({"pharaoh": 1, "spearman": 1}, {}), ({"pharaoh": 1, "spearman": 1}, {"wadjet": 1})])
def test_without_a_wadjet_in_the_battle_nobody_steps_in(army, home):
    """A Wadjet at home is no guard."""
    p = battle(army, {"troll": 2}, attacker={"units": home, **MYTHIC})
    clash(p, "pharaoh", "troll", (1, 10, 0, 6))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)


@pytest.mark.rule("AOM-258", "AOM-260")
@pytest.mark.parametrize("hero", ["priest", "son_of_osiris"])
def test_a_wadjet_guards_nobody_but_the_pharaoh(hero):
    """Other heroes fight for themselves."""
    p = battle({hero: 1, "wadjet": 1}, {"troll": 2}, attacker=MYTHIC)
    clash(p, hero, "troll", (1, {"priest": 9, "son_of_osiris": 12}[hero], 0, 6))


@pytest.mark.rule("AOM-258")
def test_a_wadjet_lost_as_a_guard_guards_no_more():
    """With one Wadjet the swap is offered once."""
    p = pharaoh({"pharaoh": 1, "wadjet": 1}, 0)
    p.queue_dice(*faces(0, 5), *faces(1, 6)).play("confirm")
    clash(p, "pharaoh", "troll", (1, 10, 0, 6))
    assert in_battle(p, 1) == {"troll": 1}


@pytest.mark.rule("AOM-258", "AOM-260")
def test_a_swap_is_not_offered_when_the_enemy_retreats():
    """Without an encounter nobody needs a guard."""
    p = battle({"pharaoh": 1, "wadjet": 1}, {"troll": 1}, attacker=MYTHIC).play("fight with pharaoh", "retreat")
    assert (prompt(p), units(p, 0)) == ((1, Prompt.PLAY_CARD), {"pharaoh": 1, "wadjet": 1})
