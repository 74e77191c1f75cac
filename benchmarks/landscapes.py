"""How fair and how quick the landscapes of Brick Civilization are, over many seeds of every table.

    python -m rulebound.benchmarks.landscapes [--seeds 1000] [--out results.json]

For each table: how often the first board is accepted, what boards are made of, what the start sites of each seat's
sector offer, how far apart the best sites of two sectors are (0 with symmetry, the price of playing without it
otherwise), and the time of the generator alone.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import write_result
from rulebound.envs.brick_civilization import landscape
from rulebound.envs.brick_civilization.atlas import MEASURES, measure_starts
from rulebound.envs.brick_civilization.maps import MOST_STARTS
from rulebound.envs.brick_civilization.state import STATE, Terrain, Water
from rulebound.envs.brick_civilization.variant import RULES
from rulebound.envs.core.jit import entry
from rulebound.envs.core.rng import seed_key

# Name, players, rules.
TABLES = (
    ("mini, 2 players", 2, {"size": 24}),
    ("2 players", 2, {}),
    ("3 players", 3, {}),
    ("4 players", 4, {}),
    ("4 players, 64 x 64", 4, {"size": 64}),
    ("2 players, symmetry none", 2, {"symmetry": "none"}),
    ("4 players, symmetry none", 4, {"symmetry": "none"}),
)
LAYOUTS = ("map", "central lake", "edge sea", "sector lakes")


@entry
def lay(states, rules, i):
    """The generator alone."""
    landscape.generate(states[i], rules[i])


class Tally:
    """What is counted over the boards of one table."""

    def __init__(self, players: int, rules: dict) -> None:
        self.players = players
        self.rules = np.zeros(1, RULES.dtype)
        self.rules[0] = RULES.variant(rules).record()
        self.states = np.zeros(1, STATE.dtype)
        self.seconds: list[float] = []
        self.tries: list[int] = []
        self.layouts: list[int] = []
        self.sites: list[int] = []
        self.shares: list[tuple[float, ...]] = []
        self.offers: list[np.ndarray] = []  # [sector, measure]: mean over the sites of a sector
        self.gaps: list[np.ndarray] = []  # [measure]: largest difference between the first sites of two sectors

    def draw(self, seed: int) -> None:
        """One board."""
        self.states["num_players"] = self.players
        self.states["key"] = seed_key(seed)
        self.states["streams"] = 0
        began = time.perf_counter()
        lay(self.states, self.rules, 0)
        self.seconds.append(time.perf_counter() - began)
        s = self.states[0]
        studs = int(s.rows) * int(s.cols)
        terrain = np.asarray(s.terrain)[:studs]
        river = np.asarray(s.water)[:studs] & Water.RIVER
        shares = (terrain == Terrain.GRASS, terrain == Terrain.ROCK, terrain == Terrain.WATER, river > 0, np.asarray(s.tree)[:studs] > 0)
        self.shares.append(tuple(float(share.mean()) for share in shares))
        self.tries.append(int(s.tries))
        self.layouts.append(int(s.water_layout))
        self.sites.append(int(s.candidates))
        out = np.zeros((MOST_STARTS, len(MEASURES)), np.int64)
        measure_starts(self.states, self.rules, 0, out)
        sectors = np.asarray(s.candidate_sector)[: int(s.candidates)]
        offers = [out[: len(sectors)][sectors == number] for number in range(1, self.players + 1)]
        self.offers.append(np.array([offer.mean(axis=0) for offer in offers]))
        first = np.array([offer[0] for offer in offers])
        self.gaps.append(first.max(axis=0) - first.min(axis=0))

    def figures(self) -> dict:
        """The figures of the table."""
        offers = np.array(self.offers)  # [board, sector, measure]
        names = ("grass", "rock", "water", "river", "groves")
        return {
            "boards": len(self.tries),
            "side": int(self.states[0].rows),
            "accepted at the first sub-seed": float(np.mean(np.array(self.tries) == 1)),
            "most sub-seeds": int(max(self.tries)),
            "bundled maps": int(np.sum(np.array(self.tries) == landscape.BUNDLED)),
            "layouts": {LAYOUTS[k]: int(np.sum(np.array(self.layouts) == k)) for k in range(1, 4)},
            "start sites": {"mean": float(np.mean(self.sites)), "fewest": int(min(self.sites))},
            "shares of the board": dict(zip(names, np.mean(self.shares, axis=0).round(4).tolist(), strict=True)),
            "offer by sector": [dict(zip(MEASURES, row.round(2).tolist(), strict=True)) for row in offers.mean(axis=0)],
            "spread between boards": dict(zip(MEASURES, offers.mean(axis=1).std(axis=0).round(2).tolist(), strict=True)),
            "gap between first sites": dict(zip(MEASURES, np.mean(self.gaps, axis=0).round(2).tolist(), strict=True)),
            "milliseconds": {
                "median": round(float(np.median(self.seconds)) * 1e3, 3),
                "mean": round(float(np.mean(self.seconds)) * 1e3, 3),
                "99 of 100 below": round(float(np.quantile(self.seconds, 0.99)) * 1e3, 3),
            },
        }


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1000, help="boards of each table")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    figures = {}
    for name, players, rules in TABLES:
        Tally(players, rules).draw(0)  # compiled or loaded before the clock runs
        tally = Tally(players, rules)
        for seed in range(options.seeds):
            tally.draw(seed)
        figures[name] = tally.figures()
    show(figures)
    write_result(options.out, {"landscapes": figures})


def show(figures: dict) -> None:
    """The figures as a table."""
    table = Table(title="Landscapes of Brick Civilization")
    for heading in ("table", "side", "first try", "sites", "grass", "water", "groves", *MEASURES, "gap in fields", "ms"):
        table.add_column(heading, justify="left" if heading == "table" else "right")
    for name, one in figures.items():
        mean = {measure: np.mean([offer[measure] for offer in one["offer by sector"]]) for measure in MEASURES}
        table.add_row(
            name,
            str(one["side"]),
            f"{one['accepted at the first sub-seed']:.1%}",
            f"{one['start sites']['mean']:.1f}",
            *(f"{one['shares of the board'][share]:.0%}" for share in ("grass", "water", "groves")),
            *(f"{mean[measure]:.1f}" for measure in MEASURES),
            f"{one['gap between first sites']['field studs']:.1f}",
            f"{one['milliseconds']['median']:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
