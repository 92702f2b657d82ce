"""Reaction windows of one person among bots: how long a bot takes must not tell whether it could have reacted."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path
from typing import Any, cast

import pytest

import emberstacks as es
from emberstacks.server.protocol import Refused
from emberstacks.server.store import Store
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables.clockwork import AT_A_GLANCE, SHORTEST_BEAT, Clockwork
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.lane import Asker
from emberstacks.server.tables.thinking import Thinking
from tests.server.test_clock import running_table

PACE = 0.3
ENOUGH = 60  # seconds


def window(game: str, may_react: bool) -> tuple[es.Match, int]:
    """A reaction window, and a seat behind the first that can only pass there, or do more."""
    for seed in range(200):
        rng, match = random.Random(seed), es.new(game, players=3, seed=seed)
        while not match.over:
            if match.window and not match.sealed():
                for seat in match.waiting:
                    if seat > 0 and (len(match.legal(seat)) > 1) == may_react:
                        return match, seat
            seat = rng.choice(match.waiting)
            match.push(rng.choice(match.legal(seat)), seat)
    raise AssertionError("there is no such window")


class Thinker:
    """A pool in which only a glance comes to an end."""

    def __init__(self) -> None:
        self.glances = 0

    def asker(self, person: str, waits: Any) -> Asker:
        return Asker(person, "", waits)

    async def choose(self, _piece: Any, _question: Any, spec: str, _view: Any, choices: list[Any], _seed: int) -> str:
        if spec != AT_A_GLANCE:
            await asyncio.Event().wait()
        self.glances += 1
        return str(choices[-1])

    async def mark(self, *_: Any) -> str:
        return ""


@pytest.mark.parametrize("hurried", [False, True])
@pytest.mark.parametrize("may_react", [False, True])
@pytest.mark.parametrize("game", ["fire", "alexandria"])
def test_a_bot_answers_in_a_window_after_one_beat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, may_react: bool, hurried: bool
) -> None:
    """One that can only pass does not answer sooner; one that thinks for ever does not answer later, and not without a look."""

    async def check() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.open()
        hub = Hub(store, reaction=1.5, entropy=os.urandom)
        match, seat = window(game, may_react)
        live = await running_table(hub, 0, match, people=1)
        live.bots[seat] = "expert"
        thinker = Thinker()
        clockwork = Clockwork(hub, cast("Thinking", thinker), Supervisor(), PACE, grace=60)
        given: list[tuple[float, str]] = []

        async def moved(_live: Any, _seat: int, _version: int, choice: str, *_: Any) -> Refused | None:
            given.append((loop.time() - began, choice))
            return None

        monkeypatch.setattr(hub, "move", moved)
        if hurried:
            monkeypatch.setattr(live, "pace", lambda: 0.0)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(ENOUGH):
                await clockwork.bot_move(live, seat, live.version)
        finally:
            await store.close()
        beat = SHORTEST_BEAT if hurried else PACE
        assert given[0][0] >= beat - 0.01
        legal = match.legal(seat)
        assert given[0][1] == (str(legal[-1]) if may_react else str(match.default(seat)))
        assert thinker.glances == (1 if may_react else 0)

    asyncio.run(check())
