"""The powers of green genres (§6.5 to §6.8)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import BOOKS, NONE, SHELVES
from emberstacks.games.librarians.effects import LIMIT_CHANGED
from emberstacks.games.librarians.state import (
    ANY_STACK,
    BOOK,
    DISCARDED,
    OUTERMOST,
    ROWS,
    LibraryTable,
    way_words,
)
from emberstacks.games.librarians.steps.power import Permission, Power
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Chance, Step
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.zones import shown

BOTH: Final = Ints([0, 1])
BELOW: Final = Ints([2, 3])
FOUR: Final = Ints([0, 1, 2, 3])


class Romance(Power):
    """§6.5 The next cards of the deck leave the game unplayed."""

    genre: ClassVar[str] = "romance"
    clause: ClassVar[str] = "6.5"
    idle: ClassVar[str] = "the deck is empty"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.deck.count() > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        leave_deck(s, s.box.romance)


class LeaveDeck(Chance[LibraryTable]):
    """§6.5 Romance: a card leaves the deck unplayed."""

    clause: ClassVar[str] = "6.5"
    size: ClassVar[int] = BOOKS

    left: i64 = one(BOOK)

    def actor(self, s: LibraryTable) -> i64:
        return s.active

    def weights(self, s: LibraryTable) -> Ints:
        return s.deck.weights()

    def answer(self, s: LibraryTable, choice: i64) -> None:
        leave_one(s, choice)
        leave_deck(s, self.left - 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


@final
class DeckLeft(Happening):
    """§6.5 A card leaves the deck unplayed."""

    kind: ClassVar[str] = "leave-deck"

    def note(self, s: LibraryTable, book: i64) -> None:
        if s.log is not None:
            text = f"{s.title(book)} leaves the game unplayed."
            self.told(s, text, [book], because=s.genre_piece("romance"))


def leave_deck(s: LibraryTable, left: i64) -> None:
    """§6.5 This many cards leave the deck, or all that are left."""
    while left > 0 and s.deck.count() > 0:
        if not s.deck.fixed():
            s.push(LeaveDeck(left))
            return
        leave_one(s, NONE)
        left -= 1


def leave_one(s: LibraryTable, outcome: i64) -> None:
    book = shown(s, s.deck.draw(outcome), EVERYBODY)[0]
    s.place[book] = DISCARDED
    DECK_LEFT.note(s, book)


class Comedy(Power):
    """§6.6 A spare shelf card joins the column."""

    genre: ClassVar[str] = "comedy"
    clause: ClassVar[str] = "6.6"
    idle: ClassVar[str] = "no spare shelf card is left"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        spare: i64 = 0
        for card in s.spare:
            spare += card
        return spare > 0 and s.bottom_row() - s.top_row() < ROWS - 1 - 2 * OUTERMOST

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.push(DRAW_SHELF)


class DrawShelf(Chance[LibraryTable]):
    """§6.6 Comedy: a spare shelf card is drawn."""

    clause: ClassVar[str] = "6.6"
    size: ClassVar[int] = SHELVES

    def actor(self, s: LibraryTable) -> i64:
        return s.active

    def weights(self, s: LibraryTable) -> Ints:
        return s.spare

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.push(PlaceShelf(s.active, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"card {choice + 1}"


class PlaceShelf(Step[LibraryTable]):
    """§6.6 The spare shelf card joins the column at the top or the bottom, one way round or the
    other.
    """

    clause: ClassVar[str] = "6.6"
    size: ClassVar[int] = 4

    shelf: i64 = one(within(0, lambda s: s.agreed.shelves - 1))

    def choices(self, s: LibraryTable) -> Ints:
        if s.bottom_row() < s.top_row():
            return BOTH
        top = s.top_row() > OUTERMOST  # §2.4
        bottom = s.bottom_row() < ROWS - 1 - OUTERMOST
        return FOUR if top and bottom else BOTH if top else BELOW

    def answer(self, s: LibraryTable, choice: i64) -> None:
        empty = s.bottom_row() < s.top_row()
        row = s.bottom_row() + 1 if empty or choice >= 2 else s.top_row() - 1
        put_shelf(s, self.shelf, row, choice % 2 == 1)
        SHELF_ADDED.note(s, self.seat, row)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return ("top", "top turned", "bottom", "bottom turned")[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        right = (s.box.arrow[self.shelf] > 0) == (choice % 2 == 0)
        return (
            f"At the {'top' if choice < 2 else 'bottom'}, A to Z to the"
            f" {'right' if right else 'left'}"
        )

    def question(self, s: LibraryTable) -> str:
        power = f" ({s.box.shelf_texts[self.shelf]})" if s.agreed.shelf_powers else ""
        return f"{mark(self.seat)}, where does the new shelf card{power} go, and which way round?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("shelf", self.shelf)]


@final
class ShelfAdded(Happening):
    """§6.6 A spare shelf card has joined the column."""

    kind: ClassVar[str] = "add-shelf"

    def note(self, s: LibraryTable, seat: i64, row: i64) -> None:
        if s.log is not None:
            number, arrow = row - s.top_row() + 1, s.arrow(row)
            end = "at the top" if number == 1 else "at the bottom"
            power = f" ({s.box.shelf_texts[s.shelf[row]]})" if s.agreed.shelf_powers else ""
            others = (
                ", and the others are counted from there"
                if number == 1 and s.bottom_row() > row
                else ""
            )
            text = (
                f"{mark(seat)} adds a shelf{power} {end}, {way_words(arrow)}: it is shelf {number}"
                f" now{others}."
            )
            self.told(s, text, [seat, number, arrow], because=s.genre_piece("comedy"))


def put_shelf(s: LibraryTable, shelf: i64, row: i64, turned: bool) -> None:
    """A shelf card of the pile joins the column."""
    s.spare[shelf] = 0
    s.shelf[row] = shelf
    s.layout = None
    if turned:
        s.turned |= 1 << shelf


class Adventure(Power):
    """§6.7 The hand limit rises by one."""

    genre: ClassVar[str] = "adventure"
    clause: ClassVar[str] = "6.7"
    idle: ClassVar[str] = "there is no card to draw any more"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.rules < V1_2 or not s.deck.empty()

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.limit += 1
        LIMIT_CHANGED.note(s, s.genre_piece(self.genre))


class SelfHelp(Permission):
    """§6.8 This turn books may be laid on any book."""

    genre: ClassVar[str] = "self-help"
    clause: ClassVar[str] = "6.8"
    allows: ClassVar[int] = ANY_STACK


DRAW_SHELF: Final = DrawShelf()
DECK_LEFT: Final = DeckLeft()
SHELF_ADDED: Final = ShelfAdded()
