"""Is a game fair, long, close, and what is any good in it? Many games, with two sets of rules side
by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Final

from emberstacks.lab.drama import decided, lead_changes, leader
from emberstacks.lab.games import Played, played
from emberstacks.lab.plan import Plan, figures_of, unplayable
from emberstacks.lab.statistics import Interval, mean_interval
from emberstacks.lab.uses import Uses
from emberstacks.lab.workers import Crew, crew_of, mapped

PIECE: Final = 20  # games that a worker plays at a time


@dataclass
class Measures:
    """The results of the games of one plan."""

    plan: Plan
    wins: list[list[float]] = field(default_factory=list)  # of each seat, game by game
    scores: list[list[float]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)  # of the best seat over the next
    singles: list[float] = field(default_factory=list)  # 1 for a game with a single winner
    # by game: the share of the win of the only leader at half-time
    leader: dict[int, float] = field(default_factory=dict)
    changes: list[float] = field(default_factory=list)  # of the lead
    # by game with a single winner: when nobody could catch up any more
    decided: dict[int, float] = field(default_factory=dict)
    uses: Uses = field(default_factory=Uses)

    def add(self, game: Played, team: bool) -> None:
        seats = range(self.plan.players)
        if not self.wins:
            self.wins, self.scores = [[] for _ in seats], [[] for _ in seats]
        for seat in seats:
            self.wins[seat].append(game.shares[seat])
            self.scores[seat].append(float(game.scores[seat]))
        assert game.counts is not None
        number, course = self.games, game.counts.course
        self.uses.add(number, game.counts)
        self.changes.append(float(lead_changes(course)))
        if not team and self.plan.players > 1:
            if (ahead := leader(game.counts.middle)) is not None:
                self.leader[number] = game.shares[ahead]
            if len(game.winners) == 1:
                self.decided[number] = decided(course, game.winners[0])
        ranked = sorted(game.scores, reverse=True)
        self.lengths.append(float(game.length))
        self.leads.append(float(ranked[0] - ranked[1]) if len(ranked) > 1 else float(ranked[0]))
        self.singles.append(float(len(game.winners) == 1))

    @property
    def games(self) -> int:
        return len(self.lengths)


def interval(found: Iterable[float]) -> Interval:
    values = list(found)
    return mean_interval(sum(values), sum(value * value for value in values), len(values))


def pieces(plan: Plan) -> list[tuple[Plan, range]]:
    """The seeds of a plan, in pieces for workers."""
    last = plan.first_seed + plan.games
    return [
        (plan, range(seed, min(last, seed + PIECE))) for seed in range(plan.first_seed, last, PIECE)
    ]


def play_piece(piece: tuple[Plan, range]) -> list[Played]:
    plan, seeds = piece
    with figures_of(plan), unplayable(plan.game, plan.figures) if plan.figures else nullcontext():
        return list(played(plan, seeds))


def measured(plan: Plan, team: bool, workers: int) -> Iterator[Measures]:
    """Play a plan; yields the measures so far after each piece."""
    plan = replace(plan, counts=True)
    found = Measures(plan)
    with crew_of(workers) as crew:
        yield from added(found, team, crew)


def added(found: Measures, team: bool, crew: Crew) -> Iterator[Measures]:
    """Let a crew play the games of a plan; yields the measures so far after each piece."""
    for games in mapped(play_piece, pieces(found.plan), crew):
        for game in games:
            found.add(game, team)
        yield found


def bins(values: Sequence[float], most: int) -> list[tuple[float, float, int]]:
    """A histogram with round limits: from, to, how many.

    >>> bins([1, 2, 2, 7], 4)
    [(0, 2, 1), (2, 4, 2), (4, 6, 0), (6, 8, 1)]
    """
    low, high = min(values), max(values)
    width = next(
        w
        for power in range(9)
        for w in (10**power, 2 * 10**power, 5 * 10**power)
        if (high - low) / w < most
    )
    first = int(low // width)
    last = int(high // width)
    counts = [0] * (last - first + 1)
    for value in values:
        counts[int(value // width) - first] += 1
    return [((first + k) * width, (first + k + 1) * width, count) for k, count in enumerate(counts)]
