"""Games whose last turns can be worked out to the end: a file for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.endgame import Endgame, Prospect, Rest, decided
from emberstacks.bots.endings.fire import FireRest
from emberstacks.bots.endings.fire_prototype import PrototypeRest
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

RESTS: Final[dict[str, type[Rest]]] = {"fire-prototype": PrototypeRest, "fire": FireRest}


def foreseen(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[Prospect] | None:
    """What each choice comes to in the end, where one of them is certainly best; None where that cannot be said."""
    if view["game"] not in RESTS:
        return None
    game = game_by_id(view["game"])
    endgame = Endgame(game, view, RESTS[game.info.id](game))
    found = endgame.choices([choice.code for choice in choices])
    return found if found is not None and decided(found, view["seat"]) else None
