"""The bot that picks what is best right now."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from emberstacks.bots import lookahead
from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.heuristic import Heuristic
from emberstacks.bots.mind import ANY_WORLD, heuristic_of, mind_of
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.match import Match, as_dealer
from emberstacks.kernel.notation import Choice

Answer = TypeVar("Answer", Choice, int)


class GreedyBot(Bot):
    """The choice that the game's heuristic rates highest; without a heuristic, the one that leads
    furthest after one step.
    """

    name = "greedy"

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        rng = rng or random.Random()
        return best_of(choices, worths_of(view, choices, rng), rng)

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int | None:
        heuristic = heuristic_of(match.game)
        return (
            None if heuristic is None else favourite(heuristic, match, seat, rng or random.Random())
        )


def favourite(heuristic: Heuristic, match: Match, seat: int, rng: random.Random) -> int:
    """The answer that a heuristic rates highest, from what a seat knows of a match."""
    codes = match.codes(seat)
    if len(codes) == 1:
        return codes[0]
    return best_of(codes, rated(heuristic, match, seat, codes), rng)


def rated(heuristic: Heuristic, match: Match, seat: int, codes: Sequence[int]) -> list[float]:
    """What a heuristic thinks of answers, from what a seat knows of a match."""
    return list(heuristic.worths(match.worlds(seat).deal(Dealer(ANY_WORLD)), seat, Ints(codes)))


def worths_of(view: View, choices: Choices, rng: random.Random) -> list[float]:
    """What each choice is worth to the game's mind; without one, how far it leads after one step."""
    worths = mind_of(view["game"]).worths
    return (
        worths(view, choices)
        if worths is not None
        else lookahead.worths(view, choices, as_dealer(rng))
    )


def best_of(choices: Sequence[Answer], worths: Sequence[float], rng: random.Random) -> Answer:
    """The choice that is worth most; a random one of several."""
    best = max(worths)
    return rng.choice(
        [choice for choice, worth in zip(choices, worths, strict=True) if worth == best]
    )
