"""The rows of the database as the program reads them; the names are those of the columns in
schema.py, which a test holds.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Select


class TableRow(Struct, frozen=True, kw_only=True):
    """A table: what is played, and how far it is."""

    id: str
    game: str
    players: int
    options: str
    title: str
    public: bool
    clock: int
    silent: bool
    help: bool
    status: Literal["open", "playing", "over"]
    host: str
    secret: str
    position: str | None
    created: float
    changed: float
    result: str
    next: str
    rules: str
    aside: str
    due: float | None
    paused: bool
    resumed: float
    rated: bool
    titled: str
    source: str
    withheld: bool


class ChairRow(Struct, frozen=True, kw_only=True):
    """A chair of a table, and who sits there."""

    table: str
    seat: int
    kind: Literal["person", "open", "bot"]
    person: str
    bot: str
    name: str
    stand_in: bool
    stood_in: bool
    hidden: bool
    wants_end: bool
    wants_pause: bool
    marker: str
    away: float  # the person is on vacation until then
    account: bool  # the person has one
    called: str | None  # what the person is called by now
    reachable: bool  # the person can be told outside the page


class LogRow(Struct, frozen=True, kw_only=True):
    """An entry of the log of a match."""

    table: str
    version: int
    kind: str
    seat: int
    code: int
    at: float


class ChatRow(Struct, frozen=True, kw_only=True):
    """A line of chat."""

    table: str
    number: int
    seat: int | None
    name: str
    text: str
    at: float


class PersonRow(Struct, frozen=True, kw_only=True):
    """A person."""

    id: str
    name: str
    account: str | None
    password: str | None
    settings: str
    created: float
    away: float
    registered: float | None
    skeleton: str | None


class KnownPerson(PersonRow, frozen=True, kw_only=True):
    """A person behind a session."""

    seen: float  # when the session was last used


class ListedPerson(PersonRow, frozen=True, kw_only=True):
    """A person as the host sees them."""

    sessions: int
    chairs: int


class SessionRow(Struct, frozen=True, kw_only=True):
    """A browser that somebody has come with."""

    id: str
    person: str
    created: float
    seen: float
    browser: str


class AddressRow(Struct, frozen=True, kw_only=True):
    """Where a person is told outside the page that it is their turn."""

    id: str
    person: str
    kind: Literal["push", "email", "ntfy", "webhook"]
    target: str
    browser: str
    code: str
    created: float


class NoticeRow(Struct, frozen=True, kw_only=True):
    """A notice that is to be sent, and where it goes."""

    id: str
    address: str
    table: str
    seat: int
    due: float
    tries: int
    person: str
    kind: str
    target: str
    browser: str


class WaitingNotice(Struct, frozen=True, kw_only=True):
    """A notice that is to be sent, as the host sees it."""

    id: str
    address: str
    table: str
    seat: int
    due: float
    tries: int
    kind: str
    person: str
    name: str


class RatingRow(Struct, frozen=True, kw_only=True):
    """How strong somebody is in a game."""

    game: str
    player: str
    mu: float
    sigma: float
    games: int


R = TypeVar("R", bound=Struct)


def read(db: Connection, wanted: Select[Any], kind: type[R]) -> list[R]:
    """The rows that a query finds."""
    return [kind(**row._mapping) for row in db.execute(wanted)]


def first(db: Connection, wanted: Select[Any], kind: type[R]) -> R | None:
    """The first of them, if there is one."""
    row = db.execute(wanted).first()
    return None if row is None else kind(**row._mapping)
