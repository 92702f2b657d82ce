"""What the numbers of a state or a step can be, said once, where a field is declared:

    place: Ints = per_seat(within(NOWHERE, ROOMS - 1))
    loose: Ints = per_seat(mask(PAGES))
    laid: Ints = up_to(CELLS, within(0, BOOKS - 1))

To the rules these are machine integers and arrays as before. From the domains follow what a
position is checked for, how learners see a field, and the types of the page. A bound may depend on
the position: `within(0, lambda s: s.seats - 1)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from emberstacks.kernel.errors import BadPosition

Bound = int | Callable[[Any], int]

ONE: Final = 0
EACH: Final = 1  # a list that always has its length
ROOM: Final = 2  # a list with at most that many entries
LARGEST: Final = 2**53  # of what has no bound of its own: what any program can read exactly


@final
class Domain:
    """What one number can be."""

    def __init__(self, least: Bound, most: Bound, bits: Bound) -> None:
        self.least = least
        self.most = most
        self.bits = bits  # of a mask; 0 for other numbers

    def bounds(self, s: Any) -> tuple[int, int]:
        """The least and the most in a position."""
        return at(self.least, s), at(self.most, s)


@final
class Shape:
    """What a field can be: one number, or a list of a length whose entries are all alike."""

    def __init__(self, of: Domain | Shape, how: int, length: Bound) -> None:
        self.of = of
        self.how = how
        self.length = length

    def domain(self) -> Domain:
        """Of its numbers."""
        return self.of.domain() if isinstance(self.of, Shape) else self.of

    def check(self, s: Any, name: str, value: Any) -> None:
        """Refuse what it cannot be (BadPosition)."""
        if self.how == ONE:
            check_number(s, name, value, self.domain())
            return
        length = at(self.length, s)
        if len(value) != length if self.how == EACH else len(value) > length:
            expected = length if self.how == EACH else f"at most {length}"
            raise BadPosition(f"{name!r} must have {expected} entries, not {len(value)}.")
        for k in range(len(value)):
            if isinstance(self.of, Shape):
                self.of.check(s, f"{name}[{k}]", value[k])
            else:
                check_number(s, f"{name}[{k}]", value[k], self.of)


def check_number(s: Any, name: str, number: int, domain: Domain) -> None:
    least, most = domain.bounds(s)
    if not least <= number <= most:
        if most == LARGEST and number < least:
            raise BadPosition(f"{name!r} cannot be {number}: it is {least} or more.")
        raise BadPosition(f"{name!r} must be from {least} to {most}, not {number}.")


def at(bound: Bound, s: Any) -> int:
    """A bound in a position."""
    return bound if isinstance(bound, int) else int(bound(s))


def seats_of(s: Any) -> int:
    return int(s.seats)


SEATS: Final[Bound] = seats_of  # as a length: that of a list with an entry for every seat


# Domains.


def within(least: Bound, most: Bound) -> Domain:
    """A number from the least to the most."""
    return Domain(least, most, 0)


def mask(bits: Bound, least: int = 0) -> Domain:
    """A set of the numbers from 0 to bits - 1; with 1 as the least, it is not empty."""
    return Domain(least, lambda s: (1 << at(bits, s)) - 1, bits)


FLAG: Final = within(0, 1)
COUNT: Final = within(0, LARGEST)
ANY: Final = within(-LARGEST, LARGEST)
SEAT: Final = within(0, lambda s: s.seats - 1)
SEAT_OR_NOBODY: Final = within(-1, lambda s: s.seats - 1)


# Fields. They return Any, because to a type checker a field has the type that its annotation says.


def one(of: Domain) -> Any:
    """One number."""
    return Shape(of, ONE, 0)


def each(length: Bound, of: Domain | Shape) -> Any:
    """A list that always has this length."""
    return Shape(of, EACH, length)


def per_seat(of: Domain | Shape) -> Any:
    """A list with an entry for every seat."""
    return Shape(of, EACH, SEATS)


def up_to(length: Bound, of: Domain | Shape) -> Any:
    """A list with at most so many entries."""
    return Shape(of, ROOM, length)
