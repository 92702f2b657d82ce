"""Questions that are answered with a place of the library, which many powers and thrills share
(§2.1).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.effects import discard
from emberstacks.games.librarians.library import Library
from emberstacks.games.librarians.state import CELLS, LibraryTable
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Label, Refusal

WHICH_BOOK: Final = Refusal("choose a place of the library where a book is in sight.")


class ChooseBook(Step[LibraryTable]):
    """§2.1 A question that is answered with a place of the library where a book is in sight."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = CELLS

    def choices(self, s: LibraryTable) -> Ints:
        return Library(s).tops()

    def text(self, s: LibraryTable, choice: i64) -> str:
        return s.cell_text(choice)

    def label(self, s: LibraryTable, choice: i64) -> Label:
        return Label(s.title(s.topmost(choice)), detail=s.cell_words(choice))

    def why_not(self, s: LibraryTable, text: str) -> Refusal | None:
        return WHICH_BOOK

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("cell", choice)]


def ask(s: LibraryTable, step: Step[LibraryTable]) -> None:
    """§3.3 Ask what can be answered: if there is nothing to choose, nothing is asked, and the game
    continues.
    """
    if len(step.choices(s)) > 0:
        s.push(step)


def without(cells: Ints, cell: i64) -> Ints:
    """The cells except one."""
    out = Ints([])
    for other in cells:
        if other != cell:
            out = append(out, other)
    return out


@final
class Removed(Happening):
    """§6.11 §13.12 A book is removed."""

    kind: ClassVar[str] = "remove"

    def note(self, s: LibraryTable, book: i64, cell: i64, because: str) -> None:
        if s.log is not None:
            text = f"{s.title(book)} is removed from {s.place_words(cell)}."
            self.told(s, text, [book, cell], because=because)


def remove_top(s: LibraryTable, cell: i64, because: str) -> None:
    """The book in sight at a place is discarded."""
    book = s.topmost(cell)
    discard(s, book)
    REMOVED.note(s, book, cell, because)


REMOVED: Final = Removed()
