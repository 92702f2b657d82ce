"""Chapters 2, 6, 15 and 17: how turns follow each other, the end of the round, and solo games."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import CARDS
from emberstacks.games.fire.effects import clear_card, end_turn, furthest_behind, part_with, pour
from emberstacks.games.fire.state import FREE, NONE, ORDINALS, SET_ASIDE, FireTable
from emberstacks.games.fire.steps.burning import (
    THE_LOWEST,
    THE_NEXT_LOWEST,
    burn,
    burn_index,
    burn_lowest,
    end_game,
    next_lowest,
)
from emberstacks.games.fire.steps.order import CHOOSE_CARDS, open_amulet_window
from emberstacks.games.fire.steps.robot import robot_turn
from emberstacks.games.fire.steps.saving import SAVING
from emberstacks.games.fire.steps.tool import FireKind, ToolMenu
from emberstacks.games.fire.steps.tools import REPLACE, fill_market, is_short
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import members
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Together
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Refusal

KEEP: Final = 0


@final
class RoundBegins(Happening):
    """§2.1 A round, or the turn of somebody alone."""

    kind: ClassVar[str] = "round"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round} begins.", [s.round])


@final
class RoundOver(Happening):
    """§6.2 And what burns now."""

    kind: ClassVar[str] = "round-over"

    def note(self, s: FireTable) -> None:
        if s.log is None:
            return
        what = "the card with the lowest burn index burns"
        if s.variant.robot and not s.variant.wild:
            what = "nothing burns, for the robot has burned enough"
        elif s.variant.solo and not s.variant.robot and s.spread != 0:
            what = "nothing burns, for a fire was triggered in it"
        elif s.variant.wild and not s.variant.robot:
            what = "cards of the two sections with the lowest burn indices burn"
        self.told(s, f"Round {s.round} is over: {what}.", [s.round])


@final
class TurnBegins(Happening):
    """§2.5 The turn that belongs to a card."""

    kind: ClassVar[str] = "turn"

    def note(self, s: FireTable, who: i64, card: i64) -> None:
        if s.log is not None:
            whose = "The robot's" if who == s.robot() else f"{mark(who)}'s"
            with_card = "" if card == NONE else f" with the {ORDINALS[card]} card"
            self.told(s, f"{whose} turn{with_card} begins.", [who, card])


@final
class TurnOver(Happening):
    """§4.8 §5.6 §8.3 What was out of the bag for the turn returns."""

    kind: ClassVar[str] = "turn-over"

    def note(self, s: FireTable, who: i64) -> None:
        if s.log is not None:
            self.told(s, f"{'The robot' if who == s.robot() else mark(who)}'s turn is over.", [who])


@final
class TwelveTurns(Happening):
    """§17.1 The last turn of the Lone Librarian."""

    kind: ClassVar[str] = "twelve"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, "The twelfth turn is over, and with it the game.", [])


@final
class Exchanged(Happening):
    """§6.3 A tool goes, and another comes."""

    kind: ClassVar[str] = "swap"

    def note(self, s: FireTable, seat: i64, piece: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} discards {s.tool(piece)} for a new tool.", [seat, piece])


ROUND_BEGINS: Final = RoundBegins()
ROUND_OVER: Final = RoundOver()
TURN_BEGINS: Final = TurnBegins()
TURN_OVER: Final = TurnOver()
TWELVE_TURNS: Final = TwelveTurns()
EXCHANGED: Final = Exchanged()


class NextRound(Auto[FireTable]):
    """§2.1 Choosing turn order, the turns, the end of the round; §6.4 the cards are in the middle
    again.
    """

    clause: ClassVar[str] = "2.1"

    def answer(self, s: FireTable, choice: i64) -> None:
        s.round += 1
        ROUND_BEGINS.note(s)
        s.card = NONE
        s.push(END_OF_ROUND)
        s.push(PLAY_TURNS)
        s.push(CHOOSE_CARDS)
        open_amulet_window(s)


class PlayTurns(Auto[FireTable]):
    """§2.5 The turns follow the numbers on the cards; §16.1 solo, the robot's comes next."""

    clause: ClassVar[str] = "2.5"

    def answer(self, s: FireTable, choice: i64) -> None:
        if s.card >= 0:
            end_turn(s)
            if is_short(s):
                s.push(PLAY_TURNS)  # again, with nothing left to end
                fill_market(s)
                return
            TURN_OVER.note(s, s.active())
        s.card += 1
        while s.card < CARDS and s.holder[s.card] < 0:
            s.card += 1
        if s.card < CARDS:
            s.push(PLAY_TURNS)
            TURN_BEGINS.note(s, s.active(), s.card)
            begin_turn(s)
        elif s.variant.solo and s.variant.robot:
            TURN_BEGINS.note(s, s.robot(), NONE)
            robot_turn(s)


def begin_turn(s: FireTable) -> None:
    """§3.1 A person saves books, §18.3 a robot turns over a tool."""
    s.draws = 0
    s.gloves = 0
    s.digs = 0
    s.trigger = NONE
    s.cloaked = 0
    s.bravery = 0
    s.lost = 0
    s.spread = 0
    token: i64
    for token in range(len(s.saved)):
        s.saved[token] = 0
    if s.active() == s.robot():
        robot_turn(s)
    else:
        s.push(SAVING)


class EndOfRound(Auto[FireTable]):
    """§6.1 Tokens come back, §6.2 the lowest burn index burns, §6.3 tools may be exchanged, §6.4
    and the next round begins.
    """

    clause: ClassVar[str] = "6.2"

    def answer(self, s: FireTable, choice: i64) -> None:
        s.card = CARDS
        pour(s.round_tokens, s.bag)
        pour(s.round_tools, s.discards)  # §8.3
        if is_short(s):
            s.push(END_OF_ROUND)
            fill_market(s)
            return
        if s.variant.solo and s.variant.robot:
            TURN_OVER.note(s, s.robot())
        ROUND_OVER.note(s)
        return_cards(s)
        if not burn_at_the_end(s):
            return
        if s.variant.solo and not s.variant.robot and s.round == s.box.turns:
            TWELVE_TURNS.note(s)  # §17.1
            end_game(s)
            return
        s.push(NEXT_ROUND)
        open_swap(s)


def return_cards(s: FireTable) -> None:
    """§6.4 All cards return to the middle, §6.1 without their tokens; §15.2 solo, a used card is
    set aside until all are.
    """
    card: i64
    left: i64 = 0
    for card in range(CARDS):
        if s.variant.solo:
            if s.holder[card] >= 0:
                s.holder[card] = SET_ASIDE
            elif s.holder[card] == FREE:
                left += 1  # §15.3 with its tokens
        elif s.holder[card] >= FREE:
            clear_card(s, card)
            s.holder[card] = FREE
    if s.variant.solo and left == 0:
        for card in range(CARDS):
            s.holder[card] = FREE


def burn_at_the_end(s: FireTable) -> bool:
    """§6.2 One card, §14.4 in a Wild Fire two; §16.1 §18.4 §14.6 with a robot one less, §17.2 solo
    none after a trigger.
    """
    if s.variant.robot:
        return not s.variant.wild or burn_lowest(s)  # §14.6
    if s.variant.solo and s.spread != 0:
        return True
    if not s.variant.wild:
        return burn_lowest(s)
    if s.rules < V1_1:  # the second card could be of the same section
        return burn_lowest(s) and burn_lowest(s)
    first = burn_index(s, False)
    return burn(s, first, THE_LOWEST) and burn(s, next_lowest(s, first), THE_NEXT_LOWEST)


@final
class Keeping(FireKind):
    """§6.3 Keep all tools."""

    word: ClassVar[str] = "keep"

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Keep all tools"


@final
class Exchanging(FireKind):
    """§6.3 Discard a tool, and draw another when all have discarded theirs."""

    word: ClassVar[str] = "swap"

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        for kind in members(s.in_hand(seat)):
            out = append(out, self.codes[kind])
        return out

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        piece = part_with(s, seat, which)
        s.discards[piece] += 1
        EXCHANGED.note(s, seat, piece)

    def text(self, s: FireTable, seat: i64, which: i64) -> str:
        return f"swap {s.box.tools[which]}"

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return f"Exchange the {s.box.titles[which]}"

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you do not have that tool.")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("tool", which)]


EXCHANGING: Final = Exchanging()
SWAP_MENU: Final = ToolMenu({Keeping(): [KEEP], EXCHANGING: [*range(1, 32)]})


class SwapTool(Together[FireTable]):
    """§6.3 Everybody may exchange a tool for the top one of the deck."""

    clause: ClassVar[str] = "6.3"
    size: ClassVar[int] = 32
    block: ClassVar[int] = 40

    def menu(self) -> ToolMenu:
        return SWAP_MENU

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        """As the menu would offer them; a test compares the two."""
        return members(s.in_hand(seat) << 1 | 1)

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return 1 << seat if choice == KEEP else EVERYBODY

    def answer(self, s: FireTable, choice: i64) -> None:
        swapping: i64 = 0
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] > KEEP:
                EXCHANGING.do(s, seat, SWAP_MENU.which[s.sealed[seat]])
                swapping |= 1 << seat
        queue = Ints([])
        while swapping != 0:
            first = furthest_behind(s, swapping)
            queue = append(queue, first)
            swapping &= ~(1 << first)
        k: i64
        for k in range(len(queue) - 1, -1, -1):
            s.push(REPLACE[queue[k]])

    def question(self, s: FireTable) -> str:
        return "The round is over. Do you discard a tool and draw another?"


def open_swap(s: FireTable) -> None:
    """§6.3 Ask everybody with a tool, §15.4 solo too."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if s.hands[seat].count() > 0:
            seats |= 1 << seat
    if seats != 0:
        together(s, SWAP_TOOL, seats)


NEXT_ROUND: Final = NextRound()
PLAY_TURNS: Final = PlayTurns()
END_OF_ROUND: Final = EndOfRound()
SWAP_TOOL: Final = SwapTool()
