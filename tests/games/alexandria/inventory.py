"""What the law of the box (tests/every_game/test_aid.py) cannot know about Alexandria."""

from __future__ import annotations

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.aid import open_heroes
from emberstacks.games.alexandria.components import TYPES
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match

BOX = GAME.box
PLAYERS = len(BOX.heroes)
EVERYTHING: dict[str, Value] = {f"hero_{'abcd'[k]}": hero for k, hero in enumerate(BOX.hero_ids)}


def counted(census: list[int]) -> dict[str, list[int]]:
    """A census by the kinds of pieces that the gallery has: hero cards and Dramatic Ends by seat,
    here in the order of the heroes; all Rescue cards, twice; furniture, and tiles that are nowhere.
    """
    cards, ends = sum(BOX.faces), 2 * len(BOX.heroes)
    return {
        "card": census[:cards],
        "end": census[cards : cards + ends],
        "rescue": [1] * census[cards + ends],
        "furniture": census[-TYPES - 1 : -1],
    }


def missing(match: Match) -> set[str]:
    """Pieces that stay in the box: the heroes that nobody can be, and their cards."""
    here = open_heroes(BOX, match.players, match.options)
    return {hero for number, hero in enumerate(BOX.heroes) if number not in here} | {
        piece.name
        for number, hero in enumerate(BOX.heroes)
        if number not in here
        for piece in match.game.pieces()
        if piece.group == f"Cards of {hero}"
    }
