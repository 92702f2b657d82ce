"""What every game's state has: the current question, those waiting below it, sealed answers, who
has just learned something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.declare import (
    Declared,
    by_hand,
    clone_source,
    declare,
    define,
    fields,
    shown_state,
)
from emberstacks.kernel.events import Event
from emberstacks.kernel.ints import Ints, i64, mypyc_attr
from emberstacks.kernel.step import NOBODY, Step
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slots

if TYPE_CHECKING:
    from emberstacks.kernel.page import Page

OPEN: Final = -1  # sealed: a seat that has not answered yet
OUT: Final = -2  # sealed: a seat that is not asked

OVER: Final[Step[Any]] = Step(NOBODY)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Declared):
    """A position. Everything in it is public except the faces of slots, the sealed answers and
    numbers behind screens.

    A game declares its fields in the body of its class (see declare.py): i64, Ints, Slots, Decks,
    or lists of Ints, Slots or Decks that never change their length. Fields of other types, such as
    the box, are not part of the position. A rule that has changed checks the version: `if s.rules <
    V1_1:`.
    """

    MADE_OF: ClassVar[dict[str, str]] = {
        "seats": "i64",
        "step": "Step[Any]",
        "below": "list[Step[Any]]",
        "sealed": "Ints",
    }
    FIELDS: ClassVar[tuple[str, ...]] = ()
    # fields that older rules did not have, with the version that brought them
    SINCE: ClassVar[dict[str, int]] = {}
    # fields with one number per seat, which may be behind the players' screens
    SCREENED: ClassVar[tuple[str, ...]] = ()

    seats: i64
    step: Step[Any]  # the current question; OVER when the game is over
    below: list[Step[Any]]  # the questions after it, the next one last
    sealed: Ints  # per seat: its answer, OPEN or OUT

    def __init__(self, seats: i64, step: Step[Any], below: list[Step[Any]], sealed: Ints) -> None:
        self.seats = seats
        # the version of the rules (kernel/versions.py): `Game.start` sets it, `clone` copies it
        self.rules: i64 = 0
        self.step = step
        self.below = below
        self.sealed = sealed
        self.learners: i64 = 0  # mask of those who learned something from the last answer
        # a clone starts without one, so that playouts pay nothing
        self.log: list[Event] | None = None

    def __init_subclass__(cls) -> None:
        made_of = declare(cls, cls.MADE_OF)
        if made_of != cls.MADE_OF:
            cls.MADE_OF = made_of
            if not by_hand(cls, "FIELDS"):
                cls.FIELDS = fields(made_of, State.MADE_OF)
            if not by_hand(cls, "clone"):
                define(cls, clone_source(cls.__name__, made_of))
            define(cls, shown_state(made_of, State.MADE_OF))

    def clone(self) -> Self:
        """An independent copy; `below`, `sealed` and every list are copied, steps are shared."""
        raise NotImplementedError

    def show(self, page: Page) -> None:
        """Write every field on a page."""
        raise NotImplementedError

    def fields(self) -> list[str]:
        """The fields that a position has under this version of the rules."""
        return [name for name in self.FIELDS if self.SINCE.get(name, 0) <= self.rules]

    def zones(self) -> list[Slots]:
        """All slots outside decks."""
        return []

    def decks(self) -> list[Deck]:
        """All decks."""
        return []

    def screens_up(self) -> bool:
        """Do players see only their own number in SCREENED fields?"""
        return False

    def guess(self, dealer: Dealer) -> None:
        """Fill in possible numbers for those behind screens, which a view leaves out (-1)."""

    def push(self, step: Step[Any]) -> None:
        """Ask this next."""
        if self.step.seat != NOBODY:
            self.below.append(self.step)
        self.step = step

    def pop(self) -> None:
        """Take the current question off the stack."""
        if len(self.below) > 0:
            self.step = self.below.pop()
        else:
            self.step = OVER

    def finish(self) -> None:
        """The game is over: there are no more questions."""
        self.below.clear()
        self.step = OVER

    def not_now(self, text: str) -> Refusal | None:
        """When an answer to some other question is possible, by the rules alone."""
        return None
