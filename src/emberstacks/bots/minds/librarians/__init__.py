"""What bots know of Librarians."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import BLUR, Mind
from emberstacks.bots.minds.librarians.clearing import cleared
from emberstacks.bots.minds.librarians.features import LibrariansFeatures
from emberstacks.bots.minds.librarians.markers import ahead, marks, talks
from emberstacks.bots.minds.librarians.worths import LibrariansWorths
from emberstacks.bots.weights import weights_beside

MIND: Final = Mind(
    heuristic=LibrariansWorths,
    weights=weights_beside(__file__),
    ahead=ahead,
    talks=talks,
    marks=marks,
    features=LibrariansFeatures,
    leans=True,
    plays_on=2,
    tables=(
        (4, {}),
        (4, {"curse": "columns", "sequels": True}),
        (4, {"curse": "powers+balance"}),
        (3, {"ages": "standard"}),
        (4, {"curse": "powers+columns"}),
        (2, {"ages": "strict", "curse": "balance"}),
        (5, {"ages": "lenient", "thrills": 6, "authors": True}),
        (3, {"curse": "powers+balance+columns"}),
    ),
    trials=2400,
    contest={"curse": "columns", "sequels": True},
    measured=(
        {"ages": "standard"},
        {"curse": "powers"},
        {"curse": "balance"},
        {"curse": "columns"},
        {"curse": "powers+balance+columns"},
    ),
    difference=450.0,
    # small differences count here: they tell where the rest of the books will go
    blur={**BLUR, "adept": 0.2},
    together=cleared,
    ground=Ground(60),
)
