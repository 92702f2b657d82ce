"""What bots know of Librarians."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.librarians.playouts import LibrariansInsight
from emberstacks.bots.minds.librarians.worths import worths

MIND: Final = Mind(
    worths=worths,
    insight=LibrariansInsight(2),
    difference=450.0,
    # fitted to 616 positions of 60 games of bots, won and lost: its mean squared error is 0.11, and 0.23 without looking
    ground=Ground(120, depth=2, unit=700.0, even=-3500.0, per_point=60.0),
    room={"laid": 144},
    bits={"gone": 12, "turned": 12},
)
