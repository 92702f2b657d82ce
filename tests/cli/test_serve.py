"""`serve`, `backup` and `restore`, as somebody who runs a server uses them."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from emberstacks.cli.serve import reachable
from tests.cli.terminal import PATIENCE, run, start
from tests.server import plain
from tests.server.conftest import free_port
from tests.server.people import Player
from tests.server.sinks import mail_sink
from tests.waiting import until


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def press_ctrl_c(server: int) -> None:
    """A terminal tells everybody who works for the command as well."""
    os.killpg(server, signal.SIGINT)


def terminate(server: int) -> None:
    os.kill(server, signal.SIGTERM)


def kill(server: int) -> None:
    os.kill(server, signal.SIGKILL)


@contextmanager
def served(
    home: Path, *arguments: str, workers: int = 0, end: Callable[[int], None] = press_ctrl_c
) -> Iterator[tuple[str, list[str]]]:
    """A running server: its address, and afterwards what it logged."""
    port = free_port()
    process = start(
        home,
        "serve",
        "--port",
        str(port),
        "--no-browser",
        "--bot-workers",
        str(workers),
        *arguments,
    )
    log: list[str] = []
    try:
        until(lambda: answers(port) or process.poll() is not None)
        assert process.poll() is None, process.communicate(timeout=PATIENCE)
        yield f"http://127.0.0.1:{port}", log
        end(process.pid)
        said, errors = process.communicate(timeout=PATIENCE)
        assert "Emberstacks is at" in said
        assert "sqlite:" not in said
        assert "Traceback" not in said + errors
        log += errors.splitlines()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def answers(port: int) -> bool:
    try:
        return plain.get(f"http://127.0.0.1:{port}/health").status_code == 200
    except httpx.TransportError:
        return False


def names(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [name for (name,) in database.execute("SELECT name FROM people")]


def test_a_server_is_backed_up_while_it_runs_and_restored(home: Path) -> None:
    with served(home) as (base, log):
        with Player(base, "Ada") as ada:
            table = ada.open_table("me", "random")
        done = run(home, "backup", "copy.db")
        assert done.returncode == 0
        assert done.stdout.startswith("All tables and games are in copy.db. A server is running")
        with Player(base, "Ben"):
            pass
    assert log == []
    database = home / "emberstacks" / "tables.db"
    # passwords are in them
    assert [file.stat().st_mode & 0o777 for file in (home / "copy.db", database)] == [0o600, 0o600]
    assert names(home / "copy.db") == ["Ada"]
    assert sorted(names(database)) == ["Ada", "Ben"]
    done = run(home, "restore", "copy.db")
    assert done.returncode == 0
    assert "The games from copy.db are back." in done.stdout
    assert names(database) == ["Ada"]
    (before,) = database.parent.glob("tables.db.before-restore-*")
    assert sorted(names(before)) == ["Ada", "Ben"]
    with served(home) as (base, _):
        assert plain.get(f"{base}/api/tables/{table}").json()["host"] == ada.person["id"]


def test_the_log_tells_who_came_and_nothing_secret(home: Path) -> None:
    options = [
        "--verbose",
        "--metrics-token",
        "token-of-the-host",
        "--limit",
        "tables_a_minute=1",
        "--secure",
    ]
    with served(home, *options) as (base, log), Player(base, "Cleo") as cleo:
        cookie = str(
            next(cookie.value for cookie in cleo.http.cookies.jar if cookie.name == "emberstacks")
        )
        # this is no https, so that it would not be sent
        cleo.http.headers["Cookie"] = f"emberstacks={cookie}"
        assert cleo.post("/api/session/account", {"password": "papyrus and ink"}).is_success
        assert (
            cleo.post(
                "/api/session/login", {"name": "Cleo", "password": "secret-guess"}
            ).status_code
            == 403
        )
        entered = cleo.post("/api/session/login", {"name": "Cleo", "password": "papyrus and ink"})
        table = cleo.open_table("me", "random")
        assert cleo.post("/api/tables", {"game": "fire-prototype", "seats": []}).status_code == 400
        refused = cleo.post(
            "/api/tables", {"game": "fire-prototype", "seats": [{"kind": "host"}, {"kind": "open"}]}
        )
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        cleo.connect(table, Cookie=f"emberstacks={cookie}")
        cleo.say(type="say", text="words-between-friends")
        cleo.hear(lambda m: m["type"] == "chat")
        assert entered.headers["strict-transport-security"] == "max-age=31536000"
        assert plain.get(f"{base}/metrics").status_code == 403
        assert plain.get(
            f"{base}/metrics", headers={"Authorization": "Bearer token-of-the-host"}
        ).is_success
    with closing(sqlite3.connect(home / "emberstacks" / "tables.db")) as database:
        ((secret,),) = database.execute("SELECT secret FROM tables")
    said = "\n".join(log)
    for hidden in (
        cookie,
        "papyrus",
        "secret-guess",
        "words-between-friends",
        "token-of-the-host",
        secret,
        table,
    ):
        assert hidden not in said
    lines = [json.loads(line) for line in log]
    told = [line["message"] for line in lines]
    assert any(message.startswith("a wrong password for the account of") for message in told)
    assert any(message.startswith("a login to the account of") for message in told)
    assert any(message.startswith("a table of fire-prototype was opened") for message in told)
    request = entered.headers["x-request-id"]
    assert next(
        line["message"][:24] for line in lines if line.get("request") == request
    ).startswith("a login to the account")


def test_limits_that_make_no_sense_are_told(home: Path) -> None:
    for wrong, words in (
        ("sheep=3", "There is no limit 'sheep'"),
        ("tables_a_minute=0", "needs a number of at least 1"),
    ):
        done = run(home, "serve", "--no-browser", "--limit", wrong)
        assert done.returncode == 2
        assert words in done.stderr


def test_the_log_is_json_from_the_first_line_on(home: Path) -> None:
    with served(home, "--verbose") as (_, log):
        pass
    lines = [json.loads(line) for line in log]
    assert all({"at", "level", "from", "message"} <= line.keys() for line in lines)
    assert any(line["from"].startswith("alembic") for line in lines)
    assert any(line["from"].startswith("uvicorn") for line in lines)


@pytest.mark.parametrize(("end", "moved"), [(press_ctrl_c, True), (terminate, False)])
def test_a_server_that_is_stopped_leaves_nothing_behind(
    home: Path, end: Callable[[int], None], moved: bool
) -> None:
    """No bot that thinks on for nobody, and nothing that Python complains of; waiting for the
    output waits for all of them.
    """
    with served(home, workers=1, end=end) as (base, log):
        let_bots_think(base, moved)
    assert log == []


def test_a_server_that_is_killed_takes_its_bots_with_it(home: Path) -> None:
    with served(home, workers=1, end=kill) as (base, log):
        let_bots_think(base, moved=True)
    assert "resource_tracker" in log[0]  # which gives back what a killed server cannot


def let_bots_think(base: str, moved: bool) -> None:
    """At a table of their own, about their first move or a later one."""
    with Player(base, "Ada") as ada:
        table = ada.open_table(*["expert"] * 6, game="horror")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear(lambda message: message["type"] == "update")
        if moved:
            ada.hear_version(update["version"] + 1)
        until(lambda: thinking(base) >= 1)


def thinking(base: str) -> float:
    """How many bots think, as the server counts them."""
    running = r'(?m)^emberstacks_thinking_running\{kind="bots"\} (\S+)$'
    found = re.search(running, plain.get(f"{base}/metrics").text)
    assert found is not None
    return float(found[1])


def test_a_port_that_is_taken(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = run(home, "serve", "--port", str(other.getsockname()[1]), "--no-browser")
    assert done.returncode != 0
    assert "Choose another --port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("serve --database mysql://here", "The database must be sqlite:///FILE or postgresql://"),
        ("serve --port 99999", "Choose another --port"),
        ("backup copy.db", "There are no games in"),
        ("backup copy.db --database postgresql://here", "Use pg_dump"),
        ("restore copy.db", "There is no file copy.db"),
        ("restore junk.db", "junk.db cannot be copied: it is damaged, or not a database"),
        ("restore empty.db", "not an Emberstacks database"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(
    home: Path, command: str, complaint: str
) -> None:
    (home / "junk.db").write_bytes(b"no database at all" * 100)
    with closing(sqlite3.connect(home / "empty.db")) as empty:
        empty.execute("CREATE TABLE something (x)")
    done = run(home, *command.split())
    assert done.returncode != 0
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_backup_overwrites_nothing(home: Path) -> None:
    with served(home):
        pass
    assert run(home, "backup", "copy.db").returncode == 0
    done = run(home, "backup", "copy.db")
    assert done.returncode != 0
    assert "copy.db already exists" in done.stderr


@pytest.mark.parametrize("wrong", ["*", "proxy", "10.0.0.0/99", ""])
def test_a_proxy_is_named_by_its_address_or_network(home: Path, wrong: str) -> None:
    done = run(home, "serve", "--no-browser", "--proxy", wrong)
    assert done.returncode == 2
    assert "--proxy needs the address of your proxy or its network" in done.stderr
    assert ("0.0.0.0/0,::/0" in done.stderr) is (wrong == "*")


@pytest.mark.parametrize(("network", "claims"), [("127.0.0.9/8", True), ("192.0.2.0/24", False)])
def test_only_a_proxy_says_where_people_come_from(home: Path, network: str, claims: bool) -> None:
    with served(home, "--proxy", network, "--limit", "guests_an_hour=1") as (base, _):
        made = [
            plain.post(
                f"{base}/api/session",
                json={"name": "Eve"},
                headers={"X-Forwarded-For": f"203.0.113.{k}"},
            ).status_code
            for k in range(2)
        ]
    assert made == [201, 201 if claims else 429]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "192.0.2.7"])
def test_the_address_that_is_told_is_one_to_come_in_by(host: str) -> None:
    told = reachable(host)
    assert told not in ("0.0.0.0", "127.0.0.1")
    assert host != "192.0.2.7" or told == host


def test_a_mail_server_is_checked_at_the_start_and_used(home: Path) -> None:
    for wrong, words in (
        (["--smtp", "ftp://ada:secret@here"], "smtps://"),
        (["--smtp", "smtp://here"], "--mail-from"),
    ):
        done = run(home, "serve", "--no-browser", *wrong)
        assert done.returncode == 2
        assert words in done.stderr
        assert "secret" not in done.stderr
    with mail_sink() as mails:
        options = [
            "--smtp",
            mails.address,
            "--mail-from",
            "games@example.org",
            "--address",
            "https://games.example.org",
        ]
        with served(home, *options) as (base, _), Player(base, "Dido") as dido:
            assert (
                dido.post("/api/mine/addresses/email", {"address": "dido@example.org"}).status_code
                == 204
            )
            inside = dido.post("/api/mine/addresses/web", {"kind": "webhook", "url": f"{base}/x"})
            assert inside.json()["code"] == "bad-address"
        assert [mail["To"] for mail in mails.got] == ["dido@example.org"]
        assert "https://games.example.org/mail#confirm=" in str(mails.got[0])
