"""Heroes vs Warlords as text."""

from __future__ import annotations

import numpy as np


def text(position, seat=None) -> str:
    return "Heroes vs Warlords"


def picture(position, seat=None) -> np.ndarray:
    return np.zeros((10, 10, 3), np.uint8)
