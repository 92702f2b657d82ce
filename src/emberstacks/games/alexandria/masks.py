"""Sets of pieces as bits of a number."""

from __future__ import annotations

from typing import Final

from emberstacks.kernel.ints import Ints, i64, plus

EMPTY: Final = Ints([])  # a slice of it is the quickest way to a new one
ZEROS: Final = Ints([0] * 64)


def members(mask: i64) -> Ints:
    """The numbers in a set, in rising order.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    found = EMPTY[:]
    k: i64 = 0
    while mask != 0:
        if mask & 1:
            found = plus(found, k)
        mask >>= 1
        k += 1
    return found


def flags(mask: i64, size: i64) -> Ints:
    """One for each number in the set, zero for the others: equal chances.

    >>> list(flags(0b101, 4))
    [1, 0, 1, 0]
    """
    weights = ZEROS[:size]
    k: i64
    for k in range(size):
        weights[k] = mask >> k & 1
    return weights


def lowest(mask: i64) -> i64:
    """The lowest number in a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    k: i64 = 0
    while not mask >> k & 1:
        k += 1
    return k


def single(mask: i64) -> bool:
    """Is there exactly one number in the set?

    >>> single(0b100), single(0b110), single(0)
    (True, False, False)
    """
    return mask != 0 and mask & (mask - 1) == 0
