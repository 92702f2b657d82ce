"""Talk (§8): markers are outside the game, so anybody may set one at any time."""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.library import EMPTY, Library, cell_of
from emberstacks.games.librarians.state import MIDDLE, SILENT, WIDTH, LibraryTable
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.versions import V1_1

NO_MARKER_THERE: Final = "a marker goes on a shelf, a book or a place beside the library,"


def marker_places(s: LibraryTable) -> Ints:
    """§8.3 A marker may go on every card of the library and on every place that touches one."""
    library = Library(s)
    out = Ints([])
    row: i64
    cell: i64
    for row in range(library.top, library.bottom + 1):
        for cell in range(row * WIDTH + library.low - 1, row * WIDTH + library.high + 2):
            if library.at(cell) != EMPTY or (library.on_table(cell) and library.touches(cell)):
                out = append(out, cell)
    return out


def marker(s: LibraryTable, place: str) -> tuple[str, str]:
    """§8.3 §8.4 The piece with a marker, named as pages do (`cell-7`) or as people do (`2r3`), and
    what it says.
    """
    if s.agreed.talk == SILENT:
        raise IllegalChoice(
            "This table is silent: no markers were agreed on (rules §8.1).", "8.1", []
        )
    if s.rules < V1_1:
        raise IllegalChoice(
            "This game began under rules 1.0: a marker is set after drawing (rules §8.3).",
            "8.3",
            [],
        )
    cell = marked_cell(s, place.strip().lower())
    if cell not in marker_places(s):
        raise IllegalChoice(
            f"No: {NO_MARKER_THERE} such as 2r3 or shelf 1 (rules §8.3).", "8.3", []
        )
    return f"cell-{cell}", f"Please leave {s.cell_words(cell)} alone."


def marked_cell(s: LibraryTable, place: str) -> i64:
    """The cell that a text names, or NONE."""
    kind, _, number = place.replace("-", " ").partition(" ")
    if kind == "cell" and number.isdecimal():
        return int(number) if len(number) < 6 else NONE
    if kind == "shelf" and number.isdecimal():
        return (s.top_row() + int(number) - 1) * WIDTH + MIDDLE if len(number) < 3 else NONE
    return cell_of(s, place)
