"""Rules of the deck and its piles (AOH-166 to AOH-173)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import CARDS, Prompt
from tests.age_of_heroes.helpers import GAME, all_cards, discarded, hand, hand_sizes, prompt, random_steps, table


def full_deck(players: int) -> dict[str, int]:
    """All cards of a freshly dealt game, by name."""
    return dict(zip(CARDS, all_cards(GAME.new(num_players=players, seed=players)), strict=True))


@pytest.mark.rule("AOH-166")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_conventional_resources_12_times_and_gold_6_times(players):
    """Counts of the standard resources."""
    deck = full_deck(players)
    assert [deck[card] for card in ("iron", "wood", "grain", "stone", "gold")] == [12, 12, 12, 12, 6]


@pytest.mark.rule("AOH-167")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_6_specials_of_each_tribe_in_play_and_none_of_the_others(players):
    """Each seat's special is there six times; the specials of tribes not in play are not."""
    deck = full_deck(players)
    assert [deck[f"special_{seat}"] for seat in range(6)] == [6] * players + [0] * (6 - players)


@pytest.mark.rule("AOH-168")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_18_events(players):
    """Barbarians and Hero three times, the other six kinds twice."""
    deck = full_deck(players)
    twice = ("population_growth", "earthquake", "eruption", "hunger", "olympics", "fortune")
    assert [deck[card] for card in twice] == [2] * 6
    assert [deck[card] for card in ("barbarians", "hero")] == [3, 3]


@pytest.mark.rule("AOH-169")
@pytest.mark.parametrize(("players", "size"), [(2, 84), (3, 90), (4, 96), (5, 102), (6, 108)])
def test_84_cards_for_two_and_6_more_for_each_further_player(players, size):
    """Size of the whole deck."""
    assert sum(full_deck(players).values()) == size


def check_cards_stay(games: int, players: int) -> None:
    """Play random games and count all cards of every kind after every step."""
    expected = list(full_deck(players).values())
    assert sum(expected) == 72 + 6 * players
    for seed in range(games):
        p = GAME.new(num_players=players, seed=1000 + seed)
        assert all(all_cards(q) == expected for q in random_steps(p, seed))


@pytest.mark.rule("AOH-170")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_card_leaves_the_game(players):
    """Draw pile, discard pile and hands always hold the same cards together."""
    check_cards_stay(15, players)


@pytest.mark.slow
@pytest.mark.rule("AOH-170")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_card_leaves_the_game_in_many_games(players):
    """The same in many games."""
    check_cards_stay(300, players)


@pytest.mark.rule("AOH-171")
def test_an_empty_draw_pile_is_made_anew_from_the_discard_pile():
    """Tax for 3 with one card left: one is drawn, ten are shuffled in, two more are drawn."""
    pile = {"iron": 4, "grain": 6}
    p = table([{"cities": 3, "hand": ["gold"] * 3}, {}], deck=["hero"], discard=pile, rest="player_1").play("tax")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert hand_sizes(p)[0] == 6
    assert hand(p, 0)["hero"] == 1
    assert hand(p, 0).get("iron", 0) + hand(p, 0).get("grain", 0) == 2
    assert p.record.deck_size == 8
    assert discarded(p) == {}


@pytest.mark.rule("AOH-171")
def test_the_new_draw_pile_is_shuffled():
    """Different keys bring different orders of the same ten cards."""
    pile = {"iron": 4, "grain": 6}
    orders = set()
    for seed in range(20):
        p = table([{"cities": 3, "hand": ["gold"] * 3}, {}], deck=["hero"], discard=pile, rest="player_1", seed=seed).play("tax")
        orders.add(tuple(p.record.deck[:8].tolist()))
    assert len(orders) > 10


@pytest.mark.rule("AOH-172")
def test_the_reshuffle_waits_until_a_draw_is_due():
    """Drawing the last card leaves the draw pile empty and the discard pile as it was."""
    p = table([{"cities": 3}, {}], stage="turn", deck=["hero"], discard={"iron": 4, "grain": 6}, rest="player_1")
    assert prompt(p) == (0, Prompt.MAIN)
    assert hand(p, 0) == {"hero": 1}
    assert p.record.deck_size == 0
    assert discarded(p) == {"iron": 4, "grain": 6}


@pytest.mark.rule("AOH-173")
def test_a_draw_with_both_piles_empty_yields_nothing():
    """The turn goes on with the same hand; Tax gives nothing either."""
    p = table([{"cities": 2, "hand": ["gold", "hero", "fortune"]}, {}], stage="turn", deck=(), rest="player_1")
    assert prompt(p) == (0, Prompt.MAIN)
    assert hand(p, 0) == {"gold": 1, "hero": 1, "fortune": 1}
    p.play("tax")
    assert hand(p, 0) == {"gold": 1, "hero": 1, "fortune": 1}
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-173")
def test_the_fair_with_both_piles_empty_gives_nothing():
    """The Fair opens without a draw and without an error."""
    p = table([{"hand": ["gold"]}, {}], stage="fair", deck=(), rest="player_1")
    assert hand(p, 0) == {"gold": 1}
    assert prompt(p) == (0, Prompt.MARKET)
