"""Batches: every game in one is the match with its seed, seen by the seat that is asked; and what
goes wrong is told.
"""

from __future__ import annotations

import array
import random
from typing import Any

import numpy as np
import pytest

import emberstacks as es
from emberstacks.envs.batch import Arrays, Games
from emberstacks.games import GAMES
from emberstacks.kernel.game import Value
from tests.conftest import COMPILED
from tests.every_game.table import sample, some_options

COUNT = 5
STEPS = 250 if COMPILED else 60


def matches(games: Games) -> list[es.Match]:
    table = games.table
    return [
        es.new(table.game.info.id, players=table.players, seed=seed, **table.options)
        for seed in games.seeds()
    ]


def check_row(games: Games, arrays: Arrays, k: int, match: es.Match) -> None:
    """A row of the arrays is what the match shows the seat that is asked."""
    seat = match.to_act
    assert seat is not None
    assert arrays.seats[k] == seat
    assert np.array_equal(arrays.observations[k], games.table.observer.vector(match.view(seat)))
    assert np.array_equal(arrays.masks[k], games.table.mask(match, seat))


@pytest.mark.parametrize(("name", "players"), sample())
def test_a_batch_is_its_matches(name: str, players: int) -> None:
    """Step by step, with options at random, over the ends of games."""
    rng = random.Random(players)
    options = some_options(GAMES[name], players, rng)
    games = Games(name, players, COUNT, **options)
    arrays = games.arrays()
    games.reset(players, arrays)
    beside = matches(games)
    for _ in range(STEPS):
        actions = games.sample()
        games.step(actions, arrays)
        for k, match in enumerate(beside):
            games.table.push(match, match.to_act or 0, int(actions[k]))
            assert arrays.done[k] == match.over
            assert list(arrays.rewards[k]) == [
                np.float32(share) for share in games.table.shares(match)
            ]
            if match.over:
                beside[k] = matches(games)[k]
            check_row(games, arrays, k, beside[k])


def test_games_that_end_are_followed_by_others() -> None:
    games = Games("fire-prototype", 2, 3)
    arrays = games.arrays()
    games.reset(4, arrays)
    seen: list[set[int]] = [set() for _ in range(3)]
    for _ in range(2000):
        for k, seed in enumerate(games.seeds()):
            seen[k].add(seed)
        games.step(games.sample(), arrays)
    assert all(len(seeds) > 3 for seeds in seen)
    assert not set.intersection(*seen)


def test_a_place_does_not_depend_on_the_others() -> None:
    """What is played in one place changes nothing in another: not its games and not their order."""
    runs = []
    for policy in (0, -1):
        games = Games("fire-prototype", 2, 2)
        arrays = games.arrays()
        games.reset(9, arrays)
        told = []
        for _ in range(800):
            legal = [np.flatnonzero(mask) for mask in arrays.masks]
            games.step(np.array([legal[0][0], legal[1][policy]]), arrays)
            told.append((games.seeds()[0], arrays.observations[0].tolist()))
        runs.append(told)
    assert runs[0] == runs[1]


def test_the_same_seed_is_the_same_batch_and_no_seed_goes_on() -> None:
    told = []
    for seed in (5, 5, 6):
        games = Games("fire", 3, 4, technology=True)
        arrays = games.arrays()
        games.reset(seed, arrays)
        for _ in range(50):
            games.step(games.sample(), arrays)
        told.append((arrays.observations.tolist(), arrays.masks.tolist(), games.seeds()))
        games.reset(None, arrays)
        assert not set(games.seeds()) & set(told[-1][2])
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("name", GAMES)
def test_arrays_of_all_types_say_the_same(name: str) -> None:
    """Small types hold what they can; masks are the same as bytes and as bits."""
    games = Games(name, 2, 3)
    plain, small = games.arrays(), games.arrays("int8", bits=True)
    exact, wide = Arrays(observations=games.arrays("int64").observations), games.arrays("int16")
    games.reset(3, plain)
    for _ in range(30):
        for arrays in (plain, small, exact, wide):
            games._fill(games._checked(arrays))
        assert np.array_equal(plain.observations, exact.observations.astype(np.float32))
        assert np.array_equal(small.observations, np.clip(exact.observations, -128, 127))
        assert np.array_equal(wide.observations, np.clip(exact.observations, -32768, 32767))
        unpacked = np.unpackbits(small.masks, axis=1, count=games.actions, bitorder="little")
        assert np.array_equal(unpacked, plain.masks)
        games.step(games.sample(), plain)


@pytest.mark.parametrize("bits", [False, True])
def test_arrays_that_take_turns_all_say_the_truth(bits: bool) -> None:
    """Only what has changed is written to the masks of `arrays()`, so each must remember what it
    holds itself.
    """
    games = Games("horror", 3, 6)
    ours = [games.arrays(bits=bits) for _ in range(3)]
    given = Arrays(masks=np.full(ours[0].masks.shape, 7, np.uint8))
    games.reset(2, ours[0])
    for step in range(60):
        games.step(games.sample(), ours[step % 2 if step < 40 else 2])
        games._fill(games._checked(given))
        assert np.array_equal(given.masks, ours[step % 2 if step < 40 else 2].masks)
    with pytest.raises(ValueError, match="read-only"):
        ours[0].masks[0] = 1


def test_any_buffer_will_do() -> None:
    games = Games("fire-prototype", 2, 4)
    seats = array.array("q", [7] * 4)
    done = memoryview(bytearray(b"7777")).cast("b")
    games.reset(1, Arrays(seats=seats, done=done))
    assert all(0 <= seat < 2 for seat in seats)
    assert list(done) == [0] * 4


FITTING = Games("fire-prototype", 2, 4).arrays()


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        (
            {"observations": np.zeros((4, 9), np.float32)},
            "'observations' must have the shape (4, 89), not (4, 9).",
        ),
        (
            {"observations": np.zeros((4, 89), np.complex64)},
            "'observations' must be an array of float32",
        ),
        (
            {"observations": [[0.0] * 89] * 4},
            "'observations' must be an array with a buffer, such as NumPy's, not list.",
        ),
        (
            {"masks": np.zeros((4, 3), np.uint8)},
            "'masks' must have the shape (4, 9), or (4, 2) for bits, not (4, 3).",
        ),
        (
            {"masks": np.zeros((4, 9), np.float32)},
            "'masks' must be an array of bool, uint8 or int8, not float32.",
        ),
        (
            {"rewards": np.zeros((4, 2), np.int64)},
            "'rewards' must be an array of float32 or float64, not int64.",
        ),
        (
            {"rewards": np.zeros((4, 3), np.float32)},
            "'rewards' must have the shape (4, 2), not (4, 3).",
        ),
        ({"done": b"0000"}, "'done' cannot be written: give an array of your own."),
        ({"seats": np.zeros(5, np.int64)}, "'seats' must have the shape (4,), not (5,)."),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: dict[str, Any], words: str) -> None:
    games = Games("fire-prototype", 2, 4)
    with pytest.raises(es.BadArray) as told:
        games.reset(1, Arrays(**arrays))
    assert str(told.value).startswith(words)
    assert str(told.value).endswith(".")


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(3, np.int64), "The actions must be an array of shape (4,), not (3,)."),
        (np.zeros((4, 1), np.int64), "The actions must be an array of shape (4,), not (4, 1)."),
        (np.zeros(4), "The actions must be whole numbers, not float64."),
        (["draw"] * 4, "The actions must be whole numbers, not <U4."),
    ],
)
def test_actions_that_do_not_fit_are_refused(actions: Any, words: str) -> None:
    games = Games("fire-prototype", 2, 4)
    with pytest.raises(es.BadArray) as told:
        games.step(actions, FITTING)
    assert str(told.value) == words


@pytest.mark.parametrize("wrong", [-1, 9, 2**40, "masked"])
def test_illegal_actions_are_refused_and_nothing_changes(wrong: int | str) -> None:
    games = Games("fire-prototype", 2, 4)
    arrays = games.arrays()
    games.reset(1, arrays)
    before = arrays.observations.copy()
    actions = games.sample()
    actions[2] = np.flatnonzero(arrays.masks[2] == 0)[0] if isinstance(wrong, str) else wrong
    with pytest.raises(es.IllegalChoice) as told:
        games.step(actions, arrays)
    kind = (
        "action 0 is not possible now. Choose"
        if isinstance(wrong, str)
        else f"there is no action {wrong}"
    )
    assert str(told.value).startswith(f"Game 2: {kind}")
    assert str(told.value).endswith(".")
    games._fill(games._checked(arrays))
    assert np.array_equal(arrays.observations, before)


def test_an_illegal_action_is_refused_right_after_an_end_too() -> None:
    """The place of a game that has just ended already asks about the next one."""
    games = Games("fire-prototype", 2, 1)
    arrays = games.arrays()
    games.reset(1, arrays)
    while not arrays.done[0]:
        games.step(games.sample(), arrays)
    with pytest.raises(es.IllegalChoice):
        games.step(np.flatnonzero(arrays.masks[0] == 0)[:1], arrays)
    games.step(games.sample(), arrays)
    assert not arrays.done[0]
    assert not arrays.rewards.any()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": 9}, "players"),
        ({"count": 0}, "A batch has at least 1 game, not 0."),
        ({"colour": "red"}, "colour"),
    ],
)
def test_batches_that_cannot_be_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(es.BadOptions, match=words):
        Games(**{"game": "fire-prototype", "players": 2, "count": 1, **arguments})


@pytest.mark.parametrize("seed", [-1, 2**30])
def test_seeds_have_limits(seed: Value) -> None:
    games = Games("fire-prototype", 2, 1)
    with pytest.raises(es.BadOptions, match="from 0 to 1073741823"):
        games.reset(int(seed), games.arrays())
