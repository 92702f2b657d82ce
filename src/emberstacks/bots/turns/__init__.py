"""Turns that can be solved exactly: a file for each game that has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.solver import Outlook, Solver, TooLarge, Turn
from emberstacks.bots.turns.fire import FireTurn
from emberstacks.bots.turns.fire_prototype import PrototypeTurn
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import resample

TURNS: Final[dict[str, type[Turn]]] = {"fire-prototype": PrototypeTurn, "fire": FireTurn}


def solved(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[Outlook] | None:
    """What each choice leads to, if they belong to a turn that can be solved; None where they do not.

    What a seat does not know is dealt by a fixed generator: such a turn must not depend on it.
    """
    if view["game"] not in TURNS:
        return None
    s = resample(game_by_id(view["game"]), view, Dealer(1))
    turn = TURNS[view["game"]](s, view["seat"])
    if not turn.goes_on(s):
        return None
    solver = Solver(turn)
    try:
        return [solver.after(s, view["seat"], choice.code) for choice in choices]
    except TooLarge:
        return None
