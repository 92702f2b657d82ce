"""Playing styles: one bot stops early, one draws once more, and one does not like to hurt others.

They judge as `greedy` does, and want other things.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot, best_of, worths_of
from emberstacks.bots.mind import mind_of, never, nobody
from emberstacks.kernel.notation import Choice


@dataclass(frozen=True)
class Style:
    """What somebody likes; both figures are ours."""

    nerve: float = 0.0  # points that one more draw seems to be worth
    # what hurting somebody seems to cost, in units of the mind's `difference`
    kindness: float = 0.0


STYLES: Final = {
    "cautious": Style(nerve=-4.0),
    "daring": Style(nerve=4.0),
    "friendly": Style(kindness=5.0),
}


def styles_of(game: str) -> list[str]:
    """The styles that make a difference in a game: where answers can push their luck, or hurt
    somebody.

    >>> styles_of("fire"), styles_of("chess")
    (['cautious', 'daring', 'friendly'], [])
    """
    mind = mind_of(game)
    lucky, rough = mind.dares is not never, mind.harms is not nobody
    return [
        name
        for name, style in STYLES.items()
        if (style.nerve and lucky) or (style.kindness and rough)
    ]


class StyleBot(Bot):
    """A greedy bot that likes or fears to draw, or spares others; in a game with nothing of that it
    is just greedy.
    """

    def __init__(self, style: str) -> None:
        self.name = style
        self.style = STYLES[style]

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        liked = [self.likes(view, choice) for choice in choices]
        if not any(liked):
            return GreedyBot().choose(view, choices, rng, budget)
        rng = rng or random.Random()
        worths = worths_of(view, choices, rng)
        return best_of(
            choices, [worth + more for worth, more in zip(worths, liked, strict=True)], rng
        )

    def likes(self, view: View, choice: Choice) -> float:
        """How much better a choice seems than it is."""
        mind, style = mind_of(view["game"]), self.style
        return style.nerve * mind.dares(choice) - style.kindness * mind.difference * mind.harms(
            view, choice
        )
