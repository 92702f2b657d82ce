"""A crowd at tables, in a separate process: everybody moves as fast as they can, or at a given
pace. Prints JSON.

`python -m bench.crowd PORT PID --people 500 --seconds 6`: the CPU time of the server (PID) is read
before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.wire import Guest, Line, Seen, frame, move, read_seen

TICK = os.sysconf("SC_CLK_TCK")
SETTLE = 0.5  # seconds


def cpu_seconds(pid: int) -> tuple[float, float]:
    """What a process has used, in user and in system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / TICK, int(fields[12]) / TICK


def kilobytes(pid: int) -> int:
    """Memory in use, without that of the bots' processes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def ignore(_data: bytes) -> None:
    """Somebody who watches looks at nothing."""


class Table:
    """One game: each seat answers what it is asked, by the last of its choices, once its table is
    played.
    """

    def __init__(self, crowd: Crowd, guests: list[Guest], game: str) -> None:
        self.crowd = crowd
        self.guests = guests
        plan = [{"kind": "host"}] + [{"kind": "open"}] * (len(guests) - 1)
        self.id: str = guests[0].post("/api/tables", {"game": game, "seats": plan})["id"]
        for seat, guest in enumerate(guests[1:], 1):
            guest.post(f"/api/tables/{self.id}/sit", {"seat": seat})
        self.lines: list[Line] = []
        self.asked: dict[int, Seen] = {}
        self.answered = [-1] * len(guests)
        self.sent = [0.0] * len(guests)
        self.due = 0.0
        self.played = False
        self.then: Callable[[], None] = lambda: None

    async def begin(self, watchers: int) -> None:
        for seat, guest in enumerate(self.guests):
            self.lines.append(await guest.connect(f"/ws/{self.id}", self.hearing(seat)))
        for _ in range(watchers):
            self.lines.append(await self.crowd.watcher.connect(f"/ws/{self.id}", ignore))
        await asyncio.to_thread(self.guests[0].post, f"/api/tables/{self.id}/start")

    def hearing(self, seat: int) -> Callable[[bytes], None]:
        def heard(data: bytes) -> None:
            message = read_seen(data)
            if message.type == "refused":
                self.crowd.refused.append(f"{message.code}: {message.message}")
            if message.type != "update":
                return
            if self.sent[seat]:
                self.crowd.times.append(time.perf_counter() - self.sent[seat])
                self.sent[seat] = 0.0
            if message.result:
                if self.played:
                    self.played = False
                    self.then()
            elif message.choices and message.version > self.answered[seat]:
                self.asked[seat] = message
                if self.played:
                    self.go(seat)

        return heard

    def play(self, due: float = 0.0) -> None:
        """From now on answer; with a pace, the first answer is due at a certain time."""
        self.played = True
        self.due = due
        for seat in list(self.asked):
            self.go(seat)

    def go(self, seat: int) -> None:
        pause = self.crowd.pause
        now = time.perf_counter()
        if pause:
            wait = self.due - now
            self.due = max(now, self.due) + pause
            if wait > 0:
                asyncio.get_running_loop().call_later(wait, self.answer, seat)
                return
        self.answer(seat)

    def answer(self, seat: int) -> None:
        message = self.asked.pop(seat, None)
        if message is None or self.crowd.closed:
            return
        self.answered[seat] = message.version
        self.sent[seat] = time.perf_counter()
        self.lines[seat].transport.write(move(message.version, message.choices[-1].text))


class Crowd:
    """Everybody, and what they have measured."""

    def __init__(self, ports: list[int], pids: list[int]) -> None:
        self.ports = ports
        self.pids = pids
        self.times: list[float] = []
        self.refused: list[str] = []
        self.pause = 0.0
        self.closed = False
        self.watcher = Guest(ports[0], "Watcher")

    async def gather(
        self, people: int, at_table: int, rounds: int, game: str, watchers: int
    ) -> list[list[Table]]:
        """Groups of people, each with tables to play one after another; each group stays at one of
        the servers.
        """
        groups = []
        for number in range(people // at_table):
            port = self.ports[number % len(self.ports)]
            guests = [Guest(port, f"Guest {number} {seat}") for seat in range(at_table)]
            groups.append([Table(self, guests, game) for _ in range(rounds)])
            for guest in guests:
                guest.leave()  # the server would close what is kept too long
        for group in groups:
            for table in group:
                await table.begin(watchers)
                table.guests[0].leave()
        return groups

    async def run(self, groups: list[list[Table]], seconds: float, rate: float) -> dict[str, Any]:
        """Let them play for a while."""
        await asyncio.sleep(SETTLE)
        self.times.clear()
        self.pause = len(groups) / rate if rate else 0.0
        left = len(groups)
        ended = asyncio.Event()

        def chain(group: list[Table], number: int) -> Callable[[], None]:
            def then() -> None:
                nonlocal left
                if number + 1 < len(group):
                    group[number + 1].play()
                else:
                    left -= 1
                    if left <= len(groups) // 2:  # too few are left for a crowd
                        ended.set()

            return then

        before = [cpu_seconds(pid) for pid in self.pids]
        mine = time.process_time()
        began = time.perf_counter()
        for number, group in enumerate(groups):
            for place, table in enumerate(group):
                table.then = chain(group, place)
            group[0].play(began + self.pause * number / len(groups))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), seconds)
        spent = time.perf_counter() - began
        self.closed = True
        after = [cpu_seconds(pid) for pid in self.pids]
        moves = len(self.times)
        ordered = sorted(self.times)
        user = sum(b[0] - a[0] for a, b in zip(before, after, strict=True))
        system = sum(b[1] - a[1] for a, b in zip(before, after, strict=True))
        return {
            "moves": moves,
            "seconds": spent,
            "rate": moves / spent,
            "median_ms": ordered[moves // 2] * 1000,
            "p99_ms": ordered[int(moves * 0.99)] * 1000,
            "server_ms": (user + system) / moves * 1000,
            "server_user_ms": user / moves * 1000,
            "client_ms": (time.process_time() - mine) / moves * 1000,
            "refused": len(self.refused),
            "first_refusal": self.refused[0] if self.refused else "",
        }


async def idle(ports: list[int], pids: list[int], number: int) -> dict[str, Any]:
    """Idle sockets, a hundred per table: how much memory the server needs for them."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    host = Guest(ports[0], "Host")
    lines: list[Line] = []
    before = kilobytes(pids[0])
    while len(lines) < number:
        plan = [{"kind": "host"}, {"kind": "open"}]
        table = host.post("/api/tables", {"game": "fire-prototype", "seats": plan})["id"]
        watcher = Guest(ports[0])  # nobody in particular
        for start in range(0, 100, 20):
            lines += await asyncio.gather(
                *[watcher.connect(f"/ws/{table}", ignore) for _ in range(20)]
            )
        host.leave()
    await asyncio.sleep(SETTLE)
    after = kilobytes(pids[0])
    still = sum(line.open and not line.transport.is_closing() for line in lines)
    return {"sockets": still, "all_mb": after / 1024, "each_kb": (after - before) / number}


async def echoes(port: int, pid: int, people: int, seconds: float) -> dict[str, Any]:
    """A bare echo: everybody sends as fast as the answers come."""
    times: list[float] = []
    sent = [0.0] * people
    lines: list[Line] = []
    text = frame("x" * 60)

    def hearing(number: int) -> Callable[[bytes], None]:
        def heard(_data: bytes) -> None:
            now = time.perf_counter()
            times.append(now - sent[number])
            sent[number] = now
            lines[number].transport.write(text)

        return heard

    lines += [await Guest(port).connect("/ws", hearing(number)) for number in range(people)]
    before, began = sum(cpu_seconds(pid)), time.perf_counter()
    for number, line in enumerate(lines):
        sent[number] = time.perf_counter()
        line.transport.write(text)
    await asyncio.sleep(seconds)
    cpu, spent, ordered = sum(cpu_seconds(pid)) - before, time.perf_counter() - began, sorted(times)
    each = {
        "median_ms": ordered[len(ordered) // 2] * 1000,
        "p99_ms": ordered[int(len(ordered) * 0.99)] * 1000,
    }
    return {
        "moves": len(times),
        "rate": len(times) / spent,
        "server_ms": cpu / len(times) * 1000,
        **each,
    }


async def crowd(arguments: argparse.Namespace) -> dict[str, Any]:
    if arguments.idle:
        return await idle(arguments.port, arguments.pid, arguments.idle)
    if arguments.echo:
        return await echoes(
            arguments.port[0], arguments.pid[0], arguments.people, arguments.seconds
        )
    everybody = Crowd(arguments.port, arguments.pid)
    rounds, at_table = arguments.rounds, arguments.at_table
    groups = await everybody.gather(
        arguments.people, at_table, rounds, arguments.game, arguments.watchers
    )
    return await everybody.run(groups, arguments.seconds, arguments.rate)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, nargs="+", required=True)
    parser.add_argument("--pid", type=int, nargs="+", required=True)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--at-table", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--watchers", type=int, default=0)
    parser.add_argument("--game", default="fire-prototype")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--idle", type=int, default=0, help="only hold this many sockets open")
    parser.add_argument("--echo", action="store_true", help="the server is a bare echo")
    arguments = parser.parse_args()
    try:
        import uvloop
    except ImportError:
        print(json.dumps(asyncio.run(crowd(arguments))))
    else:
        print(json.dumps(uvloop.run(crowd(arguments))))


if __name__ == "__main__":
    main()
