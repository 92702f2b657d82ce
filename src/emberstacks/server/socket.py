"""The socket of a table: what comes in is checked, limited and answered; nobody waits for a slow reader."""

from __future__ import annotations

import logging
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures.state import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from emberstacks.kernel.errors import IllegalChoice
from emberstacks.server.crowd import Crowd
from emberstacks.server.frames import wire_of
from emberstacks.server.hub import Hub
from emberstacks.server.limits import address_of, new_line, told
from emberstacks.server.live import Connection, LiveTable, refused
from emberstacks.server.origin import from_own_page
from emberstacks.server.outcomes import Unavailable
from emberstacks.server.people import clean_text, person_of
from emberstacks.server.protocol import (
    MAX_TEXT,
    ChatLine,
    Incoming,
    Leave,
    Mark,
    Move,
    Outgoing,
    Ping,
    Pong,
    Reason,
    Say,
    Undo,
    Why,
)
from emberstacks.server.trouble import NOT_DONE, NOT_SAVED

log = logging.getLogger("emberstacks.socket")

LARGEST = 4096  # bytes of a message
BURST, A_SECOND = 20, 5  # messages of one socket: so many at once, and so many a second after that

BROKEN = 1011
UNKNOWN_TABLE, FOREIGN_PAGE, TOO_SLOW, TOO_MANY, UNAVAILABLE = 4404, 4403, 4408, 4429, 4503

NOT_NOW = "The server cannot read its games right now; it tries again."

decoder: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


class Allowance:
    """How much one socket may say."""

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


def seen_by(socket: WebSocket[Any, Any, Any]) -> int:
    """The last version that a returning page was told, `?seen=`; 0 for a page that has seen nothing."""
    seen = str(socket.query_params.get("seen", ""))
    return int(seen) if seen.isdecimal() and seen.isascii() and len(seen) < 10 else 0


@websocket("/ws/{table:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str], state: State) -> None:
    """Live play at a table; anybody with its link may watch."""
    await socket.accept()
    if not from_own_page(socket, state.settings.secure):  # browsers let any page open a socket
        await socket.close(FOREIGN_PAGE, "This page may not open a table.")
        return
    crowd: Crowd = state.crowd
    address = address_of(socket)
    against = crowd.come(address)
    if against:
        state.figures.limited(against)
        await socket.close(TOO_MANY, "There are too many connections from this address; try again in a minute.")
        return
    try:
        await at_the_door(socket, table, state)
    finally:
        crowd.go(address)


async def at_the_door(socket: WebSocket[Any, Any, Any], table: str, state: State) -> None:
    """Who is it, and is there such a table?"""
    try:
        live, person = await state.hub.table(table), await person_of(socket)
    except Unavailable:
        await socket.close(UNAVAILABLE, NOT_NOW)
        return
    if live is None:
        await socket.close(UNKNOWN_TABLE, "There is no such table.")
        return
    identity = person.id if person is not None else ""
    if not state.crowd.come_as(identity):
        state.figures.limited("sockets-person")
        await socket.close(TOO_MANY, "You have too many connections open; close one of them.")
        return
    try:
        await at_the_table(socket, live, identity, state)
    finally:
        state.crowd.go_as(identity)


async def at_the_table(socket: WebSocket[Any, Any, Any], live: LiveTable, identity: str, state: State) -> None:
    hub: Hub = state.hub
    connection = Connection(identity, live.seat_of(identity), wire_of(socket.scope, TOO_SLOW))
    try:
        await hub.catch_up(live, seen_by(socket))
        connection.seat = live.seat_of(identity)
        await hub.join(live, connection)
        await listen(socket, live, connection, hub)
    except Unavailable:
        await socket.close(UNAVAILABLE, NOT_NOW)
    except (WebSocketDisconnect, OSError):
        pass
    except Exception:
        state.figures.errors.inc()
        log.exception("a socket failed")
        await socket.close(BROKEN, "Something is wrong with the server; it has been written down.")
    finally:
        hub.part(live, connection)


async def listen(socket: WebSocket[Any, Any, Any], live: LiveTable, connection: Connection, hub: Hub) -> None:
    """Answer every message; none can break the connection or change what it may not."""
    allowance = Allowance()
    while True:
        text = await socket.receive_text()
        if allowance.take():
            await heed(text, live, connection, hub)
        else:
            connection.send(refused(live, "too-fast", "That was too much at once; wait a moment."))


async def heed(text: str, live: LiveTable, connection: Connection, hub: Hub) -> None:
    """Do what a message says, or answer why not."""
    try:
        if len(text) > LARGEST:
            raise msgspec.DecodeError
        message = decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        connection.send(refused(live, "malformed", "That message cannot be read."))
        return
    refusal: Outgoing | None
    try:
        refusal = await obey(message, live, connection, hub)
    except Unavailable:
        refusal = refused(live, "unavailable", NOT_SAVED if isinstance(message, Move) else NOT_DONE)
    if refusal is not None:
        connection.send(refusal)


async def obey(message: Incoming, live: LiveTable, connection: Connection, hub: Hub) -> Outgoing | None:
    """Do what a message asks for, for the seat of the connection and no other; what is refused is answered."""
    seat = connection.seat
    if isinstance(message, Ping):
        return Pong()
    if isinstance(message, Say):
        return await speak_up(message, live, connection, hub)
    if seat is None:
        return refused(live, "not-seated", "You are watching; only those who sit at the table can do that.")
    if isinstance(message, Move):
        began = time.perf_counter()
        refusal = await hub.move(live, seat, message.version, message.choice)
        if refusal is None:
            hub.figures.moves.observe(time.perf_counter() - began)
        return refusal
    if isinstance(message, Why):
        return reason(live, seat, message.choice)
    if isinstance(message, Undo):
        return await hub.undo(live, seat, message.version)
    if isinstance(message, Mark):
        return await put_marker(message, live, connection, hub)
    if isinstance(message, Leave) and live.playing:
        await hub.stand_in(live, seat)
    return None


def reason(live: LiveTable, seat: int, choice: str) -> Outgoing:
    """Why a seat cannot answer something now; nothing that it could not learn by trying."""
    if not live.playing or live.match is None:
        return refused(live, "not-playing", live.aside or "This game is not being played now.")
    message, clause = live.match.why_not(choice, seat)
    return Reason(choice=choice, message=message, clause=clause)


async def speak_up(message: Say, live: LiveTable, connection: Connection, hub: Hub) -> Outgoing | None:
    if live.row.silent and live.row.status != "over":
        return refused(live, "silent", "This table is silent: the game forbids talk until it is over.")
    if connection.seat is None:
        return refused(live, "not-seated", "You are watching; only those who sit at the table can talk.")
    text = clean_text(message.text)[:MAX_TEXT]
    if not text:
        return refused(live, "malformed", "There is nothing to say.")
    limited = await too_talkative(live, connection, hub)
    if limited is not None:
        return limited
    now = time.time()
    name = live.chairs[connection.seat].name
    number = await hub.store.say(live.row.id, connection.seat, name, text, now)
    hub.tell_line(live, ChatLine(number=number, name=name, seat=connection.seat, text=text, at=now))
    hub.announce(live.row.id)
    return None


async def too_talkative(live: LiveTable, connection: Connection, hub: Hub) -> Outgoing | None:
    """A refusal for somebody who says too much in too short a time; markers are talk as well."""
    used_up = await hub.store.spend(new_line(hub.limits, connection.person))
    if used_up is None:
        return None
    hub.figures.limited(used_up[0].name)
    return refused(live, "too-fast", told(used_up[0].sentence, used_up[1]))


async def put_marker(message: Mark, live: LiveTable, connection: Connection, hub: Hub) -> Outgoing | None:
    """A player's marker is talk that a silent table may allow: the game says where it may lie; it changes no match."""
    seat = connection.seat
    if seat is None or live.match is None or not live.playing:
        return refused(live, "not-playing", live.aside or "This game is not being played now.")
    piece = ""
    if message.piece:
        try:
            piece, _ = live.match.marker(seat, message.piece)
        except IllegalChoice as wrong:
            return refused(live, "illegal", str(wrong), wrong.clause)
    limited = await too_talkative(live, connection, hub)
    if limited is not None:
        return limited
    await hub.store.change_seat(live.row.id, seat, marker=piece)
    await hub.refresh(live)
    hub.announce(live.row.id)
    return None
