"""The powers of red genres, which strike at once (§6.1 to §6.4)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.effects import LIMIT_CHANGED, discard
from emberstacks.games.librarians.state import LOST_TO_HORROR, WIDTH, LibraryTable, books_words
from emberstacks.games.librarians.steps.power import Power
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.words import Refusal


@final
class HorrorStrikes(Happening):
    """§6.1 The game is lost."""

    kind: ClassVar[str] = "horror"

    def note(self, s: LibraryTable) -> None:
        if s.log is not None:
            self.told(s, "Horror: you have lost.", [], because=s.genre_piece("horror"))


class Horror(Power):
    """§6.1 The game is lost."""

    genre: ClassVar[str] = "horror"
    clause: ClassVar[str] = "6.1"

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.ending = LOST_TO_HORROR
        HORROR_STRIKES.note(s)
        s.finish()


@final
class ShelfRemoved(Happening):
    """§6.2 A shelf card leaves, with its books."""

    kind: ClassVar[str] = "remove-shelf"

    def note(self, s: LibraryTable, count: i64, top: bool, alone: bool) -> None:
        if s.log is not None:
            which = (
                "The last shelf" if alone else "The topmost shelf" if top else "The lowest shelf"
            )
            text = f"{which} leaves the game, and with it {books_words(count)}."
            self.told(s, text, [NONE, count, int(top)], because=s.genre_piece("detective"))


class Detective(Power):
    """§6.2 The topmost or the lowest shelf card leaves the game."""

    genre: ClassVar[str] = "detective"
    clause: ClassVar[str] = "6.2"

    def use(self, s: LibraryTable, seat: i64) -> None:
        if s.top_row() < s.bottom_row():
            s.push(REMOVE_SHELF[seat])
        elif s.top_row() == s.bottom_row():
            remove_shelf(s, True)


@final
class RemoveTopmost(Kind[LibraryTable]):
    """§6.2 The topmost shelf card."""

    word: ClassVar[str] = "top"

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        remove_shelf(s, True)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Remove the topmost shelf"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("shelf", s.shelf[s.top_row()])]


@final
class RemoveLowest(Kind[LibraryTable]):
    """§6.2 The lowest shelf card."""

    word: ClassVar[str] = "bottom"

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        remove_shelf(s, False)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Remove the lowest shelf"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("shelf", s.shelf[s.bottom_row()])]


REMOVING: Final[Menu[LibraryTable]] = Menu({RemoveTopmost(): [0], RemoveLowest(): [1]})


class RemoveShelf(Step[LibraryTable]):
    """§6.2 Detective: the topmost or the lowest shelf card leaves the game."""

    clause: ClassVar[str] = "6.2"
    size: ClassVar[int] = REMOVING.size
    block: ClassVar[int] = 4

    def menu(self) -> Menu[LibraryTable]:
        return REMOVING

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, the Detective takes a shelf with all its books. Which one?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal(
            "only the topmost or the lowest shelf can go, so that the column stays whole."
        )


def remove_shelf(s: LibraryTable, top: bool) -> None:
    """§6.2 An outer shelf card leaves, with all books of its row and beyond; the last one takes
    everything.
    """
    first: i64 = s.top_row()
    last: i64 = s.bottom_row()
    row = first if top else last
    alone = first == last
    s.gone |= 1 << s.shelf[row]
    s.turned &= ~(1 << s.shelf[row])
    s.shelf[row] = NONE
    s.layout = None
    count: i64 = 0
    for book in s.laid[:]:
        at = s.place[book] // WIDTH
        if alone or (at <= row if top else at >= row):
            discard(s, book)
            count += 1
    seat: i64
    for seat in range(s.seats):
        if s.marks[seat] != NONE and s.shelf[s.marks[seat] // WIDTH] == NONE:  # §8.3
            s.marks[seat] = NONE
    s.taps = Ints([])
    SHELF_REMOVED.note(s, count, top, alone)


class TrueCrime(Power):
    """§6.3 The hand limit falls by one, never below one."""

    genre: ClassVar[str] = "true-crime"
    clause: ClassVar[str] = "6.3"

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.limit = max(1, s.limit - 1)
        LIMIT_CHANGED.note(s, s.genre_piece(self.genre))


@final
class TragedyStrikes(Happening):
    """§6.4 Letters are not stacked any more."""

    kind: ClassVar[str] = "tragedy"

    def note(self, s: LibraryTable) -> None:
        if s.log is not None:
            self.told(
                s,
                "Books can no longer be laid on others with the same letter.",
                [],
                because=s.genre_piece("tragedy"),
            )


class Tragedy(Power):
    """§6.4 No book can be laid on its own letter any more."""

    genre: ClassVar[str] = "tragedy"
    clause: ClassVar[str] = "6.4"

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.no_stacking = 1
        TRAGEDY_STRIKES.note(s)


REMOVE_SHELF: Final = [RemoveShelf(seat) for seat in range(MAX_SEATS)]
HORROR_STRIKES: Final = HorrorStrikes()
SHELF_REMOVED: Final = ShelfRemoved()
TRAGEDY_STRIKES: Final = TragedyStrikes()
