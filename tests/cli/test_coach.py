"""The coach at the terminal: it tells rules once, doubts a costly choice, and can be switched off."""

from __future__ import annotations

from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.cli.coach import Coach
from emberstacks.cli.screen import Screen
from emberstacks.lessons.coach import LEAVES, rule_lines
from tests.cli.terminal import run

# with seed 8 the first card holds one cheap book: to score it now gives a whole turn away
PLAY = ("play", "fire-prototype", "--seed", "8", "--seats", "you,greedy", "--coach")


def test_a_costly_choice_is_doubted_and_taken_back_or_kept(tmp_path: Path) -> None:
    done = run(tmp_path, *PLAY, lines=["score", "yes", "quit"])
    assert done.returncode == 0
    assert "Coach: This one matters. “Draw" in done.stdout
    assert "looks better here" in done.stdout
    assert "Reader scores" not in done.stdout
    kept = run(tmp_path, *PLAY, lines=["score", "no", "quit"])
    assert "looks better here" in kept.stdout
    assert "Reader scores" in kept.stdout


def test_a_rule_is_told_once_and_for_good(tmp_path: Path) -> None:
    rule = rule_lines("fire-prototype")["3.6"]
    first = run(tmp_path, *PLAY, lines=["draw", "quit"])
    assert first.stdout.count(rule) == 1
    assert rule not in run(tmp_path, *PLAY, lines=["draw", "quit"]).stdout


def test_it_speaks_when_asked_and_is_switched_off(tmp_path: Path) -> None:
    done = run(tmp_path, *PLAY, lines=["coach", "coach off", "score", "quit"])
    assert done.stdout.count("This one matters") == 2
    assert "The coach is quiet now." in done.stdout
    assert "Take it back?" not in done.stdout
    assert "Reader scores" in done.stdout


def test_a_resumed_game_may_have_one(tmp_path: Path) -> None:
    run(tmp_path, *PLAY, lines=["quit"])
    done = run(tmp_path, "play", "--resume", "--coach", lines=["coach", "quit"])
    assert "Coach: This one matters" in done.stdout
    assert "There is no coach" in run(tmp_path, "play", "--resume", lines=["coach"]).stderr


def test_only_for_one_person_among_bots(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "fire-prototype", "--seats", "you,you", "--coach")
    assert done.returncode != 0
    assert "The coach helps one person who plays with bots" in done.stderr


def test_it_says_less_then_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = es.new("fire-prototype", 2, 8)
    coach = Coach(Screen(), "fire-prototype", 1)
    seat = match.to_act
    assert seat is not None
    draw = next(choice for choice in match.legal(seat) if str(choice) == "draw")
    for _ in range(LEAVES):
        coach.listen(match, seat)
        assert coach.agrees(draw)
    said = capsys.readouterr().out
    assert said.count("This one matters") == 4, "later it waits until it is asked"
    assert said.count("you play well on your own now") == 1
    coach.listen(match, seat)
    assert coach.agrees(next(choice for choice in match.legal(seat) if str(choice) == "score"))
    assert capsys.readouterr().out == ""
    coach.close()
