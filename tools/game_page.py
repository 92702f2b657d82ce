"""The page of a game in the documentation: what it is, a first game, the variants, the bots, and
the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

from walkthrough import first_game

from emberstacks.bots.levels import AT_TABLES
from emberstacks.kernel.game import Game, Option

LADDER = Path(__file__).parents[1] / "docs/ladder.md"
CLAUSE = re.compile(r"^- \*\*(\d+\.\d+)\*\*", re.MULTILINE)


def game_page(game: Game) -> str:
    """All parts, with an anchor for each clause of the rules."""
    title, _, rules = game.rules().partition("\n")
    rules = CLAUSE.sub(r'- <a id="\1"></a>**\1**', rules)
    parts = [
        title,
        facts(game),
        first_game(game),
        variants(game),
        bots(game),
        f"## The rules\n{rules}",
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def facts(game: Game) -> str:
    info = game.info
    players = f"{info.min_players} to {info.max_players} players"
    told = [
        players,
        *(["cooperative"] if info.cooperative else []),
        *([f"about {info.minutes} minutes"] if info.minutes else []),
    ]
    told += [info.weight] if info.weight else []
    return (
        f"{info.summary}\n\n*{', '.join(told).capitalize()}. By {info.designers};"
        f" {info.publisher}.*\n\n`emberstacks serve` opens the table in your browser, and"
        f" `emberstacks play {info.id}` plays in the terminal."
    )


def variants(game: Game) -> str:
    """Presets and options, as the lobby offers them."""
    info = game.info
    if not info.options:
        return ""
    parts = [
        "## Variants",
        "You choose these when you open a table. In the terminal, add `--option NAME=VALUE`.",
    ]
    if info.presets:
        parts.append(
            "\n".join(
                f"- **{preset.name}**: {preset.words} {preset.measured}".strip()
                for preset in info.presets
            )
        )
    rows = [
        f"| {option.heading} | {cell(option.help)} | {values(option)} |" for option in info.options
    ]
    parts.append("\n".join(["| Option | What it does | Values |", "|---|---|---|", *rows]))
    return "\n\n".join(parts)


def values(option: Option) -> str:
    """The default first, and what each means if its name does not say so."""
    numbers = [
        choice
        for choice in option.choices
        if isinstance(choice, int) and not isinstance(choice, bool)
    ]
    if len(numbers) == len(option.choices) > 5 and numbers == list(
        range(numbers[0], numbers[-1] + 1)
    ):
        return (
            f"`{option.name}={numbers[0]}` to `{option.name}={numbers[-1]}`,"
            f" `{option.name}={option.default}` by default"
        )
    ordered = sorted(option.choices, key=lambda choice: choice != option.default)
    told = [f"`{option.name}={choice}`" + meaning(option, choice) for choice in ordered]
    return told[0] + " (default)" + "".join(f", {one}" for one in told[1:])


def meaning(option: Option, choice: str | int | bool) -> str:
    said = option.words.get(choice)
    return f": {cell(said)}" if said and not isinstance(choice, bool) else ""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def bots(game: Game) -> str:
    """The levels, and how often each beats the one below."""
    name = game.info.id
    measured = [
        line
        for line in LADDER.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"| {name} |")
    ]
    levels = [level.name for level in AT_TABLES]
    parts = ["## How strong are the bots?", f"There are {len(levels)} levels: {', '.join(levels)}."]
    if not measured:
        return "\n\n".join([*parts, "Nobody has measured them in this game yet."])
    rows = [[part.strip() for part in line.strip("|").split("|")][1:6] for line in measured]
    parts[1] += (
        " This is how often each beats the one below, with 95 % intervals; a fair share is 50 %."
    )
    if game.info.cooperative:
        parts[1] += " Here the two play as teams, on the same deals, and the better result wins."
    parts[1] += " [How we measured it](../study/ladder.md)."
    head = ["| Level | against | seeds | share of wins | lead in points |", "|---|---|---|---|---|"]
    return "\n\n".join([*parts, "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])])
