"""Adds up what somebody has played: by game, by opponents, by month, and how well they do solo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from emberstacks.games import GAMES
from emberstacks.protocol import GamePlayed, Month, OpponentPlayed, PlayedInfo, SoloScore
from emberstacks.server.people.leaving import leavers, mostly_bot
from emberstacks.server.store.profile import Played
from emberstacks.server.store.results import outcome_of

LATEST, OPPONENTS, SOLO = 30, 20, 3  # that a profile lists


def month_of(at: float) -> str:
    """
    >>> month_of(0.0)
    '1970-01'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


class Tally:
    """What somebody has played, from the oldest game to the latest.

    Games without a result do not count, nor those that a bot mostly played for them; whoever left a
    game has not won it.
    """

    def __init__(self, person: str, games: Sequence[Played]) -> None:
        self.person = person
        self.games: dict[str, GamePlayed] = {}
        self.months: dict[str, Month] = {}
        self.others: dict[tuple[str, str, bool], OpponentPlayed] = {}
        self.solo: dict[str, list[SoloScore]] = {}
        self.latest: list[PlayedInfo] = []
        for game in reversed(games):
            if game.row.game in GAMES:
                self.add(game)

    def add(self, game: Played) -> None:
        row = game.row
        seat = next(int(chair.seat) for chair in game.chairs if chair.person == self.person)
        left = seat in leavers(game)
        outcome = outcome_of(row.result)
        if mostly_bot(game, seat) or not (outcome or left):
            return
        won = outcome is not None and seat in outcome.winners and not left
        month = month_of(row.changed)
        counts: list[GamePlayed | Month | OpponentPlayed] = [
            self.games.setdefault(row.game, GamePlayed(game=row.game, played=0, won=0)),
            self.months.setdefault(month, Month(month=month, played=0, won=0)),
            *self.opponents_at(game, seat),
        ]
        for count in counts:
            count.played += 1
            count.won += won
        if outcome is None:
            return
        points = outcome.scores[seat]
        names = [chair.name for chair in game.chairs if chair.seat != seat]
        self.latest.append(
            PlayedInfo(
                table=row.id, game=row.game, at=row.changed, won=won, points=points, others=names
            )
        )
        if row.players == 1:
            score = SoloScore(table=row.id, game=row.game, at=row.changed, won=won, points=points)
            self.solo.setdefault(row.game, []).append(score)

    def opponents_at(self, game: Played, seat: int) -> list[OpponentPlayed]:
        """Everybody else at a table, each once; people by who they are, with the name they had
        last.
        """
        together = GAMES[game.row.game].info.cooperative
        found: dict[tuple[str, str, bool], OpponentPlayed] = {}
        for chair in game.chairs:
            key = (chair.kind, chair.person or chair.bot, together)
            if chair.seat != seat and key[1]:
                new = OpponentPlayed(together=together, name="", bot=chair.bot, played=0, won=0)
                found[key] = self.others.setdefault(key, new)
                found[key].name = chair.name if chair.kind == "person" else ""
        return list(found.values())

    def opponents(self) -> list[OpponentPlayed]:
        """Those met most often."""
        return sorted(self.others.values(), key=lambda one: (-one.played, one.name, one.bot))[
            :OPPONENTS
        ]

    def best_solo(self) -> list[SoloScore]:
        return [
            score
            for scores in self.solo.values()
            for score in sorted(scores, key=lambda one: -one.points)[:SOLO]
        ]
