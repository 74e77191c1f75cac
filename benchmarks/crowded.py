"""How the cost of a decision of Brick Civilization grows with the board, the pawns and the roads.

    python -m rulebound.benchmarks.crowded [--seconds 0.3] [--out results.json]

Positions are prepared on meadows with a river: villages in rows, workers and warriors around them, a grid of roads. From
each the players go on at random for some decisions, again and again from copies; the figure is the time of one decision
with its mask and without an observation. Below it, for the slowest position, the time of the mask of every question that
was met on the way.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import rate, write_result
from rulebound.envs import game
from rulebound.envs.brick_civilization import rules
from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.jit import entry
from rulebound.envs.core.position import Position

GAME = game("brick_civilization")
COPIES, STEPS = 16, 48
SPACING = 8  # studs between two villages
SLOWEST = {"side": 64, "pawns": 60, "roads": 1500}
# What changes, its values, and what stays.
SERIES = (
    ("side", (24, 32, 48, 64), {"pawns": 12, "roads": 60}),
    ("pawns", (4, 12, 30, 60), {"side": 48, "roads": 60}),
    ("roads", (0, 60, 300, 1000), {"side": 48, "pawns": 12}),
)


@entry
def write_masks(states, table, mask, times):
    """The mask of one position, many times."""
    s = states[0]
    for _ in range(times):
        for action in range(len(mask)):
            mask[action] = 0
        rules.legal(s, table[0], mask)


def meadow(side: int) -> str:
    """A flat meadow with a river two studs wide down the middle."""
    row = "." * (side // 2 - 1) + "~~" + "." * (side - side // 2 - 1)
    starts = ["1 1 1", f"{side - 3} {side - 5} 1"]
    return "\n".join(
        ["brickmap 1", f"size {side} {side}", "players 2", "terrain", *[row] * side, "height", *["1" * side] * side, "starts", *starts]
    )


def prepared(side: int, pawns: int, roads: int, stage: str = "logistics", unfriendly: bool = True) -> Position:
    """Two civilizations of that many pawns, a village for every ten, and so many studs of road."""
    river = (side // 2 - 1, side // 2)
    houses, people, taken = [], [], set()
    for seat in range(2):
        column = 2 if seat == 0 else side // 2 + 3
        for k in range(max(1, pawns // 10)):
            row, shift = 2 + SPACING // 2 * k % (side - 6), SPACING * (SPACING // 2 * k // (side - 6))
            houses.append({"shape": "village_row_e", "seat": seat, "at": [row, column + shift], "store": {"fish": 2, "wood_raw": 2}})
            houses.append(
                {"shape": "storehouse_row", "seat": seat, "at": [row + 1, column + shift], "store": {"wheat_raw": 4, "wood_raw": 4}}
            )
            taken |= {(row + down, column + shift + right) for down in (0, 1) for right in range(3)}
        for k in range(pawns):
            row, col = 2 + 4 * (k % (side // 4 - 1)) + 2, column + 4 + k // (side // 4 - 1)
            people.append({"seat": seat, "type": "warrior" if k % 3 == 2 else "worker", "at": [row, col], "cargo": {"wood_raw": 1}})
            taken.add((row, col))
    lines = sorted(
        (stud for stud in np.ndindex(side, side) if stud[0] % 4 == 1 or stud[1] % 4 == 1), key=lambda stud: (stud[0] + stud[1], stud)
    )
    built = [list(stud) for stud in lines if stud[1] not in river and stud not in taken][:roads]
    players = [
        {"actions": 12, "stance": {f"player_{seat}": "friendly", f"player_{1 - seat}": "unfriendly" if unfriendly else "friendly"}}
        for seat in range(2)
    ]
    named = {"stage": stage, "round_number": 5, "structures": houses, "pawns": people, "roads": built, "players": players}
    return GAME.position(named, rules={"map": meadow(side)})


def decision_seconds(position: Position, seconds: float) -> float:
    """Seconds of a decision in random play from a position."""
    GAME.ready("batch")
    start = np.repeat(position.states, COPIES)
    states, mask, keys = start.copy(), np.zeros(GAME.actions.size, np.int8), iter(range(1, 10**9))

    def work() -> int:
        states[:] = start
        GAME.drivers.roll_out(states, position.rules, GAME.zero, 0, COPIES, STEPS, np.uint64(next(keys)), mask)
        return COPIES * STEPS

    return 1 / rate(work, seconds)


def question_seconds(position: Position, decisions: int = 400) -> dict[str, float]:
    """Seconds of the mask of each question met in random play from a position: the slowest of each kind."""
    rng, mask = np.random.default_rng(1), np.zeros(GAME.actions.size, np.int8)
    found: dict[str, float] = defaultdict(float)
    here = position.clone()
    for _ in range(decisions):
        if here.over:
            break
        name = Prompt(here.record.prompt).name.lower()
        cost = 1 / rate(lambda: write_masks(here.states, here.rules, mask, 20) or 20, 0.002)
        found[name] = max(found[name], cost)
        here.play(int(rng.choice(here.legal_ids())))
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--out")
    options = parser.parse_args()
    console, results = Console(), {}
    for name, values, fixed in SERIES:
        table = Table(
            "", *map(str, values), title=f"microseconds per decision by {name} ({', '.join(f'{k} {v}' for k, v in fixed.items())})"
        )
        times = [decision_seconds(prepared(**{**fixed, name: value}), options.seconds) for value in values]
        table.add_row("random play", *(f"{1e6 * t:.1f}" for t in times))
        console.print(table)
        results[name] = {"fixed": fixed, "values": values, "seconds": times}
    slow = prepared(**SLOWEST)
    results["slowest"] = {"position": SLOWEST, "seconds": decision_seconds(slow, options.seconds), "masks": question_seconds(slow)}
    table = Table(
        "question",
        "microseconds of its mask",
        title=f"slowest position {SLOWEST}: {1e6 * results['slowest']['seconds']:.1f} us per decision",
    )
    for name, cost in results["slowest"]["masks"].items():
        table.add_row(name, f"{1e6 * cost:.1f}")
    console.print(table)
    if options.out:
        write_result(options.out, results)


if __name__ == "__main__":
    main()
