"""How long `emberstacks serve` takes until it answers, with any number of games in its database.

python -m bench.startup                      an empty database
python -m bench.startup 10000 1000000        running and finished games
python -m bench.startup 300 0 old.db         the same rows in a file that is kept, to be opened by
another version
"""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx

from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.migrate import upgrade

GAME = "fire-prototype"
ANSWERS = 10  # entries of the log of each running game
AT = 1_790_000_000.0


def fill(path: Path, running: int, finished: int) -> None:
    """Rows as the server writes them: running games that can be replayed, and finished ones without
    their logs.
    """
    with sqlite_engine(f"sqlite:///{path}").begin() as connection:
        upgrade(connection)
    match = new_match(game_by_id(GAME), 2, {}, SealedDealer(bytes(32)), None)
    while match.length < ANSWERS:
        match.push(match.default() or "")
    names = (
        "id, game, players, options, title, public, clock, silent, help, status, host, secret,"
        " created, changed, result, next"
    )
    row = (GAME, 2, "{}", "Table", True, 0, False, True)
    with closing(sqlite3.connect(path)) as file:
        marks = ", ".join("?" * 16)
        for status, count in (("playing", running), ("over", finished)):
            tables = (
                (f"{status}{k}", *row, status, "ada", "00" * 32, AT, AT, "", "")
                for k in range(count)
            )
            file.executemany(f"INSERT INTO tables ({names}) VALUES ({marks})", tables)
            chairs = (
                (f"{status}{k}", seat, "person", ("ada", "ben")[seat], "", "Ada", False)
                for k in range(count)
                for seat in range(2)
            )
            columns = '"table", seat, kind, person, bot, name, stand_in'
            file.executemany(f"INSERT INTO seats ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", chairs)
        answers = list(enumerate(match.answers(), 1))
        events = (
            (f"playing{k}", version, "answer", seat, code, AT)
            for k in range(running)
            for version, (seat, code) in answers
        )
        file.executemany(
            'INSERT INTO events ("table", version, kind, seat, code, at) VALUES (?, ?, ?, ?, ?, ?)',
            events,
        )
        file.commit()


def until_ready(path: Path) -> tuple[float, float]:
    """Seconds from the command to the first good answer, and those of the processor, which a busy
    machine does not change.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [
        sys.executable,
        "-m",
        "emberstacks",
        "serve",
        "--port",
        str(port),
        "--no-browser",
        "--keep-unfinished",
        "0",
    ]
    began = time.monotonic()
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{path}"], stdout=subprocess.DEVNULL, env=os.environ
    )
    try:
        while time.monotonic() - began < 300:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/health", timeout=300).status_code == 200:
                    return time.monotonic() - began, processor_time(server.pid)
            except httpx.TransportError:
                time.sleep(0.01)
        raise RuntimeError("the server did not start")
    finally:
        server.terminate()
        server.wait(60)


def processor_time(pid: int) -> float:
    """What a process has used so far (Linux)."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    ticks = stat.read_text().rpartition(")")[2].split()[11:13]
    return sum(int(tick) for tick in ticks) / os.sysconf("SC_CLK_TCK")


def words(times: tuple[float, float]) -> str:
    return f"{times[0]:.2f} s (processor {times[1]:.2f} s)"


def main() -> None:
    running, finished = (int(number) for number in sys.argv[1:3] or ("0", "0"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[3] if len(sys.argv) > 3 else f"{folder}/tables.db")
        if not path.exists():
            fill(path, running, finished)
        times = [until_ready(path) for _ in range(3)]
        print(
            f"{running} running and {finished} finished games: ready after"
            f" {', '.join(words(t) for t in times)}"
        )


if __name__ == "__main__":
    main()
