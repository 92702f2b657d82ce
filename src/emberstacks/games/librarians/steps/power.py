"""What a power is (§3.3)."""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.librarians.effects import may_play
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.kernel.ints import i64
from emberstacks.kernel.versions import V1_2


class Power:
    """§3.3 What the cards of a genre do: when they can be used, and what happens then; their words
    are in the box.
    """

    genre: ClassVar[str] = ""  # which has this power, as components.toml names it
    clause: ClassVar[str] = "3.3"
    idle: ClassVar[str] = ""  # why a card cannot be used, if it cannot

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        """§3.3 It would change something."""
        return True

    def use(self, s: LibraryTable, seat: i64) -> None:
        """Carry it out; the card itself has been discarded."""
        raise NotImplementedError


class Permission(Power):
    """A power that allows something for the rest of the turn, for books that may still be played."""

    idle: ClassVar[str] = "this is allowed already, or you have no book to play"
    allows: ClassVar[int] = 0

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        if s.rules >= V1_2 and not (may_play(s) and s.hands[seat].count() > 0):
            return False
        return s.allowed & self.allows == 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.allowed |= self.allows
