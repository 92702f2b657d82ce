"""Turns full of Thrills (§13): what a thrill does when it is played, one class for each."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import ALPHABET, GENRES, NONE
from emberstacks.games.librarians.effects import discard, draw, held_genres, power_card, show_hand
from emberstacks.games.librarians.state import (
    ANY_GAP,
    ANY_ORDER,
    ANY_STACK,
    BOOK,
    BOXED,
    STOPPED,
    LibraryTable,
    in_sentence,
)
from emberstacks.games.librarians.steps.blue import SWAP_FIRST
from emberstacks.games.librarians.steps.choosing import ChooseBook, ask, remove_top
from emberstacks.games.librarians.steps.powers import power_of
from emberstacks.kernel.domains import one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.versions import V1_1

COLOURS: Final = 6
ALL_COLOURS: Final = Ints(list(range(COLOURS)))
ALL_LETTERS: Final = Ints(list(range(len(ALPHABET))))


class Thrill:
    """§13.1 A book without genre that acts when it is played."""

    action: ClassVar[str] = ""  # as components.toml names it
    clause: ClassVar[str] = "13.1"

    def act(self, s: LibraryTable, seat: i64) -> None:
        raise NotImplementedError


class Skip(Thrill):
    """§13.2 The next player's turn does not take place."""

    action: ClassVar[str] = "skip"
    clause: ClassVar[str] = "13.2"

    def act(self, s: LibraryTable, seat: i64) -> None:
        s.skips += 1


class Stop(Thrill):
    """§13.3 The turn ends, no matter how few books were played."""

    action: ClassVar[str] = "stop"
    clause: ClassVar[str] = "13.3"

    def act(self, s: LibraryTable, seat: i64) -> None:
        s.owed = 0
        s.allowed |= STOPPED


class Swap(Thrill):
    """§13.4 Two books change places, as with Action."""

    action: ClassVar[str] = "swap"
    clause: ClassVar[str] = "13.4"

    def act(self, s: LibraryTable, seat: i64) -> None:
        if len(SWAP_FIRST[seat].choices(s)) >= 2:
            s.push(SWAP_FIRST[seat])


class Gap(Thrill):
    """§13.5 The next book may leave a gap."""

    action: ClassVar[str] = "gap"
    clause: ClassVar[str] = "13.5"

    def act(self, s: LibraryTable, seat: i64) -> None:
        s.next_book |= ANY_GAP


class NoOrder(Thrill):
    """§13.6 The next book does not have to fit the order."""

    action: ClassVar[str] = "no-order"
    clause: ClassVar[str] = "13.6"

    def act(self, s: LibraryTable, seat: i64) -> None:
        s.next_book |= ANY_ORDER


class StackAny(Thrill):
    """§13.7 The next book may be laid on any book."""

    action: ClassVar[str] = "stack-any"
    clause: ClassVar[str] = "13.7"

    def act(self, s: LibraryTable, seat: i64) -> None:
        s.next_book |= ANY_STACK


class Draw(Thrill):
    """§13.8 Three cards are drawn, even beyond the hand limit."""

    action: ClassVar[str] = "draw"
    clause: ClassVar[str] = "13.8"

    def act(self, s: LibraryTable, seat: i64) -> None:
        draw(s, seat, s.hands[seat].count() + s.box.draw)


class ForceColour(Thrill):
    """§13.9 The next player must play a colour."""

    action: ClassVar[str] = "force-colour"
    clause: ClassVar[str] = "13.9"

    def act(self, s: LibraryTable, seat: i64) -> None:
        ask(s, NAME_COLOUR[seat])


@final
class ColourAsked(Happening):
    """§13.9 A colour is asked for."""

    kind: ClassVar[str] = "force-colour"

    def note(self, s: LibraryTable, seat: i64, colour: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} asks for {s.box.colours[colour]}: the next player must play such a"
                " book if they can."
            )
            self.told(s, text, [seat, colour], because=f"book-{s.thrill_of('force-colour')}")


class NameColour(Step[LibraryTable]):
    """§13.9 Name the colour that the next player must play."""

    clause: ClassVar[str] = "13.9"
    size: ClassVar[int] = COLOURS

    def choices(self, s: LibraryTable) -> Ints:
        return ALL_COLOURS if s.rules < V1_1 else in_play(s, s.box.colour, COLOURS)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.next_colour = choice
        COLOUR_ASKED.note(s, self.seat, choice)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.box.colours[choice]

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which colour must the next player play?"


def in_play(s: LibraryTable, values: Ints, count: i64) -> Ints:
    """§13.9 §13.10 The colours, or the letters, of the books of this game."""
    mask: i64 = 0
    book: i64
    for book in range(len(s.place)):
        if s.place[book] != BOXED and values[book] != NONE:
            mask |= 1 << values[book]
    out = Ints([])
    k: i64
    for k in range(count):
        if has(mask, k):
            out = append(out, k)
    return out


class ForceLetter(Thrill):
    """§13.10 The next player must play a letter."""

    action: ClassVar[str] = "force-letter"
    clause: ClassVar[str] = "13.10"

    def act(self, s: LibraryTable, seat: i64) -> None:
        ask(s, NAME_LETTER[seat])


@final
class LetterAsked(Happening):
    """§13.10 A letter is asked for."""

    kind: ClassVar[str] = "force-letter"

    def note(self, s: LibraryTable, seat: i64, letter: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} asks for the letter {ALPHABET[letter]}: the next player must play"
                " such a book if they can."
            )
            self.told(s, text, [seat, letter], because=f"book-{s.thrill_of('force-letter')}")


class NameLetter(Step[LibraryTable]):
    """§13.10 Name the letter that the next player must play."""

    clause: ClassVar[str] = "13.10"
    size: ClassVar[int] = len(ALPHABET)

    def choices(self, s: LibraryTable) -> Ints:
        return ALL_LETTERS if s.rules < V1_1 else in_play(s, s.box.letter, len(ALPHABET))

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.next_letter = choice
        LETTER_ASKED.note(s, self.seat, choice)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "letter " + ALPHABET[choice].lower()

    def label(self, s: LibraryTable, choice: i64) -> str:
        return ALPHABET[choice]

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which letter must the next player play?"


class Reveal(Thrill):
    """§13.11 A player shows their hand."""

    action: ClassVar[str] = "reveal"
    clause: ClassVar[str] = "13.11"

    def act(self, s: LibraryTable, seat: i64) -> None:
        ask(s, CHOOSE_REVEALER[seat])


class ChooseRevealer(Step[LibraryTable]):
    """§13.11 A player of your choice shows their hand."""

    clause: ClassVar[str] = "13.11"
    size: ClassVar[int] = MAX_SEATS

    def choices(self, s: LibraryTable) -> Ints:
        return with_cards(s)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        show_hand(s, choice, f"book-{s.thrill_of('reveal')}")

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "show " + LETTERS[choice].lower()

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"{mark(choice)} shows the hand"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, who shows their hand?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("player", choice)]


def with_cards(s: LibraryTable) -> Ints:
    """The seats that have a hand to show."""
    out = Ints([])
    seat: i64
    for seat in range(s.seats):
        if s.hands[seat].count() > 0:
            out = append(out, seat)
    return out


class Clear(Thrill):
    """§13.12 Five books leave the library."""

    action: ClassVar[str] = "clear"
    clause: ClassVar[str] = "13.12"

    def act(self, s: LibraryTable, seat: i64) -> None:
        ask(s, ClearBook(seat, s.box.clear))  # §6.11 Travel may have removed the very last book


class ClearBook(ChooseBook):
    """§13.12 Which book is removed from the library?"""

    clause: ClassVar[str] = "13.12"

    left: i64 = one(BOOK)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        remove_top(s, choice, f"book-{s.thrill_of('clear')}")
        if self.left > 1:
            ask(s, ClearBook(self.seat, self.left - 1))

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book do you remove? ({self.left} to go)"


class Borrow(Thrill):
    """§13.13 The power card of another player is carried out."""

    action: ClassVar[str] = "borrow-power"
    clause: ClassVar[str] = "13.13"

    def act(self, s: LibraryTable, seat: i64) -> None:
        ask(s, BORROW[seat])


@final
class PowerBorrowed(Happening):
    """§13.13 The power card of another player is carried out."""

    kind: ClassVar[str] = "borrow"

    def note(self, s: LibraryTable, seat: i64, genre: i64, owner: i64) -> None:
        if s.log is not None:
            name = s.box.genre_names[genre]
            text = (
                f"{mark(seat)} borrows {name} from {mark(owner)}:"
                f" {in_sentence(s.box.power_texts[genre])}"
            )
            self.told(s, text, [seat, genre, owner], because=f"book-{s.thrill_of('borrow-power')}")


@final
class Borrowing(Kind[LibraryTable]):
    """§13.13 Carry out the power card of another player; the varieties are the genres of A's cards,
    then of B's, and so on.
    """

    word: ClassVar[str] = "borrow"
    clause: ClassVar[str] = "13.13"

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        """Those that can be carried out now."""
        other: i64
        for other in range(s.seats):
            if other != seat:
                for genre in members(held_genres(s, other)):
                    if power_of(s, genre).usable(s, seat):
                        out = append(out, self.codes[other * GENRES + genre])
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        owner = which // GENRES
        genre = which % GENRES
        discard(s, power_card(s, owner, genre))
        POWER_BORROWED.note(s, seat, genre, owner)
        power_of(s, genre).use(s, seat)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"borrow {s.box.genres[which % GENRES]} from {LETTERS[which // GENRES].lower()}"

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"Use {s.box.genre_names[which % GENRES]} of {mark(which // GENRES)}"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("player", which // GENRES)]


# 24 numbers for the genres of each player; the others are kept for genres to come.
BORROWING: Final = Menu(
    {
        Borrowing(): [
            *(*range(24), *range(192, 198)),
            *(*range(24, 48), *range(198, 204)),
            *(*range(48, 72), *range(204, 210)),
            *(*range(72, 96), *range(210, 216)),
            *(*range(96, 120), *range(216, 222)),
            *(*range(120, 144), *range(222, 228)),
            *(*range(144, 168), *range(228, 234)),
            *(*range(168, 192), *range(234, 240)),
        ]
    }
)


class BorrowPower(Step[LibraryTable]):
    """§13.13 Whose power card do you carry out?"""

    clause: ClassVar[str] = "13.13"
    size: ClassVar[int] = BORROWING.size
    block: ClassVar[int] = 256

    def menu(self) -> Menu[LibraryTable]:
        return BORROWING

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, whose power card do you carry out?"


@final
class ThrillActs(Happening):
    """§13.1 A thrill acts."""

    kind: ClassVar[str] = "thrill"

    def note(self, s: LibraryTable, book: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{s.title(book)}: {in_sentence(s.box.action_texts[s.box.thrill[book]])}",
                [book],
                because=f"book-{book}",
            )


def act(s: LibraryTable, thrill: i64) -> None:
    """§13.1 The action of a thrill that has just been played."""
    THRILL_ACTS.note(s, thrill)
    ACTIONS[s.box.action_likes[s.box.thrill[thrill]]].act(s, s.active)


NAME_COLOUR: Final = [NameColour(seat) for seat in range(MAX_SEATS)]
NAME_LETTER: Final = [NameLetter(seat) for seat in range(MAX_SEATS)]
CHOOSE_REVEALER: Final = [ChooseRevealer(seat) for seat in range(MAX_SEATS)]
BORROW: Final = [BorrowPower(seat) for seat in range(MAX_SEATS)]
KINDS: Final[tuple[type[Thrill], ...]] = (
    Skip, Stop, Swap, Gap, NoOrder, StackAny, Draw, ForceColour, ForceLetter, Reveal, Clear, Borrow,
)  # fmt: skip
ACTIONS: Final[dict[str, Thrill]] = {kind.action: kind() for kind in KINDS}
COLOUR_ASKED: Final = ColourAsked()
LETTER_ASKED: Final = LetterAsked()
POWER_BORROWED: Final = PowerBorrowed()
THRILL_ACTS: Final = ThrillActs()
