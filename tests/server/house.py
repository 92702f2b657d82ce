"""A server in memory: a real database, its tables and all that happens at them, put together as in a
server, but with no process, no port, and nothing that runs by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import emberstacks as es
from emberstacks.server.assembly import assembled
from emberstacks.server.services import Services
from emberstacks.server.settings import NO_LIMITS, Settings
from emberstacks.server.store import Store
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.tables.play import nobody
from tests.server.people import Message

PATIENCE = 60  # seconds
Check = Callable[[Services], Awaitable[None]]


@asynccontextmanager
async def house(path: Path, asleep: bool = False, **settings: Any) -> AsyncIterator[Services]:
    """A server on the database in this folder; bots think in threads of this process, or sleep."""
    usual: dict[str, Any] = {"bot_workers": 0, "pace": 0, "reaction": 1.5}
    chosen = Settings(f"sqlite:///{path / 'tables.db'}", **NO_LIMITS | usual | settings)
    store = Store(chosen.database)
    await store.open()
    services = assembled(chosen, store, wake=nobody if asleep else None)
    try:
        yield services
    finally:
        await services.scheduler.close()
        await store.close()


def in_house(path: Path, check: Check, **settings: Any) -> None:
    """Do this in a server in memory."""

    async def done() -> None:
        async with house(path, **settings) as services:
            await check(services)

    asyncio.run(done())


async def happens(wanted: Callable[[], object]) -> None:
    """Wait until something is so, however busy the machine is."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


def read(message: bytes) -> Message:
    """What a message says, as a connection is sent it."""
    return dict(json.loads(message))


async def running_table(
    house: Services, clock: int, position: es.Match | None = None, people: int = 2, name: str = "t"
) -> LiveTable:
    """A game of two people, just begun; or one from a position, with bots for all but some."""
    game, players = (
        ("fire-prototype", 2) if position is None else (position.game.info.id, position.players)
    )
    start = None if position is None else json.dumps(position.to_json())
    options = "{}" if position is None else json.dumps(position.options)
    row = {
        "id": name,
        "game": game,
        "players": players,
        "options": options,
        "title": "",
        "public": False,
        "clock": clock,
    }
    row |= {
        "silent": False,
        "help": True,
        "status": "open",
        "host": "p0",
        "secret": "00" * 32,
        "position": start,
        "created": 0.0,
    }
    chairs: list[dict[str, Any]] = [
        {
            "table": name,
            "seat": seat,
            "kind": "person",
            "person": f"p{seat}",
            "bot": "",
            "name": f"P{seat}",
            "stand_in": False,
        }
        for seat in range(players)
    ]
    for chair in chairs[people:]:
        chair |= {"kind": "bot", "person": "", "bot": "random"}
    await house.store.add_table({**row, "changed": 0.0, "result": "", "next": ""}, chairs)
    live = await house.hub.table(name)
    assert live is not None
    await house.play.start(live)
    return live
