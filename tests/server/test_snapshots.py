"""Snapshots: a long game is read without playing it again, and is the same in everything; a bad one
is ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from emberstacks.kernel.match import Match
from emberstacks.server.services import Services
from emberstacks.server.tables import snapshots
from emberstacks.server.tables.live import LiveTable
from tests.every_game.test_snapshots import everything
from tests.server.house import in_house, running_table
from tests.server.test_first_database import KEPT, folder, play_on

__all__ = ["folder"]


async def read_again(house: Services, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, int]:
    """The finished game of Horror, and how many answers were played to read it."""
    pushed = 0
    push: Callable[..., None] = Match.push

    def counted(self: Match, *what: object) -> None:
        nonlocal pushed
        pushed += 1
        push(self, *what)

    monkeypatch.setattr(Match, "push", counted)
    house.hub.tables.clear()
    live = await house.hub.table("horror-over")
    assert live is not None
    assert live.match is not None
    monkeypatch.undo()
    return live, pushed


def test_a_long_game_is_not_played_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a snapshot nothing is replayed; one that is damaged, old or of another log is ignored."""

    async def check(house: Services) -> None:
        live, pushed = await read_again(house, monkeypatch)
        assert pushed > 300
        assert live.match is not None
        before = everything(live.match)
        assert snapshots.wanted(live)
        text = snapshots.taken(live)
        await house.store.keep_snapshot("horror-over", live.version, text)
        live, pushed = await read_again(house, monkeypatch)
        assert pushed == 0
        assert live.match is not None
        assert everything(live.match) == before
        assert not snapshots.wanted(live)
        checksum, _, body = text.partition(" ")
        for bad in (
            f"{checksum} {body[:-2]}",
            "nonsense",
            signed(body.replace(snapshots.made_by(), "1 0.0.1")),
        ):
            await house.store.keep_snapshot("horror-over", live.version, bad)
            again, pushed = await read_again(house, monkeypatch)
            assert pushed > 300
            assert again.match is not None
            assert everything(again.match) == before
            assert again.aside == ""

    assert KEPT.exists()
    in_house(folder, check)


def signed(body: str) -> str:
    return f"{hashlib.sha256(body.encode()).hexdigest()} {body}"


def test_a_snapshot_of_another_log_is_ignored(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, clock=0)
        await play_on(house, live)
        await house.store.keep_snapshot("t", live.version, snapshots.taken(live))
        await house.store.run(
            lambda db: db.exec_driver_sql("UPDATE events SET code = 77 WHERE version = 9")
        )
        house.hub.tables.clear()
        again = await house.hub.table("t")
        assert again is not None
        assert "entry 9" in again.aside

    in_house(tmp_path, check, asleep=True)
