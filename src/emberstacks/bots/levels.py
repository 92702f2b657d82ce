"""A ladder of levels for every game; docs/ladder.md has their measured strength.

They differ in how far they look, how well they judge and how much they notice. They never answer at
random: even if you misjudge a choice a little, you still see that another one is nonsense.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.expert import LINES, ExpertBot, by_rules_alone
from emberstacks.bots.greedy import best_of, rated, worths_of
from emberstacks.bots.mind import Mind, heuristic_of, mind_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    name: str
    sees: float  # the share of the choices it notices; at least two
    lines: int  # of play that it tries in a game that nobody has written a mind for
    # how long it thinks beyond its answer, against `expert`; 0: it takes what is best right now
    patience: int = 0


LEVELS: Final = (
    Level("novice", sees=0.75, lines=6),
    Level("apprentice", sees=0.8, lines=15),
    Level("adept", sees=1.0, lines=30),
    Level("expert", sees=1.0, lines=LINES, patience=1),
    Level("master", sees=1.0, lines=4 * LINES, patience=4),
)

# nobody has shown that a master wins more than an expert (docs/bots.md): it judges what others lose
AT_TABLES: Final = tuple(level for level in LEVELS if level.name != "master")

# everybody notices a choice that is ahead of all others by this many errors of an apprentice; ours
OBVIOUS: Final = 1.75


class LevelBot(Bot):
    """A bot of one level; how it plays depends on the game."""

    def __init__(self, level: Level) -> None:
        self.name = level.name
        self.talks = level.patience > 0
        self.level = level

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        rng = rng or random.Random()
        if self.level.patience or len(choices) == 1:
            return ExpertBot(self.level.patience).choose(view, choices, rng, budget)
        if mind_of(view["game"]).heuristic is None:
            return by_rules_alone(view, choices, rng, self.level.lines)
        return choices[self.liked(worths_of(view, choices, rng), mind_of(view["game"]), rng)]

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int | None:
        heuristic = heuristic_of(match.game)
        if self.level.patience or heuristic is None:
            return None
        codes = match.codes(seat)
        if len(codes) == 1:
            return codes[0]
        return codes[
            self.liked(
                rated(heuristic, match, seat, codes),
                mind_of(match.game.info.id),
                rng or random.Random(),
            )
        ]

    def liked(self, worths: Sequence[float], mind: Mind, rng: random.Random) -> int:
        """The number of the choice that seems best to it."""
        felt = [worth + rng.gauss(0.0, mind.difference * mind.blur[self.name]) for worth in worths]
        seen = noticed(
            worths, self.level.sees, OBVIOUS * mind.difference * mind.blur["apprentice"], rng
        )
        return best_of(seen, [felt[k] for k in seen], rng)


def noticed(worths: Sequence[float], share: float, obvious: float, rng: random.Random) -> list[int]:
    """The numbers of the choices it notices: some of them, and one that is obviously better than
    all others.

    >>> noticed([0.0] * 9, 0.25, 5.0, random.Random(1)), noticed([0.0, 9.0], 0.25, 5.0, random.Random(1))
    ([1, 2, 8], [0, 1])
    """
    count = len(worths)
    seen = set(rng.sample(range(count), min(count, max(2, math.ceil(share * count)))))
    best, second = sorted(worths)[:-3:-1]
    return sorted(seen | ({worths.index(best)} if best - second > obvious else set()))
