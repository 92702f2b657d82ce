"""Chapter 3 of RULES.md: moving through doors, turning rooms, entering."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import DIRECTIONS, HERMIONE, LOCKPICKS, PORTAL, VESPER
from emberstacks.games.horror.hands import spend_blessing
from emberstacks.games.horror.library import beyond, horror_in, is_open, passage
from emberstacks.games.horror.powers import has_gift, has_object
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.fortitude import hurt, shift
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.zones import bits

LEFT: Final = 0
RIGHT: Final = 1
TWICE: Final = 2


class LeavePortal(Step[HorrorTable]):
    """§12.4 Into which neighbouring room is the loser thrown back?"""

    clause: ClassVar[str] = "12.4"
    size: ClassVar[int] = 4

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        side: i64
        for side in range(4):
            if passage(s, PORTAL, side) >= 0:
                out = plus(out, side)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        room = beyond(s, PORTAL, choice)
        s.note("thrown", self.seat, room)
        enter(s, self.seat, room)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "leave " + DIRECTIONS[choice]

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Fall back into the {s.box.rooms[beyond(s, PORTAL, choice)]}"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, the monsters throw you out of the Portal. Which way do you go?"

    def why_not(self, s: HorrorTable, text: str) -> str:
        return "that room has no door to the Portal." if text.startswith("leave") else ""

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return [f"room-{beyond(s, PORTAL, choice)}"]


LEAVE_PORTAL: Final = [LeavePortal(seat) for seat in range(MAX_SEATS)]


def is_complete(s: HorrorTable, seat: i64) -> bool:
    """§3.5 Has this player found all pages?"""
    return bits(s.framed[seat]) == s.agreed.secrets


def toll(s: HorrorTable, seat: i64, side: i64) -> i64:
    """§3.2 What going out by the door on this side costs; §13.4 nothing for the elegant."""
    if is_open(s, s.place[seat], side) or has_gift(s, seat, HERMIONE):
        return 0
    return s.box.closed_door


def may_pass(s: HorrorTable, seat: i64, other: i64, cost: i64) -> bool:
    """§3.5 The Portal opens to those who have all pages, and §12.1 Fortitude 0 or more after the door."""
    return other != PORTAL or (is_complete(s, seat) and s.fortitude[seat] >= cost)


def go(s: HorrorTable, seat: i64, side: i64, with_lockpicks: bool) -> None:
    """§3.1 Walk through a door; §3.2 pay for a closed one, or §8.15 pick its lock."""
    room = beyond(s, s.place[seat], side)
    cost = toll(s, seat, side)
    if with_lockpicks:
        spend_blessing(s, seat, LOCKPICKS)
        s.note("play", seat, LOCKPICKS)
        cost = 0
    s.note("go", seat, room, cost)
    shift(s, seat, -cost)
    enter(s, seat, room)


def enter(s: HorrorTable, seat: i64, room: i64) -> None:
    """§3.6 However one comes in, §11.5 all monsters of a room hurt, but §12.3 not those in the Portal."""
    s.place[seat] = room
    s.beaten = 0
    if room != PORTAL and not has_object(s, seat, VESPER):  # §14.7
        hurt(s, 1 << seat, horror_in(s, room))


def turn_room(s: HorrorTable, seat: i64, room: i64, way: i64) -> None:
    """§3.3 A room turns by a quarter with everything in it, §13.2 or by two."""
    quarters = 3 if way == LEFT else 1 if way == RIGHT else 2
    s.turn[room] = (s.turn[room] + quarters) % 4
    s.note("turn-room", seat, room, way)
