"""Golden transcripts of the variants; those of the base game are among the tests of every game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from tests.every_game.table import compare
from tests.every_game.test_golden import transcript

GOLDEN = Path(__file__).parent / "golden"
VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "technology": (4, {"technology": True}),
    "no-tool": (3, {"tools": False}),
    "wild-fire": (5, {"variant": "wild-fire"}),
    "inferno": (6, {"variant": "inferno"}),
    "robot": (2, {"robot": True}),
    "no-tool-robot": (3, {"robot": True, "tools": False}),
    "lone-librarian": (1, {"solo": "lone-librarian"}),
    "everything": (4, {"technology": True, "tools": False, "variant": "inferno"}),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_transcripts_of_variants(name: str) -> None:
    """§14.6 Any change of behaviour shows as a difference in text."""
    players, options = VARIANTS[name]
    rng = random.Random(name)
    match = es.new("fire", players=players, seed=len(name), **options)
    while not match.over:
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    compare(GOLDEN / f"{name}.txt", transcript(match))
