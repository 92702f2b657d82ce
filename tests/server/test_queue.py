"""The fair queue by itself: workers that the test moves, and a clock that it sets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from emberstacks.server.metrics import Metrics
from emberstacks.server.tables.queue import (
    FORGOTTEN,
    HALF_LIFE,
    LONG_ENOUGH,
    Asker,
    FairQueue,
    Job,
    NotWanted,
)


class Desk:
    """A queue with its clock, and the order in which jobs got their turn."""

    def __init__(self, workers: int = 1, reserved: int = 0) -> None:
        self.now = 0.0
        self.metrics = Metrics()
        self.queue: FairQueue[int] = FairQueue(
            list(range(workers)), self.metrics, lambda: self.now, reserved
        )
        self.order: list[str] = []
        self.given: dict[str, tuple[Job, int]] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(
        self, name: str, person: str, address: str = "", waits: bool = True, **more: Any
    ) -> Job:
        """Somebody asks; what they ask is called by a name."""
        job = Job("hints", Asker(person, address, lambda: waits), **more)
        self.tasks[name] = asyncio.create_task(self.wait(name, job))
        await settled()
        return job

    async def wait(self, name: str, job: Job) -> None:
        worker = await self.queue.turn(job)
        self.order.append(name)
        self.given[name] = job, worker

    async def end(self, name: str, seconds: float = 1.0) -> None:
        """A job of work is over."""
        job, worker = self.given.pop(name)
        self.queue.release(job, worker, seconds)
        await settled()

    def figure(self, name: str) -> float | None:
        return self.metrics.registry.get_sample_value(name, {"kind": "hints"})


async def settled() -> None:
    """Until everybody who can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


def played(
    test: Callable[[Desk], Coroutine[Any, Any, None]], workers: int = 1, reserved: int = 0
) -> None:
    async def play() -> None:
        await test(Desk(workers, reserved))

    asyncio.run(play())


def test_twelve_tables_of_one_person_do_not_come_before_somebody_else() -> None:
    async def test(desk: Desk) -> None:
        for number in range(12):
            await desk.come(f"greedy {number}", "greedy")
        await desk.come("Ada's", "Ada")
        assert desk.order == ["greedy 0"]
        await desk.end("greedy 0")
        assert desk.order == ["greedy 0", "Ada's"]
        await desk.end("Ada's", 0.1)
        await desk.come("Ada's next", "Ada")
        await desk.end("greedy 1")
        assert desk.order[2:] == [
            "greedy 1",
            "Ada's next",
        ], "whoever used least goes first, not whoever came first"

    played(test)


def test_nobody_has_two_hands_at_once() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("one", "greedy")
        await desk.come("two", "greedy")
        assert desk.order == ["one"]
        await desk.come("Ada's", "Ada")
        assert desk.order == ["one", "Ada's"], "the second worker was free"
        await desk.end("one")
        assert desk.order == ["one", "Ada's", "two"]

    played(test, workers=2)


def test_long_thinking_counts_more_than_many_short_thoughts() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody")
        for name, person in (("expert 1", "long"), ("novice 1", "short")):
            await desk.come(name, person)
        await desk.end("block")
        await desk.end("expert 1", 1.4)
        await desk.come("expert 2", "long")
        for number in range(1, 5):
            await desk.come(f"novice {number + 1}", "short")
            await desk.end(f"novice {number}", 0.01)
        assert desk.order[2:] == [f"novice {number}" for number in range(1, 6)]
        await desk.end("novice 5", 0.01)
        assert desk.order[-1] == "expert 2", "and nobody is forgotten"

    played(test)


def test_many_guests_of_one_address_count_as_one() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody", "elsewhere")
        for number in range(100):
            await desk.come(f"guest {number}", f"guest {number}", "192.0.2.1")
        await desk.come("Ada's", "Ada", "192.0.2.2")
        await desk.end("block")
        await desk.end("guest 0")
        assert desk.order == ["block", "guest 0", "Ada's"]

    played(test)


def test_where_nobody_waits_comes_last_but_comes() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody")
        await desk.come("bots only", "host", waits=False)
        await desk.come("with people", "greedy")
        await desk.end("block")
        assert desk.order[-1] == "with people"
        await desk.come("with people 2", "another")
        desk.now = LONG_ENOUGH
        await desk.end("with people", 5.0)
        assert desk.order[-1] == "bots only", "it has waited long enough"

    played(test)


def test_a_hand_is_kept_for_what_somebody_waits_for() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("bots only", "one host", waits=False)
        await desk.come("other bots", "another host", waits=False)
        desk.now = 2 * LONG_ENOUGH
        assert desk.order == ["bots only"], "the last worker stays free, however long they wait"
        await desk.come("Ada's", "Ada")
        assert desk.order == ["bots only", "Ada's"]
        await desk.end("Ada's")
        assert desk.order == ["bots only", "Ada's"]
        await desk.come("Ada's next", "Ada")
        await desk.end("bots only")
        assert desk.order == [
            "bots only",
            "Ada's",
            "Ada's next",
            "other bots",
        ], "the other one is always for everybody"

    played(test, workers=2, reserved=1)


def test_what_was_used_long_ago_is_forgotten() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("once", "Ada")
        await desk.end("once", 8.0)
        desk.now = 3 * HALF_LIFE
        desk.queue.fade()
        assert desk.queue.spent["Ada"] == 1.0
        desk.now = 60 * HALF_LIFE
        desk.queue.fade()
        assert not desk.queue.spent, f"less than {FORGOTTEN} s"

    played(test)


def test_whoever_leaves_is_not_waited_for() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody")
        await desk.come("gone", "Ada")
        await desk.come("here", "Ben")
        assert desk.figure("emberstacks_thinking_waiting") == 2
        desk.tasks["gone"].cancel()
        await settled()
        assert desk.figure("emberstacks_thinking_waiting") == 1
        await desk.end("block")
        assert desk.order == ["block", "here"]

    played(test)


def test_a_hand_given_in_the_moment_of_leaving_comes_back() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody")
        await desk.come("gone", "Ada")
        await desk.come("here", "Ben")
        job, worker = desk.given.pop("block")
        desk.queue.release(job, worker, 1.0)  # Ada's turn has come, but she has not heard of it
        desk.tasks["gone"].cancel()
        await settled()
        assert desk.order == ["block", "here"]
        await desk.end("here")
        assert desk.queue.idle == [0]
        assert not desk.queue.busy

    played(test)


def test_a_question_that_was_answered_long_ago_is_dropped() -> None:
    async def test(desk: Desk) -> None:
        version = 1
        await desk.come("block", "somebody")
        await desk.come("stale", "Ada", wanted=lambda: version == 1)
        version = 2
        assert desk.queue.count("hints", Asker("Ada")) == (0, 0), "what nobody wants does not count"
        await settled()
        with pytest.raises(NotWanted):
            await desk.tasks["stale"]
        assert desk.order == ["block"]

    played(test)


def test_waiting_is_counted_by_person_and_by_address_and_timed() -> None:
    async def test(desk: Desk) -> None:
        await desk.come("block", "somebody")
        for name, person, address in (
            ("1", "Ada", "here"),
            ("2", "Ada", "here"),
            ("3", "Ben", "here"),
            ("4", "Cleo", "there"),
        ):
            await desk.come(name, person, address)
        assert desk.queue.count("hints", Asker("Ada", "here")) == (2, 3)
        assert desk.queue.count("reviews", Asker("Ada", "here")) == (0, 0)
        desk.now = 7.0
        await desk.end("block")
        assert desk.figure("emberstacks_thinking_wait_seconds_sum") == 7.0
        assert (
            desk.figure("emberstacks_thinking_waiting"),
            desk.figure("emberstacks_thinking_running"),
        ) == (3, 1)

    played(test)
