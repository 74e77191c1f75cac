"""The report: one page that needs nothing else, with the numbers of its comparison."""

from __future__ import annotations

import base64
import re
import sys
import xml.etree.ElementTree as xml
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.train.compare import Comparison, ComparisonResult
from rulebound.train.stats import percent
from rulebound.train.trace import by_piece
from tests.train.conftest import GAME

pytest.importorskip("matplotlib")

from rulebound.train import plots
from rulebound.train.plots import binned_curve
from rulebound.train.report import page, unused

ONE = game(GAME)
OTHER = list(ONE.rules.presets)[-1]
CARDS = game("heroes_of_history")  # the game that tells which pieces were played
VOID = {"meta", "img", "br"}


class Checker(HTMLParser):
    """Every tag is closed, and nothing is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures: list[dict] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "iframe")
        if tag == "img":
            self.pictures.append(given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def checked(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    assert not checker.open
    for picture in checker.pictures:
        assert picture["alt"]
        kind, _, data = picture["src"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert xml.fromstring(base64.b64decode(data)).tag.endswith("svg")
    assert not re.search(r"""(src|href)=["']?(http|//)|url\(|@import""", text)
    return checker


@pytest.fixture(scope="module")
def two() -> tuple[ComparisonResult, str]:
    result = Comparison(ONE, ["standard", OTHER], ["scripted", "random"], 6, 3).run()
    return result, page(ONE, result)


def test_a_comparison_on_one_page(two: tuple[ComparisonResult, str]) -> None:
    result, text = two
    checker = checked(text)
    for title in ("The game", "What the change of rules does", "Seat advantage", "Length", "Branching", "Lead changes", "Use of actions"):
        assert title in checker.words
    assert len(checker.pictures) >= 7
    for code in result.rules_hashes:
        assert code in checker.words
    assert result.method in " ".join(checker.words.split("\n"))
    assert percent(result.row("first_agent_share").values[0].mean) in checker.words
    for path in ONE.variant(OTHER).to_dict():
        assert path in checker.words


def test_the_page_is_made_of_the_result_alone(two: tuple[ComparisonResult, str]) -> None:
    assert page(ONE, two[0]) == two[1]


def test_unused_actions(two: tuple[ComparisonResult, str]) -> None:
    trace = two[0].traces[0]
    never, idle = unused(ONE, trace)
    assert len(never) == np.count_nonzero(trace.action_legal == 0)
    used = {ONE.actions.text(int(action)) for action in np.flatnonzero(trace.action_chosen)}
    assert not used & set(never)
    assert not used & set(idle)
    assert len(used) + len(never) + len(idle) == ONE.actions.size


def test_curves_are_means(two: tuple[ComparisonResult, str]) -> None:
    x, legal, choices = binned_curve(two[0].traces[0])
    assert len(x) == len(legal) == len(choices)
    assert (np.diff(x) > 0).all()
    assert (legal >= 1).all()
    assert ((choices >= 0) & (choices <= 1)).all()


# ------------------------------------------------------------------------------------------------ pieces
@pytest.fixture(scope="module")
def cards() -> tuple[ComparisonResult, str]:
    result = Comparison(CARDS, ["standard", "random"], ["random"], 25, 2).run()
    return result, page(CARDS, result)


def test_only_games_that_tell_have_the_pieces(two: tuple[ComparisonResult, str], cards: tuple[ComparisonResult, str]) -> None:
    assert "Win share by" not in two[1]
    assert "Win share by card played" in checked(cards[1]).words


def test_win_share_by_card(cards: tuple[ComparisonResult, str]) -> None:
    result, text = cards
    words = checked(text).words
    part = words[words.index("Win share by card played") :]
    assert f"of the {result.games:,} games" in part
    for reason in ("drew it and could afford it", "long games show more cards", "those that win may just contain it more often"):
        assert reason in " ".join(part.split())
    titles = CARDS.played.labels(CARDS.variant())
    for trace, name in zip(result.traces, result.variants, strict=True):
        shares = by_piece(trace, titles)
        lines = [line for line in text.splitlines() if line.startswith("<tr") and "</td>" in line]
        for one in shares:
            cells = f"<td>{escape(one.label)}</td><td>{one.games}</td><td>{percent(one.games / result.games)}</td>"
            assert any(cells in line and percent(one.share_with) in line and percent(one.share_without) in line for line in lines)
        assert f"{name}: {len(titles) - len(shares)} of {len(titles)} cards were never played" in part
        judged = [one.difference for one in shares if one.difference.low == one.difference.low]
        assert judged
        assert [one.mean for one in judged] == sorted((one.mean for one in judged), reverse=True)


def test_the_plot_of_pieces_has_both_ends(cards: tuple[ComparisonResult, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for four, the two highest and the two lowest are shown, and the page says so."""
    result = Comparison(CARDS, ["random"], ["random"], 25, 2).run()
    shares = [by_piece(trace, CARDS.played.labels(CARDS.variant())) for trace in result.traces]
    labels = [one.label for one in shares[0] if one.difference.low == one.difference.low]
    assert len(labels) > 4
    monkeypatch.setattr(plots, "MOST_PIECES", 4)
    drawn = []
    monkeypatch.setattr(plots, "address", lambda figure: drawn.append(figure) or "data:,")
    plots.pieces(result, shares)
    shown = [label.get_text() for label in drawn[0].axes[0].get_yticklabels()]
    assert shown == labels[:2] + labels[-2:]
    assert "the 2 highest and the 2 lowest" in page(CARDS, result)


def test_one_deal_has_no_intervals_of_pieces() -> None:
    words = checked(page(CARDS, Comparison(CARDS, ["standard"], ["random"], 1, 3).run())).words
    assert "Win share by card played" in words
    assert "nan" not in words


# ------------------------------------------------------------------------------------------------ the command
def test_command(run: Callable, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "report.html"
    result = run("report", GAME, "--agents", "random", "--players", 2, "--seeds", 2, "--out", path)
    assert result.exit_code == 0, result.output
    assert str(path) in result.stderr
    words = checked(path.read_text()).words
    assert "All numbers" in words
    assert "What the change of rules does" not in words
    assert "The first agent" not in words


def test_one_deal_is_enough(run: Callable, tmp_path: Path) -> None:
    words = ("report", GAME, "standard", OTHER, "--agents", "random", "--players", 2, "--seeds", 1)
    result = run(*words, "--out", tmp_path / "x.html")
    assert result.exit_code == 0, result.output
    assert "nan" not in checked((tmp_path / "x.html").read_text()).words


def test_command_refuses(refused: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAME in refused("report", "chess_like")
    assert "folder" in refused("report", GAME, "--out", tmp_path)
    assert "at most" in refused("report", GAME, *["standard"] * 9)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "rulebound[eval]" in refused("report", GAME)
