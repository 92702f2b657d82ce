"""The command line as users run it: a process with pipes, or in a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path

import emberstacks as es
from emberstacks.cli.app import HEAVY
from emberstacks.cli.seats import seated
from emberstacks.games import game_by_id
from tests import nursery

COMMAND = [sys.executable, "-m", "emberstacks"]
# makes the terminal named first the controlling one, so that Ctrl-C works, and runs the rest there
OWN_TERMINAL = """
import fcntl, os, sys, termios
terminal = os.open(sys.argv[1], os.O_RDWR)
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
for stream in range(3):
    os.dup2(terminal, stream)
os.execv(sys.argv[2], sys.argv[2:])
"""
CTRL_C = b"\x03"
PATIENCE = 60  # seconds; only a hanging program ever waits so long


def environment(home: Path, **more: str) -> dict[str, str]:
    """A clean one: nothing of the tester's own settings decides about colours, widths or folders."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH")}
    return {
        **kept,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "PYTHONIOENCODING": "utf-8",
        "TERM": "xterm-256color",
        **more,
    }


def run(
    home: Path, *arguments: str, lines: list[str] | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """A command with its input from a file."""
    command = [*COMMAND, *arguments]
    surroundings = environment(home, **more)
    with (
        tempfile.TemporaryFile() as typed,
        tempfile.TemporaryFile() as told,
        tempfile.TemporaryFile() as complained,
    ):
        typed.write("".join(f"{line}\n" for line in lines or []).encode())
        typed.seek(0)
        streams = typed, told, complained
        process: subprocess.Popen[bytes] | nursery.Child
        if arguments and arguments[0] in HEAVY:  # may start itself again
            process = subprocess.Popen(
                command, env=surroundings, cwd=home, stdin=typed, stdout=told, stderr=complained
            )
        else:
            process = nursery.start(
                "emberstacks.cli.app:main",
                [*arguments],
                environment=surroundings,
                folder=home,
                streams=streams,
            )
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        told.seek(0)
        complained.seek(0)
        return subprocess.CompletedProcess(
            command, code, told.read().decode("utf-8"), complained.read().decode("utf-8")
        )


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command that goes on running while the test writes to it."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(home),
        cwd=home,
        start_new_session=True,  # a group of its own, which can be told as a terminal tells it
        # tests in the background of a shell ignore Ctrl-C, and whatever they start would too
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def saved(home: Path) -> list[Path]:
    """The games in the data folder."""
    return sorted((home / "emberstacks").glob("*.record"))


def only_save(home: Path) -> Path:
    (path,) = saved(home)
    return path


def everything_in(home: Path) -> list[Path]:
    return sorted(home.rglob("*"))


def bold_game(seats: str, seed: int) -> tuple[list[str], es.Match]:
    """What the people at this table type in a game in which everybody but the bots takes two
    tokens; and that game.
    """
    info = game_by_id("fire-prototype").info
    who = seated(info, None, seats, None, seed)
    match = es.new(info.id, players=len(who.specs), seed=seed)
    typed = []
    while (seat := match.to_act) is not None:
        if seat in who.bots:
            match.push(who.choose(match, seat), seat)
            continue
        texts = [str(choice) for choice in match.legal()]
        wanted = "draw" if match.view(seat)["state"]["drawn"] < 2 and "draw" in texts else texts[-1]
        typed.append(wanted)
        match.push(wanted)
    return typed, match


class Terminal:
    """A command in a pseudo terminal: type, and see what it shows."""

    def __init__(self, home: Path, *arguments: str, **more: str) -> None:
        self.screen = ""
        self.seen = 0  # how much of it the test has asked for
        self.ended = False
        self.terminal, other_side = pty.openpty()
        termios.tcsetwinsize(other_side, (24, 80))
        command = [sys.executable, "-c", OWN_TERMINAL, os.ttyname(other_side), *COMMAND, *arguments]
        self.process = subprocess.Popen(
            command, env=environment(home, **more), cwd=home, start_new_session=True
        )
        self.expect_ready(other_side)

    def expect_ready(self, other_side: int) -> None:
        """Hold the other side open until the command has it, because a terminal that nobody holds
        is at its end.
        """
        deadline = time.monotonic() + PATIENCE
        while not self.screen and self.process.poll() is None and time.monotonic() < deadline:
            self.read()
        os.close(other_side)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        os.close(self.terminal)

    def read(self) -> None:
        """Take in what the command has written, or wait a little for it."""
        if not select.select([self.terminal], [], [], 0.2)[0]:
            return
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # how Linux says that the other side has gone
            data = b""
        self.ended = not data
        self.screen += data.decode("utf-8", errors="replace")

    def expect(self, text: str) -> str:
        """Wait until a text appears; returns everything new up to it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen[self.seen :]:
            assert not self.ended, f"{text!r} did not appear in:\n{self.screen}"
            assert time.monotonic() < deadline, f"{text!r} did not appear in:\n{self.screen}"
            self.read()
        end = self.screen.index(text, self.seen) + len(text)
        new = self.screen[self.seen : end]
        self.seen = end
        return new

    def type(self, line: str) -> None:
        self.press(f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self.terminal, key)

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.until_heard(lambda: self.press(CTRL_C))

    def terminate(self) -> None:
        """What a system says to programs when it goes down."""
        self.until_heard(lambda: os.kill(self.process.pid, signal.SIGTERM))

    def until_heard(self, send: Callable[[], None]) -> None:
        """Send again where nothing happens: Python can miss a signal in the instant in which it
        begins to read a line.
        """
        before = len(self.screen)
        for _ in range(10):
            send()
            soon = time.monotonic() + PATIENCE / 10
            while time.monotonic() < soon:
                self.read()
                if self.ended or self.screen[before:].replace("^C", "").strip():
                    return

    def wait(self) -> int:
        """The exit code, once the command has ended and everything it wrote has been read."""
        deadline = time.monotonic() + PATIENCE
        while not self.ended:
            assert time.monotonic() < deadline, f"the command did not end:\n{self.screen}"
            self.read()
        return self.process.wait(PATIENCE)
