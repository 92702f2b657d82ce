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
VARIANTS: dict[str, tuple[range, dict[str, Any]]] = {  # the numbers of people that can play each
    "technology": (range(1, 7), {"technology": True}),
    "no-tool": (range(1, 7), {"tools": False}),
    "wild-fire": (range(2, 7), {"variant": "wild-fire"}),
    "inferno": (range(2, 7), {"variant": "inferno"}),
    "robot": (range(2, 6), {"robot": True}),
    "no-tool-robot": (range(2, 6), {"robot": True, "tools": False}),
    "lone-librarian": (range(1, 2), {"solo": "lone-librarian"}),
    "lone-wild-fire": (range(1, 2), {"solo": "lone-librarian", "variant": "wild-fire"}),
    "wild-fire-robot": (range(2, 4), {"variant": "wild-fire", "robot": True}),
    "lone-inferno": (range(1, 2), {"solo": "lone-librarian", "variant": "inferno"}),
    "everything": (range(2, 7), {"technology": True, "tools": False, "variant": "inferno"}),
}


@pytest.mark.parametrize(
    ("name", "people"),
    [(name, people) for name, (counts, _) in VARIANTS.items() for people in counts],
)
def test_transcripts_of_variants(name: str, people: int) -> None:
    """§14.6 Any change of behaviour shows as a difference in text."""
    rng = random.Random(f"{name} {people}")
    match = es.new("fire", players=people, seed=people, **VARIANTS[name][1])
    while not match.over:
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    compare(GOLDEN / f"{name}-{people}.txt", transcript(match))
