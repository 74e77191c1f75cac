"""The three ways into a game that its version module exports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game


def faces(game: Game) -> tuple[Callable[..., GameEnv], Callable[..., GameEnv], Callable[..., Batch]]:
    """`env` (an illegal action loses), `raw_env` (it is refused) and `batch` of a game; see `GameEnv` and
    `Batch` for their arguments."""
    return partial(GameEnv, game, illegal="lose"), partial(GameEnv, game), partial(Batch, game)
