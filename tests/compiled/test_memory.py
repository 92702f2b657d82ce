"""What is dropped is freed: positions are read by the million, by bots that think and servers that
run for months.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.memo import Memo
from emberstacks.bots.review.judge import Judge
from emberstacks.envs.batch import Games
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Floats, Ints
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample

TIMES = 4000
BATCH = 16
WARM = 1000  # steps until games of all lengths have been seen
STEPS = 2000
# bytes that a step of one game may leave behind on average; a leaked array is more
MOST_A_STEP = 16
MOST = 300  # bytes that one time may leave behind on average; a leaked field is more


A_FEW = 20  # objects that a whole loop may leave behind; a leaked array of each round is more
ROUNDS = 100


def resident() -> int:
    """Bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


TELLS = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory is in use"
)


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


def left_behind(once: Callable[[], object]) -> int:
    """The objects that are still there after doing something many times. The first times may fill
    tables that stay.
    """
    for _ in range(2):
        once()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(ROUNDS):
        once()
    gc.collect()
    return sys.getallocatedblocks() - before


def play_from_python(s: State, dealer: Dealer) -> None:
    """Twenty answers, with every array on its way through Python: what chance may do, and what a
    seat may do.
    """
    for _ in range(20):
        if s.step is OVER:
            return
        if s.step.seat == CHANCE:
            answer(s, dealer.pick(s.step.weights(s)))
        else:
            codes = legal(s, to_act(s))
            answer(s, codes[dealer.below(len(codes))])


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_from_python_leaves_nothing_behind(name: str) -> None:
    match = es.new(name, players=2, seed=1)
    seat = match.waiting[0]
    worlds = match.worlds(seat)
    assert left_behind(lambda: play_from_python(worlds.deal(Dealer(1)), Dealer(2))) < A_FEW


@pytest.mark.parametrize("name", GAMES)
def test_judging_a_decision_leaves_nothing_behind(name: str) -> None:
    match = es.new(name, players=2, seed=1)
    while len(match.legal(match.waiting[0])) == 1:
        match.push(match.legal(match.waiting[0])[0], match.waiting[0])
    seat = match.waiting[0]
    judge = Judge(match.view(seat), match.legal(seat), 1)
    judge.depth = 4
    assert left_behind(lambda: judge.tried([0, 1], 1)) < A_FEW


def test_arrays_that_python_sets_are_freed() -> None:
    memo = Memo()

    def once() -> None:
        memo.keys, memo.values = Ints([-1] * 256), Floats([0.0] * 256)

    assert left_behind(once) < A_FEW
