"""Chapter 6 of RULES.md: mirrors and pictures."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import CRANE, VESPER
from emberstacks.games.horror.library import mirror_rooms
from emberstacks.games.horror.powers import has_gift, has_weakness
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.dice import ONE, roll
from emberstacks.games.horror.steps.fortitude import shift
from emberstacks.games.horror.steps.kind import HorrorKind, room_named
from emberstacks.games.horror.steps.moving import BUSINESS, enter, price
from emberstacks.games.horror.words import CHARACTER, NO_CAUSE, piece_id, room_word
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Auto
from emberstacks.kernel.words import Label, Refusal


@final
class SteppedOut(Happening):
    """§6.1, §8.14 Somebody comes out of a mirror."""

    kind: ClassVar[str] = "mirror"

    def note(self, s: HorrorTable, seat: i64, room: i64, cause: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} steps out of the mirror in the {s.box.rooms[room]}."
            self.told(s, text, [seat, room], because=piece_id(cause))


@final
class PictureSeen(Happening):
    """§6.2 Somebody looks at a picture."""

    kind: ClassVar[str] = "picture"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} looks at a picture.", [seat])


STEPPED_OUT: Final = SteppedOut()
PICTURE_SEEN: Final = PictureSeen()


@final
class LookIntoMirror(HorrorKind):
    """§6.1 Look into a mirror and step out of another one; the varieties are the rooms."""

    word: ClassVar[str] = "look mirror"
    clause: ClassVar[str] = "6.1"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        here = s.place[seat]
        if s.box.mirrors[here] > 0 and s.business != seat:  # §8.11
            out = mirror_rooms(s, here, out, self.codes)
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        STEPPED_OUT.note(s, seat, which, NO_CAUSE)
        shift(s, seat, -self.toll(s, seat))
        enter(s, seat, which)

    def toll(self, s: HorrorTable, seat: i64) -> i64:
        """What a look costs; §13.10 nothing for the composed."""
        if has_gift(s, seat, CRANE):
            return 0
        return s.box.mirror

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "look mirror " + room_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label(
            "Look into the mirror",
            price(s, seat, self.toll(s, seat)),
            f"step out in the {s.box.rooms[which]}",
        )

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if s.box.mirrors[s.place[seat]] == 0:
            return Refusal("there is no mirror in your room.", "6.1")
        return why_not_mirror(s, seat, rest, "6.1")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("mirror", s.place[seat]), ("room", which)]


@final
class LookAtPicture(HorrorKind):
    """§6.2 Look at a picture: roll the white die."""

    word: ClassVar[str] = "look picture"
    clause: ClassVar[str] = "6.2"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return s.box.pictures[s.place[seat]] > 0

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        PICTURE_SEEN.note(s, seat)
        s.push(SEE_PICTURE)
        roll(s, ONE)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Look at the picture", detail="roll for Fortitude")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("there is no picture in your room.", "6.2")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("picture", s.place[seat])]


class SeePicture(Auto[HorrorTable]):
    """§6.2 The die says how much a picture restores; §13.13 only 1 in a trance."""

    clause: ClassVar[str] = "6.2"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        gain = s.box.picture[s.white - 1]
        cause: i64 = NO_CAUSE
        if has_weakness(s, s.active, VESPER):
            gain = s.box.trance
            cause = CHARACTER + VESPER
        shift(s, s.active, gain, cause)


SEE_PICTURE: Final = SeePicture()


def why_not_mirror(s: HorrorTable, seat: i64, name: str, clause: str) -> Refusal | None:
    """Why you cannot step out of a mirror in that room; None if you can."""
    if s.business == seat:
        return BUSINESS
    room = room_named(s, name)
    if room < 0:
        return Refusal("name the room where you step out of the mirror.", clause)
    if room == s.place[seat]:
        return Refusal("you are in that room already.", clause)
    return (
        None
        if s.box.mirrors[room] > 0
        else Refusal(f"the {s.box.rooms[room]} has no mirror.", clause)
    )
