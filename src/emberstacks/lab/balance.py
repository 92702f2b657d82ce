"""Is a game fair, long, close, and what is any good in it? Many games, with two sets of rules side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from emberstacks.lab.games import Played, played
from emberstacks.lab.plan import Plan
from emberstacks.lab.statistics import Interval, mean_interval
from emberstacks.lab.uses import Uses
from emberstacks.lab.workers import crew_of, mapped

PIECE: Final = 20  # games that a worker plays at a time


@dataclass
class Figures:
    """The results of the games of one plan."""

    plan: Plan
    wins: list[list[float]] = field(default_factory=list)  # of each seat, game by game
    scores: list[list[float]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)  # of the best seat over the next
    shared: int = 0  # games without a single winner
    leader: list[float] = field(default_factory=list)  # the share of the win of the only leader at half-time, if there was one
    uses: Uses = field(default_factory=Uses)

    def add(self, game: Played, team: bool) -> None:
        seats = range(self.plan.players)
        if not self.wins:
            self.wins, self.scores = [[] for _ in seats], [[] for _ in seats]
        for seat in seats:
            self.wins[seat].append(game.shares[seat])
            self.scores[seat].append(float(game.scores[seat]))
        assert game.counts is not None
        self.uses.add(len(self.lengths), game.counts)
        if not team and game.counts.middle.count(best := max(game.counts.middle)) == 1 and self.plan.players > 1:
            self.leader.append(game.shares[game.counts.middle.index(best)])
        ranked = sorted(game.scores, reverse=True)
        self.lengths.append(float(game.length))
        self.leads.append(float(ranked[0] - ranked[1]) if len(ranked) > 1 else float(ranked[0]))
        self.shared += len(game.winners) != 1

    @property
    def games(self) -> int:
        return len(self.lengths)


def interval(values: Sequence[float]) -> Interval:
    return mean_interval(sum(values), sum(value * value for value in values), len(values))


def pieces(plan: Plan) -> list[tuple[Plan, range]]:
    """The seeds of a plan, in pieces for workers."""
    last = plan.first_seed + plan.games
    return [(plan, range(seed, min(last, seed + PIECE))) for seed in range(plan.first_seed, last, PIECE)]


def play_piece(piece: tuple[Plan, range]) -> list[Played]:
    return list(played(*piece))


def figures(plan: Plan, team: bool, workers: int) -> Iterator[Figures]:
    """Play a plan; yields the figures so far after each piece."""
    plan = replace(plan, counts=True)
    found = Figures(plan)
    with crew_of(workers, (plan.game, plan.figures) if plan.figures else None) as crew:
        for games in mapped(play_piece, pieces(plan), crew):
            for game in games:
                found.add(game, team)
            yield found


def bins(values: Sequence[float], most: int) -> list[tuple[float, float, int]]:
    """A histogram with round limits: from, to, how many.

    >>> bins([1, 2, 2, 7], 4)
    [(0, 2, 1), (2, 4, 2), (4, 6, 0), (6, 8, 1)]
    """
    low, high = min(values), max(values)
    width = next(w for power in range(9) for w in (10**power, 2 * 10**power, 5 * 10**power) if (high - low) / w < most)
    first = int(low // width)
    last = int(high // width)
    counts = [0] * (last - first + 1)
    for value in values:
        counts[int(value // width) - first] += 1
    return [((first + k) * width, (first + k + 1) * width, count) for k, count in enumerate(counts)]
