"""Tournaments: pairings, statistics, ratings, resuming, and the command."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rulebound.agents import AgentError, make
from rulebound.envs import game
from rulebound.train.match import Match, Referee
from rulebound.train.tournament import FOLDER, Pairing, Tournament, cells, markdown, rate, standings
from tests.train.conftest import GAME

pytest.importorskip("openskill")

ONE = game(GAME)
FEW = ONE.facts.players[0]
WORDS = ("tournament", GAME, "--agents", "random,scripted", "--seeds", 3, "--players", FEW)


def toy(agent: str, opponent: str, chance: float, deals: int = 60, players: int = 2, seed: int = 1) -> Pairing:
    """A pairing in which the agent in the single seat wins with a given chance, else a random other seat."""
    generator = np.random.default_rng(seed)
    results = np.full((deals, players, players), -1.0 / (players - 1))
    for deal in range(deals):
        for rotation in range(players):
            others = [seat for seat in range(players) if seat != rotation]
            winner = rotation if generator.random() < chance else generator.choice(others)
            results[deal, rotation, winner] = 1.0
    return Pairing(agent, opponent, results)


# ------------------------------------------------------------------------------------------------ statistics
def test_cells_of_known_results() -> None:
    win0, win1, drawn = [1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]
    first, second = cells([Pairing("a", "b", np.array([[win0, win1], [win0, win0], [drawn, win1]]))])
    assert (first.agent, first.opponent, first.games, first.wins, first.draws, first.losses) == ("a", "b", 6, 4, 1, 1)
    assert (second.wins, second.draws, second.losses) == (1, 1, 4)
    assert first.share.mean == pytest.approx((1 + 0.5 + 0.75) / 3)
    assert first.share.mean + second.share.mean == pytest.approx(1)
    assert first.parity == 0.5


def test_many_seats_have_their_own_parity() -> None:
    pairing = toy("a", "b", 0.25, players=4)
    assert (pairing.parity("a"), pairing.parity("b")) == (0.25, 0.75)
    assert len(cells([pairing])) == 1
    assert pairing.parts("a") + pairing.parts("b") == pytest.approx(np.ones((60, 4)))


@pytest.mark.parametrize("players", [2, 4])
def test_a_transitive_field_is_ranked_in_order(players: int) -> None:
    fair = 1 / players
    pairings = []
    for strong, weak in (("a", "b"), ("b", "c"), ("a", "c")):
        pairings.append(toy(strong, weak, fair + 0.3, players=players))
        if players > 2:
            pairings.append(toy(weak, strong, fair - 0.15, players=players, seed=2))
    table = standings(pairings[::-1])
    assert [one.name for one in table] == ["a", "b", "c"]
    assert [one.rank for one in table] == [1, 2, 3]
    assert table[0].mu > table[1].mu > table[2].mu
    assert table[0].advantage.low > 0 > table[2].advantage.high
    assert sum(one.advantage.mean for one in table) == pytest.approx(0, abs=1e-9)
    for one in table:
        assert one.win.mean + one.draw.mean + one.loss.mean == pytest.approx(1)
        assert one.sigma < 25 / 3


def test_equal_agents_have_equal_ratings_and_points_are_not_made() -> None:
    ratings = rate([toy("a", "b", 0.25, 200, 4), toy("b", "a", 0.25, 200, 4, seed=3)])
    assert abs(ratings["a"][0] - ratings["b"][0]) < 4
    assert np.mean([mu for mu, _ in ratings.values()]) == pytest.approx(25, abs=2)


def test_draws_leave_equal_ratings_equal() -> None:
    ratings = rate([Pairing("a", "b", np.zeros((5, 2, 2)))])
    assert ratings["a"] == pytest.approx(ratings["b"])


# ------------------------------------------------------------------------------------------------ play
def test_pairings() -> None:
    agents = ["random", "scripted"]
    assert Tournament(ONE, agents, 1, 2).pairings == [("random", "scripted")]
    assert Tournament(ONE, agents, 1, 3).pairings == [("random", "scripted"), ("scripted", "random")]


def test_a_tournament_is_its_matches() -> None:
    result = Tournament(ONE, ["scripted", "random"], 4, 3, seed=2).run()
    assert result.complete
    assert result.games == 2 * 4 * 3
    for pair in (("scripted", "random"), ("random", "scripted")):
        match = Match(ONE, pair, 4, 3, seed=2).run().score(pair[0])
        cell = result.cell(*pair)
        assert cell is not None
        assert (cell.wins, cell.draws, cell.losses) == (match.wins, match.draws, match.losses)
        assert (cell.share.mean, cell.share.low, cell.share.high) == pytest.approx((match.share, match.low, match.high))
    assert result.standings[0].name == "scripted"
    json.dumps(result.to_dict(), allow_nan=False)


def test_wrong_arguments() -> None:
    with pytest.raises(AgentError, match="two agents"):
        Tournament(ONE, ["random"])
    with pytest.raises(AgentError, match="twice"):
        Tournament(ONE, ["random", "random"])
    with pytest.raises(AgentError, match="no agent"):
        Tournament(ONE, ["random", "nobody"])
    with pytest.raises(ValueError, match="before any pairing"):
        Tournament(ONE, ["random", "scripted"]).result()


# ------------------------------------------------------------------------------------------------ resuming
@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The line-ups of the pairings that are really played."""
    played: list[list[str]] = []
    real = Referee.play

    def play(self: Referee, *arguments: object) -> object:
        played.append(self.names)
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Referee, "play", play)
    return played


def test_a_second_run_plays_nothing(tmp_path: Path, counted: list) -> None:
    first = Tournament(ONE, ["random", "scripted"], 3, 3, out=tmp_path).run()
    assert len(counted) == 2
    assert Tournament(ONE, ["random", "scripted"], 3, 3, out=tmp_path).run() == first
    assert len(counted) == 2


def test_what_is_different_is_played(tmp_path: Path, counted: list, monkeypatch: pytest.MonkeyPatch) -> None:
    agents = ["random", "scripted"]
    Tournament(ONE, agents, 3, 2, out=tmp_path).run()
    for changed in ({"seeds": 4}, {"seed": 1}, {"num_players": 3}, {"rules": list(ONE.rules.presets)[-1]}):
        before = len(counted)
        Tournament(ONE, agents, **{"seeds": 3, "num_players": 2, "out": tmp_path, **changed}).run()
        assert len(counted) > before, changed
    before = len(counted)
    monkeypatch.setattr("rulebound.train.tournament.versions", lambda: {"rulebound": "other"})
    Tournament(ONE, agents, 3, 2, out=tmp_path).run()
    assert len(counted) == before + 1


def test_a_damaged_file_is_played_again(tmp_path: Path, counted: list) -> None:
    first = Tournament(ONE, ["random", "scripted"], 3, 2, out=tmp_path).run()
    (file,) = (tmp_path / FOLDER).iterdir()
    for text in ("{", "[]", json.dumps({**json.loads(file.read_text()), "results": [[1]]})):
        file.write_text(text)
        assert Tournament(ONE, ["random", "scripted"], 3, 2, out=tmp_path).run() == first
    assert len(counted) == 4


def test_agents_without_a_text_name_are_never_reused(tmp_path: Path, counted: list) -> None:
    for _ in range(2):
        Tournament(ONE, [make("random", ONE), "scripted"], 2, 2, out=tmp_path).run()
    assert len(counted) == 2
    assert not (tmp_path / FOLDER).exists()


# ------------------------------------------------------------------------------------------------ the command
def test_command(run: Callable, tmp_path: Path) -> None:
    result = run(*WORDS, "--out", tmp_path / "deep")
    assert result.exit_code == 0, result.output
    for text in ("scripted", "mu", "sigma", "share of the row", "parity 50.0%", "Plackett-Luce"):
        assert text in result.stdout
    document = json.loads((tmp_path / "deep" / "tournament.json").read_text())
    assert document["complete"]
    rows = list(csv.DictReader((tmp_path / "deep" / "tournament.csv").open()))
    assert [(row["agent"], row["opponent"]) for row in rows] == [("random", "scripted"), ("scripted", "random")]
    assert "## Ranking" in (tmp_path / "deep" / "tournament.md").read_text()
    again = run(*WORDS, "--out", tmp_path / "deep")
    assert again.stdout == result.stdout
    assert "1 of 1 pairings read" in again.stderr


def test_an_interrupted_command_keeps_complete_pairings(run: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = ("tournament", GAME, "--agents", "random,scripted", "--seeds", 2, "--players", 3, "--out", tmp_path)
    real = Referee.play

    def play(self: Referee, *arguments: object) -> object:
        if self.names[0] == "scripted":
            raise KeyboardInterrupt
        return real(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Referee, "play", play)
        result = run(*words)
        assert result.exit_code == 130
        assert "stopped after 1 of 2 pairings" in result.stdout
    result = run(*words)
    assert result.exit_code == 0
    assert "1 of 2 pairings read" in result.stderr


def test_interrupted_at_once(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Referee, "play", play)
    result = run(*WORDS)
    assert result.exit_code == 130
    assert "before any pairing" in result.stderr


def test_command_refuses(refused: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert GAME in refused("tournament", "chess_like")
    assert "two agents" in refused("tournament", GAME, "--agents", "random")
    assert "no agent" in refused("tournament", GAME, "--agents", "random,nobody")
    assert "not a folder" in refused(*WORDS, "--out", file)
    assert "no preset" in refused(*WORDS, "--rules", "nonsense")
    assert "chunk" in refused(*WORDS, "--chunk", 1)
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    assert "rulebound[eval]" in refused(*WORDS)


def test_markdown_has_every_agent() -> None:
    result = Tournament(ONE, ["random", "scripted"], 2, 2).run()
    text = markdown(result)
    assert text.count("| scripted |") >= 2
    assert result.rules_hash in text
