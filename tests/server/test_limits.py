"""Limits: each holds, is told in a sentence with a time, and is shared by all processes; the host's
figures and log show it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from emberstacks.server.assembly import assembled, tidy
from emberstacks.server.settings import Limits, Settings
from emberstacks.server.store import Store
from emberstacks.server.wire.connections import Connections
from tests.server import plain
from tests.server.conftest import Server, in_memory
from tests.server.memory import InMemory
from tests.server.people import Player, opened_at
from tests.waiting import until

FEW: dict[str, Any] = {
    "tables_a_minute": 3,
    "tables_a_person": 5,
    "guests_an_hour": 12,
    "lines_a_minute": 4,
    "sockets_an_address": 10,
    "sockets_a_person": 6,
    "metrics_token": "a token of the host",
}
PLAN = {"game": "fire-prototype", "seats": [{"kind": "host"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InMemory]:
    """A server that allows little."""
    running = in_memory(
        f"sqlite:///{tmp_path_factory.mktemp('limits') / 'own' / 'tables.db'}", secure=False, **FEW
    )
    yield running
    running.stop()


def check_refused(answer: httpx.Response, words: str) -> None:
    assert answer.status_code == 429, answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= 3600
    assert words in answer.json()["message"]


def test_tables_a_minute_and_a_person(strict: InMemory) -> None:
    with Player(strict.base, "Ada") as ada:
        for _ in range(3):
            assert ada.post("/api/tables", PLAN).status_code == 201
        check_refused(
            ada.post("/api/tables", PLAN), "Many tables were opened just now. Try again in"
        )
        with closing(
            sqlite3.connect(strict.database.removeprefix("sqlite:///"), timeout=30)
        ) as file:
            file.execute("DELETE FROM quotas")
            file.commit()
        assert [ada.post("/api/tables", PLAN).status_code for _ in range(2)] == [201, 201]
        check_refused(ada.post("/api/tables", PLAN), "You have many tables open")


def test_lines_of_chat_a_minute(strict: InMemory) -> None:
    with Player(strict.base, "Bea") as bea:
        bea.connect(bea.open_table("me", "random"))
        for number in range(5):
            bea.say(type="say", text=f"line {number}")
        refused = bea.hear(lambda m: m["type"] == "refused")
        assert refused["code"] == "too-fast"
        assert "That was a lot of chat. Try again in" in refused["message"]
        assert sum(message["type"] == "chat" for message in bea.received) == 4


def test_many_sockets_at_once_do_not_slip_through(strict: InMemory) -> None:
    """400 were held where 100 were allowed: they were counted only after the first look at the
    database.
    """
    with Player(strict.base, "Cy") as cy:
        table = cy.open_table("me", "random")
        held: list[str] = []
        done = threading.Event()

        def hold() -> None:
            with suppress(ConnectionClosed), opened_at(strict.base, f"/ws/{table}", {}) as link:
                link.recv(timeout=60)
                held.append(table)
                done.wait(60)

        threads = [threading.Thread(target=hold) for _ in range(30)]
        for thread in threads:
            thread.start()
        until(lambda: held)
        for thread in threads:
            thread.join(0.3)
        count = len(held)
        done.set()
        for thread in threads:
            thread.join()
        assert 1 <= count <= 10


def test_sockets_of_a_person(strict: InMemory) -> None:
    with Player(strict.base, "Dee") as dee:
        table = dee.open_table("me", "random")
        for _ in range(6):
            dee.connect(table)
            dee.hear(lambda m: m["type"] == "table")
        with pytest.raises(ConnectionClosed) as closed:
            dee.connect(table).recv(timeout=60)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "too many connections" in closed.value.rcvd.reason) == (
            4429,
            True,
        )


def test_guests_of_an_address(strict: InMemory) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(plain.Client(base_url=strict.base))
        answers = [client.post("/api/session", json={"name": "Guest"}) for _ in range(14)]
        check_refused(answers[-1], "Many guests have come in just now.")


def test_wrong_passwords_must_wait_ever_longer(database: str) -> None:
    server = in_memory(
        database, wrong_passwords=3, wrong_passwords_an_address=1000, longest_lock=60
    )
    try:
        with Player(server.base, "Cleo") as cleo, Player(server.base, "Eve") as eve:
            assert cleo.post("/api/session/account", {"password": "papyrus and ink"}).is_success
            wrong = {"name": "CLEO", "password": "wrong"}
            codes = [eve.post("/api/session/login", wrong).json()["code"] for _ in range(3)]
            assert codes == ["bad-login"] * 3
            answers = parallel(lambda: eve.post("/api/session/login", wrong), 12)
            assert all(answer.status_code in (403, 429) for answer in answers)
            # as the waits of 1, 2 and 4 seconds allow
            assert sum(answer.status_code == 403 for answer in answers) <= 3
            check_refused(
                next(a for a in answers if a.status_code == 429),
                "Too many wrong passwords were tried. Try again in",
            )
            # people who are logged in stay logged in
            assert cleo.get("/api/session").json()["name"] == "Cleo"
            assert (
                eve.post("/api/session/login", {"name": "Nobody", "password": "wrong"}).json()[
                    "code"
                ]
                == "bad-login"
            )
    finally:
        server.stop()


def parallel(call: object, times: int) -> list[httpx.Response]:
    answers: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(call())) for _ in range(times)]  # type: ignore[operator]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_only_the_host_sees_the_figures(database: str) -> None:
    server = in_memory(database, **FEW)
    try:
        with Player(server.base, "Mia") as mia:
            assert [mia.post("/api/tables", PLAN).status_code for _ in range(4)] == [
                201,
                201,
                201,
                429,
            ]
        assert plain.get(f"{server.base}/metrics").status_code == 403
        assert (
            plain.get(
                f"{server.base}/metrics", headers={"Authorization": "Bearer wrong"}
            ).status_code
            == 403
        )
        figures = plain.get(
            f"{server.base}/metrics", headers={"Authorization": "Bearer a token of the host"}
        ).text
    finally:
        server.stop()
    for wanted in (
        'emberstacks_request_seconds_bucket{le="0.1",method="POST",route="/api/tables",status="201"}',
        "emberstacks_move_seconds_count",
        'emberstacks_limited_total{limit="tables"}',
        "emberstacks_errors_total 0.0",
        "emberstacks_writes_waiting",
        'emberstacks_tables_by_game{game="fire-prototype",status="open"}',
    ):
        assert wanted in figures


def test_the_figures_are_not_for_those_who_come_through_a_proxy(server: Server) -> None:
    assert plain.get(f"{server.base}/metrics").is_success
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert plain.get(f"{server.base}/metrics", headers={header: "192.0.2.1"}).status_code == 403


def test_the_database_is_for_its_owner_only(strict: InMemory) -> None:
    file = Path(strict.database.removeprefix("sqlite:///"))
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
        assert stat.S_IMODE((file.parent / name).stat().st_mode) == 0o600


def test_a_database_that_others_can_read_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.db"
    file.touch(0o644)
    asyncio.run(Store(f"sqlite:///{file}").close())
    assert "others on this computer can read tables.db" in caplog.text


def test_limits_hold_over_all_processes(postgres: str) -> None:
    """What is counted at one process counts at the other."""

    async def two() -> None:
        stores = [Store(postgres), Store(postgres)]
        await stores[0].open()
        counts = [Connections(Limits(sockets_an_address=10, requests_a_minute=10)) for _ in stores]
        for _ in range(6):
            assert not counts[0].come("192.0.2.1")
            assert not counts[0].request("192.0.2.1", 60.0)
            assert not counts[1].request("192.0.2.1", 60.0) or counts[1].requests["192.0.2.1"]
        for count, store in zip([*counts, counts[0]], [*stores, stores[0]], strict=True):
            await count.exchange(store)
        assert [bool(counts[1].come("192.0.2.1")) for _ in range(5)] == [False] * 4 + [True]
        assert counts[1].request("192.0.2.1", 60.0) > 0
        assert not counts[1].request("192.0.2.2", 60.0)
        for store in stores:
            await store.close()

    asyncio.run(two())


def test_sockets_of_a_person_and_in_all_are_limited_over_all_processes(postgres: str) -> None:
    async def two() -> None:
        stores = [Store(postgres), Store(postgres)]
        await stores[0].open()
        # of the servers of other tests
        await stores[0].run(lambda db: db.exec_driver_sql("DELETE FROM crowd"))
        counts = [Connections(Limits(sockets_a_person=5, sockets_in_all=8)) for _ in stores]
        for number in range(4):
            assert not counts[0].come(f"192.0.2.{number}")
            assert counts[0].come_as("ada")
        for count, store in zip([*counts, counts[0]], [*stores, stores[0]], strict=True):
            await count.exchange(store)
        assert [counts[1].come_as("ada") for _ in range(3)] == [True, False, False]
        assert counts[1].come_as("ben")
        assert [counts[1].come(f"198.51.100.{number}") for number in range(5)] == [""] * 4 + [
            "sockets-all"
        ]
        for number in range(4):  # and where they have gone, others may come
            counts[0].go(f"192.0.2.{number}")
            counts[0].go_as("ada")
        for count, store in zip(counts, stores, strict=True):
            await count.exchange(store)
        assert counts[1].come_as("ada")
        assert not counts[1].come("198.51.100.9")
        for store in stores:
            await store.close()

    asyncio.run(two())


def test_guests_who_never_sat_down_are_forgotten(tmp_path: Path) -> None:
    async def look() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.open()
        for name in ("idle", "seated", "fresh", "known"):
            await store.add_person(name, name, 0.0 if name != "fresh" else 4e9)
            await store.add_session(f"s-{name}", name, 4e9)
        await store.make_account("known", "known", "hash")
        row = {
            "id": "t",
            "game": "fire-prototype",
            "players": 1,
            "options": "{}",
            "title": "",
            "public": False,
            "clock": 0,
        }
        row |= {
            "silent": False,
            "help": True,
            "status": "over",
            "host": "",
            "secret": "",
            "created": 0.0,
            "changed": 0.0,
        }
        chair = {
            "table": "t",
            "seat": 0,
            "kind": "person",
            "person": "seated",
            "bot": "",
            "name": "",
            "stand_in": False,
        }
        await store.add_table({**row, "result": "", "next": ""}, [chair])
        settings = Settings(store.url)
        await tidy(assembled(settings, store).hub, settings)
        left = [
            name
            for name in ("idle", "seated", "fresh", "known")
            if await store.person_of(f"s-{name}") is not None
        ]
        assert left == ["seated", "fresh", "known"]
        await store.close()

    asyncio.run(look())
