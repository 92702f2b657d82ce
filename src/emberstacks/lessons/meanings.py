"""What things on the table mean: the pieces of the box, and the spaces, numbers and marks of
TABLE.md, each with its clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.game import Game, Piece
from emberstacks.kernel.rules import clauses, introduced

FILE: Final = "TABLE.md"  # in the folder of a game
LINE: Final = re.compile(r"^- \*\*(.+?)\*\* (.+) §(\d+\.\d+)$")


@dataclass(frozen=True)
class Meaning:
    """What everything whose name begins so means; in a name `#` stands for a number, and `*` for
    any words.
    """

    name: str
    text: str
    clause: str


def meanings(game: str) -> tuple[Meaning, ...]:
    """Everything that a game can explain, the pieces of the box first."""
    return meanings_of(game_by_id(game))


@cache
def meanings_of(found: Game) -> tuple[Meaning, ...]:
    """The same, worked out once."""
    rules = found.rules()
    # the first of a kind has it
    kinds = {piece.kind: piece.clause for piece in reversed(found.pieces()) if piece.clause}

    def clause_of(piece: Piece) -> str:
        mentioned = [number for number, text in clauses(rules).items() if piece.name in text]
        return (
            piece.clause
            or introduced(rules, piece.name)
            or kinds.get(piece.kind)
            or next(iter(mentioned), "")
        )

    box = [Meaning(piece.name, piece.text, clause_of(piece)) for piece in found.pieces()]
    file = folder_of(found) / FILE
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return (*box, *[Meaning(*line.groups()) for line in map(LINE.match, lines) if line is not None])


def about(game: str, words: str) -> list[Meaning]:
    """What somebody may mean who types these words: the things called so, else those whose name has
    the words in it.

    >>> [one.clause for one in about("fire", "bag")], [one.name for one in about("fire", "lockb")]
    (['1.4'], ['Lockbox'])
    """
    wanted = words.lower().strip()
    exact = [one for one in meanings(game) if one.name.lower() == wanted]
    return exact or [one for one in meanings(game) if wanted and wanted in one.name.lower()]
