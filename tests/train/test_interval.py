"""Confidence intervals against printed tables and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rulebound.train.interval import LARGE, mean_interval, t_quantile

# Two-sided quantiles as printed in tables of Student's t.
TABLE = {(0.95, 1): 12.7062, (0.95, 2): 4.3027, (0.95, 3): 3.1824, (0.95, 4): 2.7764, (0.95, 9): 2.2622, (0.95, 10): 2.2281}
TABLE |= {(0.95, 29): 2.0452, (0.95, 30): 2.0423, (0.95, 120): 1.9799, (0.99, 5): 4.0321, (0.9, 7): 1.8946, (0.95, 1_000_000): 1.95997}


@pytest.mark.parametrize(("case", "quantile"), TABLE.items())
def test_quantiles_agree_with_printed_tables(case: tuple[float, int], quantile: float) -> None:
    assert t_quantile(*case) == pytest.approx(quantile, abs=6e-5)


def test_the_two_ways_to_a_quantile_meet() -> None:
    assert t_quantile(0.95, LARGE - 1) == pytest.approx(t_quantile(0.95, LARGE), abs=1e-5)


def test_interval_by_hand() -> None:
    mean, low, high = mean_interval([0.0, 1.0, 0.0, 1.0, 0.5])
    half = 2.776445 * 0.5 / math.sqrt(5)  # the sample's standard deviation is 0.5
    assert (mean, low, high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-6)


def test_one_value_has_no_interval_and_none_is_refused() -> None:
    mean, low, high = mean_interval([0.25])
    assert mean == 0.25
    assert math.isnan(low)
    assert math.isnan(high)
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])
    with pytest.raises(ValueError, match="quantile"):
        t_quantile(1.0, 3)


@pytest.mark.statistical
def test_interval_covers_the_mean_as_often_as_it_says() -> None:
    draws = np.random.default_rng(0).normal(0.3, 1.0, (4000, 6))
    hits = sum(low <= 0.3 <= high for _, low, high in map(mean_interval, draws))
    assert hits / len(draws) == pytest.approx(0.95, abs=0.015)
