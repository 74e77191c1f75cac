"""Training with Stable-Baselines3: MaskablePPO at tables of opponents, with snapshots of itself among them if wanted.

A run is a folder: `model.zip` (which `MaskablePPO.load` of Stable-Baselines3 reads too), `model.json` (what the model
is of), `config.yaml`, `snapshots/` and `tensorboard/`. The saved model plays everywhere under the name
`sb3:<folder>/model.zip`. Importing this module imports Stable-Baselines3.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, ValidationInfo, field_validator

from rulebound.agents import AgentError, make
from rulebound.agents.pool import PoolAgent
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import write_text
from rulebound.envs.core.rules import REWARDS
from rulebound.train.config import Config, ConfigError
from rulebound.train.match import Match
from rulebound.train.terminal import note

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.logger import configure

    from rulebound.agents.maskable import FORMAT, SCHEMA, MaskableAgent, describe, document_path, read_tensors
    from rulebound.envs.core.sb3 import TableVecEnv
except ImportError as problem:
    raise ImportError(f'{problem}; Stable-Baselines3 comes with: pip install "rulebound[sb3]"') from problem

SELF = "self"  # the opponent that is a snapshot of the learner
EVALUATION_SEED = 1_000_000_000  # first deal of the matches: far from those of training
ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}

Width = Annotated[int, Field(ge=1, le=8192)]
Report = Callable[[str], None]


class SB3Config(Config):
    """What a run needs; `configs/<game>/sb3.yaml` holds the values for a game."""

    # The table
    players: int = Field(2, ge=2, le=8, description="Seats at the table; the learner's moves on with every game.")
    rules: str | dict | None = Field(None, description="Rule variant: a preset, a YAML file, or changes of the standard rules.")
    opponents: list[str] = Field(
        ["scripted"],
        min_length=1,
        description="Agents, drawn for every other seat of every game (listed twice: twice as often); 'self' is a snapshot.",
    )
    envs: int = Field(8, ge=1, le=65536, description="Games that are played side by side.")
    reward: Literal[REWARDS] = Field("win", description="What is paid: the result, the rank, the margin, or the result and progress.")
    shaping: float = Field(0.1, ge=0, le=1, description="Size of the steps of the shaped reward.")
    skip_forced: bool = Field(True, description="Play moves without a choice by themselves, so that every step is a decision.")
    max_decisions: int | None = Field(None, ge=1, description="Decisions after which a game is ended; the game's own limit if empty.")

    # The learner
    total_steps: int = Field(2_000_000, ge=1, description="Decisions of the learner, over all games; whole rollouts are played.")
    learning_rate: float = Field(3e-4, gt=0, le=1, description="Step size of the optimizer at the beginning.")
    anneal: bool = Field(True, description="Let the learning rate fall in a line towards 0 at the end; otherwise it stays.")
    n_steps: int = Field(256, ge=2, le=1_000_000, description="Decisions per game and rollout; a rollout is followed by an update.")
    batch_size: int = Field(256, ge=2, description="Decisions per gradient step; it must divide envs * n_steps.")
    n_epochs: int = Field(4, ge=1, le=1000, description="Times that an update goes through the rollout.")
    gamma: float = Field(0.999, ge=0, le=1, description="Discount per decision of the learner.")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="Weight of later steps in the advantage: 0 trusts the value, 1 the result.")
    ent_coef: float = Field(0.01, ge=0, le=10, description="Weight of the entropy, which keeps the policy trying.")
    vf_coef: float = Field(0.5, ge=0, le=10, description="Weight of the value loss.")
    clip_range: float = Field(0.2, gt=0, le=1, description="How far one update may move the probability of an action.")
    max_grad_norm: float = Field(0.5, gt=0, description="Longest gradient.")
    net_arch: list[Width] = Field([256, 256], max_length=16, description="Units of the hidden layers; policy and value have their own.")
    activation: Literal["tanh", "relu"] = Field("tanh", description="What follows each hidden layer.")

    # Snapshots, for the opponent 'self'
    snapshot_every: int = Field(100_000, ge=1, description="Steps between two snapshots of the learner.")
    snapshots_kept: int = Field(10, ge=1, le=1000, description="Snapshots that stay among the opponents; older ones are deleted.")
    newest: float = Field(0.5, ge=0, le=1, description="Share of the snapshot games against the newest; the rest are against any.")

    # Measuring and saving
    evaluate_every: int = Field(200_000, ge=1, description="Steps between two evaluations; there is one at the end in any case.")
    evaluate_deals: int = Field(100, ge=1, description="Deals of an evaluation match, each played under every rotation of the seats.")
    evaluate_against: list[str] = Field(["random", "scripted"], description="Agents to be measured against, each in a match of its own.")
    save_every: int = Field(100_000, ge=1, description="Steps between two saves of the model.")
    seed: int = Field(0, ge=0, lt=2**32, description="Seed of deals, network and opponents; the same seed gives the same run.")
    threads: int = Field(1, ge=1, le=1024, description="Threads of the network and of the games; more than idle processors cost speed.")

    @field_validator("batch_size")
    @classmethod
    def _divides_the_rollout(cls, value: int, info: ValidationInfo) -> int:
        rollout = info.data.get("envs", 0) * info.data.get("n_steps", 0)
        if rollout % value:
            raise ValueError(f"must divide envs * n_steps = {rollout}")
        return value

    @field_validator("evaluate_against")
    @classmethod
    def _is_somebody_else(cls, value: list[str]) -> list[str]:
        if SELF in value:
            raise ValueError("a match against itself measures nothing")
        return value


@dataclass(frozen=True)
class Summary:
    """How a run ended."""

    steps: int  # of the saved model, earlier parts of the run included
    stopped: bool  # by Ctrl-C
    steps_per_second: float  # of this part of the run, without evaluations
    shares: dict[str, float] = field(default_factory=dict)  # part of the first places in the last match against each agent


def train(game: Game, config: SB3Config, out: Path, resume: bool = False, report: Report = note) -> Summary:
    """Train a model into the folder `out`, or go on with the one that is there; `report` is told a line at a time.

    Ctrl-C saves the model and ends the run. Going on keeps weights, optimizer, snapshots and steps; new games are dealt.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(config.threads)
    try:
        run = Run(game, config, out, resume, report)
        try:
            return run.finish(stopped=not run.learn())
        finally:
            run.games.close()
    finally:
        torch.set_num_threads(threads)


class Run:
    """The parts of a run: games, opponents, model and folder."""

    def __init__(self, game: Game, config: SB3Config, out: Path, resume: bool, report: Report) -> None:
        self.game, self.config, self.out, self.report = game, config, Path(out), report
        self.variant = game.variant(config.rules)
        self.view = game.view_key(self.variant, game.players(config.players, self.variant))
        about = self._resumable() if resume else self._fresh()
        steps = about["steps"] if about else 0
        for name in config.evaluate_against:
            make(name, game)  # refused now rather than at the first evaluation
        members = [None if name == SELF else make(name, game) for name in config.opponents]
        self.pool = PoolAgent(game, members, config.seed, config.snapshots_kept, config.newest)
        self.games = TableVecEnv(
            game, config.envs, opponents=self.pool, num_players=config.players, rules=self.variant, threads=config.threads,
            reward=config.reward, shaping=config.shaping, skip_forced=config.skip_forced, max_decisions=config.max_decisions,
        )  # fmt: skip
        self.model = self._model((config.seed + steps) % 2**32)  # a resumed run deals games that it has not seen
        self.model.num_timesteps = steps
        if about:
            self._load()
        if SELF in config.opponents:
            for path in sorted((self.out / "snapshots").glob("*.zip"))[-config.snapshots_kept :] if about else []:
                self.pool.add(MaskableAgent.load(game, config.seed, path, name=f"snapshot {path.stem}"))
            if not self.pool.snapshots:
                self.take_snapshot()
        write_text(self.out / "config.yaml", yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
        logs = ["tensorboard"] if find_spec("tensorboard") else []
        if not logs:
            report('tensorboard is not installed, so there will be no curves: pip install "rulebound[train]"')
        self.model.set_logger(configure(str(self.out / "tensorboard"), logs))
        self.begun, self.begin_steps, self.evaluating = time.perf_counter(), steps, 0.0

    # -------------------------------------------------------------------------------------------- beginning
    def _fresh(self) -> None:
        """ConfigError if the folder is taken."""
        if (self.out / "model.zip").exists():
            raise ConfigError(f"{self.out} holds a model already: resume it, or train into another folder")

    def _resumable(self) -> dict:
        """What the model in the folder is; ConfigError if the config asks for another one."""
        about = describe(self.out / "model.zip", self.game)
        for name, wanted in self._about().items():
            if name not in ("steps", "rules") and about.get(name) != wanted:
                raise ConfigError(f"{self.out} was trained with {name} = {about.get(name)!r}; it cannot go on with {wanted!r}")
        if type(about.get("steps")) is not int or about["steps"] < 0:
            raise ConfigError(f"{document_path(self.out / 'model.zip')}: steps = {about.get('steps')!r} is not a number of steps")
        return about

    def _about(self, steps: int = 0) -> dict:
        """The document beside a model."""
        return {
            "format": FORMAT,
            "schema": SCHEMA,
            "game": self.game.id,
            "rules": self.variant.name,
            "rules_hash": self.variant.hash,
            "players": self.config.players,
            "steps": steps,
            "view": list(self.view),
            "observation": self.game.view_by_key(self.view).size,
            "actions": self.game.actions.size,
            "net_arch": list(self.config.net_arch),
            "activation": self.config.activation,
        }

    def _model(self, seed: int) -> MaskablePPO:
        config = self.config
        # The share of a run that is left is counted after a rollout but before its update: the last update would have rate 0,
        # or a negative one if the last rollout goes beyond the last step.
        rollout = config.envs * config.n_steps / config.total_steps
        falling = lambda left: config.learning_rate * min(1.0, max(0.0, left + rollout))  # noqa: E731  (pickled with the model)
        return MaskablePPO(
            "MlpPolicy", self.games, falling if config.anneal else config.learning_rate,
            n_steps=config.n_steps, batch_size=config.batch_size, n_epochs=config.n_epochs, gamma=config.gamma,
            gae_lambda=config.gae_lambda, ent_coef=config.ent_coef, vf_coef=config.vf_coef, clip_range=config.clip_range,
            max_grad_norm=config.max_grad_norm, seed=seed, device="cpu",
            policy_kwargs={"net_arch": list(config.net_arch), "activation_fn": ACTIVATIONS[config.activation]},
        )  # fmt: skip

    def _load(self) -> None:
        """Take weights and optimizer from the folder; as data, so that a run from others can be resumed too."""
        path = self.out / "model.zip"
        saved = {part: read_tensors(path, f"{part}.pth") for part in ("policy", "policy.optimizer")}
        try:
            self.model.set_parameters(saved, device="cpu")
        except (ValueError, RuntimeError, KeyError, TypeError) as problem:
            raise AgentError(f"{path} does not fit its own description: {problem}") from None

    # -------------------------------------------------------------------------------------------- on the way
    def learn(self) -> bool:
        """Train up to the last step; False if Ctrl-C came first."""
        left = self.config.total_steps - self.model.num_timesteps
        if left <= 0:
            self.report(f"{self.out} has its {self.model.num_timesteps:,} steps already; total_steps asks for {self.config.total_steps:,}")
            return True
        try:
            with _bar(f"{self.game.name} sb3", self.config.total_steps) as move:
                self.model.learn(left, Watch(self, move), reset_num_timesteps=False)
        except KeyboardInterrupt:
            return False
        return True

    def finish(self, stopped: bool) -> Summary:
        """Save the model and sum up; a run that was not stopped is evaluated once more."""
        self.save()
        steps, speed = self.model.num_timesteps, self.speed()
        if stopped:
            self.report(f"Stopped after {steps:,} steps; {self.out / 'model.zip'} is saved and can be resumed")
            return Summary(steps, True, speed)
        shares = self.evaluate()
        self.model.logger.dump(steps)
        self.report(f"{steps:,} steps done, {speed:,.0f} steps/s; the model plays as sb3:{self.out / 'model.zip'}")
        return Summary(steps, False, speed, shares)

    def speed(self) -> float:
        """Steps per second so far, evaluations apart."""
        return (self.model.num_timesteps - self.begin_steps) / max(1e-9, time.perf_counter() - self.begun - self.evaluating)

    def save(self) -> None:
        """Write the model into the folder."""
        self._write(self.out / "model.zip")

    def _write(self, path: Path) -> None:
        """Write a model and what it is; each file is replaced whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}")
        try:
            with temporary.open("wb") as file:
                self.model.save(file)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        write_text(document_path(path), json.dumps(self._about(self.model.num_timesteps), indent=1))

    def agent(self, name: str, seed: int) -> MaskableAgent:
        """A frozen copy of the learner."""
        weights = self.model.policy.state_dict()
        return MaskableAgent(self.game, seed, weights, self.config.net_arch, self.config.activation, name=name, view=self.view)

    def take_snapshot(self) -> None:
        """Put a copy of the learner among the opponents and into the folder, where it outlives the run."""
        self.save()  # so that a run is never resumed from a model older than its snapshots
        steps, folder = self.model.num_timesteps, self.out / "snapshots"
        self._write(folder / f"{steps:012d}.zip")
        for old in sorted(folder.glob("*.zip"))[: -self.config.snapshots_kept]:
            old.unlink()
            document_path(old).unlink(missing_ok=True)
        self.pool.add(self.agent(f"snapshot {steps:012d}", self.config.seed + steps))

    def evaluate(self) -> dict[str, float]:
        """Play a match against each of the agents to be measured against; the learner's part of the first places."""
        begin, config, shares = time.perf_counter(), self.config, {}
        for name in config.evaluate_against:
            match = Match(
                self.game, [self.agent("learner", config.seed), name], config.evaluate_deals, config.players, self.variant,
                seed=EVALUATION_SEED, threads=config.threads,
            ).run()  # fmt: skip
            score = match.score("learner")
            shares[name] = score.share
            self.model.logger.record(f"evaluation/{name}/share", score.share)
            self.model.logger.record(f"evaluation/{name}/result", score.mean_result)
            self.report(
                f"{self.model.num_timesteps:,} steps: {score.share:.1%} of first places against {name} "
                f"({score.low:.1%} to {score.high:.1%}; parity {score.parity:.1%}), {self.speed():,.0f} steps/s"
            )
        self.evaluating += time.perf_counter() - begin
        return shares


class Watch(BaseCallback):
    """What happens beside learning: saves, snapshots, evaluations, the log of results and the progress bar."""

    def __init__(self, run: Run, move: Callable[[int, float], None]) -> None:
        super().__init__()
        self.run, self.move = run, move
        self.seen = run.model.num_timesteps
        self.results: list[float] = []

    def _on_rollout_start(self) -> None:
        """An update has just been made: whatever became due since the last one is done with the new weights."""
        steps, config = self.model.num_timesteps, self.run.config
        for every, act in (
            (config.save_every, self.run.save),
            (config.snapshot_every if SELF in config.opponents else 0, self.run.take_snapshot),
            (config.evaluate_every, self.run.evaluate),
        ):
            if every and steps // every > self.seen // every:
                act()
        self.seen = steps

    def _on_step(self) -> bool:
        self.results += [info["result"] for info in self.locals["infos"] if info]
        self.move(self.model.num_timesteps, self.run.speed())
        return True

    def _on_rollout_end(self) -> None:
        """Log how the games of the rollout ended, which is not what they paid if the reward is shaped."""
        if self.results:
            self.logger.record("rollout/result", sum(self.results) / len(self.results))
        self.logger.record("rollout/games", len(self.results))
        self.results.clear()


@contextmanager
def _bar(text: str, total: int) -> Iterator[Callable[[int, float], None]]:
    """A bar on stderr, if that is a terminal; yields the function (steps, steps per second) that moves it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]:,.0f} steps/s"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=total, speed=0.0)
        yield lambda steps, speed: bar.update(task, completed=steps, speed=speed)
