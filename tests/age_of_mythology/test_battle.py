"""Rules of chapter IX on armies, rounds, dice and the end of a battle (AOM-212 to AOM-233)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import TILES
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_mythology.helpers import (
    battle,
    buildings,
    clash,
    commit,
    cubes,
    faces,
    in_battle,
    offered,
    prompt,
    scene,
    stock,
    units,
    vp,
)

DWARF_ON_HILL = {"tiles": {"hills_gold2": 1}, "dwarf_on": {"hills_gold2": 1}}


def attack(first: dict, second: dict, *others: dict, area: str = "city") -> Position:
    """Seat 0 has named seat 1 and an area; the armies are still to be chosen."""
    p = scene({"hand": ["attack"], **first}, second, *(others or ({},)), vp_card={"last_battle": 3})
    return p.play("play attack", "player player_1", f"attack {area}")


def dwarfs_on(p: Position, seat: int) -> dict[str, int]:
    """Dwarfs on tiles, by kind."""
    return {tile: int(n) for tile, n in zip(TILES, p.record.dwarf_on[seat], strict=True) if n}


# ------------------------------------------------------------------------------------------------ commitment
@pytest.mark.rule("AOM-212")
def test_units_of_the_holding_and_the_production_area_are_committed():
    """Two Jarls and a Dwarf on a tile: three units; the villager on the other tile is none."""
    norse = {"culture": "norse", "units": {"jarl": 2}, "buildings": {"house": 2}, "villager_on": {"fertile_food2": 1}}
    norse |= {"tiles": {"hills_gold2": 1, "fertile_food2": 1}, "dwarf_on": {"hills_gold2": 1}}
    p = attack(norse, {}).play("commit jarl", "commit jarl", "commit dwarf")
    assert p.legal() == ["done"]
    p = attack({"culture": "greek"}, norse)
    commit(p, {"hoplite": 1})
    assert offered(p, "commit") == {"jarl", "dwarf"}
    commit(p, {"jarl": 2, "dwarf": 1})
    assert in_battle(p, 1) == {"jarl": 2, "dwarf": 1}
    assert (p.record.idle_villagers[1], p.record.villager_on[1].sum()) == (1, 1)


@pytest.mark.rule("AOM-212")
def test_a_dwarf_on_a_tile_is_unit_enough():
    """With nothing else one may attack, and one is asked for a defence."""
    norse = {"culture": "norse", "units": {}, **DWARF_ON_HILL}
    assert offered(attack(norse, {}), "commit") == {"dwarf"}
    p = commit(attack({"culture": "greek"}, norse), {"hoplite": 1})
    assert prompt(p) == (1, Prompt.COMMIT_DEF)
    assert p.legal() == ["done", "commit dwarf"]


@pytest.mark.rule("AOM-212")
def test_a_unit_is_committed_only_once():
    """As many of a type as are owned, and none of a type that is not."""
    p = attack({"culture": "norse", "units": {"jarl": 1, "troll": 1}}, {}).play("commit jarl")
    assert offered(p, "commit") == {"troll"}


@pytest.mark.rule("AOM-213")
def test_the_defender_sees_nothing_of_the_attackers_army():
    """Whatever the attacker has chosen, the defender and the third player see the same and may do the same."""
    norse = {"culture": "norse", "units": {"jarl": 2, "troll": 2, "dwarf": 1}, **DWARF_ON_HILL}
    armies = [{"jarl": 1}, {"troll": 2}, {"jarl": 2, "troll": 2}, {"dwarf": 1}, {"dwarf": 2}]
    seen = [commit(attack(norse, {}), army) for army in armies]
    for p in seen:
        assert prompt(p) == (1, Prompt.COMMIT_DEF)
        for seat in (1, 2):
            assert np.array_equal(p.observe(seat), seen[0].observe(seat))
        assert np.array_equal(p.mask(), seen[0].mask())
    assert len({p.observe(0).tobytes() for p in seen}) == len(armies)


@pytest.mark.rule("AOM-213")
def test_the_attacker_sees_nothing_of_an_army_being_chosen():
    """While the defender is choosing, neither the attacker nor the third player learns a unit."""
    views = []
    for unit in ("hoplite", "toxotes"):
        p = commit(attack({"culture": "norse"}, {"culture": "greek"}), {"jarl": 1}).play(f"commit {unit}")
        views.append((p.observe(0).tobytes(), p.observe(2).tobytes()))
    assert views[0] == views[1]


@pytest.mark.rule("AOM-213")
def test_both_armies_are_public_after_the_reveal():
    """Every seat sees both sides."""
    p = battle({"jarl": 1, "troll": 1}, {"hoplite": 2})
    slots = {"spearman/hoplite/huskarl": 2}
    for seat in range(3):
        seen = p.describe(seat)["in_battle"]
        assert seen["defender"] == slots
        assert sum(seen["attacker"].values()) == 2
        assert {name.split("/")[-1] for name in seen["attacker"]} == {"jarl", "troll"}


@pytest.mark.rule("AOM-214")
@pytest.mark.parametrize("choice", ["fight with jarl", "fight with troll", "retreat"])
def test_the_attackers_fighter_is_hidden_until_both_have_chosen(choice):
    """The defender's view in fight_def is the same for every choice, and shows no fighter."""
    p = battle({"jarl": 1, "troll": 1}, {"hoplite": 2}).play(choice)
    other = battle({"jarl": 1, "troll": 1}, {"hoplite": 2}).play("fight with jarl")
    assert prompt(p) == (1, Prompt.FIGHT_DEF)
    for seat in (1, 2):
        assert np.array_equal(p.observe(seat), other.observe(seat))
        assert p.describe(seat)["pick"] == {}
    assert p.mask().tolist() == other.mask().tolist()


@pytest.mark.rule("AOM-214", "AOM-218")
def test_both_fighters_are_shown_together():
    """When the encounter begins everybody sees both."""
    p = battle({"hoplite": 1, "cyclops": 1}, {"spearman": 2}).play("fight with cyclops")
    assert p.describe(1)["pick"] == {}
    assert p.describe(2)["pick"] == {}
    p.play("fight with spearman")
    assert prompt(p) == (0, Prompt.SPECIAL_ATT)
    for seat in range(3):
        seen = p.describe(seat)["pick"]
        assert "cyclops" in seen["attacker"]
        assert "spearman" in seen["defender"]


@pytest.mark.rule("AOM-214", "AOM-218")
def test_it_is_public_which_units_have_met():
    """Anubite or Wadjet beats a Manticore with the same dice: every seat can tell which of the two was shown."""
    views = []
    for unit in ("anubite", "wadjet"):
        p = clash(battle({"anubite": 1, "wadjet": 1}, {"manticore": 2}), unit, "manticore", (1, 5, 0, 5))
        assert (in_battle(p, 0), in_battle(p, 1)) == ({"anubite": 1, "wadjet": 1}, {"manticore": 1})
        views.append(p)
    for seat in range(3):
        assert not np.array_equal(views[0].observe(seat), views[1].observe(seat))


@pytest.mark.rule("AOM-215")
def test_the_attacker_commits_at_least_one_unit():
    """The choice cannot be closed empty."""
    p = attack({"culture": "norse"}, {})
    assert "done" not in p.legal()
    with pytest.raises(IllegalAction):
        p.play("done")
    assert "done" in p.play("commit jarl").legal()


@pytest.mark.rule("AOM-216")
def test_a_defender_who_commits_nothing_loses_at_once():
    """The attacker takes the three cubes and the spoils; no die is rolled."""
    p = attack({"culture": "norse"}, {"buildings": {"wall": 1}, "resources": cubes(0, 0, 0, 0)})
    p.queue_dice(6)
    commit(p, {"jarl": 1}).play("done")
    assert (vp(p), p.record.queued) == ([3, 0, 0], 1)
    assert prompt(p) == (0, Prompt.RAZE)


@pytest.mark.rule("AOM-216")
def test_a_defender_without_units_is_not_asked():
    """With no unit owned the defender has no choice to make, and the attacker has won."""
    p = commit(attack({"culture": "norse"}, {"units": {}, "buildings": {"wall": 1}}), {"jarl": 1})
    assert prompt(p) == (0, Prompt.RAZE)
    assert (vp(p), units(p, 0)["jarl"]) == ([3, 0, 0], 2)


@pytest.mark.rule("AOM-217")
@pytest.mark.parametrize(
    ("number", "left"),
    [(1, {"hills_gold2": 1, "mountains_gold2": 1}), (2, {"mountains_gold2": 1}), (3, {})],
)
def test_idle_dwarfs_are_committed_first_then_those_on_tiles_in_kind_order(number, left):
    """One idle, one on hills_gold2, one on mountains_gold2."""
    kinds = {"mountains_gold2": 1, "hills_gold2": 1}
    norse = {"culture": "norse", "units": {"dwarf": 1}, "tiles": kinds, "dwarf_on": kinds}
    p = commit(commit(attack(norse, {"culture": "greek"}), {"dwarf": number}), {"hoplite": 1})
    assert in_battle(p, 0) == {"dwarf": number}
    assert (dwarfs_on(p, 0), units(p, 0)) == (left, {})


# ------------------------------------------------------------------------------------------------ rounds
@pytest.mark.rule("AOM-218")
def test_each_side_chooses_among_its_units_in_the_battle():
    """Units at home and the enemy's units are no choice."""
    p = battle({"jarl": 1, "troll": 1}, {"hoplite": 1}, attacker={"units": {"dwarf": 1}}, defender={"units": {"hydra": 1}})
    assert (p.seat, p.legal()) == (0, ["fight with jarl", "fight with troll", "retreat"])
    p.play("fight with troll")
    assert (p.seat, p.legal()) == (1, ["fight with hoplite", "retreat"])


@pytest.mark.rule("AOM-219")
def test_a_survivor_may_fight_again():
    """A Mummy that has won is a choice in the next round, and so is everybody who has not fought."""
    p = battle({"mummy": 1, "spearman": 1}, {"hoplite": 2})
    clash(p, "mummy", "hoplite", (1, 5, 0, 3))
    assert p.legal() == ["fight with spearman", "fight with mummy", "retreat"]
    clash(p, "mummy", "hoplite", (1, 5, 0, 3))
    assert vp(p) == [3, 0, 0]


@pytest.mark.rule("AOM-220")
def test_either_side_may_retreat_in_every_round():
    """Before the first reveal and before each later one."""
    p = battle({"mummy": 2}, {"hoplite": 3})
    for _ in range(2):
        assert "retreat" in p.legal()
        assert "retreat" in p.clone().play("fight with mummy").legal()
        clash(p, "mummy", "hoplite", (1, 5, 0, 3))
    assert "retreat" in p.legal()


@pytest.mark.rule("AOM-221")
def test_a_retreating_defender_loses_the_battle_and_no_unit():
    """Round 1, no die rolled: the attacker takes cubes and spoils, all units are at home."""
    p = battle({"jarl": 2}, {"hoplite": 2}, defender={"buildings": {"wall": 1}}).queue_dice(6)
    p.play("fight with jarl", "retreat")
    assert (vp(p), p.record.queued) == ([3, 0, 0], 1)
    assert prompt(p) == (0, Prompt.RAZE)
    assert (units(p, 0), units(p, 1)) == ({"jarl": 2}, {"hoplite": 2})


@pytest.mark.rule("AOM-221")
def test_a_retreating_attacker_loses_the_battle_and_no_unit():
    """The defender takes the cubes; the attacker gets nothing."""
    p = battle({"jarl": 2}, {"hoplite": 2}, defender={"buildings": {"wall": 1}}).queue_dice(6)
    p.play("retreat", "fight with hoplite")
    assert (vp(p), p.record.queued) == ([0, 3, 0], 1)
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (units(p, 0), units(p, 1), buildings(p, 1)) == ({"jarl": 2}, {"hoplite": 2}, {"wall": 1})


@pytest.mark.rule("AOM-221")
def test_a_retreat_saves_the_remaining_units_only():
    """After a lost Jarl the other one comes home."""
    p = clash(battle({"jarl": 2}, {"hoplite": 2}), "jarl", "hoplite", (0, 3, 1, 7))
    p.play("retreat", "fight with hoplite")
    assert (units(p, 0), units(p, 1)) == ({"jarl": 1}, {"hoplite": 2})


@pytest.mark.rule("AOM-222")
@pytest.mark.parametrize(
    ("winner", "points", "card", "asked"),
    [
        (None, [0, 3, 0], 0, (1, Prompt.PLAY_CARD)),
        ("defender", [0, 3, 0], 0, (1, Prompt.PLAY_CARD)),
        ("attacker", [3, 0, 0], 0, (0, Prompt.RAZE)),
        ("nobody", [0, 0, 0], 3, (1, Prompt.PLAY_CARD)),
    ],
)
def test_if_both_retreat_the_defender_wins(winner, points, card, asked):
    """By default; the knob both_retreat names the attacker or nobody instead."""
    rules = {"both_retreat": winner} if winner else None
    p = battle({"jarl": 2}, {"hoplite": 2}, defender={"buildings": {"wall": 1}}, rules=rules).play("retreat", "retreat")
    assert (vp(p), p.record.vp_card[2], prompt(p)) == (points, card, asked)
    assert (units(p, 0), units(p, 1), buildings(p, 1)) == ({"jarl": 2}, {"hoplite": 2}, {"wall": 1})


# ------------------------------------------------------------------------------------------------ declarations
@pytest.mark.rule("AOM-223")
def test_the_pharaoh_is_swapped_before_the_attackers_special():
    """Cyclops against a Pharaoh with Wadjet: first the defender's swap, then the attacker's throw."""
    p = battle({"cyclops": 1}, {"pharaoh": 1, "wadjet": 1}, defender={"age": "heroic"})
    p.play("fight with cyclops", "fight with pharaoh")
    assert prompt(p) == (1, Prompt.PHARAOH_SWAP)
    p.play("confirm")
    assert prompt(p) == (0, Prompt.SPECIAL_ATT)
    p.queue_dice(*faces(0, 9), *faces(1, 5)).play("confirm")
    assert (p.record.dice.tolist(), p.record.queued) == ([9, 5], 0)


@pytest.mark.rule("AOM-223")
def test_the_pharaoh_of_the_attacker_is_swapped_before_the_defenders_special():
    """Pharaoh with Wadjet against a Huskarl: swap, then berserk; the dice are those of the Wadjet."""
    p = battle({"pharaoh": 1, "wadjet": 1}, {"huskarl": 2}, attacker={"age": "heroic"})
    p.play("fight with pharaoh", "fight with huskarl")
    assert prompt(p) == (0, Prompt.PHARAOH_SWAP)
    p.play("confirm")
    assert prompt(p) == (1, Prompt.SPECIAL_DEF)
    p.queue_dice(*faces(1, 5), *faces(0, 5)).play("confirm")
    assert (p.record.dice.tolist(), p.record.queued) == ([5, 5], 0)


@pytest.mark.rule("AOM-223")
def test_the_attackers_special_comes_before_the_defenders():
    """Cyclops against Huskarl: throw, then berserk; the defender already knows of the throw."""
    p = battle({"cyclops": 1}, {"huskarl": 2}).play("fight with cyclops", "fight with huskarl")
    assert prompt(p) == (0, Prompt.SPECIAL_ATT)
    p.play("confirm")
    assert prompt(p) == (1, Prompt.SPECIAL_DEF)
    assert p.describe(1)["special"] == {"attacker": 1}
    p.queue_dice(*faces(1, 13), *faces(0, 5)).play("confirm")
    assert (p.record.dice.tolist(), p.record.queued) == ([13, 5], 0)


@pytest.mark.rule("AOM-223")
def test_the_special_of_a_norse_attacker_comes_before_that_of_a_greek_defender():
    """Huskarl against Cyclops: berserk first, then the throw."""
    p = battle({"huskarl": 2}, {"cyclops": 1}).play("fight with huskarl", "fight with cyclops")
    assert prompt(p) == (0, Prompt.SPECIAL_ATT)
    p.play("done")
    assert prompt(p) == (1, Prompt.SPECIAL_DEF)
    assert p.describe(1)["special"] == {}


# ------------------------------------------------------------------------------------------------ dice
@pytest.mark.rule("AOM-224")
def test_a_bonus_counts_against_its_type_only():
    """Medusa rolls 9 against the giant Scorpion Man and 5 against a Mummy; Scorpion Man rolls 5 against her."""
    p = battle({"medusa": 1}, {"scorpion_man": 1, "mummy": 1, "spearman": 1})
    clash(p, "medusa", "scorpion_man", (3, 9, 0, 5))
    clash(p, "medusa", "mummy", (3, 5, 0, 5))


@pytest.mark.rule("AOM-225")
@pytest.mark.parametrize(("lines", "dice"), [(None, 12), ("add", 12), ("best_only", 10)])
def test_matching_bonus_lines_add_up(lines, dice):
    """Frost Giant against a Hoplite, warrior and mortal: 7 + 2 + 3; with best_only 7 + 3."""
    p = battle({"frost_giant": 1}, {"hoplite": 2}, rules={"bonus_lines": lines} if lines else None)
    clash(p, "frost_giant", "hoplite", (1, dice, 0, 3))


@pytest.mark.rule("AOM-225")
@pytest.mark.parametrize(("lines", "dice"), [("add", 7), ("best_only", 6)])
def test_matching_bonus_lines_of_the_defender_add_up_too(lines, dice):
    """Hoplite against a Jarl, cavalry and mortal: 3 + 3 + 1; with best_only 3 + 3."""
    clash(battle({"jarl": 1}, {"hoplite": 2}, rules={"bonus_lines": lines}), "jarl", "hoplite", (1, 3, 0, dice))


@pytest.mark.rule("AOM-226")
def test_dice_of_types_and_specials_join_one_roll():
    """Priest 4 + 5 = 9 against a throwing Cyclops 6 + 3 = 9."""
    p = battle({"cyclops": 1}, {"priest": 1, "spearman": 1}, defender={"age": "classical"})
    clash(p, "cyclops", "priest", (1, 9, 0, 9), declare=["confirm"])


@pytest.mark.rule("AOM-226")
def test_dice_of_powers_and_walls_join_the_roll():
    """With Bragi a Jarl rolls 4; behind a Wall a Hoplite rolls 3 + 3 + 1 + 2 = 9."""
    p = battle({"jarl": 1}, {"hoplite": 2}, card="play bragi with power", defender={"buildings": {"wall": 1}})
    clash(p, "jarl", "hoplite", (1, 4, 0, 9))


@pytest.mark.rule("AOM-226")
@pytest.mark.parametrize(
    ("area", "buildings", "dice"),
    [
        ("city", {"wall": 1}, 9), ("city", {"tower": 1}, 7), ("production", {"tower": 1}, 9), ("production", {"wall": 1}, 7),
        ("holding", {"wall": 1, "tower": 1}, 7), ("city", {}, 7),
    ],
)  # fmt: skip
def test_the_wall_defends_the_city_and_the_tower_the_production(area, buildings, dice):
    """Two dice for the defender, in the area of the building only."""
    clash(battle({"jarl": 1}, {"hoplite": 2}, area, defender={"buildings": buildings}), "jarl", "hoplite", (1, 3, 0, dice))


@pytest.mark.rule("AOM-227")
@pytest.mark.parametrize(("sixes", "losses"), [((0, 3), (1, 0)), ((3, 0), (0, 1)), ((1, 2), (1, 0)), ((3, 2), (0, 1))])
def test_more_sixes_win_and_the_other_unit_is_eliminated(sixes, losses):
    """It leaves the battle and its owner."""
    p = battle({"scorpion_man": 2}, {"medusa": 2})
    clash(p, "scorpion_man", "medusa", (sixes[0], 5, sixes[1], 9))
    assert p.record.sixes.tolist() == list(sixes)
    assert (in_battle(p, 0)["scorpion_man"], in_battle(p, 1)["medusa"]) == (2 - losses[0], 2 - losses[1])
    p.play("retreat", "retreat")
    assert (units(p, 0)["scorpion_man"], units(p, 1)["medusa"]) == (2 - losses[0], 2 - losses[1])


@pytest.mark.rule("AOM-227")
def test_only_sixes_count():
    """Five fives lose against a single six."""
    p = battle({"mummy": 2}, {"hydra": 2}).queue_dice(5, 5, 5, 5, 5, *[1, 1, 1, 1, 1, 6])
    p.play("fight with mummy", "fight with hydra")
    assert (p.record.sixes.tolist(), in_battle(p, 0)) == ([0, 1], {"mummy": 1})


@pytest.mark.rule("AOM-228")
@pytest.mark.parametrize("equal", [0, 1, 2])
def test_equal_sixes_are_rolled_again_with_all_dice(equal):
    """Also with none; the second roll uses the full 5 and 9 dice."""
    p = battle({"mummy": 1, "spearman": 1}, {"classical_greek_hero": 2}, defender={"age": "classical"})
    clash(p, "mummy", "classical_greek_hero", (equal, 5, equal, 9), (3, 5, 2, 9))
    assert p.record.sixes.tolist() == [3, 2]
    assert in_battle(p, 1) == {"classical_greek_hero": 1}


@pytest.mark.rule("AOM-228")
def test_equal_sixes_are_rolled_until_decided():
    """Three equal rolls and then a decision."""
    p = battle({"mummy": 2}, {"hydra": 2})
    clash(p, "mummy", "hydra", (1, 5, 1, 6), (0, 5, 0, 6), (5, 5, 5, 6), (0, 5, 1, 6))
    assert in_battle(p, 0) == {"mummy": 1}


@pytest.mark.rule("AOM-229")
def test_a_negating_unit_cancels_the_wall_while_it_is_in_the_battle():
    """Cyclops in the battle: a Hoplite meets 5 dice; Cyclops eliminated: 7 from the next round on."""
    p = battle({"hoplite": 3, "cyclops": 1}, {"elephant": 3}, defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (0, 4, 1, 5))
    clash(p, "cyclops", "elephant", (0, 10, 1, 3))
    clash(p, "hoplite", "elephant", (0, 4, 1, 7))


@pytest.mark.rule("AOM-229")
def test_a_negating_unit_at_home_or_of_the_defender_cancels_nothing():
    """A Cyclops that was not sent, and an Elephant that defends, leave the Wall its dice."""
    p = battle({"hoplite": 2}, {"elephant": 2}, attacker={"units": {"cyclops": 1}}, defender={"buildings": {"wall": 1}})
    clash(p, "hoplite", "elephant", (1, 4, 0, 7))


@pytest.mark.rule("AOM-229")
def test_a_siege_engine_workshop_of_the_attacker_cancels_the_wall():
    """Throughout the battle; the defender's own workshop does not."""
    wall, workshop = {"wall": 1}, {"siege_engine_workshop": 1}
    p = battle({"hoplite": 2}, {"spearman": 2}, attacker={"buildings": workshop}, defender={"buildings": wall})
    clash(p, "hoplite", "spearman", (1, 4, 0, 3))
    p = battle({"hoplite": 2}, {"spearman": 2}, defender={"buildings": {**wall, **workshop}})
    clash(p, "hoplite", "spearman", (1, 4, 0, 5))


# ------------------------------------------------------------------------------------------------ after an encounter, end
@pytest.mark.rule("AOM-230", "AOM-231")
def test_resurrection_is_paid_before_the_kill_is_rewarded():
    """The bank has no favor: the two paid for the Phoenix are there for the Valkyrie, who has killed it all the same."""
    egyptian = {"age": "classical", "resources": cubes(0, 0, 0, 12)}
    p = battle({"valkyrie": 2}, {"phoenix": 1, "priest": 1}, attacker={"resources": cubes(0, 0, 0, 9)}, defender=egyptian)
    assert p.record.bank[3] == 0
    clash(p, "valkyrie", "phoenix", (1, 5, 0, 6))
    assert prompt(p) == (1, Prompt.RESURRECT)
    assert stock(p, 0)[3] == 9
    p.play("confirm")
    assert (stock(p, 0)[3], stock(p, 1)[3], p.record.bank[3]) == (11, 10, 0)
    assert (in_battle(p, 1), units(p, 1)) == ({"priest": 1}, {"phoenix": 1})


@pytest.mark.rule("AOM-231")
def test_a_unit_kept_by_isis_counts_as_a_kill():
    """Hydra beats a Spearman that stays: 7 + 4 dice in the next round; a spared Spearman is still a kill."""
    p = battle({"spearman": 2}, {"hydra": 1}, card="play isis with power")
    clash(p, "spearman", "hydra", (0, 3, 1, 10))
    assert in_battle(p, 0) == {"spearman": 2}
    clash(p, "spearman", "hydra", (0, 3, 1, 11))


@pytest.mark.rule("AOM-231", "AOM-279")
def test_a_unit_kept_by_isis_brings_the_mythic_hero_a_reinforcement():
    """The only Spearman is beaten and fights on, so the battle goes on and another Norse unit may join."""
    p = battle({"spearman": 1}, {"mythic_norse_hero": 1}, card="play isis with power", defender={"units": {"troll": 1}})
    clash(p, "spearman", "mythic_norse_hero", (0, 7, 1, 8))
    assert prompt(p) == (1, Prompt.REINFORCE)
    assert in_battle(p.play("choose troll"), 1) == {"mythic_norse_hero": 1, "troll": 1}


@pytest.mark.rule("AOM-230")
def test_a_phoenix_kept_by_isis_need_not_be_bought_back():
    """It is still in the battle, and nobody is asked; the second time its owner is."""
    egyptian = {"age": "classical", "resources": cubes(0, 0, 0, 9)}
    p = battle({"phoenix": 1, "priest": 1}, {"troll": 2}, card="play isis with power", attacker=egyptian)
    clash(p, "phoenix", "troll", (0, 6, 1, 6))
    assert (prompt(p), in_battle(p, 0), stock(p, 0)[3]) == ((0, Prompt.FIGHT_ATT), {"phoenix": 1, "priest": 1}, 8)
    clash(p, "phoenix", "troll", (0, 6, 1, 6))
    assert prompt(p) == (0, Prompt.RESURRECT)


@pytest.mark.rule("AOM-232")
@pytest.mark.parametrize("loser", [0, 1])
def test_the_battle_ends_when_a_side_has_no_unit_left_in_it(loser):
    """Units at home do not count: the side with units in the battle wins."""
    p = battle({"jarl": 2}, {"hoplite": 2}, attacker={"units": {"jarl": 4}}, defender={"units": {"hoplite": 4}})
    for _ in range(2):
        assert p.record.prompt == Prompt.FIGHT_ATT
        clash(p, "jarl", "hoplite", (loser == 1, 3, loser == 0, 7))
    assert vp(p) == ([0, 3, 0] if loser == 0 else [3, 0, 0])
    assert [units(p, 0)["jarl"], units(p, 1)["hoplite"]] == ([4, 6] if loser == 0 else [6, 4])


@pytest.mark.rule("AOM-233")
@pytest.mark.parametrize("side", [0, 1])
def test_survivors_come_home_to_the_holding_area(side):
    """A Dwarf that left a tile is idle afterwards; its tile is empty."""
    norse = {"culture": "norse", "units": {"jarl": 1}, **DWARF_ON_HILL}
    greek = {"culture": "greek", "units": {"hoplite": 1}}
    p = attack(norse, greek) if side == 0 else attack(greek, norse)
    commit(p, {"jarl": 1, "dwarf": 1} if side == 0 else {"hoplite": 1})
    commit(p, {"hoplite": 1} if side == 0 else {"jarl": 1, "dwarf": 1})
    p.play("retreat", "retreat")
    assert (units(p, side), dwarfs_on(p, side)) == ({"jarl": 1, "dwarf": 1}, {})
    assert units(p, 1 - side) == {"hoplite": 1}
    assert p.record.in_battle.sum() == 0
