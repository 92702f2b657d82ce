"""What is in the rooms: furniture, Heroes, Fire, Water and Hero tokens, and questions about them
(§3.2, §4.3, §4.11-4.14).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import MOST_ROOMS, TYPES
from emberstacks.games.alexandria.news import News, a_tile
from emberstacks.games.alexandria.state import NONE, ROOM, ROOMS, SOME, Alexandria
from emberstacks.games.alexandria.vocabulary import GUARD, REVEAL_SCOPE
from emberstacks.kernel.domains import SEAT, one, within
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, how_many, lowest, members, single
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Chance, Step
from emberstacks.kernel.words import Label, Refusal

ALL_TILES: Final = -1
FACE_DOWN: Final = TYPES  # a tile of unknown type, among the codes of furniture


@final
class TurnedUp(News):
    """§3.2 A tile is turned face up."""

    kind: ClassVar[str] = "turn-up"

    def note(self, s: Alexandria, room: i64, tile: i64) -> None:
        if s.log is not None and s.round > 0:  # the set-up is told as a whole
            self.tell(
                s,
                f"{a_tile(s.box, tile).capitalize()} is turned up in the {s.box.rooms[room]}.",
                [room, tile],
            )


@final
class Moved(News):
    """§3.1 A Hero comes to a room."""

    kind: ClassVar[str] = "move"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} goes to the {s.box.rooms[room]}.", [seat, room])


@final
class Revealed(News):
    """§4.3 An effect turns up the furniture of a room."""

    kind: ClassVar[str] = "reveal"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} reveals the furniture of the {s.box.rooms[room]}.", [seat, room]
            )


@final
class FurnitureMoved(News):
    """§4.13 A tile comes from another room."""

    kind: ClassVar[str] = "move-furniture"

    def note(self, s: Alexandria, seat: i64, room: i64, tile: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} brings {a_tile(s.box, tile)} tile from the {s.box.rooms[room]}.",
                [seat, room, tile],
            )


@final
class FurnitureRemoved(News):
    """§4.13 A tile leaves the game."""

    kind: ClassVar[str] = "remove-furniture"

    def note(self, s: Alexandria, seat: i64, room: i64, tile: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} removes {a_tile(s.box, tile)} tile from the {s.box.rooms[room]}.",
                [seat, room, tile],
            )


@final
class FirePlaced(News):
    """§4.11 A room holds Fire."""

    kind: ClassVar[str] = "fire"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} places a Fire token in the {s.box.rooms[room]}.", [seat, room]
            )


@final
class FireRemoved(News):
    """§4.11 A room holds Fire no more."""

    kind: ClassVar[str] = "unfire"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} removes the Fire token from the {s.box.rooms[room]}.",
                [seat, room],
            )


@final
class WaterPlaced(News):
    """§4.12 A room holds the Water."""

    kind: ClassVar[str] = "water"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} places the Water token in the {s.box.rooms[room]}.", [seat, room]
            )


@final
class MarkPlaced(News):
    """§4.14 A room bears a Hero token."""

    kind: ClassVar[str] = "mark"

    def note(self, s: Alexandria, seat: i64, room: i64, rule: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} places {'a guard' if rule == GUARD else 'a toll'} in the"
                f" {s.box.rooms[room]}.",
                [seat, room, rule],
            )


TURNED_UP: Final = TurnedUp()
MOVED: Final = Moved()
REVEALED: Final = Revealed()
FURNITURE_MOVED: Final = FurnitureMoved()
FURNITURE_REMOVED: Final = FurnitureRemoved()
FIRE_PLACED: Final = FirePlaced()
FIRE_REMOVED: Final = FireRemoved()
WATER_PLACED: Final = WaterPlaced()
MARK_PLACED: Final = MarkPlaced()


class TurnUp(Chance[Alexandria]):
    """§3.2 A face-down Furniture tile is turned face up."""

    clause: ClassVar[str] = "3.2"
    size: ClassVar[int] = TYPES

    rooms: i64 = one(ROOMS)
    left: i64 = one(SOME)

    def weights(self, s: Alexandria) -> Ints:
        return s.unseen

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = lowest(self.rooms)
        while s.down[room] == 0:
            room += 1
            while not has(self.rooms, room):
                room += 1
        s.down[room] -= 1
        s.unseen[choice] -= 1
        s.up[room * TYPES + choice] += 1
        TURNED_UP.note(s, room, choice)
        turn_up(s, self.rooms, self.left - 1 if self.left > 0 else self.left)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.types[choice]


class RoomQuestion(Step[Alexandria]):
    """Which of these rooms?"""

    size: ClassVar[int] = MOST_ROOMS
    verb: ClassVar[str] = ""

    rooms: i64 = one(ROOMS)

    def choices(self, s: Alexandria) -> Ints:
        return members(self.rooms)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.room_slugs[choice]

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"{self.verb} the {s.box.rooms[choice]}"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal(
            "that room is not one of those you can choose."
            if text in s.box.room_slugs
            else "first a room must be chosen."
        )

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("room", choice)]


class HeroInRoom(Auto[Alexandria]):
    """What is done about a Hero in a room."""

    who: i64 = one(SEAT)
    place: i64 = one(ROOM)


class HeroQuestion(Step[Alexandria]):
    """Which of these Heroes?"""

    size: ClassVar[int] = MAX_SEATS

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.hero_ids[s.hero[choice]]

    def label(self, s: Alexandria, choice: i64) -> Label:
        return Label(s.box.heroes[s.hero[choice]], detail=mark(choice))

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("hero", choice)]


class PlaceFire(RoomQuestion):
    """§4.11 Place a Fire token in one of these rooms."""

    clause: ClassVar[str] = "4.11"
    verb: ClassVar[str] = "Place a Fire token in"

    def answer(self, s: Alexandria, choice: i64) -> None:
        place_fire(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, where do you place a Fire token?"


class PlaceWater(RoomQuestion):
    """§4.12 Place the Water token in one of these rooms."""

    clause: ClassVar[str] = "4.12"
    verb: ClassVar[str] = "Place the Water token in"

    def answer(self, s: Alexandria, choice: i64) -> None:
        place_water(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, where do you place the Water token?"


class RemoveFire(RoomQuestion):
    """§4.11 Take away one of these Fire tokens."""

    clause: ClassVar[str] = "4.11"
    verb: ClassVar[str] = "Remove the Fire token from"

    def answer(self, s: Alexandria, choice: i64) -> None:
        remove_fire(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Fire token do you remove?"


class PlaceMark(RoomQuestion):
    """§4.14 Place a Hero token in one of these rooms, as a guard or for a toll."""

    clause: ClassVar[str] = "4.14"
    verb: ClassVar[str] = "Place a Hero token in"

    mark_rule: i64 = one(within(0, len(v.MARKS) - 1))

    def answer(self, s: Alexandria, choice: i64) -> None:
        place_mark(s, self.seat, choice, self.mark_rule)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, where do you place a Hero token?"


class RevealRoom(RoomQuestion):
    """§4.3 Turn up the furniture of one of these rooms."""

    clause: ClassVar[str] = "4.3"
    verb: ClassVar[str] = "Reveal the furniture of"

    tiles: i64 = one(SOME)

    def answer(self, s: Alexandria, choice: i64) -> None:
        REVEALED.note(s, self.seat, choice)
        turn_up(s, 1 << choice, self.tiles)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, in which room do you reveal furniture?"


@final
class GoOn(Kind[Alexandria]):
    """§4.2 Go to an adjacent room; the varieties are the rooms."""

    word: ClassVar[str] = "move"

    def offer(self, s: Alexandria, seat: i64, out: Ints) -> Ints:
        for room in members(s.adjacent(s.position[seat])):
            out = append(out, self.codes[room])
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        enter(s, seat, which)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"move {s.box.room_slugs[which]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Go to the {s.box.rooms[which]}"

    def why_not(self, s: Alexandria, seat: i64, rest: str) -> Refusal | None:
        return Refusal("that room is not next to yours.")

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("hero", seat), ("room", which)]


@final
class Stay(Kind[Alexandria]):
    """§4.2 Go no further."""

    word: ClassVar[str] = "stay"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        pass

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "Go no further"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("hero", seat)]


STAY: Final = Stay()
STEPS: Final[Menu[Alexandria]] = Menu({GoOn(): [*range(20), *range(21, 31)], STAY: [20]})


class MoveOn(Step[Alexandria]):
    """§4.2 A free step of an effect: go to an adjacent room, or stay."""

    clause: ClassVar[str] = "4.2"
    size: ClassVar[int] = STEPS.size
    block: ClassVar[int] = 40

    def menu(self) -> Menu[Alexandria]:
        return STEPS

    def default(self, s: Alexandria, seat: i64) -> i64:
        return STAY.code

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, where do you go?"


@final
class Bring(Kind[Alexandria]):
    """§4.13 Bring a tile from an adjacent room; the varieties are each kind of tile, face down the
    last, in each room.
    """

    def offer(self, s: Alexandria, seat: i64, out: Ints) -> Ints:
        kind: i64
        for room in members(s.adjacent(s.position[seat])):
            for kind in range(TYPES):
                if s.up[room * TYPES + kind] > 0:
                    out = append(out, self.codes[room * (TYPES + 1) + kind])
            if s.down[room] > 0:
                out = append(out, self.codes[room * (TYPES + 1) + FACE_DOWN])
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        room, kind, here = which // (TYPES + 1), which % (TYPES + 1), s.position[seat]
        if kind == FACE_DOWN:
            s.down[room] -= 1
            s.down[here] += 1
        else:
            s.up[room * TYPES + kind] -= 1
            s.up[here * TYPES + kind] += 1
        FURNITURE_MOVED.note(s, seat, room, kind)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{tile_text(s, which % (TYPES + 1))} from {s.box.room_slugs[which // (TYPES + 1)]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return (
            f"Bring {a_tile(s.box, which % (TYPES + 1))} tile from the"
            f" {s.box.rooms[which // (TYPES + 1)]}"
        )

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("furniture", which)]


@final
class Enough(Kind[Alexandria]):
    """§4.13 Move no more furniture."""

    word: ClassVar[str] = "enough"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        pass

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "Move no more furniture"


ENOUGH: Final = Enough()
BRINGING: Final[Menu[Alexandria]] = Menu({Bring(): [*range(140), *range(141, 211)], ENOUGH: [140]})


class MoveFurniture(Step[Alexandria]):
    """§4.13 Move a tile from an adjacent room into yours, or stop."""

    clause: ClassVar[str] = "4.13"
    size: ClassVar[int] = BRINGING.size
    block: ClassVar[int] = 224

    left: i64 = one(SOME)

    def menu(self) -> Menu[Alexandria]:
        return BRINGING

    def answer(self, s: Alexandria, choice: i64) -> None:
        BRINGING.do(s, self.seat, choice)
        if choice != ENOUGH.code:
            move_furniture(s, self.seat, self.left - 1)

    def default(self, s: Alexandria, seat: i64) -> i64:
        return ENOUGH.code

    def question(self, s: Alexandria) -> str:
        return (
            f"{mark(self.seat)}, which furniture do you bring into your room? You may move"
            f" {self.left} more."
        )


class RemoveFurniture(Step[Alexandria]):
    """§4.13 Remove a tile of your choice from your room, face up or down."""

    clause: ClassVar[str] = "4.13"
    size: ClassVar[int] = TYPES + 1
    block: ClassVar[int] = 8

    def choices(self, s: Alexandria) -> Ints:
        return members(tiles_in(s, s.position[self.seat]))

    def answer(self, s: Alexandria, choice: i64) -> None:
        remove_furniture(s, self.seat, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return tile_text(s, choice)

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Remove {a_tile(s.box, choice)} tile"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which furniture do you remove from your room?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal("there is no such furniture in your room.") if text in s.box.types else None

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("furniture", s.position[self.seat] * (TYPES + 1) + choice)]


# Consequences


def enter(s: Alexandria, seat: i64, room: i64) -> None:
    """§3.1 A Hero comes to a room, and §3.2 furniture there and next door is turned up."""
    s.position[seat] = room
    MOVED.note(s, seat, room)
    turn_up(s, reveal_scope(s, room), ALL_TILES)


def reveal_scope(s: Alexandria, room: i64) -> i64:
    """§3.2 The room entered and its neighbours, unless a Portent says otherwise."""
    return 1 << room if s.standing[REVEAL_SCOPE] else s.near(room)


def turn_up(s: Alexandria, rooms: i64, left: i64) -> None:
    """§3.2 Turn up this many tiles in these rooms, or all of them."""
    if left != 0:
        for room in members(rooms):
            if s.down[room] > 0:
                s.push(TurnUp(rooms, left))
                return


def fire_rooms(s: Alexandria, rooms: i64) -> i64:
    """§4.11 Those of the rooms that can take a Fire token: one to a room, none with Water, four in
    all.
    """
    if how_many(s.fire) >= s.box.fire_tokens:
        return 0
    return rooms & s.library & ~s.fire & ~(1 << s.water if s.water != NONE else 0)


def place_fire(s: Alexandria, seat: i64, room: i64) -> None:
    s.fire |= 1 << room
    FIRE_PLACED.note(s, seat, room)


def remove_fire(s: Alexandria, seat: i64, room: i64) -> None:
    s.fire &= ~(1 << room)
    FIRE_REMOVED.note(s, seat, room)


def place_water(s: Alexandria, seat: i64, room: i64) -> None:
    """§4.12 The one Water token, from wherever it was; Fire there goes out."""
    s.water = room
    s.fire &= ~(1 << room)
    WATER_PLACED.note(s, seat, room)


def place_mark(s: Alexandria, seat: i64, room: i64, rule: i64) -> None:
    if rule == GUARD:
        s.guard[seat] |= 1 << room
    else:
        s.toll[seat] |= 1 << room
    MARK_PLACED.note(s, seat, room, rule)


def move_furniture(s: Alexandria, seat: i64, left: i64) -> None:
    """§4.13 Up to this many tiles from adjacent rooms, while there are any."""
    if left > 0:
        for room in members(s.adjacent(s.position[seat])):
            if s.furniture_in(room) > 0:
                s.push(MoveFurniture(seat, left))
                return


def remove_furniture(s: Alexandria, seat: i64, kind: i64) -> None:
    """§4.13 A tile goes back to the box; nobody looks at one that is face down."""
    room = s.position[seat]
    if kind == FACE_DOWN:
        s.down[room] -= 1
        s.buried += 1
    else:
        s.up[room * TYPES + kind] -= 1
        s.gone[kind] += 1
    FURNITURE_REMOVED.note(s, seat, room, kind)


def ask_fire(s: Alexandria, seat: i64, rooms: i64) -> None:
    """§4.11 If there is only one room, or none, nothing is asked."""
    if single(rooms):
        place_fire(s, seat, lowest(rooms))
    elif rooms != 0:
        s.push(PlaceFire(seat, rooms))


def ask_water(s: Alexandria, seat: i64, rooms: i64) -> None:
    """§4.12 If there is only one room, nothing is asked."""
    if single(rooms):
        place_water(s, seat, lowest(rooms))
    elif rooms != 0:
        s.push(PlaceWater(seat, rooms))


def ask_remove_fire(s: Alexandria, seat: i64, rooms: i64) -> None:
    if single(rooms):
        remove_fire(s, seat, lowest(rooms))
    elif rooms != 0:
        s.push(RemoveFire(seat, rooms))


def ask_remove_furniture(s: Alexandria, seat: i64) -> None:
    kinds = tiles_in(s, s.position[seat])
    if single(kinds):
        remove_furniture(s, seat, lowest(kinds))
    elif kinds != 0:
        s.push(RemoveFurniture(seat))


def ask_mark(s: Alexandria, seat: i64, rooms: i64, rule: i64) -> None:
    if single(rooms):
        place_mark(s, seat, lowest(rooms), rule)
    elif rooms != 0:
        s.push(PlaceMark(seat, rooms, rule))


def ask_reveal(s: Alexandria, seat: i64, rooms: i64, tiles: i64) -> None:
    """§4.3 Only rooms with face-down furniture can be chosen."""
    hidden: i64 = 0
    for room in members(rooms):
        if s.down[room] > 0:
            hidden |= 1 << room
    if single(hidden):
        turn_up(s, hidden, tiles)
    elif hidden != 0:
        s.push(RevealRoom(seat, hidden, tiles))


def tiles_in(s: Alexandria, room: i64) -> i64:
    """The mask of what differs in a room: the types face up, and tiles face down."""
    return s.types_in(room) | (1 << FACE_DOWN if s.down[room] > 0 else 0)


def tile_text(s: Alexandria, kind: i64) -> str:
    return "face-down" if kind == FACE_DOWN else s.box.types[kind]
