"""What can be wrong with a database when a server starts: one sentence, and waiting where waiting
helps.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from emberstacks.server.store import Store
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.migrate import newest
from tests.cli.databases import change, everything, made, names
from tests.cli.terminal import PATIENCE, run, start
from tests.server import plain
from tests.server.conftest import free_port, own_postgres
from tests.server.test_migrations import at_version


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@contextmanager
def starting(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that may not come up, and its port."""
    port = free_port()
    process = start(
        home, "serve", "--port", str(port), "--no-browser", "--bot-workers", "0", *arguments
    )
    try:
        yield process, port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def answers(port: int) -> bool:
    return plain.get(f"http://127.0.0.1:{port}/health").status_code == 200


def newer(file: Path) -> None:
    change(made(file), "UPDATE alembic_version SET version_num = '9999'")


def torn(file: Path) -> None:
    made(file)
    file.write_bytes(b"\xff" * 100 + file.read_bytes()[100:])


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (newer, "written by a newer version of Emberstacks (it has version 9999"),
        (torn, "is not a database, or its beginning is damaged. Bring back a backup"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    home: Path, damage: object, words: str
) -> None:
    damage(home / "tables.db")  # type: ignore[operator]
    before = (home / "tables.db").read_bytes()
    done = run(home, "serve", "--no-browser", "--database", "sqlite:///tables.db")
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert (home / "tables.db").read_bytes() == before


@pytest.mark.parametrize("where", ["--database sqlite:////proc/nowhere/tables.db", ""])
def test_a_folder_that_cannot_be_written(home: Path, where: str) -> None:
    """/proc takes no files, not even from root."""
    done = run(home, "serve", "--no-browser", *where.split(), XDG_DATA_HOME="/proc/nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Cannot" in done.stderr
    assert "--database" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_second_server_on_the_same_file_is_refused(home: Path) -> None:
    with starting(home) as (first, port):
        assert first_line(first).startswith("Emberstacks is at")
        assert answers(port)
        done = run(home, "serve", "--no-browser", "--port", str(free_port()))
        assert (done.returncode, done.stdout) == (1, "")
        assert "Another server has" in done.stderr
        assert "Stop it first, or name another database" in done.stderr
        assert done.stderr.count("\n") == 1
        assert answers(port)
    with starting(home) as (again, port):  # the first was killed, and its lock is gone with it
        assert first_line(again).startswith("Emberstacks is at")
        assert answers(port)


def test_an_upgrade_says_so_and_keeps_a_copy_first(home: Path) -> None:
    file = home / "tables.db"
    with sqlite_engine(f"sqlite:///{file}").begin() as connection:
        at_version(connection, "0008")
        connection.execute(
            text("INSERT INTO people (id, name, created) VALUES ('ada', 'Ada', 4e9)")
        )
    with starting(home, "--database", f"sqlite:///{file}") as (server, _):
        assert first_line(server).startswith("Emberstacks is at")
        os.kill(server.pid, signal.SIGTERM)
        _, errors = server.communicate(timeout=PATIENCE)
    (copy,) = home.glob("tables.db.version-0008-*")
    (line,) = [json.loads(line)["message"] for line in errors.splitlines()]
    assert (
        line
        == f"the database is upgraded from version 0008 to {newest()}; {copy} is a copy from before"
    )
    assert names(copy) == names(file) == ["Ada"]
    assert copy.stat().st_mode & 0o777 == 0o600
    before = everything(home)
    with starting(home, "--database", f"sqlite:///{file}") as (server, _):
        assert first_line(server).startswith("Emberstacks is at")
    assert {name for name in everything(home) if "version" in name} == {
        name for name in before if "version" in name
    }


def test_a_server_waits_for_postgresql_and_tells_its_address_when_it_answers(home: Path) -> None:
    with own_postgres() as database:
        url = database.get_uri()
        database.stop()
        with starting(home, "--database", url) as (server, port):
            assert server.stderr is not None
            told = json.loads(server.stderr.readline())["message"]
            assert "the database does not answer" in told
            assert told.endswith("waiting for it")
            assert server.poll() is None
            database.start()
            assert first_line(server).startswith("Emberstacks is at")
            assert answers(port)
            os.kill(server.pid, signal.SIGTERM)
            _, errors = server.communicate(timeout=PATIENCE)
            assert [json.loads(line)["message"] for line in errors.splitlines()] == [
                "the database answers now"
            ]
        for wrong, words in (
            (url.replace("/postgres?", "/missing?"), 'database "missing" does not exist'),
            (url.replace("//postgres:", "//stranger:"), "PostgreSQL does not let us in"),
        ):
            done = run(home, "serve", "--no-browser", "--database", wrong)
            assert (done.returncode, done.stdout) == (1, "")
            assert words in done.stderr
            assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_a_server_that_waits(home: Path) -> None:
    with starting(home, "--database", "postgresql://ada:secret@127.0.0.1:1/tables") as (server, _):
        assert server.stderr is not None
        assert "waiting for it" in server.stderr.readline()
        os.killpg(server.pid, signal.SIGINT)
        said, errors = server.communicate(timeout=PATIENCE)
        assert (server.returncode, said, errors) == (130, "", "")


def test_postgresql_is_upgraded_with_a_word_about_a_dump(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(url: str) -> None:
        store = Store(url)
        await store.run(lambda db: at_version(db, "0008"))
        await store.open()
        await store.close()

    with own_postgres() as database, caplog.at_level(logging.WARNING):
        asyncio.run(scenario(database.get_uri()))
    assert any("from version 0008 to" in line and "pg_dump" in line for line in caplog.messages)


def test_a_file_that_another_program_holds_is_waited_for(home: Path) -> None:
    file = made(home / "tables.db")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with starting(home, "--database", f"sqlite:///{file}") as (server, port):
            assert server.stderr is not None
            assert (
                "another program holds the database file; waiting for it"
                in server.stderr.readline()
            )
            other.execute("ROLLBACK")
            assert first_line(server).startswith("Emberstacks is at")
            deadline = time.monotonic() + PATIENCE
            while not answers(port):
                assert time.monotonic() < deadline
