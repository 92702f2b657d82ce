"""`emberstacks games`: what can be played."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

import emberstacks as es
from emberstacks.cli.screen import Screen
from emberstacks.kernel.game import GameInfo


def games() -> None:
    """List the games."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for heading in ("id", "game", "players", "options"):
        table.add_column(heading, header_style="bold")
    for info in es.games():
        table.add_row(Text(info.id, "notation"), Text(f"{info.title}\n{info.summary}"), players(info), options(info))
    Screen().console.print(table)


def players(info: GameInfo) -> str:
    return f"{info.min_players} to {info.max_players}" if info.min_players < info.max_players else str(info.min_players)


def options(info: GameInfo) -> str:
    """Each option with its choices, the default first."""
    lines = []
    for option in info.options:
        others = [str(choice) for choice in option.choices if choice != option.default]
        lines.append(f"{option.name}={'|'.join([str(option.default), *others])}")
    return "\n".join(lines) or "none"
