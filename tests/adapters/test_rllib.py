"""RLlib: its own checker, its own sampling and its own PPO with its own masking module, on our games."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")

from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402
from ray.tune.registry import ENV_CREATOR, _global_registry  # noqa: E402

from rulebound.agents.network import torch_threads  # noqa: E402
from rulebound.agents.rllib import RLlibAgent  # noqa: E402
from rulebound.benchmarks import sweep  # noqa: E402
from rulebound.envs import GAMES, game  # noqa: E402
from rulebound.envs.core.adapters.rllib import POLICY, RLlibEnv, register, self_play  # noqa: E402
from rulebound.envs.core.aec import GameEnv  # noqa: E402
from rulebound.envs.core.batch import Batch  # noqa: E402
from rulebound.train.match import Match  # noqa: E402

AGE = game("age_of_heroes")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A cluster on this machine; torch computes with one thread, as in RLlib's own workers."""
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    with torch_threads(1):
        yield
    ray.shutdown()


def legal_action(seen: dict[str, np.ndarray], number: int) -> int:
    """Some legal action, by a number."""
    legal = np.flatnonzero(seen["action_mask"])
    return int(legal[number * 7919 % len(legal)])


# ------------------------------------------------------------------------------------------------ the environment
@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_aec_game(name: str) -> None:
    """The same deal and actions: the seat to act, what it sees, what everybody gets and how it ends are those of the AEC face."""
    env, face = RLlibEnv({"game": name, "reward": "shaped"}), GameEnv(game(name), reward="shaped")
    seen, infos = env.reset(seed=3)
    face.reset(seed=3)
    assert infos == {}
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for number in range(game(name).facts.max_decisions):
        (agent,) = seen
        assert agent == face.agent_selection
        expected = face.observe(agent)
        assert env.observation_spaces[agent].contains(seen[agent])
        assert np.array_equal(seen[agent]["observations"], expected["observation"])
        assert np.array_equal(seen[agent]["action_mask"], expected["action_mask"])
        action = legal_action(seen[agent], number)
        seen, rewards, terminated, truncated, infos = env.step({agent: action})
        face.step(action)
        assert rewards == face.rewards
        for seat, reward in rewards.items():
            totals[seat] += reward
        if terminated["__all__"] or truncated["__all__"]:
            break
    assert terminated == face.terminations | {"__all__": terminated["__all__"]}
    assert truncated == face.truncations | {"__all__": truncated["__all__"]}
    assert infos == face.infos
    assert set(seen) == set(env.possible_agents)
    for agent, view in seen.items():
        assert env.observation_spaces[agent].contains(view)
        assert np.array_equal(view["observations"], face.observe(agent)["observation"])
        assert view["action_mask"].all()
        assert totals[agent] == pytest.approx(infos[agent]["result"], abs=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_of_rllib(name: str) -> None:
    """It plays any action of the space, legal or not."""
    check_multiagent_environments(RLlibEnv({"game": name, "illegal": "lose"}))


def test_all_seats_are_truncated_together() -> None:
    env = RLlibEnv({"game": "age_of_heroes", "num_players": 4, "max_decisions": 30})
    seen, _ = env.reset(seed=1)
    for number in range(30):
        (agent,) = seen
        seen, _, terminated, truncated, _ = env.step({agent: legal_action(seen[agent], number)})
    assert truncated == dict.fromkeys([*env.possible_agents, "__all__"], True)
    assert terminated == dict.fromkeys([*env.possible_agents, "__all__"], False)
    assert set(seen) == set(env.possible_agents)


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(ValueError, match="names no game; there are age_of_heroes"):
        RLlibEnv({"num_players": 2})
    with pytest.raises(ValueError, match="has seats; there are game, rules, num_players"):
        RLlibEnv({"game": "age_of_heroes", "seats": 2})
    env = RLlibEnv({"game": "age_of_heroes", "num_players": 2})
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    other = next(seat for seat in env.possible_agents if seat != agent)
    with pytest.raises(ValueError, match=f"{agent} is to act, but there are only actions for {other}"):
        env.step({other: 0})


def test_the_library_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rulebound.envs.core.adapters.rllib")
    monkeypatch.setitem(sys.modules, "ray.rllib.algorithms.ppo", None)
    with pytest.raises(ImportError, match=r"rulebound\[rllib\]"):
        import rulebound.envs.core.adapters.rllib  # noqa: F401


def test_every_game_is_registered(cluster: None) -> None:
    register()
    for name in GAMES:
        env = _global_registry.get(ENV_CREATOR, game(name).id)({})
        assert env.possible_agents == GameEnv(game(name)).possible_agents


# ------------------------------------------------------------------------------------------------ sampling
@pytest.mark.parametrize(("players", "reward"), [(2, "win"), (4, "win"), (4, "shaped")])
def test_what_rllib_samples(cluster: None, players: int, reward: str) -> None:
    """Every sampled action was legal where it was chosen, and every seat's return in RLlib's episodes is its result."""
    config = self_play("age_of_heroes", num_players=players, skip_forced=True, reward=reward)
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=2).debugging(seed=1)
    runner = MultiAgentEnvRunner(config=config)
    try:
        episodes = runner.sample(num_episodes=3, random_actions=False)
    finally:
        runner.stop()
    assert len(episodes) >= 3
    decisions = 0
    for episode in episodes:
        assert episode.is_done
        for agent, one in episode.agent_episodes.items():
            assert episode.module_for(agent) == POLICY
            seen, actions = one.get_observations(), one.get_actions()
            for mask, action in zip(seen["action_mask"], actions, strict=False):
                assert mask[action] == 1
            decisions += len(actions)
            assert one.is_terminated
            # What a seat got before its first decision is not in its episode: no decision of its own brought it.
            if reward == "win" or agent in episode.get_observations(0):
                assert one.get_return() == pytest.approx(one.get_infos(-1)["result"], abs=1e-5)
    assert decisions == sum(episode.env_steps() for episode in episodes)


# ------------------------------------------------------------------------------------------------ training
@pytest.mark.parametrize("players", [2, 4])
def test_ppo_learns_by_self_play(cluster: None, players: int) -> None:
    """A few iterations: one policy learns from the decisions of all seats, and can be taken into a match."""
    config = self_play("age_of_heroes", num_players=players, skip_forced=True)
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=8).debugging(seed=1)
    config.training(train_batch_size_per_learner=800, minibatch_size=200, num_epochs=2)
    assert json.loads(json.dumps(config.env_config)) == config.env_config
    algorithm = config.build_algo()
    try:
        before = {name: weights.copy() for name, weights in algorithm.get_weights([POLICY])[POLICY].items()}
        for _ in range(3):
            result = algorithm.train()
            assert set(result["learners"]) - {"__all_modules__"} == {POLICY}
            figures = result["learners"][POLICY]
            assert math.isfinite(figures["total_loss"])
            assert 0 < figures["entropy"] < math.log(AGE.actions.size)
            assert figures["num_module_steps_trained"] >= 800
        after = algorithm.get_weights([POLICY])[POLICY]
        assert any(not np.array_equal(weights, after[name]) for name, weights in before.items())
        agent = RLlibAgent(AGE, algorithm.get_module(POLICY))
        match = Match(AGE, [agent, "random"], 4, players).run()
        assert match == Match(AGE, [agent, "random"], 4, players).run()
        assert match.games == 4 * players
        check_agent(agent)
    finally:
        algorithm.stop()


def check_agent(agent: RLlibAgent) -> None:
    """Greedy, it plays the best legal action of the module's own forward pass."""
    import torch

    batch, rows = Batch(AGE, 16, seed=5), np.arange(16)
    agent.greedy = True
    seen = {"observations": torch.from_numpy(batch.observation), "action_mask": torch.from_numpy(batch.mask.astype(np.float32))}
    with torch.no_grad():
        logits = agent.module.forward_inference({"obs": seen})["action_dist_inputs"]
    assert np.array_equal(agent.act(batch, rows), logits.argmax(-1).numpy())
    assert agent.identity.startswith("rllib ")


# ------------------------------------------------------------------------------------------------ Tune
def test_a_sweep_over_a_rule_and_a_learning_rate(cluster: None, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    out = tmp_path / "sweep.json"
    sweep.main(
        ["--rule", "victory.cities=3,5", "--lr", "0.0001,0.001", "--iterations", "1", "--samples", "400", "--deals", "2"]
        + ["--folder", str(tmp_path / "trials"), "--out", str(out)]
    )
    trials = json.loads(out.read_text())["sweep"]["trials"]
    assert [(one["value"], one["lr"]) for one in trials] == [(3, 0.0001), (3, 0.001), (5, 0.0001), (5, 0.001)]
    for one in trials:
        assert one["parity"] == 0.5
        assert 0 <= one["share"] <= 1
    assert "victory.cities" in capsys.readouterr().out


def test_a_sweep_refuses_wrong_rules(capsys: pytest.CaptureFixture) -> None:
    for wrong, word in (("victory.cities=99", "between 3 and 7"), ("victory.nonsense=3", "nonsense"), ("victory.cities", "NAME=VALUE")):
        with pytest.raises(SystemExit):
            sweep.main(["--rule", wrong])
        assert word in capsys.readouterr().err
