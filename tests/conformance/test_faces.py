"""The faces of every game: PettingZoo, batch, Gymnasium; and that they all play the same game."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from rulebound.envs import VERSIONS, game
from rulebound.envs.core import batch as batch_module
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.faces import faces
from rulebound.envs.core.position import IllegalAction
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.vector import SoloVectorEnv
from tests.conformance.cases import every_case, every_game, few_cases

# What api_test says of every environment outside PettingZoo's own list, and of the mask of a finished seat.
UNAVOIDABLE = ("Observation space for each agent", "Observation is not a NumPy array", "Observation is not NumPy array", "all zero")


@few_cases
def test_pettingzoo_accepts_it(env: str, preset: str, players: int) -> None:
    """api_test and seed_test pass, and api_test has nothing to say that could be avoided."""
    make, raw, _ = faces(game(env))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(make(rules=preset, num_players=players), num_cycles=400, verbose_progress=False)
        api_test(raw(rules=preset, num_players=players), num_cycles=400, verbose_progress=False)
    avoidable = [str(w.message) for w in said if not any(text in str(w.message) for text in UNAVOIDABLE)]
    assert not avoidable
    seed_test(lambda: make(rules=preset, num_players=players), num_cycles=60)


@every_game
def test_pettingzoo_renders_it(env: str, capsys: pytest.CaptureFixture) -> None:
    """render_test passes, and `human` really prints the game."""
    make, _, _ = faces(game(env))
    render_test(make)
    assert game(env).facts.title.split()[0] in capsys.readouterr().out


@every_game
def test_registries_know_it(env: str) -> None:
    """Gymnasium and PettingZoo make it by id, and its version is the registered one."""
    assert game(env).version == VERSIONS[env]
    assert pettingzoo.make("aec", game(env).registry_id, num_players=2).metadata["name"] == game(env).id
    solo = gymnasium.make(game(env).registry_id, num_players=2)
    assert solo.observation_space.shape == (game(env).view(game(env).variant(), 2).size,)


def _play_aec(env: GameEnv, rng: np.random.Generator):
    """Play a game through last() and step(); yields agent, observation, reward and flags at every turn."""
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        yield agent, observation, reward, terminated, truncated
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))


@every_case
@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_three_ways_of_counting_rewards_agree(env: str, preset: str, players: int, reward: str) -> None:
    """The sum of `rewards` per step, the sum of what `last` reports and the result of the game are equal, all
    seats end together with the same flag, and flags and rewards are plain Python values."""
    table = GameEnv(game(env), preset, players, reward=reward)
    table.reset(seed=11)
    rng = np.random.default_rng(11)
    by_last = dict.fromkeys(table.possible_agents, 0.0)
    by_step = dict.fromkeys(table.possible_agents, 0.0)
    flags = {}
    for agent, _, paid, terminated, truncated in _play_aec(table, rng):
        by_last[agent] += paid
        assert type(paid) is float
        assert type(terminated) is bool
        assert type(truncated) is bool
        if terminated or truncated:
            if not flags:
                by_step = {a: by_step[a] + table.rewards[a] for a in table.possible_agents}
                result = {a: table.infos[a]["result"] for a in table.possible_agents}
            flags[agent] = (terminated, truncated)
        elif table.position.record.decisions:
            by_step = {a: by_step[a] + table.rewards[a] for a in table.possible_agents}
    assert len(flags) == players
    assert len(set(flags.values())) == 1
    for agent in table.possible_agents:
        assert by_last[agent] == pytest.approx(by_step[agent], abs=1e-5)
        assert by_last[agent] == pytest.approx(result[agent], abs=1e-5)


@every_game
def test_illegal_actions(env: str) -> None:
    """raw_env refuses and keeps the position; env ends the game as a loss of the offender; None and numbers
    that are no action are refused by both."""
    make, raw, _ = faces(game(env))
    for ctor in (make, raw):
        table = ctor(num_players=2)
        table.reset(seed=1)
        before = table.get_state()
        bad = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
        offender, other = table.agent_selection, next(a for a in table.agents if a != table.agent_selection)
        for nonsense in (None, -1, game(env).actions.size):
            with pytest.raises(IllegalAction):
                table.step(nonsense)
        assert table.get_state() == before
        if ctor is raw:
            with pytest.raises(IllegalAction, match="not legal for"):
                table.step(bad)
            assert table.get_state() == before
        else:
            table.step(bad)
            assert table.rewards == {offender: -1.0, other: 1.0}
            assert all(table.terminations.values())
            assert not any(table.truncations.values())


@every_game
def test_pickle_deepcopy_and_clone_keep_the_position(env: str) -> None:
    """Copies made in mid-game go on exactly like the original."""
    table = GameEnv(game(env))
    table.reset(seed=4)
    rng = np.random.default_rng(4)
    for number, _ in enumerate(_play_aec(table, rng)):
        if number == 37:
            break
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.clone()]
    while not table.position.over:
        action = int(rng.choice(np.flatnonzero(table.last()[0]["action_mask"])))
        for one in (table, *copies):
            one.step(action)
        assert all(one.get_state() == table.get_state() for one in copies)
        assert all(one.agent_selection == table.agent_selection for one in copies)
    assert all(one.rewards == table.rewards for one in copies)


@every_game
def test_a_state_of_bytes_is_checked(env: str) -> None:
    """get_state and set_state go round; a damaged state is refused and nothing changes."""
    table = GameEnv(game(env))
    table.reset(seed=4)
    kept = table.get_state()
    for bad in (kept[:-1], b"", b"\xff" * len(kept)):
        with pytest.raises(PositionError):
            table.set_state(bad)
        assert table.get_state() == kept
    table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    table.set_state(kept)
    assert table.get_state() == kept


@every_game
def test_looking_at_the_position_disturbs_nothing(env: str) -> None:
    """What the seat to act is shown, and may do, stays when somebody looks at the position of the game."""
    table = GameEnv(game(env), num_players=3)
    table.reset(seed=6)
    shown = table.last()[0]
    for seat in range(3):
        table.position.observe(seat)
        table.position.mask(seat)
        table.position.text(seat)
    table.observe("player_1")
    table.state()
    for name, values in shown.items():
        np.testing.assert_array_equal(table.last()[0][name], values)
    table.step(int(np.flatnonzero(shown["action_mask"])[0]))


@every_game
def test_state_holds_what_all_seats_see(env: str) -> None:
    """`state` is every seat's observation in a row, inside its space."""
    table = GameEnv(game(env), num_players=3)
    table.reset(seed=2)
    state = table.state()
    assert table.state_space.contains(state)
    size = table.view.size
    for seat, agent in enumerate(table.agents):
        np.testing.assert_array_equal(state[seat * size : (seat + 1) * size], table.observe(agent)["observation"])


# ------------------------------------------------------------------------------------------------ batch
def _rows(env: str, threads: int, **options) -> Batch:
    """A batch that mixes the rules and numbers of players that look alike."""
    one, size = game(env), 70
    low, high = one.facts.players
    view = one.view(one.variant(), low)
    rules = [preset for preset in one.rules.presets if one.view(one.variant(preset), low) is view]
    players = [n for n in range(low, high + 1) if all(one.view(one.variant(preset), n) is view for preset in rules)]
    return Batch(one, size, rules, [players[i % len(players)] for i in range(size)], 30, threads, **options)


@every_game
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_batch_is_many_single_games(env: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row i of a batch seeded s is the game that reset(seed=s + i) deals, bit for bit, at any number of
    threads, through the end of games and into the next ones."""
    monkeypatch.setattr(batch_module, "SMALLEST_SHARE", 8)
    batch = _rows(env, threads)
    singles = []
    for row in range(batch.size):
        single = GameEnv(game(env), batch.variants[batch.rulesets[row]], int(batch.players[row]))
        single.reset(seed=30 + row)
        singles.append(single)
    ended = 0
    for step in range(2000):
        if step >= 400 and ended > 5:  # long games need more steps to get into the next one
            break
        actions = batch.sample()
        for row in range(0, batch.size, 3):
            single = singles[row]
            observation = single.observe(single.agent_selection)
            np.testing.assert_array_equal(batch.observation[row], observation["observation"])
            np.testing.assert_array_equal(batch.raw[row] * batch.scale, batch.observation[row])
            np.testing.assert_array_equal(batch.mask[row], observation["action_mask"])
            assert batch.seat[row] == int(single.agent_selection.removeprefix("player_"))
        batch.step(actions)
        for row in range(0, batch.size, 3):
            single = singles[row]
            single.step(int(actions[row]))
            paid = [single.rewards[a] for a in single.possible_agents]
            np.testing.assert_allclose(batch.reward[row, : len(paid)], paid, atol=1e-6)
            assert bool(batch.over[row]) == single.position.over
            if batch.over[row]:
                ended += 1
                assert bool(batch.truncated[row]) == bool(single.position.record.truncated)
                np.testing.assert_allclose(batch.returns[row, : len(paid)], single.position.outcome()[:, 0])
                single.reset()
            single_state = single.position.states.copy()
            single_state["ruleset"] = batch.rulesets[row]
            assert batch.states[row : row + 1].tobytes() == single_state.tobytes()
    assert ended > 5
    batch.close()


@every_game
def test_a_batch_refuses_as_a_whole_or_loses_one_game(env: str) -> None:
    """An illegal action stops the step with every game unchanged, or loses that one game."""
    batch = _rows(env, 1)
    actions = batch.sample()
    actions[5] = int(np.flatnonzero(batch.mask[5] == 0)[0])
    nonsense = np.where(np.arange(batch.size) == 9, -2, -1)
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match="game 5"):
        batch.step(actions)
    assert batch.states.tobytes() == before
    with pytest.raises(IllegalAction, match="game 9"):
        batch.step(nonsense)
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match="one for each of the 70"):
        batch.step(actions[:3])
    forgiving = _rows(env, 1, illegal="lose", autoreset=False)
    seat = int(forgiving.seat[5])
    forgiving.step(actions)
    assert forgiving.over.sum() == 1
    assert forgiving.returns[5, seat] == -1
    assert forgiving.finished[5]
    forgiving.step(nonsense)
    assert forgiving.finished[9]
    assert forgiving.finished.sum() == 2


@every_game
def test_a_batch_saves_and_loads(env: str) -> None:
    """What is saved goes on exactly; what does not fit is refused."""
    one, two = _rows(env, 1), _rows(env, 2)
    for _ in range(150):
        one.step(one.sample())
    saved = one.save()
    two.load(saved)
    for _ in range(60):
        one.step(one.sample())
        two.step(two.sample())
    assert one.states.tobytes() == two.states.tobytes()
    np.testing.assert_array_equal(one.observation, two.observation)
    with pytest.raises(ValueError, match="saved states"):
        two.load({**saved, "states": saved["states"][:, :-1]})
    with pytest.raises(ValueError, match="saved game"):
        two.load({**saved, "states": np.full_like(saved["states"], 255)})
    assert one.states.tobytes() == two.states.tobytes()


@every_game
def test_a_position_can_be_put_into_a_batch(env: str) -> None:
    """A row takes over a position and shows it; a position under other rules is refused."""
    batch = Batch(game(env), 3, num_players=2, seed=1)
    position = game(env).new(2, seed=99)
    for _ in range(20):
        position.play(position.legal_ids()[0])
    batch.set_position(1, position)
    assert batch.position(1) == position
    np.testing.assert_array_equal(batch.mask[1], position.mask())
    np.testing.assert_array_equal(batch.observation[1], position.observe(position.seat))
    batch.step(batch.sample())
    other = next(name for name in game(env).rules.presets if game(env).variant(name) != game(env).variant())
    with pytest.raises(ValueError, match="row 1 is played under"):
        batch.set_position(1, game(env).new(2, other))


@every_game
def test_a_batch_writes_into_the_callers_arrays(env: str) -> None:
    """Buffers are used as they are, and wrong ones are refused by name."""
    mask = np.zeros((4, game(env).actions.size), np.int8)
    batch = Batch(game(env), 4, buffers={"mask": mask})
    assert batch.mask is mask
    assert mask.any(axis=1).all()
    with pytest.raises(ValueError, match=r"buffers\['mask'\]"):
        Batch(game(env), 4, buffers={"mask": mask.astype(bool)})
    with pytest.raises(ValueError, match="unknown names nothing"):
        Batch(game(env), 4, buffers={"nothing": mask})


# ------------------------------------------------------------------------------------------------ single agent
@every_game
def test_gymnasium_accepts_it(env: str) -> None:
    """Gymnasium's checker passes, which also plays illegal actions."""
    check_env(gymnasium.make(game(env).registry_id, num_players=2).unwrapped, skip_render_check=True)


@few_cases
def test_the_learner_is_told_of_every_loss(env: str, preset: str, players: int) -> None:
    """A game lost on somebody else's move pays the learner its loss; results of many games show both."""
    learners = SoloVectorEnv(game(env), 16, num_players=players, rules=preset)
    _, infos = learners.reset(seed=1)
    rng = np.random.default_rng(1)
    paid: list[float] = []
    while len(paid) < 60:
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        _, rewards, terminated, truncated, infos = learners.step(actions)
        over = terminated | truncated
        assert not rewards[~over].any()
        if over.any():
            np.testing.assert_allclose(rewards[over], infos["final_return"][over])
            assert learners.single_observation_space.contains(infos["final_obs"][over][0])
        paid += rewards[over].tolist()
    assert min(paid) == pytest.approx(-1 / (players - 1))
    assert max(paid) == 1


@every_game
def test_seeds_decide_the_vector_env(env: str) -> None:
    """The same seed gives the same games, a list of seeds gives each row its own."""
    one, two = (SoloVectorEnv(game(env), 12, num_players=2) for _ in range(2))
    np.testing.assert_array_equal(one.reset(seed=5)[0], two.reset(seed=list(range(5, 17)))[0])
    assert not np.array_equal(one.reset(seed=5)[0], two.reset(seed=list(range(105, 117)))[0])
