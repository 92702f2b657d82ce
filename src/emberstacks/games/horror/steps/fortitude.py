"""Chapter 7 of RULES.md, Fortitude, and the harm that monsters do to it."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import LOCKET
from emberstacks.games.horror.hands import can_play, hidden_blessings, might_hold, spend_blessing
from emberstacks.games.horror.state import LOSS, SEATS, HorrorTable
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.games.horror.words import (
    BLESSING,
    CHARACTER,
    MONSTER,
    NO_CAUSE,
    cause_name,
    joined,
    piece_id,
    signed,
)
from emberstacks.kernel.domains import one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import has
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Together
from emberstacks.kernel.words import Label, Refusal

ALL: Final = -1  # monsters of the room do it


@final
class Fortitude(Happening):
    """§7.1 Fortitude has changed."""

    kind: ClassVar[str] = "fortitude"

    def note(self, s: HorrorTable, seat: i64, change: i64, now: i64, cause: i64) -> None:
        if s.log is not None:
            verb = "gains" if change > 0 else "loses"
            # what monsters do has been said before
            by = f" ({cause_name(s.box, cause)})" if cause >= BLESSING else ""
            text = (
                f"{mark(seat)} {verb} {max(change, -change)} Fortitude{by} and is now at"
                f" {signed(now)}."
            )
            self.told(s, text, [seat, change, now], because=piece_id(cause))


@final
class Harm(Happening):
    """§2.1, §11.4, §11.5, §11.8, §11.10 Monsters hurt somebody: one of them, or all in the room."""

    kind: ClassVar[str] = "harm"

    def note(self, s: HorrorTable, victims: i64, amount: i64, monster: i64) -> None:
        if s.log is not None:
            seats = [seat for seat in range(s.seats) if has(victims, seat)]
            here = s.place[seats[0]]
            monsters = (
                [monster]
                if monster >= 0
                else [one for one, room in enumerate(s.lurks) if room == here]
            )
            names = joined([f"the {s.box.monsters[one]}" for one in monsters])
            each = f", {amount} each" if len(seats) > 1 else ""
            text = (
                f"{names[0].upper()}{names[1:]} {'hurts' if len(monsters) == 1 else 'hurt'}"
                f" {joined(list(map(mark, seats)))}"
            )
            self.told(
                s,
                f"{text}{each}.",
                [monsters[0], victims, amount],
                because=piece_id(MONSTER + monsters[0]),
            )

    def last(self, s: HorrorTable) -> i64:
        """The monster that the log named last, if there is a log: windows may lie between the harm
        and its effect.
        """
        for event in reversed(s.log or []):
            if event.kind == self.kind:
                return MONSTER + event.args[0]
        return NO_CAUSE


@final
class Spared(Happening):
    """§14.5, §14.7 An object keeps monsters from hurting somebody."""

    kind: ClassVar[str] = "spared"

    def note(self, s: HorrorTable, seat: i64, character: i64) -> None:
        if s.log is not None:
            text = (
                f"Thanks to the {s.box.objects[s.box.object[character]]}, {mark(seat)} is not hurt"
                " by monsters."
            )
            self.told(s, text, [seat, character], because=piece_id(CHARACTER + character))


@final
class LocketShown(Happening):
    """§11.11 Somebody plays the Blessed Locket against monsters."""

    kind: ClassVar[str] = "locket"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} plays the Blessed Locket and is not hurt.", [seat])


FORTITUDE: Final = Fortitude()
HARM: Final = Harm()
SPARED: Final = Spared()
LOCKET_SHOWN: Final = LocketShown()


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

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Play the Blessed Locket", detail="no loss")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you do not hold the Blessed Locket.")


LOCKET_MENU: Final[Menu[HorrorTable]] = Menu({LoseFortitude(): [0], PlayLocket(): [1]})


class LocketWindow(Together[HorrorTable]):
    """§11.11 Does anybody the monsters hurt now play the Blessed Locket?"""

    clause: ClassVar[str] = "11.11"
    window: ClassVar[bool] = True
    size: ClassVar[int] = 2
    block: ClassVar[int] = 4

    victims: i64 = one(SEATS)
    amount: i64 = one(LOSS)

    def menu(self) -> Menu[HorrorTable]:
        return LOCKET_MENU

    def choices_of(self, s: HorrorTable, seat: i64) -> Ints:
        return LOCKET_MENU.choices(s, seat)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        monster = HARM.last(s)
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] == 1:
                spend_blessing(s, seat, LOCKET)
                LOCKET_SHOWN.note(s, seat)
            elif has(self.victims, seat):
                shift(s, seat, -self.amount, monster)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << seat if choice == 0 else EVERYBODY

    def question(self, s: HorrorTable) -> str:
        return (
            f"Monsters take {self.amount} Fortitude. Does anybody they hurt play the Blessed"
            " Locket?"
        )


def shift(s: HorrorTable, seat: i64, by: i64, cause: i64 = NO_CAUSE) -> None:
    """§7.1 Fortitude changes, but never beyond -5 and +5; the cause is only told."""
    before = s.fortitude[seat]
    after = max(s.box.least, min(s.box.most, before + by))
    s.fortitude[seat] = after
    if after != before:
        FORTITUDE.note(s, seat, after - before, after, cause)


def hurt(s: HorrorTable, victims: i64, amount: i64, monster: i64) -> None:
    """Monsters take Fortitude from all in the mask, §11.11 unless a Locket is played; at -5 there
    is nothing to lose.

    It is one monster, or ALL in the room.
    """
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
    if hurting == 0:
        return
    HARM.note(s, hurting, amount, monster)
    if asked != 0:
        together(s, LocketWindow(hurting, amount), asked)
        return
    for seat in range(s.seats):
        if has(hurting, seat):
            shift(s, seat, -amount, HARM.last(s))
