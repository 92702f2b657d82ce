"""Positions that cannot occur, refused in one sentence."""

from __future__ import annotations

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import (
    BEFORE,
    BOXED,
    DISCARDED,
    HIDDEN,
    MARGIN,
    MIDDLE,
    OUTERMOST,
    ROWS,
    WIDTH,
    LibraryTable,
)
from emberstacks.games.librarians.steps.black import InsertWhere
from emberstacks.games.librarians.steps.blue import SwapSecond
from emberstacks.games.librarians.steps.completing import GiveCard, KeepOfLine
from emberstacks.games.librarians.steps.playing import Where
from emberstacks.kernel.errors import BadPosition


def check(s: LibraryTable) -> None:
    """Refuse what no game can lead to (BadPosition); the census is compared afterwards."""
    check_shelves(s)
    check_places(s)
    check_owners(s)
    check_questions(s)


def check_shelves(s: LibraryTable) -> None:
    rows = [row for row in range(ROWS) if s.shelf[row] != NONE]
    if rows and rows != list(range(rows[0], rows[-1] + 1)):
        raise BadPosition("the shelf cards do not form one column.")
    if any(not OUTERMOST <= row < ROWS - OUTERMOST for row in rows):
        raise BadPosition("the shelf cards stand beyond the end of the table.")


def check_places(s: LibraryTable) -> None:
    """Books on the table."""
    box = s.box
    on_table = [book for book in range(s.agreed.books) if s.place[book] >= 0]
    if sorted(int(book) for book in s.laid) != on_table:
        raise BadPosition("'laid' must name every book on the table once.")
    for book in on_table:
        row, column = divmod(int(s.place[book]), WIDTH)
        if (
            not MARGIN <= row < ROWS - MARGIN
            or column == MIDDLE
            or abs(column - MIDDLE) > box.reach
        ):
            raise BadPosition(f"{box.titles[book]} does not lie on a place for books.")


def check_owners(s: LibraryTable) -> None:
    """Books that are somewhere else."""
    agreed, box = s.agreed, s.box
    for book in range(agreed.books):
        where = s.place[book]
        if (
            where < 0
            and where not in (HIDDEN, DISCARDED, BOXED)
            and not 0 <= BEFORE - where < s.seats
        ):
            raise BadPosition(f"{box.titles[book]} is nowhere.")
        if box.thrill[book] == NONE and (where == BOXED) != (agreed.genre[book] == NONE):
            raise BadPosition(
                f"{box.titles[book]} does not belong to the colours that were agreed on."
            )


def check_questions(s: LibraryTable) -> None:
    asked = [*s.below, s.step]
    if sum(isinstance(step, (Where, InsertWhere)) for step in asked) > 1:
        raise BadPosition("books are played one after the other.")
    for step in asked:
        if isinstance(step, KeepOfLine) and len(step.choices(s)) == 0:
            raise BadPosition("no line of that genre is complete.")
        if isinstance(step, SwapSecond) and s.topmost(step.first) == NONE:
            raise BadPosition("there is no book to swap at the place named first.")
        if isinstance(step, (Where, InsertWhere)) and s.hands[step.seat].find(step.book) < 0:
            raise BadPosition("a book is being played that is not in the hand.")
        if isinstance(step, GiveCard) and s.place[step.book] != BEFORE - step.seat:
            raise BadPosition("a power card is given away by somebody who does not have it.")
