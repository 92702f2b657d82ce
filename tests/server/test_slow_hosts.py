"""Hosts that take notices slowly: nobody waits for them but those who want to be told there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import func, select

from emberstacks.server.notify.channels import Channels
from emberstacks.server.notify.notices import Notices
from emberstacks.server.settings import Settings
from emberstacks.server.store import Store
from emberstacks.server.store.schema import outbox
from emberstacks.server.tables.hub import Hub
from tests.server.sinks import WebSink, web_sink
from tests.waiting import PATIENCE

MANY = 30  # more than are begun at once


@pytest.fixture
def sinks() -> Iterator[list[WebSink]]:
    with ExitStack() as open_ones:
        yield [open_ones.enter_context(web_sink()) for _ in range(3)]


@pytest.fixture(autouse=True)
def no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No request is given up while a test looks."""
    monkeypatch.setattr("emberstacks.server.notify.outside.SECONDS", 10 * PATIENCE)


class Post:
    """A database with people and their addresses, and what sends notices."""

    def __init__(self, store: Store) -> None:
        self.store = store
        channels = Channels.of(Settings(store.url, private_addresses=True), store)
        self.notices = Notices(cast(Hub, SimpleNamespace(store=store)), channels, 60, 30)

    async def test(self, person: str, url: str) -> None:
        """A person asks for a test to an address."""
        if not await self.store.addresses_of(person):
            await self.store.add_person(person, person, time.time())
        row = {
            "id": f"{person} {url}"[-32:],
            "person": person,
            "kind": "webhook",
            "target": url,
            "browser": "",
            "code": "",
        }
        await self.store.add_address({**row, "created": time.time()}, 100, False)
        await self.store.try_out(row["id"], time.time())

    async def until(self, wanted: Callable[[], object]) -> None:
        """Look into the outbox again and again, as the server does, until something has happened."""
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await self.notices.send_due()
                await asyncio.sleep(0.02)

    async def left(self) -> int:
        return int(
            await self.store.run(
                lambda db: db.scalar(select(func.count()).select_from(outbox)) or 0
            )
        )


@asynccontextmanager
async def office(database: str) -> AsyncIterator[Post]:
    store = Store(database, 30, "")
    await store.open()
    post = Post(store)
    try:
        yield post
    finally:
        await post.notices.close()
        await store.close()


def test_nobody_waits_for_a_host_that_does_not_answer(database: str, sinks: list[WebSink]) -> None:
    slow, quick, _ = sinks
    slow.gate.clear()

    async def play() -> None:
        async with office(database) as post:
            for number in range(MANY):  # all of them come first
                await post.test(f"eve{number}", f"{slow.base}/{number}")
            await post.until(lambda: slow.got)
            for number in range(MANY):
                await post.test(f"ada{number}", f"{quick.base}/{number}")
            await post.until(lambda: len(quick.got) == MANY)
            assert len(slow.got) == 1  # one notice at a time to a host
            slow.gate.set()
            await post.until(lambda: len(slow.got) > 1)

    asyncio.run(play())


def test_a_person_is_told_at_one_place_at_a_time(database: str, sinks: list[WebSink]) -> None:
    slow, other, quick = sinks
    slow.gate.clear()
    other.gate.clear()

    async def play() -> None:
        async with office(database) as post:
            for sink in (slow, other):
                for number in range(5):
                    await post.test("eve", f"{sink.base}/{number}")
            await post.until(lambda: slow.got or other.got)
            await post.test("ada", f"{quick.base}/ada")
            await post.until(lambda: quick.got)
            assert len(slow.got) + len(other.got) == 1
            slow.gate.set()
            other.gate.set()
            await post.until(lambda: len(slow.got) + len(other.got) == 10)

    asyncio.run(play())


def test_a_test_is_tried_once(database: str, sinks: list[WebSink]) -> None:
    sink = sinks[0]
    sink.status = 500

    async def play() -> None:
        async with office(database) as post:
            await post.test("ada", f"{sink.base}/ada")
            await post.until(lambda: sink.got and not post.notices.sending)
            assert await post.left() == 0

    asyncio.run(play())


def test_what_was_not_sent_at_the_end_is_still_in_the_outbox(
    database: str, sinks: list[WebSink]
) -> None:
    slow = sinks[0]
    slow.gate.clear()

    async def play() -> int:
        async with office(database) as post:
            await post.test("ada", f"{slow.base}/ada")
            await post.until(lambda: slow.got)
            await post.notices.close()
            return await post.left()

    assert asyncio.run(play()) == 1


def test_trouble_with_the_database_is_told_to_the_supervisor(
    database: str, sinks: list[WebSink], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any) -> None:
        raise OSError("the disk is gone")

    async def play() -> None:
        async with office(database) as post:
            await post.test("ada", f"{sinks[0].base}/ada")
            monkeypatch.setattr(post.store, "sent", fails)
            with pytest.raises(OSError, match="the disk is gone"):
                await post.until(lambda: False)

    asyncio.run(play())
