"""Which bots of a tournament count, if wins go round in circles: alpha-rank and Nash averaging, as
researchers use them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from emberstacks.lab.statistics import Interval
from emberstacks.lab.tournament import Duel

Matrix = list[list[float]]
ALPHA: Final = 50.0  # how strongly a population prefers the better bot
POPULATION: Final = 50  # the size of the population in alpha-rank
# how much evenness counts in the Nash mix: next to nothing, but it decides among equals
EVEN: Final = 0.01
ROUNDS: Final = 600  # of the search for the mix; it comes closer by 1 % in each
SAMPLES: Final = 40  # of the seeds, for the intervals


@dataclass(frozen=True)
class Standing:
    """How a bot stands among all others."""

    name: str
    alpha: Interval  # the share of time that a population spends with it
    nash: Interval  # its part in the mix that nobody beats
    against: Interval  # its share of the wins against that mix

    @property
    def values(self) -> tuple[Interval, Interval, Interval]:
        return self.alpha, self.nash, self.against


def standings(duels: Sequence[Duel]) -> list[Standing]:
    """All bots of a round robin, the best first; the intervals come from tournaments with the seeds
    drawn again.
    """
    names = list(dict.fromkeys(name for duel in duels for name in (duel.one, duel.other)))
    truth = measures(matrix(names, duels))
    rng = random.Random(0)
    drawn = [measures(matrix(names, [again(duel, rng) for duel in duels])) for _ in range(SAMPLES)]
    found = [
        Standing(
            name, *[interval(truth[kind][k], [one[kind][k] for one in drawn]) for kind in range(3)]
        )
        for k, name in enumerate(names)
    ]
    return sorted(found, key=lambda one: (-one.alpha.middle, -one.against.middle, one.name))


def matrix(names: Sequence[str], duels: Sequence[Duel]) -> Matrix:
    """Each bot's mean share of the wins against each other, and a half against itself."""
    shares = [[0.5] * len(names) for _ in names]
    for duel in duels:
        one, other = names.index(duel.one), names.index(duel.other)
        shares[one][other] = sum(duel.shares) / len(duel.shares)
        shares[other][one] = 1 - shares[one][other]
    return shares


def again(duel: Duel, rng: random.Random) -> Duel:
    """The same duel with as many seeds, drawn from those that were played."""
    return Duel(duel.one, duel.other, rng.choices(duel.shares, k=len(duel.shares)))


def measures(shares: Matrix) -> tuple[list[float], list[float], list[float]]:
    mix = nash_mix(shares)
    return (
        alpha_rank(shares),
        mix,
        [sum(a * b for a, b in zip(row, mix, strict=True)) for row in shares],
    )


def interval(value: float, drawn: Sequence[float]) -> Interval:
    """A value, and what all but the outermost fortieths of the samples say."""
    ranked = sorted(drawn)
    cut = len(ranked) // 40
    return Interval(value, min(value, ranked[cut]), max(value, ranked[-1 - cut]))


def alpha_rank(shares: Matrix) -> list[float]:
    """The share of time that a population spends with each bot, if it takes over newcomers by how
    they do (Omidshafiei 2019).

    >>> [round(share, 2) for share in alpha_rank([[0.5, 0.9], [0.1, 0.5]])]
    [1.0, 0.0]
    """
    count = len(shares)
    move = [[0.0] * count for _ in shares]
    for here in range(count):
        for there in range(count):
            if there != here:
                move[here][there] = taken_over(shares[there][here] - 0.5) / (count - 1)
        move[here][here] = 1 - sum(move[here])
    return stationary(move)


def taken_over(better: float) -> float:
    """The chance that one newcomer takes over the whole population."""
    fit = ALPHA * POPULATION / (POPULATION - 1) * better
    if abs(fit) < 1e-12:
        return 1 / POPULATION
    if fit < 0:  # in this form nothing overflows
        return math.exp((POPULATION - 1) * fit) * math.expm1(fit) / math.expm1(POPULATION * fit)
    return math.expm1(-fit) / math.expm1(-POPULATION * fit)


def stationary(move: Matrix) -> list[float]:
    """How often a walk is where in the long run, by eliminating one place after the other (exact
    even for tiny chances).
    """
    count = len(move)
    rest = [list(row) for row in move]
    for last in range(count - 1, 0, -1):
        leaving = sum(rest[last][:last]) or 1e-300
        for here in range(last):
            part = rest[here][last] / leaving
            for there in range(last):
                rest[here][there] += part * rest[last][there]
    share = [1.0]
    for last in range(1, count):
        leaving = sum(rest[last][:last]) or 1e-300
        share.append(sum(share[here] * rest[here][last] for here in range(last)) / leaving)
    total = sum(share)
    return [one / total for one in share]


def nash_mix(shares: Matrix) -> list[float]:
    """The most even mix of bots that no bot beats (Balduzzi 2018), by steps that look one move
    ahead (Cen 2021). By hand, because OpenSpiel's own needs cvxpy, which none of our extras brings.

    >>> [round(part, 2) for part in nash_mix([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])]
    [0.33, 0.33, 0.33]
    """
    count = len(shares)
    mix = [1 / count] * count
    for _ in range(ROUNDS):
        ahead = stepped(mix, shares, mix)
        mix = stepped(mix, shares, ahead)
    return mix


def stepped(mix: Sequence[float], shares: Matrix, against: Sequence[float]) -> list[float]:
    """A mix with more of what does well against another mix."""
    logs = [
        (1 - EVEN) * math.log(max(part, 1e-300))
        + sum(share * weight for share, weight in zip(row, against, strict=True))
        for part, row in zip(mix, shares, strict=True)
    ]
    highest = max(logs)
    weights = [math.exp(value - highest) for value in logs]
    total = sum(weights)
    return [weight / total for weight in weights]
