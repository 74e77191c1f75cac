"""Training with Stable-Baselines3: losses reach the learner, runs are saved and resumed, saved models play and foreign files do not."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra sb3")

import torch

from rulebound.agents import Agent, AgentError, make
from rulebound.agents.maskable import MaskableAgent
from rulebound.agents.pool import PoolAgent
from rulebound.envs import GAMES, game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.vector import sb3_vec_env
from rulebound.train.config import ConfigError, checked, default_path, load
from rulebound.train.match import Match
from rulebound.train.sb3 import Run, SB3Config, Watch, train
from tests.age_of_heroes.helpers import table

GAME = game(GAMES[0])
SMALL = {
    "envs": 4, "n_steps": 32, "batch_size": 64, "n_epochs": 1, "net_arch": [16, 16], "total_steps": 256,
    "evaluate_deals": 2, "evaluate_against": ["random"],
}  # fmt: skip


def small(**changes: object) -> SB3Config:
    """A run of two updates."""
    return checked(SB3Config, {**SMALL, **changes}, "test")


def silent(text: str) -> None:
    """A report that nobody reads."""


def weights(model) -> list[torch.Tensor]:
    """Copies of everything that a model has learned."""
    return [tensor.clone() for tensor in model.policy.state_dict().values()]


@pytest.fixture(autouse=True)
def one_thread():
    """The network has one thread, as `train` gives it: some tests drive a run by hand."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run."""
    out = tmp_path_factory.mktemp("runs") / "first"
    train(GAME, small(), out, report=silent)
    return out


@pytest.fixture
def copied(trained: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to be spoiled."""
    return Path(shutil.copytree(trained, tmp_path / "copy"))


# ------------------------------------------------------------------------------------------------ rewards
class CityBuilder(Agent):
    """Builds a city as soon as it can."""

    name = "city builder"

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        city = GAME.actions.parse("build city")
        return np.array([city if batch.mask[row, city] else np.flatnonzero(batch.mask[row])[0] for row in rows])


def test_a_game_lost_on_the_move_of_another_costs_the_learner() -> None:
    """The learner passes, its opponent builds the fifth city: the learner's transition ends with -1."""
    position = table([{}, {"cities": 4, "hand": ["wood", "wood", "stone"]}])
    passing = GAME.actions.parse("do nothing")
    proof = position.clone().play("do nothing")
    assert (proof.seat, proof.over) == (1, False)  # it is not the learner's own move that ends the game

    games = sb3_vec_env("age_of_heroes", 1, opponents=CityBuilder(GAME), num_players=2)
    seats = games.vector.table
    seats.batch.set_position(0, position)
    seats.learner[0] = 0
    _, rewards, dones, infos = games.step(np.array([passing]))
    assert rewards.tolist() == [-1.0]
    assert dones.tolist() == [True]
    assert infos[0]["result"] == -1.0


@pytest.mark.parametrize("players", [2, 4])
def test_what_the_learner_is_paid_is_what_its_games_brought(players: int) -> None:
    """Rewards summed over each game have the mean of the results, and losing is the rule for a random player."""
    games = sb3_vec_env(GAMES[0], 32, opponents="scripted", num_players=players, skip_forced=True)
    games.seed(1)
    games.reset()
    luck, purse, paid, results = np.random.default_rng(0), np.zeros(32), [], []
    for _ in range(400):
        masks = games.action_masks()
        _, rewards, dones, infos = games.step(np.array([luck.choice(np.flatnonzero(mask)) for mask in masks]))
        purse += rewards
        paid += purse[dones].tolist()
        results += [infos[row]["result"] for row in np.flatnonzero(dones)]
        purse[dones] = 0.0
    assert len(paid) > 50
    assert np.mean(paid) == pytest.approx(np.mean(results))
    assert np.mean(paid) < 0


# ------------------------------------------------------------------------------------------------ runs
def test_a_run_leaves_a_model_its_description_its_config_and_a_log(trained: Path) -> None:
    """The folder says what was trained, and Stable-Baselines3 itself can read the model."""
    from sb3_contrib import MaskablePPO

    about = json.loads((trained / "model.json").read_text(encoding="utf-8"))
    wanted = {"game": GAME.id, "rules_hash": GAME.variant().hash, "players": 2, "steps": 256}
    sizes = {"observation": GAME.observation.size, "actions": GAME.actions.size, "net_arch": [16, 16]}
    assert about.items() >= {**wanted, **sizes}.items()
    assert load(SB3Config, trained / "config.yaml") == small()
    assert MaskablePPO.load(trained / "model.zip").num_timesteps == 256
    assert list((trained / "tensorboard").glob("events*"))
    assert not list(trained.glob(".*"))


def test_the_same_seed_gives_the_same_run(trained: Path, tmp_path: Path) -> None:
    """Deals, network, opponents and draws all hang on the seed."""
    train(GAME, small(), tmp_path / "again", report=silent)
    train(GAME, small(seed=1), tmp_path / "other", report=silent)
    first, again, other = (
        MaskableAgent.load(GAME, 0, path / "model.zip")._layers[0][0] for path in (trained, tmp_path / "again", tmp_path / "other")
    )
    assert first.equal(again)
    assert not first.equal(other)


def test_a_run_goes_on_where_it_was_saved(copied: Path) -> None:
    """Weights, optimizer and steps are kept; training goes on from them to the new end."""
    from sb3_contrib import MaskablePPO

    saved = MaskablePPO.load(copied / "model.zip")
    run = Run(GAME, small(total_steps=384), copied, True, silent)
    assert run.model.num_timesteps == 256
    before = weights(run.model)
    assert all(map(torch.equal, before, weights(saved)))
    ours, theirs = (model.policy.optimizer.state_dict()["state"] for model in (run.model, saved))
    assert all(torch.equal(ours[key]["exp_avg"], theirs[key]["exp_avg"]) for key in theirs)
    assert run.learn()
    assert run.finish(stopped=False).steps == 384
    assert not all(map(torch.equal, before, weights(run.model)))
    assert json.loads((copied / "model.json").read_text(encoding="utf-8"))["steps"] == 384


@pytest.mark.parametrize(("total", "rates"), [(256, [1, 1 / 2]), (300, [1, 1 - 128 / 300, 1 - 256 / 300])])
def test_the_learning_rate_falls_in_a_line_and_stays_positive(total: int, rates: list, tmp_path: Path) -> None:
    """The first update has the whole rate; the last one has some, even if its rollout goes beyond the last step."""
    run = Run(GAME, small(total_steps=total, learning_rate=0.001), tmp_path, False, silent)
    seen, update = [], run.model.train

    def watched() -> None:
        update()
        seen.append(run.model.policy.optimizer.param_groups[0]["lr"])

    run.model.train = watched
    assert run.learn()
    np.testing.assert_allclose(seen, 0.001 * np.array(rates))


def test_a_run_that_is_done_learns_nothing_more(copied: Path) -> None:
    """Resumed without more steps to make, it says so."""
    said: list[str] = []
    assert train(GAME, small(), copied, resume=True, report=said.append).steps == 256
    assert "already" in said[0]


def test_a_folder_is_not_trained_over_by_mistake(copied: Path, tmp_path: Path) -> None:
    """A model is never overwritten, never resumed as something else, and never resumed from nothing."""
    with pytest.raises(ConfigError, match="holds a model already"):
        train(GAME, small(), copied, report=silent)
    with pytest.raises(ConfigError, match=r"players = 2; it cannot go on with 3"):
        train(GAME, small(players=3), copied, resume=True, report=silent)
    with pytest.raises(ConfigError, match=r"net_arch = \[16, 16\]"):
        train(GAME, small(net_arch=[8]), copied, resume=True, report=silent)
    with pytest.raises(AgentError, match="is not a file"):
        train(GAME, small(), tmp_path / "nothing", resume=True, report=silent)


def test_ctrl_c_saves_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped run leaves a model of the steps it made, from which it can go on."""
    step = Watch._on_step

    def interrupted(self) -> bool:
        if self.model.num_timesteps == 160:
            raise KeyboardInterrupt
        return step(self)

    monkeypatch.setattr(Watch, "_on_step", interrupted)
    said: list[str] = []
    summary = train(GAME, small(), tmp_path, report=said.append)
    assert (summary.stopped, summary.steps) == (True, 160)
    assert "160 steps" in said[-1]
    assert "saved" in said[-1]
    monkeypatch.setattr(Watch, "_on_step", step)
    assert train(GAME, small(), tmp_path, resume=True, report=silent).steps >= 256


def test_evaluations_come_in_time_and_are_told(tmp_path: Path) -> None:
    """One at the interval, one at the end, each against every agent of the list."""
    said: list[str] = []
    summary = train(GAME, small(evaluate_every=128, evaluate_against=["random", "scripted"]), tmp_path, report=said.append)
    told = [line for line in said if "first places" in line]
    assert [line.partition(" ")[0] for line in told] == ["128", "128", "256", "256"]
    assert [name for line in told for name in ("random", "scripted") if name in line] == ["random", "scripted"] * 2
    assert list(summary.shares) == ["random", "scripted"]


# ------------------------------------------------------------------------------------------------ snapshots
def test_snapshots_follow_the_learner(tmp_path: Path) -> None:
    """Every interval a new copy of the learner joins; it stays as it was, the oldest goes, and resuming keeps them."""
    config = small(opponents=["self"], snapshot_every=128, snapshots_kept=2, total_steps=512)
    run = Run(GAME, config, tmp_path, False, silent)
    (first,) = run.pool.snapshots
    untrained = [weight.clone() for weight, _ in first._layers]
    assert run.learn()
    assert [agent.name for agent in run.pool.snapshots] == ["snapshot 000000000256", "snapshot 000000000384"]
    older, newer = ([weight for weight, _ in agent._layers] for agent in run.pool.snapshots)
    for other in (older, newer):
        assert not any(map(torch.equal, untrained, other))
    assert not any(map(torch.equal, older, newer))
    assert all(map(torch.equal, untrained, [weight for weight, _ in first._layers]))
    run.finish(stopped=False)
    names = [path.name for path in sorted((tmp_path / "snapshots").iterdir())]
    assert names == [f"000000000{steps}.{kind}" for steps in (256, 384) for kind in ("json", "zip")]

    again = Run(GAME, config, tmp_path, True, silent)
    assert all(map(torch.equal, newer, [weight for weight, _ in again.pool.snapshots[-1]._layers]))
    assert [agent.name for agent in again.pool.snapshots] == [agent.name for agent in run.pool.snapshots]
    result = Match(GAME, [f"sb3:{tmp_path}/snapshots/000000000384.zip", "random"], 1, 2).run()
    assert result.games == 2


class Counting(Agent):
    """Plays the first legal action and counts the decisions of every row."""

    name = "counting"
    made: np.ndarray

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        self.made[rows] += 1
        return batch.mask[rows].argmax(axis=1)


def test_an_opponent_stays_for_the_game_and_the_next_game_draws_anew() -> None:
    """A snapshot that is taken during a game sits down in the next one."""
    older, newer = Counting(GAME), Counting(GAME)
    older.made, newer.made = np.zeros(4, int), np.zeros(4, int)
    pool = PoolAgent(GAME, [None], newest=1.0)
    pool.add(older)
    batch, rows = Batch(GAME, 4, num_players=2, autoreset=False), np.arange(4)
    pool.act(batch, rows)
    pool.add(newer)
    pool.act(batch, rows)
    assert (older.made.tolist(), newer.made.tolist()) == ([2, 2, 2, 2], [0, 0, 0, 0])
    batch.reset(None, np.array([1, 3]))
    pool.act(batch, rows)
    assert (older.made.tolist(), newer.made.tolist()) == ([3, 2, 3, 2], [0, 1, 0, 1])


def test_a_pool_mixes_its_members_by_their_shares() -> None:
    """Who is listed twice plays twice as many games."""
    often, seldom = Counting(GAME), Counting(GAME)
    often.made, seldom.made = np.zeros(3000, int), np.zeros(3000, int)
    pool = PoolAgent(GAME, [often, seldom, often], seed=3)
    pool.act(Batch(GAME, 3000, num_players=2), np.arange(3000))
    assert often.made.sum() + seldom.made.sum() == 3000
    assert often.made.mean() == pytest.approx(2 / 3, abs=0.04)


# ------------------------------------------------------------------------------------------------ the agent
def test_a_saved_model_plays_by_name_and_repeats_itself(trained: Path) -> None:
    """The same match twice is the same; drawn and greedy play are not; other luck gives other games."""
    name = f"sb3:{trained / 'model.zip'}"
    first, again, other = (Match(GAME, [name, "random"], 10, 2, seed=seed).run() for seed in (0, 0, 5))
    assert first == again
    assert first.score(name).games == 20
    assert first.decisions != other.decisions
    assert first.decisions != Match(GAME, [f"{name}:greedy", "random"], 10, 2).run().decisions


def test_the_same_seed_draws_the_same_actions(trained: Path) -> None:
    """`reseed` starts the luck anew, whatever torch's own generator does, and a row's draw does not hang on other rows."""
    agent = make(f"sb3:{trained / 'model.zip'}", GAME, seed=4)
    batch, rows = Batch(GAME, 64, num_players=2, seed=9), np.arange(64)
    first = agent.act(batch, rows)
    torch.manual_seed(99)
    agent.reseed(4)
    assert agent.act(batch, rows).tolist() == first.tolist()
    assert agent.act(batch, rows[::2]).tolist() == first[::2].tolist()
    agent.reseed(5)
    assert agent.act(batch, rows).tolist() != first.tolist()


def test_training_and_acting_leave_the_threads_of_torch_alone(trained: Path, tmp_path: Path) -> None:
    """They take as many as they were told, and give them back."""
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(3)
        make(f"sb3:{trained / 'model.zip'}", GAME).warm()
        train(GAME, small(total_steps=128), tmp_path, report=silent)
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_the_agent_plays_the_policy_of_the_model(trained: Path) -> None:
    """Its likeliest actions are those of MaskablePPO, and it draws actions as often as MaskablePPO's probabilities say."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(trained / "model.zip", device="cpu")
    batch, rows = Batch(GAME, 200, num_players=2, seed=2), np.arange(200)
    for _ in range(15):
        batch.step(batch.sample())
    greedy = make(f"sb3:{trained / 'model.zip'}:greedy", GAME)
    wanted, _ = model.predict(batch.observation, action_masks=batch.mask.astype(bool), deterministic=True)
    assert greedy.act(batch, rows).tolist() == wanted.tolist()

    row = int(np.argmax(batch.mask.sum(axis=1)))
    agent = make(f"sb3:{trained / 'model.zip'}", GAME, seed=1)
    twins = Batch(GAME, 4000, num_players=2)
    for twin in range(twins.size):
        twins.set_position(twin, batch.position(row))
    counts = np.bincount(agent.act(twins, np.arange(twins.size)), minlength=GAME.actions.size)
    with torch.no_grad():
        seen, _ = model.policy.obs_to_tensor(batch.observation[row])
        chances = model.policy.get_distribution(seen, action_masks=batch.mask[row].astype(bool)).distribution.probs[0].numpy()
    assert not counts[batch.mask[row] == 0].any()
    np.testing.assert_allclose(counts / counts.sum(), chances, atol=0.04)


class Trap:
    """A pickle that creates a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def spoil(folder: Path, data: bytes) -> None:
    """Replace the weights of a model."""
    with zipfile.ZipFile(folder / "model.zip", "w") as archive:
        archive.writestr("policy.pth", data)


def test_a_file_from_others_never_runs_code(copied: Path, tmp_path: Path) -> None:
    """Weights that are a pickle with a call in it are refused, and the call is not made."""
    for data in (pickle.dumps(Trap(tmp_path / "ran"), protocol=2), _torch_bytes(Trap(tmp_path / "ran"), copied)):
        spoil(copied, data)
        with pytest.raises(AgentError, match="not a model of MaskablePPO"):
            make(f"sb3:{copied / 'model.zip'}", GAME)
        with pytest.raises(AgentError, match="not a model of MaskablePPO"):
            train(GAME, small(total_steps=512), copied, resume=True, report=silent)
    assert not (tmp_path / "ran").exists()


def _torch_bytes(value: object, folder: Path) -> bytes:
    torch.save(value, folder / "value.pth")
    return (folder / "value.pth").read_bytes()


def test_a_damaged_file_is_refused(copied: Path) -> None:
    """Cut off, empty, without weights, with weights of another shape or without numbers: one line says what is wrong."""
    path, whole = copied / "model.zip", (copied / "model.zip").read_bytes()
    for data in (whole[: len(whole) // 2], b"", b"not a zip file"):
        path.write_bytes(data)
        with pytest.raises(AgentError, match="not a model of MaskablePPO"):
            make(f"sb3:{path}", GAME)
    for value, complaint in (
        ({}, "policy_net.0.weight is missing"),
        ([1], "holds no named tensors"),
        ({"mlp_extractor.policy_net.0.weight": torch.zeros(3, 3)}, r"has shape \(3, 3\)"),
        ({"mlp_extractor.policy_net.0.weight": torch.full((16, GAME.observation.size), torch.nan)}, "finite numbers"),
    ):
        spoil(copied, _torch_bytes(value, copied))
        with pytest.raises(AgentError, match=complaint):
            make(f"sb3:{path}", GAME)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess_v0"}, "game = 'chess_v0', but age_of_heroes_v0 needs"),
        ({"observation": 3}, "observation = 3, but"),
        ({"actions": 3}, "actions = 3, but"),
        ({"net_arch": [16, -1]}, "net_arch"),
        ({"net_arch": [16]}, "2 hidden layers; net_arch = .16. has 1"),
        ({"net_arch": [16, 8]}, "policy_net.2.weight has shape"),
        ({"activation": "sin"}, "activation = 'sin'"),
        ({"format": "other"}, "is not a rulebound-sb3-model file"),
        ({"schema": 9}, "schema 9"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(copied: Path, change: dict, complaint: str) -> None:
    """The error names the field that does not fit."""
    source = copied / "model.json"
    source.write_text(json.dumps({**json.loads(source.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(AgentError, match=complaint):
        make(f"sb3:{copied / 'model.zip'}", GAME)


def test_names_without_a_model_are_refused(refused: Callable[..., str], copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file, no description, no torch: the command line says so in one line."""
    assert "sb3 needs the file of a model" in refused("match", GAMES[0], "--agents", "sb3,random")
    assert "nowhere.zip is not a file" in refused("match", GAMES[0], "--agents", "sb3:nowhere.zip,random")
    (copied / "model.json").unlink()
    assert "model.json" in refused("match", GAMES[0], "--agents", f"sb3:{copied / 'model.zip'},random")
    monkeypatch.setitem(sys.modules, "rulebound.agents.maskable", None)
    assert 'pip install "rulebound[sb3]"' in refused("match", GAMES[0], "--agents", "sb3:model.zip,random")


# ------------------------------------------------------------------------------------------------ configs
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("learning_rate", -1), ("learning_rate", "fast"), ("gamma", 1.5), ("envs", 0), ("opponents", []), ("reward", "fame"),
        ("batch_size", 7), ("net_arch", [0]), ("seed", -1), ("evaluate_against", ["self"]), ("colour", "red"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_by_name(field: str, value: object) -> None:
    """The error names the field and the value."""
    with pytest.raises(ConfigError) as refusal:
        small(**{field: value})
    assert field in str(refusal.value)
    assert repr(value[0] if field == "net_arch" else value) in str(refusal.value)


@pytest.mark.parametrize(("change", "complaint"), [({"players": 7}, "num_players = 7"), ({"opponents": ["nobody"]}, "nobody")])
def test_what_the_game_does_not_have_is_refused_before_training(change: dict, complaint: str, tmp_path: Path) -> None:
    """Players, agents and rules are checked before anything is written."""
    with pytest.raises(ValueError, match=complaint):
        train(GAME, small(**change), tmp_path / "out", report=silent)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_config_is_complete(name: str) -> None:
    """It loads, and single values can be changed."""
    config = load(SB3Config, default_path(name, "sb3"), ["opponents=[self, scripted]", "learning_rate=1e-3"])
    assert config.opponents == ["self", "scripted"]
    assert config.learning_rate == 1e-3


def test_every_field_is_explained() -> None:
    """A config field without a description cannot be looked up."""
    assert not [name for name, field in SB3Config.model_fields.items() if not field.description]
