"""Chapters 5 and 12: scoring knowledge, and the tools after scoring."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import (
    COLLECTORS_EDITION,
    FIRE,
    KNAPSACK,
    LIBRARY_CART,
    LOCKBOX,
    MAP,
    SPACES,
    TOKENS,
)
from emberstacks.games.fire.effects import (
    TURN_POINTS,
    Points,
    advance,
    books_on,
    colours_on,
    gain,
    has_book,
    resolved,
    space_of,
    take_off,
    total,
    use,
)
from emberstacks.games.fire.state import TOOL, FireTable
from emberstacks.games.fire.steps.bag import DRAWN, TokenDraw
from emberstacks.games.fire.steps.burning import ON_KNAPSACK, burn_book
from emberstacks.games.fire.steps.tool import FireKind, Tool, ToolMenu
from emberstacks.games.fire.steps.tools import draw_tool, is_asked, offer_tool
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, lowest, members, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal

DONE: Final = 13


@final
class Staked(Happening):
    """§12.1 §12.2 §12.5 A book goes onto a tool."""

    kind: ClassVar[str] = "stake"

    def note(self, s: FireTable, seat: i64, book: i64, piece: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} puts {s.article(book)} on {s.tool(piece)}."
            self.told(s, text, [seat, book, piece], because=s.because(piece))


@final
class Loaded(Happening):
    """§12.4 The books of the turn stay out of the bag."""

    kind: ClassVar[str] = "cart"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)}'s books stay on the Library Cart until the round ends."
            self.told(s, text, [seat], because="tool-library cart")


STAKED: Final = Staked()
LOADED: Final = Loaded()
BY_MAP: Final = Points("with the Map, the bravery of this turn again,", "tool-map")
BY_EDITION: Final = Points("with the Collector's Edition", "tool-collector's edition")
BY_KNAPSACK: Final = Points("with the Knapsack, for both books,", "tool-knapsack")


def score(s: FireTable) -> None:
    """§5.1 Knowledge for the books, §5.2 bravery for the risk, §5.3 or a tool for none; then §5.5
    tools after scoring.
    """
    seat = s.active()
    space: i64
    for space in range(SPACES):
        token = s.token(s.card, space)
        if 0 <= token < FIRE:
            s.saved[token] += 1
    s.bravery = s.bravery_points()
    knowledge = s.knowledge_points()
    advance(s, seat, knowledge + s.bravery)
    TURN_POINTS.note(s, seat, knowledge, s.bravery)
    if s.variant.tools:
        s.push(SCORED)
        if leaves_early(s, s.bravery):
            offer_tool(s, seat)


def leaves_early(s: FireTable, bravery: i64) -> bool:
    """§5.3 Stopping on safe spaces earns a tool; §10.2 not with Gloves on, §14.3 not in a Wild
    Fire.
    """
    return s.variant.tools and bravery == 0 and s.gloves == 0 and not s.variant.wild


class Scored(Auto[FireTable]):
    """§5.5 After scoring, the active player is asked while they could hold a tool to play now."""

    clause: ClassVar[str] = "5.5"

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = s.active()
        if is_asked(s, seat, SCORING_MENU):
            s.push(AFTER_SCORING[seat])


class ScoringTool(Tool):
    """§5.5 A tool with the star icon; after it there may be another."""

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        use(s, seat, self.number)
        s.push(SCORED)  # below what the tool asks
        self.play(s, seat)


@final
class Map(ScoringTool):
    """§12.6 The bravery of this turn again, and a tool from the deck."""

    clause: ClassVar[str] = "12.6"

    def play(self, s: FireTable, seat: i64) -> None:
        gain(s, seat, s.bravery, BY_MAP)
        draw_tool(s, seat)
        resolved(s, self.number)


class WithBook(ScoringTool):
    """A tool that needs a book which is still on the card."""

    def possible(self, s: FireTable, seat: i64) -> bool:
        return has_book(s)

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return (
            super().why_not(s, seat, rest)
            if self.possible(s, seat)
            else Refusal("that tool needs a book that is still on your card.")
        )


@final
class LibraryCart(WithBook):
    """§12.4 All books on the card stay out of the bag until the round ends."""

    clause: ClassVar[str] = "12.4"

    def play(self, s: FireTable, seat: i64) -> None:
        books = books_on(s, s.card)
        space: i64
        for space in range(SPACES):
            if has(books, space):
                s.round_tokens[take_off(s, s.card, space)] += 1
        LOADED.note(s, seat)


class StakeTool(WithBook):
    """A tool on which a book is put; if there are books of several colours, the user chooses."""

    def play(self, s: FireTable, seat: i64) -> None:
        colours = colours_on(s, s.card)
        if several(colours):
            s.push(ChooseColour(seat, self.number))
        else:
            self.choose(s, seat, lowest(colours))

    def choose(self, s: FireTable, seat: i64, book: i64) -> None:
        """Carry it out with the book that was chosen."""
        take_off(s, s.card, space_of(s, s.card, book))
        STAKED.note(s, seat, book, self.number * s.variant.copies)
        self.stake(s, seat, book)

    def stake(self, s: FireTable, seat: i64, book: i64) -> None:
        """What follows from the book on it."""
        raise NotImplementedError

    def choice(self, s: FireTable, book: i64) -> Label:
        """A book to choose, as a button says it."""
        return Label(f"A {s.box.tokens[book]} book", f"{s.value(book)} now")


@final
class CollectorsEdition(StakeTool):
    """§12.1 Points for every book of one colour that was saved this turn."""

    clause: ClassVar[str] = "12.1"

    def stake(self, s: FireTable, seat: i64, book: i64) -> None:
        s.turn_tokens[book] += 1
        gain(s, seat, s.saved[book] * s.box.collectors_edition, BY_EDITION)
        if s.rules >= V1_1:  # §8.3
            s.turn_tokens[book] -= 1
            s.bag[book] += 1
            resolved(s, self.number)

    def choice(self, s: FireTable, book: i64) -> Label:
        return Label(
            s.box.tokens[book].title(), detail=f"{s.saved[book] * s.box.collectors_edition} points"
        )


@final
class Knapsack(StakeTool):
    """§12.2 A book is at stake for one more draw; §3.8 not if the bag is empty."""

    clause: ClassVar[str] = "12.2"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return has_book(s) and total(s.bag) > 0

    def stake(self, s: FireTable, seat: i64, book: i64) -> None:
        s.turn_tokens[book] += 1
        s.push(KnapsackDraw(book))


@final
class Lockbox(StakeTool):
    """§12.5 A book stays in it for good."""

    clause: ClassVar[str] = "12.5"

    def stake(self, s: FireTable, seat: i64, book: i64) -> None:
        s.boxed[seat * TOKENS + book] += 1


@final
class EndingTurn(FireKind):
    """§5.5 Play no more tools."""

    word: ClassVar[str] = "done"
    clause: ClassVar[str] = "5.5"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        """The turn is over."""

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "End the turn"


SCORING_MENU: Final = ToolMenu(
    {
        CollectorsEdition(COLLECTORS_EDITION): [4],
        Knapsack(KNAPSACK): [6],
        LibraryCart(LIBRARY_CART): [7],
        Lockbox(LOCKBOX): [8],
        Map(MAP): [9],
        EndingTurn(): [DONE],
    }
)


class AfterScoring(Step[FireTable]):
    """§5.5 Play a tool after scoring, or end the turn."""

    clause: ClassVar[str] = "5.5"
    size: ClassVar[int] = SCORING_MENU.size
    block: ClassVar[int] = 32

    def menu(self) -> ToolMenu:
        return SCORING_MENU

    def choices(self, s: FireTable) -> Ints:
        """As the menu would offer them; a test compares the two."""
        codes = Ints([])
        return append(SCORING_MENU.offer_tools(s, self.seat, codes), DONE)

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice != DONE:
            SCORING_MENU.do(s, self.seat, choice)

    def default(self, s: FireTable, seat: i64) -> i64:
        return DONE

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, you have scored. Do you play a tool now?"


class ChooseColour(Step[FireTable]):
    """§12.1 §12.2 §12.5 Which of the saved books is the tool for?"""

    clause: ClassVar[str] = "12.1"
    size: ClassVar[int] = FIRE

    kind: i64 = one(TOOL)

    def makes_sense(self) -> bool:
        return isinstance(SCORING_MENU.tool(self.kind), StakeTool)

    def tool(self) -> StakeTool:
        tool = SCORING_MENU.tool(self.kind)
        assert isinstance(tool, StakeTool)
        return tool

    def choices(self, s: FireTable) -> Ints:
        return members(colours_on(s, s.card))

    def answer(self, s: FireTable, choice: i64) -> None:
        self.tool().choose(s, self.seat, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]

    def label(self, s: FireTable, choice: i64) -> Label:
        return self.tool().choice(s, choice)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which book do you put on the {s.box.titles[self.kind]}?"

    def asked_by(self, s: FireTable) -> str:
        return self.tool().clause

    def rule(self, s: FireTable, choice: i64) -> str:
        return self.asked_by(s)

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        return Refusal("there is no such book on your card.") if text in s.box.tokens else None

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [
            ("space", s.card * SPACES + space)
            for space in range(SPACES)
            if s.token(s.card, space) == choice
        ]


class KnapsackDraw(TokenDraw):
    """§12.2 A book scores with the one at stake, §12.3 a fire burns the section of that one."""

    clause: ClassVar[str] = "12.2"

    book: i64 = one(within(0, FIRE - 1))

    def answer(self, s: FireTable, choice: i64) -> None:
        DRAWN.note(s, s.active(), choice)
        if s.rules < V1_1:  # both tokens stay on the Knapsack until the turn ends
            s.bag[choice] -= 1
            s.turn_tokens[choice] += 1
        else:  # §8.3 what was drawn goes back, and with it the book at stake
            s.turn_tokens[self.book] -= 1
            s.bag[self.book] += 1
            resolved(s, KNAPSACK)
        if choice == FIRE:
            burn_book(s, self.book, ON_KNAPSACK)
        else:
            gain(s, s.active(), s.value(self.book) + s.value(choice), BY_KNAPSACK)


SCORED: Final = Scored()
AFTER_SCORING: Final = [AfterScoring(seat) for seat in range(MAX_SEATS)]
