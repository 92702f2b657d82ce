"""What bots know of Alexandria."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.alexandria.playouts import AlexandriaInsight, lead_that_counts
from emberstacks.bots.minds.alexandria.worths import worths
from emberstacks.games.alexandria.components import DECK, HEROES, RESCUE_CARDS, ROOMS

MIND: Final = Mind(
    worths=worths,
    insight=AlexandriaInsight(24),
    simulations=3000,
    difference=0.5,
    ground=Ground(60, careful=24, depth=24, unit_at=lead_that_counts),
    bits={
        **dict.fromkeys(("burnt", "doors", "fire", "guard", "library", "toll"), ROOMS),
        **dict.fromkeys(("drawn", "in_decks", "kept", "pile", "rescued", "thrown"), RESCUE_CARDS),
        **dict.fromkeys(("discards", "played"), DECK),
        "responded": HEROES,
        "spent": HEROES * DECK,
    },
)
