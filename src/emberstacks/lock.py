"""A lock between programs, which vanishes with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# a byte that no file of ours reaches: on Windows, nobody else can read what is locked
FAR = 0x7FFF0000


def lock(file: int) -> None:
    """Lock an open file for this process alone; BlockingIOError if another one has it."""
    if sys.platform == "win32":
        import msvcrt

        place = os.lseek(file, 0, os.SEEK_CUR)
        try:
            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as taken:
            raise BlockingIOError from taken
        finally:
            os.lseek(file, place, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Key:
    """Holds the lock of a file until `close` or the end of this process. The file itself stays, and
    means nothing.

    Programs that this process starts do not get it, and forks let go of it at once: no worker
    outlives us with our lock.
    """

    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            lock(self.file)
        except OSError:
            self.close()
            raise
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.close)

    def close(self) -> None:
        file, self.file = self.file, -1
        if file >= 0:
            os.close(file)

    def __enter__(self) -> Key:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def held(path: Path) -> bool:
    """Does another program hold the lock of this file?"""
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:  # nobody ever locked it, or it is not ours
        return False
    try:
        lock(file)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
