"""Why a choice is best, in the game's own words: only what follows it, and only what speaks for it."""

from __future__ import annotations

from dataclasses import replace

from emberstacks.lab.puzzles import judge_of
from emberstacks.lab.telling import what_follows
from emberstacks.puzzles import NAMES, puzzles_of


def test_what_follows_a_choice_is_told_by_the_events_of_the_game() -> None:
    """One step from the Portal with all secrets found: who goes, escapes; who ends the turn, may
    not.
    """
    one = next(one for one in puzzles_of("horror").values() if "has escaped" in one.why)
    match = one.match()
    choices = match.legal(one.seat)
    best = next(k for k, choice in enumerate(choices) if choice.text == one.best)
    other = next(
        k for k, choice in enumerate(choices) if k != best and f"“{choice.label}”" in one.why
    )
    judge = judge_of(match.view(one.seat), choices, one.seed)
    told = what_follows(judge, best, other, NAMES)
    assert "has escaped” follows soon" in told
    assert told.startswith(f"“{match.names[one.seat]} ")
    judge.mind = replace(judge.mind, telling={})
    assert what_follows(judge, best, other, NAMES) == "", "a game that calls nothing telling"
