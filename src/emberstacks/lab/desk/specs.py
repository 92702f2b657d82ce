"""What somebody wants to know, as they said it in a form; a specification makes plans, or
says in a sentence why it cannot.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from emberstacks.bots.specs import reach_of
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot, BadOptions
from emberstacks.kernel.game import GameInfo, Value
from emberstacks.lab.plan import Plan, planned, with_other_figures
from emberstacks.lab.tournament import Meeting, round_robin

BALANCE: Final = "balance"
TOURNAMENT: Final = "tournament"
KINDS: Final = (BALANCE, TOURNAMENT)
MOST: Final = 20_000  # games or seeds of a run: what a page can keep in memory
LONGEST: Final = 500  # signs of a field
OPTION: Final = "option."
ALLOW: Final = "Start the lab with --allow-programs if it may do that."


@dataclass(frozen=True)
class RunSpec:
    """One run: which games, and what for."""

    kind: str
    game: str
    bots: list[str]
    players: int | None = None
    options: dict[str, Value] = field(default_factory=dict)  # those that differ from the defaults
    games: int = 200  # of a tournament: seeds
    seed: int = 0
    figures: str = ""  # a folder of other data files

    def plan(self) -> Plan:
        """The games of a run about the game itself; BadOptions or BadBot says what is wrong."""
        plan = planned(self.game, self.bots, self.players, self.options, self.games, self.seed)
        return with_other_figures(plan, Path(self.figures)) if self.figures else plan

    def pairs(self) -> list[list[Meeting]]:
        """The meetings of a tournament."""
        if self.figures:
            raise BadOptions(
                "A tournament is played with the figures of the game. Leave the folder empty."
            )
        return round_robin(
            self.game,
            self.bots,
            self.players,
            self.options,
            range(self.seed, self.seed + self.games),
        )

    def check(self, own: bool) -> None:
        """Can it be played? What it uses of this computer, only if the lab allows that; this comes
        before anything starts.
        """
        if not own:
            self.check_reach()
        if self.kind not in KINDS:
            raise BadOptions(f"A run is a {' or a '.join(KINDS)}, not {self.kind!r}.")
        if not 1 <= self.games <= MOST:
            raise BadOptions(
                f"A run here has from 1 to {MOST} games, not {self.games}. For more, use the"
                " commands."
            )
        if self.kind == BALANCE:
            self.plan()
        else:
            self.pairs()

    def check_reach(self) -> None:
        """Does it stay inside the lab? Whoever can write a form or a run's file should not run
        programs by it.
        """
        for spec in self.bots:
            if reach := reach_of(spec):
                raise BadBot(f"The bot {spec!r} {reach}. {ALLOW}")
        if self.figures:
            raise BadOptions(f"Other figures are files of this computer. {ALLOW}")

    def command(self) -> str:
        """The same in the terminal."""
        count = ["--games" if self.kind == BALANCE else "--seeds", str(self.games)]
        words = [
            "emberstacks",
            "lab",
            self.kind,
            self.game,
            *count,
            "--bots",
            ",".join(self.bots),
            "--seed",
            str(self.seed),
        ]
        words += ["--players", str(self.players)] if self.players is not None else []
        words += [
            word for name, value in self.options.items() for word in ("--option", f"{name}={value}")
        ]
        command = shlex.join(words)
        return (
            f"EMBERSTACKS_FIGURES={shlex.quote(self.figures)} {command}"
            if self.figures
            else command
        )

    def told(self) -> str:
        """In a few words, for a list."""
        info = game_by_id(self.game).info
        titles = {option.name: option for option in info.options}
        options = [
            f"{titles[name].heading} {titles[name].word(value)}"
            for name, value in self.options.items()
        ]
        options += [f"figures of {self.figures}"] if self.figures else []
        both = self.kind == TOURNAMENT and len(self.bots) == 2
        return ", ".join([" against ".join(self.bots)] * both + self.bots * (not both) + options)


def from_form(fields: Mapping[str, str]) -> RunSpec:
    """The run that a form asks for; BadOptions if a field makes no sense."""
    long = [name for name, text in fields.items() if len(text) > LONGEST]
    if long:
        raise BadOptions(f"{long[0]!r} is longer than {LONGEST} signs.")
    info = game_by_id(fields.get("game", "")).info
    players = fields.get("players", "").strip()
    bots = [name for part in fields.get("bots", "").split(",") if (name := part.strip())]
    if not bots:
        raise BadOptions("Name at least one bot, such as greedy.")
    return RunSpec(
        fields.get("kind", ""),
        info.id,
        bots,
        whole("The number of players", players) if players else None,
        options_of(info, fields),
        whole("The number of games", fields.get("games", "")),
        whole("The first seed", fields.get("seed", "0")),
        str(Path(folder).absolute()) if (folder := fields.get("figures", "").strip()) else "",
    )


def options_of(info: GameInfo, fields: Mapping[str, str]) -> dict[str, Value]:
    """The options in a form that differ from the defaults."""
    chosen: dict[str, Value] = {}
    for option in info.options:
        text = fields.get(f"{OPTION}{option.name}", str(option.default))
        value = next((choice for choice in option.choices if str(choice) == text), None)
        if value is None:
            words = ", ".join(str(choice) for choice in option.choices)
            raise BadOptions(f"{option.heading} can be {words}, not {text!r}.")
        if value != option.default:
            chosen[option.name] = value
    return chosen


def whole(what: str, text: str) -> int:
    """
    >>> whole("The number of games", " 1,000 ")
    1000
    """
    plain = text.strip().replace(",", "")
    if not plain.isdecimal() or len(plain) > 20:
        raise BadOptions(f"{what} must be a whole number, not {text.strip()[:40]!r}.")
    return int(plain)


def from_json(data: Mapping[str, Any], own: bool) -> RunSpec:
    """A run as its file has it; ValueError, KeyError or TypeError if that is damaged."""
    known = {name: data[name] for name in RunSpec.__annotations__}
    spec = RunSpec(**known)
    if not isinstance(spec.bots, list) or not isinstance(spec.options, dict):
        raise TypeError
    spec.check(own)
    return spec
