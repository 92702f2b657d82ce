"""`emberstacks backup FILE` and `emberstacks restore FILE`: save and bring back the games of a server on SQLite."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.serve import default_database


def backup(file: Path, /, *, database: str = "") -> None:
    """Copy all tables and games to a file; the server may keep running.

    Parameters
    ----------
    file
        The file to write.
    database
        sqlite:///FILE; by default the file in your data folder.
    """
    source = path_of(database)
    if not source.exists():
        raise WrongUse(f"There are no games in {source} yet.")
    if file.exists():
        raise WrongUse(f"{file} already exists. Choose another name.")
    copy(source, file)
    print(f"All tables and games are in {file}.")


def restore(file: Path, /, *, database: str = "") -> None:
    """Bring back a backup and keep a copy of what it replaces. Stop the server first.

    Parameters
    ----------
    file
        A file that 'emberstacks backup' wrote.
    database
        sqlite:///FILE; by default the file in your data folder.
    """
    if not file.exists():
        raise WrongUse(f"There is no file {file}. Name one that 'emberstacks backup' wrote.")
    target = path_of(database)
    if target.exists():
        before = target.with_name(target.name + ".before-restore")
        copy(target, before)
        print(f"The old games are now in {before}.")
    copy(file, target)
    print(f"The games from {file} are back.")


def path_of(database: str) -> Path:
    where = database or default_database()
    if not where.startswith("sqlite:///"):
        raise WrongUse("This only works with SQLite. Use pg_dump for PostgreSQL.")
    return Path(where.removeprefix("sqlite:///"))


def copy(source: Path, target: Path) -> None:
    """SQLite's own backup: consistent even while someone is writing."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds passwords
    try:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            if old.execute("SELECT count(*) FROM sqlite_master WHERE name = 'events'").fetchone()[0] == 0:
                raise Failure(f"{source} is not an Emberstacks database.")
            old.backup(new)
    except sqlite3.Error as wrong:
        raise Failure(f"Could not copy {source}: {wrong}.") from None
