"""Hidden pieces: slots whose face only some know, and decks that only have an order where somebody
knows it.

Everything about a slot is public except its face. A *lot* is a set of pieces shuffled together:
everybody knows which pieces a lot holds and where its slots lie, but not which piece is in which
slot. So drawing from a deck asks chance with weights by the counts, and a possible world is made by
dealing each lot's unknown pieces again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, append, i64, remove_at
from emberstacks.kernel.masks import bit, has, how_many
from emberstacks.kernel.step import EVERYBODY

if TYPE_CHECKING:
    from emberstacks.kernel.state import State

Slot = tuple[i64, i64, i64, i64]  # face, seen, lot, could
# pieces from this number on do not fit into a mask, so nothing can be ruled out about them
MASKED: Final = 62
TRIES: Final = 1000


@final
class Slots:
    """Hands, face-down cards, cards being looked at: one entry per piece, in the order of arrival.

    The pieces in it have the same back: a hand of cards from two different decks is two Slots. No
    view shows the order of arrival: if it matters which of several face-down cards is meant, put
    each into its own Slots.
    """

    def __init__(self, face: Ints, seen: Ints, lot: Ints, could: Ints) -> None:
        self.face = face  # which piece; the only secret
        self.seen = seen  # mask of those who know the face
        self.lot = lot
        # mask of the pieces that public events still allow; -1: any, ~mask: all but those
        self.could = could

    def clone(self) -> Slots:
        return Slots(self.face[:], self.seen[:], self.lot[:], self.could[:])

    def count(self) -> i64:
        return len(self.face)

    def add(self, slot: Slot) -> None:
        self.face = append(self.face, slot[0])
        self.seen = append(self.seen, slot[1])
        self.lot = append(self.lot, slot[2])
        self.could = append(self.could, slot[3])

    def put_first(self, slot: Slot) -> None:
        """Add a slot before all others: the next one of a pile."""
        self.face = Ints([slot[0], *self.face])
        self.seen = Ints([slot[1], *self.seen])
        self.lot = Ints([slot[2], *self.lot])
        self.could = Ints([slot[3], *self.could])

    def take(self, k: i64) -> Slot:
        slot = (self.face[k], self.seen[k], self.lot[k], self.could[k])
        self.face = remove_at(self.face, k)
        self.seen = remove_at(self.seen, k)
        self.lot = remove_at(self.lot, k)
        self.could = remove_at(self.could, k)
        return slot

    def find(self, piece: i64) -> i64:
        """Where a piece is (the most widely seen copy, if there are several); -1 if it is not here."""
        best: i64 = -1
        k: i64
        for k in range(len(self.face)):
            if self.face[k] == piece and (best < 0 or self.leaves_before(k, best)):
                best = k
        return best

    def leaves_before(self, k: i64, other: i64) -> bool:
        """Which of two copies goes: the more widely seen one, else by what is public (no view shows
        which came first).
        """
        wide, narrow = how_many(self.seen[k]), how_many(self.seen[other])
        if wide != narrow:
            return wide > narrow
        if self.seen[k] != self.seen[other]:
            return self.seen[k] < self.seen[other]
        if self.lot[k] != self.lot[other]:
            return self.lot[k] < self.lot[other]
        return self.could[k] < self.could[other]

    def json(self, who: i64, ordered: bool) -> list[list[int | None]]:
        """Each slot as [face or null, seen, lot, could], as `who` (negative: the whole truth) may
        know it.

        A hand is sorted by what is public, because a gap between known cards would give away its
        range; a pile keeps its order, which is public.
        """
        rows: list[list[int | None]] = []
        k: i64
        for k in range(len(self.face)):
            known = who < 0 or self.seen[k] & who != 0
            rows.append([self.face[k] if known else None, self.seen[k], self.lot[k], self.could[k]])
        if who >= 0 and not ordered:
            rows.sort(key=by_public)
        return rows

    def hide(self, who: i64, ordered: bool) -> None:
        """Remove what those in the mask may not know, as `json` does."""
        k: i64
        for k in range(len(self.face)):
            if self.seen[k] & who == 0:
                self.face[k] = -1
        if ordered:
            return
        at: i64
        for k in range(1, len(self.face)):  # hands are short, and mostly in order
            at = k
            while at > 0 and self.before(at, at - 1):
                self.swap(at, at - 1)
                at -= 1

    def before(self, k: i64, other: i64) -> bool:
        """Does a slot come before another one, by what is public?"""
        if self.seen[k] != self.seen[other]:
            return self.seen[k] < self.seen[other]
        if self.lot[k] != self.lot[other]:
            return self.lot[k] < self.lot[other]
        if self.could[k] != self.could[other]:
            return self.could[k] < self.could[other]
        return self.face[k] < self.face[other]

    def swap(self, k: i64, other: i64) -> None:
        face, seen, lot, could = self.face[k], self.seen[k], self.lot[k], self.could[k]
        self.face[k] = self.face[other]
        self.seen[k] = self.seen[other]
        self.lot[k] = self.lot[other]
        self.could[k] = self.could[other]
        self.face[other] = face
        self.seen[other] = seen
        self.lot[other] = lot
        self.could[other] = could


@final
class Deck:
    """A face-down pile: known places on top, a shuffled rest without order, known places at the
    bottom.
    """

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

    def any_shuffled(self) -> bool:
        """Is any piece in no order? Faster than counting them."""
        for n in self.rest:  # noqa: SIM110, compiled rules have no generators
            if n > 0:
                return True
        return False

    def count(self) -> i64:
        return self.top.count() + self.shuffled() + self.bottom.count()

    def empty(self) -> bool:
        return not self.any_shuffled() and self.top.count() == 0 and self.bottom.count() == 0

    def fixed(self) -> bool:
        """Is the next piece already decided, so that drawing it needs no chance?"""
        return self.top.count() > 0 or not self.any_shuffled()

    def weights(self) -> Ints:
        """For the chance step that draws."""
        return self.rest

    def draw(self, outcome: i64) -> Slot:
        """The next slot; the outcome of chance counts only when the deck is not fixed()."""
        if self.top.count() > 0:
            return self.top.take(0)
        if self.any_shuffled():
            self.rest[outcome] -= 1
            return (outcome, 0, self.lot, -1)
        return self.bottom.take(0)

    def hide(self, who: i64) -> None:
        """Remove what those in the mask may not know, as `json` does; the first kind stands for all
        that is shuffled.
        """
        self.top.hide(who, True)
        self.bottom.hide(who, True)
        count = self.shuffled()
        k: i64
        for k in range(len(self.rest)):
            self.rest[k] = count if k == 0 else 0

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


def no_slots() -> Slots:
    """An empty hand."""
    return Slots(Ints([]), Ints([]), Ints([]), Ints([]))


def new_deck(counts: Ints, lot: i64) -> Deck:
    """A shuffled deck with these numbers of each piece; every deck starts with its own lot number."""
    return Deck(no_slots(), counts[:], lot, no_slots())


def all_slots(s: State) -> list[Slots]:
    """Every place that holds slots, in and outside decks."""
    places = list(s.zones())
    for deck in s.decks():
        places.append(deck.top)
        places.append(deck.bottom)
    return places


def counted(s: State, *open_pieces: Ints) -> list[int]:
    """How many pieces of each kind are in all zones and decks and in open lists: the census of a
    game with one deck.
    """
    counts = [int(count) for count in s.decks()[0].rest]
    for pieces in [*[slots.face for slots in all_slots(s)], *open_pieces]:
        for piece in pieces:
            counts[piece] += 1
    return counts


def learn(s: State, slots: Slots, k: i64, who: i64) -> None:
    """Show the face of a slot to those in the mask: the only way a face becomes known."""
    s.learners |= who & ~slots.seen[k]
    slots.seen[k] |= who


def shown(s: State, slot: Slot, who: i64) -> Slot:
    """A slot on its way, now also known to those in the mask."""
    s.learners |= who & ~slot[1]
    return (slot[0], slot[1] | who, slot[2], slot[3])


def new_lot(s: State) -> i64:
    """A lot number that no slot and no deck has."""
    highest: i64 = -1
    for deck in s.decks():
        highest = max(highest, deck.lot)
    for slots in all_slots(s):
        for lot in slots.lot:
            highest = max(highest, lot)
    return highest + 1


def rule_out(s: State, slots: Slots, k: i64, pieces: i64) -> None:
    """A public event shows that a slot is none of the pieces (a mask): the only way to narrow down
    what it could be.
    """
    if slots.could[k] & pieces != 0:
        s.learners |= EVERYBODY & ~slots.seen[k]
        slots.could[k] &= ~pieces


def reshuffle(s: State, deck: Deck, discard: Ints) -> None:
    """Open discards (a count of each piece) are shuffled into what is left of a deck, and are then
    gone.
    """
    take_in_open(s, deck)
    piece: i64
    for piece in range(len(discard)):
        deck.rest[piece] += discard[piece]
        discard[piece] = 0


def shuffle_in(s: State, deck: Deck, slot: Slot) -> None:
    """Shuffle a slot into the rest of a deck: from now on nobody knows where it lies.

    Those who knew its face forget that it is in this deck and not elsewhere with its lot; nobody
    learns anything.
    """
    if slot[1] == EVERYBODY:
        take_in_open(s, deck)
    elif deck.shuffled() == 0:
        deck.lot = slot[2]
    elif slot[2] != deck.lot:
        confine(s, deck.lot, 0)
        confine(s, slot[2], open_face(slot[0]))
        merge(s, slot[2], deck.lot)
    deck.rest[slot[0]] += 1


def take_in_open(s: State, deck: Deck) -> None:
    """Before a piece that everyone has seen joins the rest: it cannot be what others drew from
    there.
    """
    if deck.shuffled() == 0:
        deck.lot = new_lot(s)
    else:
        confine(s, deck.lot, 0)


def secret_pick(s: State, hand: Slots, k: i64, who: i64) -> Slot:
    """Take slot k of a hand while only those in the mask see which: the others lose track of that
    hand.

    Nothing public may tell which slot it was, so all slots of the hand become the same: one lot,
    known to those in the mask who knew the whole hand, and possibly anything that one of them could
    be. This forgets; it never reveals.
    """
    if hand.count() == 1:
        return hand.take(k)
    common = who
    could: i64 = 0
    j: i64
    for j in range(hand.count()):
        confine(s, hand.lot[j], 0)
        common &= hand.seen[j]
        could |= open_face(hand.face[j]) if hand.seen[j] == EVERYBODY else hand.could[j]
    for j in range(hand.count()):
        merge(s, hand.lot[j], hand.lot[0])
    for j in range(hand.count()):
        hand.seen[j] = common
        hand.could[j] = could
    return hand.take(k)


def open_face(piece: i64) -> i64:
    """What a slot could be if everyone has seen its face."""
    return bit(piece) if piece < MASKED else -1


def merge(s: State, one: i64, other: i64) -> None:
    """Two lots become one: nobody can tell their pieces apart any more."""
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


def confine(s: State, lot: i64, moving: i64) -> None:
    """Before pieces join a lot: its slots can only be what it holds now, which everybody knows.

    Pieces on their way out of a slot still count (a mask), because nobody knows that they have
    gone.
    """
    holds = unplaced(s, lot) | moving
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.lot[k] == lot and slots.seen[k] != EVERYBODY:
                slots.could[k] &= holds


def unknown(s: State, who: i64) -> dict[int, list[int]]:
    """Per lot the pieces whose place those in the mask do not know (they do know that these are the
    lot's).
    """
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
    """For all the public knows: could one of the pieces (a mask) be in this hand?"""
    k: i64
    for k in range(hand.count()):
        if hand.seen[k] == EVERYBODY:
            if open_face(hand.face[k]) & pieces != 0:
                return True
        elif hand.could[k] & pieces != 0 and unplaced(s, hand.lot[k]) & hand.could[k] & pieces != 0:
            return True
    return False


def unplaced(s: State, wanted: i64) -> i64:
    """The mask of the pieces of a lot that do not lie open to everybody; -1 (any) if one of them
    fits into no mask.
    """
    mask: i64 = 0
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.lot[k] == wanted and slots.seen[k] != EVERYBODY:
                mask |= open_face(slots.face[k])
    for deck in s.decks():
        if deck.lot == wanted:
            for k in range(len(deck.rest)):
                if deck.rest[k] > 0:
                    mask |= open_face(k)
    return mask


def deal_again(s: State, lots: dict[int, list[int]], who: i64, dealer: Dealer) -> None:
    """Give every face that those in the mask do not know a new possible value.

    Uniform over all possible deals, unless TRIES shuffles in a row contradict what public events
    allow.
    """
    # per lot: the slots to be filled, and their places
    holders: dict[int, list[Slots]] = {lot: [] for lot in lots}
    places: dict[int, list[int]] = {lot: [] for lot in lots}
    k: i64
    for slots in all_slots(s):
        for k in range(slots.count()):
            if slots.seen[k] & who == 0:
                holders[slots.lot[k]].append(slots)
                places[slots.lot[k]].append(k)
    all_decks = s.decks()
    for lot, pieces in lots.items():
        held, at = holders[lot], places[lot]
        limits = [int(held[i].could[at[i]]) for i in range(len(at))]
        decks = [deck for deck in all_decks if deck.lot == lot]
        for deck in decks[:-1]:  # the last one takes what is left
            limits += [-1] * int(deck.shuffled())
        pool = shuffled_to_fit(pieces, limits, dealer)
        for i in range(len(at)):
            held[i].face[at[i]] = pool[i]
        start = len(at)
        for deck in decks:
            stop = start + int(deck.shuffled())
            for i in range(len(deck.rest)):
                deck.rest[i] = 0
            for i in range(start, stop):
                deck.rest[pool[i]] += 1
            start = stop


def shuffled_to_fit(pieces: list[int], limits: list[int], dealer: Dealer) -> list[int]:
    """The pieces in random order, the first of them each allowed by its limit (a mask; -1: any)."""
    pool = pieces[:]
    for attempt in range(TRIES):
        if shuffled_so_far(pool, limits, dealer) == len(limits):
            return pool
    shuffled_so_far(pool, [-1] * len(pool), dealer)
    return matched(pool, limits)


def shuffled_so_far(pool: list[int], limits: list[int], dealer: Dealer) -> int:
    """Shuffle the first of the pool, one for each limit; returns how many fitted before one did
    not.
    """
    for i in range(len(limits)):
        j = i + int(dealer.below(len(pool) - i))
        pool[i], pool[j] = pool[j], pool[i]
        if limits[i] != -1 and not has(limits[i], pool[i]):
            return i
    return len(limits)


def matched(pool: list[int], limits: list[int]) -> list[int]:
    """An order of the pool that fits the limits, found by augmenting paths: each can come up,
    though not equally often.
    """
    slot_of = [-1] * len(pool)
    for slot in range(len(limits)):
        if not place(slot, pool, limits, slot_of, set()):
            raise ValueError("no possible world: what is publicly known contradicts itself")
    order = sorted(range(len(pool)), key=lambda p: (slot_of[p] < 0, slot_of[p]))
    return [pool[p] for p in order]


def place(
    slot: int, pool: list[int], limits: list[int], slot_of: list[int], tried: set[int]
) -> bool:
    """Find a piece for the slot: a free one, else one whose slot finds another."""
    fitting = [p for p in range(len(pool)) if has(limits[slot], pool[p])]
    for p in fitting:
        if slot_of[p] < 0:
            slot_of[p] = slot
            return True
    for p in fitting:
        if p not in tried:
            tried.add(p)
            if place(slot_of[p], pool, limits, slot_of, tried):
                slot_of[p] = slot
                return True
    return False
