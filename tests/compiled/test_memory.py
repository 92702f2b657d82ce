"""What is dropped is freed: positions are read by the million, by bots that think and servers that run for months."""

from __future__ import annotations

import gc
import random
import sys
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.envs.batch import Games
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.view import resample

TIMES = 4000
BATCH = 16
WARM = 1000  # steps until games of all lengths have been seen
STEPS = 2000
MOST_A_STEP = 16  # bytes that a step of one game may leave behind on average; a leaked array is more
MOST = 300  # bytes that one time may leave behind on average; a leaked field is more


def resident() -> int:
    """Bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


TELLS = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory is in use")


@TELLS
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


@TELLS
@pytest.mark.parametrize("name", GAMES)
def test_batches_leak_nothing(name: str) -> None:
    games = Games(name, 3, BATCH)
    arrays = games.arrays()
    games.reset(1, arrays)
    for _ in range(WARM):
        games.step(games.sample(), arrays)
    before = resident()
    for _ in range(STEPS):
        games.step(games.sample(), arrays)
    assert (resident() - before) / (STEPS * BATCH) < MOST_A_STEP


@pytest.mark.parametrize("name", GAMES)
def test_a_step_makes_no_python_objects_that_stay(name: str) -> None:
    """A game that continues costs no object per step: only its questions and lists change."""
    games = Games(name, 3, BATCH)
    arrays = games.arrays()
    games.reset(1, arrays)
    for _ in range(WARM):
        games.step(games.sample(), arrays)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(STEPS):
        games.step(games.sample(), arrays)
    assert sys.getallocatedblocks() - before < STEPS
