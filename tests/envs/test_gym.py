"""Gymnasium: its own checks over every game, and what they do not check."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import emberstacks as es
from emberstacks.envs import gym
from emberstacks.games import GAMES


def play(env: gym.Seat, seed: int) -> tuple[list[int], float]:
    """Random actions to the end: what was done, and the last reward."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    done: list[int] = []
    while True:
        done.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        _, reward, terminated, truncated, info = env.step(done[-1])
        assert not truncated
        if terminated:
            return done, reward


@pytest.mark.parametrize("name", GAMES)
def test_checker(name: str) -> None:
    env = gymnasium.make("emberstacks/Seat-v0", game=name, players=2)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_end_with_the_share_of_the_win(name: str) -> None:
    env = gym.Seat(name, players=3, seat=None)
    for seed in range(2):
        _, reward = play(env, seed)
        assert env.match.over
        assert reward == env.table.shares(env.match)[env.seat]
        assert env.match.verify() is None


def test_the_seat_alone_decides_for_itself() -> None:
    """Every answer of the learner's seat is one of its actions, and the bots gave all others."""
    env = gym.Seat("fire", players=4, seat=2, bots=["greedy", "random", "greedy"])
    done, _ = play(env, 1)
    mine = [code for seat, code in env.match.answers() if seat == 2]
    assert len(mine) == len(done)
    assert {seat for seat, _ in env.match.answers()} >= {0, 1, 2, 3}


def test_a_game_alone_needs_no_bots() -> None:
    env = gym.Seat("fire", players=1)
    play(env, 1)
    assert env.match.over


def test_the_same_seed_is_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = gym.Seat("fire-prototype", players=3, seat=None, bots="greedy")
        games.append((play(env, 9), env.match.record()))
    assert games[0] == games[1]


def test_by_lot_every_seat_comes() -> None:
    env = gym.Seat("fire-prototype", players=3, seat=None)
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}


def test_an_illegal_action_ends_the_game() -> None:
    env = gym.Seat("fire-prototype", players=2)
    env.reset(seed=1)
    before = env.match.to_json()
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, terminated, _, _ = env.step(illegal)
    assert (reward, terminated) == (-1, True)
    assert env.match.to_json() == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"game": "chess"}, es.BadOptions),
        ({"players": 9}, es.BadOptions),
        ({"seat": 2}, es.BadOptions),
        ({"bots": "genius"}, es.BadBot),
        ({"bots": ["random", "random"]}, es.BadBot),
        ({"render_mode": "human"}, es.BadOptions),
        ({"colour": "red"}, es.BadOptions),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as told:
        gym.Seat(**{"game": "fire-prototype", "players": 2, **arguments})
    assert str(told.value).endswith(".")


def test_the_board_is_what_the_seat_sees() -> None:
    env = gym.Seat("librarians", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.table.text(env.match, 0)
    assert gym.Seat("librarians").render() is None
