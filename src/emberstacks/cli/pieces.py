"""`emberstacks pieces GAME`: everything in a game's box and what it does."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from cyclopts import Parameter

from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import AsJson, WhichGame, show_json
from emberstacks.games import game_by_id


def pieces(
    game: WhichGame,
    text: Annotated[str, Parameter(help="Show only pieces that mention this.")] = "",
    /,
    *,
    json: AsJson = False,
) -> None:
    """List the pieces of a game."""
    found = [
        piece
        for piece in game_by_id(game).pieces()
        if text.lower() in f"{piece.name} {piece.text}".lower()
    ]
    if show_json([asdict(piece) for piece in found], json):
        return
    screen = Screen()
    group = ""
    for piece in found:
        if piece.group != group:
            group = piece.group
            screen.say()
            screen.say(group, "title")
        screen.say(
            f"{piece.name}{f' ({piece.count})' if piece.count > 1 else ''}: {piece.text}", indent=3
        )
