"""Answers as menus: their codes stay for ever, and what is written out for speed offers what the
menu offers.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.steps.fire import FIRE_MENU
from emberstacks.games.fire.steps.order import AMULET_MENU
from emberstacks.games.fire.steps.saving import SAVING_MENU
from emberstacks.games.fire.steps.scoring import SCORING_MENU
from emberstacks.games.fire.steps.tool import Tool
from tests.every_game.table import some_options
from tests.games.fire.table import BOX

CODES = Path(__file__).parent / "codes.json"  # only ever grows
MENUS = {
    "choosing": AMULET_MENU,
    "saving": SAVING_MENU,
    "spreading": FIRE_MENU,
    "scored": SCORING_MENU,
}


def questions(players: int, seed: int) -> Any:
    """Every question of a random game, with the seats that are asked."""
    rng = random.Random(100 * players + seed)
    match = es.new("fire", players=players, seed=seed, **some_options(GAME, players, rng))
    while not match.over:
        yield match
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)


def codes_now() -> dict[str, dict[str, list[int]]]:
    """The codes of each kind of answer, by the step and the kind."""
    found: dict[str, dict[str, list[int]]] = {}
    for step in GAME.steps:
        make: Any = step
        menu = make(*[0] * len(step.MADE_OF)).menu()
        if menu is not None:
            found[step.__name__] = {
                type(kind).__name__: [int(code) for code in kind.codes] for kind in menu.kinds
            }
    return found


def test_codes_stay_for_ever() -> None:
    """Logs, records and learners know them: a new kind, or a new variety of one, takes the next
    free number.
    """
    kept, now = json.loads(CODES.read_text(encoding="utf-8")), codes_now()
    for step, kinds in kept.items():
        for kind, codes in kinds.items():
            assert now[step][kind][: len(codes)] == codes, (step, kind)
    assert now.keys() == kept.keys(), "a new menu belongs into codes.json"


@pytest.mark.parametrize("players", range(1, 7))
def test_what_is_written_out_is_what_the_menu_offers(players: int) -> None:
    """The same codes in the same order, at every question of some games."""
    for seed in range(3):
        for match in questions(players, seed):
            s = match._s
            menu = s.step.menu()
            if menu is not None:
                for seat in match.waiting:
                    assert list(s.step.choices_of(s, seat)) == list(menu.choices(s, seat)), (
                        match.step,
                        seat,
                    )


def test_every_tool_has_a_class_in_the_menu_of_its_moment() -> None:
    """And a clause, which RULES.md has."""
    rules = GAME.rules()
    for number, name in enumerate(BOX.tools):
        tool = MENUS[BOX.timings[number]].tool(number)
        assert isinstance(tool, Tool), name
        assert type(tool).__name__ == BOX.titles[number].replace(" ", "").replace("'", "")
        assert f"**{tool.clause or '9.1'}**" in rules
