"""Every event of the prototype is told, and codes of answers stay."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import emberstacks as es
from emberstacks.games.fire_prototype import steps
from emberstacks.kernel.events import Happening
from tests.games.fire_prototype.table import edited, facing_fire, played, table


@cache
def stories() -> list[dict[str, Any]]:
    """All events of some games, and of a last round."""
    events: list[dict[str, Any]] = []
    for seed in range(20):
        rng = random.Random(seed)
        match = es.new("fire-prototype", players=seed % 4 + 2, seed=seed)
        while not match.over:
            # half of them never stop
            match.push(rng.choice(match.codes()) if seed % 2 else match.codes()[0])
        events += match.events(None)
    douse = facing_fire("green")
    douse.push("douse")
    last = edited(played("A {black}"), round=200)
    while not last.over:
        last.push(last.codes()[-1])
    enough = edited(played("A {black}"), knowledge=[99, 0, 0])
    enough.push("score")
    return [*events, *douse.events(None), *last.events(None), *enough.events(None)]


def test_every_event_is_told_in_some_game() -> None:
    found = [
        one
        for one in vars(steps).values()
        if isinstance(one, type) and issubclass(one, Happening) and one is not Happening
    ]
    assert {event["kind"] for event in stories()} == {one.kind for one in found}


def test_rounds_and_turns_begin_and_end() -> None:
    """Also the first."""
    match = played("A {black}")
    assert [event["kind"] for event in match.events(None)[-3:]] == ["round", "turn", "draw"]
    assert table(match)["round"] == 1
    texts = {event["text"] for event in stories()}
    assert "A's turn is over." in texts
    assert "Round 1 is over." in texts


def test_codes_stay_for_ever() -> None:
    """Logs, records and learners know them."""
    for step, codes in (
        (steps.UseBucket(0), {"douse": [0], "keep": [1]}),
        (steps.DrawOrScore(0), {"draw": [0], "score": [1]}),
    ):
        assert {kind.word: list(kind.codes) for kind in step.menu().kinds} == codes
