"""The powers of blue and black genres (§6.9 to §6.12, §6.22 to §6.24): books move, leave, return; shelf cards turn."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.librarians.components import BOOKS, NONE, SHELVES
from emberstacks.games.librarians.effects import discard, in_hand, lay, lift, may_play, play
from emberstacks.games.librarians.library import EMPTY, FITS, Library, expansion_fault, fault, keeps_to_audience
from emberstacks.games.librarians.state import (
    CELLS,
    LENIENT,
    MIDDLE,
    OFF,
    ONE_WRONG,
    WIDTH,
    LibraryTable,
    column_text,
    column_words,
)
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Step
from emberstacks.kernel.zones import learn

DONE: Final = CELLS  # as answer: no further move
NOTHING: Final = BOOKS  # as answer: no book from the hand


class ChooseBook(Step[LibraryTable]):
    """§2.1 A question that is answered with a place of the library where a book is in sight."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = CELLS

    def choices(self, s: LibraryTable) -> Ints:
        return Library(s).tops()

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> str:
        return s.tapped_words(choice)

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "choose a place of the library where a book is in sight."

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"cell-{choice}"]


def without(cells: Ints, cell: i64) -> Ints:
    """The cells except one."""
    out = Ints([])
    for other in cells:
        if other != cell:
            out = plus(out, other)
    return out


# Blue


class MoveBook(ChooseBook):
    """§6.9 Thriller: which book moves? The second move may be left out."""

    clause: ClassVar[str] = "6.9"
    size: ClassVar[int] = CELLS + 1

    def __init__(self, seat: i64, left: i64, moved: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left
        self.moved: i64 = moved  # the book that has moved already, or NONE

    def args(self) -> list[int]:
        return [self.seat, self.left, self.moved]

    def choices(self, s: LibraryTable) -> Ints:
        out = movable(s, self.moved)
        return plus(out, DONE) if self.moved != NONE else out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice != DONE:
            s.push(MoveTo(self.seat, s.topmost(choice), self.left))

    def default(self, s: LibraryTable, seat: i64) -> i64:
        codes = self.choices(s)
        return codes[len(codes) - 1]

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "done" if choice == DONE else s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> str:
        return "Move no other book" if choice == DONE else f"Move {s.tapped_words(choice)}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you move?"


class MoveTo(ChooseBook):
    """§6.9 Thriller: the empty place, touching the library, to which the book moves."""

    clause: ClassVar[str] = "6.9"

    def __init__(self, seat: i64, book: i64, left: i64) -> None:
        super().__init__(seat)
        self.book: i64 = book
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.seat, self.book, self.left]

    def choices(self, s: LibraryTable) -> Ints:
        return targets(Library(s), s.place[self.book], False)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        origin = s.place[self.book]
        lift(s, self.book)
        lay(s, self.book, choice)
        s.note("move", self.book, origin, choice)
        if self.left > 1 and len(movable(s, self.book)) > 0:
            s.push(MoveBook(self.seat, self.left - 1, self.book))

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"Move it to {s.cell_words(choice)}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where does {s.title(self.book)} go?"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "a book moves to an empty place in a row with a shelf card, touching another card."


def movable(s: LibraryTable, besides: i64) -> Ints:
    """§6.9 The books in sight that have somewhere to go, except one."""
    library = Library(s)
    out = Ints([])
    for cell in library.tops():
        if library.at(cell) != besides and len(targets(library, cell, True)) > 0:
            out = plus(out, cell)
    return out


def targets(library: Library, origin: i64, one: bool) -> Ints:
    """§6.9 The empty places that touch a card once the book at `origin` is lifted, or just one of them."""
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


def free_places(library: Library, besides: i64, one: bool) -> Ints:
    """The empty places that touch a card, except one place; all, or just one of them."""
    out = Ints([])
    row: i64
    cell: i64
    for row in range(library.top - 1, library.bottom + 2):
        if not library.open_row(row):
            continue
        for cell in range(row * WIDTH + library.low - 1, row * WIDTH + library.high + 2):
            if library.at(cell) == EMPTY and cell != besides and library.on_table(cell) and library.touches(cell):
                out = plus(out, cell)
                if one:
                    return out
    return out


class SwapFirst(ChooseBook):
    """§6.10 Action: the first of the two books that change places."""

    clause: ClassVar[str] = "6.10"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.push(SwapSecond(self.seat, choice))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you swap?"


class SwapSecond(ChooseBook):
    """§6.10 Action: the second of the two books that change places."""

    clause: ClassVar[str] = "6.10"

    def __init__(self, seat: i64, first: i64) -> None:
        super().__init__(seat)
        self.first: i64 = first

    def args(self) -> list[int]:
        return [self.seat, self.first]

    def choices(self, s: LibraryTable) -> Ints:
        return without(Library(s).tops(), self.first)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        one = s.topmost(self.first)
        other = s.topmost(choice)
        lift(s, one)
        lift(s, other)
        lay(s, one, choice)
        lay(s, other, self.first)
        s.note("swap", one, other)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, with which book does {s.tapped_words(self.first)} change places?"


class TravelRemove(ChooseBook):
    """§6.11 Travel: which book leaves the library?"""

    clause: ClassVar[str] = "6.11"

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.seat, self.left]

    def answer(self, s: LibraryTable, choice: i64) -> None:
        remove_top(s, choice)
        if may_play(s) and s.hands[self.seat].count() > 0 and Library(s).open_row(choice // WIDTH):
            s.push(Replace(self.seat, choice, self.left - 1))
        else:
            travel_on(s, self.seat, self.left - 1)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you remove?"


class Replace(Step[LibraryTable]):
    """§6.11 Travel: put a book from your hand in place of the one removed, whatever its letter, or leave the place."""

    clause: ClassVar[str] = "6.11"
    size: ClassVar[int] = BOOKS + 1

    def __init__(self, seat: i64, cell: i64, left: i64) -> None:
        super().__init__(seat)
        self.cell: i64 = cell
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.seat, self.cell, self.left]

    def choices(self, s: LibraryTable) -> Ints:
        library = Library(s)
        out = Ints([NOTHING])
        for book in in_hand(s, self.seat):
            if expansion_fault(library, book, self.cell, keeps_to_audience(library, book)) == FITS:
                out = plus(out, book)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice != NOTHING:
            play(s, self.seat, choice, self.cell)
        travel_on(s, self.seat, self.left)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "nothing" if choice == NOTHING else f"put {s.box.names[choice]}"

    def label(self, s: LibraryTable, choice: i64) -> str:
        return "Put nothing there" if choice == NOTHING else f"Put {s.describe(choice)} there"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, do you put a book from your hand there ({s.cell_words(self.cell)})?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"cell-{self.cell}"] if choice == NOTHING else [f"book-{choice}", f"cell-{self.cell}"]


def travel_on(s: LibraryTable, seat: i64, left: i64) -> None:
    """§6.11 The next book is removed, if there is one."""
    if left > 0 and len(s.laid) > 0:
        s.push(TravelRemove(seat, left))


def remove_top(s: LibraryTable, cell: i64) -> None:
    """The book in sight at a place is discarded."""
    book = s.topmost(cell)
    discard(s, book)
    s.note("remove", book, cell)


class TakeBook(ChooseBook):
    """§6.12 Mythology: which book comes into your hand?"""

    clause: ClassVar[str] = "6.12"

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.seat, self.left]

    def answer(self, s: LibraryTable, choice: i64) -> None:
        book = s.topmost(choice)
        lift(s, book)
        s.hands[self.seat].add((book, EVERYBODY, s.deck.lot, -1))
        s.note("take", self.seat, book)
        if self.left > 1 and len(s.laid) > 0:
            s.push(TakeBook(self.seat, self.left - 1))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you take into your hand?"


# Black


class TurnShelf(Step[LibraryTable]):
    """§6.22 Crime: which shelf card is turned round?"""

    clause: ClassVar[str] = "6.22"
    size: ClassVar[int] = SHELVES

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        for shelf in s.shelf:
            if shelf != NONE:
                out = plus(out, shelf)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.turned ^= 1 << choice
        s.note("turn-shelf", self.seat, row_of(s, choice) - s.top_row() + 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"shelf {row_of(s, choice) - s.top_row() + 1}"

    def label(self, s: LibraryTable, choice: i64) -> str:
        way = "left" if s.arrow(row_of(s, choice)) > 0 else "right"
        return f"Turn {self.text(s, choice)}: A to Z will run to the {way}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which shelf card do you turn round?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"shelf-{choice}"]


def row_of(s: LibraryTable, shelf: i64) -> i64:
    """The row of a shelf card."""
    row: i64 = 0
    while s.shelf[row] != shelf:
        row += 1
    return row


class InsertWhich(Step[LibraryTable]):
    """§6.23 Drama: which book from your hand goes between two cards?"""

    clause: ClassVar[str] = "6.23"
    size: ClassVar[int] = BOOKS

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        for book in in_hand(s, self.seat):
            if len(insert_places(s, book)) > 0:
                out = plus(out, book)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        hand = s.hands[self.seat]
        learn(s, hand, hand.find(choice), EVERYBODY)
        s.push(InsertWhere(self.seat, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"insert {s.box.names[choice]}"

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"Insert {s.describe(choice)}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you put between two cards?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"book-{choice}"]


class InsertWhere(ChooseBook):
    """§6.23 Drama: the place where it goes; the book there and those behind it move away from the shelf card."""

    clause: ClassVar[str] = "6.23"

    def __init__(self, seat: i64, book: i64) -> None:
        super().__init__(seat)
        self.book: i64 = book

    def args(self) -> list[int]:
        return [self.seat, self.book]

    def choices(self, s: LibraryTable) -> Ints:
        return insert_places(s, self.book)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        make_room(s, choice)
        play(s, self.seat, self.book, choice)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where do you insert {s.title(self.book)}?"

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"Where {s.title(s.topmost(choice))} makes room ({s.cell_words(choice)})"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "it goes between two cards of a row that touch, and its letter must fit."


def outwards(cell: i64) -> i64:
    """The way from the shelf card."""
    return 1 if cell % WIDTH > MIDDLE else -1


def insert_places(s: LibraryTable, book: i64) -> Ints:
    """§6.23 The places of books that touch the card before them, where this book would fit; §10.4 applies here too."""
    out = insert_search(s, book, s.agreed.ages != OFF)
    if len(out) == 0 and s.agreed.ages == LENIENT:
        return insert_search(s, book, False)
    return out


def insert_search(s: LibraryTable, book: i64, ages: bool) -> Ints:
    out = Ints([])
    library = Library(s)
    for cell in library.tops():
        way = outwards(cell)
        if library.at(cell - way) == EMPTY:
            continue
        shifted = Library(s)
        if shifted.shift(cell, way) and fault(shifted, book, cell, ages) == FITS:
            out = plus(out, cell)
    return out


def make_room(s: LibraryTable, cell: i64) -> None:
    """§6.23 The books from a place outwards move one place, up to the first gap."""
    library = Library(s)
    way = outwards(cell)
    end = cell
    while library.at(end) != EMPTY:
        end += way
    for book in s.laid:
        at = s.place[book]
        if cell <= at < end or end < at <= cell:
            s.place[book] = at + way
            freshen(s, book)
    s.layout = None


def freshen(s: LibraryTable, book: i64) -> None:
    """§6.21 Remember that a book has moved since Mystery was used."""
    if s.allowed & ONE_WRONG:
        s.fresh = plus(s.fresh, book)


class ShiftColumn(Step[LibraryTable]):
    """§6.24 Picture Book: which column of books moves, up or down?"""

    clause: ClassVar[str] = "6.24"
    size: ClassVar[int] = 2 * WIDTH

    def choices(self, s: LibraryTable) -> Ints:
        library = Library(s)
        out = Ints([])
        column: i64
        row: i64
        for column in range(library.low, library.high + 1):
            for row in range(library.top, library.bottom + 1):
                if library.at(row * WIDTH + column) >= 0:
                    out = plus(plus(out, 2 * column), 2 * column + 1)
                    break
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        shift_column(s, choice // 2, -1 if choice % 2 == 0 else 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"{'up' if choice % 2 == 0 else 'down'} {column_text(choice // 2)}"

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"{'Up' if choice % 2 == 0 else 'Down'} by one row: {column_words(choice // 2)}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which column do you move, and which way?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"cell-{row * WIDTH + choice // 2}" for row in range(s.top_row(), s.bottom_row() + 1)]


def shift_column(s: LibraryTable, column: i64, way: i64) -> None:
    """§6.24 All books of a column move by one row of the shelf cards, round at the ends."""
    top = s.top_row()
    rows = s.bottom_row() - top + 1
    for book in s.laid:
        cell = s.place[book]
        row = cell // WIDTH
        if cell % WIDTH == column and top <= row < top + rows:
            s.place[book] = (top + (row - top + way + rows) % rows) * WIDTH + column
            freshen(s, book)
    s.layout = None
    s.note("column", way)


SWAP_FIRST: Final = [SwapFirst(seat) for seat in range(MAX_SEATS)]
TURN_SHELF: Final = [TurnShelf(seat) for seat in range(MAX_SEATS)]
INSERT_WHICH: Final = [InsertWhich(seat) for seat in range(MAX_SEATS)]
SHIFT_COLUMN: Final = [ShiftColumn(seat) for seat in range(MAX_SEATS)]
BLUE_STEPS: Final = (MoveBook, MoveTo, SwapFirst, SwapSecond, TravelRemove, Replace, TakeBook)
BLACK_STEPS: Final = (TurnShelf, InsertWhich, InsertWhere, ShiftColumn)
