"""The box of a game as it is told: what is printed on its pieces, its rules and its player aid."""

from __future__ import annotations

from typing import Any

from emberstacks.games import game_by_id
from emberstacks.kernel.match import Match
from emberstacks.kernel.rules import clauses, introduced
from emberstacks.protocol import AidInfo, Clause, PieceInfo, Rulebook, SignInfo


def printed(game: str) -> dict[str, Any]:
    """What is printed on the pieces."""
    return dict(game_by_id(game).printed())


def rulebook(game: str) -> Rulebook:
    """The rules: as a text, and clause by clause."""
    found = game_by_id(game)
    text = found.rules()
    listed = [Clause(number=number, text=words) for number, words in clauses(text).items()]
    return Rulebook(game=game, version=found.info.rules_version, text=text, clauses=listed)


def pieces(game: str) -> list[PieceInfo]:
    """All pieces of the box."""
    found = game_by_id(game)
    rules = found.rules()
    return [
        PieceInfo(
            group=piece.group,
            name=piece.name,
            text=piece.text,
            count=piece.count,
            id=piece.id,
            kind=piece.kind,
            number=piece.number,
            clause=piece.clause or introduced(rules, piece.name),
        )
        for piece in found.pieces()
    ]


def aid(match: Match) -> list[AidInfo]:
    """The player aid of the game that is played there."""
    return [
        AidInfo(
            title=part.title,
            lines=part.lines,
            signs=[SignInfo(symbol=one, meaning=other) for one, other in part.signs],
        )
        for part in match.game.aid(match.players, match.options)
    ]
