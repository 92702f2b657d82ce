"""The library as it lies on the table, and where a book may be played (§2, §4 and what the expansions add to it)."""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.components import (
    FORBIDDEN_COLOURS,
    FORBIDDEN_LETTERS,
    FULL_SIDE,
    NO_STACKS,
    NONE,
    SIDE_COLOURS,
    SIDE_LETTERS,
)
from emberstacks.games.librarians.state import (
    ANY_GAP,
    ANY_ORDER,
    ANY_ROW,
    ANY_STACK,
    ANY_TOUCH,
    CELLS,
    LENIENT,
    MIDDLE,
    OFF,
    ROWS,
    STRICT,
    WIDTH,
    LibraryTable,
)
from emberstacks.kernel.ints import Ints, i64, plus

EMPTY: Final = -1
SHELF: Final = -2  # a shelf card
BLANK: Final = Ints([EMPTY] * CELLS)
FLAT: Final = Ints([0] * CELLS)
UNSORTED: Final = -9  # less than any number of volumes can make up for

FITS: Final = 0
NO_SHELF: Final = 1
NOT_TOUCHING: Final = 2
ORDER: Final = 3
OTHER_LETTER: Final = 4
NO_STACKING: Final = 5
AUDIENCE: Final = 6
SEQUEL: Final = 7
SHELF_POWER: Final = 8
COLUMN_ORDER: Final = 9
BALANCE: Final = 10
CLAUSES: Final = ("4.1", "4.1", "4.2", "4.3", "4.4", "6.4", "10.1", "11.1", "12.1", "12.11", "12.12")
REASONS: Final = (
    "",
    "books go beside a shelf card, in its row, and within the table.",
    "a book must touch a card of the library there, and corners do not count.",
    "its letter does not fit between the nearest books of that row.",
    "a book can only be laid on one with the same letter.",
    "since the Tragedy books cannot be laid on each other.",
    "it must lie next to a book for the same audience, or on one.",
    "volumes of a series must stand in one line, in the order of their numbers.",
    "the power of that shelf forbids it.",
    "its letter does not fit between the nearest books of that column.",
    "another stack on that side would bring the shelf out of balance.",
)


class Library:
    """§2.1 The table seen from above: §2.5 the topmost book of every place. Made anew for each question, never kept."""

    def __init__(self, s: LibraryTable) -> None:
        self.s = s
        self.grid: Ints = BLANK[:]  # a book, EMPTY or SHELF
        self.height: Ints = FLAT[:] if s.agreed.balance else FLAT
        self.top: i64 = s.top_row()
        self.bottom: i64 = s.bottom_row()
        self.low: i64 = MIDDLE  # the columns and rows that hold books
        self.high: i64 = MIDDLE
        self.first: i64 = self.top
        self.last: i64 = self.bottom
        self.audiences: i64 = 0  # mask of those in sight
        self.allowed: i64 = s.allowed | s.next_book
        self.open: Ints = Ints([])  # see open_places
        row: i64
        for row in range(self.top, self.bottom + 1):
            self.grid[row * WIDTH + MIDDLE] = SHELF
        self.fill()

    def fill(self) -> None:
        s = self.s
        for book in s.laid:
            cell = s.place[book]
            self.grid[cell] = book
            row = cell // WIDTH
            column = cell % WIDTH
            if column < self.low:
                self.low = column
            elif column > self.high:
                self.high = column
            if row < self.first:
                self.first = row
            elif row > self.last:
                self.last = row
        if s.agreed.balance:
            for book in s.laid:
                self.height[s.place[book]] += 1
        if s.agreed.ages != OFF:
            for book in s.laid:
                if self.grid[s.place[book]] == book and s.box.audience[book] != NONE:
                    self.audiences |= 1 << s.box.audience[book]

    def open_row(self, row: i64) -> bool:
        """§4.1 A row with a shelf card, §6.16 or just beyond the shelf cards where that is allowed."""
        if self.bottom < self.top:
            return False
        if self.allowed & ANY_ROW:
            return self.top - 1 <= row <= self.bottom + 1
        return self.top <= row <= self.bottom

    def on_table(self, cell: i64) -> bool:
        """§2.4 A place for a book: not in the column of the shelf cards, and not beyond the end of the table."""
        column = cell % WIDTH
        reach = self.s.box.reach
        return column != MIDDLE and MIDDLE - reach <= column <= MIDDLE + reach

    def open_places(self) -> Ints:
        """§4.2 All places where some book might go: books in sight, and empty places that touch a card. Looked up only once."""
        if len(self.open) > 0:
            return self.open
        margin: i64 = 2 if self.allowed & (ANY_TOUCH | ANY_GAP) else 1
        out = Ints([])
        row: i64
        cell: i64
        for row in range(self.top - 1, self.bottom + 2):
            if self.open_row(row):
                for cell in range(row * WIDTH + self.low - margin, row * WIDTH + self.high + margin + 1):
                    if self.grid[cell] >= 0 or (
                        self.grid[cell] == EMPTY and self.on_table(cell) and touches(self.grid, cell, self.allowed)
                    ):
                        out = plus(out, cell)
        self.open = out
        return out

    def tops(self) -> Ints:
        """The places where a book is in sight, row by row."""
        out = Ints([])
        row: i64
        column: i64
        for row in range(self.first, self.last + 1):
            for column in range(self.low, self.high + 1):
                if self.grid[row * WIDTH + column] >= 0:
                    out = plus(out, row * WIDTH + column)
        return out

    def shift(self, cell: i64, way: i64) -> bool:
        """§6.23 Make room at a place: the books from there outwards move, up to the first gap. False at the table's end."""
        end = cell
        while self.grid[end] != EMPTY:
            end += way
        if not self.on_table(end):
            return False
        while end != cell:
            self.grid[end] = self.grid[end - way]
            end -= way
        self.grid[cell] = EMPTY
        self.low -= 1
        self.high += 1
        return True


def beside(cell: i64, way: i64) -> i64:
    """The next place in a row, the column of the shelf cards skipped."""
    other = cell + way
    return other + way if other % WIDTH == MIDDLE else other


def ahead(cell: i64, way: i64) -> i64:
    """The next place in a row (way 1 or -1) or in a column (way WIDTH or -WIDTH)."""
    return beside(cell, way) if -WIDTH < way < WIDTH else cell + way


def touches(grid: Ints, cell: i64, allowed: i64) -> bool:
    """§2.2 A card lies in the row or the column beside this place; §6.14 §13.5 or nearly so, where that is allowed."""
    if grid[cell - 1] != EMPTY or grid[cell + 1] != EMPTY or grid[cell - WIDTH] != EMPTY or grid[cell + WIDTH] != EMPTY:
        return True
    if allowed & (ANY_TOUCH | ANY_GAP):
        if grid[cell - 2] != EMPTY or grid[cell + 2] != EMPTY:
            return True
        if grid[cell - 2 * WIDTH] != EMPTY or grid[cell + 2 * WIDTH] != EMPTY:
            return True
    if allowed & ANY_TOUCH:
        if grid[cell - WIDTH - 1] != EMPTY or grid[cell - WIDTH + 1] != EMPTY:
            return True
        return grid[cell + WIDTH - 1] != EMPTY or grid[cell + WIDTH + 1] != EMPTY
    return False


def fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """FITS if a book from the hand may be played at a place, or why it may not."""
    if not library.open_row(cell // WIDTH) or not library.on_table(cell):
        return NO_SHELF
    if library.grid[cell] == EMPTY and not touches(library.grid, cell, library.allowed):
        return NOT_TOUCHING
    return book_fault(library, book, cell, ages)


def book_fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """The same for a place that is open, as far as it depends on the book; §4.5 asked when it is played, and never again."""
    s = library.s
    shelf = s.shelf[cell // WIDTH]
    under = library.grid[cell]
    ordered = library.allowed & ANY_ORDER == 0 and shelf != NONE
    if under != EMPTY:
        if s.box.letter[under] == s.box.letter[book] and s.no_stacking == 0:
            ordered = False  # §4.4
        elif library.allowed & ANY_STACK == 0:
            return NO_STACKING if s.box.letter[under] == s.box.letter[book] else OTHER_LETTER
    if ordered:
        if not fits_row(library, book, cell):
            return ORDER
        if s.agreed.columns and not fits_column(library, book, cell):
            return COLUMN_ORDER
    if under != EMPTY and shelf != NONE:
        if s.agreed.shelf_powers and s.box.power[shelf] == NO_STACKS:  # §12.2
            return SHELF_POWER
        if s.agreed.balance and not balanced(library, cell):
            return BALANCE
    return expansion_fault(library, book, cell, ages)


def expansion_fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """What audience, series and shelf power say about a book at a place, however it came there from the hand."""
    agreed = library.s.agreed
    if ages and not among_audience(library, book, cell):
        return AUDIENCE
    if agreed.sequels and not continues_series(library, book, cell):
        return SEQUEL
    if agreed.shelf_powers and not shelf_permits(library, book, cell):
        return SHELF_POWER
    return FITS


def fits_row(library: Library, book: i64, cell: i64) -> bool:
    """§4.3 The letter fits between the nearest book on each side of the row; §2.3 gaps and the shelf card are skipped."""
    grid = library.grid
    letter = library.s.box.letter
    arrow = library.s.arrow(cell // WIDTH)
    mine = letter[book] * arrow
    start = cell // WIDTH * WIDTH
    at = cell - 1
    while at >= start + library.low:
        if grid[at] >= 0:
            if letter[grid[at]] * arrow > mine:
                return False
            break
        at -= 1
    at = cell + 1
    while at <= start + library.high:
        if grid[at] >= 0:
            return letter[grid[at]] * arrow >= mine
        at += 1
    return True


def fits_column(library: Library, book: i64, cell: i64) -> bool:
    """§12.11 The letter fits between the nearest books above and below, along the vertical arrow of the book's own shelf."""
    s = library.s
    grid = library.grid
    letter = s.box.letter
    down: i64 = -1 if s.turned >> s.shelf[cell // WIDTH] & 1 else 1
    mine = letter[book] * down
    at = cell - WIDTH
    while at >= library.first * WIDTH:
        if grid[at] >= 0:
            if letter[grid[at]] * down > mine:
                return False
            break
        at -= WIDTH
    at = cell + WIDTH
    while at < (library.last + 1) * WIDTH:
        if grid[at] >= 0:
            return letter[grid[at]] * down >= mine
        at += WIDTH
    return True


def among_audience(library: Library, book: i64, cell: i64) -> bool:
    """§10.1 The book has no audience (§10.2), or nothing in sight has the same, or it lies beside or on a book that has."""
    audience = library.s.box.audience
    mine = audience[book]
    if mine == NONE or not library.audiences >> mine & 1:
        return True
    grid = library.grid
    for at in (cell, beside(cell, -1), beside(cell, 1), cell - WIDTH, cell + WIDTH):
        if grid[at] >= 0 and audience[grid[at]] == mine:
            return True
    return False


def continues_series(library: Library, book: i64, cell: i64) -> bool:
    """§11.1 The volumes in sight, §11.2 without one that is covered, make one sorted line; §11.3 torn ones need only touch."""
    s = library.s
    series = s.box.series[book]
    if series == NONE:
        return True
    others = volumes(library, series, cell)
    if len(others) == 0:
        return True
    arrow: i64 = s.arrow(cell // WIDTH) if s.shelf[cell // WIDTH] != NONE else 1
    mine = s.box.volume[book]
    in_row = 1 + walk(library, series, mine, cell, 1, arrow) + walk(library, series, mine, cell, -1, -arrow)
    in_column = 1 + walk(library, series, mine, cell, WIDTH, 1) + walk(library, series, mine, cell, -WIDTH, -1)
    longest = max(in_row, in_column)
    if len(others) == 2 and in_line(library, others[0], others[1]):
        return longest == 3
    return longest >= 2


def volumes(library: Library, series: i64, besides: i64) -> Ints:
    """Where volumes of a series are in sight, except at one place."""
    out = Ints([])
    for cell in library.tops():
        if cell != besides and library.s.box.series[library.grid[cell]] == series:
            out = plus(out, cell)
    return out


def in_line(library: Library, one: i64, other: i64) -> bool:
    """Two volumes stand beside each other or one below the other, in the order of their numbers."""
    s = library.s
    row = one // WIDTH
    arrow: i64 = s.arrow(row) if s.shelf[row] != NONE else 1
    rising = s.box.volume[library.grid[other]] - s.box.volume[library.grid[one]]
    return (beside(one, 1) == other and rising * arrow > 0) or (one + WIDTH == other and rising > 0)


def walk(library: Library, series: i64, volume: i64, cell: i64, way: i64, rising: i64) -> i64:
    """How many volumes of a series follow a place without a gap; UNSORTED if their numbers do not rise (or fall) that way."""
    box = library.s.box
    count: i64 = 0
    at = ahead(cell, way)
    while library.grid[at] >= 0 and box.series[library.grid[at]] == series:
        if (box.volume[library.grid[at]] - volume) * rising <= 0:
            return UNSORTED
        volume = box.volume[library.grid[at]]
        count += 1
        at = ahead(at, way)
    return count


def shelf_permits(library: Library, book: i64, cell: i64) -> bool:
    """§12.3 to §12.7 The power of the row's shelf card allows this book at this place."""
    s = library.s
    box = s.box
    shelf = s.shelf[cell // WIDTH]
    if shelf == NONE:
        return True
    power = box.power[shelf]
    letter = box.letters[shelf] >> box.letter[book] & 1
    colour: i64 = 0 if box.colour[book] == NONE else box.shelf_colours[shelf] >> box.colour[book] & 1
    if power == FORBIDDEN_LETTERS:
        return letter == 0
    if power == FORBIDDEN_COLOURS:  # §12.4
        return colour == 0
    if (cell % WIDTH - MIDDLE) * box.side[shelf] <= 0:
        return True
    if power == SIDE_LETTERS:  # §12.5
        return letter == 1
    if power == SIDE_COLOURS:  # §12.6
        return colour == 1
    if power == FULL_SIDE and library.grid[cell] == EMPTY:
        return taken(library, cell) < box.most_places[shelf]
    return True


def taken(library: Library, cell: i64) -> i64:
    """How many places of a row hold books, on the side of this place."""
    start = cell // WIDTH * WIDTH
    left = cell % WIDTH < MIDDLE
    count: i64 = 0
    column: i64
    for column in range(library.low if left else MIDDLE + 1, MIDDLE if left else library.high + 1):
        if library.grid[start + column] >= 0:
            count += 1
    return count


def balanced(library: Library, cell: i64) -> bool:
    """§12.12 A new stack leaves left and right at most one apart, or less apart than before; a stack that is there may grow."""
    if library.height[cell] >= 2:
        return True
    start = cell // WIDTH * WIDTH
    more: i64 = 0  # stacks on the side of this place, less those of the other side
    column: i64
    for column in range(library.low, library.high + 1):
        if library.height[start + column] >= 2:
            more += 1 if (column < MIDDLE) == (cell % WIDTH < MIDDLE) else -1
    return more <= 0


def places(library: Library, book: i64) -> Ints:
    """All places where a book may be played; §10.4 leniently anywhere, if its audience has no place that fits."""
    ages = library.s.agreed.ages
    out = search(library, book, ages != OFF)
    if len(out) == 0 and ages == LENIENT:
        return search(library, book, False)
    return out


def search(library: Library, book: i64, ages: bool) -> Ints:
    """The places where a book fits."""
    out = Ints([])
    for cell in library.open_places():
        if book_fault(library, book, cell, ages) == FITS:
            out = plus(out, cell)
    return out


def has_place(library: Library, book: i64, ages: bool) -> bool:
    """Does a book fit anywhere?"""
    for cell in library.open_places():  # noqa: SIM110, compiled rules have no generators
        if book_fault(library, book, cell, ages) == FITS:
            return True
    return False


def keeps_to_audience(library: Library, book: i64) -> bool:
    """§10.3 Must a book reach its audience? §10.4 Leniently only where it can."""
    ages = library.s.agreed.ages
    return ages == STRICT or (ages == LENIENT and has_place(library, book, True))


def in_one_piece(library: Library) -> bool:
    """§3.4 All shelf cards and books touch each other, directly or through others."""
    grid = library.grid[:]
    cards: i64 = 0
    start: i64 = -1
    row: i64
    cell: i64
    for row in range(library.first, library.last + 1):
        for cell in range(row * WIDTH + library.low, row * WIDTH + library.high + 1):
            if grid[cell] != EMPTY:
                cards += 1
                start = cell
    if cards == 0:
        return True
    found = Ints([start])
    grid[start] = EMPTY
    k: i64 = 0
    while k < len(found):
        here = found[k]
        k += 1
        for cell in (here - 1, here + 1, here - WIDTH, here + WIDTH):
            if grid[cell] != EMPTY:
                grid[cell] = EMPTY
                found = plus(found, cell)
    return len(found) == cards


def cell_of(s: LibraryTable, text: str) -> i64:
    """The place that a text such as 2r3 names, or NONE."""
    for side in "lr":
        row, _, distance = text.partition(side)
        if row.isdigit() and distance.isdigit() and len(row) < 3 and len(distance) < 3:
            line = int(row) + int(s.top_row()) - 1
            column = MIDDLE + (int(distance) if side == "r" else -int(distance))
            if 0 <= line < ROWS and 0 <= column < WIDTH:
                return line * WIDTH + column
    return NONE
