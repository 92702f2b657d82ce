"""The table of Alexandria: data, no rules."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import (
    ALL_RESCUE_CARDS,
    DECK,
    DRAMATIC_END,
    HEROES,
    MOST_FACES,
    MOST_ROOMS,
    NEFERHOTEP,
    NO_CARD,
    RESCUE_CARDS,
    TYPES,
    Components,
)
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.domains import (
    ANY,
    COUNT,
    FLAG,
    SEAT,
    SEAT_OR_NOBODY,
    each,
    mask,
    one,
    per_seat,
    up_to,
    within,
)
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import EMPTY, has, how_many
from emberstacks.kernel.state import OUT, OVER, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.versions import V1_3
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots

NONE: Final = -1
SLOT_USED: Final = 1
ABILITY_USED: Final = 2
DECLINED_ABILITY: Final = 1 << 24  # what has been taken back in this action: faces, or these
DECLINED_SLOT: Final = 1 << 25
DECLINED_NOW: Final = 1 << 26  # just now
PERIL_PAIRS: Final = 3
ROOM_OR_NONE: Final = within(NONE, lambda s: s.box.room_count - 1)
RESCUE: Final = mask(RESCUE_CARDS)
# there may always be fewer points than this behind a screen, in the worlds that bots imagine; ours
SURPRISE: Final = 10


SEATS: Final = mask(lambda s: s.seats)
# nobody, a seat, or those in a room
SEATS_OR_NONE: Final = within(NONE, lambda s: (1 << s.seats) - 1)
ROOMS: Final = mask(lambda s: s.box.room_count)
ROOM: Final = within(0, lambda s: s.box.room_count - 1)
SOME: Final = within(NONE, MOST_ROOMS * TYPES)  # more than there are of anything that is counted


class Alexandria(State):
    """A position. Hands, face-down Perils and chosen Dramatic Ends are hidden, and points if
    agreed; the rest is public.
    """

    SCREENED: ClassVar[tuple[str, ...]] = ("points",)
    SINCE: ClassVar[dict[str, int]] = {"first": V1_3, "declined": V1_3}

    box: Components
    hero: Ints = per_seat(within(NONE, HEROES - 1))  # which hero, or NONE before one is taken
    deal: i64 = one(FLAG)  # 1: the heroes left open are dealt at random
    common_fate: i64 = one(FLAG)  # 1: the variant of chapter 11
    hidden_totals: i64 = one(FLAG)  # 1: nobody is shown the points of others before the end
    round: i64 = one(within(0, lambda s: s.box.rounds))
    active: i64 = one(SEAT)  # the seat that took the last action; at first the start player
    points: Ints = per_seat(COUNT)
    time: Ints = per_seat(within(0, lambda s: s.box.max_time))  # the space of its Time token
    # the seats in the order in which their tokens came to rest; the last is on top
    track: Ints = per_seat(SEAT)
    library: i64 = one(mask(MOST_ROOMS))  # the rooms that stand
    burnt: i64 = one(mask(MOST_ROOMS))  # the rooms that have burnt
    latest: i64 = one(ROOM_OR_NONE)  # the room built last
    x: Ints = each(lambda s: s.box.room_count, ANY)  # per room: its column
    y: Ints = each(lambda s: s.box.room_count, ANY)  # per room: its row, growing southwards
    # per room: those built next to it, burnt ones too
    doors: Ints = each(lambda s: s.box.room_count, mask(MOST_ROOMS))
    position: Ints = per_seat(ROOM_OR_NONE)  # the room of its Hero
    # face-up furniture: by room and type
    up: Ints = each(lambda s: s.box.room_count * TYPES, COUNT)
    down: Ints = each(lambda s: s.box.room_count, COUNT)  # per room: face-down furniture
    unseen: Ints = each(TYPES, COUNT)  # per type: tiles that nobody has seen, wherever they are
    gone: Ints = each(TYPES, COUNT)  # per type: face-up tiles back in the box
    buried: i64 = one(COUNT)  # face-down tiles back in the box
    fire: i64 = one(mask(MOST_ROOMS))  # the rooms with a Fire token
    water: i64 = one(ROOM_OR_NONE)  # the room with the Water token
    guard: Ints = per_seat(mask(MOST_ROOMS))  # the rooms with its Hero token as guard
    toll: Ints = per_seat(mask(MOST_ROOMS))  # the same for tolls
    hands: list[Slots]  # per seat
    draws: list[Deck]  # per seat: its draw deck
    discards: Ints = per_seat(mask(MOST_FACES))  # the faces in its discard pile
    played: Ints = per_seat(mask(MOST_FACES))  # the faces next to its board
    slot: Ints = per_seat(within(NONE, MOST_FACES - 1))  # the face in its slot, or NONE
    # SLOT_USED and ABILITY_USED: which board actions bear a Hero token
    used: Ints = per_seat(mask(2))
    perils: list[Slots]  # per pair of Peril tokens: the card face down, or none
    # per pair of Peril tokens: the room of the twin
    peril_rooms: Ints = each(PERIL_PAIRS, ROOM_OR_NONE)
    boxed: list[Slots]  # per seat: its two Dramatic Ends, later the one that went back to the box
    chosen: list[Slots]  # per seat: the Dramatic End in the common deck
    revealed: Ints = up_to(8, SEAT)  # the seats with an open Dramatic End, in that order
    standing: Ints = each(len(v.PORTENTS), ANY)  # per Portent rule: what holds now
    in_decks: i64 = one(RESCUE)  # the rescue cards in their decks
    rescued: Ints = per_seat(RESCUE)  # the rescue cards it has kept
    pile: i64 = one(RESCUE)  # the rescue cards discarded
    drawn: i64 = one(RESCUE)  # the rescue cards on show
    thrown: i64 = one(RESCUE)  # the rescue cards discarded from the last draw
    kept: i64 = one(RESCUE)  # the rescue cards kept from the last draw
    responded: i64 = one(mask(HEROES))  # the seats that have responded to this action
    prevented: i64 = one(FLAG)  # 1: what opened the response does not happen
    spent: i64 = one(mask(62))  # the hero cards whose once-a-round effect has happened
    to_burn: i64 = one(COUNT)  # rooms still to burn in this phase
    first: i64 = one(SEAT_OR_NOBODY)  # the seat that was agreed on as the start player
    declined: i64 = one(mask(27))  # what the active player has taken back in this action

    def zones(self) -> list[Slots]:
        return self.hands + self.perils + self.boxed + self.chosen

    def decks(self) -> list[Deck]:
        return self.draws

    def screens_up(self) -> bool:
        """§1.12 Are the points behind the player screens?"""
        return self.hidden_totals == 1 and self.step is not OVER

    def guess(self, dealer: Dealer) -> None:
        """§1.12 Nobody knows what others have behind their screens: from none to a little more than
        twice your own.
        """
        most: i64 = SURPRISE
        for own in self.points:
            if own >= 0:
                most += 2 * own
        seat: i64
        for seat in range(self.seats):
            if self.points[seat] < 0:
                self.points[seat] = dealer.below(most)

    # Where things are.

    def beside(self, room: i64, other: i64) -> bool:
        """Are the places of two rooms orthogonally adjacent?"""
        across, down = self.x[room] - self.x[other], self.y[room] - self.y[other]
        return across * across + down * down == 1

    def adjacent(self, room: i64) -> i64:
        """The mask of the rooms next to this one."""
        return self.doors[room] & self.library

    def near(self, room: i64) -> i64:
        """The mask of this room, if it stands, and those next to it."""
        return (self.doors[room] | 1 << room) & self.library

    def near_hero(self, seat: i64) -> i64:
        """The mask of the rooms near a Hero; none while it is nowhere."""
        return self.near(self.position[seat]) if self.position[seat] != NONE else 0

    def heroes_in(self, rooms: i64) -> i64:
        """The mask of the seats whose Heroes are in these rooms (a mask)."""
        seats: i64 = 0
        seat: i64
        for seat in range(self.seats):
            if self.position[seat] != NONE and has(rooms, self.position[seat]):
                seats |= 1 << seat
        return seats

    def others_here(self, seat: i64) -> i64:
        """The mask of the other Heroes in the same room."""
        return (
            self.heroes_in(1 << self.position[seat]) & ~(1 << seat)
            if self.position[seat] != NONE
            else 0
        )

    def seat_of(self, hero: i64) -> i64:
        """Who plays this hero; NONE if nobody does."""
        seat: i64
        for seat in range(self.seats):
            if self.hero[seat] == hero:
                return seat
        return NONE

    def furniture_in(self, room: i64) -> i64:
        """All tiles of a room, face up or down."""
        count = self.down[room]
        kind: i64
        for kind in range(TYPES):
            count += self.up[room * TYPES + kind]
        return count

    def types_in(self, room: i64) -> i64:
        """The mask of the types that are face up in a room."""
        types: i64 = 0
        kind: i64
        for kind in range(TYPES):
            if self.up[room * TYPES + kind] > 0:
                types |= 1 << kind
        return types

    # Who has what.

    def hand_mask(self, seat: i64) -> i64:
        """The faces in a hand."""
        faces: i64 = 0
        for face in self.hands[seat].face:
            faces |= 1 << face
        return faces

    def card(self, seat: i64, face: i64) -> i64:
        """The number of a card of this seat's hero."""
        return self.box.number[self.hero[seat] * MOST_FACES + face]

    def end_of(self, seat: i64) -> i64:
        """The number of the Dramatic End that a seat has chosen, as far as it is known here."""
        return self.hero[seat] * 2 + self.chosen[seat].face[0]

    def portent_behind(self, rule: i64) -> i64:
        """The open Dramatic End whose Portent about this holds; NO_CARD if none does."""
        last = len(self.revealed) - 1
        k: i64
        for k in range(last, -1, -1):
            end = self.end_of(self.revealed[k])
            holds = k < last or self.round < self.box.rounds or self.common_fate == 1  # §9.3
            if holds and self.box.portent[end] == rule:
                return DRAMATIC_END + end
        return NO_CARD

    def architect(self) -> i64:
        """The seat of Neferhotep, who alone has Perils."""
        return self.seat_of(NEFERHOTEP)

    def perils_in_play(self) -> i64:
        count: i64 = 0
        for room in self.peril_rooms:
            if room != NONE:
                count += 1
        return count

    def rescue_count(self, seat: i64, category: i64) -> i64:
        return how_many(self.rescued[seat] & self.box.category_masks[category])

    # The Time track.

    def by_height(self) -> Ints:
        """The seats, highest token first."""
        order = EMPTY[:]
        space: i64
        k: i64
        for space in range(self.box.max_time, -1, -1):
            for k in range(self.seats - 1, -1, -1):
                if self.time[self.track[k]] == space:
                    order = append(order, self.track[k])
        return order

    def top_seat(self) -> i64:
        """The seat whose token is highest."""
        best = self.track[0]
        for seat in self.track:
            if self.time[seat] >= self.time[best]:
                best = seat
        return best

    def clockwise(self, first: i64, seats: i64) -> Ints:
        """The seats of a mask, clockwise from `first`."""
        order = EMPTY[:]
        k: i64
        for k in range(self.seats):
            seat = (first + k) % self.seats
            if has(seats, seat):
                order = append(order, seat)
        return order

    def not_now(self, text: str) -> Refusal | None:
        verb = text.partition(" ")[0]
        if verb in ("move", "play", "lay", "use", "draw", "wait"):
            return Refusal("you act when your Time token is the highest.", "2.2")
        return (
            Refusal("furniture is used by a card or a board that names it.", "3.11")
            if text in self.box.types or verb == "furniture"
            else None
        )


def new_table(
    box: Components,
    players: int,
    heroes: list[int],
    first: int,
    deal: bool,
    common_fate: bool,
    hidden_totals: bool,
    steps: list[Step[Any]],
) -> Alexandria:
    """§1.3 The position before anything is drawn: each seat with a deck and two Dramatic Ends, the
    stack of steps in order.
    """
    rooms = int(box.room_count)
    return Alexandria(
        seats=players,
        step=steps[-1],
        below=steps[:-1],
        sealed=Ints([OUT] * players),
        box=box,
        hero=Ints(heroes),
        deal=int(deal),
        common_fate=int(common_fate),
        hidden_totals=int(hidden_totals),
        round=0,
        active=0,
        points=Ints([0] * players),
        time=Ints([0] * players),
        track=Ints(list(range(players))),
        library=0,
        burnt=0,
        latest=NONE,
        x=Ints([0] * rooms),
        y=Ints([0] * rooms),
        doors=Ints([0] * rooms),
        position=Ints([NONE] * players),
        up=Ints([0] * (rooms * TYPES)),
        down=Ints([0] * rooms),
        unseen=Ints(box.furniture[players]),
        gone=Ints([0] * TYPES),
        buried=0,
        fire=0,
        water=NONE,
        guard=Ints([0] * players),
        toll=Ints([0] * players),
        hands=[no_slots() for _ in range(players)],
        draws=[new_deck(cards_of(box, heroes[seat]), seat) for seat in range(players)],
        discards=Ints([0] * players),
        played=Ints([0] * players),
        slot=Ints([NONE] * players),
        used=Ints([0] * players),
        perils=[no_slots() for _ in range(PERIL_PAIRS)],
        peril_rooms=Ints([NONE] * PERIL_PAIRS),
        boxed=[two_ends(seat, players + seat) for seat in range(players)],
        chosen=[no_slots() for _ in range(players)],
        revealed=Ints([]),
        standing=box.standing[:],
        in_decks=ALL_RESCUE_CARDS,
        rescued=Ints([0] * players),
        pile=0,
        drawn=0,
        thrown=0,
        kept=0,
        responded=0,
        prevented=0,
        spent=0,
        to_burn=0,
        first=first,
        declined=0,
    )


def cards_of(box: Components, hero: int) -> Ints:
    """The faces of a deck; while nobody knows whose it is, those that every hero has."""
    faces = DECK if hero == NONE else int(box.faces[hero])
    return Ints([1 if face < faces else 0 for face in range(box.deck)])


def two_ends(seat: i64, lot: i64) -> Slots:
    """The two Dramatic Ends of a hero, which its player may look at."""
    return Slots(Ints([0, 1]), Ints([1 << seat, 1 << seat]), Ints([lot, lot]), Ints([-1, -1]))
