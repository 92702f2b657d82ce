"""A turn of Librarians (§3 to §5, §7 to §9), in the order of RULES.md."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.librarians.components import AUTHORS, BOOKS, GENRES, NONE, PER_COLOUR
from emberstacks.games.librarians.effects import bits_of, discard, draw, held_genres, in_hand, lay, may_play, play, power_card
from emberstacks.games.librarians.library import (
    CLAUSES,
    EMPTY,
    FITS,
    REASONS,
    Library,
    book_fault,
    cell_of,
    fault,
    has_place,
    in_one_piece,
    keeps_to_audience,
    places,
    places_by_letter,
)
from emberstacks.games.librarians.lines import author_cells, complete_authors, complete_genres, line_cells
from emberstacks.games.librarians.state import (
    BEFORE,
    CELLS,
    GAVE_UP,
    SILENT,
    STOPPED,
    STRICT,
    STUCK,
    WIDTH,
    WON,
    LibraryTable,
)
from emberstacks.games.librarians.steps_powers import can_use, strike, use_power
from emberstacks.games.librarians.steps_thrills import act
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Step
from emberstacks.kernel.zones import learn

# The answers to Turn: a book to play, then these.
USE: Final = BOOKS  # plus a genre
AUTHOR: Final = USE + GENRES  # plus an author
WILD: Final = AUTHOR + AUTHORS  # plus a genre
END: Final = WILD + GENRES
GIVE_UP: Final = END + 1
NO_MARK: Final = CELLS
SEATS: Final = [Ints(list(range(count))) for count in range(MAX_SEATS + 1)]


# 3 A turn


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
            use_power(s, self.seat, choice - USE)
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
            return "use " + box.genres[choice - USE]
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
            return f"Use your power card: {box.genres[choice - USE]}"
        if choice < WILD:
            return f"Complete the author {box.authors[choice - AUTHOR]}"
        if choice < END:
            return f"Complete {box.genres[choice - WILD]} with wild books"
        return "End your turn" if choice == END else "Give up: nothing can be played, and the turn cannot end like this"

    def question(self, s: LibraryTable) -> str:
        owed = max(0, s.owed - s.plays)
        if owed == 0:
            return f"{mark(self.seat)}, do you play another book or end your turn?"
        return f"{mark(self.seat)}, play {'two more books' if owed > 1 else 'one more book'}: which one?"

    def rule(self, s: LibraryTable, choice: i64) -> str:
        if choice < USE:
            return "3.1" if s.plays < s.owed else "3.2"
        if choice < AUTHOR:
            return f"6.{choice - USE + 1}"
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
        return "that power card does not lie before you, or would change nothing." if text.startswith("use ") else ""

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        if choice < USE:
            return [f"book-{choice}", *place_pieces(Library(s), choice)]
        if choice < AUTHOR:
            return [f"book-{power_card(s, self.seat, choice - USE)}"]
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
    for genre in bits_of(held_genres(s, seat)):
        if can_use(s, seat, genre):
            out = plus(out, USE + genre)
    k: i64
    if s.agreed.authors:
        authors = complete_authors(library)
        for k in range(AUTHORS):
            if authors >> k & 1:
                out = plus(out, AUTHOR + k)
    if s.agreed.shelf_powers:
        for genre in bits_of(complete_genres(library, True)):
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
        if has_place(library, book, s.agreed.ages == STRICT):
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
            if has_place(library, book, s.agreed.ages == STRICT):
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
        if is_forced(s, book) and has_place(library, book, s.agreed.ages == STRICT):
            playable_ones += 1
    return playable_ones > 0


def why_no_end(s: LibraryTable, seat: i64) -> str:
    if s.plays < s.owed:
        return f"this turn needs {s.owed} books, and you have played {s.plays}."
    if owes_forced(Library(s), seat):
        return "you still have a book that was asked for and can be played."
    return "the library is in pieces: at the end of a turn all cards must touch."


# 4 Playing a book


class Where(Step[LibraryTable]):
    """§4.1 The place where the book is played: §4.2 touching, §4.3 in order, §4.4 or on one with the same letter."""

    clause: ClassVar[str] = "4.1"
    size: ClassVar[int] = CELLS

    def __init__(self, seat: i64, book: i64) -> None:
        super().__init__(seat)
        self.book: i64 = book

    def args(self) -> list[int]:
        return [self.seat, self.book]

    def choices(self, s: LibraryTable) -> Ints:
        return places_by_letter(s, self.book) if s.agreed.letters_only() else places(Library(s), self.book)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        play(s, self.seat, self.book, choice)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> str:
        under = s.topmost(choice)
        place = s.cell_words(choice)
        after = s.clone()
        lay(after, self.book, choice)
        notes: list[str] = [] if under == NONE else [place]
        for genre in bits_of(complete_genres(Library(after), False)):
            notes.append(f"completes {s.box.genres[genre]}")
        at = place[:1].upper() + place[1:] if under == NONE else f"On {s.title(under)}"
        return f"{at} ({', '.join(notes)})" if len(notes) > 0 else at

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where do you play {s.describe(self.book)}?"

    def rule(self, s: LibraryTable, choice: i64) -> str:
        return "4.2" if s.topmost(choice) == NONE else "4.4"

    def why_not(self, s: LibraryTable, text: str) -> str:
        return why_not_there(s, self.book, cell_of(s, text))

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"book-{self.book}", f"cell-{choice}"]


def place_pieces(library: Library, book: i64) -> list[str]:
    """Where a book might go: `cell-7` if it may be played there, `no-7-3` with the number of the reason if it may not."""
    ages = keeps_to_audience(library, book)
    out: list[str] = []
    for cell in library.open_places():
        wrong = book_fault(library, book, cell, ages)
        out.append(f"cell-{cell}" if wrong == FITS else f"no-{cell}-{wrong}")
    return out


def why_not_there(s: LibraryTable, book: i64, cell: i64) -> str:
    """Why a book may not be played at a place, with the clause that says so."""
    if cell == NONE:
        return "name a place by shelf, side and distance, such as 2r3."
    library = Library(s)
    wrong = fault(library, book, cell, keeps_to_audience(library, book))
    return "" if wrong == FITS else f"{REASONS[wrong]} (§{CLAUSES[wrong]})"


# 5 Completing a genre


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
            if genres & (genres - 1) != 0:
                s.push(WHICH_FIRST[s.active])
            else:
                complete_genre(s, s.active, bits_of(genres)[0], False)


class WhichFirst(Step[LibraryTable]):
    """§5.4 Several genres are complete: which comes first?"""

    clause: ClassVar[str] = "5.4"
    size: ClassVar[int] = GENRES

    def choices(self, s: LibraryTable) -> Ints:
        return bits_of(complete_genres(Library(s), False))

    def answer(self, s: LibraryTable, choice: i64) -> None:
        complete_genre(s, self.seat, choice, False)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "first " + s.box.genres[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"First {s.box.genres[choice]}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, several genres are complete. Which comes first?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"cell-{cell}" for cell in line_cells(Library(s), choice, False)]


class GiveCard(Step[LibraryTable]):
    """§5.5 Who gets the power card?"""

    clause: ClassVar[str] = "5.5"
    size: ClassVar[int] = MAX_SEATS

    def __init__(self, seat: i64, book: i64) -> None:
        super().__init__(seat)
        self.book: i64 = book

    def args(self) -> list[int]:
        return [self.seat, self.book]

    def choices(self, s: LibraryTable) -> Ints:
        return SEATS[s.seats]

    def answer(self, s: LibraryTable, choice: i64) -> None:
        s.place[self.book] = BEFORE - choice
        s.note("give", choice, self.book, s.agreed.genre[self.book])

    def default(self, s: LibraryTable, seat: i64) -> i64:
        return seat

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "give " + LETTERS[choice].lower()

    def label(self, s: LibraryTable, choice: i64) -> str:
        return "Keep it" if choice == self.seat else f"Give it to {mark(choice)}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, who gets {s.describe(self.book)} for its power?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"book-{self.book}", f"player-{choice}"]


def complete_genre(s: LibraryTable, seat: i64, genre: i64, wild: bool) -> None:
    """§5.3 The books of all lines leave, §5.5 one is kept for its power, §5.6 a red genre strikes instead."""
    library = Library(s)
    cells = line_cells(library, genre, wild)
    kept: i64 = NONE
    for cell in cells:
        book = library.at(cell)
        if kept == NONE and s.agreed.genre[book] == genre:
            kept = book
        discard(s, book)
    s.note("complete", genre, len(cells))
    if genre < PER_COLOUR:
        strike(s, seat, genre)
    else:
        keep(s, seat, kept)


def keep(s: LibraryTable, seat: i64, book: i64) -> None:
    """§5.5 A book becomes a power card: for whom?"""
    s.place[book] = BEFORE - seat
    s.push(GiveCard(seat, book))


# 9 Adventure of the Author


class KeepBook(Step[LibraryTable]):
    """§9.3 Which of the author's books is kept for its power? Never a red one."""

    clause: ClassVar[str] = "9.3"
    size: ClassVar[int] = GENRES

    def __init__(self, seat: i64, author: i64) -> None:
        super().__init__(seat)
        self.author: i64 = author

    def args(self) -> list[int]:
        return [self.seat, self.author]

    def choices(self, s: LibraryTable) -> Ints:
        return bits_of(author_genres(s, self.author))

    def answer(self, s: LibraryTable, choice: i64) -> None:
        keep(s, self.seat, author_book(s, self.author, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "keep " + s.box.genres[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"Keep {s.describe(author_book(s, self.author, choice))}"

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, which book of {s.box.authors[self.author]} is kept for its power?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[str]:
        return [f"book-{author_book(s, self.author, choice)}"]


def complete_author(s: LibraryTable, seat: i64, author: i64) -> None:
    """§9.1 All books of the author leave the library, §9.3 and one that is not red is kept."""
    library = Library(s)
    for cell in author_cells(library, author):
        discard(s, library.at(cell))
    s.note("author", author)
    genres = author_genres(s, author)
    if genres & (genres - 1) != 0:
        s.push(KeepBook(seat, author))
    elif genres != 0:
        keep(s, seat, author_book(s, author, bits_of(genres)[0]))


def author_genres(s: LibraryTable, author: i64) -> i64:
    """§9.3 The mask of the genres of an author's books in this game, without the red ones."""
    mask: i64 = 0
    book: i64
    for book in range(len(s.place)):
        if s.box.author[book] == author and s.agreed.genre[book] >= PER_COLOUR:
            mask |= 1 << s.agreed.genre[book]
    return mask


def author_book(s: LibraryTable, author: i64, genre: i64) -> i64:
    """The first book of an author with this genre."""
    book: i64 = 0
    while s.box.author[book] != author or s.agreed.genre[book] != genre:
        book += 1
    return book


# 7 The end


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


# 3 A turn: its beginning and its end


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
    """§3.1 Two books are owed, or as many as the hand has; §3.6 with an empty hand only drawing; §7.2 or all is lost."""
    seat = s.active
    s.marks[seat] = NONE
    s.plays = 0
    s.owed = min(s.box.plays, s.hands[seat].count())
    if s.owed == 0:
        end_turn(s)
        return
    s.force_colour = s.next_colour
    s.force_letter = s.next_letter
    s.next_colour = NONE
    s.next_letter = NONE
    s.note("turn", seat)
    if any_play(s, seat) or turn_choices(s, seat)[0] != GIVE_UP:
        s.push(TURN[seat])
    else:
        lose(s, STUCK)


TURN: Final = [Turn(seat) for seat in range(MAX_SEATS)]
SETTLE: Final = Settle()
WHICH_FIRST: Final = [WhichFirst(seat) for seat in range(MAX_SEATS)]
NEXT_TURN: Final = NextTurn()
SET_MARKER: Final = [SetMarker(seat) for seat in range(MAX_SEATS)]
TURN_STEPS: Final = (Turn, Where, Settle, WhichFirst, GiveCard)
END_STEPS: Final = (NextTurn, SetMarker, KeepBook)
