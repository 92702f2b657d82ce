"""Which bot is better? Every bot plays every other, with the same seeds and seats swapped."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Options
from emberstacks.lab.games import Played, played
from emberstacks.lab.plan import Plan, planned
from emberstacks.lab.statistics import Interval, mean_interval, share_interval
from emberstacks.lab.workers import Crew, mapped


@dataclass
class Duel:
    """Two bots, the first one's share of the wins with each seed, and both bots' points."""

    one: str
    other: str
    shares: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)

    def share(self) -> Interval:
        """The first bot's share of the wins; seeds are independent, the seatings of one seed are
        not.
        """
        spread = interval(self.shares)
        if spread.low < spread.high:
            return spread
        # all came out the same, which does not make it certain
        return share_interval(sum(self.shares), len(self.shares))

    def lead(self) -> Interval:
        """The points by which the first bot was ahead."""
        return interval(self.leads)


def interval(values: Sequence[float]) -> Interval:
    return mean_interval(sum(values), sum(value * value for value in values), len(values))


Meeting = tuple[Plan, ...]  # one seed, all seatings


def round_robin(
    game: str,
    bots: Sequence[str],
    players: int | None,
    options: Options,
    seeds: range,
    ladder: bool = False,
) -> list[list[Meeting]]:
    """The meetings of every pair of bots, or on a ladder of neighbours, one per seed; nothing is
    played yet.
    """
    info = game_by_id(game).info
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise BadOptions("A tournament needs at least two bots, and each of them once.")
    seats = players or max(2, info.min_players)
    if seats < 2:
        raise BadOptions("A tournament needs at least two seats.")
    pairs = []
    for one, other in itertools.pairwise(bots) if ladder else itertools.combinations(bots, 2):
        plans = [
            planned(game, seating, None, options, len(seeds), seeds[0])
            for seating in seatings(one, other, seats, info)
        ]
        pairs.append(
            [
                tuple(Plan(plan.game, plan.seats, plan.options, 1, seed) for plan in plans)
                for seed in seeds
            ]
        )
    return pairs


def seatings(one: str, other: str, seats: int, info: Any) -> list[list[str]]:
    """Both bots on alternate seats, then swapped; a team has only one kind of bot."""
    if info.cooperative:
        return [[one] * seats, [other] * seats]
    pair = (one, other)
    return [[pair[(seat + first) % 2] for seat in range(seats)] for first in range(2)]


def meet(meeting: Meeting) -> list[Played]:
    """Play all seatings of one seed."""
    return [next(played(plan, range(plan.first_seed, plan.first_seed + 1))) for plan in meeting]


def held(
    pairs: list[list[Meeting]], crew: Crew, done: Sequence[tuple[float, float]] = ()
) -> Iterator[Duel]:
    """Play everything, seed after seed; yields the duel so far after each meeting.

    Meetings in `done`, given by their share and lead, are not played again.
    """
    team = game_by_id(pairs[0][0][0].game).info.cooperative
    duels = [Duel(*names(pair[0])) for pair in pairs]
    places = in_order(pairs)
    results = mapped(meet, [meeting for _, meeting in places[len(done) :]], crew)
    for number, (pair, meeting) in enumerate(places):
        duel = duels[pair]
        share, lead = (
            done[number] if number < len(done) else compared(meeting, next(results), duel.one, team)
        )
        duel.shares.append(share)
        duel.leads.append(lead)
        yield duel


def names(meeting: Meeting) -> tuple[str, str]:
    """The two bots."""
    return meeting[0].seats[0], meeting[1].seats[0]


def in_order(pairs: list[list[Meeting]]) -> list[tuple[int, Meeting]]:
    """All meetings in playing order, each with the number of its pair: seed by seed, so that more
    seeds can follow.
    """
    return [
        (pair, meeting)
        for meetings in zip(*pairs, strict=True)
        for pair, meeting in enumerate(meetings)
    ]


def compared(meeting: Meeting, games: list[Played], one: str, team: bool) -> tuple[float, float]:
    """How the first bot did in a meeting: its share of the wins and its lead in points.

    Of two teams, the one that wins beats the one that does not; then the one with more points.
    """
    if team:
        mine, theirs = [(bool(game.winners), game.scores[0]) for game in games]
        return 0.5 + (int(mine > theirs) - int(mine < theirs)) / 2, float(mine[1] - theirs[1])
    share, lead = 0.0, 0.0
    for plan, game in zip(meeting, games, strict=True):
        own = [seat for seat, spec in enumerate(plan.seats) if spec == one]
        others = [seat for seat in range(plan.players) if seat not in own]
        share += sum(game.shares[seat] for seat in own) / len(games)
        lead += (
            mean([game.scores[k] for k in own]) - mean([game.scores[k] for k in others])
        ) / len(games)
    return share, lead


def mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def ratings(duels: Sequence[Duel]) -> dict[str, tuple[float, float]]:
    """Rating and uncertainty of every bot by openskill."""
    from openskill.models import PlackettLuce  # here, because only a finished tournament needs it

    model = PlackettLuce()
    rated: dict[str, Any] = {}
    for duel in duels:
        for name in (duel.one, duel.other):
            rated.setdefault(name, model.rating())
    for results in itertools.zip_longest(
        *[[(duel, share) for share in duel.shares] for duel in duels]
    ):
        for duel, share in [result for result in results if result is not None]:
            teams = [[rated[duel.one]], [rated[duel.other]]]
            (one,), (other,) = model.rate(teams, scores=[share, 1 - share])
            rated[duel.one], rated[duel.other] = one, other
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in rated.items()}
