"""Which choices in Fire in the Library never make sense, however the tokens come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.bots.mind import ANY_WORLD
from emberstacks.games import game_by_id
from emberstacks.games.fire.components import GLOVES
from emberstacks.games.fire.state import FireTable
from emberstacks.games.fire.steps.saving import SaveBooks
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import resample


def sensible(view: Mapping[str, Any], choices: Sequence[Choice]) -> Sequence[Choice]:
    """All but Gloves that do nothing for the next token. They can still be played after it, if it
    is not a fire.

    Gloves make risky spaces safe for a first fire. After a first fire they help no more, and before
    a safe space not yet.
    """
    others = [
        choice for choice in choices if (choice.step, choice.code) != (SaveBooks.__name__, GLOVES)
    ]
    if len(others) == len(choices):
        return choices
    s = resample(game_by_id(view["game"]), view, Dealer(ANY_WORLD))
    assert isinstance(s, FireTable)
    helps = s.fires_on(s.card) == 0 and s.bravery_at(s.card, s.empty_space(s.card)) > 0
    return choices if helps else others
