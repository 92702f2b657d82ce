"""A tiny game with a secret, for the tests of several people at one keyboard: look into your
envelope, then bid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from emberstacks.kernel.events import Happening
from emberstacks.kernel.game import Game, GameInfo, Options
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import NOBODY, Chance, Step
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots, shown

WORDS = ("amber", "basalt", "cobalt", "dolomite")


class Envelopes(State):
    """Two envelopes and two bids."""

    FIELDS: ClassVar[tuple[str, ...]] = ("deck", "hands", "bids")

    def __init__(
        self, step: Step[Any], below: list[Step[Any]], deck: Deck, hands: list[Slots], bids: Ints
    ) -> None:
        super().__init__(2, step, below, Ints([OUT, OUT]))
        self.deck = deck
        self.hands = hands
        self.bids = bids

    def clone(self) -> Envelopes:
        hands = [hand.clone() for hand in self.hands]
        twin = Envelopes(self.step, self.below.copy(), self.deck.clone(), hands, self.bids[:])
        twin.rules = self.rules
        return twin

    def zones(self) -> list[Slots]:
        return self.hands

    def decks(self) -> list[Deck]:
        return [self.deck]


class Found(Happening):
    kind: ClassVar[str] = "fill"

    def note(self, s: Envelopes, owner: i64, what: i64) -> None:
        if s.log is not None:
            veiled = f"{mark(owner)} finds something."
            self.told(
                s,
                f"{mark(owner)} finds {WORDS[what]}.",
                [what, owner],
                seen_by=1 << owner,
                veiled=veiled,
            )


class HasBid(Happening):
    kind: ClassVar[str] = "bid"

    def note(self, s: Envelopes, seat: i64, bid: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} bids {bid}.", [seat, bid])


class Fill(Chance[Envelopes]):
    """§1.1 Something is put into an envelope, and only its owner sees it."""

    clause: ClassVar[str] = "1.1"
    size: ClassVar[int] = len(WORDS)

    def __init__(self, owner: i64) -> None:
        super().__init__()
        self.owner = owner

    def args(self) -> list[int]:
        return [self.owner]

    def weights(self, s: Envelopes) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: Envelopes, seat: i64, choice: i64) -> i64:
        return 1 << self.owner

    def answer(self, s: Envelopes, choice: i64) -> None:
        s.hands[self.owner].add(shown(s, s.deck.draw(choice), 1 << self.owner))
        Found().note(s, self.owner, choice)
        s.push(Bid(self.owner))

    def actor(self, s: Envelopes) -> i64:
        return NOBODY

    def text(self, s: Envelopes, choice: i64) -> str:
        return WORDS[choice]


class Bid(Step[Envelopes]):
    """§1.2 Bid for both envelopes."""

    clause: ClassVar[str] = "1.2"
    size: ClassVar[int] = 30

    def choices(self, s: Envelopes) -> Ints:
        return Ints(list(range(self.size)))

    def answer(self, s: Envelopes, choice: i64) -> None:
        s.bids[self.seat] = choice
        HasBid().note(s, self.seat, choice)
        if self.seat == 0:
            s.push(Fill(1))

    def text(self, s: Envelopes, choice: i64) -> str:
        return f"bid {choice}"

    def question(self, s: Envelopes) -> str:
        return f"{mark(self.seat)}, what do you bid?"


class EnvelopesGame(Game):
    """The game as the terminal sees it."""

    info = GameInfo("envelopes", "Envelopes", "Look, and bid.", 2, 2, "1.0", "nobody", "nobody")
    steps = (Fill, Bid)

    def set_up(self, players: int, options: Options, rules: int) -> State:
        return Envelopes(
            Fill(0), [], new_deck(Ints([1] * len(WORDS)), 0), [no_slots(), no_slots()], Ints([0, 0])
        )

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, Envelopes)
        return list(s.bids)

    def summary(self, s: State) -> str:
        return "All is sold."

    def board(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        hands = [[slot[0] for slot in hand] for hand in view["state"]["hands"]]
        contents = [
            "empty" if not hand else "closed" if hand[0] is None else WORDS[hand[0]]
            for hand in hands
        ]
        return "\n".join(
            f"[title]{name}[/]: {content}" for name, content in zip(names, contents, strict=True)
        )

    def rules(self) -> str:
        return "## 1 All\n\n- **1.1** Look into your envelope.\n- **1.2** Bid.\n"
