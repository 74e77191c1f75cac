"""The comparison with other libraries: rows are measured, missing libraries are named, the table and the plot hold every row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulebound.benchmarks import peers

ROWS = [
    peers.Row("Rulebound", "a game", 200_000.0, "mask, observation", 2_000_000.0, "1024 games", 1e-6, 0.5),
    peers.Row("Other", "a game", 10_000.0, "legal list", None, "none", None, None),
]


def test_our_games_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row has all four figures, each of a sensible size."""
    monkeypatch.setattr(peers, "GAMES", ("age_of_heroes",))
    monkeypatch.setattr(peers, "first_step", lambda code: 1.0 if compile(code, "first step", "exec") else 0.0)
    (row,) = peers.ours(0.01)
    assert row.library == "Rulebound"
    assert row.batch > row.single > 1000
    assert 0 < row.clone < 1e-3
    assert row.first_step == 1.0


def test_a_missing_library_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """The others are still measured, and the file says which versions they are of."""
    libraries = {"here": ("numpy", lambda seconds: iter(ROWS)), "absent": ("no-such-library", lambda seconds: iter(ROWS))}
    monkeypatch.setattr(peers, "LIBRARIES", libraries)
    monkeypatch.setenv("COLUMNS", "200")
    peers.main(["--out", str(tmp_path / "peers.json"), "--plot", str(tmp_path / "peers.png")])
    told = capsys.readouterr().out
    assert 'absent is not installed: pip install "rulebound[peers]"' in told
    assert "2,000,000/s" in told
    document = json.loads((tmp_path / "peers.json").read_text())
    assert [row["library"] for row in document["peers"]] == ["Rulebound", "Other"]
    assert list(document["versions"]) == ["here"]
    assert (tmp_path / "peers.png").stat().st_size > 5000


def test_every_library_gets_the_same_choice() -> None:
    """The rule that chooses looks at the list of legal actions alone."""
    assert {peers.choose([4, 9, 11], played) for played in range(20)} == {4, 9, 11}
