"""How pieces are written in answers and sentences, and which piece is the cause of something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from emberstacks.games.horror.components import OBJECTS, SIDE, Components
from emberstacks.kernel.ints import i64

NO_CAUSE: Final = -1  # somebody's own choice
MONSTER: Final = 0  # and the number of the monster
BLESSING: Final = 100
CURSE: Final = 200
CHARACTER: Final = 300
PIECES: Final = ("monster", "blessing", "curse", "character")


def piece_id(cause: i64) -> str:
    """The piece that is a cause, as the gallery calls it.

    >>> piece_id(CURSE + 3), piece_id(NO_CAUSE)
    ('curse-3', '')
    """
    return "" if cause < 0 else f"{PIECES[cause // 100]}-{cause % 100}"


def cause_name(box: Components, cause: i64) -> str:
    """The name of the piece that is a cause."""
    return (box.monsters, box.blessings, box.curses, box.characters)[cause // 100][cause % 100]


def joined(parts: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> joined(["a", "b", "c"]), joined(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def room_word(box: Components, room: i64) -> str:
    """A room in an answer."""
    return box.rooms[room].lower()


def page_word(box: Components, page: i64) -> str:
    """A page in an answer."""
    return box.objects[page].lower()


def cell_word(cell: i64) -> str:
    """A cell of the grid: column letter and row number, as on a map."""
    return "abcde"[cell % SIDE] + str(cell // SIDE + 1)


def page_name(box: Components, page: i64) -> str:
    return f"{box.objects[page]} ({box.colours[page // OBJECTS]})"


def signed(number: i64) -> str:
    """Fortitude as the meter shows it.

    >>> signed(3), signed(0), signed(-5)
    ('+3', '0', '-5')
    """
    return f"+{number}" if number > 0 else str(number)


def fixture_name(box: Components, fixture: i64) -> str:
    what = "drawer" if fixture & 2 else "bookcase"
    return f"a {what} of the {box.rooms[fixture >> 2]}"
