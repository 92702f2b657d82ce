"""Many transactions in one commit: each is all or nothing, and only the one to blame fails."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from emberstacks.server.store import Store
from emberstacks.server.store.engines import LONGEST, TOGETHER, pause_after
from emberstacks.server.store.moves import Move
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.tables.reading import event_rows

NOW = time.time()


def table_row(name: str) -> dict[str, Any]:
    facts = {
        "id": name,
        "game": "fire-prototype",
        "players": 2,
        "options": "{}",
        "title": name,
        "public": False,
        "clock": 0,
    }
    more = {
        "silent": False,
        "help": True,
        "status": "playing",
        "host": "ada",
        "secret": "00" * 32,
        "position": None,
    }
    return {**facts, **more, "created": NOW, "changed": NOW, "result": "", "next": ""}


def move(table: str, version: int, answers: list[tuple[int, int]], result: str = "") -> Move:
    head = {"table": table, "changed": NOW, "result": result, "ended": bool(result), "due": None}
    return head, event_rows(table, version, answers, NOW)


async def opened(store: Store, names: list[str]) -> None:
    await store.open()
    chair = {
        "seat": 0,
        "kind": "person",
        "person": "ada",
        "bot": "",
        "name": "Ada",
        "stand_in": False,
    }
    for name in names:
        await store.add_table(table_row(name), [{"table": name, **chair}])


async def burst(store: Store, names: list[str]) -> list[Any]:
    """A move at each table at once, then another, the third of which comes too late; and two
    readers in between.
    """
    first = [store.append(move(name, 0, [(0, 5), (-1, 2**60)])) for name in names]
    assert await asyncio.gather(*first) == [None] * len(names)
    later = [store.append(move(name, 1 if name == "t3" else 2, [(1, 7)], "won")) for name in names]
    return await asyncio.gather(
        *later, store.log("t1", 0), store.table("t2"), return_exceptions=True
    )


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, database: str) -> str:
    return database if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


def test_of_many_moves_in_one_commit_only_the_late_one_fails(where: str) -> None:
    async def scenario() -> None:
        store = Store(where)
        names = [f"t{number}" for number in range(1, 9)]
        try:
            await opened(store, names)
            outcomes = await burst(store, names)
            assert [type(outcome) for outcome in outcomes[:8]] == [
                Conflict if name == "t3" else type(None) for name in names
            ]
            for name in names:
                rows = [(row.version, row.seat, row.code) for row in await store.log(name, 0)]
                assert rows == [(1, 0, 5), (2, -1, 2**60), *([(3, 1, 7)] if name != "t3" else [])]
                found = await store.table(name)
                assert found is not None
                assert (found[0].status, found[0].result) == (
                    ("playing", "") if name == "t3" else ("over", "won")
                )
        finally:
            await store.change_table("t3", status="over")  # nobody is to revive what is no game
            await store.close()

    asyncio.run(scenario())


def test_a_move_at_a_table_that_is_gone_is_not_acknowledged(where: str) -> None:
    async def scenario() -> None:
        store = Store(where)
        await opened(store, ["there"])
        try:
            outcomes = await asyncio.gather(
                *[store.append(move(name, 0, [(0, 5)])) for name in ("gone", "there")],
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [Conflict, type(None)]
            assert len(await store.log("there", 0)) == 1
        finally:
            await store.change_table("there", status="over")
            await store.close()

    asyncio.run(scenario())


def test_an_answer_cannot_be_changed_while_another_process_opens_it(where: str) -> None:
    """Whoever changes a sealed answer is told that it is too late, or the new one is opened: never
    the old one in silence.
    """
    outcomes: list[Any] = []

    def change() -> None:
        async def late() -> None:
            other = Store(where, patience=20)
            try:
                outcomes.append(await other.seal("sealed", 0, 1, 99))
            except Conflict as too_late:
                outcomes.append(too_late)
            finally:
                await other.close()

        asyncio.run(late())

    async def scenario() -> None:
        store = Store(where)
        await opened(store, ["sealed"])
        try:
            for seat in (0, 1):
                await store.seal("sealed", 0, seat, 5)
            changing = threading.Thread(target=change)

            def decide(given: list[tuple[int, int]]) -> Move:
                assert given == [(0, 5), (1, 5)]
                changing.start()
                changing.join(2)
                assert outcomes == []  # it waits
                return move("sealed", 0, given)

            await store.open_sealed("sealed", 0, decide)
            await asyncio.to_thread(changing.join)
            assert [type(outcome) for outcome in outcomes] == [Conflict]
            assert [(row.seat, row.code) for row in await store.log("sealed", 0)] == [
                (0, 5),
                (1, 5),
            ]
            assert await store.sealed("sealed", 0) == []
        finally:
            await store.change_table("sealed", status="over")
            await store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("a_second", "pause"), [(100, TOGETHER), (1250, TOGETHER), (1900, TOGETHER), (2500, LONGEST)]
)
def test_commits_are_further_apart_only_where_very_many_wait(a_second: int, pause: float) -> None:
    """The pause that a steady stream of moves ends at: at half of what a core bears nobody waits
    longer.
    """
    now = TOGETHER
    for _ in range(100):
        now = pause_after(max(2, round(a_second * now)))
    assert now == pause
    assert pause_after(1) == 0.0
