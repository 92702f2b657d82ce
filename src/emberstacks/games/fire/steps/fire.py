"""Chapters 4 and 11: fire spreading, and the tools against it; §14.2 the shout in games without
tools.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import AXE, BUCKET, CARDS, CLOAK, SLINGSHOT, SPACES, TEAL
from emberstacks.games.fire.effects import (
    Points,
    books_on,
    dearest,
    end_turn,
    gain,
    put,
    resolved,
    take_off,
)
from emberstacks.games.fire.state import NONE, ORDINALS, PUT_OUT, SPREAD_OUT, TOOL, FireTable
from emberstacks.games.fire.steps.burning import FOR_A_BOOK, FOR_TECHNOLOGY, burn_book, burn_lowest
from emberstacks.games.fire.steps.order import first_to_play
from emberstacks.games.fire.steps.tool import FireKind, Tool, ToolMenu
from emberstacks.games.fire.steps.tools import is_asked, offer_tool
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import has, lowest, members, several
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Step, Together
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal

PASS: Final = 0
SILENT: Final = 0
SHOUT: Final = 1
BOTH: Final = Ints([SILENT, SHOUT])


@final
class Triggered(Happening):
    """§3.4 A fire is about to spread: a second one on the card, or one on a risky space."""

    kind: ClassVar[str] = "trigger"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            why = "a second one on the card" if s.fires_on(s.card) > 1 else "one on a risky space"
            self.told(s, f"{mark(seat)} has triggered the fire: {why}!", [seat])


@final
class Out(Happening):
    """§4.3 A tool has taken the fire away."""

    kind: ClassVar[str] = "out"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"The fire is out, and {mark(seat)} carries on.", [seat])


@final
class Spreads(Happening):
    """§4.4 Nobody has put it out."""

    kind: ClassVar[str] = "spread"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"The fire spreads and ends {mark(seat)}'s turn.", [seat])


@final
class Shouted(Happening):
    """§14.2 "Burn!" """

    kind: ClassVar[str] = "shout"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f'{mark(seat)} shouts "Burn!"', [seat])


@final
class Axed(Happening):
    """§11.1 Which book an Axe took."""

    kind: ClassVar[str] = "axe"

    def note(self, s: FireTable, seat: i64, book: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} takes {s.article(book)} from {mark(s.active())}'s card, and the fire"
                " is out."
            )
            self.told(s, text, [seat, book], because="tool-axe")


@final
class Cloaked(Happening):
    """§11.4 Which book a Cloak saved."""

    kind: ClassVar[str] = "cloak"

    def note(self, s: FireTable, seat: i64, book: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} saves {s.article(book)} from the fire.",
                [seat, book],
                because="tool-cloak",
            )


@final
class Rested(Happening):
    """§11.3 The fire lies on the Bucket."""

    kind: ClassVar[str] = "bucket"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"The fire rests on {mark(seat)}'s Bucket until the turn ends.",
                [seat],
                because="tool-bucket",
            )


@final
class Slung(Happening):
    """§11.8 Somebody gets the fire, and a book if there was one."""

    kind: ClassVar[str] = "sling"

    def note(self, s: FireTable, who: i64, book: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{s.name(who)} gets {s.load(book)} from the Slingshot.",
                [who, book],
                because="tool-slingshot",
            )


@final
class LaidAside(Happening):
    """§11.9 Nobody can be given them."""

    kind: ClassVar[str] = "aside"

    def note(self, s: FireTable, book: i64) -> None:
        if s.log is not None:
            text = f"The Slingshot hits nobody. Laid aside until the round ends: {s.load(book)}."
            self.told(s, text, [NONE, book], because="tool-slingshot")


TRIGGERED: Final = Triggered()
OUT: Final = Out()
SPREADS: Final = Spreads()
SHOUTED: Final = Shouted()
AXED: Final = Axed()
CLOAKED: Final = Cloaked()
RESTED: Final = Rested()
SLUNG: Final = Slung()
LAID_ASIDE: Final = LaidAside()
FOR_THE_SHOUT: Final = Points("for the shout")
BY_AXE: Final = Points("with the Axe", "tool-axe")
BY_CLOAK: Final = Points("with the Cloak", "tool-cloak")


def trigger_fire(s: FireTable, space: i64) -> None:
    """§3.4 A fire on this space of the active card triggers: §4.1 tools may be played, §14.2 or
    "Burn!" shouted.
    """
    s.trigger = space
    TRIGGERED.note(s, s.active())
    s.push(SPREAD)
    if s.variant.tools:
        open_fire_window(s)
    else:
        together(s, SHOUT_BURN, (1 << s.seats) - 1)


# 4 Fire spreading


def spread_words(s: FireTable) -> str:
    """§4.4 What a fire that spreads from the active card destroys."""
    burned: list[str] = []
    for space in members(books_on(s, s.card)):
        book = s.token(s.card, space)
        # §13.3
        burned.append("with the highest burn index" if book == TEAL else s.box.tokens[book])
    burns = [f"{burned.count(name)} {name}" for name in dict.fromkeys(burned)]
    if len(burns) == 0:
        return "nothing is scored, and the card with the lowest burn index burns"  # §4.5
    return f"nothing is scored, and library cards burn: {', '.join(burns)}"


class Spread(Auto[FireTable]):
    """§4.4 If nobody has put the fire out, it spreads."""

    clause: ClassVar[str] = "4.4"

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = s.active()
        if s.trigger == NONE:
            OUT.note(s, seat)  # §4.3
            if s.variant.solo and s.rules >= V1_1:
                s.spread = PUT_OUT  # §17.2
            return
        s.spread = SPREAD_OUT
        SPREADS.note(s, seat)
        if burn_books(s):
            end_turn(s)
            if s.variant.tools:
                offer_tool(s, seat)  # §4.9


@final
class Passing(FireKind):
    """§4.1 Play no tool."""

    word: ClassVar[str] = "pass"
    clause: ClassVar[str] = "4.1"

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Pass"

    def brings(self, s: FireTable, seat: i64, which: i64) -> str:
        return f"If nobody puts the fire out, {spread_words(s)}."


class AgainstFire(Tool):
    """§4.1 A tool with the flame icon; §11.6 after a Cloak only further Cloaks can be played."""

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        if s.cloaked != 0:
            return Refusal("after a Cloak only further Cloaks can be played.", "11.6")
        return Refusal("you do not have that tool, or it is of no use against this fire.")


@final
class Bucket(AgainstFire):
    """§11.3 The fire rests on the Bucket until the turn ends."""

    clause: ClassVar[str] = "11.3"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return seat == s.active() and s.cloaked == 0

    def play(self, s: FireTable, seat: i64) -> None:
        put_out(s, s.turn_tokens)
        RESTED.note(s, seat)


class BookTool(AgainstFire):
    """A tool that does something with a book on the active card: if there is a choice, the user
    chooses.
    """

    asks: ClassVar[str] = ""

    def books(self, s: FireTable) -> i64:
        """The spaces with books that may be chosen."""
        return dearest(s, books_on(s, s.card))

    def play(self, s: FireTable, seat: i64) -> None:
        books = self.books(s)
        if several(books):
            s.push(ChooseBook(seat, self.number))
        else:
            self.choose(s, seat, lowest(books))

    def choose(self, s: FireTable, seat: i64, space: i64) -> None:
        """Carry it out on the book that was chosen."""
        resolved(s, self.number)
        self.take(s, seat, space)

    def take(self, s: FireTable, seat: i64, space: i64) -> None:
        raise NotImplementedError


@final
class Axe(BookTool):
    """§11.1 The most valuable book is the user's, §11.2 their choice among equals."""

    clause: ClassVar[str] = "11.1"
    asks: ClassVar[str] = "which book do you score?"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return seat != s.active() and s.cloaked == 0 and books_on(s, s.card) != 0

    def take(self, s: FireTable, seat: i64, space: i64) -> None:
        book = take_off(s, s.card, space)
        s.bag[book] += 1
        put_out(s, s.bag)
        AXED.note(s, seat, book)
        gain(s, seat, s.value(book), BY_AXE)


@final
class Cloak(BookTool):
    """§11.4 One book scores despite the fire."""

    clause: ClassVar[str] = "11.4"
    asks: ClassVar[str] = "which book do you score in spite of the fire?"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return seat == s.active() and books_on(s, s.card) != 0

    def books(self, s: FireTable) -> i64:
        return books_on(s, s.card)

    def take(self, s: FireTable, seat: i64, space: i64) -> None:
        s.cloaked |= 1 << space
        book = s.token(s.card, space)
        CLOAKED.note(s, seat, book)
        gain(s, seat, s.value(book) + s.bravery_at(s.card, space), BY_CLOAK)
        open_fire_window(s)  # §11.5 for further Cloaks


@final
class Slingshot(BookTool):
    """§11.7 The most valuable book flies with the fire, if there is a book."""

    clause: ClassVar[str] = "11.7"
    asks: ClassVar[str] = "which book do you shoot away?"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return seat == s.active() and s.cloaked == 0

    def play(self, s: FireTable, seat: i64) -> None:
        if books_on(s, s.card) == 0:
            self.choose(s, seat, NONE)
        else:
            super().play(s, seat)

    def take(self, s: FireTable, seat: i64, space: i64) -> None:
        aim_book(s, seat, space)


FIRE_MENU: Final = ToolMenu(
    {
        Passing(): [PASS],
        Axe(AXE): [2],
        Bucket(BUCKET): [3],
        Cloak(CLOAK): [4],
        Slingshot(SLINGSHOT): [12],
    }
)


class FireWindow(Together[FireTable]):
    """§4.1 Everybody who could hold a tool against this fire may play it; §4.2 only the lowest
    score among them does.
    """

    clause: ClassVar[str] = "4.1"
    window: ClassVar[bool] = True
    size: ClassVar[int] = 14
    block: ClassVar[int] = 32

    def menu(self) -> ToolMenu:
        return FIRE_MENU

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        """As the menu would offer them; a test compares the two."""
        codes = Ints([PASS])
        return FIRE_MENU.offer_tools(s, seat, codes)

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if seat == first_to_play(s) else 1 << seat

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = first_to_play(s)
        if seat >= 0:
            FIRE_MENU.do(s, seat, s.sealed[seat])

    def question(self, s: FireTable) -> str:
        if s.cloaked != 0:
            return f"{mark(s.active())}, do you save another book with a Cloak?"
        return f"{mark(s.active())} has triggered the fire. Does anybody play a tool against it?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        return (
            Refusal("first the fire has to be dealt with.")
            if text in ("draw", "dig", "stop")
            else super().why_not(s, text)
        )


@final
class Silent(FireKind):
    """§14.2 Say nothing."""

    word: ClassVar[str] = "pass"

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Stay silent"

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("space", s.card * SPACES + s.trigger)]


@final
class Shouting(FireKind):
    """§14.2 A shout brings a point."""

    word: ClassVar[str] = "burn"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        SHOUTED.note(s, seat)
        gain(s, seat, s.box.shout, FOR_THE_SHOUT)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return 'Shout "Burn!" for a point'

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("space", s.card * SPACES + s.trigger)]


SHOUTING: Final = Shouting()
SHOUT_MENU: Final = Menu[FireTable]({Silent(): [SILENT], SHOUTING: [SHOUT]})


class ShoutBurn(Together[FireTable]):
    """§14.2 Without tools everybody may shout when a fire is triggered, for a point."""

    clause: ClassVar[str] = "14.2"
    size: ClassVar[int] = 2
    block: ClassVar[int] = 4

    def menu(self) -> Menu[FireTable]:
        return SHOUT_MENU

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        return BOTH

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if choice == SHOUT else 1 << seat

    def answer(self, s: FireTable, choice: i64) -> None:
        step: i64
        for step in range(CARDS):
            seat = s.holder[(s.card + step) % CARDS]
            if 0 <= seat < s.seats and s.sealed[seat] == SHOUT:
                SHOUTING.do(s, seat, 0)

    def question(self, s: FireTable) -> str:
        return f'{mark(s.active())} has triggered the fire. Do you shout "Burn!"?'


def open_fire_window(s: FireTable) -> None:
    """§4.1 Ask everybody who could hold a tool that can be played now."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if is_asked(s, seat, FIRE_MENU):
            seats |= 1 << seat
    if seats != 0:
        together(s, FIRE_WINDOW, seats)


def burn_books(s: FireTable) -> bool:
    """§4.4 The books burn from left to right, §13.3 technology last; §4.5 without any, the lowest
    index. False: the end.
    """
    books = books_on(s, s.card)
    space: i64
    for space in range(SPACES):
        if (
            has(books, space)
            and s.token(s.card, space) != TEAL
            and not burn_book(s, s.token(s.card, space), FOR_A_BOOK)
        ):
            return False
    for space in range(SPACES):
        if (
            has(books, space)
            and s.token(s.card, space) == TEAL
            and not burn_book(s, TEAL, FOR_TECHNOLOGY)
        ):
            return False
    return books != 0 or burn_lowest(s)


def put_out(s: FireTable, into: Ints) -> None:
    """§4.3 The fire that triggered leaves the card, and its space is empty again."""
    into[take_off(s, s.card, s.trigger)] += 1
    s.trigger = NONE


# 11 The tools against fire


class ChooseBook(Step[FireTable]):
    """§11.2 §11.4 §11.7 Which book is taken, scored or given: among equals, or with a Cloak, the
    user chooses.
    """

    clause: ClassVar[str] = "11.2"
    size: ClassVar[int] = SPACES

    kind: i64 = one(TOOL)

    def makes_sense(self) -> bool:
        return isinstance(FIRE_MENU.tool(self.kind), BookTool)

    def tool(self) -> BookTool:
        tool = FIRE_MENU.tool(self.kind)
        assert isinstance(tool, BookTool)
        return tool

    def choices(self, s: FireTable) -> Ints:
        return members(self.tool().books(s))

    def answer(self, s: FireTable, choice: i64) -> None:
        self.tool().choose(s, self.seat, choice)

    def asked_by(self, s: FireTable) -> str:
        return "11.2" if self.kind == AXE else self.tool().clause

    def text(self, s: FireTable, choice: i64) -> str:
        return f"book {choice + 1}"

    def label(self, s: FireTable, choice: i64) -> Label:
        book = s.token(s.card, choice)
        bravery = s.bravery_at(s.card, choice)
        extra = f" + bravery {bravery}" if self.kind == CLOAK and bravery > 0 else ""
        return Label(
            f"The {s.box.tokens[book]} book on space {choice + 1}", f"{s.value(book)}{extra}"
        )

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, {self.tool().asks}"

    def rule(self, s: FireTable, choice: i64) -> str:
        return self.asked_by(s)

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        return (
            Refusal("that is not the most valuable book.")
            if text.startswith("book") and self.kind != CLOAK
            else None
        )

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [("space", s.card * SPACES + choice)]


class ChooseTarget(Step[FireTable]):
    """§11.8 Whose card gets the fire and the book of a Slingshot?"""

    clause: ClassVar[str] = "11.8"
    size: ClassVar[int] = CARDS

    space: i64 = one(within(NONE, SPACES - 1))  # of the book, or NONE

    def choices(self, s: FireTable) -> Ints:
        return members(targets(s, self.space))

    def answer(self, s: FireTable, choice: i64) -> None:
        shoot(s, self.space, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return f"card {choice + 1}"

    def label(self, s: FireTable, choice: i64) -> str:
        return f"{s.name(s.holder[choice])}, who holds the {ORDINALS[choice]} card"

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, onto whose card do you shoot?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        if not text.startswith("card"):
            return None
        return Refusal(
            "it must be a card whose turn is still to come, with room for both and a safe space for"
            " its first fire."
        )

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [("card", choice)]


def aim_book(s: FireTable, seat: i64, space: i64) -> None:
    """§11.8 Choose the target; §11.9 without one the tokens are set aside; §16.6 §17.6 solo, only
    the robot can be one.
    """
    cards = targets(s, space)
    if s.variant.solo and s.variant.robot:
        give_robot(s, space)
    elif cards == 0:
        lay_aside(s, space)
    elif several(cards):
        s.push(ChooseTarget(seat, space))
    else:
        shoot(s, space, lowest(cards))


def targets(s: FireTable, space: i64) -> i64:
    """§11.8 The mask of the cards that may be aimed at."""
    mask: i64 = 0
    card: i64
    for card in range(s.card + 1, CARDS):
        if s.holder[card] == s.robot() or (s.holder[card] >= 0 and takes_fire(s, card, space)):
            mask |= 1 << card  # §18.5 the robot minds nothing
    return mask


def takes_fire(s: FireTable, card: i64, space: i64) -> bool:
    """§8.6 §11.8 Room for both, no fire yet, and a safe space for this one."""
    needed = 1 if space == NONE else 2
    return (
        s.empty_spaces(card) >= needed
        and s.fires_on(card) == 0
        and s.bravery_at(card, s.empty_space(card)) == 0
    )


def shoot(s: FireTable, space: i64, card: i64) -> None:
    """§11.8 The fire goes down first, then the book."""
    if s.holder[card] == s.robot():
        give_robot(s, space)
        return
    SLUNG.note(s, s.holder[card], NONE if space == NONE else s.token(s.card, space))
    put(s, card, take_off(s, s.card, s.trigger))
    s.trigger = NONE
    if space != NONE:
        put(s, card, take_off(s, s.card, space))


def give_robot(s: FireTable, space: i64) -> None:
    """§16.6 §18.5 The robot keeps the tokens until its turn."""
    SLUNG.note(s, s.robot(), NONE if space == NONE else s.token(s.card, space))
    put_out(s, s.given)
    if space != NONE:
        s.given[take_off(s, s.card, space)] += 1


def lay_aside(s: FireTable, space: i64) -> None:
    """§11.9 The tokens stay out of the bag until the round ends."""
    LAID_ASIDE.note(s, NONE if space == NONE else s.token(s.card, space))
    put_out(s, s.round_tokens)
    if space != NONE:
        s.round_tokens[take_off(s, s.card, space)] += 1


SPREAD: Final = Spread()
FIRE_WINDOW: Final = FireWindow()
SHOUT_BURN: Final = ShoutBurn()
