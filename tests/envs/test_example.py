"""The examples in the docs learn."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from emberstacks.envs.vector import Seats
from emberstacks.games import game_by_id

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


def test_the_table_learns_the_prototype() -> None:
    """After 300 games it wins clearly more than half; random answers win about half, give or take 5
    %.
    """
    example = runpy.run_path(str(EXAMPLES / "learn.py"))
    learner, table = example["Learner"](1), example["table"]
    learner.learn(table("random", 1), 300)
    assert learner.wins(table("random", 2), 100) > 0.66


@pytest.fixture(scope="module")
def ppo() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "ppo.py"))


def drawn_wins(trainer: Any, games: int) -> float:
    """The share of the wins against a random bot, if answers are drawn by their chances."""
    envs = Seats("fire-prototype", 2, num_envs=32, autoreset_mode="SameStep")
    seen, infos = envs.reset(seed=5)
    ended, won = 0, 0.0
    while ended < games:
        actions, _, _ = trainer.network.choose(
            seen / trainer.scale, infos["action_mask"].astype(bool)
        )
        seen, rewards, over, _, infos = envs.step(actions)
        ended, won = ended + int(over.sum()), won + float(rewards[over].sum())
    return won / ended


def test_ppo_learns_on_batches(ppo: dict[str, Any]) -> None:
    """Before, answers are as good as random; after 40,000 of them it wins three games of four, with
    4 % for luck.
    """
    trainer = ppo["Trainer"]("fire-prototype", 2, 1, count=64, steps=64)
    assert drawn_wins(trainer, 300) < 0.6
    for _ in range(10):
        trainer.round()
    assert drawn_wins(trainer, 300) > 0.68
    assert 0 <= ppo["wins"](trainer, "fire-prototype", 2, "random", range(2)) <= 1


def test_an_answer_is_worth_what_its_game_brought(ppo: dict[str, Any]) -> None:
    """Two games of two: the first ends after three answers and begins again, the second is still
    running.
    """
    trainer = ppo["Trainer"]("fire-prototype", 2, 1, count=2, steps=4)
    seats = np.array([[0, 0], [1, 1], [0, 0], [1, 1]])
    worth = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8]], np.float32)
    done = np.array([[False, False], [False, False], [True, False], [False, False]])
    rewards = np.zeros((4, 2, 2), np.float32)
    rewards[2, 0] = [1, 0]
    found = trainer.returns(seats, worth, done, rewards)
    assert found[:, 0].tolist() == pytest.approx([1, 0, 1, 0.7])
    # what each seat expected at last
    assert found[:, 1].tolist() == pytest.approx([0.6, 0.8, 0.6, 0.8])


def test_the_slopes_are_those_of_the_loss(
    ppo: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every tenth weight is moved a little: the loss must change by the slope that the network
    descends.
    """
    network = ppo["Network"](5, 4, seed=3)
    network.weights = [part.astype(np.float64) + 0.1 for part in network.weights]
    rng = np.random.default_rng(7)
    seen, masks = rng.normal(size=(40, 5)), rng.random((40, 4)) < 0.8
    masks[:, 0] = True
    actions = np.array([rng.choice(np.flatnonzero(row)) for row in masks])
    before, gains, returns = rng.uniform(0.15, 0.6, 40), rng.normal(size=40), rng.normal(size=40)

    def loss() -> float:
        _, _, chances, worth = network.forward(seen, masks)
        ratio = chances[np.arange(40), actions] / before
        bounded = np.clip(ratio, 1 - ppo["CLIP"], 1 + ppo["CLIP"])
        openness = -(chances * np.log(np.maximum(chances, 1e-12))).sum(1)
        each = (
            -np.minimum(ratio * gains, bounded * gains)
            - ppo["EXPLORE"] * openness
            + (worth - returns) ** 2 / 2
        )
        return float(each.mean())

    slopes: list[Any] = []
    monkeypatch.setattr(network, "descend", slopes.extend)
    network.learn(seen, masks, actions, before, gains, returns)
    for part, slope in zip(network.weights, slopes, strict=True):
        for place in range(0, part.size, 10):
            kept = part.flat[place]
            sides = []
            for step in (1e-4, -1e-4):
                part.flat[place] = kept + step
                sides.append(loss())
            part.flat[place] = kept
            assert slope.flat[place] == pytest.approx((sides[0] - sides[1]) / 2e-4, abs=2e-4)


def test_the_curves_of_games_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment of two games, one of them with so many actions that fewer games fit side by side."""
    curves = runpy.run_path(str(EXAMPLES / "curves.py"))
    words = [
        "curves.py",
        "--games",
        "fire-prototype,horror",
        "--minutes",
        "0.01",
        "--turns",
        "2",
        "--against",
        "random",
    ]
    monkeypatch.setattr("sys.argv", [*words, "--seeds", "1", "--out", str(tmp_path)])
    trainer = curves["PPO"]["Trainer"]
    monkeypatch.setattr(trainer.__init__, "__defaults__", (16, 8))  # fewer games and steps
    actions = game_by_id("horror").first_actions()["end"]
    monkeypatch.setitem(trainer.__init__.__globals__, "MEMORY", 8 * actions * 9)
    assert (trainer("horror", 2, 1).games.count, trainer("fire-prototype", 2, 1).games.count) == (
        9,
        16,
    )
    curves["main"]()
    lines = (tmp_path / "curves.csv").read_text().splitlines()
    assert lines[0] == "game,players,seconds,answers,against,share,games"
    assert [line.partition(",")[0] for line in lines[1:]] == ["horror", "fire-prototype"] * 2
    assert "2 players</h2><svg" in (tmp_path / "curves.html").read_text()
