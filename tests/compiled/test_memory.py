"""What is dropped is freed: positions are read by the million, by bots that think and servers that run for months."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.view import resample

TIMES = 4000
MOST = 300  # bytes that one time may leave behind on average; a leaked field is more


def resident() -> int:
    """Bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory is in use")
@pytest.mark.parametrize("name", GAMES)
def test_reading_positions_leaks_nothing(name: str) -> None:
    game = GAMES[name]
    match = es.new(name, players=3, seed=1)
    rng = random.Random(1)
    for _ in range(25):
        seat = match.waiting[0]
        match.push(rng.choice(match.legal(seat)), seat)
    view, dealer = match.view(match.waiting[0]), Dealer(1)
    for _ in range(200):
        resample(game, view, dealer)
    before = resident()
    for _ in range(TIMES):
        resample(game, view, dealer)
    assert (resident() - before) / TIMES < MOST
