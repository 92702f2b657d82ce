"""What a bot in Librarians knows that stays the same while it thinks about one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from emberstacks.bots.minds.librarians.figures import Figures
from emberstacks.games.librarians.components import AUDIENCES, BOOKS, COLOURS, NONE
from emberstacks.games.librarians.state import HIDDEN, LENIENT, OFF, STANDARD, LibraryTable
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has

Row = tuple[tuple[int, int], ...]  # the books in sight from the left: column, book
Stretch = tuple[int, int, int, int]  # columns between two books of a row as bits, kind, first and last letter that fit

LETTERS: Final = 26


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Group:
    """Hidden books that the rules treat in the same way: without expansions, those with the same letter."""

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
        self.alike = [(letter, mask) for letter, mask in enumerate(self.of_letter) if mask]  # see Group
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
        """The books with letters between two, both included."""
        return self.up_to[high + 1] & ~self.up_to[low] if low <= high else 0

    def all_alike(self) -> list[tuple[int, int]]:
        """The hidden books in groups with the same letter, and everything else the expansions look at."""
        groups: dict[tuple[int, int, int, int], int] = {}
        for book in bits(self.hidden):
            colour = self.colour[book] if self.powers else 0
            audience = self.audience[book] if self.ages else 0
            likeness = (self.letter[book], colour, audience, self.series[book] if self.sequels else 0)
            groups[likeness] = groups.get(likeness, 0) | 1 << book
        return [(likeness[0], groups[likeness]) for likeness in sorted(groups)]
