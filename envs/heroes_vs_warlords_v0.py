"""Heroes vs Warlords, version 0: `env`, `raw_env`, `batch` and `GAME`.

Version history
    v0  first version
"""

from __future__ import annotations

from rulebound.envs.core.faces import faces
from rulebound.envs.heroes_vs_warlords import GAME

env, raw_env, batch = faces(GAME)

__all__ = ["GAME", "batch", "env", "raw_env"]
