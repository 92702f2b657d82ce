"""People for tests: each has a browser's cookies, a socket, and says what it sees."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from emberstacks.server.tables.socket import BURST, Allowance
from tests.server import plain
from tests.server.memory import InMemory, Socket
from tests.waiting import until

Message = dict[str, Any]
MARGIN = 5  # messages: the server's clock and ours are not the same


Line = ClientConnection | Socket  # of somebody at a table


def opened_at(base: str, path: str, headers: dict[str, str]) -> Line:
    """A socket to a server, in memory or over the network."""
    here = plain.IN_MEMORY.get(base)
    if isinstance(here, InMemory):
        return here.connect(path, headers)
    # one with a full queue would not hear the server's goodbye, and wait ten seconds for it
    address = f"ws{base.removeprefix('http')}{path}"
    return connect(address, additional_headers=headers, max_queue=None)


class Player:
    """Somebody with a browser."""

    def __init__(self, base: str, name: str) -> None:
        self.base = base
        self.http = plain.Client(base_url=base)
        self.person: Message = self.post("/api/session", {"name": name}).json()
        self.sockets: list[Line] = []
        self.leaving = ExitStack()
        self.received: list[Message] = []
        self.allowance = Allowance()

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leaving.close()
        self.http.close()

    def becomes(self, other: Player) -> None:
        """The same person in another browser, perhaps at another server process."""
        self.http.cookies.delete("emberstacks")
        self.http.cookies.set("emberstacks", other.http.cookies["emberstacks"])
        self.person = other.person

    def post(self, path: str, data: Message | None = None) -> httpx.Response:
        return self.http.post(path, json=data)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def open_table(self, *seats: str, **more: Any) -> str:
        """A table of the prototype; seats are `me`, `open` or the name of a bot."""
        plan = [
            {
                "kind": {"me": "host", "open": "open"}.get(seat, "bot"),
                "bot": seat if seat not in ("me", "open") else "",
            }
            for seat in seats
        ]
        made = self.post("/api/tables", {"game": "fire-prototype", "seats": plan, **more})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def connect(self, table: str, seen: int = 0, **headers: str) -> Line:
        """Sit down before the screen, with one's own cookies where the headers bring no others."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = opened_at(self.base, f"/ws/{table}?seen={seen}", {"Cookie": cookie, **headers})
        self.leaving.enter_context(socket)
        self.sockets.append(socket)
        self.allowance = Allowance()
        return socket

    def say(self, **message: Any) -> None:
        self.sockets[-1].send(json.dumps(message))

    def hear(self, wanted: Callable[[Message], bool], seconds: float = 60) -> Message:
        """The next message that is wanted; everything heard is kept."""
        end = time.monotonic() + seconds
        while True:
            message = json.loads(self.sockets[-1].recv(timeout=max(0.01, end - time.monotonic())))
            self.received.append(message)
            if wanted(message):
                return dict(message)

    def hear_turn(self) -> Message:
        """The next update in which this person is asked, or the game is over."""
        return self.hear(
            lambda message: (
                message["type"] == "update" and (message["choices"] or message["view"]["over"])
            )
        )

    def hear_version(self, version: int) -> Message:
        """The next update of this version or a later one."""
        return self.hear(
            lambda message: message["type"] == "update" and message["version"] >= version
        )

    def move(self, update: Message, choice: str) -> None:
        """Answer, at a pace that the server allows."""
        until(self.allowance.take)
        self.allowance.left = min(self.allowance.left, BURST - MARGIN)
        self.say(type="move", version=update["version"], choice=choice)

    def play_on(self, update: Message) -> Message:
        """Always score and take the first card, to the end of the game."""
        while not update["view"]["over"]:
            self.move(update, update["choices"][-1]["text"])
            update = self.hear_turn()
        return update
