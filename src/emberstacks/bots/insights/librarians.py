"""Judging Librarians: a library is as good as the places that the hidden books still have in it."""

from __future__ import annotations

from typing import Any

from emberstacks.bots.ismcts import Insight
from emberstacks.kernel.game import Game
from emberstacks.kernel.state import State


class LibrariansInsight(Insight):
    """Random choices lose every game, so playouts are short, and what they leave is judged by the game's own cost."""

    def standing(self, game: Game, s: State) -> list[float]:
        librarians: Any = game
        return [-float(librarians.cost(s, seat)) for seat in range(s.seats)]
