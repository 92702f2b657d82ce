"""`emberstacks play --daily NAME`: the challenge of the day in the terminal, once a day, and how
you did before.
"""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import emberstacks as es
from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.play import resumed
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import PERSON, seated
from emberstacks.cli.session import Session
from emberstacks.kernel.errors import BadRecord, one_of
from emberstacks.kernel.game import Challenge, GameInfo, Result
from emberstacks.kernel.match import SEED_BITS
from emberstacks.puzzles import today

PARTNER = "expert"
SHOWN = 10  # days
YOU = 0  # your seat


def play_daily(screen: Screen, name: str) -> int:
    """Begin, continue or look at the challenge of today."""
    info, one = challenge_of(name)
    path = file_of(name, today())
    done = 0
    if not path.exists():
        done = begun(screen, info, one, path).run()
    elif not es.read_record(saves.read(path)).over:
        done = resumed(screen, path).run()
    results(screen, one)
    return done


def challenge_of(name: str) -> tuple[GameInfo, Challenge]:
    known = {one.name: (info, one) for info in es.list_games() for one in info.challenges}
    if name not in known:
        raise WrongUse(f"There is no challenge {name!r}. Choose {one_of(list(known))}.")
    return known[name]


def file_of(name: str, day: date) -> Path:
    """One file for each day: the first try counts."""
    return saves.folder() / f"daily-{name}-{day.isoformat()}{saves.SUFFIX}"


def begun(screen: Screen, info: GameInfo, one: Challenge, path: Path) -> Session:
    """The same deal in every terminal; on a server it is another one, which nobody can know before."""
    text = f"{path.name} {info.id}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) & SEED_BITS
    who = seated(info, one.players, ",".join([PERSON, *[PARTNER] * (one.players - 1)]), None, seed)
    match = es.new(info.id, one.players, seed, **dict(one.options))
    screen.say(f"{info.title}: {one.title}. {one.words} The first try of a day counts.", "title")
    return Session(screen, match, who, path)


def results(screen: Screen, one: Challenge) -> None:
    """How you did on the last days."""
    screen.say(f"{one.title}, your last days:", "title")
    for path in sorted(saves.folder().glob(f"daily-{one.name}-*{saves.SUFFIX}"), reverse=True)[
        :SHOWN
    ]:
        try:
            result = es.read_record(saves.read(path)).result
        except (WrongUse, BadRecord):
            continue
        screen.choice(
            "",
            path.stem.removeprefix(f"daily-{one.name}-"),
            "not finished" if result is None else told(result, one),
        )


def told(result: Result, one: Challenge) -> str:
    """
    >>> alone, team = Challenge("lone", "", "", 1, {}), Challenge("team", "", "", 4, {})
    >>> told(Result([123], [], ""), alone), told(Result([-1] * 4, [0, 1, 2, 3], ""), team)
    ('123 points, not won', 'won')
    """
    won = "won" if YOU in result.winners else "not won"
    return f"{result.scores[YOU]} points, {won}" if one.players == 1 else won
