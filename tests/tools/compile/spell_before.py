"""Expressions that compiled code has in another form, and some that it has as they are."""

from __future__ import annotations

from emberstacks.kernel.ints import Floats, Ints, i64, remove_at
from emberstacks.kernel.masks import has

FEW = Ints([1, 2])
NONE = Ints([])
MANY = Floats([0.0] * 64)


def squares(pieces: i64, numbers: Ints) -> Ints:
    """Lists that are only made to become arrays, and sets asked one by one."""
    found = Ints([number * number for number in numbers if has(pieces, number)])
    return found if has(pieces | 1 << 3, found[0] if has(pieces, 0) else 2) else NONE


def others(numbers: Ints, few: list[int]) -> Ints:
    """A list that somebody else has too, and one made of two."""
    kept = Ints(few) if few else Ints([*few, 1])
    return remove_at(kept, len(numbers) - 1)
