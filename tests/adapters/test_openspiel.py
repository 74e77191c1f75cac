"""OpenSpiel: its own checks and searches run on our games, and what it is told is what the other faces say."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from rulebound.envs import GAMES, game
from rulebound.envs.core.aec import GameEnv
from tests.conformance.cases import every_game, usual_cases

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from rulebound.envs.core.adapters import openspiel  # noqa: E402

CHANCE = pyspiel.PlayerId.CHANCE


def load(env: str, **parameters: object) -> pyspiel.Game:
    """A game as a user loads it."""
    chosen = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"{openspiel.short_name(game(env))}({chosen})")


def dealt(env: str, deal: int = 0, decisions: int = 0, **parameters: object) -> pyspiel.State:
    """A game after some random decisions."""
    state, rng = load(env, **parameters).new_initial_state(), np.random.default_rng(deal)
    state.apply_action(deal)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# ------------------------------------------------------------------------------------------------ facts
@every_game
def test_facts_are_right(env: str) -> None:
    """Type and info say what the game says of itself, for the table at hand."""
    one, low, high = game(env), *game(env).facts.players
    assert openspiel.short_name(one) in pyspiel.registered_names()
    for players in (low, high):
        loaded = load(env, players=players, max_decisions=77, deals=5)
        kind = loaded.get_type()
        assert (kind.min_num_players, kind.max_num_players, loaded.num_players()) == (low, high, players)
        assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
        assert not kind.provides_information_state_tensor
        assert (loaded.num_distinct_actions(), loaded.max_chance_outcomes()) == (one.actions.size, 5)
        assert (loaded.max_game_length(), loaded.max_chance_nodes_in_history()) == (77, 1)
        assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (-1, 1, 0)
        assert loaded.observation_tensor_shape() == [one.view(one.variant(), players).size]


@every_game
def test_wrong_parameters_are_refused(env: str) -> None:
    """Errors name the value and what is allowed."""
    _, high = game(env).facts.players
    with pytest.raises(ValueError, match=f"num_players = {high + 1}"):
        load(env, players=high + 1)
    with pytest.raises(ValueError, match="reward = 'shaped': in OpenSpiel it must be one of win"):
        load(env, reward="shaped")
    with pytest.raises(ValueError, match="deals = 0: must be between 1"):
        load(env, deals=0)
    with pytest.raises(ValueError, match="public_info=True"):
        load(env).make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    with pytest.raises(ValueError, match="nothing is dealt yet"):
        load(env).new_initial_state().position()


# ------------------------------------------------------------------------------------------------ OpenSpiel's own tools
@pytest.mark.parametrize("players", [2, 4])
def test_random_simulation_of_age_of_heroes(players: int) -> None:
    """OpenSpiel's random simulation test passes to the end of games, serialization included."""
    pyspiel.random_sim_test(load("age_of_heroes", players=players), num_sims=1, serialize=True, verbose=False)


@usual_cases
@pytest.mark.parametrize("reward", openspiel.REWARDS)
def test_random_simulation(env: str, preset: str, players: int, reward: str) -> None:
    """The same for every game and reward, cut short: bounds, sums, masks, clones and serialized states hold."""
    loaded = load(env, players=players, rules=preset, reward=reward, max_decisions=50, deals=3)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


def test_searches_play_age_of_heroes() -> None:
    """OpenSpiel's MCTS bot plays a whole game against its random bot, its information-set search the beginning of one."""
    loaded, luck = load("age_of_heroes", players=2), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    searching = mcts.MCTSBot(loaded, 2, 4, evaluator, random_state=luck)
    returns = evaluate_bots.evaluate_bots(
        loaded.new_initial_state(), [searching, uniform_random.UniformRandomBot(1, np.random.RandomState(2))], luck
    )
    assert sum(returns) == 0
    state = dealt("age_of_heroes", deal=3, players=2)
    bot = ismcts.ISMCTSBot(loaded, evaluator, 2, 6, random_state=luck)
    for _ in range(12):
        state.apply_action(bot.step(state))


@pytest.mark.parametrize("players", [2, 4])
def test_search_takes_a_win(players: int) -> None:
    """One action before a seat won in random play, MCTS wins for it, at any seat: returns and turns are told right."""
    luck, rng, seats = np.random.RandomState(5), np.random.default_rng(5), set()
    for deal in range(40):
        state = dealt("age_of_heroes", deal=deal, players=players)
        while not state.is_terminal():
            before, seat = state.clone(), state.current_player()
            state.apply_action(int(rng.choice(state.legal_actions())))
        if state.returns()[seat] == 1:
            evaluator = mcts.RandomRolloutEvaluator(1, luck)
            bot = mcts.MCTSBot(state.get_game(), 2, 4 * len(before.legal_actions()), evaluator, solve=True, random_state=luck)
            before.apply_action(bot.step(before))
            assert before.returns()[seat] == 1
            seats.add(seat)
    assert len(seats) > 1


@every_game
def test_the_learning_environment_pays_the_result(env: str) -> None:
    """OpenSpiel's RL environment, from which its learners are fed, plays a game to its end."""
    table = rl_environment.Environment(load(env, players=2, deals=3), observation_type=rl_environment.ObservationType.OBSERVATION)
    table.seed(1)
    rng, step = np.random.default_rng(1), table.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == table.observation_spec()["info_state"][0]
        step = table.step([int(rng.choice(step.observations["legal_actions"][seat]))])
    assert step.rewards == table.get_state.returns()


def test_a_process_that_used_it_ends_well() -> None:
    """OpenSpiel lets go of registered games after Python has shut down, which must not crash."""
    code = """
import pyspiel, rulebound.envs.core.adapters.openspiel
state = pyspiel.load_game("rulebound_age_of_heroes_v0").new_initial_state()
state.apply_action(0)
print(len(state.observation_tensor()), len(state.information_state_string()) > 40)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "470 True\n"), done.stderr


# ------------------------------------------------------------------------------------------------ the same game as elsewhere
@usual_cases
def test_a_deal_is_a_seed_of_the_other_faces(env: str, preset: str, players: int) -> None:
    """Deal k is the game of reset(seed=seed + k): all seats see the same, may do the same and get the same."""
    state = dealt(env, deal=4, players=players, rules=preset, seed=20)
    table = GameEnv(game(env), preset, players)
    table.reset(seed=24)
    observation, rng = make_observation(state.get_game()), np.random.default_rng(0)
    while not state.is_terminal():
        assert f"player_{state.current_player()}" == table.agent_selection
        mask = table.observe(table.agent_selection)["action_mask"]
        assert state.legal_actions_mask() == mask.tolist()
        if state.move_number() % 5 == 0:
            for seat, agent in enumerate(table.possible_agents):
                seen = table.observe(agent)["observation"]
                np.testing.assert_array_equal(state.observation_tensor(seat), seen)
                observation.set_from(state, seat)
                np.testing.assert_array_equal(observation.tensor, seen)
                assert state.legal_actions(seat) == (np.flatnonzero(mask).tolist() if seat == state.current_player() else [])
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        table.step(action)
    assert state.position() == table.position
    np.testing.assert_allclose(state.returns(), [table.rewards[agent] for agent in table.possible_agents], atol=1e-6)
    assert state.history()[0] == 4


@every_game
def test_named_parts_are_those_of_the_layout(env: str) -> None:
    """An observer's dict holds the slices of the observation by name."""
    state = dealt(env, deal=1, decisions=20, players=2)
    observation, view = make_observation(state.get_game()), game(env).view(game(env).variant(), 2)
    observation.set_from(state, 1)
    assert list(observation.dict) == [part.name for part in view.slices]
    for part in view.slices:
        np.testing.assert_array_equal(np.rint(observation.dict[part.name] * part.high), view.read(observation.tensor, part.name))


@every_game
def test_actions_in_words_go_both_ways(env: str) -> None:
    """OpenSpiel finds an action by its text."""
    state = dealt(env, deal=2, decisions=15, players=2)
    for action in state.legal_actions():
        assert state.string_to_action(state.action_to_string(action)) == action


@every_game
def test_clones_go_their_own_way(env: str) -> None:
    """A clone is equal and stays so while the original plays on; a serialized state goes on exactly like the original."""
    state, rng = dealt(env, deal=1, decisions=30, players=2), np.random.default_rng(3)
    clone, text = state.clone(), str(state)
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for _ in range(40):
        if state.is_terminal():
            break
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        restored.apply_action(action)
        assert str(restored) == str(state)
        for seat in range(2):
            assert restored.information_state_string(seat) == state.information_state_string(seat)
    assert str(clone) == text != str(state)


# ------------------------------------------------------------------------------------------------ information
@usual_cases
def test_information_states_remember_everything(env: str, preset: str, players: int) -> None:
    """A seat's information state changes exactly with its own actions and with what it sees, and never comes back."""
    state, rng = load(env, players=players, rules=preset).new_initial_state(), np.random.default_rng(1)
    state.apply_action(1)
    past = {seat: [state.information_state_string(seat)] for seat in range(players)}
    seen = {seat: state.observation_string(seat) for seat in range(players)}
    unnoticed = 0
    for _ in range(150):
        if state.is_terminal():
            break
        actor = state.current_player()
        state.apply_action(int(rng.choice(state.legal_actions())))
        for seat in range(players):
            now, view = state.information_state_string(seat), state.observation_string(seat)
            if seat != actor and view == seen[seat]:
                assert now == past[seat][-1]
                unnoticed += 1
            else:
                assert now not in past[seat]
                past[seat].append(now)
            seen[seat] = view
    assert min(len(states) for states in past.values()) > 20
    if env == "age_of_heroes":
        assert unnoticed > 0


@every_game
def test_own_actions_are_remembered_where_the_view_forgets(env: str) -> None:
    """Two games that a seat sees alike are two information states if it came there by different actions."""
    state = dealt(env, deal=5, players=2)
    root, twin = state._past, state._past
    seat, same = state.current_player(), root.state
    one, two = (openspiel.Past(root.game, same, past, seat, action) for past, action in ((root, 3), (twin, 4)))
    assert one.of(seat) != two.of(seat)
    assert one.of(1 - seat) == two.of(1 - seat) == root.of(1 - seat)


@usual_cases
def test_resampling_keeps_what_the_seat_knows(env: str, preset: str, players: int) -> None:
    """A resampled state is another game that the seat cannot tell from the real one, and it can be played to its end."""
    luck, rng = iter(np.random.default_rng(2).random(100)), np.random.default_rng(4)
    other = 0
    for decisions in (0, 25, 60):
        state = dealt(env, deal=6, decisions=decisions, players=players, rules=preset)
        seat = state.current_player()
        for _ in range(3):
            trial = state.resample_from_infostate(seat, lambda: next(luck))
            assert trial.information_state_string(seat) == state.information_state_string(seat)
            assert trial.legal_actions() == state.legal_actions()
            other += str(trial) != str(state)
        while not trial.is_terminal():
            trial.apply_action(int(rng.choice(trial.legal_actions())))
        assert str(state) != str(trial)
    assert other == 9


def test_every_game_is_registered() -> None:
    """Importing the adapter is all it takes."""
    assert {openspiel.short_name(game(name)) for name in GAMES} <= set(pyspiel.registered_names())
    assert load(GAMES[0]).new_initial_state().current_player() == CHANCE
