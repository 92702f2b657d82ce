"""`emberstacks backup FILE` and `emberstacks restore FILE`: the games of a server on SQLite, while it runs or not."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.serve import default_database


def backup(file: Path, /, *, database: str = "") -> None:
    """Write a copy of all tables and games into a file; the server may go on meanwhile.

    Parameters
    ----------
    database
        sqlite:///FILE; without it the file in your data folder.
    """
    source = path_of(database)
    if not source.exists():
        raise WrongUse(f"There are no games in {source} yet.")
    if file.exists():
        raise WrongUse(f"{file} exists already; name another file.")
    copy(source, file)
    print(f"All tables and games are in {file}.")


def restore(file: Path, /, *, database: str = "") -> None:
    """Put a backup in place; what is there now is kept beside it. Stop the server first.

    Parameters
    ----------
    database
        sqlite:///FILE; without it the file in your data folder.
    """
    if not file.exists():
        raise WrongUse(f"There is no file {file}; name one that 'emberstacks backup' has written.")
    target = path_of(database)
    if target.exists():
        before = target.with_name(target.name + ".before-restore")
        copy(target, before)
        print(f"What was there before is in {before}.")
    copy(file, target)
    print(f"The games of {file} are in place.")


def path_of(database: str) -> Path:
    where = database or default_database()
    if not where.startswith("sqlite:///"):
        raise WrongUse("Only SQLite is backed up here; for PostgreSQL use pg_dump.")
    return Path(where.removeprefix("sqlite:///"))


def copy(source: Path, target: Path) -> None:
    """SQLite's own copying: consistent even while somebody writes."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # passwords are in it
    try:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            if old.execute("SELECT count(*) FROM sqlite_master WHERE name = 'events'").fetchone()[0] == 0:
                raise Failure(f"{source} holds no games of Emberstacks.")
            old.backup(new)
    except sqlite3.Error as wrong:
        raise Failure(f"Copying {source} failed: {wrong}.") from None
