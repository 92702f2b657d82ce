"""The sockets' wire: a message is encoded once, and the same bytes go to everybody who may see it.

A server's frames are not masked, and these are not compressed, so that they are the same for every socket. Compression
would save a browser one or two kilobytes a move. It takes little time, but each connection needs its own frames then, and
32 kB (zlib's formula for a window of 12 bits and memory level 5, uvicorn's choice).
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any, cast

import msgspec

from emberstacks.server.doors import SocketDoor
from emberstacks.server.protocol import Outgoing

EXTENSION = "emberstacks.frames"  # by this name a socket's scope offers its wire
MOST_WAITING = 1_000_000  # bytes that a slow reader may lag behind before the socket is closed and it comes back
FAREWELL = 10.0  # seconds that it then has to hear so
FINAL_TEXT = 0x81

encoder = msgspec.json.Encoder()


def framed(message: Outgoing) -> bytes:
    """A message as a whole frame of the WebSocket protocol (RFC 6455, section 5.2)."""
    data = encoder.encode(message)
    size = len(data)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + data
    if size < 65_536:
        return struct.pack(">BBH", FINAL_TEXT, 126, size) + data
    return struct.pack(">BBQ", FINAL_TEXT, 127, size) + data


class Inbox:
    """A queue with one reader. Most sockets are idle, and for an idle one asyncio.Queue keeps four empty queues more."""

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


class FrameSocket(SocketDoor):
    """A socket of uvicorn that also takes frames that are ready to go."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = cast("asyncio.Queue[Any]", Inbox())

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def start_keepalive(self) -> None:
        """The handshake is done: forget its headers, which the application has already."""
        super().start_keepalive()
        self.request = self.response = cast(Any, None)

    def write(self, frame: bytes) -> bool:
        """Send it, at once where the reader keeps up; false where too much waits for the reader."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True  # there is nobody to be slow
        self.transport.write(frame)
        return self.transport.get_write_buffer_size() <= MOST_WAITING

    def give_up(self, code: int, reason: str) -> None:
        """Close the socket of a reader who lags behind, without waiting for what they have not read."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.loop.call_later(FAREWELL, self.transport.abort)


def wire_of(scope: Any, too_slow: int) -> Callable[[bytes], None]:
    """What sends frames over a socket; a reader who lags too far behind is sent away with a code, and comes back."""
    socket = scope["extensions"].get(EXTENSION)
    if not isinstance(socket, FrameSocket):
        raise RuntimeError("The sockets need uvicorn as emberstacks.server.run sets it up.")

    def write(frame: bytes) -> None:
        if not socket.write(frame):
            socket.give_up(too_slow, "The connection is too slow; it starts again.")

    return write
