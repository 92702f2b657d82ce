"""What a card, a tool or any other answer is worth: did seats that used it win, and is there one
that nobody uses?
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from emberstacks.lab.counts import Counts, Kind
from emberstacks.lab.statistics import NORMAL, Interval, share_interval

LEAST: Final = 20  # seats that used it, and that did not, before anything is said


@dataclass(frozen=True)
class Value:
    """How seats did that used something at least once in a game, and those that did not."""

    kind: Kind
    users: int  # seats, over all games
    with_it: float  # their share of the wins
    without: float  # the others'
    difference: Interval


class Uses:
    """Who could use what, and who did, over many games. Heroes have cards of their own, so each is
    compared with itself.
    """

    def __init__(self) -> None:
        self.roles: list[list[str]] = []  # by the number of the game: the hero of each seat
        self.offered: Counter[Kind] = Counter()
        self.chosen: Counter[Kind] = Counter()
        self.users: dict[Kind, dict[int, list[int]]] = {}  # the seats, by the number of the game

    def add(self, game: int, counts: Counts) -> None:
        self.roles.append(counts.roles or [""] * len(counts.chosen))
        for seat, chosen in enumerate(counts.chosen):
            self.offered.update(counts.offered[seat])
            self.chosen.update(chosen)
            for kind in chosen:
                self.users.setdefault(kind, {}).setdefault(game, []).append(seat)

    def values(self, wins: Sequence[Sequence[float]]) -> list[Value]:
        """What was used often enough, but not by everybody, to say something; what helps most comes
        first.
        """
        found = []
        for kind, games in self.users.items():
            theirs = {self.roles[game][seat] for game, seats in games.items() for seat in seats}
            others = [
                [
                    seat
                    for seat, role in enumerate(roles)
                    if role in theirs and seat not in games.get(game, [])
                ]
                for game, roles in enumerate(self.roles)
            ]
            users = sum(len(seats) for seats in games.values())
            if users >= LEAST <= sum(len(seats) for seats in others):
                found.append(compared(kind, games, others, wins))
        return sorted(found, key=lambda value: (-value.difference.middle, value.kind))

    def dead(self) -> list[tuple[Kind, int]]:
        """Answers that were never given and how often they were possible; the most ignored comes
        first.
        """
        dead = [(kind, times) for kind, times in self.offered.items() if kind not in self.chosen]
        return sorted(dead, key=lambda one: (-one[1], one[0]))


def compared(
    kind: Kind,
    games: dict[int, list[int]],
    rest: Sequence[list[int]],
    wins: Sequence[Sequence[float]],
) -> Value:
    """Users and others; the seats of one game are not independent, so a game counts once in the
    interval.
    """
    users, others = sum(len(using) for using in games.values()), sum(len(seats) for seats in rest)
    with_it = sum(wins[seat][game] for game, using in games.items() for seat in using) / users
    without = sum(wins[seat][game] for game, seats in enumerate(rest) for seat in seats) / others
    spread = 0.0
    for game, seats in enumerate(rest):
        more = sum(wins[seat][game] - with_it for seat in games.get(game, [])) / users
        less = sum(wins[seat][game] - without for seat in seats) / others
        spread += (more - less) ** 2
    half = NORMAL * math.sqrt(spread)
    middle = with_it - without
    return Value(kind, users, with_it, without, Interval(middle, middle - half, middle + half))


def by_role(uses: Uses, wins: Sequence[Sequence[float]]) -> dict[str, tuple[int, Interval]]:
    """How many seats each hero had and how often they won, the best first; nothing if the game has
    no heroes.
    """
    found: dict[str, list[float]] = {}
    for game, roles in enumerate(uses.roles):
        for seat, role in enumerate(roles):
            found.setdefault(role, []).append(wins[seat][game])
    shares = {
        role: (len(won), share_interval(sum(won), len(won))) for role, won in found.items() if role
    }
    return dict(sorted(shares.items(), key=lambda one: (-one[1][1].middle, one[0])))
