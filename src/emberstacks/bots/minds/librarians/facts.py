"""What a bot in Librarians knows that stays the same while it thinks about one answer."""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.minds.librarians.weights import Weights
from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import (
    ANY_GAP,
    ANY_ORDER,
    ANY_STACK,
    HIDDEN,
    LENIENT,
    OFF,
    ROWS,
    STANDARD,
    WIDTH,
    Agreement,
    LibraryTable,
)
from emberstacks.kernel.ints import Floats, Ints, append, i64
from emberstacks.kernel.masks import bit, has

COMPILED: Final = True  # tools/compile/copy.py

LETTERS: Final = 26
COLOURS: Final = 6
# The traits of a book as bits of one number: its letter first, and then these.
COLOUR: Final = LETTERS
AUDIENCE: Final = COLOUR + COLOURS
SERIES: Final = AUDIENCE + 4
AUDIENCE_BITS: Final = (1 << SERIES) - (1 << AUDIENCE)
SERIES_BITS: Final = (1 << (SERIES + 2 * COLOURS)) - (1 << SERIES)
MARGIN: Final = 3  # empty rows around the library
NO_INTS: Final = Ints([])
NO_ROWS: Final = Ints([0] * ROWS)
NO_LETTERS: Final = Ints([0] * (LETTERS + 1))


def trait(first: i64, value: i64) -> i64:
    """A trait as a bit; nothing for what a book does not have."""
    return 0 if value == NONE else bit(first + value)


@final
class Kinds:
    """The books of a box by what the players agreed on: those with the same rank are treated the
    same.
    """

    def __init__(self, agreed: Agreement) -> None:
        box = agreed.box
        self.agreed = agreed
        self.plain = agreed.letters_only() and not agreed.columns and not agreed.balance
        count = len(agreed.genre)
        self.no_books = Ints([0] * count)
        self.no_under = Ints([NONE] * count)
        self.no_values = Floats([0.0] * count)
        gifts = {"gap": ANY_GAP, "no-order": ANY_ORDER, "stack-any": ANY_STACK}
        actions = [
            "" if box.thrill[k] == NONE else box.action_likes[box.thrill[k]] for k in range(count)
        ]
        self.thrill = Ints([int(action != "") for action in actions])
        self.stops = Ints([int(action == "stop") for action in actions])
        # what each thrill allows the next book
        self.gift = Ints([gifts.get(action, 0) for action in actions])
        self.trait = self.no_books[:]
        self.rank = self.no_books[:]
        book: i64
        for book in range(count):
            traits = 1 << box.letter[book] | trait(COLOUR, box.colour[book])
            self.trait[book] = (
                traits | trait(AUDIENCE, box.audience[book]) | trait(SERIES, box.series[book])
            )
            rank = box.letter[book]
            rank = rank * 16 + (box.colour[book] + 1 if agreed.shelf_powers else 0)
            rank = rank * 16 + (box.audience[book] + 1 if agreed.ages != OFF else 0)
            self.rank[book] = rank * 16 + (box.series[book] + 1 if agreed.sequels else 0)
        self.order = Ints(
            [book for _, book in sorted([(int(self.rank[book]), book) for book in range(count)])]
        )


@final
class Facts:
    """What stays the same while a bot thinks about one answer. Hidden books that the rules treat
    the same are a group.
    """

    def __init__(self, s: LibraryTable, seat: i64, weights: Weights, kinds: Kinds) -> None:
        box, agreed = s.box, s.agreed
        self.weights = weights
        self.kinds = kinds
        self.plain: bool = kinds.plain
        self.letter = box.letter
        self.genre = agreed.genre
        self.trait = kinds.trait
        self.top: i64 = s.top_row()
        self.bottom: i64 = s.bottom_row()
        self.stacking: bool = s.no_stacking == 0
        self.allowed: i64 = s.allowed
        self.next_book: i64 = s.next_book
        self.powers: bool = agreed.shelf_powers
        self.columns: bool = agreed.columns
        self.balance: bool = agreed.balance
        self.sequels: bool = agreed.sequels
        self.ages: bool = agreed.ages != OFF
        self.lenient: bool = agreed.ages == LENIENT
        self.standard: bool = agreed.ages == STANDARD
        self.hand = in_order(s.hands[seat].face)
        self.find_groups(s)
        self.look_at_rows(s)
        # scratch space: made once, and filled again for each library
        self.before = NO_LETTERS[:]
        self.copies = kinds.no_books[:]
        self.places = kinds.no_books[:]
        self.traits = kinds.no_books[:]
        self.lost = kinds.no_values[:]
        self.rate = kinds.no_values[:]
        self.spots = kinds.no_books[:]
        self.fits = kinds.no_books[:]

    def find_groups(self, s: LibraryTable) -> None:
        """Sort the hidden books by what the rules look at; where that is only letters, there is a
        group for each letter.
        """
        kinds = self.kinds
        self.group = kinds.no_books[:]  # of each hidden book
        self.trait_of = NO_INTS[:]  # of each group: what its books have in common,
        self.size_of = NO_INTS[:]  # how many they are,
        self.own_of = NO_INTS[:]  # and how many of them are in its own hand
        self.first = NO_LETTERS[:]  # the first group with each letter, or a later one
        k: i64
        if self.plain:
            for k in range(LETTERS):
                self.add_group(1 << k)
        last: i64 = NONE
        letter: i64 = 0
        for book in kinds.order:
            if s.place[book] != HIDDEN:
                continue
            if self.plain:
                self.group[book] = self.letter[book]
            else:
                if kinds.rank[book] != last:
                    last = kinds.rank[book]
                    while letter <= self.letter[book]:
                        self.first[letter] = len(self.size_of)
                        letter += 1
                    self.add_group(kinds.trait[book])
                self.group[book] = len(self.size_of) - 1
            self.size_of[self.group[book]] += 1
        while letter <= LETTERS:
            self.first[letter] = len(self.size_of)
            letter += 1
        for book in self.hand:
            self.own_of[self.group[book]] += 1

    def add_group(self, traits: i64) -> None:
        self.trait_of = append(self.trait_of, traits)
        self.size_of = append(self.size_of, 0)
        self.own_of = append(self.own_of, 0)

    def look_at_rows(self, s: LibraryTable) -> None:
        """What the shelf cards say of their rows, and the part of the table that is looked at."""
        box = s.box
        first = self.top
        last = self.bottom
        for book in s.laid:
            first = min(first, s.place[book] // WIDTH)
            last = max(last, s.place[book] // WIDTH)
        self.start: i64 = (first - MARGIN) * WIDTH  # the first place of the grid in the head
        self.size: i64 = (last - first + 1 + 2 * MARGIN) * WIDTH
        self.arrow = NO_ROWS[:]
        self.down = NO_ROWS[:]
        self.power = NO_ROWS[:]
        self.side = NO_ROWS[:]
        self.most = NO_ROWS[:]
        self.named = NO_ROWS[:]  # the traits that the power of a shelf card names
        row: i64
        for row in range(self.top, self.bottom + 1):
            shelf = s.shelf[row]
            self.arrow[row] = s.arrow(row)
            if not self.plain:
                self.down[row] = -1 if has(s.turned, shelf) else 1
                self.power[row] = box.power[shelf] if self.powers else NONE
                self.side[row] = box.side[shelf]
                self.most[row] = box.most_places[shelf]
                self.named[row] = box.letters[shelf] | box.shelf_colours[shelf] << COLOUR


def in_order(books: Ints) -> Ints:
    """A few books by their numbers."""
    found = books[:]
    k: i64
    at: i64
    for k in range(1, len(found)):
        book = found[k]
        at = k
        while at > 0 and found[at - 1] > book:
            found[at] = found[at - 1]
            at -= 1
        found[at] = book
    return found
