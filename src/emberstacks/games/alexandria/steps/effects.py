"""Effects and what they set off: verbs (chapter 4), responses and ongoing effects (chapter 5), marks and Perils (chapter 6).

They belong together because they call one another: an effect opens a response, and a response is an effect.
Who may respond is in responses.py, how a Peril is laid and revealed in perils.py.
"""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import DECK, HERO_CARDS
from emberstacks.games.alexandria.masks import lowest, members, single
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.counting import gain, ranked, shift_time, tally
from emberstacks.games.alexandria.steps.hand import DiscardAtRandom, DiscardCard, TakeFromDiscard, draw_cards, leave_hand
from emberstacks.games.alexandria.steps.library import (
    HeroQuestion,
    MoveOn,
    ask_fire,
    ask_mark,
    ask_remove_fire,
    ask_remove_furniture,
    ask_reveal,
    ask_water,
    fire_rooms,
    move_furniture,
    remove_furniture,
)
from emberstacks.games.alexandria.steps.perils import ask_peril, reveal_peril, waiting_for
from emberstacks.games.alexandria.steps.rescue import GiveUp, LoseRescue, Recover, SwapGive, begin_rescue, swappable
from emberstacks.games.alexandria.steps.responses import answering, may_answer, meets, occasion
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.loop import together
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Step, Together
from emberstacks.kernel.zones import bit, rule_out

PASS: Final = 0
ONLY_PASS: Final = Ints([PASS])
ENTER: Final = 0  # what a Hero did in a room: entered it,
INTERACT: Final = 1  # or interacted with furniture there
OPTION_TEXTS: Final = {
    v.FIRE: ("fire", "Place a Fire token"),
    v.REMOVE_FURNITURE: ("furniture", "Remove a Furniture tile"),
    v.LOSE_RESCUE: ("rescue card", "Lose a Rescue card"),
    v.POINTS: ("points", "Lose points"),
    v.REMOVE_FIRE: ("put out", "Remove a Fire token"),
    v.WATER: ("water", "Place the Water token"),
}


class Occasion(Auto[Alexandria]):
    """What has happened in a room, and to whom."""

    trigger: i64
    who: i64
    room: i64


# 4 Effects


class Effect(Auto[Alexandria]):
    """§4.1 An effect under way: what is running, where it stands, and whom and what it is about."""

    clause: ClassVar[str] = "4.1"

    source: i64
    pc: i64
    who: i64  # whose effect it is
    target: i64  # the Hero it interacts with
    trigger: i64  # the Hero who set it off
    room: i64  # where it was set off
    tile: i64  # the type of furniture used

    def at(self, pc: i64) -> Effect:
        """The same effect at another place of its program."""
        return Effect(self.source, pc, self.who, self.target, self.trigger, self.room, self.tile)

    def answer(self, s: Alexandria, choice: i64) -> None:
        run(s, self)


class ChooseOption(Step[Alexandria]):
    """§4.15 Which of the parts of this effect that are possible do you choose?"""

    clause: ClassVar[str] = "4.15"
    size: ClassVar[int] = v.WIDTH - 3

    pc: i64
    feasible: i64

    def choices(self, s: Alexandria) -> Ints:
        return members(self.feasible)

    def answer(self, s: Alexandria, choice: i64) -> None:
        effect = s.step
        assert isinstance(effect, Effect)
        s.pop()
        s.push(effect.at(s.box.code[self.pc + 2 + choice]))

    def first_verb(self, s: Alexandria, choice: i64) -> tuple[str, str]:
        return OPTION_TEXTS[s.box.code[s.box.code[self.pc + 2 + choice]]]

    def text(self, s: Alexandria, choice: i64) -> str:
        return self.first_verb(s, choice)[0]

    def label(self, s: Alexandria, choice: i64) -> str:
        return self.first_verb(s, choice)[1]

    def question(self, s: Alexandria) -> str:
        effect = s.below[-1]
        assert isinstance(effect, Effect)
        return f"{mark(self.seat)}, which do you choose? {s.box.texts[effect.source]}"


class Stride(Auto[Alexandria]):
    """§4.2 After each free step its consequences, §6.3 all of them before the next step."""

    clause: ClassVar[str] = "4.2"

    who: i64
    left: i64
    origin: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = s.position[self.who]
        if room != self.origin:
            if self.left > 0:
                stride(s, self.who, self.left)
            set_off(s, ENTER, self.who, room)


class Kept(Auto[Alexandria]):
    """§5.2 After a rescue: what keeping and discarding sets off."""

    clause: ClassVar[str] = "5.2"

    who: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = s.position[self.who]
        if s.thrown != 0:
            s.push(OpenWindow(v.OTHER_DISCARDS_DRAWN_NEARBY, self.who, room))
        if s.kept != 0:
            s.push(OpenWindow(v.OTHER_KEEPS_NEARBY, self.who, room))
            for card in members(s.kept):
                ongoing(s, v.SELF_KEEPS, self.who, room, bit(card))


def start_effect(s: Alexandria, source: i64, start: i64, who: i64, target: i64, trigger: i64, room: i64, tile: i64) -> None:
    """§4.1 An effect begins once everything above it is done."""
    s.push(Effect(source, start, who, target, trigger, room, tile))


def run(s: Alexandria, e: Effect) -> None:
    """§4.1 Carry out an effect in order, as far as possible, up to the next verb that may ask something."""
    code = s.box.code
    pc = e.pc
    while code[pc] != v.END:
        op = code[pc]
        if op == v.JUMP:
            pc = code[pc + 1]
        elif op == v.IF:
            pc = pc + v.WIDTH if holds(s, e, pc) else code[pc + 4]
        elif op == v.CHOOSE:
            options = feasible_options(s, e, pc)
            if options == 0:
                pc = code[pc + v.WIDTH - 1]
            elif single(options):
                pc = code[pc + 2 + lowest(options)]
            else:
                s.push(e.at(pc))
                s.push(ChooseOption(e.who, pc, options))
                return
        elif v.POINTS <= op <= v.POINTS_BY_RANK:
            score(s, e, pc)
            pc += v.WIDTH
        elif op == v.PREVENT:
            s.prevented = 1  # §5.7
            pc += v.WIDTH
        else:
            after = pc + v.WIDTH
            while code[after] == v.JUMP:
                after = code[after + 1]
            if code[after] != v.END:
                s.push(e.at(after))
            carry_out(s, e, op, code[pc + 1], code[pc + 2], code[pc + 3])
            return


def carry_out(s: Alexandria, e: Effect, op: i64, a: i64, b: i64, c: i64) -> None:
    """One verb that may ask something (§4.2 to §4.14)."""
    seat = e.who
    if op == v.TIME:
        if b > 0:
            for gainer in members(people(s, e, a)):
                shift_time(s, gainer, b)
        else:
            lose_in_order(s, seat, people(s, e, a), -b)
    elif op == v.DRAW:
        draw_cards(s, seat, a)
    elif op == v.RESCUE:
        s.push(Kept(seat))
        begin_rescue(s, seat, a, b, c)
    elif op == v.MOVE:
        stride(s, seat, a)
    elif op == v.FIRE:
        ask_fire(s, seat, fire_rooms(s, scope(s, e, a)))
    elif op == v.WATER:
        ask_water(s, seat, scope(s, e, a))
    elif op == v.REMOVE_FIRE:
        ask_remove_fire(s, seat, scope(s, e, a) & s.fire)
    elif op == v.REMOVE_USED:
        remove_furniture(s, seat, e.tile)
    elif op == v.REMOVE_FURNITURE:
        ask_remove_furniture(s, seat)
    elif op == v.MOVE_FURNITURE:
        move_furniture(s, seat, a)
    elif op == v.MARK:
        ask_mark(s, seat, scope(s, e, a), b)
    elif op == v.PERIL:
        ask_peril(s, seat, scope(s, e, a))
    elif op == v.REVEAL:
        ask_reveal(s, seat, scope(s, e, a), b)
    elif op == v.RECOVER:
        found = s.thrown & s.pile if a == v.THROWN else s.pile & s.box.category_masks[a]
        if found != 0:
            s.push(Recover(seat, found))
    elif op == v.TAKE:
        if s.rescued[e.target] != 0:
            s.push(GiveUp(seat if a == v.SELF else e.target, e.target, seat))
    elif op == v.SWAP:
        if swappable(s, seat, e.target) != 0:
            s.push(SwapGive(seat, e.target))
    elif op == v.LOSE_RESCUE:
        if s.rescued[seat] & s.box.category_masks[a] != 0:
            s.push(LoseRescue(seat, a))
    elif op == v.DRAW_FROM_DISCARD:
        if s.discards[seat] != 0:
            s.push(TakeFromDiscard(seat))
    else:
        for victim in members(people(s, e, a)):
            if s.hands[victim].count() > 0:
                s.push(DiscardAtRandom(victim) if op == v.DISCARD_AT_RANDOM else DiscardCard(victim))


def people(s: Alexandria, e: Effect, who: i64) -> i64:
    """The mask of the seats that a verb is about."""
    if who == v.SELF:
        return 1 << e.who
    if who == v.TARGET:
        return 1 << e.target
    if who == v.TRIGGER:
        return 1 << e.trigger
    if who == v.EACH_HERE:
        return s.heroes_in(1 << e.room) & ~(1 << e.who)
    return (1 << s.seats) - 1


def scope(s: Alexandria, e: Effect, where: i64) -> i64:
    """The mask of the rooms that a verb is about (§4.1: here, nearby, anywhere)."""
    if where == v.TRIGGER_ROOM:
        return 1 << e.room & s.library
    if where == v.ANYWHERE:
        return s.library
    rooms = s.near_hero(e.who)
    return rooms & 1 << s.position[e.who] if where == v.HERE and rooms != 0 else rooms


def stride(s: Alexandria, seat: i64, left: i64) -> None:
    """§4.2 Up to so many free steps."""
    s.push(Stride(seat, left - 1, s.position[seat]))
    s.push(MoveOn(seat))


def holds(s: Alexandria, e: Effect, pc: i64) -> bool:
    """§4.16 Does the condition of this effect hold?"""
    condition, of = s.box.code[pc + 1], s.box.code[pc + 2]
    if condition == v.KEPT_TRAIT:
        return s.kept & of != 0
    if condition == v.ALONE:
        return s.others_here(e.who) == 0
    if condition == v.NOT_ALONE:
        return s.others_here(e.who) != 0
    if condition == v.HERO_NEARBY:
        return s.heroes_in(s.near_hero(e.who)) & ~(1 << e.who) != 0
    if condition == v.TARGET_LACKS:
        return s.rescued[e.target] & s.box.category_masks[of] == 0
    if condition == v.HOLDS_TRAIT:
        return s.rescued[e.who] & of != 0
    categories: i64 = 0
    for category in members(of):
        if s.rescue_count(e.who, category) > 0:
            categories += 1
    return categories >= s.box.code[pc + 3]


def feasible_options(s: Alexandria, e: Effect, pc: i64) -> i64:
    """§4.15 The mask of the options whose first verb can be carried out."""
    options: i64 = 0
    k: i64
    for k in range(s.box.code[pc + 1]):
        if feasible(s, e, s.box.code[pc + 2 + k]):
            options |= 1 << k
    return options


def feasible(s: Alexandria, e: Effect, pc: i64) -> bool:
    """§4.15 Can this verb be carried out?"""
    op, a = s.box.code[pc], s.box.code[pc + 1]
    if op == v.FIRE:
        return fire_rooms(s, scope(s, e, a)) != 0
    if op == v.REMOVE_FIRE:
        return scope(s, e, a) & s.fire != 0
    if op == v.REMOVE_FURNITURE:
        return s.position[e.who] != NONE and s.furniture_in(s.position[e.who]) > 0
    if op == v.LOSE_RESCUE:
        return s.rescued[e.who] & s.box.category_masks[a] != 0
    return True


def score(s: Alexandria, e: Effect, pc: i64) -> None:
    """§4.8 Points: a number, a number for each thing held, less the furniture in the room, or for the most or fewest."""
    code = s.box.code
    if code[pc] == v.POINTS:
        for seat in members(people(s, e, code[pc + 1])):
            gain(s, seat, code[pc + 2] * min(tally(s, seat, code[pc + 3], code[pc + 4]), code[pc + 5]))
    elif code[pc] == v.POINTS_LESS_FURNITURE:
        gain(s, e.who, code[pc + 1] - s.furniture_in(e.room))
    else:
        for seat in members(ranked(s, code[pc + 1], code[pc + 3], code[pc + 4])):
            gain(s, seat, code[pc + 2])


# 4 Effects: losing Time


class LoseTime(Auto[Alexandria]):
    """§4.17 An effect takes Time from a Hero, unless that was prevented."""

    clause: ClassVar[str] = "4.17"

    who: i64
    loss: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.prevented:
            s.prevented = 0
            s.note("prevented", self.who)
        else:
            shift_time(s, self.who, -self.loss)


class OrderLosses(HeroQuestion):
    """§4.17 Several Heroes lose Time: who is next? The owner of the effect says."""

    clause: ClassVar[str] = "4.17"

    victims: i64
    loss: i64

    def choices(self, s: Alexandria) -> Ints:
        return members(self.victims)

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.push(LoseNext(self.seat, self.victims & ~(1 << choice), self.loss))
        lose_time(s, choice, self.loss)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, who loses Time first?"


class LoseNext(Auto[Alexandria]):
    """§4.17 The Heroes who have still to lose Time."""

    clause: ClassVar[str] = "4.17"

    owner: i64
    victims: i64
    loss: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        lose_in_order(s, self.owner, self.victims, self.loss)


def lose_in_order(s: Alexandria, owner: i64, victims: i64, loss: i64) -> None:
    """§4.17 These Heroes lose Time, one after the other; who has none is left out."""
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
        open_window(s, self.trigger, self.who, self.room)


class Respond(Together[Alexandria]):
    """§5.2 Everybody who, as far as all can tell, might respond now plays a Response or passes."""

    clause: ClassVar[str] = "5.2"
    window: ClassVar[bool] = True
    size: ClassVar[int] = HERO_CARDS + 1

    trigger: i64
    who: i64
    room: i64

    def choices_of(self, s: Alexandria, seat: i64) -> Ints:
        codes = ONLY_PASS[:]
        for face in members(s.hand_mask(seat) & answering(s, seat, self.trigger)):
            codes = plus(codes, 1 + s.card(seat, face))
        return codes

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return EVERYBODY if choice != PASS else 1 << seat  # §5.3: nobody is told who passed

    def answer(self, s: Alexandria, choice: i64) -> None:
        order = s.clockwise(s.active, (1 << s.seats) - 1)  # §5.4
        k: i64
        for k in range(len(order) - 1, -1, -1):
            seat = order[k]
            if s.sealed[seat] > PASS:
                card = s.sealed[seat] - 1
                leave_hand(s, seat, card % DECK)
                s.played[seat] |= 1 << card % DECK  # §5.5
                s.responded |= 1 << seat
                s.note("respond", seat, card)
                start_effect(s, card, s.box.start[card], seat, NONE, self.who, self.room, NONE)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return PASS

    def text(self, s: Alexandria, choice: i64) -> str:
        return "pass" if choice == PASS else s.box.slugs[choice - 1]

    def label(self, s: Alexandria, choice: i64) -> str:
        return "Pass" if choice == PASS else f"{s.box.names[choice - 1]}: {s.box.texts[choice - 1]}"

    def question(self, s: Alexandria) -> str:
        return f"{occasion(s, self.trigger, self.who, self.room)} Do you respond?"

    def rule(self, s: Alexandria, choice: i64) -> str:
        return "5.3" if choice == PASS else "5.2"

    def why_not(self, s: Alexandria, text: str) -> str:
        return "that card is not in your hand, or does not answer this." if text in s.box.slugs else ""

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [] if choice == PASS else [f"card-{choice - 1}"]


def open_window(s: Alexandria, trigger: i64, who: i64, room: i64) -> None:
    """§5.2 Ask all at once who might respond, as far as public knowledge goes."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if meets(s, trigger, seat, who, room) and may_answer(s, seat, trigger):
            seats |= 1 << seat
    if seats != 0:
        together(s, Respond(trigger, who, room), seats)


def ongoing(s: Alexandria, trigger: i64, who: i64, room: i64, cards: i64) -> None:
    """§5.8 Slotted cards whose ongoing effect this sets off; some do so once a round only."""
    order = s.clockwise(s.active, (1 << s.seats) - 1)
    k: i64
    for k in range(len(order) - 1, -1, -1):
        seat = order[k]
        if s.slot[seat] != NONE and meets(s, trigger, seat, who, room):
            set_off_ongoing(s, trigger, seat, who, room, cards)


def set_off_ongoing(s: Alexandria, trigger: i64, seat: i64, who: i64, room: i64, cards: i64) -> None:
    """§5.8 The ongoing effect of one slotted card, if the trigger and the Rescue cards concerned are its own."""
    card = s.card(seat, s.slot[seat])
    if s.box.ongoing[card] == trigger and s.box.ongoing_cards[card] & cards != 0 and not s.spent >> card & 1:
        if s.box.ongoing_once[card]:
            s.spent |= bit(card)
        start_effect(s, card, s.box.ongoing_start[card], seat, NONE, who, room, NONE)


# 6 Marks and Perils


class PerilCheck(Occasion):
    """§6.4 Does what happened in this room set off a Peril there?"""

    clause: ClassVar[str] = "6.4"

    def answer(self, s: Alexandria, choice: i64) -> None:
        set_off_peril(s, self.trigger, self.who, self.room)


def set_off(s: Alexandria, deed: i64, seat: i64, room: i64) -> None:
    """§6.3 First the marks of others in the room, then the Perils; §6.1 a guard takes Time, both pay their owner a point."""
    if seat != s.architect():
        s.push(PerilCheck(v.OTHER_ENTERS if deed == ENTER else v.OTHER_USES_FURNITURE, seat, room))
    owner: i64
    for owner in range(s.seats):
        if owner != seat and s.guard[owner] >> room & 1:
            gain(s, owner, 1)
            lose_time(s, seat, 1)
        if owner != seat and deed == INTERACT and s.toll[owner] >> room & 1:
            gain(s, owner, 1)


def set_off_peril(s: Alexandria, trigger: i64, who: i64, room: i64) -> None:
    """§6.4 A Peril that waits for this is triggered; of any other one everybody now knows that it does not wait for this."""
    pair: i64
    for pair in range(PERIL_PAIRS):
        if s.peril_rooms[pair] == room:
            peril = s.perils[pair]
            card = s.card(s.architect(), peril.face[0])
            if s.box.peril_trigger[card] == trigger:
                reveal_peril(s, pair, "peril-triggered")
                ongoing(s, v.PERIL_TRIGGERED, NONE, room, -1)
                start_effect(s, card, s.box.peril_start[card], s.architect(), NONE, who, room, NONE)
            else:
                rule_out(s, peril, 0, waiting_for(s, trigger))
