"""The library of Librarians as a bot thinks of it: quick to change in the head, and quick to judge.

A set of books is a number with a bit for each book. The rules say what is legal now; this is for what comes later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from emberstacks.bots.minds.librarians.facts import LETTERS, Facts, Group, Row, Stretch, bits
from emberstacks.bots.minds.librarians.figures import Figures
from emberstacks.games.librarians.components import (
    FORBIDDEN_COLOURS,
    FORBIDDEN_LETTERS,
    FULL_SIDE,
    GAP,
    NO_ORDER,
    NO_STACKS,
    NONE,
    SIDE_COLOURS,
    SIDE_LETTERS,
    STACK,
    THRILLS,
)
from emberstacks.games.librarians.state import (
    ANY_GAP,
    ANY_ORDER,
    ANY_STACK,
    MIDDLE,
    WIDTH,
    LibraryTable,
)
from emberstacks.kernel.ints import Floats, Ints, append, i64

Sight = tuple[tuple[set[int], int], tuple[set[int], int]]  # audiences and their books, series and their books
Spot = tuple[int, Sequence[int], int]  # kind, the groups of books that fit, how many such places there are

NOT_SEEN: Final = 0  # where the counts of letters begin: of hidden books,
IN_HAND: Final = LETTERS  # of those of its own hand,
IN_SIGHT: Final = 2 * LETTERS  # and of the topmost books of the library
EMPTY: Final = Ints([0] * (3 * LETTERS))
NO_INTS: Final = Ints([])
NO_FLOATS: Final = Floats([])
LINE: Final = 4
WAYS: Final = (1, WIDTH, WIDTH + 1, WIDTH - 1)
BESIDE_SHELF: Final = 5 << (MIDDLE - 1)
REACH: Final = (1 << (WIDTH - 2)) - 4 & ~(1 << MIDDLE)  # the columns that may hold books
GIFTS: Final = {GAP: ANY_GAP, NO_ORDER: ANY_ORDER, STACK: ANY_STACK}  # what a thrill allows the next book

BETWEEN: Final = 0  # kinds of stretches: between two books,
LOW_END: Final = 1  # from the A to the first book,
HIGH_END: Final = 2  # from the last book to the Z, or a row without books


class Shelves:
    """The library at one moment: the topmost books, what is below them, and which places of each row are taken."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.grid: dict[int, int] = {}
        self.below: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, Row] = {}
        self.taken: dict[int, int] = {}  # of each row: a bit for each column with a book
        self.hidden = facts.hidden
        self.own = facts.own
        self.letters = EMPTY[:0]  # of each letter: hidden books, those of its own hand, and books in sight
        self.allowed = facts.allowed | facts.next_book
        self.gained: tuple[int, ...] = ()  # the genres that were completed in the head
        self.whole = True
        self.sight: Sight | None = None  # see in_sight

    def copy(self) -> Shelves:
        twin = Shelves(self.facts)
        twin.grid, twin.below = self.grid.copy(), self.below.copy()
        twin.rows, twin.taken = self.rows.copy(), self.taken.copy()
        twin.hidden, twin.own, twin.allowed = self.hidden, self.own, self.allowed
        twin.letters = self.letters[:]
        twin.gained, twin.whole = self.gained, self.whole
        return twin

    # Changing it.

    def count(self, what: i64, book: i64, change: i64) -> None:
        """A book has come to those that are hidden, in hand or in sight, or has left them."""
        letter: i64 = self.facts.letter[book]
        self.letters[what + letter] += change

    def count_all(self) -> None:
        """Count the books that are hidden or in hand, before anything is put down."""
        self.letters = EMPTY[:]
        for book in bits(self.hidden):
            self.count(NOT_SEEN, book, 1)
        for book in bits(self.own):
            self.count(IN_HAND, book, 1)

    def put(self, book: int, cell: int) -> None:
        """A book is put at a place, on top of whatever is there."""
        row, column = divmod(cell, WIDTH)
        self.sight = None
        if cell in self.grid:
            self.below[cell] = (*self.below.get(cell, ()), self.grid[cell])
            self.count(IN_SIGHT, self.grid[cell], -1)
        self.grid[cell] = book
        self.count(IN_SIGHT, book, 1)
        self.rows[row] = tuple(sorted([*[pair for pair in self.rows.get(row, ()) if pair[0] != column], (column, book)]))
        self.taken[row] = self.taken.get(row, 0) | 1 << column

    def lift(self, cell: int) -> None:
        """The topmost book of a place leaves."""
        row, column = divmod(cell, WIDTH)
        self.sight = None
        self.count(IN_SIGHT, self.grid[cell], -1)
        del self.grid[cell]
        self.rows[row] = tuple([pair for pair in self.rows[row] if pair[0] != column])
        self.taken[row] &= ~(1 << column)
        for book in self.below.pop(cell, ()):
            self.put(book, cell)

    def played(self, book: int, cell: int) -> Shelves:
        """The library after it plays a book from its hand and a genre that this completes has left."""
        after = self.copy()
        after.put(book, cell)
        after.hidden &= ~(1 << book)
        after.own &= ~(1 << book)
        after.count(NOT_SEEN, book, -1)
        after.count(IN_HAND, book, -1)
        after.allowed = self.facts.allowed | (GIFTS.get(book - THRILLS, 0) if book >= THRILLS else 0)
        line = after.line_through(cell)
        for place in line:
            after.lift(place)
        if line:
            after.gained = (*after.gained, self.facts.genre[book])
        if line or self.allowed or not self.whole:  # some powers let books be apart
            after.whole = after.in_one_piece()
        return after

    def without(self, cell: int) -> Shelves:
        """The library without the book that is in sight at a place."""
        after = self.copy()
        after.lift(cell)
        after.whole = after.in_one_piece()
        return after

    def line_through(self, cell: int) -> set[int]:
        """The places of all lines of one genre that a place belongs to."""
        grid, genre = self.grid, self.facts.genre
        mine = genre[grid[cell]]
        line: set[int] = set()
        if mine != NONE:
            for way in WAYS:
                run = [cell]
                for sense in (way, -way):
                    at = onward(cell, sense)
                    while at in grid and genre[grid[at]] == mine:
                        run.append(at)
                        at = onward(at, sense)
                if len(run) >= LINE:
                    line.update(run)
        return line

    def in_one_piece(self) -> bool:
        """All cards touch each other, directly or through others."""
        facts = self.facts
        cards = {*self.grid, *[row * WIDTH + MIDDLE for row in range(facts.top, facts.bottom + 1)]}
        reached = [cards.pop()] if cards else []
        while reached:
            here = reached.pop()
            for at in (here - 1, here + 1, here - WIDTH, here + WIDTH):
                if at in cards:
                    cards.remove(at)
                    reached.append(at)
        return not cards

    # Where books would fit.

    def stretches(self, row: int) -> list[Stretch]:
        """The stretches of a row before, between and after its books."""
        facts = self.facts
        key = (row, self.rows.get(row, ()))
        found = facts.known.get(key)
        if found is None:
            found = facts.known[key] = []
            rising = facts.arrow[row] > 0
            before, last = 0, NONE
            for column, letter in [*[(column, facts.letter[book]) for column, book in key[1]], (WIDTH, NONE)]:
                if column - before > 1:
                    low, high = (last, letter) if rising else (letter, last)
                    kind = HIGH_END if high == NONE else LOW_END if low == NONE else BETWEEN
                    columns = (1 << column) - (2 << before)
                    found.append((columns, kind, max(low, 0), LETTERS - 1 if high == NONE else high))
                before, last = column, letter
        return found

    def open_columns(self, row: int) -> int:
        """The empty places of a row that touch a card."""
        taken = self.taken
        here = taken.get(row, 0)
        near = here << 1 | here >> 1 | BESIDE_SHELF | taken.get(row - 1, 0) | taken.get(row + 1, 0)
        return near & ~here & REACH

    def places(self, books: int, allowed: int, ages: bool) -> Iterator[tuple[int, int, int]]:
        """Every empty open place, its kind, and those of some books that fit there."""
        facts = self.facts
        for row in range(facts.top, facts.bottom + 1):
            open_here = self.open_columns(row)
            for columns, kind, low, high in self.stretches(row):
                mask = books if allowed & ANY_ORDER else facts.fitting(low, high) & books
                if mask:
                    for column in bits(columns & open_here):
                        cell = row * WIDTH + column
                        fitting = mask if facts.plain else self.expanded(mask, cell, allowed, ages)
                        if fitting:
                            yield cell, kind, fitting

    def stacks(self, books: int, allowed: int, ages: bool) -> Iterator[tuple[int, int]]:
        """Every place of a book, and those of some books that may be laid on it."""
        facts = self.facts
        for cell, under in self.grid.items():
            row = cell // WIDTH
            if facts.top <= row <= facts.bottom:
                mask = facts.of_letter[facts.letter[under]] & books if facts.stacking else 0
                if allowed & ANY_STACK:
                    mask = books
                if mask and not facts.plain:
                    barred = facts.power[row] == NO_STACKS or (facts.balance and not self.balanced(cell))
                    alike = facts.of_letter[facts.letter[under]] if facts.standard else 0  # on its own letter a book is exempt
                    mask = (
                        0
                        if barred
                        else self.beyond_order(mask & ~alike, cell, ages) | self.beyond_order(mask & alike, cell, False)
                    )
                if mask:
                    yield cell, mask

    def options(self) -> list[tuple[int, int]]:
        """Where the books of its own hand might go: book, place."""
        found = self.wherever(self.own, True)
        if self.facts.lenient:
            found += self.wherever(self.own & ~sum({1 << book for book, _ in found}), False)
        return found

    def wherever(self, books: int, ages: bool) -> list[tuple[int, int]]:
        """All places of some books, with or without a look at their audience."""
        found = [(book, cell) for cell, _, mask in self.places(books, self.allowed, ages) for book in bits(mask)]
        found += [(book, cell) for cell, mask in self.stacks(books, self.allowed, ages) for book in bits(mask)]
        return found

    # What the expansions say.

    def expanded(self, mask: int, cell: int, allowed: int, ages: bool) -> int:
        """The books that the expansions allow at an empty place, among those that fit the row."""
        facts = self.facts
        row, column = divmod(cell, WIDTH)
        if facts.columns and not allowed & ANY_ORDER:
            mask &= self.in_column(row, column)
        if facts.power[row] == FULL_SIDE and (column - MIDDLE) * facts.side[row] > 0:
            left = self.taken.get(row, 0) & ((1 << MIDDLE) - 1)
            side = left if column < MIDDLE else self.taken.get(row, 0) & ~left
            if side.bit_count() >= facts.most[row]:
                return 0
        return self.beyond_order(mask, cell, ages) if mask else 0

    def in_column(self, row: int, column: int) -> int:
        """The books that fit between the nearest books above and below, along the vertical arrow of the shelf."""
        facts = self.facts
        above = below = NONE
        for at in range(row - 1, facts.top - 2, -1):
            if self.taken.get(at, 0) >> column & 1:
                above = facts.letter[self.grid[at * WIDTH + column]]
                break
        for at in range(row + 1, facts.bottom + 2):
            if self.taken.get(at, 0) >> column & 1:
                below = facts.letter[self.grid[at * WIDTH + column]]
                break
        low, high = (above, below) if facts.down[row] > 0 else (below, above)
        return facts.fitting(max(low, 0), LETTERS - 1 if high == NONE else high)

    def balanced(self, cell: int) -> bool:
        """A stack may grow, and a new one may begin on the side that does not have more of them."""
        row, left = cell // WIDTH, cell % WIDTH < MIDDLE
        more = [1 if (at % WIDTH < MIDDLE) == left else -1 for at in self.below if at // WIDTH == row]
        return cell in self.below or sum(more) <= 0

    def beyond_order(self, mask: int, cell: int, ages: bool) -> int:
        """The books that shelf power, audience and series allow at a place, among these."""
        facts = self.facts
        row, column = divmod(cell, WIDTH)
        if facts.power[row] in (FORBIDDEN_LETTERS, FORBIDDEN_COLOURS):
            mask &= ~facts.named[row]
        elif facts.power[row] in (SIDE_LETTERS, SIDE_COLOURS) and (column - MIDDLE) * facts.side[row] > 0:
            mask &= facts.named[row]
        if mask and facts.ages and ages:
            mask &= ~self.far_from(cell, facts.audience, facts.of_audience, self.in_sight()[0])
        if mask and facts.sequels:  # the order of the volumes is left to the rules
            mask &= ~self.far_from(cell, facts.series, facts.of_series, self.in_sight()[1])
        return mask

    def far_from(self, cell: int, values: Sequence[int], books: Sequence[int], seen: tuple[set[int], int]) -> int:
        """The books with a value that is in sight, but neither at a place nor beside it."""
        grid = self.grid
        in_sight, barred = seen
        for at in (cell, cell - WIDTH, cell + WIDTH, onward(cell, 1), onward(cell, -1)):
            if at in grid and values[grid[at]] in in_sight:
                barred &= ~books[values[grid[at]]]
        return barred

    def in_sight(self) -> Sight:
        """The audiences and series with a book in sight, and all books of these; looked up once."""
        if self.sight is None:
            facts = self.facts
            audiences = {facts.audience[book] for book in self.grid.values()} - {NONE}
            series = {facts.series[book] for book in self.grid.values()} - {NONE}
            self.sight = (
                (audiences, sum([facts.of_audience[k] for k in audiences])),
                (series, sum([facts.of_series[k] for k in series])),
            )
        return self.sight

    # How good it is.

    def cost(self) -> float:
        """Roughly how many of the hidden books will find no place; none is best.

        A book that can be laid on another has one. Otherwise it loses a place if another book goes there first:
        at the end of a row that is one further out, in a gap any other. Each of its places is a separate chance.
        """
        rush, ever = self.facts.figures.rush, self.facts.figures.ever
        if self.facts.plain:
            return self.plain_cost()
        groups = self.groups()
        spots = self.spots(groups)
        places = [0] * len(groups)
        for _, fitting, count in spots:
            for k in fitting:
                places[k] += count
        rate = [rush * group.copies / max(1, places[k]) for k, group in enumerate(groups)]
        lost = [group.weight for group in groups]
        for kind, fitting, count in spots:
            if kind == BETWEEN:
                rivals = sum([rate[k] for k in fitting])
                for k in fitting:
                    other = (rivals - rate[k]) / count
                    lost[k] *= other / (groups[k].copies + other)
            else:
                rivals = ever
                for k in fitting if kind == LOW_END else reversed(fitting):
                    lost[k] *= rivals / (groups[k].copies + rivals)
                    rivals += rate[k]
        return sum(lost)

    def groups(self) -> list[Group]:
        """The hidden books that cannot be laid on another, sorted by letter."""
        facts = self.facts
        hidden = self.hidden
        # in the lenient game, a book with its letter in sight can always be played: among its audience, or else on that letter
        for cell, mask in self.stacks(hidden, 0, not facts.lenient):
            if not facts.balance or cell in self.below:
                hidden &= ~mask
        groups = [Group(letter, mask & hidden, self.own, facts.figures.own) for letter, mask in facts.alike if mask & hidden]
        if facts.balance and facts.stacking:
            for cell, book in self.grid.items():
                if cell not in self.below:
                    doubt = facts.figures.doubt if self.balanced(cell) else facts.figures.more_doubt
                    for group in groups:
                        if group.letter == facts.letter[book]:
                            group.weight *= doubt
        return groups

    def spots(self, groups: Sequence[Group]) -> list[Spot]:
        """Where each group would fit."""
        facts = self.facts
        first = [group.books & -group.books for group in groups]
        hidden = sum(first)
        found: list[Spot] = []
        for _, kind, mask in self.places(hidden, 0, True):
            found.append((kind, [k for k, bit in enumerate(first) if mask & bit], 1))
        if facts.lenient:
            rest = hidden & ~sum({bit for _, fitting, _ in found for bit in [first[k] for k in fitting]})
            for _, kind, mask in self.places(rest, 0, False):
                found.append((kind, [k for k, bit in enumerate(first) if mask & bit], 1))
        return found

    def waiting(self, letter: i64) -> i64:
        """How many hidden books with a letter cannot be laid on another, if only letters count."""
        covered = self.facts.stacking and self.letters[IN_SIGHT + letter] > 0
        return 0 if covered else self.letters[NOT_SEEN + letter]

    def plain_cost(self) -> float:
        """The same if only letters count: books by letter, and whole stretches at once."""
        facts, figures = self.facts, self.facts.figures
        copies = NO_INTS[:]  # of the letters that wait, in order
        lost = NO_FLOATS[:]
        before = EMPTY[: LETTERS + 1]  # how many of these come before each letter
        letter: i64
        for letter in range(LETTERS):
            before[letter] = len(copies)
            count = self.waiting(letter)
            if count > 0:
                copies = append(copies, count)
                lost = append(lost, float(count) + (figures.own - 1.0) * float(self.letters[IN_HAND + letter]))
        before[LETTERS] = len(copies)
        spots = NO_INTS[:]  # kind, first and last of the letters that fit, how many such places: four numbers each
        places = EMPTY[: len(copies)]
        k: i64
        row: int
        for row in range(facts.top, facts.bottom + 1):
            open_here = self.open_columns(row)
            for columns, kind, low, high in self.stretches(row):
                count = (columns & open_here).bit_count()
                if count > 0 and low <= high and before[low] < before[high + 1]:
                    spots = append(append(spots, kind), before[low])
                    spots = append(append(spots, before[high + 1]), count)
                    for k in range(before[low], before[high + 1]):
                        places[k] += count
        rate = NO_FLOATS[:]
        for k in range(len(copies)):
            rate = append(rate, figures.rush * float(copies[k]) / float(max(1, places[k])))
        at: i64
        for at in range(0, len(spots), 4):
            first, last = spots[at + 1], spots[at + 2]
            if spots[at] == BETWEEN:
                rivals = 0.0
                for k in range(first, last):
                    rivals += rate[k]
                for k in range(first, last):
                    other = (rivals - rate[k]) / float(spots[at + 3])
                    lost[k] *= other / (float(copies[k]) + other)
                continue
            rivals = figures.ever
            if spots[at] == LOW_END:
                for k in range(first, last):
                    lost[k] *= rivals / (float(copies[k]) + rivals)
                    rivals += rate[k]
            else:
                for k in range(last - 1, first - 1, -1):
                    lost[k] *= rivals / (float(copies[k]) + rivals)
                    rivals += rate[k]
        total = 0.0
        for k in range(len(lost)):
            total += lost[k]
        return total


def onward(cell: int, way: int) -> int:
    """The next place of a line; the column of the shelf cards is skipped."""
    at = cell + way
    if at % WIDTH == MIDDLE and way not in (WIDTH, -WIDTH):
        return at + (1 if way in (1, WIDTH + 1, 1 - WIDTH) else -1)
    return at


def read(s: LibraryTable, seat: i64, figures: Figures) -> Shelves:
    """The library of a position, with what a seat may know of the books that are not in it."""
    shelves = Shelves(Facts(s, seat, figures))
    shelves.count_all()
    for book in s.laid:
        shelves.put(int(book), int(s.place[book]))
    shelves.whole = shelves.in_one_piece()
    return shelves
