"""After a restart tables are read when they are needed; one that cannot be read is set aside and
harms no other.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.server.app import create_app
from emberstacks.server.services import Services, services_of
from emberstacks.server.settings import Settings
from emberstacks.server.store.tables import TableStore
from emberstacks.server.tables import hub as hub_module
from emberstacks.server.tables.live import LiveTable
from tests.server import plain
from tests.server.conftest import Server
from tests.server.house import PATIENCE, happens, in_house, running_table
from tests.server.people import Player


def change(database: str, *statements: str) -> None:
    """As an upgrade gone wrong or a disk error would."""
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
        for statement in statements:
            assert file.execute(statement).rowcount > 0, statement
        file.commit()


@pytest.mark.process
def test_one_bad_row_harms_no_other_table(database: str) -> None:
    server = Server(database).start()
    try:
        with Player(server.base, "Ada") as ada:
            tables, updates = [], []
            for _ in range(2):
                tables.append(ada.open_table("me", "random", public=True))
                ada.connect(tables[-1])
                ada.post(f"/api/tables/{tables[-1]}/start")
                update = ada.hear_turn()
                ada.move(update, update["choices"][-1]["text"])
                updates.append(ada.hear_turn())
            server.kill()
            change(
                database,
                f"UPDATE events SET code = 77 WHERE \"table\" = '{tables[0]}' AND seat = 0",
            )
            server.start()
            bad, good = (ada.get(f"/api/tables/{table}").json() for table in tables)
            assert "cannot continue: entry" in bad["aside"]
            assert good["aside"] == ""
            assert {info["id"] for info in ada.get("/api/tables").json()} >= set(tables)
            ada.connect(tables[1])
            update = ada.hear_turn()
            ada.move(update, update["choices"][-1]["text"])
            assert ada.hear_turn()["version"] > updates[1]["version"]
            ada.connect(tables[0])
            assert ada.hear(lambda m: m["type"] == "table")["table"]["aside"] == bad["aside"]
            ada.move(updates[0], "score")
            assert ada.hear(lambda m: m["type"] == "refused")["message"] == bad["aside"]
            record = ada.get(f"/api/tables/{tables[0]}/record")
            assert record.status_code == 200
            assert record.text.startswith('[Game "fire-prototype"]')
            assert record.text.endswith(f"# {bad['aside']}\n")
            assert ada.get(f"/api/tables/{tables[0]}/frames/1").json()["code"] == "set-aside"
            assert "emberstacks_tables_set_aside 1.0" in plain.get(f"{server.base}/metrics").text
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "UPDATE events SET code = code + 1 WHERE version = 1",
            "entry 1 of its log is not what its secret deals",
        ),
        (
            "DELETE FROM events WHERE version = (SELECT max(version) FROM events)",
            "ends before what chance answered",
        ),
        ("UPDATE tables SET rules = '0.1'", "cannot be set up"),
        ("UPDATE tables SET options = 'nonsense'", "cannot be set up"),
        ("UPDATE tables SET game = 'chess'", "cannot be set up"),
    ],
)
def test_what_does_not_fit_is_noticed(tmp_path: Path, statement: str, reason: str) -> None:
    """And when it fits again, the game goes on."""

    async def begin(house: Services) -> None:
        await running_table(house, clock=0)

    async def look(house: Services) -> None:
        live = await house.hub.table("t")
        assert live is not None
        assert reason in live.aside
        assert not live.playing
        assert house.hub.set_aside == {"t"}
        assert await house.store.set_aside() == ["t"]

    in_house(tmp_path, begin)
    change(f"sqlite:///{tmp_path / 'tables.db'}", statement)
    in_house(tmp_path, look)


def test_a_table_that_can_be_read_again_goes_on(tmp_path: Path) -> None:
    async def begin(house: Services) -> None:
        await running_table(house, clock=0)

    async def look(house: Services) -> None:
        live = await house.hub.table("t")
        assert live is not None
        assert live.playing
        assert await house.store.set_aside() == []

    in_house(tmp_path, begin)
    change(
        f"sqlite:///{tmp_path / 'tables.db'}",
        "UPDATE tables SET aside = 'This game cannot continue'",
    )
    in_house(tmp_path, look)


def test_a_start_reads_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People's tables wait until somebody comes; those with clocks, until they run out."""

    async def begin(house: Services) -> None:
        await running_table(house, clock=300)

    read: list[str] = []
    swept: list[int] = []
    claim = TableStore.claim_due

    async def reading(_store: object, live: LiveTable) -> bool:
        read.append(live.id)
        return False

    async def claiming(store: TableStore, *arguments: Any) -> list[str]:
        names = await claim(store, *arguments)
        swept.append(len(names))
        return names

    async def start() -> None:
        app = create_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", bot_workers=0))
        async with app.lifespan(), asyncio.timeout(PATIENCE):
            await happens(lambda: len(swept) >= 2)  # by then the first sweep is over
            assert services_of(app).hub.tables == {}

    in_house(tmp_path, begin)
    monkeypatch.setattr(hub_module, "read_on", reading)
    monkeypatch.setattr(TableStore, "claim_due", claiming)
    asyncio.run(start())
    assert (read, swept[0]) == ([], 0)


def test_what_is_due_is_found_by_an_index(tmp_path: Path) -> None:
    async def look(house: Services) -> None:
        for query, index in (
            ("SELECT id FROM tables WHERE due <= 1.0 ORDER BY due LIMIT 20", "tables_by_due"),
            ("SELECT id FROM tables WHERE aside <> ''", "tables_set_aside"),
        ):
            explained = f"EXPLAIN QUERY PLAN {query}"
            plan = await house.store.run(
                lambda db, text=explained: str(db.exec_driver_sql(text).fetchall())  # type: ignore[misc]
            )
            assert f"INDEX {index}" in plan, plan

    in_house(tmp_path, look)


@pytest.mark.parametrize(("clock", "people"), [(0, 1), (60, 2)])
def test_bots_and_clocks_go_on_though_nobody_comes(tmp_path: Path, clock: int, people: int) -> None:
    async def begin(house: Services) -> None:
        live = await running_table(
            house, clock, es.new("fire-prototype", players=2, seed=3), people=people
        )
        if people == 1 and live.match is not None and live.match.to_act == 0:
            await house.play.move(live, 0, live.version, "score")

    async def go_on(house: Services) -> None:
        if clock:
            await house.store.change_table("t", due=time.time() - 1, changed=time.time() - 100)
        scheduler = house.scheduler
        await scheduler.sweep()
        live = house.hub.tables["t"]
        version = live.version
        await scheduler.watch_clocks()
        await happens(lambda: live.version != version)

    in_house(tmp_path, begin, asleep=True)
    in_house(tmp_path, go_on)


@pytest.mark.process
def test_whoever_does_not_come_back_after_a_restart_gets_a_stand_in(database: str) -> None:
    server = Server(database, grace=1.0).start()
    try:
        with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
            table = ada.open_table("me", "open")
            ben.post(f"/api/tables/{table}/sit", {"seat": 1})
            for person in (ada, ben):
                person.connect(table)
            ada.post(f"/api/tables/{table}/start")
            ada.hear(lambda m: m["type"] == "update")
            server.kill()
            server.start()
            ada.connect(table)
            away = ada.hear(lambda m: m["type"] == "table" and m["table"]["seats"][1]["stand_in"])
            assert not away["table"]["seats"][0]["stand_in"]
    finally:
        server.stop()
