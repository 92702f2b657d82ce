"""`backup` and `restore`, as a tired host uses them: nothing that is there is ever lost."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from emberstacks.cli import backup as module
from emberstacks.lock import Key, held
from emberstacks.server.store.opening import key_of
from tests.cli.databases import change, everything, made, names, spoil
from tests.cli.terminal import PATIENCE, run

DATED = r"\d{4}-\d\d-\d\d-\d{6}(-\d+)?"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def database(home: Path) -> Path:
    """What a server of this home would have."""
    (home / "emberstacks").mkdir()
    return made(home / "emberstacks" / "tables.db", "Ada", games=2)


def kept(database: Path) -> list[Path]:
    """What restoring has kept."""
    return sorted(file for file in database.parent.iterdir() if "before-restore" in file.name)


def test_restoring_twice_keeps_both_that_were_there(home: Path, database: Path) -> None:
    made(home / "one.db", "Ben")
    made(home / "two.db", "Cleo")
    for file in ("one.db", "two.db"):
        done = run(home, "restore", file)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"The games from {file} are back." in done.stdout
        assert str(kept(database)[-1]) in done.stdout
    assert names(database) == ["Cleo"]
    assert sorted(names(file)[0] for file in kept(database)) == ["Ada", "Ben"]
    assert all(
        re.fullmatch(rf"tables\.db\.before-restore-{DATED}", file.name) for file in kept(database)
    )
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in (database, *kept(database)))


def hole(file: Path) -> None:
    change(file, "DELETE FROM events WHERE \"table\" = 't1' AND version = 3")


def newer(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '9999'")


def not_ours(file: Path) -> None:
    file.unlink()
    change(file, "CREATE TABLE something (x)")


def junk(file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (hole, "One game has a hole in the log."),
        (newer, "newer version of Emberstacks (it has version 9999"),
        (not_ours, "is not an Emberstacks database"),
        (junk, "not a database"),
        (spoil, "is damaged"),
    ],
)
def test_a_bad_file_is_refused_before_anything_is_touched(
    home: Path, database: Path, damage: object, words: str
) -> None:
    bad = made(home / "bad.db", "Ben", games=2)
    damage(bad)  # type: ignore[operator]
    before = everything(database.parent)
    done = run(home, "restore", "bad.db")
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr
    assert "Nothing was changed" in done.stderr
    assert done.stderr.count("\n") == 1
    after = everything(database.parent)
    after.pop("tables.db.lock")
    assert after == before


def test_a_backup_with_a_hole_comes_back_if_the_host_insists(home: Path, database: Path) -> None:
    hole(made(home / "bad.db", "Ben", games=2))
    assert run(home, "restore", "bad.db", "--anyway").returncode == 0
    assert names(database) == ["Ben"]


def test_nothing_is_restored_under_a_running_server(home: Path, database: Path) -> None:
    made(home / "one.db", "Ben")
    before = everything(database.parent)
    with Key(database.with_name("tables.db.lock")):
        done = run(home, "restore", "one.db")
        assert (done.returncode, done.stdout) == (1, "")
        assert "Another server has" in done.stderr
        assert "Stop it first" in done.stderr
        saved = run(home, "backup", "copy.db")
    assert saved.stdout.endswith(
        "A server is running; what it has acknowledged until now is in it.\n"
    )
    assert names(home / "copy.db") == ["Ada"]
    after = everything(database.parent)
    after.pop("tables.db.lock")
    assert after == before


def test_a_link_to_a_database_is_that_database(home: Path, database: Path) -> None:
    """A server and a host may know it by different names, and restoring keeps the link."""
    made(home / "one.db", "Ben")
    link = home / "link.db"
    link.symlink_to(database)
    where = ("--database", f"sqlite:///{link}")
    for held_as, asked in ((database, where), (link, ())):
        with key_of(held_as):
            done = run(home, "restore", "one.db", *asked)
            assert (done.returncode, "Another server has" in done.stderr) == (1, True)
            assert (
                "A server is running" in run(home, "backup", "copy.db", "--replace", *asked).stdout
            )
    assert run(home, "restore", "one.db", *where).returncode == 0
    assert link.is_symlink()
    assert names(database) == ["Ben"]
    assert [names(file) for file in kept(database)] == [["Ada"]]


def test_a_crash_in_the_middle_of_restoring_loses_nothing(
    home: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step that changes a file, the whole old database is there under one of its names."""
    made(home / "one.db", "Ben")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    steps = [(os, "link"), (os, "replace"), (Path, "unlink")]
    for place, name in steps:

        def crash(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(place, name, crash)
            with pytest.raises(KeyboardInterrupt):
                module.restore(home / "one.db")
        assert any(names(file) == ["Ada"] for file in (database, *kept(database)) if file.exists())
        for file in kept(database):
            file.unlink()
    assert names(database) == ["Ada"]


def test_what_belongs_to_a_damaged_database_moves_with_it(home: Path, database: Path) -> None:
    """What was not yet in the file itself is kept with the old one, and does not spoil the new one."""
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("UPDATE people SET name = 'Dido'")
        writer.commit()
        wal = database.with_name("tables.db-wal").read_bytes()
        whole = database.read_bytes()
    assert wal
    database.write_bytes(b"\xff" * 100 + whole[100:])
    database.with_name("tables.db-wal").write_bytes(wal)
    made(home / "one.db", "Ben")
    assert run(home, "restore", "one.db").returncode == 0
    assert names(database) == ["Ben"]
    assert not database.with_name("tables.db-wal").exists()
    main = kept(database)[0]
    main.write_bytes(whole[:100] + main.read_bytes()[100:])
    assert names(main) == ["Dido"]


def test_a_log_that_sqlite_cannot_read_moves_as_well(home: Path, database: Path) -> None:
    made(home / "one.db", "Ben")
    database.write_bytes(b"nothing is left of it")
    database.with_name("tables.db-wal").write_bytes(b"but this")
    assert run(home, "restore", "one.db").returncode == 0
    assert names(database) == ["Ben"]
    assert [file.read_bytes() for file in kept(database)] == [b"nothing is left of it", b"but this"]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("arguments", [["nowhere/copy.db"], ["nowhere", "--keep", "3"]])
def test_a_backup_to_a_folder_that_is_not_there(home: Path, arguments: list[str]) -> None:
    done = run(home, "backup", *arguments)
    assert done.returncode == 2
    assert "folder" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (home / "nowhere").exists()


@pytest.mark.parametrize("damage", [spoil, junk])
def test_a_backup_says_that_the_database_is_damaged_and_leaves_no_file(
    home: Path, database: Path, damage: object
) -> None:
    damage(database)  # type: ignore[operator]
    done = run(home, "backup", "copy.db")
    assert (done.returncode, done.stdout) == (1, "")
    assert "damaged" in done.stderr
    assert done.stderr.count("\n") == 1
    assert [file.name for file in home.iterdir()] == ["emberstacks"]


def test_a_backup_says_that_a_game_has_a_hole(home: Path, database: Path) -> None:
    hole(database)
    done = run(home, "backup", "copy.db")
    assert done.returncode == 0
    assert "One game has a hole in the log." in done.stderr


@pytest.mark.usefixtures("database")
def test_a_backup_replaces_a_file_only_if_it_is_told_to(home: Path) -> None:
    (home / "copy.db").write_text("mine")
    done = run(home, "backup", "copy.db")
    assert done.returncode == 2
    assert "already exists" in done.stderr
    assert (home / "copy.db").read_text() == "mine"
    assert run(home, "backup", "copy.db", "--replace").returncode == 0
    assert names(home / "copy.db") == ["Ada"]
    assert (home / "copy.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("database")
def test_backups_in_a_folder_are_named_by_date_and_the_oldest_go(home: Path) -> None:
    folder = home / "backups"
    folder.mkdir()
    (folder / "tables-2020-01-01-000000.db").write_text("the oldest")
    (folder / "tables-of-mine.db").write_text("not ours")
    for _ in range(3):
        assert run(home, "backup", "backups", "--keep", "3").returncode == 0
    found = sorted(file.name for file in folder.iterdir())
    assert found.pop() == "tables-of-mine.db"
    assert len(found) == 3
    assert all(re.fullmatch(rf"tables-{DATED}\.db", name) for name in found)
    assert not any("2020" in name for name in found)
    assert all(names(folder / name) == ["Ada"] for name in found)


def test_a_damaged_database_takes_no_older_backup_with_it(home: Path, database: Path) -> None:
    folder = home / "backups"
    folder.mkdir()
    assert run(home, "backup", "backups", "--keep", "1").returncode == 0
    (good,) = folder.iterdir()
    spoil(database)
    assert run(home, "backup", "backups", "--keep", "1").returncode == 1
    assert list(folder.iterdir()) == [good]


def test_what_a_killed_backup_left_goes_after_a_day(home: Path, database: Path) -> None:
    """It holds everything, and nobody sees it."""
    folder = home / "backups"
    folder.mkdir()
    old, new, other = (
        folder / f".{name}.part"
        for name in ("tables-2020-01-01-000000.db.7", "tables-2020-01-01-000001.db.8", "x.9")
    )
    for part in (old, new, other):
        part.write_text("half a copy")
    for part in (old, other):
        os.utime(part, (0, 0))
    assert run(home, "backup", "backups").returncode == 0
    assert [part.exists() for part in (old, new, other)] == [False, True, True]
    assert names(database) == ["Ada"]


def test_a_backup_from_a_disk_that_cannot_be_written_comes_back(home: Path, database: Path) -> None:
    """One by an earlier version, which wants files beside it when it is opened."""
    old = made(home / "one.db", "Ben")
    change(old, "PRAGMA journal_mode = WAL")
    folder = home / "disk"
    folder.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if not os.path.ismount(folder):
        pytest.skip("only root may mount a disk")
    try:
        shutil.copy(old, folder / "one.db")
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        done = run(home, "restore", str(folder / "one.db"))
        assert done.returncode == 0, done.stderr
        assert names(database) == ["Ben"]
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


FORKS = """
import os, subprocess, sys
from pathlib import Path
from emberstacks.lock import Key
key = Key(Path(sys.argv[1]))
if os.fork():
    subprocess.Popen([sys.executable, "-c", "input()"], close_fds=False)
    print("held", flush=True)
input()
"""


def test_a_lock_vanishes_with_its_process_and_not_with_the_workers(tmp_path: Path) -> None:
    """They live until their input ends, which is after the process is killed."""
    path = tmp_path / "lock"
    command = [sys.executable, "-c", FORKS, str(path)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        assert held(path)
        process.kill()
        process.wait(PATIENCE)
        assert not held(path)
        with Key(path):
            assert held(path)
    finally:
        process.stdin.close()
        assert process.stdout.read() == ""  # the workers were there until now
        process.stdout.close()
