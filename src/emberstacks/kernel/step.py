"""A step is one pending question: to a seat, to chance, to several seats at once, or to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from emberstacks.kernel.declare import Declared, declare, define, fixed, shown_step
from emberstacks.kernel.ints import Ints, i64, mypyc_attr
from emberstacks.kernel.words import Label, Refusal

if TYPE_CHECKING:
    from emberstacks.kernel.menu import Menu
    from emberstacks.kernel.page import Page
    from emberstacks.kernel.state import State

CHANCE: Final = -1  # the dealer answers
NOBODY: Final = -2  # the game is over
AUTO: Final = -3  # resolves itself: what is left to do once the steps above it are done
TOGETHER: Final = -4  # several seats answer, hidden until the last has

MAX_SEATS: Final = 8
SPECTATOR: Final = 1 << MAX_SEATS  # bits 0 to 7 are the seats; this one stands for all spectators
EVERYBODY: Final = 2 * SPECTATOR - 1

S = TypeVar("S", bound="State")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Declared, Generic[S]):
    """A question to a seat. Immutable and public: it holds only small ints; secrets are in zones.

    A step that needs more than its seat declares it in its body (see declare.py). What may be
    answered is best said by a menu (see menu.py): then rules and words of each kind of answer are
    in one class, and the step has only its question.
    """

    MADE_OF: ClassVar[dict[str, str]] = {"seat": "i64"}
    seat: i64

    # of the game's RULES.md; a class attribute because compiled classes have no docstrings
    clause: ClassVar[str] = ""
    window: ClassVar[bool] = False  # asks who reacts: response times must not give away who could
    # answer codes are 0 to size - 1; they name pieces or kinds, never places in a hand
    size: ClassVar[int] = 0
    # the version of the rules that brought it; learners of older rules do not count it
    since: ClassVar[int] = 0
    # numbers that learners keep for its answers, if more than its size: pieces may still come
    block: ClassVar[int] = 0

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def __init_subclass__(cls) -> None:
        made_of = declare(cls, cls.MADE_OF)
        if made_of != cls.MADE_OF:
            cls.MADE_OF = made_of
            define(cls, shown_step(made_of))

    def args(self) -> list[int]:
        """What the constructor needs to make this step again."""
        return [getattr(self, name) for name in self.MADE_OF]

    def show(self, page: Page) -> None:
        """Write the same numbers on a page."""
        page.argument(self.seat)

    # The rules: what may be answered, and what an answer does.

    def menu(self) -> Menu[S] | None:
        """The kinds of answers, if each has its class."""
        return None

    def whose(self, s: S) -> i64:
        """The seat that an answer is for; negative if several answer together."""
        return self.seat

    def choices(self, s: S) -> Ints:
        """What the seat may answer. Read only: it may be a shared table."""
        menu = self.menu()
        if menu is None:
            raise NotImplementedError
        return menu.choices(s, self.whose(s))

    def choices_of(self, s: S, seat: i64) -> Ints:
        """The same for one of several seats asked together."""
        return self.choices(s)

    def weights(self, s: S) -> Ints:
        """For chance: outcome k has weight [k], zero is impossible. Read only: it may be the bag
        itself.
        """
        raise NotImplementedError

    def answer(self, s: S, choice: i64) -> None:
        """Change the state and push what must be asked next; seats asked together find their
        answers in s.sealed.
        """
        menu = self.menu()
        if menu is None:
            raise NotImplementedError
        menu.do(s, self.whose(s), choice)

    def witnesses(self, s: S, seat: i64, choice: i64) -> i64:
        """The mask of those who see this answer when it is given (together: when all are opened)."""
        return EVERYBODY

    def default(self, s: S, seat: i64) -> i64:
        """The answer for somebody who has left or run out of time."""
        return self.choices_of(s, seat)[0]

    # The words: never used by rules or playouts.

    def text(self, s: S, choice: i64) -> str:
        """The written form of an answer: short, lower case, distinct among the choices."""
        menu = self.menu()
        if menu is None:
            raise NotImplementedError
        return menu.by_code[choice].text(s, self.whose(s), menu.which[choice])

    def public_text(self, s: S, choice: i64) -> str:
        """What those who do not see the answer read instead."""
        return "?"

    def label(self, s: S, choice: i64) -> str | Label:
        """The answer as a person would put it on a button; a Label if it has a price or a detail."""
        menu = self.menu()
        return (
            self.text(s, choice)
            if menu is None
            else menu.by_code[choice].label(s, self.whose(s), menu.which[choice])
        )

    def brings(self, s: S, choice: i64) -> str:
        """What the answer would bring, for somebody who looks before they choose; empty if the
        label says it all.
        """
        menu = self.menu()
        return (
            ""
            if menu is None
            else menu.by_code[choice].brings(s, self.whose(s), menu.which[choice])
        )

    def question(self, s: S) -> str:
        """What is asked, as a sentence."""
        return ""

    def asked_by(self, s: S) -> str:
        """The clause behind the question now, if one step serves several clauses."""
        return self.clause

    def rule(self, s: S, choice: i64) -> str:
        """The clause that allows this answer."""
        menu = self.menu()
        if menu is None:
            return self.clause
        return menu.by_code[choice].rule(s, self.whose(s), menu.which[choice]) or self.clause

    def why_not(self, s: S, text: str) -> Refusal | None:
        """Why a text is not a choice now, if the rules give a reason."""
        menu = self.menu()
        return None if menu is None else menu.why_not(s, self.whose(s), text)

    def pieces(self, s: S, choice: i64) -> list[tuple[str, int]]:
        """The pieces that the answer is about, for screens to highlight: what kind, and which one."""
        menu = self.menu()
        return (
            []
            if menu is None
            else menu.by_code[choice].pieces(s, self.whose(s), menu.which[choice])
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Step[S]):
    """A question to the dealer, answered by one of its weighted outcomes."""

    MADE_OF: ClassVar[dict[str, str]] = {}
    if TYPE_CHECKING:
        seat: i64 = fixed()

    def __init__(self) -> None:
        super().__init__(CHANCE)

    def show(self, page: Page) -> None:
        """Nothing: the kind of the step says who is asked."""

    def actor(self, s: S) -> i64:
        """The seat whose move this belongs to, so that a record can put it on that seat's line;
        negative for nobody's.
        """
        return NOBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class Auto(Step[S]):
    """What simply happens, once the steps above it are answered."""

    MADE_OF: ClassVar[dict[str, str]] = {}
    if TYPE_CHECKING:
        seat: i64 = fixed()

    def __init__(self) -> None:
        super().__init__(AUTO)

    def show(self, page: Page) -> None:
        """Nothing: the kind of the step says who is asked."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step[S]):
    """A question to several seats at once; their answers stay sealed until the last has come."""

    MADE_OF: ClassVar[dict[str, str]] = {}
    if TYPE_CHECKING:
        seat: i64 = fixed()

    def __init__(self) -> None:
        super().__init__(TOGETHER)

    def show(self, page: Page) -> None:
        """Nothing: the kind of the step says who is asked."""

    def choices(self, s: S) -> Ints:
        raise NotImplementedError("a question to several seats has choices_of(s, seat)")
