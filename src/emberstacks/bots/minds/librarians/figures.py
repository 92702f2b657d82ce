"""The weights of the greedy bot in Librarians, as tables by genre."""

from __future__ import annotations

from typing import Final, final

from emberstacks.games.librarians.components import GENRES
from emberstacks.games.librarians.steps.green import Adventure, Comedy, Romance
from emberstacks.games.librarians.steps.powers import KINDS
from emberstacks.games.librarians.steps.yellow import Cooking
from emberstacks.kernel.ints import Floats, Ints

OVERALL: Final = 1e9  # of a game that is won; a lost one counts the same below zero
RED: Final = ("detective", "true-crime", "tragedy")  # as weights.toml names them, after horror
POWERS: Final = (  # the others, by the numbers of their genres
    *("romance", "comedy", "adventure", "self-help"),
    *("thriller", "action", "travel", "mythology"),
    *("fantasy", "scifi", "poetry", "graphic-novel"),
    *("biography", "science", "business", "cooking"),
    *("mystery", "crime", "drama", "picture-book"),
)
AT_ONCE: Final = (Romance, Comedy, Adventure, Cooking)  # powers that are always good


@final
class Figures:
    """What weights.toml says."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.trouble = weights["trouble"]
        self.enough = weights["enough"]
        self.rush = weights["rush"]
        self.ever = weights["ever"]
        self.doubt = weights["doubt"]
        self.more_doubt = weights["more_doubt"]
        self.own = weights["own"]
        # what a line of each genre brings: harm if it is red, otherwise a power card
        self.lines = Floats([-OVERALL, *[-weights[name] for name in RED], *[weights[name] for name in POWERS]])
        self.at_once = Ints([1 if KINDS[genre] in AT_ONCE else 0 for genre in range(GENRES)])
