"""Who sits where: people and bots, their names, and the bots' luck."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from emberstacks.bots.api import Bot
from emberstacks.bots.people import people_of, person_of
from emberstacks.bots.specs import bot, reach_of
from emberstacks.bots.talk import SILENCE, overheard
from emberstacks.cli.errors import WrongUse
from emberstacks.kernel.game import GameInfo
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice

PERSON = "you"
OPPONENT = "greedy"  # takes the seats that nobody was named for
LONGEST = 10  # letters in a name, so that it fits on boards


@dataclass(frozen=True)
class Seats:
    """The people and the bots of a game."""

    specs: list[str]  # per seat: PERSON or the spec of a bot
    names: list[str]
    bots: dict[int, Bot]
    luck: int  # seeds the bots' choices, so that a resumed game continues just as it would have

    @property
    def people(self) -> list[int]:
        """The seats that answer at this terminal."""
        return [seat for seat, spec in enumerate(self.specs) if spec == PERSON]

    def company(self) -> str:
        """Who else plays, in words: bots that have people of their own.

        >>> Seats(["you", "novice", "greedy"], ["Ada", "Pip", "Greedy"], {}, 1).company()
        'Pip (novice)'
        """
        return ", ".join(
            f"{name} ({spec})"
            for spec, name in zip(self.specs, self.names, strict=True)
            if people_of(spec)
        )

    def again(self) -> str:
        """The seats as --resume must hear them again; empty if the file is enough."""
        return ",".join(self.specs) if any(reach_of(spec) for spec in self.specs) else ""

    def headers(self) -> dict[str, str]:
        """What a saved game says about its seats."""
        return {
            "Seats": ",".join(self.specs),
            "Names": ",".join(self.names),
            "Luck": str(self.luck),
        }

    def choose(self, match: Match, seat: int, markers: Mapping[int, str] = SILENCE) -> Choice:
        """A bot's choice: always the same at the same point of the same game with the same markers."""
        rng = random.Random(f"{self.luck}/{seat}/{match.length}")
        return self.bots[seat].choose(
            overheard(match.view(seat), seat, markers), match.legal(seat), rng
        )

    def close(self) -> None:
        """Shut down the bots."""
        for player in self.bots.values():
            player.close()


def seated(
    info: GameInfo, players: int | None, seats: str | None, names: str | None, luck: int | None
) -> Seats:
    """Who sits where, with defaults for what was not said; WrongUse says what does not fit."""
    specs = split(seats) if seats is not None else default_specs(info, players)
    if players is not None and len(specs) != players:
        raise WrongUse(f"{needs(players, 'seat')}, but {seats!r} has {len(specs)}.")
    if not info.min_players <= len(specs) <= info.max_players:
        raise WrongUse(
            f"{info.title} is for {info.min_players} to {info.max_players} players, not"
            f" {len(specs)}."
        )
    called = checked(split(names), len(specs)) if names is not None else default_names(specs)
    bots = {seat: bot(spec) for seat, spec in enumerate(specs) if spec != PERSON}
    return Seats(specs, called, bots, lucky(luck))


def seats_of(headers: Mapping[str, str], match: Match, again: str | None = None) -> Seats:
    """Who sits where in a saved game; if it does not say, you play against bots.

    A bot that uses this computer does not come from a file, unless somebody names the same seats
    again at the command line.
    """
    luck = headers.get("Luck", "")
    info = match.game.info
    written = split(headers["Seats"]) if "Seats" in headers else default_specs(info, match.players)
    if again is None:
        check_harmless(written)
    elif split(again) != written:
        raise WrongUse(
            "A resumed game keeps its seats: with --resume, --seats can only repeat what the file"
            " says."
        )
    return seated(
        info,
        match.players,
        ",".join(written),
        headers.get("Names"),
        int(luck) if luck.isdecimal() and len(luck) < 20 else None,
    )


def check_harmless(specs: Sequence[str]) -> None:
    """Does a file name only bots that play, and nothing else?"""
    for spec in specs:
        if reach := reach_of(spec):
            raise WrongUse(
                f"A seat of this game is {spec!r}, a bot that {reach}. A file alone may not do"
                " that, because anybody can write one. If the bot is yours, name the same seats"
                " again with --seats."
            )


def names_of(headers: Mapping[str, str], letters: list[str]) -> list[str]:
    """The players' names in a record, or else their letters."""
    return checked(split(headers["Names"]), len(letters)) if "Names" in headers else letters


def lucky(luck: int | None) -> int:
    return secrets.randbits(32) if luck is None else luck


def split(text: str) -> list[str]:
    """
    >>> split("you, greedy,random")
    ['you', 'greedy', 'random']
    """
    return [part.strip() for part in text.split(",")]


def default_specs(info: GameInfo, players: int | None) -> list[str]:
    """You against bots: as few as the game takes, but one at least, because a solo game has rules
    of its own.
    """
    return [PERSON, *[OPPONENT] * ((players or max(2, info.min_players)) - 1)]


def default_names(specs: Sequence[str]) -> list[str]:
    """
    Those who play like a level or style have names; other bots are called what they are.

    >>> default_names(["you", "greedy", "random:3", "random"])
    ['Reader', 'Greedy', 'Random 1', 'Random 2']
    >>> default_names(["you", "apprentice"]), default_names(["apprentice", "apprentice"])
    (['Reader', 'Tilda'], ['Tilda', 'Jonas'])
    """
    titles: list[str] = []
    for spec in specs:
        other = person_of(spec, titles) or spec.partition(":")[0].capitalize()[:LONGEST]
        titles.append("Reader" if spec == PERSON else other)
    return [
        (
            f"{shortened(title, LONGEST - 2)} {titles[: seat + 1].count(title)}"
            if titles.count(title) > 1
            else title
        )
        for seat, title in enumerate(titles)
    ]


def shortened(title: str, most: int) -> str:
    return title if len(title) <= most else f"{title[: most - 1]}."


def checked(names: list[str], players: int) -> list[str]:
    """The names, if there is one for each seat and boards can show them."""
    if len(names) != players:
        raise WrongUse(f"{needs(players, 'name')}, but {','.join(names)!r} has {len(names)}.")
    if len(set(names)) != players:
        raise WrongUse("Two players cannot have the same name.")
    for name in names:
        check_name(name)
    return names


def check_name(name: str) -> str:
    """The name, if a board can show it."""
    if (
        not name
        or len(name) > LONGEST
        or not all(letter.isalnum() or letter in " .'-" for letter in name)
    ):
        raise WrongUse(
            f"{name!r} cannot be a name. Use 1 to {LONGEST} letters, digits, spaces, dots, hyphens"
            " or apostrophes."
        )
    return name


def needs(players: int, what: str) -> str:
    """
    >>> needs(1, "seat"), needs(3, "name")
    ('1 player needs 1 seat', '3 players need 3 names')
    """
    return (
        f"1 player needs 1 {what}" if players == 1 else f"{players} players need {players} {what}s"
    )
