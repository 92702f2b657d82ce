"""What is good in the early prototype of Fire in the Library: the exact expectation of one turn,
from what is open.

It maximises what its turn brings on average: the points, and a price for every bucket left at the
end. Passing 100 is worth all points still missing and the most buckets, so that nothing is better.
A wing that collapses is worth the same to a sole leader and costs the others as much. What comes
after the turn does not count.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.heuristic import Heuristic
from emberstacks.bots.memo import Memo
from emberstacks.games.fire_prototype.components import CARDS, FIRE, SHELVES, TRACK
from emberstacks.games.fire_prototype.state import FREE, FireTable
from emberstacks.games.fire_prototype.steps import DrawOrScore, TakeCard, UseBucket
from emberstacks.kernel.ints import Floats, Ints, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

TOKEN_BITS: Final = 6  # for the tokens of a kind in the bag
TOKEN_MASK: Final = (1 << TOKEN_BITS) - 1
FIRES: Final = (SHELVES + 1) * TOKEN_BITS  # where the number of fires that count begins
SCORE: Final = 1  # the code of scoring; 0 is drawing again
KEEP: Final = 1  # the code of keeping a bucket; 0 is spending it


@final
class PrototypeWorths(Heuristic):
    """Greed in the prototype, with its weights (weights.toml)."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.bucket = weights["bucket"]
        self.burns = weights["burns"]
        self.reach = weights["reach"]

    def worths(self, s: State, seat: i64, codes: Ints) -> Floats:
        assert isinstance(s, FireTable)
        step = s.step
        found = Floats([0.0] * len(codes))
        k: i64
        if isinstance(step, TakeCard):
            cards = self.cards(s, seat)
            for k in range(len(codes)):
                found[k] = cards[codes[k]]
            return found
        turn = Turn(s, seat, s.card, self.values(s, 0), self.bucket)
        bag, drawn, fires, buckets, points = (
            packed(s.bag),
            s.drawn,
            s.fires,
            s.buckets[seat],
            turn.drawn_points(s),
        )
        for k in range(len(codes)):
            code = codes[k]
            if isinstance(step, DrawOrScore):
                scored = turn.score(buckets, points)
                if scored == turn.win:  # even if drawing again could not hurt
                    found[k] = 1.0 if code == SCORE else 0.0
                else:
                    found[k] = (
                        scored if code == SCORE else turn.draw(bag, drawn, fires, buckets, points)
                    )
            else:
                assert isinstance(step, UseBucket), "a question that nobody has thought about"
                if code == KEEP:
                    found[k] = turn.keep(bag, drawn, fires, buckets, points)
                else:
                    found[k] = turn.douse(bag, drawn, fires, buckets, points)
        return found

    def cards(self, s: FireTable, seat: i64) -> Floats:
        """What a turn on each free card brings; the turns before it make books more valuable, or
        end the game first.
        """
        found = Floats([0.0] * CARDS)
        feared: i64 = 0  # assume that the rival nearest to the end takes a free card
        other: i64
        card: i64
        for other in range(s.seats):
            free = other != seat
            for card in range(CARDS):
                if s.holder[card] == other:
                    free = False
            if free:
                feared = max(feared, s.knowledge[other])
        goes_on = 1.0
        turns_before: i64
        for turns_before, card in enumerate(s.box.cards[int(s.seats)]):
            holder = s.holder[card]
            if holder == FREE:
                turn = Turn(s, seat, card, self.values(s, turns_before), self.bucket)
                found[card] = goes_on * turn.draw(turn.full, 0, 0, s.buckets[seat], 0.0)
            missing = s.box.knowledge + 1 - (feared if holder == FREE else s.knowledge[holder])
            goes_on *= min(1.0, float(missing) / self.reach)
        return found

    def values(self, s: FireTable, turns_before: i64) -> Floats:
        """What a book of each shelf is worth, now or after some more turns."""
        found = Floats([0.0] * SHELVES)
        shelf: i64
        for shelf in range(SHELVES):
            k = shelf * TRACK + s.burned[shelf]
            now = s.box.values[k]
            # after the last value comes the X, which raises no value
            found[shelf] = float(now) + float(turns_before) * self.burns * float(
                max(0, s.box.values[k + 1] - now)
            )
        return found


@final
class Turn:
    """A turn of one seat on one card.

    A moment of it: the bag, the tokens drawn, the fires that count, the buckets, and the worth of
    the books drawn.
    """

    def __init__(self, s: FireTable, seat: i64, card: i64, worth: Floats, bucket: float) -> None:
        box = s.box
        self.bucket = bucket
        self.worth = worth  # of a book of each shelf
        self.full: i64 = packed(s.bag)
        for token in s.spaces:
            if token >= 0:
                self.full += one_token(token)
        self.room = Ints([0] * SHELVES)
        shelf: i64
        for shelf in range(SHELVES):
            self.room[shelf] = box.collapse[shelf] - s.burned[shelf]
        self.safe = box.safe[card * TRACK : (card + 1) * TRACK]
        self.spaces: i64 = box.spaces[card]
        self.bravery = float(box.bravery[card])
        self.most_buckets: i64 = box.most_buckets
        self.missing = float(box.knowledge + 1 - s.knowledge[seat])
        self.win = self.missing + self.bucket * float(self.most_buckets)
        self.collapse = self.win
        other: i64
        for other in range(s.seats):
            if other != seat and s.knowledge[other] >= s.knowledge[seat]:
                self.collapse = -self.win
        self.known = Memo()  # what drawing brings; the rest of a moment follows from bag and fires

    def drawn_points(self, s: FireTable) -> float:
        """The worth of the books on the card."""
        points = 0.0
        k: i64
        for k in range(s.drawn):
            if s.spaces[k] != FIRE:
                points += self.worth[s.spaces[k]]
        return points

    def draw(self, bag: i64, drawn: i64, fires: i64, buckets: i64, points: float) -> float:
        key = bag + (fires << FIRES)
        place = self.known.find(key)
        if self.known.known(place):
            return self.known.values[place]
        total = 0.0
        size: i64 = 0
        token: i64
        for token in range(SHELVES):
            count = bag >> TOKEN_BITS * token & TOKEN_MASK
            if count > 0:
                size += count
                after = bag - one_token(token)
                total += float(count) * self.decide(
                    after, drawn + 1, fires, buckets, points + self.worth[token]
                )
        count = bag >> TOKEN_BITS * FIRE & TOKEN_MASK
        if count > 0:
            size += count
            after = bag - one_token(FIRE)
            kept = self.keep(after, drawn + 1, fires, buckets, points)
            total += float(count) * max(kept, self.douse(after, drawn + 1, fires, buckets, points))
        value = total / float(size)
        self.known.add(key, value)
        return value

    def douse(self, bag: i64, drawn: i64, fires: i64, buckets: i64, points: float) -> float:
        return self.decide(bag, drawn, fires, buckets - 1, points) if buckets > 0 else -self.win

    def keep(self, bag: i64, drawn: i64, fires: i64, buckets: i64, points: float) -> float:
        if fires == 0 and self.safe[drawn - 1] == 1:
            return self.decide(bag, drawn, 1, buckets, points)
        shelf: i64
        for shelf in range(SHELVES):
            burning = (self.full >> TOKEN_BITS * shelf & TOKEN_MASK) - (
                bag >> TOKEN_BITS * shelf & TOKEN_MASK
            )
            if burning >= self.room[shelf]:
                return self.collapse
        return self.bucket * float(min(buckets + 1, self.most_buckets))

    def decide(self, bag: i64, drawn: i64, fires: i64, buckets: i64, points: float) -> float:
        """The better of drawing and scoring; a full card must be scored."""
        score = self.score(buckets, points)
        return (
            score
            if drawn == self.spaces
            else max(score, self.draw(bag, drawn, fires, buckets, points))
        )

    def score(self, buckets: i64, points: float) -> float:
        points += self.bravery
        return self.win if points >= self.missing else points + self.bucket * float(buckets)


def one_token(token: i64) -> i64:
    """A token of this kind, as the bag counts it."""
    one: i64 = 1
    return one << TOKEN_BITS * token


def packed(bag: Ints) -> i64:
    """A bag as one number."""
    found: i64 = 0
    token: i64
    for token in range(SHELVES + 1):
        found += bag[token] << TOKEN_BITS * token
    return found
