"""The strongest bot that answers at once: it solves what it can, searches where that helps, and
otherwise judges.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.endgame import favourite
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.learned import leans
from emberstacks.bots.mind import mind_of
from emberstacks.bots.solver import merit
from emberstacks.bots.solving import foreseen, solved
from emberstacks.bots.thinking import Thinking, Thought, best_of
from emberstacks.bots.trials import TrialsBot
from emberstacks.build import compiled
from emberstacks.kernel.notation import Choice

SLOWER: Final = 4  # uncompiled, a search tries fewer games by this factor; ours
LINES: Final = 400  # lines of play that it tries in a game without a mind; ours
# seconds of processor time: only a very slow machine needs as much
LIMIT: Final = 2.0 if compiled() else 5.0
BLOCK: Final = 50  # simulations between two looks at the clock
# times as many simulations, at most, while a search is torn between two choices; ours
FURTHER: Final = 3
AHEAD: Final = 0.01  # of the win by which another choice must look better for that; ours
TRIED: Final = 0.02  # of the simulations that a choice must have had before its figures count; ours
LOST: Final = 0.002  # of the win, or less: then points are all there is to play for; ours
MORE: Final = 0.5  # points that another choice must bring for that; ours


class ExpertBot(Bot):
    """The same generator gives the same answer, as long as the machine keeps up."""

    name = "expert"
    talks = True

    def __init__(self, patience: int = 1) -> None:
        self.patience = patience  # it thinks this many times as long

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        mind = mind_of(view["game"])
        if mind.heuristic is None:
            return by_rules_alone(
                view, choices, rng, self.patience * LINES // (1 if compiled() else SLOWER)
            )
        if mind.trials > 0 and compiled():
            return TrialsBot(self.patience * mind.trials, self.patience * LIMIT).choose(
                view, choices, rng, budget
            )
        worths = mind.ahead(view, choices) if mind.ahead is not None else None
        if worths is not None:
            return choices[worths.index(max(worths))]
        prospects = foreseen(view, choices)
        if prospects is not None:
            return choices[favourite(prospects, view["seat"])]
        learned = view["players"] > 1 and leans(view["game"])
        outlooks = None if learned else solved(view, choices)
        if outlooks is not None:
            return choices[outlooks.index(max(outlooks, key=merit))]
        simulations = self.patience * mind.simulations // (1 if compiled() else SLOWER)
        if simulations == 0 or view["players"] == 1:
            return GreedyBot().choose(view, choices, rng, budget)
        thinking = Thinking(view, choices, rng or random.Random())
        limit = self.patience * LIMIT
        search(thinking, simulations, limit if budget is None else min(limit, budget))
        sensible = mind.sensible(view, choices)
        return self.weighed(
            [thought for thought in thinking.thoughts() if thought.choice in sensible]
        ).choice

    def weighed(self, thoughts: Sequence[Thought]) -> Thought:
        """What it makes of its search."""
        return preferred(thoughts)


def by_rules_alone(view: View, choices: Choices, rng: random.Random | None, lines: int) -> Choice:
    """What a search says in a game that nobody has written a mind for."""
    thinking = Thinking(view, choices, rng or random.Random())
    thinking.search.run(max(len(choices), lines), LIMIT)
    return best_of(thinking.thoughts()).choice


def search(thinking: Thinking, simulations: int, limit: float) -> None:
    """Run this many simulations, and more while they disagree; only processor time counts, so that
    busy programs do not.
    """
    began = time.thread_time()
    done = 0
    while time.thread_time() - began < limit:
        if done >= FURTHER * simulations or (done >= simulations and not torn(thinking.thoughts())):
            break
        thinking.search.run(BLOCK, 0.0)
        done += BLOCK


def torn(thoughts: Sequence[Thought]) -> bool:
    """Does another choice look better than the one that the search would make? It has then just
    found out something.
    """
    best = best_of(thoughts)
    return any(one.value > best.value + AHEAD for one in tried(thoughts))


def preferred(thoughts: Sequence[Thought]) -> Thought:
    """The choice that the search would make, unless it loses: then one with a chance, or that
    clearly brings more points.
    """
    best = best_of(thoughts)
    if best.win > LOST:
        return best
    hopeful = max(tried(thoughts), key=lambda one: one.win)
    if hopeful.win > LOST:
        return hopeful
    richest = max(tried(thoughts), key=lambda one: one.points)
    return richest if richest.points > best.points + MORE else best


def tried(thoughts: Sequence[Thought]) -> list[Thought]:
    """The choices that were tried often enough for their figures to count."""
    enough = TRIED * sum(one.visits for one in thoughts)
    return [one for one in thoughts if one.visits >= enough]
