"""How much and how long: scaling, durations and the sum of bonuses (HOH-223 to HOH-229)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import (
    attack,
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
    unit,
)


# ------------------------------------------------------------------------------------------------ scaling
@pytest.mark.rule("HOH-223")
@pytest.mark.parametrize(
    ("beside", "atk"),
    [
        ([], 4),
        (["lagertha"], 5),
        (["lagertha", "thor"], 6),
        (["lagertha", "thor", "hector"], 6),
        (["rollo", "huscarl"], 4),
        (["ulfhednar"], 5),
    ],
)
def test_mine_sub_counts_other_own_combatants_of_the_sub_type(beside, atk):
    """Ulfhednar: +1 for each other own warrior, at most 2; B's warriors do not count."""
    p = table(side(unit("ulfhednar"), *map(unit, beside)), side(unit("berserker"), unit("ajax")))
    assert stats(p) == (atk, 2)


@pytest.mark.rule("HOH-224")
@pytest.mark.parametrize(("theirs", "atk"), [(2, 5), (3, 6), (5, 6)])
def test_theirs_counts_the_combatants_of_the_opponent(theirs, atk):
    """Freydis: +1 for each enemy Combatant, at most 3; own ones do not count."""
    assert stats(table(side(unit("freydis"), unit("ajax")), side(*[unit("thrall")] * theirs))) == (atk, 3)


@pytest.mark.rule("HOH-224")
def test_theirs_adds_up_all_opponents():
    """Four players with one Combatant each: +3."""
    assert stats(table(side(unit("freydis")), *[side(unit("thrall"))] * 3)) == (6, 3)


@pytest.mark.rule("HOH-225")
@pytest.mark.parametrize(
    ("mine", "theirs", "totals"),
    [
        ([], ["rollo"] * 3, (7, 7)),
        (["rollo", "thor"], [], (9, 9)),
        (["rollo"] * 2, [], (9, 9)),
        (["rollo", "thor", "paris", "ajax", "leif"], [], (10, 10)),
        (["xiphos", "aspis", "delphi", "troy"], [], (7, 7)),
    ],
    ids=["none", "two titles", "two copies", "five", "other cards"],
)
def test_museum_counts_combatant_cards_in_the_own_museum(mine, theirs, totals):
    """Odin: +1/+1 for each Combatant card in his owner's Museum, at most 3."""
    assert stats(table(side(unit("odin"), museum=mine), side(museum=theirs))) == totals


@pytest.mark.rule("HOH-225")
def test_a_scaled_bonus_follows_the_count_at_once():
    """Odin grows when a comrade is trashed."""
    p = table(side(unit("odin"), unit("rollo")), side())
    assert stats(p) == (7, 7)
    assert stats(p.play("trash unit 1")) == (8, 8)


@pytest.mark.rule("HOH-224")
@pytest.mark.parametrize(("theirs", "totals"), [(0, (4, 4)), (1, (4, 2)), (2, (4, 1)), (4, (4, 1))])
def test_the_cap_holds_for_losses_too(tmp_path, theirs, totals):
    """A made-up hold takes 2 DEF for each enemy Combatant, at most 3 in all."""
    rules = made_up(tmp_path, "{type: hold, fx: [{when: cont, to: self, op: def, amt: -2, per: [theirs], cap: 3}]}")
    assert stats(table(side(unit("rollo", "a", "none", "card_95")), side(*[unit("ajax")] * theirs), rules=rules)) == totals


@pytest.mark.rule("HOH-225")
@pytest.mark.parametrize(("fallen", "gained"), [(0, 0), (1, 2), (2, 4), (3, 5), (6, 5)])
def test_triggered_rows_scale_as_well(tmp_path, fallen, gained):
    """A made-up Action gains 2 for each Combatant in the Museum, at most 5; with none it is playable and gives nothing."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: me, op: gain, amt: 2, per: [museum], cap: 5}]}")
    p = play(
        table(side(hand=["card_95"], museum=["ajax", "rollo", "thor"] * 2 if fallen > 3 else ["ajax"] * fallen), side(), rules=rules),
        "card_95",
    )
    assert points(p) == [50 + gained, 50]


# ------------------------------------------------------------------------------------------------ turn
@pytest.mark.rule("HOH-226")
def test_turn_lasts_until_the_end_phase_of_the_current_turn():
    """Berserkergang on Rollo: 5 in the Battle Phase and in AP2, 4 in B's turn."""
    p = play(table(side(unit("rollo"), hand=["berserkergang"]), side(unit("thor", "d"))), "berserkergang", "own 0")
    assert stats(p) == (5, 4)
    p.play("next phase")
    assert stats(p) == (5, 4)
    p.play("next phase")
    assert (p.record.phase, stats(p)) == (4, (5, 4))
    p.play("end turn")
    assert (p.seat, stats(p)) == (1, (4, 4))


@pytest.mark.rule("HOH-226")
def test_turn_effects_on_every_side_end_together():
    """Loki's Trick on B's Rollo: 2/2 in A's turn, 4/4 in B's; the mode it set stays."""
    p = play(table(side(hand=["loki_trick"]), side(unit("rollo"))), "loki_trick", "enemy player_1 0")
    assert stats(p, 1) == (2, 2)
    p.play("end turn")
    assert (stats(p, 1), p.record.mode[1, 0]) == ((4, 4), 1)


@pytest.mark.rule("HOH-226")
def test_powers_for_a_turn_end_with_it():
    """Bellerophon's raid is gone in A's next turn."""
    p = table(side(unit("bellerophon")), side(unit("paris", "d"))).play("activate 0")
    assert shown(p, "raid")[0, 0] == 1
    pass_turn(pass_turn(p))
    assert shown(p, "raid")[0, 0] == 0
    assert legal(p.play("next phase", "attack with 0")) == {"enemy player_1 0"}


@pytest.mark.rule("HOH-226")
def test_a_stun_for_the_turn_does_not_reach_the_turn_of_the_stunned(tmp_path):
    """A made-up stun for a turn is over when B begins."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: theirs, op: stun, for: turn}]}")
    p = play(table(side(hand=["card_95"]), side(unit("rollo")), rules=rules), "card_95")
    assert shown(p, "stunned")[1, 0] == 1
    assert "next phase" in legal(pass_turn(p))


# ------------------------------------------------------------------------------------------------ round
@pytest.mark.rule("HOH-227")
def test_round_lasts_until_the_next_beginning_of_its_creator():
    """Phalanx Formation on a Spartan Hoplite: DEF 5 in B's turn, 3 when A is asked for the draw; Rollo never changes (T29)."""
    p = play(table(side(unit("spartan_hoplite", "d"), unit("rollo", "d"), hand=["phalanx"]), side()), "phalanx")
    assert [stats(p), stats(p, 0, 1)] == [(6, 5), (4, 4)]
    pass_turn(p)
    assert (p.seat, stats(p)) == (1, (6, 5))
    p.play("end turn")
    assert (p.seat, p.record.phase, stats(p)) == (0, 1, (4, 3))


@pytest.mark.rule("HOH-227")
def test_round_covers_the_turns_of_all_other_players():
    """Four players: DEF 5 in the turns of seats 1, 2 and 3."""
    p = play(table(side(unit("spartan_hoplite", "d"), hand=["phalanx"]), side(), side(), side()), "phalanx")
    for seat in (1, 2, 3):
        pass_turn(p)
        assert (p.seat, stats(p)) == (seat, (6, 5))
    p.play("end turn")
    assert (p.seat, stats(p)) == (0, (4, 3))


@pytest.mark.rule("HOH-227")
def test_round_effects_of_two_creators_end_one_after_the_other(tmp_path):
    """Seats 0 and 1 each take 1 from a Combatant of seat 2: the first ends at seat 0's beginning, the other at seat 1's."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: pick_theirs, op: both, amt: -1, for: round}]}")
    p = table(side(hand=["card_95"]), side(hand=["card_95"]), side(unit("rollo")), rules=rules)
    play(p, "card_95", "enemy player_2 0")
    play(pass_turn(p), "card_95", "enemy player_2 0")
    assert stats(p, 2) == (2, 2)
    pass_turn(p)
    assert (p.seat, stats(p, 2)) == (2, (2, 2))
    p.play("end turn")
    assert (p.seat, stats(p, 2)) == (0, (3, 3))
    p.play("draw 1", "end turn")
    assert (p.seat, stats(p, 2)) == (1, (4, 4))


@pytest.mark.rule("HOH-227")
def test_equal_effects_of_one_creator_add_up():
    """Two Phalanx Formations give +4/+4."""
    p = table(side(unit("athenian_hoplite"), hand=["phalanx"] * 2), side())
    assert stats(play(play(p, "phalanx"), "phalanx")) == (7, 8)


@pytest.mark.rule("HOH-226", "HOH-227")
@pytest.mark.parametrize("lasting", ["turn", "round"])
def test_effects_created_in_the_turn_of_another_end_at_its_end(tmp_path, lasting):
    """A made-up Combatant of B weakens A's units when a comrade falls: until A's turn ends, or until B begins right after it."""
    rules = made_up(tmp_path, f"{{type: combatant, fx: [{{when: ally_killed, to: theirs, op: both, amt: -2, for: {lasting}}}]}}")
    p = attack(table(side(unit("alexander")), side(unit("paris", "d"), unit("card_95", "d")), rules=rules), 0, "enemy player_1 0")
    assert stats(p) == (5, 4)
    p.play("end turn")
    assert (p.seat, stats(p)) == (1, (7, 6))


# ------------------------------------------------------------------------------------------------ stay
@pytest.mark.rule("HOH-228")
def test_stay_lasts_while_the_combatant_stays_in_its_trench():
    """Sacred Band at 4 after a loss beside it: 4 five turns later; slain and raised again: 3."""
    p = table(side(unit("sacred_band", "d"), unit("lagertha"), hand=["ragnarok", "valkyries"]), side(unit("thor", "d")))
    attack(p, 1, "enemy player_1 0")
    assert stats(p) == (4, 4)
    for _ in range(6):
        pass_turn(p)
        assert stats(p) == (4, 4)
    assert p.seat == 0
    play(p, "ragnarok")
    assert museum(p) == {"sacred_band": 1, "lagertha": 1}
    play(p, "valkyries", "choice 1", "mode defense")
    assert stats(p) == (3, 4)


@pytest.mark.rule("HOH-228")
@pytest.mark.parametrize(
    "change", [{"stay_atk": 3, "stay_def": 2}, {"turn_atk": 3, "turn_def": 2}, {"turn_powers": 33}, {"attacks": 1, "activated": 1}]
)
def test_a_newcomer_in_the_same_slot_inherits_nothing(change):
    """What was done to a Combatant leaves with it: Ajax enters the slot as printed."""
    p = table(side(unit("pythia", **change), hand=["ajax"]), side())
    play(p.play("trash unit 0"), "ajax", "mode attack")
    assert stats(p) == (4, 4)
    assert [shown(p, name)[0, 0] for name in ("guard", "locked", "attacks_left")] == [0, 0, 1]


@pytest.mark.rule("HOH-228")
def test_stay_adds_up():
    """Erik Bloodaxe kills in two turns: 8."""
    p = table(side(unit("erik_bloodaxe")), side(unit("thrall", "d"), unit("thrall", "d")))
    attack(p, 0, "enemy player_1 0")
    pass_turn(pass_turn(p))
    attack(p, 0, "enemy player_1 1")
    assert stats(p) == (8, 3)


# ------------------------------------------------------------------------------------------------ sums
@pytest.mark.rule("HOH-229")
def test_bonuses_and_losses_are_summed_and_clamped_once():
    """Helen with Labrys and Winged Sandals: 0 + 3 - 2 = 1 and 3 - 1 = 2; Rollo at -5 with Xiphos: 4 - 5 + 2 = 1."""
    assert stats(table(side(unit("helen", "a", "labrys", "winged_sandals")), side())) == (1, 2)
    assert stats(table(side(unit("rollo", "a", "xiphos", turn_atk=-5)), side())) == (1, 4)


@pytest.mark.rule("HOH-229")
@pytest.mark.parametrize("walls", [0, 1, 2, 3])
def test_copies_add_up(walls):
    """Each of the Long Walls gives +1 DEF to defenders."""
    assert stats(table(side(unit("rollo", "d"), command=["long_walls"] * walls), side())) == (4, 4 + walls)


@pytest.mark.rule("HOH-229")
@pytest.mark.parametrize(("field", "totals"), [("turn_atk", (0, 4)), ("stay_atk", (0, 4)), ("turn_def", (4, 0)), ("stay_def", (4, 0))])
def test_no_total_falls_below_0(field, totals):
    """Rollo at -9 stands at 0."""
    assert stats(table(side(unit("rollo", **{field: -9})), side())) == totals


@pytest.mark.rule("HOH-229")
def test_every_sort_of_bonus_counts_at_once():
    """Athenian Hoplite: 3/4 printed, Battlefield 1/1 and field 0/1, Dory 2/1, Drinking Horn 1/1, Phalanx 2/2, Themistocles 0/1."""
    start = side(unit("athenian_hoplite", "a", "dory", "drinking_horn"), unit("themistocles"), battlefield="repton", hand=["phalanx"])
    p = table(start, side())
    assert stats(play(p, "phalanx")) == (9, 11)
    assert (playable(p), hand(p)) == (set(), {})
