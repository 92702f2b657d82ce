"""Golden transcripts of whole games for every pair, every triple and all four heroes, in both
builds the same.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.components import DESTINY, DRAMATIC_END
from tests.every_game.table import compare
from tests.games.alexandria.table import GROUPS, agreed, busy_answer

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_transcripts(group: tuple[str, ...]) -> None:
    match, rng = agreed(group, seed=1), random.Random(1)
    while not match.over:
        busy_answer(match, rng)
    log = "\n".join(event["text"] for event in match.events(None))
    compare(GOLDEN / f"{'-'.join(group)}.txt", f"{match.record()}\n{log}\n\n{match.board(None)}\n")


def test_every_card_is_played_in_them() -> None:
    """The transcripts show every hero card, board action and Destiny at least once."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt")))
    moves = text.lower()
    for number in range(DESTINY):
        name = GAME.box.slugs[number]
        verbs = ("play", "lay", "use", *["abcd"[seat] for seat in range(4)])
        assert any(f" {verb} {name}" in moves or f"[{verb} {name}" in moves for verb in verbs), name
    for number in range(DESTINY, DRAMATIC_END):
        assert f"Destiny: {GAME.box.names[number]}" in text
