"""A toy of sealed answers: bids given together, vetoes in a window that tells nothing, effects that
ask in their middle.
"""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.kernel.domains import (
    COUNT,
    FLAG,
    SEAT,
    SEAT_OR_NOBODY,
    each,
    one,
    per_seat,
    within,
)
from emberstacks.kernel.events import Happening
from emberstacks.kernel.game import Game, GameInfo, Options
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import open_window, together
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import EVERYBODY, Auto, Chance, Step, Together
from emberstacks.kernel.zones import Deck, Slots, all_slots, new_deck, no_slots, reshuffle, shown

RULES: Final = """# Auction

Rules version 1.0.

## 1 Setting up

- **1.1** Two to four people play. Each has five coins and two cards of a deck of nine: two vetoes, three dust and four lint.
- **1.2** Six prizes lie in a bag: two purses, two rakes and two lamps.

## 2 A round

- **2.1** A prize is drawn from the bag; there are four rounds.
- **2.2** All bid together, at most three coins; the highest wins, of equal ones the lowest seat. Nothing wins nothing.
- **2.3** The others may veto the award. Of several vetoes only the first, to the left of the winner, is turned up.
- **2.4** A veto may be vetoed, until everybody passes.
- **2.5** Unless the award is vetoed, the winner pays the bid, gets three points and uses the prize.

## 3 Prizes

- **3.1** A purse: draw a card, take a coin from somebody, draw a card.
- **3.2** A rake: discard a card, draw a card.
- **3.3** A lamp: take a coin from somebody, discard a card.
- **3.4** When the deck is empty, the discards are shuffled and become the deck; when there are none, nothing is drawn.

## 4 The end

- **4.1** Points and coins count together. The most win. Cards in hand stay hidden.
"""

CARDS: Final = ("veto", "dust", "lint")
COPIES: Final = (2, 3, 4)
VETO: Final = 0
PRIZES: Final = ("purse", "rake", "lamp")
ROUNDS: Final = 4
MOST: Final = 3  # coins that may be bid
DRAW, TAKE, DISCARD = 0, 1, 2
EFFECTS: Final = ((DRAW, TAKE, DRAW), (DISCARD, DRAW), (TAKE, DISCARD))
NO_ONE: Final = -1


class Auction(State):
    """A position."""

    deck: Deck
    hands: list[Slots]
    discard: Ints = each(len(CARDS), COUNT)  # open: how many of each card
    bag: Ints = each(len(PRIZES), COUNT)  # how many of each prize
    used: Ints = each(len(PRIZES), COUNT)  # the same for those drawn
    coins: Ints = per_seat(COUNT)
    points: Ints = per_seat(COUNT)
    winner: i64 = one(SEAT_OR_NOBODY)
    price: i64 = one(within(0, MOST))
    vetoed: i64 = one(FLAG)  # 1 while a veto stands
    round: i64 = one(within(0, ROUNDS))

    def zones(self) -> list[Slots]:
        return self.hands

    def decks(self) -> list[Deck]:
        return [self.deck]


class Drawn(Happening):
    kind: ClassVar[str] = "draw"

    def note(self, s: Auction, seat: i64, card: i64) -> None:
        if s.log is not None:
            veiled = f"{mark(seat)} draws a card."
            self.told(
                s,
                f"{mark(seat)} draws {CARDS[card]}.",
                [card, seat],
                seen_by=1 << seat,
                veiled=veiled,
            )


class PrizeShown(Happening):
    kind: ClassVar[str] = "prize"

    def note(self, s: Auction, prize: i64) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round}: the prize is a {PRIZES[prize]}.", [prize, s.round])


class HasBid(Happening):
    kind: ClassVar[str] = "bid"

    def note(self, s: Auction, seat: i64, coins: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} bids {coins}.", [seat, coins])


class Vetoed(Happening):
    kind: ClassVar[str] = "veto"

    def note(self, s: Auction, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} vetoes.", [seat])


class NobodyWins(Happening):
    kind: ClassVar[str] = "nobody"

    def note(self, s: Auction) -> None:
        if s.log is not None:
            self.told(s, "Nobody gets the prize.", [])


class Awarded(Happening):
    kind: ClassVar[str] = "award"

    def note(self, s: Auction, seat: i64, prize: i64, price: i64) -> None:
        if s.log is not None:
            self.told(
                s, f"{mark(seat)} gets the {PRIZES[prize]} for {price}.", [seat, prize, price]
            )


class CoinTaken(Happening):
    kind: ClassVar[str] = "take"

    def note(self, s: Auction, taker: i64, victim: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(taker)} takes a coin from {mark(victim)}.", [taker, victim])


class Discarded(Happening):
    kind: ClassVar[str] = "discard"

    def note(self, s: Auction, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} discards {CARDS[card]}.", [seat, card])


class Deal(Auto[Auction]):
    """§1.1 Deal the next card, until everybody has two; §2.1 then the first round begins."""

    clause: ClassVar[str] = "1.1"

    dealt: i64 = one(within(0, lambda s: 2 * s.seats))

    def answer(self, s: Auction, choice: i64) -> None:
        if self.dealt < s.seats * 2:
            s.push(Deal(self.dealt + 1))
            s.push(DrawCard(self.dealt % s.seats))
        else:
            s.push(TurnUp())


class DrawCard(Chance[Auction]):
    """§3.1 A card that only the drawer sees."""

    clause: ClassVar[str] = "3.1"
    size: ClassVar[int] = len(CARDS)

    drawer: i64 = one(SEAT)

    def actor(self, s: Auction) -> i64:
        return self.drawer

    def weights(self, s: Auction) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: Auction, seat: i64, choice: i64) -> i64:
        return 1 << self.drawer

    def answer(self, s: Auction, choice: i64) -> None:
        s.hands[self.drawer].add(shown(s, s.deck.draw(choice), 1 << self.drawer))
        Drawn().note(s, self.drawer, choice)

    def text(self, s: Auction, choice: i64) -> str:
        return CARDS[choice]


class TurnUp(Chance[Auction]):
    """§2.1 The prize of the round."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = len(PRIZES)

    def weights(self, s: Auction) -> Ints:
        return s.bag

    def answer(self, s: Auction, choice: i64) -> None:
        s.bag[choice] -= 1
        s.used[choice] += 1
        s.round += 1
        s.vetoed = 0
        PrizeShown().note(s, choice)
        s.push(NextRound())
        s.push(Award(choice))
        together(s, Bid(), EVERYBODY)

    def text(self, s: Auction, choice: i64) -> str:
        return PRIZES[choice]


class Bid(Together[Auction]):
    """§2.2 All bid together."""

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = MOST + 1

    def choices_of(self, s: Auction, seat: i64) -> Ints:
        return Ints(range(min(MOST, s.coins[seat]) + 1))

    def answer(self, s: Auction, choice: i64) -> None:
        s.winner = NO_ONE
        s.price = 0
        for seat in range(s.seats):
            HasBid().note(s, seat, s.sealed[seat])
            if s.sealed[seat] > s.price:
                s.winner = seat
                s.price = s.sealed[seat]
        if s.winner != NO_ONE:
            ask_for_vetoes(s)

    def text(self, s: Auction, choice: i64) -> str:
        return str(choice)

    def label(self, s: Auction, choice: i64) -> str:
        return f"Bid {choice}"

    def question(self, s: Auction) -> str:
        return "How much do you bid?"


class VetoWindow(Together[Auction]):
    """§2.3 A veto, or none; everybody is asked who by public knowledge could have one."""

    clause: ClassVar[str] = "2.3"
    size: ClassVar[int] = 2

    def choices_of(self, s: Auction, seat: i64) -> Ints:
        return Ints([0, 1] if s.hands[seat].find(VETO) >= 0 else [0])

    def answer(self, s: Auction, choice: i64) -> None:
        """§2.3 Only the first veto is turned up; §2.4 it may be vetoed in its turn."""
        seat = first_veto(s)
        if seat != NO_ONE:
            shown(s, s.hands[seat].take(s.hands[seat].find(VETO)), EVERYBODY)
            s.discard[VETO] += 1
            s.vetoed = 1 - s.vetoed
            Vetoed().note(s, seat)
            ask_for_vetoes(s)

    def witnesses(self, s: Auction, seat: i64, choice: i64) -> i64:
        return EVERYBODY if seat == first_veto(s) else 1 << seat

    def text(self, s: Auction, choice: i64) -> str:
        return "veto" if choice else "pass"

    def question(self, s: Auction) -> str:
        return f"{mark(s.winner)} is about to get the prize. Does anybody veto?"


class Award(Auto[Auction]):
    """§2.5 The winner pays and uses the prize, unless a veto stands."""

    clause: ClassVar[str] = "2.5"

    prize: i64 = one(within(0, len(PRIZES) - 1))

    def answer(self, s: Auction, choice: i64) -> None:
        if s.winner == NO_ONE or s.vetoed:
            NobodyWins().note(s)
            return
        s.coins[s.winner] -= s.price
        s.points[s.winner] += 3
        Awarded().note(s, s.winner, self.prize, s.price)
        s.push(Effect(self.prize, 0, s.winner))


class Effect(Auto[Auction]):
    """§3.1 A prize does one thing after the other; each may ask before the next is done."""

    clause: ClassVar[str] = "3.1"

    prize: i64 = one(within(0, len(PRIZES) - 1))
    done: i64 = one(within(0, max(len(effects) for effects in EFFECTS)))
    who: i64 = one(SEAT)

    def answer(self, s: Auction, choice: i64) -> None:
        program = EFFECTS[self.prize]
        if self.done == len(program):
            return
        s.push(Effect(self.prize, self.done + 1, self.who))
        if program[self.done] == DRAW:
            draw(s, self.who)
        elif program[self.done] == TAKE:
            if any(s.coins[seat] > 0 for seat in range(s.seats) if seat != self.who):
                s.push(TakeCoin(self.who))
        elif s.hands[self.who].count() > 0:
            s.push(DiscardCard(self.who))


class TakeCoin(Step[Auction]):
    """§3.1 Whom does the winner take a coin from?"""

    clause: ClassVar[str] = "3.1"
    size: ClassVar[int] = 4

    def choices(self, s: Auction) -> Ints:
        return Ints([seat for seat in range(s.seats) if seat != self.seat and s.coins[seat] > 0])

    def answer(self, s: Auction, choice: i64) -> None:
        s.coins[choice] -= 1
        s.coins[self.seat] += 1
        CoinTaken().note(s, self.seat, choice)

    def text(self, s: Auction, choice: i64) -> str:
        return f"from {'abcd'[choice]}"

    def label(self, s: Auction, choice: i64) -> str:
        return f"Take a coin from {mark(choice)}"

    def question(self, s: Auction) -> str:
        return f"{mark(self.seat)}, from whom do you take a coin?"


class DiscardCard(Step[Auction]):
    """§3.2 Which card does the winner discard?"""

    clause: ClassVar[str] = "3.2"
    size: ClassVar[int] = len(CARDS)

    def choices(self, s: Auction) -> Ints:
        return Ints([card for card in range(len(CARDS)) if s.hands[self.seat].find(card) >= 0])

    def answer(self, s: Auction, choice: i64) -> None:
        hand = s.hands[self.seat]
        shown(s, hand.take(hand.find(choice)), EVERYBODY)
        s.discard[choice] += 1
        Discarded().note(s, self.seat, choice)

    def text(self, s: Auction, choice: i64) -> str:
        return CARDS[choice]

    def question(self, s: Auction) -> str:
        return f"{mark(self.seat)}, which card do you discard?"


class NextRound(Auto[Auction]):
    """§2.1 Another round, §4.1 or the end."""

    clause: ClassVar[str] = "2.1"

    def answer(self, s: Auction, choice: i64) -> None:
        if s.round < ROUNDS:
            s.push(TurnUp())
        else:
            s.finish()


def ask_for_vetoes(s: Auction) -> None:
    """§2.3 Before a veto stands the winner is not asked, §2.4 afterwards everybody is."""
    open_window(
        s, VetoWindow(), s.hands, 1 << VETO, EVERYBODY if s.vetoed else EVERYBODY & ~(1 << s.winner)
    )


def first_veto(s: Auction) -> i64:
    """§2.3 The seat whose veto counts: the first to the left of the winner."""
    for distance in range(1, s.seats + 1):
        seat = (s.winner + distance) % s.seats
        if s.sealed[seat] == 1:
            return seat
    return NO_ONE


def draw(s: Auction, seat: i64) -> None:
    """§3.4 From the deck, or from the discards shuffled."""
    if s.deck.count() == 0:
        reshuffle(s, s.deck, s.discard)
    if s.deck.count() > 0:
        s.push(DrawCard(seat))


class AuctionGame(Game):
    """The game."""

    def __init__(self) -> None:
        self.steps = (
            Deal,
            DrawCard,
            TurnUp,
            Bid,
            VetoWindow,
            Award,
            Effect,
            TakeCoin,
            DiscardCard,
            NextRound,
        )
        self.info = GameInfo(
            id="toy-auction",
            title="Auction",
            summary="A toy of sealed answers.",
            min_players=2,
            max_players=4,
            rules_version="1.0",
            designers="the tests",
            publisher="the tests",
        )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        """§1.1 Before anything is dealt; §1.2 the prizes in their bag."""
        return Auction(
            seats=players,
            step=DrawCard(0),
            below=[Deal(1)],
            sealed=Ints([OUT] * players),
            deck=new_deck(Ints(COPIES), 0),
            hands=[no_slots() for _ in range(players)],
            discard=Ints([0] * len(CARDS)),
            bag=Ints([2] * len(PRIZES)),
            used=Ints([0] * len(PRIZES)),
            coins=Ints([5] * players),
            points=Ints([0] * players),
            winner=NO_ONE,
            price=0,
            vetoed=0,
            round=0,
        )

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, Auction)
        return [int(s.points[seat] + s.coins[seat]) for seat in range(s.seats)]

    def summary(self, s: State) -> str:
        return f"{' and '.join(mark(seat) for seat in self.winners(s))} bid best."

    def max_answers(self, players: int) -> int:
        """The cards; then each round a prize, the bids, a window more than there are vetoes, and an
        effect.
        """
        return 2 * players + ROUNDS * (1 + players + 3 * players + 4)

    def census(self, s: State) -> list[int]:
        """Cards of each kind, then prizes of each kind."""
        assert isinstance(s, Auction)
        cards = [int(s.deck.rest[card] + s.discard[card]) for card in range(len(CARDS))]
        for slots in all_slots(s):
            for face in slots.face:
                cards[face] += 1
        return cards + [int(s.bag[prize] + s.used[prize]) for prize in range(len(PRIZES))]

    def rules(self) -> str:
        return RULES


AUCTION: Final = AuctionGame()
