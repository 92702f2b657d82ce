"""Playouts of the early prototype of Fire in the Library: one draw ahead, which is quick and nearly right."""

from __future__ import annotations

from typing import Any, Final

from emberstacks.bots.ismcts import Policy
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

# All of these are ours.
BUCKET: Final = 5.0  # points that a turn which burns brings in the shape of a bucket
WIN: Final = 10.0  # points that winning is worth beyond those that were missing
REACH: Final = 40  # points still missing from which nobody passes the end of the track in one turn


class FirePrototypeInsight(Policy):
    """Draws while the next token brings more than it risks, saves its books with buckets, and goes first when it is late.

    Without the last, players who are behind could not use choosing first, and every lead would look too safe.
    """

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        table: Any = s
        name = type(s.step).__name__
        if name == "DrawOrScore":
            return 0 if worth_drawing(table, seat) else 1
        if name == "UseBucket":
            warning = table.fires == 0 and is_safe(table, table.drawn - 1)
            return 1 if warning or table.points() < BUCKET else 0
        if name == "TakeCard" and max(table.knowledge) > table.box.knowledge - REACH:
            return codes[0]
        return codes[dealer.below(len(codes))]


def worth_drawing(table: Any, seat: int) -> bool:
    """Does the next token bring more than it risks? Points that win the game are taken, and those that would count more."""
    points = table.points()
    missing = table.box.knowledge + 1 - table.knowledge[seat]
    if points >= missing:
        return False
    fire = len(table.burned)
    gain = 0.0
    for shelf in range(fire):
        value = table.value(shelf)
        gain += table.bag[shelf] * (value if points + value < missing else missing + WIN - points)
    if (table.fires == 0 and is_safe(table, table.drawn)) or table.buckets[seat] > 0:
        return bool(gain > 0)
    return bool(gain > table.bag[fire] * (points - BUCKET))


def is_safe(table: Any, space: int) -> bool:
    places = len(table.box.safe) // len(table.box.spaces)
    return bool(table.box.safe[table.card * places + space] == 1)
