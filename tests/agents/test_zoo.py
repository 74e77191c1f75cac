"""The zoo: every checkpoint that comes with the package loads by its name, is what its record says, and plays well."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from rulebound.agents import make
from rulebound.agents.network import load_policy
from rulebound.agents.policy import ZOO, zoo_names
from rulebound.envs import game_by_id
from rulebound.train.baselines import LARGEST
from rulebound.train.config import checked, default_path, load
from rulebound.train.match import Match
from rulebound.train.ppo import PPOConfig

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "baselines"
every_policy = pytest.mark.parametrize("name", zoo_names())


def record(name: str) -> dict:
    return json.loads((ZOO / f"{name}.json").read_text(encoding="utf-8"))


def test_there_is_one_for_the_first_game() -> None:
    assert "age_of_heroes" in zoo_names()


@every_policy
def test_the_record_belongs_to_the_file(name: str) -> None:
    """Hash, game, rules and config of the record are those of the file and of the game as it is now."""
    document = record(name)
    path = ZOO / f"{name}.pt"
    assert document["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    one = game_by_id(document["game"])
    _, facts = load_policy(path, one)
    assert facts["rules_hash"] == document["rules_hash"] == one.variant(facts["rules"]).hash
    assert facts["decisions"] == document["decisions"]
    assert checked(PPOConfig, document["config"], name) == load(PPOConfig, default_path(one.name, "ppo")), "trained with another config"
    assert (ZOO / f"{name}.png").stat().st_size < 200_000
    assert path.stat().st_size <= LARGEST


@every_policy
def test_it_plays_by_its_name(name: str) -> None:
    """It beats random at once, with the strength that the record states, and the same seed plays the same match."""
    document = record(name)
    one = game_by_id(document["game"])
    result = Match(one, [f"ppo:{name}", "random"], 40, 2, document["rules"]).run()
    assert result.score(f"ppo:{name}").low > 0.75
    assert Match(one, [f"ppo:{name}", "random"], 40, 2, document["rules"]).run() == result
    assert make(f"ppo:{name}:greedy", one).greedy


@every_policy
def test_the_recorded_tables_are_complete(name: str) -> None:
    """A cross-table for every number of players trained for, with the scripted agent and random in it."""
    document = record(name)
    one = game_by_id(document["game"])
    for players in sorted(set(document["config"]["players"])):
        table = json.loads((RESULTS / f"{one.name}-{players}.json").read_text(encoding="utf-8"))
        assert table["complete"]
        assert table["rules_hash"] == document["rules_hash"]
        assert {"scripted", "random"} <= {cell["opponent"] for cell in table["cells"] if cell["agent"] == f"ppo:{name}"}
