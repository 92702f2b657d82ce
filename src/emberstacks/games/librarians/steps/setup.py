"""Setting up (§1): thrills, shelf cards, hands and the first player come by chance."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import BOOKS, NONE, SHELVES
from emberstacks.games.librarians.effects import draw
from emberstacks.games.librarians.state import (
    BOXED,
    CHANCE,
    FIRST_ROW,
    HIDDEN,
    LibraryTable,
    way_words,
)
from emberstacks.games.librarians.steps.green import put_shelf
from emberstacks.games.librarians.steps.turn import begin_turn
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Chance

ONES: Final = [Ints([int(k < count) for k in range(MAX_SEATS)]) for count in range(MAX_SEATS + 1)]


@final
class MixedIn(Happening):
    """§13.1 A thrill joins the deck."""

    kind: ClassVar[str] = "mix-in"

    def note(self, s: LibraryTable, book: i64) -> None:
        if s.log is not None:
            self.told(s, f"{s.title(book)} joins the deck.", [book])


class MixIn(Chance[LibraryTable]):
    """§13.1 Chance says which thrill joins the deck next."""

    clause: ClassVar[str] = "13.1"
    size: ClassVar[int] = BOOKS

    def weights(self, s: LibraryTable) -> Ints:
        out = Ints([0] * len(s.place))
        book: i64
        for book in range(len(out)):
            if (
                s.box.thrill[book] != NONE
                and s.place[book] == BOXED
                and s.agreed.picked[book] == CHANCE
            ):
                out[book] = 1
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.place[choice] = HIDDEN
        s.deck.rest[choice] = 1
        MIXED_IN.note(s, choice)
        set_up(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


@final
class ShelfLaid(Happening):
    """§1.6 A shelf card is laid out."""

    kind: ClassVar[str] = "shelf"

    def note(self, s: LibraryTable, card: i64, number: i64, row: i64) -> None:
        if s.log is not None:
            text = f"Shelf {number} is laid out: {way_words(s.arrow(row))}."
            self.told(s, text, [card, number, row])


class LayShelf(Chance[LibraryTable]):
    """§1.6 The next shelf card of the column is drawn, §1.7 and lies as printed or as agreed."""

    clause: ClassVar[str] = "1.6"
    size: ClassVar[int] = SHELVES

    def weights(self, s: LibraryTable) -> Ints:
        return s.spare

    def answer(self, s: LibraryTable, choice: i64) -> None:
        number = s.bottom_row() - FIRST_ROW + 1
        wanted: i64 = -1 if number % 2 == 0 else 1
        put_shelf(
            s, choice, FIRST_ROW + number, s.agreed.alternate and s.box.arrow[choice] != wanted
        )
        SHELF_LAID.note(s, choice, number + 1, FIRST_ROW + number)
        set_up(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return f"card {choice + 1}"


class DealHands(Auto[LibraryTable]):
    """§1.8 The next player is dealt a hand."""

    clause: ClassVar[str] = "1.8"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        seat: i64
        for seat in range(s.seats):
            if s.hands[seat].count() == 0:
                s.push(DEAL_HANDS)
                draw(s, seat, s.box.hand)
                return
        s.push(FIRST_PLAYER)


@final
class Begins(Happening):
    """§1.9 Somebody begins."""

    kind: ClassVar[str] = "begin"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} begins.", [seat])


class FirstPlayer(Chance[LibraryTable]):
    """§1.9 Chance decides who begins."""

    clause: ClassVar[str] = "1.9"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: LibraryTable) -> Ints:
        return ONES[s.seats]

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.active = choice
        BEGINS.note(s, choice)
        begin_turn(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return LETTERS[choice]


def set_up(s: LibraryTable) -> None:
    """§1.6 First the thrills, then the shelf cards, then the hands."""
    mixed: i64 = 0
    book: i64
    for book in range(len(s.place)):
        if s.box.thrill[book] != NONE and s.place[book] != BOXED:
            mixed += 1
    if mixed < s.agreed.thrills:
        s.push(MIX_IN)
    elif s.bottom_row() - FIRST_ROW + 1 < s.box.first_shelves:
        s.push(LAY_SHELF)
    else:
        s.push(DEAL_HANDS)


MIX_IN: Final = MixIn()
LAY_SHELF: Final = LayShelf()
DEAL_HANDS: Final = DealHands()
FIRST_PLAYER: Final = FirstPlayer()
MIXED_IN: Final = MixedIn()
SHELF_LAID: Final = ShelfLaid()
BEGINS: Final = Begins()
