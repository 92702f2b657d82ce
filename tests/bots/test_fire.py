"""What bots know about Fire in the Library."""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.solving import solved
from emberstacks.bots.thinking import Thinking, Thought
from emberstacks.kernel.notation import Choice
from tests.bots.mixed import greedy_wins, mixed_game, rated
from tests.games.fire.table import go, turn


def greedy_choice(match: es.Match, seat: int) -> str:
    return str(es.bot("greedy").choose(match.view(seat), match.legal(seat), random.Random(1)))


def test_the_expectation_of_a_draw_is_exact() -> None:
    """One white book and one fire in the bag, a purple book on the 1st card: white and bravery 2,
    or a tool for the fire.
    """
    match = turn(
        on={"1st": "purple"}, bag=[1, 0, 0, 0, 0, 1], round_tokens=[6, 6, 5, 3, 0, 6], draws=1
    )
    draw, stop = rated(match).values()
    tool = mind_of("fire").weights["tool"].value
    assert stop == 4 + tool
    # after the white book only the fire is left, so stopping is better
    assert draw == ((4 + 1 + 2) + tool) / 2


def test_nobody_counts_on_a_secret_answer() -> None:
    """B openly holds Axes and has answered in secret: A must not reckon as if an Axe would put the
    fire out.
    """
    match = turn("fire", on={"1st": "white yellow"}, hands={"A": "cloak"}, known={"B": "axe, axe"})
    go(match, "A draw, B axe")
    outlooks = solved(match.view(0), match.legal(0))
    assert outlooks is not None
    passed = dict(zip([choice.text for choice in match.legal(0)], outlooks, strict=True))["pass"]
    assert (passed.burns, passed.points) == (1.0, 0.0)


def test_it_stops_in_time_and_draws_when_nothing_can_happen() -> None:
    match = go(turn("purple, purple, purple, purple"), "A draw, A draw, A draw, A draw")
    assert greedy_choice(match, 0) == "stop"
    match = turn("white", cards="B C D A", card="4th", draws=1)
    assert greedy_choice(match, 0) == "draw"


@pytest.mark.parametrize(
    ("tool", "on", "expected"),
    [
        ("bucket", "purple black", "bucket"),
        ("cloak", "purple black", "cloak"),
        ("slingshot", "purple black purple", "slingshot"),
    ],
)
def test_it_saves_its_books_from_the_fire(tool: str, on: str, expected: str) -> None:
    match = go(turn("fire", on={"1st": on}, hands={"A": tool}, burned="purple black"), "A draw")
    assert greedy_choice(match, 0) == expected


def test_it_plays_tools_after_scoring() -> None:
    for tool in ("lockbox", "map", "knapsack", "collector's edition"):
        match = go(turn("purple", on={"1st": "purple purple"}, hands={"A": tool}), "A draw, A stop")
        assert greedy_choice(match, 0) == tool


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (1, {"solo": "lone-librarian", "technology": True}),
        (2, {"robot": True}),
        (3, {"tools": False}),
        (4, {"variant": "wild-fire"}),
        (6, {"variant": "inferno"}),
    ],
)
def test_it_has_an_answer_to_every_question(players: int, options: dict[str, Any]) -> None:
    assert mixed_game("fire", players, 1, range(players), **options).over


def test_it_beats_random_players() -> None:
    """Eight games against three of them, from each seat: a fourth one would win two."""
    assert greedy_wins("fire", 4, range(8)) >= 5


def exact_choice(match: es.Match, seat: int) -> str:
    return str(es.bot("exact").choose(match.view(seat), match.legal(seat), random.Random(1)))


def test_the_lone_librarian_never_burns_the_library_on_purpose() -> None:
    """Two white books on the card and one white card left: 160 points win, but a fire would end the
    game before its time.
    """
    burned = "white white white white white"
    match = turn(
        players=1,
        options={"solo": "lone-librarian"},
        on={"3rd": "white white"},
        cards="- - A - - -",
        card="3rd",
        burned=burned,
        score=[160],
        round=11,
        draws=2,
        market="",
    )
    assert exact_choice(match, 0) == "stop"


def test_a_cloak_brings_the_book_that_it_saves() -> None:
    match = go(
        turn("fire", on={"1st": "purple black"}, hands={"A": "cloak"}, burned="purple black"),
        "A draw",
    )
    outlooks = solved(match.view(0), match.legal())
    assert outlooks is not None
    points = dict(
        zip(
            [choice.text for choice in match.legal()],
            [outlook.points for outlook in outlooks],
            strict=True,
        )
    )
    assert points == {"pass": 0, "cloak": 6}
    assert exact_choice(match, 0) == "cloak"


@pytest.mark.parametrize(
    ("cards", "score", "books", "choice"),
    [("A B", [40, 70], "white", "draw"), ("B A", [40, 70], "white white white white", "stop")],
)
def test_in_the_last_round_only_the_win_counts(
    cards: str, score: list[int], books: str, choice: str
) -> None:
    """All sections have one card left, so this round is the last: 8 points are no use to A, and 32
    are enough.
    """
    burned = " ".join(["white"] * 6 + ["yellow"] * 5 + ["black"] * 4 + ["purple"] * 3)
    mine = "1st" if cards == "A B" else "2nd"
    match = turn(
        players=2, cards=cards, card=mine, on={mine: books}, burned=burned, score=score, draws=1
    )
    assert exact_choice(match, 0) == choice


def late(on: str, hand: str = "gloves, gloves, lockbox, map") -> es.Match:
    """As in the game of two experts with seed 7203, answer 94, with these tokens on the 1st card."""
    burned = "white white white white white white yellow yellow yellow black"
    return turn(
        players=2, on={"1st": on} if on else {}, hands={"A": hand}, burned=burned, score=[12, 44]
    )


@pytest.mark.parametrize(
    ("on", "makes_sense"), [("", False), ("white", True), ("fire", False), ("white yellow", True)]
)
def test_gloves_make_sense_just_before_a_first_fire_would_spread(
    on: str, makes_sense: bool
) -> None:
    """Before a safe space they can wait, and after a first fire they are of no use."""
    match = late(on)
    sensible = mind_of("fire").sensible(match.view(0), match.legal(0))
    others = [choice for choice in match.legal(0) if choice.text != "gloves"]
    assert list(sensible) == (match.legal(0) if makes_sense else others)
    without = late(on, "lockbox, map")
    assert list(mind_of("fire").sensible(without.view(0), without.legal(0))) == without.legal(0)


def test_an_expert_draws_the_first_token_before_it_puts_on_gloves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thoughts = [
        thought_of(choice, 2588 if choice.text == "gloves" else 412) for choice in late("").legal(0)
    ]
    monkeypatch.setattr(Thinking, "thoughts", lambda _: thoughts)
    match = late("")
    assert str(es.bot("expert").choose(match.view(0), match.legal(0), random.Random(1))) == "draw"
    book = late("white")
    monkeypatch.setattr(
        Thinking,
        "thoughts",
        lambda _: [thought_of(choice, len(choice.text)) for choice in book.legal(0)],
    )
    assert str(es.bot("expert").choose(book.view(0), book.legal(0), random.Random(1))) == "gloves"


def thought_of(choice: Choice, visits: int) -> Thought:
    return Thought(choice, visits, 0.45, 0.0, 0.0, 0.45, 74.0)
