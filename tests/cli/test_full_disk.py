"""A disk that is really full: `/health` says so until something can be written again, and the log
says it once.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from emberstacks.server.store import Store, engines
from emberstacks.server.store.outcomes import Unavailable
from tests.cli.test_serve import served, terminate
from tests.server import plain
from tests.server.people import Player
from tests.waiting import until

BEGIN, END = "nothing can be saved: the disk is full", "the database can be written again"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small one of its own; SQLite writes back what is beside its file only after four megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if not os.path.ismount(folder):
        pytest.skip("only root may mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Not a byte is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            file.write(b"x")
    return filler


def health(base: str) -> httpx.Response:
    return plain.get(f"{base}/health")


def told(log: list[str]) -> list[str]:
    lines = [json.loads(line)["message"] for line in log]
    return [line for line in lines if line in (BEGIN, END)]


def test_health_tells_of_a_full_disk_until_something_was_written(
    tmp_path: Path, disk: Path
) -> None:
    where = f"sqlite:///{disk / 'tables.db'}"
    with (
        served(tmp_path, "--database", where, end=terminate) as (base, log),
        Player(base, "Ada") as ada,
    ):
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear_turn()
        filler = fill(disk)
        ada.move(update, update["choices"][-1]["text"])
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "unavailable"
        for _ in range(20):
            assert ada.get(f"/api/tables/{table}").is_success  # reading works, and means nothing
            answer = health(base)
            assert (answer.status_code, answer.json()["reason"]) == (503, "the disk is full")
        filler.unlink()
        until(lambda: health(base).status_code == 200)
        ada.move(update, update["choices"][-1]["text"])
        assert ada.hear_turn()["version"] > update["version"]
    assert told(log) == [BEGIN, END]


def test_health_finds_a_full_disk_by_itself(tmp_path: Path, disk: Path) -> None:
    """Nobody plays, so nobody else would notice; and when nobody asks any more, the end is noticed
    as well.
    """
    with served(tmp_path, "--database", f"sqlite:///{disk / 'tables.db'}", end=terminate) as (
        base,
        log,
    ):
        filler = fill(disk)
        until(lambda: health(base).status_code == 503)
        before = pulse(disk / "tables.db")
        filler.unlink()
        until(lambda: pulse(disk / "tables.db") != before)
        assert health(base).json() == {"status": "ok"}
    assert told(log) == [BEGIN, END]


def pulse(file: Path) -> str:
    """What was last written only to see whether that works."""
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT text FROM heartbeat").fetchone()[0])


def test_only_writing_ends_a_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a disk of our own: SQLite is told that its file must not grow."""
    limit = "PRAGMA busy_timeout"
    prepare = engines.prepare

    def limited(connection: Any, patience: float) -> None:
        prepare(connection, patience)
        connection.execute(limit)

    async def scenario() -> None:
        nonlocal limit
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.open()
        limit = "PRAGMA max_page_count = 1"  # as small as it is now
        await store.run(lambda db: db.exec_driver_sql(limit))
        await store.check(rest=time.monotonic() + 1)  # it only reads
        for _ in range(3):
            with pytest.raises(Unavailable, match="the disk is full"):
                await store.check(rest=0.0)
            assert await store.person("ada") is None
            assert store.trouble == "the disk is full"
        limit = "PRAGMA busy_timeout"
        await store.run(lambda db: db.exec_driver_sql("PRAGMA max_page_count = 100000"))
        assert store.trouble == "the disk is full"
        await store.check(rest=time.monotonic() + 1)
        assert store.trouble == ""
        await store.close()

    monkeypatch.setattr(engines, "prepare", limited)
    with caplog.at_level(logging.WARNING):
        asyncio.run(scenario())
    assert caplog.messages == [BEGIN, END]
