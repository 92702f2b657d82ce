"""Background tasks that never give up: they try again, wait longer each time, and log the trouble
once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

log = logging.getLogger("emberstacks.supervision")

FIRST_WAIT = 0.2  # seconds


class Supervisor:
    """Runs background tasks, and knows which of them are failing."""

    def __init__(self, longest_wait: float = 10.0) -> None:
        self.longest_wait = longest_wait  # seconds between two tries
        self.failures: Counter[str] = Counter()  # since the start, by the name of the task
        self.troubled: dict[str, set[object]] = {}  # by the name of the task: what is failing now
        self.tasks: set[asyncio.Task[None]] = set()

    async def until_done(
        self, name: str, work: Callable[[], Awaitable[None]], wanted: Callable[[], bool]
    ) -> None:
        """Do something once; if it fails, keep trying for as long as it is wanted."""
        wait = FIRST_WAIT
        key = object()
        try:
            while wanted():
                try:
                    await work()
                    return
                except Exception as error:
                    self.failed(name, key, error)
                    await asyncio.sleep(wait)
                    wait = min(self.longest_wait, wait * 2)
        finally:
            self.well(name, key)

    async def for_ever(self, name: str, work: Callable[[], Awaitable[None]], every: float) -> None:
        """Do something again and again, with a pause in between."""
        wait = FIRST_WAIT
        while True:
            try:
                await work()
            except Exception as error:
                self.failed(name, name, error)
                await asyncio.sleep(wait)
                wait = min(self.longest_wait, wait * 2)
            else:
                self.well(name, name)
                wait = FIRST_WAIT
                await asyncio.sleep(every)

    def start(self, name: str, work: Callable[[], Awaitable[None]], every: float) -> None:
        """Run something for as long as the server runs."""
        task = asyncio.get_running_loop().create_task(self.for_ever(name, work, every))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def failed(self, name: str, key: object, error: Exception) -> None:
        """Count a failure; only the first of a row of failures is logged."""
        self.failures[name] += 1
        troubled = self.troubled.setdefault(name, set())
        if not troubled:
            known = isinstance(error, OSError) or type(error).__name__ == "Unavailable"
            log.warning(
                "%s: %s; trying again",
                name,
                error or type(error).__name__,
                exc_info=None if known else error,
            )
        troubled.add(key)

    def well(self, name: str, key: object) -> None:
        troubled = self.troubled.get(name, set())
        if key in troubled:
            troubled.discard(key)
            if not troubled:
                log.warning("%s: works again", name)
