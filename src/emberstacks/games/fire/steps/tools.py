"""Chapter 8 and what belongs to it: drawing tools, the market, and who may play what."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import PIECES
from emberstacks.games.fire.effects import total
from emberstacks.games.fire.state import SPREAD_OUT, FireTable
from emberstacks.games.fire.steps.tool import FireKind, ToolMenu
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64, remove_at
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Chance, Step
from emberstacks.kernel.versions import V1_1, V1_2
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import may_hold, reshuffle, shown

FROM_DECK: Final = 13
NO_TOOL: Final = 14


@final
class Revealed(Happening):
    """§8.4 A tool comes into the market."""

    kind: ClassVar[str] = "market"

    def note(self, s: FireTable, piece: i64) -> None:
        if s.log is not None:
            self.told(s, f"The market gets {s.tool(piece)}.", [piece])


@final
class DrawnTool(Happening):
    """§1.6 A tool from the deck, which only those in the mask see."""

    kind: ClassVar[str] = "tool"

    def note(self, s: FireTable, seen_by: i64, piece: i64, seat: i64) -> None:
        if s.log is not None:
            veiled = "" if seen_by == EVERYBODY else f"{mark(seat)} draws a tool from the deck."
            self.told(
                s,
                f"{mark(seat)} draws {s.tool(piece)} from the deck.",
                [piece, seat],
                seen_by,
                veiled,
            )


@final
class TakenTool(Happening):
    """§4.9 §5.3 A tool from the market."""

    kind: ClassVar[str] = "choose-tool"

    def note(self, s: FireTable, seat: i64, piece: i64) -> None:
        if s.log is not None:
            why = "after the fire" if s.spread == SPREAD_OUT else "for leaving early"
            self.told(
                s, f"{mark(seat)} takes {s.tool(piece)} from the market {why}.", [seat, piece]
            )


@final
class Shuffled(Happening):
    """§8.5 The deck was empty."""

    kind: ClassVar[str] = "shuffle"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, "The discarded tools are shuffled into a new deck.", [])


REVEALED: Final = Revealed()
DRAWN_TOOL: Final = DrawnTool()
TAKEN_TOOL: Final = TakenTool()
SHUFFLED: Final = Shuffled()


class RevealTool(Chance[FireTable]):
    """§1.6 §8.4 The market is filled up from the deck."""

    clause: ClassVar[str] = "8.4"
    size: ClassVar[int] = PIECES

    def weights(self, s: FireTable) -> Ints:
        return s.deck.weights()

    def answer(self, s: FireTable, choice: i64) -> None:
        piece = s.deck.draw(choice)[0]
        s.market = append(s.market, piece)
        REVEALED.note(s, piece)
        fill_market(s)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.tool_text(choice)


class DrawTool(Chance[FireTable]):
    """§1.6 §4.9 §5.3 §6.3 §12.6 A seat draws the top tool of the deck, and nobody else sees it;
    §15.6 solo, it is open.
    """

    clause: ClassVar[str] = "1.6"
    size: ClassVar[int] = PIECES

    drawer: i64 = one(SEAT)

    def actor(self, s: FireTable) -> i64:
        return self.drawer

    def weights(self, s: FireTable) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if nobody_to_hide_from(s) else 1 << self.drawer

    def answer(self, s: FireTable, choice: i64) -> None:
        seen_by = EVERYBODY if nobody_to_hide_from(s) else 1 << self.drawer
        slot = shown(s, s.deck.draw(choice), seen_by)
        s.hands[self.drawer].add(slot)
        DRAWN_TOOL.note(s, seen_by, slot[0], self.drawer)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.tool_text(choice)


@final
class FromMarket(FireKind):
    """§4.9 §5.3 Take a tool that lies open."""

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        kinds = market_kinds(s)
        kind: i64 = 0
        while kinds != 0:
            if kinds & 1:
                out = append(out, self.codes[kind])
            kinds >>= 1
            kind += 1
        return out

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        take_from_market(s, seat, which)
        fill_market(s)

    def text(self, s: FireTable, seat: i64, which: i64) -> str:
        return s.box.tools[which]

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return Label(f"Take the {s.box.titles[which]} from the market", detail=s.box.texts[which])

    def rule(self, s: FireTable, seat: i64, which: i64) -> str:
        return why_a_tool(s)

    def means(self, s: FireTable, text: str) -> bool:
        return text in s.box.tools

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("that tool is not in the market.")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("market", which)]


@final
class FromDeck(FireKind):
    """§4.9 §5.3 Draw a tool that nobody else sees."""

    word: ClassVar[str] = "deck"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return tools_left(s)

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        draw_tool(s, seat)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Draw the top tool of the deck, unseen by the others"

    def rule(self, s: FireTable, seat: i64, which: i64) -> str:
        return why_a_tool(s)

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("deck", 0)]


@final
class NoTool(FireKind):
    """§5.3 For leaving early a tool is optional."""

    word: ClassVar[str] = "no tool"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return s.spread != SPREAD_OUT

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        """Nothing happens."""

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Take no tool"

    def rule(self, s: FireTable, seat: i64, which: i64) -> str:
        return why_a_tool(s)

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("after a fire you must take a tool.")


def why_a_tool(s: FireTable) -> str:
    """The clause that brings the tool."""
    return "4.9" if s.spread == SPREAD_OUT else "5.3"


FROM_MARKET: Final = FromMarket()
DECK: Final = FromDeck()
NONE_AT_ALL: Final = NoTool()
MARKET_MENU: Final = ToolMenu(
    {FROM_MARKET: [*range(13), *range(15, 32)], DECK: [FROM_DECK], NONE_AT_ALL: [NO_TOOL]}
)


class TakeTool(Step[FireTable]):
    """§4.9 §5.3 Take a tool from the market or from the deck; for leaving early it is optional."""

    clause: ClassVar[str] = "4.9"
    size: ClassVar[int] = 32
    block: ClassVar[int] = 40

    def menu(self) -> ToolMenu:
        return MARKET_MENU

    def choices(self, s: FireTable) -> Ints:
        """As the menu would offer them; a test compares the two."""
        codes = Ints([])
        codes = FROM_MARKET.offer(s, self.seat, codes)
        if DECK.possible(s, self.seat):
            codes = append(codes, FROM_DECK)
        if NONE_AT_ALL.possible(s, self.seat):
            codes = append(codes, NO_TOOL)
        return codes

    def answer(self, s: FireTable, choice: i64) -> None:
        MARKET_MENU.do(s, self.seat, choice)

    def default(self, s: FireTable, seat: i64) -> i64:
        codes = self.choices(s)
        return codes[len(codes) - 1]

    def question(self, s: FireTable) -> str:
        why = (
            "the fire has taken your books, but you get a tool"
            if s.spread == SPREAD_OUT
            else "you left early enough for a tool"
        )
        return f"{mark(self.seat)}, {why}. Which one?"

    def asked_by(self, s: FireTable) -> str:
        return why_a_tool(s)


class Replace(Auto[FireTable]):
    """§6.3 Players who have discarded a tool draw another, in the order of the scores."""

    clause: ClassVar[str] = "6.3"

    drawer: i64 = one(SEAT)

    def answer(self, s: FireTable, choice: i64) -> None:
        draw_tool(s, self.drawer)


REVEAL_TOOL: Final = RevealTool()
DRAW_TOOL: Final = [DrawTool(seat) for seat in range(MAX_SEATS)]
TAKE_TOOL: Final = [TakeTool(seat) for seat in range(MAX_SEATS)]
REPLACE: Final = [Replace(seat) for seat in range(MAX_SEATS)]


def tools_left(s: FireTable) -> bool:
    """§8.5 Is there anything to draw, in the deck or among the discards?"""
    return s.deck.shuffled() > 0 or total(s.discards) > 0


def stock_deck(s: FireTable) -> bool:
    """§8.5 An empty deck is made again from the discards; False if there are none either."""
    if s.deck.shuffled() == 0 and total(s.discards) > 0:
        reshuffle(s, s.deck, s.discards)
        SHUFFLED.note(s)
    return s.deck.shuffled() > 0


def draw_tool(s: FireTable, seat: i64) -> None:
    """A seat draws from the deck, §8.5 if there is anything to draw."""
    if stock_deck(s):
        s.push(DRAW_TOOL[seat])


def fill_market(s: FireTable) -> None:
    """§8.4 Up to three tools are open, §8.5 as far as there are any."""
    if len(s.market) < s.box.market and stock_deck(s):
        s.push(REVEAL_TOOL)


def is_short(s: FireTable) -> bool:
    """§8.4 Can the market be filled up again, now that tools have come back? Until 1.1 it waited
    until one was taken.
    """
    return s.variant.tools and len(s.market) < s.box.market and s.rules >= V1_2 and tools_left(s)


def take_from_market(s: FireTable, seat: i64, kind: i64) -> None:
    """§1.10 A tool taken from the market is known to everybody from then on."""
    best: i64 = -1
    k: i64
    for k in range(len(s.market)):
        if s.kind(s.market[k]) == kind and (best < 0 or s.market[k] < s.market[best]):
            best = k
    piece = s.market[best]
    s.market = remove_at(s.market, best)
    s.hands[seat].add((piece, EVERYBODY, s.deck.lot, -1))
    TAKEN_TOOL.note(s, seat, piece)


def offer_tool(s: FireTable, seat: i64) -> None:
    """Ask which tool a seat takes, §8.5 if there is any."""
    if len(s.market) == 0 and not tools_left(s):
        return
    step = TAKE_TOOL[seat]
    if nobody_to_hide_from(s):
        codes = step.choices(s)
        if len(codes) == 1:
            step.answer(s, codes[0])
            return
    s.push(step)


def nobody_to_hide_from(s: FireTable) -> bool:
    """§15.6 Solo, tools are open, and a question with only one answer is not asked; in 1.0 neither
    was so.
    """
    return s.variant.solo and s.rules >= V1_1


def market_kinds(s: FireTable) -> i64:
    """The mask of the kinds of tools in the market."""
    mask: i64 = 0
    for piece in s.market:
        mask |= 1 << s.kind(piece)
    return mask


def is_asked(s: FireTable, seat: i64, menu: ToolMenu) -> bool:
    """§1.10 §4.1 Judged by what everybody knows: could this hand hold a tool of the menu that can
    be played now?
    """
    hand = s.hands[seat]
    if hand.count() == 0:
        return False
    kinds = menu.playable(s, seat)
    return may_hold(s, hand, s.pieces_among(kinds)) and (
        not nobody_to_hide_from(s) or kinds & s.in_hand(seat) != 0
    )
