"""Playouts of the early prototype of Fire in the Library: one draw ahead, which is quick and nearly
right.
"""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ismcts import Policy
from emberstacks.games.fire_prototype.components import FIRE, SHELVES
from emberstacks.games.fire_prototype.state import FireTable
from emberstacks.games.fire_prototype.steps import DrawOrScore, TakeCard, UseBucket
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

# All of these are ours.
BUCKET: Final = 5  # points that the bucket from a burned turn is worth
WIN: Final = 10  # points that winning is worth on top of those that were missing
REACH: Final = 40  # with this many points missing, nobody passes the end of the track in one turn


class FirePrototypeInsight(Policy):
    """Draws while the next token brings more than it risks, saves its books with buckets, and goes
    first late in the game.

    Without the last, players who are behind could not use choosing first, and every lead would look
    too safe.
    """

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        assert isinstance(s, FireTable)
        step = s.step
        if isinstance(step, DrawOrScore):
            return 0 if worth_drawing(s, seat) else 1
        if isinstance(step, UseBucket):
            warning = s.fires == 0 and is_safe(s, s.drawn - 1)
            return 1 if warning or s.points() < BUCKET else 0
        if isinstance(step, TakeCard) and most(s.knowledge) > s.box.knowledge - REACH:
            return codes[0]
        return codes[dealer.below(len(codes))]


def worth_drawing(s: FireTable, seat: i64) -> bool:
    """Does the next token bring more than it risks? Points that win the game are taken, and those
    that would count more.
    """
    points = s.points()
    missing = s.box.knowledge + 1 - s.knowledge[seat]
    if points >= missing:
        return False
    gain: i64 = 0
    shelf: i64
    for shelf in range(SHELVES):
        value = s.value(shelf)
        gain += s.bag[shelf] * (value if points + value < missing else missing + WIN - points)
    if (s.fires == 0 and is_safe(s, s.drawn)) or s.buckets[seat] > 0:
        return gain > 0
    return gain > s.bag[FIRE] * (points - BUCKET)


def is_safe(s: FireTable, space: i64) -> bool:
    places = len(s.box.safe) // len(s.box.spaces)
    return s.box.safe[s.card * places + space] == 1


def most(numbers: Ints) -> i64:
    """The largest of some points."""
    best: i64 = 0
    for number in numbers:
        best = max(best, number)
    return best
