"""Comparisons of rule variants: pairing, correction, and the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebound.envs import game
from rulebound.train.compare import Comparison, ComparisonResult, lineup_text, markdown
from rulebound.train.stats import holm, paired_difference
from rulebound.train.trace import Tracer
from tests.train.conftest import GAME

ONE = game(GAME)
PRESETS = list(ONE.rules.presets)
OTHER = PRESETS[-1]
WORDS = ("compare", GAME, "--agents", "random", "--players", 2, "--seeds", 6)


@pytest.fixture(scope="module")
def result() -> ComparisonResult:
    return Comparison(ONE, ["standard", OTHER, "standard"], ["scripted", "random"], 12, 3, seed=5).run()


def test_values_and_differences_come_from_the_deals(result: ComparisonResult) -> None:
    for row in result.rows:
        for place in range(3):
            assert len(row.deals[place]) == 12
            assert row.values[place].mean == pytest.approx(sum(row.deals[place]) / 12)
        for place, one in enumerate(row.differences, 1):
            assert one.mean == pytest.approx(row.values[place].mean - row.values[0].mean)
            assert one.p == paired_difference(row.deals[place], row.deals[0]).p  # type: ignore[arg-type]


def test_the_same_rules_play_the_same_games(result: ComparisonResult) -> None:
    assert result.variants == ("standard", OTHER, "standard#2")
    for row in result.rows:
        assert row.deals[0] == row.deals[2]
        assert (row.differences[1].mean, row.differences[1].p, row.differences[1].p_holm) == (0.0, 1.0, 1.0)


def test_the_family_is_corrected_as_a_whole(result: ComparisonResult) -> None:
    tested = [one for row in result.rows for one in row.differences]
    assert [one.p_holm for one in tested] == holm([one.p for one in tested])


def test_metrics_make_sense(result: ComparisonResult) -> None:
    keys = [row.metric.key for row in result.rows]
    assert len(set(keys)) == len(keys)
    assert {"starter_share", "seat_2_share", "decisions", "branching", "decision_share", "truncated", "lead_changes"} <= set(keys)
    assert result.row("first_agent_share").values[0].mean > 1 / 3
    for place in range(3):
        assert sum(result.row(f"seat_{seat}_share").values[place].mean for seat in range(3)) == pytest.approx(1)
    if "win_kind" in ONE.state.fields:
        assert sum(row.values[0].mean for row in result.rows if row.metric.key.startswith("win_")) == pytest.approx(1)


def test_one_agent_alone_has_no_share_of_its_own() -> None:
    one = Comparison(ONE, ["standard"], ["random"], 2, 2).run()
    assert "first_agent_share" not in [row.metric.key for row in one.rows]
    assert all(row.differences == () for row in one.rows)


def test_threads_and_repetition_change_nothing() -> None:
    results = [Comparison(ONE, ["standard", OTHER], ["random"], 4, 2, threads=threads).run() for threads in (1, 2, 1)]
    assert results[0] == results[1] == results[2]


def test_bootstrap_intervals(result: ComparisonResult) -> None:
    again = Comparison(ONE, ["standard", OTHER], ["scripted", "random"], 12, 3, seed=5, interval="bca").run()
    t, bca = result.row("decisions").differences[0], again.row("decisions").differences[0]
    assert (bca.mean, bca.p) == (t.mean, t.p)
    assert bca.low != t.low
    assert bca.low == pytest.approx(t.low, abs=0.5 * (t.high - t.low))
    assert "bootstrap" in again.method


def test_documents(result: ComparisonResult) -> None:
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert [variant["name"] for variant in document["variants"]] == list(result.variants)
    assert document["variants"][1]["hash"] == ONE.variant(OTHER).hash
    decisions = next(metric for metric in document["metrics"] if metric["key"] == "decisions")
    assert set(decisions["differences"]) == set(result.variants[1:])
    text = markdown(result)
    assert f"## {OTHER} minus standard" in text
    assert "decisions per game" in text
    assert "Holm" in text


def test_words() -> None:
    assert lineup_text(["a", "b", "b", "b"]) == "a, 3 x b"
    assert lineup_text(["a", "b", "a"]) == "a, b, a"


def test_a_stopped_comparison_keeps_deals_complete_in_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = Comparison(ONE, ["standard", OTHER], ["random"], 6, 2, chunk=4)
    calls = 0
    real = Tracer.play

    def play(self: Tracer, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 4:  # the second variant of the second chunk
            raise KeyboardInterrupt
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Tracer, "play", play)
    with pytest.raises(KeyboardInterrupt):
        comparison.run()
    assert comparison.done == 2
    stopped = comparison.result()
    assert stopped.seeds == (0, 1)
    assert not stopped.complete
    comparison.run()
    assert comparison.result().seeds == tuple(range(6))


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="needs rules"):
        Comparison(ONE, [])
    with pytest.raises(ValueError, match="at least one seed"):
        Comparison(ONE, ["standard"], ["random"], [])
    with pytest.raises(ValueError, match="interval = 'z'"):
        Comparison(ONE, ["standard"], interval="z")
    low, high = ONE.facts.players
    differing = [ONE.variant(num_players=number) for number in (low, high)]
    with pytest.raises(ValueError, match="--players"):
        Comparison(ONE, differing)
    assert Comparison(ONE, differing, num_players=low).players == low


# ------------------------------------------------------------------------------------------------ the command
def test_command(run: Callable, tmp_path: Path) -> None:
    changed = tmp_path / "mine.yaml"
    changed.write_text(f"game: {GAME}\nname: mine\nextends: {OTHER}\n")
    result = run(*WORDS, "--rules", "standard", changed, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "mine minus standard" in result.stdout
    assert "p (Holm)" in result.stdout
    assert json.loads((tmp_path / "out" / "compare.json").read_text())["variants"][1]["name"] == "mine"
    assert "mine" in (tmp_path / "out" / "compare.md").read_text()
    for words in (("--rules", "standard", "--rules", OTHER), ("standard", OTHER)):
        assert f"{OTHER} minus standard" in run("compare", GAME, *words, *WORDS[2:]).stdout


def test_interrupted_command(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Tracer.play

    def play(self: Tracer, deals: list[int], part: int, *arguments: object) -> object:
        if part:
            raise KeyboardInterrupt
        return real(self, deals, part, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Tracer, "play", play)
    result = run(*WORDS, "--rules", "standard", OTHER, "--chunk", 4)
    assert result.exit_code == 130
    assert "stopped after 2 of 6 deals" in result.stdout


def test_command_refuses(refused: Callable, tmp_path: Path) -> None:
    assert "two or more" in refused(*WORDS, "--rules", "standard")
    assert "two or more" in refused(*WORDS)
    assert GAME in refused("compare", "chess_like", "standard", OTHER)
    assert "no preset" in refused(*WORDS, "--rules", "standard", "nonsense")
    assert "cannot read" in refused(*WORDS, "--rules", "standard", tmp_path / "none.yaml")
    assert "interval" in refused(*WORDS, "--rules", "standard", OTHER, "--interval", "z")
    assert "no agent" in refused("compare", GAME, "standard", OTHER, "--agents", "nobody")
