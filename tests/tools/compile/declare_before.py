"""A state, four steps and something else, as a game would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emberstacks.kernel.declare import fixed
from emberstacks.kernel.domains import COUNT, FLAG, each, one
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State
from emberstacks.kernel.step import Chance, Step

KINDS = 2


class Table(State):
    """Says what its fields can be."""

    bag: Ints = each(KINDS, COUNT)
    round: i64 = one(COUNT)
    name: str  # not part of a position


class Take(Step[Table]):
    """Needs more than its seat."""

    clause = "1.2"
    taken: i64 = one(FLAG)


class Leave(Take):
    """Is made by hand."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat, 1)


class Wait(Take):
    """Needs nothing of its own."""

    clause = "1.3"


class Draw(Chance[Table]):
    """Is asked of the dealer, and tells type checkers so."""

    if TYPE_CHECKING:
        seat: i64 = fixed()
    drawn: i64 = one(FLAG)


class Note:
    """Neither a step nor a state."""

    text: str
