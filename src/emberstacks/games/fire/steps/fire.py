"""Chapters 4 and 11: fire spreading, and the tools against it; §14.2 the shout in games without tools."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.fire.components import AXE, BUCKET, CARDS, CLOAK, SLINGSHOT, SPACES, TEAL, TOOLS
from emberstacks.games.fire.effects import (
    books_on,
    dearest,
    end_turn,
    gain,
    none_or_one,
    put,
    resolved,
    take_off,
    use,
)
from emberstacks.games.fire.state import NONE, ORDINALS, PUT_OUT, SPREAD_OUT, FireTable
from emberstacks.games.fire.steps.burning import burn_book, burn_lowest
from emberstacks.games.fire.steps.order import first_to_play
from emberstacks.games.fire.steps.tools import could_play, nobody_to_hide_from, offer_tool
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import has, lowest, members, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Step, Together
from emberstacks.kernel.versions import V1_1

FOR_THE_ACTIVE: Final = 1 << BUCKET | 1 << CLOAK | 1 << SLINGSHOT
FOR_OTHERS: Final = 1 << AXE
SILENT: Final = 0
SHOUT: Final = 1
BOTH: Final = Ints([SILENT, SHOUT])


def trigger_fire(s: FireTable, space: i64) -> None:
    """§3.4 A fire on this space of the active card triggers: §4.1 tools may be played, §14.2 or "Burn!" shouted."""
    s.trigger = space
    s.note("trigger", s.active())
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
        burned.append("with the highest burn index" if book == TEAL else s.box.tokens[book])  # §13.3
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
            s.note("out", seat)  # §4.3
            if s.variant.solo and s.rules >= V1_1:
                s.spread = PUT_OUT  # §17.2
            return
        s.spread = SPREAD_OUT
        s.note("spread", seat)
        if burn_books(s):
            end_turn(s)
            if s.variant.tools:
                offer_tool(s, seat)  # §4.9


class FireWindow(Together[FireTable]):
    """§4.1 Everybody who could hold a tool against this fire may play it; §4.2 only the lowest score among them does."""

    clause: ClassVar[str] = "4.1"
    window: ClassVar[bool] = True
    size: ClassVar[int] = TOOLS + 1

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        return none_or_one(playable(s, seat) & s.in_hand(seat))

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if seat == first_to_play(s) else 1 << seat

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = first_to_play(s)
        if seat < 0:
            return
        kind = s.sealed[seat] - 1
        use(s, seat, kind)
        if kind == AXE:
            swing_axe(s, seat)
        elif kind == BUCKET:
            fill_bucket(s)
        elif kind == CLOAK:
            wear_cloak(s, seat)
        else:
            aim_slingshot(s, seat)

    def text(self, s: FireTable, choice: i64) -> str:
        return "pass" if choice == 0 else s.box.tools[choice - 1]

    def label(self, s: FireTable, choice: i64) -> str:
        if choice == 0:
            return "Pass"
        return f"Play the {s.box.titles[choice - 1]}: {s.box.texts[choice - 1]}"

    def brings(self, s: FireTable, choice: i64) -> str:
        return f"If nobody puts the fire out, {spread_words(s)}." if choice == 0 else ""

    def question(self, s: FireTable) -> str:
        if s.cloaked != 0:
            return f"{mark(s.active())}, do you save another book with a Cloak?"
        return f"{mark(s.active())} has triggered the fire. Does anybody play a tool against it?"

    def rule(self, s: FireTable, choice: i64) -> str:
        if choice == 0:
            return "4.1"
        kind = choice - 1
        return "11.1" if kind == AXE else "11.3" if kind == BUCKET else "11.4" if kind == CLOAK else "11.7"

    def why_not(self, s: FireTable, text: str) -> str:
        if text in ("draw", "dig", "stop"):
            return "first the fire has to be dealt with."
        if text not in s.box.tools or s.box.timings[s.box.tools.index(text)] != "spreading":
            return ""
        if s.cloaked != 0:
            return "after a Cloak only further Cloaks can be played. §11.6"
        return "you do not have that tool, or it is of no use against this fire."

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [] if choice == 0 else [f"tool-{s.box.tools[choice - 1]}"]


class ShoutBurn(Together[FireTable]):
    """§14.2 Without tools everybody may shout when a fire is triggered, for a point."""

    clause: ClassVar[str] = "14.2"
    size: ClassVar[int] = 2

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        return BOTH

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if choice == SHOUT else 1 << seat

    def answer(self, s: FireTable, choice: i64) -> None:
        step: i64
        for step in range(CARDS):
            seat = s.holder[(s.card + step) % CARDS]
            if 0 <= seat < s.seats and s.sealed[seat] == SHOUT:
                s.note("shout", seat)
                gain(s, seat, s.box.shout)

    def text(self, s: FireTable, choice: i64) -> str:
        return "burn" if choice == SHOUT else "pass"

    def label(self, s: FireTable, choice: i64) -> str:
        return 'Shout "Burn!" for a point' if choice == SHOUT else "Stay silent"

    def question(self, s: FireTable) -> str:
        return f'{mark(s.active())} has triggered the fire. Do you shout "Burn!"?'

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [f"space-{s.card}-{s.trigger}"]


def playable(s: FireTable, seat: i64) -> i64:
    """§8.1 The mask of the kinds of tools with which this seat could do something about the fire now."""
    books = books_on(s, s.card)
    kinds: i64 = FOR_THE_ACTIVE if seat == s.active() else FOR_OTHERS
    if books == 0:
        kinds &= ~(1 << AXE | 1 << CLOAK)  # §11.2
    if s.cloaked != 0:
        kinds &= 1 << CLOAK  # §11.6
    return kinds


def open_fire_window(s: FireTable) -> None:
    """§4.1 Ask everybody who could hold a tool that can be played now."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        kinds = playable(s, seat)
        if could_play(s, seat, kinds) and (not nobody_to_hide_from(s) or kinds & s.in_hand(seat) != 0):
            seats |= 1 << seat
    if seats != 0:
        together(s, FIRE_WINDOW, seats)


def burn_books(s: FireTable) -> bool:
    """§4.4 The books burn from left to right, §13.3 technology last; §4.5 without any, the lowest index. False: the end."""
    books = books_on(s, s.card)
    space: i64
    for space in range(SPACES):
        if has(books, space) and s.token(s.card, space) != TEAL and not burn_book(s, s.token(s.card, space)):
            return False
    for space in range(SPACES):
        if has(books, space) and s.token(s.card, space) == TEAL and not burn_book(s, TEAL):
            return False
    return books != 0 or burn_lowest(s)


def put_out(s: FireTable, into: Ints) -> None:
    """§4.3 The fire that triggered leaves the card, and its space is empty again."""
    into[take_off(s, s.card, s.trigger)] += 1
    s.trigger = NONE


# 11 The tools against fire


class ChooseBook(Step[FireTable]):
    """§11.2 §11.4 §11.7 Which book is taken, scored or given: among equals, or with a Cloak, the user chooses."""

    clause: ClassVar[str] = "11.2"
    size: ClassVar[int] = SPACES

    kind: i64

    def choices(self, s: FireTable) -> Ints:
        books = books_on(s, s.card)
        return members(books if self.kind == CLOAK else dearest(s, books))

    def answer(self, s: FireTable, choice: i64) -> None:
        with_book(s, self.seat, self.kind, choice)

    def asked_by(self, s: FireTable) -> str:
        return "11.2" if self.kind == AXE else "11.4" if self.kind == CLOAK else "11.7"

    def text(self, s: FireTable, choice: i64) -> str:
        return f"book {choice + 1}"

    def label(self, s: FireTable, choice: i64) -> str:
        book = s.token(s.card, choice)
        bravery = s.bravery_at(s.card, choice)
        extra = f" + bravery {bravery}" if self.kind == CLOAK and bravery > 0 else ""
        return f"The {s.box.tokens[book]} book on space {choice + 1} ({s.value(book)}{extra})"

    def question(self, s: FireTable) -> str:
        what = "score in spite of the fire" if self.kind == CLOAK else "score" if self.kind == AXE else "shoot away"
        return f"{mark(self.seat)}, which book do you {what}?"

    def rule(self, s: FireTable, choice: i64) -> str:
        return "11.4" if self.kind == CLOAK else "11.2" if self.kind == AXE else "11.7"

    def why_not(self, s: FireTable, text: str) -> str:
        return "that is not the most valuable book." if text.startswith("book") and self.kind != CLOAK else ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [f"space-{s.card}-{choice}"]


class ChooseTarget(Step[FireTable]):
    """§11.8 Whose card gets the fire and the book of a Slingshot?"""

    clause: ClassVar[str] = "11.8"
    size: ClassVar[int] = CARDS

    space: i64  # of the book, or NONE

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

    def why_not(self, s: FireTable, text: str) -> str:
        reason = "it must be a card whose turn is still to come, with room for both and a safe space for its first fire."
        return reason if text.startswith("card") else ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [f"card-{choice}"]


def swing_axe(s: FireTable, seat: i64) -> None:
    """§11.1 The most valuable book is the user's, §11.2 their choice among equals."""
    choose_book(s, seat, AXE, dearest(s, books_on(s, s.card)))


def fill_bucket(s: FireTable) -> None:
    """§11.3 The fire rests on the Bucket until the turn ends."""
    put_out(s, s.turn_tokens)


def wear_cloak(s: FireTable, seat: i64) -> None:
    """§11.4 One book scores despite the fire."""
    choose_book(s, seat, CLOAK, books_on(s, s.card))


def aim_slingshot(s: FireTable, seat: i64) -> None:
    """§11.7 The most valuable book flies with the fire, if there is a book."""
    books = dearest(s, books_on(s, s.card))
    if books == 0:
        resolved(s, SLINGSHOT)
        aim_book(s, seat, NONE)
    else:
        choose_book(s, seat, SLINGSHOT, books)


def choose_book(s: FireTable, seat: i64, kind: i64, books: i64) -> None:
    """Ask if there is a choice."""
    if several(books):
        s.push(ChooseBook(seat, kind))
    else:
        with_book(s, seat, kind, lowest(books))


def with_book(s: FireTable, seat: i64, kind: i64, space: i64) -> None:
    """Carry the tool out on the book that was chosen."""
    resolved(s, kind)
    if kind == AXE:
        book = take_off(s, s.card, space)
        s.bag[book] += 1
        put_out(s, s.bag)
        gain(s, seat, s.value(book))
    elif kind == CLOAK:
        s.cloaked |= 1 << space
        gain(s, seat, s.value(s.token(s.card, space)) + s.bravery_at(s.card, space))
        open_fire_window(s)  # §11.5 for further Cloaks
    else:
        aim_book(s, seat, space)


def aim_book(s: FireTable, seat: i64, space: i64) -> None:
    """§11.8 Choose the target; §11.9 without one the tokens are set aside; §16.6 §17.6 solo, only the robot can be one."""
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
    return s.empty_spaces(card) >= needed and s.fires_on(card) == 0 and s.bravery_at(card, s.empty_space(card)) == 0


def shoot(s: FireTable, space: i64, card: i64) -> None:
    """§11.8 The fire goes down first, then the book."""
    if s.holder[card] == s.robot():
        give_robot(s, space)
        return
    s.note("sling", s.holder[card], NONE if space == NONE else s.token(s.card, space))
    put(s, card, take_off(s, s.card, s.trigger))
    s.trigger = NONE
    if space != NONE:
        put(s, card, take_off(s, s.card, space))


def give_robot(s: FireTable, space: i64) -> None:
    """§16.6 §18.5 The robot keeps the tokens until its turn."""
    s.note("sling", s.robot(), NONE if space == NONE else s.token(s.card, space))
    put_out(s, s.given)
    if space != NONE:
        s.given[take_off(s, s.card, space)] += 1


def lay_aside(s: FireTable, space: i64) -> None:
    """§11.9 The tokens stay out of the bag until the round ends."""
    s.note("aside", NONE, NONE if space == NONE else s.token(s.card, space))
    put_out(s, s.round_tokens)
    if space != NONE:
        s.round_tokens[take_off(s, s.card, space)] += 1


SPREAD: Final = Spread()
FIRE_WINDOW: Final = FireWindow()
SHOUT_BURN: Final = ShoutBurn()
