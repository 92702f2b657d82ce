"""Gymnasium's vector environments: what the peers check, what autoreset promises, and bots that
think.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import emberstacks as es
from emberstacks.envs import gym
from emberstacks.envs.vector import Seats
from emberstacks.games import GAMES

COUNT = 3


def make(name: str, **arguments: Any) -> Any:
    return gymnasium.make_vec(
        "emberstacks/Seat-v0", num_envs=COUNT, **{"game": name, "players": 2, **arguments}
    )


def check_seen(envs: Seats, seen: Any, infos: dict[str, Any]) -> None:
    """Every observation is that of the learner's view; every mask has its choices."""
    for k in range(envs.num_envs):
        match, seat = envs._match(k), int(infos["seat"][k])
        assert np.array_equal(seen[k], envs.table.observer.vector(match.view(seat)))
        assert np.array_equal(infos["action_mask"][k], envs.table.mask(match, seat))
        assert match.over or match.to_act == seat


@pytest.mark.parametrize("name", GAMES)
def test_the_form_is_that_of_gymnasiums_own(name: str) -> None:
    """The same spaces, shapes, types and infos as single environments side by side."""
    ours = make(name)
    assert isinstance(ours, Seats)
    theirs: Any = SyncVectorEnv([lambda: gym.Seat(name, players=2)] * COUNT)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    told: list[Any] = []
    for envs in (ours, theirs):
        seen, infos = envs.reset(seed=1)
        assert envs.observation_space.contains(seen)
        actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
        step = envs.step(actions)
        assert envs.observation_space.contains(step[0])
        told.append([(type(part), part.dtype, part.shape) for part in (seen, *step[:4])])
        for about in (infos, step[4]):
            told.append({key: (value.dtype.kind, value.shape) for key, value in about.items()})
    assert told[:3] == told[3:]
    ours.close()


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("name", GAMES)
def test_the_learner_sees_its_view_and_gets_its_share(name: str, seat: int | None) -> None:
    envs = make(name, seat=seat)
    seen, infos = envs.reset(seed=2)
    check_seen(envs, seen, infos)
    for _ in range(40):
        seen, rewards, terminated, truncated, infos = envs.step(envs.sample())
        check_seen(envs, seen, infos)
        assert not truncated.any()
        for k in range(COUNT):
            match = envs._match(k)
            assert terminated[k] == match.over
            assert rewards[k] == envs.table.shares(match)[infos["seat"][k]]
        if seat is not None:
            assert (infos["seat"] == seat).all()


def played(envs: Seats, steps: int) -> list[Any]:
    seen, infos = envs.reset(seed=5)
    told: list[Any] = [seen.tolist()]
    for _ in range(steps):
        seen, rewards, terminated, _, infos = envs.step(envs.sample())
        told.append((seen.tolist(), rewards.tolist(), terminated.tolist(), infos["seat"].tolist()))
    return told


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_same_seed_is_the_same_games(bots: str) -> None:
    assert played(make("fire-prototype", seat=None, bots=bots), 60) == played(
        make("fire-prototype", seat=None, bots=bots), 60
    )


def test_by_lot_every_seat_comes() -> None:
    for bots in ("random", "greedy"):
        envs = make("fire-prototype", players=3, seat=None, bots=bots)
        assert {int(seat) for seed in range(12) for seat in envs.reset(seed=seed)[1]["seat"]} == {
            0,
            1,
            2,
        }


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_finished_game_begins_again_with_the_next_step(bots: str) -> None:
    """NextStep: the last observation comes with the end; the action after it is ignored, whatever
    it is.
    """
    envs = make("fire-prototype", bots=bots)
    envs.reset(seed=1)
    over, ends = np.zeros(COUNT, bool), 0
    for _ in range(400):
        actions = np.where(over, -5, envs.sample())
        seen, rewards, terminated, _, infos = envs.step(actions)
        check_seen(envs, seen, infos)
        assert not terminated[over].any()
        assert not rewards[over].any()
        assert infos["action_mask"][over].any(axis=1).all()
        assert not infos["action_mask"][terminated].any()
        blocks = envs.table.observer.blocks
        assert (seen[terminated, blocks["over"]] == 1).all()
        over, ends = terminated, ends + int(terminated.sum())
    assert ends > 3


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_finished_game_begins_again_at_once(bots: str) -> None:
    """SameStep: the row is about the next game, and the last observation of the old one is in the
    infos.
    """
    envs = make("fire-prototype", bots=bots, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    over, ends = envs.table.observer.blocks["over"], 0
    for _ in range(400):
        seen, _, terminated, _, infos = envs.step(envs.sample())
        check_seen(envs, seen, infos)
        assert not seen[:, over].any()
        assert infos["action_mask"].any(axis=1).all()
        assert terminated.any() == ("final_obs" in infos)
        for k in np.flatnonzero(terminated):
            assert infos["final_obs"][k][over] == 1
            assert infos["_final_obs"][k]
            ends += 1
    assert ends > 3


@pytest.mark.parametrize("action", [-1, 9, "masked"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_illegal_action_ends_its_game_only(mode: str, action: int | str) -> None:
    envs = make("fire-prototype", autoreset_mode=mode)
    _, infos = envs.reset(seed=1)
    actions = envs.sample()
    actions[1] = (
        np.flatnonzero(infos["action_mask"][1] == 0)[0] if isinstance(action, str) else action
    )
    _, rewards, terminated, _, _ = envs.step(actions)
    assert (rewards[1], terminated[1]) == (-1, True)
    assert not terminated[[0, 2]].any()
    seen, rewards, terminated, _, infos = envs.step(envs.sample())
    assert not rewards.any()
    assert not terminated.any()
    check_seen(envs, seen, infos)


def test_bots_that_think_are_asked_with_their_own_views() -> None:
    """A bot that knows the game beats the learner that does not: it must see its own cards and
    seat.
    """
    won = {}
    for bots in ("random", "greedy"):
        envs = make("fire-prototype", bots=bots)
        envs.reset(seed=3)
        ends, wins = 0, 0.0
        while ends < 60:
            _, rewards, terminated, _, _ = envs.step(envs.sample())
            ends, wins = ends + int(terminated.sum()), wins + float(rewards.sum())
        won[bots] = wins / ends
    assert won["greedy"] < 0.3 < won["random"]


def test_a_game_alone_needs_no_bots() -> None:
    envs = make("fire", players=1)
    envs.reset(seed=1)
    assert any(envs.step(envs.sample())[2].any() for _ in range(400))


def test_gymnasiums_wrappers_work() -> None:
    envs = RecordEpisodeStatistics(make("fire-prototype"))
    envs.reset(seed=1)
    unwrapped: Any = envs.unwrapped
    for _ in range(400):
        *_, infos = envs.step(unwrapped.sample())
        if "episode" in infos:
            assert infos["episode"]["l"].max() > 1
            return
    pytest.fail("no game ended")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"game": "chess"}, es.BadOptions),
        ({"num_envs": 0}, es.BadOptions),
        ({"seat": 2}, es.BadOptions),
        ({"bots": ["random", "random"]}, es.BadBot),
        ({"render_mode": "human"}, es.BadOptions),
        ({"autoreset_mode": "Disabled"}, es.BadOptions),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as told:
        Seats(**{"game": "fire-prototype", "players": 2, **arguments})
    assert str(told.value).endswith(".")


def test_actions_of_a_wrong_shape_are_refused() -> None:
    envs = make("fire-prototype")
    envs.reset(seed=1)
    with pytest.raises(es.BadArray, match="shape"):
        envs.step(np.zeros(2, np.int64))


def test_boards_are_what_the_learners_see() -> None:
    envs = make("librarians", render_mode="ansi")
    envs.reset(seed=1)
    boards = envs.render()
    assert len(boards) == COUNT
    assert boards[0] == envs.table.text(envs._match(0), 0)
    assert make("librarians").render() is None
