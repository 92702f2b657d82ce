"""What the law of the box (tests/every_game/test_aid.py) cannot know about Librarians."""

from __future__ import annotations

from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.options import NEWEST, agreement, genres_of
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match

BOX = GAME.box
PLAYERS = 6
EVERYTHING: dict[str, Value] = {
    **{
        name: "+".join(BOX.genres[genre] for genre in BOX.genres_of(k)[:2])
        for k, name in enumerate(BOX.colours)
    },
    "thrills": 12,
}


def counted(census: list[int]) -> dict[str, list[int]]:
    """A census by the kinds of pieces that the gallery has."""
    return {"book": census[: len(BOX.titles)], "shelf": census[len(BOX.titles) :]}


def missing(match: Match) -> set[str]:
    """Pieces that stay in the box: §1.3 genres that were not chosen, §13.1 Thrills."""
    playing = {genre for k in range(len(BOX.colours)) for genre in genres_of(BOX, k, match.options)}
    genres = {name for genre, name in enumerate(BOX.genre_names) if genre not in playing}
    joining = set(agreement(BOX, match.options, NEWEST).may_join())
    thrills = {
        piece.name
        for piece in match.game.pieces()
        if piece.group == "Thrills" and piece.number not in joining
    }
    return genres | thrills
