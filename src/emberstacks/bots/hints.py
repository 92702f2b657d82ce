"""Hints: what each choice is worth, judged on what the player knows and nothing else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from emberstacks.bots.solver import Outlook, merit
from emberstacks.bots.thinking import ThinkingBot, Thought, best_of
from emberstacks.bots.turns import solved
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

SIMULATIONS: Final = "300"
LIMIT: Final = 1.5  # seconds


@dataclass(frozen=True)
class Hint:
    """What is thought of one choice."""

    text: str  # the choice's notation
    best: bool
    reason: str  # a few words


def hints(view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random) -> list[Hint]:
    """A hint for each choice: exact where the turn can be solved, else by a search in possible worlds."""
    if len(choices) < 2:
        return [Hint(choice.text, True, "the only choice") for choice in choices]
    outlooks = solved(view, choices)
    if outlooks is not None:
        best = max(outlooks, key=merit)
        return [Hint(c.text, outlook is best, odds(outlook)) for c, outlook in zip(choices, outlooks, strict=True)]
    thoughts = ThinkingBot(SIMULATIONS).thoughts(view, choices, rng, LIMIT)
    chosen = best_of(thoughts)
    alone = game_by_id(view["game"]).info.cooperative or view["players"] == 1
    return [Hint(thought.choice.text, thought is chosen, opinion(thought, alone)) for thought in thoughts]


def odds(outlook: Outlook) -> str:
    """
    >>> odds(Outlook(0.5, 0.25, 11.0))
    'brings 11.0 points on average, and burns in 25 % of cases'
    >>> odds(Outlook(0.5, 0.0, 7.0))
    'brings 7 points for sure'
    """
    if outlook.burns == 0 and outlook.points == int(outlook.points):
        return f"brings {int(outlook.points)} points for sure"
    return f"brings {outlook.points:.1f} points on average, and burns in {100 * outlook.burns:.0f} % of cases"


def opinion(thought: Thought, alone: bool) -> str:
    """The value of a choice in words; games in the head are no exact odds, so they are not called so."""
    if thought.visits == 0:
        return "not looked at"
    if alone:
        return f"{thought.points:.1f} points in {thought.visits} games in the head"
    return f"{100 * thought.win:.0f} % in {thought.visits} games in the head"
