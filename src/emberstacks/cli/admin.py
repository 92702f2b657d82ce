"""`emberstacks admin`: what the host of a server sees and does, directly on its database, also
while the server runs.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.serve import default_database, place_of
from emberstacks.cli.shared import AsJson, show_json

if TYPE_CHECKING:
    from emberstacks.server.store import Store

T = TypeVar("T")

Database = Annotated[
    str,
    Parameter(
        help="sqlite:///FILE or postgresql://...; by default the one that 'serve' would use."
    ),
]
Most = Annotated[int, Parameter(help="How many to list at most.")]
ID = Parameter(allow_leading_hyphen=True)  # some begin with one
Who = Annotated[
    str,
    ID,
    Parameter(help="The name of an account, or the id of anybody, as 'admin people' lists it."),
]
Which = Annotated[str, ID, Parameter(help="The id of a table, as 'admin tables' lists it.")]
Sure = Annotated[bool, Parameter(name="--yes", negative="", help="Do it without asking.")]

ASIDE = "The host of this server has set this game aside."


def people(
    *, find: str = "", most: Most = 100, json: AsJson = False, database: Database = ""
) -> None:
    """List people, newest first.

    Parameters
    ----------
    find
        Only those whose name contains this.
    """

    async def look(store: Store) -> list[dict[str, Any]]:
        return [
            {
                "id": row.id,
                "name": row.name,
                "account": row.account is not None,
                "sessions": row.sessions,
                "games": row.chairs,
                "created": row.created,
            }
            for row in await store.list_people(find, most)
        ]

    rows = on(database, look)
    if not show_json(rows, json):
        lines = [
            [
                row["id"],
                row["name"],
                "account" if row["account"] else "guest",
                counted(row["games"], "game"),
                counted(row["sessions"], "session"),
                f"since {day(row['created'])}",
            ]
            for row in rows
        ]
        print_columns(lines, "Nobody.")


def tables(
    *, status: str = "", most: Most = 100, json: AsJson = False, database: Database = ""
) -> None:
    """List tables, the last changed first.

    Parameters
    ----------
    status
        Only those that are open, playing or over.
    """
    if status not in ("", "open", "playing", "over"):
        raise WrongUse(f"A table is open, playing or over, not {status!r}.")

    async def look(store: Store) -> list[dict[str, Any]]:
        return [
            {
                **about(row),
                "public": bool(row.public),
                "host": host,
                "seats": [chair.name if chair.kind != "open" else "" for chair in chairs],
                "answers": version,
                "changed": row.changed,
            }
            for row, chairs, host, version in await store.list_tables(status, most)
        ]

    rows = on(database, look)
    if not show_json(rows, json):
        lines = [
            [
                row["id"],
                row["game"],
                "aside" if row["aside"] else "paused" if row["paused"] else row["status"],
                ", ".join(name or "(open)" for name in row["seats"]),
                f"{row['answers']} in the log",
                day(row["changed"]),
            ]
            for row in rows
        ]
        print_columns(lines, "There are no such tables.")


def queue(*, most: Most = 100, json: AsJson = False, database: Database = "") -> None:
    """Show what waits, as far as the database knows; /metrics knows how long bots and people wait."""

    async def look(store: Store) -> dict[str, Any]:
        found = await store.queue(most)
        return {
            "playing": found.playing,
            "sessions": found.sessions,
            "due": [{**about(row), "due": row.due} for row in found.due],
            "outbox": [
                {
                    "kind": row.kind,
                    "person": row.person,
                    "name": row.name,
                    "due": row.due,
                    "tries": row.tries,
                    "table": row.table,
                }
                for row in found.outbox
            ],
            "aside": [about(row) for row in found.aside],
        }

    rows = on(database, look)
    if show_json(rows, json):
        return
    print(
        f"{counted(rows['playing'], 'game')} being played, {counted(rows['sessions'], 'session')}."
    )
    print("\nTables that a process must look at, if nobody has by then:")
    print_columns(
        [[row["id"], row["game"], in_a_while(row["due"])] for row in rows["due"]], "None."
    )
    print("\nNotices to be sent:")
    print_columns(
        [
            [row["kind"], f"to {row['name']}", in_a_while(row["due"]), counted(row["tries"], "try")]
            for row in rows["outbox"]
        ],
        "None.",
    )
    print("\nGames that are set aside:")
    print_columns(
        [
            [row["id"], row["game"], "by the host" if row["withheld"] else "", row["aside"]]
            for row in rows["aside"]
        ],
        "None.",
    )


def password(who: Who, /, *, database: Database = "") -> None:
    """Give an account a new password, which is printed once, and log it out everywhere."""
    from emberstacks.server.people.accounts import hasher

    new = secrets.token_urlsafe(12)

    async def reset(store: Store) -> str:
        row = await found_person(store, who)
        if row.account is None:
            raise WrongUse(f"{row.name} is a guest and has no password.")
        await store.reset_password(row.id, hasher.hash(new))
        return str(row.name)

    name = on(database, reset)
    print(
        f"The new password of {name} is {new}\nAll sessions of this account have ended. Ask {name}"
        " to choose another password."
    )


def remove_person(who: Who, /, *, yes: Sure = False, database: Database = "") -> None:
    """Remove a person, as they could themselves: games that only they played go, in the others a
    bot takes their seat.
    """
    from emberstacks.server.people.profile import STAND_IN

    async def remove(store: Store) -> tuple[str, int, int]:
        row = await found_person(store, who)
        make_sure(f"Remove {row.name} ({row.id}) for ever?", yes)
        gone, kept = await store.delete_person(row.id, STAND_IN, time.time())
        await store.announce([*gone, *kept])
        return row.name, len(gone), len(kept)

    name, gone, kept = on(database, remove)
    print(
        f"{name} is removed, with {counted(gone, 'table')}; in {counted(kept, 'other')} somebody"
        " else played too."
    )


def remove_table(table: Which, /, *, yes: Sure = False, database: Database = "") -> None:
    """Remove a table with its game, for ever."""

    async def remove(store: Store) -> None:
        row = await found_table(store, table)
        make_sure(f"Remove {row.title!r} ({row.game}, {row.status}) for ever?", yes)
        await store.remove_table(table)
        await store.announce([table])

    on(database, remove)
    print(f"The table {table} is removed.")


def aside(table: Which, /, *, why: str = "", database: Database = "") -> None:
    """Set a running game aside: nobody can move, and no clock runs, until 'admin back'.

    Parameters
    ----------
    why
        A sentence that people at the table read.
    """

    async def withhold(store: Store) -> None:
        row = await found_table(store, table)
        if row.status != "playing":
            raise WrongUse(f"Nobody plays at the table {table}: it is {row.status}.")
        await store.withhold(table, f"{ASIDE} {why}".strip())
        await store.announce([table])

    on(database, withhold)
    print(f"The game at {table} is set aside. 'emberstacks admin back {table}' puts it back.")


def back(table: Which, /, *, database: Database = "") -> None:
    """Put a game back that was set aside, by you or because it could not be read; clocks begin
    again.
    """

    async def give_back(store: Store) -> None:
        row = await found_table(store, table)
        if not row.aside:
            raise WrongUse(f"The game at {table} is not set aside.")
        await store.give_back(table, time.time())
        await store.announce([table])

    on(database, give_back)
    print(f"The game at {table} goes on, if its log can be read.")


# How


def on(database: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database of a server; what is wrong with it is told in a sentence."""
    from emberstacks.server.store import Store
    from emberstacks.server.store.migrate import newest, version_of
    from emberstacks.server.store.opening import file_of, refuse_hopeless
    from emberstacks.server.store.outcomes import CannotOpen, NoTable, Unavailable

    # what is wrong is said below, once
    logging.basicConfig(handlers=[logging.NullHandler()], force=True)
    where = database or os.environ.get("EMBERSTACKS_DATABASE") or default_database()
    if where.partition(":")[0] not in ("sqlite", "postgresql", "postgres"):
        raise WrongUse("The database must be sqlite:///FILE or postgresql://...")
    file = file_of(where)
    if file is not None and not file.exists():
        raise WrongUse(f"There are no games in {file} yet.")

    async def run() -> T:
        store = Store(where)
        try:
            if await store.run(version_of) != newest():
                raise WrongUse(
                    f"{place_of(where)} has an older version. Start the server once: it upgrades its"
                    " database."
                )
            return await work(store)
        finally:
            await store.close()

    try:
        try:
            return asyncio.run(run())
        except Unavailable as trouble:
            refuse_hopeless(trouble, file)
            raise Failure(f"The database cannot be used now: {trouble}.") from None
    except (CannotOpen, OSError) as wrong:
        raise Failure(str(wrong)) from None
    except NoTable:
        raise WrongUse("The table has just been removed.") from None


async def found_person(store: Store, who: str) -> Any:
    # nobody can take another person's place by a clever name
    row = await store.person(who) or await store.account(who)
    if row is None:
        raise WrongUse(
            f"There is no account and no id {who!r}. 'emberstacks admin people --find NAME' lists"
            " people."
        )
    return row


async def found_table(store: Store, table: str) -> Any:
    found = await store.table(table)
    if found is None:
        raise WrongUse(f"There is no table {table!r}. 'emberstacks admin tables' lists them.")
    return found[0]


def about(row: Any) -> dict[str, Any]:
    """A table in every list; nothing that is secret at it."""
    return {
        "id": row.id,
        "game": row.game,
        "title": row.title,
        "status": row.status,
        "paused": bool(row.paused),
        "aside": row.aside,
        "withheld": bool(row.withheld),
    }


def make_sure(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise WrongUse(f"{question} Add --yes if you are sure.")
    if input(f"{question} Type yes: ").strip().lower() != "yes":
        raise WrongUse("Nothing was removed.")


def print_columns(lines: Sequence[Sequence[str]], nothing: str) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    for line in lines:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        )
    if not lines:
        print(nothing)


def counted(number: int, word: str) -> str:
    """
    >>> counted(1, "game"), counted(2, "try")
    ('1 game', '2 tries')
    """
    return f"{number} {word if number == 1 else 'tries' if word == 'try' else f'{word}s'}"


def day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment):%Y-%m-%d %H:%M}"


def in_a_while(moment: float) -> str:
    """
    >>> in_a_while(time.time() - 90)
    '90 s late'
    """
    left = round(moment - time.time())
    return f"in {left} s" if left > 0 else f"{-left} s late"
