"""What bots know of Librarians."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.librarians.markers import ahead, marks, talks
from emberstacks.bots.minds.librarians.playouts import LibrariansInsight
from emberstacks.bots.minds.librarians.worths import LibrariansWorths
from emberstacks.bots.weights import weights_beside

MIND: Final = Mind(
    heuristic=LibrariansWorths,
    weights=weights_beside(__file__),
    ahead=ahead,
    talks=talks,
    marks=marks,
    insight=LibrariansInsight(2),
    trials=800,
    measured=(
        {"ages": "standard"},
        {"curse": "powers"},
        {"curse": "balance"},
        {"curse": "columns"},
        {"curse": "powers+balance+columns"},
    ),
    difference=450.0,
    # what a library looks like after one book says little about whether it can be filled
    to_the_end=Ground(60, careful=10_000),
    telling={"complete": 1, "author": 1, "horror": -1, "stuck": -1, "won": 1},
    # fitted to 432 positions of 40 games without expansions, begun badly and gone on with well: the mean squared error is
    # 0.07, and 0.14 without looking
    ground=Ground(60, careful=1, depth=1, unit=1000.0, even=-5000.0),
    room={"laid": 144},
    bits={"gone": 12, "turned": 12},
)
