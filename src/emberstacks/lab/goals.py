"""What a designer wants of a game, and how far its figures are from that."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.kernel.notation import LETTERS
from emberstacks.lab.balance import Measures, interval
from emberstacks.lab.statistics import NORMAL, Interval, findable, peeking_interval, share_interval

Named = tuple[str, list[float]]  # whose, and the values game by game, whose mean is the measure


@dataclass(frozen=True)
class Kind:
    """A kind of goal: what is measured, and in what unit."""

    words: str
    measure: Callable[[Measures, int], Named]  # over the first games
    share: bool = True  # of games, shown in per cent
    fixed: float | None = None  # the only sensible target
    rivals: bool = True  # only for games in which players compete


def lengths(found: Measures, games: int) -> Named:
    return "", found.lengths[:games]


def changes(found: Measures, games: int) -> Named:
    return "", found.changes[:games]


def singles(found: Measures, games: int) -> Named:
    return "", found.singles[:games]


def cleared(found: Measures, games: int) -> Named:
    return "", found.wins[0][:games]


def comebacks(found: Measures, games: int) -> Named:
    return "", over_some(
        {game: 1 - won for game, won in found.leader.items() if game < games}, games
    )


def decided(found: Measures, games: int) -> Named:
    return "", over_some(
        {game: when for game, when in found.decided.items() if game < games}, games
    )


def seats(found: Measures, games: int) -> Named:
    """The seat that is furthest from its fair share of the wins."""
    fair = 1 / found.plan.players
    return furthest(
        {
            f"seat {LETTERS[k]}": [won - fair for won in wins[:games]]
            for k, wins in enumerate(found.wins)
        }
    )


def heroes(found: Measures, games: int) -> Named:
    """The hero who is furthest from the fair share; in a team, from the team's share."""
    team = game_by_id(found.plan.game).info.cooperative
    fair = interval(found.wins[0][:games]).middle if team else 1 / found.plan.players
    parts: dict[str, dict[int, list[float]]] = {}
    for game, roles in enumerate(found.uses.roles[:games]):
        for seat, role in enumerate(roles):
            parts.setdefault(role, {}).setdefault(game, []).append(found.wins[seat][game] - fair)
    means = {
        role: {game: sum(won) / len(won) for game, won in theirs.items()}
        for role, theirs in parts.items()
        if role
    }
    return furthest({role: over_some(theirs, games) for role, theirs in means.items()})


KINDS: Final = {
    "length": Kind("decisions in a game", lengths, share=False, rivals=False),
    "seats": Kind("the largest advantage of a seat", seats, fixed=0.0),
    "heroes": Kind("the largest advantage of a hero", heroes, fixed=0.0, rivals=False),
    "cleared": Kind("games that the first seat or the team wins", cleared, rivals=False),
    "comebacks": Kind("games won by somebody behind at half-time", comebacks),
    "changes": Kind("changes of the lead in a game", changes, share=False),
    "decided": Kind("of a game when its winner leads for good", decided),
    "single": Kind("games with a single winner", singles),
}


def furthest(found: Mapping[str, list[float]]) -> Named:
    return max(found.items(), key=lambda one: abs(sum(one[1]) / len(one[1]))) if found else ("", [])


def over_some(values: Mapping[int, float], games: int) -> list[float]:
    """Values that only some games have, as one for every game, with the same mean and its true
    spread.

    >>> over_some({0: 1.0, 2: 0.0}, 4)
    [1.5, 0.5, -0.5, 0.5]
    """
    if not values:
        return [0.0] * games
    mean = sum(values.values()) / len(values)
    return [
        mean + ((values[game] - mean) * games / len(values) if game in values else 0.0)
        for game in range(games)
    ]


@dataclass(frozen=True)
class Goal:
    """What a measure should be."""

    name: str
    target: float

    @property
    def kind(self) -> Kind:
        return KINDS[self.name]

    def values(self, found: Measures, games: int = 0) -> list[float]:
        """The measure, game by game; of all games, or the first ones."""
        return self.kind.measure(found, games or found.games)[1]

    def measured(self, found: Measures) -> Interval:
        values = self.values(found)
        if self.kind.share and self.kind.fixed is None and len(set(values)) == 1:
            # all came out the same, which does not make it certain
            return share_interval(sum(values), len(values))
        return interval(values)

    def findable(self, found: Measures) -> float:
        """The change that as many games again find four times in five, even if their seeds had
        nothing in common.
        """
        measured = self.measured(found)
        return findable(
            (measured.high - measured.low) / 2 / NORMAL * math.sqrt(found.games), found.games
        )

    def distance(self, found: Measures) -> float:
        """How far the games are from the goal."""
        return abs(self.measured(found).middle - self.target)

    def number(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.kind.share else f"{value:.1f}"

    def told(self, found: Measures) -> str:
        """What was measured, and of whom."""
        whose = self.kind.measure(found, found.games)[0]
        measured = self.measured(found)
        return (measured.percent() if self.kind.share else measured.text()) + (
            f" ({whose})" if whose else ""
        )

    def change(self, base: Measures, other: Measures, planned: int, doubt: float) -> Interval:
        """How much further from the goal the second games are than the first; both played the same
        seeds.

        Each seed is compared with itself, and you may look as often as you like.
        """
        games = min(base.games, other.games)
        sides = []
        for found in (base, other):
            values = self.values(found, games)
            sign = 1 if sum(values) >= self.target * len(values) else -1
            sides.append([sign * (value - self.target) for value in values])
        return peeking_interval([b - a for a, b in zip(*sides, strict=True)], planned, doubt)


def goal(game: str, players: int, wish: str) -> Goal:
    """A wish such as length=90, cleared=0.4 or seats."""
    name, equals, text = wish.partition("=")
    if name not in KINDS:
        raise BadOptions(f"There is no goal {name!r}. Choose {one_of(list(KINDS))}.")
    kind = KINDS[name]
    if kind.rivals and (game_by_id(game).info.cooperative or players == 1):
        raise BadOptions(
            f"The goal {name!r} is for games in which players compete. Try cleared or length."
        )
    if kind.fixed is not None:
        if equals:
            raise BadOptions(f"The goal {name!r} is always 0, so it takes no number.")
        return Goal(name, kind.fixed)
    try:
        target = float(text)
    except ValueError:
        example = "0.4" if kind.share else "90"
        raise BadOptions(f"The goal {name!r} needs a number, such as {name}={example}.") from None
    if not 0 <= target <= (1 if kind.share else 1e9):
        raise BadOptions(
            f"The goal {name!r} must be from 0 to {'1' if kind.share else '1000000000'}, not"
            f" {text}."
        )
    return Goal(name, target)


def goals(game: str, players: int, wishes: Sequence[str]) -> list[Goal]:
    """All wishes, each kind once."""
    found = [goal(game, players, wish) for wish in wishes]
    if not found or len({one.name for one in found}) != len(found):
        raise BadOptions(
            f"Name at least one goal with --goal, and each only once. There are {', '.join(KINDS)}."
        )
    return found
