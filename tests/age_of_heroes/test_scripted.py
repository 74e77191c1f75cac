"""The scripted player of Age of Heroes: always legal, honest, better than random play, and sensible in plain positions."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.agents.scripted.age_of_heroes import choose
from rulebound.envs import game
from rulebound.envs.core.jit import entry
from rulebound.envs.core.position import Position

GAME = game("age_of_heroes")
PRESETS = ("standard", "reference")
VARIANTS = (
    {"victory_cities": 3, "monument_size": 3, "hand_limit": 3, "initial_hand": 3},
    {"victory_cities": 7, "monument_size": 6, "hand_limit": 10, "initial_hand": 7, "collected_specials": "set_aside"},
    {"start_cities": 0, "start_armies": 0, "fair_rounds": 0, "event_grace_days": 0, "play_trigger_scope": "all_play_draws"},
    {"start_cities": 2, "start_armies": 2, "fair_rounds": 6, "conquest_day": 1, "barbarian_pick": "random"},
    {"disaster_timing": "own_turn", "block_mode": "auto", "general_bonus": 3, "plunder_per_army": 3, "spoils_threshold": 2},
    {"elimination": "no_cities", "attack_cityless": False, "olympics_cancel": False, "fortune_reroll": False},
)


@entry
def choose_one(states, rules, i, mask, bits):
    """The scripted action in game i."""
    return choose(states[i], rules[states[i].ruleset], mask, bits)


def scripted(position: Position, bits: int = 0) -> int:
    """The scripted action of the seat to act."""
    return choose_one(position.states, position.rules, 0, position.mask(), np.uint64(bits))


def answer(position: Position) -> str:
    """The same in words."""
    return position.action_text(scripted(position))


def course(luck: np.random.Generator, position: Position, scripted_seats: tuple[int, ...]):
    """Play a game to its end with random play at the other seats; yields before every decision (position, bits)."""
    while not position.over:
        bits = int(luck.integers(2**63)) * 2 + 1
        yield position, bits
        action = scripted(position, bits) if position.seat in scripted_seats else int(luck.choice(position.legal_ids()))
        position.play(action)  # refuses an illegal action


# ------------------------------------------------------------------------------------------------ always
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("players", range(2, 7))
def test_legal_and_honest(players, rules):
    """Everywhere the action is legal, and it does not change with anything that the seat cannot know."""
    luck = np.random.default_rng(players)
    checked = 0
    for seed, seats in enumerate([(), (0,), tuple(range(players))] * 2):
        for position, bits in course(luck, GAME.new(players, rules, seed), seats):
            action = scripted(position, bits)
            assert action in position.legal_ids()
            unknown = position.clone().redeal(position.seat, bits)
            assert scripted(unknown, bits) == action, position.action_text(action)
            checked += 1
    assert checked > 200


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: "-".join(rules))
def test_legal_and_honest_in_variants(rules):
    luck = np.random.default_rng(1)
    for players in (2, 4):
        for position, bits in course(luck, GAME.new(players, rules, seed=players), tuple(range(players))):
            unknown = position.clone().redeal(position.seat, bits)
            assert scripted(unknown, bits) == scripted(position, bits)


def test_games_among_scripted_players_end_soon():
    luck = np.random.default_rng(2)
    days = []
    for seed in range(60):
        players = 2 + seed % 5
        position = GAME.new(players, seed=seed)
        for _ in course(luck, position, tuple(range(players))):
            pass
        assert not position.record.truncated
        days.append(int(position.record.day))
    assert np.mean(np.array(days) <= 20) >= 0.95


# ------------------------------------------------------------------------------------------------ strength
@pytest.mark.parametrize(
    ("players", "rules", "seeds", "share"), [(2, "standard", 100, 0.9), (2, "reference", 50, 0.85), (4, "standard", 20, 0.8)]
)
def test_beats_random_play(players, rules, seeds, share):
    """Every seed is played once from every seat."""
    luck = np.random.default_rng(3)
    wins = 0
    for seed in range(seeds):
        for seat in range(players):
            position = GAME.new(players, rules, seed)
            for _ in course(luck, position, (seat,)):
                pass
            wins += position.record.winner == seat
    assert wins >= share * seeds * players


# ------------------------------------------------------------------------------------------------ sensible
def test_builds_the_winning_city():
    position = GAME.position({"day": 4, "players": [{"cities": 4, "hand": ["wood", "wood", "gold"]}, {"cities": 4, "armies": 0}]})
    assert answer(position) == "build city"


def test_collects_tax_with_nothing_to_build():
    position = GAME.position({"players": [{"cities": 2, "hand": ["wood"]}, {"armies": 3, "hand": ["iron"]}]})
    assert answer(position) == "tax"


def test_blocks_barbarians_that_would_take_the_next_city():
    hand = ["barbarians", "olympics", "wood", "wood", "stone"]
    position = GAME.position({"day": 2, "stage": "preparation", "players": [{"hand": hand}, {"hand": ["iron"]}]})
    assert answer(position) == "block olympics"


def test_keeps_the_blocking_card_for_more_than_spare_grain():
    position = GAME.position({"day": 2, "stage": "preparation", "players": [{"hand": {"hunger": 1, "grain": 5, "fortune": 1}}, {}]})
    assert answer(position) == "block none"


def test_declares_no_hopeless_war():
    strong = {"cities": 4, "armies": 6, "fortresses": 2, "generals": 1, "hand": ["iron"] * 4}
    position = GAME.position({"day": 5, "players": [{"hand": ["grain"]}, strong]})
    assert any(text.startswith("war") for text in position.legal())
    assert not answer(position).startswith("war")


def test_takes_an_undefended_city_with_all_it_needs():
    position = GAME.position({"day": 5, "players": [{"cities": 3, "armies": 4}, {"cities": 2, "armies": 0, "hand": ["iron"]}]})
    assert answer(position) == "war player_1 conquest"
    position.play("war player_1 conquest")
    while not position.over:
        position.play(scripted(position))
    assert (position.record.winner, position.record.day) == (0, 5)


def test_stops_the_leader():
    """The disaster strikes whoever is one city from winning, not the next seat."""
    players = [{"hand": ["eruption"]}, {"cities": 2}, {"cities": 4}]
    position = GAME.position({"day": 3, "stage": "preparation", "players": players})
    assert answer(position) == "eruption player_2"


def test_keeps_its_own_special_when_discarding():
    hand = {"special_0": 2, "wood": 2, "stone": 1, "special_1": 1, "iron": 1, "barbarians": 1}
    position = GAME.position({"day": 2, "stage": "turn_end", "players": [{"hand": hand, "progress": 1}, {"hand": ["iron"]}]})
    while position.seat == 0 and position.legal()[0].startswith("card"):
        position.play(scripted(position))
    assert position.record.progress[0] == 3
    assert position.record.discard[[1, 3]].sum() == 0  # the wood and stone of the next city are kept as well


def test_takes_a_standing_offer_by_its_mirror_image():
    players = [
        {"hand": {"wood": 1, "stone": 1, "grain": 4}},
        {"hand": ["wood"], "shown": ["wood"], "offer_give": "wood", "offer_wish": "grain"},
        {"hand": ["iron"], "shown": ["iron"], "offer_give": "iron", "offer_wish": "grain"},
    ]
    position = GAME.position({"stage": "market", "players": players})
    assert answer(position) == "offer grain for wood"


def test_gives_no_rival_the_last_special():
    players = [
        {"hand": ["special_1"]},
        {"hand": ["gold"], "shown": ["gold"], "progress": 4, "offer_give": "gold", "offer_wish": "own_special"},
    ]
    position = GAME.position({"stage": "market", "players": players})
    assert "special_1" not in answer(position)


def test_accepts_a_road_but_not_from_somebody_about_to_win():
    for cities, reply in ((2, "road accept"), (4, "road decline")):
        position = GAME.position({"players": [{"cities": cities, "hand": ["stone", "stone"]}, {}, {}]})
        position.play("build road right")
        assert answer(position) == reply
