"""The bot `greedy` is what every other bot is measured by: what it thinks of many positions is kept, and must not change."""

from __future__ import annotations

from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from tests.every_game.table import compare, random_game

KEPT = Path(__file__).parent / "yardstick"
SEEDS = range(24)


def judged(name: str, seed: int) -> str:
    """The choices that it likes best after some random answers, and what it thinks of all of them together."""
    match = random_game(name, 2 + seed % 2, seed, decisions=3 * seed)
    if match.over:
        return ""
    seat = match.waiting[0]
    choices = match.legal(seat)
    judge = mind_of(name).worths
    assert judge is not None
    worths = judge(match.view(seat), choices)
    liked = [choice.text for choice, worth in zip(choices, worths, strict=True) if worth == max(worths)]
    return f"{seed}: {' | '.join(liked)} ({max(worths):.6g}; {len(choices)} choices, {sum(worths):.6g})\n"


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_greedy_judges_as_ever(name: str) -> None:
    compare(KEPT / f"{name}.txt", "".join(judged(name, seed) for seed in SEEDS))
