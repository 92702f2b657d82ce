"""A match goes on from its snapshot, in every game; tests/server has what the server does with
them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.match import Match
from emberstacks.kernel.snapshot import restored, snapshot


def everything(match: Match) -> list[object]:
    """All that anybody can be shown or do."""
    seats = [*range(match.players), None]
    shown = [(match.view(seat), match.events(seat), match.record(seat)) for seat in seats]
    choices = [[str(choice) for choice in match.legal(seat)] for seat in match.waiting]
    return [
        shown,
        choices,
        match.waiting,
        match.can_undo,
        match.question,
        match.record(),
        match.length,
        match.over,
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_from_its_snapshot_as_if_nothing_had_been(name: str) -> None:
    match = es.new(name, players=2, seed=7)
    rounds = 0
    while not match.over:
        for seat in match.waiting:
            match.push(match.default(seat) or "", seat)
        rounds += 1
        if rounds % 9 == 0 and not match.sealed():
            start = es.new(name, players=2, seed=7)
            twin = restored(start, match.answers(), snapshot(match))
            assert everything(twin) == everything(match)
            match = twin  # the rest is played on what was restored
    assert match.verify() is None


def test_only_a_match_knows_what_is_inside_it() -> None:
    """Snapshots and pickles are made of what `Match.saved` says."""
    source = Path(es.__file__).parent
    for file in source.rglob("*.py"):
        if file.parent.name == "kernel" and file.name == "match.py":
            continue
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\b(match|start|saved)\._[a-z]", text), file
