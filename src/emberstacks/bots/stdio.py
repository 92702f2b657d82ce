"""A bot in any language: a program that gets a question as a line of JSON and answers with a line
of JSON. See docs/bots.md.
"""

from __future__ import annotations

import json
import os
import queue
import random
import shlex
import signal
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.kernel.errors import BadBot, one_of
from emberstacks.kernel.notation import LETTERS, Choice, named, tidy

BUDGET: Final = 10.0  # seconds for an answer, by default
GRACE: Final = 1.0  # seconds to exit once the game is over
LONGEST: Final = 1 << 20  # bytes of an answer
MOST_UNREAD: Final = 8  # lines; if a program says more unasked, we stop listening
SHOWN: Final = 80  # characters of a wrong answer
LISTED: Final = 8  # choices

Lines = queue.SimpleQueue[bytes]  # b"" ends them


class StdioBot(Bot):
    """Runs a command for as long as the bot lives; any mistake by the program raises BadBot and
    ends it.
    """

    def __init__(self, command: str) -> None:
        self.name = f"stdio:{command}"
        self._questions: Lines = queue.SimpleQueue()
        self._answers: Lines = queue.SimpleQueue()
        # a file, because a pipe that nobody empties would stop the program
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115, `end` closes it
        self._process = started(command, self._stderr)
        # each pipe has its own thread, so that neither a long line nor a stuck program can block us
        threading.Thread(
            target=tell, args=(self._process.stdin, self._questions), daemon=True
        ).start()
        threading.Thread(
            target=listen, args=(self._process.stdout, self._answers), daemon=True
        ).start()
        self._end = weakref.finalize(self, end, self._process, self._questions, self._stderr)

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if not self._end.alive:
            raise BadBot(f"The bot {self.name!r} has been closed, so it cannot answer any more.")
        seconds = BUDGET if budget is None else budget
        question = {
            "view": view,
            "choices": [choice.json() for choice in choices],
            "budget": seconds,
        }
        try:
            return chosen(self._answer(json.dumps(question).encode() + b"\n", seconds), choices)
        except BadBot as wrong:
            kill(self._process)
            self.close()
            asked = named(view["question"], LETTERS)
            raise BadBot(
                f"The bot {self.name!r} was asked {asked!r} ({possible(choices)}) and {wrong}."
            ) from None

    def close(self) -> None:
        self._end()

    def _answer(self, question: bytes, seconds: float) -> bytes:
        unasked = not self._answers.empty()
        if not unasked:
            self._questions.put(question)
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise BadBot(f"did not answer within {seconds:g} s{self._last_words()}") from None
        if not answer:
            raise BadBot(f"{self._how_it_ended()} without an answer{self._last_words()}")
        if unasked:
            raise BadBot(f"had already said {shown(answer)} unasked")
        return answer

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return (
            f"ended with exit code {code}"
            if code >= 0
            else f"was ended by {signal.Signals(-code).name}"
        )

    def _last_words(self) -> str:
        """The last line that the program wrote to standard error: in most languages, what went
        wrong.
        """
        self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - LONGEST))
        lines = self._stderr.read().split(b"\n")
        said = [line for line in lines if line.strip()]
        return f"; its last words were {shown(said[-1])}" if said else ""


def started(command: str, stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    """The running program, in its own process group so that we can end it with everything it
    starts.
    """
    try:
        words = shlex.split(command)
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            start_new_session=True,
        )
    except (OSError, ValueError) as wrong:
        stderr.close()
        reason = wrong.strerror if isinstance(wrong, OSError) else str(wrong)
        raise BadBot(
            f"The command {command!r} of a stdio bot cannot be started: {reason}."
        ) from None


def tell(pipe: IO[bytes], lines: Lines) -> None:
    """Pass on each line; if a program no longer listens, its answers will show it."""
    with suppress(OSError), pipe:
        while line := lines.get():
            pipe.write(line)
            pipe.flush()


def listen(pipe: IO[bytes], lines: Lines) -> None:
    """Pass on each line that the program says."""
    with pipe:
        while lines.qsize() < MOST_UNREAD and (line := pipe.readline(LONGEST)):
            lines.put(line)
    lines.put(b"")


def chosen(answer: bytes, choices: Sequence[Choice]) -> Choice:
    """The choice that an answer names, by its text or its number."""
    try:
        choice = json.loads(answer)["choice"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadBot(
            f'answered {shown(answer)} instead of a line like {{"choice": "{choices[0]}"}}'
        ) from None
    if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(choices):
        return choices[choice]
    for candidate in choices:
        if isinstance(choice, str) and candidate.text.lower() == tidy(choice):
            return candidate
    raise BadBot(f"answered {shown(answer)}, which is not one of these")


def possible(choices: Sequence[Choice]) -> str:
    more = [f"{len(choices) - LISTED} more"] if len(choices) > LISTED else []
    return one_of([*[str(choice) for choice in choices[:LISTED]], *more])


def shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")


def end(process: subprocess.Popen[bytes], questions: Lines, stderr: IO[bytes]) -> None:
    """No more questions: give the program a moment to exit, then end it."""
    questions.put(b"")
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    kill(process)
    process.wait()
    stderr.close()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End the program and everything it started, even if it has already exited."""
    if os.name != "posix":
        process.kill()  # there are no process groups
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
