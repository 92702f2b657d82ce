"""What the greedy bot knows about Librarians."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.heuristics import HEURISTICS
from tests.games.librarians.table import name_of, position, push


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
    match = position(["> LR", ">"], hand="MG VG", others=["QR"], powers=["romance fantasy"])
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
    worths = HEURISTICS["librarians"]
    assert worths(match.view(seat), match.legal()) == worths(other.view(seat), other.legal())


def test_it_clears_a_game() -> None:
    match = es.new("librarians", players=2, seed=1)
    while not match.over:
        match.push(chosen(match))
    assert match.result is not None
    assert match.result.winners == [0, 1]
