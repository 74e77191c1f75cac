"""How hands are made, and what is open and what is hidden in a turn (AOM-093 to AOM-102 and AOM-116 to AOM-119)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import CULTURES, DATA, GODS, PERMANENT, PLAIN
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import arrange, ask, battle, clash, cubes, hand, offered, prompt, random_game, same, scene, seen, stock

GREEK_GODS = [god for god in GODS if DATA["cards"][god]["culture"] == "greek"]
SMALL_DECK = {f"cards.{name}.copies.greek": 0 for name in PLAIN if name not in ("gather_all", "trade_1", "attack_5")}
SMALL_DECK |= {"cards.attack_5.copies.greek": 1}  # with five Gathers, five Trades and eleven gods: 22 cards


def picking(*players: Mapping, rules: object = None, **fields: object) -> Position:
    """The hand phase of these players, a Greek one first."""
    cultures = ("greek", "norse", "egyptian")
    named = [{"culture": culture, **player} for culture, player in zip(cultures, players, strict=False)]
    return arrange(*named, stage="hands", rules=rules, **fields)


def take(p: Position, number: int) -> Position:
    """The seat to act takes the first permanent cards on offer and closes its hand if there is room left."""
    seat = p.seat
    for _ in range(number):
        p.play(next(action for action in p.legal() if action.startswith("take")))
    return p.play("done") if ask(p, Prompt.PICK_HAND) and p.seat == seat else p


def split(p: Position, seat: int) -> tuple[int, int]:
    """Permanent and random cards in a hand."""
    permanent = sum(count for card, count in hand(p, seat).items() if card in PERMANENT)
    return permanent, sum(hand(p, seat).values()) - permanent


# ------------------------------------------------------------------------------------------------ sizes of hands
@pytest.mark.rule("AOM-093")
def test_the_age_sets_the_size_of_a_hand() -> None:
    """4, 5, 6 and 7 cards in the archaic, classical, heroic and mythic age."""
    p = arrange(*({"age": age} for age in ("archaic", "classical", "heroic", "mythic")), stage="hands")
    for _ in range(4):
        p.play("done")
    assert p.record.hand.sum(axis=1)[:4].tolist() == [4, 5, 6, 7]


@pytest.mark.rule("AOM-094")
@pytest.mark.parametrize(
    ("age", "kept", "new"),
    [("classical", ["zeus"], 4), ("archaic", ["zeus", "gather"], 2), ("archaic", [], 4), ("archaic", ["zeus", "ares", "hera", "hades"], 0)],
)
def test_kept_cards_count(age: str, kept: list[str], new: int) -> None:
    """Classical with one card kept draws 4, archaic with two kept draws 2."""
    p = picking({"age": age, "hand": kept}, {})
    while ask(p, Prompt.PICK_HAND):
        p.play("done")
    assert p.record.hand[0].sum() == len(kept) + new
    assert set(kept) <= set(hand(p, 0))
    random_kept = sum(card not in PERMANENT for card in kept)
    assert p.record.draw[CULTURES.index("greek")].sum() == 45 - random_kept - new


@pytest.mark.rule("AOM-095")
def test_permanent_cards_come_first() -> None:
    """Classical, one card kept and two permanents taken: exactly two random cards; afterwards none can be taken."""
    p = picking({"age": "classical", "hand": ["zeus"]}, {}, stacked_cards=["ares", "hera"])
    take(p, 2)
    assert prompt(p) == (1, Prompt.PICK_HAND)
    take(p, 4)
    assert hand(p, 0) == {"explore": 1, "gather": 1, "zeus": 1, "ares": 1, "hera": 1}
    assert prompt(p) == (0, Prompt.PLAY_CARD)
    assert not offered(p, "take")


@pytest.mark.rule("AOM-096", "AOM-098")
@pytest.mark.parametrize("permanents", range(5))
def test_any_share_of_permanent_cards(permanents: int) -> None:
    """Archaic: 0 to 4 permanents, and random cards fill the hand to 4."""
    p = picking({}, {})
    take(p, permanents)
    assert p.seat == 1
    take(p, 4)
    assert split(p, 0) == (permanents, 4 - permanents)


@pytest.mark.rule("AOM-096")
def test_a_mythic_hand_of_seven_permanents() -> None:
    """It draws no random card."""
    p = picking({"age": "mythic"}, {})
    take(take(p, 7), 4)
    assert hand(p, 0) == dict.fromkeys(PERMANENT, 1)
    assert p.record.draw[CULTURES.index("greek")].sum() == 45


@pytest.mark.rule("AOM-097")
def test_a_permanent_card_in_hand_cannot_be_picked_again() -> None:
    """Gather kept: the six others can be taken; one just taken is gone as well."""
    p = picking({"hand": ["gather"]}, {})
    assert offered(p, "take") == set(PERMANENT) - {"gather"}
    p.play("take explore")
    assert "explore" not in offered(p, "take")


@pytest.mark.rule("AOM-098")
def test_a_hand_is_always_filled() -> None:
    """One permanent and done: exactly three random cards, even with every hand of the table."""
    p = picking({}, {}, {})
    for _ in range(3):
        take(p, 1)
    assert [split(p, seat) for seat in range(3)] == [(1, 3)] * 3


@pytest.mark.rule("AOM-099")
@pytest.mark.parametrize(("drawn", "pile", "face_up"), [(1, 1, 20), (2, 20, 0), (3, 19, 0)])
def test_the_last_card_turns_the_face_up_pile_over(drawn: int, pile: int, face_up: int) -> None:
    """Two cards face down, 20 face up: with the second draw the 20 become the draw pile, and the third comes from them."""
    up = {**dict.fromkeys((god for god in GREEK_GODS if god not in ("zeus", "ares")), 1), "gather_all": 5, "trade_1": 5, "attack_5": 1}
    p = picking({}, {}, discard={"greek": up}, rules=SMALL_DECK)
    assert p.record.draw[1].sum() == 2
    take(take(p, 4 - drawn), 4)
    assert (p.record.draw[1].sum(), p.record.discard[1].sum()) == (pile, face_up)
    random_cards = {card for card in hand(p, 0) if card not in PERMANENT}
    assert len(random_cards & {"zeus", "ares"}) == min(drawn, 2)
    assert (p.record.draw[1] + p.record.discard[1] + p.record.hand[0, len(PERMANENT) :]).sum() == 22


@pytest.mark.rule("AOM-098", "AOM-099")
def test_an_empty_draw_pile_is_filled_from_the_face_up_pile() -> None:
    """Nothing face down and all 22 cards face up: the hand is filled all the same."""
    up = {**dict.fromkeys(GREEK_GODS, 1), "gather_all": 5, "trade_1": 5, "attack_5": 1}
    p = picking({}, {}, discard={"greek": up}, rules=SMALL_DECK)
    take(take(p, 2), 4)
    assert split(p, 0) == (2, 2)
    assert (p.record.draw[1].sum(), p.record.discard[1].sum()) == (20, 0)


# ------------------------------------------------------------------------------------------------ secret hands
@pytest.mark.rule("AOM-100")
def test_a_hand_is_secret_until_a_card_is_used() -> None:
    """Two hands of seat 1 with equal counts look the same to seats 0 and 2 until one of their cards is dropped."""
    first, second = (
        scene({"hand": ["gather"]}, {"culture": "greek", "hand": cards}, {}) for cards in (["build", "zeus"], ["trade", "ares"])
    )
    assert same(first, second, 0, 2)
    assert not same(first, second, 1)
    first.play("drop gather")
    second.play("drop gather")
    assert same(first, second, 0, 2)
    first.play("drop zeus")
    second.play("drop ares")
    assert not same(first, second, 0)
    assert first.describe(2)["used_god"] == {"zeus": 1}


@pytest.mark.rule("AOM-101")
def test_hands_are_picked_clockwise_and_in_secret() -> None:
    """Start 1: order 1, 2, 0. What seat 2 and seat 0 see and may do is the same for every pick of seat 1."""
    results = []
    for picks in ([], ["explore"], ["gather", "attack"], ["build", "recruit", "trade", "next_age"]):
        p = picking({}, {}, {}, start=1)
        assert prompt(p) == (1, Prompt.PICK_HAND)
        p.play(*[f"take {card}" for card in picks], *(["done"] if len(picks) < 4 else []))
        assert prompt(p) == (2, Prompt.PICK_HAND)
        results.append(p)
    for p in results[1:]:
        assert same(results[0], p, 2, 0)
        assert results[0].legal() == p.legal()
        assert not same(results[0], p, 1)
    assert prompt(results[0].play("done")) == (0, Prompt.PICK_HAND)


@pytest.mark.rule("AOM-101")
def test_a_pick_in_progress_is_secret() -> None:
    """While seat 0 is still picking, the others see nothing of it."""
    p = picking({}, {}, {})
    before = [p.observe(seat) for seat in (1, 2)]
    p.play("take trade")
    assert all(np.array_equal(old, p.observe(seat)) for old, seat in zip(before, (1, 2), strict=True))


@pytest.mark.rule("AOM-102")
@pytest.mark.parametrize("reveal", [True, False])
def test_the_backs_of_a_hand_become_public(reveal: bool) -> None:
    """Two permanent and three random cards: both numbers are seen after the last pick; by the knob only the five."""
    p = picking({}, {"age": "classical"}, {}, rules={"reveal_hand_backs": reveal})
    take(take(take(p, 4), 2), 4)
    for observer, place in ((0, 1), (2, 2)):  # seat 1 is +1 for seat 0 and +2 for seat 2
        assert seen(p, observer, "hand_size")[place] == 5
        assert seen(p, observer, "hand_permanent")[place] == (2 if reveal else 0)
    assert ask(p, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-102")
@pytest.mark.parametrize("reveal", [True, False])
def test_only_the_numbers_become_public(reveal: bool) -> None:
    """Other permanent cards of the same number change nothing; another number shows if backs are shown."""
    hands = ["build", "trade"], ["gather", "attack"], ["gather"]
    shown = []
    for cards in hands:
        p = picking({}, {}, {}, rules={"reveal_hand_backs": reveal})
        take(p, 4).play(*[f"take {card}" for card in cards], "done")
        shown.append(take(p, 4))
    assert same(shown[0], shown[1], 0, 2)
    assert same(shown[0], shown[2], 0, 2) == (not reveal)


# ------------------------------------------------------------------------------------------------ picks of several things
@pytest.mark.rule("AOM-116")
def test_cubes_are_taken_in_rising_order() -> None:
    """After gold food and wood are masked, favor and gold are not."""
    p = battle({"troll": 1}, {"hoplite": 1}, "holding", defender={"resources": cubes(5, 5, 5, 5)})
    clash(p, "troll", "hoplite", (1, 6, 0, 3))
    assert prompt(p) == (0, Prompt.TAKE_CUBES)
    assert p.legal() == ["cube food", "cube wood", "cube gold", "cube favor"]
    p.play("cube gold")
    assert p.legal() == ["cube gold", "cube favor"]
    p.play("cube favor")
    assert stock(p, 0) == (4, 4, 5, 8)  # only favor was left to take
    assert stock(p, 1) == (5, 5, 4, 1)


@pytest.mark.rule("AOM-116")
def test_the_total_stays_within_reach() -> None:
    """Five of 3 food, 1 gold and 2 favor: without two food first the five could not be reached."""
    p = battle({"troll": 1}, {"hoplite": 1}, "holding", defender={"resources": cubes(3, 0, 1, 2)}, rules={"auto_skip_forced": False})
    clash(p, "troll", "hoplite", (1, 6, 0, 3))
    assert p.legal() == ["cube food"]
    assert p.play("cube food").legal() == ["cube food"]
    assert p.play("cube food").legal() == ["cube food", "cube gold"]
    assert p.play("cube gold").legal() == ["cube favor"]
    p.play("cube favor", "cube favor")
    assert stock(p, 1) == (1, 0, 0, 0)


@pytest.mark.rule("AOM-116")
def test_hands_armies_and_discards_are_picked_in_rising_order() -> None:
    """What comes before the last pick is masked."""
    p = picking({}, {}).play("take recruit")
    assert offered(p, "take") == {"trade", "attack", "next_age"}
    p = scene({"hand": ["attack"]}, {}, {}).play("play attack", "player player_1", "attack city", "commit chariot_archer")
    assert offered(p, "commit") == {"chariot_archer", "elephant"}
    p = arrange({"hand": ["explore", "build", "trade", "gather"]}, {}, round_number=3).play("drop gather", "drop build")
    assert p.legal() == ["done", "drop trade"]


@pytest.mark.rule("AOM-116")
def test_workers_are_placed_in_rising_order() -> None:
    """After a villager on the forest none goes on the fertile land."""
    tiles = ["fertile_food2", "forest_wood2", "desert_gold1", "swamp_food1"]
    p = scene({"hand": ["gather"], "tiles": tiles, "buildings": {"house": 3}}, {}, {}).play("play gather", "gather wood", "done")
    assert offered(p, "villager") == set(tiles)
    p.play("villager forest_wood2")
    assert offered(p, "villager") == {"desert_gold1", "swamp_food1"}


# ------------------------------------------------------------------------------------------------ forced answers
@pytest.mark.rule("AOM-117")
def test_a_single_target_is_not_asked_for() -> None:
    """Two players: an attack goes on with the area; by the knob the one target is asked for; three players are asked."""
    p = scene({"hand": ["attack"]}, {}).play("play attack")
    assert prompt(p) == (0, Prompt.ATTACK_AREA)
    p = scene({"hand": ["attack"]}, {}, rules={"auto_skip_forced": False}).play("play attack")
    assert prompt(p) == (0, Prompt.ATTACK_TARGET)
    assert p.legal() == ["player player_1"]
    p = scene({"hand": ["attack"]}, {}, {}).play("play attack")
    assert prompt(p) == (0, Prompt.ATTACK_TARGET)


@pytest.mark.rule("AOM-117")
def test_card_play_and_commitment_are_always_asked() -> None:
    """A last card that can only be dropped, and an army that cannot grow, are still decisions."""
    p = scene({"hand": ["build"], "resources": cubes(0, 0, 0, 0)}, {}, {})
    assert prompt(p) == (0, Prompt.PLAY_CARD)
    assert p.legal() == ["drop build"]
    p = scene({"hand": ["attack"], "units": {"elephant": 1}}, {}, {}).play("play attack", "player player_1", "attack city")
    assert p.legal() == ["commit elephant"]
    p.play("commit elephant")
    assert prompt(p) == (0, Prompt.COMMIT_ATT)
    assert p.legal() == ["done"]


@pytest.mark.rule("AOM-117")
def test_a_full_hand_is_not_asked_for_more() -> None:
    """Four cards kept in the archaic age: the next seat picks; by the knob `done` is asked for."""
    kept = {"hand": ["gather", "zeus", "ares", "hera"]}
    assert prompt(picking(kept, {})) == (1, Prompt.PICK_HAND)
    p = picking(kept, {}, rules={"auto_skip_forced": False})
    assert (prompt(p), p.legal()) == ((0, Prompt.PICK_HAND), ["done"])


@pytest.mark.rule("AOM-117")
def test_a_defender_without_units_is_not_asked() -> None:
    """He has nothing to commit: the attacker wins at once."""
    p = scene({"hand": ["attack"]}, {"units": {}}, {}, vp_card={"last_battle": 2})
    p.play("play attack", "player player_1", "attack city", "commit elephant", "done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert p.record.vp[0] == 2


# ------------------------------------------------------------------------------------------------ open information
@pytest.mark.slow
@pytest.mark.rule("AOM-118")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_everything_on_the_table_is_open(players: int, seed: int) -> None:
    """Every seat sees boards, cubes, cards on the table and face-up piles, its own seat first."""
    for p in random_game(players, seed)[::7]:
        record = p.record
        for seat in range(players):
            order = [(seat + k) % players for k in range(players)]
            for field in ("resources", "tiles", "villager_on", "dwarf_on", "buildings", "age", "vp", "idle_villagers", "extra_action"):
                assert seen(p, seat, field)[:players].tolist() == record[field][order].tolist()
            for field in ("bank", "vp_bank", "vp_card", "shown", "pool"):
                assert seen(p, seat, field).tolist() == record[field].tolist()
            assert seen(p, seat, "culture")[:players].argmax(axis=1).tolist() == record.culture[order].tolist()
            assert seen(p, seat, "units")[:players].sum(axis=1).tolist() == record.units[order].sum(axis=1).tolist()
            assert seen(p, seat, "discard_plain").tolist() == record.discard[:, : len(PLAIN)].tolist()
            assert seen(p, seat, "discard_god").tolist() == record.discard[:, len(PLAIN) :].sum(axis=0).tolist()


@pytest.mark.rule("AOM-118")
@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("tiles", {"tiles": ["swamp_food1"]}),
        ("villager_on", {"tiles": ["forest_wood2"], "buildings": {"house": 1}, "villager_on": ["forest_wood2"]}),
        ("units", {"units": {"medusa": 1}}),
        ("buildings", {"buildings": {"wall": 1}}),
        ("age", {"age": "heroic"}),
        ("resources", {"resources": cubes(4, 4, 4, 5)}),
        ("vp", {"vp": 1}),
    ],
)
def test_a_change_on_a_board_is_seen_by_everybody(place: str, change: Mapping) -> None:
    """Whatever seat 1 owns shows in the same way in the observation of every seat."""
    before, after = (scene({"hand": ["gather"]}, {"culture": "greek", **more}, {}) for more in ({}, change))
    for seat in range(3):
        seat_1 = (1 - seat) % 3
        assert seen(before, seat, place)[seat_1].tolist() != seen(after, seat, place)[seat_1].tolist()
        assert seen(after, seat, place)[seat_1].tolist() == seen(after, 1, place)[0].tolist()


@pytest.mark.rule("AOM-118")
def test_face_up_piles_of_all_cultures_are_open() -> None:
    """A Greek card face up is seen by the Norse and the Egyptian player too."""
    p = scene({"hand": ["gather"]}, {}, {}, discard={"greek": {"zeus": 1, "trade_1": 2}, "norse": {"build_4": 1}})
    for seat in range(3):
        assert p.describe(seat)["discard_god"] == {"zeus": 1}
        assert p.describe(seat)["discard_plain"] == {"greek": {"trade_1": 2}, "norse": {"build_4": 1}}


# ------------------------------------------------------------------------------------------------ hidden information
@pytest.mark.rule("AOM-119")
def test_deck_order_and_foreign_hands_are_hidden() -> None:
    """Positions that differ in the cards and tiles to come and in seat 1's hand look alike to the others, answers included."""
    first, second = (
        scene(
            {"hand": ["gather", "attack"]},
            {"culture": "greek", "hand": ["recruit", card]},
            {},
            stacked_cards=order,
            stacked_tiles=order_of_tiles,
        )
        for card, order, order_of_tiles in (("zeus", ["ares", "build_2"], ["swamp_food1"]), ("ares", ["zeus", "trade_1"], ["hills_gold2"]))
    )
    assert same(first, second, 0, 2)
    assert first.mask().tolist() == second.mask().tolist()


@pytest.mark.rule("AOM-119")
def test_random_state_and_counters_are_hidden() -> None:
    """Another random key and another number of decisions change no observation and no answer."""
    p = scene({"hand": ["gather", "attack"]}, {}, {})
    other = p.clone()
    other.record.key = np.uint64(12345)
    other.record.decisions += 7
    assert same(p, other, 0, 1, 2)
    assert p.mask().tolist() == other.mask().tolist()


@pytest.mark.rule("AOM-119")
def test_only_the_seat_to_act_has_answers() -> None:
    """The masks of all other seats are empty."""
    p = scene({"hand": ["gather", "attack"]}, {}, {})
    assert p.mask(0).sum() == 4
    assert (p.mask(1).sum(), p.mask(2).sum()) == (0, 0)


@pytest.mark.slow
@pytest.mark.rule("AOM-119", "AOM-100", "AOM-021")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_nothing_hidden_shows_anywhere_in_a_game(players: int, seed: int) -> None:
    """Through whole games another deal of all that a seat cannot know looks the same to it, and asks the same."""
    for step, p in enumerate(random_game(players, seed)[::2]):
        seat = (step + step // players) % players
        other = p.clone().redeal(seat, step)
        assert same(p, other, seat)
        assert hand(p, seat) == hand(other, seat)
        if not p.over:
            assert p.mask(seat).tolist() == other.mask(seat).tolist()
            if seat != p.seat:
                assert p.mask(seat).sum() == 0
