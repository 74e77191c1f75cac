"""The Battle Phase and the Attack Step: who may attack whom, and with what total (HOH-093 to HOH-108)."""

from __future__ import annotations

import pytest

from rulebound.envs.heroes_of_history.state import Phase
from tests.heroes_of_history.helpers import (
    GAME,
    attack,
    legal,
    made_up,
    museum,
    pass_turn,
    play,
    playable,
    points,
    random_games,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
)

B0, B1 = "enemy player_1 0", "enemy player_1 1"
DIRECT = "player player_1"


# ------------------------------------------------------------------------------------------------ the phase
@pytest.mark.rule("HOH-093")
def test_attacking_is_optional():
    """With an attack open the turn may be ended in Action Phase 1, and the Battle Phase left without an attack."""
    p = table(side(unit("rollo")), side())
    assert {"end turn", "next phase"} <= legal(p)
    p.play("next phase")
    assert legal(p) == {"next phase", "attack with 0"}
    p.play("next phase")
    assert p.record.phase == Phase.ACTION_2
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-093")
def test_battle_may_be_left_between_two_attacks():
    """After the first of two attacks the second is not forced."""
    p = attack(table(side(unit("rollo"), unit("lagertha")), side()), 0, DIRECT)
    assert legal(p) == {"next phase", "attack with 1"}
    p.play("next phase", "end turn")
    assert (p.seat, points(p)) == (1, [50, 46])


@pytest.mark.rule("HOH-094")
def test_next_phase_is_offered_only_if_an_attack_is_legal():
    """Rollo in defense mode: illegal; turned into attack mode: legal."""
    p = table(side(unit("rollo", "d")), side())
    assert "next phase" not in legal(p)
    p.play("switch 0")
    assert "next phase" in legal(p)


@pytest.mark.rule("HOH-094")
@pytest.mark.parametrize(
    "attacker",
    [side(), side(unit("rollo", attacks=1)), side(unit("rollo", turn_powers=16)), side(unit("rollo"), turns=0)],
    ids=["no Combatant", "attack made", "stunned", "first turn"],
)
def test_next_phase_is_not_offered_without_an_attacker(attacker):
    """Nobody there, nobody left, nobody able, nobody allowed: no Battle Phase."""
    assert "next phase" not in legal(table(attacker, side()))


@pytest.mark.rule("HOH-095")
def test_nothing_but_attacks_happens_in_battle():
    """With cards, weapons, abilities and modes to use, the Battle Phase offers attacks and their targets only."""
    p = table(
        side(
            unit("bellerophon", "a", "xiphos"),
            unit("rollo", "d"),
            unit("lagertha"),
            hand=["leonidas", "paris", "dory", "ambrosia", "delphi", "marathon"],
            command=["seax", "aspis", "long_walls"],
            battlefield="troy",
        ),
        side(unit("rollo"), unit("paris", "d")),
    )
    assert {"hand 0", "switch 0", "activate 0", "attach 0", "trash unit 0", "swap weapons 0-1", "discard battlefield"} <= legal(p)
    p.play("next phase")
    assert set(p.legal_ids()) == {0, 32, 34}
    p.play("attack with 2")
    assert set(p.legal_ids()) == {77, 78}
    p.play(B1)
    assert set(p.legal_ids()) == {0, 32}


@pytest.mark.rule("HOH-096")
def test_battle_ends_by_itself_when_no_attack_is_left():
    """The only attacker survives its attack: Action Phase 2 without a further decision."""
    p = attack(table(side(unit("alexander")), side(unit("rollo"))), 0, B0)
    assert trench(p)[0] == "alexander"
    assert (p.seat, p.record.phase) == (0, Phase.ACTION_2)
    assert "end turn" in legal(p)


@pytest.mark.rule("HOH-096")
@pytest.mark.parametrize("other", [unit("rollo", "d"), unit("rollo", turn_powers=16), None], ids=["defense", "stunned", "none"])
def test_battle_ends_when_only_idle_combatants_are_left(other):
    """The attacker dies; a comrade in defense mode or stunned does not keep the battle open."""
    p = attack(table(side(unit("paris"), other), side(unit("rollo"))), 0, B0)
    assert p.record.phase == Phase.ACTION_2


@pytest.mark.rule("HOH-096")
def test_battle_goes_on_while_an_attack_is_left():
    """A second attacker keeps the Battle Phase open until NEXT_PHASE."""
    p = attack(table(side(unit("alexander"), unit("rollo")), side(unit("rollo"))), 0, B0)
    assert p.record.phase == Phase.BATTLE
    p.play("next phase")
    assert p.record.phase == Phase.ACTION_2


# ------------------------------------------------------------------------------------------------ who attacks
@pytest.mark.rule("HOH-097")
def test_each_combatant_attacks_once_per_turn():
    """Rollo and Lagertha attack a Thrall each, once; in the next turn both may attack again."""
    p = table(side(unit("rollo"), unit("lagertha")), side(unit("thrall", "d"), unit("thrall", "d")))
    p.play("next phase")
    assert legal(p) == {"next phase", "attack with 0", "attack with 1"}
    p.play("attack with 0", B0)
    assert legal(p) == {"next phase", "attack with 1"}
    p.play("attack with 1", B1)
    assert p.record.phase == Phase.ACTION_2
    assert not any(action.startswith("attack") for action in legal(p))
    pass_turn(p)
    pass_turn(p).play("next phase")
    assert legal(p) == {"next phase", "attack with 0", "attack with 1"}


@pytest.mark.rule("HOH-098")
def test_a_combatant_in_defense_mode_cannot_attack():
    """Rollo stands in defense: only Lagertha attacks."""
    p = table(side(unit("rollo", "d"), unit("lagertha")), side()).play("next phase")
    assert legal(p) == {"next phase", "attack with 1"}


@pytest.mark.rule("HOH-098")
def test_a_combatant_that_entered_in_defense_mode_cannot_attack():
    """Rollo enters in defense mode: no Battle Phase; in attack mode: battle at once."""
    for mode, battle in (("defense", False), ("attack", True)):
        p = play(table(side(hand=["rollo"]), side()), "rollo", f"mode {mode}")
        assert ("next phase" in legal(p)) is battle


# ------------------------------------------------------------------------------------------------ price
@pytest.mark.rule("HOH-099")
@pytest.mark.parametrize("cost", [0, 1, 2])
def test_an_attack_costs_what_the_rules_say(cost):
    """Nothing by default, else attack_cost for every attack, direct or not."""
    rules = {"attack_cost": cost} if cost else None
    p = attack(table(side(unit("rollo"), unit("lagertha")), side(), rules=rules), 0, DIRECT)
    assert points(p) == [50 - cost, 46]
    p.play("attack with 1", DIRECT)
    assert points(p) == [50 - 2 * cost, 42]
    p = attack(table(side(unit("rollo")), side(unit("thrall", "d")), rules=rules), 0, B0)
    assert points(p) == [50 - cost, 50]


@pytest.mark.rule("HOH-099")
@pytest.mark.parametrize(("sp", "cost", "open_"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)])
def test_an_attack_must_leave_a_state_point(sp, cost, open_):
    """With attack_cost an attack is legal only if the payer keeps at least 1."""
    p = table(side(unit("rollo"), sp=sp), side(), rules={"attack_cost": cost})
    assert ("next phase" in legal(p)) is open_


@pytest.mark.rule("HOH-099", "HOH-096")
def test_battle_ends_when_no_attack_can_be_paid():
    """At 2 State Points one attack for 1 is paid, the second cannot be."""
    p = attack(table(side(unit("rollo"), unit("rollo"), sp=2), side(), rules={"attack_cost": 1}), 0, DIRECT)
    assert points(p) == [1, 46]
    assert p.record.phase == Phase.ACTION_2


@pytest.mark.rule("HOH-099")
def test_a_lethal_attack_cost_puts_the_attacker_out_before_the_attack():
    """allow_lethal_costs: A at 1 pays 1 and is out; B takes no damage and wins."""
    rules = {"attack_cost": 1, "allow_lethal_costs": True}
    p = attack(table(side(unit("rollo"), sp=1), side(sp=2), rules=rules), 0, DIRECT)
    assert (p.over, p.record.winner, points(p)) == (True, 1, [0, 2])


# ------------------------------------------------------------------------------------------------ targets
@pytest.mark.rule("HOH-100")
def test_the_attacker_names_one_enemy_combatant():
    """Every enemy Combatant in any mode is a target, own ones and empty slots are not."""
    p = table(side(unit("rollo"), unit("rollo", "d")), side(unit("rollo"), unit("paris", "d"), None, unit("leif")))
    p.play("next phase", "attack with 0")
    assert legal(p) == {B0, B1, "enemy player_1 3"}


@pytest.mark.rule("HOH-100")
def test_the_named_target_and_no_other_is_fought():
    """Lagertha attacks Paris in slot 1: Rollo in slot 0 is untouched."""
    p = attack(table(side(unit("lagertha")), side(unit("rollo"), unit("paris"))), 0, B1)
    assert trench(p, 1)[:2] == ["rollo", "none"]
    assert points(p) == [50, 49]


@pytest.mark.rule("HOH-101")
def test_there_is_no_ganging_up():
    """Two Rollos fight a Huscarl in defense one after the other: 4 against 5 twice, both lost at 1 each."""
    p = attack(table(side(unit("rollo"), unit("rollo")), side(unit("huscarl", "d"))), 0, B0)
    assert (points(p), trench(p)[0]) == ([49, 50], "none")
    p.play("attack with 1", B0)
    assert points(p) == [48, 50]
    assert museum(p) == {"rollo": 2}
    assert trench(p, 1)[0] == "huscarl"


@pytest.mark.rule("HOH-102")
def test_a_surviving_target_may_be_attacked_again():
    """A Huscarl that beat Rollo is attacked by Alexander and falls; the same target was legal twice."""
    p = attack(table(side(unit("rollo"), unit("alexander")), side(unit("huscarl", "d"))), 0, B0)
    p.play("attack with 1")
    assert legal(p) == {B0}
    p.play(B0)
    assert museum(p, 1) == {"huscarl": 1}
    assert points(p) == [49, 50]


@pytest.mark.rule("HOH-102")
def test_a_warded_target_is_worn_down_by_two_attacks():
    """A Shieldmaiden survives the first attack of 5 against 3 and falls to the second."""
    p = attack(table(side(unit("lagertha"), unit("lagertha")), side(unit("shieldmaiden", "d"))), 0, B0)
    assert trench(p, 1)[0] == "shieldmaiden"
    p.play("attack with 1", B0)
    assert trench(p, 1)[0] == "none"
    assert points(p) == [50, 50]


# ------------------------------------------------------------------------------------------------ totals
@pytest.mark.rule("HOH-103")
def test_atk_never_counts_below_0():
    """Helen with Winged Sandals shows ATK 0, and draws 0 against 0 with Pythia."""
    p = table(side(unit("helen", "a", hold="winged_sandals")), side(unit("pythia")))
    assert stats(p) == (0, 3)
    attack(p, 0, B0)
    assert (trench(p)[0], trench(p, 1)[0]) == ("none", "none")
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-103")
def test_def_never_counts_below_0():
    """A Berserker in defense at 1 - 1 - 3 counts 0: Helen's 0 is equal, not higher."""
    p = table(side(unit("helen")), side(unit("berserker", "d", "labrys", turn_def=-3)))
    assert stats(p, 1)[1] == 0
    attack(p, 0, B0)
    assert (trench(p)[0], trench(p, 1)[0]) == ("none", "none")


@pytest.mark.rule("HOH-103")
def test_a_direct_attack_of_0_costs_nothing():
    """Helen's total of 0 takes nothing, and gives nothing."""
    p = attack(table(side(unit("helen", "a", hold="winged_sandals")), side()), 0, DIRECT)
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-104")
@pytest.mark.parametrize(
    ("weapon", "hold", "battlefield", "comrade", "changes", "total"),
    [
        ("none", "none", "none", None, {}, 4),
        ("xiphos", "none", "none", None, {}, 6),
        ("none", "none", "marathon", None, {}, 5),
        ("none", "none", "none", "argonauts", {}, 5),
        ("xiphos", "none", "marathon", "argonauts", {}, 8),
        ("xiphos", "winged_sandals", "marathon", "argonauts", {}, 6),
        ("xiphos", "none", "marathon", "argonauts", {"turn_atk": -1}, 7),
        ("xiphos", "none", "marathon", "argonauts", {"stay_atk": 2, "round_atk": [0, -3, 0, 0]}, 7),
    ],
)
def test_the_attackers_total_adds_all_bonuses_less_penalties(weapon, hold, battlefield, comrade, changes, total):
    """Spartan Hoplite: ATK 4, Xiphos 2, Marathon 1, a second soldier 1; Winged Sandals and effects take away."""
    hoplite = unit("spartan_hoplite", "a", weapon, hold, **changes)
    if comrade:  # fields of several axes are given for every slot
        comrade = unit(comrade, "d", **({"round_atk": [0, 0, 0, 0]} if "round_atk" in changes else {}))
    p = table(side(hoplite, comrade, battlefield=battlefield), side())
    assert stats(p)[0] == total
    assert points(attack(p, 0, DIRECT)) == [50, 50 - total]


@pytest.mark.rule("HOH-104")
def test_the_attackers_total_is_compared_in_battle():
    """8 against Ragnar's 7: B loses 1; B's own Marathon does not help A."""
    p = table(side(unit("spartan_hoplite", "a", "xiphos"), unit("argonauts", "d"), battlefield="marathon"), side(unit("ragnar")))
    assert points(attack(p, 0, B0)) == [50, 49]
    p = table(side(unit("spartan_hoplite")), side(battlefield="marathon"))
    assert points(attack(p, 0, DIRECT)) == [50, 46]


@pytest.mark.rule("HOH-105")
@pytest.mark.parametrize(
    ("target", "battlefield", "loss"),
    [
        (unit("huscarl"), "none", 4),
        (unit("huscarl", "a", "dory"), "marathon", 1),
        (unit("huscarl", "a", hold="round_shield"), "thermopylae", 4),
    ],
    ids=["3", "3 + 2 + 1", "DEF does not count"],
)
def test_a_target_in_attack_mode_counts_its_total_atk(target, battlefield, loss):
    """Alexander with 7 attacks a Huscarl in attack mode: its ATK 3 with its bonuses counts, its DEF does not."""
    p = attack(table(side(unit("alexander")), side(target, battlefield=battlefield)), 0, B0)
    assert trench(p, 1)[0] == "none"
    assert points(p) == [50, 50 - loss]


@pytest.mark.rule("HOH-106")
@pytest.mark.parametrize(
    ("attacker", "target", "command", "battlefield", "loss"),
    [
        ("rollo", unit("huscarl", "d"), [], "none", 1),
        ("ragnar", unit("huscarl", "d", hold="round_shield"), ["long_walls"], "thermopylae", 3),
        ("rollo", unit("huscarl", "d", "ulfberht"), [], "marathon", 1),
    ],
    ids=["5", "5 + 2 + 1 + 2", "ATK does not count"],
)
def test_a_target_in_defense_mode_counts_its_total_def(attacker, target, command, battlefield, loss):
    """A Huscarl in defense mode counts DEF 5 with its bonuses and beats the attacker."""
    p = attack(table(side(unit(attacker)), side(target, command=command, battlefield=battlefield)), 0, B0)
    assert museum(p) == {attacker: 1}
    assert trench(p, 1)[0] == "huscarl"
    assert points(p) == [50 - loss, 50]


# ------------------------------------------------------------------------------------------------ rows of the attack
@pytest.mark.rule("HOH-107")
def test_a_weapon_is_torn_away_before_totals_are_taken():
    """Rollo with a Bearded Axe (5) disarms Rollo with Xiphos (6, then 4) and beats him by 1."""
    p = attack(table(side(unit("rollo", "a", "bearded_axe")), side(unit("rollo", "a", "xiphos"))), 0, B0)
    assert museum(p, 1) == {"rollo": 1, "xiphos": 1}
    assert points(p) == [50, 49]


@pytest.mark.rule("HOH-107")
def test_a_foe_is_weakened_before_totals_are_taken():
    """Rollo with Gungnir has 5 against a Huscarl's DEF 5, which the spear makes 4 first."""
    p = attack(table(side(unit("rollo", "a", "gungnir")), side(unit("huscarl", "d"))), 0, B0)
    assert (trench(p)[0], trench(p, 1)[0]) == ("rollo", "none")


@pytest.mark.rule("HOH-107")
def test_a_player_out_by_the_attack_row_ends_the_game_before_totals():
    """Thor's row takes B's last State Point: his hopeless attack on Odin at 10 is never compared."""
    fallen = ["rollo", "rollo", "rollo"]
    p = attack(table(side(unit("thor")), side(unit("odin", "d", hold="aspis"), sp=1, museum=fallen)), 0, B0)
    assert (p.over, p.record.winner) == (True, 0)
    assert trench(p)[0] == "thor"
    assert points(p)[0] == 50


@pytest.mark.rule("HOH-108")
def test_an_attack_without_its_target_ends_and_stays_used(tmp_path):
    """An attack row slays the target: no battle follows, B loses nothing, the attacker has attacked."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: attack, to: foe, op: slay}]}")
    p = table(side(unit("card_95"), unit("rollo")), side(unit("rollo"), unit("paris")), rules=rules)
    attack(p, 0, B0)
    assert museum(p, 1) == {"rollo": 1}
    assert points(p) == [50, 50]
    assert legal(p) == {"next phase", "attack with 1"}
    assert trench(p)[0] == "card_95"


@pytest.mark.rule("HOH-108")
@pytest.mark.parametrize(("enemy", "target"), [([unit("helen")], B0), ([], DIRECT)], ids=["on a Combatant", "direct"])
def test_an_attack_without_its_attacker_ends(tmp_path, enemy, target):
    """An attack row slays the attacker itself: neither battle nor direct damage follows."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: attack, to: self, op: slay}]}")
    p = table(side(unit("card_95"), unit("rollo")), side(*enemy), rules=rules)
    attack(p, 0, target)
    assert museum(p) == {"card_95": 1}
    assert museum(p, 1) == {}
    assert points(p) == [50, 50]
    assert legal(p) == {"next phase", "attack with 1"}


@pytest.mark.rule("HOH-108", "HOH-097")
def test_attacks_left_are_shown():
    """One attack is shown before, none after; an attack that ended without a battle counts too."""
    p = table(side(unit("rollo"), unit("lagertha")), side())
    assert shown(p, "attacks_left")[0, :2].tolist() == [1, 1]
    attack(p, 0, DIRECT)
    assert shown(p, "attacks_left")[0, :2].tolist() == [0, 1]


@pytest.mark.rule("HOH-095")
def test_no_random_battle_phase_offers_anything_else():
    """Forty random games: the masks of the Battle Phase stay inside the attack ids and their targets."""
    sources, targets = [0, *range(32, 37)], list(range(77, 95))
    for batch in random_games(40, seed=3):
        rows = (batch.states["phase"] == Phase.BATTLE) & (batch.states["over"] == 0)
        for mask in batch.mask[rows]:
            inside = sources if mask[sources].any() else targets
            assert mask.sum() == mask[inside].sum() > 0
    assert GAME.actions.size == 111


@pytest.mark.rule("HOH-094")
def test_playing_a_combatant_may_open_the_battle_phase():
    """Nobody can attack until Rollo enters in attack mode."""
    p = table(side(unit("lagertha", "d"), hand=["rollo"]), side())
    assert "next phase" not in legal(p)
    assert playable(p) == {"rollo"}
    assert "next phase" in legal(play(p, "rollo", "mode attack"))
