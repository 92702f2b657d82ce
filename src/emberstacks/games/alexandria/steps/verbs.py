"""The verbs of effects (§4.2 to §4.17), a class for each: when it is possible, what it does, how it is told.

programs.py says how cards.toml writes them, and vocabulary.py what the numbers after them mean.
"""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.games.alexandria.steps.counting import gain, ranked, shift_time, tally
from emberstacks.games.alexandria.steps.effect import Effect, Verb, people, scope
from emberstacks.games.alexandria.steps.effects import Kept, lose_in_order, stride
from emberstacks.games.alexandria.steps.hand import DiscardAtRandom, DiscardCard, TakeFromDiscard, draw_cards
from emberstacks.games.alexandria.steps.library import (
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
from emberstacks.games.alexandria.steps.perils import ask_peril
from emberstacks.games.alexandria.steps.rescue import GiveUp, LoseRescue, Recover, SwapGive, begin_rescue, swappable
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import members


class MoveFreely(Verb):
    """§4.2 Up to this many free steps."""

    op: ClassVar[int] = v.MOVE

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        stride(s, e.who, s.box.code[pc + 1])


class Reveal(Verb):
    """§4.3 Turn up face-down furniture within reach."""

    op: ClassVar[int] = v.REVEAL

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_reveal(s, e.who, scope(s, e, s.box.code[pc + 1]), s.box.code[pc + 2])


class Rescue(Verb):
    """§4.4 Draw Rescue cards and §4.5 keep some."""

    op: ClassVar[int] = v.RESCUE

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        s.push(Kept(e.who))
        begin_rescue(s, e.who, s.box.code[pc + 1], s.box.code[pc + 2], s.box.code[pc + 3])


class RecoverCard(Verb):
    """§4.6 Take a card of your choice from the discards."""

    op: ClassVar[int] = v.RECOVER

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        category = s.box.code[pc + 1]
        found = s.thrown & s.pile if category == v.THROWN else s.pile & s.box.category_masks[category]
        if found != 0:
            s.push(Recover(e.who, found))


class TakeCard(Verb):
    """§4.7 Take a Rescue card of the other Hero; the effect says who chooses it."""

    op: ClassVar[int] = v.TAKE

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if s.rescued[e.target] != 0:
            s.push(GiveUp(e.who if s.box.code[pc + 1] == v.SELF else e.target, e.target, e.who))


class Swap(Verb):
    """§4.7 Swap cards of one category."""

    op: ClassVar[int] = v.SWAP

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if swappable(s, e.who, e.target) != 0:
            s.push(SwapGive(e.who, e.target))


class LoseCard(Verb):
    """§4.7 Lose a Rescue card of a category, or of any."""

    op: ClassVar[int] = v.LOSE_RESCUE
    word: ClassVar[str] = "rescue card"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return s.rescued[e.who] & s.box.category_masks[s.box.code[pc + 1]] != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if self.possible(s, e, pc):
            s.push(LoseRescue(e.who, s.box.code[pc + 1]))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        category = s.box.code[pc + 1]
        return f"lose 1 {'Rescue card' if category == v.ANY else v.CATEGORIES[category].capitalize()}"


class Points(Verb):
    """§4.8 Points, a number or one for each thing held."""

    op: ClassVar[int] = v.POINTS
    word: ClassVar[str] = "points"

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        code = s.box.code
        for seat in members(people(s, e, code[pc + 1])):
            gain(s, seat, code[pc + 2] * min(tally(s, seat, code[pc + 3], code[pc + 4]), code[pc + 5]))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        n = s.box.code[pc + 2]
        return f"{'gain' if n > 0 else 'lose'} {max(n, -n)} {'point' if max(n, -n) == 1 else 'points'}"


class PointsLessFurniture(Verb):
    """§4.8 Points, less the furniture in the room."""

    op: ClassVar[int] = v.POINTS_LESS_FURNITURE

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        gain(s, e.who, s.box.code[pc + 1] - s.furniture_in(e.room))


class PointsByRank(Verb):
    """§4.8 Points for all who have the most, or the fewest."""

    op: ClassVar[int] = v.POINTS_BY_RANK

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        code = s.box.code
        for seat in members(ranked(s, code[pc + 1], code[pc + 3], code[pc + 4])):
            gain(s, seat, code[pc + 2])


class Draw(Verb):
    """§3.4 Draw cards from your own deck."""

    op: ClassVar[int] = v.DRAW

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        draw_cards(s, e.who, s.box.code[pc + 1])


class DrawFromDiscard(Verb):
    """§4.9 Take a card from your own discard pile."""

    op: ClassVar[int] = v.DRAW_FROM_DISCARD

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if s.discards[e.who] != 0:
            s.push(TakeFromDiscard(e.who))


class Discard(Verb):
    """§4.10 Discard a card from the hand, of the victim's choice."""

    op: ClassVar[int] = v.DISCARD

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        for victim in members(people(s, e, s.box.code[pc + 1])):
            if s.hands[victim].count() > 0:
                s.push(DiscardCard(victim))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "discard 1 card"


class DiscardRandomly(Verb):
    """§4.10 Discard a card of the hand, at random."""

    op: ClassVar[int] = v.DISCARD_AT_RANDOM

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        for victim in members(people(s, e, s.box.code[pc + 1])):
            if s.hands[victim].count() > 0:
                s.push(DiscardAtRandom(victim))


class Fire(Verb):
    """§4.11 Place a Fire token."""

    op: ClassVar[int] = v.FIRE
    word: ClassVar[str] = "fire"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return fire_rooms(s, scope(s, e, s.box.code[pc + 1])) != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_fire(s, e.who, fire_rooms(s, scope(s, e, s.box.code[pc + 1])))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "place a Fire token"


class PutOut(Verb):
    """§4.11 Remove a Fire token."""

    op: ClassVar[int] = v.REMOVE_FIRE
    word: ClassVar[str] = "put out"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return scope(s, e, s.box.code[pc + 1]) & s.fire != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_remove_fire(s, e.who, scope(s, e, s.box.code[pc + 1]) & s.fire)

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "remove a Fire token"


class Water(Verb):
    """§4.12 Place the Water token."""

    op: ClassVar[int] = v.WATER
    word: ClassVar[str] = "water"

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_water(s, e.who, scope(s, e, s.box.code[pc + 1]))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "place the Water token"


class BringFurniture(Verb):
    """§4.13 Bring furniture from rooms next to yours."""

    op: ClassVar[int] = v.MOVE_FURNITURE

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        move_furniture(s, e.who, s.box.code[pc + 1])


class RemoveUsed(Verb):
    """§4.13 Remove the tile that the effect interacted with."""

    op: ClassVar[int] = v.REMOVE_USED

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        remove_furniture(s, e.who, e.tile)


class RemoveTile(Verb):
    """§4.13 Remove a tile of your room."""

    op: ClassVar[int] = v.REMOVE_FURNITURE
    word: ClassVar[str] = "furniture"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return s.position[e.who] != NONE and s.furniture_in(s.position[e.who]) > 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_remove_furniture(s, e.who)

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "remove a Furniture tile"


class Mark(Verb):
    """§4.14 Place a guard or a toll."""

    op: ClassVar[int] = v.MARK

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_mark(s, e.who, scope(s, e, s.box.code[pc + 1]), s.box.code[pc + 2])


class Time(Verb):
    """§4.17 Gain Time, or lose it one after the other."""

    op: ClassVar[int] = v.TIME

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        change = s.box.code[pc + 2]
        if change < 0:
            lose_in_order(s, e.who, people(s, e, s.box.code[pc + 1]), -change)
            return
        for gainer in members(people(s, e, s.box.code[pc + 1])):
            shift_time(s, gainer, change)


class Prevent(Verb):
    """§5.7 Prevent what the response answers."""

    op: ClassVar[int] = v.PREVENT

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        s.prevented = 1


class LayPeril(Verb):
    """§6.2 Put the twin of a Peril's token into a room."""

    op: ClassVar[int] = v.PERIL

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_peril(s, e.who, scope(s, e, s.box.code[pc + 1]))


ALL_VERBS: Final[list[Verb]] = [
    MoveFreely(),
    Reveal(),
    Rescue(),
    RecoverCard(),
    TakeCard(),
    Swap(),
    LoseCard(),
    Points(),
    PointsLessFurniture(),
    PointsByRank(),
    Draw(),
    DrawFromDiscard(),
    Discard(),
    DiscardRandomly(),
    Fire(),
    PutOut(),
    Water(),
    BringFurniture(),
    RemoveUsed(),
    RemoveTile(),
    Mark(),
    Time(),
    Prevent(),
    LayPeril(),
]
