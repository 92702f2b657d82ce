"""Sets of pieces as the bits of a number: all functions for them are here. A mask has at most 62
bits in both builds.
"""

from __future__ import annotations

from typing import Final

from emberstacks.kernel.ints import Ints, append, i64

EMPTY: Final = Ints([])  # slicing it is the fastest way to make a new one
ZEROS: Final = Ints([0] * 64)
BITS: Final = Ints([2**k for k in range(62)])


def bit(k: i64) -> i64:
    """The mask of this one piece. Compiled, a literal 1 has only 32 bits, so `1 << k` is wrong for
    pieces from 31 on.

    >>> bit(3), bit(40) == 2**40
    (8, True)
    """
    return BITS[k]


def has(mask: i64, k: i64) -> bool:
    """Is this number in the set?

    >>> has(0b100, 2), has(0b100, 1)
    (True, False)
    """
    return mask >> k & 1 != 0


def members(mask: i64) -> Ints:
    """The numbers in a set, in rising order.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    found = EMPTY[:]
    k: i64 = 0
    while mask != 0:
        if mask & 1:
            found = append(found, k)
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
    assert mask != 0, "an empty set has no lowest number"
    k: i64 = 0
    while not mask >> k & 1:
        k += 1
    return k


def how_many(mask: i64) -> i64:
    """How many numbers are in a set.

    >>> how_many(0b1101)
    3
    """
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def single(mask: i64) -> bool:
    """Is there exactly one number in the set?

    >>> single(0b100), single(0b110), single(0)
    (True, False, False)
    """
    return mask != 0 and mask & (mask - 1) == 0


def several(mask: i64) -> bool:
    """Are there two numbers in the set, or more?

    >>> several(0b110), several(0b100), several(0)
    (True, False, False)
    """
    return mask & (mask - 1) != 0
