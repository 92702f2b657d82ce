"""What goes on at a table by itself: bots that think, clocks that run out, windows that close, bots that stand in."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from functools import partial

from emberstacks.kernel.match import Match
from emberstacks.server.botpool import BotPool
from emberstacks.server.hub import Hub
from emberstacks.server.live import DAY, LiveTable
from emberstacks.server.store import CLOCK
from emberstacks.server.supervision import Supervisor

log = logging.getLogger("emberstacks.clockwork")


class Clockwork:
    """Answers where no person does."""

    def __init__(self, hub: Hub, pool: BotPool, supervisor: Supervisor, pace: float, grace: float) -> None:
        self.hub = hub
        self.pool = pool
        self.supervisor = supervisor
        self.pace = pace  # seconds a bot lets pass, so that people can follow
        self.grace = grace  # seconds after which a bot stands in for somebody who has gone
        hub.wake, hub.left = self.wake, self.left

    def wake(self, live: LiveTable) -> None:
        """Let every bot that is asked think, and a window close in its time."""
        if live.match is not None and live.playing:
            version = live.version
            if live.timed:
                self.run(live, "windows", -1, partial(self.close_window_later, live, version))
            for seat in live.match.waiting:
                if live.bot_for(seat) and seat not in live.held:
                    self.run(live, "bots", seat, partial(self.bot_move, live, seat, version))
        if live.match is not None and live.match.over != (live.row.status == "over"):  # the table could not be read again
            self.run(live, "tables", -1, partial(self.hub.refresh, live), wanted=lambda: True)

    async def bot_move(self, live: LiveTable, seat: int, version: int) -> None:
        match = live.match
        if match is None:
            return
        began = time.monotonic()
        answer = await self.answer_of_bot(live, match, seat)
        if not match.drafted(None):  # in a draft there is nothing for people to follow
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if live.version == version:
            await self.hub.move(live, seat, version, answer)

    async def answer_of_bot(self, live: LiveTable, match: Match, seat: int) -> str:
        """What the bot of a chair chooses; where it fails, what is answered for those who are late, so that nobody waits."""
        spec = live.bot_for(seat) or "random"
        try:
            return await self.pool.choose(spec, match.view(seat), match.legal(seat), luck_of(live, seat))
        except BrokenExecutor:  # its process has died; there is a new one
            raise
        except Exception:
            self.supervisor.failures["bots"] += 1
            log.exception("the bot %s failed at table %s, version %d", spec, live.row.id, live.version)
            return str(match.default(seat))

    async def watch_clocks(self) -> None:
        """Decide for those whose time is up."""
        for live in list(self.hub.tables.values()):
            if live.deadline() and time.time() > live.deadline() and live.match is not None and not live.timed:
                self.run(live, "clocks", -1, partial(self.decide_for_late, live, live.version))

    async def decide_for_late(self, live: LiveTable, version: int) -> None:
        match = live.match
        for seat in match.waiting if match is not None else ():
            default = match.default(seat) if match is not None else None
            if default is not None and live.version == version:
                await self.hub.move(live, seat, version, str(default), CLOCK)

    async def close_window_later(self, live: LiveTable, version: int) -> None:
        await asyncio.sleep(max(0.0, live.deadline() - time.time()))
        await self.hub.close_window(live, version)

    def may_stand_in(self, live: LiveTable, seat: int) -> bool:
        """Only where others would wait, and not where they agreed to wait for days."""
        others = [chair for chair in live.chairs if chair.kind == "person" and chair.seat != seat]
        return bool(others) and live.row.clock < DAY

    def left(self, live: LiveTable, seat: int) -> None:
        """A person has gone from a running game; after a while a bot stands in."""
        if self.may_stand_in(live, seat):
            self.run(live, "absences", seat, partial(self.stand_in_later, live, seat), wanted=lambda: live.playing)

    async def stand_in_later(self, live: LiveTable, seat: int) -> None:
        await asyncio.sleep(self.grace)
        if live.playing and not live.is_connected(seat):
            await self.hub.stand_in(live, seat)

    async def revive(self) -> None:
        """After a start: tables with a game under way, so that bots and clocks go on."""
        for name in await self.hub.store.running_tables():
            await self.hub.table(name)

    def run(
        self,
        live: LiveTable,
        name: str,
        seat: int,
        work: Callable[[], Awaitable[None]],
        wanted: Callable[[], bool] | None = None,
    ) -> None:
        """Something that goes on beside the table, tried again until done, or until the game has gone on without it."""
        version = live.version
        key = (name, seat, version)
        if key not in live.tasks:
            wanted = wanted or (lambda: live.playing and live.version == version)
            task = asyncio.get_running_loop().create_task(self.supervisor.until_done(name, work, wanted))
            live.tasks[key] = task
            task.add_done_callback(lambda _done: live.tasks.pop(key, None))

    async def close(self) -> None:
        """Nobody thinks or waits any more."""
        tasks = [task for live in self.hub.tables.values() for task in live.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()


def luck_of(live: LiveTable, seat: int) -> int:
    """What a bot thinks with: of one table at one version always the same, and nobody knows it before the end."""
    return int.from_bytes(hashlib.sha256(f"{live.row.secret} {live.version} {seat}".encode()).digest()[:7])
