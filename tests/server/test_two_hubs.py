"""Two processes that share a database and never hear of each other: the laws of a table hold all the same.

NOTIFY is only a hint, and it is fast, so with two real servers nobody could tell whether a law holds or was lucky.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import emberstacks as es
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.live import Connection
from emberstacks.server.tables.lobby import find
from tests.server.people import Message, unframed
from tests.server.test_clock import running_table, with_hub


def with_two(path: Path, shared: bool, check: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    async def first(one: Hub) -> None:
        async def second(two: Hub) -> None:
            for hub in (one, two):
                hub.store.shared = shared
                hub.announce = lambda _table: None
            await check(one, two)

        await with_hub(path, second)

    asyncio.run(with_hub(path, first))


async def play(hub: Hub, moves: int) -> int:
    """The version after some moves."""
    live = hub.tables["t"]
    for _ in range(moves):
        assert live.match is not None
        seat = live.match.waiting[0]
        assert await hub.move(live, seat, live.version, live.match.legal(seat)[-1].text) is None
    return live.version


@pytest.mark.parametrize("shared", [True, False])
def test_nobody_who_changes_over_sees_the_past(tmp_path: Path, shared: bool) -> None:
    """A page that names the last version it was told gets at least that, with all events."""

    async def check(one: Hub, two: Hub) -> None:
        await running_table(one, clock=0)
        there = await two.table("t")
        assert there is not None
        seen = await play(one, 3)
        assert there.version < seen
        await two.catch_up(there, seen)
        heard: list[Message] = []
        await two.join(there, Connection("p0", 0, lambda frame: heard.append(unframed(frame))))
        assert heard[-1]["version"] == seen
        assert len(heard[-1]["events"]) == len(one.tables["t"].update(0, 0).events)

    with_two(tmp_path, shared, check)


def test_what_somebody_was_told_is_found_by_every_page(tmp_path: Path) -> None:
    async def check(one: Hub, two: Hub) -> None:
        await running_table(one, clock=0)
        state: Any = SimpleNamespace(hub=two, store=two.store)
        await find(state, "t")
        seen = await play(one, 2)
        assert (await find(state, "t")).version == seen
        await one.store.change_seat("t", 1, stand_in=True)
        assert (await find(state, "t")).chairs[1].stand_in

    with_two(tmp_path, True, check)


def test_a_move_that_answers_the_past_is_refused_and_read_on(tmp_path: Path) -> None:
    async def check(one: Hub, two: Hub) -> None:
        await running_table(one, clock=0)
        there = await two.table("t")
        assert there is not None
        assert there.match is not None
        version, seat = there.version, there.match.waiting[0]
        choice = there.match.legal(seat)[-1].text
        seen = await play(one, 1)
        refused = await two.move(there, seat, version, choice)
        assert refused is not None
        assert (refused.code, there.version) == ("stale", seen)
        assert [row.version for row in await one.store.log("t", 0)] == list(range(1, seen + 1))

    with_two(tmp_path, True, check)


def test_the_last_of_several_answers_opens_them_all(tmp_path: Path) -> None:
    async def check(one: Hub, two: Hub) -> None:
        match = es.new("alexandria", players=2, seed=1)
        while len(match.waiting) < 2:
            match.push(match.legal()[0])
        here = await running_table(one, 0, match, people=2)
        there = await two.table("t")
        assert there is not None
        assert here.match is not None
        version = here.version
        first, last = (here.match.legal(seat)[0].text for seat in (0, 1))
        assert await one.move(here, 0, version, first) is None
        assert here.version == version
        assert await two.move(there, 1, version, last) is None
        assert there.version > version
        assert {row.seat for row in await one.store.log("t", version)} >= {0, 1}

    with_two(tmp_path, True, check)
