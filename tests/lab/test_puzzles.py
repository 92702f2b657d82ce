"""The search for puzzles: it can be stopped, says what it did, and keeps nothing that is easy or
doubtful.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.lab import puzzles
from emberstacks.lab.puzzles import FEW, SAME, Mine, found_by, like, puzzle_at
from emberstacks.lab.results import BadResults
from emberstacks.puzzles import puzzles_of, read_puzzles

GAME = "fire-prototype"


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rough chance is enough here."""
    monkeypatch.setattr(puzzles, "EVEN", 8)


def mine(path: Path, seed: int = 0) -> Mine:
    return Mine(path, GAME, [2, 3], {}, ["exact", "greedy"], 10, seed)


def test_what_is_found_in_one_go_or_after_a_stop_is_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    told: list[tuple[int, int]] = []
    mine(whole).dig(100, 3, lambda games, found: told.append((games, found)))
    for games in (1, 3):
        mine(parts).dig(100, games, lambda *_: None)
    assert whole.read_bytes() == parts.read_bytes()
    head, found = read_puzzles(whole)
    assert (
        head["command"]
        == "emberstacks lab puzzles fire-prototype --bots exact,greedy --decisions 10 --seed 0"
    )
    assert told == [(games, count) for games, count in told if count <= len(found)]
    assert [games for games, _ in told] == [1, 2, 3]
    assert found, "three games without a puzzle"


def test_it_stops_when_there_are_enough(tmp_path: Path) -> None:
    one = mine(tmp_path / "few.jsonl")
    one.dig(1, 100, lambda *_: None)
    assert len(one.puzzles) >= 1
    assert one.head["games"] < 100


def test_a_file_made_in_another_way_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    mine(path).dig(100, 1, lambda *_: None)
    with pytest.raises(
        BadResults,
        match=(
            "was made in another way: emberstacks lab puzzles fire-prototype --bots exact,greedy"
            " --decisions 10 --seed 0"
        ),
    ):
        mine(path, seed=5)


def test_the_answer_is_what_the_solver_says_and_most_do_not_find_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    mine(path).dig(100, 2, lambda *_: None)
    for one in read_puzzles(path)[1]:
        match = one.match()
        exact = es.bot("exact").choose(match.view(one.seat), match.legal(one.seat))
        assert exact.text == one.best
        assert one.games == 0, "worked out"
        assert (
            "more often" in one.why
            or "worked out to the end" in one.why
            or "wins for sure" in one.why
        )


def test_a_first_decision_without_a_difference_is_no_puzzle() -> None:
    match = es.new("librarians", 2, 3)
    assert match.to_act is not None
    assert puzzle_at(match, match.to_act, 1) is None


def test_a_team_finds_its_puzzles_at_the_end() -> None:
    [first, *_] = puzzles_of("librarians").values()
    match = first.match()
    found = puzzle_at(match, first.seat, first.seed)
    assert found is not None
    assert (found.losses, found.why, found.note) == (first.losses, first.why, first.note)
    assert (found.before, found.games) == (1.0, 0), "worked out"
    assert sorted(found.losses.values())[:2] == [0.0, 1.0]
    assert found.note.startswith("The deck is empty")


def test_an_answer_that_most_see_at_once_is_no_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = mine(tmp_path / "hard.jsonl")
    one.dig(1, 20, lambda *_: None)
    first = one.puzzles[0]
    match = first.match()
    counts = found_by(match.view(first.seat), match.legal(first.seat), first.seed)
    assert sum(counts) == puzzles.TRIES
    again = puzzle_at(match, first.seat, first.seed)
    assert again is not None
    assert (again.losses, again.rating) == (first.losses, first.rating)
    monkeypatch.setattr(puzzles, "GLANCE", -1.0)
    assert puzzle_at(match, first.seat, first.seed) is None


def test_no_question_and_answer_is_too_common(tmp_path: Path) -> None:
    one = mine(tmp_path / "same.jsonl")
    one.dig(1, 20, lambda *_: None)
    sample = one.puzzles[0]
    one.puzzles = [sample] * (3 * FEW)
    assert one.common(sample)
    one.puzzles = [sample] * FEW
    assert not one.common(sample), f"the first {FEW} may be the same, later a share of {SAME}"
    assert like(sample) in one.known
