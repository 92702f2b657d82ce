"""The library of Librarians as a bot thinks of it: quick to change in the head, and quick to judge.

A set of books is a number with a bit for each book. What is legal now is for the rules to say; this is for what comes after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from emberstacks.bots.minds.librarians.figures import Figures
from emberstacks.games.librarians.components import (
    ALPHABET,
    AUDIENCES,
    BOOKS,
    COLOURS,
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
    HIDDEN,
    LENIENT,
    MIDDLE,
    OFF,
    STANDARD,
    WIDTH,
    LibraryTable,
)
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has

Row = tuple[tuple[int, int], ...]  # the books in sight from the left: column, book
Stretch = tuple[int, int, int, int]  # columns between two books of a row as bits, kind, first and last letter that fit
Sight = tuple[tuple[set[int], int], tuple[set[int], int]]  # audiences and their books, series and their books
Spot = tuple[int, Sequence[int], int]  # kind, the groups of books that fit, how many such places there are

LETTERS: Final = len(ALPHABET)
LINE: Final = 4
WAYS: Final = (1, WIDTH, WIDTH + 1, WIDTH - 1)
BESIDE_SHELF: Final = 5 << (MIDDLE - 1)
REACH: Final = (1 << (WIDTH - 2)) - 4 & ~(1 << MIDDLE)  # the columns that may hold books
GIFTS: Final = {GAP: ANY_GAP, NO_ORDER: ANY_ORDER, STACK: ANY_STACK}  # what a thrill allows the next book

BETWEEN: Final = 0  # kinds of stretches: between two books,
LOW_END: Final = 1  # from the A to the first book,
HIGH_END: Final = 2  # from the last book to the Z, or a row without books


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Group:
    """Hidden books that the rules treat the same: without expansions, those with the same letter."""

    def __init__(self, letter: int, books: int, own: int, figure: float) -> None:
        self.letter = letter
        self.books = books
        self.copies = books.bit_count()
        self.weight = self.copies + (figure - 1.0) * (books & own).bit_count()


class Facts:
    """What stays the same while a bot thinks about one answer."""

    def __init__(self, s: LibraryTable, seat: i64, figures: Figures) -> None:
        box, agreed = s.box, s.agreed
        self.figures = figures
        self.letter = [int(letter) for letter in box.letter]
        self.genre = [int(genre) for genre in agreed.genre]
        self.audience = [int(audience) for audience in box.audience]
        self.series = [int(series) for series in box.series]
        self.top, self.bottom = int(s.top_row()), int(s.bottom_row())
        rows = range(self.top, self.bottom + 1)
        self.arrow = {row: int(s.arrow(row)) for row in rows}
        self.hidden = sum([1 << book for book in range(BOOKS) if s.place[book] == HIDDEN])
        self.own = sum([1 << int(book) for book in s.hands[seat].face])
        self.stacking = not s.no_stacking
        self.allowed, self.next_book = int(s.allowed), int(s.next_book)
        self.columns, self.balance, self.powers = bool(agreed.columns), bool(agreed.balance), bool(agreed.shelf_powers)
        self.ages, self.lenient, self.sequels = agreed.ages != OFF, agreed.ages == LENIENT, bool(agreed.sequels)
        self.standard = agreed.ages == STANDARD
        self.plain = not (self.columns or self.balance or self.ages or self.sequels or self.powers)
        self.of_letter = self.sorted_by(self.letter, LETTERS)
        self.up_to = [0]  # the books with one of the first letters, by how many
        for mask in self.of_letter:
            self.up_to.append(self.up_to[-1] | mask)
        self.alike = [(letter, mask) for letter, mask in enumerate(self.of_letter) if mask]  # books that the rules treat alike
        self.known: dict[tuple[int, Row], list[Stretch]] = {}  # rows that were looked at before
        if not self.plain:
            self.down = {row: -1 if has(s.turned, s.shelf[row]) else 1 for row in rows}
            self.power = {row: int(box.power[s.shelf[row]]) if self.powers else NONE for row in rows}
            self.side = {row: int(box.side[s.shelf[row]]) for row in rows}
            self.most = {row: int(box.most_places[s.shelf[row]]) for row in rows}
            self.of_audience = self.sorted_by(self.audience, len(AUDIENCES))
            self.of_series = self.sorted_by(self.series, 2 * COLOURS)
            self.colour = [int(colour) for colour in box.colour]
            of_colour = self.sorted_by(self.colour, COLOURS)
            self.named = {  # by the power of the shelf card
                row: sum(mask for k, mask in enumerate(self.of_letter) if has(box.letters[s.shelf[row]], k))
                | sum(mask for k, mask in enumerate(of_colour) if has(box.shelf_colours[s.shelf[row]], k))
                for row in rows
            }
            self.alike = self.all_alike()

    def sorted_by(self, values: Sequence[int], count: int) -> list[int]:
        """The hidden books with each value."""
        found = [0] * count
        for book in bits(self.hidden):
            if values[book] >= 0:
                found[values[book]] |= 1 << book
        return found

    def fitting(self, low: int, high: int) -> int:
        """The books whose letters lie between two, both included."""
        return self.up_to[high + 1] & ~self.up_to[low] if low <= high else 0

    def all_alike(self) -> list[tuple[int, int]]:
        """The hidden books in groups with the same letter, and whatever else the expansions look at."""
        groups: dict[tuple[int, int, int, int], int] = {}
        for book in bits(self.hidden):
            colour = self.colour[book] if self.powers else 0
            audience = self.audience[book] if self.ages else 0
            likeness = (self.letter[book], colour, audience, self.series[book] if self.sequels else 0)
            groups[likeness] = groups.get(likeness, 0) | 1 << book
        return [(likeness[0], groups[likeness]) for likeness in sorted(groups)]


class Shelves:
    """The library at one moment: the topmost books, what lies below them, and which places of each row are taken."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.grid: dict[int, int] = {}
        self.below: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, Row] = {}
        self.taken: dict[int, int] = {}  # of each row: a bit for each column with a book
        self.hidden = facts.hidden
        self.own = facts.own
        self.allowed = facts.allowed | facts.next_book
        self.gained: tuple[int, ...] = ()  # the genres that were completed in the head
        self.whole = True
        self.sight: Sight | None = None  # see in_sight

    def copy(self) -> Shelves:
        twin = Shelves(self.facts)
        twin.grid, twin.below = self.grid.copy(), self.below.copy()
        twin.rows, twin.taken = self.rows.copy(), self.taken.copy()
        twin.hidden, twin.own, twin.allowed = self.hidden, self.own, self.allowed
        twin.gained, twin.whole = self.gained, self.whole
        return twin

    # Changing it.

    def put(self, book: int, cell: int) -> None:
        """A book comes to lie at a place, on top of whatever is there."""
        row, column = divmod(cell, WIDTH)
        self.sight = None
        if cell in self.grid:
            self.below[cell] = (*self.below.get(cell, ()), self.grid[cell])
        self.grid[cell] = book
        self.rows[row] = tuple(sorted([*[pair for pair in self.rows.get(row, ()) if pair[0] != column], (column, book)]))
        self.taken[row] = self.taken.get(row, 0) | 1 << column

    def lift(self, cell: int) -> None:
        """The topmost book of a place leaves."""
        row, column = divmod(cell, WIDTH)
        self.sight = None
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
        after.allowed = self.facts.allowed | (GIFTS.get(book - THRILLS, 0) if book >= THRILLS else 0)
        line = after.line_through(cell)
        for place in line:
            after.lift(place)
        if line:
            after.gained = (*after.gained, self.facts.genre[book])
        if line or self.allowed or not self.whole:  # some powers let books lie apart
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
        """Of the books that fit the row at an empty place those that the expansions allow there."""
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
        """A stack may grow, and a new one begin on the side that has no more of them."""
        row, left = cell // WIDTH, cell % WIDTH < MIDDLE
        more = [1 if (at % WIDTH < MIDDLE) == left else -1 for at in self.below if at // WIDTH == row]
        return cell in self.below or sum(more) <= 0

    def beyond_order(self, mask: int, cell: int, ages: bool) -> int:
        """Of some books those that shelf power, audience and series allow at a place."""
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
        """The audiences and the series of which a book is in sight, and all books of these; looked up once."""
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

        A book that can be laid on another has one. Else it loses a place if another book goes there first and leaves no room:
        at the end of a row that is one further out, in a gap any other. Each of its places is a chance of its own.
        """
        rush, ever = self.facts.figures.rush, self.facts.figures.ever
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
        if not facts.plain:
            # leniently, a book with its letter in sight can always be played: among its audience, or else on that letter
            for cell, mask in self.stacks(hidden, 0, not facts.lenient):
                if not facts.balance or cell in self.below:
                    hidden &= ~mask
        elif facts.stacking:
            for book in self.grid.values():
                hidden &= ~facts.of_letter[facts.letter[book]]
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
        if facts.plain:
            return self.plain_spots(groups)
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

    def plain_spots(self, groups: Sequence[Group]) -> list[Spot]:
        """The same where only letters count: whole stretches at once."""
        facts = self.facts
        before = [0] * (LETTERS + 1)  # how many groups have a letter before each
        for group in groups:
            before[group.letter + 1] = 1
        for letter in range(LETTERS):
            before[letter + 1] += before[letter]
        found: list[Spot] = []
        for row in range(facts.top, facts.bottom + 1):
            open_here = self.open_columns(row)
            for columns, kind, low, high in self.stretches(row):
                count = (columns & open_here).bit_count()
                if count and low <= high and before[low] < before[high + 1]:
                    found.append((kind, range(before[low], before[high + 1]), count))
        return found


def onward(cell: int, way: int) -> int:
    """The next place of a line; the column of the shelf cards is skipped."""
    at = cell + way
    if at % WIDTH == MIDDLE and way not in (WIDTH, -WIDTH):
        return at + (1 if way in (1, WIDTH + 1, 1 - WIDTH) else -1)
    return at


def read(s: LibraryTable, seat: i64, figures: Figures) -> Shelves:
    """The library of a position, with what a seat may know of the books that are not in it."""
    shelves = Shelves(Facts(s, seat, figures))
    for book in s.laid:
        shelves.put(int(book), int(s.place[book]))
    shelves.whole = shelves.in_one_piece()
    return shelves
