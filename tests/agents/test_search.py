"""The search agent: legal, deterministic, honest, right in plain positions, and stronger with more simulations."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.agents import AgentError, SearchAgent, make, tree
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry
from rulebound.envs.core.position import Position
from rulebound.train.match import Match
from tests.conformance.cases import every_search, every_searched_game, positions_along_play, usual_search

AGE = game("age_of_heroes")


def table(one: Game, *positions: Position, threads: int = 1) -> Batch:
    """A batch that holds these positions."""
    first = positions[0]
    batch = Batch(one, len(positions), first.variant, first.num_players, autoreset=False, threads=threads)
    for row, position in enumerate(positions):
        batch.set_position(row, position)
    return batch


def choice(agent: SearchAgent, position: Position, seed: int = 1) -> int:
    """What the agent plays in a position, under a given luck."""
    agent.reseed(seed)
    return int(agent.act(table(agent.game, position), np.zeros(1, np.int64))[0])


def answer(position: Position, simulations: int = 300, rollouts: str = "random", seed: int = 1) -> str:
    """The same in words, by a fresh agent of Age of Heroes."""
    return position.action_text(choice(SearchAgent(AGE, 0, simulations, rollouts), position, seed))


# ------------------------------------------------------------------------------------------------ always
@every_search
def test_legal_moves(env: str, preset: str, players: int) -> None:
    """Games are played from the first decision on, most of them to the end, without an illegal action."""
    one = game(env)
    batch = Batch(one, 2, preset, players, seed=3, autoreset=False)
    agent = SearchAgent(one, 1, simulations=6)
    for _ in range(300):
        actions = np.full(batch.size, -1, np.int64)
        rows = np.flatnonzero(batch.finished == 0)
        if not len(rows):
            break
        actions[rows] = agent.act(batch, rows)
        assert batch.mask[rows, actions[rows]].all()
        batch.step(actions)


@usual_search
def test_the_position_is_left_alone(env: str, preset: str, players: int) -> None:
    batch = Batch(game(env), 3, preset, players, seed=5)
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.rules.tobytes()
    make("search:20", game(env)).act(batch, np.arange(3))
    assert (batch.states.tobytes(), batch.mask.tobytes(), batch.rules.tobytes()) == before


@every_searched_game
def test_one_simulation_and_finished_games(env: str) -> None:
    """The smallest budget answers legally, and a game that is over has no action."""
    one = game(env)
    agent = make("search:1", one)
    *going, ended = positions_along_play(env, "standard", one.facts.usual_players, games=1)
    assert all(choice(agent, position) in position.legal_ids() for position in going)
    assert choice(agent, ended) == -1


@every_searched_game
def test_a_single_legal_action_needs_no_search(env: str) -> None:
    """A million simulations would take minutes."""
    one = game(env)
    agent = make("search:1000000", one)
    forced = [here for here in positions_along_play(env, "standard", 2, every=1) if not here.over and len(here.legal_ids()) == 1]
    for position in forced[:20]:
        assert [choice(agent, position)] == position.legal_ids()


# ------------------------------------------------------------------------------------------------ deterministic
@every_searched_game
def test_same_seed_same_actions(env: str) -> None:
    """The actions depend on the seed, the row and the decision: not on the number of threads, nor on the rows beside it."""
    one = game(env)
    positions = [here for here in positions_along_play(env, "standard", 3, every=11) if len(here.legal_ids()) > 4][:12]
    batch, rows = table(one, *positions), np.arange(len(positions))
    agent = SearchAgent(one, 7, simulations=25)
    first = agent.act(batch, rows)
    assert (agent.act(batch, rows) == first).all()  # luck belongs to the decision, not to the question
    assert (SearchAgent(one, 8, simulations=25).act(batch, rows) != first).any()
    assert (agent.act(batch, rows[::-2]) == first[::-2]).all()
    for threads in (2, 3):
        assert (SearchAgent(one, 7, simulations=25, threads=threads).act(batch, rows) == first).all()
    assert (SearchAgent(one, 7, simulations=25).act(table(one, *positions, threads=2), rows) == first).all()


# ------------------------------------------------------------------------------------------------ honest
@usual_search
def test_same_move_whatever_is_hidden(env: str, preset: str, players: int) -> None:
    """The move is the same in a position and in its redealt twins: the search reads nothing that the seat cannot know."""
    agent = SearchAgent(game(env), 0, simulations=40)
    checked = 0
    for position in positions_along_play(env, preset, players, every=5):
        if position.over or len(position.legal_ids()) < 2:
            continue
        twin = position.clone().redeal(position.seat, 1000 + checked)
        assert twin != position
        assert choice(agent, twin, seed=checked) == choice(agent, position, seed=checked)
        checked += 1
    assert checked > 5


def test_forced_dice_are_not_foreseen() -> None:
    """Dice that a position holds ready are as hidden as any other luck."""
    players = [{"armies": 3, "hand": ["iron"]}, {"armies": 3, "cities": 2, "hand": ["iron", "gold"]}]
    agent = SearchAgent(AGE, 0, 60)
    moves = {choice(agent, AGE.position({"day": 5, "players": players, "queue": [face] * 12})) for face in (1, 6)}
    assert len(moves) == 1


# ------------------------------------------------------------------------------------------------ right
@pytest.mark.parametrize("rollouts", [pytest.param("random"), pytest.param("scripted", marks=pytest.mark.slow)])
@pytest.mark.parametrize("rival", [{"cities": 2}, {"cities": 4, "armies": 3, "hand": ["wood"]}], ids=["calm", "close"])
def test_takes_an_immediate_win(rival: dict, rollouts: str) -> None:
    position = AGE.position({"day": 4, "players": [{"cities": 4, "hand": ["wood", "wood", "stone"]}, rival]})
    assert all(answer(position, rollouts=rollouts, seed=seed) == "build city" for seed in range(5))


def test_avoids_an_immediate_loss() -> None:
    """A conquest without defenders makes the fifth city; only the Olympics stop it."""
    players = [{"cities": 4, "armies": 4}, {"cities": 2, "armies": 0, "hand": ["olympics", "wood"]}]
    position = AGE.position({"day": 5, "players": players})
    position.play("war player_1 conquest")
    assert position.seat == 1
    assert all(answer(position, seed=seed) == "olympics cancel" for seed in range(5))


def test_stops_the_third_player() -> None:
    """With several rivals the one about to win is stopped, wherever it sits and though the next seat is richer in cards."""
    rich, winning = (
        {"cities": 2, "hand": ["iron"] * 4},
        {"cities": 4, "hand": ["wood", "wood", "stone"], "shown": ["wood", "wood", "stone"]},
    )
    for place in (1, 2, 3):
        players = [{"hand": ["eruption"]}, rich, rich, rich]
        players[place] = winning
        position = AGE.position({"day": 3, "stage": "preparation", "players": players})
        assert answer(position, 3000) == f"eruption player_{place}"


@entry
def follow(nodes, at, seat, mask, untried):
    """The child that a seat would follow, without exploring."""
    return tree.select(nodes, at, seat, np.uint64(0), mask, untried, 0.0)


@entry
def grow(nodes, at, parent, seat, action, visits, totals):
    """A node with a given history."""
    tree.place(nodes, at, parent, seat, action, np.uint64(0))
    for _ in range(visits):
        tree.back_up(nodes, at, totals)


def test_every_seat_follows_its_own_value() -> None:
    """Three children with values of three seats: whoever chooses takes what is best for itself, among what is legal."""
    nodes = tree.new_tree(16, 3)
    grow(nodes, 0, -1, -1, -1, 0, np.zeros(3))
    values = np.array([[1.0, -0.5, -0.5], [-0.5, 1.0, -0.5], [-0.4, -0.6, 1.0]])
    at = 1
    for seat in range(3):
        for action in range(3):
            grow(nodes, at, 0, seat, action, 4, values[action])
            at += 1
    mask, untried = np.array([1, 1, 1, 0], np.int8), np.zeros(4, np.int8)
    assert [int(nodes[follow(nodes, 0, seat, mask, untried)].action) for seat in range(3)] == [0, 1, 2]
    assert nodes[0].visits == 36  # every visit reached the root
    mask[1] = 0
    assert [int(nodes[follow(nodes, 0, seat, mask, untried)].action) for seat in range(3)] == [0, 0, 2]
    assert nodes["available"][1:10].tolist() == [3, 2, 3] * 3  # an action that is not legal was not available
    mask[3] = 1
    assert follow(nodes, 0, 0, mask, untried) == -1  # something legal was never tried
    assert untried.tolist() == [0, 0, 0, 1]


# ------------------------------------------------------------------------------------------------ names
def test_names() -> None:
    assert make("search:200", AGE).name == "search:200"
    assert make("search:50:random", AGE).name == "search:50"
    agent = make("search:8:scripted", AGE)
    assert (agent.name, agent.simulations) == ("search:8:scripted", 8)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("search", "write search:200"),
        ("search:", "write search:200"),
        ("search:many", "not 'many'"),
        ("search:-5", "not '-5'"),
        ("search:2.5", "not '2.5'"),
        ("search:²", "not '²'"),
        ("search::scripted", "write search:200"),
        ("search:0", "0 simulations; there must be 1 to 1,000,000"),
        ("search:1000001", "1000001 simulations"),
        ("search:10:", "ends in a colon"),
        ("search:10:clever", "'clever'; there are random, scripted"),
        ("search:10:scripted:2", "'scripted:2'; there are"),
        ("seek:10", "no agent is called 'seek:10'; there are random, scripted, search"),
    ],
)
def test_wrong_names(name: str, problem: str) -> None:
    with pytest.raises(AgentError) as error:
        make(name, AGE)
    assert problem in str(error.value)


@pytest.mark.parametrize("wrong", [{"simulations": 0}, {"exploration": -1.0}, {"depth": -1}, {"threads": 0}])
def test_wrong_settings(wrong: dict) -> None:
    with pytest.raises(AgentError):
        SearchAgent(AGE, **wrong)


def test_scripted_rollouts_need_a_scripted_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulebound.agents import search

    monkeypatch.setattr(search, "import_module", lambda name: (_ for _ in ()).throw(ModuleNotFoundError(name)))
    with pytest.raises(AgentError, match="has no scripted agent"):
        search._policy("age_of_heroes", "scripted")


# ------------------------------------------------------------------------------------------------ strong
@pytest.mark.slow
@pytest.mark.statistical
def test_beats_random_play() -> None:
    """Significantly above parity already with 50 simulations, for two players and for four."""
    two = Match(AGE, ["search:50", "random"], seeds=25, num_players=2).run().score("search:50")
    assert two.low > 0.5
    four = Match(AGE, ["search:50", "random"], seeds=8, num_players=4).run().score("search:50")
    assert four.low > 0.25


@pytest.mark.slow
@pytest.mark.statistical
def test_more_simulations_are_stronger() -> None:
    """Ten times the budget wins significantly more often."""
    score = Match(AGE, ["search:200", "search:20"], seeds=40, num_players=2).run().score("search:200")
    assert score.low > 0.5
