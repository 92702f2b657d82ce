"""Measure the ladder of levels in every game and write docs/ladder.md: `python tools/ladder.py [SEEDS] [GAME ...]`."""

import itertools
import sys
import time
from pathlib import Path

from emberstacks.bots.levels import LEVELS
from emberstacks.games import GAMES
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.workers import Crew

PAGE = Path("docs/ladder.md")
HEAD = """# The ladder

Each level against the one below: its share of the wins and its lead in points, with 95 % intervals. Every seed is played on
both seatings, at tables of the fewest players; in a cooperative game a team of each level plays the same seeds, and the lead
is what counts. `make ladder` measures this anew; `LADDER=500` plays more seeds. What has no row has not been measured yet.

| Game | Level | against | seeds | share of wins | lead in points | seconds a game |
|---|---|---|---|---|---|---|
"""


def measured(game: str, better: str, worse: str, seeds: int) -> str:
    """A row of the table."""
    began = time.perf_counter()
    duel = Duel(better, worse)
    for duel in held(round_robin(game, [better, worse], None, {}, range(seeds)), Crew()):
        pass
    seconds = (time.perf_counter() - began) / (2 * seeds)
    cells = [game, better, worse, str(seeds), duel.share().percent(), duel.lead().text(), f"{seconds:.1f}"]
    return "| " + " | ".join(cells) + " |"


def main() -> int:
    """Measure some games, or all; rows of other games stay as they are."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chosen = sys.argv[2:] or list(GAMES)
    old = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
    for game in chosen:
        old = [line for line in old if not line.startswith(f"| {game} |")]
        for worse, better in itertools.pairwise(LEVELS):
            row = measured(game, better.name, worse.name, seeds)
            print(row, flush=True)
            old.append(row)
            rows = [line for name in GAMES for line in old if line.startswith(f"| {name} |")]
            PAGE.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")  # at once, for measuring takes long
    return 0


if __name__ == "__main__":
    sys.exit(main())
