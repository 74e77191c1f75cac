"""Simulations per second of the search agent, for every game and several budgets.

    python -m rulebound.benchmarks.search [--game age_of_heroes] [--seconds 0.3] [--out results.json]

The positions come from random play, one decision with a choice in each. A simulation is one redeal, one way
down the tree and one rollout.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.agents import AgentError, SearchAgent
from rulebound.agents.search import ROLLOUTS
from rulebound.benchmarks.measure import rate, write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game

BUDGETS = (50, 200, 800)
POSITIONS = 64
STEPS = 40  # decisions of random play before the search begins


def middle_games(one: Game, players: int) -> tuple[Batch, np.ndarray]:
    """Games in which some decisions were made, and the rows in which there is something to choose."""
    batch = Batch(one, POSITIONS, num_players=players, seed=1, observe=None)
    for _ in range(STEPS):
        batch.step(batch.sample())
    return batch, np.flatnonzero(batch.mask.sum(axis=1) > 1)


def search_rate(agent: SearchAgent, batch: Batch, rows: np.ndarray, seconds: float) -> float:
    """Simulations per second; each call searches one position after another of those given."""
    turn = iter(range(10**9))

    def work() -> int:
        row = rows[next(turn) * agent_rows % len(rows) :][:agent_rows]
        agent.act(batch, row)
        return agent.simulations * len(row)

    agent_rows = max(1, min(len(rows), 3200 // agent.simulations))  # long enough to time, the same work for every budget
    return rate(work, seconds)


def measure(one: Game, players: int, seconds: float) -> dict[str, float]:
    """All figures of one game."""
    batch, rows = middle_games(one, players)
    figures = {}
    for rollouts in ROLLOUTS:
        for budget in BUDGETS:
            try:
                agent = SearchAgent(one, 1, budget, rollouts)
            except AgentError:
                break  # a game without a scripted agent
            figures[f"{budget} simulations, {rollouts} rollouts"] = search_rate(agent, batch, rows, seconds)
    label = f"{BUDGETS[1]} simulations, random rollouts, two threads"
    figures[label] = search_rate(SearchAgent(one, 1, BUDGETS[1], threads=2), batch, rows, seconds)
    return figures


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds of one run; each figure is the best of five")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    console = Console()
    results: dict[str, dict] = {}
    for name in options.game or GAMES:
        one = game(name)
        results[name] = {}
        for players in sorted({one.facts.players[0], one.facts.usual_players}):
            figures = measure(one, players, options.seconds)
            table = Table("", "simulations/s", title=f"{one.id}, {players} players, search", title_justify="left")
            for label, figure in figures.items():
                table.add_row(label, f"{figure:,.0f}")
            console.print(table)
            results[name][str(players)] = figures
    write_result(options.out, {"search": results})


if __name__ == "__main__":
    main()
