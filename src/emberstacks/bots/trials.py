"""Trying out a team's best few choices: each in the same possible worlds, played to the end as the
heuristic would.

Half of the choices are dropped in each round, so that most games are played with those that are
hard to tell apart. Other hands are dealt from the view, so nobody plans with what the seat could
not know.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.heuristic import Greed
from emberstacks.bots.ismcts import WINNING
from emberstacks.bots.mind import at_first_sight, heuristic_of, mind_of
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.loop import give
from emberstacks.kernel.match import as_dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import worlds_of

FEW: Final = 4  # choices that are tried; all of these figures are ours
# differences (of the mind) by which a choice may seem worse than the best and is still tried
FAR: Final = 3.0
# standard errors by which another choice must be better than what is best at first sight
SURE: Final = 1.3
BEGINNING: Final = 5  # answers that take as long as to begin a game, which may be over at once
TO_THE_END: Final = 100_000  # answers
MOST: Final = 1_000_000  # answers for one of its own


class TrialsBot(Bot):
    """Gives about this many answers in games in the head, for each of its own, if there is time."""

    talks = True

    def __init__(self, answers: int, limit: float = math.inf) -> None:
        self.name = f"trials:{answers}"
        self.answers, self.limit = answers, limit  # the limit is in seconds of processor time

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        mind, began = mind_of(view["game"]), time.thread_time()
        if mind.heuristic is None:
            raise BadBot(
                "The bot 'trials' plays on as 'greedy' would, and nobody has written that for"
                f" {view['game']!r}."
            )
        limit = self.limit if budget is None else min(self.limit, budget)
        foreseen = mind.ahead(view, choices) if mind.ahead is not None else None
        number = best_tried(
            view,
            choices,
            at_first_sight(view, choices) if foreseen is None else foreseen,
            FAR * mind.difference,
            as_dealer(rng or random.Random()),
            self.answers,
            lambda: time.thread_time() - began > limit,
        )
        return choices[number]


def trials_bot(answers: str) -> TrialsBot:
    """The bot for a spec."""
    if re.fullmatch("[0-9]{1,7}", answers) is None or not 0 < int(answers) <= MOST:
        raise BadBot(
            f"The bot 'trials' needs a number of answers from 1 to {MOST:,} (trials:2400), not"
            f" {answers!r}."
        )
    return TrialsBot(int(answers))


class Trials:
    """Games from one question, each choice in the same worlds; the same dealer gives the same
    games.
    """

    def __init__(self, view: View, choices: Choices, dealer: Dealer) -> None:
        self.game, self.seat, self.choices = game_by_id(view["game"]), view["seat"], choices
        heuristic = heuristic_of(self.game)
        assert heuristic is not None
        self.policy = Greed(heuristic, TO_THE_END)
        self.worlds, self.dealer = worlds_of(self.game, view), dealer
        # of each choice that is tried: whether each game was won,
        self.wins: dict[int, list[float]] = {}
        self.points: dict[int, list[float]] = {}  # and its points
        self.answers = 0  # given in all games so far, in effect

    def play(self, tried: Sequence[int]) -> None:
        """One more world in which each of these choices has the same luck."""
        world, luck = self.worlds.deal(self.dealer), self.dealer.below(2**32)
        for k in tried:
            s = world.clone()
            give(s, self.seat, self.choices[k].code)
            self.answers += BEGINNING + self.policy.playout(s, Dealer(luck))
            self.wins.setdefault(k, []).append(1.0 if self.seat in self.game.winners(s) else 0.0)
            self.points.setdefault(k, []).append(float(self.game.scores(s)[self.seat]))

    def gain(self, k: int, usual: int) -> tuple[float, float]:
        """By how much a choice did better than another in the same worlds, and the standard error
        of that.
        """
        every = [points for one in self.points.values() for points in one]
        middle = sum(every) / len(every)
        unit = 0.5 + sum(abs(points - middle) for points in every) / len(every)
        games = min(len(self.wins[k]), len(self.wins[usual]))
        gains = [
            WINNING * (self.wins[k][at] - self.wins[usual][at])
            + (1.0 - WINNING) * (self.points[k][at] - self.points[usual][at]) / unit
            for at in range(games)
        ]
        mean = sum(gains) / games
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, games - 1)
        return mean, math.sqrt(spread / games)


def best_tried(
    view: View,
    choices: Choices,
    worths: Sequence[float],
    far: float,
    dealer: Dealer,
    answers: int,
    late: Callable[[], bool],
) -> int:
    """The number of the choice to take: what is best at first sight, unless games in the head
    clearly say otherwise.

    Choices that seem worse by more than `far` are not tried. About this many answers are given in
    all games, fewer if it gets late.
    """
    order = sorted(range(len(choices)), key=lambda k: -worths[k])
    usual = order[0]
    rivals = [k for k in order[1:FEW] if worths[usual] - worths[k] <= far]
    if not rivals:
        return usual
    trials = Trials(view, choices, dealer)
    rounds = math.ceil(math.log2(len(rivals) + 1))
    for number in range(1, rounds + 1):
        while trials.answers * rounds < answers * number and not late():
            trials.play([usual, *rivals])
        if usual not in trials.wins:
            return usual
        rivals = sorted(rivals, key=lambda k: -trials.gain(k, usual)[0])[: max(1, len(rivals) // 2)]
    gain, error = trials.gain(rivals[0], usual)
    return rivals[0] if gain > SURE * error else usual
