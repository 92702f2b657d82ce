"""Markers in Librarians (§8.3): a bot asks for the place that it needs most, and leaves alone what
others ask for.

A marker only says that somebody needs this place, nothing else about a hand, and a bot sets it from
its own view alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.mind import at_first_sight
from emberstacks.games import game_by_id
from emberstacks.games.librarians.library import Library, places
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Options
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import resample

# places of a book that is in danger; with four, asking and heeding lost more games than it saved;
# ours
FEW: Final = 1
# what it costs to take a place that somebody asked for; a book without a place costs 1000; ours
RESPECT: Final = 100.0


def talks(options: Options) -> bool:
    """§8.1 Unless a table agreed otherwise, nobody says anything."""
    return options["talk"] != "silent"


def marks(view: Mapping[str, Any]) -> str:
    """A place for its own book that has the fewest, if that is few; "" if all have enough, or none
    has any.
    """
    s = resample(game_by_id("librarians"), view, Dealer(1))
    assert isinstance(s, LibraryTable)
    library = Library(s)
    found = [places(library, book) for book in s.hands[view["seat"]].face]
    needed = min((cells for cells in found if 0 < len(cells) <= FEW), key=len, default=None)
    return "" if needed is None else f"cell-{needed[0]}"


def ahead(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float] | None:
    """What the places for a book are worth if others asked to leave some alone; None if nobody did."""
    asked = {str(piece) for piece in view.get("markers", {}).values()}
    if not asked or choices[0].step != "Where":
        return None
    plain = at_first_sight(view, choices)
    return [
        worth - RESPECT * (f"cell-{choice.code}" in asked)
        for worth, choice in zip(plain, choices, strict=True)
    ]
