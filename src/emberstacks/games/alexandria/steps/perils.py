"""Perils (chapter 6): how one is laid, and how it comes to light."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.library import RoomQuestion
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.zones import secret_pick, shown


@final
class PerilChosen(News):
    """§6.2 A card becomes a Peril; only its owner sees which."""

    kind: ClassVar[str] = "lay"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} lays {s.box.names[card]} face down as a Peril.",
                [card, seat],
                seen_by=1 << seat,
                veiled=f"{mark(seat)} lays a card face down as a Peril.",
            )


@final
class PerilPlaced(News):
    """§6.2 The twin of its token is in a room."""

    kind: ClassVar[str] = "peril"

    def note(self, s: Alexandria, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} lays a Peril in the {s.box.rooms[room]}.", [seat, room])


@final
class PerilTriggered(News):
    """§6.4 What a Peril waits for has happened."""

    kind: ClassVar[str] = "peril-triggered"

    def note(self, s: Alexandria, card: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"A Peril is triggered in the {s.box.rooms[room]}: {s.box.names[card]}.",
                [card, room],
                card,
            )


@final
class PerilLost(News):
    """§6.6 A Peril burns before it is triggered."""

    kind: ClassVar[str] = "peril-lost"

    def note(self, s: Alexandria, card: i64, room: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"A Peril is lost with the {s.box.rooms[room]}: {s.box.names[card]}.",
                [card, room],
                card,
            )


PERIL_CHOSEN: Final = PerilChosen()
PERIL_PLACED: Final = PerilPlaced()
PERIL_TRIGGERED: Final = PerilTriggered()
PERIL_LOST: Final = PerilLost()


class PlacePeril(RoomQuestion):
    """§6.2 The twin of the Peril's token goes into one of these rooms."""

    clause: ClassVar[str] = "6.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        place_peril(s, self.seat, choice)

    def label(self, s: Alexandria, choice: i64) -> str:
        """Only its owner reads the choices, so they say which Peril it is; the question is
        everybody's.
        """
        return (
            f"Lay {s.box.names[s.card(self.seat, s.perils[laid(s)].face[0])]} in the"
            f" {s.box.rooms[choice]}"
        )

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, in which room does the Peril wait?"


def laid(s: Alexandria) -> i64:
    """§6.2 The pair of tokens whose card has no room yet."""
    pair: i64
    for pair in range(PERIL_PAIRS):
        if s.perils[pair].count() > 0 and s.peril_rooms[pair] == NONE:
            return pair
    return NONE


def free_pair(s: Alexandria) -> i64:
    """§6.2 A pair of Peril tokens that is not in play, NONE if three Perils are."""
    pair: i64
    for pair in range(PERIL_PAIRS):
        if s.perils[pair].count() == 0:
            return pair
    return NONE


def lay_peril(s: Alexandria, seat: i64, face: i64) -> None:
    """§6.2 A card leaves the hand face down: everybody sees that it is a Peril, and only its owner
    sees which one.
    """
    hand = s.hands[seat]
    slot = secret_pick(s, hand, hand.find(face), 1 << seat)
    could = slot[3] if slot[3] >= 0 else s.box.peril_faces
    s.perils[free_pair(s)].add((slot[0], slot[1], slot[2], could & s.box.peril_faces))
    PERIL_CHOSEN.note(s, seat, s.card(seat, face))


def ask_peril(s: Alexandria, seat: i64, rooms: i64) -> None:
    if single(rooms):
        place_peril(s, seat, lowest(rooms))
    else:
        s.push(PlacePeril(seat, rooms))


def place_peril(s: Alexandria, seat: i64, room: i64) -> None:
    """§6.2 The card that has no room yet gets its twin token."""
    s.peril_rooms[laid(s)] = room
    PERIL_PLACED.note(s, seat, room)


def waiting_for(s: Alexandria, trigger: i64) -> i64:
    """§6.4 The mask of the faces that wait for this trigger."""
    faces: i64 = 0
    for face in members(s.box.peril_faces):
        if s.box.peril_trigger[s.card(s.architect(), face)] == trigger:
            faces |= 1 << face
    return faces


def reveal_peril(s: Alexandria, pair: i64, triggered: bool) -> None:
    """§6.6 A Peril card joins the played cards, and its tokens return."""
    seat = s.architect()
    slot = shown(s, s.perils[pair].take(0), EVERYBODY)
    s.played[seat] |= 1 << slot[0]
    if triggered:
        PERIL_TRIGGERED.note(s, s.card(seat, slot[0]), s.peril_rooms[pair])
    else:
        PERIL_LOST.note(s, s.card(seat, slot[0]), s.peril_rooms[pair])
    s.peril_rooms[pair] = NONE
