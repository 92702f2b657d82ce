"""Playing a card or using the Hero board (§3.8 to §3.17): what it needs, who pays, and what it is about."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import ABILITY, DECK, HERO_CARDS, MOST_BLACK, TYPES
from emberstacks.games.alexandria.state import NONE, SLOT_USED, Alexandria
from emberstacks.games.alexandria.steps.counting import gain, spend_time
from emberstacks.games.alexandria.steps.effect import start_effect
from emberstacks.games.alexandria.steps.effects import INTERACT, ongoing, open_window, set_off
from emberstacks.games.alexandria.steps.library import HeroInRoom, HeroQuestion
from emberstacks.games.alexandria.words import a_tile
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import EMPTY, has, lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.versions import V1_1

ALONE: Final = 0  # the code of PayTime for paying everything yourself
BOTH: Final = Ints([0, 1])


@final
class Means:
    """What a Hero has for an action: the same for all cards, so it is worked out once."""

    def __init__(self, s: Alexandria, seat: i64) -> None:
        self.types: i64 = s.types_in(s.position[seat])  # §3.11 the mask of the furniture face up in the room
        self.near: i64 = helpers(s, seat)  # §3.10 the mask of the other Heroes nearby
        self.rich: i64 = richest(s, self.near)  # §3.9 the most Time that one of them has


class PayTime(Step[Alexandria]):
    """§3.9 Who pays the black Time icons: you, or in part one Hero nearby?"""

    clause: ClassVar[str] = "3.9"
    size: ClassVar[int] = 1 + MAX_SEATS * MOST_BLACK

    source: i64

    def choices(self, s: Alexandria) -> Ints:
        return payments(s, self.seat, self.source)

    def answer(self, s: Alexandria, choice: i64) -> None:
        pay(s, self.seat, self.source, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        if choice == ALONE:
            return "pay alone"
        return f"{s.box.hero_ids[s.hero[helper(choice)]]} pays {share(choice)}"

    def label(self, s: Alexandria, choice: i64) -> str:
        total = s.box.white[self.source] + s.box.black[self.source]
        if choice == ALONE:
            return f"Pay all {total} Time yourself"
        return f"{mark(helper(choice))} assists with {share(choice)} Time, you pay {total - share(choice)}"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, who pays? {s.box.names[self.source]} costs {cost_text(s, self.source)}."

    def rule(self, s: Alexandria, choice: i64) -> str:
        return "3.9" if choice == ALONE else "3.10"

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"time-{self.seat}"] if choice == ALONE else [f"time-{self.seat}", f"time-{helper(choice)}"]


class UseFurniture(Step[Alexandria]):
    """§3.11 Which of the Furniture tiles in your room do you interact with?"""

    clause: ClassVar[str] = "3.11"
    size: ClassVar[int] = TYPES

    source: i64

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

    def why_not(self, s: Alexandria, text: str) -> str:
        return "there is no such tile face up in your room, or the card cannot use it." if text in s.box.types else ""

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"furniture-{s.position[self.seat]}-{choice}"]


class ChooseHero(HeroQuestion):
    """§3.12 Which other Hero is your action about?"""

    clause: ClassVar[str] = "3.12"

    source: i64
    tile: i64

    def choices(self, s: Alexandria) -> Ints:
        return members(needed_heroes(s, self.seat, self.source))

    def answer(self, s: Alexandria, choice: i64) -> None:
        resolve(s, self.seat, self.source, self.tile, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Hero do you mean with {s.box.names[self.source]}?"

    def why_not(self, s: Alexandria, text: str) -> str:
        return "that Hero is not close enough." if text in s.box.hero_ids else ""


class SlotCard(Step[Alexandria]):
    """§3.16 Place the card just played in the slot of your board, or leave it."""

    clause: ClassVar[str] = "3.16"
    size: ClassVar[int] = 2

    face: i64

    def choices(self, s: Alexandria) -> Ints:
        return BOTH

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        if choice == 0:
            if s.slot[seat] != NONE:
                s.discards[seat] |= 1 << s.slot[seat]  # §3.17
                s.note("unslot", seat, s.card(seat, s.slot[seat]))
            s.played[seat] &= ~(1 << self.face)
            s.slot[seat] = self.face
            s.used[seat] |= SLOT_USED
            s.note("slot", seat, s.card(seat, self.face))

    def default(self, s: Alexandria, seat: i64) -> i64:
        return 1

    def text(self, s: Alexandria, choice: i64) -> str:
        return "slot" if choice == 0 else "leave"

    def label(self, s: Alexandria, choice: i64) -> str:
        name = s.box.names[s.card(self.seat, self.face)]
        if choice == 1:
            return f"Leave {name} next to your board"
        old = s.slot[self.seat]
        return f"Slot {name}" + (f" and discard {s.box.names[s.card(self.seat, old)]}" if old != NONE else "")

    def brings(self, s: Alexandria, choice: i64) -> str:
        return s.box.texts[s.card(self.seat, self.face)] if choice == 0 else ""

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, do you slot {s.box.names[s.card(self.seat, self.face)]}?"

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"card-{s.card(self.seat, self.face)}"]


class Interacted(HeroInRoom):
    """§6.3 After an interaction with furniture: what it sets off in that room."""

    clause: ClassVar[str] = "6.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        set_off(s, INTERACT, self.who, self.room)


# Conditions and consequences


def playable(s: Alexandria, seat: i64, source: i64, means: Means) -> bool:
    """§3.8 Can its Time be paid, §3.11 is its furniture face up in the room, §3.12 is the Hero it needs close enough?"""
    uses = s.box.uses[source]
    if uses != 0 and uses & means.types == 0:
        return False
    if s.box.needs_hero[source] != 0 and (means.near == 0 or needed_heroes(s, seat, source) == 0):
        return False
    return can_pay(s, seat, source, means.rich)


def why_not_playable(s: Alexandria, seat: i64, source: i64) -> str:
    """What is missing for it, with the clause that asks for it."""
    means = Means(s, seat)
    if not can_pay(s, seat, source, means.rich):
        return f"it costs {cost_text(s, source)}, and that is more than you and a nearby Hero can pay. §3.9"
    if s.box.uses[source] & means.types == 0 and s.box.uses[source] != 0:
        return "the furniture that it uses is not there, or not face up. §3.11"
    return "the Hero that it is about is not there. §3.12"


def needed_heroes(s: Alexandria, seat: i64, source: i64) -> i64:
    """§3.12 The mask of the other Heroes here, or nearby, as the card needs it."""
    if s.box.needs_hero[source] == 1:
        return s.others_here(seat)
    return helpers(s, seat)


def helpers(s: Alexandria, seat: i64) -> i64:
    """§3.10 The mask of the other Heroes nearby."""
    return s.heroes_in(s.near_hero(seat)) & ~(1 << seat)


def can_pay(s: Alexandria, seat: i64, source: i64, rich: i64) -> bool:
    """§3.9 The white icons alone, and the black ones alone or with one helper, if the richest has that much."""
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
        codes = append(codes, ALONE)
    part: i64
    if black > 0:
        for other in members(helpers(s, seat)):
            for part in range(1, black + 1):
                if s.time[other] >= part and s.time[seat] >= white + black - part:
                    codes = append(codes, 1 + other * MOST_BLACK + part - 1)
    return codes


def helper(choice: i64) -> i64:
    """The seat that assists in this way of paying."""
    return (choice - 1) // MOST_BLACK


def share(choice: i64) -> i64:
    """What the helper pays in this way of paying."""
    return (choice - 1) % MOST_BLACK + 1


def ask_payment(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.9 Ask only if there is more than one way to pay."""
    if source >= ABILITY or s.box.kind[source] != v.PERIL_CARD:
        s.note("act", seat, source)
    ways = payments(s, seat, source)
    if len(ways) > 1:
        s.push(PayTime(seat, source))
    else:
        pay(s, seat, source, ways[0])


def pay(s: Alexandria, seat: i64, source: i64, choice: i64) -> None:
    """§3.9 The actor's token moves first, then the helper's; §3.10 the helper gains points and may respond."""
    total = s.box.white[source] + s.box.black[source]
    if choice == ALONE:
        spend_time(s, seat, total)
        ask_furniture(s, seat, source)
        return
    assisting = helper(choice)
    spend_time(s, seat, total - share(choice))
    spend_time(s, assisting, share(choice))
    s.note("assist", assisting, seat, share(choice))
    gain(s, assisting, s.standing[v.ASSIST_POINTS])
    ask_furniture(s, seat, source)
    open_window(s, v.SELF_ASSISTS, assisting, s.position[assisting])
    ongoing(s, v.SELF_ASSISTS, assisting, s.position[assisting], -1)


def ask_furniture(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.11 One of the tiles that are face up here is used."""
    types = s.types_in(s.position[seat]) & s.box.uses[source]
    if types == 0:
        ask_hero(s, seat, source, NONE)
    elif single(types):
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
    """§3.8 The effect, then what interacting sets off (§6.3), then §3.16 the question whether to slot the card."""
    room = s.position[seat]
    if source < HERO_CARDS and s.box.slots[source] and s.slot[seat] != source % DECK:
        s.push(SlotCard(seat, source % DECK))
    if tile != NONE:
        s.push(Interacted(seat, room))
    start_effect(s, source, s.box.start[source], seat, target, NONE, room, tile)


def cost_text(s: Alexandria, source: i64) -> str:
    """The Time icons of a card in words."""
    white, black = s.box.white[source], s.box.black[source]
    return f"{white} Time" + (f" and {black} that a nearby Hero may pay" if black else "")
