"""Chapter 7 of RULES.md, Fortitude, and the harm that monsters do to it."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import LOCKET
from emberstacks.games.horror.hands import can_play, hidden_blessings, might_hold, spend_blessing
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import has
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.step import EVERYBODY, Together


@final
class LoseFortitude(HorrorKind):
    """§11.11 No Locket."""

    word: ClassVar[str] = "pass"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        step = s.step
        assert isinstance(step, LocketWindow)
        return f"Lose {step.amount} Fortitude"


@final
class PlayLocket(HorrorKind):
    """§11.11 The Blessed Locket against all harm of this moment."""

    word: ClassVar[str] = "locket"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return can_play(s, seat, LOCKET)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Play the Blessed Locket: no loss"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> str:
        return "you do not hold the Blessed Locket."


LOCKET_MENU: Final[Menu[HorrorTable]] = Menu({LoseFortitude(): [0], PlayLocket(): [1]})


class LocketWindow(Together[HorrorTable]):
    """§11.11 Does anybody the monsters hurt now play the Blessed Locket?"""

    clause: ClassVar[str] = "11.11"
    window: ClassVar[bool] = True
    size: ClassVar[int] = 2

    victims: i64
    amount: i64

    def menu(self) -> Menu[HorrorTable]:
        return LOCKET_MENU

    def choices_of(self, s: HorrorTable, seat: i64) -> Ints:
        return LOCKET_MENU.choices(s, seat)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] == 1:
                spend_blessing(s, seat, LOCKET)
                s.note("locket", seat)
            elif has(self.victims, seat):
                shift(s, seat, -self.amount)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << seat if choice == 0 else EVERYBODY

    def question(self, s: HorrorTable) -> str:
        return f"Monsters take {self.amount} Fortitude. Does anybody they hurt play the Blessed Locket?"


def shift(s: HorrorTable, seat: i64, by: i64) -> None:
    """§7.1 Fortitude changes, but never beyond -5 and +5."""
    before = s.fortitude[seat]
    after = max(s.box.least, min(s.box.most, before + by))
    s.fortitude[seat] = after
    if after != before:
        s.note("fortitude", seat, after - before, after)


def hurt(s: HorrorTable, victims: i64, amount: i64) -> None:
    """Monsters take Fortitude from all in the mask, §11.11 unless a Locket is played; at -5 there is nothing to lose."""
    if amount == 0 or victims == 0:
        return
    hidden = hidden_blessings(s)
    hurting: i64 = 0
    asked: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if has(victims, seat) and s.fortitude[seat] > s.box.least:
            hurting |= 1 << seat
            if might_hold(s, seat, 1 << LOCKET, hidden):
                asked |= 1 << seat
    if asked != 0:
        together(s, LocketWindow(hurting, amount), asked)
        return
    for seat in range(s.seats):
        if has(hurting, seat):
            shift(s, seat, -amount)
