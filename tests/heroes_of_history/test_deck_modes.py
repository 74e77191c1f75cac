"""Fixed, random and drafted decks (HOH-145 to HOH-153)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rulebound.envs.core.batch import Batch
from rulebound.envs.core.jit import DISABLED
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import catalogue
from rulebound.envs.heroes_of_history.state import NAMES, Phase, Prompt
from tests.heroes_of_history.helpers import GAME, asked, deck, hand, legal, random_games, shown

CARDS = catalogue(["standard"])
BY_KEY = {card.key: card for card in CARDS.cards}
ROW = range(95, 107)  # the ids of the twelve open places
MANY = 20 if DISABLED else 1000


def owned(p: Position, seat: int) -> Counter:
    """All cards of a seat before its first turn, by name."""
    return Counter(deck(p, seat)) + Counter(hand(p, seat))


def kinds(cards: Counter) -> tuple[int, ...]:
    """Exceptional Combatants, plain ones, weapons, Battlefields, Actions and Holds."""
    count = Counter()
    for key, copies in cards.items():
        count[BY_KEY[key].type] += copies
    return count["exceptional"], count["combatant"], count["weapon"], count["battlefield"], count["action"] + count["hold"]


def within_limits(cards: Counter) -> bool:
    """Whether a deck has no title more often than allowed."""
    return all(copies <= BY_KEY[key].copies for key, copies in cards.items())


# ------------------------------------------------------------------------------------------------ fixed
@pytest.mark.rule("HOH-145")
def test_every_player_brings_a_deck_by_name():
    """decks=[greeks, vikings]: seat 0 owns the one list, seat 1 the other, 40 cards each."""
    p = GAME.new(rules={"decks": ["greeks", "vikings"]})
    for seat, name in enumerate(("greeks", "vikings")):
        assert owned(p, seat) == Counter(CARDS.starters[name])
        assert sum(owned(p, seat).values()) == 40


@pytest.mark.rule("HOH-145")
def test_a_deck_may_be_a_map_of_copies():
    """A map beside a name: the seat owns exactly these cards."""
    mine = {"rollo": 3, "thor": 2, "mjolnir": 1, **dict.fromkeys(list(BY_KEY)[8:19], 3), "xiphos": 1}
    assert sum(mine.values()) == 40
    p = GAME.new(rules={"decks": [mine, "mixed"]})
    assert owned(p, 0) == Counter(mine)
    assert owned(p, 1) == Counter(CARDS.starters["mixed"])


@pytest.mark.rule("HOH-145")
@pytest.mark.parametrize(
    ("change", "named"),
    [({"zeus": 1}, "zeus"), ({"rollo": 4}, "Rollo"), ({"thor": 3}, "Thor"), ({"xiphos": 0}, "xiphos"), ({"xiphos": 20}, "Xiphos")],
)
def test_an_illegal_map_is_refused_at_construction(change, named):
    """The error names the card."""
    with pytest.raises(RulesError, match=named):
        GAME.variant({"decks": [{**CARDS.starters["mixed"], **change}, "greeks"]})


@pytest.mark.rule("HOH-145")
def test_an_unknown_name_is_refused():
    """There is no deck called romans."""
    with pytest.raises(RulesError, match="romans"):
        GAME.variant({"decks": ["greeks", "romans"]})


# ------------------------------------------------------------------------------------------------ random
@pytest.mark.rule("HOH-146")
@pytest.mark.parametrize(
    ("players", "size", "quota"),
    [(2, 40, (5, 15, 5, 3, 12)), (3, 25, (3, 9, 3, 2, 8)), (4, 25, (3, 9, 3, 2, 8)), (2, 80, (10, 30, 10, 6, 24))],
)
@pytest.mark.parametrize("pool", ["mixed", "greeks", "vikings"])
def test_random_decks_keep_their_quotas(players, size, quota, pool):
    """The groups are filled as stated, with cards of the pool and within the limits."""
    for seed in range(5):
        p = GAME.new(num_players=players, rules={"deck_mode": "random", "deck_size": size, "pool": pool}, seed=seed)
        for seat in range(players):
            cards = owned(p, seat)
            assert kinds(cards) == quota
            assert within_limits(cards)
            assert pool == "mixed" or {BY_KEY[key].set for key in cards} == {pool}


@pytest.mark.rule("HOH-146")
@pytest.mark.parametrize(("players", "size"), [(2, 40), (3, 25), (4, 25)])
def test_the_size_of_random_decks_by_default(players, size):
    """40 cards with two players, 25 with more."""
    p = GAME.new(num_players=players, rules={"deck_mode": "random"})
    assert [sum(owned(p, seat).values()) for seat in range(players)] == [size] * players


@pytest.mark.rule("HOH-146")
def test_random_decks_follow_the_seed_and_differ_between_seats():
    """The same seed makes the same decks; seats and seeds do not share them."""
    p, again, other = (GAME.new(rules={"deck_mode": "random"}, seed=seed) for seed in (3, 3, 4))
    assert owned(p, 0) == owned(again, 0)
    assert owned(p, 1) == owned(again, 1)
    assert owned(p, 0) != owned(p, 1)
    assert owned(p, 0) != owned(other, 0)


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("HOH-146")
def test_random_decks_draw_uniformly_among_titles():
    """Two Battlefields of 25 cards: each of 8 titles as often, and the same title twice in one deck of eight.

    Drawing cards instead of titles would give 2 in 23.
    """
    games = 300 if DISABLED else 2000
    batch = Batch(GAME, games, {"deck_mode": "random"}, 3, seed=5, observe=None)
    fields = np.array([number for number, card in enumerate(CARDS.cards, 1) if card.type == "battlefield"])
    cards = np.concatenate([batch.states["deck"][:, :3], batch.states["hand"][:, :3]], axis=2)
    counts = (cards[..., None] == fields).sum(axis=2).reshape(-1, len(fields))
    decks = 3 * games
    assert (counts.sum(axis=1) == 2).all()
    assert np.abs(counts.sum(axis=0) - decks / 4).max() < 4.5 * np.sqrt(2 * decks * 7 / 64)
    assert abs((counts.max(axis=1) == 2).sum() - decks / 8) < 4.5 * np.sqrt(decks * 7 / 64)


# ------------------------------------------------------------------------------------------------ draft
def draft(players: int = 2, seed: int = 0, **rules: object) -> Position:
    """A draft at its first pick."""
    return GAME.new(num_players=players, rules={"deck_mode": "draft", **rules}, seed=seed)


def row(p: Position) -> list[str]:
    """The cards that lie open."""
    return [NAMES[int(card)] for card in p.record.draft_row]


def pool(p: Position) -> list[str]:
    """The cards of the pool, the next one first."""
    return [NAMES[int(card)] for card in p.record.draft_pool[: int(p.record.draft_pool_size)]][::-1]


def pick(p: Position, most: int = 1000) -> list[tuple[int, str]]:
    """Pick through the draft, all places in turn, at most so many cards; who took what."""
    taken = []
    while p.record.phase == Phase.DRAFT and len(taken) < most:
        place = 7 * len(taken) % 12
        taken.append((p.seat, row(p)[place]))
        p.play(f"choice {place}")
    return taken


@pytest.mark.rule("HOH-147")
@pytest.mark.parametrize(("players", "size"), [(2, 40), (3, 25), (4, 25)])
def test_players_pick_their_decks_from_a_common_pool(players, size):
    """Everybody picks as many cards as a deck has; then the decks are shuffled and 5 cards dealt."""
    p = draft(players)
    assert (p.record.phase, asked(p)) == (Phase.DRAFT, Prompt.DRAFT)
    taken = pick(p)
    assert len(taken) == players * size
    assert (p.record.phase, asked(p)) == (Phase.BEGINNING, Prompt.DRAW)
    for seat in range(players):
        mine = [card for who, card in taken if who == seat]
        assert owned(p, seat) == Counter(mine)
        assert len(mine) == size
        assert (p.record.hand_size[seat], p.record.deck_size[seat]) == (5, size - 5)
        assert sorted(mine[:5]) != sorted(hand(p, seat))
        assert deck(p, seat) not in (mine[5:], mine[:-5], mine[::-1][5:], mine[::-1][:-5])


@pytest.mark.rule("HOH-147")
def test_the_size_of_drafted_decks_can_be_set():
    """deck_size=60: 120 picks."""
    p = draft(deck_size=60)
    assert len(pick(p)) == 120
    assert p.record.deck_size[:2].tolist() == [55, 55]


@pytest.mark.rule("HOH-147")
def test_the_first_player_after_a_draft_follows_the_rules():
    """first_player=1: seat 0 picks first, seat 1 has the first turn."""
    p = draft(first_player=1)
    assert p.seat == 0
    pick(p)
    assert (p.seat, p.record.active) == (1, 1)


@pytest.mark.rule("HOH-148")
@pytest.mark.parametrize(("name", "size"), [("mixed", 249), ("greeks", 125), ("vikings", 124)])
def test_the_pool_holds_every_title_up_to_its_limit(name, size):
    """Row and pool together are every title of the chosen pool, as often as a deck may hold it."""
    p = draft(pool=name)
    everything = Counter(row(p)) + Counter(pool(p))
    assert sum(everything.values()) == size
    assert everything == Counter({card.key: card.copies for card in CARDS.cards if name in ("mixed", card.set)})


@pytest.mark.rule("HOH-148")
def test_the_pool_is_shuffled_from_the_seed():
    """The same seed lays the same cards, another seed others."""
    assert (row(draft(seed=1)), pool(draft(seed=1))) == (row(draft(seed=1)), pool(draft(seed=1)))
    assert row(draft(seed=1)) != row(draft(seed=2))


@pytest.mark.slow
@pytest.mark.rule("HOH-148")
def test_no_drafted_deck_breaks_a_limit():
    """A thousand random drafts."""
    limits = np.array([0, *(card.copies for card in CARDS.cards)])
    batch = Batch(GAME, MANY, {"deck_mode": "draft"}, 2, seed=9, observe=None, autoreset=False)
    while (batch.states["phase"] == Phase.DRAFT).any():
        batch.step(np.where(batch.states["phase"] == Phase.DRAFT, batch.sample(), -1))
    for state in batch.states:
        for seat in range(2):
            cards = [*state["deck"][seat][: int(state["deck_size"][seat])], *state["hand"][seat]]
            counts = np.bincount([int(card) for card in cards if card], minlength=len(limits))
            assert counts.sum() == 40
            assert (counts <= limits).all()


@pytest.mark.rule("HOH-149")
@pytest.mark.parametrize("players", [2, 3])
def test_the_open_row_is_refilled_after_every_pick(players):
    """Twelve places are open at every pick; the one taken is filled from the pool, which shrinks by one."""
    p = draft(players, pool="greeks" if players == 2 else "mixed")
    while p.record.phase == Phase.DRAFT:
        before, left, place = row(p), pool(p), int(p.record.picks) % 12
        assert p.legal_ids() == list(ROW)
        assert "none" not in before
        p.play(f"choice {place}")
        if p.record.phase == Phase.DRAFT:
            assert row(p)[:place] + row(p)[place + 1 :] == before[:place] + before[place + 1 :]
            assert Counter(pool(p)) + Counter([row(p)[place]]) == Counter(left)
            assert p.record.draft_pool_size == len(left) - 1


@pytest.mark.rule("HOH-150")
@pytest.mark.parametrize(
    ("players", "order"), [(2, [0, 1, 1, 0, 0, 1, 1, 0]), (3, [0, 1, 2, 2, 1, 0, 0, 1, 2, 2]), (4, [0, 1, 2, 3, 3, 2, 1, 0, 0, 1])]
)
def test_picks_go_in_snake_order(players, order):
    """Up and down the table, whoever has the first turn."""
    for first in ("random", players - 1):
        taken = pick(draft(players, first_player=first), len(order))
        assert [seat for seat, _ in taken] == order


@pytest.mark.rule("HOH-150")
def test_the_row_and_all_picks_are_public():
    """After ten picks of three players every seat sees the row and what each seat has picked."""
    p = draft(3, seed=2)
    taken = pick(p, 10)
    for viewer in range(3):
        assert [NAMES[card] for card in shown(p, "draft_row", viewer)] == row(p)
        for seat in range(3):
            picked = Counter(card for who, card in taken if who == seat)
            counts = shown(p, "museum", viewer)[(seat - viewer) % 3]
            assert {NAMES[k + 1]: int(n) for k, n in enumerate(counts) if n} == dict(picked)


@pytest.mark.rule("HOH-151")
@pytest.mark.parametrize(("players", "rounds", "size"), [(2, 10, 40), (3, 4, 25)])
def test_after_the_draft_rounds_the_rest_is_dealt_in_seat_order(players, rounds, size):
    """draft_rounds=10: 20 picks, the open place is refilled, then the pool is dealt one by one around the table."""
    p = draft(players, draft_rounds=rounds, seed=6)
    taken = pick(p, players * rounds - 1)
    rest = pool(p)
    taken += pick(p)
    assert len(taken) == players * rounds
    assert p.record.phase == Phase.BEGINNING
    rest = rest[1:]  # one card refilled the row
    for seat in range(players):
        dealt = rest[seat : players * (size - rounds) : players]
        mine = [card for who, card in taken if who == seat]
        assert owned(p, seat) == Counter(mine) + Counter(dealt)
        assert (len(mine), len(dealt)) == (rounds, size - rounds)


@pytest.mark.rule("HOH-151")
@pytest.mark.parametrize(("players", "size"), [(2, 40), (4, 25)])
def test_draft_rounds_0_gives_sealed_decks(players, size):
    """No pick: the game starts at once with decks out of the pool, within the limits."""
    p = draft(players, draft_rounds=0)
    assert (p.record.phase, asked(p), p.record.picks) == (Phase.BEGINNING, Prompt.DRAW, 0)
    for seat in range(players):
        assert sum(owned(p, seat).values()) == size
        assert within_limits(owned(p, seat))
    assert owned(p, 0) != owned(p, 1)


@pytest.mark.rule("HOH-151")
def test_by_default_the_whole_deck_is_picked():
    """draft_rounds equal to the size of the deck changes nothing; more than that is refused."""
    assert len(pick(draft(draft_rounds=40, seed=1))) == len(pick(draft(seed=1))) == 80
    with pytest.raises(RulesError, match="41"):
        draft(draft_rounds=41)


@pytest.mark.rule("HOH-152")
@pytest.mark.parametrize(
    ("players", "name", "size", "accepted"),
    [
        (2, "greeks", 60, False),
        (2, "greeks", 57, False),
        (2, "greeks", 56, True),
        (2, "vikings", 56, True),
        (2, "vikings", 57, False),
        (2, "mixed", 80, True),
        (3, "mixed", 79, True),
        (3, "mixed", 80, False),
        (4, "mixed", 59, True),
        (4, "mixed", 60, False),
    ],
)
def test_a_pool_too_small_for_all_decks_and_the_row_is_refused(players, name, size, accepted):
    """Players times deck size plus 12 must not exceed 249, 125 or 124 cards."""
    if accepted:
        assert len(legal(draft(players, pool=name, deck_size=size))) == 12
    else:
        with pytest.raises(RulesError, match=f"{players * size + 12}"):
            draft(players, pool=name, deck_size=size)


@pytest.mark.rule("HOH-153")
def test_the_draft_pays_nothing():
    """All rewards are 0 until the game itself ends; the draft is phase 0 of the same episode."""
    drafted = 0
    for batch in random_games(12, rules={"deck_mode": "draft"}, seed=1):
        ended = batch.over == 1
        assert not batch.reward[~ended].any()
        assert (np.sort(batch.reward[ended][:, :2], axis=1) == [-1, 1]).all()
        drafted += int((batch.states["phase"][batch.finished == 0] == 0).sum())
    assert drafted == 12 * 80
    assert batch.finished.all()


@pytest.mark.rule("HOH-153")
def test_shaped_rewards_pay_nothing_for_picks():
    """No pick changes the standing."""
    p = GAME.new(rules={"deck_mode": "draft"}, reward="shaped", shaping=1.0)
    while p.record.phase == Phase.DRAFT:
        p.play("choice 0")
        assert p.rewards == [0, 0]
