"""The powers of purple genres, which turn a rule off for a turn (§6.13 to §6.16)."""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import ANY_ORDER, ANY_ROW, ANY_TOUCH, LibraryTable
from emberstacks.games.librarians.steps.power import Permission, Power
from emberstacks.kernel.ints import i64
from emberstacks.kernel.versions import V1_2


class Fantasy(Power):
    """§6.13 No book has to be played this turn."""

    genre: ClassVar[str] = "fantasy"
    clause: ClassVar[str] = "6.13"
    idle: ClassVar[str] = "you do not have to play a book anyway"

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        """§13.9 A book that was asked for does not have to be played, either; until 1.1 it did."""
        if s.rules < V1_2:
            return s.owed > 0
        owes = s.owed > s.plays or s.force_colour != NONE or s.force_letter != NONE
        return owes and s.hands[seat].count() > 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.owed = 0
        if s.rules >= V1_2:
            s.force_colour = NONE
            s.force_letter = NONE


class SciFi(Permission):
    """§6.14 This turn books may leave a gap or touch only at a corner."""

    genre: ClassVar[str] = "scifi"
    clause: ClassVar[str] = "6.14"
    allows: ClassVar[int] = ANY_TOUCH


class Poetry(Permission):
    """§6.15 This turn books do not have to fit the order."""

    genre: ClassVar[str] = "poetry"
    clause: ClassVar[str] = "6.15"
    allows: ClassVar[int] = ANY_ORDER


class GraphicNovel(Permission):
    """§6.16 This turn rows above and below the shelf cards are open."""

    genre: ClassVar[str] = "graphic-novel"
    clause: ClassVar[str] = "6.16"
    allows: ClassVar[int] = ANY_ROW

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.allowed |= ANY_ROW
        s.layout = None  # it needs more rows around the cards
