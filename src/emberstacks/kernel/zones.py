"""Hidden pieces: slots whose face is known to some, decks whose order exists only where somebody knows it.

Everything about a slot is public except its face. A *lot* is a set of pieces shuffled together: everybody knows which
pieces a lot holds and where its slots lie, but not which piece is in which slot. So drawing from a deck asks chance with
weights by the counts, and a possible world is made by dealing each lot's unknown pieces again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64, minus, plus
from emberstacks.kernel.step import EVERYBODY

if TYPE_CHECKING:
    from emberstacks.kernel.state import State

BITS: Final = Ints([2**k for k in range(62)])
Slot = tuple[i64, i64, i64, i64]  # face, seen, lot, could


class Slots:
    """Hands, face-down cards, cards being looked at: one entry a piece, in the order of arrival."""

    def __init__(self, face: Ints, seen: Ints, lot: Ints, could: Ints) -> None:
        self.face = face  # which piece; the only secret
        self.seen = seen  # mask of those who know the face
        self.lot = lot
        self.could = could  # mask of the pieces that public events still allow; -1: any

    def clone(self) -> Slots:
        return Slots(self.face[:], self.seen[:], self.lot[:], self.could[:])

    def count(self) -> i64:
        return len(self.face)

    def add(self, slot: Slot) -> None:
        self.face = plus(self.face, slot[0])
        self.seen = plus(self.seen, slot[1])
        self.lot = plus(self.lot, slot[2])
        self.could = plus(self.could, slot[3])

    def put_first(self, slot: Slot) -> None:
        """Add a slot before all others: the next one of a pile."""
        self.face = Ints([slot[0], *self.face])
        self.seen = Ints([slot[1], *self.seen])
        self.lot = Ints([slot[2], *self.lot])
        self.could = Ints([slot[3], *self.could])

    def take(self, k: i64) -> Slot:
        slot = (self.face[k], self.seen[k], self.lot[k], self.could[k])
        self.face = minus(self.face, k)
        self.seen = minus(self.seen, k)
        self.lot = minus(self.lot, k)
        self.could = minus(self.could, k)
        return slot

    def find(self, piece: i64) -> i64:
        """Where a piece lies, of several the copy most widely seen; -1 where it is not here."""
        best: i64 = -1
        k: i64
        for k in range(len(self.face)):
            if self.face[k] == piece and (best < 0 or bits(self.seen[k]) > bits(self.seen[best])):
                best = k
        return best

    def json(self, who: i64, ordered: bool) -> list[list[int | None]]:
        """Each slot as [face or null, seen, lot, could], as far as `who` (negative: the whole truth) may know.

        A hand is written sorted by what is public, because the place of a gap between known cards would tell its range; a
        pile keeps its order, which is public knowledge.
        """
        rows: list[list[int | None]] = []
        k: i64
        for k in range(len(self.face)):
            known = who < 0 or self.seen[k] & who != 0
            rows.append([self.face[k] if known else None, self.seen[k], self.lot[k], self.could[k]])
        if who >= 0 and not ordered:
            rows.sort(key=by_public)
        return rows


class Deck:
    """A face-down pile: known places on top, a shuffled rest without order, known places at the bottom."""

    def __init__(self, top: Slots, rest: Ints, lot: i64, bottom: Slots) -> None:
        self.top = top  # the first is drawn next
        self.rest = rest  # how many of each piece
        self.lot: i64 = lot  # of the rest
        self.bottom = bottom  # the last is drawn last

    def clone(self) -> Deck:
        return Deck(self.top.clone(), self.rest[:], self.lot, self.bottom.clone())

    def shuffled(self) -> i64:
        """How many pieces lie in no order."""
        total: i64 = 0
        for n in self.rest:
            total += n
        return total

    def count(self) -> i64:
        return self.top.count() + self.shuffled() + self.bottom.count()

    def fixed(self) -> bool:
        """The next piece is decided already, so that drawing it asks no chance."""
        return self.top.count() > 0 or self.shuffled() == 0

    def weights(self) -> Ints:
        """For the chance step that draws."""
        return self.rest

    def draw(self, outcome: i64) -> Slot:
        """The next slot; the outcome of chance counts only when the deck is not fixed()."""
        if self.top.count() > 0:
            return self.top.take(0)
        if self.shuffled() > 0:
            self.rest[outcome] -= 1
            return (outcome, 0, self.lot, -1)
        return self.bottom.take(0)

    def json(self, who: i64) -> dict[str, Any]:
        rest: Any = list(self.rest) if who < 0 else int(self.shuffled())
        return {
            "top": self.top.json(who, True),
            "rest": rest,
            "lot": int(self.lot),
            "bottom": self.bottom.json(who, True),
        }


def by_public(row: list[int | None]) -> list[int]:
    face, seen, lot, could = row
    return [seen or 0, lot or 0, could or 0, -1 if face is None else face]


def bit(k: i64) -> i64:
    """The mask of this one piece. Compiled, a literal 1 has only 32 bits, so `1 << k` is wrong for pieces from 31 on.

    >>> bit(3), bit(40) == 2**40
    (8, True)
    """
    return BITS[k]


def bits(mask: i64) -> i64:
    """How many bits of a mask are set."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def no_slots() -> Slots:
    """An empty hand."""
    return Slots(Ints([]), Ints([]), Ints([]), Ints([]))


def new_deck(counts: Ints, lot: i64) -> Deck:
    """A shuffled deck with so many of each piece; every deck starts with a lot number of its own."""
    return Deck(no_slots(), counts[:], lot, no_slots())


def all_slots(s: State) -> list[Slots]:
    """Every place that holds slots, in and outside decks."""
    places = list(s.zones())
    for deck in s.decks():
        places.append(deck.top)
        places.append(deck.bottom)
    return places


def learn(s: State, slots: Slots, k: i64, who: i64) -> None:
    """Show the face of a slot to those in the mask: the only way a face becomes known."""
    s.learners |= who & ~slots.seen[k]
    slots.seen[k] |= who


def shown(s: State, slot: Slot, who: i64) -> Slot:
    """A slot that is on its way, now known also to those in the mask."""
    s.learners |= who & ~slot[1]
    return (slot[0], slot[1] | who, slot[2], slot[3])


def new_lot(s: State) -> i64:
    """A lot number that no slot and no deck bears."""
    highest: i64 = -1
    for deck in s.decks():
        highest = max(highest, deck.lot)
    for slots in all_slots(s):
        for lot in slots.lot:
            highest = max(highest, lot)
    return highest + 1


def reshuffle(s: State, deck: Deck, discard: Ints) -> None:
    """An empty deck is made anew from open discards (a count of each piece), which are then gone."""
    deck.lot = new_lot(s)
    piece: i64
    for piece in range(len(discard)):
        deck.rest[piece] += discard[piece]
        discard[piece] = 0


def shuffle_in(s: State, deck: Deck, slot: Slot) -> None:
    """Shuffle a slot into the rest of a deck: from now on nobody knows where it lies."""
    merge(s, slot[2], deck.lot)
    deck.rest[slot[0]] += 1


def secret_pick(s: State, hand: Slots, k: i64, who: i64) -> Slot:
    """Take slot k of a hand while only those in the mask see which: the others lose track of that hand."""
    first = hand.lot[0]
    j: i64
    for j in range(hand.count()):
        merge(s, hand.lot[j], first)
    for j in range(hand.count()):
        hand.seen[j] &= who
        if hand.count() > 1:
            hand.could[j] = -1
    return hand.take(k)


def merge(s: State, one: i64, other: i64) -> None:
    """Two lots are from now on one: their pieces can no longer be told apart."""
    low = min(one, other)
    high = max(one, other)
    if low == high:
        return
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.lot[k] == high:
                slots.lot[k] = low
    for deck in s.decks():
        if deck.lot == high:
            deck.lot = low


def unknown(s: State, who: i64) -> dict[int, list[int]]:
    """Per lot the pieces whose place those in the mask do not know (they do know that these are the lot's)."""
    lots: dict[int, list[int]] = {}
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.seen[k] & who == 0:
                lots.setdefault(slots.lot[k], []).append(slots.face[k])
    for deck in s.decks():
        for k in range(len(deck.rest)):
            if deck.rest[k] > 0:
                lots.setdefault(deck.lot, []).extend([int(k)] * int(deck.rest[k]))
    return {lot: sorted(lots[lot]) for lot in sorted(lots)}


def may_hold(s: State, hand: Slots, pieces: i64) -> bool:
    """By public knowledge alone: could one of the pieces (a mask) lie in this hand?"""
    k: i64
    for k in range(hand.count()):
        if hand.seen[k] == EVERYBODY:
            if pieces >> hand.face[k] & 1:
                return True
        elif hand.could[k] & pieces != 0 and unplaced(s, hand.lot[k]) & hand.could[k] & pieces != 0:
            return True
    return False


def unplaced(s: State, wanted: i64) -> i64:
    """The mask of the pieces of a lot that do not lie open to everybody."""
    mask: i64 = 0
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.lot[k] == wanted and slots.seen[k] != EVERYBODY:
                mask |= bit(slots.face[k])
    for deck in s.decks():
        if deck.lot == wanted:
            for k in range(len(deck.rest)):
                if deck.rest[k] > 0:
                    mask |= bit(k)
    return mask


def deal_again(s: State, lots: dict[int, list[int]], who: i64, dealer: Dealer) -> None:
    """Give every face that those in the mask do not know a new possible value.

    Uniform over all possible deals, unless 200 shuffles in a row contradict what public events allow.
    """
    for lot, pieces in lots.items():
        holders: list[Slots] = []
        places: list[int] = []
        limits: list[int] = []
        for slots in all_slots(s):
            for k in range(slots.count()):
                if slots.lot[k] == lot and slots.seen[k] & who == 0:
                    holders.append(slots)
                    places.append(k)
                    limits.append(slots.could[k])
        pool = shuffled_to_fit(pieces, limits, dealer)
        for i in range(len(places)):
            holders[i].face[places[i]] = pool[i]
        start = len(places)
        for deck in s.decks():
            if deck.lot == lot:
                stop = start + int(deck.shuffled())
                for i in range(len(deck.rest)):
                    deck.rest[i] = 0
                for i in range(start, stop):
                    deck.rest[pool[i]] += 1
                start = stop


def shuffled_to_fit(pieces: list[int], limits: list[int], dealer: Dealer) -> list[int]:
    """The pieces in random order, the first of them each allowed by its limit (a mask; -1: any)."""
    pool = pieces[:]
    size = len(pool)
    for attempt in range(200):
        fits = True
        for i in range(len(limits)):
            j = i + int(dealer.below(size - i))
            pool[i], pool[j] = pool[j], pool[i]
            if limits[i] >= 0 and not limits[i] >> pool[i] & 1:
                fits = False
        if fits:
            return pool
    return matched(pool, limits)


def matched(pool: list[int], limits: list[int]) -> list[int]:
    """The pool in an order that fits the limits, found by augmenting paths."""
    slot_of = [-1] * len(pool)
    for slot in range(len(limits)):
        if not place(slot, pool, limits, slot_of, set()):
            raise ValueError("no possible world: what is publicly known contradicts itself")
    order = sorted(range(len(pool)), key=lambda p: (slot_of[p] < 0, slot_of[p]))
    return [pool[p] for p in order]


def place(slot: int, pool: list[int], limits: list[int], slot_of: list[int], tried: set[int]) -> bool:
    """Find the slot a piece, moving others on where needed."""
    for p in range(len(pool)):
        if p not in tried and (limits[slot] < 0 or limits[slot] >> pool[p] & 1):
            tried.add(p)
            if slot_of[p] < 0 or place(slot_of[p], pool, limits, slot_of, tried):
                slot_of[p] = slot
                return True
    return False
