"""Bots around a table, alone and with people."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.table import play


class Witness(es.Bot):
    """Takes the last choice, and remembers which views it was handed."""

    def __init__(self) -> None:
        self.views: list[Mapping[str, Any]] = []

    def choose(
        self,
        view: Mapping[str, Any],
        choices: Sequence[es.Choice],
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> es.Choice:
        self.views.append(view)
        assert all(choice.seat == view["seat"] for choice in choices)
        return choices[-1]


def test_bots_play_to_the_end() -> None:
    match = es.new("fire-prototype", players=4, seed=2)
    assert play(match, [es.bot("random") for _ in range(4)], random.Random(2)) is match
    assert match.over


def test_bots_move_until_a_person_must_decide() -> None:
    match = es.new("fire-prototype", players=3, seed=2)
    bots = [es.bot("greedy"), None, es.bot("random")]
    decisions = 0
    while not play(match, bots, random.Random(2)).over:
        assert match.to_act == 1
        match.push(match.legal()[-1])
        decisions += 1
    assert decisions > 3


def test_a_person_who_must_decide_is_not_passed_over() -> None:
    match = es.new("fire-prototype", players=3, seed=2)
    before = match.to_json()
    bots: list[es.Bot | None] = [es.bot("random")] * 3
    bots[match.to_act or 0] = None
    assert play(match, bots).to_json() == before


@pytest.mark.usefixtures("toy")
def test_all_who_are_asked_at_once_answer_from_their_own_view() -> None:
    match = es.new("toy", players=3, seed=1)
    witnesses = [Witness() for _ in range(3)]
    play(match, witnesses)
    assert match.over
    for seat, witness in enumerate(witnesses):
        assert [view["seat"] for view in witness.views] == [seat, seat]
        assert [len(view["state"]["hands"][seat]) for view in witness.views] == [2, 1]
        for view in witness.views:
            assert view["waiting"] == [0, 1, 2]
            assert all(
                face is None
                for rival in range(3)
                if rival != seat
                for face, *_ in view["state"]["hands"][rival]
            )


@pytest.mark.usefixtures("toy")
def test_bots_answer_a_question_to_all_and_leave_the_people_to_theirs() -> None:
    match = es.new("toy", players=3, seed=1)
    bots = [Witness(), None, Witness()]
    assert play(match, bots).waiting == (1,)
    match.push(match.legal(1)[0], 1)
    assert play(match, bots).waiting == (1,)
    match.push(match.legal(1)[0], 1)
    assert play(match, bots).over


def test_every_seat_needs_a_bot_or_nobody() -> None:
    match = es.new("fire-prototype", players=3, seed=2)
    with pytest.raises(
        es.BadBot, match="This game has 3 seats, so give 3 bots \\(None for a person\\), not 2"
    ):
        play(match, [es.bot("random"), None])
