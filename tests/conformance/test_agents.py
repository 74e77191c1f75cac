"""The scripted agent of every game: its actions are legal, and nothing that its seat cannot know changes them."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.agents import make
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.train.match import Match
from tests.conformance.cases import USUAL, every_game, few_cases


@few_cases
@pytest.mark.parametrize("among", ["scripted", "random"])
def test_scripted_agents_are_legal_and_honest(env: str, preset: str, players: int, among: str) -> None:
    """Along games among scripted and among random players the same action is chosen after everything hidden from
    the seat to act was dealt anew."""
    one = game(env)
    batch = Batch(one, 1, preset, players, seed=players, autoreset=False)
    twin = Batch(one, 1, preset, players, seed=players, autoreset=False)
    agent, row, rng = make("scripted", one, 1), np.zeros(1, np.int64), np.random.default_rng(players)
    checked = 0
    while not batch.finished[0] and checked < 150:
        action = agent.act(batch, row)
        assert batch.mask[0, action[0]]
        position = batch.position(0)
        twin.set_position(0, position.clone().redeal(position.seat, checked))
        assert agent.act(twin, row) == action, position.action_text(int(action[0]))
        batch.step(action if among == "scripted" else np.array([rng.choice(position.legal_ids())]))
        checked += 1
    assert checked > 20


@pytest.mark.statistical
@every_game
def test_scripted_agents_beat_random_play(env: str) -> None:
    """Nine of ten games of two players at least, and clearly more than parity against three."""
    rules = {name: preset for name, preset, _ in USUAL}[env]
    duel = Match(game(env), ["scripted", "random"], 60, 2, rules).run().scores[0]
    assert duel.low > 0.9
    if game(env).facts.players[1] >= 4 and rules == "standard":  # long games are tried at their quick table alone
        table = Match(game(env), ["scripted", "random"], 30, 4).run().scores[0]
        assert table.low > 0.5
