"""Recorded games for people: show one action by action, verify many."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rulebound.envs.core.position import Position
from rulebound.envs.core.replay import Replay
from rulebound.train.session import result_lines, say_position, turn_of
from rulebound.train.terminal import error
from rulebound.train.witness import witnessed

FAILED, UNREADABLE = 1, 2  # exit codes of `verify`


def show_replay(
    path: Path, first: int = 0, last: int | None = None, seat: int | None = None, turns: bool = False, say: Callable[[str], None] = print
) -> None:
    """Actions number `first` to `last` in words, with the positions before and after them.

    seat   show only what this seat may know
    turns  show the position at the beginning of every turn too
    """
    replay = Replay.load(path)
    total = len(replay.actions)
    last = total - 1 if last is None else last
    if not 0 <= first <= last < total:
        raise ValueError(f"actions {first} to {last}: {path} has the actions 0 to {total - 1}")
    if seat is not None and not 0 <= seat < replay.num_players:
        raise ValueError(f"seat {seat} does not exist: seats run from 0 to {replay.num_players - 1}")
    say(_title(replay))
    before: Position | None = None
    for number, position in enumerate(replay.positions()):
        if before is not None and number > first:
            _say_action(replay, number - 1, before, position, seat, say)
        new_turn = turns and before is not None and turn_of(position) != turn_of(before)
        if number in (first, last + 1) or (number > first and new_turn):
            say_position(position, seat, say)
        if number == last + 1:
            break
        before = position.clone()
    if position.over:
        say("\n".join(result_lines(position, _names(replay))))


def _say_action(replay: Replay, number: int, before: Position, after: Position, seat: int | None, say: Callable[[str], None]) -> None:
    """One action in words, as far as the seat may know it."""
    action = replay.actions[number]
    text = before.action_text(action) if seat is None else witnessed(before, action, seat)
    if text is not None:
        say(f"{number:>5}  player_{before.seat} ({_names(replay)[before.seat]}): {text}")


def _names(replay: Replay) -> list[str]:
    """A name for each seat, also where the file does not give one."""
    return replay.agents + ["?"] * (replay.num_players - len(replay.agents))


def _title(replay: Replay) -> str:
    rules = f"rules {replay.variant.name} ({replay.variant.hash})"
    made = ", ".join(f"{name} {number}" for name, number in replay.versions.items())
    seats = ", ".join(f"player_{seat} {name}" for seat, name in enumerate(_names(replay)))
    return (
        f"{replay.game.id}, {rules}, seed {replay.seed}, {len(replay.actions)} actions{f', recorded with {made}' if made else ''}\n{seats}"
    )


def verify_replays(paths: Iterable[Path], say: Callable[[str], None] = print) -> int:
    """Play recorded games again, a line for each; the exit code of the worst."""
    worst = 0
    for path in paths:
        try:
            replay = Replay.load(path)
        except ValueError as problem:
            error(_named(path, str(problem)))
            worst = max(worst, UNREADABLE)
            continue
        try:
            replay.verify()
        except ValueError as problem:
            error(_named(path, f"does not verify: {problem}"))
            worst = max(worst, FAILED)
            continue
        result = " ".join(f"{value:+.2f}" for value in replay.result)
        say(f"ok: {path}: {replay.game.id}, {len(replay.actions)} actions, result {result}")
    return worst


def _named(path: Path, problem: str) -> str:
    """The problem with the file's name in it."""
    return problem if str(path) in problem else f"{path}: {problem}"
