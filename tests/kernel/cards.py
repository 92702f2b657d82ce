"""A bare table of hands and decks for the tests of hidden pieces: no rules, only places."""

from __future__ import annotations

from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.zones import Deck, Slot, Slots, new_deck, no_slots


class Table(State):
    """Seats with a hand each, two by default, and their decks."""

    def __init__(self, hands: list[Slots], decks: list[Deck]) -> None:
        super().__init__(len(hands), OVER, [], Ints([]))
        self.hands = hands
        self.piles = decks

    def clone(self) -> Table:
        return Table([hand.clone() for hand in self.hands], [deck.clone() for deck in self.piles])

    def zones(self) -> list[Slots]:
        return self.hands

    def decks(self) -> list[Deck]:
        return self.piles


def hand_of(*rows: Slot) -> Slots:
    """Slots as face, seen, lot, could."""
    slots = no_slots()
    for row in rows:
        slots.add(row)
    return slots


def rows_of(slots: Slots) -> list[Slot]:
    """The other way round."""
    return [slot_at(slots, k) for k in range(slots.count())]


def slot_at(slots: Slots, k: i64) -> Slot:
    return int(slots.face[k]), int(slots.seen[k]), int(slots.lot[k]), int(slots.could[k])


def deck_of(counts: list[int], lot: int = 0) -> Deck:
    """A shuffled deck with these numbers of each piece."""
    return new_deck(Ints(counts), lot)
