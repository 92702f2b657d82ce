"""Judging Librarians: a library is as good as the places it still has for the hidden books."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ismcts import Insight
from emberstacks.games.librarians.components import BOOKS
from emberstacks.games.librarians.library import Library, in_one_piece, places
from emberstacks.games.librarians.state import HIDDEN, LibraryTable
from emberstacks.kernel.game import Game
from emberstacks.kernel.state import State

COST: Final = (1000, 220, 90, 45, 25, 15, 10, 7, 5)  # of a hidden book by the number of its places
OWN: Final = 4  # a book in its own hand weighs as much as this many others
SPLIT: Final = 3000  # of a library in pieces


class LibrariansInsight(Insight):
    """Random choices lose every game, so playouts are short, and what they leave is judged by what it costs."""

    def standing(self, game: Game, s: State) -> list[float]:
        assert isinstance(s, LibraryTable)
        library = Library(s)
        hidden = [book for book in range(BOOKS) if s.place[book] == HIDDEN]
        each = costs(s, library, hidden)
        total = sum(each.values()) + (0 if in_one_piece(library) else SPLIT)
        return [-float(total + (OWN - 1) * sum([each[book] for book in hand.face])) for hand in s.hands]


def costs(s: LibraryTable, library: Library, books: list[int]) -> dict[int, int]:
    """What each of some books costs: the fewer places it has, the more; none is best."""
    plain = s.agreed.letters_only()  # without expansions a book is as good as its letter
    known: dict[int, int] = {}
    out: dict[int, int] = {}
    for book in books:
        key = int(s.box.letter[book]) if plain else book
        if key not in known:
            known[key] = COST[min(len(places(library, book)), len(COST) - 1)]
        out[book] = known[key]
    return out
