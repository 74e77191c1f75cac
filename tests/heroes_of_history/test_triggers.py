"""When effect rows happen: the ten triggers (HOH-154 to HOH-163)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import (
    attack,
    command,
    deck,
    hand,
    legal,
    made_up,
    museum,
    pass_turn,
    place,
    play,
    playable,
    points,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
    waiting,
)


# ------------------------------------------------------------------------------------------------ cont
@pytest.mark.rule("HOH-154")
def test_a_continuous_row_holds_exactly_while_its_source_is_attached():
    """Xiphos gives +2 ATK at once when attached, nothing while loose or trashed, and never waits in the queue."""
    p = table(side(unit("rollo"), command=["xiphos"]), side())
    assert (stats(p), waiting(p)) == ((4, 4), 0)
    p.play("attach 0", "own 0")
    assert (stats(p), waiting(p)) == ((6, 4), 0)
    p.play("trash weapon 0")
    assert (stats(p), waiting(p)) == ((4, 4), 0)


@pytest.mark.rule("HOH-154")
def test_a_continuous_row_of_a_combatant_begins_when_it_enters_and_ends_when_it_leaves():
    """Themistocles gives other soldiers +1 DEF from the Trench, not from the hand or the Museum."""
    p = table(side(unit("varangian"), hand=["themistocles"]), side())
    assert stats(p) == (4, 3)
    play(p, "themistocles")
    assert stats(p) == (4, 3)
    p.play("mode attack")
    assert stats(p) == (4, 4)
    p.play("trash unit 1")
    assert (stats(p), museum(p)) == ((4, 3), {"themistocles": 1})


@pytest.mark.rule("HOH-154")
@pytest.mark.parametrize(
    ("zone", "defense"),
    [({"command": ["long_walls"]}, 5), ({"hand": ["long_walls"]}, 4), ({"museum": ["long_walls"]}, 4), ({"command": ["aspis"]}, 4)],
    ids=["command zone", "hand", "museum", "loose trench hold"],
)
def test_a_hold_acts_from_the_command_zone_only_if_that_is_its_station(zone, defense):
    """Long Walls help from the Command Zone alone; a loose Aspis helps nobody."""
    assert stats(table(side(unit("rollo", "d"), **zone), side())) == (4, defense)


@pytest.mark.rule("HOH-154")
def test_a_battlefield_acts_while_it_is_active():
    """Repton Camp gives soldiers +1/+1 once played; discarded, it gives nothing."""
    p = table(side(unit("varangian"), hand=["repton"]), side())
    assert stats(p) == (4, 3)
    play(p, "repton")
    assert stats(p) == (5, 4)
    p.play("discard battlefield")
    assert stats(p) == (4, 3)


# ------------------------------------------------------------------------------------------------ play
@pytest.mark.rule("HOH-155")
def test_a_play_row_fires_when_a_combatant_enters_from_the_hand():
    """Rollo gains 2 once he stands in the Trench, not while his mode is asked."""
    p = play(table(side(hand=["rollo"]), side()), "rollo")
    assert points(p) == [50, 50]
    p.play("mode defense")
    assert (points(p), trench(p)[0]) == ([52, 50], "rollo")


@pytest.mark.rule("HOH-155")
def test_a_play_row_fires_when_a_combatant_is_raised():
    """Call of the Valkyries pays 2 and Rollo's own row gives 2 back."""
    p = play(table(side(hand=["valkyries"], museum=["rollo"]), side()), "valkyries")
    assert points(p) == [48, 50]
    p.play("choice 0", "mode attack")
    assert (points(p), trench(p)[0]) == ([50, 50], "rollo")


@pytest.mark.rule("HOH-155")
def test_a_play_row_fires_when_a_combatant_is_ordered_from_the_hand():
    """Longship Crew, ordered by Helen, musters one more plain Combatant."""
    p = play(table(side(hand=["helen", "longship_crew", "lagertha", "ajax"]), side()), "helen", "mode attack")
    p.play(f"hand {place(p, 'longship_crew')}", "mode attack")
    assert playable(p) == {"lagertha", "ajax"}
    play(p, "lagertha", "mode attack")
    assert playable(p) == set()


@pytest.mark.rule("HOH-155")
def test_a_play_row_fires_when_a_combatant_is_levied_from_the_deck():
    """Longship Crew, levied by Trojan Horse, musters one more plain Combatant than the one of every turn."""
    p = table(side(hand=["trojan_horse", "lagertha", "ajax", "hector"], deck=["longship_crew", "xiphos"]), side())
    play(p, "trojan_horse", "choice 0", "mode attack")
    play(p, "lagertha", "mode attack")
    play(p, "ajax", "mode attack")
    assert hand(p) == {"hector": 1}
    assert playable(p) == set()


@pytest.mark.rule("HOH-155")
@pytest.mark.parametrize("kind", ["weapon", "hold", "battlefield"])
def test_a_play_row_fires_when_another_card_is_placed(tmp_path, kind):
    """A Weapon, Hold or Battlefield with a play row has its effect when it is placed from the hand."""
    rules = made_up(tmp_path, f"{{type: {kind}, fx: [{{when: play, to: me, op: gain, amt: 3}}]}}")
    p = table(side(unit("ajax"), hand=["card_95"]), side(), rules=rules)
    assert points(p) == [50, 50]
    play(p, "card_95")
    assert points(p) == [53, 50]
    if kind != "battlefield":
        p.play("attach 0", "own 0")  # moving it is not playing it
        assert points(p) == [53, 50]


@pytest.mark.rule("HOH-155")
def test_a_play_row_does_not_fire_when_the_card_is_given_as_tribute():
    """Rollo pays for Leonidas out of the hand: no 2 State Points."""
    p = play(table(side(hand=["rollo", "leonidas"]), side()), "leonidas", "hand 0", "mode attack")
    assert (points(p), museum(p)) == ([50, 50], {"rollo": 1})


# ------------------------------------------------------------------------------------------------ activate
@pytest.mark.rule("HOH-156")
def test_an_ability_is_used_once_per_turn_and_combatant():
    """Pythia pays 1 and draws 1, once in AP1 and AP2 together; a second Pythia has her own use."""
    p = table(side(unit("pythia"), unit("pythia"), unit("ajax"), deck=["ajax", "rollo", "hector"]), side())
    assert {"activate 0", "activate 1"} <= legal(p)
    p.play("activate 0")
    assert (points(p), hand(p)) == ([49, 50], {"ajax": 1})
    assert "activate 0" not in legal(p)
    p.play("next phase", "next phase")
    assert p.record.phase == 4
    assert {action for action in legal(p) if action.startswith("activate")} == {"activate 1"}
    p.play("activate 1")
    assert (points(p), hand(p)) == ([48, 50], {"ajax": 1, "rollo": 1})


@pytest.mark.rule("HOH-156")
def test_an_ability_comes_back_in_the_next_own_turn_and_is_offered_to_its_controller_only():
    """Pythia of A: not offered in B's turn, offered again in A's."""
    p = table(side(unit("pythia")), side(unit("ajax")))
    pass_turn(p.play("activate 0"))
    assert p.seat == 1
    assert not any(action.startswith("activate") for action in legal(p))
    pass_turn(p)
    assert "activate 0" in legal(p)


@pytest.mark.rule("HOH-156")
def test_an_ability_is_no_move_of_the_battle_phase():
    """In the Battle Phase only attacks and the way out are offered."""
    p = table(side(unit("ajax"), unit("pythia", "d")), side()).play("next phase")
    assert legal(p) == {"next phase", "attack with 0"}


# ------------------------------------------------------------------------------------------------ attack
@pytest.mark.rule("HOH-157")
def test_an_attack_row_fires_before_the_totals():
    """Cretan Archers on Rollo: he stands at 3, 3 against 3, both go."""
    p = attack(table(side(unit("cretan_archers")), side(unit("rollo"))), 0, "enemy player_1 0")
    assert (museum(p), museum(p, 1), points(p)) == ({"cretan_archers": 1}, {"rollo": 1}, [50, 50])


@pytest.mark.rule("HOH-157")
def test_an_attack_row_does_not_fire_when_attacked():
    """Lagertha on Cretan Archers: 4 against 3 as printed, B loses 1 and Lagertha keeps her 4."""
    p = attack(table(side(unit("lagertha")), side(unit("cretan_archers"), unit("thrall"))), 0, "enemy player_1 0")
    assert (museum(p, 1), points(p), stats(p)) == ({"cretan_archers": 1}, [50, 49], (4, 3))


@pytest.mark.rule("HOH-157")
def test_an_attack_row_does_not_fire_for_the_attack_of_a_comrade():
    """Lagertha attacks beside Cretan Archers: Rollo counts his full 4 and both go."""
    p = table(side(unit("lagertha"), unit("cretan_archers", "d")), side(unit("rollo")))
    attack(p, 0, "enemy player_1 0")
    assert (museum(p), museum(p, 1)) == ({"lagertha": 1}, {"rollo": 1})


@pytest.mark.rule("HOH-157")
@pytest.mark.parametrize("kind", ["weapon", "hold"])
def test_an_attack_row_of_an_attached_card_fires_for_its_bearer_only(tmp_path, kind):
    """The bearer's attack pays 5, the attack of the Combatant beside it nothing."""
    rules = made_up(tmp_path, f"{{type: {kind}, fx: [{{when: attack, to: me, op: gain, amt: 5}}]}}")
    p = table(side(unit("lagertha", **{kind: "card_95"}), unit("ajax")), side(), rules=rules)
    attack(p, 1, "player player_1")
    assert points(p)[0] == 50
    attack(p, 0, "player player_1")
    assert points(p)[0] == 55


# ------------------------------------------------------------------------------------------------ direct
@pytest.mark.rule("HOH-158")
def test_a_direct_row_fires_after_direct_damage():
    """Argonauts hit B for 4 and draw one card."""
    p = attack(table(side(unit("argonauts"), deck=["ajax", "rollo"]), side()), 0, "player player_1")
    assert (points(p), hand(p), deck(p)) == ([50, 46], {"ajax": 1}, ["rollo"])


@pytest.mark.rule("HOH-158")
def test_a_direct_row_does_not_fire_after_an_attack_on_a_combatant():
    """Argonauts beat Thrall, B loses 3, and no card is drawn."""
    p = attack(table(side(unit("argonauts"), deck=["ajax"]), side(unit("thrall"))), 0, "enemy player_1 0")
    assert (points(p), hand(p), museum(p, 1)) == ([50, 47], {}, {"thrall": 1})


@pytest.mark.rule("HOH-158")
def test_a_direct_row_does_not_fire_if_the_damage_ends_the_game():
    """B at 4 is out, and A draws nothing."""
    p = attack(table(side(unit("argonauts"), deck=["ajax"]), side(sp=4)), 0, "player player_1")
    assert p.over
    assert (points(p), hand(p), p.record.winner) == ([50, 0], {}, 0)


@pytest.mark.rule("HOH-158")
def test_a_direct_row_fires_past_combatants_too():
    """With Winged Sandals the Argonauts pass Paris: 2 damage, one card."""
    p = table(side(unit("argonauts", "a", "none", "winged_sandals"), deck=["ajax"]), side(unit("paris", "d")))
    attack(p, 0, "player player_1")
    assert (points(p), hand(p), trench(p, 1)[0]) == ([50, 48], {"ajax": 1}, "paris")


# ------------------------------------------------------------------------------------------------ kill
@pytest.mark.rule("HOH-159")
def test_a_kill_row_fires_for_the_winning_attacker():
    """Erik Bloodaxe beats Rollo and has ATK 7 from then on."""
    p = attack(table(side(unit("erik_bloodaxe")), side(unit("rollo"), unit("thrall"))), 0, "enemy player_1 0")
    assert (points(p), stats(p)) == ([50, 48], (7, 3))


@pytest.mark.rule("HOH-159")
def test_a_kill_row_fires_for_the_winner_that_was_attacked():
    """Rollo of A attacks Erik Bloodaxe of B and loses: Erik has 7."""
    p = attack(table(side(unit("rollo")), side(unit("erik_bloodaxe"))), 0, "enemy player_1 0")
    assert (points(p), museum(p), stats(p, 1)) == ([48, 50], {"rollo": 1}, (7, 3))


@pytest.mark.rule("HOH-159")
@pytest.mark.parametrize("erik_attacks", [True, False])
def test_a_kill_row_does_not_fire_if_a_ward_saved_the_loser(erik_attacks):
    """Erik Bloodaxe beats a Shieldmaiden, who stays: he keeps 6, whoever attacked."""
    seats = [side(unit("erik_bloodaxe")), side(unit("shieldmaiden"))]
    p = attack(table(*(seats if erik_attacks else seats[::-1])), 0, "enemy player_1 0")
    erik, loser = (0, 1) if erik_attacks else (1, 0)
    assert (stats(p, erik), trench(p, loser)[0]) == ((6, 3), "shieldmaiden")
    assert points(p)[loser] == 47


@pytest.mark.rule("HOH-159")
def test_a_kill_row_does_not_fire_after_equal_totals():
    """Rollo with Draupnir and Rollo destroy each other: nobody gains."""
    p = attack(table(side(unit("rollo", "a", "none", "draupnir")), side(unit("rollo"))), 0, "enemy player_1 0")
    assert (points(p), museum(p)) == ([50, 50], {"draupnir": 1, "rollo": 1})


@pytest.mark.rule("HOH-159")
def test_a_kill_row_of_an_attached_card_fires_for_its_bearer_only():
    """Draupnir pays 2 when its bearer kills and nothing when the Combatant beside it does."""
    p = table(side(unit("rollo", "a", "none", "draupnir"), unit("lagertha")), side(unit("thrall", "d"), unit("thrall", "d")))
    attack(p, 1, "enemy player_1 0")
    assert points(p) == [50, 50]
    attack(p, 0, "enemy player_1 1")
    assert points(p) == [52, 50]


# ------------------------------------------------------------------------------------------------ death
@pytest.mark.rule("HOH-160")
def test_a_death_row_fires_when_the_bearer_is_lost_in_battle():
    """Coin of Charon pays B 4 when its bearer falls to Alexander."""
    p = attack(table(side(unit("alexander")), side(unit("rollo", "d", "none", "coin_of_charon"))), 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 54], {"coin_of_charon": 1, "rollo": 1})


@pytest.mark.rule("HOH-160")
def test_a_death_row_fires_when_the_bearer_is_slain():
    """Ostracism costs A 2 and B gains 4 by the Coin."""
    p = play(table(side(hand=["ostracism"]), side(unit("rollo", "d", "none", "coin_of_charon"))), "ostracism")
    assert (points(p), museum(p, 1)) == ([48, 54], {"coin_of_charon": 1, "rollo": 1})


@pytest.mark.rule("HOH-160")
def test_a_death_row_does_not_fire_for_a_tribute():
    """The bearer of the Coin pays for Leonidas: A stays at 50."""
    p = table(side(unit("rollo", "a", "none", "coin_of_charon"), hand=["leonidas"]), side())
    play(p, "leonidas", "own 0", "mode attack")
    assert (points(p), museum(p)) == ([50, 50], {"coin_of_charon": 1, "rollo": 1})


@pytest.mark.rule("HOH-160")
def test_a_death_row_does_not_fire_for_a_trashed_combatant():
    """Trashing the bearer of the Coin costs 2 and pays nothing (T24)."""
    p = table(side(unit("rollo", "a", "none", "coin_of_charon")), side()).play("trash unit 0")
    assert (points(p), museum(p)) == ([48, 50], {"coin_of_charon": 1, "rollo": 1})


@pytest.mark.rule("HOH-160")
@pytest.mark.parametrize("source", ["unit", "weapon"])
def test_a_death_row_of_the_combatant_itself_or_of_its_weapon_fires(tmp_path, source):
    """A made-up Combatant or weapon pays 3 when the Combatant is destroyed, and not when a ward keeps it."""
    row = "fx: [{when: death, to: me, op: gain, amt: 3}]"
    rules = made_up(tmp_path, f"{{type: combatant, {row}}}" if source == "unit" else f"{{type: weapon, {row}}}")
    victim = unit("card_95") if source == "unit" else unit("shieldmaiden", "a", "card_95", warded=1)
    p = attack(table(side(unit("thor")), side(victim), rules=rules), 0, "enemy player_1 0")
    assert points(p) == [50, 50 - 1 - 6 + 3]
    if source == "weapon":
        p = attack(table(side(unit("thor")), side(unit("shieldmaiden", "a", "card_95")), rules=rules), 0, "enemy player_1 0")
        assert points(p) == [50, 50 - 1 - 6]


# ------------------------------------------------------------------------------------------------ ally_killed
@pytest.mark.rule("HOH-161")
def test_an_ally_killed_row_fires_when_a_comrade_is_lost_in_battle():
    """Rollo falls beside the Sacred Band, which has ATK 4 from then on."""
    p = table(side(unit("alexander")), side(unit("sacred_band", "d"), unit("rollo", "a", "xiphos")))
    attack(p, 0, "enemy player_1 1")
    assert (points(p), stats(p, 1)) == ([50, 49], (4, 4))


@pytest.mark.rule("HOH-161")
def test_an_ally_killed_row_fires_for_a_comrade_that_attacked():
    """Lagertha of A attacks Thor and falls: the Sacred Band of A has ATK 4, that of B keeps 3."""
    p = table(side(unit("sacred_band", "d"), unit("lagertha")), side(unit("thor", "d"), unit("sacred_band", "d")))
    attack(p, 1, "enemy player_1 0")
    assert (stats(p), stats(p, 1, 1)) == ((4, 4), (3, 4))


@pytest.mark.rule("HOH-161")
def test_an_ally_killed_row_does_not_fire_for_a_slain_comrade():
    """Rollo slain by Ostracism is not lost in battle: the Sacred Band keeps 3."""
    p = play(table(side(hand=["ostracism"]), side(unit("sacred_band", "d"), unit("rollo", "a", "xiphos"))), "ostracism")
    assert (trench(p, 1)[:2], stats(p, 1)) == (["sacred_band", "none"], (3, 4))


@pytest.mark.rule("HOH-161")
def test_an_ally_killed_row_does_not_fire_for_a_comrade_saved_by_a_ward():
    """A beaten Shieldmaiden stays, so Paris does not answer."""
    p = attack(table(side(unit("alexander")), side(unit("shieldmaiden", "d"), unit("paris", "d"))), 0, "enemy player_1 0")
    assert (points(p), trench(p, 1)[:2]) == ([50, 50], ["shieldmaiden", "paris"])


# ------------------------------------------------------------------------------------------------ begin and end
@pytest.mark.rule("HOH-162")
def test_a_begin_row_fires_after_the_draw_of_its_controller():
    """Hedeby of A pays 1 once A has drawn, and nothing when B begins."""
    p = table(side(battlefield="hedeby"), side(), phase="beginning")
    assert points(p) == [50, 50]
    p.play("draw 1")
    assert (points(p), p.record.phase) == ([51, 50], 2)
    pass_turn(p)
    assert (p.seat, points(p)) == (1, [51, 50])
    pass_turn(p)
    assert (p.seat, points(p)) == (0, [52, 50])


@pytest.mark.rule("HOH-162")
@pytest.mark.parametrize(
    ("bow", "loose", "totals"), [("artemis_bow", [], (2, 1)), ("none", ["artemis_bow"], (3, 2))], ids=["attached", "loose"]
)
def test_a_begin_row_of_a_loose_weapon_does_not_fire(bow, loose, totals):
    """Artemis's Bow weakens Paris from the hands of Rollo, not from the Command Zone."""
    p = table(side(unit("rollo", "a", bow), command=loose), side(unit("paris", "d")), phase="beginning").play("draw 1")
    assert stats(p, 1) == totals


@pytest.mark.rule("HOH-163")
def test_an_end_row_fires_at_the_end_of_its_controllers_turn():
    """Golden Fleece of A pays 1 in A's End Phase and nothing in B's."""
    p = table(side(command=["golden_fleece"]), side())
    assert points(p) == [50, 50]
    p.play("end turn")
    assert (p.seat, points(p)) == (1, [51, 50])
    p.play("draw 1", "end turn")
    assert (p.seat, points(p)) == (0, [51, 50])


@pytest.mark.rule("HOH-163")
def test_end_rows_come_before_actions_are_cleared(tmp_path):
    """A made-up hold ends the game in the End Phase, while the used Ambrosia still lies in the Command Zone."""
    rules = made_up(tmp_path, "{type: hold, station: command, fx: [{when: end, to: each_opp, op: lose, amt: 1}]}")
    p = play(table(side(command=["card_95"], hand=["ambrosia"]), side(sp=1), rules=rules), "ambrosia")
    assert not p.over
    p.play("end turn")
    assert p.over
    assert (command(p)[:2], museum(p)) == (["card_95", "ambrosia"], {})


@pytest.mark.rule("HOH-163")
def test_cards_drawn_by_an_end_row_count_for_the_hand_limit(tmp_path):
    """With six cards and a made-up hold that draws one at the end, one card must be discarded."""
    rules = made_up(tmp_path, "{type: hold, station: command, fx: [{when: end, to: me, op: draw, amt: 1}]}")
    p = table(side(command=["card_95"], hand=["ajax", "hector"] * 3, deck=["rollo", "thor"]), side(), rules=rules).play("end turn")
    assert p.seat == 0
    assert hand(p) == {"ajax": 3, "hector": 3, "rollo": 1}
    assert legal(p) == {"hand 0", "hand 3", "hand 6"}
    p.play("hand 6")
    assert (p.seat, shown(p, "hand_size").tolist()[:2]) == (1, [6, 0])
