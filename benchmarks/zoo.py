"""Take a finished training run into the zoo: its policy, its learning curve and a tournament against the other agents.

    python -m rulebound.benchmarks.zoo age_of_heroes runs/age_of_heroes [--seeds 500] [--against random,scripted]

Writes NAME.pt, NAME.json and NAME.png into agents/zoo; from then on `ppo:NAME` plays everywhere.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

from rulebound.agents.network import load_policy
from rulebound.agents.policy import ZOO
from rulebound.benchmarks.measure import machine
from rulebound.envs import GAMES, game
from rulebound.envs.core.position import write_text
from rulebound.train.curve import curve
from rulebound.train.ppo import HISTORY, POLICY
from rulebound.train.terminal import console, progress_bar
from rulebound.train.tournament import Tournament, show_tournament


def record(name: str, run: Path, against: list[str], seeds: int) -> dict:
    """Copy the policy and measure it for every number of players that it was trained for."""
    one = game(name)
    _, facts = load_policy(run / POLICY, one)
    ZOO.mkdir(exist_ok=True)
    shutil.copyfile(run / POLICY, ZOO / f"{name}.pt")
    curve(json.loads((run / HISTORY).read_text(encoding="utf-8"))).savefig(ZOO / f"{name}.png", dpi=110)
    document = {
        "game": one.id,
        "sha256": hashlib.sha256((ZOO / f"{name}.pt").read_bytes()).hexdigest(),
        **facts,
        "machine": machine(),
        "tournaments": [],
    }
    for players in sorted(set(facts["config"]["players"])):
        contest = Tournament(one, [f"ppo:{name}", *against], seeds, players, facts["config"]["rules"], seed=2_000_000)
        with progress_bar(f"{name}, {players} players") as progress:
            contest.run(progress)
        result = contest.result()
        show_tournament(result, console())
        kept = result.to_dict()
        kept["seeds"] = [kept["seeds"][0], kept["seeds"][-1]]  # first and last: they follow one another
        document["tournaments"].append(kept)
    write_text(ZOO / f"{name}.json", json.dumps(document, indent=1) + "\n")
    return document


def main(arguments: list[str] | None = None) -> None:
    """Record one run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--seeds", type=int, default=500, help="deals of each pairing")
    parser.add_argument("--against", default="scripted,random", help="agents with commas")
    options = parser.parse_args(arguments)
    record(options.game, options.run, options.against.split(","), options.seeds)


if __name__ == "__main__":
    main()
