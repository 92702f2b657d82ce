"""What can be worked out: the rest of a turn or of the game, if the game's mind says how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.bots.endgame import Endgame, Prospect, decided
from emberstacks.bots.mind import mind_of
from emberstacks.bots.solver import Outlook, Solver, TooLarge
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import resample


def solved(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[Outlook] | None:
    """What each choice leads to, if they belong to a turn that can be solved; otherwise None.

    What a seat does not know is dealt by a fixed generator, because such a turn must not depend on
    it. In a window, others may have answered already, and nobody else knows what: they count as
    those who have not, who let it pass.
    """
    kind = mind_of(view["game"]).turn
    if kind is None:
        return None
    s = resample(game_by_id(view["game"]), view, Dealer(1))
    for seat in range(len(s.sealed)):
        if seat != view["seat"] and s.sealed[seat] >= 0:
            s.sealed[seat] = s.step.default(s, seat)
    turn = kind(s, view["seat"])
    if not turn.goes_on(s):
        return None
    solver = Solver(turn)
    try:
        return [solver.after(s, view["seat"], choice.code) for choice in choices]
    except TooLarge:
        return None


def foreseen(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[Prospect] | None:
    """What each choice leads to in the end, if one of them is certainly best; otherwise None."""
    kind = mind_of(view["game"]).rest
    if kind is None:
        return None
    game = game_by_id(view["game"])
    endgame = Endgame(game, view, kind(game))
    found = endgame.choices([choice.code for choice in choices])
    return found if found is not None and decided(found, view["seat"]) else None
