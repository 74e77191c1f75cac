"""Properties that the rules of every game must have, checked along random play."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.position import IllegalAction
from tests.conformance.cases import every_case, every_game, every_table, few_cases, positions_along_play, random_play


@every_case
def test_games_end_and_every_position_is_sound(env: str, preset: str, players: int) -> None:
    """There is always a legal action, all fields stay in range, nothing appears or vanishes, and games end."""
    for seed in range(3):
        position = game(env).new(players, preset, seed)
        for here in random_play(position, seed):
            assert here.legal_ids()
            here.validate()
        assert position.over
        position.validate()
        assert position.record.decisions <= game(env).facts.max_decisions
        assert not position.mask().any()


@every_table
def test_compiled_random_play_stays_sound(env: str, preset: str, players: int) -> None:
    """Thousands of decisions of games side by side, as trainers play them: every game that goes on is a sound position."""
    batch = Batch(game(env), 6, preset, players, seed=11, observe=None)
    actions = np.empty(batch.size, np.int64)
    for step in range(4_000):
        batch.sample(actions)
        batch.step(actions)
        if step % 800 == 799:
            for row in range(batch.size):
                batch.position(row).validate()
    batch.close()


@few_cases
def test_the_mask_is_what_the_engine_accepts(env: str, preset: str, players: int) -> None:
    """Every legal action changes the game; every other one is refused and changes nothing."""
    for here in positions_along_play(env, preset, players, every=23):
        before, legal = here.to_bytes(), set(here.legal_ids())
        for action in range(game(env).actions.size):
            trial = here.clone()
            if action in legal:
                assert trial.play(action).to_bytes() != before
            else:
                with pytest.raises(IllegalAction):
                    trial.play(action)
                assert trial.to_bytes() == before
        for action in (-1, game(env).actions.size, 10**9):
            with pytest.raises(IllegalAction):
                here.play(action)


@few_cases
def test_copies_are_independent(env: str, preset: str, players: int) -> None:
    """A copy played on leaves the original alone, and equal actions keep two copies equal."""
    position = game(env).new(players, preset, 5)
    rng = np.random.default_rng(5)
    for number, here in enumerate(random_play(position, 5, 120)):
        if number % 40 != 20:
            continue
        before = here.to_bytes()
        one, two = here.clone(), here.clone()
        while not one.over:
            action = int(rng.choice(one.legal_ids()))
            one.play(action)
            two.play(action)
            assert one == two
        assert here.to_bytes() == before


@every_case
def test_results_are_zero_sum_and_places_are_shared(env: str, preset: str, players: int) -> None:
    """Results lie in [-1, 1] and add up to zero where the game says so; places add up; scores lie in [0, 1]."""
    for seed in range(4):
        position = game(env).new(players, preset, seed)
        for _ in random_play(position, seed):
            pass
        outcome = position.outcome()
        assert (np.abs(outcome[:, 0]) <= 1).all()
        if game(env).facts.zero_sum:
            assert outcome[:, 0].sum() == pytest.approx(0, abs=1e-6)
        assert outcome[:, 1].sum() == pytest.approx(players * (players + 1) / 2)
        assert ((outcome[:, 2] >= 0) & (outcome[:, 2] <= 1)).all()


@few_cases
@pytest.mark.parametrize("reward", ["win", "rank", "margin", "shaped"])
def test_rewards_add_up(env: str, preset: str, players: int, reward: str) -> None:
    """win and shaped add up to the result, rank to the scaled place, margin to the difference of scores."""
    for seed in range(3):
        position = game(env).new(players, preset, seed, reward=reward, shaping=0.3)
        total = np.zeros(players)
        for _ in random_play(position, seed):
            total += position.rewards if position.record.decisions else 0
        total += position.rewards
        result, place, score = position.outcome().T
        expected = {
            "win": result,
            "shaped": result,
            "rank": 1 - 2 * (place - 1) / (players - 1),
            "margin": score - (score.sum() - score) / (players - 1),
        }[reward]
        np.testing.assert_allclose(total, expected, atol=1e-4)


@every_game
def test_the_limit_of_decisions_truncates(env: str) -> None:
    """A limit ends the game for everybody without a winner."""
    position = game(env).new(seed=1, max_decisions=9)
    for _ in random_play(position, 1):
        pass
    assert position.over
    assert position.record.truncated
    assert position.record.decisions == 9
    np.testing.assert_array_equal(position.outcome()[:, 0], 0)


@few_cases
def test_skipping_forced_moves_changes_nothing_else(env: str, preset: str, players: int) -> None:
    """With skip_forced nobody is asked a question with one answer, and the same choices lead to the same end."""
    rng = np.random.default_rng(3)
    plain, short = game(env).new(players, preset, 8), game(env).new(players, preset, 8, skip_forced=True)
    while not short.over:
        while not plain.over and len(plain.legal_ids()) == 1:
            plain.play(plain.legal_ids()[0])
        assert plain == short
        assert len(short.legal_ids()) > 1
        action = int(rng.choice(short.legal_ids()))
        plain.play(action)
        short.play(action)
    while not plain.over:
        plain.play(plain.legal_ids()[0])
    assert plain.record.decisions == short.record.decisions
    np.testing.assert_array_equal(plain.outcome(), short.outcome())


def _ends(env: str) -> list[tuple[str, object]]:
    """Every rule parameter at both ends of its range, or each of its options."""
    cases: list[tuple[str, object]] = []
    for path, p in game(env).rules.parameters.items():
        if p.fixed or p.kind is not None:
            continue
        if p.keys:
            cases += [(f"{path}.{key}", end) for key in p.keys for end in (p.low, p.high)]
        elif isinstance(p.default, list):
            cases += [(path, []), (path, list(p.options))]
        else:
            cases += [(path, end) for end in (p.options or (p.low, p.high))]
    return cases


@every_game
def test_every_rule_parameter_plays_at_both_ends(env: str) -> None:
    """Each parameter at each end of its range is playable to a sound end, or refused as a combination."""
    refused, played = [], 0
    for number, (path, value) in enumerate(_ends(env)):
        players = game(env).facts.players[number % 2]
        if path == game(env).rules.players:
            players = value
        try:
            variant = game(env).variant({path: value})
            variant.check_players(players)
        except ValueError as error:
            refused.append((path, value, str(error)))
            continue
        position = game(env).new(players, variant, number)
        for here in random_play(position, number, 1200):
            assert here.legal_ids(), (path, value)
        position.validate()
        played += 1
    assert played > len(refused)
    assert all(path.split(".")[-1] in text or str(value) in text or "card" in text for path, value, text in refused), refused
