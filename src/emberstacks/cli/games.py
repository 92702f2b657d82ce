"""`emberstacks games`: what can be played."""

from __future__ import annotations

import emberstacks as es
from emberstacks.cli.screen import Screen
from emberstacks.kernel.game import GameInfo


def games() -> None:
    """List the games."""
    screen = Screen()
    for info in es.games():
        screen.choice("", info.id, f"{info.title}, {players(info)} players")
        screen.say(info.summary, indent=3)
        for option in info.options:
            others = [str(choice) for choice in option.choices if choice != option.default]
            screen.say(f"{option.name} = {' | '.join([str(option.default), *others])}", "dim", indent=5)
        screen.say()
    screen.say("Options are given as --option name=value; what stands first is played unless you say otherwise.")


def players(info: GameInfo) -> str:
    return f"{info.min_players} to {info.max_players}" if info.min_players < info.max_players else str(info.min_players)
