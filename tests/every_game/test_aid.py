"""Every game has a player aid that fits what is played, and a terminal shows it."""

from __future__ import annotations

import pytest

from emberstacks.games import GAMES
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Game

WITH_AID = [name for name, game in GAMES.items() if type(game).aid is not Game.aid]


@pytest.mark.parametrize("name", WITH_AID)
def test_an_aid_is_there_for_every_way_to_play_it(name: str) -> None:
    game = GAMES[name]
    for players in range(game.info.min_players, game.info.max_players + 1):
        for option in [None, *game.info.options]:
            for value in option.choices[:3] if option is not None else [None]:
                agreed = {} if option is None or value is None else {option.name: value}
                try:
                    full = game.full_options(players, agreed)
                except BadOptions:  # options that this number of players cannot have
                    continue
                parts = game.aid(players, full)
                assert len(parts) >= 4
                assert all(part.lines or part.signs for part in parts)
                assert all(
                    line[0].isupper() and line[-1] in ".!" for part in parts for line in part.lines
                ), parts
                assert any(part.signs for part in parts)
                assert sum(len(part.lines) for part in parts[:2]) <= 12  # a round in a few lines


def lines(players: int, **options: str | bool) -> str:
    game = GAMES["fire"]
    return " ".join(
        line
        for part in game.aid(players, game.full_options(players, options))
        for line in part.lines
    )


def test_the_aid_is_that_of_the_variant() -> None:
    assert "the lowest score first" in lines(3)
    assert "the lowest score first" not in lines(3, variant="inferno")
    assert "are dealt" in lines(3, variant="inferno")
    assert "two sections" in lines(3, variant="wild-fire")
    assert "two sections" not in lines(3)
    assert "Gloves" in lines(3)
    assert "Gloves" not in lines(3, tools=False)
    assert "12 turns" in lines(1, solo="lone-librarian")
    assert "the robot's turn" in lines(1)
