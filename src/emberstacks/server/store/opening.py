"""Opens the database of a server. What waiting can mend is waited for; everything else is told in a
sentence.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import ArgumentError

from emberstacks.lock import Key
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import CannotOpen, Unavailable

log = logging.getLogger("emberstacks.opening")

FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0  # seconds between two tries
# seconds: a server that is just ending, or a backup that looks whether there is one, is gone by
# then
A_MOMENT = 2.0
SQLITE = "sqlite:///"


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL, or if it is only in memory."""
    name = url.removeprefix(SQLITE)
    return Path(name) if url.startswith(SQLITE) and name and name != ":memory:" else None


def lock_of(file: Path) -> Path:
    """What a server locks while it has a database open, also if it knows the file by a link."""
    real = file.resolve() if file.is_symlink() else file
    return real.with_name(f"{real.name}.lock")


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Hold the lock of an SQLite database, so that no second server and no `restore` gets at it;
    CannotOpen if one has it.
    """
    file = file_of(url)
    if file is None:
        yield
        return
    with key_of(file, A_MOMENT):
        yield


def key_of(file: Path, patience: float = 0.0) -> Key:
    """The lock of a database; CannotOpen if a server has it."""
    deadline = time.monotonic() + patience
    while True:
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            return Key(lock_of(file))
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise CannotOpen(
                    f"Another server has {file} open. Stop it first, or name another database with"
                    " --database."
                ) from None
            time.sleep(0.05)
        except OSError as wrong:
            raise CannotOpen(
                f"Cannot write to {file.parent}: {wrong.strerror}. {WRITABLE}"
            ) from None


async def opened(url: str, patience: float = 5.0, direct: str = "") -> Store:
    """The database, up to date; waits for one that does not answer, and says so once."""
    wait, waiting = FIRST_WAIT, False
    while True:
        try:
            store = await tried(url, patience, direct)
        except Unavailable as trouble:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise asyncio.CancelledError from None  # a driver took Ctrl-C for a lost connection
            if not waiting:
                log.warning("%s; waiting for it", trouble)
            waiting = True
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)
        else:
            if waiting:
                log.warning("the database answers now")
            return store


async def tried(url: str, patience: float, direct: str) -> Store:
    """The same without waiting; Unavailable if it may help to try again later."""
    try:
        store = Store(url, patience, direct)
    except OSError as wrong:
        raise CannotOpen(
            f"{file_of(url) or 'The database'} cannot be opened: {wrong.strerror}. {WRITABLE}"
        ) from None
    except (ArgumentError, ValueError):
        raise CannotOpen(
            "The address of the database makes no sense. Write"
            " postgresql://user:password@host/name."
        ) from None
    try:
        await store.open()
    except BaseException as trouble:
        await store.close()
        if isinstance(trouble, Unavailable):
            refuse_hopeless(trouble, file_of(url))
        if isinstance(trouble, OverflowError):  # a port that cannot be
            raise CannotOpen(f"The address of the database makes no sense: {trouble}") from None
        raise
    return store


WRITABLE = "Let this user write there, or name another database with --database."
DAMAGED = (
    "Bring back a backup with 'emberstacks restore FILE', or name another database with --database."
)
ELSEWHERE = "Correct the address in --database or EMBERSTACKS_DATABASE."


def refuse_hopeless(trouble: Unavailable, file: Path | None) -> None:
    """CannotOpen if no waiting will mend it."""
    cause = getattr(trouble.__cause__, "orig", None) or trouble.__cause__
    words = " ".join(str(cause).split())
    state = str(getattr(cause, "sqlstate", None) or "")
    if state.startswith("28"):
        raise CannotOpen(f"PostgreSQL does not let us in: {words}. {ELSEWHERE}") from None
    if state == "3D000":
        raise CannotOpen(
            f"PostgreSQL says: {words}. Make it with 'createdb', or correct --database."
        ) from None
    if file is not None:
        for part, sentence in {
            "not a database": f"{file} is not a database, or its beginning is damaged. {DAMAGED}",
            "malformed": f"{file} is damaged. {DAMAGED}",
            "readonly database": f"{file} cannot be written. {WRITABLE}",
            "unable to open": f"{file} cannot be opened. {WRITABLE}",
            "disk I/O error": f"{file} cannot be read or written: {words}. Look at the disk.",
        }.items():
            if part in words:
                raise CannotOpen(sentence) from None
