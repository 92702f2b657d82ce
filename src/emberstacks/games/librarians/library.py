"""The library on the table, and where a book may be played (§2, §4 and what the expansions add)."""

from __future__ import annotations

from typing import Final, final

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
    MARGIN,
    MIDDLE,
    OFF,
    ROWS,
    STANDARD,
    WIDTH,
    Layout,
    LibraryTable,
    Sight,
)
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.versions import V1_2

EMPTY: Final = -1
SHELF: Final = -2  # a shelf card
AROUND: Final = Ints([-1, 1, -WIDTH, WIDTH])
BEYOND: Final = 4  # rows around the cards that a layout has if books may go anywhere
BLANK: Final = Ints([EMPTY] * (CELLS + 2 * BEYOND * WIDTH))
FLAT: Final = Ints([0] * len(BLANK))
LAST_LETTER: Final = 25
ALL_LETTERS: Final = 2**26 - 1  # as mask
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
CLAUSES: Final = (
    "4.1",
    "4.1",
    "4.2",
    "4.3",
    "4.4",
    "6.4",
    "10.1",
    "11.1",
    "12.1",
    "12.11",
    "12.12",
)
REASONS: Final = (
    "",
    "books go beside a shelf card, in its row, and within the table.",
    "a book must touch a card of the library there, and corners do not count.",
    "its letter does not fit between the nearest books of that row.",
    "a book can only be laid on one with the same letter.",
    "since the Tragedy books cannot be laid on each other.",
    "it must lie next to a book for the same audience, or on one.",
    "volumes of a series must be in one line, in the order of their numbers.",
    "the power of that shelf forbids it.",
    "its letter does not fit between the nearest books of that column.",
    "another stack on that side would bring the shelf out of balance.",
)


@final
class Library:
    """The table from above, and what is allowed there now. Made again for each question and never
    kept, but its layout is.
    """

    def __init__(self, s: LibraryTable) -> None:
        layout = s.layout
        if layout is None:
            layout = laid_out(s)
            s.layout = layout
        self.s = s
        self.layout = layout
        self.allowed: i64 = s.allowed | s.next_book
        self.top: i64 = layout.top
        self.bottom: i64 = layout.bottom
        self.low: i64 = layout.low
        self.high: i64 = layout.high
        self.first: i64 = layout.first
        self.last: i64 = layout.last
        self.start: i64 = layout.start
        self.grid: Ints = layout.grid
        self.from_row: i64 = self.top  # §4.1 rows with a shelf card
        self.to_row: i64 = self.bottom
        # §6.16 until 1.1 just those next to them
        if self.allowed & ANY_ROW and self.bottom >= self.top:
            self.from_row = self.top - 1 if s.rules < V1_2 else max(MARGIN, self.first - 2)
            self.to_row = (
                self.bottom + 1 if s.rules < V1_2 else min(ROWS - 1 - MARGIN, self.last + 2)
            )

    def at(self, cell: i64) -> i64:
        """What is at a place: a book, EMPTY or SHELF."""
        return self.grid[cell - self.start]

    def open_row(self, row: i64) -> bool:
        """§4.1 A row with a shelf card, §6.16 or beyond the shelf cards if that is allowed."""
        return self.from_row <= row <= self.to_row

    def on_table(self, cell: i64) -> bool:
        """§2.4 A place for a book: not in the column of the shelf cards, and not beyond the end of
        the table.
        """
        column = cell % WIDTH
        reach = self.s.box.reach
        return column != MIDDLE and MIDDLE - reach <= column <= MIDDLE + reach

    def touches(self, cell: i64) -> bool:
        """§2.2 A card is next to this place, in its row or its column."""
        grid = self.grid
        k = cell - self.start
        return (
            grid[k - 1] != EMPTY
            or grid[k + 1] != EMPTY
            or grid[k - WIDTH] != EMPTY
            or grid[k + WIDTH] != EMPTY
        )

    def nearly_touches(self, cell: i64) -> bool:
        """§6.14 §13.5 A card is near enough to this place, if more is allowed than touching."""
        grid = self.grid
        k = cell - self.start
        if self.allowed & (ANY_TOUCH | ANY_GAP):
            if grid[k - 2] != EMPTY or grid[k + 2] != EMPTY:
                return True
            if grid[k - 2 * WIDTH] != EMPTY or grid[k + 2 * WIDTH] != EMPTY:
                return True
        if self.allowed & ANY_TOUCH:
            if grid[k - WIDTH - 1] != EMPTY or grid[k - WIDTH + 1] != EMPTY:
                return True
            return grid[k + WIDTH - 1] != EMPTY or grid[k + WIDTH + 1] != EMPTY
        return False

    def look(self) -> Sight:
        """§4.2 Find all places where some book might go: books in sight, and empty places that
        touch a card.
        """
        seen = self.s.seen()
        if seen is not None:
            return seen
        near = self.allowed & (ANY_TOUCH | ANY_GAP) != 0
        margin: i64 = 2 if near else 1
        left = max(self.low - margin, MIDDLE - self.s.box.reach)
        right = min(self.high + margin, MIDDLE + self.s.box.reach)
        room = max(0, self.to_row - self.from_row + 1) * (right - left + 1)
        columns = self.s.agreed.columns
        grid = self.grid
        start = self.start
        cells = Ints([0] * room)
        letters = Ints([0] * room)
        count: i64 = 0
        wanted: i64 = 0
        row: i64
        cell: i64
        for row in range(self.from_row, self.to_row + 1):
            middle = row * WIDTH + MIDDLE
            gap: i64 = NONE  # the letters in order from one book of the row to the next
            for cell in range(row * WIDTH + left, row * WIDTH + right + 1):
                book = grid[cell - start]
                if book >= 0:
                    mask = letters_on(self, cell, book)
                    gap = NONE
                elif cell == middle or not (
                    self.touches(cell) or (near and self.nearly_touches(cell))
                ):
                    continue
                else:
                    if gap == NONE or columns:
                        gap = in_order(self, cell)
                    mask = gap
                cells[count] = cell
                letters[count] = mask
                wanted |= mask
                count += 1
        sight = Sight(self.s, cells, letters, count, wanted)
        self.layout.sight = sight
        return sight

    def open_places(self) -> Ints:
        """The places where some book might go."""
        sight = self.look()
        return sight.cells[: sight.count]

    def tops(self) -> Ints:
        """The places where a book is in sight, row by row."""
        out = Ints([])
        row: i64
        column: i64
        for row in range(self.first, self.last + 1):
            for column in range(self.low, self.high + 1):
                if self.at(row * WIDTH + column) >= 0:
                    out = append(out, row * WIDTH + column)
        return out

    def letters_between(self, cell: i64, way: i64, first: i64, last: i64, arrow: i64) -> i64:
        """The mask of the letters in order between the nearest books before and after a place of a
        line; gaps are skipped.
        """
        grid = self.grid
        letter = self.s.box.letter
        first -= self.start
        last -= self.start
        before = cell - way - self.start
        while before >= first and grid[before] < 0:
            before -= way
        after = cell + way - self.start
        while after <= last and grid[after] < 0:
            after += way
        low: i64 = letter[grid[before]] if before >= first else NONE
        high: i64 = letter[grid[after]] if after <= last else NONE
        if arrow < 0:
            low, high = high, low
        mask: i64 = ALL_LETTERS
        if high != NONE:
            mask >>= LAST_LETTER - high
        return mask >> low << low if low != NONE else mask

    def shift(self, cell: i64, way: i64) -> bool:
        """§6.23 Make room at a place: the books from there outwards move, up to the first gap.
        False at the table's end.
        """
        end = cell
        while self.at(end) != EMPTY:
            end += way
        if not self.on_table(end):
            return False
        self.grid = self.grid[:]
        while end != cell:
            self.grid[end - self.start] = self.at(end - way)
            end -= way
        self.grid[cell - self.start] = EMPTY
        self.low -= 1
        self.high += 1
        return True


def laid_out(s: LibraryTable) -> Layout:
    """Lay the cards out, in all rows that hold some or could be open, and an empty one around them."""
    place = s.place
    top = s.top_row()
    bottom = s.bottom_row()
    low: i64 = MIDDLE
    high: i64 = MIDDLE
    first = top
    last = bottom
    for book in s.laid:
        row = place[book] // WIDTH
        column = place[book] - row * WIDTH
        low = min(low, column)
        high = max(high, column)
        first = min(first, row)
        last = max(last, row)
    begin = min(first - 2, top - 3)
    end = max(last + 2, bottom + 3)
    if s.allowed & ANY_ROW:
        begin = min(first, top) - BEYOND
        end = max(last, bottom) + BEYOND
    grid = BLANK[: (end + 1 - begin) * WIDTH]
    start = begin * WIDTH
    layout = Layout(grid, FLAT[: len(grid)] if s.agreed.balance else FLAT, start, top, bottom)
    layout.low = low
    layout.high = high
    layout.first = first
    layout.last = last
    k: i64
    for k in range(top * WIDTH + MIDDLE - start, (bottom + 1) * WIDTH - start, WIDTH):
        grid[k] = SHELF
    for book in s.laid:
        grid[place[book] - start] = book
    if s.agreed.balance:
        for book in s.laid:
            layout.height[place[book] - start] += 1
    if s.agreed.ages != OFF:
        for book in s.laid:
            if grid[place[book] - start] == book and s.box.audience[book] != NONE:
                layout.audiences |= 1 << s.box.audience[book]
    return layout


def beside(cell: i64, way: i64) -> i64:
    """The next place in a row, the column of the shelf cards skipped."""
    other = cell + way
    return other + way if other % WIDTH == MIDDLE else other


def ahead(cell: i64, way: i64) -> i64:
    """The next place in a row (way 1 or -1) or in a column (way WIDTH or -WIDTH)."""
    return beside(cell, way) if -WIDTH < way < WIDTH else cell + way


def fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """FITS if a book from the hand may be played at a place, or why it may not."""
    if not library.open_row(cell // WIDTH) or not library.on_table(cell):
        return NO_SHELF
    if library.at(cell) == EMPTY and not (library.touches(cell) or library.nearly_touches(cell)):
        return NOT_TOUCHING
    return book_fault(library, book, cell, ages)


def book_fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """The same for a place that is open, as far as it depends on the book; §4.5 asked when it is
    played, and never again.
    """
    if has(letters_at(library, cell), library.s.box.letter[book]):
        return expansion_fault(library, book, cell, ages)
    return letter_fault(library, book, cell)


def letters_at(library: Library, cell: i64) -> i64:
    """The mask of the letters that may go to an open place: §4.3 in order, §4.4 or the letter of
    the book there.
    """
    under = library.at(cell)
    return in_order(library, cell) if under == EMPTY else letters_on(library, cell, under)


def letters_on(library: Library, cell: i64, book: i64) -> i64:
    """The mask of the letters that may go on the book at a place: §4.4 its own, §6.8 or all that
    are in order.
    """
    s = library.s
    if (s.agreed.shelf_powers or s.agreed.balance) and not stackable(library, cell):
        return 0
    mask: i64 = 0
    if library.allowed & ANY_STACK:
        mask = in_order(library, cell)
    if s.no_stacking == 0:
        mask |= 1 << s.box.letter[book]
    return mask


def letter_fault(library: Library, book: i64, cell: i64) -> i64:
    """Why the letter of a book may not go to an open place."""
    s = library.s
    letter = s.box.letter[book]
    under = library.at(cell)
    alike = under != EMPTY and s.box.letter[under] == letter
    if not alike or s.no_stacking:
        if under != EMPTY and library.allowed & ANY_STACK == 0:
            return NO_STACKING if alike else OTHER_LETTER
        if not has(in_order(library, cell), letter):
            return COLUMN_ORDER if has(row_letters(library, cell), letter) else ORDER
    return SHELF_POWER if is_power(library, cell, NO_STACKS) else BALANCE


def in_order(library: Library, cell: i64) -> i64:
    """The mask of the letters in order at a place; §6.15 all of them if any order is allowed, §6.16
    or there is no shelf.
    """
    s = library.s
    if library.allowed & ANY_ORDER or s.shelf[cell // WIDTH] == NONE:
        return ALL_LETTERS
    mask = row_letters(library, cell)
    return mask & column_letters(library, cell) if s.agreed.columns else mask


def row_letters(library: Library, cell: i64) -> i64:
    """§4.3 The letters that fit between the nearest book on each side of the row; §2.3 gaps and the
    shelf card are skipped.
    """
    row = cell // WIDTH
    start = row * WIDTH
    return library.letters_between(
        cell, 1, start + library.low, start + library.high, library.s.arrow(row)
    )


def column_letters(library: Library, cell: i64) -> i64:
    """§12.11 Those that fit between the nearest books above and below, along the vertical arrow of
    the row's own shelf.
    """
    s = library.s
    arrow: i64 = -1 if has(s.turned, s.shelf[cell // WIDTH]) else 1
    return library.letters_between(
        cell, WIDTH, library.first * WIDTH, (library.last + 1) * WIDTH - 1, arrow
    )


def stackable(library: Library, cell: i64) -> bool:
    """§12.2 §12.12 A book may be laid on the one at this place, as far as the shelf card says."""
    if is_power(library, cell, NO_STACKS):
        return False
    s = library.s
    return not s.agreed.balance or s.shelf[cell // WIDTH] == NONE or balanced(library, cell)


def is_power(library: Library, cell: i64, power: i64) -> bool:
    """§12.1 The shelf card of the row has this power."""
    s = library.s
    shelf = s.shelf[cell // WIDTH]
    return s.agreed.shelf_powers and shelf != NONE and s.box.power[shelf] == power


def expansion_fault(library: Library, book: i64, cell: i64, ages: bool) -> i64:
    """What audience, series and shelf power say about a book at a place, however it came there from
    the hand.
    """
    agreed = library.s.agreed
    if ages and not among_audience(library, book, cell):
        return AUDIENCE
    if agreed.sequels and not continues_series(library, book, cell):
        return SEQUEL
    if agreed.shelf_powers and not shelf_permits(library, book, cell):
        return SHELF_POWER
    return FITS


def among_audience(library: Library, book: i64, cell: i64) -> bool:
    """§10.1 The book has no audience (§10.2), or nothing in sight has the same, or it is next to or
    on a book that has.
    """
    audience = library.s.box.audience
    mine = audience[book]
    if mine == NONE or not has(library.layout.audiences, mine):
        return True
    for at in (cell, beside(cell, -1), beside(cell, 1), cell - WIDTH, cell + WIDTH):
        other = library.at(at)
        if other >= 0 and audience[other] == mine:
            return True
    under = library.at(cell)
    letter = library.s.box.letter
    # §10.3
    return library.s.agreed.ages == STANDARD and under >= 0 and letter[under] == letter[book]


def continues_series(library: Library, book: i64, cell: i64) -> bool:
    """§11.1 The volumes in sight, §11.2 without one that is covered, make one sorted line; §11.3
    torn ones need only touch.
    """
    s = library.s
    series = s.box.series[book]
    if series == NONE:
        return True
    others = volumes(library, series, cell)
    if len(others) == 0:
        return True
    arrow: i64 = s.arrow(cell // WIDTH) if s.shelf[cell // WIDTH] != NONE else 1
    mine = s.box.volume[book]
    in_row = (
        1
        + walk(library, series, mine, cell, 1, arrow)
        + walk(library, series, mine, cell, -1, -arrow)
    )
    down = column_arrow(s, cell)
    in_column = (
        1
        + walk(library, series, mine, cell, WIDTH, down)
        + walk(library, series, mine, cell, -WIDTH, -down)
    )
    longest = max(in_row, in_column)
    if len(others) == 2 and in_line(library, others[0], others[1]):
        return longest == 3
    return longest >= 2


def volumes(library: Library, series: i64, other_than: i64) -> Ints:
    """Where volumes of a series are in sight, except at one place."""
    out = Ints([])
    for cell in library.tops():
        if cell != other_than and library.s.box.series[library.at(cell)] == series:
            out = append(out, cell)
    return out


def in_line(library: Library, one: i64, other: i64) -> bool:
    """Two volumes are next to each other or one below the other, in the order of their numbers."""
    s = library.s
    row = one // WIDTH
    arrow: i64 = s.arrow(row) if s.shelf[row] != NONE else 1
    rising = s.box.volume[library.at(other)] - s.box.volume[library.at(one)]
    return (beside(one, 1) == other and rising * arrow > 0) or (
        one + WIDTH == other and rising * column_arrow(s, one) > 0
    )


def column_arrow(s: LibraryTable, cell: i64) -> i64:
    """§11.1 Which way volumes rise: down, and where columns are sorted along the vertical arrow of
    their shelf.
    """
    shelf = s.shelf[cell // WIDTH]
    return (
        -1 if s.rules >= V1_2 and s.agreed.columns and shelf != NONE and has(s.turned, shelf) else 1
    )


def walk(library: Library, series: i64, volume: i64, cell: i64, way: i64, rising: i64) -> i64:
    """How many volumes of a series follow a place without a gap; UNSORTED if their numbers do not
    rise (or fall) that way.
    """
    box = library.s.box
    count: i64 = 0
    at = ahead(cell, way)
    while library.at(at) >= 0 and box.series[library.at(at)] == series:
        if (box.volume[library.at(at)] - volume) * rising <= 0:
            return UNSORTED
        volume = box.volume[library.at(at)]
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
    colour: i64 = (
        0 if box.colour[book] == NONE else box.shelf_colours[shelf] >> box.colour[book] & 1
    )
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
    if power == FULL_SIDE and library.at(cell) == EMPTY:
        return taken(library, cell) < box.most_places[shelf]
    return True


def taken(library: Library, cell: i64) -> i64:
    """How many places of a row hold books, on the side of this place."""
    start = cell // WIDTH * WIDTH
    left = cell % WIDTH < MIDDLE
    count: i64 = 0
    column: i64
    for column in range(library.low if left else MIDDLE + 1, MIDDLE if left else library.high + 1):
        if library.at(start + column) >= 0:
            count += 1
    return count


def balanced(library: Library, cell: i64) -> bool:
    """§12.12 A new stack leaves left and right at most one apart, or closer than before; an
    existing stack may grow.
    """
    if library.layout.height[cell - library.start] >= 2:
        return True
    start = cell // WIDTH * WIDTH
    more: i64 = 0  # stacks on the side of this place, less those of the other side
    column: i64
    for column in range(library.low, library.high + 1):
        if library.layout.height[start + column - library.start] >= 2:
            more += 1 if (column < MIDDLE) == (cell % WIDTH < MIDDLE) else -1
    return more <= 0


def places(library: Library, book: i64) -> Ints:
    """All places where a book may be played; §10.4 in the lenient game anywhere, if its audience
    has no place that fits.
    """
    ages = library.s.agreed.ages
    out = search(library, book, ages != OFF)
    if len(out) == 0 and ages == LENIENT:
        return search(library, book, False)
    return out


def places_by_letter(s: LibraryTable, book: i64) -> Ints:
    """All places where a book may be played if no expansion says more about it than its letter."""
    sight = s.seen()
    if sight is None:
        sight = Library(s).look()
    letter = s.box.letter[book]
    out = Ints([])
    k: i64
    for k in range(sight.count):
        if has(sight.letters[k], letter):
            out = append(out, sight.cells[k])
    return out


def search(library: Library, book: i64, ages: bool) -> Ints:
    """The places where a book fits."""
    out = Ints([])
    for cell in places_by_letter(library.s, book):
        if expansion_fault(library, book, cell, ages) == FITS:
            out = append(out, cell)
    return out


def has_place(library: Library, book: i64, ages: bool) -> bool:
    """Does a book fit anywhere?"""
    sight = library.look()
    letter = library.s.box.letter[book]
    if not has(sight.wanted, letter):
        return False
    k: i64
    for k in range(sight.count):
        if (
            has(sight.letters[k], letter)
            and expansion_fault(library, book, sight.cells[k], ages) == FITS
        ):
            return True
    return False


def keeps_to_audience(library: Library, book: i64) -> bool:
    """§10.3 Must a book reach its audience? §10.4 In the lenient game only if it can."""
    ages = library.s.agreed.ages
    return library.s.agreed.keep_to_audience() or (
        ages == LENIENT and has_place(library, book, True)
    )


def in_one_piece(library: Library) -> bool:
    """§3.4 All shelf cards and books touch each other, directly or through others."""
    layout = library.layout
    if layout.parts == NONE:
        layout.parts = parts(layout)
    return layout.parts == 1


def parts(layout: Layout) -> i64:
    """How many parts the cards form: one, or two for any more; no cards count as one."""
    grid = layout.grid[:]
    cards: i64 = 0
    here: i64 = NONE
    row: i64
    k: i64
    for row in range(layout.first, layout.last + 1):
        start = row * WIDTH - layout.start
        for k in range(start + layout.low, start + layout.high + 1):
            if grid[k] != EMPTY:
                cards += 1
                here = k
    if cards == 0:
        return 1
    found = Ints([0] * cards)
    found[0] = here
    grid[here] = EMPTY
    reached: i64 = 1
    done: i64 = 0
    while done < reached:
        here = found[done]
        done += 1
        for way in AROUND:
            k = here + way
            if grid[k] != EMPTY:
                grid[k] = EMPTY
                found[reached] = k
                reached += 1
    return 1 if reached == cards else 2


def cell_of(s: LibraryTable, text: str) -> i64:
    """The place that a text such as 2r3 names, or NONE."""
    for side in "lr":
        row, _, distance = text.partition(side)
        if row.isdecimal() and distance.isdecimal() and len(row) < 9 and len(distance) < 3:
            # §6.16 rows above the first shelf are 0, 00 and so on
            number = int(row) or 1 - len(row)
            line = number + int(s.top_row()) - 1
            column = MIDDLE + (int(distance) if side == "r" else -int(distance))
            if 0 <= line < ROWS and 0 <= column < WIDTH:
                return line * WIDTH + column
    return NONE
