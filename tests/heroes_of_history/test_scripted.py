"""The scripted player of Heroes of History: always legal, honest, better than random play, and sensible in plain positions."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.agents.scripted.heroes_of_history import choose
from rulebound.envs.core.jit import entry
from rulebound.envs.core.position import Position
from rulebound.train.match import Match
from tests.heroes_of_history.helpers import GAME, legal, side, table, unit

VARIANTS = (
    {"move_cost": 0, "switches_per_phase": 3, "hand_limit": 10},
    {"trench_slots": 3, "command_slots": 3, "draw_mode": "fill", "deckout": "on_empty", "summon_slots": "shared"},
    {"allow_lethal_costs": True, "attack_cost": 2, "move_cost": 4, "start_sp": 10, "draw_mode": "one"},
    {"battlefield_scope": "shared", "tribute_filter": "same_subtype", "first_turn_attack": True, "recoil_vs_defense": False},
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


def check_course(position: Position, seed: int, scripted_seats: tuple[int, ...]) -> int:
    """Play a game to its end: everywhere the action is legal and does not change with what the seat cannot know."""
    luck = np.random.default_rng(seed)
    checked = 0
    while not position.over:
        bits = int(luck.integers(2**63)) * 2 + 1
        action = scripted(position, bits)
        assert action in position.legal_ids()
        for key in (bits, bits + 1):
            unknown = position.clone().redeal(position.seat, key)
            assert scripted(unknown, bits) == action, position.action_text(action)
        checked += 1
        position.play(action if position.seat in scripted_seats else int(luck.choice(position.legal_ids())))
    return checked


@pytest.mark.parametrize("rules", ["standard", "random", "draft"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_and_honest(players: int, rules: str) -> None:
    """Among random and among scripted players, with every kind of deck."""
    checked = 0
    for seed, seats in enumerate([(), (0,), tuple(range(players))]):
        checked += check_course(GAME.new(players, rules, seed), seed, seats)
    assert checked > 150


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: "-".join(rules))
def test_legal_and_honest_in_variants(rules: dict) -> None:
    """Other rules change nothing of that, and free moves lead into no endless turn."""
    for players in (2, 4):
        assert check_course(GAME.new(players, rules, players), players, tuple(range(players))) > 10


@pytest.mark.statistical
@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (4, 0.7)])
def test_beats_random_play(players: int, least: float) -> None:
    """At least nine of ten games of two, and far more than its part of four."""
    result = Match(GAME, ["scripted", "random"], 100, players).run()
    assert result.scores[0].low > least


def test_takes_a_win() -> None:
    """A direct attack that ends the game is made."""
    position = table(side(unit("rollo")), side(sp=3))
    for _ in range(3):
        position.play(scripted(position))
    assert position.over
    assert position.record.winner == 0


def test_attacks_what_it_beats_and_nothing_stronger() -> None:
    """Rollo attacks a Thrall, and leaves Thor alone."""
    weak = table(side(unit("rollo")), side(unit("thrall", "d")))
    assert answer(weak) == "next phase"
    strong = table(side(unit("rollo", "d", switches=3)), side(unit("thor", "a")))
    assert answer(strong) == "end turn"


def test_plays_the_stronger_combatant() -> None:
    """Of two plain Combatants the better one is played first."""
    position = table(side(hand=["thrall", "lagertha"]), side())
    assert answer(position) == "hand 0"  # Lagertha has the lower number
    assert position.record.hand[0, 0] == 57


def test_a_weak_combatant_enters_in_defense_mode() -> None:
    """Helen, with no attack at all, enters in defense mode opposite a strong attacker."""
    position = table(side(hand=["helen"]), side(unit("thor", "a")), rules={"first_turn_attack": True})
    position.play("hand 0")
    assert legal(position) == {"mode attack", "mode defense"}
    assert answer(position) == "mode defense"


def test_discards_the_least_useful_card() -> None:
    """Above the hand limit Thor is kept, a Thrall goes."""
    hand = ["thor", "rollo", "ragnar", "xiphos", "alexander", "ambrosia", "thrall"]
    position = table(side(hand=hand), side(), phase="end", step=2)
    action = scripted(position)
    assert position.game.actions.text(action).startswith("hand ")
    position.play(action)
    assert position.record.museum[0, 48] == 0  # Thor is still in hand
