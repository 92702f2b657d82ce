"""The exact solution of a push-your-luck turn, with the kernel's own steps: every draw and every
answer, with a memo.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, Final, NamedTuple

from emberstacks.kernel.ints import Ints
from emberstacks.kernel.loop import answer, give, legal, to_act
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE

# positions of a turn; ours: a slow machine looks at this many in a second or two
MOST: Final = 10_000


class TooLarge(Exception):
    """The turn has too many positions to look at."""


class Outlook(NamedTuple):
    """What a position of a turn leads to if its player plays on as well as possible."""

    worth: float  # what the end of the turn is worth on average
    burns: float  # the chance that the turn is lost to the fire
    points: float  # that the turn brings on average


def merit(outlook: Outlook) -> tuple[float, float, float]:
    """Compares by worth; among equals, the less dangerous is better."""
    return round(outlook.worth, 9), -outlook.burns, outlook.points


class Turn:
    """What a solver must know about a turn: one subclass per game, made for one seat and the
    current position.
    """

    costly: ClassVar[float] = 0.05  # a difference in worth that a player should hear of

    def __init__(self, start: State, seat: int) -> None:
        self.seat = seat

    def goes_on(self, s: State) -> bool:
        """Is this still a position of the turn?"""
        raise NotImplementedError

    def key(self, s: State) -> Hashable:
        """The part of a position that matters for the rest of the turn."""
        raise NotImplementedError

    def answers(self, s: State, codes: Ints) -> Sequence[int]:
        """The player's answers worth looking at after the first one."""
        return list(codes)

    def end(self, s: State) -> Outlook:
        """What a position after the turn is worth."""
        raise NotImplementedError


class Solver:
    """All positions of one turn, each looked at once."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.known: dict[Hashable, Outlook] = {}

    def outlook(self, s: State) -> Outlook:
        """What a position leads to; TooLarge if the turn has too many."""
        if not self.turn.goes_on(s):
            return self.turn.end(s)
        key = self.turn.key(s)
        if key not in self.known:
            if len(self.known) >= MOST:
                raise TooLarge
            self.known[key] = self.drawn(s) if s.step.seat == CHANCE else self.answered(s)
        return self.known[key]

    def drawn(self, s: State) -> Outlook:
        """The weighted average over what chance may bring."""
        weights = s.step.weights(s)
        sums = [0.0, 0.0, 0.0]
        total = float(sum(weights))
        for code, weight in enumerate(weights):
            if weight > 0:
                for k, part in enumerate(self.after(s, CHANCE, code)):
                    sums[k] += float(weight) * part / total
        return Outlook(*sums)

    def answered(self, s: State) -> Outlook:
        """The player's best answer; for others, the answer of somebody who has left."""
        seat = int(to_act(s))
        if seat != self.turn.seat:
            return self.after(s, seat, int(s.step.default(s, seat)))
        return max(
            (self.after(s, seat, code) for code in self.turn.answers(s, legal(s, seat))), key=merit
        )

    def after(self, s: State, seat: int, code: int) -> Outlook:
        """What an answer leads to."""
        twin = s.clone()
        if seat == CHANCE:
            answer(twin, code)
        else:
            give(twin, seat, code)
        return self.outlook(twin)
