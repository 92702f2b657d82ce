"""`emberstacks admin` beside a running server: it does what it says, and the server takes notice."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import run
from tests.server import plain
from tests.server.conftest import Server
from tests.server.people import Player

pytestmark = pytest.mark.process


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def beside(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("data") / "tables.db"
    running = Server(
        f"sqlite:///{file}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    ).start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, database: str) -> str:
    """For a test with a server of its own."""
    return database if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


def admin(home: Path, server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(home, "admin", *arguments, "--database", server.database)


def asked(home: Path, server: Server, *arguments: str) -> Any:
    """What the same command tells programs."""
    done = admin(home, server, *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def begun(player: Player, *seats: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """A game in which the player is asked."""
    table = player.open_table(*seats, **more)
    player.connect(table)
    player.post(f"/api/tables/{table}/start")
    return table, player.hear_turn()


def test_people_tables_and_what_waits_are_listed(tmp_path: Path, beside: Server) -> None:
    with Player(beside.base, "Hypatia") as hypatia:
        hypatia.post("/api/session/account", {"password": "papyrus and ink"})
        table, update = begun(hypatia, "me", "random", clock=86_400)
        (person,) = asked(tmp_path, beside, "people", "--find", "hypat")
        assert person["id"] == hypatia.person["id"]
        assert (person["name"], person["account"], person["sessions"], person["games"]) == (
            "Hypatia",
            True,
            1,
            1,
        )
        found = {
            row["id"]: row for row in asked(tmp_path, beside, "tables", "--status", "playing")
        }[table]
        assert (found["game"], found["host"], found["answers"]) == (
            "fire-prototype",
            "Hypatia",
            update["version"],
        )
        assert found["seats"][0] == "Hypatia"
        assert "secret" not in found
        waits = asked(tmp_path, beside, "queue")
        assert table in [row["id"] for row in waits["due"]]  # its clock runs
        assert waits["sessions"] >= 1
        assert waits["playing"] >= 1
        for command, words in (("people", "Hypatia"), ("tables", table), ("queue", table)):
            done = admin(tmp_path, beside, command)
            assert done.returncode == 0
            assert words in done.stdout
            assert "papyrus" not in done.stdout


def test_a_game_that_the_host_sets_aside_stays_aside_until_it_is_put_back(
    tmp_path: Path, where: str
) -> None:
    server = Server(where).start()
    try:
        with Player(server.base, "Ada") as ada:
            table, update = begun(ada, "me", "random")
            done = admin(tmp_path, server, "aside", table, "--why", "Somebody cheated.")
            assert done.returncode == 0, done.stderr
            told = ada.hear(lambda m: m["type"] == "table" and m["table"]["aside"])["table"][
                "aside"
            ]
            assert told == "The host of this server has set this game aside. Somebody cheated."
            ada.move(update, update["choices"][-1]["text"])
            refused = ada.hear(lambda m: m["type"] == "refused")
            assert (refused["code"], refused["message"]) == ("not-playing", told)
            server.kill()
            server.start()  # its log can be read, which is not enough
            ada.connect(table)
            assert ada.hear(lambda m: m["type"] == "table")["table"]["aside"] == told
            assert "emberstacks_tables_set_aside 1.0" in plain.get(f"{server.base}/metrics").text
            (row,) = [
                row for row in asked(tmp_path, server, "queue")["aside"] if row["id"] == table
            ]
            assert row["withheld"]
            ada.move(update, update["choices"][-1]["text"])
            assert ada.hear(lambda m: m["type"] == "refused")["message"] == told
            assert admin(tmp_path, server, "back", table).returncode == 0
            ada.hear(lambda m: m["type"] == "table" and not m["table"]["aside"])
            ada.move(update, update["choices"][-1]["text"])
            assert ada.hear_turn()["version"] > update["version"]  # after the bot
            again = admin(tmp_path, server, "back", table)
            assert (again.returncode, again.stderr.count("\n")) == (2, 1)
            assert "is not set aside" in again.stderr
    finally:
        server.stop()


def test_bots_stop_at_a_game_that_is_set_aside_and_go_on_afterwards(
    tmp_path: Path, where: str
) -> None:
    server = Server(where, pace=3.0).start()
    try:
        with Player(server.base, "Ada") as ada:
            table, update = begun(ada, "me", "random")
            while update["choices"]:  # until the bot is asked, which takes its time
                ada.move(update, update["choices"][-1]["text"])
                update = ada.hear(lambda m: m["type"] == "update")
            assert admin(tmp_path, server, "aside", table).returncode == 0
            ada.hear(lambda m: m["type"] == "table" and m["table"]["aside"])
            assert admin(tmp_path, server, "back", table).returncode == 0
            ada.hear(lambda m: m["type"] == "table" and not m["table"]["aside"])
            assert ada.hear_turn()["version"] > update["version"]
    finally:
        server.stop()


def test_a_table_is_removed_under_its_players(tmp_path: Path, beside: Server) -> None:
    with Player(beside.base, "Ada") as ada, Player(beside.base, "Ben") as ben:
        table, update = begun(ada, "me", "random")
        other, still = begun(ben, "me", "random")
        done = admin(tmp_path, beside, "remove-table", table)
        assert done.returncode == 2
        assert "Add --yes if you are sure." in done.stderr
        assert admin(tmp_path, beside, "remove-table", table, "--yes").returncode == 0
        assert (
            ada.hear(lambda m: m["type"] == "table" and m["table"]["aside"])["table"]["aside"]
            == "This table has been removed."
        )
        ada.move(update, update["choices"][-1]["text"])
        assert (
            ada.hear(lambda m: m["type"] == "refused")["message"] == "This table has been removed."
        )
        assert ada.get(f"/api/tables/{table}").status_code == 404
        ben.move(still, still["choices"][-1]["text"])
        assert ben.hear_turn()["version"] > still["version"]
        assert ben.get(f"/api/tables/{other}").is_success
    assert "emberstacks_errors_total 0.0" in plain.get(f"{beside.base}/metrics").text


def test_a_person_is_removed_and_the_others_play_on(tmp_path: Path, beside: Server) -> None:
    with Player(beside.base, "Ada") as ada, Player(beside.base, "Ben") as ben:
        table = ada.open_table("me", "open")
        ben.post(f"/api/tables/{table}/sit", {"seat": 1})
        alone = ben.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear(lambda m: m["type"] == "update")
        done = admin(tmp_path, beside, "remove-person", ben.person["id"], "--yes")
        assert done.returncode == 0, done.stderr
        ada.hear(lambda m: m["type"] == "table" and m["table"]["seats"][1]["kind"] == "bot")
        version = update["version"]
        while update["version"] < version + 6:  # the bot answers in between
            if update["choices"]:
                ada.move(update, update["choices"][-1]["text"])
            update = ada.hear_turn()
        assert ben.get("/api/session").json() is None
        assert ada.get(f"/api/tables/{alone}").status_code == 404
        # an id may begin with -
        assert asked(tmp_path, beside, "people", f"--find={ben.person['id']}") == []


def test_a_new_password_ends_all_sessions(tmp_path: Path, beside: Server) -> None:
    with Player(beside.base, "Zenodotus") as owner, Player(beside.base, "Guest") as guest:
        assert owner.post("/api/session/account", {"password": "papyrus and ink"}).is_success
        done = admin(tmp_path, beside, "password", "zenodotus")
        assert done.returncode == 0, done.stderr
        new = done.stdout.splitlines()[0].rpartition(" ")[2]
        assert owner.get("/api/session").json() is None
        assert (
            guest.post(
                "/api/session/login", {"name": "Zenodotus", "password": "papyrus and ink"}
            ).status_code
            == 403
        )
        assert guest.post("/api/session/login", {"name": "Zenodotus", "password": new}).is_success
        assert guest.get("/api/session").json()["id"] == owner.person["id"]
        for who, words in (
            ("nobody", "There is no account and no id"),
            (asked_guest(beside), "is a guest"),
        ):
            wrong = admin(tmp_path, beside, "password", who)
            assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
            assert words in wrong.stderr


def asked_guest(server: Server) -> str:
    with Player(server.base, "Passer-by") as guest:
        return str(guest.person["id"])


@pytest.mark.parametrize("command", ["people", "remove-table x --yes", "aside -x"])
def test_a_database_that_is_not_there_is_told_in_a_sentence(tmp_path: Path, command: str) -> None:
    for where, words in (
        ("sqlite:///nothing.db", "There are no games in nothing.db yet."),
        ("postgresql://ada:secret@127.0.0.1:1/x", "The database cannot be used now"),
    ):
        done = run(tmp_path, "admin", *command.split(), "--database", where)
        assert done.returncode in (1, 2)
        assert words in done.stderr
        assert "secret" not in done.stderr
        assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
