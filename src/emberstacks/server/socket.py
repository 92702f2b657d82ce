"""The socket of a table: what comes in is checked, limited and answered; nobody waits for a slow reader."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures.state import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from emberstacks.server.frames import wire_of
from emberstacks.server.hub import Hub
from emberstacks.server.live import Connection, LiveTable, refused
from emberstacks.server.origin import from_own_page
from emberstacks.server.people import person_of
from emberstacks.server.protocol import MAX_TEXT, ChatLine, Incoming, Leave, Move, Outgoing, Ping, Pong, Say, Undo
from emberstacks.server.store import Unavailable
from emberstacks.server.trouble import NOT_DONE, NOT_SAVED

LARGEST = 4096  # bytes of a message
BURST, A_SECOND = 20, 5  # messages of one socket: so many at once, and so many a second after that

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
    hub: Hub = state.hub
    if not from_own_page(socket, state.settings.secure):  # browsers let any page open a socket
        await socket.close(FOREIGN_PAGE, "This page may not open a table.")
        return
    address = socket.client.host if socket.client is not None else ""
    if state.addresses[address] >= state.settings.sockets_an_address:
        await socket.close(TOO_MANY, "There are too many connections from this address.")
        return
    try:
        live, person = await hub.table(table), await person_of(socket)
    except Unavailable:
        await socket.close(UNAVAILABLE, NOT_NOW)
        return
    if live is None:
        await socket.close(UNKNOWN_TABLE, "There is no such table.")
        return
    identity = person.id if person is not None else ""
    connection = Connection(identity, live.seat_of(identity), wire_of(socket.scope, TOO_SLOW))
    state.addresses[address] += 1
    try:
        await hub.catch_up(live, seen_by(socket))
        connection.seat = live.seat_of(identity)
        await hub.join(live, connection)
        await listen(socket, live, connection, hub)
    except Unavailable:
        await socket.close(UNAVAILABLE, NOT_NOW)
    except (WebSocketDisconnect, OSError):
        pass
    finally:
        state.addresses[address] -= 1
        if not state.addresses[address]:
            del state.addresses[address]
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
    except msgspec.DecodeError:
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
        return await hub.move(live, seat, message.version, message.choice)
    if isinstance(message, Undo):
        return await hub.undo(live, seat, message.version)
    if isinstance(message, Leave) and live.playing:
        await hub.stand_in(live, seat)
    return None


async def speak_up(message: Say, live: LiveTable, connection: Connection, hub: Hub) -> Outgoing | None:
    if live.row.silent and live.row.status != "over":
        return refused(live, "silent", "This table is silent: the game forbids talk until it is over.")
    if connection.seat is None:
        return refused(live, "not-seated", "You are watching; only those who sit at the table can talk.")
    text = " ".join(message.text.split())[:MAX_TEXT]
    if not text:
        return refused(live, "malformed", "There is nothing to say.")
    now = time.time()
    name = live.chairs[connection.seat].name
    number = await hub.store.say(live.row.id, connection.seat, name, text, now)
    hub.tell_line(live, ChatLine(number=number, name=name, seat=connection.seat, text=text, at=now))
    hub.announce(live.row.id)
    return None
