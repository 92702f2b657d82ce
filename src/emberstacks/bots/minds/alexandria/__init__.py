"""What bots know of Alexandria."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.alexandria.features import AlexandriaFeatures
from emberstacks.bots.minds.alexandria.worths import AlexandriaWorths
from emberstacks.bots.weights import weights_beside
from emberstacks.games.alexandria.steps.turn import TakeAction
from emberstacks.kernel.notation import Choice

LAYING: Final = "6.2"  # the clause of laying a Peril


def last_end_is_known(view: Mapping[str, Any]) -> bool:
    """Is the Dramatic End that will be scored face up? The network has not learned to count it."""
    return bool(len(view["state"]["revealed"]) == view["players"])


def harms(_: Mapping[str, Any], choice: Choice) -> bool:
    """To lay a Peril under the feet of others."""
    return choice.step == TakeAction.__name__ and choice.clause == LAYING


MIND: Final = Mind(
    heuristic=AlexandriaWorths,
    weights=weights_beside(__file__),
    features=AlexandriaFeatures,
    leans=True,
    plays_on=16,
    ending=last_end_is_known,
    simulations=2000,
    difference=0.5,
    harms=harms,
    telling={
        "points": 1,
        "keep": 1,
        "lose-rescue": 1,
        "destiny": -1,
        "time": 1,
        "peril-triggered": 0,
        "peril-lost": 0,
    },
    ground=Ground(60),
    to_the_end=True,
)
