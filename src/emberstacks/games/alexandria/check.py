"""Which positions can occur: for positions that were set up or edited by hand."""

from __future__ import annotations

from typing import Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import (
    ABILITY,
    DECK,
    DRAMATIC_END,
    LATER,
    MOST_ROOMS,
    TYPES,
)
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.effect import (
    NEEDS_ROOM,
    NEEDS_TARGET,
    NEEDS_TILE,
    NEEDS_TRIGGER,
    ChooseOption,
    Effect,
    verb_at,
)
from emberstacks.games.alexandria.steps.playing import ChooseHero, PayTime, UseFurniture
from emberstacks.games.alexandria.steps.setting_up import TakeHeroes
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has, how_many, members
from emberstacks.kernel.zones import Slots

TILES: Final = MOST_ROOMS * TYPES  # more than there are of anything that is counted


def census(s: Alexandria) -> list[int]:
    """Each seat's hero cards and Dramatic Ends, the rescue cards, the furniture of each type and
    the tiles nobody has seen.
    """
    return [*hero_cards(s), *dramatic_ends(s), *rescue_cards(s), *furniture(s)]


def hero_cards(s: Alexandria) -> list[int]:
    counts: list[int] = []
    for seat in range(s.seats):
        own = [int(count) for count in s.draws[seat].rest]
        for face in range(
            DECK if s.hero[seat] == NONE else int(s.box.faces[s.hero[seat]]), len(own)
        ):
            own[face] += 1  # this hero has fewer cards than another
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
    """Tiles of each type; and, because nobody knows where the unseen ones are, how many of those
    are nowhere (none).
    """
    counts = [int(s.unseen[kind] + s.gone[kind]) for kind in range(TYPES)]
    for room in range(s.box.room_count):
        for kind in range(TYPES):
            counts[kind] += int(s.up[room * TYPES + kind])
    rooms = (s.box.common_rooms + 1) * s.seats
    to_build = (rooms - how_many(s.library | s.burnt)) * s.box.furniture_per_room
    return [*counts, int(sum(s.unseen) - sum(s.down) - s.buried - to_build)]


def check(s: Alexandria) -> None:
    """Refuse a position that cannot occur (BadPosition)."""
    check_rooms(s)
    check_seats(s)
    check_cards(s)
    check_effects(s)


def check_rooms(s: Alexandria) -> None:
    if s.library & s.burnt or (s.library | s.burnt) & ~s.box.all_rooms or s.fire & ~s.library:
        raise BadPosition(
            "rooms stand or are burnt, not both, and Fire can only be in rooms that stand."
        )
    if how_many(s.fire) > s.box.fire_tokens or (
        s.water != NONE and (not stands(s, s.water) or has(s.fire, s.water))
    ):
        raise BadPosition(
            f"there are {s.box.fire_tokens} Fire tokens, and Water is in an unburnt room without"
            " Fire."
        )
    if any(rooms & ~s.box.all_rooms for rooms in [*s.guard, *s.toll]):
        raise BadPosition("Hero tokens can only be in rooms.")
    built = members(s.library | s.burnt)
    if len({(s.x[room], s.y[room]) for room in built}) < len(built):
        raise BadPosition("two rooms cannot be in the same place.")
    for room in built:
        beside = [other for other in built if s.beside(room, other)]
        if s.doors[room] != sum(1 << other for other in beside):
            raise BadPosition(
                f"the doors of the {s.box.rooms[room]} do not lead to the rooms beside it."
            )
    for room in range(s.box.room_count):
        if not has(s.library, room) and s.furniture_in(room) > 0:
            raise BadPosition("furniture can only be in rooms that stand.")
    for pair in range(PERIL_PAIRS):
        room = s.peril_rooms[pair]
        if room != NONE and (s.perils[pair].count() != 1 or not stands(s, room)):
            raise BadPosition("a Peril token is in an unburnt room, and belongs to one card.")


def stands(s: Alexandria, room: i64) -> bool:
    """Is this the number of a room that has not burnt?"""
    return 0 <= room < s.box.room_count and has(s.library, room)


def check_seats(s: Alexandria) -> None:
    heroes = [int(hero) for hero in s.hero if hero != NONE]
    if len(set(heroes)) < len(heroes):
        raise BadPosition("each player needs a different hero.")
    if len(heroes) < s.seats and not any(isinstance(step, TakeHeroes) for step in s.below):
        raise BadPosition("somebody has no hero, and nobody is going to be asked for one.")
    if sorted(s.track) != list(range(s.seats)):
        raise BadPosition("the track must name every seat once.")
    for seat in range(s.seats):
        if s.position[seat] != NONE and not stands(s, s.position[seat]):
            raise BadPosition("every Hero must be in a room that stands.")


def check_cards(s: Alexandria) -> None:
    for seat in range(s.seats):
        faces = DECK if s.hero[seat] == NONE else int(s.box.faces[s.hero[seat]])
        hand = s.hands[seat].face
        if (s.discards[seat] | s.played[seat]) >> faces or s.slot[seat] >= faces:
            raise BadPosition(f"a hero's cards are numbered 0 to {faces - 1}.")
        if any(not 0 <= face < faces for face in hand) or len(set(hand)) < len(hand):
            raise BadPosition(f"a hand holds different cards, numbered 0 to {faces - 1}.")
    if s.architect() == NONE and any(peril.count() for peril in s.perils):
        raise BadPosition("only Neferhotep has Perils.")
    if len(set(s.revealed)) < len(s.revealed):
        raise BadPosition("each seat's Dramatic End can be revealed once.")


def check_effects(s: Alexandria) -> None:
    """An effect under way has everything that the rest of its program mentions; a choice belongs to
    the effect below it.
    """
    below: object = None
    for step in [*s.below, s.step]:
        if isinstance(step, ChooseOption):
            if (
                not isinstance(below, Effect)
                or below.pc != step.pc
                or s.box.code[step.pc] != v.CHOOSE
            ):
                raise BadPosition("a choice among the parts of an effect belongs to that effect.")
            if step.feasible >> s.box.code[step.pc + 1]:
                raise BadPosition("the effect has no such part.")
        if isinstance(step, (PayTime, UseFurniture, ChooseHero)) and s.box.white[step.source] == 0:
            raise BadPosition("only an action is paid for and interacts.")
        if isinstance(step, PayTime) and not is_played(s, step):
            raise BadPosition("only what has just been played is paid for.")
        if isinstance(step, Effect) and not has_all(s, step):
            raise BadPosition("an effect speaks of a Hero, a room or a tile that it does not have.")
        below = step


def is_played(s: Alexandria, payment: PayTime) -> bool:
    """Does the card lie next to its board or in the slot, or is it the ability of this Hero?"""
    seat, source = payment.seat, payment.source
    if s.box.kind[source] == v.NO_KIND:
        return bool(source == ABILITY + s.hero[seat])
    face = s.box.face_of[source]
    return s.box.hero_of[source] == s.hero[seat] and (
        has(s.played[seat], face) or s.slot[seat] == face
    )


def has_all(s: Alexandria, effect: Effect) -> bool:
    """Does an effect have the people, the room and the tile that its program needs from here on?"""
    code = s.box.code
    if effect.pc % v.WIDTH or (effect.who == NONE and not DRAMATIC_END <= effect.source < LATER):
        return False
    given = NEEDS_TARGET if effect.target != NONE else 0
    given |= NEEDS_TRIGGER if 0 <= effect.trigger < s.seats else 0
    given |= NEEDS_ROOM if effect.place != NONE else 0
    pc = int(effect.pc)
    while code[pc] != v.END:
        needs = verb_at(s, pc).needs(s, pc)
        if code[pc] == v.IF and code[pc + 1] == v.TARGET_LACKS:
            needs |= NEEDS_TARGET
        if (
            needs & NEEDS_TILE
            and effect.tile != NONE
            and s.up[s.position[effect.who] * TYPES + effect.tile] > 0
        ):
            needs &= ~NEEDS_TILE
        if needs & ~given:
            return False
        pc += v.WIDTH
    return True
