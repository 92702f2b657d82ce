"""Every game has a player aid that fits what is played; and the law of the box: what the aid, the
gallery and the texts of options name is in the box, and in the game of these options.

Each game's `tests/games/<game>/inventory.py` says how its census goes with the pieces of its
gallery, and which of them stay in the box with some options. A game without one has all its pieces
in every game, in the order of the census.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Game, Options
from tests.every_game.table import some_options

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


# The law of the box.


def inventory(name: str) -> Any:
    folder = name.replace("-", "_")
    there = (Path(__file__).parents[1] / "games" / folder / "inventory.py").exists()
    return import_module(f"tests.games.{folder}.inventory") if there else None


def aid_text(game: Game, players: int, options: Options) -> str:
    parts = game.aid(players, options)
    return ". ".join(
        text
        for part in parts
        for text in [part.title, *part.lines, *(meaning for _, meaning in part.signs)]
    )


def told_before_a_game(game: Game) -> Iterator[str]:
    """What people read when they agree on a game."""
    for option in game.info.options:
        yield from (option.heading, option.help, *map(option.word, option.choices))
    for preset in game.info.presets:
        yield from (preset.name, preset.words)
    for challenge in game.info.challenges:
        yield from (challenge.title, challenge.words)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_gallery_counts_what_the_census_counts(name: str) -> None:
    """In a game that has everything; and every kind that is counted is in the gallery."""
    game, known = GAMES[name], inventory(name)
    players = known.PLAYERS if known else game.info.max_players
    full = game.full_options(players, known.EVERYTHING if known else {})
    census = game.census(game.start(players, full))
    counted = known.counted(census) if known else {"": census}
    for kind, counts in counted.items():
        pieces = [piece for piece in game.pieces() if kind in ("", piece.kind)]
        assert [piece.count for piece in pieces] == counts, kind


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("seed", range(20))
def test_the_aid_names_no_piece_that_stays_in_the_box(name: str, seed: int) -> None:
    game, known, rng = GAMES[name], inventory(name), random.Random(seed)
    players = rng.randint(game.info.min_players, game.info.max_players)
    match = es.new(name, players=players, seed=seed, **some_options(game, players, rng))
    absent = known.missing(match) if hasattr(known, "missing") else set()
    names = sorted({piece.name for piece in game.pieces()}, key=len, reverse=True)
    written = "|".join(re.escape(name) for name in names)  # True Crime names no Crime
    assert not absent & set(
        re.findall(rf"\b(?:{written})\b", aid_text(game, players, match.options))
    )


@pytest.mark.parametrize("name", list(GAMES))
def test_names_in_the_aid_and_options_are_those_of_the_rules_or_the_box(name: str) -> None:
    """What is written with a capital within a sentence is a name."""
    game = GAMES[name]
    rng = random.Random(1)
    texts = list(told_before_a_game(game))
    for players in range(game.info.min_players, game.info.max_players + 1):
        full = game.full_options(players, some_options(game, players, rng))
        texts.append(aid_text(game, players, full))
    pieces = [f"{piece.group} {piece.name} {piece.text}" for piece in game.pieces()]
    known = set(re.findall(r"[A-Za-z]+", " ".join([game.rules(), *pieces])))
    for text in texts:
        for named in re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", text):
            assert named in known, text


@pytest.mark.parametrize("name", list(GAMES))
def test_numbers_of_pieces_in_texts_are_those_of_the_gallery(name: str) -> None:
    game = GAMES[name]
    groups: dict[str, int] = {}
    for piece in game.pieces():
        groups[piece.group] = groups.get(piece.group, 0) + piece.count
    for text in told_before_a_game(game):
        for number, noun in re.findall(r"(?:all|the) (\d+) ([A-Z][a-z]+)\b", text):
            assert groups.get(noun, int(number)) == int(number), text
