"""A server in the test's own process, without a port: the whole application, with a real database,
people who come in by requests and sockets, and a clock that tests can let pass.

What only a process has is missing: uvicorn's HTTP, a death without a word, other processes.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import queue
import sys
import threading
from asyncio import AbstractEventLoop, run_coroutine_threadsafe
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK
from websockets.frames import OK_CLOSE_CODES, Close

from emberstacks.server import clock
from emberstacks.server.app import create_app
from emberstacks.server.services import Services, services_of
from emberstacks.server.settings import Settings
from emberstacks.server.tables.socket import Front
from emberstacks.server.wire.frames import EXTENSION, Visitor
from tests.server import plain

PATIENCE = 60  # seconds that an answer may take on a busy machine
NUMBERS = itertools.count(1)  # in place of ports; real ones are larger
RESTART = 1012
T = TypeVar("T")
CALLER = ("127.0.0.1", 50_000)


class InMemory(httpx.BaseTransport):
    """A server that runs in a thread, with an event loop of its own."""

    def __init__(self, database: str, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.number = next(NUMBERS)
        self.base = f"http://127.0.0.1:{self.number}"
        self.ahead = 0.0  # seconds by which its time is ahead of the real one
        self.sockets: set[Socket] = set()
        self.loop: AbstractEventLoop
        self.application: Any
        self.services: Services
        self.begun: threading.Event
        self.trouble: BaseException | None
        self.thread: threading.Thread

    def start(self) -> InMemory:
        """Also again, after `stop`, on the same database."""
        self.begun, self.trouble = threading.Event(), None
        self.thread = threading.Thread(target=self.live, daemon=True)
        self.thread.start()
        if not self.begun.wait(PATIENCE):
            raise RuntimeError("the server did not start")
        if self.trouble is not None:
            raise self.trouble
        plain.IN_MEMORY[self.base] = self
        return self

    def live(self) -> None:
        switching = sys.getswitchinterval()
        try:
            with asyncio.Runner() as runner:
                runner.run(self.serve())
        except BaseException as trouble:
            self.trouble = trouble
        finally:
            self.begun.set()
            sys.setswitchinterval(switching)  # the server has changed it

    async def serve(self) -> None:
        """Until `stop`."""
        self.loop = asyncio.get_running_loop()
        real = self.loop.time
        self.loop.time = lambda: real() + self.ahead  # type: ignore[method-assign]
        self.ended = asyncio.Event()
        app = create_app(self.settings)
        self.application = Front(app)
        async with app.lifespan():
            self.services = services_of(app)
            self.begun.set()
            await self.ended.wait()
            for socket in list(self.sockets):
                socket.give_up(RESTART, "")

    def stop(self) -> None:
        """As a service is stopped: everything is written, and sockets hear of it."""
        if not self.thread.is_alive():
            return
        del plain.IN_MEMORY[self.base]
        self.loop.call_soon_threadsafe(self.ended.set)
        self.thread.join(PATIENCE)
        clock.BEGAN -= self.ahead
        self.ahead = 0.0
        assert not self.thread.is_alive()

    def passes(self, seconds: float) -> None:
        """Let so much time pass at once, for the clocks of tables and for all that waits."""
        self.ahead += seconds
        clock.BEGAN += seconds
        self.loop.call_soon_threadsafe(lambda: None)  # wakes the loop, which looks at its timers

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something where the server runs."""
        return run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        status, headers, body = self.do(self.answer(request))
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body))

    async def answer(self, request: httpx.Request) -> tuple[int, Any, bytes]:
        """What the application says to a request, as it would be sent."""
        scope = self.scope("http", request.url, request.headers.raw)
        scope |= {"method": request.method}
        coming = [{"type": "http.request", "body": request.content, "more_body": False}]
        done = asyncio.Event()
        begin: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            if coming:
                return coming.pop()
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                begin.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    done.set()

        await self.application(scope, receive, send)
        body = b"" if request.method == "HEAD" else b"".join(parts)
        return begin["status"], begin["headers"], body

    def scope(self, kind: str, url: httpx.URL, headers: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.partition(b"?")[0],
            "query_string": url.query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in headers],
            "client": CALLER,
            "server": ("127.0.0.1", self.number),
            "extensions": {},
        }

    def connect(self, path: str, headers: dict[str, str]) -> Socket:
        """A socket of somebody who has these headers."""
        return Socket(self, path, headers)


class Socket:
    """Both ends of a socket: the first methods are the visitor's, as with `websockets`, the others
    are the wire of the server (`wire/frames.py`).
    """

    def __init__(self, server: InMemory, path: str, headers: dict[str, str]) -> None:
        self.server = server
        self.told: queue.SimpleQueue[str | Close] = queue.SimpleQueue()
        self.closed: Close | None = None  # what the visitor has heard of it
        self.over = False  # nothing goes through any more
        self.visitor: Visitor | None = None
        self.early: list[str] = []
        self.hushed = False
        self.tasks: set[asyncio.Task[None]] = set()
        sent = {"host": f"127.0.0.1:{server.number}", **headers}
        raw = [(name.encode(), value.encode()) for name, value in sent.items()]
        self.scope = server.scope("websocket", httpx.URL(f"ws://127.0.0.1{path}"), raw)
        self.scope["extensions"][EXTENSION] = self
        self.scope["subprotocols"] = []
        server.do(self.open())

    async def open(self) -> None:
        self.server.sockets.add(self)
        task = asyncio.get_running_loop().create_task(
            self.server.application(self.scope, self.connecting, self.answered)
        )
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def connecting(self) -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def answered(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.give_up(message["code"], message["reason"])

    def __enter__(self) -> Socket:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, message: str | bytes) -> None:
        self.check()
        text = message if isinstance(message, str) else ""  # bytes are no message
        self.server.loop.call_soon_threadsafe(self.arrive, text)

    def recv(self, timeout: float | None = None) -> str:
        self.check()
        told = self.told.get(timeout=PATIENCE) if timeout is None else self.within(timeout)
        if isinstance(told, Close):
            self.closed = told
            self.check()
            raise AssertionError
        return told

    def within(self, seconds: float) -> str | Close:
        try:
            return self.told.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None

    def check(self) -> None:
        if self.closed is not None:
            fine = self.closed.code in OK_CLOSE_CODES
            raise (ConnectionClosedOK if fine else ConnectionClosedError)(self.closed, None)

    def close(self) -> None:
        """The visitor leaves, and the server has heard of it when this returns."""
        if self.server.thread.is_alive():
            self.server.do(self.lose())

    async def lose(self) -> None:
        self.end(Close(1000, ""))

    def arrive(self, text: str) -> None:
        if self.visitor is None or self.hushed:
            self.early.append(text)
        elif not self.over:
            self.visitor.heard(text)

    def end(self, why: Close) -> None:
        if self.over:
            return
        self.over = True
        self.told.put(why)
        self.server.sockets.discard(self)
        visitor, self.visitor = self.visitor, None
        if visitor is not None:
            visitor.gone()

    def hand_over(self, visitor: Visitor) -> None:
        if self.over:
            visitor.gone()
            return
        self.visitor = visitor
        self.listen()

    def tell(self, message: bytes) -> None:
        if not self.over:
            json.loads(message)  # whatever is sent is whole
            self.told.put(message.decode())

    def give_up(self, code: int, reason: str) -> None:
        self.end(Close(code, reason))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.server.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def hush(self) -> None:
        self.hushed = True

    def listen(self) -> None:
        self.hushed = False
        while self.early and self.visitor is not None and not self.hushed:
            self.visitor.heard(self.early.pop(0))
