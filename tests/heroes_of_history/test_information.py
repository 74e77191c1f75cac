"""What is public, what is hidden, and from where the table is seen (HOH-015 to HOH-018)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import CARDS
from tests.heroes_of_history.helpers import GAME, hand, pass_turn, play, points, shown, side, table, unit

SEATED = ("state_points", "deck_size", "hand_size", "alive", "battlefield", "command", "museum")
UNITS = ("trench", "weapon", "hold", "defending", "attack", "defense")


def same(a: Position, b: Position, *observers: int) -> bool:
    """Whether these seats see the same bytes in both positions."""
    return all(a.observe(seat).tobytes() == b.observe(seat).tobytes() for seat in observers)


def changes(a: Position, b: Position, observer: int) -> set[str]:
    """The parts of what a seat sees that differ between two positions."""
    one, two = a.describe(observer), b.describe(observer)
    return {name for name in one if one[name] != two[name]}


def busy_table() -> Position:
    """Two players with cards in every zone."""
    a = side(
        unit("rollo", "d", "xiphos", "aspis"), None, unit("lagertha"), sp=41, hand=["thor", "paris", "rollo"],
        command=["seax", "long_walls"], battlefield="troy", museum=["leif", "leif", "ambrosia"], deck=["ajax", "hector", "delphi"],
    )  # fmt: skip
    b = side(
        unit("huscarl", "a", "dane_axe"), sp=37, hand=["odin", "skald"], command=["none", "raven_banner"], battlefield="hedeby",
        museum=["gudrid"], deck=["sweyn", "egil", "blot", "volva"],
    )  # fmt: skip
    return table(a, b)


# ------------------------------------------------------------------------------------------------ hidden
@pytest.mark.rule("HOH-015")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_order_of_a_deck_is_seen_by_nobody(seat: int) -> None:
    """100 random orders of a deck look the same to both players, its owner included."""
    p = GAME.new(seed=9).play("draw 1")
    size = int(p.record.deck_size[seat])
    order = np.random.default_rng(1)
    for _ in range(100):
        other = p.clone()
        other.record.deck[seat, :size] = order.permutation(p.record.deck[seat, :size])
        assert other.to_bytes() != p.to_bytes()
        assert same(p, other, 0, 1)
        assert other.legal_ids() == p.legal_ids()


@pytest.mark.rule("HOH-015")
def test_the_order_of_a_deck_matters_for_what_is_drawn() -> None:
    """Two decks that look alike give different cards."""
    one, two = (table(side(hand=["delphi"], deck=cards), side()) for cards in (["paris", "thor", "ajax"], ["thor", "ajax", "paris"]))
    assert same(one, two, 0, 1)
    play(one, "delphi")
    play(two, "delphi")
    assert (hand(one), hand(two)) == ({"paris": 1, "thor": 1}, {"thor": 1, "ajax": 1})


@pytest.mark.rule("HOH-016")
def test_hand_and_deck_of_another_player_show_only_their_sizes() -> None:
    """Other cards in B's hand and deck change what B sees, not what A sees."""
    one = table(side(unit("rollo"), hand=["paris"]), side(unit("ajax"), hand=["thor", "odin"], deck=["skald", "egil", "blot"]))
    two = table(side(unit("rollo"), hand=["paris"]), side(unit("ajax"), hand=["seax", "troy"], deck=["thor", "thor", "leif"]))
    assert same(one, two, 0)
    assert changes(one, two, 1) == {"hand", "deck"}


@pytest.mark.rule("HOH-016")
def test_cards_moved_between_hand_and_deck_are_not_seen() -> None:
    """Whether B holds Thor or has him in the deck is B's secret."""
    one = table(side(), side(hand=["thor", "leif"], deck=["skald", "egil"]))
    two = table(side(), side(hand=["skald", "leif"], deck=["thor", "egil"]))
    assert same(one, two, 0)
    assert not same(one, two, 1)


@pytest.mark.rule("HOH-016", "HOH-017")
def test_the_sizes_of_hand_and_deck_are_public() -> None:
    """One card more in B's hand or deck shows for A, and as nothing else."""
    p = table(side(), side(hand=["thor", "leif"], deck=["skald", "egil"]))
    larger_hand = table(side(), side(hand=["thor", "leif", "odin"], deck=["skald", "egil"]))
    larger_deck = table(side(), side(hand=["thor", "leif"], deck=["skald", "egil", "odin"]))
    assert changes(p, larger_hand, 0) == {"hand_size"}
    assert changes(p, larger_deck, 0) == {"deck_size"}


@pytest.mark.rule("HOH-016")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_own_deck_is_seen_without_its_order(players: int) -> None:
    """The own-deck block counts every title; after the deal it sums to 35."""
    p = GAME.new(players, {"decks": ["mixed"]}, seed=2)
    for seat in range(players):
        counts = shown(p, "deck", seat)
        cards = p.record.deck[seat, :35]
        assert counts.sum() == 35
        assert counts.tolist() == [int((cards == k).sum()) for k in range(1, len(CARDS) + 1)]


@pytest.mark.rule("HOH-016")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_shows_anywhere_in_a_game(players: int) -> None:
    """All through a random game, exchanging cards between another player's hand and deck changes nothing that the others see."""
    p = GAME.new(players, {"decks": ["mixed"]}, seed=players)
    choose = np.random.default_rng(players)
    while not p.over:
        for owner in range(players):
            held, left = int(p.record.hand_size[owner]), int(p.record.deck_size[owner])
            if not held or not left:
                continue
            other = p.clone()
            cards = choose.permutation(np.concatenate([p.record.hand[owner, :held], p.record.deck[owner, :left]]))
            other.record.hand[owner, :held] = np.sort(cards[:held])
            other.record.deck[owner, :left] = cards[held:]
            assert same(p, other, *(seat for seat in range(players) if seat != owner))
            assert owner == p.seat or other.legal_ids() == p.legal_ids()
        actions = p.legal_ids()
        p.play(actions[choose.integers(len(actions))])


# ------------------------------------------------------------------------------------------------ public
@pytest.mark.rule("HOH-017")
@pytest.mark.parametrize("observer", [0, 1])
def test_a_combatant_is_seen_with_everything_it_carries(observer: int) -> None:
    """Both players see A's Rollo in defense mode with his Xiphos: card 56, weapon 26, totals 6 and 4."""
    p = table(side(unit("rollo", "d", "xiphos")), side())
    assert [int(shown(p, name, observer)[observer, 0]) for name in UNITS] == [56, 26, 0, 1, 6, 4]
    other = 1 - observer
    assert not shown(p, "trench", observer)[other].any()


@pytest.mark.rule("HOH-017")
@pytest.mark.parametrize("observer", [0, 1])
def test_all_zones_but_hand_and_deck_are_public(observer: int) -> None:
    """Command Zones, Battlefields, Museums, State Points and sizes are seen by both players."""
    p = busy_table()
    a, b = observer, 1 - observer  # where the two players are seen
    assert shown(p, "trench", observer)[a].tolist() == [56, 0, 57, 0, 0]
    assert shown(p, "hold", observer)[a].tolist() == [32, 0, 0, 0, 0]
    assert shown(p, "weapon", observer)[b].tolist() == [74, 0, 0, 0, 0]
    assert shown(p, "defending", observer)[[a, b], 0].tolist() == [1, 0]
    assert shown(p, "command", observer)[a].tolist() == [77, 34, 0, 0, 0]
    assert shown(p, "command", observer)[b].tolist() == [0, 81, 0, 0, 0]
    assert shown(p, "battlefield", observer)[[a, b]].tolist() == [46, 92]
    assert shown(p, "state_points", observer)[[a, b]].tolist() == [41, 37]
    assert shown(p, "deck_size", observer)[[a, b]].tolist() == [3, 4]
    assert shown(p, "hand_size", observer)[[a, b]].tolist() == [3, 2]
    museums = shown(p, "museum", observer)
    assert {CARDS[k]: int(museums[a, k]) for k in np.flatnonzero(museums[a])} == {"leif": 2, "ambrosia": 1}
    assert {CARDS[k]: int(museums[b, k]) for k in np.flatnonzero(museums[b])} == {"gudrid": 1}


@pytest.mark.rule("HOH-017")
@pytest.mark.parametrize("observer", [0, 1])
def test_the_totals_shown_are_those_with_all_bonuses(observer: int) -> None:
    """Rollo 4+2 / 4+2+1 (Xiphos, Aspis, Long Walls), Lagertha 4+1 / 3+1 (Plains of Troy), Huscarl 3+3 / 5-1 (Dane Axe)."""
    p = busy_table()
    a, b = observer, 1 - observer
    seen = {name: shown(p, name, observer) for name in ("attack", "defense")}
    totals = [(int(seen["attack"][seat, slot]), int(seen["defense"][seat, slot])) for seat, slot in ((a, 0), (a, 2), (b, 0))]
    assert totals == [(6, 7), (5, 4), (6, 4)]


@pytest.mark.rule("HOH-017")
@pytest.mark.parametrize(
    "fields",
    [
        {"command": ["seax"]},
        {"battlefield": "marathon"},
        {"museum": ["thor"]},
        {"state_points": 49},
        {"mode": ["defense"]},
        {"weapon": ["xiphos"]},
        {"hold": ["aspis"]},
    ],
)
def test_every_public_change_is_seen_by_both(fields: dict) -> None:
    """A change of B's side of the table shows for A and for B."""
    one, two = table(side(), side(unit("rollo"))), table(side(), {**side(unit("rollo")), **fields})
    assert not same(one, two, 0)
    assert not same(one, two, 1)


# ------------------------------------------------------------------------------------------------ rotation
@pytest.mark.rule("HOH-018")
def test_observers_see_themselves_first() -> None:
    """The same table seen by seats 0 and 1: the blocks of the two players change places."""
    p = busy_table()
    for name in SEATED + UNITS:
        mine, theirs = shown(p, name, 0), shown(p, name, 1)
        assert mine[0].tolist() == theirs[1].tolist()
        assert mine[1].tolist() == theirs[0].tolist()
    assert shown(p, "state_points", 0)[:2].tolist() == points(p)
    assert shown(p, "state_points", 1)[:2].tolist() == points(p)[::-1]


@pytest.mark.rule("HOH-018")
def test_seats_are_counted_on_from_the_observer() -> None:
    """With four players seat 2 sees 2, 3, 0, 1; three players leave the last block empty."""
    p = table(*(side(unit(card), sp=sp) for card, sp in (("rollo", 21), ("paris", 22), ("ajax", 23), ("thor", 24))))
    assert shown(p, "state_points", 2).tolist() == [23, 24, 21, 22]
    assert shown(p, "trench", 2)[:, 0].tolist() == [11, 48, 56, 9]
    three = table(*(side(sp=sp) for sp in (21, 22, 23)))
    assert shown(three, "state_points", 1).tolist() == [22, 23, 21, 0]
    assert shown(three, "alive", 1).tolist() == [1, 1, 1, 0]


@pytest.mark.rule("HOH-018")
def test_whose_turn_it_is_is_seen_from_the_observer() -> None:
    """In A's turn A reads me and B reads +1; in B's turn the other way round."""
    p = table(side(), side())
    assert (p.describe(0)["active"], p.describe(1)["active"]) == ("me", "+1")
    pass_turn(p)
    assert (p.describe(0)["active"], p.describe(1)["active"]) == ("+1", "me")


@pytest.mark.rule("HOH-018")
@pytest.mark.parametrize("held", [["thor", "paris", "rollo"], ["rollo", "thor", "paris"], ["paris", "thor", "rollo"]])
def test_hands_are_sorted_by_card_number(held: list[str]) -> None:
    """Thor, Paris and Rollo read 9, 48, 56 in whatever order they came."""
    p = table(side(hand=held), side(hand=held))
    for seat in (0, 1):
        assert shown(p, "hand", seat).tolist() == [9, 48, 56] + [0] * 9


@pytest.mark.rule("HOH-018")
def test_hands_stay_sorted() -> None:
    """A drawn card is put in its place, and a played card leaves no gap."""
    p = table(side(hand=["paris", "rollo"], deck=["thor", "ajax"]), side(), phase="beginning").play("draw 2")
    assert shown(p, "hand").tolist() == [9, 11, 48, 56] + [0] * 8
    play(p, "ajax", "mode attack")
    assert shown(p, "hand").tolist() == [9, 48, 56] + [0] * 9
