"""The socket of a table: messages are checked, limited and answered, and nobody waits for a slow
reader.

Sockets bypass the web framework: it would keep a request, a task and a dozen coroutines for each of
them, and every message would go through all of those. An idle socket is just a `Visit` and the
protocol of its connection.
"""

from __future__ import annotations

import logging
import time
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection

from emberstacks.kernel.errors import IllegalChoice
from emberstacks.protocol import (
    MAX_TEXT,
    ChatLine,
    Incoming,
    Leave,
    Mark,
    Move,
    Outgoing,
    Pace,
    Ping,
    Pong,
    Say,
    Undo,
    Why,
)
from emberstacks.server import clock
from emberstacks.server.limits import new_line, told
from emberstacks.server.names import one_line
from emberstacks.server.people.accounts import person_of, session_of
from emberstacks.server.services import Services, services_of
from emberstacks.server.store.outcomes import Unavailable
from emberstacks.server.tables import telling
from emberstacks.server.tables.live import Connection, LiveTable, refused
from emberstacks.server.wire.address import address_of
from emberstacks.server.wire.errors import NOT_DONE, NOT_SAVED
from emberstacks.server.wire.frames import Wire, wire_of
from emberstacks.server.wire.origin import from_own_page, is_ours
from emberstacks.told import updates

log = logging.getLogger("emberstacks.socket")

TABLES = "/ws/"
LARGEST = 4096  # bytes of a message
BURST, A_SECOND = 20, 5  # messages of one socket: at once, and per second after that

# the page shows slow moves one by one: it needs no slower bots
PACES = {"slow": 1.0, "normal": 1.0, "fast": 0.5, "once": 0.0}

MOST_UNHEARD = 4  # messages in the queue; when it is full, we stop reading

BROKEN = 1011
UNKNOWN_TABLE, FOREIGN_PAGE, TOO_MANY, UNAVAILABLE = 4404, 4403, 4429, 4503

NOT_NOW = "The server cannot read its games right now. It keeps trying."
WRITTEN_DOWN = "Something is wrong with the server. The error has been logged."

decoder: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


class Allowance:
    """How much one socket may send."""

    __slots__ = ("at", "left")

    def __init__(self) -> None:
        self.left = float(BURST)
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * A_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def seen_by(query: bytes) -> int:
    """The last version that a returning page was told (`?seen=`); 0 if it has seen nothing."""
    seen = dict(parse_qsl(query.decode("latin-1"))).get("seen", "")
    return int(seen) if seen.isdecimal() and seen.isascii() and len(seen) < 10 else 0


class Front:
    """The application as uvicorn runs it: takes the sockets of tables, and leaves everything else
    to the framework.
    """

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and scope["path"].startswith(TABLES):
            await open_socket(scope, receive, send, services_of(self.app))
        else:
            await self.app(scope, receive, send)


async def open_socket(scope: Any, receive: Any, send: Any, services: Services) -> None:
    """Live play at a table. Anyone with its link may watch; people who may not come in are told
    why.
    """
    await receive()
    await send({"type": "websocket.accept"})
    wire = wire_of(scope)
    visit = Visit(services, wire)
    try:
        against = await visit.come_in(ASGIConnection(scope))
    except Unavailable:
        against = UNAVAILABLE, NOT_NOW
    except Exception:
        against = visit.failed()
    if against is None:
        wire.hand_over(visit)
    else:
        visit.gone()
        await send({"type": "websocket.close", "code": against[0], "reason": against[1]})


class Visit:
    """Somebody at a table, from the moment the socket opens until it is lost."""

    __slots__ = (
        "address",
        "allowance",
        "connection",
        "identity",
        "live",
        "services",
        "session",
        "unheard",
        "wire",
        "working",
    )

    def __init__(self, services: Services, wire: Wire) -> None:
        self.services = services
        self.wire = wire
        self.address: str | None = None  # this and the next: once they are counted
        self.identity: str | None = None
        self.session = ""  # that it came with, if it was somebody's
        self.live: LiveTable
        self.connection: Connection | None = None
        self.allowance: Allowance | None = None
        self.unheard: list[str] = []
        self.working = False

    async def come_in(self, asking: ASGIConnection[Any, Any, Any, Any]) -> tuple[int, str] | None:
        """Is this our page, are there too many, who is it, and is there such a table? Returns why
        not, or None.
        """
        services = self.services
        if not is_ours(asking.headers.get("host", ""), services.settings.known_names):
            return FOREIGN_PAGE, "This server does not know itself by the name in your address bar."
        # browsers let any page open a socket
        if not from_own_page(asking, services.settings.secure):
            return FOREIGN_PAGE, "This page may not open a table."
        address = address_of(asking)
        limit = (
            "requests"
            if services.connections.request(address, clock.now())
            else services.connections.come(address)
        )
        if limit:
            services.metrics.limited(limit)
            return (
                TOO_MANY,
                "There are too many connections from this address; try again in a minute.",
            )
        self.address = address
        hub = services.hub
        live, person = (
            await hub.table(asking.scope["path"].removeprefix(TABLES)),
            await person_of(asking, services.store),
        )
        if live is None:
            return UNKNOWN_TABLE, "There is no such table."
        identity = person.id if person is not None else ""
        if not services.connections.come_as(identity):
            services.metrics.limited("sockets-person")
            return TOO_MANY, "You have too many connections open; close one of them."
        self.identity = identity
        if person is not None:
            self.session = session_of(asking)
            services.visitors.come(self.session, identity, self.wire.give_up)
        self.live = live
        self.connection = Connection(identity, None, self.wire.tell)
        await hub.catch_up(live, seen_by(asking.scope["query_string"]))
        self.connection.seat = live.seat_of(identity)
        await hub.join(live, self.connection)
        return None

    def heard(self, text: str) -> None:
        """A message came in. Messages are answered one by one, and none can break the connection."""
        assert self.connection is not None
        if self.allowance is None:
            self.allowance = Allowance()
        if not self.allowance.take():
            self.connection.send(
                refused(
                    self.live,
                    self.connection.seat,
                    "too-fast",
                    "That was too much at once; wait a moment.",
                )
            )
            return
        self.unheard.append(text)
        if not self.working:
            self.working = True
            self.wire.run(self.work())
        elif len(self.unheard) > MOST_UNHEARD:
            self.wire.hush()

    async def work(self) -> None:
        """Answer all waiting messages."""
        assert self.connection is not None
        try:
            while self.unheard:
                await handle(self.unheard.pop(0), self.live, self.connection, self.services)
        except Exception:
            self.wire.give_up(*self.failed())
        finally:
            self.working = False
            self.wire.listen()

    def gone(self) -> None:
        """The socket is lost."""
        self.services.visitors.go(self.session, self.wire.give_up)
        if self.connection is not None:
            self.services.hub.part(self.live, self.connection)
        if self.identity is not None:
            self.services.connections.go_as(self.identity)
            self.identity = None
        if self.address is not None:
            self.services.connections.go(self.address)
            self.address = None

    def failed(self) -> tuple[int, str]:
        self.services.metrics.errors.inc()
        log.exception("a socket failed")
        return BROKEN, WRITTEN_DOWN


async def handle(text: str, live: LiveTable, connection: Connection, services: Services) -> None:
    """Do what a message asks, or say why not."""
    try:
        if len(text) > LARGEST:
            raise msgspec.DecodeError
        message = decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        connection.send(refused(live, connection.seat, "malformed", "That message cannot be read."))
        return
    refusal: Outgoing | None
    try:
        refusal = await dispatch(message, live, connection, services)
    except Unavailable:
        refusal = refused(
            live,
            connection.seat,
            "unavailable",
            NOT_SAVED if isinstance(message, Move) else NOT_DONE,
        )
    if refusal is not None:
        connection.send(refusal)


async def dispatch(
    message: Incoming, live: LiveTable, connection: Connection, services: Services
) -> Outgoing | None:
    """Do what a message asks, for the seat of this connection only; a refusal is sent back."""
    seat = connection.seat
    if isinstance(message, Ping):
        return Pong()
    if isinstance(message, Pace):
        connection.pace = PACES[message.pace]
        return None
    if isinstance(message, Say):
        return await speak_up(message, live, connection, services)
    if seat is None:
        return refused(
            live,
            None,
            "not-seated",
            "You are watching; only those who sit at the table can do that.",
        )
    if isinstance(message, Move):
        began = time.perf_counter()
        refusal = await services.play.move(live, seat, message.version, message.choice)
        if refusal is None:
            services.play.took(live, time.perf_counter() - began)
        return refusal
    if isinstance(message, Why):
        return reason(live, seat, message.choice)
    if isinstance(message, Undo):
        return await services.play.undo(live, seat, message.version)
    if isinstance(message, Mark):
        return await put_marker(message, live, connection, services)
    if isinstance(message, Leave) and live.playing:
        await services.play.stand_in(live, seat)
    return None


def reason(live: LiveTable, seat: int, choice: str) -> Outgoing:
    """Why a seat cannot give an answer now; tells nothing that it could not learn by trying."""
    if not live.playing or live.match is None:
        return refused(live, seat, "not-playing", live.idle)
    return updates.reason(live.match, seat, choice)


async def speak_up(
    message: Say, live: LiveTable, connection: Connection, services: Services
) -> Outgoing | None:
    if live.row.silent and live.row.status != "over":
        return refused(
            live,
            connection.seat,
            "silent",
            "This table is silent: the game forbids talk until it is over.",
        )
    if connection.seat is None:
        return refused(
            live, None, "not-seated", "You are watching; only those who sit at the table can talk."
        )
    text = one_line(message.text)[:MAX_TEXT]
    if not text:
        return refused(live, connection.seat, "malformed", "There is nothing to say.")
    limited = await too_talkative(live, connection, services)
    if limited is not None:
        return limited
    now = clock.now()
    name = live.chairs[connection.seat].name
    number = await services.store.say(live.id, connection.seat, name, text, now)
    telling.line(live, ChatLine(number=number, name=name, seat=connection.seat, text=text, at=now))
    services.announce(live.id)
    return None


async def too_talkative(
    live: LiveTable, connection: Connection, services: Services
) -> Outgoing | None:
    """Refuse somebody who says too much too quickly; markers count as talk."""
    used_up = await services.store.spend(new_line(services.settings, connection.person))
    if used_up is None:
        return None
    services.metrics.limited(used_up[0].name)
    return refused(live, connection.seat, "too-fast", told(used_up[0].sentence, used_up[1]))


async def put_marker(
    message: Mark, live: LiveTable, connection: Connection, services: Services
) -> Outgoing | None:
    """Put a player's marker on a piece. The game says where it may go, and it changes no match."""
    seat = connection.seat
    if seat is None or live.match is None or not live.playing:
        return refused(live, seat, "not-playing", live.idle)
    piece = ""
    if message.piece:
        try:
            piece, _ = live.match.marker(seat, message.piece)
        except IllegalChoice as wrong:
            return refused(live, seat, "illegal", str(wrong), wrong.clause)
    limited = await too_talkative(live, connection, services)
    if limited is not None:
        return limited
    await services.store.change_seat(live.id, seat, marker=piece)
    await services.play.changed(live)
    return None
