"""The rest of a game of the early prototype: everything is open, and a stage is a turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from emberstacks.bots.endgame import Rest
from emberstacks.bots.minds.fire_prototype.turn import PACE
from emberstacks.kernel.state import State

TURNS: Final = 2  # of the usual pace that bring somebody past the end of the track; ours
BOOKS: Final = 2  # of a shelf that may still burn; ours


class PrototypeRest(Rest):
    """The order of the books makes no difference: once a wing has fallen, it does not matter which
    of the others burn.
    """

    def near(self, s: State) -> bool:
        table: Any = s
        left = min(
            most - burned for most, burned in zip(table.box.collapse, table.burned, strict=True)
        )
        late = table.box.knowledge - max(table.knowledge) < TURNS * PACE
        return bool(late or left <= BOOKS) or self.home(s) or self.sure(s)

    def home(self, s: State) -> bool:
        """Would scoring now pass the end of the track?"""
        table: Any = s
        return bool(
            table.drawn and table.knowledge[table.active()] + table.points() > table.box.knowledge
        )

    def sure(self, s: State) -> bool:
        """The last round."""
        table: Any = s
        return bool(table.round == table.box.rounds)

    def key(self, s: State) -> Hashable:
        """What is not in the bag is on the card; the round matters only for the stage."""
        table: Any = s
        step = type(s.step).__name__, int(s.step.seat)
        people = tuple(table.knowledge), tuple(table.buckets), tuple(table.holder)
        return (
            step,
            tuple(table.bag),
            int(table.fires),
            tuple(table.burned),
            people,
            int(table.card),
            int(table.round),
        )

    def stage(self, s: State) -> Hashable:
        table: Any = s
        return int(table.round), int(table.card)
