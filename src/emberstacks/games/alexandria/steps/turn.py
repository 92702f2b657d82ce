"""The Action phase (chapter 2): whose turn it is, and which action is taken. The actions themselves are in actions.py."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.actions import (
    DRAW,
    LAY_PERIL,
    MOVE,
    PLAY_CARD,
    USE_ABILITY,
    USE_SLOTTED_CARD,
    WAIT,
    Action,
    with_card,
)
from emberstacks.games.alexandria.steps.effects import set_off_peril
from emberstacks.games.alexandria.steps.hand import renew_deck
from emberstacks.games.alexandria.steps.playing import Means
from emberstacks.games.alexandria.steps.rescue import renew_rescue
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step


def numbered(actions: list[Action]) -> list[Action]:
    """Give every variety of every action its code; returns the action of each code."""
    by_code: list[Action] = []
    for action in actions:
        action.first = len(by_code)
        by_code += [action] * action.varieties
    return by_code


ACTIONS: Final[list[Action]] = [MOVE, DRAW, PLAY_CARD, USE_ABILITY, USE_SLOTTED_CARD, WAIT, LAY_PERIL]  # as in RULES.md
# Answers are numbered in this order: what is new goes to the end, because records and learners know the numbers. A card of the
# hand has the same number whether it is played or laid.
NUMBERED: Final[list[Action]] = [MOVE, DRAW, WAIT, USE_ABILITY, USE_SLOTTED_CARD, PLAY_CARD]
BY_CODE: Final = numbered(NUMBERED)


class NextTurn(Auto[Alexandria]):
    """§2.2 The highest Time token acts, §2.7 even after gaining Time; §2.6 with all at the end, the Action phase is over."""

    clause: ClassVar[str] = "2.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        tidy_up(s)
        seat = s.top_seat()
        if s.time[seat] > 0:
            s.push(TAKE_ACTION[seat])
            return
        other: i64
        for other in range(s.seats):
            s.time[other] = s.standing[v.START_TIME]  # §2.6: the pile stays as it is
        s.note("dusk", s.round)


class TakeAction(Step[Alexandria]):
    """§2.1 Take one action: §3.1 move, §3.4 draw, §3.8 play a card, §3.13 use your board, §3.15 wait, or §6.2 lay a Peril."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = len(BY_CODE)

    def choices(self, s: Alexandria) -> Ints:
        seat = self.seat
        means = Means(s, seat)
        codes = Ints([])
        for action in NUMBERED:
            codes = action.offer(s, seat, means, codes)
        return codes

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        s.active = seat
        s.push(END_ACTION[seat])
        action_of(s, seat, choice).do(s, seat, choice - BY_CODE[choice].first)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return WAIT.first

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return action_of(s, seat, choice).witnesses(seat)

    def text(self, s: Alexandria, choice: i64) -> str:
        return action_of(s, self.seat, choice).text(s, self.seat, choice - BY_CODE[choice].first)

    def public_text(self, s: Alexandria, choice: i64) -> str:
        return "lay a peril"  # §6.2 all other actions are seen

    def label(self, s: Alexandria, choice: i64) -> str:
        return action_of(s, self.seat, choice).label(s, self.seat, choice - BY_CODE[choice].first)

    def brings(self, s: Alexandria, choice: i64) -> str:
        return action_of(s, self.seat, choice).brings(s, self.seat, choice - BY_CODE[choice].first)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, you have {s.time[self.seat]} Time: which action do you take?"

    def rule(self, s: Alexandria, choice: i64) -> str:
        return action_of(s, self.seat, choice).clause

    def why_not(self, s: Alexandria, text: str) -> str:
        word, _, name = text.partition(" ")
        for action in ACTIONS:
            if action.word == word:
                return action.why_not(s, self.seat, name)
        return ""

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return action_of(s, self.seat, choice).pieces(s, self.seat, choice - BY_CODE[choice].first)


class EndAction(Auto[Alexandria]):
    """§6.7 After every action: rooms with two Heroes may set off a Peril; then §2.2 the next turn."""

    clause: ClassVar[str] = "6.7"

    who: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.push(NEXT_TURN)
        pair: i64
        for pair in range(PERIL_PAIRS):
            room = s.peril_rooms[pair]
            if room != NONE and how_many(s.heroes_in(1 << room)) >= 2:
                set_off_peril(s, v.TWO_HEROES, self.who, room)


NEXT_TURN: Final = NextTurn()
TAKE_ACTION: Final = [TakeAction(seat) for seat in range(MAX_SEATS)]
END_ACTION: Final = [EndAction(seat) for seat in range(MAX_SEATS)]


def action_of(s: Alexandria, seat: i64, choice: i64) -> Action:
    """The action that an answer means."""
    return BY_CODE[choice] if choice < PLAY_CARD.first else with_card(s, seat, choice - PLAY_CARD.first)


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
