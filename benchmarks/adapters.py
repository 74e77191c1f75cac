"""What each adapter to another library costs beside the bare batch face, in random legal play.

    python -m rulebound.benchmarks.adapters [--game age_of_heroes] [--row RLlib] [--seconds 0.3] [--out results.json]

A row is one generator function under `@row`: it yields a function that plays some decisions and says how many, and is compared
with a bare batch of as many games as it plays side by side. The two take turns, so that a machine which becomes slower does so
for both. Rows whose library is not installed are left out. Everything but the adapter is the same: actions are drawn from the
mask by the same compiled sampler (OpenSpiel's users choose from its list instead), observations and masks are those of the batch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.benchmarks.measure import rate, write_result
from rulebound.envs import GAMES, game
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.sampling import sample_batch

DECISIONS = 512  # of one call of a row's work
SIZE = 1024  # games of a TorchRL environment
STEPS = 16  # of a rollout: its tensors of all steps and the steps after them take 64 MB in Age of Heroes
ROUNDS = 7  # turns that a row and its bare batch take; the best of each counts

Work = Callable[[], int]  # plays some decisions; how many
Adapter = Callable[[Game, int], Iterator[Work]]  # of a game and a number of players


@dataclass(frozen=True)
class Row:
    """One adapter, one way to use it."""

    label: str
    games: int  # side by side
    adapter: Adapter


ROWS: list[Row] = []


def row(label: str, games: int = 1) -> Callable[[Adapter], Adapter]:
    """Add a function to the table; an ImportError in it leaves it out."""

    def add(adapter: Adapter) -> Adapter:
        ROWS.append(Row(label, games, adapter))
        return adapter

    return add


class Sampler:
    """Uniform legal actions of masks, as every row draws them."""

    def __init__(self, games: int) -> None:
        self.actions, self.drawn = np.empty(games, np.int64), 0

    def __call__(self, mask: np.ndarray) -> np.ndarray:
        """An action for each row of int8 masks."""
        self.drawn += 1
        sample_batch(mask, 0, len(self.actions), np.uint64(1), self.drawn, self.actions)
        return self.actions


# ------------------------------------------------------------------------------------------------ rows
@row("PettingZoo, env()")
def aec(one: Game, players: int) -> Iterator[Work]:
    """`last()` and `step()` of the AEC face."""
    env, sample = GameEnv(one, num_players=players), Sampler(1)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(DECISIONS):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                observation = env.last()[0]
            env.step(int(sample(observation["action_mask"][None])[0]))
        return DECISIONS

    yield work


@row("RLlib, multi-agent environment")
def rllib(one: Game, players: int) -> Iterator[Work]:
    """`reset()` and `step()` with RLlib's dictionaries."""
    from rulebound.envs.core.adapters.rllib import RLlibEnv

    env, sample = RLlibEnv({"game": one.name, "num_players": players}), Sampler(1)
    seen = [env.reset(seed=1)[0]]

    def work() -> int:
        for _ in range(DECISIONS):
            ((agent, view),) = seen[0].items()
            action = int(sample(view["action_mask"][None].astype(np.int8))[0])
            seen[0], _, terminated, truncated, _ = env.step({agent: action})
            if terminated["__all__"] or truncated["__all__"]:
                seen[0], _ = env.reset()
        return DECISIONS

    yield work


@row("RLlib, its vector of 8 environments", games=8)
def rllib_vector(one: Game, players: int) -> Iterator[Work]:
    """RLlib's own vector environment, which its env runners step."""
    from ray.rllib.env.vector.sync_vector_multi_agent_env import SyncVectorMultiAgentEnv

    from rulebound.envs.core.adapters.rllib import RLlibEnv

    config, sample = {"game": one.name, "num_players": players}, Sampler(8)
    env = SyncVectorMultiAgentEnv([lambda: RLlibEnv(config)] * 8)
    seen = [env.reset(seed=1)[0]]

    def work() -> int:
        for _ in range(DECISIONS // 8):
            # A game that is over is dealt anew in the next step, whatever is played in it.
            acting = [next(iter(views.items())) for views in seen[0]]
            actions = sample(np.array([view["action_mask"] for _, view in acting], np.int8))
            seen[0] = env.step([{agent: int(action)} for (agent, _), action in zip(acting, actions, strict=True)])[0]
        return DECISIONS

    yield work
    env.close()


@row("RLlib, its env runner with its network, 8 environments", games=8)
def rllib_runner(one: Game, players: int) -> Iterator[Work]:
    """What PPO of RLlib gets: its network chooses, its connectors and episodes store. One thread, as its workers have."""
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

    from rulebound.agents.network import torch_threads
    from rulebound.envs.core.adapters.rllib import self_play

    config = self_play(one.name, num_players=players).env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    runner = MultiAgentEnvRunner(config=config)

    def work() -> int:
        return sum(episode.env_steps() for episode in runner.sample(num_timesteps=DECISIONS, random_actions=False))

    with torch_threads(1):
        yield work
    runner.stop()


def match_work(one: Game, players: int, backend) -> Work:
    """A backend that plays eight shards of about 512 games between random agents."""
    from rulebound.train.match import Referee
    from rulebound.train.shards import Shard

    deals = 512 // players
    referee = Referee(one, ["random"], one.variant(), players)
    shards = [Shard(referee, range(deals * part, deals * (part + 1)), part) for part in range(8)]
    return lambda: sum(int(part.decisions.sum()) for _, part in backend.play(shards))


@row("tournament, local backend, chunks of 512 games", games=512)
def local_backend(one: Game, players: int) -> Iterator[Work]:
    """The games of a tournament, in this process."""
    from rulebound.train.shards import LocalBackend

    yield match_work(one, players, LocalBackend())


@row("tournament, Ray backend, one worker, chunks of 512 games", games=512)
def ray_backend(one: Game, players: int) -> Iterator[Work]:
    """The same games by a worker of a Ray cluster on this machine, which is already running."""
    import ray

    from rulebound.train.cluster import RayBackend

    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        with RayBackend() as backend:
            yield match_work(one, players, backend)
    finally:
        ray.shutdown()


@row("TorchRL, steps of 1024 games", games=SIZE)
def torchrl_steps(one: Game, players: int) -> Iterator[Work]:
    """`step_and_maybe_reset`, which collectors call, with nothing kept."""
    from rulebound.agents.network import torch_threads
    from rulebound.envs.core.adapters.torchrl import TorchRLEnv

    env = TorchRLEnv(one, SIZE, num_players=players, seed=1)
    now = [env.reset()]

    def work() -> int:
        _, now[0] = env.step_and_maybe_reset(env.rand_action(now[0]))
        return SIZE

    with torch_threads(1):
        yield work


@row("TorchRL, rollouts of 1024 games", games=SIZE)
def torchrl_rollout(one: Game, players: int, observe: str = "scaled") -> Iterator[Work]:
    """`rollout`, which keeps every step in one tensor per key."""
    from rulebound.agents.network import torch_threads
    from rulebound.envs.core.adapters.torchrl import TorchRLEnv

    env = TorchRLEnv(one, SIZE, num_players=players, seed=1, observe=observe)
    now = [env.reset()]

    def work() -> int:
        rollout = env.rollout(STEPS, auto_reset=False, tensordict=now[0], break_when_any_done=False)
        now[0] = env.maybe_reset(rollout[:, -1]["next"].exclude("reward"))
        return SIZE * STEPS

    with torch_threads(1):
        yield work


@row("TorchRL, rollouts of 1024 games, raw observations", games=SIZE)
def torchrl_raw_rollout(one: Game, players: int) -> Iterator[Work]:
    """The same with the whole numbers of the observations, beside a batch that scales them."""
    yield from torchrl_rollout(one, players, "raw")


@row("OpenSpiel, one game")
def openspiel_play(one: Game, players: int, look: bool = False) -> Iterator[Work]:
    """`legal_actions` and `apply_action`; with `look` also mask and observation of the seat to act."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    from rulebound.envs.core.adapters.openspiel import short_name

    loaded = pyspiel.load_game(f"{short_name(one)}(players={players})")
    observation, deals, games = make_observation(loaded), loaded.max_chance_outcomes(), iter(range(10**9))

    def work() -> int:
        state, played = loaded.new_initial_state(), 0
        state.apply_action(next(games) % deals)
        while not state.is_terminal() and played < DECISIONS:
            if look:
                np.asarray(state.legal_actions_mask(), np.int8)
                observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[played * 7919 % len(legal)])
            played += 1
        return played

    yield work


@row("OpenSpiel, one game with mask and observation")
def openspiel_look(one: Game, players: int) -> Iterator[Work]:
    """What a learner on OpenSpiel reads."""
    yield from openspiel_play(one, players, look=True)


# ------------------------------------------------------------------------------------------------ table
def bare_batch(one: Game, players: int, games: int) -> Work:
    """A batch of so many games and nothing around it."""
    batch, sample = Batch(one, games, num_players=players, seed=1), Sampler(games)
    steps = max(1, DECISIONS // games)

    def work() -> int:
        for _ in range(steps):
            batch.step(sample(batch.mask))
        return steps * games

    return work


def measure(one: Game, players: int, seconds: float, wanted: str = "") -> dict[str, dict[str, float]]:
    """All rows of one game whose label has the wanted text, each with the bare batch of its size beside it."""
    figures = {}
    for entry in ROWS:
        if wanted.lower() not in entry.label.lower():
            continue
        try:
            with contextmanager(entry.adapter)(one, players) as work:
                both = (work, bare_batch(one, players, entry.games))
                turns = [[rate(each, seconds, runs=1) for each in both] for _ in range(ROUNDS)]
        except ImportError as problem:
            Console(stderr=True).print(f"left out: {entry.label} ({problem})", markup=False)
            continue
        figure, bare = (max(rates) for rates in zip(*turns, strict=True))
        figures[entry.label] = {
            "games": entry.games,
            "decisions_per_second": figure,
            "bare_batch": bare,
            "microseconds_added": 1e6 / figure - 1e6 / bare,
            "ratio": bare / figure,
        }
    return figures


def main(arguments: list[str] | None = None) -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--row", default="", help="measure only rows with this text, and keep the others of the file --out")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds of one turn; each figure is the best of seven")
    parser.add_argument("--out", help="JSON file to write")
    options = parser.parse_args(arguments)
    results: dict[str, dict] = {}
    if options.row and options.out and Path(options.out).exists():
        results = json.loads(Path(options.out).read_text(encoding="utf-8"))["adapters"]
    for name in options.game or GAMES:
        one = game(name)
        players = one.facts.usual_players
        figures = measure(one, players, options.seconds, options.row)
        kept = results.get(name, {}).get("rows", {})
        results[name] = {"players": players, "rows": {**kept, **figures}}
        table = Table(
            "", "games", "decisions/s", "bare batch", "added, us", "x", title=f"{one.id}, {players} players", title_justify="left"
        )
        for label, found in figures.items():
            table.add_row(
                label, str(found["games"]), f"{found['decisions_per_second']:,.0f}", f"{found['bare_batch']:,.0f}",
                f"{found['microseconds_added']:.1f}", f"{found['ratio']:.1f}",
            )  # fmt: skip
        Console().print(table)
    write_result(options.out, {"adapters": results})


if __name__ == "__main__":
    main()
