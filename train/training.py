"""A training run as people see it: progress on the terminal, TensorBoard, Ctrl-C, the page of the run."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml

from rulebound.envs.core.game import Game
from rulebound.envs.core.position import write_text
from rulebound.train import ppo
from rulebound.train.config import ConfigError, default_path, load
from rulebound.train.curve import curve, evaluation_rows, training_page
from rulebound.train.stats import percent
from rulebound.train.terminal import console, note, plain_table

PAGE, CURVE, CONFIG = "report.html", "curve.png", "config.yaml"


def train_ppo(game: Game, config: Path | None, changes: Sequence[str], out: Path, resume: bool) -> bool:
    """Train, show and save; whether the run came to its end. Folders with a run are not overwritten."""
    trainer = _resumed(game, changes, out, config) if resume else _new(game, config, changes, out)
    try:
        with _stop_on_interrupt() as stopped, _Display(trainer, out) as display:
            ppo.run(trainer, display.show, stopped)
    finally:
        trainer.close()
    if trainer.history:
        write_text(out / PAGE, training_page(game, trainer.facts(), trainer.history))
        curve(trainer.history).savefig(out / CURVE, dpi=110)
        _show_evaluation(trainer)
    note(
        f"Run saved in {out}; play it as ppo:{out}"
        + ("" if trainer.done else f", go on with: rulebound train {game.name} --out {out} --resume")
    )
    return trainer.done


def train_sb3(game: Game, config: Path | None, changes: Sequence[str], out: Path, resume: bool) -> bool:
    """Train with Stable-Baselines3; whether the run came to its end."""
    from rulebound.train.sb3 import SB3Config, train  # Stable-Baselines3 is an extra of its own

    path = out / CONFIG if resume else config or default_path(game.name, "sb3")
    return not train(game, load(SB3Config, path, changes), out, resume, note).stopped


def _new(game: Game, config: Path | None, changes: Sequence[str], out: Path) -> ppo.Trainer:
    if (out / ppo.CHECKPOINT).exists():
        raise ConfigError(f"{out} holds a run already: go on with --resume, or choose another --out")
    settings = load(ppo.PPOConfig, config or default_path(game.name, "ppo"), changes)
    trainer = ppo.Trainer(game, settings, out)
    write_text(out / CONFIG, yaml.safe_dump(settings.model_dump(mode="json"), sort_keys=False))
    return trainer


def _resumed(game: Game, changes: Sequence[str], out: Path, config: Path | None) -> ppo.Trainer:
    if config is not None:
        raise ConfigError("--resume goes on with the config of the run: leave --config away")
    lengthened = {}
    for change in changes:
        key, _, value = change.partition("=")
        if key not in ("decisions", "minutes"):
            raise ConfigError(f"--set {change!r}: a run that is resumed can only be lengthened, by decisions or minutes")
        lengthened[key] = yaml.safe_load(value)
    return ppo.Trainer.resume(game, out, **lengthened)


@contextmanager
def _stop_on_interrupt() -> Iterator:
    """The first Ctrl-C asks for a stop after the update in hand, which keeps the run exact; the second is heeded at once."""
    asked: list[bool] = []

    def ask(*_: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(True)
        note("Stopping after this update; Ctrl-C again drops it.")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


class _Display:
    """A progress bar with speed and the last evaluation on stderr, a line per evaluation, curves for TensorBoard."""

    def __init__(self, trainer: ppo.Trainer, out: Path) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
        from torch.utils.tensorboard import SummaryWriter

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%"), TimeElapsedColumn())
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task("training", total=1.0)
        self.writer = SummaryWriter(str(out / "tensorboard"))
        self.reported = len(trainer.history)

    def __enter__(self) -> _Display:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
        self.writer.close()

    def show(self, trainer: ppo.Trainer, figures: dict[str, float]) -> None:
        """After every update."""
        for name, value in figures.items():
            self.writer.add_scalar(f"train/{name}", value, trainer.decisions)
        limit = trainer.config.minutes
        part = max(trainer.progress, trainer.seconds / (60 * limit) if limit else 0.0)
        speed = f"{trainer.decisions / 1e6:.1f} M decisions, {figures['decisions_per_second']:,.0f}/s"
        self.bar.update(self.task, completed=min(1.0, part), description=speed)
        if len(trainer.history) > self.reported:
            self.reported = len(trainer.history)
            for match in trainer.history[-1]["matches"]:
                self.writer.add_scalar(f"share/{match['players']} players/{match['against']}", match["share"], trainer.decisions)
            note(f"{trainer.seconds / 60:5.1f} min, {speed}; {evaluation_text(trainer.history[-1])}")


def evaluation_text(entry: dict) -> str:
    """An evaluation in one line."""
    return "; ".join(f"{m['players']} players against {m['against']}: {percent(m['share'])}" for m in entry["matches"])


def _show_evaluation(trainer: ppo.Trainer) -> None:
    """The last evaluation as a table."""
    entry = trainer.history[-1]
    table = plain_table(
        f"{trainer.game.id}, PPO after {entry['decisions'] / 1e6:.1f} M decisions, {trainer.config.evaluation.deals} deals each"
    )
    for name in ("players", "against", "share", "95 % interval", "parity"):
        table.add_column(name)
    for row in evaluation_rows(entry):
        table.add_row(*row)
    console().print(table)
