"""The powers of yellow genres, which tell something (§6.17 to §6.20)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import BOOKS
from emberstacks.games.librarians.effects import show_hand
from emberstacks.games.librarians.library import Library
from emberstacks.games.librarians.state import BOOK, MIDDLE, WIDTH, LibraryTable
from emberstacks.games.librarians.steps.choosing import ChooseBook, ask, without
from emberstacks.games.librarians.steps.power import Power
from emberstacks.kernel.domains import one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Chance, Step, Together
from emberstacks.kernel.versions import V1_1, V1_2
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import learn


class Biography(Power):
    """§6.17 The hand is shown to all."""

    genre: ClassVar[str] = "biography"
    clause: ClassVar[str] = "6.17"
    idle: ClassVar[str] = "there is no book in your hand that not everybody knows"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        for seen in s.hands[seat].seen:  # noqa: SIM110, compiled rules have no generators
            if s.rules < V1_2 or seen != EVERYBODY:
                return True
        return False

    def use(self, s: LibraryTable, seat: i64) -> None:
        show_hand(s, seat, s.genre_piece(self.genre))


class Science(Power):
    """§6.18 Two cards of the library are tapped."""

    genre: ClassVar[str] = "science"
    clause: ClassVar[str] = "6.18"
    idle: ClassVar[str] = "there are no two cards to tap"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.bottom_row() - s.top_row() + 1 + len(Library(s).tops()) >= s.box.power_books

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.taps = Ints([])
        ask(s, Tap(seat, s.box.power_books))


@final
class Tapped(Happening):
    """§6.18 A card is tapped."""

    kind: ClassVar[str] = "tap"

    def note(self, s: LibraryTable, seat: i64, cell: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} taps {s.tapped_text(cell)}."
            self.told(s, text, [seat, cell], because=s.genre_piece("science"))


class Tap(ChooseBook):
    """§6.18 Science: tap a card of the library, a book or a shelf card."""

    clause: ClassVar[str] = "6.18"

    left: i64 = one(BOOK)

    def choices(self, s: LibraryTable) -> Ints:
        cells = Library(s).tops()
        row: i64
        for row in range(s.top_row(), s.bottom_row() + 1):
            cells = append(cells, row * WIDTH + MIDDLE)
        for tapped in s.taps:
            cells = without(cells, tapped)
        return cells

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.taps = append(s.taps, choice)
        TAPPED.note(s, self.seat, choice)
        if self.left > 1:
            ask(s, Tap(self.seat, self.left - 1))
        elif s.rules >= V1_1:
            together(s, ANSWER_TAP, (1 << s.seats) - 1 & ~(1 << self.seat))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which card do you tap?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal("tap two different cards of the library, such as 2r3 or shelf 1.")


@final
class TapAnswered(Happening):
    """§6.18 Somebody answers a tap: `this` is 1 if `said` is a place, otherwise it is 1 for yes and
    2 for no.
    """

    kind: ClassVar[str] = "answer-tap"

    def note(self, s: LibraryTable, seat: i64, said: i64, this: i64) -> None:
        if s.log is not None:
            words = f"this one, {s.tapped_text(said)}" if this else "yes" if said == 1 else "no"
            text = f"{mark(seat)} answers: {words}."
            self.told(s, text, [seat, said, this], because=s.genre_piece("science"))


class TapAnswer(Kind[LibraryTable]):
    """§6.18 An answer to a tap."""

    def tell(self, s: LibraryTable, seat: i64, which: i64) -> None:
        """Everybody hears it."""


@final
class SayNothing(TapAnswer):
    """§6.18 No answer, of which nobody hears."""

    word: ClassVar[str] = "nothing"

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Say nothing"


@final
class YesOrNo(TapAnswer):
    """§6.18 Yes or no."""

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        return append(append(out, self.codes[0]), self.codes[1])

    def tell(self, s: LibraryTable, seat: i64, which: i64) -> None:
        TAP_ANSWERED.note(s, seat, 1 + which, 0)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return ("yes", "no")[which]

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return ("Yes", "No")[which]


@final
class ThisOne(TapAnswer):
    """§6.18 This one of the tapped cards; the varieties are the places."""

    word: ClassVar[str] = "this"

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        for cell in s.taps:
            out = append(out, self.codes[cell])
        return out

    def tell(self, s: LibraryTable, seat: i64, which: i64) -> None:
        TAP_ANSWERED.note(s, seat, which, 1)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "this " + s.cell_text(which)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label("This one", detail=s.tapped_words(which))

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("cell", which)]


TAP_ANSWERS: Final[Menu[LibraryTable]] = Menu(
    {SayNothing(): [0], YesOrNo(): [1, 2], ThisOne(): range(3, 2213)}
)


class AnswerTap(Together[LibraryTable]):
    """§6.18 The others may answer the tap, all at once: yes, no, or this one of the tapped cards."""

    clause: ClassVar[str] = "6.18"
    size: ClassVar[int] = TAP_ANSWERS.size
    block: ClassVar[int] = 2240

    def menu(self) -> Menu[LibraryTable]:
        return TAP_ANSWERS

    def choices_of(self, s: LibraryTable, seat: i64) -> Ints:
        return TAP_ANSWERS.choices(s, seat)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] >= 0:
                kind = TAP_ANSWERS.by_code[s.sealed[seat]]
                assert isinstance(kind, TapAnswer)
                kind.tell(s, seat, TAP_ANSWERS.which[s.sealed[seat]])

    def question(self, s: LibraryTable) -> str:
        return f"{mark(s.active)} has tapped two cards. Do you answer?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal("answer yes, no, nothing, or name one of the tapped cards.")


@final
class HandsPassed(Happening):
    """§6.19 All hands go to the left."""

    kind: ClassVar[str] = "pass-hands"

    def note(self, s: LibraryTable) -> None:
        if s.log is not None:
            self.told(s, "All hands pass to the left.", [], because=s.genre_piece("business"))


class Business(Power):
    """§6.19 Every hand goes to the left neighbour, who now knows it; its old owner still does."""

    genre: ClassVar[str] = "business"
    clause: ClassVar[str] = "6.19"
    idle: ClassVar[str] = "all hands are empty"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        for hand in s.hands:  # noqa: SIM110, compiled rules have no generators
            if s.rules < V1_2 or hand.count() > 0:
                return True
        return False

    def use(self, s: LibraryTable, seat: i64) -> None:
        old = s.hands
        s.hands = [old[other - 1] for other in range(s.seats)]
        other: i64
        k: i64
        for other in range(s.seats):
            hand = s.hands[other]
            for k in range(hand.count()):
                learn(s, hand, k, 1 << other)
        HANDS_PASSED.note(s)


class Cooking(Power):
    """§6.20 The next cards of the deck are shown to all and put in order."""

    genre: ClassVar[str] = "cooking"
    clause: ClassVar[str] = "6.20"
    idle: ClassVar[str] = "the deck is empty, or everybody knows its only card"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        known = 0 if s.rules < V1_2 or s.deck.any_shuffled() else 1
        return s.deck.count() > known

    def use(self, s: LibraryTable, seat: i64) -> None:
        reveal_deck(s)


@final
class Revealed(Happening):
    """§6.20 A card of the deck is shown."""

    kind: ClassVar[str] = "reveal"

    def note(self, s: LibraryTable, book: i64) -> None:
        if s.log is not None:
            text = f"{s.title(book)} is on the deck."
            self.told(s, text, [book], because=s.genre_piece("cooking"))


@final
class Ordered(Happening):
    """§6.20 A card of the deck has its place."""

    kind: ClassVar[str] = "order"

    def note(self, s: LibraryTable, book: i64) -> None:
        if s.log is not None:
            text = f"Next in the deck comes {s.title(book)}."
            self.told(s, text, [book], because=s.genre_piece("cooking"))


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
        REVEALED.note(s, choice)
        reveal_deck(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.title(choice)


class OrderDeck(Step[LibraryTable]):
    """§6.20 Cooking: which of the cards comes next?"""

    clause: ClassVar[str] = "6.20"
    size: ClassVar[int] = BOOKS

    left: i64 = one(BOOK)  # cards that have no place yet: the first ones from the top of the deck

    def choices(self, s: LibraryTable) -> Ints:
        out = Ints([])
        k: i64
        for k in range(self.left):
            out = append(out, s.deck.top.face[k])
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        top = s.deck.top
        top.add(top.take(top.find(choice)))
        ORDERED.note(s, choice)
        if self.left > 2:
            s.push(OrderDeck(self.seat, self.left - 1))
        else:
            ORDERED.note(s, top.face[0])
            top.add(top.take(0))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.box.names[choice]

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(s.title(choice), s.counts(choice))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which of these cards comes next in the deck?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("book", choice)]


def reveal_deck(s: LibraryTable) -> None:
    """§6.20 Six cards of the deck are known, or all that are left; then they are put in order."""
    known = s.deck.top.count()
    if known < s.box.cooking and s.deck.shuffled() > 0:
        s.push(REVEAL_DECK)
    elif known > 1:
        s.push(OrderDeck(s.active, known))


ANSWER_TAP: Final = AnswerTap()
REVEAL_DECK: Final = RevealDeck()
TAPPED: Final = Tapped()
TAP_ANSWERED: Final = TapAnswered()
HANDS_PASSED: Final = HandsPassed()
REVEALED: Final = Revealed()
ORDERED: Final = Ordered()
