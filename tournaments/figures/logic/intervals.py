"""95 % intervals: Wilson's of a rate, Student's of a mean."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

Interval = tuple[float, float]

NORMAL: Final = 1.959963984540054
"""97.5 % quantile of the normal distribution."""

STUDENT: Final = (
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
    2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272,
)  # fmt: skip
"""97.5 % quantiles of Student's t for 1 to 30 degrees of freedom."""


def compute_student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of t; beyond the table by the expansion in 1/freedom (Abramowitz, Stegun 26.7.5).

    >>> compute_student_quantile(4), round(compute_student_quantile(60), 4)
    (2.776445, 2.0003)
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z: float = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum((term / freedom**power for power, term in enumerate(terms, 1)), 0.0)


def compute_rate_interval(successes: int, trials: int) -> Interval | None:
    """Return Wilson's interval; None without a trial.

    >>> [round(bound, 4) for bound in compute_rate_interval(10, 50)]
    [0.1124, 0.3304]
    """
    if not trials:
        return None
    rate, square = successes / trials, NORMAL**2
    middle = rate + square / (2 * trials)
    reach = NORMAL * sqrt(rate * (1 - rate) / trials + square / (4 * trials**2))
    scale = 1 + square / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def compute_mean_interval(total: Fraction, squares: Fraction, count: int) -> Interval | None:
    """Return the interval of a mean from the sum and the sum of squares; None for fewer than two.

    >>> [round(bound, 3) for bound in compute_mean_interval(Fraction(15), Fraction(55), 5)]
    [1.037, 4.963]
    """
    if count < 2:
        return None
    mean = total / count
    variance = (squares - total * mean) / (count - 1)
    reach = compute_student_quantile(count - 1) * sqrt(variance / count)
    return float(mean) - reach, float(mean) + reach
