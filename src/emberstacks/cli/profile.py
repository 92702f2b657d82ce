"""`emberstacks profile`: how your saved games went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import PERSON
from emberstacks.cli.shared import AsJson, show_json
from emberstacks.games import GAMES
from emberstacks.kernel import record
from emberstacks.kernel.errors import BadRecord
from emberstacks.kernel.game import Result
from emberstacks.kernel.match import result_from


def profile(*, json: AsJson = False) -> None:
    """Show how your saved games went: by game, against each bot, and your best solo scores."""
    played, won, best = Counter[tuple[str, str]](), Counter[tuple[str, str]](), dict[str, int]()
    for headers, result in finished():
        game, seats = headers["Game"], headers["Seats"].split(",")
        me = seats.index(PERSON)
        for other in ("", *sorted({spec for spec in seats if spec != PERSON})):
            played[game, other] += 1
            won[game, other] += me in result.winners
        if len(seats) == 1:
            points = result.scores[0]
            best[game] = max(points, best.get(game, points))
    rows = [
        {
            "game": game,
            "against": other,
            "games": count,
            "won": won[game, other],
            "best solo score": best.get(game),
        }
        for (game, other), count in sorted(played.items())
    ]
    if show_json(rows, json):
        return
    screen = Screen()
    for game in GAMES:
        for (where, other), count in sorted(played.items()):
            if where == game:
                said = f"{count} {'game' if count == 1 else 'games'}, {won[where, other]} won"
                screen.say(
                    f"with {other}: {said}" if other else f"{GAMES[game].info.title}: {said}",
                    indent=3 if other else 0,
                )
        if game in best:
            screen.say(f"best solo score: {best[game]}", indent=3)
    if not played:
        screen.say("You have not finished a game here yet. Begin one with 'emberstacks play'.")


def finished() -> Iterator[tuple[Mapping[str, str], Result]]:
    """The headers and the result of every finished game that one person played at this terminal."""
    for path in saves.folder().glob(f"*{saves.SUFFIX}"):
        try:
            headers = record.read(saves.read(path)).headers
            if (
                "Result" in headers
                and headers.get("Game") in GAMES
                and headers.get("Seats", "").split(",").count(PERSON) == 1
            ):
                yield headers, result_from(headers["Result"])
        except (WrongUse, BadRecord):
            continue
