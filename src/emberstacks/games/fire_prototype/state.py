"""The table of the early prototype: data, no rules."""

from __future__ import annotations

from typing import Any, Final, final

from emberstacks.games.fire_prototype.components import CARDS, FIRE, SHELVES, TRACK, Components
from emberstacks.kernel.domains import COUNT, each, mask, one, per_seat, within
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Refusal

EMPTY: Final = -1  # a space without a token
FREE: Final = -1  # a card in the middle of the table
UNUSED: Final = -2  # a card that this number of players leaves in the box
ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


@final
class FireTable(State):
    """A position: everything about it is public."""

    box: Components
    bag: Ints = each(FIRE + 1, COUNT)  # how many of each token
    # books of each shelf that burned before the game and are out of it
    aside: Ints = each(SHELVES, COUNT)
    burned: Ints = each(SHELVES, COUNT)  # how far each value tracker has moved
    knowledge: Ints = per_seat(COUNT)
    buckets: Ints = per_seat(within(0, lambda s: s.box.most_buckets))
    # the seat that holds each card, FREE or UNUSED
    holder: Ints = each(CARDS, within(UNUSED, lambda s: s.seats - 1))
    # on the active card, `drawn` of them, then EMPTY
    spaces: Ints = each(lambda s: max(s.box.spaces), within(EMPTY, FIRE))
    doused: i64 = one(mask(5))  # the spaces whose fire was put out with a bucket
    card: i64 = one(within(0, CARDS - 1))  # the active card
    drawn: i64 = one(within(0, lambda s: max(s.box.spaces)))
    fires: i64 = one(COUNT)  # of this turn that count
    round: i64 = one(COUNT)

    def active(self) -> i64:
        """The seat whose turn it is."""
        return self.holder[self.card]

    def value(self, shelf: i64) -> i64:
        """What a book of this shelf is worth now; nothing once its wing has collapsed."""
        return self.box.values[shelf * TRACK + self.burned[shelf]]

    def points(self) -> i64:
        """What scoring now would bring: the books on the card at their values, and the card's
        bravery.
        """
        points = self.box.bravery[self.card]
        k: i64
        for k in range(self.drawn):
            token = self.spaces[k]
            if token != FIRE:
                points += self.value(token)
        return points

    def not_now(self, text: str) -> Refusal | None:
        if text in [f"take {card + 1}" for card in range(CARDS)]:
            return Refusal("turn order cards are chosen at the beginning of a round.", "2.1")
        if text in ("draw", "score"):
            return Refusal("you draw and score in your own turn.", "3.6")
        return (
            Refusal("a bucket is spent on a fire at the moment it is drawn.", "5.2")
            if text == "douse"
            else None
        )

    def worth(self, shelf: i64) -> str:
        if self.burned[shelf] == self.box.collapse[shelf]:
            return "its shelf is at the X"
        return f"{self.box.colours[shelf]} is now worth {self.value(shelf)}"


def new_table(box: Components, players: int, first: Step[Any]) -> FireTable:
    """§1.3 The position before anything is drawn; §1.6 cards that this number of players does not
    need stay in the box.
    """
    holder = [FREE if card in box.cards[players] else UNUSED for card in range(CARDS)]
    widest = max(box.spaces)
    return FireTable(
        seats=players,
        step=first,
        below=[],
        sealed=Ints([OUT] * players),
        box=box,
        bag=box.books[:],
        aside=Ints([0] * SHELVES),
        burned=Ints([0] * SHELVES),
        knowledge=Ints([0] * players),
        buckets=Ints([0] * players),
        holder=Ints(holder),
        spaces=Ints([EMPTY] * widest),
        doused=0,
        card=0,
        drawn=0,
        fires=0,
        round=1,
    )
