"""Chapter 6 of RULES.md: mirrors and pictures."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import CRANE, VESPER
from emberstacks.games.horror.powers import has_gift, has_weakness
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.dice import ONE, roll
from emberstacks.games.horror.steps.fortitude import shift
from emberstacks.games.horror.steps.moving import enter
from emberstacks.kernel.ints import i64
from emberstacks.kernel.step import Auto


class SeePicture(Auto[HorrorTable]):
    """§6.2 The die says how much a picture restores; §13.13 only 1 in a trance."""

    clause: ClassVar[str] = "6.2"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        gain = s.box.picture[s.white - 1]
        if has_weakness(s, s.active, VESPER):
            gain = s.box.trance
        shift(s, s.active, gain)


SEE_PICTURE: Final = SeePicture()


def look_at_picture(s: HorrorTable, seat: i64) -> None:
    """§6.2 Roll the white die."""
    s.note("picture", seat)
    s.push(SEE_PICTURE)
    roll(s, ONE)


def look_into_mirror(s: HorrorTable, seat: i64, room: i64) -> None:
    """§6.1 Pay 2, §13.10 unless composed, and step out of another mirror."""
    s.note("mirror", seat, room)
    if not has_gift(s, seat, CRANE):
        shift(s, seat, -s.box.mirror)
    enter(s, seat, room)
