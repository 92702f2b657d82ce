"""The challenge of a day: the same deal for everybody, one try, one table of results, and no way to
know it before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

import emberstacks as es
from emberstacks.puzzles import today
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.schema import challenge_tries, events, people
from tests.server.conftest import Running, Server, in_memory, serving
from tests.server.people import Player
from tests.waiting import until

LONE = "/api/challenges/fire/lone-librarian"


@pytest.fixture
def server(request: pytest.FixtureRequest, database: str) -> Iterator[Running]:
    """One for each test, because all results of a day are in one table."""
    running = serving(request.node, database)
    yield running
    running.stop()


def begun(player: Player, path: str = LONE) -> dict[str, Any]:
    made = player.post(path)
    assert made.status_code == 201, made.text
    return dict(made.json())


def told(player: Player, day: str = "", name: str = "lone-librarian") -> dict[str, Any]:
    listed = player.get(f"/api/challenges?day={day}").json()
    return dict(next(one for one in listed if one["name"] == name))


def played(player: Player, path: str = LONE) -> str:
    table = str(begun(player, path)["id"])
    player.connect(table)
    player.play_on(player.hear_turn())
    return table


def test_everybody_gets_the_same_deal_and_one_table(ada: Player, ben: Player) -> None:
    mine, again, other = begun(ada), begun(ada), begun(ben)
    assert mine["id"] == again["id"] != other["id"]
    assert mine["commitment"] == other["commitment"]
    assert mine["status"] == "playing"
    assert not mine["help"]
    robot = begun(ada, "/api/challenges/fire/solo-robot")
    assert robot["commitment"] != mine["commitment"]


def test_another_server_deals_something_else(ada: Player, tmp_path: Path) -> None:
    other = in_memory(f"sqlite:///{tmp_path / 'other.db'}")
    try:
        with Player(other.base, "Ada") as there:
            there.open_table("me", "random")  # in tests, all servers begin with the same luck
            assert begun(ada)["commitment"] != begun(there)["commitment"]
    finally:
        other.stop()


@pytest.mark.process
def test_the_deal_is_the_same_after_a_restart(ada: Player, server: Server) -> None:
    before = begun(ada)["commitment"]
    server.kill()
    server.start()
    with Player(server.base, "Cy") as late:
        assert begun(late)["commitment"] == before


def test_all_challenges_are_listed(ada: Player) -> None:
    listed = ada.get("/api/challenges").json()
    assert [(one["game"], one["name"]) for one in listed] == [
        ("fire", "lone-librarian"),
        ("fire", "solo-robot"),
        ("librarians", "team"),
    ]


def test_a_team_has_bots_as_partners(ada: Player) -> None:
    table = begun(ada, "/api/challenges/librarians/team")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot", "bot"]
    assert table["options"]["curse"] == "columns"


def keep(player: Player, server: Server, days: int = 2) -> None:
    """Make somebody an account that has been there for some days."""
    assert player.post("/api/session/account", {"password": "papyrus and ink"}).is_success
    made = datetime.combine(today() - timedelta(days=days), time.min, UTC).timestamp()
    with sqlite_engine(server.database).begin() as db:
        db.execute(update(people).where(people.c.id == player.person["id"]).values(registered=made))


def test_only_accounts_older_than_the_day_are_ranked(
    ada: Player, ben: Player, server: Server
) -> None:
    with Player(server.base, "Cy") as cy:
        for player in (ada, ben, cy):
            played(player)
        keep(ada, server, days=1)
        keep(ben, server, days=0)
        mine = told(ada)
        assert [(line["rank"], line["name"]) for line in mine["results"]] == [(1, "Ada")]
        assert sorted((line["rank"], line["name"]) for line in mine["others"]) == [
            (0, "Ben"),
            (0, "Cy"),
        ]
        assert mine["unranked"] == ""
        assert told(ben)["unranked"].startswith("Your account has been made today")
        assert told(cy)["unranked"].startswith("Guests have no rank")
        assert [line["you"] for line in told(cy)["others"] if line["name"] == "Cy"] == [True]


def test_what_a_bot_played_does_not_count(ada: Player, server: Server) -> None:
    keep(ada, server)
    table = str(begun(ada)["id"])
    assert ada.post(f"/api/tables/{table}/leave").is_success
    until(lambda: told(ada)["over"])
    mine = told(ada)
    assert (mine["results"], mine["others"]) == ([], [])
    assert mine["unranked"] == "A bot has played for you, so this result does not count."


def test_coming_back_does_not_make_it_ones_own(ada: Player, server: Server) -> None:
    keep(ada, server)
    table = str(begun(ada)["id"])
    assert ada.post(f"/api/tables/{table}/leave").is_success
    until(lambda: helped(server, table))
    ada.connect(table)  # whoever connects plays again
    ada.play_on(
        ada.hear(
            lambda message: (
                message["type"] == "update" and (message["choices"] or message["view"]["over"])
            )
        )
    )
    assert told(ada)["results"] == []


def helped(server: Server, table: str) -> bool:
    with sqlite_engine(server.database).begin() as db:
        return (
            db.scalar(
                select(events.c.version).where(events.c.table == table, events.c.kind == "stand-in")
            )
            is not None
        )


def test_the_results_name_who_has_finished(ada: Player, ben: Player, server: Server) -> None:
    assert told(ada)["table"] == ""
    table = played(ada)
    keep(ada, server)
    mine = told(ada)
    assert (mine["table"], mine["over"], mine["day"]) == (table, True, today().isoformat())
    assert (mine["unranked"], mine["others"]) == ("", [])
    line = mine["results"][0]
    assert (line["rank"], line["name"], line["you"]) == (1, "Ada", True)
    ending = ada.get(f"/api/tables/{table}/ending").json()
    assert line["points"] == ending["places"][0]["points"]
    begun(ben)
    theirs = told(ben)
    assert [one["name"] for one in theirs["results"]] == ["Ada"], "an unfinished try has no result"
    assert not theirs["over"]
    assert begun(ada)["id"] == table, "one try a day"
    assert told(ada, "2020-01-01")["results"] == []


def test_the_secret_is_told_when_the_day_is_over(ada: Player, server: Server) -> None:
    table = played(ada)
    assert "Secret" not in ada.get(f"/api/tables/{table}/record").text
    assert "Secret" not in exported(ada, table)
    refused = ada.get(f"/api/tables/{table}/draws")
    assert (
        refused.json()["message"]
        == "Others still play this deal today. You can check its draws tomorrow."
    )
    with closing(sqlite_engine(server.database).connect()) as db:
        db.execute(
            update(challenge_tries).where(challenge_tries.c.table == table).values(day="2020-01-01")
        )
        db.commit()
    assert "Secret" in exported(ada, table)
    match = es.read_record(ada.get(f"/api/tables/{table}/record").text)
    assert match.verify() is None
    assert ada.get(f"/api/tables/{table}/draws").json()["commitment"] == begun_commitment(
        ada, table
    )


def exported(player: Player, table: str) -> str:
    """The record as it is among everything that somebody takes away."""
    with ZipFile(BytesIO(player.get("/api/mine/export").content)) as archive:
        return archive.read(f"records/{table}.record").decode()


def begun_commitment(player: Player, table: str) -> str:
    return str(player.get(f"/api/tables/{table}").json()["commitment"])


def test_what_is_not_there(ada: Player) -> None:
    assert ada.post("/api/challenges/fire/nothing").status_code == 404
    assert ada.post("/api/challenges/chess/lone-librarian").status_code == 404
    assert (
        ada.get("/api/challenges?day=tomorrow").json()["message"]
        == "A day is written as 2026-11-17."
    )
