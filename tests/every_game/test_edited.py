"""Positions and records that were edited by hand: nonsense is refused in one sentence, and whatever is read can be played."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from tests.conftest import COMPILED
from tests.every_game.table import random_game

EDITS = 40
pytestmark = pytest.mark.skipif(COMPILED, reason="refusals of compiled code are worded by its checks of types in some places")
NONSENSE: list[Any] = [None, -1, 0, 1, 2, 7, 99, -5, 2**70, 1.5, "x", "", True, [], {}, [1], [[1]], "NaN", 10**6]
LONGEST = 300  # characters of a sentence that somebody still reads


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something can be changed."""
    if path:
        yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def edited(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The position with one thing changed, taken out, doubled or added."""
    data = copy.deepcopy(position)
    *way, last = rng.choice(list(places(data)))
    inside: Any = data
    for key in way:
        inside = inside[key]
    how = rng.choice(["change", "change", "count", "take out", "double"])
    if how == "count" and type(inside[last]) is int:
        inside[last] += rng.choice([-1, 1])
    elif how == "take out":
        del inside[last]
    elif how == "double" and isinstance(inside, list):
        inside.insert(last, copy.deepcopy(inside[last]))
    elif how == "double":
        inside["more"] = 1
    else:
        inside[last] = copy.deepcopy(rng.choice(NONSENSE))
    return data


def read_and_played(read: Any, text: Any, rng: random.Random, refusals: tuple[type[Exception], ...]) -> str:
    """Why it is refused; nothing if it is read, and then it is looked at and played on."""
    try:
        match = read(text, seed=1)
    except refusals as refused:
        return str(refused)
    for _ in range(8):
        if not match.over:
            seat = match.waiting[0]
            match.view(seat)
            match.board(seat)
            match.push(rng.choice(match.legal(seat)), seat)
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_edited_positions_are_refused_in_a_sentence_or_can_be_played(name: str) -> None:
    rng = random.Random(name)
    refused = set()
    for number in range(EDITS):
        players = rng.randint(GAMES[name].info.min_players, GAMES[name].info.max_players)
        position = random_game(name, players, seed=number, decisions=rng.randint(0, 40)).to_json()
        for _ in range(5):
            data = edited(position, rng)
            of_no_game = () if data.get("game") == name else (es.BadOptions,)
            reason = read_and_played(es.from_json, data, rng, (es.BadPosition, *of_no_game))
            assert "\n" not in reason
            assert len(reason) < LONGEST
            assert not reason or reason.endswith(".")
            refused.add(reason)
    assert len(refused) > 10


@pytest.mark.parametrize("name", GAMES)
def test_edited_records_are_refused_in_a_sentence_or_can_be_played(name: str) -> None:
    rng = random.Random(name)
    refused = set()
    for number in range(EDITS):
        record = random_game(name, 2, seed=number % 7, decisions=rng.randint(5, 40)).record(resumable=True)
        lines = record.splitlines()
        line = rng.randrange(len(lines))
        match rng.choice(["take out", "double", "swap", "letters", "cut"]):
            case "take out":
                del lines[line]
            case "double":
                lines.insert(line, lines[line])
            case "swap":
                other = rng.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
            case "letters":
                lines[line] = "".join(rng.sample(lines[line], len(lines[line])))
            case _:
                lines[line] = lines[line][: rng.randint(0, len(lines[line]))]
        reason = read_and_played(es.read_record, "\n".join(lines), rng, (es.BadRecord,))
        assert "\n" not in reason
        assert not reason or reason.startswith("line ")
        refused.add(reason)
    assert len(refused) > 3
