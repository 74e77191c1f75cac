"""State Points, luck, the deal, the first turn and the hand limit (HOH-001 to HOH-004, HOH-029 to HOH-037)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.state import CARDS, NAMES, Phase, Prompt
from tests.heroes_of_history.helpers import (
    FILLER,
    GAME,
    asked,
    attack,
    command,
    deck,
    extra_cards,
    hand,
    legal,
    museum,
    pass_turn,
    play,
    playable,
    points,
    side,
    table,
    unit,
)

EIGHT = ["leonidas", "socrates", "rollo", "rollo", "xiphos", "aspis", "thor", "thor"]
SINGLES = dict.fromkeys(CARDS[:40], 1)  # a deck without a second copy of anything


def hand_of(number: int) -> list[str]:
    """So many different cards."""
    return list(CARDS[8 : 8 + number])


# ------------------------------------------------------------------------------------------------ State Points
@pytest.mark.rule("HOH-001")
def test_a_full_game_starts_at_50() -> None:
    """Two players start with 50 State Points each."""
    assert points(GAME.new(seed=3)) == [50, 50]


@pytest.mark.rule("HOH-002")
@pytest.mark.parametrize("rules", [{"start_sp": 25}, "half"])
def test_a_half_game_starts_at_25(rules: object) -> None:
    """A half game starts at 25 and deals as a full one does."""
    p = GAME.new(rules=rules, seed=3)
    assert points(p) == [25, 25]
    assert p.record.hand_size[:2].tolist() == [5, 5]
    assert p.record.deck_size[:2].tolist() == [35, 35]


@pytest.mark.rule("HOH-002")
def test_a_half_game_keeps_the_size_of_decks() -> None:
    """With 25 State Points a deck still has 40 to 80 cards."""
    fewer = dict(list(SINGLES.items())[:39])
    assert points(GAME.new(num_players=2, rules={"start_sp": 25, "decks": [SINGLES]})) == [25, 25]
    with pytest.raises(RulesError, match="39"):
        GAME.new(num_players=2, rules={"start_sp": 25, "decks": [fewer]})


@pytest.mark.rule("HOH-002")
@pytest.mark.parametrize(("cards", "prompt"), [(6, Prompt.DRAW), (7, Prompt.DISCARD)])
def test_a_half_game_keeps_the_hand_limit(cards: int, prompt: Prompt) -> None:
    """With 25 State Points six cards are kept and a seventh is discarded."""
    p = table(side(sp=25, hand=hand_of(cards)), side(sp=25), rules={"start_sp": 25}).play("end turn")
    assert asked(p) == prompt


@pytest.mark.rule("HOH-003")
def test_moves_without_a_stated_cost_leave_the_state_points_alone() -> None:
    """Drawing, playing, attaching and switching cost nothing."""
    p = table(side(unit("hector"), hand=["paris", "xiphos", "thermopylae"]), side(), phase="beginning")
    seen = [points(p)]
    p.play("draw 2")
    for card, further in (("paris", ("mode attack",)), ("xiphos", ()), ("thermopylae", ())):
        seen.append(points(play(p, card, *further)))
    seen.append(points(p.play("attach 0", "own 1")))
    seen.append(points(p.play("switch 0")))
    assert seen == [[50, 50]] * 6
    assert p.record.weapon[0, 1] == NAMES.index("xiphos")  # all of it really happened
    assert p.record.mode[0, 0] == 1


@pytest.mark.rule("HOH-003")
def test_battle_effects_and_costs_change_the_state_points() -> None:
    """Ambrosia gives 4, trashing a weapon takes 2, a direct attack takes the attacker's ATK."""
    p = table(side(unit("rollo", "a", "xiphos"), hand=["ambrosia"]), side())
    assert points(play(p, "ambrosia")) == [54, 50]
    assert points(p.play("trash weapon 0")) == [52, 50]
    assert points(attack(p, 0, "player player_1")) == [52, 46]


@pytest.mark.rule("HOH-004")
@pytest.mark.parametrize(("before", "after"), [(94, 98), (95, 99), (96, 99), (97, 99), (99, 99)])
def test_state_points_stop_at_99(before: int, after: int) -> None:
    """Ambrosia gives 4, but never more than 99 in all."""
    assert points(play(table(side(sp=before, hand=["ambrosia"]), side()), "ambrosia")) == [after, 50]


@pytest.mark.rule("HOH-004")
def test_stealing_at_99_still_takes() -> None:
    """Lindisfarne takes 2 from B although A has no room for them."""
    assert points(play(table(side(sp=99, hand=["lindisfarne"]), side()), "lindisfarne")) == [99, 48]


@pytest.mark.rule("HOH-004")
@pytest.mark.parametrize("card", ["lindisfarne", "danegeld"])
def test_state_points_stop_at_0(card: str) -> None:
    """An effect of 2 takes a player with 1 State Point to 0, not below."""
    p = play(table(side(hand=[card]), side(sp=1)), card)
    assert points(p)[1] == 0
    assert p.over


@pytest.mark.rule("HOH-004")
def test_battle_damage_stops_at_0() -> None:
    """A direct attack of 9 on a player with 3 State Points ends at 0."""
    p = attack(table(side(unit("achilles")), side(sp=3)), 0, "player player_1")
    assert points(p) == [50, 0]


# ------------------------------------------------------------------------------------------------ luck
@pytest.mark.rule("HOH-029")
def test_decks_are_shuffled_from_the_seed() -> None:
    """A seed gives the same order every time, another seed another one; the cards are those of the lists."""
    first, again, other = (GAME.new(rules={"first_player": 0}, seed=seed) for seed in (7, 7, 8))
    for seat in (0, 1):
        assert (hand(first, seat), deck(first, seat)) == (hand(again, seat), deck(again, seat))
        assert deck(first, seat) != deck(other, seat)
        assert Counter(deck(first, seat)) + Counter(hand(first, seat)) == Counter(deck(other, seat)) + Counter(hand(other, seat))
        assert deck(first, seat) != sorted(deck(first, seat), key=CARDS.index)


@pytest.mark.rule("HOH-029")
def test_equal_lists_are_shuffled_apart() -> None:
    """Two players with the same list do not draw the same cards."""
    p = GAME.new(rules={"decks": ["mixed"]}, seed=7)
    assert deck(p, 0) != deck(p, 1)


@pytest.mark.rule("HOH-029")
@pytest.mark.statistical
@pytest.mark.slow
def test_every_card_of_a_list_is_equally_likely_on_every_place() -> None:
    """Over 10000 seeds each of 40 titles is the next draw 250 +- 65 times and in the opening hand 1250 +- 140 times."""
    batch = Batch(GAME, 10_000, {"decks": [SINGLES]}, 2, seed=0, observe=None)
    for seat in (0, 1):
        tops = batch.states["deck"][:, seat, 34]
        bottoms = batch.states["deck"][:, seat, 0]
        hands = batch.states["hand"][:, seat, :5]
        assert (batch.states["deck_size"][:, seat] == 35).all()
        for cards, expected, margin in ((tops, 250, 65), (bottoms, 250, 65), (hands, 1250, 140)):
            counts = np.bincount(cards.ravel(), minlength=41)[1:]
            assert len(counts) == 40
            assert abs(counts - expected).max() <= margin


@pytest.mark.rule("HOH-030")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [None, "random", "draft"])
def test_same_seed_and_same_actions_give_the_same_game(players: int, rules: str | None) -> None:
    """Two runs have equal bytes after every step (T43); a third one from another seed has not."""
    one, two, other = (GAME.new(players, rules, seed) for seed in (11, 11, 12))
    assert one.to_bytes() == two.to_bytes()
    assert one.to_bytes() != other.to_bytes()
    choose = np.random.default_rng(4)
    while not one.over:
        actions = one.legal_ids()
        action = actions[choose.integers(len(actions))]
        one.play(action)
        two.play(action)
        assert one.to_bytes() == two.to_bytes()


# ------------------------------------------------------------------------------------------------ the deal
@pytest.mark.rule("HOH-031")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_five_cards(players: int) -> None:
    """Before the first draw every hand has 5 cards and every deck of 40 has 35."""
    p = GAME.new(players, seed=5)
    assert asked(p) == Prompt.DRAW
    assert p.record.hand_size.tolist() == [5] * players + [0] * (4 - players)
    assert p.record.deck_size.tolist() == [35] * players + [0] * (4 - players)
    for seat in range(players):
        assert sum(hand(p, seat).values()) == 5


@pytest.mark.rule("HOH-031", "HOH-029")
def test_hand_and_deck_are_the_list() -> None:
    """What was dealt and what is left are together the greeks and vikings starters."""
    p = GAME.new(seed=5)
    starters = GAME.variant()["decks"][:2]  # type: ignore[index]
    assert starters == ["greeks", "vikings"]
    for seat, low, high in ((0, 1, 47), (1, 48, 94)):
        cards = [CARDS.index(card) + 1 for card in [*deck(p, seat), *Counter(hand(p, seat)).elements()]]
        assert len(cards) == 40
        assert low <= min(cards) <= max(cards) <= high


@pytest.mark.rule("HOH-032")
def test_there_is_no_mulligan() -> None:
    """The only thing to do after the deal is to draw one card."""
    for seed in range(10):
        p = GAME.new(seed=seed)
        assert p.legal_ids() == [2]
        assert p.legal() == ["draw 1"]


@pytest.mark.rule("HOH-033")
@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_a_fixed_first_player_begins_on_every_seed(players: int, first: int) -> None:
    """first_player names the seat that begins."""
    for seed in range(10):
        p = GAME.new(players, {"first_player": first}, seed)
        assert (p.seat, int(p.record.active), int(p.record.first_player)) == (first, first, first)


@pytest.mark.rule("HOH-033")
def test_a_first_player_who_does_not_sit_there_is_refused() -> None:
    """Two players have the seats 0 and 1."""
    with pytest.raises(RulesError):
        GAME.new(2, {"first_player": 2})


@pytest.mark.rule("HOH-033")
@pytest.mark.statistical
@pytest.mark.slow
def test_a_random_first_player_is_fair() -> None:
    """Seat 0 begins on 4700 to 5300 of 10000 seeds."""
    batch = Batch(GAME, 10_000, None, 2, seed=0, observe=None)
    assert 4700 <= (batch.states["active"] == 0).sum() <= 5300
    assert (batch.states["active"] == batch.seat).all()


# ------------------------------------------------------------------------------------------------ the first turn
@pytest.mark.rule("HOH-034")
def test_no_player_attacks_in_their_own_first_turn() -> None:
    """Neither A nor B can go to battle in turn 1 (T03); both can in turn 2."""
    p = table(side(unit("rollo"), turns=0), side(unit("rollo"), turns=0))
    may_attack = ["next phase" in legal(p)]
    for _ in range(3):
        pass_turn(p)
        may_attack.append("next phase" in legal(p))
    assert may_attack == [False, False, True, True]


@pytest.mark.rule("HOH-034")
def test_first_turns_are_counted_separately() -> None:
    """B's first turn is without attack although A has had many turns."""
    p = table(side(unit("rollo"), turns=5), side(unit("rollo"), turns=0))
    assert "next phase" in legal(p)
    assert "next phase" not in legal(pass_turn(p))


@pytest.mark.rule("HOH-034")
def test_the_knob_allows_attacks_in_the_first_turn() -> None:
    """first_turn_attack lets A attack at once."""
    p = table(side(unit("rollo"), turns=0), side(turns=0), rules={"first_turn_attack": True})
    assert points(attack(p, 0, "player player_1")) == [50, 46]


@pytest.mark.rule("HOH-034")
def test_a_dealt_game_counts_first_turns_from_its_start() -> None:
    """A Combatant played in attack mode in the first turn cannot attack; in the second it can."""
    p = GAME.new(rules={"first_player": 0, "decks": ["mixed"]}, seed=0)
    for turn in range(4):
        p.play(next(action for action in p.legal() if action.startswith("draw")))
        p.record.trench[p.seat, 0] = NAMES.index("rollo")
        assert ("next phase" in legal(p)) == (turn >= 2)
        p.play("end turn")
        while asked(p) == Prompt.DISCARD:
            p.play(p.legal_ids()[0])


# ------------------------------------------------------------------------------------------------ hand limit
def discards(p: Position) -> int:
    """End the turn, discard whatever comes first and count it."""
    p.play("end turn")
    number = 0
    while asked(p) == Prompt.DISCARD:
        assert (p.seat, int(p.record.phase)) == (0, Phase.END)
        p.play(p.legal_ids()[0])
        number += 1
    return number


@pytest.mark.rule("HOH-035")
@pytest.mark.parametrize(
    ("limit", "cards", "expected"),
    [(6, 5, 0), (6, 6, 0), (6, 7, 1), (6, 8, 2), (6, 12, 6), (10, 8, 0), (10, 10, 0), (10, 11, 1), (5, 5, 0), (5, 6, 1)],
)
def test_the_hand_limit_is_checked_in_the_end_phase(limit: int, cards: int, expected: int) -> None:
    """A player ends the turn with at most hand_limit cards."""
    p = table(side(hand=hand_of(cards)), side(), rules={"hand_limit": limit})
    assert discards(p) == expected
    assert sum(hand(p).values()) == min(limit, cards)
    assert sum(museum(p).values()) == expected
    assert (p.seat, int(p.record.phase)) == (1, Phase.BEGINNING)


@pytest.mark.rule("HOH-035")
def test_the_limit_is_six_unless_the_rules_say_otherwise() -> None:
    """Eight cards mean two discards."""
    assert discards(table(side(hand=hand_of(8)), side())) == 2


@pytest.mark.rule("HOH-035")
def test_more_cards_are_no_matter_during_the_turn() -> None:
    """With nine cards A acts freely."""
    p = table(side(hand=hand_of(9)), side())
    assert asked(p) == Prompt.ACT
    assert "end turn" in legal(p)


@pytest.mark.rule("HOH-035")
def test_only_the_active_player_is_checked() -> None:
    """B holds eight cards through A's End Phase and is first asked about the draw."""
    p = table(side(), side(hand=hand_of(8))).play("end turn")
    assert (p.seat, asked(p)) == (1, Prompt.DRAW)
    assert sum(hand(p, 1).values()) == 8
    assert museum(p, 1) == {}


@pytest.mark.rule("HOH-035")
@pytest.mark.parametrize("limit", [4, 11])
def test_other_hand_limits_are_refused(limit: int) -> None:
    """hand_limit is 5 to 10."""
    with pytest.raises(RulesError, match="5 and 10"):
        GAME.variant({"hand_limit": limit})


@pytest.mark.rule("HOH-036")
def test_excess_cards_are_of_the_holders_choice() -> None:
    """Eight cards of six titles: one id per title is offered (T13)."""
    p = table(side(hand=EIGHT), side()).play("end turn")
    assert legal(p) == {"hand 0", "hand 1", "hand 2", "hand 3", "hand 4", "hand 6"}
    assert playable(p) == set(EIGHT)
    play(p, "thor")
    assert playable(p) == set(EIGHT)  # the other Thor is still there
    play(p, "leonidas")
    assert museum(p) == {"thor": 1, "leonidas": 1}
    assert hand(p) == {"socrates": 1, "rollo": 2, "xiphos": 1, "aspis": 1, "thor": 1}
    assert p.seat == 1


@pytest.mark.rule("HOH-036")
def test_discarded_cards_have_no_effect() -> None:
    """Discarding Socrates draws nothing, discarding Rollo gains nothing; both go to the Museum (T13)."""
    p = table(side(hand=EIGHT), side()).play("end turn")
    play(p, "socrates")
    assert sum(hand(p).values()) == 7
    play(p, "rollo")
    assert museum(p) == {"socrates": 1, "rollo": 1}
    assert sum(hand(p).values()) == 6
    assert deck(p) == list(FILLER)
    assert points(p) == [50, 50]
    assert p.seat == 1


@pytest.mark.rule("HOH-036")
def test_discards_are_not_optional() -> None:
    """While too many cards are held nothing else can be done."""
    p = table(side(hand=hand_of(7)), side()).play("end turn")
    with pytest.raises(IllegalAction):
        p.play("end turn")


# ------------------------------------------------------------------------------------------------ a full hand
def hoarder(card: str, others: int, **fields: object) -> dict[str, object]:
    """A player with one card to play beside so many others."""
    return side(hand=[card] + ["pericles"] * others, **fields)


@pytest.mark.rule("HOH-037")
@pytest.mark.parametrize(("others", "drawn"), [(9, 2), (10, 2), (11, 1)])
def test_draws_stop_at_twelve_cards(others: int, drawn: int) -> None:
    """Oracle of Delphi draws two, but a hand holds twelve."""
    p = play(table(hoarder("delphi", others), side()), "delphi")
    assert sum(hand(p).values()) == others + drawn
    assert len(deck(p)) == 20 - drawn
    assert command(p)[0] == "delphi"


def searcher(op: str) -> dict:
    """An Action that draws a card and then takes a weapon from somewhere."""
    rows = [{"when": "play", "to": "me", "op": "draw", "amt": 1}, {"when": "play", "to": "me", "op": op, "only": {"kind": "weapon"}}]
    return {"key": "searcher", "type": "action", "fx": rows}


@pytest.mark.rule("HOH-037")
@pytest.mark.parametrize(("others", "found"), [(10, True), (11, False)])
@pytest.mark.parametrize("op", ["fetch", "recall"])
def test_fetch_and_recall_stop_at_twelve_cards(tmp_path: Path, op: str, others: int, found: bool) -> None:
    """At twelve cards the weapon stays where it is."""
    zones = {"deck": ["paris", "xiphos", "paris"]} if op == "fetch" else {"deck": ["paris", "paris"], "museum": ["xiphos"]}
    p = table(hoarder("card_95", others, **zones), side(), rules=extra_cards(tmp_path, searcher(op)))
    play(p, "card_95")
    while asked(p) == Prompt.CHOOSE:
        p.play("choice 0")
    assert ("xiphos" in hand(p)) == found
    assert sum(hand(p).values()) == 12
    assert ("xiphos" in deck(p) or "xiphos" in museum(p)) != found
