"""Tribute for Exceptional Combatants, the plays of a turn and special orders (HOH-084 to HOH-092)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import Mode, Phase
from tests.heroes_of_history.helpers import hand, legal, museum, pass_turn, play, playable, points, shown, side, table, trench, unit

MODES = {"mode attack", "mode defense"}
SAME = {"tribute_filter": "same_subtype"}
SHARED = {"summon_slots": "shared"}


def offered(p: Position) -> set[str]:
    """What can be paid with: cards in hand by name, everything else in words."""
    return playable(p) | {action for action in legal(p) if not action.startswith("hand ")}


# ------------------------------------------------------------------------------------------------ where tributes come from
@pytest.mark.rule("HOH-084")
def test_tributes_come_from_trench_and_hand():
    """Alexander is paid with Rollo from the Trench and Lagertha from the hand; no enemy Combatant is offered."""
    p = table(side(unit("rollo", "d"), hand=["alexander", "lagertha"]), side(unit("rollo")))
    play(p, "alexander")
    assert offered(p) == {"own 0", "lagertha"}
    p.play("own 0")
    assert offered(p) == {"lagertha"}
    play(p, "lagertha")
    assert legal(p) == MODES
    p.play("mode attack")
    assert museum(p) == {"rollo": 1, "lagertha": 1}
    assert trench(p)[0] == "alexander"
    assert hand(p) == {}
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-084")
def test_tributes_may_come_from_the_hand_alone():
    """Two cards in hand pay Alexander; Rollo in the Trench stays and Alexander stands beside him."""
    p = table(side(unit("rollo"), hand=["alexander", "lagertha", "paris"]), side())
    play(p, "alexander")
    play(p, "paris")
    play(p, "lagertha", "mode defense")
    assert trench(p)[:3] == ["rollo", "alexander", "none"]
    assert museum(p) == {"lagertha": 1, "paris": 1}


@pytest.mark.rule("HOH-084")
def test_tributes_may_come_from_the_trench_alone():
    """Two Combatants in the Trench pay Alexander; Paris in hand stays there."""
    p = table(side(unit("rollo"), unit("lagertha"), hand=["alexander", "paris"]), side())
    play(p, "alexander", "own 1", "own 0", "mode attack")
    assert trench(p) == ["alexander", "none", "none", "none", "none"]
    assert hand(p) == {"paris": 1}
    assert museum(p) == {"rollo": 1, "lagertha": 1}


@pytest.mark.rule("HOH-084")
def test_a_paid_tribute_is_not_offered_again():
    """After the Combatant in slot 1 is paid, only the one in slot 0 is left to pay with."""
    p = table(side(unit("rollo"), unit("lagertha"), hand=["alexander"]), side())
    play(p, "alexander")
    assert offered(p) == {"own 0", "own 1"}
    p.play("own 1")
    assert offered(p) == {"own 0"}


# ------------------------------------------------------------------------------------------------ who pays
@pytest.mark.rule("HOH-085")
def test_plain_and_exceptional_combatants_pay_and_other_cards_do_not():
    """For Leonidas, Lagertha and Thor are offered, Xiphos is not."""
    p = table(side(hand=["leonidas", "lagertha", "thor", "xiphos"]), side())
    play(p, "leonidas")
    assert offered(p) == {"lagertha", "thor"}
    play(p, "thor")
    assert legal(p) == MODES
    assert museum(p) == {"thor": 1}


@pytest.mark.rule("HOH-085")
def test_an_exceptional_combatant_pays_one_whatever_its_stars():
    """Thor has three stars but pays one of the two that Alexander costs."""
    p = table(side(unit("thor"), hand=["alexander", "paris"]), side())
    play(p, "alexander", "own 0")
    assert offered(p) == {"paris"}


@pytest.mark.rule("HOH-085")
def test_a_card_does_not_pay_for_itself_but_a_second_copy_does():
    """A lone Leonidas among Supplies is not playable; two copies are, and one pays for the other."""
    assert "leonidas" not in playable(table(side(hand=["leonidas", "xiphos", "aspis", "ambrosia"]), side()))
    p = table(side(hand=["leonidas", "leonidas"]), side())
    play(p, "leonidas")
    assert offered(p) == {"leonidas"}
    play(p, "leonidas", "mode attack")
    assert (hand(p), museum(p), trench(p)[0]) == ({}, {"leonidas": 1}, "leonidas")


@pytest.mark.rule("HOH-085")
def test_same_subtype_lets_only_the_own_subtype_pay():
    """Leonidas is a general: Lagertha and Thor do not pay, Rollo does."""
    cards = ["leonidas", "lagertha", "thor", "xiphos"]
    assert "leonidas" in playable(table(side(hand=cards), side()))
    assert "leonidas" not in playable(table(side(hand=cards), side(), rules=SAME))
    p = table(side(hand=[*cards, "rollo"]), side(), rules=SAME)
    assert "leonidas" in playable(p)
    play(p, "leonidas")
    assert offered(p) == {"rollo"}


@pytest.mark.rule("HOH-085")
def test_same_subtype_holds_for_combatants_in_the_trench_and_exceptional_ones():
    """Of Lagertha, Rollo and Ragnar in the Trench the two generals pay for Leonidas."""
    p = table(side(unit("lagertha"), unit("rollo"), unit("ragnar"), hand=["leonidas"]), side(), rules=SAME)
    play(p, "leonidas")
    assert offered(p) == {"own 1", "own 2"}


@pytest.mark.rule("HOH-085")
@pytest.mark.parametrize(("second", "enough"), [("lagertha", False), ("sweyn", True)])
def test_same_subtype_counts_only_matching_cards_towards_the_stars(second, enough):
    """Alexander, a general of two stars, needs two generals."""
    p = table(side(unit("rollo"), hand=["alexander", second]), side(), rules=SAME)
    assert ("alexander" in playable(p)) is enough


# ------------------------------------------------------------------------------------------------ how much is paid
@pytest.mark.rule("HOH-086")
def test_payment_stops_once_the_cost_is_met():
    """Thor costs 3: after two Thralls worth 2 each nothing more is asked, nothing comes back."""
    p = table(side(hand=["thor", "thrall", "thrall", "rollo"]), side())
    play(p, "thor")
    assert shown(p, "due") == 3
    play(p, "thrall")
    assert shown(p, "due") == 1
    assert offered(p) == {"thrall", "rollo"}
    play(p, "thrall")
    assert legal(p) == MODES
    p.play("mode attack")
    assert museum(p) == {"thrall": 2}
    assert hand(p) == {"rollo": 1}
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-086")
def test_surplus_worth_does_not_pay_for_anything_else():
    """A Thrall worth 2 pays Leonidas of one star; the surplus is no gain and no credit."""
    p = table(side(hand=["leonidas", "thrall", "rollo"]), side())
    play(p, "leonidas")
    play(p, "thrall", "mode attack")
    assert (museum(p), hand(p), points(p)) == ({"thrall": 1}, {"rollo": 1}, [50, 50])
    assert shown(p, "due") == 0


@pytest.mark.rule("HOH-086")
def test_more_than_the_cost_cannot_be_paid():
    """With five Combatants at hand Leonidas takes exactly one."""
    p = table(side(unit("rollo"), unit("hector"), hand=["leonidas", "lagertha", "paris", "ajax"]), side())
    play(p, "leonidas", "own 1")
    assert legal(p) == MODES


@pytest.mark.rule("HOH-087")
def test_tribute_is_no_death_and_takes_attachments_along():
    """Rollo with Xiphos and a Coin of Charon is tributed: three cards in the Museum, the Coin pays nothing."""
    p = table(side(unit("rollo", "a", "xiphos", "coin_of_charon"), hand=["leonidas"]), side())
    play(p, "leonidas", "own 0", "mode attack")
    assert points(p) == [50, 50]
    assert museum(p) == {"rollo": 1, "xiphos": 1, "coin_of_charon": 1}
    assert trench(p)[0] == "leonidas"
    assert p.record.weapon[0, 0] == p.record.hold[0, 0] == 0


@pytest.mark.rule("HOH-087")
def test_a_tributed_ally_is_not_killed():
    """Sacred Band does not grow when a comrade is tributed, and Paris answers nobody."""
    p = table(side(unit("rollo"), unit("sacred_band"), unit("paris"), hand=["odysseus"]), side())
    play(p, "odysseus", "own 0", "mode attack")
    assert p.record.stay_atk[0, 1] == 0
    assert points(p) == [50, 50]


# ------------------------------------------------------------------------------------------------ room
@pytest.mark.rule("HOH-088")
def test_a_full_trench_gives_the_first_tribute_itself():
    """Five Combatants: Leonidas is playable, Socrates in hand may not pay; Leonidas takes the slot that came free."""
    p = table(side(*[unit("rollo", "d")] * 5, hand=["leonidas", "socrates"]), side())
    assert playable(p) == {"leonidas"}
    play(p, "leonidas")
    assert offered(p) == {"own 0", "own 1", "own 2", "own 3", "own 4"}
    p.play("own 3", "mode attack")
    assert trench(p) == ["rollo", "rollo", "rollo", "leonidas", "rollo"]


@pytest.mark.rule("HOH-088")
def test_only_the_first_tribute_of_a_full_trench_is_bound_to_it():
    """Alexander costs two: once a slot is free the second tribute may come from the hand."""
    p = table(side(*[unit("rollo", "d")] * 5, hand=["alexander", "socrates"]), side())
    play(p, "alexander")
    assert offered(p) == {f"own {slot}" for slot in range(5)}
    p.play("own 2")
    assert offered(p) == {"own 0", "own 1", "own 3", "own 4", "socrates"}
    play(p, "socrates", "mode attack")
    assert trench(p) == ["rollo", "rollo", "alexander", "rollo", "rollo"]


@pytest.mark.rule("HOH-088")
@pytest.mark.parametrize(("units", "own_only"), [(2, False), (3, True)])
def test_a_smaller_trench_is_full_earlier(units, own_only):
    """With trench_slots=3 the first tribute is bound at three Combatants, not at two."""
    p = table(side(*[unit("rollo", "d")] * units, hand=["leonidas", "socrates"]), side(), rules={"trench_slots": 3})
    play(p, "leonidas")
    assert ("socrates" not in offered(p)) is own_only


@pytest.mark.rule("HOH-088", "HOH-085")
def test_a_full_trench_without_a_card_that_may_pay_blocks_the_play():
    """same_subtype: five Lagerthas cannot make room for Leonidas though Rollo in hand could pay; with a free slot he can."""
    for lagerthas, enough in ((5, False), (4, True)):
        p = table(side(*[unit("lagertha")] * lagerthas, hand=["leonidas", "rollo"]), side(), rules=SAME)
        assert ("leonidas" in playable(p)) is enough


# ------------------------------------------------------------------------------------------------ plays per turn
@pytest.mark.rule("HOH-089")
def test_one_exceptional_combatant_is_played_per_turn():
    """After Leonidas, Odysseus is not playable in either Action Phase although he could be paid; next turn he is."""
    p = table(side(hand=["leonidas", "odysseus", "rollo", "lagertha", "paris", "hector"]), side())
    assert {"leonidas", "odysseus"} <= playable(p)
    play(p, "leonidas")
    play(p, "hector", "mode attack")
    assert playable(p) == {"rollo", "lagertha", "paris"}
    p.play("next phase", "next phase")
    assert p.record.phase == Phase.ACTION_2
    assert playable(p) == {"rollo", "lagertha", "paris"}
    pass_turn(p)
    pass_turn(p)
    assert p.seat == 0
    assert "odysseus" in playable(p)


@pytest.mark.rule("HOH-090")
@pytest.mark.parametrize("order", [("lagertha", "leonidas"), ("leonidas", "lagertha")])
def test_the_exceptional_play_is_beside_the_plain_one(order):
    """Lagertha and Leonidas enter in one turn, in either order; then neither kind is playable."""
    p = table(side(unit("rollo"), hand=["lagertha", "leonidas", "hector", "odysseus"]), side())
    for card in order:
        play(p, card)
        p.play(*(("own 0", "mode attack") if card == "leonidas" else ("mode attack",)))
    assert {"lagertha", "leonidas"} <= set(trench(p))
    assert playable(p) == set()


@pytest.mark.rule("HOH-090")
@pytest.mark.parametrize(("first", "second"), [("leonidas", "lagertha"), ("lagertha", "leonidas")])
def test_shared_slots_allow_one_combatant_of_either_kind(first, second):
    """summon_slots=shared: after one kind the other is no longer playable."""
    p = table(side(unit("rollo"), unit("paris"), hand=["lagertha", "leonidas"]), side(), rules=SHARED)
    assert playable(p) == {"lagertha", "leonidas"}
    play(p, first)
    p.play(*(("own 0", "mode attack") if first == "leonidas" else ("mode attack",)))
    assert second not in playable(p)


@pytest.mark.rule("HOH-090", "HOH-219")
@pytest.mark.parametrize("second", ["leonidas", "lagertha"])
def test_muster_adds_one_summon_of_any_kind_to_shared_slots(second):
    """summon_slots=shared: after Longship Crew one more Combatant, plain or Exceptional, and no third."""
    p = table(side(unit("rollo"), unit("paris"), hand=["longship_crew", "lagertha", "leonidas"]), side(), rules=SHARED)
    play(p, "longship_crew", "mode attack")
    assert playable(p) == {"lagertha", "leonidas"}
    play(p, second)
    p.play(*(("own 0", "mode attack") if second == "leonidas" else ("mode attack",)))
    assert playable(p) == set()


# ------------------------------------------------------------------------------------------------ special orders
@pytest.mark.rule("HOH-091")
@pytest.mark.parametrize(("card", "museum_cards", "deck"), [("valkyries", ["hector"], ["pericles"]), ("trojan_horse", [], ["argonauts"])])
def test_a_special_order_leaves_the_plain_play(card, museum_cards, deck):
    """A Combatant raised from the Museum or levied from the deck does not use up the play of Lagertha."""
    p = table(side(hand=[card, "lagertha", "rollo"], museum=museum_cards, deck=deck), side())
    play(p, card, "choice 0", "mode attack")
    assert p.record.plain_played == 0
    assert "lagertha" in playable(p)
    play(p, "lagertha", "mode attack")
    assert "rollo" not in playable(p)


@pytest.mark.rule("HOH-091")
def test_a_special_order_is_possible_after_the_plain_play():
    """Lagertha has been played: Call of the Valkyries still raises Hector."""
    p = table(side(hand=["valkyries", "lagertha", "rollo"], museum=["hector"]), side())
    play(p, "lagertha", "mode attack")
    assert playable(p) == {"valkyries"}
    play(p, "valkyries", "choice 0", "mode attack")
    assert trench(p)[:2] == ["lagertha", "hector"]


@pytest.mark.rule("HOH-091")
def test_a_special_order_from_the_hand_counts_only_the_card_that_ordered():
    """Helen is the plain play of the turn; the Spartan Hoplite that she calls is none."""
    p = table(side(hand=["helen", "spartan_hoplite", "rollo"]), side())
    play(p, "helen", "mode defense")
    assert playable(p) == {"spartan_hoplite"}
    play(p, "spartan_hoplite", "mode attack")
    assert p.record.plain_played == 1
    assert trench(p)[:2] == ["helen", "spartan_hoplite"]
    assert playable(p) == set()


@pytest.mark.rule("HOH-092")
@pytest.mark.parametrize(("mode", "value"), [("mode attack", Mode.ATTACK), ("mode defense", Mode.DEFENSE)])
def test_a_special_order_asks_for_the_mode_and_fires_play_rows(mode, value):
    """Call of the Valkyries pays 2 and raises Rollo without tribute; his play row gains 2."""
    p = table(side(hand=["valkyries"], museum=["rollo"]), side())
    play(p, "valkyries")
    assert points(p)[0] == 48
    assert legal(p) == {"choice 0"}
    p.play("choice 0")
    assert legal(p) == MODES
    assert points(p)[0] == 48
    p.play(mode)
    assert points(p)[0] == 50
    assert (trench(p)[0], p.record.mode[0, 0]) == ("rollo", value)
    assert museum(p) == {}


@pytest.mark.rule("HOH-092")
@pytest.mark.parametrize(("card", "museum_cards", "deck"), [("valkyries", ["hector"], ["pericles"]), ("trojan_horse", [], ["argonauts"])])
def test_a_special_order_needs_a_free_slot(card, museum_cards, deck):
    """With four Combatants the Action is playable, with five it is not."""
    for units, free in ((4, True), (5, False)):
        p = table(side(*[unit("rollo")] * units, hand=[card], museum=museum_cards, deck=deck), side())
        assert (card in playable(p)) is free


@pytest.mark.rule("HOH-092")
def test_a_special_order_into_the_last_slot_taken_by_its_caller_does_not_happen():
    """Helen fills the fifth slot: no order is asked for and the Hoplite stays in hand."""
    p = table(side(*[unit("rollo")] * 4, hand=["helen", "spartan_hoplite"]), side())
    play(p, "helen", "mode defense")
    assert "end turn" in legal(p)
    assert hand(p) == {"spartan_hoplite": 1}


@pytest.mark.rule("HOH-092")
def test_play_rows_of_a_levied_combatant_fire():
    """Longship Crew out of the Trojan Horse musters: two plain Combatants may follow, not three."""
    p = table(side(hand=["trojan_horse", "lagertha", "rollo", "hector"], deck=["longship_crew"]), side())
    play(p, "trojan_horse", "choice 0", "mode attack")
    play(p, "lagertha", "mode attack")
    play(p, "rollo", "mode attack")
    assert "hector" not in playable(p)
