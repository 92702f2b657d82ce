"""What a game's mind thinks of answers at first sight. Each game may have its own heuristic, which
is compiled with it.
"""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ismcts import Policy
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Floats, Ints, i64, mypyc_attr
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py


@mypyc_attr(allow_interpreted_subclasses=True)
class Sight:
    """A position as a seat sees it."""

    def worth(self, code: i64) -> float:
        """How good an answer is for the seat, compared with the others to the same question."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Made once from a game's weights; you can ask it as often as you like."""

    def sight(self, s: State, seat: i64) -> Sight:
        """A position as the seat that is asked sees it."""
        raise NotImplementedError

    def worths(self, s: State, seat: i64, codes: Ints) -> Floats:
        """How good each answer is for the seat that is asked.

        Only what the seat may know is read, so the worths are the same in all worlds that look the
        same to it.
        """
        sight = self.sight(s, seat)
        found = Floats([0.0] * len(codes))
        k: i64
        for k in range(len(codes)):
            found[k] = sight.worth(codes[k])
        return found


class Greed(Policy):
    """Everybody takes what a heuristic rates highest."""

    def __init__(self, heuristic: Heuristic, depth: i64) -> None:
        super().__init__(depth)
        self.heuristic = heuristic

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        worths = self.heuristic.worths(s, seat, codes)
        best = worths[0]
        equals: i64 = 0
        chosen: i64 = 0
        k: i64
        for k in range(len(codes)):
            if worths[k] > best:
                best = worths[k]
                equals = 0
            if worths[k] == best:
                equals += 1
                # equally good answers are equally likely
                if equals == 1 or dealer.below(equals) == 0:
                    chosen = k
        return codes[chosen]
