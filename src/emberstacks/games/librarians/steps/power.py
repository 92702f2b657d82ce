"""What a power is (§3.3)."""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.librarians.effects import power_card
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.kernel.ints import i64


class Power:
    """§3.3 What the card of one genre does: when it can be used, what happens then, and its words."""

    clause: ClassVar[str] = "3.3"
    idle: ClassVar[str] = ""  # why the card cannot be used, if it cannot

    def __init__(self, genre: i64) -> None:
        self.genre: i64 = genre

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        """§3.3 It would change something."""
        return True

    def use(self, s: LibraryTable, seat: i64) -> None:
        """Carry it out; the card itself has been discarded."""
        raise NotImplementedError

    def text(self, s: LibraryTable) -> str:
        return "use " + s.box.genres[self.genre]

    def label(self, s: LibraryTable) -> str:
        return f"Use your power card: {s.box.genres[self.genre]}"

    def why_not(self, s: LibraryTable, seat: i64) -> str:
        """Why a player cannot use this power now."""
        if power_card(s, seat, self.genre) < 0:
            return f"there is no power card of {s.box.genres[self.genre]} in front of you. §3.3"
        return f"that would change nothing: {self.idle}. §{self.clause}"

    def pieces(self, s: LibraryTable, seat: i64) -> list[str]:
        return [f"book-{power_card(s, seat, self.genre)}"]


class Permission(Power):
    """A power that allows something for the rest of the turn."""

    idle: ClassVar[str] = "this is allowed already"
    allows: ClassVar[int] = 0

    def usable(self, s: LibraryTable, seat: i64) -> bool:
        return s.allowed & self.allows == 0

    def use(self, s: LibraryTable, seat: i64) -> None:
        s.allowed |= self.allows
