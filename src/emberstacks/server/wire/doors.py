"""The doors of the server: a new connection must send its request within some seconds and within
limits.

By itself, uvicorn waits for ever for the rest of a request, and keeps answering pings of a client
that reads nothing until the memory is full.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from emberstacks.server.wire.address import network

HEAD_SECONDS = 10.0  # for a whole request, head and body, from its first byte
MOST_UNFINISHED = 2000  # connections with an incomplete request, in all
MOST_UNFINISHED_AN_ADDRESS = 64
PATIENCE = 1.0  # seconds in which no connection is closed because there are too many
MOST_PARTS = 64  # frames that one message may be split into
# bytes of a message; larger ones are not read, and those above 4 kB are refused with a sentence
LARGEST_READ = 16_384
LARGEST_HEAD = 16_384  # bytes of the head of a request


class Waiting:
    """Connections with an incomplete request, oldest first; when there are too many, the oldest is
    closed.
    """

    def __init__(self) -> None:
        self.doors: dict[HttpDoor, str] = {}
        self.addresses: dict[str, dict[HttpDoor, None]] = {}

    def add(self, door: HttpDoor, address: str) -> None:
        self.doors[door] = address
        here = self.addresses.setdefault(address, {})
        here[door] = None
        for crowd, most in ((here, MOST_UNFINISHED_AN_ADDRESS), (self.doors, MOST_UNFINISHED)):
            if len(crowd) > most:
                oldest = next(iter(crowd))
                # a crowd that arrives at once and finishes its requests is welcome
                if door.opened - oldest.opened > PATIENCE:
                    oldest.give_up()

    def remove(self, door: HttpDoor) -> None:
        address = self.doors.pop(door, None)
        if address is not None:
            here = self.addresses[address]
            here.pop(door, None)
            if not here:
                del self.addresses[address]


waiting = Waiting()


class HttpDoor(H11Protocol):
    """A connection that is closed if its request is not complete in time."""

    timer: asyncio.TimerHandle | None = None
    opened = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.begin()

    def data_received(self, data: bytes) -> None:
        if self.timer is None:
            self.begin()
        super().data_received(data)
        if self.complete():
            self.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()
        super().connection_lost(exc)

    def complete(self) -> bool:
        """A whole request is here, or the connection has become a socket."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return True
        if self.cycle is None or self.cycle.more_body:
            return False
        return not self.cycle.response_complete or not self.conn.trailing_data[0]

    def begin(self) -> None:
        self.opened = self.loop.time()
        self.timer = self.loop.call_later(HEAD_SECONDS, self.give_up)
        waiting.add(self, network(self.client[0] if self.client else ""))

    def end(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        waiting.remove(self)

    def give_up(self) -> None:
        self.end()
        if not self.complete():
            self.transport.abort()


class SocketDoor(WebSocketsSansIOProtocol):
    """A socket that we stop reading while its client does not read our answers, and whose messages
    come in few parts.
    """

    clogged = False  # the client does not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self.clogged = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.clogged = False
        if not self.read_paused:
            self.transport.resume_reading()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
            return
        self.conn.fail(1008, "the message comes in too many parts")
        self.handle_parser_exception()


def bounds() -> dict[str, Any]:
    """Settings for uvicorn."""
    return {
        "http": HttpDoor,
        "ws_max_size": LARGEST_READ,
        "h11_max_incomplete_event_size": LARGEST_HEAD,
        "timeout_keep_alive": 5,
        "server_header": False,
    }
