"""`emberstacks backup FILE` and `emberstacks restore FILE`: save and bring back the games of a
server on SQLite.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import sys
from datetime import datetime
from itertools import count
from pathlib import Path

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.serve import default_database
from emberstacks.lock import held

# backups in a folder, the oldest first when they are sorted
OURS = re.compile(r"tables-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.db")


def backup(file: Path, /, *, keep: int = 0, replace: bool = False, database: str = "") -> None:
    """Copy all tables and games to a file; the server may keep running.

    Parameters
    ----------
    file
        The file to write, or a folder: then the file in it is named by date and time.
    keep
        In a folder, remove the oldest backups beyond this many; 0 keeps all.
    replace
        Replace the file if it is there already.
    database
        sqlite:///FILE; by default the file in your data folder.
    """
    from emberstacks.server.store.copies import BadCopy, copied, publish, sync
    from emberstacks.server.store.opening import lock_of

    source = path_of(database)
    if not source.exists():
        raise WrongUse(f"There are no games in {source} yet.")
    if keep < 0 or (keep and not file.is_dir()):
        raise WrongUse(
            "--keep needs a number, and a folder that exists: 'emberstacks backup FOLDER --keep"
            " 14'."
        )
    target = new_name(file) if file.is_dir() else file
    if not target.parent.is_dir():
        raise WrongUse(f"There is no folder {target.parent}. Make it first, or name another one.")
    if target.exists() and not replace:
        raise WrongUse(f"{target} already exists. Choose another name, or use --replace.")
    try:
        with copied(source, target) as (part, found):
            if replace:
                os.replace(part, target)
                sync(target.parent)
            else:
                publish(part, target)
    except BadCopy as wrong:
        raise Failure(f"{wrong} There is no new backup.") from None
    running = (
        " A server is running; what it has acknowledged until now is in it."
        if held(lock_of(source))
        else ""
    )
    print(f"All tables and games are in {target}.{running}")
    if found.holes:
        print(f"{holes_told(found.holes)} The server sets such games aside.", file=sys.stderr)
    if keep:
        kept = sorted(
            (name for name in file.iterdir() if OURS.fullmatch(name.name)),
            key=lambda name: name.stem,
        )
        for old in kept[:-keep]:
            old.unlink(missing_ok=True)


def restore(file: Path, /, *, anyway: bool = False, database: str = "") -> None:
    """Bring back a backup and keep what it replaces. Stop the server first.

    Parameters
    ----------
    file
        A file that 'emberstacks backup' wrote.
    anyway
        Bring it back even if some of its games have holes in their logs.
    database
        sqlite:///FILE; by default the file in your data folder.
    """
    from emberstacks.server.store.copies import BadCopy, copied, sync
    from emberstacks.server.store.migrate import check_known
    from emberstacks.server.store.opening import key_of
    from emberstacks.server.store.outcomes import CannotOpen

    if not file.is_file():
        raise WrongUse(f"There is no file {file}. Name one that 'emberstacks backup' wrote.")
    target = path_of(database)
    if not target.parent.is_dir():
        raise WrongUse(
            f"There is no folder {target.parent}. Make it first, or name another database."
        )
    if target.exists() and target.samefile(file):
        raise WrongUse(f"{file} is the database itself. Name a backup.")
    try:
        with key_of(target), copied(file, target, thorough=True) as (part, found):
            check_known(found.version)
            if found.holes and not anyway:
                raise Failure(
                    f"{holes_told(found.holes)} Nothing was changed. --anyway brings it back as"
                    " it is."
                )
            before = move_aside(target) if target.exists() else None
            os.replace(part, target)
            sync(target.parent)
    except (BadCopy, CannotOpen) as wrong:
        raise Failure(f"{wrong} Nothing was changed.") from None
    print(f"The games from {file} are back.")
    if before is not None:
        print(f"What was there before is in {before}.")


def move_aside(file: Path) -> Path:
    """Give a database a second name that nothing has yet, with what SQLite keeps beside it; the
    first is then free.

    From here on everything is there under the second name, whatever happens; and under the first,
    unless it is damaged.
    """
    from emberstacks.server.store.copies import connect, free_name, publish

    name = free_name(file, "before-restore", PARTS)
    for part in PARTS:
        if (beside := file.with_name(file.name + part)).exists():
            publish(beside, name.with_name(name.name + part))
    with contextlib.suppress(sqlite3.Error):
        # brings what is beside it into the file; of a damaged one, SQLite may delete it
        connect(file).close()
    for part in PARTS[1:]:  # what belongs to the old database would spoil the new one
        file.with_name(file.name + part).unlink(missing_ok=True)
    return name


PARTS = ("", "-wal", "-shm")


def holes_told(holes: int) -> str:
    return f"{'One game has a hole' if holes == 1 else f'{holes} games have holes'} in the log."


def new_name(folder: Path) -> Path:
    """A backup by its date and time, which nothing has yet."""
    first = f"tables-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (folder / f"{first}{f'-{number}' if number > 1 else ''}.db" for number in count(1))
    return next(name for name in names if not name.exists())


def path_of(database: str) -> Path:
    where = database or os.environ.get("EMBERSTACKS_DATABASE") or default_database()
    if not where.startswith("sqlite:///"):
        raise WrongUse("This only works with SQLite. Use pg_dump for PostgreSQL.")
    file = Path(where.removeprefix("sqlite:///"))
    # a link stays, and leads to what is restored
    return file.resolve() if file.is_symlink() else file
