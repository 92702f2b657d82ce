"""Measure the ladder of levels in every game and write docs/ladder.md: `python tools/ladder.py [SEEDS] [GAME ...]`."""

import itertools
import os
import sys
import time
from pathlib import Path

from emberstacks.bots.levels import LEVELS
from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.workers import Crew, crew_of

PAGE = Path("docs/ladder.md")
HEAD = """# The ladder

Each level against the one below: its share of the wins and its lead in points, with 95 % intervals. Every seed is played on
both seatings, at tables of the fewest players; in a cooperative game a team of each level plays the same seeds, and the lead
is what counts. `make ladder` measures this again with the compiled build; `LADDER="500 fire horror"` plays more seeds, of these
games only. A game's seconds are those of one core, where the machine had nothing else to do. What has no row
has not been measured yet.

| Game | Level | against | seeds | share of wins | lead in points | seconds a game |
|---|---|---|---|---|---|---|
"""


def measured(game: str, better: str, worse: str, seeds: int, crew: Crew) -> str:
    """A row of the table."""
    began = time.perf_counter()
    duel = Duel(better, worse)
    for done, duel in enumerate(held(round_robin(game, [better, worse], None, {}, range(seeds)), crew), 1):
        print(f"\r{game}, {better} against {worse}: {done} of {seeds} seeds ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    seconds = crew.workers * (time.perf_counter() - began) / (2 * seeds)
    cells = [game, better, worse, str(seeds), duel.share().percent(), duel.lead().text(), f"{seconds:.2f}"]
    return "| " + " | ".join(cells) + " |"


def rows_of(lines: list[str], game: str) -> list[str]:
    return [line for line in lines if line.startswith(f"| {game} |")]


def measure(seeds: int, chosen: list[str], workers: int) -> None:
    """Measure some games; rows of others stay as they are, and each new one is written at once, for measuring takes long."""
    old = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
    rows = {game: rows_of(old, game) for game in GAMES}
    with crew_of(workers) as crew:
        for game in chosen:
            rows[game] = []
            for worse, better in itertools.pairwise(LEVELS):
                rows[game].append(measured(game, better.name, worse.name, seeds, crew))
                print(rows[game][-1], flush=True)
                PAGE.write_text(HEAD + "".join(f"{row}\n" for game in GAMES for row in rows[game]), encoding="utf-8")


def main() -> int:
    """The number of seeds and the games from the command line, or 200 and all."""
    words = sys.argv[1:]
    seeds = int(words.pop(0)) if words and words[0].isdecimal() else 200
    try:
        measure(seeds, [game_by_id(word).info.id for word in words] or list(GAMES), os.cpu_count() or 1)
    except BadOptions as wrong:
        print(f"emberstacks: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
