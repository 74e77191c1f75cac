"""TorchRL: its own checks pass on batches of our games, rollouts are the games of the other faces, and seats learn their own."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.position import IllegalAction
from tests.conformance.cases import every_game, usual_cases

torch = pytest.importorskip("torch", reason="needs the extra torchrl")
pytest.importorskip("torchrl", reason="needs the extra torchrl")

from tensordict import TensorDict  # noqa: E402
from torchrl.envs import ActionMask, Compose, StepCounter, TransformedEnv  # noqa: E402
from torchrl.envs.utils import check_env_specs  # noqa: E402

from rulebound.agents.network import torch_threads  # noqa: E402
from rulebound.envs.core.adapters.torchrl import TorchRLEnv, seat_advantages  # noqa: E402

GAME = "age_of_heroes"


@pytest.fixture(autouse=True)
def _one_thread():
    """Tests share the processors; threads of torch that wait for each other take longer than one alone."""
    with torch_threads(1):
        yield


# ------------------------------------------------------------------------------------------------ TorchRL's own tools
@usual_cases
@pytest.mark.parametrize("observe", ["scaled", "raw"])
def test_torchrl_accepts_it(env: str, preset: str, players: int, observe: str) -> None:
    """check_env_specs passes, stopping at the first end of a game and going on over it."""
    check_env_specs(TorchRLEnv(env, 5, preset, players, observe=observe), seed=3, break_when_any_done="both")


def test_mixed_tables_are_one_environment() -> None:
    """Games of different numbers of players and rules share a batch; seats that a table lacks are paid nothing."""
    players = [2, 3, 4, 2, 3, 4]
    env = TorchRLEnv(GAME, 6, ["standard", "reference"], players, seed=5)
    check_env_specs(env)
    rollout = env.rollout(1200, break_when_any_done=False)
    assert rollout["next", "reward"].shape == (6, 1200, 4)
    assert rollout["next", "done"].any(1).all()
    for row, number in enumerate(players):
        assert not rollout["next", "reward"][row, :, number:].any()
        assert rollout["seat"][row].max() == number - 1


def test_transforms_and_specs_know_the_masks() -> None:
    """TorchRL's own mask and counter on top, and a policy that knows of legal actions only what the spec tells it."""
    env = TransformedEnv(TorchRLEnv(GAME, 4, num_players=2, seed=2), Compose(ActionMask(), StepCounter()))
    check_env_specs(env)
    rollout = env.rollout(400, lambda tensordict: tensordict.set("action", env.action_spec.rand()), break_when_any_done=False)
    assert rollout["action_mask"].gather(-1, rollout["action"].unsqueeze(-1)).all()
    assert rollout["next", "done"].sum() >= 4
    assert (rollout["step_count"][:, 1:][rollout["next", "done"][:, :-1]] == 0).all()


# ------------------------------------------------------------------------------------------------ the same games as elsewhere
@usual_cases
def test_rows_are_the_games_of_the_other_faces(env: str, preset: str, players: int) -> None:
    """After set_seed(s) row i is the game of reset(seed=s + i), step by step, through its end and into the next one; and a
    rollout keeps what each step showed. Long games are cut, so that some end."""
    options = {"reward": "shaped", "max_decisions": 300}
    table, rows = TorchRLEnv(env, 3, preset, players, **options), range(3)
    table.set_seed(40)
    singles = [GameEnv(game(env), preset, players, **options) for _ in rows]
    for row, single in enumerate(singles):
        single.reset(seed=40 + row)
    rollout, ended = table.rollout(700, break_when_any_done=False), 0
    for step in range(700):
        now = rollout[:, step]
        for row, single in enumerate(singles):
            seen = single.observe(single.agent_selection)
            assert f"player_{int(now['seat'][row])}" == single.agent_selection
            np.testing.assert_array_equal(now["observation"][row], seen["observation"])
            np.testing.assert_array_equal(now["action_mask"][row], seen["action_mask"])
            single.step(int(now["action"][row]))
            paid = [single.rewards[agent] for agent in single.possible_agents]
            np.testing.assert_allclose(now["next", "reward"][row], paid, atol=1e-6)
            over = single.position.over
            assert bool(now["next", "done"][row]) == over
            assert bool(now["next", "truncated"][row]) == (over and bool(single.position.record.truncated))
            assert bool(now["next", "terminated"][row]) == (over and not single.position.record.truncated)
            if over:
                ended += 1
                single.reset()
        if ended > 3:
            break
    assert ended > 1


def test_seeds_decide() -> None:
    """The same seed gives the same rollout, random actions included; another gives another."""
    one, two = (TorchRLEnv(GAME, 4, num_players=3) for _ in range(2))
    rollouts = []
    for env, seed in ((one, 7), (two, 7), (two, 8)):
        env.set_seed(seed)
        rollouts.append(env.rollout(50, break_when_any_done=False))
    assert (rollouts[0] == rollouts[1]).all()
    assert not torch.equal(rollouts[0]["observation"], rollouts[2]["observation"])


def test_a_finished_game_waits() -> None:
    """Without a reset a game that is over stays as it ended, whatever is played, while the others go on; its mask is full, so
    that policies can be asked about it."""
    env = TorchRLEnv(GAME, 3, num_players=2, seed=1, max_decisions=30)
    tensordict = env.reset()
    env.batch.states["decisions"][1] = 25  # the second game is truncated five decisions later
    for step in range(29):
        tensordict = env.step(env.rand_action(tensordict))["next"]
        over = [False, step >= 4, False]
        assert tensordict["done"].squeeze(-1).tolist() == tensordict["truncated"].squeeze(-1).tolist() == over
        assert not tensordict["terminated"].any()
        if step == 4:
            last = tensordict.clone()
        if step > 4:
            assert torch.equal(tensordict["observation"][1], last["observation"][1])
            assert not tensordict["reward"][1].any()
            assert tensordict["action_mask"][1].all()
    tensordict["_reset"] = torch.tensor([[False], [True], [False]])
    again = env.reset(tensordict)
    assert not again["done"].any()
    assert env.batch.episode.tolist() == [0, 1, 0]
    assert env.batch.states["decisions"].tolist() == [29, 0, 29]


@every_game
def test_illegal_actions_are_refused(env: str) -> None:
    """An action outside the mask raises and changes nothing, or loses that game if asked for."""
    for illegal in ("raise", "lose"):
        table = TorchRLEnv(env, 2, num_players=2, illegal=illegal)
        tensordict = table.rand_action(table.reset())
        offender = int(tensordict["seat"][1])
        tensordict["action"][1] = int((~tensordict["action_mask"][1]).nonzero()[0])
        before = table.batch.states.tobytes()
        if illegal == "raise":
            with pytest.raises(IllegalAction, match="game 1"):
                table.step(tensordict)
            assert table.batch.states.tobytes() == before
        else:
            after = table.step(tensordict)["next"]
            assert after["done"].squeeze(-1).tolist() == [False, True]
            assert after["reward"][1].tolist() == [-1.0 if seat == offender else 1.0 for seat in range(2)]
    with pytest.raises(ValueError, match="observe = None: must be scaled or raw"):
        TorchRLEnv(env, 2, observe=None)


# ------------------------------------------------------------------------------------------------ learning
def _by_hand(rollout: TensorDict, game_row: int, gamma: float, lmbda: float) -> dict[int, float]:
    """Advantages of one game, seat after seat, straight from the definition; decisions without a known outcome are left out."""
    seat, value = rollout["seat"][game_row, :, 0].tolist(), rollout["state_value"][game_row, :, 0].tolist()
    reward, done = rollout["next", "reward"][game_row].tolist(), rollout["next", "done"][game_row, :, 0].tolist()
    found: dict[int, float] = {}
    for here in range(len(seat)):
        weight, total, at = 1.0, 0.0, here
        while True:  # along the seat's own decisions
            paid, after = 0.0, at
            while True:  # to its next one, or to the end of the game
                paid += reward[after][seat[here]]
                if done[after] or after + 1 == len(seat) or seat[after + 1] == seat[here]:
                    break
                after += 1
            closed = done[after] or after + 1 < len(seat)
            if not closed:
                break
            following = 0.0 if done[after] else value[after + 1]
            total += weight * (paid + gamma * following - value[at])
            found[here] = total
            if done[after]:
                break
            weight, at = weight * gamma * lmbda, after + 1
    return found


def _is_known(rollout: TensorDict, row: int, step: int) -> bool:
    """Whether the game of a decision ends, or its seat decides again, inside the rollout."""
    seat, done = rollout["seat"][row, :, 0], rollout["next", "done"][row, :, 0]
    for after in range(step, rollout.shape[1]):
        if done[after]:
            return True
        if after + 1 < rollout.shape[1] and seat[after + 1] == seat[step]:
            return True
    return False


@usual_cases
def test_advantages_follow_each_seat(env: str, preset: str, players: int) -> None:
    """They equal the definition, computed seat by seat, on real games with rewards on the way."""
    table = TorchRLEnv(env, 3, preset, players, seed=3, reward="shaped", shaping=1.0, max_decisions=90)
    rollout = table.rollout(200, break_when_any_done=False)
    rollout["state_value"] = torch.randn(3, 200, 1, generator=torch.Generator().manual_seed(1))
    seat_advantages(rollout, gamma=0.97, lmbda=0.8)
    ready = rollout["ready"].squeeze(-1)
    assert 0 < (~ready).sum() <= 3 * players
    for row in range(3):
        expected = _by_hand(rollout, row, 0.97, 0.8)
        assert ready[row].tolist() == [_is_known(rollout, row, step) for step in range(200)]
        for step in ready[row].nonzero().squeeze(-1).tolist():
            assert float(rollout["advantage"][row, step]) == pytest.approx(expected[step], abs=1e-4)
    torch.testing.assert_close(rollout["value_target"], rollout["advantage"] + rollout["state_value"])


def test_a_loss_on_a_rivals_move_reaches_the_seat() -> None:
    """Seat 0 moves, seat 1 moves and wins: the loss belongs to the move of seat 0, which a look from one step to the next
    would miss."""
    rollout = TensorDict(
        {
            "seat": torch.tensor([[[0], [1]]]),
            "state_value": torch.zeros(1, 2, 1),
            "next": {"reward": torch.tensor([[[0.0, 0.0], [-1.0, 1.0]]]), "done": torch.tensor([[[False], [True]]])},
        },
        batch_size=(1, 2),
    )
    assert seat_advantages(rollout)["advantage"].flatten().tolist() == [-1.0, 1.0]
    assert rollout["ready"].all()
