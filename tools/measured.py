"""What pages of measured figures share: one row per figure, game by game, and the command line."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel.errors import BadOptions


def renew(
    page: Path, head: str, chosen: list[str], rows_of: Callable[[str], Iterable[str]]
) -> None:
    """Measure some games; others keep their rows. Each new row is written at once, because
    measuring takes long.
    """
    old = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    rows = {game: [line for line in old if line.startswith(f"| {game} |")] for game in GAMES}
    for game in chosen:
        rows[game] = []
        for row in rows_of(game):
            rows[game].append(row)
            print(row, flush=True)
            page.write_text(
                head + "".join(f"{line}\n" for game in GAMES for line in rows[game]),
                encoding="utf-8",
            )


def asked(measure: Callable[[int, list[str], int], None]) -> int:
    """Measure with the number of seeds and the games from the command line, or 200 and all."""
    words = sys.argv[1:]
    seeds = int(words.pop(0)) if words and words[0].isdecimal() else 200
    try:
        measure(
            seeds, [game_by_id(word).info.id for word in words] or list(GAMES), os.cpu_count() or 1
        )
    except BadOptions as wrong:
        print(f"emberstacks: {wrong}", file=sys.stderr)
        return 2
    return 0
