"""Hints: how good each choice is, judged only by what the player knows."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from emberstacks.bots.endgame import favourite
from emberstacks.bots.solver import merit
from emberstacks.bots.solving import foreseen, solved
from emberstacks.bots.thinking import Thinking, Thought, best_of
from emberstacks.bots.words import FEW, clearly_worse, ending, odds, opinion
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

SIMULATIONS: Final = 20_000
LIMIT: Final = 1.5  # seconds
ROUND: Final = 64  # simulations between two looks at the results
CERTAIN: Final = 0.99  # share of games won from which on there is nothing to wait for
LEAST: Final = 3_000  # simulations, however clear the result, if there is time


@dataclass(frozen=True)
class Hint:
    """The advice about one choice."""

    text: str  # the choice's notation
    best: bool
    reason: str  # a few words


def hints(view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random) -> list[Hint]:
    """A hint for each choice: exact if the rest of the game or the turn can be solved, else from a search."""
    if len(choices) < 2:
        return [Hint(choice.text, True, "the only choice") for choice in choices]
    prospects = foreseen(view, choices)
    if prospects is not None:
        chosen_one = favourite(prospects, view["seat"])
        return [
            Hint(c.text, k == chosen_one, ending(prospects[k], view["seat"], view["players"])) for k, c in enumerate(choices)
        ]
    outlooks = solved(view, choices)
    if outlooks is not None:
        best = max(outlooks, key=merit)
        return [Hint(c.text, outlook is best, odds(outlook)) for c, outlook in zip(choices, outlooks, strict=True)]
    players, together = view["players"], game_by_id(view["game"]).info.cooperative
    thoughts = considered(view, choices, rng, by_wins=players > 1 and not together)
    advised = recommended(thoughts, by_wins=players > 1 and not together)
    return [Hint(thought.choice.text, thought is advised, opinion(thought, advised, players, together)) for thought in thoughts]


def considered(view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random, by_wins: bool) -> list[Thought]:
    """Try games until it is clear which choice is best, or time runs out."""
    thinking = Thinking(view, choices, rng)
    start, done = time.perf_counter(), 0
    while True:
        left = LIMIT - (time.perf_counter() - start)
        if done >= SIMULATIONS or left <= 0:
            break
        count = min(ROUND, SIMULATIONS - done)
        thinking.search.run(count, left)
        done += count
        thoughts = thinking.thoughts()
        best = recommended(thoughts, by_wins)
        if done >= LEAST and best is not None and all(t is best or clearly_worse(t, best, by_wins) for t in thoughts):
            break
    return thinking.thoughts()


def recommended(thoughts: Sequence[Thought], by_wins: bool) -> Thought | None:
    """The choice to make: the search's favourite, unless another is clearly better by the figure shown.

    None if no choice is clearly worse: then all are about equal. But what is sure to win is recommended anyway.
    """
    best = best_of(thoughts)
    rivals = [thought for thought in thoughts if clearly_worse(best, thought, by_wins)]
    if rivals:
        best = max(rivals, key=lambda thought: thought.win if by_wins else thought.value)
    certain = by_wins and best.win > CERTAIN and best.visits >= FEW
    return best if certain or any(clearly_worse(thought, best, by_wins) for thought in thoughts) else None
