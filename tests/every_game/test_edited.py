"""Positions and records that were edited by hand: nonsense is refused in one sentence, and whatever
is read can be played.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from tests.every_game.table import random_game

EDITS = 40
NONSENSE: list[Any] = [
    None,
    -1,
    0,
    1,
    2,
    7,
    99,
    -5,
    2**70,
    1.5,
    "x",
    "",
    True,
    [],
    {},
    [1],
    [[1]],
    "NaN",
    10**6,
]
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


def read_and_played(
    read: Any, text: Any, rng: random.Random, refusals: tuple[type[Exception], ...]
) -> str:
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


def with_another_argument(position: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """The position with one argument of a waiting step changed; None where no step has any."""
    data = copy.deepcopy(position)
    stack = [step for step in data["state"]["stack"] if len(step) > 1]
    if not stack:
        return None
    step = rng.choice(stack)
    which = rng.randrange(1, len(step))
    step[which] = rng.choice([step[which] - 1, step[which] + 1, -1, -5, 0, 7, 99, 2**40])
    return data


@pytest.mark.parametrize("name", GAMES)
def test_edited_arguments_of_steps_are_refused_in_a_sentence_or_can_be_played(name: str) -> None:
    rng = random.Random(name)
    refused = 0
    for number in range(EDITS):
        players = rng.randint(GAMES[name].info.min_players, GAMES[name].info.max_players)
        position = random_game(name, players, seed=number, decisions=rng.randint(0, 60)).to_json()
        for _ in range(5):
            data = with_another_argument(position, rng)
            if data is not None:
                reason = read_and_played(es.from_json, data, rng, (es.BadPosition,))
                assert not reason or (
                    reason.endswith(".") and "\n" not in reason and len(reason) < LONGEST
                )
                refused += bool(reason)
    assert refused > 10


@pytest.mark.parametrize("name", GAMES)
def test_every_argument_of_a_step_says_what_it_can_be(name: str) -> None:
    for step in GAMES[name].steps:
        assert {argument for argument in step.MADE_OF if argument != "seat"} == set(step.DOMAINS), (
            step.__name__
        )


@pytest.mark.parametrize(
    ("step", "argument", "number"),
    [
        ("Effect", 2, -5),  # a place in its program
        ("Effect", 3, -1),  # nobody's effect
        ("Effect", 6, 2**40),  # in no room
        ("EndAction", 1, -1),
        ("SlotCard", 2, 99),
    ],
)
def test_nonsense_in_the_stack_of_alexandria(step: str, argument: int, number: int) -> None:
    """Once, a negative number here was a ValueError some moves later, and a large one took all
    memory.
    """
    for seed in range(40):
        match = random_game("alexandria", 3, seed=seed, decisions=5 + seed)
        position = match.to_json()
        found = [waiting for waiting in position["state"]["stack"] if waiting[0] == step]
        if found:
            found[-1][argument] = number
            with pytest.raises(es.BadPosition, match=rf"{step}|effect"):
                es.from_json(position)
            return
    raise AssertionError(f"no {step} was found")


@pytest.mark.parametrize("name", GAMES)
def test_edited_records_are_refused_in_a_sentence_or_can_be_played(name: str) -> None:
    rng = random.Random(name)
    refused = set()
    for number in range(EDITS):
        record = random_game(name, 2, seed=number % 7, decisions=rng.randint(5, 40)).record(
            resumable=True
        )
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
