"""A database that an early version wrote opens under every later one: games go on by their own
rules, records are the same.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from emberstacks.server.people.accounts import hasher, session_id
from emberstacks.server.services import Services
from emberstacks.server.tables.live import LiveTable
from tests.server.house import in_house

KEPT = Path(__file__).parent / "first_database.sql"
# the version of the log, whether it is over, and the beginning of the hash of its record (for Ada,
# or whole)
TABLES = {
    "fire-prototype-middle": (41, False, "bce4dce4c85daea2"),
    "fire-prototype-over": (89, True, "ba2adaa0ca9cc687"),
    "fire-middle": (40, False, "27959034c0ed7e71"),
    "fire-over": (173, True, "c3bc05a82309c41c"),
    "horror-middle": (42, False, "865fe017053bb9b8"),
    "horror-over": (672, True, "2a30815b437abd48"),
    "librarians-middle": (40, False, "d1a365a5308bd0d3"),
    "librarians-over": (111, True, "82f8cc213d9d383f"),
    "alexandria-middle": (43, False, "1185ae8424e5697c"),
    "alexandria-over": (206, True, "f65aeb9f7b264406"),
    "draft-librarians-0": (14, False, "acd958513583667c"),
    "sealed": (73, False, "b46263f32050f836"),
    "window": (45, False, "6d22b46b16282903"),
    "fork": (0, False, "a867e12b33e95cdf"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        file.executescript(KEPT.read_text())
    return tmp_path


async def play_on(house: Services, live: LiveTable) -> None:
    """Everybody answers as for those who are late, to the end."""
    for _ in range(5000):
        if live.match is None or live.match.over:
            return
        if live.timed:
            await house.play.close_window(live, live.version)
        else:
            seat = next(seat for seat in live.match.waiting if seat not in live.held)
            assert (
                await house.play.move(live, seat, live.version, str(live.match.default(seat)))
                is None
            )
    pytest.fail("the game did not end")


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_as_it_was_and_goes_on(folder: Path, table: str) -> None:
    version, over, begins = TABLES[table]

    async def check(house: Services) -> None:
        live = await house.hub.table(table)
        assert live is not None
        assert live.aside == ""
        assert live.match is not None
        assert live.row.rules == "1.0"
        assert (live.version, live.match.over) == (version, over)
        record = live.match.record() if over else live.with_own(0).record(0)
        assert hashlib.sha256(record.encode()).hexdigest().startswith(begins), record
        waiting = len(await house.store.sealed(table, version))
        assert waiting == (table in ("sealed", "window"))
        await play_on(house, live)
        assert live.match.over
        assert live.match.verify() is None
        assert '[Rules "1.0"]' in live.match.record()

    in_house(folder, check, asleep=True)


def test_people_and_what_they_said_are_there(folder: Path) -> None:
    async def check(house: Services) -> None:
        row = await house.store.account("ada")
        assert row is not None
        assert row.password is not None
        assert hasher.verify(row.password, "papyrus and ink")
        ben = await house.store.person_of(session_id("ben-token"))
        assert ben is not None
        assert ben.name == "Ben"
        assert [line.text for line in await house.store.talk("fire-middle")] == [
            "Shall we?",
            "Let's go on tomorrow.",
        ]

    in_house(folder, check)
