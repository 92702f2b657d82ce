"""Golden transcripts of the options: any change of behaviour shows as a difference in text, in both
builds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from emberstacks.kernel.game import Value
from tests.every_game.table import compare
from tests.games.horror.busy import busy_game

GOLDEN = Path(__file__).parent / "golden"
ADVANCED: dict[str, Value] = {"abilities": True, "monster_abilities": True}
GAMES: dict[str, tuple[int, dict[str, Value]]] = {
    "square": (2, {"layout": "square", "secrets": 1}),
    "gallery": (3, {"layout": "gallery", "secrets": 2, "characters": "dealt"}),
    "horseshoe": (4, {"layout": "horseshoe", "secrets": 3, "expansion": True}),
    "zigzag": (3, {"layout": "zigzag", "secrets": 4, "abilities": True}),
    "blind-theft": (
        4,
        {"layout": "zigzag", "characters": "by-seat", "abilities": True, "blind_theft": True},
    ),
    "grand": (5, {"layout": "grand", "secrets": 5, "monster_abilities": True}),
    "generated": (2, {"layout": "generated", "secrets": 6, "expansion": True, **ADVANCED}),
    "generated-grand": (6, {"layout": "generated-grand", "secrets": 1, **ADVANCED}),
}


@pytest.mark.parametrize("name", GAMES)
def test_transcripts(name: str) -> None:
    players, options = GAMES[name]
    match = busy_game(players, seed=7, rounds=10 if players > 4 else 20, **options)
    log = "\n".join(event["text"] for event in match.events(None))
    compare(GOLDEN / f"{name}.txt", f"{match.record()}\n{log}\n\n{match.board(None)}\n")
