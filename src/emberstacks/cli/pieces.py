"""`emberstacks pieces GAME`: everything in a game's box and what it does."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import WhichGame
from emberstacks.games import game_by_id


def pieces(
    game: WhichGame,
    text: Annotated[str, Parameter(help="Show only pieces that mention this.")] = "",
    /,
) -> None:
    """List the pieces of a game."""
    screen = Screen()
    group = ""
    for piece in game_by_id(game).pieces():
        if text.lower() not in f"{piece.name} {piece.text}".lower():
            continue
        if piece.group != group:
            group = piece.group
            screen.say()
            screen.say(group, "title")
        screen.say(f"{piece.name}{f' ({piece.count})' if piece.count > 1 else ''}: {piece.text}", indent=3)
