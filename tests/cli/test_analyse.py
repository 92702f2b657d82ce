"""`emberstacks analyse`: a review anybody can read, one that programs can read, and sentences for
what is wrong.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.table import play
from tests.cli.terminal import run

QUICK = ["--budget", "8", "--decisions", "6"]


def finished(home: Path, game: str = "fire-prototype", players: int = 2) -> str:
    """The file of a finished game."""
    match = play(
        es.new(game, players=players, seed=3), [es.bot("random")] * players, random.Random(3)
    )
    (home / "game.record").write_text(match.record(), encoding="utf-8")
    return "game.record"


def test_a_review_to_read(tmp_path: Path) -> None:
    done = run(tmp_path, "analyse", finished(tmp_path), *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    for heading in (
        "Chance to win",
        "luck and others",
        "own decisions",
        "Turning points",
        "Costliest decisions",
    ):
        assert heading in done.stdout
    drawn = [
        line[7:]
        for line in done.stdout.splitlines()
        if set(line[7:]) <= set("AB* ") and line[7:].strip()
    ]
    assert len(drawn) >= 3
    assert all(letter in "".join(drawn) for letter in "AB")
    assert "6 decisions of" in done.stdout
    assert "games tried" in done.stdout


def test_a_review_for_programs(tmp_path: Path) -> None:
    file = finished(tmp_path)
    first, second = [
        run(tmp_path, "analyse", file, *QUICK, "--seat", "b", "--json", "--seed", "5")
        for _ in range(2)
    ]
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    (side,) = found["sides"]
    assert side["seats"] == [1]
    assert side["start"] + side["luck"] + side["decided"] == pytest.approx(side["end"])
    assert {one["seat"] for one in side["decisions"]} == {1}
    assert (found["playouts"], found["seed"], found["late"]) == (8, 5, False)


def test_alone_the_points_count(tmp_path: Path) -> None:
    done = run(tmp_path, "analyse", finished(tmp_path, "fire", 1), *QUICK)
    assert done.returncode == 0
    assert "Expected final points" in done.stdout


def test_what_cannot_be_analysed(tmp_path: Path) -> None:
    file = finished(tmp_path)
    (tmp_path / "running.record").write_text(
        es.new("fire-prototype", players=2, seed=1).record(), encoding="utf-8"
    )
    wrong = {
        (
            "running.record",
        ): "The game in running.record is not over. Only finished games can be reviewed.",
        (
            "none.record",
        ): "There is no file none.record. Name a record, such as one saved by 'emberstacks play'.",
        (
            file,
            "--seat",
            "C",
        ): "There is no seat 'C' in this game. Choose A or B, or leave out --seat to judge all.",
        (file, "--budget", "-1"): "--budget must be from 0 to 100000, not -1.",
        (file, "--decisions", "0"): "--decisions must be from 1 to 100000, not 0.",
        (file, "--limit", "-2"): "--limit must be from 0 to 1000000 seconds, not -2.",
    }
    for arguments, sentence in wrong.items():
        done = run(tmp_path, "analyse", *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"emberstacks: {sentence}\n")


def test_it_is_offered_after_a_game(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "play",
        "fire-prototype",
        "--seats",
        "random,random",
        "--seed",
        "1",
        "--save",
        "mine.record",
    )
    assert "Review your game: emberstacks analyse mine.record" in done.stdout


def test_the_costliest_decisions_can_be_made_again(tmp_path: Path) -> None:
    done = run(
        tmp_path, "analyse", finished(tmp_path), *QUICK, "--seat", "a", "--again", lines=["1"] * 6
    )
    assert done.returncode == 0, done.stderr
    again = done.stdout.partition("The numbers in front are steps")[2]
    if "found no decision" not in again:
        assert "Decision 1 of " in again
        assert "What do you choose now?" in again
        assert "the best choice" in again
    wrong = run(tmp_path, "analyse", "game.record", *QUICK, "--again")
    assert "Say whose decisions you want to make again, as in --seat A --again" in wrong.stderr
