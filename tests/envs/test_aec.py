"""PettingZoo: its own checks over every game, and what they do not check."""

from __future__ import annotations

import itertools
import os
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

import emberstacks as es
from emberstacks.envs import aec
from emberstacks.games import GAMES
from tests.every_game.table import some_options

SEEDS = int(os.environ.get("EMBERSTACKS_ENV_SEEDS", "1"))
pytestmark = [
    # PettingZoo says so of every environment with masks that it does not know by name
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def play(env: Any, seed: int, decisions: int | None = None) -> list[tuple[str, int]]:
    """Random actions to the end, or a number of them; returns what was done."""
    rng = np.random.default_rng(seed)
    done: list[tuple[str, int]] = []
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation or len(done) == decisions:
            break
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
        done.append((agent, action))
    return done


@pytest.mark.parametrize("make", [aec.env, aec.raw_env])
@pytest.mark.parametrize("name", GAMES)
def test_api(name: str, make: Any) -> None:
    players = GAMES[name].info.max_players
    api_test(make(name, players=players), num_cycles=30)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, players)
        for name, game in GAMES.items()
        for players in range(game.info.min_players, game.info.max_players + 1)
    ],
)
def test_every_number_of_players_passes_with_many_seeds(name: str, players: int) -> None:
    """`make soak-envs` tries 50 seeds, each with other options; checks that reset without a seed go
    on from the one before.
    """
    for seed in range(SEEDS):
        for make, check in ((aec.env, api_test), (aec.parallel_env, parallel_api_test)):
            options: dict[str, Any] = dict(some_options(GAMES[name], players, random.Random(seed)))
            env = make(name, players=players, **options)
            env.reset(seed=1000 + seed)
            check(env, num_cycles=10)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_api(name: str) -> None:
    """Every agent gives an action, and that of the agent that is asked is taken."""
    parallel_api_test(aec.parallel_env(name, players=3), num_cycles=30)
    env = aec.parallel_env(name, players=2)
    observations, _ = env.reset(seed=1)
    asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
    assert asked == [env.unwrapped.agent_selection]


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    seed_test(lambda: aec.env(name, players=3), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_benchmark_runs(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The benchmark of PettingZoo comes to its end, here by a clock that runs fast: a tenth of a
    second a round.
    """
    ticks = itertools.count(0, 0.1)
    monkeypatch.setitem(
        performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(ticks))
    )
    performance_benchmark(aec.env(name))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_the_match(name: str) -> None:
    """Played in the environment and as a match, the same game with the same end."""
    env = aec.raw_env(name)
    env.reset(seed=5)
    match = env.match.after(0)
    match.settle()
    firsts = env.table.firsts
    for agent, action in play(env, 5):
        match.push(action - firsts[match.step], int(agent.removeprefix("player_")))
    assert match.over
    assert match.to_json() == env.match.to_json()
    assert list(env.rewards.values()) == env.table.shares(match)
    assert all(env.terminations.values())


def test_an_illegal_action_is_refused() -> None:
    """Raw it raises and changes nothing; wrapped it ends the game, and its agent loses."""
    raw = aec.raw_env("fire-prototype", players=2)
    raw.reset(seed=1)
    before = raw.match.to_json()
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(es.IllegalChoice):
        raw.step(illegal)
    assert raw.match.to_json() == before
    wrapped = aec.env("fire-prototype", players=2)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.rewards[agent] == -1
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_independent_and_have_the_same_future(name: str) -> None:
    env = aec.raw_env(name)
    env.reset(seed=2)
    play(env, 2, decisions=9)
    before = env.match.to_json()
    twin = env.copy()
    play(twin, 3, decisions=20)
    assert env.match.to_json() == before
    assert play(env, 3, decisions=20) is not None
    assert env.match.to_json() == twin.match.to_json()


def test_worlds_keep_what_the_agent_knows() -> None:
    env = aec.raw_env("librarians", players=3)
    env.reset(seed=4)
    play(env, 4, decisions=5)
    agent = env.agent_selection
    worlds = [env.world(agent, seed) for seed in range(3)]
    seen = env.observe(agent)
    assert all(
        np.array_equal(world.observe(agent)["observation"], seen["observation"]) for world in worlds
    )
    assert any(world.match.to_json() != env.match.to_json() for world in worlds)
    assert play(worlds[0], 1)
    assert not env.match.over


def test_the_board_is_text_for_a_spectator() -> None:
    env = aec.raw_env("fire-prototype", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert "Fire in the Library" in text
    assert "[" not in text
    with pytest.raises(es.BadOptions, match="render mode"):
        aec.raw_env("fire-prototype", render_mode="human")


def test_resets_without_a_seed_go_on() -> None:
    env, twin = aec.raw_env("fire-prototype"), aec.raw_env("fire-prototype")
    games = []
    for one in (env, twin):
        one.reset(seed=random.Random(1).getrandbits(31))
        first = one.match.to_json()
        one.reset()
        games.append((first, one.match.to_json()))
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]
