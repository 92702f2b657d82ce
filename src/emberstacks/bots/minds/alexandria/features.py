"""What a network looks at in Alexandria, as one seat knows it: its own hand, and nobody else's."""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.network import Features
from emberstacks.games.alexandria.components import ABILITY, COLLECTION_COUNT, HEROES, TYPES
from emberstacks.games.alexandria.state import ABILITY_USED, NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.burning import last_round, next_to_burn
from emberstacks.kernel.ints import Floats, i64
from emberstacks.kernel.masks import has, how_many
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

PERSON: Final = (
    "points",
    "Time",
    "share of the Time",
    "is next",
    "cards in hand",
    "cards in the deck",
    "Books",
    "Persons",
    "Items",
    "collections begun",
    "collections of two",
    "collections of three",
    "ability left",
    "Fire here",
    "burns next",
    "tiles here",
    "hidden tiles here",
    "kinds here",
    "rooms near",
    "others here",
    "others near",
    "Octavia",
    "Neferhotep",
    "third hero",
    "fourth hero",
)
PEOPLE: Final = ("own", "first rival's", "second rival's")
TABLE: Final = (
    "lead",
    "lead over the second",
    "round",
    "last round",
    "Time of all",
    "rooms",
    "Fire",
    "rooms to burn",
    "players",
    "guarded here",
    "Peril here",
    "own Perils",
    "cards that can be played here",
    "best card here",
    "cards that need other rooms",
    "cards playable near",
    "cards to rescue",
)
NAMES: Final = [f"{whose} {what}" for whose in PEOPLE for what in PERSON] + list(TABLE)
WIDTH: Final = 25  # features of a person
HIDDEN: Final = 12.0  # points that somebody behind a screen seems to have; ours


@final
class AlexandriaFeatures(Features):
    """Points, Time, what everybody has rescued, the rooms they are in, and what your own hand can
    do there.
    """

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.next: i64 = 0  # mask of the rooms that burn next
        self.top: i64 = NONE
        self.all_time: i64 = 0

    def look(self, s: State) -> None:
        assert isinstance(s, Alexandria)
        self.next = next_to_burn(s) if s.library != 0 and s.round > 0 else 0
        self.top = s.top_seat()
        self.all_time = 0
        for time in s.time:
            self.all_time += time

    def points(self, s: Alexandria, seat: i64, other: i64) -> float:
        """The points of somebody, as far as this seat knows them."""
        return HIDDEN if s.screens_up() and seat != other else float(s.points[other])

    def write(self, s: State, seat: i64, row: Floats) -> None:
        assert isinstance(s, Alexandria)
        merits = Floats([0.0] * int(s.seats))
        k: i64
        for k in range(s.seats):
            merits[k] = self.points(s, seat, k) + 0.4 * float(s.time[k])
        others = self.people(s, seat, merits, WIDTH, row)
        at: i64 = 3 * WIDTH
        own = self.points(s, seat, seat)
        for k in range(2):
            if others[k] >= 0:
                row[at + k] = (own - self.points(s, seat, others[k])) / 10.0
        row[at + 2] = float(s.round) / 5.0
        row[at + 3] = 1.0 if last_round(s) else 0.0
        row[at + 4] = float(self.all_time) / 20.0
        row[at + 5] = float(how_many(s.library)) / 12.0
        row[at + 6] = float(how_many(s.fire)) / 3.0
        row[at + 7] = float(s.to_burn) / 3.0
        row[at + 8] = float(s.seats) / 4.0
        row[at + 16] = float(how_many(s.drawn)) / 3.0
        here = s.position[seat]
        if here != NONE:
            self.room(s, seat, here, row, at)

    def room(self, s: Alexandria, seat: i64, here: i64, row: Floats, at: i64) -> None:
        """What is waiting in your room."""
        other: i64
        for other in range(s.seats):
            if other != seat and has(s.guard[other], here):
                row[at + 9] += 1.0
        pair: i64
        for pair in range(PERIL_PAIRS):
            if s.peril_rooms[pair] == here:
                row[at + 10] += 1.0
            if s.peril_rooms[pair] != NONE and s.architect() == seat:
                row[at + 11] += 0.5
        self.hand(s, seat, here, row, at)

    def hand(self, s: Alexandria, seat: i64, here: i64, row: Floats, at: i64) -> None:
        """What your cards can do in your room and next door."""
        found = s.types_in(here)
        near: i64 = 0
        room: i64
        rooms = s.near(here)
        for room in range(len(s.x)):
            if has(rooms, room):
                near |= s.types_in(room)
        time = s.time[seat]
        for face in s.hands[seat].face:
            source = s.card(seat, face)
            uses = s.box.uses[source]
            if s.box.white[source] > time:
                continue
            if uses == 0 or uses & found != 0:
                row[at + 12] += 0.3
                row[at + 13] = max(
                    row[at + 13], float(s.box.white[source] + s.box.black[source]) / 4.0
                )
            else:
                row[at + 14] += 0.3
                if uses & near != 0:
                    row[at + 15] += 0.3
        if s.used[seat] & ABILITY_USED == 0 and s.box.uses[ABILITY + s.hero[seat]] & found != 0:
            row[at + 12] += 0.3

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """What everybody can see of a seat, and its points as far as this one knows them."""
        assert isinstance(s, Alexandria)
        row[at] = self.points(s, seat, who) / 20.0
        row[at + 1] = float(s.time[who]) / 10.0
        row[at + 2] = float(s.time[who]) / float(max(1, self.all_time))
        row[at + 3] = 1.0 if self.top == who else 0.0
        row[at + 4] = float(s.hands[who].count()) / 4.0
        row[at + 5] = float(s.draws[who].count()) / 8.0
        category: i64
        for category in range(3):
            row[at + 6 + category] = float(s.rescue_count(who, category)) / 3.0
        collection: i64
        for collection in range(COLLECTION_COUNT):
            held = how_many(s.rescued[who] & s.box.collection_masks[collection])
            if held > 0:
                row[at + 8 + min(3, held)] += 0.5
        row[at + 12] = 1.0 if s.used[who] & ABILITY_USED == 0 else 0.0
        if s.hero[who] >= 0 and s.hero[who] < HEROES:
            row[at + 21 + s.hero[who]] = 1.0
        here = s.position[who]
        if here == NONE:
            return
        row[at + 13] = 1.0 if has(s.fire, here) else 0.0
        row[at + 14] = 1.0 if has(self.next, here) else 0.0
        row[at + 15] = float(s.furniture_in(here)) / 4.0
        row[at + 16] = float(s.down[here]) / 2.0
        row[at + 17] = float(how_many(s.types_in(here))) / float(TYPES) * 3.0
        row[at + 18] = float(how_many(s.adjacent(here))) / 3.0
        row[at + 19] = float(how_many(s.others_here(who))) / 2.0
        row[at + 20] = float(how_many(s.heroes_in(s.adjacent(here)) & ~(1 << who))) / 2.0
