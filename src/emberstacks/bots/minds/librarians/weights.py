"""The weights of the greedy bot in Librarians, as tables by genre."""

from __future__ import annotations

from typing import Final, final

from emberstacks.games.librarians.components import Components
from emberstacks.kernel.ints import Floats, Ints
from emberstacks.kernel.masks import has

COMPILED: Final = True  # tools/compile/copy.py

OVERALL: Final = 1e9  # of a game that is won; a lost one counts the same below zero
HORROR: Final = "horror"
AT_ONCE: Final = ("romance", "comedy", "adventure", "cooking")  # powers that are always good
MEAN: Final = 300.0  # of the worths of the powers, for one that weights.toml does not name


@final
class Weights:
    """What weights.toml says."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.said = weights
        self.trouble = weights["trouble"]
        self.enough = weights["enough"]
        self.rush = weights["rush"]
        self.ever = weights["ever"]
        self.doubt = weights["doubt"]
        self.more_doubt = weights["more_doubt"]
        self.own = weights["own"]
        self.box: Components | None = None  # of the last game
        # what a line of each genre brings: harm if it is red, otherwise a power card
        self.lines = Floats([])
        self.at_once = Ints([])

    def look(self, box: Components) -> None:
        """Read what the genres of a box are worth."""
        if self.box is box:
            return
        self.box = box
        worths = [
            -OVERALL if like == HORROR else self.said.get(like, MEAN) for like in box.genre_likes
        ]
        self.lines = Floats(
            [-abs(worth) if has(box.red, genre) else worth for genre, worth in enumerate(worths)]
        )
        self.at_once = Ints([int(like in AT_ONCE) for like in box.genre_likes])
