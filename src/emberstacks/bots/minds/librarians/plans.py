"""A turn in the head: what the library looks like after one book of a hand, and after two."""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.minds.librarians.costs import judged
from emberstacks.bots.minds.librarians.shelves import Shelves
from emberstacks.games.librarians.state import CELLS, LibraryTable
from emberstacks.kernel.ints import Floats, Ints, i64

COMPILED: Final = True  # tools/compile/copy.py

UNKNOWN: Final = 1e300  # nobody has worked it out yet
NOTHING: Final = -1e300  # no second book can be played
PLAYS: Final = 1 << 20  # more than a hand has
SECONDS: Final = 10  # second books that are tried after a first one


@final
class Plan:
    """What was thought of one position. Mostly that is asked twice: which book to play, and then
    where.
    """

    def __init__(self, s: LibraryTable, seat: i64, shelves: Shelves) -> None:
        self.seat: i64 = seat
        self.agreed = s.agreed
        self.place = s.place[:]
        self.laid = s.laid[:]
        self.face = s.hands[seat].face[:]
        self.shelf = s.shelf[:]
        self.turned: i64 = s.turned
        self.no_stacking: i64 = s.no_stacking
        self.shelves = shelves
        count: i64 = len(shelves.facts.hand) * shelves.facts.size
        # of the library after each book of the hand at each place
        self.worth = Floats([UNKNOWN] * count)
        self.asked = Ints([0] * count)  # the last question to which that belonged
        self.question: i64 = 0
        self.gained = False  # was a genre completed in the library that was judged last?
        self.pairs: dict[int, float] = {}  # after two books, whichever came first
        self.ordered: dict[int, float] = {}  # the same, where that may matter, for one question

    def fits(self, s: LibraryTable, seat: i64) -> bool:
        """Is this the same position, as far as plans look at it?"""
        facts = self.shelves.facts
        if (
            self.seat != seat
            or self.agreed is not s.agreed
            or self.turned != s.turned
            or self.no_stacking != s.no_stacking
        ):
            return False
        if facts.allowed != s.allowed or facts.next_book != s.next_book:
            return False
        same = equal(self.face, s.hands[seat].face) and equal(self.laid, s.laid)
        return same and equal(self.shelf, s.shelf) and equal(self.place, s.place)

    def ask(self) -> None:
        """A new question about the same position."""
        self.question += 1
        self.ordered = {}

    def number(self, play: i64) -> i64:
        """The number of a play among all of the hand."""
        facts = self.shelves.facts
        book = play // CELLS
        k: i64 = 0
        while facts.hand[k] != book:
            k += 1
        return k * facts.size + play % CELLS - facts.start

    def alone(self, play: i64) -> float:
        """The worth of the library after one book."""
        number = self.number(play)
        self.asked[number] = self.question
        worth = self.worth[number]
        if worth == UNKNOWN:
            worth = self.after(self.shelves, play)
            self.worth[number] = worth
        return worth

    def second(self, first: i64) -> float:
        """The worth of a turn after the best second book; NOTHING if there is none.

        It tries those that are good by themselves, or new.
        """
        shelves = self.shelves.played(first // CELLS, first % CELLS)
        options = shelves.options()
        values = Floats([0.0] * len(options))
        tried = Ints([0] * len(options))
        liked = Ints([0] * SECONDS)  # the best alone, from the best on
        count: i64 = 0
        k: i64
        at: i64
        for k in range(len(options)):
            number = self.number(options[k])
            if self.asked[number] == self.question:
                values[k] = self.worth[number]
            else:
                tried[k] = 1
            at = count
            while at > 0 and values[k] > values[liked[at - 1]]:
                at -= 1
            if at < SECONDS:
                count = min(count + 1, SECONDS)
                insert(liked, at, count, k)
        for at in range(count):
            tried[liked[at]] = 1
        best = NOTHING
        for k in range(len(options)):
            if tried[k] != 0:
                best = max(best, self.both(shelves, first, options[k]))
        return best

    def both(self, shelves: Shelves, first: i64, play: i64) -> float:
        """The worth of the library after a second book; mostly it does not matter which one came
        first.
        """
        one = self.number(first)
        other = self.number(play)
        key = int(min(one, other) * PLAYS + max(one, other))
        known = self.ordered.get(key)
        if known is None:
            known = self.pairs.get(key)
        if known is not None:
            return known
        worth = self.after(shelves, play)
        if first % CELLS != play % CELLS:
            root = self.shelves
            thrill = root.facts.kinds.thrill
            books = (
                root.allowed == 0
                and root.whole
                and thrill[first // CELLS] + thrill[play // CELLS] == 0
            )
            if books and not self.gained:
                self.pairs[key] = worth
            elif len(shelves.gained) == 0:
                self.ordered[key] = worth
        return worth

    def after(self, shelves: Shelves, play: i64) -> float:
        """The worth of a library after one more book."""
        book = play // CELLS
        cell = play % CELLS
        if shelves.try_out(book, cell):
            worth = judged(shelves)
            shelves.end_trial(book, cell)
            self.gained = len(shelves.gained) > 0
            return worth
        laid = shelves.played(book, cell)
        self.gained = len(laid.gained) > 0
        return judged(laid)


def insert(numbers: Ints, at: i64, count: i64, number: i64) -> None:
    """Put a number among the first of an array; those behind it move on, and the last of them is
    lost.
    """
    k: i64 = count - 1
    while k > at:
        numbers[k] = numbers[k - 1]
        k -= 1
    numbers[at] = number


def equal(one: Ints, other: Ints) -> bool:
    """The same numbers."""
    k: i64 = 0
    while k < len(one) and k < len(other) and one[k] == other[k]:
        k += 1
    return k == len(one) == len(other)
