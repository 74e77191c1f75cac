"""How players go out, how games end, and what they pay (HOH-129 to HOH-136)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.jit import DISABLED
from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import Phase, Prompt, WinKind
from tests.heroes_of_history.helpers import (
    GAME,
    asked,
    attack,
    deck,
    hand,
    legal,
    pass_turn,
    play,
    points,
    random_games,
    side,
    table,
    unit,
)

B0 = "enemy player_1 0"
DIRECT = "player player_1"
MANY = 30 if DISABLED else 3334  # random games of each number of players


def end(p: Position) -> tuple[bool, int, WinKind]:
    """Whether the game is over, who has won and how."""
    return p.over, int(p.record.winner), WinKind(int(p.record.win_kind))


def going_on(p: Position) -> bool:
    """Whether nobody has won yet and somebody is asked."""
    return end(p) == (False, -1, WinKind.NONE) and bool(legal(p))


# ------------------------------------------------------------------------------------------------ no State Points
@pytest.mark.rule("HOH-129")
@pytest.mark.parametrize(("sp", "out"), [(6, True), (5, True), (7, False)])
def test_a_player_at_0_is_out_at_once(sp, out):
    """A direct attack of 6 ends the game in that step if B had 6 or fewer; never below 0."""
    p = attack(table(side(unit("rollo", "a", "ulfberht")), side(sp=sp)), 0, DIRECT)
    assert points(p)[1] == max(0, sp - 6)
    if out:
        assert end(p) == (True, 0, WinKind.STATE_POINTS)
        assert legal(p) == set()
        assert p.record.alive[:2].tolist() == [1, 0]
    else:
        assert going_on(p)


@pytest.mark.rule("HOH-129")
def test_the_active_player_may_go_out():
    """Rollo loses by 3 to Alexander and A had 3: B wins in A's turn."""
    p = attack(table(side(unit("rollo"), sp=3), side(unit("alexander"))), 0, B0)
    assert end(p) == (True, 1, WinKind.STATE_POINTS)


@pytest.mark.rule("HOH-129")
@pytest.mark.parametrize(("sp", "out"), [(2, True), (3, False)])
def test_an_effect_puts_a_player_out_too(sp, out):
    """Raid on Lindisfarne takes 2 in Action Phase 1: B at 2 is out, at 3 is not."""
    p = play(table(side(hand=["lindisfarne"]), side(sp=sp)), "lindisfarne")
    assert p.over is out
    assert points(p) == [52, sp - 2]


@pytest.mark.rule("HOH-129")
def test_with_more_players_the_game_goes_on_without_the_fallen():
    """Three players: seat 1 is out in the step of the attack, the others play on."""
    p = attack(table(side(unit("rollo"), sp=25), side(sp=4), side(sp=25)), 0, DIRECT)
    assert going_on(p)
    assert p.record.alive[:3].tolist() == [1, 0, 1]
    assert points(p) == [25, 0, 25]


# ------------------------------------------------------------------------------------------------ no cards
@pytest.mark.rule("HOH-130")
def test_a_player_who_must_draw_from_an_empty_deck_is_out():
    """B's deck is empty when its turn begins: A wins at 50 to 50."""
    p = table(side(), side(deck=[], hand=["thor", "rollo"]))
    assert going_on(p)
    p.play("end turn")
    assert end(p) == (True, 0, WinKind.DECK_OUT)
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-130")
def test_the_last_card_is_drawn_and_played_on_with():
    """B draws its last card and has its turn; only the next one cannot begin."""
    p = table(side(), side(deck=["rollo"])).play("end turn")
    assert legal(p) == {"draw 1"}
    p.play("draw 1")
    assert (p.seat, hand(p, 1), deck(p, 1)) == (1, {"rollo": 1}, [])
    assert going_on(p)
    pass_turn(p)
    assert going_on(p)
    p.play("end turn")
    assert end(p) == (True, 0, WinKind.DECK_OUT)


@pytest.mark.rule("HOH-130")
def test_a_battlefield_to_discard_does_not_save_from_an_empty_deck():
    """B could discard a Battlefield first, but has no card to draw."""
    p = table(side(), side(deck=[], battlefield="troy")).play("end turn")
    assert end(p) == (True, 0, WinKind.DECK_OUT)


@pytest.mark.rule("HOH-130")
def test_of_three_players_the_one_without_a_card_goes_out_and_the_next_begins():
    """Seat 1 cannot draw: seat 2 begins, then seat 0."""
    p = table(side(sp=25), side(sp=25, deck=[]), side(sp=25)).play("end turn")
    assert going_on(p)
    assert (p.record.alive[:3].tolist(), p.seat, p.record.phase) == ([1, 0, 1], 2, Phase.BEGINNING)
    p.play("draw 1", "end turn")
    assert p.seat == 0


@pytest.mark.rule("HOH-131")
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_effects_draw_what_is_there(cards):
    """Oracle of Delphi with 0 to 3 cards in the deck draws at most 2 and never puts A out."""
    p = play(table(side(hand=["delphi"], deck=["rollo"] * cards), side()), "delphi")
    assert sum(hand(p).values()) == min(2, cards)
    assert len(deck(p)) == max(0, cards - 2)
    assert going_on(p)
    assert p.seat == 0
    p.play("end turn")
    assert going_on(p)


@pytest.mark.rule("HOH-132")
def test_on_empty_a_player_without_a_deck_is_out_at_the_end_of_the_own_turn():
    """A draws its last card and ends the turn: out with deckout=on_empty, in the game by default."""
    a = side(deck=["rollo"])
    p = table(a, side(), phase="beginning", rules={"deckout": "on_empty"}).play("draw 1")
    assert going_on(p)
    p.play("end turn")
    assert end(p) == (True, 1, WinKind.DECK_OUT)
    p = table(a, side(), phase="beginning").play("draw 1", "end turn")
    assert going_on(p)
    p.play("draw 1", "end turn")
    assert end(p) == (True, 1, WinKind.DECK_OUT)


@pytest.mark.rule("HOH-132")
def test_on_empty_a_card_left_in_the_deck_is_enough():
    """One card left at the end of the own turn: A plays on."""
    p = table(side(deck=["rollo", "rollo"]), side(), phase="beginning", rules={"deckout": "on_empty"}).play("draw 1", "end turn")
    assert going_on(p)
    assert p.seat == 1


@pytest.mark.rule("HOH-132")
def test_on_empty_the_turn_with_the_last_card_is_played():
    """A may still win in the turn in which the last card was drawn."""
    p = table(side(unit("rollo"), deck=["pericles"]), side(sp=4), phase="beginning", rules={"deckout": "on_empty"}).play("draw 1")
    assert end(attack(p, 0, DIRECT)) == (True, 0, WinKind.STATE_POINTS)


# ------------------------------------------------------------------------------------------------ random games
@pytest.fixture(scope="module")
def finished() -> Batch:
    """Random games of two, three and four players, played to the end."""
    players = [2, 3, 4] * MANY
    for batch in random_games(len(players), players, seed=11):  # noqa: B007
        pass
    return batch


@pytest.mark.slow
@pytest.mark.rule("HOH-133")
def test_the_last_living_player_wins(finished):
    """Ten thousand random games: one winner each, the only one alive; nothing is truncated."""
    states = finished.states
    assert not states["truncated"].any()
    assert (states["alive"].sum(axis=1) == 1).all()
    assert (states["alive"].argmax(axis=1) == states["winner"]).all()
    assert np.isin(states["win_kind"], (WinKind.STATE_POINTS, WinKind.DECK_OUT)).all()
    for row, players in enumerate(finished.players):
        pay = sorted(finished.returns[row, :players].tolist())
        assert pay == pytest.approx([-1 / (players - 1)] * (players - 1) + [1.0])


@pytest.mark.slow
@pytest.mark.rule("HOH-135")
def test_nobody_has_more_turns_than_cards_left_after_the_deal(finished):
    """Decks of 40: at most 35 turns each."""
    assert finished.states["turns"].max() <= 35


@pytest.mark.slow
@pytest.mark.rule("HOH-135")
def test_decks_of_80_last_at_most_75_turns():
    """The same with random decks of 80 cards."""
    for batch in random_games(10 if DISABLED else 500, rules={"deck_mode": "random", "deck_size": 80}, seed=2):  # noqa: B007
        pass
    assert batch.states["turns"].max() <= 75


@pytest.mark.rule("HOH-135", "HOH-130")
def test_players_who_only_draw_one_card_have_exactly_35_turns_each():
    """Both draw one card a turn and do nothing: after 35 turns each the first player cannot draw."""
    p = GAME.new(rules={"first_player": 0, "draw_mode": "one"}, seed=4)
    while not p.over:
        choices = legal(p)
        p.play(next(action for action in ("draw 1", "end turn", *sorted(choices)) if action in choices))
    assert end(p) == (True, 1, WinKind.DECK_OUT)
    assert p.record.turns[:2].tolist() == [35, 35]
    assert points(p) == [50, 50]


# ------------------------------------------------------------------------------------------------ a cap of turns
@pytest.mark.rule("HOH-134")
@pytest.mark.parametrize(
    ("sp", "winner", "kind", "pay"),
    [
        ((40, 35), 0, WinKind.TURN_CAP, [1, -1]),
        ((35, 40), 1, WinKind.TURN_CAP, [-1, 1]),
        ((40, 40), -1, WinKind.DRAWN, [0, 0]),
        ((20, 22, 21), 1, WinKind.TURN_CAP, [-0.5, 1, -0.5]),
        ((20, 20, 20), -1, WinKind.DRAWN, [0, 0, 0]),
    ],
)
def test_at_the_cap_most_state_points_win(sp, winner, kind, pay):
    """The cap is reached when A ends the turn: most State Points win, equal ones are a draw."""
    count = len(sp)
    p = table(*[side(sp=one) for one in sp], rules={"max_turns": count + 1}, turn=count)
    assert going_on(p)
    p.play("end turn")
    assert end(p) == (True, winner, kind)
    assert p.rewards == pytest.approx(pay)
    assert points(p) == list(sp)


@pytest.mark.rule("HOH-134")
def test_reaching_the_cap_truncates_the_game():
    """A game that ended by max_turns is marked as truncated, one that was won is not."""
    assert table(side(sp=40), side(sp=35), rules={"max_turns": 3}, turn=2).play("end turn").record.truncated == 1
    assert attack(table(side(unit("rollo")), side(sp=4)), 0, DIRECT).record.truncated == 0


@pytest.mark.rule("HOH-134")
def test_the_cap_counts_turns_of_all_players_together():
    """max_turns=3 from the deal: seat 0, seat 1, seat 0, and it is over; without a cap it goes on."""
    for cap, over in ((3, True), (4, False), (0, False)):
        p = GAME.new(rules={"max_turns": cap, "first_player": 0}, seed=1)
        for seat in (0, 1, 0):
            assert not p.over
            assert p.seat == seat
            p.play("draw 1", "end turn")
            while not p.over and asked(p) == Prompt.DISCARD:
                p.play(p.legal_ids()[0])
        assert p.over is over


# ------------------------------------------------------------------------------------------------ rewards
@pytest.mark.rule("HOH-136")
def test_the_winner_gets_1_and_the_loser_minus_1():
    """Nothing on the way, +1 and -1 in the last step, whoever wins."""
    p = table(side(unit("rollo"), hand=["danegeld"]), side(sp=6))
    play(p, "danegeld")
    assert p.rewards == [0, 0]
    attack(p, 0, DIRECT)
    assert p.rewards == [1, -1]
    p = attack(table(side(unit("rollo"), sp=3), side(unit("alexander"))), 0, B0)
    assert p.rewards == [-1, 1]


@pytest.mark.rule("HOH-136")
@pytest.mark.parametrize("players", [3, 4])
def test_losers_share_the_loss(players):
    """Each loser gets -1/(players - 1) when the game ends, not when it falls."""
    others = [side(sp=4) for _ in range(players - 1)]
    p = table(side(*[unit("rollo")] * (players - 1), sp=25), *others)
    for seat in range(1, players):
        assert p.rewards == [0] * players
        attack(p, seat - 1, f"player player_{seat}")
    assert p.rewards == pytest.approx([1] + [-1 / (players - 1)] * (players - 1))


@pytest.mark.rule("HOH-136")
def test_shaped_rewards_pay_changes_of_state_points():
    """B loses 2: A is paid 0.02, B -0.02; a step that changes nothing pays nothing."""
    named = {"players": [side(unit("rollo", "d"), hand=["danegeld"]), side()], "phase": "action_1"}
    p = GAME.position(named, reward="shaped", shaping=1.0).play("switch 0")
    assert p.rewards == pytest.approx([0, 0])
    play(p, "danegeld")
    assert p.rewards == pytest.approx([0.02, -0.02])


@pytest.mark.rule("HOH-136")
def test_shaped_rewards_compare_with_the_mean_of_the_opponents():
    """Three players, seat 1 loses 2: +0.01, -0.02, +0.01."""
    named = {"players": [side(sp=25, hand=["danegeld"]), side(sp=25), side(sp=25)], "phase": "action_1"}
    p = GAME.position(named, reward="shaped", shaping=1.0)
    play(p, "danegeld", "player player_1")
    assert p.rewards == pytest.approx([0.01, -0.02, 0.01])


@pytest.mark.rule("HOH-136")
def test_shaping_scales_the_steps():
    """Half the shaping pays half."""
    named = {"players": [side(hand=["danegeld"]), side()], "phase": "action_1"}
    p = play(GAME.position(named, reward="shaped", shaping=0.5), "danegeld")
    assert p.rewards == pytest.approx([0.01, -0.01])
