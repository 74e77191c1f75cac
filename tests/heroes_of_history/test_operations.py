"""What effect rows do: operations on values, State Points, cards and Combatants (HOH-191 to HOH-209)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import (
    asked,
    attack,
    battlefield,
    deck,
    hand,
    legal,
    made_up,
    museum,
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
    units,
)


# ------------------------------------------------------------------------------------------------ values
@pytest.mark.rule("HOH-191")
def test_atk_adds_to_atk_alone():
    """Berserkergang on Rollo: 5/4."""
    assert stats(play(table(side(unit("rollo"), hand=["berserkergang"]), side()), "berserkergang", "own 0")) == (5, 4)


@pytest.mark.rule("HOH-192")
def test_def_adds_to_def_alone():
    """Aspis on Rollo: 4/6."""
    assert stats(table(side(unit("rollo", "a", "none", "aspis")), side())) == (4, 6)


@pytest.mark.rule("HOH-193")
def test_both_adds_to_both():
    """Drinking Horn on Rollo: 5/5; Loki's Trick takes 2 from both."""
    p = table(side(hand=["loki_trick"]), side(unit("rollo", "a", "none", "drinking_horn")))
    assert stats(p, 1) == (5, 5)
    assert stats(play(p, "loki_trick", "enemy player_1 0"), 1) == (3, 3)


# ------------------------------------------------------------------------------------------------ State Points
@pytest.mark.rule("HOH-194")
@pytest.mark.parametrize(("before", "after"), [(50, 54), (95, 99), (97, 99), (99, 99)])
def test_gain_adds_state_points_up_to_99(before, after):
    """Ambrosia gives 4, never above 99."""
    assert points(play(table(side(hand=["ambrosia"], sp=before), side()), "ambrosia")) == [after, 50]


@pytest.mark.rule("HOH-195")
def test_lose_takes_state_points():
    """Danegeld: B 48, A draws one card."""
    p = play(table(side(hand=["danegeld"], deck=["rollo", "ajax"]), side()), "danegeld")
    assert (points(p), hand(p)) == ([50, 48], {"rollo": 1})


@pytest.mark.rule("HOH-195")
@pytest.mark.parametrize("left", [1, 2])
def test_lose_down_to_0_eliminates_at_once(left):
    """B at 2 or 1: A wins before the card is drawn, and B stands at 0, not below."""
    p = play(table(side(hand=["danegeld"], deck=["rollo"]), side(sp=left)), "danegeld")
    assert p.over
    assert (p.record.winner, points(p), hand(p)) == (0, [50, 0], {})


@pytest.mark.rule("HOH-196")
@pytest.mark.parametrize(("theirs", "after", "over"), [(50, [52, 48], False), (1, [52, 0], True), (2, [52, 0], True)])
def test_steal_gains_first_and_takes_then(theirs, after, over):
    """Raid on Lindisfarne: 52/48; against B at 1 A still gains the full 2 and B is out."""
    p = play(table(side(hand=["lindisfarne"]), side(sp=theirs)), "lindisfarne")
    assert (points(p), p.over) == (after, over)


@pytest.mark.rule("HOH-196", "HOH-189")
def test_steal_from_several_gains_from_each(tmp_path):
    """A made-up Action steals 2 from each of two opponents: 54, 48, 48."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: each_opp, op: steal, amt: 2}]}")
    assert points(play(table(side(hand=["card_95"]), side(), side(), rules=rules), "card_95")) == [54, 48, 48]


@pytest.mark.rule("HOH-195", "HOH-231")
def test_lose_may_strike_the_player_itself(tmp_path):
    """A made-up Action takes 5 from its own player: at 5 the player is out before the second row."""
    rows = "{when: play, to: me, op: lose, amt: 5}, {when: play, to: opp, op: lose, amt: 20}"
    rules = made_up(tmp_path, f"{{type: action, fx: [{rows}]}}")
    p = play(table(side(hand=["card_95"], sp=5), side(sp=20), rules=rules), "card_95")
    assert (p.over, p.record.winner, points(p)) == (True, 1, [0, 20])


# ------------------------------------------------------------------------------------------------ hands and decks
@pytest.mark.rule("HOH-197")
@pytest.mark.parametrize("cards", [3, 2, 1, 0])
def test_draw_stops_silently_at_an_empty_deck(cards):
    """Oracle of Delphi draws two, or what is there; nobody is out for it."""
    p = play(table(side(hand=["delphi"], deck=["rollo", "ajax", "thor"][:cards]), side()), "delphi")
    assert hand(p) == dict.fromkeys(["rollo", "ajax"][:cards], 1)
    assert (len(deck(p)), p.over, p.record.alive[0]) == (max(0, cards - 2), False, 1)


@pytest.mark.rule("HOH-197")
def test_draw_stops_silently_at_a_full_hand():
    """With 12 cards, Oracle of Delphi among them, only one card is drawn."""
    p = play(table(side(hand=["ajax"] * 3 + ["paris"] * 3 + ["hector"] * 3 + ["helen"] * 2 + ["delphi"]), side()), "delphi")
    assert (sum(hand(p).values()), len(deck(p))) == (12, 19)


@pytest.mark.rule("HOH-198")
def test_toss_discards_random_cards_of_the_target():
    """Viking Raider hits B directly for 4; one card of B's hand goes to B's Museum, as the seed says."""
    found = set()
    for seed in range(12):
        again = [table(side(unit("raider")), side(hand=["ajax", "paris", "thor"]), seed=seed) for _ in range(2)]
        first, second = (attack(p, 0, "player player_1") for p in again)
        assert points(first) == [50, 46]
        assert sum(hand(first, 1).values()) == 2
        assert museum(first, 1) == museum(second, 1)
        found |= set(museum(first, 1))
    assert len(found) > 1


@pytest.mark.rule("HOH-198")
def test_toss_from_an_empty_hand_does_nothing():
    """Viking Raider against an empty hand: 46, an empty Museum, the game goes on."""
    p = attack(table(side(unit("raider")), side()), 0, "player player_1")
    assert (points(p), museum(p, 1), p.over) == ([50, 46], {}, False)


@pytest.mark.rule("HOH-198")
@pytest.mark.parametrize(("held", "left"), [(4, 1), (3, 0), (2, 0)])
def test_toss_discards_as_many_as_there_are(tmp_path, held, left):
    """A made-up Action makes the opponent discard three cards, or all of them."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: opp, op: toss, amt: 3}]}")
    p = play(table(side(hand=["card_95"]), side(hand=["ajax", "paris", "thor", "rollo"][:held]), rules=rules), "card_95")
    assert (sum(hand(p, 1).values()), sum(museum(p, 1).values())) == (left, held - left)


@pytest.mark.rule("HOH-199")
def test_dump_discards_a_card_of_choice():
    """Blot with Paris and Thor in hand: either may go; then two cards are drawn."""
    p = play(table(side(hand=["blot", "paris", "thor"], deck=["rollo", "ajax", "hector"]), side()), "blot")
    assert (asked(p).name, legal(p)) == ("DUMP", {"hand 0", "hand 1"})
    assert len(deck(p)) == 3
    p.play(f"hand {place(p, 'thor')}")
    assert (hand(p), museum(p)) == ({"paris": 1, "rollo": 1, "ajax": 1}, {"thor": 1})


@pytest.mark.rule("HOH-199")
def test_dump_without_another_card_is_legal_and_does_nothing():
    """Blot as the only card: playable, nothing discarded, two cards drawn."""
    p = play(table(side(hand=["blot"], deck=["rollo", "ajax"]), side()), "blot")
    assert (hand(p), museum(p)) == ({"rollo": 1, "ajax": 1}, {})


@pytest.mark.rule("HOH-199")
def test_dump_asks_once_for_every_card(tmp_path):
    """A made-up Action dumps three: three decisions, distinct titles offered, fewer if the hand runs out."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: me, op: dump, amt: 3}]}")
    p = play(table(side(hand=["card_95", "paris", "paris", "ajax", "thor"]), side(), rules=rules), "card_95")
    for offered in ({"hand 0", "hand 2", "hand 3"}, {"hand 0", "hand 1", "hand 2"}, {"hand 0", "hand 1"}):
        assert legal(p) == offered
        p.play("hand 0")
    assert (hand(p), "end turn" in legal(p)) == ({"thor": 1}, True)
    p = play(table(side(hand=["card_95", "paris"]), side(), rules=rules), "card_95", "hand 0")
    assert (hand(p), "end turn" in legal(p)) == ({}, True)


@pytest.mark.rule("HOH-200")
def test_mill_puts_the_top_of_the_deck_into_the_museum():
    """Volva: A 49; the two next cards of B's deck lie in B's Museum."""
    p = table(side(unit("volva")), side(deck=["thor", "rollo", "ajax"])).play("activate 0")
    assert (points(p), deck(p, 1), museum(p, 1)) == ([49, 50], ["ajax"], {"thor": 1, "rollo": 1})


@pytest.mark.rule("HOH-200")
def test_mill_of_a_short_deck_takes_what_is_there_and_eliminates_nobody():
    """B with one card: it goes to the Museum, B is out only when B must draw."""
    p = table(side(unit("volva")), side(deck=["thor"])).play("activate 0")
    assert (deck(p, 1), museum(p, 1), p.over) == ([], {"thor": 1}, False)
    p.play("end turn")
    assert (p.over, p.record.winner) == (True, 0)


# ------------------------------------------------------------------------------------------------ zones
@pytest.mark.rule("HOH-201")
def test_fetch_takes_a_matching_card_of_the_own_deck_unseen():
    """Archimedes: distinct weapon titles are offered; of hand and deck B sees the sizes only."""
    cards = ["xiphos", "rollo", "seax", "xiphos", "aspis"]
    p = play(table(side(hand=["archimedes"], deck=cards), side()), "archimedes", "mode attack")
    assert legal(p) == {"choice 0", "choice 1"}
    other = p.clone()
    p.play("choice 0")
    other.play("choice 1")
    assert (hand(p), sorted(deck(p))) == ({"xiphos": 1}, ["aspis", "rollo", "seax", "xiphos"])
    assert hand(other) == {"seax": 1}
    assert p.observe(1).tobytes() == other.observe(1).tobytes()
    assert (shown(p, "hand_size", 1)[1], shown(p, "deck_size", 1)[1]) == (1, 4)


@pytest.mark.rule("HOH-201")
def test_fetch_shuffles_the_deck():
    """What is drawn next after a fetch depends on the seed; without a fetch it does not."""
    cards = ["xiphos", "rollo", "ajax", "thor", "paris", "hector", "helen", "leif"]
    fetched, untouched = set(), set()
    for seed in range(8):
        start = table(side(hand=["archimedes"], deck=cards), side(), seed=seed)
        fetched.add(tuple(deck(play(start.clone(), "archimedes", "mode attack", "choice 0"))))
        untouched.add(tuple(deck(start)))
    assert len(fetched) > 1
    assert untouched == {tuple(cards)}
    assert {tuple(sorted(order)) for order in fetched} == {tuple(sorted(cards[1:]))}


@pytest.mark.rule("HOH-202")
def test_recall_takes_a_matching_card_of_the_own_museum():
    """Freyja with two Rollos and Thor in the Museum: only Rollo is offered; one of them comes to hand."""
    p = table(side(hand=["freyja", "thrall"], museum=["rollo", "rollo", "thor"]), side(museum=["ajax"]))
    play(p, "freyja", "hand 0", "mode attack")
    assert legal(p) == {"choice 0", "choice 1"}  # Thrall, the tribute, lies there as well
    p.play("choice 0")
    assert (hand(p), museum(p)) == ({"rollo": 1}, {"rollo": 1, "thor": 1, "thrall": 1})
    assert museum(p, 1) == {"ajax": 1}


@pytest.mark.rule("HOH-202")
def test_recall_offers_only_cards_of_the_kind():
    """Freyja with free tribute (Mount Olympus): Museum of two Rollos and Thor offers Rollo alone."""
    p = table(side(hand=["freyja"], battlefield="olympus", museum=["rollo", "rollo", "thor", "xiphos"]), side())
    play(p, "freyja", "mode attack")
    assert legal(p) == {"choice 0"}
    assert hand(p.play("choice 0")) == {"rollo": 1}


@pytest.mark.rule("HOH-203")
def test_order_brings_a_matching_combatant_from_the_hand():
    """Helen, hand Spartan Hoplite, Rollo, Thor: only the Hoplite is offered; one plain play is counted."""
    p = play(table(side(hand=["helen", "spartan_hoplite", "rollo", "thor"]), side()), "helen", "mode attack")
    assert (asked(p).name, legal(p)) == ("ORDER", {f"hand {place(p, 'spartan_hoplite')}"})
    p.play(f"hand {place(p, 'spartan_hoplite')}")
    assert legal(p) == {"mode attack", "mode defense"}
    p.play("mode defense")
    assert (trench(p)[:2], p.record.mode[0, 1], p.record.plain_played) == (["helen", "spartan_hoplite"], 1, 1)


@pytest.mark.rule("HOH-203")
def test_order_without_a_candidate_or_a_free_slot_is_skipped():
    """Helen without a soldier in hand, or as the fifth unit, asks nothing."""
    p = play(table(side(hand=["helen", "rollo"]), side()), "helen", "mode attack")
    assert "end turn" in legal(p)
    p = play(table(side(*[unit("ajax")] * 4, hand=["helen", "huscarl"]), side()), "helen", "mode attack")
    assert ("end turn" in legal(p), hand(p)) == (True, {"huscarl": 1})


@pytest.mark.rule("HOH-204")
def test_raise_brings_a_matching_combatant_from_the_own_museum():
    """Call of the Valkyries, Museum Rollo and Thor: pays 2, offers Rollo, whose row gives 2; Lagertha still playable (T34)."""
    p = table(side(hand=["valkyries", "lagertha"], museum=["rollo", "thor"]), side(museum=["ajax"]))
    play(p, "valkyries")
    assert (points(p), legal(p)) == ([48, 50], {"choice 0"})
    p.play("choice 0", "mode attack")
    assert (points(p), trench(p)[0], museum(p)) == ([50, 50], "rollo", {"thor": 1})
    assert playable(p) == {"lagertha"}


@pytest.mark.rule("HOH-205")
def test_levy_brings_a_matching_combatant_from_the_own_deck():
    """Trojan Horse: A 48; the plain soldiers of the deck are offered, no other card; the deck loses one."""
    cards = ["rollo", "huscarl", "thor", "argonauts", "huscarl", "xiphos"]
    p = play(table(side(hand=["trojan_horse"], deck=cards), side()), "trojan_horse")
    assert (points(p), legal(p)) == ([48, 50], {"choice 0", "choice 1"})
    p.play("choice 1", "mode attack")
    assert (units(p), trench(p)[0]) == (1, "huscarl")
    assert sorted(deck(p)) == ["argonauts", "huscarl", "rollo", "thor", "xiphos"]


@pytest.mark.rule("HOH-205")
def test_levy_shuffles_the_deck():
    """The order of the rest depends on the seed."""
    cards = ["huscarl", "rollo", "thor", "ajax", "xiphos", "paris", "helen", "leif"]
    start = [table(side(hand=["trojan_horse"], deck=cards), side(), seed=seed) for seed in range(8)]
    assert len({tuple(deck(play(p, "trojan_horse", "choice 0", "mode attack"))) for p in start}) > 1


# ------------------------------------------------------------------------------------------------ destroying and turning
@pytest.mark.rule("HOH-206")
def test_slay_destroys_with_attachments_whatever_wards():
    """Ostracism on a Shieldmaiden with Seax: both in B's Museum, B loses nothing."""
    p = play(table(side(hand=["ostracism"]), side(unit("shieldmaiden", "d", "seax"))), "ostracism")
    assert (trench(p, 1)[0], museum(p, 1), points(p)) == ("none", {"shieldmaiden": 1, "seax": 1}, [48, 50])


@pytest.mark.rule("HOH-206")
def test_slay_is_no_battle():
    """Ragnarok against Thor and Paris, Coin on the own Rollo: A pays 3 and gains 4, Paris does not answer (T33)."""
    p = table(side(unit("rollo", "d", "none", "coin_of_charon"), hand=["ragnarok"]), side(unit("thor"), unit("paris")))
    play(p, "ragnarok")
    assert (points(p), units(p), units(p, 1)) == ([51, 50], 0, 0)
    assert (museum(p), museum(p, 1)) == ({"coin_of_charon": 1, "rollo": 1}, {"paris": 1, "thor": 1})


@pytest.mark.rule("HOH-206")
def test_slay_fires_no_kill_row(tmp_path):
    """A made-up Combatant slays with its attack row: no kill row of its own, no State Points lost, the attack is used."""
    rows = "{when: attack, to: foe, op: slay}, {when: kill, to: me, op: gain, amt: 9}"
    rules = made_up(tmp_path, f"{{type: combatant, fx: [{rows}]}}")
    p = attack(table(side(unit("card_95")), side(unit("thor"), unit("paris")), rules=rules), 0, "enemy player_1 0")
    assert (points(p), museum(p, 1), trench(p)[0]) == ([50, 50], {"thor": 1}, "card_95")
    assert p.record.attacks[0, 0] == 1
    assert p.record.phase == 4


@pytest.mark.rule("HOH-207")
def test_disarm_takes_the_weapon_and_leaves_the_hold():
    """Bearded Axe on Rollo with Xiphos and Aspis: Xiphos goes before the totals, 6 against 4 (T37)."""
    p = table(side(unit("varangian", "a", "bearded_axe")), side(unit("rollo", "a", "xiphos", "aspis")))
    attack(p, 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 48], {"rollo": 1, "xiphos": 1, "aspis": 1})
    p = table(side(unit("rollo", "a", "bearded_axe")), side(unit("huscarl", "d", "xiphos", "aspis")))
    attack(p, 0, "enemy player_1 0")
    assert (museum(p, 1), p.record.weapon[1, 0], p.record.hold[1, 0]) == ({"xiphos": 1}, 0, 32)


@pytest.mark.rule("HOH-208")
def test_raze_puts_the_battlefield_into_its_owners_museum():
    """Sweyn against Hedeby: it lies in B's Museum; A's own Battlefield stays."""
    p = table(side(hand=["sweyn"], battlefield="troy"), side(battlefield="hedeby"))
    play(p, "sweyn", "mode attack")
    assert (battlefield(p), battlefield(p, 1), museum(p, 1), points(p)) == ("troy", "none", {"hedeby": 1}, [50, 50])


@pytest.mark.rule("HOH-208")
def test_raze_without_a_battlefield_does_nothing():
    """Sweyn against an empty slot: enters, nothing else happens."""
    p = play(table(side(hand=["sweyn"], battlefield="troy"), side()), "sweyn", "mode attack")
    assert (trench(p)[0], battlefield(p), museum(p, 1)) == ("sweyn", "troy", {})


@pytest.mark.rule("HOH-208")
@pytest.mark.parametrize("owner", [0, 1])
def test_raze_on_a_shared_table_takes_the_battlefield_whoever_owns_it(owner):
    """battlefield_scope=shared: Sweyn razes the one Battlefield into its owner's Museum."""
    seats = [{"battlefield": "hedeby" if seat == owner else "none"} for seat in range(2)]
    p = table(side(hand=["sweyn"], **seats[0]), side(**seats[1]), rules={"battlefield_scope": "shared"})
    play(p, "sweyn", "mode attack")
    assert (battlefield(p), battlefield(p, 1), museum(p, owner)) == ("none", "none", {"hedeby": 1})


@pytest.mark.rule("HOH-209")
def test_mode_flips_and_ignores_a_lock():
    """Loki's Trick on a locked Rollo in attack mode: now in defense mode with 2/2 this turn."""
    locked = unit("rollo", "a", round_powers=[32, 0, 0, 0])
    p = table(side(hand=["loki_trick"]), side(locked))
    assert shown(p, "locked")[1, 0] == 1
    play(p, "loki_trick", "enemy player_1 0")
    assert (p.record.mode[1, 0], stats(p, 1)) == (1, (2, 2))


@pytest.mark.rule("HOH-209")
def test_mode_in_an_attack_row_decides_which_value_counts(tmp_path):
    """A made-up weapon turns the attacked Huscarl (3/5) to attack mode: Rollo wins 4 against 3 and B loses 1."""
    rules = made_up(tmp_path, "{type: weapon, fx: [{when: attack, to: foe, op: mode, amt: 0}]}")
    p = attack(table(side(unit("rollo", "a", "card_95")), side(unit("huscarl", "d")), rules=rules), 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 49], {"huscarl": 1})


@pytest.mark.rule("HOH-209")
@pytest.mark.parametrize(("amt", "result"), [(0, [0, 0]), (1, [1, 1]), (2, [1, 0])])
def test_mode_sets_attack_sets_defense_or_flips(tmp_path, amt, result):
    """Made-up Actions with 0, 1 and 2, from either mode."""
    rules = made_up(tmp_path, f"{{type: action, fx: [{{when: play, to: theirs, op: mode, amt: {amt}}}]}}")
    p = play(table(side(hand=["card_95"]), side(unit("rollo", "a"), unit("rollo", "d")), rules=rules), "card_95")
    assert p.record.mode[1, :2].tolist() == result
