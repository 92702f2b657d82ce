"""Reaction windows of one person among bots: how long a bot takes must not tell whether it could
have reacted.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import emberstacks as es
from emberstacks.protocol import Refused
from emberstacks.server.services import Services
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables import clockwork as clockwork_module
from emberstacks.server.tables.clockwork import AT_A_GLANCE, SHORTEST_BEAT, Clockwork
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.lane import Asker
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.tables.thinking import Thinking
from tests.server.house import in_house, running_table
from tests.server.test_wire_secrecy import Leak

PACE = 0.3
ENOUGH = 60  # seconds
THINKS = 2.8  # seconds that the expert of the law below would need


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

    async def choose(
        self, _piece: Any, _question: Any, spec: str, _view: Any, choices: list[Any], _seed: int
    ) -> str:
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
    """One that can only pass does not answer sooner; one that thinks for ever does not answer
    later, and not without a look.
    """

    async def check(house: Services) -> None:
        match, seat = window(game, may_react)
        live = await running_table(house, 0, match, people=1)
        live.bots[seat] = "expert"
        thinker = Thinker()
        clockwork = Clockwork(house.hub, cast("Thinking", thinker), Supervisor(), PACE, grace=60)
        given: list[tuple[float, str]] = []

        async def moved(
            _live: Any, _seat: int, _version: int, choice: str, *_: Any
        ) -> Refused | None:
            given.append((loop.time() - began, choice))
            return None

        monkeypatch.setattr(house.play, "move", moved)
        if hurried:
            monkeypatch.setattr(live, "pace", lambda: 0.0)
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout(ENOUGH):
            await clockwork.bot_move(live, seat, live.version)
        beat = SHORTEST_BEAT if hurried else PACE
        assert given[0][0] >= beat - 0.01
        legal = match.legal(seat)
        assert given[0][1] == (str(legal[-1]) if may_react else str(match.default(seat)))
        assert thinker.glances == (1 if may_react else 0)

    in_house(tmp_path, check, asleep=True)


# The law: whoever measures how long a bot takes learns nothing. Time passes only while everybody
# waits, so it can be compared.


class PatientLoop(asyncio.SelectorEventLoop):
    """An event loop that does not wait: when there is nothing else to do, it is at once as late as
    it has to be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.at = 0.0

    def time(self) -> float:
        return self.at

    def _run_once(self) -> None:
        later = [handle.when() for handle in self._scheduled if not handle.cancelled()]  # type: ignore[attr-defined]
        if not self._ready and later:  # type: ignore[attr-defined]
            self.at = max(self.at, min(later))
        super()._run_once()  # type: ignore[misc]


class Slow(Thinker):
    """A pool in which a look takes a moment, and an expert longer than a beat."""

    async def choose(
        self, _piece: Any, _question: Any, spec: str, _view: Any, choices: list[Any], _seed: int
    ) -> str:
        await asyncio.sleep(0.05 if spec == AT_A_GLANCE else THINKS)
        return str(choices[-1])


def as_in_the_database(match: es.Match) -> tuple[Any, list[Any]]:
    """A table with one person and experts, and its chairs."""
    facts = {
        "id": "t",
        "secret": "00",
        "host": "p0",
        "status": "playing",
        "paused": False,
        "withheld": False,
        "clock": 0,
    }
    row = SimpleNamespace(**facts, help=True, changed=0.0, resumed=0.0)
    more = {
        "bot": "expert",
        "person": "",
        "name": "",
        "stand_in": False,
        "away": 0,
        "reachable": False,
        "marker": "",
    }
    return row, [
        SimpleNamespace(seat=k, kind="bot" if k else "person", **more) for k in range(match.players)
    ]


def answer_time(match: es.Match, seat: int, monkeypatch: pytest.MonkeyPatch) -> float:
    """The seconds after which a bot answers in a window."""
    given: list[float] = []
    loop = PatientLoop()

    async def moved(*_: Any) -> Refused | None:
        given.append(loop.time())
        return None

    live = LiveTable(*as_in_the_database(match), 1.5, 60.0)
    live.match = match
    hub = SimpleNamespace(play=SimpleNamespace(move=moved))
    bots = Clockwork(cast("Hub", hub), cast("Thinking", Slow()), Supervisor(), PACE, grace=60)
    with monkeypatch.context() as patched:
        patched.setattr(clockwork_module, "time", SimpleNamespace(monotonic=loop.time))
        try:
            loop.run_until_complete(bots.bot_move(live, seat, live.version))
        finally:
            loop.close()
    return given[0]


def check_beat(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leak if a bot that can react takes longer or shorter than one that can only pass."""
    took = [answer_time(*window(game, may_react), monkeypatch) for may_react in (False, True)]
    if took != [pytest.approx(PACE)] * 2:
        raise Leak(
            f"a bot that can only pass answers after {took[0]} s, and one that can react after"
            f" {took[1]} s"
        )


@pytest.mark.parametrize("game", ["fire", "alexandria"])
def test_no_time_tells_whether_a_bot_can_react(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_beat(game, monkeypatch)


async def as_it_was(
    self: Clockwork, live: LiveTable, match: es.Match, seat: int, _beat: float
) -> str:
    """It thinks for as long as it takes, if there is anything to think about."""
    only = len(match.legal(seat)) == 1
    return (
        str(match.default(seat))
        if only
        else await self.answer_of_bot(live, match, seat, live.bot_for(seat))
    )


async def without_an_end(
    self: Clockwork, live: LiveTable, match: es.Match, seat: int, beat: float
) -> str:
    """The beat counts from the moment of the first look."""
    await self.answer_of_bot(live, match, seat, AT_A_GLANCE)
    await asyncio.sleep(beat if len(match.legal(seat)) > 1 else 0)
    return str(match.default(seat))


@pytest.mark.parametrize("leak", [as_it_was, without_an_end])
def test_a_bot_whose_time_tells_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    monkeypatch.setattr(Clockwork, "answer_in_window", leak)
    with pytest.raises(Leak):
        check_beat("fire", monkeypatch)
