"""Nothing that arrives at a server runs a program: neither what people send nor what is in a
database from elsewhere.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text, update

from emberstacks.bots.specs import bot_kinds, harmless_bot
from emberstacks.kernel.errors import BadBot
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.schema import seats
from tests.server.conftest import in_memory
from tests.server.people import Player


def test_a_bot_in_a_database_from_elsewhere_starts_no_program(
    database: str, tmp_path: Path
) -> None:
    """As after `restore` with somebody else's file: the game goes on with the answers for late
    players.
    """
    trace = tmp_path / "trace"
    server = in_memory(database)
    try:
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "random")
            server.stop()
            with sqlite_engine(database).begin() as db:
                spec = f"stdio:touch {trace}"
                db.execute(
                    update(seats).where(seats.c.table == table, seats.c.seat == 1).values(bot=spec)
                )
            server.start()
            assert ada.post(f"/api/tables/{table}/start").is_success
            ada.connect(table)
            assert ada.play_on(ada.hear_turn())["view"]["over"]
            again = ada.post(f"/api/tables/{table}/rematch")
            assert (again.status_code, again.json()["code"]) == (400, "bad-bot")
    finally:
        server.stop()
    assert not trace.exists()


@pytest.mark.parametrize(
    "spec",
    [
        "stdio:true",
        " stdio :true",
        "trained:/dev/zero",
        "tuned:/dev/zero",
        'tuned:{"game": "fire"}',
    ],
)
def test_bots_that_use_this_computer_come_from_nowhere_else(spec: str) -> None:
    with pytest.raises(BadBot, match="cannot come from elsewhere"):
        harmless_bot(spec)


def test_every_bot_that_takes_a_file_or_a_command_says_so() -> None:
    """A new kind must not be forgotten; and what a table offers uses nothing of the computer."""
    assert [kind.name for kind in bot_kinds() if kind.argument in ("FILE", "COMMAND")] == [
        kind.name for kind in bot_kinds() if kind.reaches
    ]
    assert not any(kind.offer for kind in bot_kinds() if kind.reaches)


def test_the_schema_of_a_database_is_not_trusted(database: str) -> None:
    with sqlite_engine(database).begin() as db:
        assert db.scalar(text("PRAGMA trusted_schema")) == 0
