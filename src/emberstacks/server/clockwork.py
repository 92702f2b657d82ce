"""What goes on at a table by itself: bots that think, clocks that run out, windows that close, bots that stand in."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import Any

from emberstacks.server.botpool import BotPool
from emberstacks.server.hub import Hub
from emberstacks.server.live import DAY, LiveTable

log = logging.getLogger("emberstacks.clockwork")


class Clockwork:
    """Answers where no person does."""

    def __init__(self, hub: Hub, pool: BotPool, pace: float, grace: float) -> None:
        self.hub = hub
        self.pool = pool
        self.pace = pace  # seconds a bot lets pass, so that people can follow
        self.grace = grace  # seconds after which a bot stands in for somebody who has gone
        hub.wake, hub.left = self.wake_bots, self.left

    def wake_bots(self, live: LiveTable) -> None:
        """Let every bot that is asked think."""
        if live.match is not None and live.playing:
            if live.timed:
                self.run(live, self.close_window_later(live, live.version))
            for seat in live.match.waiting:
                if live.bot_for(seat) and seat not in live.held:
                    self.run(live, self.bot_move(live, seat, live.version))

    async def bot_move(self, live: LiveTable, seat: int, version: int) -> None:
        match = live.match
        if match is None:
            return
        began = time.monotonic()
        view, choices = match.view(seat), match.legal(seat)
        answer = await self.pool.choose(live.bot_for(seat) or "random", view, choices, luck_of(live, seat))
        if not match.drafted(None):  # in a draft there is nothing for people to follow
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if live.version == version:
            await self.hub.move(live, seat, version, answer)

    async def watch_clocks(self) -> None:
        """Decide for those whose time is up, once a second, for ever."""
        while True:
            await asyncio.sleep(1.0)
            for live in list(self.hub.tables.values()):
                if live.deadline() and time.time() > live.deadline() and live.match is not None and not live.timed:
                    await self.decide_for_late(live)

    async def decide_for_late(self, live: LiveTable) -> None:
        version = live.version
        assert live.match is not None
        for seat in live.match.waiting:
            default = live.match.default(seat)
            if default is not None and live.version == version:
                await self.hub.move(live, seat, version, str(default))

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
            self.run(live, self.stand_in_later(live, seat))

    async def stand_in_later(self, live: LiveTable, seat: int) -> None:
        await asyncio.sleep(self.grace)
        if live.playing and not live.is_connected(seat):
            await self.hub.stand_in(live, seat)

    async def revive(self) -> None:
        """After a start: tables with a game under way, so that bots and clocks go on."""
        for name in await self.hub.store.running_tables():
            await self.hub.table(name)

    def run(self, live: LiveTable, work: Any) -> None:
        """Something that goes on beside the table; its failure is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        live.tasks.add(task)
        task.add_done_callback(live.tasks.discard)
        task.add_done_callback(report)

    async def close(self) -> None:
        """Nobody thinks or waits any more."""
        for live in self.hub.tables.values():
            for task in live.tasks:
                task.cancel()
        await self.pool.close()


def luck_of(live: LiveTable, seat: int) -> int:
    """What a bot thinks with: of one table at one version always the same, and nobody knows it before the end."""
    return int.from_bytes(hashlib.sha256(f"{live.row.secret} {live.version} {seat}".encode()).digest()[:7])


def report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a task of a table failed", exc_info=task.exception())
