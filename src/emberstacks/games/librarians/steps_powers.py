"""The powers of red, green and yellow genres, and which power does what (§6)."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.librarians.components import (
    ACTION,
    ADVENTURE,
    BIOGRAPHY,
    BOOKS,
    BUSINESS,
    COMEDY,
    COOKING,
    CRIME,
    DETECTIVE,
    DRAMA,
    FANTASY,
    GRAPHIC_NOVEL,
    HORROR,
    MYSTERY,
    MYTHOLOGY,
    NONE,
    PICTURE_BOOK,
    POETRY,
    ROMANCE,
    SCIENCE,
    SCIFI,
    SELF_HELP,
    SHELVES,
    TRAGEDY,
    TRAVEL,
    TRUE_CRIME,
)
from emberstacks.games.librarians.effects import discard, may_play, show_hand
from emberstacks.games.librarians.library import Library
from emberstacks.games.librarians.state import (
    ANY_ORDER,
    ANY_ROW,
    ANY_STACK,
    ANY_TOUCH,
    DISCARDED,
    LOST_TO_HORROR,
    MIDDLE,
    ONE_WRONG,
    WIDTH,
    LibraryTable,
)
from emberstacks.games.librarians.steps_moves import (
    INSERT_WHICH,
    SHIFT_COLUMN,
    SWAP_FIRST,
    TURN_SHELF,
    ChooseBook,
    MoveBook,
    TakeBook,
    TravelRemove,
    movable,
    without,
)
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Chance, Step
from emberstacks.kernel.zones import learn, shown

BOTH: Final = Ints([0, 1])
FOUR: Final = Ints([0, 1, 2, 3])


# Red


class RemoveShelf(Step[LibraryTable]):
    """§6.2 Detective: the topmost or the lowest shelf card leaves the game."""

    clause: ClassVar[str] = "6.2"
    size: ClassVar[int] = 2

    def choices(self, s: LibraryTable) -> Ints:
        return BOTH

    def answer(self, s: LibraryTable, choice: i64) -> None:
        remove_shelf(s, choice == 0)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "top" if choice == 0 else "bottom"

    def label(self, s: LibraryTable, choice: i64) -> str:
        return "Remove the topmost shelf" if choice == 0 else "Remove the lowest shelf"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, the Detective takes a shelf with all its books. Which one?"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "only the topmost or the lowest shelf can go, so that the column stays whole."

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"shelf-{s.shelf[s.top_row() if choice == 0 else s.bottom_row()]}"]


def strike(s: LibraryTable, seat: i64, genre: i64) -> None:
    """§5.6 The power of a red genre strikes at once."""
    if genre == HORROR:  # §6.1
        s.ending = LOST_TO_HORROR
        s.note("horror")
        s.finish()
    elif genre == DETECTIVE:
        if s.top_row() < s.bottom_row():
            s.push(REMOVE_SHELF[seat])
        elif s.top_row() == s.bottom_row():
            remove_shelf(s, True)
    elif genre == TRUE_CRIME:  # §6.3
        s.limit = max(1, s.limit - 1)
        s.note("limit", s.limit)
    else:
        assert genre == TRAGEDY  # §6.4
        s.no_stacking = 1
        s.note("tragedy")


def remove_shelf(s: LibraryTable, top: bool) -> None:
    """§6.2 An outer shelf card leaves, with all books of its row and beyond; the last one takes everything."""
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
        if s.marks[seat] != NONE and s.shelf[s.marks[seat] // WIDTH] == NONE:
            s.marks[seat] = NONE
    s.taps = Ints([])
    s.note("remove-shelf", NONE, count)


# Green


class LeaveDeck(Chance[LibraryTable]):
    """§6.5 Romance: a card leaves the deck unplayed."""

    clause: ClassVar[str] = "6.5"
    size: ClassVar[int] = BOOKS

    def __init__(self, left: i64) -> None:
        super().__init__()
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.left]

    def actor(self, s: LibraryTable) -> i64:
        return s.active

    def weights(self, s: LibraryTable) -> Ints:
        return s.deck.weights()

    def answer(self, s: LibraryTable, choice: i64) -> None:
        leave_one(s, choice)
        leave_deck(s, self.left - 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


def leave_deck(s: LibraryTable, left: i64) -> None:
    """§6.5 So many cards leave the deck, or all there are."""
    while left > 0 and s.deck.count() > 0:
        if not s.deck.fixed():
            s.push(LeaveDeck(left))
            return
        leave_one(s, NONE)
        left -= 1


def leave_one(s: LibraryTable, outcome: i64) -> None:
    book = shown(s, s.deck.draw(outcome), EVERYBODY)[0]
    s.place[book] = DISCARDED
    s.note("leave-deck", book)


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
    """§6.6 The spare shelf card joins the column at the top or the bottom, one way round or the other."""

    clause: ClassVar[str] = "6.6"
    size: ClassVar[int] = 4

    def __init__(self, seat: i64, shelf: i64) -> None:
        super().__init__(seat)
        self.shelf: i64 = shelf

    def args(self) -> list[int]:
        return [self.seat, self.shelf]

    def choices(self, s: LibraryTable) -> Ints:
        return FOUR if s.bottom_row() >= s.top_row() else BOTH

    def answer(self, s: LibraryTable, choice: i64) -> None:
        empty = s.bottom_row() < s.top_row()
        row = s.bottom_row() + 1 if empty or choice >= 2 else s.top_row() - 1
        put_shelf(s, self.shelf, row, choice % 2 == 1)
        s.note("add-shelf", self.seat, row - s.top_row() + 1)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return ("top", "top turned", "bottom", "bottom turned")[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        right = (s.box.arrow[self.shelf] > 0) == (choice % 2 == 0)
        return f"At the {'top' if choice < 2 else 'bottom'}, A to Z to the {'right' if right else 'left'}"

    def question(self, s: LibraryTable) -> str:
        power = f" ({s.box.shelf_texts[self.shelf]})" if s.agreed.shelf_powers else ""
        return f"{mark(self.seat)}, where does the new shelf card{power} go, and which way round?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"shelf-{self.shelf}"]


def put_shelf(s: LibraryTable, shelf: i64, row: i64, turned: bool) -> None:
    """A shelf card of the pile joins the column."""
    s.spare[shelf] = 0
    s.shelf[row] = shelf
    s.layout = None
    if turned:
        s.turned |= 1 << shelf


# Yellow


class Tap(ChooseBook):
    """§6.18 Science: tap a card of the library, a book or a shelf card."""

    clause: ClassVar[str] = "6.18"

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left

    def args(self) -> list[int]:
        return [self.seat, self.left]

    def choices(self, s: LibraryTable) -> Ints:
        cells = Library(s).tops()
        row: i64
        for row in range(s.top_row(), s.bottom_row() + 1):
            cells = plus(cells, row * WIDTH + MIDDLE)
        for tapped in s.taps:
            cells = without(cells, tapped)
        return cells

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.taps = plus(s.taps, choice)
        s.note("tap", self.seat, choice)
        if self.left > 1:
            s.push(Tap(self.seat, self.left - 1))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which card do you tap?"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "tap two different cards of the library, such as 2r3 or shelf 1."


class RevealDeck(Chance[LibraryTable]):
    """§6.20 Cooking: the next card of the deck is shown to all."""

    clause: ClassVar[str] = "6.20"
    size: ClassVar[int] = BOOKS

    def actor(self, s: LibraryTable) -> i64:
        return s.active

    def weights(self, s: LibraryTable) -> Ints:
        return s.deck.weights()

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.deck.rest[choice] -= 1
        s.deck.top.add((choice, EVERYBODY, s.deck.lot, -1))
        s.note("reveal", choice)
        reveal_deck(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


class OrderDeck(Step[LibraryTable]):
    """§6.20 Cooking: which of the cards comes next?"""

    clause: ClassVar[str] = "6.20"
    size: ClassVar[int] = BOOKS

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left  # cards that have no place yet: the first ones of the deck's top

    def args(self) -> list[int]:
        return [self.seat, self.left]

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        k: i64
        for k in range(self.left):
            out = plus(out, s.deck.top.face[k])
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        top = s.deck.top
        top.add(top.take(top.find(choice)))
        s.note("order", choice)
        if self.left > 2:
            s.push(OrderDeck(self.seat, self.left - 1))
        else:
            s.note("order", top.face[0])
            top.add(top.take(0))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.box.names[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        return s.describe(choice)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which of these cards comes next in the deck?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"book-{choice}"]


def reveal_deck(s: LibraryTable) -> None:
    """§6.20 Six cards of the deck are known, or all there are; then they are put in order."""
    known = s.deck.top.count()
    if known < s.box.cooking and s.deck.shuffled() > 0:
        s.push(REVEAL_DECK)
    elif known > 1:
        s.push(OrderDeck(s.active, known))


def pass_hands(s: LibraryTable) -> None:
    """§6.19 Business: every hand goes to the left neighbour, who now knows it; who gave it still does."""
    old = s.hands
    s.hands = [old[seat - 1] for seat in range(s.seats)]
    seat: i64
    k: i64
    for seat in range(s.seats):
        hand = s.hands[seat]
        for k in range(hand.count()):
            learn(s, hand, k, 1 << seat)
    s.note("pass-hands")


# All powers


def can_use(s: LibraryTable, seat: i64, genre: i64) -> bool:
    """§3.3 A power that would change nothing cannot be used."""
    books: i64 = len(s.laid)
    rows = s.bottom_row() - s.top_row() + 1
    if genre in (ROMANCE, COOKING):
        return s.deck.count() > 0
    if genre == COMEDY:
        return spare_shelves(s) > 0
    if genre == SELF_HELP:
        return s.allowed & ANY_STACK == 0
    if genre == SCIFI:
        return s.allowed & ANY_TOUCH == 0
    if genre == POETRY:
        return s.allowed & ANY_ORDER == 0
    if genre == GRAPHIC_NOVEL:
        return s.allowed & ANY_ROW == 0
    if genre == MYSTERY:
        return s.allowed & ONE_WRONG == 0
    if genre == FANTASY:
        return s.owed > 0
    if genre == ACTION:
        return len(Library(s).tops()) >= 2
    if genre in (TRAVEL, MYTHOLOGY):
        return books > 0
    if genre == BIOGRAPHY:
        return s.hands[seat].count() > 0
    if genre == SCIENCE:
        return rows + len(Library(s).tops()) >= s.box.power_books
    if genre == CRIME:
        return rows > 0
    if genre == DRAMA:
        return may_play(s) and len(INSERT_WHICH[seat].choices(s)) > 0
    if genre == PICTURE_BOOK:
        return rows > 1 and len(SHIFT_COLUMN[seat].choices(s)) > 0
    if genre in (ADVENTURE, BUSINESS):
        return True
    return len(movable(s, NONE)) > 0  # Thriller


def use_power(s: LibraryTable, seat: i64, genre: i64) -> None:
    """§6.5 to §6.24 Carry out the power of a genre that is not red."""
    many = s.box.power_books
    if genre == ROMANCE:
        leave_deck(s, s.box.romance)
    elif genre == COMEDY:
        s.push(DRAW_SHELF)
    elif genre == ADVENTURE:  # §6.7
        s.limit += 1
        s.note("limit", s.limit)
    elif genre == SELF_HELP:  # §6.8
        s.allowed |= ANY_STACK
    elif genre == ACTION:
        s.push(SWAP_FIRST[seat])
    elif genre == TRAVEL:
        s.push(TravelRemove(seat, many))
    elif genre == MYTHOLOGY:
        s.push(TakeBook(seat, many))
    elif genre == FANTASY:  # §6.13
        s.owed = 0
    elif genre == SCIFI:  # §6.14
        s.allowed |= ANY_TOUCH
    elif genre == POETRY:  # §6.15
        s.allowed |= ANY_ORDER
    elif genre == GRAPHIC_NOVEL:  # §6.16
        s.allowed |= ANY_ROW
    elif genre == BIOGRAPHY:  # §6.17
        show_hand(s, seat)
    elif genre == SCIENCE:
        s.taps = Ints([])
        s.push(Tap(seat, many))
    elif genre == BUSINESS:
        pass_hands(s)
    elif genre == COOKING:
        reveal_deck(s)
    elif genre == MYSTERY:
        s.allowed |= ONE_WRONG
    elif genre == CRIME:
        s.push(TURN_SHELF[seat])
    elif genre == DRAMA:
        s.push(INSERT_WHICH[seat])
    elif genre == PICTURE_BOOK:
        s.push(SHIFT_COLUMN[seat])
    else:  # §6.9 Thriller
        s.push(MoveBook(seat, many, NONE))


def spare_shelves(s: LibraryTable) -> i64:
    """How many shelf cards are in the pile."""
    count: i64 = 0
    for card in s.spare:
        count += card
    return count


REMOVE_SHELF: Final = [RemoveShelf(seat) for seat in range(MAX_SEATS)]
DRAW_SHELF: Final = DrawShelf()
REVEAL_DECK: Final = RevealDeck()
RED_AND_GREEN_STEPS: Final = (RemoveShelf, LeaveDeck, DrawShelf, PlaceShelf)
YELLOW_STEPS: Final = (Tap, RevealDeck, OrderDeck)
