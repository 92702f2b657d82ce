"""Verbs that turns, powers and thrills share: laying, lifting and discarding books, drawing,
showing hands.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import BOOKS, NONE
from emberstacks.games.librarians.state import (
    BEFORE,
    BOOK,
    DISCARDED,
    HIDDEN,
    ONE_WRONG,
    LibraryTable,
)
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64, remove_at
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Chance
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.zones import learn, shown


class DrawCard(Chance[LibraryTable]):
    """§3.5 A card is drawn from the deck into a hand; only its owner sees it."""

    clause: ClassVar[str] = "3.5"
    size: ClassVar[int] = BOOKS

    drawer: i64 = one(SEAT)
    target: i64 = one(BOOK)  # cards in hand at which drawing stops

    def actor(self, s: LibraryTable) -> i64:
        return self.drawer

    def weights(self, s: LibraryTable) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: LibraryTable, seat: i64, choice: i64) -> i64:
        return 1 << self.drawer

    def answer(self, s: LibraryTable, choice: i64) -> None:
        draw_one(s, self.drawer, choice)
        draw(s, self.drawer, self.target)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


@final
class Drawn(Happening):
    """§3.5 A card is drawn; only its owner sees which."""

    kind: ClassVar[str] = "draw"

    def note(self, s: LibraryTable, book: i64, seat: i64, seen_by: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} draws {s.title(book)}."
            self.told(s, text, [book, seat], seen_by, f"{mark(seat)} draws a card.")


@final
class Shown(Happening):
    """§8.2 A hand is shown to all."""

    kind: ClassVar[str] = "show"

    def note(self, s: LibraryTable, seat: i64, because: str) -> None:
        if s.log is not None:
            text = f"{mark(seat)} shows the hand: {s.hand_text(seat)}."
            self.told(s, text, [seat], because=because)


@final
class Played(Happening):
    """§4.1 A book is played; §4.4 perhaps on another one."""

    kind: ClassVar[str] = "play"

    def note(self, s: LibraryTable, seat: i64, book: i64, cell: i64) -> None:
        if s.log is not None:
            under = s.lies_on(book)
            on = "" if under == NONE else f"on {s.title(under)} "
            text = f"{mark(seat)} plays {s.describe(book)} {on}in {s.place_words(cell)}."
            self.told(s, text, [seat, book, cell])


@final
class LimitChanged(Happening):
    """§6.3 §6.7 The hand limit has changed."""

    kind: ClassVar[str] = "limit"

    def note(self, s: LibraryTable, because: str) -> None:
        if s.log is not None:
            self.told(s, f"The hand limit is now {s.limit}.", [s.limit], because=because)


def draw(s: LibraryTable, seat: i64, target: i64) -> None:
    """§3.5 Draw until the hand has this many cards or the deck is empty; chance is not asked for
    cards in a known order.
    """
    while s.hands[seat].count() < target and not s.deck.empty():
        if not s.deck.fixed():
            s.push(DrawCard(seat, target))
            return
        draw_one(s, seat, NONE)


def draw_one(s: LibraryTable, seat: i64, outcome: i64) -> None:
    slot = shown(s, s.deck.draw(outcome), 1 << seat)
    s.hands[seat].add(slot)
    DRAWN.note(s, slot[0], seat, slot[1])


def show_hand(s: LibraryTable, seat: i64, because: str) -> None:
    """§8.2 Everybody sees a hand, and will know these books until they leave it; §3.7 what was
    shown is not taken back.
    """
    hand = s.hands[seat]
    k: i64
    for k in range(hand.count()):
        learn(s, hand, k, EVERYBODY)
    if s.rules >= V1_2:
        s.learners = EVERYBODY
    SHOWN.note(s, seat, because)


def lay(s: LibraryTable, book: i64, cell: i64) -> None:
    """Put a book on a place, on top of whatever is there."""
    s.place[book] = cell
    s.laid = append(s.laid, book)
    s.layout = None
    if s.rules >= V1_2 or s.allowed & ONE_WRONG:
        s.fresh = append(s.fresh, book)  # §6.21


def lift(s: LibraryTable, book: i64) -> None:
    """Take a book off the table; the caller says where it goes."""
    k: i64 = 0
    while s.laid[k] != book:
        k += 1
    s.laid = remove_at(s.laid, k)
    s.place[book] = HIDDEN
    s.layout = None


def discard(s: LibraryTable, book: i64) -> None:
    """A book on the table or in front of a player is discarded."""
    if s.place[book] >= 0:
        lift(s, book)
    s.place[book] = DISCARDED


def play(s: LibraryTable, seat: i64, book: i64, cell: i64) -> None:
    """§3.1 A book goes from the hand onto a place and counts as played; §13.9 §13.10 perhaps as one
    that was asked for.
    """
    hand = s.hands[seat]
    shown(s, hand.take(hand.find(book)), EVERYBODY)
    lay(s, book, cell)
    s.plays += 1
    s.next_book = 0  # §13.5
    if s.box.colour[book] == s.force_colour:
        s.force_colour = NONE
    if s.box.letter[book] == s.force_letter:
        s.force_letter = NONE
    if s.box.thrill[book] != NONE:
        s.acting = append(s.acting, book)  # §13.1
    PLAYED.note(s, seat, book, cell)


def in_hand(s: LibraryTable, seat: i64) -> Ints:
    """The books of a hand, sorted: a view does not tell the order in which they came."""
    out = s.hands[seat].face[:]
    k: i64
    at: i64
    for k in range(1, len(out)):
        book = out[k]
        at = k
        while at > 0 and out[at - 1] > book:
            out[at] = out[at - 1]
            at -= 1
        out[at] = book
    return out


def may_play(s: LibraryTable) -> bool:
    """§3.2 More books may be played this turn, §13.14 unless exactly two are agreed."""
    return not s.agreed.exactly or s.plays < s.box.plays


def power_card(s: LibraryTable, seat: i64, genre: i64) -> i64:
    """A power card of this genre in front of a player, or NONE; those of one genre are the same."""
    book: i64
    for book in range(len(s.place)):
        if s.place[book] == BEFORE - seat and s.agreed.genre[book] == genre:
            return book
    return NONE


def held_genres(s: LibraryTable, seat: i64) -> i64:
    """The mask of the genres of the power cards in front of a player."""
    mask: i64 = 0
    before = BEFORE - seat
    for book, place in enumerate(s.place):
        if place == before:
            mask |= 1 << s.agreed.genre[book]
    return mask


DRAWN: Final = Drawn()
SHOWN: Final = Shown()
PLAYED: Final = Played()
LIMIT_CHANGED: Final = LimitChanged()
