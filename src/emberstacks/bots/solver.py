"""The exact solution of a turn that presses its luck, through the kernel's own steps: every draw, every answer, remembered."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from emberstacks.kernel.ints import Ints
from emberstacks.kernel.loop import answer, give, legal, to_act
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE

MOST: Final = 10_000  # positions of a turn; ours, as many as a slow machine looks at within a second or two


class TooLarge(Exception):
    """The turn has more positions than anybody wants to wait for."""


class Outlook(NamedTuple):
    """What a position of a turn leads to when its player goes on as well as possible."""

    worth: float  # what the end of the turn is worth on average
    burns: float  # the chance that the turn is lost to the fire
    points: float  # that the turn brings on average


def merit(outlook: Outlook) -> tuple[float, float, float]:
    """What is better: the worth, and of equals the less dangerous."""
    return round(outlook.worth, 9), -outlook.burns, outlook.points


class Turn:
    """What a solver must be told about the turn of a game: a subclass a game, made for one seat and the turn's position now."""

    def __init__(self, start: State, seat: int) -> None:
        self.seat = seat

    def goes_on(self, s: State) -> bool:
        """Is this still a position of the turn?"""
        raise NotImplementedError

    def key(self, s: State) -> Hashable:
        """What of a position makes a difference to the rest of the turn."""
        raise NotImplementedError

    def answers(self, s: State, codes: Ints) -> Sequence[int]:
        """The answers of the player worth looking at beyond the first."""
        return list(codes)

    def end(self, s: State) -> Outlook:
        """What a position after the turn is worth."""
        raise NotImplementedError


class Solver:
    """All positions of one turn that have been looked at, each once."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.known: dict[Hashable, Outlook] = {}

    def outlook(self, s: State) -> Outlook:
        """What a position leads to; TooLarge where the turn has too many."""
        if not self.turn.goes_on(s):
            return self.turn.end(s)
        key = self.turn.key(s)
        if key not in self.known:
            if len(self.known) >= MOST:
                raise TooLarge
            self.known[key] = self.drawn(s) if s.step.seat == CHANCE else self.answered(s)
        return self.known[key]

    def drawn(self, s: State) -> Outlook:
        """The average over what chance may bring, by its weights."""
        weights = s.step.weights(s)
        sums = [0.0, 0.0, 0.0]
        total = float(sum(weights))
        for code, weight in enumerate(weights):
            if weight > 0:
                for k, part in enumerate(self.after(s, CHANCE, code)):
                    sums[k] += float(weight) * part / total
        return Outlook(*sums)

    def answered(self, s: State) -> Outlook:
        """The best answer of the player; of others, the one for somebody who has gone."""
        seat = int(to_act(s))
        if seat != self.turn.seat:
            return self.after(s, seat, int(s.step.default(s, seat)))
        return max((self.after(s, seat, code) for code in self.turn.answers(s, legal(s, seat))), key=merit)

    def after(self, s: State, seat: int, code: int) -> Outlook:
        """What an answer leads to."""
        twin = s.clone()
        if seat == CHANCE:
            answer(twin, code)
        else:
            give(twin, seat, code)
        return self.outlook(twin)
