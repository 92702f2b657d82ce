"""Chapters 5 and 12: scoring knowledge, and the tools after scoring."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.fire.components import (
    COLLECTORS_EDITION,
    FIRE,
    KNAPSACK,
    LIBRARY_CART,
    LOCKBOX,
    MAP,
    SPACES,
    TOKENS,
    TOOLS,
)
from emberstacks.games.fire.effects import (
    books_on,
    colours_on,
    gain,
    resolved,
    space_of,
    take_off,
    total,
    use,
)
from emberstacks.games.fire.state import FireTable
from emberstacks.games.fire.steps.bag import TokenDraw
from emberstacks.games.fire.steps.burning import burn_book
from emberstacks.games.fire.steps.tools import could_play, draw_tool, nobody_to_hide_from, offer_tool
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, lowest, members, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1

WITH_A_BOOK: Final = 1 << COLLECTORS_EDITION | 1 << KNAPSACK | 1 << LIBRARY_CART | 1 << LOCKBOX
DONE: Final = TOOLS  # the answer code after those of the tools


def score(s: FireTable) -> None:
    """§5.1 Knowledge for the books, §5.2 bravery for the risk, §5.3 or a tool for none; then §5.5 tools after scoring."""
    seat = s.active()
    space: i64
    for space in range(SPACES):
        token = s.token(s.card, space)
        if 0 <= token < FIRE:
            s.saved[token] += 1
    s.bravery = s.bravery_points()
    gain(s, seat, s.knowledge_points() + s.bravery)
    if s.variant.tools:
        s.push(SCORED)
        if leaves_early(s, s.bravery):
            offer_tool(s, seat)


def leaves_early(s: FireTable, bravery: i64) -> bool:
    """§5.3 Stopping on safe spaces earns a tool; §10.2 not with Gloves on, §14.3 not in a Wild Fire."""
    return s.variant.tools and bravery == 0 and s.gloves == 0 and not s.variant.wild


class Scored(Auto[FireTable]):
    """§5.5 After scoring, the active player is asked while they could hold a tool to play now."""

    clause: ClassVar[str] = "5.5"

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = s.active()
        kinds = after_scoring(s)
        if could_play(s, seat, kinds) and (not nobody_to_hide_from(s) or kinds & s.in_hand(seat) != 0):
            s.push(AFTER_SCORING[seat])


class AfterScoring(Step[FireTable]):
    """§5.5 Play a tool after scoring, or end the turn."""

    clause: ClassVar[str] = "5.5"
    size: ClassVar[int] = TOOLS + 1

    def choices(self, s: FireTable) -> Ints:
        return append(members(after_scoring(s) & s.in_hand(self.seat)), DONE)

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice == DONE:
            return
        use(s, self.seat, choice)
        s.push(SCORED)
        if choice == MAP:
            gain(s, self.seat, s.bravery)  # §12.6
            draw_tool(s, self.seat)
            resolved(s, MAP)
        elif choice == LIBRARY_CART:
            load_cart(s)
        else:
            pick_colour(s, self.seat, choice)

    def default(self, s: FireTable, seat: i64) -> i64:
        return DONE

    def text(self, s: FireTable, choice: i64) -> str:
        return "done" if choice == DONE else s.box.tools[choice]

    def label(self, s: FireTable, choice: i64) -> str:
        if choice == DONE:
            return "End the turn"
        return f"Play the {s.box.titles[choice]}: {s.box.texts[choice]}"

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, you have scored. Do you play a tool now?"

    def rule(self, s: FireTable, choice: i64) -> str:
        if choice == COLLECTORS_EDITION:
            return "12.1"
        if choice == KNAPSACK:
            return "12.2"
        if choice == LIBRARY_CART:
            return "12.4"
        return "12.5" if choice == LOCKBOX else "12.6" if choice == MAP else "5.5"

    def why_not(self, s: FireTable, text: str) -> str:
        if text not in s.box.tools:
            return ""
        kind = s.box.tools.index(text)
        if s.box.timings[kind] != "scored":
            return ""
        if not has(after_scoring(s), kind):
            return "that tool needs a book that is still on your card."
        return "you do not have that tool."

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [] if choice == DONE else [f"tool-{s.box.tools[choice]}"]


class ChooseColour(Step[FireTable]):
    """§12.1 §12.2 §12.5 Which of the saved books is the tool for?"""

    clause: ClassVar[str] = "12.1"
    size: ClassVar[int] = FIRE

    kind: i64

    def choices(self, s: FireTable) -> Ints:
        return members(colours_on(s, s.card))

    def answer(self, s: FireTable, choice: i64) -> None:
        with_colour(s, self.seat, self.kind, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]

    def label(self, s: FireTable, choice: i64) -> str:
        if self.kind == COLLECTORS_EDITION:
            return f"{s.box.tokens[choice].title()}: {s.saved[choice] * s.box.collectors_edition} points"
        return f"A {s.box.tokens[choice]} book ({s.value(choice)} now)"

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which book do you put on the {s.box.titles[self.kind]}?"

    def asked_by(self, s: FireTable) -> str:
        return "12.1" if self.kind == COLLECTORS_EDITION else "12.2" if self.kind == KNAPSACK else "12.5"

    def rule(self, s: FireTable, choice: i64) -> str:
        return self.asked_by(s)

    def why_not(self, s: FireTable, text: str) -> str:
        return "there is no such book on your card." if text in s.box.tokens else ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [f"space-{s.card}-{space}" for space in range(SPACES) if s.token(s.card, space) == choice]


class KnapsackDraw(TokenDraw):
    """§12.2 A book scores with the one at stake, §12.3 a fire burns the section of that one."""

    clause: ClassVar[str] = "12.2"

    book: i64

    def answer(self, s: FireTable, choice: i64) -> None:
        s.note("draw", s.active(), choice)
        if s.rules < V1_1:  # both tokens stay on the Knapsack until the turn ends
            s.bag[choice] -= 1
            s.turn_tokens[choice] += 1
        else:  # §8.3 what was drawn goes back, and with it the book at stake
            s.turn_tokens[self.book] -= 1
            s.bag[self.book] += 1
            resolved(s, KNAPSACK)
        if choice == FIRE:
            burn_book(s, self.book)
        else:
            gain(s, s.active(), s.value(self.book) + s.value(choice))


def after_scoring(s: FireTable) -> i64:
    """§5.5 §8.1 The mask of the kinds of tools that the active player could play now."""
    kinds: i64 = 1 << MAP
    if books_on(s, s.card) != 0:
        kinds |= WITH_A_BOOK
        if total(s.bag) == 0:
            kinds &= ~(1 << KNAPSACK)  # §3.8
    return kinds


def load_cart(s: FireTable) -> None:
    """§12.4 All books on the card stay out of the bag until the round ends."""
    books = books_on(s, s.card)
    space: i64
    for space in range(SPACES):
        if has(books, space):
            s.round_tokens[take_off(s, s.card, space)] += 1


def pick_colour(s: FireTable, seat: i64, kind: i64) -> None:
    """Ask if there is a choice."""
    colours = colours_on(s, s.card)
    if several(colours):
        s.push(ChooseColour(seat, kind))
    else:
        with_colour(s, seat, kind, lowest(colours))


def with_colour(s: FireTable, seat: i64, kind: i64, book: i64) -> None:
    """Carry the tool out with the book that was chosen; §12.5 in a Lockbox it stays for good."""
    take_off(s, s.card, space_of(s, s.card, book))
    s.note("stake", seat, book, kind * s.variant.copies)
    if kind == LOCKBOX:
        s.boxed[seat * TOKENS + book] += 1
        return
    s.turn_tokens[book] += 1
    if kind == COLLECTORS_EDITION:
        gain(s, seat, s.saved[book] * s.box.collectors_edition)  # §12.1
        if s.rules >= V1_1:  # §8.3
            s.turn_tokens[book] -= 1
            s.bag[book] += 1
            resolved(s, kind)
    else:
        s.push(KnapsackDraw(book))


SCORED: Final = Scored()
AFTER_SCORING: Final = [AfterScoring(seat) for seat in range(MAX_SEATS)]
