"""A Ray Tune sweep over a rule and a learning rate: RLlib learns the game by self-play under every pair of them.

    python -m rulebound.benchmarks.sweep --rule victory.cities=3,5,7 --lr 0.0001,0.0005 [--iterations 20] [--out sweep.json]

A rule is any parameter of the game ('rulebound variant show GAME'). After its training each policy meets random opponents
under its own rules, every deal under all rotations of the seats; the table shows its share of the first places, and how long
the games of self-play were at the end. With --address the trials run on a Ray cluster.
"""

from __future__ import annotations

import argparse
from typing import Any

import ray
from ray import tune
from rich.console import Console
from rich.table import Table

from rulebound.agents.rllib import RLlibAgent
from rulebound.benchmarks.measure import write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.adapters.rllib import POLICY, self_play
from rulebound.envs.core.rules import RulesError
from rulebound.train.match import Match


def train(config: dict[str, Any]) -> None:
    """One trial: learn by self-play, then meet random opponents; told to Tune after every iteration."""
    one, rules = game(config["game"]), {config["rule"]: config["value"]}
    setting = self_play(one.name, rules=rules, num_players=config["players"], skip_forced=True)
    setting.training(lr=config["lr"], train_batch_size_per_learner=config["samples"], minibatch_size=min(256, config["samples"]))
    setting.env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    algorithm = setting.build_algo()
    try:
        for iteration in range(config["iterations"]):
            found = algorithm.train()
            report = {
                "iteration": iteration + 1,
                "decisions_per_game": float(found["env_runners"].get("episode_len_mean", float("nan"))),
                "entropy": float(found["learners"][POLICY]["entropy"]),
            }
            if iteration + 1 == config["iterations"]:
                agent = RLlibAgent(one, algorithm.get_module(POLICY))
                score = Match(one, [agent, "random"], config["deals"], config["players"], rules).run().scores[0]
                report |= {"share": score.share, "low": score.low, "high": score.high, "parity": score.parity}
            tune.report(report)
    finally:
        algorithm.stop()


def sweep(fixed: dict[str, Any], values: list, rates: list[float], folder: str | None = None) -> list[dict[str, Any]]:
    """Train under every pair of a rule's value and a learning rate; a line for each, in that order."""
    space = {**fixed, "value": tune.grid_search(values), "lr": tune.grid_search(rates)}
    trials = tune.with_resources(train, {"cpu": 1})
    # Workers are kept from one trial to the next: most of a short trial would be importing the libraries.
    settings = tune.TuneConfig(reuse_actors=True)
    results = tune.Tuner(trials, param_space=space, tune_config=settings, run_config=tune.RunConfig(storage_path=folder, verbose=1)).fit()
    failed = [str(problem).strip().splitlines()[-1] for problem in results.errors]
    if failed:
        raise RuntimeError(f"{len(failed)} of {len(results)} trials failed, the first with: {failed[0]}")
    keep = ("iteration", "decisions_per_game", "entropy", "share", "low", "high", "parity")
    lines = [
        {"value": one.config["value"], "lr": one.config["lr"], **{name: one.metrics[name] for name in keep}}  # type: ignore[index]
        for one in results
    ]
    return sorted(lines, key=lambda line: (values.index(line["value"]), rates.index(line["lr"])))


def rule_values(name: str, text: str) -> tuple[str, list]:
    """A rule and its values from NAME=VALUE,VALUE; RulesError for what the game does not have."""
    rule, _, listed = text.partition("=")
    values = [_number(value) for value in listed.split(",") if value]
    if not values:
        raise RulesError(f"--rule {text}: write it as NAME=VALUE,VALUE, e.g. victory.cities=3,5")
    for value in values:
        game(name).variant({rule: value})
    return rule, values


def _number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return text


def main(arguments: list[str] | None = None) -> None:
    """Sweep, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="age_of_heroes")
    parser.add_argument("--rule", default="victory.cities=3,5", help="parameter and values, NAME=VALUE,VALUE")
    parser.add_argument("--lr", default="0.0001,0.0005", help="learning rates with commas")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=20, help="of PPO, in each trial")
    parser.add_argument("--samples", type=int, default=4000, help="decisions of one iteration")
    parser.add_argument("--deals", type=int, default=100, help="of the match at the end")
    parser.add_argument("--address", help="a Ray cluster (default: one on this machine)")
    parser.add_argument("--folder", help="where Tune keeps the trials (default: its own choice)")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    try:
        rule, values = rule_values(options.game, options.rule)
    except RulesError as problem:
        parser.error(str(problem))
    rates = [float(rate) for rate in options.lr.split(",")]
    if not ray.is_initialized():
        ray.init(address=options.address or "local", log_to_driver=False)
    fixed = {name: getattr(options, name) for name in ("game", "players", "iterations", "samples", "deals")} | {"rule": rule}
    lines = sweep(fixed, values, rates, options.folder)
    table = Table(rule, "learning rate", "decisions per game", "share against random", "95 % interval", title=f"{options.game}, sweep")
    for one in lines:
        interval = f"{one['low']:.1%} .. {one['high']:.1%}"
        table.add_row(str(one["value"]), f"{one['lr']:g}", f"{one['decisions_per_game']:.1f}", f"{one['share']:.1%}", interval)
    Console().print(table)
    write_result(options.out, {"sweep": {"setting": fixed, "trials": lines}})


if __name__ == "__main__":
    main()
