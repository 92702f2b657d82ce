"""How well the library is prepared for the books that are still to come: what bots and hints weigh, no part of the rules."""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.components import BOOKS
from emberstacks.games.librarians.library import Library, in_one_piece, places
from emberstacks.games.librarians.state import HIDDEN, LibraryTable
from emberstacks.kernel.ints import Ints, i64

COST: Final = Ints([1000, 220, 90, 45, 25, 15, 10, 7, 5])  # of a hidden book by the number of its places
OWN: Final = 4  # a book in the own hand weighs as much as so many others
SPLIT: Final = 3000  # of a library in pieces


def cost(s: LibraryTable, seat: i64) -> i64:
    """The cost of all books that a seat cannot see on the table: the fewer places they have, the more. None is best.

    It depends on what that seat may know alone: which books are hidden, and which of them are its own.
    """
    library = Library(s)
    weights = Ints([0] * BOOKS)
    book: i64
    for book in range(BOOKS):
        if s.place[book] == HIDDEN:
            weights[book] = 1
    for book in s.hands[seat].face:
        weights[book] = OWN
    plain = s.agreed.letters_only()
    known = Ints([-1] * 26)  # without expansions a book is as good as its letter
    total: i64 = 0 if in_one_piece(library) else SPLIT
    for book in range(BOOKS):
        if weights[book] > 0:
            letter = s.box.letter[book]
            count = known[letter]
            if count < 0 or not plain:
                count = len(places(library, book))
                known[letter] = count
            total += weights[book] * COST[min(count, len(COST) - 1)]
    return total
