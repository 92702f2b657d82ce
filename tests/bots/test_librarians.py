"""What the greedy bot knows about Librarians."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.table import play
from emberstacks.games.librarians.library import Library, in_one_piece
from tests.bots.mixed import rated
from tests.games.librarians.table import BOOKS, BOX, THRILLS, name_of, position, push, sign

pytestmark = pytest.mark.both_builds


def chosen(match: es.Match) -> str:
    """What the greedy bot would answer, from its own view."""
    assert match.to_act is not None
    return str(es.bot("greedy").choose(match.view(match.to_act), match.legal(), random.Random(1)))


def test_it_does_not_complete_a_horror_line() -> None:
    """The L fits at 1r2, where it would complete the line, and in the second row."""
    match = position(["AR DR > FR", ">"], hand="LR VG", plays=1)
    push(match, f"play {name_of(match, 'LR')}")
    assert chosen(match) != "1r2"


def test_it_uses_romance_at_once_and_keeps_fantasy() -> None:
    match = position(
        ["> LR", ">", ">", ">"], hand="MG VG", others=["QR"], powers=["romance fantasy"]
    )
    assert chosen(match) == "use romance"
    assert chosen(push(match, "use romance")).startswith("play ")


def test_it_uses_fantasy_rather_than_give_up() -> None:
    match = position(["AR > YY"], hand="ZK MG", others=["QR"], powers=["fantasy"])
    push(match, f"play {name_of(match, 'ZK')}", "1r2")
    assert chosen(match) == "use fantasy"


@pytest.mark.parametrize("seed", [0, 1])
def test_it_judges_by_what_its_seat_may_know(seed: int) -> None:
    """Worlds that look the same to the seat are judged the same."""
    match = es.new("librarians", players=3, seed=seed)
    seat = match.to_act
    assert seat is not None
    other = match.world(seat, random.Random(seed))
    assert rated(match, seat) == rated(other, seat)


def test_it_uses_poetry_where_the_second_book_would_not_fit() -> None:
    """The Z goes to the end of the row and the M nowhere, so the turn needs a power; biography
    would not help.
    """
    options = {"purple": "poetry", "yellow": "biography"}
    match = position(
        ["AR > YY"], hand="ZK MG", others=["QR"], powers=["poetry biography"], options=options
    )
    assert chosen(match) == "use poetry"


def test_it_uses_any_power_rather_than_give_up() -> None:
    match = position(["AR > YY"], hand="MG M1G", others=["QR"], powers=["mystery"])
    assert chosen(match) == "use mystery"


def test_it_leaves_the_library_in_one_piece() -> None:
    """The thrill lets the D lie apart, which would be the best place for it, but then the turn
    could not end.
    """
    match = position([". . > MG", ">"], hand="L* DP", others=["QR"], options={"thrills": 12})
    while match.to_act == 0:
        match.push(chosen(match))
    assert not match.over


def test_a_power_that_always_helps_stays_here_and_others_go_to_the_next_who_has_none() -> None:
    rows = ["BG EG > MG", ">", ">", ">"]
    match = position(rows, hand="RG ZK", others=["QR", "DR", "UR"], plays=1)
    assert chosen(push(match, f"play {name_of(match, 'RG')}", "1r2")) == "give a"
    match = position(
        rows,
        hand="RG ZK",
        others=["QR", "DR", "UR"],
        powers=["", "fantasy"],
        plays=1,
        options={"green": "self-help"},
    )
    assert chosen(push(match, f"play {name_of(match, 'RG')}", "1r2")) == "give c"


def test_it_clears_away_five_books_without_tearing_the_library() -> None:
    """The thrill that clears; the library hangs together by the books beside the shelves."""
    rows = ["> CB DP FR HP IY", "> LR MG OP", ">", ">"]
    clear = next(
        sign(book) for book in range(THRILLS, BOOKS) if BOX.actions[BOX.thrill[book]] == "clear"
    )
    match = position(rows, hand=f"{clear} ZK", others=["QR"], options={"thrills": 12})
    push(match, f"play {name_of(match, clear)}")
    match.push(chosen(match))
    while match.step == "ClearBook":
        match.push(chosen(match))
    assert in_one_piece(Library(match._s))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_clears_the_base_game(seed: int) -> None:
    match = play(
        es.new("librarians", players=4, seed=seed), [es.bot("greedy")] * 4, random.Random(seed)
    )
    assert match.result is not None
    assert match.result.winners == [0, 1, 2, 3]
