"""What everybody at the table can work out: how near each player is to the Portal, whether somebody
can leave by it within a turn, which rooms the next marker calls a monster to, and which loose pages
can be exchanged.
"""

from __future__ import annotations

from typing import TypedDict

from emberstacks.games.horror.components import (
    CRANE,
    HERMIONE,
    NOWHERE,
    OBJECTS,
    OPEN_DOOR,
    PAGES,
    PORTAL,
    ROOMS,
    VESPER,
    WALL,
)
from emberstacks.games.horror.library import (
    beyond,
    horror_in,
    in_play,
    markers_in,
    monsters_in,
    passage,
)
from emberstacks.games.horror.powers import has_object
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.moving import is_complete
from emberstacks.games.horror.steps.turn import actions_left
from emberstacks.kernel.masks import has, how_many


class Guest(TypedDict):
    """How far one player is."""

    found: int  # pages
    doors: int | None  # to walk through to the Portal as the rooms lie; None: there is no way
    now: bool  # can this player get into the Portal in the turn that runs?
    next: bool  # or in the next one, if nobody is in the way
    sets: list[int]  # the loose pages that can be part of a set (5.4)


class Facts(TypedDict):
    """What follows from the table by the rules."""

    needed: int  # pages to find before leaving
    summoning: int  # markers in a room that call a monster
    brink: list[int]  # the rooms where the next marker calls one
    guests: list[Guest]


def facts(s: HorrorTable) -> Facts:
    """All of it is public: cards in hand are left out of it."""
    return {
        "needed": int(s.agreed.secrets),
        "summoning": int(s.agreed.summoning),
        "brink": [room for room in range(ROOMS) if on_the_brink(s, room)],
        "guests": [guest(s, seat) for seat in range(int(s.seats))],
    }


def on_the_brink(s: HorrorTable, room: int) -> bool:
    """§11.1 Does the next marker in this room call a monster? §11.3 There must be one, and a place
    for it.
    """
    return (
        in_play(s, room)
        and int(markers_in(s, room)) == s.agreed.summoning - 1
        and int(monsters_in(s, room)) < s.box.monsters_in_a_room
        and any(place == NOWHERE for place in s.lurks)
    )


def guest(s: HorrorTable, seat: int) -> Guest:
    in_the_library = int(s.place[seat]) != NOWHERE
    return {
        "found": int(how_many(s.framed[seat])),
        "doors": doors_to_the_portal(s, int(s.place[seat])) if in_the_library else None,
        "now": in_the_library and int(s.active) == seat and escapes(s, seat, True),
        "next": in_the_library and escapes(s, seat, False),
        "sets": in_sets(s, seat),
    }


def doors_to_the_portal(s: HorrorTable, room: int) -> int | None:
    """§3.1 Through how many doors one walks at least, as the rooms lie now."""
    steps, reached = 0, {room}
    while PORTAL not in reached:
        further = {int(passage(s, one, side)) for one in reached for side in range(4)} - {NOWHERE}
        if further <= reached:
            return None
        reached |= further
        steps += 1
    return steps


def in_sets(s: HorrorTable, seat: int) -> list[int]:
    """§5.4 Two loose pages of one colour or three of three colours make a set: which belong to
    one?
    """
    pages = [page for page in range(PAGES) if has(s.loose[seat], page)]
    colours = [page // OBJECTS for page in pages]
    if len(set(colours)) > 2:
        return pages
    return [page for page in pages if colours.count(page // OBJECTS) > 1]


def escapes(s: HorrorTable, seat: int, now: bool) -> bool:
    """Can this player be in the Portal at the end of the turn that runs, or of the next one, by
    walking, turning rooms and looking into mirrors? Cards and pictures might help too, and §12.3
    monsters in the Portal might not let anybody through: that is a matter of luck.
    """
    if not is_complete(s, seat) or seat in (int(s.trap), int(s.business)):
        return False  # §12.1 §8.10 §8.11
    room, fortitude = int(s.place[seat]), int(s.fortitude[seat])
    if now:
        return reaches(s, seat, room, fortitude, int(actions_left(s, seat)), {})
    fortitude = max(int(s.box.least), fortitude - int(horror_in(s, room)))  # §2.1
    return reaches(s, seat, room, fortitude, int(s.box.actions), {})


def reaches(
    s: HorrorTable, seat: int, room: int, fortitude: int, actions: int, turned: dict[int, int]
) -> bool:
    """Can this player be in the Portal with so many actions, after these turns of rooms?"""
    ways = [
        (int(beyond(s, room, side)), toll(s, seat, room, side, fortitude, turned))
        for side in range(4)
        if leads(s, room, side, turned)
    ]
    if any(other == PORTAL and fortitude >= cost for other, cost in ways):  # §12.1
        return actions > 0
    if actions < 2:
        return False
    steps = [(other, fortitude - cost, turned) for other, cost in ways if other != PORTAL]
    if s.box.mirrors[room] > 0:  # §6.1
        cost = 0 if gifted(s, seat, CRANE, fortitude) else int(s.box.mirror)
        seen = [other for other in range(ROOMS) if in_play(s, other) and s.box.mirrors[other] > 0]
        steps += [(other, fortitude - cost, turned) for other in seen if other != room]
    after = [(other, arriving(s, seat, other, left), turned) for other, left, turned in steps]
    for other in [room, *(int(beyond(s, room, side)) for side in range(4))]:
        if other not in (NOWHERE, PORTAL):  # §3.4
            for quarter in (1, 3):
                after.append((room, fortitude, {**turned, other: turned.get(other, 0) + quarter}))
    return any(reaches(s, seat, *then[:2], actions - 1, then[2]) for then in after)


def leads(s: HorrorTable, room: int, side: int, turned: dict[int, int]) -> bool:
    """§3.1 Can one walk out on that side, once these rooms are turned?"""
    other = int(beyond(s, room, side))
    return (
        other != NOWHERE
        and door(s, room, side, turned) != WALL
        and door(s, other, side ^ 2, turned) != WALL
    )


def door(s: HorrorTable, room: int, side: int, turned: dict[int, int]) -> int:
    turn = (int(s.turn[room]) + turned.get(room, 0)) % 4
    return int(s.box.doors[16 * room + 4 * turn + side])


def toll(
    s: HorrorTable, seat: int, room: int, side: int, fortitude: int, turned: dict[int, int]
) -> int:
    """§3.2 What the door takes; §13.4 nothing from the elegant."""
    if door(s, room, side, turned) == OPEN_DOOR or gifted(s, seat, HERMIONE, fortitude):
        return 0
    return int(s.box.closed_door)


def gifted(s: HorrorTable, seat: int, character: int, fortitude: int) -> bool:
    """§13.1 Would this player have that gift with so much Fortitude?"""
    mine = s.agreed.abilities and s.character[seat] == character
    return bool(mine) and fortitude == int(s.box.most)


def arriving(s: HorrorTable, seat: int, room: int, fortitude: int) -> int:
    """§11.5 What is left of it once the monsters of a room have hurt; §14.7 not everybody."""
    harm = 0 if has_object(s, seat, VESPER) else int(horror_in(s, room))
    return max(int(s.box.least), fortitude - harm)
