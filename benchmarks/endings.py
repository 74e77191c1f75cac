"""How games end when scripted players meet: the share of every way of winning, by preset and number of players.

    python -m rulebound.benchmarks.endings [--game heroes_vs_warlords] [--seeds 100] [--folder benchmarks/results]

Every deal is played under all rotations of the seats. One JSON file per game; the games' pages show them as tables.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game
from rulebound.train.match import Match


def measure(one: Game, preset: str, players: int, seeds: int) -> dict:
    """The ends of the games of one preset at one table."""
    result = Match(one, ["scripted"], seeds, players, preset).run()
    return {
        "preset": preset,
        "players": players,
        "games": result.games,
        "ends": {kind: number / result.games for kind, number in result.win_kinds.items()},
        "truncated": result.truncated / result.games,
        "decisions_per_game": result.decisions_per_game,
        "first_places_by_seat": list(result.seat_shares),
    }


def tables(one: Game) -> list[tuple[str, int]]:
    """The presets with different rules, each at the smallest and at the usual table."""
    presets: dict[str, str] = {}
    for preset in one.rules.presets:
        presets.setdefault(one.variant(preset).hash, preset)
    numbers = sorted({one.facts.players[0], one.facts.usual_players, min(one.facts.players[1], 3)})
    return [(preset, players) for preset in presets.values() for players in numbers]


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--seeds", type=int, default=100, help="deals of each table")
    parser.add_argument("--folder", type=Path, help="folder of the JSON files endings-<game>.json")
    options = parser.parse_args(arguments)
    console = Console()
    for name in options.game or GAMES:
        one, rows = game(name), []
        table = Table("preset", "players", "games", "decisions per game", "ends", title=name, title_justify="left")
        for preset, players in tables(one):
            row = measure(one, preset, players, options.seeds)
            rows.append(row)
            ends = ", ".join(f"{kind} {share:.1%}" for kind, share in row["ends"].items())
            table.add_row(preset, str(players), str(row["games"]), f"{row['decisions_per_game']:.0f}", ends)
        console.print(table)
        if options.folder is not None:
            write_result(options.folder / f"endings-{name}.json", {"endings": rows})


if __name__ == "__main__":
    main()
