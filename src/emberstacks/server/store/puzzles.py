"""What the database keeps about puzzles and the challenges of a day."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, insert, select

from emberstacks.puzzles.progress import Try
from emberstacks.server.store.log import STAND_IN
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.store.results import Outcome, outcome_of
from emberstacks.server.store.schema import (
    challenge_tries,
    events,
    people,
    puzzle_tries,
    seats,
    tables,
)
from emberstacks.server.store.transactions import Transactions


class Finished(NamedTuple):
    """Somebody's result in a challenge."""

    person: str
    name: str
    outcome: Outcome
    registered: float | None = 0.0  # since when they have an account; None for guests
    helped: bool = False  # a bot has answered for them


class PuzzleStore(Transactions):
    """Every method is one transaction."""

    async def puzzle_tries(self, person: str, game: str) -> list[Try]:
        """Somebody's answers to the puzzles of a game, the oldest first."""

        def work(db: Connection) -> list[Try]:
            mine = select(puzzle_tries).where(
                puzzle_tries.c.person == person, puzzle_tries.c.game == game
            )
            return [
                Try(row.number, row.day, row.solved, row.rating)
                for row in db.execute(mine.order_by(puzzle_tries.c.at))
            ]

        return await self.run(work)

    async def keep_try(self, person: str, game: str, new: Try, now: float) -> None:
        """Keep an answer; the first one to a puzzle stays."""

        def work(db: Connection) -> None:
            given = {
                "number": new.number,
                "day": new.day,
                "solved": new.solved,
                "rating": new.rating,
            }
            db.execute(insert(puzzle_tries).values(person=person, game=game, at=now, **given))

        try:
            await self.run(work)
        except Conflict:
            return

    async def challenge_table(
        self, day: str, game: str, challenge: str, person: str
    ) -> tuple[str, str]:
        """The table at which somebody tries the challenge of a day, and its status; both empty
        before that.
        """

        def work(db: Connection) -> tuple[str, str]:
            tables_too = challenge_tries.outerjoin(tables, tables.c.id == challenge_tries.c.table)
            mine = select(challenge_tries.c.table, tables.c.status).select_from(tables_too)
            row = db.execute(
                mine.where(challenge_tries.c.person == person, *of(day, game, challenge))
            ).first()
            # a table may have been removed since
            return (row.table, row.status or "over") if row is not None else ("", "")

        return await self.run(work)

    async def keep_challenge(
        self, day: str, game: str, challenge: str, person: str, table: str
    ) -> None:
        """Note where somebody tries the challenge of a day; Conflict if they already do."""

        def work(db: Connection) -> None:
            where = {"day": day, "game": game, "challenge": challenge}
            db.execute(insert(challenge_tries).values(**where, person=person, table=table))

        await self.run(work)

    async def challenge_day(self, table: str) -> str:
        """The day to whose challenge a table belongs; empty if to none."""

        def work(db: Connection) -> str:
            return (
                db.scalar(select(challenge_tries.c.day).where(challenge_tries.c.table == table))
                or ""
            )

        return await self.run(work)

    async def challenge_results(self, day: str, game: str, challenge: str) -> list[Finished]:
        """Who has finished the challenge of a day."""

        def work(db: Connection) -> list[Finished]:
            theirs = (
                events.c.table == seats.c.table,
                events.c.seat == seats.c.seat,
                events.c.kind == STAND_IN,
            )
            helped = and_(seats.c.stood_in, select(events.c.version).where(*theirs).exists()).label(
                "helped"
            )
            found = (
                select(people.c.id, people.c.name, people.c.registered, tables.c.result, helped)
                .join(challenge_tries, challenge_tries.c.person == people.c.id)
                .join(tables, tables.c.id == challenge_tries.c.table)
                .join(seats, and_(seats.c.table == tables.c.id, seats.c.person == people.c.id))
                .where(tables.c.status == "over", tables.c.result != "", *of(day, game, challenge))
            )
            rows = [(row, outcome_of(row.result)) for row in db.execute(found)]
            return [
                Finished(row.id, row.name, outcome, row.registered, row.helped)
                for row, outcome in rows
                if outcome
            ]

        return await self.run(work)


def of(day: str, game: str, challenge: str) -> list[ColumnElement[bool]]:
    """The tries at one challenge."""
    named = challenge_tries.c
    return [named.day == day, named.game == game, named.challenge == challenge]
