"""Chapter 3 of RULES.md: moving through doors, turning rooms, entering."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import (
    BETTY,
    DIRECTIONS,
    HERMIONE,
    NOWHERE,
    PORTAL,
    VESPER,
    WALL,
)
from emberstacks.games.horror.library import beyond, door, horror_in, is_open, passage
from emberstacks.games.horror.powers import has_gift, has_object
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.fortitude import ALL, SPARED, hurt, shift
from emberstacks.games.horror.steps.kind import HorrorKind, room_named
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.words import Label, Refusal

TWICE: Final = 2
WAYS: Final = ("left", "right", "twice")
TURNED: Final = ("a quarter left", "a quarter right", "half round")
QUARTERS: Final = Ints([3, 1, 2])  # clockwise, of each of these
TARGETS: Final = ("here", *DIRECTIONS)  # the room that is turned
BUSINESS: Final = Refusal("Unresolved Business keeps you in this room.", "8.11")


@final
class Gone(Happening):
    """§3.1 Somebody goes through a door."""

    kind: ClassVar[str] = "go"

    def note(self, s: HorrorTable, seat: i64, room: i64, cost: i64) -> None:
        if s.log is not None:
            how = f" by a closed door ({price(s, seat, cost)})" if cost > 0 else ""
            self.told(
                s, f"{mark(seat)} goes into the {s.box.rooms[room]}{how}.", [seat, room, cost]
            )


@final
class RoomTurned(Happening):
    """§3.3 A room is turned."""

    kind: ClassVar[str] = "turn-room"

    def note(self, s: HorrorTable, seat: i64, room: i64, way: i64) -> None:
        if s.log is not None:
            self.told(
                s, f"{mark(seat)} turns the {s.box.rooms[room]} {TURNED[way]}.", [seat, room, way]
            )


@final
class ThrownOut(Happening):
    """§12.4 The Portal's monsters have won."""

    kind: ClassVar[str] = "thrown"

    def note(self, s: HorrorTable, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} is thrown back into the {s.box.rooms[room]}.", [seat, room])


GONE: Final = Gone()
ROOM_TURNED: Final = RoomTurned()
THROWN_OUT: Final = ThrownOut()


@final
class Go(HorrorKind):
    """§3.1 Walk through a door; the varieties are the four sides."""

    word: ClassVar[str] = "go"
    clause: ClassVar[str] = "3.1"
    with_dagger: ClassVar[bool] = True

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        if s.business == seat:  # §8.11
            return out
        here = s.place[seat]
        side: i64
        for side in range(4):
            other = passage(s, here, side)
            if other != NOWHERE and may_pass(s, seat, other, toll(s, seat, side)):
                out = append(out, self.codes[side])
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        walk(s, seat, which, toll(s, seat, which))

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "go " + DIRECTIONS[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        here = s.place[seat]
        cost = toll(s, seat, which)
        way = "open door" if is_open(s, here, which) else f"closed door, {price(s, seat, cost)}"
        return Label(f"Go {DIRECTIONS[which]} into the {s.box.rooms[beyond(s, here, which)]}", way)

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        room = room_named(s, rest)
        if room >= 0:
            return Refusal(
                (
                    "you are in that room."
                    if room == s.place[seat]
                    else "that room is not next to yours."
                ),
                "3.1",
            )
        if rest not in DIRECTIONS:
            return Refusal("you go north, east, south or west.", "3.1")
        side = DIRECTIONS.index(rest)
        return why_not_out(s, seat, side, toll(s, seat, side))

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return door_pieces(s, s.place[seat], which)


@final
class TurnRoom(HorrorKind):
    """§3.3 Turn a room by a quarter, or §13.2 with Betty's Encore by two.

    Two varieties for each of the five rooms turn it left or right; then one for each turns it
    twice.
    """

    word: ClassVar[str] = "turn"
    clause: ClassVar[str] = "3.3"
    with_dagger: ClassVar[bool] = True

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        encore = has_gift(s, seat, BETTY)
        here = s.place[seat]
        target: i64
        for target in range(5):
            room = here if target == 0 else beyond(s, here, target - 1)
            if room != NOWHERE and room != PORTAL:  # §3.4
                out = append(out, self.codes[2 * target])
                out = append(out, self.codes[2 * target + 1])
                if encore:
                    out = append(out, self.codes[10 + target])
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        room = target_room(s, seat, self.target(which))
        way = self.way(which)
        s.turn[room] = (s.turn[room] + QUARTERS[way]) % 4
        ROOM_TURNED.note(s, seat, room, way)

    def target(self, which: i64) -> i64:
        return which // 2 if which < 10 else which - 10

    def way(self, which: i64) -> i64:
        if which < 10:
            return which % 2
        return TWICE

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"turn {TARGETS[self.target(which)]} {WAYS[self.way(which)]}"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        way = "by two quarters" if self.way(which) == TWICE else WAYS[self.way(which)]
        room = target_room(s, seat, self.target(which))
        return Label(
            f"Turn the {s.box.rooms[room]} {way}", ways_after(s, room, QUARTERS[self.way(which)])
        )

    def rule(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "13.2" if self.way(which) == TWICE else "3.3"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        target, _, way = rest.partition(" ")
        if target not in TARGETS or way not in WAYS:
            return Refusal(
                "you turn the room you are in (here) or the next one in some direction, left or"
                " right.",
                "3.3",
            )
        room = target_room(s, seat, TARGETS.index(target))
        if room == NOWHERE:
            return Refusal("there is no room on that side.", "3.3")
        return (
            Refusal("the Portal cannot be turned.", "3.4")
            if room == PORTAL
            else Refusal("only Betty at +5 turns a room twice.", "13.2")
        )

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("handle", target_room(s, seat, self.target(which)))]


class LeavePortal(Step[HorrorTable]):
    """§12.4 Into which neighbouring room is the loser thrown back?"""

    clause: ClassVar[str] = "12.4"
    size: ClassVar[int] = 4

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        side: i64
        for side in range(4):
            if passage(s, PORTAL, side) >= 0:
                out = append(out, side)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        room = beyond(s, PORTAL, choice)
        THROWN_OUT.note(s, self.seat, room)
        enter(s, self.seat, room)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "leave " + DIRECTIONS[choice]

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Fall back into the {s.box.rooms[beyond(s, PORTAL, choice)]}"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, the monsters throw you out of the Portal. Which way do you go?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal("that room has no door to the Portal.") if text.startswith("leave") else None

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("room", beyond(s, PORTAL, choice))]


LEAVE_PORTAL: Final = [LeavePortal(seat) for seat in range(MAX_SEATS)]


def is_complete(s: HorrorTable, seat: i64) -> bool:
    """§3.5 Has this player found all pages?"""
    return how_many(s.framed[seat]) == s.agreed.secrets


def toll(s: HorrorTable, seat: i64, side: i64) -> i64:
    """§3.2 What going out by the door on this side costs; §13.4 nothing for the elegant."""
    if is_open(s, s.place[seat], side) or has_gift(s, seat, HERMIONE):
        return 0
    return s.box.closed_door


def price(s: HorrorTable, seat: i64, cost: i64) -> str:
    """§3.2 What a door or a mirror takes from a player, in words: at -5 there is nothing to lose."""
    if cost == 0:
        return "free"
    paid = min(cost, s.fortitude[seat] - s.box.least)
    return f"{paid} Fortitude" if paid > 0 else f"nothing to lose at {s.box.least}"


def may_pass(s: HorrorTable, seat: i64, other: i64, cost: i64) -> bool:
    """§3.5 The Portal opens to those who have all pages, and §12.1 Fortitude 0 or more after the
    door.
    """
    return other != PORTAL or (is_complete(s, seat) and s.fortitude[seat] >= cost)


def why_not_out(s: HorrorTable, seat: i64, side: i64, cost: i64) -> Refusal | None:
    """Why you cannot go out on that side, for this cost; None if you can."""
    if s.business == seat:
        return BUSINESS
    here = s.place[seat]
    other = beyond(s, here, side)
    if other == NOWHERE:
        return Refusal("there is no room on that side.", "3.1")
    if passage(s, here, side) == NOWHERE:
        whose = "your room has" if door(s, here, side) == WALL else "the room beyond has"
        return Refusal(f"{whose} no door there; turn it first.", "3.1")
    if may_pass(s, seat, other, cost):
        return None
    if not is_complete(s, seat):
        return Refusal("the Portal opens only to those who have found all their pages.", "3.5")
    return Refusal("your Fortitude must be 0 or more once you are in the Portal.", "12.1")


def door_pieces(s: HorrorTable, here: i64, side: i64) -> list[tuple[str, int]]:
    return [("door", 4 * here + side), ("room", beyond(s, here, side))]


def ways_after(s: HorrorTable, room: i64, quarters: i64) -> str:
    """§3.1 Where the doors of a room will lead once it has been turned, in a few words."""
    turned = (s.turn[room] + quarters) % 4
    rooms = []
    side: i64
    for side in range(4):
        other = beyond(s, room, side)
        if (
            other != NOWHERE
            and s.box.doors[16 * room + 4 * turned + side] != WALL
            and door(s, other, side ^ 2) != WALL
        ):
            rooms.append(s.box.rooms[other])
    return f"then ways to {', '.join(rooms)}" if rooms else "then no way in or out"


def target_room(s: HorrorTable, seat: i64, target: i64) -> i64:
    """The room that is turned: 0 is your own, 1 to 4 its neighbours; or NOWHERE."""
    return s.place[seat] if target == 0 else beyond(s, s.place[seat], target - 1)


def walk(s: HorrorTable, seat: i64, side: i64, cost: i64) -> None:
    """§3.1 Walk through a door; §3.2 pay for it."""
    room = beyond(s, s.place[seat], side)
    GONE.note(s, seat, room, cost)
    shift(s, seat, -cost)
    enter(s, seat, room)


def enter(s: HorrorTable, seat: i64, room: i64) -> None:
    """§3.6 However you come in, §11.5 all monsters of a room hurt you, but §12.3 not those in the
    Portal.
    """
    s.place[seat] = room
    s.beaten = 0
    if room == PORTAL:
        return
    horror = horror_in(s, room)
    if not has_object(s, seat, VESPER):
        hurt(s, 1 << seat, horror, ALL)
    elif horror > 0:
        SPARED.note(s, seat, VESPER)  # §14.7
