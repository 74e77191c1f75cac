"""Confidence intervals of a mean from independent values, by Student's t distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist

import numpy as np

LARGE = 1000  # degrees of freedom from which the expansion around the normal distribution is exact enough


def mean_interval(values: Sequence[float] | np.ndarray, confidence: float = 0.95) -> tuple[float, float, float]:
    """Mean, lower and upper bound: mean -+ t * s / sqrt(n), t with n - 1 degrees of freedom.

    One value alone has no interval: its bounds are nan.
    """
    array = np.asarray(values, np.float64)
    if array.ndim != 1 or not len(array):
        raise ValueError("an interval needs at least one value")
    mean = float(array.mean())
    if len(array) == 1:
        return mean, math.nan, math.nan
    half = t_quantile(confidence, len(array) - 1) * float(array.std(ddof=1)) / math.sqrt(len(array))
    return mean, mean - half, mean + half


@cache
def t_quantile(confidence: float, freedom: int) -> float:
    """The t for which a t-distributed value lies within -t..t with the given probability."""
    if not 0 < confidence < 1 or freedom < 1:
        raise ValueError(f"confidence {confidence} with {freedom} degrees of freedom has no quantile")
    if freedom >= LARGE:
        return _expanded(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    low, high = 0.0, 1.0
    while within(high, freedom) < confidence:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < confidence else (low, middle)
    return (low + high) / 2


def within(t: float, freedom: int) -> float:
    """P(-t < T < t), a finite sum for whole degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _expanded(z: float, freedom: int) -> float:
    """The quantile near that of the normal distribution (Abramowitz and Stegun 26.7.5)."""
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
