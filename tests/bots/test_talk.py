"""Markers of bots: set where the game allows it, from the own view, and heeded."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.mind import at_first_sight
from emberstacks.bots.minds.librarians.markers import RESPECT, ahead, marks
from emberstacks.bots.table import play
from emberstacks.bots.talk import marked, may_talk, overheard
from emberstacks.kernel.notation import Choice
from tests.games.librarians.table import position


def scarce(talk: str) -> es.Match:
    """An F fits between the A and the M alone, where there is one place; everybody holds one."""
    return position(
        ["AR . > MG", "EG EY > ZK"], hand="FK GB HP", others=["FR"], options={"talk": talk}
    )


def wishes(match: es.Match) -> list[str]:
    return [marked(match, seat, es.bot("expert")) for seat in range(match.players)]


def test_it_asks_for_a_place_that_it_needs() -> None:
    match = scarce("markers")
    assert wishes(match) == [match.marker(0, "1l1")[0]] * 2


def test_without_need_it_asks_for_nothing() -> None:
    assert wishes(position(hand="FK GB HP", others=["FR"], options={"talk": "markers"})) == ["", ""]


def test_at_a_silent_table_nobody_marks() -> None:
    match = scarce("silent")
    assert not may_talk(match)
    assert wishes(match) == ["", ""]


def test_weaker_bots_and_other_games_have_no_markers() -> None:
    match = scarce("markers")
    assert [marked(match, seat, es.bot("adept")) for seat in range(2)] == ["", ""]
    assert not may_talk(es.new("fire", players=2, seed=1))


def test_a_marker_depends_on_the_own_view_alone() -> None:
    """In every world that the seat holds possible it is the same."""
    match = scarce("markers")
    for seat in range(2):
        wish = marks(match.view(seat))
        for luck in range(3):
            assert marks(match.world(seat, random.Random(luck)).view(seat)) == wish


def test_what_others_ask_for_costs_something() -> None:
    match = position(["AR . > MG", ">"], hand="NB UR", others=["FR"], options={"talk": "markers"})
    match.push(match.legal()[0])
    view, choices, seat = match.view(0), match.legal(), 0
    assert match.step == "Where"
    plain = at_first_sight(view, choices)
    assert ahead(view, choices) is None
    best = plain.index(max(plain))
    heard = ahead(overheard(view, seat, {1 - seat: f"cell-{choices[best].code}"}), choices)
    assert heard == [worth - RESPECT * (k == best) for k, worth in enumerate(plain)]


def test_the_own_marker_is_not_overheard() -> None:
    assert overheard({}, 1, {0: "", 1: "cell-7"}) == {}


def test_bots_at_a_table_hear_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one bot asks for after its turn is in the view of the next, and not in its own."""
    monkeypatch.setattr("emberstacks.bots.table.marked", lambda _match, seat, _bot: f"cell-{seat}")
    heard: dict[int, list[object]] = {0: [], 1: []}

    class Listening(Bot):
        talks = True

        def choose(
            self, view: View, choices: Choices, rng: object = None, budget: float | None = None
        ) -> Choice:
            heard[view["seat"]].append(view.get("markers"))
            return choices[0]

    play(es.new("fire-prototype", players=2, seed=1), [Listening(), Listening()])
    assert heard[0][-1] == {1: "cell-1"}
    assert heard[1][-1] == {0: "cell-0"}
