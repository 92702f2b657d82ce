"""The library of Librarians as a bot thinks of it: quick to change in the head, and quick to judge.

It is a grid of numbers, like that of the rules, and hidden books are counted by group (facts.py).
The rules say what is legal now; this is for what comes later.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.minds.librarians.facts import (
    AUDIENCE_BITS,
    LETTERS,
    NO_INTS,
    NO_LETTERS,
    NO_ROWS,
    SERIES_BITS,
    Facts,
    Kinds,
)
from emberstacks.bots.minds.librarians.weights import Weights
from emberstacks.games.librarians.components import (
    FORBIDDEN_COLOURS,
    FORBIDDEN_LETTERS,
    FULL_SIDE,
    NO_STACKS,
    NONE,
    SIDE_COLOURS,
    SIDE_LETTERS,
)
from emberstacks.games.librarians.library import BLANK, EMPTY, SHELF
from emberstacks.games.librarians.state import (
    ANY_ORDER,
    ANY_STACK,
    CELLS,
    MIDDLE,
    WIDTH,
    LibraryTable,
)
from emberstacks.kernel.ints import Ints, append, i64, remove_at
from emberstacks.kernel.masks import has

COMPILED: Final = True  # tools/compile/copy.py

LINE: Final = 4
WAYS: Final = Ints([1, WIDTH, WIDTH + 1, WIDTH - 1])
AROUND: Final = Ints([-1, 1, -WIDTH, WIDTH])
LEAST: Final = 2  # the columns that may hold books, from this one
MOST: Final = WIDTH - 3  # to this one


@final
class Shelves:
    """The library at one moment: the topmost books, what is below them, and which books are hidden."""

    def __init__(
        self,
        facts: Facts,
        grid: Ints,
        order: Ints,
        under: Ints,
        sight: Ints,
        lean: Ints,
        hidden: Ints,
        own: Ints,
        gained: Ints,
    ) -> None:
        self.facts = facts
        self.grid = grid  # of each place from `facts.start` on: the topmost book, EMPTY or SHELF
        self.order = order  # the places with books
        self.under = under  # of each book: the one just below it
        self.sight = sight  # how many books in sight have each letter
        # of each row: how many stacks are on its left side, less those on its right
        self.lean = lean
        self.hidden = hidden  # of each group: how many books are hidden,
        self.own = own  # and how many in its own hand
        self.gained = gained  # the genres that were completed in the head
        # mask of the books of the hand that are still there
        self.held: i64 = (1 << len(facts.hand)) - 1
        self.low: i64 = MIDDLE  # no book is outside of these columns
        self.high: i64 = MIDDLE
        self.allowed: i64 = facts.allowed | facts.next_book
        self.whole: bool = True

    def copy(self) -> Shelves:
        twin = Shelves(
            self.facts,
            self.grid[:],
            self.order[:],
            self.under[:],
            self.sight[:],
            self.lean[:],
            self.hidden[:],
            self.own[:],
            self.gained[:],
        )
        twin.held = self.held
        twin.low = self.low
        twin.high = self.high
        twin.allowed = self.allowed
        twin.whole = self.whole
        return twin

    def at(self, cell: i64) -> i64:
        """What is at a place."""
        return self.grid[cell - self.facts.start]

    def holds(self, cell: i64) -> bool:
        """Is there a book? An answer that names no place has none."""
        return 0 <= cell - self.facts.start < self.facts.size and self.at(cell) >= 0

    # Changing it.

    def put(self, book: i64, cell: i64) -> None:
        """A book is put at a place, on top of whatever is there."""
        facts = self.facts
        top = self.grid[cell - facts.start]
        self.under[book] = top if top >= 0 else NONE
        if top >= 0:
            self.sight[facts.letter[top]] -= 1
            if self.under[top] == NONE:
                self.lean[cell // WIDTH] += 1 if cell % WIDTH < MIDDLE else -1
        else:
            self.order = append(self.order, cell)
            self.low = min(self.low, cell % WIDTH)
            self.high = max(self.high, cell % WIDTH)
        self.grid[cell - facts.start] = book
        self.sight[facts.letter[book]] += 1

    def lift(self, cell: i64) -> None:
        """The topmost book of a place leaves."""
        k: i64 = 0
        while self.order[k] != cell:
            k += 1
        self.order = remove_at(self.order, k)
        if self.uncover(cell):
            self.order = append(self.order, cell)

    def take_back(self, cell: i64) -> None:
        """Undo what `put` did last; only `low` and `high` may stay as they were with the book."""
        if not self.uncover(cell):
            self.order = remove_at(self.order, len(self.order) - 1)

    def uncover(self, cell: i64) -> bool:
        """What is below the topmost book of a place is now in sight; False if there is nothing."""
        facts = self.facts
        book = self.grid[cell - facts.start]
        below = self.under[book]
        self.sight[facts.letter[book]] -= 1
        self.under[book] = NONE
        self.grid[cell - facts.start] = EMPTY if below == NONE else below
        if below == NONE:
            return False
        self.sight[facts.letter[below]] += 1
        if self.under[below] == NONE:
            self.lean[cell // WIDTH] -= 1 if cell % WIDTH < MIDDLE else -1
        return True

    def played(self, book: i64, cell: i64) -> Shelves:
        """The library after it plays a book from its hand and a genre that this completes has left."""
        facts = self.facts
        after = self.copy()
        after.put(book, cell)
        group = facts.group[book]
        after.hidden[group] -= 1
        after.own[group] -= 1
        k: i64
        for k in range(len(facts.hand)):
            if facts.hand[k] == book:
                after.held &= ~(1 << k)
        after.allowed = facts.allowed | facts.kinds.gift[book]
        line = after.line_through(cell)
        if line is not None:
            for place in line:
                after.lift(place)
            after.gained = append(after.gained, facts.genre[book])
        # some powers let books be apart
        if line is not None or self.allowed != 0 or not self.whole:
            after.whole = after.in_one_piece()
        return after

    def try_out(self, book: i64, cell: i64) -> bool:
        """Play a book from its hand in this very library, for a moment; False, and nothing is done,
        if more would follow.
        """
        if self.allowed != 0 or not self.whole:
            return False
        facts = self.facts
        self.put(book, cell)
        if self.completes(cell):
            self.take_back(cell)
            return False
        group = facts.group[book]
        self.hidden[group] -= 1
        self.own[group] -= 1
        return True

    def end_trial(self, book: i64, cell: i64) -> None:
        """The book that was tried out goes back to the hand."""
        group = self.facts.group[book]
        self.hidden[group] += 1
        self.own[group] += 1
        self.take_back(cell)

    def without(self, cell: i64) -> Shelves:
        """The library without the book that is in sight at a place."""
        after = self.copy()
        after.lift(cell)
        after.whole = after.in_one_piece()
        return after

    def line_through(self, cell: i64) -> set[int] | None:
        """The places of all lines of one genre that a place belongs to; mostly there is none."""
        genre, grid, start = self.facts.genre, self.grid, self.facts.start
        if not self.completes(cell):
            return None
        mine = genre[grid[cell - start]]
        line: set[int] | None = None
        for way in WAYS:
            if 1 + self.run(cell, way, mine) + self.run(cell, -way, mine) >= LINE:
                run: list[int] = [cell]
                for sense in (way, -way):
                    at = onward(cell, sense)
                    while grid[at - start] >= 0 and genre[grid[at - start]] == mine:
                        run.append(at)
                        at = onward(at, sense)
                line = set() if line is None else line
                line.update(run)
        return line

    def completes(self, cell: i64) -> bool:
        """Does a place belong to a line of one genre?"""
        mine = self.facts.genre[self.at(cell)]
        if mine != NONE:
            for way in WAYS:
                if 1 + self.run(cell, way, mine) + self.run(cell, -way, mine) >= LINE:
                    return True
        return False

    def run(self, cell: i64, way: i64, mine: i64) -> i64:
        """How many books of a genre follow a place without a gap."""
        genre, grid, start = self.facts.genre, self.grid, self.facts.start
        count: i64 = 0
        at = onward(cell, way)
        while grid[at - start] >= 0 and genre[grid[at - start]] == mine:
            count += 1
            at = onward(at, way)
        return count

    def in_one_piece(self) -> bool:
        """All cards touch each other, directly or through others."""
        facts = self.facts
        grid = self.grid[:]
        shelves = facts.bottom - facts.top + 1
        cards: i64 = len(self.order) + shelves
        if cards == 0:
            return True
        found = Ints([0] * cards)
        found[0] = (facts.top * WIDTH + MIDDLE if shelves > 0 else self.order[0]) - facts.start
        grid[found[0]] = EMPTY
        reached: i64 = 1
        done: i64 = 0
        while done < reached:
            for way in AROUND:
                at = found[done] + way
                if grid[at] != EMPTY:
                    grid[at] = EMPTY
                    found[reached] = at
                    reached += 1
            done += 1
        return reached == cards

    # What the expansions say.

    def in_sight(self, ages: bool) -> i64:
        """The audiences and the series of which a book is in sight, as far as they count."""
        facts = self.facts
        counted: i64 = AUDIENCE_BITS if ages and facts.ages else 0
        if facts.sequels:  # the order of the volumes is left to the rules
            counted |= SERIES_BITS
        if counted == 0:
            return 0
        seen: i64 = 0
        for cell in self.order:
            seen |= facts.trait[self.grid[cell - facts.start]]
        return seen & counted

    def barred(self, cell: i64, seen: i64) -> i64:
        """Traits that a book may not have at a place: the shelf forbids them, or their like is in
        sight elsewhere.
        """
        facts = self.facts
        power = facts.power[cell // WIDTH]
        found: i64 = (
            facts.named[cell // WIDTH] if power in (FORBIDDEN_LETTERS, FORBIDDEN_COLOURS) else 0
        )
        if seen != 0:
            near = self.trait_at(cell) | self.trait_at(cell - WIDTH) | self.trait_at(cell + WIDTH)
            near |= self.trait_at(onward(cell, 1)) | self.trait_at(onward(cell, -1))
            found |= seen & ~near
        return found

    def trait_at(self, cell: i64) -> i64:
        """The traits of the book in sight at a place; nothing if there is none."""
        book = self.grid[cell - self.facts.start]
        return self.facts.trait[book] if book >= 0 else 0

    def needed(self, cell: i64) -> i64:
        """Traits of which a book must have one at a place; nothing if it needs none."""
        facts = self.facts
        row = cell // WIDTH
        power = facts.power[row]
        sided = power in (SIDE_LETTERS, SIDE_COLOURS)
        return facts.named[row] if sided and (cell % WIDTH - MIDDLE) * facts.side[row] > 0 else 0

    def full(self, cell: i64) -> bool:
        """The power of the shelf allows no more places on this side of the row."""
        facts = self.facts
        row = cell // WIDTH
        column = cell % WIDTH
        if facts.power[row] != FULL_SIDE or (column - MIDDLE) * facts.side[row] <= 0:
            return False
        count: i64 = 0
        at: i64
        for at in range(
            self.low if column < MIDDLE else MIDDLE + 1,
            MIDDLE if column < MIDDLE else self.high + 1,
        ):
            if self.grid[row * WIDTH + at - facts.start] >= 0:
                count += 1
        return count >= facts.most[row]

    def balanced(self, cell: i64) -> bool:
        """A stack may grow, and a new one may begin on the side that does not have more of them."""
        if self.under[self.at(cell)] != NONE:
            return True
        lean = self.lean[cell // WIDTH]
        return lean <= 0 if cell % WIDTH < MIDDLE else lean >= 0

    def stackable(self, cell: i64) -> bool:
        """A book may be laid on the one at this place, as far as the shelf card says."""
        facts = self.facts
        if facts.plain:
            return True
        return facts.power[cell // WIDTH] != NO_STACKS and (
            not facts.balance or self.balanced(cell)
        )

    def nearest(self, cell: i64, way: i64) -> i64:
        """The letter of the nearest book above or below a place; NONE if there is none."""
        facts = self.facts
        row = cell // WIDTH
        at = cell - facts.start
        while True:
            row += 1 if way > 0 else -1
            at += way
            if row < facts.top - 1 or row > facts.bottom + 1:
                return NONE
            if self.grid[at] >= 0:
                return facts.letter[self.grid[at]]

    # Where books would fit.

    def open_at(self, at: i64) -> bool:
        """An empty place of the grid touches a card."""
        grid = self.grid
        return (
            grid[at - 1] != EMPTY
            or grid[at + 1] != EMPTY
            or grid[at - WIDTH] != EMPTY
            or grid[at + WIDTH] != EMPTY
        )

    def places(self, row: i64) -> Ints:
        """The empty open places of a row from the left, three numbers each: column, first and last
        letter that fit, in order.

        Without such a limit, these are NONE.
        """
        facts = self.facts
        grid = self.grid
        found = NO_INTS[:]
        begin = row * WIDTH - facts.start
        rising = facts.arrow[row] > 0
        last: i64 = NONE
        since: i64 = 0  # how many numbers are from before the last book
        column: i64
        k: i64
        for column in range(max(self.low - 1, LEAST), min(self.high + 1, MOST) + 1):
            book = grid[begin + column]
            if book >= 0:
                last = facts.letter[book]
                for k in range(since, len(found), 3):
                    found[k + (2 if rising else 1)] = last
                since = len(found)
            elif book == EMPTY and self.open_at(begin + column):
                found = append(found, column)
                found = append(found, last if rising else NONE)
                found = append(found, NONE if rising else last)
        return found

    def options(self) -> Ints:
        """Where the books of its own hand might go, as plays: see `play_of`."""
        found = self.wherever(NO_INTS[:], self.held, True)
        if not self.facts.lenient:
            return found
        rest = self.held
        hand = self.facts.hand
        k: i64
        for play in found:
            for k in range(len(hand)):
                if hand[k] == play // CELLS:
                    rest &= ~(1 << k)
        return self.wherever(found, rest, False)

    def wherever(self, found: Ints, books: i64, ages: bool) -> Ints:
        """All places of some books of the hand, with or without a look at their audience."""
        facts = self.facts
        seen = self.in_sight(ages)
        any_order = self.allowed & ANY_ORDER != 0
        row: i64
        at: i64
        k: i64
        for row in range(facts.top, facts.bottom + 1):
            places = self.places(row)
            for at in range(0, len(places), 3):
                cell = row * WIDTH + places[at]
                low: i64 = 0
                high: i64 = LETTERS - 1
                if not any_order:
                    low, high = self.limits(cell, places[at + 1], places[at + 2])
                if low > high:
                    continue
                barred: i64 = 0
                needed: i64 = 0
                if not facts.plain:
                    if self.full(cell):
                        continue
                    barred = self.barred(cell, seen)
                    needed = self.needed(cell)
                for k in range(len(facts.hand)):
                    book = facts.hand[k]
                    if (
                        has(books, k)
                        and low <= facts.letter[book] <= high
                        and suits(facts.trait[book], barred, needed)
                    ):
                        found = append(found, play_of(book, cell))
        for cell in self.order:
            found = self.on_top(found, books, cell, seen)
        return found

    def on_top(self, found: Ints, books: i64, cell: i64, seen: i64) -> Ints:
        """Which books of the hand may be laid on the one at a place."""
        facts = self.facts
        row = cell // WIDTH
        any_stack = self.allowed & ANY_STACK != 0
        if row < facts.top or row > facts.bottom or not (any_stack or facts.stacking):
            return found
        letter = facts.letter[self.at(cell)]
        k: i64
        for k in range(len(facts.hand)):
            book = facts.hand[k]
            alike = facts.letter[book] == letter
            if not has(books, k) or not (any_stack or alike):
                continue
            if not facts.plain:
                # on its own letter a book does not have to keep to its audience
                exempt = facts.standard and alike
                barred = self.barred(cell, seen & ~AUDIENCE_BITS if exempt else seen)
                if not self.stackable(cell) or not suits(
                    facts.trait[book], barred, self.needed(cell)
                ):
                    continue
            found = append(found, play_of(book, cell))
        return found

    def limits(self, cell: i64, low: i64, high: i64) -> tuple[i64, i64]:
        """The first and the last letter that fit at a place: in its row and, where columns are
        sorted, in its column.
        """
        facts = self.facts
        low = max(low, 0)
        high = LETTERS - 1 if high == NONE else high
        if facts.columns:
            above = self.nearest(cell, -WIDTH)
            below = self.nearest(cell, WIDTH)
            if facts.down[cell // WIDTH] < 0:
                above, below = below, above
            low = max(low, above)
            if below != NONE:
                high = min(high, below)
        return low, high


def suits(traits: i64, barred: i64, needed: i64) -> bool:
    """May a book with these traits go to a place?"""
    return traits & barred == 0 and (needed == 0 or traits & needed != 0)


def play_of(book: i64, cell: i64) -> i64:
    """A book and a place as one number."""
    return book * CELLS + cell


def onward(cell: i64, way: i64) -> i64:
    """The next place of a line; the column of the shelf cards is skipped."""
    at = cell + way
    if at % WIDTH == MIDDLE and way != WIDTH and way != -WIDTH:
        return at + (1 if way == 1 or way == WIDTH + 1 or way == 1 - WIDTH else -1)
    return at


def read(s: LibraryTable, seat: i64, weights: Weights, kinds: Kinds) -> Shelves:
    """The library of a position, with what a seat may know of the books that are not in it."""
    weights.look(s.box)
    facts = Facts(s, seat, weights, kinds)
    shelves = Shelves(
        facts,
        BLANK[: facts.size],
        NO_INTS[:],
        kinds.no_under[:],
        NO_LETTERS[:],
        NO_ROWS[:],
        facts.size_of[:],
        facts.own_of[:],
        NO_INTS[:],
    )
    row: i64
    for row in range(facts.top, facts.bottom + 1):
        shelves.grid[row * WIDTH + MIDDLE - facts.start] = SHELF
    for book in s.laid:
        shelves.put(book, s.place[book])
    shelves.whole = shelves.in_one_piece()
    return shelves
