"""Under which conditions effect rows are true: the thirteen conditions (HOH-164 to HOH-176)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import attack, hand, made_up, museum, pass_turn, play, points, shown, side, stats, table, unit


# ------------------------------------------------------------------------------------------------ attacking and defending
@pytest.mark.rule("HOH-164")
def test_attacking_is_true_for_the_attacker_only_while_it_attacks():
    """Berserker: 6 when attacking Rollo, 4 before and after in everybody's eyes."""
    p = table(side(unit("berserker")), side(unit("rollo"), unit("thrall")))
    assert stats(p) == (4, 1)
    attack(p, 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 48], {"rollo": 1})
    assert stats(p) == (4, 1)
    assert shown(p, "attack", 1)[1, 0] == 4


@pytest.mark.rule("HOH-164")
def test_attacking_is_false_for_the_attacked():
    """Berserker attacked in attack mode counts 4: Alexander wins by 3."""
    p = attack(table(side(unit("alexander")), side(unit("berserker"))), 0, "enemy player_1 0")
    assert points(p) == [50, 47]


@pytest.mark.rule("HOH-164")
def test_attacking_is_true_in_a_direct_attack():
    """Berserker attacks B directly with 6."""
    assert points(attack(table(side(unit("berserker")), side()), 0, "player player_1")) == [50, 44]


@pytest.mark.rule("HOH-164")
def test_attacking_is_false_for_a_comrade_of_the_attacker():
    """A second Berserker adds nothing to the attack of the first, and has its own 6 later."""
    p = table(side(unit("berserker"), unit("berserker")), side(unit("huscarl", "d"), unit("rollo")))
    attack(p, 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 50], {"huscarl": 1})
    attack(p, 1, "enemy player_1 1")
    assert points(p) == [50, 48]


@pytest.mark.rule("HOH-165")
@pytest.mark.parametrize(("mode", "left"), [("d", 48), ("a", 47)])
def test_defending_is_true_for_the_attacked(mode, left):
    """Rollo with Sarissa attacked by Lagertha (4): DEF 6 in defense mode, ATK 7 in attack mode."""
    p = attack(table(side(unit("lagertha")), side(unit("rollo", mode, "sarissa"))), 0, "enemy player_1 0")
    assert (points(p), museum(p)) == ([left, 50], {"lagertha": 1})


@pytest.mark.rule("HOH-165")
def test_defending_is_false_for_the_attacker_and_outside_battle():
    """Rollo with Sarissa shows 5/4 and attacks Thrall (1) with 5."""
    p = table(side(unit("rollo", "a", "sarissa")), side(unit("thrall")))
    assert stats(p) == (5, 4)
    assert points(attack(p, 0, "enemy player_1 0")) == [50, 46]


@pytest.mark.rule("HOH-165")
def test_defending_is_false_for_a_comrade_of_the_attacked():
    """Sarissa helps its bearer alone: Pericles beside it is beaten at DEF 4 by 5."""
    p = table(side(unit("rollo", "a", "seax")), side(unit("pericles", "d"), unit("rollo", "d", "sarissa")))
    assert museum(attack(p, 0, "enemy player_1 0"), 1) == {"pericles": 1}


# ------------------------------------------------------------------------------------------------ what the Combatant carries and is
@pytest.mark.rule("HOH-166")
@pytest.mark.parametrize(
    ("weapon", "hold", "loose", "totals"),
    [
        ("none", "none", [], (4, 3)),
        ("seax", "none", [], (6, 5)),
        ("none", "drinking_horn", [], (5, 4)),
        ("none", "none", ["seax"], (4, 3)),
    ],
    ids=["bare", "weapon", "hold only", "loose weapon"],
)
def test_armed_is_true_with_an_attached_weapon(weapon, hold, loose, totals):
    """Varangian Guard gains +1/+1 with a weapon attached, with nothing else."""
    assert stats(table(side(unit("varangian", "a", weapon, hold), command=loose), side())) == totals


@pytest.mark.rule("HOH-167")
@pytest.mark.parametrize(
    ("weapon", "hold", "loose", "totals"),
    [
        ("none", "none", [], (4, 4)),
        ("none", "aspis", [], (5, 7)),
        ("none", "none", ["long_walls"], (4, 4)),
        ("none", "none", ["aspis"], (4, 4)),
        ("xiphos", "none", [], (6, 4)),
    ],
    ids=["bare", "hold", "standing hold", "loose hold", "weapon only"],
)
def test_holding_is_true_with_an_attached_hold(weapon, hold, loose, totals):
    """Ajax gains +1/+1 with a hold attached, with nothing else."""
    assert stats(table(side(unit("ajax", "a", weapon, hold), command=loose), side())) == totals


@pytest.mark.rule("HOH-166", "HOH-167")
@pytest.mark.parametrize(
    ("condition", "weapon", "totals"), [("armed", "seax", (6, 7)), ("armed", "none", (4, 4)), ("holding", "none", (5, 6))]
)
def test_an_attached_card_asks_for_its_bearer(tmp_path, condition, weapon, totals):
    """A made-up hold that helps an armed or holding Combatant means the one that bears it."""
    rows = [f"{{when: cont, if: [{condition}], to: self, op: {op}, amt: {amt}}}" for op, amt in (("atk", 1), ("def", 2))]
    rules = made_up(tmp_path, f"{{type: hold, fx: [{', '.join(rows)}]}}")
    assert stats(table(side(unit("rollo", "a", weapon, "card_95"), unit("ajax", "a", "seax")), side(), rules=rules)) == totals


@pytest.mark.rule("HOH-168")
@pytest.mark.parametrize(("bearer", "atk"), [("thor", 13), ("rollo", 6), ("odin", 9)])
def test_bearer_is_names_one_title(bearer, atk):
    """Mjolnir gives +2, and +2 more to Thor."""
    assert stats(table(side(unit(bearer, "a", "mjolnir")), side()))[0] == atk


@pytest.mark.rule("HOH-168")
def test_bearer_is_does_not_look_at_comrades():
    """Mjolnir on Rollo beside Thor: Rollo 6, Thor 9."""
    p = table(side(unit("rollo", "a", "mjolnir"), unit("thor")), side())
    assert (stats(p), stats(p, 0, 1)) == ((6, 4), (9, 7))


@pytest.mark.rule("HOH-169")
@pytest.mark.parametrize(("bearer", "totals"), [("spartan_hoplite", (6, 4)), ("rollo", (5, 5)), ("ajax", (5, 5)), ("pericles", (2, 5))])
def test_bearer_sub_names_a_sub_type(bearer, totals):
    """Dory gives +1/+1, and +1 ATK more to a soldier."""
    assert stats(table(side(unit(bearer, "a", "dory")), side())) == totals


# ------------------------------------------------------------------------------------------------ foe_star
@pytest.mark.rule("HOH-170")
@pytest.mark.parametrize(("foe", "left"), [("leonidas", 45), ("rollo", 46)])
def test_foe_star_is_true_against_an_exceptional_combatant(foe, left):
    """Heracles attacks Leonidas (5) with 10 and Rollo (4) with 8."""
    p = table(side(unit("heracles")), side(unit(foe), unit("thrall", "d") if foe == "rollo" else None))
    assert stats(p) == (8, 7)
    assert points(attack(p, 0, "enemy player_1 0")) == [50, left]


@pytest.mark.rule("HOH-170")
@pytest.mark.parametrize(("attacker", "left"), [("leonidas", 45), ("rollo", 46)])
def test_foe_star_is_true_when_attacked_too(attacker, left):
    """Heracles attacked by Leonidas (5) counts 10, attacked by Rollo (4) 8."""
    assert points(attack(table(side(unit(attacker)), side(unit("heracles"))), 0, "enemy player_1 0")) == [left, 50]


@pytest.mark.rule("HOH-170")
def test_foe_star_is_false_in_a_direct_attack():
    """Heracles attacks B directly with 8."""
    assert points(attack(table(side(unit("heracles")), side()), 0, "player player_1")) == [50, 42]


# ------------------------------------------------------------------------------------------------ who else is there
@pytest.mark.rule("HOH-171")
@pytest.mark.parametrize(("mine", "theirs", "atk"), [([], [], 4), (["alexander"], [], 7), ([], ["alexander"], 4), (["rollo"], [], 4)])
def test_with_looks_for_a_title_in_the_own_trench(mine, theirs, atk):
    """Companion Cavalry: 4 alone, 4 + 2 + Alexander's own 1 beside him (T31), 4 against him."""
    p = table(side(unit("companion_cavalry"), *map(unit, mine)), side(*map(unit, theirs)))
    assert stats(p) == (atk, 3)


@pytest.mark.rule("HOH-171")
@pytest.mark.parametrize("zone", ["hand", "museum", "deck"])
def test_with_does_not_look_outside_the_trench(zone):
    """Alexander in hand, Museum or deck does not count."""
    assert stats(table(side(unit("companion_cavalry"), **{zone: ["alexander"]}), side()))[0] == 4


@pytest.mark.rule("HOH-172")
@pytest.mark.parametrize(
    ("mine", "theirs", "atk"),
    [
        ([], [], 4),
        (["berserker"], [], 5),
        (["rollo"], [], 4),
        ([], ["berserker"], 4),
        (["lagertha"], [], 5),
        (["berserker", "thor"], [], 5),
    ],
)
def test_mine_ge_counts_own_combatants_of_a_sub_type_with_itself(mine, theirs, atk):
    """Lagertha: +1 with two own warriors in the Trench, herself included; the number does not multiply it."""
    assert stats(table(side(unit("lagertha"), *map(unit, mine)), side(*map(unit, theirs)))) == (atk, 3)


@pytest.mark.rule("HOH-173")
@pytest.mark.parametrize(("mine", "theirs", "atk"), [(0, 0, 3), (0, 1, 3), (0, 2, 5), (2, 1, 3), (1, 2, 5)])
def test_theirs_ge_counts_the_combatants_of_the_opponent(mine, theirs, atk):
    """Freydis: 3 against one, 5 against two, whatever stands beside her."""
    p = table(side(unit("freydis"), *[unit("rollo")] * mine), side(*[unit("ajax")] * theirs))
    assert stats(p) == (atk, 3)


@pytest.mark.rule("HOH-173")
@pytest.mark.parametrize(("second", "third", "atk"), [(1, 1, 5), (1, 0, 3), (0, 2, 5), (0, 0, 3)])
def test_theirs_ge_adds_up_all_opponents(second, third, atk):
    """Three players: one Combatant of each opponent makes two."""
    p = table(side(unit("freydis")), side(*[unit("ajax")] * second), side(*[unit("ajax")] * third))
    assert stats(p) == (atk, 3)


# ------------------------------------------------------------------------------------------------ the player
@pytest.mark.rule("HOH-174")
@pytest.mark.parametrize(("mine", "theirs", "totals"), [(21, 50, (4, 3)), (20, 50, (5, 4)), (1, 50, (5, 4)), (50, 20, (4, 3))])
def test_sp_le_looks_at_the_state_points_of_the_controller(mine, theirs, totals):
    """Egil: 4/3 at 21, 5/4 at 20 and below; B's points do not matter."""
    assert stats(table(side(unit("egil"), sp=mine), side(sp=theirs))) == totals


@pytest.mark.rule("HOH-174")
def test_sp_le_follows_the_state_points_at_once():
    """At 21 Pythia pays 1 for a card: Egil has 5/4 from then on; Ambrosia takes it away."""
    p = table(side(unit("egil"), unit("pythia"), hand=["ambrosia"], sp=21), side()).play("activate 1")
    assert (points(p)[0], stats(p)) == (20, (5, 4))
    play(p, "ambrosia")
    assert (points(p)[0], stats(p)) == (24, (4, 3))


@pytest.mark.rule("HOH-175")
@pytest.mark.parametrize(
    ("mine", "theirs", "totals"),
    [
        (["paris", "ajax", "hector", "helen"], [], (4, 4)),
        (["paris", "ajax", "hector", "helen", "thor"], [], (5, 5)),
        (["paris"] * 3 + ["ajax"] * 2, [], (5, 5)),
        (["xiphos", "seax", "dory", "kopis", "labrys"], [], (4, 4)),
        (["paris", "ajax", "hector", "helen", "xiphos"], [], (4, 4)),
        ([], ["paris", "ajax", "hector", "helen", "thor"], (4, 4)),
    ],
    ids=["four", "four and Thor", "copies", "weapons", "four and a weapon", "museum of the opponent"],
)
def test_museum_ge_counts_combatant_cards_in_the_own_museum(mine, theirs, totals):
    """Valhalla gives +1/+1 once five Combatant cards, plain or Exceptional, lie in its owner's Museum."""
    assert stats(table(side(unit("rollo"), battlefield="valhalla", museum=mine), side(museum=theirs))) == totals


@pytest.mark.rule("HOH-176")
@pytest.mark.parametrize(
    ("mine", "theirs", "scope", "defense"),
    [
        ("none", "none", "per_player", 4),
        ("hedeby", "none", "per_player", 5),
        ("none", "hedeby", "per_player", 4),
        ("none", "hedeby", "shared", 5),
        ("none", "none", "shared", 4),
    ],
)
def test_field_is_true_with_an_own_battlefield_or_with_any_on_a_shared_table(mine, theirs, scope, defense):
    """Athenian Hoplite: 5 with the own Hedeby, 4 with only B's; with battlefield_scope=shared any one counts."""
    p = table(side(unit("athenian_hoplite"), battlefield=mine), side(battlefield=theirs), rules={"battlefield_scope": scope})
    assert stats(p) == (3, defense)


# ------------------------------------------------------------------------------------------------ in triggered rows
@pytest.mark.rule("HOH-174", "HOH-231")
@pytest.mark.parametrize(("start", "after"), [(10, 11), (11, 11), (30, 30)])
def test_the_condition_of_a_triggered_row_is_asked_when_it_resolves(tmp_path, start, after):
    """Begin rows of a made-up Combatant gain 1 at 10 or less; at 11 or more nothing happens."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: begin, if: [sp_le, 10], to: me, op: gain, amt: 1}]}")
    p = table(side(unit("card_95"), sp=start), side(), phase="beginning", rules=rules).play("draw 1")
    assert points(p)[0] == after


@pytest.mark.rule("HOH-174", "HOH-231")
def test_an_earlier_row_may_make_the_condition_of_a_later_one_false(tmp_path):
    """Two begin rows that gain 4 at 10 or less: from 8 the first gives 12, so the second gives nothing."""
    row = "{when: begin, if: [sp_le, 10], to: me, op: gain, amt: 4}"
    rules = made_up(tmp_path, f"{{type: combatant, fx: [{row}, {row}]}}")
    p = table(side(unit("card_95"), sp=8), side(), phase="beginning", rules=rules).play("draw 1")
    assert points(p)[0] == 12


@pytest.mark.rule("HOH-170")
def test_foe_star_works_in_attack_rows(tmp_path):
    """A made-up Combatant draws when it attacks an Exceptional one, not when it attacks a plain one."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: attack, if: [foe_star], to: me, op: draw, amt: 1}]}")
    for foe, cards in (("leonidas", {"rollo": 1}), ("huscarl", {})):
        p = attack(table(side(unit("card_95"), deck=["rollo"]), side(unit(foe, "d")), rules=rules), 0, "enemy player_1 0")
        assert hand(p) == cards


@pytest.mark.rule("HOH-172")
def test_mine_ge_of_a_battlefield_counts_the_combatants_of_its_owner(tmp_path):
    """A made-up Battlefield helps only while its owner has two warriors; B's warriors do not count."""
    rules = made_up(tmp_path, "{type: battlefield, fx: [{when: cont, if: [mine_ge, warrior, 2], to: mine, op: def, amt: 3}]}")
    p = table(side(unit("rollo"), unit("hector"), battlefield="card_95"), side(unit("ajax"), unit("thor")), rules=rules)
    assert stats(p) == (4, 4)
    p = table(side(unit("rollo"), unit("hector"), unit("ajax"), battlefield="card_95"), side(), rules=rules)
    assert stats(p) == (4, 7)
    pass_turn(p)
    assert stats(p) == (4, 7)


@pytest.mark.rule("HOH-164", "HOH-165", "HOH-170")
@pytest.mark.parametrize(
    ("condition", "attacks", "foe", "gained"),
    [
        ("foe_star", True, "leonidas", 5),
        ("foe_star", True, "ajax", 0),
        ("foe_star", False, "leonidas", 5),
        ("foe_star", False, "ajax", 0),
        ("attacking", True, "ajax", 5),
        ("attacking", False, "ajax", 0),
        ("defending", True, "ajax", 0),
        ("defending", False, "ajax", 5),
    ],
)
def test_conditions_of_the_battle_hold_in_kill_rows(tmp_path, condition, attacks, foe, gained):
    """A made-up Combatant gains 5 for a kill under a condition, although the other Combatant has left."""
    rules = made_up(tmp_path, f"{{type: combatant, atk: 6, def: 2, fx: [{{when: kill, if: [{condition}], to: me, op: gain, amt: 5}}]}}")
    winner, loser = side(unit("card_95")), side(unit(foe))
    p = table(*((winner, loser) if attacks else (loser, winner)), rules=rules)
    attack(p, 0, "enemy player_1 0")
    assert museum(p, 1 if attacks else 0) == {foe: 1}
    assert points(p)[0 if attacks else 1] == 50 + gained
