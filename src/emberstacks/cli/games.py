"""`emberstacks games`: the games you can play."""

from __future__ import annotations

from dataclasses import asdict

import emberstacks as es
from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import AsJson, show_json
from emberstacks.kernel.game import GameInfo, Option, Value


def games(*, json: AsJson = False) -> None:
    """List the games."""
    infos = es.list_games()
    if show_json([asdict(info) for info in infos], json):
        return
    screen = Screen()
    for info in infos:
        screen.choice("", info.id, f"{info.title}, {players(info)} players")
        screen.say(info.summary, indent=3)
        for preset in info.presets:
            said = " ".join(f"--option {name}={value}" for name, value in preset.options.items())
            needs = (
                f" For {preset.least} or more players." if preset.least > info.min_players else ""
            )
            screen.say(f"{preset.name}: {preset.words}{needs} {preset.measured}".rstrip(), indent=5)
            screen.say(said or "no options", "dim", indent=7)
        for option in info.options:
            others = [choice for choice in option.choices if choice != option.default]
            screen.say(f"{option.heading}: {option.help}", indent=5)
            values = [f"{choice}{meaning(option, choice)}" for choice in [option.default, *others]]
            screen.say(f"{option.name} = {' | '.join(values)}", "dim", indent=7)
        screen.say()
    screen.say("Set an option with --option name=value. The first value listed is the default.")


def meaning(option: Option, choice: Value) -> str:
    """What a value means, if it needs explaining."""
    known = not isinstance(choice, bool) and choice in option.words
    return f" ({option.words[choice].removeprefix(f'{choice}: ')})" if known else ""


def players(info: GameInfo) -> str:
    return (
        f"{info.min_players} to {info.max_players}"
        if info.min_players < info.max_players
        else str(info.min_players)
    )
