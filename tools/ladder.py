"""Measure the ladder of levels in every game and write docs/ladder.md: `python tools/ladder.py
[SEEDS] [GAME ...]`.
"""

import itertools
import sys
import time
from pathlib import Path

from measured import asked, renew

from emberstacks.bots.levels import AT_TABLES, Level
from emberstacks.bots.mind import mind_of
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.workers import Crew, crew_of

PAGE = Path("docs/ladder.md")
HEAD = """# The ladder

Each level against the one below: its share of the wins and its lead in points, with 95 % intervals. The two play every
seed twice and swap seats, with the fewest players that the game allows. In a cooperative game, a team of each level plays the
same seeds, and the one with the better result has won; Librarians is played with the preset *Hard*, because every level
clears most games without expansions. `make ladder` measures this again with the compiled build; `LADDER="500 fire horror"`
plays more seeds of these games only. Seconds per game are on one core of an otherwise idle machine. Rows that are missing
have not been measured yet.

| Game | Level | against | seeds | share of wins | lead in points | seconds a game |
|---|---|---|---|---|---|---|
"""


def measured(game: str, better: str, worse: str, seeds: int, crew: Crew) -> str:
    """A row of the table."""
    began = time.perf_counter()
    options = mind_of(game).contest
    duel = Duel(better, worse)
    for done, duel in enumerate(
        held(round_robin(game, [better, worse], None, options, range(seeds)), crew), 1
    ):
        print(
            f"\r{game}, {better} against {worse}: {done} of {seeds} seeds ",
            end="",
            file=sys.stderr,
            flush=True,
        )
    print(file=sys.stderr)
    seconds = crew.workers * (time.perf_counter() - began) / (2 * seeds)
    cells = [
        game,
        better,
        worse,
        str(seeds),
        duel.share().percent(),
        duel.lead().text(),
        f"{seconds:.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


def measure(seeds: int, chosen: list[str], workers: int) -> None:
    """Every level of these games against the one below."""
    with crew_of(workers) as crew:
        renew(
            PAGE,
            HEAD,
            chosen,
            lambda game: (measured(game, b.name, a.name, seeds, crew) for a, b in steps()),
        )


def steps() -> list[tuple[Level, Level]]:
    """Each level, and the next."""
    return list(itertools.pairwise(AT_TABLES))


def main() -> int:
    return asked(measure)


if __name__ == "__main__":
    sys.exit(main())
