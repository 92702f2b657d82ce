"""The ends of Librarians that can be worked out: one choice after which the library can still be
cleared.
"""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.minds.librarians.clearing import Clearing, after, cleared, deals
from emberstacks.bots.table import play
from emberstacks.kernel.match import Match
from emberstacks.puzzles import Puzzle, puzzles_of

pytestmark = pytest.mark.both_builds

FOR_TWO = [one for one in puzzles_of("librarians").values() if one.position["players"] == 2]
SHORTEST = sorted(FOR_TWO, key=lambda one: len(one.note))  # those with few books left


def seen(one: Puzzle) -> tuple[Match, int]:
    match = one.match()
    return match, one.seat


def test_while_there_is_a_deck_nothing_is_said() -> None:
    match = es.new("librarians", 2, 3)
    assert match.to_act is not None
    assert deals(match.worlds(match.to_act), match.to_act) is None
    assert cleared(match.worlds(match.to_act), match.to_act, match.codes(), {}) is None


@pytest.mark.parametrize("one", SHORTEST[:4], ids=lambda one: str(one.number))
def test_the_answer_of_a_puzzle_is_worked_out_again(one: Puzzle) -> None:
    match, seat = seen(one)
    found = cleared(match.worlds(seat), seat, match.codes(seat), {})
    assert found is not None
    assert match.legal(seat)[found.best].text == one.best


def test_the_best_choice_can_be_played_on_until_the_library_is_cleared() -> None:
    match, seat = seen(SHORTEST[0])
    found = cleared(match.worlds(seat), seat, match.codes(seat), {})
    assert found is not None
    match.push(match.legal(seat)[found.best], seat)
    while (asked := match.to_act) is not None:
        [world] = deals(match.worlds(asked), asked) or []
        match.push(
            next(code for code in match.codes(asked) if not Clearing({}).left(after(world, code))),
            asked,
        )
    assert match.result is not None
    assert match.result.winners


def test_after_any_other_choice_no_team_clears_it() -> None:
    for one in SHORTEST[:2]:
        for text in one.losses:
            if text != one.best:
                match, seat = seen(one)
                match.push(text, seat)
                done = play(match, [es.bot("greedy")] * match.players, random.Random(1))
                assert done.result is not None
                assert not done.result.winners
