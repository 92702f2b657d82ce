"""Figures of Librarians."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from played import games_of, heading, mean, row, share

from emberstacks.games import game_by_id


def section(games: int) -> Iterator[str]:
    """How often the team clears the library, with each expansion and with all."""
    expansions: dict[str, dict[str, Any]] = {
        "none": {},
        "Adventure of the Author": {"authors": True},
        "Story for the Ages, standard": {"ages": "standard"},
        "Story for the Ages, strict": {"ages": "strict"},
        "Story for the Ages, lenient": {"ages": "lenient"},
        "Song of the Sequels": {"sequels": True},
        "Curse of the Book Shelves, powers": {"curse": "powers"},
        "Curse of the Book Shelves, columns": {"curse": "columns"},
        "Curse of the Book Shelves, balance": {"curse": "balance"},
        "Turns full of Thrills, all 12": {"thrills": 12},
        "exactly two books a turn": {"exactly_two": True},
    }
    expansions["all of these, the Ages lenient"] = {
        k: v for part in expansions.values() for k, v in part.items()
    }
    expansions["all of these, the Ages lenient"] |= {
        "ages": "lenient",
        "curse": "powers+balance+columns",
    }
    for preset in game_by_id("librarians").info.presets[1:]:
        expansions[f"difficulty {preset.name}"] = dict(preset.options)
    yield "Teams of greedy bots, each seeing only its own hand.\n"
    yield heading("Players", "expansion", "games", "cleared", "cards left when lost")
    for players in (2, 3, 4, 5, 6):
        yield cleared(
            players, "none", max(games, 500) if players == 4 else games, {}
        )  # what is asked of the bot, over 500 seeds
    for name, options in list(expansions.items())[1:]:
        yield cleared(4, name, games, options)


def cleared(players: int, name: str, games: int, options: dict[str, Any]) -> str:
    over = games_of("librarians", ["greedy"], players, games, **options)
    left = [-float(one.scores[0]) for one in over if not any(one.wins)]
    return row(
        players,
        name,
        games,
        share([max(one.wins) for one in over]),
        mean(left).text() if left else "-",
    )
