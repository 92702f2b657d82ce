"""Chapter 10 of RULES.md: rolling, and changing dice."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import BOOK, DICE
from emberstacks.games.horror.hands import can_play, hidden_blessings, might_hold, spend_blessing
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Chance, Together
from emberstacks.kernel.words import Label, Refusal

ONE: Final = 0  # only the white die
TWO: Final = 1  # both dice, separately
SUM: Final = 2  # the total of both
DUEL: Final = 3  # yellow for the one who duels, white for the other
ROLLS: Final = 4

YELLOW: Final = 0
WHITE: Final = 1
TOTAL: Final = 2
TARGETS: Final = ("yellow", "white", "total")

DIE: Final = Ints([1] * 6)


class RollYellow(Chance[HorrorTable]):
    """§4.6 The yellow die is rolled."""

    clause: ClassVar[str] = "4.6"
    size: ClassVar[int] = 6

    kind: i64 = one(within(0, DUEL))

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return DIE

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.yellow = choice + 1
        s.push(ROLL_WHITE[self.kind])

    def text(self, s: HorrorTable, choice: i64) -> str:
        return f"yellow {choice + 1}"


class RollWhite(Chance[HorrorTable]):
    """§6.2 The white die is rolled; after it §10.1 the roll can be changed."""

    clause: ClassVar[str] = "6.2"
    size: ClassVar[int] = 6

    kind: i64 = one(within(0, DUEL))

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return DIE

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.white = choice + 1
        s.change = 0
        ROLLED.note(s, s.active, self.kind)
        open_dice_window(s, self.kind)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return f"white {choice + 1}"


@final
class Rolled(Happening):
    """§4.6, §6.2, §11.6, §13.6 Dice have been rolled; one is -1 if only the white one was."""

    kind: ClassVar[str] = "roll"

    def note(self, s: HorrorTable, seat: i64, kind: i64) -> None:
        if s.log is None:
            return
        text = f"{mark(seat)} rolls {s.white}."
        if kind == DUEL:
            text = f"{mark(seat)} rolls {s.yellow}, and {opponent(s)} {s.white}."
        elif kind != ONE:
            text = f"{mark(seat)} rolls {s.yellow} on the yellow and {s.white} on the white die."
        self.told(s, text, [seat, -1 if kind == ONE else s.yellow, s.white])


class DiceChanged(Happening):
    """§10.1, §10.2 A card changes a roll."""

    def note(self, s: HorrorTable, seat: i64, blessing: i64, now: i64, kind: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} plays {s.box.blessings[blessing]}: {self.what(s, kind)} {now}."
            self.told(s, text, [seat, blessing, now])

    def what(self, s: HorrorTable, kind: i64) -> str:
        """What shows another number now."""
        raise NotImplementedError


@final
class YellowChanged(DiceChanged):
    """§10.3 The yellow die; in a duel it is the one of the player who duels."""

    kind: ClassVar[str] = "change-yellow"

    def what(self, s: HorrorTable, kind: i64) -> str:
        return (
            f"the die of {mark(s.active)} now shows" if kind == DUEL else "the yellow die now shows"
        )


@final
class WhiteChanged(DiceChanged):
    """§10.3 The white die; in a duel it is the one of the opponent."""

    kind: ClassVar[str] = "change-white"

    def what(self, s: HorrorTable, kind: i64) -> str:
        return f"the die of {opponent(s)} now shows" if kind == DUEL else "the white die now shows"


@final
class TotalChanged(DiceChanged):
    """§10.3 The total of an attack on monsters."""

    kind: ClassVar[str] = "change-total"

    def what(self, s: HorrorTable, kind: i64) -> str:
        return "the total is now"


def opponent(s: HorrorTable) -> str:
    """§13.6 Whose the white die is: a duel waits for the roll, and knows."""
    return mark(s.step.args()[0])


ROLLED: Final = Rolled()
CHANGED: Final = (YellowChanged(), WhiteChanged(), TotalChanged())  # by target


@final
class LeaveDice(HorrorKind):
    """§10.4 No change."""

    word: ClassVar[str] = "pass"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Leave the dice as they are"


@final
class ChangeDice(HorrorKind):
    """§10.3 A card changes a die or the total; two varieties for each of the targets change it up
    and down.
    """

    def __init__(self, blessing: i64, word: str, clause: str) -> None:
        super().__init__()
        self.blessing: i64 = blessing
        self.begin = word
        self.paragraph = clause

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        step = s.step
        assert isinstance(step, DiceWindow)
        if (self.blessing == BOOK and seat != s.active) or not can_play(s, seat, self.blessing):
            return out
        which: i64
        for which in range(2 * len(TARGETS)):
            if changeable(s, step.kind, self.blessing, which // 2, which % 2):
                out = append(out, self.codes[which])
        return out

    def by(self, s: HorrorTable, which: i64) -> i64:
        """By how much a variety changes the dice."""
        by = s.box.book if self.blessing == BOOK else s.box.dice
        return -by if which % 2 == 1 else by

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"{self.begin} {TARGETS[which // 2]} {self.by(s, which):+}"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        target = which // 2
        now = shown_by(s, target)
        after = now + self.by(s, which)
        if target != TOTAL:
            after = max(1, min(6, after))
        what = "the total" if target == TOTAL else f"the {TARGETS[target]} die"
        return Label(
            s.box.blessings[self.blessing], detail=f"{what} becomes {after} instead of {now}"
        )

    def rule(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return self.paragraph

    def begins(self, s: HorrorTable) -> str:
        return self.begin

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if self.blessing == DICE:
            return Refusal(
                "you need the Suspicious Dice for that, and a die that can still change."
            )
        return Refusal(
            "only the roller can use the Blessed Book on dice, by 2, and only on a die of that roll"
            " that can still change."
        )


DICE_MENU: Final[Menu[HorrorTable]] = Menu(
    {
        LeaveDice(): [0],
        ChangeDice(BOOK, "book", "10.2"): [1, 2, 3, 4, 5, 6],
        ChangeDice(DICE, "dice", "10.1"): [7, 8, 9, 10, 11, 12],
    }
)


class DiceWindow(Together[HorrorTable]):
    """§10.4 Does anybody change the roll with §10.1 Suspicious Dice or §10.2 the roller with the
    Blessed Book?
    """

    clause: ClassVar[str] = "10.4"
    window: ClassVar[bool] = True
    size: ClassVar[int] = 13
    block: ClassVar[int] = 24

    kind: i64 = one(within(0, DUEL))

    def menu(self) -> Menu[HorrorTable]:
        return DICE_MENU

    def choices_of(self, s: HorrorTable, seat: i64) -> Ints:
        return DICE_MENU.choices(s, seat)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = first_to_change(s)
        if seat < 0:
            return
        card = DICE_MENU.by_code[s.sealed[seat]]
        which = DICE_MENU.which[s.sealed[seat]]
        assert isinstance(card, ChangeDice)
        by = card.by(s, which)
        target = which // 2
        spend_blessing(s, seat, card.blessing)
        if target == TOTAL:
            s.change += by
        elif target == YELLOW:
            s.yellow = max(1, min(6, s.yellow + by))
        else:
            s.white = max(1, min(6, s.white + by))
        if s.log is not None:
            CHANGED[target].note(s, seat, card.blessing, shown_by(s, target), self.kind)
        open_dice_window(s, self.kind)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if seat == first_to_change(s) else 1 << seat

    def question(self, s: HorrorTable) -> str:
        if self.kind == ONE:
            rolled = f"The white die shows {s.white}."
        elif self.kind == SUM:
            rolled = f"The dice show {shown_by(s, TOTAL)} in all."
        else:
            rolled = f"The yellow die shows {s.yellow}, the white one {s.white}."
        return f"{rolled} Does anybody change the roll?"


ROLL_YELLOW: Final = [RollYellow(kind) for kind in range(ROLLS)]
ROLL_WHITE: Final = [RollWhite(kind) for kind in range(ROLLS)]
DICE_WINDOW: Final = [DiceWindow(kind) for kind in range(ROLLS)]


def roll(s: HorrorTable, kind: i64) -> None:
    """Roll what is needed; what the roll decides waits on the stack."""
    if kind == ONE:
        s.push(ROLL_WHITE[ONE])
    else:
        s.push(ROLL_YELLOW[kind])


def open_dice_window(s: HorrorTable, kind: i64) -> None:
    """§10.4 Everybody who might hold a card for it is asked, as often as somebody changes the roll."""
    hidden = hidden_blessings(s)
    asked: i64 = 0
    seat: i64
    for seat in range(s.seats):
        kinds: i64 = 1 << DICE
        if seat == s.active:
            kinds |= 1 << BOOK
        if might_hold(s, seat, kinds, hidden):
            asked |= 1 << seat
    if asked != 0:
        together(s, DICE_WINDOW[kind], asked)


def first_to_change(s: HorrorTable) -> i64:
    """§10.4 Who changes the roll: the roller if they want to, otherwise the next clockwise who
    does; -1 if nobody does.
    """
    turn: i64
    for turn in range(s.seats):
        seat = (s.active + turn) % s.seats
        if s.sealed[seat] > 0:
            return seat
    return -1


def changeable(s: HorrorTable, kind: i64, blessing: i64, target: i64, down: i64) -> bool:
    """§10.3 A die of this roll that stays between 1 and 6, or the total; in a duel the Book changes
    only your own die.
    """
    if kind == SUM or target == TOTAL:
        return kind == SUM and target == TOTAL
    if target == YELLOW and kind == ONE:
        return False
    if target == WHITE and kind == DUEL and blessing == BOOK:
        return False
    return shown_by(s, target) > 1 if down == 1 else shown_by(s, target) < 6


def shown_by(s: HorrorTable, target: i64) -> i64:
    """What a die shows, or both together with what was changed."""
    if target == TOTAL:
        return s.yellow + s.white + s.change
    return s.yellow if target == YELLOW else s.white
