"""A file of results: lines of CSV in the order of the seeds, so that the file itself shows what is
still missing.
"""

from __future__ import annotations

import csv
import errno
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lab.games import Block
from emberstacks.lab.plan import Plan
from emberstacks.lab.totals import Totals
from emberstacks.lock import lock

LONGEST: Final = 1 << 17  # characters of a line


class BadResults(EmberstacksError):
    """A file of results that cannot be continued or cannot be written."""


class RowFile:
    """A file of rows in a fixed order, open at its end; a subclass knows which row comes next."""

    what = "rows"
    longest = LONGEST
    again = "run the same command to continue"  # what to do when there is room again
    instead = "name another file with --out"  # what to do if it cannot be read

    def __init__(self, path: Path, columns: list[str]) -> None:
        self.path = path
        self.columns = columns
        self.rows = 0
        self.file: IO[str] = opened(path)
        try:
            self.end = self.read()
            self.file.seek(self.end)
            self.file.truncate()
            if self.end == 0:
                self.write(",".join(columns) + "\n")
        except BaseException:
            self.file.close()
            raise

    def check(self, number: int, row: list[str]) -> None:
        """Take in one row; BadResults if it is not the next."""
        raise NotImplementedError

    def expected(self) -> str:
        """Which row comes next, in words."""
        raise NotImplementedError

    def read(self) -> int:
        """Take in the rows in the file and return their size in bytes, without a last line cut
        short by a kill.
        """
        self.file.seek(0)
        heading = ",".join(self.columns)
        end = 0
        with open(self.path, encoding="utf-8", errors="replace", newline="\n") as lines:
            for number, line in enumerate(iter(lambda: lines.readline(self.longest), ""), 1):
                if number == 1 and not f"{heading}\n".startswith(line):
                    raise BadResults(
                        f"{self.path} does not hold results of these games; {self.instead}."
                    )
                if not line.endswith("\n"):
                    if lines.readline(1):
                        raise self.damaged(number)
                    break
                if number > 1:
                    self.add(number, next(csv.reader([line.rstrip("\n")]), []))
                end += len(line.encode("utf-8", errors="replace"))
        return end

    def add(self, number: int, row: list[str]) -> None:
        if len(row) != len(self.columns):
            raise self.damaged(number)
        self.check(number, row)
        self.rows += 1

    def damaged(self, number: int) -> BadResults:
        return BadResults(
            f"{self.path} is damaged: line {number} is not the row of {self.expected()}. "
            f"Cut the file off before that line to continue from there, or {self.instead}."
        )

    def append(self, text: str) -> None:
        """Write complete rows and take them in; a half-written row is removed."""
        self.write(text)
        for row in csv.reader(text.splitlines()):
            self.add(0, row)

    def write(self, text: str) -> None:
        try:
            self.file.write(text)
            self.file.flush()
        except OSError as wrong:
            self.take_back()
            why = (
                "The disk is full"
                if wrong.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
                else wrong.strerror
            )
            raise BadResults(
                f"{why}. {self.path} has {self.rows} {self.what}; make room and {self.again}."
            ) from None
        self.end += len(text.encode())

    def take_back(self) -> None:
        """Keep only complete rows; what cannot be cut off now is cut off at the next reading."""
        descriptor = os.dup(self.file.fileno())
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            os.truncate(descriptor, self.end)
        os.close(descriptor)

    def close(self) -> None:
        self.file.close()


class Results(RowFile):
    """The file of a plan: one row per game."""

    what = "games"

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self.fixed = plan.fixed()
        self.totals = Totals(plan.players)
        super().__init__(path, plan.columns())

    def check(self, number: int, row: list[str]) -> None:
        players, fixed = self.plan.players, self.fixed
        after = 1 + len(fixed)
        try:
            seed, length = int(row[0]), int(row[after + 2 * players])
            scores = [int(text) for text in row[after : after + players]]
            wins = [float(text) for text in row[after + players : after + 2 * players]]
            if self.plan.counts:
                json.loads(row[-1])
        except ValueError:
            raise self.damaged(number) from None
        if row[1:after] != fixed:
            raise BadResults(
                f"{self.path} holds games of {' '.join(row[1:after])}, not of {' '.join(fixed)}."
                " Name another file with --out."
            )
        if seed != self.plan.first_seed + self.totals.games:
            raise self.damaged(number)
        self.totals.add(scores, wins, length)

    def expected(self) -> str:
        return f"seed {self.plan.first_seed + self.totals.games}"

    def keep(self, block: Block) -> None:
        """Write the next games. Their totals come with them, so they are not read again."""
        self.write(block.text)
        self.totals.add_all(block.totals)
        self.rows = self.totals.games


def opened(path: Path) -> IO[str]:
    """The file, created if necessary."""
    if path.exists() and not path.is_file():
        raise BadResults(f"{path} is not a file. Name one with --out.")
    try:
        mode = "r+" if path.exists() else "x+"
        file = open(path, mode, encoding="utf-8", newline="\n")  # noqa: SIM115, `close` closes it
    except OSError as wrong:
        raise BadResults(
            f"Cannot write {path}: {wrong.strerror}. Name another file with --out."
        ) from None
    try:
        lock(file.fileno())
    except BlockingIOError:
        file.close()
        raise BadResults(
            f"Somebody else is writing to {path}. Wait for them, or name another file with --out."
        ) from None
    return file
