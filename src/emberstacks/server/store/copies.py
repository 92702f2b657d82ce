"""Copies of an SQLite database: whole or not there, checked, readable by their owner only, and
never in place of another.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from urllib.parse import quote

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file
DAY = 86_400
HOLES = (
    'SELECT count(*) FROM (SELECT 1 FROM events GROUP BY "table" HAVING min(version) <> 1 OR'
    " max(version) <> count(*))"
)


class BadCopy(Exception):
    """Why there is no copy, in a sentence."""


class Found:
    """What is in a database: its version, and how many games have a hole in their log."""

    def __init__(self, file: sqlite3.Connection, name: Path, thorough: bool) -> None:
        """BadCopy if it is damaged, or no database of ours."""
        (words,) = file.execute(
            "PRAGMA integrity_check(1)" if thorough else "PRAGMA quick_check(1)"
        ).fetchone()
        if words != "ok":
            raise BadCopy(f"{name} is damaged ({' '.join(str(words).split())[:200]}).")
        known = {
            name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if not {"alembic_version", "tables", "events"} <= known:
            raise BadCopy(f"{name} is not an Emberstacks database.")
        self.version = str(
            (file.execute("SELECT version_num FROM alembic_version").fetchone() or [""])[0]
        )
        self.holes = int(file.execute(HOLES).fetchone()[0])


@contextlib.contextmanager
def copied(source: Path, target: Path, thorough: bool = False) -> Iterator[tuple[Path, Found]]:
    """A checked copy beside `target`, which is gone again unless somebody publishes it. BadCopy
    says what is wrong.

    SQLite's own backup is consistent even while somebody writes.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        remove(part)
        remove_left_over(target)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds passwords
        with (
            contextlib.closing(connect(source)) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file that needs nothing beside it
            found = Found(new, source, thorough)
        sync(part)
        yield part, found
    except sqlite3.Error as wrong:
        raise BadCopy(f"{source} cannot be copied: {meaning(wrong)}.") from None
    except OSError as wrong:
        reason = (wrong.strerror or str(wrong)).lower()
        raise BadCopy(f"A copy of {source} cannot be kept in {target.parent}: {reason}.") from None
    finally:
        remove(part)


def meaning(wrong: sqlite3.Error) -> str:
    """What SQLite says, in words for a host."""
    words = str(wrong)
    if "not a database" in words or "malformed" in words:
        return f"it is damaged, or not a database ({words})"
    return words


def connect(file: Path) -> sqlite3.Connection:
    """Open a database that must be there; from a disk that cannot be written as well."""
    where = f"file:{quote(str(file.absolute()))}"
    found = sqlite3.connect(f"{where}?mode=rw", uri=True)
    try:
        found.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        found.close()
        if file.with_name(file.name + "-wal").exists():
            raise
        found = sqlite3.connect(f"{where}?immutable=1", uri=True)
    except sqlite3.Error:
        found.close()
        raise
    return found


def publish(part: Path, target: Path) -> None:
    """Give a whole file its name; FileExistsError if something has that name already."""
    try:
        os.link(part, target)  # as one step, and never over another file
    except FileExistsError:
        raise
    except OSError:  # no hard links on this disk
        if target.exists():
            raise FileExistsError(target) from None
        os.rename(part, target)
    sync(target.parent)


def keep_beside(part: Path, file: Path, label: str) -> Path:
    """Name a whole file after another one, a label and the moment, whatever is there already;
    returns the name.
    """
    while True:
        name = free_name(file, label)
        try:
            publish(part, name)
        except FileExistsError:  # somebody else has just taken it
            continue
        return name


def free_name(file: Path, label: str, parts: Sequence[str] = ("",)) -> Path:
    """`tables.db.LABEL-2026-11-18-153012`, and with a number if that exists, alone or with one of
    these parts.
    """
    first = f"{file.name}.{label}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (file.with_name(f"{first}{f'-{number}' if number > 1 else ''}") for number in count(1))
    return next(
        name
        for name in names
        if not any(name.with_name(name.name + part).exists() for part in parts)
    )


def remove_left_over(target: Path) -> None:
    """What a backup that was killed has left a day ago or earlier, of a file with this name or with
    another date in it.
    """
    for part in target.parent.glob(f".{re.sub('[0-9]', '?', target.name)}.*.part"):
        if part.stat().st_mtime < time.time() - DAY:
            remove(part)


def remove(part: Path) -> None:
    for name in ("", *BESIDE):
        part.with_name(part.name + name).unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Nothing that we say is kept gets lost in a power cut."""
    if os.name != "posix" and path.is_dir():  # Windows opens no folders
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
