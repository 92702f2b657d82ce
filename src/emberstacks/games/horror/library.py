"""Questions about rooms: what is behind a door, who and what is in a room."""

from __future__ import annotations

from emberstacks.games.horror.components import MARKERS, NEIGHBOUR, NOWHERE, OPEN_DOOR, ROOMS, WALL
from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has


def door(s: HorrorTable, room: i64, side: i64) -> i64:
    """What a room, as it is turned now, has on a side: WALL, OPEN_DOOR or CLOSED_DOOR."""
    return s.box.doors[16 * room + 4 * s.turn[room] + side]


def beyond(s: HorrorTable, room: i64, side: i64) -> i64:
    """The room next to this one on a side, or NOWHERE."""
    cell = NEIGHBOUR[4 * s.cell[room] + side]
    if cell == NOWHERE or s.at[cell] < 0:
        return NOWHERE
    return s.at[cell]


def passage(s: HorrorTable, room: i64, side: i64) -> i64:
    """§3.1 The room you can walk into on that side, because both sides have a door; or NOWHERE."""
    other = beyond(s, room, side)
    if other == NOWHERE or door(s, room, side) == WALL or door(s, other, side ^ 2) == WALL:
        return NOWHERE
    return other


def is_open(s: HorrorTable, room: i64, side: i64) -> bool:
    """§3.2 Does going out here cost nothing?"""
    return door(s, room, side) == OPEN_DOOR


def in_play(s: HorrorTable, room: i64) -> bool:
    """Is this room part of the library of this game?"""
    return s.cell[room] != NOWHERE


def markers_in(s: HorrorTable, room: i64) -> i64:
    """How many markers of all players together are in a room."""
    count: i64 = 0
    for fixture in s.marker:
        if fixture >> 2 == room:
            count += 1
    return count


def monsters_in(s: HorrorTable, room: i64) -> i64:
    """How many monsters are in a room."""
    count: i64 = 0
    for where in s.lurks:
        if where == room:
            count += 1
    return count


def unbeaten(s: HorrorTable, room: i64) -> i64:
    """How many monsters of a room were not §11.7 beaten and left there in this turn."""
    count: i64 = 0
    monster: i64
    for monster in range(len(s.lurks)):
        if s.lurks[monster] == room and not has(s.left, monster):
            count += 1
    return count


def horror_in(s: HorrorTable, room: i64) -> i64:
    """The levels of all monsters in a room together."""
    total: i64 = 0
    monster: i64
    for monster in range(len(s.lurks)):
        if s.lurks[monster] == room:
            total += s.box.level[monster]
    return total


def seats_in(s: HorrorTable, room: i64) -> i64:
    """The mask of the players in a room."""
    mask: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if s.place[seat] == room:
            mask |= 1 << seat
    return mask


def free_fixture(s: HorrorTable, seat: i64, drawer: bool, ahead: i64) -> i64:
    """§4.1 The first bookcase or drawer of the seat's room without its marker, or NOWHERE.

    §4.2 The next marker is lifted first, and for the second of two searches (§13.8) the one after
    it too: `ahead` of them do not count.
    """
    room = s.place[seat]
    count = s.box.drawers[room] if drawer else s.box.bookcases[room]
    taken: i64 = 0
    number: i64
    for number in range(MARKERS):
        fixture = s.marker[MARKERS * seat + number]
        if fixture >> 2 == room and (number - s.meter[seat]) % MARKERS >= ahead:
            taken |= 1 << (fixture & 3)
    fixture = 2 if drawer else 0
    while count > 0:
        if not has(taken, fixture):
            return 4 * room + fixture
        fixture += 1
        count -= 1
    return NOWHERE


def mirror_rooms(s: HorrorTable, here: i64, out: Ints, codes: Ints) -> Ints:
    """The codes of all other rooms with a mirror, added to those in `out`."""
    room: i64
    for room in range(ROOMS):
        if s.cell[room] != NOWHERE and room != here and s.box.mirrors[room] > 0:
            out = append(out, codes[room])
    return out
