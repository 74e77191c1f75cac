"""How effect rows are resolved: the queue, prices and choices (HOH-230 to HOH-235)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.heroes_of_history.cards import STANDARD, catalogue
from rulebound.envs.heroes_of_history.state import Phase
from tests.heroes_of_history.helpers import (
    asked,
    attack,
    hand,
    legal,
    made_up,
    museum,
    play,
    playable,
    points,
    random_games,
    side,
    stats,
    table,
    trench,
    unit,
    units,
    waiting,
)

IF_POOR = "if: [sp_le, 10], to: me, op: gain"


# ------------------------------------------------------------------------------------------------ first in, first out
@pytest.mark.rule("HOH-230")
def test_all_units_of_ragnarok_are_gone_before_the_coins_pay():
    """Ragnarok with a Coin of Charon on each side: A pays 3, then both gain 4."""
    coin = "coin_of_charon"
    p = table(side(unit("rollo", "d", "none", coin), hand=["ragnarok"]), side(unit("thor", "a", "none", coin)))
    play(p, "ragnarok")
    assert (points(p), units(p), units(p, 1)) == ([51, 54], 0, 0)


@pytest.mark.rule("HOH-230")
def test_rows_caused_by_a_row_go_to_the_end_of_the_queue(tmp_path):
    """A made-up hold pays its owner 1 for each enemy left when its bearer dies: after both rows of Ragnarok none is left."""
    rules = made_up(tmp_path, "{type: hold, fx: [{when: death, to: me, op: gain, amt: 1, per: [theirs], cap: 9}]}")
    mine, theirs = [unit("rollo"), unit("ajax")], unit("thor", "a", "none", "card_95")
    p = play(table(side(*mine, hand=["ragnarok"]), side(theirs), rules=rules), "ragnarok")
    assert points(p) == [47, 50]
    p = play(table(side(*mine, hand=["ostracism"]), side(unit("paris", "a", "none", "card_95")), rules=rules), "ostracism")
    assert points(p) == [48, 52]  # here the two stand when the row is taken


@pytest.mark.rule("HOH-230")
@pytest.mark.parametrize(("rows", "after"), [(("always", "if poor"), 14), (("if poor", "always"), 24)])
def test_rows_of_one_card_keep_their_order(tmp_path, rows, after):
    """At 10: gain 4, then 10 if at 10 or less gives 14; the other way round 24."""
    words = {"always": "{when: play, to: me, op: gain, amt: 4}", "if poor": f"{{when: play, {IF_POOR}, amt: 10}}"}
    rules = made_up(tmp_path, f"{{type: action, fx: [{', '.join(words[row] for row in rows)}]}}")
    assert points(play(table(side(hand=["card_95"], sp=10), side(), rules=rules), "card_95"))[0] == after


SOURCES = [
    "first unit",
    "second unit",
    "first weapon",
    "second weapon",
    "first hold",
    "second hold",
    "first command",
    "second command",
    "field",
]


@pytest.mark.rule("HOH-230")
@pytest.mark.parametrize("first", range(len(SOURCES)), ids=SOURCES)
def test_sources_of_one_event_come_in_a_fixed_order(tmp_path, first):
    """Combatants by slot, weapons by slot, holds by slot, command holds by slot, Battlefield.

    Every source gains its own number at 10 State Points or less, so only the first one in the order gains.
    """
    kinds = ["combatant"] * 2 + ["weapon"] * 2 + ["hold"] * 2 + ["hold, station: command"] * 2 + ["battlefield"]
    rules = made_up(tmp_path, *(f"{{type: {kind}, fx: [{{when: begin, {IF_POOR}, amt: {k + 1}}}]}}" for k, kind in enumerate(kinds)))
    there = [f"card_{95 + k}" if k >= first else "none" for k in range(len(kinds))]
    bearers = [name if name != "none" else "ajax" for name in there[:2]]
    mine = [unit(bearers[slot], "a", there[2 + slot], there[4 + slot]) for slot in range(2)]
    p = table(side(*mine, command=there[6:8], battlefield=there[8], sp=10), side(), phase="beginning", rules=rules)
    assert points(p.play("draw 1"))[0] == 10 + first + 1


@pytest.mark.rule("HOH-230")
def test_the_attacking_combatant_comes_before_its_weapon_and_its_weapon_before_its_hold(tmp_path):
    """Attack rows at 10 State Points: the unit gains 1; without its row the weapon 2; without that the hold 3."""
    kinds = ("combatant", "weapon", "hold")
    rules = made_up(tmp_path, *(f"{{type: {kind}, fx: [{{when: attack, {IF_POOR}, amt: {k + 1}}}]}}" for k, kind in enumerate(kinds)))
    for attacker, gained in (
        (unit("card_95", "a", "card_96", "card_97"), 1),
        (unit("ajax", "a", "card_96", "card_97"), 2),
        (unit("ajax", "a", "seax", "card_97"), 3),
    ):
        p = attack(table(side(attacker, sp=10), side(), rules=rules), 0, "player player_1")
        assert points(p)[0] == 10 + gained


@pytest.mark.rule("HOH-230")
def test_combatants_come_before_attached_cards_after_a_battle():
    """A at 3 wins with Draupnir against Rollo beside Paris: Paris takes 3 first and A is out."""
    p = table(side(unit("alexander", "a", "none", "draupnir"), sp=3), side(unit("rollo", "d"), unit("paris", "d")))
    attack(p, 0, "enemy player_1 0")
    assert (p.over, p.record.winner, points(p)[0]) == (True, 1, 0)
    p = table(side(unit("alexander", "a", "none", "draupnir"), sp=4), side(unit("rollo", "d"), unit("paris", "d")))
    assert points(attack(p, 0, "enemy player_1 0")) == [3, 50]


@pytest.mark.rule("HOH-230")
def test_the_play_row_of_a_special_order_waits_for_the_rows_of_its_card(tmp_path):
    """At 10: a made-up Action raises Rollo (gain 2) and then gains 5 at 10 or less: 15, then 17."""
    rows = f"{{when: play, to: me, op: raise, only: {{kind: combatant}}}}, {{when: play, {IF_POOR}, amt: 5}}"
    rules = made_up(tmp_path, f"{{type: action, fx: [{rows}]}}")
    p = play(table(side(hand=["card_95"], museum=["rollo"], sp=10), side(), rules=rules), "card_95", "choice 0", "mode attack")
    assert (points(p)[0], trench(p)[0]) == (17, "rollo")


@pytest.mark.rule("HOH-230")
def test_the_end_of_the_game_empties_the_queue():
    """Danegeld against B at 2: the second row never happens and nothing waits."""
    p = play(table(side(hand=["danegeld"]), side(sp=2)), "danegeld")
    assert (p.over, waiting(p), hand(p)) == (True, 0, {})


# ------------------------------------------------------------------------------------------------ dropped rows
@pytest.mark.rule("HOH-231")
def test_rows_without_a_target_are_dropped():
    """Perseus against an empty Trench enters without a choice; nothing waits."""
    p = table(side(unit("ajax"), unit("ajax"), hand=["perseus"]), side())
    play(p, "perseus", "own 0", "own 1", "mode attack")
    assert (trench(p)[0], waiting(p), "end turn" in legal(p)) == ("perseus", 0, True)


@pytest.mark.rule("HOH-231")
def test_rows_without_a_candidate_are_dropped():
    """Odysseus with no Action in the deck enters without a choice; with one he asks."""
    for cards, prompt in ((["xiphos", "rollo"], "ACT"), (["xiphos", "delphi"], "CHOOSE")):
        p = play(table(side(unit("ajax"), hand=["odysseus"], deck=cards), side()), "odysseus", "own 0", "mode attack")
        assert asked(p).name == prompt


@pytest.mark.rule("HOH-231")
@pytest.mark.parametrize("slot", [0, 1], ids=["strengthened, then slain", "slain before its row"])
def test_a_row_on_a_source_that_has_left_is_dropped(tmp_path, slot):
    """The begin row of one made-up Combatant slays the other; the row of that one on itself leaves no trace in its slot."""
    rules = made_up(
        tmp_path,
        "{type: combatant, fx: [{when: begin, to: others, op: slay}]}",
        "{type: combatant, fx: [{when: begin, to: self, op: atk, amt: 3, for: stay}]}",
    )
    mine = [unit("card_95"), unit("card_96")][:: 1 if slot else -1]
    p = table(side(*mine, hand=["ajax"]), side(), phase="beginning", rules=rules).play("draw 1")
    assert (museum(p), waiting(p)) == ({"card_96": 1}, 0)
    play(p, "ajax", "mode attack")
    assert (trench(p)[slot], stats(p, 0, slot)) == ("ajax", (4, 4))


@pytest.mark.rule("HOH-231")
def test_a_second_special_order_without_a_free_slot_is_dropped(tmp_path):
    """Four units: a made-up Action raises one Combatant and has no room for the second."""
    row = "{when: play, to: me, op: raise, only: {kind: combatant}}"
    rules = made_up(tmp_path, f"{{type: action, fx: [{row}, {row}]}}")
    for others, left in ((4, 1), (3, 0)):
        p = table(side(*[unit("ajax")] * others, hand=["card_95"], museum=["paris", "hector"]), side(), rules=rules)
        play(p, "card_95", "choice 0", "mode attack", *(["choice 0", "mode attack"] if others == 3 else []))
        assert (units(p), sum(museum(p).values()), asked(p).name) == (5, left, "ACT")


@pytest.mark.rule("HOH-231")
def test_rows_of_a_player_who_is_out_are_dropped():
    """Three players: seat 1 falls by the battle itself, so its Paris does not answer."""
    p = table(side(unit("thor")), side(unit("rollo"), unit("paris"), sp=6), side())
    attack(p, 0, "enemy player_1 0")
    assert (points(p), p.record.alive[:3].tolist(), p.over) == ([50, 0, 49], [1, 0, 1], False)


@pytest.mark.rule("HOH-231")
def test_a_pick_that_has_left_is_no_target_any_more(tmp_path):
    """A made-up Action slays what it picks; its second row on the picked one finds nothing."""
    rows = (
        "{when: play, to: pick_theirs, op: slay}, {when: play, to: it, op: atk, amt: 5, for: stay}, {when: play, to: me, op: gain, amt: 1}"
    )
    rules = made_up(tmp_path, f"{{type: action, fx: [{rows}]}}")
    p = play(table(side(hand=["card_95"]), side(unit("rollo")), rules=rules), "card_95", "enemy player_1 0")
    assert (points(p), museum(p, 1), p.record.stay_atk[1, 0]) == ([51, 50], {"rollo": 1}, 0)


# ------------------------------------------------------------------------------------------------ who decides
def seats_match(games: int, players: int, seed: int) -> int:
    """Decisions of random games; every one belongs to the active player."""
    decisions = 0
    for batch in random_games(games, players, seed=seed):
        running = batch.states["over"] == 0
        assert np.array_equal(batch.states["seat"][running], batch.states["active"][running])
        assert (batch.states["phase"][running] != Phase.DRAFT).all()
        decisions += int(running.sum())
    return decisions


@pytest.mark.rule("HOH-232")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_decides_in_the_turn_of_another(players):
    """A few random games: the seat to act is the active seat at every decision."""
    assert seats_match(4, players, seed=players) > 100


@pytest.mark.slow
@pytest.mark.rule("HOH-232")
@pytest.mark.parametrize(("games", "players"), [(600, 2), (200, 3), (200, 4)])
def test_nobody_decides_in_the_turn_of_another_in_a_thousand_games(games, players):
    """The same over a thousand games."""
    assert seats_match(games, players, seed=1000 * players) > 20 * games


# ------------------------------------------------------------------------------------------------ prices
@pytest.mark.rule("HOH-233")
@pytest.mark.parametrize(("card", "price"), [("ostracism", 2), ("valkyries", 2), ("trojan_horse", 2), ("ragnarok", 3)])
def test_the_price_of_an_action_must_leave_1_state_point(card, price):
    """Playable with the price and 1 more, not with the price alone."""
    seats = {"hand": [card], "museum": ["rollo"], "deck": ["huscarl", "rollo"]}
    assert playable(table(side(sp=price, **seats), side(unit("ajax")))) == set()
    p = table(side(sp=price + 1, **seats), side(unit("ajax")))
    assert playable(p) == {card}
    assert points(play(p, card))[0] == 1


@pytest.mark.rule("HOH-233")
def test_the_price_of_an_ability_must_leave_1_state_point():
    """Pythia (1) at 1: not offered; at 2: A 1. Bellerophon (2) at 2: not offered; at 3: A 1."""
    for card, price in (("pythia", 1), ("bellerophon", 2)):
        foe = side(unit("paris", "d"))
        assert "activate 0" not in legal(table(side(unit(card), sp=price), foe))
        assert points(table(side(unit(card), sp=price + 1), foe).play("activate 0"))[0] == 1


@pytest.mark.rule("HOH-233")
def test_the_price_is_paid_before_the_first_row(tmp_path):
    """A made-up Action for 3 that gains 4: from 98 over 95 to 99, and not over 99 to 96."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, pay: 3, to: me, op: gain, amt: 4}]}")
    assert points(play(table(side(hand=["card_95"], sp=98), side(), rules=rules), "card_95")) == [99, 50]


@pytest.mark.rule("HOH-233")
def test_the_price_is_paid_before_a_choice():
    """Ragnarok at 50 leaves 47; Call of the Valkyries stands at 48 while its choice is open."""
    assert points(play(table(side(hand=["ragnarok"]), side(unit("ajax"))), "ragnarok")) == [47, 50]
    p = play(table(side(hand=["valkyries"], museum=["ajax"]), side()), "valkyries")
    assert (points(p), asked(p).name) == ([48, 50], "CHOOSE")


@pytest.mark.rule("HOH-233")
def test_a_lethal_price_eliminates_the_payer_before_the_effect():
    """allow_lethal_costs: Ostracism at 2 is playable, A is out and Rollo stays."""
    p = table(side(hand=["ostracism"], sp=2), side(unit("rollo")), rules={"allow_lethal_costs": True})
    play(p, "ostracism")
    assert (p.over, p.record.winner, trench(p, 1)[0]) == (True, 1, "rollo")


# ------------------------------------------------------------------------------------------------ what can be played
@pytest.mark.rule("HOH-234")
@pytest.mark.parametrize(
    ("card", "mine", "theirs", "more"),
    [
        ("ostracism", [], ["thor"], {}),
        ("trojan_horse", [], [], {"deck": ["rollo", "thor", "xiphos"]}),
        ("trojan_horse", ["ajax"] * 5, [], {"deck": ["huscarl", "rollo"]}),
        ("valkyries", [], [], {"museum": ["thor", "xiphos"]}),
        ("valkyries", ["ajax"] * 5, [], {"museum": ["rollo"]}),
        ("olympic_truce", ["ajax"], [], {}),
        ("phalanx", ["rollo"], ["huscarl"], {}),
        ("berserkergang", [], ["ajax"], {}),
        ("loki_trick", ["ajax"], [], {}),
    ],
)
def test_an_action_whose_first_row_can_do_nothing_is_not_playable(card, mine, theirs, more):
    """No target, no candidate or no room: the Action stays in hand, although it could be paid."""
    assert playable(table(side(*map(unit, mine), hand=[card], **more), side(*map(unit, theirs)))) == set()


@pytest.mark.rule("HOH-234")
@pytest.mark.parametrize("card", ["ambrosia", "delphi", "lindisfarne", "danegeld", "forge", "blot"])
def test_a_player_as_target_always_counts(card):
    """With an empty deck and an empty Trench these are playable."""
    assert playable(table(side(hand=[card], deck=[]), side())) == {card}


@pytest.mark.rule("HOH-234")
def test_a_player_without_anything_to_lose_is_a_target_too(tmp_path):
    """Made-up Actions that raze, toss and mill are playable against an empty side."""
    ops = ("raze", "toss, amt: 1", "mill, amt: 1")
    rules = made_up(tmp_path, *(f"{{type: action, fx: [{{when: play, to: opp, op: {op}}}]}}" for op in ops))
    cards = [f"card_{95 + k}" for k in range(3)]
    assert playable(table(side(hand=cards), side(deck=[]), rules=rules)) == set(cards)


@pytest.mark.rule("HOH-234")
def test_only_the_first_row_counts(tmp_path):
    """A made-up Action with an impossible second row is playable, one with an impossible first row is not."""
    possible, impossible = "{when: play, to: me, op: gain, amt: 1}", "{when: play, to: theirs, op: slay}"
    rules = made_up(tmp_path, *(f"{{type: action, fx: [{a}, {b}]}}" for a, b in ((possible, impossible), (impossible, possible))))
    assert playable(table(side(hand=["card_95", "card_96"]), side(), rules=rules)) == {"card_95"}


@pytest.mark.rule("HOH-234")
@pytest.mark.parametrize("card", ["ivar", "perseus", "odysseus", "freyja", "helen", "archimedes", "sweyn"])
def test_a_combatant_can_always_be_played(card):
    """Against nobody, with nothing to find, the Combatant enters and asks nothing more than its mode."""
    start = side(hand=[card], deck=["rollo"], battlefield="olympus", command=[])
    p = table(start, side()) if card != "perseus" else table(side(unit("thor"), hand=[card], battlefield="olympus"), side())
    play(p, card, *(["own 0"] if card == "perseus" else []), "mode attack")
    assert (trench(p)[0], asked(p).name) == (card, "ACT")


@pytest.mark.rule("HOH-234")
def test_an_ability_that_can_change_nothing_is_not_offered():
    """Pythia without a card to draw or room for it, Volva against an empty deck: not offered."""
    assert "activate 0" in legal(table(side(unit("pythia"), deck=["rollo"]), side()))
    assert "activate 0" not in legal(table(side(unit("pythia"), deck=[]), side()))
    full = ["ajax", "paris", "hector", "helen"] * 3
    assert "activate 0" not in legal(table(side(unit("pythia"), hand=full), side()))
    assert "activate 0" in legal(table(side(unit("volva")), side(deck=["rollo"])))
    assert "activate 0" not in legal(table(side(unit("volva")), side(deck=[])))


# ------------------------------------------------------------------------------------------------ the order of choices
def offered(p, zone=hand) -> list[str]:
    """What each choice would bring, in order."""
    before, found = zone(p), []
    for action in p.legal():
        after = zone(p.clone().play(action))
        found += [name for name in after if after[name] > before.get(name, 0)]
    return found


@pytest.mark.rule("HOH-235")
def test_choices_list_distinct_titles_by_atk_then_number():
    """Museum Paris 3, Rollo 4, Ajax 4, Ajax 4: Ajax, Rollo, Paris."""
    cards = ["paris", "rollo", "ajax", "ajax"]
    p = play(table(side(hand=["freyja"], battlefield="olympus", museum=cards), side()), "freyja", "mode attack")
    assert legal(p) == {"choice 0", "choice 1", "choice 2"}
    assert offered(p) == ["ajax", "rollo", "paris"]


@pytest.mark.rule("HOH-235")
def test_choices_list_more_stars_first(tmp_path):
    """A made-up recall of Exceptional cards: stars come before ATK, ATK before the number."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: me, op: recall, only: {kind: exceptional}}]}")
    cards = ["leonidas", "erik_bloodaxe", "odysseus", "alexander", "odin", "thor", "rollo"]
    p = play(table(side(hand=["card_95"], museum=cards), side(), rules=rules), "card_95")
    assert offered(p) == ["thor", "odin", "alexander", "erik_bloodaxe", "leonidas", "odysseus"]


@pytest.mark.rule("HOH-235")
def test_at_most_sixteen_are_offered():
    """Twenty plain titles in the Museum: the first sixteen of the order, no more."""
    plain = [card for card in catalogue([STANDARD]).cards if card.type == "combatant"][:20]
    p = table(side(hand=["freyja"], battlefield="olympus", museum=[card.key for card in plain]), side())
    play(p, "freyja", "mode attack")
    assert p.legal() == [f"choice {k}" for k in range(16)]
    ranked = [card.key for card in sorted(plain, key=lambda card: (-card.atk, card.id))]
    assert offered(p) == ranked[:16]


@pytest.mark.rule("HOH-235")
def test_choices_from_the_deck_have_the_same_order_whatever_the_order_of_the_deck():
    """Odysseus lists Actions by number, each once."""
    for cards in (["blot", "delphi", "ambrosia", "delphi"], ["delphi", "ambrosia", "delphi", "blot"]):
        p = play(table(side(hand=["odysseus"], battlefield="olympus", deck=cards), side()), "odysseus", "mode attack")
        assert offered(p) == ["ambrosia", "delphi", "blot"]


@pytest.mark.rule("HOH-235")
def test_choices_of_a_special_order_have_the_same_order():
    """Trojan Horse lists soldiers by ATK, then number."""
    cards = ["helots", "huscarl", "varangian", "argonauts", "huscarl"]
    p = play(table(side(hand=["trojan_horse"], deck=cards), side()), "trojan_horse")
    found = [trench(p.clone().play(action, "mode attack"))[0] for action in p.legal()]
    assert found == ["argonauts", "varangian", "huscarl", "helots"]
