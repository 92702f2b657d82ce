"""A turn of Librarians (§3, §7, §8): its beginning, what a player may do, and its end."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.librarians.components import AUTHORS, BOOKS, GENRES, NONE
from emberstacks.games.librarians.effects import discard, draw, held_genres, in_hand, may_play, power_card
from emberstacks.games.librarians.library import EMPTY, Library, has_place, in_one_piece
from emberstacks.games.librarians.lines import author_cells, complete_authors, complete_genres, line_cells
from emberstacks.games.librarians.state import (
    CELLS,
    GAVE_UP,
    SILENT,
    STOPPED,
    STUCK,
    WIDTH,
    WON,
    LibraryTable,
)
from emberstacks.games.librarians.steps.completing import WHICH_FIRST, complete_author, complete_genre
from emberstacks.games.librarians.steps.playing import Where, place_pieces
from emberstacks.games.librarians.steps.powers import POWERS
from emberstacks.games.librarians.steps.thrills import act
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.masks import has, members, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.zones import learn

# The answers to Turn: a book to play, then these.
USE: Final = BOOKS  # plus a genre
AUTHOR: Final = USE + GENRES  # plus an author
WILD: Final = AUTHOR + AUTHORS  # plus a genre
END: Final = WILD + GENRES
GIVE_UP: Final = END + 1
NO_MARK: Final = CELLS


class Turn(Step[LibraryTable]):
    """§3.2 Play a book, §3.3 use a power card, complete an author or a line with wild books, or end the turn."""

    clause: ClassVar[str] = "3.1"
    size: ClassVar[int] = GIVE_UP + 1

    def choices(self, s: LibraryTable) -> Ints:
        return turn_choices(s, self.seat)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice == END:
            end_turn(s)
            return
        if choice == GIVE_UP:
            lose(s, STUCK if len(turn_choices(s, self.seat)) == 1 else GAVE_UP)
            return
        s.push(SETTLE)
        if choice < USE:
            hand = s.hands[self.seat]
            learn(s, hand, hand.find(choice), EVERYBODY)
            s.push(Where(self.seat, choice))
        elif choice < AUTHOR:
            discard(s, power_card(s, self.seat, choice - USE))
            s.note("use", self.seat, choice - USE)
            POWERS[choice - USE].use(s, self.seat)
        elif choice < WILD:
            complete_author(s, self.seat, choice - AUTHOR)
        else:
            complete_genre(s, self.seat, choice - WILD, True)

    def default(self, s: LibraryTable, seat: i64) -> i64:
        codes = self.choices(s)
        last = codes[len(codes) - 1]
        return last if last == END else codes[0]

    def text(self, s: LibraryTable, choice: i64) -> str:
        box = s.box
        if choice < USE:
            return "play " + box.names[choice]
        if choice < AUTHOR:
            return POWERS[choice - USE].text(s)
        if choice < WILD:
            return "author " + box.authors[choice - AUTHOR].lower()
        if choice < END:
            return "complete " + box.genres[choice - WILD]
        return "end" if choice == END else "give up"

    def label(self, s: LibraryTable, choice: i64) -> str:
        box = s.box
        if choice < USE:
            return "Play " + s.describe(choice)
        if choice < AUTHOR:
            return POWERS[choice - USE].label(s)
        if choice < WILD:
            return f"Complete the author {box.authors[choice - AUTHOR]}"
        if choice < END:
            return f"Complete {box.genres[choice - WILD]} with wild books"
        return "End your turn" if choice == END else "Give up: nothing can be played, and the turn cannot end like this"

    def question(self, s: LibraryTable) -> str:
        owed = min(s.owed - s.plays, s.hands[self.seat].count())  # §6.19 a new hand may be smaller
        if s.hands[self.seat].count() == 0:
            return f"{mark(self.seat)}, do you use a power card or end your turn?"
        if owed <= 0:
            return f"{mark(self.seat)}, do you play another book or end your turn?"
        return f"{mark(self.seat)}, play {'two more books' if owed > 1 else 'one more book'}: which one?"

    def rule(self, s: LibraryTable, choice: i64) -> str:
        if choice < USE:
            return "3.1" if s.plays < s.owed else "3.2"
        if choice < AUTHOR:
            return POWERS[choice - USE].clause
        if choice < WILD:
            return "9.1"
        if choice < END:
            return "12.10"
        return "3.4" if choice == END else "7.2"

    def why_not(self, s: LibraryTable, text: str) -> str:
        if text == "end":
            return why_no_end(s, self.seat)
        for book in s.hands[self.seat].face:
            if text == "play " + s.box.names[book]:
                return "no more books may be played." if not may_play(s) else "there is no place where that book may go."
        if text.startswith("play "):
            return "that book is not in your hand."
        for power in POWERS:
            if text == power.text(s):
                return power.why_not(s, self.seat)
        return ""

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        if choice < USE:
            return [f"book-{choice}", *place_pieces(Library(s), choice)]
        if choice < AUTHOR:
            return POWERS[choice - USE].pieces(s, self.seat)
        if choice < WILD:
            return [f"cell-{cell}" for cell in author_cells(Library(s), choice - AUTHOR)]
        if choice < END:
            return [f"cell-{cell}" for cell in line_cells(Library(s), choice - WILD, True)]
        return []


def turn_choices(s: LibraryTable, seat: i64) -> Ints:
    """What the player may do now; §7.2 where no book can be played and the turn cannot end, giving up is offered."""
    library = Library(s)
    out = playable(library, seat)
    stuck = len(out) == 0
    for genre in members(held_genres(s, seat)):
        if POWERS[genre].usable(s, seat):
            out = plus(out, USE + genre)
    k: i64
    if s.agreed.authors:
        authors = complete_authors(library)
        for k in range(AUTHORS):
            if has(authors, k):
                out = plus(out, AUTHOR + k)
    if s.agreed.shelf_powers:
        for genre in members(complete_genres(library, True)):
            out = plus(out, WILD + genre)
    if may_end(library, seat):
        out = plus(out, END)
    elif stuck:
        out = plus(out, GIVE_UP)
    return out


def playable(library: Library, seat: i64) -> Ints:
    """§3.1 The books in hand that have a place; §13.14 of exactly two the last must be one that was asked for."""
    s = library.s
    out = Ints([])
    if not may_play(s):
        return out
    forced = Ints([])
    for book in in_hand(s, seat):
        if has_place(library, book, s.agreed.keep_to_audience()):
            out = plus(out, book)
            if is_forced(s, book):
                forced = plus(forced, book)
    last = s.agreed.exactly and s.plays + 1 == s.box.plays
    return forced if last and len(forced) > 0 else out


def any_play(s: LibraryTable, seat: i64) -> bool:
    """Is there a book in hand that can be played?"""
    library = Library(s)
    if may_play(s):
        for book in s.hands[seat].face:
            if has_place(library, book, s.agreed.keep_to_audience()):
                return True
    return False


def is_forced(s: LibraryTable, book: i64) -> bool:
    """§13.9 §13.10 The book has the colour or the letter that was asked for."""
    if s.force_colour != NONE and s.box.colour[book] == s.force_colour:
        return True
    return s.force_letter != NONE and s.box.letter[book] == s.force_letter


def may_end(library: Library, seat: i64) -> bool:
    """§3.1 Enough is played, or the hand is empty; §13.9 nothing asked for could be played; §3.4 the library is one."""
    s = library.s
    if s.plays < s.owed and s.hands[seat].count() > 0:
        return False
    return not owes_forced(library, seat) and in_one_piece(library)


def owes_forced(library: Library, seat: i64) -> bool:
    """§13.9 §13.10 A book that was asked for is still in the hand and could be played."""
    s = library.s
    if (s.force_colour == NONE and s.force_letter == NONE) or s.allowed & STOPPED or not may_play(s):
        return False
    playable_ones: i64 = 0
    for book in in_hand(s, seat):
        if is_forced(s, book) and has_place(library, book, s.agreed.keep_to_audience()):
            playable_ones += 1
    return playable_ones > 0


def why_no_end(s: LibraryTable, seat: i64) -> str:
    if s.plays < s.owed:
        return f"this turn needs {s.owed} books, and you have played {s.plays}."
    if owes_forced(Library(s), seat):
        return "you still have a book that was asked for and can be played."
    return "the library is in pieces: at the end of a turn all cards must touch."


# After everything that changes the library


class Settle(Auto[LibraryTable]):
    """§5.2 After everything that changed the library: thrills act, lines are completed, and then the turn goes on or ends."""

    clause: ClassVar[str] = "5.2"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if len(s.acting) > 0:
            thrill = s.acting[0]
            rest = Ints([])
            for other in s.acting:
                if other != thrill:
                    rest = plus(rest, other)
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


def go_on(s: LibraryTable) -> None:
    """§7.1 All is played, or the turn goes on, §13.3 or stops; §3.7 even where it cannot be completed like this."""
    if s.all_played():
        s.ending = WON
        s.note("won")
        s.finish()
    elif s.allowed & STOPPED and in_one_piece(Library(s)):
        s.note("stop", s.active)
        end_turn(s)
    else:
        s.push(TURN[s.active])


def lose(s: LibraryTable, ending: i64) -> None:
    """§7.2 Nothing can be played, or the player gives up what could still be done."""
    s.ending = ending
    s.note("stuck" if ending == STUCK else "give-up", s.active)
    s.finish()


# The beginning and the end of a turn


def end_turn(s: LibraryTable) -> None:
    """§3.5 Draw up to the hand limit; §8.3 then a marker may be set; then the next player."""
    s.allowed = 0
    s.fresh = Ints([])
    s.push(NEXT_TURN)
    draw(s, s.active, s.limit)


class NextTurn(Auto[LibraryTable]):
    """§3.6 When the cards are drawn, the next player has their turn."""

    clause: ClassVar[str] = "3.6"

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if s.agreed.talk != SILENT and s.hands[s.active].count() > 0:
            s.push(SET_MARKER[s.active])
        else:
            next_turn(s)


class SetMarker(Step[LibraryTable]):
    """§8.3 Ask the others to leave a place or a shelf alone, or do not."""

    clause: ClassVar[str] = "8.3"
    size: ClassVar[int] = CELLS + 1

    def choices(self, s: LibraryTable) -> Ints:
        library = Library(s)
        out = Ints([NO_MARK])
        row: i64
        cell: i64
        for row in range(library.top, library.bottom + 1):
            for cell in range(row * WIDTH + library.low - 1, row * WIDTH + library.high + 2):
                if library.at(cell) != EMPTY or (library.on_table(cell) and library.touches(cell)):
                    out = plus(out, cell)
        return out

    def answer(self, s: LibraryTable, choice: i64) -> None:
        if choice != NO_MARK:
            s.marks[self.seat] = choice
            s.note("mark", self.seat, choice)
        next_turn(s)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "no marker" if choice == NO_MARK else "leave " + s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> str:
        return "Set no marker" if choice == NO_MARK else f"Please leave {s.cell_words(choice)} alone"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, do you ask the others to leave a place alone?"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return "a marker goes on a shelf, a book or a place beside the library, such as leave 2r3 or leave shelf 1."

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [] if choice == NO_MARK else [f"cell-{choice}"]


def next_turn(s: LibraryTable) -> None:
    """§3.6 Clockwise to the next player, §13.2 past those whose turn does not take place."""
    s.active = (s.active + 1) % s.seats
    while s.skips > 0:
        s.skips -= 1
        s.note("skip", s.active)
        s.active = (s.active + 1) % s.seats
    begin_turn(s)


def begin_turn(s: LibraryTable) -> None:
    """§3.1 Two books are owed, or as many as the hand has; §3.6 an empty hand can only use powers; §7.2 or all is lost."""
    seat = s.active
    s.marks[seat] = NONE
    s.plays = 0
    s.owed = min(s.box.plays, s.hands[seat].count())
    if s.owed == 0 and (s.rules < V1_1 or turn_choices(s, seat)[0] >= END):
        end_turn(s)
        return
    s.force_colour = NONE
    s.force_letter = NONE
    if s.owed > 0:  # §13.9 what was asked for waits for a player with books
        s.force_colour, s.next_colour = s.next_colour, s.force_colour
        s.force_letter, s.next_letter = s.next_letter, s.force_letter
    s.note("turn", seat)
    if any_play(s, seat) or turn_choices(s, seat)[0] != GIVE_UP:
        s.push(TURN[seat])
    else:
        lose(s, STUCK)


TURN: Final = [Turn(seat) for seat in range(MAX_SEATS)]
SETTLE: Final = Settle()
NEXT_TURN: Final = NextTurn()
SET_MARKER: Final = [SetMarker(seat) for seat in range(MAX_SEATS)]
