"""The Action phase (chapter 2): whose turn it is, and which action is taken. The actions themselves
are in actions.py.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.news import News, reason
from emberstacks.games.alexandria.state import DECLINED_NOW, NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.actions import (
    ACTIONS,
    DRAW,
    MOVE,
    PLAY_CARD,
    USE_ABILITY,
    USE_SLOTTED_CARD,
    WAIT,
    Action,
)
from emberstacks.games.alexandria.steps.effects import set_off_peril
from emberstacks.games.alexandria.steps.hand import renew_deck
from emberstacks.games.alexandria.steps.playing import Means
from emberstacks.games.alexandria.steps.rescue import renew_rescue
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step


@final
class TurnBegins(News):
    """§2.2 The highest Time token acts; if several are there, the topmost one."""

    kind: ClassVar[str] = "turn"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            below = [
                mark(other)
                for other in reversed(list(s.track))
                if other != seat and s.time[other] == s.time[seat]
            ]
            why = f", on top of {' and '.join(below)}" if below else ""
            self.tell(s, f"{mark(seat)} acts, on {s.time[seat]} Time{why}.", [seat, s.time[seat]])


@final
class TurnOver(News):
    """§2.1 An action is over."""

    kind: ClassVar[str] = "turn-over"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            self.tell(s, f"The action of {mark(seat)} is over.", [seat])


@final
class ActionPhaseOver(News):
    """§2.6 All Time is spent."""

    kind: ClassVar[str] = "dusk"

    def note(self, s: Alexandria, number: i64) -> None:
        if s.log is not None:
            cause = s.portent_behind(v.START_TIME)
            text = (
                f"The Action phase of round {number} is over: the Time tokens return to"
                f" {s.standing[v.START_TIME]}"
            )
            self.tell(
                s, f"{text}{reason(s.box, cause, False)}, and the Library burns.", [number], cause
            )


TURN_BEGINS: Final = TurnBegins()
TURN_OVER: Final = TurnOver()
ACTION_PHASE_OVER: Final = ActionPhaseOver()


class NextTurn(Auto[Alexandria]):
    """§2.2 The highest Time token acts, §2.7 even after gaining Time; §2.6 with all at the end, the
    Action phase is over.
    """

    clause: ClassVar[str] = "2.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        tidy_up(s)
        seat = s.top_seat()
        if s.time[seat] > 0:
            TURN_BEGINS.note(s, seat)
            s.push(TAKE_ACTION[seat])
            return
        other: i64
        for other in range(s.seats):
            s.time[other] = s.standing[v.START_TIME]  # §2.6: the pile stays as it is
        ACTION_PHASE_OVER.note(s, s.round)


class TakeAction(Step[Alexandria]):
    """§2.1 Take one action: §3.1 move, §3.4 draw, §3.8 play a card, §3.13 use your board, §3.15
    wait, or §6.2 lay a Peril.
    """

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = ACTIONS.size
    block: ClassVar[int] = 96

    def menu(self) -> Menu[Alexandria]:
        return ACTIONS

    def choices(self, s: Alexandria) -> Ints:
        """As the menu offers them; written out because what a Hero has is worked out once."""
        seat = self.seat
        means = Means(s, seat)
        codes = MOVE.offer(s, seat, Ints([]))
        codes = append(codes, DRAW.code)
        codes = append(codes, WAIT.code)
        codes = USE_ABILITY.offer_by(s, seat, means, codes)
        codes = USE_SLOTTED_CARD.offer_by(s, seat, means, codes)
        return PLAY_CARD.offer_by(s, seat, means, codes)

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        s.active = seat
        s.push(END_ACTION[seat])
        ACTIONS.do(s, seat, choice)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return WAIT.code

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        action = ACTIONS.by_code[choice]
        assert isinstance(action, Action)
        return action.witnesses(s, seat, ACTIONS.which[choice])

    def public_text(self, s: Alexandria, choice: i64) -> str:
        return "lay a peril"  # §6.2 all other actions are seen

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, you have {s.time[self.seat]} Time: which action do you take?"


class EndAction(Auto[Alexandria]):
    """§6.7 After every action: rooms with two Heroes may set off a Peril; then §2.2 the next turn."""

    clause: ClassVar[str] = "6.7"

    who: i64 = one(SEAT)

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.declined & DECLINED_NOW:  # §3.9: it was not taken, so it is still this player's turn
            s.declined &= ~DECLINED_NOW
            s.push(TAKE_ACTION[self.who])
            return
        s.declined = 0
        TURN_OVER.note(s, self.who)
        s.push(NEXT_TURN)
        pair: i64
        for pair in range(PERIL_PAIRS):
            room = s.peril_rooms[pair]
            if room != NONE and how_many(s.heroes_in(1 << room)) >= 2:
                set_off_peril(s, v.TWO_HEROES, self.who, room)


NEXT_TURN: Final = NextTurn()
TAKE_ACTION: Final = [TakeAction(seat) for seat in range(MAX_SEATS)]
END_ACTION: Final = [EndAction(seat) for seat in range(MAX_SEATS)]


def tidy_up(s: Alexandria) -> None:
    """§5.3 A new action, new responses; §3.5 and §4.18 decks that have run out are made again."""
    s.responded = 0
    s.thrown = 0
    s.kept = 0
    seat: i64
    for seat in range(s.seats):
        if s.draws[seat].count() == 0:
            renew_deck(s, seat)
    category: i64
    for category in range(3):
        if s.in_decks & s.box.category_masks[category] == 0:
            renew_rescue(s, category)
