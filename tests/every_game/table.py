"""What the tests over the registry share: every game with every number of players, and golden
files.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel import laws
from emberstacks.kernel.game import NEWEST, Game, Value
from tests.conftest import COMPILED

GOLDEN = Path(__file__).parent / "golden"
# `make golden` rewrites the files; review the difference
RENEW = os.environ.get("EMBERSTACKS_RENEW") == "1"


def settings() -> Iterator[tuple[str, int]]:
    """Every game with every number of players."""
    for name, game in GAMES.items():
        for players in range(game.info.min_players, game.info.max_players + 1):
            yield name, players


def sample() -> Iterator[tuple[str, int]]:
    """The same for what takes long: interpreted with the two smallest numbers of players only,
    compiled with all.
    """
    for name, players in settings():
        if COMPILED or players <= GAMES[name].info.min_players + 1:
            yield name, players


def some_options(
    game: Game, players: int, rng: random.Random, rules: int = NEWEST
) -> dict[str, Value]:
    """Options at random among those that make sense together."""
    while True:
        options = {option.name: rng.choice(option.choices) for option in game.options_of(rules)}
        try:
            game.full_options(players, options, rules)
        except es.BadOptions:
            continue
        return options


def random_game(name: str, players: int, seed: int, decisions: int | None = None) -> es.Match:
    """A game of random choices, the same for the same seed; all of it, or a number of decisions."""
    return laws.random_game(
        es.new(name, players=players, seed=seed), random.Random(seed).choice, decisions
    )


def compare(path: Path, text: str) -> None:
    """The text must be what the golden file says."""
    if RENEW:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: write it with 'make golden' and look at it"
    assert text == path.read_text(encoding="utf-8"), (
        f"{path.name} differs: if that is meant, 'make golden' and review the difference"
    )
