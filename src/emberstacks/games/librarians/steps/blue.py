"""The powers of blue genres: books move, leave, return (§6.9 to §6.12)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import NO_STACKS, NONE
from emberstacks.games.librarians.effects import in_hand, lay, lift, may_play, play
from emberstacks.games.librarians.library import (
    EMPTY,
    FITS,
    Library,
    expansion_fault,
    is_power,
    keeps_to_audience,
)
from emberstacks.games.librarians.state import (
    ANY_STACK,
    BOOK,
    CELL,
    MARGIN,
    ROWS,
    WIDTH,
    LibraryTable,
)
from emberstacks.games.librarians.steps.choosing import (
    WHICH_BOOK,
    ChooseBook,
    ask,
    remove_top,
    without,
)
from emberstacks.games.librarians.steps.power import Power
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Step
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.words import Label, Refusal


class Thriller(Power):
    """§6.9 Two books move."""

    genre: ClassVar[str] = "thriller"
    clause: ClassVar[str] = "6.9"
    idle: ClassVar[str] = "no book has an empty place to go to"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return len(movable(s, NONE)) > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, MoveBook(seat, s.box.power_books, NONE))


@final
class Move(Kind[LibraryTable]):
    """§6.9 A book moves; the varieties are the places where books are in sight."""

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return s.cell_text(which)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label(f"Move {s.title(s.topmost(which))}", detail=s.cell_words(which))

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("cell", which)]


@final
class MoveNoOther(Kind[LibraryTable]):
    """§6.9 Until 1.1 the second move was optional."""

    word: ClassVar[str] = "done"

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Move no other book"


MOVE_NO_OTHER: Final = MoveNoOther()
MOVES: Final[Menu[LibraryTable]] = Menu({Move(): range(2210), MOVE_NO_OTHER: [2210]})


class MoveBook(Step[LibraryTable]):
    """§6.9 Thriller: which book moves? Until 1.1 the second move was optional."""

    clause: ClassVar[str] = "6.9"
    size: ClassVar[int] = MOVES.size
    block: ClassVar[int] = 2240

    left: i64 = one(BOOK)
    # the book that has moved already, or NONE
    moved: i64 = one(within(NONE, lambda s: s.agreed.books - 1))

    def menu(self) -> Menu[LibraryTable]:
        return MOVES

    def choices(self, s: LibraryTable) -> Ints:
        out = movable(s, self.moved)
        return append(out, MOVE_NO_OTHER.code) if s.rules < V1_2 and self.moved != NONE else out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice != MOVE_NO_OTHER.code:
            ask(s, MoveTo(self.seat, s.topmost(MOVES.which[choice]), self.left))

    def default(self, s: LibraryTable, seat: i64) -> i64:
        codes = self.choices(s)
        return codes[len(codes) - 1]

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you move?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return WHICH_BOOK


@final
class Moved(Happening):
    """§6.9 A book moves."""

    kind: ClassVar[str] = "move"

    def note(self, s: LibraryTable, book: i64, origin: i64, cell: i64) -> None:
        if s.log is not None:
            text = f"{s.title(book)} moves from {s.place_words(origin)} to {s.place_words(cell)}."
            self.told(s, text, [book, origin, cell], because=s.genre_piece("thriller"))


class MoveTo(ChooseBook):
    """§6.9 Thriller: the empty place, touching the library, to which the book moves."""

    clause: ClassVar[str] = "6.9"

    book: i64 = one(BOOK)
    left: i64 = one(BOOK)

    def choices(self, s: LibraryTable) -> Ints:
        return targets(Library(s), s.place[self.book], False)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        origin = s.place[self.book]
        lift(s, self.book)
        lay(s, self.book, choice)
        MOVED.note(s, self.book, origin, choice)
        if self.left > 1 and len(movable(s, self.book)) > 0:
            s.push(MoveBook(self.seat, self.left - 1, self.book))

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(f"Move it to {s.cell_words(choice)}")

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where does {s.title(self.book)} go?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal(
            "a book moves to an empty place beside the shelf cards that touches another card."
        )


def movable(s: LibraryTable, other_than: i64) -> Ints:
    """§6.9 The books in sight that have somewhere to go, except one."""
    library = Library(s)
    out = Ints([])
    for cell in library.tops():
        if library.at(cell) != other_than and len(targets(library, cell, True)) > 0:
            out = append(out, cell)
    return out


def targets(library: Library, origin: i64, one: bool) -> Ints:
    """§6.9 The empty places that touch a card once the book at `origin` is lifted, or just one of
    them.
    """
    s = library.s
    grid = library.grid[:]  # the layout itself is kept, and shared with clones
    lifted = origin - library.start
    book = grid[lifted]
    grid[lifted] = EMPTY
    for other in s.laid:
        if s.place[other] == origin and other != book:
            grid[lifted] = other
    library.grid = grid
    out = free_places(library, origin, one)
    library.grid = library.layout.grid
    return out


def free_places(library: Library, other_than: i64, one: bool) -> Ints:
    """The empty places that touch a card, except one place; all, or just one of them."""
    out = Ints([])
    row: i64
    cell: i64
    any_row = library.s.rules >= V1_2  # until 1.1 only where books may be played
    first = library.from_row if not any_row else max(MARGIN, library.first - 1)
    last = library.to_row if not any_row else min(ROWS - 1 - MARGIN, library.last + 1)
    for row in range(first, last + 1):
        for cell in range(row * WIDTH + library.low - 1, row * WIDTH + library.high + 2):
            if (
                library.at(cell) == EMPTY
                and cell != other_than
                and library.on_table(cell)
                and library.touches(cell)
            ):
                out = append(out, cell)
                if one:
                    return out
    return out


class Action(Power):
    """§6.10 Two books change places."""

    genre: ClassVar[str] = "action"
    clause: ClassVar[str] = "6.10"
    idle: ClassVar[str] = "there are no two books to swap"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return len(Library(s).tops()) >= 2

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, SWAP_FIRST[seat])


class SwapFirst(ChooseBook):
    """§6.10 Action: the first of the two books that change places."""

    clause: ClassVar[str] = "6.10"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        ask(s, SwapSecond(self.seat, choice))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you swap?"


@final
class Swapped(Happening):
    """§6.10 §13.4 Two books change places."""

    kind: ClassVar[str] = "swap"

    def note(self, s: LibraryTable, one: i64, other: i64) -> None:
        if s.log is not None:
            thrill, genre = s.thrill_of("swap"), s.box.genres.index("action")
            because = "" if thrill == NONE else f"book-{thrill}"
            for playing in s.agreed.genre:
                if playing == genre:  # it may have been either of them
                    because = s.genre_piece("action") if thrill == NONE else ""
            text = f"{s.title(one)} and {s.title(other)} change places."
            self.told(s, text, [one, other], because=because)


class SwapSecond(ChooseBook):
    """§6.10 Action: the second of the two books that change places."""

    clause: ClassVar[str] = "6.10"

    first: i64 = one(CELL)

    def choices(self, s: LibraryTable) -> Ints:
        return without(Library(s).tops(), self.first)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        one = s.topmost(self.first)
        other = s.topmost(choice)
        lift(s, one)
        lift(s, other)
        lay(s, one, choice)
        lay(s, other, self.first)
        SWAPPED.note(s, one, other)

    def question(self, s: LibraryTable) -> str:
        return (
            f"{mark(self.seat)}, with which book does {s.tapped_words(self.first)} change places?"
        )


class Travel(Power):
    """§6.11 Two books leave, and others from the hand may take their places."""

    genre: ClassVar[str] = "travel"
    clause: ClassVar[str] = "6.11"
    idle: ClassVar[str] = "there is no book to remove"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return len(s.laid) > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        travel_on(s, seat, s.box.power_books)


class TravelRemove(ChooseBook):
    """§6.11 Travel: which book leaves the library?"""

    clause: ClassVar[str] = "6.11"

    left: i64 = one(BOOK)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        remove_top(s, choice, s.genre_piece("travel"))
        if may_play(s) and s.hands[self.seat].count() > 0 and can_replace(s, choice):
            s.push(Replace(self.seat, choice, self.left - 1))
        else:
            travel_on(s, self.seat, self.left - 1)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you remove?"


@final
class PutNothing(Kind[LibraryTable]):
    """§6.11 The place of the book that was removed stays as it is."""

    word: ClassVar[str] = "nothing"

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Put nothing there"


@final
class PutBook(Kind[LibraryTable]):
    """§6.11 A book from the hand goes there; the varieties are the books."""

    word: ClassVar[str] = "put"

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"put {s.box.names[which]}"

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label(f"Put {s.title(which)} there", s.counts(which))

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("book", which)]


PUT_NOTHING: Final = PutNothing()
PUT_BOOK: Final = PutBook()
REPLACING: Final[Menu[LibraryTable]] = Menu(
    {PUT_NOTHING: [144], PUT_BOOK: [*range(144), *range(145, 257)]}
)


class Replace(Step[LibraryTable]):
    """§6.11 Travel: put a book from your hand in place of the one removed, whatever its letter, or
    leave the place.
    """

    clause: ClassVar[str] = "6.11"
    size: ClassVar[int] = REPLACING.size
    block: ClassVar[int] = 272

    cell: i64 = one(CELL)
    left: i64 = one(BOOK)

    def menu(self) -> Menu[LibraryTable]:
        return REPLACING

    def choices(self, s: LibraryTable) -> Ints:
        library = Library(s)
        out = Ints([PUT_NOTHING.code])
        for book in in_hand(s, self.seat):
            if expansion_fault(library, book, self.cell, keeps_to_audience(library, book)) == FITS:
                out = append(out, PUT_BOOK.codes[book])
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice != PUT_NOTHING.code:
            play(s, self.seat, REPLACING.which[choice], self.cell)
        travel_on(s, self.seat, self.left)

    def question(self, s: LibraryTable) -> str:
        return (
            f"{mark(self.seat)}, do you put a book from your hand there"
            f" ({s.cell_words(self.cell)})?"
        )

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [*super().pieces(s, choice), ("cell", self.cell)]


def can_replace(s: LibraryTable, cell: i64) -> bool:
    """§6.11 A book may go there; §6.4 §12.2 on another one only where books may be laid on others,
    until 1.1 always.
    """
    library = Library(s)
    if not library.open_row(cell // WIDTH):
        return False
    if s.rules < V1_2 or library.at(cell) == EMPTY:
        return True
    return not is_power(library, cell, NO_STACKS) and (
        s.no_stacking == 0 or library.allowed & ANY_STACK != 0
    )


def travel_on(s: LibraryTable, seat: i64, left: i64) -> None:
    """§6.11 The next book is removed, if there is one."""
    if left > 0:
        ask(s, TravelRemove(seat, left))


class Mythology(Power):
    """§6.12 Two books come back into the hand."""

    genre: ClassVar[str] = "mythology"
    clause: ClassVar[str] = "6.12"
    idle: ClassVar[str] = "there is no book to take"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return len(s.laid) > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, TakeBook(seat, s.box.power_books))


@final
class Taken(Happening):
    """§6.12 A book comes back into a hand."""

    kind: ClassVar[str] = "take"

    def note(self, s: LibraryTable, seat: i64, book: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} takes {s.title(book)} in hand."
            self.told(s, text, [seat, book], because=s.genre_piece("mythology"))


class TakeBook(ChooseBook):
    """§6.12 Mythology: which book comes into your hand?"""

    clause: ClassVar[str] = "6.12"

    left: i64 = one(BOOK)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        book = s.topmost(choice)
        lift(s, book)
        s.hands[self.seat].add((book, EVERYBODY, s.deck.lot, -1))
        TAKEN.note(s, self.seat, book)
        if self.left > 1:
            ask(s, TakeBook(self.seat, self.left - 1))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you take into your hand?"


SWAP_FIRST: Final = [SwapFirst(seat) for seat in range(MAX_SEATS)]
MOVED: Final = Moved()
SWAPPED: Final = Swapped()
TAKEN: Final = Taken()
