"""Trainers read rewards in different ways; one game pays every one of them the same.

`last()` pays a seat at its turn all that it earned since the one before; `env.rewards` says what the last step paid to every
seat; parallel wrappers hand the latter on. Each consumer below is somebody else's tool where it can be installed beside the
others, or reads the environment exactly as such a tool does. All play one game by the same rule on the same seed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from rulebound.envs import game
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.faces import faces
from tests.conformance.cases import every_game, usual_cases

SEED = 17
Returns = dict[str, float]


def chosen(mask: np.ndarray, decision: int) -> int:
    """The action that every consumer plays at a decision: it hangs on the mask and the count alone."""
    legal = np.flatnonzero(mask)
    return int(legal[decision * 7919 % len(legal)])


# ------------------------------------------------------------------------------------------------ consumers
def by_last(env: GameEnv) -> Returns:
    """The loop of PettingZoo's documentation, and how RLlib's wrapper reads: what `last` reports at each turn."""
    returns, decision = dict.fromkeys(env.possible_agents, 0.0), 0
    env.reset(seed=SEED)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        over = terminated or truncated
        env.step(None if over else chosen(observation["action_mask"], decision))
        decision += not over
    return returns


def by_rewards(env: GameEnv) -> Returns:
    """What each step paid to every seat, acting or not, until the first seat is told that it is over."""
    returns, decision = dict.fromkeys(env.possible_agents, 0.0), 0
    env.reset(seed=SEED)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(chosen(env.observe(env.agent_selection)["action_mask"], decision))
        decision += 1
        for agent, reward in env.rewards.items():
            returns[agent] += reward
    return returns


def by_self_play(env: GameEnv) -> Returns:
    """Self-play loops in the manner of AgileRL's tutorials: `last` is read right after a step, for whoever comes next, and
    nobody takes a dead step; at the end every seat still gets what it is owed."""
    returns, decision = dict.fromkeys(env.possible_agents, 0.0), 0
    env.reset(seed=SEED)
    observation, over = env.last()[0], False
    while not over:
        env.step(chosen(observation["action_mask"], decision))
        decision += 1
        observation, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        if not over:
            returns[env.agent_selection] += reward
    return {agent: returns[agent] + env._cumulative_rewards[agent] for agent in env.possible_agents}


def by_parallel(env: GameEnv) -> Returns:
    """PettingZoo's own conversion, through which AgileRL's multi-agent trainers see turn-based games."""
    parallel, decision = turn_based_aec_to_parallel(env), 0
    returns = dict.fromkeys(env.possible_agents, 0.0)
    observations, _ = parallel.reset(seed=SEED)
    while parallel.agents:
        actions = {agent: chosen(seen["action_mask"], decision) if seen["action_mask"].any() else 0 for agent, seen in observations.items()}
        observations, rewards, _, _, _ = parallel.step(actions)
        decision += 1
        for agent, reward in rewards.items():
            returns[agent] += reward
    return returns


def by_tianshou(env: GameEnv) -> Returns:
    """Tianshou's PettingZooEnv, whose step returns one list with the rewards of all seats."""
    tianshou = pytest.importorskip("tianshou.env", reason="needs Tianshou, which comes with the extra dev")
    wrapped, decision, over = tianshou.PettingZooEnv(env), 0, False
    returns = np.zeros(len(env.possible_agents))
    observation, _ = wrapped.reset(seed=SEED)
    while not over:
        observation, rewards, terminated, truncated, _ = wrapped.step(chosen(observation["mask"], decision))
        decision += 1
        returns += rewards
        over = terminated or truncated
    return dict(zip(env.possible_agents, returns.tolist(), strict=True))


def by_torchrl(env: GameEnv) -> Returns:
    """TorchRL's PettingZooWrapper, one group per seat."""
    pytest.importorskip("torchrl", reason="needs the extra torchrl")
    import torch
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    wrapped, decision, over = PettingZooWrapper(env, use_mask=True, seed=SEED), 0, False
    returns = dict.fromkeys(env.possible_agents, 0.0)
    tensordict = wrapped.reset(seed=SEED)
    while not over:
        agent = env.agent_selection
        action = chosen(tensordict[agent, "action_mask"][0].numpy(), decision)
        tensordict = wrapped.rand_action(tensordict)
        tensordict[agent, "action"] = torch.tensor([action])
        tensordict = wrapped.step(tensordict)["next"]
        decision += 1
        for agent in returns:
            returns[agent] += float(tensordict[agent, "reward"])
        over = bool(tensordict["done"])
    return returns


CONSUMERS = (by_last, by_rewards, by_self_play, by_parallel, by_tianshou, by_torchrl)


# ------------------------------------------------------------------------------------------------ the comparison
@usual_cases
@pytest.mark.parametrize("reward", ["win", "shaped"])
@pytest.mark.parametrize("consumer", CONSUMERS, ids=lambda consumer: consumer.__name__)
def test_every_consumer_gets_the_same_returns(
    env: str, preset: str, players: int, reward: str, consumer: Callable[[GameEnv], Returns]
) -> None:
    """Whatever a trainer reads, its sum per seat is the result of the game, and the game is the one the batch face plays."""
    table = GameEnv(game(env), preset, players, reward=reward)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # libraries warn of what they are not used to, such as newer PettingZoo versions
        returns = consumer(table)
    batch, decision = Batch(game(env), 1, preset, players, SEED, autoreset=False, reward=reward), 0
    paid = np.zeros(game(env).seats)
    while not batch.finished[0]:
        batch.step(np.array([chosen(batch.mask[0], decision)]))
        decision += 1
        paid += batch.reward[0]
    assert table.position == batch.position(0), "the consumer has played another game"
    result = table.position.outcome()[:, 0]
    assert result.max() > result.min(), "nobody won: the comparison would prove little"
    np.testing.assert_allclose([returns[agent] for agent in table.possible_agents], result, atol=1e-5)
    np.testing.assert_allclose(paid[:players], result, atol=1e-5)


# ------------------------------------------------------------------------------------------------ other people's checkers
@every_game
def test_pettingzoo_accepts_the_parallel_form(env: str) -> None:
    """PettingZoo's parallel_api_test passes on its own conversion of a game."""
    make, _, _ = faces(game(env))
    parallel_api_test(turn_based_aec_to_parallel(make(num_players=2)), num_cycles=200)


@every_game
def test_stable_baselines_accepts_the_single_agent_face(env: str) -> None:
    """Stable-Baselines3's check_env passes and has nothing to say."""
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="needs the extra sb3")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make(game(env).registry_id, opponents="scripted").unwrapped)


@every_game
def test_gymnasium_accepts_it_with_rendering(env: str) -> None:
    """Gymnasium's check_env passes, makes every render mode through the registry and has nothing to say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(game(env).registry_id, num_players=2, render_mode="rgb_array").unwrapped)
