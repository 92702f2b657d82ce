"""Expressions that compiled code has in another form, and some that it has as they are."""

from __future__ import annotations

from emberstacks.kernel.ints import Floats, Ints, i64, remove_at

FEW = Ints([1, 2])
NONE = Ints([])
MANY = Floats([0.0] * 64)


def squares(pieces: i64, numbers: Ints) -> Ints:
    """Lists that are only made to become arrays, one within the other."""
    found = Ints([number * number for number in numbers if number < pieces])
    return found if pieces > 0 else Ints([len(Ints([pieces])), found[0]])


def others(numbers: Ints, few: list[int]) -> Ints:
    """A list that somebody else has too, and one made of two."""
    kept = Ints(few) if few else Ints([*few, 1])
    return remove_at(kept, len(numbers) - 1)
