"""Figures with their intervals: nothing looks more precise than it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

NORMAL: Final = 1.96  # standard errors on each side that hold 95 %


@dataclass(frozen=True)
class Interval:
    """An estimate, and the bounds between which the truth lies with 95 % confidence."""

    middle: float
    low: float
    high: float

    def percent(self) -> str:
        """
        >>> Interval(0.5, 0.44, 0.56).percent()
        '50.0 % ± 6.0'
        """
        return f"{100 * self.middle:.1f} % ± {50 * (self.high - self.low):.1f}"

    def points(self) -> str:
        """
        >>> Interval(0.05, -0.01, 0.11).points()
        '+5 ± 6'
        """
        return f"{100 * self.middle:+.0f} ± {50 * (self.high - self.low):.0f}"

    def text(self) -> str:
        """
        >>> Interval(12.0, 11.5, 12.5).text()
        '12.0 ± 0.5'
        """
        return f"{self.middle:.1f} ± {(self.high - self.low) / 2:.1f}"

    def change(self) -> str:
        """
        >>> Interval(12.0, 11.5, 12.5).change()
        '+12.0 ± 0.5'
        """
        return f"{self.middle:+.1f} ± {(self.high - self.low) / 2:.1f}"


def share_interval(wins: float, games: int) -> Interval:
    """A share of games, by Wilson's score: sound even near 0 and 1.

    >>> share_interval(0, 10).low, round(share_interval(0, 10).high, 2)
    (0.0, 0.28)
    """
    share = wins / games
    square = NORMAL * NORMAL / games
    centre = (share + square / 2) / (1 + square)
    half = NORMAL * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def mean_interval(total: float, squares: float, count: int) -> Interval:
    """A mean from sums.

    >>> mean_interval(10, 60, 2).middle
    5.0
    """
    mean = total / count
    variance = max(0.0, squares / count - mean * mean) * count / max(1, count - 1)
    half = NORMAL * math.sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)
