"""One step ahead in any game: what each choice leads to, in worlds that look like the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import give, legal, settle, waiting
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import State
from emberstacks.kernel.view import resample

WORLDS: Final = 24


def worths(view: Mapping[str, Any], choices: Sequence[Choice], dealer: Dealer) -> list[float]:
    """The average lead over the best rival after each choice and what chance makes of it, over
    possible worlds.

    In each world all choices have the same luck, so only their merit differs.
    """
    game, seat = game_by_id(view["game"]), view["seat"]
    totals = [0] * len(choices)
    for _ in range(WORLDS):
        world = resample(game, view, dealer)
        luck = Dealer(dealer.below(2**32))
        for k, choice in enumerate(choices):
            scores = game.scores(after(world, seat, choice.code, luck.copy()))
            own = scores.pop(seat)
            totals[k] += own - max(scores, default=0)
    return [total / WORLDS for total in totals]


def after(world: State, seat: int, code: int, luck: Dealer) -> State:
    """The world after the answer and what chance makes of it; others who are asked too answer at
    random.
    """
    s = world.clone()
    give(s, seat, code)
    for other in waiting(world):
        if other != seat:
            codes = legal(s, other)
            give(s, other, codes[luck.below(len(codes))])
    settle(s, luck)
    return s
