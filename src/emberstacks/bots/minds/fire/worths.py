"""What is good in Fire in the Library: what a turn brings on average (odds.py), and a price for
every tool.

It maximises what its turn brings on average: the points, and the prices of tools gained and spent.
A library that falls is worth many points to the leader and costs the others as much. What comes
after the turn does not count.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.heuristic import Heuristic, Sight
from emberstacks.bots.minds.fire.odds import Outlook, Prices, Turn, turn_on
from emberstacks.games.fire.components import (
    AXE,
    BUCKET,
    CARDS,
    CLOAK,
    COLLECTORS_EDITION,
    FIRE,
    GLOVES,
    KNAPSACK,
    LIBRARY_CART,
    LOCKBOX,
    MAP,
    SECTIONS,
    SHOVEL,
    SLINGSHOT,
    SPACES,
    TEAL,
    TORCH,
)
from emberstacks.games.fire.state import UNUSED, FireTable
from emberstacks.games.fire.steps.fire import SHOUT, ChooseBook, ChooseTarget, FireWindow, ShoutBurn
from emberstacks.games.fire.steps.order import NOTHING, AmuletPlace, AmuletWindow, TakeCard
from emberstacks.games.fire.steps.rounds import KEEP, SWAP_MENU, SwapTool
from emberstacks.games.fire.steps.saving import (
    DIG,
    DRAW_ONE,
    NO_MORE,
    STOP,
    KeepOne,
    PlaceOne,
    SaveBooks,
)
from emberstacks.games.fire.steps.scoring import DONE, AfterScoring, ChooseColour
from emberstacks.games.fire.steps.tools import FROM_DECK, MARKET_MENU, NO_TOOL, TakeTool
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

PASS: Final = 0  # the code of playing nothing
AMULET: Final = 1  # the code of playing it
UNTHOUGHT: Final = -1e6  # an answer that nobody has thought about: only if there is no other
# chance that a turn ends the game, by the cards left in the lowest section
ENDING: Final = (1.0, 0.35, 0.2, 0.1, 0.03)
MOST_LOCKED: Final = 10.0  # points of a book in a Lockbox


@final
class FireWorths(Heuristic):
    """Greed in Fire in the Library."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.prices = Prices(weights)

    def sight(self, s: State, seat: i64) -> Sight:
        assert isinstance(s, FireTable)
        return FireSight(s, seat, self.prices)


@final
class FireSight(Sight):
    """What the answers to each question are worth to a seat: one method per question."""

    def __init__(self, s: FireTable, seat: i64, prices: Prices) -> None:
        self.s = s
        self.seat: i64 = seat
        self.prices = prices
        self.outlook = Outlook(s, seat, prices)
        self.turn: Turn | None = None  # all answers to a question share what is known of a turn

    def worth(self, code: i64) -> float:
        step, prices = self.s.step, self.prices
        if isinstance(step, SaveBooks):
            return self.save_books(code)
        if isinstance(step, TakeCard):
            return self.take_card(code)
        if isinstance(step, FireWindow):
            return self.fire_window(code)
        if isinstance(step, ShoutBurn):
            return 1.0 if code == SHOUT else 0.0
        if isinstance(step, TakeTool):
            return (
                prices.tool
                if code == FROM_DECK
                else 0.0
                if code == NO_TOOL
                else prices.kept(MARKET_MENU.which[code])
            )
        if isinstance(step, SwapTool):
            return 0.0 if code == KEEP else prices.tool - prices.kept(SWAP_MENU.which[code])
        if isinstance(step, AfterScoring):
            return self.after_scoring(code)
        if isinstance(step, ChooseColour):
            return self.choose_colour(step.kind, code)
        if isinstance(step, (KeepOne, PlaceOne)):  # a token drawn with a Shovel or a Torch
            return self.own_turn().now() if code == NO_MORE else self.own_turn().keep(code)
        if isinstance(step, ChooseBook):
            return self.choose_book(code)
        if isinstance(step, ChooseTarget):  # the book goes to the least dangerous rival
            return -float(self.s.score[self.s.holder[code]])
        if (
            isinstance(step, AmuletWindow) and code <= AMULET
        ):  # good for the player who chooses first: they can pick from the tokens
            return 0.0 if code == PASS else 1.0 if self.chooses_first() else -1.0
        return self.amulet_place(step.card, code) if isinstance(step, AmuletPlace) else UNTHOUGHT

    def chooses_first(self) -> bool:
        """Does nobody have fewer points?"""
        first = True
        for points in self.s.score:
            first = first and points >= self.s.score[self.seat]
        return first

    def amulet_place(self, card: i64, code: i64) -> float:
        """Valuable books go to the first cards if this seat chooses first, otherwise to the last;
        fires the other way round.
        """
        wanted = float(CARDS - 1) / 2.0 - float(card)
        worth = (
            -3.0 if code == FIRE else 0.0 if code == NOTHING else float(self.outlook.worth[code])
        )
        return worth * (wanted if self.chooses_first() else -wanted)

    def take_card(self, card: i64) -> float:
        """The turn on that card, if the game lasts that long."""
        turn = turn_on(self.outlook, card, False)
        if self.s.seats == 1:
            return turn.whole()
        nearest: i64 = len(ENDING) - 1
        section: i64
        for section in range(SECTIONS):
            nearest = min(nearest, self.outlook.left[section])
        waits: int = 0
        before: i64
        for before in range(card):
            if self.s.holder[before] != UNUSED:
                waits += 1
        lasts: float = (1.0 - ENDING[nearest]) ** waits
        return turn.whole() * lasts

    def own_turn(self) -> Turn:
        """The turn on the active card."""
        turn = self.turn
        if turn is None:
            turn = turn_on(self.outlook, self.s.card, self.s.gloves != 0)
            self.turn = turn
        return turn

    def save_books(self, code: i64) -> float:
        turn = self.own_turn()
        if code == DRAW_ONE:
            return turn.begin()
        if code == STOP:
            return turn.stop(turn.start)
        if code == DIG:
            return turn.dig()
        if code == GLOVES:
            return turn_on(self.outlook, self.s.card, True).begin() - self.prices.cost(GLOVES)
        if code == SHOVEL:
            return turn.dig() - self.prices.cost(SHOVEL)
        return turn.torch() - self.prices.cost(TORCH) if code == TORCH else UNTHOUGHT

    def books(self) -> Ints:
        """How many books of each colour are on the active card."""
        found = Ints([0] * FIRE)
        space: i64
        for space in range(SPACES):
            token = self.s.token(self.s.card, space)
            if token >= 0 and token < FIRE:
                found[token] += 1
        return found

    def best_book(self, books: Ints) -> i64:
        """What the most valuable of these is worth."""
        best: i64 = 0
        book: i64
        for book in range(FIRE):
            if books[book] > 0:
                best = max(best, self.outlook.worth[book])
        return best

    def all_books(self, books: Ints) -> i64:
        """What all of these are worth."""
        total: i64 = 0
        book: i64
        for book in range(FIRE):
            total += books[book] * self.outlook.worth[book]
        return total

    def fire_window(self, code: i64) -> float:
        s, prices = self.s, self.prices
        books = self.books()
        kind = code - 1
        if s.active() != self.seat:
            return self.axe(books) if kind == AXE else 0.0 if code == PASS else UNTHOUGHT
        turn = Turn(self.outlook, s.card, s.gloves != 0, 0, 0)
        if code == PASS:
            return turn.bust(turn.start)
        best = self.best_book(books)
        if kind == CLOAK:
            return turn.bust(turn.start) + float(best) - prices.cost(CLOAK)
        if kind not in (BUCKET, SLINGSHOT):
            return UNTHOUGHT
        # the space of the fire is open again: stopping now is the least that is left
        saved = self.all_books(books) - (best if kind == SLINGSHOT else 0) + turn.pays[0]
        return float(saved) + prices.tool - prices.cost(kind)

    def axe(self, books: Ints) -> float:
        """The best book, less what it does for a rival who would have burned; in need, against the
        end of the library.
        """
        outlook = self.outlook
        best = self.best_book(books)
        book: i64
        for book in range(FIRE):
            if books[book] > 0 and books[book] >= outlook.left[book]:
                return float(best) - outlook.fall
        return float(best) - 0.3 * float(self.all_books(books) - best) - self.prices.cost(AXE)

    def choose_book(self, space: i64) -> float:
        """The book that scores most; the leftmost of several, because the gap will be filled next."""
        s = self.s
        worth = float(self.outlook.worth[s.token(s.card, space)])
        return worth + 0.1 * float(s.bravery_at(s.card, space)) - 0.01 * float(space)

    def after_scoring(self, code: i64) -> float:
        s, prices = self.s, self.prices
        if code == DONE:
            return 0.0
        if code == MAP:
            return float(s.bravery) + prices.tool - prices.tools[MAP] - 0.5
        if code not in (COLLECTORS_EDITION, KNAPSACK, LIBRARY_CART, LOCKBOX):
            return UNTHOUGHT
        books = self.books()
        book: i64
        if code == LIBRARY_CART:
            count: i64 = 0
            for book in range(FIRE):
                count += books[book]
            coming: i64 = 0
            card: i64
            for card in range(s.card + 1, CARDS):
                if s.holder[card] >= 0:
                    coming += 1
            return 0.3 * float(count) * float(coming) - prices.cost(code)
        best = 0.0
        first = True
        for book in range(FIRE):
            if books[book] > 0:
                worth = self.choose_colour(code, book)
                if first or worth > best:
                    best = worth
                first = False
        return (2.0 * best if code == COLLECTORS_EDITION else best) - prices.cost(code)

    def choose_colour(self, kind: i64, book: i64) -> float:
        """What a book is worth on a Lockbox, on a Knapsack, or for a Collector's Edition."""
        if kind == LOCKBOX:
            return self.locked(book)
        if kind == KNAPSACK:
            return self.staked(book)
        return float(self.s.saved[book]) if kind == COLLECTORS_EDITION else UNTHOUGHT

    def locked(self, book: i64) -> float:
        """What a book in a Lockbox will be worth: technology most, others a little more than now."""
        return (
            MOST_LOCKED
            if book == TEAL
            else min(MOST_LOCKED, float(self.outlook.worth[book]) + self.prices.locked)
        )

    def staked(self, book: i64) -> float:
        """A Knapsack: both books, or a card of the section."""
        outlook, bag = self.outlook, self.s.bag
        size = bag[FIRE]
        both: i64 = 0
        token: i64
        for token in range(FIRE):
            size += bag[token]
            both += bag[token] * (outlook.worth[book] + outlook.worth[token])
        burned = outlook.fall if outlook.left[book] == 1 else 0.0
        return (float(both) + float(bag[FIRE]) * burned) / float(max(1, size))
