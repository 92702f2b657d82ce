"""Sockets that send ready-made frames, inside uvicorn.

A server's frames are not masked, and ours are not compressed, so they are the same for every
socket. Compression would save a browser one or two kilobytes per move. It takes little time, but
then every connection needs its own frames and 32 kB of memory (zlib's formula for a window of 12
bits and memory level 5, which uvicorn uses).
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Coroutine
from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected

from emberstacks.server.wire.timeouts import TimedSocket

EXTENSION = "emberstacks.frames"  # where a socket's scope has its wire
# bytes that a slow reader may fall behind before we close the socket and it connects again
MOST_WAITING = 1_000_000
FAREWELL = 10.0  # seconds that it then has to read why
TOO_SLOW = 4408
FINAL_TEXT = 0x81


def framed(message: bytes) -> bytes:
    """A message as a whole frame of the WebSocket protocol (RFC 6455, section 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + message
    if size < 65_536:
        return struct.pack(">BBH", FINAL_TEXT, 126, size) + message
    return struct.pack(">BBQ", FINAL_TEXT, 127, size) + message


class Inbox:
    """A queue with one reader, smaller than asyncio.Queue, because most sockets are idle."""

    __slots__ = ("messages", "reader")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.reader is not None and not self.reader.done():
            self.reader.set_result(None)

    def empty(self) -> bool:
        return not self.messages

    async def get(self) -> Any:
        while not self.messages:
            self.reader = asyncio.get_running_loop().create_future()
            try:
                await self.reader
            finally:
                self.reader = None
        return self.messages.pop(0)


class Visitor(Protocol):
    """Gets the messages of a socket once the handshake is done."""

    def heard(self, text: str) -> None: ...

    def gone(self) -> None: ...


class Wire(Protocol):
    """What a visitor needs of a socket, however its messages travel."""

    def hand_over(self, visitor: Visitor) -> None: ...

    def tell(self, message: bytes) -> None: ...

    def give_up(self, code: int, reason: str) -> None: ...

    def run(self, work: Coroutine[Any, Any, None]) -> None: ...

    def hush(self) -> None: ...

    def listen(self) -> None: ...


class Nobody:
    """Replaces what a socket needs only during its handshake."""

    def put_nowait(self, _message: Any) -> None: ...

    def set(self) -> None: ...

    def clear(self) -> None: ...


NOBODY: Any = Nobody()


class FrameSocket(TimedSocket):
    """A socket of uvicorn that sends ready-made frames and hands messages to a visitor without a
    queue.
    """

    visitor: Visitor | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = cast("asyncio.Queue[Any]", Inbox())

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def start_keepalive(self) -> None:
        """The handshake is done: forget its headers, because the application has them."""
        super().start_keepalive()
        self.request = self.response = cast(Any, None)

    async def run_asgi(self) -> None:
        """If the application has handed the socket over, the socket stays open when the application
        returns.
        """
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("a socket failed")
            self.send_500_response()
        if self.visitor is None and self.close_timer is None:
            self.transport.close()

    def hand_over(self, visitor: Visitor) -> None:
        """From now on, messages go to a visitor, beginning with those that are already here."""
        early = cast(Inbox, self.queue).messages
        self.scope = self.queue = self.writable = NOBODY
        self.visitor = visitor
        if self.disconnected:
            visitor.gone()
            return
        for message in early:
            if message["type"] == "websocket.receive":
                visitor.heard(message.get("text") or "")
        self.listen()

    def send_receive_event_to_app(self) -> None:
        if self.visitor is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        try:
            # bytes are no message
            text = str(data, "utf-8") if self.curr_msg_data_type == "text" else ""
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.visitor.heard(text)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a visitor's work; the server waits for it before it stops."""
        task = self.loop.create_task(work)
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def hush(self) -> None:
        """Stop reading for now."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def listen(self) -> None:
        """Start reading again."""
        if self.read_paused:
            self.read_paused = False
            if not self.clogged and not self.transport.is_closing():
                self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        visitor, self.visitor = self.visitor, None
        if visitor is not None:
            visitor.gone()

    def tell(self, message: bytes) -> None:
        """Send a message, at once if the reader keeps up. A reader that is too far behind is
        disconnected, and connects again.
        """
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return
        transport.write(framed(message))
        if self.clogged and transport.get_write_buffer_size() > MOST_WAITING:
            self.give_up(TOO_SLOW, "The connection is too slow; it starts again.")

    def give_up(self, code: int, reason: str) -> None:
        """Close the socket without waiting for what its reader has not read."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)
        self.listen()


def wire_of(scope: Any) -> Wire:
    """The wire of a socket, which sends frames."""
    socket: Wire | None = scope["extensions"].get(EXTENSION)
    if socket is None:
        raise RuntimeError("The sockets need uvicorn as emberstacks.server.run sets it up.")
    return socket
