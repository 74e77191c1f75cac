"""Baselines: the trained agent, its matches, cross-tables and the balance page of every game, as `configs/baselines.yaml` says.

Every part is made from what is committed, by its own command line, and goes on where it was stopped: a training run and the
pairings of a table are kept in a work folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import Field, PositiveInt, TypeAdapter, ValidationError

from rulebound.envs import GAMES, game
from rulebound.envs.core.position import write_text
from rulebound.train.compare import Comparison
from rulebound.train.config import FOLDER, Config, ConfigError
from rulebound.train.report import page
from rulebound.train.terminal import console, note, progress_bar
from rulebound.train.tournament import Tournament, TournamentResult, show_tournament

PLAN = FOLDER / "baselines.yaml"
PARTS = ("agent", "matches", "tables", "balance")
FIRST_DEAL = 2_000_000  # far from the deals of training and of its evaluations
LARGEST = 3_000_000  # bytes of a policy in the zoo

Names = Annotated[list[str], Field(min_length=1)]


class MatchPlan(Config):
    """Long matches of the trained agent, for narrow intervals: one seat of it against each other agent in all other seats."""

    players: PositiveInt
    deals: PositiveInt
    against: Names


class TablePlan(Config):
    """One cross-table: a tournament of all agents."""

    players: PositiveInt
    deals: PositiveInt
    agents: Annotated[list[str], Field(min_length=2)]


class BalancePlan(Config):
    """A page on the rules of a game beside one variant, on the same deals."""

    variant: str
    players: PositiveInt
    deals: PositiveInt
    agents: Names


class GamePlan(Config):
    """What is made of one game."""

    rules: str
    matches: Annotated[list[MatchPlan], Field(min_length=1)]
    tables: Annotated[list[TablePlan], Field(min_length=1)]
    balance: BalancePlan


def load_plan(path: Path = PLAN) -> dict[str, GamePlan]:
    """The plan of every game; ConfigError names what is wrong."""
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise ConfigError(f"cannot read {path}: {problem.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{path} is not a YAML file: {' '.join(str(problem).split())}") from None
    try:
        plans = TypeAdapter(dict[str, GamePlan]).validate_python(document)
    except ValidationError as problem:
        found = [f"{'.'.join(map(str, one['loc']))}: {one['msg'].lower()}" for one in problem.errors()]
        raise ConfigError(f"{path}: {'; '.join(found)}") from None
    unknown = [name for name in plans if name not in GAMES]
    if unknown:
        raise ConfigError(f"{path}: no game is called {unknown[0]!r}; there are {', '.join(GAMES)}")
    return plans


# ------------------------------------------------------------------------------------------------ agents
def make_agent(name: str, work: Path, zoo: Path) -> bool:
    """Train the agent of a game with its committed config, or go on with that, and take it into the zoo; False if stopped."""
    from rulebound.train.ppo import CHECKPOINT
    from rulebound.train.training import train_ppo

    run = work / f"{name}-agent"
    if not train_ppo(game(name), None, [], run, (run / CHECKPOINT).exists()):
        return False
    take_in(name, run, zoo)
    return True


def take_in(name: str, run: Path, zoo: Path) -> dict:
    """Copy the policy of a finished run into the zoo with its record and its learning curve; the record."""
    from rulebound.agents.network import load_policy
    from rulebound.benchmarks.measure import machine
    from rulebound.train.curve import curve
    from rulebound.train.ppo import HISTORY, POLICY

    one = game(name)
    _, facts = load_policy(run / POLICY, one)
    size = (run / POLICY).stat().st_size
    if size > LARGEST:
        raise ValueError(f"{run / POLICY} has {size:,} bytes; the zoo takes at most {LARGEST:,}: train a smaller network")
    zoo.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(run / POLICY, zoo / f"{name}.pt")
    curve(json.loads((run / HISTORY).read_text(encoding="utf-8"))).savefig(zoo / f"{name}.png", dpi=110)
    digest = hashlib.sha256((zoo / f"{name}.pt").read_bytes()).hexdigest()
    document = {"game": one.id, "sha256": digest, **facts, "machine": machine()}
    write_text(zoo / f"{name}.json", json.dumps(document, indent=1) + "\n")
    note(f"ppo:{name} is now {zoo / name}.pt, {size / 1e6:.1f} MB")
    return document


# ------------------------------------------------------------------------------------------------ matches, tables and pages
def make_matches(name: str, plan: GamePlan, match: MatchPlan, out: Path) -> dict:
    """Play the trained agent against others and write what came of it."""
    from rulebound.train.match import Match

    one, agent, scores = game(name), f"ppo:{name}", []
    for rival in match.against:
        with progress_bar(f"{agent} against {rival}, {match.players} players") as progress:
            result = Match(one, [agent, rival], match.deals, match.players, plan.rules, seed=FIRST_DEAL).run(progress)
        score = result.score(agent)
        scores.append({"against": rival, "games": score.games, **{key: getattr(score, key) for key in ("share", "low", "high", "parity")}})
        note(f"{agent} against {rival}, {match.players} players: {score.share:.1%} [{score.low:.1%}, {score.high:.1%}]")
    document = {"game": one.id, "rules": plan.rules, "num_players": match.players, "agent": agent, "deals": match.deals, "matches": scores}
    write_text(out / f"{name}-{match.players}-matches.json", json.dumps(document, indent=1) + "\n")
    return document


def make_table(name: str, plan: GamePlan, table: TablePlan, out: Path, work: Path) -> TournamentResult:
    """Play one cross-table and write it."""
    contest = Tournament(
        game(name), table.agents, table.deals, table.players, plan.rules, seed=FIRST_DEAL, out=work / f"{name}-tables"
    )  # fmt: skip
    with progress_bar(f"{name}, {table.players} players") as progress:
        result = contest.run(progress)
    document = result.to_dict()
    document["seeds"] = [document["seeds"][0], document["seeds"][-1]]  # first and last: they follow one another
    write_text(out / f"{name}-{table.players}.json", json.dumps(document, indent=1) + "\n")
    show_tournament(result, console())
    return result


def make_balance(name: str, plan: GamePlan, out: Path) -> Path:
    """Write the page on the balance of a game's rules beside a variant; where it lies."""
    balance, one = plan.balance, game(name)
    work = Comparison(one, [plan.rules, balance.variant], balance.agents, balance.deals, balance.players, seed=FIRST_DEAL)
    with progress_bar(f"{name}, {plan.rules} and {balance.variant}") as progress:
        work.run(progress)
    path = out / f"{name}-balance.html"
    write_text(path, page(one, work.result()))
    note(f"Page written to {path}")
    return path


def make(
    names: Sequence[str], parts: Sequence[str], plans: dict[str, GamePlan], out: Path, work: Path, zoo: Path,
    begin: Callable[[str], None] = note,
) -> bool:  # fmt: skip
    """Make parts of the baselines of some games, all of them if none is named; False if Ctrl-C stopped a training."""
    missing = [name for name in names if name not in plans]
    if missing:
        raise ValueError(f"the plan says nothing about {missing[0]!r}; it has {', '.join(plans)}")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise ValueError(f"baselines have no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    for name in names or plans:
        begin(f"{game(name).facts.title}: {', '.join(parts or PARTS)}")
        if "agent" in (parts or PARTS) and not make_agent(name, work, zoo):
            return False
        if "matches" in (parts or PARTS):
            for match in plans[name].matches:
                make_matches(name, plans[name], match, out)
        if "tables" in (parts or PARTS):
            for table in plans[name].tables:
                make_table(name, plans[name], table, out, work)
        if "balance" in (parts or PARTS):
            make_balance(name, plans[name], out)
    return True
