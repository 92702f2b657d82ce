"""What effects set off: lost Time (chapter 4), responses and ongoing effects (chapter 5), marks and
Perils (chapter 6).

They belong together because they call one another. How an effect runs is in effect.py, what it can
do in verbs.py, who may respond in responses.py, how a Peril is laid and revealed in perils.py.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import NO_CARD
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import (
    NONE,
    PERIL_PAIRS,
    ROOM,
    ROOM_OR_NONE,
    SEATS,
    SEATS_OR_NONE,
    SOME,
    Alexandria,
)
from emberstacks.games.alexandria.steps.counting import gain, shift_time
from emberstacks.games.alexandria.steps.effect import Effect, start_effect, verb_at
from emberstacks.games.alexandria.steps.hand import leave_hand
from emberstacks.games.alexandria.steps.library import HeroQuestion, MoveOn
from emberstacks.games.alexandria.steps.perils import reveal_peril, waiting_for
from emberstacks.games.alexandria.steps.responses import answering, may_answer, meets, occasion
from emberstacks.kernel.domains import SEAT, Shape, one, within
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import bit, has, lowest, members, single
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Together
from emberstacks.kernel.versions import V1_3
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import rule_out

ENTER: Final = 0  # what a Hero did in a room: entered it,
INTERACT: Final = 1  # or interacted with furniture there


@final
class Prevented(News):
    """§5.7 A Response has prevented a loss or a Destiny."""

    kind: ClassVar[str] = "prevented"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} is spared.", [seat])


@final
class Guarded(News):
    """§6.1 Somebody meets a guard."""

    kind: ClassVar[str] = "guard"

    def note(self, s: Alexandria, seat: i64, owner: i64, room: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} meets the guard of {mark(owner)} in the {s.box.rooms[room]}."
            self.tell(s, text, [seat, owner, room], s.box.marking[v.GUARD])


@final
class TollPaid(News):
    """§6.1 Somebody uses furniture where there is a toll."""

    kind: ClassVar[str] = "toll"

    def note(self, s: Alexandria, seat: i64, owner: i64, room: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} uses furniture at the toll of {mark(owner)} in the"
                f" {s.box.rooms[room]}."
            )
            self.tell(s, text, [seat, owner, room], s.box.marking[v.TOLL])


PREVENTED: Final = Prevented()
GUARDED: Final = Guarded()
TOLL_PAID: Final = TollPaid()


class Occasion(Auto[Alexandria]):
    """What has happened in a room, and to whom."""

    trigger: i64 = one(within(0, len(v.TRIGGERS) - 1))
    who: i64 = one(SEATS_OR_NONE)
    place: i64 = one(ROOM)


# 4 Effects: after a step, and after a rescue


class Stride(Auto[Alexandria]):
    """§4.2 After each free step its consequences, §6.3 all of them before the next step."""

    clause: ClassVar[str] = "4.2"

    who: i64 = one(SEAT)
    left: i64 = one(SOME)
    origin: i64 = one(ROOM_OR_NONE)

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = s.position[self.who]
        if room != self.origin:
            if self.left > 0:
                stride(s, self.who, self.left)
            set_off(s, ENTER, self.who, room)


class Kept(Auto[Alexandria]):
    """§5.2 After a rescue: what keeping and discarding sets off."""

    clause: ClassVar[str] = "5.2"

    who: i64 = one(SEAT)

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = s.position[self.who]
        if s.thrown != 0:
            s.push(OpenWindow(v.OTHER_DISCARDS_DRAWN_NEARBY, self.who, room))
        if s.kept != 0:
            s.push(OpenWindow(v.OTHER_KEEPS_NEARBY, self.who, room))
            for card in members(s.kept):
                ongoing(s, v.SELF_KEEPS, self.who, room, bit(card))


def stride(s: Alexandria, seat: i64, left: i64) -> None:
    """§4.2 Up to this many free steps."""
    if s.rules >= V1_3 and s.adjacent(s.position[seat]) == 0:
        return  # §4.1: there is nowhere to go
    s.push(Stride(seat, left - 1, s.position[seat]))
    s.push(MoveOn(seat))


# 4 Effects: losing Time


class LoseTime(Auto[Alexandria]):
    """§4.17 An effect takes Time from a Hero, unless that was prevented."""

    clause: ClassVar[str] = "4.17"

    who: i64 = one(SEAT)
    loss: i64 = one(within(0, lambda s: s.box.max_time))

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.prevented:
            s.prevented = 0
            PREVENTED.note(s, self.who)
        else:
            shift_time(s, self.who, -self.loss, taking_time(s) if s.log is not None else NO_CARD)


class OrderLosses(HeroQuestion):
    """§4.17 Several Heroes lose Time: who is next? The owner of the effect decides."""

    clause: ClassVar[str] = "4.17"

    victims: i64 = one(SEATS)
    loss: i64 = one(within(0, lambda s: s.box.max_time))

    def choices(self, s: Alexandria) -> Ints:
        return members(self.victims)

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.push(LoseNext(self.seat, self.victims & ~(1 << choice), self.loss))
        lose_time(s, choice, self.loss)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, who loses Time next?"


class LoseNext(Auto[Alexandria]):
    """§4.17 The Heroes who have still to lose Time."""

    clause: ClassVar[str] = "4.17"

    owner: i64 = one(SEAT)
    victims: i64 = one(SEATS)
    loss: i64 = one(within(0, lambda s: s.box.max_time))

    def answer(self, s: Alexandria, choice: i64) -> None:
        lose_in_order(s, self.owner, self.victims, self.loss)


def taking_time(s: Alexandria) -> i64:
    """What has just taken Time: the effect that goes on below, if Time was the last that it did."""
    step = s.below[-1] if isinstance(s.step, LoseNext) and len(s.below) > 0 else s.step
    if isinstance(step, Effect) and verb_at(s, step.pc - v.WIDTH).name == "time":
        return step.source
    return NO_CARD


def lose_in_order(s: Alexandria, owner: i64, victims: i64, loss: i64) -> None:
    """§4.17 These Heroes lose Time, one after the other; those who have none are left out."""
    for victim in members(victims):
        if s.time[victim] == 0:
            victims &= ~(1 << victim)
    if single(victims):
        lose_time(s, lowest(victims), loss)
    elif victims != 0:
        s.push(OrderLosses(owner, victims, loss))


def lose_time(s: Alexandria, seat: i64, loss: i64) -> None:
    """§4.17 A Hero who has Time is about to lose some, and may respond first."""
    if s.time[seat] > 0:
        s.push(LoseTime(seat, loss))
        open_window(s, v.SELF_LOSES_TIME, seat, s.position[seat])


# 5 Responses and ongoing effects


class OpenWindow(Occasion):
    """§5.2 Now those who could respond are asked."""

    clause: ClassVar[str] = "5.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        open_window(s, self.trigger, self.who, self.place)


@final
class Pass(Kind[Alexandria]):
    """§5.3 Do not respond."""

    word: ClassVar[str] = "pass"
    clause: ClassVar[str] = "5.3"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "Pass"


@final
class PlayResponse(Kind[Alexandria]):
    """§5.2 Play a Response; the varieties are the numbers of all cards."""

    clause: ClassVar[str] = "5.2"

    def play(self, s: Alexandria, seat: i64, card: i64, occasion: Respond) -> None:
        face = s.box.face_of[card]
        leave_hand(s, seat, face)
        s.played[seat] |= 1 << face  # §5.5
        s.responded |= 1 << seat
        start_effect(s, card, s.box.start[card], seat, NONE, occasion.who, occasion.place, NONE)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return s.box.slugs[which]

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        return Label(s.box.names[which], detail=s.box.texts[which])

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", which)]


PASS: Final = Pass()
PLAY_RESPONSE: Final = PlayResponse()
RESPONDING: Final[Menu[Alexandria]] = Menu({PASS: [0], PLAY_RESPONSE: [*range(1, 79)]})


class Respond(Together[Alexandria]):
    """§5.2 Everybody who might respond now, by what is public, plays a Response or passes."""

    clause: ClassVar[str] = "5.2"
    window: ClassVar[bool] = True
    size: ClassVar[int] = RESPONDING.size
    block: ClassVar[int] = 96

    trigger: i64 = one(within(0, len(v.TRIGGERS) - 1))
    who: i64 = one(SEATS_OR_NONE)
    place: i64 = one(ROOM)

    def menu(self) -> Menu[Alexandria]:
        return RESPONDING

    def choices_of(self, s: Alexandria, seat: i64) -> Ints:
        codes = append(Ints([]), PASS.code)
        for face in members(s.hand_mask(seat) & answering(s, seat, self.trigger)):
            codes = append(codes, PLAY_RESPONSE.codes[s.card(seat, face)])
        return codes

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return EVERYBODY if choice != PASS.code else 1 << seat  # §5.3: nobody is told who passed

    def answer(self, s: Alexandria, choice: i64) -> None:
        order = s.clockwise(s.active, (1 << s.seats) - 1)  # §5.4
        k: i64
        for k in range(len(order) - 1, -1, -1):
            given = s.sealed[order[k]]
            if given > PASS.code:
                PLAY_RESPONSE.play(s, order[k], RESPONDING.which[given], self)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return PASS.code

    def question(self, s: Alexandria) -> str:
        return f"{occasion(s, self.trigger, self.who, self.place)} Do you respond?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return (
            Refusal("that card is not in your hand, or does not answer this.")
            if text in s.box.slugs
            else None
        )


def open_window(s: Alexandria, trigger: i64, who: i64, room: i64) -> None:
    """§5.2 Ask everybody at once who might respond, by what is public."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if meets(s, trigger, seat, who, room) and may_answer(s, seat, trigger):
            seats |= 1 << seat
    if seats != 0:
        together(s, Respond(trigger, who, room), seats)


def ongoing(s: Alexandria, trigger: i64, who: i64, room: i64, cards: i64) -> None:
    """§5.8 Slotted cards with an ongoing effect that this sets off; some only once a round."""
    order = s.clockwise(s.active, (1 << s.seats) - 1)
    k: i64
    for k in range(len(order) - 1, -1, -1):
        seat = order[k]
        if s.slot[seat] != NONE and meets(s, trigger, seat, who, room):
            set_off_ongoing(s, trigger, seat, who, room, cards)


def set_off_ongoing(
    s: Alexandria, trigger: i64, seat: i64, who: i64, room: i64, cards: i64
) -> None:
    """§5.8 The ongoing effect of one slotted card, if the trigger and the Rescue cards concerned
    are its own.
    """
    card = s.card(seat, s.slot[seat])
    if (
        s.box.ongoing[card] == trigger
        and s.box.ongoing_cards[card] & cards != 0
        and s.spent & s.box.ongoing_once[card] == 0
    ):
        s.spent |= s.box.ongoing_once[card]
        start_effect(s, card, s.box.ongoing_start[card], seat, NONE, who, room, NONE)


# 6 Marks and Perils


class PerilCheck(Occasion):
    """§6.4 Does what happened in this room set off a Peril there?"""

    clause: ClassVar[str] = "6.4"
    DOMAINS: ClassVar[dict[str, Shape]] = {
        **Occasion.DOMAINS,
        "trigger": one(within(0, len(v.PERIL_TRIGGERS) - 1)),
    }

    def answer(self, s: Alexandria, choice: i64) -> None:
        set_off_peril(s, self.trigger, self.who, self.place)


def set_off(s: Alexandria, deed: i64, seat: i64, room: i64) -> None:
    """§6.3 First the marks of others in the room, then the Perils; §6.1 a guard takes Time, both
    pay their owner a point.
    """
    if seat != s.architect():
        s.push(PerilCheck(v.OTHER_ENTERS if deed == ENTER else v.OTHER_USES_FURNITURE, seat, room))
    owner: i64
    for owner in range(s.seats):
        if owner != seat and has(s.guard[owner], room):
            GUARDED.note(s, seat, owner, room)
            gain(s, owner, 1, s.box.marking[v.GUARD])
            lose_time(s, seat, 1)
        if owner != seat and deed == INTERACT and has(s.toll[owner], room):
            TOLL_PAID.note(s, seat, owner, room)
            gain(s, owner, 1, s.box.marking[v.TOLL])


def set_off_peril(s: Alexandria, trigger: i64, who: i64, room: i64) -> None:
    """§6.4 A Peril that waits for this is triggered; and everybody now knows of any other that it
    does not wait for this.
    """
    pair: i64
    for pair in range(PERIL_PAIRS):
        if s.peril_rooms[pair] == room:
            peril = s.perils[pair]
            card = s.card(s.architect(), peril.face[0])
            if s.box.peril_trigger[card] == trigger:
                reveal_peril(s, pair, True)
                ongoing(s, v.PERIL_TRIGGERED, NONE, room, -1)
                start_effect(s, card, s.box.peril_start[card], s.architect(), NONE, who, room, NONE)
            else:
                rule_out(s, peril, 0, waiting_for(s, trigger))
