"""What a decision was worth, judged in worlds made from what its seat knew: the view and nothing
else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from emberstacks.bots.learned import insight_of, leans
from emberstacks.bots.mind import WHOLE_GAME, mind_of
from emberstacks.bots.solver import Outlook, merit
from emberstacks.bots.solving import solved
from emberstacks.bots.thinking import advice
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, give, legal, to_act
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE, NOBODY
from emberstacks.kernel.view import worlds_of

# All of these are ours.
SURE: Final = 2.5  # standard errors by which another choice must be ahead to be called better
# if there are many choices: the one made and those that the heuristic likes best
LOOKED_AT: Final = 8
# decisions after which a network judges, unless the mind says how far a search plays on
AHEAD: Final = 6
PRIOR: Final = 6.0  # the heuristic's opinion counts as this many games
# standard deviations by which its favourite is thought better than its least liked choice
TRUST: Final = 0.5


@dataclass(frozen=True)
class Sample:
    """The results of several games."""

    mean: float
    error: float  # the standard error of the mean
    games: int


@dataclass(frozen=True)
class Verdict:
    """How a decision was judged."""

    made: Sample
    better: int  # the number of the better choice, or of the one made if none was found
    loss: float  # how much more the better choice would have brought
    error: float  # the standard error of the loss; zero if it was worked out
    # if the turn could be solved: of the choice made and of the better one
    outlooks: tuple[Outlook, Outlook] | None
    games: int


def sample(values: Sequence[float]) -> Sample:
    """
    >>> sample([1.0, 0.0, 1.0, 0.0])
    Sample(mean=0.5, error=0.28867513459481287, games=4)
    """
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Sample(mean, math.sqrt(variance / len(values)), len(values))


class Judge:
    """Tries the answers of one seat to one question; the same seed gives the same judgement."""

    def __init__(self, view: Mapping[str, Any], choices: Sequence[Choice], seed: int) -> None:
        self.view = view
        self.choices = choices
        self.game = game_by_id(view["game"])
        self.seat: int = view["seat"]
        self.mind = mind_of(view["game"])
        self.alone: bool = view["players"] == 1
        self.learned = not self.alone and leans(view["game"])
        self.insight = insight_of(view) if self.learned else self.mind.insight
        self.ground = self.mind.ground
        # decisions after which a game is judged
        self.depth = (self.mind.depth(view) or AHEAD) if self.learned else WHOLE_GAME
        self.worlds = worlds_of(self.game, view)
        self.dealer = Dealer(seed)

    def verdict(self, made: int, playouts: int) -> Verdict:
        """Is one of the choices better than the one that was made, and by how much?"""
        outlooks = solved(self.view, self.choices)
        if outlooks is None:
            candidates = self.worth_a_look(made)
            rounds = max(2, playouts // 2 // len(candidates))
            found = self.tried(candidates, rounds)
            rival = self.rival(candidates, found)
            return self.compared(
                made, rival, playouts // 2, found[candidates.index(made)], rounds * len(candidates)
            )
        best = outlooks.index(max(outlooks, key=merit))
        pair = outlooks[made], outlooks[best]
        if self.alone:  # what a turn is worth to the solver is more than its points
            return replace(self.compared(made, best, playouts, [], 0), outlooks=pair)
        own = sample(self.tried([made], max(2, playouts))[0])
        lead = min(self.ground.as_chance(pair[1].worth - pair[0].worth, own.mean), 1.0 - own.mean)
        better = best if lead > 0 else made
        return Verdict(own, better, max(0.0, lead), 0.0, pair, own.games)

    def compared(
        self, made: int, rival: int, playouts: int, known: list[float], games: int
    ) -> Verdict:
        """Compare the choice made with its rival. Luck helped to pick the rival, so only new games
        may decide.
        """
        others = [rival] if rival != made else []
        pairs = max(2, playouts // (1 + len(others)))
        fresh = self.tried([made, *others], pairs)
        own = sample(known + fresh[0])
        lead = sample([other - mine for mine, other in zip(fresh[0], fresh[-1], strict=True)])
        games += pairs * len(fresh)
        if lead.mean <= SURE * lead.error:
            return Verdict(own, made, 0.0, lead.error, None, games)
        loss = lead.mean - lead.error**2 / lead.mean  # a lead that stands out is partly luck
        return Verdict(
            own, rival, loss if self.alone else min(loss, 1.0 - own.mean), lead.error, None, games
        )

    def worth_a_look(self, made: int) -> list[int]:
        """The numbers of the choices to try; if there are many, the one made and those that the
        heuristic likes best.
        """
        if len(self.choices) <= LOOKED_AT:
            return list(range(len(self.choices)))
        opinions = advice(self.view, self.choices)
        others = sorted(
            (k for k in range(len(self.choices)) if k != made), key=lambda k: -opinions[k]
        )
        return sorted([made, *others[: LOOKED_AT - 1]])

    def rival(self, candidates: Sequence[int], found: Sequence[Sequence[float]]) -> int:
        """The choice that looks best after the first games, helped by the heuristic's opinion if
        there are few.
        """
        every = [value for values in found for value in values]
        spread = sample(every).error * math.sqrt(len(every))
        middle = sum(every) / len(every)
        opinions = advice(self.view, [self.choices[k] for k in candidates])
        hopes = [
            (sum(values) + PRIOR * (middle + TRUST * spread * (opinion - 0.5)))
            / (len(values) + PRIOR)
            for values, opinion in zip(found, opinions, strict=True)
        ]
        return candidates[hopes.index(max(hopes))]

    def tried(self, candidates: Sequence[int], worlds: int) -> list[list[float]]:
        """The result of each choice in each of this many possible worlds; in one world, all have
        the same luck.
        """
        found: list[list[float]] = [[] for _ in candidates]
        for _ in range(worlds):
            world = self.worlds.deal(self.dealer)
            luck = int(self.dealer.below(2**32))
            for k, number in enumerate(candidates):
                s = world.clone()
                give(s, self.seat, self.choices[number].code)
                found[k].append(self.after(s, Dealer(luck)))
        return found

    def as_it_stands(self, games: int) -> Sample:
        """The value of the view, no matter who is asked."""
        values = []
        for _ in range(games):
            s = self.worlds.deal(self.dealer)
            values.append(self.after(s, Dealer(int(self.dealer.below(2**32)))))
        return sample(values)

    def after(self, s: State, luck: Dealer) -> float:
        """What a position is worth to the seat, after the game has gone on for a while."""
        self.play_on(s, luck, self.depth)
        return self.worth(s)

    def play_on(self, s: State, luck: Dealer, left: int) -> None:
        """Play to the end, or this many decisions."""
        while True:
            if s.step.seat == CHANCE:
                answer(s, luck.pick(s.step.weights(s)))
                continue
            seat = int(to_act(s))
            if seat == NOBODY or left == 0:
                return
            codes = legal(s, seat)
            if len(codes) == 0:
                return  # an impossible world (see `Search.descend`)
            answer(
                s, int(codes[0] if len(codes) == 1 else self.insight.choose(s, seat, codes, luck))
            )
            left -= 1

    def worth(self, s: State) -> float:
        """The seat's share of the win, or its chance; in a solo game, the points."""
        over = s.step is OVER
        scores = self.game.scores(s)
        if self.alone:
            return float(scores[0]) if over else self.insight.standing(self.game, s)[0]
        if over:
            return self.game.shares(self.game.winners(s), len(scores))[self.seat]
        chances = self.insight.chances(self.game, s)
        # of an impossible world nobody can tell
        return float(chances[self.seat]) if len(chances) > 0 else 1.0 / len(scores)
