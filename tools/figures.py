"""Play the games whose figures the docs state, and write docs/figures.md: `python tools/figures.py
[GAMES] [GAME ...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from played import against_random, heading

from emberstacks import list_games
from emberstacks.games import game_by_id

PAGE = Path("docs/figures.md")
HEAD = """# Figures

Results of many games between bots, with 95 % intervals. `make figures` plays them again; `FIGURES="2000 fire"` plays more
games of one game only. A row of n games uses the seeds 0 to n - 1, so you can play each of them yourself:
`emberstacks lab simulate GAME --bots ... --games n`. Each game says which version of its rules was played: bots may do
otherwise under newer ones.
"""


def plain(game: str, games: int) -> Iterator[str]:
    """What can be said of every game: how a greedy bot does among random ones."""
    info = game_by_id(game).info
    yield "One greedy bot among random ones, in each seat in turn.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in range(max(2, info.min_players), info.max_players + 1):
        yield against_random(game, players, games)


def section_of(game: str, games: int) -> Iterator[str]:
    """What figures_of/<game>.py plays; a game without that file gets a plain section."""
    name = f"figures_of.{game.replace('-', '_')}"
    if find_spec(name) is None:
        yield from plain(game, games)
    else:
        yield from import_module(name).section(games)


def main() -> int:
    """Play some games, or all; the sections of other games stay as they are."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEAD
    sections = dict(part.split("\n", 1) for part in old.split("\n## ")[1:])
    names = [game.id for game in list_games()]
    for game in sys.argv[2:] or names:
        rules = game_by_id(game).info.rules_version
        sections[game] = f'\nRules {rules}; `make figures FIGURES="{games} {game}"`.\n\n'
        for line in section_of(game, games):
            print(line, flush=True)
            sections[game] += line + "\n"
        parts = [f"\n## {name}\n{sections[name]}" for name in names if name in sections]
        PAGE.write_text(
            HEAD + "".join(part.rstrip("\n") + "\n" for part in parts), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
