"""Values by number that are found again quickly, for heuristics that work out a turn."""

from __future__ import annotations

from typing import Final, final

from emberstacks.kernel.ints import Floats, Ints, i64

COMPILED: Final = True  # tools/compile/copy.py

FREE: Final = -1
FIRST_SIZE: Final = 256  # places at first; always a power of two


@final
class Memo:
    """A hash table from numbers that are not negative to values. A dict would make Python objects
    of both.
    """

    def __init__(self) -> None:
        self.keys = Ints([FREE] * FIRST_SIZE)
        self.values = Floats([0.0] * FIRST_SIZE)
        self.mask: i64 = FIRST_SIZE - 1
        self.count: i64 = 0

    def find(self, key: i64) -> i64:
        """The place of a key, or the free place where it belongs."""
        keys, mask = self.keys, self.mask
        place = (key ^ key >> 5 ^ key >> 13 ^ key >> 23 ^ key >> 37) & mask
        while keys[place] != key and keys[place] != FREE:
            place = (place + 1) & mask
        return place

    def known(self, place: i64) -> bool:
        """Is there a value at a place?"""
        return self.keys[place] != FREE

    def add(self, key: i64, value: float) -> None:
        """Remember a value."""
        if 2 * self.count > self.mask:
            self.grow()
        place = self.find(key)
        self.keys[place] = key
        self.values[place] = value
        self.count += 1

    def grow(self) -> None:
        """Twice the places."""
        keys, values = self.keys, self.values
        size = 2 * int(self.mask + 1)
        self.keys = Ints([FREE] * size)
        self.values = Floats([0.0] * size)
        self.mask = size - 1
        k: i64
        for k in range(len(keys)):
            if keys[k] != FREE:
                place = self.find(keys[k])
                self.keys[place] = keys[k]
                self.values[place] = values[k]
