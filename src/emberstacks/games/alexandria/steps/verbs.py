"""The verbs of effects (§4.2 to §4.17), a class for each: its number, how cards.toml writes it,
what it does, how it is told.

A new verb is a class here, in ALL_VERBS, with the next free number. vocabulary.py has the words
that its fields may have.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.programs import Compiler, Fields
from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.games.alexandria.steps.counting import gain, ranked, shift_time, tally
from emberstacks.games.alexandria.steps.effect import (
    NEEDS_ROOM,
    NEEDS_TARGET,
    NEEDS_TILE,
    Effect,
    Verb,
    needs_of,
    people,
    scope,
)
from emberstacks.games.alexandria.steps.effects import Kept, lose_in_order, stride
from emberstacks.games.alexandria.steps.hand import (
    DiscardAtRandom,
    discard_one,
    draw_cards,
    take_from_discard,
)
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
from emberstacks.games.alexandria.steps.rescue import (
    GiveUp,
    LoseRescue,
    Recover,
    SwapGive,
    ask_card,
    begin_rescue,
    swappable,
)
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import members


class MoveFreely(Verb):
    """§4.2 Up to this many free steps."""

    op: ClassVar[int] = 4
    name: ClassVar[str] = "move"
    fields: ClassVar[Fields] = {"who": ("self",), "steps": ()}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        stride(s, e.who, s.box.code[pc + 1])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, step["steps"])


class Reveal(Verb):
    """§4.3 Turn up face-down furniture within reach."""

    op: ClassVar[int] = 5
    name: ClassVar[str] = "reveal"
    fields: ClassVar[Fields] = {"where": ("here", "nearby", "any"), "rooms": (), "n": ()}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_reveal(s, e.who, scope(s, e, s.box.code[pc + 1]), s.box.code[pc + 2])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(step["rooms"], self.op, v.WHERE.index(step["where"]), step["n"])


class Rescue(Verb):
    """§4.4 Draw Rescue cards and §4.5 keep some."""

    op: ClassVar[int] = 6
    name: ClassVar[str] = "rescue"
    fields: ClassVar[Fields] = {
        "deck": (*v.CATEGORIES, "choice"),
        "draw": (),
        "keep": (),
        "decks": (),
    }
    optional: ClassVar[tuple[str, ...]] = ("decks",)

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        s.push(Kept(e.who))
        begin_rescue(s, e.who, s.box.code[pc + 1], s.box.code[pc + 2], s.box.code[pc + 3])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        decks = step["decks"] if step["deck"] == "choice" else [step["deck"]]
        c.emit(self.op, c.mask(decks), step["draw"], step["keep"])


class RecoverCard(Verb):
    """§4.6 Take a card of your choice from the discards."""

    op: ClassVar[int] = 7
    name: ClassVar[str] = "recover"
    fields: ClassVar[Fields] = {"deck": (*v.CATEGORIES, "trigger"), "n": ()}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        category = s.box.code[pc + 1]
        found = (
            s.thrown & s.pile if category == v.THROWN else s.pile & s.box.category_masks[category]
        )
        if found != 0:
            ask_card(s, Recover(e.who, found))

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(
            step["n"],
            self.op,
            v.THROWN if step["deck"] == "trigger" else v.CATEGORIES.index(step["deck"]),
        )


class TakeCard(Verb):
    """§4.7 Take a Rescue card of the other Hero; the effect says who chooses it."""

    op: ClassVar[int] = 8
    name: ClassVar[str] = "take"
    fields: ClassVar[Fields] = {"from": ("target",), "n": (), "chooser": ("self", "target")}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if s.rescued[e.target] != 0:
            ask_card(
                s, GiveUp(e.who if s.box.code[pc + 1] == v.SELF else e.target, e.target, e.who)
            )

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(step["n"], self.op, v.WHO.index(step["chooser"]))

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return NEEDS_TARGET


class Swap(Verb):
    """§4.7 Swap cards of one category."""

    op: ClassVar[int] = 9
    name: ClassVar[str] = "swap"
    fields: ClassVar[Fields] = {"with": ("target",), "optional": ()}
    optional: ClassVar[tuple[str, ...]] = ("optional",)

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if swappable(s, e.who, e.target) != 0:
            s.push(SwapGive(e.who, e.target))

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return NEEDS_TARGET


class LoseCard(Verb):
    """§4.7 Lose a Rescue card of a category, or of any."""

    op: ClassVar[int] = 10
    name: ClassVar[str] = "lose_rescue"
    fields: ClassVar[Fields] = {
        "who": ("self",),
        "n": (),
        "chooser": ("self",),
        "category": (*v.CATEGORIES, "any"),
    }
    optional: ClassVar[tuple[str, ...]] = ("category",)
    word: ClassVar[str] = "rescue card"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return s.rescued[e.who] & s.box.category_masks[s.box.code[pc + 1]] != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        if self.possible(s, e, pc):
            ask_card(s, LoseRescue(e.who, s.box.code[pc + 1]))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        category = s.box.code[pc + 1]
        return (
            f"lose 1 {'Rescue card' if category == v.ANY else v.CATEGORIES[category].capitalize()}"
        )

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(step["n"], self.op, c.category(step.get("category", "any")))


class Points(Verb):
    """§4.8 Points, a number or one for each thing held."""

    op: ClassVar[int] = 11
    name: ClassVar[str] = "points"
    fields: ClassVar[Fields] = {
        "who": (*v.WHO, "rank"),
        "n": (),
        "per": (),
        "cap": (),
        "rank": v.RANKS,
        "metric": (),
        "minus_furniture_here": (),
    }
    optional: ClassVar[tuple[str, ...]] = ("per", "cap", "rank", "metric", "minus_furniture_here")
    word: ClassVar[str] = "points"

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        code = s.box.code
        for seat in members(people(s, e, code[pc + 1])):
            gain(
                s,
                seat,
                code[pc + 2] * min(tally(s, seat, code[pc + 3], code[pc + 4]), code[pc + 5]),
                e.source,
            )

    def phrase(self, s: Alexandria, pc: i64) -> str:
        n = s.box.code[pc + 2]
        return (
            f"{'gain' if n > 0 else 'lose'} {max(n, -n)} {'point' if max(n, -n) == 1 else 'points'}"
        )

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        if step["who"] == "rank":
            count, of = c.count(step["metric"])
            c.emit(PointsByRank.op, v.RANKS.index(step["rank"]), step["n"], count, of)
        elif step.get("minus_furniture_here"):
            c.emit(PointsLessFurniture.op, step["n"])
        else:
            count, of = c.count(step["per"]) if "per" in step else (v.ONCE, 0)
            c.emit(self.op, v.WHO.index(step["who"]), step["n"], count, of, step.get("cap", 1))

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return needs_of(s.box.code[pc + 1])


class PointsLessFurniture(Verb):
    """§4.8 Points, less the furniture in the room."""

    op: ClassVar[int] = 12

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        gain(s, e.who, s.box.code[pc + 1] - s.furniture_in(e.place), e.source)

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return NEEDS_ROOM


class PointsByRank(Verb):
    """§4.8 Points for all who have the most, or the fewest."""

    op: ClassVar[int] = 13

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        code = s.box.code
        for seat in members(ranked(s, code[pc + 1], code[pc + 3], code[pc + 4])):
            gain(s, seat, code[pc + 2], e.source)


class Draw(Verb):
    """§3.4 Draw cards from your own deck."""

    op: ClassVar[int] = 15
    name: ClassVar[str] = "draw"
    fields: ClassVar[Fields] = {"who": ("self",), "n": (), "from": ("deck", "discard")}
    optional: ClassVar[tuple[str, ...]] = ("from",)

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        draw_cards(s, e.who, s.box.code[pc + 1])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        if step.get("from") == "discard":
            c.repeat(step["n"], DrawFromDiscard.op)
        else:
            c.emit(self.op, step["n"])


class DrawFromDiscard(Verb):
    """§4.9 Take a card from your own discard pile."""

    op: ClassVar[int] = 16

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        take_from_discard(s, e.who)


class Discard(Verb):
    """§4.10 Discard a card from the hand, of the victim's choice."""

    op: ClassVar[int] = 17
    name: ClassVar[str] = "discard"
    fields: ClassVar[Fields] = {"who": v.PEOPLE, "n": (), "mode": ("choice", "random")}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        for victim in members(people(s, e, s.box.code[pc + 1])):
            discard_one(s, victim)

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "discard 1 card"

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(
            step["n"],
            DiscardRandomly.op if step["mode"] == "random" else self.op,
            v.WHO.index(step["who"]),
        )

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return needs_of(s.box.code[pc + 1])


class DiscardRandomly(Verb):
    """§4.10 Discard a card of the hand, at random."""

    op: ClassVar[int] = 18

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        for victim in members(people(s, e, s.box.code[pc + 1])):
            if s.hands[victim].count() > 0:
                s.push(DiscardAtRandom(victim))

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return needs_of(s.box.code[pc + 1])


class Fire(Verb):
    """§4.11 Place a Fire token."""

    op: ClassVar[int] = 19
    name: ClassVar[str] = "fire"
    fields: ClassVar[Fields] = {"where": ("here", "nearby", "any")}
    word: ClassVar[str] = "fire"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return fire_rooms(s, scope(s, e, s.box.code[pc + 1])) != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_fire(s, e.who, fire_rooms(s, scope(s, e, s.box.code[pc + 1])))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "place a Fire token"

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, v.WHERE.index(step["where"]))


class PutOut(Verb):
    """§4.11 Remove a Fire token."""

    op: ClassVar[int] = 21
    name: ClassVar[str] = "remove_token"
    fields: ClassVar[Fields] = {"kind": ("fire",), "where": ("here", "nearby", "any"), "n": ()}
    word: ClassVar[str] = "put out"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return scope(s, e, s.box.code[pc + 1]) & s.fire != 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_remove_fire(s, e.who, scope(s, e, s.box.code[pc + 1]) & s.fire)

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "remove a Fire token"

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.repeat(step["n"], self.op, v.WHERE.index(step["where"]))


class Water(Verb):
    """§4.12 Place the Water token."""

    op: ClassVar[int] = 20
    name: ClassVar[str] = "water"
    fields: ClassVar[Fields] = {"where": ("here", "nearby", "any", "trigger_room")}
    word: ClassVar[str] = "water"

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_water(s, e.who, scope(s, e, s.box.code[pc + 1]))

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "place the Water token"

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, v.WHERE.index(step["where"]))

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return NEEDS_ROOM if s.box.code[pc + 1] == v.TRIGGER_ROOM else 0


class BringFurniture(Verb):
    """§4.13 Bring furniture from rooms next to yours."""

    op: ClassVar[int] = 22
    name: ClassVar[str] = "move_furniture"
    fields: ClassVar[Fields] = {"from": ("adjacent",), "to": ("here",), "n": ()}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        move_furniture(s, e.who, s.box.code[pc + 1])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, step["n"])


class RemoveUsed(Verb):
    """§4.13 Remove the tile that the effect interacted with."""

    op: ClassVar[int] = 23

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        remove_furniture(s, e.who, e.tile)

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return NEEDS_TILE


class RemoveTile(Verb):
    """§4.13 Remove a tile of your room."""

    op: ClassVar[int] = 24
    name: ClassVar[str] = "remove_furniture"
    fields: ClassVar[Fields] = {"where": ("here",), "n": (), "pick": ("used",)}
    optional: ClassVar[tuple[str, ...]] = ("pick",)
    word: ClassVar[str] = "furniture"

    def possible(self, s: Alexandria, e: Effect, pc: i64) -> bool:
        return s.position[e.who] != NONE and s.furniture_in(s.position[e.who]) > 0

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_remove_furniture(s, e.who)

    def phrase(self, s: Alexandria, pc: i64) -> str:
        return "remove a Furniture tile"

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        if "pick" in step:
            c.emit(RemoveUsed.op)
        else:
            c.repeat(step["n"], self.op)


class Mark(Verb):
    """§4.14 Place a guard or a toll."""

    op: ClassVar[int] = 26
    name: ClassVar[str] = "mark"
    fields: ClassVar[Fields] = {"where": ("here", "nearby"), "rule": v.MARKS}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_mark(s, e.who, scope(s, e, s.box.code[pc + 1]), s.box.code[pc + 2])

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, v.WHERE.index(step["where"]), v.MARKS.index(step["rule"]))


class Time(Verb):
    """§4.17 Gain Time, or lose it one after the other."""

    op: ClassVar[int] = 14
    name: ClassVar[str] = "time"
    fields: ClassVar[Fields] = {"who": (*v.PEOPLE, "each_here"), "n": ()}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        change = s.box.code[pc + 2]
        if change < 0:
            lose_in_order(s, e.who, people(s, e, s.box.code[pc + 1]), -change)
            return
        for gainer in members(people(s, e, s.box.code[pc + 1])):
            shift_time(s, gainer, change, e.source)

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, v.WHO.index(step["who"]), step["n"])

    def needs(self, s: Alexandria, pc: i64) -> i64:
        return needs_of(s.box.code[pc + 1])


class Prevent(Verb):
    """§5.7 Prevent what the response answers."""

    op: ClassVar[int] = 27
    name: ClassVar[str] = "prevent"

    def __init__(self) -> None:
        super().__init__()
        self.may_ask = False

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        s.prevented = 1


class LayPeril(Verb):
    """§6.2 Put the twin of a Peril's token into a room."""

    op: ClassVar[int] = 25
    name: ClassVar[str] = "peril"
    fields: ClassVar[Fields] = {"where": ("here", "nearby")}

    def do(self, s: Alexandria, e: Effect, pc: i64) -> None:
        ask_peril(s, e.who, scope(s, e, s.box.code[pc + 1]))

    def write(self, c: Compiler, step: dict[str, Any]) -> None:
        c.emit(self.op, v.WHERE.index(step["where"]))


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
BY_NAME: Final[dict[str, Verb]] = {verb.name: verb for verb in ALL_VERBS if verb.name}
