"""The board in the terminal: a map that fits, whatever the library and no matter who stands in it."""

from __future__ import annotations

import re

import pytest

import emberstacks as es
from tests.games.horror.table import BOX, scene

LAYOUTS = list(BOX.plans)


def drawn(match: es.Match) -> list[str]:
    """The board as a reader of the terminal sees it."""
    return re.sub(r"\[/?[a-z]*\]", "", match.board(0)).splitlines()


def crowded(layout: str, seed: int) -> es.Match:
    """Six players, four monsters and many markers in one room of a library."""
    data = es.new("horror", players=6, seed=seed, layout=layout, characters="by-seat").to_json()
    state = data["state"]
    state["place"] = [2] * 6  # the Reading Room
    state["lurks"][:4] = [2] * 4
    for seat in range(6):
        state["marker"][6 * seat : 6 * seat + 3] = [8, 9, 10]
        state["meter"][seat] = 3
    return es.from_json(data, seed=1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_map_fits_80_columns(layout: str) -> None:
    for seed in range(3):
        lines = drawn(crowded(layout, seed))
        assert max(len(line) for line in lines) <= 80
        everybody = next(line for line in lines if "ABCDEF" in line)
        assert "(1)(1)(1)(1)" in everybody or "(1111)" in everybody
        top = next(line for line in reversed(lines[: lines.index(everybody)]) if "+" in line)
        assert all(
            everybody[place] in "| .+"
            for place in range(min(len(top), len(everybody)))
            if top[place] == "+"
        )


def test_doors_furniture_markers_people_and_monsters_are_on_the_map() -> None:
    """The Great Hall lies as printed: doors north and south are open, those east and west closed."""
    match = scene(
        markers={"A": ["great hall bookcase 1"], "B": ["great hall drawer 1"]},
        monsters={"great hall": [1, 2]},
    )
    room = [line[:26] for line in drawn(match)[2:9]]
    assert room == [
        "+---------     ----------+",
        "|       Great Hall       |",
        "| 1 bookcase A1          |",
        "H 1 drawer B1            H",
        "| picture                |",
        "| AB               (1)(2)|",
        "+---------     ----------+",
    ]


def test_powers_in_force_are_shown() -> None:
    """§13.1, §14.1"""
    calm = scene(fortitude={"A": 4}, abilities=True, monster_abilities=True)
    assert not [line for line in drawn(calm) if "Encore" in line or "attacks monsters" in line]
    match = scene(
        fortitude={"A": 5, "B": -5},
        loose={"A": "oriental hand fan"},
        abilities=True,
        monster_abilities=True,
    )
    lines = [line.strip() for line in drawn(match)]
    assert "Encore: one action turns a room up to twice." in lines
    assert "Besotted: she gives away a card each turn." in lines
    assert "Oriental hand fan: +2 when she attacks monsters." in lines
