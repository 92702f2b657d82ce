"""The bot that tries things out in its head before it answers."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.ismcts import Search
from emberstacks.bots.learned import insight_of, leans
from emberstacks.bots.mind import mind_of
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.match import as_dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import worlds_of

# standard errors by which the search must prefer its choice to the heuristic's; ours
SURE: Final = 1.6
MOST: Final = 1_000_000  # simulations, and milliseconds
BUDGET: Final = re.compile(r"([0-9]{1,7})(ms)?")


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one choice."""

    choice: Choice
    visits: int
    value: float  # from 0 to 1; the bot decides by this
    variance: float  # the squared standard error of the value
    advice: float  # what the game's heuristic thinks, from 0 (worst) to 1 (best)
    win: float  # how often its seat wins (a shared win counts its share)
    points: float  # of its seat at the end


class ThinkingBot(Bot):
    """Information-set tree search with a number of simulations or milliseconds per answer."""

    def __init__(self, budget: str) -> None:
        self.name = f"ismcts:{budget}"
        found = BUDGET.fullmatch(budget)
        if found is None or not 0 < int(found[1]) <= MOST:
            raise BadBot(
                "The bot 'ismcts' needs simulations (ismcts:200) or milliseconds (ismcts:500ms),"
                f" not {budget!r}."
            )
        self.simulations = MOST if found[2] else int(found[1])
        self.seconds = int(found[1]) / 1000 if found[2] else 0.0

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        thoughts = self.thoughts(view, choices, rng or random.Random(), budget)
        return best_of(thoughts).choice

    def thoughts(
        self,
        view: Mapping[str, Any],
        choices: Sequence[Choice],
        rng: random.Random,
        budget: float | None = None,
    ) -> list[Thought]:
        """What the search thinks of every choice, judged by what the seat knows."""
        seconds = self.seconds if budget is None else min(self.seconds or budget, budget)
        thinking = Thinking(view, choices, rng)
        thinking.search.run(self.simulations, seconds)
        return thinking.thoughts()


class Thinking:
    """A search under way over the choices of a seat."""

    def __init__(
        self, view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random
    ) -> None:
        self.choices = choices
        game, codes = game_by_id(view["game"]), Ints([choice.code for choice in choices])
        self.search = Search(
            game, worlds_of(game, view), view["seat"], as_dealer(rng), insight_of(view), codes
        )
        # where experts search, the network knows better than the heuristic
        searches = leans(view["game"]) and mind_of(view["game"]).simulations > 0
        self.advice = [0.0] * len(choices) if searches else advice(view, choices)
        self.search.advise(self.advice)

    def thoughts(self) -> list[Thought]:
        """What it thinks of every choice so far."""
        root = self.search.root
        found = []
        for choice, opinion in zip(self.choices, self.advice, strict=True):
            code = choice.code
            found.append(
                Thought(
                    choice,
                    root.tried(code),
                    root.mean(code),
                    root.variance(code),
                    opinion,
                    root.win(code),
                    root.score(code),
                )
            )
        return found


def best_of(thoughts: Sequence[Thought]) -> Thought:
    """The choice tried most; if the game has a heuristic, its favourite, unless the search clearly
    knows better.
    """
    tried = max(thoughts, key=lambda thought: (thought.visits, thought.value))
    favourite = max(thoughts, key=lambda thought: (thought.advice, thought.visits))
    if favourite.advice == 0.0:
        return tried
    better = tried.value - favourite.value > SURE * math.sqrt(tried.variance + favourite.variance)
    return tried if better else favourite


def advice(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """What the game's heuristic says, as ranks from 0 (worst) to 1 (best)."""
    judge = mind_of(view["game"]).worths
    if judge is None:
        return [0.0] * len(choices)
    worths = judge(view, choices)
    order = sorted(set(worths))
    return [order.index(worth) / max(1, len(order) - 1) for worth in worths]
