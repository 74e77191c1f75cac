"""PPO: advantages along each seat's own decisions, exact resume, files that never run code, and that it learns."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import torch

from rulebound.agents import AgentError, make
from rulebound.agents.network import PolicyNetwork, load_policy, sample_logits, save_policy
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.train.config import FOLDER, ConfigError, checked, default_path, load
from rulebound.train.match import Match
from rulebound.train.ppo import CHECKPOINT, POLICY, SCRIPTED, PPOConfig, Trainer, Window, advantages, run
from rulebound.train.sb3 import SB3Config
from rulebound.train.tournament import Tournament

GAME = game("age_of_heroes")
SMALL = {
    "players": [2, 3],
    "games": 12,
    "length": 8,
    "epochs": 2,
    "minibatch": 48,
    "decisions": 10_000,
    "threads": 1,
    "network": {"width": 16, "depth": 1},
    "opponents": {"past": 0.3, "scripted": 0.3, "every": 2, "keep": 2},
    "evaluation": {"every": 1000, "deals": 2, "against": ["random"]},
}


def config(**changes) -> PPOConfig:
    return checked(PPOConfig, {**SMALL, **changes}, "test")


# ------------------------------------------------------------------------------------------------ advantages
class Tape:
    """A hand-written window of one game: (seat, value, rewards per seat, over) per decision, with two seats."""

    def __init__(self, steps: list[tuple], seats: int = 2, mine: list[bool] | None = None) -> None:
        length = len(steps)
        self.value = np.zeros((seats + length, 1), np.float32)
        self.value[seats:, 0] = [step[1] for step in steps]
        self.reward = np.array([step[2] for step in steps], np.float32).reshape(length, 1, seats)
        self.over = np.array([step[3] for step in steps], np.int8).reshape(length, 1)
        self.seat = np.array([step[0] for step in steps], np.int32).reshape(length, 1)
        self.mine = np.array(mine or [True] * length).reshape(length, 1)
        self.held = np.zeros((seats, 1), np.bool_)
        self.held_reward = np.zeros((seats, 1, 2))
        self.advantage = np.zeros_like(self.value)
        self.ready = np.zeros((seats + length, 1), np.bool_)
        self.opened = np.zeros((seats, 1), np.int64)

    def work(self, gamma: float, gae_lambda: float) -> Tape:
        advantages(
            self.value, self.reward, self.over, self.seat, self.mine, self.held, self.held_reward, gamma, gae_lambda,
            self.advantage, self.ready, self.opened,
        )  # fmt: skip
        return self


def test_the_loser_on_anothers_move_is_told():
    """Seat 0 moves, seat 1 moves and wins: seat 0's decision carries the loss although seat 0 does not move again."""
    tape = Tape([(0, 0.25, (0, 0), 0), (1, 0.5, (-1, 1), 1)]).work(1.0, 0.95)
    assert tape.ready[:, 0].tolist() == [False, False, True, True]
    assert tape.advantage[2:, 0].tolist() == [-1.25, 0.5]


def test_rewards_between_two_decisions_belong_to_the_first():
    """Pay on others' moves counts for the decision before; discounts run over the seat's own decisions."""
    tape = Tape([(0, 1.0, (0.5, 0), 0), (1, 0.0, (0.25, 0), 0), (0, 2.0, (0, 0), 0), (0, 3.0, (4, -4), 1)]).work(0.5, 0.5)
    last = 4 - 3.0
    middle = 0.5 * 3.0 - 2.0 + 0.25 * last
    first = 0.75 + 0.5 * 2.0 - 1.0 + 0.25 * middle
    np.testing.assert_allclose(tape.advantage[[2, 4, 5], 0], [first, middle, last])
    assert tape.advantage[3, 0] == -4 - 0.0


def test_an_open_decision_waits_for_its_result():
    """Without a next decision or an end a decision is held over, over as many windows as it takes, with all its pay."""
    tape = Tape([(0, 1.0, (0.5, 0), 0), (0, 2.0, (0.25, 0), 0), (1, 0.0, (0.125, 0), 0)]).work(1.0, 1.0)
    assert tape.ready[:, 0].tolist() == [False, False, True, False, False]
    assert tape.advantage[2, 0] == 0.5 + 2.0 - 1.0  # bootstrapped by the value of the open decision
    assert tape.opened[:, 0].tolist() == [1, 2]
    assert tape.held[:, 0].tolist() == [True, True]
    np.testing.assert_allclose(tape.held_reward[:, 0, 0], [0.375, 0.0])
    quiet = Tape([(1, 0.5, (0.0625, 0), 0), (1, 0.5, (0, 0), 0)])
    quiet.held, quiet.held_reward = tape.held, tape.held_reward
    quiet.value[:2, 0] = [2.0, 0.0]
    quiet.work(1.0, 1.0)
    assert quiet.ready[:, 0].tolist() == [False, True, True, False]  # seat 1 has decided again, seat 0 still waits
    assert quiet.held[:, 0].tolist() == [True, True]
    end = Tape([(1, 0.5, (-1, 1), 1)])
    end.held, end.held_reward = quiet.held, quiet.held_reward
    end.value[:2, 0] = [2.0, 0.5]
    end.work(1.0, 1.0)
    assert end.ready[:, 0].tolist() == [True, True, True]
    np.testing.assert_allclose(end.advantage[0, 0], 0.375 + 0.0625 - 1 - 2.0)
    assert not end.held.any()


def test_other_agents_decisions_are_not_learned_from():
    """A decision of another agent at the table is never ready, and its seat's pay goes nowhere."""
    tape = Tape([(0, 1.0, (0, 0), 0), (1, 9.0, (0, 0), 0), (0, 1.0, (1, -1), 1)], mine=[True, False, True]).work(1.0, 1.0)
    assert tape.ready[:, 0].tolist() == [False, False, True, False, True]


def test_every_decision_of_the_learner_is_learned_from_once(tmp_path: Path):
    """Over many windows each decision becomes ready exactly once, but for those still open at the end."""
    trainer = Trainer(GAME, config(), tmp_path)
    made = ready = 0
    for _ in range(30):
        trainer.play()
        made += int(trainer.window.mine.sum())
        ready += len(trainer.window.finish(1.0, 0.95))
        trainer.window.hold_over()
    assert ready == made - int(trainer.window.held.sum())
    assert made > ready > 0.9 * made


def test_advantages_sum_to_the_results(tmp_path: Path):
    """With no discount and full returns, advantage + value of every decision is its seat's result of that game."""
    trainer = Trainer(GAME, config(players=[3], games=8, length=400, opponents={"past": 0, "scripted": 0}), tmp_path)
    trainer.play()
    window = trainer.window
    window.finish(1.0, 1.0)
    checked_games = 0
    for i in range(8):
        ends = np.flatnonzero(window.over[:, i])
        if len(ends):
            result = window.reward[ends[0], i]
            for t in range(ends[0] + 1):
                row = window.seats + t
                assert window.ready[row, i]
                assert window.advantage[row, i] + window.value[row, i] == pytest.approx(result[window.seat[t, i]], abs=1e-4)
            checked_games += 1
    assert checked_games >= 4


# ------------------------------------------------------------------------------------------------ sampling
def test_sampling_follows_the_logits_and_the_mask():
    """Only legal actions are drawn, as often as their softmax says; the log probabilities are those of the softmax."""
    count = 20_000
    mask = np.array([[1, 0, 1, 1]], np.int8)
    logits = np.tile(np.array([0.5, 9.0, -0.5, 1.5], np.float32), (count, 1))
    bits = np.random.default_rng(3).integers(0, 2**64, count, np.uint64)
    actions, chances = np.empty(count, np.int64), np.empty(count, np.float32)
    sample_logits(logits, mask, np.zeros(count, np.int64), bits, False, actions, chances)
    expected = np.exp([0.5, -0.5, 1.5]) / np.exp([0.5, -0.5, 1.5]).sum()
    np.testing.assert_allclose(np.bincount(actions, minlength=4)[[0, 2, 3]] / count, expected, atol=0.015)
    np.testing.assert_allclose(chances, np.log(expected)[np.array([0, -1, 1, 2])[actions]], rtol=1e-4)
    sample_logits(logits, mask, np.zeros(count, np.int64), bits, True, actions, chances)
    assert (actions == 3).all()


# ------------------------------------------------------------------------------------------------ runs
def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in trainer.network.state_dict().items()}


def test_resume_is_exact(tmp_path: Path):
    """N + M updates in one go equal N updates, a stop and M more: weights, games, pool and counters."""
    whole = Trainer(GAME, config(), tmp_path / "whole")
    for _ in range(7):
        whole.update()
    part = Trainer(GAME, config(), tmp_path / "part")
    for _ in range(3):
        part.update()
    part.save()
    again = Trainer.resume(GAME, tmp_path / "part")
    for _ in range(4):
        again.update()
    assert again.updates == whole.updates == 7
    assert again.decisions == whole.decisions
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(again)[name]), name
    np.testing.assert_array_equal(whole.batch.states, again.batch.states)
    assert len(whole.pool) == len(again.pool) == 2
    assert all(torch.equal(a[name], b[name]) for a, b in zip(whole.pool, again.pool, strict=True) for name in a)


def test_a_run_saves_evaluates_and_ends(tmp_path: Path):
    """The loop evaluates on the way and at the end, stops when asked, and leaves a policy that plays by name."""
    trainer = Trainer(GAME, config(decisions=96 * 4, evaluation={"every": 2, "deals": 2, "against": ["random"]}), tmp_path)
    seen = []
    run(trainer, lambda t, figures: seen.append(figures["entropy"]), lambda: len(seen) == 3)
    assert len(seen) == 3
    assert not trainer.done
    assert [entry["updates"] for entry in trainer.history] == [2]
    trainer = Trainer.resume(GAME, tmp_path)
    run(trainer, lambda t, figures: seen.append(figures["entropy"]))
    assert trainer.done
    assert [entry["updates"] for entry in json.loads((tmp_path / "history.json").read_text())] == [2, 4]
    result = Match(GAME, [f"ppo:{tmp_path}", "random"], 2, 2).run()
    assert result.games == 4
    assert Match(GAME, [f"ppo:{tmp_path}", "random"], 2, 2).run() == result
    Trainer.resume(GAME, tmp_path, decisions=10_000).update()


def test_past_selves_and_scripted_sit_where_they_should(tmp_path: Path):
    """In games with others the learner has exactly one seat, another one in the next game."""
    trainer = Trainer(GAME, config(), tmp_path)
    batch = trainer.batch
    for kind in (1, 2):
        rows = np.flatnonzero(trainer.kind == kind)
        assert len(rows) >= 2
    own = []
    for episode in range(3):
        batch.episode[:] = episode
        seats = []
        for seat in range(2):
            batch.seat[:] = seat
            seats.append(trainer._mine())
        two = (batch.players == 2) & (trainer.kind != 0)
        assert (seats[0] ^ seats[1])[two].all()
        assert (seats[0] & seats[1])[trainer.kind == 0].all()
        own.append(seats[0][two].copy())
    assert (own[0] != own[1]).all()


def test_a_window_without_anything_to_learn_from_changes_nothing(tmp_path: Path):
    """The shortest windows leave every decision open; the weights stay finite."""
    trainer = Trainer(GAME, config(players=[3], games=1, length=1, opponents={"past": 0, "scripted": 0}), tmp_path)
    for _ in range(6):
        trainer.update()
    assert all(torch.isfinite(tensor).all() for tensor in weights(trainer).values())


def test_copying_the_scripted_agent_makes_its_moves_likelier(tmp_path: Path):
    """The likeliest action is more and more often the advised one; every other game is played as advised."""
    settings = config(players=[2, 3], games=64, minibatch=256, imitation=0.9, imitation_rate=0.01, network={"width": 32, "norm": True})
    trainer = Trainer(GAME, settings, tmp_path)
    first = trainer.update()["agreement"]
    for _ in range(12):
        trainer.update()
    window = trainer.window
    played, advised = window.action[window.seats :], window.advice[window.seats :]
    assert window.mine.all()
    assert (played[:, ::2] == advised[:, ::2]).all()
    assert (played[:, 1::2] != advised[:, 1::2]).any()
    assert trainer.figures["agreement"] > first + 0.2


def test_copying_ends_after_its_part_of_the_run(tmp_path: Path):
    """Then the learner improves by itself: nothing that was played for it is held over, and others sit at the table again."""
    settings = config(imitation=0.5, decisions=4 * 12 * 8, learning_rate=0.001, imitation_rate=0.003)
    trainer = Trainer(GAME, settings, tmp_path)
    rates = []
    for _ in range(2):
        assert trainer.copying
        rates.append(trainer.update()["learning_rate"])
    assert not trainer.copying
    assert not trainer.window.held.any()
    rates.append(trainer.update()["learning_rate"])
    assert rates == pytest.approx([0.003, 0.002, 0.001])
    assert trainer.figures["agreement"] == 0
    assert not trainer.window.mine.all()


def test_guidance_makes_the_moves_of_scripted_opponents_likelier(tmp_path: Path):
    """From the same beginning the run that is guided finds the scripted agent's moves less surprising than the one that is not."""
    surprises = {}
    for guidance in (0.0, 1.0):
        opponents = {"past": 0, "scripted": 0.8}
        settings = config(players=[2], games=64, guidance=guidance, guidance_until=1.0, opponents=opponents, learning_rate=0.01)
        trainer = Trainer(GAME, settings, tmp_path / str(guidance))
        for _ in range(12):
            trainer.update()
        assert bool(len(trainer._guiding_places())) == (guidance > 0)
        window, theirs = trainer.window, np.zeros(trainer.window.action.shape, np.bool_)
        theirs[window.seats :] = ~window.mine & (trainer.kind == SCRIPTED)
        assert theirs.sum() > 100
        raw, legal, action = (array[theirs] for array in (window.raw, window.legal, window.action))
        surprises[guidance] = float(trainer._surprise(raw, legal, action).detach())
    assert surprises[1.0] < 0.8 * surprises[0.0]


def test_a_network_that_is_told_is_told_everywhere(tmp_path: Path):
    """The advice at each of the learner's decisions is kept with it, open ones included, and the run can be resumed exactly."""
    settings = config(network={"width": 16, "depth": 1, "trust": 3.0}, opponents={"past": 0.3, "scripted": 0.3, "every": 1})
    trainer = Trainer(GAME, settings, tmp_path)
    for _ in range(3):
        trainer.update()
    window = trainer.window
    row = window.seats + settings.length - 1
    mine = np.flatnonzero(window.mine[-1])
    legal = np.unpackbits(window.legal[row], axis=1, count=GAME.actions.size)
    assert legal[mine, window.advice[row, mine]].all()
    assert (window.advice[row, mine] == window.action[row, mine]).mean() > 0.3  # it mostly does what it is told
    trainer.save()
    again = Trainer.resume(GAME, tmp_path)
    trainer.update()
    again.update()
    assert all(torch.equal(tensor, weights(again)[name]) for name, tensor in weights(trainer).items())
    trainer.play()
    trainer.window.finish(1.0, 1.0)
    given = window.advice.copy()
    window.hold_over()
    seats, games = np.nonzero(window.opened >= 0)
    assert len(seats) > 4
    np.testing.assert_array_equal(window.advice[seats, games], given[window.seats + window.opened[seats, games], games])


def test_guidance_holds_a_network_to_its_advice(tmp_path: Path):
    """With much guidance the advised action becomes likelier than without; no scripted opponent is needed for that."""
    following = {}
    for guidance in (0.0, 5.0):
        network, opponents = {"width": 16, "depth": 1, "trust": 1.0}, {"past": 0, "scripted": 0}
        settings = config(
            players=[2], games=64, network=network, opponents=opponents, guidance=guidance, guidance_until=1.0, learning_rate=0.01
        )
        trainer = Trainer(GAME, settings, tmp_path / str(guidance))
        for _ in range(10):
            trainer.update()
        window = trainer.window
        following[guidance] = (window.advice[window.seats :] == window.action[window.seats :])[window.mine].mean()
    assert following[5.0] > following[0.0] + 0.2


def test_the_value_comes_first(tmp_path: Path):
    """In that part of a run the heads of the policy stay as they are while the value learns; after it they move."""
    settings = config(network={"width": 16, "depth": 1, "trust": 3.0}, value_first=0.5, decisions=10 * 96)
    trainer = Trainer(GAME, settings, tmp_path)
    before = weights(trainer)
    while trainer.progress < 0.5:
        trainer.update()
    after = weights(trainer)
    assert torch.equal(before["policy.weight"], after["policy.weight"])
    assert torch.equal(before["advice.following.bias"], after["advice.following.bias"])
    assert not torch.equal(before["value.0.weight"], after["value.0.weight"])
    trainer.update()
    assert not torch.equal(before["policy.weight"], weights(trainer)["policy.weight"])


def test_schedules_end_with_the_time_of_a_run(tmp_path: Path):
    """A run that ends by time has come to the end of its schedules, not only of its minutes."""
    trainer = Trainer(GAME, config(decisions=10**9, minutes=1), tmp_path)
    trainer.seconds = 30.0
    assert trainer.progress == pytest.approx(0.5)
    trainer.update()
    assert trainer.figures["learning_rate"] == pytest.approx(trainer.config.learning_rate / 2)
    trainer.seconds = 60.0
    assert trainer.done


@pytest.mark.slow
def test_it_learns_to_beat_random(tmp_path: Path):
    """A minute of training beats random clearly; an untrained network does not."""
    changes = ["decisions=400_000", "games=256", "players=[2]", "evaluation.deals=100", "threads=1"]
    settings = load(PPOConfig, default_path("age_of_heroes", "ppo"), changes)
    trainer = Trainer(GAME, settings, tmp_path)
    before = trainer.evaluate()["matches"][0]["share"]
    run(trainer, lambda *_: None)
    match = trainer.history[-1]["matches"][0]
    assert match["against"] == "random"
    assert match["low"] > 0.75 > before


# ------------------------------------------------------------------------------------------------ files and configs
def test_policies_of_others_are_data(tmp_path: Path):
    """A pickle that would run code, a damaged file and one of another shape are refused."""
    bad = tmp_path / "bad.pt"
    bad.write_bytes(pickle.dumps(print))
    with pytest.raises(AgentError, match="not a rulebound-policy"):
        make(f"ppo:{bad}", GAME)
    bad.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(AgentError, match="not a rulebound-policy"):
        make(f"ppo:{bad}", GAME)
    with pytest.raises(AgentError, match="no policy is called"):
        make(f"ppo:{tmp_path / 'missing.pt'}", GAME)
    with pytest.raises(AgentError, match="ppo needs a policy"):
        make("ppo", GAME)
    good = tmp_path / "good.pt"
    save_policy(good, PolicyNetwork(GAME, 16, 1), GAME, {"rules": "standard"})
    network, facts = load_policy(good, GAME)
    assert network.width == 16
    assert facts == {"rules": "standard"}
    document = torch.load(good, weights_only=True)
    torch.save({**document, "actions": 3}, bad)
    with pytest.raises(AgentError, match="trained for actions 3"):
        load_policy(bad, GAME)
    torch.save({**document, "weights": {"policy.weight": torch.zeros(2)}}, bad)
    with pytest.raises(AgentError, match="damaged"):
        load_policy(bad, GAME)


def test_a_tournament_notices_another_policy_of_the_same_name(tmp_path: Path):
    """A finished pairing is read again only while the weights behind the name are the same."""
    names, reused = [f"ppo:{tmp_path}", "random"], []
    for number in (1, 1, 2):
        torch.manual_seed(number)
        save_policy(tmp_path / POLICY, PolicyNetwork(GAME, 16, 1), GAME, {})
        contest = Tournament(GAME, names, 2, 2, out=tmp_path / "tournament")
        contest.run()
        reused.append(contest.reused)
    assert reused == [0, 1, 0]


def test_policies_need_observations(tmp_path: Path):
    """A batch that writes no observations is refused with what to do."""
    save_policy(tmp_path / POLICY, PolicyNetwork(GAME, 16, 1), GAME, {})
    agent = make(f"ppo:{tmp_path}:greedy", GAME)
    assert agent.greedy
    with pytest.raises(AgentError, match="observe="):
        agent.act(Batch(GAME, 2, observe=None), np.arange(2))


def test_runs_are_not_mixed_up(tmp_path: Path):
    """A damaged checkpoint and changed rules are refused."""
    trainer = Trainer(GAME, config(), tmp_path)
    trainer.save()
    document = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    torch.save({**document, "rules_hash": "0"}, tmp_path / CHECKPOINT)
    with pytest.raises(ConfigError, match="other rules"):
        Trainer.resume(GAME, tmp_path)
    torch.save({**document, "game": "chess_v0"}, tmp_path / CHECKPOINT)
    with pytest.raises(ConfigError, match="chess_v0"):
        Trainer.resume(GAME, tmp_path)
    (tmp_path / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="not a rulebound-ppo-run"):
        Trainer.resume(GAME, tmp_path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (["learning_rate=-1"], "learning_rate = -1"),
        (["network.width=2"], "network.width = 2"),
        (["nothing=1"], "nothing = 1.*the fields are"),
        (["opponents.past=0.9", "opponents.scripted=0.9"], "at most 1"),
        (["reward=gold"], "reward = 'gold'"),
        (["imitation=1"], "imitation = 1"),
        (["imitation=-1"], "imitation = -1"),
        (["guidance=1", "opponents.scripted=0"], "no moves to learn from"),
        (["network.trust=5", "imitation=0.2"], "nothing to copy"),
        (["value_first=0.1"], "value_first = 0.1"),
        (["players"], "write key=value"),
        (["seed.x=1"], "holds no further fields"),
        (["players=[9]"], "num_players = 9"),
    ],
)
def test_wrong_configs_are_refused(changes: list[str], reason: str, tmp_path: Path):
    """The message names the field and its value."""
    with pytest.raises(ValueError, match=reason):
        Trainer(GAME, load(PPOConfig, default_path("age_of_heroes", "ppo"), changes), tmp_path)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_config_that_comes_along_is_valid(path: Path):
    """Each is one of this trainer or of the other, for rules that the game has."""
    settings = load(SB3Config if path.stem == "sb3" else PPOConfig, path)
    assert game(path.parent.name).variant(settings.rules).name == settings.rules


def test_a_convolutional_policy_learns_on_the_map(tmp_path: Path):
    """The config of Brick Civilization with convolutions, with few games: the weights that look at the map move."""
    changes = ["games=4", "length=4", "minibatch=16", "network.width=16", "network.channels=4", "imitation=0"]
    settings = load(PPOConfig, FOLDER / "brick_civilization" / "map.yaml", changes)
    trainer = Trainer(game("brick_civilization"), settings, tmp_path)
    before = weights(trainer)["map.layers.0.weight"]
    for _ in range(2):
        trainer.update()
    assert not torch.equal(before, weights(trainer)["map.layers.0.weight"])


def test_wrong_config_files_are_refused(tmp_path: Path):
    """A file that is missing, no YAML or no mapping is refused."""
    with pytest.raises(ConfigError, match="cannot read"):
        load(PPOConfig, tmp_path / "none.yaml")
    path = tmp_path / "config.yaml"
    path.write_text("[1, 2")
    with pytest.raises(ConfigError, match="not a YAML file"):
        load(PPOConfig, path)
    path.write_text("- 1")
    with pytest.raises(ConfigError, match="mapping"):
        load(PPOConfig, path)
    with pytest.raises(ConfigError, match="no ppo config"):
        default_path("chess", "ppo")


def test_window_is_saved_with_its_open_decisions(tmp_path: Path):
    """What a window holds over survives saving."""
    trainer = Trainer(GAME, config(), tmp_path)
    trainer.update()
    other = Window(GAME, GAME.observation.size, 12, 8)
    other.load(trainer.window.save())
    assert other.held.any()
    np.testing.assert_array_equal(other.held, trainer.window.held)
    np.testing.assert_array_equal(other.raw[: other.seats], trainer.window.raw[: other.seats])
