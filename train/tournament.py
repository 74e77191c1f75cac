"""Tournaments: every agent against every other, each deal under all seat rotations, the deal as the unit.

With two players a pairing is a match of two. With N players each pair (a, b) gives two pairings: one a against
N - 1 b, and one b against N - 1 a. All pairings are played on the same deals. A finished pairing is written to a
file of its own, from which a second run goes on.
"""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from rulebound.agents import Agent, AgentError
from rulebound.agents import make as make_agent
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import read_document, write_text
from rulebound.train.compare import versions
from rulebound.train.match import CHUNK, Progress, Referee, deal_seeds, deals_at_once, first_places, plain_data, rotations
from rulebound.train.shards import Backend, LocalBackend, Shard, cut
from rulebound.train.stats import Estimate, estimate, optional, percent
from rulebound.train.terminal import plain_table

FORMAT, SCHEMA = "rulebound-pairing", 1
FOLDER = "pairings"  # where the finished pairings lie
METHOD = (
    "Every deal is played under all rotations of the seats in every pairing; the deal is the statistical unit (95 % intervals: "
    "Student's t over deals). share: part of the first places, a shared one counting in part. advantage: share minus parity, "
    "averaged over the agent's pairings; agents are ranked by it. mu, sigma: OpenSkill (Plackett-Luce), every seat a team of one, "
    "an agent with several seats moving by the sum of their moves, games in the order deal, pairing, rotation; sigma is the "
    "rating system's own uncertainty."
)


@dataclass(frozen=True)
class Pairing:
    """One agent against another: `agent` holds one seat, `opponent` all others."""

    agent: str
    opponent: str
    results: np.ndarray = field(repr=False)  # [deal, rotation, seat]

    @property
    def seating(self) -> np.ndarray:
        """[rotation, seat]: 0 where the agent sits, 1 for the opponent."""
        return rotations([0] + [1] * (self.results.shape[-1] - 1))

    def parts(self, name: str) -> np.ndarray:
        """By deal and rotation: an agent's part of the first place."""
        return (first_places(self.results) * (self.seating == (self.agent, self.opponent).index(name))).sum(axis=-1)

    def parity(self, name: str) -> float:
        """The share if all seats were equally strong."""
        return float((self.seating[0] == (self.agent, self.opponent).index(name)).mean())


@dataclass(frozen=True)
class Cell:
    """One direction of a pair: the share of one `agent` against `opponent` in all other seats."""

    agent: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    share: Estimate
    parity: float


@dataclass(frozen=True)
class Standing:
    """An agent over all of its pairings."""

    rank: int
    name: str
    games: int
    win: Estimate
    draw: Estimate
    loss: Estimate
    advantage: Estimate
    mu: float
    sigma: float


@dataclass(frozen=True)
class TournamentResult:
    """A tournament as played; complete unless it was stopped."""

    game: str
    rules: str
    rules_hash: str
    num_players: int
    agents: tuple[str, ...]
    seed: int
    seeds: tuple[int, ...]
    cells: tuple[Cell, ...]
    standings: tuple[Standing, ...]
    wanted: int  # pairings that were asked for
    played: int  # pairings that are complete
    versions: dict[str, str]

    @property
    def complete(self) -> bool:
        return self.played == self.wanted

    @property
    def games(self) -> int:
        return self.played * len(self.seeds) * self.num_players

    def cell(self, agent: str, opponent: str) -> Cell | None:
        """The share of one agent against another, if that was played."""
        return next((cell for cell in self.cells if (cell.agent, cell.opponent) == (agent, opponent)), None)

    def standing(self, name: str) -> Standing:
        """An agent's standing by name."""
        return next(one for one in self.standings if one.name == name)

    def to_dict(self) -> dict:
        """Plain data, as JSON has it."""
        return plain_data(asdict(self) | {"games": self.games, "complete": self.complete, "method": METHOD})


# ------------------------------------------------------------------------------------------------ play
class Tournament:
    """A tournament that can be stopped: `run` plays, `result` sums up the pairings that are complete.

    out       a folder: finished pairings are written there and read again by the next run, if game, rules, players,
              seeds, agents and versions are the same. Agents given as objects are always played: a name does not
              say what they are.
    backend   what plays the games (`shards.py`); the result does not depend on it
    Other arguments as in `match.Match`.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[str | Agent],
        seeds: int | Iterable[int] = 200,
        num_players: int | None = None,
        rules: object = None,
        *,
        seed: int = 0,
        threads: int = 1,
        chunk: int = CHUNK,
        out: Path | None = None,
        backend: Backend | None = None,
    ) -> None:
        optional("openskill.models")  # refused now rather than after the games
        self.game, self.seed, self.threads, self.chunk = game, int(seed), threads, chunk
        self.backend = backend or LocalBackend()
        self.variant = game.variant(rules)  # type: ignore[arg-type]
        self.players = game.players(num_players, self.variant)
        self.seeds = deal_seeds(seeds, self.seed, "a tournament")
        self.groups = cut(self.seeds, deals_at_once(chunk, self.players))
        self.agents = {(one.name if isinstance(one, Agent) else str(one)): one for one in agents}
        if len(self.agents) != len(agents):
            raise AgentError("an agent is named twice; a tournament is between different agents")
        if len(self.agents) < 2:
            raise AgentError("a tournament needs at least two agents")
        self._made = {name: make_agent(one, game) for name, one in self.agents.items()}
        self._identities = {name: one.identity for name, one in self._made.items()}
        self.out = None if out is None else Path(out)
        self.reused = 0
        self._versions = versions()
        self._played: dict[tuple[str, str], Pairing] = {}

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Who plays whom, the first in one seat and the second in all others, in the order of play."""
        pairs = itertools.combinations(self.agents, 2)
        if self.players == 2:
            return list(pairs)
        return [ordered for a, b in pairs for ordered in ((a, b), (b, a))]

    def run(self, progress: Progress | None = None) -> TournamentResult:
        """Play the pairings that are not complete and give the result. Ctrl-C loses pairings in play only."""
        games = len(self.seeds) * self.players
        for pair in self.pairings:
            if pair not in self._played and (known := self._read(pair)) is not None:
                self._played[pair] = known
        waiting = [pair for pair in self.pairings if pair not in self._played]
        before, total = len(self._played) * games, len(self.pairings) * games
        if progress is not None:
            progress(before, total)
        self._play(waiting, None if progress is None else lambda over: progress(before + over, total))
        return self.result()

    def _play(self, pairs: Sequence[tuple[str, str]], tell: Callable[[int], None] | None) -> None:
        """Play pairings and keep each as soon as all of its deals are there."""
        shards = [shard for pair in pairs for shard in self._shards(pair)]
        found: dict[tuple[str, str], dict[int, np.ndarray]] = {pair: {} for pair in pairs}
        for place, part in self.backend.play(shards, tell):
            pair, number = pairs[place // len(self.groups)], place % len(self.groups)
            found[pair][number] = part.results
            if len(found[pair]) == len(self.groups):
                results = found.pop(pair)
                self._played[pair] = Pairing(*pair, np.concatenate([results[number] for number in range(len(self.groups))]))
                self._write(self._played[pair])

    def _shards(self, pair: tuple[str, str]) -> list[Shard]:
        agents = [self._made[name] for name in pair]
        referee = Referee(self.game, agents, self.variant, self.players, seed=self.seed, threads=self.threads)
        return [Shard(referee, deals, part) for part, deals in enumerate(self.groups)]

    # -------------------------------------------------------------------------------------------- files
    def _identity(self, pair: tuple[str, str]) -> dict | None:
        """All that a pairing's results depend on; None if it cannot be told."""
        if any(isinstance(self.agents[name], Agent) for name in pair):
            return None
        return {
            "game": self.game.id,
            "rules_hash": self.variant.hash,
            "num_players": self.players,
            "agents": [self._identities[name] for name in pair],
            "seed": self.seed,
            "seeds": self.seeds,
            "chunk": self.chunk,
            "versions": self._versions,
        }

    def _path(self, identity: dict) -> Path:
        code = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]
        return self.out / FOLDER / f"{code}.json"  # type: ignore[operator]

    def _read(self, pair: tuple[str, str]) -> Pairing | None:
        """A pairing that an earlier run has finished; a file that is damaged is played again."""
        identity = self._identity(pair)
        if self.out is None or identity is None or not self._path(identity).exists():
            return None
        try:
            document = read_document(self._path(identity), FORMAT, SCHEMA, ValueError)
            results = np.array(document["results"], np.float64)
        except (ValueError, KeyError, TypeError):
            return None
        if document.get("identity") != identity or results.shape != (len(self.seeds), self.players, self.players):
            return None
        self.reused += 1
        return Pairing(*pair, results)

    def _write(self, pairing: Pairing) -> None:
        identity = self._identity((pairing.agent, pairing.opponent))
        if self.out is not None and identity is not None:
            results = np.round(pairing.results, 6).tolist()
            write_text(self._path(identity), json.dumps({"format": FORMAT, "schema": SCHEMA, "identity": identity, "results": results}))

    def result(self) -> TournamentResult:
        """What the complete pairings say; ValueError if there is none."""
        pairings = [self._played[pair] for pair in self.pairings if pair in self._played]
        if not pairings:
            raise ValueError("the tournament was stopped before any pairing was complete")
        return TournamentResult(
            game=self.game.id,
            rules=self.variant.name,
            rules_hash=self.variant.hash,
            num_players=self.players,
            agents=tuple(self.agents),
            seed=self.seed,
            seeds=tuple(self.seeds),
            cells=tuple(cells(pairings)),
            standings=tuple(standings(pairings)),
            wanted=len(self.pairings),
            played=len(pairings),
            versions=self._versions,
        )


# ------------------------------------------------------------------------------------------------ statistics
def cells(pairings: Sequence[Pairing]) -> list[Cell]:
    """The pairwise matrix; with two players each pairing fills two cells."""
    found = []
    for pairing in pairings:
        names = (pairing.agent, pairing.opponent)
        for name, other in (names, names[::-1]) if pairing.results.shape[-1] == 2 else (names,):
            parts = pairing.parts(name)
            wins, losses = int(_won(parts).sum()), int(_lost(parts).sum())
            share = _share(estimate(parts.mean(axis=1)))
            found.append(Cell(name, other, parts.size, wins, parts.size - wins - losses, losses, share, pairing.parity(name)))
    return found


def standings(pairings: Sequence[Pairing]) -> list[Standing]:
    """All agents over their pairings, the best first. The deals are the same in all pairings, and are the unit."""
    names = list(dict.fromkeys(name for pairing in pairings for name in (pairing.agent, pairing.opponent)))
    ratings = rate(pairings)
    found = []
    for name in names:
        mine = [pairing for pairing in pairings if name in (pairing.agent, pairing.opponent)]
        parts = [pairing.parts(name) for pairing in mine]
        won, lost = (np.mean([test(part).mean(axis=1) for part in parts], axis=0) for test in (_won, _lost))
        ahead = np.mean([part.mean(axis=1) - pairing.parity(name) for part, pairing in zip(parts, mine, strict=True)], axis=0)
        shares = [_share(estimate(values)) for values in (won, 1 - won - lost, lost)]
        found.append((estimate(ahead), name, sum(part.size for part in parts), shares, ratings[name]))
    found.sort(key=lambda one: -one[0].mean)
    ranked = enumerate(found, 1)
    return [Standing(rank, name, games, *shares, ahead, *rating) for rank, (ahead, name, games, shares, rating) in ranked]


def _won(parts: np.ndarray) -> np.ndarray:
    return parts > 1 - 1e-9


def _lost(parts: np.ndarray) -> np.ndarray:
    return parts < 1e-9


def _share(value: Estimate) -> Estimate:
    """An estimate whose interval stays within 0 and 1."""
    if value.low != value.low:
        return value
    return Estimate(min(max(value.mean, 0.0), 1.0), max(0.0, value.low), min(1.0, value.high))


def rate(pairings: Sequence[Pairing]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (mu, sigma) by name, over all games in the order deal, pairing, rotation."""
    model = optional("openskill.models").PlackettLuce()
    names = list(dict.fromkeys(name for pairing in pairings for name in (pairing.agent, pairing.opponent)))
    ratings = dict.fromkeys(names, (model.mu, model.sigma))
    for deal in range(max(len(pairing.results) for pairing in pairings)):
        for pairing in pairings:
            for seats, results in zip(pairing.seating, pairing.results[deal], strict=True):
                _rate_game(model, ratings, [(pairing.agent, pairing.opponent)[k] for k in seats], results)
    return ratings


def _rate_game(model, ratings: dict[str, tuple[float, float]], names: Sequence[str], results: np.ndarray) -> None:
    """Move the ratings by one game, in which every seat is a team of one.

    An agent with several seats moves by the sum of their moves, so that a game shifts points and makes none; its sigma
    becomes the mean of theirs.
    """
    teams = [[model.rating(mu=ratings[name][0], sigma=ratings[name][1])] for name in names]
    after = model.rate(teams, ranks=[float(round(-result, 6)) for result in results])
    for name in dict.fromkeys(names):
        mine = [team[0] for team, owner in zip(after, names, strict=True) if owner == name]
        mu = ratings[name][0] + sum(one.mu - ratings[name][0] for one in mine)
        ratings[name] = (mu, sum(one.sigma for one in mine) / len(mine))


# ------------------------------------------------------------------------------------------------ for people
def _interval(value: Estimate, show: Callable[[float], str] = percent) -> str:
    return f"{show(value.mean)} [{show(value.low)}, {show(value.high)}]" if value.low == value.low else show(value.mean)


def _points(value: float) -> str:
    return f"{round(100 * value, 1) + 0.0:+.1f}"


def heading(result: TournamentResult) -> str:
    """The title of a tournament."""
    stopped = "" if result.complete else f", stopped after {result.played} of {result.wanted} pairings"
    return f"{result.game}, rules {result.rules}, {result.num_players} players, {result.games} games{stopped}"


def _ranking(result: TournamentResult) -> tuple[list[str], list[list[str]]]:
    titles = ["rank", "agent", "games", "won [95 % CI]", "drawn", "lost", "advantage, points [95 % CI]", "mu", "sigma"]
    rows = [
        [
            str(one.rank), one.name, str(one.games), _interval(one.win), percent(one.draw.mean), percent(one.loss.mean),
            _interval(one.advantage, _points), f"{one.mu:.2f}", f"{one.sigma:.2f}",
        ]
        for one in result.standings
    ]  # fmt: skip
    return titles, rows


def _matrix(result: TournamentResult) -> tuple[list[str], list[list[str]]]:
    order = [one.name for one in result.standings]
    rows = []
    for name in order:
        found = [result.cell(name, other) for other in order]
        rows.append([name, *("" if cell is None else _interval(cell.share) for cell in found)])
    return ["agent", *order], rows


def _matrix_title(result: TournamentResult) -> str:
    others = result.num_players - 1
    against = "the column" if others == 1 else f"{others} of the column"
    return f"share of the row against {against} [95 % CI], parity {percent(1 / result.num_players)}"


def show_tournament(result: TournamentResult, console) -> None:
    """The ranking and the pairwise matrix as tables."""
    for title, (titles, rows) in ((heading(result), _ranking(result)), (_matrix_title(result), _matrix(result))):
        console.print(title)  # not the table's own title, which wraps at the width of a narrow matrix
        table = plain_table()
        for place, name in enumerate(titles):
            table.add_column(name, justify="left" if name == "agent" or not place else "right", overflow="fold")
        for row in rows:
            table.add_row(*row)
        console.print(table)
    console.print(METHOD)


def markdown(result: TournamentResult) -> str:
    """The tournament as a markdown page."""
    lines = [f"# {heading(result)}", ""]
    for title, (titles, rows) in (("Ranking", _ranking(result)), (_matrix_title(result).capitalize(), _matrix(result))):
        lines += [f"## {title}", "", "| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
        lines += ["| " + " | ".join(row) + " |" for row in rows] + [""]
    played = f"{len(result.seeds)} deals, seeds {result.seeds[0]} to {result.seeds[-1]}; rules hash `{result.rules_hash}`"
    return "\n".join([*lines, METHOD, "", f"{played}; " + ", ".join(f"{k} {v}" for k, v in result.versions.items()), ""])


def table_csv(result: TournamentResult) -> str:
    """The pairwise results as CSV: one line per agent and opponent."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["agent", "opponent", "games", "wins", "draws", "losses", "share", "low", "high", "parity"])
    for one in result.cells:
        share = [round(value, 6) for value in (one.share.mean, one.share.low, one.share.high, one.parity)]
        writer.writerow([one.agent, one.opponent, one.games, one.wins, one.draws, one.losses, *share])
    return file.getvalue()


def write_tournament(result: TournamentResult, folder: Path) -> list[Path]:
    """Write tournament.json, tournament.csv and tournament.md."""
    texts = {"json": json.dumps(result.to_dict(), indent=1), "csv": table_csv(result), "md": markdown(result)}
    for ending, text in texts.items():
        write_text(folder / f"tournament.{ending}", text)
    return [folder / f"tournament.{ending}" for ending in texts]
