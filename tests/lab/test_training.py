"""Learning by self-play: what a step of the learner does, and that a training can be stopped and
continued.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from emberstacks.bots.learned import read_learned
from emberstacks.cli.app import main
from emberstacks.kernel.errors import BadOptions
from emberstacks.lab import training as training_module
from emberstacks.lab.results import BadResults
from emberstacks.lab.training import Learner, Rows, Settings, Training, practise
from emberstacks.lab.workers import Crew


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


SMALL = Settings(
    "fire-prototype", ((2, "{}"), (3, "{}")), seed=3, games=16, generations=3, hidden=5, guided=1
)


def some_rows(learner: Learner, count: int) -> Rows:
    rng = np.random.default_rng(1)
    return Rows(
        rng.normal(size=(count, learner.features)).astype(np.float32),
        rng.integers(0, learner.questions, count),
        rng.random(count).astype(np.float32),
        rng.normal(size=count).astype(np.float32),
    )


def loss_of(learner: Learner, rows: Rows) -> float:
    """What the learner makes smaller, written plainly."""
    first, second = learner.parts(learner.weights.astype(np.float64))
    units = np.maximum(first[rows.questions] + rows.features @ first[learner.questions :], 0.0)
    said = units @ second[:-1] + second[-1]
    chance = 1.0 / (1.0 + np.exp(-said[:, 0]))
    log_loss = -(rows.wins * np.log(chance) + (1.0 - rows.wins) * np.log(1.0 - chance))
    return float((log_loss + 0.5 * 0.2 * (said[:, 1] - rows.points / learner.scale) ** 2).mean())


@pytest.mark.both_builds
def test_a_step_goes_down_the_slope(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Learner(SMALL)
    learner.scale = 2.0
    learner.weights = (
        np.random.default_rng(2).normal(0.0, 0.3, learner.weights.shape).astype(np.float32)
    )
    rows = some_rows(learner, 40)
    slopes: list[Any] = []
    monkeypatch.setattr(learner, "move", lambda slope, _: slopes.append(slope.copy()))
    learner.step(rows, np.arange(40), 0.0)
    for at in np.random.default_rng(4).choice(len(learner.weights), 60, replace=False).tolist():
        kept, step = learner.weights[at], np.float32(1e-2)
        learner.weights[at] = kept + step
        above = loss_of(learner, rows)
        learner.weights[at] = kept - step
        below = loss_of(learner, rows)
        learner.weights[at] = kept
        assert slopes[0][at] == pytest.approx((above - below) / (2.0 * float(step)), abs=2e-3)


def test_it_learns_what_it_is_shown() -> None:
    learner = Learner(SMALL)
    learner.scale = 1.0
    rows = some_rows(learner, 2000)
    rows.wins = (rows.features[:, 0] > 0.0).astype(np.float32)
    rng = np.random.default_rng(7)
    losses = [learner.learn(rows, rng, 5e-3) for _ in range(80)]
    assert losses[0] > 0.5
    assert losses[-1] < 0.3


@pytest.mark.both_builds
def test_the_network_says_what_the_learner_says() -> None:
    training = Training(SMALL, Path("nowhere"))
    rows = practise(next(training.tasks()))
    learner = training.learner
    learner.weights = (
        np.random.default_rng(2).normal(0.0, 0.3, learner.weights.shape).astype(np.float32)
    )
    task = replace(next(training.tasks()), guided=False, settings=replace(SMALL, trace=0.0))
    again = practise(
        replace(
            task, numbers=learner.weights.tobytes(), settings=replace(SMALL, trace=0.0, guests=100)
        )
    )
    assert len(again) == len(rows)
    first, second = learner.parts(learner.weights)
    units = np.maximum(first[again.questions] + again.features @ first[learner.questions :], 0.0)
    chance = 1.0 / (1.0 + np.exp(-(units @ second[:-1] + second[-1])[:, 0]))
    seats = 2
    # what it expected one later
    np.testing.assert_allclose(again.wins[: seats * 5], chance[seats : seats * 6], rtol=1e-4)


@pytest.mark.parametrize(
    "settings", [SMALL, replace(SMALL, slips=20, lines=6, searched=2)], ids=["at once", "searched"]
)
def test_a_training_that_was_stopped_continues_as_if_it_had_not_been(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_module, "KEPT", 1)
    monkeypatch.setattr(training_module, "KEPT_SEARCHED", 2)
    whole = Training(settings, tmp_path / "whole")
    list(whole.run(Crew()))
    half = Training(settings, tmp_path / "half")
    first = half.run(Crew())
    next(first)
    next(first)
    rest = Training(settings, tmp_path / "half")
    assert rest.generation == 2
    assert len(rest.history) == (2 if settings.searched else 1)
    steps = list(rest.run(Crew()))
    assert [step.generation for step in steps] == [3]
    np.testing.assert_array_equal(rest.learner.weights, whole.learner.weights)
    assert list(Training(settings, tmp_path / "half").run(Crew())) == []


def test_the_last_generations_search_and_start_with_larger_steps_again(tmp_path: Path) -> None:
    settings = replace(SMALL, generations=6, lines=6, searched=3)
    training = Training(settings, tmp_path / "it")
    found = []
    for generation in range(6):
        training.generation = generation
        found.append(
            (training.searching, next(training.tasks()).searched, round(training.rate(), 5))
        )
    assert (
        [searching for searching, _, _ in found]
        == [searched for _, searched, _ in found]
        == [False] * 3 + [True] * 3
    )
    rates = [rate for _, _, rate in found]
    assert rates[0] > rates[1] > rates[2] < rates[3] > rates[4] > rates[5]
    assert rates[3] == rates[0] / 2
    thinks = practise(replace(next(training.tasks()), guided=False))
    training.generation = 0
    at_once = practise(replace(next(training.tasks()), guided=False))
    assert len(thinks) > 1.5 * len(at_once)  # it keeps the positions in which it searched, too


def test_other_settings_and_damaged_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "it"
    next(Training(SMALL, file).run(Crew()))
    with pytest.raises(BadResults, match="other settings"):
        Training(replace(SMALL, seed=4), file)
    file.write_bytes(file.read_bytes()[:500])
    with pytest.raises(BadResults, match="damaged"):
        Training(SMALL, file)
    with pytest.raises(BadOptions, match="multiple of 8"):
        Training(replace(SMALL, games=12), tmp_path / "new")


def test_a_full_disk_keeps_the_last_generation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "it"
    training = Training(SMALL, file)
    steps = training.run(Crew())
    next(steps)
    before = file.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(BadResults, match="No space left"):
        next(steps)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


def test_train_writes_weights_that_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "net.json"
    words = [
        "train",
        "fire-prototype",
        "--generations",
        "2",
        "--games",
        "16",
        "--hidden",
        "4",
        "--check",
        "2",
    ]
    assert run(*words, "--players", "2", "--out", str(out), "--workers", "1") == 0
    told = capsys.readouterr().out
    assert "against greedy with 2 players, 4 seeds" in told
    assert [path.name for path in tmp_path.iterdir()] == ["net.json"]
    learned = read_learned(out)
    assert learned.provenance["generations"] == 2
    assert str(learned.provenance["command"]).startswith(
        "emberstacks lab train fire-prototype --generations 2"
    )
    meetings = [
        "--bots",
        f"trained:{out},random",
        "--seeds",
        "2",
        "--workers",
        "1",
        "--out",
        str(tmp_path / "all.csv"),
    ]
    assert run("tournament", "fire-prototype", *meetings) == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "no game"),
        (["fire", "--players", "9"], "numbers from 1 to 6"),
        (["fire", "--games", "7"], "multiple of 8"),
        (["fire", "--generations", "0"], "--generations"),
        (["fire", "--trace", "2"], "--trace"),
        (["fire", "--slips", "101"], "--slips"),
        (["fire", "--lines", "100"], "Give --lines and --searched together"),
        (["fire", "--lines", "100", "--searched", "61"], "at most --generations"),
        (["fire", "--lines", "-1", "--searched", "1"], "--lines is from 1"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("train", *words) == 2
    assert told in capsys.readouterr().err


def test_weights_are_plain_data(tmp_path: Path) -> None:
    training = Training(SMALL, tmp_path / "it")
    next(training.run(Crew()))
    data = json.loads(training.learned({"command": "none"}).to_json())
    assert data["provenance"]["tables"] == [[2, "{}"], [3, "{}"]]
    assert data["provenance"]["seed"] == 3
