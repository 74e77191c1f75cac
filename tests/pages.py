"""The generated parts of the READMEs: python -m tests.pages --write brings them up to date.

A generated part stands between `<!-- made: NAME -->` and `<!-- /made -->`.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game
from rulebound.train.compare import difference_text, value_text
from rulebound.train.stats import Difference, Estimate
from tests.clauses import clauses, marked_tests

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
ZOO = ROOT / "agents" / "zoo"
LIBRARY = {"PettingZoo": "pettingzoo", "OpenSpiel": "open_spiel", "RLCard": "rlcard", "Pgx": "pgx", "Catanatron": "catanatron"}
BOARDS = {"heroes_of_history": (4, 80)}  # seed and decision of the position on a game's page, where it is not the usual one
PART = re.compile(r"(<!-- made: (?P<name>[\w ]+) -->\n).*?(<!-- /made -->)", re.DOTALL)


# ------------------------------------------------------------------------------------------------ a game's page
def facts(one: Game) -> str:
    """What a researcher wants to know first, as a table."""
    f = one.facts
    rows = [
        ("import", f"`from rulebound.envs import {one.id}`"),
        ("Gymnasium, PettingZoo", f'`gymnasium.make("{one.registry_id}")`, `pettingzoo.make("aec", "{one.registry_id}")`'),
        ("agents", f"`player_0` .. `player_{f.players[1] - 1}`, {f.players[0]} to {f.players[1]} players"),
        ("actions", f"`Discrete({one.actions.size})` with mask"),
        ("observation", f"`Box(0, 1, ({one.observation.size},), float32)`, or the raw numbers as bytes"),
        ("longest game", f"{f.max_decisions:,} decisions, then truncated"),
        ("hidden information", f.hidden_information),
        ("chance", f.chance),
        ("sum of results", "zero" if f.zero_sum else "not zero"),
        ("rulebook", f.edition),
        ("presets", ", ".join(f"`{name}`" for name in one.rules.presets)),
        ("state", f"one record of {one.state.dtype.itemsize} bytes"),
    ]
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def coverage(one: Game) -> str:
    """Clauses and tests by chapter."""
    marked = marked_tests(one.name)
    chapters: dict[str, list[str]] = {}
    for clause in clauses(one.name):
        chapters.setdefault(clause["section"], []).append(clause["id"])
    rows = ["| chapter | clauses | proven | tests |", "|---|---|---|---|"]
    for chapter, ids in chapters.items():
        tests = {test for i in ids for test in marked.get(i, [])}
        rows.append(f"| {chapter} | {ids[0]} .. {ids[-1]} | {sum(i in marked for i in ids)} of {len(ids)} | {len(tests)} |")
    total = sum(map(len, chapters.values()))
    proven = sum(clause["id"] in marked for clause in clauses(one.name))
    rows.append(f"| **all** | {total} | **{proven} of {total}** | {len({t for tests in marked.values() for t in tests})} |")
    return "\n".join(rows)


def rulings(one: Game) -> str:
    """The clauses that the rulebook leaves open, as this implementation settles them."""
    return "\n".join(f"- {clause['id']}: {clause['clause']}" for clause in clauses(one.name) if clause["tag"] == "choice")


def endings(one: Game) -> str:
    """How games of scripted players end, as recorded by benchmarks/endings.py."""
    recorded = json.loads((RESULTS / f"endings-{one.name}.json").read_text(encoding="utf-8"))["endings"]
    kinds = list(dict.fromkeys(kind for row in recorded for kind in row["ends"]))
    titles = ["rules", "players", "games", "decisions per game", *(kind.replace("_", " ") for kind in kinds)]
    rows = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for row in recorded:
        cells = [row["preset"], str(row["players"]), f"{row['games']:,}", f"{row['decisions_per_game']:,.0f}"]
        cells += [f"{row['ends'].get(kind, 0):.1%}" for kind in kinds]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def crosstables(name: str) -> list[dict]:
    """The recorded cross-tables of a game, by number of players."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((RESULTS / "baselines").glob(f"{name}-[0-9].json"))]


def _share_text(share: dict) -> str:
    return f"{share['mean']:.1%} [{share['low']:.1%}, {share['high']:.1%}]"


def baselines(one: Game) -> str:
    """The cross-tables of a game: the share of the row against the column, the best agent first."""
    lines = []
    for table in crosstables(one.name):
        order = [standing["name"] for standing in table["standings"]]
        cells = {(cell["agent"], cell["opponent"]): _share_text(cell["share"]) for cell in table["cells"]}
        others = table["num_players"] - 1
        against = "the column" if others == 1 else f"{others} of the column"
        deals = table["seeds"][1] - table["seeds"][0] + 1
        lines += [
            f"{table['num_players']} players, rules `{table['rules']}`, {deals} deals under all rotations of the seats: share of the first "
            f"places of the row against {against} [95 % interval], parity {1 / table['num_players']:.0%}; OpenSkill rating.",
            "",
            f"| agent | {' | '.join(order)} | mu, sigma |",
            "|---" * (len(order) + 2) + "|",
        ]
        for standing in table["standings"]:
            row = [cells.get((standing["name"], other), "") for other in order]
            lines.append(f"| {standing['name']} | {' | '.join(row)} | {standing['mu']:.1f}, {standing['sigma']:.1f} |")
        lines.append("")
    return "\n".join(lines).rstrip()


def crowded(_: Game) -> str:
    """How the cost of a decision of Brick Civilization grows, as recorded by benchmarks/crowded.py."""
    recorded = json.loads((RESULTS / "crowded.json").read_text(encoding="utf-8"))
    rows = ["| what grows | microseconds per decision | what stays |", "|---|---|---|"]
    for name in ("side", "pawns", "roads"):
        series = recorded[name]
        steps = [f"{value}: {1e6 * cost:.1f}" for value, cost in zip(series["values"], series["seconds"], strict=True)]
        rows.append(f"| {name} | {', '.join(steps)} | {', '.join(f'{key} {value}' for key, value in series['fixed'].items())} |")
    slow = recorded["slowest"]
    question, cost = max(slow["masks"].items(), key=lambda item: item[1])
    at = ", ".join(f"{key} {value}" for key, value in slow["position"].items())
    rows.append(
        f"| a large civilization on many roads | {1e6 * slow['seconds']:.1f}; its slowest mask ({question}): {1e6 * cost:.1f} | {at} |"
    )
    return "\n".join(rows)


def landscapes(_: Game) -> str:
    """How fair the generated landscapes of Brick Civilization are, as recorded by benchmarks/landscapes.py."""
    recorded = json.loads((RESULTS / "landscapes.json").read_text(encoding="utf-8"))["landscapes"]
    measures = list(next(iter(recorded.values()))["gap between first sites"])
    titles = ["board", "seeds", "first draw accepted", *(f"{name}: mean, spread, gap" for name in measures)]
    rows = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for table, found in recorded.items():
        offers = found["offer by sector"]
        cells = [f"{table}, {found['side']} x {found['side']}", f"{found['boards']:,}", f"{found['accepted at the first sub-seed']:.1%}"]
        for name in measures:
            mean = sum(offer[name] for offer in offers) / len(offers)
            cells.append(f"{mean:.1f}, {found['spread between boards'][name]:.1f}, {found['gap between first sites'][name]:.1f}")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


GAME_PARTS: dict[str, Callable[[Game], str]] = {
    "facts": facts,
    "actions": lambda one: one.actions.table(),
    "observation": lambda one: one.observation.table(),
    "fields": lambda one: one.state.table(),
    "parameters": lambda one: one.rules.table(),
    "coverage": coverage,
    "endings": endings,
    "baselines": baselines,
    "crowded": crowded,
    "landscapes": landscapes,
    "rulings": rulings,
}


# ------------------------------------------------------------------------------------------------ the front page
def games_table() -> str:
    """All games in a line each."""
    rows = ["| game | players | actions | observation | hidden information | clauses proven |", "|---|---|---|---|---|---|"]
    for name in GAMES:
        one = game(name)
        low, high = one.facts.players
        proven = f"{len(marked_tests(name))} of {len(clauses(name))}"
        rows.append(
            f"| [{one.facts.title}](envs/{name}/README.md) | {low}-{high} | {one.actions.size} | {one.observation.size} "
            f"| {one.facts.hidden_information} | {proven} |"
        )
    return "\n".join(rows)


def results_table() -> str:
    """The recorded matches."""
    rows = ["| game | players | agent | against | games | win share | 95 % interval | parity |", "|---|---|---|---|---|---|---|---|"]
    for path in sorted(RESULTS.glob("match-*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        first, *others = result["scores"]
        rivals = ", ".join(f"{other['seats']} x {other['name']}" for other in others)
        rows.append(
            f"| {result['game']}, {result['rules']} | {result['num_players']} | {first['name']} | {rivals} | {first['games']:,} "
            f"| {first['share']:.1%} | {first['low']:.1%} .. {first['high']:.1%} | {first['parity']:.0%} |"
        )
    return "\n".join(rows)


def zoo_table() -> str:
    """The trained agents that come with the package, one seat against each other agent in all other seats."""
    rows = ["| agent | trained | players | against | games | win share | 95 % interval | parity |", "|---|---|---|---|---|---|---|---|"]
    for path in sorted(ZOO.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        trained = f"{document['minutes']:.0f} min, {document['decisions'] / 1e6:.0f} M decisions"
        if document["config"]["network"].get("trust"):
            trained += ", told the scripted agent's move"
        for file in sorted((RESULTS / "baselines").glob(f"{path.stem}-*-matches.json")):
            played = json.loads(file.read_text(encoding="utf-8"))
            for one in played["matches"]:
                rows.append(
                    f"| `{played['agent']}` | {trained} | {played['num_players']} | {one['against']} | {one['games']:,} "
                    f"| {one['share']:.1%} | {one['low']:.1%} .. {one['high']:.1%} | {one['parity']:.0%} |"
                )
    return "\n".join(rows)


def ratings_table() -> str:
    """A line for every cross-table: its agents, the best first, with their OpenSkill ratings."""
    rows = ["| game | players | agents, the best first (OpenSkill mu) | games |", "|---|---|---|---|"]
    for name in GAMES:
        for table in crosstables(name):
            title = f"[{game(name).facts.title}](envs/{name}/README.md), {table['rules']}"
            agents = ", ".join(f"{one['name']} ({one['mu']:.1f})" for one in table["standings"])
            rows.append(f"| {title} | {table['num_players']} | {agents} | {table['games']:,} |")
    return "\n".join(rows)


def comparison_table() -> str:
    """The recorded comparison of rules: the differences that stand after the correction."""
    document = json.loads((RESULTS / "compare-age_of_heroes" / "compare.json").read_text(encoding="utf-8"))
    base, *others = [variant["name"] for variant in document["variants"]]
    titles = ["measure", f"{base} [95 % interval]", *(f"{name} minus {base}" for name in others)]
    rows = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for row in document["metrics"]:
        found = [row["differences"][name] for name in others]
        if any(one["p_holm"] is not None and one["p_holm"] < 0.05 for one in found):
            cells = [value_text(_of(Estimate, row["values"][base]), row["unit"])]
            cells += [difference_text(_of(Difference, one), row["unit"]) for one in found]
            rows.append(f"| {row['title']} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _of(kind: type, values: dict):
    """A result as it was before JSON, which has no nan."""
    return kind(**{name: math.nan if value is None else value for name, value in values.items()})


def training_table() -> str:
    """The recorded speed of training."""
    recorded = json.loads((RESULTS / "training.json").read_text(encoding="utf-8"))["training"]
    rows = ["| | samples/s | PPO is |", "|---|---|---|"]
    for name, figures in recorded.items():
        for label, figure in figures["samples_per_second"].items():
            rows.append(f"| {name}, {label} | {figure:,.0f} | {figures['ratio'][label]:.2f} x |")
    return "\n".join(rows)


def speed_table() -> str:
    """The recorded throughput and start-up times."""
    throughput = json.loads((RESULTS / "throughput.json").read_text(encoding="utf-8"))["throughput"]
    start = json.loads((RESULTS / "compile.json").read_text(encoding="utf-8"))["compile"]
    shown = (
        "env(), one game",
        "batch of 1024",
        "batch of 1024, raw observations",
        "batch of 4096, two threads",
        "rollouts",
    )
    rows = ["| | decisions/s | x Connect Four |", "|---|---|---|"]
    for name, figures in throughput.items():
        rows.append(f"| PettingZoo Connect Four, `env()` | {figures['connect_four']:,.0f} | 1 |")
        for label in shown:
            rows.append(f"| {name}, {label} | {figures['decisions_per_second'][label]:,.0f} | {figures['ratio'][label]:,.0f} |")
        seconds = start[name]["seconds"]
        cold, warm = seconds["first step of env(), empty cache"], seconds["first step of env(), warm cache"]
        rows.append(f"| {name}, fresh process to first step | {cold:.1f} s compiling, {warm:.1f} s after that | |")
    return "\n".join(rows)


def adapters_table() -> str:
    """The recorded cost of the adapters to other libraries."""
    recorded = json.loads((RESULTS / "adapters.json").read_text(encoding="utf-8"))["adapters"]
    rows = ["| | games side by side | decisions/s | bare batch | added per decision | x slower |", "|---" * 6 + "|"]
    for name, figures in recorded.items():
        for label, one in figures["rows"].items():
            speeds = f"{one['decisions_per_second']:,.0f} | {one['bare_batch']:,.0f}"
            rows.append(f"| {name}, {label} | {one['games']} | {speeds} | {one['microseconds_added']:,.1f} us | {one['ratio']:.1f} |")
    return "\n".join(rows)


def peers_table() -> str:
    """The recorded speed of our games and those of other libraries; ratios to PettingZoo's Connect Four through `env()`."""
    document = json.loads((RESULTS / "peers.json").read_text(encoding="utf-8"))
    found = document["peers"]
    unit = next(row["single"] for row in found if row["game"] == "connect_four_v3")
    rows = ["| game | one game | x | best batch | x | clone | first step | what is counted |", "|---" * 8 + "|"]
    for row in found:
        speeds = [f"{row[kind]:,.0f}/s | {row[kind] / unit:,.1f}" if row[kind] else "- | -" for kind in ("single", "batch")]
        clone = "-" if row["clone"] is None else "free" if row["clone"] == 0 else f"{row['clone'] * 1e6:,.1f} us"
        counted = row["single_includes"] + (f"; batch: {row['batch_includes']}" if row["batch"] else "")
        library = row["library"] if row["library"] == "Rulebound" else f"{row['library']} {document['versions'][LIBRARY[row['library']]]}"
        rows.append(f"| {library}, {row['game']} | {speeds[0]} | {speeds[1]} | {clone} | {row['first_step']:.2f} s | {counted} |")
    return "\n".join(rows)


FRONT_PARTS: dict[str, Callable[[], str]] = {
    "games": games_table,
    "results": results_table,
    "zoo": zoo_table,
    "ratings": ratings_table,
    "comparison": comparison_table,
    "speed": speed_table,
    "peers": peers_table,
    "training": training_table,
    "adapters": adapters_table,
}


# ------------------------------------------------------------------------------------------------ files
def pages() -> dict[Path, str]:
    """Every README with its generated parts made anew."""
    made = {ROOT / "README.md": _filled(ROOT / "README.md", lambda name: FRONT_PARTS[name]())}
    for name in GAMES:
        one = game(name)
        made[one.folder / "README.md"] = _filled(one.folder / "README.md", lambda part, one=one: GAME_PARTS[part](one))
    return made


def _filled(path: Path, make: Callable[[str], str]) -> str:
    return PART.sub(lambda found: found[1] + make(found["name"]) + "\n" + found[3], path.read_text(encoding="utf-8"))


def board(one: Game) -> np.ndarray:
    """The picture on a game's page: a position of a scripted game in which much is going on."""
    from rulebound.agents import make
    from rulebound.envs.core.batch import Batch

    seed, decisions = BOARDS.get(one.name, (7, 60))
    batch, agent = Batch(one, 1, num_players=one.facts.usual_players, seed=seed, autoreset=False), make("scripted", one)
    for _ in range(decisions):
        batch.step(agent.act(batch, np.zeros(1, np.int64)))
    return one.picture(batch.position(0), 0)


def main() -> None:
    """Write, or say what is out of date."""
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.pages --write")
    from PIL import Image

    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    for name in GAMES:
        picture = game(name).folder / "board.png"
        Image.fromarray(board(game(name))).save(picture, optimize=True)
        print(picture.relative_to(ROOT))


if __name__ == "__main__":
    main()
