"""Games with the cards and the room of growth.py, which came later: they are drawn, played and
built, under all laws.
"""

from __future__ import annotations

import random
from pathlib import Path

import emberstacks as es
from emberstacks.games import playing_with
from emberstacks.games.alexandria import AlexandriaGame
from emberstacks.games.alexandria.components import LATER
from emberstacks.kernel import laws
from emberstacks.kernel.secrecy import check_secrecy
from tests.every_game.test_growth import grow

NEW = {"a whistle in the smoke", "told you so", "room of whispers"}


def test_new_pieces_are_played_under_all_laws(tmp_path: Path) -> None:
    game = grow("alexandria", tmp_path)
    assert isinstance(game, AlexandriaGame)
    assert game.box.slugs[LATER:] == ["a whistle in the smoke", "told you so"]
    assert list(game.box.faces) == [13, 12, 13, 12]
    laws.check_game(game, 2, {"hero_a": "kallista", "hero_b": "octavia"}, 1)
    laws.check_game(game, 4, {"heroes": "deal"}, 2)
    check_secrecy(game, 3, {"heroes": "deal"}, 5)
    with playing_with(game):
        text = ""
        for seed in range(12):
            match, rng = (
                es.new("alexandria", players=3, seed=seed, heroes="deal"),
                random.Random(seed),
            )
            while not match.over:
                seat = rng.choice(match.waiting)
                match.push(rng.choice(match.legal(seat)), seat)
            assert es.read_record(match.record()).record() == match.record()
            text += match.record()
    assert {name for name in NEW if name in text} == NEW
