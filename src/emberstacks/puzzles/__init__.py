"""Puzzles: positions in which one choice is clearly best for what its seat knows (docs/puzzles.md).

A puzzle keeps a possible world that looks to its seat as the game did from which it comes, so
nobody's secrets are in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any, Final

from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice

NAMES: Final = ("Ada", "Mara", "Ben", "Noor", "Leo", "Iris", "Odo", "Una")
# of all puzzles, from one day to the next: neighbours come from the same game
STRIDE: Final = 0.618
SEED: Final = 17  # nothing is drawn in a puzzle; a match wants a dealer


@dataclass(frozen=True)
class Puzzle:
    """A position, whose turn it is, and what each choice costs: chances to win from 0 to 1, in a
    solo game points.
    """

    step: str  # the name of the question
    seed: int  # of the game that it comes from
    at: int  # answers before it
    seat: int
    before: float  # what the best choice is worth
    losses: dict[str, float]  # of each choice by its notation; the best loses nothing
    rating: int  # how hard it is
    games: int  # that were tried; 0: worked out
    why: str
    position: dict[str, Any]  # as `Match.to_json` writes it
    note: str = ""  # what the seat can know by counting, if that takes long
    number: int = 0  # among the puzzles of its game

    @property
    def game(self) -> str:
        return str(self.position["game"])

    @property
    def best(self) -> str:
        return min(self.losses, key=lambda text: self.losses[text])

    @property
    def in_points(self) -> bool:
        return bool(self.position["players"] == 1)

    def match(self) -> Match:
        """The game as it is now; show only what its seat may know."""
        match = match_from_json(game_by_id(self.game), self.position, Dealer(SEED), SEED)
        match.names = list(NAMES[: match.players])
        return match

    def choices(self) -> list[Choice]:
        return self.match().legal(self.seat)

    def line(self) -> str:
        """As a line of a file, where its place is its number."""
        return json.dumps(
            {
                name: value
                for name, value in asdict(self).items()
                if name != "number" and (name, value) != ("note", "")
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


def files_of(game: str) -> list[Path]:
    """The files of puzzles in the folder of a game, by their names; none if it is played with other
    figures than they are.
    """
    found = game_by_id(game)
    return [] if found.figures else sorted((folder_of(found) / "puzzles").glob("*.jsonl"))


def read_puzzles(path: Path) -> tuple[dict[str, Any], list[Puzzle]]:
    """Where the puzzles of a file come from, and the puzzles."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return json.loads(head), [Puzzle(**json.loads(line)) for line in lines]


class Shelf(Mapping[int, Puzzle]):
    """The puzzles of a game by their numbers, each a line of a file, which is understood only when
    somebody wants that one.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def __getitem__(self, number: int) -> Puzzle:
        if not 1 <= number <= len(self.lines):
            raise KeyError(number)
        return Puzzle(**json.loads(self.lines[number - 1]), number=number)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, len(self.lines) + 1))

    def __len__(self) -> int:
        return len(self.lines)


def count_of(game: str) -> int:
    """How many puzzles a game has."""
    return sum(count_in(path) for path in files_of(game))


@cache
def count_in(path: Path) -> int:
    """The lines of a file after its head, counted without reading any."""
    return path.read_bytes().rstrip().count(b"\n")


def puzzles_of(game: str) -> Mapping[int, Puzzle]:
    """The puzzles of a game by their numbers, read once; none if it has none."""
    return shelf_of(tuple(files_of(game)))


@cache
def shelf_of(paths: tuple[Path, ...]) -> Shelf:
    """The puzzles of these files."""
    return Shelf(
        [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    )


def puzzle(game: str, number: int) -> Puzzle:
    """A puzzle of a game by its number."""
    known = puzzles_of(game)
    if number not in known:
        there = f"they have the numbers 1 to {len(known)}" if known else "it has no puzzles yet"
        raise BadOptions(f"There is no puzzle {number} of {game}; {there}.")
    return known[number]


def today() -> date:
    """The day everywhere at once, so that everybody has the same puzzle."""
    return datetime.now(UTC).date()


def of_the_day(game: str, day: date) -> int:
    """The number of the day's puzzle, the same for everybody: all come round in turn; 0 if the game
    has none.
    """
    count = count_of(game)
    return day.toordinal() * stride(count) % count + 1 if count else 0


def stride(count: int) -> int:
    """How many puzzles on the next day's is, such that none is left out.

    >>> [stride(count) for count in (1, 2, 7, 202, 206)]
    [1, 1, 4, 125, 127]
    """
    return next(
        step
        for step in range(max(1, round(STRIDE * count)), 2 * count + 1)
        if gcd(step, count) == 1
    )
