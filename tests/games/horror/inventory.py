"""What the law of the box (tests/every_game/test_aid.py) cannot know about Horror."""

from __future__ import annotations

from emberstacks.games.horror import GAME
from emberstacks.games.horror.components import OBJECTS, PAGES
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match

PLAYERS = 6
EVERYTHING: dict[str, Value] = {}
CARDS = len(GAME.box.blessing_copies)


def counted(census: list[int]) -> dict[str, list[int]]:
    """A census by the kinds of pieces that the gallery has; a secret is a page once more."""
    pages, secrets, cards = census[:PAGES], census[PAGES : 2 * PAGES], census[2 * PAGES :]
    assert secrets == pages
    return {
        "pages": [sum(pages[k : k + OBJECTS]) for k in range(0, PAGES, OBJECTS)],
        "blessing": cards[:CARDS],
        "curse": cards[CARDS:],
    }


def missing(match: Match) -> set[str]:
    """Pieces that stay in the box: §1.6 the characters of the expansion."""
    taking_part = GAME.agreed(match.players, match.options).characters
    return {
        piece.name
        for piece in match.game.pieces()
        if piece.kind == "character" and piece.number >= taking_part
    }
