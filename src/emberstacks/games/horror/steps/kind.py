"""What can be done in a turn (chapter 2 of RULES.md): everything about one action is in one class. The classes

are in the files of their chapters. turn.py lists them, and their order there numbers the answers.
"""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import LETTERS


class Action:
    """§2.2 An action. It has an answer code for each of its varieties: a side, a room, a player ..."""

    word: ClassVar[str] = ""  # how its text begins
    clause: ClassVar[str] = ""  # the rule that allows it
    varieties: ClassVar[int] = 1
    with_dagger: ClassVar[bool] = False  # §8.7 possible while holding the Ritual Dagger

    def __init__(self) -> None:
        self.first: i64 = 0  # the code of its first variety
        self.cost: i64 = 1  # in actions

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        """The codes of the varieties that are possible now, added to those in `out`."""
        raise NotImplementedError

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        """Carry out a variety."""
        raise NotImplementedError

    def begins(self, s: HorrorTable) -> str:
        """How its text begins, if its word is printed on a card."""
        return self.word

    def text(self, s: HorrorTable, which: i64) -> str:
        return self.word

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        """As a button says it."""
        raise NotImplementedError

    def rule(self, which: i64) -> str:
        """The clause that allows it."""
        return self.clause

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> str:
        """Why it is not possible, with the clause that forbids it; `rest` is what was said after its first words."""
        raise NotImplementedError

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[str]:
        """The pieces that it lights up."""
        return []


class Bonus(Action):
    """§2.3 A bonus action, which costs no action."""

    def __init__(self) -> None:
        super().__init__()
        self.cost = 0


def seat_named(s: HorrorTable, text: str) -> i64:
    """The seat that a letter names, or -1."""
    seat = LETTERS.find(text.upper()) if len(text) == 1 else -1
    return seat if seat < s.seats else -1


def room_named(s: HorrorTable, text: str) -> i64:
    """The room of this library that a name means, or -1."""
    for room, name in enumerate(s.box.rooms):
        if name.lower() == text and s.cell[room] >= 0:
            return room
    return -1
