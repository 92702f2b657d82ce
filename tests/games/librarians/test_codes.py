"""Answers keep their codes for ever: those of every menu are kept in codes.json, which may only
grow.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.games.librarians.steps.turn import TURN_MENU, Turn
from emberstacks.kernel.game import Options
from emberstacks.kernel.step import Chance, Step

KEPT = Path(__file__).parent / "codes.json"


def menus() -> dict[str, dict[str, list[int]]]:
    """The codes of every kind of answer of every question with a menu, by the names of their
    classes.
    """
    found: dict[str, dict[str, list[int]]] = {}
    for step in GAME.steps:
        made: Step[LibraryTable] = step(*[0] * len(step.MADE_OF))
        menu = None if issubclass(step, Chance) else made.menu()
        if menu is not None:
            found[step.__name__] = {
                type(kind).__name__: [int(code) for code in kind.codes] for kind in menu.kinds
            }
    return found


def ranges(codes: list[int]) -> list[list[int]]:
    """Codes as first and last of each stretch.

    >>> ranges([3, 4, 5, 9])
    [[3, 5], [9, 9]]
    """
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def test_kept_codes_only_grow() -> None:
    """What is new goes to the end of its kind, and into the file: `json.dumps` of what this test
    compares.
    """
    now = {
        step: {kind: ranges(codes) for kind, codes in menu.items()}
        for step, menu in menus().items()
    }
    assert json.loads(KEPT.read_text(encoding="utf-8")) == now


@pytest.mark.parametrize(
    "options", [{}, {"authors": True, "curse": "powers", "thrills": 12, "exactly_two": True}]
)
def test_a_turn_offers_what_its_menu_offers(options: Options) -> None:
    """The choices of a turn are written out, so that the library is looked at once; the order is
    the menu's.
    """
    rng = random.Random(7)
    asked = 0
    for seed in range(6):
        match = es.new("librarians", players=3, seed=seed, **options)
        while not match.over:
            s = match._s
            assert isinstance(s, LibraryTable)
            if isinstance(s.step, Turn):
                asked += 1
                assert list(s.step.choices(s)) == list(TURN_MENU.choices(s, s.step.seat))
            match.push(rng.choice(match.codes()))
    assert asked > 100
