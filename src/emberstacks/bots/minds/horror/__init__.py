"""What bots know of Horror in the Library."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.horror.playouts import HorrorInsight
from emberstacks.bots.minds.horror.worths import worths
from emberstacks.games.horror.components import COLOURS, MONSTERS, OBJECTS

PAGES: Final = COLOURS * OBJECTS
MOST_SEATS: Final = 6

MIND: Final = Mind(
    worths=worths,
    insight=HorrorInsight(0, trust=0.5),
    simulations=4000,
    difference=4.0,
    ground=Ground(80, careful=8, depth=60, unit=0.8),
    bits={"framed": PAGES, "loose": PAGES, "duelled": MOST_SEATS, "left": MONSTERS},
)
