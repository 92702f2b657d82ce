"""A game with hidden hands and a question to all at once, for bots that must manage without knowing
it.

Cards are worth their number. Everybody holds two; all lay one down together, and the highest scores
what it is worth.
"""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.kernel.game import Game, GameInfo, Options
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import Chance, Step, Together
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots, shown

CARDS: Final = 8
HAND: Final = 2


class Envelopes(State):
    """A deck, hidden hands, and points."""

    FIELDS: ClassVar[tuple[str, ...]] = ("deck", "hands", "points")

    def __init__(
        self,
        seats: i64,
        step: Step[Envelopes],
        below: list[Step[Envelopes]],
        sealed: Ints,
        deck: Deck,
        hands: list[Slots],
    ) -> None:
        super().__init__(seats, step, below, sealed)
        self.deck = deck
        self.hands = hands
        self.points = Ints([0] * seats)

    def clone(self) -> Envelopes:
        hands = [hand.clone() for hand in self.hands]
        twin = Envelopes(
            self.seats, self.step, self.below.copy(), self.sealed[:], self.deck.clone(), hands
        )
        twin.rules = self.rules
        twin.points = self.points[:]
        return twin

    def zones(self) -> list[Slots]:
        return list(self.hands)

    def decks(self) -> list[Deck]:
        return [self.deck]


class Deal(Chance[Envelopes]):
    """The next card goes to the seat with the shortest hand."""

    clause: ClassVar[str] = "1"
    size: ClassVar[int] = CARDS

    def weights(self, s: Envelopes) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: Envelopes, seat: i64, choice: i64) -> i64:
        return 1 << shortest(s)

    def answer(self, s: Envelopes, choice: i64) -> None:
        seat = shortest(s)
        s.hands[seat].add(shown(s, s.deck.draw(choice), 1 << seat))
        if s.hands[shortest(s)].count() < HAND:
            s.push(DEAL)
        else:
            together(s, LAY, (1 << s.seats) - 1)

    def text(self, s: Envelopes, choice: i64) -> str:
        return str(choice)


class Lay(Together[Envelopes]):
    """Everybody lays down a card."""

    clause: ClassVar[str] = "2"
    size: ClassVar[int] = CARDS

    def choices_of(self, s: Envelopes, seat: i64) -> Ints:
        return Ints(sorted(int(face) for face in s.hands[seat].face))

    def answer(self, s: Envelopes, choice: i64) -> None:
        laid = [int(card) for card in s.sealed]
        for seat, card in enumerate(laid):
            s.hands[seat].take(s.hands[seat].find(card))
        s.points[laid.index(max(laid))] += max(laid)
        if s.hands[0].count() > 0:
            together(s, LAY, (1 << s.seats) - 1)

    def text(self, s: Envelopes, choice: i64) -> str:
        return str(choice)


DEAL: Final = Deal()
LAY: Final = Lay()


class Toy(Game):
    """Registered by the tests that need it, and by nobody else."""

    def __init__(self) -> None:
        self.info = GameInfo(
            "toy", "Envelopes", "Lay the highest card.", 2, 4, "1.0", "nobody", "nobody"
        )
        self.steps = (Deal, Lay)

    def set_up(self, players: int, options: Options, rules: int) -> State:
        deck = new_deck(Ints([1] * CARDS), 0)
        return Envelopes(
            players, DEAL, [], Ints([OUT] * players), deck, [no_slots() for _ in range(players)]
        )

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, Envelopes)
        return [int(points) for points in s.points]

    def summary(self, s: State) -> str:
        return "All cards are laid."

    def max_answers(self, players: int) -> int:
        return 2 * CARDS  # every card is dealt once and laid once


def shortest(s: Envelopes) -> int:
    return min(range(s.seats), key=lambda seat: (int(s.hands[seat].count()), seat))


TOY: Final = Toy()
