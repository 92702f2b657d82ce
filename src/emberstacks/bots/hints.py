"""Hints: what each choice is worth, judged on what the player knows and nothing else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from emberstacks.bots.endgame import favourite
from emberstacks.bots.endings import foreseen
from emberstacks.bots.solver import merit
from emberstacks.bots.thinking import ThinkingBot, best_of
from emberstacks.bots.turns import solved
from emberstacks.bots.words import ending, odds, opinion
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
    """A hint for each choice: exact where the rest of the game or the turn can be solved, else by a search."""
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
    thoughts = ThinkingBot(SIMULATIONS).thoughts(view, choices, rng, LIMIT)
    chosen = best_of(thoughts)
    players, together = view["players"], game_by_id(view["game"]).info.cooperative
    return [
        Hint(thought.choice.text, thought is chosen, opinion(thought, chosen, thoughts, players, together))
        for thought in thoughts
    ]
