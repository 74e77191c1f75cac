"""Baselines: the committed plan is sound, every part is made from it, and a second run goes on where the first stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebound.envs import GAMES, game
from rulebound.train import baselines
from rulebound.train.baselines import load_plan, make, take_in
from rulebound.train.config import ConfigError, checked, default_path, load
from rulebound.train.ppo import PPOConfig

PLAN = """
age_of_heroes:
  rules: standard
  matches: [{players: 2, deals: 2, against: [random]}]
  tables: [{players: 2, deals: 2, agents: [random, scripted]}]
  balance: {variant: reference, players: 2, deals: 2, agents: [random]}
"""


def test_the_plan_covers_every_game() -> None:
    """Each game has tables for two players, with two budgets of search, and for more, under the rules of its config."""
    plans = load_plan()
    assert list(plans) == list(GAMES)
    for name, plan in plans.items():
        one = game(name)
        assert {plan.rules, plan.balance.variant} <= set(one.rules.presets)
        assert [table.players for table in plan.tables] == sorted({table.players for table in plan.tables})
        assert plan.tables[0].players == 2 < plan.tables[1].players
        assert all({"random", "scripted"} <= set(match.against) for match in plan.matches)
        for table in plan.tables:
            assert {"random", "scripted"} <= set(table.agents)
        assert sum(agent.startswith("search:") for agent in plan.tables[0].agents) == 2
        settings = load(PPOConfig, default_path(name, "ppo"))
        assert settings.rules == plan.rules
        assert settings.minutes is not None
        assert settings.minutes <= 90


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PLAN.replace("age_of_heroes", "chess"), "no game is called 'chess'"),
        ("age_of_heroes: {rules: standard}", "age_of_heroes.matches: field required"),
        ("- 1", "dictionary"),
        ("{", "not a YAML file"),
    ],
)
def test_wrong_plans_are_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=reason):
        load_plan(path)
    with pytest.raises(ConfigError, match="cannot read"):
        load_plan(tmp_path / "missing.yaml")


def test_tables_and_pages_are_made_and_gone_on_with(tmp_path: Path) -> None:
    """The table is written with its cells, the page holds both variants; the second run reads the pairing instead of playing it."""
    (tmp_path / "plan.yaml").write_text(PLAN)
    plans = load_plan(tmp_path / "plan.yaml")
    for _ in range(2):
        assert make([], ["matches", "tables", "balance"], plans, tmp_path / "out", tmp_path / "work", tmp_path / "zoo")
    matches = json.loads((tmp_path / "out" / "age_of_heroes-2-matches.json").read_text())
    assert matches["agent"] == "ppo:age_of_heroes"
    assert [(one["against"], one["games"], one["parity"]) for one in matches["matches"]] == [("random", 4, 0.5)]
    table = json.loads((tmp_path / "out" / "age_of_heroes-2.json").read_text())
    assert table["complete"]
    assert table["seeds"] == [baselines.FIRST_DEAL, baselines.FIRST_DEAL + 1]
    assert {cell["agent"] for cell in table["cells"]} == {"random", "scripted"}
    assert len(list((tmp_path / "work" / "age_of_heroes-tables" / "pairings").iterdir())) == 1
    page = (tmp_path / "out" / "age_of_heroes-balance.html").read_text()
    assert "standard" in page
    assert "reference" in page
    with pytest.raises(ValueError, match="no part 'all'"):
        make([], ["all"], plans, tmp_path, tmp_path, tmp_path)
    with pytest.raises(ValueError, match="nothing about 'chess'"):
        make(["chess"], [], plans, tmp_path, tmp_path, tmp_path)


def test_wrong_words_are_refused_in_one_line(refused: Callable[..., str], tmp_path: Path) -> None:
    """Nothing is trained, played or written."""
    assert "nothing about 'chess'" in refused("baselines", "chess", "--out", tmp_path / "out")
    assert "no part 'all'" in refused("baselines", "--part", "all", "--out", tmp_path / "out")
    assert "cannot read" in refused("baselines", "--plan", tmp_path / "missing.yaml", "--out", tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_an_agent_is_trained_by_its_config_and_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run ends in the zoo with a record that names its config; too large a policy is refused."""
    small = checked(
        PPOConfig,
        {"players": [2], "games": 8, "length": 4, "decisions": 64, "minutes": 5, "network": {"width": 8, "depth": 1},
         "evaluation": {"every": 1, "deals": 1, "against": ["random"]}},
        "test",
    )  # fmt: skip
    monkeypatch.setattr("rulebound.train.training.load", lambda *_: small)
    assert baselines.make_agent("age_of_heroes", tmp_path / "work", tmp_path / "zoo")
    record = json.loads((tmp_path / "zoo" / "age_of_heroes.json").read_text())
    assert record["decisions"] == 64
    assert record["config"]["network"]["width"] == 8
    assert (tmp_path / "zoo" / "age_of_heroes.png").stat().st_size > 1000
    monkeypatch.setattr(baselines, "LARGEST", 10)
    shutil.rmtree(tmp_path / "zoo")
    with pytest.raises(ValueError, match="train a smaller network"):
        take_in("age_of_heroes", tmp_path / "work" / "age_of_heroes-agent", tmp_path / "zoo")
    assert not (tmp_path / "zoo").exists()
