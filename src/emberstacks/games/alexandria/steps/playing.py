"""Playing a card or using the Hero board (§3.8 to §3.17): what it needs, who pays, and what it is
about.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import MOST_BLACK, TYPES
from emberstacks.games.alexandria.news import News, a_tile
from emberstacks.games.alexandria.state import (
    ABILITY_USED,
    DECLINED_ABILITY,
    DECLINED_NOW,
    DECLINED_SLOT,
    NONE,
    SLOT_USED,
    Alexandria,
)
from emberstacks.games.alexandria.steps.counting import gain, spend_time
from emberstacks.games.alexandria.steps.effect import start_effect
from emberstacks.games.alexandria.steps.effects import INTERACT, ongoing, open_window, set_off
from emberstacks.games.alexandria.steps.hand import renew_if_empty
from emberstacks.games.alexandria.steps.library import HeroInRoom, HeroQuestion
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import EMPTY, has, lowest, members, single
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Step
from emberstacks.kernel.versions import V1_1, V1_3
from emberstacks.kernel.words import Refusal


@final
class Used(News):
    """§3.8 A card is played, or §3.13 an action of the board taken."""

    kind: ClassVar[str] = "act"

    def note(self, s: Alexandria, seat: i64, source: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} uses {s.box.names[source]}.", [seat, source])


@final
class Declined(News):
    """§3.9 Nobody pays for what was played."""

    kind: ClassVar[str] = "decline"

    def note(self, s: Alexandria, seat: i64, source: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} takes {s.box.names[source]} back: nobody assists.", [seat, source]
            )


@final
class Assisted(News):
    """§3.10 Another Hero pays."""

    kind: ClassVar[str] = "assist"

    def note(self, s: Alexandria, seat: i64, actor: i64, time: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} assists {mark(actor)} with {time} Time.", [seat, actor, time]
            )


@final
class Slotted(News):
    """§3.16 A card is in the slot."""

    kind: ClassVar[str] = "slot"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} slots {s.box.names[card]}.", [seat, card])


@final
class Unslotted(News):
    """§3.17 A card leaves the slot."""

    kind: ClassVar[str] = "unslot"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} discards {s.box.names[card]} from the slot.", [seat, card])


DECLINED: Final = Declined()
USED: Final = Used()
ASSISTED: Final = Assisted()
SLOTTED: Final = Slotted()
UNSLOTTED: Final = Unslotted()


@final
class Means:
    """What a Hero has for an action: the same for all cards, so it is worked out once."""

    def __init__(self, s: Alexandria, seat: i64) -> None:
        # §3.11 the mask of the furniture face up in the room
        self.types: i64 = s.types_in(s.position[seat])
        self.near: i64 = helpers(s, seat)  # §3.10 the mask of the other Heroes nearby
        self.rich: i64 = richest(s, self.near)  # §3.9 the most Time that one of them has


class Payment(Kind[Alexandria]):
    """§3.9 A way to pay for what is played."""

    def price(self, s: Alexandria) -> i64:
        """All the Time that is asked for."""
        step = s.step
        assert isinstance(step, PayTime)
        return s.box.white[step.source] + s.box.black[step.source]


@final
class PayAlone(Payment):
    """§3.9 Pay everything yourself."""

    word: ClassVar[str] = "pay alone"
    clause: ClassVar[str] = "3.9"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Pay all {self.price(s)} Time yourself"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("time", seat)]


@final
class BeAssisted(Payment):
    """§3.10 A Hero nearby pays a part; the varieties are 1, 2 or 3 Time of each seat."""

    clause: ClassVar[str] = "3.10"

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{s.box.hero_ids[s.hero[helper(which)]]} pays {share(which)}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return (
            f"{mark(helper(which))} assists with {share(which)} Time, you pay"
            f" {self.price(s) - share(which)}"
        )

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("time", seat), ("time", helper(which))]


@final
class PayNot(Kind[Alexandria]):
    """§3.9 Ask nobody for Time: take back what you cannot pay alone, and take another action."""

    word: ClassVar[str] = "take back"
    clause: ClassVar[str] = "3.9"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        step = s.step
        assert isinstance(step, PayTime)
        return f"Take {s.box.names[step.source]} back, and take another action"


PAY_NOT: Final = PayNot()
PAY_ALONE: Final = PayAlone()
BE_ASSISTED: Final = BeAssisted()
PAYING: Final[Menu[Alexandria]] = Menu(
    {PAY_ALONE: [0], BE_ASSISTED: [*range(1, 25)], PAY_NOT: [25]}
)


class PayTime(Step[Alexandria]):
    """§3.9 Who pays the black Time icons: you, or in part one Hero nearby?"""

    clause: ClassVar[str] = "3.9"
    size: ClassVar[int] = PAYING.size
    block: ClassVar[int] = 32

    source: i64 = one(within(0, lambda s: s.box.sources - 1))

    def menu(self) -> Menu[Alexandria]:
        return PAYING

    def choices(self, s: Alexandria) -> Ints:
        ways = payments(s, self.seat, self.source)
        return append(ways, PAY_NOT.code) if needs_leave(s, self.seat, self.source) else ways

    def answer(self, s: Alexandria, choice: i64) -> None:
        if choice == PAY_NOT.code:
            take_back(s, self.seat, self.source)
        else:
            pay(s, self.seat, self.source, choice)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return PAY_NOT.code if needs_leave(s, seat, self.source) else self.choices(s)[0]

    def question(self, s: Alexandria) -> str:
        return (
            f"{mark(self.seat)}, who pays? {s.box.names[self.source]} costs"
            f" {cost_text(s, self.source)}."
        )


class UseFurniture(Step[Alexandria]):
    """§3.11 Which of the Furniture tiles in your room do you interact with?"""

    clause: ClassVar[str] = "3.11"
    size: ClassVar[int] = TYPES
    block: ClassVar[int] = 8

    source: i64 = one(within(0, lambda s: s.box.sources - 1))

    def choices(self, s: Alexandria) -> Ints:
        return members(s.types_in(s.position[self.seat]) & s.box.uses[self.source])

    def answer(self, s: Alexandria, choice: i64) -> None:
        ask_hero(s, self.seat, self.source, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.types[choice]

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Interact with {a_tile(s.box, choice)}"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, with which furniture do you interact?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return (
            Refusal("there is no such tile face up in your room, or the card cannot use it.")
            if text in s.box.types
            else None
        )

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("furniture", s.position[self.seat] * (TYPES + 1) + choice)]


class ChooseHero(HeroQuestion):
    """§3.12 Which other Hero is your action about?"""

    clause: ClassVar[str] = "3.12"

    source: i64 = one(within(0, lambda s: s.box.sources - 1))
    tile: i64 = one(within(NONE, TYPES - 1))

    def choices(self, s: Alexandria) -> Ints:
        return members(needed_heroes(s, self.seat, self.source))

    def answer(self, s: Alexandria, choice: i64) -> None:
        resolve(s, self.seat, self.source, self.tile, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Hero do you mean with {s.box.names[self.source]}?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal("that Hero is not close enough.") if text in s.box.hero_ids else None


@final
class Slot(Kind[Alexandria]):
    """§3.16 Place the card in the slot, §3.17 instead of the one that is there."""

    word: ClassVar[str] = "slot"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        old = s.slot[seat]
        return f"Slot {s.box.names[slottable(s)]}" + (
            f" and discard {s.box.names[s.card(seat, old)]}" if old != NONE else ""
        )

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        return s.box.texts[slottable(s)]

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", slottable(s))]


@final
class Leave(Kind[Alexandria]):
    """§3.8 Leave the card next to the board."""

    word: ClassVar[str] = "leave"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Leave {s.box.names[slottable(s)]} next to your board"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", slottable(s))]


SLOT: Final = Slot()
LEAVE: Final = Leave()
SLOTTING: Final[Menu[Alexandria]] = Menu({SLOT: [0], LEAVE: [1]})


class SlotCard(Step[Alexandria]):
    """§3.16 Place the card just played in the slot of your board, or leave it."""

    clause: ClassVar[str] = "3.16"
    size: ClassVar[int] = SLOTTING.size
    block: ClassVar[int] = 4

    face: i64 = one(within(0, lambda s: s.box.deck - 1))

    def menu(self) -> Menu[Alexandria]:
        return SLOTTING

    def answer(self, s: Alexandria, choice: i64) -> None:
        if choice == SLOT.code:
            slot_card(s, self.seat, self.face)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return LEAVE.code

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, do you slot {s.box.names[s.card(self.seat, self.face)]}?"


class Interacted(HeroInRoom):
    """§6.3 After an interaction with furniture: what it sets off in that room."""

    clause: ClassVar[str] = "6.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        set_off(s, INTERACT, self.who, self.place)


# Conditions and consequences


def slottable(s: Alexandria) -> i64:
    """§3.16 The card that has just been played."""
    step = s.step
    assert isinstance(step, SlotCard)
    return s.card(step.seat, step.face)


def slot_card(s: Alexandria, seat: i64, face: i64) -> None:
    """§3.16 Into the slot, from next to the board; §3.17 what was there is discarded."""
    if s.slot[seat] != NONE:
        s.discards[seat] |= 1 << s.slot[seat]
        UNSLOTTED.note(s, seat, s.card(seat, s.slot[seat]))
        renew_if_empty(s, seat)
    s.played[seat] &= ~(1 << face)
    s.slot[seat] = face
    s.used[seat] |= SLOT_USED
    SLOTTED.note(s, seat, s.card(seat, face))


def playable(s: Alexandria, seat: i64, source: i64, means: Means) -> bool:
    """§3.8 Can its Time be paid, §3.11 is its furniture face up in the room, §3.12 is the Hero it
    needs close enough?
    """
    uses = s.box.uses[source]
    if uses != 0 and uses & means.types == 0:
        return False
    if s.box.needs_hero[source] != 0 and (means.near == 0 or needed_heroes(s, seat, source) == 0):
        return False
    return can_pay(s, seat, source, means.rich)


def why_not_playable(s: Alexandria, seat: i64, source: i64) -> Refusal | None:
    """What is missing for it, with the clause that asks for it."""
    means = Means(s, seat)
    if not can_pay(s, seat, source, means.rich):
        return Refusal(
            f"it costs {cost_text(s, source)}, and that is more than you and a nearby Hero can"
            " pay.",
            "3.9",
        )
    if s.box.uses[source] & means.types == 0 and s.box.uses[source] != 0:
        return Refusal("the furniture that it uses is not there, or not face up.", "3.11")
    return Refusal("the Hero that it is about is not there.", "3.12")


def needed_heroes(s: Alexandria, seat: i64, source: i64) -> i64:
    """§3.12 The mask of the other Heroes here, or nearby, as the card needs it."""
    if s.box.needs_hero[source] == 1:
        return s.others_here(seat)
    return helpers(s, seat)


def helpers(s: Alexandria, seat: i64) -> i64:
    """§3.10 The mask of the other Heroes nearby."""
    return s.heroes_in(s.near_hero(seat)) & ~(1 << seat)


def can_pay(s: Alexandria, seat: i64, source: i64, rich: i64) -> bool:
    """§3.9 The white icons alone, and the black ones alone or with one helper, if the richest has
    that much.
    """
    own = s.time[seat] - s.box.white[source]
    return own >= 0 and s.box.black[source] - own <= rich


def richest(s: Alexandria, seats: i64) -> i64:
    """§3.9 The most Time that one of these seats (a mask) has."""
    most: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if has(seats, seat):
            most = max(most, s.time[seat])
    return most


def payments(s: Alexandria, seat: i64, source: i64) -> Ints:
    """§3.9 Every way to pay: alone, or with one helper who pays some or all of the black icons."""
    codes = EMPTY[:]
    white, black = s.box.white[source], s.box.black[source]
    if s.time[seat] >= white + black:
        codes = append(codes, PAY_ALONE.code)
    part: i64
    if black > 0:
        for other in members(helpers(s, seat)):
            for part in range(1, black + 1):
                if s.time[other] >= part and s.time[seat] >= white + black - part:
                    codes = append(codes, BE_ASSISTED.codes[other * MOST_BLACK + part - 1])
    return codes


def helper(which: i64) -> i64:
    """The seat that assists, in this variety of being assisted."""
    return which // MOST_BLACK


def share(which: i64) -> i64:
    """What the helper pays."""
    return which % MOST_BLACK + 1


def ask_payment(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.9 Ask if there is more than one way to pay, or (until rules 1.2 not then) if somebody else
    must pay.
    """
    if s.box.kind[source] != v.PERIL_CARD:
        USED.note(s, seat, source)
    ways = payments(s, seat, source)
    if len(ways) > 1 or needs_leave(s, seat, source):
        s.push(PayTime(seat, source))
    else:
        pay(s, seat, source, ways[0])


def needs_leave(s: Alexandria, seat: i64, source: i64) -> bool:
    """§3.9 Must somebody else pay a part? Then that is asked, and may be refused; until rules 1.2
    it was not.
    """
    return s.rules >= V1_3 and s.time[seat] < s.box.white[source] + s.box.black[source]


def take_back(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.9 The card returns to the hand, known to all; what is taken back cannot be tried again in
    this action.
    """
    face = s.box.face_of[source]
    bit: i64 = DECLINED_ABILITY
    if s.box.kind[source] != v.NO_KIND:
        if s.slot[seat] == face:
            s.used[seat] &= ~SLOT_USED
            bit = DECLINED_SLOT
        else:
            s.played[seat] &= ~(1 << face)
            s.hands[seat].add((face, EVERYBODY, s.draws[seat].lot, -1))
            bit = 1 << face
    else:
        s.used[seat] &= ~ABILITY_USED
    s.declined |= bit | DECLINED_NOW
    DECLINED.note(s, seat, source)


def pay(s: Alexandria, seat: i64, source: i64, choice: i64) -> None:
    """§3.9 The actor's token moves first, then the helper's; §3.10 the helper gains points and may
    respond.
    """
    total = s.box.white[source] + s.box.black[source]
    if choice == PAY_ALONE.code:
        spend_time(s, seat, total)
        ask_furniture(s, seat, source)
        return
    which = PAYING.which[choice]
    assisting = helper(which)
    spend_time(s, seat, total - share(which))
    spend_time(s, assisting, share(which))
    ASSISTED.note(s, assisting, seat, share(which))
    gain(s, assisting, s.standing[v.ASSIST_POINTS], s.portent_behind(v.ASSIST_POINTS))
    ask_furniture(s, seat, source)
    open_window(s, v.SELF_ASSISTS, assisting, s.position[assisting])
    ongoing(s, v.SELF_ASSISTS, assisting, s.position[assisting], -1)


def ask_furniture(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.11 One of the tiles that are face up here is used; nobody is asked which if nothing
    depends on it.
    """
    types = s.types_in(s.position[seat]) & s.box.uses[source]
    if types == 0:
        ask_hero(s, seat, source, NONE)
    elif single(types) or (not s.box.takes_tile[source] and s.rules >= V1_3):
        ask_hero(s, seat, source, lowest(types))
    else:
        s.push(UseFurniture(seat, source))


def ask_hero(s: Alexandria, seat: i64, source: i64, tile: i64) -> None:
    """§3.12 One of the other Heroes is meant; nobody is asked which if nothing depends on it."""
    if s.box.needs_hero[source] == 0:
        resolve(s, seat, source, tile, NONE)
        return
    heroes = needed_heroes(s, seat, source)
    if single(heroes) or (not s.box.uses_target[source] and s.rules >= V1_1):
        resolve(s, seat, source, tile, lowest(heroes))
    else:
        s.push(ChooseHero(seat, source, tile))


def resolve(s: Alexandria, seat: i64, source: i64, tile: i64, target: i64) -> None:
    """§3.8 The effect, then what interacting sets off (§6.3), then §3.16 the question whether to
    slot the card.
    """
    room = s.position[seat]
    face = s.box.face_of[source]
    if s.box.slots[source] and s.slot[seat] != face:
        s.push(SlotCard(seat, face))
    if tile != NONE:
        s.push(Interacted(seat, room))
    start_effect(s, source, s.box.start[source], seat, target, NONE, room, tile)


def cost_text(s: Alexandria, source: i64) -> str:
    """The Time icons of a card in words."""
    white, black = s.box.white[source], s.box.black[source]
    return f"{white} Time" + (f" and {black} that a nearby Hero may pay" if black else "")
