"""What bots know of Horror in the Library."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.horror.features import HorrorFeatures
from emberstacks.bots.minds.horror.playouts import HorrorInsight
from emberstacks.bots.minds.horror.worths import HorrorWorths
from emberstacks.bots.weights import weights_beside
from emberstacks.games.horror.components import COLOURS, MONSTERS, OBJECTS

PAGES: Final = COLOURS * OBJECTS
MOST_SEATS: Final = 6

MIND: Final = Mind(
    heuristic=HorrorWorths,
    weights=weights_beside(__file__),
    features=HorrorFeatures,
    leans=True,
    plays_on=10,
    insight=HorrorInsight(0, trust=0.2),
    simulations=8000,
    difference=4.0,
    telling={"escape": 1, "frame": 1, "steal": 1, "curse": -1, "fortitude": 1, "page": 1},
    ground=Ground(80),
    bits={"framed": PAGES, "loose": PAGES, "duelled": MOST_SEATS, "left": MONSTERS},
)
