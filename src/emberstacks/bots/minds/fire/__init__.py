"""What bots know of Fire in the Library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.fire import alone
from emberstacks.bots.minds.fire.ending import FireRest
from emberstacks.bots.minds.fire.features import FireFeatures
from emberstacks.bots.minds.fire.playouts import FireInsight
from emberstacks.bots.minds.fire.sense import sensible
from emberstacks.bots.minds.fire.turn import FireTurn
from emberstacks.bots.minds.fire.worths import FireWorths
from emberstacks.bots.weights import weights_beside
from emberstacks.games.fire.components import AXE, GLOVES, SHOVEL, SLINGSHOT, TORCH
from emberstacks.games.fire.steps.fire import FireWindow
from emberstacks.games.fire.steps.saving import DIG, DRAW_ONE, SaveBooks
from emberstacks.kernel.notation import Choice

DRAWING: Final = (DRAW_ONE, DIG, SHOVEL, TORCH, GLOVES)  # answers that go on drawing


def dares(choice: Choice) -> bool:
    """To draw on, with or without a tool."""
    return choice.step == SaveBooks.__name__ and choice.code in DRAWING


def harms(_: Mapping[str, Any], choice: Choice) -> bool:
    """To take a book with an Axe, or to throw a fire at somebody."""
    return choice.step == FireWindow.__name__ and choice.code - 1 in (AXE, SLINGSHOT)


MIND: Final = Mind(
    heuristic=FireWorths,
    weights=weights_beside(__file__),
    features=FireFeatures,
    leans=True,
    tables=(
        (2, {}),
        (3, {}),
        (1, {"solo": "lone-librarian"}),
        (2, {}),
        (4, {}),
        (1, {"solo": "lone-librarian"}),
    ),
    insight=FireInsight(40),
    ahead=alone.worths,
    sensible=sensible,
    simulations=3000,
    difference=4.0,
    telling={"score": 1, "out": 1, "spread": -1, "play": 1, "penalty": 1},
    ground=Ground(120, unit=20.0, solved_in_points=True),
    turn=FireTurn,
    rest=FireRest,
    dares=dares,
    harms=harms,
)
