"""`make bench-server`: a durable move from one socket to everybody's, beside a bare echo of the same framework; and more.

The server has a core to itself, this program the other one. `make soak-server` plays many tables of bots to the end instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import emberstacks as es

ECHO = """
import sys, uvicorn
from litestar import Litestar, WebSocket, websocket
@websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())
uvicorn.run(Litestar([echo]), port=int(sys.argv[1]), log_level="error")
"""
OURS = """
import sys, uvicorn
from emberstacks.server.app import Settings, create_app
from emberstacks.server.limits import NO_LIMITS
settings = Settings(f"sqlite:///{sys.argv[2]}", bot_workers=1, pace=0.0, **NO_LIMITS)
uvicorn.run(create_app(settings), port=int(sys.argv[1]), log_level="error")
"""
TABLES = 50  # with two people and two who watch: 200 clients
AT_TABLE = 4
LATENCY_MOVES = 400
BURST_MOVES = 30  # of each table, as fast as it goes; no more than one socket may say at once
IDLE = 400
TARGETS = "targets: median within 5 ms and p99 within 50 ms of the echo's; 300 moves/s; 100 kB a connection"


class Process:
    """A server on a core of its own."""

    def __init__(self, program: str, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process = subprocess.Popen([sys.executable, "-c", program, str(self.port), *arguments])
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(self.process.pid, {cores[0]})
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/health")
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise SystemExit("the server did not start")

    def kilobytes(self) -> int:
        """Memory in use, without that of the bots' processes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Guest:
    """Somebody with cookies."""

    def __init__(self, base: str, name: str) -> None:
        self.http = httpx.Client(base_url=base, timeout=60)
        self.post("/api/session", {"name": name})

    def post(self, path: str, data: Any = None) -> Any:
        answer = self.http.post(path, json=data)
        answer.raise_for_status()
        return answer.json()

    async def connect(self, table: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{str(self.http.base_url).removeprefix('http').rstrip('/')}/ws/{table}"
        return await connect(address, additional_headers={"Cookie": cookie}, compression=None, max_queue=None)


class Table:
    """A game of two people, with others who watch."""

    def __init__(self, guests: list[Guest]) -> None:
        plan = [{"kind": "host"}, {"kind": "open"}]
        self.guests = guests
        self.id: str = guests[0].post("/api/tables", {"game": "fire-prototype", "seats": plan})["id"]
        guests[1].post(f"/api/tables/{self.id}/sit", {"seat": 1})

    async def begin(self) -> None:
        self.sockets = [await guest.connect(self.id) for guest in self.guests]
        await asyncio.to_thread(self.guests[0].post, f"/api/tables/{self.id}/start")
        self.updates = [await self.next(number, 0) for number in range(AT_TABLE)]

    async def next(self, number: int, after: int) -> dict[str, Any]:
        """The next update of a later version that a socket gets; the others are read past."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.sockets[number].recv(), 60))
            if message["type"] == "refused":
                raise SystemExit(f"a move was refused: {message}")
            if message["type"] == "update" and message["version"] > after:
                return message

    async def move(self) -> float:
        """One move; the seconds until everybody has been told. A finished game has no more of them."""
        seat = next((seat for seat in (0, 1) if self.updates[seat]["choices"]), None)
        if seat is None:
            return 0.0
        update = self.updates[seat]
        choice = update["choices"][-1]["text"]
        began = time.perf_counter()
        await self.sockets[seat].send(json.dumps({"type": "move", "version": update["version"], "choice": choice}))
        self.updates = await asyncio.gather(*[self.next(number, update["version"]) for number in range(AT_TABLE)])
        return time.perf_counter() - began


def line(name: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    median, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return f"{name:32} median {median * 1000:6.2f} ms   p99 {p99 * 1000:6.2f} ms   ({len(ordered)} times)"


async def echo_times(port: int) -> list[float]:
    """A bare echo, with as many clients."""
    sockets = [await connect(f"ws://127.0.0.1:{port}/ws", compression=None) for _ in range(TABLES * AT_TABLE)]
    times = []
    for number in range(LATENCY_MOVES):
        began = time.perf_counter()
        await sockets[number % len(sockets)].send("x" * 60)
        await sockets[number % len(sockets)].recv()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0.005)
    await asyncio.gather(*[each.close() for each in sockets])
    return times


async def measure(server: Process, echo: Process) -> None:
    base = f"http://127.0.0.1:{server.port}"
    guests = [Guest(base, f"Guest {number}") for number in range(AT_TABLE)]
    tables = [Table(guests) for _ in range(TABLES)]
    for table in tables:
        await table.begin()
    bare = await echo_times(echo.port)
    moves = []
    for number in range(LATENCY_MOVES):
        moves.append(await tables[number % TABLES].move())
        await asyncio.sleep(0.005)
    moves = [seconds for seconds in moves if seconds]
    print(line("bare echo", bare))
    print(line("a move, durable, to 4 sockets", moves))

    async def burst(table: Table) -> int:
        return sum([bool(await table.move()) for _ in range(BURST_MOVES)])

    await asyncio.sleep(5)  # until everybody may say as much at once again
    began, cpu = time.perf_counter(), server.cpu_seconds()
    done = sum(await asyncio.gather(*[burst(table) for table in tables]))
    spent, cpu = time.perf_counter() - began, server.cpu_seconds() - cpu
    print(f"{'moves/s at 50 tables at once':32} {done / spent:6.0f}   ({done} moves, durable)")
    print(f"{'the server itself':32} {cpu / done * 1000:6.2f} ms of CPU a move: a core does {done / cpu:.0f}/s")

    before = server.kilobytes()
    idle = [await guests[number % AT_TABLE].connect(tables[number % TABLES].id) for number in range(IDLE)]
    await asyncio.sleep(1)
    print(f"{'memory of an idle connection':32} {(server.kilobytes() - before) / IDLE:6.1f} kB   ({IDLE} more connections)")
    await asyncio.gather(*[each.close() for each in idle])


def bench() -> None:
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        server, echo = Process(OURS, str(Path(folder) / "tables.db")), Process(ECHO)
        os.sched_setaffinity(0, set(cores[1:]) or set(cores))
        try:
            asyncio.run(measure(server, echo))
        finally:
            server.stop()
            echo.stop()
    print(TARGETS)


def soak(number: int) -> None:
    """Tables of bots only, all open at once, played to the end; then every record is verified, and the log has no gap."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        server = Process(OURS, str(file))
        try:
            base = f"http://127.0.0.1:{server.port}"
            guest = Guest(base, "Soaker")
            began = time.perf_counter()
            plan = {"game": "fire-prototype", "seats": [{"kind": "bot", "bot": "random"}] * 2}
            tables = [guest.post("/api/tables", plan)["id"] for _ in range(number)]
            for table in tables:
                guest.post(f"/api/tables/{table}/start")
            opened = time.perf_counter() - began
            while (left := running(file)) > 0:
                print(f"\r{left} tables still play", end="", file=sys.stderr, flush=True)
                time.sleep(2)
            ended = time.perf_counter() - began
            events = 0
            for table in tables:
                match = es.read_record(guest.http.get(f"/api/tables/{table}/record").text)
                problem = match.verify()
                versions = logged(file, table)
                if problem or not match.over or versions != list(range(1, match.length + 1)):
                    raise SystemExit(f"table {table} is wrong: {problem or 'events are lost or double'}")
                events += len(versions)
        finally:
            server.stop()
    print(f"\n{number} tables opened in {opened:.0f} s, all over after {ended:.0f} s: {events} events, none lost, none double,")
    print("every record verified")


def running(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as database:
        return Counter(status for (status,) in database.execute("SELECT status FROM tables"))["playing"]


def logged(file: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as database:
        return [row[0] for row in database.execute('SELECT version FROM events WHERE "table" = ? ORDER BY version', (table,))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", type=int, default=0, metavar="TABLES", help="play so many tables of bots instead")
    arguments = parser.parse_args()
    if arguments.soak:
        soak(arguments.soak)
    else:
        bench()


if __name__ == "__main__":
    main()
