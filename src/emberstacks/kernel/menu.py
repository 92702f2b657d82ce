"""One kind of answer is one class, and a menu is the table of the kinds that a step has, with the
code of each variety.

Codes are literal numbers and stay for ever: logs, records and learners know them. What is new takes
the next free one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Generic

from emberstacks.kernel.ints import Ints, append, i64, mypyc_attr
from emberstacks.kernel.step import S
from emberstacks.kernel.words import Label, Refusal

UNUSED: Final = -1  # no kind of the menu has this code


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind(Generic[S]):
    """One kind of answer: when it is possible, what it does, and what people read about it.

    `seat` is the seat that the answer is for; `which` is its variety: a room, a book, a tool. A
    kind belongs to one menu.
    """

    word: ClassVar[str] = ""  # how its text begins
    clause: ClassVar[str] = ""  # the rule that allows it

    def __init__(self) -> None:
        self.codes: Ints = Ints([])  # of its varieties
        self.code: i64 = UNUSED  # of its first one
        self.follows: Kind[S] | None = None  # the next kind of the menu

    # The rules.

    def possible(self, s: S, seat: i64) -> bool:
        """May it be answered now? For a kind with one variety."""
        return True

    def offer(self, s: S, seat: i64, out: Ints) -> Ints:
        """The codes of the varieties that are possible now, added to those in `out`."""
        return append(out, self.code) if self.possible(s, seat) else out

    def do(self, s: S, seat: i64, which: i64) -> None:
        """Carry out a variety."""
        raise NotImplementedError

    # The words: never used by rules or playouts.

    def text(self, s: S, seat: i64, which: i64) -> str:
        """The written form."""
        return self.word

    def label(self, s: S, seat: i64, which: i64) -> str | Label:
        """As a button says it; a Label if it has a price or a detail."""
        return self.text(s, seat, which)

    def brings(self, s: S, seat: i64, which: i64) -> str:
        """What it would bring, if the label does not say it."""
        return ""

    def rule(self, s: S, seat: i64, which: i64) -> str:
        """The clause that allows it."""
        return self.clause

    def begins(self, s: S) -> str:
        """How its text begins, if that is not its word but printed on a piece."""
        return self.word

    def means(self, s: S, text: str) -> bool:
        """Does somebody who writes this mean this kind of answer?"""
        begins = self.begins(s)
        return text == begins or text.startswith(begins + " ")

    def why_not(self, s: S, seat: i64, rest: str) -> Refusal | None:
        """Why it is not possible, if it is meant; `rest` is what was said after its beginning."""
        return None

    def pieces(self, s: S, seat: i64, which: i64) -> list[tuple[str, int]]:
        """The pieces that it is about: what kind, and which one."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Menu(Generic[S]):
    """The kinds of answers of a step in the order in which they are offered, each with the codes of
    its varieties.
    """

    def __init__(self, codes: Mapping[Kind[S], Sequence[int]]) -> None:
        taken = [code for numbers in codes.values() for code in numbers]
        if not taken or len(set(taken)) != len(taken) or min(taken) < 0:
            raise ValueError(
                f"the codes of a menu must differ, and none is negative: {sorted(taken)}"
            )
        self.kinds: list[Kind[S]] = list(codes)
        self.size: int = max(taken) + 1
        unused: Kind[S] = Kind()
        self.by_code: list[Kind[S]] = [unused] * self.size
        self.which: Ints = Ints([UNUSED] * self.size)  # the variety of each code
        for kind, numbers in codes.items():
            if kind.code != UNUSED:
                raise ValueError(
                    f"{type(kind).__name__} is in a menu already: a kind belongs to one."
                )
            kind.codes = Ints(list(numbers))
            kind.code = numbers[0]
            for variety, code in enumerate(numbers):
                self.by_code[code] = kind
                self.which[code] = variety
        for kind, following in zip(self.kinds, self.kinds[1:], strict=False):
            # compiled, a chain of attributes is faster to walk than a list
            kind.follows = following
        self.first: Kind[S] = self.kinds[0]

    def choices(self, s: S, seat: i64) -> Ints:
        """Everything that is possible now."""
        out = Ints([])
        kind: Kind[S] | None = self.first
        while kind is not None:
            out = kind.offer(s, seat, out)
            kind = kind.follows
        return out

    def do(self, s: S, seat: i64, choice: i64) -> None:
        """Carry out an answer."""
        self.by_code[choice].do(s, seat, self.which[choice])

    def why_not(self, s: S, seat: i64, text: str) -> Refusal | None:
        """Why a text is not a choice now, by the first kind that is meant and has a reason."""
        for kind in self.kinds:
            if kind.means(s, text):
                said = kind.why_not(s, seat, text.removeprefix(kind.begins(s)).strip())
                if said is not None:
                    return said
        return None
