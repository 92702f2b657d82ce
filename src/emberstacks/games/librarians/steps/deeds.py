"""What can be done in a turn (§3): everything about one kind of answer is in one class.

turn.py has those that end a turn, and the menu of all.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.effects import discard, held_genres, in_hand, may_play, power_card
from emberstacks.games.librarians.library import Library, has_place
from emberstacks.games.librarians.lines import (
    author_cells,
    complete_authors,
    complete_genres,
    line_cells,
)
from emberstacks.games.librarians.state import LibraryTable, in_sentence
from emberstacks.games.librarians.steps.completing import complete_author, complete_genre
from emberstacks.games.librarians.steps.playing import Where, place_pieces
from emberstacks.games.librarians.steps.powers import power_of
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import members
from emberstacks.kernel.menu import Kind
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import learn


class Deed(Kind[LibraryTable]):
    """§3.1 Something to do in a turn, judged by the library from above, which is worked out once
    for all of them.
    """

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        """The codes of the varieties that are possible now, added to those in `out`."""
        raise NotImplementedError

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        return self.offered(Library(s), seat, out)


@final
class PlayBook(Deed):
    """§3.1 Play a book, §3.2 or one more; the varieties are the books."""

    word: ClassVar[str] = "play"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        """The books in hand that have a place; §13.14 the last of exactly two must be one that was
        asked for.
        """
        s = library.s
        if not may_play(s):
            return out
        forced = Ints([])
        for book in in_hand(s, seat):
            if has_place(library, book, s.agreed.keep_to_audience()):
                out = append(out, self.codes[book])
                if is_forced(s, book):
                    forced = append(forced, self.codes[book])
        last = s.agreed.exactly and s.plays + 1 == s.box.plays
        return forced if last and len(forced) > 0 else out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        hand = s.hands[seat]
        learn(s, hand, hand.find(which), EVERYBODY)
        s.push(Where(seat, which))

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "play " + s.box.names[which]

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label(f"Play {s.title(which)}", s.counts(which))

    def brings(self, s: LibraryTable, seat: i64, which: i64) -> str:
        if s.box.thrill[which] != NONE:
            return s.box.action_texts[s.box.thrill[which]]
        return s.genre_brings(s.agreed.genre[which])

    def rule(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "3.1" if s.plays < s.owed else "3.2"

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        for book in s.hands[seat].face:
            if rest == s.box.names[book]:
                return Refusal(
                    "no more books may be played."
                    if not may_play(s)
                    else "there is no place where that book may go."
                )
        return Refusal("that book is not in your hand.")

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("book", which), *place_pieces(Library(s), which)]


@final
class PowerUsed(Happening):
    """§3.3 A power card is used."""

    kind: ClassVar[str] = "use"

    def note(self, s: LibraryTable, seat: i64, genre: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} uses {s.box.genre_names[genre]}:"
                f" {in_sentence(s.box.power_texts[genre])}"
            )
            self.told(s, text, [seat, genre])


@final
class UsePower(Deed):
    """§3.3 Use a power card; the varieties are the genres, and what each of them does is in its own
    class.
    """

    word: ClassVar[str] = "use"
    clause: ClassVar[str] = "3.3"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        for genre in members(held_genres(library.s, seat)):
            if power_of(library.s, genre).usable(library.s, seat):
                out = append(out, self.codes[genre])
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        discard(s, power_card(s, seat, which))
        POWER_USED.note(s, seat, which)
        power_of(s, which).use(s, seat)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "use " + s.box.genres[which]

    def label(self, s: LibraryTable, seat: i64, which: i64) -> Label:
        return Label("Use your power card", detail=s.box.genre_names[which])

    def brings(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return s.box.power_texts[which]

    def rule(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return power_of(s, which).clause

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        if rest not in s.box.genres:
            return None
        genre = s.box.genres.index(rest)
        if power_card(s, seat, genre) < 0:
            return Refusal(
                f"there is no power card of {s.box.genre_names[genre]} in front of you.", "3.3"
            )
        power = power_of(s, genre)
        return Refusal(f"that would change nothing: {power.idle}.", power.clause)

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("book", power_card(s, seat, which))]


@final
class CompleteAuthor(Deed):
    """§9.1 Complete an author; the varieties are the authors."""

    word: ClassVar[str] = "author"
    clause: ClassVar[str] = "9.1"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        if library.s.agreed.authors:
            for author in members(complete_authors(library)):
                out = append(out, self.codes[author])
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        complete_author(s, seat, which)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "author " + s.box.authors[which].lower()

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"Complete the author {s.box.authors[which]}"

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        if not s.agreed.authors:
            return Refusal("authors do not count in this game.", "9.1")
        for author in s.box.authors:
            if rest == author.lower():
                return Refusal(
                    "not all books of that author lie in sight in one touching group.", "9.2"
                )
        return Refusal("there is no such author.", "9.1")

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("cell", cell) for cell in author_cells(Library(s), which)]


@final
class CompleteWildLine(Deed):
    """§12.10 Complete a line with wild books; the varieties are the genres."""

    word: ClassVar[str] = "complete"
    clause: ClassVar[str] = "12.10"

    def offered(self, library: Library, seat: i64, out: Ints) -> Ints:
        if library.s.agreed.shelf_powers:
            for genre in members(complete_genres(library, True)):
                out = append(out, self.codes[genre])
        return out

    def do(self, s: LibraryTable, seat: i64, which: i64) -> None:
        complete_genre(s, seat, which, True)

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "complete " + s.box.genres[which]

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return f"Complete {s.box.genre_names[which]} with wild books"

    def brings(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return s.genre_brings(which)

    def why_not(self, s: LibraryTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal(
            "no line of that genre is complete with wild books; without them it leaves by itself.",
            "12.10",
        )

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("cell", cell) for cell in line_cells(Library(s), which, True)]


def is_forced(s: LibraryTable, book: i64) -> bool:
    """§13.9 §13.10 The book has the colour or the letter that was asked for."""
    if s.force_colour != NONE and s.box.colour[book] == s.force_colour:
        return True
    return s.force_letter != NONE and s.box.letter[book] == s.force_letter


POWER_USED: Final = PowerUsed()
