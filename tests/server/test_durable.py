"""Nothing acknowledged is ever lost: the server is killed in the middle of games."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.server.conftest import Server
from tests.server.people import Player

pytestmark = pytest.mark.process


def test_a_killed_server_goes_on_where_it_was(database: str) -> None:
    """Killed after every few moves: every move that was told is there again, and none twice."""
    server = Server(database).start()
    try:
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "greedy", "random")
            ada.connect(table)
            ada.post(f"/api/tables/{table}/start")
            update = ada.hear_turn()
            kills = 0
            while not update["view"]["over"]:
                ada.move(update, update["choices"][-1]["text"])
                told = ada.hear(lambda m: m["type"] == "update")
                if kills < 5:
                    server.kill()
                    server.start()
                    kills += 1
                    ada.connect(table)
                    again = ada.hear(lambda m: m["type"] == "update")
                    assert again["version"] >= told["version"]
                    texts = [event["text"] for event in again["events"]]
                    assert [event["text"] for event in told["events"]] == texts[
                        told["events_from"] :
                    ][: len(told["events"])]
                    update = again if again["choices"] or again["view"]["over"] else ada.hear_turn()
                elif told["choices"] or told["view"]["over"]:
                    update = told
                else:
                    update = ada.hear_turn()
            assert es.read_record(ada.get(f"/api/tables/{table}/record").text).verify() is None
    finally:
        server.stop()


def test_a_session_outlives_browser_and_server(database: str) -> None:
    server = Server(database).start()
    try:
        with Player(server.base, "Ada") as ada:
            server.kill()
            server.start()
            assert ada.get("/api/session").json()["name"] == "Ada"
    finally:
        server.stop()
