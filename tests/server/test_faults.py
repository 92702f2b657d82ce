"""The database is in trouble for a while: people are told, nothing is lost, and everything goes on
by itself.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Conflict, Unavailable
from emberstacks.server.supervision import Supervisor
from tests.server import plain
from tests.server.conftest import Server, own_postgres
from tests.server.house import happens
from tests.server.people import Player
from tests.waiting import until

pytestmark = pytest.mark.process


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Another program holds the file."""
    with closing(
        sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def until_measured(server: Server, metric: str) -> None:
    """Until the metrics say so."""
    until(lambda: metric in plain.get(f"{server.base}/metrics").text)


def test_a_locked_file_stops_nothing_for_good(database: str) -> None:
    """A person is told on the open socket; the bot and the clock go on when the file is free again."""
    server = Server(database, patience=0.3).start()
    try:
        with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
            table = ada.open_table("me", "random")
            ada.connect(table)
            ada.post(f"/api/tables/{table}/start")
            update = ada.hear_turn()
            late = ben.open_table("me", "random", clock=60)
            ben.connect(late)
            ben.post(f"/api/tables/{late}/start")
            ben.hear_turn()
            with locked(database):
                ada.move(update, update["choices"][-1]["text"])
                refused = ada.hear(lambda m: m["type"] == "refused")
                assert (refused["code"], refused["version"]) == ("unavailable", update["version"])
                assert (
                    refused["message"]
                    == "The server cannot save right now, so your move was not made."
                )
                health = plain.get(f"{server.base}/health")
                assert (health.status_code, health.json()["status"]) == (503, "unavailable")
                assert health.json()["reason"] == "another program holds the database file"
                answer = ada.post("/api/tables", {"game": "fire-prototype", "seats": []})
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
                assert int(answer.headers["retry-after"]) > 0
            ada.move(update, update["choices"][-1]["text"])
            again = ada.hear_turn()  # after the bot
            assert again["version"] > update["version"]
            assert plain.get(f"{server.base}/health").json() == {"status": "ok"}
    finally:
        server.stop()


def test_a_bot_that_could_not_write_moves_later(database: str) -> None:
    server = Server(database, patience=0.2, pace=1.0).start()
    try:
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "random")
            ada.connect(table)
            ada.post(f"/api/tables/{table}/start")
            update = ada.hear_turn()
            while True:  # until it is the bot that is asked
                ada.move(update, update["choices"][-1]["text"])
                update = ada.hear(lambda m: m["type"] == "update")
                if not update["choices"]:
                    break
            with locked(database):
                until_measured(server, 'emberstacks_tasks_in_trouble{task="bots"} 1.0')
            assert ada.hear_turn()["version"] > update["version"]
            until_measured(server, 'emberstacks_tasks_in_trouble{task="bots"} 0.0')
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        ("max_page_count = 1", "the disk is full"),
        ("query_only = ON", "the database file cannot be written"),
    ],
)
def test_a_full_disk_and_a_file_that_cannot_be_written(
    database: str, pragma: str, reason: str
) -> None:
    """Whatever waited together fails together: nothing is acknowledged that is not there
    afterwards.
    """

    async def check() -> None:
        store = Store(database, patience=0.5)
        await store.open()
        await store.run(lambda db: db.exec_driver_sql(f"PRAGMA {pragma}"))
        names = ["x" * 24 + str(number) for number in range(400)]
        given = await asyncio.gather(
            *[store.add_person(name, name, 0.0) for name in names], return_exceptions=True
        )
        refused = [outcome for outcome in given if isinstance(outcome, Unavailable)]
        assert refused
        assert {str(outcome) for outcome in refused} == {reason}
        assert all(outcome is None or isinstance(outcome, Unavailable) for outcome in given)
        await store.close()
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            kept = {name for (name,) in file.execute("SELECT id FROM people")}
        assert kept == {name for name, outcome in zip(names, given, strict=True) if outcome is None}

    asyncio.run(check())


def test_a_background_task_says_once_that_it_fails_and_once_that_it_is_well(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries <= 4:
            raise Unavailable("the disk is full")

    async def check() -> None:
        supervisor = Supervisor(longest_wait=0.01)
        supervisor.start("tidying", work, every=0.01)
        await happens(lambda: tries >= 8)
        assert supervisor.failures == {"tidying": 4}
        assert supervisor.troubled == {"tidying": set()}
        await supervisor.close()

    with caplog.at_level(logging.INFO):
        asyncio.run(check())
    assert [
        record.getMessage() for record in caplog.records if record.name == "emberstacks.supervision"
    ] == [
        "tidying: the disk is full; trying again",
        "tidying: works again",
    ]


def test_what_failed_is_done_once() -> None:
    done = []

    async def work() -> None:
        done.append(1)
        if len(done) < 3:
            raise Conflict

    async def check() -> None:
        await Supervisor(longest_wait=0.01).until_done("bots", work, lambda: True)

    asyncio.run(check())
    assert len(done) == 3


def test_postgresql_may_be_away_for_a_while() -> None:
    """A person is told, a bot waits, and both go on when it is back."""
    with own_postgres() as database, ExitStack() as stack:
        server = Server(database.get_uri(), patience=2, pace=1.0).start()
        stack.callback(server.stop)
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "random")
            ada.connect(table)
            ada.post(f"/api/tables/{table}/start")
            update = ada.hear_turn()
            database.stop()
            ada.move(update, update["choices"][-1]["text"])
            assert ada.hear(lambda m: m["type"] == "refused")["code"] == "unavailable"
            assert plain.get(f"{server.base}/health").status_code == 503
            until_measured(server, 'emberstacks_tasks_in_trouble{task="wake-up connection"} 1.0')
            database.start()
            until_measured(server, 'emberstacks_tasks_in_trouble{task="wake-up connection"} 0.0')
            ada.move(update, update["choices"][-1]["text"])
            assert ada.hear_turn()["version"] > update["version"]
            assert plain.get(f"{server.base}/health").status_code == 200
