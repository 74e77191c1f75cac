"""Action Phase 2, the end of a turn and the next one (HOH-122 to HOH-128)."""

from __future__ import annotations

import pytest

from rulebound.envs.heroes_of_history.state import Phase, Prompt
from tests.heroes_of_history.helpers import (
    GAME,
    asked,
    attack,
    battlefield,
    command,
    hand,
    legal,
    made_up,
    museum,
    play,
    playable,
    points,
    random_games,
    shown,
    side,
    stats,
    table,
    unit,
)

B0 = "enemy player_1 0"
DIRECT = "player player_1"


def rich():
    """A table at which every kind of move is open to A."""
    a = side(
        unit("rollo", "a", "xiphos"),
        unit("lagertha"),
        unit("pythia", "d"),
        hand=["leonidas", "paris", "dory", "long_walls", "ambrosia", "marathon"],
        command=["seax", "aspis"],
        battlefield="troy",
    )
    return table(a, side())


# ------------------------------------------------------------------------------------------------ Action Phase 2
@pytest.mark.rule("HOH-122")
def test_every_move_of_action_phase_1_is_legal_again_after_battle():
    """A battle left without an attack: the same moves are legal as before, but for the Battle Phase itself."""
    p = rich()
    before = legal(p)
    p.play("next phase", "next phase")
    assert p.record.phase == Phase.ACTION_2
    assert legal(p) == before - {"next phase"}
    words = {"switch 0", "activate 2", "attach 0", "attach 1", "trash unit 0", "trash weapon 0", "return weapon 0", "trash command 0"}
    assert words | {"swap weapons 0-1", "discard battlefield", "end turn"} <= legal(p)
    assert playable(p) == {"leonidas", "paris", "dory", "long_walls", "ambrosia", "marathon"}


@pytest.mark.rule("HOH-122")
def test_moves_of_action_phase_2_do_what_they_do_in_action_phase_1():
    """After an attack: a Combatant, an Action, an attachment, a switch, an ability, a swap and a Battlefield."""
    p = attack(rich(), 0, DIRECT).play("attack with 1", DIRECT)
    assert (p.record.phase, points(p)) == (Phase.ACTION_2, [50, 39])  # Lagertha has 5 at Troy
    play(p, "paris", "mode defense")
    play(p, "ambrosia")
    assert points(p)[0] == 54
    p.play("attach 0", "own 1", "switch 1", "activate 2", "swap weapons 0-1", "discard battlefield")
    assert points(p)[0] == 54 - 1 - 2 - 2
    assert p.record.trench[0, :4].tolist() == [56, 57, 24, 9]
    assert p.record.weapon[0, :2].tolist() == [77, 26]
    assert p.record.mode[0, 1] == 1
    assert battlefield(p) == "none"


@pytest.mark.rule("HOH-123")
def test_no_attack_is_possible_in_action_phase_2():
    """Rollo has not attacked, the battle was left: neither attacks nor a second Battle Phase are offered."""
    p = table(side(unit("rollo"), hand=["lagertha"]), side()).play("next phase", "next phase")
    assert p.record.phase == Phase.ACTION_2
    assert not set(p.legal_ids()) & {0, *range(32, 37)}
    play(p, "lagertha", "mode attack")  # a fresh attacker opens nothing either
    assert not set(p.legal_ids()) & {0, *range(32, 37)}


@pytest.mark.rule("HOH-124")
def test_limits_of_a_turn_cover_both_action_phases():
    """Plain and Exceptional Combatant, Battlefield, weapon and hold move: used in Action Phase 1, gone in Action Phase 2."""
    p = table(
        side(
            unit("rollo"),
            unit("lagertha"),
            unit("helots"),
            hand=["leonidas", "odysseus", "paris", "hector", "marathon", "olympus"],
            command=["xiphos", "seax", "aspis", "drinking_horn"],
        ),
        side(),
    )
    assert playable(p) == {"leonidas", "odysseus", "paris", "hector", "marathon", "olympus"}
    play(p, "paris", "mode attack")
    play(p, "leonidas", "own 2", "mode attack")
    play(p, "marathon")
    p.play("attach 0", "own 0", "attach 2", "own 0")
    for _ in (Phase.ACTION_1, Phase.ACTION_2):
        assert playable(p) == set()
        assert not {"attach 1", "attach 3"} & legal(p)
        if p.record.phase == Phase.ACTION_1:
            p.play("next phase", "next phase")
    assert p.record.phase == Phase.ACTION_2


@pytest.mark.rule("HOH-124")
@pytest.mark.parametrize("after_battle", [False, True])
def test_an_unused_limit_can_be_used_in_action_phase_2(after_battle):
    """Each of the five may be used once in the turn, before battle or after it."""
    a = side(unit("rollo"), unit("lagertha"), hand=["paris", "hector", "marathon"], command=["xiphos", "seax"])
    p = table(a, side())
    if after_battle:
        p.play("next phase", "next phase")
    play(p, "paris", "mode attack")
    play(p, "marathon")
    p.play("attach 0", "own 0")
    assert playable(p) == set()
    assert "attach 1" not in legal(p)


# ------------------------------------------------------------------------------------------------ ending a turn
@pytest.mark.rule("HOH-125")
def test_a_turn_may_be_ended_at_will_in_either_action_phase():
    """END_TURN is open with everything else to do, before and after battle, and B is next."""
    p = rich()
    assert "end turn" in legal(p)
    assert p.clone().play("end turn").seat == 1
    p.play("next phase")
    assert "end turn" not in legal(p)
    p.play("next phase")
    assert "end turn" in legal(p)
    assert p.play("end turn").seat == 1


@pytest.mark.rule("HOH-125")
def test_a_turn_cannot_be_ended_over_a_pending_choice():
    """Tribute, mode and bearer have to be named first."""
    for p in (play(rich(), "leonidas"), play(rich(), "paris"), rich().play("attach 0")):
        assert "end turn" not in legal(p)


@pytest.mark.rule("HOH-125")
def test_end_turn_is_in_every_mask_of_an_action_phase():
    """Forty random games: END_TURN is legal exactly when any move of an Action Phase is asked for."""
    seen = set()
    for batch in random_games(40, seed=5):
        going = batch.states["over"] == 0
        acting = (batch.states["prompt"] == Prompt.ACT) & going
        assert batch.mask[acting, 1].all()
        assert not batch.mask[going & ~acting, 1].any()
        seen |= set(batch.states["phase"][acting].tolist())
    assert seen == {Phase.ACTION_1, Phase.ACTION_2}


@pytest.mark.rule("HOH-126")
def test_with_nothing_left_only_the_end_of_the_turn_is_legal():
    """A draw of 4 against 4 leaves A without a card: END_TURN alone is legal in Action Phase 2."""
    p = attack(table(side(unit("rollo")), side(unit("rollo"))), 0, B0)
    assert (p.seat, p.record.phase) == (0, Phase.ACTION_2)
    assert legal(p) == {"end turn"}


@pytest.mark.rule("HOH-126")
def test_a_turn_without_a_move_ends_by_itself_where_forced_moves_are_skipped():
    """The same with forced decisions skipped: the next decision is B's draw."""
    named = {"players": [side(unit("rollo")), side(unit("rollo"))], "phase": "action_1"}
    p = GAME.position(named, skip_forced=True).play("next phase", "attack with 0")
    assert (p.seat, p.record.phase, asked(p)) == (1, Phase.BEGINNING, Prompt.DRAW)
    assert p.record.turns[:2].tolist() == [2, 1]


@pytest.mark.rule("HOH-126")
def test_a_turn_with_a_move_left_does_not_end_by_itself():
    """A card in hand is a move: A is asked though forced decisions are skipped."""
    named = {"players": [side(unit("rollo"), hand=["ambrosia"]), side(unit("rollo"))], "phase": "action_1"}
    p = GAME.position(named, skip_forced=True).play("next phase", "attack with 0")
    assert (p.seat, p.record.phase) == (0, Phase.ACTION_2)


# ------------------------------------------------------------------------------------------------ order of the End Phase
SIX = ["leonidas", "paris", "xiphos", "aspis", "thor", "rollo"]


@pytest.mark.rule("HOH-127")
def test_end_rows_come_before_the_hand_limit(tmp_path):
    """A hold draws a card at the end of the turn: 7 cards, so one is discarded."""
    rules = made_up(tmp_path, "{type: hold, station: command, fx: [{when: end, to: me, op: draw, amt: 1}]}")
    p = table(side(hand=SIX, command=["card_95"], deck=["hector", "ajax"]), side(), rules=rules)
    p.play("end turn")
    assert (p.seat, p.record.phase, asked(p)) == (0, Phase.END, Prompt.DISCARD)
    assert sum(hand(p).values()) == 7
    assert "hector" in hand(p)
    assert playable(p) == {*SIX, "hector"}
    play(p, "hector")
    assert p.seat == 1
    assert hand(p) == dict.fromkeys(SIX, 1)


@pytest.mark.rule("HOH-127")
def test_actions_are_in_the_museum_before_the_hand_limit():
    """A used Ambrosia has left the Command Zone when the discard is asked for."""
    p = table(side(hand=[*SIX, "ambrosia", "hector"], command=["seax"]), side())
    play(p, "ambrosia")
    assert command(p)[1] == "ambrosia"
    p.play("end turn")
    assert asked(p) == Prompt.DISCARD
    assert museum(p) == {"ambrosia": 1}
    assert command(p) == ["seax", "none", "none", "none", "none"]


@pytest.mark.rule("HOH-127")
def test_end_rows_have_resolved_at_the_discard():
    """The Golden Fleece has paid when A discards, and pays once."""
    p = table(side(hand=[*SIX, "hector"], command=["golden_fleece"]), side()).play("end turn")
    assert (asked(p), points(p)) == (Prompt.DISCARD, [51, 50])
    play(p, "hector")
    assert (p.seat, points(p)) == (1, [51, 50])


@pytest.mark.rule("HOH-127")
def test_turn_effects_end_after_the_hand_limit():
    """Changes of this turn, on both sides, still stand at the discard and are gone in B's turn; lasting ones stay."""
    changes = {"turn_atk": 1, "turn_def": -1, "turn_powers": 1}
    p = table(side(unit("rollo", **changes, stay_atk=2), hand=[*SIX, "hector"]), side(unit("rollo", **changes))).play("end turn")
    assert asked(p) == Prompt.DISCARD
    assert (stats(p), stats(p, 1)) == ((7, 3), (5, 3))
    assert shown(p, "guard")[:2, 0].tolist() == [1, 1]
    play(p, "hector")
    assert (stats(p), stats(p, 1)) == ((6, 4), (4, 4))
    assert shown(p, "guard", 1)[:2, 0].tolist() == [0, 0]


# ------------------------------------------------------------------------------------------------ the next turn
@pytest.mark.rule("HOH-128")
def test_then_the_other_player_begins():
    """Active 0, then 1 in the Beginning Phase, then 0 again."""
    p = table(side(), side()).play("end turn")
    assert (p.seat, p.record.active, p.record.phase) == (1, 1, Phase.BEGINNING)
    p.play("draw 1", "end turn")
    assert (p.seat, p.record.active, p.record.phase) == (0, 0, Phase.BEGINNING)
    assert p.record.turns[:2].tolist() == [2, 2]


@pytest.mark.rule("HOH-128")
def test_players_that_are_out_have_no_turn():
    """Four players, seat 1 falls: 0, 2, 3, 0, 2."""
    p = table(side(unit("rollo"), sp=25), side(sp=4), side(sp=25), side(sp=25))
    attack(p, 0, DIRECT)
    assert p.record.alive.tolist() == [1, 0, 1, 1]
    order = [0]
    for _ in range(4):
        p.play("end turn")
        assert p.record.phase == Phase.BEGINNING
        order.append(int(p.record.active))
        p.play("draw 1")
    assert order == [0, 2, 3, 0, 2]
