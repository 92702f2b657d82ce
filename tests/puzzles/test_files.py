"""Every puzzle that ships can be played, has one clear answer, and shows its seat nothing but what
that seat may know.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta

import msgspec
import pytest

import emberstacks as es
from emberstacks.bots.words import called
from emberstacks.lab.puzzles import GAP, like
from emberstacks.puzzles import Puzzle, files_of, of_the_day, puzzles_of, read_puzzles
from emberstacks.told.puzzles import puzzle_scene

GAMES = [info.id for info in es.list_games() if puzzles_of(info.id)]
HEAD = {"command", "rules", "players", "options", "bots", "decisions", "seed", "games"}
LARGEST = 8000  # characters of one puzzle


@pytest.mark.parametrize("game", GAMES)
def test_each_file_says_where_its_puzzles_come_from(game: str) -> None:
    for path in files_of(game):
        head, found = read_puzzles(path)
        assert set(head) == HEAD
        how = (
            f"--bots {','.join(head['bots'])} --decisions {head['decisions']} --seed {head['seed']}"
        )
        assert head["command"].replace(" lab", "").startswith(f"emberstacks puzzles {game} {how}")
        assert found
        assert all(head["seed"] <= one.seed < head["seed"] + head["games"] for one in found)
        assert {one.position["rules"] for one in found} == {head["rules"]}
        assert {one.position["players"] for one in found} <= set(head["players"])


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_can_be_played_and_has_one_clear_answer(game: str) -> None:
    for one in puzzles_of(game).values():
        match = one.match()
        assert one.game == game
        assert one.seat in match.waiting
        assert match.step == one.step
        assert [choice.text for choice in match.legal(one.seat)] == list(one.losses)
        best, second = sorted(one.losses.values())[:2]
        assert best == 0
        assert second >= GAP["points" if one.in_points else "chance"] - 1e-4
        assert one.in_points or max(one.losses.values()) <= one.before + 1e-3
        best_one = next(choice.code for choice in match.legal(one.seat) if choice.text == one.best)
        assert f"“{called(match.legal(one.seat))[best_one]}”" in one.why
        match.push(one.best, one.seat)
        assert len(one.line()) < LARGEST


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_looks_the_same_in_every_world_that_its_seat_thinks_possible(game: str) -> None:
    for one in list(puzzles_of(game).values())[::7]:
        other = replace(one, position=one.match().world(one.seat, one.number).to_json())
        assert shown(other) == shown(one)


def shown(one: Puzzle) -> bytes:
    return msgspec.json.encode(puzzle_scene(one, [], 1, False, None))


def test_the_worlds_of_a_puzzle_do_differ() -> None:
    """Otherwise the test above would prove nothing."""
    found = list(puzzles_of("horror").values())[::7]
    texts = [
        (json.dumps(one.position), json.dumps(one.match().world(one.seat, one.number).to_json()))
        for one in found
    ]
    assert any(own != other for own, other in texts)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_alike(game: str) -> None:
    found = puzzles_of(game).values()
    assert len({like(one) for one in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_its_day(game: str) -> None:
    count = len(puzzles_of(game))
    days = [date(2026, 11, 17) + timedelta(days=k) for k in range(count)]
    assert sorted(of_the_day(game, day) for day in days) == list(range(1, count + 1))
