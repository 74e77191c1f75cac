"""Inference over deals on data whose answers are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rulebound.train import stats
from rulebound.train.stats import bca_interval, deals_needed, estimate, holm, mean_p_value, optional, p_text, paired_difference, percent


# ------------------------------------------------------------------------------------------------ intervals
def test_t_and_bootstrap_agree_on_many_symmetric_values() -> None:
    values = np.random.default_rng(1).normal(3, 2, 400)
    t, bca = estimate(values), estimate(values, "bca")
    assert t.mean == bca.mean
    width = t.high - t.low
    assert bca.low == pytest.approx(t.low, abs=0.06 * width)
    assert bca.high == pytest.approx(t.high, abs=0.06 * width)


def test_the_bootstrap_leans_to_the_long_tail() -> None:
    values = np.random.default_rng(2).exponential(1, 60)
    mean, low, high = bca_interval(values)
    assert high - mean > mean - low


def test_the_bootstrap_is_that_of_scipy() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).exponential(1, 80)
    theirs = scipy_stats.bootstrap((values,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(4)).confidence_interval
    _, low, high = bca_interval(values, resamples=20_000)
    assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_intervals_of_special_values() -> None:
    assert bca_interval([2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)
    assert math.isnan(bca_interval([2.0])[1])
    assert bca_interval(np.arange(9.0)) == bca_interval(np.arange(9.0))
    with pytest.raises(ValueError, match="at least one"):
        bca_interval([])
    with pytest.raises(ValueError, match="interval = 'z'"):
        estimate([1.0], "z")


def test_bootstrap_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(5).normal(size=50)
    whole = bca_interval(values, resamples=1000)
    monkeypatch.setattr(stats, "RESAMPLED_AT_ONCE", 999)
    assert bca_interval(values, resamples=1000) == whole


@pytest.mark.statistical
@pytest.mark.parametrize(("method", "sets"), [("t", 4000), ("bca", 600)])
def test_intervals_cover(method: str, sets: int) -> None:
    """95 % of the intervals hold the truth, for shares of a few rotations as a deal gives them."""
    generator = np.random.default_rng(6)
    held = 0
    for _ in range(sets):
        chance = generator.beta(2, 6, 100)  # a deal favours some seat; the mean is 0.25
        one = estimate(generator.binomial(4, chance) / 4, method)
        held += one.low <= 0.25 <= one.high
    spread = math.sqrt(0.95 * 0.05 / sets)
    assert held / sets == pytest.approx(0.95, abs=4 * spread + 0.01)


# ------------------------------------------------------------------------------------------------ differences
def test_p_values_are_those_of_the_paired_t_test() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    generator = np.random.default_rng(7)
    for size in (2, 3, 10, 101, 1500):
        new, base = generator.normal(0.1, 1, size), generator.normal(0, 1, size)
        assert paired_difference(new, base).p == pytest.approx(scipy_stats.ttest_rel(new, base).pvalue, abs=1e-9)


def test_a_known_difference() -> None:
    one = paired_difference(np.array([3.0, 5.0, 4.0, 8.0]), np.array([1.0, 4.0, 4.0, 3.0]))  # 2, 1, 0, 5
    assert one.mean == 2.0
    half = 3.182446 * math.sqrt(14 / 3) / 2
    assert (one.low, one.high) == pytest.approx((2 - half, 2 + half), abs=1e-5)
    assert one.p == pytest.approx(0.161162, abs=1e-5)


def test_differences_without_spread() -> None:
    same = np.array([0.5, 0.25, 1.0])
    assert paired_difference(same, same).p == 1.0
    assert paired_difference(same + 0.1, same).p == 0.0
    assert math.isnan(mean_p_value(np.array([1.0])))
    with pytest.raises(ValueError, match="paired"):
        paired_difference(np.zeros(3), np.zeros(4))


@pytest.mark.statistical
def test_pairing_finds_what_the_deals_hide() -> None:
    """A change of 0.1 under luck of spread 1 that both variants share, and 0.2 of their own; 64 deals."""
    generator = np.random.default_rng(8)
    found, alarms = 0, 0
    for _ in range(500):
        luck = generator.normal(0, 1, 64)
        base = luck + generator.normal(0, 0.2, 64)
        found += paired_difference(luck + 0.1 + generator.normal(0, 0.2, 64), base).p < 0.05
        alarms += paired_difference(luck + generator.normal(0, 0.2, 64), base).p < 0.05
    # The t test has a power of 0.80 for an effect of 0.354 spreads on 64 pairs.
    assert found / 500 == pytest.approx(0.80, abs=0.06)
    assert alarms / 500 == pytest.approx(0.05, abs=0.035)


def test_deals_needed() -> None:
    values = np.tile([-1.0, 1.4], 50)  # mean 0.2, variance 1.4545
    assert deals_needed(values) == math.ceil(7.8489 * 1.44 * 100 / 99 / 0.04)
    assert math.isnan(deals_needed(np.array([-1.0, 1.0])))


# ------------------------------------------------------------------------------------------------ families
def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_holm_leaves_out_what_was_not_tested() -> None:
    first, second, third = holm([0.01, math.nan, 0.03])
    assert (first, third) == pytest.approx((0.02, 0.03))
    assert math.isnan(second)


@pytest.mark.statistical
def test_holm_keeps_the_error_of_a_family() -> None:
    generator = np.random.default_rng(9)
    alarms = sum(min(holm(generator.uniform(size=12).tolist())) < 0.05 for _ in range(2000))
    assert alarms / 2000 == pytest.approx(0.05, abs=0.02)


# ------------------------------------------------------------------------------------------------ small things
def test_missing_packages_are_named_with_their_extra() -> None:
    with pytest.raises(ValueError, match=r'pip install "rulebound\[eval\]"'):
        optional("no_such_package.models")


def test_words() -> None:
    assert percent(0.125) == "12.5%"
    assert percent(math.nan) == "-"
    assert [p_text(p) for p in (math.nan, 1e-9, 0.0312)] == ["-", "<0.0001", "0.0312"]
