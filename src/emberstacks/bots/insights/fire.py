"""Playouts of Fire in the Library: one draw ahead, and tools as luck will have it."""

from __future__ import annotations

from typing import Any, Final

from emberstacks.bots.ismcts import Policy
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

TOOL: Final = 3.0  # points that the tool of a turn which burns is worth; ours
IDLE: Final = 3  # one question in so many is answered with a tool, where there is one; ours


class FireInsight(Policy):
    """Draws while the next token brings more than it risks."""

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        if type(s.step).__name__ == "SaveBooks" and dealer.below(IDLE) > 0:
            wanted = "draw" if worth_drawing(s) else "stop"
            for code in codes:
                if s.step.text(s, code) == wanted:
                    return code
        return codes[dealer.below(len(codes))]


def worth_drawing(table: Any) -> bool:
    """Does the next token bring more than it risks?"""
    card = table.card
    space = table.empty_space(card)
    fire = len(table.bag) - 1
    points = table.knowledge_points() + table.bravery_points()
    gain = sum(table.bag[book] * table.value(book) for book in range(fire) if table.bag[book])
    spreads = table.fires_on(card) > 0 or (table.bravery_at(card, space) > 0 and table.gloves == 0)
    return bool(gain > (table.bag[fire] * (points - TOOL) if spreads else 0))
