"""The board as text of a game that draws none, from a view alone."""

from __future__ import annotations

from typing import Any

import emberstacks as es
from emberstacks.games import GAMES, folder_of
from emberstacks.kernel.game import Game
from emberstacks.kernel.view import view
from tests.toys.smugglers import SMUGGLERS
from tests.toys.table import at_random

NAMES = ["Ada", "Ben"]


def line(text: str, begins: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(begins))


def test_every_field_has_a_line_and_every_seat_its_part() -> None:
    match = at_random(SMUGGLERS, 2, 3, 3)
    s: Any = match._s
    own, public = (
        SMUGGLERS.board(view(SMUGGLERS, match.options, s, seat), NAMES) for seat in (0, None)
    )
    assert [line.split(":")[0].strip() for line in own.splitlines()[1:]] == [
        name.replace("_", " ").capitalize() for name in s.fields()
    ]
    mine = " ".join(str(face) for face in s.hands[0].face)
    assert f"Ada {mine}, Ben" in line(own, "Hands")
    assert mine not in line(public, "Hands")
    assert line(own, "Points") == f" Points: Ada {s.points[0]}, Ben {s.points[1]}"
    assert line(own, "Deck") == f" Deck: {s.deck.count()} face down"


def test_a_game_that_counts_nothing_takes_any_position() -> None:
    s = SMUGGLERS.start(2, SMUGGLERS.full_options(2, {}))
    assert Game.census(SMUGGLERS, s) == []


def test_other_figures_are_read_by_the_components_of_the_game() -> None:
    for name in ("fire", "horror", "librarians", "fire-prototype"):
        game = GAMES[name]
        twin = game.with_figures(folder_of(game))
        assert type(twin) is type(game) is not Game
        assert twin is not game
        assert twin.info == game.info
    assert es.new("horror", players=2, seed=1).board(None)
