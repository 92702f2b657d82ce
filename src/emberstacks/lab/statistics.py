"""Figures with their intervals: nothing looks more precise than it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
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


def peeking_interval(values: Sequence[float], planned: int, doubt: float = 0.05) -> Interval:
    """The mean of values that come one after the other; you may look after each of them and stop
    when you like.

    An ordinary interval that you look at again and again will sooner or later exclude the truth.
    This one does so with a probability of `doubt` in all (Waudby-Smith and others, "Time-uniform
    central limit theory"). It is at its narrowest, compared with others of its kind, after the
    planned number of values.
    """
    count = len(values)
    if count < 2:
        return Interval(sum(values) / max(1, count), -math.inf, math.inf)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    log = -2 * math.log(doubt)
    grown = count * (log + math.log(log) + 1) / planned + 1
    half = math.sqrt(
        2 * variance * grown / (count * (grown - 1)) * math.log(math.sqrt(grown) / doubt)
    )
    return Interval(mean, mean - half, mean + half)


def findable(spread: float, games: int) -> float:
    """The difference of two means that this many games each find four times in five, if their
    values spread by so much.

    >>> round(findable(0.5, 400), 2)
    0.1
    """
    return (NORMAL + 0.84) * spread * math.sqrt(2 / games)


def power(games: int) -> str:
    """What a number of games can tell, before they are played.

    >>> power(400)
    '400 games tell a share to ± 4.9 points; two sets of them find a difference of 9.9 points four times in five.'
    """
    known, found = 100 * NORMAL * 0.5 / math.sqrt(games), 100 * findable(0.5, games)
    sets = f"two sets of them find a difference of {found:.1f} points four times in five"
    return f"{games} games tell a share to ± {known:.1f} points; {sets}."
