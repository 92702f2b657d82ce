"""What a card, a tool or any other answer is worth: did seats that used it win, and is there one that nobody uses?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from emberstacks.lab.counts import Counts, Kind
from emberstacks.lab.statistics import NORMAL, Interval

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
    """Who could use what, and who did, over many games."""

    def __init__(self) -> None:
        self.offered: Counter[Kind] = Counter()
        self.chosen: Counter[Kind] = Counter()
        self.users: dict[Kind, dict[int, list[int]]] = {}  # the seats, by the number of the game

    def add(self, game: int, counts: Counts) -> None:
        for seat, chosen in enumerate(counts.chosen):
            self.offered.update(counts.offered[seat])
            self.chosen.update(chosen)
            for kind in chosen:
                self.users.setdefault(kind, {}).setdefault(game, []).append(seat)

    def values(self, wins: Sequence[Sequence[float]]) -> list[Value]:
        """What was used often enough, but not by everybody, to say something; what helps most comes first."""
        every = len(wins) * len(wins[0])
        found = []
        for kind, games in self.users.items():
            users = sum(len(seats) for seats in games.values())
            if LEAST <= users <= every - LEAST:
                found.append(compared(kind, games, wins))
        return sorted(found, key=lambda value: (-value.difference.middle, value.kind))

    def dead(self) -> list[tuple[Kind, int]]:
        """Answers that were never given and how often they were possible; the most ignored comes first."""
        dead = [(kind, times) for kind, times in self.offered.items() if kind not in self.chosen]
        return sorted(dead, key=lambda one: (-one[1], one[0]))


def compared(kind: Kind, games: dict[int, list[int]], wins: Sequence[Sequence[float]]) -> Value:
    """Users and others; the seats of one game are not independent, so a game counts once in the interval."""
    seats = range(len(wins))
    whole = [sum(seat[game] for seat in wins) for game in range(len(wins[0]))]
    users = sum(len(using) for using in games.values())
    others = len(wins) * len(whole) - users
    won = sum(wins[seat][game] for game, using in games.items() for seat in using)
    with_it, without = won / users, (sum(whole) - won) / others
    spread = 0.0
    for game, all_wins in enumerate(whole):
        using = games.get(game, [])
        theirs = sum(wins[seat][game] for seat in using)
        more = (theirs - with_it * len(using)) / users
        less = (all_wins - theirs - without * (len(seats) - len(using))) / others
        spread += (more - less) ** 2
    half = NORMAL * math.sqrt(spread)
    middle = with_it - without
    return Value(kind, users, with_it, without, Interval(middle, middle - half, middle + half))
