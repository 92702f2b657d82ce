"""The coach: what it says before and after a decision, which rules it tells, and how it fades out."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.hints import Hint, at_first_sight, hints, shuts_out
from emberstacks.bots.words import called
from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.rules import clauses
from emberstacks.kernel.words import Label
from emberstacks.lessons.coach import (
    FILE,
    LEAVES,
    MOST,
    SETBACK,
    TALKS,
    Progress,
    coaching,
    news,
    rule_lines,
)
from emberstacks.lessons.script import END, LONGEST, SENTENCES
from tests.every_game.table import random_game

GAMES = [info.id for info in es.list_games()]


DRAW, STOP = 0, 1


def choice(code: int, text: str, label: str | Label, clause: str = "1.1") -> Choice:
    return Choice("Step", 0, code, text, label, clause, [])


BOTH = [choice(DRAW, "draw", "Draw a book"), choice(STOP, "stop", "Stop")]


def test_a_costly_choice_is_told_from_a_harmless_one() -> None:
    clear = [
        Hint(DRAW, True, "wins about 60 % (900 games tried)", spoken="wins about 60 %"),
        Hint(
            STOP, False, "worse: wins about 35 % (90 games tried)", True, spoken="wins about 35 %"
        ),
    ]
    said = coaching(clear, BOTH)
    assert said.matters == "This one matters. “Draw a book” looks best: it wins about 60 %."
    assert said.regrets == {
        STOP: "“Draw a book” looks better here: it wins about 60 %, while “Stop” wins about 35 %."
    }
    close = coaching([clear[0], Hint(STOP, False, "about as good (90 games tried)")], BOTH)
    assert close.regrets == {}
    assert "cannot go far wrong" in close.matters


def test_choices_are_called_by_the_short_form_that_tells_them_apart() -> None:
    labels = [
        Label("Play the Axe", detail="take a book"),
        Label("A book", "4"),
        Label("A book", "6"),
    ]
    tools = [choice(code, f"tool {code}", label) for code, label in enumerate(labels)]
    assert called(tools) == {0: "Play the Axe", 1: "A book (4)", 2: "A book (6)"}


def test_where_nothing_is_proven_the_coach_says_so() -> None:
    equal = coaching([Hint(DRAW, False, "about equal"), Hint(STOP, False, "about equal")], BOTH)
    assert (equal.matters, equal.regrets) == (
        "No choice stands out here, so take the one you like.",
        {},
    )
    liked = coaching(
        [
            Hint(DRAW, False, "about equal", liked=True),
            Hint(STOP, False, "about equal", costly=True),
        ],
        BOTH,
    )
    assert "hard to say" in liked.matters
    assert liked.regrets == {STOP: "A good player would rather try “Draw a book” than “Stop” here."}


def test_hints_call_a_wasted_chance_costly() -> None:
    """To leave with one cheap book gives away most of a turn."""
    match = es.new("fire-prototype", players=2, seed=8)
    given = hints(match.view(match.to_act), match.legal(), random.Random(1))
    best = next(hint for hint in given if hint.best)
    assert not best.costly
    score = next(choice.code for choice in match.legal() if choice.text == "score")
    assert [hint.code for hint in given if hint.costly] == [score]
    assert coaching(given, match.legal()).regrets[score].startswith("“")


def test_an_action_that_leaves_the_better_one_open_is_not_costly() -> None:
    """Three actions in any order: to turn a room first is fine, to end the turn is not."""
    for seed in range(40):
        match = random_game("horror", 2, seed, decisions=12)
        seat = match.waiting[0]
        choices = {str(one): one for one in match.legal(seat)}
        turn = next((text for text in choices if text.startswith("turn")), "")
        if "3 actions" in match.question and "search bookcase" in choices and turn:
            break
    view = match.view(seat)
    assert shuts_out(view, choices["end"], choices["search bookcase"])
    assert not shuts_out(view, choices[turn], choices["search bookcase"])
    given = dict(
        zip(
            choices,
            at_first_sight(view, list(choices.values()), ["about equal"] * len(choices)),
            strict=True,
        )
    )
    assert given["end"].costly
    assert not given[turn].costly
    assert sum(one.liked for one in given.values()) == 1


def test_if_nothing_stands_out_it_still_names_what_a_bot_would_try() -> None:
    """Characters play the same in a normal game, so there it names none; of the rooms two are best
    at first sight.
    """
    match = es.new("horror", 3, 5)
    told = {}
    for _ in range(2):
        seat = match.waiting[0]
        choices = match.legal(seat)
        given = at_first_sight(match.view(seat), choices, ["about equal"] * len(choices))
        assert not any(hint.costly or hint.liked for hint in given)
        told[match.step] = coaching(given, choices).matters
        while match.waiting[0] != 0 or match.step == "ChooseCharacter":
            match.push(match.legal(match.waiting[0])[0], match.waiting[0])
    assert told == {
        "ChooseCharacter": "No choice stands out here, so take the one you like.",
        "ChooseRoom": (
            "No choice stands out here. If in doubt, try “Begin in the Reading Room” or “Begin in"
            " the Long Gallery”."
        ),
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_told_in_two_sentences_of_our_own(game: str) -> None:
    found = game_by_id(game)
    own = clauses((folder_of(found) / FILE).read_text(encoding="utf-8"))
    rules = clauses(found.rules())
    assert set(own) <= set(rules)
    for number, text in own.items():
        assert len(text) <= LONGEST, number
        assert len(END.findall(text)) <= SENTENCES, number
        assert rule_lines(game)[number] == text


@pytest.mark.parametrize("game", GAMES)
def test_no_question_of_a_first_game_is_left_to_the_rulebook(game: str) -> None:
    """Whatever bots are asked in two games has a line in a friend's words; rulings and old versions
    are never told.
    """
    own = rule_lines(game)
    rules = clauses(game_by_id(game).rules())
    for seed in range(2):
        match = es.new(game, max(2, game_by_id(game).info.min_players), seed)
        rng = random.Random(seed)
        while not match.over:
            choices = match.legal()
            if len(choices) > 1:
                assert own[match.clause] != rules[match.clause], match.clause
            match.push(rng.choice(choices))
    assert not any("*" in text or "Until 1" in text for text in own.values())


def test_a_rule_is_told_once_the_question_first() -> None:
    lines = {"1.1": "a", "1.2": "b", "1.3": "c"}
    two = [choice(0, "x", "X", "1.2"), choice(1, "y", "Y", "9.9")]
    assert news(lines, "1.1", two, []) == "1.1"
    assert news(lines, "1.1", two, ["1.1"]) == "1.2"
    assert news(lines, "1.1", two, ["1.2", "1.1"]) == ""


def test_the_coach_says_less_and_leaves() -> None:
    progress = Progress()
    for _ in range(TALKS):
        assert progress.talks
        progress.decided(well=True)
    assert not progress.talks
    progress.decided(well=False)
    assert progress.good == TALKS - SETBACK
    assert progress.talks, "after a costly choice it explains again"
    while not progress.over:
        progress.decided(well=True)
    assert progress.good == LEAVES
    poor = Progress()
    for _ in range(MOST):
        assert not poor.over
        poor.decided(well=False)
    assert poor.over
