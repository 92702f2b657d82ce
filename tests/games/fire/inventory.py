"""What the law of the box (tests/every_game/test_aid.py) cannot know about Fire."""

from __future__ import annotations

from emberstacks.games.fire.components import TOKENS
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match

PLAYERS = 4
EVERYTHING: dict[str, Value] = {"technology": True}  # all pieces are in a game of these options


def counted(census: list[int]) -> dict[str, list[int]]:
    """A census by the kinds of pieces that the gallery has."""
    return {"token": census[:TOKENS], "tool": census[TOKENS:]}


def missing(match: Match) -> set[str]:
    """Pieces that stay in the box: §1.5 some tools, §14.1 or all, §13.1 the Technology books."""
    census = match.game.census(match._s)
    counts = counted(census)
    kinds = sum(piece.kind == "tool" for piece in match.game.pieces())
    copies = len(counts["tool"]) // kinds
    counts["tool"] = [sum(counts["tool"][copies * k : copies * (k + 1)]) for k in range(kinds)]
    return {
        piece.name
        for piece in match.game.pieces()
        if piece.kind in counts and not counts[piece.kind][piece.number]
    }
