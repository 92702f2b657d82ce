"""A cheap client of the server: HTTP with cookies, and sockets without any library, so that the
load itself costs little.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import os
import struct
from collections.abc import Callable
from typing import Any, cast

import msgspec

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = b"\0\0\0\0"  # clients must mask; with this key the bytes stay as they are


class Option(msgspec.Struct):
    """A choice, with only what a blind player needs."""

    text: str


class Seen(msgspec.Struct):
    """Any message from the server, with only what a blind player needs."""

    type: str
    version: int = -1
    choices: list[Option] = []
    result: str = ""
    code: str = ""
    message: str = ""
    you: int | None = None


read_seen = msgspec.json.Decoder(Seen).decode


def frame(text: str) -> bytes:
    """A message as a client sends it."""
    data = text.encode()
    size = len(data)
    head = (
        bytes((0x80 | TEXT, 0x80 | size))
        if size < 126
        else bytes((0x80 | TEXT, 0x80 | 126)) + struct.pack(">H", size)
    )
    return head + NO_MASK + data


def move(version: int, choice: str) -> bytes:
    """An answer as a client sends it."""
    return frame(json.dumps({"type": "move", "version": version, "choice": choice}))


class Line(asyncio.Protocol):
    """One socket at a table. `heard` gets every text, `closed` the code with which it ended (1006:
    without a word).
    """

    def __init__(
        self,
        request: bytes,
        heard: Callable[[bytes], None],
        closed: Callable[[int], None] | None = None,
    ) -> None:
        self.request = request
        self.heard = heard
        self.closed = closed
        self.open = False
        self.code = 1006
        self.buffer = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open and not self.greet():
            return
        at, buffer = 0, self.buffer
        while len(buffer) >= at + 2:
            size, head = buffer[at + 1], 2
            if size == 126 and len(buffer) >= at + 4:
                size, head = int.from_bytes(buffer[at + 2 : at + 4]), 4
            elif size == 127 and len(buffer) >= at + 10:
                size, head = int.from_bytes(buffer[at + 2 : at + 10]), 10
            elif size > 125:
                break
            end = at + head + size
            if len(buffer) < end:
                break
            self.take(buffer[at] & 15, bytes(buffer[at + head : end]))
            at = end
        del buffer[:at]

    def greet(self) -> bool:
        """The server's answer to the handshake."""
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        self.open = self.buffer.startswith(b"HTTP/1.1 101")
        if not self.open:
            self.transport.close()
            return False
        del self.buffer[: end + 4]
        if not self.ready.done():
            self.ready.set_result(None)
        return True

    def take(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self.heard(data)
        elif kind == PING:
            self.transport.write(bytes((0x80 | PONG, 0x80 | len(data))) + NO_MASK + data)
        elif kind == CLOSE:
            self.code = int.from_bytes(data[:2]) if data else 1005
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the socket was refused"))
        if self.closed is not None:
            self.closed(self.code)


class Guest:
    """Somebody with cookies."""

    def __init__(self, port: int, name: str = "") -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.http: http.client.HTTPConnection | None = None
        if name:
            self.get("/api/session")
            self.person: dict[str, Any] = self.post("/api/session", {"name": name})

    def ask(self, method: str, path: str, data: Any = None) -> tuple[int, bytes]:
        """A request on the one open connection; OSError or HTTPException if the server is away."""
        if self.http is None:
            self.http = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "x-csrftoken": self.cookies.get("csrftoken", "")}
        body = None if method == "GET" else json.dumps(data)
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self.http.request(method, path, body, headers)
            answer = self.http.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.leave()
            raise
        for value in answer.headers.get_all("set-cookie") or []:
            cookie, _, content = value.partition(";")[0].partition("=")
            self.cookies[cookie] = content
        return answer.status, text

    def get(self, path: str) -> bytes:
        return self.expect(*self.ask("GET", path))

    def post(self, path: str, data: Any = None) -> Any:
        return json.loads(self.expect(*self.ask("POST", path, data)))

    def expect(self, status: int, text: bytes) -> bytes:
        if status >= 300:
            raise RuntimeError(
                f"the server answers {status}: {text.decode(errors='replace')[:300]}"
            )
        return text

    def leave(self) -> None:
        if self.http is not None:
            self.http.close()
            self.http = None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def connect(
        self,
        path: str,
        heard: Callable[[bytes], None],
        closed: Callable[[int], None] | None = None,
        port: int = 0,
    ) -> Line:
        """A socket, once the server has taken it."""
        key = base64.b64encode(os.urandom(16)).decode()
        port = port or self.port
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
        ]
        lines += [
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self.cookie}",
            "",
            "",
        ]
        request = "\r\n".join(lines).encode()
        _, line = await asyncio.get_running_loop().create_connection(
            lambda: Line(request, heard, closed), "127.0.0.1", port
        )
        await asyncio.wait_for(line.ready, 30)
        return line
