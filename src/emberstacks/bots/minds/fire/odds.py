"""What a turn of Fire in the Library brings on average: the exact expectation over the bag, with a
price for every tool.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.memo import Memo
from emberstacks.games.fire.components import (
    BUCKET,
    CLOAK,
    FIRE,
    SECTIONS,
    SLINGSHOT,
    SPACES,
    TEAL,
    TOKENS,
    TRACK,
)
from emberstacks.games.fire.state import FireTable
from emberstacks.kernel.ints import Floats, Ints, i64

COMPILED: Final = True  # tools/compile/copy.py

BAG: Final = 5  # bits for the tokens of a kind in the bag
BAG_MASK: Final = (1 << BAG) - 1
BOOKS: Final = TOKENS * BAG  # where the books drawn begin
TOKENS_MASK: Final = (1 << BOOKS) - 1
BOOK: Final = 3  # bits for the books of a colour
BOOK_MASK: Final = (1 << BOOK) - 1
MORE: Final = BOOKS + FIRE * BOOK  # where the number of filled spaces begins
MORE_MASK: Final = 7
FILLED: Final = 1 << MORE
WARNINGS: Final = MORE + 3  # where the number of harmless fires begins
WARNINGS_MASK: Final = 3
WARNING: Final = 1 << WARNINGS
SAVER: Final = 1 << WARNINGS + 2
# a token of each kind in the bag
IN_BAG: Final = Ints([1 << BAG * token for token in range(TOKENS)])
# a book of each colour that comes on it
ON_CARD: Final = Ints([(1 << BOOKS + BOOK * book) + FILLED for book in range(FIRE)])

TOOL_NAMES: Final = (  # as weights.toml names them, by kind
    "amulet",
    "axe",
    "bucket",
    "cloak",
    "collector's edition",
    "gloves",
    "knapsack",
    "library cart",
    "lockbox",
    "map",
    "shovel",
    "slingshot",
    "torch",
)


@final
class Prices:
    """What weights.toml says."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.win = weights["win"]
        self.tool = weights["tool"]  # one that nobody has seen yet
        self.locked = weights["locked"]
        self.spent = weights["spent"]
        self.tools = Floats([weights[name] for name in TOOL_NAMES])  # of each kind, kept in hand

    def kept(self, kind: i64) -> float:
        """The points for which a tool is kept in hand; a new one counts like one that nobody has
        seen.
        """
        return self.tools[kind] if kind < len(self.tools) else self.tool

    def cost(self, kind: i64) -> float:
        """What a tool must bring at once to be played."""
        return self.spent * self.kept(kind)


@final
class Outlook:
    """What a seat sees of a position: what the books are worth, and how much of the library is
    left.
    """

    def __init__(self, s: FireTable, seat: i64, prices: Prices) -> None:
        self.s = s
        self.seat: i64 = seat
        self.prices = prices
        # leaving early brings a tool, but not in the fast variants
        self.exit_tool = prices.tool if s.variant.tools and not s.variant.wild else 0.0
        self.worth = Ints([0] * FIRE)  # of a book of each colour now, technology last
        # the cards of each section that can burn; technology: those of the section it burns
        self.left = Ints([0] * FIRE)
        highest: i64 = -1
        section: i64
        for section in range(SECTIONS):
            self.worth[section] = s.section_value(section)
            self.left[section] = s.box.collapse[section] - s.burned[section]
            index = s.box.index[section * TRACK + s.burned[section]]
            if index > highest:
                highest = index
                self.left[TEAL] = self.left[section]
        self.worth[TEAL] = s.top_value()
        # what it is worth that the library falls now; for the Lone Librarian always a loss
        self.fall = -prices.win
        if s.players() > 1:
            self.fall = prices.win
            other: i64
            for other in range(s.players()):
                if other != seat and s.score[other] >= s.score[seat]:
                    self.fall = -prices.win

    def count(self, kind: i64) -> i64:
        """How many tools of a kind the seat holds."""
        found: i64 = 0
        for piece in self.s.hands[self.seat].face:
            if piece >= 0 and self.s.kind(piece) == kind:
                found += 1
        return found


@final
class Turn:
    """Your own turn on a card: the best way through it, and what that brings on average.

    A moment of the turn is one number, so that it is quick to look up: how many of each token are
    in the bag, how many books of each colour were drawn, how many spaces are filled, the warnings
    on the card, and the savers left.
    """

    def __init__(self, outlook: Outlook, card: i64, gloves: bool, savers: i64, cloaks: i64) -> None:
        s = outlook.s
        self.outlook = outlook
        self.gloves = gloves
        self.cloaks: i64 = cloaks
        self.books = Ints([0] * FIRE)  # of each colour, on the card at the start
        self.book_count: i64 = 0
        self.start_fires: i64 = 0
        self.empty: i64 = 0  # spaces
        self.risky = Ints([0] * SPACES)  # for each empty space: 1 if a fire spreads there at once
        self.pays = Ints([0] * (SPACES + 1))  # bravery after this many more tokens
        self.points: i64 = 0  # what the books on the card are worth
        space: i64
        k: i64
        for space in range(SPACES):
            token, bravery = s.token(card, space), s.bravery_at(card, space)
            if token < 0:
                self.risky[self.empty] = 1 if bravery > 0 and not gloves else 0
                self.empty += 1
                for k in range(self.empty, SPACES + 1):
                    self.pays[k] = max(self.pays[k], bravery)
                continue
            for k in range(SPACES + 1):
                self.pays[k] = max(self.pays[k], bravery)
            if token == FIRE:
                self.start_fires += 1
            else:
                self.books[token] += 1
                self.book_count += 1
                self.points += outlook.worth[token]
        self.start: i64 = savers * SAVER  # Buckets, Slingshots
        for k in range(TOKENS):
            self.start += s.bag[k] * IN_BAG[k]
        self.known = Memo()

    def stop(self, at: i64) -> float:
        """Points for everything on the card, or a tool if none of it was at risk."""
        worth = self.outlook.worth
        points = self.points
        drawn = at >> BOOKS
        book: i64
        for book in range(FIRE):
            points += worth[book] * (drawn >> BOOK * book & BOOK_MASK)
        pays = self.pays[at >> MORE & MORE_MASK]
        no_risk = pays == 0 and not self.gloves
        return float(points + pays) + (self.outlook.exit_tool if no_risk else 0.0)

    def bust(self, at: i64) -> float:
        """A tool, a book under a Cloak, or the end of the library."""
        outlook = self.outlook
        drawn = at >> BOOKS
        dearest: i64 = 0
        book: i64
        for book in range(FIRE):
            count = self.books[book] + (drawn >> BOOK * book & BOOK_MASK)
            if count > 0:
                if count >= outlook.left[book]:
                    return outlook.fall
                dearest = max(dearest, outlook.worth[book])
        cloaked = float(dearest) if self.cloaks > 0 else 0.0
        return cloaked + (outlook.prices.tool if outlook.s.variant.tools else 1.0)

    def draw(self, at: i64) -> float:
        """The next token, whatever it is."""
        total = 0.0
        size: i64 = 0
        book: i64
        for book in range(FIRE):
            count = at >> BAG * book & BAG_MASK
            if count > 0:
                size += count
                total += float(count) * self.decide(at + ON_CARD[book] - IN_BAG[book])
        fires = at >> BAG * FIRE & BAG_MASK
        if fires > 0:
            size += fires
            total += float(fires) * self.place(at - IN_BAG[FIRE], FIRE)
        return total / float(max(1, size))

    def place(self, at: i64, token: i64) -> float:
        """A token has come and goes on the next space."""
        if token != FIRE:
            return self.decide(at + ON_CARD[token])
        if (
            self.start_fires + (at >> WARNINGS & WARNINGS_MASK) == 0
            and self.risky[at >> MORE & MORE_MASK] == 0
        ):
            return self.decide(at + WARNING + FILLED)
        return self.triggered(at)

    def triggered(self, at: i64) -> float:
        """A fire that would spread: a saver takes it away, or the turn is lost."""
        lost = self.bust(at)
        if at < SAVER:
            return lost
        return max(lost, self.decide(at - SAVER) - self.outlook.prices.tools[BUCKET])

    def decide(self, at: i64) -> float:
        """The better of drawing and stopping; a full card is scored."""
        if at >> MORE & MORE_MASK >= self.empty or at & TOKENS_MASK == 0:
            return self.stop(at)
        known = self.known
        found = known.find(at)
        if known.known(found):
            return known.values[found]
        best = max(self.stop(at), self.draw(at))
        known.add(at, best)
        return best

    def begin(self) -> float:
        """What the turn brings from here, if a draw comes first."""
        return self.draw(self.start) if self.empty > 0 else self.stop(self.start)

    def whole(self) -> float:
        """What the whole turn brings: on a card with tokens you may stop at once."""
        return self.now() if self.book_count > 0 or self.start_fires > 0 else self.begin()

    def now(self) -> float:
        """What the turn brings from here."""
        return self.decide(self.start)

    def keep(self, token: i64) -> float:
        """One of several drawn tokens is put down, and the turn continues."""
        return self.place(self.start, token)

    def dig(self) -> float:
        """Two tokens to choose from; what is not kept is left out of the odds."""
        bag = self.outlook.s.bag
        total = 0.0
        size: i64 = 0
        one: i64
        other: i64
        for one in range(TOKENS):
            size += bag[one]
            for other in range(TOKENS):
                second = bag[other] - (1 if other == one else 0)
                if bag[one] > 0 and second > 0:
                    after = self.start - IN_BAG[one] - IN_BAG[other]
                    total += float(bag[one] * second) * max(
                        self.place(after, one), self.place(after, other)
                    )
        return total / float(size * (size - 1)) if size > 1 else self.begin()

    def torch(self) -> float:
        """Three tokens: the best number of books among them, or a fire if there is nothing else."""
        total = 0.0
        weight: i64 = 0
        one: i64
        other: i64
        third: i64
        for one in range(TOKENS):
            for other in range(one, TOKENS):
                for third in range(other, TOKENS):
                    ways = combinations(self.outlook.s.bag, one, other, third)
                    if ways > 0:
                        total += float(ways) * self.best_of(one, other, third)
                        weight += ways
        return total / float(weight) if weight > 0 else self.begin()

    def best_of(self, one: i64, other: i64, third: i64) -> float:
        """The best number of books from three tokens, the most valuable first; the first of equally
        good numbers.
        """
        at = self.start - IN_BAG[one] - IN_BAG[other] - IN_BAG[third]
        drawn = Ints([one, other, third])
        if one == FIRE:  # the fire is the last of the tokens
            return self.place(at, FIRE)
        best = -self.outlook.prices.win
        k: i64
        turn: i64
        for turn in range(min(3, self.empty)):
            dearest: i64 = -1
            for k in range(3):
                token = drawn[k]
                if token != FIRE and (
                    dearest < 0 or self.outlook.worth[token] > self.outlook.worth[drawn[dearest]]
                ):
                    dearest = k
            if dearest < 0:
                break
            at += ON_CARD[drawn[dearest]]
            drawn[dearest] = FIRE
            best = max(best, self.decide(at))
        return best


def combinations(bag: Ints, one: i64, other: i64, third: i64) -> i64:
    """In how many ways these tokens, in rising order, can be drawn together."""
    if one == third:
        return bag[one] * (bag[one] - 1) * (bag[one] - 2) // 6 if bag[one] > 2 else 0
    if one == other:
        return pairs(bag[one]) * bag[third]
    return bag[one] * (pairs(bag[other]) if other == third else bag[other] * bag[third])


def pairs(count: i64) -> i64:
    """In how many ways two of these can be drawn together."""
    return count * (count - 1) // 2


def turn_on(outlook: Outlook, card: i64, gloves: bool) -> Turn:
    """A turn on this card with all tools in hand."""
    return Turn(
        outlook,
        card,
        gloves,
        outlook.count(BUCKET) + outlook.count(SLINGSHOT),
        outlook.count(CLOAK),
    )
