"""A turn of Librarians (§3, §7, §8): its beginning, what a player may do, and its end."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.effects import draw, in_hand, may_play
from emberstacks.games.librarians.library import Library, has_place, in_one_piece
from emberstacks.games.librarians.lines import complete_genres
from emberstacks.games.librarians.state import (
    ANY_ROW,
    GAVE_UP,
    SILENT,
    STOPPED,
    STUCK,
    WON,
    LibraryTable,
    books_words,
)
from emberstacks.games.librarians.steps.completing import WHICH_FIRST, complete_genre
from emberstacks.games.librarians.steps.deeds import (
    CompleteAuthor,
    CompleteWildLine,
    Deed,
    PlayBook,
    UsePower,
    is_forced,
)
from emberstacks.games.librarians.steps.thrills import act
from emberstacks.games.librarians.talk import NO_MARKER_THERE, marker_places
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import members, several
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal


@final
class EndTurn(Deed):
    """§3.4 End the turn, §3.1 once enough is played and §3.4 the library is in one piece."""

    word: ClassVar[str] = "end"
    clause: ClassVar[str] = "3.4"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        return append(out, self.code) if may_end(library, seat) else out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        s.pop()  # nothing goes on
        end_turn(s)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "End your turn"

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        return None if rest else why_no_end(s, seat)


@final
class GiveUp(Deed):
    """§7.2 Give up, if no book can be played and the turn cannot end."""

    word: ClassVar[str] = "give up"
    clause: ClassVar[str] = "7.2"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        stuck = len(out) == 0 or (
            TURN_MENU.by_code[out[0]] is not PLAY_BOOK and out[len(out) - 1] != END_TURN.code
        )
        return append(out, self.code) if stuck else out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        s.pop()
        lose(s, STUCK if len(turn_choices(s, seat)) == 1 else GAVE_UP)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label("Give up", detail="nothing can be played, and the turn cannot end like this")

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        return (
            None
            if rest
            else Refusal("give up only when no book can be played and the turn cannot end.", "7.2")
        )


PLAY_BOOK: Final = PlayBook()
USE_POWER: Final = UsePower()
COMPLETE_AUTHOR: Final = CompleteAuthor()
COMPLETE_WILD_LINE: Final = CompleteWildLine()
END_TURN: Final = EndTurn()
GIVE_UP: Final = GiveUp()
# In the order in which they are offered; §7.2 giving up depends on what comes before it.
TURN_MENU: Final[Menu[LibraryTable]] = Menu(
    {
        PLAY_BOOK: [*range(144), *range(256, 368)],
        USE_POWER: [*range(144, 168), *range(368, 374)],
        COMPLETE_AUTHOR: [*range(168, 186), *range(374, 386)],
        COMPLETE_WILD_LINE: [*range(186, 210), *range(386, 392)],
        END_TURN: [210],
        GIVE_UP: [211],
    }
)


class Turn(Step[LibraryTable]):
    """§3.1 What does the player do next in this turn?"""

    clause: ClassVar[str] = "3.1"
    size: ClassVar[int] = TURN_MENU.size
    block: ClassVar[int] = 448

    def menu(self) -> Menu[LibraryTable]:
        return TURN_MENU

    def choices(self, s: LibraryTable) -> Ints:
        return turn_choices(s, self.seat)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.push(SETTLE)
        TURN_MENU.do(s, self.seat, choice)

    def default(self, s: LibraryTable, seat: i64) -> i64:
        codes = self.choices(s)
        last = codes[len(codes) - 1]
        return last if last == END_TURN.code else codes[0]

    def question(self, s: LibraryTable) -> str:
        owed = min(s.owed - s.plays, s.hands[self.seat].count())  # §6.19 a new hand may be smaller
        if s.hands[self.seat].count() == 0:
            return f"{mark(self.seat)}, do you use a power card or end your turn?"
        if owed <= 0:
            return f"{mark(self.seat)}, do you play another book or end your turn?"
        return (
            f"{mark(self.seat)}, play {'two more books' if owed > 1 else 'one more book'}: which"
            " one?"
        )


def turn_choices(s: LibraryTable, seat: i64) -> Ints:
    """What the player may do now: as the menu would offer it, but the library is looked at once."""
    library = Library(s)
    out = PLAY_BOOK.offered(library, seat, Ints([]))
    out = USE_POWER.offered(library, seat, out)
    out = COMPLETE_AUTHOR.offered(library, seat, out)
    out = COMPLETE_WILD_LINE.offered(library, seat, out)
    out = END_TURN.offered(library, seat, out)
    return GIVE_UP.offered(library, seat, out)


def any_play(s: LibraryTable, seat: i64) -> bool:
    """Is there a book in hand that can be played?"""
    library = Library(s)
    if may_play(s):
        for book in s.hands[seat].face:
            if has_place(library, book, s.agreed.keep_to_audience()):
                return True
    return False


def may_end(library: Library, seat: i64) -> bool:
    """§3.1 Enough is played, or the hand is empty; §13.9 nothing asked for could be played; §3.4
    all cards touch.
    """
    s = library.s
    if s.plays < s.owed and s.hands[seat].count() > 0:
        return False
    return not owes_forced(library, seat) and in_one_piece(library)


def owes_forced(library: Library, seat: i64) -> bool:
    """§13.9 §13.10 A book that was asked for is still in the hand and could be played."""
    s = library.s
    if (
        (s.force_colour == NONE and s.force_letter == NONE)
        or s.allowed & STOPPED
        or not may_play(s)
    ):
        return False
    owes = False
    for book in in_hand(s, seat):
        if is_forced(s, book) and has_place(library, book, s.agreed.keep_to_audience()):
            owes = True
    return owes


def why_no_end(s: LibraryTable, seat: i64) -> Refusal | None:
    if s.plays < s.owed:
        return Refusal(f"this turn needs {s.owed} books, and you have played {s.plays}.")
    if owes_forced(Library(s), seat):
        return Refusal("you still have a book that was asked for and can be played.", "13.9")
    return Refusal("the library is in pieces: at the end of a turn all cards must touch.", "3.4")


# After everything that changes the library


class Settle(Auto[LibraryTable]):
    """§5.2 After everything that changed the library: thrills act, lines are completed, and then
    the turn continues or ends.
    """

    clause: ClassVar[str] = "5.2"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if len(s.acting) > 0:
            thrill = s.acting[0]
            rest = Ints([])
            for other in s.acting:
                if other != thrill:
                    rest = append(rest, other)
            s.acting = rest
            s.push(SETTLE)
            act(s, thrill)
            return
        genres = complete_genres(Library(s), False)  # §5.1
        if genres == 0:
            go_on(s)
        else:
            s.push(SETTLE)
            if several(genres):
                s.push(WHICH_FIRST[s.active])
            else:
                complete_genre(s, s.active, members(genres)[0], False)


@final
class Won(Happening):
    """§7.1 Every book has been played."""

    kind: ClassVar[str] = "won"

    def note(self, s: LibraryTable) -> None:
        if s.log is not None:
            self.told(s, "The last book is on its shelf: you have won.", [])


@final
class TurnStopped(Happening):
    """§13.3 A thrill ends a turn."""

    kind: ClassVar[str] = "stop"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            thrill = s.thrill_of("stop")
            text = f"{mark(seat)}'s turn ends here, because of {s.title(thrill)}."
            self.told(s, text, [seat], because=f"book-{thrill}")


def go_on(s: LibraryTable) -> None:
    """§7.1 All is played, or the turn continues, §13.3 or stops; §3.7 even if it cannot be
    completed like this.
    """
    if s.all_played():
        s.ending = WON
        WON_TOGETHER.note(s)
        s.finish()
    elif s.allowed & STOPPED and in_one_piece(Library(s)):
        TURN_STOPPED.note(s, s.active)
        end_turn(s)
    else:
        s.push(TURN[s.active])


@final
class Stuck(Happening):
    """§7.2 Nothing can be played, or the turn cannot be completed as it was laid out (§3.7)."""

    kind: ClassVar[str] = "stuck"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            if s.plays == 0 and s.owed > 0:
                why = "cannot play"
            elif s.plays < s.owed:
                why = (
                    f"has played {books_words(s.plays)} of {s.owed} and found no place for another"
                )
            else:
                why = "has not brought the library back into one piece"
            self.told(s, f"{mark(seat)} {why}: the game is over.", [seat])


@final
class GivenUp(Happening):
    """§7.2 A player does not look for another way."""

    kind: ClassVar[str] = "give-up"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} gives up: the game is over.", [seat])


def lose(s: LibraryTable, ending: i64) -> None:
    """§7.2 Nothing can be played, or the player gives up."""
    s.ending = ending
    if ending == STUCK:
        STUCK_NOW.note(s, s.active)
    else:
        GIVEN_UP.note(s, s.active)
    s.finish()


# The beginning and the end of a turn


def end_turn(s: LibraryTable) -> None:
    """§3.5 Draw up to the hand limit; then the next player."""
    if s.allowed & ANY_ROW:
        s.layout = None  # §6.16 it had more rows
    s.allowed = 0
    s.fresh = Ints([])
    s.push(NEXT_TURN)
    draw(s, s.active, s.limit)


class NextTurn(Auto[LibraryTable]):
    """§3.6 After the cards are drawn, the next player takes their turn."""

    clause: ClassVar[str] = "3.6"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if s.rules < V1_1 and s.agreed.talk != SILENT and s.hands[s.active].count() > 0:  # §8.3
            s.push(SET_MARKER[s.active])
        else:
            next_turn(s)


@final
class Marked(Happening):
    """§8.3 Until 1.0: a place is asked for."""

    kind: ClassVar[str] = "mark"

    def note(self, s: LibraryTable, seat: i64, cell: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} asks to leave {s.place_words(cell)} alone.", [seat, cell])


@final
class NoMarker(Kind[LibraryTable]):
    """§8.3 Until 1.0: ask for nothing."""

    word: ClassVar[str] = "no marker"

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        next_turn(s)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Set no marker"


@final
class LeavePlace(Kind[LibraryTable]):
    """§8.3 Until 1.0: ask the others to leave a place or a shelf alone; the varieties are the
    places.
    """

    word: ClassVar[str] = "leave"

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        for cell in marker_places(s):
            out = append(out, self.codes[cell])
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        s.marks[seat] = which
        MARKED.note(s, seat, which)
        next_turn(s)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "leave " + s.cell_text(which)

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"Please leave {s.cell_words(which)} alone"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("cell", which)]


MARKER_MENU: Final[Menu[LibraryTable]] = Menu({NoMarker(): [2210], LeavePlace(): range(2210)})


class SetMarker(Step[LibraryTable]):
    """§8.3 Until 1.0 a marker was set after drawing."""

    clause: ClassVar[str] = "8.3"
    size: ClassVar[int] = MARKER_MENU.size
    block: ClassVar[int] = 2240

    def menu(self) -> Menu[LibraryTable]:
        return MARKER_MENU

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, do you ask the others to leave a place alone?"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return Refusal(f"{NO_MARKER_THERE} such as leave 2r3 or leave shelf 1.")


@final
class TurnSkipped(Happening):
    """§13.2 A turn does not take place."""

    kind: ClassVar[str] = "skip"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            thrill = s.thrill_of("skip")
            text = f"{mark(seat)}'s turn is skipped, because of {s.title(thrill)}."
            self.told(s, text, [seat], because=f"book-{thrill}")


@final
class TurnBegins(Happening):
    """§3.1 A turn begins."""

    kind: ClassVar[str] = "turn"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"It is {mark(seat)}'s turn.", [seat])


@final
class EmptyHanded(Happening):
    """§3.6 A player without books has nothing to do."""

    kind: ClassVar[str] = "empty-handed"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} has no book to play.", [seat])


@final
class TurnOver(Happening):
    """§3.5 A turn is over, and the cards are drawn."""

    kind: ClassVar[str] = "turn-over"

    def note(self, s: LibraryTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)}'s turn is over.", [seat])


def next_turn(s: LibraryTable) -> None:
    """§3.6 Clockwise to the next player, §13.2 skipping turns that do not take place."""
    TURN_OVER.note(s, s.active)
    s.active = (s.active + 1) % s.seats
    while s.skips > 0:
        s.skips -= 1
        TURN_SKIPPED.note(s, s.active)
        s.active = (s.active + 1) % s.seats
    begin_turn(s)


def begin_turn(s: LibraryTable) -> None:
    """§3.1 You owe two books, or all you have; §3.6 with an empty hand you can only use powers;
    §7.2 or all is lost.
    """
    seat = s.active
    s.marks[seat] = NONE
    s.plays = 0
    s.owed = min(s.box.plays, s.hands[seat].count())
    TURN_BEGINS.note(s, seat)
    if s.owed == 0 and (
        s.rules < V1_1 or turn_choices(s, seat)[0] in (END_TURN.code, GIVE_UP.code)
    ):
        EMPTY_HANDED.note(s, seat)
        end_turn(s)
        return
    s.force_colour = NONE
    s.force_letter = NONE
    if s.owed > 0:  # §13.9 what was asked for waits for a player with books
        s.force_colour, s.next_colour = s.next_colour, s.force_colour
        s.force_letter, s.next_letter = s.next_letter, s.force_letter
    if any_play(s, seat) or turn_choices(s, seat)[0] != GIVE_UP.code:
        s.push(TURN[seat])
    else:
        lose(s, STUCK)


TURN: Final = [Turn(seat) for seat in range(MAX_SEATS)]
SETTLE: Final = Settle()
NEXT_TURN: Final = NextTurn()
SET_MARKER: Final = [SetMarker(seat) for seat in range(MAX_SEATS)]
WON_TOGETHER: Final = Won()
TURN_STOPPED: Final = TurnStopped()
STUCK_NOW: Final = Stuck()
GIVEN_UP: Final = GivenUp()
MARKED: Final = Marked()
TURN_SKIPPED: Final = TurnSkipped()
TURN_BEGINS: Final = TurnBegins()
EMPTY_HANDED: Final = EmptyHanded()
TURN_OVER: Final = TurnOver()
