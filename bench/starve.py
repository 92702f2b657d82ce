"""`make bench-starve`: how long somebody waits for a novice and for a hint, alone and beside guests
who ask for all they can.

Each hostile guest has 12 tables of four experts, asks 200 times for a hint and 20 times for a
review, all at once and from the same address. The limits on requests are off, so that only the
queue protects the others, and bots make no pause (`pace` 0). It stops by itself. `python -m
bench.starve --seconds 60 --guests 4 --workers 1`.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.server import OURS, Process
from bench.wire import Guest, Line, Seen, move, read_seen
from emberstacks import build, list_games

TABLES, HINTS, REVIEWS = 12, 200, 20  # of each hostile guest
ASKED = 10  # tables about which such a guest wants hints: each question can be remembered
AT_ONCE = 10  # connections of such a guest
SHORT_GAME, *LONG_GAMES = sorted(
    (info for info in list_games() if not info.cooperative), key=lambda info: info.minutes
)
GAME = "fire"  # of the person who is measured
THINKS = 2.0  # seconds before each decision, of whoever asks for hints; then they ask
READY = 600.0  # seconds in which the games for the reviews must be over
SETTLE = 5.0  # seconds until everything hostile is under way
GIVE_UP = 30.0  # seconds; the client of `bench.wire` waits no longer


class Hostile:
    """A guest who asks for everything at once."""

    def __init__(self, port: int, name: str, over: threading.Event) -> None:
        self.port = port
        self.over = over
        self.guest = Guest(port, name)
        self.statuses: list[int] = []
        self.finished = [self.open(SHORT_GAME.id, ["random"] * 2) for _ in range(REVIEWS)]
        self.asked = [
            self.open(LONG_GAMES[k % len(LONG_GAMES)].id, ["host", "expert"]) for k in range(ASKED)
        ]
        self.threads: list[threading.Thread] = []

    def open(self, game: str, seats: list[str]) -> str:
        plan = [
            {"kind": "host"} if seat == "host" else {"kind": "bot", "bot": seat} for seat in seats
        ]
        table: str = self.guest.post("/api/tables", {"game": game, "seats": plan})["id"]
        self.guest.post(f"/api/tables/{table}/start")
        return table

    def ready(self) -> bool:
        """Are the games over that are to be reviewed?"""
        self.guest.leave()  # the server closes connections that are idle
        return all(
            json.loads(self.guest.get(f"/api/tables/{table}"))["status"] == "over"
            for table in self.finished
        )

    def begin(self) -> None:
        """Do all three at once."""
        self.guest.leave()
        for number in range(AT_ONCE):
            self.run(self.hint, number)
        self.run(self.review, 0)
        for number in range(TABLES):
            self.open(LONG_GAMES[number % len(LONG_GAMES)].id, ["expert"] * 4)

    def run(self, work: Any, number: int) -> None:
        self.threads.append(threading.Thread(target=work, args=(number,), daemon=True))
        self.threads[-1].start()

    def same_guest(self) -> Guest:
        """Another connection of the same guest."""
        other = Guest(self.port)
        other.cookies = dict(self.guest.cookies)
        return other

    def hint(self, number: int) -> None:
        guest = self.same_guest()
        for k in range(HINTS // AT_ONCE):
            if self.over.is_set():
                return
            self.ask(guest, f"/api/tables/{self.asked[(number + k) % ASKED]}/hint")

    def review(self, _number: int) -> None:
        guest = self.same_guest()
        while not self.over.is_set():
            for table in self.finished:
                self.ask(guest, f"/api/tables/{table}/review")
            self.over.wait(1.0)

    def ask(self, guest: Guest, path: str) -> None:
        try:
            self.statuses.append(guest.ask("POST", path)[0])
        except (OSError, http.client.HTTPException):
            self.statuses.append(0)


class Good:
    """Somebody who plays against a novice, and perhaps asks for a hint now and then."""

    def __init__(self, port: int, name: str, wants_hints: bool) -> None:
        self.guest = Guest(port, name)
        self.wants_hints = wants_hints
        self.heard: asyncio.Queue[Seen] = asyncio.Queue()
        self.novice: list[float] = []
        self.hint: list[float] = []
        self.refused: list[str] = []
        self.table = ""
        self.line: Line | None = None

    async def sit_down(self) -> None:
        if self.line is not None:
            self.line.transport.close()
        self.guest.leave()
        plan = [{"kind": "host"}, {"kind": "bot", "bot": "novice"}]
        opened = await asyncio.to_thread(
            self.guest.post, "/api/tables", {"game": GAME, "seats": plan}
        )
        self.table = opened["id"]
        self.heard = asyncio.Queue()
        heard = self.heard
        self.line = await self.guest.connect(
            f"/ws/{self.table}", lambda data: heard.put_nowait(read_seen(data))
        )
        await asyncio.to_thread(self.guest.post, f"/api/tables/{self.table}/start")

    async def play(self, seconds: float) -> None:
        """Play for a while; whatever has no answer at the end counts with the time that it has
        taken so far.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await self.sit_down()
            assert self.line is not None
            seen = await self.next_update(end + GIVE_UP)
            while seen is not None and not seen.result and time.monotonic() < end:
                if seen.choices:
                    if self.wants_hints:
                        await asyncio.sleep(THINKS)
                        await self.ask_hint()
                    self.line.transport.write(move(seen.version, seen.choices[-1].text))
                    seen = await self.next_update(end + GIVE_UP)
                else:
                    began = time.perf_counter()
                    seen = await self.next_update(end + GIVE_UP)
                    self.novice.append(time.perf_counter() - began)

    async def next_update(self, end: float) -> Seen | None:
        """The next news of the game; None if there are none."""
        while True:
            try:
                seen = await asyncio.wait_for(
                    self.heard.get(), max(0.1, min(GIVE_UP, end - time.monotonic()))
                )
            except TimeoutError:
                return None
            if seen.type == "update":
                return seen

    async def ask_hint(self) -> None:
        self.guest.leave()
        began = time.perf_counter()
        try:
            status, text = await asyncio.to_thread(
                self.guest.ask, "POST", f"/api/tables/{self.table}/hint"
            )
            # the novice was asked at the same time and was faster; or really refused
            if status != 200:
                self.refused.append(text.decode(errors="replace"))
                return
        except (OSError, http.client.HTTPException):
            pass  # no answer: the time counts
        self.hint.append(time.perf_counter() - began)


def told(name: str, times: list[float]) -> str:
    """
    >>> told("hint", [0.1] * 19 + [2.0])
    'hint: 20, p50 0.10 s, p95 0.10 s, longest 2.00 s'
    """
    if not times:
        return f"{name}: none"
    ranked = sorted(times)
    late = ranked[max(0, -(-95 * len(ranked) // 100) - 1)]
    return (
        f"{name}: {len(ranked)}, p50 {ranked[len(ranked) // 2]:.2f} s, p95 {late:.2f} s, longest"
        f" {ranked[-1]:.2f} s"
    )


def measure(port: int, name: str, seconds: float) -> None:
    """Two people: one plays as fast as a program can, and the other asks for hints, at the pace of
    a quick person.
    """
    plays, asks = Good(port, "Ada", False), Good(port, "Ben", True)

    async def play() -> None:
        await asyncio.gather(plays.play(seconds), asks.play(seconds))

    asyncio.run(play())
    print(
        f"{name:34} {told('novice', plays.novice)}\n{'':34} {told('hint', asks.hint)}", flush=True
    )
    if asks.refused:
        print(f"{'':34} {len(asks.refused)} hints refused, such as: {asks.refused[0]}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="for each of the two measurements"
    )
    parser.add_argument("--guests", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1, help="`bot_workers` of the server")
    given = parser.parse_args()
    print(
        f"{build.told()}; {os.cpu_count()} cores, {given.workers} bot worker(s),"
        f" {given.seconds:.0f} s each",
        flush=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        server = Process(
            OURS, f"sqlite:///{Path(folder) / 'tables.db'}", str(given.workers), core=False
        )
        over = threading.Event()
        try:
            measure(server.port, "alone", given.seconds)
            with ThreadPoolExecutor() as pool:
                names = [f"Hostile {k}" for k in range(given.guests)]
                hostile = list(pool.map(lambda name: Hostile(server.port, name, over), names))
                end = time.monotonic() + READY
                while not all(one.ready() for one in hostile):
                    if time.monotonic() > end:
                        raise SystemExit("the games for the reviews did not end")
                    time.sleep(1.0)
                list(pool.map(Hostile.begin, hostile))
            time.sleep(SETTLE)
            measure(server.port, f"beside {given.guests} hostile guests", given.seconds)
            over.set()
            statuses = [status for one in hostile for status in one.statuses]
            counts = {status: statuses.count(status) for status in sorted(set(statuses))}
            print(
                f"{'what the hostile guests were told':34} {counts} (0: no answer in"
                f" {GIVE_UP:.0f} s)",
                flush=True,
            )
        finally:
            over.set()
            server.stop()


if __name__ == "__main__":
    main()
