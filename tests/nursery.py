"""Processes that start at once. One process per test worker imports everything and then forks a
child for each program that a test wants to run: a server starts in 0.4 seconds of processor time
instead of 1.5, a command in 0.1 instead of 0.5.

A child is a process like any other: it has its own environment, folder, streams and exit code, and
it can be killed. Only Linux forks here; elsewhere, and where the environment changes what Python
itself or an import does, `start` runs a new Python.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parents[1]
# how the names of such variables begin
DECIDES_IMPORTS: Final = ("PYTHON", "EMBERSTACKS_FIGURES", "LD_")
# a child writes UTF-8 anyway; when it writes, and whether Python keeps bytecode, changes nothing
# that it says
HARMLESS: Final = {"PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
# what programs import sooner or later; not the terminal's own modules, which may look at the
# environment
WANTED: Final = (
    "alembic.command",
    "alembic.ddl.sqlite",
    "anyio._backends._asyncio",
    "cyclopts",
    "emberstacks.server.app",
    "emberstacks.server.run",
    "rich.console",
    "rich.table",
)


class Child:
    """A process that the nursery has forked, with the part of Popen's face that tests use."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.nursery = nursery
        self.pid = pid

    @property
    def returncode(self) -> int | None:
        return self.nursery.codes.get(self.pid)

    def poll(self) -> int | None:
        self.nursery.hear(0)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Its exit code: the number of the signal below zero if one has ended it."""
        deadline = time.monotonic() + timeout
        while (code := self.returncode) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            self.nursery.hear(left)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The test's end of the connection to the process that forks."""

    def __init__(self) -> None:
        self.codes: dict[int, int] = {}
        self.born: list[int] = []
        self.talk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.nursery", str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
        )
        theirs.close()
        self.environment = dict(os.environ)
        atexit.register(self.close)

    def close(self) -> None:
        """At the end of all tests; children that still run are killed."""
        self.talk.close()
        self.process.wait()

    def hear(self, seconds: float) -> None:
        """Take in what the process has to tell, and wait for it a while."""
        while select.select([self.talk], [], [], seconds)[0]:
            told = self.talk.recv(4096)
            if not told:
                raise RuntimeError("the nursery of the tests has died")
            news = json.loads(told)
            if "born" in news:
                # its number may have been another's, who has long ended
                self.codes.pop(news["born"], None)
                self.born.append(news["born"])
            else:
                self.codes[news["dead"]] = news["code"]
            seconds = 0

    def fork(self, wish: dict[str, Any], streams: list[int]) -> Child:
        """A child that does this."""
        socket.send_fds(self.talk, [json.dumps(wish).encode()], streams)
        while not self.born:
            self.hear(60)
        return Child(self, self.born.pop())

    def serves(self, environment: Mapping[str, str]) -> bool:
        """Would a new Python with this environment import the same?"""

        def decisive(all_of_it: Mapping[str, str]) -> dict[str, str]:
            kept = {
                name: value for name, value in all_of_it.items() if name.startswith(DECIDES_IMPORTS)
            }
            return {
                name: value
                for name, value in kept.items()
                if name not in HARMLESS and "PYTEST" not in name
            }

        return decisive(environment) == decisive(self.environment)


# by process: a fork of the tests must not talk on its parent's line
NURSERIES: dict[int, Nursery] = {}


def start(
    program: str,
    arguments: list[str],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    streams: tuple[IO[Any] | int, IO[Any] | int, IO[Any] | int] = (0, 1, 2),
) -> Child | subprocess.Popen[bytes]:
    """Run `program`, a function as "module:name" without parameters, which finds its arguments in
    `sys.argv`.
    """
    environment = dict(os.environ if environment is None else environment)
    if sys.platform == "linux":
        if os.getpid() not in NURSERIES:
            NURSERIES[os.getpid()] = Nursery()
        nursery = NURSERIES[os.getpid()]
        if nursery.serves(environment):
            wish = {
                "program": program,
                "arguments": arguments,
                "environment": environment,
                "folder": str(folder or ROOT),
            }
            return nursery.fork(
                wish, [each if isinstance(each, int) else each.fileno() for each in streams]
            )
    module, _, name = program.partition(":")
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import {name}; {name}()"
    stdin, stdout, stderr = streams
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(
        command, env=environment, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr
    )


def bury(talk: socket.socket, living: set[int]) -> None:
    """Tell which children have ended, and how."""
    for pid in list(living):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            living.discard(pid)
            talk.send(json.dumps({"dead": pid, "code": os.waitstatus_to_exitcode(status)}).encode())


def tend(talk: socket.socket) -> dict[str, Any]:
    """Fork whenever asked. Only children return from here, each with its own wish; the parent ends
    with the tests.
    """
    heard, told = socket.socketpair()
    heard.setblocking(False)
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    living: set[int] = set()
    while True:
        ready = select.select([talk, heard], [], [])[0]
        if heard in ready:
            heard.recv(4096)
            bury(talk, living)
        if talk not in ready:
            continue
        wish, streams, _, _ = socket.recv_fds(talk, 1 << 20, 3)
        if not wish:
            for pid in living:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            for line in (talk, heard, told):
                line.close()
            return dict(json.loads(wish))
        for stream in streams:
            os.close(stream)
        living.add(pid)
        talk.send(json.dumps({"born": pid}).encode())


def main() -> None:
    """Import what programs import, fork, and be the program that was asked for."""
    for module in WANTED:
        import_module(module)
    gc.freeze()  # so that children share these pages of memory
    wish = tend(socket.socket(fileno=int(sys.argv[1])))
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="strict")  # type: ignore[union-attr]
    os.environ.clear()
    os.environ.update(wish["environment"])
    os.chdir(wish["folder"])
    module, _, name = wish["program"].partition(":")
    sys.argv = [name, *wish["arguments"]]
    getattr(import_module(module), name)()


if __name__ == "__main__":
    main()
