"""A profile: what somebody has played, how well, all of it as one file, and the way out."""

from __future__ import annotations

import io
import zipfile

import pytest
from sqlalchemy import select

from emberstacks import read_record
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.schema import metadata
from tests.server import plain
from tests.server.conftest import Server
from tests.server.people import Message, Player
from tests.server.test_own_games import finished, two
from tests.waiting import until


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server  # what others have won against a bot changes what a game with it is worth


def profile(player: Player) -> Message:
    return dict(player.get("/api/mine/profile").json())


def play_together(one: Player, other: Player, table: str) -> None:
    """To the end, each at their own screen."""
    with one.connect(table), other.connect(table):
        players = [one, other]
        updates = [player.hear(lambda message: message["type"] == "update") for player in players]
        while not any(update["view"]["over"] for update in updates):
            for k, player in enumerate(players):
                if updates[k]["choices"]:
                    player.move(updates[k], updates[k]["choices"][-1]["text"])
                    version = updates[k]["version"]
                    updates = [each.hear_version(version + 1) for each in players]
                    break


def test_a_new_person_has_played_nothing(ada: Player) -> None:
    mine = profile(ada)
    assert (mine["name"], mine["account"], mine["games"], mine["ratings"], mine["latest"]) == (
        "Ada",
        False,
        [],
        [],
        [],
    )


def test_games_count_by_game_opponent_and_month(ada: Player) -> None:
    table = finished(ada)
    mine = profile(ada)
    (played,) = mine["games"]
    (game,) = mine["latest"]
    assert (played["game"], played["played"]) == ("fire-prototype", 1)
    assert (game["table"], game["won"], played["won"]) == (
        table,
        bool(played["won"]),
        int(game["won"]),
    )
    (month,) = mine["months"]
    assert (month["played"], month["won"]) == (1, played["won"])
    (bot,) = mine["opponents"]
    assert (bot["bot"], bot["name"], bot["together"], bot["played"]) == ("random", "", False, 1)


def test_ratings_of_people_and_bots_are_on_one_scale(ada: Player) -> None:
    finished(ada)
    until(lambda: profile(ada)["ratings"])
    mine = profile(ada)
    (rating,) = mine["ratings"]
    won = mine["latest"][0]["won"]
    assert (rating["game"], rating["games"]) == ("fire-prototype", 1)
    assert rating["rating"] > 1500 if won else rating["rating"] < 1500
    assert 0 < rating["doubt"] < 333  # we know a little more than before
    assert "random" in [bot["bot"] for bot in rating["bots"]]


def test_people_meet_by_name_and_both_are_rated(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    play_together(ada, ben, table)
    until(lambda: profile(ada)["ratings"] and profile(ben)["ratings"])
    ours, theirs = profile(ada), profile(ben)
    assert [one["name"] for one in ours["opponents"]] == ["Ben"]
    ranks = sorted(
        [
            (ours["ratings"][0]["rating"], ours["latest"][0]["won"]),
            (theirs["ratings"][0]["rating"], theirs["latest"][0]["won"]),
        ]
    )
    assert ranks[0][0] <= 1500 <= ranks[1][0]
    assert not ranks[0][1] or ranks[1][1]  # nobody who lost is above somebody who won


def test_everything_as_one_file(ada: Player) -> None:
    over = finished(ada)
    running = ada.open_table("me", "random")
    ada.post(f"/api/tables/{running}/start")
    ada.open_table("me", "open")  # not begun: there is no record
    answer = ada.get("/api/mine/export")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        records = {
            name: archive.read(name).decode() for name in names if name.startswith("records/")
        }
    assert set(names) - set(records) == {"profile.json", "settings.json", "addresses.txt"}
    assert set(records) == {f"records/{over}.record", f"records/{running}.record"}
    match = read_record(records[f"records/{over}.record"])
    assert match.over
    assert "won by" in records[f"records/{over}.record"]
    secret = ada.get(f"/api/tables/{running}/record").text
    # of a running game, only what one may know
    assert records[f"records/{running}.record"] == secret


def everything(server: Server) -> str:
    """All texts of the database."""
    with sqlite_engine(server.database).begin() as db:
        return "\n".join(
            str(row) for table in metadata.sorted_tables for row in db.execute(select(table))
        )


def test_deleting_oneself_leaves_no_trace_and_others_play_on(server: Server) -> None:
    name = "Rumpelstiltskin"
    with Player(server.base, name) as me, Player(server.base, "Ben") as ben:
        alone = finished(me)
        shared = two(me, ben)
        waiting = me.open_table("me", "open")
        assert ben.post(f"/api/tables/{waiting}/sit", {"seat": 1}).status_code == 200
        with me.connect(shared):
            me.hear(lambda message: message["type"] == "update")
            me.say(type="say", text="my secret garden")
            me.hear(lambda message: message["type"] == "chat")
        me.post("/api/session/account", {"password": "correct horse"})
        me.post("/api/session/link")
        me.post("/api/mine/addresses/web", {"kind": "ntfy", "url": "https://ntfy.example.org/gold"})
        person = me.person["id"]
        otherwise = ben.post(
            f"/api/tables/{alone}/fork", {"answers": 3, "seat": 0, "bot": "random"}
        ).json()
        assert name in otherwise["title"]
        ours = me.open_table("me", "open", title=f"{name} and friends")
        ben.post(f"/api/tables/{ours}/sit", {"seat": 1})
        me.post(f"/api/tables/{ours}/start")
        for player in (me, ben):
            player.post(f"/api/tables/{ours}/end")
        again = ben.post(f"/api/tables/{ours}/rematch").json()
        assert (again["title"], again["host"]) == (f"{name} and friends", ben.person["id"])
        assert name in everything(server)
        wrong = me.post(
            "/api/mine/delete", {"name": "rumpelstiltskin", "password": "correct horse"}
        )
        assert (wrong.status_code, wrong.json()["code"]) == (400, "wrong-name")
        cookie = me.http.cookies["emberstacks"]
        assert (
            me.post("/api/mine/delete", {"name": name, "password": "correct horse"}).status_code
            == 204
        )
        left = everything(server)
        for trace in (name, name.lower(), "secret garden", "ntfy.example.org", person):
            assert trace not in left
        session = plain.get(
            f"{server.base}/api/session", headers={"Cookie": f"emberstacks={cookie}"}
        )
        assert session.json() is None
        login = plain.post(
            f"{server.base}/api/session/login", json={"name": name, "password": "correct horse"}
        )
        assert login.status_code == 403
        assert ben.get(f"/api/tables/{alone}").status_code == 404  # nobody else was there
        assert [
            ben.get(f"/api/tables/{one['id']}").json()["title"] for one in (otherwise, again)
        ] == ["A table"] * 2
        table = ben.get(f"/api/tables/{waiting}").json()
        assert (table["host"], table["seats"][0]["kind"]) == (ben.person["id"], "open")
        seats = ben.get(f"/api/tables/{shared}").json()["seats"]
        assert (seats[0]["name"], seats[0]["kind"], seats[1]["name"]) == (
            "Former player",
            "bot",
            "Ben",
        )
        with ben.connect(shared):
            update = ben.play_on(ben.hear_turn())
        assert update["view"]["over"]  # a bot has taken the empty place


@pytest.mark.process
def test_ratings_profile_and_deletion_on_postgres(postgres: str) -> None:
    servers = [Server(postgres).start() for _ in range(2)]
    try:
        with Player(servers[0].base, "Zenobia") as me, Player(servers[1].base, "Ben") as ben:
            table = two(me, ben)
            play_together(me, ben, table)
            until(lambda: profile(me)["ratings"] and profile(ben)["ratings"])
            assert profile(me)["ratings"][0]["games"] == 1  # two processes, and still counted once
            assert (
                zipfile.ZipFile(io.BytesIO(ben.get("/api/mine/export").content)).testzip() is None
            )
            assert me.post("/api/mine/delete", {"name": "Zenobia"}).status_code == 204
            until(
                lambda: (
                    ben.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Former player"
                )
            )
            assert profile(ben)["opponents"] == []
    finally:
        for server in servers:
            server.stop()
