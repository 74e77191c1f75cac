"""Agents play while a person watches."""

from __future__ import annotations

import time
from collections.abc import Callable

from rulebound.train.session import Session, result_lines, say_position, turn_of


def watch_game(session: Session, delay: float = 0.0, say: Callable[[str], None] = print) -> None:
    """Play a game to its end: every action in words, the position at the beginning of every turn."""
    say(f"{session.title()}.")
    turn: tuple | None = None
    while not session.over:
        position = session.position
        if turn_of(position) != turn:
            turn = turn_of(position)
            say_position(position, None, say)
        action = session.choose()
        say(f"{len(session.actions):>5}  player_{position.seat} ({session.names[position.seat]}): {position.action_text(action)}")
        session.play(action)
        if delay > 0:
            time.sleep(delay)
    say_position(session.position, None, say)
    say("\n".join(result_lines(session.position, session.names)))
