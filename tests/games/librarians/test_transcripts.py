"""Golden transcripts, one for each expansion and preset: any change of behaviour shows as a
difference in text.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.kernel.game import Options
from tests.every_game.table import compare

GOLDEN = Path(__file__).parent / "golden"
GAMES: dict[str, Options] = {
    "shelves": {"preset": "shelves"},
    "hands": {"preset": "hands"},
    "stacks": {"preset": "stacks"},
    "doubled": {"red": "true-crime+tragedy", "green": "comedy+adventure", "black": "none"},
    "authors": {"authors": True, "blue": "mythology"},
    "ages-strict": {"ages": "strict"},
    "ages-lenient": {"ages": "lenient", "talk": "markers"},
    "sequels": {"sequels": True},
    "curse": {"shelf_powers": True, "columns": True, "balance": True, "arrows": "alternating"},
    "thrills": {"thrills": 12, "talk": "chat"},
    "exactly-two": {"thrills": 6, "exactly_two": True},
}


@pytest.mark.parametrize("name", GAMES)
def test_transcripts_of_expansions(name: str) -> None:
    """The longest of ten random games, as record, log and the board that A sees."""
    longest = max(
        (random_game(GAMES[name], seed) for seed in range(10)),
        key=lambda match: len(match.record()),
    )
    log = "\n".join(event["text"] for event in longest.events(0))
    compare(GOLDEN / f"{name}.txt", f"{longest.record()}\n{log}\n\n{longest.board(0)}\n")


def random_game(options: Options, seed: int) -> es.Match:
    rng = random.Random(seed)
    match = es.new("librarians", players=3, seed=seed, **options)
    while not match.over:
        match.push(rng.choice(match.codes()))
    return match
