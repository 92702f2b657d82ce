"""Random games in which everybody holds powers and the deck is full of thrills: every question has
an answer.

`make soak` plays ten thousand of them, compiled.
"""

from __future__ import annotations

import random

import pytest

from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.state import BEFORE, LibraryTable
from emberstacks.kernel import loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.step import CHANCE, NOBODY
from tests.conftest import COMPILED, SOAK
from tests.every_game.table import some_options
from tests.games.librarians.table import CHOSEN, PER_COLOUR, THRILLS

PARTS = 4
LOADED = 10_000 if SOAK else 400 if COMPILED else 60


def loaded(players: int, rng: random.Random) -> LibraryTable:
    """A game at its start, in which a third of the books are power cards, most thrills join, and
    hands are often small.
    """
    options = some_options(GAME, players, rng)
    options |= dict.fromkeys(CHOSEN, "chance")
    options |= {"thrills": rng.choice([6, 12]), "talk": "silent"}
    while True:
        try:
            s = GAME.start(players, GAME.full_options(players, options))
            break
        except Exception:
            options |= dict.fromkeys(GAME.box.colours, "preset")
    assert isinstance(s, LibraryTable)
    for book in range(THRILLS):
        if (
            s.agreed.genre[book] >= PER_COLOUR
            and rng.random() < 0.33
            and s.deck.count() > 6 * players
        ):
            s.place[book] = BEFORE - rng.randrange(players)
            s.deck.rest[book] = 0
    s.limit = rng.choice([1, 2, 4])
    return s


@pytest.mark.parametrize("part", range(PARTS))
def test_every_question_has_an_answer(part: int) -> None:
    """§3.3 Nobody is asked what cannot be answered, and chance has an outcome; default answers are
    legal; games end.
    """
    rng = random.Random(part)
    asked: set[str] = set()
    for seed in range(part, LOADED, PARTS):
        s = loaded(rng.randint(2, 6), rng)
        dealer, policy = Dealer(seed), Dealer(~seed)
        answers = 0
        while s.step.seat != NOBODY:
            name = type(s.step).__name__
            asked.add(name)
            if s.step.seat == CHANCE:
                weights = s.step.weights(s)
                assert sum(weights) > 0, f"{name} has no outcome in game {seed}"
                loop.answer(s, dealer.pick(weights))
            else:
                seat = loop.to_act(s)
                codes = loop.legal(s, seat)
                assert len(codes) > 0, f"{name} cannot be answered in game {seed}"
                assert s.step.default(s, seat) in list(codes)
                loop.answer(s, codes[policy.below(len(codes))])
            answers += 1
        assert answers <= GAME.max_answers(6)
    assert {"ClearBook", "TravelRemove", "Tap", "MoveTo"} <= asked
