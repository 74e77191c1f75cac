"""Brick Civilization, version 0: `env`, `raw_env`, `batch` and `GAME`.

Version history
    v0  first version
"""

from __future__ import annotations

from rulebound.envs.brick_civilization import GAME
from rulebound.envs.core.faces import faces

env, raw_env, batch = faces(GAME)

__all__ = ["GAME", "batch", "env", "raw_env"]
