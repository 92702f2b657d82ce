"""The turn of the early prototype of Fire in the Library; its end is worth the chance to win from
there.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, ClassVar, Final

from emberstacks.bots.solver import Outlook, Turn
from emberstacks.games import game_by_id
from emberstacks.kernel.state import OVER, State

# All of these are ours, from games of bots that draw well.
PACE: Final = 13.0  # points per turn
SWING: Final = 11.0  # by which a turn differs from that
BUCKET: Final = 5.0  # points that a bucket is worth
INSIDE: Final = ("Draw", "UseBucket", "DrawOrScore")


class PrototypeTurn(Turn):
    """Everything is public, so this is exact except for the worth of its end."""

    costly: ClassVar[float] = 0.03  # of the win; about 3 points early in a game; ours

    def __init__(self, start: State, seat: int) -> None:
        super().__init__(start, seat)
        table: Any = start
        self.when = table.round, table.card
        self.knowledge = int(table.knowledge[seat])

    def goes_on(self, s: State) -> bool:
        table: Any = s
        return (table.round, table.card) == self.when and type(s.step).__name__ in INSIDE

    def key(self, s: State) -> Hashable:
        """The order of the books makes no difference, and what is not in the bag is on the card."""
        table: Any = s
        return (
            type(s.step).__name__,
            tuple(table.bag),
            int(table.fires),
            int(table.buckets[self.seat]),
        )

    def end(self, s: State) -> Outlook:
        table: Any = s
        points = int(table.knowledge[self.seat]) - self.knowledge
        return Outlook(self.win_chance(s), float(points == 0), float(points))

    def win_chance(self, s: State) -> float:
        """At the end: the share of the win. Before: as if everybody had the same pace from here on,
        and luck did the rest.
        """
        table: Any = s
        if s.step is OVER:
            game = game_by_id("fire-prototype")
            return game.shares(game.winners(s), s.seats)[self.seat]
        to_come = {int(table.holder[card]) for card in range(table.card, len(table.holder))}
        ahead = [
            table.knowledge[seat]
            + BUCKET * table.buckets[seat]
            + (PACE if seat in to_come else 0.0)
            for seat in range(s.seats)
        ]
        rounds = max(0.5, (table.box.knowledge + 1 - max(table.knowledge)) / PACE)
        unit = 1.4 * SWING * math.sqrt(rounds)
        best = max(ahead)
        shares = [math.exp((points - best) / unit) for points in ahead]
        return shares[self.seat] / sum(shares)
