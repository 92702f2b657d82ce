"""Which positions can occur: for positions that were set up or edited by hand."""

from __future__ import annotations

from emberstacks.games.alexandria.components import ALL_RESCUE_CARDS, ALL_ROOMS, DECK, HEROES, ROOMS, TYPES
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.vocabulary import PORTENTS
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.masks import has, how_many, members
from emberstacks.kernel.zones import Slots


def census(s: Alexandria) -> list[int]:
    """Each seat's hero cards and Dramatic Ends, the rescue cards, the furniture of each type and the tiles nobody has seen."""
    return [*hero_cards(s), *dramatic_ends(s), *rescue_cards(s), *furniture(s)]


def hero_cards(s: Alexandria) -> list[int]:
    counts: list[int] = []
    for seat in range(s.seats):
        own = [int(count) for count in s.draws[seat].rest]
        places: list[Slots] = [s.hands[seat]]
        if seat == s.architect():
            places += s.perils
        for place in places:
            for face in place.face:
                own[face] += 1
        for face in [*members(s.discards[seat]), *members(s.played[seat])]:
            own[face] += 1
        if s.slot[seat] != NONE:
            own[s.slot[seat]] += 1
        counts += own
    return counts


def dramatic_ends(s: Alexandria) -> list[int]:
    counts = [0] * (2 * int(s.seats))
    for seat in range(s.seats):
        for face in [*s.boxed[seat].face, *s.chosen[seat].face]:
            counts[2 * seat + int(face)] += 1
    return counts


def rescue_cards(s: Alexandria) -> list[int]:
    """How many, and whether each is in one place only."""
    places = [s.in_decks, s.pile, s.drawn, *s.rescued]
    together = 0
    for place in places:
        together |= place
    return [int(sum(how_many(place) for place in places)), int(how_many(together))]


def furniture(s: Alexandria) -> list[int]:
    """Tiles of each type; and, as nobody knows where the unseen ones are, how many of those lie nowhere (none)."""
    counts = [int(s.unseen[kind] + s.gone[kind]) for kind in range(TYPES)]
    for room in range(ROOMS):
        for kind in range(TYPES):
            counts[kind] += int(s.up[room * TYPES + kind])
    rooms = (s.box.common_rooms + 1) * s.seats
    to_build = (rooms - how_many(s.library | s.burnt)) * s.box.furniture_per_room
    return [*counts, int(sum(s.unseen) - sum(s.down) - s.buried - to_build)]


def check(s: Alexandria) -> None:
    """Refuse a position that cannot occur (BadPosition)."""
    check_sizes(s)
    check_rooms(s)
    check_seats(s)
    check_cards(s)


def check_sizes(s: Alexandria) -> None:
    per_seat = (s.hero, s.points, s.time, s.track, s.position, s.guard, s.toll, s.discards, s.played, s.slot, s.used, s.rescued)
    if any(len(numbers) != s.seats for numbers in per_seat):
        raise BadPosition(f"everything that each player has needs {s.seats} entries.")
    if any(len(numbers) != ROOMS for numbers in (s.x, s.y, s.doors, s.down)) or len(s.up) != ROOMS * TYPES:
        raise BadPosition(f"everything that each room has needs {ROOMS} entries.")
    if len(s.unseen) != TYPES or len(s.gone) != TYPES or len(s.standing) != len(PORTENTS) or len(s.peril_rooms) != PERIL_PAIRS:
        raise BadPosition("furniture, Portents or Perils are not all there.")
    if min(*s.up, *s.down, *s.unseen, *s.gone, s.buried, *s.points, s.to_burn) < 0:
        raise BadPosition("counts of furniture, points or rooms cannot be negative.")
    if not 0 <= s.round <= s.box.rounds or not 0 <= s.active < s.seats:
        raise BadPosition("there is no such round, or no such active player.")


def check_rooms(s: Alexandria) -> None:
    if s.library & s.burnt or (s.library | s.burnt) & ~ALL_ROOMS or s.fire & ~s.library or s.library < 0 or s.fire < 0:
        raise BadPosition("rooms stand or are burnt, not both, and Fire can only be in rooms that stand.")
    if how_many(s.fire) > s.box.fire_tokens or (s.water != NONE and not has(s.library & ~s.fire, s.water)):
        raise BadPosition(f"there are {s.box.fire_tokens} Fire tokens, and Water lies in a room that stands, without Fire.")
    built = members(s.library | s.burnt)
    if len({(s.x[room], s.y[room]) for room in built}) < len(built):
        raise BadPosition("two rooms cannot be in the same place.")
    for room in built:
        beside = [other for other in built if s.beside(room, other)]
        if s.doors[room] != sum(1 << other for other in beside):
            raise BadPosition(f"the doors of the {s.box.rooms[room]} do not lead to the rooms beside it.")
    for room in range(ROOMS):
        if not has(s.library, room) and s.furniture_in(room) > 0:
            raise BadPosition("furniture can only be in rooms that stand.")
    for pair in range(PERIL_PAIRS):
        room = s.peril_rooms[pair]
        if room != NONE and (s.perils[pair].count() != 1 or not has(s.library, room)):
            raise BadPosition("a Peril token lies in a room that stands, and belongs to one card.")


def check_seats(s: Alexandria) -> None:
    heroes = [int(hero) for hero in s.hero if hero != NONE]
    if len(set(heroes)) < len(heroes) or any(not 0 <= hero < HEROES for hero in heroes):
        raise BadPosition("every player has another one of the four heroes.")
    if sorted(s.track) != list(range(s.seats)):
        raise BadPosition("the track must name every seat once.")
    for seat in range(s.seats):
        if not 0 <= s.time[seat] <= s.box.max_time:
            raise BadPosition(f"Time is from 0 to {s.box.max_time}.")
        if s.position[seat] != NONE and not has(s.library, s.position[seat]):
            raise BadPosition("every Hero must be in a room that stands.")


def check_cards(s: Alexandria) -> None:
    if any(not 0 <= mask < 1 << DECK for mask in [*s.discards, *s.played]) or any(not NONE <= face < DECK for face in s.slot):
        raise BadPosition(f"a hero's cards are numbered 0 to {DECK - 1}.")
    if any(not 0 <= mask <= ALL_RESCUE_CARDS for mask in [s.in_decks, s.pile, s.drawn, *s.rescued]):
        raise BadPosition("there is no such Rescue card.")
    for hand in s.hands:
        if any(not 0 <= face < DECK for face in hand.face) or len(set(hand.face)) < hand.count():
            raise BadPosition(f"a hand holds different cards, numbered 0 to {DECK - 1}.")
    if s.architect() == NONE and any(peril.count() for peril in s.perils):
        raise BadPosition("only Neferhotep has Perils.")
    if any(not 0 <= seat < s.seats for seat in s.revealed) or len(set(s.revealed)) < len(s.revealed):
        raise BadPosition("each seat's Dramatic End can be revealed once.")
