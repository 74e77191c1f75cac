"""Seat-rotated matches: seating, statistics, determinism, and the command."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rulebound.agents import Agent, AgentError, make
from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.train.match import Match, MatchResult, first_places, lineup, rotations, score
from tests.train.conftest import GAME

ONE = game(GAME)


class Watcher(Agent):
    """Plays at random and notes where it sat and under which deal."""

    def __init__(self, name: str) -> None:
        super().__init__(ONE)
        self.name = name
        self.seen: set[tuple[int, int, int]] = set()
        self.inner = make("random", ONE, 3)

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        self.seen |= {(int(batch.seeds[row]), int(row) % int(batch.players[row]), int(batch.seat[row])) for row in rows}
        return self.inner.act(batch, rows)


class Breaker(Agent):
    """Interrupts the match in its second chunk."""

    name = "breaker"

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if 2 in batch.seeds:
            raise KeyboardInterrupt
        return np.argmax(batch.mask[rows], axis=1)


class Edge(Agent):
    """Plays the first or the last legal action, and so the same game every time."""

    def __init__(self, last: bool) -> None:
        super().__init__(ONE)
        self.name, self.last = ("last" if last else "first"), last

    def pick(self, mask: np.ndarray) -> int:
        return int(np.flatnonzero(mask)[-1 if self.last else 0])

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        return np.array([self.pick(batch.mask[row]) for row in rows])


# ------------------------------------------------------------------------------------------------ seating
def test_line_ups() -> None:
    assert lineup(["a"], 3) == ["a", "a", "a"]
    assert lineup(["a", "b"], 4) == ["a", "b", "b", "b"]
    assert lineup(["a", "b"], 2) == ["a", "b"]
    assert lineup(["a", "b", "c"], 3) == ["a", "b", "c"]
    with pytest.raises(AgentError, match="3 agents for 4 players"):
        lineup(["a", "b", "c"], 4)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_everybody_sits_everywhere_once_and_keeps_the_neighbours(players: int) -> None:
    seating = rotations(range(players))
    for column in seating.T:
        assert sorted(column) == list(range(players))
    for row in seating:
        assert [int(x) for x in np.roll(row, -int(np.argmin(row)))] == list(range(players))


def test_agents_really_sit_in_every_seat_of_every_deal() -> None:
    players = ONE.facts.players[0]
    agents = [Watcher(f"w{k}") for k in range(players)]
    Match(ONE, agents, [7, 8, 9], players).run()
    for place, agent in enumerate(agents):
        # In rotation k the agent of place p sits in seat p + k.
        assert agent.seen <= {(deal, k, (place + k) % players) for deal in (7, 8, 9) for k in range(players)}
        seats = Counter(seat for _, _, seat in agent.seen)
        assert set(seats.values()) == {3}


def test_different_agents_of_one_name_are_told_apart() -> None:
    match = Match(ONE, [Watcher("w"), Watcher("w")], 1, 2)
    assert match.names == ["w", "w#2"]
    assert Match(ONE, ["random", "random"], 1, 2).names == ["random"]


# ------------------------------------------------------------------------------------------------ statistics
def test_first_places_are_shared() -> None:
    results = np.array([[1.0, -1 / 3, -1 / 3, -1 / 3], [0.0, 0.0, 0.0, 0.0], [1 / 3, 1 / 3, -1 / 3, -1 / 3]])
    assert first_places(results).tolist() == [[1, 0, 0, 0], [0.25] * 4, [0.5, 0.5, 0, 0]]


def test_scores_of_known_results() -> None:
    win0, win1, drawn = [1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]
    # Agent 0 sits in seat 0 in the first rotation and in seat 1 in the second.
    results = np.array([[win0, win1], [win0, win0], [win1, win0], [drawn, win1]])
    first, second = score(results, rotations([0, 1]), ["a", "b"])
    assert first.deal_shares == (1.0, 0.5, 0.0, 0.75)
    assert (first.games, first.wins, first.draws, first.losses) == (8, 4, 1, 3)
    assert first.share == pytest.approx(0.5625)
    assert (first.low, first.high) == (0.0, 1.0)  # 0.5625 -+ 0.68, and a share lies between 0 and 1
    assert first.mean_result == pytest.approx(0.125)
    assert (second.wins, second.draws, second.losses) == (3, 1, 4)
    assert first.share + second.share == pytest.approx(1)
    assert first.parity == 0.5


def test_the_deal_is_the_unit_not_the_game() -> None:
    """Deals that decide all of their rotations alike give the interval of few deals, not of many games."""
    results = np.array([[[1.0, -1.0], [-1.0, 1.0]]] * 5 + [[[-1.0, 1.0], [1.0, -1.0]]] * 5)
    first, _ = score(results, rotations([0, 1]), ["a", "b"])
    half = 2.262157 * math.sqrt(10 * 0.25 / 9) / math.sqrt(10)
    assert first.high - first.low == pytest.approx(2 * half, abs=1e-5)


def test_an_agent_in_many_seats_wins_a_game_once() -> None:
    results = np.array([[[-1 / 3, 1.0, -1 / 3, -1 / 3]] * 4])
    one, many = score(results, rotations([0, 1, 1, 1]), ["one", "many"])
    assert (one.games, one.wins, one.losses) == (4, 1, 3)
    assert (many.games, many.wins, many.losses, many.seats) == (4, 3, 1, 3)
    assert (one.parity, many.parity) == (0.25, 0.75)
    assert many.mean_result == pytest.approx((3 - 9 / 3) / 12)


# ------------------------------------------------------------------------------------------------ play
@pytest.fixture(scope="module")
def small() -> MatchResult:
    return Match(ONE, ["random"], 6, seed=11).run()


def test_the_same_seeds_give_the_same_match(small: MatchResult) -> None:
    assert Match(ONE, ["random"], 6, seed=11).run() == small
    assert Match(ONE, ["random"], 6, seed=11, threads=2).run() == small
    assert Match(ONE, ["random"], range(11, 17), seed=11).run() == small
    assert (
        Match(ONE, ["random"], 6, seed=12).run().scores != small.scores
        or Match(ONE, ["random"], 6, seed=12).run().decisions != small.decisions
    )


def test_a_match_is_what_single_games_say() -> None:
    """Every deal under every rotation, played by hand."""
    agents = [Edge(False), Edge(True), Edge(True)]
    names, shares, decisions = ["first", "last", "last#2"], np.zeros(3), 0
    for deal in (4, 5):
        for k in range(3):
            position = ONE.new(3, seed=deal)
            while not position.over:
                position.play(agents[(position.seat - k) % 3].pick(position.mask()))
                decisions += 1
            shares += np.roll(first_places(position.outcome()[:, 0]), -k) / 6
    result = Match(ONE, agents, [4, 5], 3).run()
    assert [result.score(name).share for name in names] == pytest.approx(shares.tolist())
    assert result.decisions == decisions


def test_what_a_match_tells(small: MatchResult) -> None:
    assert small.games == 6 * small.num_players
    assert small.complete
    assert small.seeds == tuple(range(11, 17))
    assert sum(small.seat_shares) == pytest.approx(1)
    assert small.decisions_per_game > 1
    if "win_kind" in ONE.state.fields:
        assert sum(small.win_kinds.values()) == small.games
        assert set(small.win_kinds) <= set(ONE.state.fields["win_kind"].labels or ())
    document = json.loads(json.dumps(small.to_dict(), allow_nan=False))
    assert document["scores"][0]["name"] == "random"
    assert document["games"] == small.games


def test_chunks_play_every_deal() -> None:
    result = Match(ONE, ["random"], 5, 2, chunk=4).run()
    assert result.seeds == (0, 1, 2, 3, 4)
    assert result.games == 10


def test_one_deal_has_no_interval() -> None:
    result = Match(ONE, ["random"], [3], 2).run()
    assert math.isnan(result.scores[0].low)
    assert result.to_dict()["scores"][0]["low"] is None


def test_a_stopped_match_keeps_its_complete_deals() -> None:
    match = Match(ONE, [Breaker(ONE)], 4, 2, chunk=4)
    with pytest.raises(KeyboardInterrupt):
        match.run()
    result = match.result()
    assert result.seeds == (0, 1)
    assert not result.complete


def test_progress_reaches_the_end() -> None:
    calls: list[tuple[int, int]] = []
    Match(ONE, ["random"], 3, 2, chunk=4).run(lambda done, total: calls.append((done, total)))
    assert calls[-1] == (6, 6)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="at least one seed"):
        Match(ONE, ["random"], [])
    with pytest.raises(ValueError, match="chunk = 1"):
        Match(ONE, ["random"], 1, 2, chunk=1)
    with pytest.raises(ValueError, match="before any deal"):
        Match(ONE, ["random"], 1, 2).result()


# ------------------------------------------------------------------------------------------------ the command
def test_command(run: Callable, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "match.json"
    result = run("match", GAME, "--agents", "random", "--seeds", 4, "--players", 2, "--json", path)
    assert result.exit_code == 0, result.output
    assert "Student's t" in result.stdout
    assert "random" in result.stdout
    assert "decisions per game" in result.stdout
    document = json.loads(path.read_text())
    assert document["num_players"] == 2
    assert document["scores"][0]["share"] == 1.0


def test_command_writes_json_to_stdout_and_is_deterministic(run: Callable) -> None:
    documents = [json.loads(run("match", GAME, "--agents", "random", "--seeds", 3, "--json", "-").stdout) for _ in range(2)]
    for document in documents:
        del document["seconds"], document["decisions_per_second"]
    assert documents[0] == documents[1]


def test_interrupted_command_shows_what_is_done(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match._play

    def play(self: Match, deals: list[int], progress: Callable | None):
        if self.done:
            raise KeyboardInterrupt
        return real(self, deals, progress)

    monkeypatch.setattr(Match, "_play", play)
    result = run("match", GAME, "--agents", "random", "--players", 2, "--seeds", 4, "--chunk", 4)
    assert result.exit_code == 130
    assert "stopped after 2 of 4 deals" in result.stdout


def test_command_refuses(refused: Callable, tmp_path: Path) -> None:
    assert GAME in refused("match", "chess_like")
    assert "there are random" in refused("match", GAME, "--agents", "nobody")
    assert "separated by commas" in refused("match", GAME, "--agents", "random,,random")
    assert "3 agents for 4 players" in refused("match", GAME, "--agents", "random,random,random", "--players", 4)
    assert "num_players" in refused("match", GAME, "--agents", "random", "--players", 99)
    assert "--seeds" in refused("match", GAME, "--seeds", "many")
    assert "--seeds" in refused("match", GAME, "--seeds", 0)
    assert "no preset" in refused("match", GAME, "--rules", "nonsense")
    assert "cannot read" in refused("match", GAME, "--rules", tmp_path / "none.yaml")
    assert "folder" in refused("match", GAME, "--json", tmp_path)
    assert "chunk" in refused("match", GAME, "--agents", "random", "--chunk", 1)
