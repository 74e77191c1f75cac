"""Inference over deals: paired differences, bootstrap intervals, p-values for whole families of questions.

Every function takes one value per deal: games of one deal share their luck and are averaged before they get here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import NormalDist
from types import ModuleType

import numpy as np

from rulebound.train.interval import mean_interval, within

INTERVALS = ("t", "bca")
RESAMPLES = 4000  # bootstrap samples of an interval
RESAMPLED_AT_ONCE = 4_000_000  # values drawn at a time, which bounds the memory
NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with its interval; nan bounds if there is one deal only."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """A mean paired difference with its interval and its two-sided p-value."""

    mean: float
    low: float
    high: float
    p: float
    p_holm: float = math.nan  # corrected over the family; nan until `holm` was applied
    needed: float = math.nan  # deals that would find a difference as large as this with 80 % power


# ------------------------------------------------------------------------------------------------ intervals
def estimate(values: Sequence[float] | np.ndarray, method: str = "t", confidence: float = 0.95) -> Estimate:
    """The mean of independent values with an interval: "t" (Student) or "bca" (bootstrap)."""
    if method not in INTERVALS:
        raise ValueError(f"interval = {method!r}: must be one of {', '.join(INTERVALS)}")
    return Estimate(*(mean_interval if method == "t" else bca_interval)(values, confidence))


def bca_interval(
    values: Sequence[float] | np.ndarray, confidence: float = 0.95, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, float, float]:
    """Mean, lower and upper bound by the bias-corrected and accelerated bootstrap (Efron 1987).

    The same values give the same interval. Values without spread have an interval without width.
    """
    array = np.asarray(values, np.float64)
    if array.ndim != 1 or not len(array):
        raise ValueError("an interval needs at least one value")
    mean = float(array.mean())
    if len(array) == 1:
        return mean, math.nan, math.nan
    if np.ptp(array) == 0:
        return mean, mean, mean
    means = np.sort(_resampled_means(array, resamples, seed))
    below = (np.count_nonzero(means < mean) + np.count_nonzero(means == mean) / 2) / resamples
    bias = NORMAL.inv_cdf(min(max(below, 0.5 / resamples), 1 - 0.5 / resamples))
    centred = array - mean  # the mean without a value is lower than the mean by (value - mean) / (n - 1)
    acceleration = float((centred**3).sum() / (6 * (centred**2).sum() ** 1.5))
    tail = (1 - confidence) / 2
    low, high = (_adjusted(bias, acceleration, NORMAL.inv_cdf(q)) for q in (tail, 1 - tail))
    return mean, float(np.quantile(means, low)), float(np.quantile(means, high))


def _adjusted(bias: float, acceleration: float, z: float) -> float:
    """The quantile of the bootstrap means that stands for a normal quantile."""
    shifted = bias + z
    return NORMAL.cdf(bias + shifted / (1 - acceleration * shifted))


def _resampled_means(array: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    rows = max(1, RESAMPLED_AT_ONCE // len(array))
    parts = [
        array[generator.integers(len(array), size=(min(rows, resamples - first), len(array)))].mean(axis=1)
        for first in range(0, resamples, rows)
    ]
    return np.concatenate(parts)


# ------------------------------------------------------------------------------------------------ differences
def paired_difference(new: np.ndarray, base: np.ndarray, method: str = "t", confidence: float = 0.95) -> Difference:
    """The mean of new - base over deals that both were played on, with interval and p-value.

    The p-value is that of the paired t test, whichever interval is wanted: a mean of many deals is near normal.
    """
    new, base = np.asarray(new, np.float64), np.asarray(base, np.float64)
    if new.shape != base.shape:
        raise ValueError(f"{len(new)} values cannot be paired with {len(base)}")
    values = new - base
    interval = estimate(values, method, confidence)
    return Difference(interval.mean, interval.low, interval.high, mean_p_value(values), needed=deals_needed(values))


def mean_p_value(values: np.ndarray) -> float:
    """Two-sided p-value of the t test that the mean is zero; nan for one value, 1 if all are zero."""
    values = np.asarray(values, np.float64)
    if len(values) < 2:
        return math.nan
    mean, spread = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))
    if spread <= 1e-12 * max(1.0, abs(mean)):  # values that are equal but for rounding
        return 1.0 if abs(mean) <= 1e-12 else 0.0
    return min(1.0, max(0.0, 1.0 - within(abs(mean) / spread, len(values) - 1)))


def deals_needed(values: np.ndarray, power: float = 0.8, confidence: float = 0.95) -> float:
    """About how many deals find a mean as large as the one seen, by the normal approximation."""
    values = np.asarray(values, np.float64)
    if len(values) < 2 or abs(values.mean()) < 1e-12:
        return math.nan
    reach = NORMAL.inv_cdf((1 + confidence) / 2) + NORMAL.inv_cdf(power)
    return float(math.ceil(reach**2 * values.var(ddof=1) / values.mean() ** 2)) or 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values that may be read together at one level; nan stays nan and does not count."""
    order = sorted((p, place) for place, p in enumerate(p_values) if p == p)
    corrected = [math.nan] * len(p_values)
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        corrected[place] = highest
    return corrected


# ------------------------------------------------------------------------------------------------ optional packages
def optional(name: str) -> ModuleType:
    """A module of the extra `eval`; a ValueError in one line if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise ValueError(f'{package} is not installed; it comes with: pip install "rulebound[eval]"') from None


# ------------------------------------------------------------------------------------------------ words
def percent(value: float, digits: int = 1) -> str:
    """A share in words; "-" if there is none."""
    return f"{100 * value:.{digits}f}%" if value == value else "-"


def p_text(p: float) -> str:
    """A p-value in words."""
    if p != p:
        return "-"
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
