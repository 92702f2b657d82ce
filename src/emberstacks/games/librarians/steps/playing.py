"""Playing a book (§4)."""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.effects import lay, play
from emberstacks.games.librarians.library import (
    CLAUSES,
    FITS,
    REASONS,
    Library,
    book_fault,
    cell_of,
    fault,
    keeps_to_audience,
    places,
    places_by_letter,
)
from emberstacks.games.librarians.lines import complete_genres
from emberstacks.games.librarians.state import BOOK, CELLS, LibraryTable
from emberstacks.kernel.domains import one
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import members
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Label, Refusal


class Where(Step[LibraryTable]):
    """§4.1 The place where the book is played: §4.2 touching, §4.3 in order, §4.4 or on a book with
    the same letter.
    """

    clause: ClassVar[str] = "4.1"
    size: ClassVar[int] = CELLS

    book: i64 = one(BOOK)

    def choices(self, s: LibraryTable) -> Ints:
        return (
            places_by_letter(s, self.book)
            if s.agreed.letters_only()
            else places(Library(s), self.book)
        )

    def answer(self, s: LibraryTable, choice: i64) -> None:
        play(s, self.seat, self.book, choice)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> Label:
        under = s.topmost(choice)
        place = s.cell_words(choice)
        after = s.clone()
        lay(after, self.book, choice)
        complete = [
            f"completes {s.box.genre_names[genre]}"
            for genre in members(complete_genres(Library(after), False))
        ]
        if under == NONE:
            return Label(place[:1].upper() + place[1:], ", ".join(complete))
        return Label(f"On {s.title(under)}", ", ".join(complete), place)

    def brings(self, s: LibraryTable, choice: i64) -> str:
        after = s.clone()
        lay(after, self.book, choice)
        return " ".join(
            [s.genre_brings(genre) for genre in members(complete_genres(Library(after), False))]
        )

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, where do you play {s.describe(self.book)}?"

    def rule(self, s: LibraryTable, choice: i64) -> str:
        return "4.2" if s.topmost(choice) == NONE else "4.4"

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return why_not_there(s, self.book, cell_of(s, text))

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("book", self.book), ("cell", choice)]


def place_pieces(library: Library, book: i64) -> list[tuple[str, int]]:
    """Where a book might go: a cell if it may be played there, or else a `no`, whose number has the
    cell and the reason.
    """
    ages = keeps_to_audience(library, book)
    out: list[tuple[str, int]] = []
    for cell in library.open_places():
        wrong = book_fault(library, book, cell, ages)
        out.append(("cell", cell) if wrong == FITS else ("no", cell * len(REASONS) + wrong))
    return out


def why_not_there(s: LibraryTable, book: i64, cell: i64) -> Refusal | None:
    """Why a book may not be played at a place, with the clause that says so."""
    if cell == NONE:
        return Refusal("name a place by shelf, side and distance, such as 2r3.")
    library = Library(s)
    wrong = fault(library, book, cell, keeps_to_audience(library, book))
    return None if wrong == FITS else Refusal(f"{REASONS[wrong]}", CLAUSES[wrong])
