"""The Stable-Baselines3 face: masks reach MaskablePPO, losses reach the learner, training runs."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs import GAMES
from rulebound.envs.core.vector import sb3_vec_env

pytest.importorskip("sb3_contrib", reason="needs the extra sb3")


# Games that last too long for a test, with rules under which the last round comes soon and counts as truncation.
SHORT = {"brick_civilization": {"size": 24, "turn_cap": 6}}


@pytest.mark.parametrize("env", GAMES)
def test_the_vec_env_keeps_the_contract(env: str) -> None:
    """Observations in their space, flags and infos as Stable-Baselines3 reads them, masks per row."""
    rules = SHORT.get(env)
    games = sb3_vec_env(env, 6, num_players=2, opponents="scripted", rules=rules)
    games.seed(3)
    observation = games.reset()
    rng, ends, losses = np.random.default_rng(0), 0, 0
    for _ in range(300):
        masks = games.env_method("action_masks")
        assert len(masks) == 6
        assert all(mask.dtype == bool and mask.any() for mask in masks)
        assert games.observation_space.contains(observation[0])
        observation, rewards, dones, infos = games.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
        assert rewards.dtype == np.float32
        for row in np.flatnonzero(dones):
            ends += 1
            losses += rewards[row] == -1
            assert infos[row]["terminal_observation"].shape == games.observation_space.shape
            assert infos[row]["TimeLimit.truncated"] is (rules is not None)
            assert infos[row]["result"] == rewards[row]
        assert not rewards[~dones].any()
    assert ends > 5
    assert losses > 0
    assert games.has_attr("action_masks")
    assert games.env_is_wrapped(object) == [False] * 6
    with pytest.raises(AttributeError, match="rows of one batch"):
        games.set_attr("anything", 1)
    games.close()


@pytest.mark.slow
def test_maskable_ppo_trains() -> None:
    """MaskablePPO collects and learns a few batches, and never plays an illegal action (which would lose)."""
    from sb3_contrib import MaskablePPO

    games = sb3_vec_env(GAMES[0], 8, num_players=2)
    games.seed(1)
    model = MaskablePPO("MlpPolicy", games, n_steps=64, batch_size=128, n_epochs=2, seed=1, device="cpu")
    before = model.policy.mlp_extractor.policy_net[0].weight.detach().clone()
    model.learn(1500)
    assert not before.equal(model.policy.mlp_extractor.policy_net[0].weight)
    assert (games.vector.table.batch.states["offender"] == -1).all()
