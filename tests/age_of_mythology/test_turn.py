"""The course of a turn: victory cubes, three rounds, fourth actions, spoilage, discards, next start player (AOM-088 to AOM-115)."""

from __future__ import annotations

from itertools import groupby

import pytest

from rulebound.envs.age_of_mythology.state import RANDOM_CARDS, Prompt
from rulebound.envs.age_of_mythology.variant import CULTURES, PERMANENT
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import arrange, ask, bank, cubes, hand, offered, prompt, random_game, scene, stock

FOUR = ["explore", "gather", "build", "recruit"]
THREE_CULTURES = ("egyptian", "greek", "norse")


def pass_on(p: Position) -> Position:
    """Answer with as little as possible: stop, or drop a card, or put a cube on the Wonder."""
    for word in ("done", "drop", "place cube on wonder"):
        for action in p.legal():
            if action.startswith(word):
                return p.play(action)
    return p.play(p.legal()[0])


def pass_until(p: Position, kind: Prompt) -> Position:
    """Pass on until somebody is asked this."""
    while not ask(p, kind):
        assert not p.over
        pass_on(p)
    return p


def drops(p: Position) -> list[tuple[int, int]]:
    """Round and seat of every card that is dropped until the rounds of this turn are over."""
    found = []
    while ask(p, Prompt.PLAY_CARD):
        found.append((int(p.record.round_number), p.seat))
        pass_on(p)
    return found


def face_up(p: Position, culture: str) -> dict[str, int]:
    """The face-up pile of a culture, by name."""
    pile = p.record.discard[CULTURES.index(culture)]
    return {name: int(count) for name, count in zip(RANDOM_CARDS, pile, strict=True) if count}


def seats(*hands: list[str], **more: object) -> list[dict]:
    """Three players with these cards in hand."""
    return [{"culture": culture, "hand": cards, **more} for culture, cards in zip(THREE_CULTURES, hands, strict=True)]


# ------------------------------------------------------------------------------------------------ the phases and the cubes
@pytest.mark.rule("AOM-088")
def test_phases_of_a_turn() -> None:
    """Cubes, hands, three rounds, spoilage, discard; then the next turn with the next start player."""
    p = arrange({"resources": cubes(6, 0, 0, 0)}, {}, {}, stage="place", start=1)
    log = []
    while p.record.turn == 1:
        log.append((Prompt(p.record.prompt), int(p.record.round_number), stock(p, 0)[0]))
        p.play(f"take {FOUR[len(hand(p, p.seat))]}") if ask(p, Prompt.PICK_HAND) else pass_on(p)
    phases = [(kind, [entry[1] for entry in group]) for kind, group in groupby(log, key=lambda entry: entry[0])]
    assert [kind for kind, _ in phases] == [Prompt.PLACE_VP, Prompt.PICK_HAND, Prompt.PLAY_CARD, Prompt.DISCARD]
    assert phases[2][1] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert len(phases[0][1]) == len(phases[3][1]) == 3
    assert {food for kind, _, food in log if kind != Prompt.DISCARD} == {6}
    assert {food for kind, _, food in log if kind == Prompt.DISCARD} == {5}  # spoilage comes before the discard
    assert (p.record.turn, p.record.start) == (2, 2)
    assert prompt(p) == (2, Prompt.PLACE_VP)


@pytest.mark.rule("AOM-089")
@pytest.mark.parametrize(
    ("players", "start", "placers"), [(3, 1, [1, 2, 0]), (4, 3, [3, 0, 1]), (5, 4, [4, 0, 1]), (6, 0, [0, 1, 2]), (8, 6, [6, 7, 0])]
)
def test_three_cubes_are_placed_by_the_start_player_and_the_next_two(players: int, start: int, placers: list[int]) -> None:
    """Four players, start 3: seats 3, 0 and 1 place one each, and 27 stay in the bank."""
    p = arrange(*[{}] * players, stage="place", start=start)
    asked = []
    while ask(p, Prompt.PLACE_VP):
        asked.append(p.seat)
        p.play("place cube on last_battle")
    assert asked == placers
    assert p.record.vp_bank == 27
    assert p.record.vp_card.tolist() == [0, 0, 3, 0]


@pytest.mark.rule("AOM-090")
def test_two_players_place_one_cube_each() -> None:
    """28 cubes are left after the first turn's placing, and nobody places twice."""
    p = arrange({}, {}, stage="place", start=1).play("place cube on wonder")
    assert prompt(p) == (0, Prompt.PLACE_VP)
    p.play("place cube on wonder")
    assert ask(p, Prompt.PICK_HAND)
    assert p.record.vp_bank == 28


@pytest.mark.slow
@pytest.mark.rule("AOM-090")
@pytest.mark.parametrize(("players", "turns"), [(2, 15), (3, 10)])
def test_the_bank_lasts_fifteen_turns_of_two_players(players: int, turns: int) -> None:
    """If nobody buys cubes or builds a Wonder, two players have 15 turns and three have 10."""
    p = arrange(*[{}] * players, stage="place")
    last = 0
    while not p.over:
        last = int(p.record.turn)
        pass_on(p)
    assert last == turns
    assert p.record.vp_bank == 0


@pytest.mark.rule("AOM-091")
def test_a_cube_must_be_placed() -> None:
    """Four answers, one for each victory card; passing is none of them. The chosen card gets exactly one cube."""
    p = arrange({}, {}, {}, stage="place")
    assert p.legal() == [f"place cube on {card}" for card in ("largest_army", "most_buildings", "last_battle", "wonder")]
    p.play("place cube on most_buildings")
    assert p.record.vp_card.tolist() == [0, 1, 0, 0]
    assert p.record.vp_bank == 29
    assert len(p.legal()) == 4


@pytest.mark.rule("AOM-092")
@pytest.mark.parametrize(("left", "placers"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 0])])
def test_a_short_bank_serves_the_first_placers(left: int, placers: list[int]) -> None:
    """Three players, 2 cubes: the start player and the next place, the third is not asked."""
    p = arrange({}, {}, {}, stage="place", start=1, vp_card={"wonder": 30 - left})
    asked = []
    while ask(p, Prompt.PLACE_VP):
        asked.append(p.seat)
        p.play("place cube on wonder")
    assert asked == placers
    assert p.record.vp_bank == 0
    assert ask(p, Prompt.PICK_HAND)


# ------------------------------------------------------------------------------------------------ rounds
@pytest.mark.rule("AOM-103")
def test_three_rounds_of_one_card_each() -> None:
    """Three players with 4 cards: 9 plays or drops, and everybody has one card left."""
    p = arrange(*seats(FOUR, FOUR, FOUR))
    assert len(drops(p)) == 9
    assert p.record.hand.sum(axis=1)[:3].tolist() == [1, 1, 1]


@pytest.mark.rule("AOM-104")
def test_rounds_run_clockwise_from_the_same_start_player() -> None:
    """Four players, start 1: order 1 2 3 0 in all three rounds."""
    p = arrange(*[{"hand": FOUR}] * 4, start=1)
    assert drops(p) == [(number, seat) for number in (1, 2, 3) for seat in (1, 2, 3, 0)]


@pytest.mark.rule("AOM-105")
def test_a_player_without_card_is_skipped() -> None:
    """Seat 1 has two cards for three rounds: in the third the next seat acts."""
    p = arrange(*seats(FOUR, FOUR[:2], FOUR))
    assert [seat for number, seat in drops(p) if number == 3] == [0, 2]


# ------------------------------------------------------------------------------------------------ fourth actions
@pytest.mark.rule("AOM-106")
def test_fourth_actions_follow_clockwise_from_the_start_player() -> None:
    """Start 2, seats 1 and 3 entitled: after round 3 seat 3 plays, then seat 1, and nobody else."""
    entitled = [{"hand": FOUR, "extra_action": int(seat in (1, 3))} for seat in range(4)]
    p = arrange(*entitled, start=2, round_number=3)
    assert drops(p) == [(3, 2), (3, 3), (3, 0), (3, 1), (4, 3), (4, 1)]


@pytest.mark.rule("AOM-106")
def test_a_fourth_action_plays_or_drops_any_card() -> None:
    """Its owner is asked as in a round: each card may be played or dropped."""
    p = arrange({"hand": ["gather", "explore"], "extra_action": 1}, {}, {}, round_number=3).play("drop explore")
    assert prompt(p) == (0, Prompt.PLAY_CARD)
    assert p.legal() == ["play gather", "drop gather"]


@pytest.mark.rule("AOM-107")
def test_one_fourth_action_per_turn() -> None:
    """Whoever has it gains nothing from Odin's power again, in round 3 or in the fourth action: no fifth card is played."""
    p = scene({"culture": "norse", "hand": ["odin", "gather", "trade", "explore"], "extra_action": 1}, {"hand": []}, {}, round_number=3)
    assert not [action for action in p.legal() if "power" in action]
    p.play("drop trade", "drop gather")  # seat 2 holds a card to wait at
    assert p.seat == 0
    assert not [action for action in p.legal() if "power" in action]
    p.play("drop explore")
    assert prompt(p)[1] == Prompt.DISCARD
    assert hand(p, 0) == {"odin": 1, "gather": 1}


@pytest.mark.rule("AOM-107")
def test_a_fourth_action_lapses_with_an_empty_hand() -> None:
    """Odin as the last card: the turn ends without another decision for his owner."""
    p = arrange({"culture": "norse", "hand": ["odin"]}, {"culture": "greek"}, {"culture": "egyptian"}, round_number=3)
    p.play("play odin power only")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    assert p.record.turn == 2


@pytest.mark.rule("AOM-107")
def test_a_fourth_action_counts_for_its_turn_only() -> None:
    """In the next turn its owner has three actions again."""
    p = arrange({"culture": "norse", "hand": ["odin", *FOUR]}, {"culture": "greek"}, {"culture": "egyptian"})
    p.play("play odin power only")
    assert [number for number, _ in drops(p)] == [2, 3, 4]
    pass_until(p, Prompt.PLAY_CARD)
    assert p.record.turn == 2
    assert p.record.extra_action.sum() == 0
    assert {number for number, _ in drops(p)} == {1, 2, 3}


@pytest.mark.slow
@pytest.mark.rule("AOM-107")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_nobody_plays_more_than_four_cards_a_turn(players: int, seed: int) -> None:
    """Three cards, four with a fourth action, which is never granted twice."""
    assert any(p.record.extra_action.any() for p in random_game(players, seed))
    for p in random_game(players, seed):
        used, extra = p.record.used.sum(axis=1), p.record.extra_action
        assert extra.max() <= 1
        assert (used <= 3 + extra).all()


# ------------------------------------------------------------------------------------------------ where cards go
@pytest.mark.rule("AOM-108")
@pytest.mark.parametrize("how", ["play", "drop"])
def test_a_used_permanent_card_is_back_next_turn(how: str) -> None:
    """Explore used in round 1 is in no hand in rounds 2 and 3, and can be taken in the next turn."""
    p = arrange({"hand": FOUR}, {}, {}).play(f"{how} explore")
    while ask(p, Prompt.EXPLORE_PICK):
        p.play("done")
    for number in (2, 3):
        assert (p.record.round_number, p.seat) == (number, 0)
        assert "explore" not in hand(p, 0)
        p.play(next(action for action in p.legal() if action.startswith("drop")))
    pass_until(p, Prompt.PICK_HAND)
    while p.seat != 0:
        pass_on(p)
    assert "explore" in offered(p, "take")


@pytest.mark.rule("AOM-109")
def test_played_random_cards_go_to_the_face_up_pile() -> None:
    """Three random cards played by the Norse lie there after round 3, those of other cultures in their own piles."""
    cards = ["explore_same", "trade_1", "freyja"]
    p = arrange(*seats(["trade_1", "trade_1", "trade_1"], [], cards, resources=cubes(3, 0, 0, 0)))
    for card in cards:
        p.play("drop trade_1")
        assert face_up(p, "norse") == {}
        p.play(f"play {card}")
        while not ask(p, Prompt.PLAY_CARD, Prompt.PLACE_VP):
            pay = [action for action in p.legal() if action.startswith(("pay", "gather food"))]
            p.play(*(pay[:1] or ["done"]))
    assert ask(p, Prompt.PLACE_VP)
    assert face_up(p, "norse") == {"explore_same": 1, "trade_1": 1, "freyja": 1}
    assert face_up(p, "egyptian") == {"trade_1": 3}
    assert face_up(p, "greek") == {}


@pytest.mark.rule("AOM-110")
def test_a_card_dropped_in_a_round_waits_for_the_end_of_the_rounds() -> None:
    """The face-up pile gets it after round 3; until then everybody sees it among the used cards."""
    p = arrange(*seats(["trade_1", *FOUR], [], []), discard={"egyptian": {"trade_1": 2}}).play("drop trade_1")
    for number in (2, 3):
        assert p.record.round_number == number
        assert face_up(p, "egyptian") == {"trade_1": 2}
        assert all(p.describe(seat)["used_plain"] == {"egyptian": {"trade_1": 1}} for seat in range(3))
        pass_on(p)
    assert ask(p, Prompt.DISCARD)
    assert face_up(p, "egyptian") == {"trade_1": 3}
    assert p.record.used.sum() == 0


# ------------------------------------------------------------------------------------------------ spoilage and discard
@pytest.mark.rule("AOM-111")
@pytest.mark.parametrize(
    ("stock_before", "stock_after"),
    [((6, 3, 5, 7), (5, 3, 5, 5)), ((5, 5, 5, 5), (5, 5, 5, 5)), ((0, 12, 0, 6), (0, 5, 0, 5)), ((6, 6, 6, 6), (5, 5, 5, 5))],
)
def test_spoilage(stock_before: tuple, stock_after: tuple) -> None:
    """Each resource above 5 goes back to the bank, without a decision; the other players are treated alike."""
    p = arrange({"hand": ["gather"], "resources": cubes(*stock_before)}, {"resources": cubes(0, 0, 8, 0)}, {}, round_number=3)
    before = bank(p)
    p.play("drop gather")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    assert stock(p, 0) == stock_after
    assert stock(p, 1) == (0, 0, 5, 0)
    lost = [a - b for a, b in zip(stock_before, stock_after, strict=True)]
    lost[2] += 3
    assert bank(p) == tuple(held + more for held, more in zip(before, lost, strict=True))


@pytest.mark.rule("AOM-112")
@pytest.mark.parametrize(
    ("answers", "kept"),
    [
        (["done"], {"build_2": 1, "hephaestos": 1}),
        (["drop build_2", "done"], {"hephaestos": 1}),
        (["drop hephaestos"], {"build_2": 1}),
        (["drop build_2", "drop hephaestos"], {}),
    ],
)
def test_any_number_of_cards_may_be_dropped(answers: list[str], kept: dict) -> None:
    """Of the two cards left none, either or both are dropped; the rest is in hand next turn."""
    p = arrange({"culture": "greek", "hand": ["build_2", "hephaestos", "gather"]}, {"culture": "norse"}, round_number=3)
    p.play("drop gather")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert p.legal() == ["done", "drop build_2", "drop hephaestos"]
    p.play(*answers)
    assert ask(p, Prompt.PLACE_VP)
    assert hand(p, 0) == kept


@pytest.mark.rule("AOM-113")
def test_discarded_cards_go_to_stack_and_pile() -> None:
    """Gather goes back to its owner's stack, Trade 1 to the face-up pile."""
    p = arrange(*seats(["gather", "trade_1", "build"], [], []), round_number=3).play("drop build", "drop gather", "drop trade_1")
    assert face_up(p, "egyptian") == {"trade_1": 1}
    pass_until(p, Prompt.PICK_HAND)
    while p.seat != 0:
        pass_on(p)
    assert offered(p, "take") == set(PERMANENT)


@pytest.mark.rule("AOM-114")
def test_discards_run_clockwise_and_reach_the_pile_at_once() -> None:
    """Start 1 of three players: 1, 2, 0; each random card lies face up directly after its drop."""
    p = arrange(*[{"hand": ["trade_1", "gather_all", "explore"]}] * 3, start=1, round_number=3)
    for _ in range(3):
        p.play("drop explore")
    for seat in (1, 2, 0):
        assert prompt(p) == (seat, Prompt.DISCARD)
        culture = CULTURES[p.record.culture[seat]]
        assert face_up(p, culture) == {}
        p.play("drop gather_all")
        assert face_up(p, culture) == {"gather_all": 1}
        p.play("done")
    assert prompt(p) == (2, Prompt.PLACE_VP)


@pytest.mark.rule("AOM-115")
def test_the_start_player_moves_one_seat_to_the_left() -> None:
    """Three players, start 2 in turn 1: start 0 in turn 2 and 1 in turn 3."""
    p = arrange({}, {}, {}, stage="place", start=2)
    for turn, start in ((1, 2), (2, 0), (3, 1)):
        assert (p.record.turn, p.record.start) == (turn, start)
        assert prompt(p) == (start, Prompt.PLACE_VP)
        while p.record.turn == turn:
            pass_on(p)
