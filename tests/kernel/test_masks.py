"""Masks of pieces: 62 bits in both builds."""

from __future__ import annotations

from emberstacks.kernel.ints import Ints
from emberstacks.kernel.masks import bit, how_many
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.zones import Deck, Slots, may_hold, new_deck, no_slots

PIECES = 60


class OneHand(State):
    """A hand of one card, the rest in the deck."""

    def __init__(self, piece: int) -> None:
        super().__init__(1, OVER, [], Ints([]))
        self.deck = new_deck(Ints([0] * PIECES), 0)
        self.hand = no_slots()
        self.hand.add((piece, 1, 0, -1))

    def zones(self) -> list[Slots]:
        return [self.hand]

    def decks(self) -> list[Deck]:
        return [self.deck]


def test_a_bit_for_each_of_62_pieces() -> None:
    assert [bit(k) for k in range(62)] == [2**k for k in range(62)]
    assert how_many(bit(61) + bit(32) + bit(31)) == 3


def test_what_a_hand_may_hold_beyond_32_pieces() -> None:
    """A compiled `1 << 40` took piece 40 for piece 8."""
    for piece in (8, 31, 32, 40, 59):
        s = OneHand(piece)
        assert [k for k in range(PIECES) if may_hold(s, s.hand, 2**k)] == [piece]
