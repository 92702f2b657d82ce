"""What the database knows about what somebody has played; ratings; and how a person is deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, delete, func, insert, select, update

from emberstacks.server.store.addresses import drop
from emberstacks.server.store.chairs import chairs_of
from emberstacks.server.store.log import ANSWER, CLOCK, STAND_IN, UNDO
from emberstacks.server.store.rows import ChairRow, PersonRow, RatingRow, TableRow, first, read
from emberstacks.server.store.schema import (
    addresses,
    challenge_tries,
    chat,
    events,
    links,
    people,
    presence,
    puzzle_tries,
    quotas,
    ratings,
    reviews,
    seats,
    sessions,
    snapshots,
    tables,
)
from emberstacks.server.store.tables import remove_tables
from emberstacks.server.store.transactions import Transactions

MANY = 500  # names in one statement
NAMELESS = "Former player"
UNTITLED = "A table"

Rated = dict[str, tuple[float, float]]  # mu and sigma, by player


class Given(NamedTuple):
    """The answers of a seat: how many the person or the clock gave, how many a bot, and whether a
    bot gave the last one.
    """

    own: int
    bot: int
    left: bool


class Played(NamedTuple):
    """A table with its chairs, and the answers of each where it may matter who gave them."""

    row: TableRow
    chairs: list[ChairRow]
    given: dict[int, Given]


class ProfileStore(Transactions):
    """Every method is one transaction."""

    async def person(self, person: str) -> PersonRow | None:
        def work(db: Connection) -> PersonRow | None:
            return first(db, select(people).where(people.c.id == person), PersonRow)

        return await self.run(work)

    async def played(self, person: str, most: int) -> list[Played]:
        """The finished games of a person, the latest first."""

        def work(db: Connection) -> list[Played]:
            mine = select(seats.c.table).where(seats.c.person == person)
            wanted = select(tables).where(tables.c.id.in_(mine), tables.c.status == "over")
            rows = read(db, wanted.order_by(tables.c.changed.desc()).limit(most), TableRow)
            return with_chairs(db, rows)

        return await self.run(work)

    # Ratings

    async def ratings(self, player: str) -> list[RatingRow]:
        """The ratings of a player, by game."""

        def work(db: Connection) -> list[RatingRow]:
            return read(
                db,
                select(ratings).where(ratings.c.player == player).order_by(ratings.c.game),
                RatingRow,
            )

        return await self.run(work)

    async def ratings_of_bots(self, games: Sequence[str]) -> list[RatingRow]:
        def work(db: Connection) -> list[RatingRow]:
            bots = ratings.c.player.startswith("bot ", autoescape=True)
            return read(db, select(ratings).where(ratings.c.game.in_(games), bots), RatingRow)

        return await self.run(work)

    async def to_rate(self) -> bool:
        """Is there a finished game that the ratings do not know?"""

        def work(db: Connection) -> bool:
            return (
                db.scalar(
                    select(tables.c.id).where(tables.c.status == "over", ~tables.c.rated).limit(1)
                )
                is not None
            )

        return await self.run(work)

    async def rate(
        self,
        most: int,
        players_of: Callable[[Played], list[str]],
        rate: Callable[[Played, Rated], Rated],
    ) -> int:
        """Bring the ratings up to date with some games, oldest first; returns with how many.

        `players_of` names the players of a game, nobody if it does not count; `rate` returns their
        new ratings.
        """

        def work(db: Connection) -> int:
            wanted = select(tables).where(tables.c.status == "over", ~tables.c.rated)
            rows = read(
                db, wanted.order_by(tables.c.changed).limit(most).with_for_update(), TableRow
            )
            for game in with_chairs(db, rows):
                players = players_of(game)
                if players:
                    write(db, game.row.game, rate(game, rated(db, game.row.game, players)))
            db.execute(
                update(tables).where(tables.c.id.in_([row.id for row in rows])).values(rated=True)
            )
            return len(rows)

        return await self.again(work)

    # The end

    async def delete_person(
        self, person: str, stand_in: str, now: float
    ) -> tuple[list[str], list[str]]:
        """Remove a person. Games that only they played go with them; in the others a nameless bot
        takes their chair.

        Returns the tables that are gone, and those that have changed.
        """

        def work(db: Connection) -> tuple[list[str], list[str]]:
            mine = [
                row.table
                for row in db.execute(select(seats.c.table).where(seats.c.person == person))
            ]
            mine += [
                row.id for row in db.execute(select(tables.c.id).where(tables.c.host == person))
            ]
            removed: list[str] = []
            kept: list[str] = []
            for part in parts(sorted(set(mine))):
                db.execute(
                    select(tables.c.id)
                    .where(tables.c.id.in_(part))
                    .order_by(tables.c.id)
                    .with_for_update()
                )
                others = select(seats.c.table).where(
                    seats.c.table.in_(part), seats.c.person != "", seats.c.person != person
                )
                shared = sorted({row.table for row in db.execute(others)})
                alone = [name for name in part if name not in shared]
                remove_tables(db, alone)
                make_nameless(db, shared, person, stand_in, now)
                removed += alone
                kept += shared
            named = [
                row.id for row in db.execute(select(tables.c.id).where(tables.c.titled == person))
            ]
            db.execute(
                update(tables).where(tables.c.titled == person).values(title=UNTITLED, titled="")
            )
            kept += [name for name in named if name not in kept]
            drop(
                db,
                [
                    row.id
                    for row in db.execute(
                        select(addresses.c.id).where(addresses.c.person == person)
                    )
                ],
            )
            for table in (sessions, links, puzzle_tries, challenge_tries):
                db.execute(delete(table).where(table.c.person == person))
            db.execute(delete(ratings).where(ratings.c.player == person))
            db.execute(delete(quotas).where(quotas.c.key.endswith(f":{person}", autoescape=True)))
            db.execute(delete(people).where(people.c.id == person))
            return removed, kept

        return await self.run(work)


def parts(names: Sequence[str]) -> list[Sequence[str]]:
    """Names, a few at a time, because a statement has a limit."""
    return [names[k : k + MANY] for k in range(0, len(names), MANY)]


def with_chairs(db: Connection, rows: Sequence[TableRow]) -> list[Played]:
    chairs: dict[str, list[ChairRow]] = {row.id: [] for row in rows}
    for part in parts(list(chairs)):
        for chair in chairs_of(db, *part):
            chairs[chair.table].append(chair)
    unsure = [
        row.id for row in rows if not row.result or any(chair.stood_in for chair in chairs[row.id])
    ]
    given = answers_given(db, unsure)
    return [Played(row, chairs[row.id], given.get(row.id, {})) for row in rows]


def answers_given(db: Connection, names: Sequence[str]) -> dict[str, dict[int, Given]]:
    """Who gave the answers of some tables, by seat."""
    columns = (events.c.table, events.c.seat, events.c.kind)
    counts: dict[tuple[str, int], dict[str, tuple[int, int]]] = {}
    for part in parts(names):
        wanted = select(*columns, func.count(), func.max(events.c.version)).where(
            events.c.table.in_(part)
        )
        for name, seat, kind, count, last in db.execute(wanted.group_by(*columns)):
            counts.setdefault((name, seat), {})[kind] = count, last
    found: dict[str, dict[int, Given]] = {}
    for (name, seat), by_kind in counts.items():
        bot, last_of_bot = by_kind.get(STAND_IN, (0, 0))
        taken_back = by_kind.get(UNDO, (0, 0))[0]
        own = (
            sum(count for kind, (count, _) in by_kind.items() if kind in (ANSWER, CLOCK))
            - taken_back
        )
        left = last_of_bot > max(
            (last for kind, (_, last) in by_kind.items() if kind != STAND_IN), default=0
        )
        found.setdefault(name, {})[seat] = Given(own, bot, left)
    return found


def rated(db: Connection, game: str, players: Sequence[str]) -> Rated:
    known = select(ratings).where(ratings.c.game == game, ratings.c.player.in_(players))
    return {row.player: (row.mu, row.sigma) for row in db.execute(known.with_for_update())}


def write(db: Connection, game: str, rated: Rated) -> None:
    for player, (mu, sigma) in sorted(rated.items()):
        here = (ratings.c.game == game, ratings.c.player == player)
        changed = update(ratings).where(*here).values(mu=mu, sigma=sigma, games=ratings.c.games + 1)
        if not db.execute(changed).rowcount:
            db.execute(
                insert(ratings).values(game=game, player=player, mu=mu, sigma=sigma, games=1)
            )


def make_nameless(
    db: Connection, names: Sequence[str], person: str, stand_in: str, now: float
) -> None:
    """At these tables others play, or have played: they keep their games, and nothing there tells
    who the person was.
    """
    asked = select(tables.c.id, tables.c.status).where(tables.c.id.in_(names))
    status = {row.id: row.status for row in db.execute(asked)}
    for chair in list(
        db.execute(select(seats).where(seats.c.table.in_(names), seats.c.person == person))
    ):
        here = (seats.c.table == chair.table, seats.c.seat == chair.seat)
        nobody: dict[str, Any] = {
            "person": "",
            "name": NAMELESS,
            "wants_end": False,
            "wants_pause": False,
            "marker": "",
            "heard": 0,
        }
        if status[chair.table] == "open":
            nobody |= {"kind": "open", "name": ""}
        elif status[chair.table] == "playing":
            nobody |= {"kind": "bot", "bot": stand_in, "stand_in": False}
        db.execute(update(seats).where(*here).values(**nobody))
        said = (chat.c.table == chair.table, chat.c.seat == chair.seat)
        db.execute(update(chat).where(*said).values(name=NAMELESS, text="(deleted)"))
    # they may hold the name; reviews and snapshots are made again when needed
    for table in (reviews, snapshots, presence):
        db.execute(delete(table).where(table.c.table.in_(names)))
    due = case((tables.c.status == "playing", now), else_=tables.c.due)
    db.execute(update(tables).where(tables.c.id.in_(names)).values(due=due))
    for row in list(
        db.execute(select(tables.c.id).where(tables.c.id.in_(names), tables.c.host == person))
    ):
        heir = db.scalar(
            select(seats.c.person)
            .where(seats.c.table == row.id, seats.c.person != "")
            .order_by(seats.c.seat)
            .limit(1)
        )
        db.execute(update(tables).where(tables.c.id == row.id).values(host=heir, title=UNTITLED))
