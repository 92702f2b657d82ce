"""What a network looks at in Librarians: how many books will find no place, how many are left, and
the rules agreed on.
"""

from __future__ import annotations

import math
from typing import Final, final

from emberstacks.bots.minds.librarians.costs import cost
from emberstacks.bots.minds.librarians.facts import Kinds
from emberstacks.bots.minds.librarians.shelves import read
from emberstacks.bots.minds.librarians.weights import Weights
from emberstacks.bots.network import Features
from emberstacks.bots.weights import as_they_are, weights_beside
from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import (
    BEFORE,
    CELLS,
    LENIENT,
    ROWS,
    STANDARD,
    STRICT,
    LibraryTable,
)
from emberstacks.kernel.ints import Floats, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

LIBRARY: Final = (
    "books in doubt",
    "many books in doubt",
    "share of books in doubt",
    "own books without a place",
    "places for own books",
    "in pieces",
    "shelves",
    "no stacks",
    "horror in sight",
)
CARDS: Final = (
    "cards left",
    "few cards left",
    "cards in the deck",
    "own cards",
    "hand limit",
    "power cards",
    "thrills played",
    "books owed",
    "active",
    "players",
)
RULES: Final = (
    "strict ages",
    "lenient ages",
    "standard ages",
    "sequels",
    "shelf powers",
    "columns",
    "balance",
    "thrills",
    "authors",
)
NAMES: Final = [*LIBRARY, *CARDS, *RULES]
MANY: Final = 20.0  # more books in doubt than this make no difference; ours
HORROR: Final = 0  # the number of its genre
FEW: Final = 20  # cards left when the end is near


@final
class LibrariansFeatures(Features):
    """A team wins or loses together, so a seat looks at the table and its own hand, and not at the
    others.
    """

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.weights = Weights(as_they_are(weights_beside(__file__)))
        self.kinds: Kinds | None = None  # of the last game

    def write(self, s: State, seat: i64, row: Floats) -> None:
        assert isinstance(s, LibraryTable)
        self.library(s, seat, row)
        at: i64 = len(LIBRARY)
        self.cards(s, seat, row, at)
        self.rules(s, row, at + len(CARDS))

    def library(self, s: LibraryTable, seat: i64, row: Floats) -> None:
        """How well the library is prepared for the books to come, by what the seat knows of them."""
        kinds = self.kinds
        if kinds is None or kinds.agreed is not s.agreed:
            kinds = Kinds(s.agreed)
            self.kinds = kinds
        shelves = read(s, seat, self.weights, kinds)
        doubt = min(MANY, cost(shelves))
        places = shelves.options()
        own = len(s.hands[seat].face)
        row[0] = doubt / 4.0
        row[1] = math.sqrt(doubt) / 2.0
        row[2] = 4.0 * min(1.0, doubt / float(max(1, s.left())))
        row[3] = float(own - len({int(play) // CELLS for play in places})) / 2.0
        row[4] = float(min(20, len(places))) / 10.0
        row[5] = 0.0 if shelves.whole else 1.0
        lines: i64 = 0
        k: i64
        for k in range(ROWS):
            if s.shelf[k] != NONE:
                lines += 1
        row[6] = float(lines) / 6.0
        row[7] = float(s.no_stacking)
        horror: i64 = 0
        for book in s.laid:
            if s.agreed.genre[book] == HORROR:
                horror += 1
        row[8] = float(horror) / 4.0

    def cards(self, s: LibraryTable, seat: i64, row: Floats, at: i64) -> None:
        """How far the game has come."""
        left = s.left()
        row[at] = float(left) / 100.0
        row[at + 1] = float(max(0, FEW - left)) / float(FEW)
        row[at + 2] = float(s.deck.count()) / 100.0
        row[at + 3] = float(s.hands[seat].count()) / 6.0
        row[at + 4] = float(s.limit) / 6.0
        kept: i64 = 0
        thrills: i64 = 0
        book: i64
        for book in range(len(s.place)):
            if s.place[book] <= BEFORE:
                kept += 1
            elif s.box.thrill[book] != NONE and s.place[book] >= 0:
                thrills += 1
        row[at + 5] = float(kept) / 4.0
        row[at + 6] = float(thrills) / 4.0
        row[at + 7] = float(max(0, s.owed - s.plays)) / 2.0
        row[at + 8] = 1.0 if s.active == seat else 0.0
        row[at + 9] = float(s.seats) / 6.0

    def rules(self, s: LibraryTable, row: Floats, at: i64) -> None:
        """What was agreed on."""
        agreed = s.agreed
        row[at] = 1.0 if agreed.ages == STRICT else 0.0
        row[at + 1] = 1.0 if agreed.ages == LENIENT else 0.0
        row[at + 2] = 1.0 if agreed.ages == STANDARD else 0.0
        row[at + 3] = 1.0 if agreed.sequels else 0.0
        row[at + 4] = 1.0 if agreed.shelf_powers else 0.0
        row[at + 5] = 1.0 if agreed.columns else 0.0
        row[at + 6] = 1.0 if agreed.balance else 0.0
        row[at + 7] = float(agreed.thrills) / 10.0
        row[at + 8] = 1.0 if agreed.authors else 0.0
