"""The Burning phase (chapter 7): which room burns, the Destinies of those in it, and where they go."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import DESTINY, TYPES
from emberstacks.games.alexandria.news import PORTENT_WORKS, News
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, ROOM, ROOMS, SEATS, Alexandria
from emberstacks.games.alexandria.steps.effect import start_effect
from emberstacks.games.alexandria.steps.effects import (
    PREVENTED,
    OpenWindow,
    PerilCheck,
    ongoing,
    open_window,
)
from emberstacks.games.alexandria.steps.library import (
    ALL_TILES,
    HeroInRoom,
    RoomQuestion,
    ask_fire,
    ask_water,
    fire_rooms,
    reveal_scope,
    turn_up,
)
from emberstacks.games.alexandria.steps.perils import reveal_peril
from emberstacks.games.alexandria.steps.turn import tidy_up
from emberstacks.kernel.domains import FLAG, SEAT, one
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has, how_many, lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Auto
from emberstacks.kernel.versions import V1_3


@final
class Selected(News):
    """§7.6 A room is about to burn, §7.3 by the first criterion that any room fits."""

    kind: ClassVar[str] = "select"

    def note(self, s: Alexandria, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"The {s.box.rooms[room]} is about to burn: {self.why(s, room)}.", [room])

    def why(self, s: Alexandria, room: i64) -> str:
        if has(s.fire, room):
            return "it holds Fire"
        neighbours = max(how_many(s.adjacent(room)), 1)
        if neighbours > MOST_NEIGHBOURS:
            return "it is one of the last"
        doors = "one neighbour" if neighbours == 1 else "two neighbours"
        return (
            f"it has {doors}, and"
            f" {'somebody is in it' if s.heroes_in(1 << room) else 'it is empty'}"
        )


@final
class RoomChosen(News):
    """§7.5 Several rooms fit, so somebody has chosen."""

    kind: ClassVar[str] = "choose-burning"

    def note(self, s: Alexandria, seat: i64, room: i64, others: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)}, who took the last action, chooses the {s.box.rooms[room]} among"
                f" {others + 1} rooms."
            )
            self.tell(s, text, [seat, room, others])


@final
class PassedOver(News):
    """§7.4 Fire burns in a room that holds the Library together."""

    kind: ClassVar[str] = "passed-over"

    def note(self, s: Alexandria, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"The {s.box.rooms[room]} holds Fire, but is passed over: the Library would be"
                " split.",
                [room],
            )


@final
class FewestRescued(News):
    """§7.2 Who places the Water token, and why."""

    kind: ClassVar[str] = "fewest-rescued"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            fewest = how_many(s.rescued[seat])
            tied = sum(1 for cards in s.rescued if how_many(cards) == fewest) > 1
            text = (
                f"{mark(seat)} has the fewest Rescue"
                f" cards{' and, of those tied, the highest Time token' if tied else ''}."
            )
            self.tell(s, text, [seat], s.portent_behind(v.BURNING_START_WATER))


@final
class Saved(News):
    """§5.7 A Response has saved a room."""

    kind: ClassVar[str] = "saved"

    def note(self, s: Alexandria, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"The {s.box.rooms[room]} does not burn.", [room])


@final
class DestinyMet(News):
    """§7.7 A Hero resolves the Destiny Response."""

    kind: ClassVar[str] = "destiny"

    def note(self, s: Alexandria, seat: i64, source: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} meets their Destiny: {s.box.names[source]}.", [seat, source]
            )


@final
class BurntDown(News):
    """§7.6 A room leaves the game."""

    kind: ClassVar[str] = "burn"

    def note(self, s: Alexandria, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"The {s.box.rooms[room]} burns down.", [room])


@final
class Fled(News):
    """§7.9 A Hero is placed next door."""

    kind: ClassVar[str] = "flee"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} flees to the {s.box.rooms[room]}.", [seat, room])


SELECTED: Final = Selected()
ROOM_CHOSEN: Final = RoomChosen()
PASSED_OVER: Final = PassedOver()
FEWEST_RESCUED: Final = FewestRescued()
SAVED: Final = Saved()
DESTINY_MET: Final = DestinyMet()
BURNT_DOWN: Final = BurntDown()
FLED: Final = Fled()


class BurningPhase(Auto[Alexandria]):
    """§7.1 One room burns for each player, §7.10 in the last round all that are left; §7.2 Portents
    come first.
    """

    clause: ClassVar[str] = "7.1"

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.to_burn = how_many(s.library) if last_round(s) else s.seats
        s.push(SELECT_ROOM)
        if s.standing[v.BURNING_START_WATER]:
            s.push(PORTENT_OF_WATER)
        if s.standing[v.BURNING_START_FIRE]:
            PORTENT_WORKS.note(s, v.BURNING_START_FIRE)
            ask_fire(s, s.active, fire_rooms(s, s.library))


class PortentOfWater(Auto[Alexandria]):
    """§7.2 The player with the fewest Rescue cards places the Water token, if it is not in the
    Library.
    """

    clause: ClassVar[str] = "7.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.water == NONE:
            poorest = s.top_seat()
            for seat in s.by_height():
                if how_many(s.rescued[seat]) < how_many(s.rescued[poorest]):
                    poorest = seat
            PORTENT_WORKS.note(s, v.BURNING_START_WATER)
            FEWEST_RESCUED.note(s, poorest)
            ask_water(s, poorest, s.library)


class SelectRoom(Auto[Alexandria]):
    """§7.3 The next room to burn is sought, until enough have burnt; §7.5 if several are possible,
    somebody chooses.

    §7.10 When neither Heroes nor Perils are left in the last round, nothing depends on it.
    """

    clause: ClassVar[str] = "7.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        tidy_up(s)
        if s.to_burn > 0:
            rooms = next_to_burn(s)
            if s.log is not None and not last_round(s) and rooms & s.fire == 0:
                for room in members(s.fire):
                    PASSED_OVER.note(s, room)
            if single(rooms) or (s.rules >= V1_3 and nobody_cares(s)):
                select(s, lowest(rooms))
            else:
                s.push(ChooseBurningRoom(s.active, rooms))


class ChooseBurningRoom(RoomQuestion):
    """§7.5 Several rooms may burn next: the player who took the last action chooses."""

    clause: ClassVar[str] = "7.5"
    verb: ClassVar[str] = "Burn"

    def answer(self, s: Alexandria, choice: i64) -> None:
        ROOM_CHOSEN.note(s, self.seat, choice, how_many(self.rooms) - 1)
        select(s, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, you took the last action: which room burns?"


class BurnRoom(Auto[Alexandria]):
    """§7.6 Unless a response prevented it, the room burns: its parts, pushed in reverse order."""

    clause: ClassVar[str] = "7.6"

    place: i64 = one(ROOM)

    def answer(self, s: Alexandria, choice: i64) -> None:
        room = self.place
        s.push(SELECT_ROOM)
        if s.prevented:
            s.prevented = 0
            SAVED.note(s, room)
            return
        s.to_burn -= 1
        heroes = s.heroes_in(1 << room)
        order = s.by_height()  # §7.7
        k: i64
        for k in range(len(order) - 1, -1, -1):
            if has(heroes, order[k]) and not last_round(s):
                s.push(Rehouse(order[k], s.adjacent(room)))
        s.push(Burnt(room, heroes, s.fire >> room & 1))
        s.push(RemoveRoom(room))
        s.push(PerilCheck(v.ROOM_BURNS, NONE, room))
        for k in range(len(order) - 1, -1, -1):
            if has(heroes, order[k]) and not last_round(s):
                s.push(MeetDestiny(order[k], room))


class MeetDestiny(HeroInRoom):
    """§7.7 A Hero in the burning room is about to resolve the Destiny Response, and may respond
    first.
    """

    clause: ClassVar[str] = "7.7"

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.push(ResolveDestiny(self.who, self.place))
        open_window(s, v.SELF_DESTINY, self.who, self.place)


class ResolveDestiny(HeroInRoom):
    """§7.7 The Destiny Response, then ongoing effects and responses of others to it; §7.8 or none
    of these, if prevented.
    """

    clause: ClassVar[str] = "7.7"

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.prevented:
            s.prevented = 0
            PREVENTED.note(s, self.who)
            return
        source = DESTINY + s.hero[self.who]
        DESTINY_MET.note(s, self.who, source)
        s.push(OpenWindow(v.OTHER_DESTINY_ANY, self.who, self.place))
        ongoing(s, v.SELF_DESTINY, self.who, self.place, -1)
        start_effect(s, source, s.box.start[source], self.who, NONE, self.who, self.place, NONE)


class RemoveRoom(Auto[Alexandria]):
    """§7.6 The room leaves the game with its furniture, its tokens and §6.6 Perils that were not
    triggered.
    """

    clause: ClassVar[str] = "7.6"

    place: i64 = one(ROOM)

    def answer(self, s: Alexandria, choice: i64) -> None:
        room, bit = self.place, 1 << self.place
        pair: i64
        for pair in range(PERIL_PAIRS):
            if s.peril_rooms[pair] == room:
                reveal_peril(s, pair, False)
        kind: i64
        for kind in range(TYPES):
            s.gone[kind] += s.up[room * TYPES + kind]
            s.up[room * TYPES + kind] = 0
        s.buried += s.down[room]
        s.down[room] = 0
        s.fire &= ~bit
        if s.water == room:
            s.water = NONE
        seat: i64
        for seat in range(s.seats):
            s.guard[seat] &= ~bit
            s.toll[seat] &= ~bit
            if s.position[seat] == room:
                s.position[seat] = NONE
        s.library &= ~bit
        s.burnt |= bit
        BURNT_DOWN.note(s, room)


class Burnt(Auto[Alexandria]):
    """§7.6 After a room has burnt: ongoing effects if it held Fire, and responses if others were in
    it.
    """

    clause: ClassVar[str] = "7.6"

    place: i64 = one(ROOM)
    heroes: i64 = one(SEATS)
    fire: i64 = one(FLAG)

    def answer(self, s: Alexandria, choice: i64) -> None:
        open_window(s, v.ROOM_BURNED_OTHER_HERO, self.heroes, self.place)
        if self.fire:
            ongoing(s, v.ROOM_BURNED_FIRE, NONE, self.place, -1)


class Rehouse(Auto[Alexandria]):
    """§7.9 A Hero whose room has burnt comes to a room next to it."""

    clause: ClassVar[str] = "7.9"

    who: i64 = one(SEAT)
    rooms: i64 = one(ROOMS)

    def answer(self, s: Alexandria, choice: i64) -> None:
        if single(self.rooms):
            place_hero(s, self.who, lowest(self.rooms))
        else:
            s.push(PlaceHero(self.who, self.rooms))


class PlaceHero(RoomQuestion):
    """§7.9 Choose the room, next to the one that has burnt, where your Hero continues."""

    clause: ClassVar[str] = "7.9"
    verb: ClassVar[str] = "Flee to"

    def answer(self, s: Alexandria, choice: i64) -> None:
        place_hero(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, your room has burnt: to which room do you flee?"


BURNING_PHASE: Final = BurningPhase()
PORTENT_OF_WATER: Final = PortentOfWater()
SELECT_ROOM: Final = SelectRoom()
MOST_NEIGHBOURS: Final = 2  # rooms with more do not burn before the last round


def last_round(s: Alexandria) -> bool:
    """§7.10 In the last round everything burns, and nobody resolves a Destiny Response."""
    return s.round == s.box.rounds


def nobody_cares(s: Alexandria) -> bool:
    """§7.10 In the last round, does nothing depend on the order in which the rooms burn?"""
    return last_round(s) and s.heroes_in(s.library) == 0 and s.perils_in_play() == 0


def next_to_burn(s: Alexandria) -> i64:
    """§7.3 The rooms that fit the first criterion that any room fits: Fire, then one neighbour,
    then two, empty rooms first.
    """
    rooms = s.library if last_round(s) else may_burn(s)
    if rooms & s.fire != 0:
        return rooms & s.fire
    neighbours: i64
    for neighbours in range(1, MOST_NEIGHBOURS + 1):
        fitting = with_neighbours(s, rooms, neighbours)
        for room in members(fitting):
            if s.heroes_in(1 << room) != 0:
                fitting &= ~(1 << room)
        if fitting != 0:
            return fitting
        fitting = with_neighbours(s, rooms, neighbours)
        if fitting != 0:
            return fitting
    return rooms  # §7.10: only in the last round


def with_neighbours(s: Alexandria, rooms: i64, neighbours: i64) -> i64:
    """§7.3 The rooms with this many neighbours; §7.10 a room without any counts as one with one."""
    fitting: i64 = 0
    for room in members(rooms):
        if max(how_many(s.adjacent(room)), 1) == neighbours:
            fitting |= 1 << room
    return fitting


def may_burn(s: Alexandria) -> i64:
    """§7.4 Rooms without Water whose burning would not split the Library."""
    rooms: i64 = 0
    for room in members(s.library):
        if room != s.water and is_whole(s, s.library & ~(1 << room)):
            rooms |= 1 << room
    return rooms


def is_whole(s: Alexandria, rooms: i64) -> bool:
    """§7.4 Can every one of these rooms be reached from every other through them?"""
    unseen = rooms & (rooms - 1)
    front = rooms ^ unseen
    while front != 0 and unseen != 0:
        beside = s.doors[lowest(front)] & unseen
        unseen ^= beside
        front = front & (front - 1) | beside
    return unseen == 0


def select(s: Alexandria, room: i64) -> None:
    """§7.6 A room is selected, and those nearby may respond before it burns."""
    SELECTED.note(s, room)
    s.push(BurnRoom(room))
    open_window(s, v.ROOM_SELECTED_NEARBY, NONE, room)


def place_hero(s: Alexandria, seat: i64, room: i64) -> None:
    """§7.9 Placed, not moved: furniture is turned up, but no mark or Peril is set off."""
    s.position[seat] = room
    FLED.note(s, seat, room)
    turn_up(s, reveal_scope(s, room), ALL_TILES)
