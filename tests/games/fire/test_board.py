"""The terminal board: everything that lies on the table, readable without colour, and nothing that
a seat may not know.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from tests.every_game.table import some_options
from tests.games.fire.table import go, turn

MARKS = re.compile(r"\[/?[a-z]*\]")


def plain(match: es.Match, seat: int | None) -> str:
    return MARKS.sub("", match.board(seat))


def test_a_board() -> None:
    on = {"2nd": "white", "3rd": "fire purple"}
    hands = {"A": "bucket", "B": "axe"}
    match = turn(
        "fire",
        cards="B A C D",
        card="2nd",
        on=on,
        hands=hands,
        known={"C": "map"},
        burned="white yellow",
        draws=1,
    )
    match.names = ["Maren", "Ilse", "Quill", "Tomas"]
    board = plain(go(match, "A draw"), 0)
    assert " Geography white    .. < 2 >  3*" in board
    assert "burn index  2 lowest" in board
    assert "bag 25: 6 white, 6 yellow, 5 black, 3 purple, 5 fire (20 %), aside 10 fire" in board
    assert "> 2nd Maren     | WHITE   |  FIRE   | RISKY  3|" in board
    assert "1st Ilse      |  safe   | RISKY  2| RISKY  5| RISKY 10| RISKY 15| had its turn" in board
    assert "Quill    0 points, 1 tool (Map)" in board
    assert "Bucket               in a fire" in board
    assert "Axe" not in board
    assert "Axe" in plain(match, 1)


@pytest.mark.parametrize(
    ("players", "options", "said", "unsaid"),
    [
        (
            4,
            {},
            [
                "lowest score first",
                "the lowest burn index burns",
                "exchange a tool",
                "safe spaces: a tool",
            ],
            ["robot", "Burn!"],
        ),
        (4, {"tools": False}, ['shout "Burn!"'], ["exchange a tool", ": a tool"]),
        (
            4,
            {"variant": "wild-fire"},
            ["the two lowest burn indices burn", "lowest score first"],
            [": a tool"],
        ),
        (
            4,
            {"variant": "inferno"},
            ["cards are dealt at random", "the two lowest"],
            ["lowest score first", ": a tool"],
        ),
        (
            3,
            {"robot": True},
            ["nothing burns at the end", "the robot's too"],
            ["the lowest burn index burns"],
        ),
        (
            1,
            {},
            ["take a card", "then the robot's", "nothing burns at the end"],
            ["lowest score first"],
        ),
        (
            1,
            {"solo": "lone-librarian"},
            ["burns unless a fire was triggered", "take a card"],
            ["robot"],
        ),
    ],
)
def test_the_reminder_is_true_in_every_variant(
    players: int, options: dict[str, Any], said: list[str], unsaid: list[str]
) -> None:
    reminder = "\n".join(
        plain(es.new("fire", players=players, seed=1, **options), 0).split("\n")[-3:]
    )
    assert [words for words in said if words not in reminder] == []
    assert [words for words in unsaid if words in reminder] == []


@pytest.mark.parametrize("players", range(1, 7))
def test_a_board_fits_into_120_columns(players: int) -> None:
    rng = random.Random(players)
    match = es.new("fire", players=players, seed=players, **some_options(GAME, players, rng))
    while not match.over:
        seat = rng.choice(match.waiting)
        board = plain(match, rng.choice([seat, None]))
        assert max(len(line) for line in board.split("\n")) <= 120
        match.push(rng.choice(match.codes(seat)), seat)
    assert "Fire in the Library" in plain(match, None)


def test_what_screens_are_told_of_the_pieces() -> None:
    """Every card of the box, as it is played with."""
    box = GAME.printed()
    assert json.loads(json.dumps(box))["sections"][3]["cards"][2] == [7, 18, 1]
    assert [section["name"] for section in box["sections"]] == [
        "Geography",
        "War",
        "History",
        "Fables",
    ]
    assert sum(len(section["cards"]) + 1 for section in box["sections"]) == 26
    assert box["cards"][1] == [0, 0, 3, 6, 10]
    assert box["destroyed"] == 10
    tools = {tool["name"]: tool for tool in box["tools"]}
    assert len(tools) == 13
    assert tools["torch"]["burns"] == [["white", "black"], ["yellow", "black"], ["black", "purple"]]
    assert tools["collector's edition"]["title"] == "Collector's Edition"
