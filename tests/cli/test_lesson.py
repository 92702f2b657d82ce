"""Lessons in the terminal: the learner moves, may leave the script, goes back, skips, and finds
their place again.
"""

from __future__ import annotations

from pathlib import Path

import emberstacks as es
from emberstacks.lessons import files_of, lesson
from tests.cli.terminal import run

GAME = "fire-prototype"


def test_the_list(tmp_path: Path) -> None:
    done = run(tmp_path, "lesson")
    assert done.returncode == 0
    for info in es.list_games():
        assert info.title in done.stdout
    assert "Into the fire  (3 minutes)" in done.stdout


def test_a_lesson_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    one = lesson(GAME, 1)
    done = run(tmp_path, "lesson", GAME, "1", lines=[stop.wanted for stop in one.stops[:-1]])
    assert done.returncode == 0
    for stop in one.stops:
        assert stop.words in done.stdout
    assert "· Ada scores 26, 23 for books and 3 for bravery, and now has 40." in done.stdout
    assert "(3 minutes, done)" in run(tmp_path, "lesson").stdout


def test_another_move_is_tried_or_not_and_taken_back(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "lesson",
        GAME,
        "1",
        lines=["", "draw", "draw", "no", "draw", "yes", "back", "score"],
    )
    assert done.stdout.count("Brave! Watch what happens.") == 2
    assert done.stdout.count("The fire spreads") == 1
    assert "You are trying something of your own" in done.stdout
    assert "Ada scores 14, 9 for books and 5 for bravery, and now has 14." in done.stdout


def test_what_is_no_move_gets_the_usual_reason_and_the_rule_can_be_read(tmp_path: Path) -> None:
    done = run(tmp_path, "lesson", GAME, "1", lines=["", "bucket", "?", "board", "hello"])
    assert "'bucket' is not possible now" in done.stdout
    assert "Possible: draw or score." in done.stdout
    assert "**§3.2** Spaces are safe or risky." in done.stdout


def test_back_again_skip_and_the_place_is_kept(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "lesson",
        GAME,
        "1",
        lines=["skip", "skip", "back", "again", "skip", "skip", "quit"],
    )
    assert [
        line.partition("]")[0] for line in done.stdout.splitlines() if line.startswith("[")
    ] == [f"[{step} of 12" for step in (1, 2, 3, 2, 1, 2, 3)]
    assert "[3 of 12]" in run(tmp_path, "lesson", GAME).stdout, "it goes on where it was left"


def test_wrong_questions(tmp_path: Path) -> None:
    assert "There is no lesson 99" in run(tmp_path, "lesson", GAME, "99").stderr
    assert "Lessons have numbers" in run(tmp_path, "lesson", GAME, "two").stderr
    assert "There is no game 'chess'" in run(tmp_path, "lesson", "chess").stderr


def test_the_check_for_authors(tmp_path: Path) -> None:
    text = files_of(GAME)[1].read_text(encoding="utf-8")
    good, bad = tmp_path / "good.lesson", tmp_path / "bad.lesson"
    good.write_text(text, encoding="utf-8")
    bad.write_text(text.replace("A draw {green}", "A draw {purple}"), encoding="utf-8")
    done = run(tmp_path, "lesson", "check", str(good))
    assert done.returncode == 0
    assert "Into the fire: 12 steps, 5 of them moves; it plays to its end." in done.stdout
    done = run(tmp_path, "lesson", "check", str(bad))
    assert done.returncode == 1
    assert "{purple} cannot come up here" in done.stderr
