"""How an effect runs (§4.1): its program, verb after verb, its conditions and its choices. The
verbs are in verbs.py.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import DRAMATIC_END, TYPES
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.programs import Compiler, Fields
from emberstacks.games.alexandria.state import NONE, ROOM_OR_NONE, SEATS_OR_NONE, Alexandria
from emberstacks.kernel.domains import SEAT_OR_NOBODY, mask, one, within
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Auto, Step

NEEDS_TARGET: Final = 1
NEEDS_TRIGGER: Final = 2
NEEDS_ROOM: Final = 4
NEEDS_TILE: Final = 8


class Verb:
    """One thing that an effect can do: when it is possible, what it does, and how it is told as a
    part of a choice.
    """

    op: ClassVar[int] = v.END  # its number in programs
    name: ClassVar[str] = ""  # as cards.toml writes it; none if another verb writes it too
    # there, each with the words it may have; none: it is a number, a list or a table of its own
    fields: ClassVar[Fields] = {}
    optional: ClassVar[tuple[str, ...]] = ()  # fields that may be left out
    word: ClassVar[str] = ""  # its written form as an option (§4.15)

    def __init__(self) -> None:
        self.may_ask = True  # may it ask something, or set off what does?

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        """Compile it."""
        c.emit(self.op)

    def needs(self, s: Alexandria, pc: i64) -> i64:
        """What an effect must have for it, for positions that were set up by hand."""
        return 0

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        """§4.15 Can it be carried out? `pc` is its place in its program; its arguments follow
        there.
        """
        return True

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        raise NotImplementedError

    def phrase(self, s: Alexandria, pc: i64) -> str:
        """What it does, as a part of a sentence."""
        return self.word


@final
class Responded(News):
    """§5.4 The effect of a Response begins."""

    kind: ClassVar[str] = "respond"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} responds with {s.box.names[card]}.", [seat, card])


@final
class TakesEffect(News):
    """§5.8 The ongoing effect of a slotted card happens by itself."""

    kind: ClassVar[str] = "ongoing"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} has {s.box.names[card]} in the slot: it takes effect.",
                [seat, card],
                card,
            )


@final
class EndCarriedOut(News):
    """§10.2 A Dramatic End is carried out."""

    kind: ClassVar[str] = "dramatic-end"

    def note(self, s: Alexandria, end: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"Dramatic End: {s.box.texts[DRAMATIC_END + end]}", [end], DRAMATIC_END + end
            )


TAKES_EFFECT: Final = TakesEffect()
RESPONDED: Final = Responded()
END_CARRIED_OUT: Final = EndCarriedOut()


class Effect(Auto[Alexandria]):
    """§4.1 An effect under way: what is running, how far it is, and whom and what it is about."""

    clause: ClassVar[str] = "4.1"

    source: i64 = one(within(0, lambda s: s.box.sources - 1))
    pc: i64 = one(within(0, lambda s: len(s.box.code) - v.WIDTH))
    who: i64 = one(SEAT_OR_NOBODY)  # whose effect it is
    target: i64 = one(SEAT_OR_NOBODY)  # the Hero it interacts with
    trigger: i64 = one(SEATS_OR_NONE)  # the Hero who set it off
    place: i64 = one(ROOM_OR_NONE)  # where it was set off
    tile: i64 = one(within(NONE, TYPES - 1))  # the type of furniture used

    def at(self, pc: i64) -> Effect:
        """The same effect at another place of its program."""
        return Effect(self.source, pc, self.who, self.target, self.trigger, self.place, self.tile)

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.log is not None:
            announce(s, self)
        run(s, self)


class ChooseOption(Step[Alexandria]):
    """§4.15 Which of the parts of this effect that are possible do you choose?"""

    clause: ClassVar[str] = "4.15"
    size: ClassVar[int] = v.WIDTH - 3
    block: ClassVar[int] = 8

    pc: i64 = one(within(0, lambda s: len(s.box.code) - v.WIDTH))
    feasible: i64 = one(mask(v.WIDTH - 3, 1))

    def choices(self, s: Alexandria) -> Ints:
        return members(self.feasible)

    def answer(self, s: Alexandria, choice: i64) -> None:
        effect = s.step
        assert isinstance(effect, Effect)
        s.pop()
        s.push(effect.at(s.box.code[self.pc + 2 + choice]))

    def text(self, s: Alexandria, choice: i64) -> str:
        return verb_at(s, s.box.code[self.pc + 2 + choice]).word

    def label(self, s: Alexandria, choice: i64) -> str:
        parts: list[str] = []
        pc = s.box.code[self.pc + 2 + choice]
        while s.box.code[pc] != v.JUMP:
            parts.append(verb_at(s, pc).phrase(s, pc))
            pc += v.WIDTH
        sentence = " and ".join(parts)
        return sentence[0].upper() + sentence[1:]

    def question(self, s: Alexandria) -> str:
        effect = s.below[-1]
        assert isinstance(effect, Effect)
        return f"{mark(self.seat)}, which do you choose? {s.box.texts[effect.source]}"


def start_effect(
    s: Alexandria,
    source: i64,
    start: i64,
    who: i64,
    target: i64,
    trigger: i64,
    room: i64,
    tile: i64,
) -> None:
    """§4.1 An effect begins once everything above it is done."""
    s.push(Effect(source, start, who, target, trigger, room, tile))


def announce(s: Alexandria, e: Effect) -> None:
    """What begins by itself, or in turn with others, is told when its effect begins (§5.4, §5.8,
    §11.1).
    """
    kind, begins = s.box.kind[e.source], e.pc == s.box.start[e.source]
    if begins and kind == v.RESPONSE_CARD:
        RESPONDED.note(s, e.who, e.source)
    elif begins and kind == v.NO_KIND and e.source >= DRAMATIC_END:
        END_CARRIED_OUT.note(s, e.source - DRAMATIC_END)
    elif (
        kind != v.NO_KIND
        and e.pc == s.box.ongoing_start[e.source]
        and (s.box.code[e.pc] != v.IF or holds(s, e, e.pc))
    ):
        TAKES_EFFECT.note(s, e.who, e.source)


def verb_at(s: Alexandria, pc: i64) -> Verb:
    return VERBS[s.box.code[pc]]


def run(s: Alexandria, e: Effect) -> None:
    """§4.1 Carry out an effect in order, as far as possible, up to the next verb that may ask
    something.
    """
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
        else:
            verb = VERBS[op]
            if verb.may_ask:
                after = pc + v.WIDTH
                while code[after] == v.JUMP:
                    after = code[after + 1]
                if code[after] != v.END:
                    s.push(e.at(after))
                verb.do(s, e, pc)
                return
            verb.do(s, e, pc)
            pc += v.WIDTH


def people(s: Alexandria, e: Effect, who: i64) -> i64:
    """The mask of the seats that a verb is about."""
    if who == v.SELF:
        return 1 << e.who
    if who == v.TARGET:
        return 1 << e.target
    if who == v.TRIGGER:
        return 1 << e.trigger
    if who == v.EACH_HERE:
        return s.heroes_in(1 << e.place) & ~(1 << e.who)
    return (1 << s.seats) - 1


def needs_of(who: i64) -> i64:
    """What these people stand for."""
    if who == v.TARGET:
        return NEEDS_TARGET
    if who == v.TRIGGER:
        return NEEDS_TRIGGER
    return NEEDS_ROOM if who == v.EACH_HERE else 0


def scope(s: Alexandria, e: Effect, where: i64) -> i64:
    """The mask of the rooms that a verb is about (§4.1: here, nearby, anywhere)."""
    if where == v.TRIGGER_ROOM:
        return 1 << e.place & s.library
    if where == v.ANYWHERE:
        return s.library
    rooms = s.near_hero(e.who)
    return rooms & 1 << s.position[e.who] if where == v.HERE and rooms != 0 else rooms


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
        if verb_at(s, s.box.code[pc + 2 + k]).possible(s, e, s.box.code[pc + 2 + k]):
            options |= 1 << k
    return options


VERBS: Final = [Verb() for op in range(v.VERBS)]  # by their numbers


def teach(verbs: list[Verb]) -> None:
    """Put every verb in its place, once. This file cannot import them: verbs open responses, and
    responses start effects.
    """
    for verb in verbs:
        VERBS[verb.op] = verb
