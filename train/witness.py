"""What a seat is told of another seat's action, in words: nothing that the game declares secret."""

from __future__ import annotations

from rulebound.envs.core.position import Position


def witnessed(before: Position, action: int, observer: int) -> str | None:
    """What `observer` is told of an action played in a position; None if it is a secret of another seat."""
    if before.seat != observer and before.game.actions.is_secret(action):
        return None
    return before.action_text(action)
