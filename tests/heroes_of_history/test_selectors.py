"""Whom effect rows strike: the fourteen selectors and the filters (HOH-177 to HOH-190, HOH-221, HOH-222)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import (
    attack,
    battlefield,
    hand,
    legal,
    made_up,
    museum,
    pass_turn,
    play,
    playable,
    points,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
)


# ------------------------------------------------------------------------------------------------ self, it, foe
@pytest.mark.rule("HOH-177")
def test_self_of_an_attached_card_is_its_bearer():
    """Xiphos on Rollo beside Paris: Rollo 6, Paris 3."""
    p = table(side(unit("rollo", "a", "xiphos"), unit("paris")), side(unit("paris")))
    assert [stats(p), stats(p, 0, 1), stats(p, 1)] == [(6, 4), (3, 2), (3, 2)]


@pytest.mark.rule("HOH-177")
def test_self_of_a_combatant_is_that_copy_alone():
    """Two Ajaxes, one with a hold: only that one gets his +1/+1."""
    p = table(side(unit("ajax", "a", "none", "aspis"), unit("ajax")), side())
    assert [stats(p), stats(p, 0, 1)] == [(5, 7), (4, 4)]


@pytest.mark.rule("HOH-177")
def test_self_of_a_loose_weapon_is_nobody(tmp_path):
    """A made-up weapon that strengthens its bearer when placed finds nobody in the Command Zone."""
    rules = made_up(tmp_path, "{type: weapon, fx: [{when: play, to: self, op: atk, amt: 2, for: stay}]}")
    p = play(table(side(unit("rollo"), hand=["card_95"]), side(), rules=rules), "card_95")
    p.play("attach 0", "own 0")
    assert stats(p) == (4, 4)


@pytest.mark.rule("HOH-178")
def test_it_is_the_combatant_picked_by_an_earlier_row():
    """Perseus asks once: the picked Lagertha is stunned and locked until A's next turn, Rollo neither (T28)."""
    p = table(side(unit("huscarl"), unit("huscarl"), hand=["perseus"]), side(unit("lagertha"), unit("rollo")))
    play(p, "perseus", "own 0", "own 1", "mode attack")
    assert legal(p) == {"enemy player_1 0", "enemy player_1 1"}
    p.play("enemy player_1 0")
    assert "end turn" in legal(p)
    assert [shown(p, name)[1, :2].tolist() for name in ("stunned", "locked")] == [[1, 0], [1, 0]]
    pass_turn(p)
    assert "switch 1" in legal(p)
    assert "switch 0" not in legal(p)
    p.play("next phase")
    assert legal(p) == {"next phase", "attack with 1"}
    p.play("next phase", "end turn")
    assert [shown(p, name)[1, :2].tolist() for name in ("stunned", "locked")] == [[0, 0], [0, 0]]


@pytest.mark.rule("HOH-178")
def test_it_of_one_card_is_forgotten_when_the_next_is_played():
    """Two Berserkergangs, one on each unit: each strengthens the Combatant picked for it."""
    p = table(side(unit("rollo"), unit("ajax"), hand=["berserkergang"] * 2), side())
    play(p, "berserkergang", "own 0")
    play(p, "berserkergang", "own 1")
    assert [stats(p), stats(p, 0, 1)] == [(5, 4), (5, 4)]
    assert shown(p, "attacks_left")[0, :2].tolist() == [2, 2]


@pytest.mark.rule("HOH-179")
def test_foe_is_the_other_combatant_of_the_battle():
    """Rollo with Gungnir attacks Thor in defense: 5 against 6; Thor reads 8/6 until the end, Paris beside him 3/2."""
    p = attack(table(side(unit("rollo", "a", "gungnir")), side(unit("thor", "d"), unit("paris"))), 0, "enemy player_1 0")
    assert (points(p), museum(p)) == ([49, 50], {"gungnir": 1, "rollo": 1})
    assert [stats(p, 1), stats(p, 1, 1)] == [(8, 6), (3, 2)]
    p.play("end turn")
    assert stats(p, 1) == (9, 7)


@pytest.mark.rule("HOH-179")
def test_foe_is_nobody_in_a_direct_attack():
    """Rollo with Gungnir hits B for 5; nothing else changes."""
    p = attack(table(side(unit("rollo", "a", "gungnir"), unit("paris")), side()), 0, "player player_1")
    assert (points(p), stats(p), stats(p, 0, 1)) == ([50, 45], (5, 4), (3, 2))


@pytest.mark.rule("HOH-179")
def test_foe_is_nobody_when_a_raider_passes_the_combatants(tmp_path):
    """A raid past Paris does not weaken Paris."""
    rules = made_up(tmp_path, "{type: weapon, fx: [{when: attack, to: foe, op: slay}]}")
    p = table(side(unit("rollo", "a", "card_95", "winged_sandals")), side(unit("paris", "d")), rules=rules)
    attack(p, 0, "player player_1")
    assert (points(p), trench(p, 1)[0]) == ([50, 48], "paris")


# ------------------------------------------------------------------------------------------------ groups
@pytest.mark.rule("HOH-180")
def test_mine_are_all_own_combatants_that_pass_the_filter():
    """Phalanx Formation: two own soldiers +2/+2, own Rollo and B's soldier unchanged."""
    p = table(side(unit("athenian_hoplite"), unit("rollo"), unit("huscarl", "d"), hand=["phalanx"]), side(unit("huscarl")))
    play(p, "phalanx")
    assert [stats(p, 0, slot) for slot in range(3)] == [(5, 6), (4, 4), (5, 7)]
    assert stats(p, 1) == (3, 5)


@pytest.mark.rule("HOH-180")
def test_an_instant_effect_does_not_reach_later_arrivals():
    """A soldier that enters after Phalanx Formation has its printed values."""
    p = play(table(side(unit("athenian_hoplite"), hand=["phalanx", "huscarl"]), side()), "phalanx")
    play(p, "huscarl", "mode attack")
    assert [stats(p), stats(p, 0, 1)] == [(5, 6), (3, 5)]


@pytest.mark.rule("HOH-181")
def test_others_are_all_own_combatants_but_the_source():
    """Alexander 7, Paris 4, Rollo (no Greek) 4, Companion Cavalry 7; Greeks of B unchanged (T31)."""
    p = table(side(*map(unit, ("alexander", "paris", "rollo", "companion_cavalry"))), side(unit("paris")))
    assert [stats(p, 0, slot)[0] for slot in range(4)] == [7, 4, 4, 7]
    assert stats(p, 1) == (3, 2)


@pytest.mark.rule("HOH-181")
def test_a_second_copy_is_another_combatant():
    """Two Alexanders give each other +1."""
    p = table(side(unit("alexander"), unit("alexander")), side())
    assert [stats(p), stats(p, 0, 1)] == [(8, 6), (8, 6)]


@pytest.mark.rule("HOH-182")
def test_theirs_are_all_combatants_of_all_opponents():
    """Olympic Truce with three players: units of both opponents cannot attack in their next turns, A's can."""
    p = table(side(unit("rollo"), hand=["olympic_truce"]), side(unit("ajax"), unit("paris")), side(unit("hector")))
    play(p, "olympic_truce")
    assert shown(p, "stunned")[:3, :2].tolist() == [[0, 0], [1, 1], [1, 0]]
    assert "next phase" in legal(p)
    for seat in (1, 2):
        pass_turn(p)
        assert p.seat == seat
        assert "next phase" not in legal(p)
    for _ in range(2):
        pass_turn(p)
        assert "next phase" in legal(p)


@pytest.mark.rule("HOH-182")
def test_theirs_in_a_continuous_row(tmp_path):
    """A made-up Battlefield takes 1 ATK from every enemy Combatant and from no own one."""
    rules = made_up(tmp_path, "{type: battlefield, fx: [{when: cont, to: theirs, op: atk, amt: -1}]}")
    p = table(side(unit("rollo"), battlefield="card_95"), side(unit("ajax"), unit("helen")), side(unit("hector")), rules=rules)
    assert [stats(p), stats(p, 1), stats(p, 1, 1), stats(p, 2)] == [(4, 4), (3, 4), (0, 3), (3, 4)]
    p.play("discard battlefield")
    assert [stats(p, 1), stats(p, 2)] == [(4, 4), (4, 4)]


# ------------------------------------------------------------------------------------------------ picks
@pytest.mark.rule("HOH-183")
def test_pick_mine_offers_every_own_combatant():
    """Berserkergang with two units asks for one of them; B's unit is no choice."""
    p = play(table(side(unit("rollo"), None, unit("ajax", "d"), hand=["berserkergang"]), side(unit("thor"))), "berserkergang")
    assert legal(p) == {"own 0", "own 2"}
    p.play("own 2")
    assert [stats(p), stats(p, 0, 2)] == [(4, 4), (5, 4)]


@pytest.mark.rule("HOH-183")
def test_pick_mine_without_own_combatants_makes_the_action_unplayable():
    """Berserkergang with an empty Trench is not playable."""
    assert playable(table(side(hand=["berserkergang"]), side(unit("thor")))) == set()


@pytest.mark.rule("HOH-183")
@pytest.mark.parametrize(
    ("selector", "totals"), [("pick_mine", [(4, 4), (4, 3)]), ("others", [(5, 4), (3, 3)]), ("mine", [(5, 4), (4, 3)])]
)
def test_a_newcomer_is_one_of_mine_and_not_of_others(tmp_path, selector, totals):
    """A made-up Combatant strengthens when it enters: it may pick itself, it is among mine, it is not among the others."""
    rules = made_up(tmp_path, f"{{type: combatant, fx: [{{when: play, to: {selector}, op: atk, amt: 1, for: stay}}]}}")
    p = play(table(side(unit("rollo"), hand=["card_95"]), side(), rules=rules), "card_95", "mode attack")
    if selector == "pick_mine":
        assert legal(p) == {"own 0", "own 1"}
        p.play("own 1")
    assert [stats(p), stats(p, 0, 1)] == totals


@pytest.mark.rule("HOH-184")
def test_pick_theirs_offers_every_enemy_combatant_guarded_or_not():
    """Ivar: Hector's guard does not matter; the chosen Rollo reads 2/2."""
    p = table(side(unit("thrall"), hand=["ivar"]), side(unit("hector"), unit("rollo")))
    play(p, "ivar", "own 0", "mode attack")
    assert legal(p) == {"enemy player_1 0", "enemy player_1 1"}
    p.play("enemy player_1 1")
    assert [stats(p, 1), stats(p, 1, 1)] == [(4, 4), (2, 2)]


@pytest.mark.rule("HOH-184")
def test_pick_theirs_offers_the_combatants_of_all_opponents():
    """Loki's Trick with three players: units of both opponents, no own one."""
    p = table(side(unit("ajax"), hand=["loki_trick"]), side(unit("rollo")), side(None, unit("thor")))
    assert legal(play(p, "loki_trick")) == {"enemy player_1 0", "enemy player_2 1"}


# ------------------------------------------------------------------------------------------------ weak and strong
@pytest.mark.rule("HOH-185")
def test_weak_theirs_has_the_lowest_total_of_its_mode():
    """Artemis's Bow: Lagertha attacks with 4, Paris defends with 2: Paris is weakened for this turn (T38)."""
    p = table(side(unit("rollo", "a", "artemis_bow")), side(unit("lagertha"), unit("paris", "d")), phase="beginning")
    assert stats(p, 1, 1) == (3, 2)
    p.play("draw 1")
    assert [stats(p, 1), stats(p, 1, 1)] == [(4, 3), (2, 1)]
    p.play("end turn")
    assert stats(p, 1, 1) == (3, 2)


@pytest.mark.rule("HOH-185")
@pytest.mark.parametrize(
    ("first", "second", "struck"),
    [
        (("lagertha", "a"), ("rollo", "d"), 0),  # 4 and 4: the lowest slot
        (("rollo", "d"), ("lagertha", "a"), 0),
        (("huscarl", "d"), ("rollo", "a"), 1),  # 5 and 4: ATK 3 of the Huscarl does not count
        (("huscarl", "a"), ("rollo", "a"), 0),
        (("lagertha", "d"), ("rollo", "a"), 0),  # DEF 3 counts, not ATK 4
    ],
)
def test_weak_theirs_compares_the_value_of_the_mode_and_takes_the_lowest_slot(first, second, struck):
    """The total is ATK in attack mode and DEF in defense mode; of equals the lowest slot is struck."""
    p = table(side(unit("rollo", "a", "artemis_bow")), side(unit(*first), unit(*second)), phase="beginning")
    before = [stats(p, 1, slot) for slot in range(2)]
    p.play("draw 1")
    after = [stats(p, 1, slot) for slot in range(2)]
    assert [after[slot] != before[slot] for slot in range(2)] == [slot == struck for slot in range(2)]


@pytest.mark.rule("HOH-185")
def test_of_equals_the_nearest_seat_after_the_controller_is_struck():
    """The bow of seat 1: a Lagertha of seat 2 and one of seat 0 stand at 4; seat 2 comes first after seat 1."""
    p = table(side(unit("lagertha")), side(unit("rollo", "a", "artemis_bow")), side(None, unit("lagertha")))
    pass_turn(p)
    assert [stats(p), stats(p, 2, 1)] == [(4, 3), (3, 2)]


@pytest.mark.rule("HOH-186")
def test_strong_theirs_has_the_highest_total_among_those_that_pass_the_filter():
    """Ostracism against Thor 9 (Exceptional), Rollo with Xiphos 6 and Huscarl in defense 5: Rollo."""
    foes = unit("thor"), unit("huscarl", "d"), unit("rollo", "a", "xiphos")
    p = play(table(side(hand=["ostracism"]), side(*foes)), "ostracism")
    assert (trench(p, 1)[:3], museum(p, 1)) == (["thor", "huscarl", "none"], {"rollo": 1, "xiphos": 1})


@pytest.mark.rule("HOH-186")
@pytest.mark.parametrize(
    ("first", "second", "slain"),
    [(("rollo", "d"), ("ajax", "a"), 0), (("huscarl", "a"), ("rollo", "a"), 1), (("huscarl", "d"), ("rollo", "a"), 0)],
    ids=["equal", "ATK counts", "DEF counts"],
)
def test_strong_theirs_has_the_same_tie_rule(first, second, slain):
    """The value of the mode counts; of equals the lowest slot."""
    p = play(table(side(hand=["ostracism"]), side(unit(*first), unit(*second))), "ostracism")
    assert [name == "none" for name in trench(p, 1)[:2]] == [slot == slain for slot in range(2)]


@pytest.mark.rule("HOH-186")
def test_of_equally_strong_ones_the_nearest_seat_is_struck():
    """Seat 1 plays Ostracism: of two Rollos the one of seat 2 falls, not that of seat 0."""
    p = table(side(unit("rollo")), side(hand=["ostracism"]), side(None, None, unit("rollo")))
    play(pass_turn(p), "ostracism")
    assert (museum(p), museum(p, 2)) == ({}, {"rollo": 1})


# ------------------------------------------------------------------------------------------------ players
@pytest.mark.rule("HOH-187")
def test_me_is_the_controller_of_the_source():
    """Ambrosia of A: 54 and 50; a Coin on B's unit pays B although A acts."""
    assert points(play(table(side(hand=["ambrosia"]), side()), "ambrosia")) == [54, 50]
    p = attack(table(side(unit("alexander")), side(unit("paris", "d", "none", "coin_of_charon"))), 0, "enemy player_1 0")
    assert points(p) == [50, 54]


@pytest.mark.rule("HOH-188")
def test_opp_of_a_played_card_is_the_only_opponent_unasked():
    """Two players: Danegeld takes 2 from B without a question."""
    p = play(table(side(hand=["danegeld"], deck=["rollo", "ajax"]), side()), "danegeld")
    assert (points(p), hand(p)) == ([50, 48], {"rollo": 1})


@pytest.mark.rule("HOH-188")
def test_opp_of_a_played_card_is_chosen_once_among_several():
    """Three players: Danegeld asks once; seat 2 loses 2 and A draws (T36)."""
    p = play(table(side(hand=["danegeld"], deck=["rollo"], sp=25), side(sp=25), side(sp=25)), "danegeld")
    assert legal(p) == {"player player_1", "player player_2"}
    p.play("player player_2")
    assert (points(p), hand(p)) == ([25, 25, 23], {"rollo": 1})
    assert "end turn" in legal(p)


@pytest.mark.rule("HOH-188")
def test_the_chosen_opponent_holds_for_all_rows_of_the_card(tmp_path):
    """A made-up Action with two opp rows asks once and strikes the same seat twice."""
    rows = "{when: play, to: opp, op: lose, amt: 2}, {when: play, to: opp, op: mill, amt: 1}"
    rules = made_up(tmp_path, f"{{type: action, fx: [{rows}]}}")
    p = play(table(side(hand=["card_95"]), side(), side(), rules=rules), "card_95", "player player_2")
    assert points(p) == [50, 50, 48]
    assert (museum(p, 1), museum(p, 2)) == ({}, {"pericles": 1})
    assert "end turn" in legal(p)


@pytest.mark.rule("HOH-188")
def test_opp_of_an_activated_row_is_chosen_too():
    """Three players: Volva's ability asks whose deck is milled; opponents that are out are no choice."""
    p = table(side(unit("volva")), side(), side()).play("activate 0")
    assert legal(p) == {"player player_1", "player player_2"}
    p.play("player player_1")
    assert (points(p)[0], museum(p, 1), museum(p, 2)) == (49, {"pericles": 2}, {})
    p = play(table(side(unit("volva"), hand=["lindisfarne"]), side(), side(sp=2)), "lindisfarne", "player player_2")
    p.play("activate 0")
    assert "player player_2" not in legal(p)


@pytest.mark.rule("HOH-188")
def test_opp_of_a_battle_row_is_the_controller_of_the_other_side():
    """Ragnar of seat 0 kills a Combatant of seat 2: seat 2 pays, unasked."""
    p = attack(table(side(unit("ragnar")), side(), side(unit("rollo", "d"))), 0, "enemy player_2 0")
    assert points(p) == [52, 50, 48]


@pytest.mark.rule("HOH-188")
def test_opp_of_a_battle_row_of_the_attacked_is_the_attacking_player():
    """Seat 1 attacks Ragnar of seat 2 and loses: seat 1 pays the difference of 4 and 2 more; Ragnar's next seat is 0."""
    p = pass_turn(table(side(), side(unit("paris")), side(unit("ragnar"))))
    attack(p, 0, "enemy player_2 0")
    assert points(p) == [50, 44, 52]


@pytest.mark.rule("HOH-188")
def test_opp_of_a_direct_row_is_the_damaged_player():
    """Viking Raider attacks seat 2 directly: seat 2 discards."""
    p = attack(table(side(unit("raider")), side(hand=["ajax"]), side(hand=["paris"])), 0, "player player_2")
    assert (points(p), hand(p, 1), museum(p, 2)) == ([50, 50, 46], {"ajax": 1}, {"paris": 1})


@pytest.mark.rule("HOH-188")
@pytest.mark.parametrize(("trigger", "struck"), [("attack", 2), ("death", 0), ("ally_killed", 0)])
def test_opp_of_attack_death_and_ally_killed_rows_is_the_other_side(tmp_path, trigger, struck):
    """Three players, seat 0 attacks seat 2: the attacker's row strikes seat 2, rows of seat 2 strike seat 0, never seat 1."""
    rules = made_up(tmp_path, f"{{type: combatant, fx: [{{when: {trigger}, to: opp, op: mill, amt: 1}}]}}")
    mine = unit("card_95") if trigger == "attack" else unit("alexander")
    theirs = [unit("card_95", "d") if trigger == "death" else unit("ajax", "d"), unit("card_95", "d") if trigger == "ally_killed" else None]
    p = attack(table(side(mine), side(), side(*theirs), rules=rules), 0, "enemy player_2 0")
    assert [museum(p, seat).get("pericles", 0) for seat in range(3)] == [int(seat == struck) for seat in range(3)]


@pytest.mark.rule("HOH-188", "HOH-206")
def test_opp_of_the_death_row_of_a_slain_combatant_is_the_next_player(tmp_path):
    """Three players: seat 0 slays a Combatant of seat 1, which is no battle: seat 2 comes after seat 1."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: death, to: opp, op: lose, amt: 1}]}")
    p = play(table(side(hand=["ostracism"]), side(unit("card_95")), side(), rules=rules), "ostracism")
    assert points(p) == [48, 50, 49]


@pytest.mark.rule("HOH-188")
def test_opp_of_other_rows_is_the_next_living_player():
    """Dragon-Prow Longship of seat 0: seat 1 loses 1 and is out; at the next beginning it is seat 2."""
    p = table(side(command=["longship"]), side(sp=1), side(), phase="beginning").play("draw 1")
    assert (points(p), p.record.alive[:3].tolist()) == ([50, 0, 50], [1, 0, 1])
    pass_turn(p)
    assert (p.seat, points(p)) == (2, [50, 0, 50])
    pass_turn(p)
    assert (p.seat, points(p)) == (0, [50, 0, 49])


@pytest.mark.rule("HOH-189")
def test_each_opp_is_every_living_opponent():
    """Thor attacks, three players at 25: both opponents stand at 24, then seat 2 takes 9 (T36)."""
    p = table(side(unit("thor"), sp=25), side(unit("huscarl", "d"), sp=25), side(sp=25))
    attack(p, 0, "player player_2")
    assert points(p) == [25, 24, 15]


@pytest.mark.rule("HOH-189")
def test_each_opp_leaves_out_players_who_are_out():
    """With seat 1 out, Thor's row strikes seats 2 and 3 only."""
    p = play(table(side(unit("thor"), hand=["danegeld"]), side(sp=2), side(), side()), "danegeld", "player player_1")
    attack(p, 0, "player player_3")
    assert points(p) == [50, 0, 49, 40]


@pytest.mark.rule("HOH-190")
def test_killer_is_the_controller_of_the_combatant_that_killed():
    """Rollo of A beside Paris attacks Alexander of B and falls: A loses 3 by the battle, B 3 by Paris."""
    p = attack(table(side(unit("rollo"), unit("paris", "d")), side(unit("alexander"))), 0, "enemy player_1 0")
    assert points(p) == [47, 47]


@pytest.mark.rule("HOH-190")
def test_killer_is_the_attacking_seat_and_not_the_next_one():
    """Three players: seat 0 kills a comrade of seat 2's Paris; seat 0 pays."""
    p = attack(table(side(unit("alexander")), side(), side(unit("rollo", "d"), unit("paris", "d"))), 0, "enemy player_2 0")
    assert points(p) == [47, 50, 50]


# ------------------------------------------------------------------------------------------------ filters
@pytest.mark.rule("HOH-221")
@pytest.mark.parametrize(("card", "mode", "atk"), [("lagertha", "a", 5), ("lagertha", "d", 4), ("rollo", "a", 4), ("rollo", "d", 4)])
def test_all_parts_of_a_filter_must_match(card, mode, atk):
    """Raven Banner (warrior, attack mode): Lagertha in attack mode alone gets +1."""
    assert stats(table(side(unit(card, mode), command=["raven_banner"]), side()))[0] == atk


@pytest.mark.rule("HOH-221")
@pytest.mark.parametrize(
    ("only", "helped"),
    [
        ("{set: vikings}", {"rollo", "thor"}),
        ("{star: true}", {"alexander", "thor"}),
        ("{star: false}", {"rollo", "paris"}),
        ("{kind: combatant}", {"rollo", "paris"}),
        ("{kind: exceptional}", {"alexander", "thor"}),
        ("{sub: general}", {"alexander", "rollo"}),
        ("{mode: defense}", {"paris", "thor"}),
        ("{set: greeks, star: true}", {"alexander"}),
        ("{sub: general, mode: defense}", set()),
        ("{}", {"alexander", "rollo", "paris", "thor"}),
    ],
)
def test_each_part_of_a_filter(tmp_path, only, helped):
    """A made-up Battlefield gives +3 DEF to own Combatants that pass its filter."""
    rules = made_up(tmp_path, f"{{type: battlefield, fx: [{{when: cont, to: mine, only: {only}, op: def, amt: 3}}]}}")
    printed = {"alexander": 6, "rollo": 4, "paris": 2, "thor": 7}
    units = unit("alexander"), unit("rollo"), unit("paris", "d"), unit("thor", "d")
    p = table(side(*units, battlefield="card_95"), side(), rules=rules)
    assert {name for slot, name in enumerate(printed) if stats(p, 0, slot)[1] == printed[name] + 3} == helped
    assert battlefield(p) == "card_95"


@pytest.mark.rule("HOH-221")
@pytest.mark.parametrize(("mode", "totals"), [("a", (4, 4)), ("d", (4, 6))])
def test_a_filter_on_self_makes_the_row_do_nothing_when_it_fails(tmp_path, mode, totals):
    """A made-up hold gives its bearer +2 DEF in defense mode only."""
    rules = made_up(tmp_path, "{type: hold, fx: [{when: cont, to: self, only: {mode: defense}, op: def, amt: 2}]}")
    assert stats(table(side(unit("rollo", mode, "none", "card_95")), side(), rules=rules)) == totals


@pytest.mark.rule("HOH-221")
def test_a_filter_reduces_what_a_pick_offers(tmp_path):
    """A made-up Action that slays a picked Exceptional Combatant offers Thor alone and needs one."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: pick_theirs, only: {star: true}, op: slay}]}")
    p = table(side(hand=["card_95"]), side(unit("rollo"), unit("thor"), unit("ajax")), rules=rules)
    assert legal(play(p, "card_95")) == {"enemy player_1 1"}
    assert playable(table(side(hand=["card_95"]), side(unit("rollo")), rules=rules)) == set()


@pytest.mark.rule("HOH-221")
def test_the_pick_of_an_earlier_row_is_not_filtered_again(tmp_path):
    """`it` stands although it no longer matches: a unit picked in attack mode is turned and then weakened."""
    rows = "{when: play, to: pick_theirs, only: {mode: attack}, op: mode, amt: 1}, {when: play, to: it, op: def, amt: -1, for: turn}"
    rules = made_up(tmp_path, f"{{type: action, fx: [{rows}]}}")
    p = play(table(side(hand=["card_95"]), side(unit("rollo")), rules=rules), "card_95", "enemy player_1 0")
    assert (p.record.mode[1, 0], stats(p, 1)) == (1, (4, 3))


@pytest.mark.rule("HOH-222")
def test_kind_combatant_means_plain_combatants():
    """Call of the Valkyries with only Thor in the Museum is not playable; with Rollo it offers him alone."""
    assert playable(table(side(hand=["valkyries"], museum=["thor"]), side())) == set()
    p = play(table(side(hand=["valkyries"], museum=["thor", "rollo"]), side()), "valkyries")
    assert legal(p) == {"choice 0"}
    assert trench(p.play("choice 0", "mode attack"))[0] == "rollo"
