"""The course of a turn, how decisions are asked, and the Beginning Phase (HOH-038 to HOH-049)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.actions import ACTIONS
from rulebound.envs.heroes_of_history.state import CARDS, Phase, Prompt
from tests.heroes_of_history.helpers import (
    GAME,
    asked,
    attack,
    battlefield,
    deck,
    hand,
    legal,
    museum,
    pass_turn,
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

SWEEP = [20, pytest.param(1000, marks=pytest.mark.slow)]  # random games


def phase(p: Position) -> Phase:
    """The phase of the turn."""
    return Phase(int(p.record.phase))


def draws(*numbers: int) -> set[str]:
    """These actions of drawing."""
    return {f"draw {number}" for number in numbers}


def hand_of(number: int) -> list[str]:
    """So many different cards."""
    return list(CARDS[8 : 8 + number])


def beginning(cards: int, deck_size: int = 20, rules: object = None, **fields: object) -> Position:
    """A in the Beginning Phase with so many cards in hand and in the deck."""
    return table(side(hand=hand_of(cards), deck=["pericles"] * deck_size, **fields), side(), phase="beginning", rules=rules)


# ------------------------------------------------------------------------------------------------ course of a turn
@pytest.mark.rule("HOH-038")
def test_a_turn_runs_through_five_phases() -> None:
    """Beginning, Action 1, Battle, Action 2, End (here with a discard), then the next player's Beginning."""
    p = table(side(unit("rollo"), unit("ajax"), hand=hand_of(6)), side(), phase="beginning")
    seen = [(p.seat, phase(p))]
    for actions in (("draw 1",), ("next phase",), ("attack with 0", "player player_1"), ("next phase",), ("end turn",), ("hand 0",)):
        p.play(*actions)
        seen.append((p.seat, phase(p)))
    mine = [Phase.BEGINNING, Phase.ACTION_1, Phase.BATTLE, Phase.BATTLE, Phase.ACTION_2, Phase.END]
    assert seen == [*((0, one) for one in mine), (1, Phase.BEGINNING)]
    assert [int(one) for one in Phase][1:] == [1, 2, 3, 4, 5]


@pytest.mark.rule("HOH-038")
def test_no_phase_is_gone_back_to() -> None:
    """After Action 2 neither battle nor Action 1 comes again in this turn."""
    p = attack(table(side(unit("rollo")), side()), 0, "player player_1")
    assert phase(p) == Phase.ACTION_2
    assert "next phase" not in legal(p)
    with pytest.raises(IllegalAction):
        p.play("next phase")


# ------------------------------------------------------------------------------------------------ decisions
@pytest.mark.rule("HOH-039")
def test_there_are_111_ids_in_their_order() -> None:
    """The ids are those of the table of actions: blocks, first ids and sizes."""
    blocks = {
        "next_phase": (0, 1), "end_turn": (1, 1), "draw": (2, 5), "discard_battlefield": (7, 1), "mode": (8, 2), "hand": (10, 12),
        "switch": (22, 5), "activate": (27, 5), "attack": (32, 5), "attach": (37, 5), "trash_unit": (42, 5), "trash_weapon": (47, 5),
        "return_weapon": (52, 5), "trash_command": (57, 5), "swap": (62, 10), "own": (72, 5), "enemy": (77, 15), "player": (92, 3),
        "choice": (95, 16),
    }  # fmt: skip
    assert ACTIONS.size == 111
    assert {block.name: (ACTIONS.starts[block.name], block.size) for block in ACTIONS.blocks} == blocks


@pytest.mark.rule("HOH-039")
@pytest.mark.parametrize("games", SWEEP)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_always_something_to_do(games: int, players: int) -> None:
    """In no decision of random games is the mask empty; ids of seats that nobody sits on are never legal."""
    absent = [*range(77 + 5 * (players - 1), 92), *range(92 + players - 1, 95)]
    if players == 2:
        assert absent == [*range(82, 92), 93, 94]
    used = set()
    for batch in random_games(games, players, {"decks": ["mixed"]}, seed=500):
        going_on = batch.finished == 0
        assert batch.mask[going_on].any(axis=1).all()
        assert not batch.mask[:, absent].any()
        used |= set(batch.mask.any(axis=0).nonzero()[0].tolist())
    assert {0, 1, 2, 8, 9, 10, 22, 32, 37, 42, 72, 77, 92} <= used  # the games did go somewhere


@pytest.mark.rule("HOH-039")
def test_a_move_with_a_target_takes_two_steps() -> None:
    """The first step names the source and changes nothing else; the second can be nothing but a target."""
    p = table(side(unit("rollo"), unit("ajax"), command=["xiphos"]), side()).play("attach 0")
    assert asked(p) == Prompt.ATTACH
    assert legal(p) == {"own 0", "own 1"}
    assert p.record.weapon[0].tolist() == [0] * 5
    with pytest.raises(IllegalAction):
        p.play("end turn")


@pytest.mark.rule("HOH-039")
@pytest.mark.parametrize(
    ("units", "source", "offered"),
    [
        ([], "attach 0", False),
        ([unit("rollo", "a", "seax")], "attach 0", False),
        ([unit("rollo")], "attach 0", True),
        ([], "hand 0", False),
        ([unit("rollo")], "hand 0", True),
    ],
)
def test_a_source_without_a_target_is_not_offered(units: list, source: str, offered: bool) -> None:
    """A weapon needs a free bearer, Berserkergang (hand 0) an own Combatant."""
    p = table(side(*units, hand=["berserkergang"], command=["xiphos"]), side())
    assert (source in legal(p)) == offered


@pytest.mark.rule("HOH-040")
@pytest.mark.parametrize("skip", [False, True])
def test_forced_decisions_can_be_left_out(skip: bool) -> None:
    """B with five cards and no Battlefield must draw one: asked as DRAW_1, or with skip_forced already drawn."""
    b = side(hand=["paris", "xiphos", "aspis", "seax", "dory"])
    p = GAME.position({"players": [side(), b], "phase": "action_1"}, skip_forced=skip).play("end turn")
    assert p.seat == 1
    if skip:
        assert (phase(p), asked(p)) == (Phase.ACTION_1, Prompt.ACT)
        assert sum(hand(p, 1).values()) == 6
        assert len(legal(p)) > 1
    else:
        assert (phase(p), asked(p)) == (Phase.BEGINNING, Prompt.DRAW)
        assert legal(p) == {"draw 1"}
        assert sum(hand(p, 1).values()) == 5


@pytest.mark.rule("HOH-040")
def test_real_decisions_are_never_left_out() -> None:
    """With a Battlefield, or with fewer than four cards, B is asked before the draw."""
    for b in (side(hand=hand_of(5), battlefield="troy"), side(hand=hand_of(3))):
        p = GAME.position({"players": [side(), b], "phase": "action_1"}, skip_forced=True).play("end turn")
        assert (p.seat, asked(p)) == (1, Prompt.DRAW)
        assert len(legal(p)) == 2


@pytest.mark.rule("HOH-041")
def test_of_identical_cards_only_the_first_is_offered() -> None:
    """Paris, Paris, Rollo: places 0 and 2."""
    p = table(side(hand=["paris", "paris", "rollo"]), side())
    assert {action for action in legal(p) if action.startswith("hand")} == {"hand 0", "hand 2"}


@pytest.mark.rule("HOH-041")
def test_identical_tributes_and_discards_are_offered_once() -> None:
    """Also where a card of the hand is chosen for something else than being played."""
    p = play(table(side(hand=["leonidas", "paris", "paris", "rollo"]), side()), "leonidas")
    assert legal(p) == {"hand 0", "hand 2"}
    p = table(side(hand=["paris"] * 3 + ["rollo"] * 4), side()).play("end turn")
    assert legal(p) == {"hand 0", "hand 3"}


# ------------------------------------------------------------------------------------------------ the draw
@pytest.mark.rule("HOH-042")
@pytest.mark.parametrize("cards", [5, 6])
def test_at_least_one_card_is_drawn(cards: int) -> None:
    """A full hand draws one card all the same; there is nothing else to do."""
    p = beginning(cards)
    assert legal(p) == draws(1)
    p.play("draw 1")
    assert sum(hand(p).values()) == cards + 1
    assert len(deck(p)) == 19


@pytest.mark.rule("HOH-042")
def test_the_first_player_draws_in_the_first_turn() -> None:
    """After the first Beginning Phase of the game the first player holds 6 and the deck 34."""
    p = GAME.new(seed=4)
    seat = p.seat
    p.play("draw 1")
    assert (p.seat, phase(p)) == (seat, Phase.ACTION_1)
    assert (p.record.hand_size[seat], p.record.deck_size[seat]) == (6, 34)
    assert p.record.hand_size[1 - seat] == 5


@pytest.mark.rule("HOH-043")
@pytest.mark.parametrize(("cards", "most"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_how_many_cards_are_drawn_up_to_five_is_a_decision(cards: int, most: int) -> None:
    """Any number from one up to a hand of five (T14)."""
    start = beginning(cards)
    assert legal(start) == draws(*range(1, most + 1))
    for number in range(1, most + 1):
        p = start.clone().play(f"draw {number}")
        assert sum(hand(p).values()) == cards + number
        assert len(deck(p)) == 20 - number
        assert phase(p) == Phase.ACTION_1


@pytest.mark.rule("HOH-043")
def test_the_next_cards_of_the_deck_are_drawn() -> None:
    """Drawing two takes the two on top."""
    p = table(side(deck=["thor", "paris", "ajax", "rollo"]), side(), phase="beginning").play("draw 2")
    assert hand(p) == {"thor": 1, "paris": 1}
    assert deck(p) == ["ajax", "rollo"]


@pytest.mark.rule("HOH-044")
@pytest.mark.parametrize(("cards", "deck_size", "most"), [(2, 2, 2), (0, 3, 3), (0, 1, 1), (2, 3, 3), (6, 1, 1)])
def test_the_draw_never_exceeds_the_deck(cards: int, deck_size: int, most: int) -> None:
    """Two cards in hand and two in the deck: one or two (T14)."""
    p = beginning(cards, deck_size)
    assert legal(p) == draws(*range(1, most + 1))
    p.play(f"draw {most}")
    assert len(deck(p)) == deck_size - most
    assert not p.over


@pytest.mark.rule("HOH-045")
@pytest.mark.parametrize(
    ("mode", "cards", "deck_size", "after"),
    [
        ("fill", 2, 20, 5),
        ("one", 2, 20, 3),
        ("fill", 0, 20, 5),
        ("one", 0, 20, 1),
        ("fill", 6, 20, 7),
        ("one", 6, 20, 7),
        ("fill", 0, 3, 3),
    ],
)
def test_draw_mode_takes_the_decision(mode: str, cards: int, deck_size: int, after: int) -> None:
    """fill draws as many as allowed, one draws one card, and neither leaves a choice."""
    b = side(hand=hand_of(cards), deck=["pericles"] * deck_size)
    p = GAME.position({"players": [side(), b], "phase": "action_1"}, rules={"draw_mode": mode}, skip_forced=True).play("end turn")
    assert (p.seat, phase(p)) == (1, Phase.ACTION_1)
    assert sum(hand(p, 1).values()) == after
    assert len(deck(p, 1)) == deck_size - (after - cards)


@pytest.mark.rule("HOH-045")
@pytest.mark.parametrize(("mode", "drawn"), [("fill", 3), ("one", 1)])
def test_draw_mode_keeps_the_free_discard(mode: str, drawn: int) -> None:
    """With a Battlefield the only question is whether to discard it; the draw is then what the mode says."""
    p = beginning(2, rules={"draw_mode": mode}, battlefield="troy")
    assert legal(p) == {"discard battlefield", f"draw {drawn}"}
    p.play("discard battlefield")
    while asked(p) == Prompt.DRAW:
        assert legal(p) == draws(drawn)
        p.play(f"draw {drawn}")
    assert museum(p) == {"troy": 1}
    assert sum(hand(p).values()) == 2 + drawn


@pytest.mark.rule("HOH-045")
def test_other_draw_modes_are_refused() -> None:
    """choice, fill and one are all there are."""
    with pytest.raises(RulesError, match="choice, fill, one"):
        GAME.variant({"draw_mode": "none"})


# ------------------------------------------------------------------------------------------------ effects at the start
@pytest.mark.rule("HOH-046")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_beginning_effects_come_after_the_draw(number: int) -> None:
    """Pericles gains 1 once the cards are drawn and before anything is done in Action 1."""
    p = table(side(unit("pericles", "d"), hand=hand_of(2)), side(), phase="beginning")
    assert points(p) == [50, 50]
    p.play(f"draw {number}")
    assert (phase(p), asked(p)) == (Phase.ACTION_1, Prompt.ACT)
    assert points(p) == [51, 50]


@pytest.mark.rule("HOH-046")
def test_beginning_effects_are_those_of_the_active_player() -> None:
    """B's Pericles does nothing when A begins, and gains when B does."""
    p = table(side(), side(unit("pericles", "d")), phase="beginning").play("draw 1")
    assert points(p) == [50, 50]
    assert points(pass_turn(p)) == [50, 51]


@pytest.mark.rule("HOH-047")
def test_own_round_effects_end_before_the_first_decision() -> None:
    """Phalanx Formation holds through B's turn; at A's next DRAW the Hoplite reads 3 again (T29)."""
    p = play(table(side(unit("spartan_hoplite", "d"), hand=["phalanx"]), side()), "phalanx")
    assert stats(p) == (6, 5)
    p.play("end turn")
    assert (p.seat, asked(p), stats(p)) == (1, Prompt.DRAW, (6, 5))
    p.play("draw 1")
    assert stats(p) == (6, 5)
    p.play("end turn")
    assert (p.seat, asked(p)) == (0, Prompt.DRAW)
    assert stats(p) == (4, 3)


@pytest.mark.rule("HOH-047")
def test_round_effects_of_others_go_on_through_the_own_beginning() -> None:
    """B's Rollo under A's Ivar is still weak when B begins."""
    p = table(side(hand=["ivar", "paris"]), side(unit("rollo")))
    play(p, "ivar", "hand 0", "mode attack", "enemy player_1 0")
    assert stats(p, 1) == (2, 2)
    p.play("end turn")
    assert (p.seat, asked(p), stats(p, 1)) == (1, Prompt.DRAW, (2, 2))


@pytest.mark.rule("HOH-047")
def test_counters_of_the_turn_start_at_zero() -> None:
    """Everything used in A's turn is free again for B, and for A at the next DRAW."""
    a = side(hand=["paris", "leonidas", "thrall", "marathon"], command=["xiphos", "aspis"])
    p = table(a, side())
    play(p, "paris", "mode attack")
    play(p, "leonidas", "hand 1", "mode attack")  # paid with the Thrall
    play(p, "marathon")
    p.play("attach 0", "own 0", "attach 1", "own 1")
    fields = ("plain_played", "exceptional_played", "battlefield_played", "weapons_moved", "holds_moved")
    left = ("plain_left", "exceptional_left", "battlefield_left", "weapon_moves_left", "hold_moves_left")
    assert [int(p.record[name]) for name in fields] == [1] * 5
    assert [int(shown(p, name)) for name in left] == [0] * 5
    for seat in (1, 0):
        p.play("end turn")
        assert (p.seat, asked(p)) == (seat, Prompt.DRAW)
        assert [int(p.record[name]) for name in fields] == [0] * 5
        assert [int(shown(p, name, seat)) for name in left] == [1] * 5
        p.play("draw 1")


@pytest.mark.rule("HOH-047")
def test_musters_and_rearms_end_with_the_turn() -> None:
    """What Longship Crew and the Forge allowed beyond the usual is gone in the next turn."""
    p = table(side(hand=["longship_crew", "forge"], deck=["pericles"] * 9), side())
    play(p, "longship_crew", "mode attack")
    play(p, "forge")
    assert (int(p.record.mustered), int(p.record.rearmed)) == (1, 1)
    p.play("end turn")
    assert (int(p.record.mustered), int(p.record.rearmed)) == (0, 0)


# ------------------------------------------------------------------------------------------------ the free discard
@pytest.mark.rule("HOH-048")
def test_the_own_battlefield_is_discarded_free_at_the_start() -> None:
    """Plains of Troy and five cards: discard or draw; after the discard only the draw is left (T17)."""
    p = beginning(5, battlefield="troy")
    assert legal(p) == {"discard battlefield", "draw 1"}
    p.play("discard battlefield")
    assert points(p) == [50, 50]
    assert museum(p) == {"troy": 1}
    assert battlefield(p) == "none"
    assert legal(p) == {"draw 1"}


@pytest.mark.rule("HOH-048")
def test_the_free_discard_needs_no_state_points() -> None:
    """Even with 1 State Point it is possible, and it takes no play of a Battlefield away."""
    p = table(side(sp=1, hand=["marathon"], battlefield="troy"), side(), phase="beginning")
    p.play("discard battlefield", "draw 1")
    assert points(p)[0] == 1
    assert "marathon" in playable(p)


@pytest.mark.rule("HOH-048")
def test_only_an_own_battlefield_can_be_discarded() -> None:
    """Without one, or with only B's, there is just the draw."""
    p = table(side(hand=hand_of(5)), side(battlefield="troy"), phase="beginning")
    assert legal(p) == {"draw 1"}


@pytest.mark.rule("HOH-049")
@pytest.mark.parametrize(("first", "sp"), [((), 51), (("discard battlefield",), 50)])
def test_a_discarded_battlefield_no_longer_acts_in_this_beginning(first: tuple[str, ...], sp: int) -> None:
    """Hedeby gains 1 after the draw if it was kept."""
    p = beginning(5, battlefield="hedeby").play(*first, "draw 1")
    assert phase(p) == Phase.ACTION_1
    assert points(p) == [sp, 50]


@pytest.mark.rule("HOH-049")
def test_after_the_draw_the_discard_costs_2() -> None:
    """The free discard is over; in Action 1 Hedeby goes for 2 State Points."""
    p = beginning(5, battlefield="hedeby").play("draw 1")
    assert points(p) == [51, 50]
    p.play("discard battlefield")
    assert points(p) == [49, 50]
    assert museum(p) == {"hedeby": 1}
