"""A story that people can follow: what happened, and why."""

from __future__ import annotations

import random
import sys
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.effects import Points
from emberstacks.games.fire.steps.burning import Burned
from emberstacks.kernel.events import Happening
from tests.every_game.table import some_options
from tests.games.fire.table import go, told, turn

LONE = {"solo": "lone-librarian"}
IDS = {piece.id for piece in GAME.pieces()}


def rare() -> list[es.Match]:
    """Positions that lead to what random games may miss."""
    return [
        go(turn("fire", on={"1st": "white"}, hands={"A": "cloak"}), "A draw, A cloak"),
        go(turn("white, fire, fire", hands={"A": "torch"}), "A torch, A white, A enough"),
        go(
            turn(
                "fire",
                players=1,
                card="1st",
                options={"solo": "robot"},
                rest_in="game_tools",
                market="",
            ),
            "A draw, A stop",
        ),
        go(
            turn(
                "fire",
                on={"1st": "purple", "2nd": "white"},
                burned="purple purple purple",
                hands={},
            ),
            "A draw",
        ),
        go(
            turn(
                "fire", on={"1st": "purple"}, players=1, options=LONE, burned="purple purple purple"
            ),
            "A draw",
        ),
        go(
            turn(
                "fire",
                on={"1st": "purple"},
                players=1,
                options={"solo": "robot"},
                burned="purple purple purple",
                bag=[6, 6, 5, 3, 0, 9],
                given=[1, 0, 0, 0, 0, 0],
            ),
            "A draw",
        ),
        go(turn("white", players=1, options=LONE, round=12), "A draw, A stop, A no tool"),
        go(
            turn("fire", card="4th", on={"4th": "white fire"}, hands={"D": "slingshot"}),
            "D draw, D slingshot",
        ),
    ]


@cache
def stories() -> list[dict[str, Any]]:
    """All events of many games, and of some positions."""
    events: list[dict[str, Any]] = []
    for seed in range(40):
        rng = random.Random(seed)
        players = seed % 6 + 1
        match = es.new("fire", players=players, seed=seed, **some_options(GAME, players, rng))
        while not match.over:
            seat = rng.choice(match.waiting)
            match.push(rng.choice(match.codes(seat)), seat)
        events += match.events(None)
    for match in rare():
        events += match.events(None)
    return events


def of_this_game(kind: type[Any]) -> list[Any]:
    """What the game's modules have: classes of events, or events of one class."""
    modules = [
        module for name, module in sys.modules.items() if name.startswith("emberstacks.games.fire.")
    ]
    found = [one for module in modules for one in vars(module).values()]
    return [
        one
        for one in found
        if (
            isinstance(one, type) and issubclass(one, kind)
            if kind is Happening
            else type(one) is kind
        )
    ]


def test_every_event_is_told_in_some_game() -> None:
    kinds = {one.kind for one in of_this_game(Happening) if one is not Happening}
    assert {event["kind"] for event in stories()} == kinds


@pytest.mark.parametrize("kind", [Points, Burned])
def test_every_reason_is_told_in_some_game(kind: type[Any]) -> None:
    texts = "\n".join(event["text"] for event in stories())
    assert [one.why for one in of_this_game(kind) if one.why not in texts] == []


def test_what_caused_an_event_is_a_piece_of_the_box() -> None:
    assert {event["because"] for event in stories() if event.get("because")} <= IDS


@pytest.mark.parametrize("players", [1, 3])
def test_rounds_and_turns_begin_and_end(players: int) -> None:
    """Also the first; only the end of the game leaves some open."""
    rng = random.Random(players)
    match = es.new("fire", players=players, seed=players)
    while not match.over:
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    for begins in ("round", "turn"):
        kinds = [
            event["kind"]
            for event in match.events(None)
            if event["kind"] in (begins, f"{begins}-over")
        ]
        assert kinds[0] == begins
        assert all(one != other for one, other in pairwise(kinds))


@pytest.mark.parametrize(
    ("position", "moves", "sentence"),
    [
        (
            {"script": "fire", "on": {"1st": "white purple"}, "hands": {"B": "axe"}},
            "A draw, B axe",
            "B takes a purple book from A's card, and the fire is out.",
        ),
        (
            {"script": "fire", "on": {"1st": "white"}, "hands": {"A": "cloak"}},
            "A draw, A cloak",
            "A saves a white book from the fire.",
        ),
        (
            {"script": "white, fire", "hands": {"A": "shovel"}},
            "A shovel, A dig, A white",
            "A fire that was drawn stays on A's Shovel until the turn ends.",
        ),
        (
            {"script": "white, fire, fire", "hands": {"A": "torch"}},
            "A torch, A white, A enough",
            "2 fires that were drawn stay on A's Torch until the turn ends.",
        ),
        (
            {"script": "purple", "on": {"1st": "white"}},
            "A draw, A stop",
            "A scores 7, 5 for knowledge and 2 for bravery, and now has 7.",
        ),
        (
            {"script": "white", "card": "4th", "on": {"4th": "white white white"}},
            "D draw, D stop",
            "Round 2 is over: the card with the lowest burn index burns.",
        ),
        (
            {
                "script": "fire",
                "on": {"1st": "purple", "2nd": "white"},
                "burned": "purple purple purple",
            },
            "A draw",
            (
                "B scores 1 after the end, for the books on a card whose turn had not begun, and"
                " now has 1."
            ),
        ),
        (
            {
                "script": "fire",
                "on": {"1st": "purple"},
                "burned": "purple purple purple",
                "bag": [6, 6, 5, 3, 0, 9],
            }
            | {"boxed": [1, *[0] * 23]},
            "A draw",
            "A scores 1 after the end, for what is in a Lockbox, and now has 1.",
        ),
        (
            {
                "script": "fire",
                "on": {"1st": "purple"},
                "burned": "purple purple purple",
                "players": 1,
                "options": LONE,
            },
            "A draw",
            "A loses 100 for 10 turns that were not begun and now has -100.",
        ),
    ],
)
def test_what_readers_could_not_follow(position: dict[str, Any], moves: str, sentence: str) -> None:
    match = go(turn(**position), moves)
    assert sentence in told(match)


def test_the_end_says_points_and_where_they_come_from() -> None:
    """Not how many books."""
    match = es.new("fire", players=3, seed=5)
    rng = random.Random(5)
    while not match.over:
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    names = {name for sources in match.sources() for name, _ in sources}
    assert names <= {"Points for books and bravery", "Points from tools", "Points after the end"}
