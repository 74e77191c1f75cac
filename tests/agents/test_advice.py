"""Networks that are told the scripted agent's move: they begin by following it, read it, keep it in files, and improve on it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from rulebound.agents import make
from rulebound.agents.network import PolicyNetwork, load_policy, save_policy
from rulebound.agents.policy import PolicyAgent
from rulebound.envs import GAMES, game
from rulebound.envs.core.batch import Batch

GAME = game("age_of_heroes")


def told(trust: float, seed: int = 0) -> PolicyNetwork:
    torch.manual_seed(seed)
    return PolicyNetwork(GAME, 16, 1, norm=True, trust=trust).eval()


def test_the_advised_action_is_the_likeliest_at_first() -> None:
    """The trust stands on the logit of the advised action, and on no other."""
    raw = torch.from_numpy(GAME.new(seed=1).seen[0].copy())[None].repeat(2, 1)
    network = told(7.0)
    with torch.inference_mode():
        logits, _ = network(raw, torch.tensor([3, 5]))
    assert logits.argmax(1).tolist() == [3, 5]
    assert logits[0, 3] - logits[0].median() == pytest.approx(7.0, abs=0.5)
    others = np.setdiff1d(np.arange(GAME.actions.size), [3])
    assert logits[0, others].abs().max() < 1.0


def test_the_advice_is_read() -> None:
    """Another advice changes what the network thinks of the other actions and of the position."""
    raw = torch.from_numpy(GAME.new(seed=1).seen[0].copy())[None]
    network = told(7.0)
    with torch.inference_mode():
        (first, value), (second, other) = network(raw, torch.tensor([3])), network(raw, torch.tensor([5]))
    assert not torch.allclose(first[0, 10:], second[0, 10:])
    assert value != other
    with pytest.raises(ValueError, match="advised = None"):
        network(raw)


@pytest.mark.parametrize("name", GAMES)
def test_with_full_trust_it_plays_like_the_scripted_agent(name: str) -> None:
    """In every game, and with the adviser's own seed: the same moves, decision by decision."""
    one = game(name)
    batch = Batch(one, 6, seed=5, observe="raw", skip_forced=True)
    network = PolicyNetwork(one, 16, 1, batch.view_key, 0, trust=20.0).eval()
    agent, scripted, rows = PolicyAgent(one, network, 9, greedy=True), make("scripted", one, 9), np.arange(6)
    for _ in range(40):
        actions = agent.act(batch, rows)
        np.testing.assert_array_equal(actions, scripted.act(batch, rows))
        batch.step(actions)


def test_reseeding_reaches_the_adviser() -> None:
    """A reseeded agent and its adviser play what a fresh agent of that seed plays."""
    batch = Batch(GAME, 32, seed=5, observe="raw")
    rows = np.arange(32)
    agent = PolicyAgent(GAME, told(2.0), 1)
    agent.reseed(2)
    assert agent.adviser is not None
    assert agent.adviser.key == make("scripted", GAME, 2).key
    np.testing.assert_array_equal(agent.act(batch, rows), PolicyAgent(GAME, told(2.0), 2).act(batch, rows))


def test_a_file_keeps_the_trust(tmp_path: Path) -> None:
    """A network that is told comes back as one, with an adviser; one that is not has none."""
    save_policy(tmp_path / "told.pt", told(4.0), GAME, {})
    network, _ = load_policy(tmp_path / "told.pt", GAME)
    assert network.trust == 4.0
    assert PolicyAgent(GAME, network).adviser is not None
    save_policy(tmp_path / "plain.pt", PolicyNetwork(GAME, 16, 1), GAME, {})
    assert PolicyAgent(GAME, load_policy(tmp_path / "plain.pt", GAME)[0]).adviser is None


def test_a_network_may_leave_out_the_map() -> None:
    """Without channels the planes of a map change nothing, and every action still has a logit."""
    one = game("brick_civilization")
    position = one.new(seed=1)
    raw = torch.from_numpy(position.seen[0].copy())[None]
    blind, looking = PolicyNetwork(one, 16, 1, channels=0), PolicyNetwork(one, 16, 1, channels=4)
    changed = raw.clone()
    changed[0, -32 * 32 :] = 1  # the last plane
    with torch.inference_mode():
        assert blind(raw)[0].shape == (1, one.actions.size)
        assert torch.equal(blind(raw)[0], blind(changed)[0])
        assert not torch.equal(looking(raw)[0], looking(changed)[0])
