"""The Lone Librarian's turn, solved over every draw and tool; what the position after it is worth
was learned backwards.

Everything here is numbers, so that it can be compiled: a moment of the turn is one number, and so
are a hand and a library. Some things are simplified: a Slingshot always takes a book from a safe
space, a Cloak saves no bravery, a tool drawn with a Map waits for a later turn, and a book in a
Lockbox counts at once, by what its section is likely to be worth at the end.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.games.fire.components import (
    BUCKET,
    CARDS,
    CLOAK,
    COLLECTORS_EDITION,
    FIRE,
    GLOVES,
    KNAPSACK,
    LOCKBOX,
    MAP,
    SECTIONS,
    SHOVEL,
    SLINGSHOT,
    SPACES,
    TORCH,
    TRACK,
    Components,
)
from emberstacks.kernel.ints import Floats, Ints, i64

COMPILED: Final = True  # tools/compile/copy.py

TOOLS: Final = 13  # those it has learned about; in a game with more of them it says nothing

# A hand is a number with 2 bits for each kind of tool, a library one with 3 bits for the cards
# burned in each section, and the books on a card one with 3 bits for each colour.
HAND: Final = 2
BURNED: Final = 3
BOOK: Final = 3
LIBRARIES: Final = 1 << BURNED * SECTIONS

# A moment of the turn: the books on the card, a fire on it, fires out of the bag, Gloves on, digs
# left, whether a fire was put out, and how many are left of each tool that is played before the end
# of the turn.
BOOKS_MASK: Final = (1 << BOOK * SECTIONS) - 1
WARNING: Final = 1 << 12
PARKED: Final = 1 << 13
PARKED_MASK: Final = 7
GLOVED: Final = 1 << 16
DIGGING: Final = 1 << 17
DUG_MASK: Final = 3
PUT_OUT: Final = 1 << 19
BUCKETS: Final = 1 << 20
SLINGS: Final = 1 << 22
CLOAKS: Final = 1 << 24
PAIRS: Final = 1 << 26
SHOVELS: Final = 1 << 28
TORCHES: Final = 1 << 30
FILLED: Final = 1 << 32  # spaces filled since the start
GAP: Final = 1 << 35  # a Slingshot has left one before them
# what counts when the fire spreads: the books and the tools
BURNS: Final = BOOKS_MASK | 0xFFF << 20
SCORES: Final = BURNS | GLOVED | PUT_OUT | 15 << 32  # what counts for stopping
IN_TURN: Final = (BUCKET, SLINGSHOT, CLOAK, GLOVES, SHOVEL, TORCH)  # in the order of these bits
FIRST_TOOL: Final = 20

# What a position before a turn is worth: weights of the library and the cards by pairs, of these
# with each tool, of tools by pairs, and of the market.
SEEN: Final = 20  # one, three numbers per section, fires, and the cards
PAIRS_SEEN: Final = SEEN * (SEEN + 1) // 2
WITH_TOOLS: Final = PAIRS_SEEN + TOOLS * SEEN
TOOL_PAIRS: Final = WITH_TOOLS + TOOLS * (TOOLS + 1) // 2
WIDTH: Final = TOOL_PAIRS + TOOLS
# any tools beyond this count for nothing, because it learned from hands of about this size; ours
ENOUGH: Final = 6


def seen(box: Components, at: i64, free: i64) -> Floats:
    """What is seen before a turn: the library, and the cards that are free."""
    z = Floats([0.0] * SEEN)
    z[0] = 1.0
    left: i64
    k: i64
    burning: i64 = box.fires
    for k in range(SECTIONS):
        gone = at >> BURNED * k & 7
        left = box.collapse[k] - gone
        z[1 + 3 * k] = float(box.values[k * TRACK + gone]) / 8.0
        z[2 + 3 * k] = 1.0 if left == 1 else 0.0
        z[3 + 3 * k] = 1.0 if left == 2 else 0.0
        j: i64
        for j in range(1, gone + 1):
            burning += box.icons[k * TRACK + j]
    z[13] = float(burning) / 10.0
    for k in range(CARDS):
        z[14 + k] = float(free >> k & 1)
    return z


def row(z: Floats, hand: i64, market: i64) -> Floats:
    """Everything that adds up to the worth of a position, each with its weight."""
    out = Floats([0.0] * WIDTH)
    at: i64 = 0
    i: i64
    j: i64
    for i in range(SEEN):
        for j in range(i, SEEN):
            out[at] = z[i] * z[j]
            at += 1
    for i in range(TOOLS):
        count = float(hand >> HAND * i & 3)
        for j in range(SEEN):
            out[at] = count * z[j]
            at += 1
    for i in range(TOOLS):
        for j in range(i, TOOLS):
            out[at] = float(hand >> HAND * i & 3) * float(hand >> HAND * j & 3)
            at += 1
    for i in range(TOOLS):
        out[at] = float(market >> HAND * i & 3)
        at += 1
    return out


@final
class Future:
    """What the positions after a turn are worth, for one number of turns that are over and one set
    of free cards.
    """

    def __init__(self, box: Components, turn: i64, free: i64, weights: Floats, deck: Ints) -> None:
        """`turn` is the one before it, `weights` those of the next one; empty after the last."""
        self.box = box
        self.turn = turn
        self.free = free
        self.weights = weights
        self.last = turn == box.turns
        self.drawn = Floats([0.0] * TOOLS)  # the chance of each kind to be drawn
        self.pairs = Floats([0.0] * (TOOLS * TOOLS))  # what two tools are worth together
        self.together = Floats([0.0] * TOOLS)  # each with one that is drawn
        self.market_mean = 0.0
        cards: i64 = 0
        w: i64 = WITH_TOOLS
        i: i64
        j: i64
        for i in range(TOOLS):
            cards += deck[i]
        for i in range(TOOLS):
            self.drawn[i] = float(deck[i]) / float(max(1, cards))
        if not self.last:
            for i in range(TOOLS):
                self.market_mean += weights[TOOL_PAIRS + i] * self.drawn[i]
                for j in range(i, TOOLS):
                    self.pairs[i * TOOLS + j] = weights[w]
                    self.pairs[j * TOOLS + i] = weights[w]
                    w += 1
            for i in range(TOOLS):
                for j in range(TOOLS):
                    self.together[i] += (
                        self.drawn[j] * self.pairs[i * TOOLS + j] * (2.0 if i == j else 1.0)
                    )
        self.bases: dict[int, float] = {}
        self.prices: dict[int, Floats] = {}
        self.known: dict[int, float] = {}

    def fallen(self) -> float:
        """The library has fallen: the turns not begun cost points."""
        return -float(self.box.lost_for_a_turn * (self.box.turns - self.turn))

    def learn(self, at: i64) -> None:
        """Fold everything but the tools into a base and a price for each tool."""
        z = seen(self.box, at, self.free)
        base = 0.0
        w: i64 = 0
        i: i64
        j: i64
        for i in range(SEEN):
            for j in range(i, SEEN):
                base += self.weights[w] * z[i] * z[j]
                w += 1
        prices = Floats([0.0] * TOOLS)
        for i in range(TOOLS):
            for j in range(SEEN):
                prices[i] += self.weights[w] * z[j]
                w += 1
        self.bases[at] = base
        self.prices[at] = prices

    def plain(self, at: i64, hand: i64) -> float:
        """The worth of a library if these tools are kept."""
        i: i64
        if self.last:
            left: i64 = 0
            for i in range(SECTIONS):
                left += self.box.collapse[i] - (at >> BURNED * i & 7)
            return float(left * self.box.gained_for_a_card)
        if at not in self.bases:
            self.learn(at)
        value = 0.0
        held: i64 = 0
        prices = self.prices[at]
        j: i64
        for i in range(TOOLS):
            one = hand >> HAND * i & 3
            if one > 0:
                held += one
                price = prices[i]
                for j in range(i, TOOLS):
                    price += float(hand >> HAND * j & 3) * self.pairs[i * TOOLS + j]
                value += float(one) * price
        return self.bases[at] + (value if held <= ENOUGH else value * float(ENOUGH) / float(held))

    def unseen(self, at: i64, hand: i64) -> float:
        """What one more tool from the deck adds on average."""
        if self.last:
            return 0.0
        if at not in self.bases:
            self.learn(at)
        prices = self.prices[at]
        value = 0.0
        held: i64 = 0
        k: i64
        for k in range(TOOLS):
            held += hand >> HAND * k & 3
            value += self.drawn[k] * (prices[k] + self.pairs[k * TOOLS + k])
            value += float(hand >> HAND * k & 3) * self.together[k]
        return value if held < ENOUGH else 0.0

    def swapped(self, at: i64, hand: i64, kind: i64) -> float:
        """The worth after one tool was exchanged for the top one of the deck."""
        rest = hand - (1 << HAND * kind)
        return self.plain(at, rest) + self.unseen(at, rest)

    def worth(self, at: i64, hand: i64) -> float:
        """The worth with one tool exchanged if that is better."""
        if self.last:
            return self.plain(at, hand)
        key = at << HAND * TOOLS | hand
        if key in self.known:
            return self.known[key]
        best = self.plain(at, hand)
        k: i64
        for k in range(TOOLS):
            if hand >> HAND * k & 3 != 0:
                best = max(best, self.swapped(at, hand, k))
        self.known[key] = best
        return best


def more(hand: i64, kind: i64) -> i64:
    """A hand with one more tool; more than three of a kind count as three."""
    return hand + (1 << HAND * kind) if hand >> HAND * kind & 3 < 3 else hand


def lowest(box: Components, at: i64) -> i64:
    """The section whose top card has the lowest burn index."""
    best: i64 = 0
    k: i64
    for k in range(1, SECTIONS):
        if (
            box.index[k * TRACK + (at >> BURNED * k & 7)]
            < box.index[best * TRACK + (at >> BURNED * best & 7)]
        ):
            best = k
    return best


def burn(box: Components, at: i64, section: i64) -> i64:
    """The library after a card has burned; -1 if it falls."""
    return (
        -1
        if (at >> BURNED * section & 7) + 1 == box.collapse[section]
        else at + (1 << BURNED * section)
    )


@final
class LoneTurn:
    """One turn on one card: the best way through it, and what that brings with all that follows."""

    def __init__(
        self, future: Future, card: i64, at: i64, bag: Ints, spaces: Ints, hand: i64, market: i64
    ) -> None:
        """`bag` as it is; `spaces` the tokens on the card; `hand` and `market` as numbers."""
        box = future.box
        self.box = box
        self.future = future
        self.at = at
        self.market = market
        self.bag = bag
        self.worths = Ints([0] * SECTIONS)
        k: i64
        for k in range(SECTIONS):
            self.worths[k] = box.values[k * TRACK + (at >> BURNED * k & 7)]
        self.started: i64 = 0  # tokens that are there
        self.start: i64 = 0
        self.on_card: i64 = 0
        paid: i64 = 0
        self.risky = Ints([])
        risky: list[int] = []
        pays: list[int] = []
        for k in range(SPACES):
            if spaces[k] >= 0:
                self.started += 1
                paid = max(paid, box.bravery[card * SPACES + k])
                self.on_card += WARNING if spaces[k] == FIRE else 1 << BOOK * spaces[k]
        pays.append(paid)
        for k in range(SPACES):
            if spaces[k] < 0:
                paid = max(paid, box.bravery[card * SPACES + k])
                risky.append(box.bravery[card * SPACES + k])
                pays.append(paid)
        self.risky = Ints([0] * len(risky))
        for k in range(len(risky)):
            self.risky[k] = risky[k]
        self.pays = Ints([0] * len(pays))
        for k in range(len(pays)):
            self.pays[k] = pays[k]
        self.room: i64 = len(risky)
        self.start = self.on_card
        self.kept: i64 = hand  # without those that a moment counts itself
        for k in range(len(IN_TURN)):
            count = hand >> HAND * IN_TURN[k] & 3
            self.start += count << FIRST_TOOL + 2 * k
            self.kept -= count << HAND * IN_TURN[k]
        self.before = Ints([0] * SECTIONS)
        for k in range(SECTIONS):
            self.before[k] = self.on_card >> BOOK * k & 7
        self.fire_before: i64 = 1 if self.on_card & WARNING != 0 else 0
        self.known: dict[int, float] = {}
        self.stops: dict[int, float] = {}
        self.busts: dict[int, float] = {}
        self.afters: dict[int, float] = {}

    # What is where, at a moment of the turn.

    def hand(self, now: i64) -> i64:
        """All tools still in hand."""
        held = self.kept
        k: i64
        for k in range(len(IN_TURN)):
            held += (now >> FIRST_TOOL + 2 * k & 3) << HAND * IN_TURN[k]
        return held

    def in_bag(self, now: i64, token: i64) -> i64:
        """How many of a token are in the bag."""
        if token == SECTIONS:
            gone = (1 if now & WARNING != 0 else 0) - self.fire_before + (now >> 13 & PARKED_MASK)
            return max(0, self.bag[FIRE] - gone)
        return max(0, self.bag[token] - (now >> BOOK * token & 7) + self.before[token])

    # How the turn may end.

    def end(self, at: i64, hand: i64, spared: bool) -> float:
        """The end of the turn: the lowest card burns unless a fire was triggered."""
        if not spared:
            at = burn(self.box, at, lowest(self.box, at))
            if at < 0:
                return 0.0 if self.future.last else self.future.fallen()
        return self.future.worth(at, hand)

    def taken(self, at: i64, hand: i64, kind: i64) -> float:
        """A tool from the market, which something else replaces; the turn is over."""
        return self.future.worth(at, more(hand, kind)) + self.replaced(kind)

    def replaced(self, kind: i64) -> float:
        """What changes when a tool is gone from the market."""
        return (
            0.0
            if self.future.last
            else self.future.market_mean - self.future.weights[TOOL_PAIRS + kind]
        )

    def offered(self, at: i64, hand: i64) -> float:
        """After the fire has spread a tool must be taken."""
        if self.future.last:
            return self.future.worth(at, hand)
        best = self.unseen(at, hand)
        k: i64
        for k in range(TOOLS):
            if self.market >> HAND * k & 3 != 0:
                best = max(best, self.taken(at, hand, k))
        return best

    def unseen(self, at: i64, hand: i64) -> float:
        """A tool from the deck."""
        return self.future.worth(at, hand) + self.future.unseen(at, hand)

    def bust(self, now: i64) -> float:
        """The fire spreads: each book burns a card of its section; without a book the lowest burns."""
        key = now & BURNS
        if key in self.busts:
            return self.busts[key]
        at = self.at
        books = now & BOOKS_MASK
        k: i64
        if books == 0:
            at = burn(self.box, at, lowest(self.box, at))
        j: i64
        for k in range(SECTIONS):
            for j in range(books >> BOOK * k & 7):
                if at >= 0:
                    at = burn(self.box, at, k)
        value = self.future.fallen() if at < 0 else self.offered(at, self.hand(now))
        self.busts[key] = value
        return value

    def cloaked(self, now: i64) -> float:
        """A Cloak saves the best book, and the fire spreads."""
        best = -1000.0
        k: i64
        for k in range(SECTIONS):
            if now >> BOOK * k & 7 != 0:
                best = max(best, float(self.worths[k]) + self.bust(now - CLOAKS - (1 << BOOK * k)))
        return best

    def triggered(self, now: i64) -> float:
        """A fire would spread: a tool against it, or the turn is lost."""
        best = self.bust(now)
        if now >> 24 & 3 != 0 and now & BOOKS_MASK != 0:
            best = max(best, self.cloaked(now))
        if now >> 20 & 3 != 0:
            best = max(best, self.bucket(now))
        if now >> 22 & 3 != 0:
            best = max(best, self.sling(now))
        return best

    def bucket(self, now: i64) -> float:
        return self.decide((parked(now) | PUT_OUT) - BUCKETS)

    def sling(self, now: i64) -> float:
        """The most valuable book goes with the fire."""
        dearest: i64 = -1
        k: i64
        for k in range(SECTIONS):
            if now >> BOOK * k & 7 != 0 and (dearest < 0 or self.worths[k] > self.worths[dearest]):
                dearest = k
        after = (parked(now) | PUT_OUT) - SLINGS
        if dearest >= 0:
            after -= 1 << BOOK * dearest
            if now & GAP == 0 and now & (7 * FILLED) != 0:
                after += GAP - FILLED
        return self.decide(after)

    def stop(self, now: i64) -> float:
        """The points of the card, a tool if nothing was risked, and the tools after scoring."""
        key = now & SCORES
        if key in self.stops:
            return self.stops[key]
        points = self.pays[(now >> 32 & 7) + (now >> 35)]
        bravery = points
        k: i64
        for k in range(SECTIONS):
            points += (now >> BOOK * k & 7) * self.worths[k]
        books = now & BOOKS_MASK
        spared = now & PUT_OUT != 0
        hand = self.hand(now)
        value = self.after(books, hand, self.at, bravery, spared)
        if bravery == 0 and now & GLOVED == 0:
            value = max(value, self.stop_with_tool(books, hand, spared))
        value += float(points)
        self.stops[key] = value
        return value

    def stop_with_tool(self, books: i64, hand: i64, spared: bool) -> float:
        """The best tool for leaving early."""
        best = -1000.0
        k: i64
        for k in range(TOOLS):
            if self.market >> HAND * k & 3 != 0:
                best = max(
                    best, self.after(books, more(hand, k), self.at, 0, spared) + self.replaced(k)
                )
        return max(best, self.after_unseen(books, hand, self.at, 0, spared))

    def after_unseen(self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool) -> float:
        """A tool from the deck, which may be useful at once, and the rest of the turn."""
        without = self.after(books, hand, at, bravery, spared)
        value = without + self.future.unseen(at, hand)
        k: i64
        for k in (COLLECTORS_EDITION, KNAPSACK, LOCKBOX, MAP):
            if self.future.drawn[k] > 0.0 and more(hand, k) != hand:
                kept = self.future.plain(at, more(hand, k)) - self.future.plain(at, hand)
                gain = self.after(books, more(hand, k), at, bravery, spared) - without - kept
                value += self.future.drawn[k] * max(0.0, gain)
        return value

    def after(self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool) -> float:
        """The best of the tools after scoring, or the end of the turn."""
        key = ((bravery << 1 | (1 if spared else 0)) << 12 | at) << HAND * TOOLS | hand
        key = key << BOOK * SECTIONS | books
        if key in self.afters:
            return self.afters[key]
        best = self.end(at, hand, spared)
        if hand >> HAND * MAP & 3 != 0 and (bravery > 0 or not self.future.last):
            best = max(best, self.mapped(books, hand, at, bravery, spared))
        k: i64
        for k in range(SECTIONS):
            if books >> BOOK * k & 7 != 0:
                if hand >> HAND * COLLECTORS_EDITION & 3 != 0:
                    best = max(best, self.collected(books, hand, at, bravery, spared, k))
                if hand >> HAND * LOCKBOX & 3 != 0:
                    best = max(best, self.locked(books, hand, at, bravery, spared, k))
                if hand >> HAND * KNAPSACK & 3 != 0:
                    best = max(best, self.packed(books, hand, at, bravery, spared, k))
        self.afters[key] = best
        return best

    def mapped(self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool) -> float:
        """A Map: the bravery again, and a tool, which waits for a later turn, because it may be a
        Map.
        """
        rest = hand - (1 << HAND * MAP)
        return (
            float(bravery)
            + self.after(books, rest, at, bravery, spared)
            + self.future.unseen(at, rest)
        )

    def collected(
        self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool, book: i64
    ) -> float:
        """A Collector's Edition: points for each book of a colour."""
        points = (books >> BOOK * book & 7) * self.box.collectors_edition
        rest = hand - (1 << HAND * COLLECTORS_EDITION)
        return float(points) + self.after(books - (1 << BOOK * book), rest, at, bravery, spared)

    def locked(
        self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool, book: i64
    ) -> float:
        """A Lockbox: the book counts again at the end."""
        rest = hand - (1 << HAND * LOCKBOX)
        return self.forecast(at, book) + self.after(
            books - (1 << BOOK * book), rest, at, bravery, spared
        )

    def forecast(self, at: i64, book: i64) -> float:
        """What a section will be worth at the end if the lowest card burns in most turns."""
        k: i64
        for k in range(((self.box.turns - self.future.turn + 1) * 9 + 9) // 10):
            after = burn(self.box, at, lowest(self.box, at))
            if after >= 0:
                at = after
        return float(self.box.values[book * TRACK + (at >> BURNED * book & 7)])

    def packed(
        self, books: i64, hand: i64, at: i64, bravery: i64, spared: bool, book: i64
    ) -> float:
        """A Knapsack: two books, or a card of the section burns."""
        rest = hand - (1 << HAND * KNAPSACK)
        left = books - (1 << BOOK * book)
        going_on = self.after(left, rest, at, bravery, spared)
        total = 0.0
        size: i64 = self.bag[FIRE]
        k: i64
        for k in range(SECTIONS):
            # books go back into the bag only at the end of the turn
            count = max(0, self.bag[k] - (books >> BOOK * k & 7) + self.before[k])
            size += count
            total += float(count) * (float(self.worths[book] + self.worths[k]) + going_on)
        burned = burn(self.box, at, book)
        value = (
            self.future.fallen() if burned < 0 else self.after(left, rest, burned, bravery, spared)
        )
        return (total + float(self.bag[FIRE]) * value) / float(max(1, size))

    # The way there.

    def decide(self, now: i64) -> float:
        """The best of stopping, drawing and the tools for drawing."""
        if now in self.known:
            return self.known[now]
        filled = now >> 32 & 7
        empty = filled == 0 and self.started == 0
        best = -1000.0 if empty else self.stop(now)
        if filled < self.room:
            risky = self.risky[filled] > 0 and now & (GLOVED | GAP) == 0
            digging = now >> 17 & DUG_MASK != 0
            best = max(best, self.dig(now) if digging else self.draw(now))
            if risky or now & WARNING != 0:  # while nothing is at risk, tools can wait
                if now >> 28 & 3 != 0 and not digging:
                    best = max(best, self.dig(now - SHOVELS + 2 * DIGGING))
                if now >> 30 & 3 != 0:
                    best = max(best, self.torch(now - TORCHES))
                if now >> 26 & 3 != 0 and now & (GLOVED | WARNING) == 0:
                    best = max(best, self.decide(now - PAIRS + GLOVED))
        self.known[now] = best
        return best

    def draw(self, now: i64) -> float:
        """The next token, whatever it is."""
        total = 0.0
        size: i64 = 0
        k: i64
        for k in range(SECTIONS + 1):
            count = self.in_bag(now, k)
            if count > 0:
                size += count
                total += float(count) * self.place(now, k)
        return total / float(size) if size > 0 else self.stop(now)

    def place(self, now: i64, token: i64) -> float:
        """A token goes on the next space; SECTIONS is a fire."""
        if token < SECTIONS:
            return self.decide((now & ~GAP) + (1 << BOOK * token) + FILLED)
        if now & WARNING == 0 and (now & (GLOVED | GAP) != 0 or self.risky[now >> 32 & 7] == 0):
            return self.decide((now & ~GAP) + WARNING + FILLED)
        return self.triggered(now)

    def dig(self, now: i64) -> float:
        """Two tokens, one of which goes on the card; a fire that does not stays out of the bag."""
        now -= DIGGING
        total = 0.0
        ways: i64 = 0
        i: i64
        j: i64
        for i in range(SECTIONS + 1):
            one = self.in_bag(now, i)
            if one > 0:
                for j in range(i, SECTIONS + 1):
                    count = one * (one - 1) // 2 if i == j else one * self.in_bag(now, j)
                    if count > 0:
                        ways += count
                        total += float(count) * self.better(now, i, j)
        return total / float(ways) if ways > 0 else self.draw(now)

    def better(self, now: i64, one: i64, other: i64) -> float:
        """The better of two tokens; `one` is the lower number, so a fire can only be the other."""
        if other < SECTIONS:
            first = self.place(now, one)
            return first if one == other else max(first, self.place(now, other))
        if one == SECTIONS:
            return self.place(parked(now), SECTIONS)
        return max(self.place(parked(now), one), self.place(now, SECTIONS))

    def torch(self, now: i64) -> float:
        """Three tokens; the best number of them goes on the card."""
        total = 0.0
        ways: i64 = 0
        i: i64
        j: i64
        k: i64
        for i in range(SECTIONS + 1):
            a = self.in_bag(now, i)
            if a == 0:
                continue
            for j in range(i, SECTIONS + 1):
                b = self.in_bag(now, j)
                for k in range(j, SECTIONS + 1):
                    c = self.in_bag(now, k)
                    if i == j and j == k:
                        count = a * (a - 1) * (a - 2) // 6
                    elif i == j:
                        count = a * (a - 1) // 2 * c
                    elif j == k:
                        count = a * (b * (b - 1) // 2)
                    else:
                        count = a * b * c
                    if count > 0:
                        ways += count
                        total += float(count) * self.best_of(now, i, j, k)
        return total / float(ways) if ways > 0 else self.draw(now)

    def best_of(self, now: i64, one: i64, other: i64, third: i64) -> float:
        """Some of three tokens; fires that are not put down stay out of the bag."""
        i: i64
        fires = (
            (1 if one == SECTIONS else 0)
            + (1 if other == SECTIONS else 0)
            + (1 if third == SECTIONS else 0)
        )
        for i in range(fires):
            now = parked(now)
        if fires == 3:
            return self.place(now - PARKED, SECTIONS)
        return self.some_of(now, one, other, third, False)

    def some_of(self, now: i64, one: i64, other: i64, third: i64, enough: bool) -> float:
        """The best number of these books, the most valuable first; a fire (SECTIONS) is not put
        down.
        """
        best = self.decide(now) if enough else -1000.0
        now &= ~GAP
        while now >> 32 < self.room:
            a = self.worth_of(one)
            b = self.worth_of(other)
            c = self.worth_of(third)
            if a < 0 and b < 0 and c < 0:
                return best
            if a >= b and a >= c:
                now += (1 << BOOK * one) + FILLED
                one = SECTIONS
            elif b >= c:
                now += (1 << BOOK * other) + FILLED
                other = SECTIONS
            else:
                now += (1 << BOOK * third) + FILLED
                third = SECTIONS
            best = max(best, self.decide(now))
        return best

    def worth_of(self, token: i64) -> i64:
        """What a book is worth now; -1 for a fire."""
        return self.worths[token] if token < SECTIONS else -1


def parked(now: i64) -> i64:
    """One more fire stays out of the bag until the turn ends."""
    return now + PARKED if now >> 13 & PARKED_MASK < PARKED_MASK else now
