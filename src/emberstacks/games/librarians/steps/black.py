"""The powers of black genres (§6.21 to §6.24)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import BOOKS, NONE, SHELVES
from emberstacks.games.librarians.effects import in_hand, may_play, play
from emberstacks.games.librarians.library import EMPTY, FITS, Library, fault
from emberstacks.games.librarians.state import (
    BOOK,
    LENIENT,
    MIDDLE,
    OFF,
    ONE_WRONG,
    WIDTH,
    LibraryTable,
    books_words,
    column_text,
    column_words,
    ordinal,
    way_words,
)
from emberstacks.games.librarians.steps.choosing import ChooseBook, ask
from emberstacks.games.librarians.steps.power import Permission, Power
from emberstacks.kernel.domains import one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Step
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import learn


class Mystery(Permission):
    """§6.21 This turn a line is complete even with one wrong book."""

    genre: ClassVar[str] = "mystery"
    clause: ClassVar[str] = "6.21"
    idle: ClassVar[str] = "this is allowed already"
    allows: ClassVar[int] = ONE_WRONG

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        """Books that move can complete a line, too."""
        return s.allowed & ONE_WRONG == 0


def freshen(s: LibraryTable, book: i64) -> None:
    """§6.21 Remember that a book has moved this turn; until 1.1 only since Mystery was used."""
    if s.rules >= V1_2 or s.allowed & ONE_WRONG:
        s.fresh = append(s.fresh, book)


class Crime(Power):
    """§6.22 A shelf card is turned round."""

    genre: ClassVar[str] = "crime"
    clause: ClassVar[str] = "6.22"
    idle: ClassVar[str] = "there is no shelf card"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.bottom_row() >= s.top_row()

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, TURN_SHELF[seat])


@final
class ShelfTurned(Happening):
    """§6.22 A shelf card has been turned round."""

    kind: ClassVar[str] = "turn-shelf"

    def note(self, s: LibraryTable, seat: i64, row: i64) -> None:
        if s.log is not None:
            number = row - s.top_row() + 1
            text = (
                f"{mark(seat)} turns shelf {number} round: it now runs from"
                f" {way_words(s.arrow(row))}."
            )
            self.told(s, text, [seat, number], because=s.genre_piece("crime"))


class TurnShelf(Step[LibraryTable]):
    """§6.22 Crime: which shelf card is turned round?"""

    clause: ClassVar[str] = "6.22"
    size: ClassVar[int] = SHELVES

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        for shelf in s.shelf:
            if shelf != NONE:
                out = append(out, shelf)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.turned ^= 1 << choice
        SHELF_TURNED.note(s, self.seat, row_of(s, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"shelf {row_of(s, choice) - s.top_row() + 1}"

    def label(self, s: LibraryTable, choice: i64) -> Label:
        way = "left" if s.arrow(row_of(s, choice)) > 0 else "right"
        return Label(f"Turn {self.text(s, choice)}", detail=f"A to Z will run to the {way}")

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which shelf card do you turn round?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("shelf", choice)]


def row_of(s: LibraryTable, shelf: i64) -> i64:
    """The row of a shelf card."""
    row: i64 = 0
    while s.shelf[row] != shelf:
        row += 1
    return row


class Drama(Power):
    """§6.23 A book is played between two cards."""

    genre: ClassVar[str] = "drama"
    clause: ClassVar[str] = "6.23"
    idle: ClassVar[str] = "none of your books may go between two cards"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return may_play(s) and len(INSERT_WHICH[seat].choices(s)) > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, INSERT_WHICH[seat])


class InsertWhich(Step[LibraryTable]):
    """§6.23 Drama: which book from your hand goes between two cards?"""

    clause: ClassVar[str] = "6.23"
    size: ClassVar[int] = BOOKS

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        for book in in_hand(s, self.seat):
            if len(insert_places(s, book)) > 0:
                out = append(out, book)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        hand = s.hands[self.seat]
        learn(s, hand, hand.find(choice), EVERYBODY)
        ask(s, InsertWhere(self.seat, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"insert {s.box.names[choice]}"

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(f"Insert {s.title(choice)}", s.counts(choice))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you put between two cards?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("book", choice)]


class InsertWhere(ChooseBook):
    """§6.23 Drama: the place where it goes; the book there and those behind it move away from the
    shelf card.
    """

    clause: ClassVar[str] = "6.23"

    book: i64 = one(BOOK)

    def choices(self, s: LibraryTable) -> Ints:
        return insert_places(s, self.book)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        make_room(s, choice)
        play(s, self.seat, self.book, choice)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where do you insert {s.title(self.book)}?"

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(f"Where {s.title(s.topmost(choice))} makes room", detail=s.cell_words(choice))

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal("it goes between two cards of a row that touch, and its letter must fit.")


def outwards(cell: i64) -> i64:
    """The way from the shelf card."""
    return 1 if cell % WIDTH > MIDDLE else -1


def insert_places(s: LibraryTable, book: i64) -> Ints:
    """§6.23 The places of books that touch the card before them, where this book would fit; §10.4
    applies here too.
    """
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
            out = append(out, cell)
    return out


@final
class RoomMade(Happening):
    """§6.23 Books have moved to make room for another."""

    kind: ClassVar[str] = "make-room"

    def note(self, s: LibraryTable, count: i64, cell: i64) -> None:
        if s.log is not None:
            text = (
                f"{books_words(count)} from {s.place_words(cell)} on"
                f" {'makes' if count == 1 else 'make'} room."
            )
            self.told(s, text, [count, cell], because=s.genre_piece("drama"))


def make_room(s: LibraryTable, cell: i64) -> None:
    """§6.23 The books from a place outwards move one place, up to the first gap."""
    library = Library(s)
    way = outwards(cell)
    end = cell
    while library.at(end) != EMPTY:
        end += way
    ROOM_MADE.note(s, max(end - cell, cell - end), cell)
    for book in s.laid:
        at = s.place[book]
        if cell <= at < end or end < at <= cell:
            s.place[book] = at + way
            freshen(s, book)
    s.layout = None


@final
class ColumnMoved(Happening):
    """§6.24 A column of books has moved."""

    kind: ClassVar[str] = "column"

    def note(self, s: LibraryTable, way: i64, column: i64) -> None:
        if s.log is not None:
            side = "left" if column < MIDDLE else "right"
            where = f"{ordinal(max(column - MIDDLE, MIDDLE - column))} column to the {side}"
            text = f"The {where} moves {'up' if way < 0 else 'down'} by one row."
            self.told(s, text, [way, column], because=s.genre_piece("picture-book"))


class PictureBook(Power):
    """§6.24 A column of books moves up or down."""

    genre: ClassVar[str] = "picture-book"
    clause: ClassVar[str] = "6.24"
    idle: ClassVar[str] = "there is no column to move, or only one shelf"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.bottom_row() > s.top_row() and len(SHIFT_COLUMN[seat].choices(s)) > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        ask(s, SHIFT_COLUMN[seat])


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
                    out = append(append(out, 2 * column), 2 * column + 1)
                    break
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        shift_column(s, choice // 2, -1 if choice % 2 == 0 else 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"{'up' if choice % 2 == 0 else 'down'} {column_text(choice // 2)}"

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(
            f"{'Up' if choice % 2 == 0 else 'Down'} by one row", detail=column_words(choice // 2)
        )

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which column do you move, and which way?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [
            ("cell", row * WIDTH + choice // 2) for row in range(s.top_row(), s.bottom_row() + 1)
        ]


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
    COLUMN_MOVED.note(s, way, column)


TURN_SHELF: Final = [TurnShelf(seat) for seat in range(MAX_SEATS)]
INSERT_WHICH: Final = [InsertWhich(seat) for seat in range(MAX_SEATS)]
SHIFT_COLUMN: Final = [ShiftColumn(seat) for seat in range(MAX_SEATS)]
SHELF_TURNED: Final = ShelfTurned()
ROOM_MADE: Final = RoomMade()
COLUMN_MOVED: Final = ColumnMoved()
