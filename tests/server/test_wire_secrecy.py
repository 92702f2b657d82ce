"""Secrecy on the wire: nothing that is sent to a seat, or to somebody who watches, depends on what
they may not know.

The kernel plays a game beside a second one that a seat cannot tell from it (`kernel/secrecy.py`).
Here both are played again at two tables of two real servers, answer by answer, and every byte that
seat is sent must be the same: updates, refusals, chat, undo, coming back, frames of the replay, the
record.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar

from emberstacks.games import GAMES
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.codec import TRUTH, encode
from emberstacks.kernel.loop import give
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS
from emberstacks.kernel.record import Answer
from emberstacks.kernel.secrecy import Double
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE
from emberstacks.server import clock
from emberstacks.server.app import create_app
from emberstacks.server.limits import NO_LIMITS
from emberstacks.server.people.accounts import COOKIE, session_id
from emberstacks.server.services import services_of
from emberstacks.server.settings import Settings
from emberstacks.server.tables import reading, socket
from emberstacks.server.tables.live import Connection, LiveTable
from tests.every_game.table import some_options

WATCHING = "watching"
SECRET = "00" * 32
ENOUGH = 50  # answers in a test; parts of the game are taken as they come
LONGEST = 30  # of a part
Part = tuple[list[State], list[list[Answer]]]


class Leak(Exception):
    """What is sent tells something that must not be known."""


class Parts(Double):
    """A game and its double, cut where the double had to be made again."""

    parts: list[Part]

    def part(self, other: State) -> None:
        self.keep()
        super().part(other)

    def keep(self) -> None:
        if not hasattr(self, "parts"):
            self.parts = []
        elif self.answers[0]:
            self.parts.append((self.starts, self.answers))


def parts_of(
    name: str, players: int, seat: int | None, seed: int
) -> tuple[dict[str, Any], list[Part]]:
    """A random game with random options, as pairs of worlds that look the same to a seat."""
    game = GAMES[name]
    options = game.full_options(players, some_options(game, players, random.Random(seed)))
    double = Parts(game, game.start(players, options), options, seat, seed)
    double.run()
    double.keep()
    return dict(options), double.parts


def settled(start: State, answers: list[Answer]) -> list[Answer]:
    """As many answers as leave nothing to chance at their end: the dealer of a world has no more."""
    s = start.clone()
    good = 0
    for number, (seat, code) in enumerate(answers[:LONGEST], 1):
        give(s, seat, code)
        if s.step.seat != CHANCE:
            good = number
    return answers[:good]


class Known(SealedDealer):
    """Deals what was dealt in a world."""

    def __init__(self, secret: bytes, codes: list[int]) -> None:
        super().__init__(secret)
        self.codes = codes

    def deal(self, s: State) -> int:
        self.picks += 1
        return self.codes[int(self.picks) - 1]

    def copy(self) -> SealedDealer:
        twin = Known(self.secret, self.codes)
        twin.picks = self.picks
        return twin


class World:
    """A server with one table after the other, and somebody who is sent what happens there."""

    def __init__(self, app: Litestar, client: httpx.AsyncClient, seat: int | None) -> None:
        self.client = client
        self.house = services_of(app)
        self.seat = seat
        self.frames: list[bytes] = []

    @property
    def person(self) -> str:
        return WATCHING if self.seat is None else f"p{self.seat}"

    @property
    def match(self) -> Match:
        assert self.live.match is not None
        return self.live.match

    async def open(self, table: str, game: str, options: dict[str, Any], start: State) -> None:
        """A table on which the game goes on from this position; chance deals as it did in this
        world.
        """
        position = {
            "game": game,
            "players": start.seats,
            "options": options,
            "state": encode(start, TRUTH),
        }
        row = {
            "id": table,
            "game": game,
            "players": start.seats,
            "options": json.dumps(options),
            "title": "",
            "clock": 60,
        }
        row |= {
            "public": False,
            "silent": False,
            "help": True,
            "status": "open",
            "host": "p0",
            "secret": SECRET,
            "created": 0.0,
        }
        row |= {"position": json.dumps(position), "changed": 0.0, "result": "", "next": ""}
        chair = {"table": table, "kind": "person", "bot": "", "stand_in": False}
        chairs = [
            {**chair, "seat": seat, "person": f"p{seat}", "name": f"P{seat}"}
            for seat in range(start.seats)
        ]
        await self.house.store.add_table(row, chairs)
        found = await self.house.hub.table(table)
        assert found is not None
        self.live: LiveTable = found
        self.connection = Connection(self.person, self.seat, self.frames.append)
        await self.house.hub.join(self.live, self.connection)
        await self.house.play.start(self.live)

    async def says(self, seat: int | None, **message: Any) -> None:
        """A message over the socket of a seat; what is answered to others goes to nobody."""
        speaker = (
            self.connection
            if seat == self.seat
            else Connection(f"p{seat}", seat, lambda _message: None)
        )
        await socket.heed(json.dumps(message), self.live, speaker, self.house)

    async def answers(self, seat: int, code: int) -> None:
        choice = next(choice for choice in self.match.legal(seat) if choice.code == code)
        await self.says(seat, type="move", version=self.live.version, choice=choice.text)
        if self.live.timed and set(self.match.waiting) == set(self.live.held):
            await self.house.play.close_window(self.live, self.live.version)

    async def comes_back(self) -> None:
        self.house.hub.part(self.live, self.connection)
        self.connection = Connection(self.person, self.seat, self.frames.append)
        await self.house.hub.join(self.live, self.connection)

    async def asks(self, path: str) -> str:
        answer = await self.client.get(
            f"/api/tables/{self.live.row.id}/{path}", headers={"Cookie": f"{COOKIE}={self.person}"}
        )
        return f"{answer.status_code} {answer.text}"

    def told(self) -> list[str]:
        """Everything sent since the last time."""
        # with its head: a size tells as well
        sent = [frame.decode("utf-8", "backslashreplace") for frame in self.frames]
        self.frames.clear()
        return sent


class Pair:
    """Two worlds that must look the same."""

    def __init__(self, real: World, other: World) -> None:
        self.real = real
        self.other = other
        self.compared = 0

    async def both(self, what: str, *arguments: Any, **more: Any) -> None:
        """The same in both, and the same is sent."""
        replies = [
            await getattr(world, what)(*arguments, **more) for world in (self.real, self.other)
        ]
        if replies[0] != replies[1]:
            raise Leak(f"{what} {arguments} {more}: {difference(*map(str, replies))}")
        self.compare()

    def compare(self) -> None:
        real, other = self.real.told(), self.other.told()
        self.compared += len(real)
        for one, two in zip(real, other, strict=False):
            if one != two:
                raise Leak(difference(one, two))
        if len(real) != len(other):
            raise Leak(f"one world is told more: {(real + other)[-1][:400]}")

    async def play(self, answers: list[list[Answer]], rng: random.Random) -> None:
        """All answers, and everything else that people do to learn more than they should."""
        words = ["score", "pass"]
        for (seat, code), (_, twin) in zip(*answers, strict=True):
            if seat == CHANCE:
                continue
            await self.pry(words, rng)
            words = [
                *words[-3:],
                *[choice.text for choice in self.real.match.legal(seat) if choice.code == code],
            ]
            await self.answer(seat, code, twin)
            if rng.random() < 0.5 and self.real.match.can_undo == self.other.match.can_undo == seat:
                await self.both("says", seat, type="undo", version=self.real.live.version)
                await self.answer(seat, code, twin)
        if not self.real.match.over:
            await self.look_back(rng)
            await self.both("asks", "record")

    async def answer(self, seat: int, code: int, twin: int) -> None:
        await self.real.answers(seat, code)
        await self.other.answers(seat, twin)
        self.compare()

    async def pry(self, words: list[str], rng: random.Random) -> None:
        """One thing that somebody curious tries."""
        viewer, version = self.real.seat, self.real.live.version
        legal = [] if viewer is None else [choice.text for choice in self.real.match.legal(viewer)]
        attempt = rng.randrange(9)
        if attempt < 3:
            word = rng.choice([word for word in words if word not in legal] or ["nonsense"])
            await self.both(
                "says", viewer, type="move", version=version - (attempt == 2), choice=word
            )
        elif attempt == 3 and (viewer is None or self.real.match.can_undo != viewer):
            await self.both("says", viewer, type="undo", version=version)
        elif attempt == 4:
            await self.both("says", 0, type="say", text=f"Hm, {rng.choice(words)}?")
        elif attempt == 5:
            await self.both("comes_back")
        elif attempt == 6:
            await self.look_back(rng)
        elif attempt == 7:
            await self.both("asks", "record")
        elif attempt == 8:
            piece = rng.choice([f"cell-{rng.randrange(1500)}", "shelf 2", "1r1", ""])
            await self.both("says", viewer, type="mark", piece=piece)

    async def look_back(self, rng: random.Random) -> None:
        """A frame of the replay, of one's own seat and of somebody else's."""
        point = rng.randrange(self.real.match.length + 1)
        await self.both("asks", f"frames/{point}")
        await self.both(
            "asks", f"frames/{point}?seat={rng.choice(LETTERS[: self.real.match.players])}"
        )
        await self.both("asks", f"frames/{point}?seat=spectator")


def check(folder: Path, name: str, players: int, seat: int | None, seed: int) -> int:
    """Play a game in two worlds; returns how many messages were compared."""
    return run(play_twice(folder, name, players, seat, seed))


def run(checking: Coroutine[Any, Any, int]) -> int:
    """What a check finds, or the leak itself."""
    try:
        return asyncio.run(checking)
    except ExceptionGroup as group:
        # so the servers, on their way down, wrap whatever happens meanwhile
        leaks = group.subgroup(Leak)
        while leaks is not None and isinstance(leaks.exceptions[0], ExceptionGroup):
            leaks = leaks.exceptions[0]
        raise leaks.exceptions[0] if leaks is not None else group from None


@asynccontextmanager
async def two_worlds(folder: Path, players: int, seat: int | None) -> AsyncIterator[list[World]]:
    """Two servers, with the same people at each."""
    async with AsyncExitStack() as stack:
        worlds = []
        for number in range(2):
            settings = Settings(f"sqlite:///{folder / f'{number}.db'}", bot_workers=0, **NO_LIMITS)
            app = create_app(settings)
            await stack.enter_async_context(app.lifespan())
            transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            world = World(app, await stack.enter_async_context(client), seat)
            for person in [WATCHING, *[f"p{number}" for number in range(players)]]:
                await world.house.store.add_person(person, person, 0.0)
                await world.house.store.add_session(session_id(person), person, 0.0)
            worlds.append(world)
        yield worlds


async def play_twice(folder: Path, name: str, players: int, seat: int | None, seed: int) -> int:
    options, parts = parts_of(name, players, seat, seed)
    async with two_worlds(folder, players, seat) as worlds:
        pair = Pair(*worlds)
        rng = random.Random(seed)
        rng.shuffle(parts)
        left = ENOUGH
        for number, (starts, answers) in enumerate(parts):
            real = settled(starts[0], answers[0])
            given = [real, answers[1][: len(real)]]
            if left > 0 and any(seat >= 0 for seat, _ in real):
                left -= len(real)
                for world, start, mine in zip(worlds, starts, given, strict=True):
                    reading.SealedDealer = dealer_for(mine)  # type: ignore[attr-defined]
                    await world.open(f"t{number}", name, options, start)
                pair.compare()
                await pair.play(given, rng)
    return pair.compared


def dealer_for(answers: list[Answer]) -> Any:
    codes = [code for seat, code in answers if seat == CHANCE]
    return lambda secret: Known(secret, codes)


def difference(one: str, two: str) -> str:
    """Where two messages part, with what comes before."""
    k = next(
        (k for k, (a, b) in enumerate(zip(one, two, strict=False)) if a != b),
        min(len(one), len(two)),
    )
    return f"...{one[max(0, k - 200) : k]} >>> {one[k : k + 100]} <<< or >>> {two[k : k + 100]} <<<"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still, so that it tells nothing; and the dealer is put back afterwards."""
    monkeypatch.setattr(clock, "now", lambda: 1000.0)
    monkeypatch.setattr(reading, "SealedDealer", SealedDealer)


def viewers() -> Iterator[tuple[str, int, int | None]]:
    """Every game, every seat, and those who watch."""
    for name, game in GAMES.items():
        players = min(3, game.info.max_players)
        for seat in [*range(players), None]:
            yield name, players, seat


@pytest.mark.parametrize(("name", "players", "seat"), viewers())
def test_the_wire_tells_nobody_what_they_may_not_know(
    tmp_path: Path, name: str, players: int, seat: int | None
) -> None:
    assert check(tmp_path, name, players, seat, seed=players) > 15
