"""The picture of Heroes of History."""

from __future__ import annotations

import numpy as np

from rulebound.envs.heroes_of_history.render import View


def draw(view: View) -> np.ndarray:
    """The view as an image (height, width, 3)."""
    return np.full((720, 960, 3), 40 + view.players, np.uint8)
