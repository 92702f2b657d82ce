"""A fair queue: people take turns, and whoever used little lately goes first.

Everybody has at most one job under way. What somebody waits for goes before what nobody
waits for, and a worker may be kept free for it. After that, the
address with the fewest seconds of thinking lately goes first, and there the person with the fewest:
guests are cheap, so many guests of one address together get no more than somebody else's one.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from emberstacks.server.metrics import Metrics

HALF_LIFE = 60.0  # seconds after which what somebody used counts half
FORGOTTEN = 0.001  # seconds of thinking that no longer count
# seconds after which work is done as if somebody waited for it, so that every game goes on
LONG_ENOUGH = 20.0

Worker = TypeVar("Worker")  # what does the work, such as a process


class NotWanted(Exception):
    """The game has moved on, so nobody wants to know any more."""


@dataclass(frozen=True)
class Asker:
    """For whom something is thought about."""

    person: str
    address: str = ""  # where they come from; empty if nobody knows
    waits: Callable[[], bool] = lambda: True  # is somebody there who waits for it?

    @cached_property
    def keys(self) -> tuple[str, str]:
        """Under which names the time is written down: the address's and the person's."""
        return f"at {self.address or self.person}", self.person


@dataclass(eq=False)
class Job:
    """A job in the queue."""

    kind: str
    asker: Asker
    wanted: Callable[[], bool] = lambda: True
    since: float = 0.0
    number: int = 0
    began: bool = False
    for_nobody: bool = False  # nobody waited for it when it began
    turn: asyncio.Future[object] = field(init=False)


class FairQueue(Generic[Worker]):
    """Work that waits for the same workers."""

    def __init__(
        self,
        workers: Sequence[Worker],
        metrics: Metrics,
        clock: Callable[[], float],
        reserved: int = 0,
    ) -> None:
        self.idle = list(workers)
        # workers that may do what nobody waits for, at the same time
        self.for_nobody = len(workers) - reserved
        self.metrics = metrics
        self.clock = clock
        self.waiting: list[Job] = []
        self.busy: dict[str, Job] = {}  # people, and what is being done for them
        # seconds of thinking lately, by person and by address
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.faded = clock()
        self.numbers = itertools.count()

    async def turn(self, job: Job) -> Worker:
        """Wait until it is this job's turn, and take a worker, which must be given back; NotWanted
        if it came too late.
        """
        if not job.number:
            job.since, job.number = self.clock(), next(self.numbers) + 1
        job.began = False
        job.turn = asyncio.get_running_loop().create_future()
        self.waiting.append(job)
        self.metrics.thinking_waiting.labels(job.kind).inc()
        self.dispatch()
        try:
            return await job.turn  # type: ignore[return-value]
        except asyncio.CancelledError:
            if job in self.waiting:
                self.remove(job)
            elif job.began:  # it was given a worker in the same moment
                self.release(job, job.turn.result(), 0.0)  # type: ignore[arg-type]
            raise

    def release(self, job: Job, worker: Worker, seconds: float) -> None:
        """A job of work is over, and took this much thinking."""
        self.fade()
        for key in job.asker.keys:
            self.spent[key] += seconds
        del self.busy[job.asker.person]
        self.metrics.thinking_running.labels(job.kind).dec()
        self.idle.append(worker)
        self.dispatch()

    def dispatch(self) -> None:
        """Give every idle worker something to do."""
        if self.idle:
            self.drop_unwanted()
        while self.idle and (ready := [one for one in self.waiting if self.may_begin(one)]):
            now = self.clock()
            job = min(ready, key=lambda one: self.rank(one, now))
            self.remove(job)
            if job.turn.done():  # given up a moment ago
                continue
            job.began, job.for_nobody = True, not job.asker.waits()
            self.busy[job.asker.person] = job
            self.metrics.thinking_running.labels(job.kind).inc()
            self.metrics.thinking_waits.labels(job.kind).observe(now - job.since)
            job.turn.set_result(self.idle.pop())

    def may_begin(self, job: Job) -> bool:
        """Is nothing else under way for its person, and may it have a worker?"""
        if job.asker.person in self.busy:
            return False
        return (
            job.asker.waits() or sum(one.for_nobody for one in self.busy.values()) < self.for_nobody
        )

    def rank(self, job: Job, now: float) -> tuple[bool, float, float, int]:
        """The lowest goes first."""
        address, person = job.asker.keys
        pressing = job.asker.waits() or now - job.since >= LONG_ENOUGH
        return not pressing, self.spent.get(address, 0.0), self.spent.get(person, 0.0), job.number

    def drop_unwanted(self) -> None:
        """What nobody wants to know any more leaves the queue."""
        for job in [one for one in self.waiting if not one.wanted()]:
            self.remove(job)
            if not job.turn.done():
                job.turn.set_exception(NotWanted())

    def remove(self, job: Job) -> None:
        self.waiting.remove(job)
        self.metrics.thinking_waiting.labels(job.kind).dec()

    def fade(self) -> None:
        """What was used long ago counts less and less."""
        now = self.clock()
        while now - self.faded >= HALF_LIFE and self.spent:
            self.faded += HALF_LIFE
            faded = {key: spent / 2 for key, spent in self.spent.items() if spent / 2 >= FORGOTTEN}
            self.spent = defaultdict(float, faded)
        self.faded = max(self.faded, now - HALF_LIFE)

    def count(self, kind: str, asker: Asker) -> tuple[int, int]:
        """How many jobs of a kind wait for a person, and for everybody at their address."""
        self.drop_unwanted()
        own = [
            one.asker
            for one in self.waiting
            if one.kind == kind and one.asker.keys[0] == asker.keys[0]
        ]
        return sum(one.person == asker.person for one in own), len(own)
