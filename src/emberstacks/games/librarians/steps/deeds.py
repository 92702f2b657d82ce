"""What can be done in a turn (§3): everything about one deed is in one class.

turn.py has those that end a turn, and the list of all; their order there numbers the answers.
"""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.librarians.components import AUTHORS, BOOKS, GENRES, NONE, THRILLS
from emberstacks.games.librarians.effects import discard, held_genres, in_hand, may_play, power_card
from emberstacks.games.librarians.library import Library, has_place
from emberstacks.games.librarians.lines import author_cells, complete_authors, complete_genres, line_cells
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.games.librarians.steps.completing import complete_author, complete_genre
from emberstacks.games.librarians.steps.playing import Where, place_pieces
from emberstacks.games.librarians.steps.powers import POWERS
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.zones import learn


class Deed:
    """§3.1 Something to do in a turn. It has an answer code for each of its varieties: a book, a genre, an author."""

    varieties: ClassVar[int] = 1

    def __init__(self) -> None:
        self.first: i64 = 0  # the code of its first variety

    def offer(self, library: Library, seat: i64, out: Ints) -> Ints:
        """The codes of the varieties that are possible now, added to those in `out`."""
        raise NotImplementedError

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        """Carry out a variety; §5.2 afterwards the library is settled."""
        raise NotImplementedError

    def text(self, s: LibraryTable, which: i64) -> str:
        raise NotImplementedError

    def label(self, s: LibraryTable, which: i64) -> str:
        """As a button says it."""
        raise NotImplementedError

    def brings(self, s: LibraryTable, which: i64) -> str:
        """What it would bring, if the label does not say it."""
        return ""

    def rule(self, s: LibraryTable, which: i64) -> str:
        """The clause that allows it."""
        raise NotImplementedError

    def why_not(self, s: LibraryTable, seat: i64, text: str) -> str:
        """Why it is not possible, if this deed is meant; otherwise empty."""
        return ""

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[str]:
        """The pieces that it lights up."""
        return []


class PlayBook(Deed):
    """§3.1 Play a book, §3.2 or one more; the varieties are the books."""

    varieties: ClassVar[int] = BOOKS

    def offer(self, library: Library, seat: i64, out: Ints) -> Ints:
        """The books in hand that have a place; §13.14 the last of exactly two must be one that was asked for."""
        s = library.s
        if not may_play(s):
            return out
        forced = Ints([])
        for book in in_hand(s, seat):
            if has_place(library, book, s.agreed.keep_to_audience()):
                out = append(out, book)
                if is_forced(s, book):
                    forced = append(forced, book)
        last = s.agreed.exactly and s.plays + 1 == s.box.plays
        return forced if last and len(forced) > 0 else out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        hand = s.hands[seat]
        learn(s, hand, hand.find(which), EVERYBODY)
        s.push(Where(seat, which))

    def text(self, s: LibraryTable, which: i64) -> str:
        return "play " + s.box.names[which]

    def label(self, s: LibraryTable, which: i64) -> str:
        return "Play " + s.describe(which)

    def brings(self, s: LibraryTable, which: i64) -> str:
        if which >= THRILLS:
            return s.box.action_texts[s.box.actions[which - THRILLS]]
        return s.genre_brings(s.agreed.genre[which])

    def rule(self, s: LibraryTable, which: i64) -> str:
        return "3.1" if s.plays < s.owed else "3.2"

    def why_not(self, s: LibraryTable, seat: i64, text: str) -> str:
        if not text.startswith("play "):
            return ""
        for book in s.hands[seat].face:
            if text == self.text(s, book):
                return "no more books may be played." if not may_play(s) else "there is no place where that book may go."
        return "that book is not in your hand."

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[str]:
        return [f"book-{which}", *place_pieces(Library(s), which)]


class UsePower(Deed):
    """§3.3 Use a power card; the varieties are the genres, and what each of them does is in its own class."""

    varieties: ClassVar[int] = GENRES

    def offer(self, library: Library, seat: i64, out: Ints) -> Ints:
        for genre in members(held_genres(library.s, seat)):
            if POWERS[genre].usable(library.s, seat):
                out = append(out, self.first + genre)
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        discard(s, power_card(s, seat, which))
        s.note("use", seat, which)
        POWERS[which].use(s, seat)

    def text(self, s: LibraryTable, which: i64) -> str:
        return POWERS[which].text(s)

    def label(self, s: LibraryTable, which: i64) -> str:
        return POWERS[which].label(s)

    def brings(self, s: LibraryTable, which: i64) -> str:
        return s.box.power_texts[which]

    def rule(self, s: LibraryTable, which: i64) -> str:
        return POWERS[which].clause

    def why_not(self, s: LibraryTable, seat: i64, text: str) -> str:
        for power in POWERS:
            if text == power.text(s):
                return power.why_not(s, seat)
        return ""

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[str]:
        return POWERS[which].pieces(s, seat)


class CompleteAuthor(Deed):
    """§9.1 Complete an author; the varieties are the authors."""

    varieties: ClassVar[int] = AUTHORS

    def offer(self, library: Library, seat: i64, out: Ints) -> Ints:
        if library.s.agreed.authors:
            authors = complete_authors(library)
            author: i64
            for author in range(AUTHORS):
                if has(authors, author):
                    out = append(out, self.first + author)
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        complete_author(s, seat, which)

    def text(self, s: LibraryTable, which: i64) -> str:
        return "author " + s.box.authors[which].lower()

    def label(self, s: LibraryTable, which: i64) -> str:
        return f"Complete the author {s.box.authors[which]}"

    def rule(self, s: LibraryTable, which: i64) -> str:
        return "9.1"

    def why_not(self, s: LibraryTable, seat: i64, text: str) -> str:
        if not text.startswith("author "):
            return ""
        if not s.agreed.authors:
            return "authors do not count in this game. §9.1"
        author: i64
        for author in range(AUTHORS):
            if text == self.text(s, author):
                return "not all books of that author lie in sight in one touching group. §9.2"
        return "there is no such author. §9.1"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[str]:
        return [f"cell-{cell}" for cell in author_cells(Library(s), which)]


class CompleteWildLine(Deed):
    """§12.10 Complete a line with wild books; the varieties are the genres."""

    varieties: ClassVar[int] = GENRES

    def offer(self, library: Library, seat: i64, out: Ints) -> Ints:
        if library.s.agreed.shelf_powers:
            for genre in members(complete_genres(library, True)):
                out = append(out, self.first + genre)
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        complete_genre(s, seat, which, True)

    def text(self, s: LibraryTable, which: i64) -> str:
        return "complete " + s.box.genres[which]

    def label(self, s: LibraryTable, which: i64) -> str:
        return f"Complete {s.box.genres[which]} with wild books"

    def brings(self, s: LibraryTable, which: i64) -> str:
        return s.genre_brings(which)

    def rule(self, s: LibraryTable, which: i64) -> str:
        return "12.10"

    def why_not(self, s: LibraryTable, seat: i64, text: str) -> str:
        if not text.startswith("complete "):
            return ""
        return "no line of that genre is complete with wild books; without them it leaves by itself. §12.10"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[str]:
        return [f"cell-{cell}" for cell in line_cells(Library(s), which, True)]


def is_forced(s: LibraryTable, book: i64) -> bool:
    """§13.9 §13.10 The book has the colour or the letter that was asked for."""
    if s.force_colour != NONE and s.box.colour[book] == s.force_colour:
        return True
    return s.force_letter != NONE and s.box.letter[book] == s.force_letter
