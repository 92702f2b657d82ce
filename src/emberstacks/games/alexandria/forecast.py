"""Which rooms may burn in this round, in which order and why: a look ahead from here, by the rules
themselves.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.games.alexandria.steps.burning import (
    MOST_NEIGHBOURS,
    last_round,
    may_burn,
    next_to_burn,
)
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import how_many, lowest, members
from emberstacks.kernel.state import OVER

Reason = Literal["fire", "emptyOne", "heldOne", "emptyTwo", "heldTwo", "last"]
# by neighbours, and whether a Hero is there
REASONS: Final[tuple[tuple[Reason, Reason], ...]] = (
    ("emptyOne", "heldOne"),
    ("emptyTwo", "heldTwo"),
)
# a Library that might be: the rooms that stand, and where the Heroes are
Future = tuple[int, tuple[int, ...]]


class MayBurn(TypedDict):
    """What may burn at one moment of the phase."""

    at: int  # 1: burns first
    rooms: list[int]  # those that may burn then and not before
    reason: Reason


class Facts(TypedDict):
    """What follows from the table by the rules: a look ahead, as things stand."""

    burns: list[MayBurn]
    holds: list[int]  # rooms that cannot burn, for the library would be split


def facts(s: Alexandria) -> Facts:
    """All of it is public: it follows from the Library and the Heroes in it."""
    if s.round == 0 or s.library == 0 or s.step is OVER:
        return {"burns": [], "holds": []}
    return {"burns": forecast(s), "holds": [int(room) for room in members(holding(s))]}


def holding(s: Alexandria) -> i64:
    """§7.4 The rooms that cannot burn now, because the Library would be split."""
    if last_round(s):
        return 0
    held = s.library & ~may_burn(s)
    return held if s.water == NONE else held & ~(1 << s.water)


def forecast(s: Alexandria) -> list[MayBurn]:
    """§7.3 Step by step what may burn and has not burnt before; §7.10 in the last round, only what
    is next.
    """
    left = 1 if last_round(s) else int(s.to_burn or s.seats)
    twin = s.clone()
    seen: i64 = 0
    steps: list[MayBurn] = []
    futures: dict[Future, None] = {(int(s.library), tuple(int(room) for room in s.position)): None}
    for at in range(1, left + 1):
        after: dict[Future, None] = {}
        for library, position in futures:
            twin.library = library
            twin.position = Ints(list(position))
            rooms = next_to_burn(twin)
            if rooms == 0:
                continue  # only the room with Water is left
            fresh = [int(room) for room in members(rooms & ~seen)]
            seen |= rooms
            why = reason(twin, rooms)
            same = [step for step in steps if step["at"] == at and step["reason"] == why]
            if same:
                same[0]["rooms"] += fresh
            elif fresh:
                steps.append({"at": at, "rooms": fresh, "reason": why})
            for room in members(rooms):
                after.update(dict.fromkeys(burnt(twin, int(room), position)))
        futures = after
    return steps


def reason(s: Alexandria, rooms: i64) -> Reason:
    """§7.3 The criterion that puts these rooms next."""
    room = lowest(rooms)
    if rooms & s.fire != 0:
        return "fire"
    neighbours = max(int(how_many(s.adjacent(room))), 1)
    if neighbours > MOST_NEIGHBOURS:
        return "last"
    return REASONS[neighbours - 1][s.heroes_in(1 << room) != 0]


def burnt(s: Alexandria, room: int, position: tuple[int, ...]) -> list[Future]:
    """§7.9 The Libraries that may be there after a room has burnt: its Heroes go to any room next
    to it.
    """
    library = int(s.library) & ~(1 << room)
    ways = [position]
    for seat, where in enumerate(position):
        if where == room and where != NONE:
            beside = [int(to) for to in members(s.doors[room] & library)]
            ways = [(*way[:seat], to, *way[seat + 1 :]) for way in ways for to in beside]
    return [(library, way) for way in ways]
