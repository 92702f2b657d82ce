"""What bots know about the early prototype of Fire in the Library."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.fire_prototype.ending import PrototypeRest
from emberstacks.bots.minds.fire_prototype.features import PrototypeFeatures
from emberstacks.bots.minds.fire_prototype.playouts import FirePrototypeInsight
from emberstacks.bots.minds.fire_prototype.turn import PrototypeTurn
from emberstacks.bots.minds.fire_prototype.worths import SCORE, PrototypeWorths
from emberstacks.bots.weights import weights_beside
from emberstacks.games.fire_prototype.steps import DrawOrScore
from emberstacks.kernel.notation import Choice

WHOLE_GAME: Final = 10_000  # decisions: its playouts are quick enough to go to the end


def dares(choice: Choice) -> bool:
    """Draw again."""
    return choice.step == DrawOrScore.__name__ and choice.code != SCORE


MIND: Final = Mind(
    heuristic=PrototypeWorths,
    weights=weights_beside(__file__),
    features=PrototypeFeatures,
    leans=True,
    insight=FirePrototypeInsight(WHOLE_GAME),
    simulations=3000,
    difference=5.0,
    ground=Ground(200),
    turn=PrototypeTurn,
    rest=PrototypeRest,
    dares=dares,
)
