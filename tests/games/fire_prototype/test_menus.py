"""Answers as menus: their codes stay for ever, and what is written out for speed offers what the
menu offers.
"""

from __future__ import annotations

import random
from typing import Any

import emberstacks as es
from emberstacks.games.fire_prototype import GAME
from emberstacks.games.fire_prototype.steps import DRAW_OR_SCORE, TAKE_CARD, USE_BUCKET

CODES = {
    "UseBucket": {"Dousing": [0], "Keeping": [1]},
    "DrawOrScore": {"DrawingOn": [0], "Scoring": [1]},
}
FIRST = {"TakeCard": 0, "UseBucket": 5, "DrawOrScore": 7, "end": 9}  # of learners


def test_codes_stay_for_ever() -> None:
    """Logs, records and learners know them."""
    now = {
        type(step).__name__: {
            type(kind).__name__: [int(code) for code in kind.codes] for kind in menu.kinds
        }
        for step in (USE_BUCKET[0], DRAW_OR_SCORE[0])
        if (menu := step.menu()) is not None
    }
    assert now == CODES
    assert GAME.first_actions() == FIRST


def test_a_card_is_taken_by_its_number() -> None:
    s: Any = es.new("fire-prototype", players=5, seed=1)._s
    assert [TAKE_CARD[0].text(s, card) for card in range(5)] == [f"take {k}" for k in range(1, 6)]


def test_what_is_written_out_is_what_the_menu_offers() -> None:
    asked = set()
    for players in range(2, 6):
        rng, match = random.Random(players), es.new("fire-prototype", players=players, seed=players)
        while not match.over:
            s, seat = match._s, match.waiting[0]
            menu = s.step.menu()
            if menu is not None:
                asked.add(match.step)
                assert list(s.step.choices_of(s, seat)) == list(menu.choices(s, seat))
            match.push(rng.choice(match.codes(seat)), seat)
    assert asked == set(CODES)
