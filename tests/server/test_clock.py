"""Clocks and stand-ins, on the hub itself, so that nobody has to wait."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from emberstacks.server.botpool import BotPool
from emberstacks.server.live import Connection, Hub, LiveTable
from emberstacks.server.protocol import Outgoing, Update
from emberstacks.server.store import Store


async def running_table(hub: Hub, clock: int) -> LiveTable:
    """A game of two people, just begun."""
    row = {"id": "t", "game": "fire-prototype", "players": 2, "options": "{}", "title": "", "public": False, "clock": clock}
    row |= {"silent": False, "status": "open", "host": "p0", "secret": "00" * 32, "position": None, "created": 0.0}
    chairs = [
        {"table": "t", "seat": seat, "kind": "person", "person": f"p{seat}", "bot": "", "name": f"P{seat}", "stand_in": False}
        for seat in range(2)
    ]
    await hub.store.add_table({**row, "changed": 0.0, "result": "", "next": ""}, chairs)
    live = await hub.table("t")
    assert live is not None
    await hub.start(live, ["P0", "P1"])
    return live


async def with_hub(path: Path, check: object, grace: float = 60) -> None:
    store = Store(f"sqlite:///{path / 'tables.db'}")
    await store.open()
    hub = Hub(store, BotPool(0), pace=0, grace=grace)
    try:
        await check(hub)  # type: ignore[operator]
    finally:
        await store.close()


def test_the_clock_decides_for_those_who_are_late(tmp_path: Path) -> None:
    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=60)
        assert live.match is not None
        assert abs(live.deadline() - time.time() - 60) < 5
        version, default = live.version, live.match.default()
        live.changed -= 61
        watching = asyncio.create_task(hub.watch_clocks())
        async with asyncio.timeout(20):
            while live.version == version:
                await asyncio.sleep(0.05)
        watching.cancel()
        assert str(default) == "score"
        assert live.match.answers()[version][0] >= 0

    asyncio.run(with_hub(tmp_path, check))


@pytest.mark.parametrize(("clock", "stands_in"), [(0, True), (86_400, False)])
def test_a_bot_stands_in_after_the_grace(tmp_path: Path, clock: int, stands_in: bool) -> None:
    """But not where people agreed to wait for days."""

    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock)
        heard: list[Outgoing] = []
        connection = Connection("p0", 0, heard.append)
        await hub.join(live, connection)
        assert any(isinstance(message, Update) for message in heard)
        hub.part(live, connection)
        await asyncio.sleep(0.3)
        assert live.chairs[0].stand_in is stands_in
        await hub.join(live, connection)
        assert live.chairs[0].stand_in is False

    asyncio.run(with_hub(tmp_path, check, grace=0.05))
