"""How a finished game ended, as the database keeps it: the points of every seat, and the seats that
have won.
"""

from __future__ import annotations

import msgspec

from emberstacks.kernel.game import Result


class Outcome(msgspec.Struct, frozen=True):
    """Points and winners, by seat."""

    scores: list[int]
    winners: list[int]

    def ranks(self) -> list[int]:
        """The place of every seat: winners are first, and points decide about the others.

        >>> Outcome([30, 104, 20, 30], [1]).ranks()
        [1, 0, 3, 1]
        """
        order = [
            (seat not in self.winners, 0 if seat in self.winners else -score)
            for seat, score in enumerate(self.scores)
        ]
        return [sum(other < mine for other in order) for mine in order]


decoder = msgspec.json.Decoder(Outcome)


def kept(result: Result | None) -> str:
    """What the database keeps; nothing for a game without a result.

    >>> kept(Result([30, 104], [1], "")), kept(None)
    ('{"scores":[30,104],"winners":[1]}', '')
    """
    return (
        ""
        if result is None
        else msgspec.json.encode(Outcome(result.scores, result.winners)).decode()
    )


def outcome_of(text: str) -> Outcome | None:
    """The same, read.

    >>> outcome_of('{"scores":[30,104],"winners":[1]}').winners, outcome_of("")
    ([1], None)
    """
    return decoder.decode(text) if text else None
