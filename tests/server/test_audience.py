"""Those who watch a table: those who play come first, and a large audience costs little, whatever
the pace of the game.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import emberstacks as es
from emberstacks.server.services import Services
from emberstacks.server.tables import telling
from emberstacks.server.tables.live import Connection, LiveTable
from tests.server.house import happens, in_house, read, running_table
from tests.server.people import Message

LONG = 3600.0


class Hall:
    """A table with players and an audience, and who was sent what."""

    def __init__(self, house: Services, live: LiveTable) -> None:
        self.house = house
        self.live = live
        self.sent: list[tuple[str, bytes]] = []

    async def come(self, person: str, seat: int | None) -> None:
        await self.house.hub.join(
            self.live, Connection(person, seat, lambda frame: self.sent.append((person, frame)))
        )

    async def fill(self, watchers: int, players: int = 2) -> None:
        """The audience is there first."""
        for number in range(watchers):
            await self.come(f"w{number}", None)
        for seat in range(players):
            await self.come(f"p{seat}", seat)
        self.sent.clear()

    async def move(self) -> None:
        match = self.live.match
        assert match is not None
        seat = match.waiting[0]
        assert (
            await self.house.play.move(
                self.live, seat, self.live.version, match.legal(seat)[-1].text
            )
            is None
        )

    def updates(self, person: str) -> list[Message]:
        return [
            read(frame)
            for who, frame in self.sent
            if who == person and read(frame)["type"] == "update"
        ]


async def hall(house: Services, watchers: int, position: es.Match | None = None) -> Hall:
    made = Hall(
        house,
        await running_table(house, 0, position, people=2 if position is None else position.players),
    )
    await made.fill(watchers, made.live.row.players)
    return made


def test_those_who_play_are_told_first(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        here = await hall(house, telling.AUDIENCE + 10)
        await here.move()
        order = [person for person, _ in here.sent]
        assert sorted(order[:2]) == ["p0", "p1"]
        assert len(order) == telling.AUDIENCE + 12
        assert len({frame for person, frame in here.sent if person.startswith("w")}) == 1, (
            "the same bytes for all"
        )

    in_house(tmp_path, check)


def test_a_small_audience_is_told_of_everything_at_once(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        here = await hall(house, telling.AUDIENCE)
        here.live.next_beat = asyncio.get_running_loop().time() + LONG
        for moves in range(1, 4):
            await here.move()
            assert len(here.updates("w0")) == moves

    in_house(tmp_path, check)


def test_a_large_audience_is_told_of_a_quick_game_together(tmp_path: Path) -> None:
    """Between two beats nothing is sent, and the next one has all events and the newest version,
    for everybody.
    """

    async def check(house: Services) -> None:
        here = await hall(house, telling.AUDIENCE + 1)
        here.live.next_beat = asyncio.get_running_loop().time() + LONG
        for moves in range(1, 6):
            await here.move()
            assert len(here.updates("p0")) == moves
        assert here.updates("w0") == []
        here.live.next_beat = 0.0
        telling.beat(here.live)
        for number in range(telling.AUDIENCE + 1):
            (told,) = here.updates(f"w{number}")
            assert told["version"] == here.live.version
            players = [event for update in here.updates("p0") for event in update["events"]]
            assert told["events"] == players, "the prototype has no secrets"
        telling.beat(here.live)
        assert len(here.updates("w0")) == 1, "nothing is new"

    in_house(tmp_path, check)


def test_the_beat_comes_by_itself(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        here = await hall(house, telling.AUDIENCE + 1)
        here.live.next_beat = asyncio.get_running_loop().time() + 0.5
        await here.move()
        assert here.updates("w0") == []
        await happens(lambda: here.updates("w0"))
        assert here.updates("w0")[-1]["version"] == here.live.version

    in_house(tmp_path, check)


def test_what_is_taken_back_and_the_end_are_told_at_once(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        here = await hall(house, telling.AUDIENCE + 1, es.new("fire-prototype", players=3, seed=3))
        loop, live = asyncio.get_running_loop(), here.live
        assert live.match is not None
        undone = 0
        while not live.match.over:
            live.next_beat = 0.0 if undone < 3 else loop.time() + LONG
            here.sent.clear()
            await here.move()
            seat = live.match.can_undo
            if seat is not None and undone < 3:
                undone += 1
                live.next_beat = loop.time() + LONG
                here.sent.clear()
                assert await house.play.undo(live, seat, live.version) is None
                (told,) = here.updates("w0")
                assert told["version"] == live.version
                assert told["events_from"] == live.match.event_count(None)
        assert undone == 3
        assert here.updates("w0")[-1]["result"]

    in_house(tmp_path, check)


def test_nobody_is_told_who_watches(tmp_path: Path) -> None:
    """So that those who come and go do not cost as much as all who are there."""

    async def check(house: Services) -> None:
        here = await hall(house, 3)
        await here.come("late", None)
        assert {person for person, _ in here.sent} == {"late"}
        here.sent.clear()
        for connection in [one for one in here.live.connections if one.person == "late"]:
            house.hub.part(here.live, connection)
        assert here.sent == []

    in_house(tmp_path, check)
