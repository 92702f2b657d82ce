"""A kind of answer in Horror: everything about it is in one class, in the file of its chapter
(kernel/menu.py).
"""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel.ints import Ints, append, i64, mypyc_attr
from emberstacks.kernel.menu import Kind
from emberstacks.kernel.notation import LETTERS


@mypyc_attr(allow_interpreted_subclasses=True)
class HorrorKind(Kind[HorrorTable]):
    """§2.2 A kind of answer; in a turn it costs an action. Its varieties are sides, rooms, players
    ...
    """

    with_dagger: ClassVar[bool] = False  # §8.7 possible while holding the Ritual Dagger

    def __init__(self) -> None:
        super().__init__()
        self.cost: i64 = 1  # in actions

    # Declared again in the types of this game, which compiled calls need.

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return True

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return append(out, self.code) if self.possible(s, seat) else out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Bonus(HorrorKind):
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
